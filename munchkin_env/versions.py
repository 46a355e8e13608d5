"""Versions of everything that others store or train on, and the rule for raising each of them.

A number goes up by one in the commit that makes the change, with a line in its history. Saved games, replays and
checkpoints carry these numbers and are refused if they differ. The package's own version is elsewhere (pyproject.toml):
it may rise without any of these.
"""

RULES_VERSION = 7
"""Raise it when the same seed and the same answers may lead to another position: a rule, a card's effect, the
order of decisions or of chance draws. Correcting the words of `explain` or adding an edition does not count.

History: 1: the first rules. 2: chance is Threefry; a Big item is handed over by a verb of its own; the dead may
return at once. 3: who flees may do what may be done at any time; a draw pile is renewed ten times a turn at most;
the keeper of the third deck does not go back into an empty pile. 4: a room is looted only where nothing was met, or
all that was met left in peace; what cards say of ichor holds for every ichor; filters spare what nobody takes; a barred
level bars that effect alone; Joggoth, Tchoo-Tchoo People, Innsmouth Yellow Pages, The Stars Are Wrong do what they say.
5: what searches the discards finds nothing that takes a card back from them. 6: where rules meet: a bonus against one
monster is a bonus, fire counts for the side that has it, who gets no treasure of his combat gets none later either, all
have their say before somebody is made to run, of two equal items the one that is meant goes, what an enhancer makes
undead joins the undead, any own card in play pays, all who led a combat are paid for what they killed in it,
who is forced to help is promised nothing. Before its release also: half a human is human (star), no class comes twice
in place of one of two, a fight is won where a card has rid its leader of it, what helps the fighters of a race goes
with them, whoever declared defeat may still decline or bribe what comes then, no treasure means none that was kept,
an item turns with all that it gives now, a class that nothing takes is one, what is said for a time ends as traps do,
a Hireling among sidekicks is played as they are, and two cards that say the same of treasures or prices add up. 7:
the position is settled before each question; windows between the rolls of a flight and after every die; excess that
arises late is settled before the turn passes; nothing comes between a curse and its effect; the item that gives most
is found by its strength in the combat; one of two classes or races may be replaced; small cheated items change hands;
monsters' clauses hold for both allies.
"""

OBSERVATION_VERSION = 2
"""Raise it when a number that a network reads changes its place, meaning or bounds, in `flat` or in `tokens`.
Appending a card of a new edition changes lengths, not this version: the schema hash tells lengths apart. Nor does
taking entries of a room: the one-hots have entries for 16 phases, 24 windows, 48 decisions, 16 stages and 62 verbs,
and the sections `general`, `seat` and `token` end in zeros up to 384, 64 and 24 entries. The wording
of a meaning is part of neither.

History: 1: the first observation. 2: room for coming editions; words that nothing used are gone.
"""

ACTION_VERSION = 2
"""Raise it when an existing action id changes its meaning, or a section other than the last moves. Appending the
card types of a new edition does not count, nor do further verbs, up to 62.

History: 1: the first action space. 2: room for more verbs; handing over a Big item.
"""

GENERATOR_VERSION = 2
"""Raise it when the same name of a generated edition may mean other cards: a grammar, a pool, a reason to throw a card
away, or a card of an edition that it is like. A name with this number means the same bytes everywhere.

History: 1: the first generator. 2: numbers are drawn as often as copies of cards have them, items are weaker by half a
point, and what a door card does is drawn once for its place: games are as long as those of the editions.
"""

PARTNERS_VERSION = 1
"""Raise it when a scripted character (`mk.scripted_partners()`) plays otherwise, the veteran below it included: results
against them are not comparable.

History: 1: the first twelve.
"""

SAVE_VERSION = 4
"""Raise it when a saved game is written differently, or the position record, which checkpoints hold, is laid out
differently. Fields appended to a record where it has room do not count: the zeros of older checkpoints are what they
begin with, and a record without room says so as it is defined (engine/state/layout.py).

History: 1: the first format. 2: room for coming editions. 3: positions of less than 16 KiB. 4: a saved game is its
seed or scenario, settings and moves, as gzipped JSON; checkpoints of raw positions carry a checksum.
"""
