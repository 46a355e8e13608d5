"""Players that act in many rows at once: like asked one by one, seated by row, restored in the middle of a game."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import munchkin_env as mk
from munchkin_env.envs import stepping
from munchkin_env.envs.checkpoint import SEAL, sealed
from munchkin_env.envs.learner_games import LearnerGames
from munchkin_env.envs.self_play import SelfPlayVecEnv
from tests.each import each
from tests.envs.nets import Alone, Net
from tests.envs.slow_rows import SMALL, picks
from tests.envs.test_threads import late

pytestmark = pytest.mark.interpreted


def learners(opponents: Any, num_envs: int = 3, **settings: Any) -> LearnerGames:
    given = {
        "learner_seat": "rotate", "encoding": "flat", "shaping": 0.5, "max_episode_steps": None, "threads": 1,
        **SMALL, **settings,
    }  # fmt: skip
    games = LearnerGames(num_envs, opponents=opponents, **given)
    games.reset(5)
    return games


def shown(games: LearnerGames, rows: int | None = None) -> list[bytes]:
    """The observations of the learners, and their seats."""
    seen = games.observation()
    arrays = [*(seen.values() if isinstance(seen, dict) else [seen]), games.masks(), games.seats]
    return [array[:rows].tobytes() for array in arrays]


def trail(games: LearnerGames, steps: int, rows: int | None = None) -> list[bytes]:
    """The observations and rewards of the learners, step by step."""
    seen = shown(games, rows)
    for number in range(steps):
        got = games.step(picks(games.masks(), number))
        seen += [array[:rows].tobytes() for array in got]
        seen += shown(games, rows)
    return seen


@each(
    ("shows", "reads"),
    [("flat", "flat"), ("tokens", "tokens"), ("flat", "tokens"), ("sparse", "sparse"), ("tokens", "sparse")],
)
def test_one_call_for_all_rows_gives_what_one_by_one_gives(shows: str, reads: str) -> None:
    together, alone = Net(reads), Net(reads)
    expected = trail(learners([Alone(alone), "greedy"], encoding=shows), 25)
    games = learners([together, "greedy"], encoding=shows)
    assert trail(games, 25) == expected
    assert {size for size, _ in alone.asked} == {1}
    assert max(size for size, _ in together.asked) > 1
    assert sum(size for size, _ in together.asked) == len(alone.asked)


def test_equal_bots_are_asked_apart_and_one_object_once() -> None:
    """Two seats of one object are one call where two rows wait for them; two objects are two."""
    one, other = Net(), Net()
    expected = trail(learners([one, one]), 20)
    assert trail(learners([other, Net()]), 20) == expected
    assert 0 < sum(size for size, _ in other.asked) < sum(size for size, _ in one.asked)


def test_the_chance_of_a_row_does_not_depend_on_others() -> None:
    few, many = Net(by_chance=True), Net(by_chance=True)
    assert trail(learners(few, 2), 25) == trail(learners(many, 3), 25, rows=2)
    drawn = [chance for _, chances in few.asked for chance in chances]
    assert len(set(drawn)) == len(drawn) > 40
    assert 0.4 < np.mean(drawn) < 0.6


@each(
    ("given", "named"),
    [
        (lambda masks: np.argmin(masks, axis=1), r"opponent net: action: expected one of \[.*\], got \d+, which"),
        (lambda masks: np.full(len(masks), -1), "got -1, which is not legal"),
        (lambda masks: np.full(len(masks), 1 << 20), "which is not legal"),
        (lambda masks: np.argmax(masks, axis=1)[:-1], "opponent net: expected whole numbers of shape"),
        (lambda masks: np.argmax(masks, axis=1) + 0.0, "got float64"),
    ],
)
def test_wrong_answers_name_the_bot(given: Any, named: str) -> None:
    class Wrong(Net):
        def act_batch(self, observation: Any, masks: np.ndarray, chances: np.ndarray) -> np.ndarray:
            wrong: np.ndarray = given(masks)
            return wrong

    with pytest.raises(mk.IllegalAction, match=named):
        trail(learners(Wrong()), 5)


def test_new_opponents_play_from_the_rows_next_game_on() -> None:
    """Games are counted by who is asked in them: the old player in the running one, the new ones after it."""
    old, new = Net(), Net()
    games = learners([old, "greedy"], num_envs=2)
    games.set_opponents(1, ["random", new])
    first = games.games.episodes.copy()
    for number in range(200):
        before, asked = games.games.episodes.copy(), (len(old.asked), len(new.asked))
        games.step(picks(games.masks(), number), np.array([False, True]))
        if games.games.episodes[1] == first[1]:
            assert len(new.asked) == 0
        elif before[1] > first[1]:
            assert len(old.asked) == asked[0]
            assert sorted(games.games.seat_controllers[1].tolist()) == [-1, 0, 1]
        if games.games.episodes[1] > first[1] + 1:
            break
    assert min(len(old.asked), len(new.asked)) > 0
    assert games.games.seat_controllers[0].tolist().count(2) == 1, "the other row keeps its players"


def test_opponents_that_are_no_longer_outside_are_not_asked() -> None:
    bot = Net()
    games = learners(bot, num_envs=1)
    games.set_opponents(0, "greedy")
    games.set_opponents(0, "random")
    games.reset()
    asked = len(bot.asked)
    trail(games, 20)
    assert len(bot.asked) == asked
    assert sorted(games.games.seat_controllers[0].tolist()) == [0, 1, 1]


@each(
    ("row", "opponents", "named"),
    [
        (2, "greedy", "row: expected a whole number from 0 to 1, got 2"),
        (True, "greedy", "row: expected"),
        (0, "gredy", "greedy"),
        (0, ["greedy"], "opponents: expected a bot, or 2 of them"),
        (0, Net("text"), "encoding: expected bot net to read flat or tokens or sparse, got 'text'"),
    ],
)
def test_wrong_opponents_change_nothing(row: Any, opponents: Any, named: str) -> None:
    expected = trail(learners(Net(), 2), 20)
    games = learners(Net(), 2)
    with pytest.raises(mk.ConfigError, match=named):
        games.set_opponents(row, opponents)
    assert trail(games, 20) == expected


# ------------------------------------------------------------------ going on later


def saved(games: Any, folder: Path) -> Any:
    """The state, through a file."""
    np.savez(folder / "state.npz", **games.state())
    return np.load(folder / "state.npz")


def test_restored_learners_go_on_alike(tmp_path: Path) -> None:
    table = {"opponents": ["greedy", Net(by_chance=True)], "max_episode_steps": 9, "encoding": "tokens"}
    games = learners(**table)
    trail(games, 12)
    state = saved(games, tmp_path)
    other = learners(**table, threads=2)
    trail(other, 3)
    other.restore(state)
    assert other.acted.tolist() == games.acted.tolist()
    assert trail(other, 30) == trail(games, 30)
    for one in (games, other):
        one.reset()
    assert shown(games) == shown(other)
    other.games.close()


def test_a_running_game_keeps_its_players_when_restored(tmp_path: Path) -> None:
    old, new = Net(), Net(by_chance=True)
    games = learners([old, "random"])
    trail(games, 5)
    games.set_opponents(0, [new, "greedy"])
    state = saved(games, tmp_path)
    fresh = learners([new, "greedy"])
    before = shown(fresh)
    for rows, named in ((0, "opponents: expected in row 1"), (2, "running game in row 0")):
        for row in range(rows):
            fresh.set_opponents(1 + row, [old, "random"])
        with pytest.raises(mk.ConfigError, match=named):
            fresh.restore(state)
    assert shown(fresh) == before
    other = learners([old, "random"])
    other.set_opponents(0, [new, "greedy"])
    other.restore(state)
    assert trail(other, 40) == trail(games, 40)


def test_opponents_that_may_remember_cannot_be_saved() -> None:
    plain = learners(Alone(Net()))
    for call in (plain.state, lambda: plain.restore({})):
        with pytest.raises(mk.ConfigError, match="opponents: expected compiled bots and BatchBots"):
            call()
    later = learners("greedy")
    later.set_opponents(0, Alone(Net()))
    with pytest.raises(mk.ConfigError, match="may remember"):
        later.state()


@each(
    ("other", "named"),
    [
        ({"learner_seat": 0}, "rotation: expected"),
        ({"shaping": 0.0}, "shaping: expected a state with 0.0, got one with 0.5"),
        ({"max_episode_steps": 9}, "max_episode_steps: expected a state with 9, got one with -1"),
        ({"opponents": "greedy"}, "opponents: expected in row 0"),
        ({"num_envs": 2}, "num_envs|num_games"),
    ],
)
def test_states_of_other_learners_are_refused(other: dict[str, Any], named: str) -> None:
    state = learners([Net(), "greedy"]).state()
    games = learners(**{"opponents": [Net(), "greedy"], **other})
    before = shown(games)
    with pytest.raises(mk.ConfigError, match=named):
        games.restore(state)
    assert shown(games) == before


def test_damaged_learner_states_are_named() -> None:
    games = learners([Net(), "greedy"], learner_seat=1)
    state = games.state()
    for name, value, named in (
        ("learner_acted", state["learner_acted"] + 3, "learner_acted: expected numbers 0 to 2"),
        ("others_next", state["learner_steps"], "others_next: expected bool"),
        (
            "seat_controllers",
            state["seat_controllers"] * 0,
            "seat_controllers: expected row 0 to wait for its only learner",
        ),
        ("seat_controllers", np.roll(state["seat_controllers"], 1, axis=1), "seat_controllers: expected row 0 to wait"),
        (
            "seat_controllers",
            np.where(state["seat_controllers"] == 2, np.int8(-1), state["seat_controllers"]),
            "a BatchBot at seat",
        ),
        ("controllers", np.roll(state["controllers"], 1, axis=1), "learner_seat: expected in row 0"),
    ):
        with pytest.raises(mk.ConfigError, match=named):
            games.restore(sealed({**state, name: value}))  # by somebody who knows how
        with pytest.raises(mk.ConfigError, match=f"checksum: expected|{named}"):
            games.restore({**state, name: value})


def test_every_entry_of_a_state_is_sealed() -> None:
    pytest.importorskip("stable_baselines3")
    for env in (mk.sb3_vec_env(2, shaping=1.0, **SMALL), mk.with_history(mk.sb3_vec_env(2, **SMALL), 2)):
        env.reset()
        state = env.state()
        for name, entry in state.items():
            if name == SEAL or entry.dtype.kind == "U":
                continue
            changed = bytearray(entry.tobytes())
            changed[0] ^= 1
            other = np.frombuffer(bytes(changed), entry.dtype).reshape(entry.shape)
            with pytest.raises(mk.ConfigError):
                env.restore({**state, name: other})
        with pytest.raises(mk.ConfigError, match="checksum: expected"):
            env.restore({**state, "next_seed": np.array("-3")})
        env.restore(state)


def test_a_reset_that_ctrl_c_breaks_off_is_completed_with_its_own_players(monkeypatch: pytest.MonkeyPatch) -> None:
    def later(halts: bool) -> list[bytes]:
        env = mk.MunchkinVectorEnv(2, opponents=Net(by_chance=True), learner_seat=2, first_seat=0, players=3)
        seen, infos = env.reset(seed=3)
        for _ in range(5):
            seen, *_, infos = env.step(infos["action_mask"].argmax(1))
        if halts:
            with monkeypatch.context() as patch:
                patch.setattr(stepping, "advance", late(stepping.advance, every=1))
                with pytest.raises(KeyboardInterrupt):
                    env.reset(seed=8)
            seen, *_, infos = env.step(np.zeros(2, np.int64))
        else:
            seen, infos = env.reset(seed=8)
        found = [seen.tobytes()]
        for _ in range(6):
            seen, *_, infos = env.step(infos["action_mask"].argmax(1))
            found.append(seen.tobytes())
        return found

    assert later(halts=True) == later(halts=False)


def test_sb3_goes_on_in_the_middle_of_a_game(tmp_path: Path) -> None:
    pytest.importorskip("stable_baselines3")

    def rows() -> Any:
        opponents = ["greedy", Net(by_chance=True)]
        env = mk.sb3_vec_env(2, opponents=opponents, learner_seat="random", seed=5, max_episode_steps=11, **SMALL)
        env.reset()
        env.set_opponents(1, [opponents[1], "random"])
        return env

    env, other = rows(), rows()
    for number in range(14):
        env.step(picks(env.action_masks(), number))
    state = saved(env, tmp_path)
    assert np.array_equal(other.restore(state), env._play.observation())
    for number in range(30):
        steps = [one.step(picks(one.action_masks(), number)) for one in (env, other)]
        for mine, theirs in zip(*(step[:3] for step in steps), strict=True):
            assert np.array_equal(mine, theirs)
        assert str(steps[0][3]) == str(steps[1][3])
        for mine, theirs in zip(steps[0][3], steps[1][3], strict=True):
            assert np.array_equal(mine["action_mask"], theirs["action_mask"])
            assert np.array_equal(mine.get("terminal_observation"), theirs.get("terminal_observation"))
    assert np.array_equal(env.reset(), other.reset())
    env.step_async(picks(env.action_masks(), 0))
    with pytest.raises(mk.ConfigError, match="actions: expected step_wait"):
        env.state()
    with pytest.raises(mk.ConfigError, match="begun: expected bool"):
        other.restore({**dict(state), "begun": np.array(1)})


def test_a_seed_that_waits_for_the_next_reset_is_saved() -> None:
    pytest.importorskip("stable_baselines3")
    env, other = (mk.sb3_vec_env(1, opponents="greedy", seed=seed, **SMALL) for seed in (5, 6))
    other.restore(env.state())
    assert np.array_equal(env.reset(), other.reset())
    env.seed(9)
    other.restore(env.state())
    first = env.reset()
    assert np.array_equal(first, other.reset())
    assert np.array_equal(first, mk.sb3_vec_env(1, opponents="greedy", seed=9, **SMALL).reset())


def test_games_of_other_observations_can_be_read() -> None:
    games = SelfPlayVecEnv(2, seed=5, encoding=None, **SMALL)
    seen = games.observe_rows("tokens", np.array([1]), games.current_player[1:])
    assert np.array_equal(seen["cards"], SelfPlayVecEnv(2, seed=5, encoding="tokens", **SMALL).observation["cards"][1:])
