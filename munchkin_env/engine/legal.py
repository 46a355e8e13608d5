"""The one source of legality: which action ids answer the pending decision.

`legal` writes the ids in ascending order of construction, without doubles. A verb is listed only if some
completion exists, and every argument keeps one, so an answer once begun can always be finished.
"""

from munchkin_env.engine.choices import may_take
from munchkin_env.engine.kernel import kernel
from munchkin_env.engine.layout_actions import AMOUNT0, CARD0, PLACE0, SEAT0, VERB0
from munchkin_env.engine.rules.charity import may_be_given
from munchkin_env.engine.rules.equipment import (
    ability_limit,
    can_pay,
    carrier,
    counts_as_big,
    may_drop,
    may_get_big,
    may_lay_out,
    may_lend,
    may_put_away,
    may_use,
    payable,
)
from munchkin_env.engine.rules.helping import help_possible, is_forced, may_ask, most_treasures
from munchkin_env.engine.rules.interference import (
    any_playable,
    moments,
    place_is_target,
    playable,
    seat_is_target,
    second_is_target,
)
from munchkin_env.engine.rules.run_away import (
    RUN_AWAY,
    escape_card_fits,
    escape_card_helps,
    monster_word,
    roll_failed,
    takes_item,
)
from munchkin_env.engine.rules.selling import GOLD_PER_LEVEL, may_sell, sale_value, sell_option
from munchkin_env.engine.rules.trading import (
    can_give,
    can_swap,
    can_want,
    counter_option,
    is_big,
    limits_hold,
    marked_bigs,
    may_counter,
    may_offer,
    may_receive_offer,
    may_steal_from,
    set_key,
    stealable,
    tradable,
)
from munchkin_env.engine.rules.treasure import may_resurrect
from munchkin_env.engine.totals import (
    cheated,
    find_clause,
    hand_count,
    hand_of,
    has_ability,
    has_flag,
    holds,
    is_fighter,
    is_item,
    is_treasure,
    kind_of,
    monster_flag,
    table_of,
    type_of,
    undead_fights,
    winning,
)
from munchkin_env.vocabulary import (
    Ability,
    Aim,
    Bargain,
    Decision,
    Filter,
    Flag,
    Frame,
    Kind,
    Op,
    Stage,
    Take,
    Trigger,
    Verb,
    Window,
    Zone,
)

MOST_TREASURES = 20


# --------------------------------------------------------------------------- writing ids


@kernel
def add(out, n, action):
    out[n] = action
    return n + 1


@kernel
def add_type(t, out, n, start, c):
    """Adds the type of a card once."""
    action = CARD0 + int(t.type_of[c]) - 1
    for i in range(start, n):
        if int(out[i]) == action:
            return n
    out[n] = action
    return n + 1


@kernel
def add_seat(s, out, n, q):
    """Seats are relative to the one who answers: 0 himself, 1 the left neighbour."""
    players = int(s.rules.players)
    return add(out, n, SEAT0 + (q - int(s.seat) + players) % players)


# --------------------------------------------------------------------------- which card copies qualify


@kernel
def card_option(s, t, p, verb, stage, now, c):
    """Card copy `c` may be the answer of `p` at this stage of the composite."""
    m = s.move
    if stage == Stage.SECOND:
        return second_option(s, t, p, verb, c)
    if verb == Verb.PLAY:
        if int(s.decision) == Decision.FLEE and int(s.zone[c]) == table_of(p) and escape_card_helps(s, t, c, p):
            return True
        return playable(s, t, p, c, now)
    if verb == Verb.LAY_OUT:
        return lay_out_option(s, t, p, c)
    if verb == Verb.USE:
        return int(s.zone[c]) == table_of(p) and may_use(s, t, p, c)
    if verb == Verb.CARRY:
        return int(s.zone[c]) == table_of(p) and may_put_away(s, t, c)
    if verb == Verb.LEND:
        return may_lend(s, t, p, c)
    if verb == Verb.DROP:
        return int(s.zone[c]) == table_of(p) and may_drop(s, t, p, c)
    if verb == Verb.THROW_AWAY:
        return int(s.zone[c]) == table_of(p) and is_item(t, c)
    if verb == Verb.SELL:
        return sell_option(s, t, p, c)
    if verb == Verb.STEAL:
        return int(s.zone[c]) == table_of(int(m.seat)) and stealable(s, t, p, c)
    if verb == Verb.FIGHT:
        return int(s.zone[c]) == hand_of(p) and kind_of(t, c) == Kind.MONSTER
    if verb == Verb.BERSERK:
        return payable(s, t, p, c, Ability.BERSERK)
    if verb == Verb.TURN_UNDEAD:
        return payable(s, t, p, c, Ability.TURNING)
    if verb == Verb.BACKSTAB:
        return payable(s, t, p, c, Ability.BACKSTAB)
    if verb == Verb.FLIGHT:
        return payable(s, t, p, c, Ability.FLIGHT)
    if verb == Verb.RETRY:
        return payable(s, t, p, c, Ability.RETRY)
    if verb == Verb.BRIBE:
        return int(s.zone[c]) == table_of(p) and bribes(s, t, int(m.place) - 2, c)
    if verb == Verb.PAY_ESCAPE:
        return int(s.zone[c]) == table_of(p) and takes_item(s, t, int(m.place) - 2, p, c)
    if verb == Verb.EXCHANGE:
        return exchange_option(s, t, p, c)
    if verb == Verb.GIVE:
        return give_option(s, t, p, c)
    if verb == Verb.TRADE:
        return trade_option(s, t, p, c)
    if verb == Verb.COUNTER:
        return counter_option(s, t, c)
    if verb == Verb.ASK_HELP:
        return promise_option(s, t, p, c)
    return False


