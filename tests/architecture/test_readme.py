"""README and docs are true: generated tables are what the code says, examples run, commands and rules exist."""

import inspect
import re
import runpy
import shlex
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import pytest

import munchkin_env as mk
from munchkin_env.cards.compile import load_catalogue
from munchkin_env.cards.reader import find_editions
from tests.each import each
from tests.kit.forking import Forks
from tests.tiers import is_watched

ROOT = Path(__file__).resolve().parents[2]
README = ROOT / "README.md"
CARDS = ROOT / "docs" / "guides" / "own-cards.md"
API = sorted((ROOT / "docs" / "reference" / "api").glob("*.md"))
BASES = (ROOT / "munchkin_env", ROOT / "munchkin_env" / "engine")
PAGES = [README, *sorted((ROOT / "docs").rglob("*.md"))]


def blocks(page: Path, language: str) -> list[str]:
    """The fenced blocks of a language."""
    return re.findall(rf"```{language}\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)


def name_of(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def test_generated_tables_are_what_the_code_says() -> None:
    """`python tests/tools/readme.py` would change nothing."""
    tool = runpy.run_path(str(ROOT / "tests" / "tools" / "readme.py"))
    for document in tool["DOCUMENTS"]:
        assert tool["filled"](document) == (ROOT / document).read_text(encoding="utf-8"), document


def test_there_are_examples() -> None:
    with_code = {name_of(page) for page in PAGES if blocks(page, "python")}
    guides = ("interfaces", "evaluation", "datasets", "own-bot", "own-network", "search", "positions")
    assert {"README.md", "docs/tutorial.md", *(f"docs/guides/{name}.md" for name in guides)} <= with_code


def run_now() -> list[Path]:
    """README every day, of the other pages with examples another quarter with every commit."""
    return [page for page in PAGES if blocks(page, "python") and (page == README or is_watched(name_of(page)))]


@pytest.fixture(scope="module")
def forks() -> Iterator[Forks]:
    begun = Forks(ROOT, *(["torch"] if find_spec("torch") else []))
    yield begun
    begun.close()


def shown(page: Path) -> list[str]:
    """The lines that follow the Python blocks of a page as their output."""
    text = page.read_text(encoding="utf-8")
    found = re.findall(r"```python\n(?:(?!```).)*```\n\n *```text\n(.*?)```", text, re.DOTALL)
    return [line.strip() for block in found for line in block.splitlines() if line.strip()]


@pytest.mark.compiled
@each("page", run_now, ids=name_of)
def test_examples_run(page: Path, forks: Forks, tmp_path: Path) -> None:
    """The Python blocks of a page run one after the other, as a reader would paste them, in a process of their own.

    In guides they print what the page shows, except for speeds and for weights of torch, which depend on the platform.
    """
    code = "\n".join(blocks(page, "python"))
    assert "munchkin_env" in code
    said = tmp_path / "said"
    begin = f"import sys; sys.stdout = open({str(said)!r}, 'w', encoding='utf-8', buffering=1)\n"
    done = forks.run(begin + code, [], tmp_path / "told")
    assert done.returncode == 0, done.stderr
    if page.parent.name == "guides" and "torch" not in code and "sb3_contrib" not in code:
        lines = [line.strip() for line in said.read_text(encoding="utf-8").splitlines() if line.strip()]
        speed = re.compile(r"[\d,]+ decisions per second")
        assert [speed.sub("", line) for line in lines] == [speed.sub("", line) for line in shown(page)]


def test_blocks_that_print_show_their_output() -> None:
    """Python blocks of guides that print are followed by a block of text."""
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        for block, after in re.findall(r"```python\n(.*?)```\n(.{0,20})", text, re.DOTALL):
            if page.parent.name == "guides" and re.search(r"^ *print\(", block, re.MULTILINE):
                assert after.lstrip().startswith("```text"), f"{name_of(page)}: {block}"


def test_the_readme_is_short_and_says_first_whose_game_it_is() -> None:
    lines = README.read_text(encoding="utf-8").splitlines()
    assert len(lines) <= 120
    assert "not affiliated with" in " ".join(lines[:20])


def test_the_readme_counts_the_cards_of_the_project() -> None:
    """Each count "N of M in `edition`" is the number of original cards and of all cards of that edition."""
    text = " ".join(README.read_text(encoding="utf-8").split())
    found = {name: (int(own), int(cards)) for own, cards, name in re.findall(r"(\d+) of (\d+) in `(\w+)`", text)}
    counted = {}
    for name in find_editions():
        cards = [card for card in load_catalogue((name,)).cards if card is not None]
        own = sum(card.copies for card in cards if card.origin == "original")
        counted[name] = (own, sum(card.copies for card in cards))
    assert found == {name: counts for name, counts in counted.items() if counts[0]}


def test_the_specification_begins_as_the_docstring_of_the_environment() -> None:
    head = (ROOT / "docs" / "environment.md").read_text(encoding="utf-8").split("\n\n")[1]
    assert " ".join(head.split()) in " ".join((mk.env.__doc__ or "").split())


def test_links_lead_somewhere() -> None:
    """Of README and pages, to files and pictures; `make docs` checks those within the site again, with anchors."""
    for page in PAGES:
        targets = re.findall(r"\]\(([^)#\s]+)", page.read_text(encoding="utf-8"))
        for target in targets:
            assert "://" in target or (page.parent / target).is_file(), f"{name_of(page)}: {target}"


def test_files_that_pages_name_exist() -> None:
    """Paths in code style, from the root of the repository, of the package or of the engine."""
    rooms = [folder.name for base in (ROOT, *BASES) for folder in base.iterdir() if folder.is_dir()]
    path = re.compile(rf"`((?:{'|'.join(sorted(map(re.escape, set(rooms))))})/[\w./-]+\.\w+)`")
    found = 0
    for page in [*PAGES, ROOT / "CONTRIBUTING.md", ROOT / "configs" / "README.md"]:
        for name in path.findall(page.read_text(encoding="utf-8")):
            found += 1
            exists = any((base / name).is_file() for base in (ROOT, *BASES))
            assert exists or name.startswith("runs/"), f"{name_of(page)}: {name}"
    assert found > 50


def in_the_reference() -> list[tuple[str, str]]:
    """Path and heading of each object of the API pages."""
    entry = re.compile(r"^::: (\S+)\n    options:\n      heading: (\S+)$", re.M)
    return [found for page in API for found in entry.findall(page.read_text(encoding="utf-8"))]


def test_every_public_name_is_in_the_reference() -> None:
    """Public names have the heading `mk.NAME`, once; every object is found by its path."""
    entries = in_the_reference()
    assert len(entries) == sum(page.read_text(encoding="utf-8").count("\n::: ") for page in API)
    public = {name for name in mk.__all__ if name != "__version__"}
    assert sorted(heading for _, heading in entries if heading.startswith("mk.")) == sorted(f"mk.{n}" for n in public)
    for path, heading in entries:
        module, _, name = path.rpartition(".")
        assert heading == (f"mk.{name}" if module == "munchkin_env" else path)
        assert module == "munchkin_env" or name not in public, path
        source = ROOT.joinpath(*module.split("."))
        file = source.with_suffix(".py") if source.with_suffix(".py").is_file() else source / "__init__.py"
        assert module == "munchkin_env" or re.search(
            rf"^(class|def) {name}\b|^{name}\b.*=", file.read_text(encoding="utf-8"), re.M
        ), path


@each("path", [path for path, _ in in_the_reference()])
def test_the_reference_documents_every_parameter(path: str) -> None:
    """A function, and a class by its own `__init__`, lists all its parameters under Args, or takes none."""
    module, _, name = path.rpartition(".")
    found = getattr(mk if module == "munchkin_env" else pytest.importorskip(module, exc_type=mk.MissingExtra), name)
    made = vars(found).get("__init__") if isinstance(found, type) else found
    if not inspect.isfunction(made) or not made.__code__.co_filename.startswith(str(ROOT)):  # of a dataclass or a base
        return
    names = [name for name in inspect.signature(made).parameters if name != "self"]
    text = f"{found.__doc__}\n{made.__doc__}"
    assert [name for name in names if not re.search(rf"^ +(\*\*)?{name}( \(.*\))?: ", text, re.M)] == []


def commands(beginning: str) -> list[list[str]]:
    """The arguments of every command of README and docs that begins so, in blocks and in tables."""
    lines = [line for page in PAGES for block in blocks(page, "sh") for line in block.splitlines()]
    texts = [page.read_text(encoding="utf-8") for page in PAGES]
    lines += [line for text in texts for line in re.findall(r"`(munchkin [^`]+)`", text)]
    lines = [line.partition("  #")[0].strip() for line in lines]
    return [shlex.split(line.removeprefix(beginning)) for line in lines if line.startswith(f"{beginning} ")]


def test_commands_of_the_package_exist(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every `munchkin …` is understood by its parser."""
    from munchkin_env.cli import main
    from munchkin_env.cli.main import build_parser, chosen_command

    monkeypatch.setattr(main, "commands", cache(main.commands))  # it reads all modules of commands each time
    found = [words for words in commands("munchkin") if "…" not in words and "COMMAND" not in words]
    found = [words for words in found if "--help" not in words]
    assert len(found) > 20
    parsers = {name: build_parser(name) for name in {chosen_command(words) for words in found}}
    for words in found:
        assert chosen_command(words), words
        alone = NEEDED.get(words[0], []) if len(words) == 1 else []
        parsers[chosen_command(words)].parse_args([*words, *alone])


# Where the name of a command stands alone.
NEEDED = {
    "cards": ["lint"],
    "challenge": ["schema"],
    "evaluate": ["greedy"],
    "generate": ["1"],
    "replay": ["FILE"],
    "review": ["FILE"],
    "curve": ["FOLDER"],
    "record": ["NAME-v0"],
}


def test_commands_of_the_training_exist() -> None:
    """Every `munchkin train CONFIG …` has a config that is shipped, and settings that are accepted."""
    pytest.importorskip("yaml")
    from munchkin_env.cli._trainer import config_file
    from training.config import read_config

    found = [words for words in commands("munchkin train") if not words[0].startswith("-")]
    assert len(found) > 4
    for config, *fields in found:
        assert read_config(config_file(config), fields)


def test_example_card_is_valid(tmp_path: Path) -> None:
    """The card of "Add a card" is accepted as it stands."""
    folder = tmp_path / "damp"
    folder.mkdir()
    base = ROOT / "munchkin_env" / "cards" / "editions" / "munchkin"
    manifest = (base / "edition.toml").read_text(encoding="utf-8").replace('id = "munchkin"', 'id = "damp"', 1)
    manifest = manifest.replace("doors = 95", "doors = 1").replace("treasures = 73", "treasures = 1")
    manifest = re.sub(r"(?m)^(races|classes) = .*$", r"\1 = []", manifest)
    (folder / "edition.toml").write_text(manifest, encoding="utf-8")
    (folder / "doors.toml").write_text(blocks(CARDS, "toml")[0], encoding="utf-8")
    hat = '[[card]]\nid = "hat"\nname = "Hat"\nkind = "item"\nslot = "headgear"\nbonus = 1\nvalue = 100\n'
    hat += 'origin = "original"\n'
    (folder / "treasures.toml").write_text(hat, encoding="utf-8")
    catalogue = load_catalogue(("munchkin", str(folder)))
    assert catalogue.name(catalogue.index("damp_troll")) == "Damp Troll"


def test_unofficial() -> None:
    """The README and NOTICE name the owner of the game."""
    for file in (README, ROOT / "NOTICE"):
        text = file.read_text(encoding="utf-8")
        words = " ".join(text.split())
        assert re.search(r"not affiliated with,? (or )?endorsed by", words)
        assert "Steve Jackson Games" in words
