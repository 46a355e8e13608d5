"""Measure generalisation to unseen cards, by the number of generated editions of training.

`python -m benchmarks generalisation` trains and evaluates what runs/results/generalisation.json lacks, run by run, and
writes docs/results/generalisation.csv and .png; `… rows 16 0` does one run only: recipe, editions, training seed.

One network reads one game at a time, and a game holds less than a thousand different cards, so N editions come in turn:
LAPS of them, `generated:0` to `generated:N-1` over and over. With N = LAPS each comes once and never again.

Weights of single cards are kept until their edition returns; those of features, of the table and of actions without
cards continue from edition to edition.
"""

import json
import time
from collections.abc import Iterator
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import torch

import munchkin_env as mk
from benchmarks import results
from benchmarks.measuring import Runs, told
from munchkin_env.evaluation.plots import new_figure, save_figure
from munchkin_env.policies.transfer import names_of, transferred
from munchkin_env.versions import GENERATOR_VERSION
from training.config import read_config
from training.learner import PpoTrainer
from training.run import RunFolder
from training.sections import Config

RUNS = Runs(results.RUNS / "generalisation.json", "recipe", "editions", "seed", generator=GENERATOR_VERSION)
CONFIG = results.ROOT / "configs" / "unseen.yaml"
RECIPES = {"rows": 0.05, "features": 0.9}
"""Share of card types with only their features in an iteration (`network.card_dropout`)."""
EDITIONS = (1, 4, 16, 64)
SEEDS = (0, 1, 2)
LAPS = 64
HELD_OUT = tuple(f"generated:{seed}" for seed in range(1000, 1008))
MET = 4
"""Number of editions of training that are played afterwards, too."""
GAMES = 200
BY_CARD = {"card.weight": 0, "plane": 1, "other_plane": 0, "action": 0}
"""Parts of a sparse network with a row for each card type, and its axis; `action` ends with those."""