@kernel
def second_option(s, t, p, verb, c):
    m = s.move
    if verb == Verb.PLAY:
        return second_is_target(s, t, p, int(m.card), c)
    if verb == Verb.STEAL:
        own = int(s.zone[c]) == hand_of(p) or int(s.zone[c]) == table_of(p)
        return own and payable(s, t, p, c, Ability.THEFT)
    if verb == Verb.TRADE:
        return int(s.zone[c]) == table_of(int(m.seat)) and want_option(s, t, p, c)
    return False


@kernel
def lay_out_option(s, t, p, c):
    """TURN-1, TURN-6, PLAY-8, PLAY-12: what may be laid out at this decision."""
    if int(s.zone[c]) != hand_of(p) or not may_lay_out(s, t, p, c):
        return False
    decision = int(s.decision)
    kind = kind_of(t, c)
    if decision == Decision.RECEIVE:
        return has_flag(s, c, Flag.NEW)
    if decision == Decision.COMBAT:
        if kind == Kind.ITEM:
            return int(s.rules.equip_in_combat) != 0 and p == int(s.turn_seat)
        return kind != Kind.ONE_SHOT and p == int(s.turn_seat)
    return True


@kernel
def bribes(s, t, i, c):
    """The item is worth enough for the monster at place `i`."""
    clause = find_clause(t, int(s.combat.monster[i].type), Trigger.ALWAYS, Op.BRIBE)
    return clause != 0 and is_item(t, c) and int(t.card[type_of(t, c)].value) >= int(t.clause[clause].amount)


@kernel
def exchange_option(s, t, p, c):
    """Lawyers: two treasure cards, from hand or table, in canonical order."""
    if int(s.flag[c]) & Flag.SELECTED or not is_treasure(t, c):
        return False
    k = type_of(t, c)
    if k < int(s.move.last):
        return False
    needed = int(s.frame[int(s.n_frames) - 1].n) - int(s.move.count)
    return needed > 0 and count_treasures(s, t, p, k) >= needed


@kernel
def count_treasures(s, t, p, first_type):
    """Treasure cards of the player from a type on that are not chosen yet."""
    total = 0
    for zone in (hand_of(p), table_of(p)):
        c = int(s.head[zone])
        while c:
            if is_treasure(t, c) and type_of(t, c) >= first_type and int(s.flag[c]) & Flag.SELECTED == 0:
                total += 1
            c = int(s.next[c])
    return total


@kernel
def give_option(s, t, p, c):
    """A gift: own items in canonical order; the first one decides whether the offer is a new one."""
    if int(s.zone[c]) != table_of(p) or int(s.flag[c]) & Flag.SELECTED:
        return False
    taker = int(s.move.seat)
    if int(s.move.count) == 0:
        return can_give(s, t, p, taker, c)
    return joins_set(s, t, c) and limits_hold(s, p, taker, marked_bigs(s, t, p, Flag.SELECTED) + is_big(t, c), 0)


@kernel
def joins_set(s, t, c):
    """A further item of a set, in canonical order."""
    return tradable(s, t, c) and set_key(t, c) >= int(s.move.last)


@kernel
def trade_option(s, t, p, c):
    """An own item that can be swapped for some item of the partner."""
    if int(s.zone[c]) != table_of(p) or int(s.flag[c]) & Flag.SELECTED:
        return False
    taker = int(s.move.seat)
    if int(s.move.count) == 0:
        return tradable(s, t, c) and can_swap(s, t, p, taker, c, is_big(t, c))
    give = marked_bigs(s, t, p, Flag.SELECTED) + is_big(t, c)
    return joins_set(s, t, c) and can_swap(s, t, p, taker, int(s.move.card), give)


@kernel
def want_option(s, t, p, c):
    """An item of the partner that is asked for; the first one must make a new offer."""
    if int(s.flag[c]) & Flag.WANTED:
        return False
    taker = int(s.move.seat)
    give = marked_bigs(s, t, p, Flag.SELECTED)
    if int(s.move.second) == 0:
        return can_want(s, t, p, taker, int(s.move.card), give, c)
    get = marked_bigs(s, t, taker, Flag.WANTED) + is_big(t, c)
    return joins_set(s, t, c) and limits_hold(s, p, taker, give, get)


