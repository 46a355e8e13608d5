"""Worth of a combat to a seat and of moving its balance; worth of sidekicks and items, which move it too.

`rules/trials.py` says how the combat would stand if something were played: the *edge*, above zero if the players win.
"""

from munchkin_env.bots.valuation import (
    LEVEL,
    NOTHING,
    STRENGTH,
    TREASURE,
    WINS,
    cheapest_payment,
    damage,
    identity_worth,
    is_idle,
    joined_bits,
    keep_worth,
    raw_bonus,
    rivalry,
    type_worth,
    use_worth,
    used_worth,
)
from munchkin_env.engine.kernels.kernel import kernel
from munchkin_env.engine.kernels.language import cards
from munchkin_env.engine.queries.asking import begins_turn, is_in_turn
from munchkin_env.engine.queries.bonuses import (
    PLAYERS_SIDE,
    bonus_against_fighters,
    bonus_for_side,
    bonus_now,
    gives_way,
    printed_level,
    printed_over,
    turned_bonus,
)
from munchkin_env.engine.queries.cards import (
    hand_of,
    has_flag,
    is_class,
    is_enhancer,
    is_gear,
    is_one_time,
    is_race,
    is_race_or_class,
    kind_of,
    table_of,
    type_of,
)
from munchkin_env.engine.queries.conditions import race_bonus
from munchkin_env.engine.queries.items import corruption, fickleness, use_of
from munchkin_env.engine.queries.people import hand_count, hand_limit, has_ability, is_fighter
from munchkin_env.engine.queries.piles import group_size
from munchkin_env.engine.queries.strength import promised_treasures, undead_fights
from munchkin_env.engine.queries.wearing import comes_off, is_laser, may_carry
from munchkin_env.engine.rules.abilities import ability_amount, ability_limit
from munchkin_env.engine.rules.combat import extra_levels
from munchkin_env.engine.rules.dismissal import unfought
from munchkin_env.engine.rules.equipment import gives_place_to, may_put_away, replaces_one
from munchkin_env.engine.rules.run_away import ESCAPES_ON, cannot_escape, escapes_without_roll, roll_change
from munchkin_env.engine.rules.sidekicks import has_room, is_sidekick_of
from munchkin_env.engine.rules.stealing import may_steal_from, stealable, stealing_sidekick
from munchkin_env.engine.rules.trading import GOLD_PER_LEVEL, sellable, still_doubled
from munchkin_env.engine.rules.trials import change_flight, edge, edge_with_bonus, holds_for_leader
from munchkin_env.vocabulary import Ability, Aim, Filter, Flag, Trigger, Window, Zone

NO_DANGER = 0
NEAR = 1  # the kill brings the leader one level below the goal
DECISIVE = 2  # the kill ends the game
STOP = 800  # keeping somebody from winning the game
OPTION = 15  # what a curse or enhancer in hand is worth, as a threat
PARTLY = 250  # weakening a player who is about to win
PESTER = 12  # keeping somebody from the last level but one: worth a cheap card, no enhancer
SAFE = 4  # edge that must be left when a won combat is made harder for more gain
PLAYED = 25  # into an empty place, as whatever else is laid out
MOST_ITEMS = 60  # items a sale considers, one bit each
NEVER_SOLD = 1 << 30
BOUGHT_LEVEL = LEVEL // 2  # a level for items: at full worth too much is sold, by 4,000 games against its equals


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
def elf_levels(v, q):
    """Return the levels that `q` gains by helping to win: one a monster for an Elf."""
    return v.combat.n_monsters + v.combat.slain if has_ability(v, q, Ability.HELP_LEVELS) else 0


@kernel
def wins_as_elf(v, q):
    """Return whether the levels that `q` gains as an Elf win the game."""
    elf = v.rules.elf_may_win and has_ability(v, q, Ability.HELP_LEVELS)
    return elf and v.player[q].level + elf_levels(v, q) >= v.rules.goal


@kernel
def danger(v, t, p):
    """Return the danger of the kill to bystander `p`: NO_DANGER, NEAR or DECISIVE."""
    m = v.combat
    goal = v.rules.goal
    level = level_after(v, m.leader, kill_levels(v, t))
    helper = m.helper - 1
    if level >= goal and not (helper == p and v.rules.helper_wins):
        return DECISIVE
    if helper >= 0 and helper != p and wins_as_elf(v, helper):
        return DECISIVE
    return NEAR if level >= goal - 1 else NO_DANGER


