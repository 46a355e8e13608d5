"""Whether the die on the table of a position that comes from outside is one that some frame waits for (FLEE-5)."""

from munchkin_env.engine.dispatch.running import roll_place, rolled_by, rolls_for, waits_for_die
from munchkin_env.engine.kernels.kernel import kernel
from munchkin_env.engine.rules.effects.pending import is_roll
from munchkin_env.vocabulary import RollFor

NO_FRAME = -1
SEVERAL = -2


@kernel
def roll_fits(s, t):
    """FLEE-5: a die lies on the table while one frame waits for what it says, and is that frame's."""
    i = waiting_frame(s, t)
    if i == SEVERAL:
        return False
    for j in range(s.n_frames):
        if is_roll(s.frame[j]) and (i < 0 or j != i + 1 or not is_roll_of(s, t, j, i)):
            return False
    return roll_is_clear(s) if i < 0 or not is_rolled(s, i) else die_fits(s, t, i)


@kernel
def waiting_frame(s, t):
    """The frame that waits for a die, NO_FRAME or SEVERAL: there is but one die."""
    found = NO_FRAME
    for i in range(s.n_frames):
        if waits_for_die(s, t, i):
            found = i if found == NO_FRAME else SEVERAL
    return found


@kernel
def is_roll_of(s, t, j, i):
    """The ROLL frame `j` is what frame `i` has pushed."""
    roll = s.frame[j]
    return roll.seat == rolled_by(s, i) and roll.purpose == rolls_for(s, t, i) and roll.roll_place == roll_place(s, i)


@kernel
def is_rolled(s, i):
    """The die that frame `i` waits for has been rolled, or needs no roll."""
    above = i + 1
    if above == s.n_frames or not is_roll(s.frame[above]):
        return True
    return s.frame[above].stage != 0 or s.roll.again != 0


@kernel
def die_fits(s, t, i):
    """The die on the table is that of frame `i`. It shows no face where an escape takes its place."""
    r = s.roll
    if r.on == 0 or r.seat != rolled_by(s, i) or r.purpose != rolls_for(s, t, i) or r.place != roll_place(s, i):
        return False
    if r.purpose != RollFor.RUN_AWAY:
        return r.face != 0
    shows = r.face | r.escaped | r.again != 0
    return r.place < s.combat.n_monsters and (shows or i + 1 == s.n_frames)


@kernel
def roll_is_clear(s):
    """There is no die on the table."""
    r = s.roll
    numbers = r.on | r.seat | r.purpose | r.face | r.extra
    return numbers | r.place | r.escaped | r.again == 0
