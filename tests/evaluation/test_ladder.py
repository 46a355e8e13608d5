"""Ladders: what a line says, the same by any number of processes, the command, its files and its errors."""

import json
import sys
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

import munchkin_env as mk
from munchkin_env.bots import Bot, CompiledBot, base, register_bot
from munchkin_env.cli.ladder import table_sizes
from munchkin_env.cli.main import main
from munchkin_env.envs.seeding import episode_seed
from munchkin_env.errors import ConfigError, MissingExtra
from munchkin_env.evaluation import Ladder, evaluate, ladder, plots
from munchkin_env.evaluation import ladders as rungs
from munchkin_env.game.game import Game
from tests.each import each

SHORT = {"preset": "short", "goal": 3, "round_limit": 1}
COMMAND = ["ladder", "random", "greedy", "--games", "3", "--preset", "short", "--goal", "3", "--round-limit", "1"]


@pytest.fixture(scope="module")
def found() -> Ladder:
    return ladder(["greedy", "random"], [3, 4], ["random"], games=3, seed=2, **SHORT)


def test_a_line_is_the_match_that_evaluate_plays(found: Ladder) -> None:
    assert [(r.players, r.bot, r.reference, r.games) for r in found.rungs] == [
        (3, "greedy", "random", 3), (3, "random", "random", 3), (4, "greedy", "random", 4), (4, "random", "random", 4),
    ]  # fmt: skip
    for rung in found.rungs[::2]:
        match = evaluate([rung.bot] + ["random"] * (rung.players - 1), games=3, seed=2, **SHORT)
        alone, *others = match.bots
        assert (rung.wins, rung.win_rate, rung.low, rung.high) == (alone.wins, alone.win_rate, alone.low, alone.high)
        assert rung.chance_level == 1 / rung.players
        assert (rung.draw_rate, rung.rounds) == (match.draw_rate, match.rounds.mean)
        assert rung.mean_level == alone.mean_level
        assert rung.others_level == pytest.approx(sum(other.mean_level for other in others) / (rung.players - 1))


class Nth(Bot):
    """A bot that plays the legal action of a place, 0 the first and -1 the last: its games repeat without random
    numbers."""

    def __init__(self, place: int) -> None:
        self.place = place
        self.name = f"answer {place}"

    def act(self, view, mask, rng) -> int:
        return int(np.flatnonzero(mask)[self.place])


@pytest.mark.interpreted
def test_mean_levels_are_those_at_which_the_games_end() -> None:
    places = (0, -1, 0)
    match = evaluate([Nth(place) for place in places], games=3, seed=4, **SHORT)
    levels = np.zeros(3)
    for rotation in range(3):
        game = Game(players=3, seed=episode_seed(4, 0), **SHORT)
        while game.current_player is not None:
            game.step(int(game.legal_actions()[places[(game.current_player + rotation) % 3]]))
        for seat in range(3):
            levels[(seat + rotation) % 3] += game.level(seat)
    assert len(set(levels)) > 1
    assert [player.mean_level for player in match.bots] == pytest.approx(levels / 3)


@pytest.mark.nightly
@pytest.mark.slow
def test_any_number_of_processes_finds_the_same() -> None:
    alone, apart = (ladder(["random"], [3, 4], games=3, seed=5, processes=n, **SHORT) for n in (1, 2))
    assert alone.as_json() == apart.as_json()


def test_a_matrix_has_a_row_for_who_is_alone_and_a_column_for_the_others(found: Ladder) -> None:
    rung = found.rungs[0]
    cells = [
        replace(rung, bot=a, reference=b, win_rate=rate)
        for a, b, rate in (("x", "x", 0.1), ("y", "x", 0.2), ("x", "y", 0.3), ("y", "y", 0.4))
    ]
    head, _, x, y = replace(found, rungs=tuple(cells)).matrices().splitlines()[2:]
    assert head == "| bot | 2 × x | 2 × y |"
    assert [line.split(" [")[0].rpartition(" ")[2] for line in (x, y)] == ["10.0%", "20.0%"]
    assert x.index("10.0%") < x.index("30.0%")
    assert y.index("20.0%") < y.index("40.0%")


def test_a_heat_map_is_white_where_a_player_wins_as_often_as_an_equal() -> None:
    assert plots._tinted([[0.0, 0.25, 1.0]], chance=0.25) == [[-1.0, 0.0, 1.0]]


