"""Contributions of single cards to the strength of a side; multipliers and silencers (COMBAT-1).

`player.bonus` and the sums of the combat are updated as cards move; conditions on the monsters, and factors of those
sums, are computed only where a card in play needs them.
"""

from munchkin_env.engine.kernels.kernel import inlined, kernel
from munchkin_env.engine.kernels.language import cards, clauses, seats
from munchkin_env.engine.queries.cards import (
    ENHANCERS_HANG,
    cheated,
    enhances_group,
    hang_beside,
    has_flag,
    is_fitted,
    is_fitted_to,
    is_gear,
    is_item,
    is_one_time,
    is_spent,
    kind_of,
    speaks,
    table_of,
    tags_of,
    type_of,
)
from munchkin_env.engine.queries.clauses import find_clause, has_word, in_game
from munchkin_env.engine.queries.conditions import (
    holds,
    is_without_drawbacks,
    owner_holds,
    race_bonus,
    tagged_in_use,
    works,
)
from munchkin_env.engine.queries.entered_room import bonus_for_each, bonus_in_room
from munchkin_env.engine.queries.items import corruption, is_mute, is_stuck, wagered
from munchkin_env.engine.queries.people import has_ability, has_fought, is_cultist, is_fighter
from munchkin_env.engine.queries.wearing import (
    counts_as_complex,
    fills_slot,
    hands_freed_by,
    hands_of,
    hands_taken_by,
    is_worn_out,
    lacks_complex_leave,
    may_carry,
)
from munchkin_env.vocabulary import Ability, Filter, Flag, Op, Slot, Spent, StrengthPer, Tag, Trigger, Void, Zone

PLAYERS_SIDE = 0  # of a combat
MONSTERS_SIDE = 1


# --------------------------------------------------------------------------- cards in front of a player


@kernel
def item_bonus(s, t, p, c):
    """Contribution of the item to its owner's strength now."""
    if not is_gear(kind_of(t, c)) or not works(s, t, p, c) or corruption(s, t, c) or is_mute(s, t, c):
        return 0
    total = bonus_in_use(s, t, p, t.type_of[c]) + bonus_of_item_enhancers(s, t, p, c)
    return total if is_idle_armor(s, t, p, t.type_of[c]) else total + wagered(s, t, c)


@kernel
def bonus_of_item_enhancers(s, t, p, c):
    """ITEM-6: bonus of attachments of the item, in the hands of `p`; nothing where only armor counts."""
    if not hang_beside(s, c, ENHANCERS_HANG) or is_idle_armor(s, t, p, type_of(t, c)):
        return 0
    total = 0
    for d in cards(s, s.card[c].zone):
        if is_fitted_to(s, t, d, c):
            total += t.card[type_of(t, d)].bonus
    return total


@kernel
def is_idle_armor(s, t, p, k):
    """CURSE-2: only armor counts for `p`, and a card of type `k` is none; before the combat all give the same."""
    return has_ability(s, p, Ability.ARMOR_ONLY) and t.card[k].slot != Slot.ARMOR and has_fought(s, p)


@kernel
def bonus_in_use(s, t, p, k):
    """Contribution of a card of type `k` to the strength of `p` while in use, whatever the monsters."""
    card = t.card[k]
    if is_idle_armor(s, t, p, k):
        return 0
    return card.bonus + said_bonus(s, t, p, k)


@kernel
def said_bonus(s, t, p, k):
    """Contribution of the clauses of a card of type `k` for `p`, besides its printed bonus."""
    total = 0
    if has_word(t, k, Op.STRENGTH) or counts_cultists(t, k) or has_word(t, k, StrengthPer.ITEM):
        for i in clauses(t.card[k], Trigger.ALWAYS):
            clause = t.clause[i]
            if counts_something(clause):
                total += counted_bonus(s, t, p, k, clause)
            elif clause.op == Op.STRENGTH and owner_holds(s, clause, p, 1 if clause.amount < 0 else 0):
                total += clause.amount
    return total


@inlined
def counts_cultists(t, k):
    """A card of type `k` may change strength for each Cultist (CULT-6)."""
    return has_word(t, k, StrengthPer.CULTIST)


