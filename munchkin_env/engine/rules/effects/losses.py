"""Effects that take from a player: items, the hand, races and classes, and debts (CURSE-3, LEVEL-1)."""

from munchkin_env.engine.kernels.kernel import kernel
from munchkin_env.engine.kernels.language import cards, seats
from munchkin_env.engine.mutations.cards import (
    blind_card,
    discard,
    discard_selected,
    next_in_hand,
    set_flag,
    settle_modifiers,
)
from munchkin_env.engine.mutations.game import log
from munchkin_env.engine.mutations.players import (
    die,
    gain_level,
    lose_level,
    reveal_hand,
    set_sex,
    set_status,
    show_hand,
    show_hand_to,
)
from munchkin_env.engine.mutations.stack import ask, pop, push
from munchkin_env.engine.queries.cards import (
    classes_over,
    count_classes,
    first_class,
    hand_of,
    is_class,
    is_item,
    is_race,
    kind_of,
    same_identity,
    table_of,
    type_of,
)
from munchkin_env.engine.queries.clauses import changed_by, find_clause
from munchkin_env.engine.queries.items import is_stuck
from munchkin_env.engine.queries.people import (
    highest_level,
    is_cultist,
    is_of_class,
    lowest_level,
    next_seat,
    seat_after,
)
from munchkin_env.engine.rules.choices import (
    MAY_DECLINE,
    add_seat,
    add_type,
    count_takeable,
    drop_curses_worn_with,
    lose_card,
    lowest_of_victim,
    matches,
    push_choose,
    push_receive,
    put_on_table,
    take_card,
)
from munchkin_env.engine.rules.rows import effect, frame
from munchkin_env.vocabulary import (
    Change,
    Chooser,
    Decision,
    Event,
    Filter,
    Flag,
    Frame,
    Klass,
    Layer,
    Op,
    Pile,
    Place,
    Raises,
    Receiver,
    ShowHand,
    Slot,
    Take,
    Trigger,
    Zone,
)


@kernel
def lose_items(s, t, victim, what, arg, n):
    """CURSE-3: the victim chooses among what qualifies."""
    did = 0
    if what == Filter.SLOT:
        did = 1 if drop_curses_worn_with(s, t, victim, arg) > 0 else 0
        if lose_layers(s, t, victim, arg):
            return 1
    if n > 0 and count_takeable(s, t, victim, victim, what, arg, Take.DISCARD) > 0:
        push_choose(s, victim, victim, what, arg, Take.DISCARD, n)
        did = 1
    return max(did, keeps_class(s, victim, what, arg))


@kernel
def keeps_class(s, victim, what, arg):
    """CULT-3: 1 if classes were to go and the victim has one, even one that nothing takes, or passes for it; else 0."""
    if what != Filter.CLASSES or arg != 0:
        return 0
    player = s.player[victim]
    return 0 if (player.klass | player.guise) == 1 << Klass.NONE else 1


@kernel
def worn_as(s, t, p, slot, layer):
    """An item that the player wears in the slot as that layer, 0 if there is none."""
    for c in cards(s, table_of(p)):
        if t.card[t.type_of[c]].layer == layer and matches(s, t, p, c, Filter.SLOT, slot):
            return c
    return 0


@kernel
def lose_layers(s, t, victim, slot):
    """ITEM-7: take only an item worn over the slot's item; with an item worn beside it, take all.

    Returns 1 if they are gone; 0 if only single items are worn there.
    """
    over = worn_as(s, t, victim, slot, Layer.OVER)
    if over:
        lose_card(s, t, victim, over)
        return 1
    if worn_as(s, t, victim, slot, Layer.BESIDE) == 0:
        return 0
    again = True
    while again:
        again = False
        for c in cards(s, table_of(victim)):
            if matches(s, t, victim, c, Filter.SLOT, slot):
                lose_card(s, t, victim, c)
                again = True
                break
    return 1


@kernel
def lose_unseen(s, t, victim, n):
    """Cards of the hand that somebody picks without seeing them are discarded. Returns 1 if there was one."""
    did = 0
    for _ in range(n):
        c = blind_card(s, t, victim, 0)
        if c:
            discard(s, t, c, victim)
            did = 1
    return did


@kernel
def lose_some(s, t, victim, word, amount):
    """CURSE-3: the victim chooses the loss, or cards of the hand go unseen."""
    if word.flag:
        return lose_unseen(s, t, victim, amount)
    return lose_items(s, t, victim, word.filter, word.arg, amount)


@kernel
def is_lost(s, t, victim, c, what, arg, spared):
    """The card qualifies, and is not of the spared class."""
    return matches(s, t, victim, c, what, arg) and (spared == 0 or t.card[t.type_of[c]].klass != spared)


