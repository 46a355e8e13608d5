"""How a combat stands and how it would stand if something were played: what-if on a view.

An *edge* is twice the difference of strengths, plus one if the players win ties: above zero they win.
What-if functions change the view for a moment and put it back as it was; those that the rules ask, too, are theirs.
"""

from munchkin_env.bots.valuation import LEVEL, TREASURE, cheapest_payment, damage, keep_worth
from munchkin_env.engine.kernels.kernel import kernel
from munchkin_env.engine.kernels.language import cards
from munchkin_env.engine.queries.bonuses import PLAYERS_SIDE, factor_of, has_factors, multiplies
from munchkin_env.engine.queries.cards import hand_of, is_enhancer, table_of, type_of
from munchkin_env.engine.queries.conditions import holds, race_bonus
from munchkin_env.engine.queries.entered_room import bonus_in_room
from munchkin_env.engine.queries.people import hand_count, has_ability
from munchkin_env.engine.queries.strength import promised_treasures, strength_on_arrival, undead_fights
from munchkin_env.engine.rules.abilities import ability_amount, ability_limit
from munchkin_env.engine.rules.combat import extra_levels
from munchkin_env.engine.rules.dismissal import unfought
from munchkin_env.engine.rules.run_away import cannot_escape, escapes_without_roll, roll_change
from munchkin_env.engine.rules.trials import edge, edge_spent
from munchkin_env.vocabulary import MAX_MONSTERS, Ability, Aim, Trigger

NEVER = -2000  # an edge that cannot be
NO_DANGER = 0
NEAR = 1  # the kill brings the leader one level below the goal
DECISIVE = 2  # the kill ends the game


@kernel
def edge_with_helper(v, t, q):
    """The edge if `q` helped."""
    m = v.combat
    helper = m.helper
    m.helper = q + 1
    result = edge(v, t)
    m.helper = helper
    return result


@kernel
def edge_with_leader(v, t, q):
    """The edge if `q` led instead."""
    m = v.combat
    leader = m.leader
    m.leader = q
    result = edge(v, t)
    m.leader = leader
    return result


@kernel
def edge_with_bonus(v, t, side, amount):
    """The edge with strength added to the players (0) or the monsters (1)."""
    m = v.combat
    players = m.players_bonus
    monsters = m.monsters_bonus
    if side:
        m.monsters_bonus = monsters + amount
    else:
        m.players_bonus = players + amount
    result = edge(v, t)
    m.players_bonus = players
    m.monsters_bonus = monsters
    return result


@kernel
def edge_doubled(v, t):
    """The edge with the lone fighter's strength counted once more."""
    m = v.combat
    multiply = m.multiply
    m.multiply = multiply + 1
    result = edge(v, t)
    m.multiply = multiply
    return result


@kernel
def set_monster(v, i, k, group, bonus, undead, grown):
    """Puts card type `k` at monster place `i` of the view."""
    m = v.combat.monster[i]
    m.type = k
    m.group = group
    m.bonus = bonus
    m.undead = undead
    m.grown = grown


@kernel
def edge_with_monster(v, t, k, bonus):
    """The edge if a monster of type `k` joined, with a bonus from enhancers."""
    n = v.combat.n_monsters
    if n >= MAX_MONSTERS:
        return NEVER
    factors = v.combat.factors
    set_monster(v, n, k, 0, bonus, 0, strength_on_arrival(v, t, k))
    v.combat.n_monsters = n + 1
    if multiplies(t, k):
        v.combat.factors = factors + 1
    result = edge(v, t)
    v.combat.factors = factors
    v.combat.n_monsters = n
    set_monster(v, n, 0, 0, 0, 0, 0)
    return result


@kernel
def edge_replaced(v, t, i, k):
    """The edge if the monster at place `i` were one of type `k`, without enhancers."""
    m = v.combat.monster[i]
    old = m.type
    group = m.group
    bonus = m.bonus
    undead = m.undead
    grown = m.grown
    set_monster(v, i, k, 0, 0, 0, strength_on_arrival(v, t, k))
    result = edge(v, t)
    set_monster(v, i, old, group, bonus, undead, grown)
    return result


