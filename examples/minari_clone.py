"""Behaviour cloning from a dataset of Minari that `munchkin record` has written, with masks.

    make env-clients
    source .venv-clients/bin/activate
    munchkin record munchkin/greedy-v0 greedy random --players 4 --games 400 --keep 0 --preset short
    python examples/minari_clone.py munchkin/greedy-v0

Note: an episode has one observation and mask more than actions, those of its end. Several episodes share a seed, in
other rotations of the seats: split by the metadata `deal`, or the test set contains training games.
`recover_environment` gives the environment that was recorded; the clone plays a game of it.
"""

import argparse
from typing import Any

import minari
import numpy as np
import torch
from torch import nn
from torch.nn import functional

import munchkin_env as mk


class Clone(nn.Module):
    """Logits of all actions, those of illegal ones masked."""

    def __init__(self, facts: Any, hidden: int) -> None:
        super().__init__()
        self.register_buffer("scale", torch.from_numpy(facts.flat_scale.copy()))
        self.layers = nn.Sequential(
            nn.Linear(facts.flat_length, hidden), nn.ReLU(), nn.Linear(hidden, facts.num_actions)
        )

    def forward(self, observation: np.ndarray, masks: np.ndarray) -> torch.Tensor:
        scores = self.layers((torch.from_numpy(observation) * self.scale).clamp(-4.0, 4.0))
        return scores.masked_fill(torch.from_numpy(masks) == 0, -1e9)


class CloneBot(mk.BatchBot):
    """The clone as a player: its argmax action."""

    name = "clone"
    encoding = "flat"

    def __init__(self, clone: Clone) -> None:
        self.clone = clone

    @torch.no_grad()
    def act_batch(self, observation: np.ndarray, masks: np.ndarray, chances: np.ndarray) -> np.ndarray:
        return self.clone(observation, masks).argmax(1).numpy()


def decisions(dataset: minari.MinariDataset, share: float) -> tuple[dict[str, np.ndarray], dict[str, np.ndarray]]:
    """Observations, masks and actions of all episodes; the last `share` of the seeds is kept to test with."""
    told = [facts["deal"] for facts in dataset.storage.get_episode_metadata(range(dataset.total_episodes))]
    first_tested = sorted(set(told))[-max(1, round(share * len(set(told))))]
    parts: list[list[minari.EpisodeData]] = [[], []]
    for deal, episode in zip(told, dataset.iterate_episodes(), strict=True):
        parts[int(deal >= first_tested)].append(episode)
    to_learn, to_test = (
        {
            "seen": np.concatenate([one.observations[:-1] for one in part]),
            "masks": np.concatenate([one.infos["action_mask"][:-1] for one in part]),
            "actions": np.concatenate([one.actions for one in part]),
        }
        for part in parts
    )
    return to_learn, to_test


def agreement(clone: Clone, data: dict[str, np.ndarray]) -> float:
    """Share of decisions with a choice where the argmax action of the clone is the recorded one."""
    choice = data["masks"].sum(axis=1) > 1
    with torch.no_grad():
        answers = clone(data["seen"][choice], data["masks"][choice]).argmax(1).numpy()
    return float((answers == data["actions"][choice]).mean())


def learn(clone: Clone, data: dict[str, np.ndarray], epochs: int, batch: int) -> None:
    optimizer = torch.optim.Adam(clone.parameters(), lr=1e-3)
    for epoch in range(epochs):
        total = 0.0
        for part in torch.randperm(len(data["actions"])).split(batch):
            one = {name: array[part.numpy()] for name, array in data.items()}
            loss = functional.cross_entropy(clone(one["seen"], one["masks"]), torch.from_numpy(one["actions"]).long())
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            total += loss.item() * len(part)
        print(f"epoch {epoch + 1}: loss {total / len(data['actions']):.3f}", flush=True)


def one_game(clone: Clone, dataset: minari.MinariDataset, seed: int) -> float:
    """The clone's score in a game of the recorded environment."""
    env = dataset.recover_environment()
    bot, score, over = CloneBot(clone), 0.0, False
    observation, info = env.reset(seed=seed)
    while not over:
        (action,) = bot.act_batch(observation[None], info["action_mask"][None], np.zeros(1))
        observation, reward, over, _, info = env.step(action)
        score += float(reward)
    return score


def main(words: list[str] | None = None) -> tuple[float, float]:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("dataset", help="id of the dataset, such as munchkin/greedy-v0")
    parser.add_argument("--epochs", type=int, default=4)
    parser.add_argument("--batch", type=int, default=256)
    parser.add_argument("--hidden", type=int, default=128)
    parser.add_argument("--tested", type=float, default=0.2, help="share of the seeds in the test set")
    parser.add_argument("--games", type=int, default=400, help="games of the final evaluation")
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args(words)
    torch.manual_seed(args.seed)
    dataset = minari.load_dataset(args.dataset)
    settings = dict(dataset.storage.metadata["munchkin_env"]["settings"])
    to_learn, to_test = decisions(dataset, args.tested)
    clone = Clone(mk.spec(**settings), args.hidden)
    before = agreement(clone, to_test)
    learn(clone, to_learn, args.epochs, args.batch)
    after = agreement(clone, to_test)
    print(f"actions as recorded, in games not learnt from: {before:.1%} before, {after:.1%} now")
    print(f"a game of the recorded environment: {one_game(clone, dataset, args.seed):+.2f}")
    table = [CloneBot(clone), *["random"] * (settings.pop("players") - 1)]
    print(mk.evaluate(table, games=args.games, progress=False, **settings).table())
    return before, after


if __name__ == "__main__":
    torch.set_num_threads(1)
    main()
