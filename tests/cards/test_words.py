"""Linter and engine agree: what the one accepts the other reads, and what it would not read is refused.

Every word is played at every kind of card where `WORDS` lets it stand, every part of a condition where it may be asked:
with it the game differs from the game without it.
"""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from munchkin_env.cards.definition import DECK_KINDS, KIND_WORDS, TRIGGER_FIELDS
from munchkin_env.cards.lint import lint_edition
from munchkin_env.cards.words import ABILITIES, CURSES, IN_FRONT, KEPT, PLAYED, ROOMS, SPENT, WORDS, askable
from munchkin_env.engine.state.actions import CARD0
from munchkin_env.game.game import scenario
from munchkin_env.vocabulary import Ability, Decision, Deck, Event, Kind, Stage, Verb
from tests.cards.probe import (
    BASICS,
    DRAFTS,
    VALID,
    Fields,
    Place,
    behind_the_door,
    clause,
    fight,
    kinds_of,
    pair,
    write,
)
from tests.each import each
from tests.tiers import covering

# ------------------------------------------------------------------------------- samples
LYING = {  # and what lies in front of a player
    **BASICS,
    Kind.DOOR_SPECIAL: {"play": '[{ do = "stay" }]', "when": '["any"]', "on": '"player"'},
}


def in_front(kind: Kind, **rest: object) -> Place:
    """Seat 0 has the probe in play."""
    if kind == Kind.RACE:
        return Place({**rest, "race": "probe"})
    if kind == Kind.CLASS:
        return Place({**rest, "klass": "probe"})
    if kind == Kind.RACE_MODIFIER:
        rest = {"race": ["elf", "halfling"], **rest}
    if kind == Kind.CLASS_MODIFIER:
        rest = {"klass": ["thief", "wizard"], **rest}
    return Place(rest, {"curses" if kind in CURSES | KEPT else "table": ["probe"]})


def everywhere(place: Place) -> list[Place]:
    """The same seat in a quiet turn, in combats that are won, tied and lost, as a helper, and after a door."""
    helping = {"turn": 1, "phase": "combat", "combat": {"monsters": ["harpies"], "helper": 0}}
    turns: list[dict[str, object]] = [
        fight("bullrog"),
        fight("bullrog", dice=[6] * 8),
        fight("bullrog", dice=[1] * 8),
        fight("gazebo"),
        fight("undead_horse", "wight_brothers"),
        {"phase": "start"},
        {"phase": "charity"},
        {"phase": "start", "doors": ["curse_lose_a_level"]},
        helping,
    ]
    return [replace(place, rest=rest) for rest in turns]


# ------------------------------------------------------------- always, in front of a player
FRONT_WORDS = {
    "strength_per cultist": "amount = 9",
    "strength_per item": 'amount = 9, tags = ["pole"]',
    "lone_strength": "amount = 9",
    "monster_letters": 'letter = "g", small = 5, capital = 20',
    "shun": 'tags = ["below_waist"]',
    "strength": "amount = 9",
    "run_away": "amount = 5",
    "die": "amount = 5",
    "hand_limit": "amount = -3",
    "escape_card": "max = 20",
    "falls_with": 'slot = "headgear"',
    "corrupts": "levels = 2",
    "fickle": "from = 2",
    "perishes": "up_to = 5",
    "passes_for": 'class = "wizard"',
    "strength_against": "amount = 9",
    "room_for complex": "amount = 1",
    "room_for slot": 'slot = "headgear", amount = 1',
    "one_of": "options = 2",
    "draw for_help": 'deck = "treasure", count = 3',
    "level_for_escape": "amount = 1",
    "factor": 'times = 3, filter = "items"',
}
FRONT = list(
    kinds_of((do, word.triggers["always"] & IN_FRONT) for do, word in WORDS.items() if "always" in word.triggers)
)


PARTICULAR = (  # each has a test of its own
    *("ability", "cost", "corrupts", "passes_for", "room_for complex", "disarm_proof", "room_for slot", "one_of"),
)


@each(("do", "kind"), covering(one for one in FRONT if one[0] not in PARTICULAR), rotating=True)
def test_a_word_works_while_its_card_lies_in_front_of_a_player(differs, do, kind):
    card = {**BASICS.get(kind, {}), "always": f"[{clause(do, FRONT_WORDS[do])}]"}
    places = everywhere(in_front(kind))
    if do == "falls_with":
        places = [replace(in_front(kind), rest=fight("face_sucker", dice=[1] * 8))]
    if do == "draw for_help":
        places = [replace(in_front(kind), rest={**fight("lame_goblin", helper=0), "turn": 1})]
    if do == "shun":
        places = [replace(in_front(kind), rest={**fight("bullrog"), "turn": 2})]
    assert differs(kind, card, {**card, "always": "[]"}, *places)


def test_an_item_makes_its_owner_pass_for_one_of_a_class(differs):
    card = {**BASICS[Kind.ITEM], "always": f"[{clause('passes_for', FRONT_WORDS['passes_for'])}]"}
    place = Place({"table": ["pointy_hat_of_power"]}, {"table": ["probe"]}, fight("gazebo"))
    assert differs(Kind.ITEM, card, {**card, "always": "[]"}, place)


def test_a_curse_turns_the_item_that_it_hangs_on(differs):
    card = {"play": '[{ do = "stay", on = "best" }]', "always": f"[{clause('corrupts', 'levels = 2')}]"}
    dear = {**card, "always": f"[{clause('corrupts', 'levels = 9')}]"}
    loose = {"play": '[{ do = "stay" }]', "always": f"[{clause('hand_limit', 'amount = -1')}]"}
    turned_up = Place({"level": 5, "table": ["leather_armor"]}, rest={"phase": "start", "doors": ["probe"]})
    assert differs(Kind.CURSE, card, dear, turned_up)
    assert differs(Kind.CURSE, card, loose, turned_up)


