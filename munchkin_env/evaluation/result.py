"""Results of an evaluation: numbers, JSON and a table."""

import json
from dataclasses import asdict, dataclass, field, replace
from html import escape
from typing import TYPE_CHECKING, Any

import numpy as np

from munchkin_env.errors import ConfigError, shown
from munchkin_env.evaluation.ratings import Rating
from munchkin_env.evaluation.rows import asked, other_rules
from munchkin_env.evaluation.social import SocialMetrics
from munchkin_env.markdown import table
from munchkin_env.renamed import missing_attribute
from munchkin_env.replays.replay import Replay

# Fields about the run rather than the result; replays are files of their own.
UNTOLD = ("seconds", "decisions_per_second", "compiled", "replays")

COLUMNS = ("win rate", "95 % interval", "wins", "level", "place")
SELECTION = {"argmax": "deterministic", "sample": "sampled"}  # `PlayerResult.action_selection` in words


@dataclass(frozen=True)
class PlayerResult:
    """Results of one player. Rates are of all games played; a win shared by k players counts 1/k for each."""

    name: str
    """Unique name: its own, or one made of it where another player has the same (`names`)."""
    label: str
    """Unique label of each player: copies of one player share the name and are numbered."""
    action_selection: str | None
    """Action selection of a policy, "argmax" or "sample"; None for others."""
    rules_version: int | None
    """Rules version under which it was trained, if it is a policy and its file records it; None for others."""
    wins: float
    win_rate: float
    low: float
    """Lower end of the 95 % interval of the win rate, clustered by seed."""
    high: float
    mean_level: float
    """Level when the game ended, the mean over all games."""
    mean_place: float
    """Mean place, 1 is the best: winners come before losers, then the higher level; equals share the mean of their
    places."""
    shared_wins: int
    """Games won together with others."""
    helped: float
    """Per game: combats of others that it joined, by a bargain or by a card that forced it."""
    help_kept: float
    """Per game: how many of those ended in a kill while it was in them. The rules hold both sides to a bargain, which
    fails if the fight is lost or the helper is taken out of it."""
    was_helped: float
    """Per game: times that another joined its combat."""
    trades: float
    """Per game: trades and exchanges of cards that it agreed on with another."""
    variance_ratio: float | None
    """Variance of the win rate over that of as many games of different seeds (`statistics.variance_ratio`)."""
    asked: dict[str, float] | None = None
    """Usage of a language model (`usage.LLMUsage`, without times); None for others, and for its further seats."""
    reasons: dict[str, int] | None = None
    """Reasons for missing replies or skipped questions of a language model, with counts; None for others."""

    def __repr__(self) -> str:
        return (
            f"<{self.label}: {', '.join(f'{name} {value}' for name, value in zip(COLUMNS, self.cells(), strict=True))}>"
        )

    def cells(self) -> tuple[str, ...]:
        """Return the values of `COLUMNS` as tables show them."""
        bounds = f"{self.low:.1%} – {self.high:.1%}"
        wins = f"{round(self.wins, 1):g}"  # shared games count in part
        return f"{self.win_rate:.1%}", bounds, wins, f"{self.mean_level:.2f}", f"{self.mean_place:.2f}"


@dataclass(frozen=True)
class Difference:
    """Difference of two win rates in the same games. Copies of one player are taken together, as their mean."""

    player: str
    other: str
    difference: float
    """Win rate of `player` less that of `other`."""
    low: float
    """Lower end of its 95 % interval, clustered by seed (`statistics.difference_interval`)."""
    high: float


@dataclass(frozen=True)
class Length:
    """Mean, median and longest of a length per game."""

    mean: float
    median: float
    longest: int

    @classmethod
    def of(cls, values: np.ndarray) -> "Length":
        """Return mean, median and maximum of the lengths."""
        return cls(float(values.mean()), float(np.median(values)), int(values.max()))


