"""Trials: how a combat would stand if something were played in it, or if others fought; all is put back as it was.

Rules ask them of the position, bots of a view. An *edge* is twice the difference of strengths, plus one if the players
win ties: above zero they win.
"""

from munchkin_env.engine.kernels.kernel import kernel
from munchkin_env.engine.kernels.language import cards, moving_cards
from munchkin_env.engine.mutations.combat import count_words, tags_spent
from munchkin_env.engine.mutations.derived import refresh
from munchkin_env.engine.queries.bonuses import bonus_spent, gives_way, has_factors, multiplies, side_of
from munchkin_env.engine.queries.cards import is_fitted, kind_of, table_of, type_of
from munchkin_env.engine.queries.conditions import holds
from munchkin_env.engine.queries.entered_room import bonus_in_room
from munchkin_env.engine.queries.people import party_has
from munchkin_env.engine.queries.strength import (
    monster_strength,
    monsters_strength,
    players_strength,
    strength_on_arrival,
)
from munchkin_env.engine.rules.dismissal import unfought
from munchkin_env.vocabulary import MAX_MONSTERS, Ability, Flag, Zone

NEVER = -2000  # an edge that cannot be
PUT_ASIDE = Zone.OUT  # no card there counts for anything


@kernel
def edge(s, t):
    """The edge as it stands."""
    tie = 1 if party_has(s, Ability.WIN_TIES) else 0
    return 2 * (players_strength(s, t) - monsters_strength(s, t)) + tie


# --------------------------------------------------------------------------- other fighters


@kernel
def edge_with_helper(s, t, q):
    """Return the edge if `q` helped, in place of anybody who does."""
    m = s.combat
    helper = m.helper
    m.helper = q + 1
    result = edge(s, t)
    m.helper = helper
    return result


@kernel
def edge_with_leader(s, t, q):
    """Return the edge if `q` led the players' side."""
    m = s.combat
    leader = m.leader
    m.leader = q
    result = edge(s, t)
    m.leader = leader
    return result


@kernel
def edge_doubled(s, t):
    """Return the edge with the lone fighter's strength counted once more."""
    m = s.combat
    m.multiply += 1
    result = edge(s, t)
    m.multiply -= 1
    return result


@kernel
def edge_backstabbed(s, t, q, amount):
    """Return the edge with `amount` more on the combat bonus of fighter `q`."""
    s.player[q].combat_bonus += amount
    result = edge(s, t)
    s.player[q].combat_bonus -= amount
    return result


@kernel
def holds_for_leader(s, t, clause, p):
    """Return whether the condition of a clause would hold for `p` if `p` led the players' side."""
    m = s.combat
    leader = m.leader
    m.leader = p
    result = holds(s, t, clause, p, 0)
    m.leader = leader
    return result


@kernel
def set_identity(s, p, races, klasses, weak_races, weak_klasses):
    """Write the races and classes of `p`, and those that count for drawbacks; the caller puts the old ones back."""
    player = s.player[p]
    player.race = races
    player.klass = klasses
    player.weak_race = weak_races
    player.weak_klass = weak_klasses


@kernel
def change_flight(s, amount):
    """All rolls to run away have so much more; the caller takes it back."""
    s.combat.flight += amount


@kernel
def edge_uncursed(s, t, p, c):
    """Return the edge without the curse `c` in front of fighter `p`."""
    heavy = s.heavy
    lift(s, c, table_of(p))
    refresh(s, t, p)
    result = edge(s, t)
    put_back(s, c, table_of(p))
    refresh(s, t, p)
    s.heavy = heavy
    return result


@kernel
def edge_lent(s, t, p, d):
    """Return the edge if fighter `p` used item `d` of another player, without the monsters that would leave.

    Both tables are as after the play: what makes room is gone, enhancers go along with the item, and other cards that
    are attached to it are gone.
    """
    heavy = s.heavy
    owner = s.card[d].zone - Zone.TABLE
    flag = s.card[d].flag
    gone = put_aside_for(s, t, p, d)
    loose = shift_attached(s, t, d, table_of(owner), PUT_ASIDE, False)
    shift(s, d, table_of(p))
    fitted = shift_attached(s, t, d, table_of(owner), table_of(p), True)
    s.card[d].flag = flag & ~Flag.CARRIED
    refresh(s, t, owner)
    refresh(s, t, p)
    result = edge(s, t) + 2 * strength_of_unfought(s, t)
    s.card[d].flag = flag
    shift_back(s, table_of(p), table_of(owner), fitted + 1)
    shift_back(s, PUT_ASIDE, table_of(owner), loose)
    shift_back(s, PUT_ASIDE, table_of(p), gone)
    refresh(s, t, owner)
    refresh(s, t, p)
    s.heavy = heavy
    return result


