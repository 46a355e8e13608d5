"""The greedy bot: raises its own level now, and hinders whoever is about to win.

Every legal answer gets points, the highest wins, ties go to the lowest id; so the order of the ids does not matter,
and there is no chance in it. A composite answer is planned anew at each part, from the same points.
"""

from munchkin_env.bots.equipping import (
    best_steal,
    is_for_sale,
    score_carry,
    score_drop,
    score_lay_out,
    score_lend,
    score_sale,
    score_steal,
    score_use,
)
from munchkin_env.bots.outlook import (
    edge,
    edge_alone,
    edge_with_bonus,
    edge_with_helper,
    escape_faces,
    flight_risk,
    gain_of_monster,
    kill_levels,
    kill_worth,
    leaves_alone,
    lowest_bribe,
    monster_damage,
    own_bonus,
)
from munchkin_env.bots.plays import (
    hinder,
    is_escape_play,
    score_pair,
    score_place,
    score_play,
    score_removal,
    score_seat,
    strengthen,
    wanted_face,
)
from munchkin_env.bots.worth import (
    LEVEL,
    NOTHING,
    TREASURE,
    cheapest_payment,
    clause_damage,
    keep_worth,
    own_copy,
    type_worth,
)
from munchkin_env.engine.kernel import kernel
from munchkin_env.observation.reading import (
    AMOUNT0,
    CARD0,
    PLACE0,
    SEAT0,
    VERB0,
    ability_amount,
    ability_limit,
    find_clause,
    hand_count,
    hand_of,
    has_ability,
    is_fighter,
    kind_of,
    may_ask,
    may_drop,
    may_lay_out,
    may_lend,
    may_put_away,
    may_use,
    moments,
    most_treasures,
    playable,
    promised_treasures,
    roll_change,
    table_of,
    type_of,
)
from munchkin_env.vocabulary import (
    Ability,
    Aim,
    Decision,
    Flag,
    Frame,
    Kind,
    Op,
    Policy,
    Stage,
    Take,
    Trigger,
    Verb,
    Window,
    Zone,
)

WORST = -(1 << 30)
WINS = 1000  # a combat that wins the game


@kernel
def greedy_action(v, t, p, ids, n):
    """The action id with the most points among the `n` legal ones."""
    best = int(ids[0])
    most = WORST
    for j in range(n):
        action = int(ids[j])
        points = score_action(v, t, p, action)
        if points > most or (points == most and action < best):
            best = action
            most = points
    return best


@kernel
def score_action(v, t, p, action):
    """Points of one legal answer."""
    stage = int(v.move.stage)
    if stage != Stage.VERB:
        return score_argument(v, t, p, int(v.move.verb), stage, action)
    if action < SEAT0:
        return score_verb(v, t, p, action - VERB0)
    if action < PLACE0:
        return -bonus_of(v, seat_of(v, p, action))
    if action < CARD0:
        return score_number(v, t, p, action - AMOUNT0)
    return score_choice(v, t, p, action - CARD0 + 1)


@kernel
def seat_of(v, p, action):
    return (p + action - SEAT0) % int(v.rules.players)


@kernel
def bonus_of(v, q):
    """Level and strength of a player: how dangerous he is."""
    return int(v.player[q].level) + int(v.player[q].bonus)


# --------------------------------------------------------------------------- verbs


@kernel
def score_verb(v, t, p, verb):
    """The best completion of a verb. What goes on with the game has zero."""
    if verb == Verb.PLAY:
        return best_play(v, t, p)
    if verb == Verb.YES:
        return score_yes(v, t, p)
    if verb == Verb.COUNTER:
        return 1 if helper_worth(v, t, p, most_treasures(v, t)) > 0 else NOTHING
    if verb == Verb.LOOT_ROOM:
        return 1
    if verb == Verb.SELL:
        return score_sale(v, t, p)
    if verb == Verb.ASK_HELP:
        return best_question(v, t, p)
    if verb == Verb.OFFER_HELP:
        return helper_worth(v, t, p, asking_price(v, t)) if int(v.window) == Window.DEFEAT else NOTHING
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
    if verb == Verb.CHARM or verb == Verb.SEND_AWAY or verb == Verb.DECLINE or verb == Verb.BRIBE:
        return best_dismissal(v, t, p, verb)
    if verb == Verb.PAY_ESCAPE:
        return best_dismissal(v, t, p, verb)
    if verb == Verb.STEAL:
        best = NOTHING
        for q in range(int(v.rules.players)):
            best = max(best, best_steal(v, t, p, q))
        return best
    if verb == Verb.LAY_OUT or verb == Verb.FIGHT:
        return best_own(v, t, p, verb, hand_of(p))
    if verb == Verb.USE or verb == Verb.CARRY or verb == Verb.DROP:
        return best_own(v, t, p, verb, table_of(p))
    if verb == Verb.LEND:
        return max(best_own(v, t, p, verb, hand_of(p)), best_own(v, t, p, verb, table_of(p)))
    if (
        verb == Verb.TRADE
        or verb == Verb.GIVE
        or verb == Verb.SHOW_HAND
        or verb == Verb.THROW_AWAY
        or verb == Verb.EXCHANGE
        or verb == Verb.FIRST_PICK
    ):
        return NOTHING
    return 0


