"""Report cards: JSON with a schema, a page of Markdown."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from munchkin_env.errors import ConfigError, SaveError, shown
from munchkin_env.evaluation.challenge.seeds import SETS
from munchkin_env.evaluation.challenge.tracks import TRACKS
from munchkin_env.evaluation.rows import table

FORMAT = "munchkin challenge report card"
FORMAT_VERSION = 1


@dataclass(frozen=True)
class Figure:
    """A share of wins with its 95 % interval, clustered by deal."""

    name: str
    group: str
    chairs: tuple[str, ...]
    """Who sits there, "" the player; the chairs go round."""
    editions: tuple[str, ...]
    games: int
    equal: float
    """The share of a player as good as the others."""
    share: float
    low: float
    high: float
    deals: tuple[float, ...]
    """Wins of the player in each deal, all rotations together: what `verify` compares."""


@dataclass(frozen=True)
class Budget:
    """What the player cost. Told by who runs the challenge, but for size and milliseconds, which are measured."""

    cpu_minutes: float | None
    decisions: int | None
    """Seen in training."""
    bytes: int | None
    """Size of its file; None for a bot of the package."""
    milliseconds: float
    """An answer, on the hardware named."""


@dataclass(frozen=True)
class Card:
    """What `munchkin challenge run` writes."""

    player: str
    sha256: str | None
    """Of the player's file; None for a bot of the package."""
    track: str
    seeds: str
    """`development` or `sealed`."""
    commitment: str
    package: str
    released: bool
    """The commitment is the one published for this version."""
    budget: Budget
    versions: dict[str, Any]
    hardware: str
    figures: tuple[Figure, ...]
    groups: dict[str, tuple[float, float, float]]
    """By group of stages: the mean of their shares, with its 95 % interval."""
    manners: dict[str, Any]
    """`mk.social` of the player among three veterans, the player's own."""

    def as_json(self) -> str:
        return json.dumps({"format": FORMAT, "format_version": FORMAT_VERSION, **asdict(self)}, indent=1) + "\n"

    def markdown(self) -> str:
        """One page."""
        of = "sealed seeds" if self.seeds == "sealed" else "development seeds"
        state = "" if self.released else " of an unreleased version"
        head = [f"# {self.player}: {self.track}", f"{of}{state}, commitment `{self.commitment[:16]}…`"]
        groups = [
            (name, f"{share:.1%}", f"{low:.1%} – {high:.1%}") for name, (share, low, high) in self.groups.items()
        ]
        rows = [
            (one.name, str(one.games), f"{one.equal:.0%}", f"{one.share:.1%}", f"{one.low:.1%} – {one.high:.1%}")
            for one in self.figures
        ]
        manners = [(name.replace("_", " "), _plain(value)) for name, value in self.manners.items()]
        cost = [(name.replace("_", " "), _plain(value)) for name, value in asdict(self.budget).items()]
        versions = ", ".join(f"{name} {value}" for name, value in self.versions.items())
        return "\n\n".join(
            [
                *head,
                table(("question", "wins", "95 %"), groups),
                table(("stage", "games", "an equal", "wins", "95 %"), rows),
                table(("among three veterans", ""), manners),
                table(("budget", ""), cost),
                f"{versions}; {self.hardware}.",
            ]
        ) + "\n"


def _plain(value: object) -> str:
    if isinstance(value, Sequence) and not isinstance(value, str):
        return " / ".join(_plain(one) for one in value)
    return "–" if value is None else f"{value:.3g}" if isinstance(value, float) else str(value)


