"""Settings of training runs: files, overrides, errors, and what the documents say of them."""

from pathlib import Path

import pytest

from tests.each import each

pytest.importorskip("yaml")

from munchkin_env import ConfigError, UnknownSetting
from munchkin_env.cli._trainer import config_file, purpose
from munchkin_env.config.fields import settings_of
from training.config import build_config, read_config, table_of_fields, yaml_of
from training.former_names import CONFIGS as FORMER_CONFIGS
from training.former_names import SETTINGS
from training.sections import Config, PhaseSection, now, sections

ROOT = Path(__file__).resolve().parents[2]
CONFIGS = sorted((ROOT / "configs").glob("*.yaml"))


@each("file", CONFIGS, ids=lambda file: file.stem)
def test_every_config_is_valid(file):
    """Its head is one line: `munchkin train --help` shows no more."""
    assert read_config(file, []).run.dir.startswith("runs/")
    assert purpose(file).endswith(".")


def test_smoke_ppo_scratch_and_gpu_are_there():
    assert {"smoke", "ppo_scratch", "sb3", "gpu", "quickstart", "kickstart"} <= {file.stem for file in CONFIGS}


def test_the_command_line_overrides_the_file():
    config = read_config(ROOT / "configs" / "smoke.yaml", ["run.seed=3", "run.total_timesteps=1e6", "game.players=[3]"])
    assert (config.run.seed, config.run.total_timesteps, config.game.players) == (3, 1_000_000, [3])
    assert config.game.n_envs == read_config(ROOT / "configs" / "smoke.yaml", []).game.n_envs


@each(
    ("option", "words"),
    [
        ("run.sed=1", r"run.sed: unknown setting \(did you mean .seed.\?\); known: trainer, dir, seed"),
        ("runs.seed=1", r"runs: unknown setting \(did you mean .run.\?\); known: run, game"),
        ("seed=1", "option: expected section.field=value"),
        ("run.seed", "option: expected section.field=value"),
        ("run.seed=-1", "run.seed: expected a whole number from 0 to 4294967295, got -1"),
        ("run.seed=1.5", "run.seed: expected a whole number from 0 to 4294967295, got 1.5"),
        ("run.seed=true", "run.seed: expected a whole number from 0 to 4294967295, got True"),
        ("ppo.gamma=2", "ppo.gamma: expected a number from 0 to 1, got 2"),
        ("run.trainer=dqn", "run.trainer: expected one of ppo, sb3, got 'dqn'"),
        ("game.players=[7]", "game.players: expected a whole number from 3 to 6, got 7"),
        ("game.players=4", "game.players: expected a list of at least one, got 4"),
        ("game.settings={window: open}", "window"),
        ("opponents.self_play=0.9", "opponents: expected shares that sum to 1"),
        ("opponents.bots={greedi: 1}", r"opponents\.bots: expected one of .*did you mean .greedy"),
        ("evaluation.opponents=[greedi]", r"evaluation\.opponents: expected one of .*did you mean .greedy"),
        ("evaluation.opponents=[]", "evaluation.opponents: expected a list of at least one"),
        ("evaluation.opponents=[greedy, random, greedy]", "evaluation.opponents: expected each opponent once, got"),
        ("network.hidden=[a]", "network.hidden: expected a whole number from 1 .*got 'a'"),
        ("network.residual=greedi", r"network\.residual: expected one of .*did you mean .greedy"),
        ("network.residual=rollout", "network.residual: expected one of random, greedy, veteran, got 'rollout'"),
        ("network.residual_weight=-1", "network.residual_weight: expected a number from 0 to 100, got -1"),
        ("run.seed={", "run.seed: expected a value as in YAML"),
        ("run.seed=abc", "run.seed: expected a whole number from 0 to 4294967295, got 'abc'"),
        ("run.seed=.inf", "run.seed: expected a whole number from 0 to 4294967295, got inf"),
        ("run.seed=4294967296", "run.seed: expected a whole number from 0 to 4294967295, got 4294967296"),
        ("run.seconds=.nan", "run.seconds: expected a number from 1, got nan"),
        ("run.seconds=0", "run.seconds: expected a number from 1, got 0"),
        ("network.hidden=[0]", "network.hidden: expected a whole number from 1 .*got 0"),
        ("network.hidden=[-4]", "network.hidden: expected a whole number from 1 .*got -4"),
        ("run.loggers=[wanb]", "run.loggers: expected one of tensorboard, wandb, got 'wanb'"),
        ("run.loggers=true", "run.loggers: expected a list, got True"),
        ("game.settings={players: 3}", "game.settings: expected no players there"),
        (
            "game.preset=short",
            "game.preset: expected it in game.settings, .*; use 'game.settings={preset: short}'$",
        ),
        ("game.goal=5", "game.goal: expected it in game.settings, got it in game; use 'game.settings={goal: 5}'$"),
        (
            "imitation.timesteps=5",
            "imitation.timesteps: expected it in a phase, .* phases.0.timesteps=VALUE, got it",
        ),
        ("ppo.n_envs=5", "ppo.n_envs: expected it in a phase, .* phases.0.n_envs=VALUE, got it in ppo"),
        ("ppo.timestep=5", "ppo.timestep: unknown setting"),
        (
            "imitation.teacher=greedy",
            "option: expected a field that a phase reads, got .*, but no phase is imitation",
        ),
    ],
)
def test_a_wrong_setting_is_named(option, words):
    with pytest.raises(ConfigError, match=words):
        read_config(ROOT / "configs" / "smoke.yaml", [option])


