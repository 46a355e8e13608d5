"""The verbs: what an answer begins with, and a row for each that says what shape its answer has.

A row says how a verb is answered: which parts follow, where its cards lie, which ability it needs, where it may be
listed. When it is possible, with which cards, and what it does, is said by its chapter of the rules.
"""

from dataclasses import dataclass
from enum import IntEnum, IntFlag

from munchkin_env.vocabulary.effects import Ability, Op
from munchkin_env.vocabulary.words import Decision, Stage, Window


class Verb(IntEnum):
    PASS = 0
    DONE = 1
    YES = 2
    NO = 3
    COUNTER = 4
    PLAY = 5
    LAY_OUT = 6
    USE = 7  # turn a carried item upright
    CARRY = 8  # turn an item in use sideways
    SELL = 9
    STEAL = 10
    TRADE = 11
    GIVE = 12
    SHOW_HAND = 13
    DROP = 14  # discard one's race or class
    OPEN_DOOR = 15
    FIGHT = 16  # look for trouble
    LOOT_ROOM = 17
    END_TURN = 18
    ASK_HELP = 19
    OFFER_HELP = 20
    KILL = 21
    RUN_AWAY = 22
    ROLL = 23
    BERSERK = 24
    BACKSTAB = 25
    TURN_UNDEAD = 26
    CHARM = 27
    FLIGHT = 28
    RETRY = 29  # Halfling: roll again
    BRIBE = 30
    SEND_AWAY = 31
    DECLINE = 32  # do not fight a monster that may be left alone
    EXCHANGE = 33  # Lawyers: swap treasures
    PAY_ESCAPE = 34  # Pit Bull: throw it an item
    LEND = 35  # give an item to the Hireling
    FIRST_PICK = 36  # the helper picks first
    THROW_AWAY = 37
    TAKE = 38
    HAND_OVER = 39
    ANSWER_CALL = 40  # add a goth to the one that calls, or a monster to those of a room
    USE_POWER = 41  # use a card in play for what it costs
    CLAIM = 42  # take what a neighbour has discarded, or a race or class for a level card (QUICK-4)
    SACRIFICE = 43  # a sidekick, in place of a roll to run away
    SWAP = 44  # a card of the hand for one of another Cultist's


class Where(IntFlag):
    """Where cards lie that an answer may name."""

    HAND = 1  # one's own
    TABLE = 2  # one's own
    PARTNER = 4  # the table of the player who has been named
    OTHERS = 8  # all other tables
    ASIDE = 16  # what is being resolved
    DISCARDS = 32
    COMBAT = 64  # cards that lie with the combat


NOWHERE = Where(0)


@dataclass(frozen=True)
class Answer:
    """The shape of a verb's answer."""

    words: str
    """What it means to the player who is asked."""
    parts: tuple[Stage, ...] = ()
    """What follows the verb, in this order. MORE, WANT and TERMS of an offer come only with full bargaining; what
    follows the card of a play is said by the card's aim."""
    cards: Where = NOWHERE
    """Where the cards lie that CARD and MORE ask for, or TERMS."""
    seconds: Where = NOWHERE
    """Where the cards lie that SECOND and WANT ask for."""
    ability: Ability = Ability.NONE
    """What a race, class, item or curse must let the player do."""
    word: Op = Op.NONE
    """What some monster of the combat must have among its words."""
    at: tuple[Decision, ...] = ()
    """The decisions at which it may be listed."""
    windows: tuple[Window, ...] = ()
    """The windows in which it may be listed (WINDOW-3)."""


_OWN = Where.HAND | Where.TABLE
_ANYWHERE = _OWN | Where.OTHERS | Where.ASIDE | Where.DISCARDS | Where.COMBAT
_TURN = (Decision.TURN_START, Decision.AFTER_DOOR, Decision.AFTER_COMBAT)
_TURN_OR_COMBAT = (*_TURN, Decision.COMBAT)
_ANSWERS = (
    Decision.ANSWER_HELP,
    Decision.ANSWER_COUNTER,
    Decision.ANSWER_VOLUNTEER,
    Decision.ANSWER_TRADE,
    Decision.ACCEPT_ESCAPE,
    Decision.CURE,
    Decision.CONTEST,
)
_ALL = tuple(window for window in Window if window != Window.NONE)
_CANCELLATIONS = (Window.CURSE, Window.PLAYED, Window.OPENED)
# in which there is nothing but a reaction to one thing
_OF_ONE_CARD = (Window.ROLL, Window.DISCARD, Window.SPOILS, Window.ROOM, *_CANCELLATIONS)
_NOT_OF_ROLLS = tuple(window for window in _ALL if window not in _OF_ONE_CARD)
# A combat may be on in all of these, since a curse or a theft in it opens windows of its own.
_IN_COMBAT = _NOT_OF_ROLLS
_BETWEEN_TURNS = (Window.TURN_START, Window.CHARITY)

