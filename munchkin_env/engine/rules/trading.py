"""Trades, gifts and sales (TRADE-1, TRADE-2, WINDOW-6, SELL-1, SELL-2)."""

from munchkin_env.engine.kernels.kernel import kernel
from munchkin_env.engine.kernels.language import cards
from munchkin_env.engine.mutations.cards import carry_over, discard_selected, set_flag
from munchkin_env.engine.mutations.game import log
from munchkin_env.engine.mutations.players import gain_level
from munchkin_env.engine.mutations.stack import ask, pop, push
from munchkin_env.engine.queries.cards import (
    CURSES_HANG,
    hand_of,
    is_gear,
    is_item,
    kind_of,
    owns_goods,
    table_of,
    type_of,
)
from munchkin_env.engine.queries.conditions import cards_with
from munchkin_env.engine.queries.items import is_stuck, may_change_hands
from munchkin_env.engine.queries.people import has_ability, is_fighter, takes_part
from munchkin_env.engine.queries.wearing import may_have_bigs
from munchkin_env.engine.rules.helping import (
    COUNTERED,
    REFUSED,
    agree,
    clear_marks,
    clear_offer,
    counter,
    mark_offered,
    may_want_more,
    most_treasures,
    refuse,
    run_help_offer,
    set_offer,
)
from munchkin_env.engine.rules.rows import (
    BETWEEN_TURNS,
    TURN,
    At,
    During,
    Role,
    answered,
    frame,
    meanings,
    verb,
)
from munchkin_env.engine.state.layout import MOST_DOUBLED
from munchkin_env.vocabulary import (
    MAX_OFFERS,
    MAX_TYPES,
    Ability,
    Bargain,
    Decision,
    Event,
    Flag,
    Frame,
    OfferKind,
    Stage,
    Verb,
    Where,
    kinds_that,
)


@kernel
def is_big(t, c):
    """1 for a Big item, else 0."""
    return t.card[type_of(t, c)].big if is_gear(kind_of(t, c)) else 0


@kernel
def marked_bigs(s, t, p, mark):
    """Big items with a mark on the table of `p`."""
    total = 0
    for c in cards(s, table_of(p)):
        if s.card[c].flag & mark:
            total += is_big(t, c)
    return total


@kernel
def set_key(t, c):
    """Canonical order of a set: Big items first, then small ones, each by type."""
    return type_of(t, c) + (0 if is_big(t, c) else MAX_TYPES)


@kernel
def offer_key(t, maker, taker, own, wanted):
    """Features that make two offers identical: both players and the first cards of both sides."""
    return 1 + ((maker * 8 + taker) * 2048 + own) * 2048 + wanted


@kernel
def was_offered(s, t, maker, taker, own, wanted):
    key = offer_key(t, maker, taker, own, wanted)
    for i in range(s.n_offers):
        if s.offers[i] == key:
            return True
    return False


@kernel
def may_offer(s, p):
    """WINDOW-6: offers are few: in one's own turn, and in a window."""
    if s.rules.trades == Bargain.OFF or is_fighter(s, p) or s.n_offers >= MAX_OFFERS:
        return False
    limit = s.rules.offers_own_turn if p == s.turn_seat else s.rules.offers_window
    return s.player[p].offers < limit


@kernel
def may_receive_offer(s, maker, p):
    return p != maker and takes_part(s, p) and not is_fighter(s, p)


@kernel
def limits_hold(s, t, maker, taker, give, get):
    """ITEM-3: neither side gets more Big items than it may have; `give` of the maker's move, `get` of the taker's."""
    if s.rules.one_big == 0:
        return True
    mine = s.player[maker].bigs
    theirs = s.player[taker].bigs
    mine_after = mine - give + get
    theirs_after = theirs + give - get
    return (mine_after <= mine or may_have_bigs(s, t, maker, mine_after)) and (
        theirs_after <= theirs or may_have_bigs(s, t, taker, theirs_after)
    )


@kernel
def can_give(s, t, maker, taker, c):
    """TRADE-2: the item may be the first of a gift, one that was not offered yet."""
    return (
        may_change_hands(s, t, c)
        and not was_offered(s, t, maker, taker, type_of(t, c), 0)
        and limits_hold(s, t, maker, taker, is_big(t, c), 0)
    )


@kernel
def can_want(s, t, maker, taker, first, give, d):
    """The taker's item `d` may be the first asked for; the set offered begins with `first`, `give` of it Big."""
    return (
        may_change_hands(s, t, d)
        and not was_offered(s, t, maker, taker, type_of(t, first), type_of(t, d))
        and limits_hold(s, t, maker, taker, give, is_big(t, d))
    )


