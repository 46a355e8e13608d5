"""Calls: a goth that enters a combat calls for one more (GOTH-1), a room for one from everybody."""

from munchkin_env.engine.atoms import ALL_SEATS, log, move_card
from munchkin_env.engine.decisions import ask, pop, seat_after, takes_part
from munchkin_env.engine.effects.combat import bring, join
from munchkin_env.engine.kernel import kernel
from munchkin_env.engine.rules.combat import begin_combat
from munchkin_env.engine.rules.rooms import push_crowd
from munchkin_env.engine.totals import hand_of, kind_of, type_of
from munchkin_env.vocabulary import MAX_MONSTERS, Decision, Event, Kind, Tag, Windows, Zone


@kernel
def is_goth(t, c):
    """GOTH-1: the card is a monster that answers the call of another."""
    return kind_of(t, c) == Kind.MONSTER and int(t.card[type_of(t, c)].tags) & Tag.GOTH != 0


@kernel
def answers_call(s, t, c):
    """The card may be added: any monster where the room calls everybody, else a goth."""
    return kind_of(t, c) == Kind.MONSTER if int(s.decision) == Decision.CROWD else is_goth(t, c)


@kernel
def holds_called(s, t, p, everybody):
    """The player has a card in hand that may be added."""
    c = int(s.head[hand_of(p)])
    while c:
        if is_goth(t, c) or (everybody and kind_of(t, c) == Kind.MONSTER):
            return True
        c = int(s.card[c].next)
    return False


@kernel
def goes_on(s, everybody):
    """The combat is still one that a monster can join; a room may call before there is any."""
    m = s.combat
    if everybody and int(m.active) == 0:
        return takes_part(s, int(s.turn_seat))
    if int(m.active) == 0 or int(m.conceded) or int(m.n_monsters) >= MAX_MONSTERS:
        return False
    return int(s.player[int(m.leader)].dead) == 0


@kernel
def is_called(s, t, p, everybody):
    """WINDOW-3: who holds such a card is asked; with open windows, all who take part."""
    return takes_part(s, p) and (int(s.rules.windows) == Windows.OPEN or holds_called(s, t, p, everybody))


@kernel
def run_call(s, t, i):
    """GOTH-1: first the player whose monster it is, then the others from his left, until one has added a goth.

    A room asks everybody, the player in turn last, and each may add one.
    """
    f = s.frame[i]
    n = int(s.rules.players)
    everybody = int(f.a)
    while goes_on(s, everybody) and int(f.passes) < n:
        p = seat_after(s, int(f.seat), int(f.passes))
        if is_called(s, t, p, everybody):
            ask(s, i, p, Decision.CROWD if everybody else Decision.GOTH)
            return
        f.passes = int(f.passes) + 1
    pop(s, i)


@kernel
def answer_call(s, t, i, p, c):
    """GOTH-1: the first one added ends the round, and calls no more; in a room the others are still asked."""
    f = s.frame[i]
    everybody = int(f.a)
    first = int(f.seat)
    asked = int(f.passes) + 1
    pop(s, i)
    log(s, Event.PLAYED, p, type_of(t, c), -1, 0)
    if not everybody:
        join(s, t, c)
        return
    if int(s.combat.active):
        push_crowd(s, first, asked)
        bring(s, t, c, p)
    else:
        move_card(s, t, c, Zone.COMBAT, ALL_SEATS)
        begin_combat(s, t, int(s.turn_seat), c, p)
        push_crowd(s, first, asked)