@kernel
def promise_option(s, t, p, c):
    """HELP-2: items in play may be promised to the helper."""
    return (
        int(s.zone[c]) == table_of(p)
        and is_item(t, c)
        and int(s.host[c]) == 0
        and not cheated(s, t, c)
        and int(s.flag[c]) & Flag.SELECTED == 0
        and type_of(t, c) >= int(s.move.last)
    )


# --------------------------------------------------------------------------- lists of options


@kernel
def list_zone(s, t, p, verb, stage, now, zone, out, n, start):
    c = int(s.head[zone])
    while c:
        if card_option(s, t, p, verb, stage, now, c):
            n = add_type(t, out, n, start, c)
        c = int(s.next[c])
    return n


@kernel
def list_cards(s, t, p, verb, stage, now, out, n):
    """Card types that may come next: own hand and table, other tables, discards, by verb."""
    start = n
    n = list_zone(s, t, p, verb, stage, now, hand_of(p), out, n, start)
    n = list_zone(s, t, p, verb, stage, now, table_of(p), out, n, start)
    aim = int(t.card[type_of(t, int(s.move.card))].aim) if int(s.move.card) else 0
    others = verb == Verb.STEAL or verb == Verb.TRADE or verb == Verb.COUNTER
    if verb == Verb.PLAY and stage == Stage.SECOND:
        others = aim == Aim.OTHERS_ITEM or aim == Aim.CURSE
        if aim == Aim.CURSE and int(s.window) == Window.CURSE:
            n = list_zone(s, t, p, verb, stage, now, Zone.ASIDE, out, n, start)
        if aim == Aim.DISCARD:
            for pile in range(4):
                n = list_zone(s, t, p, verb, stage, now, Zone.DISCARD + pile, out, n, start)
    if others:
        for q in range(int(s.rules.players)):
            if q != p:
                n = list_zone(s, t, p, verb, stage, now, table_of(q), out, n, start)
    return n


@kernel
def any_in(s, t, p, verb, now, zone):
    """Some card of the zone can be the first argument of the verb."""
    c = int(s.head[zone])
    while c:
        if card_option(s, t, p, verb, Stage.CARD, now, c):
            return True
        c = int(s.next[c])
    return False


@kernel
def any_card(s, t, p, verb, now):
    """Some card can be the first argument of the verb: laid-out cards, hand cards, or both."""
    if verb == Verb.USE or verb == Verb.CARRY or verb == Verb.DROP or verb == Verb.THROW_AWAY:
        return any_in(s, t, p, verb, now, table_of(p))
    if verb == Verb.LAY_OUT or verb == Verb.FIGHT:
        return any_in(s, t, p, verb, now, hand_of(p))
    return any_in(s, t, p, verb, now, hand_of(p)) or any_in(s, t, p, verb, now, table_of(p))


@kernel
def copy_key(s, t, c):
    """What tells two copies of a card apart: place, use, attachments, who knows them."""
    key = int(s.zone[c]) * 4096 + (int(s.flag[c]) & Flag.CARRIED) * 2048
    if int(s.zone[c]) >= Zone.TABLE:
        key += 1024 if int(s.host[c]) else 0
        key += 512 if cheated(s, t, c) else 0
    return key + int(s.known_by[c])


@kernel
def next_key(s, t, p, verb, stage, now, k, floor):
    """The smallest copy key above `floor` among the options of type `k`, -1 if there is none."""
    best = -1
    for c in range(1, int(t.n_cards) + 1):
        if int(t.type_of[c]) == k and card_here(s, t, p, verb, stage, now, c):
            key = copy_key(s, t, c)
            if key > floor and (best < 0 or key < best):
                best = key
    return best


@kernel
def card_here(s, t, p, verb, stage, now, c):
    """An option that also lies where `list_cards` looks."""
    zone = int(s.zone[c])
    if zone == hand_of(p) or zone == table_of(p):
        return card_option(s, t, p, verb, stage, now, c)
    others = verb == Verb.STEAL or verb == Verb.TRADE or verb == Verb.COUNTER
    if others or (verb == Verb.PLAY and stage == Stage.SECOND):
        public = zone >= Zone.TABLE or zone == Zone.ASIDE or (zone >= Zone.DISCARD and zone < Zone.COMBAT)
        return public and card_option(s, t, p, verb, stage, now, c)
    return False


@kernel
def copy_with_key(s, t, p, verb, stage, now, k, wanted):
    """The lowest copy of type `k` with that key, 0 if none."""
    for c in range(1, int(t.n_cards) + 1):
        if int(t.type_of[c]) == k and card_here(s, t, p, verb, stage, now, c) and copy_key(s, t, c) == wanted:
            return c
    return 0


