"""A small edition on disk, to be spoilt in one place."""

import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from munchkin_env.cards.definition import SWITCHES
from munchkin_env.cards.reader import EDITIONS_FOLDER
from munchkin_env.vocabulary import Kind
from tests.cards.probe import Fields, Place, pair

DOOR = """
[[card]]
id = "rabbit"
name = "Rabbit"
kind = "monster"
level = 1
treasures = 1
bad_stuff = [{ do = "death" }]
"""
TREASURE = """
[[card]]
id = "hat"
name = "Hat"
kind = "item"
slot = "headgear"
bonus = 1
value = 100
"""


def manifest(doors: int = 1, treasures: int = 1, **changes: str) -> str:
    """An edition.toml; `changes` are values in TOML by switch or field."""
    text = tomllib.loads((EDITIONS_FOLDER / "munchkin" / "edition.toml").read_text(encoding="utf-8"))
    switches = {name: repr(text["switches"][name]).replace("'", '"') for name in SWITCHES}
    switches = {name: {"True": "true", "False": "false"}.get(value, value) for name, value in switches.items()}
    fields = {"id": '"tiny"', "name": '"Tiny"', "rulebook": '"1"'}
    for name, value in changes.items():
        (switches if name in switches else fields)[name] = value
    lines = [f"{name} = {value}" for name, value in fields.items() if value]
    lines += ["[decks]", f"doors = {doors}", f"treasures = {treasures}", "[switches]"]
    lines += [f"{name} = {value}" for name, value in switches.items() if value]
    return "\n".join(lines)


def monster(**fields: str) -> str:
    """A door file with one monster; fields in TOML, an empty one is left out."""
    given = {"id": '"rabbit"', "name": '"Rabbit"', "kind": '"monster"', "level": "1", "treasures": "1", **fields}
    return "[[card]]\n" + "\n".join(f"{name} = {value}" for name, value in given.items() if value)


def item(**fields: str) -> str:
    """A treasure file with one item, likewise."""
    given = {"id": '"hat"', "name": '"Hat"', "kind": '"item"', "value": "100", **fields}
    return "[[card]]\n" + "\n".join(f"{name} = {value}" for name, value in given.items() if value)


WriteEdition = Callable[..., Path]


@pytest.fixture
def write_edition(tmp_path: Path) -> WriteEdition:
    """Write an edition and return its folder; a file given as None is left out."""

    def write(
        doors: str | None = DOOR,
        treasures: str | None = TREASURE,
        edition: str | None = None,
        folder: str = "tiny",
        **changes: str,
    ) -> Path:
        path, before = tmp_path / folder, 0
        while path.exists():  # another case of the same test wrote one
            before += 1
            path = tmp_path / str(before) / folder
        path.mkdir(parents=True)
        if edition is None and doors is not None and treasures is not None:
            edition = manifest(doors.count("[[card]]"), treasures.count("[[card]]"), **changes)
        files = {"edition.toml": edition, "doors.toml": doors, "treasures.toml": treasures}
        for name, text in files.items():
            if text is not None:
                (path / name).write_text(text, encoding="utf-8")
        return path

    return write


@pytest.fixture
def differs(tmp_path, monkeypatch):
    """A function that tells whether a card makes a difference: `differs(kind, fields, without, *places)`."""

    def ask(kind: Kind, fields: Fields, without: Fields, *places: Place) -> bool:
        return pair(tmp_path, monkeypatch, kind, fields, without).differ(places)

    return ask
