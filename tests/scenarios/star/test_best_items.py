"""The bonus of an item is its addition to the strength of the fight: to be lost, taken, or to give way (COMBAT-1)."""

import pytest

import munchkin_env as mk
from munchkin_env.game.game import Game
from munchkin_env.vocabulary import Decision

OBNOXIOUS = "curse_truly_obnoxious"
EVIL = "curse_weapon_becomes_evil"
STAR_BEST = "annihilator_beam_self_test"


def fight(monster: str, hand: list[str], worn: list[str], *others: dict, editions: tuple[str, ...], **more) -> Game:
    """The first player fights the monster, and holds the cards; single choices are asked for."""
    leader = {"level": 1, "hand": hand, "table": worn, **more}
    seats = [leader, *others, *[{} for _ in range(2 - len(others))]]
    settings = {"editions": editions, "rest": "out", "forced_choices": False, "quick_play": False}
    return mk.scenario(seats, phase="combat", combat={"monsters": [monster]}, **settings)


def quiet(game: Game) -> Game:
    while game.decision == Decision.WINDOW:
        game.do("pass")
    return game


def lost(game: Game) -> list[str]:
    """The items of which one has to go, if any."""
    return [game.describe(int(a)) for a in game.legal_actions()] if game.decision == Decision.CHOOSE_CARD else []


@pytest.mark.parametrize(
    ("monster", "worn", "card", "best"),
    [
        ("starfish", ["dazer", "battle_armor"], "", ["Battle Armor"]),
        ("starfish", ["dazer", "battle_armor"], "gasoline_juggling_act", ["Dazer"]),
        ("balloon_kraken", ["dazer", "battle_armor"], "", ["Dazer"]),
        ("toaster_of_protocol", ["fundraiser", "battle_armor"], "", ["Battle Armor"]),
        ("toaster_of_protocol", ["fundraiser"], "", []),
    ],
)
def test_the_best_item_is_the_best_of_this_fight(monster: str, worn: list[str], card: str, best: list[str]) -> None:
    """CURSE-3, COMBAT-1: fire counts double by a card or a monster, or not at all; what gives nothing is not lost."""
    game = fight(monster, [STAR_BEST, *([card] if card else [])], worn, editions=("star",))
    if card:
        game.do("play", card=card)
        quiet(game)
    game.do("play", card=STAR_BEST, seat=0)
    assert lost(quiet(game)) == best


@pytest.mark.parametrize(("curse", "edition"), [(OBNOXIOUS, "munchkin"), (EVIL, "cthulhu")])
def test_every_card_that_asks_for_the_best_item_asks_the_fight(curse: str, edition: str) -> None:
    """CURSE-2, CURSE-3: items that are lost, and items that turn evil."""
    blend = {"editions": ("star", edition)}
    game = fight("balloon_kraken", [curse], ["dazer", "battle_armor"], **blend)
    game.do("play", card=curse, seat=0)
    assert lost(quiet(game)) == ["Dazer"]


def test_kicker_ichor_makes_shoes_the_best_item() -> None:
    """CURSE-2: footgear of 1 counts three times."""
    game = fight("polly_polyp", ["kicker_ichor", EVIL], ["galoshes", "bowling_pin"], editions=("cthulhu",))
    plain = game.clone()
    plain.do("play", card=EVIL, seat=0)
    assert lost(quiet(plain)) == ["Bowling Pin"]
    game.do("play", card="kicker_ichor")
    quiet(game).do("play", card=EVIL, seat=0)
    assert lost(quiet(game)) == ["Galoshes"]


def test_where_levels_alone_count_no_item_is_the_best() -> None:
    """COMBAT-9, CURSE-1: nothing gives anything against Ghoulfiends, so nothing is lost; a bystander's items do."""
    other_items = {"table": ["helm_of_courage"]}
    game = fight("ghoulfiends", [OBNOXIOUS], ["leather_armor"], other_items, editions=("munchkin",))
    other = game.clone()
    game.do("play", card=OBNOXIOUS, seat=0)
    assert lost(quiet(game)) == []
    other.do("play", card=OBNOXIOUS, seat=1)
    assert lost(quiet(other)) != []


def test_what_multiplies_is_asked_of_who_fights() -> None:
    """CURSE-3: a bystander loses what gives it most, whatever others fight."""
    other = {"table": ["dazer", "battle_armor"]}
    game = fight("balloon_kraken", [STAR_BEST], [], other, editions=("star",))
    game.do("play", card=STAR_BEST, seat=1)
    assert lost(quiet(game)) == ["Battle Armor"]


@pytest.mark.parametrize(("monster", "helps"), [("balloon_kraken", True), ("toaster_of_protocol", False)])
def test_an_item_is_taken_for_what_it_gives_in_the_fight(monster: str, helps: bool) -> None:
    """COMBAT-1: help_me_out_here: a laser of 5 is enough where fire counts double, and is nothing where it does not."""
    level = {"balloon_kraken": 6, "toaster_of_protocol": 1}[monster]  # against 14, and 4
    blend = {"editions": ("star", "munchkin"), "level": level}
    game = fight(monster, ["help_me_out_here"], [], {"table": ["fundraiser"]}, **blend)
    assert game.strength("players") < game.strength("monsters")
    assert ("play" in [game.describe(int(a)) for a in game.legal_actions()]) == helps


def test_what_gives_least_in_the_fight_gives_way() -> None:
    """ITEM-1, COMBAT-1: help_me_out_here: fire of 3 gives 6 here and stays, what gives 4 makes room for fire of 4."""
    worn = ["overclocked_hair_dryer", "mace_of_sharpness"]
    blend = {"editions": ("star", "munchkin"), "level": 2, "klass": "cleric"}
    other = {"table": ["soldering_iron_of_mild_doom"]}
    game = fight("balloon_kraken", ["help_me_out_here"], worn, other, **blend)
    assert (game.strength("players"), game.strength("monsters")) == (2 + 6 + 4, 14)
    game.do("play", card="help_me_out_here", second="soldering_iron_of_mild_doom")
    assert quiet(game).strength("players") == 2 + 6 + 8