@pytest.mark.parametrize("kind", sorted(WORDS["disarm_proof"].triggers["always"]))
def test_a_curse_cannot_be_disarmed(tmp_path, kind):
    found = []
    tools = {"play": f"[{clause('cancel trap', 'from = 1')}]", "when": '["curse"]'}
    tools["always"] = f"[{clause('cost', 'cards = 1')}]"
    for proof in ("disarm_proof", ""):
        always = {"always": f"[{clause(proof)}]"} if proof else {}
        curse = (kind, {**BASICS.get(kind, {}), "play": f"[{clause('lose_level', 'amount = 1')}]", **always})
        cards = {"probe": curse, "tools": (Kind.ITEM, {**BASICS[Kind.ITEM], **tools})}
        folder = write(tmp_path / f"proof{proof}", cards)
        mine = {"level": 3, "table": ["tools"], "hand": ["elf"]}
        game = scenario([mine, {}, {}], doors=["probe"], editions=("munchkin", str(folder)), forced_choices=False)
        game.do("open_door")
        found.append(Verb.USE_POWER in game.legal_actions())
    assert found == [False, True]


@each("kind", sorted(WORDS["cost"].triggers["always"]), rotating=True)
def test_a_card_in_play_is_used_for_its_cost(differs, kind):
    power = {"play": '[{ do = "gain_level", amount = 1 }]', "when": '["own_free"]'}
    card = {**BASICS.get(kind, {}), **power, "always": f"[{clause('cost', 'cards = 1')}]"}
    dear = {**card, "always": f"[{clause('cost', 'cards = 9')}]"}
    assert differs(kind, card, dear, in_front(kind, hand=["loaded_die", "wand_of_dowsing"]))


PRICES = {  # what a cost may say besides, and the same game without it
    "of": ('cards = 1, of = "own"', "cards = 1"),
    "races": ('cards = 1, of = "own"', 'cards = 1, of = "identities"'),
    "items": ('cards = 1, of = "own"', 'cards = 1, of = "items"'),
    "turn": ('cards = 1, of = "own"', 'cards = 1, of = "own", each = "turn"'),
    "combat": ('cards = 1, of = "own"', 'cards = 1, of = "own", each = "combat"'),
}


@each("part", PRICES)
def test_a_cost_says_which_cards_pay_and_how_often(differs, part):
    power = {"play": '[{ do = "look", deck = "door", count = 3 }]', "when": '["any"]'}
    if part == "combat":
        power = {"play": '[{ do = "gain_level", amount = 1 }]', "when": '["combat"]'}
    cards = [{**BASICS[Kind.ITEM], **power, "always": f"[{clause('cost', cost)}]"} for cost in PRICES[part]]
    place = in_front(Kind.ITEM, klass=(), race="elf", table=[], carried=["huge_rock"], hand=["cleric", "loaded_die"])
    rest = fight("gazebo") if part == "combat" else {"phase": "start"}
    assert differs(Kind.ITEM, *cards, replace(place, rest=rest))


PAIRS = (Ability.SECOND_SIDEKICK, Ability.ANY_COMPLEX)  # which says something only to a player with two cards
AT_DOORS = (Ability.PEEK, Ability.SECOND_DOOR, Ability.TROUBLE_TREASURE)  # which random actions come to too seldom
GRANTED = list(
    kinds_of((one.name.lower(), grant.kinds) for one, grant in ABILITIES.items() if one not in AT_DOORS + PAIRS)
)


def granted(ability: Ability) -> str:
    amounts = {Ability.THEFT: 1, Ability.BACKSTAB: -2}
    values = {"limit": 3, "amount": amounts.get(ability, 3)}
    takes = ABILITIES[ability].takes
    return ", ".join([f'name = "{ability.name.lower()}"', *[f"{name} = {values[name]}" for name in takes]])


@each(("name", "kind"), covering(GRANTED), rotating=True)
def test_an_ability_works_while_its_card_lies_in_front_of_a_player(differs, name, kind):
    ability = Ability[name.upper()]
    card = {**LYING.get(kind, {}), "always": f"[{clause('ability', granted(ability))}]"}
    klass: object = "warrior" if ability in (Ability.FLIGHT, Ability.CHARM) else "wizard"
    klass = klass if kind == Kind.CLASS_MODIFIER else ()  # a class has abilities of its own
    race = "dwarf" if ability == Ability.HELP_LEVELS else "elf"
    heavy = ["huge_rock", "stepladder", "rapier_of_unfairness"]
    place = in_front(kind, race=race, klass=klass, carried=heavy)
    places = everywhere(place)
    if ability == Ability.OUTRUN:
        places = [replace(place, rest=fight("bullrog", "wight_brothers", helper=1, dice=[1] * 8))]
    assert differs(kind, card, {**card, "always": "[]"}, *places)


