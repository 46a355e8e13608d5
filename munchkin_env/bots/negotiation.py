"""Worth of help, of trades and of the powers of cards in play, with their prices."""

from munchkin_env.bots.card_plays import best_second, cursed_seat, score_contest
from munchkin_env.bots.combat_value import (
    elf_levels,
    flight_cost,
    kill_levels,
    kill_worth,
    leaves_alone,
    strengthen,
    wins_as_elf,
)
from munchkin_env.bots.special_cards import cure_worth, dust_for_kindness, latest, score_trouble
from munchkin_env.bots.valuation import (
    HAND_CARD,
    LEVEL,
    NOTHING,
    TREASURE,
    WINS,
    curse_damage,
    damage,
    end_worth,
    is_of_pair,
    keep_worth,
    score_salvage,
    type_worth,
)
from munchkin_env.engine.kernels.kernel import kernel
from munchkin_env.engine.kernels.language import cards, seats
from munchkin_env.engine.queries.asking import is_asked_for_help
from munchkin_env.engine.queries.cards import hand_of, has_flag, is_monster, strikes, table_of, type_of
from munchkin_env.engine.queries.conditions import works
from munchkin_env.engine.queries.entered_room import may_be_looted
from munchkin_env.engine.queries.items import cost_of, wager_of
from munchkin_env.engine.queries.people import hand_count, hand_limit, has_ability
from munchkin_env.engine.queries.piles import known_on_top, on_pile
from munchkin_env.engine.queries.strength import promised_treasures
from munchkin_env.engine.rules.aims import moments, seat_is_target
from munchkin_env.engine.rules.cult import ends_with_cult
from munchkin_env.engine.rules.effects.cards import disarming, salvages
from munchkin_env.engine.rules.effects.combat import avoids_fight
from munchkin_env.engine.rules.effects.levels import level_gain
from munchkin_env.engine.rules.helping import drafts, may_ask, most_treasures
from munchkin_env.engine.rules.powers import (
    can_afford,
    may_use_power,
    most_declared,
    pays_for,
    resists_disarming,
    wanted,
)
from munchkin_env.engine.rules.treasure import draws_unseen, help_draw
from munchkin_env.engine.rules.trials import edge, edge_alone, edge_with_bonus, edge_with_helper
from munchkin_env.vocabulary import Ability, Aim, Decision, Deck, Event, Flag, Moment, Trigger, Window


@kernel
def helper_worth(v, t, q, amount):
    """Worth to `q` of helping now for `amount` treasures: NOTHING if the leader wins the game by it."""
    if edge_with_helper(v, t, q) <= 0:
        return NOTHING
    m = v.combat
    leader = m.leader
    goal = v.rules.goal
    levels = kill_levels(v, t)
    after = v.player[leader].level + levels
    if after >= goal:
        return WINS if v.rules.helper_wins else NOTHING
    worth = TREASURE * min(amount, promised_treasures(v, t)) + promised_items(v, t, leader, q) - 3
    if wins_as_elf(v, q):
        return WINS
    worth += LEVEL * elf_levels(v, q)
    if m.n_monsters + m.slain:
        worth += help_cards(v, t, q) + dust_for_kindness(v)
    ahead = after - v.player[q].level
    return worth - levels * (20 if after >= goal - 2 else 8 if ahead > 1 else 4)


@kernel
def help_cards(v, t, q):
    """Worth of the cards that `q` draws for helping to win."""
    total = 0
    for c in cards(v, table_of(q)):
        clause = help_draw(t, c)
        if clause and works(v, t, q, c):
            each = TREASURE if t.clause[clause].arg == Deck.TREASURE else HAND_CARD
            total += each * t.clause[clause].amount
    return total


@kernel
def promised_items(v, t, leader, q):
    """Worth to `q` of the items that the leader promises."""
    total = 0
    for c in cards(v, table_of(leader)):
        if v.card[c].flag & Flag.OFFERED:
            total += type_worth(v, t, q, type_of(t, c))
    return total


@kernel
def fair_price(v, t, q):
    """The fewest treasures for which `q` is likely to help; one more for each refusal."""
    most = most_treasures(v, t)
    amount = 0
    while amount < most and helper_worth(v, t, q, amount) <= 0:
        amount += 1
    return min(most, amount + v.player[q].asked)


@kernel
def asking_price(v, t):
    """Treasures that a volunteer asks for: the larger half."""
    return (most_treasures(v, t) + 1) // 2


@kernel
def score_question(v, t, p, q):
    """Asking `q` for help costs nothing if `q` refuses."""
    after = edge_with_helper(v, t, q)
    if after <= 0:
        return NOTHING
    elf = LEVEL // 2 if has_ability(v, q, Ability.HELP_LEVELS) else 0
    price = TREASURE * fair_price(v, t, q)
    return kill_worth(v, t, p) - price + 5 + min(after, 8) - elf - 2 * v.player[q].level


@kernel
def score_draft(v, t, p, q):
    """A forced helper takes all the treasure: after those who could be asked, and rather a player who is behind."""
    after = edge_with_helper(v, t, q)
    if after <= 0:
        return NOTHING
    return kill_worth(v, t, p) - TREASURE * promised_treasures(v, t) + min(after, 8) - 2 * v.player[q].level


@kernel
def best_draft(v, t, p, c):
    best = NOTHING
    for q in seats(v):
        if seat_is_target(v, t, p, c, q):
            best = max(best, score_draft(v, t, p, q))
    return best


@kernel
def best_question(v, t, p):
    best = NOTHING
    for q in seats(v):
        if may_ask(v, t, q):
            best = max(best, score_question(v, t, p, q))
    return best