@kernel
def lose_all(s, t, victim, what, arg, spared):
    """Everything that qualifies is discarded, but for cards of the spared class. Returns 1 if there was something."""
    if what == Filter.SLOT and worn_as(s, t, victim, arg, Layer.OVER):
        return lose_layers(s, t, victim, arg)
    did = 0
    c = next_in_hand(s, victim, 0)
    while c:
        if is_lost(s, t, victim, c, what, arg, spared):
            lose_card(s, t, victim, c)
            did = 1
        c = next_in_hand(s, victim, c)
    again = True
    while again:
        again = False
        for c in cards(s, table_of(victim)):
            if is_lost(s, t, victim, c, what, arg, spared):
                lose_card(s, t, victim, c)
                did = 1
                again = True
                break
    if what == Filter.ITEMS:
        for slot in range(Slot.HEADGEAR, Slot.HANDS + 1):  # even of slots in which nothing was worn
            did = max(did, 1 if drop_curses_worn_with(s, t, victim, slot) > 0 else 0)
    return did


@kernel
def lose_what_matches(s, t, victim, word):
    """All that the clause names is discarded, but for cards of the class that it spares."""
    kept = 0 if word.limit else keeps_class(s, victim, word.filter, word.arg)
    return max(kept, lose_all(s, t, victim, word.filter, word.arg, word.limit))


@kernel
def bury(s, t, p):
    """DEATH-2: discard the rest of the body."""
    for zone in (hand_of(p), table_of(p)):
        for c in cards(s, zone):
            if matches(s, t, p, c, Filter.BODY, 0):
                set_flag(s, t, c, Flag.SELECTED, 1)
    discard_selected(s, t, p)


@kernel
def kill(s, t, victim, word):
    """The victim dies; DEATH-2: by some cards nobody loots the body."""
    die(s, t, victim)
    if word.flag:
        bury(s, t, victim)  # nobody loots it


@kernel
def neighbours(s, p):
    """Queue of the living neighbours: left, then right."""
    left = next_seat(s, p)
    while s.player[left].dead and left != p:
        left = next_seat(s, left)
    n = s.rules.players
    right = seat_after(s, p, n - 1)
    while s.player[right].dead and right != p:
        right = seat_after(s, right, n - 1)
    if left == p:
        return 0
    return (left + 1) | ((right + 1) << 3)


@kernel
def give_cards(s, t, victim, word):
    """The victim gives a card, in play or from hand, to each player of the clause. Returns 1 if there is any."""
    did = 0
    queue = receivers_of(s, victim, word.limit)
    while queue:
        receiver = queue & 7
        queue >>= 3
        if count_takeable(s, t, victim, victim, Filter.ITEMS_AND_HAND, receiver, Take.GIVE) > 0:
            push_choose(s, victim, victim, Filter.ITEMS_AND_HAND, receiver, Take.GIVE, 1)
            did = 1
    return did


@kernel
def receivers_of(s, victim, to):
    """Queue of the living players of a vocabulary.Receiver; the last one comes first."""
    if to == Receiver.CULTISTS:
        queue = 0
        for i in range(1, s.rules.players):
            q = seat_after(s, victim, i)
            if is_of_class(s, q, Klass.CULTIST) and s.player[q].dead == 0:
                queue = (queue << 3) | (q + 1)
        return queue
    pair = neighbours(s, victim)
    return pair & 7 if to == Receiver.LEFT else pair >> 3


@kernel
def lowest_chooses(s, t, victim):
    """Show the hand; the player of the lowest level, the first from the victim's left, chooses a card to discard."""
    if s.count[hand_of(victim)] == 0:
        return 0
    show_hand(s, victim)
    log(s, Event.SHOWED, victim, 0, -1, 0)
    low = lowest_level(s)
    for i in range(1, s.rules.players + 1):
        q = seat_after(s, victim, i)
        if s.player[q].dead == 0 and s.player[q].level == low:
            push_choose(s, q, victim, Filter.HAND, 0, Take.DISCARD, 1)
            return 1
    return 0


@kernel
def neighbour(s, p, right):
    """Queue of one living neighbour."""
    queue = neighbours(s, p)
    return (queue >> 3) & 7 if right else queue & 7


@kernel
def choosers(s, victim, who):
    """Queue of the living players of a vocabulary.Chooser."""
    if who == Chooser.NEIGHBOURS:
        return neighbours(s, victim)
    if who == Chooser.LEFT or who == Chooser.RIGHT:
        return neighbour(s, victim, who == Chooser.RIGHT)
    if who == Chooser.BY_LEVEL:
        return others_by_level(s, victim)
    if who == Chooser.HIGHEST:
        return highest_others(s, victim)
    return others_from(s, victim, who == Chooser.OTHERS_FROM_RIGHT)


