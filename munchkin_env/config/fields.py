"""Declaration of settings: a dataclass's field holds its type, bounds, default and meaning, once.

Games, training runs, networks in policies' files and options of the command line are checked, and their reference pages
written, by these declarations. A wrong value raises ConfigError, which names the field, the expected values and the
given one; the error for an unknown name shows the nearest known one, or the present name of a former one.
"""

import dataclasses
import math
import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType, NoneType
from typing import Annotated, Any, NoReturn, get_args, get_origin, get_type_hints

import numpy as np

from munchkin_env.errors import ConfigError, UnknownSetting, did_you_mean, shown
from munchkin_env.renamed import hint

Schedule = Annotated[Any, float]
"""Type of a number, or [first, last] of a line from one number to another."""
Count = Annotated[Any, int]
"""Type of a whole number, or [first, last] of such a line."""


FLAGS = {"true": True, "yes": True, "false": False, "no": False}
DIGITS = 1000  # of the longest number that is parsed; Python refuses longer ones


@dataclass(frozen=True)
class Setting:
    """Declaration of one setting. Bounds and choices of a list or a mapping are those of each of its values."""

    meaning: str = ""
    lowest: float | None = None
    highest: float | None = None
    choices: tuple[str, ...] = ()
    empty: bool = True
    """An empty list is allowed."""
    named: str = ""
    """Expected values in the message about a list, if not simply a list."""
    only: str = ""
    """The only trainers or networks that read the setting, as its meaning says."""
    kept: str = ""
    """Name of the number that keeps the setting in a state of the game, if one does."""
    type: Any = Any

    @property
    def optional(self) -> bool:
        """True if None is a value."""
        return NoneType in get_args(self.type)

    @property
    def plain(self) -> Any:
        """Type of a value that is neither None nor a schedule."""
        if self.type in (Schedule, Count):
            return float if self.type is Schedule else int
        return next((one for one in get_args(self.type) if one is not NoneType), Any) if self.optional else self.type

    @property
    def scheduled(self) -> bool:
        """True if the value may be [first, last] of a line."""
        return self.type in (Schedule, Count)

    def number(self, value: Any) -> int:
        """Return the number that encodes a value in a state."""
        return self.choices.index(value) if self.choices else int(value)

    @property
    def most(self) -> int:
        """Highest number that encodes a value."""
        return int(self.highest) if self.highest is not None else max(1, len(self.choices) - 1)

    def check(self, name: str, value: Any) -> Any:
        """Return the value as its declared type.

        Args:
            name: of the setting, for the message.
            value: as given by a caller, a file or the command line.

        Raises:
            ConfigError: the value is of another type, or out of bounds.
        """
        value = plain(value)
        if value is None and self.optional:
            return None
        if self.scheduled and isinstance(value, list | tuple):
            if len(value) != 2:
                raise ConfigError(f"{name}: expected a number or [first, last], got {shown(value)}")
            return [self._one(name, one, self.plain) for one in value]
        kind, parts = get_origin(self.plain) or self.plain, get_args(self.plain)
        if kind in (list, tuple):
            return kind(self._items(name, value, kind, parts[0]))
        if kind is dict:
            if not isinstance(value, Mapping) or not all(isinstance(key, str) for key in value):
                raise ConfigError(f"{name}: expected names with values, got {shown(value)}")
            return {key: self._one(f"{name}: {key}", one, parts[1]) for key, one in value.items()}
        return self._one(name, value, kind)

    def _items(self, name: str, value: Any, kind: type, each: Any) -> list[Any]:
        """Return the values of a list; a single word counts as a tuple of one."""
        if kind is tuple and isinstance(value, str):
            value = (value,)
        if isinstance(value, list | tuple):
            value = type(value)(plain(one) for one in value)
        if not isinstance(value, list | tuple) or not (value or self.empty):
            self._refuse(name, value)
        if each is str and not all(isinstance(one, str) and one for one in value):
            self._refuse(name, value)
        return [self._one(name, one, each) for one in value]

    def _refuse(self, name: str, value: Any) -> NoReturn:
        """Raise ConfigError for a value that is not the list that is declared."""
        expected = self.named or ("a list" if self.empty else "a list of at least one")
        raise ConfigError(f"{name}: expected {expected}, got {shown(value)}")

    def _one(self, name: str, value: Any, kind: Any) -> Any:
        if self.choices:
            one_of(name, value, self.choices)
        elif kind is bool:
            flag(name, value)
        elif kind is int:
            whole_number(name, value, self.lowest, self.highest)
        elif kind is float:
            return number(name, value, self.lowest, self.highest)
        elif kind is str and not (isinstance(value, str) and value):
            raise ConfigError(f"{name}: expected a word, got {shown(value)}")
        return value

    def parse(self, text: str) -> Any:
        """Return the value that a person types, by the declared type: yes and no, numbers, lists with commas, words.

        Any other text is returned as it is; `check` refuses it.
        """
        kind = get_origin(self.plain) or self.plain
        if self.optional and text.lower() == "none":
            return None
        if kind is bool:
            return FLAGS.get(text.lower(), text)
        if kind is int and text.removeprefix("-").isdecimal() and len(text) < DIGITS:
            return int(text)
        if kind is tuple and get_origin(get_args(self.plain)[0]) is tuple:  # names with values: a=1,b=no
            pairs = [part.partition("=") for part in text.split(",")]
            return {name: _word(value) for name, _, value in pairs} if all(equals for _, equals, _ in pairs) else text
        return tuple(text.split(",")) if kind is tuple else text

    @property
    def values(self) -> str:
        """The allowed values in a few words, for a reference page."""
        kind, parts = get_origin(self.plain) or self.plain, get_args(self.plain)
        each = parts[-1] if kind is dict else parts[0] if parts else kind
        words = {bool: "true or false", int: "whole number", float: "number", str: "word"}.get(each, "value")
        text = ", ".join(f"`{one}`" for one in self.choices) or words + _range_of(self.lowest, self.highest)
        if kind in (list, tuple):
            text = self.named or f"list of: {text}"
        elif kind is dict:
            text = f"mapping of names to: {text}"
        return text + (", or [first, last]" if self.scheduled else "") + (", or none" if self.optional else "")


