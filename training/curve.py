"""Win rates of runs over time, as a table and a plot: what `munchkin curve` shows."""

import json
from collections.abc import Sequence
from itertools import takewhile
from pathlib import Path
from statistics import fmean
from typing import Any

import munchkin_env as mk
from training.evaluation import answers_of
from training.points import averages, measured_points
from training.run import RunError, RunFolder, read_metrics

AXES = {"minutes": "minutes", "timesteps": "millions of timesteps (the learner's decisions)"}
# Share of variance that the learner's values explain, by its names in metrics.jsonl, and of which targets.
EXPLAINED = {
    "explained_variance": "explained variance, λ-returns",
    "explained_variance_outcomes": "explained variance, outcomes",
}


def evaluations(folder: Path, opponent: str) -> list[dict[str, Any]]:
    """Return the evaluations of a run against one opponent, in order. Raises RunError if there is none."""
    lines = [line for line in read_metrics(folder) if line["kind"] == "evaluation" and line["opponent"] == opponent]
    if not lines:
        raise RunError(f"{folder}: expected evaluations against {opponent} in metrics.jsonl, got none")
    return lines


def names(folders: Sequence[Path]) -> dict[Path, str]:
    """Return names of runs: as many of the last parts of their paths as distinguish them."""
    whole = {folder: folder.resolve().parts for folder in folders}
    parts = 1
    while len({path[-parts:] for path in whole.values()}) < len(set(whole.values())):
        parts += 1
    return {folder: "/".join(path[-parts:]) for folder, path in whole.items()}


def how(folder: Path) -> str:
    """Return a plot's description of a run beside its name: trainer and action selection."""
    config = RunFolder.open(folder).config
    return f"{config.run.trainer}, {answers_of(config)} actions"


def measured(folders: Sequence[Path]) -> list[str]:
    """Return the opponents against which all the runs were measured, in the first one's order.

    Raises RunError for a folder without a run, and for runs that have none in common.
    """
    found = []
    for folder in folders:
        RunFolder.open(folder, "folder")
        lines = [line for line in read_metrics(folder) if line["kind"] == "evaluation"]
        found.append(list(dict.fromkeys(line["opponent"] for line in lines)))
    common = [one for one in found[0] if all(one in others for others in found)]
    if not common:
        told = (f"{folder}: {', '.join(known) or 'none yet'}" for folder, known in zip(folders, found, strict=True))
        raise RunError(f"opponents: expected some that all runs were measured against, got {'; '.join(told)}")
    return common


def tables(folders: Sequence[Path], opponents: Sequence[str]) -> str:
    """Return a `table` for each opponent. Raises RunError before there is any."""
    for folder in folders:
        RunFolder.open(folder, "folder")
    return "\n\n".join(table(folders, opponent) for opponent in opponents)


def table(folders: Sequence[Path], opponent: str) -> str:
    """Return Markdown: win rate with its 95 % interval by time, for each run, and the explained variance since."""
    head = f"| run | seconds | timesteps | wins against {opponent} | 95 % interval |"
    lines = [f"{head} {' | '.join(EXPLAINED.values())} |", "|---|---:|---:|---:|---:|---:|---:|"]
    called = names(folders)
    for folder in folders:
        values = explained(folder, opponent)
        for line in evaluations(folder, opponent):
            lines.append(
                f"| {called[folder]} ({how(folder)}) | {line['time_elapsed']:.0f} | {line['total_timesteps']:,} | "
                f"{100 * line['win_rate']:.1f} % | {100 * line['low']:.1f} – {100 * line['high']:.1f} % | "
                f"{' | '.join(values[line['iteration']])} |"
            )
    return "\n".join(lines)


def explained(folder: Path, opponent: str) -> dict[int, list[str]]:
    """Return by iteration of an evaluation the explained variance, means of the iterations since the last one."""
    found: dict[int, list[str]] = {}
    since: list[dict[str, Any]] = []
    for line in read_metrics(folder):
        if line["kind"] == "iteration":
            since.append(line)
        elif line["opponent"] == opponent:
            measured = [[one[name] for one in since if name in one] for name in EXPLAINED]
            found[line["iteration"]] = [f"{fmean(part):.2f}" if part else "" for part in measured]
            since = []
    return found


def recipes(folders: Sequence[Path]) -> list[list[Path]]:
    """Return the runs by recipe, in order: those that differ only in seed and folder share one."""
    found: dict[str, list[Path]] = {}
    if len({folder.resolve() for folder in folders}) < len(folders):
        raise mk.ConfigError(f"folders: expected each run once, got {' '.join(map(str, folders))}")
    for folder in folders:
        settings = RunFolder.open(folder).config.as_dict()
        alike = {**settings, "run": {**settings["run"], "seed": None, "dir": None}}
        found.setdefault(json.dumps(alike, sort_keys=True), []).append(folder)
    return list(found.values())


