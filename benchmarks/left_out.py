"""Measure a recipe in an edition that was left out of its training.

`python -m benchmarks left_out` trains and plays the runs that runs/results/left_out.json lacks; `… star 0` does only
one edition and training seed. `configs/left-out.yaml` is trained twice: on the three other editions, at tables of
each and of all three together, and as a specialist on only this edition, with as many decisions. Both then play it
against three `greedy`. The result is the share of the way from `random` to the specialist that was covered without a
game of it.
"""

import json
import time
from functools import cache
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

import munchkin_env as mk
from benchmarks import results
from benchmarks.measuring import Runs, told
from munchkin_env.cards.compile import catalogue_of
from munchkin_env.policies.transfer import names_of, transferred
from training.config import read_config
from training.learner import PpoTrainer
from training.run import RunFolder

RUNS = Runs(results.RUNS / "left_out.json", "edition", "seed")
CONFIG = results.ROOT / "configs" / "left-out.yaml"
EDITIONS = ("munchkin", "extended", "star", "cthulhu")
SEEDS = (0, 1, 2)
GAMES = 1000
HEAD = (
    "left out", "of its cards met", "`random`, %", "trained on the other three, %", "specialist, %", "of the way, %",
    "training seeds",
)  # fmt: skip


def others(edition: str) -> tuple[str, ...]:
    """Return the editions of training where this one is left out."""
    return tuple(one for one in EDITIONS if one != edition)


def trained(editions: tuple[str, ...], seed: int, options: tuple[str, ...] = ()) -> tuple[Any, mk.Spec, int]:
    """Return the network, the game whose numbers it reads, and the decisions of its training.

    options: settings that differ from those of the config, as on the command line.
    """
    with TemporaryDirectory() as folder:
        settings = {
            "run.dir": f"{folder}/run",
            "run.seed": seed,
            "game.settings": {"editions": editions},
            "game.extra_editions": editions if len(editions) > 1 else (),
        }
        told_so = (f"{name}={json.dumps(one)}" for name, one in settings.items())
        config = read_config(CONFIG, [*told_so, *options])
        trainer = PpoTrainer(config, RunFolder.create(config))
        while trainer.decisions < config.run.total_timesteps:
            trainer.run_iteration()
        trainer.close()
    return trainer.network, trainer.spec, trainer.decisions


def wins(player: Any, edition: str, games: int = GAMES) -> float:
    """Return the share of games that it wins there against three `greedy`; a network takes argmax actions."""
    found = mk.evaluate([player, "greedy", "greedy", "greedy"], games, 0, (edition,), progress=False)
    return found.bots[0].win_rate


def wins_of(network: Any, spec: mk.Spec, edition: str, games: int = GAMES) -> float:
    """Return the same for a network trained on others: with its weights of features, and of cards of the same name."""
    game = mk.spec(players=4, editions=(edition,))
    return wins(mk.TorchPolicyBot.of(transferred(network, names_of(spec, "sparse"), game).eval(), game), edition, games)


@cache
def of_random(edition: str) -> float:
    """Return the rate of `random`, the zero of the scale: ten times the games, since it is near zero and all shares
    depend on it."""
    return wins("random", edition, 10 * GAMES)


def measured(edition: str, seed: int) -> dict[str, Any]:
    """Train both, and play."""
    began = time.process_time()
    without, spec, decisions = trained(others(edition), seed)
    alone, own, as_many = trained((edition,), seed)
    spent = time.process_time() - began
    return {
        "edition": edition, "seed": seed, "decisions": [decisions, as_many], "cpu_seconds": round(spent),
        "random": of_random(edition), "without": wins_of(without, spec, edition),
        "alone": wins_of(alone, own, edition),
    }  # fmt: skip


def met(edition: str) -> str:
    """Return how many of its cards are in the others, too."""
    own, known = cards_of(edition), set().union(*map(cards_of, others(edition)))
    return f"{len(own & known)} of {len(own)}"


def cards_of(edition: str) -> set[str]:
    """Return the names of its cards."""
    return {card.id for card in catalogue_of(mk.GameConfig(editions=(edition,))).cards if card}


def covered(run: dict[str, Any]) -> float:
    """Return the share of the way from `random` to the specialist."""
    return (run["without"] - run["random"]) / (run["alone"] - run["random"])


def table() -> list[tuple[str, ...]]:
    """Return the rows of the table; its last line is the one number: the mean over editions, for each training seed."""
    there = RUNS.read()
    rows = []
    for edition in EDITIONS:
        found = [one for one in there if one["edition"] == edition]
        if found:
            columns = [told([one[name] for one in found]) for name in ("without", "alone")]
            share = told([covered(one) for one in found])
            rows.append((edition, met(edition), f"{100 * found[0]['random']:.1f}", *columns, share, str(len(found))))
    by_seed = [[covered(one) for one in there if one["seed"] == seed] for seed in SEEDS]
    whole = [float(np.mean(shares)) for shares in by_seed if len(shares) == len(EDITIONS)]
    if whole:
        rows.append(("mean", "", "", "", "", told(whole), str(len(whole))))
    return rows


def main() -> None:
    for run in RUNS.made(measured, [(edition, seed) for seed in SEEDS for edition in EDITIONS], RUNS.words(__doc__)):
        print(run["edition"], run["seed"], f"{100 * covered(run):.0f} % of the way", flush=True)
    results.publish("left-out", HEAD, table())


if __name__ == "__main__":
    main()