@kernel
def count_keys(s, t, p, verb, stage, now, k):
    """How many distinguishable groups of copies there are."""
    total = 0
    key = next_key(s, t, p, verb, stage, now, k, -1)
    while key >= 0:
        total += 1
        key = next_key(s, t, p, verb, stage, now, k, key)
    return total


@kernel
def list_seats(s, t, p, verb, out, n):
    """Seats that may come next."""
    players = int(s.rules.players)
    for i in range(players):
        q = (p + i) % players
        if seat_option(s, t, p, verb, q):
            n = add(out, n, SEAT0 + i)
    return n


@kernel
def seat_option(s, t, p, verb, q):
    m = s.move
    if verb == Verb.PLAY:
        c = int(m.card)
        if int(t.card[type_of(t, c)].aim) == Aim.FIGHTERS:
            return is_fighter(s, q) and int(s.player[q].escapes_all) == 0 and int(s.player[q].dead) == 0
        return seat_is_target(s, t, p, c, q)
    if verb == Verb.ASK_HELP:
        return may_ask(s, t, q)
    if verb == Verb.BACKSTAB:
        return backstab_target(s, p, q)
    if verb == Verb.STEAL:
        return may_steal_from(s, p, q) and has_stealable(s, t, p, q)
    if verb == Verb.GIVE:
        return may_receive_offer(s, p, q) and has_gift(s, t, p, q)
    if verb == Verb.TRADE:
        return may_receive_offer(s, p, q) and has_trade(s, t, p, q)
    if verb == Verb.TAKE:  # a Big item that must go
        return may_get_big(s, t, p, int(m.card), q)
    return False


@kernel
def has_stealable(s, t, thief, q):
    c = int(s.head[table_of(q)])
    while c:
        if stealable(s, t, thief, c):
            return True
        c = int(s.next[c])
    return False


@kernel
def has_gift(s, t, p, q):
    c = int(s.head[table_of(p)])
    while c:
        if can_give(s, t, p, q, c):
            return True
        c = int(s.next[c])
    return False


@kernel
def has_trade(s, t, p, q):
    c = int(s.head[table_of(p)])
    while c:
        if tradable(s, t, c) and can_swap(s, t, p, q, c, is_big(t, c)):
            return True
        c = int(s.next[c])
    return False


@kernel
def backstab_target(s, p, q):
    """Once per victim per combat, never oneself."""
    return q != p and is_fighter(s, q) and (int(s.player[p].backstabbed) >> q) & 1 == 0


@kernel
def list_places(s, t, p, verb, out, n):
    """Combat places that may come next: 0 the players, 1 the monsters, 2 + i a monster."""
    for place in range(2 + int(s.combat.n_monsters)):
        if place_option(s, t, p, verb, place):
            n = add(out, n, PLACE0 + place)
    return n


@kernel
def place_option(s, t, p, verb, place):
    i = place - 2
    if verb == Verb.PLAY:
        c = int(s.move.card)
        if int(s.zone[c]) == table_of(p) and int(s.decision) == Decision.FLEE and kind_of(t, c) != Kind.ONE_SHOT:
            return i >= 0 and escape_card_fits(s, t, c, p, i)
        return place_is_target(s, t, c, place)
    if i < 0:
        return False
    if verb == Verb.ROLL:
        return (int(s.player[p].pending) >> i) & 1 == 1
    if verb == Verb.CHARM:
        return True
    if verb == Verb.SEND_AWAY:
        return monster_word(s, t, i, p, Op.SEND_AWAY)  # only the cleric himself
    if verb == Verb.DECLINE:
        return monster_has(s, t, i, Op.DECLINE)
    if verb == Verb.BRIBE:
        return can_bribe(s, t, p, i)
    if verb == Verb.PAY_ESCAPE:
        return can_pay_escape(s, t, p, i)
    return False


@kernel
def monster_has(s, t, i, op):
    """The monster has the word and its conditions hold for the party."""
    clause = find_clause(t, int(s.combat.monster[i].type), Trigger.ALWAYS, op)
    return clause != 0 and holds(s, t, t.clause[clause], int(s.combat.leader), 0)


@kernel
def can_bribe(s, t, p, i):
    c = int(s.head[table_of(p)])
    while c:
        if bribes(s, t, i, c):
            return True
        c = int(s.next[c])
    return False


@kernel
def can_pay_escape(s, t, p, i):
    c = int(s.head[table_of(p)])
    while c:
        if takes_item(s, t, i, p, c):
            return True
        c = int(s.next[c])
    return False


@kernel
def some_place(s, t, p, verb):
    for i in range(int(s.combat.n_monsters)):
        if place_option(s, t, p, verb, 2 + i):
            return True
    return False


# --------------------------------------------------------------------------- verbs