def test_a_setting_that_each_phase_overrides_is_refused():
    file = ROOT / "configs" / "quickstart.yaml"
    with pytest.raises(ConfigError, match=r"got ppo.teacher_coef, which each phase .*; use phases.1.teacher_coef$"):
        read_config(file, ["ppo.teacher_coef=0"])
    assert read_config(file, ["phases.1.teacher_coef=0"]).of_phase(1).teacher_coef == 0
    assert read_config(file, ["imitation.teacher=greedy"]).of_phase(0).teacher == "greedy"


def test_a_frozen_opponent_needs_chairs():
    with pytest.raises(ConfigError, match=r"opponents.past_selves: expected a share above 0, .*=pretrained takes, got"):
        read_config(ROOT / "configs" / "selfplay.yaml", ["opponents.frozen=pretrained"])


def test_settings_of_one_trainer_are_refused_by_the_other():
    with pytest.raises(ConfigError, match=r"game.players: expected one number with sb3"):
        read_config(None, ["run.trainer=sb3", "game.players=[3, 4]"])
    with pytest.raises(ConfigError, match=r"gamma_per_turn: expected 1.0 with sb3"):
        read_config(None, ["run.trainer=sb3", "ppo.gamma_per_turn=0.9"])
    with pytest.raises(ConfigError, match=r"ppo.gamma: expected 1 with sb3 and shaping"):
        read_config(None, ["run.trainer=sb3", "ppo.gamma=0.9"])
    with pytest.raises(ConfigError, match=r"ppo.keep_fraction: expected 1.0 with sb3, got 0.5"):
        read_config(None, ["run.trainer=sb3", "ppo.keep_fraction=0.5"])
    with pytest.raises(ConfigError, match=r"network.residual: expected None with sb3, got 'greedy'"):
        read_config(None, ["run.trainer=sb3", "network.residual=greedy"])
    with pytest.raises(ConfigError, match=r"network.embedding: expected \d+ with sb3, got 127"):
        read_config(None, ["run.trainer=sb3", "network.embedding=127"])
    with pytest.raises(ConfigError, match=r"opponents.pfsp_power: expected 0.0 with sb3, got 1.0"):
        read_config(None, ["run.trainer=sb3", "opponents.pfsp_power=1.0"])
    with pytest.raises(ConfigError, match=r"ppo.clip_range: expected one number with sb3, got \[0.2, 0.1\]"):
        read_config(None, ["run.trainer=sb3", "ppo.clip_range=[0.2, 0.1]"])


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
    config = read_config(ROOT / "configs" / "ppo_scratch.yaml", [])
    assert build_config(config.as_dict()) == config


