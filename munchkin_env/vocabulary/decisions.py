"""Decisions, with a row of facts for each: the question in words, and its visibility."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from munchkin_env.vocabulary.words import Rowed


class Question(NamedTuple):
    """Facts about a decision."""

    to_him: str
    """Question as the asked player reads it."""
    to_all: str
    """Text of the decision for everybody at the table."""
    verbs: str = ""
    """Verbs that are legal at it, among those whose chapters leave it to this row (`rules.rows.answered`)."""
    private: bool = False
    """It depends on a seat's hand, so others cannot see which seat is to act (WINDOW-3)."""
    open: bool = True
    """All seats can see which seat is to act."""
    free: bool = False
    """The player in turn is to act outside combat, with all options of the rest of the turn (TURN-1)."""
    fight: bool = False
    """A fighter is to act, in a combat or during its flight."""
    reacts: bool = False
    """It asks in windows for a reaction to another player's play (WINDOW-1)."""
    offer: bool = False
    """It asks whether to accept another player's offer: help, a price or goods."""
    choice: bool = False
    """Its actions are a card, a seat or a number, without a verb."""
    counts: tuple[str, str] | None = None
    """Unit of a number that is its action, and the meaning of none."""
    means: Mapping[str, str] = MappingProxyType({})
    """Meaning of one of those verbs at this decision, where it differs."""
    named: str = ""
    """Question that names the card or rule which asks, with the fields of `game.questions`; empty: as it is."""


def _hidden(
    to_him: str, to_all: str, verbs: str = "", reacts: bool = False, named: str = "", **means: str
) -> Question:
    return Question(to_him, to_all, verbs, private=True, open=False, reacts=reacts, means=means, named=named)


def _offer(to_him: str, to_all: str, verbs: str = "yes no", **means: str) -> Question:
    return Question(to_him, to_all, verbs, offer=True, means=means)


def _choice(
    to_him: str, to_all: str, verbs: str = "", counts: tuple[str, str] | None = None, named: str = ""
) -> Question:
    return Question(to_him, to_all, verbs, choice=True, counts=counts, named=named)


class Decision(Rowed):
    """Question put to the acting seat. Part of its observation."""

    row: Question

    NONE = 0, Question("nothing", "", open=False)
    SETUP = 1, Question(
        "lay out cards before the first turn", "lay out cards before the first turn", "done lay_out", open=False
    )
    TURN_START = 2, Question(
        "your turn, before the door",
        "the turn begins: what to do before the door is opened",
        free=True,
    )
    AFTER_DOOR = 3, Question(
        "no monster behind the door: look for trouble, or loot the room?",
        "no monster was met: look for trouble, loot the room or do something else",
        free=True,
    )
    AFTER_COMBAT = 4, Question("the rest of your turn", "what to do before charity", free=True)
    COMBAT = 5, Question("your fight", "the combat", fight=True)
    WINDOW = 6, _hidden("will you react?", "react, or pass", reacts=True, named="{reaction}{asked}")
    FLEE = 7, Question(
        "run away from which monster?", "which monster to run away from", fight=True, named="{flight}"
    )
    ANSWER_HELP = 8, _offer("will you help?", "help for this price?", "yes no counter")
    ANSWER_COUNTER = 9, _offer("do you take the counter-offer?", "accept the counter-offer?")
    ANSWER_VOLUNTEER = 10, _offer("do you take that offer of help?", "accept the offered help?")
    ANSWER_TRADE = 11, _offer(
        "do you take that offer?",
        "accept the trade or gift?",
        "yes no counter",
        counter="yes, for one item more",
    )
    CHOOSE_CARD = 12, _choice("choose a card", "choose a card", "pass", named="{choice}")  # to lose, take or give
    RESURRECT = 13, _choice(
        "how many cards from the top of the discards instead of the deck?",
        "how many cards to take from the discards instead of the deck",
        counts=("card from the discards", "none: from the deck"),
        named="resurrection: {asked}",
    )
    RECEIVE = 14, Question(
        "lay out what you have just received?", "lay out what was just received", "done lay_out play", open=False
    )
    SPOILS = 15, _choice(
        "pick a treasure", "take one of the shown treasures", named="treasure of the fight: {asked}"
    )
    CHARITY = 16, _choice(
        "too many cards in hand: which one goes?", "which card to give away", named="charity, {asked}"
    )
    CHARITY_SEAT = 17, _choice("who gets the card?", "whom to give it to", named="charity: who gets {card}?")
    LOOT_BODY = 18, _choice(
        "take a card from the body", "take a card of the dead player", named="looting the body of {whom}: take a card"
    )
    BIG_ITEMS = 19, Question("too many big items: which one goes?", "too many Big items: which one goes")
    PICK = 20, _choice("choose one", "which of the effects happens", named="{clause}{asked}")
    BEFORE_CURSE = 21, Question("nothing", "nothing", open=False)  # never asked (CURSE-1a); its number is stored
    ENTRY = 22, Question(
        "exchange treasures with the monster?", "exchange treasures with the monster?", "pass", named="{door}: {asked}"
    )
    ACCEPT_ESCAPE = 23, Question(
        "do you come along?", "be carried along by the automatic escape?", "yes no", named="{card}: {asked}"
    )
    GOTH = 24, _hidden(
        "a goth has come: do you send another after it?",
        "a goth has come: add one from your hand?",
        "pass",
        named="{source}{asked}",
    )
    GIVE_LEVEL = 25, _choice(
        "who of the lowest gains the level?", "who of the lowest gains the level", named="{source}{asked}"
    )
    CURE = 26, Question(
        "do you cure all Cultists instead of raising the class?",
        "raise the class, or cure all Cultists instead",
        "yes no",
        means={"yes": "cure all Cultists", "no": "raise the class"},
        named="{card}: {asked}",
    )
    PEEK = 27, Question(
        "you have looked at the door: what now?",
        "the door has been looked at: open it, or do something first",
        "pass",
        means={"pass": "open the door"},
    )
    CONTEST = 28, _hidden(
        "somebody claims a card of the discards: do you claim it too, for a level card?",
        "another claims a card of the discards: claim it too, for a level card?",
        "yes no",
        named="{card} is claimed from the discards: do you claim it too, for a level card?",
        yes="claim it too, for a level card",
        no="leave it to the others",
    )
    JOIN = 29, _hidden(
        "the cult meets: do you join it?",
        "the cult meets: lay out a Cultist card?",
        "pass lay_out",
        lay_out="become a Cultist",
    )
    SWAP = 30, _hidden(
        "the cult meets: do you want to swap a card with another Cultist?",
        "the cult meets: offer another Cultist a card of your hand for one of his?",
        "pass",
    )
    ANSWER_SWAP = 31, _choice(
        "another Cultist shows you a card: what do you give for it?",
        "give a card of your hand for the one that is shown to you?",
        "no",
        named="the cult meets, and another Cultist shows you {card}: what do you give for it?",
    )
    CROWD = 32, _hidden(
        "the room is open to all: do you add a monster?",
        "the room is open to all: add a monster from your hand?",
        "pass",
        named="{source}{asked}",
    )


def decisions_that(which: Callable[[Question], bool]) -> int:
    """Return the decisions whose row holds this, as bits."""
    return sum(1 << decision for decision in Decision if which(decision.row))


def listed_decisions(which: Callable[[Question], bool]) -> tuple[Decision, ...]:
    """Return the decisions whose row holds this, one by one."""
    return tuple(decision for decision in Decision if which(decision.row))
