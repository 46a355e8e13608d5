"""The PettingZoo environment: PettingZoo's own checks, and what they don't look at."""

import copy
import pickle
import subprocess
import sys

import numpy as np
import pettingzoo
import pytest
from gymnasium.spaces import Discrete
from pettingzoo.test import api_test, render_test, seed_test, state_test
from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper

import munchkin_env as mk
from munchkin_env.envs.seeding import episode_seed
from munchkin_env.envs.spaces import LegalDiscrete
from tests.each import each
from tests.outside import frozen

pytestmark = [
    pytest.mark.interpreted,
    pytest.mark.filterwarnings("ignore:Observation"),
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros"),
]

MAKERS = {"env": mk.env}
if hasattr(pettingzoo, "make"):  # older releases have no registry
    MAKERS["registered"] = lambda **config: pettingzoo.make("aec", "munchkin_env/Munchkin-v0", **config)


def play(env, seed: int, answers: int) -> list[tuple]:
    """Random legal play; what every `last()` returned, without the observation, and the actions."""
    rng = np.random.default_rng(seed)
    seen = []
    for agent in env.agent_iter(answers):
        observation, reward, termination, truncation, _ = env.last()
        action = None
        if not (termination or truncation):
            action = int(rng.choice(np.flatnonzero(observation["action_mask"])))
        seen.append((agent, reward, termination, truncation, action))
        env.step(action)
    return seen


def ended(**config):
    """A game played to its end by all agents, and the rewards they were told of."""
    env = mk.env(goal=3, **config)
    env.reset(seed=config.get("players", 4))
    totals = dict.fromkeys(env.possible_agents, 0.0)
    for agent, reward, *_ in play(env, 1, 100_000):
        totals[agent] += reward
    assert env.agents == []
    return env.unwrapped, totals


# --------------------------------------------------------------------------- PettingZoo's checks


@pytest.mark.parametrize("maker", MAKERS)
@pytest.mark.parametrize("players", [3, 6])
def test_pettingzoo_api(maker, players):
    api_test(MAKERS[maker](players=players), num_cycles=60)


@each(
    "config",
    [{"encoding": "tokens"}, {"shaping": 0.7}, {"max_cycles": 50}, {"goal": 3}, {"on_illegal": "forfeit"}],
    ids=str,
)
def test_pettingzoo_api_with_settings(config):
    api_test(mk.env(players=3, **config), num_cycles=60)


@pytest.mark.parametrize("maker", MAKERS)
def test_pettingzoo_seed(maker):
    seed_test(MAKERS[maker], num_cycles=40)


def test_pettingzoo_state():
    state_test(mk.env(players=3), mk.parallel_env(players=3))


@pytest.mark.parametrize("maker", MAKERS)
def test_pettingzoo_render(maker, capsys):
    pytest.importorskip("PIL")
    render_test(MAKERS[maker], {"ansi": lambda text: "level 1" in text, "human": lambda result: result is None})
    assert "level 1" in capsys.readouterr().out


@pytest.mark.parametrize("made", [lambda: mk.env("human", players=3), lambda: mk.parallel_env("human", players=3)])
def test_people_see_every_step(made, capsys):
    """render_mode="human": reset and step print the table, nobody calls render()."""
    env = made()
    env.reset(seed=1)
    assert capsys.readouterr().out.count(" of 200 ── ") == 1
    for _ in range(3):
        if hasattr(env, "agent_selection"):
            env.step(env.action_space(env.agent_selection).sample())
        else:
            env.step({agent: env.action_space(agent).sample() for agent in env.agents})
        assert capsys.readouterr().out.count(" of 200 ── ") == 1


def test_a_release_without_a_registry_will_do():
    """The lowest that pyproject.toml allows has none: all else works."""
    code = (
        "import pettingzoo\n"
        "for name in ('make', 'spec', 'register', 'aec_registry'): vars(pettingzoo).pop(name, None)\n"
        "import gymnasium, munchkin_env as mk\n"
        "gymnasium.spec('munchkin_env/Munchkin-v0'); mk.env(players=3).reset(seed=1)"
    )
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)


@pytest.mark.skipif("registered" not in MAKERS, reason="this release of PettingZoo has no registry")
def test_the_id_is_registered_by_the_import_alone():
    """And `mk.env` is the function whatever was imported before it."""
    code = (
        "import munchkin_env, pettingzoo; pettingzoo.spec('aec', 'munchkin_env/Munchkin-v0');"
        "munchkin_env.raw_env; assert callable(munchkin_env.env)"
    )
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)
    heavy = "{'numba', 'munchkin_env.game.game', 'torch', 'PIL'}"
    light = f"import munchkin_env, sys; assert not {heavy} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", light], check=True, capture_output=True)


