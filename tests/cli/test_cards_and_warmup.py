"""`munchkin cards` and `munchkin warmup`."""

import re
import shlex
import shutil

from munchkin_env.cards.compile import load_catalogue
from munchkin_env.cards.reader import find_editions
from munchkin_env.cli import warmup
from munchkin_env.engine.kernels.kernel import INTERPRETED
from tests.each import each


def test_the_shipped_cards_are_sound(munchkin):
    told = munchkin("cards", "lint")
    assert told.status == 0
    assert ": 0 errors, " in told.out


def test_a_faulty_edition_is_reported_with_status_1(munchkin, tmp_path):
    edition = tmp_path / "mine"
    shutil.copytree(find_editions()["munchkin"], edition)
    doors = edition / "doors.toml"
    doors.write_text(
        doors.read_text(encoding="utf-8").replace('kind = "monster"', 'kind = "monstr"', 1), encoding="utf-8"
    )
    told = munchkin("cards", "lint", edition)
    assert told.status == 1
    assert "error: " in told.out
    assert 'did you mean "monster"' in told.out


def test_a_name_that_several_editions_have_is_explained_for_each(munchkin):
    """Once where it is the same card, apart where they differ."""
    told = munchkin("cards", "explain", "Wishing Ring")
    assert told.status == 0
    assert "Wishing Ring  (extended:wishing_ring, munchkin:wishing_ring)\n" in told.out
    assert "Wishing Ring  (cthulhu:wishing_ring)\n" in told.out, "there it is against Madness, too"
    other = munchkin("cards", "explain", "halfl").out
    assert all(f"Halfling  ({one}:halfling)\n" in other for one in ("extended", "munchkin"))


def test_a_card_is_explained_as_in_its_own_edition(munchkin):
    """Unless editions are named, which are then one game: the first one is its host (MIX-2)."""
    assert "sidekick" not in munchkin("cards", "explain", "munchkin:hireling").out
    own = munchkin("cards", "explain", "star:radioactive").out
    assert "5 levels" in own
    assert munchkin("cards", "explain", "star:radioactive", "--editions", "star").out == own
    blend = munchkin("cards", "explain", "star:radioactive", "--editions", "munchkin", "star").out
    assert blend != own


def test_a_card_is_explained_by_name_and_by_id(munchkin):
    by_name = munchkin("cards", "explain", "Plutonium Dragon")
    assert by_name.status == 0
    assert "Monster, level 20" in by_name.out
    by_id = munchkin("cards", "explain", "munchkin:plutonium_dragon").out
    assert by_id.splitlines()[0] == "Plutonium Dragon  (munchkin:plutonium_dragon)"
    assert by_name.out.splitlines()[1:] == by_id.splitlines()[1:]


@each(
    ("said", "meant"),
    [
        ("chicken_on_your_head", "curse_chicken_on_your_head"),
        ("Chicken on Your Head", "curse_chicken_on_your_head"),
        ("curse chicken", "curse_chicken_on_your_head"),
        ("3872 orcs", "orcs_3872"),
        ("gentlemens club", "gentlemens_club"),
        ("BAD ASS BANDANA", "bad_ass_bandana"),
        ("singing and dancing", "singing_and_dancing_sword"),
        ("1000 gold", "gp_1000"),
        ("pluton", "plutonium_dragon"),
        ("help me out here", "help_me_out_here"),
        ("elf", "elf"),
    ],
)
def test_a_card_is_explained_by_what_one_remembers_of_its_name(munchkin, said, meant):
    told = munchkin("cards", "explain", said)
    assert told.status == 0
    assert any(line.endswith(f"munchkin:{meant})") for line in told.out.splitlines())


def test_cards_that_may_be_meant_are_listed(munchkin):
    told = munchkin("cards", "explain", "Lose Your")
    assert told.status == 2
    assert "which may be curse_lose_your_class, curse_lose_your_race" in told.err
    many = munchkin("cards", "explain", "potion")
    assert "more" in many.err
    assert munchkin("cards", "explain", "").status == munchkin("cards", "explain", "!").status == 2


def test_the_cards_of_the_help_exist(munchkin):
    """Commands of the help can be typed as they are shown."""
    line = next(line for line in munchkin("cards", "--help").out.splitlines() if "cards explain" in line)
    told = munchkin(*shlex.split(line)[1:])
    assert told.status == 0
    assert told.out.count("munchkin:") == 2


