"""Settlement before any rule continues: excess cards, and cards that need a choice of mode.

Big items, items in hands, races and classes (ITEM-3, ITEM-7, MOD-1); cards that work in one of several modes, as their
owner declares on arrival (RACE-1, ITEM-7); cards that somebody loses by choice (CURSE-3, DECK-3).
"""

from munchkin_env.engine.kernels.kernel import kernel
from munchkin_env.engine.kernels.language import cards, seats
from munchkin_env.engine.mutations.cards import carry_over, discard, set_flag
from munchkin_env.engine.mutations.derived import MANY_BIGS, MANY_HELD, MANY_IDENTITIES, UNDECIDED
from munchkin_env.engine.mutations.game import log
from munchkin_env.engine.mutations.stack import ask, pop, push, top
from munchkin_env.engine.queries.cards import cheated, classes_over, count_sidekicks, races_over, table_of, type_of
from munchkin_env.engine.queries.items import CHOICES, choice_of, is_stuck, options_of
from munchkin_env.engine.queries.people import is_cultist
from munchkin_env.engine.queries.third_deck import treasures_in_hand
from munchkin_env.engine.queries.wearing import (
    hands_of,
    holds_too_much,
    may_carry,
    may_have_bigs,
    overfull_slot,
    too_many_complex,
)
from munchkin_env.engine.rules.choices import (
    AT_WILL,
    MAY_DECLINE,
    ONLY_EXCESS,
    SPARES,
    add,
    asks_for_card,
    count_takeable,
    give_card,
    list_numbers,
    list_takeable,
    lowest_of_victim,
    matches_by_type,
    may_take,
    push_choose,
    push_receive,
    sidekicks_allowed,
    take_card,
)
from munchkin_env.engine.rules.effects.levels import gives_barred_level
from munchkin_env.engine.rules.effects.losses import take_blind
from munchkin_env.engine.rules.effects.pending import pick_clause, push_ways, suits_play
from munchkin_env.engine.rules.rows import (
    At,
    frame,
    verb,
)
from munchkin_env.engine.state.actions import AMOUNT0, PASS_ID, VERB0
from munchkin_env.vocabulary import (
    Decision,
    Event,
    Filter,
    Frame,
    Slot,
    Stage,
    Tag,
    Take,
    Verb,
    Where,
    Zone,
    kinds_that,
)

# --------------------------------------------------------------------------- one of several ways


@kernel
def push_choice(s, t):
    """RACE-1: let the new owner of such a card choose its mode at once. Returns True if a decision is pending."""
    s.heavy &= ~UNDECIDED
    asks = False
    for p in seats(s):
        for c in cards(s, table_of(p)):
            clause = options_of(t, c)
            if clause and choice_of(s, c) == 0:
                push_ways(s, p, p, c, clause + 1, t.clause[clause].amount)
                asks = True
    return asks


@kernel
def is_pick(f):
    """Frame `f` asks somebody to choose between clauses."""
    return f.kind == Frame.PICK


@kernel
def is_about_card(s, t, i):
    """The frame `i` asks how a card in play works, not which of its clauses happens."""
    f = s.frame[i]
    clause = options_of(t, f.card)
    return clause != 0 and f.clause == clause + 1 and s.card[f.card].zone >= Zone.TABLE


@kernel
def is_undecided(s, t):
    """RACE-1, ITEM-7: the mode of a card in play is yet to be declared: limits depend on it."""
    for i in range(s.n_frames):
        if is_pick(s.frame[i]) and is_about_card(s, t, i):
            return True
    return False


@kernel
def run_pick(s, i):
    """Somebody chooses between the clauses."""
    ask(s, i, s.frame[i].seat, Decision.PICK)


@kernel
def settle_choice(s, t, i, number):
    """The card works so from now on."""
    c = s.frame[i].card
    pop(s, i)
    set_flag(s, t, c, (number + 1) * CHOICES, 1)