VERBS: dict[Verb, Answer] = {
    Verb.PASS: Answer(
        "pass",
        at=(
            *(Decision.BEFORE_CURSE, Decision.ENTRY, Decision.GOTH, Decision.CHOOSE_CARD, Decision.PEEK),
            *(Decision.JOIN, Decision.SWAP),
            Decision.CROWD,
        ),
        windows=_ALL,
    ),
    Verb.DONE: Answer("done", at=(Decision.SETUP, Decision.RECEIVE)),
    Verb.YES: Answer("yes", at=_ANSWERS),
    Verb.NO: Answer("no", at=(*_ANSWERS, Decision.ANSWER_SWAP)),
    Verb.COUNTER: Answer(  # of a trade or gift by a card instead of a number
        "yes, for more treasures",
        (Stage.AMOUNT,),
        cards=Where.OTHERS,
        at=(Decision.ANSWER_HELP, Decision.ANSWER_TRADE),
    ),
    Verb.PLAY: Answer(
        "play a card",
        (Stage.CARD,),
        cards=_OWN,
        seconds=_ANYWHERE,
        at=(*_TURN_OR_COMBAT, Decision.FLEE, Decision.RECEIVE),
        windows=_ALL,
    ),
    Verb.LAY_OUT: Answer(  # SECOND follows if a second class comes with it (MOD-1), or one of two goes for it (CULT-2)
        "lay out a card",
        (Stage.CARD,),
        cards=Where.HAND,
        seconds=_OWN,
        at=(*_TURN_OR_COMBAT, Decision.FLEE, Decision.SETUP, Decision.RECEIVE, Decision.JOIN),
    ),
    Verb.USE: Answer("use a carried item", (Stage.CARD,), cards=Where.TABLE, at=_TURN),
    Verb.CARRY: Answer(
        "put an item away",
        (Stage.CARD,),
        cards=Where.TABLE,
        at=(*_TURN_OR_COMBAT, Decision.FLEE),
        windows=_NOT_OF_ROLLS,
    ),
    Verb.SELL: Answer("sell items", (Stage.MORE,), cards=_OWN, at=(*_TURN, Decision.BIG_ITEMS)),
    Verb.STEAL: Answer(
        "steal an item",
        (Stage.SEAT, Stage.CARD, Stage.SECOND),
        cards=Where.PARTNER,
        seconds=_OWN,
        ability=Ability.THEFT,
        at=_TURN,
        windows=_NOT_OF_ROLLS,
    ),
    Verb.TRADE: Answer(
        "offer a trade",
        (Stage.SEAT, Stage.CARD, Stage.MORE, Stage.SECOND, Stage.WANT),
        cards=Where.TABLE,
        seconds=Where.PARTNER,
        at=_TURN,
        windows=_BETWEEN_TURNS,
    ),
    Verb.GIVE: Answer(
        "offer a gift",
        (Stage.SEAT, Stage.CARD, Stage.MORE),
        cards=Where.TABLE,
        at=_TURN,
        windows=_BETWEEN_TURNS,
    ),
    Verb.SHOW_HAND: Answer("show your hand to all", at=_TURN_OR_COMBAT, windows=(Window.TURN_START,)),
    Verb.DROP: Answer(
        "discard a race, class or other card in play",
        (Stage.CARD,),
        cards=Where.TABLE,
        at=(*_TURN_OR_COMBAT, Decision.FLEE, Decision.BEFORE_CURSE),
        windows=_NOT_OF_ROLLS,
    ),
    Verb.OPEN_DOOR: Answer("open the door", at=_TURN),
    Verb.FIGHT: Answer("fight a monster from your hand", (Stage.CARD,), cards=Where.HAND, at=(Decision.AFTER_DOOR,)),
    Verb.LOOT_ROOM: Answer("loot the room", at=(Decision.AFTER_DOOR, Decision.AFTER_COMBAT)),
    Verb.END_TURN: Answer("end the turn", at=(Decision.AFTER_DOOR, Decision.AFTER_COMBAT)),
    Verb.ASK_HELP: Answer(
        "ask for help",
        (Stage.SEAT, Stage.AMOUNT, Stage.TERMS),
        cards=Where.TABLE,
        at=(Decision.COMBAT,),
    ),
    Verb.OFFER_HELP: Answer("offer your help", (Stage.AMOUNT,), windows=_IN_COMBAT),
    Verb.KILL: Answer("win the fight", at=(Decision.COMBAT,)),
    Verb.RUN_AWAY: Answer("give up and run away", at=(Decision.COMBAT,)),
    Verb.ROLL: Answer("roll to run away", (Stage.PLACE,), at=(Decision.FLEE,)),
    Verb.BERSERK: Answer(
        "go berserk with a card",
        (Stage.CARD,),
        cards=_OWN,
        ability=Ability.BERSERK,
        at=(Decision.COMBAT,),
        windows=_IN_COMBAT,
    ),
    Verb.BACKSTAB: Answer(
        "backstab",
        (Stage.SEAT, Stage.CARD),
        cards=_OWN,
        ability=Ability.BACKSTAB,
        at=(Decision.COMBAT,),
        windows=_IN_COMBAT,
    ),
    Verb.TURN_UNDEAD: Answer(
        "turn the undead with a card",
        (Stage.CARD,),
        cards=_OWN,
        ability=Ability.TURNING,
        at=(Decision.COMBAT,),
        windows=_IN_COMBAT,
    ),
    Verb.CHARM: Answer(
        "charm a monster with your whole hand",
        (Stage.PLACE,),
        ability=Ability.CHARM,
        at=(Decision.COMBAT,),
        windows=_IN_COMBAT,
    ),
    Verb.FLIGHT: Answer(
        "fly: discard a card for your roll",
        (Stage.CARD,),
        cards=_OWN,
        ability=Ability.FLIGHT,
        windows=(Window.ROLL,),
    ),
    Verb.RETRY: Answer(
        "discard a card and roll again",
        (Stage.CARD,),
        cards=_OWN,
        ability=Ability.RETRY,
        windows=(Window.ROLL,),
    ),
    Verb.BRIBE: Answer(
        "bribe the monster",
        (Stage.PLACE, Stage.CARD),
        cards=Where.TABLE,
        word=Op.BRIBE,
        at=(Decision.COMBAT,),
    ),
    Verb.SEND_AWAY: Answer(
        "send the monster away",
        (Stage.PLACE,),
        word=Op.SEND_AWAY,
        at=(Decision.COMBAT,),
        windows=_IN_COMBAT,
    ),
    Verb.DECLINE: Answer("do not fight the monster", (Stage.PLACE,), word=Op.DECLINE, at=(Decision.COMBAT,)),
    Verb.EXCHANGE: Answer("exchange treasures", (Stage.MORE,), cards=_OWN, at=(Decision.ENTRY,)),
    Verb.PAY_ESCAPE: Answer(
        "pay your way out",
        (Stage.PLACE, Stage.CARD),
        cards=Where.TABLE,
        word=Op.ESCAPE_FOR_ITEM,
        at=(Decision.FLEE,),
    ),
    Verb.LEND: Answer("give an item to the Hireling", (Stage.CARD,), cards=_OWN, at=_TURN),
    Verb.FIRST_PICK: Answer("and the helper picks first"),  # a term of ASK_HELP
    Verb.THROW_AWAY: Answer("throw an item away", (Stage.CARD,), cards=Where.TABLE, at=_TURN),
    Verb.TAKE: Answer("take an unseen card from the hand", at=(Decision.CHOOSE_CARD,)),
    Verb.HAND_OVER: Answer(  # SEAT only if several could get it (ITEM-3)
        "hand over a Big item",
        (Stage.CARD, Stage.SEAT),
        cards=Where.TABLE,
        at=(Decision.BIG_ITEMS,),
    ),
    # MORE follows if it costs cards, AMOUNT if a bonus is declared, SEAT if a player is named, SECOND for a discard
    Verb.USE_POWER: Answer(
        "use what a card in play can do",
        (Stage.CARD,),
        cards=_OWN,
        seconds=Where.DISCARDS,
        at=(*_TURN_OR_COMBAT, Decision.FLEE, Decision.PEEK),
        windows=(*_NOT_OF_ROLLS, Window.CURSE),
    ),
    Verb.ANSWER_CALL: Answer(
        "add a monster from your hand", (Stage.CARD,), cards=Where.HAND, at=(Decision.GOTH, Decision.CROWD)
    ),
    Verb.CLAIM: Answer(
        "claim a card of the discards",
        (Stage.CARD,),
        cards=Where.DISCARDS,
        at=(*_TURN_OR_COMBAT, Decision.FLEE),
        windows=(Window.DISCARD,),
    ),
    Verb.SACRIFICE: Answer(  # AMOUNT only of a leader: 1 takes the helper along (SIDE-2)
        "sacrifice a sidekick", (Stage.CARD, Stage.AMOUNT), cards=Where.TABLE, at=(Decision.FLEE,)
    ),
    Verb.SWAP: Answer(
        "show a Cultist a card of your hand that you give for one of his",
        (Stage.SEAT, Stage.CARD),
        cards=Where.HAND,
        at=(Decision.SWAP,),
    ),
}

