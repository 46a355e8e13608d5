"""The compiled base edition: every card against a table of facts, every column against its meaning."""

import csv
import shutil
from collections.abc import Sequence
from enum import Enum
from pathlib import Path

import numpy as np
import pytest

import munchkin_env as mk
from munchkin_env.cards import tables
from munchkin_env.cards.compile import MOST_DRAWING, Catalogue, load_catalogue
from munchkin_env.cards.definition import TRIGGER_FIELDS, Card, in_order
from munchkin_env.cards.lint import lint_shipped, words_used
from munchkin_env.cards.reader import EDITIONS_FOLDER, find_editions, read_edition
from munchkin_env.cards.words import WORDS
from munchkin_env.errors import CardError, ConfigError
from munchkin_env.vocabulary import (
    CASES,
    MAX_CARDS,
    MAX_TYPES,
    NO_VALUE,
    Deck,
    Kind,
    Op,
    Tag,
    Trigger,
)
from tests.each import each
from tests.kit.editions import NOTHING, card_of, edition
from tests.kit.looking import place_of
from tests.kit.playing import settled
from tests.kit.tables import bare_fight

FACTS = {
    edition: list(csv.DictReader((Path(__file__).parent / f"{edition}_facts.csv").open(encoding="utf-8")))
    for edition in find_editions()
}
CATALOGUE = load_catalogue(("munchkin",))
TABLES = CATALOGUE.tables[0]
CARDS: list[Card] = [card for card in CATALOGUE.cards if card is not None]


def row(name: str, catalogue: Catalogue = CATALOGUE) -> np.void:
    """The compiled record of a card."""
    return catalogue.tables[0]["card"][catalogue.index(name)]


def clauses(name: str, trigger: Trigger, catalogue: Catalogue = CATALOGUE) -> list[dict[str, int]]:
    """The compiled clauses of a card, each as its non-zero columns."""
    start, count = (int(row(name, catalogue)[column][trigger]) for column in ("start", "count"))
    found = catalogue.tables[0]["clause"][start : start + count]
    columns = tables.CLAUSE.names or ()
    return [{column: int(one[column]) for column in columns if one[column]} for one in found]


# ------------------------------------------------------------------------------ counts
def test_counts_of_the_whole_edition():
    assert (TABLES["n_types"], TABLES["n_cards"]) == (147, 168)
    assert list(TABLES["deck_cards"]) == [95, 73, 0]


# ------------------------------------------------------------------------------- facts
def words(*groups: Sequence[Enum]) -> str:
    return ";".join(member.name.lower() for group in groups for member in group)


def bits(*members: int) -> int:
    return sum(1 << member for member in members)


def tag_words(tags: int) -> str:
    return ";".join(sorted(tag.name.lower() for tag in Tag if tags >> tag & 1 and tag != Tag.LASTING))


def as_facts(card: Card) -> dict[str, str]:
    """A definition in the columns of the table of facts."""
    return {
        "id": card.id,
        "deck": card.deck.name.lower(),
        "kind": card.kind_word,
        "copies": str(card.copies),
        "level": str(card.level),
        "levels": str(card.levels_gained),
        "treasures": str(card.treasures),
        "bonus": str(card.bonus),
        "value": str(card.value),
        "slot": card.slot.name.lower(),
        "hands": str(card.hands),
        "big": str(int(card.big)),
        "tags": tag_words(bits(*card.tags)),
        "usable_by": words(card.usable_by.race, card.usable_by.klass, card.usable_by.sex),
        "not_usable_by": words(card.not_usable_by.race, card.not_usable_by.klass, card.not_usable_by.sex),
    }


