"""Networks that correct a compiled bot: in play, in their files, and while they learn."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.each import each

pytest.importorskip("torch")

import torch

import munchkin_env as mk
from munchkin_env.observation import View
from tests.envs.slow_rows import SMALL
from tests.training.test_phases import trainer_of

SIZES: dict[str, Any] = {"embedding": 8, "hidden": [16]}
PLAYERS = {"game": {"n_envs": 8, "players": [3]}}


def network_of(residual: str | None = "random", weight: float = 100.0, level: bool = True) -> mk.TokenNetwork:
    """A network; a level one scores all actions alike."""
    torch.manual_seed(0)
    game = mk.spec(players=3)
    network = mk.TokenNetwork.for_game(game, **SIZES, residual=residual, residual_weight=weight)
    with torch.no_grad():
        for part in (network.action, network.query):
            part.weight.mul_(0.0 if level else 50.0)
            part.bias.zero_()
    return network.eval()


def bot_of(network: mk.TokenNetwork) -> mk.TorchPolicyBot:
    return mk.TorchPolicyBot.of(network, mk.spec(players=3))


class Asked(mk.TorchPolicyBot):
    """A policy bot that notes its advice and its actions."""

    def act_batch(self, observation: Any, masks: np.ndarray, chances: np.ndarray) -> np.ndarray:
        self.told, self.given = observation["advice"], super().act_batch(observation, masks, chances)
        return self.given


@pytest.mark.parametrize("deterministic", [True, False])
def test_a_level_network_answers_as_the_bot_does(deterministic: bool) -> None:
    bot = Asked(network_of(), mk.policy_metadata(mk.spec(players=3), "tokens"), deterministic)
    games = mk.SelfPlayVecEnv(16, seed=1, **SMALL)
    for number in range(6):
        games.step(games.advice(bot, np.random.default_rng(number)))
        assert bot.given.tolist() == bot.told.tolist()
    assert len(set(bot.told.tolist())) > 1


def test_a_network_overrules_the_bot_where_the_weight_is_small() -> None:
    games = mk.SelfPlayVecEnv(16, seed=1, **SMALL)
    answers = [
        games.advice(bot_of(network_of(residual, weight, level=False)), np.random.default_rng(3)).tolist()
        for residual, weight in ((None, 5.0), ("random", 0.0), ("random", 100.0))
    ]
    assert answers[0] == answers[1] != answers[2]


def test_only_the_logit_of_the_advice_is_raised_and_no_value() -> None:
    plain, residual = network_of(None, 3.0, level=False), network_of("greedy", 3.0, level=False)
    games = mk.SelfPlayVecEnv(4, encoding="tokens", seed=1, **SMALL)
    seen = [torch.from_numpy(part) for part in (*games.observation.values(), games.legal_action_mask)]
    advice = torch.from_numpy(games.advice("greedy", np.random.default_rng(0)))
    with torch.no_grad():
        (level, values), (raised, same) = plain(*seen), residual(*seen, advice)
    expected = level.clone()
    expected[torch.arange(4), advice.long()] += 3.0
    assert torch.equal(raised, expected)
    assert torch.equal(values, same)
    with pytest.raises(mk.ConfigError, match="advice: expected the actions of greedy, which this network corrects"):
        residual(*seen)


# --------------------------------------------------------------------------- files


def test_a_file_keeps_the_bot_and_the_policy_plays_by_name(tmp_path: Path) -> None:
    file = tmp_path / "net.safetensors"
    mk.save_policy(file, network_of("greedy", 7.5), mk.spec(players=3))
    loaded: Any = mk.load_policy(file)
    assert loaded.advisor == "greedy"
    assert (loaded.network.settings["residual"], loaded.network.settings["residual_weight"]) == ("greedy", 7.5)
    carried: Any = mk.load_policy(file, for_game=mk.spec(players=3, editions=("star",)))
    assert carried.advisor == "greedy"
    result = mk.evaluate([str(file), "random", "random"], games=3, progress=False, round_limit=1)
    assert result.games == 3
    assert mk.Game(players=3, seed=2).legal_action_mask()[_one_answer(loaded)]


def _one_answer(bot: Any) -> int:
    game = mk.Game(players=3, seed=2)
    seat = game.current_player
    assert seat is not None
    return int(bot.act(View.of(game, seat), game.legal_action_mask(), np.random.default_rng(0)))


@each(
    ("settings", "words"),
    [
        ({"residual": "gredy"}, "residual: expected one of random, .*got 'gredy'"),
        ({"residual": "rollout"}, "residual: expected one of random, greedy, veteran"),
        ({"residual_weight": -1.0}, "residual_weight: expected a number from 0 to 100, got -1.0"),
        ({"residual_weight": float("nan")}, "residual_weight: expected a number from 0 to 100, got nan"),
        ({"residual_weight": True}, "residual_weight: expected a number from 0 to 100, got True"),
    ],
)
def test_a_bot_or_weight_that_cannot_be_is_named(settings: dict[str, Any], words: str) -> None:
    with pytest.raises(mk.ConfigError, match=words):
        mk.TokenNetwork.for_game(mk.spec(players=3), **SIZES, **settings)


# --------------------------------------------------------------------------- learning


def advised_trainer(folder: Path, **sections: Any) -> Any:
    network = {**SIZES, "residual": "random", "residual_weight": 100.0}
    return trainer_of(folder, network=network, **sections)


def test_the_learner_is_advised_in_play_and_where_it_learns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    trainer = advised_trainer(tmp_path, ppo={"n_steps": 4, "n_epochs": 1})
    learnt: list[Any] = []
    descend = trainer._descend
    monkeypatch.setattr(trainer, "_descend", lambda part, noted: learnt.append(part) or descend(part, noted))
    trainer.run_iteration()
    (table,) = trainer.tables
    assert table.mine.all()
    assert (table.advice == table.actions).all()  # so large a weight leaves no other action
    assert len(np.unique(table.advice)) > 1
    assert np.array_equal(np.sort(np.concatenate([part.advice for part in learnt])), np.sort(table.advice.ravel()))
    assert all(torch.equal(part.advice, part.actions.to(torch.int32)) for part in learnt)


@pytest.mark.parametrize(("teacher", "asked"), [("random", 1), ("greedy", 2)])
def test_a_teacher_that_advises_is_asked_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, teacher: str, asked: int
) -> None:
    trainer = advised_trainer(tmp_path, ppo={"n_steps": 2, "n_epochs": 1, "teacher": teacher, "teacher_coef": 1.0})
    (table,) = trainer.tables
    calls: list[str] = []
    advice = table.games.advice
    monkeypatch.setattr(table.games, "advice", lambda bot, *more: calls.append(bot) or advice(bot, *more))
    trainer.run_iteration()
    assert calls == [*["random", teacher][:asked]] * 2
    assert (table.labels == table.advice).all() == (asked == 1)


def test_earlier_selves_are_advised(tmp_path: Path) -> None:
    trainer = advised_trainer(tmp_path)
    past = Asked(network_of(), mk.policy_metadata(mk.spec(players=3), "tokens"), deterministic=True)
    (table,) = trainer.tables
    actions, waiting = np.full(8, -1, np.int64), np.arange(8) % 3 > 0
    expected = table.games.advice("random", np.random.default_rng(4), waiting)
    table.answer_for([past], actions, waiting, np.random.default_rng(4))
    assert actions.tolist() == expected.tolist()
