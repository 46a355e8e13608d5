"""Refusals come before any work begins: nothing is reported, played or written by then."""

import argparse
import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

import munchkin_env as mk
from munchkin_env.bots.dispatch import NAMES
from munchkin_env.cli import _shared, serve
from munchkin_env.cli.serve import address_of
from tests.cli.test_help import all_parsers
from tests.each import each

PLAYED = ("random", "random", "random")
MATCH = (*PLAYED, "--games", "3", "--round-limit", "1")
BASES: dict[str, tuple[str, ...]] = {
    "evaluate": ("evaluate", *MATCH),
    "ladder": ("ladder", "random", "--table-sizes", "3", "--games", "3", "--round-limit", "1", "--reference", "random"),
    "record": ("record", "mine/none-v0", *MATCH),
    "stats": ("stats", "--bot", "random", "--games", "1", "--round-limit", "1"),
    "watch": ("watch", "--stop", "1", "--bots", *PLAYED),
    "replay": ("replay", "game.mkn"),
    "play": ("play", "--against", "random", "random"),
    "bench": ("bench", "--seconds", "0.01"),
    "curve": ("curve", "run"),
    "challenge run": ("challenge", "run", "random", "--games", "4"),
    "language": ("language", "nobody", "--tables", "short", "--games", "4", "--max-calls", "1"),
    "review": ("review", "game.mkn", "--worlds", "2"),
    "serve": ("serve", "--against", "random"),
}
"""Commands that would work as they stand."""
READ = {"load", "file"}  # options of files that are read
ENDINGS = {"plot": ".png", "picture": ".png"}


def outputs() -> list[tuple[str, str]]:
    """(command, option) of all files that commands write."""
    found = []
    for name, parser in all_parsers().items():
        for option in parser.get_default("outputs") or ():
            found.append((name.removeprefix("munchkin "), option))
    return found


def settings_commands() -> list[str]:
    return [name.removeprefix("munchkin ") for name, parser in all_parsers().items() if "--set" in options_of(parser)]


def options_of(parser: argparse.ArgumentParser) -> dict[str, argparse.Action]:
    return {word: action for action in parser._actions for word in action.option_strings}


@pytest.fixture(autouse=True)
def _in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """With a game, a folder, a pipe, and somebody who pulls the plug of what hangs."""
    monkeypatch.chdir(tmp_path)
    Path("game.mkn").write_bytes(mk.Game(players=3, seed=1).save())
    Path("folder").mkdir()
    os.mkfifo("pipe")

    def hangs(*_: object) -> None:
        raise AssertionError("the command hangs")

    before = signal.signal(signal.SIGALRM, hangs)
    signal.alarm(120)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


def refused(told, *words: str) -> None:
    """Exit status 2, one line of why, nothing else."""
    assert told.status == 2, told
    assert told.out == ""
    assert "Traceback" not in told.err
    for word in words:
        assert word in told.err


def test_every_file_that_a_command_writes_is_declared_as_such():
    """So `main` tries them all."""
    found = outputs()
    assert len(found) >= 9
    for name, parser in all_parsers().items():
        for action in parser._actions:
            if action.metavar == "FILE" and action.dest not in READ:
                assert (name.removeprefix("munchkin "), action.dest) in found, f"{name}: {action.dest}"
    assert {command for command, _ in found} <= set(BASES)


@each("where", ["folder", "none/there", "", "\0", "x" * 300, "game.mkn/below", "pipe"])
@each(("command", "option"), outputs())
def test_a_file_that_cannot_be_written_is_refused_first(munchkin, command, option, where):
    refused(munchkin(*BASES[command], f"--{option}", where), f"{option}: expected a file that can be written")


@each(("command", "option"), [one for one in outputs() if one[1] in ENDINGS])
@each("file", ["x.bmpq", "x", "x.png.", ".png"])
def test_a_picture_of_no_known_format_is_refused_first(munchkin, command, option, file):
    pytest.importorskip("PIL")
    pytest.importorskip("matplotlib")
    refused(munchkin(*BASES[command], f"--{option}", file), f"{option}: expected a file")


def test_two_options_do_not_write_the_same_file(munchkin):
    words = (*BASES["ladder"], "--json", "out", "--markdown", "./out")
    refused(munchkin(*words), "markdown: expected another file than --json writes")


