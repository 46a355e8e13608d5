"""Names under which `pettingzoo.make`, `gymnasium.make` and `gymnasium.make_vec` find the environments.

Each preset has names of its own, such as `munchkin/munchkin-quick-v0` and `munchkin_env/MunchkinQuick-v0`.
Entry points are text: registering imports neither the engine nor an environment, and compiles nothing.
"""

from munchkin_env.named_settings import presets

_AEC = "munchkin_env.envs.aec:env"
_SINGLE = "munchkin_env.envs.single:MunchkinEnv"
_VECTOR = "munchkin_env.envs.vector:MunchkinVectorEnv"

# Name -> the settings that it stands for.
AEC_IDS: dict[str, dict[str, str]] = {
    "munchkin/munchkin-v0": {},
    **{f"munchkin/munchkin-{name.replace('_', '-')}-v0": {"preset": name} for name in presets()},
}
GYMNASIUM_IDS: dict[str, dict[str, str]] = {
    "munchkin_env/Munchkin-v0": {},
    **{f"munchkin_env/Munchkin{name.title().replace('_', '')}-v0": {"preset": name} for name in presets()},
}


def register_environments() -> None:
    """Registers every id once; `import munchkin_env` calls it."""
    import gymnasium
    import pettingzoo

    if hasattr(pettingzoo, "register"):  # from 1.27 on
        for name, settings in AEC_IDS.items():
            if name not in pettingzoo.aec_registry:
                pettingzoo.register("aec", name, entry_point=_AEC, kwargs={**settings})
    for name, settings in GYMNASIUM_IDS.items():
        if name not in gymnasium.registry:
            gymnasium.register(name, entry_point=_SINGLE, vector_entry_point=_VECTOR, kwargs={**settings})


__all__ = ["AEC_IDS", "GYMNASIUM_IDS", "register_environments"]
