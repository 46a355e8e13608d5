"""What the veteran makes of help: it is a trade, and the price is what the other one gives, not what would be fair."""

from munchkin_env.bots.bargaining import helper_worth
from munchkin_env.bots.outlook import kill_worth
from munchkin_env.bots.valuation import NOTHING, TREASURE
from munchkin_env.engine.kernels.kernel import kernel
from munchkin_env.engine.queries.strength import promised_treasures
from munchkin_env.engine.rules.helping import most_treasures


@kernel
def highest_price(v, t):
    """The most treasures for which the leader still gains by help."""
    gain = kill_worth(v, t, v.combat.leader) - 4
    amount = most_treasures(v, t)
    while amount > 0 and gain <= TREASURE * min(amount, promised_treasures(v, t)):
        amount -= 1
    return amount


@kernel
def score_volunteer(v, t, p):
    """Offers help as soon as a combat begins, not when it is given up: the leader has not asked anybody yet."""
    return helper_worth(v, t, p, highest_price(v, t))


@kernel
def score_haggling(v, t, p):
    """Asked for help, he asks for more, if the leader would still gain by it."""
    price = highest_price(v, t)
    return helper_worth(v, t, p, price) if price > v.offer.amount else NOTHING
