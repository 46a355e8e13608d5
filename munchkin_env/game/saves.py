"""Saved games: how a game came about, as gzipped JSON. It is checked by being played again (`Game.load`)."""

import gzip
import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from munchkin_env import releases, versions
from munchkin_env.config.game_config import GameConfig
from munchkin_env.engine.state.layout import STATE
from munchkin_env.errors import MunchkinError, SaveError, shown
from munchkin_env.game.initial_state import check_seed
from munchkin_env.vocabulary import Flag

FORMAT = "munchkin-game"
GZIP = b"\x1f\x8b"
RAW = b"MKNG"  # prefix of saves up to version 3, which contained raw states
MOST_BYTES = 4 << 20  # limit of a save in bytes; a game of 300 actions has about 1 kB
MOST_TEXT = 16 << 20  # limit of its JSON in bytes
MOST_MOVES = 1_000_000
KEYS = ("format", "save", "rules", "cards", "settings", "seed", "scenario", "moves")


@dataclass(frozen=True)
class Save:
    """Origin of a game."""

    config: GameConfig
    cards: str
    """The hash of its catalogue."""
    seed: int | None
    scenario: dict[str, Any] | None
    """Arguments of `mk.scenario`, of a game that has no seed; the file calls its `seats` "players"."""
    moves: list[int]
    """Every action, in order; the seats follow from the game."""


def pack(save: Save) -> bytes:
    """Write a save: equal ones are equal bytes. Raises SaveError for a game too long to be loaded."""
    if len(save.moves) > MOST_MOVES:
        raise SaveError(f"moves: expected at most {MOST_MOVES}, got {len(save.moves)}")
    scenario = _with_key(save.scenario, "seats", "players")
    values = (FORMAT, *versions_now(), save.cards, save.config.as_dict(), save.seed, scenario, save.moves)
    told = {name: value for name, value in zip(KEYS, values, strict=True) if value is not None}
    return gzip.compress(json.dumps(told, separators=(",", ":")).encode(), mtime=0)


def unpack(data: object) -> Save:
    """Read a save, without playing it. Nothing in it is run.

    Raises:
        SaveError: for other versions, raw positions of earlier versions, and anything else that `pack` does not write;
            the message names the field.
    """
    found = _read(data)
    _check_versions(found)
    unknown = [name for name in found if name not in KEYS]
    if unknown:
        raise SaveError(f"{shown(unknown[0])}: unknown; known: {', '.join(KEYS)}")
    moves, cards = found.get("moves"), found.get("cards")
    if not isinstance(cards, str):
        raise SaveError(f"cards: expected the hash of a catalogue, got {shown(cards)}")
    if not isinstance(moves, list) or len(moves) > MOST_MOVES or not all(type(one) is int for one in moves):
        raise SaveError(f"moves: expected a list of at most {MOST_MOVES} whole numbers, got {shown(moves)}")
    seed, scenario = found.get("seed"), found.get("scenario")
    if (seed is None) == (scenario is None) or not isinstance(scenario, dict | None):
        raise SaveError(f"seed: expected a seed or a scenario, got {shown(seed)} and {shown(scenario)}")
    try:
        seed = None if seed is None else check_seed(seed)
        return Save(config_of(found.get("settings")), cards, seed, _with_key(scenario, "players", "seats"), moves)
    except MunchkinError as error:
        raise SaveError(f"save: expected settings that a game can have, got {error}") from error
    except (TypeError, AttributeError, ValueError, RecursionError) as error:
        raise SaveError(f"settings: expected those of a game, got {error}") from error


def _with_key(scenario: dict[str, Any] | None, old: str, new: str) -> dict[str, Any] | None:
    """Return the arguments with one key called otherwise, in the same order."""
    return None if scenario is None else {new if key == old else key: one for key, one in scenario.items()}


def _read(data: object) -> dict[str, Any]:
    """The JSON of a save: within bounds, and whole by the checksum of gzip. Raises SaveError."""
    if not isinstance(data, bytes | bytearray):
        raise SaveError(f"save: expected bytes, got {type(data).__name__}")
    if data[:4] == RAW:
        theirs = {"save": int.from_bytes(data[4:6], "little"), "rules": int.from_bytes(data[6:8], "little")}
        told = releases.release_that_reads(**theirs)
        raise SaveError(
            f"save version: expected {versions.SAVE_VERSION}, which has the moves, "
            f"got {theirs['save']}, a raw state; {told}"
        )
    if data[:2] != GZIP or len(data) > MOST_BYTES:
        raise SaveError(f"save: expected a gzipped game of at most {MOST_BYTES} bytes, got {len(data)} bytes")
    stream = zlib.decompressobj(16 + zlib.MAX_WBITS)
    try:
        text = stream.decompress(data, MOST_TEXT)
    except zlib.error as error:
        raise SaveError(f"save: expected a gzipped game that is whole, got {error}") from error
    if not stream.eof or stream.unused_data:
        raise SaveError("save: expected a gzipped game that is whole, got one cut off, too long or followed by more")
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise SaveError(f"save: expected JSON, got {error}") from error
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise SaveError(f"format: expected {FORMAT}, got {shown(found)}")
    return found


def _check_versions(found: Mapping[str, Any]) -> None:
    """Raise SaveError that names the release which reads a save of other versions, if one does."""
    for name, ours in zip(("save", "rules"), versions_now(), strict=True):
        if type(found.get(name)) is not int or found[name] != ours:
            told = releases.release_that_reads(save=found.get("save"), rules=found.get("rules"))
            raise SaveError(f"{name} version: expected {ours}, got {shown(found.get(name))}; {told}")


def config_of(settings: Any) -> GameConfig:
    """The config of settings as JSON has them. Raises ConfigError for unknown and impossible ones."""
    if not isinstance(settings, Mapping):
        raise SaveError(f"settings: expected those of a game, got {shown(settings)}")
    known = [field.name for field in fields(GameConfig)]
    for name in settings:
        if name not in known:  # a preset is no setting of a game
            raise SaveError(f"{name}: unknown setting; known: {', '.join(known)}")
    return GameConfig.of(settings)


def versions_now() -> tuple[int, int]:
    """The versions of saves and of the rules."""
    return versions.SAVE_VERSION, versions.RULES_VERSION


def checksum(*parts: Any) -> int:
    """CRC-32 of the parts of a checkpoint: bytes, and what JSON can hold."""
    found = 0
    for part in parts:
        found = zlib.crc32(part if isinstance(part, bytes) else json.dumps(part).encode(), found)
    return found


def without_answer(data: np.ndarray) -> bytes:
    """A state, uint8, without the action being built: its own record and the marks of the set being chosen."""
    copy = data.copy()
    row = np.ndarray(1, STATE, copy)
    row["move"] = np.zeros(1, STATE["move"])
    row["card"]["flag"] &= ~np.uint16(Flag.SELECTED | Flag.WANTED)
    return copy.tobytes()
