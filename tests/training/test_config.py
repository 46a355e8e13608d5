"""Settings of training runs: files, overrides, errors, and what the documents say of them."""

from pathlib import Path

import pytest

from tests.each import each

pytest.importorskip("yaml")

from munchkin_env import ConfigError
from training.config import build_config, read_config, table_of_fields
from training.sections import Config, now, sections

ROOT = Path(__file__).resolve().parents[2]
CONFIGS = sorted((ROOT / "configs").glob("*.yaml"))


@each("file", CONFIGS, ids=lambda file: file.stem)
def test_every_config_is_valid(file):
    assert read_config(file, []).run.folder.startswith("runs/")


def test_smoke_laptop_and_gpu_are_there():
    assert {"smoke", "laptop", "gpu", "demo", "kickstart"} <= {file.stem for file in CONFIGS}


def test_the_command_line_overrides_the_file():
    config = read_config(ROOT / "configs" / "smoke.yaml", ["run.seed=3", "run.decisions=1e6", "game.players=[3]"])
    assert (config.run.seed, config.run.decisions, config.game.players) == (3, 1_000_000, [3])
    assert config.game.games == read_config(ROOT / "configs" / "smoke.yaml", []).game.games


@each(
    ("option", "words"),
    [
        ("run.sed=1", "run: field: expected one of trainer, folder, seed.*got 'sed'; did you mean seed?"),
        ("runs.seed=1", "section: expected one of run, game.*got 'runs'; did you mean run?"),
        ("seed=1", "option: expected section.field=value"),
        ("run.seed", "option: expected section.field=value"),
        ("run.seed=-1", "run.seed: expected 0 or more, got -1"),
        ("run.seed=1.5", "run.seed: expected int, got 1.5"),
        ("run.seed=true", "run.seed: expected int, got True"),
        ("ppo.gamma=2", "ppo.gamma: expected 0 to 1, got 2"),
        ("run.trainer=dqn", "run.trainer: expected one of ppo, sb3, got 'dqn'"),
        ("game.players=[7]", "game.players: expected 3 to 6, got 7"),
        ("game.players=4", "game.players: expected list, got 4"),
        ("game.settings={window: open}", "window"),
        ("opponents.self_play=0.9", "opponents: expected shares that sum to 1"),
        ("opponents.bots={greedi: 1}", r"opponents\.bots: expected one of .*did you mean .greedy"),
        ("evaluation.opponents=[greedi]", r"evaluation\.opponents: expected one of .*did you mean .greedy"),
        ("evaluation.opponents=[]", "evaluation.opponents: expected a list of str"),
        ("network.hidden=[a]", "network.hidden: expected a list of int"),
        ("network.residual=greedi", r"network\.residual: expected one of .*did you mean .greedy"),
        ("network.residual=rollout", "network.residual: expected compiled bots, got 'rollout', which plays in Python"),
        ("network.residual_weight=-1", "network.residual_weight: expected 0 to 100, got -1"),
        ("run.seed={", "run.seed: expected a value as in YAML"),
        ("run.seed=abc", "run.seed: expected int, got 'abc'"),
        ("run.seed=.inf", "run.seed: expected int, got inf"),
        ("run.seconds=.nan", "run.seconds: expected a finite number, got nan"),
        ("run.seconds=0", "run.seconds: expected 1 or more, got 0"),
        ("network.hidden=[0]", "network.hidden: expected a list of int"),
        ("network.hidden=[-4]", "network.hidden: expected numbers of 1 or more"),
        ("game.settings={players: 3}", "game.settings: expected no players there"),
    ],
)
def test_a_wrong_setting_is_named(option, words):
    with pytest.raises(ConfigError, match=words):
        read_config(ROOT / "configs" / "smoke.yaml", [option])


def test_settings_of_one_trainer_are_refused_by_the_other():
    with pytest.raises(ConfigError, match=r"game.players: expected one number with sb3"):
        read_config(None, ["run.trainer=sb3", "game.players=[3, 4]"])
    with pytest.raises(ConfigError, match="gamma_per_turn: expected 1 with sb3"):
        read_config(None, ["run.trainer=sb3", "ppo.gamma_per_turn=0.9"])
    with pytest.raises(ConfigError, match=r"ppo.gamma: expected 1 with sb3 and shaping"):
        read_config(None, ["run.trainer=sb3", "ppo.gamma=0.9"])
    with pytest.raises(ConfigError, match=r"ppo.kept: expected 1 with sb3, got 0.5"):
        read_config(None, ["run.trainer=sb3", "ppo.kept=0.5"])
    with pytest.raises(ConfigError, match=r"network.residual: expected none with sb3, got 'greedy'"):
        read_config(None, ["run.trainer=sb3", "network.residual=greedy"])
    with pytest.raises(ConfigError, match=r"opponents.prioritised: expected none with sb3, got 1.0"):
        read_config(None, ["run.trainer=sb3", "opponents.prioritised=1.0"])
    with pytest.raises(ConfigError, match=r"ppo.clip: expected one number with sb3, got \[0.2, 0.1\]"):
        read_config(None, ["run.trainer=sb3", "ppo.clip=[0.2, 0.1]"])


def test_a_file_that_is_missing_or_no_yaml(tmp_path):
    with pytest.raises(ConfigError, match=r"config: expected a YAML file, got .*nowhere.yaml"):
        read_config(tmp_path / "nowhere.yaml", [])
    (tmp_path / "bad.yaml").write_text("run: [")
    with pytest.raises(ConfigError, match="config: expected YAML"):
        read_config(tmp_path / "bad.yaml", [])
    (tmp_path / "list.yaml").write_text("- run")
    with pytest.raises(ConfigError, match="expected fields with values"):
        read_config(tmp_path / "list.yaml", [])


