"""Make the leaderboard of docs/challenge.md.

`python -m benchmarks leaderboard [TRACK [PLAYER ...]]` runs from the root of the repository.

Each report is written by the `munchkin challenge run` printed by `command`, into runs/results/challenge/TRACK/; a
policy that a recipe makes by its training seed, such as `imitate_ppo-0`, is trained first where runs/baselines/ lacks
it. All reports of a track together become docs/results/challenge-TRACK.csv; the reports themselves are attached to a
release.
"""

import json
import shlex
from pathlib import Path

from benchmarks import baselines, results
from benchmarks.measuring import parser_of
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
COMPILED = ("random", "greedy", "veteran")
TAUGHT = tuple(f"imitate_ppo-{seed}" for seed in baselines.RECIPE_SEEDS)
MADE = {
    "dev": (*COMPILED, "pretrained", "rollout:20", baselines.SEARCH, *TAUGHT),
    "standard": (*COMPILED, "pretrained"),
    "unseen-cards": (*COMPILED, "pretrained"),
    "new-tables": (*COMPILED, "pretrained"),
}
"""Existing reports, by track."""


def file_of(track: str, player: str) -> Path:
    """Return where a report is written."""
    return FOLDER / track / f"{player.replace(':', '-')}.json"


def command(track: str, player: str) -> str:
    """Return the command that makes a report, once the policy of a recipe is trained."""
    who, costs = player, "--cpu-minutes 0"
    if player in TAUGHT:
        recipe, seed = player.rsplit("-", 1)
        file, minutes, decisions = baselines.recipe_run(recipe, int(seed))
        who = Path(file).relative_to(results.ROOT).as_posix()
        costs = f"--cpu-minutes {minutes:.1f} --decisions {decisions} --recipe {recipe} --training-seed {seed}"
    elif player in ("pretrained", baselines.SEARCH):
        costs = TRAINED
    where = file_of(track, player).relative_to(results.ROOT).as_posix()
    return f"munchkin challenge run {who} --track {track} {costs} --json {where}"


def publish(track: str) -> None:
    """Write the table of a track from all of its reports: docs/results/challenge-TRACK.csv."""
    cards = [read_card(file_of(track, player)) for player in MADE[track] if file_of(track, player).exists()]
    lines = [line for line in leaderboard(cards).splitlines() if line.startswith("|")]
    head, _, *rows = ([cell.strip() for cell in line.split("|")[1:-1]] for line in lines)
    results.publish(f"challenge-{track}", head, rows, int(cards[0].versions["rules"]))


def main() -> None:
    parser = parser_of(__doc__)
    parser.add_argument("track", nargs="?", choices=MADE, help="one only")
    parser.add_argument("players", nargs="*", help="only these")
    args = parser.parse_args()
    for one in [args.track] if args.track else MADE:
        (FOLDER / one).mkdir(parents=True, exist_ok=True)
        for player in args.players or MADE[one]:
            drawn = (one, player) == ("dev", "pretrained")
            picture = ["--plot", str(results.FOLDER / "report.png")] if drawn else []
            if status := munchkin([*shlex.split(command(one, player))[1:], *picture]):
                raise SystemExit(status)
        publish(one)


if __name__ == "__main__":
    main()
