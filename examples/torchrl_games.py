"""TorchRL: whole games of all seats (PettingZooWrapper), and of one learner among bots (GymWrapper), with masks.

    make env-clients
    .venv-clients/bin/python examples/torchrl_games.py

The rollouts are TensorDicts, ready for TorchRL's losses. Notes:

- All seats: a row of the rollout is one action of one seat. `(agent, "mask")` marks that seat, `(agent, "action_mask")`
  its legal actions. The rewards of an action come later, mostly at the end: sum a seat's rewards between its own
  actions.
- One learner: a row is one of its own decisions, with all rewards until the next one. `ActionMask` restricts the action
  spec to legal actions; your own policy samples from `MaskedCategorical`. Gymnasium's masks are int8, those of TorchRL
  bool: cast them.
"""

import argparse

import gymnasium
import torch
from tensordict import TensorDictBase
from tensordict.nn import TensorDictModule
from torch import nn
from torchrl.data import Binary
from torchrl.envs import ActionMask, DTypeCastTransform, GymWrapper, PettingZooWrapper, RewardSum, TransformedEnv
from torchrl.envs.gym_like import default_info_dict_reader
from torchrl.modules import MaskedCategorical, ProbabilisticActor

import munchkin_env as mk


def all_seats(seed: int, **settings) -> PettingZooWrapper:
    """Every seat is an agent."""
    return PettingZooWrapper(mk.env(**settings), use_mask=True, categorical_actions=True, seed=seed)


def one_learner(seed: int, opponents: str, **settings) -> TransformedEnv:
    """One agent; bots have the other seats."""
    env = GymWrapper(
        gymnasium.make("munchkin_env/Munchkin-v0", opponents=opponents, learner_seat="rotate", **settings),
        categorical_action_encoding=True,
    )
    masks = Binary(env.action_spec.space.n, dtype=torch.int8)
    env.set_info_dict_reader(default_info_dict_reader(["action_mask"], [masks]))
    env = TransformedEnv(env, DTypeCastTransform(torch.int8, torch.bool, in_keys=["action_mask"]))
    env.append_transform(ActionMask())
    env.append_transform(RewardSum())
    env.set_seed(seed)
    return env


def actor(hidden: int = 64, **settings) -> ProbabilisticActor:
    """A network that draws among what is legal."""
    facts = mk.spec(**settings)

    class Net(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.register_buffer("scale", torch.from_numpy(facts.flat_scale.copy()))
            self.layers = nn.Sequential(
                nn.Linear(facts.flat_length, hidden), nn.ReLU(), nn.Linear(hidden, facts.num_actions)
            )

        def forward(self, observation: torch.Tensor) -> torch.Tensor:
            return self.layers(observation * self.scale)

    return ProbabilisticActor(
        TensorDictModule(Net(), in_keys=["observation"], out_keys=["logits"]),
        in_keys={"logits": "logits", "mask": "action_mask"},
        distribution_class=MaskedCategorical,
        return_log_prob=True,
    )


def scores(game: TensorDictBase, players: int) -> list[float]:
    """Rewards of each seat in a game of all seats: winners share +1, losers -1."""
    return [game["next", f"player_{seat}", "reward"].sum().item() for seat in range(players)]


def main(words: list[str] | None = None) -> tuple[TensorDictBase, TensorDictBase]:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--preset", default="short")
    parser.add_argument("--round-limit", type=int, default=30, help="round limit, at which the highest level wins")
    parser.add_argument("--opponents", default="greedy", help="opponents of the learner: a bot's name")
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args(words)
    settings = {"players": args.players, "preset": args.preset, "round_limit": args.round_limit}

    table = all_seats(args.seed, **settings).rollout(100_000)  # random legal actions; a rollout ends with the game
    print(f"all seats: {len(table)} actions, scores {scores(table, args.players)}")

    own = one_learner(args.seed, args.opponents, **settings).rollout(100_000, actor(**settings))
    print(f"one learner: {len(own)} decisions, score {own['next', 'episode_reward'][-1].item():+.2f}")
    return table, own


if __name__ == "__main__":
    main()
