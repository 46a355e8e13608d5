"""Check a position against the ranges that `engine/state/layout.py` and the rows of frames declare."""

from functools import lru_cache
from typing import Any

import numpy as np

import munchkin_env as mk
from munchkin_env.engine.state.layout import EVENTS, RECORDS, STATE, USED, Field, limits
from munchkin_env.vocabulary import Event, Frame, Limit

FRAME_NUMBERS = ("stage", "did", "passes", "a", "b", "c", "n", "arg")


@lru_cache
def leaves() -> list[tuple[str, tuple[str, ...], Field]]:
    """(name, path, declaration) of every number of a position but the settings, which follow from the config."""
    found: list[tuple[str, tuple[str, ...], Field]] = []

    def visit(path: tuple[str, ...], fields: list[Field], dtype: np.dtype) -> None:
        for field in fields:
            assert dtype.fields is not None
            kind = dtype.fields[field.name][0]
            names = kind.base.names
            if names is None:
                found.append((".".join((*path, field.name)), (*path, field.name), field))
            else:
                inner = next(one for one in RECORDS.values() if tuple(f.name for f in one) == names)
                visit((*path, field.name), inner, kind.base)

    visit((), [field for field in RECORDS["state"] if field.name != "rules"], STATE)
    return found


def meanings(game: mk.Game) -> dict[str, int]:
    """Return the values of the names among the limits in this game."""
    tables = game.catalogue.tables[0]
    sizes = (int(tables[name]) for name in ("n_cards", "n_types", "n_clauses"))
    return limits(game.config.players, game.config.goal, game.config.round_limit, *sizes)


def out_of_range(game: mk.Game) -> list[str]:
    """Return the values outside of their declared range, as `name: value, expected lowest to highest`."""
    row, known, wrong = game.position[0], meanings(game), []

    def number(limit: Limit) -> int:
        return known[limit] if isinstance(limit, str) else int(limit)

    def check(name: str, values: Any, low: Limit, high: Limit) -> None:
        lowest, highest = number(low), number(high)
        bad = values[(values < lowest) | (values > highest)]
        if bad.size:
            wrong.append(f"{name}: {int(bad.flat[0])}, expected {lowest} to {highest}")

    for name, path, field in leaves():
        values: Any = row
        for part in path:
            values = values[part]
        values = np.asarray(values)
        first, last = map(number, USED.get(values.shape[0] if values.ndim else 0, (0, values.size)))
        used = values[first : last + 1] if values.ndim else values
        check(name, used, field.lowest, field.highest)
        if values.ndim and values.sum() != used.sum():
            wrong.append(f"{name}: numbers beyond {last}, expected zeros")
    for i, frame in enumerate(row["frame"][: int(row["n_frames"])]):
        held = {one.slot: (one.lowest, one.highest) for one in Frame(int(frame["kind"])).row.held.values()}
        for slot in FRAME_NUMBERS:
            check(f"frame[{i}].{slot}", np.asarray(frame[slot]), *held.get(slot, (0, 0)))
    for event in row["event"][: min(int(row["event_count"]), len(row["event"]))]:
        for field_name, (low, high) in EVENTS.get(Event(int(event["kind"])), {}).items():
            check(f"event.{field_name}", np.asarray(event[field_name]), low, high)
    return wrong
