"""Next parts of an action: cards by type, seats, places, numbers; and distinguishable copies.

Where copies of a card are distinguishable, one more part of the action selects a copy.
"""

from munchkin_env.engine.dispatch.options import (
    argument_moments,
    card_option,
    least_amount,
    most_amount,
    place_option,
    seat_option,
    where_to_look,
)
from munchkin_env.engine.kernels.kernel import kernel
from munchkin_env.engine.kernels.language import cards, seats
from munchkin_env.engine.queries.cards import cheated, hand_of, table_of
from munchkin_env.engine.queries.people import seat_after
from munchkin_env.engine.queries.piles import place_of
from munchkin_env.engine.rules.aims import is_there
from munchkin_env.engine.rules.choices import add, add_type, comes_first, has_something_on, list_numbers
from munchkin_env.engine.rules.helping import may_promise_first_pick
from munchkin_env.engine.state.actions import DONE_ID, FIRST_PICK_ID, PLACE0, SEAT0
from munchkin_env.vocabulary import Flag, Stage, Where, Zone

# --------------------------------------------------------------------------- copies


@kernel
def copy_key(s, t, c):
    """Features that distinguish two copies of a card: place, use, attachments, players who know them."""
    key = s.card[c].zone * 4096 + (s.card[c].flag & Flag.CARRIED) * 2048
    if s.card[c].zone >= Zone.TABLE:
        key += 1024 if s.card[c].host else 0
        key += 512 if cheated(s, t, c) else 0
        key += 256 if has_something_on(s, c) else 0
    return key + s.card[c].known_by


@kernel
def card_here(s, t, p, verb, stage, now, c):
    """Return True for an option in a zone that `list_cards` searches."""
    there = is_there(s, p, where_to_look(s, t, verb, stage), s.card[c].zone)
    return there and card_option(s, t, p, verb, stage, now, c)


@kernel
def next_key(s, t, p, verb, stage, now, k, floor):
    """The smallest copy key above `floor` among the options of type `k`, -1 if there is none."""
    best = -1
    first = t.card[k].first
    for c in range(first, first + t.card[k].copies):
        if card_here(s, t, p, verb, stage, now, c):
            key = copy_key(s, t, c)
            if key > floor and (best < 0 or key < best):
                best = key
    return best


@kernel
def copy_with_key(s, t, p, verb, stage, now, k, wanted):
    """The lowest copy of type `k` with that key, 0 if none."""
    first = t.card[k].first
    for c in range(first, first + t.card[k].copies):
        if card_here(s, t, p, verb, stage, now, c) and copy_key(s, t, c) == wanted:
            return c
    return 0


@kernel
def count_keys(s, t, p, verb, stage, now, k):
    """Number of distinguishable groups of copies."""
    total = 0
    key = next_key(s, t, p, verb, stage, now, k, -1)
    while key >= 0:
        total += 1
        key = next_key(s, t, p, verb, stage, now, k, key)
    return total


@kernel
def count_groups(s, t, p, verb, base, k):
    """Distinguishable copies of a chosen type."""
    return count_keys(s, t, p, verb, base, argument_moments(s, t, p, verb), k)


@kernel
def lowest_copy(s, t, p, verb, stage, k):
    """The copy of type `k` that is meant, of those that are options: if they are alike the lowest one."""
    now = argument_moments(s, t, p, verb)
    first = t.card[k].first
    best = 0
    for c in range(first, first + t.card[k].copies):
        if card_here(s, t, p, verb, stage, now, c):
            own = s.card[c].zone < Zone.TABLE or s.card[c].zone == table_of(p)
            if best == 0 or comes_first(s, t, c, best, own):
                best = c
    return best


@kernel
def copies_differ(s, t, p, verb, stage, k):
    """Several distinguishable copies of the type are options: one more action selects the copy."""
    if t.card[k].copies < 2:
        return False
    return count_keys(s, t, p, verb, stage, argument_moments(s, t, p, verb), k) > 1


@kernel
def pick_copy(s, t, p, verb, stage, k, index):
    """The copy of the index-th distinguishable group."""
    now = argument_moments(s, t, p, verb)
    key = next_key(s, t, p, verb, stage, now, k, -1)
    for _ in range(index):
        key = next_key(s, t, p, verb, stage, now, k, key)
    return copy_with_key(s, t, p, verb, stage, now, k, key)


# --------------------------------------------------------------------------- lists


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
