"""Effects that bring cards to a hand or a table, or take them off."""

from munchkin_env.engine.atoms import chance
from munchkin_env.engine.atoms.cards import ALL_SEATS, attach, discard, discard_pile, leave_table, move_card, set_flag
from munchkin_env.engine.atoms.chance import draw_number
from munchkin_env.engine.atoms.events import log
from munchkin_env.engine.atoms.game import end_game
from munchkin_env.engine.atoms.players import gain_level, lose_level
from munchkin_env.engine.atoms.stack import ask, pop, push
from munchkin_env.engine.compiler.kernel import kernel
from munchkin_env.engine.compiler.language import cards, clauses, seats
from munchkin_env.engine.facts.cards import hand_of, is_cult_card, is_sidekick, kind_of, table_of, type_of
from munchkin_env.engine.facts.clauses import find_clause, plays_itself
from munchkin_env.engine.facts.displacing import gives_way
from munchkin_env.engine.facts.people import is_of_class
from munchkin_env.engine.position.unsound import Unsound
from munchkin_env.engine.rules.choices import push_receive
from munchkin_env.engine.rules.effects.pending import push_draw, push_effects
from munchkin_env.engine.rules.rows import frame
from munchkin_env.vocabulary import Decision, Deck, Event, Flag, Frame, GoalBy, Raises, Trigger, Verb, Zone


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
    """Discards what stands in the way of using the item: worn in its slot, hands, a Big item."""
    again = True
    while again:
        again = False
        for d in cards(s, table_of(p)):
            if gives_way(s, t, p, c, d):
                discard(s, t, d, p)
                again = True
                break


@kernel
def take_and_use(s, t, p, c):
    """Help Me Out Here!: the item is taken and put in use, own items give way."""
    victim = s.card[c].zone - Zone.TABLE
    log(s, Event.TOOK, p, type_of(t, c), victim, 0)
    make_room(s, t, p, c)
    leave_table(s, t, c, table_of(p), ALL_SEATS)


@kernel
def cheat(s, t, p, card, item):
    """Cheat! is attached to an own item, which is then in use whatever its restrictions."""
    if s.card[item].zone == hand_of(p):
        log(s, Event.LAID_OUT, p, type_of(t, item), -1, 0)
        move_card(s, t, item, table_of(p), ALL_SEATS)
    move_card(s, t, card, table_of(p), ALL_SEATS)
    attach(s, t, card, item)
    set_flag(s, t, item, Flag.CARRIED, 0)


@kernel
def hang_on(s, t, p, card, item):
    """ITEM-6: an enhancer comes to an own item in play."""
    move_card(s, t, card, table_of(p), ALL_SEATS)
    attach(s, t, card, item)


@kernel
def kill_sidekick(s, t, chosen):
    """A Hireling or sidekick in play is discarded: the one chosen, the first if there is only one to choose."""
    if chosen and s.card[chosen].zone >= Zone.TABLE and is_sidekick(kind_of(t, chosen)):
        discard(s, t, chosen, s.card[chosen].zone - Zone.TABLE)
        return 1
    for p in seats(s):
        for c in cards(s, table_of(p)):
            if is_sidekick(kind_of(t, c)):
                discard(s, t, c, p)
                return 1
    return 0


@kernel
def perish(s, t, p, c, falls):
    """The die for a card in front of a winner has been rolled: it goes, or stays."""
    if not falls or s.card[c].zone != table_of(p):
        return 0
    discard(s, t, c, p)
    return 1


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
def search(s, t, p, c):
    """A card comes out of the discards to the hand of whoever searched."""
    log(s, Event.TOOK, p, type_of(t, c), -1, 1)
    receive(s, t, p, c, ALL_SEATS, 0)
    push_receive(s, t, p)


@kernel
def salvage(s, t, p, c):
    """DECK-1: the item comes out of the treasure discards, if nobody has taken it meanwhile. Returns 1 if it has."""
    if c == 0 or s.card[c].zone != Zone.DISCARD + Deck.TREASURE:
        return 0
    search(s, t, p, c)
    return 1


