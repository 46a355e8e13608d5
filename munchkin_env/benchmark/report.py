"""Reports: their figures, JSON with a schema, a page of Markdown."""

import json
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np

from munchkin_env.benchmark.players import BOT, KINDS, POLICY
from munchkin_env.benchmark.tracks import SETS, TRACKS, TrackStage
from munchkin_env.errors import ConfigError, SaveError, shown
from munchkin_env.evaluation.match_runner import whole_deals
from munchkin_env.evaluation.rows import trained_by
from munchkin_env.evaluation.statistics import difference_interval, interval
from munchkin_env.json_schema import check, each_once
from munchkin_env.markdown import table
from munchkin_env.policies import is_policy
from munchkin_env.vocabulary import MAX_PLAYERS

# ---------------------------------------------------------------------------
# Figures of a report, each computed from the wins of its seeds: a reader with the seeds can compute all others
# again.

BASELINE = "veteran"
"""Player with the same seeds in the player's seats."""
DIGITS = 6


@dataclass(frozen=True)
class Share:
    """A number with its 95 % interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Figure:
    """Wins of the player at one stage, beside those of the baseline with the same seeds and seats."""

    name: str
    group: str
    chairs: tuple[str, ...]
    """Players by seat, "" the evaluated one; the seats rotate."""
    editions: tuple[str, ...]
    games: int
    chance_level: float
    """Chance level: the share of a player as good as the others."""
    win_rate: Share
    """Share of wins; the interval is clustered by seed."""
    baseline: Share
    """Share of wins of the baseline."""
    vs_baseline: Share
    """Wins of the player beyond the baseline's, seed by seed."""
    deals: tuple[float, ...]
    """Wins of the player with each seed, all rotations together: `verify` compares them."""
    baseline_deals: tuple[float, ...]


@dataclass(frozen=True)
class Group:
    """Mean of a group's stages."""

    win_rate: Share
    vs_baseline: Share


def figure_of(stage: TrackStage, deals: Sequence[float], baseline_deals: Sequence[float]) -> Figure:
    """Return the figure of a played stage: wins with each seed, all rotations together."""
    n = len(stage.chairs)
    own, theirs = (np.round(np.array(one, float), DIGITS) for one in (deals, baseline_deals))
    difference = (own - theirs) / n
    gain = Share(_told(difference.mean()), *map(_told, difference_interval(difference)))
    return Figure(
        stage.name, stage.group, stage.chairs, stage.editions, len(own) * n, stage.chance_level, _share(own, n),
        _share(theirs, n), gain, tuple(own.tolist()), tuple(theirs.tolist()),
    )  # fmt: skip


def _share(deals: np.ndarray, n: int) -> Share:
    """Return the share of wins of seeds with n games each."""
    low, high = interval(np.repeat(deals[:, None] / n, n, axis=1))  # of a seed's games it needs only the mean
    return Share(_told(deals.mean() / n), _told(low), _told(high))


def is_complete(figures: Sequence[Figure], games: int) -> bool:
    """Return True if every stage has as many games as its track requires: optional stopping is biased."""
    return all(one.games == whole_deals(games, len(one.chairs)) for one in figures)


def groups_of(figures: Sequence[Figure]) -> dict[str, Group]:
    """Return the mean of each group's stages."""
    names = dict.fromkeys(one.group for one in figures)
    return {name: _mean_group([one for one in figures if one.group == name]) for name in names}


def _mean_group(members: Sequence[Figure]) -> Group:
    return Group(mean_of([one.win_rate for one in members], 0.0), mean_of([one.vs_baseline for one in members], -1.0))


def overall(groups: dict[str, Group]) -> Group:
    """Return the mean of all groups: the number by which reports of a track are ordered."""
    shares, gains = ([getattr(one, what) for one in groups.values()] for what in ("win_rate", "vs_baseline"))
    return Group(mean_of(shares, 0.0), mean_of(gains, -1.0))


def mean_of(shares: Sequence[Share], least: float) -> Share:
    """Return the mean of independent figures.

    Its interval is the root of the sum of squares of theirs, on each side. least: no end is below; none is above 1.
    """
    n = len(shares)
    mean = sum(one.value for one in shares) / n
    down = math.sqrt(sum((one.value - one.low) ** 2 for one in shares)) / n
    up = math.sqrt(sum((one.high - one.value) ** 2 for one in shares)) / n
    return Share(_told(mean), _told(max(least, mean - down)), _told(min(1.0, mean + up)))


