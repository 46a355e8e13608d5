"""Monster enhancers: strength and treasure they change, on whom, and when they leave."""

import pytest

from tests.kit.looking import doors_gone, hand, may, monsters, options
from tests.kit.playing import kill, lose, passes
from tests.scenarios.munchkin.kit import combat

ENHANCERS = [("ancient", 10, 2), ("humongous", 10, 2), ("enraged", 5, 1), ("intelligent", 5, 1), ("baby", -5, -1)]


@pytest.mark.parametrize(("card", "strength", "treasures"), ENHANCERS)
def test_an_enhancer_changes_strength_and_treasure(card: str, strength: int, treasures: int) -> None:
    """PLAY-4, COMBAT-1, COMBAT-5: the leader plays it, then kills the stronger monster."""
    game = combat({"level": 30, "hand": [card]}, monsters=["undead_horse"], goal=60)
    game.do("play", card=card, place=0)
    passes(game)
    assert game.strength("monsters") == 4 + strength
    assert hand(game, 0) == []
    kill(game)
    assert game.level(0) == 31, "no level more for an enhancer"
    assert len(hand(game, 0)) == 2 + treasures
    assert doors_gone(game) == sorted([card, "undead_horse"])


@pytest.mark.parametrize("card", ["ancient", "humongous", "enraged", "intelligent"])
def test_a_bystander_turns_the_kill(card: str) -> None:
    """PLAY-4, COMBAT-4: any player plays it during any combat; a declared kill that it turns is void."""
    game = combat({"level": 5}, {}, {"hand": [card]}, monsters=["undead_horse"])
    game.do("kill")
    assert (game.current_player, options(game)) == (2, ["pass", "play"])
    game.do("play", card=card, place=0)
    passes(game)
    assert (may(game, "kill"), may(game, "run_away")) == (False, True)


def test_a_bystander_saves_the_loser() -> None:
    """PLAY-4, COMBAT-4: a baby played on a declared defeat voids it, and the leader kills."""
    game = combat({"level": 3}, {}, {"hand": ["baby"]}, monsters=["undead_horse"])
    game.do("run_away")
    while game.current_player != 2:
        game.do("pass")
    game.do("play", card="baby", place=0)
    passes(game)
    kill(game)
    assert game.level(0) == 4


def test_enhancers_add_up() -> None:
    """PLAY-4: ancient, humongous, enraged, intelligent and baby on one monster."""
    cards = [card for card, _, _ in ENHANCERS]
    game = combat({"level": 50}, monsters=[{"card": "maul_rat", "enhancers": cards}], goal=60)
    assert game.strength("monsters") == 1 + 10 + 10 + 5 + 5 - 5
    kill(game)
    assert len(hand(game, 0)) == 1 + 2 + 2 + 1 + 1 - 1
    assert doors_gone(game) == sorted([*cards, "maul_rat"])


@pytest.mark.parametrize("monster", ["maul_rat", "pit_bull"])
def test_baby_leaves_one_treasure_and_may_go_below_strength_one(monster: str) -> None:
    """COMBAT-5, GOLD-1: a baby gives at least one treasure; strength, unlike a level, may be negative."""
    game = combat({"level": 1}, monsters=[{"card": monster, "enhancers": ["baby"]}])
    assert game.strength("monsters") == (-4 if monster == "maul_rat" else -3)
    kill(game)
    assert (game.level(0), len(hand(game, 0))) == (2, 1)


def test_an_enhancer_is_for_one_monster_only() -> None:
    """PLAY-4: the player chooses the monster; enraged leaves when its monster leaves."""
    game = combat({"level": 1, "hand": ["enraged"]}, monsters=["floating_nose", "stoned_golem"])
    game.do("play", card="enraged", place=1)
    passes(game)
    assert game.strength("monsters") == 10 + 14 + 5
    game.do("decline", place=1)
    passes(game)
    assert monsters(game) == ["floating_nose"]
    assert game.strength("monsters") == 10
    assert doors_gone(game) == ["enraged", "stoned_golem"]


def test_enhancers_stay_when_another_monster_leaves() -> None:
    """PLAY-4: the golem goes, the intelligent nose stays intelligent."""
    game = combat({"level": 1}, monsters=["stoned_golem", {"card": "floating_nose", "enhancers": ["intelligent"]}])
    game.do("decline", place=0)
    passes(game)
    assert monsters(game) == ["floating_nose"]
    assert game.strength("monsters") == 15


def test_enhancers_are_discarded_after_a_defeat() -> None:
    """COMBAT-7: humongous and ancient go with the monster that won."""
    game = combat({"level": 1}, monsters=[{"card": "maul_rat", "enhancers": ["humongous", "ancient"]}], dice=[5])
    lose(game)
    assert doors_gone(game) == ["ancient", "humongous", "maul_rat"]


def test_enhancers_need_a_combat() -> None:
    """PLAY-4: outside a combat, and on a flight, an enhancer stays in hand."""
    game = combat({"level": 1, "hand": ["enraged"]}, {"hand": ["intelligent"]}, monsters=["bigfoot"], dice=[5])
    game.do("run_away")
    passes(game)
    assert options(game) == ["roll"]
    game.do("roll", place=0)
    assert not may(game, "play")
