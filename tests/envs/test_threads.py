"""Two threads in one object, or a process without the object's threads, get an error; before, they hung."""

import os
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import munchkin_env as mk
from munchkin_env.engine.dispatch import entries
from munchkin_env.envs import self_play, stepping
from munchkin_env.envs.learner_games import LearnerGames
from munchkin_env.envs.self_play import SelfPlayVecEnv
from tests.each import each
from tests.envs.slow_rows import SMALL

pytestmark = pytest.mark.interpreted
ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 60.0


class Halted:
    """A compiled function that waits in its middle until it may go on."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function
        self.inside, self.go_on = threading.Event(), threading.Event()

    def __call__(self, *args: Any) -> Any:
        self.inside.set()
        assert self.go_on.wait(PATIENCE)
        return self.function(*args)


def while_another_thread_is_at(halted: Halted, work: Callable[[], object], meanwhile: Callable[[], object]) -> None:
    """Does something while another thread is in the middle of its work; that thread's work must succeed."""
    failed: list[BaseException] = []

    def run() -> None:
        try:
            work()
        except BaseException as error:
            failed.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    try:
        assert halted.inside.wait(PATIENCE)
        meanwhile()
    finally:
        halted.go_on.set()
        thread.join(PATIENCE)
    assert failed == []
    assert not thread.is_alive()


USES: dict[str, Callable[[SelfPlayVecEnv], object]] = {
    "step": lambda games: games.step(games.legal_ids[:, 0].copy()),
    "reset": lambda games: games.reset(9),
    "deal": lambda games: games.deal(),
    "observe": lambda games: games.observe(games.current_player.copy()),
    "observe_rows": lambda games: games.observe_rows("tokens", np.arange(2), np.zeros(2, np.int8)),
    "state": lambda games: games.state(),
    "close": lambda games: games.close(),
}