@kernel
def best_play(v, t, p):
    """The best play of a card from hand or table."""
    now = moments(v, t, p)
    best = NOTHING
    for zone in (hand_of(p), table_of(p)):
        c = int(v.head[zone])
        while c:
            if is_escape_play(v, t, p, c) or playable(v, t, p, c, now):
                best = max(best, score_play(v, t, p, c))
            c = int(v.next[c])
    return best


@kernel
def best_own(v, t, p, verb, zone):
    """The best own card for a verb that takes one."""
    best = NOTHING
    c = int(v.head[zone])
    while c:
        if is_own_option(v, t, p, verb, c):
            best = max(best, score_own(v, t, p, verb, c))
        c = int(v.next[c])
    return best


@kernel
def is_own_option(v, t, p, verb, c):
    """The card may be the argument of the verb."""
    if verb == Verb.LAY_OUT:
        if int(v.decision) == Decision.RECEIVE and int(v.flag[c]) & Flag.NEW == 0:
            return False
        if int(v.decision) == Decision.COMBAT and (kind_of(t, c) == Kind.ONE_SHOT or kind_of(t, c) == Kind.ITEM):
            return kind_of(t, c) == Kind.ITEM and int(v.rules.equip_in_combat) != 0 and may_lay_out(v, t, p, c)
        return may_lay_out(v, t, p, c)
    if verb == Verb.USE:
        return may_use(v, t, p, c)
    if verb == Verb.CARRY:
        return may_put_away(v, t, c)
    if verb == Verb.LEND:
        return may_lend(v, t, p, c)
    if verb == Verb.DROP:
        return may_drop(v, t, p, c)
    return kind_of(t, c) == Kind.MONSTER


@kernel
def score_own(v, t, p, verb, c):
    """An own card as the argument of a verb; for payments the least valuable one."""
    if verb == Verb.PLAY:
        return score_play(v, t, p, c)
    if verb == Verb.LAY_OUT:
        return score_lay_out(v, t, p, c)
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
    return -keep_worth(v, t, p, c)


@kernel
def score_trouble(v, t, p, k):
    """TURN-3: looking for trouble pays only if the combat is won, at the last level also with all own means."""
    treasures = leaves_alone(v, t, p, k)
    if treasures >= 0:
        return TREASURE * treasures
    before = edge_alone(v, t, p, k)
    if int(v.player[p].level) + int(t.card[k].levels) >= int(v.rules.goal):
        return WINS if before + 2 * own_bonus(v, t, p) > 0 else NOTHING
    return gain_of_monster(t, k) + min(before, 8) if before > 0 else NOTHING


# --------------------------------------------------------------------------- abilities


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
    bonus = int(victim.combat_bonus)
    victim.combat_bonus = bonus + ability_amount(v, t, p, Ability.BACKSTAB)
    after = edge(v, t)
    victim.combat_bonus = bonus
    return hinder(v, t, p, after, cheapest_payment(v, t, p))


@kernel
def best_backstab(v, t, p):
    best = NOTHING
    for q in range(int(v.rules.players)):
        if q != p and is_fighter(v, q) and (int(v.player[p].backstabbed) >> q) & 1 == 0:
            best = max(best, score_backstab(v, t, p, q))
    return best


@kernel
def missing_on_roll(v, t, p):
    """What the roll to run away lacks, 0 if it escapes."""
    r = v.roll
    return max(0, 5 - int(r.face) - roll_change(v, t, p, int(r.place)))