# --------------------------------------------------------------------------- what agents see


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_only_the_seat_that_is_to_act_has_a_mask(players):
    env = mk.raw_env(players=players)
    env.reset(seed=players)
    assert env.possible_agents == [f"player_{p}" for p in range(players)]
    rng = np.random.default_rng(players)
    for _ in range(150):
        if not env.agents or env.terminations[env.agent_selection]:
            break
        for agent in env.agents:
            observation = env.observe(agent)
            mask = observation["action_mask"]
            assert env.observation_space(agent).contains(observation)
            assert mask.dtype == np.int8
            if agent == env.agent_selection:
                assert np.flatnonzero(mask).tolist() == env.game.legal_actions().tolist()
            else:
                assert not mask.any()
        env.step(rng.choice(env.legal_actions()))


def test_observations_are_copies():
    env = mk.raw_env()
    env.reset(seed=1)
    first = env.observe("player_0")
    kept = copy.deepcopy(first)
    for array in (first["observation"], first["action_mask"]):
        array[:] = 1
    again = env.observe("player_0")
    assert np.array_equal(again["observation"], kept["observation"])
    assert np.array_equal(again["action_mask"], kept["action_mask"])


def test_what_an_agent_sees_is_what_the_game_shows():
    env = mk.raw_env(players=3)
    env.reset(seed=9)
    game = mk.Game(players=3, seed=9)
    assert env.game == game
    for seat, agent in enumerate(env.agents):
        assert np.array_equal(env.observe(agent)["observation"], game.observe(seat, "flat"))
    assert np.array_equal(env.state(), np.concatenate([game.observe(seat) for seat in range(3)]))
    assert env.state_space.contains(env.state())
    assert mk.env(players=3).state_space == env.state_space


def test_spaces_are_the_same_objects_at_each_call():
    env = mk.env()
    for agent in env.possible_agents:
        assert env.action_space(agent) is env.action_space(agent)
        assert env.observation_space(agent) is env.observation_space(agent)


# --------------------------------------------------------------------------- samples


def test_a_sample_without_a_mask_is_legal_now():
    env = mk.env(players=3)
    env.reset(seed=4)
    env.action_space("player_0").seed(1)
    for _ in range(200):
        agent = env.agent_selection
        if env.terminations[agent]:
            break
        action = env.action_space(agent).sample()
        assert env.observe(agent)["action_mask"][action] == 1
        env.step(action)


def test_a_seat_that_is_not_to_act_samples_from_the_whole_space():
    env = mk.raw_env(players=3)
    env.reset(seed=4)
    other = env.agents[env.agents.index(env.agent_selection) - 1]
    space = env.action_space(other)
    space.seed(0)
    assert len({int(space.sample()) for _ in range(300)}) > 100


def test_masks_and_probabilities_are_respected():
    space = LegalDiscrete(5)
    mask = np.array([0, 0, 1, 0, 0], np.int8)
    assert space.sample(mask) == 2
    assert space.sample(probability=np.array([0, 0, 0, 1.0, 0])) == 3
    assert space == LegalDiscrete(5)


def test_a_mask_is_sampled_as_a_plain_space_samples_it():
    """The same numbers of the same type from the same seed, and the same complaints."""
    ours, plain = LegalDiscrete(40, seed=3), Discrete(40, seed=3)
    rng = np.random.default_rng(1)
    for number in range(300):
        mask = (rng.random(40) < rng.random()).astype(np.int8) if number % 9 else np.zeros(40, np.int8)
        drawn, expected = ours.sample(mask), plain.sample(mask)
        assert (drawn, type(drawn)) == (expected, type(expected))
    mask = np.ones(40, np.int8)
    for wrong in (2 * mask, -mask, mask[:-1], mask.astype(np.int64), mask.tolist(), mask[None]):
        for space in (ours, plain):
            with pytest.raises(AssertionError, match="mask"):
                space.sample(wrong)
    with pytest.raises(ValueError, match="Only one"):
        ours.sample(mask, probability=mask / 40)
    assert ours.sample(mask) == plain.sample(mask)


def test_a_space_does_not_keep_its_environment_alive():
    env = mk.raw_env(players=3)
    space = env.action_space("player_0")
    plain = pickle.loads(pickle.dumps(space))
    assert plain == space
    assert len(pickle.dumps(space)) < 3000
    del env
    assert 0 <= space.sample() < space.n


