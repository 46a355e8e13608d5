"""Measurement of a language model.

It plays the same seeds at each table, against each opponent, with each variant of the prompt.
"""

import gzip
import json
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np

from munchkin_env import versions
from munchkin_env.config.fields import number, whole_number
from munchkin_env.errors import ConfigError, did_you_mean, shown
from munchkin_env.evaluation.contact import Contact
from munchkin_env.evaluation.match import MOST_GAMES
from munchkin_env.evaluation.match_runner import PlannedGame, plan_games, whole_deals
from munchkin_env.evaluation.progress import Progress, reporting
from munchkin_env.evaluation.rows import because
from munchkin_env.evaluation.statistics import interval
from munchkin_env.evaluation.usage import LLMUsage, count_reason
from munchkin_env.llm.bot import Log
from munchkin_env.llm.models import Model, check_model
from munchkin_env.llm.question import VARIANTS
from munchkin_env.llm.seat import PromptConfig
from munchkin_env.llm.table import LLMTable
from munchkin_env.llm.talk import BROKEN, KEPT, Bargains
from munchkin_env.observation import spec
from munchkin_env.policies import make_bot

TABLES: dict[str, dict[str, Any]] = {"short": {"preset": "short"}, "default": {}}
AGAINST = ("greedy", "veteran", "pretrained")
TRANSCRIPT = ".transcript.json.gz"


@dataclass(frozen=True)
class Row:
    """One match: the model against copies of an opponent."""

    table: str
    against: str
    variant: str
    games: int
    seats: int
    """Seats of the model in each game."""
    equal: float
    """Chance level: the share of wins of a player as good as the others, all seats of the model together."""
    share: float
    """Share of the wins, all seats of the model together; a shared win counts in part."""
    low: float
    """Lower end of its 95 % interval, clustered by seed."""
    high: float
    deals: tuple[float, ...]
    """Wins with each seed, all rotations together."""
    counts: LLMUsage
    reasons: dict[str, int]
    """Reasons for calls without a reply or questions not put, with counts."""
    bargains: Bargains
    kept: int
    """Number of promises that were kept."""
    broken: int
    promised: dict[str, dict[str, int]]
    """Outcomes of promises by speaker and beneficiary, as `model → greedy`, with counts."""
    cost: float | None
    """Cost of all games, in the currency of the prices; None without prices."""

    def per_game(self, name: str) -> float:
        """Return a count, per seat and game."""
        found = self.counts if hasattr(self.counts, name) else self.bargains
        return float(getattr(found, name)) / (self.games * self.seats)

    @property
    def surplus(self) -> float | None:
        """Return the mean share of the treasure at stake in its bargains; None without bargains."""
        deals = self.bargains.helped + self.bargains.was_helped
        return self.bargains.surplus / deals if deals else None


@dataclass(frozen=True)
class LanguageReport:
    """Results of a model, a row per match; prints as a Markdown table."""

    model: dict[str, Any]
    """Facts of the model; no key."""
    prompting: dict[str, Any]
    seed: int
    players: int
    talk: bool
    stand_in: str
    rows: tuple[Row, ...]

    def as_json(self) -> str:
        """Return all figures, with the versions that they depend on."""
        facts = asdict(self)
        return json.dumps({"rules_version": versions.RULES_VERSION, **facts}, indent=2)

    def __repr__(self) -> str:
        head = (
            "| table | against | prompt | games | wins, % | questions | illegal | no reply | retries | stand-ins "
            "| tokens | offers | bargains | bargains kept | surplus, % | trades | talk kept | cost |"
        )
        rows = "\n".join([head, "|---" * 18 + "|", *map(_line, self.rows)])
        reasons: dict[str, int] = {}
        for row in self.rows:
            for why, times in row.reasons.items():
                count_reason(reasons, why, times)
        return "\n\n".join([rows, *because({str(self.model.get("model", "model")): reasons})])


