"""Compiled code is thrown away when its sources change, and only then."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from munchkin_env.engine.kernels import sources
from tests.architecture.test_imports import KNOWN, LEAVES, ROOT, files_of, imports, in_package, module_name

pytestmark = pytest.mark.interpreted
MARKS = {"kernel", "entry", "parallel_entry", "summing"}


def imported(file: Path) -> list[str]:
    """The modules of ours that a file imports at its top."""
    source = file.read_text(encoding="utf-8")
    found = imports(source, module_name(file), file.name == "__init__.py")
    return [name for one in found if not one.lazy and (name := in_package(one.target, KNOWN))]


def test_every_module_with_compiled_functions_is_hashed() -> None:
    hashed = set(sources.compiled_sources())
    marked = 0
    for file in files_of("munchkin_env"):
        marks = {
            getattr(mark, "id", None)
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
            if isinstance(node, ast.FunctionDef)
            for mark in node.decorator_list
        }
        if marks & MARKS:
            marked += 1
            assert file in hashed, f"{file.name} has compiled functions"
    assert marked > 20


def test_what_compiled_functions_import_is_hashed() -> None:
    """A constant of another module is frozen into compiled code, too."""
    hashed = {module_name(file) for file in sources.compiled_sources()}
    loops = [file for file in sources.compiled_sources() if file.parent.name == "envs"]
    assert len(loops) > 1
    for file in loops:  # sums of networks freeze nothing but a number of their own
        for target in imported(file):
            assert target in LEAVES or f"munchkin_env.{target}" in hashed, f"{file.name} imports {target}"


def test_plain_python_of_the_environments_is_not_hashed() -> None:
    names = {file.relative_to(ROOT / "munchkin_env").as_posix() for file in sources.compiled_sources()}
    assert {"envs/stepping.py", "envs/bot_games.py", "bots/dispatch.py", "vocabulary/verbs.py"} <= names
    assert "policies/sparse_ops.py" in names
    assert not {"envs/sb3.py", "envs/vector.py", "envs/self_play.py", "envs/aec.py", "game/game.py"} & names
    assert "policies/sparse.py" not in names


def test_the_hash_changes_with_compiled_sources_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    texts = {
        "config/game_config.py": "",
        "vocabulary/words.py": "",
        "engine/dispatch/step.py": "@kernel\ndef step(s): pass\n",
        "bots/base.py": "class Bot: pass\n",
        "envs/loops.py": "@entry\ndef advance(s): pass\n",
        "policies/sparse_ops.py": "@summing\ndef add(rows): pass\n",
        "envs/plain.py": "from munchkin_env.engine.kernels.kernel import records\n",
    }
    for name, text in texts.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    monkeypatch.setattr(sources, "PACKAGE", tmp_path)

    def hash_of_a_new_process() -> str:
        monkeypatch.setattr(sources, "digests", sources.hash_sources())
        return sources.source_hash()

    before = hash_of_a_new_process()
    for name, text in texts.items():
        (tmp_path / name).write_text(text + "# edited\n")
        assert (hash_of_a_new_process() == before) == (name == "envs/plain.py"), name
        (tmp_path / name).write_text(text)
    assert hash_of_a_new_process() == before


USE = """
import sys
import numpy as np
import munchkin_env as mk
from munchkin_env.bots import Bot, make_bot
from munchkin_env.observation import View

class Alone(Bot):
    def act(self, view, mask, rng):
        view.strengths()
        return make_bot("random").act(view, mask, rng)

small = dict(round_limit=1, round_limit_result="leader_wins")
game = mk.Game(seed=1, **small)
for view in (View.of(game, 1), View(View.of(game, 1).row, game.catalogue, 1)):
    view.strengths()
    make_bot("greedy").act(view, game.legal_action_mask(), np.random.default_rng(1))
game.resample(0, np.random.default_rng(1)).step(np.array(game.legal_actions()[0]))
for kind in ("flat", "tokens", "sparse", "text"):
    game.observe(0, kind)
assert mk.Game.load(game.save()) == game
seats = ["caller", "greedy", "random", "caller"]
for games in (mk.SelfPlayVecEnv(2, controllers=seats, **small), mk.SelfPlayVecEnv(2, **small)):
    games.step(games.sample(np.random.default_rng(1)))
    games.observe([0, 1])
    games.controllers = games.controllers.astype(int)
    games.restore(games.state())
env = mk.MunchkinVectorEnv(1, opponents=[Alone(), "greedy", "random"], **small)
_, info = env.reset(seed=1)
env.step(info["action_mask"].argmax(axis=1))
mk.evaluate([Alone(), "greedy", "random"], games=3, **small)
twice = [
    f"{name}.{key}: {[str(kind) for kind in one.signatures]}"
    for name, module in list(sys.modules.items()) if name.startswith("munchkin_env.")
    for key, one in vars(module).items() if len(getattr(one, "signatures", ())) > 1
]
compiled = {
    one for name, module in list(sys.modules.items()) if name.startswith("munchkin_env.")
    for one in vars(module).values() if getattr(one, "signatures", ())
}
assert len(compiled) > 12, len(compiled)
assert not twice, twice
"""


@pytest.mark.compiled
@pytest.mark.slow
def test_every_function_is_compiled_once() -> None:
    """Players get memory of another kind; to Numba it is the same."""
    subprocess.run([sys.executable, "-c", USE], check=True, cwd=ROOT)
