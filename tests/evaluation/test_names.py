"""No two players of a match are taken for one, whatever they are called: in tables, figures, files."""

import json
from dataclasses import asdict

import numpy as np
import pytest

from munchkin_env.bots import Bot, make_bot
from munchkin_env.evaluation import Evaluation, evaluate
from munchkin_env.evaluation import dataset as recording
from munchkin_env.evaluation.names import labels, player_names

pytestmark = pytest.mark.interpreted
SHORT = {"preset": "short", "goal": 3, "round_limit": 2}


class Nth(Bot):
    """A bot that plays the legal action of a place, 0 the first and -1 the last; all of one name."""

    name = "net"

    def __init__(self, place: int) -> None:
        self.place = place

    def act(self, view, mask, rng) -> int:
        return int(np.flatnonzero(mask)[self.place])


def named(*given: str | Bot) -> list[str]:
    """Return the names of the players; a path goes by its last part."""
    return player_names(given, [one.split("/")[-1] if isinstance(one, str) else one.name for one in given])


def test_copies_share_a_name_and_others_never_do() -> None:
    one, other, odd = Nth(0), Nth(-1), Nth(0)
    odd.name = "net (1)"
    assert named("greedy", "random", "random") == ["greedy", "random", "random"]
    assert named(one, one, "random") == ["net", "net", "random"]
    assert named(one, other, one) == ["net (1)", "net (2)", "net (1)"]
    assert named("a/net", "b/net", "greedy") == ["a/net", "b/net", "greedy"]
    assert named("a/net", one, other) == ["a/net", "net (1)", "net (2)"]
    assert named("net", one, "greedy") == ["net", "net (1)", "greedy"]
    assert named(one, other, odd) == ["net (2)", "net (3)", "net (1)"]


def test_each_chair_has_a_label_of_its_own() -> None:
    assert labels(["greedy", "random", "random"]) == ["greedy", "random #1", "random #2"]
    assert labels(["a", "a", "a #1"]) == ["a #2", "a #3", "a #1"]


@pytest.fixture(scope="module")
def found() -> Evaluation:
    """Two players of one name, of whom one has a copy, and a third player."""
    first, last = Nth(0), Nth(-1)
    return evaluate([first, last, "random", last], games=8, seed=3, **SHORT)


def test_every_table_tells_players_of_one_name_apart(found: Evaluation) -> None:
    expected = ["net (1)", "net (2) #1", "random", "net (2) #2"]
    assert [player.label for player in found.bots] == expected
    blocks = [found.table(), *found.details().split("\n\n")[:1]]
    for block in blocks:
        rows = [line.split(" | ")[0].removeprefix("| ") for line in block.splitlines()[2 : 2 + len(expected)]]
        assert rows == expected
    pairs = [(one.player, one.other) for one in found.differences]
    assert pairs == [("net (1)", "net (2)"), ("net (1)", "random"), ("net (2)", "random")]
    rates = {player.label: player.win_rate for player in found.bots}
    mean = (rates["net (2) #1"] + rates["net (2) #2"]) / 2
    assert found.differences[0].difference == pytest.approx(rates["net (1)"] - mean)
    assert all(f"| {one} − {other} |" in found.details() for one, other in pairs)


def test_files_and_ratings_tell_them_apart_too(found: Evaluation) -> None:
    written = json.loads(found.as_json())["bots"]
    assert len({player["label"] for player in written}) == len(written)
    assert written == [asdict(player) for player in found.bots]
    pytest.importorskip("openskill")
    rated = evaluate([Nth(0), Nth(-1), Nth(-1)], games=3, ratings=True, **SHORT).details()
    table = next(block for block in rated.split("\n\n") if block.startswith("| OpenSkill"))
    assert [line.split(" | ")[0] for line in table.splitlines()[2:]] == ["| net (1)", "| net (2)", "| net (3)"]


def test_a_plot_has_a_bar_and_a_name_for_each(found: Evaluation, monkeypatch: pytest.MonkeyPatch, tmp_path) -> None:
    pytest.importorskip("matplotlib")
    from munchkin_env.evaluation import plots

    drawn = []
    monkeypatch.setattr(plots, "save_figure", lambda figure, file: drawn.append(figure))
    plots.plot_evaluation(found, tmp_path / "match.svg")
    ticks = [text.get_text() for text in drawn[0].axes[0].get_yticklabels()]
    assert ticks == [player.label for player in found.bots]


def test_a_dataset_tells_them_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its metadata are written by Minari, which is not asked here."""
    told: list[list[str]] = []

    class Told(Exception):
        pass

    def new_dataset(minari, dataset, words, names, *rest):
        told.append(list(names))
        raise Told

    monkeypatch.setattr(recording, "_minari", lambda: None)
    monkeypatch.setattr(recording, "_new_folder", lambda minari, dataset: "nowhere")
    monkeypatch.setattr(recording, "_new_dataset", new_dataset)
    with pytest.raises(Told):
        recording.record("mine-v0", [Nth(0), Nth(-1), make_bot("random")], games=3, **SHORT)
    assert told == [["net (1)", "net (2)", "random"]]