def _word(text: str) -> bool | int | str:
    """Return the value that a word means where true and false, whole numbers and words are allowed."""
    whole = text.removeprefix("-").isdecimal() and len(text) < DIGITS
    return int(text) if whole else FLAGS.get(text.lower(), text)


def plain(value: Any) -> Any:
    """Return a value of NumPy as one of Python, and a path as text."""
    if isinstance(value, np.generic):
        return value.item()
    return os.fspath(value) if isinstance(value, os.PathLike) else value


def setting(
    default: Any, meaning: str = "", lowest: float | None = None, highest: float | None = None, **declared: Any
) -> Any:
    """Declare a field of a dataclass as a setting.

    Args:
        default: its default; a list or a dict is copied for each object.
        meaning: the text of the reference page and of help.
        lowest: lower bound of a number.
        highest: upper bound of a number.
        **declared: further fields of `Setting`.
    """
    metadata = {"setting": Setting(meaning, lowest, highest, **declared)}
    if isinstance(default, list | dict):
        return dataclasses.field(default_factory=lambda: type(default)(default), metadata=metadata)
    return dataclasses.field(default=default, metadata=metadata)


_DECLARED: dict[type, Mapping[str, Setting]] = {}


def settings_of(kind: type) -> Mapping[str, Setting]:
    """Return the settings that a dataclass declares, by name."""
    if kind not in _DECLARED:
        hints = get_type_hints(kind, include_extras=True)
        _DECLARED[kind] = {
            one.name: dataclasses.replace(one.metadata["setting"], type=hints[one.name])
            for one in dataclasses.fields(kind)
            if "setting" in one.metadata
        }
    return _DECLARED[kind]


