"""Plays the games of the gallery: `python -m tests.tools.gallery` writes docs/gallery/*.json.gz.

The site's build turns them into pages, see `tests/tools/site_hooks.py`.
"""

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

import munchkin_env as mk
from munchkin_env.observation import View

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "gallery"
NAMES = ("Anna", "Bob", "Cleo", "Dan")


class Shown(NamedTuple):
    """A game of the gallery."""

    seed: int
    bots: tuple[str, ...]
    settings: dict[str, Any]


GAMES = {
    "munchkin": Shown(7, ("greedy", "greedy", "greedy", "greedy"), {}),
    "star": Shown(3, ("veteran", "greedy", "greedy", "random"), {"editions": "star", "preset": "quick"}),
    "cthulhu": Shown(5, ("veteran", "veteran", "greedy", "greedy"), {"editions": "cthulhu", "preset": "quick"}),
}


def play(shown: Shown) -> mk.Game:
    """Return the game at its end."""
    game = mk.Game(seed=shown.seed, players=len(shown.bots), **shown.settings)
    bots, rng = [mk.make_bot(name) for name in shown.bots], np.random.default_rng(shown.seed)
    while (seat := game.seat) is not None:
        game.step(bots[seat].act(View.of(game, seat), game.mask(), rng))
    return game


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name, shown in GAMES.items():
        game = play(shown)
        file = FOLDER / f"{name}.json.gz"
        game.replay(None, NAMES, shown.bots).write(file)
        winners = ", ".join(NAMES[seat] for seat in game.winners) or "nobody"
        print(f"{file.name}: {file.stat().st_size} bytes, {len(game.history)} actions, won by {winners}", flush=True)


if __name__ == "__main__":
    main()
