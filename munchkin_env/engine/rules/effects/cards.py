"""Effects that bring cards to a hand or a table, or take them off."""

from munchkin_env.engine.kernels.kernel import inlined, kernel
from munchkin_env.engine.kernels.language import cards, clauses, seats
from munchkin_env.engine.mutations import chance
from munchkin_env.engine.mutations.cards import (
    ALL_SEATS,
    attach,
    discard,
    discard_pile,
    leave_table,
    move_card,
    set_flag,
)
from munchkin_env.engine.mutations.chance import draw_number
from munchkin_env.engine.mutations.game import log
from munchkin_env.engine.mutations.players import gain_level
from munchkin_env.engine.mutations.stack import ask, pop, push
from munchkin_env.engine.queries.bonuses import gives_way
from munchkin_env.engine.queries.cards import hand_of, is_cult_card, table_of, type_of
from munchkin_env.engine.queries.clauses import find_clause, plays_itself
from munchkin_env.engine.queries.people import has_ability, is_of_class
from munchkin_env.engine.rules.choices import count_takeable, push_choose, push_receive
from munchkin_env.engine.rules.effects.pending import push_draw, push_effects
from munchkin_env.engine.rules.rows import effect, frame
from munchkin_env.engine.rules.windows import is_announced
from munchkin_env.engine.state.layout import OPENS_DOOR
from munchkin_env.vocabulary import (
    Ability,
    Cancel,
    Decision,
    Deck,
    Event,
    Fetch,
    Filter,
    Flag,
    Frame,
    GoalBy,
    Op,
    Raises,
    Take,
    Trigger,
    Zone,
)


@kernel
def receive(s, t, p, c, seen, face_up):
    """TREAS-1, WIN-3: a card comes to a hand; some act at once."""
    act = t.card[type_of(t, c)].count[Trigger.PLAY] > 0 and acts_at_once(t, type_of(t, c))
    if act:
        log(s, Event.PLAYED, p, type_of(t, c), -1, 0)
        move_card(s, t, c, Zone.ASIDE, ALL_SEATS)
        push_effects(s, t, c, Trigger.PLAY, p, p, face_up, 0)
    else:
        move_card(s, t, c, hand_of(p), seen)
        set_flag(s, t, c, Flag.NEW, 1)


@kernel
def acts_at_once(t, k):
    """Hoard! and Divine Intervention play themselves."""
    for i in clauses(t.card[k], Trigger.PLAY):
        if plays_itself(t.clause[i].op):
            return True
    return False


@kernel
def raising(t, k):
    """The clause by which a card of type `k` raises everybody of a class, 0 if it has none."""
    return find_clause(t, k, Trigger.PLAY, Raises.CLASS)


@kernel
def make_room(s, t, p, c):
    """Discard obstacles to using the item: worn in its slot, hands, a Big item."""
    again = True
    while again:
        again = False
        for d in cards(s, table_of(p)):
            if gives_way(s, t, p, c, d):
                discard(s, t, d, p)
                again = True
                break


@kernel
def take_and_use(s, t, actor, d):
    """Help Me Out Here!: the item is taken and put in use, own items give way."""
    victim = s.card[d].zone - Zone.TABLE
    log(s, Event.TOOK, actor, type_of(t, d), victim, 0)
    make_room(s, t, actor, d)
    leave_table(s, t, d, table_of(actor), ALL_SEATS)


@kernel
def cheat(s, t, actor, c, d):
    """Cheat! is attached to an own item, which is then in use whatever its restrictions."""
    if s.card[d].zone == hand_of(actor):
        log(s, Event.LAID_OUT, actor, type_of(t, d), -1, 0)
        move_card(s, t, d, table_of(actor), ALL_SEATS)
    move_card(s, t, c, table_of(actor), ALL_SEATS)
    attach(s, t, c, d)
    set_flag(s, t, d, Flag.CARRIED, 0)


@kernel
def hang_on(s, t, actor, c, d):
    """ITEM-6: an enhancer comes to an own item in play."""
    move_card(s, t, c, table_of(actor), ALL_SEATS)
    attach(s, t, c, d)


@kernel
def discard_quietly(s, t, c):
    """A cancelled curse goes to its pile."""
    if s.card[c].zone >= Zone.TABLE:
        leave_table(s, t, c, discard_pile(s, t, c), ALL_SEATS)
    else:
        move_card(s, t, c, discard_pile(s, t, c), ALL_SEATS)


@kernel
def stay(s, t, victim, c):
    """CURSE-2: the curse stays in front of its victim."""
    move_card(s, t, c, table_of(victim), ALL_SEATS)