@kernel
def edge_without(v, t, i):
    """The edge without the monster at place `i`."""
    last = v.combat.n_monsters - 1
    m = v.combat.monster[i]
    old = m.type
    group = m.group
    bonus = m.bonus
    undead = m.undead
    other = v.combat.monster[last]
    grown = m.grown
    set_monster(v, i, other.type, other.group, other.bonus, other.undead, other.grown)
    v.combat.n_monsters = last
    result = edge(v, t)
    v.combat.n_monsters = last + 1
    set_monster(v, i, old, group, bonus, undead, grown)
    return result


@kernel
def edge_alone(v, t, p, k):
    """The edge if `p`, now out of combat, met a monster of type `k`."""
    m = v.combat
    leader = m.leader
    m.active = 1
    m.leader = p
    result = edge_with_monster(v, t, k, 0)
    if m.lasting == 0:  # counted when a combat begins
        result -= 2 * bonus_in_room(v, t, k)
    m.active = 0
    m.leader = leader
    return result


@kernel
def group_size(v, group):
    """Monsters that the enhancers of a group count for (PLAY-7)."""
    total = 0
    for i in range(v.combat.n_monsters):
        if v.combat.monster[i].group == group:
            total += 1
    return total


# --------------------------------------------------------------------------- cards spent in the combat


@kernel
def edge_with_side(v, t, p, c, side):
    """The edge with what card `c` gives to a side; what factors make of it included."""
    if has_factors(v):
        return edge_spent(v, t, p, c, side, 0)
    return edge_with_bonus(v, t, side, t.card[type_of(t, c)].bonus)


# --------------------------------------------------------------------------- what a kill brings


@kernel
def kill_levels(v, t):
    """Levels that the leader gains by the kill."""
    m = v.combat
    total = m.slain_levels
    for i in range(m.n_monsters):
        total += t.card[m.monster[i].type].levels + extra_levels(v, t, i)
    return total


@kernel
def level_after(v, q, levels):
    """Level of the leader after a kill: forced help cannot bring the goal (HELP-9)."""
    helper = v.combat.helper - 1
    level = v.player[q].level + levels
    if helper >= 0 and v.player[helper].forced == 1:
        level = min(level, v.rules.goal - 1)
    return level


@kernel
def danger(v, t, p):
    """What the kill would mean for a bystander: NO_DANGER, NEAR or DECISIVE."""
    m = v.combat
    goal = v.rules.goal
    level = level_after(v, m.leader, kill_levels(v, t))
    helper = m.helper - 1
    if level >= goal and not (helper == p and v.rules.helper_wins):
        return DECISIVE
    if helper >= 0 and helper != p and has_ability(v, helper, Ability.HELP_LEVELS) and v.rules.elf_may_win:
        if v.player[helper].level + m.n_monsters + m.slain >= goal:
            return DECISIVE
    return NEAR if level >= goal - 1 else NO_DANGER


@kernel
def kill_worth(v, t, p):
    """What winning the combat is worth to a fighter, bad stuff avoided included."""
    m = v.combat
    levels = kill_levels(v, t)
    treasures = promised_treasures(v, t)
    deal = min(m.deal_treasures, treasures)
    if m.leader == p:
        if level_after(v, p, levels) >= v.rules.goal:
            return 1000
        worth = LEVEL * levels + TREASURE * (treasures - deal)
    else:
        worth = TREASURE * deal
        if has_ability(v, p, Ability.HELP_LEVELS):
            killed = m.n_monsters + m.slain
            if v.player[p].level + killed >= v.rules.goal and v.rules.elf_may_win:
                return 1000
            worth += LEVEL * killed
    return worth + flight_cost(v, t, p)


# --------------------------------------------------------------------------- flight


@kernel
def escape_faces(v, t, p, i):
    """Faces of the die, of six, with which `p` escapes the monster at place `i`."""
    if cannot_escape(v, t, i, p):
        return 0
    if escapes_without_roll(v, t, i, p):
        return 6
    return max(0, min(6, 2 + roll_change(v, t, p, i)))


