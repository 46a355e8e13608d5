"""Munchkin in OpenSpiel: its own tests of a game, and that a resampled state tells a player nothing new."""

from typing import Any

import numpy as np
import pytest

import munchkin_env as mk

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed here; `make test-clients` runs these tests")

from munchkin_env.envs import openspiel

QUICK: dict[str, Any] = {"players": 3, "preset": "short", "deals": 8}


def begun(decisions: int, deal: int = 5, **params: Any) -> Any:
    """A state after the deal and some first legal actions, other ones in turn."""
    state = pyspiel.load_game("munchkin", {**QUICK, **params}).new_initial_state()
    state.apply_action(deal)
    for number in range(decisions):
        legal = state.legal_actions()
        state.apply_action(legal[number % len(legal)])
    return state


@pytest.mark.parametrize("params", [QUICK, {"deals": 2, "preset": "short", "editions": "munchkin+star"}], ids=str)
def test_its_own_simulations(params: dict[str, Any]) -> None:
    """Random games with clones, masks, returns and, at some positions, serialisation."""
    pyspiel.random_sim_test(pyspiel.load_game("munchkin", params), num_sims=1, serialize=True, verbose=False)


def test_it_is_the_game_of_its_seed() -> None:
    state, game = begun(0), mk.Game(seed=5, players=3, preset="short")
    while not state.is_terminal():
        assert state.current_player() == game.current_player
        assert state.legal_actions() == game.legal_actions().tolist()
        assert state.returns() == [0.0] * 3
        for seat in range(3):
            assert state.observation_string(seat) == game.text(seat)
            assert np.array_equal(state.observation_tensor(seat), game.observe(seat, "flat"))
        action = state.legal_actions()[len(game.history) % len(state.legal_actions())]
        assert game.describe(action) in state.action_to_string(action)
        state.apply_action(action)
        game.step(action)
    assert state.returns() == game.returns.tolist()
    assert state.current_player() == pyspiel.PlayerId.TERMINAL


def test_a_clone_goes_on_alone() -> None:
    state = begun(20)
    twin = state.clone()
    before = state.information_state_string(0), str(state)
    twin.apply_action(twin.legal_actions()[-1])
    assert (state.information_state_string(0), str(state)) == before
    assert len(twin.history()) == len(state.history()) + 1


def test_a_resampled_state_looks_the_same_to_its_player_and_holds_other_cards() -> None:
    state = begun(30)
    player = state.current_player()
    sampler = pyspiel.UniformProbabilitySampler(0.0, 1.0)
    others = set()
    for _ in range(5):
        twin = state.resample_from_infostate(player, sampler)
        assert twin.information_state_string(player) == state.information_state_string(player)
        assert twin.observation_tensor(player) == state.observation_tensor(player)
        assert twin.legal_actions() == state.legal_actions()
        others.add(str(twin))
        twin.apply_action(twin.legal_actions()[0])
    assert len(others) > 1
    assert str(state) not in others


def test_a_resampled_state_keeps_nothing_of_what_the_others_saw() -> None:
    """Neither their sights nor digests of them: a guess at the true cards could be checked by those."""
    state = begun(30)
    player = state.current_player()
    twin = state.resample_from_infostate(player, pyspiel.UniformProbabilitySampler(0.0, 1.0))
    assert twin._memory[player] == state._memory[player]
    for seat in {0, 1, 2} - {player}:
        assert twin._seen[seat] == twin.munchkin.observe(seat, "flat").tobytes()
        assert twin._seen[seat] != state._seen[seat]
        assert twin._memory[seat] not in state._memory
    assert len(set(twin._memory)) == 3


def test_a_resampled_state_does_not_name_the_deal() -> None:
    """All true cards follow from its number, which stands first in the history of a state."""
    state = begun(30)
    twin = state.resample_from_infostate(state.current_player(), pyspiel.UniformProbabilitySampler(0.0, 1.0))
    assert (len(state.history()), twin.history()) == (31, [])
    twin.apply_action(answer := twin.legal_actions()[0])
    assert twin.history() == [answer]
    assert twin.clone().history() == [answer]


def test_information_states_remember_what_observations_forget() -> None:
    """Two ways to the same sight are two information states, and waiting through others' decisions is none."""
    state = begun(0)
    seen = {seat: {state.information_state_string(seat)} for seat in range(3)}
    sights = {seat: [state.observation_string(seat)] for seat in range(3)}
    while not state.is_terminal():
        asked = state.current_player()
        before = {seat: (state.information_state_string(seat), state._seen[seat]) for seat in range(3)}
        state.apply_action(state.legal_actions()[0])
        for seat in range(3):
            now = state.information_state_string(seat), state._seen[seat]
            assert (now[0] == before[seat][0]) == (now[1] == before[seat][1] and seat != asked)
            seen[seat].add(now[0])
            sights[seat].append(state.observation_string(seat))
    assert all(len(seen[seat]) >= len(set(sights[seat])) for seat in range(3))


def test_searching_players_of_openspiel_play_it() -> None:
    from open_spiel.python.algorithms import ismcts, mcts

    state = begun(10)
    bot = ismcts.ISMCTSBot(
        pyspiel.load_game("munchkin", QUICK), mcts.RandomRolloutEvaluator(1, np.random.RandomState(0)), 2.0, 2,
        random_state=np.random.RandomState(0),
    )  # fmt: skip
    assert bot.step(state) in state.legal_actions()


def test_what_cannot_be_is_refused() -> None:
    refused = (
        ({"players": 7}, "players"), ({"preset": "slow"}, "preset"), ({"deals": 0}, "deals"), ({"deal": 1}, "params"),
    )  # fmt: skip
    for params, field in refused:
        with pytest.raises(mk.ConfigError, match=field):
            openspiel.MunchkinGame({**QUICK, **params})
    game = openspiel.MunchkinGame(QUICK)
    with pytest.raises(mk.ConfigError, match="iig_obs_type"):
        game.make_py_observer(
            pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE)
        )
    state = game.new_initial_state()
    with pytest.raises(mk.GameOver, match="after the deal"):
        state.dealt()
    with pytest.raises(mk.ConfigError, match=f"deal: expected a whole number from 0 to {game.deals - 1}, got 1000000"):
        state.apply_action(1_000_000)
    state.apply_action(game.deals - 1)
    assert not state.is_chance_node()
