"""Cards that may be cancelled as they come: what is played, laid out, fought or opened lies there before it works."""

from munchkin_env.engine.kernels.kernel import kernel
from munchkin_env.engine.kernels.language import seats
from munchkin_env.engine.mutations.cards import ALL_SEATS, leave_table, move_card, set_flag
from munchkin_env.engine.mutations.stack import pop, push, push_window
from munchkin_env.engine.queries.cards import has_flag
from munchkin_env.engine.queries.people import takes_part
from munchkin_env.engine.state.frames import OPENS_DOOR
from munchkin_env.vocabulary import Flag, Frame, Moment, Window, Windows, Zone

ANNOUNCED = 0
CANCELLABLE = 1
BYTE = 255  # `said` of a PLAYED frame: the verb, the decision, the window and the zone, eight bits each


@kernel
def may_be_cancelled(s, t, p):
    """WINDOW-3: somebody but `p` (-1: anybody) holds a card that cancels; with open windows nobody knows."""
    if t.moments & Moment.PLAYED == 0 or s.turn == 0:
        return False
    if s.rules.windows == Windows.OPEN:
        return True
    for q in seats(s):
        if q != p and takes_part(s, q) and s.player[q].hand_when & Moment.PLAYED:
            return True
    return False


@kernel
def announce(s, t, p, verb):
    """The card of the answer lies there; it works when nobody cancels it."""
    move = s.move
    c = move.card
    zone = s.card[c].zone
    f = s.frame[push(s, Frame.PLAYED, p, move.seat)]
    f.fresh = 1 if has_flag(s, c, Flag.NEW) else 0
    f.other_card = move.second
    f.target = move.place
    f.card = c
    f.amount = move.amount
    f.said = verb | (s.decision << 8) | (s.window << 16) | (zone << 24)
    if zone >= Zone.TABLE:
        leave_table(s, t, c, Zone.ASIDE, ALL_SEATS)
    else:
        move_card(s, t, c, Zone.ASIDE, ALL_SEATS)


@kernel
def is_announced(f):
    """The card of frame `f` lies there, and does not work yet."""
    return f.kind == Frame.PLAYED


@kernel
def announce_door(s, t, p, c):
    """TURN-2: the door lies open, and may be cancelled before anything comes of it; then another one is opened."""
    move_card(s, t, c, Zone.ASIDE, ALL_SEATS)
    f = s.frame[push(s, Frame.PLAYED, p, p)]
    f.card = c
    f.said = OPENS_DOOR


@kernel
def ask_for_cancellation(s, i):
    """WINDOW-1: everybody is asked, but not whoever plays the card; whoever opens a door comes last."""
    f = s.frame[i]
    f.stage = CANCELLABLE
    p = f.seat
    c = f.card
    window = Window.OPENED if f.said == OPENS_DOOR else Window.PLAYED
    s.frame[push_window(s, window, p)].card = c


@kernel
def recall(s, i):
    """The answer that frame `i` announces is the one that is given, at its decision and in its window."""
    f = s.frame[i]
    said = f.said
    move = s.move
    move.verb = said & BYTE
    move.card = f.card
    move.seat = f.other
    move.second = f.other_card
    move.place = f.target
    move.amount = f.amount
    s.decision = (said >> 8) & BYTE
    s.window = (said >> 16) & BYTE
    s.seat = f.seat


@kernel
def take_up(s, t, i):
    """The card goes back to where it came from, and the answer is what it was; its frame goes."""
    f = s.frame[i]
    c = f.card
    zone = f.said >> 24
    new = f.fresh
    recall(s, i)
    pop(s, i)
    move_card(s, t, c, zone, ALL_SEATS)
    if new:
        set_flag(s, t, c, Flag.NEW, 1)