def _line(row: Row) -> str:
    wins = f"{100 * row.share:.1f} [{100 * row.low:.1f}, {100 * row.high:.1f}]"
    tokens = row.per_game("tokens_sent") + row.per_game("tokens_received")
    figures = [f"{row.per_game(name):.1f}" for name in ("questions", "illegal")]
    figures.append(f"{row.per_game('failures') + row.per_game('late'):.1f}")
    figures += [f"{row.per_game(name):.1f}" for name in ("retries", "stand_ins")]
    offers = row.per_game("asked") + row.per_game("offered")
    made = row.per_game("helped") + row.per_game("was_helped")
    surplus = "–" if row.surplus is None else f"{100 * row.surplus:.0f}"
    kept, trades = row.per_game("kept"), row.per_game("trades_made")
    deals = [f"{offers:.2f}", f"{made:.2f}", f"{kept:.2f}", surplus, f"{trades:.2f}"]
    talk = f"{row.kept} of {row.kept + row.broken}"
    cost = "" if row.cost is None else f"{row.cost / row.games:.4f}"
    words = [row.table, row.against, row.variant, str(row.games), wins, *figures, f"{tokens:,.0f}", *deals, talk, cost]
    return f"| {' | '.join(words)} |"


@dataclass(frozen=True)
class Match:
    """Common parts of the games of one row."""

    model: Model
    table: str
    against: str
    variant: str
    players: int
    seats: int
    prompting: dict[str, Any]
    stand_in: str
    talk: bool
    prices: tuple[float, float] | None = None
    log: Log | None = None
    transcripts: Path | None = None
    contact: Contact | None = None

    @property
    def name(self) -> str:
        """Return the name of the folder of its games."""
        return f"{self.table}-{self.against}-{self.variant}"

    def play(self, planned: PlannedGame) -> LLMTable:
        """Play one game to its end."""
        places = [(i - planned.rotation) % self.players for i in range(self.seats)]
        table = LLMTable(
            places, self.against, planned.seed, players=self.players, stand_in=self.stand_in,
            prompting={**self.prompting, "variant": self.variant}, talk=self.talk, contact=self.contact,
            **TABLES[self.table],
        )  # fmt: skip
        table.play(dict.fromkeys(places, self.model))
        if self.log is not None:
            self.log.write([call for seat in table.seats.values() for call in seat.log])
        if self.transcripts is not None:
            self._keep(table, self.transcripts / self.name, game_name(planned))
        for seat in table.seats.values():
            seat.log.clear()
        return table

    def _keep(self, table: LLMTable, folder: Path, name: str) -> None:
        """Write the transcript and the replay. Raises ConfigError."""
        try:
            folder.mkdir(parents=True, exist_ok=True)
            sums = LLMUsage()
            for seat in table.seats:
                add(sums, table.counts(seat))
            text = json.dumps({**table.transcript(), "cost": _cost(sums, self.prices)}).encode()
            folder.joinpath(f"{name}{TRANSCRIPT}").write_bytes(gzip.compress(text, mtime=0))
        except OSError as error:
            got = shown(str(folder))
            raise ConfigError(f"transcripts: expected a folder to write to, got {got} ({error})") from error
        table.replay().write(folder / f"{name}.replay.json.gz")


def game_name(planned: PlannedGame) -> str:
    """Return the name of a game's files."""
    return f"game-{planned.deal}-{planned.rotation}"


