"""A language model measured: the same deals at each table, against each opponent, with each variant of the prompt."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from munchkin_env import versions
from munchkin_env.errors import ConfigError, did_you_mean, shown
from munchkin_env.evaluation.match import evaluate
from munchkin_env.evaluation.result import PlayerResult
from munchkin_env.language import Counts, Manners, ModelBot
from munchkin_env.language.models import Model
from munchkin_env.language.prompts import VARIANTS

TABLES: dict[str, dict[str, Any]] = {"quick": {"preset": "quick"}, "default": {}}
AGAINST = ("greedy", "veteran", "trained")


@dataclass(frozen=True)
class Row:
    """One match: the model among copies of an opponent."""

    table: str
    against: str
    variant: str
    games: int
    player: PlayerResult
    counts: Counts
    cost: float | None
    """Of all games, in the currency of the prices; None without prices."""

    def per_game(self, name: str) -> float:
        """A count, per game."""
        return float(getattr(self.counts, name)) / self.games


@dataclass(frozen=True)
class LanguageReport:
    """What a model did, a row a match; prints as a Markdown table."""

    model: dict[str, Any]
    """What the model says of itself; no key."""
    manners: dict[str, Any]
    seed: int
    players: int
    rows: tuple[Row, ...]

    def as_json(self) -> str:
        """All figures, with the versions that they depend on."""
        facts = asdict(self)
        return json.dumps({"rules_version": versions.RULES_VERSION, **facts}, indent=2)

    def __str__(self) -> str:
        head = (
            "| table | against | prompt | games | wins, % | questions | illegal | retries | stand-ins | tokens "
            "| helped | kept | was helped | trades | cost |"
        )
        return "\n".join([head, "|---" * 15 + "|", *map(_line, self.rows)])


def _line(row: Row) -> str:
    player = row.player
    wins = f"{100 * player.win_rate:.1f} [{100 * player.low:.1f}, {100 * player.high:.1f}]"
    tokens = row.per_game("tokens_sent") + row.per_game("tokens_received")
    figures = [f"{row.per_game(name):.1f}" for name in ("questions", "illegal", "retries", "stand_ins")]
    deals = [f"{value:.2f}" for value in (player.helped, player.help_kept, player.was_helped, player.trades)]
    cost = "" if row.cost is None else f"{row.cost / row.games:.4f}"
    words = [row.table, row.against, row.variant, str(row.games), wins, *figures, f"{tokens:,.0f}", *deals, cost]
    return f"| {' | '.join(words)} |"


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
    log: str | None = None,
    **manners: Any,
) -> LanguageReport:
    """Plays `games` games of each table, opponent and variant of the prompt; figures are per game of the model's seat.

    All matches have the same deals, so that rows can be compared. tables: some of `TABLES`. prices: of a million tokens
    sent and received. log: a file for all calls. manners: fields of `Manners`. Raises ConfigError, and what `evaluate`
    raises.
    """
    for field, given, known in (("tables", tables, TABLES), ("variants", variants, VARIANTS)):
        for word in given:
            if word not in known:
                near = did_you_mean(word, known)
                raise ConfigError(f"{field}: expected some of {', '.join(known)}, got {shown(word)}{near}")
    rows = []
    for table in tables:
        for opponent in against:
            for variant in variants:
                bot = ModelBot(model, stand_in, log, **{**manners, "variant": variant})
                seats: list[Any] = [bot, *[opponent] * (players - 1)]
                result = evaluate(seats, games, seed, threads=threads, **TABLES[table])
                counts = bot.tally.counts
                cost = None
                if prices is not None:
                    cost = (counts.tokens_sent * prices[0] + counts.tokens_received * prices[1]) / 1e6
                rows.append(Row(table, opponent, variant, result.games, result.players[0], counts, cost))
    return LanguageReport(model.facts(), asdict(Manners(**manners)), seed, players, tuple(rows))


__all__ = ["AGAINST", "LanguageReport", "Row", "TABLES", "measure_language"]
