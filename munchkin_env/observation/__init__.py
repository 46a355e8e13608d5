"""Observations of one seat and their encodings: vectors, card tokens, text. The only way from a state to a player."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np

from munchkin_env import versions
from munchkin_env.cards.compile import Catalogue, catalogue_of
from munchkin_env.config.game_config import GameConfig, one_of, whole_number
from munchkin_env.engine.kernels.kernel import records
from munchkin_env.engine.state.actions import ActionSection, action_count
from munchkin_env.engine.state.actions import sections as action_sections
from munchkin_env.errors import ConfigError, shown
from munchkin_env.observation import layout
from munchkin_env.observation.entries import encode_flat, encode_sparse, encode_tokens
from munchkin_env.observation.layout import (
    MAX_ENTRIES,
    MAX_TOKENS,
    N_GLOBALS,
    N_TOKEN,
    TOKEN_PARTS,
    Part,
    Section,
    flat_length,
    flat_sections,
    global_sections,
    schema,
)
from munchkin_env.observation.text import text
from munchkin_env.observation.view import View, is_noticed, last_events
from munchkin_env.observation.worlds import resample
from munchkin_env.renamed import missing_attribute
from munchkin_env.vocabulary import MAX_PLAYERS

ENCODINGS = ("flat", "tokens", "sparse")
"""Encodings that networks read."""
KINDS = (*ENCODINGS, "text")


SPARSE_ARRAYS: dict[str, tuple[int, type]] = {
    "indices": (MAX_ENTRIES, np.int16),
    "data": (MAX_ENTRIES, np.int8),
    "count": (1, np.int16),
}
"""Arrays of `sparse`: length and dtype."""


def observe(row: np.ndarray, catalogue: Catalogue, seat: int, encoding: str = "flat", out: Any = None) -> Any:
    """Return the observation of `seat` in a one-row state, written into `out` if it is given.

    Args:
        row: the state, a one-row array of `engine.state.layout.STATE`.
        catalogue: its cards.
        seat: the observer.
        encoding: the encoding. "flat": int8[F]. "tokens": {"cards": int16[160, K], "globals": int16[G]}. "sparse":
            {"indices": int16[768], "data": int8[768], "count": int16[1]}. "text": a string, `out` is not used.
        out: arrays of these shapes and dtypes.

    Raises:
        ConfigError: another kind, or an `out` of another shape or dtype.
    """
    one_of("encoding", encoding, KINDS)
    if encoding == "text":
        return text(row, catalogue, seat)
    tables = records(catalogue.tables)
    if encoding == "tokens":
        found = _buffers(out, {"cards": ((MAX_TOKENS, N_TOKEN), np.int16), "globals": ((N_GLOBALS,), np.int16)})
        encode_tokens(records(row), 0, tables, int(seat), found["cards"], found["globals"])
        return found
    size = flat_length(int(row["rules"]["players"][0]), len(catalogue.cards) - 1)
    if encoding == "sparse":
        found = _buffers(out, {name: ((length,), dtype) for name, (length, dtype) in SPARSE_ARRAYS.items()})
        flat = np.empty(size, np.int8)
        found["count"][0] = encode_sparse(records(row), 0, tables, int(seat), flat, found["indices"], found["data"])
        return found
    out = _buffer("out", out, (size,), np.int8)
    encode_flat(records(row), 0, tables, int(seat), out)
    return out


def _buffers(out: Any, arrays: Mapping[str, tuple[tuple[int, ...], type]]) -> dict[str, np.ndarray]:
    """Return the arrays of an observation that has several, those of `out` if it is given. Raises ConfigError."""
    given = out if out is not None else dict.fromkeys(arrays)
    if not isinstance(given, dict) or not set(arrays) <= set(given):
        names = " and ".join(f'"{name}"' for name in arrays)
        raise ConfigError(f"out: expected a dict of {names}, got {shown(out)}")
    return {name: _buffer(f'out["{name}"]', given[name], shape, dtype) for name, (shape, dtype) in arrays.items()}


def _buffer(name: str, out: Any, shape: tuple[int, ...], dtype: type) -> np.ndarray:
    if out is None:
        return np.empty(shape, dtype)
    if not isinstance(out, np.ndarray) or out.shape != shape or out.dtype != dtype or not out.flags.writeable:
        came = f"{out.dtype}{list(out.shape)}" if isinstance(out, np.ndarray) else shown(out)
        raise ConfigError(f"{name}: expected {np.dtype(dtype)}{list(shape)}, got {came}")
    return out


@dataclass(frozen=True)
class Spec:
    """Sizes and meanings of actions and observations of a game, before any game is begun.

    Examples:
        >>> import munchkin_env as mk
        >>> game = mk.spec(players=3)
        >>> game.num_actions, game.flat_length, game.tokens_shape
        (265, 1605, (160, 24))
        >>> game.explain(0)
        'phase.setup: one-hot: `Phase` of the turn; 0 to 1'
    """

    config: GameConfig
    num_actions: int
    """A, the size of the action space and of the mask."""
    action_sections: tuple[ActionSection, ...]
    flat_length: int
    flat_sections: tuple[Section, ...]
    tokens_shape: tuple[int, int]
    token_fields: tuple[Part, ...]
    globals_length: int
    global_sections: tuple[Section, ...]
    rules_version: int
    observation_version: int
    action_version: int
    catalogue_hash: str
    left_out: tuple[str, ...]
    """Full ids of the editions' cards that are not in the decks; they have actions and entries all the same."""
    schema_hash: str
    """Hash that changes whenever an action id or an entry of an observation may mean something else, or never comes."""
    schema_hashes: Mapping[str, str]
    """Hashes for readers of one encoding, "flat", "tokens" or "sparse"; those of the latter two hold for any number of
    players."""

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            raise missing_attribute(self, name)

    def __reduce__(self) -> tuple[Any, ...]:
        values = {one.name: getattr(self, one.name) for one in fields(self)}
        return _spec_of, ({**values, "schema_hashes": dict(self.schema_hashes)},)

    @property
    def flat_names(self) -> tuple[str, ...]:
        """A name for each entry of `flat`: `goal`, `phase.combat`, `seat1.bonus`, `hand.munchkin:net_troll`."""
        return tuple(layout.names(self.flat_sections, catalogue_of(self.config)))

    def explain(self, index: int | np.integer) -> str:
        """Return name, meaning and bounds of an entry of `flat`.

        Args:
            index: its place in the vector, from 0.

        Raises:
            ConfigError: there is no such entry.
        """
        at = whole_number("index", index, 0, self.flat_length - 1)
        section = next(one for one in self.flat_sections if one.start <= at < one.start + one.size)
        return f"{self.flat_names[at]}: {section.meaning}; {section.low} to {section.high}"

    @property
    def flat_scale(self) -> np.ndarray:
        """Factors that scale a `flat` observation to about 1 at most, float32[F]."""
        return layout.scales(self.flat_sections)

    @property
    def sparse_sections(self) -> tuple[Section, ...]:
        """Meanings of the indices of `sparse`: the sections of `flat` for six players, at every table size."""
        return flat_sections(MAX_PLAYERS, len(catalogue_of(self.config).cards) - 1)

    @property
    def sparse_scale(self) -> np.ndarray:
        """Factors, by index, that scale the values of `sparse` to about 1 at most, float32."""
        return layout.scales(self.sparse_sections)

    @property
    def flat_bounds(self) -> tuple[np.ndarray, np.ndarray]:
        """Bounds (low, high) of `flat`, int8[F] each."""
        return layout.bounds(self.flat_sections)

    @property
    def globals_scale(self) -> np.ndarray:
        """Factors that scale the global vector of `tokens` to about 1 at most, float32[G]."""
        return layout.scales(self.global_sections)

    @property
    def token_scale(self) -> np.ndarray:
        """Factors that scale the fields of a token to about 1 at most, float32[K]."""
        return np.array([1 / part.per for part in self.token_fields], np.float32)


