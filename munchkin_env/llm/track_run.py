"""The track for language models: games against bots by the challenge's seeds, with a report of its own."""

import json
from dataclasses import asdict, dataclass, fields, is_dataclass
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, get_args, get_origin, get_type_hints

from munchkin_env.benchmark.report import in_line, read_json
from munchkin_env.benchmark.run import hardware, package_version, version_numbers
from munchkin_env.benchmark.tracks import DEVELOPMENT, SEALED, Seeds, seeds_of
from munchkin_env.errors import ConfigError, SaveError, shown
from munchkin_env.json_schema import check
from munchkin_env.llm.endpoint import Endpoint
from munchkin_env.llm.evaluation import LanguageReport, Row, measure_language
from munchkin_env.llm.models import Model, ModelName

# ---------------------------------------------------------------------------
# Report of a language model: JSON that is read back as it was written, and a page of Markdown.

TRACK = "language"
FORMAT = "munchkin challenge language card"
FORMAT_VERSION = 2


@dataclass(frozen=True)
class LanguageCard:
    """Report that `munchkin challenge run language:NAME --track language` writes. A model need not repeat itself, so a
    verifier does not ask it: its replies are in the transcripts, by which the games are played again."""

    player: str
    seeds: str
    """`development` or `sealed`."""
    commitment: str
    package: str
    released: bool
    versions: dict[str, Any]
    hardware: str
    report: LanguageReport
    chance: dict[str, float]
    """By match: wins with the null prompt less those with the plain one, the same bytes: the effect of chance."""
    order: dict[str, float]
    """By match: wins with the actions permuted less those with the plain prompt."""

    def as_json(self) -> str:
        """Return all of it, one object."""
        return json.dumps({"format": FORMAT, "format_version": FORMAT_VERSION, **asdict(self)}, indent=1) + "\n"

    def markdown(self) -> str:
        """Return one page."""
        of = "sealed seeds" if self.seeds == SEALED else "development seeds"
        state = "" if self.released else " of an unreleased version"
        rows = [
            f"| {in_line(match)} | {100 * self.chance[match]:+.1f} | {100 * self.order[match]:+.1f} |"
            for match in self.chance
        ]
        prompts = ["| wins against the plain prompt, % | null | permuted |", "|---|---|---|", *rows] if rows else []
        versions = ", ".join(f"{name} {value}" for name, value in self.versions.items())
        parts = [
            f"# {in_line(self.player)}: {TRACK}", f"{of}{state}, commitment `{in_line(self.commitment[:16])}…`",
            str(self.report), *(["\n".join(prompts)] if prompts else []), *self._unasked(),
            f"{in_line(versions)}; {in_line(self.hardware)} (self-reported, as is the model).",
        ]  # fmt: skip
        return "\n\n".join(parts) + "\n"

    def _unasked(self) -> list[str]:
        """Return the share of the stand-in, if there was a budget."""
        counts = [row.counts for row in self.report.rows]
        unasked, questions = sum(one.unasked for one in counts), sum(one.questions for one in counts)
        stand_in = in_line(self.report.stand_in)
        return [f"The budget was spent: {unasked} of {questions} questions went to {stand_in}."] if unasked else []


def against_plain(report: LanguageReport, variant: str) -> dict[str, float]:
    """Return by match the share of wins with a variant of the prompt less that with the plain one."""
    shares = {(row.table, row.against, row.variant): row.share for row in report.rows}
    return {
        f"{table}, {against}": share - shares[table, against, "plain"]
        for (table, against, one), share in shares.items()
        if one == variant and (table, against, "plain") in shares
    }


def read_language_card(file: str | Path) -> LanguageCard:
    """Return a written report. Raises SaveError naming the first deviation from its format, ConfigError for a missing
    file."""
    raw = read_json(file)
    check(raw, _schema(), SaveError, "card")
    found: LanguageCard = _made(LanguageCard, raw)
    return found