# --------------------------------------------------------------------------- rewards and ends


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_rewards_are_the_returns_of_the_game(players):
    """WIN-1: winners share +1, losers -1; nothing before the end."""
    raw, totals = ended(players=players)
    assert list(totals.values()) == raw.game.returns.tolist()
    assert raw.game.winners
    assert all(isinstance(reward, float) for reward in totals.values())
    assert abs(sum(totals.values())) < 1e-9


@pytest.mark.parametrize("players", [3, 6])
def test_shaping_adds_nothing_over_a_game(players):
    raw, totals = ended(players=players, shaping=2.0)
    assert np.allclose(list(totals.values()), raw.game.returns)


def test_shaping_follows_levels():
    """The reward of a step is the weight times the change of (own level - mean of the others) / goal."""
    env = mk.raw_env(players=3, shaping=3.0)
    env.reset(seed=2)
    rng = np.random.default_rng(2)
    changes = 0
    for _ in range(1200):
        before = np.array([env.game.level(p) for p in range(3)])
        env.step(rng.choice(env.legal_actions()))
        if env.terminations[env.agent_selection]:
            break
        after = np.array([env.game.level(p) for p in range(3)])
        gain = after - before
        expected = 3.0 / 10 * (gain - (gain.sum() - gain) / 2)
        assert np.allclose(list(env.rewards.values()), expected)
        changes += bool(gain.any())
    assert changes > 3


def test_last_is_the_sum_since_the_last_turn():
    """Exactly, by ==, for fractions as well."""
    env = mk.env(players=3, shaping=0.7)
    env.reset(seed=8)
    owed = dict.fromkeys(env.agents, 0.0)
    rng = np.random.default_rng(8)
    for agent in env.agent_iter(1200):
        observation, reward, termination, truncation, _ = env.last()
        assert reward == owed[agent]
        owed[agent] = 0.0
        env.step(None if termination or truncation else int(rng.choice(np.flatnonzero(observation["action_mask"]))))
        for other, amount in env.rewards.items():
            owed[other] += amount


def test_a_death_ends_no_agent():
    """DEATH-4: a dead player comes back; nobody leaves before the game is over."""
    env = mk.raw_env(players=3)
    env.reset(seed=4)
    rng = np.random.default_rng(4)
    dead = []
    for _ in range(300):
        env.step(rng.choice(env.legal_actions()))
        dead.append(bool(env.game.position["player"]["dead"].any()))
        assert env.agents == env.possible_agents
        assert not any(env.terminations.values())
        if True in dead and not dead[-1]:
            break
    assert True in dead
    assert not dead[-1]


def test_the_round_limit_terminates_and_the_callers_limit_truncates():
    """WINDOW-5: the round limit is a rule, `max_cycles` is none."""
    env = mk.raw_env(players=3, round_limit=1, goal=100)
    env.reset(seed=0)
    play(env, 0, 100_000)
    assert env.game.is_terminal
    assert not env.game.winners
    env = mk.raw_env(players=3, max_cycles=20)
    env.reset(seed=0)
    told = play(env, 0, 20)
    assert not any(termination or truncation for _, _, termination, truncation, _ in told)
    assert not env.game.is_terminal
    assert all(value is True for value in env.truncations.values())
    assert not any(env.terminations.values())
    assert env.legal_actions().size == 0
    left = play(env, 0, 10)
    assert [entry[1:4] for entry in left] == [(0.0, False, True)] * 3
    assert env.agents == []


def test_all_agents_leave_after_the_end():
    raw, _ = ended(players=3)
    assert raw.agents == []
    assert raw.rewards == raw.terminations == raw.infos == {}
    with pytest.raises(mk.GameOver, match=r"reset\(\)"):
        raw.step(None)


def test_a_finished_agent_takes_only_none():
    env = mk.raw_env(players=3, max_cycles=1)
    env.reset(seed=0)
    env.step(env.legal_actions()[0])
    with pytest.raises(mk.GameOver, match="expected None"):
        env.step(0)
    assert len(env.agents) == 3


def test_terminations_are_plain_bools():
    env = mk.raw_env(players=3)
    env.reset(seed=0)
    for values in (env.terminations, env.truncations):
        assert all(type(value) is bool for value in values.values())


# --------------------------------------------------------------------------- illegal actions


def illegal(env) -> int:
    return int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"] == 0)[0])


