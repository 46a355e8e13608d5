"""Answers: what an action does, then the rules run on to the next decision."""

from munchkin_env.engine.atoms import (
    change_side,
    discard,
    log,
    lose_level,
    set_flag,
    show_hand,
)
from munchkin_env.engine.choices import count_takeable, lose_card, may_take, push_choose, push_receive, take_card
from munchkin_env.engine.decisions import answered, ask, open_window, pop, push
from munchkin_env.engine.effects import dismiss, lose_all, push_effects, push_worth, run_effects, take_blind
from munchkin_env.engine.kernel import kernel
from munchkin_env.engine.layout_actions import AMOUNT0, CARD0, PLACE0, SEAT0, VERB0
from munchkin_env.engine.legal import argument_moments, card_here, copy_with_key, count_keys, legal, next_key
from munchkin_env.engine.rules.charity import give_in_charity, run_charity
from munchkin_env.engine.rules.combat import DEFEAT_DECLARED, KILL_DECLARED, run_combat, start_combat
from munchkin_env.engine.rules.curses import STRIKES, run_curse
from munchkin_env.engine.rules.death import loot_card, run_loot_body
from munchkin_env.engine.rules.equipment import (
    ability_amount,
    counts_as_big,
    hand_over_big,
    lay_out,
    lend,
    lowest_carrier_level,
    may_get_big,
    push_big_items,
    put_away,
    put_in_use,
    run_big_items,
)
from munchkin_env.engine.rules.helping import (
    TRADE,
    agree,
    ask_for_help,
    counter,
    offer_help,
    refuse,
    run_help_offer,
)
from munchkin_env.engine.rules.interference import play_card
from munchkin_env.engine.rules.run_away import face_monster, run_flee, run_roll, spare
from munchkin_env.engine.rules.selling import sell
from munchkin_env.engine.rules.setup import run_setup
from munchkin_env.engine.rules.trading import (
    counter_trade,
    make_trade_offer,
    run_theft,
    run_trade_offer,
    set_key,
    swap,
    try_theft,
)
from munchkin_env.engine.rules.treasure import forget_new, pick_spoil, resurrect, run_draw, run_spoils
from munchkin_env.engine.rules.turn import BEFORE_CHARITY, DOOR, loot_room, open_discard, open_door, run_turn
from munchkin_env.engine.rules.victory import settle_win
from munchkin_env.engine.rules.windows import restart_window, run_window
from munchkin_env.engine.totals import (
    hand_of,
    is_fighter,
    is_item,
    kind_of,
    table_of,
    type_of,
)
from munchkin_env.vocabulary import (
    Ability,
    Aim,
    Bargain,
    Decision,
    Deck,
    Event,
    Fault,
    Filter,
    Flag,
    Frame,
    Kind,
    Policy,
    Stage,
    Take,
    Trigger,
    Verb,
    Window,
    Windows,
    Zone,
)

MOST_RUNS = 20000  # rule steps between two decisions; more is a fault


# --------------------------------------------------------------------------- composite answers


@kernel
def first_stage(verb):
    """The part of the answer that follows the verb."""
    if verb == Verb.SELL or verb == Verb.EXCHANGE:
        return Stage.MORE
    if verb == Verb.STEAL or verb == Verb.TRADE or verb == Verb.GIVE or verb == Verb.ASK_HELP:
        return Stage.SEAT
    if verb == Verb.BACKSTAB:
        return Stage.SEAT
    if verb == Verb.CHARM or verb == Verb.SEND_AWAY or verb == Verb.DECLINE or verb == Verb.BRIBE:
        return Stage.PLACE
    if verb == Verb.PAY_ESCAPE or verb == Verb.ROLL:
        return Stage.PLACE
    if verb == Verb.OFFER_HELP or verb == Verb.COUNTER:
        return Stage.AMOUNT
    return Stage.CARD