@kernel
def cancel_curse(s, t, p, victim, c):
    """CURSE-4, FAIRY-2: player `p` cancels the curse `c` of the victim; he is rewarded if it was to strike another."""
    log(s, Event.CANCELLED, p, type_of(t, c), victim, 0)
    if s.card[c].zone == Zone.ASIDE and victim != p:
        reward_kindness(s, p)
    discard_quietly(s, t, c)


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
def lies_on_curse(s, top, c):
    """Frame `top` lies on the frame of the curse `c`, and no other frame is about that curse."""
    found = 0
    for i in range(s.n_frames):
        if s.frame[i].kind == Frame.CURSE and s.frame[i].card == c:
            if i > top:
                return False
            found += 1
    return found == 1


@kernel
def disarm(s, t, p):
    """CURSE-4: player `p` cancels what is about to strike him. Returns 1 if it still is."""
    c = about_to_strike(s, p)
    if c == 0:
        return 0
    cancel_curse(s, t, p, p, c)
    return 1


@kernel
def raise_or_cure(s, t, p, c, clause):
    """CULT-7: with a Cultist in play, who received card `c` chooses; else its class gains the levels (WIN-3)."""
    if s.cultists:
        s.frame[push(s, Frame.CURE, p, p)].card = c
    else:
        raise_class(s, t.clause[clause].arg, t.clause[clause].amount)


@kernel
def cancel_card(s, t, p):
    """The card that is about to work goes to its pile; if it had been opened as a door, another one is."""
    c = s.head[Zone.ASIDE]
    if c:
        if is_open_door(s, c):
            s.reopens = 1
        log(s, Event.CANCELLED, p, type_of(t, c), -1, 0)
        if is_curse_on_another(s, p, c):
            reward_kindness(s, p)
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
def highest_of_all(s):
    """CULT-5: those of the highest level, the dead among them."""
    high = 0
    winners = 0
    for p in seats(s):
        level = s.player[p].level
        if level > high:
            high = level
            winners = 0
        if level == high:
            winners |= 1 << p
    return winners


@kernel
def end_with_cult(s):
    """CULT-5: all are Cultists, or count as some: the highest level wins, ties share."""
    end_game(s, highest_of_all(s))


@kernel
def steal_level(s, victim, taker):
    """LEVEL-1: a level changes owner."""
    lose_level(s, victim, 1)
    gain_level(s, taker, 1, 0)


@kernel
def split_spoils(s, t):
    """The shown treasure is dealt face down, half to each ally; an odd card goes to the player in turn."""
    m = s.combat
    half = s.count[Zone.SPOILS] // 2
    for _ in range(half):
        deal_spoil(s, t, m.leader)
        deal_spoil(s, t, m.helper - 1)
    if s.count[Zone.SPOILS]:
        p = s.turn_seat
        deal_spoil(s, t, m.leader if s.player[p].dead else p)
        if p != m.leader and p != m.helper - 1:
            push_receive(s, t, p)  # the allies lay out what they got when all is shared


@kernel
def deal_spoil(s, t, p):
    """A random card of the shown treasure comes to the hand of `p`, unseen by the others."""
    pick = draw_number(s, chance.BLIND, s.count[Zone.SPOILS])
    best = 0
    for _ in range(pick + 1):  # the pick-th smallest copy number, so that list order never matters
        found = 32767
        for c in cards(s, Zone.SPOILS):
            if c > best and c < found:
                found = c
        best = found
    log(s, Event.DREW, p, 0, -1, t.card[type_of(t, best)].deck)
    move_card(s, t, best, hand_of(p), 0)
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
        if f.card == c and f.kind == Frame.PLAYED:
            return f.said == Verb.OPEN_DOOR
    return False


@kernel
def run_cure(s, t, i):
    """CULT-7: who received the card is asked, as long as there is a Cultist to cure; the dead decide nothing."""
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


@kernel
def cure_fits(s, t, i):
    """Of a position from outside: the card raises a class."""
    clause = raising(t, type_of(t, s.frame[i].card))
    return Unsound.NOTHING if clause else Unsound.CARD


frame(Frame.CURE, run=run_cure, rare=True, decided=settle_cure, fits=cure_fits)
