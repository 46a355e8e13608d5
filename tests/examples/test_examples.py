"""The examples run as a reader runs them, only shorter. Those that need other libraries are in `tests/clients`."""

import ast
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

import munchkin_env as mk

FOLDER = Path(__file__).resolve().parents[2] / "examples"
FILES = sorted(FOLDER.glob("*.py"))
MOST_LINES = 200
TINY = ["--players", "3", "--games", "3"]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_an_example_is_one_short_file(file: Path) -> None:
    """It begins with what it is and how it is run, and uses nothing of the checkout but the package."""
    source = file.read_text(encoding="utf-8")
    tree = ast.parse(source)
    assert f"examples/{file.name}" in (ast.get_docstring(tree) or "")
    assert len(source.splitlines()) <= MOST_LINES
    nodes = [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
    names = [alias.name if isinstance(node, ast.Import) else str(node.module) for node in nodes for alias in node.names]
    assert "munchkin_env" in names
    own = [name for name in names if name.partition(".")[0] in ("munchkin_env", "training", "tests", "examples")]
    assert set(own) <= {"munchkin_env"}, "an example uses what the package exports, and no other file"


@pytest.mark.compiled
def test_ppo_learns_from_its_games() -> None:
    torch = pytest.importorskip("torch")
    ppo = import_module("examples.ppo")
    args = ppo.arguments([*TINY, "--minutes", "0.01", "--envs", "8", "--steps", "8", "--hidden", "8"])
    agent, curve = ppo.train(args)
    assert curve[-1]["decisions"] == 64 * len(curve)
    torch.manual_seed(args.seed)
    untrained = ppo.Agent(mk.spec(players=3, preset="short"), 8)
    for (name, now), before in zip(agent.named_parameters(), untrained.parameters(), strict=True):
        assert not torch.equal(now, before), f"{name} has not moved"


@pytest.mark.compiled
def test_ppo_writes_its_curve_and_measures_itself(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    file = tmp_path / "new" / "curve.csv"
    words = [*TINY, "--minutes", "0.005", "--envs", "4", "--steps", "8", "--csv", str(file)]
    result = import_module("examples.ppo").main(words)
    assert result.games == 3
    heading, *rows = file.read_text(encoding="utf-8").splitlines()
    assert heading == "seconds,decisions,games,won"
    assert [row.split(",")[1] for row in rows] == [str(32 * (i + 1)) for i in range(len(rows))]


def test_ppo_credits_within_a_game_alone() -> None:
    """Generalised advantages of one row, by hand: what comes after an end is none of the game before."""
    torch = pytest.importorskip("torch")
    ppo = import_module("examples.ppo")
    rewards = torch.tensor([[0.0], [1.0], [0.0]])
    values = torch.tensor([[0.5], [0.25], [0.125]])
    gains = ppo.advantages(rewards, values, torch.tensor([[0.0], [1.0], [0.0]]), torch.tensor([2.0]), 0.5)
    assert gains[:, 0].tolist() == [0.25 - 0.5 + 0.5 * 0.75, 1.0 - 0.25, 2.0 - 0.125]


def test_ppo_plays_by_its_likeliest_legal_answer() -> None:
    torch = pytest.importorskip("torch")
    ppo = import_module("examples.ppo")
    facts = mk.spec(players=3)
    masks = np.zeros((4, facts.num_actions), np.int8)
    masks[:, [3, 7]] = 1
    torch.manual_seed(1)
    seen = np.zeros((4, facts.flat_length), np.int8)
    agent, chances = ppo.Agent(facts, 8), np.array([0.0, np.nextafter(1.0, 0.0), 0.001, 0.999])
    for likeliest in (3, 7):
        agent.actor.bias.data[:] = torch.arange(facts.num_actions) == likeliest
        assert ppo.AgentBot(agent).act_batch(seen, masks, chances).tolist() == [likeliest] * 4


@pytest.mark.compiled
@pytest.mark.parametrize("on", ["single", "native", pytest.param("processes", marks=pytest.mark.slow)])
def test_maskable_ppo_runs_on_all_three(on: str, tmp_path: Path) -> None:
    pytest.importorskip("sb3_contrib")
    file = tmp_path / "model.zip"
    words = [*TINY, "--on", on, "--envs", "2", "--decisions", "32", "--steps", "16", "--batch", "16"]
    result = import_module("examples.sb3_maskable").main([*words, "--save", str(file)])
    assert result.games == 3
    assert mk.make_bot(f"pickle:{file}").name.endswith("model")