@each(("name", "kind"), list(kinds_of((one.name.lower(), ABILITIES[one].kinds) for one in AT_DOORS)), rotating=True)
def test_an_ability_works_at_the_door_and_behind_it(tmp_path, monkeypatch, name, kind):
    """A look at the door is told; who has looked for trouble draws more."""
    card = {**LYING.get(kind, {}), "always": f"[{clause('ability', granted(Ability[name.upper()]))}]"}
    games = pair(tmp_path, monkeypatch, kind, card, {**card, "always": "[]"})
    own: dict[str, object] = {"level": 9, "race": "elf", "hand": ["potted_plant"]}
    own |= {} if kind == Kind.CLASS_MODIFIER else {"klass": ()}
    found = []
    for catalogue in (games.with_it, games.without):
        if name == "peek":
            game = games.game(catalogue, replace(in_front(kind, **own), rest={"phase": "door"}), 0)
            found.append(Event.LOOKED in game.position["event"]["kind"][0])
            continue
        if name == "second_door":
            game = games.game(catalogue, replace(in_front(kind, **own), rest={"phase": "trouble"}), 0)
            found.append(Verb.OPEN_DOOR in game.legal_actions())
            continue
        game = games.game(catalogue, replace(in_front(kind, **own), rest={"phase": "trouble", "goal": 20}), 0)
        game.do("fight", card="potted_plant")
        while game.decision == Decision.WINDOW:
            game.do("pass")
        game.do("kill")
        while game.decision == Decision.WINDOW:
            game.do("pass")
        found.append(int(game.position["player"]["hand_treasures"][0, 0]))
    assert found[0] == (found[1] + 3 if name == "trouble_treasure" else True)
    assert found[0] != found[1]


@each("kind", sorted(ABILITIES[Ability.SECOND_SIDEKICK].kinds), rotating=True)
def test_an_ability_makes_room_for_a_second_sidekick(tmp_path, kind):
    found = []
    for name in ("second_sidekick", "any_big"):
        probe = {**LYING.get(kind, {}), "always": f"[{clause('ability', f'name = {chr(34)}{name}{chr(34)}')}]"}
        page = (Kind.SIDEKICK, {"when": '["any"]'})
        cards = {"probe": (kind, probe), "page": page, "other": page}
        folder = write(tmp_path / name, cards)
        place = in_front(kind, hand=["page"])
        mine = {**place.me, **place.add}
        mine["table"] = [*mine.get("table", ()), *(() if kind == Kind.SIDEKICK else ("other",))]
        game = scenario([mine, {}, {}], editions=("munchkin", str(folder)), forced_choices=False)
        game.step(Verb.PLAY)
        game.step(CARD0 + game.catalogue.index("page") - 1)
        found.append(game.stage)
    assert found == [Stage.VERB, Stage.SECOND]


COMPLEX_LEAVE = [clause("ability", 'name = "any_complex"'), clause("room_for complex", "amount = 1")]
LEAVE_KINDS = (ABILITIES[Ability.ANY_COMPLEX].kinds, WORDS["room_for complex"].triggers["always"])
LEAVES = list(kinds_of(zip(COMPLEX_LEAVE, LEAVE_KINDS, strict=True)))


@each(("leave", "kind"), LEAVES, rotating=True)
def test_a_card_lets_a_second_complex_item_be_used(tmp_path, leave, kind):
    found = []
    for place_of_test, always in (("with", leave), ("without", clause("ability", 'name = "any_big"'))):
        probe = {**LYING.get(kind, {}), "always": f"[{always}]"}
        gadget = (Kind.ITEM, {"value": "100", "bonus": "1", "tags": '["complex"]'})
        folder = write(tmp_path / place_of_test, {"probe": (kind, probe), "gadget": gadget, "widget": gadget})
        place = in_front(kind)
        mine = {**place.me, **place.add, "carried": ["widget"]}
        mine["table"] = [*mine.get("table", ()), "gadget"]
        game = scenario([mine, {}, {}], editions=("munchkin", str(folder)), forced_choices=False)
        found.append(Verb.USE in game.legal_actions())
    assert found == [True, False]


@each("kind", sorted(WORDS["room_for slot"].triggers["always"]))
@each(
    ("slot", "used", "idle"),
    [
        ("footgear", "boots_of_running_really_fast", "sandals_of_protection"),
        ("hands", "eleven_foot_pole", "buckler_of_swashing"),
    ],
)
def test_a_card_makes_room_in_a_slot(differs, slot, used, idle, kind):
    more, other = (clause("room_for slot", f'slot = "{one}", amount = 1') for one in (slot, "armor"))
    card = {**LYING.get(kind, {}), "always": f"[{more}]"}
    place = in_front(kind, carried=[idle])
    place = replace(place, add={**place.add, "table": [*place.add.get("table", ()), used]})
    place = replace(place, me={**place.me, "table": []}, rest={"phase": "start"})
    assert differs(kind, card, {**card, "always": f"[{other}]"}, place)


@each("kind", sorted(WORDS["one_of"].triggers["always"]), rotating=True)
def test_its_owner_says_how_a_card_works(differs, kind):
    ways = [clause("strength", "amount = 9"), clause("run_away", "amount = 5")]
    card = {**BASICS.get(kind, {}), "always": f"[{clause('one_of', 'options = 2')}, {', '.join(ways)}]"}
    both = {**card, "always": f"[{', '.join(ways)}]"}
    own = {Kind.RACE: {"race": ()}, Kind.CLASS: {"klass": ()}}.get(kind, {})
    assert differs(kind, card, both, Place(own, {"hand": ["probe"]}, {"phase": "start"}))


@each("kind", sorted(WORDS["strength_per item"].triggers["always"]), rotating=True)
def test_items_beyond_the_most_give_nothing(differs, kind):
    tags = 'amount = 9, tags = ["fire", "pole"]'
    many, one = (clause("strength_per item", tags + most) for most in ("", ", most = 1"))
    card = {**BASICS.get(kind, {}), "always": f"[{many}]"}
    place = in_front(kind, carried=[], table=[])
    worn = [*place.add.get("table", ()), "eleven_foot_pole", "flaming_armor"]
    place = replace(place, add={**place.add, "table": worn}, rest=fight("bullrog"))
    assert differs(kind, card, {**card, "always": f"[{one}]"}, place)


