"""The greedy bot: raises its own level now, and hinders a player who is about to win.

Every legal action gets points, the highest wins. Of equal verbs the lowest is taken, which goes on with the game; among
equal cards, seats, places and numbers the draw is random, so that games of equal bots differ; the order of the ids does
not matter. A composite action is planned again at each part, from the same points.
"""

from munchkin_env.bots.card_plays import (
    best_backstab,
    best_dismissal,
    is_redirection,
    score_backstab,
    score_call,
    score_claim,
    score_dismissal,
    score_flight,
    score_paid,
    score_pair,
    score_place,
    score_play,
    score_retry,
    score_seat,
    wanted_face,
)
from munchkin_env.bots.combat_value import (
    best_steal,
    exchanged_worth,
    is_for_sale,
    monster_damage,
    put_away_cost,
    score_carry,
    score_drop,
    score_lay_out,
    score_lend,
    score_sacrifice,
    score_sale,
    score_steal,
    score_use,
    takes_along,
)
from munchkin_env.bots.negotiation import (
    asking_price,
    best_power,
    best_question,
    best_wager,
    fair_price,
    helper_worth,
    score_draft,
    score_payment,
    score_power,
    score_question,
    score_yes,
)
from munchkin_env.bots.special_cards import moves_spent, score_door, score_pick, score_trouble
from munchkin_env.bots.valuation import (
    LEVEL,
    NOTHING,
    TREASURE,
    clause_damage,
    keep_worth,
    own_copy,
    score_cult_answer,
    score_cult_join,
    score_cult_swap,
    score_way,
    type_worth,
    worth_without,
)
from munchkin_env.engine.dispatch.options import own_option
from munchkin_env.engine.kernels.kernel import kernel
from munchkin_env.engine.kernels.language import cards, seats
from munchkin_env.engine.mutations.chance import BOTS, quick_mix
from munchkin_env.engine.queries.asking import is_asked_for_help, is_joining
from munchkin_env.engine.queries.cards import hand_of, table_of, type_of
from munchkin_env.engine.queries.piles import monster_at
from munchkin_env.engine.queries.wearing import gives_room
from munchkin_env.engine.rules.aims import moments
from munchkin_env.engine.rules.choices import asks_for_card, lowest_in
from munchkin_env.engine.rules.equipment import replaces_one
from munchkin_env.engine.rules.excess import is_pick
from munchkin_env.engine.rules.helping import most_treasures
from munchkin_env.engine.rules.playing import playable
from munchkin_env.engine.rules.run_away import plays_to_escape
from munchkin_env.engine.rules.stealing import must_steal
from munchkin_env.engine.state.actions import AMOUNT0, CARD0, DONE_ID, PLACE0, SEAT0, VERB0
from munchkin_env.vocabulary import (
    Ability,
    Aim,
    Decision,
    Filter,
    Stage,
    Take,
    Verb,
    Window,
    Zone,
)

NUMBER = 1  # in saved states, too
WORST = -(1 << 30)
UNKNOWN = WORST + 1  # a verb that nobody has thought of here: anything else is better


def bits_of(*verbs: Verb) -> int:
    """Return a set of verbs, a bit each."""
    return sum(1 << verb for verb in verbs)


GOES_ON = bits_of(*(Verb.PASS, Verb.DONE, Verb.NO, Verb.END_TURN, Verb.KILL, Verb.RUN_AWAY, Verb.ROLL, Verb.HAND_OVER))
NOT_WANTED = bits_of(Verb.TRADE, Verb.GIVE, Verb.SHOW_HAND, Verb.THROW_AWAY, Verb.EXCHANGE, Verb.FIRST_PICK)
DISMISSES = bits_of(Verb.CHARM, Verb.SEND_AWAY, Verb.DECLINE, Verb.BRIBE, Verb.PAY_ESCAPE)
OF_HAND = bits_of(Verb.LAY_OUT, Verb.FIGHT, Verb.ANSWER_CALL, Verb.SWAP)
OF_TABLE = bits_of(Verb.USE, Verb.CARRY, Verb.DROP, Verb.SACRIFICE)
OF_A_CARD = OF_HAND | OF_TABLE | bits_of(Verb.CLAIM, Verb.LEND)


