"""A guard on one of several effects of a card bars that one alone (PLAY-2, GOLD-4)."""

from functools import cache

import pytest

from munchkin_env.vocabulary import Decision
from tests.kit.editions import card_of, edition
from tests.kit.looking import can, doors_gone, options, place_of, table
from tests.kit.playing import settled
from tests.scenarios.cthulhu.kit import table_of

FEARS = "master_your_fears"
PHOBIAS = ["madness_gammaphobia", "madness_dread_of_dread"]
GAIN, USED_UP = '{ do = "gain_level", amount = 1 }', 'always = [{ do = "cost", itself = true }]'
AT_ANY_TIME, IN_PEACE = 'when = ["any"]\non = "victim"', 'value = 100\nwhen = ["own_free"]'
DOOR = '{ do = "draw", what = "face_down", deck = "door", count = 1 }'
EITHER = '{ do = "gain_level", amount = 1, not_highest = true }, { do = "lose_all", filter = "madness" }'
OWN = {
    "push": ("treasure_special", f'{AT_ANY_TIME}\nplay = [{{ do = "lose_level", amount = 1 }}]'),
    "heave": ("treasure_special", f'{AT_ANY_TIME}\nplay = [{GAIN}, {{ do = "lose_all", filter = "races" }}]'),
    "either": ("go_up_level", f'play = [{{ do = "choose", options = 2 }}, {EITHER}]'),
    "rob": ("one_shot", f'value = 100\n{AT_ANY_TIME}\nplay = [{{ do = "raises", what = "taker" }}]'),
    "tonic": ("item", f"{IN_PEACE}\nplay = [{GAIN}, {DOOR}]\n{USED_UP}"),
    "ladder": ("item", f"{IN_PEACE}\nplay = [{GAIN}]\n{USED_UP}"),
}


@cache
def own() -> str:
    """The folder of an edition with treasure cards of one effect or several."""
    return edition("several", treasures="".join(card_of(name, *rest) for name, rest in OWN.items()))


def fears(level: int, phobias: list[str], **facts: object) -> dict[str, object]:
    return {"level": level, "hand": [FEARS], "curses": phobias, **facts}


@pytest.mark.parametrize("goal", [10, 20])
def test_below_the_goal_master_your_fears_is_played_for_its_other_half(goal: int) -> None:
    """PLAY-2, MAD-2: no level is to be chosen there; phobias go, another Madness stays."""
    game = table_of(fears(goal - 1, [*PHOBIAS, "madness_firebug"]), goal=goal)
    settled(game, "play", card=FEARS, seat=0)
    assert (game.decision, options(game)) == (Decision.PICK, ["1"])
    settled(game, amount=1)
    assert (game.level(0), table(game, 0), place_of(game, FEARS)) == (goal - 1, ["madness_firebug"], "discards")


def test_without_a_fear_to_master_it_is_a_level_card_like_others() -> None:
    """PLAY-2: nothing is left of it below the goal; elsewhere there is the level."""
    assert not can(table_of(fears(9, ["madness_firebug"])), "play", card=FEARS, seat=0)
    game = table_of(fears(8, []))
    settled(game, "play", card=FEARS, seat=0)
    assert options(game) == ["0", "1"]
    game.do(amount=0)
    assert game.level(0) == 9


def test_it_is_each_targets_own_level_that_bars() -> None:
    """PLAY-2: played on another by the switch: the target's phobias go, and the target has to be below the goal."""
    game = table_of(fears(9, []), {"level": 9, "curses": PHOBIAS}, {"level": 9})
    assert [can(game, "play", card=FEARS, seat=seat) for seat in range(3)] == [False, True, False]
    game = table_of(fears(9, []), {"level": 9, "curses": PHOBIAS}, switches={"level_card_on_others": False})
    assert not can(game, "play", card=FEARS, seat=1)


def test_an_effect_is_no_option_of_a_level_card() -> None:
    """PLAY-2: kill_the_hireling brings a level and kills; below the goal it does neither."""
    seats = [{"level": 9, "hand": ["kill_the_hireling"]}, {"level": 8, "table": ["hireling"]}]
    game = table_of(*seats, editions=("munchkin", "cthulhu"))
    assert not can(game, "play", card="kill_the_hireling", seat=0)
    assert can(game, "play", card="kill_the_hireling", seat=1)


def test_who_cannot_gain_is_not_kept_from_other_effects() -> None:
    """PLAY-2, GOLD-4: an effect bars itself, whatever kind the card is of; what else it does may be wanted."""
    blend = ("cthulhu", own())
    for level in (8, 9):
        for card, seat, allowed in (
            ("push", 1, True),
            ("heave", 1, True),
            ("rob", 1, level == 8),
        ):
            game = table_of({"level": level, "hand": [card]}, {"level": level}, editions=blend)
            assert can(game, "play", card=card, seat=seat) == allowed, (card, level)
    game = table_of({"level": 9, "table": ["tonic", "ladder"]}, doors=["rugose"], editions=blend)
    assert not can(game, "use_power", card="ladder")
    game.do("use_power", card="tonic")
    assert (game.level(0), doors_gone(game)) == (9, [])


def test_the_highest_is_barred_from_that_option_alone() -> None:
    """PLAY-2: `not_highest` holds for its effect."""
    seats = [{"level": 5, "hand": ["either"], "curses": PHOBIAS}, {"level": 3}]
    game = table_of(*seats, editions=("cthulhu", own()))
    settled(game, "play", card="either", seat=0)
    assert options(game) == ["1"]
    settled(game, amount=1)
    assert (table(game, 0), game.level(0)) == ([], 5)
