"""Base classes of bots, and their names."""

import warnings
from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import Any, NamedTuple, Protocol

import numpy as np

from munchkin_env.bots.dispatch import NAMES, choose_action
from munchkin_env.config.game_config import whole_number
from munchkin_env.engine.kernels.kernel import copied
from munchkin_env.engine.state.actions import whole_actions
from munchkin_env.errors import ConfigError, UnknownSetting, did_you_mean, shown
from munchkin_env.observation import Spec, View, last_events, observe
from munchkin_env.registry import Entry, registered
from munchkin_env.renamed import ATTRIBUTES, BOTS, hint
from munchkin_env.vocabulary import MAX_EVENTS


class Bot:
    """A player that receives a seat's view and its legal actions, never the state.

    Subclass it, define `act`, and pass an object (or, after `register_bot`, its name) to anything that takes opponents.

    Examples:
        >>> import numpy as np
        >>> import munchkin_env as mk
        >>> class First(mk.Bot):
        ...     name = "first"
        ...     def act(self, view, mask, rng):
        ...         return int(np.flatnonzero(mask)[0])
        >>> result = mk.evaluate([First(), "greedy", "greedy"], games=3, preset="short", round_limit=2)
        >>> [bot.name for bot in result.bots]
        ['first', 'greedy', 'greedy']
    """

    name: str = "bot"
    """Name of the bot in reports."""
    kind: int | None = None
    """The number of the compiled bot that it is; None plays in Python only."""
    searches: bool = False
    """True if the views that it is handed have a `world`, which it may play on."""
    waits: bool = False
    """True if `act` waits for another process: a match with threads then runs its games concurrently."""

    def act(self, view: View, mask: np.ndarray, rng: np.random.Generator) -> int:
        """Choose a legal action; called only when the seat of the view is asked.

        Args:
            view: the observable part of the game.
            mask: int8 (A,), 1 where an action is legal, with at least one.
            rng: the only source of random numbers; the action must not depend on anything but these arguments.

        Returns:
            An action id.
        """
        raise NotImplementedError(f"{type(self).__name__}.act")

    def reset(self) -> None:
        """Prepare for a new game; a bot with memory clears it here.

        Every seat of every game has a copy of the bot. Lists, dicts and sets are copied, other objects are shared by
        all copies: replace memory here instead of changing it.
        """

    def check(self, game: Spec) -> None:
        """Refuse games that the bot cannot play, before a game begins; by default it plays any.

        Args:
            game: sizes and versions of the game.

        Raises:
            ConfigError: the bot cannot play it.
        """

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name}>"


class CompiledBot(Bot):
    """A bot of `bots.dispatch`, for Python callers. Two numbers of `rng` are its key for one action."""

    kind: int
    name = "random"

    def __init__(self, name: str | None = None) -> None:
        """Make the bot of this name; None takes the name of the class."""
        self.name = self.name if name is None else name
        if self.name not in NAMES:
            raise ConfigError(f"name: expected one of {', '.join(NAMES)}, got {shown(self.name)}")
        self.kind = NAMES.index(self.name)

    def act(self, view: View, mask: np.ndarray, rng: np.random.Generator) -> int:
        """Choose an action with compiled code, by a key that is drawn from `rng`."""
        return compiled_answer(self.kind, view, mask, *new_key(rng))


def compiled_answer(kind: int, view: View, mask: np.ndarray, hi: int, lo: int) -> int:
    """Return the action of this compiled bot by the key (hi, lo). Raises ConfigError if none is legal."""
    ids = legal_ids(mask)
    # the what-if evaluation writes into the record and puts it back; the caller's view stays untouched all the same
    row = copied(view.row)
    return int(choose_action(row, 0, view.tables, kind, ids, len(ids), hi, lo, 0))


def legal_ids(mask: np.ndarray) -> np.ndarray:
    """Return the legal actions of a mask, int32 (n,), at least one. Raises ConfigError."""
    ids = np.flatnonzero(mask).astype(np.int32)
    if ids.size == 0:
        raise ConfigError("mask: expected at least one legal action, got none")
    return ids


def new_key(rng: np.random.Generator) -> tuple[int, int]:
    """Return the two halves of a key for one action of compiled code."""
    hi, lo = new_keys(rng, 1)[0].tolist()
    return hi, lo