@kernel
def score_yes(v, t, p):
    """Decisions on offers of help, on prices, and on trades."""
    decision = v.decision
    o = v.offer
    if decision == Decision.CURE:
        return cure_worth(v, t, p)
    if decision == Decision.CONTEST:
        return score_contest(v, t, p)
    if is_asked_for_help(decision):
        return helper_worth(v, t, p, o.amount)
    if decision == Decision.ANSWER_TRADE:
        return score_trade(v, t, o.maker, p)
    helper = o.maker if decision == Decision.ANSWER_VOLUNTEER else o.taker
    if edge_with_helper(v, t, helper) <= 0:
        return NOTHING
    return kill_worth(v, t, p) - TREASURE * min(o.amount, promised_treasures(v, t)) - 4


@kernel
def score_trade(v, t, maker, p):
    """A trade must bring more than it costs; to a player ahead nothing better goes than comes."""
    gain = promised_items(v, t, maker, p)
    loss = 0
    theirs = 0
    for c in cards(v, table_of(p)):
        if v.card[c].flag & Flag.WANTED:
            loss += keep_worth(v, t, p, c)
            theirs += type_worth(v, t, maker, type_of(t, c))
    if v.player[maker].level >= v.player[p].level and theirs > gain:
        return NOTHING
    return gain - loss


# --------------------------------------------------------------------------- haggling


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
    """Offer help as soon as a combat begins, not when it is given up: the leader has not asked anybody yet."""
    return helper_worth(v, t, p, highest_price(v, t))


@kernel
def score_haggling(v, t, p):
    """Asked for help, ask for more, if the leader would still gain by it."""
    price = highest_price(v, t)
    return helper_worth(v, t, p, price) if price > v.offer.amount else NOTHING


# --------------------------------------------------------------------------- powers


@kernel
def is_cheap(v, t, p, c, d, n):
    """Return whether `d` is one of the `n` cards that pay for card `c` at least loss; the lower type goes first."""
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
def power_cost(v, t, p, c):
    """Cost to `p` of using card `c`: the cheapest cards that pay for it, maybe the card itself."""
    cost = t.clause[cost_of(t, c)]
    total = keep_worth(v, t, p, c) if cost.limit else 0
    for zone in (hand_of(p), table_of(p)):
        for d in cards(v, zone):
            if is_cheap(v, t, p, c, d, cost.amount):
                total += keep_worth(v, t, p, d)
    return total


@kernel
def score_wager(v, t, p, c, amount):
    """Worth of declaring that bonus for card `c`: the more, the likelier it is lost."""
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
    """Part of the cost of card `c` in cards that would be given away in charity anyway."""
    n = min(t.clause[cost_of(t, c)].amount, hand_count(v, p) - hand_limit(v, p))
    total = 0
    for d in cards(v, hand_of(p)):
        if is_cheap(v, t, p, c, d, n):
            total += keep_worth(v, t, p, d)
    return total


@kernel
def score_draw_down(v, t, p, c, deck):
    """Take an unwelcome door, which `p` has looked at, into the hand instead of opening it; or any unseen one."""
    if known_on_top(v, t, p, deck) == 0:
        return HAND_CARD + spared_price(v, t, p, c) - power_cost(v, t, p, c)
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
    return gain + spared_price(v, t, p, c) - power_cost(v, t, p, c)


@kernel
def is_disarming(v, t, p, c):
    """Return whether card `c` may disarm a curse that is to affect `p`. The events say so, a view shows no frame."""
    if v.window != Window.CURSE or disarming(t, type_of(t, c)) == 0:
        return False
    struck = v.event[latest(v, Event.CURSED)].card
    return resists_disarming(t, struck) == 0 and cursed_seat(v) == p and can_afford(v, t, p, c)


@kernel
def score_disarm(v, t, p, c, least):
    """Cost of the curse to `p`, as often as the die disarms it."""
    faces = max(0, min(6, 7 - least + v.player[p].die))
    k = v.event[latest(v, Event.CURSED)].card
    return curse_damage(v, t, k, p) * faces // 6 + spared_price(v, t, p, c) - power_cost(v, t, p, c)


@kernel
def score_power(v, t, p, c):
    """Gain of `p` by using card `c` in front of it, less the cost."""
    k = type_of(t, c)
    if t.card[k].when & Moment.OWN_END and may_be_looted(v, t):
        return NOTHING  # it would end what is left of the turn, and can be used afterwards
    clause = level_gain(t, k)
    if clause:
        return LEVEL * t.clause[clause].amount - power_cost(v, t, p, c)
    if ends_with_cult(t, k):
        return end_worth(v, p)
    if wager_of(t, c):
        return score_wager(v, t, p, c, best_wager(v, t, p, c))
    if avoids_fight(t, k):
        return flight_cost(v, t, p) - power_cost(v, t, p, c) if edge(v, t) <= 0 else NOTHING
    clause = disarming(t, k)
    if clause:
        return score_disarm(v, t, p, c, t.clause[clause].limit)
    if drafts(t, k):
        return best_draft(v, t, p, c)
    if wanted(v, t, c):
        return score_trouble(v, t, p, type_of(t, wanted(v, t, c))) - power_cost(v, t, p, c)
    if salvages(t, k):
        return score_salvage(v, t, p, c, t.clause[cost_of(t, c)].amount)
    clause = draws_unseen(t, k)
    if clause:
        return score_draw_down(v, t, p, c, t.clause[clause].arg)
    if t.card[k].aim == Aim.DISCARD:
        return best_second(v, t, p, c, 0) + keep_worth(v, t, p, c) - power_cost(v, t, p, c)
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
    """Return whether `d` is one of the cards with which `p` pays for card `c`."""
    if salvages(t, type_of(t, c)):
        return is_of_pair(v, t, p, c, d)
    return is_cheap(v, t, p, c, d, t.clause[cost_of(t, c)].amount)
