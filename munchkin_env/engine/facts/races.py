"""Cards that help the fighters of a race, as long as they fight and are of it (PLAY-3)."""

from munchkin_env.engine.compiler.kernel import kernel
from munchkin_env.engine.compiler.language import cards, seats
from munchkin_env.engine.facts.cards import has_flag, is_spent, type_of
from munchkin_env.engine.facts.clauses import find_clause
from munchkin_env.engine.facts.people import is_fighter
from munchkin_env.vocabulary import Flag, Op, Trigger, Zone


@kernel
def bonus_of_race(t, k):
    """The clause by which a card of type `k` helps the fighters of a race, 0 if it has none."""
    return find_clause(t, k, Trigger.PLAY, Op.RACE_BONUS)


@kernel
def fighters_of_race(s, race):
    """How many fighters are of a race now."""
    count = 0
    for p in seats(s):
        if is_fighter(s, p) and (s.player[p].race >> race) & 1:
            count += 1
    return count


@kernel
def race_bonus(s, t, k):
    """What a card of type `k`, once played, gives the players' side for the races of its fighters (Yuppie Water)."""
    clause = bonus_of_race(t, k)
    return fighters_of_race(s, t.clause[clause].arg) * t.clause[clause].amount if clause else 0


@kernel
def spent_for_races(s, t):
    """What the cards spent for a race give the players' side now: who has left, or is of it no more, has nothing."""
    total = 0
    if s.combat.lasting:
        for c in cards(s, Zone.COMBAT):
            if is_spent(s, t, c) and not has_flag(s, c, Flag.FOR_MONSTERS):
                total += race_bonus(s, t, type_of(t, c))
    return total
