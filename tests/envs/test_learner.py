"""One learner among bots: the same games, masks and rewards through every interface, and nothing reused."""

from copy import deepcopy
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

import munchkin_env as mk
from munchkin_env.bots import BatchBot, Bot
from munchkin_env.envs.single import MunchkinEnv
from munchkin_env.envs.vector import MunchkinVectorEnv
from tests.each import each
from tests.envs.slow_rows import SMALL, SlowRow, pick, picks
from tests.outside import frozen

pytestmark = pytest.mark.interpreted
NAME = "munchkin_env/Munchkin-v0"


class LastBot(Bot):
    """A bot in Python that plays the highest id, and counts all calls."""

    name = "last"

    def __init__(self) -> None:
        self.games = 0
        self.keys: list[float] = []

    def reset(self) -> None:
        self.games += 1
        self.keys = []

    def act(self, view: Any, mask: np.ndarray, rng: np.random.Generator) -> int:
        self.keys.append(float(rng.random()))
        return int(np.flatnonzero(mask)[-1])


def episode(env: MunchkinEnv, **reset: Any) -> tuple[list[tuple[Any, np.ndarray]], list[float]]:
    """The learner's observations before each action and at the end, and its rewards."""
    observation, info = env.reset(**reset)
    seen, rewards, over = [(observation, info["action_mask"])], [], False
    while not over:
        answer = pick(info["action_mask"], len(seen))
        observation, reward, over, truncated, info = env.step(answer)
        assert not truncated
        seen.append((observation, info["action_mask"]))
        rewards.append(reward)
    return seen, rewards


# ------------------------------------------------------------------ one game at a time


@pytest.mark.parametrize("observation", ["flat", "tokens", "sparse"])
def test_gymnasiums_checker_passes(observation: str) -> None:
    env = gymnasium.make(NAME, encoding=observation, render_mode="ansi", on_illegal="resample_legal", **SMALL)
    check_env(env.unwrapped)  # it plays what it has sampled before a reset in the game after it
    assert env.get_wrapper_attr("action_masks")().dtype == np.int8


def test_the_same_answers_give_the_same_through_pettingzoo() -> None:
    ends = set()
    for seed in range(3):
        env = MunchkinEnv(learner_seat=seed, **SMALL)
        seen, rewards = episode(env, seed=seed)
        game, agent = env.game, f"player_{seed}"
        assert sum(rewards) == pytest.approx(game.returns[seed])
        assert not any(rewards[:-1])
        assert not seen[-1][1].any()
        ends.add(game.history[-1][0] == seed)
        aec = mk.raw_env(**SMALL)
        aec.reset(seed=seed)
        own, got = 0, 0.0
        for seat, action in game.history:
            assert aec.agent_selection == f"player_{seat}"
            if seat == seed:
                observed = aec.observe(agent)
                assert np.array_equal(observed["observation"], seen[own][0])
                assert np.array_equal(observed["action_mask"], seen[own][1])
                own += 1
            aec.step(action)
            got += aec.rewards[agent]
        assert np.array_equal(aec.observe(agent)["observation"], seen[-1][0])
        assert own == len(rewards)
        assert got == pytest.approx(sum(rewards))
    assert False in ends, "no game ended on another's turn"


def test_the_learner_sits_where_it_is_told() -> None:
    fixed = MunchkinEnv(learner_seat=2, opponents="random", **SMALL)
    turning = MunchkinEnv(learner_seat="rotate", opponents="random", **SMALL)
    drawn = MunchkinEnv(learner_seat="random", opponents="random", **SMALL)
    seats = [
        [env.reset(seed=4 if k == 0 else None)[1]["learner_seat"] for k in range(9)] for env in (fixed, turning, drawn)
    ]
    assert seats[0] == [2] * 9
    assert len(set(seats[1])) == len(set(seats[2])) == 3
    assert seats[1] != seats[2]
    assert [drawn.reset(seed=4 if k == 0 else None)[1]["learner_seat"] for k in range(9)] == seats[2]


