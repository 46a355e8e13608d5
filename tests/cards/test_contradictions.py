"""Cards that contradict themselves, or of which a part changes nothing, are refused; what only looks so is not."""

from itertools import product

from munchkin_env.cards.card_lint import CONTRARY, EXCLUSIVE, IDLE
from munchkin_env.cards.definition import FIELDS, KIND_WORDS
from munchkin_env.cards.lint import lint_edition
from munchkin_env.cards.words import ABILITIES, TAG_KINDS, WORDS
from munchkin_env.vocabulary import Kind, Tag
from tests.cards.conftest import item, monster
from tests.cards.probe import VALID, clause, write
from tests.each import each


def found(write_edition, folder: str = "tiny", **files: str) -> list[tuple[str, str]]:
    return [(one.field, one.code) for one in lint_edition(write_edition(folder=folder, **files))]


# ----------------------------------------------------------------------------- free powers
COSTS = [  # parameters of `cost`, and whether it is one
    ("", False),
    ("lowest = true", False),
    ("itself = false", False),
    ("cards = 1", True),
    ("itself = true", True),
    ('each = "turn"', True),
    ('each = "combat", lowest = true', True),
]


@each(("cost", "enough"), COSTS)
def test_what_is_used_in_play_has_a_price_or_an_end(write_edition, cost, enough):
    """A player with free draws would draw all cards."""
    power = {"play": '[{ do = "draw", what = "face_down", deck = "door", count = 1 }]', "when": '["own_free"]'}
    treasures = item(always=f"[{clause('cost', cost)}]", **power)
    assert found(write_edition, treasures=treasures) == ([] if enough else [("always[0]", "free-power")])


def required(do: str, **given: int) -> str:
    """Parameters with which a clause can be read."""
    values = {"class": '"thief"', "race": '"elf"', "tags": '"fire"', "card": '"hat"', "side": '"left"'}
    values |= {"filter": '"hand"', "receiver": '"left"', "deck": '"door"', "policy": '"lost"', "until": '"level"'}
    values |= {"chooser": '"left"', "slot": '"armor"'}
    values |= {"letter": '"g"', "ability": '"win_ties"' if do == "ability" else '"no_helping"'}
    parts = {
        name: values.get(one.type, str(max(1, one.least))) for name, one in WORDS[do].params.items() if one.required
    }
    return ", ".join(f"{name} = {value}" for name, value in {**parts, **given}.items())


def used() -> list[str]:
    """The words of a play that a card in play may have."""
    return [do for do, word in WORDS.items() if Kind.ITEM in word.triggers.get("play", ())]


@each("do", used())
def test_only_what_has_an_end_of_its_own_is_used_for_nothing(write_edition, do):
    card = item(always='[{ do = "cost" }]', play=f"[{clause(do, required(do))}]")
    found = [one for one in lint_edition(write_edition(treasures=card)) if one.code == "free-power"]
    assert bool(found) != (do in ("wager", "complete_cult"))
    assert all(f"the word {do}" in one.message for one in found)


@each(("cost", "enough"), [*COSTS, ("cards = 2", True), ('cards = 1, each = "turn"', True)])
@each("do", used())
def test_cards_alone_are_no_price_of_what_brings_them_back(write_edition, do, cost, enough):
    """Two cards would pay for each other for ever."""
    card = item(always=f"[{clause('cost', cost)}]", play=f"[{clause(do, required(do))}]")
    found = [one for one in lint_edition(write_edition(treasures=card)) if one.code == "free-power"]
    only_cards = "cards" in cost and "each" not in cost
    if do in ("fetch discards", "fetch top"):
        assert bool(found) == (only_cards or not enough)
        assert not only_cards or "a cost of cards alone" in found[0].message
    elif enough:
        assert not found


# ----------------------------------------------------------------------------- pairs
SAMPLES = {
    "escape_for_item": 'tags = ["pole"]',
    "shun": 'tags = ["phobia"]',
    "room_for complex": "amount = 1",
    "draw for_help": 'deck = "treasure", count = 1',
    "more_big": "limit = 2",
    "bars helpers": "",
}


def written(name: str, when: str = "") -> str:
    """A clause with the word, or with the ability of that name."""
    if name in WORDS:
        return clause(name, SAMPLES.get(name, ""), when or ('race = "elf"' if name == "bars helpers" else ""))
    return clause("ability", ", ".join([f'name = "{name}"', *([SAMPLES[name]] if name in SAMPLES else [])]), when)


def host(names: tuple[str, str]) -> Kind:
    """A kind of card at which both may stand."""
    abilities = {one.name.lower(): grant.kinds for one, grant in ABILITIES.items()}
    one, other = (abilities.get(name) or WORDS[name].triggers["always"] for name in names)
    return min(one & other)


