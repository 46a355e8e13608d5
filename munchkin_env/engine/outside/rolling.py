"""Whether the die on the table of a position that comes from outside is one that some frame waits for (FLEE-5)."""

from munchkin_env.engine.compiler.kernel import kernel
from munchkin_env.engine.rules.effects.pending import purpose_of
from munchkin_env.engine.rules.run_away import ROLLED
from munchkin_env.vocabulary import Frame, RollFor

NO_FRAME = -1
SEVERAL = -2


@kernel
def roll_fits(s, t):
    """FLEE-5: a die lies on the table while one frame waits for what it says, and is that frame's."""
    i = waiting_frame(s)
    if i == SEVERAL:
        return False
    if i != NO_FRAME and s.frame[i].kind == Frame.EFFECTS and not has_die(t, s.frame[i]):
        return False
    for j in range(s.n_frames):
        if s.frame[j].kind == Frame.ROLL and (i < 0 or j != i + 1 or not rolls_for(s, t, j, i)):
            return False
    return roll_is_clear(s) if i < 0 or not is_rolled(s, i) else die_fits(s, t, i)


@kernel
def waits_for_die(f):
    """The frame goes on once its die has been rolled and everybody has reacted."""
    kind = f.kind
    if kind == Frame.FLEE:
        return f.stage == ROLLED
    return kind == Frame.THEFT or (kind == Frame.EFFECTS and f.prepared != 0)


@kernel
def waiting_frame(s):
    """The frame that waits for a die, NO_FRAME or SEVERAL: there is but one die."""
    found = NO_FRAME
    for i in range(s.n_frames):
        if waits_for_die(s.frame[i]):
            found = i if found == NO_FRAME else SEVERAL
    return found


@kernel
def purpose_for(t, f):
    """What frame `f` has a die rolled for."""
    kind = f.kind
    if kind == Frame.FLEE:
        return RollFor.RUN_AWAY
    return RollFor.THEFT if kind == Frame.THEFT else purpose_of(t, f.clause)


@kernel
def rolls_for(s, t, j, i):
    """The ROLL frame `j` is what frame `i` has pushed."""
    f = s.frame[i]
    place = f.fled_from if f.kind == Frame.FLEE else 0
    roll = s.frame[j]
    return roll.seat == f.seat and roll.purpose == purpose_for(t, f) and roll.roll_place == place


@kernel
def is_rolled(s, i):
    """The die that frame `i` waits for has been rolled, or needs no roll."""
    above = i + 1
    if above == s.n_frames or s.frame[above].kind != Frame.ROLL:
        return True
    return s.frame[above].stage != 0 or s.roll.again != 0


@kernel
def die_fits(s, t, i):
    """The die on the table is that of frame `i`. It shows no face where an escape takes its place."""
    r = s.roll
    f = s.frame[i]
    flees = f.kind == Frame.FLEE
    if r.on == 0 or r.seat != f.seat or r.purpose != purpose_for(t, f):
        return False
    if r.place != (f.fled_from if flees else 0):
        return False
    if not flees:
        return r.face != 0
    shows = r.face | r.escaped | r.again != 0
    return f.fled_from < s.combat.n_monsters and (shows or i + 1 == s.n_frames)


@kernel
def has_die(t, f):
    """The next clause of the EFFECTS frame `f` has a number that is rolled for."""
    return f.clauses_left != 0 and t.clause[f.clause].die != 0


@kernel
def roll_is_clear(s):
    """There is no die on the table."""
    r = s.roll
    numbers = r.on | r.seat | r.purpose | r.face | r.extra
    return numbers | r.place | r.escaped | r.again == 0
