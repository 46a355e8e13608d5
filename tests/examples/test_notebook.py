"""The notebook runs from top to bottom, and is kept without outputs."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

FILE = Path(__file__).resolve().parents[2] / "examples" / "tour.ipynb"
LENGTHS = "UPDATES, EVALUATED = 400, 200"
SHORT = "UPDATES, EVALUATED = 20, 8"


def cells() -> list[dict[str, Any]]:
    """The cells of code."""
    return [cell for cell in json.loads(FILE.read_text(encoding="utf-8"))["cells"] if cell["cell_type"] == "code"]


def test_no_output_is_kept() -> None:
    assert [cell for cell in cells() if cell["outputs"] or cell["execution_count"] is not None] == []


@pytest.mark.compiled
def test_the_notebook_runs(capsys: pytest.CaptureFixture[str]) -> None:
    """In one namespace, cell by cell, as Jupyter does; shorter, and with no window for the picture."""
    pytest.importorskip("torch")
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    sources = ["".join(cell["source"]) for cell in cells()]
    assert sources[1].startswith(LENGTHS)
    space: dict[str, Any] = {"__name__": "notebook"}
    for number, source in enumerate(sources):
        code = compile(source.replace(LENGTHS, SHORT), f"{FILE.name}, cell of code {number}", "exec")
        exec(code, space)
    said = capsys.readouterr().out
    assert "learner" in said
    assert space["policy"][0].weight.grad is not None
    assert len(space["results"]) > 3
    returns = {-1.0, -0.5, -1 / 3, 0.0, 1 / 3, 0.5, 1.0}
    assert all(min(abs(score - one) for one in returns) < 1e-3 for score in space["results"]), "shaping sums to nothing"
    assert np.isfinite(space["curve"]).all()