@each("use", USES.values(), ids=USES)
def test_nothing_is_done_with_games_that_another_thread_steps(
    use: Callable[[SelfPlayVecEnv], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    games, alone = SelfPlayVecEnv(2, **SMALL), SelfPlayVecEnv(2, **SMALL)
    halted = Halted(stepping.advance)

    def meanwhile() -> None:
        with pytest.raises(
            mk.ConcurrencyError, match=r"SelfPlayVecEnv\.\w+: expected one thread at a time, got a second"
        ):
            use(games)

    monkeypatch.setattr(stepping, "advance", halted)
    while_another_thread_is_at(halted, lambda: USES["step"](games), meanwhile)
    USES["step"](alone)
    for name, array in alone.state().items():
        assert np.array_equal(games.state()[name], array), name
    use(games)


def test_a_state_is_not_taken_while_another_thread_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    games = SelfPlayVecEnv(2, **SMALL)
    state = games.state()
    halted = Halted(stepping.advance)

    def meanwhile() -> None:
        with pytest.raises(mk.ConcurrencyError, match="take_state"):
            games.restore(state)

    monkeypatch.setattr(stepping, "advance", halted)
    while_another_thread_is_at(halted, lambda: USES["step"](games), meanwhile)
    games.restore(state)


def test_an_error_leaves_games_free_for_the_next() -> None:
    games = SelfPlayVecEnv(2, **SMALL)
    for _ in range(2):
        with pytest.raises(mk.IllegalAction):
            games.step(np.full(2, -1))
    USES["step"](games)


def test_learners_are_stepped_by_one_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    games = LearnerGames(
        2, 3, opponents="random", learner_seat=0, encoding="flat", shaping=0.0, max_episode_steps=None, threads=1
    )
    games.reset(3)
    halted = Halted(stepping.advance)

    def meanwhile() -> None:
        for use in (games.reset, games.state, lambda: games.step(np.zeros(2, np.int64))):
            with pytest.raises(mk.ConcurrencyError, match=r"LearnerGames\."):
                use()

    monkeypatch.setattr(stepping, "advance", halted)
    while_another_thread_is_at(halted, lambda: games.step(games.games.legal_ids[:, 0].copy()), meanwhile)


def test_one_game_is_stepped_by_one_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    game = mk.Game(players=3, seed=1)
    twin = game.clone()
    halted = Halted(entries.step_game)
    action = int(game.legal_actions()[0])

    def meanwhile() -> None:
        for use in (lambda: game.step(action), lambda: game.do("pass"), game.clone, game.save):
            with pytest.raises(mk.ConcurrencyError, match=r"game: expected one thread at a time, got a second"):
                use()

    monkeypatch.setattr(entries, "step_game", halted)
    while_another_thread_is_at(halted, lambda: game.step(action), meanwhile)
    twin.step(action)
    assert game == twin
    assert game.history == twin.history
    with pytest.raises(mk.IllegalAction):
        game.step(-1)
    game.clone().step(int(game.legal_actions()[0]))


def test_ctrl_c_does_not_leave_threads_behind_in_the_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """A caller that catches it and goes on would step the games beside them."""
    monkeypatch.setattr(self_play, "ROWS_PER_THREAD", 1)
    games = SelfPlayVecEnv(2, threads=2, **SMALL)
    advance, main, left = stepping.advance, threading.current_thread(), threading.Event()

    def interrupted(*args: Any) -> None:
        if threading.current_thread() is main:
            raise KeyboardInterrupt
        advance(*args)
        threading.Event().wait(0.2)
        left.set()

    monkeypatch.setattr(stepping, "advance", interrupted)
    with pytest.raises(KeyboardInterrupt):
        USES["step"](games)
    assert left.is_set()


def late(function: Callable[..., Any], every: int) -> Callable[..., Any]:
    """Return a compiled function after which Ctrl-C is raised at some of its calls: Python waits for its end."""
    calls = 0

    def interrupted(*args: Any) -> Any:
        nonlocal calls
        result = function(*args)
        calls += 1
        if calls % every == 0:
            raise KeyboardInterrupt
        return result

    return interrupted


def test_ctrl_c_during_a_step_of_a_game_leaves_it_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    game, interrupts = mk.Game(seed=1, **SMALL), 0
    monkeypatch.setattr(entries, "step_game", late(entries.step_game, every=3))
    for _ in range(30):
        action = int(game.legal_actions()[-1])
        before = game.clone()
        try:
            game.step(action)
        except KeyboardInterrupt:
            interrupts += 1
            assert game == before
            assert (game.history, game.legal_actions().tolist()) == (before.history, before.legal_actions().tolist())
            game.step(action)
    assert interrupts > 5
    monkeypatch.undo()
    assert mk.Game.load(game.save()) == game


def test_ctrl_c_during_the_opponents_turn_changes_no_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """The interrupted step is taken again, or completed by the next one; the game is the one without interrupts."""
    env, plain = (mk.MunchkinEnv(opponents="greedy", **SMALL) for _ in range(2))
    for one in (env, plain):
        one.reset(seed=3)
    through, interrupts, done = stepping.play_on, 0, False
    interrupted = late(through, every=3)
    while not done:
        monkeypatch.setattr(stepping, "play_on", through)
        action = int(plain.action_masks().argmax())
        wanted = plain.step(action)
        monkeypatch.setattr(stepping, "play_on", interrupted)
        while True:
            try:
                found = env.step(action)
                break
            except KeyboardInterrupt:
                interrupts += 1
                assert mk.Game.load(env.game.save()) == env.game
        done = found[2]
        assert (found[0] == wanted[0]).all()
        assert found[1:4] == wanted[1:4]
        assert env.game.history == plain.game.history
    assert interrupts > 5


# ------------------------------------------------------------------ processes
IN_A_CHILD = """
import os, signal, sys
import numpy as np
import munchkin_env as mk
from munchkin_env.envs import self_play
self_play.ROWS_PER_THREAD = 1
games = mk.SelfPlayVecEnv(2, players=3, threads=2, round_limit=2)
before = games.state()
child = os.fork()
if child:
    _, status = os.waitpid(child, 0)
    games.step(games.legal_ids[:, 0].copy())
    print("parent steps")
    sys.exit(os.waitstatus_to_exitcode(status))
signal.alarm(60)
for use in (lambda: games.step(games.legal_ids[:, 0].copy()), games.reset, games.deal):
    try:
        use()
    except mk.ConcurrencyError as error:
        print(error)
assert all(np.array_equal(before[name], array) for name, array in games.state().items())
games.close()
games.step(games.legal_ids[:, 0].copy())
print("child steps alone", flush=True)
os._exit(0)
"""


@pytest.mark.rotating
def test_a_forked_child_cannot_step_games_whose_threads_its_parent_has() -> None:
    done = subprocess.run(
        [sys.executable, "-c", IN_A_CHILD],
        env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True, timeout=300,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    *errors, child, parent = done.stdout.splitlines()
    assert len(errors) == 3
    for line in errors:
        assert line.startswith("threads: expected games that process ")
    assert (child, parent) == ("child steps alone", "parent steps")


TWO_THREADS = """
import threading, time
import numpy as np
import munchkin_env as mk
games = mk.SelfPlayVecEnv(256, players=4, controllers=["caller", "greedy", "greedy", "greedy"])
games.step(games.sample(np.random.default_rng(0)))
refused, until = [], time.monotonic() + 60
def play():
    rng = np.random.default_rng(0)
    while not refused and time.monotonic() < until:
        try:
            games.step(games.sample(rng))
        except mk.ConcurrencyError:
            refused.append(True)
        except mk.IllegalAction:
            pass  # drawn just before the other thread stepped
threads = [threading.Thread(target=play) for _ in range(2)]
for thread in threads: thread.start()
for thread in threads: thread.join()
print("refused", len(refused))
"""


@pytest.mark.compiled
@pytest.mark.slow
def test_two_threads_that_play_one_object_are_told_so() -> None:
    done = subprocess.run(
        [sys.executable, "-c", TWO_THREADS],
        env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True, timeout=300,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stdout in ("refused 1\n", "refused 2\n")