@kernel
def others_by_level(s, p):
    """Queue of the other living players from the highest level downward, equals from the left."""
    n = s.rules.players
    queue = 0
    shift = 0
    for level in range(s.rules.goal, 0, -1):
        for i in range(1, n):
            q = seat_after(s, p, i)
            if s.player[q].dead == 0 and s.player[q].level == level:
                queue |= (q + 1) << shift
                shift += 3
    return queue


@kernel
def others_from(s, p, from_right):
    """Queue of the other living players, from the left or from the right."""
    n = s.rules.players
    queue = 0
    shift = 0
    for i in range(1, n):
        q = seat_after(s, p, n - i if from_right else i)
        if s.player[q].dead == 0:
            queue |= (q + 1) << shift
            shift += 3
    return queue


@kernel
def highest_others(s, p):
    """Queue of the other players who have the highest level of all."""
    high = highest_level(s)
    n = s.rules.players
    queue = 0
    shift = 0
    for i in range(1, n):
        q = seat_after(s, p, i)
        if s.player[q].dead == 0 and s.player[q].level == high:
            queue |= (q + 1) << shift
            shift += 3
    return queue


@kernel
def take_blind(s, t, taker, victim, treasures_only):
    """The taker gets an unseen card of the victim's hand. Returns the card, 0 if there is none."""
    c = blind_card(s, t, victim, treasures_only)
    if c:
        take_card(s, t, taker, victim, c, Take.TO_HAND, 0)
    return c


@kernel
def swap_unseen(s, t, actor, q):
    """An unseen card of the hand of `q` for one of the other player's choice. Returns 1 if `q` had one."""
    if take_blind(s, t, actor, q, 0) == 0:
        return 0
    push_receive(s, t, actor)
    push_choose(s, actor, actor, Filter.HAND, q + 1, Take.GIVE, 1)
    return 1


@kernel
def replacement(s, t, victim, what, arg):
    """The topmost race (Filter.RACES) or class in the door discards that may take the place of those that qualify, 0 if
    there is none: TURN-7, the same does not stay in play beside it."""
    for c in cards(s, Zone.DISCARD):
        kind = kind_of(t, c)
        wanted = is_race(kind) if what == Filter.RACES else is_class(kind)
        if wanted and not stays_alike(s, t, victim, c, what, arg):
            return c
    return 0


@kernel
def stays_alike(s, t, victim, c, what, arg):
    """The same race or class as card `c` stays in play where all that qualify go."""
    for d in cards(s, table_of(victim)):
        if same_identity(t, c, d) and not matches(s, t, victim, d, what, arg):
            return True
    return False


@kernel
def become_cultist(s, t, i, victim, in_any_case):
    """CULT-2: a Cultist card from their discards, if there is one; the old class goes unless there is room for two.

    Who has two classes chooses which of them goes; then this clause of frame `i` comes once more. `in_any_case`: a
    class goes even if there is room.
    """
    f = s.frame[i]
    chosen = f.prepared
    f.prepared = 0
    c = s.head[Zone.DISCARD + Pile.CULT]
    if c == 0 or is_cultist(s, victim):
        settle_modifiers(s, t, victim)
        return 0
    old = 0
    if not chosen and (classes_over(s, t, victim) >= 0 or in_any_case):
        if count_classes(s, t, victim) > 1:
            f.prepared = 1
            f.clause -= 1
            f.clauses_left += 1
            push_choose(s, victim, victim, Filter.CLASSES, 0, Take.DISCARD, 1)
            return 0
        old = first_class(s, t, victim)
    put_on_table(s, t, victim, c)
    if old:
        discard(s, t, old, victim)
    return 1


@kernel
def convert(s, t, i, victim, place, clause, word, amount):
    """CULT-2: the victim becomes a Cultist now, or at the next return from death; by some cards only after a kill."""
    if amount and place == 0:
        s.player[victim].reborn = clause
        return 1
    if word.limit and place < Place.MONSTER:
        return 0
    return become_cultist(s, t, i, victim, word.flag)


@kernel
def change_identity(s, t, victim, word):
    """All races (or classes, or the named one) are replaced by the topmost one of the discards, if there is one."""
    what = changed_by(word.op)
    klass = word.arg
    if count_takeable(s, t, victim, victim, what, klass, Take.DISCARD) == 0:
        return 0
    found = replacement(s, t, victim, what, klass)
    before = found != 0 and s.rules.super_needs_two != 0  # MOD-1: in the same moment
    if before:
        put_on_table(s, t, victim, found)
    lose_others(s, t, victim, what, klass, found)
    if found and not before:
        put_on_table(s, t, victim, found)
    return 1


