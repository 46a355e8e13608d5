"""What an evaluation found: numbers, JSON, a table for people."""

import json
from dataclasses import asdict, dataclass, field, replace
from html import escape
from typing import Any

import numpy as np

from munchkin_env.errors import ConfigError, shown
from munchkin_env.evaluation.ratings import Rating
from munchkin_env.evaluation.rows import asked, other_rules, table
from munchkin_env.evaluation.social_metrics import Social
from munchkin_env.replays.replay import Replay

# Of how it was played, not of what was found; replays are files of their own.
UNTOLD = ("seconds", "decisions_per_second", "compiled", "replays")


@dataclass(frozen=True)
class PlayerResult:
    """One player's part. Rates are of all games played; a win shared by k players counts 1/k for each."""

    name: str
    """What tells it from other players: its own name, or one made of it where another has the same (`names`)."""
    label: str
    """The same for each chair: copies of one player share the name and are numbered."""
    answers: str | None
    """How it answers if it is a policy, "likeliest" or "drawn"; None for others."""
    rules_version: int | None
    """Rules by which it was trained, if it is a policy and its file says so; None for others."""
    wins: float
    win_rate: float
    low: float
    """Lower end of the 95 % interval of the win rate, clustered by deal."""
    high: float
    mean_level: float
    """Level when the game ended, the mean over all games."""
    mean_place: float
    """1 is the best: who won is before who did not, then the higher level; equals share the mean of their places."""
    shared_wins: int
    """Games won together with others."""
    helped: float
    """Per game: combats of others that it joined, by a deal or since a card made it."""
    help_kept: float
    """Per game: how many of those ended in a kill while it was in them. The rules hold both sides to a deal; it comes
    to nothing where the fight is lost or the helper is taken out of it."""
    was_helped: float
    """Per game: times that another joined its combat."""
    trades: float
    """Per game: trades and exchanges of cards that it agreed on with another."""
    variance_ratio: float | None
    """Variance of the win rate over that of as many games of different deals (`statistics.variance_ratio`)."""
    asked: dict[str, float] | None = None
    """What was counted of a language model's answers (`language.Counts`, without times); None for others."""
    reasons: dict[str, int] | None = None
    """Why calls of a language model had no reply or questions were not put, and how often; None for others."""


@dataclass(frozen=True)
class Difference:
    """Of two win rates in the same games. Copies of one player are taken together, as their mean."""

    player: str
    other: str
    difference: float
    """Win rate of `player` less that of `other`."""
    low: float
    """Lower end of its 95 % interval, clustered by deal (`statistics.difference_interval`)."""
    high: float


@dataclass(frozen=True)
class Length:
    """Mean, median and longest of something per game."""

    mean: float
    median: float
    longest: int

    @classmethod
    def of(cls, values: np.ndarray) -> "Length":
        return cls(float(values.mean()), float(np.median(values)), int(values.max()))


