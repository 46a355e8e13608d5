"""Inspect's own harness plays whole games with its scripted model, and scores them."""

from pathlib import Path
from typing import Any

import pytest

inspect_ai = pytest.importorskip("inspect_ai", reason="Inspect is not installed; `make test-language` runs these tests")

from inspect_ai.model import ModelOutput, get_model

from munchkin_env.llm.inspect import munchkin

SHORT: dict[str, Any] = {"preset": "short", "goal": 3, "round_limit": 2, "players": 3, "opponents": "random"}


@pytest.fixture(autouse=True)
def no_download(monkeypatch: pytest.MonkeyPatch) -> None:
    """Inspect counts tokens by an encoding that it would download."""

    class Bytes:
        def encode(self, text: str, **_: Any) -> list[int]:
            return list(text.encode())

    monkeypatch.setattr("tiktoken.get_encoding", lambda name: Bytes())


def evaluated(folder: Path, say: str) -> Any:
    said = (ModelOutput.from_content("mockllm/model", say) for _ in range(10_000))
    model = get_model("mockllm/model", custom_outputs=said)
    (log,) = inspect_ai.eval(munchkin(games=2, **SHORT), model=model, log_dir=str(folder), display="none")
    assert log.status == "success", log.error
    return log


def test_whole_games_are_played_and_scored(tmp_path: Path) -> None:
    log = evaluated(tmp_path, "1")
    assert len(log.samples) == 2
    for sample in log.samples:
        assert sample.metadata["over"]
        assert sample.scores["won"].value in (0.0, 1.0)
        assert sample.scores["won"].value == float("Anna" in sample.metadata["winners"])
        assert sample.metadata["counts"]["Anna"]["illegal"] == 0


def test_illegal_replies_are_counted(tmp_path: Path) -> None:
    for sample in evaluated(tmp_path, "I attack").samples:
        counts = sample.metadata["counts"]["Anna"]
        assert counts["illegal"] == counts["calls"] == 3 * counts["stand_ins"] > 0
