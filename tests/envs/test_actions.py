"""Accepted types of actions, through every interface: whole numbers are judged by the game, all else is refused."""

from collections.abc import Callable, Iterator
from enum import IntEnum
from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import munchkin_env as mk
from munchkin_env.bots import BatchBot, Bot
from munchkin_env.engine.state.actions import NO_ACTION, whole_action, whole_actions
from tests.each import each
from tests.envs.slow_rows import SMALL
from tests.outside import frozen

pytestmark = [pytest.mark.compiled, pytest.mark.filterwarnings("ignore:Observation")]

Number = IntEnum("Number", {f"N{n}": n for n in range(300)})
RIGHT: list[Callable[[int], Any]] = [
    int, np.int64, np.uint64, np.int16, Number, np.array, lambda n: np.array(n, np.uint16), lambda n: np.array([n])[0],
]  # fmt: skip
NOT_LEGAL: list[Any] = [
    -1, 10_000, 2**31, 2**63 - 1, -(2**63), 2**63, 2**64, 2**64 + 1, -(2**64), 10**5000, np.int64(-1),
    np.uint64(2**64 - 1), np.uint64(2**63), np.array(-1), np.array(2**63, np.uint64), np.array(2**70, object)[()],
]  # fmt: skip
WRONG: list[Any] = [
    None, True, False, np.True_, np.array(True), 1.0, 1.5, float("nan"), float("inf"), np.float64(1), np.array(1.0),
    "1", "pass", b"1", [1], (1,), [], {}, {1}, np.array([1]), np.array([[1]]), np.array([1, 2]), np.array([], int),
    np.array("1"), 1j, object(), range(1), np.timedelta64(1), np.datetime64(1, "s"),
]  # fmt: skip


class Say(Bot):
    """A bot that returns the value that it was given."""

    name = "say"

    def __init__(self, answer: Any) -> None:
        self.answer = answer

    def act(self, view: Any, mask: np.ndarray, rng: np.random.Generator) -> int:
        return self.answer(mask) if callable(self.answer) else self.answer  # type: ignore[no-any-return]


class SayAll(BatchBot):
    """A batch bot that returns a list of the value that it was given."""

    name = "say"

    def __init__(self, answer: Any) -> None:
        self.answer = answer

    def act_batch(self, observation: Any, masks: np.ndarray, chances: np.ndarray) -> np.ndarray:
        return [self.answer] * len(masks)  # type: ignore[return-value]


class Face:
    """One interface that waits for an action of one seat."""

    def __init__(self, make: Callable[[], Any], step: Callable[[Any, Any], Any], saved: Callable[[Any], bytes]) -> None:
        self.env = make()
        self.step = lambda action: step(self.env, action)
        self.saved = lambda: saved(self.env)

    def legal(self) -> int:
        env = self.env
        if isinstance(env, mk.Game):
            return int(env.legal_actions()[-1])
        if isinstance(env, mk.SelfPlayVecEnv):
            return int(np.flatnonzero(env.legal_action_mask[0])[-1])
        if hasattr(env, "agent_selection"):
            return int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[-1])
        return int(np.flatnonzero(np.atleast_2d(env.action_masks())[0])[-1])


def begun(env: Any) -> Any:
    env.reset(seed=5)
    return env


def rows(env: Any) -> Any:
    env.seed(5)
    env.reset()
    return env