def new_keys(rng: np.random.Generator, n: int) -> np.ndarray:
    """Return keys of the next `n` actions, int64 (n, 2), the same as if each were drawn when it is due."""
    return rng.integers(0, 2**32, (n, 2))


def advice_keys(chances: np.ndarray) -> np.ndarray:
    """Return the keys by which a compiled bot advises players with these random numbers.

    A game that is played again gets the same advice, whatever else is played beside it.

    Args:
        chances: float64 (n,), a random number for each action, in [0, 1).

    Returns:
        int64 (n, 2), halves below 2^32.
    """
    scaled = chances * 2.0**32
    first = np.floor(scaled)
    return np.stack([first, np.floor((scaled - first) * 2.0**32)], axis=1).astype(np.int64)


class BatchBot(Bot):
    """A player that acts for many seats in one call, such as a network. It reads encoded observations.

    Subclass it, set `encoding` and define `act_batch`. It keeps no memory between two calls.

    Examples:
        >>> import munchkin_env as mk
        >>> class First(mk.BatchBot):
        ...     name = "first"
        ...     def act_batch(self, observation, masks, chances):
        ...         return masks.argmax(axis=1)
        >>> result = mk.evaluate([First(), "random", "random"], games=3, preset="short", round_limit=2)
        >>> [bot.name for bot in result.bots]
        ['first', 'random', 'random']
    """

    encoding: str = "flat"
    """Encoding that it reads: "flat", "tokens" or "sparse"."""
    advisor: str | None = None
    """Compiled bot whose actions it receives beside "tokens" or "sparse", as "advice"."""
    events: int = 0
    """Number of the last public events that it is handed beside "tokens" or "sparse", as "events"."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        """Refuse a class that sets a former name of an attribute, with UnknownSetting."""
        super().__init_subclass__(**kwargs)
        for name in ATTRIBUTES["BatchBot"].keys() & vars(cls).keys():
            raise UnknownSetting(f"{name}: unknown setting of {cls.__name__}{hint(ATTRIBUTES['BatchBot'], name)}")

    def act_batch(self, observation: Any, masks: np.ndarray, chances: np.ndarray) -> np.ndarray:
        """Choose a legal action for each row.

        Args:
            observation: int8 (n, F), or a dict of the arrays of "tokens" or "sparse", n rows each. With an `advisor` it
                has int32 "advice" (n,), the action of that bot, which sees what the acting seat sees. With `events` it
                has int16 "events" (n, events, 5), see `last_events`.
            masks: int8 (n, A), each row with at least one legal action.
            chances: float64 (n,), a random number for each row, uniform in [0, 1). Use no other source of randomness,
                so that games can be replayed.

        Returns:
            int64 (n,), action ids.
        """
        raise NotImplementedError(f"{type(self).__name__}.act_batch")

    def check(self, game: Spec) -> None:
        """Check that the game has what the bot reads: encoding, adviser and events."""
        if self.encoding not in game.schema_hashes:
            raise ConfigError(
                f"encoding: expected bot {self.name} to read {' or '.join(game.schema_hashes)}, "
                f"got {self.encoding!r}{did_you_mean(self.encoding, game.schema_hashes)}"
            )
        if self.advisor is not None:
            advisor_kind(self.advisor, f"bot {self.name}: advisor")
        whole_number(f"bot {self.name}: events", self.events, 0, MAX_EVENTS)
        if self.encoding == "flat" and (self.advisor is not None or self.events):
            handed = "is handed events" if self.advisor is None else f"{self.advisor} advises"
            raise ConfigError(
                f"encoding: expected bot {self.name}, which {handed}, to read tokens or sparse, got {self.encoding!r}"
            )

    def act(self, view: View, mask: np.ndarray, rng: np.random.Generator) -> int:
        """Choose an action as a batch of one state."""
        seen = observe(view.row, view.catalogue, view.seat, self.encoding)
        batch = {name: part[None] for name, part in seen.items()} if isinstance(seen, dict) else seen[None]
        chances = np.array([rng.random()])
        if self.advisor is not None and isinstance(batch, dict):
            hi, lo = advice_keys(chances)[0].tolist()
            told = compiled_answer(advisor_kind(self.advisor), view, mask, hi, lo)
            batch["advice"] = np.array([told], np.int32)
        if self.events and isinstance(batch, dict):
            batch["events"] = last_events(view.row, np.zeros(1, int), np.array([view.seat]), self.events)
        given = self.act_batch(batch, mask[None], chances)
        return int(whole_actions(given, 1, "act_batch")[0])


def advisor_kind(name: object, field: str = "advisor") -> int:
    """Return the number of the compiled bot of this name. Raises ConfigError, naming the field, if there is none."""
    if not isinstance(name, str) or name not in NAMES:
        raise ConfigError(
            f"{field}: expected a compiled bot, {', '.join(NAMES)}, got {shown(name)}{did_you_mean(name, NAMES)}"
        )
    return NAMES.index(name)


class Number(NamedTuple):
    """A whole number that may follow a bot's name, as in `rollout:32`."""

    means: str
    least: int
    most: int

    def read(self, word: str, digits: str) -> int:
        """Return the number of `digits`. Raises ConfigError, naming the bot `word`."""
        plain = digits.isascii() and digits.isdigit() and len(digits) < 10
        number = int(digits) if plain else -1
        self.check(word, number if number >= 0 else digits)
        return number

    def check(self, word: str, value: object) -> None:
        """Raise ConfigError, naming the bot `word`, unless the value is a number that may follow its name."""
        whole_number(f"bot {word}: {self.means}", value, self.least, self.most)