@kernel
def score_flight(v, t, p):
    """A Wizard discards for a better roll, if he has enough cards."""
    missing = missing_on_roll(v, t, p)
    left = min(hand_count(v, p), ability_limit(v, t, p, Ability.FLIGHT) - int(v.player[p].flight))
    each = ability_amount(v, t, p, Ability.FLIGHT)
    if missing == 0 or missing > left * each:
        return NOTHING
    cards = (missing + each - 1) // each
    return monster_damage(v, t, p, int(v.roll.place)) - cards * cheapest_payment(v, t, p)


@kernel
def score_retry(v, t, p):
    """A Halfling rolls again for a card."""
    i = int(v.roll.place)
    return monster_damage(v, t, p, i) * escape_faces(v, t, p, i) // 6 - cheapest_payment(v, t, p)


@kernel
def dismissal_word(verb):
    """The monster's word that allows the verb."""
    if verb == Verb.SEND_AWAY:
        return Op.SEND_AWAY
    if verb == Verb.DECLINE:
        return Op.DECLINE
    if verb == Verb.BRIBE:
        return Op.BRIBE
    return Op.ESCAPE_FOR_ITEM


@kernel
def score_dismissal(v, t, p, verb, i):
    """The monster at place `i` is charmed, sent away, declined, bribed or distracted."""
    if verb == Verb.CHARM:
        cost = 0
        c = int(v.head[hand_of(p)])
        while c:
            cost += keep_worth(v, t, p, c)
            c = int(v.next[c])
        return score_removal(v, t, p, i, Policy.KEPT, cost)
    clause = find_clause(t, int(v.combat.monster[i].type), Trigger.ALWAYS, dismissal_word(verb))
    if clause == 0:
        return NOTHING
    if verb == Verb.SEND_AWAY:
        return score_removal(v, t, p, i, Policy.KEPT, 0) + 1
    if verb == Verb.DECLINE:
        return score_removal(v, t, p, i, Policy.LOST, 0) + 1
    if verb == Verb.BRIBE:
        return score_removal(v, t, p, i, Policy.LOST, lowest_bribe(v, t, p, int(t.clause[clause].amount)))
    return flight_risk(v, t, p, i) - cheapest_tagged(v, t, p, int(t.clause[clause].arg))


@kernel
def cheapest_tagged(v, t, p, tags):
    """Worth of the cheapest item in play with one of the tags."""
    least = 100
    c = int(v.head[table_of(p)])
    while c:
        if int(t.card[type_of(t, c)].tags) & tags:
            least = min(least, keep_worth(v, t, p, c))
        c = int(v.next[c])
    return least


@kernel
def best_dismissal(v, t, p, verb):
    best = NOTHING
    for i in range(int(v.combat.n_monsters)):
        best = max(best, score_dismissal(v, t, p, verb, i))
    return best


# --------------------------------------------------------------------------- help


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
    ahead = after - int(v.player[q].level)
    return worth - levels * (20 if after >= goal - 2 else 8 if ahead > 1 else 4)


@kernel
def promised_items(v, t, leader, q):
    """Worth to `q` of the items that the leader promises."""
    total = 0
    c = int(v.head[table_of(leader)])
    while c:
        if int(v.flag[c]) & Flag.OFFERED:
            total += type_worth(v, t, q, type_of(t, c))
        c = int(v.next[c])
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
        if int(v.flag[c]) & Flag.OFFERED:
            gain += type_worth(v, t, p, type_of(t, c))
        c = int(v.next[c])
    loss = 0
    theirs = 0
    c = int(v.head[table_of(p)])
    while c:
        if int(v.flag[c]) & Flag.WANTED:
            loss += keep_worth(v, t, p, c)
            theirs += type_worth(v, t, maker, type_of(t, c))
        c = int(v.next[c])
    if int(v.player[maker].level) >= int(v.player[p].level) and theirs > gain:
        return NOTHING
    return gain - loss


# --------------------------------------------------------------------------- answers without a verb


@kernel
def score_number(v, t, p, amount):
    """The mildest of several clauses; no resurrection."""
    f = v.frame[0]
    if int(f.kind) == Frame.PICK:
        return -clause_damage(v, t, int(f.a) + amount, p)
    return -amount


