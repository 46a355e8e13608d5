"""A policy's model card: metadata that hubs read, what made the policy, and how often it wins."""

from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("torch")

import munchkin_env as mk
from munchkin_env.evaluation.result import Evaluation
from munchkin_env.policies.model_card import NAME

GAME = {"players": 3, "preset": "short", "round_limit": 1}


def policy() -> tuple[Any, mk.Spec]:
    game = mk.spec(**GAME)
    return mk.SparseNetwork.for_game(game, hidden=[8], embedding=4), game


def match(network: Any, game: mk.Spec) -> Evaluation:
    bot = mk.TorchPolicyBot.of(network, game, name="small")
    return mk.evaluate([bot, "random", "random"], games=3, progress=False, preset="short", round_limit=1)


def metadata(file: Path) -> dict[str, Any]:
    yaml = pytest.importorskip("yaml")
    _, front, _ = file.read_text(encoding="utf-8").split("---\n", 2)
    found: dict[str, Any] = yaml.safe_load(front)
    return found


def test_a_folder_is_ready_for_a_hub(tmp_path: Path) -> None:
    """A policy and its card in one folder: the card names what trained it, and the policy is loaded from there."""
    network, game = policy()
    file, result = tmp_path / "small" / "policy.safetensors", match(network, game)
    file.parent.mkdir()
    for _ in range(2):  # a card of ours is written again
        mk.save_policy(file, network, game, provenance=mk.provenance(), evaluations=[result])
    assert sorted(one.name for one in file.parent.iterdir()) == [NAME, file.name]
    assert mk.load_policy(file).name == "small"
    text = (file.parent / NAME).read_text(encoding="utf-8")
    made = mk.provenance()
    for known in (
        "# small\n",
        f"| rules version | {mk.RULES_VERSION} |",
        f"munchkin-env {mk.__version__}",
        made["python"],
    ):
        assert known in text, known
    row = next(line for line in text.splitlines() if line.startswith("| 2 random | 3 |"))
    assert f"| {100 * result.bots[0].win_rate:.1f} | {100 * result.bots[0].low:.1f} to " in row
    assert "players=3, goal=5" in row
    assert "switches" not in row, "only settings that differ from those of a default game are listed"
    (entry,) = metadata(file.parent / NAME)["model-index"]
    assert entry["name"] == "small"
    assert entry["results"][0]["metrics"][0]["value"] == pytest.approx(100 * result.bots[0].win_rate, abs=0.05)


def test_the_hub_reads_the_card(tmp_path: Path) -> None:
    hub = pytest.importorskip("huggingface_hub", reason="huggingface_hub is not installed here")
    network, game = policy()
    mk.save_policy(
        tmp_path / "x.safetensors", network, game, provenance=mk.provenance(), evaluations=[match(network, game)]
    )
    card = hub.ModelCard.load(tmp_path / NAME)
    assert card.data.library_name == "munchkin-env"
    (found,) = card.data.eval_results
    assert (found.task_type, found.metric_type, found.dataset_name) == (
        "reinforcement-learning", "win_rate", "munchkin_env against 2 random",
    )  # fmt: skip


def test_another_readme_is_never_overwritten(tmp_path: Path) -> None:
    network, game = policy()
    (tmp_path / NAME).write_text("# Notes\n", encoding="utf-8")
    with pytest.raises(mk.ConfigError, match=r"provenance: expected a folder without another README\.md"):
        mk.save_policy(tmp_path / "x.safetensors", network, game, provenance=mk.provenance())
    assert [one.name for one in tmp_path.iterdir()] == [NAME]
    assert (tmp_path / NAME).read_text(encoding="utf-8") == "# Notes\n"


def test_without_a_provenance_there_is_no_card(tmp_path: Path) -> None:
    network, game = policy()
    mk.save_policy(tmp_path / "x.safetensors", network, game)
    assert not (tmp_path / NAME).exists()
    with pytest.raises(mk.ConfigError, match="evaluations: expected a provenance beside them"):
        mk.save_policy(tmp_path / "x.safetensors", network, game, evaluations=[match(network, game)])
    with pytest.raises(mk.ConfigError, match=r"provenance: expected the result of mk\.provenance"):
        mk.save_policy(tmp_path / "x.safetensors", network, game, provenance={"commit": None})
