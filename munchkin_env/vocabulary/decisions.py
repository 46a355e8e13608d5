"""The decisions, and a row for each that says how it is put to people and who may see that it is asked."""

from collections.abc import Callable, Mapping
from enum import IntEnum
from types import MappingProxyType
from typing import NamedTuple


class Decision(IntEnum):
    """What the acting seat is asked. Part of its observation."""

    NONE = 0
    SETUP = 1  # lay out cards before the first turn
    TURN_START = 2
    AFTER_DOOR = 3
    AFTER_COMBAT = 4
    COMBAT = 5
    WINDOW = 6
    FLEE = 7
    ANSWER_HELP = 8
    ANSWER_COUNTER = 9
    ANSWER_VOLUNTEER = 10
    ANSWER_TRADE = 11
    CHOOSE_CARD = 12  # a card to lose, take or give
    RESURRECT = 13  # draw from the discards instead?
    RECEIVE = 14
    SPOILS = 15
    CHARITY = 16
    CHARITY_SEAT = 17
    LOOT_BODY = 18
    BIG_ITEMS = 19
    PICK = 20
    BEFORE_CURSE = 21  # the victim may drop a race or class first
    ENTRY = 22
    ACCEPT_ESCAPE = 23  # be carried along by another's automatic escape?
    GOTH = 24  # add a goth from hand to the one that calls?
    GIVE_LEVEL = 25  # who of the lowest gains the level?
    CURE = 26  # cure all Cultists instead of raising a class?
    PEEK = 27  # open the door that he has looked at, or use a card in play?
    CONTEST = 28  # claim the card too that another claims?
    JOIN = 29  # lay out a Cultist card, now that the cult meets?
    SWAP = 30  # propose a swap of hand cards to another Cultist?
    ANSWER_SWAP = 31  # give a card for the one that is shown?
    CROWD = 32  # add a monster from hand to those of the room?


class Question(NamedTuple):
    """What there is to know about a decision."""

    to_him: str
    """How it is put to a player at the table."""
    to_all: str
    """How it is told in a text of the table."""
    plain: str = ""
    """Which of the verbs pass, done, yes and no answer it."""
    private: bool = False
    """Whether a seat is asked this depends on its hand, so that others can't see who is asked (WINDOW-3)."""
    open: bool = True
    """Everybody can see who has to decide."""
    free: bool = False
    """The player in turn is asked it outside of combats, and may do whatever the rest of the turn allows (TURN-1)."""
    fight: bool = False
    """A fighter is asked it, in a combat or fleeing from it."""
    choice: bool = False
    """It is answered by a card, a seat or a number, without a verb."""
    means: Mapping[str, str] = MappingProxyType({})
    """What one of those verbs means here, where it means something else."""


def _hidden(to_him: str, to_all: str, plain: str = "", **means: str) -> Question:
    return Question(to_him, to_all, plain, private=True, open=False, means=means)


def _choice(to_him: str, to_all: str, plain: str = "") -> Question:
    return Question(to_him, to_all, plain, choice=True)


DECISIONS: dict[Decision, Question] = {
    Decision.NONE: Question("nothing", "", open=False),
    Decision.SETUP: Question(
        "lay out cards before the first turn", "lay out cards before the first turn", "done", open=False
    ),
    Decision.TURN_START: Question(
        "your turn, before the door",
        "the turn begins: what to do before the door is opened",
        free=True,
    ),
    Decision.AFTER_DOOR: Question(
        "no monster behind the door: look for trouble, or loot the room?",
        "no monster was met: look for trouble, loot the room or do something else",
        free=True,
    ),
    Decision.AFTER_COMBAT: Question("the rest of your turn", "what to do before charity", free=True),
    Decision.COMBAT: Question("your fight", "the combat", fight=True),
    Decision.WINDOW: _hidden("will you meddle?", "react, or pass"),
    Decision.FLEE: Question("run away from which monster?", "which monster to run away from", fight=True),
    Decision.ANSWER_HELP: Question("will you help?", "help for this price?", "yes no"),
    Decision.ANSWER_COUNTER: Question("do you take the counter-offer?", "accept the counter-offer?", "yes no"),
    Decision.ANSWER_VOLUNTEER: Question("do you take that offer of help?", "accept the offered help?", "yes no"),
    Decision.ANSWER_TRADE: Question("do you take that offer?", "accept the trade or gift?", "yes no"),
    Decision.CHOOSE_CARD: _choice("choose a card", "choose a card", "pass"),
    Decision.RESURRECT: _choice(
        "how many cards from the top of the discards instead of the deck?",
        "how many cards to take from the discards instead of the deck",
    ),
    Decision.RECEIVE: Question(
        "lay out what you have just received?", "lay out what was just received", "done", open=False
    ),
    Decision.SPOILS: _choice("pick a treasure", "take one of the shown treasures"),
    Decision.CHARITY: _choice("too many cards in hand: which one goes?", "which card to give away"),
    Decision.CHARITY_SEAT: _choice("who gets the card?", "whom to give it to"),
    Decision.LOOT_BODY: _choice("take a card from the body", "take a card of the dead player"),
    Decision.BIG_ITEMS: Question("too many big items: which one goes?", "too many Big items: which one goes"),
    Decision.PICK: _choice("choose one", "which of the effects happens"),
    Decision.BEFORE_CURSE: Question(
        "a curse is about to strike you: drop a race or class first?",
        "drop a race or class before the curse strikes?",
        "pass",
    ),
    Decision.ENTRY: Question("exchange treasures with the monster?", "exchange treasures with the monster?", "pass"),
    Decision.ACCEPT_ESCAPE: Question("do you come along?", "be carried along by the automatic escape?", "yes no"),
    Decision.GOTH: _hidden(
        "a goth has come: do you send another after it?",
        "a goth has come: add one from your hand?",
        "pass",
    ),
    Decision.GIVE_LEVEL: _choice("who of the lowest gains the level?", "who of the lowest gains the level"),
    Decision.CURE: Question(
        "do you cure all Cultists instead of raising the class?",
        "raise the class, or cure all Cultists instead",
        "yes no",
        means={"yes": "cure all Cultists", "no": "raise the class"},
    ),
    Decision.PEEK: Question(
        "you have looked at the door: what now?",
        "the door has been looked at: open it, or do something first",
        "pass",
        means={"pass": "open the door"},
    ),
    Decision.CONTEST: _hidden(
        "somebody claims a card of the discards: do you claim it too, for a level card?",
        "another claims a card of the discards: claim it too, for a level card?",
        "yes no",
        yes="claim it too, for a level card",
        no="leave it to the others",
    ),
    Decision.JOIN: _hidden("the cult meets: do you join it?", "the cult meets: lay out a Cultist card?", "pass"),
    Decision.SWAP: _hidden(
        "the cult meets: do you want to swap a card with another Cultist?",
        "the cult meets: offer another Cultist a card of your hand for one of his?",
        "pass",
    ),
    Decision.ANSWER_SWAP: _choice(
        "another Cultist shows you a card: what do you give for it?",
        "give a card of your hand for the one that is shown to you?",
        "no",
    ),
    Decision.CROWD: _hidden(
        "the room is open to all: do you add a monster?",
        "the room is open to all: add a monster from your hand?",
        "pass",
    ),
}


def decisions_that(which: Callable[[Question], bool]) -> int:
    """The decisions of whose row this is true, as bits."""
    return sum(1 << decision for decision, question in DECISIONS.items() if which(question))


def listed_decisions(which: Callable[[Question], bool]) -> tuple[Decision, ...]:
    """The same one by one."""
    return tuple(decision for decision, question in DECISIONS.items() if which(question))
