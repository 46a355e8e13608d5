"""What the greedy bot gives for abilities that are paid, and for monsters that leave without a fight."""

from munchkin_env.bots.outlook import edge_with_bonus, escape_faces, flight_risk, lowest_bribe, monster_damage
from munchkin_env.bots.plays import score_removal
from munchkin_env.bots.siding import hinder, strengthen
from munchkin_env.bots.valuation import NOTHING, cheapest_payment, keep_worth
from munchkin_env.engine.dispatch.options import word_needed
from munchkin_env.engine.kernels.kernel import kernel
from munchkin_env.engine.kernels.language import cards, seats
from munchkin_env.engine.queries.cards import hand_of, table_of, tags_of
from munchkin_env.engine.queries.clauses import find_clause
from munchkin_env.engine.queries.people import hand_count, is_fighter
from munchkin_env.engine.rules.abilities import ability_amount, ability_limit
from munchkin_env.engine.rules.run_away import ESCAPES_ON, roll_change
from munchkin_env.engine.rules.trials import edge
from munchkin_env.vocabulary import Ability, Policy, Trigger, Verb


@kernel
def score_paid(v, t, p, ability):
    """Berserk and turning: a card for strength."""
    after = edge_with_bonus(v, t, 0, ability_amount(v, t, p, ability))
    return strengthen(v, t, p, after, cheapest_payment(v, t, p))


@kernel
def score_backstab(v, t, p, q):
    """A Thief weakens fighter `q`."""
    if is_fighter(v, p):
        return NOTHING
    victim = v.player[q]
    bonus = victim.combat_bonus
    victim.combat_bonus = bonus + ability_amount(v, t, p, Ability.BACKSTAB)
    after = edge(v, t)
    victim.combat_bonus = bonus
    return hinder(v, t, p, after, cheapest_payment(v, t, p))


@kernel
def best_backstab(v, t, p):
    best = NOTHING
    for q in seats(v):
        if q != p and is_fighter(v, q) and (v.player[p].backstabbed >> q) & 1 == 0:
            best = max(best, score_backstab(v, t, p, q))
    return best


@kernel
def missing_on_roll(v, t, p):
    """What the roll to run away lacks, 0 if it escapes."""
    r = v.roll
    return max(0, ESCAPES_ON - r.face - roll_change(v, t, p, r.place))


@kernel
def score_flight(v, t, p):
    """A Wizard discards for a better roll, if he has enough cards."""
    missing = missing_on_roll(v, t, p)
    left = min(hand_count(v, p), ability_limit(v, t, p, Ability.FLIGHT) - v.player[p].flight)
    each = ability_amount(v, t, p, Ability.FLIGHT)
    if missing == 0 or missing > left * each:
        return NOTHING
    cards = (missing + each - 1) // each
    return monster_damage(v, t, p, v.roll.place) - cards * cheapest_payment(v, t, p)


@kernel
def score_retry(v, t, p):
    """A Halfling rolls again for a card."""
    i = v.roll.place
    return monster_damage(v, t, p, i) * escape_faces(v, t, p, i) // 6 - cheapest_payment(v, t, p)


@kernel
def score_dismissal(v, t, p, verb, i):
    """The monster at place `i` is charmed, sent away, declined, bribed or distracted."""
    if verb == Verb.CHARM:
        cost = 0
        for c in cards(v, hand_of(p)):
            cost += keep_worth(v, t, p, c)
        return score_removal(v, t, p, i, Policy.KEPT, cost)
    clause = find_clause(t, v.combat.monster[i].type, Trigger.ALWAYS, word_needed(verb))
    if clause == 0:
        return NOTHING
    if verb == Verb.SEND_AWAY:
        return score_removal(v, t, p, i, Policy.KEPT, 0) + 1
    if verb == Verb.DECLINE:
        return score_removal(v, t, p, i, Policy.LOST, 0) + 1
    if verb == Verb.BRIBE:
        return score_removal(v, t, p, i, Policy.LOST, lowest_bribe(v, t, p, t.clause[clause].amount))
    return flight_risk(v, t, p, i) - cheapest_tagged(v, t, p, t.clause[clause].arg)


@kernel
def cheapest_tagged(v, t, p, tags):
    """Worth of the cheapest item in play with one of the tags."""
    least = 100
    for c in cards(v, table_of(p)):
        if tags_of(v, t, c) & tags:
            least = min(least, keep_worth(v, t, p, c))
    return least


@kernel
def best_dismissal(v, t, p, verb):
    best = NOTHING
    for i in range(v.combat.n_monsters):
        best = max(best, score_dismissal(v, t, p, verb, i))
    return best
