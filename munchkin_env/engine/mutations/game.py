"""Atoms of the game as a whole: what everybody sees of it, its phase, its dice, its end."""

from munchkin_env.engine.kernels.kernel import kernel
from munchkin_env.engine.kernels.language import seats
from munchkin_env.engine.mutations import chance
from munchkin_env.engine.mutations.chance import draw_number
from munchkin_env.vocabulary import MAX_EVENTS, Event, Phase


@kernel
def log(s, kind, seat, card, other, amount):
    """Write a public event into the ring; `card` is a type, 0 if hidden; seats may be -1."""
    n = s.event_count
    e = s.event[n % MAX_EVENTS]
    e.kind = kind
    e.seat = seat
    e.other = other
    e.card = card
    e.amount = amount
    s.event_count = n + 1


@kernel
def roll_die(s):
    """A die: 1..6. A scenario may have set the first ones."""
    thrown = s.chance[chance.DICE]
    if thrown < s.n_dice:
        s.chance[chance.DICE] = thrown + 1
        return s.dice[thrown]
    return 1 + draw_number(s, chance.DICE, 6)


@kernel
def set_phase(s, phase):
    s.phase = phase


@kernel
def end_game(s, winners):
    """WIN-1: the game is over; `winners` are bits of seats, 0 is a draw."""
    s.over = 1
    s.winners = winners
    s.phase = Phase.OVER
    s.window = 0
    if winners == 0:
        log(s, Event.DRAW_GAME, -1, 0, -1, 0)
    for p in seats(s):
        if (winners >> p) & 1:
            log(s, Event.WON, p, 0, -1, 0)
