"""Settings of training runs: files, overrides, errors, and what the documents say of them."""

from pathlib import Path

import pytest

pytest.importorskip("yaml")

from munchkin_env import ConfigError
from training.config import build_config, read_config, sections, table_of_fields

ROOT = Path(__file__).resolve().parents[2]
CONFIGS = sorted((ROOT / "configs").glob("*.yaml"))


@pytest.mark.parametrize("file", CONFIGS, ids=lambda file: file.stem)
def test_every_config_is_valid(file):
    assert read_config(file, []).run.folder.startswith("runs/")


def test_smoke_laptop_and_gpu_are_there():
    assert {"smoke", "laptop", "gpu"} <= {file.stem for file in CONFIGS}


def test_the_command_line_overrides_the_file():
    config = read_config(ROOT / "configs" / "smoke.yaml", ["run.seed=3", "run.decisions=1e6", "game.players=[3]"])
    assert (config.run.seed, config.run.decisions, config.game.players) == (3, 1_000_000, [3])
    assert config.game.games == read_config(ROOT / "configs" / "smoke.yaml", []).game.games


@pytest.mark.parametrize(
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
        ("opponents.bots={greedi: 1}", "bot: expected one of .*did you mean .greedy"),
        ("evaluation.opponents=[]", "evaluation.opponents: expected a list of str"),
        ("network.hidden=[a]", "network.hidden: expected a list of int"),
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
    first, last = config.ppo.learning_rate, config.ppo.final_learning_rate
    assert config.learning_rate(0, 0.0) == first
    assert config.learning_rate(500, 0.0) == pytest.approx((first + last) / 2)
    assert config.learning_rate(0, 75.0) == pytest.approx(first + 0.75 * (last - first))
    assert config.learning_rate(2000, 0.0) == pytest.approx(last)


def test_every_field_is_told():
    table = table_of_fields()
    for name, _, fields in sections():
        for one in fields:
            assert f"| `{name}.{one.name}` |" in table
            assert one.metadata["meaning"]
    assert table in (ROOT / "configs" / "README.md").read_text(encoding="utf-8"), "python -m training --fields"
