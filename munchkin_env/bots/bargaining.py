"""What the greedy bot gives for help and for trades."""

from munchkin_env.bots.claiming import score_contest
from munchkin_env.bots.fairy import dust_for_kindness
from munchkin_env.bots.influence import cure_worth
from munchkin_env.bots.outlook import edge_with_helper, kill_levels, kill_worth
from munchkin_env.bots.valuation import HAND_CARD, LEVEL, NOTHING, TREASURE, WINS, keep_worth, type_worth
from munchkin_env.engine.kernels.kernel import kernel
from munchkin_env.engine.kernels.language import cards, seats
from munchkin_env.engine.queries.asking import is_asked_for_help
from munchkin_env.engine.queries.cards import table_of, type_of
from munchkin_env.engine.queries.conditions import works
from munchkin_env.engine.queries.people import has_ability
from munchkin_env.engine.queries.strength import promised_treasures
from munchkin_env.engine.rules.aims import seat_is_target
from munchkin_env.engine.rules.fairy import help_draw
from munchkin_env.engine.rules.helping import may_ask, most_treasures
from munchkin_env.vocabulary import Ability, Decision, Deck, Flag


@kernel
def helper_worth(v, t, q, amount):
    """What helping now for `amount` treasures is worth to `q`: never if the leader wins the game by it."""
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
    if has_ability(v, q, Ability.HELP_LEVELS):
        killed = m.n_monsters + m.slain
        if v.player[q].level + killed >= goal and v.rules.elf_may_win:
            return WINS
        worth += LEVEL * killed
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
    """The fewest treasures for which `q` is likely to help; one more each time he has refused."""
    most = most_treasures(v, t)
    amount = 0
    while amount < most and helper_worth(v, t, q, amount) <= 0:
        amount += 1
    return min(most, amount + v.player[q].asked)


@kernel
def asking_price(v, t):
    """What a volunteer asks for: the larger half."""
    return (most_treasures(v, t) + 1) // 2


@kernel
def score_question(v, t, p, q):
    """Asking `q` for help costs nothing if he refuses."""
    after = edge_with_helper(v, t, q)
    if after <= 0:
        return NOTHING
    elf = LEVEL // 2 if has_ability(v, q, Ability.HELP_LEVELS) else 0
    price = TREASURE * fair_price(v, t, q)
    return kill_worth(v, t, p) - price + 5 + min(after, 8) - elf - 2 * v.player[q].level


@kernel
def score_draft(v, t, p, q):
    """Who must help takes all the treasure: after those who could be asked, and rather somebody who is behind."""
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
    """Answers to offers of help, of a price, and of trades."""
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
    """What comes must be worth more than what goes; to somebody ahead nothing better goes than comes."""
    gain = 0
    for c in cards(v, table_of(maker)):
        if v.card[c].flag & Flag.OFFERED:
            gain += type_worth(v, t, p, type_of(t, c))
    loss = 0
    theirs = 0
    for c in cards(v, table_of(p)):
        if v.card[c].flag & Flag.WANTED:
            loss += keep_worth(v, t, p, c)
            theirs += type_worth(v, t, maker, type_of(t, c))
    if v.player[maker].level >= v.player[p].level and theirs > gain:
        return NOTHING
    return gain - loss
