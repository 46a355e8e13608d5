"""Munchkin as an OpenEnv environment: a server of many sessions, several of which may sit at one table.

Needs the extra `openenv`. `uvicorn munchkin_env.llm.openenv:app --factory` serves it.
"""

import re
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from uuid import uuid4

from munchkin_env.bots import bot_names
from munchkin_env.errors import ConfigError, GameOver, needing, shown
from munchkin_env.game.initial_state import seed_or_drawn
from munchkin_env.llm.table import SPLITS, LLMTable, Turn, number_of_tasks, task_of

with needing("openenv", "the OpenEnv environment"):
    from openenv.core.env_client import EnvClient, StepResult
    from openenv.core.env_server.http_server import create_app
    from openenv.core.env_server.interfaces import Environment
    from openenv.core.env_server.types import Action, EnvironmentMetadata, Observation, State
    from pydantic import Field

WAITS = 30.0  # seconds that a session of several at a table waits for its question
MOST_TABLES = 1024  # tables that are played on at once


class MunchkinAction(Action):
    """Reply of a model."""

    text: str = Field(description='An answer by number, words, or JSON such as {"do": "pass"}', max_length=20_000)


class MunchkinObservation(Observation):
    """Message to one seat."""

    text: str = Field(description="A question with numbered answers, what was wrong, or how the game ended")
    rules: str = Field(default="", description="After a reset: the rules, and how to answer")
    asked: bool = Field(default=True, description="False: others are asked; an empty reply waits on")


class OpenEnvState(State):
    """Facts of a session; nothing of the state, and no seed."""

    seat: int = 0
    players: int = 4
    turns: int = 0
    counts: dict[str, Any] = Field(default_factory=dict)


class OpenEnvTables:
    """Tables at which several sessions sit, by name."""

    def __init__(self) -> None:
        self._tables: dict[str, tuple[LLMTable, dict[str, Any], set[int]]] = {}
        self._left: dict[str, set[int]] = {}
        """By table: the seats whose sessions have ended."""
        self._lock = threading.Lock()

    def join(self, name: str, seat: int, settings: dict[str, Any]) -> LLMTable:
        """Take a seat at the table of this name.

        The first session creates it, by a seed that is drawn here and that no session gets. Raises ConfigError for a
        seat that is taken, and for settings other than those of the first session.
        """
        with self._lock:
            ended = [key for key, (table, _, _) in self._tables.items() if table.game.is_terminal]
            for key in ended:
                self._end(key)
            if name not in self._tables:
                if len(self._tables) >= MOST_TABLES:
                    self._end_abandoned()
                if len(self._tables) >= MOST_TABLES:
                    raise ConfigError(f"table: expected at most {MOST_TABLES} at once, got another one")
                self._tables[name] = (LLMTable(**{**settings, "seed": None}), settings, set())
            table, laid, taken = self._tables[name]
            if laid != settings:
                raise ConfigError(f"table: expected the settings {shown(laid)} of {name!r}, got {shown(settings)}")
            if seat in taken or seat not in table.seats:
                raise ConfigError(f"seat: expected a free one of {sorted(set(table.seats) - taken)}, got {shown(seat)}")
            taken.add(seat)
            return table

    def leave(self, found: LLMTable, seat: int) -> None:
        """Give a seat up: the stand-in plays it. A table that all sessions have left goes when there is no room."""
        with self._lock:
            for key, (table, _, _) in self._tables.items():
                if table is found:
                    self._left.setdefault(key, set()).add(seat)
        if len(found.seats) > 1:
            found.leave(seat)

    def _end_abandoned(self) -> None:
        for key, (_, _, taken) in list(self._tables.items()):
            if self._left.get(key, set()) >= taken:
                self._end(key)

    def _end(self, key: str) -> None:
        del self._tables[key]
        self._left.pop(key, None)


TABLES = OpenEnvTables()
EDITION = re.compile(r"[a-z0-9_:%-]{1,80}")


def check_remote(settings: Mapping[str, Any]) -> None:
    """Check that clients name bots and editions of the package.

    No file of the server is read for them, no endpoint asked with its key. Raises ConfigError.
    """
    known = bot_names(others=False)
    for field in ("opponents", "stand_in"):
        given = settings.get(field, "greedy")
        for one in given if isinstance(given, list | tuple) else [given]:
            if one not in known:
                raise ConfigError(f"{field}: expected some of {', '.join(known)}, got {shown(one)}")
    editions = settings.get("editions", [])
    for one in [editions] if isinstance(editions, str) else editions:
        if not isinstance(one, str) or not EDITION.fullmatch(one) or Path(one).exists():
            raise ConfigError(f"editions: expected names of editions of the package, got {shown(one)}")