IN_DECISION: dict[tuple[Decision, Verb], str] = {  # where a verb means something else
    (Decision.ANSWER_TRADE, Verb.COUNTER): "yes, for one item more",
    (Decision.COMBAT, Verb.CARRY): "take a laser off the others",
    (Decision.FLEE, Verb.CARRY): "take a laser off the others",
    (Decision.WINDOW, Verb.CARRY): "take a laser off the others",
    (Decision.BEFORE_CURSE, Verb.DROP): "discard your race or class",
    (Decision.PEEK, Verb.PASS): "open the door",
    (Decision.JOIN, Verb.LAY_OUT): "become a Cultist",
    (Decision.GOTH, Verb.ANSWER_CALL): "add a goth from your hand",
    (Decision.AFTER_DOOR, Verb.OPEN_DOOR): "open a second door instead of looting",
    (Decision.AFTER_COMBAT, Verb.OPEN_DOOR): "open a second door instead of looting",
    (Decision.CURE, Verb.YES): "cure all Cultists",
    (Decision.CURE, Verb.NO): "raise the class",
    (Decision.CONTEST, Verb.YES): "claim it too, for a level card",
    (Decision.CONTEST, Verb.NO): "leave it to the others",
}


def words_of(decision: Decision, verb: Verb) -> str:
    """What a verb means to the player who is asked, at a decision."""
    return IN_DECISION.get((decision, verb), VERBS[verb].words)