@kernel
def verb_possible(s, t, p, verb, now):
    """The verb may be begun by `p` at the present decision: some completion exists."""
    q = s.player[p]
    if verb == Verb.PLAY:
        if any_playable(s, t, p, now):
            return True
        return int(s.decision) == Decision.FLEE and has_escape_card(s, t, p)
    if verb == Verb.SELL:
        return may_sell(s, t, p)
    if verb == Verb.STEAL:
        if not has_ability(s, p, Ability.THEFT) or is_fighter(s, p) or not can_pay(s, t, p, Ability.THEFT):
            return False
        return some_seat(s, t, p, verb)
    if verb == Verb.TRADE or verb == Verb.GIVE:
        return may_offer(s, p) and some_seat(s, t, p, verb)
    if verb == Verb.SHOW_HAND:
        return int(q.showed) == 0 and hand_count(s, p) > 0
    if verb == Verb.ASK_HELP:
        return help_possible(s, t) and some_seat(s, t, p, verb)
    if verb == Verb.OFFER_HELP:
        # HELP-7: of a combat that is being lost, while no other offer waits for its answer
        return (
            int(s.offer.kind) == 0
            and int(q.volunteered) == 0
            and not is_fighter(s, p)
            and int(q.dead) == 0
            and help_possible(s, t)
        )
    if verb == Verb.BERSERK:
        # COMBAT-9: where only levels count there is nothing to gain
        if not is_fighter(s, p) or monster_flag(s, t, Op.LEVELS_ONLY):
            return False
        return paid_ability(s, t, p, Ability.BERSERK, int(q.berserk))
    if verb == Verb.TURN_UNDEAD:
        return (
            is_fighter(s, p) and paid_ability(s, t, p, Ability.TURNING, int(q.turning)) and undead_fights(s)
        )
    if verb == Verb.CHARM:
        return (
            is_fighter(s, p)
            and has_ability(s, p, Ability.CHARM)
            and int(s.combat.n_monsters) > 0
            and hand_count(s, p) >= max(1, ability_limit(s, t, p, Ability.CHARM))
        )
    if verb == Verb.BACKSTAB:
        return (
            int(s.combat.active) != 0
            and has_ability(s, p, Ability.BACKSTAB)
            and can_pay(s, t, p, Ability.BACKSTAB)
            and some_seat(s, t, p, verb)
        )
    if verb == Verb.FLIGHT:
        return is_own_flight_roll(s, p) and paid_ability(s, t, p, Ability.FLIGHT, int(q.flight))
    if verb == Verb.RETRY:
        return (
            is_own_flight_roll(s, p)
            and int(q.retried) == 0
            and roll_failed(s, t)
            and has_ability(s, p, Ability.RETRY)
            and can_pay(s, t, p, Ability.RETRY)
        )
    if verb == Verb.SEND_AWAY or verb == Verb.DECLINE or verb == Verb.BRIBE or verb == Verb.PAY_ESCAPE:
        return some_place(s, t, p, verb)
    if verb == Verb.THROW_AWAY:
        return int(s.rules.throw_away_items) != 0 and any_card(s, t, p, verb, now)
    if verb == Verb.LEND:
        return carrier(s, t, p) != 0 and any_card(s, t, p, verb, now)
    if verb == Verb.EXCHANGE:
        return count_treasures(s, t, p, 0) >= int(s.frame[int(s.n_frames) - 1].n)
    return any_card(s, t, p, verb, now)


@kernel
def some_seat(s, t, p, verb):
    for q in range(int(s.rules.players)):
        if seat_option(s, t, p, verb, q):
            return True
    return False


@kernel
def has_escape_card(s, t, p):
    c = int(s.head[table_of(p)])
    while c:
        if escape_card_helps(s, t, c, p):
            return True
        c = int(s.next[c])
    return False


@kernel
def paid_ability(s, t, p, ability, used):
    """PLAY-14: the ability is there, its limit is not reached and a card can be paid."""
    return (
        has_ability(s, p, ability)
        and used < ability_limit(s, t, p, ability)
        and can_pay(s, t, p, ability)
    )


@kernel
def is_own_flight_roll(s, p):
    """The die on the table is this player's roll to run away; no automatic escape and no new roll replaces it."""
    r = s.roll
    if int(r.on) == 0 or int(r.seat) != p or int(r.purpose) != RUN_AWAY:
        return False
    return int(r.face) > 0 and int(r.escaped) == 0 and int(r.again) == 0


@kernel
def add_verb(s, t, p, verb, now, out, n):
    if verb_possible(s, t, p, verb, now):
        out[n] = VERB0 + verb
        return n + 1
    return n


