"""Munchkin as an Inspect task: `inspect eval munchkin_env/llm/inspect.py`. Needs the extra `inspect`.

Each sample is a game of a seed in which the model has a seat. The score is the return, with the seat's counts beside
it.
"""

from typing import Any

from munchkin_env.errors import needing
from munchkin_env.llm.table import LLMTable

with needing("inspect", "the Inspect task"):
    from inspect_ai import Task, task
    from inspect_ai.dataset import Sample
    from inspect_ai.model import ChatMessageSystem, ChatMessageUser, get_model
    from inspect_ai.scorer import Score, Scorer, Target, mean, scorer, stderr
    from inspect_ai.solver import Generate, Solver, TaskState, solver

MOST_CALLS = 2000  # of a game


@solver
def plays(seat: int = 0, opponents: str = "greedy", players: int = 4, **settings: Any) -> Solver:
    """Return a solver that plays the sample's game with the model at `seat`; settings as `LLMTable` takes them."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        table = LLMTable([seat], opponents, int(state.metadata["seed"]), players=players, **settings)
        rules = ChatMessageSystem(content=table.rules(seat))
        model = get_model()
        for _ in range(MOST_CALLS):
            turn = table.turn(seat)
            if turn.over:
                break
            output = await model.generate([rules, ChatMessageUser(content=turn.text)])
            table.answer(seat, output.completion)
        state.messages = [rules, ChatMessageUser(content=table.turn(seat).text)]
        state.metadata |= {"return": table.turn(seat).reward, **table.facts()}
        return state

    return solve


@scorer(metrics=[mean(), stderr()])
def won() -> Scorer:
    """Return a scorer: 1 for a win, shared or not; the counts are in the metadata."""

    async def score(state: TaskState, target: Target) -> Score:
        facts = state.metadata
        return Score(value=float(facts["return"] > 0), explanation=state.messages[-1].text, metadata=facts["counts"])

    return score


@task
def munchkin(games: int = 20, first_seed: int = 0, **settings: Any) -> Task:
    """Return so many games, from a seed on; settings as `plays` takes them."""
    seeds = range(first_seed, first_seed + games)
    samples = [Sample(input=f"The game of seed {seed}.", target="1", metadata={"seed": seed}) for seed in seeds]
    return Task(dataset=samples, solver=plays(**settings), scorer=won())