class Learner:
    """A network trained on one edition after the other."""

    def __init__(self, options: list[str], laps: int) -> None:
        """Make the learner. options: settings that differ from those of the config, as on the command line."""
        self.options, self.laps, self.lap = options, laps, 0
        self.network: Any = None
        self.spec: Any = None
        self.decisions = 0
        self.rows: dict[str, dict[str, torch.Tensor]] = {}
        """Weights of single cards, by edition."""

    def config_of(self, edition: str, folder: str) -> Config:
        """Return the settings of the next lap: its part of the schedules and of the decisions."""
        whole = read_config(CONFIG, self.options)
        settings = {
            "run.dir": folder,
            "run.seed": whole.run.seed * self.laps + self.lap,
            "run.total_timesteps": max(1, whole.run.total_timesteps // self.laps),
            "game.settings": {"editions": [edition]},
        }
        for name in ("learning_rate", "teacher_play_fraction"):
            first, last = getattr(whole.of_phase(0), name)
            settings[f"phases.0.{name}"] = [first + (last - first) * (self.lap + k) / self.laps for k in (0, 1)]
        return read_config(CONFIG, [*self.options, *(f"{name}={json.dumps(one)}" for name, one in settings.items())])

    def learn(self, edition: str) -> None:
        """Train one lap."""
        with TemporaryDirectory() as folder:
            config = self.config_of(edition, f"{folder}/run")
            trainer = PpoTrainer(config, RunFolder.create(config))
            if self.network is not None:
                trainer.network.load_state_dict(self.known(edition, trainer.spec).state_dict())
            while trainer.decisions < config.run.total_timesteps:
                trainer.run_iteration()
            trainer.close()
        self.network, self.spec = trainer.network, trainer.spec
        self.rows[edition] = rows_of(self.network)
        self.decisions += trainer.decisions
        self.lap += 1

    def known(self, edition: str, game: mk.Spec) -> Any:
        """Return the network for a game of that edition, with the weights of its cards; cards that share a name with
        another edition's by chance do not count as known."""
        found = transferred(self.network, names_of(self.spec, "sparse"), game)
        set_rows(found, self.rows.get(edition))
        return found

    def plays(self, edition: str, games: int, seed: int = 0) -> float:
        """Return the share of wins against three `greedy`, by argmax actions."""
        game = mk.spec(players=4, editions=(edition,))
        player = mk.TorchPolicyBot.of(self.known(edition, game).eval(), game)
        found = mk.evaluate([player, "greedy", "greedy", "greedy"], games, seed, (edition,), progress=False)
        return found.bots[0].win_rate


def _by_card(network: Any) -> Iterator[tuple[str, torch.Tensor]]:
    """Return the rows of card types, as views of the weights."""
    for name, part in network.state_dict().items():
        if name == "action":
            yield name, part[network.settings["first_card"] :]
        elif name in BY_CARD:
            yield name, part


def rows_of(network: Any) -> dict[str, torch.Tensor]:
    """Return its weights of single cards of its game."""
    return {name: part.clone() for name, part in _by_card(network)}


def set_rows(network: Any, rows: dict[str, torch.Tensor] | None) -> None:
    """Restore them; None: there are none."""
    with torch.no_grad():
        for name, part in _by_card(network):
            if rows is None:
                part.zero_()
            else:
                part.copy_(rows[name])


def measured(recipe: str, editions: int, seed: int) -> dict[str, Any]:
    """Train, and play editions of training and held-out ones."""
    began = time.process_time()
    learner = Learner([f"run.seed={seed}", f"network.card_dropout={RECIPES[recipe]}"], LAPS)
    for lap in range(LAPS):
        learner.learn(f"generated:{lap % editions}")
    trained = time.process_time() - began
    met = [f"generated:{one}" for one in range(min(editions, MET))]
    return {
        "recipe": recipe, "editions": editions, "seed": seed, "decisions": learner.decisions,
        "cpu_seconds": round(trained),
        "met": {one: learner.plays(one, GAMES) for one in met},
        "held_out": {one: learner.plays(one, GAMES) for one in HELD_OUT},
    }  # fmt: skip


def _of(recipe: str, editions: int, where: str) -> list[float]:
    """Return the share of wins of each training seed, the mean over editions."""
    found = [one for one in RUNS.read() if (one["recipe"], one["editions"]) == (recipe, editions)]
    return [float(np.mean(list(one[where].values()))) for one in found]


HEAD = ("recipe", "editions trained on", "wins there, %", "wins on held-out editions, %", "training seeds")


def table() -> list[tuple[str, ...]]:
    """Return the curve as rows of a table."""
    return [
        (f"`{recipe}`", str(n), told(_of(recipe, n, "met")), told(_of(recipe, n, "held_out")),
         str(len(_of(recipe, n, "held_out"))))
        for recipe in RECIPES for n in EDITIONS if _of(recipe, n, "held_out")
    ]  # fmt: skip


def draw() -> None:
    """Draw the means of the published table."""
    _, rows = results.read("generalisation")
    file = results.FOLDER / "generalisation.png"
    figure = new_figure(file, (5.5, 3.2))
    panel = figure.subplots()
    for recipe, colour in zip(RECIPES, ("tab:blue", "tab:orange"), strict=True):
        lines = [row for row in rows if row[0] == f"`{recipe}`"]
        for column, where, style in ((3, "held-out editions", "-"), (2, "editions of training", ":")):
            means = [float(row[column].partition(" ")[0]) for row in lines]
            there = [int(row[1]) for row in lines]
            panel.plot(there, means, style, marker="o", color=colour, label=f"{recipe}, {where}")
    panel.axhline(25, color="grey", linestyle=":", label="chance level")
    panel.set(xscale="log", xlabel="generated editions trained on", ylabel="wins against three greedy, %")
    panel.set(ylim=(0, 27), xticks=EDITIONS, xticklabels=map(str, EDITIONS))
    panel.minorticks_off()
    panel.legend(loc="upper right", bbox_to_anchor=(1, 0.9), fontsize=8)
    save_figure(figure, file)


def main() -> None:
    offered = [(recipe, n, seed) for seed in SEEDS for n in EDITIONS for recipe in RECIPES]
    for run in RUNS.made(measured, offered, RUNS.words(__doc__)):
        told_of = (run["recipe"], run["editions"], run["seed"])
        print(told_of, f"{100 * np.mean(list(run['held_out'].values())):.1f} % held out", flush=True)
    results.publish("generalisation", HEAD, table())
    draw()


if __name__ == "__main__":
    main()
