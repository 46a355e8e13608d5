"""Plays that nobody chooses: duties that a monster puts on its fighters (COMBAT-8, COMBAT-9)."""

from munchkin_env.engine.kernels.kernel import kernel
from munchkin_env.engine.kernels.language import moving_cards, seats
from munchkin_env.engine.mutations.combat import bare, spend
from munchkin_env.engine.mutations.game import log
from munchkin_env.engine.mutations.players import reveal_hand
from munchkin_env.engine.mutations.stack import clear_move
from munchkin_env.engine.queries.bonuses import binds, for_a_side
from munchkin_env.engine.queries.cards import hand_of, is_one_time, kind_of, table_of, type_of
from munchkin_env.engine.queries.conditions import permitted, race_bonus
from munchkin_env.engine.queries.items import corrupting
from munchkin_env.engine.queries.people import is_fighter
from munchkin_env.engine.queries.piles import monster_at, place_of
from munchkin_env.engine.queries.strength import levels_alone, monster_flag, monster_strength, players_strength
from munchkin_env.engine.rules.aims import moments, place_is_target, second_is_target
from munchkin_env.engine.rules.curses import cursed_player
from munchkin_env.engine.rules.effects.combat import clearing, multiplies_strength, removal
from munchkin_env.engine.rules.effects.levels import level_barred, level_gain
from munchkin_env.engine.rules.effects.pending import push_effects
from munchkin_env.engine.rules.trials import edge, edge_spent, edge_taken, edge_turned, edge_uncursed
from munchkin_env.engine.rules.windows import announce, may_be_cancelled
from munchkin_env.vocabulary import Aim, Event, Moment, Op, Place, Trigger, Verb, Zone

NO_WAY = -1  # a card that would not help
FIRST_SECOND = 256  # a way to help: the place, and this many times the second card


@kernel
def way_to_help(s, t, p, c):
    """Way in which the one-shot `c` of the hand would help the side of fighter `p`, else NO_WAY (PLAY-3, ITEM-2).

    It helps by making this side stronger, or the monsters weaker or fewer. Of several targets it takes the one where it
    helps most.
    """
    k = type_of(t, c)
    when = t.card[k].when
    if not is_one_time(kind_of(t, c)) or when & moments(s, t, p) == 0 or not permitted(s, t, p, k):
        return NO_WAY
    if when & Moment.OWN_TURN and p != s.turn_seat:
        return NO_WAY
    aim = t.card[k].aim
    if aim == Aim.SIDE:
        return way_for_a_side(s, t, p, c)
    if aim == Aim.MONSTER:
        return strongest_to_remove(s, t, c) if removal(t, k) else NO_WAY
    if aim == Aim.SPENT:
        return spent_to_change(s, t, p, c)
    if aim == Aim.CURSE:
        return curse_to_lift(s, t, p, c)
    return Place.PLAYERS if aim == Aim.NONE and helps_by_itself(s, t, p, c) else NO_WAY


@kernel
def way_for_a_side(s, t, p, c):
    """A bonus goes to the own side; one that the side may not have may still kill a monster."""
    if for_a_side(t, type_of(t, c)) == 0:
        return NO_WAY
    if place_is_target(s, t, c, Place.PLAYERS) and edge_spent(s, t, p, c, 0, 0) > edge(s, t):
        return Place.PLAYERS
    return strongest_to_remove(s, t, c)


@kernel
def strongest_to_remove(s, t, c):
    """The place of the strongest monster that the card may be played on, NO_WAY if it may on none."""
    best = NO_WAY
    for i in range(s.combat.n_monsters):
        if place_is_target(s, t, c, place_of(i)):
            if best == NO_WAY or monster_strength(s, t, i) > monster_strength(s, t, monster_at(best)):
                best = place_of(i)
    return best


@kernel
def spent_to_change(s, t, p, c):
    """The spent card on which card `c` helps most: hung on it, or taking it from the monsters."""
    hangs = binds(t, type_of(t, c))
    best = edge(s, t)
    found = 0
    for d in moving_cards(s, Zone.COMBAT):
        if second_is_target(s, t, p, c, d):
            gain = edge_spent(s, t, p, c, 0, d) if hangs else max(edge_taken(s, t, d), edge_turned(s, t, d))
            if gain > best or (gain == best and found and d < found):
                best = gain
                found = d
    return FIRST_SECOND * found if found else NO_WAY