def schema() -> dict[str, Any]:
    """The JSON Schema of a report card."""
    text, share = {"type": "string"}, {"type": "number", "minimum": 0, "maximum": 1}
    number, maybe = {"type": "number", "minimum": 0}, ["number", "null"]
    whole = {"type": "integer", "minimum": 0}
    texts = {"type": "array", "items": text}
    figure = {
        "name": text, "group": text, "chairs": texts, "editions": texts, "games": whole, "equal": share,
        "share": share, "low": share, "high": share, "deals": {"type": "array", "items": number},
    }  # fmt: skip
    budget = {
        "cpu_minutes": {"type": maybe, "minimum": 0}, "decisions": {"type": ["integer", "null"], "minimum": 0},
        "bytes": {"type": ["integer", "null"], "minimum": 0}, "milliseconds": number,
    }  # fmt: skip
    card = {
        "format": {"const": FORMAT}, "format_version": {"const": FORMAT_VERSION}, "player": text,
        "sha256": {"type": ["string", "null"]}, "track": {"enum": list(TRACKS)}, "seeds": {"enum": list(SETS)},
        "commitment": text, "package": text, "released": {"type": "boolean"}, "budget": _object(budget),
        "versions": {"type": "object"}, "hardware": text,
        "figures": {"type": "array", "items": _object(figure), "minItems": 1},
        "groups": {"type": "object", "additionalProperties": {"type": "array", "items": share, "minItems": 3}},
        "manners": {"type": "object"},
    }  # fmt: skip
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": FORMAT, **_object(card)}


def _object(properties: Mapping[str, Any]) -> dict[str, Any]:
    wanted = list(properties)
    return {"type": "object", "required": wanted, "properties": dict(properties), "additionalProperties": False}


_TYPES: dict[str, type | tuple[type, ...]] = {
    "string": str, "object": dict, "array": list, "boolean": bool, "null": type(None), "integer": int,
    "number": (int, float),
}  # fmt: skip


def _is(value: object, kind: str) -> bool:
    """A truth value is no number, as in JSON."""
    return isinstance(value, _TYPES[kind]) and (kind == "boolean" or not isinstance(value, bool))


def _refuse(where: str, expected: str, value: object) -> SaveError:
    return SaveError(f"card: {where}: expected {expected}, got {shown(value)}")


def _check(value: Any, wanted: Mapping[str, Any], where: str) -> None:
    """Raises SaveError naming the first place that is not as the schema says."""
    if "const" in wanted and value != wanted["const"]:
        raise _refuse(where, repr(wanted["const"]), value)
    if "enum" in wanted and value not in wanted["enum"]:
        raise _refuse(where, f"one of {', '.join(wanted['enum'])}", value)
    if "type" in wanted:
        kinds = wanted["type"] if isinstance(wanted["type"], list) else [wanted["type"]]
        if not any(_is(value, kind) for kind in kinds):
            raise _refuse(where, " or ".join(kinds), value)
    if isinstance(value, int | float) and not wanted.get("minimum", value) <= value <= wanted.get("maximum", value):
        raise _refuse(where, f"{wanted.get('minimum')} to {wanted.get('maximum', 'any')}", value)
    if isinstance(value, dict):
        _check_object(value, wanted, where)
    if isinstance(value, list):
        if len(value) < wanted.get("minItems", 0):
            raise _refuse(where, f"at least {wanted['minItems']} of them", value)
        for i, one in enumerate(value):
            _check(one, wanted.get("items", {}), f"{where}[{i}]")


def _check_object(value: dict[str, Any], wanted: Mapping[str, Any], where: str) -> None:
    known = wanted.get("properties", {})
    for name in wanted.get("required", ()):
        if name not in value:
            raise SaveError(f"card: {where}.{name}: expected it, got none")
    for name, one in value.items():
        others = wanted.get("additionalProperties", {})
        if name not in known and others is False:
            raise SaveError(f"card: {where}.{name}: expected {', '.join(known)}, got a field that no card has")
        _check(one, known.get(name, others if isinstance(others, Mapping) else {}), f"{where}.{name}")


def read_card(file: str | Path) -> Card:
    """A report card that was written. Raises SaveError naming what is not as the schema says, ConfigError for none."""
    try:
        raw = json.loads(Path(file).read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"card: expected a file that can be read, got {shown(str(file))} ({error})") from error
    except (ValueError, RecursionError) as error:
        raise SaveError(f"card: expected JSON, got {shown(str(file))} ({error})") from error
    _check(raw, schema(), "card")
    figures = tuple(
        Figure(**{one.name: _tuple(figure[one.name]) for one in fields(Figure)}) for figure in raw["figures"]
    )
    rest = {one.name: raw[one.name] for one in fields(Card) if one.name not in ("figures", "budget", "groups")}
    groups = {name: (one[0], one[1], one[2]) for name, one in raw["groups"].items()}
    return Card(figures=figures, budget=Budget(**raw["budget"]), groups=groups, **rest)


def _tuple(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value