@inlined
def counts_something(clause):
    """The clause changes strength for each of what it counts."""
    return clause.op == StrengthPer.CULTIST or clause.op == StrengthPer.ITEM


@kernel
def counted_bonus(s, t, p, k, clause):
    """Contribution of such a clause of a card of type `k` for `p`.

    CULT-6: an item can give the benefits of Cultists, as long as Cultists have them.
    """
    if clause.op == StrengthPer.ITEM:
        n = tagged_in_use(s, t, p, clause.arg)
        return clause.amount * (min(n, clause.limit) if clause.limit else n)
    if is_gear(t.card[k].kind) and (is_cultist(s, p) or s.combat.no_class != 0):
        return 0
    return clause.amount * (s.cultists - is_cultist(s, p))


@kernel
def bonus_against_fighters(s, t, k):
    """Bonus of a monster, or an enhancer, of type `k` against its fighters (COMBAT-8)."""
    total = 0
    if not has_word(t, k, Op.STRENGTH):
        return total
    for j in clauses(t.card[k], Trigger.ALWAYS):
        clause = t.clause[j]
        if clause.op == Op.STRENGTH:
            amount = clause.amount
            drawback = 1 if amount > 0 else 0
            if holds(s, t, clause, s.combat.leader, drawback):
                total += amount
    return total


@kernel
def bonus_of_enhancers(s, t, i):
    """Bonus of the enhancers of the monster at place `i` against its fighters, besides their printed bonus."""
    total = 0
    for c in cards(s, Zone.COMBAT):
        if enhances_group(s, t, c, s.combat.monster[i].group):
            total += bonus_against_fighters(s, t, type_of(t, c))
    return total


@kernel
def changes_of_monster(s, t, i):
    """Bonus of the monster at place `i` besides its printed level: by enhancers, theirs and its own conditions."""
    m = s.combat
    total = m.monster[i].bonus
    if m.lasting:
        total += bonus_of_enhancers(s, t, i)
        if is_printed_ignored(s, t):
            return total
    return total + m.monster[i].grown + bonus_against_fighters(s, t, m.monster[i].type)


@kernel
def enhancer_says(s, t, i, op):
    """The clause of an enhancer of the monster at place `i` that has the word, 0 if none has; of several the least."""
    found = 0
    if not in_game(t, op):
        return found
    for c in cards(s, Zone.COMBAT):
        if enhances_group(s, t, c, s.combat.monster[i].group):
            clause = find_clause(t, type_of(t, c), Trigger.ALWAYS, op)
            if clause and (found == 0 or t.clause[clause].amount < t.clause[found].amount):
                found = clause
    return found


@kernel
def printed_over(t, k):
    """The level that an enhancer of type `k` prints over that of its monster, 0 if it prints none."""
    clause = find_clause(t, k, Trigger.ALWAYS, Op.PRINTED_LEVEL)
    return t.clause[clause].amount if clause else 0


@kernel
def printed_level(s, t, i):
    """COMBAT-13: the level of the monster at place `i` before any change: what an enhancer prints over it counts."""
    clause = enhancer_says(s, t, i, Op.PRINTED_LEVEL)
    return t.clause[clause].amount if clause else t.card[s.combat.monster[i].type].level


@kernel
def monster_level(s, t, i):
    """COMBAT-13, GOLD-1: the level of the monster at place `i`: as printed, or by the switch with all changes."""
    lasting = s.combat.lasting
    level = printed_level(s, t, i) if lasting else t.card[s.combat.monster[i].type].level
    if s.rules.enhancers_change_level != 0:
        level = max(1, level + changes_of_monster(s, t, i))
    return level


@kernel
def is_among_monsters(s, t, clause):
    """A monster of the combat has one of the clause's tags and a level in its range; without tags, any monster."""
    tags = clause.arg
    most = clause.max_level
    for i in range(s.combat.n_monsters):
        level = monster_level(s, t, i)
        if (tags == 0 or tags_of_monster(s, t, i) & tags != 0) and level >= clause.min_level:
            if most == 0 or level <= most:
                return True
    return False


@kernel
def tags_of_monster(s, t, i):
    """Tags of the monster at place `i`; PLAY-6: an enhancer may make it undead."""
    tags = t.card[s.combat.monster[i].type].tags
    return tags | (1 << Tag.UNDEAD) if s.combat.monster[i].undead else tags