@kernel
def can_swap(s, t, maker, taker, first, give):
    """Return True if the taker has an item that may be wanted for such a set."""
    for d in cards(s, table_of(taker)):
        if can_want(s, t, maker, taker, first, give, d):
            return True
    return False


@kernel
def make_trade_offer(s, t, maker, taker, own, wanted):
    """TRADE-1, TRADE-2: the chosen items are offered; the other side decides at once."""
    mark_offered(s, t, maker)
    s.offers[s.n_offers] = offer_key(t, maker, taker, own, wanted)
    s.n_offers += 1
    s.player[maker].offers += 1
    set_offer(s, OfferKind.TRADE, maker, taker, 0, 0)
    log(s, Event.OFFERED, maker, own, taker, wanted)
    push(s, Frame.OFFER, maker, taker)


@kernel
def counter_option(s, t, c):
    """A counter-offer asks for this item of the maker's table too, as far as the Big limits go."""
    o = s.offer
    maker = o.maker
    if s.card[c].zone != table_of(maker) or not may_change_hands(s, t, c) or s.card[c].flag & Flag.OFFERED:
        return False
    give = marked_bigs(s, t, maker, Flag.OFFERED) + is_big(t, c)
    return limits_hold(s, t, maker, o.taker, give, marked_bigs(s, t, o.taker, Flag.WANTED))


@kernel
def may_counter(s, t):
    """One counter-offer to a trade or gift: some further item of the maker's can be asked for."""
    if s.rules.trades != Bargain.FULL or s.offer.countered:
        return False
    for c in cards(s, table_of(s.offer.maker)):
        if counter_option(s, t, c):
            return True
    return False


@kernel
def counter_trade(s, t, i, c):
    """The taker wants item `c` of the maker's besides; the maker says yes or no to the whole."""
    o = s.offer
    set_flag(s, t, c, Flag.OFFERED, 1)
    o.countered = 1
    log(s, Event.OFFERED, o.taker, type_of(t, c), o.maker, -1)
    s.frame[i].stage = COUNTERED


@kernel
def counter_offer(s, t, i, c, n):
    """One counter-offer: to a trade by an item, to a question for help by a price."""
    if s.offer.kind == OfferKind.TRADE:
        counter_trade(s, t, i, c)
    else:
        counter(s, i, n)


@kernel
def answer_offer(s, t, i, agreed):
    """The asked player accepts or refuses the offer."""
    if not agreed:
        refuse(s, i)
    elif s.offer.kind == OfferKind.TRADE:
        swap(s, t, i)
    else:
        agree(s, i, 0)


@kernel
def run_offer(s, t, i):
    """An offer goes from hand to hand until it is agreed or refused."""
    if s.offer.kind == OfferKind.TRADE:
        run_trade_offer(s, t, i)
    else:
        run_help_offer(s, t, i)


@kernel
def run_trade_offer(s, t, i):
    f = s.frame[i]
    if f.stage == REFUSED:
        clear_marks(s, s.offer.maker, Flag.OFFERED)
        clear_marks(s, s.offer.taker, Flag.WANTED)
        clear_offer(s)
        pop(s, i)
    elif f.stage == COUNTERED:
        ask(s, i, s.offer.maker, Decision.ANSWER_COUNTER)
    else:
        ask(s, i, s.offer.taker, Decision.ANSWER_TRADE)


@kernel
def swap(s, t, i):
    """TRADE-1: the marked items change owners at once and arrive carried; the asked player has agreed."""
    maker = s.offer.maker
    taker = s.offer.taker
    agreed = s.seat
    move_marked(s, t, maker, taker, Flag.OFFERED)
    move_marked(s, t, taker, maker, Flag.WANTED)
    log(s, Event.ANSWERED, agreed, 0, maker + taker - agreed, 1)
    clear_offer(s)
    pop(s, i)


@kernel
def move_marked(s, t, giver, taker, mark):
    again = True
    while again:
        again = False
        for c in cards(s, table_of(giver)):
            if s.card[c].flag & mark:
                log(s, Event.GAVE, giver, type_of(t, c), taker, 0)
                carry_over(s, t, c, taker)
                again = True
                break


@kernel
def give_option(s, t, p, c):
    """A gift: own items in canonical order; the first one decides whether the offer is a new one."""
    if s.card[c].flag & Flag.SELECTED:
        return False
    taker = s.move.seat
    if s.move.count == 0:
        return can_give(s, t, p, taker, c)
    if not joins_set(s, t, c):
        return False
    return is_big(t, c) == 0 or limits_hold(s, t, p, taker, marked_bigs(s, t, p, Flag.SELECTED) + 1, 0)


@kernel
def joins_set(s, t, c):
    """A further item of a set, in canonical order."""
    return may_change_hands(s, t, c) and set_key(t, c) >= s.move.last


