"""Windows: who has the word when others may react (WINDOW-1), and cards that may be cancelled as they come.

A card that is played, laid out, fought or opened lies there before it works.
"""

from munchkin_env.engine.kernels.kernel import kernel
from munchkin_env.engine.kernels.language import seats
from munchkin_env.engine.mutations.cards import ALL_SEATS, leave_table, move_card, set_flag
from munchkin_env.engine.mutations.stack import is_window, pop, push, push_window
from munchkin_env.engine.queries.cards import has_flag
from munchkin_env.engine.queries.people import flees_next, takes_part
from munchkin_env.engine.queries.strength import winning
from munchkin_env.engine.state.layout import OPENS_DOOR
from munchkin_env.vocabulary import Flag, Frame, Moment, Window, Windows, Zone


@kernel
def is_cancellation(window):
    """Return True if a pending card other than a curse may be cancelled."""
    return window == Window.PLAYED or window == Window.OPENED


@kernel
def has_the_word(s, window):
    """The seat whose decision led to the window: the leader in combat, else the player in turn. -1: nobody."""
    if window == Window.ROLL or window == Window.CURSE or window == Window.DISCARD or window == Window.SPOILS:
        return -1
    if is_cancellation(window) or window == Window.ROOM:
        return -1
    if window == Window.FLIGHT:
        return flees_next(s)
    if s.combat.active:
        # without monsters, or made to run, the leader has no decision left in this combat (COMBAT-4, FLEE-1)
        return s.combat.leader if s.combat.n_monsters > 0 and s.combat.routed == 0 else -1
    # the rest of a turn that a card has ended holds no decision
    return s.turn_seat if s.player[s.turn_seat].skips == 0 else -1


@kernel
def decides_again(s, t, window):
    """The player with the word decides again when the window has closed; else something is settled."""
    if window == Window.KILL:
        return not winning(s, t)
    if window == Window.DEFEAT:
        return winning(s, t)
    return window != Window.CHARITY and window != Window.TURN_END


@kernel
def ask_next(s, i):
    """Continue the round of the frame with the next seat."""
    s.frame[i].passes += 1


@kernel
def restart_window(s, i, p):
    """A play starts the window again from the left of its actor."""
    f = s.frame[i]
    f.passes = 0
    f.other = p


@kernel
def end_moment_at_door(s, i):
    """ROOM-3: a monster has been brought into the room: the window `i` after the door, if it is one, is over."""
    f = s.frame[i]
    if s.combat.active and is_window(f) and f.window == Window.DOOR:
        s.window = 0
        pop(s, i)


# --------------------------------------------------------------------------- cards that may be cancelled


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
    """The announced card works when nobody cancels it."""
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
    """Return True if the card of frame `f` is shown and has not taken effect yet."""
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
    """WINDOW-1: let all seats react, except the player of the card; the opener of a door comes last."""
    f = s.frame[i]
    f.stage = CANCELLABLE
    p = f.seat
    c = f.card
    window = Window.OPENED if f.said == OPENS_DOOR else Window.PLAYED
    s.frame[push_window(s, window, p)].card = c


@kernel
def recall(s, i):
    """The action that frame `i` announces is the present one, at its decision and in its window."""
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
    """The card returns to its former place, the action is restored; its frame goes."""
    f = s.frame[i]
    c = f.card
    zone = f.said >> 24
    new = f.fresh
    recall(s, i)
    pop(s, i)
    move_card(s, t, c, zone, ALL_SEATS)
    if new:
        set_flag(s, t, c, Flag.NEW, 1)
