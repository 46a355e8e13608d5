"""The compiled base edition: every card against a table of facts, every column against its meaning."""

import csv
import shutil
from collections import Counter
from collections.abc import Sequence
from enum import Enum
from pathlib import Path

import numpy as np
import pytest

import munchkin_env as mk
from munchkin_env.cards import tables
from munchkin_env.cards.compile import Catalogue, load_catalogue
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
    Ability,
    Aim,
    Bars,
    Brings,
    Change,
    Chooser,
    Deck,
    Draw,
    Filter,
    Kind,
    Klass,
    Leaves,
    Moment,
    Need,
    Op,
    Policy,
    Race,
    Raises,
    Remove,
    Sex,
    Slot,
    Tag,
    Trigger,
    Who,
)
from tests.each import each

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


def test_counts_by_kind():
    copies: Counter[str] = Counter()
    for card in CARDS:
        copies[card.kind_word] += card.copies
    assert copies == {
        "monster": 37,
        "race": 9,
        "class": 12,
        "race_modifier": 2,
        "class_modifier": 2,
        "curse": 19,
        "monster_enhancer": 5,
        "wandering_monster": 3,
        "door_special": 6,
        "item": 38,
        "one_shot": 23,
        "go_up_level": 9,
        "treasure_special": 2,
        "hireling": 1,
    }


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
@each(
    ("name", "when", "aim"),
    [
        ("curse_lose_a_level", Moment.ANY, Aim.PLAYER),
        ("ancient", Moment.COMBAT, Aim.MONSTER),
        ("wandering_monster", Moment.COMBAT, Aim.MONSTER_FROM_HAND),
        ("magic_missile", Moment.COMBAT, Aim.SIDE),
        ("gp_1000", Moment.ANY, Aim.PLAYER),
        ("mutilate_the_bodies", Moment.AFTER_COMBAT, Aim.PLAYER),
        ("kill_the_hireling", Moment.ANY, Aim.PLAYER),
        ("steal_a_level", Moment.ANY, Aim.VICTIM),
        ("divine_intervention", Moment(0), Aim.NONE),
        ("hoard", Moment(0), Aim.NONE),
        ("hireling", Moment(0), Aim.NONE),
        ("helm_of_courage", Moment(0), Aim.NONE),
        ("elf", Moment(0), Aim.NONE),
        ("mate", Moment.COMBAT, Aim.MONSTER),
        ("illusion", Moment.COMBAT, Aim.MONSTER_SWAP),
        ("out_to_lunch", Moment.COMBAT, Aim.NONE),
        ("help_me_out_here", Moment.LOSING, Aim.OTHERS_ITEM),
        ("cheat", Moment.OWN_FREE, Aim.OWN_ITEM),
        ("yuppie_water", Moment.COMBAT, Aim.NONE),
        ("doppleganger", Moment.LONE, Aim.NONE),
        ("friendship_potion", Moment.COMBAT, Aim.NONE),
        ("instant_wall", Moment.ESCAPE, Aim.FIGHTERS),
        ("invisibility_potion", Moment.FAILED, Aim.NONE),
        ("flask_of_glue", Moment.ESCAPED, Aim.NONE),
        ("loaded_die", Moment.ROLL, Aim.FACE),
        ("magic_lamp", Moment.OWN_TURN | Moment.FAILED, Aim.MONSTER),
        ("pollymorph_potion", Moment.COMBAT, Aim.MONSTER),
        ("transferral_potion", Moment.COMBAT, Aim.OUTSIDER),
        ("wand_of_dowsing", Moment.ANY, Aim.DISCARD),
        ("wishing_ring", Moment.ANY | Moment.CURSE, Aim.CURSE),
    ],
)
def test_when_and_at_what_a_card_is_played(name, when, aim):
    assert (row(name)["when"], row(name)["aim"]) == (when, aim)


def test_every_one_shot_curse_and_special_is_played_somehow():
    """Only the two cards that play themselves have clauses for a play and no moment."""
    assert {card.id for card in CARDS if card.play and not card.moments} == {"divine_intervention", "hoard"}