@kernel
def lose_others(s, t, victim, what, arg, kept):
    """Every card in play that qualifies is discarded, but the one that is kept."""
    again = True
    while again:
        again = False
        for c in cards(s, table_of(victim)):
            if c != kept and matches(s, t, victim, c, what, arg):
                lose_card(s, t, victim, c)
                again = True
                break


@kernel
def change_sex(s, t, victim):
    """The victim changes sex for good."""
    set_sex(s, t, victim, 1 - s.player[victim].sex)


@kernel
def show_to_all(s, victim):
    """The victim shows the hand to all."""
    reveal_hand(s, victim)


@kernel
def show_to_one(s, q, actor):
    """A player shows the hand to the player of the card only."""
    show_hand_to(s, q, actor)


@kernel
def oblige(s, t, victim, c, word, amount):
    """Put the duty or ban of card `c` on its victim, for a time."""
    set_status(s, victim, word.arg, amount, type_of(t, c))


# --------------------------------------------------------------------------- which cards do so


@kernel
def takes_all(t, k):
    """The target of a card of type `k` loses all that it names."""
    return find_clause(t, k, Trigger.PLAY, Op.LOSE_ALL) != 0


@kernel
def shows_hand(t, k):
    """The target of a card of type `k` shows its player the hand."""
    return find_clause(t, k, Trigger.PLAY, ShowHand.TO_ONE) != 0


@kernel
def obliging(t, k):
    """The clause by which a card of type `k` binds its target, 0 if it has none."""
    return find_clause(t, k, Trigger.PLAY, Op.STATUS)


@kernel
def converts(t, k):
    """CULT-2: a card of type `k` makes its target a Cultist."""
    return find_clause(t, k, Trigger.PLAY, Op.BECOME_CULTIST) != 0


effect(Op.LOSE_ITEM, lose_some)
effect(Op.LOSE_ALL, lose_what_matches)
effect(Op.DEATH, kill)
effect(Op.GIVE_CARD, give_cards)
effect(Op.LOWEST_CHOOSES, lowest_chooses)
effect(Op.SWAP_UNSEEN, swap_unseen)
effect(ShowHand.TO_ALL, show_to_all)
effect(ShowHand.TO_ONE, show_to_one)
effect(Op.BECOME_CULTIST, convert)
effect(Change.CLASS, change_identity)
effect(Change.RACE, change_identity)
effect(Change.SEX, change_sex)
effect(Op.STATUS, oblige)


# --------------------------------------------------------------------------- what a victim owes


REST_TOO = 1  # `c` of an ORDER frame: what nobody has taken of the hand is discarded


@kernel
def push_worth(s, seat, gold, penalty, tax):
    """The seat must discard items worth `gold`; with `tax` everybody else pays what the first item was worth."""
    i = push(s, Frame.WORTH, seat, seat)
    s.frame[i].owed = gold
    s.frame[i].or_level = penalty
    s.frame[i].tax = tax
    return 1


@kernel
def owe_worth(s, victim, amount):
    """Items worth so much gold go, of the victim's choice."""
    return push_worth(s, victim, amount, 0, 0)


@kernel
def tax_income(s, t, victim):
    """Discard an item of the victim's choice; its value is the amount that all others owe."""
    if count_takeable(s, t, victim, victim, Filter.ITEMS, 0, Take.DISCARD) == 0:
        return 0
    return push_worth(s, victim, 1, 0, 1)


@kernel
def run_worth(s, t, i):
    """Items of a value are owed; who has too little loses all of them (and a level, for a tax)."""
    f = s.frame[i]
    p = f.seat
    if f.owed <= 0 or s.player[p].dead:
        pop(s, i)
        return
    if f.tax:
        ask(s, i, p, Decision.CHOOSE_CARD)
        return
    total = 0
    for c in cards(s, table_of(p)):
        if is_item(t, c) and not is_stuck(s, t, c):
            total += t.card[type_of(t, c)].value
    if total < f.owed:
        penalty = f.or_level
        pop(s, i)
        lose_all(s, t, p, Filter.ITEMS, 0, 0)
        if penalty:
            lose_level(s, p, 1)
    else:
        ask(s, i, p, Decision.CHOOSE_CARD)