@kernel
def curse_to_lift(s, t, p, c):
    """A curse that card `c` may lift and that weakens a fighter; of several the first in the order of the deck."""
    found = 0
    for q in seats(s):
        d = s.head[table_of(q)] if is_fighter(s, q) else 0
        while d:
            if (found == 0 or d < found) and second_is_target(s, t, p, c, d) and weakens(s, t, q, d):
                found = d
            d = s.card[d].next
    return FIRST_SECOND * found if found else NO_WAY


@kernel
def weakens(s, t, p, c):
    """Without the curse `c` in front of fighter `p` the players' side would stand better against the monsters."""
    return corrupting(t, type_of(t, c)) != 0 or edge_uncursed(s, t, p, c) > edge(s, t)


@kernel
def helps_by_itself(s, t, p, c):
    """Return True if a card without a target helps, by its effect or by its presence in the combat."""
    k = type_of(t, c)
    if clearing(t, k):
        return True
    if race_bonus(s, t, k) > 0:
        return not levels_alone(s, t)
    if multiplies_strength(t, k):
        return s.combat.helper == 0 and players_strength(s, t) > 0
    if level_gain(t, k):
        return not level_barred(s, t, k, p, p)
    return edge_spent(s, t, p, c, 0, 0) > edge(s, t)


@kernel
def ends_something(t, c, way):
    """The monster that forces it might leave by the play."""
    if clearing(t, type_of(t, c)):
        return True
    return way >= Place.MONSTER and way < FIRST_SECOND


@kernel
def forced_card(s, t, p, last):
    """A card of the hand that `p` must play, the first in the order of the deck; 0 if there is none.

    last: of those by which a monster might leave, which come last; else of the others.
    """
    best = 0
    for c in moving_cards(s, hand_of(p)):
        way = way_to_help(s, t, p, c)
        if way != NO_WAY and ends_something(t, c, way) == last and (best == 0 or c < best):
            best = c
    return best


@kernel
def forced_player(s, t):
    """COMBAT-8: the fighter who must play a card, the leader first, removals last; -1 if nobody must."""
    leader = s.combat.leader
    helper = s.combat.helper - 1
    if forced_card(s, t, leader, False):
        return leader
    if helper >= 0 and forced_card(s, t, helper, False):
        return helper
    if forced_card(s, t, leader, True):
        return leader
    return helper if helper >= 0 and forced_card(s, t, helper, True) else -1


@kernel
def is_bared(s, p):
    """A monster has made the player show the hand in this combat."""
    return (s.combat.bared >> p) & 1 != 0


@kernel
def is_force_due(s, t):
    """WINDOW-0: a fighter is yet to show the hand, or to play from it, as a monster forces it."""
    if not monster_flag(s, t, Op.FORCES_ONE_SHOTS):
        return False
    m = s.combat
    if not is_bared(s, m.leader) or (m.helper > 0 and not is_bared(s, m.helper - 1)):
        return True
    return forced_player(s, t) >= 0


@kernel
def show_by_force(s, p):
    """A monster makes the fighter show the hand, once in a combat."""
    if bare(s, p):
        reveal_hand(s, p)


@kernel
def play_by_force(s, t):
    """COMBAT-8: a monster makes both fighters show their hands and play what helps them, one after the other.

    PLAY-3: each is a play like any other, which may be cancelled. Returns the seat that has played, -1 if none has.
    """
    if not monster_flag(s, t, Op.FORCES_ONE_SHOTS):
        return -1
    m = s.combat
    show_by_force(s, m.leader)
    if m.helper:
        show_by_force(s, m.helper - 1)
    p = forced_player(s, t)
    if p < 0:
        return -1
    c = forced_card(s, t, p, False)
    if c == 0:
        c = forced_card(s, t, p, True)
    way = way_to_help(s, t, p, c)
    place = way % FIRST_SECOND
    second = way // FIRST_SECOND
    log(s, Event.PLAYED, p, type_of(t, c), -1, place)
    if may_be_cancelled(s, t, p):
        s.move.card = c
        s.move.place = place
        s.move.second = second
        s.window = 0  # it replies to none
        announce(s, t, p, Verb.PLAY)
        clear_move(s)
        return p
    victim = cursed_player(s, second) if t.card[type_of(t, c)].aim == Aim.CURSE else p
    spend(s, t, c, 0)
    push_effects(s, t, c, Trigger.PLAY, victim, p, place, second)
    return p