# --------------------------------------------------------------------------------- clauses
PARTY = {"who": Who.PARTY}


def taken_by(who: Chooser) -> dict[str, int]:
    """The columns of a clause by which others take a card, and keep it."""
    return {"op": Op.ORDER, "arg": who, "policy": 1}


@each(
    ("name", "trigger", "expected"),
    [
        ("undead_horse", Trigger.ALWAYS, [{"op": Op.STRENGTH, "amount": 5, "race": 1 << Race.DWARF, **PARTY}]),
        (
            "bigfoot",
            Trigger.ALWAYS,
            [{"op": Op.STRENGTH, "amount": 3, "race": 1 << Race.DWARF | 1 << Race.HALFLING, **PARTY}],
        ),
        ("horny_helmet", Trigger.ALWAYS, [{"op": Op.STRENGTH, "amount": 2, "race": 1 << Race.ELF}]),
        (
            "drooling_slime",
            Trigger.BAD_STUFF,
            [
                {"op": Op.LOSE_ITEM, "filter": Filter.SLOT, "arg": Slot.FOOTGEAR, "amount": 1},
                {"op": Op.LOSE_LEVEL, "amount": 1, "otherwise": 1},
            ],
        ),
        (
            "crabs",
            Trigger.BAD_STUFF,
            [
                {"op": Op.LOSE_ITEM, "filter": Filter.SLOT, "arg": Slot.ARMOR, "amount": 1},
                {"op": Op.LOSE_ALL, "filter": Filter.TAGGED, "arg": bits(Tag.BELOW_WAIST)},
            ],
        ),
        (
            "pit_bull",
            Trigger.ALWAYS,
            [{"op": Op.ESCAPE_FOR_ITEM, "arg": bits(Tag.WAND, Tag.STAFF, Tag.POLE)}],
        ),
        (
            "large_angry_chicken",
            Trigger.ALWAYS,
            [{"op": Brings.LEVEL, "amount": 1, "used": bits(Tag.FIRE), "need": Need.USED, **PARTY}],
        ),
        ("pukachu", Trigger.ALWAYS, [{"op": Brings.LEVEL, "amount": 1, "need": Need.LONE | Need.BARE, **PARTY}]),
        ("snails_on_speed", Trigger.ALWAYS, [{"op": Op.RUN_AWAY, "amount": -2}]),
        (
            "snails_on_speed",
            Trigger.BAD_STUFF,
            [{"op": Op.LOSE_ITEM, "filter": Filter.ITEMS_AND_HAND, "amount": 1, "die": 1}],
        ),
        (
            "platycore",
            Trigger.BAD_STUFF,
            [
                {"op": Op.CHOOSE, "amount": 2},
                {"op": Op.LOSE_ALL, "filter": Filter.HAND},
                {"op": Op.LOSE_LEVEL, "amount": 2},
            ],
        ),
        (
            "lawyers",
            Trigger.ALWAYS,
            [
                {"op": Leaves.UNFOUGHT, "klass": 1 << Klass.THIEF, **PARTY},
                {"op": Op.EXCHANGE, "amount": 2, "klass": 1 << Klass.THIEF, **PARTY},
            ],
        ),
        ("lawyers", Trigger.BAD_STUFF, [{**taken_by(Chooser.OTHERS), "filter": Filter.HAND, "flag": 1}]),
        ("hippogriff", Trigger.BAD_STUFF, [{**taken_by(Chooser.OTHERS_FROM_RIGHT), "filter": Filter.TREASURES}]),
        ("amazon", Trigger.ALWAYS, [{"op": Leaves.UNFOUGHT, "amount": 1, "sex": 1 << Sex.FEMALE, **PARTY}]),
        ("ghoulfiends", Trigger.BAD_STUFF, [{"op": Op.SET_LEVEL, "flag": 1}]),
        ("wight_brothers", Trigger.BAD_STUFF, [{"op": Op.SET_LEVEL, "amount": 1}]),
        ("wight_brothers", Trigger.ESCAPED, [{"op": Op.LOSE_LEVEL, "amount": 2, "min_level": 4}]),
        (
            "floating_nose",
            Trigger.ALWAYS,
            [
                {"op": Leaves.BRIBED, "amount": 200},
                {"op": Bars.ESCAPE},
                {"op": Op.KILLED_BY, "arg": CATALOGUE.index("potion_of_halitosis")},
            ],
        ),
        ("orcs_3872", Trigger.BAD_STUFF, [{"op": Op.LOSE_LEVEL, "die": 1, "limit": 2}]),
        ("tongue_demon", Trigger.ENTRY, [{"op": Op.LOSE_ITEM, "amount": 1}]),
        (
            "tongue_demon",
            Trigger.BAD_STUFF,
            [{"op": Op.LOSE_LEVEL, "amount": 2}, {"op": Op.LOSE_LEVEL, "amount": 1, "race": 1 << Race.ELF}],
        ),
        ("stoned_golem", Trigger.ALWAYS, [{"op": Leaves.DECLINED, "not_race": 1 << Race.HALFLING, **PARTY}]),
        (
            "unspeakably_awful_indescribable_horror",
            Trigger.BAD_STUFF,
            [
                {"op": Op.DEATH, "not_klass": 1 << Klass.WIZARD},
                {
                    "op": Op.LOSE_ALL,
                    "milder": 1,
                    "filter": Filter.CLASSES,
                    "arg": Klass.WIZARD,
                    "klass": 1 << Klass.WIZARD,
                },
            ],
        ),
        (
            "squidzilla",
            Trigger.ALWAYS,
            [
                {"op": Op.FIGHTERS_STRENGTH, "amount": -4, "race": 1 << Race.ELF, **PARTY},
                {"op": Op.LETS_GO, "max_level": 4, "not_race": 1 << Race.ELF},
            ],
        ),
        (
            "curse_change_sex",
            Trigger.PLAY,
            [{"op": Change.SEX}, {"op": Op.STAY, "flag": 1}],
        ),
        ("curse_change_sex", Trigger.ALWAYS, [{"op": Op.STRENGTH, "amount": -5}]),
        (
            "curse_chicken_on_your_head",
            Trigger.ALWAYS,
            [{"op": Op.DIE, "amount": -1}, {"op": Op.FALLS_WITH, "arg": Slot.HEADGEAR}],
        ),
        (
            "curse_lose_your_class",
            Trigger.PLAY,
            [
                {"op": Op.LOSE_ITEM, "filter": Filter.CLASSES, "amount": 1},
                {"op": Op.LOSE_LEVEL, "amount": 1, "otherwise": 1},
            ],
        ),
        ("curse_truly_obnoxious", Trigger.PLAY, [{"op": Op.LOSE_ITEM, "filter": Filter.BEST, "amount": 1}]),
        (
            "cleric",
            Trigger.ALWAYS,
            [
                {"op": Op.ABILITY, "arg": Ability.RESURRECTION},
                {"op": Op.ABILITY, "arg": Ability.TURNING, "limit": 3, "amount": 3},
            ],
        ),
        (
            "thief",
            Trigger.ALWAYS,
            [
                {"op": Op.ABILITY, "arg": Ability.BACKSTAB, "amount": -2},
                {"op": Op.ABILITY, "arg": Ability.THEFT, "amount": 4},
            ],
        ),
        (
            "wizard",
            Trigger.ALWAYS,
            [
                {"op": Op.ABILITY, "arg": Ability.FLIGHT, "limit": 3, "amount": 1},
                {"op": Op.ABILITY, "arg": Ability.CHARM, "limit": 3},
            ],
        ),
        ("magic_lamp", Trigger.PLAY, [{"op": Remove.ONE, "policy": Policy.IF_ALONE}]),
        ("pollymorph_potion", Trigger.PLAY, [{"op": Remove.ONE, "policy": Policy.KEPT}]),
        ("friendship_potion", Trigger.PLAY, [{"op": Remove.ALL, "flag": 1}]),
        ("out_to_lunch", Trigger.PLAY, [{"op": Remove.ALL, "amount": 2}]),
        ("instant_wall", Trigger.PLAY, [{"op": Op.ESCAPE, "flag": 1}]),
        ("yuppie_water", Trigger.PLAY, [{"op": Op.RACE_BONUS, "arg": Race.ELF, "amount": 2}]),
        ("divine_intervention", Trigger.PLAY, [{"op": Raises.CLASS, "arg": Klass.CLERIC, "amount": 1}]),
        ("whine_at_the_gm", Trigger.PLAY, [{"op": Op.GAIN_LEVEL, "amount": 1, "flag": 1}]),
        ("kill_the_hireling", Trigger.PLAY, [{"op": Op.KILL_SIDEKICK}, {"op": Op.GAIN_LEVEL, "amount": 1}]),
        ("hoard", Trigger.PLAY, [{"op": Draw.BY_ITSELF, "arg": Deck.TREASURE, "amount": 3}]),
        ("rat_on_a_stick", Trigger.ALWAYS, [{"op": Op.ESCAPE_CARD, "limit": 8}]),
        ("hireling", Trigger.ALWAYS, [{"op": Op.ABILITY, "arg": Ability.CARRY_EXTRA}, {"op": Op.ESCAPE_CARD}]),
        ("potted_plant", Trigger.BAD_STUFF, []),
    ],
)
def test_clauses_of_cards_that_do_something_special(name, trigger, expected):
    assert clauses(name, trigger) == [{column: int(value) for column, value in one.items()} for one in expected]