@inlined
def depends_on_monsters(t, k):
    """A card of type `k` may give a bonus because of the monsters in the combat."""
    return has_word(t, k, Op.STRENGTH_AGAINST)


@kernel
def bonus_against(s, t, p, k):
    """Bonus of a card of type `k` in front of `p` because of the monsters in the combat.

    MOD-1: with Half-Breed a single race, and with Super Munchkin a class, has no drawbacks.
    """
    total = 0
    if depends_on_monsters(t, k):
        for i in clauses(t.card[k], Trigger.ALWAYS):
            clause = t.clause[i]
            if clause.op == Op.STRENGTH_AGAINST and is_among_monsters(s, t, clause):
                if clause.amount > 0 or is_drawback(s, t, p, k):
                    total += clause.amount
    return total


@kernel
def is_drawback(s, t, p, k):
    """The penalty of a card of type `k` applies to `p` (MOD-1)."""
    return not is_without_drawbacks(s, t, p, k)


@inlined
def bonus_against_these(s, t, p):
    """Bonus of the cards of fighter `p` because of the monsters in the combat."""
    return situational_bonus(s, t, p) if s.player[p].situational else 0


@kernel
def situational_bonus(s, t, p):
    """As `bonus_against_these`, of somebody who has such cards."""
    total = 0
    for c in cards(s, table_of(p)):
        if corruption(s, t, c):  # a penalty even to an owner who may not use the item
            total -= max(0, bonus_against(s, t, p, type_of(t, c))) if speaks(s, t, c) else 0
        elif works(s, t, p, c) and speaks(s, t, c) and not is_idle(s, t, p, c):
            total += bonus_against(s, t, p, type_of(t, c))
    return total


@kernel
def is_idle(s, t, p, c):
    """CURSE-2: card `c` is an item, or is attached to one, that gives `p` nothing because only armor counts."""
    if is_fitted(kind_of(t, c)) and s.card[c].host:
        return is_idle_armor(s, t, p, type_of(t, s.card[c].host))
    return is_gear(kind_of(t, c)) and is_idle_armor(s, t, p, type_of(t, c))


@kernel
def bonus_before_factors(s, t, p, c):
    """Return what the item gives its owner now, against the monsters too in a fight, before anything multiplies it."""
    total = item_bonus(s, t, p, c)
    if s.player[p].situational == 0 or not is_fighter(s, p) or not is_gear(kind_of(t, c)):
        return total
    if works(s, t, p, c) and corruption(s, t, c) == 0 and not is_idle(s, t, p, c):
        total += bonus_against(s, t, p, type_of(t, c))
    return total


@kernel
def multiplied(s, t, p, c, given):
    """Return what is left of a bonus `given` by item `c` of `p` after all that multiplies or silences it (COMBAT-1)."""
    if given and is_fighter(s, p) and has_factors(s):
        return given * factor_of(s, t, c, PLAYERS_SIDE)
    return given


@kernel
def bonus_now(s, t, p, c):
    """Return what the item in use adds to its owner's strength now; all comparisons of items by their gift ask this."""
    return multiplied(s, t, p, c, bonus_before_factors(s, t, p, c))


@kernel
def bonus_if_used(s, t, p, c):
    """Return what item `c`, wherever it is, would add to the strength of `p` if `p` used it now."""
    given = bonus_in_use(s, t, p, type_of(t, c)) + bonus_of_item_enhancers(s, t, p, c)
    if is_fighter(s, p) and not is_idle(s, t, p, c):
        given += bonus_against(s, t, p, type_of(t, c))
    return multiplied(s, t, p, c, given)


# --------------------------------------------------------------------------- cards spent in the combat


@kernel
def side_of(s, c):
    """The side that a spent card was played on."""
    return MONSTERS_SIDE if has_flag(s, c, Flag.FOR_MONSTERS) else PLAYERS_SIDE


@kernel
def bonus_spent(t, c):
    """Contribution of a spent card to its side."""
    k = type_of(t, c)
    return t.card[k].bonus if for_a_side(t, k) else 0