def _told(value: float) -> float:
    """Return a value as a report holds it: the same on every platform."""
    return round(float(value), DIGITS)


FORMAT = "munchkin challenge report card"
FORMAT_VERSION = 3
CLASSES = ((0.0, "no training"), (30.0, "up to 30 min"), (600.0, "up to 10 h"), (float("inf"), "above 10 h"))
"""Classes of budgets, by CPU minutes of training."""
MEASURED = {"bytes": "of the file", "milliseconds": "measured"}
"""Measured parts of a budget, with their sources."""
PER_GAME = ("helped", "hostile", "trades")
"""Social metrics that are counts; the others are shares."""
MOST_TEXT = 200


@dataclass(frozen=True)
class Budget:
    """Cost of the player, self-reported except for two figures.

    `verify` compares the size, and measures the milliseconds again.
    """

    cpu_minutes: float | None
    """CPU minutes of training, all cores together."""
    gpu_minutes: float | None
    decisions: int | None
    """Decisions seen in training."""
    bytes: int | None
    """Size of its file; None for a bot of the package and a process."""
    milliseconds: float
    """Milliseconds per action, on the named hardware."""

    @property
    def name(self) -> str:
        """Class of the budget: players of one class are compared."""
        if self.cpu_minutes is None:
            return "not reported"
        of_cpu = next(name for most, name in CLASSES if self.cpu_minutes <= most)
        return f"{of_cpu}, GPU" if self.gpu_minutes else of_cpu


@dataclass(frozen=True)
class Recipe:
    """Method that made a player; reports of one recipe differ only in the training seed."""

    name: str
    seed: int

    @classmethod
    def checked(cls, name: object, seed: object) -> "Recipe | None":
        """Return the recipe of a name and a training seed, or None without either. Raises ConfigError."""
        if name is None and seed is None:
            return None
        if not isinstance(name, str) or not name.isprintable() or not 0 < len(name.strip()) <= MOST_TEXT:
            raise ConfigError(f"recipe: expected a name beside a training seed, got {shown(name)}")
        if isinstance(seed, bool) or not isinstance(seed, int) or seed < 0:
            raise ConfigError(f"training_seed: expected a whole number from 0 beside a recipe, got {shown(seed)}")
        return cls(name, seed)


SELF_REPORTED = "self-reported"
HARDWARE = re.compile(r"\S{1,40} \S{1,40}, Python \d+\.\d+\.\d+\S{0,20}")
"""Format of `run.hardware`."""


def contradictions(player: str, kind: str, budget: Budget, recipe: Recipe | None) -> list[str]:
    """Return contradictions of a budget and a recipe within themselves, since they are self-reported.

    Args:
        player: its name.
        kind: one of `KINDS`.
        budget: its cost.
        recipe: its method of training.
    """
    minutes = (budget.cpu_minutes or 0) + (budget.gpu_minutes or 0)
    told = budget.cpu_minutes is not None or budget.gpu_minutes is not None
    learns = kind != BOT or is_policy(player)
    found = []
    if not learns and (minutes or budget.decisions or recipe is not None):
        found.append(f"budget: expected no training and no recipe of {player}, which is not trained")
    if kind == POLICY and told and not minutes:
        found.append("budget.cpu_minutes: expected some for a policy that was trained, got none")
    if budget.gpu_minutes and budget.cpu_minutes == 0:
        found.append("budget.cpu_minutes: expected some beside budget.gpu_minutes, got 0")
    if budget.decisions and told and not minutes:
        found.append(f"budget.decisions: expected none in no time, got {budget.decisions}")
    if recipe is not None:
        try:
            Recipe.checked(recipe.name, recipe.seed)
        except ConfigError as error:
            found.append(str(error))
    return found


