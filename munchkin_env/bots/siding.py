"""What it is worth to a seat to move the balance of a combat: as a fighter for his side, as a bystander against it."""

from munchkin_env.bots.outlook import DECISIVE, NO_DANGER, danger, edge_with_bonus, enough_means, kill_worth, means_cost
from munchkin_env.bots.valuation import NOTHING
from munchkin_env.engine.kernels.kernel import kernel
from munchkin_env.engine.kernels.language import cards
from munchkin_env.engine.queries.bonuses import bonus_now
from munchkin_env.engine.queries.cards import table_of
from munchkin_env.engine.queries.items import fickleness, use_of
from munchkin_env.engine.queries.people import is_fighter
from munchkin_env.engine.rules.trials import edge
from munchkin_env.vocabulary import Window

STOP = 800  # keeping somebody from winning the game
OPTION = 15  # what a curse or enhancer in hand is worth, as a threat
PARTLY = 250  # weakening whoever is about to win
PESTER = 12  # keeping somebody from the last level but one: worth a cheap card, no enhancer
SAFE = 4  # edge that must be left when a won combat is made harder for more gain


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
    """A fighter's play that leaves the edge `after`: it turns a lost combat, alone or with his other means."""
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
    """The item of `p` whose die lies on the table, 0 if it is one that he has declared a bonus for."""
    for c in cards(v, table_of(p)):
        if fickleness(t, c) and use_of(v, c) == 0:
            return c
    return 0
