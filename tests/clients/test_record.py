"""`munchkin record` writes datasets that Minari reads back as they were played."""

from pathlib import Path

import numpy as np
import pytest

import munchkin_env as mk
from munchkin_env.bots import make_bot
from munchkin_env.cli.main import main
from munchkin_env.errors import ConfigError
from munchkin_env.evaluation import dataset as recording
from munchkin_env.evaluation import episodes, joint_episodes, record

minari = pytest.importorskip("minari", reason="Minari is not installed here; `make test-clients` runs these tests")
pytest.importorskip("h5py")

SHORT = {"preset": "short", "goal": 3, "round_limit": 2}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Folder of the datasets during a test."""
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path))
    return tmp_path


@pytest.mark.parametrize("observation", ["flat", "tokens"])
def test_what_is_read_is_what_was_played(observation: str) -> None:
    players = ["greedy", "random", "random"]
    record("munchkin/mixed-v0", players, games=3, seed=4, encoding=observation, **SHORT)
    played = list(episodes(players, games=3, seed=4, encoding=observation, **SHORT))
    dataset = minari.load_dataset("munchkin/mixed-v0")
    read = list(dataset.iterate_episodes())
    told = list(dataset.storage.get_episode_metadata(range(dataset.total_episodes)))
    assert dataset.total_steps == sum(len(episode.actions) for episode in played)
    for episode, one, facts in zip(played, read, told, strict=True):
        seen = one.observations if observation == "tokens" else {"": one.observations}
        for name, part in seen.items():
            expected = episode.observations[name] if name else episode.observations
            np.testing.assert_array_equal(part, expected)
            assert part.dtype == expected.dtype
        np.testing.assert_array_equal(one.infos["action_mask"], episode.masks)
        np.testing.assert_array_equal(one.actions, episode.actions)
        np.testing.assert_array_equal(one.rewards, episode.rewards)
        assert one.terminations.tolist() == [False] * (len(one) - 1) + [True]
        assert not one.truncations.any()
        assert set(one.infos["learner_seat"].tolist()) == {episode.seat}
        for name in ("player", "seat", "deal", "rotation", "seed"):
            assert facts[name] == getattr(episode, name)
        assert facts["name"] == players[episode.player]
        assert tuple(facts["winners"].tolist()) == episode.winners
        assert dataset.action_space.contains(one.actions[0])
        first = {name: part[0] for name, part in seen.items()}
        assert dataset.observation_space.contains(first if observation == "tokens" else first[""])


def test_a_joint_dataset_has_the_decisions_of_whole_games_in_order() -> None:
    players = ["greedy", "random", "random"]
    dataset = record("munchkin/joint-v0", players, games=3, seed=4, joint=True, **SHORT)
    played = list(joint_episodes(players, games=3, seed=4, **SHORT))
    assert dataset.total_episodes == len(played) == 3
    facts = list(dataset.storage.get_episode_metadata(range(3)))
    for one, game, told in zip(dataset.iterate_episodes(), played, facts, strict=True):
        np.testing.assert_array_equal(one.observations, game.observations)
        np.testing.assert_array_equal(one.actions, game.actions)
        np.testing.assert_array_equal(one.infos["action_mask"], game.masks)
        np.testing.assert_array_equal(one.infos["learner_seat"], game.seats)
        np.testing.assert_array_equal(one.infos["rewards"][1:], game.rewards)
        assert not one.infos["rewards"][0].any()
        assert one.rewards[-1] == game.rewards[-1, game.seats[-1]]
        assert tuple(told["seating"].tolist()) == game.seating
    assert dataset.storage.metadata["munchkin_env"]["joint"] is True
    with pytest.raises(ConfigError, match="keep: expected None, joint episodes hold all players"):
        record("munchkin/none-v0", players, joint=True, keep=[0], **SHORT)


def test_metadata_say_what_was_played_and_the_environment_comes_back() -> None:
    dataset = record("mine-v2", ["greedy", "random", "veteran"], games=3, seed=1, keep=[1], **SHORT)
    facts = dataset.storage.metadata["munchkin_env"]
    assert (facts["bots"], facts["kept"]) == (["greedy", "random", "veteran"], [1])
    assert (facts["games"], facts["seed"]) == (3, 1)
    assert (facts["settings"]["goal"], facts["settings"]["players"]) == (3, 3)
    assert facts["provenance"]["package"] == mk.__version__
    assert facts["versions"].keys() == {"rules", "observation", "action"}
    environment = dataset.recover_environment()
    assert [bot.name for bot in environment.unwrapped._bots] == ["veteran", "greedy"]
    assert environment.unwrapped.config.as_dict() == {**facts["settings"], **_tuples(environment)}
    assert environment.observation_space == dataset.observation_space
    observation, info = environment.reset(seed=0)
    assert dataset.observation_space.contains(observation)
    assert info.keys() == next(dataset.iterate_episodes()).infos.keys()


def _tuples(environment) -> dict:
    """Settings that JSON knows as lists."""
    settings = environment.unwrapped.config.as_dict()
    return {name: value for name, value in settings.items() if isinstance(value, tuple)}


def test_there_is_no_environment_where_it_is_not_one_and_the_same() -> None:
    dataset = record("mixed-v0", ["greedy", "random", "random"], games=3, **SHORT)
    assert dataset.spec.env_spec is None
    among_equals = record("equal-v0", [make_bot("random")] * 3, games=3, **SHORT)
    assert among_equals.spec.env_spec.kwargs["opponents"] == ["random", "random"]


def test_an_id_that_is_none_or_taken_is_refused_and_a_broken_dataset_removed(folder: Path, monkeypatch) -> None:
    for name in ("mine", "../mine-v0", "", 3):
        with pytest.raises(ConfigError, match="dataset: expected an id such as munchkin/greedy-v0"):
            record(name, ["random"] * 3)
    with pytest.raises(ConfigError, match="seed: expected 0 to below"):
        record("mine-v0", ["random"] * 3, seed=-1)

    def broken(*given):
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(recording, "_append", broken)
        with pytest.raises(KeyboardInterrupt):
            record("mine-v0", ["random"] * 3, games=3, **SHORT)
    assert not (folder / "mine-v0").exists()
    record("mine-v0", ["random"] * 3, games=3, **SHORT)
    with pytest.raises(ConfigError, match="dataset: expected a new id"):
        record("mine-v0", ["random"] * 3, games=3, **SHORT)


def test_the_command_writes_a_dataset_and_says_how_large_it_is(capsys) -> None:
    options = ["--players", "3", "--games", "3", "--keep", "0", "--preset", "short", "--round-limit", "2"]
    assert main(["record", "mine-v0", "greedy", "random", *options, "--no-deterministic"]) == 0
    dataset = minari.load_dataset("mine-v0")
    assert dataset.total_episodes == 3
    assert f"mine-v0: 3 episodes, {dataset.total_steps} steps" in capsys.readouterr().out
    assert dataset.spec.env_spec.kwargs["opponents"] == ["random", "random"]