@kernel
def bonus_for_side(s, t, c, side):
    """Return what card `c` gives a side by its printed bonus after all that multiplies or silences it (COMBAT-1)."""
    given = t.card[type_of(t, c)].bonus
    return given * factor_of(s, t, c, side) if given and has_factors(s) else given


@kernel
def for_a_side(t, k):
    """The clause by which a card of type `k` gives its bonus to a side of the combat, 0 if it has none."""
    return find_clause(t, k, Trigger.PLAY, Op.SIDE_BONUS)


@kernel
def each_monster_bonus(s, t, k):
    """Contribution of spent cards and the room to each monster of type `k`."""
    total = 0
    twin = t.card[k].twin
    c = s.head[Zone.COMBAT] if s.combat.lasting else 0
    while c:
        if is_spent(s, t, c):
            total += bonus_for_each(t, type_of(t, c), twin)
        c = s.card[c].next
    return total + bonus_in_room(s, t, k)


@kernel
def is_printed_ignored(s, t):
    """A spent card makes what is printed on the monsters count for nothing."""
    c = s.head[Zone.COMBAT] if s.combat.lasting else 0
    while c:
        if is_spent(s, t, c) and find_clause(t, type_of(t, c), Trigger.ALWAYS, Void.PRINTED):
            return True
        c = s.card[c].next
    return False


# --------------------------------------------------------------------------- factors


@kernel
def multiplies(t, k):
    """A card of type `k` says how often what others give counts."""
    return find_clause(t, k, Trigger.ALWAYS, Op.FACTOR) != 0


@kernel
def has_factors(s):
    """Some card of the combat, or in use by a fighter, multiplies what others give."""
    m = s.combat
    if m.factors or s.player[m.leader].factors:
        return True
    return m.helper != 0 and s.player[m.helper - 1].factors != 0


@kernel
def is_covered(s, t, clause, owner, host, c, side):
    """The factor is about card `c`, which helps `side`.

    `owner`: whose factor it is, -1 if nobody's; `host`: the card that it hangs on, 0 if on none.
    """
    if clause.limit and clause.limit != side + 1:  # it names a side
        return False
    card = t.card[type_of(t, c)]
    if clause.used & tags_of(s, t, c):
        return False
    if clause.flag and not is_played_by_other(s, t, c, owner):
        return False
    what = clause.filter
    if what == Filter.HOST:
        return c == host
    if what == Filter.SLOT:
        return is_gear(card.kind) and card.slot == clause.arg
    if what == Filter.TAGGED:
        return tags_of(s, t, c) & clause.arg != 0
    return is_item(t, c)


@kernel
def is_played_by_other(s, t, c, p):
    """Somebody else than `p` has spent card `c`, or it is theirs to spend."""
    zone = s.card[c].zone
    if not is_spent(s, t, c):
        owner = zone - (Zone.TABLE if zone >= Zone.TABLE else Zone.HAND)
        return zone >= Zone.HAND and is_one_time(kind_of(t, c)) and owner != p
    d = s.card[c].host
    if hangs_on(s, t, c, d):
        return has_flag(s, c, Flag.BY_ANOTHER) or s.card[d].host != p + 1
    return d != p + 1


@kernel
def factor_in(s, t, k, p, owner, host, c, side):
    """The product of the factors of a card of type `k` for card `c`; their conditions are asked of `p` or the party."""
    product = 1
    if has_word(t, k, Op.FACTOR):
        for i in clauses(t.card[k], Trigger.ALWAYS):
            clause = t.clause[i]
            if clause.op == Op.FACTOR and is_covered(s, t, clause, owner, host, c, side):
                if holds(s, t, clause, p, 0):
                    product *= clause.amount
    return product


@kernel
def factor_of_monsters(s, t, c, side):
    """Change of card `c` by the monsters."""
    product = 1
    for i in range(s.combat.n_monsters):
        product *= factor_in(s, t, s.combat.monster[i].type, s.combat.leader, -1, 0, c, side)
    return product


@kernel
def binds(t, k):
    """Return True if a card of type `k` is played on a spent card and attached to it."""
    return find_clause(t, k, Trigger.PLAY, Spent.HOST) != 0