@kernel
def leave_in_front(s, t, victim, c, word):
    """CURSE-2: the curse stays in front of its victim; with a filter on a matching item of the victim's choice."""
    if word.filter == Filter.ITEMS:
        stay(s, t, victim, c)
        return 1
    if count_takeable(s, t, victim, victim, word.filter, 0, Take.HANG_ON) == 0:
        return 0
    push_choose(s, victim, victim, word.filter, c, Take.HANG_ON, 1)
    return 1


@kernel
def keep_in_front(s, t, actor, c):
    """The card stays in front of its player."""
    stay(s, t, actor, c)


@kernel
def search(s, t, actor, d):
    """A card comes out of the discards to the searcher's hand."""
    log(s, Event.TOOK, actor, type_of(t, d), -1, 1)
    receive(s, t, actor, d, ALL_SEATS, 0)
    push_receive(s, t, actor)


@kernel
def salvage(s, t, actor, d):
    """DECK-1: the item comes out of the treasure discards, if nobody has taken it meanwhile. Returns 1 if it has."""
    if d == 0 or s.card[d].zone != Zone.DISCARD + Deck.TREASURE:
        return 0
    search(s, t, actor, d)
    return 1


@kernel
def cancel_curse(s, t, actor, victim, d):
    """CURSE-4, FAIRY-2: the curse `d` of the victim is cancelled; who saves another from one is rewarded."""
    log(s, Event.CANCELLED, actor, type_of(t, d), victim, 0)
    if s.card[d].zone == Zone.ASIDE and victim != actor:
        reward_kindness(s, actor)
    discard_quietly(s, t, d)


@kernel
def reward_kindness(s, p):
    """FAIRY-2: a card of the third deck."""
    if s.count[Zone.DECK + Deck.EXTRA]:
        push_draw(s, p, Deck.EXTRA, 1, 0, 0)


@kernel
def about_to_strike(s, p):
    """The curse that is about to strike `p`, wherever it has come from; 0 if none is."""
    for i in range(s.n_frames - 1, -1, -1):
        f = s.frame[i]
        if f.kind == Frame.CURSE:
            return f.card if f.seat == p and s.card[f.card].zone == Zone.ASIDE else 0
    return 0


@kernel
def disarm(s, t, actor, word, amount):
    """CURSE-4: by a die, a player cancels an effect about to strike them. Returns 1 on success."""
    c = about_to_strike(s, actor)
    if amount < word.limit or c == 0:
        return 0
    cancel_curse(s, t, actor, actor, c)
    return 1


@kernel
def raise_or_cure(s, t, actor, c, clause):
    """CULT-7: with a Cultist in play, who received card `c` chooses; else its class gains the levels (WIN-3)."""
    if s.cultists:
        s.frame[push(s, Frame.CURE, actor, actor)].card = c
    else:
        raise_class(s, t.clause[clause].arg, t.clause[clause].amount)


@kernel
def cancel_card(s, t, actor):
    """The card that is about to work goes to its pile; if it had been opened as a door, another one is."""
    c = s.head[Zone.ASIDE]
    if c:
        if is_open_door(s, c):
            s.reopens = 1
        log(s, Event.CANCELLED, actor, type_of(t, c), -1, 0)
        if is_curse_on_another(s, actor, c):
            reward_kindness(s, actor)
        discard_quietly(s, t, c)


@kernel
def raise_class(s, klass, amount):
    """GOLD-4: all players of a class gain levels; the switch says whether one of them may win by it."""
    for p in seats(s):
        if is_of_class(s, p, klass):
            gain_level(s, p, amount, 1 if s.rules.gold_overridable != GoalBy.NO_CARD else 0)


@kernel
def cure_cultists(s, t):
    """CULT-7: every Cultist loses the class, the only one and the dead too."""
    for p in seats(s):
        for c in cards(s, table_of(p)):
            if is_cult_card(t, c):
                discard(s, t, c, p)
                break


@kernel
def split_spoils(s, t):
    """The shown treasure is dealt face down, half to each ally; an odd card goes to the player in turn."""
    m = s.combat
    p = s.turn_seat
    shown = s.count[Zone.SPOILS]
    barred = has_ability(s, m.helper - 1, Ability.NO_SPOILS)  # a barred leader has no treasure shown
    second = m.leader if barred else m.helper - 1
    last = m.leader if s.player[p].dead else p  # who gets an odd card
    half = shown // 2
    seen = ends_known(half, m.leader, second, last if shown % 2 else -1)
    for _ in range(half):
        deal_spoil(s, t, m.leader, seen)
        deal_spoil(s, t, second, seen)
    if s.count[Zone.SPOILS]:
        deal_spoil(s, t, last, seen)
        if p != m.leader and p != m.helper - 1:
            push_receive(s, t, p)  # the allies lay out what they got when all is shared


