"""Cards drawn and shared out: face up or down, a Cleric's resurrection, the helper's part (HELP-2, HELP-5, TREAS-1).

Other gains of a won combat are here, too: further rewards (COMBAT-11), Fairy Dust (FAIRY-2, FAIRY-4, FAIRY-6).
"""

from munchkin_env.engine.kernels.kernel import kernel
from munchkin_env.engine.kernels.language import cards
from munchkin_env.engine.mutations.cards import ALL_SEATS, clear_flags, move_card, set_flag
from munchkin_env.engine.mutations.combat import open_deck
from munchkin_env.engine.mutations.decks import draw_from
from munchkin_env.engine.mutations.game import log
from munchkin_env.engine.mutations.stack import ask, open_window, pop, push
from munchkin_env.engine.queries.cards import hand_of, speaks, table_of, type_of
from munchkin_env.engine.queries.clauses import find_clause
from munchkin_env.engine.queries.conditions import ability_clause, works
from munchkin_env.engine.queries.entered_room import is_barred_room
from munchkin_env.engine.queries.people import has_ability, is_fighter, seat_after, takes_part
from munchkin_env.engine.queries.strength import brought
from munchkin_env.engine.queries.third_deck import keeper_clause, loose_cards
from munchkin_env.engine.rules.choices import list_numbers, list_types, lowest_in, push_choose, push_receive
from munchkin_env.engine.rules.effects.cards import acts_at_once, raising
from munchkin_env.engine.rules.effects.pending import push_draw, push_effects
from munchkin_env.engine.rules.helping import BY_HIMSELF, DRAFTED
from munchkin_env.engine.rules.rows import effect, frame
from munchkin_env.vocabulary import (
    FAR,
    MOST_TREASURES,
    Ability,
    Brings,
    Decision,
    Deck,
    Draw,
    Event,
    Filter,
    Flag,
    Frame,
    Moment,
    Phase,
    Take,
    Trigger,
    Window,
    Zone,
)

BEGIN = 0
DRAWING = 1
SHARED = 1  # of a SPOILS frame: the treasure is picked
SHOWN = 2  # before that stage: the treasure is shown, and a card may change how it is shared


@kernel
def may_resurrect(s, t, deck, p):
    """Resurrection: face-up draws may come from the discards, for a card from hand each. Returns how many."""
    if not has_ability(s, p, Ability.RESURRECTION):
        return 0
    most = loose_cards(s, p)
    limit = t.clause[ability_clause(s, t, p, Ability.RESURRECTION)].limit
    if limit:
        most = min(most, limit)
    n = 0
    c = s.head[Zone.DISCARD + deck]
    while c and n < most:
        n += 1
        c = s.card[c].next
    return n


@kernel
def run_draw(s, t, i):
    """Draw one card after the other; some act at once (DECK-2, WIN-3)."""
    f = s.frame[i]
    p = f.seat
    deck = f.deck
    if f.left == 0 or s.player[p].dead:
        spoils = f.to_spoils
        pop(s, i)
        if spoils == 0 and s.phase != Phase.SETUP:
            push_receive(s, t, p)
        return
    if f.stage == BEGIN:
        if f.face_up and may_resurrect(s, t, deck, p) > 0:
            if ask(s, i, p, Decision.RESURRECT):
                f.stage = DRAWING
            return
        f.stage = DRAWING
    f.left -= 1
    c = draw_from(s, t, deck)
    if c == 0:
        f.left = 0
        return
    give_drawn(s, t, p, c, f.face_up, f.to_spoils)


@kernel
def give_drawn(s, t, p, c, face_up, spoils):
    """Move a drawn card to the hand or to the shown treasure."""
    if acts_at_once(t, type_of(t, c)) and not waits_for_setup(s, t, c):
        play_drawn(s, t, p, c, face_up, spoils)
    else:
        log(s, Event.DREW, p, type_of(t, c) if face_up else 0, -1, t.card[type_of(t, c)].deck)
        put_drawn(s, t, p, c, face_up, spoils)


@kernel
def play_drawn(s, t, p, c, face_up, spoils):
    """TREAS-1, WIN-3: Play the card that acts at once; what it draws is drawn as it was."""
    log(s, Event.PLAYED, p, type_of(t, c), -1, 0)
    move_card(s, t, c, Zone.ASIDE, ALL_SEATS)
    push_effects(s, t, c, Trigger.PLAY, p, p, face_up, spoils)


@kernel
def put_drawn(s, t, p, c, face_up, spoils):
    """Put a drawn card that does not act at once into the hand, or with the spoils."""
    if spoils:
        move_card(s, t, c, Zone.SPOILS, ALL_SEATS)
    else:
        move_card(s, t, c, hand_of(p), ALL_SEATS if face_up else 0)
        set_flag(s, t, c, Flag.NEW, 1)