@kernel
def trade_option(s, t, p, c):
    """An own item that can be swapped for some item of the partner."""
    if s.card[c].flag & Flag.SELECTED:
        return False
    taker = s.move.seat
    if s.move.count == 0:
        return may_change_hands(s, t, c) and can_swap(s, t, p, taker, c, is_big(t, c))
    if not joins_set(s, t, c):
        return False  # with a small item more, what could be asked for still can
    return is_big(t, c) == 0 or can_swap(s, t, p, taker, s.move.card, marked_bigs(s, t, p, Flag.SELECTED) + 1)


@kernel
def want_option(s, t, p, d):
    """An item of the partner that is asked for; the first one must make a new offer."""
    if s.card[d].flag & Flag.WANTED:
        return False
    taker = s.move.seat
    if s.move.stage != Stage.WANT:  # also while it is said which of several copies is meant
        return can_want(s, t, p, taker, s.move.card, marked_bigs(s, t, p, Flag.SELECTED), d)
    if not joins_set(s, t, d) or is_big(t, d) == 0:
        return joins_set(s, t, d)
    get = marked_bigs(s, t, taker, Flag.WANTED) + 1
    return limits_hold(s, t, p, taker, marked_bigs(s, t, p, Flag.SELECTED), get)


@kernel
def has_gift(s, t, p, q):
    for c in cards(s, table_of(p)):
        if can_give(s, t, p, q, c):
            return True
    return False


@kernel
def has_trade(s, t, p, q):
    c = s.head[table_of(p)] if owns_goods(s, q) else 0
    while c:
        if may_change_hands(s, t, c) and can_swap(s, t, p, q, c, is_big(t, c)):
            return True
        c = s.card[c].next
    return False


@kernel
def may_offer_any(s, p):
    """WINDOW-6: the player has something to offer, and may."""
    return owns_goods(s, p) and may_offer(s, p)


@kernel
def may_be_offered_trade(s, t, p, q):
    """A trade with the player is possible."""
    return may_receive_offer(s, p, q) and has_trade(s, t, p, q)


@kernel
def may_be_offered_gift(s, t, p, q):
    """A gift to the player is possible."""
    return may_receive_offer(s, p, q) and has_gift(s, t, p, q)


@kernel
def are_sets_traded(s):
    """With full trades, several items for several."""
    return s.rules.trades == Bargain.FULL


@kernel
def offer_goods(s, t, p, q, c, d):
    """A trade, or a gift if nothing is asked for it, by the types of the first cards."""
    make_trade_offer(s, t, p, q, type_of(t, c), type_of(t, d))


@kernel
def may_ask_for_more(s, t):
    """The offer may be countered by a higher price."""
    return may_counter(s, t) if s.decision == Decision.ANSWER_TRADE else may_want_more(s, t)


@kernel
def named_as_price(s):
    """More of a trade or gift is a card, more for help a number."""
    return Stage.CARD if s.offer.kind == OfferKind.TRADE else Stage.AMOUNT


@kernel
def least_price(s):
    """HELP-2: more than was offered."""
    return s.offer.amount + 1


# --------------------------------------------------------------------------- verbs

verb(
    Verb.TRADE,
    "offer a trade",
    "You offer another player an item on your table for one on theirs; they may refuse.",
    lead="offer a trade to",
    deal=True,
    parts=(Stage.SEAT, Stage.CARD, Stage.MORE, Stage.SECOND, Stage.WANT),
    skipped={Stage.MORE: are_sets_traded, Stage.WANT: are_sets_traded},
    cards=Where.TABLE,
    kinds=kinds_that("item"),
    seconds=Where.PARTNER,
    at=(At(64, TURN),),
    windows=(During(110, BETWEEN_TURNS, Role.NO_COMBAT, reaction=False),),
    when=may_offer_any,
    seat=may_be_offered_trade,
    card=trade_option,
    second=want_option,
    carry_out=offer_goods,
)
verb(
    Verb.GIVE,
    "offer a gift",
    "You offer another player an item on your table for nothing.",
    lead="offer a gift to",
    deal=True,
    parts=(Stage.SEAT, Stage.CARD, Stage.MORE),
    skipped={Stage.MORE: are_sets_traded},
    cards=Where.TABLE,
    kinds=kinds_that("item"),
    at=(At(66, TURN),),
    windows=(During(120, BETWEEN_TURNS, Role.NO_COMBAT, reaction=False),),
    when=may_offer_any,
    seat=may_be_offered_gift,
    card=give_option,
    carry_out=offer_goods,
)
verb(
    Verb.COUNTER,
    "yes, for more treasures",
    "You agree, but for a higher price; the other one may refuse it.",
    lead="yes, but for",
    deal=True,
    parts=(Stage.AMOUNT,),  # of a trade or gift a card
    first=named_as_price,
    cards=Where.OTHERS,
    kinds=kinds_that("item"),
    at=(At(30, answered(Verb.COUNTER)),),
    words_at=meanings(Verb.COUNTER),
    possible=may_ask_for_more,
    card=counter_option,
    amounts=(least_price, most_treasures),
    carry_out=counter_offer,
)


