"""The greedy bot and Fairy Dust: how to get it and how to use it."""

import pytest

from munchkin_env.vocabulary import Decision
from tests.kit.greedy import answer
from tests.kit.playing import concede, passes
from tests.scenarios.extended.kit import combat, huge, table_of

pytestmark = pytest.mark.interpreted

DUST = ["pinch_of_sparkle", "fee_for_friendship"]


@pytest.mark.parametrize("extras", [DUST, []])
def test_it_helps_for_dust(extras: list[str]) -> None:
    """FAIRY-2: help that is worth nothing else is worth a card."""
    game = combat({"level": 1}, {"level": 3}, monsters=["lame_goblin"], extras=extras)
    game.do("ask_help", seat=1, amount=0)
    passes(game)
    assert game.decision == Decision.ANSWER_HELP
    assert (answer(game) == ["yes"]) == bool(extras)


@pytest.mark.parametrize(("extras", "saved"), [(DUST, True), ([], False)])
def test_it_saves_others_for_dust(extras: list[str], saved: bool) -> None:
    """FAIRY-2: from a curse that does not hurt them much, with an ointment that it has no better use for."""
    saviour = {"hand": ["there_there_ointment"], "level": 1}
    game = table_of({"level": 1}, saviour, doors=["curse_lose_a_level"], extras=extras)
    game.do("open_door")
    while game.current_player != 1:
        game.do("pass")
    assert (answer(game)[0] == "play") == saved


def test_it_takes_its_own_failed_roll_again() -> None:
    fleeing = {"level": 8, "hand": ["one_more_time_with_feeling"]}
    game = combat(fleeing, monsters=[huge("plutonium_dragon")], dice=[1, 6])
    concede(game)
    game.do("roll", place=0)
    assert answer(game)[0] == "play"
    game = combat(fleeing, monsters=[huge("plutonium_dragon")], dice=[6])
    concede(game)
    game.do("roll", place=0)
    while game.current_player == 0 and game.decision == Decision.WINDOW:
        assert answer(game) == ["pass"]


@pytest.mark.parametrize("card", ["virtue_is_its_own_reward", "fee_for_friendship", "glitter_gets_everywhere"])
def test_it_is_rewarded_for_helping(card: str) -> None:
    facts = {"extras": ["pinch_of_sparkle"], "treasures": ["leather_armor"]}
    game = combat({}, {"hand": [card]}, monsters=["hippogriff"], helper=1, **facts)
    game.do("run_away")
    while game.current_player != 1:
        game.do("pass")
    assert answer(game)[0] == "play"


def test_it_makes_a_helper_come_for_nothing() -> None:
    """FAIRY-6: the one by whose help it wins, when it would lose alone."""
    leader = {"level": 3, "hand": ["kindness_is_contagious"]}
    game = combat(leader, {"level": 1}, {"level": 6}, monsters=["harpies", "pit_bull", "lame_goblin"])
    said = answer(game)
    assert said[:2] == ["play", "Kindness Is Contagious"]
    assert "2" in said[2]
    passes(game)
    assert answer(game)[0] == "ask help"


def test_it_looks_at_a_hand_and_keeps_a_pocket() -> None:
    game = table_of({"hand": ["what_a_lovely_hand"]}, {"hand": ["elf"]})
    assert answer(game)[:2] == ["play", "What a Lovely Hand"]
    game = table_of({"hand": ["pocket_inside_a_pocket"]})
    assert answer(game)[:2] == ["play", "Pocket Inside a Pocket"]


def test_it_swaps_what_it_needs_least() -> None:
    game = table_of({"hand": ["sharing_is_caring", "curse_lose_a_level"]}, {"hand": ["leather_armor", "magic_lamp"]})
    for _ in range(3):
        if game.decision == Decision.CHOOSE_CARD:
            break
        answer(game)
        passes(game)
    assert game.decision == Decision.CHOOSE_CARD
    answer(game)
    assert not game.broken()
