"""Names under which `pettingzoo.make` finds the environments.

Entry points are text: registering imports neither the engine nor an environment, and compiles nothing.
"""

AEC_IDS = {"munchkin/munchkin-v0": "munchkin_env.envs.aec:env"}


def register_environments() -> None:
    """Registers every id once; `import munchkin_env` calls it."""
    from pettingzoo import aec_registry, register

    for name, entry_point in AEC_IDS.items():
        if name not in aec_registry:
            register("aec", name, entry_point=entry_point)


__all__ = ["AEC_IDS", "register_environments"]
