"""What it is worth to use a card in play for what it costs, and what to pay with."""

from munchkin_env.bots.bargaining import best_draft
from munchkin_env.bots.cancelling import latest
from munchkin_env.bots.outlook import edge_alone, edge_with_bonus, flight_cost, leaves_alone
from munchkin_env.bots.plays import best_second, cursed_seat
from munchkin_env.bots.salvaging import is_of_pair, score_salvage
from munchkin_env.bots.siding import strengthen
from munchkin_env.bots.trouble import score_trouble
from munchkin_env.bots.valuation import (
    HAND_CARD,
    LEVEL,
    NOTHING,
    curse_damage,
    damage,
    end_worth,
    keep_worth,
    type_worth,
)
from munchkin_env.engine.kernels.kernel import kernel
from munchkin_env.engine.kernels.language import cards
from munchkin_env.engine.queries.cards import hand_of, has_flag, is_monster, strikes, table_of, type_of
from munchkin_env.engine.queries.items import cost_of, wager_of
from munchkin_env.engine.queries.people import hand_count, hand_limit
from munchkin_env.engine.queries.piles import known_on_top, on_pile
from munchkin_env.engine.rules.aims import moments
from munchkin_env.engine.rules.cult import ends_with_cult
from munchkin_env.engine.rules.effects.cards import disarming, salvages
from munchkin_env.engine.rules.effects.combat import avoids_fight
from munchkin_env.engine.rules.effects.levels import level_gain
from munchkin_env.engine.rules.helping import drafts
from munchkin_env.engine.rules.paying import can_afford, pays_for
from munchkin_env.engine.rules.powers import may_use_power, most_declared, resists_disarming, wanted
from munchkin_env.engine.rules.treasure import draws_unseen
from munchkin_env.engine.rules.trials import edge
from munchkin_env.vocabulary import Aim, Event, Flag, Trigger, Window


@kernel
def is_cheap(v, t, p, c, d, n):
    """The card `d` may pay for card `c`, and is one of the `n` that do so at least loss; the lower type goes first."""
    if not pays_for(v, t, p, c, d):
        return False
    worth = keep_worth(v, t, p, d)
    cheaper = 0
    for zone in (hand_of(p), table_of(p)):
        for e in cards(v, zone):
            if pays_for(v, t, p, c, e):
                other = keep_worth(v, t, p, e)
                k = type_of(t, e)
                if other < worth or (other == worth and (k < type_of(t, d) or (k == type_of(t, d) and e < d))):
                    cheaper += 1
    return cheaper < n


@kernel
def price(v, t, p, c):
    """What it costs `p` to use card `c`: the cheapest cards that pay for it, maybe the card itself."""
    cost = t.clause[cost_of(t, c)]
    total = keep_worth(v, t, p, c) if cost.limit else 0
    for zone in (hand_of(p), table_of(p)):
        for d in cards(v, zone):
            if is_cheap(v, t, p, c, d, cost.amount):
                total += keep_worth(v, t, p, d)
    return total


@kernel
def score_wager(v, t, p, c, amount):
    """What it is worth to declare that bonus for card `c`: the more, the likelier it is lost."""
    risk = keep_worth(v, t, p, c) * (amount - 1) // 6
    return strengthen(v, t, p, edge_with_bonus(v, t, 0, amount), risk)


@kernel
def best_wager(v, t, p, c):
    """The bonus to declare for card `c`: the least that wins, else all there is."""
    most = most_declared(t, c)
    for amount in range(1, most + 1):
        if edge_with_bonus(v, t, 0, amount) > 0:
            return amount
    return most


@kernel
def spared_price(v, t, p, c):
    """What of the price of card `c` is of cards that would be given away in charity anyway."""
    n = min(t.clause[cost_of(t, c)].amount, hand_count(v, p) - hand_limit(v, p))
    total = 0
    for d in cards(v, hand_of(p)):
        if is_cheap(v, t, p, c, d, n):
            total += keep_worth(v, t, p, d)
    return total