def test_abilities_are_a_mask():
    masks = {card.id: int(row(card.id)["abilities"]) for card in CARDS if row(card.id)["abilities"]}
    assert masks == {
        "dwarf": 1 << Ability.ANY_BIG,
        "elf": 1 << Ability.HELP_LEVELS,
        "halfling": 1 << Ability.DOUBLE_SALE | 1 << Ability.RETRY,
        "cleric": 1 << Ability.RESURRECTION | 1 << Ability.TURNING,
        "thief": 1 << Ability.BACKSTAB | 1 << Ability.THEFT,
        "warrior": 1 << Ability.BERSERK | 1 << Ability.WIN_TIES,
        "wizard": 1 << Ability.FLIGHT | 1 << Ability.CHARM,
        "curse_malign_mirror": 1 << Ability.ARMOR_ONLY,
        "sandals_of_protection": 1 << Ability.NO_DOOR_CURSES,
        "tuba_of_charm": 1 << Ability.ESCAPE_TREASURE,
        "kneepads_of_allure": 1 << Ability.FORCE_HELP,
        "hireling": 1 << Ability.CARRY_EXTRA,
    }


def test_curses_that_stay():
    """CURSE-1: some stay in front of the victim, some of these only until a combat ends, one bound to it (CURSE-4)."""
    lasting = {card.id: int(row(card.id)["lasting"]) for card in CARDS if row(card.id)["lasting"]}
    assert lasting == {"curse_change_sex": 2, "curse_chicken_on_your_head": 1, "curse_malign_mirror": 3}
    tagged = {card.id for card in CARDS if row(card.id)["tags"] >> Tag.LASTING & 1}
    assert tagged == set(lasting)


def test_races_and_classes_know_which_they_are():
    assert {card.id: row(card.id)["race"] for card in CARDS if row(card.id)["race"]} == {
        "dwarf": Race.DWARF,
        "elf": Race.ELF,
        "halfling": Race.HALFLING,
    }
    assert {card.id: row(card.id)["klass"] for card in CARDS if row(card.id)["klass"]} == {
        "cleric": Klass.CLERIC,
        "thief": Klass.THIEF,
        "warrior": Klass.WARRIOR,
        "wizard": Klass.WIZARD,
    }


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
