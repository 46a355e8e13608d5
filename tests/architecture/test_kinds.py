"""The row of a kind describes its cards; no rule, bot or picture keeps a list of its own."""

import ast
from dataclasses import fields

import pytest

from munchkin_env.vocabulary import Kind, Nature, kinds, kinds_that
from tests.architecture.test_imports import files_of, module_name
from tests.each import each

MASKS = {name: value for name, value in vars(kinds).items() if name.endswith("_KINDS")}
SOURCES = {module_name(f): f.read_text(encoding="utf-8") for f in files_of("munchkin_env")}
# Rows of other tables: which words and fields a card file has for a kind, and in which deck it lies.
TABLES = {
    *("munchkin_env.cards.definition", "munchkin_env.cards.words.declaration"),
    *("munchkin_env.cards.explain.card", "munchkin_env.cards.explain.phrases"),
}


def askers(name: str) -> list[str]:
    """Functions, and modules at their top, that read a mask."""
    found = []
    for module, source in SOURCES.items():
        if module.startswith("munchkin_env.vocabulary") or name not in source:
            continue
        tree = ast.parse(source)
        for node in tree.body:
            inner = {n.id for n in ast.walk(node) if isinstance(n, ast.Name)}
            if name in inner:
                found.append(f"{module}.{getattr(node, 'name', '')}")
    return found


def lists_of_kinds(source: str) -> list[int]:
    """Lines that compare one thing with several kinds, or list several, instead of asking their rows."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.BoolOp):
            compared = [part for part in node.values if isinstance(part, ast.Compare)]
            test = ast.Eq if isinstance(node.op, ast.Or) else ast.NotEq
            asked = [
                ast.unparse(part.left)
                for part in compared
                if isinstance(part.ops[0], test) and ast.unparse(part.comparators[0]).startswith("Kind.")
            ]
            if len(asked) > len(set(asked)):
                found.append(node.lineno)
        elif isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.In | ast.NotIn):
            words = [n for n in ast.walk(node.comparators[0]) if isinstance(n, ast.Attribute)]
            if sum(ast.unparse(word).startswith("Kind.") for word in words) > 1:
                found.append(node.lineno)
    return found


def test_every_question_has_a_mask_that_says_the_same() -> None:
    questions = {field.name for field in fields(Nature) if field.type is bool}
    of_masks = {frozenset(kind for kind in Kind if (mask >> kind) & 1) for mask in MASKS.values()}
    assert len(MASKS) == len(questions)
    assert of_masks == {kinds_that(question) for question in questions}


@each("name", sorted(MASKS))
def test_a_question_is_asked_in_one_place(name: str) -> None:
    assert len(askers(name)) == 1


def test_nobody_lists_kinds() -> None:
    found = {module: lists_of_kinds(source) for module, source in SOURCES.items() if module not in TABLES}
    assert {module: lines for module, lines in found.items() if lines} == {}


def test_an_unknown_question_is_refused() -> None:
    with pytest.raises(KeyError, match="Nature"):
        kinds_that("tasty")


def test_a_list_is_found() -> None:
    assert lists_of_kinds("x = kind == Kind.RACE or kind == Kind.CLASS") == [1]
    assert lists_of_kinds("x = kind != Kind.RACE and kind != Kind.CLASS") == [1]
    assert lists_of_kinds("x = kind in (Kind.RACE, Kind.CLASS)") == [1]
    assert lists_of_kinds("x = kind == Kind.RACE or other == Kind.CLASS") == []
    assert lists_of_kinds("x = kind == Kind.RACE or race == 1\ny = kind in kinds_that('item')") == []