@kernel
def monster_damage(v, t, p, i):
    """What it costs `p` to be caught by the monster at place `i`."""
    return damage(v, t, v.combat.monster[i].type, Trigger.BAD_STUFF, p)


@kernel
def flight_risk(v, t, p, i):
    """Expected cost of running from the monster at place `i`."""
    faces = escape_faces(v, t, p, i)
    return monster_damage(v, t, p, i) * (6 - faces) // 6


@kernel
def flight_cost(v, t, p):
    """Expected cost of running from all monsters."""
    total = 0
    for i in range(v.combat.n_monsters):
        total += flight_risk(v, t, p, i)
    return total


@kernel
def flight_cost_with(v, t, p, amount):
    """Expected cost of running from all monsters with `amount` more on the rolls."""
    flight = v.combat.flight
    v.combat.flight = flight + amount
    total = flight_cost(v, t, p)
    v.combat.flight = flight
    return total


# --------------------------------------------------------------------------- own means


@kernel
def side_bonus(t, k):
    """What a spent card of type `k` adds to a side, 0 if it is no such card."""
    return t.card[k].bonus if t.card[k].aim == Aim.SIDE else 0


@kernel
def weakening(t, k):
    """What a card of type `k` takes off a monster, 0 if it is no such enhancer."""
    return max(0, -t.card[k].bonus) if is_enhancer(t.card[k].kind) else 0


@kernel
def paid_bonus(v, t, p):
    """Strength that `p` can still pay for with cards from hand: berserk, turning undead."""
    q = v.player[p]
    total = 0
    left = hand_count(v, p)
    if has_ability(v, p, Ability.TURNING) and undead_fights(v):
        times = min(left, ability_limit(v, t, p, Ability.TURNING) - q.turning)
        total += times * ability_amount(v, t, p, Ability.TURNING)
        left -= times
    if has_ability(v, p, Ability.BERSERK):
        times = min(left, ability_limit(v, t, p, Ability.BERSERK) - q.berserk)
        total += times * ability_amount(v, t, p, Ability.BERSERK)
    return total


@kernel
def own_bonus(v, t, p):
    """Strength of all one-shots of `p` for the players' side, and of what weakens a monster."""
    total = 0
    changed = has_factors(v)
    for zone in (hand_of(p), table_of(p)):
        for c in cards(v, zone):
            given = side_bonus(t, type_of(t, c))
            if given and changed:
                given *= factor_of(v, t, c, PLAYERS_SIDE)
            total += given + race_bonus(v, t, type_of(t, c)) + weakening(t, type_of(t, c))
    return total


@kernel
def means_cost(v, t, p, missing):
    """About what it costs `p` to find `missing` points of strength: 3 a point, and a card each for paid ones."""
    spent = own_bonus(v, t, p)
    cost = 3 * min(spent, missing) + 4
    if missing > spent:
        cost += (missing - spent) * cheapest_payment(v, t, p)
    return cost


@kernel
def enough_means(v, t, p):
    """All that `p` can add turns a lost combat."""
    return edge_with_bonus(v, t, 0, own_bonus(v, t, p) + paid_bonus(v, t, p)) > 0


@kernel
def lowest_bribe(v, t, p, gold):
    """Worth of the cheapest item in play that is worth the gold; 100 if there is none."""
    least = 100
    for c in cards(v, table_of(p)):
        if t.card[type_of(t, c)].value >= gold:
            least = min(least, keep_worth(v, t, p, c))
    return least


@kernel
def leaves_alone(v, t, p, k):
    """Treasures that a monster of type `k` leaves when it will not fight `p`, -1 if it fights."""
    clause = unfought(t, k)
    if clause == 0:
        return -1
    m = v.combat
    leader = m.leader
    m.leader = p
    spared = holds(v, t, t.clause[clause], p, 0)
    m.leader = leader
    return t.clause[clause].amount if spared else -1


@kernel
def gain_of_monster(t, k):
    """Worth of killing one more monster of type `k`."""
    card = t.card[k]
    return LEVEL * card.levels + TREASURE * card.treasures
