"""The greedy bot with the races and classes of Star Munchkin."""

import numpy as np
import pytest

from munchkin_env.bots import make_bot
from munchkin_env.game.game import Game
from munchkin_env.observation import View
from munchkin_env.vocabulary import Decision, Flag
from tests.kit.looking import carried, copy_of, table
from tests.scenarios.star.kit import combat, table_of

pytestmark = pytest.mark.interpreted

LAST = {"open door", "end turn", "kill", "run away", "pass"}


def words(game: Game) -> list[str]:
    """Let greedy act for the seat that is asked, until it has said one of the last words."""
    seat, said = game.current_player, [""]
    while game.current_player == seat and not game.is_terminal and said[-1] not in LAST:
        action = make_bot("greedy").act(
            View.of(game, game.current_player), game.legal_action_mask(), np.random.default_rng(0)
        )
        said.append(game.describe(action))
        game.step(action)
    return said[1:]


def test_greedy_lays_out_a_second_class() -> None:
    """MOD-1: the one that lets it use what it has."""
    hand = ["super_munchkin", "trader", "gadgeteer", "multi_purpose_unwrench"]
    game = table_of({"klass": "psychic", "hand": hand})
    words(game)
    assert table(game, 0) == ["gadgeteer", "multi_purpose_unwrench", "psychic", "super_munchkin"]


def test_greedy_moults_with_what_it_does_not_need() -> None:
    """RACE-1: a second Bug in the hand is worth less than an unseen door; the class that it has is worth more."""
    game = table_of({"race": "bug", "klass": "psychic", "hand": ["bug", "psychic"]}, doors=["cheat", "plasmoid"])
    said = words(game)
    assert said[:3] == ["use power", "Bug", "Bug"]
    assert table(game, 0) == ["bug", "psychic"]


def test_greedy_salvages_with_what_it_cannot_use() -> None:
    """CLASS-1: two items of 400 together that are for others, for one of 400 that it can use; not the other way."""
    junk = ["neuron_whip", "blank_warrant"]
    game = table_of({"klass": "trader", "carried": [*junk, "telescopic_spork"]}, discards=["lead_moon_boots"])
    said = words(game)
    assert "use power" in said
    assert "lead_moon_boots" in table(game, 0)
    assert {*junk, "telescopic_spork"} - {*table(game, 0)} == {*junk}
    game = table_of({"klass": "trader", "table": ["lead_moon_boots", "telescopic_spork"]}, discards=["neuron_whip"])
    assert "use power" not in words(game)


def test_greedy_takes_a_contract_that_it_can_keep() -> None:
    """TURN-3: for a card that is worth less; not with a monster that it cannot beat."""
    hunter = {"level": 5, "klass": "bounty_hunter", "hand": ["bounty_hunter"]}
    game = table_of(hunter, phase="trouble", discards=["starfish"], doors=["cheat"])
    assert "use power" not in words(game)
    game = table_of({**hunter, "level": 8}, phase="trouble", discards=["bounty_on_six_legs"], doors=["cheat"])
    assert words(game)[:3] == ["use power", "Bounty Hunter", "Bounty Hunter"]


def test_greedy_bounty_hunters_help_for_a_door() -> None:
    """HELP-4: though nothing is promised."""
    found = []
    for klass in ("bounty_hunter", "psychic"):
        game = combat({"level": 1}, {"level": 6, "klass": klass}, monsters=["starfish"], bargaining="off")
        game.do("ask_help", seat=1, amount=0)
        while game.decision == Decision.WINDOW:
            game.do("pass")
        found.append(words(game)[0])
    assert found == ["yes", "no"]


def test_greedy_drafts_who_makes_it_win() -> None:
    """HELP-9: if nobody helps willingly; not a player who is too weak."""
    ranger = {"level": 4, "klass": "space_ranger"}
    game = combat(ranger, {"level": 2}, {"level": 7}, monsters=["plasmoid"], help_questions=0)
    said = []
    while int(game.position["combat"]["helper"][0]) == 0 and len(said) < 9:
        said += words(game)
    assert "use power" not in said, "4 and 7 do not beat 12"
    game = combat(ranger, {"level": 2}, {"level": 9}, monsters=["plasmoid"], help_questions=0)
    action = make_bot("greedy").act(
        View.of(game, game.current_player), game.legal_action_mask(), np.random.default_rng(0)
    )
    assert game.describe(action) == "use power"
    words(game)
    assert int(game.position["combat"]["helper"][0]) == 3


@pytest.mark.parametrize(
    ("cards", "way"),
    [
        (["battle_armor"], 1),
        (["colander_of_mind_shielding", "thinking_cap_with_four_manuals"], 2),
        (["lead_moon_boots", "boots_with_a_pilots_license"], 3),
    ],
)
def test_greedy_grows_what_it_has_items_for(cards: list[str], way: int) -> None:
    """ITEM-7: an arm if it has nothing to put on; else what lets it use what it carries."""
    game = table_of({"table": cards[:1], "carried": cards[1:], "hand": ["mutant"]})
    words(game)
    flag = int(game.position["card"]["flag"][0, copy_of(game, "mutant")])
    assert flag // Flag.CHOSEN_1 == way
    for card in cards:
        assert not carried(game, card)