@kernel
def choose(v, t, ids, n, hi, lo, counter):
    """Return the action id with the most points, as `bots.dispatch` asks for it."""
    p = v.seat
    best = int(ids[0])
    most = WORST
    for j in range(n):
        action = int(ids[j])
        points = score_action(v, t, p, action)
        if points > most or (points == most and comes_first(action, best, hi, lo, BOTS + p, counter)):
            best = action
            most = points
    return best


@kernel
def comes_first(action, other, hi, lo, stream, counter):
    """Return whether `action` precedes `other`, which has equal points: by the bot's RNG unless one is a verb."""
    if action < SEAT0 or other < SEAT0:
        return action < other
    drawn = quick_mix(hi, lo, stream, (counter << 10) + action)
    against = quick_mix(hi, lo, stream, (counter << 10) + other)
    return drawn < against or (drawn == against and action < other)


@kernel
def score_action(v, t, p, action):
    """Points of one legal action."""
    stage = v.move.stage
    if stage != Stage.VERB:
        return score_argument(v, t, p, v.move.verb, stage, action)
    if action < SEAT0:
        return score_verb(v, t, p, action - VERB0)
    if action < PLACE0:
        return -bonus_of(v, seat_of(v, p, action))
    if action < CARD0:
        return score_number(v, t, p, action - AMOUNT0)
    return score_choice(v, t, p, action - CARD0 + 1)


@kernel
def seat_of(v, p, action):
    return (p + action - SEAT0) % v.rules.players


@kernel
def bonus_of(v, q):
    """Level and strength of a player, which make it dangerous."""
    return v.player[q].level + v.player[q].bonus


# --------------------------------------------------------------------------- verbs


@kernel
def score_verb(v, t, p, verb):
    """Points of the best completion of a verb. Verbs that go on with the game have zero."""
    if verb == Verb.PLAY:
        return best_play(v, t, p)
    if verb == Verb.YES:
        return score_yes(v, t, p)
    if verb == Verb.COUNTER:
        return 1 if helper_worth(v, t, p, most_treasures(v, t)) > 0 else NOTHING
    if verb == Verb.LOOT_ROOM:
        return 1
    if verb == Verb.OPEN_DOOR:
        return score_door(v, t, p)
    if verb == Verb.SELL:
        return score_sale(v, t, p)
    if verb == Verb.ASK_HELP:
        return best_question(v, t, p)
    if verb == Verb.OFFER_HELP:
        return helper_worth(v, t, p, asking_price(v, t)) if v.window == Window.DEFEAT else NOTHING
    if verb == Verb.BERSERK:
        return score_paid(v, t, p, Ability.BERSERK)
    if verb == Verb.TURN_UNDEAD:
        return score_paid(v, t, p, Ability.TURNING)
    if verb == Verb.BACKSTAB:
        return best_backstab(v, t, p)
    if verb == Verb.FLIGHT:
        return score_flight(v, t, p)
    if verb == Verb.RETRY:
        return score_retry(v, t, p)
    if verb == Verb.TAKE:
        return TREASURE + 1
    if (DISMISSES >> verb) & 1:
        return best_dismissal(v, t, p, verb)
    if verb == Verb.STEAL:
        return best_theft(v, t, p)
    if verb == Verb.USE_POWER:
        return best_power(v, t, p)
    if (OF_A_CARD >> verb) & 1:
        return best_card(v, t, p, verb)
    if (GOES_ON >> verb) & 1:
        return 0
    return NOTHING if (NOT_WANTED >> verb) & 1 else UNKNOWN


@kernel
def best_theft(v, t, p):
    """The best theft from anybody; a thief who must steal prefers a bad one to none."""
    best = NOTHING
    for q in seats(v):
        best = max(best, best_steal(v, t, p, q))
    return max(best, -1) if must_steal(v, p) else best