# ------------------------------------------------------------------------ always, of a monster
MONSTER_WORDS = {
    "strength": "amount = 9",
    "grow": "amount = 9",
    "brings loot": "cards = 2",
    "fighters_strength": "amount = -6",
    "run_away": "amount = 5",
    "leaves unfought": "treasures = 1",
    "brings treasure": "amount = 3",
    "brings level": "amount = 2",
    "escape_for_item": 'tags = ["pole"]',
    "leaves bribed": "value = 100",
    "exchange": "cards = 2",
    "killed_by": 'card = "munchkin:magic_missile"',
    "keeps_extras": "cards = 2",
    "brings round": "count = 2",
    "void slot": 'slot = "headgear"',
    "factor": 'times = 5, filter = "items"',
}
WHEN = {"exchange": 'class = "thief"', "bars helpers": 'race = "dwarf"'}  # words that need a condition
OF_MONSTERS = [do for do, word in WORDS.items() if Kind.MONSTER in word.triggers.get("always", ())]
TWO_TREASURES = Place({"hand": ["magic_missile", "wand_of_dowsing", "sleep_potion", "loaded_die"]})


def monster(level: int, *clauses: str, **fields: str) -> Fields:
    """A monster that kills players whom it catches, unless it does something else to them."""
    basic = {"level": str(level), "treasures": "1", "bad_stuff": '[{ do = "death" }]'}
    return {**basic, "always": f"[{', '.join(clauses)}]", **fields}


def met_by(*helpers: int | None, dice: tuple[int, ...] = ()) -> list[Place]:
    """Seat 0 fights the probe, alone or with a helper."""
    return [replace(TWO_TREASURES, rest=fight("probe", helper=helper, dice=list(dice))) for helper in helpers]


@each("do", OF_MONSTERS, rotating=True)
def test_a_word_works_while_its_monster_fights(tmp_path, monkeypatch, do):
    beside = [clause("leaves unfought", when='class = "thief"')] if do == "exchange" else []
    mine = clause(do, MONSTER_WORDS.get(do, ""), WHEN.get(do, ""))

    def differs(level: int) -> bool:
        games = pair(tmp_path, monkeypatch, Kind.MONSTER, monster(level, *beside, mine), monster(level, *beside))
        return games.differ([*met_by(None, 1), *met_by(None, dice=(1,) * 8), *met_by(None, dice=(6,) * 8)])

    assert differs(1) or differs(50)


# ------------------------------------------------------------------------ always, of an enhancer or a spent card
def test_a_word_works_while_its_enhancer_hangs_on_a_monster(differs):
    card = {**BASICS[Kind.ENHANCER], "always": f"[{clause('strength', 'amount = 9')}]"}
    assert differs(Kind.ENHANCER, card, {**card, "always": "[]"}, Place(add={"hand": ["probe"]}, rest=fight("gazebo")))


OF_ENHANCERS = {
    "not_with": 'tags = ["undead"]',
    "printed_level": "level = 1",
    "no_treasure": "",
}


@each("do", OF_ENHANCERS, rotating=True)
def test_a_word_of_an_enhancer_changes_its_monster(differs, do):
    treasures = "0" if do == "no_treasure" else "1"  # beside treasures it means nothing
    basic = {**BASICS[Kind.ENHANCER], "treasures": treasures}
    card = {**basic, "always": f"[{clause(do, OF_ENHANCERS[do])}]"}
    monster = "undead_horse" if do == "not_with" else "bullrog" if do == "printed_level" else "gazebo"
    place = Place({"level": 9}, {"hand": ["probe"]}, fight(monster))
    assert differs(Kind.ENHANCER, card, {**card, "always": "[]"}, place)


def test_an_enhancer_strengthens_who_is_of_its_class(differs):
    card = {**BASICS[Kind.ENHANCER], "always": f"[{clause('strengthens', STRENGTHENS)}]"}
    place = Place(add={"hand": ["probe"]}, rest={"phase": "start"})
    assert differs(Kind.ENHANCER, card, {**card, "always": "[]"}, place)


STRENGTHENS = 'class = "thief"'
SPENT_WORDS = {
    "factor": 'times = 4, filter = "items"',
    "each_monster": "amount = 9",
    "void printed": "",
    "claimed_by": 'side = "right"',
    "reopens": "count = 1",
}
OF_SPENT = list(kinds_of((do, WORDS[do].triggers["always"] & SPENT) for do in SPENT_WORDS))


@each(("do", "kind"), OF_SPENT, rotating=True)
def test_a_word_works_while_its_card_lies_with_the_combat(differs, do, kind):
    bonus = {"play": '[{ do = "side_bonus" }]', "bonus": "1", "on": '"side"'}
    card = {**BASICS.get(kind, {}), **bonus, "when": '["combat"]', "always": f"[{clause(do, SPENT_WORDS[do])}]"}
    place = Place({"klass": "cleric", "table": ["broad_sword"]}, {"hand": ["probe"]}, fight("undead_horse"))
    if do == "reopens":  # not played, but turned up
        place = Place(rest={"phase": "start", "doors": ["probe"]})
        assert differs(kind, card, {**card, "always": "[]"}, place)
        return
    assert differs(kind, card, {**card, "always": "[]"}, place, replace(place, rest=fight("drooling_slime")))


# ------------------------------------------------------------------------ always, of a room
ROOM_WORDS = {
    "each_monster": "amount = 9",
    "run_away": "amount = 5",
    "strength": "amount = 9",
    "treasure_times": "times = 3",
    "no_looting": "",
    "crowd": "",
}
DWELLER = {"level": "9", "treasures": "2"}