@each("bad", [-1, 10_000, 1.5, "pass", True, None], ids=str)
def test_an_illegal_answer_changes_nothing(bad):
    env = mk.raw_env(players=3, shaping=1.0)
    env.reset(seed=3)
    play(env, 3, 25)
    before = pickle.dumps((frozen(env.game), env.agent_selection, env.rewards, env._cumulative_rewards))
    for action in (bad, illegal(env)):
        with pytest.raises(mk.IllegalAction):
            env.step(action)
    after = pickle.dumps((frozen(env.game), env.agent_selection, env.rewards, env._cumulative_rewards))
    assert before == after


def test_the_wrapper_refuses_what_is_outside_the_space():
    env = mk.env(players=3)
    env.reset(seed=3)
    with pytest.raises(AssertionError, match="action is not in action space"):
        env.step(10_000)


def test_a_legal_answer_can_be_drawn_instead():
    first, second = (mk.raw_env(players=3, on_illegal="resample_legal") for _ in range(2))
    for env in (first, second):
        env.reset(seed=3)
        for _ in range(30):
            env.step(illegal(env))
    assert first.game == second.game
    assert len(first.game.history) == 30
    other = mk.raw_env(players=3, on_illegal="resample_legal")
    other.reset(seed=4)
    for _ in range(30):
        other.step(illegal(other))
    assert other.game.history != first.game.history


def test_an_illegal_answer_can_lose_the_game():
    env = mk.raw_env(players=4, on_illegal="forfeit")
    env.reset(seed=3)
    play(env, 3, 10)
    offender = env.agent_selection
    before = frozen(env.game)
    env.step(illegal(env))
    assert all(env.terminations.values())
    assert env.rewards[offender] == -1.0
    assert sum(env.rewards.values()) == pytest.approx(0.0, abs=1e-9)
    assert {reward for agent, reward in env.rewards.items() if agent != offender} == {1 / 3}
    assert frozen(env.game) == before


# --------------------------------------------------------------------------- order


@each("name", ["agents", "agent_selection", "rewards", "terminations", "truncations", "infos"])
def test_nothing_can_be_read_before_reset(name):
    env = mk.env()
    with pytest.raises(AttributeError, match=f"{name} cannot be accessed before reset"):
        getattr(env, name)
    env.reset(seed=1)
    assert getattr(env, name) is getattr(env.unwrapped, name)


def test_nothing_can_be_done_before_reset():
    env = mk.env()
    for call in (lambda: env.step(0), lambda: env.last(), lambda: env.observe("player_0"), lambda: env.agent_iter()):
        with pytest.raises((AttributeError, AssertionError), match="reset"):
            call()


def test_the_bare_environment_names_what_is_missing_before_reset_and_after_the_end():
    """It has no wrapper that would; PettingZoo's own methods end in AttributeError and KeyError."""
    env = mk.raw_env(players=3, max_cycles=1)
    calls = (lambda: env.step(0), lambda: env.last(), lambda: env.agent_iter(), lambda: env.observe("player_0"))
    for call in calls:
        with pytest.raises(mk.GameOver, match="reset"):
            call()
    env.reset(seed=1)
    play(env, 1, 100)
    assert env.agents == []
    for call in calls[:2]:
        with pytest.raises(mk.GameOver, match="reset"):
            call()
    assert list(env.agent_iter()) == []


def test_a_refused_first_reset_is_none():
    env = mk.env()
    with pytest.raises(mk.ConfigError, match="seed: expected"):
        env.reset(seed=-1)
    for call in (lambda: env.step(0), lambda: env.last(), lambda: env.agents, lambda: next(iter(env.agent_iter()))):
        with pytest.raises((AttributeError, AssertionError), match="reset"):
            call()
    env.reset(seed=1)
    with pytest.raises(mk.ConfigError, match="seed: expected"):
        env.reset(seed=-1)
    assert env.agents == env.possible_agents


def test_a_loop_must_answer():
    env = mk.env()
    env.reset(seed=1)
    agents = env.agent_iter()
    next(iter(agents))
    with pytest.raises(AssertionError, match=r"need to call step\(\) or reset\(\)"):
        next(iter(agents))


def test_the_guard_is_the_usual_pair_of_wrappers():
    """The same games, step by step, as through PettingZoo's own; and it passes for them."""
    usual = OrderEnforcingWrapper(AssertOutOfBoundsWrapper(mk.raw_env(players=3, goal=4, shaping=0.5)))
    guarded = mk.env(players=3, goal=4, shaping=0.5)
    assert isinstance(guarded, OrderEnforcingWrapper)
    assert str(guarded) == str(usual)
    for env in (usual, guarded):
        env.reset(seed=12)
    assert play(usual, 12, 600) == play(guarded, 12, 600)
    assert usual.unwrapped.game == guarded.unwrapped.game