@kernel
def kill_worth(v, t, p):
    """Worth of winning the combat to fighter `p`, bad stuff avoided included."""
    m = v.combat
    levels = kill_levels(v, t)
    treasures = promised_treasures(v, t)
    deal = min(m.deal_treasures, treasures)
    if m.leader == p:
        if level_after(v, p, levels) >= v.rules.goal:
            return WINS
        worth = LEVEL * levels + TREASURE * (treasures - deal)
    else:
        if wins_as_elf(v, p):
            return WINS
        worth = TREASURE * deal + LEVEL * elf_levels(v, p)
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
def missing_on_roll(v, t, q):
    """Return what the roll of `q` to run away lacks, 0 if it escapes."""
    return max(0, ESCAPES_ON - v.roll.face - roll_change(v, t, q, v.roll.place))


@kernel
def monster_damage(v, t, p, i):
    """Cost to `p` of being caught by the monster at place `i`."""
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
    change_flight(v, amount)
    total = flight_cost(v, t, p)
    change_flight(v, -amount)
    return total


# --------------------------------------------------------------------------- own means


@kernel
def weakening(t, k):
    """Strength that a card of type `k` takes off a monster, 0 if it is no such enhancer."""
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
    for zone in (hand_of(p), table_of(p)):
        for c in cards(v, zone):
            k = type_of(t, c)
            given = bonus_for_side(v, t, c, PLAYERS_SIDE) if t.card[k].aim == Aim.SIDE else 0
            total += given + race_bonus(v, t, k) + weakening(t, k)
    return total


@kernel
def means_cost(v, t, p, missing):
    """Estimate the cost to `p` of `missing` points of strength: 3 a point, and a card each for paid ones."""
    spent = own_bonus(v, t, p)
    cost = 3 * min(spent, missing) + 4
    if missing > spent:
        cost += (missing - spent) * cheapest_payment(v, t, p)
    return cost


@kernel
def enough_means(v, t, p):
    """Return whether all that `p` can add turns a lost combat."""
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
    return t.clause[clause].amount if holds_for_leader(v, t, t.clause[clause], p) else -1


@kernel
def gain_of_monster(t, k):
    """Worth of killing one more monster of type `k`."""
    card = t.card[k]
    return LEVEL * card.levels + TREASURE * card.treasures


# --------------------------------------------------------------------------- moving the balance


@kernel
def hinder(v, t, p, after, cost):
    """A bystander's play that leaves the players with the edge `after`: only as the kill is declared, if it matters."""
    return thwart(v, t, p, after, cost) if v.window == Window.KILL else NOTHING


@kernel
def thwart(v, t, p, after, cost):
    """A bystander's play that leaves the players with the edge `after`, if they would win and it matters."""
    if edge(v, t) <= 0:
        return NOTHING
    threat = danger(v, t, p)
    if threat == NO_DANGER:
        return NOTHING
    if after <= 0:
        return (STOP if threat == DECISIVE else PESTER) - cost
    return PARTLY - after if threat == DECISIVE else NOTHING


