"""Random legal play of other projects through their own public interfaces, where they are installed."""

from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import numpy as np

from munchkin_env.evaluation.bench import Work


def weiss_sim() -> Work:
    """Measure weiss-sim, 128 games, one thread: uniform legal steps with observations, by its fastest public path.

    That is `make_pool`, which its README recommends for throughput, with only observations and legal ids of 16 bits,
    and the deck of that README. A step picks by the remainder of a game's key, so each gets freshly drawn keys: with
    keys that repeat, or continue by the number of games, many games pass on and on to its limit of decisions.
    """
    library, games, steps = import_module("weiss_sim"), 128, 50
    deck = (list(range(1, 14)) * 4)[:50]
    _, table = library.make_pool(
        mode="train", num_envs=games, num_threads=1, seed=1, deck_lists=[deck, deck], deck_ids=[1, 2],
        layout="i16_legal_ids_nometa",
    )  # fmt: skip
    table.reset()
    rng = np.random.default_rng(0)

    def work() -> float:
        for keys in rng.integers(0, 1 << 63, (steps, games), dtype=np.uint64):
            batch, _ = table.step_random_legal(keys)
            ended = batch.terminated | batch.truncated
            if ended.any():
                table.reset_done(ended)
        return float(steps * games)

    return work


def pettingzoo_connect_four() -> Work:
    """Measure PettingZoo's Connect Four through its AEC loop."""
    table = import_module("pettingzoo.classic.connect_four_v3").env()
    rng = np.random.default_rng(0)

    def work() -> float:
        table.reset(seed=1)
        done = 0
        for _ in table.agent_iter():
            seen, _, terminated, truncated, _ = table.last()
            over = terminated or truncated
            table.step(None if over else int(rng.choice(np.flatnonzero(seen["action_mask"]))))
            done += not over
        return float(done)

    return work


def rlcard_uno() -> Work:
    """Measure RLCard's Uno with its own step function."""
    table = import_module("rlcard").make("uno")
    rng = np.random.default_rng(0)

    def work() -> float:
        state, _ = table.reset()
        done = 0
        while not table.is_over():
            state, _ = table.step(int(rng.choice(list(state["legal_actions"]))))
            done += 1
        return float(done)

    return work


def open_spiel_hearts() -> Work:
    """Measure OpenSpiel's hearts from Python with information-state tensors."""
    game: Any = import_module("pyspiel").load_game("hearts")
    rng = np.random.default_rng(0)

    def work() -> float:
        state = game.new_initial_state()
        done = 0
        while not state.is_terminal():
            if not state.is_chance_node():
                state.information_state_tensor()
                done += 1
            state.apply_action(int(rng.choice(state.legal_actions())))
        return float(done)

    return work


PEERS: dict[str, tuple[str, Callable[[], Work]]] = {
    "weiss-sim, make_pool, 128 games, 1 thread": ("weiss_sim", weiss_sim),
    "PettingZoo connect_four_v3, AEC": ("pygame", pettingzoo_connect_four),
    "RLCard uno": ("rlcard", rlcard_uno),
    "OpenSpiel hearts": ("pyspiel", open_spiel_hearts),
}


def installed() -> Iterator[tuple[str, Work]]:
    """Return name and work of each project whose library is there."""
    for name, (library, make) in PEERS.items():
        if find_spec(library) is not None:
            yield name, make()
