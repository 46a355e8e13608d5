"""Measure the single-file examples: JAX and PyTorch, and a recurrent network, a history and neither.

`python -m benchmarks single_file` trains what runs/results/single-file.json lacks, run by run, and writes
docs/results/single-file.csv, single-file-curves.csv and two plots; `… jax_ppo 0` does one run only: program, training
seed. `jax_ppo` needs the extra `jax`. Set OPENBLAS_NUM_THREADS=1 to compare CPU seconds.

Decisions are those of all seats together in `jax_ppo`, those of one learner against three `random` in the others. Each
point of a curve is an evaluation by argmax actions against three `random`, the last one also against three `greedy`.
"""

import os
import time
from collections.abc import Callable
from importlib import import_module
from typing import Any

import numpy as np

import munchkin_env as mk
from benchmarks import results
from benchmarks.measuring import Runs, told
from munchkin_env.evaluation.plots import new_figure, save_figure

RUNS = Runs(results.RUNS / "single-file.json", "program", "seed")
PROGRAMS = ("ppo", "jax_ppo", "recurrent_ppo gru", "recurrent_ppo history", "recurrent_ppo none")
PLOTS = {"single-file-jax": PROGRAMS[:2], "single-file-recurrent": PROGRAMS[2:]}
SEEDS = (0, 1, 2)
UPDATES = {program: 16 if program.startswith("recurrent_ppo") else 64 for program in PROGRAMS}
POINTS = {program: 4 if program.startswith("recurrent_ppo") else 8 for program in PROGRAMS}
PER_UPDATE = 64 * 64
"""Decisions of an update: games at once, and steps of each."""
GAMES = 400
Player = Callable[[str], float]
"""Function of an opponent's name that returns the share of games won against three of them."""


def player_of(program: str, args: Any, agent: Any) -> Player:
    """Return the agent as a player of evaluations."""
    example = import_module(f"examples.{program.partition(' ')[0]}")
    if program.startswith("recurrent_ppo"):
        return lambda opponents: float(example.play(agent, args, opponents))
    bot = agent if program == "jax_ppo" else example.AgentBot(agent)

    def play(opponents: str) -> float:
        table = [bot, *[opponents] * (args.players - 1)]
        return mk.evaluate(table, games=GAMES, preset=args.preset, progress=False).bots[0].win_rate

    return play


def measured(program: str, seed: int) -> dict[str, Any]:
    """Train, and evaluate at each point."""
    decisions, points = UPDATES[program] * PER_UPDATE, POINTS[program]
    name, _, memory = program.partition(" ")
    example = import_module(f"examples.{name}")
    if name != "jax_ppo":
        import_module("torch").set_num_threads(1)
    words = ["--timesteps", str(decisions), "--seed", str(seed), "--games", str(GAMES)]
    words += ["--points", str(points)] if name == "jax_ppo" else ["--memory", memory] if memory else []
    args = example.arguments(words)
    curve: list[tuple[int, float]] = []
    greedy, spent, began = 0.0, 0.0, time.process_time()

    def look(done: int, agent: Any) -> None:
        nonlocal greedy, spent
        if done % (decisions // points):
            return
        before, play = time.process_time(), player_of(program, args, agent)
        curve.append((done, play("random")))
        greedy = play("greedy") if len(curve) == points else 0.0
        spent += time.process_time() - before

    example.train(args, look)
    seconds = round(time.process_time() - began - spent)
    return {"program": program, "seed": seed, "curve": curve, "greedy": greedy, "cpu_seconds": seconds}


HEAD = ("program", "decisions", "wins against random, %", "wins against greedy, %", "CPU s", "training seeds")
CURVE_HEAD = ("program", "training seed", "decisions", "wins against random, %")


def runs_of(program: str) -> list[dict[str, Any]]:
    """Return the measured runs of a program."""
    return [one for one in RUNS.read() if one["program"] == program]


def table() -> list[tuple[str, ...]]:
    """Return the results at the end of the training, a row for each program."""
    rows: list[tuple[str, ...]] = []
    for program in PROGRAMS:
        if runs := runs_of(program):
            random, greedy = ([one["curve"][-1][1] for one in runs], [one["greedy"] for one in runs])
            seconds = np.mean([one["cpu_seconds"] for one in runs])
            decisions = f"{runs[0]['curve'][-1][0]:,}"
            rows.append((f"`{program}`", decisions, told(random), told(greedy), f"{seconds:.0f}", str(len(runs))))
    return rows


def curves() -> list[tuple[Any, ...]]:
    """Return the points of all curves."""
    runs = [one for program in PROGRAMS for one in runs_of(program)]
    return [(one["program"], one["seed"], n, f"{100 * share:.1f}") for one in runs for n, share in one["curve"]]


def draw(name: str, programs: tuple[str, ...]) -> None:
    """Draw the published curves of some programs: a line for each seed, and their mean; nothing if there is none."""
    rows = [row for row in results.read("single-file-curves")[1] if row[0] in programs]
    if not rows:
        return
    file = results.FOLDER / f"{name}.png"
    figure = new_figure(file, (5.5, 3.2))
    panel = figure.subplots()
    for program, colour in zip(programs, ("tab:blue", "tab:orange", "tab:green"), strict=False):
        seeds = sorted({row[1] for row in rows if row[0] == program})
        if seeds:
            points = [[row[2:4] for row in rows if row[:2] == [program, seed]] for seed in seeds]
            decisions = [int(n) for n, _ in points[0]]
            wins = np.array([[float(share) for _, share in one] for one in points])
            panel.plot(decisions, wins.T, color=colour, alpha=0.3)
            panel.plot(decisions, wins.mean(axis=0), color=colour, marker="o", label=program)
    panel.set(xlabel="decisions", ylabel="wins against three random, %", ylim=(0, None))
    panel.axhline(25, color="grey", linestyle="--", linewidth=0.8)
    panel.legend(loc="lower right", fontsize=8)
    save_figure(figure, file)


def main() -> None:
    os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1")
    offered = [(program, seed) for seed in SEEDS for program in PROGRAMS]
    for run in RUNS.made(measured, offered, RUNS.words(__doc__)):
        print(run["program"], run["seed"], f"{100 * run['curve'][-1][1]:.1f} %, {run['cpu_seconds']} s", flush=True)
    results.publish("single-file", HEAD, table())
    results.publish("single-file-curves", CURVE_HEAD, curves())
    for name, programs in PLOTS.items():
        draw(name, programs)


if __name__ == "__main__":
    main()
