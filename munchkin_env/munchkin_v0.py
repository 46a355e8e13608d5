"""Munchkin as a module of PettingZoo's kind: `from munchkin_env import munchkin_v0`, then `munchkin_v0.env(players=4)`.

The number is that of the environment ids (`munchkin_env/Munchkin-v0`).
"""

from munchkin_env.envs.aec import env, raw_env
from munchkin_env.envs.parallel import parallel_env

__all__ = ["env", "parallel_env", "raw_env"]