@each("do", [do for do, word in WORDS.items() if word.triggers.get("always", frozenset()) & ROOMS], rotating=True)
def test_a_word_works_while_somebody_is_in_the_room(differs, do):
    level = "50" if do == "run_away" else DWELLER["level"]
    card = {**DWELLER, "level": level, "always": f"[{clause(do, ROOM_WORDS[do])}]"}
    assert differs(Kind.ROOM, card, {**card, "always": "[]"}, *behind_the_door(dice=[2] * 8), *behind_the_door())


@pytest.mark.parametrize("trigger", ["bad_stuff", "escaped"])
def test_the_monster_of_a_room_strikes(differs, trigger):
    roll = clause("run_away", f"amount = {9 if trigger == 'escaped' else -9}")
    card = {**DWELLER, "always": f"[{roll}]"}
    deed = f"[{clause('lose_level', 'amount = 2')}]"
    assert differs(Kind.ROOM, {**card, trigger: deed}, card, *behind_the_door())


# ------------------------------------------------------------------------ what strikes a victim
STRIKES = {
    "lose_level": "amount = 2",
    "set_level": "amount = 1",
    "lose_worth": "amount = 300",
    "order": 'who = "left", filter = "hand", kept = true',
    "choose": "options = 2",
    "stay": "combat = true",
    "give_card": 'to = "left"',
    "status": 'name = "unhelped", until = "level"',
}
VICTIMS = [do for do, word in WORDS.items() if "bad_stuff" in word.triggers]
OPTIONS = [clause("lose_level", "amount = 2"), clause("lose_all", 'filter = "hand"')]


GENTLE = [clause("gain_level", "amount = 1"), clause("lose_all")]  # what a level card may give to choose from


def strike(do: str, when: str = "", kind: Kind = Kind.CURSE) -> tuple[str, str]:
    """The clauses with the word and those without it."""
    rest = (GENTLE if kind == Kind.LEVEL else OPTIONS) if do == "choose" else []
    return f"[{', '.join([clause(do, STRIKES.get(do, ''), when), *rest])}]", f"[{', '.join(rest)}]"


def struck(trigger: str, **changes: object) -> tuple[Fields, list[Place]]:
    """A monster whose clauses of the trigger are reached, and where."""
    if trigger == "entry":
        return monster(3), [Place(changes, rest={"phase": "start", "doors": ["probe"]})]
    sure = clause("bars escape") if trigger == "bad_stuff" else clause("lets_go")
    return monster(50, sure), [Place(changes, rest=fight("probe", helper=helper)) for helper in (None, 1)]


@each(
    ("do", "trigger"),
    [(do, trigger) for do in VICTIMS for trigger in WORDS[do].triggers if trigger != "play"],
    rotating=True,
)
def test_a_monster_strikes(differs, do, trigger):
    with_it, without = strike(do)
    card, places = struck(trigger)
    assert differs(Kind.MONSTER, {**card, trigger: with_it}, {**card, trigger: without}, *places)


def held(kind: Kind, **rest: object) -> Place:
    """Seat 0 holds the probe; it turns up a room."""
    if kind in ROOMS:
        return Place(rest={"phase": "start", "doors": ["probe"], **rest})
    return Place(add={"hand": ["probe"]}, rest={"phase": "start", **rest})


STRUCK_BY_CARD = list(kinds_of((do, WORDS[do].triggers.get("play", frozenset())) for do in [*VICTIMS, "stay"]))


def played(kind: Kind, play: str, when: str = '["any"]', on: str = '"player"', **fields: str) -> dict[str, str]:
    """A card that is played; the kinds that say when and at what by themselves don't say it."""
    card = {**BASICS.get(kind, {}), **fields, "play": play}
    if kind in PLAYED:
        card["when"] = when
        if on:
            card["on"] = on
    return card


@each(("do", "kind"), covering(STRUCK_BY_CARD), rotating=True)
def test_a_card_strikes_when_it_is_played(differs, do, kind):
    with_it, without = strike(do, kind=kind)
    card = played(kind, with_it)
    if do == "stay":
        lasting = clause("ability", 'name = "unhelped"') if kind in KEPT else clause("hand_limit", "amount = -2")
        card["always"] = f"[{lasting}]"
    assert differs(kind, card, {**card, "play": without}, held(kind))


# --------------------------------------------------------------------------- what plays do
POTION = 'tags = ["potion"]'
DOUBLES = '[{ do = "factor", times = 4, filter = "host" }]'
POTION_SPENT = Place({"hand": ["flaming_poison_potion"]}, rest=fight("bullrog"))
CURSE_DRAWN = Place(rest={"phase": "start", "doors": ["curse_lose_a_level"]})
USED = Place(add={"table": ["probe"]}, rest=fight("gazebo"))