def _schema() -> dict[str, Any]:
    schema = _schema_of(LanguageCard)
    head = {"format": {"const": FORMAT}, "format_version": {"const": FORMAT_VERSION}}
    return {**schema, "required": [*head, *schema["required"]], "properties": {**head, **schema["properties"]}}


_PLAIN = {str: "string", bool: "boolean", int: "integer", float: "number", NoneType: "null"}
_LONGEST = 10_000  # characters of a word


def _schema_of(kind: Any) -> dict[str, Any]:
    """Return a JSON Schema of a type of a field."""
    if is_dataclass(kind) and isinstance(kind, type):
        hints = get_type_hints(kind)
        properties = {one.name: _schema_of(hints[one.name]) for one in fields(kind)}
        if kind is Row:
            properties["deals"]["minItems"] = 1
        return {
            "type": "object", "required": list(properties), "properties": properties, "additionalProperties": False
        }  # fmt: skip
    arguments = get_args(kind)
    if isinstance(kind, UnionType):
        return {"type": [_PLAIN[one] for one in arguments]}
    if get_origin(kind) is tuple:
        return {"type": "array", "items": _schema_of(arguments[0])}
    if get_origin(kind) is dict:
        values = {} if arguments[1] is Any else _schema_of(arguments[1])
        return {"type": "object", "additionalProperties": values}
    return {"type": _PLAIN[kind], **({"maxLength": _LONGEST} if kind is str else {})}


def _made(kind: Any, raw: Any) -> Any:
    """Return a value of a type of the plain one that fits its schema."""
    if is_dataclass(kind) and isinstance(kind, type):
        hints = get_type_hints(kind)
        return kind(**{one.name: _made(hints[one.name], raw[one.name]) for one in fields(kind)})
    if get_origin(kind) is tuple:
        return tuple(_made(get_args(kind)[0], one) for one in raw)
    return raw


GAMES = 40
"""Default number of games of each table, opponent and prompt."""
WORD, COLON = "language", ":"


def run_language(
    player: str,
    *,
    sealed: bool = False,
    games: int | None = None,
    threads: int = 1,
    transcripts: str | None = None,
    model: Model | None = None,
    **measured: Any,
) -> LanguageCard:
    """Play the track: seats rotated, the same deals for each opponent and prompt.

    player: `language:NAME`, a model of the endpoint that the environment variable names; settings may follow it.
    transcripts: a folder for a transcript and a replay of each game, by which the report can be verified. model:
    another one in its place. measured: further arguments of `measure_language`. Raises ConfigError.
    """
    word, colon, behind = player.partition(COLON) if isinstance(player, str) else ("", "", "")
    if (word, colon) != (WORD, COLON) or not behind.strip():
        raise ConfigError(f"player: expected language:NAME for this track, got {shown(player)}")
    named = ModelName().read(word, behind)
    seeds = seeds_of(SEALED if sealed else DEVELOPMENT, package_version())
    asked = Endpoint(named.name, **named.endpoint) if model is None else model
    report = measure_language(
        asked, GAMES if games is None else games, seed_of_deals(seeds), threads=threads, transcripts=transcripts,
        **{**named.prompting, **measured},
    )  # fmt: skip
    return LanguageCard(
        player=f"{WORD}{COLON}{named.name}",
        seeds=seeds.name,
        commitment=seeds.commitment,
        package=seeds.package,
        released=seeds.released(package_version()),
        versions=version_numbers(),
        hardware=hardware(),
        report=report,
        chance=against_plain(report, "null"),
        order=against_plain(report, "permuted"),
    )


def seed_of_deals(seeds: Seeds) -> int:
    """Return the seed of the track's deals."""
    return seeds.number("deals of language models")


__all__ = ["FORMAT", "LanguageCard", "TRACK", "against_plain", "read_language_card", "run_language", "seed_of_deals"]
