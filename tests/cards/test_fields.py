"""Every field of a card makes a difference to the game where its kind has it, and is refused where it has not."""

from collections.abc import Iterator
from dataclasses import replace

from munchkin_env.cards.definition import EVERY_KIND, FIELDS, KIND_WORDS, TRIGGER_FIELDS
from munchkin_env.cards.lint import lint_edition
from munchkin_env.vocabulary import Kind
from tests.cards.probe import DRAFTS, VALID, Fields, Place, behind_the_door, clause, fight, write
from tests.each import each

LISTS = frozenset(TRIGGER_FIELDS.values())  # of clauses: see above


def in_hand(**rest: object) -> Place:
    return Place(add={"hand": ["probe"]}, rest=rest)


def fields_and_games() -> Iterator[tuple[Kind, str, Fields, Fields, Place]]:
    """Every field of every kind: a card that has it, one that differs in it alone, and where that shows."""
    lost = {"play": '[{ do = "lose_all", filter = "races" }]', "when": '["any"]'}
    bonus = {"play": '[{ do = "side_bonus" }]', "when": '["combat"]', "on": '"side"'}
    won, lost_fight = Place(rest=fight("probe")), Place(rest=fight("bullrog"))
    tie, worn = Place(add={"table": ["probe"]}, rest=fight("gazebo")), Place(add={"table": ["probe"]})
    undead = Place({"klass": "cleric"}, rest=fight("probe"))
    enhanced = Place({"klass": "cleric"}, {"hand": ["probe"]}, fight("lame_goblin"))
    for field, value in (("level", "9"), ("levels", "2"), ("treasures", "3")):
        yield Kind.MONSTER, field, {**VALID[Kind.MONSTER], field: value}, VALID[Kind.MONSTER], won
    yield Kind.MONSTER, "tags", {**VALID[Kind.MONSTER], "tags": '["undead"]'}, VALID[Kind.MONSTER], undead
    race, klass = Place({"race": "probe"}, rest=fight("face_sucker")), Place({"klass": "probe"}, rest=fight("harpies"))
    yield Kind.RACE, "race", {"race": '"elf"'}, VALID[Kind.RACE], race
    yield Kind.CLASS, "class", {"class": '"wizard"'}, VALID[Kind.CLASS], klass
    for field, value in (("bonus", "9"), ("treasures", "3"), ("tags", '["undead"]'), ("when", '["lone"]')):
        rest = fight("lame_goblin", helper=1) if field == "when" else enhanced.rest
        card = {**VALID[Kind.ENHANCER], field: value}
        yield Kind.ENHANCER, field, card, VALID[Kind.ENHANCER], replace(enhanced, rest=rest)
    for kind in (Kind.CURSE, Kind.MADNESS, Kind.LEVEL):
        yield kind, "when", {**VALID[kind], "when": '["combat"]'}, VALID[kind], in_hand(phase="start")
    yield (
        Kind.WANDERING,
        "when",
        {**VALID[Kind.WANDERING], "when": '["lone"]'},
        VALID[Kind.WANDERING],
        in_hand(**fight("lame_goblin", helper=1)),
    )
    yield Kind.LEVEL, "on", {**VALID[Kind.LEVEL], "on": '"none"'}, VALID[Kind.LEVEL], in_hand(phase="start")
    for kind in (Kind.DOOR_SPECIAL, Kind.TREASURE_SPECIAL, Kind.ONE_SHOT, Kind.ITEM, Kind.TRICK):
        worth = {"value": "100"} if kind in (Kind.ONE_SHOT, Kind.ITEM) else {}
        yield kind, "when", {**worth, **lost, "when": '["combat"]'}, {**worth, **lost}, in_hand(phase="start")
        yield kind, "on", {**worth, **lost, "on": '"victim"'}, {**worth, **lost}, in_hand(phase="start")
        yield kind, "bonus", {**worth, **bonus, "bonus": "5"}, {**worth, **bonus}, in_hand(**lost_fight.rest)
        if "tags" in FIELDS[kind][1]:
            spent = {**worth, **bonus, "bonus": "1"}
            chicken = in_hand(**fight("large_angry_chicken"))
            yield kind, "tags", {**spent, "tags": '["fire"]'}, spent, chicken
        if worth:
            allowed = {**worth, **bonus, "bonus": "5"}
            for field in ("usable_by", "not_usable_by"):
                yield (
                    kind,
                    field,
                    {**allowed, field: '["wizard"]' if field == "usable_by" else '["elf"]'},
                    allowed,
                    in_hand(**lost_fight.rest),
                )
    item = {"value": "100", "bonus": "3"}
    for kind in (Kind.ITEM, Kind.ONE_SHOT):
        card = item if kind == Kind.ITEM else VALID[kind]
        yield kind, "value", {**card, "value": "1000"}, card, replace(worn, rest={"phase": "start"})
    for field, value in (("slot", '"headgear"'), ("hands", "1"), ("big", "true"), ("tags", '["below_waist"]')):
        place = Place(add={"carried": ["probe"]}, rest={"phase": "start"})
        if field == "tags":
            place = Place(add={"table": ["probe"]}, rest=fight("crabs", "bullrog"))
        yield Kind.ITEM, field, {**item, field: value}, item, place
    for field, value in (("bonus", "5"), ("usable_by", '["wizard"]'), ("not_usable_by", '["elf"]')):
        yield Kind.ITEM, field, {**item, field: value}, item, tie
    yield Kind.SIDEKICK, "bonus", {"bonus": "5"}, {}, tie
    yield Kind.SIDEKICK, "when", {"when": '["any"]'}, {}, in_hand(phase="start")
    worn = {"value": "100", "slot": '"headgear"'}
    held = Place(add={"carried": ["probe"]}, rest={"phase": "start"})
    yield Kind.ITEM, "layer", {**worn, "layer": '"beside"'}, worn, held
    enhanced = Place(add={"hand": ["probe"]}, rest={"phase": "start"})
    plain = VALID[Kind.ITEM_ENHANCER]
    yield Kind.ITEM_ENHANCER, "bonus", {**plain, "bonus": "9"}, plain, enhanced
    power = {**VALID[Kind.CLASS], "play": '[{ do = "gain_level", amount = 1 }]', "when": '["own_free"]'}
    power["always"] = '[{ do = "cost", cards = 1 }]'
    free = {"phase": "start"}
    yield Kind.CLASS, "when", power, {**power, "when": '["combat"]'}, Place({"klass": "probe"}, rest=free)
    drafts = {**power, "play": '[{ do = "draft" }]', "when": '["combat"]', "always": DRAFTS}
    losing = Place({"klass": "probe", "hand": []}, rest=fight("bullrog"))
    yield Kind.CLASS, "on", {**drafts, "on": '"outsider"'}, drafts, losing
    power = {**power, **VALID[Kind.RACE]}
    del power["class"]
    yield Kind.RACE, "when", power, {**power, "when": '["combat"]'}, Place({"race": "probe"}, rest=free)
    burning = Place({"table": [{"helm_of_courage": "probe"}, "leather_armor"]}, rest=fight("large_angry_chicken"))
    yield Kind.ITEM_ENHANCER, "tags", {**plain, "tags": '["fire"]'}, plain, burning
    yield Kind.ITEM_ENHANCER, "when", {**plain, "when": '["receipt"]'}, plain, enhanced
    mad = {"play": '[{ do = "stay" }]', "always": f"[{clause('hand_limit', 'amount = -1')}]"}
    brave = Place(add={"curses": ["probe"], "hand": ["courage"]}, rest={"phase": "start"})
    yield Kind.MADNESS, "tags", {**mad, "tags": '["phobia"]'}, mad, brave
    yield Kind.MUTATION, "bonus", {"bonus": "5"}, {}, tie
    inside = behind_the_door()[0]
    yield Kind.ROOM, "level", {**VALID[Kind.ROOM], "level": "9"}, VALID[Kind.ROOM], inside
    for field, value in (("levels", "3"), ("treasures", "3"), ("tags", '["undead"]')):
        weak = {"level": "1", "treasures": "1"}
        place = replace(inside, me={"klass": "cleric"})
        yield Kind.ROOM, field, {**weak, field: value}, weak, place


