"""What laying out, putting in use, selling and stealing are worth to a seat."""

from munchkin_env.bots.outlook import edge_with_bonus
from munchkin_env.bots.siding import strengthen
from munchkin_env.bots.valuation import (
    LEVEL,
    NOTHING,
    STRENGTH,
    cheapest_payment,
    identity_worth,
    is_idle,
    joined_bits,
    keep_worth,
    raw_bonus,
    type_worth,
    use_worth,
    used_worth,
)
from munchkin_env.engine.kernels.kernel import kernel
from munchkin_env.engine.kernels.language import cards
from munchkin_env.engine.queries.asking import begins_turn, is_in_turn
from munchkin_env.engine.queries.bonuses import turned_bonus
from munchkin_env.engine.queries.cards import (
    hand_of,
    has_flag,
    is_class,
    is_gear,
    is_one_time,
    is_race,
    is_race_or_class,
    kind_of,
    table_of,
    type_of,
)
from munchkin_env.engine.queries.carrying import may_carry
from munchkin_env.engine.queries.displacing import gives_way
from munchkin_env.engine.queries.items import corruption
from munchkin_env.engine.queries.people import hand_count, hand_limit, has_ability, is_fighter
from munchkin_env.engine.queries.wearing import comes_off, is_laser
from munchkin_env.engine.rules.equipment import may_put_away
from munchkin_env.engine.rules.modifiers import gives_place_to, replaces_one_of_two
from munchkin_env.engine.rules.selling import GOLD_PER_LEVEL, sellable, still_doubled
from munchkin_env.engine.rules.stealing import may_steal_from, stealable, stealing_sidekick
from munchkin_env.vocabulary import Ability, Filter, Flag

MOST_ITEMS = 60  # items a sale considers, one bit each
NEVER_SOLD = 1 << 30
BOUGHT_LEVEL = LEVEL // 2  # a level for items: at full worth too much is sold, by 4,000 games against its equals


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
        if replaces_one_of_two(v, t, p, c):
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
    """What it costs to make room with item `d` in use: all lasers, if it is one that others keep the hands with."""
    if what != Filter.SLOT or not comes_off(v, t, p, d):
        return used_worth(v, t, p, d)
    total = 0
    for c in cards(v, table_of(p)):
        if is_gear(kind_of(t, c)) and is_laser(t, c) and not has_flag(v, c, Flag.CARRIED):
            total += used_worth(v, t, p, c)
    return total


@kernel
def score_lend(v, t, p, c):
    """The Hireling takes an item that helps nobody else; what he carries he keeps."""
    for d in cards(v, table_of(p)):
        if is_gear(kind_of(t, d)) and v.card[d].host:
            return NOTHING
    gain = STRENGTH * raw_bonus(v, t, p, type_of(t, c))
    return 8 + gain if gain > 0 and is_idle(v, t, p, c) else NOTHING


# --------------------------------------------------------------------------- selling


@kernel
def price_ratio(v, t, p, c):
    """What it costs to sell the item, by its gold: the cheapest go first."""
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
    """An item of type `k` that is not chosen yet belongs to the sale."""
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
    """Half a chance for another's item, less what the attempt costs."""
    return score_theft(v, t, p, c, theft_cost(v, t, p))


@kernel
def score_theft(v, t, p, c, cost):
    """The same, where the cost of an attempt is known: it is no other for the next item."""
    if t.card[type_of(t, c)].big and not may_carry(v, t, p, c):
        return NOTHING
    return type_worth(v, t, p, type_of(t, c)) // 2 - cost


@kernel
def theft_cost(v, t, p):
    """What an attempt costs: failing takes a level, if there is one, or the sidekick that is sent; some pay a card."""
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
