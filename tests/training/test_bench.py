"""Speed of training."""

from pathlib import Path

import pytest

pytest.importorskip("torch")

from training.bench import main

SMOKE = str(Path(__file__).resolve().parents[2] / "configs" / "smoke.yaml")


def test_each_config_has_its_line_and_the_parts_of_a_decision_are_all_of_it(capsys: pytest.CaptureFixture[str]) -> None:
    few = ["game.n_envs=4", "ppo.n_steps=4", "network.kind=sparse"]
    assert main([SMOKE, SMOKE, "--rounds", "2", *few]) == 0
    head, _, *rows = capsys.readouterr().out.splitlines()
    assert "decisions/s" in head
    assert len(rows) == 2
    for row in rows:
        name, speed, clock, learnt, parts = (cell.strip() for cell in row.strip("|").split("|"))
        assert (name, learnt) == ("smoke", "100 %")
        assert float(clock.replace(",", "")) > 0
        micros = [float(part.rsplit(" ", 1)[1]) for part in parts.split(", ")]
        assert "learning" in parts
        assert sum(micros) == pytest.approx(1e6 / float(speed.replace(",", "")), rel=0.05)


def test_waiting_is_no_work(capsys: pytest.CaptureFixture[str]) -> None:
    few = ["game.n_envs=4", "ppo.n_steps=4", "network.kind=sparse"]
    assert main([SMOKE, "--rounds", "2", *few, "run.overlap=true"]) == 0
    row = capsys.readouterr().out.splitlines()[2]
    assert "learning" in row
    assert "waiting" not in row


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ([SMOKE, "--phase", "3"], "--phase: expected 0 to 0, got 3"),
        ([SMOKE, "ppo.step=3"], 'did you mean "n_steps"'),
        (["none.yaml"], "config: expected a YAML file"),
    ],
)
def test_what_is_wrong_is_told(words: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 1
    assert told in capsys.readouterr().err