@each(
    ("edition", "fact"),
    [(edition, fact) for edition, facts in FACTS.items() for fact in facts],
    ids=[f"{edition}:{fact['id']}" for edition, facts in FACTS.items() for fact in facts],
)
def test_every_card_has_its_numbers(edition, fact):
    """The definition agrees with the facts, the compiled record with the definition."""
    catalogue = load_catalogue((edition,))
    card = catalogue.card(catalogue.index(fact["id"]))
    assert as_facts(card) == fact
    compiled = row(fact["id"], catalogue)
    for column in ("kind", "deck", "slot", "hands", "big", "level", "treasures", "bonus", "value", "copies"):
        assert compiled[column] == getattr(card, column), column
    assert compiled["levels"] == int(fact["levels"])
    assert tag_words(int(compiled["tags"])) == fact["tags"]
    for prefix, restriction in (("need", card.usable_by), ("ban", card.not_usable_by)):
        for group in ("race", "klass", "sex"):
            expected = sum(1 << member for member in getattr(restriction, group))
            assert compiled[f"{prefix}_{group}"] == expected, (prefix, group)


@each("edition", FACTS)
def test_the_facts_are_about_all_cards_in_no_other_order(edition):
    assert [fact["id"] for fact in FACTS[edition]] == [card.id for card in read_edition(edition).cards]


# ---------------------------------------------------------------------------- numbering
def test_types_are_in_file_order_doors_first():
    assert CATALOGUE.cards[0] is None
    assert tuple(CARDS) == read_edition("munchkin").cards
    assert [card.deck for card in CARDS] == sorted(card.deck for card in CARDS)


def test_copies_are_grouped_by_deck_then_type():
    types = TABLES["type_of"][1:169]
    assert list(types) == sorted(types)
    assert set(TABLES["card"]["deck"][types[:95]]) == {Deck.DOOR}
    assert set(TABLES["card"]["deck"][types[95:]]) == {Deck.TREASURE}
    for type_, card in enumerate(CARDS, 1):
        copies = CATALOGUE.copies_of(type_)
        assert len(copies) == card.copies
        assert set(types[[copy - 1 for copy in copies]]) == {type_}


def test_clauses_follow_each_other_without_gaps():
    expected = 1
    for type_ in range(1, TABLES["n_types"] + 1):
        for trigger in Trigger:
            start, count = (TABLES["card"][type_][column][trigger] for column in ("start", "count"))
            assert start == (expected if count else 0)
            expected += count
    assert expected == TABLES["n_clauses"] + 1


def test_every_clause_is_compiled_to_its_word():
    for type_, card in enumerate(CARDS, 1):
        for trigger in Trigger:
            written = in_order(card.clauses(trigger))
            start = TABLES["card"][type_]["start"][trigger]
            compiled = TABLES["clause"][start : start + len(written)]
            assert [WORDS[clause.said].op for clause, _ in written] == list(compiled["op"])
            assert [otherwise for _, otherwise in written] == [bool(one) for one in compiled["otherwise"]]


def test_rows_that_are_not_used_are_zero():
    empty = np.zeros(1, tables.TABLES)[0]
    for name, used in (("card", "n_types"), ("clause", "n_clauses"), ("type_of", "n_cards")):
        size = int(TABLES[used])
        assert TABLES[name][0].tobytes() == empty[name][0].tobytes()
        assert TABLES[name][size + 1 :].tobytes() == empty[name][size + 1 :].tobytes()


def test_the_tables_cannot_be_changed():
    assert CATALOGUE.tables.dtype == tables.TABLES
    assert CATALOGUE.tables.shape == (1,)
    with pytest.raises(ValueError, match="read-only"):
        CATALOGUE.tables["n_cards"][0] = 1
    with pytest.raises(ValueError, match="read-only"):
        CATALOGUE.tables["card"]["level"][0, 5] = 1


# -------------------------------------------------------------------------- when and at what


def test_every_one_shot_curse_and_special_is_played_somehow():
    """Only the two cards that play themselves have clauses for a play and no moment."""
    assert {card.id for card in CARDS if card.play and not card.moments} == {"divine_intervention", "hoard"}


# --------------------------------------------------------------------------------- clauses


def test_curses_that_stay():
    """CURSE-1: some stay in front of the victim, some of these only until a combat ends, one bound to it (CURSE-4)."""
    lasting = {card.id: int(row(card.id)["lasting"]) for card in CARDS if row(card.id)["lasting"]}
    assert lasting == {"curse_change_sex": 2, "curse_chicken_on_your_head": 1, "curse_malign_mirror": 3}
    tagged = {card.id for card in CARDS if row(card.id)["tags"] >> Tag.LASTING & 1}
    assert tagged == set(lasting)


