"""What an evaluation found: numbers, JSON, a table for people."""

import json
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np


@dataclass(frozen=True)
class PlayerResult:
    """One player's part. Rates are of all games played; a win shared by k players counts 1/k for each."""

    name: str
    wins: float
    win_rate: float
    low: float
    """Lower end of the 95 % interval of the win rate, clustered by deal."""
    high: float
    mean_level: float
    """Level when the game ended, the mean over all games."""


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
    games: int
    deals: int
    """Different deals; each was played once in every rotation of the seats."""
    draws: int
    """Games without a winner; they count as won by nobody."""
    rounds: Length
    turns: Length
    decisions: Length
    """Answers given per game, by all players together."""
    seconds: float
    decisions_per_second: float
    compiled: bool
    """All players were compiled bots and played in compiled code."""
    seed: int
    settings: dict[str, Any]

    @property
    def draw_rate(self) -> float:
        return self.draws / self.games

    def as_dict(self) -> dict[str, Any]:
        """Plain values only."""
        return {**asdict(self), "draw_rate": self.draw_rate}

    def as_json(self) -> str:
        return json.dumps(self.as_dict(), indent=2)

    def table(self) -> str:
        """A Markdown table of the players that also reads well as plain text, and a line about the games."""
        width = max(6, *(len(player.name) for player in self.players))
        lines = [
            f"| {'player':<{width}} | win rate |   95 % interval   |   wins |",
            f"|:{'-' * width}-|---------:|:-----------------:|-------:|",
        ]
        for player in self.players:
            span = f"{player.low:>6.1%} – {player.high:>6.1%}"
            lines.append(f"| {player.name:<{width}} | {player.win_rate:>8.1%} | {span:^17} | {player.wins:>6g} |")
        return "\n".join([*lines, "", self.summary()])

    def summary(self) -> str:
        """The games in a few words."""
        return (
            f"{self.games} games ({self.deals} deals × {self.games // self.deals} rotations of the seats), "
            f"{self.draws} drawn; per game {self.rounds.mean:.1f} rounds, {self.turns.mean:.1f} turns, "
            f"{self.decisions.mean:.0f} decisions; {self.decisions_per_second:,.0f} decisions per second"
        )

    def __str__(self) -> str:
        return self.table()
