"""The benchmark's track for language models, as `munchkin challenge` finds it, and the verification of its reports."""

import argparse
import gzip
import json
import secrets
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, fields, is_dataclass, replace
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, get_args, get_origin, get_type_hints

import numpy as np

from munchkin_env.benchmark.report import HARDWARE, in_line, read_json
from munchkin_env.benchmark.run import hardware, package_version, version_numbers
from munchkin_env.benchmark.tracks import DEVELOPMENT, SEALED, SETS, Seeds, seeds_of
from munchkin_env.benchmark.verify import Verdict, reader_of, same
from munchkin_env.config.fields import whole_number
from munchkin_env.errors import ConfigError, MunchkinError, SaveError, shown
from munchkin_env.evaluation.match_runner import PlannedGame, plan_games, whole_deals
from munchkin_env.evaluation.statistics import interval
from munchkin_env.evaluation.usage import LLMUsage
from munchkin_env.json_schema import check
from munchkin_env.llm.evaluation import (
    AGAINST,
    TABLES,
    TRANSCRIPT,
    LanguageReport,
    Match,
    Row,
    add,
    game_name,
    measure_language,
)
from munchkin_env.llm.models import BudgetSpent, Endpoint, LateReply, Message, ModelError, ModelName, Reply
from munchkin_env.llm.question import VARIANTS
from munchkin_env.llm.seat import PromptConfig
from munchkin_env.llm.talk import Bargains
from munchkin_env.markdown import table

# ---------------------------------------------------------------------------
# Report of a language model: JSON that is read back as it was written, and a page of Markdown.

TRACK_NAME = "language"
FORMAT = "munchkin challenge language card"
FORMAT_VERSION = 2