@kernel
def choose_way(s, t, i, n):
    """The n-th of the clauses that are picked from."""
    if is_about_card(s, t, i):
        settle_choice(s, t, i, n)
    else:
        pick_clause(s, i, s.frame[i].clause + n)


@kernel
def list_ways(s, t, i, out, n):
    """The clauses to choose from: no level that may not be gained, as long as there is anything else (PLAY-2)."""
    f = s.frame[i]
    start = n
    for way in range(f.ways):
        if not gives_barred_level(s, t, f.clause + way, f.other, f.seat):
            n = add(out, n, AMOUNT0 + way)
    return n if n > start else list_numbers(out, n, 0, f.ways - 1)


frame(Frame.PICK, run=run_pick, number=choose_way, options=list_ways, suits=suits_play)


# --------------------------------------------------------------------------- too many


@kernel
def identities_over(s, t, p, what):
    """Races (Filter.RACES), classes or sidekicks on the table beyond what the cards beside them allow."""
    if what == Filter.SIDEKICKS:
        return 0 if s.player[p].dead else count_sidekicks(s, t, p) - sidekicks_allowed(s, t, p)
    if what == Filter.RACES:
        return races_over(s, t, p)
    return classes_over(s, t, p)


@kernel
def push_identities(s, t):
    """MOD-1, SIDE-1: players who lost the permission for two races, classes or sidekicks choose which of them goes.

    Returns True if somebody is asked.
    """
    s.heavy &= ~MANY_IDENTITIES
    pushed = False
    for p in seats(s):
        for what in (Filter.RACES, Filter.CLASSES, Filter.SIDEKICKS):
            n = identities_over(s, t, p, what)
            if n > 0:
                which = AT_WILL if what == Filter.CLASSES and is_cultist(s, p) else 0  # CULT-1
                s.frame[push_choose(s, p, p, what, which, Take.DISCARD, n)].manner = ONLY_EXCESS
                pushed = True
    return pushed


@kernel
def too_many_bigs(s, t, p):
    """ITEM-3: more Big items than the player may have."""
    return not may_have_bigs(s, t, p, s.player[p].bigs)


@kernel
def push_big_items(s, t):
    """Let the first player with too many Big items choose one to discard. Returns True if a decision is pending."""
    if s.heavy & MANY_BIGS == 0:
        return False
    for p in seats(s):
        if s.player[p].bigs > 1 and too_many_bigs(s, t, p) and s.player[p].dead == 0:
            push(s, Frame.BIG_ITEMS, p, p)
            return True
    s.heavy &= ~MANY_BIGS
    return False


@kernel
def push_held(s, t):
    """ITEM-7: a player who lost room for items in hands chooses at once which turn to carried.

    COMPLEX-1: so does a player who lost the permission for more than one Complex item. Returns True if somebody is
    asked.
    """
    s.heavy &= ~MANY_HELD
    for p in seats(s):
        if s.player[p].dead:
            continue
        if s.player[p].hands_used > hands_of(s, p):
            push_choose(s, p, p, Filter.SLOT, Slot.HANDS, Take.PUT_AWAY, 1)
            return True
        slot = overfull_slot(s, p)
        if slot and count_takeable(s, t, p, p, Filter.SLOT, slot, Take.PUT_AWAY):
            push_choose(s, p, p, Filter.SLOT, slot, Take.PUT_AWAY, 1)
            return True
        if too_many_complex(s, p):
            push_choose(s, p, p, Filter.TAGGED, 1 << Tag.COMPLEX, Take.PUT_AWAY, 1)
            return True
    return False


@kernel
def has_too_much(s, t, p):
    """ITEM-3, ITEM-7, COMPLEX-1: the player has more Big items, or more in use, than allowed."""
    if s.player[p].bigs > 1 and too_many_bigs(s, t, p):
        return True
    if not holds_too_much(s, p):
        return False
    full = overfull_slot(s, p)
    if s.player[p].hands_used > hands_of(s, p) or too_many_complex(s, p):
        return True
    return full != 0 and count_takeable(s, t, p, p, Filter.SLOT, full, Take.PUT_AWAY) > 0


