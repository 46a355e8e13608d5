"""The policy gives illegal actions no chance, whatever it is asked for, and its learning stays finite."""

from typing import Any

import numpy as np
import pytest

import munchkin_env as mk
from tests.distributed.tools import need_ray, small_game
from tests.envs.slow_rows import pick

need_ray()

import torch
from ray.rllib.core.columns import Columns

from training.rllib.env import MunchkinMultiAgentEnv
from training.rllib.module import MaskedPolicy, policy_spec
from training.rllib.player import ModuleBot


def policy(seed: int = 0, **how: Any) -> MaskedPolicy:
    torch.manual_seed(seed)
    env = MunchkinMultiAgentEnv({"game": small_game()})
    spec = policy_spec(small_game(), [16, 8])
    spec.observation_space, spec.action_space = env.observation_spaces["player_0"], env.action_spaces["player_0"]
    spec.inference_only = how.get("inference_only", False)
    return spec.build()


def batch(rows: int = 12) -> tuple[dict[str, Any], np.ndarray, np.ndarray]:
    """A batch of first decisions, its observations and masks."""
    games = mk.SelfPlayVecEnv(rows, seed=3, **small_game())
    rng = np.random.default_rng(1)
    for _ in range(30):
        games.step(games.sample(rng))
    seen, mask = games.observation.copy(), games.legal_action_mask.copy()
    return {Columns.OBS: {"observations": torch.from_numpy(seen), "action_mask": torch.from_numpy(mask)}}, seen, mask


@pytest.mark.parametrize("phase", ["forward_inference", "forward_exploration", "forward_train"])
def test_illegal_actions_have_no_chance(phase: str) -> None:
    module = policy()
    torch.nn.init.normal_(module.policy.weight, std=5.0)  # opinions that the mask has to beat
    given, _, mask = batch()
    out = getattr(module, phase)(given)[Columns.ACTION_DIST_INPUTS]
    chances = torch.softmax(out.detach(), 1).numpy()
    assert (chances[mask == 0] == 0).all()
    assert chances.sum(1) == pytest.approx(np.ones(len(mask)), abs=1e-5)
    assert chances.max() > 2 / mask.sum(1).max()
    assert set(given[Columns.OBS]) == {"observations", "action_mask"}
    drawn = module.get_exploration_action_dist_cls().from_logits(out).sample()
    assert mask[np.arange(len(mask)), drawn.numpy()].all()


def test_the_first_policy_is_nearly_uniform_over_what_is_legal() -> None:
    given, _, mask = batch()
    chances = torch.softmax(policy().forward_inference(given)[Columns.ACTION_DIST_INPUTS], 1).numpy()
    assert np.abs(chances * mask.sum(1, keepdims=True) - mask).max() < 0.1


def test_observations_are_scaled_before_the_first_layer() -> None:
    module = policy()
    module.trunk = torch.nn.Identity()
    given, seen, _ = batch()
    features = module._features(given).numpy()
    assert features.dtype == np.float32
    assert np.allclose(features, seen * mk.spec(**small_game()).flat_scale)
    assert np.abs(features).max() < np.abs(seen).max()


def test_values_are_the_same_from_observations_and_from_embeddings() -> None:
    module = policy()
    given, seen, _ = batch()
    out = module.forward_train(given)
    values = module.compute_values(given)
    assert values.shape == (len(seen),)
    assert torch.equal(values, module.compute_values(given, embeddings=out[Columns.EMBEDDINGS]))
    values.sum().backward()
    assert all(torch.isfinite(p.grad).all() for p in module.trunk.parameters())


def test_learning_stays_finite_also_after_the_end_of_a_game() -> None:
    module = policy()
    given, _, mask = batch()
    given[Columns.OBS]["action_mask"][0] = 0
    logits = module.forward_train(given)[Columns.ACTION_DIST_INPUTS]
    kind = module.get_train_action_dist_cls()
    answers = torch.from_numpy(mask.argmax(1))
    loss = kind.from_logits(logits).logp(answers)[1:].sum() + kind.from_logits(logits).entropy().sum()
    loss.backward()
    assert torch.isfinite(loss)
    assert all(torch.isfinite(p.grad).all() for p in module.policy.parameters())
    never = mask.sum(0) == 0
    assert not module.policy.weight.grad[torch.from_numpy(never)].any()


def test_runners_get_the_policy_without_the_value_head() -> None:
    learner, player = policy(), policy(seed=1, inference_only=True)
    assert not hasattr(player, "value")
    player.set_state(learner.get_state(inference_only=True))
    given, _, _ = batch()
    same = [m.forward_inference(given)[Columns.ACTION_DIST_INPUTS] for m in (learner, player)]
    assert torch.equal(*same)
    assert "scale" not in learner.get_state()


def test_a_policy_is_a_player_like_any_other() -> None:
    """Known to `mk.evaluate` and to environments; its games depend on seed and weights alone."""
    bot = ModuleBot(policy(), small_game())
    one, again, other = (played(bot, "random", seed) for seed in (3, 3, 4))
    assert one == again
    assert one != other
    # among equals, the leader after two rounds wins, ties are shared: about a third each
    learner = one[0]
    assert 0.1 < learner.win_rate < 0.6
    assert learner.low < learner.win_rate < learner.high
    assert played(bot, "greedy", 3)[0].win_rate < learner.win_rate
    game = mk.MunchkinEnv(opponents=[bot, "greedy"], **small_game())
    _, info = game.reset(seed=1)
    game.step(pick(info["action_mask"], 0))


def played(bot: ModuleBot, opponent: str, seed: int) -> tuple[Any, ...]:
    settings = {name: value for name, value in small_game().items() if name != "players"}
    return mk.evaluate([bot, opponent, opponent], 42, seed, progress=False, **settings).bots


def test_a_player_answers_by_the_chances_of_its_policy() -> None:
    module = policy()
    torch.nn.init.normal_(module.policy.weight, std=0.3)
    given, seen, mask = batch()
    chances = torch.softmax(module.forward_inference(given)[Columns.ACTION_DIST_INPUTS], 1).numpy()
    bot, surest = (ModuleBot(module, small_game(), deterministic=how) for how in (False, True))
    rng = np.random.default_rng(5)
    answers = np.array([bot.act_batch(seen, mask, rng.random(len(seen))) for _ in range(2000)])
    assert mask[np.arange(len(mask)), answers].all()
    often = np.array([np.bincount(column, minlength=mask.shape[1]) for column in answers.T]) / len(answers)
    assert np.abs(often - chances).max() < 0.06
    assert (surest.act_batch(seen, mask, np.zeros(len(seen))) == chances.argmax(1)).all()


def test_a_player_is_refused_by_games_that_it_was_not_trained_for() -> None:
    with pytest.raises(mk.ConfigError, match="players: expected 3, whose flat observations learner reads, got 4"):
        mk.evaluate([ModuleBot(policy(), small_game()), "random", "random", "random"], 4, progress=False)
