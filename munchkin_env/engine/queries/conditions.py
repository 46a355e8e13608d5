"""Conditions of clauses, and of working cards."""

from munchkin_env.engine.kernels.kernel import inlined, kernel
from munchkin_env.engine.kernels.language import cards, clauses, seats
from munchkin_env.engine.queries.cards import (
    cheated,
    has_flag,
    is_class,
    is_fitted,
    is_gear,
    is_race,
    is_spent,
    kind_of,
    lent,
    speaks,
    table_of,
    tags_of,
    type_of,
)
from munchkin_env.engine.queries.clauses import find_clause, strikes_victim
from munchkin_env.engine.queries.people import hand_count, is_fighter, lowest_level
from munchkin_env.vocabulary import Flag, Need, Op, Trigger, Who, Zone


@kernel
def permitted(s, t, p, k):
    """ITEM-2: the player satisfies the restrictions of card type `k` at this moment."""
    card = t.card[k]
    player = s.player[p]
    race = player.race
    klass = player.klass | player.guise
    sex = 1 << player.sex
    if card.need_race != 0 and card.need_race & race == 0:
        return False
    if card.need_klass != 0 and card.need_klass & klass == 0:
        return False
    if card.need_sex != 0 and card.need_sex & sex == 0:
        return False
    if card.ban_race & player.weak_race != 0 or card.ban_klass & player.weak_klass != 0:
        return False
    return card.ban_sex & sex == 0


@kernel
def owner_holds(s, clause, p, drawback):
    """The clause's conditions on one player; `drawback` as in `holds`."""
    player = s.player[p]
    race = player.weak_race if drawback else player.race
    own = player.klass | player.guise
    klass = player.weak_klass if drawback else own
    not_race = player.race if drawback else player.weak_race
    not_klass = own if drawback else player.weak_klass
    if clause.race != 0 and clause.race & race == 0:
        return False
    if clause.klass != 0 and clause.klass & klass == 0:
        return False
    if clause.not_race & not_race != 0 or clause.not_klass & not_klass != 0:
        return False
    if clause.sex != 0 and (clause.sex >> player.sex) & 1 == 0:
        return False
    level = player.level
    return level >= clause.min_level and (clause.max_level == 0 or level <= clause.max_level)


@kernel
def tag_used(s, t, tags):
    """A card with one of the tags helped the players: spent, or an item in use."""
    if s.combat.used & tags != 0:
        return True
    for p in seats(s):
        if is_fighter(s, p):
            for c in cards(s, table_of(p)):
                if is_gear(kind_of(t, c)) and tags_of(s, t, c) & tags != 0 and works(s, t, p, c):
                    return True
    return False


@kernel
def bonus_of_race(t, k):
    """The clause by which a card of type `k` helps the fighters of a race, 0 if it has none."""
    return find_clause(t, k, Trigger.PLAY, Op.RACE_BONUS)


@kernel
def fighters_of_race(s, t, clause):
    """Number of fighters now of the race that the clause helps who satisfy its conditions."""
    word = t.clause[clause]
    count = 0
    for p in seats(s):
        if is_fighter(s, p) and (s.player[p].race >> word.arg) & 1 and owner_holds(s, word, p, 0):
            count += 1
    return count


@kernel
def race_bonus(s, t, k):
    """Contribution of a played card of type `k` to the players' side for the races of its fighters (Yuppie Water)."""
    clause = bonus_of_race(t, k)
    return fighters_of_race(s, t, clause) * t.clause[clause].amount if clause else 0


@kernel
def spent_for_races(s, t):
    """Contribution of cards spent for a race to the players' side now: only present members of the race count."""
    total = 0
    if s.combat.lasting:
        for c in cards(s, Zone.COMBAT):
            if is_spent(s, t, c) and not has_flag(s, c, Flag.FOR_MONSTERS):
                total += race_bonus(s, t, type_of(t, c))
    return total


@kernel
def no_bonus(s, t):
    """Nothing adds to the level of the lone fighter; what takes from it is no bonus."""
    m = s.combat
    if (m.helper == 0 and s.player[m.leader].lone_bonus > 0) or spent_for_races(s, t) > 0:
        return False
    return m.players_bonus == 0 and m.multiply == 0 and s.player[m.leader].bonus == 0


OF_ONE_PLAYER = int(Need.EVEN_HAND | Need.LOWEST | Need.HELPING | Need.SURVIVOR)  # asked as things stand


@kernel
def is_so(s, need, p):
    """The player satisfies what a condition asks of one player as things stand."""
    if need & Need.EVEN_HAND != 0 and hand_count(s, p) & 1 != 0:
        return False
    if need & Need.LOWEST != 0 and s.player[p].level > lowest_level(s):
        return False
    if need & Need.HELPING != 0 and (s.combat.helper != p + 1 or s.turn_seat == p):
        return False
    return need & Need.SURVIVOR == 0 or (s.survivors >> p) & 1 == 1