def test_a_config_survives_its_own_file():
    config = read_config(ROOT / "configs" / "laptop.yaml", [])
    assert build_config(config.as_dict()) == config


def test_the_learning_rate_falls_by_what_ends_the_run_first():
    config = read_config(None, ["run.decisions=1000", "run.seconds=100"])
    first, last = config.ppo.learning_rate

    def rate(decisions: int, seconds: float) -> float:
        return now(config.of_phase(0), config.done(0, decisions, seconds)).learning_rate

    assert rate(0, 0.0) == first
    assert rate(500, 0.0) == pytest.approx((first + last) / 2)
    assert rate(0, 75.0) == pytest.approx(first + 0.75 * (last - first))
    assert rate(2000, 0.0) == pytest.approx(last)


THREE = """
run: {decisions: 1000, seconds: 100}
ppo: {steps: 8}
phases:
  - {algorithm: imitation, decisions: 200, learning_rate: [1e-3, 0], teacher: random}
  - {decisions: 500, seconds: 10, minibatch: [100, 201], teacher_weight: [1, 0.5], games: 4}
  - {shaping: [1, 0], steps: 16}
"""


def three(tmp_path: Path, *options: str) -> Config:
    (tmp_path / "three.yaml").write_text(THREE)
    return read_config(tmp_path / "three.yaml", list(options))


def test_phases_differ_from_their_sections_where_they_say_so(tmp_path):
    config = three(tmp_path)
    first, second, third = (config.of_phase(number) for number in range(3))
    assert (first.teacher, first.steps, first.passes) == ("random", 64, config.imitation.passes)
    assert (second.steps, second.teacher_weight) == (8, [1.0, 0.5])
    assert (third.steps, third.teacher_weight, third.minibatch) == (16, 0.0, config.ppo.minibatch)
    assert [phase.games for phase in config.phases] == [None, 4, None]
    assert build_config(config.as_dict()) == config


def test_schedules_run_from_the_beginning_of_their_phase_to_its_end(tmp_path):
    config = three(tmp_path)
    began = (300, 40.0)
    for decisions, seconds, done in ((300, 40.0, 0.0), (550, 42.0, 0.5), (310, 48.0, 0.8), (900, 40.0, 1.0)):
        assert config.done(1, decisions, seconds, began) == pytest.approx(done)
    half = now(config.of_phase(1), 0.5)
    assert (half.minibatch, half.teacher_weight, half.clip) == (150, pytest.approx(0.75), 0.2)
    assert config.done(2, 650, 40.0, began) == pytest.approx(0.5), "the last phase ends with the run's decisions"
    assert config.done(2, 300, 85.0, began) == pytest.approx(0.75), "or with its seconds"


def test_the_command_line_changes_a_phase(tmp_path):
    config = three(tmp_path, "phases.0.learning_rate=5e-4", "phases.2.steps=4", "ppo.steps=12")
    assert [config.of_phase(number).steps for number in range(3)] == [64, 12, 4]
    assert config.of_phase(0).learning_rate == 5e-4


@each(
    ("option", "words"),
    [
        ("phases.3.steps=4", "option: expected phases.NUMBER.field=value, the number from 0 to below 3"),
        ("phases.one.steps=4", "option: expected phases.NUMBER.field=value"),
        ("phases.0=4", "option: expected phases.NUMBER.field=value"),
        ("phases.0.algorithm=dqn", "phases.0.algorithm: expected one of ppo, imitation, got 'dqn'"),
        ("phases.0.clip=0.1", "phases.0: field: expected one of .*got 'clip'"),
        ("phases.1.clips=0.1", "phases.1: field: .*did you mean clip?"),
        ("phases.1.clip=[1, 2, 3]", r"phases.1.clip: expected a number or \[first, last\]"),
        ("phases.1.clip=[0.1, a]", "phases.1.clip: expected float, got 'a'"),
        ("phases.1.minibatch=[4, 0.5]", "phases.1.minibatch: expected int, got 0.5"),
        ("phases.1.minibatch=[4, 0]", "phases.1.minibatch: expected 1 or more, got 0"),
        ("phases.1.teacher=rollout", "phases.1: teacher: expected compiled bots, got 'rollout'"),
        ("phases.1.teacher=language:x", "phases.1: teacher: expected compiled bots, got 'language:x'"),
        ("phases.0.asked=0", "phases.0.asked: expected 0.001 to 1, got 0"),
        ("phases.1.teacher=gredy", "phases.1: teacher: expected one of .*did you mean .greedy"),
        ("phases.0.games=0", "phases.0.games: expected 1 or more, got 0"),
        ("phases.2.decisions=5", "phases.2: expected no decisions or seconds in the last phase"),
        ("phases.0.decisions=null", "phases.0: expected decisions or seconds, .*got neither"),
        ("run.trainer=sb3", "phases: expected none with sb3"),
        ("ppo.steps=[1, 2]", "ppo.steps: expected int"),
    ],
)
def test_a_wrong_phase_is_named(tmp_path, option, words):
    with pytest.raises(ConfigError, match=words):
        three(tmp_path, option)


@pytest.mark.parametrize("value", ["[]", "3", "{a: 1}", "[3]"])
def test_phases_that_are_none(tmp_path, value):
    (tmp_path / "bad.yaml").write_text(f"phases: {value}")
    with pytest.raises(ConfigError, match=r"phases(.0)?: expected (a list of at least one phase|fields with values)"):
        read_config(tmp_path / "bad.yaml", [])


def test_every_field_is_told():
    table = table_of_fields()
    for name, _, fields in sections():
        for one in fields:
            assert f"| `{name}.{one.name}` |" in table
            assert one.metadata["meaning"]
    assert table in (ROOT / "configs" / "README.md").read_text(encoding="utf-8"), "python -m training --fields"
