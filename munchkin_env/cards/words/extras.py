"""Words of a third deck: those of the monster that keeps it, and those that only its cards have."""

from munchkin_env.cards.words.declaration import MONSTER, NO_AIM, NOTHING, Word, number
from munchkin_env.vocabulary import Aim, Moment, Op, RollAgain, ShowHand, kinds_that

TRICKS = kinds_that("once")

EXTRAS: dict[str, Word] = {
    "keeps_extras": Word(
        Op.KEEPS_EXTRAS,
        {"always": MONSTER},
        "the monster keeps the extra deck: its kill brings `cards` cards of that deck besides its treasure. If it is killed, "
        "or removed by a card or ability, the deck becomes ordinary treasure; else it is shuffled back with the top doors",
        {"cards": number("amount", 0, 10)},
        asks=NOTHING,
        once=True,
    ),
    "roll_again die": Word(
        RollAgain.DIE,
        {"play": TRICKS},
        "the last die, of any player and for any purpose, is rolled again",
        asks=NOTHING,
        once=True,
        moments=Moment.THROWN,
        aims=NO_AIM,
    ),
    "show_hand to_one": Word(
        ShowHand.TO_ONE,
        {"play": TRICKS},
        "the target shows the hand to the player of the card only",
        asks=NOTHING,
        once=True,
        aims=frozenset({Aim.VICTIM}),
        needs_hand=True,
    ),
    "swap_unseen": Word(
        Op.SWAP_UNSEEN,
        {"play": TRICKS},
        "the player draws a random card of the target's hand, then gives the target a card of the own hand",
        asks=NOTHING,
        once=True,
        aims=frozenset({Aim.VICTIM}),
        needs_hand=True,
    ),
}