@dataclass(frozen=True)
class ChallengeReport:
    """Report that `munchkin challenge run` writes."""

    player: str
    kind: str
    """`bot`: of the package; `policy`: a file; `process`: a program, by the name that it gives itself."""
    sha256: str | None
    """SHA-256 of the policy's file."""
    rules_trained: int | None
    """Rules version under which a policy was trained, as its file records; None for others."""
    recipe: Recipe | None
    track: str
    seeds: str
    """`development` or `sealed`."""
    commitment: str
    package: str
    released: bool
    """The commitment is the one published for this version."""
    complete: bool
    """True if every stage has the number of games that its track requires."""
    budget: Budget
    versions: dict[str, Any]
    hardware: str
    results: tuple[Figure, ...]
    groups: dict[str, Group]
    mean: Group
    """Mean of all groups: reports of a track are ordered by it."""
    social: dict[str, tuple[Share | None, Share | None]]
    """`mk.social_metrics` of the player against three veterans, and of a veteran in its seat; None where
    nothing was counted.
    """

    def as_json(self) -> str:
        """Return the file's text, JSON with format and version."""
        return json.dumps({"format": FORMAT, "format_version": FORMAT_VERSION, **asdict(self)}, indent=1) + "\n"

    @property
    def state(self) -> str:
        """Return the facts that matter before its figures are compared with others."""
        notes = [f"{self.seeds} seeds"]
        notes += [] if self.released else ["of an unreleased version"]
        notes += [] if self.complete else ["not the track's number of games"]
        return ", ".join(notes)

    def markdown(self) -> str:
        """Return one page. In brackets: 95 % intervals."""
        made = ""
        if self.recipe is not None:
            made = f"; recipe {in_line(self.recipe.name)}, training seed {self.recipe.seed} ({SELF_REPORTED})"
        made += f"; {trained_by(self.rules_trained)}" if trained_by(self.rules_trained) else ""
        digest = "" if self.sha256 is None else f", SHA-256 `{in_line(self.sha256[:16])}…`"
        head = [
            f"# {in_line(self.player)}: {self.track}",
            f"A {self.kind}{digest}{made}; {self.state}, commitment `{in_line(self.commitment[:16])}…`.",
            "In brackets: 95 % intervals.",
        ]
        questions = ("question", "wins, %", f"more than `{BASELINE}` in the same seats")
        groups = [
            (in_line(name), percent(one.win_rate), percent(one.vs_baseline, "+")) for name, one in self.groups.items()
        ]
        groups.append(("**mean**", percent(self.mean.win_rate), percent(self.mean.vs_baseline, "+")))
        rows = [
            (in_line(one.name), str(one.games), f"{one.chance_level:.0%}", percent(one.win_rate), percent(one.baseline),
             percent(one.vs_baseline, "+"))
            for one in self.results
        ]  # fmt: skip
        social = [
            (in_line(name.replace("_", " ")), *(_social(name, one) for one in both))
            for name, both in self.social.items()
        ]
        cost = [("class", self.budget.name, SELF_REPORTED)]
        cost += [
            (name.replace("_", " "), _plain(value), MEASURED.get(name, SELF_REPORTED))
            for name, value in asdict(self.budget).items()
        ]
        versions = ", ".join(f"{name} {value}" for name, value in self.versions.items())
        stages = ("stage", "games", "chance level", "wins, %", f"`{BASELINE}` there", "more")
        blocks = [
            *head, table(questions, groups), table(stages, rows),
            table(("against three veterans", "the player", "a veteran in its seat"), social),
            table(("budget", "", "by whom"), cost),
            f"{in_line(versions)}; {in_line(self.hardware)} ({SELF_REPORTED}).",
        ]  # fmt: skip
        return "\n\n".join(blocks) + "\n"


def in_line(text: str) -> str:
    """Return a word of an untrusted report: neither markup nor the end of a line or cell."""
    return "".join(c if c.isprintable() and c not in "|`<>[]#" else "?" for c in text)


def percent(share: Share, sign: str = "") -> str:
    """Return a share in percent with its interval; sign: "+" for a difference."""
    value, low, high = (f"{100 * one:{sign}.1f}" for one in (share.value, share.low, share.high))
    return f"{value} [{low}, {high}]"


def _social(name: str, share: Share | None) -> str:
    if share is None:
        return "–"
    if name in PER_GAME:
        return f"{share.value:.2f} [{share.low:.2f}, {share.high:.2f}] a game"
    return f"{percent(share)} %"


def _plain(value: object) -> str:
    return "–" if value is None else f"{value:.3g}" if isinstance(value, float) else str(value)