@kernel
def hangs_on(s, t, d, c):
    """The spent card `d` was played on the spent card `c`."""
    return is_spent(s, t, d) and s.card[d].host == c and binds(t, type_of(t, d))


@kernel
def bound_to(s, t, d):
    """The card that the spent card `d` was played on, 0 if on none."""
    return s.card[d].host if binds(t, type_of(t, d)) else 0


@kernel
def factor_of_spent(s, t, c, side):
    """Change of card `c` by the cards spent in the combat."""
    zone = s.card[c].zone
    p = zone - Zone.TABLE if zone >= Zone.TABLE else -1  # the owner alone is immune, by cards in use
    product = 1
    for d in cards(s, Zone.COMBAT):
        k = type_of(t, d)
        if d != c and is_spent(s, t, d) and has_word(t, k, Op.FACTOR):
            own = factor_in(s, t, k, s.combat.leader, -1, bound_to(s, t, d), c, side)
            if own != 1:
                helped = helped_by(own, side)
                product *= times(own, count_of_effect(s, t, d, c, side, helped, -1, p))
    return product


@kernel
def factor_of_tables(s, t, c, side):
    """Change of card `c` by the fighters' own cards."""
    product = 1
    for p in seats(s):
        if is_fighter(s, p) and s.player[p].factors:
            for d in cards(s, table_of(p)):
                if works(s, t, p, d):
                    product *= factor_in(s, t, type_of(t, d), p, p, s.card[d].host, c, side)
    return product


@kernel
def factor_of(s, t, c, side):
    """By how much what card `c` gives `side` counts: all factors that name it, multiplied."""
    return factor_of_monsters(s, t, c, side) * factor_of_spent(s, t, c, side) * factor_of_tables(s, t, c, side)


# --------------------------------------------------------------------------- factors of effects


@kernel
def times(factor, count):
    """A factor whose effect itself counts `count` times; it does nothing if that doesn't count."""
    return 1 if count == 0 else factor * count


@kernel
def helped_by(factor, side):
    """The side that gains by what multiplies what the other cards of `side` give."""
    return side if factor >= 1 else 1 - side


@kernel
def factor_in_effect(s, t, k, p, owner, host, d, c, side, helped):
    """As `factor_in`, of what card `d` does in favour of the side `helped` to what card `c` (0: none) gives `side`.

    That is, of factors about whole cards, not about bonuses; one that names both cards counts once, for `c`.
    """
    product = 1
    if not has_word(t, k, Op.FACTOR):
        return product
    for i in clauses(t.card[k], Trigger.ALWAYS):
        clause = t.clause[i]
        if clause.op != Op.FACTOR or clause.policy or not is_about_cards(clause):
            continue
        if not is_covered(s, t, clause, owner, host, d, helped) or not holds(s, t, clause, p, 0):
            continue
        if c == 0 or not is_covered(s, t, clause, owner, host, c, side):
            product *= clause.amount
    return product


@kernel
def is_about_cards(clause):
    """The factor names cards by what they are, or the one that it hangs on: not the bonuses of items in general."""
    return clause.filter == Filter.TAGGED or clause.filter == Filter.HOST


@kernel
def count_before_spent(s, t, d, c, side, helped, place, p):
    """Change of the effect of card `d` by the monsters and the cards in use, see `count_of_effect`."""
    m = s.combat
    product = 1
    for i in range(m.n_monsters):
        if place < 0 or place == i:
            product *= factor_in_effect(s, t, m.monster[i].type, m.leader, -1, 0, d, c, side, helped)
    for q in seats(s):
        if is_fighter(s, q) and s.player[q].factors:
            for other in cards(s, table_of(q)):
                if works(s, t, q, other) and (p < 0 or p == q or not is_immunity(t, type_of(t, other))):
                    host = s.card[other].host
                    product *= factor_in_effect(s, t, type_of(t, other), q, q, host, d, c, side, helped)
    return product


@kernel
def is_immunity(t, k):
    """A card of type `k` changes others' cards for its owner only."""
    return multiplies(t, k) and t.clause[find_clause(t, k, Trigger.ALWAYS, Op.FACTOR)].flag != 0


