"""Counter-based chance: every value is a hash of (seed, stream, counter).

All arithmetic is on the low 32 bits of 64-bit integers, so that interpreted and compiled code agree.
"""

from munchkin_env.engine.kernel import kernel

MASK = 0xFFFFFFFF

# Streams. A deck's stream counts its shuffles; the cards of one shuffle use the shuffle's own key.
DOORS = 0
TREASURES = 1
EXTRAS = 2
DICE = 3
BLIND = 4  # unseen cards taken from a hand
SEATING = 5
BOTS = 8  # + seat


@kernel
def scramble(h):
    """Murmur3's 32-bit finaliser."""
    h = (h ^ (h >> 16)) & MASK
    h = (h * 0x85EBCA6B) & MASK
    h = (h ^ (h >> 13)) & MASK
    h = (h * 0xC2B2AE35) & MASK
    return (h ^ (h >> 16)) & MASK


@kernel
def mix(hi, lo, stream, counter):
    """A 32-bit value for a 64-bit seed (two halves), a stream and a counter."""
    h = scramble((lo ^ (stream * 0x9E3779B1)) & MASK)
    h = scramble((h + hi + counter * 0x85EBCA77) & MASK)
    return scramble((h ^ (counter + stream * 0x27D4EB2F)) & MASK)


@kernel
def below(value, n):
    """A 32-bit value as a number in 0..n-1."""
    return (value * n) >> 32


@kernel
def draw_number(s, stream, n):
    """The next number in 0..n-1 of a stream; advances its counter."""
    counter = int(s.chance[stream])
    s.chance[stream] = counter + 1
    return below(mix(int(s.seed_hi), int(s.seed_lo), stream, counter), n)
