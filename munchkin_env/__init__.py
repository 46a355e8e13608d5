"""Munchkin as a reinforcement-learning environment: engine, PettingZoo and Gymnasium environments, bots.

Unofficial: not affiliated with or endorsed by Steve Jackson Games, whose trademark Munchkin is.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from munchkin_env.config.game_config import GameConfig
from munchkin_env.config.presets import Preset, presets
from munchkin_env.envs.registration import register_environments
from munchkin_env.errors import (
    CardError,
    ConcurrencyError,
    ConfigError,
    EngineFault,
    GameOver,
    IllegalAction,
    MissingExtra,
    MunchkinError,
    PlayerError,
    ReplayError,
    RetiredEnvironment,
    SaveError,
    UnknownSetting,
)
from munchkin_env.releases import release_that_reads
from munchkin_env.renamed import PACKAGE, hint
from munchkin_env.versions import ACTION_VERSION, OBSERVATION_VERSION, RULES_VERSION, SAVE_VERSION

if TYPE_CHECKING:
    from munchkin_env.benchmark.generated.edition import generate_edition
    from munchkin_env.bots import BatchBot, Bot
    from munchkin_env.envs.aec import env, raw_env
    from munchkin_env.envs.history import with_history
    from munchkin_env.envs.parallel import parallel_env
    from munchkin_env.envs.sb3 import sb3_vec_env
    from munchkin_env.envs.self_play import SelfPlayVecEnv
    from munchkin_env.envs.single import MunchkinEnv
    from munchkin_env.envs.vector import MunchkinVectorEnv
    from munchkin_env.evaluation import evaluate, game_stats, social_metrics
    from munchkin_env.evaluation.provenance import provenance
    from munchkin_env.evaluation.statistics import mean_interval
    from munchkin_env.game.game import Game, scenario
    from munchkin_env.llm import EndpointBot, LLMBot, LLMTable
    from munchkin_env.observation import Spec, last_events, spec
    from munchkin_env.policies import (
        PolicyBot,
        ProcessBot,
        is_policy,
        load_policy,
        make_bot,
        policy_metadata,
        save_policy,
        scripted_partners,
    )
    from munchkin_env.policies.network import TokenNetwork
    from munchkin_env.policies.network_bot import TorchPolicyBot
    from munchkin_env.policies.sb3 import Sb3Bot, ScaledFlatExtractor
    from munchkin_env.policies.sparse import SparseNetwork
    from munchkin_env.policies.transfer import index_map
    from munchkin_env.replays.replay import Replay

__version__ = "0.1.0"

# The engine is imported when something of it is first used. Type checkers read the imports above: a test holds both
# together.
_LAZY = {
    "Game": "munchkin_env.game.game",
    "scenario": "munchkin_env.game.game",
    "Replay": "munchkin_env.replays.replay",
    "Spec": "munchkin_env.observation",
    "spec": "munchkin_env.observation",
    "last_events": "munchkin_env.observation",
    "env": "munchkin_env.envs.aec",
    "raw_env": "munchkin_env.envs.aec",
    "parallel_env": "munchkin_env.envs.parallel",
    "with_history": "munchkin_env.envs.history",
    "MunchkinEnv": "munchkin_env.envs.single",
    "MunchkinVectorEnv": "munchkin_env.envs.vector",
    "sb3_vec_env": "munchkin_env.envs.sb3",
    "SelfPlayVecEnv": "munchkin_env.envs.self_play",
    "Bot": "munchkin_env.bots",
    "BatchBot": "munchkin_env.bots",
    "make_bot": "munchkin_env.policies",
    "PolicyBot": "munchkin_env.policies",
    "ProcessBot": "munchkin_env.policies",
    "policy_metadata": "munchkin_env.policies",
    "generate_edition": "munchkin_env.benchmark.generated.edition",
    "is_policy": "munchkin_env.policies",
    "load_policy": "munchkin_env.policies",
    "scripted_partners": "munchkin_env.policies",
    "save_policy": "munchkin_env.policies",
    "index_map": "munchkin_env.policies.transfer",
    "TorchPolicyBot": "munchkin_env.policies.network_bot",
    "TokenNetwork": "munchkin_env.policies.network",
    "SparseNetwork": "munchkin_env.policies.sparse",
    "ScaledFlatExtractor": "munchkin_env.policies.sb3",
    "Sb3Bot": "munchkin_env.policies.sb3",
    "evaluate": "munchkin_env.evaluation",
    "provenance": "munchkin_env.evaluation.provenance",
    "mean_interval": "munchkin_env.evaluation.statistics",
    "social_metrics": "munchkin_env.evaluation",
    "game_stats": "munchkin_env.evaluation",
    "EndpointBot": "munchkin_env.llm",
    "LLMBot": "munchkin_env.llm",
    "LLMTable": "munchkin_env.llm",
}

__all__ = [
    "ACTION_VERSION",
    "OBSERVATION_VERSION",
    "RULES_VERSION",
    "SAVE_VERSION",
    "BatchBot",
    "Bot",
    "CardError",
    "ConcurrencyError",
    "ConfigError",
    "EngineFault",
    "Game",
    "GameConfig",
    "GameOver",
    "IllegalAction",
    "EndpointBot",
    "MissingExtra",
    "LLMBot",
    "MunchkinEnv",
    "MunchkinError",
    "MunchkinVectorEnv",
    "TorchPolicyBot",
    "PlayerError",
    "PolicyBot",
    "Preset",
    "ProcessBot",
    "Replay",
    "ReplayError",
    "RetiredEnvironment",
    "SaveError",
    "Sb3Bot",
    "ScaledFlatExtractor",
    "SparseNetwork",
    "Spec",
    "LLMTable",
    "TokenNetwork",
    "UnknownSetting",
    "SelfPlayVecEnv",
    "env",
    "evaluate",
    "policy_metadata",
    "generate_edition",
    "is_policy",
    "last_events",
    "load_policy",
    "make_bot",
    "mean_interval",
    "parallel_env",
    "scripted_partners",
    "presets",
    "provenance",
    "raw_env",
    "index_map",
    "save_policy",
    "sb3_vec_env",
    "scenario",
    "social_metrics",
    "spec",
    "game_stats",
    "release_that_reads",
    "with_history",
]


if not TYPE_CHECKING:  # with it, a checker would take any name for one of the package

    def __getattr__(name: str) -> Any:
        if name in _LAZY:
            value = getattr(import_module(_LAZY[name]), name)
            globals()[name] = value
            return value
        raise AttributeError(f"module 'munchkin_env' has no attribute {name!r}{hint(PACKAGE, name)}")


def __dir__() -> list[str]:
    return sorted(set(globals()) | set(__all__))


register_environments()
