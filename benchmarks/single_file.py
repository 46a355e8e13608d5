"""Measure the single-file examples: JAX beside PyTorch, and a recurrent network beside a history and none.

`python -m benchmarks single_file` trains what runs/results/single-file.json lacks, run by run, and writes
docs/results/single-file.csv, single-file-jax.png and single-file-recurrent.png; `… jax_ppo 0` does one run only:
program, training seed. `jax_ppo` needs the extra `jax`. Set OPENBLAS_NUM_THREADS=1 to compare CPU seconds.

Decisions are those of all seats together in `jax_ppo`, those of one learner against three `random` in the others. Each
point of a curve is an evaluation by argmax actions against three `random`, the last one also against three `greedy`.
"""

import os
import sys
import time
from collections.abc import Callable
from importlib import import_module
from typing import Any

import numpy as np

import munchkin_env as mk
from benchmarks import results
from benchmarks.measuring import Runs
from munchkin_env.evaluation.plots import new_figure, save_figure

RUNS = Runs(results.RUNS / "single-file.json", "program", "seed")
PROGRAMS = ("ppo", "jax_ppo", "recurrent_ppo gru", "recurrent_ppo history", "recurrent_ppo none")
PLOTS = {"single-file-jax": PROGRAMS[:2], "single-file-recurrent": PROGRAMS[2:]}
SEEDS = (0, 1, 2)
UPDATES = {program: 32 if program.startswith("recurrent_ppo") else 64 for program in PROGRAMS}
POINTS = 8
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


def measured(program: str, seed: int, points: int = POINTS) -> dict[str, Any]:
    """Train, and evaluate at each point."""
    decisions = UPDATES[program] * PER_UPDATE
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


def told(shares: list[float]) -> str:
    """Return the mean over training seeds in per cent, with its 95 % interval where there are several."""
    if len(shares) < 2:
        return f"{100 * shares[0]:.1f}"
    mean, _, high = mk.mean_interval(shares)
    return f"{100 * mean:.1f} ± {100 * (high - mean):.1f}"


HEAD = ("program", "decisions", "wins against random, %", "wins against greedy, %", "CPU s", "training seeds")


def table() -> list[tuple[str, ...]]:
    """Return the curves as rows of a table; a program's last row is the result."""
    rows = []
    for program in PROGRAMS:
        runs = [one for one in RUNS.read() if one["program"] == program]
        for point, (decisions, _) in enumerate(runs[0]["curve"] if runs else []):
            random = told([one["curve"][point][1] for one in runs])
            last = point + 1 == len(runs[0]["curve"])
            greedy = told([one["greedy"] for one in runs]) if last else ""
            seconds = f"{np.mean([one['cpu_seconds'] for one in runs]):.0f}" if last else ""
            rows.append((f"`{program}`", f"{decisions:,}", random, greedy, seconds, str(len(runs))))
    return rows


def draw(name: str, programs: tuple[str, ...]) -> None:
    """Draw the curves of some programs: a line for each seed, and their mean."""
    file = results.FOLDER / f"{name}.png"
    figure = new_figure(file, (5.5, 3.2))
    panel = figure.subplots()
    for program, colour in zip(programs, ("tab:blue", "tab:orange", "tab:green"), strict=False):
        curves = [one["curve"] for one in RUNS.read() if one["program"] == program]
        for curve in curves:
            panel.plot(*zip(*((n, 100 * share) for n, share in curve), strict=True), color=colour, alpha=0.3)
        if curves:
            means = 100 * np.mean([[share for _, share in curve] for curve in curves], axis=0)
            panel.plot([n for n, _ in curves[0]], means, color=colour, marker="o", label=program)
    panel.set(xlabel="decisions", ylabel="wins against three random, %", ylim=(0, None))
    panel.axhline(25, color="grey", linestyle="--", linewidth=0.8)
    panel.legend(loc="lower right", fontsize=8)
    save_figure(figure, file)


def main() -> None:
    os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1")
    offered = [(program, seed) for seed in SEEDS for program in PROGRAMS]
    for run in RUNS.made(measured, offered, sys.argv[1:]):
        print(run["program"], run["seed"], f"{100 * run['curve'][-1][1]:.1f} %, {run['cpu_seconds']} s", flush=True)
    results.publish("single-file", HEAD, table())
    for name, programs in PLOTS.items():
        draw(name, programs)


if __name__ == "__main__":
    main()