# ------------------------------------------------------- for the engine: sets of verbs as integers, bit `verb` each


def _with(first: Stage, then: Stage) -> int:
    """Verbs in whose answer the part `then` follows `first` (VERB: begins)."""
    return sum(
        1 << verb
        for verb, row in VERBS.items()
        if (first, then) in zip((Stage.VERB, *row.parts), row.parts, strict=False)
    )


def _cards(where: Where) -> int:
    return sum(1 << verb for verb, row in VERBS.items() if row.cards & where)


def _seconds(where: Where) -> int:
    return sum(1 << verb for verb, row in VERBS.items() if row.seconds & where)


SEAT_FIRST = _with(Stage.VERB, Stage.SEAT)
PLACE_FIRST = _with(Stage.VERB, Stage.PLACE)
AMOUNT_FIRST = _with(Stage.VERB, Stage.AMOUNT)
SET_FIRST = _with(Stage.VERB, Stage.MORE)
CARD_AFTER_SEAT = _with(Stage.SEAT, Stage.CARD)
AMOUNT_AFTER_SEAT = _with(Stage.SEAT, Stage.AMOUNT)
CARD_AFTER_PLACE = _with(Stage.PLACE, Stage.CARD)
SEAT_AFTER_CARD = _with(Stage.CARD, Stage.SEAT)
AMOUNT_AFTER_CARD = _with(Stage.CARD, Stage.AMOUNT)
TERMS_AFTER_AMOUNT = _with(Stage.AMOUNT, Stage.TERMS)
SET_AFTER_CARD = _with(Stage.CARD, Stage.MORE)
SECOND_AFTER_SET = _with(Stage.MORE, Stage.SECOND)
SECOND_AFTER_CARD = _with(Stage.CARD, Stage.SECOND) | (SET_AFTER_CARD & SECOND_AFTER_SET)
WANT_AFTER_SECOND = _with(Stage.SECOND, Stage.WANT)

CARD_IN_HAND = _cards(Where.HAND)
CARD_ON_TABLE = _cards(Where.TABLE)
CARD_OF_PARTNER = _cards(Where.PARTNER)
CARD_OF_OTHERS = _cards(Where.OTHERS)
CARD_IN_DISCARDS = _cards(Where.DISCARDS)
SECOND_IN_HAND = _seconds(Where.HAND)
SECOND_ON_TABLE = _seconds(Where.TABLE)
SECOND_OF_PARTNER = _seconds(Where.PARTNER)

NEEDS_ABILITY = sum(1 << verb for verb, row in VERBS.items() if row.ability)
NEEDS_WORD = sum(1 << verb for verb, row in VERBS.items() if row.word)
# By verb; the compiler reads these tables where the verb is known.
ABILITY_OF = tuple(int(VERBS[Verb(v)].ability) if v in VERBS else 0 for v in range(max(Verb) + 1))
WORD_OF = tuple(int(VERBS[Verb(v)].word) if v in VERBS else 0 for v in range(max(Verb) + 1))
