"""Compiled bots by number: one function through which compiled code asks any of them.

A further one is a file here with a kernel `choose`, and its name in `NAMES`.
"""

from importlib import import_module
from typing import Any

from munchkin_env.engine.compiler.kernel import kernel

NAMES = ("random", "greedy", "veteran")
"""Their names, which are those of their files; their places here are their numbers, in saved states, too."""
KINDS = len(NAMES)


@kernel
def nobody(kind, v, t, ids, n, hi, lo, counter):
    """Answers for a number that is no bot's; Python hands on no such one."""
    return int(ids[0])


def _either(number: int, others: Any) -> Any:
    """A kernel that asks the bot `number` if that is its `kind`, else `others`: compiled code calls each directly, and
    does not know which functions a table holds."""
    choose = import_module(f"{__package__}.{NAMES[number]}").choose

    def ask(kind, v, t, ids, n, hi, lo, counter):
        if kind == number:
            return choose(v, t, ids, n, hi, lo, counter)
        return others(kind, v, t, ids, n, hi, lo, counter)

    return kernel(ask)


_ask: Any = nobody
for _number in reversed(range(KINDS)):
    _ask = _either(_number, _ask)


@kernel
def bot_action(kind, v, t, ids, n, hi, lo, counter):
    """The answer of compiled bot `kind` to the pending decision of the seat whose view `v` is.

    `v` is a view of the seat that is asked, which functions may change for a moment; `t` the card tables; `ids[:n]`
    the legal ids, in any order, at least one. Chance is drawn from the key (`hi`, `lo`), the seat's own stream and
    `counter`, the number of answers it has given with this key: the same arguments give the same answer.
    """
    return _ask(kind, v, t, ids, n, hi, lo, counter)