ONCE = '[{ do = "cost", each = "turn" }]'
TROUBLE = replace(USED, rest={"phase": "trouble", "discards": ["lame_goblin"]})
# word -> parameters, when, on, the card's further fields, where
EFFECTS: dict[str, tuple[str, str, str, Fields, Place]] = {
    "side_bonus": ("", '["combat"]', '"side"', {"bonus": "5"}, Place(rest=fight("gazebo"))),
    "race_bonus": ('race = "elf", amount = 3', '["combat"]', "", {}, Place(rest=fight("gazebo"))),
    "multiply": ("", '["lone"]', "", {}, Place(rest=fight("gazebo"))),
    "remove all": ("treasures = 2", '["combat"]', "", {}, Place(rest=fight("bullrog"))),
    "remove one": ('treasure = "kept"', '["combat"]', '"monster"', {}, Place(rest=fight("bullrog"))),
    "escape": ("", '["failed"]', "", {}, Place(rest=fight("bullrog", dice=[1] * 8))),
    "flight_bonus": ("amount = 3", '["escape"]', '"side"', {}, Place(rest=fight("bullrog", dice=[3] * 8))),
    "rout": ("", '["combat"]', "", {}, Place({"level": 9}, rest=fight("harpies"))),
    "roll_again escape": ("", '["escaped"]', "", {}, Place(rest=fight("bullrog", dice=[6, 1, 1, 1]))),
    "set_die": ("", '["roll"]', '"face"', {}, Place(rest=fight("bullrog", dice=[1] * 8))),
    "new_fighter": ("", '["combat"]', '"outsider"', {}, Place(rest=fight("bullrog"))),
    "fetch discards": ("", '["any"]', '"discard"', {}, Place()),
    "cancel curse": ("", '["any"]', '"curse"', {}, Place()),
    "clone": ("", '["combat"]', '"monster"', {}, Place(rest=fight("bullrog"))),
    "replace": ("", '["combat"]', '"monster_swap"', {}, Place(rest=fight("bullrog"))),
    "join": ("", '["combat"]', '"monster_from_hand"', {}, Place(rest=fight("bullrog"))),
    "take_item": ("", '["losing"]', '"others_item"', {}, Place(rest=fight("gazebo"))),
    "cheat": ("", '["own_free"]', '"own_item"', {}, Place()),
    "raises class": ('class = "thief", amount = 1', "[]", "", {}, Place()),
    "gain_level": ("amount = 1", '["any"]', '"player"', {}, Place()),
    "raises taker": ("", '["any"]', '"victim"', {}, Place()),
    "draw by_itself": ('deck = "treasure", count = 2', "[]", "", {}, Place()),
    "kill_sidekick": ("", '["any"]', '"player"', {}, Place()),
    "enhance_item": ("", '["own_free"]', "", {"bonus": "5"}, Place()),
    "redirect_curse": ("", '["curse"]', '"victim"', {}, CURSE_DRAWN),
    "complete_cult": ("", '["any"]', "", {"always": '[{ do = "cost" }]'}, USED),
    "cancel trap": ("from = 1", '["curse"]', "", {"always": ONCE}, replace(CURSE_DRAWN, add=USED.add)),
    "wager": ("most = 5", '["combat"]', "", {"always": '[{ do = "cost" }]'}, USED),
    "remove only": ("", '["combat"]', "", {"always": '[{ do = "cost", itself = true }]'}, USED),
    "keep": ("", '["own_free"]', "", {"always": '[{ do = "hand_limit", amount = 2 }]'}, Place()),
    "spent host": (POTION, '["combat"]', '"spent"', {"always": DOUBLES}, POTION_SPENT),
    "spent hand": (POTION, '["combat"]', '"spent"', {}, POTION_SPENT),
    "spent other_side": (POTION, '["combat"]', '"spent"', {}, POTION_SPENT),
    "cancel card": ("", '["played"]', "", {}, Place(rest={"phase": "start", "doors": ["bullrog"]})),
    "fetch fresh": ("", '["discard"]', '"fresh"', {}, Place(rest=fight("lame_goblin"))),
    "draw face_down": ('deck = "treasure", count = 2', '["any"]', "", {}, Place()),
    "draft": ("", '["combat"]', '"outsider"', {"always": DRAFTS}, replace(USED, rest=fight("bullrog"))),
    "fight_discard": ("", '["own_free"]', "", {"always": ONCE}, TROUBLE),
    "fetch top": ("", '["own_free"]', "", {"always": ONCE}, replace(USED, rest={"phase": "start"})),
    "split_spoils": ("", '["spoils"]', "", {}, Place(rest=fight("lame_goblin", "maul_rat", helper=1))),
    "look": ('deck = "treasure", count = 2', '["any"]', "", {}, Place()),
    "meeting": ("", '["peace"]', "", {}, Place({"hand": ["cultist_too"]}, rest={"discards": []})),
    "roll_again die": ("", '["thrown"]', "", {}, Place(rest=fight("bullrog", dice=[6, 1, 1, 1]))),
    "show_hand to_one": ("", '["any"]', '"victim"', {}, Place()),
    "swap_unseen": ("", '["any"]', '"victim"', {}, Place()),
    "skip_turn": ("", '["before_door"]', '"in_turn"', {}, Place(rest={"turn": 1, "phase": "begin"})),
}
PLAYS = list(
    kinds_of(
        (do, word.triggers["play"] - {Kind.RACE, Kind.CLASS})  # what these do is used, not played
        for do, word in WORDS.items()
        if do not in (*VICTIMS, "stay") and "play" in word.triggers
    )
)


def effect(do: str, kind: Kind, condition: str = "") -> tuple[dict[str, str], list[Place]]:
    """A card with the word, and where it is played."""
    parameters, when, on, fields, place = EFFECTS[do]
    card = played(kind, f"[{clause(do, parameters, condition)}]", when, on, **fields)
    if when == "[]":  # it plays itself when it is drawn
        drawn = (
            {"phase": "start", "doors": ["probe"]}
            if kind in DECK_KINDS[Deck.DOOR]
            else fight("lame_goblin", treasures=["probe"])
        )
        return card, [replace(place, rest=drawn)]
    if kind in ROOMS:
        return {"play": card["play"]}, behind_the_door()
    in_play = "cost" in fields.get("always", "")
    return card, [place if in_play else replace(place, add={"hand": ["probe"]})]


@each(("do", "kind"), covering(PLAYS), rotating=True)
def test_a_play_has_its_effect(differs, do, kind):
    card, places = effect(do, kind)
    assert differs(kind, card, {**card, "play": "[]"}, *places)