def test_an_unknown_card_or_edition_is_an_error_with_a_hint(munchkin):
    told = munchkin("cards", "explain", "plutonium dragoon")
    assert told.status == 2
    assert 'did you mean "plutonium dragon"' in told.err
    assert munchkin("cards", "list", "--editions", "munchkn").status == 2
    assert munchkin("cards", "lint", "munchkn").status == 2


def test_all_cards_are_listed(munchkin):
    catalogue = load_catalogue(("munchkin",))
    told = munchkin("cards", "list", "--editions", "munchkin")
    copies = sum(card.copies for card in catalogue.cards if card)
    assert told.out.endswith(f"{len(catalogue.cards) - 1} cards, {copies} with copies\n")
    assert all(card.name in told.out for card in catalogue.cards if card)


def test_one_kind_is_listed(munchkin):
    told = munchkin("cards", "list", "--kind", "race")
    assert {line.split()[0] for line in told.out.splitlines()[:-1]} == {"race"}
    wrong = munchkin("cards", "list", "--kind", "monstr")
    assert wrong.status == 2
    assert 'did you mean "monster"' in wrong.err


def test_coverage_is_a_table_of_all_cards(munchkin):
    catalogue = load_catalogue(("munchkin",))
    told = munchkin("cards", "coverage", "--editions", "munchkin")
    assert told.out.startswith("| kind |")
    total = told.out.splitlines()[-1].split("|")[2:-1]
    assert sum(int(cell.split()[0]) for cell in total) == len(catalogue.cards) - 1


@each("words", [("cards",), ("cards", "explain"), ("cards", "nothing")])
def test_missing_parts_are_refused(munchkin, words):
    told = munchkin(*words)
    assert told.status == 2
    assert "usage:" in told.err


@each("command", ["watch", "play", "replay", "cards", "warmup"])
def test_help_teaches(munchkin, command):
    told = munchkin(command, "--help")
    assert told.status == 0
    assert f"usage: munchkin {command}" in told.out
    assert "example" in told.out or command == "warmup"


def test_warmup_says_what_it_does(munchkin):
    told = munchkin("warmup")
    assert told.status == 0
    if INTERPRETED:
        assert "nothing is compiled" in told.out
    else:
        for part in ("Compiling into", *warmup.PARTS, "Ready after"):
            assert part in told.out


def test_a_part_that_reports_its_progress_does_not_break_its_line(monkeypatch, capsys):
    monkeypatch.setattr(warmup, "PARTS", {"engine": lambda: print("compiling")})
    warmup.compile_all()
    assert re.fullmatch(r"compiling\n  engine +\d+\.\d s\n", capsys.readouterr().out)


@each(
    "words",
    [
        ("explain", "--editions", "star", "tail gun"),
        ("explain", "tail gun", "--editions", "star"),
        ("explain", "--editions", "star", "cthulhu", "tail gun"),
        ("explain", "--editions=star", "tail gun"),
    ],
)
def test_a_card_may_be_named_after_the_editions(munchkin, words):
    told = munchkin("cards", *words)
    assert told.status == 0
    assert "(star:tail_gun)" in told.out


def test_a_card_is_missed_in_plain_words(munchkin):
    told = munchkin("cards", "explain", "--editions", "star")
    usage = "usage: munchkin cards explain CARD [CARD ...]"
    assert (told.status, told.err.strip()) == (2, f"munchkin: names: expected at least one card, got none; {usage}")
    assert "munchkn" in munchkin("cards", "explain", "--editions", "munchkn", "elf").err


def test_an_edition_is_drawn_and_written(munchkin, tmp_path):
    told = munchkin("generate", 7, "--like", "munchkin", "--share", 25, "--out", tmp_path / "new")
    assert told.status == 0
    assert told.out.startswith("generated:7:munchkin:25%  (")
    assert munchkin("cards", "lint", tmp_path / "new").status == 0
    again = munchkin("generate", 7, "--out", tmp_path / "new")
    assert again.status != 0
    assert "--out: expected a folder that is new or empty" in again.err
    assert munchkin("cards", "list", "--editions", "generated:7", "--kind", "monster").out.count("generated_7:") > 20