@kernel
def strength_of_unfought(s, t):
    """Return the strength of the monsters that would leave without a fight."""
    total = 0
    for i in range(s.combat.n_monsters):
        clause = unfought(t, s.combat.monster[i].type)
        if clause and holds(s, t, t.clause[clause], s.combat.leader, 0):
            total += monster_strength(s, t, i)
    return total


@kernel
def put_aside_for(s, t, p, d):
    """Shift the items of `p` that make room for item `d`, with all attached to them. Returns the number of cards."""
    zone = table_of(p)
    n = 0
    again = True
    while again:
        again = False
        for c in cards(s, zone):
            if gives_way(s, t, p, d, c):
                n += shift_attached(s, t, c, zone, PUT_ASIDE, True)
                n += shift_attached(s, t, c, zone, PUT_ASIDE, False)
                shift(s, c, PUT_ASIDE)
                n += 1
                refresh(s, t, p)
                again = True
                break
    return n


@kernel
def shift_attached(s, t, c, zone, to, fitted):
    """Shift the enhancers of item `c`, or else the other cards attached to it. Returns their number."""
    n = 0
    for d in moving_cards(s, zone):
        if s.card[d].host == c and is_fitted(kind_of(t, d)) == fitted:
            shift(s, d, to)
            n += 1
    return n


@kernel
def shift(s, c, to):
    """Move a card to the front of a list for a moment; its link to the card before it stays, for `shift_back`."""
    before = s.card[c].prev
    after = s.card[c].next
    lift(s, c, s.card[c].zone)
    if after:
        s.card[after].prev = before
    s.card[c].zone = to
    s.card[c].next = s.head[to]
    s.head[to] = c


@kernel
def shift_back(s, to, zone, n):
    """Undo the last `n` calls of `shift` from a list `zone` to a list `to`."""
    for _ in range(n):
        c = s.head[to]
        before = s.card[c].prev
        after = s.card[before].next if before else s.head[zone]
        s.head[to] = s.card[c].next
        s.card[c].zone = zone
        s.card[c].next = after
        if after:
            s.card[after].prev = c
        put_back(s, c, zone)


# --------------------------------------------------------------------------- other monsters


@kernel
def set_monster(s, i, k, group, bonus, undead, grown):
    """Write what an edge depends on of a monster of type `k` to place `i`."""
    place = s.combat.monster[i]
    place.type = k
    place.group = group
    place.bonus = bonus
    place.undead = undead
    place.grown = grown


@kernel
def edge_with_monster(s, t, k, bonus):
    """Return the edge if a monster of type `k` joined, with a bonus from enhancers; NEVER if there is no place."""
    m = s.combat
    n = m.n_monsters
    if n >= MAX_MONSTERS:
        return NEVER
    factors = 1 if multiplies(t, k) else 0
    set_monster(s, n, k, 0, bonus, 0, strength_on_arrival(s, t, k))
    m.n_monsters = n + 1
    m.factors += factors
    result = edge(s, t)
    m.factors -= factors
    m.n_monsters = n
    set_monster(s, n, 0, 0, 0, 0, 0)
    return result


@kernel
def edge_replaced(s, t, i, k):
    """Return the edge if the monster at place `i` were one of type `k`, without enhancers."""
    place = s.combat.monster[i]
    old, group, bonus, undead, grown = place.type, place.group, place.bonus, place.undead, place.grown
    set_monster(s, i, k, 0, 0, 0, strength_on_arrival(s, t, k))
    result = edge(s, t)
    set_monster(s, i, old, group, bonus, undead, grown)
    return result


@kernel
def edge_without(s, t, i):
    """Return the edge without the monster at place `i`."""
    m = s.combat
    place = m.monster[i]
    old, group, bonus, undead, grown = place.type, place.group, place.bonus, place.undead, place.grown
    last = m.monster[m.n_monsters - 1]
    set_monster(s, i, last.type, last.group, last.bonus, last.undead, last.grown)
    m.n_monsters -= 1
    result = edge(s, t)
    m.n_monsters += 1
    set_monster(s, i, old, group, bonus, undead, grown)
    return result


@kernel
def edge_alone(s, t, p, k):
    """Return the edge if `p` met a monster of type `k` while nobody fights."""
    m = s.combat
    leader = m.leader
    m.active = 1
    m.leader = p
    result = edge_with_monster(s, t, k, 0)
    if m.lasting == 0:  # counted when a combat begins
        result -= 2 * bonus_in_room(s, t, k)
    m.active = 0
    m.leader = leader
    return result