frame(Frame.OFFER, run=run_offer, decided=answer_offer)


# --------------------------------------------------------------------------- selling items for levels (SELL-1, SELL-2)


GOLD_PER_LEVEL = 1000


@kernel
def sellable(s, t, c):
    """Items and one-shots, in hand and on the table; worth nothing too, but not what a curse has turned."""
    return is_item(t, c) and not is_stuck(s, t, c)


@kernel
def still_doubled(s, t, p):
    """Halfling: how many items may still count twice in this turn, one for each card that says so."""
    if not has_ability(s, p, Ability.DOUBLE_SALE):
        return 0
    return max(0, min(cards_with(s, t, p, Ability.DOUBLE_SALE), MOST_DOUBLED) - s.player[p].sold_double)


@kernel
def sale_value(s, t, p, first_type, selected_only, doubled):
    """Gold of the chosen items, and of those that could still be chosen from `first_type` on.

    So many of the costliest, two at most, count twice.
    """
    total = 0
    dearest = 0
    second = 0
    for zone in (hand_of(p), table_of(p)):
        for c in cards(s, zone):
            if sellable(s, t, c):
                k = type_of(t, c)
                chosen = s.card[c].flag & Flag.SELECTED != 0
                if chosen or (not selected_only and k >= first_type):
                    total += t.card[k].value
                    second = max(second, min(dearest, t.card[k].value))
                    dearest = max(dearest, t.card[k].value)
    return total + (dearest if doubled > 0 else 0) + (second if doubled > 1 else 0)


@kernel
def may_sell(s, t, p):
    """SELL-1, SELL-2: a level must come of it, never the goal level."""
    if s.player[p].level >= s.rules.goal - 1:
        return False
    most = s.player[p].gold + s.player[p].hand_gold
    if has_ability(s, p, Ability.DOUBLE_SALE):
        most *= 2
    if most < GOLD_PER_LEVEL:
        return False
    if s.player[p].attached & CURSES_HANG == 0 and not has_ability(s, p, Ability.DOUBLE_SALE):
        return True  # all of it can be sold
    return sale_value(s, t, p, 0, 0, still_doubled(s, t, p)) >= GOLD_PER_LEVEL


@kernel
def sell_option(s, t, p, c):
    """The item may be the next of the set: canonical order, and 1000 gold stay within reach."""
    if not sellable(s, t, c) or s.card[c].flag & Flag.SELECTED:
        return False
    k = type_of(t, c)
    return k >= s.move.last and sale_value(s, t, p, k, 0, still_doubled(s, t, p)) >= GOLD_PER_LEVEL


@kernel
def levels_for(s, p, gold):
    """SELL-1, SELL-2: levels that the gold brings, short of the goal."""
    return min(gold // GOLD_PER_LEVEL, s.rules.goal - 1 - s.player[p].level)


@kernel
def is_time_to_sell(s, p):
    """SELL-1: one's own turn outside combat."""
    return p == s.turn_seat and s.combat.active == 0


@kernel
def sale_suffices(s, t, p):
    """SELL-1: the items chosen are worth a level."""
    return sale_value(s, t, p, 0, 1, still_doubled(s, t, p)) >= GOLD_PER_LEVEL


@kernel
def sell(s, t, p):
    """The chosen items are discarded: one level per full 1000 gold, no change.

    A double price is kept for a later sale if it brings no level in this one.
    """
    levels = levels_for(s, p, sale_value(s, t, p, 0, 1, still_doubled(s, t, p)))
    doubled = 0
    while levels_for(s, p, sale_value(s, t, p, 0, 1, doubled)) < levels:
        doubled += 1
    gold = sale_value(s, t, p, 0, 1, doubled)
    s.player[p].sold_double += doubled
    log(s, Event.SOLD, p, 0, -1, min(32000, gold))
    discard_selected(s, t, p)
    gain_level(s, p, levels, 0)


verb(
    Verb.SELL,
    "sell items",
    "You discard items for their gold: a level for every full 1,000, but never the winning one.",
    lead="sell",
    parts=(Stage.MORE,),
    counts_gold=True,
    cards=Where.HAND | Where.TABLE,
    kinds=kinds_that("item"),
    at=(At(60, (*TURN, Decision.BIG_ITEMS)),),
    when=is_time_to_sell,
    possible=may_sell,
    card=sell_option,
    closes=sale_suffices,
    carry_out=sell,
)
