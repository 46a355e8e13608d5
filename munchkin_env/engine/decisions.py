"""The stack of frames: what is pending, innermost on top.

A frame is a rule that has been interrupted: its kind names the rule, its stage where it goes on.
Rules push frames and return; nothing lives in call stacks.
"""

from munchkin_env.engine.kernel import kernel
from munchkin_env.vocabulary import MAX_FRAMES, Decision, Fault, Frame, Window, Windows


@kernel
def push(s, kind, seat, other):
    """Puts a frame of `kind` on top, its other fields zero; returns its index. Too deep: a fault."""
    n = int(s.n_frames)
    if n >= MAX_FRAMES:
        s.fault = int(s.fault) | Fault.STACK
        n = MAX_FRAMES - 1
    else:
        s.n_frames = n + 1
    f = s.frame[n]
    f.kind = kind
    f.stage = 0
    f.seat = seat
    f.other = other
    f.did = 0
    f.passes = 0
    f.a = 0
    f.b = 0
    f.c = 0
    f.n = 0
    f.arg = 0
    return n


@kernel
def pop(s):
    """Removes the top frame and zeroes it."""
    n = int(s.n_frames) - 1
    f = s.frame[n]
    f.kind = 0
    f.stage = 0
    f.seat = 0
    f.other = 0
    f.did = 0
    f.passes = 0
    f.a = 0
    f.b = 0
    f.c = 0
    f.n = 0
    f.arg = 0
    s.n_frames = n


@kernel
def ask(s, seat, decision):
    """The seat is asked: the engine waits for its answer."""
    s.seat = seat
    s.decision = decision


@kernel
def answered(s):
    """Nobody is asked any more; the composite answer is cleared."""
    s.seat = -1
    s.decision = Decision.NONE
    clear_move(s)


@kernel
def clear_move(s):
    """Forgets the composite answer being built."""
    m = s.move
    m.stage = 0
    m.verb = 0
    m.card = 0
    m.seat = 0
    m.place = 0
    m.amount = 0
    m.second = 0
    m.last = 0
    m.count = 0
    m.total = 0
    m.first = 0


@kernel
def open_window(s, window, actor):
    """WINDOW-1: asks everybody from the left of the actor; the actor is last."""
    if int(s.rules.windows) == Windows.FINAL and not (
        window == Window.REVEAL
        or window == Window.KILL
        or window == Window.DEFEAT
        or window == Window.ROLL
        or window == Window.CURSE
    ):
        return
    s.frame[push(s, Frame.WINDOW, actor, actor)].a = window


@kernel
def next_seat(s, seat):
    """The seat to the left."""
    n = int(s.rules.players)
    return (seat + 1) % n


@kernel
def living(s):
    """How many players are alive (DEATH-3)."""
    total = 0
    for p in range(int(s.rules.players)):
        if int(s.player[p].dead) == 0:
            total += 1
    return total
