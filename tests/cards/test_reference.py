"""The generated reference has all that cards may say: whatever the reader takes stands in docs/reference/words.md."""

import re
from pathlib import Path

from munchkin_env.cards import card_reader
from munchkin_env.cards.definition import EVERY_KIND, FIELDS, KINDS, NUMBERS, Condition
from munchkin_env.cards.words import ABILITIES, WORDS
from munchkin_env.vocabulary import Aim, Filter, Moment, Tag
from tests.each import each
from tests.tools import reference_cards

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "reference" / "words.md").read_text(encoding="utf-8")


def section(title: str) -> str:
    """The part of the page under a heading."""
    return PAGE.partition(f"\n### {title}\n")[2].partition("\n### ")[0]


def first_cells(title: str) -> list[str]:
    """Return the subjects of the rows of its table."""
    headed = title in ("Moments: `when`", "Aims: `on`", "Filters")  # whose heads are code, too
    return re.findall(r"^\| `([^`|]+)` \|", section(title), re.MULTILINE)[headed:]


TABLES = {
    "Kinds and fields": list(KINDS),
    "Moments: `when`": [str(one.name).lower() for one in Moment],
    "Aims: `on`": [one.name.lower() for one in Aim],
    "Tags": [str(one.name).lower() for one in Tag if one != Tag.LASTING],  # which no card says of itself
    "Conditions: `when` of a clause": [name.replace("klass", "class") for name in Condition.__dataclass_fields__],
}


@each("title", TABLES)
def test_every_word_has_its_row(title):
    assert first_cells(title) == TABLES[title]


def test_every_filter_that_a_card_may_say_has_its_row():
    own = {Filter.VALUE, Filter.BODY, Filter.LEVEL_CARDS}  # what the engine alone asks for
    assert first_cells("Filters") == [one.name.lower() for one in Filter if one not in own]
    assert set(reference_cards.FILTERS) == set(Filter) - own


def test_every_ability_has_its_row_with_what_it_takes():
    rows = re.findall(r"^\| `(\w+)` \|(.*)$", section("Abilities"), re.MULTILINE)[1:]
    assert [name for name, _ in rows] == [one.name.lower() for one in ABILITIES]
    for grant, (name, row) in zip(ABILITIES.values(), rows, strict=True):
        for taken in ("limit", "amount"):
            assert (f"`{taken}` " in row.split("|")[1]) == (taken in grant.takes + grant.may_take), name
        if "amount" in grant.takes:
            assert f"`amount` {grant.amounts[0]} to {grant.amounts[1]}" in row


def test_every_number_has_its_range():
    ranges = section("Ranges")
    for name, (least, most) in NUMBERS.items():
        shown = {"monster.treasures": "treasures", "doors": "decks.doors", "extra": "decks.extra"}.get(name, name)
        assert re.search(rf"`(when\.|switches\.)?{re.escape(shown)}`[^|]* \| {least} to {most} \|", ranges), name


def test_every_field_of_a_kind_stands_in_its_row():
    for word, kind in KINDS.items():
        (row,) = re.findall(rf"^\| `{word}` \|(.*)$", section("Kinds and fields"), re.MULTILINE)
        required, allowed = FIELDS[kind]
        cells = [set(re.findall(r"`(\w+)`", cell)) for cell in row.split("|")[1:3]]
        assert cells == [set(required), set(allowed)]
    assert all(f"`{name}`" in section("Kinds and fields") for name in EVERY_KIND)


def test_every_word_of_a_play_has_its_moments_and_aims():
    found = {}
    for row in section("Moments and aims of each word").splitlines():
        words, moments, aims = ([re.findall(r"`([\w ]+)`", cell) for cell in row.split("|")[1:4]] + [[]] * 3)[:3]
        found |= {word: (set(moments), set(aims)) for word in words}
    for do, word in WORDS.items():
        if "play" in word.triggers:
            moments = {str(one.name).lower() for one in Moment if one in word.moments}
            assert found[do] == (moments, {one.name.lower() for one in word.aims}), do


@each("kind", sorted({one.type for word in WORDS.values() for one in word.params.values()}))
def test_every_type_of_parameter_has_its_words(kind):
    """Numbers have ranges, a flag is true or false, a card is an id; all others are words, of which none is missing."""
    if kind in ("int", "bool", "card", "tags", "ability", "filter"):
        return
    (row,) = re.findall(rf"^\| [^|]*\btype {kind} \|(.*)$", section("Other words"), re.MULTILINE)
    assert set(re.findall(r"`(\w+)`", row)) == set(card_reader.PARAMETER_WORDS[kind])
