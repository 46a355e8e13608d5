"""Windows: who has the word when others may react (WINDOW-1)."""

from munchkin_env.engine.kernels.kernel import kernel
from munchkin_env.engine.mutations.stack import is_window, pop
from munchkin_env.engine.queries.people import flees_next
from munchkin_env.engine.queries.strength import winning
from munchkin_env.vocabulary import Window


@kernel
def is_cancellation(window):
    """A card other than a curse lies there and may be cancelled."""
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
    """Who has the word decides again when the window has closed, as things stand; else something is settled."""
    if window == Window.KILL:
        return not winning(s, t)
    if window == Window.DEFEAT:
        return winning(s, t)
    return window != Window.CHARITY and window != Window.TURN_END


@kernel
def ask_next(s, i):
    """The round of the frame goes on to the next one."""
    s.frame[i].passes += 1


@kernel
def restart_window(s, i, p):
    """A play starts the window again from the left of whoever acted."""
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