def lint_pair(tmp_path, names: tuple[str, str], clauses: list[str]) -> list[tuple[str, str]]:
    kind = host(names)
    fields = {**VALID[kind], "always": f"[{', '.join(clauses)}]"}
    if kind in (Kind.CURSE, Kind.MADNESS):
        fields["play"] = '[{ do = "stay" }]'
    return [(one.field, one.code) for one in lint_edition(write(tmp_path / "pair", {"probe": (kind, fields)}))]


@each("names", [*CONTRARY, *IDLE], ids=" and ".join)
def test_words_that_exclude_each_other_are_not_on_one_card(tmp_path, names):
    first, second = names
    for at, clauses in ((1, [written(first), written(second)]), (0, [written(second), written(first)])):
        assert lint_pair(tmp_path, names, clauses) == [(f"always[{at}]", "contradiction")]
    for name in names:
        assert lint_pair(tmp_path, names, [written(name)]) == []


APART = [  # conditions of two clauses, and whether both may hold at once
    ("min_level = 5", "max_level = 4", False),
    ("min_level = 5", "max_level = 5", True),
    ("max_level = 3", "min_level = 4", False),
    ('race = "elf"', 'not_race = "elf"', False),
    ('race = ["elf", "dwarf"]', 'not_race = "elf"', True),
    ('not_class = ["thief", "wizard"]', 'class = "thief"', False),
    ('sex = "male"', 'sex = "female"', False),
    ('race = "elf"', 'race = "dwarf"', True),  # a Half-Breed is both
    ('class = "thief"', 'class = "wizard"', True),
    ("min_level = 5", 'race = "elf"', True),
    ("min_level = 5", "", True),
]


@each(("one", "other", "both"), APART)
def test_words_that_exclude_each_other_may_hold_of_different_players(write_edition, one, other, both):
    for number, (first, second) in enumerate(((one, other), (other, one))):
        always = f"[{clause('bars escape', when=first)}, {clause('lets_go', when=second)}]"
        expected = [("always[1]", "contradiction")] if both else []
        assert found(write_edition, f"tiny{number}", doors=monster(always=always)) == expected


@each(
    ("one", "other", "both"),
    [
        ('race = "elf"', 'not_race = "elf"', False),
        ('sex = "male"', 'sex = "female"', True),  # a man and a woman fight
        ('race = "elf", who = "owner"', 'not_race = "elf"', True),  # an elf's helper may be none
        ('race = "elf", who = "somebody"', 'not_race = "elf", who = "somebody"', True),
    ],
)
def test_two_fighters_may_be_both(write_edition, one, other, both):
    """COMBAT-8: a condition on the party holds if it holds of one of them."""
    always = f"[{clause('bars bonuses', when=one)}, {clause('bars levels', when=other)}]"
    expected = [("always[1]", "contradiction")] if both else []
    assert found(write_edition, doors=monster(always=always)) == expected


def test_who_cannot_be_escaped_by_some_may_be_escaped_by_others_with_an_item(write_edition):
    always = ", ".join((clause("bars escape", when='race = "elf"'), written("escape_for_item")))
    always = f"[{always}]"
    assert found(write_edition, doors=monster(always=always)) == []


# ----------------------------------------------------------------------------- numbers and fields
def enhancer(**fields: str) -> str:
    return monster(**{"kind": '"monster_enhancer"', "level": "", "bonus": "5", **fields})


NOTHING = [  # a door card, the field that is refused, code; and what makes it a card
    (enhancer(always='[{ do = "no_treasure" }]'), "always[0]", "contradiction", ("treasures = 1", "treasures = 0")),
    (enhancer(treasures="0", bonus="0"), "bonus", "wrong-amount", ("bonus = 0", "bonus = 1")),
    (
        enhancer(treasures="0", bonus="0", always='[{ do = "not_with", tags = ["undead"] }]'),
        "bonus",
        "wrong-amount",
        ("bonus = 0", 'bonus = 0\ntags = ["undead"]'),
    ),
    (
        monster(always='[{ do = "factor", times = 1 }]'),
        "always[0].times",
        "wrong-amount",
        ("times = 1", "times = 2"),
    ),
    (
        monster(always='[{ do = "bars", what = "help", when = { lone = true, helping = true } }]'),
        "always[0].when.lone",
        "impossible-condition",
        ("lone = true, ", ""),
    ),
    (
        monster(bad_stuff='[{ do = "lose_all", otherwise = { do = "death", when = { sex = ["male", "female"] } } }]'),
        "bad_stuff[0].otherwise.when.sex",
        "idle-condition",
        (', "female"', ""),
    ),
]