@kernel
def ends_known(half, leader, second, last):
    """Bits of the seats that know where each shown card ends, by who gets them; last: of the odd card, -1 for none.

    Cards of one receiver everybody knows. Of two receivers each sees the rest of what was shown with the other one.
    """
    receivers = (1 << leader | 1 << second) if half else 0
    if last >= 0:
        receivers |= 1 << last
    rest = receivers & (receivers - 1)  # without one of them
    if rest == 0:
        return ALL_SEATS
    return receivers if rest & (rest - 1) == 0 else 0


@kernel
def deal_spoil(s, t, p, seen):
    """A random card of the shown treasure comes to the hand of `p`. `seen`: bits of the seats that know which."""
    pick = draw_number(s, chance.BLIND, s.count[Zone.SPOILS])
    best = 0
    for _ in range(pick + 1):  # the pick-th smallest copy number, so that list order never matters
        found = 32767
        for c in cards(s, Zone.SPOILS):
            if c > best and c < found:
                found = c
        best = found
    log(s, Event.DREW, p, 0, -1, t.card[type_of(t, best)].deck)
    move_card(s, t, best, hand_of(p), seen)
    set_flag(s, t, best, Flag.NEW, 1)


@kernel
def is_curse_on_another(s, p, c):
    """FAIRY-2: the card is about to strike a player other than `p`."""
    for i in range(s.n_frames - 1, -1, -1):
        f = s.frame[i]
        if f.kind == Frame.CURSE and f.card == c:
            return f.seat != p
    return False


@kernel
def is_open_door(s, c):
    """The card that is about to work has been turned up at the door, not played."""
    for i in range(s.n_frames - 1, -1, -1):
        f = s.frame[i]
        if f.card == c and f.kind == Frame.CURSE:
            return f.from_door != 0
        if f.card == c and is_announced(f):
            return f.said == OPENS_DOOR
    return False


@kernel
def run_cure(s, t, i):
    """CULT-7: ask the receiver of the card, as long as there is a Cultist to cure; the dead decide nothing."""
    p = s.frame[i].seat
    if s.cultists == 0 or s.player[p].dead:
        settle_cure(s, t, i, False)
    else:
        ask(s, i, p, Decision.CURE)


@kernel
def settle_cure(s, t, i, agreed):
    """CULT-7: all Cultists are cured of the class, or the levels are gained (WIN-3)."""
    k = type_of(t, s.frame[i].card)
    pop(s, i)
    if agreed:
        cure_cultists(s, t)
    else:
        word = t.clause[raising(t, k)]
        raise_class(s, word.arg, word.amount)


# --------------------------------------------------------------------------- which cards do so


@kernel
def searching(t, k):
    """The clause by which a card of type `k` brings one back from the discards, 0 if it has none."""
    return find_clause(t, k, Trigger.PLAY, Fetch.DISCARDS)


@kernel
def takes_fresh(t, k):
    """A card of type `k` takes one that has just been discarded."""
    return find_clause(t, k, Trigger.PLAY, Fetch.FRESH) != 0


@kernel
def fetches(t, k):
    """Playing a card of type `k` brings another one back from the discards."""
    return searching(t, k) != 0 or takes_fresh(t, k)


@kernel
def salvages(t, k):
    """The use of a card of type `k` takes an item off the treasure discards."""
    return find_clause(t, k, Trigger.PLAY, Fetch.TOP) != 0


@kernel
def disarming(t, k):
    """CURSE-4: the clause by which a card of type `k` disarms curses, 0 if it has none."""
    return find_clause(t, k, Trigger.PLAY, Cancel.TRAP)


@kernel
def cancels_card(t, k):
    """A card of type `k` cancels another one before it works."""
    return find_clause(t, k, Trigger.PLAY, Cancel.CARD) != 0


@inlined
def leaves(op):
    """The word leaves its card in front of the victim."""
    return op == Op.STAY


@kernel
def stays_in_front(t, k):
    """CURSE-2: a card of type `k` stays in front of its target."""
    return find_clause(t, k, Trigger.PLAY, Op.STAY) != 0


@kernel
def splits_spoils(t, k):
    """A card of type `k` deals the shown treasure to both allies."""
    return find_clause(t, k, Trigger.PLAY, Op.SPLIT_SPOILS) != 0


frame(Frame.CURE, run=run_cure, rare=True, decided=settle_cure)
effect(Op.STAY, leave_in_front)
effect(Op.KEEP, keep_in_front)
effect(Op.TAKE_ITEM, take_and_use)
effect(Op.CHEAT, cheat)
effect(Op.ENHANCE_ITEM, hang_on)
effect(Fetch.DISCARDS, search)
effect(Fetch.FRESH, search)
effect(Fetch.TOP, salvage)
effect(Cancel.CURSE, cancel_curse)
effect(Cancel.TRAP, disarm)
effect(Cancel.CARD, cancel_card)
effect(Raises.CLASS, raise_or_cure)
effect(Op.SPLIT_SPOILS, split_spoils)
