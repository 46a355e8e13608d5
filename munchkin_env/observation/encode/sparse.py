"""Sparse encoding: indices and values of the entries of `flat` that are not 0."""

from munchkin_env.engine.kernels.kernel import kernel
from munchkin_env.observation.encode.flat import write_flat
from munchkin_env.observation.layout import N_GENERAL, N_SEAT, Plane
from munchkin_env.vocabulary import MAX_PLAYERS

BLOCK = 8  # entries checked together: most blocks are all 0


@kernel
def gather(flat, first, last, shift, indices, values, n):
    """Append the entries `first` to `last` that are not 0 to the `n` that are there, as long as there is room. Returns
    the new number."""
    most = len(indices)
    i = first
    while i + BLOCK <= last and n + BLOCK <= most:
        block = flat[i : i + BLOCK]
        some = 0
        for j in range(BLOCK):
            some |= block[j]
        if some:
            for j in range(BLOCK):
                indices[n] = i + j + shift
                values[n] = block[j]
                n += 1 if block[j] else 0
        i += BLOCK
    while i < last and n < most:
        indices[n] = i + shift
        values[n] = flat[i]
        n += 1 if flat[i] else 0
        i += 1
    return n


@kernel
def write_sparse(s, t, seat, flat, indices, values):
    """Write the whole of `sparse` into int16 `indices` and int8 `values`, whatever their contents; return the number of
    entries. `flat`, int8, is working memory, and holds `flat` afterwards. Discards come last, the first to be left out.
    """
    write_flat(s, t, seat, flat)
    types = t.n_types
    heads = N_GENERAL + s.rules.players * N_SEAT
    shift = (MAX_PLAYERS - s.rules.players) * N_SEAT
    discards = heads + Plane.DISCARDS * types
    n = gather(flat, 0, heads, 0, indices, values, 0)
    n = gather(flat, heads, discards, shift, indices, values, n)
    n = gather(flat, discards + types, len(flat), shift, indices, values, n)
    n = gather(flat, discards, discards + types, shift, indices, values, n)
    indices[n:] = 0
    values[n:] = 0
    return n
