"""Lists of what may come next in an answer: cards by type, seats, places, numbers."""

from munchkin_env.engine.atoms.stack import top
from munchkin_env.engine.compiler.kernel import kernel
from munchkin_env.engine.compiler.language import cards, seats
from munchkin_env.engine.facts.cards import hand_of, is_cult_card, table_of
from munchkin_env.engine.facts.people import seat_after
from munchkin_env.engine.facts.places import place_of
from munchkin_env.engine.facts.third_deck import is_kept, treasures_in_hand
from munchkin_env.engine.position.action_ids import AMOUNT0, PLACE0, SEAT0, VERB0
from munchkin_env.engine.rules.aims import gives_barred_level
from munchkin_env.engine.rules.charity import may_be_given
from munchkin_env.engine.rules.choices import MAY_DECLINE, may_take
from munchkin_env.engine.rules.helping import may_promise_first_pick
from munchkin_env.engine.rules.losing import may_pay_worth
from munchkin_env.engine.wheel.ids import add, add_seat, add_type
from munchkin_env.engine.wheel.options import (
    card_option,
    least_amount,
    most_amount,
    place_option,
    seat_option,
    where_to_look,
)
from munchkin_env.vocabulary import Filter, Frame, Stage, Verb, Where, Zone


@kernel
def list_zone(s, t, p, verb, stage, now, zone, out, n, start):
    """The types of a zone that are options, each once from `start` on."""
    for c in cards(s, zone):
        if card_option(s, t, p, verb, stage, now, c):
            n = add_type(t, out, n, start, c)
    return n


@kernel
def list_cards(s, t, p, verb, stage, now, out, n):
    """Card types that may come next, from where the verb looks."""
    start = n
    where = where_to_look(s, t, verb, stage)
    if where & Where.HAND:
        n = list_zone(s, t, p, verb, stage, now, hand_of(p), out, n, start)
    if where & Where.TABLE:
        n = list_zone(s, t, p, verb, stage, now, table_of(p), out, n, start)
    if where & Where.PARTNER:
        n = list_zone(s, t, p, verb, stage, now, table_of(s.move.seat), out, n, start)
    if where & Where.ASIDE:
        n = list_zone(s, t, p, verb, stage, now, Zone.ASIDE, out, n, start)
    if where & Where.COMBAT:
        n = list_zone(s, t, p, verb, stage, now, Zone.COMBAT, out, n, start)
    if where & Where.DISCARDS:
        for pile in range(4):
            n = list_zone(s, t, p, verb, stage, now, Zone.DISCARD + pile, out, n, start)
    if where & Where.OTHERS:
        for q in seats(s):
            if q != p:
                n = list_zone(s, t, p, verb, stage, now, table_of(q), out, n, start)
    return n


@kernel
def list_seats(s, t, p, verb, out, n):
    """Seats that may come next."""
    players = s.rules.players
    for i in range(players):
        q = seat_after(s, p, i)
        if seat_option(s, t, p, verb, q):
            n = add(out, n, SEAT0 + i)
    return n


@kernel
def list_places(s, t, p, verb, out, n):
    """Combat places that may come next: a vocabulary.Place each."""
    for place in range(place_of(s.combat.n_monsters)):
        if place_option(s, t, p, verb, place):
            n = add(out, n, PLACE0 + place)
    return n


@kernel
def list_numbers(out, n, least, most):
    """The numbers from the least to the most."""
    for amount in range(least, most + 1):
        n = add(out, n, AMOUNT0 + amount)
    return n


@kernel
def list_options(s, t, f, out, n):
    """The clauses to choose from: no level that may not be gained, as long as there is anything else (PLAY-2)."""
    start = n
    for i in range(f.ways):
        if not gives_barred_level(s, t, f.clause + i, f.other, f.seat):
            n = add(out, n, AMOUNT0 + i)
    return n if n > start else list_numbers(out, n, 0, f.ways - 1)


@kernel
def list_amounts(s, t, p, verb, out, n):
    """Numbers that may come next: treasures, a face of the die, both fighters."""
    return list_numbers(out, n, least_amount(s, t, p, verb), most_amount(s, t, p, verb))


@kernel
def list_terms(s, t, p, verb, out, n):
    """Further terms of an offer of help, or DONE."""
    n = add(out, n, VERB0 + Verb.DONE)
    if may_promise_first_pick(s, p):
        n = add(out, n, VERB0 + Verb.FIRST_PICK)
    return list_cards(s, t, p, verb, Stage.CARD, 0, out, n)


# --------------------------------------------------------------------------- answers without a verb


@kernel
def list_types(s, t, zone, out, n):
    """All types of a zone that may be given away (FAIRY-3)."""
    for c in cards(s, zone):
        if not is_kept(s, t, c):
            n = add_type(t, out, n, 0, c)
    return n


@kernel
def list_swapped(s, t, p, out, n):
    """Any card of the hand but a Cultist card for the one that is shown, or none."""
    n = add(out, n, VERB0 + Verb.NO)
    start = n
    for c in cards(s, hand_of(p)):
        if not is_cult_card(t, c) and not is_kept(s, t, c):
            n = add_type(t, out, n, start, c)
    return n


@kernel
def list_payments(s, t, p, tax, out, n):
    """Items towards a value that is owed."""
    for c in cards(s, table_of(p)):
        if may_pay_worth(s, t, c, tax):
            n = add_type(t, out, n, 0, c)
    return n


@kernel
def list_takeable(s, t, taker, victim, what, arg, take, out, n):
    """Types of the victim's cards that the taker may name."""
    start = n
    for zone in (hand_of(victim), table_of(victim)):
        for c in cards(s, zone):
            if may_take(s, t, taker, victim, c, what, arg, take):
                n = add_type(t, out, n, start, c)
    return n


@kernel
def list_choice(s, t, p, out, n):
    """A card that somebody loses: by filter, or of a value still owed."""
    f = s.frame[top(s)]
    if f.kind == Frame.WORTH:
        return list_payments(s, t, p, f.tax, out, n)
    victim = f.other
    n = list_takeable(s, t, p, victim, f.filter, f.detail, f.take, out, n)
    if f.filter == Filter.TREASURES and treasures_in_hand(s, victim) > 0:
        n = add(out, n, VERB0 + Verb.TAKE)
    if f.manner == MAY_DECLINE:
        n = add(out, n, VERB0 + Verb.PASS)
    return n


@kernel
def list_receivers(s, out, n):
    """TURN-5: seats that may be given the card."""
    f = s.frame[top(s)]
    for q in seats(s):
        if may_be_given(s, f, q):
            n = add_seat(s, out, n, q)
    return n


@kernel
def list_seats_of(s, seats, out, n):
    """The seats whose bits are set."""
    for q in seats(s):
        if (seats >> q) & 1:
            n = add_seat(s, out, n, q)
    return n
