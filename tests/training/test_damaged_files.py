"""Files of runs and policies that are damaged: typed errors that name file and field, before anything is changed."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from safetensors.torch import save

import munchkin_env as mk
from munchkin_env.policies.files import FORMAT, FORMAT_VERSION, policy_metadata
from munchkin_env.policies.network import TokenNetwork
from munchkin_env.policies.transfer import names_of
from tests.each import each
from training.config import build_config, read_config
from training.pool import Pool, snapshots
from training.run import RunFolder, check_facts, read_metrics
from training.sections import Config


def policy_file(
    folder: Path, text: str | None = None, nan: bool = False, make: Any = TokenNetwork, **settings: Any
) -> Path:
    """A policy whose header says these settings of its network."""
    game = mk.spec(players=3)
    network = make.for_game(game, embedding=4, hidden=[8])
    header = {
        "format": FORMAT,
        "format_version": FORMAT_VERSION,
        "facts": policy_metadata(game, network.reads),
        "network": {**network.settings, **settings},
        "names": names_of(game, network.reads),
    }
    weights = {name: part * float("nan") if nan else part for name, part in network.state_dict().items()}
    file = folder / "policy.safetensors"
    file.write_bytes(save(weights, {"munchkin": json.dumps(header) if text is None else text}))
    return file


def test_the_policy_itself_is_taken(tmp_path):
    assert mk.load_policy(policy_file(tmp_path)).name == tmp_path.name


@each(
    ("settings", "match"),
    [
        ({"kind": "dense"}, "network.kind: expected one of tokens, sparse, got 'dense'"),
        ({"kind": ["sparse"]}, r"network.kind: expected one of tokens, sparse, got \['sparse'\]"),
        ({"kind": "tokens"}, "network.categories: unknown setting; known: kind, actions, first_card, types, fields"),
        ({"embedding": 0}, "network.embedding: expected a whole number from 1 .*got 0"),
        ({"hidden": []}, "network.hidden: expected "),
        ({"heads": "plain"}, "network.heads: unknown setting"),
        ({"card_dropout": 1.5}, "network.card_dropout: expected a number from 0 to 0.99"),
        ({"residual": "nobody"}, "network.residual: expected one of random, greedy, veteran"),
        ({"types": 7}, "network.first_card: expected"),
        ({"hidden": [9]}, "general: expected shape"),
    ],
)
def test_settings_that_fit_no_sparse_network_are_refused_by_name(tmp_path, settings, match):
    assert mk.load_policy(policy_file(tmp_path, make=mk.SparseNetwork)).encoding == "sparse"
    with pytest.raises(mk.SaveError, match=match):
        mk.load_policy(policy_file(tmp_path, make=mk.SparseNetwork, **settings))


@each(
    ("settings", "match"),
    [
        ({"first_card": -1}, "network.first_card: expected a whole number from 1 .*got -1"),
        ({"first_card": "x"}, "network.first_card: expected a whole number from 1 .*got 'x'"),
        ({"first_card": 10**6}, "network.first_card: expected 118, .* got 1000000"),
        ({"first_card": 7}, "network.first_card: expected 118, so that 147 cards are the last of 265 actions, got 7"),
        ({"first_card": 7, "actions": 154}, r"action.weight: expected shape \(7, 8\)"),
        ({"hidden": [10**9]}, r"trunk.0.weight: expected shape \(1000000000, "),
        ({"hidden": [8] * 65}, "network.hidden: expected "),
        ({"features": 3}, r"card_features: expected shape \(148, 3\)"),
        ({"card_dropout": 1}, "network.card_dropout: expected a number from 0 to 0.99, got 1"),
        ({"card_dropout": float("nan")}, "network.card_dropout: expected a number from 0 to 0.99, got nan"),
        ({"hidden": 8}, "network.hidden: expected a list of at least one, got 8"),
        ({"embedding": 10**9}, "card.weight: expected shape"),
        ({"embedding": 10**10}, "network.embedding: expected a whole number from 1 .*got 10000000000"),
        ({"discards": "no"}, "network.discards: expected true or false, got 'no'"),
        ({"pools": "sofa"}, "network.pools: expected one of table, seat, got 'sofa'"),
        ({"pools": "seat"}, "trunk.0.weight: expected shape"),
        ({"heads": []}, r"network.heads: expected one of plain, pointer, got \[\]"),
        ({"heads": "pointer"}, "seat.weight: expected shape"),
        ({"globals_length": 9, "pools": "seat"}, "network: expected weights and settings that fit"),
        ({"residual": "gredy"}, "network.residual: expected one of random, .*got 'gredy'"),
        ({"residual": ["greedy"]}, "network.residual: expected one of random, greedy, veteran"),
        ({"residual_weight": 101}, "network.residual_weight: expected a number from 0 to 100, got 101"),
        ({"residual_weight": None}, "network.residual_weight: expected a number from 0 to 100, got None"),
        ({"colour": 1}, "network.colour: unknown setting.*; known: kind, actions"),
    ],
)
def test_settings_of_a_network_that_its_weights_contradict(tmp_path, settings, match):
    with pytest.raises(mk.SaveError, match=match):
        mk.load_policy(policy_file(tmp_path, **settings))


def test_weights_that_are_no_numbers(tmp_path):
    with pytest.raises(mk.SaveError, match="expected finite numbers"):
        mk.load_policy(policy_file(tmp_path, nan=True))


@pytest.mark.parametrize("text", ["[" * 100_000, "1" * 5000, "{"])
def test_a_header_that_is_no_json(tmp_path, text):
    with pytest.raises(mk.SaveError, match="header: expected JSON"):
        mk.load_policy(policy_file(tmp_path, text=text))


@pytest.mark.parametrize("data", ["[" * 100_000, "[]", '{"action_space": []}', "1" * 5000])
def test_a_zip_whose_facts_are_none(tmp_path, data):
    import zipfile

    with zipfile.ZipFile(tmp_path / "policy.zip", "w") as opened:
        opened.writestr("data", data)
    with pytest.raises(mk.SaveError, match="expected"):
        mk.load_policy(tmp_path / "policy.zip", allow_pickle=True)


# ----------------------------------------------------------------------- settings


@pytest.mark.parametrize("data", [b"\xff\xfe", b"run: {seed: " + b"1" * 5000 + b"}", b"a: 2020-13-45", b"[" * 5000])
def test_yaml_that_is_none(tmp_path, data):
    (tmp_path / "config.yaml").write_bytes(data)
    with pytest.raises(mk.ConfigError, match=r"config: expected (UTF-8|YAML) in"):
        read_config(tmp_path / "config.yaml", [])
    with pytest.raises(mk.MunchkinError, match="resume: "):
        RunFolder.open(tmp_path)


@pytest.mark.parametrize("value", ["1" * 5000, "2020-13-45", "[" * 5000])
def test_an_option_that_is_no_value(value):
    with pytest.raises(mk.ConfigError, match=r"run.seed: expected"):
        read_config(None, [f"run.seed={value}"])


# ----------------------------------------------------------------------- checkpoints and measurements

FACTS: dict[str, Any] = {"iteration": 3, "decisions": 9, "seconds": 1.5, "parts": {"play": 1}, "draws": {}, "pool": {}}


@each(
    ("name", "value"),
    [
        ("iteration", "3"),
        ("iteration", -1),
        ("iteration", None),
        ("iteration", True),
        ("decisions", "9"),
        ("seconds", "x"),
        ("seconds", float("nan")),
        ("parts", []),
        ("parts", {"play": "long"}),
        ("draws", 3),
        ("pool", [[]]),
    ],
)
def test_facts_of_a_checkpoint(name, value):
    check_facts(FACTS, "here")
    with pytest.raises(mk.SaveError, match=f"here: {name}.*: expected .*, got "):
        check_facts({**FACTS, name: value}, "here")


@each("text", ["[]", "3", "null", "[" * 100_000, "1" * 5000])
def test_a_checkpoint_whose_state_is_no_dict(tmp_path, text):
    config = build_config({"run": {"dir": str(tmp_path / "run")}})
    folder = RunFolder.create(config)
    (folder.path / "checkpoints" / "000001").mkdir()
    (folder.path / "checkpoints" / "000001" / "state.json").write_text(text)
    (folder.path / "checkpoints" / "1abc").mkdir()
    with pytest.raises(mk.SaveError, match=r"000001/state.json: expected a (dict of facts|complete checkpoint)"):
        folder.last_checkpoint()


GOOD = b'{"kind": "iteration", "iteration": 1, "total_timesteps": 5}\n'


@each(
    "line",
    [
        b"{\n",
        b"[]\n",
        b"\xff\n",
        b"[" * 100_000 + b"\n",
        b'{"kind": "iteration"}\n',
        b'{"kind": "iteration", "iteration": "1", "total_timesteps": 5}\n',
        b'{"kind": "evaluation", "iteration": 1, "total_timesteps": 5, "opponent": "greedy", "win_rate": "x"}\n',
        b'{"kind": 3}\n',
    ],
)
def test_a_damaged_line_of_measurements(tmp_path, line):
    (tmp_path / "metrics.jsonl").write_bytes(GOOD + line + GOOD)
    with pytest.raises(mk.SaveError, match=r"metrics.jsonl: line 2: .*expected .*, got "):
        read_metrics(tmp_path)
    (tmp_path / "metrics.jsonl").write_bytes(GOOD + line[:-1])
    assert len(read_metrics(tmp_path)) == 1, "a last line that a kill cut short is left out"


def test_what_is_no_snapshot_is_left_alone(tmp_path):
    folder = RunFolder.create(build_config({"run": {"dir": str(tmp_path)}}))
    for name in ("1abc.safetensors", "000002.safetensors", "7", "notes.txt"):
        (tmp_path / "pool" / name).write_bytes(b"")
    assert [file.name for file in snapshots(tmp_path / "pool")] == ["000002.safetensors"]
    folder.forget_after(1)
    assert sorted(file.name for file in (tmp_path / "pool").iterdir()) == ["1abc.safetensors", "7", "notes.txt"]


def test_the_millionth_iteration_is_later_than_those_before(tmp_path):
    folder = RunFolder.create(build_config({"run": {"dir": str(tmp_path)}}))
    for number in (999_980, 999_990, 1_000_000, 1_000_010):
        (tmp_path / "pool" / f"{number:06d}.safetensors").write_bytes(b"")
        folder.save_checkpoint(number, {}, {})
    assert folder.newest() == tmp_path / "checkpoints" / "1000010"
    assert sorted(file.name for file in (tmp_path / "checkpoints").iterdir()) == ["1000000", "1000010"]
    assert [int(file.stem) for file in snapshots(tmp_path / "pool")] == [999_980, 999_990, 1_000_000, 1_000_010]


@each(
    ("state", "match"),
    [
        (None, "pool.files: expected a list"),
        ({"files": "x", "chosen": []}, "pool.files: expected a list"),
        ({"files": ["../policy.safetensors"], "chosen": []}, "expected a snapshot of the pool, got no such file"),
        ({"files": ["1abc.safetensors"], "chosen": []}, "expected a snapshot of the pool, got no such file"),
        ({"files": [3], "chosen": []}, "expected a snapshot of the pool, got no such file"),
        ({"files": [], "chosen": [0]}, "pool.chosen: expected numbers of the 0 snapshots"),
        ({"files": [], "chosen": None}, "pool.chosen: expected numbers"),
    ],
)
def test_a_pool_that_is_damaged(tmp_path, state, match):
    (tmp_path / "1abc.safetensors").write_bytes(b"")
    pool = Pool(Config().opponents, lambda file: file, np.random.default_rng(0))
    with pytest.raises(mk.SaveError, match=match):
        pool.restore(state, tmp_path)
    assert pool.files == []
