"""Monsters of Munchkin Cthulhu that do what few others do: what they ask for as they come, and odd bad stuff."""

import pytest

from munchkin_env.game import Game
from munchkin_env.vocabulary import Decision
from tests.scenarios.cthulhu.kit import combat, huge, table_of
from tests.scenarios.munchkin.door_kit import doors_gone, hand, lose, options, passes, table, win

DOORS = ["rugose", "mephitic", "squamous"]


def caught(monster: str, *players, **settings) -> Game:
    """The first player runs from the monster with enhancers of +20, and is caught."""
    game = combat(*players, monsters=[huge(monster)], dice=[1], **settings)
    lose(game)
    return game


# --------------------------------------------------------------------------- the bodiless


@pytest.mark.parametrize("monsters", [["the_bodiless"], ["the_bodiless", "shog_goth"]])
def test_who_beats_the_bodiless_loots_the_room(monsters: list[str]) -> None:
    """COMBAT-5, TURN-4: a door face down besides the treasure."""
    game = combat({"level": 6}, monsters=monsters, doors=DOORS)
    win(game)
    assert [card for card in hand(game, 0) if card in DOORS] == ["rugose"]
    assert len(hand(game, 0)) == 2 + len(monsters)
    assert game.position["card"]["known_by"][0].sum() == 0, "face down"


def test_the_loot_goes_to_the_killer_and_not_to_his_helper() -> None:
    """HELP-2: it is no treasure that was promised."""
    game = combat({"level": 6}, {}, monsters=["the_bodiless"], helper=1, doors=DOORS)
    win(game)
    assert ("rugose" in hand(game, 0), hand(game, 1)) == (True, [])


def test_under_quick_2_the_bodiless_is_looted_as_any_room() -> None:
    """QUICK-2: a treasure in place of the door."""
    game = combat({"level": 6}, monsters=["the_bodiless"], doors=DOORS, loot_treasure=True)
    win(game)
    assert (len(hand(game, 0)), "rugose" in hand(game, 0)) == (3, False)


def test_the_bodiless_takes_the_doors_in_hand() -> None:
    """FLEE-2, DECK-4: doors in hand go, treasures in hand and what lies on the table stay."""
    loser = {"level": 5, "klass": "professor", "hand": ["canned_meat", "cheat", "rugose"]}
    game = caught("the_bodiless", loser)
    assert (hand(game, 0), table(game, 0)) == (["canned_meat"], ["professor"])
    assert {"cheat", "rugose"} <= set(doors_gone(game))


# --------------------------------------------------------------------------- coggoth


@pytest.mark.parametrize(("cards", "strength"), [(0, 11), (1, 8), (2, 11)])
def test_coggoth_minds_an_even_hand(cards: int, strength: int) -> None:
    """COMBAT-8: +3 if the main fighter holds an even number of cards as it comes; the helper's hand is no matter."""
    three = ["brass_knucks", "bug_spray", "bowling_pin"]
    game = combat({"hand": three[:cards]}, {"hand": three[2:]}, monsters=["coggoth"], helper=1)
    assert game.strength("monsters") == strength


def test_coggoth_stays_as_strong_as_it_came() -> None:
    """Cards that are played later change nothing of it."""
    game = table_of({"level": 9, "hand": ["canned_meat", "kitchen_sink"]}, {}, {}, doors=["coggoth"])
    game.do("open_door")
    passes(game)
    assert game.strength("monsters") == 11
    game.do("play", card="canned_meat", place="players")
    passes(game)
    assert (game.strength("monsters"), len(hand(game, 0))) == (11, 1)


def test_coggoth_counts_when_it_joins() -> None:
    """PLAY-5: what joins later counts the hand of that moment."""
    game = combat({"level": 2}, {"hand": ["wandering_monster", "coggoth"]}, monsters=["shallow_ones"])
    game.do("run_away")
    while game.seat != 1:
        game.do("pass")
    game.do("play", card="wandering_monster", second="coggoth")
    assert game.strength("monsters") == 8 + 8 + 3


def test_a_double_of_coggoth_counts_anew() -> None:
    """PLAY-7: a double comes by itself, and counts the hand as it comes."""
    held = {"level": 9, "hand": ["mate", "brass_knucks", "bug_spray"]}
    game = combat(held, monsters=["coggoth"], editions=("cthulhu", "munchkin"))
    assert game.strength("monsters") == 8
    game.do("play", card="mate", place=0)
    assert game.strength("monsters") == 8 + 8 + 3


