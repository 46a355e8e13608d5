"""Bots: always legal, the same for the same view and chance, blind to what their seat can't know."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from munchkin_env.bots import Bot, CompiledBot, base, bot_names, greedy, make_bot, register_bot
from munchkin_env.bots.dispatch import NAMES, choose_action
from munchkin_env.engine.kernels.kernel import INTERPRETED
from munchkin_env.engine.state.actions import SEAT0
from munchkin_env.errors import ConfigError
from munchkin_env.game.game import Game
from munchkin_env.observation import View
from tests.each import each

SHORT = {"goal": 5, "round_limit": 12}
TABLES = [
    {"players": 3, "seed": 1},
    {"players": 6, "seed": 2},
    {"players": 4, "seed": 3, "windows": "open"},
    {"players": 4, "seed": 4, "windows": "final", "bargaining": "off", "trades": "off"},
    {"players": 3, "seed": 5, "bargaining": "simple", "trades": "simple", "forced_choices": False},
    {"players": 5, "seed": 6, "helper_wins": True, "listen_at_door": True, "loot_treasure": True},
]


def decisions(bots, **settings):
    """Play a game by the bots seat by seat; yield it before every action."""
    game = Game(**{**SHORT, **settings})
    rng = np.random.default_rng(7)
    while not game.is_terminal:
        yield game
        seat = game.current_player
        game.step(bots[seat % len(bots)].act(View.of(game, seat), game.legal_action_mask(), rng))


@each("settings", TABLES, ids=lambda s: ",".join(f"{k}={v}" for k, v in s.items()))
@each("names", [("greedy",), ("random",), ("greedy", "random")], ids="-".join)
def test_every_answer_is_legal(names, settings):
    bots = [make_bot(name) for name in names]
    answers = 0
    for game in decisions(bots, **settings):  # Game.step refuses what is not legal
        assert game.legal_actions().size
        answers += 1
    assert answers > 10


@pytest.mark.parametrize("name", ["greedy", "random"])
def test_an_answer_does_not_depend_on_what_the_seat_cannot_know(name):
    bot = make_bot(name)
    rng = np.random.default_rng(11)
    differing = 0
    for number, game in enumerate(decisions([make_bot("greedy"), make_bot("random")], players=4, seed=8)):
        if number % 7:
            continue
        seat = game.current_player
        wanted = bot.act(View.of(game, seat), game.legal_action_mask(), np.random.default_rng(number))
        other = game.resample(seat, rng)
        differing += int(other != game)
        assert bot.act(View.of(other, seat), other.legal_action_mask(), np.random.default_rng(number)) == wanted
    assert differing > 10


@pytest.mark.parametrize("kind", range(len(NAMES)), ids=NAMES)
def test_neither_the_order_of_the_ids_nor_a_second_call_matters_and_the_view_stays(kind):
    shuffle = np.random.default_rng(3)
    for number, game in enumerate(decisions([make_bot("greedy"), make_bot("random")], players=4, seed=9)):
        view = View.of(game, game.current_player)
        before = view.row.tobytes()
        ids = game.legal_actions()
        wanted = choose_action(view.positions, 0, view.tables, kind, ids, len(ids), 5, 6, number)
        mixed = shuffle.permutation(ids)
        assert choose_action(view.positions, 0, view.tables, kind, mixed, len(ids), 5, 6, number) == wanted
        assert view.row.tobytes() == before


@pytest.mark.interpreted
@pytest.mark.skipif(not INTERPRETED, reason="calls an inner function; set MUNCHKIN_INTERPRETED=1")
def test_greedy_breaks_ties_among_cards_and_seats_by_chance_and_none_among_verbs():
    kind = NAMES.index("greedy")
    drawn = fixed = 0
    for game in decisions([make_bot("greedy")], players=4, seed=5):
        view, ids = View.of(game, game.current_player), game.legal_actions()
        v, t = view.positions[0], view.tables[0]
        points = [greedy.score_action(v, t, game.current_player, int(action)) for action in ids]
        best = {int(action) for action, score in zip(ids, points, strict=True) if score == max(points)}
        if len(best) == 1:
            continue
        answers = {choose_action(view.positions, 0, view.tables, kind, ids, len(ids), 1, lo, 0) for lo in range(64)}
        if min(best) < SEAT0:
            assert answers == {min(best)}
            fixed += 1
        else:
            assert answers == best
            drawn += 1
        if drawn > 5 and fixed > 1:
            return
    raise AssertionError(f"{drawn} ties among cards and {fixed} with verbs are too few")


@pytest.mark.interpreted
def test_random_is_uniform_and_moves_with_key_counter_and_seat():
    game = Game(players=3, seed=1)
    ids = np.arange(10, 16, dtype=np.int32)
    kind = NAMES.index("random")

    def drawn(seat, hi, counters):
        view = View.of(game, seat)
        view.row["seat"] = seat
        return [choose_action(view.positions, 0, view.tables, kind, ids, 6, hi, 2, c) for c in counters]

    first = drawn(0, 1, range(1200))
    counts = np.bincount(np.array(first) - 10, minlength=6)
    chi_square = float(((counts - 200) ** 2 / 200).sum())
    assert chi_square < 20.5  # 99.9 % of five degrees of freedom
    assert drawn(0, 1, range(50)) == first[:50]
    assert drawn(1, 1, range(50)) != first[:50]
    assert drawn(0, 9, range(50)) != first[:50]


@pytest.mark.interpreted
def test_bots_are_made_by_name():
    assert bot_names()[:2] == ("random", "greedy")
    assert make_bot("greedy").name == "greedy"
    assert make_bot("greedy") is not make_bot("greedy")
    with pytest.raises(ConfigError, match=r'got \'greddy\' \(did you mean "greedy"\?\)'):
        make_bot("greddy")
    with pytest.raises(ConfigError, match="bot: expected one of random, greedy"):
        make_bot(3)


@pytest.mark.interpreted
def test_others_can_register_bots(monkeypatch):
    class Lowest(Bot):
        name = "lowest"

        def act(self, view, mask, rng):
            return int(np.flatnonzero(mask)[0])

    monkeypatch.setattr(base, "_BOTS", dict(base._BOTS))
    register_bot("lowest", Lowest)
    assert isinstance(make_bot("lowest"), Lowest)
    assert "lowest" in bot_names()
    register_bot("three", lambda: 3)
    with pytest.raises(ConfigError, match="bot: expected a Bot from the factory of three, got 3"):
        make_bot("three")
    for taken in ("lowest", "greedy", "", "Two words", "with:number"):
        with pytest.raises(ConfigError, match="name: expected"):
            register_bot(taken, Lowest)


@pytest.mark.interpreted
def test_a_bot_without_act_says_so_and_a_mask_without_actions_is_refused():
    game = Game(players=3, seed=1)
    view = View.of(game, game.current_player)
    rng = np.random.default_rng(0)
    with pytest.raises(NotImplementedError, match=r"Bot\.act"):
        Bot().act(view, game.legal_action_mask(), rng)
    with pytest.raises(ConfigError, match="mask: expected at least one legal action"):
        make_bot("random").act(view, np.zeros_like(game.legal_action_mask()), rng)
    assert isinstance(make_bot("random"), CompiledBot)
    with pytest.raises(ConfigError, match="name: expected one of random, greedy"):
        CompiledBot("lowest")


LOWEST = """
from munchkin_env.engine.kernels.kernel import kernel