def schema() -> dict[str, Any]:
    """Return the JSON Schema of a report."""
    text, rate = {"type": "string", "maxLength": MOST_TEXT}, {"type": "number", "minimum": 0, "maximum": 1}
    number, maybe = {"type": "number", "minimum": 0}, {"type": ["number", "null"], "minimum": 0}
    change = {"type": "number", "minimum": -1, "maximum": 1}
    whole, maybe_whole = ({"type": kind, "minimum": 0} for kind in ("integer", ["integer", "null"]))
    wins = {"type": "number", "minimum": 0, "maximum": MAX_PLAYERS}
    texts, deals = ({"type": "array", "items": one, "minItems": 1} for one in (text, wins))
    share, gain, told = (_object(dict.fromkeys(("value", "low", "high"), one)) for one in (rate, change, number))
    figure = {
        "name": text, "group": text, "chairs": texts, "editions": texts, "games": whole, "chance_level": rate,
        "win_rate": share, "baseline": share, "vs_baseline": gain, "deals": deals, "baseline_deals": deals,
    }  # fmt: skip
    budget = {
        "cpu_minutes": maybe, "gpu_minutes": maybe, "decisions": maybe_whole, "bytes": maybe_whole,
        "milliseconds": number,
    }  # fmt: skip
    group = _object({"win_rate": share, "vs_baseline": gain})
    nullable = {**told, "type": ["object", "null"]}
    card = {
        "format": {"const": FORMAT}, "format_version": {"const": FORMAT_VERSION}, "player": text,
        "kind": {"enum": list(KINDS)}, "sha256": {"type": ["string", "null"]}, "rules_trained": maybe_whole,
        "recipe": {**_object({"name": text, "seed": whole}), "type": ["object", "null"]},
        "track": {"enum": list(TRACKS)}, "seeds": {"enum": list(SETS)}, "commitment": text, "package": text,
        "released": {"type": "boolean"}, "complete": {"type": "boolean"}, "budget": _object(budget),
        "versions": {"type": "object"}, "hardware": text,
        "results": {"type": "array", "items": _object(figure), "minItems": 1},
        "groups": {"type": "object", "additionalProperties": group}, "mean": group,
        "social": {
            "type": "object",
            "additionalProperties": {"type": "array", "items": nullable, "minItems": 2, "maxItems": 2},
        },
    }  # fmt: skip
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": FORMAT, **_object(card)}


def _object(properties: Mapping[str, Any]) -> dict[str, Any]:
    wanted = list(properties)
    return {"type": "object", "required": wanted, "properties": dict(properties), "additionalProperties": False}


def read_json(file: str | Path) -> Any:
    """Return the contents of a report's file, of any kind. Raises ConfigError for no file, SaveError for no JSON."""
    try:
        text = Path(file).read_text(encoding="utf-8")
        return json.loads(text, parse_constant=_no_number, object_pairs_hook=each_once)
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"report: expected a readable file, got {shown(str(file))} ({error})") from error
    except (ValueError, RecursionError) as error:
        raise SaveError(f"report: expected JSON, got {shown(str(file))} ({error})") from error


def read_card(file: str | Path) -> ChallengeReport:
    """Return a written report. Raises SaveError naming the first misfit of the schema, ConfigError for no file."""
    raw = read_json(file)
    check(raw, schema(), SaveError, "report")
    made = {one.name: raw[one.name] for one in fields(ChallengeReport)}
    made |= {
        "recipe": None if raw["recipe"] is None else Recipe(**raw["recipe"]), "budget": Budget(**raw["budget"]),
        "results": tuple(_figure(one) for one in raw["results"]), "mean": _group(raw["mean"]),
        "groups": {name: _group(one) for name, one in raw["groups"].items()},
        "social": {name: tuple(map(_maybe, both)) for name, both in raw["social"].items()},
    }  # fmt: skip
    return ChallengeReport(**made)


def _no_number(text: str) -> None:
    raise ValueError(f"{text} is not a number of JSON")


def _figure(raw: Mapping[str, Any]) -> Figure:
    shares = {name: Share(**raw[name]) for name in ("win_rate", "baseline", "vs_baseline")}
    rest = {name: tuple(one) if isinstance(one, Sequence) else one for name, one in raw.items() if name not in shares}
    return Figure(**{**rest, "name": raw["name"], "group": raw["group"], **shares})


def _group(raw: Mapping[str, Any]) -> Group:
    return Group(Share(**raw["win_rate"]), Share(**raw["vs_baseline"]))


def _maybe(raw: Mapping[str, Any] | None) -> Share | None:
    return None if raw is None else Share(**raw)