def test_only_items_and_one_shots_have_a_value():
    valued = {card.kind for card in CARDS if card.value != NO_VALUE}
    assert valued == {Kind.ITEM, Kind.ONE_SHOT}


# ------------------------------------------------------------------------------- words
def test_words_declare_columns_that_exist():
    types = {"int", "bool", "slot", "tags", "ability", "race", "class", "card", "filter", "policy", "deck", "side"}
    types |= {"combat_side", "receiver", "chooser"}
    types |= {"until", "letter", "payment", "often"}
    for do, word in WORDS.items():
        used = [parameter.column for parameter in word.params.values()]
        assert set(used) <= set(tables.CLAUSE.names or ()), do
        assert {parameter.type for parameter in word.params.values()} <= types, do
        assert set(word.triggers) <= set(TRIGGER_FIELDS.values()), do
        assert word.meaning, do
        shared = {column for column in used if used.count(column) > 1}
        assert shared <= {"arg"}, do  # slot or tags, by filter


def test_each_effect_has_one_word():
    ops = [word.op for word in WORDS.values()]
    assert len(set(ops)) == len(ops)
    assert {*Op, *(case for enum in CASES for case in enum)} - set(ops) <= {Op.NONE}


def test_words_that_no_card_uses_are_warned_about():
    used = words_used([read_edition(name) for name in find_editions()])
    unused = {do for do in WORDS if not used[do]}
    warned = {problem.field for problem in lint_shipped() if problem.code == "unused-word"}
    assert warned <= unused <= set()


# ------------------------------------------------------------------------------- names
@each("name", ["munchkin:elf", "elf", "Elf", " ELF ", "Munchkin:Elf"])
def test_a_card_is_found_by_id_or_name(name):
    assert CATALOGUE.card(CATALOGUE.index(name)).id == "elf"


def test_every_card_is_found_by_both_ids_and_its_name():
    for type_, card in enumerate(CARDS, 1):
        assert CATALOGUE.index(card.id) == CATALOGUE.index(card.full_id) == CATALOGUE.index(card.name) == type_
        assert CATALOGUE.name(type_) == card.name
        assert CATALOGUE.short_id(type_) == card.id


@each(
    ("wrong", "says"),
    [
        ("wizzard", r'got "wizzard" \(did you mean "wizard"\?\)'),
        ("3872 orcs", r'did you mean "3,872 orcs"\?'),
        ("", 'got ""'),
    ],
)
def test_an_unknown_card_is_an_error(wrong, says):
    with pytest.raises(CardError, match=says):
        CATALOGUE.index(wrong)


@each("type_", [0, -1, 148, 10_000])
def test_a_number_that_is_no_type_is_an_error(type_):
    for ask in (CATALOGUE.name, CATALOGUE.short_id, CATALOGUE.copies_of, CATALOGUE.card):
        with pytest.raises(CardError, match=rf"expected 1 to 147, got {type_}"):
            ask(type_)


# ---------------------------------------------------------------------------- editions
def test_the_host_gives_the_switches():
    """MIX-2."""
    assert CATALOGUE.host.id == "munchkin"
    assert CATALOGUE.switches["start_cards"] == 4
    assert CATALOGUE.switches["one_big"] is True
    with pytest.raises(TypeError):
        CATALOGUE.switches["start_cards"] = 9  # type: ignore[index]


def test_a_game_may_set_switches_otherwise():
    changed = load_catalogue(("munchkin",), (("hand_limit", 7), ("undead_join", False)))
    assert (changed.switches["hand_limit"], changed.switches["undead_join"]) == (7, False)
    assert changed.hash != CATALOGUE.hash
    game = mk.Game(players=3, seed=1, switches={"hand_limit": 7})
    assert int(game.position["rules"]["hand_limit"][0]) == 7
    assert mk.Game.load(game.save()).config.switches == (("hand_limit", 7),)


