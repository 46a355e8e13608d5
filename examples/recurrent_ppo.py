"""PPO with masks and a recurrent network in one file of PyTorch: a GRU over the learner's own decisions.

    python examples/recurrent_ppo.py                    # some minutes of one core, then the win rate
    python examples/recurrent_ppo.py --memory history   # without a GRU, with the last decisions in the observation
    python examples/recurrent_ppo.py --memory none

One learner plays against bots in many parallel games. Details of a recurrent network with masks:

- A step is one decision of the learner, so the GRU reads only the learner's own decisions, in order.
- Its state is zero at the first decision of a game, in acting and in learning.
- Minibatches are whole rows: learning repeats a batch from the network state at its beginning.
- Every step of a batch has a legal action, so no padding is left out of the loss.
"""

import argparse
import time
from collections.abc import Callable

import numpy as np
import torch
from torch import nn
from torch.distributions import Categorical
from torch.nn import functional

import munchkin_env as mk

MEMORIES = ("gru", "history", "none")


def arguments(words: list[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--memory", choices=MEMORIES, default="gru")
    parser.add_argument("--decisions", type=int, default=8, help="number of decisions that `history` remembers")
    parser.add_argument("--timesteps", type=int, default=300_000, help="number of the learner's decisions")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--preset", default="short", help="preset of the game")
    parser.add_argument("--opponents", default="random", help="a bot's name, or a policy's file")
    parser.add_argument("--envs", type=int, default=64, help="number of parallel games")
    parser.add_argument("--steps", type=int, default=64, help="steps of each game between updates")
    parser.add_argument("--epochs", type=int, default=3)
    parser.add_argument("--minibatches", type=int, default=4)
    parser.add_argument("--hidden", type=int, default=128)
    parser.add_argument("--lr", type=float, default=2e-3)
    parser.add_argument("--gae-lambda", type=float, default=0.95)
    parser.add_argument("--clip", type=float, default=0.2)
    parser.add_argument("--entropy", type=float, default=0.01)
    parser.add_argument("--shaping", type=float, default=1.0, help="weight of the lead in levels")
    parser.add_argument("--games", type=int, default=400, help="games of the final evaluation")
    parser.add_argument("--seed", type=int, default=0)
    return parser.parse_args(words)


def environment(args: argparse.Namespace, opponents: str, seed: int, shaping: float):
    """Many games with one learner each, as a VecEnv of stable-baselines3: an ended game starts again at once."""
    env = mk.sb3_vec_env(
        args.envs, args.players, seed=seed, preset=args.preset, opponents=opponents, learner_seat="rotate",
        shaping=shaping,
    )  # fmt: skip
    return mk.with_history(env, args.decisions) if args.memory == "history" else env


def masks_of(env) -> torch.Tensor:
    return torch.from_numpy(np.stack(env.env_method("action_masks")))


class Agent(nn.Module):
    """Logits of all actions and values, of sequences of observations."""

    def __init__(self, env, hidden: int, recurrent: bool) -> None:
        super().__init__()
        self.scaled = mk.ScaledFlatExtractor(env.observation_space)
        self.body = nn.Sequential(nn.Linear(self.scaled.features_dim, hidden), nn.ReLU())
        self.memory = nn.GRUCell(hidden, hidden) if recurrent else None
        self.head = nn.Sequential(nn.Linear(hidden, hidden), nn.ReLU())
        self.actor, self.critic = nn.Linear(hidden, int(env.action_space.n)), nn.Linear(hidden, 1)
        nn.init.orthogonal_(self.actor.weight, 0.01)

    def forward(self, seen: torch.Tensor, masks: torch.Tensor, starts: torch.Tensor, state: torch.Tensor):
        """Of observations (T, N, F) and the state before them, (N, hidden): policy, values (T, N) and the new state.
        starts: float (T, N), 1 where a game begins."""
        found = self.body(self.scaled(seen))
        if self.memory is not None:
            states = []
            for one, begins in zip(found, starts, strict=True):
                state = self.memory(one, state * (1.0 - begins)[:, None])
                states.append(state)
            found = found + torch.stack(states)  # what is seen now also goes past the memory
        found = self.head(found)
        logits = self.actor(found).masked_fill(masks == 0, -1e9)
        return Categorical(logits=logits, validate_args=False), self.critic(found)[..., 0], state


def advantages(rewards: torch.Tensor, values: torch.Tensor, ends: torch.Tensor, after: torch.Tensor, lam: float):
    """Generalised advantage estimation without discount; `ends[t]` cuts behind step t."""
    result, last = torch.zeros_like(rewards), torch.zeros_like(after)
    for t in reversed(range(len(rewards))):
        goes_on = 1.0 - ends[t]
        last = result[t] = rewards[t] + goes_on * after - values[t] + goes_on * lam * last
        after = values[t]
    return result


def update(agent: Agent, optimizer: torch.optim.Optimizer, batch: dict[str, torch.Tensor], state: torch.Tensor, args):
    """PPO's clipped objective, some epochs of minibatches of rows. state: of the agent before the batch."""
    for _ in range(args.epochs):
        for rows in torch.randperm(len(state)).chunk(args.minibatches):
            one = {name: array[:, rows] for name, array in batch.items()}
            choice, values, _ = agent(one["seen"], one["masks"], one["starts"], state[rows])
            ratio = (choice.log_prob(one["actions"]) - one["log_probs"]).exp()
            gain = (one["gains"] - one["gains"].mean()) / (one["gains"].std() + 1e-8)
            policy_loss = -torch.min(ratio * gain, ratio.clamp(1 - args.clip, 1 + args.clip) * gain).mean()
            value_loss = functional.mse_loss(values, one["returns"])
            loss = policy_loss + 0.5 * value_loss - args.entropy * choice.entropy().mean()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
            optimizer.step()


def train(args: argparse.Namespace, look: Callable[[int, Agent], None] | None = None) -> Agent:
    """Plays and learns. `look` gets decisions so far and the agent, after each update."""
    torch.manual_seed(args.seed)
    env = environment(args, args.opponents, args.seed, args.shaping)
    agent = Agent(env, args.hidden, recurrent=args.memory == "gru")
    optimizer = torch.optim.Adam(agent.parameters(), lr=args.lr, eps=1e-5)
    seen, masks = torch.from_numpy(env.reset()), masks_of(env)
    starts, state = torch.ones(args.envs), torch.zeros(args.envs, args.hidden)
    updates = max(1, args.timesteps // (args.envs * args.steps))
    for number in range(updates):
        optimizer.param_groups[0]["lr"] = args.lr * max(0.05, 1 - number / updates)
        kept: dict[str, list[torch.Tensor]] = {}
        before = state
        for _ in range(args.steps):
            with torch.no_grad():
                choice, values, state = agent(seen[None], masks[None], starts[None], state)
            actions = choice.sample()
            observation, rewards, over, _ = env.step(actions[0].numpy())
            for name, array in (
                ("seen", seen), ("masks", masks), ("starts", starts), ("actions", actions[0]), ("values", values[0]),
                ("log_probs", choice.log_prob(actions)[0]), ("rewards", torch.from_numpy(rewards)),
            ):  # fmt: skip
                kept.setdefault(name, []).append(array)
            seen, masks, starts = torch.from_numpy(observation), masks_of(env), torch.from_numpy(over).float()
        batch = {name: torch.stack(arrays) for name, arrays in kept.items()}
        with torch.no_grad():
            _, after, _ = agent(seen[None], masks[None], starts[None], state)
        ends = torch.cat([batch["starts"][1:], starts[None]])
        batch["gains"] = advantages(batch.pop("rewards"), batch["values"], ends, after[0], args.gae_lambda)
        batch["returns"] = batch["gains"] + batch.pop("values")
        update(agent, optimizer, batch, before, args)
        if look is not None:
            look((number + 1) * args.envs * args.steps, agent)
    env.close()
    return agent


@torch.no_grad()
def play(agent: Agent, args: argparse.Namespace, opponents: str) -> float:
    """Share of the wins, by argmax actions. Each row plays as many games, so that short ones count no more."""
    env = environment(args, opponents, seed=args.seed + 1_000_000, shaping=0.0)
    seen, starts, state = env.reset(), torch.ones(args.envs), torch.zeros(args.envs, args.hidden)
    each = -(-args.games // args.envs)
    played, won = np.zeros(args.envs, int), 0.0
    while (played < each).any():
        choice, _, state = agent(torch.from_numpy(seen)[None], masks_of(env)[None], starts[None], state)
        seen, rewards, over, _ = env.step(choice.probs[0].argmax(1).numpy())
        counts = over & (played < each)
        played += counts
        won += rewards[counts].clip(0).sum()  # winners share +1, losers -1
        starts = torch.from_numpy(over).float()
    env.close()
    return won / played.sum()


def main(words: list[str] | None = None) -> float:
    args = arguments(words)
    began = time.perf_counter()

    def look(decisions: int, agent: Agent) -> None:
        if decisions // (args.envs * args.steps) % 10 == 1:
            print(f"{time.perf_counter() - began:6.0f} s {decisions:11,d} decisions", flush=True)

    rate = play(train(args, look), args, args.opponents)
    print(f"{args.memory} won {rate:.1%} of the games against {args.opponents}")
    return rate


if __name__ == "__main__":
    torch.set_num_threads(1)
    main()