@kernel
def score_choice(v, t, p, k):
    """A card of type `k`: the best to take, the least to lose."""
    decision = int(v.decision)
    f = v.frame[0]
    if decision == Decision.SPOILS or decision == Decision.LOOT_BODY:
        return type_worth(v, t, p, k)
    if decision == Decision.CHOOSE_CARD and int(f.kind) == Frame.CHOOSE and int(f.other) != p:
        return type_worth(v, t, int(f.other) if int(f.b) == Take.DISCARD else p, k)
    c = own_copy(v, t, p, k)
    return -keep_worth(v, t, p, c)


# --------------------------------------------------------------------------- arguments of a verb


@kernel
def score_argument(v, t, p, verb, stage, action):
    """A further part of a composite answer."""
    m = v.move
    if action < SEAT0:  # DONE, or a term that is never offered
        return 0 if action == VERB0 + Verb.DONE else NOTHING
    if action < PLACE0:
        return score_argument_seat(v, t, p, verb, seat_of(v, p, action))
    if action < AMOUNT0:
        place = action - PLACE0
        if verb == Verb.PLAY:
            return score_place(v, t, p, int(m.card), place)
        if verb == Verb.ROLL:
            return monster_damage(v, t, p, place - 2)
        return score_dismissal(v, t, p, verb, place - 2)
    if action < CARD0:
        return score_argument_amount(v, t, p, verb, stage, action - AMOUNT0)
    return score_argument_card(v, t, p, verb, stage, action - CARD0 + 1)


@kernel
def score_argument_seat(v, t, p, verb, q):
    if verb == Verb.PLAY:
        return score_seat(v, t, p, int(v.move.card), q)
    if verb == Verb.ASK_HELP:
        return score_question(v, t, p, q)
    if verb == Verb.BACKSTAB:
        return score_backstab(v, t, p, q)
    if verb == Verb.STEAL:
        return best_steal(v, t, p, q)
    return -bonus_of(v, q)


@kernel
def score_argument_amount(v, t, p, verb, stage, amount):
    if stage == Stage.WHICH or stage == Stage.SECOND_WHICH:
        return -amount
    wanted = 0
    if verb == Verb.ASK_HELP:
        wanted = fair_price(v, t, int(v.move.seat))
    elif verb == Verb.OFFER_HELP:
        wanted = asking_price(v, t)
    elif verb == Verb.COUNTER:
        return -amount if helper_worth(v, t, p, amount) > 0 else NOTHING - amount
    elif verb == Verb.PLAY and int(t.card[type_of(t, int(v.move.card))].aim) == Aim.FACE:
        wanted = wanted_face(v, t)
    return -abs(amount - wanted)


@kernel
def score_argument_card(v, t, p, verb, stage, k):
    m = v.move
    if verb == Verb.SELL:
        return 1 if is_for_sale(v, t, p, k) else NOTHING
    if verb == Verb.PLAY and stage == Stage.SECOND:
        return score_second_type(v, t, p, int(m.card), int(m.place) - 2, k)
    if verb == Verb.STEAL and stage == Stage.CARD:
        return score_steal(v, t, p, copy_in(v, t, table_of(int(m.seat)), k))
    if stage == Stage.MORE or stage == Stage.TERMS or stage == Stage.WANT:
        return NOTHING
    c = own_copy(v, t, p, k)
    return score_own(v, t, p, verb, c) if c else NOTHING


@kernel
def copy_in(v, t, zone, k):
    """The lowest copy of a type in a zone, 0 if none."""
    best = 0
    c = int(v.head[zone])
    while c:
        if type_of(t, c) == k and (best == 0 or c < best):
            best = c
        c = int(v.next[c])
    return best


@kernel
def score_second_type(v, t, p, c, i, k):
    """A card of type `k` as the second card, wherever it may lie."""
    best = NOTHING
    d = own_copy(v, t, p, k)
    if d:
        best = score_pair(v, t, p, c, i, d)
    for zone in range(Zone.DISCARD, Zone.HAND):
        d = copy_in(v, t, zone, k)
        if d:
            best = max(best, score_pair(v, t, p, c, i, d))
    for q in range(int(v.rules.players)):
        d = copy_in(v, t, table_of(q), k)
        if d:
            best = max(best, score_pair(v, t, p, c, i, d))
    return best
