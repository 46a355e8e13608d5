"""`VectorGames` does what it says, row by row, whatever the number of rows, threads and the order."""

import numpy as np
import pytest

import munchkin_env as mk
from munchkin_env.envs.vector_games import VectorGames
from munchkin_env.vocabulary import Fault
from tests.envs.slow_rows import SMALL, SlowRow, picks

pytestmark = pytest.mark.interpreted

TABLES = [
    (["caller", "caller", "caller"], "fixed", 1),
    (["caller", "greedy", "random"], "rotate", 2),
    (["random", "caller", "greedy"], "fixed", 2),
]


@pytest.mark.parametrize(("control", "rotation", "rounds"), TABLES)
def test_every_row_plays_as_one_game_after_another(control: list[str], rotation: str, rounds: int) -> None:
    settings = {**SMALL, "round_limit": rounds}
    games = VectorGames(2, seed=5, control=control, rotation=rotation, **settings)
    slow = [SlowRow(5, i, control, rotation, **settings) for i in range(2)]
    ends, paid = 0, 0.0
    for number in range(60):
        for i, row in enumerate(slow):
            assert games.seat[i] == row.game.seat
            assert np.array_equal(games.mask[i], row.game.mask())
            assert sorted(games.legal_ids[i, : games.legal_count[i]]) == row.game.legal().tolist()
            assert np.array_equal(games.observation[i], row.game.observe(row.game.seat))
            assert [("caller", "random", "greedy")[kind] for kind in games.control[i]] == row.control
            assert games.episodes[i] == row.episode
        actions = picks(games.mask, number)
        games.step(actions)
        for i, row in enumerate(slow):
            row.step(int(actions[i]))
            assert games.done[i] == row.done
            assert games.rewards[i] == pytest.approx(row.rewards)
            assert games.turns_passed[i] == row.turns_passed
            if row.end is not None:
                ends += 1
                paid += np.abs(games.rewards[i]).sum()
                assert games.final_returns[i] == pytest.approx(row.end.returns)
                if control.count("caller") == 1:
                    assert np.array_equal(games.final_observation[i], row.end.observe(row.end_seat))
    assert ends
    assert paid > 0


def play_to_the_end(games: VectorGames) -> None:
    """Answers until row 0 plays its second game; only answers that complete a move let the rules run."""
    for _ in range(10):
        games.step(picks(games.mask, 0))
        if games.episodes[0]:
            return
    pytest.fail("the game goes on")


@pytest.mark.parametrize("asked", [False, True])
def test_a_game_that_ends_before_the_caller_is_asked_is_credited_to_nobody(asked: bool) -> None:
    settings = {**SMALL, "start_cards": 0, "first_seat": 0 if asked else 1}
    games = VectorGames(1, seed=5, control=["caller", "external", "external"], **settings)
    assert games.seat[0] == settings["first_seat"]
    while games.seat[0] == 0:
        games.step(picks(games.mask, 0))
    assert games.episodes[0] == 0
    games.positions["lucky"][0] = 0b010  # Divine Intervention: the rules see at once that seat 1 has won
    play_to_the_end(games)
    assert games.done[0] == asked
    assert games.rewards[0].tolist() == ([-0.5, 1.0, -0.5] if asked else [0.0, 0.0, 0.0])
    assert games.final_returns[0].tolist() == games.rewards[0].tolist()


def test_without_callers_every_game_counts() -> None:
    games = VectorGames(1, seed=5, control=["external"] * 3, **SMALL, start_cards=0)
    games.positions["lucky"][0] = 0b010
    play_to_the_end(games)
    assert games.done[0]
    assert games.rewards[0].tolist() == [-0.5, 1.0, -0.5]


def test_reset_pays_nothing_and_repeats() -> None:
    games = VectorGames(2, seed=5, control=["caller", "greedy", "random"], rotation="rotate", **SMALL)

    def begun() -> bytes:
        arrays = [games.positions, games.observation, games.mask, games.seat, games.control]
        return b"".join(array.tobytes() for array in arrays)

    first = begun()
    for number in range(25):
        games.step(picks(games.mask, number))
    games.reset()
    assert begun() == first
    assert not games.rewards.any()
    assert not games.done.any()
    games.reset(seed=6)
    assert begun() != first


def trail(games: VectorGames, rows: list[int], steps: int, order: list[int] | None = None) -> list[bytes]:
    """All that the rows show, step by step; with `order` they are stepped one after the other."""
    seen = []
    for number in range(steps):
        actions = picks(games.mask, number)
        if order is None:
            games.step(actions)
            kept = [games.rewards.copy(), games.done.copy(), games.turns_passed.copy()]
        else:
            kept = [np.zeros_like(games.rewards), np.zeros_like(games.done), np.zeros_like(games.turns_passed)]
            for i in order:
                games.step(actions, np.arange(games.num_games) == i)
                for total, now in zip(kept, (games.rewards, games.done, games.turns_passed), strict=True):
                    total += now
        arrays = [games.positions.view(np.ndarray), games.observation, games.mask, games.seat, games.control, *kept]
        seen.append(b"".join(array[i].tobytes() for i in rows for array in arrays))
    return seen


