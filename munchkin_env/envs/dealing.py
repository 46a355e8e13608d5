"""How every compiled loop begins a game."""

from munchkin_env.engine.dispatch.core import begin_game, run, settle_forced
from munchkin_env.engine.kernels.kernel import kernel


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


# What `settings.hash_seed` and `seeding.episode_seed` compute, on halves of 32 bits: 64 don't fit into signed numbers.
MASK = 0xFFFFFFFF


@kernel
def run_key(hi, lo, episode):
    """The hashed seed of episode `episode` of a run that has a seed of its own; hi, lo: the run's, hashed."""
    if episode == 0:
        return hi, lo
    step_hi, step_lo = times(int(episode) >> 32, int(episode) & MASK, 0xD1342543, 0xDE82EF95)
    hi, lo = hashed(hi ^ step_hi, lo ^ step_lo)
    return hashed(hi, lo)


@kernel
def hashed(hi, lo):
    """splitmix64."""
    lo = lo + 0x7F4A7C15
    hi = (hi + 0x9E3779B9 + (lo >> 32)) & MASK
    hi, lo = folded(hi, lo & MASK, 30)
    hi, lo = times(hi, lo, 0xBF58476D, 0x1CE4E5B9)
    hi, lo = folded(hi, lo, 27)
    hi, lo = times(hi, lo, 0x94D049BB, 0x133111EB)
    return folded(hi, lo, 31)


@kernel
def folded(hi, lo, n):
    """z ^ z >> n, n below 32."""
    return hi ^ (hi >> n), lo ^ (((lo >> n) | (hi << (32 - n))) & MASK)


@kernel
def times(hi, lo, by_hi, by_lo):
    """The product of two numbers of 64 bits, without what goes beyond."""
    upper = (lo >> 16) * by_lo
    lower = (lo & 0xFFFF) * by_lo + ((upper & 0xFFFF) << 16)
    over = (upper >> 16) + (lower >> 32)
    return (over + hi * by_lo + lo * by_hi) & MASK, lower & MASK