@kernel
def edge_with_both(s, t, p, k, second):
    """Return the edge if `p` met monsters of both types, or of one (0: none), while nobody fights; no room counts."""
    m = s.combat
    leader = m.leader
    words = m.words
    m.active = 1
    m.leader = p
    n = 0
    if k:
        set_monster(s, n, k, 0, 0, 0, strength_on_arrival(s, t, k))
        n += 1
    if second:
        set_monster(s, n, second, 0, 0, 0, strength_on_arrival(s, t, second))
        n += 1
    m.n_monsters = n
    m.words = t.card[k].words | t.card[second].words
    result = edge(s, t)
    m.words = words
    m.n_monsters = 0
    for i in range(n):
        set_monster(s, i, 0, 0, 0, 0, 0)
    m.leader = leader
    m.active = 0
    return result


# --------------------------------------------------------------------------- spent cards


@kernel
def change_sides(s, side, amount):
    """A side, 0 the players', 1 the monsters', has so much strength more from spent cards."""
    m = s.combat
    if side:
        m.monsters_bonus += amount
    else:
        m.players_bonus += amount


@kernel
def edge_with_bonus(s, t, side, amount):
    """Return the edge with strength added to the players' side (0) or the monsters' (1)."""
    change_sides(s, side, amount)
    result = edge(s, t)
    change_sides(s, side, -amount)
    return result


@kernel
def lift(s, c, zone):
    """Take the card out of the list of its zone for a moment; its own links stay."""
    before = s.card[c].prev
    if before:
        s.card[before].next = s.card[c].next
    else:
        s.head[zone] = s.card[c].next


@kernel
def put_back(s, c, zone):
    """Undo `lift`."""
    before = s.card[c].prev
    if before:
        s.card[before].next = c
    else:
        s.head[zone] = c


@kernel
def is_of_other(s, c, p):
    """The spent card `c` was played by somebody else than `p`."""
    return s.card[c].host != p + 1


@kernel
def edge_spent(s, t, p, c, side, host):
    """The edge if `p` spent card `c` for a side, hung on the spent card `host` (0: on none)."""
    zone = s.card[c].zone
    after = s.card[c].next
    before = s.card[c].host
    flag = s.card[c].flag
    top = s.head[Zone.COMBAT]
    lift(s, c, zone)
    s.card[c].zone = Zone.COMBAT
    s.card[c].next = top
    s.card[c].host = host if host else p + 1
    s.card[c].flag = (Flag.FOR_MONSTERS if side else 0) | (Flag.BY_ANOTHER if host and is_of_other(s, host, p) else 0)
    s.head[Zone.COMBAT] = c
    used = s.combat.used
    s.combat.used = tags_spent(s, t)
    count_words(s, t, type_of(t, c), 1)
    change_sides(s, side, bonus_spent(t, c))
    result = edge(s, t)
    change_sides(s, side, -bonus_spent(t, c))
    count_words(s, t, type_of(t, c), -1)
    s.combat.used = used
    s.head[Zone.COMBAT] = top
    s.card[c].zone = zone
    s.card[c].next = after
    s.card[c].host = before
    s.card[c].flag = flag
    put_back(s, c, zone)
    return result


@kernel
def edge_with_side(s, t, p, c, side):
    """Return the edge with what card `c`, spent by `p`, gives to a side; what factors make of it included."""
    if has_factors(s):
        return edge_spent(s, t, p, c, side, 0)
    return edge_with_bonus(s, t, side, t.card[type_of(t, c)].bonus)


@kernel
def edge_taken(s, t, d):
    """The edge if the spent card `d` were taken back."""
    side = side_of(s, d)
    lift(s, d, Zone.COMBAT)
    count_words(s, t, type_of(t, d), -1)
    change_sides(s, side, -bonus_spent(t, d))
    result = edge(s, t)
    change_sides(s, side, bonus_spent(t, d))
    count_words(s, t, type_of(t, d), 1)
    put_back(s, d, Zone.COMBAT)
    return result


@kernel
def edge_turned(s, t, d):
    """The edge if the spent card `d` helped the other side."""
    side = side_of(s, d)
    flag = s.card[d].flag
    s.card[d].flag = flag ^ Flag.FOR_MONSTERS
    change_sides(s, side, -bonus_spent(t, d))
    change_sides(s, 1 - side, bonus_spent(t, d))
    result = edge(s, t)
    change_sides(s, 1 - side, -bonus_spent(t, d))
    change_sides(s, side, bonus_spent(t, d))
    s.card[d].flag = flag
    return result