def test_the_learning_rate_falls_by_what_ends_the_run_first():
    config = read_config(None, ["run.total_timesteps=1000", "run.seconds=100"])
    first, last = config.ppo.learning_rate

    def rate(decisions: int, seconds: float) -> float:
        return now(config.of_phase(0), config.done(0, decisions, seconds)).learning_rate

    assert rate(0, 0.0) == first
    assert rate(500, 0.0) == pytest.approx((first + last) / 2)
    assert rate(0, 75.0) == pytest.approx(first + 0.75 * (last - first))
    assert rate(2000, 0.0) == pytest.approx(last)


THREE = """
run: {total_timesteps: 1000, seconds: 100}
ppo: {n_steps: 8}
phases:
  - {algorithm: imitation, timesteps: 200, learning_rate: [1e-3, 0], teacher: random}
  - {timesteps: 500, seconds: 10, batch_size: [100, 201], teacher_coef: [1, 0.5], n_envs: 4}
  - {shaping: [1, 0], n_steps: 16}
"""


def three(tmp_path: Path, *options: str) -> Config:
    (tmp_path / "three.yaml").write_text(THREE)
    return read_config(tmp_path / "three.yaml", list(options))


def test_phases_differ_from_their_sections_where_they_say_so(tmp_path):
    config = three(tmp_path)
    first, second, third = (config.of_phase(number) for number in range(3))
    assert (first.teacher, first.n_steps, first.pass_keep_fraction) == (
        "random",
        64,
        config.imitation.pass_keep_fraction,
    )
    assert (second.n_steps, second.teacher_coef) == (8, [1.0, 0.5])
    assert (third.n_steps, third.teacher_coef, third.batch_size) == (16, 0.0, config.ppo.batch_size)
    assert [phase.n_envs for phase in config.phases] == [None, 4, None]
    assert build_config(config.as_dict()) == config


def test_schedules_run_from_the_beginning_of_their_phase_to_its_end(tmp_path):
    config = three(tmp_path)
    began = (300, 40.0)
    for decisions, seconds, done in ((300, 40.0, 0.0), (550, 42.0, 0.5), (310, 48.0, 0.8), (900, 40.0, 1.0)):
        assert config.done(1, decisions, seconds, began) == pytest.approx(done)
    half = now(config.of_phase(1), 0.5)
    assert (half.batch_size, half.teacher_coef, half.clip_range) == (150, pytest.approx(0.75), 0.2)
    assert config.done(2, 650, 40.0, began) == pytest.approx(0.5), "the last phase ends with the run's decisions"
    assert config.done(2, 300, 85.0, began) == pytest.approx(0.75), "or with its seconds"


def test_the_command_line_changes_a_phase(tmp_path):
    config = three(tmp_path, "phases.0.learning_rate=5e-4", "phases.2.n_steps=4", "ppo.n_steps=12")
    assert [config.of_phase(number).n_steps for number in range(3)] == [64, 12, 4]
    assert config.of_phase(0).learning_rate == 5e-4


