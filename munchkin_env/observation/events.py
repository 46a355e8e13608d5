"""Last public events of games, as a seat sees them: memory that goes beyond an observation.

Everybody saw them, and a state keeps the last MAX_EVENTS, so this memory needs no further storage.
"""

import numpy as np

from munchkin_env.config.game_config import whole_number
from munchkin_env.engine.state.layout import EVENT
from munchkin_env.vocabulary import MAX_EVENTS

EVENT_PARTS = 5
"""Numbers of an event: `Event`, 1 + seat, 1 + other seat (both from the observer, 0 nobody), card type (0 none or
hidden), number."""


def last_events(positions: np.ndarray, rows: np.ndarray, seats: np.ndarray, n: int) -> np.ndarray:
    """Return the last public events of games, as seats see them.

    Args:
        positions: the states, an array of `engine.state.layout.STATE`.
        rows: the rows to read, int.
        seats: the observer of each of these rows.
        n: number of events, at most `MAX_EVENTS`.

    Returns:
        int16 array (len(rows), n, EVENT_PARTS), the latest event first; zeros where there were fewer.

    Raises:
        ConfigError: more events than are kept.
    """
    whole_number("events", n, 1, MAX_EVENTS)
    numbers = positions["event_count"][rows][:, None] - 1 - np.arange(n)
    packed = positions["event"].view(np.int64)  # one number per event: those are gathered sooner than records
    told = packed[rows[:, None], numbers % MAX_EVENTS].view(EVENT)
    players = positions["rules"]["players"][rows][:, None].astype(np.int16)
    seen_from = np.asarray(seats, np.int16)[:, None]
    found = np.zeros((*numbers.shape, EVENT_PARTS), np.int16)
    found[..., 0], found[..., 3], found[..., 4] = told["kind"], told["card"], told["amount"]
    for part, name in ((1, "seat"), (2, "other")):
        who = told[name].astype(np.int16)
        apart = who - seen_from
        found[..., part] = np.where(who >= 0, 1 + apart + players * (apart < 0), 0)
    found[numbers < 0] = 0
    return found


__all__ = ["EVENT_PARTS", "last_events"]
