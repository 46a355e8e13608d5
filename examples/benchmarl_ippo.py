"""Masked IPPO with BenchMARL on the parallel view of the game, in which all seats learn.

    pip install torch==2.13.0 benchmarl==1.5.2 -e .       # in an environment of its own
    python examples/benchmarl_ippo.py

Note: BenchMARL finds the masks by itself, but supports only environments where all agents act at once. Here the only
legal action of a seat that is not asked is to wait. Such rows, three of four at four seats, are learnt from as well.
Observations are integers and are cast; the network must be wide enough for values up to 127.
"""

import argparse
import tempfile
from collections.abc import Callable
from typing import Any

import torch
from benchmarl.algorithms import IppoConfig
from benchmarl.environments.pettingzoo.common import PettingZooClass
from benchmarl.experiment import Experiment, ExperimentConfig
from benchmarl.models.mlp import MlpConfig
from torchrl.envs import DTypeCastTransform, EnvBase, PettingZooWrapper, TransformedEnv

import munchkin_env as mk

SEEN = ("player", "observation", "observation")


class Munchkin(PettingZooClass):
    """A task of BenchMARL; its configuration is that of `mk.parallel_env`."""

    def get_env_fun(
        self, num_envs: int, continuous_actions: bool, seed: int | None, device: Any
    ) -> Callable[[], EnvBase]:
        def make() -> EnvBase:
            env = PettingZooWrapper(
                mk.parallel_env(**self.config), use_mask=False, categorical_actions=True, seed=seed, device=device
            )
            return TransformedEnv(env, DTypeCastTransform(torch.int8, torch.float32, in_keys=[SEEN]))

        return make

    def supports_discrete_actions(self) -> bool:
        return True

    def has_render(self, env: EnvBase) -> bool:
        return False

    def max_steps(self, env: EnvBase) -> int:
        return 10_000

    @staticmethod
    def env_name() -> str:
        return "munchkin"


def experiment(words: list[str] | None = None, folder: str | None = None) -> Experiment:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--round-limit", type=int, default=0, help="round limit; 0 for the default")
    parser.add_argument("--iterations", type=int, default=10)
    parser.add_argument("--frames", type=int, default=2000, help="steps of all seats in an iteration")
    parser.add_argument("--hidden", type=int, default=128)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args(words)
    config = ExperimentConfig.get_from_yaml()
    config.sampling_device = config.train_device = config.buffer_device = "cpu"
    config.gamma = 1.0
    config.max_n_iters, config.max_n_frames = args.iterations, None
    config.on_policy_collected_frames_per_batch = args.frames
    config.on_policy_n_envs_per_worker = 1
    config.on_policy_minibatch_size, config.on_policy_n_minibatch_iters = min(args.frames, 400), 4
    config.evaluation = config.render = config.create_json = False
    config.loggers = []
    config.save_folder = folder or tempfile.mkdtemp()
    settings = {"players": args.players, "preset": "short"}
    task = Munchkin("MUNCHKIN", settings | ({"round_limit": args.round_limit} if args.round_limit else {}))
    layers = MlpConfig(num_cells=[args.hidden], activation_class=torch.nn.Tanh, layer_class=torch.nn.Linear)
    return Experiment(
        task=task, algorithm_config=IppoConfig.get_from_yaml(), model_config=layers, seed=args.seed, config=config
    )


if __name__ == "__main__":
    torch.set_num_threads(1)
    experiment().run()
