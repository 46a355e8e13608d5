"""The parallel view: one seat acts, the others wait, and it is the game of the AEC environment."""

import copy
import pickle

import numpy as np
import pettingzoo
import pytest
from pettingzoo.test import parallel_api_test, parallel_seed_test

import munchkin_env as mk
from munchkin_env.observation import is_noticed
from tests.outside import frozen

SHORT = {"players": 3, "goal": 3, "trades": "off"}
pytestmark = pytest.mark.interpreted


def answers(env, observations):
    """The first legal action of each agent."""
    return {agent: int(observations[agent]["action_mask"].argmax()) for agent in env.agents}


@pytest.mark.parametrize("settings", [{}, {"encoding": "tokens"}, {"max_cycles": 30}, {"shaping": 1.0}], ids=str)
def test_api(settings):
    parallel_api_test(mk.parallel_env(**SHORT, **settings), num_cycles=200)


def test_seeds():
    parallel_seed_test(lambda: mk.parallel_env(**SHORT), num_cycles=60)


def test_it_is_the_game_of_the_aec_environment():
    """WINDOW-3: at a decision that the others may not notice they see what they saw before."""
    env, aec = mk.parallel_env(**SHORT), mk.raw_env(**SHORT)
    observations, _ = env.reset(seed=5)
    aec.reset(seed=5)
    returns, decisions, hidden = dict.fromkeys(env.agents, 0.0), 0, 0
    before = {}
    while env.agents:
        asked = aec.agent_selection
        public = is_noticed(aec.game, "public")
        for agent, seen in observations.items():
            known, mask = aec.observe(agent), seen["action_mask"]
            repeated = not public and agent != asked and agent in before
            assert np.array_equal(seen["observation"], (before[agent] if repeated else known["observation"]))
            before[agent] = seen["observation"].copy()
            seen["observation"][:] = 1  # it is the caller's
            hidden += repeated
            assert np.array_equal(mask[:-1], known["action_mask"])
            assert mask[-1] == (agent != asked)
            assert env.observation_space(agent).contains(seen)
        actions = answers(env, observations)
        assert [agent for agent, action in actions.items() if action != env.wait] == [asked]
        observations, rewards, ended, cut, _ = env.step(actions)
        aec.step(actions[asked])
        decisions += 1
        for agent, reward in rewards.items():
            returns[agent] += reward
    assert decisions > 20
    assert hidden > 20
    assert set(ended.values()) == {True}
    assert set(cut.values()) == {False}
    assert list(returns.values()) == aec.game.returns.tolist()
    assert not any(seen["action_mask"].any() for seen in observations.values())


def test_what_does_not_fit_is_refused_and_changes_nothing():
    env = mk.parallel_env(**SHORT)
    with pytest.raises(mk.GameOver, match=r"got none; call reset\(\) first"):
        env.step({})
    observations, _ = env.reset(seed=1)
    before = frozen(env.game)
    right = answers(env, observations)
    waiting = next(agent for agent, action in right.items() if action == env.wait)
    asked = next(agent for agent, action in right.items() if action != env.wait)
    for wrong in ({**right, waiting: 0}, {**right, asked: env.wait}, {asked: right[asked]}, {**right, waiting: "wait"}):
        with pytest.raises(mk.IllegalAction):
            env.step(wrong)
        assert frozen(env.game) == before
    with pytest.raises(mk.IllegalAction, match=rf"actions\['{asked}'\]: expected a legal action, it is asked, got"):
        env.step({**right, asked: env.wait})
    with pytest.raises(mk.ConfigError, match="agent"):
        env.action_space("player_9")


@pytest.mark.parametrize("on_illegal", ["raise", "resample_legal", "forfeit"])
def test_actions_that_are_none_are_named(on_illegal):
    env = mk.parallel_env(on_illegal=on_illegal, **SHORT)
    observations, _ = env.reset(seed=1)
    before = frozen(env.game)
    right = answers(env, observations)
    wrong = [(None, "actions: expected a dict by agent, got None"), (3, "actions: expected a dict by agent, got 3")]
    for name in ("player_9", 0):
        wrong.append(({**right, name: 0}, f"actions: expected agents of player_0, .*, got {name!r}"))
    for name in right:
        wrong += [({**right, name: one}, rf"actions\['{name}'\]: expected .*, got {one}") for one in (None, 2.5)]
    for actions, words in wrong:
        with pytest.raises(mk.IllegalAction, match=words):
            env.step(actions)
        assert frozen(env.game) == before
        assert env.agents == env.possible_agents


def test_who_is_not_asked_waits_where_illegal_actions_do_not_raise():
    env = mk.parallel_env(on_illegal="resample_legal", **SHORT)
    observations, _ = env.reset(seed=1)
    env.step({agent: action if action != env.wait else 0 for agent, action in answers(env, observations).items()})
    assert len(env.game.history) == 1


def test_a_copy_goes_on_alone_and_samples_what_is_legal():
    env = mk.parallel_env(**SHORT)
    observations, _ = env.reset(seed=2)
    for twin in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        actions = {agent: twin.action_space(agent).sample() for agent in twin.agents}
        assert all(observations[agent]["action_mask"][action] for agent, action in actions.items())
        twin.step(actions)
        assert len(env.game.history) == 0
        assert len(twin.game.history) == 1


def test_pettingzoo_makes_it():
    if not hasattr(pettingzoo, "register"):
        pytest.skip("PettingZoo makes environments from 1.27 on")
    env = pettingzoo.make("parallel", "munchkin_env/MunchkinShort-v0")
    observations, _ = env.reset(seed=3)
    assert env.unwrapped.game.config.goal == mk.Game(preset="short").config.goal
    assert len(observations) == len(env.possible_agents)
