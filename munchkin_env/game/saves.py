"""Saved games: a head that tells versions, settings and cards, then the position, its beginning and the answers."""

import json
import struct
import zlib
from dataclasses import fields
from functools import lru_cache
from typing import Any

import numpy as np

from munchkin_env import releases, versions
from munchkin_env.cards.compile import Catalogue
from munchkin_env.config.game_config import GameConfig
from munchkin_env.engine.state.layout import STATE, empty
from munchkin_env.engine.validation.loading import Loader
from munchkin_env.errors import SaveError, shown
from munchkin_env.game.initial_state import check_seed, write_settings
from munchkin_env.vocabulary import Flag

MAGIC = b"MKNG"
_HEAD = struct.Struct("<4sHHIII")  # magic, save version, rules version, header length, body length, crc


def pack(config: GameConfig, catalogue_hash: str, facts: dict[str, Any], body: bytes) -> bytes:
    """A saved game: what `unpack` takes apart."""
    head = settings_line(config, catalogue_hash) + json.dumps(facts).encode()
    crc = zlib.crc32(body, zlib.crc32(head))
    return _HEAD.pack(MAGIC, versions.SAVE_VERSION, versions.RULES_VERSION, len(head), len(body), crc) + head + body


@lru_cache(maxsize=64)
def settings_line(config: GameConfig, catalogue_hash: str) -> bytes:
    """The line of a saved game that all games with these settings share."""
    return json.dumps({"config": config.as_dict(), "catalogue": catalogue_hash}).encode() + b"\n"


@lru_cache(maxsize=64)
def settings_from(line: bytes) -> tuple[GameConfig, str]:
    """The config and the hash of the cards of such a line."""
    head = read_line(line, ("config", "catalogue"))
    names = [field.name for field in fields(GameConfig)]
    given = list(head["config"])
    for name in given:
        if name not in names:  # a preset is no setting of a game
            raise SaveError(f"{name}: unknown setting; known: {', '.join(names)}")
    if given != [name for name in names if name in given]:
        raise SaveError(f"header: expected settings in the order {', '.join(names)}, got {', '.join(given)}")
    config = GameConfig.of({k: tuple(v) if isinstance(v, list) else v for k, v in head["config"].items()})
    ours = config.as_dict()
    for name, value in head["config"].items():
        if json.dumps(value) != json.dumps(ours[name]):
            raise SaveError(f"{name}: expected it as `save` writes it, {shown(ours[name])}, got {shown(value)}")
    return config, head["catalogue"]


def seed_and_start(line: bytes) -> tuple[int | None, bool]:
    """The seed of a saved game (None: it has none), and whether the position that it began with is saved, too."""
    facts = read_line(line, ("seed", "start"))
    seed, started = facts["seed"], facts["start"]
    if seed is not None:
        check_seed(seed)
    if not isinstance(started, bool) or (started and seed is not None):
        raise SaveError(f"start: expected true or false, and false for a game with a seed, got {shown(started)}")
    return seed, started


def read_line(line: bytes, names: tuple[str, ...]) -> dict[str, Any]:
    """A line of the header: these entries, written as `json.dumps` writes them, so that equal games are equal bytes.

    Raises SaveError for anything else.
    """
    try:
        found = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise SaveError(f"header: expected JSON, got {error}") from error
    if not isinstance(found, dict) or tuple(found) != names:
        raise SaveError(f"header: expected the settings of a game, {' and '.join(names)}, got {shown(found)}")
    if json.dumps(found).encode() != line:
        raise SaveError(f"header: expected {' and '.join(names)} as `save` writes them, got {shown(line)}")
    return found


@lru_cache(maxsize=64)
def loader_of(catalogue: Catalogue, config: GameConfig) -> Loader:
    """What checks positions of games with these settings that come from outside."""
    wanted = empty(1)
    write_settings(wanted, config, catalogue)
    return Loader(wanted["rules"][0], catalogue.tables)


def unpack(data: bytes) -> tuple[bytes, bytes, bytes]:
    """Settings, further facts and body of saved bytes, checked for magic, versions, length and checksum.

    The header is two lines of JSON: the settings, which many games share (`settings_from`), and the rest
    (`seed_and_start`)."""
    if not isinstance(data, bytes | bytearray):
        raise SaveError(f"save: expected bytes, got {type(data).__name__}")
    if len(data) < _HEAD.size:
        raise SaveError(f"length: expected at least {_HEAD.size} bytes, got {len(data)}")
    magic, save, rules, head_size, body_size, crc = _HEAD.unpack_from(data)
    if magic != MAGIC:
        raise SaveError(f"magic: expected {MAGIC!r}, got {magic!r}")
    if save != versions.SAVE_VERSION:
        told = releases.where_read(save=save, rules=rules)
        raise SaveError(f"save version: expected {versions.SAVE_VERSION}, got {save}; {told}")
    if rules != versions.RULES_VERSION:
        told = releases.where_read(save=save, rules=rules)
        raise SaveError(f"rules version: expected {versions.RULES_VERSION}, got {rules}; {told}")
    if len(data) != _HEAD.size + head_size + body_size:
        raise SaveError(f"length: expected {_HEAD.size + head_size + body_size} bytes, got {len(data)}")
    head = bytes(data[_HEAD.size : _HEAD.size + head_size])
    body = bytes(data[_HEAD.size + head_size :])
    if zlib.crc32(body, zlib.crc32(head)) != crc:
        raise SaveError(f"checksum: expected {crc:#010x}, got {zlib.crc32(body, zlib.crc32(head)):#010x}")
    settings, _, facts = head.partition(b"\n")
    return settings, facts, body


def without_answer(data: np.ndarray) -> bytes:
    """A position, uint8, but for the answer being built: its own record and the marks of the set being chosen."""
    copy = data.copy()
    row = np.ndarray(1, STATE, copy)
    row["move"] = np.zeros(1, STATE["move"])
    row["card"]["flag"] &= ~np.uint16(Flag.SELECTED | Flag.WANTED)
    return copy.tobytes()