@kernel
def turn_verbs(s, t, p, now, out, n):
    """TURN-1, TURN-6: what a player may do in his turn outside combat."""
    n = add_verb(s, t, p, Verb.PLAY, now, out, n)
    n = add_verb(s, t, p, Verb.LAY_OUT, now, out, n)
    n = add_verb(s, t, p, Verb.USE, now, out, n)
    n = add_verb(s, t, p, Verb.CARRY, now, out, n)
    n = add_verb(s, t, p, Verb.LEND, now, out, n)
    n = add_verb(s, t, p, Verb.SELL, now, out, n)
    n = add_verb(s, t, p, Verb.STEAL, now, out, n)
    n = add_verb(s, t, p, Verb.TRADE, now, out, n)
    n = add_verb(s, t, p, Verb.GIVE, now, out, n)
    n = add_verb(s, t, p, Verb.SHOW_HAND, now, out, n)
    n = add_verb(s, t, p, Verb.DROP, now, out, n)
    return add_verb(s, t, p, Verb.THROW_AWAY, now, out, n)


@kernel
def fighter_verbs(s, t, p, now, out, n):
    """Abilities of a fighter (CLASS-1, COMBAT-8)."""
    n = add_verb(s, t, p, Verb.BERSERK, now, out, n)
    n = add_verb(s, t, p, Verb.TURN_UNDEAD, now, out, n)
    n = add_verb(s, t, p, Verb.CHARM, now, out, n)
    n = add_verb(s, t, p, Verb.BACKSTAB, now, out, n)
    return add_verb(s, t, p, Verb.SEND_AWAY, now, out, n)


@kernel
def combat_verbs(s, t, p, now, out, n):
    """COMBAT-4: what the leader may do."""
    n = add_verb(s, t, p, Verb.PLAY, now, out, n)
    n = add_verb(s, t, p, Verb.LAY_OUT, now, out, n)
    n = add_verb(s, t, p, Verb.DROP, now, out, n)
    n = add_verb(s, t, p, Verb.SHOW_HAND, now, out, n)
    n = fighter_verbs(s, t, p, now, out, n)
    n = add_verb(s, t, p, Verb.BRIBE, now, out, n)
    n = add_verb(s, t, p, Verb.DECLINE, now, out, n)
    n = add_verb(s, t, p, Verb.ASK_HELP, now, out, n)
    return add(out, n, VERB0 + (Verb.KILL if winning(s, t) else Verb.RUN_AWAY))


@kernel
def has_reaction(s, t, p):
    """WINDOW-3: the seat can react in the open window (trades, showing and dropping are no reactions)."""
    now = moments(s, t, p)
    window = int(s.window)
    if any_playable(s, t, p, now):
        return True
    if window == Window.CURSE:
        return False
    if window == Window.ROLL:
        return verb_possible(s, t, p, Verb.FLIGHT, now) or verb_possible(s, t, p, Verb.RETRY, now)
    # thieves steal also during a combat of others (CLASS-1)
    if verb_possible(s, t, p, Verb.STEAL, now):
        return True
    if int(s.combat.active):
        if verb_possible(s, t, p, Verb.BACKSTAB, now):
            return True
        # HELP-7: whoever is asked may offer himself, but only a declared defeat asks him for that alone
        if window == Window.DEFEAT and verb_possible(s, t, p, Verb.OFFER_HELP, now):
            return True
        return is_fighter(s, p) and (
            verb_possible(s, t, p, Verb.BERSERK, now)
            or verb_possible(s, t, p, Verb.TURN_UNDEAD, now)
            or verb_possible(s, t, p, Verb.CHARM, now)
            or verb_possible(s, t, p, Verb.SEND_AWAY, now)
        )
    return False


@kernel
def window_verbs(s, t, p, now, out, n):
    """WINDOW-3: the closed table of reactions."""
    window = int(s.window)
    n = add(out, n, VERB0 + Verb.PASS)
    n = add_verb(s, t, p, Verb.PLAY, now, out, n)
    if window == Window.CURSE:
        return n
    if window == Window.ROLL:
        n = add_verb(s, t, p, Verb.FLIGHT, now, out, n)
        return add_verb(s, t, p, Verb.RETRY, now, out, n)
    n = add_verb(s, t, p, Verb.STEAL, now, out, n)
    if int(s.combat.active):
        if is_fighter(s, p):
            n = fighter_verbs(s, t, p, now, out, n)
            return add_verb(s, t, p, Verb.DROP, now, out, n)
        n = add_verb(s, t, p, Verb.BACKSTAB, now, out, n)
        return add_verb(s, t, p, Verb.OFFER_HELP, now, out, n)
    if window == Window.TURN_START or window == Window.CHARITY:
        n = add_verb(s, t, p, Verb.TRADE, now, out, n)
        n = add_verb(s, t, p, Verb.GIVE, now, out, n)
    if window == Window.TURN_START:
        n = add_verb(s, t, p, Verb.SHOW_HAND, now, out, n)
        n = add_verb(s, t, p, Verb.DROP, now, out, n)
    return n


# --------------------------------------------------------------------------- the decision