def test_own_bots_play_repeatably_and_are_told_of_new_games() -> None:
    bot = LastBot()
    env = MunchkinEnv(opponents=[bot, "greedy"], **SMALL)
    first = episode(env, seed=8)
    assert bot.games == 0, "the caller's object is not played with"
    mine = env._bots[0]
    assert isinstance(mine, LastBot)
    assert mine.games == 1
    keys = mine.keys
    again = episode(env, seed=8)
    assert (mine.games, mine.keys) == (2, keys)
    assert str(first) == str(again)
    assert len(keys) == sum(seat == 1 for seat, _ in env.game.history)


def test_an_opponents_illegal_answer_names_it() -> None:
    class Wrong(LastBot):
        name = "wrong"

        def act(self, view: Any, mask: np.ndarray, rng: np.random.Generator) -> int:
            return int(np.flatnonzero(mask == 0)[0])

    env = MunchkinEnv(opponents=Wrong(), **SMALL)
    with pytest.raises(mk.IllegalAction, match="opponent wrong"):
        episode(env, seed=8)


def test_illegal_answers_of_the_learner() -> None:
    env = MunchkinEnv(**SMALL)
    _, info = env.reset(seed=8)
    before = frozen(env.game)
    wrong = int(np.flatnonzero(info["action_mask"] == 0)[0])
    with pytest.raises(mk.IllegalAction):
        env.step(wrong)
    assert frozen(env.game) == before
    env = MunchkinEnv(on_illegal="resample_legal", **SMALL)
    env.reset(seed=8)
    env.step(wrong)
    assert frozen(env.game) != before
    env = MunchkinEnv(on_illegal="forfeit", **SMALL)
    env.reset(seed=8)
    _, reward, over, _, info = env.step(wrong)
    assert (reward, over) == (-1.0, True)
    assert not info["action_mask"].any()
    with pytest.raises(mk.GameOver):
        env.step(wrong)


@pytest.mark.parametrize("weight", [1.0, -0.5])
def test_shaping_adds_nothing_to_a_game(weight: float) -> None:
    plain = episode(MunchkinEnv(**SMALL), seed=3)[1]
    shaped = episode(MunchkinEnv(shaping=weight, **SMALL), seed=3)[1]
    assert shaped != plain
    assert sum(shaped) == pytest.approx(sum(plain))


def test_a_copied_environment_goes_its_own_way() -> None:
    env = MunchkinEnv(**SMALL)
    _, info = env.reset(seed=8)
    twin = deepcopy(env)
    before = frozen(env.game)
    twin.step(twin.action_space.sample())
    assert frozen(env.game) == before
    assert np.array_equal(env.action_masks(), info["action_mask"])


@each(
    ("setting", "named"),
    [
        ({"learner_seat": 3}, "learner_seat"),
        ({"learner_seat": "rotat"}, "rotate"),
        ({"opponents": ["greedy"]}, "opponents"),
        ({"opponents": "gredy"}, "greedy"),
        ({"observation": "text"}, "observation"),
        ({"shaping": "much"}, "shaping"),
        ({"round_limits": 1}, "round_limit"),
    ],
)
def test_wrong_settings_are_named_by_both(setting: dict[str, Any], named: str) -> None:
    for make in (MunchkinEnv, MunchkinVectorEnv):
        with pytest.raises(mk.ConfigError, match=named):
            make(**{**SMALL, **setting})


# ------------------------------------------------------------------ many games at once

TABLE = {"opponents": ["greedy", "random"], "learner_seat": "rotate"}
CONTROL = ["caller", "greedy", "random"]


def vector(num_envs: int = 2, **settings: Any) -> Any:
    return gymnasium.make_vec(NAME, num_envs=num_envs, **{**SMALL, **TABLE, **settings})