@dataclass(frozen=True)
class LanguageCard:
    """Report that `munchkin challenge run language:NAME --track language` writes.

    A model need not repeat itself, so a verifier does not ask it: its replies are in the transcripts, by which the
    games are played again.
    """

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
            (in_line(match), f"{100 * self.chance[match]:+.1f}", f"{100 * self.order[match]:+.1f}")
            for match in self.chance
        ]
        prompts = [table(["wins against the plain prompt, %", "null", "permuted"], rows)] if rows else []
        versions = ", ".join(f"{name} {value}" for name, value in self.versions.items())
        parts = [
            f"# {in_line(self.player)}: {TRACK_NAME}", f"{of}{state}, commitment `{in_line(self.commitment[:16])}…`",
            str(self.report), *prompts, *self._unasked(),
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
    """Return a written report.

    Raises SaveError naming the first deviation from its format, ConfigError for a missing file.
    """
    raw = read_json(file)
    check(raw, _schema(), SaveError, "report")
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
) -> LanguageCard:
    """Play the track: seats rotated, the same seeds for each opponent and prompt.

    player: `language:NAME`, a model of the endpoint that the environment variable names; settings may follow it.
    transcripts: a folder for a transcript and a replay of each game, by which the report can be verified. Raises
    ConfigError.
    """
    word, colon, behind = player.partition(COLON) if isinstance(player, str) else ("", "", "")
    if (word, colon) != (WORD, COLON) or not behind.strip():
        raise ConfigError(f"player: expected language:NAME for this track, got {shown(player)}")
    named = ModelName().read(word, behind)
    seeds = seeds_of(SEALED if sealed else DEVELOPMENT, package_version())
    asked = Endpoint(named.name, **named.endpoint)
    report = measure_language(
        asked, GAMES if games is None else games, seed_of_deals(seeds), threads=threads, transcripts=transcripts,
        **named.prompting,
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
    """Return the base seed of the track."""
    return seeds.number("deals of language models")


# ---------------------------------------------------------------------------
# Verification of a language model's report: its figures are computed again from its seeds and counts, and its games
# are played again by the replies of the transcripts. The model is not asked.

PLAYERS, SEATS, STAND_IN = 4, 1, "greedy"
"""Players at the track's tables, seats of the model, and its stand-in: a report names no file to open."""
KINDS: dict[str, type[ModelError]] = {"late": LateReply, "unasked": BudgetSpent, "failures": ModelError}
MOST_BYTES = 1 << 28  # of a transcript


class Differs(MunchkinError):
    """A game does not go on as in its transcript."""


def verify_language(
    card: LanguageCard, transcripts: str | Path | None = None, deals: int = 2, *, sample: int | None = None
) -> Verdict:
    """Compute the figures of a report again from its seeds and counts.

    transcripts: the folder that was written with it; its counts are added up, and `deals` of each row are played again
    by the replies: each question must be the same, and each game end the same. sample: as for `verify`.

    Raises ConfigError for numbers out of range, and for a report of other versions; SaveError for a missing transcript.
    """
    deals = whole_number("deals", deals, 1, 10_000)
    drawn = secrets.randbits(64) if sample is None else whole_number("sample", sample, 0, 2**64 - 1)
    if card.versions != version_numbers():
        raise ConfigError(
            f"report: versions: expected {version_numbers()}, got {card.versions}; {reader_of(card.versions)}"
        )
    complaints = _of_itself(card)
    unchecked = ("model and parameters", "tokens and seconds", "hardware")
    if complaints or transcripts is None:
        return Verdict(tuple(complaints), 0, drawn, unchecked=(*unchecked, "seeds, counts and bargains"))
    played = 0
    for row in card.report.rows:
        some = _some(row, deals, drawn)
        complaints += _of_transcripts(card, row, Path(transcripts), some)
        played += len(some)
    return Verdict(tuple(complaints), played, drawn, unchecked=unchecked)


# --------------------------------------------------------------------- only the report


def _of_itself(card: LanguageCard) -> list[str]:
    """Return contradictions of a report with the track, or within itself."""
    if card.seeds not in SETS:
        return [f"the seeds: expected {' or '.join(SETS)}, got {shown(card.seeds)}"]
    seeds, report = seeds_of(card.seeds, package_version()), card.report
    if (card.commitment, card.package) != (seeds.commitment, seeds.package):
        return [f"the seeds: expected the commitment {seeds.commitment}, got {card.commitment}"]
    found = []
    if not HARDWARE.fullmatch(card.hardware):
        found.append(f"hardware: expected MACHINE SYSTEM, Python VERSION, got {shown(card.hardware)}")
    wanted = {
        "released": (seeds.released(package_version()), card.released), "seed": (seed_of_deals(seeds), report.seed),
        "players": (PLAYERS, report.players), "talk": (False, report.talk), "stand_in": (STAND_IN, report.stand_in),
    }  # fmt: skip
    found += [f"{name}: expected {right}, got {shown(came)}" for name, (right, came) in wanted.items() if right != came]
    try:
        PromptConfig.of(report.prompting)
    except ConfigError as error:
        found.append(f"prompting: expected those of a seat ({error})")
    rows = [(row.table, row.against, row.variant) for row in report.rows]
    track = [(table, against, variant) for table in TABLES for against in AGAINST for variant in VARIANTS]
    if rows != track:
        return [*found, f"the rows: expected {len(track)}, each table, opponent and prompt, got others"]
    for row in report.rows:
        found += [f"{name_of(row)}: {complaint}" for complaint in _of_row(row, report.rows[0].games)]
    for name, variant, told in (("chance", "null", card.chance), ("order", "permuted", card.order)):
        if not same(against_plain(report, variant), told):
            found.append(f"{name}: expected the differences of the rows, got others")
    return found


def _of_row(row: Row, games: int) -> Iterator[str]:
    """Return contradictions of a row with its seeds and counts."""
    if row.games != games or row.games != whole_deals(row.games, PLAYERS) or len(row.deals) * PLAYERS != row.games:
        yield f"expected {games} games, {PLAYERS} a seed, got {row.games} in {len(row.deals)}"
        return
    if not all(0 <= deal <= PLAYERS for deal in row.deals):
        yield "expected no more wins with a seed than games, got more"
        return
    shares = np.repeat(np.array(row.deals)[:, None] / PLAYERS, PLAYERS, axis=1)
    made = (SEATS, SEATS / PLAYERS, float(shares.mean()), *interval(shares))
    if not same(made, (row.seats, row.equal, row.share, row.low, row.high)):
        yield "expected the wins that its seeds make, and their interval, got others"
    counts = row.counts
    if counts.seats != row.games * row.seats:
        yield f"expected {row.games * row.seats} seats, got {counts.seats}"
    failed, again = counts.illegal + counts.failures + counts.late, counts.retries + counts.stand_ins - counts.unasked
    if failed != again:
        yield f"expected each of {failed} failed calls repeated or answered by the stand-in, got {again}"
    if sum(row.reasons.values()) != counts.failures + counts.late + counts.unasked:
        yield f"expected a reason for each of {counts.failures + counts.late + counts.unasked} calls without a reply"
    if not counts.questions - counts.unasked <= counts.calls:
        yield f"expected a call for each question that was put, {counts.questions - counts.unasked}, got {counts.calls}"


def name_of(row: Row) -> str:
    """Return the name of a row: its table, its opponents and its variant."""
    return f"{row.table}, {row.against}, {row.variant}"


# --------------------------------------------------------------------- its transcripts


class Recorded:
    """Model that repeats its recorded replies: each to the same messages."""

    def __init__(self, name: str, calls: Sequence[dict[str, Any]]) -> None:
        self.name = name
        self.left = list(calls)

    def reply(self, messages: Sequence[Message]) -> Reply:
        """Return a recorded reply. Raises Differs for another question, and a recorded error."""
        if not self.left:
            raise Differs("expected no further question, got one")
        call = self.left.pop(0)
        if call.get("messages") != list(messages):
            raise Differs("expected the question of the transcript, got another")
        if "reply" in call:
            return Reply(call["reply"], *call["tokens"])
        raise KINDS[call["kind"]](call["error"])

    def facts(self) -> dict[str, Any]:
        """Return the name of the model."""
        return {"model": self.name}


def _some(row: Row, deals: int, sample: int) -> list[int]:
    """Return the seeds that are played again."""
    rng = np.random.default_rng([sample, *name_of(row).encode()])
    chosen: list[int] = rng.choice(len(row.deals), min(deals, len(row.deals)), replace=False).tolist()
    return sorted(chosen)


def _of_transcripts(card: LanguageCard, row: Row, folder: Path, some: Sequence[int]) -> list[str]:
    """Return contradictions of a row with its transcripts, and of these with the games that their replies make."""
    report = card.report
    prompting = {name: value for name, value in report.prompting.items() if name != "variant"}
    kind = (row.table, row.against, row.variant, report.players, row.seats)
    counts, bargains, wins = LLMUsage(), Bargains(), dict[int, float]()
    found = []
    for planned in plan_games(report.seed, len(row.deals), report.players):
        match = Match(Recorded(card.player, []), *kind, prompting, report.stand_in, report.talk)
        told = _transcript(folder / match.name / f"{game_name(planned)}{TRANSCRIPT}")
        for own, outside in zip(told["counts"].values(), told["bargains"].values(), strict=True):
            add(counts, LLMUsage(**own))
            add(bargains, Bargains(**outside))
        wins[planned.deal] = wins.get(planned.deal, 0.0) + _share(told)
        if planned.deal in some:
            complaint = _again(match, planned, told)
            found += [f"{name_of(row)}: {game_name(planned)}: {complaint}"] if complaint else []
    if not same(counts.untimed(), row.counts.untimed()) or not same(bargains, row.bargains):
        found.append(f"{name_of(row)}: expected the counts of its transcripts together, got others")
    if not same(tuple(wins.values()), row.deals):
        found.append(f"{name_of(row)}: expected the wins of its transcripts, got others")
    return found


def _share(told: dict[str, Any]) -> float:
    """Return the part of the win of the model's seats, in a transcript."""
    winners = told["winners"]
    return sum(name in told["counts"] for name in winners) / len(winners) if winners else 0.0


def _again(match: Match, planned: PlannedGame, told: dict[str, Any]) -> str:
    """Return the differences of a game played again by the replies of its transcript; empty if there are none."""
    (calls,) = told["calls"].values()
    model = Recorded(match.model.name, calls)
    again = replace(match, model=model)
    try:
        facts = again.play(planned).facts()
    except Differs as error:
        return str(error)
    if model.left:
        return f"expected {len(model.left)} more questions, got none"
    for name, value in facts.items():
        right = {who: LLMUsage(**one).untimed() for who, one in value.items()} if name == "counts" else value
        came = {who: LLMUsage(**one).untimed() for who, one in told[name].items()} if name == "counts" else told[name]
        if not same(right, came):
            return f"{name}: expected {shown(right)}, got {shown(came)}"
    return ""


def _transcript(file: Path) -> dict[str, Any]:
    """Return a transcript of a game. Raises SaveError for an invalid one."""
    try:
        with gzip.open(file) as packed:
            data = packed.read(MOST_BYTES + 1)
        raw = json.loads(data) if len(data) <= MOST_BYTES else None
    except (OSError, EOFError, ValueError, RecursionError, zlib.error) as error:
        raise SaveError(f"transcripts: expected that of a game, got {shown(str(file))} ({error})") from error
    if not isinstance(raw, dict) or not _is_whole(raw):
        raise SaveError(f"transcripts: expected that of a game with one seat of a model, got {shown(str(file))}")
    return raw


def _is_whole(raw: dict[str, Any]) -> bool:
    """Return True if it has all parts of a transcript, for as many seats as the track's model."""
    counts, bargains, calls, winners = (raw.get(name) for name in ("counts", "bargains", "calls", "winners"))
    if not all(isinstance(one, dict) and len(one) == SEATS for one in (counts, bargains, calls)):
        return False
    if not {"over", "turns", "decisions", "seed", "promises"} <= set(raw):
        return False
    (own,), (outside,), (said,) = (raw[name].values() for name in ("counts", "bargains", "calls"))
    right = isinstance(winners, list) and all(isinstance(name, str) for name in winners)
    return right and _fits(own, LLMUsage) and _fits(outside, Bargains) and _are_calls(said)


def _fits(raw: object, kind: Any) -> bool:
    """Return True for numbers by the names of a data class."""
    names = {one.name for one in fields(kind)}
    return isinstance(raw, dict) and set(raw) == names and all(type(one) in (int, float) for one in raw.values())


def _are_calls(raw: object) -> bool:
    """Return True for messages with replies, call by call."""
    return isinstance(raw, list) and all(
        isinstance(one, dict)
        and (
            (isinstance(one.get("reply"), str) and _are_tokens(one.get("tokens")))
            or (one.get("kind") in KINDS and isinstance(one.get("error"), str))
        )
        for one in raw
    )


def _are_tokens(raw: object) -> bool:
    return isinstance(raw, list) and len(raw) == 2 and all(type(one) is int and one >= 0 for one in raw)


class LanguageTrack:
    """Games of a language model against bots; the report is one of its own."""

    format = FORMAT

    def run(self, args: argparse.Namespace) -> LanguageCard:
        """Play the track by the arguments of `munchkin challenge run`.

        Raises:
            ConfigError: the player is no language model, or a picture is wanted.
        """
        if args.plot:
            raise ConfigError("plot: expected none, since the report of a language model has no picture")
        return run_language(
            args.player, sealed=args.sealed, games=args.games, threads=args.threads, transcripts=args.transcripts
        )

    def verify(self, args: argparse.Namespace) -> Verdict:
        """Check a report by the arguments of `munchkin challenge verify`.

        Raises:
            ConfigError: an option asks for new replies of the model.
            SaveError: the file is no report of this track.
        """
        for option, default in (("player", None), ("fresh", 0)):
            if getattr(args, option) != default:
                raise ConfigError(f"{option}: expected none: a language model is not asked again; use --transcripts")
        card = read_language_card(args.card)
        return verify_language(card, args.transcripts, args.deals, sample=args.sample)


TRACK = LanguageTrack()
