"""`SelfPlayVecEnv` does what it says, row by row, whatever the number of rows, threads and the order."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import munchkin_env as mk
from munchkin_env.bots.dispatch import KINDS
from munchkin_env.envs.self_play import SelfPlayVecEnv
from munchkin_env.vocabulary import Fault
from tests.each import each
from tests.envs.slow_rows import SMALL, SlowRow, picks

pytestmark = pytest.mark.interpreted

BLEND = ("extended", "cthulhu", "star", "munchkin")
TABLES: list[tuple[list[str], str, bool, dict[str, Any]]] = [
    (["caller", "caller", "caller"], "fixed", False, {"round_limit": 1}),
    (["caller", "greedy", "random"], "rotate", False, {"round_limit": 2}),
    (["random", "caller", "greedy"], "fixed", True, {"round_limit": 2}),
    (["caller", "greedy", "random"], "rotate", True, {"round_limit": 2, "editions": ("extended",)}),
    (["caller", "caller", "greedy"], "fixed", False, {"round_limit": 1, "editions": BLEND}),
]


@each(("control", "rotation", "own", "other"), TABLES)
def test_every_row_plays_as_one_game_after_another(
    control: list[str], rotation: str, own: bool, other: dict[str, Any]
) -> None:
    """`own`: `reset` gives each row a seed."""
    settings = {**SMALL, **other}
    games = SelfPlayVecEnv(2, seed=5, controllers=control, seat_rotation=rotation, **settings)
    if own:
        games.reset([5, 6])
    slow = [SlowRow(5, i, control, rotation, own, **settings) for i in range(2)]
    ends, paid = 0, 0.0
    for number in range(120):
        for i, row in enumerate(slow):
            assert games.current_player[i] == row.game.current_player
            assert games.positions[i : i + 1].tobytes() == row.game.position.tobytes()
            assert np.array_equal(games.legal_action_mask[i], row.game.legal_action_mask())
            assert sorted(games.legal_ids[i, : games.legal_count[i]]) == row.game.legal_actions().tolist()
            assert np.array_equal(games.observation[i], row.game.observe(row.game.current_player))
            assert [("caller", "random", "greedy")[kind] for kind in games.seat_controllers[i]] == row.control
            assert games.episodes[i] == row.episode
        actions = picks(games.legal_action_mask, number)
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


def test_answers_of_bots_are_counted_over_all_games() -> None:
    class Counting(SlowRow):
        count = 0

        def bot_answer(self, seat: int) -> int:
            self.count += 1
            return super().bot_answer(seat)

    control = ["caller", "greedy", "random"]
    games, slow = SelfPlayVecEnv(1, seed=5, controllers=control, **SMALL), Counting(5, 0, control, **SMALL)
    number = 0
    while games.episodes[0] < 2:
        assert games.bot_actions == slow.count
        action = picks(games.legal_action_mask, number)
        games.step(action)
        slow.step(int(action[0]))
        number += 1
    assert games.bot_actions > number


def play_to_the_end(games: SelfPlayVecEnv) -> None:
    """Act until row 0 plays its second game; only actions that complete a move let the rules run."""
    for _ in range(10):
        games.step(picks(games.legal_action_mask, 0))
        if games.episodes[0]:
            return
    pytest.fail("the game goes on")


def test_controllers_are_set_by_names_for_all_rows() -> None:
    names = ["caller", "greedy", "random"]
    games = SelfPlayVecEnv(2, seed=5, **SMALL)
    games.controllers = names
    assert np.array_equal(games.controllers, SelfPlayVecEnv(2, controllers=names, **SMALL).controllers)
    with pytest.raises(mk.ConfigError, match="controllers: expected a seat for the caller"):
        games.controllers = ["greedy"] * 3
    for ragged in ([[0], [0, 1]], [[0, 1, 2], [0, 1]]):
        with pytest.raises(mk.ConfigError, match="controllers: expected 0"):
            games.controllers = ragged  # type: ignore[assignment]  # refused
    assert games.controllers.tolist() == [[0, 2, 1]] * 2


@pytest.mark.parametrize("asked", [False, True])
def test_a_game_that_ends_before_the_caller_is_asked_is_credited_to_nobody(asked: bool) -> None:
    settings = {**SMALL, "start_cards": 0, "first_seat": 0 if asked else 1}
    games = SelfPlayVecEnv(1, seed=5, controllers=["caller", "external", "external"], **settings)
    assert games.current_player[0] == settings["first_seat"]
    while games.current_player[0] == 0:
        games.step(picks(games.legal_action_mask, 0))
    assert games.episodes[0] == 0
    games.positions["lucky"][0] = 0b010  # Divine Intervention: the rules see at once that seat 1 has won
    play_to_the_end(games)
    assert games.done[0] == asked
    assert games.rewards[0].tolist() == ([-0.5, 1.0, -0.5] if asked else [0.0, 0.0, 0.0])
    assert games.final_returns[0].tolist() == games.rewards[0].tolist()


def test_without_callers_every_game_counts() -> None:
    games = SelfPlayVecEnv(1, seed=5, controllers=["external"] * 3, **SMALL, start_cards=0)
    games.positions["lucky"][0] = 0b010
    play_to_the_end(games)
    assert games.done[0]
    assert games.rewards[0].tolist() == [-0.5, 1.0, -0.5]


def test_reset_pays_nothing_and_repeats() -> None:
    games = SelfPlayVecEnv(2, seed=5, controllers=["caller", "greedy", "random"], seat_rotation="rotate", **SMALL)

    def begun() -> bytes:
        arrays = [
            games.positions,
            games.observation,
            games.legal_action_mask,
            games.current_player,
            games.seat_controllers,
        ]
        return b"".join(array.tobytes() for array in arrays)

    first = begun()
    for number in range(25):
        games.step(picks(games.legal_action_mask, number))
    games.reset()
    assert begun() == first
    assert not games.rewards.any()
    assert not games.done.any()
    games.reset(seed=6)
    assert begun() != first


def trail(games: SelfPlayVecEnv, rows: list[int], steps: int, order: list[int] | None = None) -> list[bytes]:
    """All that the rows show, step by step; with `order` they are stepped one after the other."""
    seen = []
    for number in range(steps):
        actions = picks(games.legal_action_mask, number)
        if order is None:
            games.step(actions)
            kept = [games.rewards.copy(), games.done.copy(), games.turns_passed.copy()]
        else:
            kept = [np.zeros_like(games.rewards), np.zeros_like(games.done), np.zeros_like(games.turns_passed)]
            for i in order:
                games.step(actions, np.arange(games.num_envs) == i)
                for total, now in zip(kept, (games.rewards, games.done, games.turns_passed), strict=True):
                    total += now
        arrays = [
            games.positions.view(np.ndarray),
            games.observation,
            games.legal_action_mask,
            games.current_player,
            games.seat_controllers,
            *kept,
        ]
        seen.append(b"".join(array[i].tobytes() for i in rows for array in arrays))
    return seen


@pytest.mark.parametrize("rotation", ["fixed", "rotate", "random"])
def test_rows_do_not_depend_on_number_threads_or_order(rotation: str) -> None:
    setup = {"seed": 9, "controllers": ["caller", "greedy", "random"], "seat_rotation": rotation, **SMALL}
    steps = 20
    expected = trail(SelfPlayVecEnv(2, **setup), [0, 1], steps)
    assert trail(SelfPlayVecEnv(3, **setup), [0, 1], steps) == expected
    assert trail(SelfPlayVecEnv(2, **setup), [0, 1], steps, order=[1, 0]) == expected
    threaded = SelfPlayVecEnv(3, threads=2, **setup)
    assert trail(threaded, [0, 1], steps) == expected
    threaded.close()
    threaded.reset()
    assert trail(threaded, [0, 1], steps) == expected, "after close() all rows are still stepped"


def test_random_rotation_seats_the_caller_everywhere() -> None:
    games = SelfPlayVecEnv(24, seed=2, controllers=["caller", "external", "external"], seat_rotation="random", **SMALL)
    seats = np.argmax(games.seat_controllers == 0, axis=1)
    assert set(seats.tolist()) == {0, 1, 2}
    assert (np.sort(games.seat_controllers, axis=1) == [-1, -1, 0]).all()


def test_held_rows_keep_everything() -> None:
    games = SelfPlayVecEnv(2, seed=5, **SMALL)
    before = [
        array[0].tobytes() for array in (games.positions.view(np.ndarray), games.legal_action_mask, games.observation)
    ]
    illegal = int(np.flatnonzero(games.legal_action_mask[0] == 0)[0])
    actions = picks(games.legal_action_mask, 3)
    actions[0] = illegal
    other = games.positions[1:].tobytes()
    games.step(actions, np.array([False, True]))
    assert [
        array[0].tobytes() for array in (games.positions.view(np.ndarray), games.legal_action_mask, games.observation)
    ] == before
    assert games.positions[1:].tobytes() != other
    games.deal(np.array([True, False]))
    assert games.episodes.tolist() == [1, 0]


def test_a_wrong_action_moves_no_game() -> None:
    games = SelfPlayVecEnv(2, seed=5, **SMALL)
    before = games.positions.tobytes(), games.legal_action_mask.tobytes()
    actions = picks(games.legal_action_mask, 0)
    wrong = actions.copy()
    wrong[1] = np.flatnonzero(games.legal_action_mask[1] == 0)[0]
    for bad, named in ((wrong, r"actions\[1\]"), (actions[:1], "shape"), (actions.astype(float), "whole numbers")):
        with pytest.raises(mk.IllegalAction, match=named):
            games.step(bad)
    with pytest.raises(mk.ConfigError, match="rows"):
        games.step(actions, np.array([0, 1]))
    assert (games.positions.tobytes(), games.legal_action_mask.tobytes()) == before


def test_a_fault_is_raised_and_stops_its_game_alone() -> None:
    games = SelfPlayVecEnv(2, seed=5, **SMALL)
    games.positions["fault"][1] = int(Fault.LOOP)
    with pytest.raises(mk.EngineFault, match=r"row 1, episode 0.*seed 5"):  # noqa: PT012
        for number in range(10):  # only an action that completes a move lets the rules run
            games.step(picks(games.legal_action_mask, number))
    assert games.episodes.tolist() == [0, 1]
    for number in range(5):
        games.step(picks(games.legal_action_mask, number))


def test_any_seat_can_be_observed() -> None:
    games = SelfPlayVecEnv(2, seed=5, encoding="tokens", **SMALL)
    games.step(picks(games.legal_action_mask, 0))
    seen = games.observe(games.current_player)
    for name, array in games.observation.items():
        assert np.array_equal(seen[name], array)
        assert not np.shares_memory(seen[name], array)
    other = games.observe((games.current_player + 1) % 3)
    assert not np.array_equal(other["cards"], seen["cards"])
    with pytest.raises(mk.ConfigError, match="seats"):
        games.observe(np.array([0, 3]))


def test_changed_chairs_count_from_the_rows_next_game_on() -> None:
    games = SelfPlayVecEnv(2, seed=5, controllers=["caller", "greedy", "random"], seat_rotation="rotate", **SMALL)
    games.controllers[1] = [0, -1, 2]
    before = games.seat_controllers.copy()
    changed = np.zeros(2, bool)
    for number in range(120):
        games.step(picks(games.legal_action_mask, number))
        for i in range(2):
            chairs = [0, -1, 2] if i == 1 and games.episodes[i] else [0, 2, 1]
            assert games.seat_controllers[i].tolist() == np.roll(chairs, (i + games.episodes[i]) % 3).tolist()
        changed |= (games.seat_controllers != before).any(axis=1)
        if changed.all() and games.seat_controllers[1, games.current_player[1]] == -1:
            return
    pytest.fail("the new player was never asked")


def test_a_changed_control_holds_for_the_running_game_alone() -> None:
    games = SelfPlayVecEnv(1, seed=5, controllers=["caller", "external", "external"], first_seat=0, **SMALL)
    games.seat_controllers[0] = [0, 2, 2]
    number = 0
    while games.episodes[0] == 0:
        assert games.current_player[0] == 0
        games.step(picks(games.legal_action_mask, number))
        number += 1
    assert games.seat_controllers[0].tolist() == [0, -1, -1]


@pytest.mark.parametrize("chairs", [[1, 2, 1], [0, KINDS + 1, 1], [0, 1, -2]])
def test_chairs_that_nobody_could_play_are_refused(chairs: list[int]) -> None:
    games = SelfPlayVecEnv(2, seed=5, **SMALL)
    games.controllers[1] = chairs
    before = games.positions.tobytes(), games.episodes.tolist()
    for call in (games.reset, games.deal, lambda: games.step(picks(games.legal_action_mask, 0))):
        with pytest.raises(mk.ConfigError, match=r"controllers\[1\]: expected .* got"):
            call()
    assert (games.positions.tobytes(), games.episodes.tolist()) == before


def shown(games: SelfPlayVecEnv) -> bytes:
    """Everything that a row shows."""
    seen = [*games._lanes.seen, *games._lanes.final]
    ids = [games.legal_ids[i, : games.legal_count[i]] for i in range(games.num_envs)]
    arrays = [
        games.positions.view(np.ndarray), *seen, games.legal_action_mask, games.current_player, games.legal_count, *ids,
        games.rewards,
        games.done, games.final_returns, games.turns_passed, games.seat_controllers, games.controllers, games.episodes,
    ]  # fmt: skip
    return b"".join(array.tobytes() for array in arrays)


SAVED = {"controllers": ["caller", "greedy", "external"], "seat_rotation": "rotate"}


@pytest.mark.parametrize("observation", ["flat", "tokens", "sparse", None])
def test_a_restored_state_goes_on_as_if_nothing_had_happened(observation: str | None, tmp_path: Path) -> None:
    games = SelfPlayVecEnv(2, seed=1 << 70, encoding=observation, **SAVED, **SMALL)
    number = 0
    while not games.episodes.any() or games.done.any():
        games.step(picks(games.legal_action_mask, number))
        number += 1
    assert number < 200
    games.controllers[0] = [0, 2, 2]
    np.savez(tmp_path / "state.npz", **games.state())
    kept = games.state()
    then = shown(games)
    other = SelfPlayVecEnv(2, seed=3, encoding=observation, threads=2, **SAVED, **SMALL)
    other.step(picks(other.legal_action_mask, 1))
    with np.load(tmp_path / "state.npz") as state:
        other.restore(state)
    assert shown(other) == then
    trails = []
    for one in (games, other):
        trails.append([])
        for number in range(40):
            one.step(picks(one.legal_action_mask, number))
            trails[-1].append(shown(one))
        one.reset()
        trails[-1].append(shown(one))
    assert trails[0] == trails[1]
    games.restore(kept)
    assert shown(games) == then, "the state is a copy"
    other.close()


def broken(state: dict[str, np.ndarray], name: str, value: Any) -> dict[str, Any]:
    """The state with another value of one entry; a function makes it from a copy of the old one."""
    return {**state, name: value(state[name].copy()) if callable(value) else value}


@each(
    ("name", "value", "named"),
    [
        ("seed", np.array(1.5), "seed: expected one text, got float64"),
        ("seed", np.array("1.5"), "seed: expected a whole number, got '1.5'"),
        ("episodes", None, "episodes: expected an array"),
        ("episodes", lambda a: a - 99, "episodes: expected numbers 0 to"),
        ("rewards", lambda a: a.astype(float), "rewards: expected float32 .* got float64"),
        ("seat_controllers", lambda a: a + KINDS + 1, f"seat_controllers: expected numbers -1 to {KINDS}"),
        ("final_flat", lambda a: a[:1], "final_flat: expected int8"),
        ("versions", lambda a: a + 1, "versions: expected"),
        ("catalogue", np.array("other"), "catalogue: expected"),
        ("config", np.array("[]"), "config: expected settings"),
        ("config", np.array("{"), "config: expected settings"),
        ("positions", lambda a: a[:1], "positions: expected uint8 of"),
        ("checksum", None, "checksum: expected an array"),
        ("checksum", np.array(""), "checksum: expected , got 00000000"),
    ],
)
def test_a_damaged_state_is_named_and_changes_nothing(name: str, value: Any, named: str) -> None:
    games = SelfPlayVecEnv(2, seed=5, **SAVED, **SMALL)
    state = games.state()
    games.step(picks(games.legal_action_mask, 0))
    before = shown(games)
    with pytest.raises(mk.ConfigError, match=named):
        games.restore(broken(state, name, value))
    with pytest.raises(mk.ConfigError, match="state: expected a dict"):
        games.restore([])  # type: ignore[arg-type]
    assert (shown(games), games.seed) == (before, 5)


def test_a_state_with_any_entry_altered_is_refused(rng: np.random.Generator) -> None:
    """One bit of any array, positions among them: the checksum tells, if nothing else does."""
    games = SelfPlayVecEnv(2, seed=5, **SAVED, **SMALL)
    state, before = games.state(), shown(games)
    for name in state:
        for _ in range(5 if name != "positions" else 100):
            data = np.frombuffer(bytearray(state[name].tobytes()), np.uint8)
            if state[name].dtype.kind == "U" or not data.size:
                continue
            data[int(rng.integers(data.size))] ^= 1 << int(rng.integers(8))
            other = data.view(state[name].dtype).reshape(state[name].shape)
            with pytest.raises(mk.ConfigError):
                games.restore({**state, name: other})
    rows = state["positions"][::-1].copy()
    with pytest.raises(mk.ConfigError, match="the state is damaged, or has been altered"):
        games.restore({**state, "positions": rows})
    assert shown(games) == before
    games.restore(state)


@each(
    ("other", "named"),
    [
        ({"num_envs": 3}, "num_envs: expected a state with 3, got one with 2"),
        ({"players": 4, "controllers": None}, "players: expected a state with 4, got one with 3"),
        ({"round_limit": 7}, "round_limit: expected a state with 7, got one with 2"),
        ({"encoding": "tokens"}, "encoding: expected a state with 'tokens', got one with 'flat'"),
        ({"seat_rotation": "fixed"}, "seat_rotation: expected"),
    ],
)
def test_a_state_of_other_games_is_refused(other: dict[str, Any], named: str) -> None:
    state = SelfPlayVecEnv(2, seed=5, **SAVED, **SMALL).state()
    games = SelfPlayVecEnv(**{"num_envs": 2, "seed": 4, **SAVED, **SMALL, **other})
    before = shown(games)
    with pytest.raises(mk.ConfigError, match=named):
        games.restore(state)
    assert (shown(games), games.seed) == (before, 4)


@each(
    ("setting", "named"),
    [
        ({"num_envs": 0}, "num_envs"),
        ({"threads": 0}, "threads"),
        ({"threads": True}, "threads"),
        ({"encoding": "text"}, "encoding"),
        ({"seat_rotation": "left"}, "seat_rotation"),
        ({"controllers": ["greedy"] * 3}, "controllers"),
        ({"controllers": ["caller"] * 4}, "controllers"),
        ({"controllers": ["caller", "caller", "gredy"]}, "greedy"),
        ({"seed": 1.5}, "seed"),
        ({"round_limits": 3}, "round_limit"),
    ],
)
def test_wrong_settings_are_named(setting: dict[str, object], named: str) -> None:
    with pytest.raises(mk.ConfigError, match=named):
        SelfPlayVecEnv(**{"num_envs": 1, **SMALL, **setting})  # type: ignore[arg-type]
