"""Entry points of observation for Python. Like those of the engine, all take `(positions, i, tables, …)`."""

from munchkin_env.engine.kernels.kernel import entry
from munchkin_env.observation.core import fill, make_view, part_in_fight, write_flat, write_sparse, write_tokens


@entry
def view_position(positions, i, tables, seat, views, j):
    """Write the view of `seat` of row `i` of `positions` into row `j` of `views`."""
    make_view(positions[i], tables[0], seat, views[j])


@entry
def role_in_fight(positions, i, tables, c):
    """Return (`encode.facts.FightPart`, place) of card `c`, which is in the combat of row `i`."""
    return part_in_fight(positions[i], tables[0], c)


@entry
def encode_flat(positions, i, tables, seat, out):
    """Write `flat` of row `i` as `seat` sees it into `out`: int8[`layout.flat_length`]."""
    write_flat(positions[i], tables[0], seat, out)


@entry
def encode_tokens(positions, i, tables, seat, cards, general):
    """Write `tokens` of row `i` as `seat` sees it: int16[MAX_TOKENS, N_TOKEN] and int16[N_GLOBALS]. Returns the number
    of cards."""
    return write_tokens(positions[i], tables[0], seat, cards, general)


@entry
def encode_sparse(positions, i, tables, seat, flat, indices, values):
    """Write `sparse` of row `i` as `seat` sees it: int16[MAX_ENTRIES] and int8[MAX_ENTRIES]; `flat` is working memory.
    Returns the number of entries."""
    return write_sparse(positions[i], tables[0], seat, flat, indices, values)


@entry
def fill_position(positions, i, tables, seat, hi, lo, scratch):
    """Draw again, in place, everything in row `i` that the seat cannot know."""
    fill(positions[i], tables[0], seat, hi, lo, scratch)
