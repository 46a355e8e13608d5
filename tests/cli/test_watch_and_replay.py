"""`munchkin watch` tells a game, `munchkin replay` tells it again."""

import re
from pathlib import Path

import pytest

import munchkin_env as mk
from munchkin_env.cli import _shared
from munchkin_env.cli._shared import save_game
from munchkin_env.observation import is_noticed
from munchkin_env.policies.files import PRETRAINED
from tests.each import each

BOTS = ("--bots", "random", "random", "random")


@pytest.fixture
def saved(munchkin, tmp_path):
    """A game of 150 random decisions in a file, and what `watch` said of it."""
    file = tmp_path / "game.mkn"
    told = munchkin("watch", "--seed", 3, *BOTS, "--stop", 150, "--save", file)
    assert told.status == 0
    return file, told.out


def test_the_same_seed_tells_the_same_game(munchkin):
    first = munchkin("watch", "--seed", 3, *BOTS, "--stop", 120)
    assert first.status == 0
    assert first.out == munchkin("watch", "--seed", 3, *BOTS, "--stop", 120).out
    assert first.out != munchkin("watch", "--seed", 4, *BOTS, "--stop", 120).out
    assert "Seed 3: Anna (random), Bob (random), Cleo (random)." in first.out
    assert "── Round 1:" in first.out
    assert "Stopped after 120 decisions." in first.out


@pytest.mark.slow
def test_a_whole_game_ends_with_its_winner(munchkin):
    told = munchkin("watch", "--seed", 2, "--bots", "greedy", "greedy", "greedy", "--goal", 4)
    assert told.status == 0
    assert " won after " in told.out
    assert "wins the game." in told.out
    assert re.search(r"won after \d+ decisions and \d+ turns: level 4 by (killing )?[A-Z]", told.out)


def test_a_seat_is_told_no_hidden_card(munchkin):
    """Bob's hand is open to Bob and to who watches all, not to Anna."""
    game = mk.Game(players=3, seed=3)
    bob = list(_shared.seen(game, 1).hand())
    hidden = {card.name for card in bob} - {card.name for card in _shared.seen(game, 0).hand()}
    everything = munchkin("watch", "--seed", 3, *BOTS, "--stop", 0).out
    as_anna = munchkin("watch", "--seed", 3, *BOTS, "--stop", 0, "--seat", 0).out
    assert hidden
    assert all(name in everything for name in hidden)
    assert not any(name in as_anna for name in hidden)


def test_stepping_waits_before_each_turn_and_may_end_there(munchkin, typed):
    plain = munchkin("watch", "--seed", 3, *BOTS, "--stop", 150).out
    turns = plain.count("'s turn  (")
    assert turns > 2
    prompts = typed(*[""] * turns)
    assert munchkin("watch", "--seed", 3, *BOTS, "--stop", 150, "--step").out == plain
    assert len(prompts) == turns
    prompts = typed("", "q")
    assert munchkin("watch", "--seed", 3, *BOTS, "--stop", 150, "--step").out.count("'s turn  (") == 2
    assert len(prompts) == 2
    prompts = typed()
    assert "Stopped after" in munchkin("watch", "--seed", 3, *BOTS, "--step").out, "nobody is there"


@each(
    ("words", "line_up"),
    [
        ((), ["greedy"] * 4),
        (("--preset", "trading3"), ["greedy"] * 3),
        (("--preset", "trading3", "--players", "5"), ["greedy"] * 5),
        (("--bots", "random", "greedy", "--players", "3"), ["random", "greedy", "greedy"]),
        (("--bots", "random", "--preset", "trading3"), ["random"] * 3),
        (("--preset", "trading3", "--bots", *["random"] * 4), ["random"] * 4),
    ],
)
def test_seats_are_those_of_the_option_the_list_or_the_preset(munchkin, words, line_up):
    told = munchkin("watch", *words, "--stop", 0)
    assert told.status == 0
    assert re.findall(r"\((\w+)\)", told.out.splitlines()[0]) == line_up