@kernel
def legal(s, t, out):
    """Writes the legal action ids of the pending decision into `out`; returns how many."""
    if int(s.over) or int(s.seat) < 0:
        return 0
    if int(s.move.stage) != Stage.VERB:
        return legal_argument(s, t, int(s.seat), out)
    return legal_first(s, t, int(s.seat), int(s.decision), out)


@kernel
def legal_first(s, t, p, decision, out):
    """The first part of an answer."""
    n = 0
    if decision == Decision.WINDOW:
        return window_verbs(s, t, p, moments(s, t, p), out, n)
    if decision == Decision.COMBAT:
        return combat_verbs(s, t, p, moments(s, t, p), out, n)
    if decision == Decision.TURN_START:
        n = turn_verbs(s, t, p, moments(s, t, p), out, n)
        return add(out, n, VERB0 + Verb.OPEN_DOOR)
    if decision == Decision.AFTER_DOOR:
        n = turn_verbs(s, t, p, moments(s, t, p), out, n)
        n = add_verb(s, t, p, Verb.FIGHT, 0, out, n)
        n = add(out, n, VERB0 + Verb.LOOT_ROOM)
        return n if int(s.rules.loot_compulsory) else add(out, n, VERB0 + Verb.END_TURN)
    if decision == Decision.AFTER_COMBAT:
        n = turn_verbs(s, t, p, moments(s, t, p), out, n)
        if int(s.may_loot):
            n = add(out, n, VERB0 + Verb.LOOT_ROOM)
        return add(out, n, VERB0 + Verb.END_TURN)
    if decision == Decision.SETUP or decision == Decision.RECEIVE:
        n = add_verb(s, t, p, Verb.LAY_OUT, 0, out, n)
        return add(out, n, VERB0 + Verb.DONE)
    if decision == Decision.FLEE:
        n = add_verb(s, t, p, Verb.PLAY, moments(s, t, p), out, n)
        n = add_verb(s, t, p, Verb.PAY_ESCAPE, 0, out, n)
        return add(out, n, VERB0 + Verb.ROLL)
    if decision == Decision.BEFORE_CURSE:
        n = add_verb(s, t, p, Verb.DROP, 0, out, n)
        return add(out, n, VERB0 + Verb.PASS)
    if decision == Decision.ENTRY:
        n = add_verb(s, t, p, Verb.EXCHANGE, 0, out, n)
        return add(out, n, VERB0 + Verb.PASS)
    if decision == Decision.ANSWER_HELP:
        n = add(out, n, VERB0 + Verb.YES)
        n = add(out, n, VERB0 + Verb.NO)
        if int(s.rules.bargaining) != Bargain.OFF and most_treasures(s, t) > int(s.offer.amount):
            n = add(out, n, VERB0 + Verb.COUNTER)
        return n
    if (
        decision == Decision.ANSWER_COUNTER
        or decision == Decision.ANSWER_VOLUNTEER
        or decision == Decision.ANSWER_TRADE
        or decision == Decision.ACCEPT_ESCAPE
    ):
        n = add(out, n, VERB0 + Verb.YES)
        n = add(out, n, VERB0 + Verb.NO)
        if decision == Decision.ANSWER_TRADE and may_counter(s, t):
            n = add(out, n, VERB0 + Verb.COUNTER)
        return n
    return legal_choice(s, t, p, decision, out)


@kernel
def legal_choice(s, t, p, decision, out):
    """Decisions that are answered by a card, a seat or a number without a verb."""
    f = s.frame[int(s.n_frames) - 1]
    n = 0
    if decision == Decision.CHOOSE_CARD:
        return list_choice(s, t, p, out, n)
    if decision == Decision.LOOT_BODY:
        return list_takeable(s, t, p, int(f.seat), Filter.BODY, 0, Take.TO_HAND, out, n)
    if decision == Decision.SPOILS:
        c = int(s.head[Zone.SPOILS])
        while c:
            n = add_type(t, out, n, 0, c)
            c = int(s.next[c])
        return n
    if decision == Decision.CHARITY:
        c = int(s.head[hand_of(p)])
        while c:
            n = add_type(t, out, n, 0, c)
            c = int(s.next[c])
        return n
    if decision == Decision.CHARITY_SEAT:
        for q in range(int(s.rules.players)):
            if may_be_given(s, f, q):
                n = add_seat(s, out, n, q)
        return n
    if decision == Decision.RESURRECT:
        most = 1
        if int(f.kind) == Frame.DRAW:
            most = min(int(f.n), may_resurrect(s, t, int(f.a), p))
        for amount in range(min(most, MOST_TREASURES) + 1):
            n = add(out, n, AMOUNT0 + amount)
        return n
    if decision == Decision.PICK:
        for amount in range(int(f.n)):
            n = add(out, n, AMOUNT0 + amount)
        return n
    if decision == Decision.BIG_ITEMS:
        if p == int(s.turn_seat) and int(s.combat.active) == 0:
            n = add_verb(s, t, p, Verb.SELL, 0, out, n)
        c = int(s.head[table_of(p)])
        start = n
        while c:
            if counts_as_big(s, t, c):
                n = add_type(t, out, n, start, c)
            c = int(s.next[c])
        return n
    return n


