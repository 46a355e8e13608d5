"""How every compiled loop begins a game."""

from munchkin_env.engine.kernel import kernel
from munchkin_env.engine.rules.setup import begin_game
from munchkin_env.engine.step import run, settle_forced


@kernel
def deal_game(positions, i, t, template, first_seat, seed_hi, seed_lo, out):
    """Deals the game of a hashed seed in row `i` and runs it to its first decision. Returns the legal count."""
    positions[i] = template[0]
    s = positions[i]
    s.seed_hi = seed_hi
    s.seed_lo = seed_lo
    begin_game(s, t, first_seat)
    run(s, t)
    return settle_forced(s, t, out)
