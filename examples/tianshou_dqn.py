"""Tianshou: DQN with masks for one learner among bots, then whole games of all seats by its PettingZooEnv.

    make env-clients
    .venv-clients/bin/python examples/tianshou_dqn.py                # some minutes of one core

Tianshou finds a mask in observations of the form {"obs": …, "mask": …}, which its `PettingZooEnv` makes by itself, and
`Masked` below of the Gymnasium environment. Note: in a buffer filled from `PettingZooEnv`, the state after
an action is the next *seat's*, so a one-step target uses the value of another seat. Learn from the
single learner's environment, where the next state is its own next decision, and use `PettingZooEnv` to play; or give
the algorithms a `n_step_return_horizon` that reaches the end of the game.
"""

import argparse
from typing import Any

import gymnasium
import numpy as np
import torch
from tianshou.algorithm import DQN
from tianshou.algorithm.modelfree.dqn import DiscreteQLearningPolicy
from tianshou.algorithm.multiagent.marl import MultiAgentOffPolicyAlgorithm
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.algorithm.random import MARLRandomDiscreteMaskedOffPolicyAlgorithm
from tianshou.data import Collector, CollectStats, VectorReplayBuffer
from tianshou.env import DummyVectorEnv, PettingZooEnv
from tianshou.trainer import OffPolicyTrainerParams
from torch import nn

import munchkin_env as mk


class Masked(gymnasium.Wrapper):
    """The mask of the infos goes into the observation."""

    def __init__(self, env: gymnasium.Env) -> None:
        super().__init__(env)
        masks = gymnasium.spaces.MultiBinary(int(env.action_space.n))
        self.observation_space = gymnasium.spaces.Dict({"obs": env.observation_space, "mask": masks})

    def reset(self, **words: Any) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
        seen, info = self.env.reset(**words)
        return {"obs": seen, "mask": info["action_mask"]}, {}

    def step(self, action: Any) -> tuple[dict[str, np.ndarray], float, bool, bool, dict[str, Any]]:
        seen, reward, ended, cut, info = self.env.step(action)
        return {"obs": seen, "mask": info["action_mask"]}, float(reward), ended, cut, {}


class Values(nn.Module):
    """A value for each action; the policy masks them."""

    def __init__(self, facts: Any, hidden: int = 128) -> None:
        super().__init__()
        self.register_buffer("scale", torch.from_numpy(facts.flat_scale.copy()))
        self.layers = nn.Sequential(
            nn.Linear(facts.flat_length, hidden), nn.ReLU(), nn.Linear(hidden, facts.num_actions)
        )

    def forward(self, obs: Any, state: Any = None, info: Any = None) -> tuple[torch.Tensor, Any]:
        return self.layers(torch.as_tensor(np.asarray(obs)) * self.scale), state


def learner(facts: Any, space: Any) -> DQN:
    policy = DiscreteQLearningPolicy(model=Values(facts), action_space=space, eps_training=0.1)
    return DQN(
        policy=policy,
        optim=AdamOptimizerFactory(lr=1e-3),
        gamma=1.0,  # games end; with a discount, shaping would change what is best
        n_step_return_horizon=5,
        target_update_freq=200,
    )


def train(args: argparse.Namespace, settings: dict[str, Any]) -> DQN:
    """One learner among bots."""

    def game() -> gymnasium.Env:
        return Masked(mk.MunchkinEnv(opponents=args.opponents, learner_seat="rotate", shaping=1.0, **settings))

    envs = DummyVectorEnv([game] * args.envs)
    envs.seed(args.seed)
    algorithm = learner(mk.spec(**settings), game().action_space)
    collector = Collector[CollectStats](algorithm, envs, VectorReplayBuffer(50_000, args.envs), exploration_noise=True)
    algorithm.run_training(
        OffPolicyTrainerParams(
            training_collector=collector,
            max_epochs=1,
            epoch_num_steps=args.decisions,
            collection_step_num_env_steps=8 * args.envs,
            update_step_num_gradient_steps_per_sample=0.125,
            batch_size=64,
            verbose=False,
            show_progress=False,
        )
    )
    return algorithm


def play(algorithm: DQN, games: int, settings: dict[str, Any], seed: int) -> np.ndarray:
    """Whole games of all seats: the learner in seat 0, random players elsewhere. Returns scores (games, players)."""
    env = PettingZooEnv(mk.env(**settings))
    others = [MARLRandomDiscreteMaskedOffPolicyAlgorithm(env.action_space) for _ in env.agents[1:]]
    table = MultiAgentOffPolicyAlgorithm(algorithms=[algorithm, *others], env=env)
    envs = DummyVectorEnv([lambda: env])
    envs.seed(seed)
    collector = Collector[CollectStats](table, envs)
    collector.reset()
    return collector.collect(n_episode=games).returns


def main(words: list[str] | None = None) -> np.ndarray:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--preset", default="short")
    parser.add_argument("--round-limit", type=int, default=30, help="round limit, at which the highest level wins")
    parser.add_argument("--opponents", default="random", help="opponents of the learner: a bot's name")
    parser.add_argument("--envs", type=int, default=8, help="number of environments")
    parser.add_argument("--decisions", type=int, default=40_000, help="number of training decisions")
    parser.add_argument("--games", type=int, default=100, help="games of all seats at the end")
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args(words)
    settings = {"players": args.players, "preset": args.preset, "round_limit": args.round_limit}
    np.random.seed(args.seed)  # noqa: NPY002  # Tianshou explores by it
    torch.manual_seed(args.seed)
    scores = play(train(args, settings), args.games, settings, args.seed)
    won = (scores[:, 0] > 0).mean()
    print(f"{args.games} games: the learner won {won:.0%}, mean scores {scores.mean(axis=0).round(2)}")
    return scores


if __name__ == "__main__":
    torch.set_num_threads(1)
    main()