@each(("doors", "field", "code", "mended"), NOTHING, ids=[f"{f} {c}" for _, f, c, _ in NOTHING])
def test_a_door_card_of_which_a_part_changes_nothing_is_refused(write_edition, doors, field, code, mended):
    assert found(write_edition, doors=doors) == [(field, code)]
    assert found(write_edition, "mended", doors=doors.replace(*mended)) == []


AGAINST = '[{ do = "strength_against", amount = 3, level_from = LOW, level_to = HIGH }]'
NOTHING_ON_TREASURE = [
    (item(always=AGAINST.replace("LOW", "5").replace("HIGH", "4")), "always[0].level_from", "impossible-bounds"),
    (item(always=AGAINST.replace("LOW", "5").replace("HIGH", "5")), None, ""),
    (item(not_usable_by='["male", "female"]'), "not_usable_by", "impossible-restriction"),
    (item(usable_by='["male", "female"]'), "usable_by", "idle-restriction"),
    (item(usable_by='["male", "elf"]'), None, ""),
]


@each(("treasures", "field", "code"), NOTHING_ON_TREASURE)
def test_an_item_of_which_a_part_changes_nothing_is_refused(write_edition, treasures, field, code):
    assert found(write_edition, treasures=treasures) == ([(field, code)] if field else [])


HANGING = {"value": "", "kind": '"item_enhancer"'}


@each(
    ("bonus", "play", "tags", "sound"),
    [("0", "", "", False), ("1", "", "", True), ("0", ", fewer_hands = 1", "", True), ("0", "", '["fire"]', True)],
)
def test_an_item_enhancer_changes_an_item(write_edition, bonus, play, tags, sound):
    card = item(**HANGING, bonus=bonus, tags=tags, play=f'[{{ do = "enhance_item"{play} }}]')
    assert found(write_edition, treasures=card) == ([] if sound else [("bonus", "wrong-amount")])


@each(("small", "capital", "levels"), [*product((0, 1), (0, 2), (0, 1))])
def test_a_letter_changes_something(tmp_path, small, capital, levels):
    parameters = f'letter = "g", small = {small}, capital = {capital}' + (f", levels = {levels}" if levels else "")
    card = {"play": '[{ do = "stay" }]', "always": f"[{clause('monster_letters', parameters)}]"}
    problems = lint_edition(write(tmp_path / "letter", {"probe": (Kind.MADNESS, card)}))
    assert [one.code for one in problems] == ([] if small or capital or levels else ["wrong-amount"])


def idle_numbers() -> list[tuple[str, str, int]]:
    return [
        (do, name, parameter.idle)
        for do, word in WORDS.items()
        for name, parameter in word.params.items()
        if parameter.idle is not None
    ]


@each(("do", "name", "idle"), idle_numbers())
def test_a_number_with_which_a_word_changes_nothing_is_refused(tmp_path, do, name, idle):
    trigger, kinds = next(iter(WORDS[do].triggers.items()))
    for number in (idle - 1, idle, idle + 1):
        fields = {**VALID[min(kinds)], trigger: f"[{clause(do, required(do, **{name: number}))}]"}
        problems = lint_edition(write(tmp_path / "idle", {"probe": (min(kinds), fields)}))
        wrong = [one.field for one in problems if one.code == "wrong-amount"]
        assert wrong == ([f"{trigger}[0].{name}"] if number == idle else [])


def test_numbers_that_are_added_are_idle_at_zero_and_factors_at_one():
    """Every number that may be below 0 is one that is added, but those of a letter, of which one may be 0."""
    below = {
        (do, name)
        for do, word in WORDS.items()
        for name, one in word.params.items()
        if one.type == "int" and one.least < 0
    }
    idle = {(do, name): number for do, name, number in idle_numbers()}
    assert below - set(idle) == {("monster_letters", "small"), ("monster_letters", "capital")}
    assert {pair for pair, number in idle.items() if number == 1} == {("factor", "times"), ("treasure_times", "times")}


# ----------------------------------------------------------------------------- tags
@each("tag", [tag for tag in Tag if tag != Tag.LASTING], ids=lambda tag: tag.name.lower())
def test_a_tag_stands_at_the_kinds_where_it_means_something(tmp_path, tag):
    tagged = [kind for kind in FIELDS if "tags" in FIELDS[kind][1]]
    assert TAG_KINDS[tag] <= set(tagged)
    for kind in tagged:
        fields = {**VALID[kind], "tags": f'["{tag.name.lower()}"]'}
        if kind == Kind.ROOM:
            fields |= {"level": "1", "treasures": "1"}
        problems = lint_edition(write(tmp_path / "tags", {"probe": (kind, fields)}))
        wrong = [("probe", "tags", "tag-of-other-kind")] if kind not in TAG_KINDS[tag] else []
        assert [(one.card, one.field, one.code) for one in problems] == wrong
        meant = ", ".join(one.name.lower() for one in Tag if kind in TAG_KINDS.get(one, ()))
        assert all(
            one.message == f"expected one of {meant} at the kind {KIND_WORDS[kind]}, got {tag.name.lower()}"
            for one in problems
        )


