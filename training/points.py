"""Win rates of runs as rows of a file: each measurement, and the mean over the seeds of a recipe with its interval."""

import csv
import io
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

import munchkin_env as mk
from training.run import RunFolder

COLUMNS = (
    "recipe", "run", "seed", "runs", "opponent",
    "iteration", "total_timesteps", "time_elapsed", "games", "win_rate", "low", "high",
)  # fmt: skip
"""Columns: `runs` is 1 for a measurement. For a mean it is the number of runs, and `run`, `seed`, `iteration`, `games`
are empty."""
UNITS = {"minutes": "time_elapsed", "timesteps": "total_timesteps"}


def measured_points(folder: Path, recipe: str, name: str, lines: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return a row for each of these evaluations of a run."""
    seed = RunFolder.open(folder).config.run.seed
    return [{**{key: line.get(key) for key in COLUMNS}, "recipe": recipe, "run": name, "seed": seed, "runs": 1}
            for line in lines]  # fmt: skip


def averages(runs: Sequence[Sequence[dict[str, Any]]], by: str) -> list[dict[str, Any]]:
    """Return the mean of the runs' win rates at each of their measurements, as far as all of them went.

    runs: rows of `measured_points` against one opponent, a list for each run of a recipe. Between two of its
    measurements a run is interpolated linearly. low, high: the 95 % interval of the mean over runs, by Student's
    quantile (`mk.mean_interval`): the effect of another choice of seeds, including newly drawn games. Empty for one
    run.
    """
    if len(runs) < 2:
        return []
    unit = UNITS[by]
    along = [np.array([row[unit] for row in rows], float) for rows in runs]
    first, last = max(one[0] for one in along), min(one[-1] for one in along)
    places = np.unique(np.concatenate(along))
    places = places[(first <= places) & (places <= last)]
    rates = [np.interp(places, one, [row["win_rate"] for row in rows]) for one, rows in zip(along, runs, strict=True)]
    found = []
    for place, values in zip(places.tolist(), np.transpose(rates).tolist(), strict=True):
        mean, low, high = mk.mean_interval(values)
        row = {"recipe": runs[0][0]["recipe"], "runs": len(runs), "opponent": runs[0][0]["opponent"], unit: place}
        row |= {"win_rate": mean, "low": max(0.0, low), "high": min(1.0, high)}
        found.append({key: row.get(key) for key in COLUMNS})
    return found


def as_csv(rows: Sequence[dict[str, Any]]) -> str:
    """Return a line for each row below `COLUMNS`; missing values are empty."""
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def as_json(rows: Sequence[dict[str, Any]], by: str) -> str:
    """Return the rows under "points", with their provenance under "provenance"; "by": the horizontal axis of means."""
    found = {"by": by, "columns": COLUMNS, "points": list(rows), "provenance": mk.provenance()}
    return json.dumps(found, indent=1) + "\n"
