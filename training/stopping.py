"""End of a run: Ctrl-C or SIGTERM, which lose nothing, and advice on the next commands."""

import os
import shlex
import signal
import threading
from collections.abc import Mapping
from pathlib import Path
from types import FrameType
from typing import Any

from training.run import RunFolder
from training.sections import Config

INTERRUPTED = 130  # exit status after Ctrl-C
TERMINATED = 143  # exit status after SIGTERM
SIGNALS = (signal.SIGINT, signal.SIGTERM)
ASKED = b"\nstopping after this iteration, which is saved then; Ctrl-C (or SIGTERM) again stops at once\n"
LIMITS = ("run.total_timesteps", "run.seconds")
"""Settings that end a run; a continued one may get others."""
CHAIRS = 3  # seats that a single opponent fills in `munchkin play`
OPTIONS = {"editions": "--editions", "preset": "--preset", "goal": "--goal", "round_limit": "--round-limit"}
PLAIN = {True: "yes", False: "no", None: "none"}


class Interruption:
    """Handler of interruptions.

    While inside, the first Ctrl-C or SIGTERM only requests the end (`asked`), the second is a KeyboardInterrupt.

    SIGTERM is the signal by which clusters, pods and spot machines end their processes. In another thread than the main
    one nothing is caught: signals never come there.
    """

    def __init__(self) -> None:
        self.status = 0
        """Exit status of the request; 0 before."""
        self._before: dict[signal.Signals, Any] = {}

    @property
    def asked(self) -> bool:
        """True if the end was requested."""
        return self.status > 0

    def __enter__(self) -> "Interruption":
        if threading.current_thread() is threading.main_thread():
            self._before = {number: signal.signal(number, self._ask) for number in SIGNALS}
        return self

    def __exit__(self, *_: object) -> None:
        for number, before in self._before.items():
            signal.signal(number, before)

    def _ask(self, number: int, frame: FrameType | None) -> None:
        if self.asked:
            raise KeyboardInterrupt
        self.status = TERMINATED if number == signal.SIGTERM else INTERRUPTED
        os.write(2, ASKED)  # not by `print`, which may be the interrupted call


def stopped(folder: RunFolder) -> str:
    """Return the message for a run that Ctrl-C or SIGTERM has ended.

    It names its last save, and the command that continues it.
    """
    saved = folder.newest()
    if saved is None:
        return f"stopped before the first checkpoint; from its beginning: {folder.resuming}"
    return f"stopped; saved in {saved}; to go on: {folder.resuming}"


def is_finished(config: Config, facts: Mapping[str, Any]) -> bool:
    """Return True if the settings end a run at a checkpoint with these facts."""
    late = config.run.seconds is not None and facts["seconds"] >= config.run.seconds
    return late or bool(facts["decisions"] >= config.run.total_timesteps)


def finished(folder: RunFolder, facts: Mapping[str, Any]) -> str:
    """Return the message for a finished run that is to be resumed: how to train it for longer."""
    limit = "run.total_timesteps" if facts["decisions"] >= folder.config.run.total_timesteps else "run.seconds"
    now = facts["decisions"] if limit == "run.total_timesteps" else facts["seconds"]
    return (
        f"{folder.path} is finished: {facts['decisions']:,} timesteps in {facts['seconds']:,.0f} s; to train it for "
        f"longer: {folder.resuming} {limit}={2 * round(now)}\n{ended(folder)}"
    )


def ended(folder: RunFolder) -> str:
    """Return the message at the end of a run: its policies, and further commands."""
    policies = folder.policies()
    opponent = folder.config.evaluation.opponents[0]
    told = [f"policy: {policies['policy']}"]
    if "best" in policies:
        told.append(f"best against {opponent}: {policies['best']}")
    return "\n".join((*told, "next:", *(f"  {line}" for line in commands(folder))))


def commands(folder: RunFolder) -> list[str]:
    """Return commands that plot the run, measure its policy and play against it, with its own settings."""
    config = folder.config
    policy, others = name_of(folder.policies()["policy"]), config.game.players[0] - 1
    chairs = [policy] * (1 if others == CHAIRS else others)
    opponent = config.evaluation.opponents[0]
    coalition = config.opponents.coalition  # all seats but one are the learner's, as in its evaluations
    match = [opponent, *[policy] * others] if coalition else [policy, *[opponent] * others]
    return [
        shlex.join(words)
        for words in (
            ["munchkin", "curve", str(folder.path)],
            ["munchkin", "evaluate", *match, *settings(config)],
            ["munchkin", "play", "--against", *chairs, *settings(config)],
        )
    ]


def name_of(policy: Path) -> str:
    """Return the commands' name of a policy that this run has made, pickles and all."""
    return f"pickle:{policy}" if policy.suffix == ".zip" else str(policy)


def settings(config: Config) -> list[str]:
    """Return the options of the command line for the training game; switches have none."""
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
