"""The examples with other libraries: whole games, only legal actions, rewards where they belong."""

from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import munchkin_env as mk
from munchkin_env.cli.main import main

SHORT = {"preset": "short", "goal": 3, "round_limit": 3}
WORDS = ["--players", "3", "--round-limit", "3"]
WHY = "is not installed here; `make test-clients` runs these tests"


@pytest.fixture
def torchrl_games() -> Any:
    pytest.importorskip("torchrl", reason=f"TorchRL {WHY}")
    return import_module("examples.torchrl_games")


@pytest.mark.parametrize("observation", ["flat", "tokens"])
def test_torchrl_finds_no_fault_in_the_specs(torchrl_games: Any, observation: str) -> None:
    """Spaces, dtypes, shapes, masks and seeds, as TorchRL's own checker asks for them."""
    from torchrl.envs.utils import check_env_specs

    settings = {"players": 3, "encoding": observation, **SHORT}
    check_env_specs(torchrl_games.all_seats(3, **settings))
    check_env_specs(torchrl_games.one_learner(3, "random", **settings))


def test_torchrl_plays_whole_games_of_all_seats(torchrl_games: Any) -> None:
    game, _ = torchrl_games.main(WORDS)
    assert game["next", "terminated"][-1]
    scores = torchrl_games.scores(game, 3)
    assert max(scores) > 0
    assert sum(scores) == pytest.approx(0, abs=1e-6)
    asked = 0
    for seat in range(3):
        agent = game[f"player_{seat}"]
        own = agent["mask"][:, 0]
        legal = agent["action_mask"][:, 0].gather(1, agent["action"])
        assert legal[own].all()
        asked += int(own.sum())
    assert asked == len(game), "one seat answers a row"


def test_torchrl_plays_whole_games_of_one_learner(torchrl_games: Any) -> None:
    _, game = torchrl_games.main(WORDS)
    assert game["next", "terminated"][-1]
    assert game["action_mask"].gather(1, game["action"][:, None]).all()
    assert game["next", "reward"][:-1].count_nonzero() == 0
    assert abs(game["next", "episode_reward"][-1].item()) in (1.0, 0.5)


def test_torchrl_repeats_a_seed(torchrl_games: Any) -> None:
    first, again, other = (
        torchrl_games.one_learner(seed, "random", players=3, **SHORT).reset()["observation"] for seed in (5, 5, 6)
    )
    assert (first == again).all()
    assert (first != other).any()


def test_tianshou_learns_and_plays_whole_games() -> None:
    pytest.importorskip("tianshou", reason=f"Tianshou {WHY}")
    scores = import_module("examples.tianshou_dqn").main([*WORDS, "--decisions", "128", "--envs", "2", "--games", "4"])
    assert scores.shape == (4, 3)
    np.testing.assert_allclose(scores.sum(axis=1), 0, atol=1e-6)
    best = scores.max(axis=1)  # some win, or all are level when the rounds are over
    assert set(np.round(best, 3)) <= {0.0, 0.5, 1.0}
    assert (best > 0).any()


@pytest.fixture
def recorded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A dataset of short games."""
    pytest.importorskip("h5py", reason=f"Minari {WHY}")
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path))
    words = ["record", "munchkin/some-v0", "greedy", "random", "--players", "3", "--games", "12", "--keep", "0"]
    assert main([*words, "--preset", "short", "--round-limit", "4"]) == 0
    return "munchkin/some-v0"


def test_minari_is_cloned_from(recorded: str) -> None:
    """Actions in held-out games are predicted as recorded more often than before."""
    clone = import_module("examples.minari_clone")
    before, after = clone.main([recorded, "--epochs", "8", "--batch", "64", "--games", "3"])
    assert after > before
    learnt, tested = clone.decisions(clone.minari.load_dataset(recorded), 0.25)
    assert len(learnt["actions"]) > len(tested["actions"]) > 0
    assert (tested["masks"][np.arange(len(tested["actions"])), tested["actions"]] == 1).all()


@pytest.fixture
def d3rlpy_cql() -> Any:
    pytest.importorskip("d3rlpy", reason=f"d3rlpy {WHY}")
    return import_module("examples.d3rlpy_cql")


def test_d3rlpy_learns_with_masks_and_answers_legally(d3rlpy_cql: Any, recorded: str) -> None:
    """With masks no best action is illegal; without them some are, and a player acts all the same."""
    words = [recorded, "--steps", "60", "--batch", "64", "--games", "3"]
    match, illegal = d3rlpy_cql.main(words)
    assert match.games == 3
    assert illegal == 0
    assert d3rlpy_cql.main([*words, "--masks", "acting"])[1] == 0
    assert d3rlpy_cql.main([*words, "--masks", "never", "--steps", "1"])[1] > 0


def test_d3rlpy_reads_what_was_recorded(d3rlpy_cql: Any, recorded: str) -> None:
    dataset = d3rlpy_cql.minari.load_dataset(recorded)
    facts = mk.spec(**dataset.storage.metadata["munchkin_env"]["settings"])
    replayed = d3rlpy_cql.replayed(dataset, facts)
    assert replayed.transition_count == dataset.total_steps
    assert replayed.dataset_info.action_size == facts.num_actions
    for episode, one in zip(replayed.episodes, dataset.iterate_episodes(), strict=True):
        masks = episode.observations[:, -facts.num_actions :]
        assert (masks[np.arange(len(masks)), episode.actions[:, 0]] == 1).all()
        assert episode.terminated
        assert episode.rewards.sum() == pytest.approx(one.rewards.sum())


def test_d3rlpy_gives_illegal_actions_no_value(d3rlpy_cql: Any) -> None:
    import torch

    encoder = torch.nn.Identity()
    values, _ = d3rlpy_cql.MaskedQFactory().create_discrete(encoder, 5, 3)
    found = values(torch.tensor([[0.5, -0.5, 1.0, 0.0, 1.0]])).q_value
    assert (found == d3rlpy_cql.NEVER).tolist() == [[False, True, False]]
    values.masks = "acting"
    assert (values.train()(torch.ones(1, 5) * 0).q_value > d3rlpy_cql.NEVER).all()
    assert (values.eval()(torch.ones(1, 5) * 0).q_value == d3rlpy_cql.NEVER).all()