FACES: dict[str, Callable[[], Face]] = {
    "game": lambda: Face(lambda: mk.Game(seed=5, **SMALL), lambda e, a: e.step(a), lambda e: frozen(e)),
    "raw_env": lambda: Face(lambda: begun(mk.raw_env(**SMALL)), lambda e, a: e.step(a), lambda e: frozen(e.game)),
    "env": lambda: Face(lambda: begun(mk.env(**SMALL)), lambda e, a: e.step(a), lambda e: frozen(e.unwrapped.game)),
    "gymnasium": lambda: Face(lambda: begun(mk.MunchkinEnv(**SMALL)), lambda e, a: e.step(a), lambda e: frozen(e.game)),
    "make_vec": lambda: Face(
        lambda: begun(mk.MunchkinVectorEnv(1, **SMALL)), lambda e, a: e.step([a]), lambda e: e.games.positions.tobytes()
    ),
    "sb3": lambda: Face(
        lambda: rows(mk.sb3_vec_env(1, **SMALL)), lambda e, a: e.step([a]), lambda e: e.games.positions.tobytes()
    ),
    "self_play": lambda: Face(
        lambda: mk.SelfPlayVecEnv(1, seed=5, **SMALL), lambda e, a: e.step([a]), lambda e: e.positions.tobytes()
    ),
}


@each("face", FACES)
def test_all_that_is_not_legal_is_refused_and_changes_nothing(face: str) -> None:
    if face == "sb3":
        pytest.importorskip("stable_baselines3")
    one = FACES[face]()
    before = one.saved()
    for action in (*NOT_LEGAL, *WRONG):
        with pytest.raises(mk.IllegalAction, match="action"):
            one.step(action)
        assert one.saved() == before, f"{action!r:.40} has changed the game"


@each("face", FACES)
def test_whatever_is_an_index_is_an_action(face: str) -> None:
    if face == "sb3":
        pytest.importorskip("stable_baselines3")
    ends = set()
    for coat in RIGHT:
        one = FACES[face]()
        one.step(coat(one.legal()))
        ends.add(one.saved())
    assert len(ends) == 1
    assert ends != {FACES[face]().saved()}


@each("make", [mk.raw_env, mk.env, mk.MunchkinEnv], ids=lambda make: make.__name__)
@each("on_illegal", ["resample_legal", "forfeit"])
def test_only_whole_numbers_are_left_to_on_illegal(make: Any, on_illegal: str) -> None:
    """The result of `predict` of stable-baselines3 for one observation is an array without dimensions."""
    env = begun(make(on_illegal=on_illegal, **SMALL))
    game = env.unwrapped.game
    legal = int(game.legal_actions()[-1])
    before = frozen(game)
    for action in WRONG:
        with pytest.raises(mk.IllegalAction, match="expected a whole number"):
            env.step(action)
        assert frozen(game) == before
    asked, answers = game.current_player, len(game.history)
    env.step(np.array(legal))
    assert game.history[answers] == (asked, legal)
    for action in NOT_LEGAL:
        env = begun(make(on_illegal=on_illegal, **SMALL))
        game = env.unwrapped.game
        env.step(action)
        if on_illegal == "forfeit":
            assert frozen(game) == before
            assert getattr(env.unwrapped, "_over", True)
        else:
            assert len(game.history) > 0


def play_on(env: Any) -> None:
    """A few legal actions of the learner, between which opponents are asked."""
    begun(env)
    for _ in range(30):
        action = env.action_masks().argmax(axis=-1)
        env.step(action)


@each("answer", [*WRONG, *NOT_LEGAL], ids=lambda value: f"{type(value).__name__}")
def test_bots_answer_by_the_same_rules(answer: Any) -> None:
    for bot in (Say(answer), SayAll(answer)):
        with pytest.raises(mk.IllegalAction, match="bot say"):
            mk.evaluate([bot, bot, bot], games=3, **{k: v for k, v in SMALL.items() if k != "players"})
        for make in (mk.MunchkinEnv, mk.MunchkinVectorEnv):
            with pytest.raises(mk.IllegalAction, match="opponent say"):
                play_on(make(opponents=bot, first_seat=1, **SMALL))


def test_bots_may_answer_in_any_coat() -> None:
    results = set()
    for coat in (int, np.uint16, np.array):
        bot = Say(lambda mask, coat=coat: coat(np.flatnonzero(mask)[-1]))
        match = mk.evaluate([bot, "greedy", "greedy"], games=3, round_limit=1)
        results.add(match.decisions)
    assert len(results) == 1