def measure_language(
    model: Model,
    games: int = 40,
    seed: int = 0,
    *,
    players: int = 4,
    tables: Sequence[str] = tuple(TABLES),
    against: Sequence[str] = AGAINST,
    variants: Sequence[str] = VARIANTS,
    stand_in: str = "greedy",
    threads: int = 1,
    prices: tuple[float, float] | None = None,
    seats: int = 1,
    talk: bool = False,
    log: str | None = None,
    transcripts: str | None = None,
    progress: bool | None = None,
    **prompting: Any,
) -> LanguageReport:
    """Play `games` games of each table, opponent and variant of the prompt; counts are per seat of the model and game.

    All matches have the same seeds, each in every rotation of the seats, so that rows can be compared. tables: some of
    `TABLES`. seats: the number of the model's seats at each table; talk: whether they may make promises. prices: of a
    million tokens sent and received. log: a file for all calls; transcripts: a folder for a transcript and a replay of
    each game. prompting: fields of `PromptConfig`. Raises ConfigError, and MissingExtra for a policy without the extra
    `train`, before any game is played; NoReply for a model that has never replied.
    """
    check_model("model", model)
    _check_names(tables, against, variants)
    games = whole_number("games", games, 1, MOST_GAMES)
    players = whole_number("players", players, 3, 6)
    seats = whole_number("seats", seats, 1, players)
    threads = whole_number("threads", threads, 1, 1024)
    _check_prices(prices)
    of_game = PromptConfig.of(prompting)
    _check_bots((*against, stand_in), tables, players)
    plan = plan_games(seed, whole_deals(games, players) // players, players)
    kept, calls = None if transcripts is None else Path(transcripts), None if log is None else Log(Path(log))
    contact = Contact(model, strict=True)
    matches = [
        Match(model, table, opponent, variant, players, seats, prompting, stand_in, talk, prices, calls, kept, contact)
        for table in tables
        for opponent in against
        for variant in variants
    ]
    jobs = [(match, planned) for planned in plan for match in matches]  # an exhausted budget affects all rows alike
    with Progress(len(jobs), "games", progress) as bar, ThreadPoolExecutor(threads) as pool:
        ended = []
        try:
            with reporting(bar, contact.words):
                for one in pool.map(lambda job: job[0].play(job[1]), jobs):
                    ended.append(one)
                    bar.advance()
        except BaseException:
            contact.end()  # the pool waits for all games that have begun
            raise
    rows = [_row(match, ended[i :: len(matches)]) for i, match in enumerate(matches)]
    return LanguageReport(model.facts(), asdict(of_game), seed, players, talk, stand_in, tuple(rows))


def _check_names(tables: Sequence[str], against: Sequence[str], variants: Sequence[str]) -> None:
    """Raise ConfigError for lists that are empty or repeat a name, and for unknown tables and variants."""
    for field, given in (("tables", tables), ("against", against), ("variants", variants)):
        if isinstance(given, str) or not given or len(set(given)) < len(given):
            raise ConfigError(f"{field}: expected one or more different names, got {shown(given)}")
    for field, given, known in (("tables", tables, TABLES), ("variants", variants, VARIANTS)):
        for word in given:
            if word not in known:
                near = did_you_mean(word, known)
                raise ConfigError(f"{field}: expected some of {', '.join(known)}, got {shown(word)}{near}")


def _check_prices(prices: tuple[float, float] | None) -> None:
    if prices is None:
        return
    if not isinstance(prices, Sequence) or len(prices) != 2:
        raise ConfigError(f"prices: expected two, of a million tokens sent and received, got {shown(prices)}")
    for price in prices:
        number("prices", price, 0)


def _check_bots(bots: Sequence[str], tables: Sequence[str], players: int) -> None:
    """Raise ConfigError for a bot that cannot play, before a call is paid."""
    for table in tables:
        game = spec(players=players, **TABLES[table])
        for bot in bots:
            make_bot(bot, for_game=game).check(game)


def _cost(counts: LLMUsage, prices: tuple[float, float] | None) -> float | None:
    """Return the cost of the tokens; None without prices."""
    if prices is None:
        return None
    return (counts.tokens_sent * prices[0] + counts.tokens_received * prices[1]) / 1e6


def _row(match: Match, ended: Sequence[LLMTable]) -> Row:
    """Return the results of a match's games."""
    shares = np.array([share_of(table) for table in ended]).reshape(-1, match.players)
    low, high = interval(shares)
    counts, bargains, promised = LLMUsage(), Bargains(), dict[str, dict[str, int]]()
    reasons: dict[str, int] = {}
    for table in ended:
        for seat in table.seats:
            add(counts, table.counts(seat))
            for why, times in table.seats[seat].tally.reasons.items():
                count_reason(reasons, why, times)
            add(bargains, table.onlooker.bargains[seat])
        _add_promises(promised, table, match.against)
    kept, broken = (sum(one.get(state, 0) for one in promised.values()) for state in (KEPT, BROKEN))
    deals = tuple(round(float(one), 6) for one in shares.sum(axis=1))
    return Row(
        match.table, match.against, match.variant, len(ended), match.seats, match.seats / match.players,
        float(shares.mean()), low, high, deals, counts, reasons, bargains, kept, broken, promised,
        _cost(counts, match.prices),
    )  # fmt: skip


def share_of(table: LLMTable) -> float:
    """Return the share of the win that the external seats have together."""
    winners = table.game.winners
    return sum(seat in table.seats for seat in winners) / len(winners) if winners else 0.0


def add(sums: Any, more: Any) -> None:
    """Add all figures of a data class to those of another."""
    for one in fields(sums):
        setattr(sums, one.name, getattr(sums, one.name) + getattr(more, one.name))


def _add_promises(found: dict[str, dict[str, int]], table: LLMTable, against: str) -> None:
    for promise in table.facts()["promises"]:
        who = ["model" if table.names.index(promise[end]) in table.seats else against for end in ("by", "to")]
        states = found.setdefault(" → ".join(who), {})
        states[promise["state"]] = states.get(promise["state"], 0) + 1
