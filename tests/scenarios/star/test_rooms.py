"""Every room: its effect on the player who turns it up. Moments of rooms are tested in tests/rules/test_rooms.py."""

import pytest

from munchkin_env.cards.compile import load_catalogue
from munchkin_env.cards.explain.card import explain
from munchkin_env.game.game import Game
from munchkin_env.vocabulary import Decision, Kind, Zone
from tests.kit.looking import can, cards, hand, monsters
from tests.kit.playing import kill, lose, passes
from tests.scenarios.star.kit import PLAIN, cards_of, table_of

COPIES = {
    "hall_of_magnifying_mirrors": 2,
    "airlock_for_very_short_people": 1,
    "ball_pit_occupied": 2,
    "freshly_mopped_corridor": 1,
    "open_mike_night": 1,
    "lost_luggage_of_the_galaxy": 1,
}
STRONG = {"level": 5, "table": ["battle_armor", "structural_girder", "slippers_of_mild_antigravity"]}


def entered(room: str, *players: dict[str, object], **settings: object) -> Game:
    """The first player has turned the room up, and nobody reacts."""
    game = table_of(*players, doors=[room], **settings)
    game.do("open_door")
    passes(game)
    assert cards(game, Zone.ROOM) == [room]
    return game


def fought(game: Game, monster: str) -> Game:
    game.do("fight", card=monster)
    passes(game)
    return game


def test_there_are_eight_rooms():
    assert {card.id: card.copies for card in cards_of(Kind.ROOM).values()} == COPIES


@pytest.mark.parametrize("room", COPIES)
def test_a_room_says_when_it_is_entered(room):
    catalogue = load_catalogue(("star",))
    text = explain(catalogue, catalogue.index(room))
    assert text.startswith("Room")
    assert "right after he has opened a door that is no room" in text


def test_hall_of_magnifying_mirrors():
    """Every monster has +3; two monsters have it each."""
    game = entered("hall_of_magnifying_mirrors", {"hand": ["robo_rooster", "wandering_monster", "starfish"]})
    fought(game, "robo_rooster")
    assert game.strength("monsters") == 4 + 3
    game.do("play", card="wandering_monster", second="starfish")
    passes(game)
    assert game.strength("monsters") == 4 + 3 + 6 + 3


@pytest.mark.parametrize(("table", "level"), [(["colander_of_mind_shielding"], 4), ([], 3)])
def test_airlock_for_very_short_people(table, level):
    """Headgear in use goes; without any a level does."""
    game = table_of({"level": 4, "table": table}, doors=["airlock_for_very_short_people"])
    game.do("open_door")
    if table:
        game.do(card=table[0])
    passes(game)
    assert (game.level(0), cards(game, Zone.DISCARD + 1)) == (level, table)
    assert game.decision == Decision.AFTER_DOOR


@pytest.mark.parametrize(("race", "level"), [((), 6), ("feline", 9)])
def test_ball_pit_occupied(race, level):
    """Level 6, against Felines 9; a kill gives a level and two treasures."""
    game = entered("ball_pit_occupied", {**STRONG, "race": race})
    assert (monsters(game), game.strength("monsters")) == (["ball_pit_occupied"], level)
    kill(game)
    assert (game.level(0), len(hand(game, 0))) == (6, 2)


def test_who_is_caught_in_the_ball_pit_loses_his_shoes():
    """Footgear in use, without any a level."""
    shoes = "slippers_of_mild_antigravity"
    for table, level in (([shoes], 2), ([], 1)):
        game = entered("ball_pit_occupied", {"level": 2, "table": table}, dice=[1])
        lose(game)
        if table:
            game.do(card=shoes)
        assert (game.level(0), cards(game, Zone.TABLE)) == (level, [])


def test_freshly_mopped_corridor():
    """No looting, and -2 to run away: a 6 is too little."""
    game = entered("freshly_mopped_corridor", {"level": 4, "hand": ["starfish"]}, dice=[6])
    assert not can(game, "loot_room")
    fought(game, "starfish")
    lose(game)
    assert game.level(0) == 2


def test_open_mike_night():
    """Everybody may add a monster, the player in turn last."""
    game = entered("open_mike_night", {"hand": ["starfish"]}, {"hand": ["robo_rooster"]}, {"hand": ["mind_flea"]})
    for seat, monster in ((1, "robo_rooster"), (2, "mind_flea"), (0, "starfish")):
        assert (game.decision, game.current_player) == (Decision.CROWD, seat)
        game.do("answer_call", card=monster)
        passes(game)
    assert monsters(game) == ["robo_rooster", "mind_flea", "starfish"]
    assert game.strength("monsters") == 4 + 8 + 6


def test_lost_luggage_of_the_galaxy():
    """Treasure counts twice: what is printed, and what an enhancer brings."""
    loot = [card for card in (*PLAIN, "laser", "maser", "eraser", "dazer") if card not in STRONG["table"]]
    game = entered("lost_luggage_of_the_galaxy", {**STRONG, "hand": ["robo_rooster", "radioactive"]}, treasures=loot)
    fought(game, "robo_rooster")
    game.do("play", card="radioactive", place=0)
    passes(game)
    kill(game)
    drawn = [card for card in hand(game, 0) if card in loot]
    assert len(drawn) == 2 * (2 + 1)
