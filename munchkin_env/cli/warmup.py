"""`munchkin warmup`: compile the engine once, before the first game."""

import argparse
import importlib.util
import time
import warnings
from typing import Any

import numpy as np

import munchkin_env as mk
from munchkin_env.bots.dispatch import NAMES
from munchkin_env.engine.kernels.kernel import FIRST_TIME, INTERPRETED, cache_folder
from munchkin_env.envs.registration import ENVIRONMENT_ID
from munchkin_env.game.game import Game
from munchkin_env.observation import ENCODINGS, KINDS, View
from munchkin_env.vocabulary import Zone

SHORT: dict[str, Any] = {"players": 3, "round_limit": 1}


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> argparse.ArgumentParser:
    """Declare the command."""
    parser = subparsers.add_parser(
        "warmup",
        help="compile the engine once (about one minute on two free cores)",
        description=(
            "Compiles engine, observations, bots and environments and keeps the result in the user's cache folder "
            "(MUNCHKIN_CACHE_DIR moves it). Needed once for each machine and each version; otherwise the first "
            "game does the same. It takes 70 seconds on two free cores, 100 on one. MUNCHKIN_INTERPRETED=1 needs no "
            "compilation."
        ),
    )
    return parser


def run(args: argparse.Namespace) -> int:
    """Use everything that is compiled once, and report the time of each part."""
    if INTERPRETED:
        print("MUNCHKIN_INTERPRETED is set: nothing is compiled.")
        return 0
    folder = cache_folder()
    where = "Compiling" if folder is None else f"Compiling into {folder}"
    print(f"{where}; it takes {FIRST_TIME}.", flush=True)
    began = time.perf_counter()
    compile_all()
    print(f"Ready after {time.perf_counter() - began:.1f} s.")
    return 0


def compile_all() -> None:
    """Use everything that is compiled once; print the time of each part."""
    for name, part in PARTS.items():
        start = time.perf_counter()
        part()  # reports its progress on stderr, so its own line is printed whole afterwards
        print(f"  {name:<13}{time.perf_counter() - start:7.1f} s", flush=True)


def _engine() -> None:
    """Warm up games, scenarios and saves."""
    game = Game()
    game.step(int(game.legal_actions()[0]))
    Game.load(game.clone().save())
    game.broken()
    game.strength("players")
    View.of(game, 0).face_needed(0)
    dressed = mk.scenario(({"table": ["horny_helmet"]}, {}, {}), phase="start")
    worn = dressed.position["card"]["zone"][0] == Zone.TABLE
    View.of(dressed, 0).is_of_use(int(worn.argmax()))
    View.of(dressed, 0).bonus_of(int(worn.argmax()))
    fight = {"monsters": [{"card": "net_troll", "enhancers": ["enraged"]}]}
    mk.scenario(({}, {}, {}), phase="combat", combat=fight).text(0)


def _observations() -> None:
    game = Game()
    for kind in KINDS:
        game.observe(0, kind)
    game.resample(0, np.random.default_rng(0))


def _bots() -> None:
    from munchkin_env.bots import RolloutBot, make_bot

    game, rng = Game(), np.random.default_rng(0)
    seat = game.current_player
    assert seat is not None  # a fresh game asks a player
    for name in (*NAMES, "rollout:1"):
        bot = make_bot(name)
        bot.act(View.of(game, seat, world=bot.searches), game.legal_action_mask(), rng)
    RolloutBot(1).choose(
        View.of(game, seat, world=True), game.legal_action_mask(), game.legal_actions()[:2].tolist(), rng
    )


class _Alone(mk.Bot):
    """Bot in Python that takes the first legal action."""

    name = "alone"

    def act(self, view: View, mask: np.ndarray, rng: np.random.Generator) -> int:
        return int(mask.argmax())


class _Batch(mk.BatchBot):
    """Bot that acts for many games in one call."""

    def __init__(self, encoding: str) -> None:
        self.name, self.encoding = f"batch {encoding}", encoding
        self.advisor = "greedy" if encoding == "tokens" else None

    def act_batch(self, observation: object, masks: np.ndarray, chances: np.ndarray) -> np.ndarray:
        first: np.ndarray = masks.argmax(axis=1)
        return first


def _matches() -> None:
    """Warm up the code of `evaluate`, `ladder`, `record` and `game_stats`, with players of all kinds."""
    from munchkin_env.evaluation.dataset import episodes

    limit: dict[str, Any] = {"round_limit": 1, "progress": False}
    for first in ("random", _Alone(), _Batch("flat"), _Batch("tokens")):
        mk.evaluate([first, "random", "random"], games=1, **limit)
    for kind in ("flat", "tokens"):
        list(episodes([_Alone(), "random", "random"], games=1, encoding=kind, **limit))
    mk.game_stats(games=1, players=3, bot="random", **limit)


def _vectors() -> None:
    """Warm up the code of `SelfPlayVecEnv`, trainers and `bench`."""
    from munchkin_env.evaluation.bench import RandomPlay

    RandomPlay(1)
    RandomPlay(1, observe=True)
    for kind in ENCODINGS:
        games = mk.SelfPlayVecEnv(2, players=3, encoding=kind)
        rng = np.random.default_rng(0)
        games.step(games.sample(rng))
        games.observe(games.current_player)
        for name in NAMES:
            games.advice(name, rng)
        games.restore(games.state())


def _environments() -> None:
    """Warm up the code of the environments of PettingZoo and Gymnasium."""
    import gymnasium

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # hints of Gymnasium for beginners
        for env in (mk.env(players=3), mk.raw_env(players=3)):
            env.reset(seed=1)
            _, _, _, _, info = env.last()
        for opponents in ("random", "greedy"):
            alone = gymnasium.make(ENVIRONMENT_ID, opponents=opponents, **SHORT)
            _, info = alone.reset(seed=1)
            alone.step(int(info["action_mask"].argmax()))
        rows = gymnasium.make_vec(ENVIRONMENT_ID, num_envs=2, opponents="greedy", **SHORT)
        _, info = rows.reset(seed=1)
        rows.step(info["action_mask"].argmax(axis=1))
        rows.close()


def _tables() -> None:
    """Warm up the code of replays, reviews and tables in the browser."""
    from munchkin_env.bots import RolloutBot

    game = Game()
    game.replay()
    seat = game.current_player
    assert seat is not None  # a fresh game asks a player
    view = View.of(game, seat, world=True)
    RolloutBot(1).compare(view, game.legal_action_mask(), game.legal_actions().tolist(), np.random.default_rng(0))


def _networks() -> None:
    """Warm up the sums of sparse networks, where there is the extra `train`."""
    if importlib.util.find_spec("torch") is None:
        return
    from munchkin_env.policies.sparse_ops import warm

    warm()


PARTS = {
    "engine": _engine,
    "observations": _observations,
    "bots": _bots,
    "matches": _matches,
    "vectors": _vectors,
    "environments": _environments,
    "tables": _tables,
    "networks": _networks,
}