@pytest.mark.parametrize("rotation", ["fixed", "rotate", "random"])
def test_rows_do_not_depend_on_number_threads_or_order(rotation: str) -> None:
    setup = {"seed": 9, "control": ["caller", "greedy", "random"], "rotation": rotation, **SMALL}
    steps = 20
    expected = trail(VectorGames(2, **setup), [0, 1], steps)
    assert trail(VectorGames(3, **setup), [0, 1], steps) == expected
    assert trail(VectorGames(2, **setup), [0, 1], steps, order=[1, 0]) == expected
    threaded = VectorGames(3, threads=2, **setup)
    assert trail(threaded, [0, 1], steps) == expected
    threaded.close()
    threaded.reset()
    assert trail(threaded, [0, 1], steps) == expected, "after close() all rows are still stepped"


def test_random_rotation_seats_the_caller_everywhere() -> None:
    games = VectorGames(24, seed=2, control=["caller", "external", "external"], rotation="random", **SMALL)
    seats = np.argmax(games.control == 0, axis=1)
    assert set(seats.tolist()) == {0, 1, 2}
    assert (np.sort(games.control, axis=1) == [-1, -1, 0]).all()


def test_held_rows_keep_everything() -> None:
    games = VectorGames(2, seed=5, **SMALL)
    before = [array[0].tobytes() for array in (games.positions.view(np.ndarray), games.mask, games.observation)]
    illegal = int(np.flatnonzero(games.mask[0] == 0)[0])
    actions = picks(games.mask, 3)
    actions[0] = illegal
    other = games.positions[1:].tobytes()
    games.step(actions, np.array([False, True]))
    assert [array[0].tobytes() for array in (games.positions.view(np.ndarray), games.mask, games.observation)] == before
    assert games.positions[1:].tobytes() != other
    games.deal(np.array([True, False]))
    assert games.episodes.tolist() == [1, 0]


def test_a_wrong_action_moves_no_game() -> None:
    games = VectorGames(2, seed=5, **SMALL)
    before = games.positions.tobytes(), games.mask.tobytes()
    actions = picks(games.mask, 0)
    wrong = actions.copy()
    wrong[1] = np.flatnonzero(games.mask[1] == 0)[0]
    for bad, named in ((wrong, r"actions\[1\]"), (actions[:1], "shape"), (actions.astype(float), "whole numbers")):
        with pytest.raises(mk.IllegalAction, match=named):
            games.step(bad)
    with pytest.raises(mk.ConfigError, match="rows"):
        games.step(actions, np.array([0, 1]))
    assert (games.positions.tobytes(), games.mask.tobytes()) == before


def test_a_fault_is_raised_and_stops_its_game_alone() -> None:
    games = VectorGames(2, seed=5, **SMALL)
    games.positions["fault"][1] = int(Fault.LOOP)
    with pytest.raises(mk.EngineFault, match=r"row 1, episode 0.*seed 5"):  # noqa: PT012
        for number in range(10):  # only an answer that completes a move lets the rules run
            games.step(picks(games.mask, number))
    assert games.episodes.tolist() == [0, 1]
    for number in range(5):
        games.step(picks(games.mask, number))


def test_any_seat_can_be_observed() -> None:
    games = VectorGames(2, seed=5, observation="tokens", **SMALL)
    games.step(picks(games.mask, 0))
    seen = games.observe(games.seat)
    for name, array in games.observation.items():
        assert np.array_equal(seen[name], array)
        assert not np.shares_memory(seen[name], array)
    other = games.observe((games.seat + 1) % 3)
    assert not np.array_equal(other["cards"], seen["cards"])
    with pytest.raises(mk.ConfigError, match="seats"):
        games.observe(np.array([0, 3]))


@pytest.mark.parametrize(
    ("setting", "named"),
    [
        ({"num_games": 0}, "num_games"),
        ({"threads": 0}, "threads"),
        ({"threads": True}, "threads"),
        ({"observation": "text"}, "observation"),
        ({"rotation": "left"}, "rotation"),
        ({"control": ["greedy"] * 3}, "control"),
        ({"control": ["caller"] * 4}, "control"),
        ({"control": ["caller", "caller", "gredy"]}, "greedy"),
        ({"seed": 1.5}, "seed"),
        ({"round_limits": 3}, "round_limit"),
    ],
)
def test_wrong_settings_are_named(setting: dict[str, object], named: str) -> None:
    with pytest.raises(mk.ConfigError, match=named):
        VectorGames(**{"num_games": 1, **SMALL, **setting})  # type: ignore[arg-type]