def test_a_monster_removed_takes_its_growth_along() -> None:
    """COMBAT-3: the others move up with theirs."""
    held = {"level": 30, "hand": ["magic_lamp"]}
    game = combat(held, monsters=["shog_goth", "coggoth"], editions=("cthulhu", "munchkin"), goal=60)
    game.do("play", card="magic_lamp", place=0)
    passes(game)
    assert game.strength("monsters") == 8
    game = combat({**held, "hand": ["magic_lamp", "bug_spray"]}, monsters=["shog_goth", "coggoth"], goal=60,
                  editions=("cthulhu", "munchkin"))
    game.do("play", card="magic_lamp", place=0)
    passes(game)
    assert game.strength("monsters") == 11
    win(game)
    assert not game.position["combat"]["monster"]["grown"].any()


def test_coggoth_takes_levels_and_a_card() -> None:
    """FLEE-2: two levels, and a card of the hand, of the victim's choice."""
    game = caught("coggoth", {"level": 5, "hand": ["canned_meat", "cheat"]})
    assert game.level(0) == 3
    game.do(card="cheat")
    assert (hand(game, 0), game.decision) == (["canned_meat"], Decision.AFTER_COMBAT)


# --------------------------------------------------------------------------- sluggoth


def test_sluggoth_gives_a_level_to_the_lowest() -> None:
    """LEVEL-1: to one of the lowest, whom the victim chooses."""
    assert combat({"klass": "monster_whacker"}, monsters=["sluggoth"]).strength("monsters") == 11
    game = caught("sluggoth", {"level": 5}, {"level": 2}, {"level": 4}, {"level": 2})
    assert (game.level(0), game.decision, game.seat, len(options(game))) == (4, Decision.GIVE_LEVEL, 0, 2)
    game.do(seat=3)
    assert [game.level(seat) for seat in range(4)] == [4, 2, 4, 3]
    assert game.decision == Decision.AFTER_COMBAT


@pytest.mark.parametrize(("other", "after"), [(2, 1), (3, 1)])
def test_sluggoth_only_takes_from_the_lowest(other: int, after: int) -> None:
    """GOLD-1: who is lowest himself, or tied, just loses the level."""
    game = caught("sluggoth", {"level": 2}, {"level": other}, {"level": 5})
    assert [game.level(seat) for seat in range(3)] == [after, other, 5]
    assert game.decision == Decision.AFTER_COMBAT


def test_sluggoth_passes_over_the_dead() -> None:
    """DEATH-3: the dead are not the lowest and gain nothing."""
    game = caught("sluggoth", {"level": 5}, {"level": 1, "dead": True}, {"level": 3})
    game.do(seat=2)
    assert [game.level(seat) for seat in range(3)] == [4, 1, 4]


# --------------------------------------------------------------------------- non-euclidean map


@pytest.mark.parametrize(("monsters", "treasures"), [(["shog_goth"], 2), (["shog_goth", "polly_polyp"], 4)])
def test_the_map_brings_a_treasure_for_every_kill(monsters: list[str], treasures: int) -> None:
    """COMBAT-5: non_euclidean_map: one more for each monster killed in the owner's own turn."""
    game = combat({"level": 6, "table": ["non_euclidean_map"]}, monsters=monsters)
    win(game)
    assert len(hand(game, 0)) == treasures


def test_the_map_of_a_helper_brings_nothing() -> None:
    """HELP-5: it is not his turn, and he kills nothing."""
    game = combat({"level": 8}, {"table": ["non_euclidean_map"]}, monsters=["shog_goth"], helper=1)
    win(game)
    assert (len(hand(game, 0)), hand(game, 1)) == (1, [])


def test_the_map_works_in_the_own_turn_alone() -> None:
    """Who takes a combat over in another's turn gets nothing by it, nor does it work while it is only carried."""
    seats = [{"level": 2, "hand": ["transferral_potion"]}, {"level": 6, "table": ["non_euclidean_map"]}]
    game = combat(*seats, monsters=["shog_goth"], editions=("cthulhu", "munchkin"))
    game.do("play", card="transferral_potion", seat=1)
    passes(game)
    win(game)
    assert len(hand(game, 1)) == 1
    game = combat({"level": 8, "carried": ["non_euclidean_map"]}, monsters=["shog_goth"])
    win(game)
    assert len(hand(game, 0)) == 1


def test_the_map_makes_it_harder_to_run() -> None:
    """FLEE-1: -1, so that a five is not enough."""
    for face, level in ((5, 6), (6, 8)):
        game = combat({"level": 8, "table": ["non_euclidean_map"]}, monsters=[huge("lloyd_lloigor")], dice=[face])
        lose(game)
        assert game.level(0) == level
