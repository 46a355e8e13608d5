"""Compiled bots by number, as all other compiled code asks them: one unit, and one function through which any is asked.

The random bot is here. A further one is a file here with a kernel `choose` and the next `NUMBER`: nothing lists them.
"""

import re
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from munchkin_env.bots import veteran
from munchkin_env.engine.kernels.kernel import entry, kernel, unit
from munchkin_env.engine.mutations.chance import BOTS, below, quick_mix
from munchkin_env.observation import core as seen


def _numbered() -> dict[int, str]:
    """Return the names of the compiled bots by number: `random`, and the files that give one.

    Raises:
        ValueError: if the numbers are not those from 0 on.
    """
    found = {0: "random"}
    for file in sorted(Path(__file__).parent.glob("*.py")):
        number = re.search(r"^NUMBER = (\d+)", file.read_text(encoding="utf-8"), re.MULTILINE)
        if number and found.setdefault(int(number[1]), file.stem) != file.stem:
            raise ValueError(f"bot {file.stem}: NUMBER: expected one of its own, got that of {found[int(number[1])]}")
    if sorted(found) != list(range(len(found))):
        raise ValueError(f"bots: NUMBER: expected those from 0 to {len(found) - 1}, got {sorted(found)}")
    return found


NAMES = tuple(name for _, name in sorted(_numbered().items()))
"""Their names, but for `random` those of their files; their places here are their numbers, in saved states, too."""
KINDS = len(NAMES)


@kernel
def choose_at_random(kind, v, t, ids, n, hi, lo, counter):
    """Return any legal action with the same probability: the action of `random`, number 0."""
    return nth_lowest(ids, n, below(quick_mix(hi, lo, BOTS + v.seat, counter), n))


@kernel
def nth_lowest(ids, n, rank):
    """Return the id that has `rank` lower ones among the `n`: it does not depend on their order."""
    for j in range(n):
        lower = 0
        for i in range(n):
            if int(ids[i]) < int(ids[j]):
                lower += 1
        if lower == rank:
            return int(ids[j])
    return int(ids[0])


def _either(number: int, others: Any) -> Any:
    """Return a kernel that asks the bot `number` if that is its `kind`, else `others`.

    Compiled code calls each directly, and does not know which functions a table holds.
    """
    choose = import_module(f"{__package__}.{NAMES[number]}").choose

    def ask(kind, v, t, ids, n, hi, lo, counter):
        if kind == number:
            return choose(v, t, ids, n, hi, lo, counter)
        return others(kind, v, t, ids, n, hi, lo, counter)

    return kernel(ask)


_ask: Any = choose_at_random
for _number in reversed(range(1, KINDS)):
    _ask = _either(_number, _ask)


@kernel
def ask_bot(kind, v, t, ids, n, hi, lo, counter):
    """Return the action of compiled bot `kind` at the pending decision of the seat whose view `v` is.

    `v` is a view of the deciding seat, which functions may change for a moment; `t` the card tables; `ids[:n]` the
    legal ids, in any order, at least one. Random numbers come from the key (`hi`, `lo`), the seat's own stream and
    `counter`, its number of actions with this key: the same arguments give the same action.
    """
    return _ask(kind, v, t, ids, n, hi, lo, counter)


def like() -> dict[str, np.ndarray]:
    """Return arrays such as the functions are given."""
    given = seen.like()
    return {"v": given["v"], "t": given["t"], "ids": np.zeros(1, np.int32)}


UNIT = unit(__name__, like)

bot_action = UNIT.export(ask_bot)
veteran_action = UNIT.export(veteran.choose)
veteran_points = UNIT.export(veteran.judge)


@entry
def choose_action(views, i, tables, kind, ids, n, hi, lo, counter):
    """`bot_action` for row `i` of an array of views, called from Python."""
    return bot_action(kind, views[i], tables[0], ids, n, hi, lo, counter)
