"""The engine's chance once more, in plain Python, and turned round: what a player could work out from numbers."""

MASK = 0xFFFFFFFF


def scramble(h: int) -> int:
    h = ((h ^ (h >> 16)) * 0x85EBCA6B) & MASK
    h = ((h ^ (h >> 13)) * 0xC2B2AE35) & MASK
    return h ^ (h >> 16)


def unscramble(h: int) -> int:
    """What was scrambled."""
    h ^= h >> 16
    h = (h * pow(0xC2B2AE35, -1, 1 << 32)) & MASK
    h ^= (h >> 13) ^ (h >> 26)
    h = (h * pow(0x85EBCA6B, -1, 1 << 32)) & MASK
    return h ^ (h >> 16)


def state_of(hi: int, lo: int, stream: int) -> int:
    """The 32 bits from which all numbers of a stream follow."""
    return (scramble((lo ^ (stream * 0x9E3779B1)) & MASK) + hi) & MASK


def mix(hi: int, lo: int, stream: int, counter: int) -> int:
    """`engine.chance.mix`."""
    h = scramble((state_of(hi, lo, stream) + counter * 0x85EBCA77) & MASK)
    return scramble((h ^ (counter + stream * 0x27D4EB2F)) & MASK)


def state_behind(value: int, stream: int, counter: int) -> int:
    """The state of the stream that gave a value: `mix` turned round."""
    h = unscramble(value) ^ ((counter + stream * 0x27D4EB2F) & MASK)
    return (unscramble(h) - counter * 0x85EBCA77) & MASK


def unmixed_seed(number: int) -> int:
    """The seed behind a 64-bit number of `game.hash_seed`."""
    full = (1 << 64) - 1
    z = number
    for shift, factor in ((31, 0x94D049BB133111EB), (27, 0xBF58476D1CE4E5B9), (30, 1)):
        z ^= (z >> shift) ^ (z >> 2 * shift)
        z = (z * pow(factor, -1, 1 << 64)) & full
    return (z - 0x9E3779B97F4A7C15) & full