@kernel
def lowest_copy(s, t, p, verb, stage, k):
    """The lowest copy of type `k` that is an option."""
    now = argument_moments(s, t, p, verb)
    for c in range(1, int(t.n_cards) + 1):
        if int(t.type_of[c]) == k and card_here(s, t, p, verb, stage, now, c):
            return c
    return 0


@kernel
def copies_differ(s, t, p, verb, stage, k):
    """Several distinguishable copies of the type are options: one more answer says which."""
    if int(t.card[k].copies) < 2:
        return False
    return count_keys(s, t, p, verb, stage, argument_moments(s, t, p, verb), k) > 1


@kernel
def pick_copy(s, t, p, verb, stage, k, index):
    """The copy of the index-th distinguishable group."""
    now = argument_moments(s, t, p, verb)
    key = next_key(s, t, p, verb, stage, now, k, -1)
    for _ in range(index):
        key = next_key(s, t, p, verb, stage, now, k, key)
    return copy_with_key(s, t, p, verb, stage, now, k, key)


@kernel
def answer_argument(s, t, p, action):
    """A further part of the composite; the last part carries it out."""
    m = s.move
    verb = int(m.verb)
    stage = int(m.stage)
    if action < SEAT0:
        answer_term(s, t, p, verb, stage, action - VERB0)
    elif action < PLACE0:
        m.seat = (p + action - SEAT0) % int(s.rules.players)
        after_seat(s, t, p, verb)
    elif action < AMOUNT0:
        m.place = action - PLACE0
        after_place(s, t, p, verb)
    elif action < CARD0:
        amount = action - AMOUNT0
        if stage == Stage.WHICH:
            m.card = pick_copy(s, t, p, verb, Stage.CARD, type_of(t, int(m.card)), amount)
            after_card(s, t, p, verb)
        elif stage == Stage.SECOND_WHICH:
            m.second = pick_copy(s, t, p, verb, Stage.SECOND, type_of(t, int(m.second)), amount)
            after_second(s, t, p, verb)
        else:
            m.amount = amount
            after_amount(s, t, p, verb)
    else:
        answer_card(s, t, p, verb, stage, action - CARD0 + 1)


@kernel
def answer_card(s, t, p, verb, stage, k):
    m = s.move
    if stage == Stage.SECOND or stage == Stage.WANT:
        c = lowest_copy(s, t, p, verb, Stage.SECOND, k)
        if stage == Stage.WANT:
            set_flag(s, t, c, Flag.WANTED, 1)
            m.last = set_key(t, c)
        elif copies_differ(s, t, p, verb, Stage.SECOND, k):
            m.second = c
            m.stage = Stage.SECOND_WHICH
        else:
            m.second = c
            after_second(s, t, p, verb)
        return
    c = lowest_copy(s, t, p, verb, Stage.CARD, k)
    if stage == Stage.CARD:
        m.card = c
        if copies_differ(s, t, p, verb, Stage.CARD, k):
            m.stage = Stage.WHICH
        else:
            after_card(s, t, p, verb)
    else:
        select(s, t, c)
        if verb == Verb.GIVE or verb == Verb.TRADE:
            m.last = set_key(t, c)


@kernel
def select(s, t, c):
    """One card more of the set, in canonical order."""
    m = s.move
    set_flag(s, t, c, Flag.SELECTED, 1)
    m.last = type_of(t, c)
    m.count = int(m.count) + 1


@kernel
def after_card(s, t, p, verb):
    m = s.move
    c = int(m.card)
    if verb == Verb.PLAY:
        after_played_card(s, t, p, c)
    elif verb == Verb.STEAL:
        m.stage = Stage.SECOND
    elif verb == Verb.GIVE or verb == Verb.TRADE:
        select(s, t, c)
        m.last = set_key(t, c)
        if int(s.rules.trades) == Bargain.FULL:
            m.stage = Stage.MORE
        elif verb == Verb.TRADE:
            m.stage = Stage.SECOND
        else:
            execute(s, t, p)
    else:
        execute(s, t, p)