@kernel
def best_card(v, t, p, verb):
    """The best card for a verb that takes one, wherever its cards lie."""
    if (OF_HAND >> verb) & 1:
        return best_own(v, t, p, verb, hand_of(p))
    if (OF_TABLE >> verb) & 1:
        return best_own(v, t, p, verb, table_of(p))
    if verb == Verb.CLAIM:
        return max(best_own(v, t, p, verb, Zone.DISCARD), best_own(v, t, p, verb, Zone.DISCARD + 1))
    return max(best_own(v, t, p, verb, hand_of(p)), best_own(v, t, p, verb, table_of(p)))


@kernel
def best_play(v, t, p):
    """The best play of a card from hand or table."""
    now = moments(v, t, p)
    best = NOTHING
    for zone in (hand_of(p), table_of(p)):
        for c in cards(v, zone):
            if plays_to_escape(v, t, p, c) or is_redirection(v, t, p, c) or playable(v, t, p, c, now):
                best = max(best, score_play(v, t, p, c))
    return best


@kernel
def best_own(v, t, p, verb, zone):
    """The best card of a zone for a verb that takes one, mostly an own one."""
    best = NOTHING
    for c in cards(v, zone):
        if own_option(v, t, p, verb, c):
            best = max(best, score_own(v, t, p, verb, c))
    return best


@kernel
def score_own(v, t, p, verb, c):
    """An own card as the argument of a verb; for payments the least valuable one."""
    if verb == Verb.PLAY:
        return score_play(v, t, p, c)
    if verb == Verb.USE_POWER:
        return score_power(v, t, p, c)
    if verb == Verb.LAY_OUT:
        return score_cult_join(v, t, p) if is_joining(v.decision) else score_lay_out(v, t, p, c)
    if verb == Verb.SWAP:
        return score_cult_swap(v, t, p, c)
    if verb == Verb.USE:
        return score_use(v, t, p, c)
    if verb == Verb.CARRY:
        return score_carry(v, t, p, c)
    if verb == Verb.LEND:
        return score_lend(v, t, p, c)
    if verb == Verb.DROP:
        return score_drop(v, t, p, c)
    if verb == Verb.FIGHT:
        return score_trouble(v, t, p, type_of(t, c))
    if verb == Verb.ANSWER_CALL:
        return score_call(v, t, p, type_of(t, c), keep_worth(v, t, p, c))
    if verb == Verb.CLAIM:
        return score_claim(v, t, p, c)
    if verb == Verb.SACRIFICE:
        return score_sacrifice(v, t, p, c)
    return -keep_worth(v, t, p, c)


# --------------------------------------------------------------------------- actions without a verb


@kernel
def score_number(v, t, p, amount):
    """The mildest of several clauses; no resurrection."""
    f = v.frame[0]
    if is_pick(f):
        op = t.clause[f.clause + amount].op
        if gives_room(op):
            return score_way(v, t, p, f.clause + amount)
        if moves_spent(op):
            return score_pick(v, t, p, op)
        return -clause_damage(v, t, f.clause + amount, p)
    return -amount


@kernel
def score_choice(v, t, p, k):
    """A card of type `k`: the best to take, the least to lose."""
    decision = v.decision
    f = v.frame[0]
    if decision == Decision.SPOILS or decision == Decision.LOOT_BODY:
        return type_worth(v, t, p, k)
    if decision == Decision.CHOOSE_CARD and asks_for_card(f) and f.other != p:
        return type_worth(v, t, f.other if f.take == Take.DISCARD else p, k)
    if decision == Decision.CHOOSE_CARD and asks_for_card(f) and f.take == Take.PUT_AWAY:
        return -put_away_cost(v, t, p, lowest_in(v, t, table_of(p), k), f.filter)
    if decision == Decision.ANSWER_SWAP:
        return score_cult_answer(v, t, p, lowest_in(v, t, hand_of(p), k))
    c = own_copy(v, t, p, k)
    if decision == Decision.CHOOSE_CARD and asks_for_card(f) and f.filter == Filter.TAGGED_ANYWHERE:
        return LEVEL - keep_worth(v, t, p, c)  # if it may be declined, it spares a level
    return -keep_worth(v, t, p, c)


# --------------------------------------------------------------------------- arguments of a verb


