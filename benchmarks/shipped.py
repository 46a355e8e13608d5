"""Put the median seed of a recipe into the package, and the curves of all its seeds into docs/results.

`python -m benchmarks shipped imitate_ppo` takes the runs of `python -m benchmarks baselines --training`, which also
measured their final win rates. The policy and the record of its training replace the shipped ones.
"""

import hashlib
import json
from pathlib import Path
from typing import Any

import yaml

import munchkin_env as mk
from benchmarks import baselines, results
from benchmarks.measuring import parser_of
from munchkin_env.policies.files import PRETRAINED, PRETRAINED_ALL_EDITIONS
from training.run import read_metrics

FILES = dict(zip(baselines.RECIPES, (PRETRAINED, PRETRAINED_ALL_EDITIONS), strict=True))
"""Shipped file of each recipe; a record *.json lies beside it."""
CURVES = "training-seeds"
HEAD = ("recipe", "seed", "opponent", "timesteps", "seconds", "games", "win_rate", "low", "high")
"""Columns of the curves: `seconds` since the start of the run, win rates as shares with 95 % intervals."""


def curve(recipe: str, seed: int) -> list[tuple[str, ...]]:
    """Return the evaluations during a run as rows of the curves, with the run's rules version."""
    folder, rows = baselines.TRAINED / f"{recipe}-{seed}", []
    rules = str(provenance(folder)["versions"]["rules"])
    for line in read_metrics(folder):
        if line["kind"] == "evaluation":
            rates = (f"{line[name]:.4f}" for name in ("win_rate", "low", "high"))
            counts = (line["total_timesteps"], round(line["time_elapsed"]), line["games"])
            rows.append((recipe, str(seed), line["opponent"], *map(str, counts), *rates, rules))
    return rows


def provenance(folder: Path) -> dict[str, Any]:
    """Return the code and the machine of a run's last start."""
    return json.loads((folder / "provenance.jsonl").read_text(encoding="utf-8").splitlines()[-1])


def record(recipe: str, seed: int) -> dict[str, Any]:
    """Return the record of a shipped policy: origin, command, commit, hardware, final win rates, settings."""
    folder = baselines.TRAINED / f"{recipe}-{seed}"
    made, last = provenance(folder), baselines.iterations(folder)[-1]
    config = yaml.safe_load((folder / "config.yaml").read_text(encoding="utf-8"))
    config["run"] |= {"dir": f"runs/baselines/{recipe}-{seed}"}
    found = baselines.read(results.FOLDER / f"{baselines.NAME}.csv")
    columns = ("row", "games", "seed", "wins", "low", "high")
    measured = [row.name for row in baselines.rows() if row.kind == "recipe" and row.run == f"{recipe}-{seed}"]
    fields = " ".join(baselines.RECIPES[recipe].split()[1:])
    return {
        "what": f"{FILES[recipe].name}, a policy of `pretrained`: the median of five seeds of configs/{recipe}.yaml, "
        "with weights rounded to float16",
        "sha256": hashlib.sha256(FILES[recipe].read_bytes()).hexdigest(),
        "command": f"munchkin train {recipe} {fields} run.seed={seed}".replace("  ", " "),
        "trained_on": {
            "seed": seed,
            "total_timesteps": last["total_timesteps"],
            "time_elapsed": round(last["time_elapsed"]),
            "commit": made["commit"],
            "rules_version": made["versions"]["rules"],
            "hardware": f"{made['processor']}, {made['cores']} cores, one used",
        },
        "evaluation": {"columns": columns, "rows": [[found[name][of] for of in columns] for name in measured]},
        "config": config,
    }


def ship(recipe: str) -> int:
    """Replace the shipped policy, its record and the curves of a recipe; return the seed. Needs all of its rows."""
    seed = baselines.median_seed(recipe)
    file = FILES[recipe]
    policy: Any = mk.load_policy(baselines.TRAINED / f"{recipe}-{seed}" / "policy.safetensors")
    edition = next(row.edition for row in baselines.rows() if row.player == recipe)
    game = mk.spec(editions=edition.split("+"))
    mk.save_policy(file, policy.network, game, half=True, rules_version=policy.rules_version)
    file.with_suffix(".json").write_text(json.dumps(record(recipe, seed), indent=2) + "\n", encoding="utf-8")
    kept = [row for row in results.read(CURVES)[1] if row[0] != recipe] if curves().exists() else []
    new = [row for one in baselines.RECIPE_SEEDS for row in curve(recipe, one)]
    results.write(CURVES, HEAD, [*kept, *new])
    return seed


def curves() -> Path:
    """Return the file of the curves."""
    return results.FOLDER / f"{CURVES}.csv"


def main() -> None:
    parser = parser_of(__doc__)
    parser.add_argument("recipe", choices=baselines.RECIPES, help="whose runs and rows are complete")
    recipe = parser.parse_args().recipe
    print(f"{recipe}: seed {ship(recipe)} ships as {FILES[recipe].relative_to(results.ROOT)}")


if __name__ == "__main__":
    main()
