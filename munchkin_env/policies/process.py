"""Player in any language.

It is a process that reads questions on its standard input and writes actions on its standard output.

It receives the inputs of a bot and nothing else: the encoded observation of its seat, the legal actions, one random
number. Matches give each rotation of a game, and each chair, a process of its own (`evaluation.match_runner`).
docs/guides/own-bot.md describes the lines.
"""

import shlex
import threading
from collections.abc import Mapping, Sequence
from copy import copy
from itertools import count
from typing import Any

import numpy as np

from munchkin_env import versions
from munchkin_env.bots import Bot
from munchkin_env.errors import ConfigError, PlayerError, shown
from munchkin_env.observation import KINDS, Spec, View, observe
from munchkin_env.policies.subprocess_io import Limits, Lines

PROTOCOL = 1
MEMORY_GIB = 16.0
CPU_SECONDS = 36_000.0
MOST_NAME = 60  # characters


class ProcessBot(Bot):
    """Player in a process of its own, which is started at its first decision and ended with the last of its copies.

    A player that is late, ends, or sends no valid action raises PlayerError and is ended: no other player acts for it.
    It gets the environment variables that `PASSED_ON` lists and no others, a session of its own, which is ended as a
    group, and, where the system has them, limits of memory and CPU time. It may use files and network as the command
    lets it: run an untrusted player as another user, or in a container without a network.

    Examples:
        >>> import sys
        >>> import munchkin_env as mk
        >>> program = '''
        ... import json, sys
        ... print(json.dumps({"type": "ready", "name": "first", "observation": "flat"}), flush=True)
        ... for line in map(json.loads, sys.stdin):
        ...     if line["type"] == "act":
        ...         print(json.dumps({"type": "answer", "id": line["id"], "action": line["legal"][0]}), flush=True)
        ... '''
        >>> player = mk.ProcessBot([sys.executable, "-c", program], seconds=10)
        >>> result = mk.evaluate([player, "random", "random"], games=3, preset="short", round_limit=2)
        >>> result.bots[0].name
        'first'
    """

    def __init__(
        self,
        command: str | Sequence[str],
        *,
        seconds: float = 10.0,
        first_seconds: float = 120.0,
        memory_gib: float | None = MEMORY_GIB,
        cpu_seconds: float | None = CPU_SECONDS,
        variables: Mapping[str, str] | None = None,
    ) -> None:
        """Describe the process; nothing is started yet.

        Args:
            command: a program and its arguments, a list or as a shell would split them; no shell is started.
            seconds: limit for an action.
            first_seconds: limit for the first line, until which it may load its files.
            memory_gib: GiB of data, of each process that it consists of; None sets no limit.
            cpu_seconds: CPU time, of each process that it consists of, all threads together; None sets no limit.
            variables: environment variables, beside those that are passed on.

        Raises:
            ConfigError: an invalid command, limit or variable.
        """
        self.command = _words(command)
        for field, value in (("seconds", seconds), ("first_seconds", first_seconds)):
            if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value < float("inf"):
                raise ConfigError(f"{field}: expected seconds above 0, got {shown(value)}")
        limits = Limits.checked(memory_gib, cpu_seconds)
        more = _variables({} if variables is None else variables)
        self._child = _Child(self.command, float(seconds), float(first_seconds), limits, more)
        self._game: dict[str, Any] = {}
        self._number = 0
        """Number of the current game for the process; 0 before its first game."""

    @property
    def name(self) -> str:  # type: ignore[override]
        """Its own name; this starts it."""
        return str(self._child.ready()["name"])

    def reset(self) -> None:
        """Begin a game, which gets its number with its first question."""
        self._number = 0

    def check(self, game: Spec) -> None:
        """Start the program, and refuse games that it cannot play.

        Args:
            game: sizes and versions of the game.

        Raises:
            ConfigError: it reads an unknown encoding.
            PlayerError: as for `act`.
        """
        self._child.ready()
        self._game = {
            "players": game.config.players, "editions": list(game.config.editions), "actions": game.num_actions,
            "settings": {name: value for name, value in game.config.as_dict().items() if value is not None},
        }  # fmt: skip

    def act(self, view: View, mask: np.ndarray, rng: np.random.Generator) -> int:
        """Put the question to the process, and return its action."""
        child = self._child
        kind = child.ready()["observation"]
        legal = np.flatnonzero(mask).tolist()
        question: dict[str, Any] = {"legal": legal, "chance": rng.random(), "observation": _plain(view, kind)}
        if kind == "text":
            question["words"] = [view.describe(action) for action in legal]
        with child.lock:
            if not self._number:
                self._number = next(child.numbers)
                child.tell({"type": "begin", "game": self._number, "seat": view.seat, **self._game})
            return child.act({"game": self._number, "seat": view.seat, **question})

    def close(self) -> None:
        """End the process; the next question starts another one."""
        self._child.close()

    def fresh(self) -> "ProcessBot":
        """Return the same player with a process of its own, which has seen no game."""
        own = copy(self)
        own._child, own._number = self._child.another(), 0
        return own

    def __copy__(self) -> "ProcessBot":
        """Return a copy of the same process, which plays many seats of many games."""
        own = object.__new__(ProcessBot)
        vars(own).update(vars(self))
        return own

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the player: in another process it is a process of its own."""
        return _again, (self._child.another(), self._game)


def _words(command: object) -> tuple[str, ...]:
    """Return a program and its arguments. Raises ConfigError."""
    words: Any = command
    if isinstance(command, str):
        try:
            words = shlex.split(command)
        except ValueError as error:
            raise ConfigError(
                f"command: expected words as a shell splits them, got {shown(command)} ({error})"
            ) from error
    if not isinstance(words, Sequence) or not words or not all(isinstance(word, str) for word in words):
        raise ConfigError(f"command: expected a program and its arguments, got {shown(command)}")
    return tuple(words)


def _variables(variables: Any) -> dict[str, str]:
    """Return environment variables. Raises ConfigError."""
    right = isinstance(variables, Mapping) and all(
        isinstance(one, str) and "\0" not in one for pair in variables.items() for one in pair
    )
    if not right or not all(name and "=" not in name for name in variables):
        raise ConfigError(f"variables: expected names and values, got {shown(variables)}")
    return dict(variables)


def _again(child: "_Child", game: dict[str, Any]) -> ProcessBot:
    bot = object.__new__(ProcessBot)
    bot.command, bot._child, bot._game, bot._number = child.command, child, game, 0
    return bot


def _plain(view: View, encoding: str) -> Any:
    """Return the seat's observation as numbers of JSON: made of the view, in which all else is blanked."""
    seen = observe(view.row, view.catalogue, view.seat, encoding)
    if isinstance(seen, str):
        return seen
    return {name: part.tolist() for name, part in seen.items()} if isinstance(seen, dict) else seen.tolist()


