"""Trades and gifts between two players, theft (TRADE-1, TRADE-2, WINDOW-4, WINDOW-6)."""

from munchkin_env.engine.atoms import ALL_SEATS, leave_table, log, lose_level, set_flag
from munchkin_env.engine.choices import steal_item
from munchkin_env.engine.decisions import ask, pop, push
from munchkin_env.engine.effects import clear_roll, push_roll
from munchkin_env.engine.kernel import kernel
from munchkin_env.engine.rules.helping import REFUSED, TRADE, clear_marks, clear_offer, set_offer
from munchkin_env.engine.rules.run_away import THEFT
from munchkin_env.engine.totals import (
    ability_clause,
    cheated,
    has_ability,
    is_fighter,
    is_item,
    kind_of,
    table_of,
    type_of,
)
from munchkin_env.vocabulary import (
    MAX_OFFERS,
    Ability,
    Bargain,
    Decision,
    Event,
    Flag,
    Frame,
    Kind,
    Phase,
)


@kernel
def tradable(s, t, c):
    """Items on a table; a cheated or lent one stays where it is."""
    return is_item(t, c) and not cheated(s, t, c) and int(s.host[c]) == 0


@kernel
def big_after(s, t, p, partner):
    """Big items of `p` after the swap of his OFFERED and the partner's WANTED (or the reverse)."""
    total = int(s.player[p].bigs)
    c = int(s.head[table_of(p)])
    while c:
        if int(s.flag[c]) & (Flag.SELECTED | Flag.OFFERED | Flag.WANTED) and kind_of(t, c) == Kind.ITEM:
            total -= int(t.card[type_of(t, c)].big)
        c = int(s.next[c])
    c = int(s.head[table_of(partner)])
    while c:
        if int(s.flag[c]) & (Flag.SELECTED | Flag.OFFERED | Flag.WANTED) and kind_of(t, c) == Kind.ITEM:
            total += int(t.card[type_of(t, c)].big)
        c = int(s.next[c])
    return total


@kernel
def big_room(s, p, total):
    """ITEM-3: the player may have that many Big items."""
    kit = int(s.rules.heavy_kit)
    return kit == 0 or kit == 3 or total <= 1 or has_ability(s, p, Ability.ANY_BIG)


@kernel
def offer_key(t, maker, taker, own, wanted):
    """What makes two offers identical: who, to whom, the first cards of both sides."""
    return 1 + ((maker * 8 + taker) * 2048 + own) * 2048 + wanted


@kernel
def was_offered(s, t, maker, taker, own, wanted):
    key = offer_key(t, maker, taker, own, wanted)
    for i in range(int(s.n_offers)):
        if int(s.offers[i]) == key:
            return True
    return False


@kernel
def may_offer(s, p):
    """WINDOW-6: offers are few: in one's own turn, and in a window."""
    if int(s.rules.trades) == Bargain.OFF or is_fighter(s, p) or int(s.n_offers) >= MAX_OFFERS:
        return False
    limit = int(s.rules.offers_own_turn) if p == int(s.turn_seat) else int(s.rules.offers_window)
    return int(s.player[p].offers) < limit


@kernel
def may_receive_offer(s, maker, p):
    return p != maker and int(s.player[p].dead) == 0 and not is_fighter(s, p)


@kernel
def can_give(s, t, maker, p, c, wanted):
    """The item may be offered to the player, alone, for the wanted card (0: as a gift)."""
    if not tradable(s, t, c) or was_offered(s, t, maker, p, type_of(t, c), type_of(t, wanted) if wanted else 0):
        return False
    give = 0
    get = 0
    if kind_of(t, c) == Kind.ITEM:
        give = int(t.card[type_of(t, c)].big)
    if wanted:
        if not tradable(s, t, wanted):
            return False
        if kind_of(t, wanted) == Kind.ITEM:
            get = int(t.card[type_of(t, wanted)].big)
    mine = int(s.player[maker].bigs)
    theirs = int(s.player[p].bigs)
    mine_after = mine - give + get
    theirs_after = theirs + give - get
    return (mine_after <= mine or big_room(s, maker, mine_after)) and (
        theirs_after <= theirs or big_room(s, p, theirs_after)
    )


@kernel
def make_trade_offer(s, t, maker, taker, own, wanted):
    """TRADE-1, TRADE-2: the marked items are offered; the other side decides at once."""
    s.offers[int(s.n_offers)] = offer_key(t, maker, taker, own, wanted)
    s.n_offers = int(s.n_offers) + 1
    s.player[maker].offers = int(s.player[maker].offers) + 1
    set_offer(s, TRADE, maker, taker, 0, 0)
    log(s, Event.OFFERED, maker, own, taker, wanted)
    push(s, Frame.OFFER, maker, taker)


@kernel
def run_trade_offer(s, t):
    f = s.frame[int(s.n_frames) - 1]
    if int(f.stage) == REFUSED:
        clear_marks(s, int(s.offer.maker), Flag.OFFERED)
        clear_marks(s, int(s.offer.taker), Flag.WANTED)
        clear_offer(s)
        pop(s)
    else:
        ask(s, int(s.offer.taker), Decision.ANSWER_TRADE)


@kernel
def swap(s, t):
    """TRADE-1: the marked items change owners in one go and arrive carried."""
    maker = int(s.offer.maker)
    taker = int(s.offer.taker)
    move_marked(s, t, maker, taker, Flag.OFFERED)
    move_marked(s, t, taker, maker, Flag.WANTED)
    log(s, Event.ANSWERED, taker, 0, maker, 1)
    clear_offer(s)
    pop(s)


@kernel
def move_marked(s, t, giver, taker, mark):
    again = True
    while again:
        again = False
        c = int(s.head[table_of(giver)])
        while c:
            if int(s.flag[c]) & mark:
                log(s, Event.GAVE, giver, type_of(t, c), taker, 0)
                leave_table(s, t, c, table_of(taker), ALL_SEATS)
                set_flag(s, t, c, Flag.CARRIED, 1)
                again = True
                break
            c = int(s.next[c])


# --------------------------------------------------------------------------- theft


@kernel
def stealable(s, t, thief, c):
    """A Thief takes small items in play that are not cheated or lent."""
    return tradable(s, t, c) and int(t.card[type_of(t, c)].big) == 0


@kernel
def may_steal_from(s, thief, victim):
    """Neither thief nor victim is in combat."""
    return victim != thief and int(s.player[victim].dead) == 0 and not is_fighter(s, victim)


@kernel
def try_theft(s, t, thief, item):
    """The Thief has paid; he rolls."""
    i = push(s, Frame.THEFT, thief, thief)
    s.frame[i].c = item
    push_roll(s, thief, THEFT, 0)


@kernel
def run_theft(s, t):
    """The roll decides: the item, or a level."""
    f = s.frame[int(s.n_frames) - 1]
    thief = int(f.seat)
    item = int(f.c)
    clause = ability_clause(s, t, thief, Ability.THEFT)
    needed = int(t.clause[clause].amount) if clause else 4
    value = int(s.roll.face) + int(s.player[thief].die)
    clear_roll(s)
    pop(s)
    if value < needed:
        lose_level(s, thief, 1)
    elif int(s.zone[item]) >= table_of(0) and int(s.zone[item]) != table_of(thief):
        victim = int(s.zone[item]) - table_of(0)
        log(s, Event.STOLE, thief, type_of(t, item), victim, 0)
        steal_item(s, t, thief, victim, item)


@kernel
def free_phase(s):
    """No combat, flight or looting is going on."""
    return int(s.combat.active) == 0 and int(s.phase) != Phase.LOOTING
