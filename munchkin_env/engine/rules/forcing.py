"""Plays that nobody chooses: what a monster makes whoever faces it do (COMBAT-9)."""

from munchkin_env.engine.atoms import log
from munchkin_env.engine.bonuses import PLAYERS_SIDE, factor_of, has_factors
from munchkin_env.engine.combat_atoms import spend
from munchkin_env.engine.decisions import clear_move
from munchkin_env.engine.effects.pending import push_effects
from munchkin_env.engine.hand_atoms import reveal_hand
from munchkin_env.engine.kernel import kernel
from munchkin_env.engine.rules.aims import moments
from munchkin_env.engine.rules.announcing import announce, may_be_cancelled
from munchkin_env.engine.strength import monster_flag
from munchkin_env.engine.totals import find_clause, hand_of, is_one_time, kind_of, permitted, type_of
from munchkin_env.vocabulary import Event, Op, Place, Trigger, Verb


@kernel
def helps_own_side(s, t, p, c):
    """The one-shot of the hand would make the side of `p` stronger, and he may play it (PLAY-3, ITEM-2)."""
    k = type_of(t, c)
    if int(t.card[k].when) & moments(s, t, p) == 0:
        return False
    clause = find_clause(t, k, Trigger.PLAY, Op.SIDE_BONUS)
    if clause == 0 or int(t.card[k].bonus) <= 0 or not is_one_time(kind_of(t, c)):
        return False
    if not permitted(s, t, p, k) or (int(t.clause[clause].flag) and int(s.combat.helper)):
        return False
    return not has_factors(s) or factor_of(s, t, c, PLAYERS_SIDE) > 0


@kernel
def next_forced(s, t, p):
    """The first card of the hand, in the order of the deck, that `p` must play; 0 if there is none."""
    best = 0
    c = int(s.head[hand_of(p)])
    while c:
        if (best == 0 or c < best) and helps_own_side(s, t, p, c):
            best = c
        c = int(s.card[c].next)
    return best


@kernel
def play_by_force(s, t):
    """A monster makes the leader show his hand, and play what helps him, one after the other. Returns True if he did.

    PLAY-3: each is a play like any other, which may be cancelled, and after which everybody has his say.
    """
    if not monster_flag(s, t, Op.FORCES_ONE_SHOTS):
        return False
    m = s.combat
    p = int(m.leader)
    if (int(m.bared) >> p) & 1 == 0:
        m.bared = int(m.bared) | (1 << p)
        reveal_hand(s, p)
    c = next_forced(s, t, p)
    if c == 0:
        return False
    log(s, Event.PLAYED, p, type_of(t, c), -1, Place.PLAYERS)
    if may_be_cancelled(s, t, p):
        s.move.card = c
        announce(s, t, p, Verb.PLAY)
        clear_move(s)
        return True
    spend(s, t, c, 0)
    push_effects(s, t, c, Trigger.PLAY, p, p, Place.PLAYERS, 0)
    return True
