"""What the greedy bot gives for help and for trades."""

from munchkin_env.bots.claiming import score_contest
from munchkin_env.bots.fairy import dust_for_kindness
from munchkin_env.bots.influence import cure_worth
from munchkin_env.bots.outlook import edge_with_helper, kill_levels, kill_worth
from munchkin_env.bots.worth import HAND_CARD, LEVEL, NOTHING, TREASURE, WINS, keep_worth, type_worth
from munchkin_env.engine.kernel import kernel
from munchkin_env.observation.reading import (
    find_clause,
    has_ability,
    may_ask,
    most_treasures,
    promised_treasures,
    seat_is_target,
    table_of,
    type_of,
    works,
)
from munchkin_env.vocabulary import Ability, Decision, Deck, Flag, Op, Trigger


@kernel
def helper_worth(v, t, q, amount):
    """What helping now for `amount` treasures is worth to `q`: never if the leader wins the game by it."""
    if edge_with_helper(v, t, q) <= 0:
        return NOTHING
    m = v.combat
    leader = int(m.leader)
    goal = int(v.rules.goal)
    levels = kill_levels(v, t)
    after = int(v.player[leader].level) + levels
    if after >= goal:
        return WINS if int(v.rules.helper_wins) else NOTHING
    worth = TREASURE * min(amount, promised_treasures(v, t)) + promised_items(v, t, leader, q) - 3
    if has_ability(v, q, Ability.HELP_LEVELS):
        killed = int(m.n_monsters) + int(m.slain)
        if int(v.player[q].level) + killed >= goal and int(v.rules.elf_may_win):
            return WINS
        worth += LEVEL * killed
    if int(m.n_monsters) + int(m.slain):
        worth += help_cards(v, t, q) + dust_for_kindness(v)
    ahead = after - int(v.player[q].level)
    return worth - levels * (20 if after >= goal - 2 else 8 if ahead > 1 else 4)


@kernel
def help_cards(v, t, q):
    """Worth of the cards that `q` draws for helping to win."""
    total = 0
    c = int(v.head[table_of(q)])
    while c:
        clause = find_clause(t, type_of(t, c), Trigger.ALWAYS, Op.HELP_DRAW)
        if clause and works(v, t, q, c):
            each = TREASURE if int(t.clause[clause].arg) == Deck.TREASURE else HAND_CARD
            total += each * int(t.clause[clause].amount)
        c = int(v.card[c].next)
    return total


@kernel
def promised_items(v, t, leader, q):
    """Worth to `q` of the items that the leader promises."""
    total = 0
    c = int(v.head[table_of(leader)])
    while c:
        if int(v.card[c].flag) & Flag.OFFERED:
            total += type_worth(v, t, q, type_of(t, c))
        c = int(v.card[c].next)
    return total


@kernel
def fair_price(v, t, q):
    """The fewest treasures for which `q` is likely to help; one more each time he has refused."""
    most = most_treasures(v, t)
    amount = 0
    while amount < most and helper_worth(v, t, q, amount) <= 0:
        amount += 1
    return min(most, amount + int(v.player[q].asked))


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
    return kill_worth(v, t, p) - price + 5 + min(after, 8) - elf - 2 * int(v.player[q].level)


@kernel
def score_draft(v, t, p, q):
    """Who must help takes all the treasure: after those who could be asked, and rather somebody who is behind."""
    after = edge_with_helper(v, t, q)
    if after <= 0:
        return NOTHING
    return kill_worth(v, t, p) - TREASURE * promised_treasures(v, t) + min(after, 8) - 2 * int(v.player[q].level)


@kernel
def best_draft(v, t, p, c):
    best = NOTHING
    for q in range(int(v.rules.players)):
        if seat_is_target(v, t, p, c, q):
            best = max(best, score_draft(v, t, p, q))
    return best


@kernel
def best_question(v, t, p):
    best = NOTHING
    for q in range(int(v.rules.players)):
        if may_ask(v, t, q):
            best = max(best, score_question(v, t, p, q))
    return best


@kernel
def score_yes(v, t, p):
    """Answers to offers of help, of a price, and of trades."""
    decision = int(v.decision)
    o = v.offer
    if decision == Decision.CURE:
        return cure_worth(v, t, p)
    if decision == Decision.CONTEST:
        return score_contest(v, t, p)
    if decision == Decision.ANSWER_HELP:
        return helper_worth(v, t, p, int(o.amount))
    if decision == Decision.ANSWER_TRADE:
        return score_trade(v, t, int(o.maker), p)
    helper = int(o.maker) if decision == Decision.ANSWER_VOLUNTEER else int(o.taker)
    if edge_with_helper(v, t, helper) <= 0:
        return NOTHING
    return kill_worth(v, t, p) - TREASURE * min(int(o.amount), promised_treasures(v, t)) - 4


@kernel
def score_trade(v, t, maker, p):
    """What comes must be worth more than what goes; to somebody ahead nothing better goes than comes."""
    gain = 0
    c = int(v.head[table_of(maker)])
    while c:
        if int(v.card[c].flag) & Flag.OFFERED:
            gain += type_worth(v, t, p, type_of(t, c))
        c = int(v.card[c].next)
    loss = 0
    theirs = 0
    c = int(v.head[table_of(p)])
    while c:
        if int(v.card[c].flag) & Flag.WANTED:
            loss += keep_worth(v, t, p, c)
            theirs += type_worth(v, t, maker, type_of(t, c))
        c = int(v.card[c].next)
    if int(v.player[maker].level) >= int(v.player[p].level) and theirs > gain:
        return NOTHING
    return gain - loss
