"""The treasure cards of Star Munchkin that are there: items, one-shots, level cards."""

from typing import Any

import pytest

from munchkin_env.cards.definition import Card
from munchkin_env.vocabulary import Decision, Kind
from tests.scenarios.edition_kit import fill
from tests.scenarios.munchkin.door_kit import concede, passes
from tests.scenarios.munchkin.treasure_kit import asked, can, carried, levels, place_of
from tests.scenarios.star.kit import combat, table_of

# card, bonus, slot or hands, credits, for whom it is, for whom it is not
ITEMS: list[tuple[str, int, str, int, dict[str, str], dict[str, str]]] = [
    ("colander_of_mind_shielding", 1, "headgear", 200, {}, {}),
    ("battle_armor", 4, "armor", 600, {}, {"klass": "psychic"}),
    ("slippers_of_mild_antigravity", 0, "footgear", 400, {}, {}),
    ("telescopic_spork", 2, "1_hand", 300, {}, {}),
    ("overclocked_hair_dryer", 3, "1_hand", 400, {}, {}),
    ("structural_girder", 3, "2_hands", 400, {}, {}),
    ("tail_gun", 3, "none", 400, {"race": "feline"}, {}),
]
NAMES = [card for card, *_ in ITEMS]
FULL = {"headgear": "helm_of_courage", "armor": "leather_armor", "footgear": "boots_of_butt_kicking"}
FULL |= {"1_hand": "huge_rock", "2_hands": "buckler_of_swashing"}  # cards of the base game that take the room

WORTH = {"staff_of_napalm": 800, "mithril_armor": 600, "broad_sword": 400, "helm_of_courage": 200, "magic_missile": 300}
WORTH |= {"flask_of_glue": 100, "gentlemens_club": 400}


def cards_of(kind: Kind) -> dict[str, Card]:
    """The edition's cards of a kind by id."""
    return {card.id: card for card in table_of().catalogue.cards if card and card.kind == kind}


def fighter(**facts: Any) -> int:
    """The strength of somebody at level 2 who is helped by one at level 1: lone bonuses don't matter."""
    return combat({"level": 2, **facts}, {"level": 1}, monsters=["plasmoid"], helper=1).strength("players") - 1


def test_every_item_of_the_edition_is_here() -> None:
    """ITEM-1: the list of this file names them all; none is Big."""
    items = cards_of(Kind.ITEM)
    assert set(items) == set(NAMES)
    assert not any(card.big for card in items.values())


@pytest.mark.parametrize(("card", "bonus", "slot", "credits", "only", "ban"), ITEMS, ids=NAMES)
def test_an_item_in_use_adds_its_bonus(
    card: str, bonus: int, slot: str, credits: int, only: dict[str, str], ban: dict[str, str]
) -> None:
    """COMBAT-1, ITEM-1, ITEM-2: in use it helps whom it suits, carried nobody."""
    assert fighter(table=[card], **only) == 2 + bonus
    assert fighter(carried=[card], **only) == 2
    if only:
        assert fighter(table=[card]) == 2
    if ban:
        assert fighter(table=[card], **ban) == 2


@pytest.mark.parametrize(("card", "bonus", "slot", "credits", "only", "ban"), ITEMS, ids=NAMES)
def test_a_slot_holds_one_item(
    card: str, bonus: int, slot: str, credits: int, only: dict[str, str], ban: dict[str, str]
) -> None:
    """ITEM-1: one headgear, one armor, one footgear, two hands' worth; the rest is carried till there is room."""
    full = [FULL[slot]] if slot in FULL else ["helm_of_courage", "leather_armor", "huge_rock"]
    game = table_of({"hand": [card], "table": full, **only}, editions=("star", "munchkin"), treasures=())
    game.do("lay_out", card=card)
    assert carried(game, card) == (slot in FULL)


@pytest.mark.parametrize(("card", "bonus", "slot", "credits", "only", "ban"), ITEMS, ids=NAMES)
def test_items_are_sold_for_what_they_are_worth(
    card: str, bonus: int, slot: str, credits: int, only: dict[str, str], ban: dict[str, str]
) -> None:
    """SELL-1: with others that make it a thousand credits it is a level, with less it isn't."""
    fillers = fill(1000 - credits, [(name, worth) for name, worth in WORTH.items() if name != card])
    game = table_of({"level": 3, "hand": [card, *fillers]}, editions=("star", "munchkin"), treasures=())
    assert not can(game, "sell", cards=sorted([card, *fillers[1:]], key=game.catalogue.index))
    game.do("sell", cards=sorted([card, *fillers], key=game.catalogue.index))
    assert levels(game)[0] == 4


# --------------------------------------------------------------------------- one-shots

BONUS = {"jar_of_weaponized_silence": 3}


def test_every_one_shot_of_the_edition_is_here() -> None:
    """PLAY-3: the tests below play all that give a bonus."""
    assert {card.id for card in cards_of(Kind.ONE_SHOT).values() if card.bonus} == set(BONUS)


@pytest.mark.parametrize("who", [0, 1])
@pytest.mark.parametrize("side", ["players", "monsters"])
@pytest.mark.parametrize("where", ["hand", "table"])
@pytest.mark.parametrize("card", BONUS)
def test_anybody_plays_a_bonus_for_either_side(card: str, where: str, side: str, who: int) -> None:
    """PLAY-3, COMBAT-7: from hand or table; the spent card lies with the combat until it ends."""
    seats: list[dict[str, Any]] = [{"level": 5}, {}]
    seats[who][where] = [card]
    game = combat(*seats, monsters=["starfish"], treasures=[])
    if who:
        game.do("run_away")
        asked(game, who)
    game.do("play", card=card, place=side)
    strength = {"players": 5, "monsters": 6}
    strength[side] += BONUS[card]
    assert {each: game.strength(each) for each in strength} == strength
    assert place_of(game, card) == "combat"


def test_emergency_airlock() -> None:
    """FLEE-5: after one's own failed roll."""
    game = combat({"level": 5, "hand": ["emergency_airlock"]}, monsters=["starfish"], dice=[1])
    concede(game)
    game.do("roll", place=0)
    game.do("play", card="emergency_airlock")
    passes(game)
    assert (levels(game)[0], game.decision) == (5, Decision.AFTER_COMBAT)


# --------------------------------------------------------------------------- level cards

LEVELS = ["reverse_the_polarity"]
OF_SIDEKICKS = ["blame_somebody_in_red"]  # see `test_sidekicks`


def test_every_level_card_of_the_edition_is_here() -> None:
    """PLAY-2: the list of this file names them all."""
    assert set(cards_of(Kind.LEVEL)) == {*LEVELS, *OF_SIDEKICKS}


@pytest.mark.parametrize("card", LEVELS)
def test_a_level_for_oneself(card: str) -> None:
    """PLAY-2, LEVEL-1: at any time, for oneself alone, never the winning one."""
    game = table_of({"level": 3, "hand": [card]}, {"level": 3})
    assert not can(game, "play", card=card, seat=1)
    game.do("play", card=card, seat=0)
    assert (levels(game)[:2], place_of(game, card)) == ([4, 3], "discards")
    assert not can(table_of({"level": 9, "hand": [card]}), "play", card=card, seat=0)
    game = combat({"level": 6, "hand": [card]}, monsters=["starfish"])
    game.do("play", card=card, seat=0)
    assert game.strength("players") == 7, "in a combat it counts at once"