# --------------------------------------------------------------------------- seeds


def test_numpy_integers_are_answers():
    for kind in (np.int8, np.int32, np.int64, np.uint16):
        env = mk.env(players=3)
        env.reset(seed=np.int64(5))
        action = env.unwrapped.legal_actions()[0]
        env.step(kind(action))
        assert env.unwrapped.game.history[0][1] == action


def test_episodes_after_a_seed_are_derived_from_it():
    first, second = mk.raw_env(players=3), mk.raw_env(players=3)
    first.reset(seed=7)
    second.reset(seed=7)
    games = []
    for _ in range(4):
        assert first.game == second.game
        assert first.game.seed == episode_seed(7, len(games))
        games.append(frozen(first.game))
        first.reset()
        second.reset()
    assert len(set(games)) == 4
    first.reset(seed=7)
    assert frozen(first.game) == games[0]
    assert first.game == mk.Game(players=3, seed=7)


def test_episodes_of_neighbouring_seeds_share_nothing():
    seeds = [episode_seed(seed, episode) for seed in range(-5, 30) for episode in range(30)]
    assert len(set(seeds)) == len(seeds)


def test_without_a_seed_games_differ():
    first, second = mk.raw_env(players=3), mk.raw_env(players=3)
    first.reset()
    second.reset()
    assert first.game != second.game


def test_unknown_options_are_ignored():
    env = mk.env()
    env.reset(seed=1, options={"anything": object()})
    assert env.agents


# --------------------------------------------------------------------------- copies


def same(first, second) -> bool:
    return first.unwrapped.game == second.unwrapped.game and first.agent_selection == second.agent_selection


@pytest.mark.parametrize(
    "duplicate",
    [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))],
    ids=["deepcopy", "pickle"],
)
def test_a_copy_in_the_middle_of_a_game_goes_on_alone(duplicate):
    env = mk.env(players=4, shaping=0.5, on_illegal="resample_legal")
    env.reset(seed=6)
    play(env, 6, 120)
    twin = duplicate(env)
    assert same(env, twin)
    before = frozen(env.unwrapped.game)
    on = play(twin, 1, 80)
    assert frozen(env.unwrapped.game) == before
    assert play(env, 1, 80) == on
    assert same(env, twin)
    agent = twin.agent_selection
    assert twin.action_space(agent) is not env.action_space(agent)
    sample = twin.action_space(agent).sample()
    assert twin.observe(agent)["action_mask"][sample] == 1
    env.reset()
    twin.reset()
    assert same(env, twin)


def test_a_clone_is_independent():
    env = mk.raw_env(players=3)
    env.reset(seed=2)
    twin = env.clone()
    twin.step(twin.legal_actions()[0])
    assert env.game.history == ()
    assert len(twin.game.history) == 1


# --------------------------------------------------------------------------- settings


@each(
    ("config", "message"),
    [
        ({"players": 2}, "players: expected"),
        ({"playrs": 4}, 'did you mean "players"'),
        ({"encoding": "flta"}, 'did you mean "flat"'),
        ({"on_illegal": "ignore"}, "on_illegal: expected one of raise"),
        ({"render_mode": "rgb"}, "render_mode: expected one of human"),
        ({"render_seat": 4}, "render_seat: expected None or a whole number from 0 to 3"),
        ({"max_cycles": 0}, "max_cycles: expected None or a whole number of at least 1"),
        ({"shaping": float("nan")}, "shaping: expected a finite number"),
        ({"shaping": "much"}, "shaping: expected a finite number"),
    ],
)
def test_bad_settings_are_named(config, message):
    with pytest.raises(mk.ConfigError, match=message):
        mk.env(**config)


def test_a_game_that_has_not_begun_is_an_error():
    env = mk.raw_env()
    with pytest.raises(mk.GameOver, match="reset"):
        _ = env.game


def test_a_picture_can_be_drawn_for_one_seat():
    pytest.importorskip("PIL")
    env = mk.env(players=3, render_mode="rgb_array", render_seat=1)
    env.reset(seed=1)
    assert env.render().dtype == np.uint8
    text = mk.env(players=3, render_mode="ansi", render_seat=1)
    text.reset(seed=1)
    assert "player 1 (you)" in text.render()
    none = mk.env(players=3)
    none.reset(seed=1)
    assert none.render() is None
