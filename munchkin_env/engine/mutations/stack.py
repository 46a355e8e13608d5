"""The stack of frames: pending rules, innermost on top.

A frame is a rule that has been interrupted: its kind names the rule, its stage the place where it continues. Rules push
frames and return; nothing is stored in call stacks.

The dispatcher gives a rule the index of its frame, an action that of the frame that asked. A rule writes into that
frame and into those it pushes, never into "the top": functions that it has called may have pushed something.
"""

from munchkin_env.engine.kernels.kernel import kernel
from munchkin_env.engine.kernels.language import clear
from munchkin_env.engine.queries.clauses import gives_class
from munchkin_env.vocabulary import (
    MAX_FRAMES,
    Decision,
    Fault,
    Frame,
    Window,
    Windows,
    Zone,
    decisions_that,
    frames_that,
)

PRIVATE = decisions_that(lambda question: question.private)
LOWEST = frames_that(lambda row: row.lowest)
RUNS_CLAUSES = frames_that(lambda row: "clauses_left" in row.held)
BEFORE_DOOR = 2  # stage of the TURN frame while the player in turn has not opened the door
DOOR_OPEN = 4  # when it has opened it, and while that may still be cancelled
BEHIND_DOOR = 5  # when it decides what to do without a monster
LAST_DECISIONS = 6  # stage of the TURN frame after which the player in turn decides no more; charity follows
LAY_OUT = 0  # stage of the SETUP frame while those who have been dealt cards lay them out


@kernel
def push(s, kind, seat, other):
    """Push a frame of `kind`, its other fields zero; returns its index. Too deep: a fault."""
    n = s.n_frames
    if n >= MAX_FRAMES:
        s.fault |= Fault.STACK
        n = MAX_FRAMES - 1
    else:
        s.n_frames = n + 1
    clear(s.frame[n])
    f = s.frame[n]
    f.kind = kind
    f.seat = seat
    f.other = other
    return n


@kernel
def top(s):
    """Return the index of the frame that runs next; while a decision is pending, of its frame."""
    return s.n_frames - 1


@kernel
def pop(s, i):
    """Remove the frame `i`; frames above it move down."""
    n = s.n_frames - 1
    for j in range(i, n):
        s.frame[j] = s.frame[j + 1]
    clear(s.frame[n])
    s.n_frames = n


@kernel
def ask(s, i, seat, decision):
    """Ask the seat on behalf of the frame `i`: the engine waits for its action. Returns True if it does.

    Frames pushed on this one come first: then nobody is asked, and the rule asks when it runs again.
    """
    if i != top(s):
        return False
    s.seat = seat
    s.decision = decision
    return True


@kernel
def answered(s):
    """Ask nobody any more; the composite action is cleared."""
    s.seat = -1
    s.decision = Decision.NONE
    clear_move(s)


@kernel
def clear_move(s):
    """Forget the composite action being built."""
    clear(s.move)


@kernel
def open_window(s, window, actor):
    """WINDOW-1: ask everybody from the left of the actor; the actor is last."""
    if s.rules.windows == Windows.FINAL and not (
        window == Window.REVEAL
        or window == Window.KILL
        or window == Window.DEFEAT
        or window == Window.ROLL
        or window == Window.CURSE
        or window == Window.DISCARD
        or window == Window.SPOILS
        or window == Window.ROOM
        or (window == Window.DOOR and s.head[Zone.ROOM] != 0)  # ROOM-3: a combat may begin there
    ):
        return
    push_window(s, window, actor)


@kernel
def push_window(s, window, actor):
    """The window is opened, whatever the setting. Returns the index of its frame."""
    i = push(s, Frame.WINDOW, actor, actor)
    s.frame[i].window = window
    return i


@kernel
def is_window(f):
    """Frame `f` asks everybody for a reaction."""
    return f.kind == Frame.WINDOW


@kernel
def is_private(decision):
    """WINDOW-3: return True if the decision depends on a hand, so that others cannot see which seat is to act."""
    return (PRIVATE >> decision) & 1 != 0


@kernel
def is_open(s, window):
    """The window is on the stack, perhaps below what is done in it."""
    for i in range(s.n_frames):
        if is_window(s.frame[i]) and s.frame[i].window == window:
            return True
    return False


@kernel
def is_turn(f):
    """TURN-1: frame `f` is the turn itself, below all that comes in between."""
    return (LOWEST >> f.kind) & 1 != 0


@kernel
def runs_clauses(f):
    """Frame `f` runs clauses of a card."""
    return (RUNS_CLAUSES >> f.kind) & 1 != 0


@kernel
def push_setup(s, first, n):
    """SETUP-3, DEATH-4: so many from `first` on are dealt cards and lay them out."""
    s.frame[push(s, Frame.SETUP, first, first)].to_ask = n


@kernel
def is_dealt(s, p):
    """SETUP-3, DEATH-4: the first cards of `p` are being dealt or laid out, and have not been looked through yet."""
    for i in range(s.n_frames):
        f = s.frame[i]
        if f.kind == Frame.SETUP:
            place = p - f.seat
            if place < 0:
                place += s.rules.players
            return place < f.to_ask and (f.stage == LAY_OUT or place >= f.seats_done)
    return False


@kernel
def needs_two_classes(s, t, p):
    """MOD-1: by switch, Super Munchkin goes when one of two classes does, unless another one is just replacing it."""
    if s.rules.super_needs_two == 0:
        return False
    for i in range(s.n_frames):
        f = s.frame[i]
        if runs_clauses(f) and f.seat == p and f.prepared != 0 and f.clauses_left > 0:
            if gives_class(t.clause[f.clause].op):
                return False
    return True
