"""Before the first turn (SETUP-1 to SETUP-4, QUICK-5)."""

from munchkin_env.engine.kernels.kernel import kernel
from munchkin_env.engine.kernels.language import cards
from munchkin_env.engine.mutations import chance
from munchkin_env.engine.mutations.cards import ALL_SEATS, discard_pile, move_card
from munchkin_env.engine.mutations.chance import draw_number
from munchkin_env.engine.mutations.decks import shuffle_into
from munchkin_env.engine.mutations.derived import refresh
from munchkin_env.engine.mutations.game import log, set_phase
from munchkin_env.engine.mutations.stack import LAY_OUT, ask, pop, push, push_setup
from munchkin_env.engine.queries.cards import hand_of, is_cult_card, type_of
from munchkin_env.engine.queries.people import seat_after, seats_between
from munchkin_env.engine.rules.effects.cards import acts_at_once
from munchkin_env.engine.rules.effects.pending import push_draw, push_effects
from munchkin_env.engine.rules.rows import frame
from munchkin_env.engine.rules.treasure import forget_new
from munchkin_env.vocabulary import Decision, Deck, Event, Frame, Phase, Trigger

INTERVENE = 1


@kernel
def begin_game(s, t, first_seat):
    """SETUP-1, SETUP-2, SETUP-4: level 1, decks shuffled, cards dealt, the first player drawn (-1) or given."""
    n = s.rules.players
    for p in range(n):
        s.player[p].level = 1
        refresh(s, t, p)
    seed_cult(s, t, s.rules.cult_discards)
    for deck in range(3):
        shuffle_into(s, t, deck, 0)
    first = first_seat if first_seat >= 0 else draw_number(s, chance.SEATING, n)
    s.first_seat = first
    s.turn_seat = first
    s.seat = -1
    set_phase(s, Phase.SETUP)
    push(s, Frame.TURN, first, first)
    push_setup(s, first, n)
    for i in range(n):
        p = seat_after(s, first, n - 1 - i)
        push_draw(s, p, Deck.TREASURE, s.rules.start_cards, 0, 0)
        push_draw(s, p, Deck.DOOR, s.rules.start_cards, 0, 0)


@kernel
def seed_cult(s, t, n):
    """QUICK-5: move the set number of Cultist cards to their discard pile before the deal."""
    c = t.n_cards
    while n and c:
        if is_cult_card(t, c):
            move_card(s, t, c, discard_pile(s, t, c), ALL_SEATS)
            n -= 1
        c -= 1


@kernel
def run_setup(s, t, i):
    """SETUP-3: seat after seat may lay out (one alone who returns from death); then Divine Intervention resolves."""
    f = s.frame[i]
    asked = f.to_ask
    if f.stage == LAY_OUT:
        if f.seats_done < asked:
            ask(s, i, seat_after(s, f.seat, f.seats_done), Decision.SETUP)
        else:
            f.stage = INTERVENE
            f.seats_done = 0
        return
    while f.seats_done < asked:
        p = seat_after(s, f.seat, f.seats_done)
        for c in cards(s, hand_of(p)):
            if acts_at_once(t, type_of(t, c)):
                log(s, Event.PLAYED, p, type_of(t, c), -1, 0)
                move_card(s, t, c, discard_pile(s, t, c), ALL_SEATS)
                push_effects(s, t, c, Trigger.PLAY, p, p, 0, 0)
                return
        forget_new(s, p)
        f.seats_done += 1
    pop(s, i)
    set_phase(s, Phase.START)


@kernel
def done_laying_out(s, i):
    """SETUP-3: the next seat may lay out."""
    s.frame[i].seats_done += 1


@kernel
def might_lay_out(s, i, p):
    """SETUP-3: one of those who have been dealt cards."""
    f = s.frame[i]
    return seats_between(s, f.seat, p) < f.to_ask


@kernel
def setup_comes_to(s, i, p):
    """SETUP-3: let a player lay out cards."""
    f = s.frame[i]
    f.seats_done = seats_between(s, f.seat, p)
    s.decision = Decision.SETUP


frame(Frame.SETUP, run=run_setup, done=done_laying_out, might_ask=might_lay_out, comes_to=setup_comes_to)