@kernel
def somebody_holds(s, clause, drawback):
    """Some fighter satisfies what is asked of one player, and with Who.SOMEBODY the rest of the condition, too."""
    m = s.combat
    need = clause.need & OF_ONE_PLAYER
    everything = clause.who == Who.SOMEBODY
    for q in seats(s):
        if (m.leader == q or m.helper == q + 1) and is_so(s, need, q):
            if not everything or owner_holds(s, clause, q, drawback):
                return True
    return False


@kernel
def holds(s, t, clause, p, drawback):
    """The clause's conditions, for player `p` or the party (COMBAT-8).

    MOD-1: `drawback` 1 is for clauses that hurt the player: they hit only races and classes whose drawbacks count, and
    spare members of a race or class. For the others it is the reverse.
    """
    need = clause.need
    if need:
        if need & Need.LONE != 0 and s.combat.helper != 0:
            return False
        if need & Need.BARE != 0 and not no_bonus(s, t):
            return False
        if need & Need.USED != 0 and not tag_used(s, t, clause.used):
            return False
    if clause.who == Who.OWNER:
        return owner_holds(s, clause, p, drawback) and (need & OF_ONE_PLAYER == 0 or is_so(s, need, p))
    if clause.who == Who.SOMEBODY:
        return somebody_holds(s, clause, drawback)
    if need & OF_ONE_PLAYER != 0 and not somebody_holds(s, clause, drawback):
        return False
    m = s.combat
    race = 0
    klass = 0
    weak_race = 0
    weak_klass = 0
    sex = 0
    for q in seats(s):
        if m.leader == q or m.helper == q + 1:
            race |= s.player[q].race
            klass |= s.player[q].klass | s.player[q].guise
            weak_race |= s.player[q].weak_race
            weak_klass |= s.player[q].weak_klass
            sex |= 1 << s.player[q].sex
    if drawback:
        race, weak_race = weak_race, race
        klass, weak_klass = weak_klass, klass
    if clause.not_race & weak_race != 0 or clause.not_klass & weak_klass != 0:
        return False
    if clause.race != 0 and clause.race & race == 0:
        return False
    if clause.klass != 0 and clause.klass & klass == 0:
        return False
    return clause.sex == 0 or clause.sex & sex != 0


@kernel
def is_without_drawbacks(s, t, p, k):
    """MOD-1: a card of type `k` is the only race or class of `p`, beside what takes its drawbacks away."""
    card = t.card[k]
    if is_race(card.kind):
        return (s.player[p].weak_race >> card.race) & 1 == 0
    return is_class(card.kind) and (s.player[p].weak_klass >> card.klass) & 1 == 0


@kernel
def works(s, t, p, c):
    """The card on the table of `p` helps its owner: in use and permitted, cheated or lent (ITEM-1, ITEM-2)."""
    kind = kind_of(t, c)
    if is_fitted(kind):
        return s.card[c].host != 0 and item_works(s, t, p, s.card[c].host)
    return not is_gear(kind) or item_works(s, t, p, c)


@kernel
def item_works(s, t, p, c):
    """The item on the table of `p` is in use, and permitted, cheated or lent; no monster has made its slot idle."""
    k = t.type_of[c]
    if s.combat.idle_slots and (s.combat.idle_slots >> t.card[k].slot) & 1:
        return False
    if lent(s, c):
        return True
    if has_flag(s, c, Flag.CARRIED):
        return False
    return permitted(s, t, p, k) or cheated(s, t, c)


@kernel
def befalls(s, t, clause, victim):
    """The conditions hold for the victim; MOD-1: of two halves of bad stuff the milder is no drawback."""
    word = t.clause[clause]
    return holds(s, t, word, victim, 1 if strikes_victim(word.op) and word.milder == 0 else 0)


@inlined
def grants(s, t, p, c, ability):
    """The card in front of the player grants the ability now."""
    return (t.card[t.type_of[c]].abilities >> ability) & 1 == 1 and works(s, t, p, c) and speaks(s, t, c)


@kernel
def ability_clause(s, t, p, ability):
    """The clause that grants the ability to the player, 0 if none."""
    for c in cards(s, table_of(p)):
        if grants(s, t, p, c, ability):
            for i in clauses(t.card[t.type_of[c]], Trigger.ALWAYS):
                if t.clause[i].op == Op.ABILITY and t.clause[i].arg == ability:
                    return i
    return 0


@kernel
def ability_total(s, t, p, ability):
    """The amounts of all clauses that grant the ability to the player."""
    total = 0
    for c in cards(s, table_of(p)):
        if grants(s, t, p, c, ability):
            for i in clauses(t.card[t.type_of[c]], Trigger.ALWAYS):
                if t.clause[i].op == Op.ABILITY and t.clause[i].arg == ability:
                    total += t.clause[i].amount
    return total


@kernel
def cards_with(s, t, p, ability):
    """Number of cards that grant the ability to the player."""
    count = 0
    for c in cards(s, table_of(p)):
        if grants(s, t, p, c, ability):
            count += 1
    return count


@kernel
def tagged_in_use(s, t, p, tags):
    """Items that help the player and have one of the tags."""
    total = 0
    for c in cards(s, table_of(p)):
        if is_gear(kind_of(t, c)) and tags_of(s, t, c) & tags != 0 and works(s, t, p, c):
            total += 1
    return total