@dataclass(frozen=True)
class Evaluation:
    """The result of `evaluate`."""

    players: tuple[PlayerResult, ...]
    differences: tuple[Difference, ...]
    """Of every two different players."""
    ratings: tuple[Rating, ...] | None
    """By player, if they were asked for."""
    games: int
    deals: int
    """Different deals; each was played once in every rotation of the seats."""
    draws: int
    """Games without a winner; they count as won by nobody."""
    wins_by_seat: tuple[float, ...]
    """Rates by seat, whoever sits there."""
    rounds: Length
    turns: Length
    decisions: Length
    """Answers given per game, by all players together."""
    precision: float | None
    """The half width of intervals at which it was to stop, if one was given."""
    seconds: float
    decisions_per_second: float
    compiled: bool
    """All players were compiled bots and played in compiled code."""
    seed: int
    settings: dict[str, Any]
    replays: tuple[Replay, ...] = field(default=(), repr=False, compare=False)
    """The games that were to be kept (`record`), in the order of the match."""
    social: Social | None = None
    """Who does what to whom in the first games, if it was to be counted (`social`)."""

    def replay(self, game: int = 0) -> Replay:
        """One of the games that were kept. Raises ConfigError where there is none of that number."""
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
        return self.draws / self.games

    def as_dict(self) -> dict[str, Any]:
        """Plain values only, and no times: the same arguments give the same."""
        found = {name: value for name, value in asdict(replace(self, replays=())).items() if name not in UNTOLD}
        return {**found, "draw_rate": self.draw_rate}

    def as_json(self) -> str:
        return json.dumps(self.as_dict(), indent=2)

    def table(self) -> str:
        """A Markdown table of the players, and a line about the games."""
        head = ("player", "win rate", "95 % interval", "wins", "level", "place")
        rows = [
            (p.label, f"{p.win_rate:.1%}", f"{p.low:.1%} – {p.high:.1%}", f"{p.wins:g}", f"{p.mean_level:.2f}",
             f"{p.mean_place:.2f}")
            for p in self.players
        ]  # fmt: skip
        return "\n\n".join(
            [table(head, rows), *asked(self.asked(), self.reasons()), *other_rules(self.trained_by()), self.summary()]
        )

    def trained_by(self) -> list[tuple[str, int | None]]:
        """Rules by which each player was trained, by its name."""
        return [(player.name, player.rules_version) for player in self.players]

    def asked(self) -> list[tuple[str, dict[str, float]]]:
        """What was counted of each language model, by its label."""
        return [(player.label, player.asked) for player in self.players if player.asked is not None]

    def reasons(self) -> dict[str, dict[str, int]]:
        """Why language models gave no reply, and how often, by label."""
        return {player.label: player.reasons for player in self.players if player.reasons}

    def details(self) -> str:
        """Markdown: what `table` leaves out of the players, differences, ratings, wins by seat."""
        head = ("player", "shared wins", "helped", "kept", "was helped", "trades", "variance ratio")
        rows = [
            (p.label, str(p.shared_wins), f"{p.helped:.2f}", f"{p.help_kept:.2f}", f"{p.was_helped:.2f}",
             f"{p.trades:.2f}", "" if p.variance_ratio is None else f"{p.variance_ratio:.2f}")
            for p in self.players
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
                for p, r in zip(self.players, self.ratings, strict=True)
            ]
            blocks.append(table(("OpenSkill", "mu", "sigma", "ordinal"), rated))
        if self.social is not None:
            blocks.append(self.social.table())
        seats = ", ".join(f"{rate:.1%}" for rate in self.wins_by_seat)
        blocks.append(f"Helped, kept, was helped and trades are per game. Won by seat, whoever sat there: {seats}.")
        return "\n\n".join(blocks)

    def summary(self) -> str:
        """The games in a few words."""
        stop = ""
        if self.precision is not None:
            widest = max(player.high - player.low for player in self.players) / 2
            met = "met" if widest <= self.precision else "not met"
            stop = f"; precision ±{self.precision:.1%} {met}, widest ±{widest:.1%}"
        return (
            f"{self.games} games ({self.deals} deals × {self.games // self.deals} rotations of the seats), "
            f"seed {self.seed}, "
            f"{self.draws} drawn{stop}{self._answers()}; "
            f"per game {self.rounds.mean:.1f} rounds, {self.turns.mean:.1f} turns, "
            f"{self.decisions.mean:.0f} decisions; {self.decisions_per_second:,.0f} decisions per second"
        )

    def _answers(self) -> str:
        """How the policies among the players answered, in a few words."""
        how = {player.name: player.answers for player in self.players if player.answers is not None}
        if len(set(how.values())) > 1:
            return "; " + ", ".join(f"{name} by {answers} answers" for name, answers in how.items())
        return "".join(f"; policies by {answers} answers" for answers in set(how.values()))

    def __str__(self) -> str:
        return self.table()
