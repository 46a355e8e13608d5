"""Makes the report cards of docs/challenge.md: `python tests/tools/leaderboard.py [TRACK [PLAYER ...]]`, from the
root of the repository.

Each is what the `munchkin challenge run` printed here writes, into docs/challenge/TRACK/; a policy that a recipe has
made by its training seed, such as `demo-0`, is trained first where runs/ lacks it. Then `python tests/tools/readme.py`
sets them side by side. A test plays some of their deals again.
"""

import shlex
import sys
from pathlib import Path

from munchkin_env.cli.main import main as munchkin
from munchkin_env.evaluation.challenge.card import Card, read_card
from munchkin_env.evaluation.challenge.leaderboard import leaderboard

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "docs" / "challenge"
TRAINED = "--cpu-minutes 207 --decisions 377477360 --recipe everywhere --training-seed 2"
COSTS = {
    "random": "--cpu-minutes 0",
    "greedy": "--cpu-minutes 0",
    "veteran": "--cpu-minutes 0",
    "trained": TRAINED,
    "rollout:20": "--cpu-minutes 0",
}
"""What is told of the players, by name."""
RECIPES = {
    "demo": ("3.1", "3211264"),
    "zero": ("9.5", "21037056"),
    "residual": ("12.3", "20054016"),
}
"""CPU minutes and decisions of what `configs/NAME.yaml` makes by one seed."""
MINUTES = {"residual-3": "20.2", "residual-4": "20.4"}
"""CPU minutes of runs on a slower day than their recipe's."""
SEEDS = {"demo": range(5), "zero": range(5), "residual": range(5)}
COMPILED = ("random", "greedy", "veteran")
TAUGHT = tuple(f"{recipe}-{seed}" for recipe in RECIPES for seed in SEEDS[recipe])
MADE = {
    "quick": (*COSTS, *TAUGHT),
    "standard": (*COMPILED, "trained"),
    "unseen-cards": (*COMPILED, "trained"),
    "new-tables": (*COMPILED, "trained"),
}
"""The cards that there are, by track."""


def file_of(track: str, player: str) -> Path:
    """Where a card lies."""
    return FOLDER / track / f"{player.replace(':', '-')}.json"


def training(player: str) -> str:
    """What trains the policy of a recipe."""
    recipe, seed = player.rsplit("-", 1)
    return f"munchkin train {recipe} run.seed={seed} run.folder=runs/{player}"


def command(track: str, player: str) -> str:
    """What makes a card."""
    who, costs = player, COSTS.get(player)
    if costs is None:
        recipe, seed = player.rsplit("-", 1)
        who = f"runs/{player}/policy.safetensors"
        minutes, decisions = RECIPES[recipe]
        minutes = MINUTES.get(player, minutes)
        costs = f"--cpu-minutes {minutes} --decisions {decisions} --recipe {recipe} --training-seed {seed}"
    where = file_of(track, player).relative_to(ROOT).as_posix()
    return f"munchkin challenge run {who} --track {track} {costs} --json {where}"


def cards() -> list[Card]:
    """All cards of the docs."""
    return [read_card(file_of(track, player)) for track, players in MADE.items() for player in players]


def page() -> str:
    """The leaderboard, with the commands that made it."""
    lines = [training(player) for player in TAUGHT]
    lines += [command(track, player) for track, players in MADE.items() for player in players]
    return "\n".join((leaderboard(cards()).rstrip(), "", "```sh", *lines, "```"))


def main() -> None:
    track, *players = sys.argv[1:] or [""]
    for one in [track] if track else MADE:
        (FOLDER / one).mkdir(parents=True, exist_ok=True)
        for player in players or MADE[one]:
            if player in TAUGHT and not (ROOT / "runs" / player / "policy.safetensors").exists():
                munchkin(shlex.split(training(player))[1:])
            picture = ["--plot", str(FOLDER / one / f"{player}.png")] if (one, player) == ("quick", "trained") else []
            munchkin([*shlex.split(command(one, player))[1:], *picture])


if __name__ == "__main__":
    main()
