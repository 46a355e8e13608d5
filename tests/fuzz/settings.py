"""Settings of games and of training runs, as data and as YAML, and scenarios: each is refused by name, or works.

`python -m tests.fuzz.settings 1 1000` prints what came of so many, from seed 1.
"""

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import yaml

import munchkin_env as mk
from munchkin_env.cards.compile import load_catalogue
from munchkin_env.game.scenarios import PHASES
from tests.fuzz.tools import Tally, feed, main
from tests.fuzz.values import altered, damaged, odd, pick
from training.config import build_config, read_config
from training.run import FORMAT_VERSION, RunFolder
from training.sections import Config

CARDS = [card.id for card in load_catalogue().cards if card is not None]
ODD_YAML = ("1" * 5000, "2020-13-45", "[" * 2000, "!!python/none x", "&a [*a]", "{a: b", "\xff", "? ?", "", "~", "x: y")
PLAIN = yaml.safe_dump({"format_version": FORMAT_VERSION, **Config().as_dict()}, sort_keys=False).encode()


def game_settings(rng: np.random.Generator, folder: Path) -> None:
    """A game with one or two odd settings."""
    settings: dict[str, Any] = mk.GameConfig().as_dict()
    for _ in range(int(rng.integers(1, 3))):
        settings = altered(settings, rng)
    if not isinstance(settings, dict):
        settings = {"players": settings}
    seed = odd(rng) if rng.random() < 0.2 else 1
    game = mk.Game(**{"seed": seed, **{str(name): value for name, value in settings.items()}})
    assert game.is_terminal or len(game.legal_actions()) > 0
    assert mk.Game.load(game.save()) == game


def training_settings(rng: np.random.Generator, folder: Path) -> None:
    """Settings of a run with some altered, as data."""
    data = altered(Config().as_dict(), rng)
    config = build_config(data if isinstance(data, dict) else {"run": data})
    assert build_config(config.as_dict()) == config


def yaml_settings(rng: np.random.Generator, folder: Path) -> None:
    """A damaged file of settings, read as one begins and as one continues a run."""
    text = PLAIN.splitlines(keepends=True)
    line = int(rng.integers(len(text)))
    if rng.random() < 0.5:
        key = text[line].split(b":")[0]
        text[line] = key + b": " + pick(rng, ODD_YAML).encode("latin-1") + b"\n"
        data = b"".join(text)
    else:
        data = damaged(PLAIN, rng)
    (folder / "config.yaml").write_bytes(data)
    try:
        read_config(folder / "config.yaml", [])
    finally:
        RunFolder.open(folder)


def option(rng: np.random.Generator, folder: Path) -> None:
    """An odd option of the command line."""
    words = ("run.seed=3", "run.dir=x", "game.players=[4]", "ppo.n_steps=8", "network.hidden=[8]", "ppo.clip_range=[1]")
    word = pick(rng, words)
    if rng.random() < 0.7:
        word = word.partition("=")[0] + "=" + pick(rng, ODD_YAML)
    read_config(None, [word])


def scenario(rng: np.random.Generator, folder: Path) -> None:
    """A position described with odd words in it."""
    card = lambda: pick(rng, CARDS)  # noqa: E731
    seats = [
        {
            "level": int(rng.integers(1, 10)),
            "hand": [card() for _ in range(int(rng.integers(3)))],
            "table": [card() for _ in range(int(rng.integers(3)))],
            "carried": [card() for _ in range(int(rng.integers(2)))],
        }
        for _ in range(int(rng.integers(3, 7)))
    ]
    described: dict[str, Any] = {
        "seats": seats,
        "turn": int(rng.integers(3)),
        "phase": pick(rng, PHASES),
        "doors": [card()] if rng.random() < 0.2 else [],
        "dice": [int(rng.integers(1, 7))],
    }
    if described["phase"] == "combat":
        described["combat"] = {"monsters": [pick(rng, ["net_troll", "lawyers", card()])]}
    for _ in range(int(rng.choice([0, 1, 1, 2]))):
        described = altered(described, rng)
        if not isinstance(described, dict):
            return
    game = mk.scenario(**{str(name): value for name, value in described.items()})
    assert game.broken() == 0
    assert game.is_terminal or len(game.legal_actions()) > 0
    assert mk.Game.load(game.save()) == game
    for _ in range(20):
        if not game.is_terminal:
            game.step(int(rng.choice(game.legal_actions())))
    assert game.broken() == 0


PARTS = (game_settings, training_settings, yaml_settings, option, scenario)


def fuzz(seed: int, count: int) -> Tally:
    """`count` altered settings, of each kind in turn. Raises what is no MunchkinError."""
    rng = np.random.default_rng(seed)
    with TemporaryDirectory() as name:
        return feed(PARTS, seed, count, rng, Path(name))


if __name__ == "__main__":
    main(fuzz)