class Argument(Protocol):
    """An argument behind a bot's name, as in `rollout:32`, and its reader."""

    def read(self, word: str, text: str, /) -> Any:
        """Return the argument that `text` behind the name `word` means. Raises ConfigError, naming the bot."""


class _Entry(NamedTuple):
    make: Callable[..., Bot]
    argument: Argument | None


_BOTS: dict[str, _Entry] = {}
RESERVED = (*NAMES, "rollout", "search")
OWN_BOTS = "register_bot in Python, an entry point munchkin_env.bots for commands"


def register_bot(name: str, make: Callable[..., Bot], argument: Argument | None = None) -> None:
    """Make a bot known by name.

    `make()` gives a fresh one, and where a number or a word may follow the name, `make(it)`.

    Raises ConfigError for a name that is taken or no name.
    """
    if not isinstance(name, str) or not name or name != name.strip().lower() or " " in name or ":" in name:
        raise ConfigError(f"name: expected a lower-case word, got {shown(name)}")
    if name in _BOTS:
        raise ConfigError(f"name: expected a new one, got {name!r}, which is registered")
    _BOTS[name] = _Entry(make, argument)


def bot_names(others: bool = True) -> tuple[str, ...]:
    """Return the names that `make_bot` knows, in the order of registration.

    Args:
        others: also those that are found by entry points (`munchkin_env.registry`).
    """
    return (*_BOTS, *(name for name in _others() if name not in _BOTS)) if others else tuple(_BOTS)


@cache
def _others() -> Mapping[str, Entry]:
    """Return the bots of entry points. Warns about one with a name of this package, which keeps its own."""
    found = registered("bots")
    for name in found:
        if name in RESERVED:
            warnings.warn(f"bots: {name!r} of {found[name].module} is left out: the name is taken", stacklevel=2)
    return found


def _entry(word: str) -> _Entry | None:
    """Return the registered bot of this name, in this process or by an entry point."""
    found = _BOTS.get(word)
    if found is None and word in _others():
        make = _others()[word].load()
        found = _Entry(make, getattr(make, "argument", None))
    return found


def make_bot(name: str) -> Bot:
    """Return a fresh bot by name, or with its argument (`rollout:32`, `language:NAME`).

    Raises ConfigError with the nearest name for an unknown one, and for an argument that does not fit.
    """
    word, colon, behind = name.partition(":") if isinstance(name, str) else (name, "", "")
    known = _entry(word) if isinstance(word, str) else None
    if known is None:
        names = bot_names()
        near = f"{did_you_mean(word, names)}{hint(BOTS, word)}; your own bots: {OWN_BOTS}"
        raise ConfigError(f"bot: expected one of {', '.join(names)}, got {shown(name)}{near}")
    if colon and known.argument is None:
        raise ConfigError(f"bot: expected {word} without a number, got {shown(name)}")
    given = [known.argument.read(word, behind)] if colon and known.argument is not None else []
    found = known.make(*given)
    if not isinstance(found, Bot):
        raise ConfigError(f"bot: expected a Bot from the factory of {word}, got {shown(found)}")
    return found


for _name in NAMES:
    register_bot(_name, partial(CompiledBot, _name))