def test_rows_are_read_by_the_same_rules() -> None:
    for action in RIGHT:
        assert whole_actions([action(3)], 1).tolist() == [whole_action(action(3))] == [3]
    for action in NOT_LEGAL:
        (number,) = whole_actions([action], 1)
        assert number == (int(action) if -(2**63) <= int(action) < 2**63 else NO_ACTION)
    for actions in (
        None, 1, "12", [1], [1, 2, 3], [1, True], [1, None], [1, 2.0], [[1, 2]], np.array([1.0, 2.0]), {1, 2},
        np.array([True, False]), np.array([[1, 2]]), np.array([1, "2"]), np.array([1, None]), np.array([1, 2], "m8[s]"),
        np.ma.array([1, 2], mask=[True, False]),
    ):  # fmt: skip
        with pytest.raises(mk.IllegalAction, match="actions"):
            whole_actions(actions, 2)
    given = np.array([1, 2])
    taken = whole_actions(given, 2)
    given[:] = 7
    assert taken.tolist() == [1, 2]


def test_what_is_sampled_is_judged_like_any_other() -> None:
    """Drawn in one game, played in another: refused where it is not legal, never replaced."""
    refused = 0
    env = mk.MunchkinEnv(**SMALL)
    for seed in range(20):
        env.reset(seed=seed)
        env.step(env.action_space.sample())
        action = env.action_space.sample()
        env.reset(seed=seed + 1)
        before, legal = frozen(env.game), env.action_masks()[action]
        if legal:
            continue
        refused += 1
        with pytest.raises(mk.IllegalAction):
            env.step(action)
        assert frozen(env.game) == before
    assert refused > 3
    env = mk.MunchkinEnv(on_illegal="forfeit", **SMALL)
    for seed in range(20):
        env.reset(seed=seed)
        env.step(env.action_space.sample())
        action = env.action_space.sample()
        env.reset(seed=seed + 1)
        if not env.action_masks()[action]:
            assert env.step(action)[1:3] == (-1.0, True)
            break
    else:
        pytest.fail("every action was legal")


def legal_spaces() -> Iterator[tuple[Any, Callable[[], np.ndarray]]]:
    """The action spaces of every interface in mid-game, each with the mask of what is legal."""
    single = mk.MunchkinEnv(**SMALL)
    for env in (single, mk.with_history(mk.MunchkinEnv(**SMALL), 2)):
        _, info = env.reset(seed=1)
        for _ in range(3):
            info = env.step(int(info["action_mask"].argmax()))[-1]
        yield env.action_space, env.unwrapped.action_masks
    envs = mk.MunchkinVectorEnv(3, **SMALL)
    envs.reset(seed=1)
    for _ in range(3):
        envs.step(envs.action_space.sample())
    yield envs.action_space, envs.action_masks
    aec = mk.raw_env(**SMALL)
    aec.reset(seed=1)
    for _ in range(3):
        aec.step(int(aec.legal_actions()[0]))
    agent = aec.agent_selection
    yield aec.action_space(agent), lambda: aec.observe(agent)["action_mask"]


def test_seeding_a_space_changes_the_generator_and_never_what_is_legal() -> None:
    """Users seed the spaces of copies in mid-game; the same seed gives the same samples."""
    for space, mask in legal_spaces():
        for seed in range(20):
            samples = []
            for _ in range(2):
                space.seed(seed)
                samples.append([space.sample() for _ in range(3)])
            for drawn in samples[0]:
                rows = np.atleast_2d(mask())
                assert rows[np.arange(len(rows)), np.atleast_1d(drawn)].all()
            assert np.array_equal(samples[0], samples[1])


@pytest.mark.parametrize("players", [3, 6])
def test_gymnasiums_checker_passes_by_the_rules(players: int) -> None:
    for _ in range(2):
        env = mk.MunchkinEnv(players=players, round_limit=2, learner_seat="random", on_illegal="resample_legal")
        check_env(env, skip_render_check=True)  # it plays what it has sampled before a reset in the game after it
