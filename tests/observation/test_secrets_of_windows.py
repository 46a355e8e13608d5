"""WINDOW-3: windows of a flight and of dice for an order reveal neither who can react nor their cards."""

import numpy as np
import pytest

import munchkin_env as mk
from munchkin_env.cli._shared import Story
from munchkin_env.envs.aec import raw_env
from munchkin_env.vocabulary import Decision, RollFor, Verb, Window
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


def asked_unseen(hand: list[str]) -> mk.Game:
    """Bob runs away from two monsters and fails; Cleo may hold a curse to play between the rolls."""
    seats = [{"level": 2}, {"level": 4, "hand": ["magic_missile"]}, {"level": 2, "hand": hand}]
    foes = {"monsters": ["undead_horse", "leperchaun"]}
    return mk.scenario(seats, turn=1, phase="combat", combat=foes, dice=[1, 1], rest="out")


def test_nothing_that_is_printed_shows_who_was_asked_unseen(capsys: pytest.CaptureFixture[str]) -> None:
    """WINDOW-3: neither the story of a seat nor a table drawn for it; both games look the same to Anna."""
    told, seen, asked = [], [], []
    for hand in (["curse_lose_a_level"], ["crabs"]):
        game = asked_unseen(hand)
        story = Story(game, 0, ("Anna", "Bob", "Cleo"))
        env = raw_env(players=3, render_mode="human", render_seat=0)
        env.reset(seed=1)
        env._game, env._acting = game, game.current_player
        env.agent_selection = env.possible_agents[1]
        story.go_on(game, show=False)
        capsys.readouterr()
        while game.turn_seat == 1 and len(game.history) < 40:
            asked += [hand] * (game.current_player != 1)
            legal = game.legal_actions().tolist()
            env.step(Verb.RUN_AWAY if Verb.RUN_AWAY in legal else legal[0])
            story.go_on(game)
        told.append(capsys.readouterr().out)
        seen.append(game.observe(0).tobytes())
    assert len(asked) > asked.count(["crabs"]), "Cleo is asked only with the curse"
    assert "Bob rolls 1" in told[0]
    assert (told[0], seen[0]) == (told[1], seen[1])