@kernel
def turn_combat(v, t, p, after, cost):
    """A fighter's play that leaves the edge `after`: it turns a lost combat, alone or with all own means."""
    now = edge(v, t)
    if now > 0 or after <= now:
        return NOTHING
    worth = kill_worth(v, t, p)
    if after > 0:
        return worth - cost
    if not enough_means(v, t, p):
        return NOTHING
    return worth - means_cost(v, t, p, (2 - now) // 2) + (after - now) // 4


@kernel
def strengthen(v, t, p, after, cost):
    """A play for the players' side."""
    return turn_combat(v, t, p, after, cost) if is_fighter(v, p) else NOTHING


@kernel
def provoke(v, t, p, after, gain, cost):
    """A play that makes the monsters stronger: against others, or for more gain in an own combat that stays won."""
    if not is_fighter(v, p):
        return hinder(v, t, p, after, cost)
    if v.combat.leader != p or v.window != 0 or after < SAFE:
        return NOTHING
    return gain - cost


@kernel
def score_held(v, t, p, cost):
    """A fickle item is about to give nothing: worth it if the combat hangs on it."""
    c = fickle_item(v, t, p)
    clause = fickleness(t, c) if c else 0
    if clause == 0 or v.roll.face + v.player[p].die < t.clause[clause].limit or edge(v, t) <= 0:
        return NOTHING
    return kill_worth(v, t, p) - cost if edge_with_bonus(v, t, 0, -bonus_now(v, t, p, c)) <= 0 else NOTHING


@kernel
def fickle_item(v, t, p):
    """The item of `p` whose die is on the table, 0 if `p` has declared a bonus for it."""
    for c in cards(v, table_of(p)):
        if fickleness(t, c) and use_of(v, c) == 0:
            return c
    return 0


# --------------------------------------------------------------------------- monster enhancers


@kernel
def change_by_enhancer(v, t, k, i):
    """Change of the strength of the monster at place `i` by an enhancer of type `k`."""
    change = t.card[k].bonus + bonus_against_fighters(v, t, k)
    level = printed_over(t, k)
    return change + level - printed_level(v, t, i) if level else change


@kernel
def score_enhancer(v, t, p, k, i, cost):
    """An enhancer of type `k` on the monster at place `i`."""
    size = group_size(v, v.combat.monster[i].group)
    amount = change_by_enhancer(v, t, k, i) * size
    if amount == 0:
        return NOTHING
    after = edge_with_bonus(v, t, 1, amount)
    if amount < 0:
        return strengthen(v, t, p, after, cost)
    return provoke(v, t, p, after, TREASURE * t.card[k].treasures, max(cost, OPTION))


# --------------------------------------------------------------------------- sidekicks


@kernel
def score_sidekick(v, t, p, c):
    """A sidekick from the hand: at once if there is room, else if it is better than one that is there."""
    if has_room(v, t, p):
        return PLAYED
    best = NOTHING
    for d in cards(v, table_of(p)):
        if is_sidekick_of(v, t, p, d):
            best = max(best, score_replacement(v, t, p, c, d))
    return best


@kernel
def score_replacement(v, t, p, c, d):
    """The sidekick `c` in place of `d`."""
    gain = type_worth(v, t, p, type_of(t, c)) - type_worth(v, t, p, type_of(t, d))
    return gain if gain > 0 else NOTHING


@kernel
def score_killing(v, t, p, d):
    """The sidekick `d` is killed: somebody else's, of the most dangerous first."""
    q = v.card[d].zone - Zone.TABLE
    worth = type_worth(v, t, q, type_of(t, d))
    return -worth if q == p else worth * rivalry(v, p, q) // 100


@kernel
def score_sacrifice(v, t, p, c):
    """SIDE-2: a sidekick in place of all rolls to come."""
    total = 0
    for i in range(v.combat.n_monsters):
        if (v.player[p].pending >> i) & 1:
            total += flight_risk(v, t, p, i)
    return total - keep_worth(v, t, p, c)


@kernel
def takes_along(v, p):
    """Return 1 if the helper escapes too: unless it is the one to be held back."""
    q = v.combat.helper - 1
    return 1 if q >= 0 and rivalry(v, p, q) < 60 else 0


# --------------------------------------------------------------------------- items: laid out, used, sold, stolen


# --------------------------------------------------------------------------- laying out


@kernel
def score_lay_out(v, t, p, c):
    """A card from hand comes to the table: the best first, because it takes the slot."""
    k = type_of(t, c)
    card = t.card[k]
    kind = card.kind
    if is_gear(kind):
        worth = use_worth(v, t, p, k)
        if card.big and worth <= 0 and not has_ability(v, p, Ability.ANY_BIG):
            return NOTHING
        return 20 + worth
    if is_one_time(kind):
        full = hand_count(v, p) > hand_limit(v, p)
        closing = is_in_turn(v.decision) and not begins_turn(v.decision)
        return 2 if full and closing else NOTHING
    q = v.player[p]
    if is_race_or_class(kind):
        now = identity_worth(v, t, p, q.race, q.klass)
        if replaces_one(v, t, p, c):
            gain = best_exchange(v, t, p, c) - now - 10  # a card less
            return 30 + gain if gain > 0 else NOTHING
        races = joined_bits(q.race, card.race) if is_race(kind) else q.race
        klasses = joined_bits(q.klass, card.klass) if is_class(kind) else q.klass
        then = identity_worth(v, t, p, races, klasses)
        return 30 + then - now if then > now else NOTHING
    return 25


@kernel
def best_exchange(v, t, p, c):
    """Return what `p` would be worth with the race or class `c` in place of one of two, the better way."""
    best = NOTHING
    for d in cards(v, table_of(p)):
        if gives_place_to(v, t, p, c, d):
            best = max(best, exchanged_worth(v, t, p, c, type_of(t, d)))
    return best


@kernel
def exchanged_worth(v, t, p, c, k):
    """Return what `p` would be worth with `c` of the hand in place of the race or class of type `k` (MOD-1)."""
    q = v.player[p]
    gone = t.card[k]
    card = t.card[type_of(t, c)]
    if is_race(gone.kind):
        return identity_worth(v, t, p, joined_bits(q.race & ~(1 << gone.race), card.race), q.klass)
    return identity_worth(v, t, p, q.race, joined_bits(q.klass & ~(1 << gone.klass), card.klass))


@kernel
def score_drop(v, t, p, c):
    """A race or class makes room for a better one in hand; an item that a curse has turned goes for levels."""
    clause = corruption(v, t, c)
    if clause:
        return score_shedding(v, t, p, turned_bonus(v, t, p, c), t.clause[clause].amount)
    decision = v.decision
    if not is_in_turn(decision):
        return NOTHING
    kind = kind_of(t, c)
    if not is_race_or_class(kind):
        return NOTHING
    q = v.player[p]
    now = identity_worth(v, t, p, q.race, q.klass)
    best = NOTHING
    for d in cards(v, hand_of(p)):
        if kind_of(t, d) == kind:
            best = max(best, exchanged_worth(v, t, p, d, type_of(t, c)) - now - 10)
    return best


@kernel
def score_shedding(v, t, p, size, levels):
    """CURSE-2: a penalty of that size goes for good, for levels: if it is large, or that wins the combat."""
    if is_fighter(v, p):
        after = edge_with_bonus(v, t, 0, size - levels)
        return strengthen(v, t, p, after, LEVEL * levels) if after > 0 else NOTHING
    return STRENGTH * size - LEVEL * levels


# --------------------------------------------------------------------------- in use and carried


@kernel
def score_use(v, t, p, c):
    """A carried item that fits is put in use."""
    worth = use_worth(v, t, p, type_of(t, c))
    return 15 + worth if worth > 0 else NOTHING


@kernel
def displaced_worth(v, t, p, c):
    """Worth of the items in use that make room for item `c`; -1 if one of them cannot."""
    total = 0
    for d in cards(v, table_of(p)):
        if gives_way(v, t, p, c, d) and not has_flag(v, d, Flag.CARRIED):
            if not may_put_away(v, t, p, d):
                return -1
            total += use_worth(v, t, p, type_of(t, d))
    return total


@kernel
def score_carry(v, t, p, d):
    """An item in use makes room for a better carried one. In a combat nothing takes its place (LASER-1)."""
    best = NOTHING
    if v.combat.active:
        return best
    for c in cards(v, table_of(p)):
        if (
            is_gear(kind_of(t, c))
            and has_flag(v, c, Flag.CARRIED)
            and not has_flag(v, c, Flag.PUT_IN_USE)
            and v.card[c].host == 0
            and gives_way(v, t, p, c, d)
        ):
            lost = displaced_worth(v, t, p, c)
            gain = use_worth(v, t, p, type_of(t, c)) - lost
            if lost >= 0 and gain > 0:
                best = max(best, 10 + gain)
    return best


@kernel
def put_away_cost(v, t, p, d, what):
    """Cost of making room with item `d` in use: all lasers, if it is one that others keep the hands with."""
    if what != Filter.SLOT or not comes_off(v, t, p, d):
        return used_worth(v, t, p, d)
    total = 0
    for c in cards(v, table_of(p)):
        if is_gear(kind_of(t, c)) and is_laser(t, c) and not has_flag(v, c, Flag.CARRIED):
            total += used_worth(v, t, p, c)
    return total


@kernel
def score_lend(v, t, p, c):
    """The Hireling takes an item that helps nobody else, and keeps it."""
    for d in cards(v, table_of(p)):
        if is_gear(kind_of(t, d)) and v.card[d].host:
            return NOTHING
    gain = STRENGTH * raw_bonus(v, t, p, type_of(t, c))
    return 8 + gain if gain > 0 and is_idle(v, t, p, c) else NOTHING


# --------------------------------------------------------------------------- selling


@kernel
def price_ratio(v, t, p, c):
    """Cost of selling the item by its gold: the cheapest go first."""
    value = t.card[type_of(t, c)].value
    return keep_worth(v, t, p, c) * GOLD_PER_LEVEL // value if value > 0 else NEVER_SOLD


@kernel
def gold_below(v, t, p, ratio):
    """Gold of all items whose ratio is at most that."""
    total = 0
    dearest = 0
    for zone in (hand_of(p), table_of(p)):
        for c in cards(v, zone):
            if sellable(v, t, c) and price_ratio(v, t, p, c) <= ratio:
                value = t.card[type_of(t, c)].value
                total += value
                dearest = max(dearest, value)
    return total + (dearest if still_doubled(v, t, p) else 0)


@kernel
def sale_ratio(v, t, p):
    """The lowest ratio up to which all items together bring a level; NEVER_SOLD if none does."""
    best = NEVER_SOLD
    for zone in (hand_of(p), table_of(p)):
        for c in cards(v, zone):
            if sellable(v, t, c):
                ratio = price_ratio(v, t, p, c)
                if ratio < best and gold_below(v, t, p, ratio) >= GOLD_PER_LEVEL:
                    best = ratio
    return best


@kernel
def sale_set(v, t, p):
    """The items to sell, a bit each, counted through hand and table: the cheapest that bring a level, none spare."""
    ratio = sale_ratio(v, t, p)
    if ratio == NEVER_SOLD:
        return 0
    spare = gold_below(v, t, p, ratio) - GOLD_PER_LEVEL
    chosen = 0
    n = 0
    for zone in (hand_of(p), table_of(p)):
        for c in cards(v, zone):
            if sellable(v, t, c):
                if n < MOST_ITEMS and price_ratio(v, t, p, c) <= ratio:
                    value = t.card[type_of(t, c)].value
                    needed = 2 * value if still_doubled(v, t, p) else value
                    if needed <= spare:
                        spare -= needed
                    else:
                        chosen |= 1 << n
                n += 1
    return chosen


@kernel
def score_sale(v, t, p):
    """A level for the items that are worth least."""
    chosen = sale_set(v, t, p)
    if chosen == 0:
        return NOTHING
    cost = 0
    n = 0
    for zone in (hand_of(p), table_of(p)):
        for c in cards(v, zone):
            if sellable(v, t, c):
                if (chosen >> n) & 1:
                    cost += keep_worth(v, t, p, c)
                n += 1
    return BOUGHT_LEVEL - cost


@kernel
def is_for_sale(v, t, p, k):
    """Return whether an item of type `k` that is not chosen yet belongs to the sale."""
    chosen = sale_set(v, t, p)
    n = 0
    for zone in (hand_of(p), table_of(p)):
        for c in cards(v, zone):
            if sellable(v, t, c):
                if (chosen >> n) & 1 and type_of(t, c) == k and not has_flag(v, c, Flag.SELECTED):
                    return True
                n += 1
    return False


# --------------------------------------------------------------------------- stealing


@kernel
def score_steal(v, t, p, c):
    """Half the worth of another's item, less the cost of the attempt."""
    return score_theft(v, t, p, c, theft_cost(v, t, p))


@kernel
def score_theft(v, t, p, c, cost):
    """Score a theft as `score_steal` does, where the cost of an attempt is known: it is the same for each item."""
    if t.card[type_of(t, c)].big and not may_carry(v, t, p, c):
        return NOTHING
    return type_worth(v, t, p, type_of(t, c)) // 2 - cost


@kernel
def theft_cost(v, t, p):
    """Cost of an attempt: failing takes a level, if there is one, or the sidekick that is sent; some pay a card."""
    risk = LEVEL // 2 if v.player[p].level > 1 else 0
    sent = stealing_sidekick(v, t, p)
    if sent:
        risk = keep_worth(v, t, p, sent) // 2
    return risk + cheapest_payment(v, t, p)


@kernel
def best_steal(v, t, p, q):
    """The best theft from `q`."""
    best = NOTHING
    if may_steal_from(v, p, q):
        cost = theft_cost(v, t, p)
        for c in cards(v, table_of(q)):
            if stealable(v, t, p, c):
                best = max(best, score_theft(v, t, p, c, cost))
    return best