class MunchkinEnvironment(Environment[MunchkinAction, MunchkinObservation, OpenEnvState]):
    """One session: a seat of a table of its own, or of a shared one."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self.table: LLMTable | None = None
        self.seat = 0
        self._state = OpenEnvState()

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        *,
        split: str | None = None,
        index: int = 0,
        table: str | None = None,
        seat: int = 0,
        seats: list[int] | None = None,
        **settings: Any,
    ) -> MunchkinObservation:
        """Begin a new game.

        Args:
            seed: of a table of its own; None draws one. Anybody who knows it can compute every hand, so several
                sessions at one table may give none: the server draws it and keeps it.
            episode_id: the state's name of the episode.
            split: of tasks, in place of settings; a table of several takes the settings of the task, not its seed.
            index: of the task.
            table: a name under which several sessions sit down at one game.
            seat: of this session.
            seats: those of all sessions at the table.
            settings: as `LLMTable` takes them.

        Raises:
            ConfigError: settings that no table can have; the session goes on.
        """
        if table is not None and seed is not None:
            raise ConfigError(
                f"seed: expected none at a table of several sessions, since it reveals all hands; got {shown(seed)}"
            )
        if split is not None:
            task = task_of(split, index)
            seed, settings = task["seed"], {**task["settings"], **settings}
        check_remote(settings)
        if table is not None and not isinstance(table, str):
            raise ConfigError(f"table: expected a name, got {shown(table)}")
        if seats is not None and (not isinstance(seats, list | tuple) or any(type(one) is not int for one in seats)):
            raise ConfigError(f"seats: expected a list of whole numbers, got {shown(seats)}")
        outside = [seat] if seats is None else sorted(seats)
        if table is None:
            found = LLMTable(**{"seats": outside, "seed": seed_or_drawn(seed), **settings})
        else:
            found = TABLES.join(table, seat, {"seats": outside, **settings})
        rules = found.rules(seat)  # refuses a seat that is none
        self.close()
        self.table, self.seat = found, seat
        self._state = OpenEnvState(episode_id=episode_id or str(uuid4()), seat=seat, players=len(found.names))
        return self._told(found.wait(seat, WAITS), rules=rules)

    def step(self, action: MunchkinAction, timeout_s: float | None = None, **kwargs: Any) -> MunchkinObservation:
        """Act, and wait until this seat is asked again; an empty reply only waits."""
        if self.table is None:
            raise GameOver("step: expected a reset before it, got none")
        self._state.step_count += 1
        if not self.table.turn(self.seat).over and (action.text or self.table.asked == self.seat):
            turn = self.table.answer(self.seat, action.text)
            if turn.asked:
                return self._told(turn)
        return self._told(self.table.wait(self.seat, WAITS if timeout_s is None else timeout_s))

    def close(self) -> None:
        """End the session, or begin it again: at a table of several the stand-in acts for its seat."""
        table, self.table = self.table, None
        if table is not None:
            TABLES.leave(table, self.seat)

    @property
    def state(self) -> OpenEnvState:
        """Facts of the session: turns and the seat's counts."""
        if self.table is not None:
            self._state.turns = self.table.game.turn
            self._state.counts = self.table.counts(self.seat).as_dict()
        return self._state

    def get_metadata(self) -> EnvironmentMetadata:
        """Return name and description of the environment."""
        return EnvironmentMetadata(name="munchkin", description="The card game Munchkin for 3 to 6 players, in words")

    def _told(self, turn: Turn, rules: str = "") -> MunchkinObservation:
        return MunchkinObservation(text=turn.text, rules=rules, asked=turn.asked, done=turn.over, reward=turn.reward)

    # ------------------------------------------------------------------ tasks

    def list_splits(self) -> list[str]:
        """Return the names of the splits of tasks."""
        return list(SPLITS)

    def num_tasks(self, split: str) -> int:
        """Return the number of tasks of a split. Raises ConfigError for an unknown one."""
        return number_of_tasks(split)

    def get_task(self, split: str, index: int) -> dict[str, Any]:
        """Return a task of a split, by its place. Raises ConfigError for an unknown one."""
        return task_of(split, index)

    def get_task_range(self, split: str, start: int, stop: int) -> list[dict[str, Any]]:
        """Return the tasks of a split from `start` to before `stop`, as far as there are any."""
        return [task_of(split, index) for index in range(start, min(stop, self.num_tasks(split)))]

    def list_tasks(self, split: str) -> list[dict[str, Any]]:
        """Return all tasks of a split."""
        return self.get_task_range(split, 0, self.num_tasks(split))


class MunchkinClient(EnvClient[MunchkinAction, MunchkinObservation, OpenEnvState]):
    """Client of one session: `MunchkinClient(base_url=…).sync()`."""

    def _step_payload(self, action: MunchkinAction) -> dict[str, Any]:
        return {"text": action.text}

    def _parse_result(self, payload: dict[str, Any]) -> StepResult[MunchkinObservation]:
        seen = payload.get("observation", {})
        observation = MunchkinObservation(**{**seen, "done": payload["done"], "reward": payload["reward"]})
        return StepResult(observation=observation, reward=observation.reward, done=observation.done)

    def _parse_state(self, payload: dict[str, Any]) -> OpenEnvState:
        return OpenEnvState(**payload)


def app() -> Any:
    """Return the server, a FastAPI application."""
    return create_app(
        MunchkinEnvironment, MunchkinAction, MunchkinObservation, env_name="munchkin", max_concurrent_envs=64,
        state_cls=OpenEnvState,
    )  # fmt: skip
