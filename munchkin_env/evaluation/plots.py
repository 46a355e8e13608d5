"""Plots of evaluations and ladders, PNG or SVG. They need the extra `eval`."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from munchkin_env.errors import ConfigError, needing
from munchkin_env.evaluation.ladders import Ladder, unique
from munchkin_env.evaluation.result import Evaluation

PICTURES = (".png", ".svg")


def check_plot(file: Path) -> None:
    """Raise ConfigError for an unsupported file ending, MissingExtra without the extra `eval`."""
    if file.suffix.lower() not in PICTURES:
        raise ConfigError(f"plot: expected a file {' or '.join('*' + end for end in PICTURES)}, got {str(file)!r}")
    with needing("eval", "plots"):
        import matplotlib.figure  # noqa: F401


def plot_evaluation(found: Evaluation, file: Path) -> None:
    """Plot a bar for each player: its win rate with its interval, beside the chance level.

    file: PNG or SVG. Raises the errors of `check_plot`, and ConfigError if the file cannot be written.
    """
    figure = new_figure(file, (5.5, 1.4 + 0.45 * len(found.bots)))
    panel = figure.subplots()
    rates, whiskers = _percent(found.bots)
    places = range(len(found.bots))
    panel.barh(places, rates, xerr=whiskers, capsize=3, color="tab:blue", alpha=0.7)
    panel.axvline(100 / len(found.bots), color="grey", linestyle=":", label="chance level")
    panel.set(xlabel=f"games won, % of {found.games}", xlim=(0, None), ylim=(len(places) - 0.5, -0.5))
    panel.set_yticks(places, [player.label for player in found.bots])
    panel.grid(axis="x", alpha=0.3)
    panel.legend(loc="best", fontsize=8)
    save_figure(figure, file)


def plot_ladder(found: Ladder, file: Path) -> None:
    """Plot win rates with their intervals, a panel for each table size, a colour for each reference.

    Else as `plot_evaluation`.
    """
    sizes, references = unique(r.players for r in found.rungs), unique(r.reference for r in found.rungs)
    bots = unique(r.bot for r in found.rungs)
    figure = new_figure(file, (1 + 3.4 * len(sizes), 1.4 + 0.45 * len(bots)))
    panels = figure.subplots(1, len(sizes), squeeze=False, sharey=True)
    for panel, number in zip(panels[0], sizes, strict=True):
        for k, reference in enumerate(references):
            rungs = [r for r in found.rungs if (r.players, r.reference) == (number, reference)]
            rates, whiskers = _percent(rungs)
            heights = [place + 0.6 * ((k + 0.5) / len(references) - 0.5) for place in range(len(rungs))]
            panel.errorbar(rates, heights, xerr=whiskers, fmt="o", capsize=3, label=f"against {reference}")
        panel.axvline(100 / number, color="grey", linestyle=":", label="chance level")
        panel.set(title=f"{number} players", xlabel="games won, %", xlim=(0, None))
        panel.set_yticks(range(len(bots)), bots)
        panel.grid(alpha=0.3)
    panels[0][0].set_ylim(len(bots) - 0.5, -0.5)  # shared: the first player is at the top of each panel
    panels[0][-1].legend(loc="best", fontsize=8)
    save_figure(figure, file)


def plot_matrix(found: Ladder, file: Path) -> None:
    """Plot a heat map for each table size; white is the chance level.

    It has a row for the evaluated player, a column for the others. Else as `plot_evaluation`.
    """
    sizes, references = unique(r.players for r in found.rungs), unique(r.reference for r in found.rungs)
    bots = unique(r.bot for r in found.rungs)
    by_cell = {(r.players, r.bot, r.reference): r for r in found.rungs}
    width = 1.6 + (0.6 + 0.9 * len(references)) * len(sizes)
    figure = new_figure(file, (max(width, 4.5), 1.9 + 0.6 * len(bots)))
    panels = figure.subplots(1, len(sizes), squeeze=False, sharey=True)
    for panel, number in zip(panels[0], sizes, strict=True):
        rates = [[by_cell[number, bot, one].win_rate for one in references] for bot in bots]
        panel.imshow(_tinted(rates, 1 / number), cmap="RdBu", vmin=-1.6, vmax=1.6, aspect="auto")
        for row, column in ((i, j) for i in range(len(bots)) for j in range(len(references))):
            panel.text(column, row, f"{rates[row][column]:.1%}", ha="center", va="center", fontsize=9)
        panel.set(title=f"{number} players", xlabel="against copies of")
        panel.set_xticks(range(len(references)), references, rotation=30, ha="right")
        panel.set_yticks(range(len(bots)), bots)
    panels[0][0].set_ylabel("bot")
    save_figure(figure, file)


def _tinted(rates: Sequence[Sequence[float]], chance: float) -> list[list[float]]:
    """Return -1 for a player that never wins, 0 at chance level, 1 for one that always wins."""
    return [[(r - chance) / (chance if r < chance else 1 - chance) for r in row] for row in rates]


def _percent(found: Sequence[Any]) -> tuple[list[float], list[list[float]]]:
    """Return win rates, and the extents of their intervals down and up."""
    rates = [100 * one.win_rate for one in found]
    down = [max(0.0, 100 * (one.win_rate - one.low)) for one in found]  # a rounding below 0 is refused
    return rates, [down, [max(0.0, 100 * (one.high - one.win_rate)) for one in found]]


def new_figure(file: Path, size: tuple[float, float]) -> Any:
    """Return an empty figure of so many inches. Raises the errors of `check_plot`."""
    check_plot(file)
    from matplotlib.figure import Figure

    return Figure(figsize=size, layout="tight")


def save_figure(figure: Any, file: Path) -> None:
    """Write the figure. Raises ConfigError if it cannot be written."""
    try:
        figure.savefig(file, dpi=110)
    except OSError as error:
        raise ConfigError(f"plot: expected a file that can be written, got {str(file)!r} ({error.strerror})") from error