@kernel
def after_played_card(s, t, p, c):
    m = s.move
    card = t.card[type_of(t, c)]
    aim = int(card.aim)
    kind = int(card.kind)
    if int(s.decision) == Decision.FLEE and int(s.zone[c]) == table_of(p) and kind != Kind.ONE_SHOT:
        m.stage = Stage.PLACE
    elif kind == Kind.MONSTER or aim == Aim.NONE:
        execute(s, t, p)
    elif aim == Aim.SIDE or aim == Aim.MONSTER or aim == Aim.MONSTER_SWAP:
        m.stage = Stage.PLACE
    elif aim == Aim.FACE:
        m.stage = Stage.AMOUNT
    elif aim == Aim.PLAYER or aim == Aim.OUTSIDER or aim == Aim.VICTIM or aim == Aim.FIGHTERS:
        m.stage = Stage.SEAT
    else:
        m.stage = Stage.SECOND


@kernel
def after_seat(s, t, p, verb):
    m = s.move
    if verb == Verb.ASK_HELP:
        m.stage = Stage.AMOUNT
    elif verb == Verb.STEAL or verb == Verb.BACKSTAB or verb == Verb.GIVE or verb == Verb.TRADE:
        m.stage = Stage.CARD
    elif verb == Verb.PLAY and two_may_escape(s, t, int(m.card), int(m.seat)):
        m.stage = Stage.AMOUNT
    else:
        execute(s, t, p)


@kernel
def two_may_escape(s, t, c, seat):
    """Instant Wall: the other fighter could be taken along."""
    if int(t.card[type_of(t, c)].aim) != Aim.FIGHTERS:
        return False
    for q in range(int(s.rules.players)):
        if q != seat and is_fighter(s, q) and int(s.player[q].escapes_all) == 0 and int(s.player[q].dead) == 0:
            return True
    return False


@kernel
def after_place(s, t, p, verb):
    m = s.move
    if verb == Verb.BRIBE or verb == Verb.PAY_ESCAPE:
        m.stage = Stage.CARD
    elif verb == Verb.PLAY and int(t.card[type_of(t, int(m.card))].aim) == Aim.MONSTER_SWAP:
        m.stage = Stage.SECOND
    else:
        execute(s, t, p)


@kernel
def after_amount(s, t, p, verb):
    if verb == Verb.ASK_HELP and int(s.rules.bargaining) == Bargain.FULL:
        s.move.stage = Stage.TERMS
    else:
        execute(s, t, p)


@kernel
def after_second(s, t, p, verb):
    m = s.move
    if verb == Verb.TRADE:
        set_flag(s, t, int(m.second), Flag.WANTED, 1)
        m.last = set_key(t, int(m.second))
        if int(s.rules.trades) == Bargain.FULL:
            m.stage = Stage.WANT
            return
    execute(s, t, p)


@kernel
def answer_term(s, t, p, verb, stage, word):
    """DONE and FIRST_PICK inside a composite."""
    m = s.move
    if word == Verb.FIRST_PICK:
        m.first = 1
    elif stage == Stage.MORE and verb == Verb.TRADE:
        m.stage = Stage.SECOND
    else:
        execute(s, t, p)


# --------------------------------------------------------------------------- carrying out


@kernel
def execute(s, t, p):
    """The composite is complete: it is carried out, then cleared."""
    decision = int(s.decision)
    verb = int(s.move.verb)
    if decision == Decision.WINDOW:
        restart_window(s, p)
    elif decision == Decision.COMBAT and verb != Verb.ASK_HELP and verb != Verb.SHOW_HAND:
        open_window(s, Window.COMBAT, p)
    carry_out(s, t, p, verb)
    answered(s)


