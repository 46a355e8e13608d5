"""Windows: the moments at which others may react (WINDOW-1 to WINDOW-3)."""

from munchkin_env.engine.decisions import ask, pop
from munchkin_env.engine.kernel import kernel
from munchkin_env.engine.legal import has_reaction
from munchkin_env.vocabulary import Decision, Window, Windows


@kernel
def decides_next(s, window):
    """The seat whose own decision follows the window anyway; it is not asked in it. -1: nobody."""
    if window == Window.ROLL or window == Window.CURSE:
        return -1
    if int(s.combat.active):
        return int(s.combat.leader)
    return int(s.turn_seat)


@kernel
def is_asked(s, t, p, window):
    """WINDOW-3: living seats that can react; with open windows, all."""
    if int(s.player[p].dead) or decides_next(s, window) == p:
        return False
    return int(s.rules.windows) == Windows.OPEN or has_reaction(s, t, p)


@kernel
def run_window(s, t):
    """WINDOW-1: clockwise from the left of whoever acted, until all have passed in a row."""
    f = s.frame[int(s.n_frames) - 1]
    n = int(s.rules.players)
    window = int(f.a)
    s.window = window
    while int(f.passes) < n:
        p = (int(f.other) + 1 + int(f.passes)) % n
        if is_asked(s, t, p, window):
            ask(s, p, Decision.WINDOW)
            return
        f.passes = int(f.passes) + 1
    s.window = 0
    pop(s)


@kernel
def restart_window(s, p):
    """A play starts the window again from the left of whoever acted."""
    f = s.frame[int(s.n_frames) - 1]
    f.passes = 0
    f.other = p
