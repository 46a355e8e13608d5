"""Draw the plots of docs/results again, from the committed tables and the records of the shipped policies.

`python -m benchmarks pictures` measures nothing. It draws all plots but report.png, which `python -m benchmarks
leaderboard dev pretrained` makes with its report.
"""

import json

import numpy as np

from benchmarks import baselines, generalisation, results, single_file
from munchkin_env.evaluation.plots import new_figure, save_figure
from munchkin_env.policies.files import PRETRAINED


def draw_training() -> None:
    """Draw the evaluations during the last training run of `pretrained`, with their intervals."""
    curve = json.loads(PRETRAINED.with_suffix(".json").read_text(encoding="utf-8"))["curve"]
    rows = [dict(zip(curve["columns"], row, strict=True)) for row in curve["rows"]]
    file = results.FOLDER / "pretrained.png"
    figure = new_figure(file, (5.5, 3.2))
    panel = figure.subplots()
    for opponent in ("greedy", "veteran"):
        found = [row for row in rows if row["opponent"] == opponent]
        along = [row["total_timesteps"] / 1e6 for row in found]
        wins, low, high = (100 * np.array([row[name] for row in found]) for name in ("win_rate", "low", "high"))
        panel.plot(along, wins, marker=".", label=f"against three {opponent}")
        panel.fill_between(along, low, high, alpha=0.2)
    panel.axhline(25, color="grey", linestyle=":", label="chance level")
    panel.set(xlabel="millions of timesteps", ylabel="games won, %", ylim=(0, None))
    panel.grid(alpha=0.3)
    panel.legend(loc="best", fontsize=8)
    save_figure(figure, file)


def main() -> None:
    draw_training()
    generalisation.draw()
    for name, programs in single_file.PLOTS.items():
        single_file.draw(name, programs)
    table = results.FOLDER / f"{baselines.NAME}.csv"
    baselines.draw(baselines.read(table), table.with_name(f"{baselines.NAME}-matrix.png"))


if __name__ == "__main__":
    main()
