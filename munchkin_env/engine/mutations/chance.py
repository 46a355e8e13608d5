"""Counter-based chance: every value is a hash of (seed, stream, counter).

All arithmetic is on the low 32 bits of 64-bit integers, so that interpreted and compiled code agree.
"""

from munchkin_env.engine.kernels.kernel import kernel

MASK = 0xFFFFFFFF

# Streams. A deck's stream counts its shuffles; the cards of one shuffle use the shuffle's own key.
DOORS = 0
DICE = 3
BLIND = 4  # unseen cards taken from a hand
SEATING = 5
RETURNS = 6  # cards shuffled back into the top of a draw pile
BOTS = 8  # + seat


@kernel
def _four_rounds(left, right, r0, r1, r2, r3):
    """Four rounds of Threefry: add, rotate, exclusive or."""
    left = (left + right) & MASK
    right = (((right << r0) & MASK) | (right >> (32 - r0))) ^ left
    left = (left + right) & MASK
    right = (((right << r1) & MASK) | (right >> (32 - r1))) ^ left
    left = (left + right) & MASK
    right = (((right << r2) & MASK) | (right >> (32 - r2))) ^ left
    left = (left + right) & MASK
    right = (((right << r3) & MASK) | (right >> (32 - r3))) ^ left
    return left, right


@kernel
def mix(hi, lo, stream, counter):
    """A 32-bit value for a 64-bit seed (two halves), a stream and a counter.

    Threefry-2x32 with 20 rounds (Salmon and others, 2011), the seed as its key: values seen, however many and of
    whatever streams, tell less of the seed than trying all 2**64.
    """
    key = 0x1BD11BDA ^ hi ^ lo
    left = (stream + hi) & MASK
    right = (counter + lo) & MASK
    left, right = _four_rounds(left, right, 13, 15, 26, 6)
    left, right = _four_rounds((left + lo) & MASK, (right + key + 1) & MASK, 17, 29, 16, 24)
    left, right = _four_rounds((left + key) & MASK, (right + hi + 2) & MASK, 13, 15, 26, 6)
    left, right = _four_rounds((left + hi) & MASK, (right + lo + 3) & MASK, 17, 29, 16, 24)
    left, right = _four_rounds((left + lo) & MASK, (right + key + 4) & MASK, 13, 15, 26, 6)
    return (left + key) & MASK


@kernel
def scramble(h):
    """Murmur3's 32-bit finaliser."""
    h = (h ^ (h >> 16)) & MASK
    h = (h * 0x85EBCA6B) & MASK
    h = (h ^ (h >> 13)) & MASK
    h = (h * 0xC2B2AE35) & MASK
    return (h ^ (h >> 16)) & MASK


@kernel
def quick_mix(hi, lo, stream, counter):
    """The same for bots, with a fifth of the work: a key whose values are seen must be of nothing else."""
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
    counter = s.chance[stream]
    s.chance[stream] = counter + 1
    return below(mix(s.seed_hi, s.seed_lo, stream, counter), n)
