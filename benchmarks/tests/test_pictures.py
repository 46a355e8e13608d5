"""Tests of the plots in docs/results: each is drawn from the committed tables, and looks as they say."""

import shutil
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch")
pytest.importorskip("matplotlib")

from PIL import Image

from benchmarks import pictures, results

ELSEWHERE = {"report.png"}  # drawn with its report


def test_the_plots_are_those_of_the_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw them again; another release of matplotlib or its fonts may differ a little."""
    kept = results.FOLDER
    for file in kept.glob("*.csv"):
        shutil.copy(file, tmp_path)
    monkeypatch.setattr(results, "FOLDER", tmp_path)
    pictures.main()
    drawn = sorted(file.name for file in tmp_path.glob("*.png"))
    assert {*drawn, *ELSEWHERE} == {file.name for file in kept.glob("*.png")}
    for name in drawn:
        now, before = (np.asarray(Image.open(folder / name).convert("L"), float) for folder in (tmp_path, kept))
        assert now.shape == before.shape, name
        assert np.abs(now - before).mean() < 2, name
