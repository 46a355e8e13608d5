"""The pool of opponents: which earlier selves are kept, which of them play, and how the learner does among them."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("torch")
pytest.importorskip("yaml")

import munchkin_env as mk
from training.config import build_config
from training.learner import PpoTrainer
from training.pool import PAST, SELF, Pool
from training.run import RunFolder
from training.tables import CALLER, EXTERNAL, Table


def pool(**settings) -> Pool:
    config = build_config({"opponents": settings} if settings else {})
    return Pool(config.opponents, lambda file: file.stem, np.random.default_rng(0))


def test_the_pool_keeps_the_newest_and_older_ones_ever_farther_apart(tmp_path):
    kept = pool(pool_size=6)
    for time_of in range(1, 200):
        kept.add(tmp_path / f"{time_of:06d}.zip")
    times = [int(file.stem) for file in kept.files]
    assert len(times) == 6
    assert (times[0], times[-1]) == (1, 199)
    gaps = np.diff(times)
    assert gaps[-1] < gaps[0]
    assert len(kept.active) == 2


def test_snapshots_of_both_kept_checkpoints_stay(tmp_path):
    """Those of the checkpoint before the last, as well as after a restart from the last."""
    kept, saved = pool(pool_size=2), []
    for number in range(1, 8):
        (tmp_path / f"{number:06d}.zip").touch()
        kept.add(tmp_path / f"{number:06d}.zip")
        saved.append(kept.state())
        kept.tidy()
        for state in saved[-2:]:
            pool(pool_size=2).restore(state, tmp_path)
        if number == 4:
            kept = pool(pool_size=2)
            kept.restore(saved[-1], tmp_path)
    assert len(list(tmp_path.iterdir())) <= 3


def test_chairs_are_drawn_in_the_shares_of_the_settings():
    drawn = pool(self_play=0.5, past_selves=0.25, bots={"greedy": 0.25})
    for rows, chairs in ((8, 1), (10, 6), (1000, 3)):
        dealt = drawn.deal_chairs(rows, chairs, np.random.default_rng(1))
        assert dealt.shape == (rows, chairs)
        counts = [(dealt == kind).sum() / dealt.size for kind in (SELF, PAST, 0)]
        assert counts == pytest.approx([0.5, 0.25, 0.25], abs=0.5 / dealt.size)
    assert (dealt[:, 0] != dealt[:, 1]).any()


def full_pool(tmp_path: Path, **settings: Any) -> Pool:
    """One that holds four, and knows nothing of any."""
    found = pool(active_selves=1, **settings)
    for number in range(1, 5):
        found.add(tmp_path / f"{number:06d}.zip")
    return found


def test_those_whom_the_learner_beats_least_play_most(tmp_path):
    kept = full_pool(tmp_path, pfsp_power=2.0)
    kept.met = [np.array(one) for one in ([98.0, 98.0], [98.0, 48.0], [0.0, 0.0], [98.0, 0.0])]
    hard = np.array([0.01, 0.51, 0.5, 0.99]) ** 2
    assert kept.chances() == pytest.approx(hard / hard.sum())
    chosen = np.zeros(4)
    for _ in range(1000):
        kept.met = [np.array(one) for one in ([98.0, 98.0], [98.0, 48.0], [0.0, 0.0], [98.0, 0.0])]
        kept._choose()
        chosen[kept._chosen] += 1
    assert chosen / 1000 == pytest.approx(hard / hard.sum(), abs=0.05)


def test_all_play_alike_unless_it_is_asked_for(tmp_path):
    """And draw the numbers that they drew before anything was counted."""
    kept = full_pool(tmp_path)
    state = kept._draws.bit_generator.state
    wanted = kept._draws.choice(4, 1, replace=False).tolist()
    kept._draws.bit_generator.state = state
    kept.met[0][:] = 98.0, 0.0
    kept._choose()
    assert kept._chosen == wanted


def test_what_was_won_counts_half_once_others_are_chosen(tmp_path):
    kept = full_pool(tmp_path, pfsp_power=1.0)
    here = kept._chosen[0]
    kept.credit(np.array([[8.0, 6.0]]))
    assert kept.met[here].tolist() == [8.0, 6.0]
    kept.add(tmp_path / "000009.zip")
    assert kept.met[here].tolist() == [4.0, 3.0]
    assert kept.met[-1].tolist() == [0.0, 0.0]


def test_what_is_known_goes_with_the_snapshot(tmp_path):
    """Also for one that is forgotten."""
    kept = pool(pool_size=3, active_selves=1, pfsp_power=1.0)
    for number in range(1, 12):
        kept.add(tmp_path / f"{number:06d}.zip")
        kept.met = [np.array([float(file.stem), 0.0]) for file in kept.files]
    kept.add(tmp_path / "000012.zip")
    assert [2 * games for games, _ in kept.met[:-1]] == [float(file.stem) for file in kept.files[:-1]]


def test_a_run_goes_on_with_what_was_won(tmp_path):
    kept = full_pool(tmp_path, pfsp_power=1.0)
    for file in kept.files:
        file.touch()
    kept.credit(np.array([[5.0, 2.5]]))
    state = kept.state()
    again = pool(active_selves=1, pfsp_power=1.0)
    again.restore(state, tmp_path)
    assert np.array_equal(again.met, kept.met)
    pairs = ([1.0, 2.0], [-1.0, -1.0], [float("inf"), 1.0], [10**400, 1], ["a", 1])
    for wrong in (*([pair] * 4 for pair in pairs), [[1.0, 0.0]], "x", None):
        with pytest.raises(mk.SaveError, match=r"pool.met: expected games, and of those won, of 4 snapshots"):
            again.restore({**state, "met": wrong}, tmp_path)


def test_a_trainer_counts_who_won_where_both_sat(tmp_path, monkeypatch):
    """Counted again, game by game, from actions and returns."""
    expected: dict[str, list[float]] = {}
    answered: dict[int, str] = {}  # row of the table -> the earlier self that acted there since others were chosen
    answers, answer = Table.answers_of, Table.answer

    def noting(self, bot, rows, draws):
        for row in rows.tolist():
            assert answered.setdefault(row, bot.file) == bot.file, "the same in all of a game"
        return answers(self, bot, rows, draws)

    def counting(self, t, actions):
        control, episodes = self.games.seat_controllers.copy(), self.games.episodes.copy()
        answer(self, t, actions)
        for row in np.flatnonzero(self.games.done).tolist():
            if (control[row] == EXTERNAL).any() and (playing := trainer.pool.active):
                who = playing[(row + episodes[row]) % len(playing)].file
                assert answered.pop(row, who) == who
                got = np.maximum(self.games.final_returns[row], 0)
                own, other = (got[control[row] == kind].mean() for kind in (CALLER, EXTERNAL))
                if own + other > 0:
                    expected.setdefault(who, []).append(own / (own + other))

    def loaded(self, file):
        bot = mk.load_policy(file, deterministic=False)
        bot.file = file.stem
        return bot

    monkeypatch.setattr(Table, "answers_of", noting)
    monkeypatch.setattr(Table, "answer", counting)
    monkeypatch.setattr(PpoTrainer, "_player_of", loaded)
    config = build_config({
        "run": {"dir": str(tmp_path / "run"), "loggers": [], "device": "cpu", "threads": 1},
        "game": {"players": [3], "n_envs": 12, "settings": {"preset": "short", "round_limit": 4}},
        "network": {"kind": "sparse", "embedding": 4, "hidden": [8]},
        "ppo": {"n_steps": 64, "batch_size": 512},
        "opponents": {
            "self_play": 0.0, "past_selves": 0.5, "bots": {"random": 0.5}, "snapshot_every": 2, "pfsp_power": 1.0,
        },
    })  # fmt: skip
    trainer = PpoTrainer(config, RunFolder.create(config))
    credited: dict[str, np.ndarray] = {}
    credit = Pool.credit

    def noted(self, met):
        for place, found in zip(self._chosen, met, strict=False):
            credited.setdefault(self.files[place].stem, np.zeros(2))[:] += found
        credit(self, met)

    monkeypatch.setattr(Pool, "credit", noted)
    measured = []
    for _ in range(6):
        before = trainer.pool._chosen
        measured.append(trainer.run_iteration())
        if trainer.pool._chosen != before:
            answered.clear()
    trainer.close()
    assert expected
    assert {who: pytest.approx([len(parts), sum(parts)]) for who, parts in expected.items()} == {
        who: found.tolist() for who, found in credited.items() if found[0]
    }
    assert sum(one["past_selves_games"] for one in measured) == sum(map(len, expected.values()))