@kernel
def carry_out(s, t, p, verb):
    m = s.move
    c = int(m.card)
    place = int(m.place)
    if verb == Verb.PLAY:
        if int(s.decision) == Decision.FLEE and int(s.zone[c]) == table_of(p) and kind_of(t, c) != Kind.ONE_SHOT:
            discard(s, t, c, p)
            spare(s, p, place - 2)
        else:
            play_card(s, t, p)
    elif verb == Verb.LAY_OUT:
        lay_out(s, t, p, c)
    elif verb == Verb.USE:
        put_in_use(s, t, p, c)
    elif verb == Verb.CARRY:
        put_away(s, t, p, c)
    elif verb == Verb.LEND:
        lend(s, t, p, c)
    elif verb == Verb.DROP or verb == Verb.THROW_AWAY:
        discard(s, t, c, p)
    elif verb == Verb.SELL:
        sell(s, t, p)
    elif verb == Verb.STEAL:
        pay(s, t, p, int(m.second))
        try_theft(s, t, p, c)
    elif verb == Verb.GIVE or verb == Verb.TRADE:
        mark_offered(s, t, p)
        wanted = type_of(t, int(m.second)) if verb == Verb.TRADE else 0
        make_trade_offer(s, t, p, int(m.seat), type_of(t, c), wanted)
    elif verb == Verb.ASK_HELP:
        mark_offered(s, t, p)
        ask_for_help(s, t, p, int(m.seat), int(m.amount), int(m.first))
    elif verb == Verb.OFFER_HELP:
        offer_help(s, t, p, int(m.amount))
    elif verb == Verb.COUNTER:
        if int(s.offer.kind) == TRADE:
            counter_trade(s, t, c)
        else:
            counter(s, int(m.amount))
    elif verb == Verb.FIGHT:
        s.may_loot = 0
        start_combat(s, t, p, c)
    elif verb == Verb.BERSERK:
        pay(s, t, p, c)
        s.player[p].berserk = int(s.player[p].berserk) + 1
        change_side(s, 0, ability_amount(s, t, p, Ability.BERSERK))
    elif verb == Verb.TURN_UNDEAD:
        pay(s, t, p, c)
        s.player[p].turning = int(s.player[p].turning) + 1
        change_side(s, 0, ability_amount(s, t, p, Ability.TURNING))
    elif verb == Verb.BACKSTAB:
        backstab(s, t, p, int(m.seat), c)
    elif verb == Verb.FLIGHT:
        pay(s, t, p, c)
        s.player[p].flight = int(s.player[p].flight) + 1
        s.roll.extra = int(s.roll.extra) + ability_amount(s, t, p, Ability.FLIGHT)
    elif verb == Verb.RETRY:
        pay(s, t, p, c)
        s.player[p].retried = 1
        s.roll.again = 1
    elif verb == Verb.CHARM:
        lose_all(s, t, p, Filter.HAND, 0)
        dismiss(s, t, place - 2, Policy.KEPT)
    elif verb == Verb.SEND_AWAY:
        dismiss(s, t, place - 2, Policy.KEPT)
    elif verb == Verb.DECLINE:
        dismiss(s, t, place - 2, Policy.LOST)
    elif verb == Verb.BRIBE:
        pay(s, t, p, c)
        dismiss(s, t, place - 2, Policy.LOST)
    elif verb == Verb.PAY_ESCAPE:
        pay(s, t, p, c)
        spare(s, p, place - 2)
    elif verb == Verb.ROLL:
        face_monster(s, t, p, place - 2)
    elif verb == Verb.EXCHANGE:
        exchange(s, t, p)
    elif verb == Verb.TAKE:
        hand_over_big(s, t, p, c, int(m.seat))


@kernel
def pay(s, t, p, c):
    """PLAY-10: a card is discarded for an ability."""
    log(s, Event.PAID, p, type_of(t, c), -1, 0)
    discard(s, t, c, p)


