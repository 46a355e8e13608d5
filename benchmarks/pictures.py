"""Draw the plots of docs/results again, from the committed tables.

`python -m benchmarks pictures` measures nothing. It draws all plots but report.png, which `python -m benchmarks
leaderboard dev pretrained` makes with its report.
"""

from typing import Any

import numpy as np

import munchkin_env as mk
from benchmarks import baselines, generalisation, results, shipped, single_file
from benchmarks.measuring import parser_of
from munchkin_env.evaluation.plots import new_figure, save_figure


def draw_training() -> None:
    """Draw the evaluations during training of both shipped recipes, side by side."""
    file = results.FOLDER / "pretrained.png"
    figure = new_figure(file, (8.5, 3.2))
    for recipe, panel in zip(shipped.FILES, figure.subplots(1, len(shipped.FILES), sharey=True), strict=True):
        draw_seeds(panel, recipe)
    save_figure(figure, file)


def draw_seeds(panel: Any, recipe: str) -> None:
    """Draw the curves of a recipe: each seed, their mean and its 95 % interval."""
    found = [dict(zip(shipped.HEAD, row, strict=False)) for row in results.read(shipped.CURVES)[1] if row[0] == recipe]
    for number, opponent in enumerate(("greedy", "veteran")):
        of_seed: dict[str, dict[float, float]] = {}
        for row in found:
            if row["opponent"] == opponent:
                of_seed.setdefault(row["seed"], {})[int(row["timesteps"]) / 1e6] = 100 * float(row["win_rate"])
        for points in of_seed.values():
            panel.plot(list(points), list(points.values()), color=f"C{number}", alpha=0.3, linewidth=0.8)
        along = sorted(set.intersection(*map(set, of_seed.values())))
        mean, low, high = np.transpose([mk.mean_interval([of[at] for of in of_seed.values()]) for at in along])
        panel.plot(along, mean, marker=".", color=f"C{number}", label=f"against three {opponent}")
        panel.fill_between(along, low, high, color=f"C{number}", alpha=0.2)
    panel.axhline(25, color="grey", linestyle=":", label="chance level")
    panel.set(title=f"{recipe}.yaml", xlabel="millions of timesteps", ylabel="games won, %", ylim=(0, None))
    panel.grid(alpha=0.3)
    panel.legend(loc="lower right", fontsize=8)


def main() -> None:
    draw_training()
    generalisation.draw()
    for name, programs in single_file.PLOTS.items():
        single_file.draw(name, programs)
    table = results.FOLDER / f"{baselines.NAME}.csv"
    baselines.draw(baselines.read(table), table.with_name(f"{baselines.NAME}-matrix.png"))


if __name__ == "__main__":
    parser_of(__doc__).parse_args()
    main()
