"""Golden games are replayed, decision by decision, and must read the same."""

import pytest

from tests.playthroughs.transcript import ANSWER, FOLDER, PLAYTHROUGHS, answers_in, write

pytestmark = [pytest.mark.interpreted]


@pytest.mark.parametrize("name", PLAYTHROUGHS)
def test_the_game_reads_as_recorded(name):
    """Seats, decisions, legal actions, events and strengths after each action, as in the file."""
    recorded = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    assert write(PLAYTHROUGHS[name], iter(answers_in(recorded))) == recorded


def test_every_file_is_replayed():
    assert {file.stem for file in FOLDER.glob("*.txt")} == set(PLAYTHROUGHS)


def test_openings_are_long_enough():
    """About 60 decisions each, so that several turns are seen."""
    for name, playthrough in PLAYTHROUGHS.items():
        recorded = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
        assert len(answers_in(recorded)) == (len(playthrough.answers) or playthrough.decisions)


def test_the_rulebooks_combat_has_the_rulebooks_numbers():
    """COMBAT-1, COMBAT-2, COMBAT-5: the numbers of the rulebook, independent of the recording."""
    text = (FOLDER / "rulebook.txt").read_text(encoding="utf-8")
    strengths = [line.strip() for line in text.splitlines() if " against " in line and line.startswith("    ")]
    changes = [now for before, now in zip(["", *strengths], strengths, strict=False) if now != before]
    against = [(7, 10), (12, 10), (12, 15), (13, 15), (14, 15), (15, 15)]
    assert changes == [f"{players} against {monsters}" for players, monsters in against]
    assert "    * Suzan volunteered (Aric)" in text
    end = text.split(ANSWER)[-1]
    assert end.count("    * Aric drew") == 4
    assert "Aric: level 5" in end


def test_the_cults_combat_has_the_rulebooks_numbers():
    """CULT-4, CULT-6: the numbers of the rulebook; its 4 and 6 after Amnesia forget the 3 of Canned Meat."""
    text = (FOLDER / "cult.txt").read_text(encoding="utf-8")
    strengths = [line.strip() for line in text.splitlines() if " against " in line and line.startswith("    ")]
    changes = [now for before, now in zip(["", *strengths], strengths, strict=False) if now != before]
    meat = 3
    against = [(9, 10), (12, 10), (4 + meat, 10), (6 + meat, 10), (6 + meat, 5)]
    assert changes == [f"{players} against {monsters}" for players, monsters in against]
    assert text.count("    * Chris level up 1") == 1
    end = text.split(ANSWER)[-1]
    assert end.count("    * Marta drew") == 2
    assert "Marta: level 5" in end


def test_the_combat_of_lasers_has_its_numbers():
    """LASER-1, PLAY-7, SIDE-2: the numbers of the cards, independent of the recording."""
    text = (FOLDER / "star.txt").read_text(encoding="utf-8")
    strengths = [line.strip() for line in text.splitlines() if " against " in line and line.startswith("    ")]
    changes = [now for before, now in zip(["", *strengths], strengths, strict=False) if now != before]
    level, lasers, complexes, shirt = 3, 2 + 3, 5 + 2, 1
    alone, armed = level + complexes, level + complexes + lasers
    plasmoid, radioactive = 12, 5
    assert changes == [
        f"{armed + shirt} against {plasmoid}",
        f"{armed + shirt} against {2 * plasmoid}",
        f"{armed + shirt} against {2 * (plasmoid + radioactive)}",
        f"{armed + shirt + 3} against {2 * (plasmoid + radioactive)}",
        f"{alone + 3 + 3 + shirt} against {2 * (plasmoid + radioactive)}",
        f"{alone + 3 + 3} against {2 * (plasmoid + radioactive)}",
    ]
    assert "    * Ann cancelled Lose Your Headgear (Ann)" in text
    assert text.count("    * Ann escaped Plasmoid") == 2
    assert "Antenna Array Hat" in text.split(ANSWER)[-1]


def test_the_flight_of_the_elf_and_wizard_has_its_numbers():
    """COMBAT-13, FLEE-1, PLAY-7: the numbers of the cards, independent of the recording."""
    text = (FOLDER / "extended.txt").read_text(encoding="utf-8")
    strengths = [line.strip() for line in text.splitlines() if " against " in line and line.startswith("    ")]
    changes = [now for before, now in zip(["", *strengths], strengths, strict=False) if now != before]
    level, hat, boots, swords = 5, 3, 2, 4
    ann = level + hat + boots + swords
    bigfoot, misprint, caffeine, repossessed = 12, 1, 5, 10
    assert changes == [
        f"{ann} against {bigfoot}",
        f"{ann} against {bigfoot + caffeine}",
        f"{ann} against {2 * (bigfoot + caffeine)}",
        f"{ann} against {2 * (misprint + caffeine)}",
        f"{ann} against {2 * (misprint + caffeine + repossessed)}",
    ]
    assert text.count("    * Ann escaped Bigfoot") == 2
    end = text.split(ANSWER)[-1]
    assert "Ann: level 5" in end
    assert "Misprint" not in end.split("Bob:")[0]


def test_the_fairy_brings_what_she_should():
    """FAIRY-2, FAIRY-4: cards of the third deck (2) and treasures (1) in their order, whatever is recorded."""
    text = (FOLDER / "fairy.txt").read_text(encoding="utf-8")
    told = [line.strip(" *") for line in text.splitlines() if line.startswith("    * ")]
    drawn = [line for line in told if " drew " in line]
    assert drawn[0] == "Bob drew 2"
    assert [line.split()[-1] for line in drawn[1:5]] == ["1"] * 4
    assert drawn[5:] == ["Ann drew 2", "Ann drew 2", "Bob drew 2", "Bob drew 2"]
    assert [line for line in told if line in ("merged 1", "Bob drew 2")][-2:] == ["merged 1", "Bob drew 2"]
    assert "Ann: level 7" in text


def test_an_answer_that_is_not_legal_is_named():
    with pytest.raises(ValueError, match=r"expected one of .*open door.*, got dance"):
        write(PLAYTHROUGHS["rulebook"], iter(["dance"]))