def checked(kind: type, values: Mapping[str, Any], where: str = "", former: Mapping[str, str] | None = None) -> Any:
    """Return the values, each checked by the declaration of its name.

    Args:
        kind: a dataclass of settings.
        values: by name; those left out are left out of the result, too.
        where: prefix of the names in messages, such as "run."
        former: present names by former ones, both with the prefix.

    Raises:
        ConfigError: an unknown or former name, or a wrong value.
    """
    known = settings_of(kind)
    for name in values:
        check_name(where, name, known, former)
    return {name: known[name].check(f"{where}{name}", value) for name, value in values.items()}


def check_name(where: str, name: Any, known: Iterable[str], former: Mapping[str, str] | None = None) -> None:
    """Raise UnknownSetting, with the present or the nearest name, for a name that is no setting."""
    known = tuple(known)
    if name in known:
        return
    present = (former or {}).get(f"{where}{name}")
    if present is not None:
        raise UnknownSetting(f"{where}{name}: expected {present}, as the setting is called now, got its former name")
    raise UnknownSetting(
        f"{where}{shown(name) if not isinstance(name, str) else name}: unknown setting{did_you_mean(name, known)}; "
        f"known: {', '.join(known)}"
    )


def table(kind: type, prefix: str = "", written: Callable[[Any], str] = repr) -> list[tuple[str, str, str, str]]:
    """Return a row for each setting of a dataclass, for a reference page: name, values, default, meaning.

    Args:
        kind: the dataclass.
        prefix: of the names.
        written: text of a default.
    """
    rows, defaults = [], kind()
    for name, one in settings_of(kind).items():
        only = f" ({one.only})" if one.only else ""
        rows.append((f"`{prefix}{name}`", one.values, f"`{written(getattr(defaults, name))}`", one.meaning + only))
    return rows


def _range_of(lowest: float | None, highest: float | None) -> str:
    """Return bounds in words, with a blank before them; empty if there are none."""
    if lowest is None:
        return ""
    low, high = (str(one) if isinstance(one, int) or one is None else f"{one:g}" for one in (lowest, highest))
    return f" from {low}" if highest is None else f" from {low} to {high}"


def whole_number(field: str, value: object, low: float | None = None, high: float | None = None) -> int:
    """Return the value as an int. Raises ConfigError unless it is a whole number in the range, of Python or NumPy."""
    right = isinstance(value, int | np.integer) and not isinstance(value, bool)
    if not right or (low is not None and value < low) or (high is not None and value > high):  # type: ignore[operator]
        raise ConfigError(f"{field}: expected a whole number{_range_of(low, high)}, got {shown(value)}")
    return int(value)  # type: ignore[call-overload, no-any-return]


def number(field: str, value: Any, low: float | None = None, high: float | None = None) -> float:
    """Return the value as a float. Raises ConfigError unless it is a finite number in the range."""
    right = isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < math.inf
    if not right or (low is not None and value < low) or (high is not None and value > high):
        raise ConfigError(f"{field}: expected a number{_range_of(low, high)}, got {shown(value)}")
    return float(value)


def flag(field: str, value: object) -> None:
    """Raise ConfigError unless the value is true or false."""
    if not isinstance(value, bool):
        raise ConfigError(f"{field}: expected true or false, got {shown(value)}")


def one_of(
    field: str, value: object, choices: tuple[str, ...], former: Mapping[str, str] = MappingProxyType({})
) -> None:
    """Raise ConfigError, with the nearest word or the present name of a former one, unless it is one of the choices."""
    if not isinstance(value, str) or value not in choices:
        near = did_you_mean(value, choices) + hint(former, value)
        raise ConfigError(f"{field}: expected one of {', '.join(choices)}, got {shown(value)}{near}")