@kernel
def mark_offered(s, t, p):
    """The chosen set becomes the public offer."""
    c = int(s.head[table_of(p)])
    while c:
        if int(s.flag[c]) & Flag.SELECTED:
            set_flag(s, t, c, Flag.SELECTED, 0)
            set_flag(s, t, c, Flag.OFFERED, 1)
        c = int(s.next[c])


@kernel
def backstab(s, t, thief, victim, c):
    """A fighter loses strength, once per Thief and combat."""
    amount = ability_amount(s, t, thief, Ability.BACKSTAB)
    pay(s, t, thief, c)
    s.player[thief].backstabbed = int(s.player[thief].backstabbed) | (1 << victim)
    s.player[victim].combat_bonus = int(s.player[victim].combat_bonus) + amount
    log(s, Event.BACKSTABBED, thief, 0, victim, amount)


@kernel
def exchange(s, t, p):
    """Lawyers: the chosen treasures go, as many are drawn face down."""
    n = int(s.frame[int(s.n_frames) - 1].n)  # a chosen card may fall with another that it hangs on
    for zone in (hand_of(p), table_of(p)):
        again = True
        while again:
            again = False
            c = int(s.head[zone])
            while c:
                if int(s.flag[c]) & Flag.SELECTED:
                    discard(s, t, c, p)
                    again = True
                    break
                c = int(s.next[c])
    pop(s)
    i = push(s, Frame.DRAW, p, p)
    s.frame[i].a = Deck.TREASURE
    s.frame[i].n = n


# --------------------------------------------------------------------------- first answers


@kernel
def answer_first(s, t, p, action):
    if action < SEAT0:
        answer_verb(s, t, p, action - VERB0)
    elif action < PLACE0:
        q = (p + action - SEAT0) % int(s.rules.players)
        give_in_charity(s, t, q)
        answered(s)
    elif action < CARD0:
        answer_number(s, t, p, action - AMOUNT0)
    else:
        answer_choice(s, t, p, action - CARD0 + 1)


@kernel
def answer_verb(s, t, p, verb):
    f = s.frame[int(s.n_frames) - 1]
    decision = int(s.decision)
    if verb == Verb.PASS:
        if decision == Decision.WINDOW:
            f.passes = int(f.passes) + 1
        elif decision == Decision.BEFORE_CURSE:
            f.stage = STRIKES
        else:
            pop(s)
    elif verb == Verb.DONE:
        if decision == Decision.SETUP:
            f.n = int(f.n) + 1
        else:
            forget_new(s, p)
            pop(s)
    elif decision == Decision.ACCEPT_ESCAPE:
        accept_escape(s, t, verb)
    elif verb == Verb.YES:
        if int(s.offer.kind) == TRADE:
            swap(s, t)
        else:
            agree(s, 0)
    elif verb == Verb.NO:
        refuse(s)
    elif verb == Verb.SHOW_HAND:
        s.player[p].showed = 1
        show_hand(s, p)
        log(s, Event.SHOWED, p, 0, -1, 0)
        if decision == Decision.WINDOW:
            restart_window(s, p)
    elif verb == Verb.OPEN_DOOR:
        f.stage = DOOR
    elif verb == Verb.LOOT_ROOM:
        loot_room(s, p)
    elif verb == Verb.END_TURN:
        f.stage = BEFORE_CHARITY
    elif verb == Verb.KILL:
        f.stage = KILL_DECLARED
        log(s, Event.DECLARED_KILL, p, 0, -1, 0)
        open_window(s, Window.KILL, p)
    elif verb == Verb.RUN_AWAY:
        f.stage = DEFEAT_DECLARED
        log(s, Event.CONCEDED, p, 0, -1, 0)
        open_window(s, Window.DEFEAT, p)
    elif verb == Verb.TAKE:
        take_unseen(s, t, p)
    else:
        s.move.verb = verb
        s.move.stage = Stage.CARD if verb == Verb.COUNTER and int(s.offer.kind) == TRADE else first_stage(verb)
        return
    answered(s)


