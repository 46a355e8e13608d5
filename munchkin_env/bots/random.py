"""The random bot: any legal answer, each as likely as the others."""

from munchkin_env.engine.kernels.kernel import kernel
from munchkin_env.engine.mutations.chance import BOTS, below, quick_mix

NUMBER = 0  # in saved states, too


@kernel
def choose(v, t, ids, n, hi, lo, counter):
    """The bot's answer, as `bots.dispatch` asks for it."""
    return nth_lowest(ids, n, below(quick_mix(hi, lo, BOTS + v.seat, counter), n))


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