def test_same_step_is_one_game_after_another() -> None:
    envs = vector(autoreset_mode=AutoresetMode.SAME_STEP)
    assert isinstance(envs.unwrapped, MunchkinVectorEnv)
    assert envs.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    slow = [SlowRow(5, i, CONTROL, "rotate", own=True, **SMALL) for i in range(2)]
    observations, infos = envs.reset(seed=5)
    assert observations in envs.observation_space
    ends, kept = 0, []
    for number in range(120):
        for i, row in enumerate(slow):
            assert np.array_equal(observations[i], row.game.observe(row.game.current_player))
            assert np.array_equal(infos["action_mask"][i], row.game.legal_action_mask())
            assert infos["learner_seat"][i] == row.game.current_player
        acted = [row.game.current_player for row in slow]
        actions = picks(infos["action_mask"], number)
        observations, rewards, terminated, truncated, infos = envs.step(actions)
        kept.append((observations, rewards, terminated, infos))
        kept.append(deepcopy(kept[-1]))
        assert not truncated.any()
        assert ("final_obs" in infos) == terminated.any()
        for i, row in enumerate(slow):
            row.step(int(actions[i]))
            assert terminated[i] == row.done
            assert rewards[i] == pytest.approx(row.rewards[acted[i]])
            if row.end is not None:
                ends += 1
                assert infos["_final_obs"][i]
                assert np.array_equal(infos["final_obs"][i], row.end.observe(acted[i]))
                assert infos["final_info"]["learner_seat"][i] == acted[i]
                assert not infos["final_info"]["action_mask"][i].any()
    assert ends
    for now, then in zip(kept[::2], kept[1::2], strict=True):
        for mine, copied in zip(now[:3], then[:3], strict=True):
            assert np.array_equal(mine, copied), "something handed out was overwritten"
        assert str(now[3]) == str(then[3])
        assert np.array_equal(now[3]["action_mask"], then[3]["action_mask"])


def test_next_step_shows_the_same_games_with_a_step_between() -> None:
    """Row by row: without its resets the stream is that of SAME_STEP."""
    streams: dict[AutoresetMode, list[list[Any]]] = {}
    for mode in (AutoresetMode.SAME_STEP, AutoresetMode.NEXT_STEP):
        envs = vector(autoreset_mode=mode)
        observations, infos = envs.reset(seed=5)
        rows: list[list[Any]] = [[], []]
        ended = np.zeros(2, bool)
        for _ in range(120):
            actions = np.zeros(2, np.int64)
            for i in range(2):
                if mode is AutoresetMode.NEXT_STEP and ended[i]:
                    assert not infos["action_mask"][i].any()
                    actions[i] = -5  # not read
                else:
                    actions[i] = pick(infos["action_mask"][i], len(rows[i]))
                    rows[i].append([observations[i].tobytes(), infos["action_mask"][i].tobytes(), None, None])
            before = ended
            observations, rewards, ended, _, infos = envs.step(actions)
            for i in range(2):
                if mode is AutoresetMode.NEXT_STEP and before[i]:
                    assert not rewards[i]
                    assert not ended[i]
                    continue
                final = observations[i] if mode is AutoresetMode.NEXT_STEP else None
                if mode is AutoresetMode.SAME_STEP and ended[i]:
                    final = infos["final_obs"][i]
                rows[i][-1][2:] = [float(rewards[i]), final.tobytes() if ended[i] else None]
        streams[mode] = rows
    for same, following in zip(*streams.values(), strict=True):
        assert sum(step[3] is not None for step in following) >= 1
        assert following == same[: len(following)]


def test_a_row_is_a_single_environment() -> None:
    """`LastBot` draws nothing, so both play on alike from the same position."""
    envs = vector(1, opponents=LastBot(), learner_seat=1)
    observations, infos = envs.reset(seed=6)
    env = MunchkinEnv(opponents=LastBot(), learner_seat=1, **SMALL)
    env.reset(seed=0)
    env._playing().game = envs.unwrapped.games.game(0)
    over, number = False, 0
    while not over:
        action = pick(infos["action_mask"][0], number)
        observations, rewards, terminated, _, infos = envs.step(np.array([action]))
        observation, reward, over, _, info = env.step(action)
        assert np.array_equal(observations[0], observation)
        assert np.array_equal(infos["action_mask"][0], info["action_mask"])
        assert (rewards[0], terminated[0]) == (pytest.approx(reward), over)
        number += 1


