"""Curses: cancellation first, then they strike, then they go or stay (CURSE-1 to CURSE-4)."""

from munchkin_env.engine.atoms import ALL_SEATS, discard, log, move_card
from munchkin_env.engine.decisions import ask, open_window, pop, push
from munchkin_env.engine.effects import push_effects
from munchkin_env.engine.kernel import kernel
from munchkin_env.engine.totals import has_ability, table_of, type_of
from munchkin_env.vocabulary import Ability, Decision, Event, Frame, Trigger, Window, Zone

ARRIVES = 0
CANCELLABLE = 1
STRIKES = 2
STRUCK = 3


@kernel
def push_curse(s, t, c, victim, actor, from_door):
    """CURSE-1, PLAY-1: a curse is turned up or played on a living player."""
    log(s, Event.CURSED, actor, type_of(t, c), victim, from_door)
    move_card(s, t, c, Zone.ASIDE, ALL_SEATS)
    f = s.frame[push(s, Frame.CURSE, victim, actor)]
    f.c = c
    f.a = from_door


@kernel
def has_identity_card(s, t, p):
    """The player has a race or class card that he could drop (TURN-7)."""
    return int(s.player[p].race) != 1 or int(s.player[p].klass) != 1


@kernel
def run_curse(s, t):
    f = s.frame[int(s.n_frames) - 1]
    victim = int(f.seat)
    c = int(f.c)
    stage = int(f.stage)
    if stage == ARRIVES:
        if int(f.a) and has_ability(s, victim, Ability.NO_DOOR_CURSES):
            log(s, Event.CANCELLED, victim, type_of(t, c), victim, 0)
            discard(s, t, c, victim)
            pop(s)
            return
        f.stage = CANCELLABLE
        open_window(s, Window.CURSE, int(f.other))
    elif stage == CANCELLABLE:
        if int(s.zone[c]) != Zone.ASIDE or int(s.player[victim].dead):
            f.stage = STRUCK
        elif has_identity_card(s, t, victim):
            ask(s, victim, Decision.BEFORE_CURSE)
        else:
            f.stage = STRIKES
    elif stage == STRIKES:
        f.stage = STRUCK
        push_effects(s, t, c, Trigger.PLAY, victim, int(f.other), 0, 0)
    else:
        if int(s.zone[c]) == Zone.ASIDE:
            discard(s, t, c, victim)
        pop(s)


@kernel
def end_lasting_curses(s, t, p):
    """CURSE-2: curses for one combat go when it is over."""
    again = True
    while again:
        again = False
        c = int(s.head[table_of(p)])
        while c:
            if int(t.card[type_of(t, c)].lasting) == 2:
                discard(s, t, c, p)
                again = True
                break
            c = int(s.next[c])