@each(
    ("switches", "message"),
    [
        ({"hand_limits": 7}, r"switches.hand_limits: unknown.*hand_limit"),
        ({"hand_limit": 70}, r"switches.hand_limit: expected a whole number from 1 to 20, got 70"),
        ({"hand_limit": True}, r"switches.hand_limit: expected a whole number from 1 to 20, got True"),
        ({"one_big": 1}, r"switches.one_big: expected true or false, got 1"),
        ({"loot_room": "never"}, r"switches.loot_room: expected one of optional, compulsory, got 'never'"),
        (7, r"switches: expected a mapping of names to values, got 7"),
        ({"one_big": None}, r"switches: expected names with"),
    ],
)
def test_a_wrong_switch_is_told(switches, message):
    with pytest.raises(ConfigError, match=message):
        mk.Game(players=3, seed=1, switches=switches)


def test_an_edition_added_at_the_end_only_appends(write_edition):
    """The types of the first edition keep their numbers; copies stay grouped by deck."""
    both = load_catalogue(("munchkin", str(write_edition())))
    assert both.cards[:148] == CATALOGUE.cards
    assert [both.card(type_).full_id for type_ in (148, 149)] == ["tiny:rabbit", "tiny:hat"]
    assert list(both.tables[0]["deck_cards"]) == [96, 74, 0]
    assert list(both.copies_of(148)) == [96]
    assert list(both.copies_of(149)) == [170]
    assert (row("rabbit", both)["edition"], row("elf", both)["edition"]) == (1, 0)
    assert both.host == CATALOGUE.host
    assert clauses("floating_nose", Trigger.ALWAYS, both) == clauses("floating_nose", Trigger.ALWAYS)


def test_cards_of_one_name_keep_their_editions_apart(write_edition):
    """MIX-1: cards of one name keep separate ids."""
    elf = '[[card]]\nid = "elf"\nname = "Elf"\nkind = "race"\nrace = "elf"\n'
    both = load_catalogue((str(write_edition(doors=elf, races='["elf"]')), "munchkin"))
    assert both.short_id(1) == "tiny:elf"
    assert both.short_id(both.index("munchkin:elf")) == "munchkin:elf"
    assert both.short_id(both.index("dwarf")) == "dwarf"
    with pytest.raises(CardError, match=r"expected one card, got .*which may be tiny:elf, munchkin:elf"):
        both.index("elf")


def test_a_card_may_name_one_of_another_edition(write_edition):
    doors = '[[card]]\nid = "x"\nname = "X"\nkind = "monster"\nlevel = 1\ntreasures = 1\n'
    doors += 'always = [{ do = "killed_by", card = "munchkin:magic_missile" }]\n'
    folder = str(write_edition(doors=doors))
    both = load_catalogue((folder, "munchkin"))
    assert clauses("x", Trigger.ALWAYS, both) == [{"op": Op.KILLED_BY, "arg": both.index("munchkin:magic_missile")}]
    with pytest.raises(CardError, match=r'card "x", field always\[0\]\.card: expected the id of a card'):
        load_catalogue((folder,))


@each(
    ("editions", "error", "says"),
    [
        ((), ConfigError, "expected at least one edition, got none"),
        (("munchkin", "munchkin"), ConfigError, "expected each edition once, got munchkin, munchkin"),
        (("munchkn",), CardError, 'did you mean "munchkin"'),
    ],
)
def test_a_list_of_editions_that_cannot_be_is_an_error(editions, error, says):
    with pytest.raises(error, match=says):
        load_catalogue(editions)


def test_a_faulty_edition_is_not_loaded(write_edition):
    doors = '[[card]]\nid = "x"\nname = "X"\nkind = "monster"\nlevel = 1\ntreasures = 1\nescaped = [{ do = "stay" }]\n'
    with pytest.raises(
        CardError, match=r'doors\.toml, card "x", field escaped\[0\]\.do: expected the word stay in play'
    ):
        load_catalogue((str(write_edition(doors=doors)),))