class LastTogether(BatchBot):
    """`LastBot`, asked for all rows that wait in one call."""

    name = "last_together"

    def act_batch(self, observation: Any, masks: np.ndarray, chances: np.ndarray) -> np.ndarray:
        answers: np.ndarray = masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1)
        return answers


def test_python_bots_play_in_rows_alike_asked_one_by_one_or_together() -> None:
    runs = []
    for opponents in ([LastBot(), LastBot()], [LastTogether(), LastBot()], LastTogether()):
        envs = vector(opponents=opponents, shaping=0.5, max_episode_steps=9)
        seen = [envs.reset(seed=5)[0]]
        for number in range(25):
            actions = picks(envs.unwrapped.action_masks(), number)
            seen += [array.copy() for array in envs.step(actions)[:4]]
        runs.append([array.tobytes() for array in seen])
    assert runs[0] == runs[1] == runs[2]


def test_python_bots_of_each_row_remember_for_themselves() -> None:
    envs = vector(opponents=LastBot(), learner_seat=0)
    envs.reset(seed=5)
    games = 2
    envs.action_space.seed(3)
    for _ in range(40):
        games += int(envs.step(envs.action_space.sample())[2].sum())
    tables = envs.unwrapped._play._tables
    assert len({id(bot) for table in tables for bot in table}) == 4
    assert games > 2
    assert sum(table[0].games for table in tables) == games
    assert tables[0][0].keys[:1] != tables[1][0].keys[:1]


def test_the_callers_limit_truncates() -> None:
    envs = vector(1, max_episode_steps=3, autoreset_mode="SameStep", shaping=1.0)
    _, infos = envs.reset(seed=5)
    for number in range(1, 10):
        episode_before = int(envs.unwrapped.games.episodes[0])
        action = picks(infos["action_mask"], number)
        _, _, terminated, truncated, infos = envs.step(action)
        assert not terminated.any()
        assert truncated[0] == (number % 3 == 0)
        assert int(envs.unwrapped.games.episodes[0]) == episode_before + truncated[0]
        if truncated[0]:
            assert infos["final_obs"][0].any()


@pytest.mark.parametrize("opponents", ["greedy", LastBot()])
def test_vector_shaping_adds_nothing_to_a_game(opponents: Any) -> None:
    totals = []
    for weight in (0.0, 1.0):
        envs = vector(1, opponents=opponents, shaping=weight)
        _, infos = envs.reset(seed=7)
        total, over, number = 0.0, False, 0
        while not over:
            _, rewards, terminated, _, infos = envs.step(picks(infos["action_mask"], number))
            total += float(rewards[0])
            over, number = bool(terminated[0]), number + 1
        totals.append(total)
    assert totals[0] == pytest.approx(totals[1], abs=1e-6)


def test_the_step_that_only_resets_a_row_pays_no_shaping() -> None:
    """A change that opponents make before the learner's first decision is due at that decision."""
    envs = vector(1, max_episode_steps=1, shaping=1.0, learner_seat=0)
    _, infos = envs.reset(seed=5)
    _, _, _, truncated, _ = envs.step(picks(infos["action_mask"], 0))
    assert truncated[0]
    envs.unwrapped.games.positions["player"]["level"][0, 1] = 5
    _, rewards, _, _, infos = envs.step(np.array([-5]))
    assert rewards[0] == 0.0
    assert envs.step(picks(infos["action_mask"], 0))[1][0] < -0.1


