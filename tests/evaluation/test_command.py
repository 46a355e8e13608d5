"""The `munchkin` command: help without imports, errors in one line, `munchkin evaluate`."""

import json
import subprocess
import sys

import pytest

import munchkin_env as mk
from munchkin_env.cli import main as cli
from munchkin_env.cli._shared import filled
from munchkin_env.errors import ConfigError
from tests.each import each

pytestmark = pytest.mark.interpreted
QUICK = ["evaluate", "greedy", "random", "random", "--games", "3", "--goal", "3", "--round-limit", "4"]


def test_help_lists_every_command_with_what_it_does(capsys):
    with pytest.raises(SystemExit) as ended:
        cli.main(["--help"])
    assert ended.value.code == 0
    text = capsys.readouterr().out
    known = cli.commands()
    assert {"evaluate", "play", "watch", "cards"} <= set(known)
    for name, line in known.items():
        assert name in text
        assert len(line) > 10, f"{name}.py needs a first line: `munchkin {name}`: what it does"


def test_help_does_not_import_the_engine():
    code = (
        "import sys; from munchkin_env.cli.main import build_parser; build_parser(None).format_help();"
        "print([m for m in ('numba', 'munchkin_env.engine', 'munchkin_env.game.game') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_every_command_has_help_of_its_own(capsys):
    for name in cli.commands():
        with pytest.raises(SystemExit) as ended:
            cli.main([name, "--help"])
        assert ended.value.code == 0
        assert f"usage: munchkin {name}" in capsys.readouterr().out


def test_without_a_command_the_help_is_printed_and_the_version_is_known(capsys):
    assert cli.main([]) == 0
    assert "first steps:" in capsys.readouterr().out
    assert cli.main(["--version"]) == 0
    assert capsys.readouterr().out.startswith("munchkin 0.")


@each(
    ("arguments", "message"),
    [
        (["evaluate", "greddy", "random", "random"], 'did you mean "greedy"?'),
        (["evaluate", "greedy", "random"], "bots: expected 3 to 6, got 2"),
        (["evaluate", "greedy", "random", "random", "--games", "0"], "games: expected a whole number from 1 to"),
        (["evaluate", "greedy", "random", "random", "--set", "windws=open"], 'did you mean "windows"?'),
        (["evaluate", "greedy", "random", "random", "--editions", "nowhere"], "nowhere"),
        (["evaluate", "--editions", "munchkin"], "names: expected at least one bot, got none"),
        (["evaluate", "--set", "windows=final", "greedy", "random"], "expected"),
        (["evaluate", "greedy", "--bots", "random", "random"], "bots: expected them once, got ['greedy'] beside"),
        (["ladder", "greedy", "--bots", "random"], "bots: expected them once"),
        (["ladder", "--set", "players=4"], "use --table-sizes"),
        (["challenge", "ratings", "--games", "2"], "names: expected at least one bot, got none"),
    ],
)
def test_errors_are_one_line_and_status_two(capsys, arguments, message):
    assert cli.main(arguments) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("munchkin: ")
    assert said.err.count("\n") == 1
    assert message in said.err


def test_unknown_commands_are_refused(capsys):
    with pytest.raises(SystemExit) as ended:
        cli.main(["evalute"])
    assert ended.value.code == 2
    assert "invalid choice" in capsys.readouterr().err


def test_evaluate_prints_a_table_and_writes_json(capsys, tmp_path):
    file = tmp_path / "result.json"
    assert cli.main([*QUICK, "--json", str(file), "--set", "windows=final", "bargaining=off"]) == 0
    said = capsys.readouterr()
    assert said.out.startswith("| player |")
    assert said.err == ""  # no bar where there is no terminal
    read = json.loads(file.read_text(encoding="utf-8"))
    assert read["games"] == 3
    assert (read["settings"]["windows"], read["settings"]["bargaining"]) == ("final", "off")
    assert read["provenance"]["versions"]["rules"] == mk.RULES_VERSION
    assert read["social"]["games"] == 3  # a tenth of the games, and whole deals
    assert cli.main([*QUICK, "--json", str(file), "--social", "0"]) == 0
    assert json.loads(file.read_text(encoding="utf-8"))["social"] is None


def test_evaluate_prints_json_on_request_and_says_when_a_file_cannot_be_written(capsys, tmp_path):
    assert cli.main([*QUICK, "--json", "-"]) == 0
    assert json.loads(capsys.readouterr().out)["seed"] == 0
    assert cli.main([*QUICK, "--json", str(tmp_path / "no" / "such" / "folder.json")]) == 2
    assert "json: expected a file that can be written" in capsys.readouterr().err


@pytest.mark.parametrize(
    "command", ["evaluate", "ladder", "record mine-v0", "challenge ratings", "watch", "play", "serve"]
)
def test_every_command_takes_bots_by_the_same_option(command):
    name = command.split()[0]
    args = cli.build_parser(name).parse_args([*command.split(), "--bots", "greedy", "random", "random"])
    assert (args.against if name in ("play", "serve") else args.bots) == ["greedy", "random", "random"]


def test_bots_as_an_option_are_those_as_arguments(capsys):
    def played(*words):
        assert cli.main([*words, "--json", "-"]) == 0
        return json.loads(capsys.readouterr().out)["bots"]

    assert played("evaluate", "--bots", *QUICK[1:]) == played(*QUICK)


def test_a_seed_may_be_drawn(capsys):
    assert cli.main([*QUICK, "--json", "-", "--seed", "random"]) == 0
    assert 2**96 < json.loads(capsys.readouterr().out)["seed"] < 2**128
    with pytest.raises(SystemExit):
        cli.main([*QUICK, "--seed", "any"])
    assert "argument --seed: expected a whole number or \"random\", got 'any'" in capsys.readouterr().err


def test_the_last_bot_named_fills_the_seats():
    assert filled(["greedy", "random"], 4) == ["greedy", "random", "random", "random"]
    assert filled(["greedy", "random", "random"], None) == ["greedy", "random", "random"]
    assert filled(["greedy", "random"], 4, people=1) == ["greedy", "random", "random"]
    assert filled([], 3, people=3) == []
    with pytest.raises(ConfigError, match="players: expected at least 4 for a b c d, got 3"):
        filled(["a", "b", "c", "d"], 3)
    for players in (2, 7):
        with pytest.raises(ConfigError, match=f"players: expected 3 to 6, got {players}"):
            filled(["a"], players)