@kernel
def count_of_effect(s, t, d, c, side, helped, place, p):
    """Multiplicity of an effect of card `d` other than its own bonus, in favour of the side `helped`.

    `c`: the card whose contribution to `side` it multiplies, 0 if none; `place`: the monster that it affects, -1 all;
    `p`: the player, -1 both fighters.
    """
    product = count_before_spent(s, t, d, c, side, helped, place, p)
    for other in cards(s, Zone.COMBAT):
        if other != d and other != c and is_spent(s, t, other) and has_word(t, type_of(t, other), Op.FACTOR):
            k = type_of(t, other)
            host = bound_to(s, t, other)
            own = factor_in_effect(s, t, k, s.combat.leader, -1, host, d, c, side, helped)
            if own != 1:
                count = count_before_spent(s, t, other, d, helped, helped_by(own, helped), place, p)
                product *= times(own, count)
    return product


@kernel
def is_stopped(s, t, c, place, p):
    """The effect of card `c` for the players, on the monster at the place or for `p` (-1: both), does not count."""
    return has_factors(s) and count_of_effect(s, t, c, 0, PLAYERS_SIDE, PLAYERS_SIDE, place, p) <= 0


@inlined
def changes_flight(t):
    """Some card of the game changes rolls to run away when it is spent."""
    return in_game(t, Op.FLIGHT_BONUS)


@kernel
def flight_bonus(t, k):
    """The clause by which a spent card of type `k` changes rolls to run away, 0 if it has none."""
    return find_clause(t, k, Trigger.PLAY, Op.FLIGHT_BONUS)


@kernel
def flight_spent(t, c):
    """Modifier of run-away rolls by a spent card."""
    clause = flight_bonus(t, type_of(t, c))
    return t.clause[clause].amount if clause else 0


@kernel
def flight_by_factors(s, t, p, i):
    """FLEE-1: modifier by factors of the rolls of `p` to run away from the monster at place `i`."""
    total = 0
    for c in cards(s, Zone.COMBAT):
        amount = flight_spent(t, c) if is_spent(s, t, c) else 0
        if amount:
            side = side_of(s, c)
            given = amount if side == PLAYERS_SIDE else -amount
            total += given * (count_of_effect(s, t, c, 0, side, side, i, p) - 1)
    return total


# --------------------------------------------------------------------------- the sum of a side


@inlined
def change_by_factors(s, t, side):
    """Change of the sum of the side by the factors."""
    return sum_of_changes(s, t, side) if has_factors(s) else 0


@kernel
def sum_of_changes(s, t, side):
    """As `change_by_factors`, where there is a factor."""
    total = 0
    if side == PLAYERS_SIDE:
        for p in seats(s):
            if is_fighter(s, p):
                for c in cards(s, table_of(p)):
                    given = bonus_before_factors(s, t, p, c)
                    if given:
                        total += given * (factor_of(s, t, c, side) - 1)
    for c in cards(s, Zone.COMBAT):
        if is_spent(s, t, c) and side_of(s, c) == side:
            given = bonus_spent(t, c) + (race_bonus(s, t, type_of(t, c)) if side == PLAYERS_SIDE else 0)
            if given:
                total += given * (factor_of(s, t, c, side) - 1)
    return total


@kernel
def turned_bonus(s, t, p, c):
    """Contribution of the item with its attachments, used by anybody: a curse makes it a penalty."""
    card = t.card[t.type_of[c]]
    total = card.bonus + said_bonus(s, t, p, t.type_of[c]) + wagered(s, t, c)
    for d in cards(s, table_of(p)):
        other = t.card[t.type_of[d]]
        if is_fitted_to(s, t, d, c):
            total += other.bonus
    return max(0, total)


# --------------------------------------------------------------------------- own items that give way


FOR_SLOT = 0  # what an item makes room for by going
FOR_HANDS = 1
FOR_COMPLEX = 2
NOWHERE = -1  # no slot
ELSEWHERE = 1000  # an item that frees no room for the other one is given up after those that do


@kernel
def is_movable(s, t, d):
    """An item that its owner may put away: it is neither cheated nor lent, and no curse holds it."""
    return is_gear(t.card[type_of(t, d)].kind) and s.card[d].host == 0 and not (cheated(s, t, d) or is_stuck(s, t, d))