@kernel
def is_excess_asked(s):
    """Return True if a pending decision is about excess cards, or about the mode of a card that may give room."""
    for i in range(s.n_frames):
        f = s.frame[i]
        if f.kind == Frame.BIG_ITEMS or is_pick(f):
            return True
        if asks_for_card(f) and (f.take == Take.PUT_AWAY or f.manner == ONLY_EXCESS):
            return True
    return False


@kernel
def has_excess(s, t):
    """WINDOW-0: return True if a living player has excess cards and no decision about them is pending."""
    for p in seats(s):
        if s.player[p].dead == 0 and has_too_much(s, t, p):
            return not is_excess_asked(s)
    return False


@kernel
def run_big_items(s, t, i):
    f = s.frame[i]
    p = f.seat
    if too_many_bigs(s, t, p) and s.player[p].dead == 0:
        ask(s, i, p, Decision.BIG_ITEMS)
    else:
        pop(s, i)


@kernel
def counts_as_big(s, t, c):
    """A Big item that counts against the limit."""
    return t.card[type_of(t, c)].big != 0 and s.card[c].host == 0 and not cheated(s, t, c) and not is_stuck(s, t, c)


@kernel
def lowest_carrier_level(s, t, p, c):
    """Lowest level among the living others who could carry the item, 127 if there is none."""
    low = 127
    for q in seats(s):
        if q != p and s.player[q].dead == 0 and may_carry(s, t, q, c):
            low = min(low, s.player[q].level)
    return low


@kernel
def may_get_big(s, t, p, c, q):
    """ITEM-3: the lowest-level living other player able to carry it."""
    if q == p or s.player[q].dead or not may_carry(s, t, q, c):
        return False
    return s.player[q].level == lowest_carrier_level(s, t, p, c)


@kernel
def several_could_get(s, t, p, c):
    """ITEM-3: the owner says who gets the item."""
    total = 0
    for q in seats(s):
        if may_get_big(s, t, p, c, q):
            total += 1
    return total > 1


@kernel
def give_up_big(s, t, p, c, q):
    """ITEM-3: a Big item goes to the lowest who can carry it, to `q` if there are several."""
    receiver = q if several_could_get(s, t, p, c) else -1
    for other in seats(s):
        if receiver < 0 and may_get_big(s, t, p, c, other):
            receiver = other
    if receiver < 0:
        discard(s, t, c, p)
        return
    log(s, Event.GAVE, p, type_of(t, c), receiver, 0)
    carry_over(s, t, c, receiver)


verb(
    Verb.HAND_OVER,
    "hand over a Big item",
    "A Big item that is too much for you goes to another player.",
    lead="hand over",
    parts=(Stage.CARD, Stage.SEAT),
    skipped={Stage.SEAT: several_could_get},  # only if several could get it (ITEM-3)
    cards=Where.TABLE,
    kinds=kinds_that("worn"),
    at=(At(70, (Decision.BIG_ITEMS,)),),
    card=counts_as_big,
    seat=may_get_big,
    carry_out=give_up_big,
)
frame(Frame.BIG_ITEMS, run=run_big_items, yields=False)  # excess cards are settled first


# --------------------------------------------------------------------------- losses by choice


@kernel
def run_choose(s, t, i):
    """Somebody chooses cards of a victim until enough are chosen or none is left."""
    f = s.frame[i]
    chooser = f.seat
    victim = f.other
    gone = s.player[chooser].dead or s.player[victim].dead
    if f.take == Take.GIVE and s.player[f.detail - 1].dead:
        gone = 1
    if f.manner == ONLY_EXCESS and identities_over(s, t, victim, f.filter) <= 0:
        gone = 1
    if f.left <= 0 or gone:
        pop(s, i)
        return
    n = count_takeable(s, t, chooser, victim, f.filter, f.detail, f.take)
    if f.filter == Filter.TREASURES:
        n += treasures_in_hand(s, victim)
    if n == 0:
        pop(s, i)
    else:
        ask(s, i, chooser, Decision.CHOOSE_CARD)