def test_a_number_out_of_its_range_is_an_error(write_edition):
    doors = '[[card]]\nid = "x"\nname = "X"\nkind = "monster"\nlevel = 1\ntreasures = 1\n'
    doors += 'bad_stuff = [{ do = "lose_worth", amount = 40000 }]\n'
    with pytest.raises(CardError, match=r'card "x", field bad_stuff\[0\]\.amount: expected 1 to 5000, got 40000'):
        load_catalogue((str(write_edition(doors=doors)),))


def test_a_game_holds_only_so_many_cards(write_edition):
    card = '[[card]]\nid = "{0}"\nname = "{0}"\nkind = "monster"\nlevel = 1\ntreasures = 1\n'
    folder = write_edition(doors="".join(card.format(f"m{number}") for number in range(MAX_TYPES)))
    with pytest.raises(CardError, match=f"distinct cards of tiny together: expected at most {MAX_TYPES - 1}, got"):
        load_catalogue((str(folder),))
    copies = "".join(card.format(f"m{number}") + "copies = 20\n" for number in range(60))
    manifest = (folder / "edition.toml").read_text(encoding="utf-8").replace(f"doors = {MAX_TYPES}", "doors = 1200")
    (folder / "edition.toml").write_text(manifest, encoding="utf-8")
    (folder / "doors.toml").write_text(copies, encoding="utf-8")
    with pytest.raises(CardError, match=f"cards of tiny together: expected at most {MAX_CARDS - 1}, got 1201"):
        load_catalogue((str(folder),))


def test_only_so_many_cards_draw_by_themselves():
    """Each one that another one draws waits on the stack, which has no room for a whole deck of them."""
    draw = 'when = []\ncopies = {}\nplay = [{{ do = "draw", what = "by_itself", deck = "treasure", count = 10 }}]'
    whole, small = (
        edition(f"hoards{copies}", treasures=card_of("more", "treasure_special", draw.format(copies)) + NOTHING)
        for copies in (MOST_DRAWING, MOST_DRAWING - 1)
    )
    with pytest.raises(CardError, match=f"draw by themselves of munchkin, {Path(whole).name} together: expected at"):
        mk.Game(editions=("munchkin", whole))
    hoards = ["more"] * (MOST_DRAWING - 1)
    game = bare_fight(["gazebo"], {"level": 9}, treasures=["hoard", *hoards], editions=("munchkin", small), goal=20)
    settled(game, "kill")
    assert {place_of(game, card) for card in ("more", "hoard")} == {"discards"}


# ---------------------------------------------------------------------- loading and hash
def test_a_catalogue_is_loaded_once():
    assert load_catalogue(("munchkin",)) is load_catalogue(["munchkin"]) is load_catalogue("munchkin")


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    """The base edition in a folder of its own."""
    return Path(shutil.copytree(EDITIONS_FOLDER / "munchkin", tmp_path / "copy"))


def test_the_hash_depends_on_the_cards_not_on_the_place(copied):
    assert load_catalogue((str(copied),)).hash == CATALOGUE.hash
    assert len(CATALOGUE.hash) == 64
    assert load_catalogue((str(copied),)).tables.tobytes() == CATALOGUE.tables.tobytes()


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("doors.toml", "level = 20", "level = 19"),
        (
            "doors.toml",
            'when = { race = "elf" } },\n    { do = "lets_go" }',
            'when = { race = "dwarf" } },\n    { do = "lets_go" }',
        ),
        ("doors.toml", 'id = "net_troll"', 'id = "web_troll"'),
        ("edition.toml", "hand_limit = 5", "hand_limit = 6"),
    ],
)
def test_the_hash_changes_with_whatever_changes_a_game(copied, file, old, new):
    text = (copied / file).read_text(encoding="utf-8")
    assert text.count(old) == 1
    (copied / file).write_text(text.replace(old, new), encoding="utf-8")
    assert load_catalogue((str(copied),)).hash != CATALOGUE.hash


def test_the_hash_does_not_change_with_a_name(copied):
    text = (copied / "doors.toml").read_text(encoding="utf-8")
    (copied / "doors.toml").write_text(text.replace('name = "Net Troll"', 'name = "Web Troll"'), encoding="utf-8")
    assert load_catalogue((str(copied),)).hash == CATALOGUE.hash