# ------------------------------------------------------------------------------ conditions
FALSE = {  # of seat 0, alone or with seat 1 at its side: what does not hold at first
    "race": 'race = "cyborg"',
    "not_race": 'not_race = "elf"',
    "class": 'class = "trader"',
    "not_class": 'not_class = "thief"',
    "sex": 'sex = "female"',
    "min_level": "min_level = 50",
    "max_level": "max_level = 1",
    "lone": "lone = true",
    "bare": "bare = true",
    "used": 'used = ["goth"]',
    "even_hand": "even_hand = true",
    "lowest": "lowest = true",
    "helping": "helping = true",
    "survivor": "survivor = true",
}


USERS = frozenset({Kind.RACE, Kind.CLASS})  # what these do is used, not played
EXTRAS = SPENT | ROOMS | {Kind.ENHANCER}  # whose lasting clauses are asked as those of monsters are


def conditions() -> Iterator[tuple[str, str, Kind, str]]:
    """Possible questions of a condition, by word, trigger and kind; all strikes are asked in one way."""
    for do, word in WORDS.items():
        for trigger, kinds in word.triggers.items():
            if do in (*VICTIMS, "stay") and do != "lose_level":
                continue
            for kind in sorted(kinds - {"always": EXTRAS, "play": USERS}.get(trigger, ROOMS)):
                for key in sorted(askable(do, trigger, kind) - {"who"}):
                    if trigger == "always" and kind != Kind.MONSTER and do != "strength" and key != "race":
                        continue  # what lies in front of a player is asked in one way
                    if trigger != "play" or do == "lose_level" or (key == "race" and kind == min(kinds)):
                        yield do, trigger, kind, key


@each(("do", "trigger", "kind", "key"), covering(one for one in conditions() if one[0] not in WHEN), rotating=True)
def test_a_condition_is_asked(tmp_path, monkeypatch, do, trigger, kind, key):
    """A condition that does not hold turns the clause off."""

    def differs(kind: Kind, fields: Fields, without: Fields, places: list[Place]) -> bool:
        return pair(tmp_path, monkeypatch, kind, fields, without).differ(places)

    unmet = FALSE[key]
    if key in ("min_level", "max_level") and WORDS[do].party:
        unmet += ', who = "owner"'  # a party has no level
    if trigger == "always" and kind == Kind.MONSTER:
        cards = [
            [monster(level, clause(do, MONSTER_WORDS.get(do, ""), when)) for when in ("", unmet)] for level in (1, 50)
        ]
        places = [*met_by(1 if key == "lone" else None), *met_by(1, dice=(1,) * 8), *met_by(None, dice=(6,) * 8)]
        assert any(differs(kind, on, off, places) for on, off in cards)
        return
    if trigger == "always":
        on, off = ({**BASICS.get(kind, {}), "always": f"[{clause(do, FRONT_WORDS[do], when)}]"} for when in ("", unmet))
        place = in_front(kind, **({"race": ()} if kind == Kind.RACE else {}))
        if kind == Kind.RACE:
            off = {
                **off,
                "always": off["always"].replace("cyborg", "mutant").replace('not_race = "elf"', 'not_race = "cyborg"'),
            }
            place = in_front(kind)
        if kind == Kind.CLASS:
            off = {
                **off,
                "always": off["always"]
                .replace('"trader"', '"professor"')
                .replace('not_class = "thief"', 'not_class = "trader"'),
            }
        assert differs(kind, on, off, everywhere(place))
    elif trigger == "play" and do != "lose_level":
        on, places = effect(do, kind)
        off, _ = effect(do, kind, unmet)
        assert differs(kind, on, off, places)
    elif trigger == "play":
        on, off = (played(kind, strike(do, when)[0]) for when in ("", unmet))
        assert differs(kind, on, off, [held(kind)])
    else:
        card, places = struck(trigger)
        on, off = ({**card, trigger: strike(do, when)[0]} for when in ("", unmet))
        assert differs(kind, on, off, places)


ASKED_WHOM = [
    (do, trigger)
    for do, word in WORDS.items()
    for trigger, kinds in word.triggers.items()
    if Kind.MONSTER in kinds
    and "who" in askable(do, trigger, Kind.MONSTER)
    and (trigger == "always" or do == "lose_level")
]


@each(("do", "trigger"), ASKED_WHOM, rotating=True)
def test_a_condition_asks_whom_it_says(tmp_path, monkeypatch, do, trigger):
    """A dwarf helps an elf: asked of the party there is one, asked of the owner there isn't."""
    party, owner = ('race = "dwarf", who = "party"', 'race = "dwarf", who = "owner"')
    found = []
    for level in (1, 50):
        if trigger == "always":
            cards = [monster(level, clause(do, MONSTER_WORDS.get(do, ""), when)) for when in (party, owner)]
            places = [*met_by(1), *met_by(1, dice=(1,) * 8)]
        else:
            card, places = struck(trigger)
            cards = [{**card, trigger: strike(do, when)[0]} for when in (party, owner)]
        found.append(pair(tmp_path, monkeypatch, Kind.MONSTER, cards[0], cards[1]).differ(places))
    assert any(found)


# ----------------------------------------------------------------------- refused elsewhere
def parameters(do: str) -> str:
    """Parameters with which nothing is wrong."""
    if do == "ability":
        return 'name = "win_ties"'
    if do == "strengthens":
        return STRENGTHENS
    if do == "cost":
        return "cards = 1"
    others = {**ROOM_WORDS, **FRONT_WORDS, **MONSTER_WORDS, **STRIKES, **SPENT_WORDS, **OF_ENHANCERS}
    return EFFECTS[do][0] if do in EFFECTS else others.get(do, "")


def test_the_samples_are_sound(tmp_path):
    assert set(VALID) == set(KIND_WORDS)
    assert lint_edition(write(tmp_path / "valid", {kind.name.lower(): (kind, VALID[kind]) for kind in VALID})) == []


