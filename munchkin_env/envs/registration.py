"""Names under which `pettingzoo.make`, `gymnasium.make` and `gymnasium.make_vec` find the environments.

Each preset has own names, such as `munchkin_env/MunchkinShort-v0`. The number at their end follows from the releases
(`releases.py`); a former number is known, and the error names the release that plays it. Entry points are text:
registering imports neither the engine nor an environment, and compiles nothing.
"""

from typing import Any, NoReturn

from munchkin_env.config.presets import presets
from munchkin_env.errors import RetiredEnvironment
from munchkin_env.releases import MEASURED, RELEASES, Release, id_numbers, install, numbers, retired

_AEC = "munchkin_env.envs.aec:env"
_PARALLEL = "munchkin_env.envs.parallel:parallel_env"
_SINGLE = "munchkin_env.envs.single:MunchkinEnv"
_VECTOR = "munchkin_env.envs.vector:MunchkinVectorEnv"

_RETIRED = "munchkin_env.envs.registration:refuse"


def environment_id(preset: str, number: int) -> str:
    """Return the id of a preset, "" for none, in both registries; its namespace is the package to import."""
    return f"munchkin_env/Munchkin{preset.title().replace('_', '')}-v{number}"


NUMBER = id_numbers()[-1]
# Settings by name.
IDS: dict[str, dict[str, str]] = {
    environment_id(name, NUMBER): {"preset": name} if name else {} for name in ("", *presets())
}
ENVIRONMENT_ID = environment_id("", NUMBER)


def register_environments(releases: tuple[Release, ...] = RELEASES) -> None:
    """Register every id once; `import munchkin_env` calls it. Former ids are refused by `make`."""
    import gymnasium
    import pettingzoo

    if hasattr(pettingzoo, "register"):  # from 1.27 on
        for name, settings in IDS.items():
            if name not in pettingzoo.aec_registry:
                pettingzoo.register("aec", name, entry_point=_AEC, kwargs={**settings})
                pettingzoo.register("parallel", name, entry_point=_PARALLEL, kwargs={**settings})
        for name, facts in _retired_ids(releases).items():
            if name not in pettingzoo.aec_registry:
                pettingzoo.register("aec", name, entry_point=_RETIRED, kwargs=facts)
                pettingzoo.register("parallel", name, entry_point=_RETIRED, kwargs=facts)
    for name, settings in IDS.items():
        if name not in gymnasium.registry:
            gymnasium.register(name, entry_point=_SINGLE, vector_entry_point=_VECTOR, kwargs={**settings})
    for name, facts in _retired_ids(releases).items():
        if name not in gymnasium.registry:
            gymnasium.register(name, entry_point=_RETIRED, vector_entry_point=_RETIRED, kwargs=facts)


def _retired_ids(releases: tuple[Release, ...]) -> dict[str, dict[str, Any]]:
    """By id of before, what `refuse` is told of it."""
    return {
        environment_id(preset, number): {"retired": environment_id(preset, number), "plays": release}
        for number, release in retired(releases).items()
        for preset in ("", *release.presets)
    }


def refuse(retired: str, plays: Release, **settings: Any) -> NoReturn:
    """Raise RetiredEnvironment for a former id, naming the release that plays it."""
    now, then = numbers(), {name: getattr(plays, name) for name in MEASURED}
    differ = ", ".join(f"{name} {then[name]} (here {now[name]})" for name in MEASURED if then[name] != now[name])
    raise RetiredEnvironment(
        f"{retired}: expected an id that ends in -v{NUMBER}, got one of {differ}; "
        f"munchkin_env {plays.package} plays it: {install(plays)}"
    )
