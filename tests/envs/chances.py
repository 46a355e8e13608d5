"""The engine's chance once more, in plain Python, and turned round: what a player could work out from numbers."""

MASK = 0xFFFFFFFF


ROTATIONS = (13, 15, 26, 6, 17, 29, 16, 24)


def mix(hi: int, lo: int, stream: int, counter: int) -> int:
    """`engine.mutations.chance.mix`: the first word of Threefry-2x32-20 with the key (hi, lo)."""
    keys = (hi, lo, 0x1BD11BDA ^ hi ^ lo)
    a, b = (stream + hi) & MASK, (counter + lo) & MASK
    for turn in range(20):
        r = ROTATIONS[turn % 8]
        a = (a + b) & MASK
        b = (b << r | b >> (32 - r)) & MASK ^ a
        if turn % 4 == 3:
            n = turn // 4 + 1
            a = (a + keys[n % 3]) & MASK
            b = (b + keys[(n + 1) % 3] + n) & MASK
    return a


def unmixed_seed(number: int) -> int:
    """The seed behind a 64-bit number of `game.hash_seed`."""
    full = (1 << 64) - 1
    z = number
    for shift, factor in ((31, 0x94D049BB133111EB), (27, 0xBF58476D1CE4E5B9), (30, 1)):
        z ^= (z >> shift) ^ (z >> 2 * shift)
        z = (z * pow(factor, -1, 1 << 64)) & full
    return (z - 0x9E3779B97F4A7C15) & full