@each(
    ("option", "words"),
    [
        ("phases.3.n_steps=4", "option: expected phases.NUMBER.field=value, the number from 0 to below 3"),
        ("phases.one.n_steps=4", "option: expected phases.NUMBER.field=value"),
        ("phases.0=4", "option: expected phases.NUMBER.field=value"),
        ("phases.0.algorithm=dqn", "phases.0.algorithm: expected one of ppo, imitation, got 'dqn'"),
        ("phases.0.clip_range=0.1", "phases.0.clip_range: unknown setting"),
        ("phases.1.clip_ranges=0.1", "phases.1.clip_ranges: unknown setting .did you mean .clip_range"),
        ("phases.1.clip_range=[1, 2, 3]", r"phases.1.clip_range: expected a number or \[first, last\]"),
        ("phases.1.clip_range=[0.1, a]", "phases.1.clip_range: expected a number from 0, got 'a'"),
        ("phases.1.batch_size=[4, 0.5]", "phases.1.batch_size: expected a whole number from 1, got 0.5"),
        ("phases.1.batch_size=[4, 0]", "phases.1.batch_size: expected a whole number from 1, got 0"),
        ("phases.1.teacher=rollout", "phases.1: teacher: expected compiled bots, got 'rollout'"),
        ("phases.1.teacher=language:x", "phases.1: teacher: expected compiled bots, got 'language:x'"),
        ("phases.0.query_fraction=0", "phases.0.query_fraction: expected a number from 0.001 to 1, got 0"),
        ("phases.1.teacher=gredy", "phases.1: teacher: expected one of .*did you mean .greedy"),
        ("phases.0.n_envs=0", "phases.0.n_envs: expected a whole number from 1, got 0"),
        ("phases.2.timesteps=5", "phases.2: expected no timesteps or seconds in the last phase"),
        ("phases.0.timesteps=null", "phases.0: expected timesteps or seconds, .*got neither"),
        ("run.trainer=sb3", "phases: expected none with sb3, got 3; a config without phases, such as sb3,"),
        ("ppo.n_steps=[1, 2]", r"ppo.n_steps: expected a whole number from 1, got \[1, 2\]"),
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


def test_every_field_is_listed():
    table = table_of_fields()
    for name, kind in [*sections(), ("phases", PhaseSection)]:
        for field, declared in settings_of(kind).items():
            assert f"| `{name}.{field}` |" in table
            assert declared.meaning


def _present(name: str) -> tuple[str, str]:
    section, _, field = name.partition(".")
    return section, field


@each("former", SETTINGS)
def test_a_former_name_is_answered_with_the_present_one(former):
    """In a file and on the command line; every present name is one."""
    (section, name), (_, present) = _present(former), _present(SETTINGS[former])
    kind = {**dict(sections()), "phases": PhaseSection}[section]
    assert present in settings_of(kind)
    assert name not in settings_of(kind)
    words = f"{name}: expected .*{present}, as the setting is called now, got its former name"
    with pytest.raises(UnknownSetting, match=words):
        build_config({section: [{name: 1}] if section == "phases" else {name: 1}})
    with pytest.raises(UnknownSetting, match=words):
        read_config(ROOT / "configs" / "quickstart.yaml", [former.replace("phases", "phases.0") + "=1"])


@each(
    ("algorithm", "name", "present"), [("ppo", "kept", "keep_fraction"), ("imitation", "passes", "pass_keep_fraction")]
)
def test_a_former_name_in_a_phase(algorithm, name, present):
    with pytest.raises(UnknownSetting, match=rf"phases.0.{name}: expected {present}, as the setting is called now"):
        build_config({"phases": [{"algorithm": algorithm, name: 1}]})


def test_former_names_of_configs():
    assert set(FORMER_CONFIGS.values()) <= {file.stem for file in CONFIGS}
    for former, present in FORMER_CONFIGS.items():
        with pytest.raises(
            ConfigError, match=f"config: expected {present}, as the config is called now, got '{former}'"
        ):
            config_file(former)


@each(
    ("text", "value"),
    [("1e6", 1_000_000), ("1e-3", 0.001), ("-2E2", -200), ("1.5e3", 1500), ("abc", "abc"), ("12", 12)],
)
def test_numbers_with_an_exponent(text, value):
    """YAML 1.1 reads 1e6 as a word."""
    found = yaml_of(text, "here")
    assert (type(found), found) == (type(value), value)
