"""Standing conditions of a combat: consequences of the state are settled before the next decision (WINDOW-0).

Victory and the end of the game are settled so as well (WIN-1 to WIN-3, GOLD-4, WINDOW-5, QUICK-3).
"""

from munchkin_env.engine.kernels.kernel import kernel
from munchkin_env.engine.kernels.language import cards, seats
from munchkin_env.engine.mutations.combat import drop_helper, keep_for_leader, remove_monster
from munchkin_env.engine.mutations.game import end_game
from munchkin_env.engine.mutations.stack import is_window, pop
from munchkin_env.engine.queries.cards import table_of
from munchkin_env.engine.queries.conditions import works
from munchkin_env.engine.queries.entered_room import treasure_times
from munchkin_env.engine.queries.items import fickleness, is_stuck, use_of
from munchkin_env.engine.queries.people import is_bound, is_fighter
from munchkin_env.engine.queries.strength import help_barred
from munchkin_env.engine.rules.choices import asks_receivers
from munchkin_env.engine.rules.combat import is_fought, is_turned, runs_combat, void_declaration
from munchkin_env.engine.rules.dismissal import first_to_leave, push_exchange, unfought
from munchkin_env.engine.rules.effects.pending import push_clause
from munchkin_env.engine.rules.excess import has_excess
from munchkin_env.engine.rules.forcing import is_force_due, play_by_force
from munchkin_env.engine.rules.helping import is_barred, is_offer, may_help
from munchkin_env.engine.rules.windows import restart_window
from munchkin_env.vocabulary import Ability, Window

# --------------------------------------------------------------------------- victory (WIN-1 to WIN-3)


@kernel
def settle_win(s):
    """WIN-1, WIN-3: players at the goal win; QUICK-3: the helper of a winning leader too."""
    winners = s.lucky
    m = s.combat
    if m.active and s.rules.helper_wins and m.helper and (winners >> m.leader) & 1:
        winners |= 1 << (m.helper - 1)
    end_game(s, winners)


@kernel
def settle_round_limit(s):
    """WINDOW-5: past the last round the game is a draw, or the highest level's; the dead would return now (DEATH-4)."""
    winners = 0
    if s.rules.leader_wins:
        high = 0
        for p in seats(s):
            high = max(high, s.player[p].level)
        for p in seats(s):
            if s.player[p].level == high:
                winners |= 1 << p
        if winners == (1 << s.rules.players) - 1:
            winners = 0
    end_game(s, winners)


@kernel
def is_combat_window(f):
    """Frame `f` asks everybody for plays into the combat."""
    window = f.window
    if not is_window(f):
        return False
    if window == Window.REVEAL or window == Window.COMBAT or window == Window.HELP:
        return True
    return window == Window.KILL or window == Window.DEFEAT


@kernel
def is_between_plays(f):
    """Return True if frame `f` only continues the combat: it may roll dice and play cards without a decision."""
    return runs_combat(f) or is_offer(f) or is_combat_window(f)


@kernel
def shows_turn(f):
    """Frame `f` interrupts no play: a fight that has turned is shown turned, to receivers of cards, too."""
    return is_between_plays(f) or asks_receivers(f)


# --------------------------------------------------------------------------- what is so


@kernel
def may_not_go_on(s, t, p):
    """HELP-8: something keeps the helper `p` from helping, or the leader from being helped."""
    leader = s.combat.leader
    if help_barred(s, t) or is_bound(s, leader, Ability.UNHELPED):
        return True
    return is_barred(s, t, p) or not may_help(s, t, leader, p)


@kernel
def unrolled_use(s, t, p):
    """A fickle item that the fighter `p` uses, and for which no die was rolled in this combat; 0: none."""
    if s.player[p].powers == 0 or not is_fighter(s, p) or s.player[p].dead:
        return 0
    for c in cards(s, table_of(p)):
        if fickleness(t, c) and use_of(s, c) == 0 and works(s, t, p, c) and not is_stuck(s, t, c):
            return c
    return 0


@kernel
def is_unsettled(s, t, i):
    """WINDOW-0: return True if a consequence of the state is not settled yet. `i`: the top frame."""
    if has_excess(s, t):
        return True
    if not is_fought(s):
        return False
    f = s.frame[i]
    if s.player[s.combat.leader].dead:
        return is_combat_window(f)
    helper = s.combat.helper - 1
    if helper >= 0 and (s.player[helper].dead != 0 or may_not_go_on(s, t, helper)):
        return True
    if first_to_leave(s, t) >= 0:
        return True
    if shows_turn(f) and is_turned(s, t):
        return True
    if not is_between_plays(f):
        return False
    for p in seats(s):
        if unrolled_use(s, t, p):
            return True
    return is_force_due(s, t)


# --------------------------------------------------------------------------- what becomes so


@kernel
def settle_combat(s, t, i):
    """WINDOW-0: monsters that do not attack leave, a helper who may not help is out, what nobody decides is done.

    `i`: the top frame. Returns True if something has been done, or somebody is to be asked first.
    """
    if not is_fought(s):
        return False
    if s.player[s.combat.leader].dead:
        return end_window(s, i)
    helper = s.combat.helper - 1
    done = False
    if helper >= 0 and s.player[helper].dead:
        drop_helper(s)  # DEATH-5: players barred from attacking by the dead one attack
        done = True
    if dismiss_unfought(s, t):
        done = True
    helper = s.combat.helper - 1
    if helper >= 0 and may_not_go_on(s, t, helper):
        drop_helper(s)
        done = True
    if not done and shows_turn(s.frame[i]) and is_turned(s, t):
        void_declaration(s)
        return True
    if done or not is_between_plays(s.frame[i]):
        return done
    return push_uses(s, t) or force(s, t, i)


@kernel
def end_window(s, i):
    """DEATH-5: the leader is dead, so nobody plays into the combat any more. True if a window for that was open."""
    if not is_combat_window(s.frame[i]):
        return False
    s.window = 0
    pop(s, i)
    return True


@kernel
def dismiss_unfought(s, t):
    """Monsters that do not attack leave, with what their cards say. True if one has."""
    done = False
    j = first_to_leave(s, t)
    while j >= 0:
        k = s.combat.monster[j].type
        keep_for_leader(s, t.clause[unfought(t, k)].amount * treasure_times(s, t))
        push_exchange(s, t, k)
        remove_monster(s, t, j, 1)
        done = True
        j = first_to_leave(s, t)
    return done


@kernel
def push_uses(s, t):
    """A fickle item in use by a fighter has its die rolled, once in a combat. Returns True if one has."""
    for p in seats(s):
        c = unrolled_use(s, t, p)
        if c:
            push_clause(s, fickleness(t, c), c, p)
            return True
    return False


@kernel
def force(s, t, i):
    """A monster makes a fighter play helpful cards: all have their say on it, and declarations before it are void.

    `i`: the top frame. Returns True if something was played.
    """
    p = play_by_force(s, t)
    if p < 0:
        return False
    if is_window(s.frame[i]):
        restart_window(s, i, p)
    void_declaration(s)
    return True
