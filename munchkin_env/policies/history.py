"""History of a learner's earlier decisions: `envs.history` writes it, networks scale it."""

import numpy as np

from munchkin_env.observation import Spec

RADIX = 64
ANSWER = 2
"""Encoding of an action: two int8, as observations have cards: 1 + id // RADIX, so that none is 0, 0, and id % RADIX.
"""
OBSERVATION = "flat with history"
"""Observation of policies that were trained with history: no player is given it elsewhere."""


def events_of(facts: Spec) -> slice:
    """Return the place of the public events in `flat`."""
    section = next(section for section in facts.flat_sections if section.name == "events")
    return slice(section.start, section.start + section.size)


def width_of(facts: Spec) -> int:
    """Return the int8 numbers of a decision: the events at its time, and the action."""
    events = events_of(facts)
    return int(events.stop - events.start) + ANSWER


def scale_of(facts: Spec, decisions: int) -> np.ndarray:
    """Return the factors of `flat` and so many decisions behind it, float32, that scale each entry to about -1 to 1."""
    answer = np.array([RADIX / (facts.num_actions + RADIX), 1 / RADIX], np.float32)
    one = np.concatenate([facts.flat_scale[events_of(facts)], answer])
    return np.concatenate([facts.flat_scale, np.tile(one, decisions)]).astype(np.float32)