def test_every_tag_has_kinds():
    assert set(TAG_KINDS) == set(Tag) - {Tag.LASTING}
    assert all(TAG_KINDS.values())


# ----------------------------------------------------------------------------- parameters that need or bar each other
VALUES = {"int": "1", "bool": "true", "class": '"thief"', "tags": '"undead"', "card": '"other"', "payment": '"own"'}


def given(do: str, *names: str) -> str:
    """Parameters of a clause that is sound but for these."""
    params = WORDS[do].params
    values = {name: str(max(1, params[name].least)) if params[name].type == "int" else VALUES[params[name].type]
              for name in names}  # fmt: skip
    if do == "lose_level" and "die" not in names:
        values["amount"] = "1"
    return ", ".join(f"{name} = {value}" for name, value in values.items())


def parts_refused(tmp_path, do: str, parameters: str) -> list[tuple[str, str]]:
    """Return the linter's complaints about the parameters of a clause, at a kind where all of them mean something."""
    kinds = [one.kinds for one in WORDS[do].params.values() if one.kinds is not None] or [frozenset(Kind)]
    trigger, kind = next(
        (trigger, min(places & kinds[0])) for trigger, places in WORDS[do].triggers.items() if places & kinds[0]
    )
    fields = {**VALID[kind], trigger: f"[{clause(do, parameters)}]"}
    if do == "stay":
        fields["always"] = f"[{clause('hand_limit', 'amount = -1')}]"
    if do == "cost":
        fields |= {"play": '[{ do = "look", deck = "door", count = 1 }]', "when": '["any"]'}
    other = {"other": (Kind.ENHANCER, VALID[Kind.ENHANCER])}
    problems = lint_edition(write(tmp_path / "parts", {"probe": (kind, fields), **other}))
    return [(one.field.removeprefix(f"{trigger}[0]."), one.code) for one in problems]


NEEDING = [("lose_level", "death_up_to", "die"), ("cost", "of", "cards"), ("stay", "binding", "combat")]


@each(("do", "one", "other"), NEEDING)
def test_a_parameter_is_refused_without_the_one_that_it_is_about(tmp_path, do, one, other):
    alone = given(do, one) + (", itself = true" if do == "cost" else "")
    assert (one, "unused-parameter") in parts_refused(tmp_path, do, alone)
    assert parts_refused(tmp_path, do, given(do, one, other)) == []


@each(("do", "one", "other"), EXCLUSIVE)
def test_a_parameter_is_refused_beside_one_in_whose_place_it_stands(tmp_path, do, one, other):
    assert (one, "unused-parameter") in parts_refused(tmp_path, do, given(do, one, other))


@each("ability", ABILITIES, ids=lambda one: one.name.lower())
def test_the_amount_of_an_ability_is_in_its_range(tmp_path, ability):
    """A theft succeeds on a face of the die, and nobody draws fewer cards than none."""
    grant = ABILITIES[ability]
    kind = min(grant.kinds)
    least, most = grant.amounts
    for amount in (least - 1, least, most, most + 1) if "amount" in grant.takes else ():
        limit = ", limit = 1" if "limit" in grant.takes else ""
        always = clause("ability", f'name = "{ability.name.lower()}", amount = {amount}{limit}')
        fields = {**VALID[kind], "always": f"[{always}]"}
        if kind in (Kind.CURSE, Kind.MADNESS):
            fields["play"] = '[{ do = "stay" }]'
        problems = lint_edition(write(tmp_path / "amount", {"probe": (kind, fields)}))
        code = "out-of-range" if amount else "wrong-amount"
        wrong = [] if least <= amount <= most else [("always[0].amount", code)]
        assert [(one.field, one.code) for one in problems] == wrong


def test_what_hangs_on_no_card_is_about_none(tmp_path):
    """The filter `host` is the card on which this one was played."""
    hung = {"value": "100", "when": '["combat"]', "on": '"spent"'}
    hung["always"] = '[{ do = "factor", times = 2, filter = "host" }]'
    bound = {**hung, "play": '[{ do = "spent", what = "host", tags = ["potion"] }]'}
    assert lint_edition(write(tmp_path / "bound", {"probe": (Kind.ONE_SHOT, bound)})) == []
    loose = {**hung, "play": '[{ do = "spent", what = "hand", tags = ["potion"] }]'}
    problems = lint_edition(write(tmp_path / "loose", {"probe": (Kind.ONE_SHOT, loose)}))
    assert [(one.field, one.code) for one in problems] == [("always[0].filter", "wrong-filter")]