GAMES = list(fields_and_games())


def test_the_fields_of_all_kinds_are_played():
    """No field is missing above; what a kind must have and cannot vary, its clauses, are played by their words."""
    meant = {(kind, field) for kind, fields in FIELDS.items() for field in fields[0] | fields[1] if field not in LISTS}
    assert {(kind, field) for kind, field, *_ in GAMES} == meant


@each(
    ("kind", "field", "card", "without", "place"),
    GAMES,
    ids=[f"{KIND_WORDS[kind]} {field}" for kind, field, *_ in GAMES],
)
def test_a_field_makes_a_difference(differs, kind, field, card, without, place):
    assert differs(kind, card, without, place)


@each("kind", VALID, ids=KIND_WORDS.values(), rotating=True)
def test_a_field_is_refused_where_it_means_nothing(tmp_path, kind):
    values = {
        **dict.fromkeys(("level", "levels", "treasures", "bonus", "value", "hands"), "1"),
        **dict.fromkeys(LISTS, "[]"),
        "big": "true",
        "slot": '"armor"',
        "layer": '"over"',
        "race": '"elf"',
        "class": '"thief"',
        "tags": '["fire"]',
        "on": '"player"',
        "usable_by": '["elf"]',
        "not_usable_by": '["elf"]',
        "when": '["any"]',
    }
    every = set().union(*(required | allowed for required, allowed in FIELDS.values()))
    assert set(values) == every
    strangers = sorted(every - FIELDS[kind][0] - FIELDS[kind][1] - EVERY_KIND)
    cards = {field: (kind, {**VALID[kind], field: values[field]}) for field in strangers}
    found = lint_edition(write(tmp_path / "w", cards)) if cards else []
    assert {(problem.card, problem.field, problem.code) for problem in found if problem.code != "missing-field"} == {
        (field, field, "field-of-other-kind") for field in strangers
    }