NUMBER = 3

@kernel
def choose(v, t, ids, n, hi, lo, counter):
    best = int(ids[0])
    for j in range(n):
        best = min(best, int(ids[j]))
    return best
"""
PLAY = """
import numpy as np
import munchkin_env as mk
from munchkin_env.observation import View

bot, game, rng = mk.make_bot("lowest"), mk.Game(players=3, seed=4), np.random.default_rng(4)
for _ in range(30):
    assert bot.act(View.of(game, game.current_player), game.legal_action_mask(), rng) == game.legal_actions().min()
    game.step(int(rng.choice(game.legal_actions())))
games = mk.SelfPlayVecEnv(1, players=3, controllers=["caller", "lowest", "greedy"])
print(bot.kind, games.controllers[0].tolist(), mk.evaluate(["lowest", "random", "greedy"], 3, round_limit=2).compiled)
"""


@pytest.mark.rotating
@pytest.mark.interpreted
def test_a_compiled_bot_is_its_file(tmp_path: Path) -> None:
    package = Path(base.__file__).parents[1]
    shutil.copytree(package, tmp_path / "munchkin_env", ignore=shutil.ignore_patterns("__pycache__"))
    bots = tmp_path / "munchkin_env" / "bots"
    (bots / "lowest.py").write_text(LOWEST)
    done = subprocess.run(
        [sys.executable, "-c", PLAY],
        env={**os.environ, "PYTHONPATH": str(tmp_path), "MUNCHKIN_INTERPRETED": "1"},
        cwd=tmp_path, capture_output=True, text=True, timeout=300,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stdout == "3 [0, 4, 2] True\n"
