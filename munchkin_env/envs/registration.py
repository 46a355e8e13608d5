"""Names under which `pettingzoo.make`, `gymnasium.make` and `gymnasium.make_vec` find the environments.

Entry points are text: registering imports neither the engine nor an environment, and compiles nothing.
"""

AEC_IDS = {"munchkin/munchkin-v0": "munchkin_env.envs.aec:env"}
GYMNASIUM_IDS = {
    "munchkin_env/Munchkin-v0": ("munchkin_env.envs.single:MunchkinEnv", "munchkin_env.envs.vector:MunchkinVectorEnv"),
}


def register_environments() -> None:
    """Registers every id once; `import munchkin_env` calls it."""
    import gymnasium
    from pettingzoo import aec_registry, register

    for name, entry_point in AEC_IDS.items():
        if name not in aec_registry:
            register("aec", name, entry_point=entry_point)
    for name, (single, vector) in GYMNASIUM_IDS.items():
        if name not in gymnasium.registry:
            gymnasium.register(name, entry_point=single, vector_entry_point=vector)


__all__ = ["AEC_IDS", "GYMNASIUM_IDS", "register_environments"]