@kernel
def score_argument(v, t, p, verb, stage, action):
    """Points of a further part of a composite action."""
    m = v.move
    if action < SEAT0:  # DONE, or a term that is never offered
        return 0 if action == DONE_ID else NOTHING
    if action < PLACE0:
        return score_argument_seat(v, t, p, verb, seat_of(v, p, action))
    if action < AMOUNT0:
        place = action - PLACE0
        if verb == Verb.PLAY:
            return score_place(v, t, p, m.card, place)
        if verb == Verb.ROLL:
            return monster_damage(v, t, p, monster_at(place))
        return score_dismissal(v, t, p, verb, monster_at(place))
    if action < CARD0:
        return score_argument_amount(v, t, p, verb, stage, action - AMOUNT0)
    return score_argument_card(v, t, p, verb, stage, action - CARD0 + 1)


@kernel
def score_argument_seat(v, t, p, verb, q):
    if verb == Verb.PLAY:
        return score_seat(v, t, p, v.move.card, q)
    if verb == Verb.ASK_HELP:
        return score_question(v, t, p, q)
    if verb == Verb.USE_POWER:
        return score_draft(v, t, p, q)
    if verb == Verb.BACKSTAB:
        return score_backstab(v, t, p, q)
    if verb == Verb.STEAL:
        return best_steal(v, t, p, q)
    return -bonus_of(v, q)


@kernel
def names_price(v, verb):
    """Return whether the price of help follows the verb."""
    return verb == Verb.OFFER_HELP or (verb == Verb.COUNTER and is_asked_for_help(v.decision))


@kernel
def score_argument_amount(v, t, p, verb, stage, amount):
    if stage == Stage.WHICH or stage == Stage.SECOND_WHICH:
        return -amount
    wanted = 0
    if verb == Verb.ASK_HELP:
        wanted = fair_price(v, t, v.move.seat)
    elif verb == Verb.OFFER_HELP:
        wanted = asking_price(v, t)
    elif verb == Verb.COUNTER:
        return -amount if helper_worth(v, t, p, amount) > 0 else NOTHING - amount
    elif verb == Verb.SACRIFICE:
        wanted = takes_along(v, p)
    elif verb == Verb.USE_POWER:
        wanted = best_wager(v, t, p, v.move.card)
    elif verb == Verb.PLAY and t.card[type_of(t, v.move.card)].aim == Aim.FACE:
        wanted = wanted_face(v, t)
    return -abs(amount - wanted)


@kernel
def score_argument_card(v, t, p, verb, stage, k):
    m = v.move
    if verb == Verb.SELL:
        return 1 if is_for_sale(v, t, p, k) else NOTHING
    if verb == Verb.USE_POWER and stage == Stage.MORE:
        return score_payment(v, t, p, k)
    if (verb == Verb.PLAY or verb == Verb.USE_POWER) and stage == Stage.SECOND:
        return score_second_type(v, t, p, m.card, monster_at(m.place), k)
    if verb == Verb.STEAL and stage == Stage.CARD:
        return score_steal(v, t, p, lowest_in(v, t, table_of(m.seat), k))
    if is_joining(v.decision) and stage == Stage.SECOND:
        return worth_without(v, t, p, t.card[k].klass)
    if verb == Verb.LAY_OUT and stage == Stage.SECOND and replaces_one(v, t, p, m.card):
        return exchanged_worth(v, t, p, m.card, k)
    if stage == Stage.MORE or stage == Stage.TERMS or stage == Stage.WANT:
        return NOTHING
    if verb == Verb.CLAIM:
        return type_worth(v, t, p, k)
    c = own_copy(v, t, p, k)
    return score_own(v, t, p, verb, c) if c else NOTHING


@kernel
def score_second_type(v, t, p, c, i, k):
    """A card of type `k` as the second card, wherever it may lie."""
    best = NOTHING
    d = own_copy(v, t, p, k)
    if d:
        best = score_pair(v, t, p, c, i, d)
    for zone in range(Zone.DISCARD, Zone.HAND):
        d = lowest_in(v, t, zone, k)
        if d:
            best = max(best, score_pair(v, t, p, c, i, d))
    for q in seats(v):
        d = lowest_in(v, t, table_of(q), k)
        if d:
            best = max(best, score_pair(v, t, p, c, i, d))
    return best
