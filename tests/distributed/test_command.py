"""`python -m training.rllib`: what it refuses and how, and a run that is saved and goes on."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import munchkin_env as mk
from tests.distributed.tools import TINY, need_ray, small_game

need_ray()

from training.rllib import checkpoint
from training.rllib.__main__ import main
from training.rllib.learning import POLICY, Summary, algorithm_config, connected, iterate, train
from training.rllib.options import Options, parse


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--env-runer", "2"], r'got --env-runer 2 \(did you mean "--env-runners"\?\)'),
        (["--env-runners", "two"], "argument --env-runners: invalid int value: 'two'"),
        (["--env-runners", "-1"], "--env-runners: expected a whole number from 0, got -1"),
        (["--iterations", "0"], "--iterations: expected a whole number from 1, got 0"),
        (["--players", "7"], "players: expected a whole number from 3 to 6, got 7"),
        (["--opponents", "gredy"], r'bot: expected one of random, greedy.*, got \'gredy\' \(did you mean "greedy"\?\)'),
        (["--opponents", *["greedy"] * 4], "opponents: expected at most 3 names of bots"),
        (["--eval-against", "gready"], 'did you mean "greedy"'),
        (["--set", "goals=5"], r'goals: unknown setting \(did you mean "goal"\?\)'),
        (["--set", "goal"], "argument --set: expected FIELD=VALUE, got 'goal'"),
        (["--set", "players=5"], "--set: expected --players for the number of seats, got players=5"),
        (
            ["--train-batch-size", "9", "--batch-size", "20"],
            "--batch-size: expected at most --train-batch-size 9, got 20",
        ),
        (["--gamma", "1.5"], "--gamma: expected a number from 0 to 1, got 1.5"),
        (["--learning-rate", "-1"], "--learning-rate: expected a number from 0 to 1, got -1.0"),
        (["--lr", "0.1"], "--lr: expected --learning-rate, as the option is called now"),
        (["--ent-coef", "-1"], "--ent-coef: expected a number from 0 to 1, got -1.0"),
        (["--hidden", "0"], r"--hidden: expected a whole number from 1, got 0"),
        (["--object-store", "10"], "--object-store: expected a whole number from 80, got 10"),
        (["--resume", "/nowhere/at/all"], "resume: expected a folder with munchkin.json"),
        (["--address", "here"], "--address: expected local, auto or HOST:PORT, got 'here'"),
        (["--address", "127.0.0.1:x"], "--address: expected local, auto or HOST:PORT"),
        (["--address", "127.0.0.1:1"], "--address: expected a Ray cluster that is up .* got '127.0.0.1:1'"),
        (["--address", "auto"], "--address: expected a Ray cluster that is up .* got 'auto'"),
    ],
)
def test_wrong_options_teach(words: list[str], complaint: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(mk.ConfigError, match=complaint):
        train(parse(words))
    assert main(words) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.splitlines()[-1].startswith("training.rllib: ")


def test_help_shows_every_option_with_its_default_and_examples(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["--help"])
    assert stopped.value.code == 0
    shown = capsys.readouterr().out
    for field in Options.__dataclass_fields__:
        assert ("--set" if field == "game" else "--" + field.replace("_", "-")) in shown
    assert " ".join(shown.split()).count("(default: ") == len(Options.__dataclass_fields__) - 1
    for example in shown.split("examples:")[1].splitlines():
        if example.strip().startswith("python -m training.rllib"):
            words = example.split()[3:]
            parse(words[: words.index("--resume")] if "--resume" in words else words)


def test_options_become_settings() -> None:
    options = parse(["--players", "5", "--opponents", "greedy", "random", "--set", "goal=5", "--set", "windows=final"])
    assert options.game_settings() == {"players": 5, "goal": 5, "windows": "final"}
    assert options.opponents == ("greedy", "random")
    assert options.gamma == 1.0
    assert parse([]) == Options()


# ------------------------------------------------------------------------ checkpoints
@pytest.fixture(scope="module")
def first_run(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Summary]:
    """A run of three iterations, saved after each."""
    folder = tmp_path_factory.mktemp("runs") / "one"
    words = ["--env-runners", "0", "--iterations", "3", "--checkpoint", str(folder), "--checkpoint-every", "1"]
    return folder, train(parse([*TINY, *words, "--opponents", "greedy", "--eval-games", "12"]))


def test_a_run_says_what_it_did(first_run: tuple[Path, Summary]) -> None:
    folder, summary = first_run
    assert [progress.iteration for progress in summary.progress] == [1, 2, 3]
    assert all(256 <= progress.decisions < 300 for progress in summary.progress)
    assert sum(progress.games for progress in summary.progress) > 3
    assert all(0 < progress.entropy < np.log(251) for progress in summary.progress)
    assert summary.nodes == ()
    seats = [[player.name for player in match.bots] for match in summary.matches]
    assert seats == [["learner", "greedy", "greedy"], ["learner", "random", "random"]]
    assert all(match.games == 12 for match in summary.matches)
    assert sorted(place.name for place in folder.iterdir()) == ["iteration_000002", "iteration_000003"]
    facts = json.loads((folder / "iteration_000003" / "munchkin.json").read_text())
    spec = mk.spec(**small_game())
    assert facts["schema_hash"] == spec.schema_hash
    assert (facts["rules_version"], facts["action_version"]) == (spec.rules_version, spec.action_version)
    assert facts["game"] == mk.GameConfig(**small_game()).as_dict()
    assert (facts["iteration"], facts["opponents"], facts["hidden"]) == (3, ["greedy"], [16])


def test_a_resumed_run_goes_on_where_the_other_stopped(
    first_run: tuple[Path, Summary], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, _ = first_run
    words = [*TINY, "--env-runners", "0", "--iterations", "1", "--checkpoint", str(tmp_path / "two")]
    resumed = train(parse([*words, "--resume", str(folder)]))
    assert "iteration_000003, iteration 3" in capsys.readouterr().out
    assert [progress.iteration for progress in resumed.progress] == [4]
    again = checkpoint.find(tmp_path / "two" / "iteration_000004", small_game(), [16])
    assert again == tmp_path / "two" / "iteration_000004"


def test_a_saved_checkpoint_is_never_the_one_removed_and_a_new_run_takes_no_folder_of_later_ones(
    first_run: tuple[Path, Summary], tmp_path: Path
) -> None:
    class Algorithm:
        iteration = 0

        def save_to_path(self, path: Path) -> None:
            path.mkdir()

    algorithm = Algorithm()
    for algorithm.iteration in (100, 110, 10, 20, 30):
        place = checkpoint.save(algorithm, tmp_path, small_game(), [16], {})
        assert place.exists()
    kept = [f"iteration_{number:06}" for number in (20, 30, 100, 110)]
    assert sorted(one.name for one in tmp_path.iterdir()) == kept
    words = [*TINY, "--env-runners", "0", "--iterations", "1", "--checkpoint", str(first_run[0])]
    with pytest.raises(mk.ConfigError, match=r"^checkpoint: expected a folder without checkpoints after iteration 0"):
        train(parse(words))


def test_learner_and_players_have_what_was_saved(tmp_path: Path) -> None:
    """A later run with a step size of nothing has and keeps the weights of the one before."""
    words = [*TINY, "--env-runners", "0"]
    quick, still = parse([*words, "--learning-rate", "0.01"]), parse([*words, "--learning-rate", "1e-30"])
    with connected(quick):
        before, after = algorithm_config(quick).build_algo(), algorithm_config(still).build_algo()
        iterate(before)
        assert not same(weights(before), weights(after))
        place = checkpoint.save(before, tmp_path, small_game(), [16], {})
        checkpoint.restore(after, place)
        assert same(weights(before), weights(after))
        iterate(after)
        assert same(weights(before), weights(after))
        for algorithm in (before, after):
            playing = algorithm.get_module(POLICY).get_state(inference_only=True)
            assert same(playing, {name: value for name, value in weights(algorithm).items() if name in playing})
            algorithm.stop()


def weights(algorithm: Any) -> dict[str, np.ndarray]:
    """The learner's weights."""
    return {name: value.copy() for name, value in algorithm.learner_group.get_weights()[POLICY].items()}