def test_tables_are_shown_turn_by_turn(munchkin):
    plain = munchkin("watch", "--seed", 3, *BOTS, "--stop", 150).out
    tables = munchkin("watch", "--seed", 3, *BOTS, "--stop", 150, "--tables").out
    assert plain.count("decks") == 1
    assert tables.count("decks") == 1 + plain.count("'s turn  (")


def test_a_picture_is_written(munchkin, tmp_path):
    image = pytest.importorskip("PIL.Image")
    file = tmp_path / "table.png"
    assert munchkin("watch", *BOTS, "--stop", 5, "--picture", file).status == 0
    assert image.open(file).size == (1440, 900)


@each(
    ("words", "message"),
    [
        (("--bots", "random", "random"), "players: expected 3 to 6, got 2"),
        (("--bots", "random", "random", "gready"), 'did you mean "greedy"'),
        ((*BOTS, "--seat", "3"), "seat: expected 0 to 2, got 3"),
        ((*BOTS, "--goal", "1"), "goal: expected"),
        ((*BOTS, "--set", "windows=opn"), 'did you mean "open"'),
        ((*BOTS, "--set", "windows"), "set: expected NAME=VALUE"),
        ((*BOTS, "--set", "wndows=open"), 'did you mean "windows"'),
        ((*BOTS, "--editions", "munchkn"), "munchkn"),
        ((*BOTS, "--stop", "0", "--save", "/no/such/folder/game"), "save: expected a file that can be written"),
    ],
)
def test_bad_input_is_named(munchkin, words, message):
    told = munchkin("watch", *words)
    assert told.status == 2
    assert message in told.err
    assert "Traceback" not in told.err


def test_settings_reach_the_game(munchkin, tmp_path):
    file = tmp_path / "game.mkn"
    munchkin("watch", *BOTS, "--stop", 0, "--set", "windows=open", "start_cards=2", "elf_may_win=no", "--save", file)
    config = mk.Game.load(file.read_bytes()).config
    assert (config.windows, config.start_cards, config.elf_may_win, config.players) == ("open", 2, False, 3)


# --------------------------------------------------------------------------- replay


def story(text: str) -> list[str]:
    """The sentences of a story, without tables and what is around them."""
    return [line for line in text.splitlines() if line.startswith("  ") and line.endswith(".")]


def test_a_replay_tells_the_same_story(munchkin, saved):
    file, told = saved
    again = munchkin("replay", file)
    assert again.status == 0
    assert story(told)[:60] == story(again.out)[:60]
    assert "After decision 150 of 150" in again.out


def test_any_decision_can_be_shown(munchkin, saved):
    """The table after N actions is that of a game played so far, and the pending actions are listed."""
    file, _ = saved
    game = mk.Game.load(file.read_bytes())
    for number in (0, 1, 77, 150):
        then = game.at(number)
        again = mk.Game(players=3, seed=3)
        for _, action in game.history[:number]:
            again.step(action)
        assert then == again
        shown = munchkin("replay", file, "--to", number, "--quiet").out
        assert f"After decision {number} of 150" in shown
        assert f"{_shared.NAMES[then.current_player]} is asked" in shown
        assert shown.count("\n   ") >= len(then.legal_actions())


def test_decisions_are_listed_for_who_may_see_them(munchkin, saved):
    file, _ = saved
    everything = munchkin("replay", file, "--decisions").out
    assert everything.count("\n  [") == 150
    game = mk.Game.load(file.read_bytes())
    own = munchkin("replay", file, "--decisions", "--seat", 1).out
    assert own.count("\n  [") == sum(seat == 1 for seat, _ in game.history)


def test_a_scenario_is_replayed_from_its_beginning(munchkin, tmp_path):
    game = mk.scenario(({"level": 5, "hand": ["lame_goblin"]}, {}, {}), doors=["elf"], phase="start")
    start = game.clone()
    rng = game.legal_actions()
    game.step(int(rng[-1]))
    assert game.at(0) == start
    assert game.at(1) == game
    file = tmp_path / "scenario.mkn"
    file.write_bytes(game.save())
    assert munchkin("replay", file, "--to", 0).status == 0


