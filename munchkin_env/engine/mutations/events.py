"""The story of the game: what everybody sees."""

from munchkin_env.engine.kernels.kernel import kernel
from munchkin_env.vocabulary import MAX_EVENTS


@kernel
def log(s, kind, seat, card, other, amount):
    """Writes a public event into the ring; `card` is a type, 0 if hidden; seats may be -1."""
    n = s.event_count
    e = s.event[n % MAX_EVENTS]
    e.kind = kind
    e.seat = seat
    e.other = other
    e.card = card
    e.amount = amount
    s.event_count = n + 1
