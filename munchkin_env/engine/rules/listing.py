"""Writing action ids into the list of legal answers."""

from munchkin_env.engine.kernels.kernel import kernel
from munchkin_env.engine.kernels.language import cards
from munchkin_env.engine.queries.people import seat_after
from munchkin_env.engine.queries.third_deck import is_kept
from munchkin_env.engine.state.action_ids import AMOUNT0, CARD0, SEAT0


@kernel
def add(out, n, action):
    """Appends an id; without a list (None) it is only counted."""
    if out is not None:
        out[n] = action
    return n + 1


@kernel
def add_type(t, out, n, start, c):
    """Adds the type of a card once."""
    action = CARD0 + t.type_of[c] - 1
    for i in range(start, n):
        if int(out[i]) == action:
            return n
    out[n] = action
    return n + 1


@kernel
def add_seat(s, out, n, q):
    """Seats are relative to the one who answers: 0 himself, 1 the left neighbour."""
    players = s.rules.players
    return add(out, n, SEAT0 + seat_after(s, q, players - s.seat))


@kernel
def list_numbers(out, n, least, most):
    """The numbers from the least to the most."""
    for amount in range(least, most + 1):
        n = add(out, n, AMOUNT0 + amount)
    return n


@kernel
def list_types(s, t, zone, out, n):
    """All types of a zone that may be given away (FAIRY-3)."""
    for c in cards(s, zone):
        if not is_kept(s, t, c):
            n = add_type(t, out, n, 0, c)
    return n
