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
from munchkin_env.releases import where_read
from munchkin_env.versions import ACTION_VERSION, OBSERVATION_VERSION, RULES_VERSION, SAVE_VERSION

if TYPE_CHECKING:
    from munchkin_env.benchmark.generated.edition import generate_edition
    from munchkin_env.bots import BatchBot, Bot
    from munchkin_env.envs.aec import env, raw_env
    from munchkin_env.envs.history import with_history
    from munchkin_env.envs.parallel import parallel_env
    from munchkin_env.envs.sb3 import sb3_vec_env
    from munchkin_env.envs.single import MunchkinEnv
    from munchkin_env.envs.vector import MunchkinVectorEnv
    from munchkin_env.envs.vector_games import VectorGames
    from munchkin_env.evaluation import evaluate, social, tally
    from munchkin_env.evaluation.provenance import provenance
    from munchkin_env.evaluation.statistics import mean_interval
    from munchkin_env.game.game import Game, scenario
    from munchkin_env.llm import LanguageBot, ModelBot, Table
    from munchkin_env.observation import Spec, last_events, spec
    from munchkin_env.policies import (
        PolicyBot,
        ProcessBot,
        facts_of,
        is_policy,
        load_policy,
        make_bot,
        partners,
        save_policy,
    )
    from munchkin_env.policies.network import TokenNetwork
    from munchkin_env.policies.network_bot import NetworkBot
    from munchkin_env.policies.sb3 import Sb3Bot, ScaledFlat
    from munchkin_env.policies.sparse import SparseNetwork
    from munchkin_env.policies.transfer import renumbering
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
    "VectorGames": "munchkin_env.envs.vector_games",
    "Bot": "munchkin_env.bots",
    "BatchBot": "munchkin_env.bots",
    "make_bot": "munchkin_env.policies",
    "PolicyBot": "munchkin_env.policies",
    "ProcessBot": "munchkin_env.policies",
    "facts_of": "munchkin_env.policies",
    "generate_edition": "munchkin_env.benchmark.generated.edition",
    "is_policy": "munchkin_env.policies",
    "load_policy": "munchkin_env.policies",
    "partners": "munchkin_env.policies",
    "save_policy": "munchkin_env.policies",
    "renumbering": "munchkin_env.policies.transfer",
    "NetworkBot": "munchkin_env.policies.network_bot",
    "TokenNetwork": "munchkin_env.policies.network",
    "SparseNetwork": "munchkin_env.policies.sparse",
    "ScaledFlat": "munchkin_env.policies.sb3",
    "Sb3Bot": "munchkin_env.policies.sb3",
    "evaluate": "munchkin_env.evaluation",
    "provenance": "munchkin_env.evaluation.provenance",
    "mean_interval": "munchkin_env.evaluation.statistics",
    "social": "munchkin_env.evaluation",
    "tally": "munchkin_env.evaluation",
    "LanguageBot": "munchkin_env.llm",
    "ModelBot": "munchkin_env.llm",
    "Table": "munchkin_env.llm",
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
    "LanguageBot",
    "MissingExtra",
    "ModelBot",
    "MunchkinEnv",
    "MunchkinError",
    "MunchkinVectorEnv",
    "NetworkBot",
    "PlayerError",
    "PolicyBot",
    "Preset",
    "ProcessBot",
    "Replay",
    "ReplayError",
    "RetiredEnvironment",
    "SaveError",
    "Sb3Bot",
    "ScaledFlat",
    "SparseNetwork",
    "Spec",
    "Table",
    "TokenNetwork",
    "UnknownSetting",
    "VectorGames",
    "env",
    "evaluate",
    "facts_of",
    "generate_edition",
    "is_policy",
    "last_events",
    "load_policy",
    "make_bot",
    "mean_interval",
    "parallel_env",
    "partners",
    "presets",
    "provenance",
    "raw_env",
    "renumbering",
    "save_policy",
    "sb3_vec_env",
    "scenario",
    "social",
    "spec",
    "tally",
    "where_read",
    "with_history",
]


if not TYPE_CHECKING:  # with it, a checker would take any name for one of the package

    def __getattr__(name: str) -> Any:
        if name in _LAZY:
            value = getattr(import_module(_LAZY[name]), name)
            globals()[name] = value
            return value
        raise AttributeError(f"module 'munchkin_env' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(set(globals()) | set(__all__))


register_environments()
