"""Without an extra, what needs it says which one to install; all else works."""

import json
import os
import subprocess
import sys
from importlib.metadata import PathDistribution
from pathlib import Path

import pytest

import munchkin_env as mk
from munchkin_env.cli.main import main
from munchkin_env.errors import install_command, needing

ROOT = Path(__file__).resolve().parents[2]

# Everything that needs an extra, in a process that finds none of their packages.
TRIES = """
import sys
from importlib import import_module
missing = ("jax", "torch", "stable_baselines3", "sb3_contrib", "safetensors", "yaml", "PIL", "matplotlib", "uvicorn")
sys.modules |= dict.fromkeys(missing)
import munchkin_env as mk
from munchkin_env.cli.main import main
from munchkin_env.policies.files import read_policy

def drawn():
    env = mk.MunchkinEnv(render_mode="rgb_array", opponents="random", goal=3)
    env.reset(seed=1)
    env.render()

tries = {
    "TokenNetwork": lambda: mk.TokenNetwork, "SparseNetwork": lambda: mk.SparseNetwork,
    "TorchPolicyBot": lambda: mk.TorchPolicyBot, "Sb3Bot": lambda: mk.Sb3Bot,
    "ScaledFlatExtractor": lambda: mk.ScaledFlatExtractor, "sb3_vec_env": lambda: mk.sb3_vec_env(2, opponents="random"),
    "save_policy": lambda: mk.save_policy("x.safetensors", None, mk.spec()),
    "load_policy": lambda: read_policy("x.safetensors"), "picture": drawn,
    "jax": lambda: import_module("munchkin_env.envs.jax"),
}
for name, attempt in tries.items():
    try:
        attempt()
        print(name, "worked")
    except mk.MissingExtra as error:
        print(name, error)
print("train", main(["train", "smoke"]))
print("serve", main(["serve"]))
game = mk.Game(seed=7)
game.step(int(game.legal_actions()[0]))
"""


@pytest.mark.rotating
def test_each_thing_that_needs_an_extra_names_it() -> None:
    done = subprocess.run(
        [sys.executable, "-c", TRIES], capture_output=True, text=True, cwd=ROOT, check=False,
        env={**os.environ, "MUNCHKIN_INTERPRETED": "1"},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    *lines, command, server = done.stdout.splitlines()
    wanted = dict.fromkeys(line.partition(" ")[0] for line in lines)
    assert len(wanted) == 10
    for line in lines:
        extra = {"picture": "render", "jax": "jax"}.get(line.partition(" ")[0], "train")
        assert line.endswith(install_command(extra)), line
    assert command == "train 2"
    assert server == "serve 2"
    assert install_command("table") in done.stderr
    assert install_command("train") in done.stderr


@pytest.mark.parametrize(
    ("origin", "command"),
    [
        ({"url": "file:///a/check%20out", "dir_info": {"editable": True}}, "pip install -e '/a/check out[table]'"),
        ({"url": "file:///a/checkout", "dir_info": {}}, "pip install '/a/checkout[table]'"),
        ({"url": "file:///a/b-1-py3.whl", "archive_info": {}}, "pip install '/a/b-1-py3.whl[table]'"),
        ({"url": "https://a/b.whl", "archive_info": {}}, "pip install 'munchkin-env[table] @ https://a/b.whl'"),
        (
            {"url": "https://a/b", "vcs_info": {"vcs": "git", "commit_id": "12"}},
            "pip install 'munchkin-env[table] @ git+https://a/b@12'",
        ),
        (None, "pip install 'munchkin-env[table]'"),
    ],
    ids=["checkout", "folder", "wheel", "address", "repository", "index"],
)
def test_the_command_is_of_where_the_package_came_from(tmp_path, monkeypatch, origin, command) -> None:
    (tmp_path / "METADATA").write_text("Name: munchkin-env\nVersion: 1\n", encoding="utf-8")
    if origin is not None:
        (tmp_path / "direct_url.json").write_text(json.dumps(origin), encoding="utf-8")
    monkeypatch.setattr("munchkin_env.errors.distribution", lambda name: PathDistribution(tmp_path))
    assert install_command("table") == command


def test_a_missing_module_of_our_own_is_no_missing_extra() -> None:
    for name in ("munchkin_env.nowhere", "munchkin_env"):
        with pytest.raises(ModuleNotFoundError) as caught, needing("train", "this"):
            raise ModuleNotFoundError(name=name)
        assert not isinstance(caught.value, mk.MissingExtra)


def test_the_curve_of_no_run_is_an_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("yaml")
    assert main(["curve", str(tmp_path)]) == 2
    assert "folder: expected the folder of a run, with config.yaml" in capsys.readouterr().err
