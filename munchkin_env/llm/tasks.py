"""Tasks for training and testing models, by split: presets × editions × opponents × seeds."""

from collections.abc import Iterator
from itertools import product
from typing import Any

from munchkin_env.errors import ConfigError, shown

EDITIONS = (("munchkin",), ("star",), ("cthulhu",), ("munchkin", "star"))
PRESETS = ("quick", None)
OPPONENTS = ("greedy", "veteran")
SEEDS = 500  # of each split
SPLITS = ("train", "test")


def kinds() -> Iterator[dict[str, Any]]:
    """Return the settings of tasks, as `Table` takes them."""
    for preset, editions, opponents in product(PRESETS, EDITIONS, OPPONENTS):
        yield {"editions": list(editions), "opponents": opponents, **({"preset": preset} if preset else {})}


def number_of_tasks(split: str) -> int:
    """Return the number of tasks of a split. Raises ConfigError."""
    _check_split(split)
    return len(list(kinds())) * SEEDS


def task_of(split: str, index: int) -> dict[str, Any]:
    """Return a task: its id, its seed and its settings; no seed is in two splits. Raises ConfigError."""
    _check_split(split)
    all_kinds = list(kinds())
    if isinstance(index, bool) or not isinstance(index, int) or not 0 <= index < len(all_kinds) * SEEDS:
        raise ConfigError(f"index: expected 0 to {len(all_kinds) * SEEDS - 1}, got {shown(index)}")
    number, kind = divmod(index, len(all_kinds))
    seed = number * len(SPLITS) + SPLITS.index(split)
    return {"id": f"{split}-{index}", "index": index, "seed": seed, "settings": all_kinds[kind]}


def _check_split(split: object) -> None:
    if split not in SPLITS:
        raise ConfigError(f"split: expected one of {', '.join(SPLITS)}, got {shown(split)}")


__all__ = ["SPLITS", "number_of_tasks", "task_of"]
