"""Layout of the compiled card tables: the read-only records that the engine is given.

A game reads cards through one `TABLES` record. Rows are 1-based: type 0 is "unknown card", copy 0 is "no card", clause
0 is "no clause". Unused rows are zero.
"""

import numpy as np

from munchkin_env.vocabulary import (
    MAX_CARDS,
    MAX_CLAUSES,
    MAX_TYPES,
    MOST_WORD,
    N_TRIGGERS,
)

CLAUSE = np.dtype(
    [
        ("op", "i2"),  # vocabulary.Op, or a member of one of CASES
        ("otherwise", "i1"),  # 1: works only if the clause before it did nothing
        ("die", "i1"),  # 1: the amount is the result of a die
        ("milder", "i1"),  # 1: the half for a player with the class of two, but no drawbacks (MOD-1); derived
        ("who", "i1"),  # vocabulary.Who of the conditions below
        ("filter", "i1"),  # vocabulary.Filter
        ("policy", "i1"),  # vocabulary.Policy
        ("flag", "i1"),  # the word's own yes/no parameter (see cards.words)
        ("amount", "i2"),  # the word's number
        ("limit", "i2"),  # the word's second number
        ("sex", "i1"),  # condition: bit per vocabulary.Sex, 0 = any
        ("need", "i1"),  # condition: vocabulary.Need
        ("min_level", "i2"),  # condition, 0 = none
        ("max_level", "i2"),  # condition, 0 = none
        ("race", "i4"),  # condition: bit per vocabulary.Race, 0 = any
        ("not_race", "i4"),
        ("klass", "i4"),  # condition: bit per vocabulary.Klass, 0 = any
        ("not_klass", "i4"),
        ("used", "i8"),  # condition: tags of which one was used
        ("arg", "i8"),  # slot, tags, ability, race, class or card type, by word
    ],
    align=True,
)

N_OP_WORDS = MOST_WORD // 64 + 1  # numbers of eight bytes that hold a bit for every word

CARD = np.dtype(
    [
        ("kind", "i1"),  # vocabulary.Kind
        ("deck", "i1"),  # vocabulary.Deck
        ("slot", "i1"),  # vocabulary.Slot
        ("hands", "i1"),  # hands an item takes, 0..2
        ("big", "i1"),  # 1: a Big item
        ("aim", "i1"),  # vocabulary.Aim
        ("race", "i1"),  # vocabulary.Race of a race card
        ("klass", "i1"),  # vocabulary.Klass of a class card
        ("lasting", "i1"),  # curse: 0 strikes and goes, 1 stays, 2 stays until a combat ends, 3 is bound to that combat
        ("need_sex", "i1"),  # bit per Sex, 0 = any
        ("level", "i2"),  # of a monster
        ("levels", "i2"),  # gained by its killer, or by a level card
        ("treasures", "i2"),  # of a monster; an enhancer's change
        ("bonus", "i2"),  # of an item or one-shot; an enhancer's change of strength
        ("value", "i2"),  # gold, NO_VALUE if the card is no item
        ("copies", "i2"),
        ("first", "u2"),  # the first of its copies, whose numbers are consecutive; derived
        ("when", "i4"),  # vocabulary.Moment bits
        ("need_race", "i4"),  # usable by: bit per Race, 0 = any
        ("need_klass", "i4"),
        ("ban_race", "i4"),  # not usable by
        ("ban_klass", "i4"),
        ("ban_sex", "i1"),
        ("edition", "i1"),
        ("vowel", "i1"),  # 1: its name begins with a vowel
        ("layer", "i1"),  # vocabulary.Layer of an item that is worn
        ("twin", "u2"),  # the first type of the same name: effects on one hold for all (MIX-1); derived
        ("tags", "i8"),  # bits of vocabulary.Tag
        ("abilities", "i8"),  # bit per vocabulary.Ability granted while in play
        ("words", "i8"),  # bits of vocabulary.Op % 64 of all its clauses: a bit not set spares a search; derived
        ("start", "i2", (N_TRIGGERS,)),  # first clause by vocabulary.Trigger
        ("count", "i2", (N_TRIGGERS,)),  # number of clauses
    ],
    align=True,
)

DERIVED = ("first", "words", "twin", "milder")  # columns that follow from the others
LATER = ("layer", "vowel")  # columns that came after games were saved: editions that do not use them keep their hash

TABLES = np.dtype(
    [
        ("n_types", "i4"),
        ("n_cards", "i4"),
        ("n_clauses", "i4"),
        ("deck_cards", "i4", (3,)),  # copies by Deck
        ("type_of", "u2", (MAX_CARDS,)),  # card copy -> card type, grouped by deck then type
        ("card", CARD, (MAX_TYPES,)),
        ("clause", CLAUSE, (MAX_CLAUSES,)),
        ("letters", "i1", (MAX_TYPES * 52,)),  # a to z, A to Z in a monster's name, if a card minds
        ("kind_of", "u1", (MAX_CARDS,)),  # card copy -> vocabulary.Kind: the fact that rules read most; derived
        ("when_of", "i4", (MAX_CARDS,)),  # card copy -> vocabulary.Moment bits at which a hand plays it; derived
        ("ops", "i8", (N_OP_WORDS,)),  # bits of vocabulary.Op: the words that some card of the game has; derived
        ("sidekicks", "i4"),  # 1: there are some that are played at any time, so that each may be sacrificed; derived
        ("moments", "i4"),  # vocabulary.Moment bits at which some card of the game means something; derived
    ],
    align=True,
)