@kernel
def waits_for_setup(s, t, c):
    """SETUP-3: in the opening hand Divine Intervention waits until all have laid out."""
    return s.phase == Phase.SETUP and raising(t, type_of(t, c)) != 0


@kernel
def draw_or_resurrect(s, t, i, p, n):
    """So many of the cards come from the top of the discards, by an ability of the player."""
    if n:
        resurrect(s, t, i, p, n)


@kernel
def resurrect(s, t, i, p, n):
    """CLASS-1: Take the top `n` discards instead; a card from hand goes for each.

    The price is paid before what acts at once draws (Hoard!), which thus lies on no pile while its own cards are drawn.
    """
    f = s.frame[i]
    deck = f.deck
    spoils = f.to_spoils
    f.left -= n
    for _ in range(n):
        c = s.head[Zone.DISCARD + deck]
        log(s, Event.TOOK, p, type_of(t, c), -1, 1)
        if acts_at_once(t, type_of(t, c)):
            play_drawn(s, t, p, c, 1, spoils)
        else:
            put_drawn(s, t, p, c, 1, spoils)
    push_choose(s, p, p, Filter.HAND, 0, Take.DISCARD, n)


@kernel
def push_spoils(s, leader, helper, n, share, helper_first):
    """HELP-2: of `n` treasures the helper gets the promised share."""
    f = s.frame[push(s, Frame.SPOILS, leader, helper)]
    f.drawn = n
    f.share = share
    f.helper_first = helper_first


@kernel
def run_spoils(s, t, i):
    """HELP-2: the shown treasure is picked in turns from the agreed first until the helper has the promised share."""
    f = s.frame[i]
    leader = f.seat
    helper = f.other
    if f.stage == 0:
        f.stage = SHOWN if t.moments & Moment.SPOILS else SHARED
        s.phase = Phase.REWARD
        # `passes`: whose pick it is, 1 = the helper's
        f.helper_next = f.helper_first
        if f.drawn:
            push_draw(s, leader, 1, f.drawn, 1, 1)
        return
    if f.stage == SHOWN:
        f.stage = SHARED
        if s.count[Zone.SPOILS]:
            open_window(s, Window.SPOILS, leader)
        return
    left = s.count[Zone.SPOILS]
    if left == 0:
        pop(s, i)
        push_receive(s, t, helper)
        push_receive(s, t, leader)
    elif f.share == 0:
        pick_spoil(s, t, leader, s.head[Zone.SPOILS])
    elif f.share >= left:
        f.share -= 1
        pick_spoil(s, t, helper, s.head[Zone.SPOILS])
    else:
        ask(s, i, helper if f.helper_next else leader, Decision.SPOILS)


@kernel
def choose_spoil(s, t, i, p, k):
    """HELP-2: the seat whose pick it is takes a shown treasure; the other picks next."""
    f = s.frame[i]
    if f.helper_next:
        f.share -= 1
    f.helper_next = 1 - f.helper_next
    pick_spoil(s, t, p, lowest_in(s, t, Zone.SPOILS, k))


@kernel
def pick_spoil(s, t, p, c):
    """Move a shown treasure to a hand; every seat knows it."""
    log(s, Event.TOOK, p, type_of(t, c), -1, 2)
    move_card(s, t, c, hand_of(p), ALL_SEATS)
    set_flag(s, t, c, Flag.NEW, 1)


@kernel
def forget_new(s, p):
    """The moment of receipt is over."""
    clear_flags(s, hand_of(p), Flag.NEW)
    clear_flags(s, table_of(p), Flag.NEW)


@kernel
def run_receive(s, t, i):
    """TURN-6: the receiver lays out some of the cards just received."""
    f = s.frame[i]
    p = f.seat
    if s.player[p].dead:
        pop(s, i)
    else:
        ask(s, i, p, Decision.RECEIVE)


@kernel
def done_receiving(s, i, p):
    """TURN-6: a card that was not laid out is in the hand like any other."""
    forget_new(s, p)
    pop(s, i)


@kernel
def might_receive(s, p):
    """TURN-6: anybody who takes part may have received what can be laid out."""
    return takes_part(s, p)


@kernel
def receipt_comes_to(s, i, p):
    """Let a player lay out cards of it."""
    s.frame[i].seat = p
    s.frame[i].other = p
    s.decision = Decision.RECEIVE


@kernel
def list_spoils(s, t, out, n):
    """HELP-2: the shown treasure."""
    return list_types(s, t, Zone.SPOILS, out, n)


@kernel
def list_from_discards(s, t, i, p, out, n):
    """CLASS-1: so many of the cards that are drawn may come from the discards."""
    f = s.frame[i]
    return list_numbers(out, n, 0, min(f.left, may_resurrect(s, t, f.deck, p), MOST_TREASURES))