def test_the_table_and_its_note_say_what_was_played(found: Ladder) -> None:
    lines = found.table().splitlines()
    assert len(lines) == 2 + len(found.rungs)
    assert lines[2].startswith("| 3 | greedy | 2 × random | ")
    note = found.note()
    for words in ("3 with 3 players, 4 with 4 players", "seed 2", "goal=3", "round_limit=1", "rules version"):
        assert words in note
    assert "players" not in found.settings


@each(
    ("arguments", "message"),
    [
        ({"bots": ["greddy"]}, 'did you mean "greedy"'),
        ({"bots": ["greedy", "greedy"]}, "bots: expected each name once"),
        ({"bots": "greedy"}, "bots: expected a list of names"),
        ({"bots": [3]}, "bots: expected names of bots or policies' files, got 3"),
        ({"references": []}, "references: expected a list of names"),
        ({"table_sizes": [2]}, "table_sizes: expected numbers from 3 to 6, got 2"),
        ({"table_sizes": [3, 3]}, "table_sizes: expected each number once"),
        ({"table_sizes": 3}, "table_sizes: expected a list of numbers"),
        ({"games": 0}, "games: expected a whole number from 1 to"),
        ({"processes": 0}, "processes: expected a whole number from 1 to"),
        ({"progress": 1}, "progress: expected true, false or None, got 1"),
        ({"windws": "open"}, 'did you mean "windows"'),
    ],
)
def test_what_cannot_be_played_is_refused_before_any_game(monkeypatch, arguments, message) -> None:
    monkeypatch.setattr(rungs, "play_match", None)
    with pytest.raises(ConfigError) as caught:
        ladder(**{"bots": ["random"], "table_sizes": [3], **arguments})
    assert message in str(caught.value)


def test_a_process_says_which_player_it_does_not_know(monkeypatch) -> None:
    monkeypatch.setattr(base, "_BOTS", {**base._BOTS})
    register_bot("ours", lambda: CompiledBot("random"))
    with pytest.raises(ConfigError, match=r"expected one of .*got 'ours'"):
        ladder(["ours"], [3], games=3, processes=2, **SHORT)


def test_the_command_prints_a_table_and_writes_its_files(capsys, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    files = {name: tmp_path / f"ladder.{name}" for name in ("json", "png", "md")}
    options = ["--json", str(files["json"]), "--markdown", str(files["md"]), "--plot", str(files["png"])]
    assert main([*COMMAND, "--table-sizes", "3,4", "--set", "trades=off", *options]) == 0
    said = capsys.readouterr()
    assert said.err == ""
    assert said.out == files["md"].read_text(encoding="utf-8")
    assert [line["players"] for line in json.loads(files["json"].read_text(encoding="utf-8"))["rungs"]] == [3, 3, 4, 4]
    assert files["png"].read_bytes().startswith(b"\x89PNG")


def test_the_command_prints_json_and_matrices(capsys, tmp_path: Path) -> None:
    assert main([*COMMAND, "--table-sizes", "3", "--json", "-", "--reference", "random"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert {line["reference"] for line in found["rungs"]} == {"random"}
    assert found["provenance"]["package"] == mk.__version__
    picture = tmp_path / "matrix.svg"
    plot = ["--plot", str(picture)] if find_spec("matplotlib") else []
    assert main([*COMMAND, "--table-sizes", "3", "--matrix", *plot]) == 0
    assert picture.exists() == bool(plot)
    said = capsys.readouterr().out
    assert said.startswith("3 players, chance level 33.3%:")
    assert "| bot | 2 × random | 2 × greedy |" in said


@each(
    ("options", "message"),
    [
        (["--table-sizes", "3;4"], "table_sizes: expected numbers of players such as 3,4,6, got '3;4'"),
        (["--matrix", "--reference", "greedy"], "reference: expected none beside --matrix"),
        (["--plot", "no/such/folder.png"], "plot: expected a file that can be written"),
        (["--plot", "ladder.txt"], "plot: expected a file *.png or *.svg, got 'ladder.txt'"),
        (["--markdown", "no/such/folder.md"], "markdown: expected a file that can be written"),
    ],
)
def test_errors_of_the_command_are_one_line(capsys, monkeypatch, options, message) -> None:
    monkeypatch.setattr(rungs, "play_match", None)
    assert main([*COMMAND, *options]) == 2
    said = capsys.readouterr()
    assert (said.out, said.err.count("\n")) == ("", 1)
    assert message in said.err


def test_a_plot_without_matplotlib_names_the_extra(monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(MissingExtra, match=r"\[eval\]'$"):
        plots.check_plot(Path("ladder.png"))


def test_table_sizes_are_read() -> None:
    assert table_sizes("3,4,6") == [3, 4, 6]
