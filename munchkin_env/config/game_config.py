"""Settings of a game: players, editions, optional rules. Unknown or impossible settings raise `ConfigError`."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from types import MappingProxyType
from typing import Any

from munchkin_env.config.presets import presets
from munchkin_env.errors import ConfigError, UnknownSetting, did_you_mean, shown
from munchkin_env.renamed import ARGUMENTS, PRESETS, hint
from munchkin_env.vocabulary import MAX_PLAYERS, MIN_PLAYERS

SEXES = ("male", "female")
WINDOWS = ("compressed", "open", "final")
BARGAINS = ("off", "simple", "full")
RESULTS = ("draw", "leader_wins")


@dataclass(frozen=True)
class Range:
    """Allowed values of a setting: a whole number, one of some words, or true and false (`words` empty, `lowest`
    None).
    """

    lowest: int | None = None
    highest: int = 0
    words: tuple[str, ...] = ()
    none: bool = False
    """None is allowed, too."""

    def check(self, name: str, value: object) -> None:
        """Raise ConfigError that names the setting, the expected values and the given one."""
        if value is None and self.none:
            return
        if self.words:
            one_of(name, value, self.words)
        elif self.lowest is not None:
            whole_number(name, value, self.lowest, self.highest)
        elif not isinstance(value, bool):
            raise ConfigError(f"{name}: expected true or false, got {shown(value)}")

    def number(self, value: Any) -> int:
        """Return the number that encodes the value in a state."""
        return self.words.index(value) if self.words else int(value)

    @property
    def most(self) -> int:
        """Highest number that encodes a value."""
        return self.highest if self.lowest is not None else max(1, len(self.words) - 1)


def _kept(default: Any, name: str = "", **allowed: Any) -> Any:
    """Declare a setting whose number a state keeps, under the setting's name unless another is given."""
    return field(default=default, metadata={"range": Range(**allowed), "kept": name})


def _used(default: Any, **allowed: Any) -> Any:
    """Declare a setting from which the rules' numbers are derived (`settings.write_settings`)."""
    return field(default=default, metadata={"range": Range(**allowed)})


@dataclass(frozen=True)
class GameConfig:
    """Settings of a game: everything that defines it besides its seed. Immutable and hashable.

    Its arguments are the fields below, by keyword.

    Raises:
        ConfigError: a setting is impossible; the message names the field, the expected values and the given one.
    """

    editions: tuple[str, ...] = ("munchkin",)
    """Editions or folders; the first one is the host, whose switches hold (MIX-2)."""
    players: int = _kept(4, lowest=MIN_PLAYERS, highest=MAX_PLAYERS)
    """Seats, 3 to 6 (SETUP-1)."""
    goal: int = _kept(10, lowest=3, highest=100)
    """Level that wins the game (WIN-2)."""
    sexes: tuple[str, ...] | None = None
    """Sex by seat, "male" or "female"; None alternates, beginning with male (SETUP-1)."""
    first_seat: int | None = None
    """Seat that begins; None draws it from the seed (SETUP-4)."""
    windows: str = _kept("compressed", words=WINDOWS)
    """"compressed" asks only seats with a reaction, "open" asks all, "final" only at the opening of a
    combat, before a kill and before fleeing (WINDOW-3)."""
    bargaining: str = _kept("full", words=BARGAINS)
    """Bargaining for help: "off" no rewards, "simple" treasures, "full" first pick and items too (HELP-2)."""
    trades: str = _kept("full", words=BARGAINS)
    """Trades and gifts: "off", "simple" one card for one, "full" sets and one counter-offer (TRADE-1, TRADE-2)."""
    round_limit: int = _kept(200, lowest=1, highest=10_000)
    """Rounds until the game ends undecided (WINDOW-5)."""
    round_limit_result: str = _kept("draw", "leader_wins", words=RESULTS)
    """"draw", which gives everybody the result of a loss, or "leader_wins" (WINDOW-5)."""
    offers_own_turn: int = _kept(2, lowest=0, highest=4)
    """Trade offers a player may make in their own turn (WINDOW-6)."""
    offers_window: int = _kept(1, lowest=0, highest=4)
    """Trade offers a player may make in one window of another player's turn (WINDOW-6)."""
    help_questions: int = _kept(3, lowest=0, highest=4)
    """Times a seat may be asked for help in one combat (WINDOW-6)."""
    forced_choices: bool = _kept(True)
    """If only one action is legal, the engine takes it and does not ask."""
    removal_ends_combat: bool = _kept(False)
    """Removing the last monster ends the combat without a last window (COMBAT-4)."""
    elf_may_win: bool = _kept(True)
    """A level gained by helping may be the winning one (HELP-4)."""
    listen_at_door: bool = _kept(False)
    """QUICK-1: a face-down Door card at the start of a turn."""
    loot_treasure: bool = _kept(False)
    """QUICK-2: looting the room draws a Treasure card."""
    helper_wins: bool = _kept(False)
    """QUICK-3: the helper of a winning kill wins too."""
    quick_play: bool | None = _used(None, none=True)
    """QUICK-4: players start and return from death with four cards of each deck, and may claim races, classes and their
    modifiers on top of the discards for a level card; None: in blends with an edition that says so."""
    cult_discards: int = _kept(0, lowest=0, highest=2)
    """QUICK-5: Cultist cards that are in their discard pile from the start, at most 2 and only those of the editions.
    """
    fairy_dust: bool | None = _used(None, none=True)
    """FAIRY-1: the third deck is in the game, with the monster that keeps it; None: if the editions have one."""
    start_cards: int | None = _used(None, lowest=0, highest=8, none=True)
    """Cards dealt from each deck; None uses the host edition's switch (SETUP-2)."""
    only_cards: tuple[str, ...] = ()
    """Part of the decks in the game: kinds of cards, as `munchkin cards list` shows them, and cards, by id or name;
    empty: all."""
    without_cards: tuple[str, ...] = ()
    """Kinds and cards left out of the decks."""
    switches: tuple[tuple[str, bool | int | str], ...] = ()
    """Switches of the rules that differ from the host edition's, as a mapping of name to value."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "editions", _names("editions", self.editions))
        for name, allowed in RANGES.items():
            allowed.check(name, getattr(self, name))
        if self.first_seat is not None:
            whole_number("first_seat", self.first_seat, 0, self.players - 1)
        for name in ("only_cards", "without_cards"):
            object.__setattr__(self, name, _cards(name, getattr(self, name)))
        object.__setattr__(self, "switches", _switches(self.switches))
        if self.sexes is not None:
            if not isinstance(self.sexes, list | tuple):
                raise ConfigError(f"sexes: expected male or female for each seat, got {shown(self.sexes)}")
            object.__setattr__(self, "sexes", tuple(self.sexes))
            if len(self.sexes) != self.players:
                raise ConfigError(f"sexes: expected one for each of {self.players} seats, got {shown(self.sexes)}")
            for sex in self.sexes:
                one_of("sexes", sex, SEXES)

    @classmethod
    def of(cls, settings: Mapping[str, Any]) -> "GameConfig":
        """Return the config with these settings.

        Args:
            settings: values by field name; "preset" names one of `munchkin_env.presets()`, whose settings hold where
                none are given. A value of None for `players` counts as not given.

        Raises:
            ConfigError: a name is unknown (the message shows the nearest known one) or a value impossible.
        """
        known = [field.name for field in fields(cls)]
        settings = dict(settings)
        if settings.get("players", 0) is None:
            del settings["players"]
        if "preset" in settings:
            preset = settings.pop("preset")
            one_of("preset", preset, tuple(presets()), PRESETS)
            settings = {**presets()[preset].settings, **settings}
        for name in settings:
            if name not in known:
                near = did_you_mean(name, [*known, "preset"]) + hint(ARGUMENTS["settings"], name)
                raise UnknownSetting(
                    f"{name}: unknown setting{near}; known: {', '.join(known)}, preset "
                    f"(unexpected keyword argument {name!r})"  # names under which TorchRL's GymEnv knows its own trial
                )
        return cls(**settings)

    def as_dict(self) -> dict[str, Any]:
        """Return the settings as plain JSON values."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        values["switches"] = dict(self.switches)
        return {k: list(v) if isinstance(v, tuple) else v for k, v in values.items()}


