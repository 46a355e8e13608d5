"""A learner that also sees its last decisions: what stands there, in single environments and in SB3's vectors."""

import copy
import pickle
from typing import Any

import gymnasium
import numpy as np
import pytest

import munchkin_env as mk
from munchkin_env.envs.single import MunchkinEnv
from munchkin_env.policies.history import events_of, scale_of, width_of
from tests.envs.test_learner import Halting

SMALL: dict[str, Any] = {"players": 3, "goal": 3, "trades": "off"}
KEPT = 4
FACTS = mk.spec(players=3)
WIDTH = width_of(FACTS)


def expected(seen: list[np.ndarray], answers: list[int]) -> np.ndarray:
    """Return the part behind the last sight: earlier ones of this game, the latest first."""
    found = np.zeros((KEPT, WIDTH), np.int8)
    for place, (sight, answer) in enumerate(list(zip(seen[:-1], answers, strict=True))[::-1][:KEPT]):
        found[place] = [*sight[events_of(FACTS)], 1 + answer // 64, answer % 64]
    return np.concatenate([seen[-1], found.reshape(-1)])


def test_the_last_decisions_stand_behind_what_is_seen() -> None:
    bare, env = (
        MunchkinEnv(opponents="random", **SMALL),
        mk.with_history(MunchkinEnv(opponents="random", **SMALL), KEPT),
    )
    for seed in (1, None):
        sight, info = bare.reset(seed=seed)
        told, same = env.reset(seed=seed)
        seen, answers, over = [sight], [], False
        while not over:
            assert np.array_equal(told, expected(seen, answers))
            assert env.observation_space.contains(told)
            assert np.array_equal(info["action_mask"], same["action_mask"])
            assert np.array_equal(env.action_masks(), info["action_mask"])
            answers.append(int(np.flatnonzero(info["action_mask"])[len(answers) % info["action_mask"].sum()]))
            sight, reward, over, _, info = bare.step(answers[-1])
            told, paid, ended, _, same = env.step(answers[-1])
            seen.append(sight)
            assert (reward, over) == (paid, ended)
        assert len(answers) > KEPT
        assert np.array_equal(told, expected(seen, answers))


@pytest.mark.parametrize("many", [False, True], ids=["single", "vector"])
def test_a_step_that_is_broken_off_is_remembered_with_its_own_action(
    many: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    runs, broken = [], 0
    for halts in (False, True):
        settings: dict[str, Any] = {"opponents": [Halting(), "greedy"], **SMALL}
        bare = mk.sb3_vec_env(2, **settings) if many else MunchkinEnv(**settings)
        env: Any = mk.with_history(bare, KEPT)
        if many:
            env.seed(3)
        env.reset() if many else env.reset(seed=3)
        monkeypatch.setattr(Halting, "halts", halts)
        seen = []
        for _ in range(40):
            masks = np.stack(env.env_method("action_masks")) if many else env.action_masks()[None]
            action = masks.argmax(axis=1) if many else int(masks.argmax())
            while True:
                try:
                    told, _, over, *_ = env.step(action)
                    break
                except KeyboardInterrupt:
                    broken += 1
                    action = np.zeros(2, int) if many else 0
            seen.append(told.tolist())
            if not many and over:
                break
        monkeypatch.setattr(Halting, "halts", False)
        runs.append(seen)
    assert broken > 3
    assert runs[0] == runs[1]


def test_gymnasium_checks_it() -> None:
    from gymnasium.utils.env_checker import check_env

    lenient = MunchkinEnv(on_illegal="resample_legal", **SMALL)  # it plays a sample of one game in another
    check_env(mk.with_history(lenient, 2), skip_render_check=True)
    made = mk.with_history(gymnasium.make("munchkin_env/Munchkin-v0", **SMALL), 2)
    assert made.reset(seed=1)[0].shape == (FACTS.flat_length + 2 * WIDTH,)
    assert made.action_masks()[made.action_space.sample()] == 1


def test_a_copy_goes_on_alone_and_samples_what_is_legal() -> None:
    env = mk.with_history(MunchkinEnv(opponents="random", **SMALL), KEPT)
    env.reset(seed=2)
    first = env.step(env.action_space.sample())[0]
    for twin in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        for _ in range(5):
            action = twin.action_space.sample()
            assert twin.action_masks()[action] == 1
            told = twin.step(action)[0]
        assert not np.array_equal(told, first)
    assert np.array_equal(env._past.behind(env._seen)[0], first)


@pytest.mark.parametrize("number", [-5, FACTS.num_actions - 1, FACTS.num_actions, 10**7, 10**30])
def test_an_action_that_was_not_played_is_remembered_as_none(number: int) -> None:
    settings: dict[str, Any] = {"opponents": "random", "on_illegal": "resample_legal", **SMALL}
    env = mk.with_history(MunchkinEnv(**settings), KEPT)
    assert not env.reset(seed=1)[1]["action_mask"][number : number + 1].any()
    told = env.step(number)[0]
    assert told[FACTS.flat_length :][WIDTH - 2 : WIDTH].tolist() == [0, 0]
    assert env.observation_space.contains(told)
    pytest.importorskip("stable_baselines3")
    rows = mk.with_history(mk.sb3_vec_env(2, seed=1, **settings), KEPT)
    rows.reset()
    legal = int(rows.env_method("action_masks")[1].argmax())
    told = rows.step(np.array([number, legal]))[0][:, FACTS.flat_length :][:, WIDTH - 2 : WIDTH]
    assert told.tolist() == [[0, 0], [1 + legal // 64, legal % 64]]


def test_a_game_that_a_wrapper_within_begins_has_no_history() -> None:
    env = mk.with_history(gymnasium.wrappers.Autoreset(MunchkinEnv(opponents="random", **SMALL)), KEPT)
    env.reset(seed=1)
    over = False
    while not over:
        told, _, over, _, _ = env.step(env.action_space.sample())
    assert told[FACTS.flat_length :].any()
    told, _, over, _, _ = env.step(0)
    assert not over
    assert not told[FACTS.flat_length :].any()
    assert env.step(env.action_space.sample())[0][FACTS.flat_length :].any()


def test_each_row_of_sb3_has_its_own_history() -> None:
    pytest.importorskip("stable_baselines3")
    bare, env = (mk.sb3_vec_env(2, opponents="greedy", seed=5, **SMALL) for _ in range(2))
    env = mk.with_history(env, KEPT)
    seen, told = [[sight] for sight in bare.reset()], env.reset()
    answers: list[list[int]] = [[], []]
    ends = 0
    for number in range(150):
        masks = np.stack(env.env_method("action_masks"))
        assert np.array_equal(masks, bare.action_masks())
        assert np.array_equal(told, np.stack([expected(seen[row], answers[row]) for row in range(2)]))
        actions = np.array([np.flatnonzero(mask)[number % mask.sum()] for mask in masks])
        sights, rewards, dones, facts = bare.step(actions)
        told, paid, ended, infos = env.step(actions)
        assert np.array_equal(rewards, paid)
        assert np.array_equal(dones, ended)
        for row, sight in enumerate(sights):
            answers[row].append(int(actions[row]))
            if dones[row]:
                ends += 1
                last = expected([*seen[row], facts[row]["terminal_observation"]], answers[row])
                assert np.array_equal(infos[row]["terminal_observation"], last)
                seen[row], answers[row] = [], []
            seen[row].append(sight)
    assert ends > 1


def test_a_restored_vector_goes_on_with_the_history_of_then() -> None:
    pytest.importorskip("stable_baselines3")
    env = mk.with_history(mk.sb3_vec_env(2, opponents="random", seed=1, **SMALL), KEPT)

    def steps(number: int) -> list[np.ndarray]:
        return [env.step(np.stack(env.env_method("action_masks")).argmax(axis=1))[0] for _ in range(number)]

    env.reset()
    (then,) = steps(1)
    state = env.state()
    went_on = steps(3)
    bare = {name: part for name, part in state.items() if name != "history"}
    for wrong in (bare, {**state, "history": state["history"][:1]}):
        with pytest.raises(mk.ConfigError, match="history: expected"):
            env.restore(wrong)
    assert np.array_equal(env.restore(state), then)
    assert np.array_equal(steps(3), went_on)


def test_maskable_ppo_learns_on_it_and_its_policy_is_no_player_elsewhere(tmp_path: Any) -> None:
    library = pytest.importorskip("sb3_contrib")
    env = mk.with_history(mk.sb3_vec_env(2, opponents="random", **SMALL), KEPT)
    kwargs = {"net_arch": [8], "features_extractor_class": mk.ScaledFlatExtractor}
    model = library.MaskablePPO("MlpPolicy", env, n_steps=8, batch_size=8, n_epochs=1, policy_kwargs=kwargs, seed=1)
    model.learn(16)
    scale = model.policy.features_extractor.scale.numpy()
    assert np.array_equal(scale, scale_of(FACTS, KEPT))
    assert np.abs(env.reset() * scale).max() < 20
    model.save(tmp_path / "model.zip")
    with pytest.raises(mk.SaveError, match=r"observation: expected .*, got 'flat with history'"):
        mk.load_policy(tmp_path / "model.zip")


@pytest.mark.parametrize(
    ("env", "decisions", "words"),
    [
        (lambda: MunchkinEnv(encoding="tokens"), 2, "env: expected one learner of munchkin_env that sees 'flat'"),
        (lambda: gymnasium.make("CartPole-v1"), 2, "env: expected one learner of munchkin_env that sees 'flat'"),
        (lambda: mk.env(), 2, "env: expected a Gymnasium environment or a VecEnv"),
        (lambda: mk.with_history(MunchkinEnv()), 2, "env: expected an environment without a history"),
        (MunchkinEnv, 0, "decisions: expected a whole number from 1 to 1000, got 0"),
    ],
)
def test_what_has_no_history_is_refused(env: Any, decisions: int, words: str) -> None:
    with pytest.raises(mk.ConfigError, match=words):
        mk.with_history(env(), decisions)