def spec(**config: Any) -> Spec:
    """Return sizes, sections and versions of the game with these settings.

    Args:
        **config: fields of `GameConfig`, or a preset.

    Returns:
        The `Spec`, the same object for the same settings.

    Raises:
        ConfigError: a setting is unknown or out of its range. Settings that the cards rule out are refused by games.

    Examples:
        >>> import munchkin_env as mk
        >>> game = mk.spec(players=4, editions="cthulhu")
        >>> game.num_actions, game.flat_length
        (370, 2656)
        >>> game is mk.spec(players=4, editions="cthulhu")
        True
    """
    settings = GameConfig.of(config)
    now = (versions.RULES_VERSION, versions.OBSERVATION_VERSION, versions.ACTION_VERSION)
    return _spec(settings, catalogue_of(settings).hash, now)


@lru_cache(maxsize=64)
def _spec(settings: GameConfig, _cards: str, _versions: tuple[int, ...]) -> Spec:
    """Return the kept spec: trainers, evaluations and bots ask for it often.

    _cards, _versions: its further inputs, so that edited card files give another spec.
    """
    catalogue = catalogue_of(settings)
    types = len(catalogue.cards) - 1
    sections = flat_sections(settings.players, types)
    actions = action_sections(catalogue)
    common = {
        "versions": [versions.OBSERVATION_VERSION, versions.ACTION_VERSION],
        "actions": schema(actions),
        "cards": [card.full_id for card in catalogue.cards if card is not None],
    }
    if catalogue.left_out:
        common["left_out"] = list(catalogue.left_out)
    flat = {"flat": schema(sections)}
    tokens = {
        "tokens": schema(TOKEN_PARTS),
        "globals": schema(global_sections()),
    }
    sparse = {"sparse": schema(flat_sections(MAX_PLAYERS, types))}
    hashes = {"flat": flat, "tokens": tokens, "sparse": sparse}
    return Spec(
        config=settings,
        num_actions=action_count(catalogue),
        action_sections=actions,
        flat_length=flat_length(settings.players, types),
        flat_sections=sections,
        tokens_shape=(MAX_TOKENS, N_TOKEN),
        token_fields=TOKEN_PARTS,
        globals_length=N_GLOBALS,
        global_sections=global_sections(),
        rules_version=versions.RULES_VERSION,
        observation_version=versions.OBSERVATION_VERSION,
        action_version=versions.ACTION_VERSION,
        catalogue_hash=catalogue.hash,
        left_out=catalogue.left_out,
        schema_hash=_hash_of(common | flat | tokens),
        schema_hashes=MappingProxyType({kind: _hash_of(common | facts) for kind, facts in hashes.items()}),
    )


def _spec_of(values: dict[str, Any]) -> Spec:
    return Spec(**{**values, "schema_hashes": MappingProxyType(values["schema_hashes"])})


def _hash_of(facts: dict[str, Any]) -> str:
    return hashlib.sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()


__all__ = [
    "ENCODINGS",
    "KINDS",
    "SPARSE_ARRAYS",
    "Spec",
    "View",
    "is_noticed",
    "last_events",
    "observe",
    "resample",
    "spec",
    "text",
]