@kernel
def list_choice(s, t, p, out, n):
    """A card that somebody loses: by filter, or of a value still owed."""
    f = s.frame[int(s.n_frames) - 1]
    victim = int(f.other)
    if int(f.kind) == Frame.WORTH:
        c = int(s.head[table_of(p)])
        while c:
            if is_item(t, c) and (int(f.c) or int(t.card[type_of(t, c)].value) > 0):
                n = add_type(t, out, n, 0, c)
            c = int(s.next[c])
        return n
    n = list_takeable(s, t, p, victim, int(f.a), int(f.arg), int(f.b), out, n)
    if int(f.a) == Filter.TREASURES and int(s.player[victim].hand_treasures) > 0:
        n = add(out, n, VERB0 + Verb.TAKE)
    return n


@kernel
def list_takeable(s, t, taker, victim, what, arg, take, out, n):
    start = n
    for zone in (hand_of(victim), table_of(victim)):
        c = int(s.head[zone])
        while c:
            if may_take(s, t, taker, victim, c, what, arg, take):
                n = add_type(t, out, n, start, c)
            c = int(s.next[c])
    return n


@kernel
def legal_argument(s, t, p, out):
    """A further part of the composite answer."""
    m = s.move
    verb = int(m.verb)
    stage = int(m.stage)
    n = 0
    if stage == Stage.CARD:
        return list_cards(s, t, p, verb, Stage.CARD, argument_moments(s, t, p, verb), out, n)
    if stage == Stage.SECOND:
        return list_cards(s, t, p, verb, Stage.SECOND, 0, out, n)
    if stage == Stage.WHICH or stage == Stage.SECOND_WHICH:
        base = Stage.CARD if stage == Stage.WHICH else Stage.SECOND
        copy = int(m.card) if stage == Stage.WHICH else int(m.second)
        groups = count_groups(s, t, p, verb, base, type_of(t, copy))
        for i in range(groups):
            n = add(out, n, AMOUNT0 + i)
        return n
    if stage == Stage.SEAT:
        return list_seats(s, t, p, verb, out, n)
    if stage == Stage.PLACE:
        return list_places(s, t, p, verb, out, n)
    if stage == Stage.AMOUNT:
        return list_amounts(s, t, p, verb, out, n)
    if stage == Stage.MORE:
        if more_done(s, t, p, verb):
            n = add(out, n, VERB0 + Verb.DONE)
        return list_cards(s, t, p, verb, Stage.CARD, 0, out, n)
    if stage == Stage.WANT:
        n = add(out, n, VERB0 + Verb.DONE)
        return list_cards(s, t, p, verb, Stage.SECOND, 0, out, n)
    if stage == Stage.TERMS:
        n = add(out, n, VERB0 + Verb.DONE)
        if int(m.first) == 0 and int(m.amount) > 0 and not is_forced(s, p, int(m.seat)):
            n = add(out, n, VERB0 + Verb.FIRST_PICK)
        return list_cards(s, t, p, verb, Stage.CARD, 0, out, n)
    return n


@kernel
def count_groups(s, t, p, verb, base, k):
    """Distinguishable copies of a chosen type; choices without a verb ask their own frame."""
    return count_keys(s, t, p, verb, base, argument_moments(s, t, p, verb), k)


@kernel
def argument_moments(s, t, p, verb):
    return moments(s, t, p) if verb == Verb.PLAY else 0


@kernel
def more_done(s, t, p, verb):
    """The set may be closed as it is."""
    if verb == Verb.SELL:
        return sale_value(s, t, p, 0, 1) >= GOLD_PER_LEVEL
    if verb == Verb.EXCHANGE:
        return int(s.move.count) == int(s.frame[int(s.n_frames) - 1].n)
    return True


@kernel
def list_amounts(s, t, p, verb, out, n):
    """Numbers that may come next: treasures, a face of the die, both fighters."""
    if verb == Verb.ASK_HELP:
        most = 0 if is_forced(s, p, int(s.move.seat)) else most_treasures(s, t)
        for amount in range(most + 1):
            n = add(out, n, AMOUNT0 + amount)
    elif verb == Verb.OFFER_HELP:
        for amount in range(most_treasures(s, t) + 1):
            n = add(out, n, AMOUNT0 + amount)
    elif verb == Verb.COUNTER:
        for amount in range(int(s.offer.amount) + 1, most_treasures(s, t) + 1):
            n = add(out, n, AMOUNT0 + amount)
    elif int(t.card[type_of(t, int(s.move.card))].aim) == Aim.FACE:
        for face in range(1, 7):
            n = add(out, n, AMOUNT0 + face)
    else:
        n = add(out, n, AMOUNT0)
        n = add(out, n, AMOUNT0 + 1)
    return n

