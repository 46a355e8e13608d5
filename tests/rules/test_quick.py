"""QUICK: optional settings for faster games."""

import pytest

import munchkin_env as mk
from munchkin_env.vocabulary import Decision, Pile, Zone
from tests.rules.combat_tools import fight, hand, seen_by, win
from tests.rules.window_tools import after_door, asked, kind_of, seats, settle


def test_listening_at_the_door_draws_a_door_card_face_down():
    """QUICK-1: at the very start of the turn, before anybody is asked."""
    eager = {"hand": ["curse_lose_a_level"]}
    game = seats({}, eager, phase="begin", doors=["elf", "dwarf"], listen_at_door=True)
    assert (game.seat, game.decision) == (1, Decision.WINDOW)
    assert hand(game, 0) == ["elf"]
    assert seen_by(game, "elf") == set()


def test_a_monster_heard_at_the_door_is_not_fought():
    """QUICK-1: it goes to the hand and may make trouble later."""
    game = seats(phase="begin", doors=["net_troll", "elf"], listen_at_door=True)
    assert game.decision == Decision.TURN_START
    after_door(game)
    game.do("fight", card="net_troll")
    assert game.decision == Decision.COMBAT


def test_what_was_heard_may_be_laid_out_before_the_door():
    """QUICK-1: then the turn goes on as usual."""
    game = seats(phase="begin", doors=["elf", "dwarf"], listen_at_door=True)
    game.do("lay_out", card="elf")
    after_door(game)
    assert hand(game, 0) == ["dwarf"]


def test_nobody_listens_without_the_setting():
    """QUICK-1: optional."""
    assert hand(seats(phase="begin", doors=["elf"]), 0) == []


def test_everybody_listens_at_his_own_door():
    """QUICK-1: in each turn the player in turn alone."""
    game = seats({}, {}, {}, phase="after", doors=["elf"], listen_at_door=True)
    game.do("end_turn")
    settle(game)
    assert [hand(game, seat) for seat in range(3)] == [[], ["elf"], []]


@pytest.mark.parametrize(("setting", "expected"), [(True, "helm_of_courage"), (False, "dwarf")])
def test_the_room_may_hold_treasure(setting, expected):
    """QUICK-2: looting draws a Treasure card in place of a Door card, face down."""
    game = seats(phase="trouble", doors=["dwarf"], treasures=["helm_of_courage"], loot_treasure=setting)
    game.do("loot_room")
    assert hand(game, 0) == [expected]
    assert seen_by(game, expected) == set()


def test_only_looting_draws_treasure():
    """QUICK-2: the door itself is a door still."""
    game = after_door(seats(doors=["elf"], treasures=["helm_of_courage"], loot_treasure=True))
    assert hand(game, 0) == ["elf"]
    assert kind_of(game, "elf").name == "RACE"


@pytest.mark.parametrize(("setting", "winners"), [(True, (0, 1)), (False, (0,))])
def test_the_helper_of_a_winner_wins_too(setting, winners):
    """QUICK-3: whatever his level."""
    game = win(fight(["maul_rat"], {"level": 9}, {"level": 2}, helper=1, helper_wins=setting))
    assert game.winners == winners


def test_winner_and_helper_share():
    """QUICK-3: +1 between them, the loser pays."""
    game = win(fight(["maul_rat"], {"level": 9}, {"level": 2}, helper=1, helper_wins=True))
    assert game.returns.tolist() == [0.5, 0.5, -1]


def test_bystanders_do_not_win():
    """QUICK-3, COMBAT-12: a potion makes no helper."""
    game = fight(["pit_bull"], {"level": 9}, {"hand": ["magic_missile"]}, helper_wins=True)
    game.do("kill")
    game.do("play", card="magic_missile", place="players")
    settle(game)
    assert game.winners == (0,)


def test_help_in_a_combat_that_does_not_reach_the_goal_wins_nothing():
    """QUICK-3: only if the goal is reached."""
    game = win(fight(["maul_rat"], {"level": 5}, {"level": 9}, helper=1, helper_wins=True))
    assert not game.over


@pytest.mark.parametrize("editions", [("cthulhu",), ("munchkin", "cthulhu")])
@pytest.mark.parametrize("cards", [0, 1, 2])
def test_cultists_may_lie_in_their_discards_from_the_start(editions, cards):
    """QUICK-5: taken out of the doors before the cards are dealt; saved, and told."""
    game = mk.Game(seed=3, editions=editions, cult_discards=cards)
    plain = mk.Game(seed=3, editions=editions)
    doors = [int(one.position["count"][0, Zone.DECK]) for one in (game, plain)]
    assert doors == [doors[1] - cards, doors[1]]
    assert int(game.position["count"][0, Zone.DISCARD + Pile.CULT]) == cards
    told = [line for line in game.text(0).splitlines() if line.startswith("Cultist discards")]
    copies = " ×2" if cards == 2 else ""
    assert told == ([f"Cultist discards ({cards}, on top Cultist): Cultist{copies}."] if cards else [])
    assert mk.Game.load(game.save()) == game
    assert not game.broken()


def test_more_cultists_than_there_are_cannot_lie_there():
    """QUICK-5: none without their edition."""
    with pytest.raises(mk.ConfigError, match="cult_discards: expected at most the 0 Cultist cards of munchkin, got 1"):
        mk.Game(cult_discards=1)
    for wrong in (-1, 3, True, "1"):
        with pytest.raises(mk.ConfigError, match="cult_discards: expected a whole number from 0 to 2"):
            mk.Game(editions=("cthulhu",), cult_discards=wrong)


def test_a_whole_quick_game_ends():
    """QUICK-1, QUICK-2, QUICK-3: all settings together."""
    game = mk.Game(seed=1, listen_at_door=True, loot_treasure=True, helper_wins=True, round_limit=20)
    while not game.over:
        game.step(int(game.legal()[0]))
        asked(game)
    assert game.broken() == 0
