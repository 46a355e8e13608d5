"""Masked PPO with AgileRL on the native vector environment: one learner among bots.

    pip install torch==2.13.0 agilerl==2.58.0 peft==0.21.2 -e .       # in an environment of its own
    python examples/agilerl_ppo.py

Note: AgileRL reads the masks from `info["action_mask"]` by itself, in acting and in learning, also in its DQN and in
its evolution of populations. Its observation wrappers refuse SAME_STEP, so observations are scaled here.
"""

import argparse
from typing import Any

import gymnasium
import numpy as np
import torch
from agilerl.algorithms import PPO
from agilerl.rollouts import collect_rollouts

import munchkin_env as mk


def scaled(observation: np.ndarray, facts: Any) -> np.ndarray:
    """The flat observation as float32 of about -4 to 4."""
    return np.clip(observation * facts.flat_scale, -4.0, 4.0).astype(np.float32)


class Scaled(gymnasium.vector.VectorWrapper):
    """Environments whose observations are scaled."""

    def __init__(self, envs: Any, facts: Any) -> None:
        super().__init__(envs)
        self.facts = facts
        self.single_observation_space = gymnasium.spaces.Box(-4.0, 4.0, (facts.flat_length,), np.float32)

    def reset(self, **how: Any) -> tuple[np.ndarray, dict[str, Any]]:
        observation, infos = self.env.reset(**how)
        return scaled(observation, self.facts), infos

    def step(self, actions: np.ndarray) -> tuple[Any, ...]:
        observation, *rest = self.env.step(actions)
        return scaled(observation, self.facts), *rest


class AgileBot(mk.BatchBot):
    """The trained agent as a player with sampled actions."""

    name = "agilerl"
    encoding = "flat"

    def __init__(self, agent: PPO, facts: Any) -> None:
        self.agent = agent
        self.facts = facts

    def act_batch(self, observation: np.ndarray, masks: np.ndarray, chances: np.ndarray) -> np.ndarray:
        self.agent.set_training_mode(False)
        return np.asarray(self.agent.get_action(scaled(observation, self.facts), action_mask=masks)[0])


def main(words: list[str] | None = None) -> tuple[PPO, Any]:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--updates", type=int, default=60)
    parser.add_argument("--envs", type=int, default=32)
    parser.add_argument("--steps", type=int, default=64, help="steps of each environment between updates")
    parser.add_argument("--games", type=int, default=400, help="games of the final evaluation")
    parser.add_argument("--round-limit", type=int, default=0, help="round limit; 0 for the default")
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args(words)
    torch.manual_seed(args.seed)
    settings: dict[str, Any] = {"preset": "short", **({"round_limit": args.round_limit} if args.round_limit else {})}
    facts = mk.spec(players=4, **settings)
    made = gymnasium.make_vec(
        "munchkin_env/Munchkin-v0", num_envs=args.envs, opponents="random", learner_seat="rotate", shaping=1.0,
        autoreset_mode="SameStep", **settings,
    )  # fmt: skip
    envs = Scaled(made, facts)
    agent = PPO(
        envs.single_observation_space, envs.single_action_space, num_envs=args.envs,
        learn_step=args.envs * args.steps, batch_size=256, gamma=1.0, lr=1e-3, update_epochs=2,
        net_config={"encoder_config": {"hidden_size": [128]}},
    )  # fmt: skip
    observation, infos = envs.reset(seed=args.seed)
    last = {"last_obs": observation, "last_done": np.zeros(args.envs), "last_scores": np.zeros(args.envs)}
    last["last_info"] = infos
    for update in range(args.updates):
        agent.set_training_mode(True)
        scores, *now = collect_rollouts(agent, envs, **last)
        last = dict(zip(("last_obs", "last_done", "last_scores", "last_info"), now, strict=True))
        agent.learn()
        if scores and update % 10 == 9:
            print(f"update {update + 1}: {len(scores)} games ended, mean score {np.mean(scores):+.2f}", flush=True)
    match = mk.evaluate([AgileBot(agent, facts), *["random"] * 3], games=args.games, progress=False, **settings)
    print(match.table())
    return agent, match


if __name__ == "__main__":
    torch.set_num_threads(1)
    main()
