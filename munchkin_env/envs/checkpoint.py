"""Reading the states that environments save: every entry is checked before anything is changed.

States are raw bytes, and trusted as those of any checkpoint are: a checksum shows that they are unchanged, not who
wrote them. Untrusted games come as saves (`Game.load`), which are replayed.
"""

import json
import zlib
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from munchkin_env import releases, versions
from munchkin_env.cards.compile import Catalogue
from munchkin_env.config.game_config import GameConfig
from munchkin_env.errors import ConfigError

VERSIONS = np.array(
    [versions.RULES_VERSION, versions.OBSERVATION_VERSION, versions.ACTION_VERSION, versions.SAVE_VERSION], np.int64
)

SEAL = "checksum"


def config_facts(config: GameConfig, catalogue: Catalogue) -> dict[str, np.ndarray]:
    """Identity of the games of a saved state; `check_config` compares it."""
    settings = {name: value for name, value in config.as_dict().items() if name != "editions"}
    return {
        "versions": VERSIONS.copy(),
        "catalogue": np.array(catalogue.hash),
        "config": np.array(json.dumps(settings, sort_keys=True)),
    }


def sealed(state: Mapping[str, np.ndarray]) -> dict[str, np.ndarray]:
    """The state with a checksum of all its entries; `check_seal` compares it."""
    names = sorted(set(state) - {SEAL})
    return {**state, SEAL: np.array(f"{_checksum(state, names):08x} {' '.join(names)}")}


def check_seal(state: Mapping[str, np.ndarray]) -> None:
    """Raise ConfigError unless the sealed entries are byte by byte unchanged. Others may have come."""
    told, *names = text(state, SEAL).split(" ")
    for name in names:
        entry_of(state, name)
    found = f"{_checksum(state, names):08x}"
    if told != found:
        raise ConfigError(f"{SEAL}: expected {told}, got {found}: the state is damaged, or has been altered")


def _checksum(state: Mapping[str, np.ndarray], names: Sequence[str]) -> int:
    """CRC-32 of the names, types, shapes and numbers of entries."""
    found = 0
    for name in names:
        array = np.asarray(state[name])
        found = zlib.crc32(f"{name} {array.dtype.str} {array.shape} ".encode(), found)
        found = zlib.crc32(array.tobytes(), found)
    return found


def check_config(state: Mapping[str, np.ndarray], config: GameConfig, catalogue: Catalogue) -> None:
    """Raise ConfigError naming the version, the cards or the setting in which the state differs."""
    expected = config_facts(config, catalogue)
    _check_versions(state)
    check_equal(state, "catalogue", expected["catalogue"])
    try:
        theirs = json.loads(text(state, "config"))
    except json.JSONDecodeError:
        theirs = None
    if not isinstance(theirs, dict):
        raise ConfigError(f"config: expected settings as JSON, got {text(state, 'config')!r}")
    for name, own in json.loads(str(expected["config"])).items():
        if theirs.get(name) != own:
            raise ConfigError(f"{name}: expected a state with {own!r}, got one with {theirs.get(name)!r}")


def _check_versions(state: Mapping[str, np.ndarray]) -> None:
    """Raise ConfigError that names the release which reads a state of other versions, if one does."""
    found = entry_of(state, "versions")
    try:
        check_equal(state, "versions", VERSIONS)
    except ConfigError as error:
        if found.shape != VERSIONS.shape or found.dtype != VERSIONS.dtype:
            raise
        theirs = dict(zip(("rules", "observation", "action", "save"), found.tolist(), strict=True))
        raise ConfigError(f"{error}; {releases.release_that_reads(**theirs)}") from None


def opened(state: Mapping[str, np.ndarray]) -> dict[str, np.ndarray]:
    """The state with every entry read, once. Raises ConfigError for what is no mapping."""
    if not isinstance(state, Mapping):
        raise ConfigError(f"state: expected a dict of arrays, got {type(state).__name__}")
    return dict(state)


def entry_of(state: Mapping[str, np.ndarray], name: str) -> np.ndarray:
    """The entry of a state. Raises ConfigError if it is missing or no array."""
    found = state.get(name)
    if not isinstance(found, np.ndarray):
        raise ConfigError(f"{name}: expected an array in the state, got {found!r}")
    return found


def text(state: Mapping[str, np.ndarray], name: str) -> str:
    """An entry that holds one string. Raises ConfigError."""
    found = entry_of(state, name)
    if found.shape != () or found.dtype.kind != "U":
        raise ConfigError(f"{name}: expected one text, got {found.dtype} of {found.shape}")
    return str(found)


def wholes(state: Mapping[str, np.ndarray], name: str) -> list[int]:
    """Whole numbers of any size, kept as one text with spaces between. Raises ConfigError."""
    found = text(state, name)
    try:
        return [int(one) for one in found.split()]
    except ValueError as error:
        raise ConfigError(f"{name}: expected whole numbers, got {found!r:.80}") from error


def whole(state: Mapping[str, np.ndarray], name: str) -> int:
    """A whole number of any size, kept as text. Raises ConfigError."""
    found = text(state, name)
    try:
        return int(found)
    except ValueError as error:  # a word, or thousands of digits
        raise ConfigError(f"{name}: expected a whole number, got {found!r:.80}") from error


def check_equal(state: Mapping[str, np.ndarray], name: str, own: Any) -> None:
    """Raise ConfigError unless the entry is equal to `own`."""
    found = entry_of(state, name)
    if not np.array_equal(found, np.asarray(own)):
        mine = np.asarray(own).tolist()
        raise ConfigError(f"{name}: expected a state with {mine!r}, got one with {found.tolist()!r}")


def array_like(
    state: Mapping[str, np.ndarray], name: str, like: np.ndarray, low: int | None = None, high: int | None = None
) -> np.ndarray:
    """The entry, with shape and dtype of `like` and between `low` and `high`. Raises ConfigError."""
    found = entry_of(state, name)
    if found.shape != like.shape or found.dtype != like.dtype:
        raise ConfigError(f"{name}: expected {like.dtype} of {like.shape}, got {found.dtype} of {found.shape}")
    if (low is not None and (found < low).any()) or (high is not None and (found > high).any()):
        limits = f"from {low}" if high is None else f"{low} to {high}"
        raise ConfigError(f"{name}: expected numbers {limits}, got {found.min()} to {found.max()}")
    return found
