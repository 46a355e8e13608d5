"""Versions of stored files and trained policies, with the rule for raising each of them.

A number rises by one in the commit that makes the change, with an entry in its history; docs/versions.md shows the
histories. Saved games, replays and checkpoints carry these numbers and are refused if they differ. The package's own
version (pyproject.toml) may rise without any of these.
"""

RULES_VERSION = 14
"""Raise it when the same seed and the same actions may lead to another state: a rule, a card's effect, the order of
decisions or of random draws. Correcting the words of `explain` or adding an edition does not count.

History:
1: the first rules.
2: random numbers from Threefry; handing over a Big item is a verb; the dead may return at once.
3: a fleeing player may play anything that is allowed at any time; a draw pile is renewed at most ten times a turn.
4: a room is looted only if no monster was met or all left in peace; effects of ichor; four corrected cards.
5: a card that searches the discards finds no card that takes cards back from them.
6: interactions of rules and cards, such as forced help, payment of every leader of a combat, fire and undead.
7: windows between the rolls of a flight and after each die; excess items settled before the turn passes; curses.
8: a declared kill or defeat is void at the first play that turns the fight; what holds for players who have left one.
9: powers for the end of one's turn (the Professor of `cthulhu`) wait until it may end, and end its optional phases.
10: what one-shots, items and curses change in a fight counts with what follows from it; two curses stay in play.
11: a race or class that is received takes the place of one; forced help is remembered; one Big item gives way.
12: known cards of a hand are forgotten by backs; an item taken to win counts as in use; traps outlast items put away.
13: an item that comes during a fight stays in the hand at its rewards; the dead can win at the round limit.
14: cards of a hand are discarded in an order that tells nothing of their arrival; allies know what they shared out.
"""

OBSERVATION_VERSION = 2
"""Raise it when a number that a network reads changes its place, meaning or bounds, in `flat` or in `tokens`.
Appending a card of a new edition changes lengths, not this version: the schema hash tells lengths apart. Nor does
use of reserved entries: the one-hots have entries for 16 phases, 24 windows, 48 decisions, 16 stages and 62 verbs,
and the sections `general`, `seat` and `token` end in zeros up to 384, 64 and 24 entries. The wording
of a meaning is part of neither.

History:
1: the first observation.
2: reserved entries for coming editions; unused entries removed.
"""

ACTION_VERSION = 2
"""Raise it when an existing action id changes its meaning, or a section other than the last moves. Appending the
card types of a new edition does not count, nor do further verbs, up to 62.

History:
1: the first action space.
2: reserved ids for verbs; a verb for handing over a Big item.
"""

GENERATOR_VERSION = 2
"""Raise it when the same name of a generated edition may mean other cards: a grammar, a pool, a reason to reject a
card, or a card of an edition that it imitates. A name with this number means the same bytes everywhere.

History:
1: the first generator.
2: numbers as frequent as on copies of cards, weaker items; games are about as long as those of published editions.
"""

PARTNERS_VERSION = 1
"""Raise it when a scripted character (`mk.scripted_partners()`) plays otherwise, including the `veteran` below it:
results against them are not comparable.

History:
1: the first twelve characters.
"""

SAVE_VERSION = 4
"""Raise it when a saved game is written differently, or the record of a state, which checkpoints contain, has another
layout. Fields appended to a record where it has room do not count: they begin with the zeros that older checkpoints
have there, and a record without room is marked as such (engine/state/layout.py).

History:
1: the first format.
2: reserved space for coming editions.
3: states of less than 16 KiB.
4: a saved game is its seed or scenario, settings and moves, as gzipped JSON; states in checkpoints have a checksum.
"""
