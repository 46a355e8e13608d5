"""Compiled bots by number: one function through which compiled code asks any of them.

A further one is its file, a member of `Compiled` and its branch of `bot_action`; Python finds it by its name.
"""

from enum import IntEnum

from munchkin_env.bots.greedy import greedy_action
from munchkin_env.engine.kernel import entry, kernel
from munchkin_env.observation.reading import BOTS, below, quick_mix


class Compiled(IntEnum):
    """The compiled bots, by the names in lower case that `make_bot` knows."""

    RANDOM = 0  # uniform over the legal answers
    GREEDY = 1  # raises its own level now and hinders whoever is about to win


KINDS = len(Compiled)


@kernel
def nth_lowest(ids, n, rank):
    """The id that has `rank` lower ones among the `n`: the answer does not depend on their order."""
    for j in range(n):
        lower = 0
        for i in range(n):
            if int(ids[i]) < int(ids[j]):
                lower += 1
        if lower == rank:
            return int(ids[j])
    return int(ids[0])


@kernel
def bot_action(kind, v, t, ids, n, hi, lo, counter):
    """The answer of compiled bot `kind` to the pending decision of the seat whose view `v` is.

    `v` is a view of the seat that is asked, which functions may change for a moment; `t` the card tables; `ids[:n]`
    the legal ids, in any order, at least one. Chance is drawn from the key (`hi`, `lo`), the seat's own stream and
    `counter`, the number of answers it has given with this key: the same arguments give the same answer.
    """
    p = int(v.seat)
    if kind == Compiled.GREEDY:
        return greedy_action(v, t, p, ids, n)
    return nth_lowest(ids, n, below(quick_mix(hi, lo, BOTS + p, counter), n))


@entry
def choose_action(views, i, tables, kind, ids, n, hi, lo, counter):
    """`bot_action` for row `i` of an array of views, called from Python."""
    return bot_action(kind, views[i], tables[0], ids, n, hi, lo, counter)