@each("trigger", TRIGGER_FIELDS.values())
@each("kind", VALID, ids=KIND_WORDS.values(), rotating=True)
def test_a_word_is_refused_where_it_means_nothing(tmp_path, kind, trigger):
    strangers = [do for do, word in WORDS.items() if kind not in word.triggers.get(trigger, ())]
    cards = {
        do.replace(" ", "_"): (kind, {"when": '["any"]', **VALID[kind], trigger: f"[{clause(do, parameters(do))}]"})
        if trigger == "play" and kind == Kind.ITEM
        else (kind, {**VALID[kind], trigger: f"[{clause(do, parameters(do))}]"})
        for do in strangers
    }
    refused = {
        problem.card for problem in lint_edition(write(tmp_path / "w", cards)) if problem.field.startswith(trigger)
    }
    assert refused == {do.replace(" ", "_") for do in strangers}


@each(("name", "kind"), [(n, k) for n in ABILITIES for k in sorted(IN_FRONT - ABILITIES[n].kinds)], rotating=True)
def test_an_ability_is_refused_where_the_engine_does_not_read_it(tmp_path, name, kind):
    card = {**BASICS.get(kind, {}), "always": f"[{clause('ability', granted(name))}]"}
    (problem,) = lint_edition(write(tmp_path / "w", {"probe": (kind, card)}))
    assert (problem.field, problem.code) == ("always[0].name", "wrong-kind")


@each("name", ABILITIES, ids=lambda ability: ability.name.lower(), rotating=True)
def test_an_ability_takes_what_it_reads_and_nothing_else(tmp_path, name):
    kind = min(ABILITIES[name].kinds)
    for taken in ("limit", "amount"):
        if taken in ABILITIES[name].may_take:
            continue
        needs = taken in ABILITIES[name].takes
        given = granted(name)
        spoilt = (
            ", ".join(part for part in given.split(", ") if not part.startswith(taken))
            if needs
            else given + f", {taken} = 3"
        )
        card = {**BASICS.get(kind, {}), "always": f"[{clause('ability', spoilt)}]"}
        (problem,) = lint_edition(write(tmp_path / "w", {"probe": (kind, card)}))
        assert (problem.field, problem.code) == (f"always[0].{taken}", "wrong-parameter")


def unasked() -> Iterator[tuple[str, str, Kind, str]]:
    for do, word in WORDS.items():
        for trigger, kinds in word.triggers.items():
            for kind in sorted(kinds):
                for key in sorted({*FALSE, "who"} - askable(do, trigger, kind)):
                    yield do, trigger, kind, key


def test_a_condition_is_refused_where_it_is_not_asked(tmp_path):
    """Every part of a condition, by word, trigger and kind."""
    asked = {**FALSE, "who": 'who = "owner"'}
    groups: dict[tuple[str, Kind, str], list[str]] = {}
    for do, trigger, kind, key in unasked():
        groups.setdefault((trigger, kind, key), []).append(do)
    assert len(groups) > 100
    for (trigger, kind, key), words in groups.items():
        cards = {}
        for do in words:
            card = {**VALID[kind], trigger: f"[{clause(do, parameters(do), asked[key])}]"}
            if kind in PLAYED and trigger == "play":
                card |= {"when": '["any"]'}
            if kind in CURSES and trigger == "always":
                card |= {"play": '[{ do = "stay" }]'}
            cards[do.replace(" ", "_")] = (kind, card)
        found = lint_edition(write(tmp_path / "w", cards))
        refused = {problem.card for problem in found if problem.field == f"{trigger}[0].when.{key}"}
        assert refused == {do.replace(" ", "_") for do in words}, (trigger, kind, key)


@each("do", [do for do, word in WORDS.items() if word.once], rotating=True)
def test_a_second_clause_that_nobody_would_read_is_refused(tmp_path, do):
    trigger, kinds = next(iter(WORDS[do].triggers.items()))
    kind = min(kinds)
    when = 'class = "thief"' if do == "exchange" else ""
    one = clause(do, parameters(do), when)
    card = {**VALID[kind], **(played(kind, "", *EFFECTS[do][1:3]) if do in EFFECTS else {}), trigger: f"[{one}, {one}]"}
    found = lint_edition(write(tmp_path / "w", {"probe": (kind, card)}))
    assert ("repeated-clause", f"{trigger}[1]") in {(problem.code, problem.field) for problem in found}


@each("do", [do for do in VICTIMS if not WORDS[do].fails], rotating=True)
def test_an_alternative_that_never_comes_is_refused(tmp_path, do):
    """`otherwise` follows a word that may find nothing to do, or a condition that doesn't hold."""
    if do == "choose":
        return
    instead = 'otherwise = { do = "death" }'
    given = ", ".join(part for part in (parameters(do), instead) if part)
    for when, codes in (("", ["wrong-otherwise"]), ('race = "elf"', [])):
        card = monster(1, bad_stuff=f"[{clause(do, given, when)}]")
        found = lint_edition(write(tmp_path / "w", {"probe": (Kind.MONSTER, card)}))
        assert [problem.code for problem in found] == codes


@each("do", [do for do in EFFECTS if WORDS[do].moments and WORDS[do].triggers["play"] & PLAYED], rotating=True)
def test_a_card_is_not_played_when_its_word_means_nothing(tmp_path, do):
    kind = min(WORDS[do].triggers["play"] & PLAYED)
    parameters_, _, on, fields, _ = EFFECTS[do]
    for when in ('["setup"]', "[]"):
        card = played(kind, f"[{clause(do, parameters_)}]", when, on, **fields)
        found = lint_edition(write(tmp_path / "w", {"probe": (kind, card)}))
        assert {(problem.field, problem.code) for problem in found} == {("when", "wrong-moment")}
