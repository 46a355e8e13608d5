"""Munchkin for verifiers: a set of tasks, and an environment with an agent for each seat. Needs the extra `verifiers`.

A module with the environment's name hands these on: `from munchkin_env.llm.verifiers import VerifiersEnv,
MunchkinTaskset`, with both in its `__all__` (`examples/verifiers/munchkin_verifiers.py`). Agents keep their
conversation: a question shows only the changes.
"""

import asyncio
from collections.abc import Iterator
from contextlib import AsyncExitStack
from typing import Any

from munchkin_env.errors import ConfigError, needing, shown
from munchkin_env.llm.table import LLMTable, number_of_tasks, task_of

with needing("verifiers", "the environment of verifiers"):
    import verifiers.v1 as vf

PROMPTING: dict[str, Any] = {"board": "changes", "remembers": 1}
MOST_AGENTS = 6


class MunchkinData(vf.TaskData):
    """Data of one game."""

    seed: int
    settings: dict[str, Any] = {}
    """Settings as `LLMTable` takes them; the environment's own take precedence."""


class MunchkinTask(vf.Task[MunchkinData, vf.State, vf.TaskConfig]):
    """Task: a game that is played to its end."""


class MunchkinTasksetConfig(vf.TasksetConfig):
    """Selection of games: those of a split, or so many of one kind."""

    split: str | None = None
    """"train" or "test"; None: seeds from `first_seed` on, with the environment's settings."""
    games: int = 100
    first_seed: int = 0


class MunchkinTaskset(vf.Taskset[MunchkinTask, MunchkinTasksetConfig]):
    """Seeded games. The same index is the same seed, for every player."""

    def load(self) -> Iterator[MunchkinTask]:
        """Yield the tasks. Raises ConfigError for less than one game and for a seed below 0."""
        config = self.config
        if config.games < 1 or config.first_seed < 0:
            raise ConfigError(f"games: expected at least 1 from a seed of at least 0, got {config.games}")
        games = config.games if config.split is None else min(config.games, number_of_tasks(config.split))
        for i in range(games):
            task = {"id": f"seed-{config.first_seed + i}", "seed": config.first_seed + i, "settings": {}}
            task = task if config.split is None else task_of(config.split, i)
            data = MunchkinData(id=task["id"], seed=task["seed"], settings=task["settings"])
            yield MunchkinTask(data, config.task)


def _agent() -> Any:
    return vf.AgentConfig(harness={"id": "null"}, runtime={"type": "subprocess"})


class MunchkinEnvConfig(vf.EnvConfig):
    """Players of the environment; `--env.player0.model` and the like set their models."""

    player0: vf.AgentConfig = _agent()
    player1: vf.AgentConfig = _agent()
    player2: vf.AgentConfig = _agent()
    player3: vf.AgentConfig = _agent()
    player4: vf.AgentConfig = _agent()
    player5: vf.AgentConfig = _agent()
    players: int = 4
    """Seats at the table, 3 to 6."""
    seats: list[int] | None = None
    """Seats of agents, the others are `opponents`; None: all of them."""
    opponents: str = "greedy"
    """The bot at all other seats, unless the task names one."""
    stand_in: str = "greedy"
    """Bot that acts where an agent has no legal action, or has ended."""
    settings: dict[str, Any] = {}
    """Fields of `GameConfig`, such as `{"preset": "short"}`; they go before those of the task."""
    prompting: dict[str, Any] = {}
    """Settings of prompting: fields of `PromptConfig`."""


class VerifiersEnv(vf.Env[MunchkinEnvConfig]):
    """Environment of one game per episode. The reward is each seat's return; its counts are metrics."""

    async def run(self, task: Any, agents: Any) -> None:
        """Play the task's game to its end, with an agent for each seat."""
        table = self.laid(task.data)
        async with AsyncExitStack() as stack:
            seats = {}
            for seat in table.seats:
                told = vf.Task(vf.TaskData(idx=task.data.idx, prompt=None, system_prompt=table.rules(seat)))
                agent = getattr(agents, f"player{seat}")
                seats[seat] = await stack.enter_async_context(agent.interaction(told))
            while table.asked is not None:
                seat = table.asked
                segment = await seats[seat].turn(table.turn(seat).text)
                if segment.terminated:
                    await asyncio.to_thread(table.leave, seat)
                else:
                    await asyncio.to_thread(table.answer, seat, segment.last_reply)
        for seat, interaction in seats.items():
            _record(interaction.trace, table, seat)

    def laid(self, data: Any) -> LLMTable:
        """Return the table of a task. Raises ConfigError."""
        config = self.config
        seats = list(range(config.players)) if config.seats is None else list(config.seats)
        if not all(isinstance(seat, int) and 0 <= seat < MOST_AGENTS for seat in seats):
            raise ConfigError(f"seats: expected some of 0 to {MOST_AGENTS - 1}, got {shown(seats)}")
        settings = {"opponents": config.opponents, **data.settings, **config.settings}
        return LLMTable(
            seats, seed=data.seed, players=config.players, stand_in=config.stand_in,
            prompting={**PROMPTING, **config.prompting}, **settings,
        )  # fmt: skip


def _record(trace: Any, table: LLMTable, seat: int) -> None:
    """Record the inputs of the rubric: the return as reward, the layer's counts as metrics."""
    turn, counts = table.turn(seat), table.counts(seat)
    trace.record_reward("return", turn.reward)
    names = ("questions", "illegal", "retries", "stand_ins", "looks", "passed", "foreseen")
    trace.record_metrics({"won": float(turn.reward > 0), "turns": float(table.game.turn)})
    trace.record_metrics({name: float(getattr(counts, name)) for name in names})
    trace.info["game"] = turn.text