@kernel
def big_that_goes(s, t, p, c):
    """ITEM-3: the Big item that makes room for the Big item `c`: one that is carried, or else the one that gives least.

    0 if none can go.
    """
    best = 0
    least = 0
    for d in cards(s, table_of(p)):
        if d != c and t.card[type_of(t, d)].big and is_movable(s, t, d):
            loss = -ELSEWHERE if has_flag(s, d, Flag.CARRIED) else bonus_now(s, t, p, d)
            if best == 0 or loss < least or (loss == least and d < best):
                best = d
                least = loss
    return best


@kernel
def gives_way(s, t, p, c, d):
    """Own item `d` has to go so that `p` can use item `c`: same slot, hands, the Big limit, the Complex one."""
    if d == c or not is_movable(s, t, d):
        return False
    if t.card[type_of(t, d)].big and not may_carry(s, t, p, c) and d == big_that_goes(s, t, p, c):
        return True
    if has_flag(s, d, Flag.CARRIED):
        return False
    gone = 0
    if s.player[p].complexes and lacks_complex_leave(s, t, p, c):
        gone = complex_that_goes(s, t, p, c)
    if gone == d and gone:
        return True
    slot = t.card[type_of(t, c)].slot
    if slot == Slot.NONE or slot != t.card[type_of(t, d)].slot:
        return False
    if slot != Slot.HANDS:
        freed = gone != 0 and fills_slot(t, gone) and t.card[type_of(t, gone)].slot == slot
        return lacks_place(s, t, p, c) and not freed and d == weakest(s, t, p, c, FOR_SLOT, slot)
    missing = hands_missing(s, t, p, c) - (hands_freed_by(s, t, p, gone) if gone else 0)
    if missing <= 0:
        return False
    best = weakest(s, t, p, c, FOR_HANDS, missing)
    return best == 0 or best == d


@kernel
def hands_missing(s, t, p, c):
    """Hands that the player lacks for item `c`."""
    return s.player[p].hands_used + hands_taken_by(s, t, p, c) - hands_of(s, p)


@kernel
def lacks_place(s, t, p, c):
    """Items in use leave no hands, or no room in its slot, for item `c`."""
    slot = t.card[type_of(t, c)].slot
    if slot == Slot.HANDS:
        return hands_missing(s, t, p, c) > 0
    return slot != Slot.NONE and fills_slot(t, c) and is_worn_out(s, p, slot)


@kernel
def complex_that_goes(s, t, p, c):
    """COMPLEX-1: the Complex item in use that makes room for the Complex item `c`; 0 if none can.

    One that is in its place as well comes first, then the one that gives least.
    """
    crowded = lacks_place(s, t, p, c)
    return weakest(s, t, p, c, FOR_COMPLEX, t.card[type_of(t, c)].slot if crowded else NOWHERE)


@kernel
def makes_room(s, t, p, d, what, n):
    """The item in use `d` is a Complex one, or one that can go and fills a place of slot `n`, or frees `n` hands."""
    if what == FOR_COMPLEX:
        return counts_as_complex(s, t, d)
    if not is_movable(s, t, d):
        return False
    if what == FOR_SLOT:
        return t.card[type_of(t, d)].slot == n and fills_slot(t, d)
    return hands_freed_by(s, t, p, d) >= n


@kernel
def weakest(s, t, p, c, what, n):
    """Of the items in use that make room for item `c`, each alone, the one that gives least; 0 if none does.

    A Complex item comes first if it is in slot `n` besides.
    """
    best = 0
    least = 0
    for d in cards(s, table_of(p)):
        if d != c and not has_flag(s, d, Flag.CARRIED) and makes_room(s, t, p, d, what, n):
            beside = what == FOR_COMPLEX and t.card[type_of(t, d)].slot != n
            loss = bonus_now(s, t, p, d) + (ELSEWHERE if beside else 0)
            if best == 0 or loss < least or (loss == least and d < best):
                best = d
                least = loss
    return best


@kernel
def displaced_bonus(s, t, p, c):
    """Strength that `p` loses by making room for item `c`."""
    total = 0
    for d in cards(s, table_of(p)):
        if gives_way(s, t, p, c, d):
            total += bonus_now(s, t, p, d)
    return total
