"""The greedy bot with lasers, Complex items and traps of Star Munchkin."""

import numpy as np
import pytest

from munchkin_env.bots import make_bot
from munchkin_env.game.game import Game
from munchkin_env.observation import View
from munchkin_env.vocabulary import Decision
from tests.kit.looking import in_use
from tests.scenarios.star.kit import combat, table_of

pytestmark = pytest.mark.interpreted

LAST = {"open door", "end turn", "kill", "run away", "pass"}
GADGETEER = {"klass": "gadgeteer"}


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


def test_greedy_joins_lasers() -> None:
    """LASER-1: from hand, and those that were carried; a weapon for two hands gives way to them."""
    game = table_of({"hand": ["laser", "maser"], "carried": ["fundraiser"]})
    words(game)
    assert in_use(game, "laser", "maser", "fundraiser") == ["laser", "maser", "fundraiser"]


def test_greedy_keeps_lasers_together_against_a_better_single_weapon() -> None:
    """LASER-1: 2 + 3 + 3 are more than the trebuchet's 5, 2 alone is less."""
    lasers = ["laser", "maser", "dazer"]
    game = table_of({"table": lasers, "carried": ["quantum_trebuchet"]})
    words(game)
    assert in_use(game, *lasers, "quantum_trebuchet") == lasers
    single = table_of({"table": lasers[:1], "carried": ["quantum_trebuchet"]})
    words(single)
    assert in_use(single, "laser", "quantum_trebuchet") == ["quantum_trebuchet"]
    joined = table_of({"table": lasers[:2], "carried": ["quantum_trebuchet"]}, {"table": lasers[2:]})
    words(joined)
    assert in_use(joined, "laser", "maser") == ["laser", "maser"], "5 are not more than 5"


def test_greedy_takes_no_laser_off_in_a_combat() -> None:
    """LASER-1: it would not come back."""
    game = combat({"level": 3, "table": ["laser", "maser"]}, monsters=["starfish"])
    assert words(game) == ["kill"]


def test_greedy_uses_the_best_complex_item() -> None:
    """COMPLEX-1."""
    game = table_of({"table": ["antenna_array_hat"], "hand": ["exoskeleton_in_kit_form"]})
    words(game)
    assert in_use(game, "antenna_array_hat", "exoskeleton_in_kit_form") == ["exoskeleton_in_kit_form"]


def test_greedy_keeps_the_best_complex_item_when_it_loses_the_leave() -> None:
    """COMPLEX-1."""
    worn = ["antenna_array_hat", "exoskeleton_in_kit_form", "pocket_particle_accelerator"]
    game = table_of({**GADGETEER, "table": worn})
    game.do("drop", card="gadgeteer")
    assert game.decision == Decision.CHOOSE_CARD
    while game.decision == Decision.CHOOSE_CARD:
        game.step(make_bot("greedy").act(View.of(game, 0), game.legal_action_mask(), np.random.default_rng(0)))
    assert in_use(game, *worn) == ["exoskeleton_in_kit_form"]


def test_greedy_lays_out_a_gadgeteer_for_complex_items() -> None:
    """COMPLEX-1: and then uses them all."""
    worn = ["antenna_array_hat", "exoskeleton_in_kit_form"]
    game = table_of({"hand": ["gadgeteer"], "table": worn[:1], "carried": worn[1:]})
    words(game)
    assert in_use(game, *worn) == worn


@pytest.mark.parametrize(
    ("hand", "worn", "wanted"),
    [("miniaturized", ["helmet_of_too_many_visors"], True), ("feline", [], False)],
)
def test_greedy_disarms_what_costs_more_than_a_card(hand: str, worn: list[str], wanted: bool) -> None:
    """CURSE-4."""
    game = table_of({**GADGETEER, "hand": [hand], "table": worn}, doors=["lose_your_headgear"])
    game.do("open_door")
    assert (game.decision, game.current_player) == (Decision.WINDOW, 0)
    said = words(game)
    assert ("use power" in said, "pass" in said) == (wanted, not wanted)


def test_greedy_uses_the_best_two_complex_items_of_a_cyborg() -> None:
    """COMPLEX-1: one of those in use gives way to a better one."""
    worn = ["antenna_array_hat", "pocket_particle_accelerator", "exoskeleton_in_kit_form"]
    game = table_of({"race": "cyborg", "table": worn[:2], "hand": worn[2:]})
    words(game)
    assert in_use(game, *worn) == worn[1:]
