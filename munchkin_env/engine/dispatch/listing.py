"""Lists of what may come next in an answer: cards by type, seats, places, numbers."""

from munchkin_env.engine.dispatch.options import (
    card_option,
    least_amount,
    most_amount,
    place_option,
    seat_option,
    where_to_look,
)
from munchkin_env.engine.kernels.kernel import kernel
from munchkin_env.engine.kernels.language import cards, seats
from munchkin_env.engine.queries.cards import hand_of, table_of
from munchkin_env.engine.queries.people import seat_after
from munchkin_env.engine.queries.places import place_of
from munchkin_env.engine.rules.helping import may_promise_first_pick
from munchkin_env.engine.rules.listing import add, add_type, list_numbers
from munchkin_env.engine.state.action_ids import DONE_ID, FIRST_PICK_ID, PLACE0, SEAT0
from munchkin_env.vocabulary import Stage, Where, Zone


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
def list_amounts(s, t, p, verb, out, n):
    """Numbers that may come next: treasures, a face of the die, both fighters."""
    return list_numbers(out, n, least_amount(s, t, p, verb), most_amount(s, t, p, verb))


@kernel
def list_terms(s, t, p, verb, out, n):
    """Further terms of an offer of help, or DONE."""
    n = add(out, n, DONE_ID)
    if may_promise_first_pick(s, p):
        n = add(out, n, FIRST_PICK_ID)
    return list_cards(s, t, p, verb, Stage.CARD, 0, out, n)
