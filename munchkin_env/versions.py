"""Versions of what others store or train on, and when to raise each of them.

A number goes up by one in the commit that makes the change, with a line in its history. Saved games, replays
and checkpoints carry these numbers and are refused when they differ. The package's own version is elsewhere
(pyproject.toml): it may rise without any of these.
"""

RULES_VERSION = 1
"""Raise it when the same seed and the same answers may lead to another position: a rule, a card's effect, the
order of decisions or of chance draws. Correcting the words of `explain` or adding an edition does not count.

History: 1: the first rules.
"""

OBSERVATION_VERSION = 1
"""Raise it when a number that a network reads changes its place, meaning or bounds, in `flat` or in `tokens`.
Appending a card of a new edition changes lengths, not this version: the schema hash tells lengths apart.

History: 1: the first observation.
"""

ACTION_VERSION = 1
"""Raise it when an existing action id changes its meaning, or a section other than the last moves. Appending the
card types of a new edition does not count.

History: 1: the first action space.
"""

SAVE_VERSION = 1
"""Raise it when the bytes of a saved game or replay are laid out differently: any change of the position record
or of the header around it.

History: 1: the first format.
"""
