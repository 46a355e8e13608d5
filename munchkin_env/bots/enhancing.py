"""What monster enhancers are worth to a seat: stronger monsters against others, weaker ones for himself."""

from munchkin_env.bots.outlook import edge_with_bonus, group_size
from munchkin_env.bots.siding import OPTION, provoke, strengthen
from munchkin_env.bots.valuation import NOTHING, TREASURE
from munchkin_env.engine.kernels.kernel import kernel
from munchkin_env.engine.queries.bonuses import bonus_against_fighters, printed_level, printed_over


@kernel
def change_by_enhancer(v, t, k, i):
    """What an enhancer of type `k` changes of the strength of the monster at place `i`."""
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