def names_of(found: Sequence[Sequence[Path]]) -> list[str]:
    """Return a plot's name of each recipe.

    It is the common beginning of its runs' names, or all of them if that is too short.
    """
    called = names([folder for runs in found for folder in runs])
    begin = [_common([called[folder] for folder in runs]) for runs in found]
    return [
        f"{one if begin.count(one) == 1 else ', '.join(called[folder] for folder in runs)} ({how(runs[0])})"
        + (f", {len(runs)} seeds" if len(runs) > 1 else "")
        for one, runs in zip(begin, found, strict=True)
    ]


def _common(names: Sequence[str]) -> str:
    """Return the common beginning of the names."""
    alike = takewhile(lambda letters: len(set(letters)) == 1, zip(*names, strict=False))
    common = "".join(letters[0] for letters in alike)
    return names[0] if len(names) == 1 else common.rstrip("-_./ ") or names[0]


def points(folders: Sequence[Path], opponents: Sequence[str], by: str = "minutes") -> list[dict[str, Any]]:
    """Return rows for a file, along minutes or timesteps (`training.points`).

    They are every measurement of every run, and means over the seeds of each recipe. Raises RunError for a run that was
    not measured against one of the opponents.
    """
    rows = []
    called, found = names(folders), recipes(folders)
    for opponent in opponents:
        for runs, name in zip(found, names_of(found), strict=True):
            measured = [measured_points(folder, name, called[folder], evaluations(folder, opponent)) for folder in runs]
            rows += [row for one in measured for row in one] + averages(measured, by)
    return rows


def means(rows: Sequence[dict[str, Any]]) -> str:
    """Return Markdown: the last mean of each recipe against each opponent, of rows of `points`.

    It is empty where there is none.
    """
    last = {(row["recipe"], row["opponent"]): row for row in rows if row["runs"] > 1}
    if not last:
        return ""
    lines = ["| recipe | at | wins against | mean of the seeds | 95 % interval |", "|---|---:|---|---:|---:|"]
    for row in last.values():
        where = (
            f"{row['time_elapsed'] / 60:.1f} min"
            if row["time_elapsed"] is not None
            else f"{row['total_timesteps']:,.0f} timesteps"
        )
        rate, low, high = (f"{100 * row[name]:.1f}" for name in ("win_rate", "low", "high"))
        lines.append(f"| {row['recipe']} | {where} | {row['opponent']} | {rate} % | {low} – {high} % |")
    return "\n".join(lines)


def plot(folders: Sequence[Path], opponents: Sequence[str], file: Path, by: str = "minutes") -> None:
    """Draw win rates over minutes or timesteps, a panel for each opponent. Needs matplotlib.

    A run is drawn with its intervals; of runs that differ only in their seed the mean with its interval over seeds, and
    each of them as a thin line.
    """
    import matplotlib

    matplotlib.use("agg")
    from matplotlib import pyplot

    found = recipes(folders)
    figure, panels = pyplot.subplots(1, len(opponents), figsize=(5 * len(opponents), 3.6), squeeze=False)
    for panel, opponent in zip(panels[0], opponents, strict=True):
        for number, (runs, name) in enumerate(zip(found, names_of(found), strict=True)):
            for folder in runs:
                _draw(panel, folder, opponent, by, f"C{number}", name if len(runs) == 1 else None, len(runs))
            if len(runs) > 1:
                _draw_mean(panel, points(runs, [opponent], by), by, f"C{number}", name)
        config = RunFolder.open(folders[0]).config
        players = config.game.players[0]
        team = players - 1 if config.opponents.coalition else 1
        panel.axhline(100 * team / players, color="grey", linestyle=":", label="chance level")
        panel.set(title=f"against {players - team} × {opponent}", xlabel=AXES[by])
        panel.set(ylabel="games won, %", ylim=(0, None))
        panel.legend(loc="best", fontsize=8)
        panel.grid(alpha=0.3)
    figure.tight_layout()
    figure.savefig(file, dpi=110)
    pyplot.close(figure)


def _draw(panel: Any, folder: Path, opponent: str, by: str, colour: str, name: str | None, seeds: int) -> None:
    """Draw one run as a line, with its intervals if it is the only one of its recipe."""
    lines = evaluations(folder, opponent)
    along = [line["time_elapsed"] / 60 if by == "minutes" else line["total_timesteps"] / 1e6 for line in lines]
    look = {"marker": "."} if seeds == 1 else {"linewidth": 0.7, "alpha": 0.5}
    panel.plot(along, [100 * line["win_rate"] for line in lines], color=colour, label=name, **look)
    if seeds == 1:
        low, high = ([100 * line[end] for line in lines] for end in ("low", "high"))
        panel.fill_between(along, low, high, alpha=0.2, color=colour)


def _draw_mean(panel: Any, rows: Sequence[dict[str, Any]], by: str, colour: str, name: str) -> None:
    """Draw the mean of a recipe's seeds with its interval, of rows of `points`."""
    rows = [row for row in rows if row["runs"] > 1]
    along = [row["time_elapsed"] / 60 if by == "minutes" else row["total_timesteps"] / 1e6 for row in rows]
    mean, low, high = ([100 * row[end] for row in rows] for end in ("win_rate", "low", "high"))
    panel.plot(along, mean, color=colour, linewidth=2, label=name)
    panel.fill_between(along, low, high, alpha=0.2, color=colour)
