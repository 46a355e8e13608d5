"""How a run ends: Ctrl-C, which loses nothing, and what a person is told to do next."""

import os
import shlex
import signal
import threading
from pathlib import Path
from typing import Any

from training.run import RunFolder
from training.sections import Config

INTERRUPTED = 130  # exit status of a command that Ctrl-C has ended
ASKED = b"\nstopping after this iteration, which is saved then; Ctrl-C again stops at once\n"
CHAIRS = 3  # that one opponent has in `munchkin play`
OPTIONS = {"editions": "--editions", "preset": "--preset", "goal": "--goal", "round_limit": "--rounds"}
PLAIN = {True: "yes", False: "no", None: "none"}


class Interruption:
    """While inside, the first Ctrl-C only asks for the end (`asked`), the second is a KeyboardInterrupt.

    In another thread than the main one nothing is caught: signals never come there.
    """

    def __init__(self) -> None:
        self.asked = False
        self._before: Any = None

    def __enter__(self) -> "Interruption":
        if threading.current_thread() is threading.main_thread():
            self._before = signal.signal(signal.SIGINT, self._ask)
        return self

    def __exit__(self, *_: object) -> None:
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)

    def _ask(self, *_: object) -> None:
        if self.asked:
            raise KeyboardInterrupt
        self.asked = True
        os.write(2, ASKED)  # not by `print`, which may be what was interrupted


def stopped(folder: RunFolder) -> str:
    """What is said of a run that Ctrl-C has ended: where it is saved, and how it goes on."""
    saved = folder.newest()
    if saved is None:
        return f"stopped before the first checkpoint; from its beginning: {folder.resuming}"
    return f"stopped; saved in {saved}; to go on: {folder.resuming}"


def ended(folder: RunFolder) -> str:
    """What is said at the end of a run: where the policies are, and the commands that one may want next."""
    policies = folder.policies()
    opponent = folder.config.evaluation.opponents[0]
    told = [f"policy: {policies['policy']}"]
    if "best" in policies:
        told.append(f"best against {opponent}: {policies['best']}")
    return "\n".join((*told, "next:", *(f"  {line}" for line in commands(folder))))


def commands(folder: RunFolder) -> list[str]:
    """What shows how the run went, measures its policy and plays against it, by its own settings."""
    config = folder.config
    policy, others = name_of(folder.policies()["policy"]), config.game.players[0] - 1
    chairs = [policy] * (1 if others == CHAIRS else others)
    return [
        shlex.join(words)
        for words in (
            ["munchkin", "curve", str(folder.path)],
            ["munchkin", "evaluate", policy, *[config.evaluation.opponents[0]] * others, *settings(config)],
            ["munchkin", "play", "--against", *chairs, *settings(config)],
        )
    ]


def name_of(policy: Path) -> str:
    """What commands call a policy that this run has made, pickles and all."""
    return f"pickle:{policy}" if policy.suffix == ".zip" else str(policy)


def settings(config: Config) -> list[str]:
    """The options of the command line for the game that was trained for; switches have none."""
    words: list[str] = []
    rest: list[str] = []
    for name, value in config.game.settings.items():
        values = [str(one) for one in value] if isinstance(value, list | tuple) else [_plain(value)]
        if name in OPTIONS:
            words += [OPTIONS[name], *values]
        elif name != "switches":
            rest.append(f"{name}={','.join(values)}")
    return [*words, *(["--set", *rest] if rest else [])]


def _plain(value: Any) -> str:
    return PLAIN[value] if value is None or isinstance(value, bool) else str(value)


__all__ = ["INTERRUPTED", "Interruption", "commands", "ended", "stopped"]