@kernel
def accept_escape(s, t, verb):
    """Instant Wall takes along only who is willing."""
    f = s.frame[int(s.n_frames) - 1]
    fighter = int(f.seat)
    actor = int(f.other)
    c = int(f.c)
    pop(s)
    if verb == Verb.YES:
        push_effects(s, t, c, Trigger.PLAY, fighter, actor, 0, 0)


@kernel
def take_unseen(s, t, p):
    """Instead of a card in play an unseen treasure card of the hand is taken."""
    f = s.frame[int(s.n_frames) - 1]
    victim = int(f.other)
    f.n = 0
    take_blind(s, t, p, victim, 1)
    push_receive(s, t, p)


@kernel
def answer_number(s, t, p, amount):
    f = s.frame[int(s.n_frames) - 1]
    if int(f.kind) == Frame.PICK:
        pick_clause(s, int(f.a) + amount)
    elif int(f.kind) == Frame.DRAW:
        if amount:
            resurrect(s, t, p, amount)
    elif amount:
        open_discard(s, t, p)
    else:
        open_door(s, t, p)
    answered(s)


@kernel
def pick_clause(s, clause):
    """The victim has chosen one of several clauses."""
    f = s.frame[int(s.n_frames) - 1]
    victim = int(f.seat)
    actor = int(f.other)
    card = int(f.c)
    pop(s)
    i = push(s, Frame.EFFECTS, victim, actor)
    s.frame[i].a = clause
    s.frame[i].b = 1
    s.frame[i].c = card


@kernel
def answer_choice(s, t, p, k):
    """A card type was named without a verb."""
    decision = int(s.decision)
    f = s.frame[int(s.n_frames) - 1]
    if decision == Decision.SPOILS:
        c = lowest_in(s, t, Zone.SPOILS, k)
        if int(f.passes):
            f.n = int(f.n) - 1
        f.passes = 1 - int(f.passes)
        pick_spoil(s, t, p, c)
    elif decision == Decision.CHARITY:
        f.c = lowest_in(s, t, hand_of(p), k)
        f.stage = 1
    elif decision == Decision.LOOT_BODY:
        c = lowest_of_victim(s, t, p, int(f.seat), Filter.BODY, 0, Take.TO_HAND, k)
        loot_card(s, t, p, c)
    elif decision == Decision.BIG_ITEMS:
        give_up_big(s, t, p, k)
        if int(s.move.stage) != 0:
            return
    elif int(f.kind) == Frame.WORTH:
        pay_worth(s, t, p, lowest_in(s, t, table_of(p), k))
    else:
        take = int(f.b)
        victim = int(f.other)
        c = lowest_of_victim(s, t, p, victim, int(f.a), int(f.arg), take, k)
        f.n = int(f.n) - 1
        take_card(s, t, p, victim, c, take)
        if take == Take.TO_HAND:
            push_receive(s, t, p)
    answered(s)


@kernel
def lowest_in(s, t, zone, k):
    """The lowest copy of a type in a zone."""
    best = 0
    c = int(s.head[zone])
    while c:
        if type_of(t, c) == k and (best == 0 or c < best):
            best = c
        c = int(s.next[c])
    return best


@kernel
def lowest_of_victim(s, t, taker, victim, what, arg, take, k):
    """The lowest copy of a type that the chooser may name."""
    best = 0
    for zone in (hand_of(victim), table_of(victim)):
        c = int(s.head[zone])
        while c:
            if type_of(t, c) == k and may_take(s, t, taker, victim, c, what, arg, take) and (best == 0 or c < best):
                best = c
            c = int(s.next[c])
    return best


@kernel
def pay_worth(s, t, p, c):
    """An item towards the value owed; with a tax the first item sets what the others owe."""
    f = s.frame[int(s.n_frames) - 1]
    value = int(t.card[type_of(t, c)].value)
    tax = int(f.c)
    f.n = int(f.n) - value
    if tax:
        f.n = 0
    lose_card(s, t, p, c)
    if tax:
        n = int(s.rules.players)
        for i in range(n - 1, 0, -1):
            q = (p + i) % n
            if int(s.player[q].dead) == 0:
                push_worth(s, q, value, 1, 0)


