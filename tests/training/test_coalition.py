"""All seats but one as a team: who sits where, what a win is worth to whom, how it is evaluated."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from tests.each import each

pytest.importorskip("torch")

import munchkin_env as mk
from munchkin_env.game.game import returns_of
from tests.training.test_phases import trainer_of
from training.config import build_config
from training.evaluation import Evaluations
from training.tables import team_returns

OPPONENTS: dict[str, Any] = {"coalition": True, "self_play": 0.0, "past_selves": 0.0, "bots": {"random": 1.0}}
PPO = {"n_steps": 40, "shaping": 0.0}


def test_the_team_does_not_sit_in_the_other_seat_as_well() -> None:
    """Without other players an earlier self does, which before the first snapshot is the learner."""
    past = {**OPPONENTS, "past_selves": 1.0, "bots": {}}
    with pytest.raises(mk.ConfigError, match=r"opponents.past_selves: expected 0 with coalition, unless"):
        build_config({"opponents": past, "ppo": PPO})
    build_config({"opponents": {**past, "frozen": "pretrained"}, "ppo": PPO})


@each(
    ("winners", "together"),
    [(0b0001, -1.0), (0b0010, 1.0), (0b1110, 1.0), (0b0011, 0.0), (0b1111, 0.5), (0b0000, -1.0)],
)
def test_a_win_of_one_is_a_win_of_the_team(winners: int, together: float) -> None:
    """The one sits in seat 0. Players who win with it share; a game that nobody won is lost."""
    own = returns_of(winners, 4)[None]
    team = np.array([[False, True, True, True]])
    found = team_returns(own, team)
    assert found[0, 1:].tolist() == [together] * 3
    assert found[0, 0] == np.float32(own[0, 0])


def test_the_learner_holds_all_chairs_but_one_and_is_paid_as_a_team(tmp_path: Path) -> None:
    game = {"n_envs": 24, "players": [4], "settings": {"goal": 3}}
    trainer = trainer_of(tmp_path, game=game, opponents=OPPONENTS, ppo=PPO)
    table = trainer.tables[0]
    caller = table.games.seat_controllers == mk.SelfPlayVecEnv.CALLER
    assert (caller.sum(axis=1) == 3).all()
    assert set(np.flatnonzero(~caller) % 4) == {0, 1, 2, 3}, "the one sits in any seat"
    together: list[float] = []
    for _ in range(40):
        trainer.run_iteration()
        for t, row in zip(*np.nonzero(table.done), strict=True):
            values, counts = np.unique(table.rewards[t, row], return_counts=True)
            assert counts.max() >= 3, "the seats of the team get the same"
            together.append(float(values[counts.argmax()]))
        if len(together) >= 12:
            break
    assert len(together) >= 12
    assert {1.0} <= set(together) <= {-1.0, 0.0, 0.5, 1.0}


def test_its_evaluation_seats_the_team_and_tells_what_the_other_did_not_win(tmp_path: Path) -> None:
    evaluation = {"games": 4, "opponents": ["greedy"]}
    settings = {"goal": 3}
    trainer = trainer_of(
        tmp_path, game={"n_envs": 8, "players": [4], "settings": settings}, opponents=OPPONENTS, ppo=PPO,
        evaluation=evaluation,
    )  # fmt: skip
    evaluations = Evaluations(trainer.config, trainer.folder)
    result = evaluations.play(mk.make_bot("random"), "greedy")
    assert [one.name for one in result.bots] == ["random"] * 3 + ["greedy"]
    rate, low, high = evaluations._rate(result)
    other = result.bots[-1]
    assert (rate, low, high) == (1 - other.win_rate, 1 - other.high, 1 - other.low)
    alone = build_config({"opponents": {**OPPONENTS, "coalition": False}})
    player = SimpleNamespace(win_rate=0.5, low=0.4, high=0.6)
    own = Evaluations(alone, trainer.folder)._rate(SimpleNamespace(bots=[player, other]))
    assert own == (0.5, 0.4, 0.6)


@pytest.mark.parametrize(
    ("sections", "message"),
    [
        ({"opponents": {**OPPONENTS, "self_play": 0.5, "bots": {"random": 0.5}}}, r"opponents.self_play: expected 0"),
        ({"ppo": {"shaping": 1.0}}, r"ppo.shaping: expected 0 with opponents.coalition, got 1.0"),
        ({"ppo": {**PPO, "lead_coef": [1.0, 0.0]}}, r"ppo.lead_coef: expected 0 with opponents.coalition, got \[1.0"),
    ],
)
def test_a_coalition_has_another_against_it_and_no_leads(sections: dict[str, Any], message: str) -> None:
    with pytest.raises(mk.ConfigError, match=message):
        build_config({"opponents": OPPONENTS, "ppo": PPO, **sections})
