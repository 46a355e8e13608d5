"""The README is true: its generated tables are what the code says, its examples run, its rules exist."""

import re
import runpy
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from munchkin_env.cards.compile import load_catalogue

ROOT = Path(__file__).resolve().parents[2]
README = ROOT / "README.md"


def blocks(language: str) -> list[str]:
    """The fenced blocks of a language."""
    return re.findall(rf"```{language}\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)


def test_generated_tables_are_what_the_code_says() -> None:
    """`python tests/tools/readme.py` would change nothing."""
    tool = runpy.run_path(str(ROOT / "tests" / "tools" / "readme.py"))
    for document in tool["DOCUMENTS"]:
        assert tool["filled"](document) == (ROOT / document).read_text(encoding="utf-8"), document


@pytest.mark.compiled
def test_examples_run() -> None:
    """The Python blocks run one after the other, as a reader would paste them."""
    code = "\n".join(blocks("python"))
    assert code.count("mk.") > 4
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.returncode == 0, done.stderr


def commands(beginning: str) -> list[list[str]]:
    """The arguments of every command of the README that begins so, in blocks and in tables."""
    lines = "\n".join(blocks("sh")).splitlines()
    lines += re.findall(r"`(munchkin [^`]+)`", README.read_text(encoding="utf-8"))
    lines = [line.partition("  #")[0].strip() for line in lines]
    return [shlex.split(line.removeprefix(beginning)) for line in lines if line.startswith(f"{beginning} ")]


def test_commands_of_the_package_exist() -> None:
    """Every `munchkin …` is understood by its parser."""
    from munchkin_env.cli.main import build_parser, chosen_command

    found = commands("munchkin")
    assert len(found) > 6
    for words in found:
        build_parser(chosen_command(words)).parse_args(words)
        assert chosen_command(words), words


def test_commands_of_the_training_exist() -> None:
    """Every `python -m training CONFIG …` has settings that are accepted."""
    pytest.importorskip("yaml")
    from training.config import read_config

    found = [words for words in commands("python -m training") if words[0].startswith("configs/")]
    assert len(found) > 2
    for config, *fields in found:
        assert read_config(ROOT / config, fields)


def test_example_card_is_valid(tmp_path: Path) -> None:
    """The card of "Add a card" is accepted as it stands."""
    from munchkin_env.cards.compile import load_catalogue

    folder = tmp_path / "damp"
    folder.mkdir()
    base = ROOT / "munchkin_env" / "cards" / "editions" / "munchkin"
    manifest = (base / "edition.toml").read_text(encoding="utf-8").replace('id = "munchkin"', 'id = "damp"', 1)
    manifest = manifest.replace("doors = 95", "doors = 1").replace("treasures = 73", "treasures = 1")
    manifest = re.sub(r"(?m)^(races|classes) = .*$", r"\1 = []", manifest)
    (folder / "edition.toml").write_text(manifest, encoding="utf-8")
    (folder / "doors.toml").write_text(blocks("toml")[0], encoding="utf-8")
    hat = '[[card]]\nid = "hat"\nname = "Hat"\nkind = "item"\nslot = "headgear"\nbonus = 1\nvalue = 100\n'
    hat += 'origin = "original"\n'
    (folder / "treasures.toml").write_text(hat, encoding="utf-8")
    catalogue = load_catalogue(("munchkin", str(folder)))
    assert catalogue.name(catalogue.index("damp_troll")) == "Damp Troll"


def test_unofficial() -> None:
    """Whose game this is stands in the README and in NOTICE."""
    for file in (README, ROOT / "NOTICE"):
        text = file.read_text(encoding="utf-8")
        words = " ".join(text.split())
        assert re.search(r"not affiliated with,? (or )?endorsed by", words)
        assert "Steve Jackson Games" in words


def test_no_card_is_missing_where_it_is_told_how_games_go() -> None:
    """`docs/play.md` lists each card of an edition that is played alone; `python tests/tools/play.py` writes it."""
    told = runpy.run_path(str(ROOT / "tests" / "tools" / "play.py"))
    text = told["DOC"].read_text(encoding="utf-8")
    for editions in told["EDITIONS"]:
        _, _, section = text.partition(f"\n## {' + '.join(editions)}\n")
        listed = set(re.findall(r"^\| (.+?) \| \w+ \| \d+ \|", section.partition("\n## ")[0], re.MULTILINE))
        names = {card.name for card in load_catalogue(editions).cards[1:]}
        assert listed == names if len(editions) == 1 else listed <= names
        assert f"\n| {' + '.join(editions)} | " in text


def test_it_is_told_why_cards_are_seldom_used() -> None:
    """Every card that `docs/play.md` shows as used in less than a third of its draws has its reason there."""
    told = runpy.run_path(str(ROOT / "tests" / "tools" / "play.py"))
    text = told["DOC"].read_text(encoding="utf-8")
    assert told["seldom"]() in text
    shown = re.findall(r"^\| (.+?) \| \w+ \| \d+ \| [\d.]+ \| (\d+)% \|", text, re.MULTILINE)
    assert len(shown) > 800
    assert {card for card, used in shown if int(used) < 33} <= set(told["SELDOM"])