@dataclass(frozen=True)
class Evaluation:
    """Result of `evaluate`: rates, intervals and lengths of a match."""

    bots: tuple[PlayerResult, ...]
    differences: tuple[Difference, ...]
    """Differences of every two different players."""
    ratings: tuple[Rating, ...] | None
    """Ratings by player, if requested."""
    games: int
    deals: int
    """Different seeds; each was played once in every rotation of the seats."""
    draws: int
    """Games without a winner; they count as won by nobody."""
    wins_by_seat: tuple[float, ...]
    """Win rates by seat, of any player in it."""
    rounds: Length
    turns: Length
    decisions: Length
    """Decisions per game, by all players together."""
    precision: float | None
    """Half width of intervals at which it was to stop, if one was given."""
    seconds: float
    decisions_per_second: float
    compiled: bool
    """True if all players were compiled bots and played in compiled code."""
    seed: int
    settings: dict[str, Any]
    replays: tuple[Replay, ...] = field(default=(), repr=False, compare=False)
    """Recorded games (`record`), in the order of the match."""
    social: SocialMetrics | None = None
    """Social metrics of the first games, if requested (`social`)."""

    def replay(self, game: int = 0) -> Replay:
        """Return one of the recorded games. Raises ConfigError for a number without one."""
        if type(game) is not int or not 0 <= game < len(self.replays):
            raise ConfigError(
                f"game: expected one of the {len(self.replays)} that were kept, got {shown(game)}; evaluate(record=…)"
            )
        return self.replays[game]

    def _repr_html_(self) -> str:
        text = f"<pre>{escape(self.table())}</pre>"
        return text + (self.replays[0]._repr_html_() if self.replays else "")

    @property
    def draw_rate(self) -> float:
        """Share of games without a winner."""
        return self.draws / self.games

    def as_dict(self) -> dict[str, Any]:
        """Return plain values only, and no times: the same arguments give the same."""
        found = {name: value for name, value in asdict(replace(self, replays=())).items() if name not in UNTOLD}
        return {**found, "draw_rate": self.draw_rate}

    def as_json(self) -> str:
        """Return the values of `as_dict` as JSON."""
        return json.dumps(self.as_dict(), indent=2)

    def table(self) -> str:
        """Return a Markdown table of the players, and a line about the games."""
        rows = [(player.label, *player.cells()) for player in self.bots]
        return "\n\n".join(
            [
                table(("player", *COLUMNS), rows),
                *asked(self.asked(), self.reasons()),
                *other_rules(self.trained_by()),
                self.summary(),
            ]
        )

    def trained_by(self) -> list[tuple[str, int | None]]:
        """Rules version under which each player was trained, by its name."""
        return [(player.name, player.rules_version) for player in self.bots]

    def asked(self) -> list[tuple[str, dict[str, float]]]:
        """Usage counts of each language model, by its label."""
        return [(player.label, player.asked) for player in self.bots if player.asked is not None]

    def reasons(self) -> dict[str, dict[str, int]]:
        """Reasons for missing replies of language models, with counts, by label."""
        return {player.label: player.reasons for player in self.bots if player.reasons}

    def details(self) -> str:
        """Return Markdown of the rest: further columns of the players, differences, ratings, wins by seat."""
        head = ("player", "shared wins", "helped", "kept", "was helped", "trades", "variance ratio")
        rows = [
            (p.label, str(p.shared_wins), f"{p.helped:.2f}", f"{p.help_kept:.2f}", f"{p.was_helped:.2f}",
             f"{p.trades:.2f}", "" if p.variance_ratio is None else f"{p.variance_ratio:.2f}")
            for p in self.bots
        ]  # fmt: skip
        blocks = [table(head, rows)]
        if self.differences:
            pairs = [
                (f"{d.player} − {d.other}", f"{d.difference:+.1%}", f"{d.low:+.1%} – {d.high:+.1%}")
                for d in self.differences
            ]
            blocks.append(table(("difference of win rates", "", "95 % interval"), pairs))
        if self.ratings is not None:
            rated = [
                (p.label, f"{r.mu:.2f}", f"{r.sigma:.2f}", f"{r.ordinal:.2f}")
                for p, r in zip(self.bots, self.ratings, strict=True)
            ]
            blocks.append(table(("OpenSkill", "mu", "sigma", "ordinal"), rated))
        if self.social is not None:
            blocks.append(self.social.table())
        seats = ", ".join(f"{rate:.1%}" for rate in self.wins_by_seat)
        blocks.append(f"Helped, kept, was helped and trades are per game. Won by seat, of all players there: {seats}.")
        return "\n\n".join(blocks)

    def summary(self) -> str:
        """Return the games in a few words."""
        stop = ""
        if self.precision is not None:
            widest = max(player.high - player.low for player in self.bots) / 2
            met = "met" if widest <= self.precision else "not met"
            stop = f"; precision ±{self.precision:.1%} {met}, widest ±{widest:.1%}"
        return (
            f"{self.games} games ({self.deals} seeds × {self.games // self.deals} rotations of the seats), "
            f"seed {self.seed}, "
            f"{self.draws} drawn{stop}{self._answers()}; "
            f"per game {self.rounds.mean:.1f} rounds, {self.turns.mean:.1f} turns, "
            f"{self.decisions.mean:.0f} decisions; {self.decisions_per_second:,.0f} decisions per second"
        )

    def _answers(self) -> str:
        """Return the action selection of the policies among the players, in a few words."""
        how = {one.name: one.action_selection for one in self.bots if one.action_selection is not None}
        if len(set(how.values())) > 1:
            return "; " + ", ".join(f"{name} by {SELECTION[word]} actions" for name, word in how.items())
        return "".join(f"; policies by {SELECTION[word]} actions" for word in set(how.values()))

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            raise missing_attribute(self, name)

    def __repr__(self) -> str:
        return self.table()
