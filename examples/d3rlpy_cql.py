"""Offline learning with d3rlpy, conservative Q-learning, from a dataset of Minari that `munchkin record` has written.

    make env-clients
    source .venv-clients/bin/activate
    munchkin record munchkin/greedy-v0 greedy random --players 4 --games 400 --keep 0 --preset short
    python examples/d3rlpy_cql.py munchkin/greedy-v0

d3rlpy has no action masks. Here they are appended to the observation, and a custom Q-function reads them there: they
apply in acting, in the best next value of the targets and in the conservative term. `--masks acting` omits them from
learning, to measure the difference; `--masks never` also from acting, where a random legal action replaces an illegal
one.
"""

import argparse
import dataclasses
import warnings
from typing import Any

import minari
import numpy as np
import torch

import munchkin_env as mk

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    import d3rlpy
    from d3rlpy.models.q_functions import MeanQFunctionFactory
    from d3rlpy.models.torch.q_functions import DiscreteMeanQFunction, DiscreteMeanQFunctionForwarder, QFunctionOutput

MASKS = ("always", "acting", "never")
NEVER = -1e9  # finite: at the end of a game all is masked, and d3rlpy multiplies it by zero


class MaskedQ(DiscreteMeanQFunction):
    """Values of all actions, from an observation with the mask behind it."""

    masks = "always"

    def forward(self, x: torch.Tensor) -> QFunctionOutput:
        out = super().forward(x)
        if self.masks == "always" or (self.masks == "acting" and not self.training):
            legal = x[:, -out.q_value.shape[1] :] > 0
            return out._replace(q_value=out.q_value.masked_fill(~legal, NEVER))
        return out


@dataclasses.dataclass()
class MaskedQFactory(MeanQFunctionFactory):
    masks: str = "always"

    def create_discrete(self, encoder: Any, hidden_size: int, action_size: int) -> Any:
        values = MaskedQ(encoder, hidden_size, action_size)
        values.masks = self.masks
        return values, DiscreteMeanQFunctionForwarder(values, action_size)

    @staticmethod
    def get_type() -> str:
        return "masked_mean"


class OfflineBot(mk.BatchBot):
    """The trained agent as a player; counts decisions where its best action was illegal."""

    name = "cql"
    encoding = "flat"

    def __init__(self, algorithm: Any, facts: Any) -> None:
        self.algorithm = algorithm
        self.facts = facts
        self.asked = self.illegal = 0

    def act_batch(self, observation: np.ndarray, masks: np.ndarray, chances: np.ndarray) -> np.ndarray:
        best = self.algorithm.predict(seen(observation, masks, self.facts))
        illegal = masks[np.arange(len(best)), best] == 0
        self.asked, self.illegal = self.asked + len(best), self.illegal + int(illegal.sum())
        for row in np.flatnonzero(illegal):
            legal = np.flatnonzero(masks[row])
            best[row] = legal[int(chances[row] * len(legal))]
        return best


def seen(observation: np.ndarray, masks: np.ndarray, facts: Any) -> np.ndarray:
    """Rows of an observation, scaled, with its mask behind it, float32."""
    scaled = np.clip(observation * facts.flat_scale, -4.0, 4.0)
    return np.concatenate([scaled, masks], axis=1, dtype=np.float32)


def replayed(dataset: minari.MinariDataset, facts: Any) -> Any:
    """The dataset as d3rlpy reads it; an episode's last observation, of the end, is left out."""
    episodes = [
        d3rlpy.dataset.components.Episode(
            seen(one.observations[:-1], one.infos["action_mask"][:-1], facts),
            one.actions[:, None],
            one.rewards[:, None].astype(np.float32),
            bool(one.terminations[-1]),
        )
        for one in dataset.iterate_episodes()
    ]
    space = d3rlpy.constants.ActionSpace.DISCRETE
    return d3rlpy.dataset.ReplayBuffer(
        d3rlpy.dataset.InfiniteBuffer(), episodes=episodes, action_space=space, action_size=facts.num_actions
    )


def main(words: list[str] | None = None) -> tuple[Any, float]:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("dataset", help="id of the dataset, such as munchkin/greedy-v0")
    parser.add_argument("--steps", type=int, default=1000)
    parser.add_argument("--batch", type=int, default=256)
    parser.add_argument("--hidden", type=int, default=128)
    parser.add_argument("--conservative", type=float, default=1.0, help="weight of the conservative term")
    parser.add_argument("--masks", choices=MASKS, default="always")
    parser.add_argument("--games", type=int, default=400, help="games of the final evaluation")
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args(words)
    d3rlpy.seed(args.seed)
    dataset = minari.load_dataset(args.dataset)
    settings = dict(dataset.storage.metadata["munchkin_env"]["settings"])
    facts = mk.spec(**settings)
    algorithm = d3rlpy.algos.DiscreteCQLConfig(
        batch_size=args.batch,
        gamma=1.0,
        learning_rate=1e-3,
        alpha=args.conservative,
        target_update_interval=200,
        encoder_factory=d3rlpy.models.VectorEncoderFactory([args.hidden]),
        q_func_factory=MaskedQFactory(masks=args.masks),
    ).create()
    algorithm.fit(replayed(dataset, facts), n_steps=args.steps, n_steps_per_epoch=args.steps, show_progress=False,
                  logger_adapter=d3rlpy.logging.NoopAdapterFactory())  # fmt: skip
    bot = OfflineBot(algorithm, facts)
    table = [bot, *["random"] * (settings.pop("players") - 1)]
    match = mk.evaluate(table, games=args.games, progress=False, **settings)
    illegal = bot.illegal / bot.asked
    print(match.table())
    print(f"masks {args.masks}: the best action was illegal in {illegal:.1%} of {bot.asked:,} questions")
    return match, illegal


if __name__ == "__main__":
    torch.set_num_threads(1)
    main()
