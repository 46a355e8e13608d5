"""WINDOW-3: windows of a flight and of dice for an order reveal neither who can react nor their cards."""

import numpy as np
import pytest

import munchkin_env as mk
from munchkin_env.envs.aec import raw_env
from munchkin_env.vocabulary import Decision, RollFor, Window
from tests.fuzz.secrets import compare
from tests.kit.playing import first_place
from tests.kit.tables import fight

OPEN = {"windows": "open", "forced_choices": False}
TRIES = 8  # rearrangements of what a seat can't know, at each position


def flight(windows: str) -> mk.Game:
    hands = [[], ["curse_duck_of_doom", "elf"], ["boil_an_anthill", "loaded_die"], ["maul_rat", "dwarf"]]
    seats = [{"level": 6}, *({"level": 3, "hand": hand} for hand in hands[1:])]
    game = fight(["bullrog", "net_troll"], *seats, helper=1, windows=windows, dice=[6] * 4)
    game.do("run_away")
    return game


def claim() -> mk.Game:
    payers = [{"level": 2, "hand": ["boil_an_anthill"]}, {"level": 2, "hand": ["whine_at_the_gm", "loaded_die"]}]
    game = mk.scenario([{"race": "elf"}, *payers, {}], quick_play=True, **OPEN)
    game.do("drop", card="elf")
    while game.decision != Decision.CONTEST:
        game.do("claim", card="elf") if game.current_player == 1 else game.do("pass")
    while game.decision == Decision.CONTEST:
        game.do("yes")
    return game


def look(game: mk.Game, rng: np.random.Generator) -> None:
    env = raw_env(players=game.config.players, windows="open", forced_choices=False)
    env.reset(seed=1)
    for number in range(TRIES):
        compare(env, game, rng, number)


@pytest.mark.interpreted
@pytest.mark.parametrize("windows", ["compressed", "open"])
def test_nobody_sees_who_can_react_in_a_flight(windows: str) -> None:
    """FLEE-5, WINDOW-3: between the rolls of two allies, who flee from two monsters each."""
    rng = np.random.default_rng(0)
    game = flight(windows)
    seen = 0
    while int(game.position["combat"]["active"][0]):
        if game.decision == Decision.FLEE:
            game.do("roll", place=first_place(game))
            continue
        if int(game.position["window"][0]) == Window.FLIGHT:
            look(game, rng)
            seen += 1
        game.step(int(game.legal_actions()[0]))
    assert seen >= 3, "between two rolls of each of them, and between theirs"


@pytest.mark.interpreted
def test_dice_for_a_claim_tell_no_more_than_who_throws_them() -> None:
    """QUICK-4, WINDOW-3: questions before they were thrown are forgotten."""
    rng = np.random.default_rng(0)
    game = claim()
    seen = 0
    while int(game.position["roll"]["purpose"][0]) == RollFor.ORDER:
        look(game, rng)
        seen += 1
        game.do("pass")
    assert seen >= 2
