"""Former names, and names that similar libraries use, with the right ones, which errors for wrong names show."""

import functools
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import ParamSpec, TypeVar

from munchkin_env.errors import UnknownSetting

P = ParamSpec("P")
R = TypeVar("R")

PACKAGE: Mapping[str, str] = MappingProxyType(
    {
        "LanguageBot": "EndpointBot",
        "ModelBot": "LLMBot",
        "NetworkBot": "TorchPolicyBot",
        "ScaledFlat": "ScaledFlatExtractor",
        "Table": "LLMTable",
        "VectorGames": "SelfPlayVecEnv",
        "facts_of": "policy_metadata",
        "partners": "scripted_partners",
        "renumbering": "index_map",
        "social": "social_metrics",
        "tally": "game_stats",
        "where_read": "release_that_reads",
    }
)
"""Attributes of the package."""

ATTRIBUTES: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "Game": {
            "legal": "legal_actions",
            "mask": "legal_action_mask",
            "over": "is_terminal",
            "seat": "current_player",
            "terminated": "is_terminal",
        },
        "SelfPlayVecEnv": {
            "bot_answers": "bot_actions",
            "chairs": "controllers",
            "control": "seat_controllers",
            "mask": "legal_action_mask",
            "num_games": "num_envs",
            "seat": "current_player",
        },
        "BatchBot": {"observation": "encoding"},
        "View": {"legal": "legal_moves"},
        "Spec": {"A": "num_actions", "actions": "num_actions"},
        "Evaluation": {"players": "bots"},
    }
)
"""Attributes of objects, by the name of their class."""

ARGUMENTS: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "evaluate": {"most_games": "max_games", "num_games": "games"},
        "ladder": {"players": "bots", "seats": "table_sizes"},
        "rate": {"players": "bots", "near": "merge_threshold"},
        "scenario": {"players": "seats"},
        "observe": {"kind": "encoding", "observation": "encoding"},
        "policy_metadata": {"observation": "encoding"},
        "record": {"players": "bots", "observation": "encoding", "kept": "keep"},
        "episodes": {"players": "bots", "observation": "encoding", "kept": "keep"},
        "settings": {
            "control": "controllers",
            "kind": "encoding",
            "num_games": "num_envs",
            "observation": "encoding",
            "rotation": "seat_rotation",
            "rounds": "round_limit",
            "num_players": "players",
        },
    }
)
"""Arguments by function; those of "settings" belong to environments and games, which take the settings of a game."""

ELSEWHERE: Mapping[str, str] = MappingProxyType(
    {
        "config": "give its fields, **config.as_dict()",
        "learner_seat": "MunchkinEnv and MunchkinVectorEnv take it",
        "max_cycles": "env and parallel_env take it",
        "max_episode_steps": "gymnasium.make and MunchkinVectorEnv take it",
        "opponents": "MunchkinEnv and MunchkinVectorEnv take them",
        "seed": "give it to reset(seed=...)",
    }
)
"""Arguments of other environments and methods, which take them."""

PRESETS: Mapping[str, str] = MappingProxyType(
    {"duel_of_trades": "trading3", "epic": "level20", "quick": "short", "tournament": "full_rules"}
)
"""Presets."""

BOTS: Mapping[str, str] = MappingProxyType({"trained": "pretrained"})
"""Registered players."""

COMMANDS: Mapping[str, str] = MappingProxyType({"tally": "stats"})
"""Subcommands of `munchkin`."""

OPTIONS: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "challenge": {"--near": "--merge-threshold", "--no-manners": "--no-social"},
        "evaluate": {"--most-games": "--max-games", "--rounds": "--round-limit"},
        "ladder": {"--players": "--table-sizes", "--rounds": "--round-limit"},
        "language": {
            "--most-calls": "--max-calls",
            "--most-tokens": "--max-total-tokens",
            "--seats": "--model-seats",
        },
        "play": {"--rounds": "--round-limit"},
        "record": {"--observation": "--encoding", "--kept": "--keep", "--rounds": "--round-limit"},
        "review": {"--most": "--top"},
        "serve": {"--seats": "--humans", "--rounds": "--round-limit"},
        "stats": {"--least": "--least-used", "--rounds": "--round-limit"},
        "watch": {"--rounds": "--round-limit"},
    }
)
"""Command-line options, by subcommand."""


def hint(table: Mapping[str, str], name: object) -> str:
    """Return the end of an error message that offers the right name; empty if `name` is not a former one."""
    return f"; it is called {table[name]}" if isinstance(name, str) and name in table else ""


def missing_attribute(owner: object, name: str) -> AttributeError:
    """Return the error of an object that lacks an attribute, with the right name for a former one."""
    kind = type(owner).__name__
    return AttributeError(f"{kind!r} object has no attribute {name!r}{hint(ATTRIBUTES.get(kind, {}), name)}")


def checks_names(function: Callable[P, R]) -> Callable[P, R]:
    """Let a function refuse former names of its arguments with UnknownSetting, which shows the right one."""
    table = ARGUMENTS[function.__name__]

    @functools.wraps(function)
    def checked(*args: P.args, **kwargs: P.kwargs) -> R:
        for name in kwargs.keys() & table.keys():
            raise UnknownSetting(f"{name}: unknown argument of {function.__name__}{hint(table, name)}")
        return function(*args, **kwargs)

    return checked