def test_what_cannot_be_replayed_is_named(munchkin, saved, tmp_path):
    file, _ = saved
    assert "to: expected 0 to 150" in munchkin("replay", file, "--to", 151).err
    assert "file: expected a saved game" in munchkin("replay", tmp_path / "none").err
    assert "seat: expected 0 to 2" in munchkin("replay", file, "--seat", 5).err
    broken = tmp_path / "broken"
    broken.write_bytes(file.read_bytes()[:-1])
    assert "got one cut off" in munchkin("replay", broken).err
    for words in (("replay", file, "--to", 151), ("replay", broken)):
        assert munchkin(*words).status == 2


def test_a_replay_is_described_in_words(munchkin, saved, tmp_path):
    for seat, seen in ((None, "with all hands"), (1, r"as \w+ saw it")):
        file = tmp_path / f"{seat}.json"
        munchkin("replay", saved[0], "--json", file, *(() if seat is None else ("--seat", seat)))
        told = munchkin("replay", file, "--html", tmp_path / "a.html")
        assert re.match(rf"\w+(, \w+)+: \d+ moments, {seen}\npage: ", told.out), told.out


def test_a_file_is_what_it_contains_whatever_its_name(munchkin, tmp_path):
    game, replay = tmp_path / "game.json", tmp_path / "replay.mkn"
    assert munchkin("watch", *BOTS, "--stop", 2, "--save", game, "--json", replay).status == 0
    assert munchkin("replay", game, "--to", 1).status == 0
    assert munchkin("replay", replay, "--html", tmp_path / "a.html").status == 0


def test_the_game_that_is_read_is_not_written_over(munchkin, saved):
    before = saved[0].read_bytes()
    for words in (("replay", saved[0], "--html", saved[0]), ("play", "--load", saved[0], "--json", saved[0])):
        told = munchkin(*words)
        assert told.status == 2
        assert "expected another file than the one that is read" in told.err
    assert saved[0].read_bytes() == before


def test_a_save_that_fails_leaves_the_earlier_one(monkeypatch, tmp_path):
    file = tmp_path / "game.mkn"
    file.write_bytes(b"earlier")

    def full(path: Path, data: bytes) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(mk.MunchkinError, match="No space left"):
        save_game(mk.Game(players=3, seed=1), str(file))
    assert file.read_bytes() == b"earlier"
    assert [one.name for one in tmp_path.iterdir()] == ["game.mkn"]
    with pytest.raises(mk.MunchkinError, match="file: expected one that can be written"):
        save_game(mk.Game(players=3, seed=1), "a\0b")


def test_a_long_name_of_a_player_does_not_cost_the_replay(munchkin, tmp_path):
    folder = tmp_path / ("a" * 120) / ("b" * 120)
    folder.mkdir(parents=True)
    policy = folder / "policy.safetensors"
    policy.write_bytes(PRETRAINED.read_bytes())
    page = tmp_path / "o.html"
    assert munchkin("watch", "--bots", policy, "random", "random", "--stop", 1, "--html", page).status == 0
    assert page.exists()


def test_a_replay_takes_no_options_of_saved_games(munchkin, saved, tmp_path):
    """Seat 0 is an option, too: a page of the whole replay would show more than that seat knew."""
    replay, page = tmp_path / "a.json", tmp_path / "a.html"
    munchkin("replay", saved[0], "--json", replay)
    for words in (("--quiet",), ("--decisions",), ("--to", 0), ("--seat", 0), ("--picture", tmp_path / "a.png")):
        told = munchkin("replay", replay, "--html", page, *words)
        name = words[0].removeprefix("--")
        assert told.status == 2
        assert f"{name}: expected only with a saved game (*.mkn), got it with the replay {replay}" in told.err
        assert not page.exists()


def test_tables_are_printed_at_moments_that_the_seat_notices(munchkin, monkeypatch):
    """WINDOW-3: the title would tell that somebody may react before the turn; the last table is asked for."""
    noticed = []
    monkeypatch.setattr(_shared, "print_table", lambda game, seat, *_, **__: noticed.append(is_noticed(game, seat)))
    done = munchkin("watch", "--seed", "7", "--seat", "0", "--bots", "random", "--tables", "--stop", "700")
    assert done.status == 0
    assert len(noticed) > 5
    assert all(noticed[:-1])