RANGES: dict[str, Range] = {one.name: one.metadata["range"] for one in fields(GameConfig) if one.metadata}
"""Allowed values of the settings that are one number or word."""
KEPT: dict[str, str] = {
    one.metadata["kept"] or one.name: one.name for one in fields(GameConfig) if "kept" in one.metadata
}
"""Setting that each number of a state (`s.rules`) comes from, by the number's name."""


def _names(field: str, value: object) -> tuple[str, ...]:
    if isinstance(value, str):
        value = (value,)
    if not isinstance(value, list | tuple) or not value or not all(isinstance(v, str) for v in value):
        raise ConfigError(f"{field}: expected one or more edition names, got {shown(value)}")
    if len(set(value)) != len(value):
        raise ConfigError(f"{field}: expected different editions, got {shown(value)}")
    return tuple(value)


def _cards(field: str, value: object) -> tuple[str, ...]:
    """Return each word once, in order; the catalogue knows which kinds and cards there are."""
    if isinstance(value, str):
        value = (value,)
    if not isinstance(value, list | tuple) or not all(isinstance(word, str) for word in value):
        raise ConfigError(f"{field}: expected a list of kinds and cards, got {shown(value)}")
    return tuple(sorted(set(value)))


def _switches(value: object) -> tuple[tuple[str, bool | int | str], ...]:
    """Return sorted pairs; the catalogue knows which names and values there are."""
    try:
        pairs = sorted(dict(value).items())  # type: ignore[call-overload]
    except (TypeError, ValueError):
        raise ConfigError(f"switches: expected a mapping of names to values, got {shown(value)}") from None
    if not all(isinstance(name, str) and isinstance(one, bool | int | str) for name, one in pairs):
        raise ConfigError(f"switches: expected names with true, false, a whole number or a word, got {shown(value)}")
    return tuple(pairs)


def whole_number(field: str, value: object, low: int, high: int) -> None:
    """Return the value. Raises ConfigError unless it is a whole number in the range."""
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise ConfigError(f"{field}: expected a whole number from {low} to {high}, got {shown(value)}")


def one_of(
    field: str, value: object, choices: tuple[str, ...], former: Mapping[str, str] = MappingProxyType({})
) -> None:
    """Return the value. Raises ConfigError, with the nearest word, unless it is one of the choices."""
    if not isinstance(value, str) or value not in choices:
        near = did_you_mean(value, choices) + hint(former, value)
        raise ConfigError(f"{field}: expected one of {', '.join(choices)}, got {shown(value)}{near}")
