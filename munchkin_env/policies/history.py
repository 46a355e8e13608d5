"""What is kept of an earlier decision of a learner: `envs.history` writes it, networks scale it."""

import numpy as np

from munchkin_env.observation import Spec

RADIX = 64
ANSWER = 2
"""An answer is two int8, as observations have cards: 1 + id // RADIX, so that none is 0, 0, and id % RADIX."""
OBSERVATION = "flat with history"
"""What policies are said to read that were trained so: nothing that a player is given elsewhere."""


def events_of(facts: Spec) -> slice:
    """Where the public events lie in `flat`."""
    section = next(section for section in facts.flat_sections if section.name == "events")
    return slice(section.start, section.start + section.size)


def width_of(facts: Spec) -> int:
    """int8 of a decision: the events as they stood then, and the answer."""
    events = events_of(facts)
    return events.stop - events.start + ANSWER


def scale_of(facts: Spec, decisions: int) -> np.ndarray:
    """float32 of `flat` and so many decisions behind it: what brings each entry to about -1 to 1."""
    answer = np.array([RADIX / (facts.actions + RADIX), 1 / RADIX], np.float32)
    one = np.concatenate([facts.flat_scale[events_of(facts)], answer])
    return np.concatenate([facts.flat_scale, np.tile(one, decisions)]).astype(np.float32)


__all__ = ["ANSWER", "OBSERVATION", "RADIX", "events_of", "scale_of", "width_of"]