def same(one: dict[str, np.ndarray], other: dict[str, np.ndarray]) -> bool:
    """Equal but for what a step size of 1e-30 makes of a zero."""
    return one.keys() == other.keys() and all(np.allclose(one[k], other[k], rtol=0, atol=1e-20) for k in one)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("rules_version", 99),
        ("observation_version", 99),
        ("action_version", None),
        ("schema_hash", "0" * 64),
        ("hidden", [32]),
    ],
)
def test_a_checkpoint_of_another_game_or_network_is_refused(tmp_path: Path, field: str, value: object) -> None:
    place = tmp_path / "iteration_000001"
    (place / "rllib").mkdir(parents=True)
    facts = checkpoint.identity(small_game(), [16])
    (place / "munchkin.json").write_text(json.dumps(facts))
    assert checkpoint.find(tmp_path, small_game(), [16]) == place
    (place / "munchkin.json").write_text(json.dumps({**facts, field: value}))
    later = "; a later version of munchkin_env wrote it: .*" if value == 99 else ""
    with pytest.raises(mk.ConfigError, match=rf"resume: {field}: expected .*, got .* in .*munchkin\.json{later}"):
        checkpoint.find(tmp_path, small_game(), [16])


def test_a_checkpoint_for_another_number_of_seats_is_refused(first_run: tuple[Path, Summary]) -> None:
    folder, _ = first_run
    words = [*TINY, "--players", "4", "--resume", str(folder)]
    with pytest.raises(mk.ConfigError, match="resume: schema_hash: expected"):
        train(parse(words))


@pytest.mark.parametrize("text", ["", "{", "[]"])
def test_a_damaged_checkpoint_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "munchkin.json").write_text(text)
    with pytest.raises(mk.ConfigError, match=r"resume: expected (JSON|an object) in"):
        checkpoint.find(tmp_path, small_game(), [16])
    (tmp_path / "munchkin.json").write_text(json.dumps(checkpoint.identity(small_game(), [16])))
    with pytest.raises(mk.ConfigError, match="resume: expected RLlib's files in"):
        checkpoint.find(tmp_path, small_game(), [16])


def test_an_unfinished_checkpoint_is_not_used(first_run: tuple[Path, Summary], tmp_path: Path) -> None:
    folder, _ = first_run
    unfinished = tmp_path / "iteration_000009.unfinished"
    unfinished.mkdir()
    (unfinished / "munchkin.json").write_text((folder / "iteration_000003" / "munchkin.json").read_text())
    with pytest.raises(mk.ConfigError, match="resume: expected a folder with"):
        checkpoint.find(tmp_path, small_game(), [16])