class Halting(Bot):
    """A bot that plays the highest id, and is broken off at every third call while `halts`."""

    name = "halting"
    halts, calls = False, 0

    def act(self, view: Any, mask: np.ndarray, rng: np.random.Generator) -> int:
        Halting.calls += 1
        if Halting.halts and Halting.calls % 3 == 0:
            raise KeyboardInterrupt
        return int(np.flatnonzero(mask)[-1])


def make_halting(many: bool, **settings: Any) -> Any:
    settings = {**SMALL, "opponents": [Halting(), "greedy"], "shaping": 0.5, "on_illegal": "forfeit", **settings}
    return MunchkinVectorEnv(2, max_episode_steps=25, **settings) if many else MunchkinEnv(**settings)


@pytest.mark.parametrize("many", [False, True], ids=["single", "vector"])
def test_a_step_that_is_broken_off_is_completed_by_the_next(many: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C in an opponent's turn: its actions are not shown, nobody plays for it, and the game goes on as without."""
    runs, broken = [], 0
    for halts in (False, True):
        env = make_halting(many)
        _, info = env.reset(seed=8)
        monkeypatch.setattr(Halting, "halts", halts)
        seen: list[Any] = []
        while len(seen) < 60 and (many or not seen or not seen[-1][2]):
            masks = info["action_mask"]
            action = np.array(
                [pick(mask, len(seen)) if mask.any() else 0 for mask in masks.reshape(-1, masks.shape[-1])]
            )
            while True:
                try:
                    *told, info = env.step(action if many else action.reshape(-1)[0])
                    break
                except KeyboardInterrupt:
                    broken += 1
                    assert not env.action_masks().any()
                    action = np.full_like(action, -5)  # not read
            seen.append([part.tolist() if isinstance(part, np.ndarray) else part for part in told])
        monkeypatch.setattr(Halting, "halts", False)
        runs.append(seen)
    assert broken > 3
    assert runs[0] == runs[1]


def test_a_reset_that_is_broken_off_leaves_no_game_of_the_opponents(monkeypatch: pytest.MonkeyPatch) -> None:
    single, envs = (make_halting(many, learner_seat=2, first_seat=0) for many in (False, True))
    monkeypatch.setattr(Halting, "halts", True)
    for env in (single, envs):
        monkeypatch.setattr(Halting, "calls", 2)
        with pytest.raises(KeyboardInterrupt):
            env.reset(seed=8)
        assert not env.action_masks().any()
    with pytest.raises(mk.GameOver, match="reset"):
        single.step(0)
    with pytest.raises(mk.GameOver, match="reset_mask"):
        envs.reset(options={"reset_mask": np.array([True, False])})
    with pytest.raises(mk.ConfigError, match="state: expected"):
        envs._play.state()
    monkeypatch.setattr(Halting, "halts", False)
    expected = make_halting(True, learner_seat=2, first_seat=0).reset(seed=8)
    observations, rewards, terminated, _, infos = envs.step(np.full(2, -5))
    assert np.array_equal(observations, expected[0])
    assert np.array_equal(infos["action_mask"], expected[1]["action_mask"])
    assert not rewards.any()
    assert not terminated.any()


def test_people_see_every_step(capsys: pytest.CaptureFixture[str]) -> None:
    """render_mode="human": reset and step print the table, nobody calls render()."""
    env = gymnasium.make(NAME, render_mode="human", **SMALL)
    env.reset(seed=1)
    for _ in range(3):
        assert "level" in capsys.readouterr().out
        env.step(env.action_space.sample())
    assert "level" in capsys.readouterr().out


def test_reset_goes_on_and_seeds_repeat() -> None:
    envs = vector()
    first, _ = envs.reset(seed=5)
    second, _ = envs.reset()
    assert not np.array_equal(first, second)
    again, _ = envs.reset(seed=5)
    assert np.array_equal(first, again)
    assert np.array_equal(envs.reset()[0], second)
    with pytest.raises(mk.ConfigError, match="autoreset_mode"):
        vector(autoreset_mode="never")
    with pytest.raises(mk.GameOver):
        vector().step(np.zeros(2, np.int64))
