"""Windows: the moments at which others may react (WINDOW-1 to WINDOW-3)."""

from munchkin_env.engine.decisions import ask, pop
from munchkin_env.engine.kernel import kernel
from munchkin_env.engine.legal import has_reaction
from munchkin_env.engine.totals import winning
from munchkin_env.vocabulary import Decision, Window, Windows


@kernel
def has_the_word(s, window):
    """The seat whose decision led to the window: the leader in combat, else the player in turn. -1: nobody."""
    if window == Window.ROLL or window == Window.CURSE:
        return -1
    if int(s.combat.active):
        # without monsters the leader has no decision left in this combat (COMBAT-4)
        return int(s.combat.leader) if int(s.combat.n_monsters) > 0 else -1
    return int(s.turn_seat)


@kernel
def decides_again(s, t, window):
    """Who has the word decides again when the window has closed, as things stand; else something is settled."""
    if window == Window.KILL:
        return not winning(s, t)
    if window == Window.DEFEAT:
        return winning(s, t)
    return window != Window.CHARITY and window != Window.TURN_END


@kernel
def is_asked(s, t, p, window, actor):
    """WINDOW-1, WINDOW-3: living seats that can react; with open windows, all.

    Who has the word is asked only if somebody else has acted and the window settles something: otherwise he has
    just decided, or decides next.
    """
    if int(s.player[p].dead):
        return False
    if int(s.rules.windows) == Windows.OPEN:
        return True
    if has_the_word(s, window) == p and (actor == p or decides_again(s, t, window)):
        return False
    return has_reaction(s, t, p)


@kernel
def run_window(s, t):
    """WINDOW-1: clockwise from the left of whoever acted, until all have passed in a row."""
    f = s.frame[int(s.n_frames) - 1]
    n = int(s.rules.players)
    window = int(f.a)
    s.window = window
    while int(f.passes) < n:
        p = (int(f.other) + 1 + int(f.passes)) % n
        if is_asked(s, t, p, window, int(f.other)):
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
