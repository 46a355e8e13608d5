"""Frames: pending work on the stack of a state, by kind, and the fields of each kind.

All frames have the same few numbers; their contents differ from kind to kind, so each kind names them, and kernels read
and write them by these names: `f.thief` is `f.n` to the machine. A name means the same number of a frame in all kinds
that have it. The chapter declares how a frame continues (`rules.rows.frame`).
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from munchkin_env.vocabulary.effects import Filter, Take
from munchkin_env.vocabulary.words import (
    FAR,
    MAX_CLAUSES,
    MAX_MONSTERS,
    MAX_TAGS,
    Deck,
    Limit,
    RollFor,
    Rowed,
    Window,
    bits,
)


class Held(NamedTuple):
    """Meaning of a number in frames of one kind."""

    slot: str
    """Number of the frame that holds it (`layout.FRAME_FIELDS`)."""
    lowest: Limit
    highest: Limit
    meaning: str
    seen: str = "engine"
    """`public`: it follows from open play; `asking`: as `public`, except while the frame on top asks a player whose
    identity is secret (WINDOW-3); `engine`: it is hidden, so determinizations sample it again or clear it."""
    of_hand: bool = False
    """A card of a hand, of which the others see only the owner."""


class FrameRow(NamedTuple):
    """Facts about the frames of a kind, besides their two seats; a number without a name is zero."""

    held: Mapping[str, Held]
    """Its numbers, by their names."""
    shown: tuple[str, ...] | None = ()
    """Part that a view shows while it asks, besides subject and number left; None: not even those."""
    to_the_asked: bool = False
    """Only the asked player sees that part."""
    about_seat: str = "seat"
    """Seat of its two that it is about, if that shows more than the rest of the state; empty: none of them."""
    about_card: bool = False
    """Its question is about one card."""
    lowest: bool = False
    """It is below all others, and is the only such frame."""
    asks: str = ""
    """Origin of a question on top of it: `card`, its own; `below`, that of the frame below; empty: a rule."""
    cancelled: bool = False
    """Its card may be cancelled while a window on top of it asks."""
    rule: str = ""
    """Rule by which a question on top of it asks for cards."""


def _told(slot: str, lowest: Limit, highest: Limit, meaning: str) -> Held:
    return Held(slot, lowest, highest, meaning, "public")


def _asked(slot: str, highest: Limit, meaning: str) -> Held:
    return Held(slot, 0, highest, meaning, "asking")


def _stages(last: int) -> Held:
    return _told("stage", 0, last, "where its rule goes on")


_CARD = _told("c", 1, "n_cards", "card copy")
_SECOND = Held("arg", 0, "n_cards", "second card copy of the play", of_hand=True)
_FILTER = _told("a", 0, max(Filter), "vocabulary.Filter: which cards")
_TAKE = _told("b", 0, max(Take), "vocabulary.Take: what happens to a chosen card")
MOST_THROWS = 250
"""Dice that are thrown for the order of those who loot a body; players who still tie come in seating order."""
_THROWN = _told("arg", 0, bits(48), "throw of each seat, above 0, eight bits a seat; 0: nothing yet")
_SEATS_DONE = Held("n", 0, "players", "seats that have been asked to lay out cards")


class Frame(Rowed):
    """Continuations on the stack. The top frame says what happens next."""

    row: FrameRow

    NONE = 0, FrameRow({}, shown=None, about_seat="")
    SETUP = 1, FrameRow(
        {
            "stage": _stages(1),
            "to_ask": _told("b", 1, "players", "seats that are asked"),
            "seats_done": _asked("n", "players", "seats that have been asked"),
        },
        shown=None,
    )
    TURN = 2, FrameRow(
        {
            "stage": _stages(9),
            "over_limit": _told("n", 0, "n_cards", "cards above the limit of the hand when charity came"),
        },
        shown=None,
        lowest=True,
    )
    WINDOW = 3, FrameRow(
        {
            "window": _told("a", 1, max(Window), "vocabulary.Window"),
            "card": _told("c", 0, "n_cards", "card copy that may be cancelled"),
            "passes": _asked("passes", "players", "seats that have passed in a row"),
        },
        shown=None,
        asks="below",
    )
    COMBAT = 4, FrameRow({"stage": _stages(6)}, shown=None)
    FLEE = 5, FrameRow(
        {
            "stage": _stages(2),
            "fled_from": _told("a", 0, MAX_MONSTERS - 1, "place of the monster that is fled from"),
            "escaped": _told("b", 0, MAX_MONSTERS, "monsters escaped"),
            "caught": _told("n", 0, MAX_MONSTERS, "monsters that caught"),
        },
        shown=None,
    )
    EFFECTS = 6, FrameRow(  # runs clauses of a card for a victim
        {
            "clause": _told("a", 1, MAX_CLAUSES, "next clause"),
            "clauses_left": _told("b", 0, MAX_CLAUSES, "clauses that are left"),
            "card": _CARD,
            "place": _told("n", 0, 1 + MAX_MONSTERS, "combat place, or a number of the play"),
            "second": _SECOND,
            "did": _told("did", 0, 1, "1: the last clause did something"),
            "prepared": _told("passes", 0, 1, "1: the die of the next clause has been rolled, or its cards chosen"),
            "spared": _told("stage", 0, 100, "levels that are spared, and one more since its victim is asked"),
        },
        asks="card",
    )
    CHOOSE = 7, FrameRow(  # somebody chooses a card of a victim
        {
            "filter": _FILTER,
            "take": _TAKE,
            "left": _told("n", 0, "n_cards", "cards still to choose"),
            # 1: only the surplus, races or classes (MOD-1); 2: the player may decline; 3: the player may decline, and
            # each card spares a level
            "manner": _told("c", 0, 3, "how it is chosen"),
            "detail": _told("arg", 0, FAR + bits(MAX_TAGS), "slot, tags, class or gold of the filter"),
        },
        shown=("filter", "take", "detail"),
        about_seat="other",
        asks="below",
    )
    CURSE = 8, FrameRow(
        {
            "stage": _stages(2),
            "from_door": _told("a", 0, 1, "1: turned up at the door"),
            "card": _CARD,
        },
        shown=("from_door", "card"),
        about_card=True,
        cancelled=True,
    )
    ROLL = 9, FrameRow(
        {
            "stage": _stages(1),
            "purpose": _told("a", 1, max(RollFor), "vocabulary.RollFor"),
            "roll_place": _told("b", 0, MAX_MONSTERS - 1, "place of the monster that is fled from"),
            "automatic": _told("n", 0, 1, "1: escapes without a roll"),
        }
    )
    OFFER = 10, FrameRow({"stage": _stages(4)}, shown=None)  # an offer of help, a trade or a gift waits for a decision
    DRAW = 11, FrameRow(  # cards are drawn one after the other
        {
            "stage": _stages(1),
            "deck": _told("a", 0, max(Deck), "vocabulary.Deck"),
            "face_up": _told("b", 0, 1, "1: face up"),
            "to_spoils": _told("c", 0, 1, "1: to the spoils of a combat"),
            "left": _told("n", 0, FAR, "cards still to draw"),
        },
        shown=("deck", "face_up"),
    )
    RECEIVE = 12, FrameRow({}, shown=None, asks="below")  # a player may lay out the cards just received
    SPOILS = 13, FrameRow(  # shown treasure is shared out
        {
            "stage": _stages(2),
            "helper_first": _told("a", 0, 1, "1: the helper picks first"),
            "drawn": _told("b", 0, FAR, "treasures that are drawn"),
            "share": _told("n", 0, FAR, "treasures the helper still gets"),
            "helper_next": _told("passes", 0, 1, "1: the helper picks next"),
        },
        about_seat="",
    )
    CHARITY = 14, FrameRow(
        {
            "stage": Held("stage", 0, 2, "where its rule goes on"),
            "card": Held("c", 0, "n_cards", "card copy that is given away"),
            "seats_done": _SEATS_DONE,
            "gifts": _told("arg", 0, bits(48), "cards given, eight bits a seat"),
        },
        shown=("card",),
        to_the_asked=True,
        about_card=True,
        rule="charity, too many cards in hand",
    )
    LOOT_BODY = 15, FrameRow(
        {
            "stage": _stages(4),
            "seats_done": _SEATS_DONE,
            "throws": _told("a", 0, MOST_THROWS, "dice that have been thrown for the order"),
            "looting": _told("b", 0, "seats", "bits of who has looted"),
            "thrown": _THROWN,
        }
    )
    BIG_ITEMS = 16, FrameRow({}, shown=None)  # ITEM-3: too many Big items
    PICK = 17, FrameRow(  # somebody chooses between clauses
        {
            "clause": _told("a", 1, MAX_CLAUSES, "first clause to pick from"),
            "card": _CARD,
            "ways": _told("n", 1, 24, "clauses to pick from"),
            "target": _told("b", 0, 1 + MAX_MONSTERS, "combat place, or a number of the play"),
            "second": _SECOND,
        },
        shown=("clause", "card"),
        about_card=True,
    )
    WORTH = 18, FrameRow(  # items of a total value must be discarded
        {
            "or_level": _told("b", 0, 1, "1: who has too little loses a level"),
            "tax": _told("c", 0, 1, "1: the others owe what the first item is worth"),
            "owed": _told("n", -FAR, 32767, "gold still owed"),
        },
        shown=("tax",),
        asks="below",
    )
    ORDER = 19, FrameRow(  # seats act one after the other (each takes a card)
        {
            "filter": _FILTER,
            "take": _TAKE,
            "manner": _told("c", 0, 2, "1: the rest of the hand is discarded; 2: each may decline"),
            "queue": _told("arg", 0, bits(18), "queue of the seats that take, seat + 1, three bits each"),
        },
        asks="below",
    )
    THEFT = 20, FrameRow(
        {"card": _CARD, "thief": _told("n", 0, "n_cards", "sidekick that steals for the thief, 0: none does")}
    )
    # demand of a monster before the combat
    ENTRY = 21, FrameRow({"price": _told("n", 0, 100, "treasures that are exchanged")})
    # a fighter is offered an automatic escape by somebody else
    ACCEPT = 22, FrameRow({"card": _CARD}, shown=("card",), about_card=True)
    GOTH = 23, FrameRow(  # a monster that has entered calls for one more (GOTH-1)
        {
            "asked": _asked("passes", "players", "seats that have been asked, the monster's player first"),
            "everybody": _told("a", 0, 1, "1: the room calls, everybody may add a monster"),
        },
        shown=None,
        asks="below",
    )
    GIVE_LEVEL = 24, FrameRow(  # the player who loses a level says who gains it
        {"receivers": _told("arg", 1, "seats", "bits of the seats one of which gains a level")},
        shown=("receivers",),
        asks="below",
    )
    # a player who received a card that raises a class may cure the Cultists instead (CULT-7)
    CURE = 25, FrameRow({"card": _CARD}, shown=("card",), about_card=True)
    # the player in turn looks at the door about to be opened
    PEEK = 26, FrameRow({"stage": _stages(2)}, about_card=True)
    PLAYED = 27, FrameRow(  # a card that may be cancelled before it works
        {
            "stage": _stages(1),
            "other_card": Held("a", 0, "n_cards", "second card copy of the play", of_hand=True),
            "target": _told("b", 0, 1 + MAX_MONSTERS, "combat place of the play"),
            "card": _CARD,
            "amount": _told("n", 0, 23, "number of the play"),
            "said": _told("arg", 0, bits(32), "vocabulary.Verb, then the decision, window and zone, eight bits each"),
            "fresh": Held("did", 0, 1, "1: the card had just been received"),
        },
        cancelled=True,
    )
    CONTEST = 28, FrameRow(  # other players who claim the card on the discards (QUICK-4)
        {
            "stage": _stages(3),
            "card": _CARD,
            "asked": Held("passes", 0, "players", "seats that have been asked, and the first claimant"),
            "claimants": Held("b", 0, "seats", "bits of the seats that claim the card, while others are asked"),
            "throwers": _told("n", 0, "seats", "bits of the seats that throw dice for it when all have decided"),
            "thrown": _THROWN,
        },
        shown=("card",),
        about_card=True,
        asks="card",
    )
    MEETING = 29, FrameRow(  # players join the cult, then Cultists exchange cards of their hands
        {
            "stage": _asked("stage", 2, "where its rule goes on"),
            "asked": _asked("passes", "players", "seats that have been asked at this stage"),
            "card": Held("c", 0, "n_cards", "card copy of the hand that is proposed for a swap", of_hand=True),
        },
        shown=("card",),
        to_the_asked=True,
        about_card=True,
    )
    # a door has been opened: a room may be played, then it works, then what was behind the door (ROOM-1)
    ROOM = 30, FrameRow(
        {"stage": _stages(1), "card": _told("c", 0, "n_cards", "monster behind the door, 0 none")}
    )


def frames_that(which: Callable[[FrameRow], bool]) -> int:
    """Return the kinds of frames whose row holds this, as bits."""
    return sum(1 << kind for kind in Frame if which(kind.row))