def test_no_output_is_a_file_that_is_read_or_in_the_folder_of_the_replays(munchkin, tmp_path):
    policy = tmp_path / "mine.safetensors"
    policy.write_bytes(b"weights")
    words = ("evaluate", str(policy), "random", "random")
    refused(munchkin(*words, "--json", str(policy)), "json: expected another file than the one that is read")
    games = tmp_path / "games"
    games.mkdir()
    words = ("evaluate", "random", "random", "random", "--replays", str(games), "--json", str(games / "a.json"))
    refused(munchkin(*words), "json: expected a file outside of the folder of --replays")
    assert policy.read_bytes() == b"weights"


@each("command", settings_commands())
def test_what_has_an_option_of_its_own_is_no_setting(munchkin, command):
    """`--set players=3` ended in a traceback in some commands, and was taken silently in others."""
    parser = all_parsers()[f"munchkin {command}"]
    own = [word.removeprefix("--").replace("-", "_") for word in options_of(parser) if word.startswith("--")]
    own = [name for name in own if name.removeprefix("no_") not in own]  # the other way round of an option
    names = {*own, "players", "round_limit"} - {"help", "set"}
    for name in sorted(names):
        told = munchkin(*BASES[command], "--set", f"{name}=3")
        refused(told, f"set: expected a setting that has no option of its own, got {name}; use --")
        assert f"--{told.err.rpartition('use --')[2].strip().replace('_', '-')}" in options_of(parser)


@each("command", settings_commands())
@each("text", ["progress=yes", "check=yes", "names=x", "wndows=open", "run=1", "=1", "windows"])
def test_what_is_no_setting_of_a_game_is_refused_first(munchkin, command, text):
    """Also what the functions behind the commands have as arguments."""
    refused(munchkin(*BASES[command], "--set", text), "set: ")


@each("command", settings_commands())
def test_a_setting_is_given_once_and_several_options_add_up(munchkin, command):
    if command == "record":
        pytest.importorskip("h5py")
    twice = munchkin(*BASES[command], "--set", "windows=open", "--set", "windows=final")
    refused(twice, "set: expected windows once")
    refused(munchkin(*BASES[command], "--set", "windows=opn", "--set", "trades=off"), "windows: expected one of")


def test_switches_are_names_with_values(munchkin):
    told = munchkin("watch", "--stop", 0, "--set", "switches=hand_limit=6,one_big=no,super_munchkin=two")
    assert told.status == 0
    refused(munchkin("watch", "--set", "switches=hand_limit"), "switches: expected a mapping of names to values")
    refused(munchkin("watch", "--set", "switches=hand_limt=6"), 'did you mean "hand_limit"')


def test_numbers_that_are_none_stay_words(munchkin):
    for value in ("²", "1" * 5000, "--1"):
        refused(munchkin(*BASES["evaluate"], "--set", f"start_cards={value}"), "start_cards: expected")


@each("words", [("replay",), ("play", "--load")])
@each("file", ["pipe", "folder", "", "\0", "/dev/zero", "none", "x" * 300])
def test_a_game_is_read_from_a_file_alone(munchkin, words, file):
    """A pipe hangs, /dev/zero never ends."""
    refused(munchkin(*words, file), "file: expected a saved game")


@each(
    ("words", "message"),
    [
        (("--delay", "-1"), "delay: expected 0 to"),
        (("--delay", "nan"), "delay: expected 0 to"),
        (("--delay", "inf"), "delay: expected 0 to"),
        (("--stop", "-1"), "stop: expected a whole number from 0"),
    ],
)
def test_watch_refuses_before_the_story(munchkin, words, message):
    refused(munchkin(*BASES["watch"], *words), message)


def test_nobody_watches_a_person(munchkin):
    refused(munchkin("watch", "--bots", "human", "random", "random"), "bots: expected bots or files of policies")


@each("command", ["evaluate", "play", "record", "serve", "watch"])
@each("players", ["0", "-1", "7", "1000000000000"])
def test_a_number_of_seats_is_checked_before_they_are_filled(munchkin, command, players):
    refused(munchkin(*BASES[command], "--players", players), "players: expected")


@each(
    "given",
    [
        ("--goal", "5"),
        ("--editions", "munchkin"),
        ("--preset", "short"),
        ("--round-limit", "3"),
        ("--set", "a=b"),
        ("--players", "4"),
    ],
)
def test_a_saved_game_keeps_its_settings(munchkin, given):
    """Others were ignored."""
    for words in (("play", "--against", "random", "random", "--load", "game.mkn"), ("serve", "--resume")):
        told = munchkin(*words, *given)
        refused(
            told, f"{given[0][2:].replace('-', '_')}: expected none with {words[-1 if words[0] == 'serve' else -2]}"
        )


