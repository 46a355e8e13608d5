"""Every argument of every public function: what can't be used is refused by a typed error that names it."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import munchkin_env as mk
from munchkin_env.bots.dispatch import KINDS
from tests.each import each
from tests.envs.slow_rows import SMALL
from training.gae import compute_gae

pytestmark = pytest.mark.filterwarnings("ignore")

BAD: list[Any] = [
    None, True, -1, 10**9, 2**63, 10**5000, 1.7, float("nan"), "", "x", b"x", [], [None], {}, {"x": 1}, object(),
    np.array([1, 2]), np.array(1.5), np.nan, ["greedy", 1], ("caller", "x", "caller"), [[1, 2]], lambda: None,
]  # fmt: skip
BOTS = {"name", "opponents", "controllers", "seat_controllers", "bots"}  # names of bots are told as such
FREE: dict[str, set[str]] = {  # anything goes: nothing is known that it could be
    "raw_env.reset": {"options"},
    "env.reset": {"options"},
    "gymnasium.reset": {"options"},
    "make_vec.reset": {"options"},
}


def game() -> mk.Game:
    return mk.Game(seed=1, **SMALL)


def begun(env: Any) -> Any:
    env.reset(seed=1)
    return env


def vectors(**settings: Any) -> mk.SelfPlayVecEnv:
    return mk.SelfPlayVecEnv(2, seed=1, **{**SMALL, **settings})


def sb3() -> Any:
    return mk.sb3_vec_env(2, **SMALL)


CONFIG = {
    name: getattr(mk.GameConfig(), name) for name in mk.GameConfig().as_dict() if name not in ("players", "round_limit")
}
LEARNER = {"opponents": "greedy", "learner_seat": 0, "encoding": "flat", "shaping": 0.0}
ROWS = {"threads": 1, "max_episode_steps": None}
GAE = {
    "seats": np.zeros((2, 3), np.int8), "values": np.zeros((2, 3), np.float32),
    "rewards": np.zeros((2, 3, 4), np.float32), "done": np.zeros((2, 3), np.int8),
    "turns_passed": np.zeros((2, 3), np.int32), "last_values": np.zeros((3, 4), np.float32),
    "gamma": 1.0, "gae_lambda": 0.95, "gamma_per_turn": 1.0,
}  # fmt: skip
ANSWER = {
    "verb": "done", "card": None, "cards": (), "seat": None, "place": None, "amount": None, "second": None, "want": (),
    "which": 0, "first_pick": False,
}  # fmt: skip
SCENE = {
    "seats": [{}, {}, {}], "turn": 0, "phase": "start", "combat": None, "doors": (), "treasures": (),
    "discards": (), "dice": (), "seed": 0, "rest": "deck",
}  # fmt: skip

# name: (makes what the call is of, calls it with arguments by name, arguments that are right)
Call = tuple[Callable[[], Any], Callable[..., Any], dict[str, Any]]
CALLS: dict[str, Call] = {
    "GameConfig": (lambda: mk, lambda m, **a: m.GameConfig(**a), {**CONFIG, "players": 4, "round_limit": 2}),
    "spec": (lambda: mk, lambda m, **a: m.spec(**a), {"players": 4, "editions": ("munchkin",)}),
    "Game": (lambda: mk, lambda m, **a: m.Game(**a), {"editions": ("munchkin",), "players": 3, "seed": 0}),
    "Game.step": (game, lambda g, **a: g.step(**a), {"action": 1}),
    "Game.describe": (game, lambda g, **a: g.describe(**a), {"action": 1}),
    "Game.do": (game, lambda g, **a: g.do(**a), ANSWER),
    "Game.action": (game, lambda g, **a: g.action(**a), ANSWER),
    "Game.level": (game, lambda g, **a: g.level(**a), {"seat": 0}),
    "Game.strength": (game, lambda g, **a: g.strength(**a), {"side": "players"}),
    "Game.legal_action_mask": (game, lambda g, **a: g.legal_action_mask(**a), {"out": None}),
    "Game.at": (game, lambda g, **a: g.at(**a), {"decisions": 0}),
    "Game.observe": (game, lambda g, **a: g.observe(**a), {"seat": 0, "encoding": "flat", "out": None}),
    "Game.observe tokens": (game, lambda g, **a: g.observe(0, "tokens", **a), {"out": None}),
    "Game.text": (game, lambda g, **a: g.text(**a), {"seat": 0}),
    "Game.replay": (game, lambda g, **a: g.replay(**a), {"seat": 0, "names": ("Anna", "Bob", "Cleo")}),
    "Replay.parse": (lambda: mk.Replay, lambda r, replay: r.parse(replay), {"replay": game().replay(0).packed()}),
    "Game.resample": (game, lambda g, **a: g.resample(**a), {"seat": 0, "rng": np.random.default_rng(1)}),
    "scenario": (lambda: mk, lambda m, **a: m.scenario(**a), SCENE),
    "raw_env": (
        lambda: mk, lambda m, **a: m.raw_env(**SMALL, **a),
        {"render_mode": None, "encoding": "flat", "on_illegal": "raise", "shaping": 0.0, "max_cycles": None,
         "render_seat": None, "goal": 10},
    ),
    "raw_env.reset": (lambda: mk.raw_env(**SMALL), lambda e, **a: e.reset(**a), {"seed": 1, "options": None}),
    "raw_env.observe": (lambda: begun(mk.raw_env(**SMALL)), lambda e, **a: e.observe(**a), {"agent": "player_0"}),
    "raw_env.action_space": (lambda: mk.raw_env(**SMALL), lambda e, **a: e.action_space(**a), {"agent": "player_0"}),
    "raw_env.observation_space": (
        lambda: mk.raw_env(**SMALL), lambda e, **a: e.observation_space(**a), {"agent": "player_0"}
    ),
    "env.reset": (lambda: mk.env(**SMALL), lambda e, **a: e.reset(**a), {"seed": 1, "options": None}),
    "gymnasium": (
        lambda: mk, lambda m, **a: m.MunchkinEnv(**{**SMALL, **a}),
        {"render_mode": None, "players": 3, "on_illegal": "raise", "goal": 10, **LEARNER},
    ),
    "gymnasium.reset": (lambda: mk.MunchkinEnv(**SMALL), lambda e, **a: e.reset(**a), {"seed": 1, "options": None}),
    "make_vec": (
        lambda: mk, lambda m, **a: m.MunchkinVectorEnv(**{**SMALL, **a}),
        {"num_envs": 1, "players": 3, "autoreset_mode": "NextStep", "render_mode": None, **LEARNER, **ROWS},
    ),
    "make_vec.reset": (
        lambda: mk.MunchkinVectorEnv(1, **SMALL), lambda e, **a: e.reset(**a), {"seed": 1, "options": None}
    ),
    "make_vec.step": (
        lambda: begun(mk.MunchkinVectorEnv(2, **SMALL)), lambda e, **a: e.step(**a), {"actions": np.ones(2, int)}
    ),
    "sb3": (
        lambda: mk, lambda m, **a: m.sb3_vec_env(**{**SMALL, **a}),
        {"num_envs": 1, "players": 3, "seed": None, **LEARNER, **ROWS},
    ),
    "sb3.seed": (sb3, lambda e, **a: e.seed(**a), {"seed": 1}),
    "sb3.env_method": (sb3, lambda e, **a: e.env_method("action_masks", **a), {"indices": None}),
    "sb3.set_opponents": (sb3, lambda e, **a: e.set_opponents(**a), {"row": 0, "opponents": "greedy"}),
    "sb3.restore": (sb3, lambda e, **a: e.restore(**a), {"state": None}),
    "SelfPlayVecEnv": (
        lambda: mk, lambda m, **a: m.SelfPlayVecEnv(**{**SMALL, **a}),
        {"num_envs": 1, "players": 3, "seed": 0, "controllers": None, "seat_rotation": "fixed", "encoding": "flat",
         "threads": 1, "goal": 10},
    ),
    "SelfPlayVecEnv.reset": (vectors, lambda g, **a: g.reset(**a), {"seed": 1}),
    "SelfPlayVecEnv.deal": (vectors, lambda g, **a: g.deal(**a), {"rows": None}),
    "SelfPlayVecEnv.step": (vectors, lambda g, **a: g.step(**a), {"actions": np.ones(2, int), "rows": None}),
    "SelfPlayVecEnv.observe": (vectors, lambda g, **a: g.observe(**a), {"seats": np.zeros(2, int)}),
    "SelfPlayVecEnv.observe_rows": (
        vectors,
        lambda g, **a: g.observe_rows(**a),
        {"encoding": "flat", "rows": np.arange(2), "seats": np.zeros(2, int)},
    ),
    "SelfPlayVecEnv.sample": (vectors, lambda g, **a: g.sample(**a), {"rng": np.random.default_rng(1)}),
    "SelfPlayVecEnv.restore": (vectors, lambda g, **a: g.restore(**a), {"state": None}),
    "SelfPlayVecEnv.controllers": (
        vectors, lambda g, **a: setattr(g, *next(iter(a.items()))), {"controllers": np.zeros((2, 3), int)}
    ),
    "SelfPlayVecEnv.control": (
        vectors, lambda g, **a: setattr(g, *next(iter(a.items()))), {"seat_controllers": np.zeros((2, 3), int)}
    ),
    "compute_gae": (lambda: compute_gae, lambda f, **a: f(**a), GAE),
    "make_bot": (lambda: mk, lambda m, **a: m.make_bot(**a), {"name": "greedy"}),
    "evaluate": (
        lambda: mk, lambda m, **a: m.evaluate(**{"round_limit": 1, **a}),
        {"bots": ["random"] * 3, "games": 3, "seed": 0, "editions": "munchkin", "threads": 1, "progress": None},
    ),
}  # fmt: skip
CASES = [(call, name) for call, (_, _, right) in CALLS.items() for name in right]


@each("call", CALLS)
def test_the_arguments_that_are_right_are_right(call: str) -> None:
    if call.startswith("sb3"):
        pytest.importorskip("stable_baselines3")
    make, do, right = CALLS[call]
    if call not in ("SelfPlayVecEnv.restore", "sb3.restore"):
        do(make(), **right)


@each(("call", "name"), CASES)
def test_wrong_arguments_are_named(call: str, name: str) -> None:
    """Taken, or refused by one of our errors that names the argument; never a riddle from the depth."""
    if call.startswith("sb3"):
        pytest.importorskip("stable_baselines3")
    make, do, right = CALLS[call]
    told, of = [], make()
    for bad in BAD:
        try:
            do(of, **{**right, name: bad})
            of = make()
        except mk.MunchkinError as error:
            told.append(str(error))
    unnamed = [text for text in told if name not in text and not (name in BOTS and text.startswith("bot:"))]
    assert not unnamed
    assert told or name in FREE.get(call, ()), "nothing is refused"


@each("seats", [[256, 1], [1.7, 1], [float("nan"), 1], [-1, 0], [0, 3], [0], 0, "01", [True, False]])
def test_seats_are_numbers_of_seats(seats: Any) -> None:
    games = vectors()
    with pytest.raises(mk.ConfigError, match="seats: expected whole numbers from 0 to 2"):
        games.observe(np.array(seats))


@each("field", ["controllers", "seat_controllers"])
@each("number", [-2, KINDS + 1, 100])
def test_unknown_players_have_no_chair(field: str, number: int) -> None:
    games = vectors()
    before = games.positions.tobytes()
    getattr(games, field)[1, 2] = number
    with pytest.raises(mk.ConfigError, match=rf"{field}\[1\]: expected .*got .*{number}"):
        games.step(games.legal_ids[:, 0])
    assert games.positions.tobytes() == before
    with pytest.raises(mk.ConfigError, match=f"{field}: expected"):
        setattr(games, field, np.full((2, 3), number))


@each("policy", BAD, ids=lambda bad: type(bad).__name__)
def test_what_is_no_file_is_no_policy(policy: Any) -> None:
    with pytest.raises(mk.ConfigError, match="policy: expected"):
        mk.load_policy(policy)