@kernel
def score_draw_down(v, t, p, c, deck):
    """An unwelcome door, which `p` has looked at, is taken into the hand instead of being opened; or any unseen one."""
    if known_on_top(v, t, p, deck) == 0:
        return HAND_CARD + spared_price(v, t, p, c) - price(v, t, p, c)
    k = type_of(t, on_pile(v, t, deck, 0))
    gain = type_worth(v, t, p, k)
    if is_monster(t.card[k].kind):
        if edge_alone(v, t, p, k) > 0 or leaves_alone(v, t, p, k) >= 0:
            return NOTHING
        gain += damage(v, t, k, Trigger.BAD_STUFF, p) // 2
    elif strikes(t.card[k].kind):
        gain += curse_damage(v, t, k, p)
    else:
        return NOTHING
    return gain + spared_price(v, t, p, c) - price(v, t, p, c)


@kernel
def is_disarming(v, t, p, c):
    """Card `c` may disarm a curse that is to strike `p`. A view shows no frame of the curse, the events say so."""
    if v.window != Window.CURSE or disarming(t, type_of(t, c)) == 0:
        return False
    struck = v.event[latest(v, Event.CURSED)].card
    return resists_disarming(t, struck) == 0 and cursed_seat(v) == p and can_afford(v, t, p, c)


@kernel
def score_disarm(v, t, p, c, least):
    """What the curse would cost `p`, as often as the die disarms it."""
    faces = max(0, min(6, 7 - least + v.player[p].die))
    k = v.event[latest(v, Event.CURSED)].card
    return curse_damage(v, t, k, p) * faces // 6 + spared_price(v, t, p, c) - price(v, t, p, c)


@kernel
def score_power(v, t, p, c):
    """What `p` gains by using card `c` in front of him, less what it costs."""
    k = type_of(t, c)
    clause = level_gain(t, k)
    if clause:
        return LEVEL * t.clause[clause].amount - price(v, t, p, c)
    if ends_with_cult(t, k):
        return end_worth(v, p)
    if wager_of(t, c):
        return score_wager(v, t, p, c, best_wager(v, t, p, c))
    if avoids_fight(t, k):
        return flight_cost(v, t, p) - price(v, t, p, c) if edge(v, t) <= 0 else NOTHING
    clause = disarming(t, k)
    if clause:
        return score_disarm(v, t, p, c, t.clause[clause].limit)
    if drafts(t, k):
        return best_draft(v, t, p, c)
    if wanted(v, t, c):
        return score_trouble(v, t, p, type_of(t, wanted(v, t, c))) - price(v, t, p, c)
    if salvages(t, k):
        return score_salvage(v, t, p, c, t.clause[cost_of(t, c)].amount)
    clause = draws_unseen(t, k)
    if clause:
        return score_draw_down(v, t, p, c, t.clause[clause].arg)
    if t.card[k].aim == Aim.DISCARD:
        return best_second(v, t, p, c, 0) + keep_worth(v, t, p, c) - price(v, t, p, c)
    return NOTHING


@kernel
def best_power(v, t, p):
    best = NOTHING
    now = moments(v, t, p)
    for c in cards(v, table_of(p)):
        if may_use_power(v, t, p, c, now) or is_disarming(v, t, p, c):
            best = max(best, score_power(v, t, p, c))
    return best


@kernel
def score_payment(v, t, p, k):
    """A card of type `k` as the next of those that pay: the cheapest, the lowest type first."""
    c = v.move.card
    for zone in (hand_of(p), table_of(p)):
        for d in cards(v, zone):
            if type_of(t, d) == k and not has_flag(v, d, Flag.SELECTED) and is_payment(v, t, p, c, d):
                return -k
    return NOTHING - k


@kernel
def is_payment(v, t, p, c, d):
    """The card is one of those with which `p` pays for card `c`."""
    if salvages(t, type_of(t, c)):
        return is_of_pair(v, t, p, c, d)
    return is_cheap(v, t, p, c, d, t.clause[cost_of(t, c)].amount)