@kernel
def pay_worth(s, t, i, p, k):
    """An item towards the value owed; with a tax the first item sets what the others owe."""
    f = s.frame[i]
    c = lowest_of_victim(s, t, p, p, Filter.ITEMS, 0, Take.DISCARD, k)
    value = t.card[type_of(t, c)].value
    tax = f.tax
    f.owed -= value
    if tax:
        f.owed = 0
    lose_card(s, t, p, c)
    if tax:
        n = s.rules.players
        for places in range(n - 1, 0, -1):
            q = seat_after(s, p, places)
            if s.player[q].dead == 0:
                push_worth(s, q, value, 1, 0)


@kernel
def may_pay_worth(s, t, c, tax):
    """Items pay what is owed, for a tax also those worth nothing."""
    return is_item(t, c) and not is_stuck(s, t, c) and (tax != 0 or t.card[type_of(t, c)].value > 0)


@kernel
def list_payments(s, t, i, p, out, n):
    """Items towards a value that is owed."""
    for c in cards(s, table_of(p)):
        if may_pay_worth(s, t, c, s.frame[i].tax):
            n = add_type(t, out, n, 0, c)
    return n


# --------------------------------------------------------------------------- one taker after the other


@kernel
def push_order(s, victim, queue, what, take, rest):
    """Each seat of the queue takes a card of the victim; then the rest of the hand goes if `rest`."""
    i = push(s, Frame.ORDER, victim, victim)
    s.frame[i].filter = what
    s.frame[i].take = take
    s.frame[i].manner = rest
    s.frame[i].queue = queue
    return 1


@kernel
def call_takers(s, victim, word):
    """The players that the clause names choose the victim's losses, one after the other."""
    rest = MAY_DECLINE if word.limit else word.flag
    return push_order(s, victim, choosers(s, victim, word.arg), word.filter, taken(word), rest)


@kernel
def taken(word):
    """Move a card that others choose. DECK-3: one in play goes to the taker's table, one in hand to their hand."""
    if word.policy == 0:
        return Take.DISCARD
    return Take.TO_HAND if word.filter == Filter.HAND else Take.STEAL


@kernel
def run_order(s, t, i):
    """Seats take cards of the victim one after the other."""
    f = s.frame[i]
    victim = f.seat
    queue = f.queue
    if queue == 0 or s.player[victim].dead:
        rest = f.manner == REST_TOO
        pop(s, i)
        if rest:
            lose_all(s, t, victim, Filter.HAND, 0, 0)
        return
    taker = (queue & 7) - 1
    f.queue = queue >> 3
    what = f.filter
    if s.player[taker].dead:
        return
    if what == Filter.HAND:
        if take_blind(s, t, taker, victim, 0):
            push_receive(s, t, taker)
    else:
        declines = MAY_DECLINE if f.manner == MAY_DECLINE else 0
        s.frame[push_choose(s, taker, victim, what, 0, f.take, 1)].manner = declines


# --------------------------------------------------------------------------- a level for another


@kernel
def give_level(s, victim):
    """LEVEL-1: a level goes to another of the lowest, of the victim's choice; a victim who is lowest just loses it."""
    low = lowest_level(s)
    others = 0
    for q in seats(s):
        if s.player[q].dead == 0 and s.player[q].level == low:
            others |= 1 << q
    lose_level(s, victim, 1)
    if (others >> victim) & 1 == 0:
        s.frame[push(s, Frame.GIVE_LEVEL, victim, victim)].receivers = others


@kernel
def run_give_level(s, i):
    """LEVEL-1: the loser of a level chooses which of the lowest gains it, unless none of them is alive any more."""
    f = s.frame[i]
    for q in seats(s):
        if s.player[q].dead:
            f.receivers &= ~(1 << q)
    if f.receivers == 0:
        pop(s, i)
    else:
        ask(s, i, f.seat, Decision.GIVE_LEVEL)


@kernel
def give_level_to(s, i, q):
    """The player named gains the level, never the winning one (GOLD-4)."""
    pop(s, i)
    gain_level(s, q, 1, 0)


@kernel
def list_lowest(s, i, out, n):
    """The seats one of which gains the level."""
    for q in seats(s):
        if (s.frame[i].receivers >> q) & 1:
            n = add_seat(s, out, n, q)
    return n


frame(Frame.WORTH, run=run_worth, card=pay_worth, options=list_payments)
frame(Frame.ORDER, run=run_order)
frame(Frame.GIVE_LEVEL, run=run_give_level, rare=True, seat=give_level_to, options=list_lowest)
effect(Op.LOSE_WORTH, owe_worth)
effect(Op.INCOME_TAX, tax_income)
effect(Op.ORDER, call_takers)
effect(Raises.LOWEST, give_level)
