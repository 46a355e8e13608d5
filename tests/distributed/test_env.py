"""The multi-agent environment keeps RLlib's contract, and tells of each game what a slow reading of it tells."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import munchkin_env as mk
from tests.distributed.tools import CONTROLS, need_ray, small_game
from tests.envs.slow_rows import SlowRow, pick

need_ray()

from ray.rllib.env.env_context import EnvContext
from ray.rllib.env.multi_agent_env import MultiAgentEnv
from ray.rllib.env.multi_agent_env_runner import MultiAgentEnvRunner

from training.rllib.env import MunchkinMultiAgentEnv
from training.rllib.learning import algorithm_config
from training.rllib.options import Options


def table(opponents: list[str] | None = None, **config: Any) -> MunchkinMultiAgentEnv:
    return MunchkinMultiAgentEnv({"game": small_game(), "opponents": opponents or [], **config})


def steps(env: MunchkinMultiAgentEnv, number: int, seed: int = 3) -> Iterator[tuple[Any, ...]]:
    """(agent, action, what `step` returned) for some steps; a game that has ended is followed by the next."""
    seen, _ = env.reset(seed=seed)
    for count in range(number):
        (agent,) = seen
        action = pick(seen[agent]["action_mask"], count)
        result = env.step({agent: action})
        yield agent, action, result
        seen = env.reset()[0] if result[2]["__all__"] else result[0]


def stream(env: MunchkinMultiAgentEnv, number: int, seed: int) -> list[bytes]:
    return [
        b"".join(seen[agent]["observations"].tobytes() for agent in sorted(seen))
        for _, _, (seen, *_) in steps(env, number, seed)
    ]


@pytest.mark.parametrize("opponents", CONTROLS)
@pytest.mark.parametrize("rotation", ["fixed", "rotate"])
def test_one_agent_decides_and_all_are_told_the_end(opponents: list[str], rotation: str) -> None:
    env = table(opponents, rotation=rotation)
    assert isinstance(env, MultiAgentEnv)
    env.reset(seed=3)
    chairs = ["caller"] * (3 - len(opponents)) + opponents
    slow = SlowRow(env.games.seed, 0, chairs, rotation, **small_game())
    sums: dict[str, float] = {}
    ends = 0
    for agent, action, (seen, rewards, terminated, truncated, infos) in steps(env, 260):
        learners = [f"player_{seat}" for seat, who in enumerate(slow.control) if who == "caller"]
        assert agent == f"player_{slow.game.current_player}"
        slow.step(action)
        for who, reward in rewards.items():
            sums[who] = sums.get(who, 0.0) + reward
        assert not any(truncated.values())
        assert infos == {}
        for who in seen:
            assert seen[who]["observations"].shape == env.observation_spaces[who]["observations"].shape
            assert env.observation_spaces[who]["action_mask"].contains(seen[who]["action_mask"])
        if not slow.done:
            assert env.agents == learners
            assert list(seen) == [f"player_{slow.game.current_player}"]
            ((who, now),) = seen.items()
            assert env.observation_spaces[who].contains(now)
            assert env.action_spaces[who].contains(np.int64(action))
            assert np.array_equal(now["observations"], slow.game.observe(slow.game.current_player))
            assert np.array_equal(now["action_mask"], slow.game.legal_action_mask())
            assert terminated == {"__all__": False}
            continue
        ends += 1
        assert slow.end is not None
        assert list(seen) == env.agents == learners
        assert set(learners) <= set(env.possible_agents)
        assert terminated == {**dict.fromkeys(learners, True), "__all__": True}
        assert sums == pytest.approx({who: slow.end.returns[int(who[-1])] for who in learners})
        assert not any(last["action_mask"].any() for last in seen.values())
        sums = {}
    assert ends >= 2
    assert len(env.possible_agents) == (len(chairs) - len(opponents) if rotation == "fixed" else 3)


def test_a_lone_learner_sees_the_end_and_several_what_they_saw_last() -> None:
    env = table(["greedy", "random"])
    env.reset(seed=3)
    slow = SlowRow(env.games.seed, 0, ["caller", "greedy", "random"], "rotate", **small_game())
    for agent, action, (seen, *_) in steps(env, 100):
        slow.step(action)
        if slow.end is not None:
            assert np.array_equal(seen[agent]["observations"], slow.end.observe(slow.end_seat))
            break
    else:
        pytest.fail("no game has ended")
    env = table()
    shown: dict[str, np.ndarray] = {}
    for agent, _, (seen, _, terminated, *_) in steps(env, 300):
        if terminated["__all__"]:
            assert all(np.array_equal(seen[who]["observations"], shown[who]) for who in shown)
            assert len(shown) == 3
            break
        shown |= {who: value["observations"] for who, value in seen.items()}
        assert agent in env.agents


def test_a_seed_fixes_the_games_and_each_environment_has_its_own() -> None:
    assert stream(table(["greedy"]), 150, 5) == stream(table(["greedy"]), 150, 5)
    used = table(["greedy"])
    stream(used, 40, 9)
    assert stream(used, 150, 5) == stream(table(["greedy"]), 150, 5)
    # RLlib seeds environment i of runner w with seed + w + i
    config = {"game": small_game()}
    streams = [
        b"".join(stream(MunchkinMultiAgentEnv(EnvContext(config, worker_index=runner)), 3, 7 + runner + i))
        for runner in (1, 2, 3)
        for i in (0, 1, 2)
    ]
    assert len(set(streams)) == 9
    unseeded = [table().reset()[0] for _ in range(2)]
    assert len({next(iter(seen.values()))["observations"].tobytes() for seen in unseeded}) == 2


def test_a_reset_gives_up_the_game_that_is_on_and_skips_none() -> None:
    env = table()
    env.reset(seed=1)
    assert env.games.episodes[0] == 0
    env.reset()
    assert env.games.episodes[0] == 1
    ended = sum(result[2]["__all__"] for _, _, result in steps(env, 300, seed=1))
    assert ended >= 2
    assert env.games.episodes[0] == ended


def test_what_cannot_be_used_is_refused_and_changes_nothing() -> None:
    for config, words in [
        ({"oponents": []}, r'env_config\.oponents: unknown setting \(did you mean "opponents"\?\)'),
        ({"opponents": ["gredy"]}, r'bot: .*did you mean "greedy"'),
        ({"opponents": ["greedy"] * 4}, "opponents: expected at most 3 names"),
        ({"opponents": "greedy"}, "opponents: expected at most 3 names"),
        ({"opponents": None}, "opponents: expected at most 3 names"),
        ({"game": "quick"}, "game: expected a dict of settings, got 'quick'"),
        ({"game": {"players": 7}}, "players: expected a whole number from 3 to 6, got 7"),
        ({"game": {"goals": 7}}, "goals: unknown setting"),
        ({"rotation": "turn"}, "rotation: expected one of"),
    ]:
        with pytest.raises(mk.ConfigError, match=words):
            MunchkinMultiAgentEnv(config)
    env = table()
    with pytest.raises(mk.GameOver, match=r"reset\(\) first"):
        env.step({"player_0": 0})
    for seed in (-1, "x", True):
        with pytest.raises(mk.ConfigError, match="seed: expected a whole number from 0"):
            env.reset(seed=seed)
    seen, _ = env.reset(seed=1)
    (agent,) = seen
    other = next(who for who in env.agents if who != agent)
    legal = pick(seen[agent]["action_mask"], 0)
    illegal = int(np.flatnonzero(seen[agent]["action_mask"] == 0)[0])
    before = env.games.positions.tobytes()
    for actions, words in [
        ({agent: illegal}, r"actions\[0\]: expected one of"),
        ({other: legal}, f"expected an action of only {agent}"),
        ({agent: legal, other: legal}, f"expected an action of only {agent}"),
        ({}, f"expected an action of only {agent}"),
    ]:
        with pytest.raises(mk.IllegalAction, match=words):
            env.step(actions)
        assert env.games.positions.tobytes() == before
    env.step({agent: legal})
    assert env.games.positions.tobytes() != before


def test_after_the_end_there_is_nothing_to_answer() -> None:
    env = table(["greedy", "random"])
    seen, _ = env.reset(seed=1)
    for count in range(300):
        (agent,) = seen
        seen, _, terminated, *_ = env.step({agent: pick(seen[agent]["action_mask"], count)})
        if terminated["__all__"]:
            break
    with pytest.raises(mk.GameOver):
        env.step({agent: 0})


@pytest.mark.parametrize("opponents", CONTROLS)
def test_episodes_of_rllib_keep_every_reward_through_cuts(opponents: list[str]) -> None:
    """Fragments of 20 decisions cut games in the middle of what seats wait for; no return gets lost or doubled."""
    options = Options(
        players=3, opponents=tuple(opponents), game=tuple((k, v) for k, v in small_game().items() if k != "players"),
        env_runners=0, envs_per_runner=1, hidden=(16,), seed=4,
    )  # fmt: skip
    runner = MultiAgentEnvRunner(config=algorithm_config(options), worker_index=0)
    env = runner.env.envs[0].unwrapped
    sums: dict[str, dict[str, float]] = {}
    ends = 0
    for _ in range(24):
        for episode in runner.sample(num_timesteps=20):
            for agent, one in episode.agent_episodes.items():
                got = sums.setdefault(episode.id_, {})
                got[agent] = got.get(agent, 0.0) + one.get_return()
            if episode.is_done:
                ends += 1
                last = sums[episode.id_]
                assert last == pytest.approx({who: env.games.final_returns[0, int(who[-1])] for who in last})
                assert len(last) == 3 - len(opponents)
    assert ends >= 3
