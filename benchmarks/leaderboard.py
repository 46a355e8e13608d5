"""Make the leaderboard of docs/challenge.md.

`python -m benchmarks leaderboard [TRACK [PLAYER ...]]` runs from the root of the repository.

Each report is written by the `munchkin challenge run` printed by `command`, into runs/results/challenge/TRACK/; a
policy that a recipe makes by its training seed, such as `quickstart-0`, is trained first where runs/ lacks it. All
reports of a track together become docs/results/challenge-TRACK.csv; the reports themselves are attached to a release.
"""

import json
import shlex
import sys
from pathlib import Path

from benchmarks import results
from munchkin_env.benchmark.leaderboard import leaderboard
from munchkin_env.benchmark.report import read_card
from munchkin_env.cli.main import main as munchkin
from munchkin_env.policies.files import PRETRAINED, PRETRAINED_ALL_EDITIONS

FOLDER = results.RUNS / "challenge"
RECORDS = [file.with_suffix(".json") for file in (PRETRAINED, PRETRAINED_ALL_EDITIONS)]
SHIPPED = [json.loads(file.read_text(encoding="utf-8"))["trained_on"] for file in RECORDS]
TRAINED = "--cpu-minutes {:.0f} --decisions {}".format(
    sum(made["time_elapsed"] for made in SHIPPED) / 60, sum(made["total_timesteps"] for made in SHIPPED)
)
"""Those of the two policies of `pretrained`."""
COSTS = {
    "random": "--cpu-minutes 0",
    "greedy": "--cpu-minutes 0",
    "veteran": "--cpu-minutes 0",
    "pretrained": TRAINED,
    "rollout:20": "--cpu-minutes 0",
}
"""Options of a report by player's name."""
RECIPES = {
    "quickstart": ("3.1", "3211264"),
    "selfplay": ("9.5", "21037056"),
    "residual": ("12.3", "20054016"),
}
"""CPU minutes and decisions of `configs/NAME.yaml` for one seed."""
MINUTES = {"residual-3": "20.2", "residual-4": "20.4"}
"""CPU minutes of runs on a slower day than their recipe's."""
SEEDS = {"quickstart": range(5), "selfplay": range(5), "residual": range(5)}
COMPILED = ("random", "greedy", "veteran")
TAUGHT = tuple(f"{recipe}-{seed}" for recipe in RECIPES for seed in SEEDS[recipe])
MADE = {
    "dev": (*COSTS, *TAUGHT),
    "standard": (*COMPILED, "pretrained"),
    "unseen-cards": (*COMPILED, "pretrained"),
    "new-tables": (*COMPILED, "pretrained"),
}
"""Existing reports, by track."""


def file_of(track: str, player: str) -> Path:
    """Return where a report is written."""
    return FOLDER / track / f"{player.replace(':', '-')}.json"


def training(player: str) -> str:
    """Return the command that trains the policy of a recipe."""
    recipe, seed = player.rsplit("-", 1)
    return f"munchkin train {recipe} run.seed={seed} run.dir=runs/{player}"


def command(track: str, player: str) -> str:
    """Return the command that makes a report."""
    who, costs = player, COSTS.get(player)
    if costs is None:
        recipe, seed = player.rsplit("-", 1)
        who = f"runs/{player}/policy.safetensors"
        minutes, decisions = RECIPES[recipe]
        minutes = MINUTES.get(player, minutes)
        costs = f"--cpu-minutes {minutes} --decisions {decisions} --recipe {recipe} --training-seed {seed}"
    where = file_of(track, player).relative_to(results.ROOT).as_posix()
    return f"munchkin challenge run {who} --track {track} {costs} --json {where}"


def publish(track: str) -> None:
    """Write the table of a track from all of its reports: docs/results/challenge-TRACK.csv."""
    cards = [read_card(file_of(track, player)) for player in MADE[track] if file_of(track, player).exists()]
    lines = [line for line in leaderboard(cards).splitlines() if line.startswith("|")]
    head, _, *rows = ([cell.strip() for cell in line.split("|")[1:-1]] for line in lines)
    results.publish(f"challenge-{track}", head, rows, int(cards[0].versions["rules"]))


def main() -> None:
    track, *players = sys.argv[1:] or [""]
    for one in [track] if track else MADE:
        (FOLDER / one).mkdir(parents=True, exist_ok=True)
        for player in players or MADE[one]:
            if player in TAUGHT and not (results.ROOT / "runs" / player / "policy.safetensors").exists():
                munchkin(shlex.split(training(player))[1:])
            drawn = (one, player) == ("dev", "pretrained")
            picture = ["--plot", str(results.FOLDER / "report.png")] if drawn else []
            munchkin([*shlex.split(command(one, player))[1:], *picture])
        publish(one)


if __name__ == "__main__":
    main()