@kernel
def give_up_big(s, t, p, k):
    """ITEM-3: one Big item goes to the lowest who can carry it; ties are the owner's choice."""
    c = 0
    d = int(s.head[table_of(p)])
    while d:
        if type_of(t, d) == k and counts_as_big(s, t, d) and (c == 0 or d < c):
            c = d
        d = int(s.next[d])
    if lowest_carrier_level(s, t, p, c) == 127:
        hand_over_big(s, t, p, c, -1)
        return
    total = 0
    only = 0
    for q in range(int(s.rules.players)):
        if may_get_big(s, t, p, c, q):
            total += 1
            only = q
    if total == 1:
        hand_over_big(s, t, p, c, only)
    else:
        s.move.verb = Verb.TAKE
        s.move.card = c
        s.move.stage = Stage.SEAT


# --------------------------------------------------------------------------- running on


@kernel
def run_choose(s, t):
    """Somebody chooses cards of a victim until enough are chosen or none is left."""
    f = s.frame[int(s.n_frames) - 1]
    chooser = int(f.seat)
    victim = int(f.other)
    gone = int(s.player[chooser].dead) or int(s.player[victim].dead)
    if int(f.n) <= 0 or gone:
        pop(s)
        return
    n = count_takeable(s, t, chooser, victim, int(f.a), int(f.arg), int(f.b))
    if int(f.a) == Filter.TREASURES:
        n += int(s.player[victim].hand_treasures)
    if n == 0:
        pop(s)
    else:
        ask(s, chooser, Decision.CHOOSE_CARD)


@kernel
def run_worth(s, t):
    """Items of a value are owed; who has too little loses all of them (and a level, for a tax)."""
    f = s.frame[int(s.n_frames) - 1]
    p = int(f.seat)
    if int(f.n) <= 0 or int(s.player[p].dead):
        pop(s)
        return
    if int(f.c):
        ask(s, p, Decision.CHOOSE_CARD)
        return
    total = 0
    c = int(s.head[table_of(p)])
    while c:
        if is_item(t, c):
            total += int(t.card[type_of(t, c)].value)
        c = int(s.next[c])
    if total < int(f.n):
        penalty = int(f.b)
        pop(s)
        lose_all(s, t, p, Filter.ITEMS, 0)
        if penalty:
            lose_level(s, p, 1)
    else:
        ask(s, p, Decision.CHOOSE_CARD)


@kernel
def run_order(s, t):
    """Seats take cards of the victim one after the other."""
    f = s.frame[int(s.n_frames) - 1]
    victim = int(f.seat)
    queue = int(f.arg)
    if queue == 0 or int(s.player[victim].dead):
        rest = int(f.c)
        pop(s)
        if rest:
            lose_all(s, t, victim, Filter.HAND, 0)
        return
    taker = (queue & 7) - 1
    f.arg = queue >> 3
    what = int(f.a)
    if int(s.player[taker].dead):
        return
    if what == Filter.HAND:
        if take_blind(s, t, taker, victim, 0):
            push_receive(s, t, taker)
    else:
        push_choose(s, taker, victim, what, 0, int(f.b), 1)


@kernel
def run_receive(s, t):
    """TURN-6: the receiver lays out what he wants of the cards he just got."""
    f = s.frame[int(s.n_frames) - 1]
    p = int(f.seat)
    if int(s.player[p].dead):
        pop(s)
    else:
        ask(s, p, Decision.RECEIVE)


@kernel
def run_entry(s, t):
    """A monster that leaves in peace offers an exchange."""
    ask(s, int(s.frame[int(s.n_frames) - 1].seat), Decision.ENTRY)


