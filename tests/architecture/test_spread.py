"""Count the files of the package that use a word: the fewer, the fewer there are to know before it can be changed.

`AIMS` is the highest number of files for each word. The number of words above it, and the number of places in all (a
word in a file), may only fall: `MOST` holds the last counts; a change that lowers them writes the lower number here.
"""

import ast
from collections import defaultdict
from functools import cache

from munchkin_env.vocabulary import CASES, Decision, Frame, Kind, Op, Verb
from tests.architecture.test_imports import files_of
from tests.each import each

AIMS = {Verb: 3, Frame: 2, Op: 2, Decision: 3, Kind: 6}
MOST = {Verb: (1, 115), Frame: (0, 47), Op: (6, 255), Decision: (0, 68), Kind: (0, 43)}


COUNTED = {enum.__name__: {enum.__name__} for enum in AIMS}  # with the enums that are counted together
COUNTED[Op.__name__] |= {enum.__name__ for enum in CASES}  # a case of a word is one more to know


def named(sources: dict[str, str]) -> dict[str, dict[str, set[str]]]:
    """By enum and member, the files that name it: `Verb.STEAL`."""
    found: dict[str, dict[str, set[str]]] = {enum.__name__: defaultdict(set) for enum in AIMS}
    for name, source in sources.items():
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                for enum, together in COUNTED.items():
                    if node.value.id in together:
                        found[enum][f"{node.value.id}.{node.attr}"].add(name)
    return found


MEMBERS = {f"{enum.__name__}.{name}" for enum in (*AIMS, *CASES) for name in enum.__members__}


@cache
def names() -> dict[str, dict[str, set[str]]]:
    return named({str(file): file.read_text(encoding="utf-8") for file in files_of("munchkin_env")})


@each("enum", AIMS, ids=lambda enum: enum.__name__)
def test_no_word_spreads(enum):
    counts = {word: len(files) for word, files in names()[enum.__name__].items() if word in MEMBERS}
    above = {word: n for word, n in counts.items() if n > AIMS[enum]}
    assert len(counts) > 10
    most_above, most_places = MOST[enum]
    assert len(above) <= most_above, f"in more than {AIMS[enum]} files: {above}"
    assert sum(counts.values()) <= most_places


def test_a_word_in_a_file_is_found():
    found = named({"a": "x = Verb.PASS\ny = Verb.PASS", "b": "def f():\n    return Verb.PASS | Frame.TURN"})
    assert found["Verb"] == {"Verb.PASS": {"a", "b"}}
    assert found["Frame"] == {"Frame.TURN": {"b"}}
