"""Curses: cancellation first, then they strike at once, then they go or stay (CURSE-1 to CURSE-4)."""

from munchkin_env.engine.kernels.kernel import kernel
from munchkin_env.engine.kernels.language import cards
from munchkin_env.engine.mutations.cards import ALL_SEATS, discard, move_card
from munchkin_env.engine.mutations.combat import leave
from munchkin_env.engine.mutations.game import log
from munchkin_env.engine.mutations.players import end_status
from munchkin_env.engine.mutations.stack import open_window, pop, push
from munchkin_env.engine.queries.cards import table_of, type_of
from munchkin_env.engine.queries.people import has_ability, has_fought, is_fighter
from munchkin_env.engine.rules.effects.pending import push_effects
from munchkin_env.engine.rules.rows import frame
from munchkin_env.vocabulary import Ability, Event, Frame, Lasting, Trigger, Until, Window, Zone

ARRIVES = 0
CANCELLABLE = 1
STRUCK = 2


@kernel
def push_curse(s, t, c, victim, actor, from_door):
    """CURSE-1, PLAY-1: a curse is turned up or played on a living player."""
    log(s, Event.CURSED, actor, type_of(t, c), victim, from_door)
    move_card(s, t, c, Zone.ASIDE, ALL_SEATS)
    f = s.frame[push(s, Frame.CURSE, victim, actor)]
    f.card = c
    f.from_door = from_door


@kernel
def cursed_player(s, c):
    """Victim of a pending curse, or owner of one in play; -1 if nobody."""
    if s.card[c].zone >= Zone.TABLE:
        return s.card[c].zone - Zone.TABLE
    for i in range(s.n_frames - 1, -1, -1):
        f = s.frame[i]
        if f.kind == Frame.CURSE and f.card == c:
            return f.seat
    return -1


@kernel
def has_turned_up_curse(s, p):
    """A curse is still about to strike `p`, and was turned up by `p`, not played by another."""
    for i in range(s.n_frames - 1, -1, -1):
        f = s.frame[i]
        if f.kind == Frame.CURSE:
            return f.seat == p and f.from_door != 0 and s.card[f.card].zone == Zone.ASIDE
    return False


@kernel
def may_be_lifted(s, t, c):
    """CURSE-4, MAD-1: a lasting curse is cancelled later too; one bound to a combat only before it (Malign Mirror).

    DEATH-3: not one that lies before the dead, who are no target.
    """
    zone = s.card[c].zone
    lasting = t.card[type_of(t, c)].lasting
    if zone < Zone.TABLE or lasting == Lasting.NOT or s.player[zone - Zone.TABLE].dead:
        return False
    return lasting != Lasting.BOUND_TO_COMBAT or not has_fought(s, zone - Zone.TABLE)


@kernel
def run_curse(s, t, i):
    """CURSE-1, CURSE-1a: nothing but a cancellation comes between a curse and what it does."""
    f = s.frame[i]
    victim = f.seat
    c = f.card
    stage = f.stage
    if stage == ARRIVES:
        if f.from_door and has_ability(s, victim, Ability.NO_DOOR_CURSES):
            log(s, Event.CANCELLED, victim, type_of(t, c), victim, 1)
            discard(s, t, c, victim)
            pop(s, i)
            return
        f.stage = CANCELLABLE
        open_window(s, Window.CURSE, f.other)
    elif stage == CANCELLABLE:
        f.stage = STRUCK
        if s.card[c].zone == Zone.ASIDE and s.player[victim].dead == 0:
            leave_behind(s, t, c, victim)
            push_effects(s, t, c, Trigger.PLAY, victim, f.other, 0, 0)
    else:
        if s.card[c].zone == Zone.ASIDE:
            discard(s, t, c, victim)
        pop(s, i)


@kernel
def leave_behind(s, t, c, p):
    """CURSE-2: the combat that `p` has left is over for `p`: a curse `c` for one combat waits for the next."""
    lasting = t.card[type_of(t, c)].lasting
    if lasting != Lasting.UNTIL_COMBAT_ENDS and lasting != Lasting.BOUND_TO_COMBAT:
        return
    if has_fought(s, p) and not is_fighter(s, p):
        end_lasting_curses(s, t, p)
        leave(s, p)


@kernel
def end_lasting_curses(s, t, p):
    """CURSE-2: curses for one combat go when it is over."""
    discard_lasting(s, t, p, Lasting.UNTIL_COMBAT_ENDS)
    discard_lasting(s, t, p, Lasting.BOUND_TO_COMBAT)


@kernel
def note_lone_kill(s, t, p):
    """End effects that last until the player kills a monster without help."""
    end_status(s, p, Until.LONE_KILL)
    discard_lasting(s, t, p, Lasting.UNTIL_LONE_KILL)


@kernel
def discard_lasting(s, t, p, lasting):
    """The cards in front of the player that stay just as long are discarded."""
    again = True
    while again:
        again = False
        for c in cards(s, table_of(p)):
            if t.card[type_of(t, c)].lasting == lasting:
                discard(s, t, c, p)
                again = True
                break


frame(Frame.CURSE, run=run_curse)
