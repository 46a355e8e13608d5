"""Goths: one that enters a combat calls for one more (GOTH-1)."""

from munchkin_env.engine.atoms import log
from munchkin_env.engine.decisions import ask, pop, seat_after, takes_part
from munchkin_env.engine.effects.combat import join
from munchkin_env.engine.kernel import kernel
from munchkin_env.engine.totals import hand_of, kind_of, type_of
from munchkin_env.vocabulary import MAX_MONSTERS, Decision, Event, Kind, Tag, Windows


@kernel
def is_goth(t, c):
    """GOTH-1: the card is a monster that answers the call of another."""
    return kind_of(t, c) == Kind.MONSTER and int(t.card[type_of(t, c)].tags) & Tag.GOTH != 0


@kernel
def holds_goth(s, t, p):
    c = int(s.head[hand_of(p)])
    while c:
        if is_goth(t, c):
            return True
        c = int(s.card[c].next)
    return False


@kernel
def goes_on(s):
    """The combat is still one that a monster can join."""
    m = s.combat
    if int(m.active) == 0 or int(m.conceded) or int(m.n_monsters) >= MAX_MONSTERS:
        return False
    return int(s.player[int(m.leader)].dead) == 0


@kernel
def is_called(s, t, p):
    """WINDOW-3: who holds a goth is asked; with open windows, all who take part."""
    return takes_part(s, p) and (int(s.rules.windows) == Windows.OPEN or holds_goth(s, t, p))


@kernel
def run_call(s, t, i):
    """GOTH-1: first the player whose monster it is, then the others from his left, until one has added a goth."""
    f = s.frame[i]
    n = int(s.rules.players)
    while goes_on(s) and int(f.passes) < n:
        p = seat_after(s, int(f.seat), int(f.passes))
        if is_called(s, t, p):
            ask(s, i, p, Decision.GOTH)
            return
        f.passes = int(f.passes) + 1
    pop(s, i)


@kernel
def answer_call(s, t, i, p, c):
    """GOTH-1: the first one added ends the round, and calls no more."""
    pop(s, i)
    log(s, Event.PLAYED, p, type_of(t, c), -1, 0)
    join(s, t, c)