class _Child:
    """State that the copies of a player share: one process, and the numbers of questions and games."""

    def __init__(
        self,
        command: tuple[str, ...],
        seconds: float,
        first_seconds: float,
        limits: Limits,
        variables: dict[str, str],
    ) -> None:
        self.command, self.seconds, self.first_seconds = command, seconds, first_seconds
        self.limits, self.variables = limits, variables
        self.lock = threading.RLock()
        self.numbers = count(1)
        self._ids = count(1)
        self._lines: Lines | None = None
        self._ready: dict[str, Any] = {}

    def another(self) -> "_Child":
        """Return one of the same command that is not started yet."""
        return _Child(self.command, self.seconds, self.first_seconds, self.limits, self.variables)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle it: in another process it is not started yet."""
        return _Child, (self.command, self.seconds, self.first_seconds, self.limits, self.variables)

    def ready(self) -> dict[str, Any]:
        """Return the process's description of itself: `name`, `observation`. Raises PlayerError, ConfigError."""
        with self.lock:
            if self._lines is None:
                lines = Lines(self.command, self.limits, self.variables)
                self._ready = _checked(lines, lines.ask(_hello(), self.first_seconds))
                self._lines = lines
            return self._ready

    def tell(self, message: dict[str, Any]) -> None:
        self.ready()
        assert self._lines is not None  # it is ready
        self._lines.tell(message)

    def act(self, question: dict[str, Any]) -> int:
        """Return the action for a question. Raises PlayerError."""
        self.ready()
        assert self._lines is not None  # it is ready
        number = next(self._ids)
        answer = self._lines.ask({"type": "act", "id": number, **question}, self.seconds)
        wanted = {"type": "answer", "id": number}
        for key, value in wanted.items():
            if type(answer.get(key)) is not type(value) or answer[key] != value:
                raise self._refuse(key, repr(value), answer.get(key))
        action = answer.get("action")
        if isinstance(action, bool) or not isinstance(action, int):
            raise self._refuse("action", "a whole number", action)
        return action

    def _refuse(self, key: str, expected: str, came: object) -> PlayerError:
        self.close()
        return PlayerError(f"process: {key}: expected {expected}, got {shown(came)}")

    def close(self) -> None:
        with self.lock:
            if self._lines is not None:
                self._lines.close()
            self._lines, self._ready = None, {}


def _hello() -> dict[str, Any]:
    names = ("rules", "observation", "action")
    return {
        "type": "hello", "protocol": PROTOCOL,
        "versions": {name: getattr(versions, f"{name.upper()}_VERSION") for name in names},
        "observations": list(KINDS),
    }  # fmt: skip


def _checked(lines: Lines, said: dict[str, Any]) -> dict[str, Any]:
    """Return the process's description of itself. Raises PlayerError, and ends it."""
    name, kind = said.get("name"), said.get("observation")
    right = isinstance(name, str) and name.isprintable() and 0 < len(name.strip()) <= MOST_NAME
    wrong = ""
    if said.get("type") != "ready":
        wrong = f"type: expected 'ready', got {shown(said.get('type'))}"
    elif not right:
        wrong = f"name: expected 1 to {MOST_NAME} printable characters, got {shown(name)}"
    elif not isinstance(kind, str) or kind not in KINDS:
        wrong = f"observation: expected one of {', '.join(KINDS)}, got {shown(kind)}"
    if wrong:
        lines.close()
        raise PlayerError(f"process: {wrong}")
    return {"name": name, "observation": kind}