@kernel
def take_unseen(s, t, i, p):
    """Instead of a card in play an unseen treasure card of the hand is taken."""
    f = s.frame[i]
    victim = f.other
    f.left = 0
    take_blind(s, t, p, victim, 1)
    push_receive(s, t, p)


@kernel
def spare_level(s, i):
    """The clauses below, which have asked for it, take a level less."""
    s.frame[i - 1].spared += 1


@kernel
def choose_card(s, t, i, p, k):
    """CURSE-3: the chooser has named one of the victim's cards."""
    f = s.frame[i]
    take = f.take
    victim = f.other
    c = lowest_of_victim(s, t, p, victim, f.filter, f.detail, take, k)
    f.left -= 1
    if take == Take.GIVE:
        receiver = f.detail - 1
        give_card(s, t, victim, receiver, c)
        push_receive(s, t, receiver)
        return
    if f.manner == SPARES:
        spare_level(s, i)
    take_card(s, t, p, victim, c, take, f.detail)
    if take == Take.TO_HAND:
        push_receive(s, t, p)


@kernel
def list_choice(s, t, i, p, out, n):
    """A card of the victim that is of those to choose from; or an unseen one, or none."""
    f = s.frame[i]
    victim = f.other
    n = list_takeable(s, t, p, victim, f.filter, f.detail, f.take, out, n)
    if f.filter == Filter.TREASURES and treasures_in_hand(s, victim) > 0:
        n = add(out, n, VERB0 + Verb.TAKE)
    if f.manner == MAY_DECLINE or f.manner == SPARES:
        n = add(out, n, PASS_ID)
    return n


verb(
    Verb.TAKE,
    "take an unseen card from the hand",
    "You take a card from a hand that you can't see.",
    at=(At(10, (Decision.CHOOSE_CARD,)),),
    carry_out=take_unseen,
)


@kernel
def of_whose_hand(s, t, i):
    """Player whose hand publicly holds a card to choose: asked for one, and without any in play.

    QUICK-4: a payer for a claim has the payment before being asked, too. -1: unknown of everybody.
    """
    f = s.frame[i]
    pays = f.filter == Filter.LEVEL_CARDS
    asks = i == top(s) and s.decision == Decision.CHOOSE_CARD and f.manner != SPARES
    if not pays and not (asks and (f.filter == Filter.VOWEL or f.filter == Filter.TAGGED_ANYWHERE)):
        return -1
    for c in cards(s, table_of(f.other)):
        if may_take(s, t, f.seat, f.other, c, f.filter, f.detail, f.take):
            return -1
    return f.other


@kernel
def suits_choice(s, t, i, c):
    """That card may be this one."""
    f = s.frame[i]
    return matches_by_type(s, t, c, f.filter, f.detail)


@kernel
def is_of_cards_alone(s, i):
    """Settle excess first, before anybody can give back the card that had allowed it."""
    f = s.frame[i]
    return f.manner != ONLY_EXCESS and f.take != Take.PUT_AWAY


@kernel
def is_secret(s, i):
    """WINDOW-3: the hand may be the reason of the question, and the player may decline."""
    return s.frame[i].manner == SPARES


@kernel
def might_spare(s, i, p):
    """It asks nobody else so."""
    f = s.frame[i]
    return f.manner == SPARES and f.seat == p


@kernel
def is_chosen(s, i):
    """All cards have been chosen."""
    return s.frame[i].left == 0


frame(
    Frame.CHOOSE,
    run=run_choose,
    yields=is_of_cards_alone,
    card=choose_card,
    options=list_choice,
    suits=suits_choice,
    of_hand=of_whose_hand,
    secret=is_secret,
    might_ask=might_spare,
    only_asks=is_chosen,
)