@kernel
def run_frame(s, t, kind):
    """Dispatches the top frame to its rule."""
    if kind == Frame.WINDOW:
        run_window(s, t)
    elif kind == Frame.TURN:
        run_turn(s, t)
    elif kind == Frame.COMBAT:
        run_combat(s, t)
    elif kind == Frame.FLEE:
        run_flee(s, t)
    elif kind == Frame.ROLL:
        run_roll(s, t)
    elif kind == Frame.EFFECTS:
        run_effects(s, t)
    elif kind == Frame.CHOOSE:
        run_choose(s, t)
    elif kind == Frame.CURSE:
        run_curse(s, t)
    elif kind == Frame.OFFER:
        if int(s.offer.kind) == TRADE:
            run_trade_offer(s, t)
        else:
            run_help_offer(s, t)
    elif kind == Frame.DRAW:
        run_draw(s, t)
    elif kind == Frame.RECEIVE:
        run_receive(s, t)
    elif kind == Frame.SPOILS:
        run_spoils(s, t)
    elif kind == Frame.CHARITY:
        run_charity(s, t)
    elif kind == Frame.LOOT_BODY:
        run_loot_body(s, t)
    elif kind == Frame.BIG_ITEMS:
        run_big_items(s, t)
    elif kind == Frame.ORDER:
        run_order(s, t)
    elif kind == Frame.WORTH:
        run_worth(s, t)
    elif kind == Frame.PICK:
        ask(s, int(s.frame[int(s.n_frames) - 1].seat), Decision.PICK)
    elif kind == Frame.SETUP:
        run_setup(s, t)
    elif kind == Frame.THEFT:
        run_theft(s, t)
    elif kind == Frame.ENTRY:
        run_entry(s, t)
    elif kind == Frame.ACCEPT:
        ask(s, int(s.frame[int(s.n_frames) - 1].seat), Decision.ACCEPT_ESCAPE)
    else:
        s.fault = int(s.fault) | Fault.UNKNOWN_FRAME


@kernel
def run(s, t):
    """Runs the rules until somebody is asked, the game is over or a fault stops it."""
    for _ in range(MOST_RUNS):
        if int(s.over) or int(s.seat) >= 0:
            return
        if int(s.fault):
            stop_faulty(s)
            return
        if int(s.lucky):
            settle_win(s)
            return
        if int(s.frame[int(s.n_frames) - 1].kind) != Frame.BIG_ITEMS and push_big_items(s):
            continue
        run_frame(s, t, int(s.frame[int(s.n_frames) - 1].kind))
    s.fault = int(s.fault) | Fault.LOOP
    stop_faulty(s)


@kernel
def stop_faulty(s):
    """A fault stops this game alone: nobody is asked any more."""
    s.over = 1
    s.seat = -1
    s.decision = 0


@kernel
def answer(s, t, action):
    """Carries out one legal answer, as far as the next decision of the rules."""
    p = int(s.seat)
    if int(s.move.stage) == Stage.VERB:
        answer_first(s, t, p, action)
    else:
        answer_argument(s, t, p, action)
    run(s, t)


@kernel
def settle_forced(s, t, out):
    """Lists the legal answers; single ones are given at once (setting), never a pass of an open window."""
    n = legal(s, t, out)
    tries = 0
    while n == 1 and int(s.rules.forced_choices) and tries < MOST_RUNS:
        if int(s.rules.windows) == Windows.OPEN and int(s.decision) == Decision.WINDOW:
            return n
        answer(s, t, int(out[0]))
        n = legal(s, t, out)
        tries += 1
    if n == 0 and int(s.over) == 0:
        s.fault = int(s.fault) | Fault.EMPTY_DECISION
        stop_faulty(s)
    return n


@kernel
def step(s, t, action, out):
    """Answers the pending decision with a legal action; writes the next legal ids, returns how many."""
    answer(s, t, action)
    return settle_forced(s, t, out)
