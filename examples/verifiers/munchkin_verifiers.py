"""Munchkin for verifiers: `PYTHONPATH=examples/verifiers vf-eval munchkin-verifiers -m MODEL -n 2`.

Needs the extra `verifiers`, which finds an environment by the name of a module that exports an `Env` and a `Taskset`.
All seats are models, `--env.player1.model OTHER` sits another one down; `--env.seats '[0]'` leaves the others to bots.
"""

from munchkin_env.llm.verifiers import MunchkinTaskset, VerifiersEnv

__all__ = ["VerifiersEnv", "MunchkinTaskset"]