@kernel
def is_anothers(s, i, p):
    """TURN-6: the question to another player depends on the cards received."""
    return s.frame[i].seat != p


@kernel
def is_before_draw(s, i):
    """Cards are still to be drawn, which might shuffle the discards."""
    return s.frame[i].left > 0


@kernel
def has_drawn(s, i):
    """All cards have been drawn."""
    return s.frame[i].left == 0


@kernel
def draws_unseen(t, k):
    """The clause by which the player of a card of type `k` draws cards face down, 0 if it has none."""
    return find_clause(t, k, Trigger.PLAY, Draw.FACE_DOWN)


@kernel
def draw_at_once(s, actor, word, amount, place, d):
    """Cards are drawn as the one was that says so: face up, or for the spoils of a combat."""
    push_draw(s, actor, word.arg, amount, place, d)


@kernel
def draw_unseen(s, actor, word, amount):
    """Cards are drawn face down."""
    push_draw(s, actor, word.arg, amount, 0, 0)


frame(
    Frame.DRAW,
    run=run_draw,
    quiet=is_before_draw,
    number=draw_or_resurrect,
    options=list_from_discards,
    only_asks=has_drawn,
)
frame(
    Frame.RECEIVE,
    run=run_receive,
    unseen=True,
    done=done_receiving,
    might_ask=might_receive,
    comes_to=receipt_comes_to,
    only_asks=is_anothers,
)
frame(Frame.SPOILS, run=run_spoils, quiet=True, card=choose_spoil, options=list_spoils)
effect(Draw.BY_ITSELF, draw_at_once)
effect(Draw.FACE_DOWN, draw_unseen)


# --------------------------------------------------------------------------- Fairy Dust (FAIRY-2, FAIRY-4, FAIRY-6)


@kernel
def note_keepers(s, t):
    """FAIRY-4: the keeper of the third deck is beaten with the rest. Returns the cards of it that the leader gets."""
    extras = 0
    for i in range(s.combat.n_monsters):
        clause = keeper_clause(t, s.combat.monster[i].type)
        if clause:
            open_deck(s)
            extras += t.clause[clause].amount
    return extras if s.count[Zone.DECK + Deck.EXTRA] else 0


@kernel
def reward_help(s, t, p):
    """HELP-4, FAIRY-2: rewards of the helper (-1: nobody); this is pushed first, and comes after the treasure (GOLD-3).

    FAIRY-6: a helper who had to help on request gets no card of the third deck.
    """
    if p >= 0:
        draw_for_help(s, t, p)
        if s.count[Zone.DECK + Deck.EXTRA] and s.player[p].forced != BY_HIMSELF:
            push_draw(s, p, Deck.EXTRA, 1, 0, 0)


@kernel
def help_draw(t, c):
    """HELP-4: the clause by which card `c` lets its owner draw for helping, 0 if it has none."""
    return find_clause(t, type_of(t, c), Trigger.ALWAYS, Draw.FOR_HELP)


@kernel
def draw_for_help(s, t, p):
    """HELP-4: a helper's own card grants a draw."""
    for c in cards(s, table_of(p)):
        clause = help_draw(t, c)
        if clause and works(s, t, p, c) and speaks(s, t, c):
            push_draw(s, p, t.clause[clause].arg, t.clause[clause].amount, 0, 0)


# --------------------------------------------------------------------------- further rewards (COMBAT-11)


@kernel
def cards_to_loot(s, t):
    """Extra cards that the winner takes out of the room (TURN-4), unless it forbids."""
    return 0 if is_barred_room(s, t) else brought_by_all(s, t, Brings.LOOT)


@kernel
def brought_by_all(s, t, what):
    """Amount of `what` (vocabulary.Brings) of all monsters of the combat."""
    total = 0
    for i in range(s.combat.n_monsters):
        total += brought(s, t, s.combat.monster[i].type, what)
    return total


@kernel
def helpers_part(s, p):
    """HELP-2, HELP-9: the treasures that the helper gets; who was drafted gets all."""
    if p < 0 or has_ability(s, p, Ability.NO_SPOILS):
        return 0
    return FAR if s.player[p].forced == DRAFTED else s.combat.deal_treasures


@kernel
def cards_for_all(s, t):
    """COMBAT-11: treasures that everybody draws for the monsters that are killed."""
    return brought_by_all(s, t, Brings.ROUND)


@kernel
def draw_for_all(s, leader, n):
    """COMBAT-11: every living player draws face up, the leader first; the frame pushed first comes last.

    CURSE-2: a fighter barred by a curse from the treasure of the combat has none of that either.
    """
    for i in range(s.rules.players - 1, -1, -1):
        q = seat_after(s, leader, i)
        if takes_part(s, q) and not (is_fighter(s, q) and has_ability(s, q, Ability.NO_SPOILS)):
            push_draw(s, q, Deck.TREASURE, n, 1, 0)
