"""`munchkin warmup`: compiles everything once, so that no later start has to."""

import argparse
import time

import numpy as np

import munchkin_env as mk
from munchkin_env.engine.kernel import INTERPRETED, cache_folder
from munchkin_env.game import Game
from munchkin_env.observation import View

BOTS = ("random", "greedy")


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> argparse.ArgumentParser:
    """Declares the command."""
    parser = subparsers.add_parser(
        "warmup",
        help="compile everything once (a minute or two)",
        description=(
            "Compiles engine, observations and bots and keeps the result in the user's cache folder "
            "(MUNCHKIN_CACHE_DIR moves it). Needed once for each machine and each version; without it the first "
            "game does the same. MUNCHKIN_INTERPRETED=1 needs no compilation."
        ),
    )
    return parser


def run(args: argparse.Namespace) -> int:
    """Uses everything that is compiled once, and tells how long each part took."""
    if INTERPRETED:
        print("MUNCHKIN_INTERPRETED is set: nothing is compiled.")
        return 0
    folder = cache_folder()
    where = "Compiling" if folder is None else f"Compiling into {folder}"
    print(f"{where}; the first time this takes a minute or two.", flush=True)
    began = time.perf_counter()
    parts = (
        ("engine", _engine),
        ("observations", _observations),
        ("bots", _bots),
        ("matches", _matches),
        ("vectors", _vectors),
    )
    for name, part in parts:
        start = time.perf_counter()
        print(f"  {name:<13}", end="", flush=True)
        part()
        print(f"{time.perf_counter() - start:7.1f} s", flush=True)
    print(f"Ready after {time.perf_counter() - began:.1f} s.")
    return 0


def _engine() -> None:
    game = Game()
    game.step(int(game.legal()[0]))
    game.clone().save()
    game.broken()
    game.strength("players")


def _observations() -> None:
    game = Game()
    for kind in ("flat", "tokens", "text"):
        game.observe(0, kind)
    game.resample(0, np.random.default_rng(0))


def _bots() -> None:
    from munchkin_env.bots import make_bot

    game = Game()
    seat = game.seat
    assert seat is not None  # a fresh game asks somebody
    for name in BOTS:
        make_bot(name).act(View.of(game, seat), game.mask(), np.random.default_rng(0))


def _matches() -> None:
    """What `munchkin evaluate` uses."""
    mk.evaluate(["random"] * 3, games=1)


def _vectors() -> None:
    """What `VectorGames` and the Gymnasium environments use."""
    games = mk.VectorGames(1)
    games.step(games.sample(np.random.default_rng(0)))
    games.observe(games.seat)
    values = np.zeros((1, 1), np.float32)
    mk.advantages(
        games.seat[None], values, games.rewards[None], games.done[None], games.turns_passed[None], games.rewards
    )
