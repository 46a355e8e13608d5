"""Compiled bots by number: one function through which compiled code asks any of them.

A further one is a file here with a kernel `choose` and the next `NUMBER`: nothing lists them.
"""

import re
from importlib import import_module
from pathlib import Path
from typing import Any

from munchkin_env.engine.kernels.kernel import kernel


def _numbered() -> dict[int, str]:
    """The files that give a number, by it. Raises ValueError unless the numbers are those from 0 on."""
    found: dict[int, str] = {}
    for file in sorted(Path(__file__).parent.glob("*.py")):
        number = re.search(r"^NUMBER = (\d+)", file.read_text(encoding="utf-8"), re.MULTILINE)
        if number and found.setdefault(int(number[1]), file.stem) != file.stem:
            raise ValueError(f"bot {file.stem}: NUMBER: expected one of its own, got that of {found[int(number[1])]}")
    if sorted(found) != list(range(len(found))):
        raise ValueError(f"bots: NUMBER: expected those from 0 to {len(found) - 1}, got {sorted(found)}")
    return found


NAMES = tuple(name for _, name in sorted(_numbered().items()))
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