def test_a_bot_is_not_left_out_of_a_table_of_people(munchkin):
    """--against was ignored where people have all the usual seats."""
    words = ("serve", "--players", "4", "--humans", "4", "--against", "veteran")
    refused(munchkin(*words), "against: expected none, since people have all 4 seats, got 'veteran'")
    refused(munchkin("serve", "--humans", "6", "--against", "veteran"), "players: expected")
    asked = argparse.Namespace(humans=4, against=["veteran"], players=None, preset=None)
    assert serve.players(asked) == ["human"] * 4 + ["veteran"]


@each(("option", "given"), [("against", "nobody"), ("humans", "3"), ("seed", "5"), ("names", "Ada")])
def test_tables_that_are_resumed_keep_their_players(munchkin, option, given):
    refused(munchkin("serve", "--resume", f"--{option}", given), f"{option}: expected none with --resume")


@each(
    ("words", "error"),
    [
        (("--host", "0.0.0.0"), "host: expected an address that browsers ask for, or --url beside it"),
        (("--url", "munchkin.example"), "url: expected one like https://munchkin.example"),
        (("--url", "https://munchkin.example/path"), "url: expected one like https://munchkin.example"),
        (("--url", "https://*"), "url: expected one like https://munchkin.example"),
        (("--url", "https://ada:key@munchkin.example"), "url: expected one like https://munchkin.example"),
        (("--url", "https://munchkin.example:port"), "url: expected one like https://munchkin.example"),
    ],
)
def test_an_address_is_one_that_browsers_can_ask_for(munchkin, words, error):
    refused(munchkin("serve", *words), error)


@each(
    ("words", "address"),
    [
        ((), "http://127.0.0.1:8765"),
        (("--port", "80"), "http://127.0.0.1"),
        (("--host", "::1"), "http://[::1]:8765"),
        (("--host", "0.0.0.0", "--url", "https://Munchkin.example/"), "https://munchkin.example"),
        (("--url", "https://münchen.example"), "https://xn--mnchen-3ya.example"),
        (("--url", "http://192.168.1.5:8765"), "http://192.168.1.5:8765"),
    ],
)
def test_links_are_as_browsers_write_them(words, address):
    (parser,) = (one for name, one in all_parsers().items() if name == "munchkin serve")
    assert address_of(parser.parse_args(words)) == address


def test_all_cards_are_looked_up_before_one_is_explained(munchkin):
    refused(munchkin("cards", "explain", "net_troll", "nobody at all"), "expected")


@pytest.mark.parametrize("bot", ["rollout", "nobody"])
def test_the_compiled_bots_are_named(munchkin, bot):
    told = munchkin(*BASES["stats"], "--bot", bot)
    refused(told, "")
    help_ = munchkin("stats", "--help").out
    for name in NAMES:
        assert name in help_
        assert bot == "nobody" or name in told.err


# --------------------------------------------------------------------------- training


def test_a_curve_of_no_run_is_refused(munchkin):
    pytest.importorskip("torch")
    for folder in ("none", "folder", "game.mkn"):
        refused(munchkin("curve", folder), f"folder: expected the folder of a run, with config.yaml, got '{folder}'")


def test_no_table_is_printed_if_one_cannot_be(munchkin):
    pytest.importorskip("torch")
    from training.config import read_config
    from training.run import RunFolder

    run = RunFolder.create(read_config(None, ["run.dir=run", "run.loggers=[]"]))
    refused(munchkin("curve", "run"), "opponents: expected some that all runs were measured against, got run: none yet")
    run.log("evaluation", 0, 0, time_elapsed=1.0, opponent="greedy", win_rate=0.5, low=0.4, high=0.6)
    refused(munchkin("curve", "run", "--opponents", "greedy", "random"), "expected evaluations against random")
    refused(munchkin("curve", "run", "none"), "folder: expected the folder of a run")
    assert "wins against greedy" in munchkin("curve", "run").out


def test_a_run_that_goes_on_keeps_its_settings(munchkin):
    """They were ignored."""
    pytest.importorskip("torch")
    told = munchkin("train", "--resume", "folder", "run.seed=3")
    refused(told, "fields: expected only run.total_timesteps, run.seconds with --resume", "'run.seed=3'")
    refused(munchkin("train", "smoke", "--resume", "folder"), "config: expected none with --resume")


def test_names_for_people_are_those_of_the_settings():
    """`_shared.OPTIONS` knows every setting that an option names otherwise."""
    plain = set(mk.GameConfig().as_dict()) - set(_shared.OTHER_SETTINGS)
    assert plain == {"editions", "players", "goal", "round_limit"}
