"""Declarations of settings: values, names and reference tables follow from one line a field."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import munchkin_env as mk
from munchkin_env.config.fields import Count, Schedule, checked, setting, settings_of, table
from tests.each import each


@dataclass(frozen=True)
class Sample:
    """Settings of every kind."""

    flag: bool = setting(False, "a flag")
    count: int = setting(3, "a count", 1, 9)
    rate: float = setting(0.5, "a rate", 0, 1)
    word: str = setting("a", "a word", choices=("a", "b"))
    name: str | None = setting(None, "a name")
    sizes: list[int] = setting([1], "sizes", 1, empty=False)
    words: tuple[str, ...] = setting((), "words", named="some words")
    shares: dict[str, float] = setting({}, "shares", 0, 1)
    schedule: Schedule = setting(1.0, "a schedule", 0, 2)
    counted: Count = setting(1, "a schedule of counts", 1)


@each(
    ("name", "value", "expected"),
    [
        ("flag", 1, "true or false"),
        ("count", True, "a whole number from 1 to 9"),
        ("count", 2.0, "a whole number from 1 to 9"),
        ("count", 10, "a whole number from 1 to 9"),
        ("rate", "0.5", "a number from 0 to 1"),
        ("rate", float("nan"), "a number from 0 to 1"),
        ("rate", float("inf"), "a number from 0 to 1"),
        ("rate", 10**400, "a number from 0 to 1"),
        ("word", "c", "one of a, b"),
        ("word", ["a"], "one of a, b"),
        ("name", 3, "a word"),
        ("name", "", "a word"),
        ("sizes", [], "a list of at least one"),
        ("sizes", [0], "a whole number from 1"),
        ("words", 3, "some words"),
        ("words", [3], "some words"),
        ("shares", [1], "names with values"),
        ("shares", {"a": 2}, "a number from 0 to 1"),
        ("schedule", [1, 3], "a number from 0 to 2"),
        ("schedule", [1, 2, 2], r"a number or \[first, last\]"),
        ("counted", [1, 1.5], "a whole number from 1"),
        ("count", "1" * 5000, "a whole number"),
    ],
)
def test_a_wrong_value_is_named(name: str, value: Any, expected: str) -> None:
    with pytest.raises(mk.ConfigError, match=rf"here\.{name}.*: expected {expected}.*, got "):
        checked(Sample, {name: value}, "here.")


def test_right_values_get_their_type() -> None:
    given: dict[str, Any] = {
        "rate": 1, "name": None, "sizes": (2, 3), "words": "one", "shares": {"a": 1}, "schedule": (2, 0),
        "counted": [4, 5],
    }  # fmt: skip
    assert checked(Sample, given) == {
        "rate": 1.0, "name": None, "sizes": [2, 3], "words": ("one",), "shares": {"a": 1.0}, "schedule": [2.0, 0.0],
        "counted": [4, 5],
    }  # fmt: skip


def test_values_of_numpy_and_paths_are_those_of_python() -> None:
    given: dict[str, Any] = {
        "flag": np.bool_(True), "count": np.int64(2), "rate": np.float32(0.5), "sizes": [np.int8(3)],
        "name": Path("a/b"), "words": (Path("c"),),
    }  # fmt: skip
    found = checked(Sample, given)
    assert found == {"flag": True, "count": 2, "rate": 0.5, "sizes": [3], "name": "a/b", "words": ("c",)}
    assert not any(isinstance(value, np.generic) for value in (*found.values(), *found["sizes"]))
    with pytest.raises(mk.ConfigError, match="count: expected a whole number"):
        checked(Sample, {"count": np.float64(2.0)})


def test_names_are_answered() -> None:
    with pytest.raises(
        mk.UnknownSetting, match=r'here\.cuont: unknown setting \(did you mean "count"\?\); known: flag, '
    ):
        checked(Sample, {"cuont": 1}, "here.")
    with pytest.raises(mk.UnknownSetting, match=r"here\.number: expected here\.count, as the setting is called now"):
        checked(Sample, {"number": 1}, "here.", {"here.number": "here.count"})


def test_the_table_has_every_setting() -> None:
    rows = {row[0]: row[1:] for row in table(Sample, "here.")}
    assert list(rows) == [f"`here.{name}`" for name in settings_of(Sample)]
    assert rows["`here.count`"] == ("whole number from 1 to 9", "`3`", "a count")
    assert rows["`here.word`"] == ("`a`, `b`", "`'a'`", "a word")
    assert rows["`here.sizes`"][0] == "list of: whole number from 1"
    assert rows["`here.counted`"][0] == "whole number from 1, or [first, last]"
    assert rows["`here.name`"][0] == "word, or none"
