"""Matches of the learner against bots while it trains."""

import re
import time
from typing import Any, Protocol

import munchkin_env as mk
from training.run import Clock, Report, RunFolder, read_metrics
from training.sections import Config


class Learner(Protocol):
    """Learner under evaluation."""

    @property
    def iteration(self) -> int:
        """Return the finished iterations."""

    @property
    def decisions(self) -> int:
        """Return the timesteps so far."""

    @property
    def clock(self) -> Clock:
        """Return the time so far."""

    @property
    def doing(self) -> str:
        """Return its present activity in one or two words."""

    def player(self, deterministic: bool = True) -> Any:
        """Return the present learner as a player; deterministic: it takes argmax actions, otherwise it samples."""

    def save_policy(self, name: str) -> Any:
        """Write it under this name into the run's folder."""


class Evaluations:
    """Evaluations of the learner against each opponent of the settings; keeps the best learner."""

    def __init__(self, config: Config, folder: RunFolder) -> None:
        self.config, self.folder = config, folder
        self._first = config.evaluation.opponents[0]
        past = [line["win_rate"] for line in read_metrics(folder.path) if line.get("opponent") == self._first]
        self.best = max(past, default=-1.0)

    def measure(self, learner: Learner, report: Report) -> None:
        """Play the matches, write them down and report their results."""
        since = time.perf_counter()
        settings, said = self.config.evaluation, []
        answers = answers_of(self.config)
        for opponent in settings.opponents:
            result = self.play(learner.player(settings.deterministic), opponent)
            self._keep(result, learner.iteration, opponent)
            rate, low, high = self._rate(result)
            said.append(f"{opponent} {100 * rate:.1f} % [{100 * low:.1f}, {100 * high:.1f}]")
            if opponent == self._first and rate > self.best:
                self.best = rate
                learner.save_policy("best")
            self.folder.log(
                "evaluation",
                learner.iteration,
                learner.decisions,
                time_elapsed=learner.clock.seconds,
                opponent=opponent,
                win_rate=rate,
                low=low,
                high=high,
                games=result.games,
                deterministic=settings.deterministic,
            )
        learner.clock.lap("evaluation", since)
        report.say(
            f"{learner.decisions:>11,} decisions, {learner.clock.seconds:6.0f} s, {learner.doing}: "
            f"wins by {answers} actions against {', '.join(said)}"
        )

    def _rate(self, result: Any) -> tuple[float, float, float]:
        """Return the learner's share of wins with its interval.

        Of a coalition, it is the share that the other player did not win.
        """
        if self.config.opponents.coalition:
            other = result.bots[-1]
            return 1.0 - other.win_rate, 1.0 - other.high, 1.0 - other.low
        own = result.bots[0]
        return own.win_rate, own.low, own.high

    def _keep(self, result: Any, iteration: int, opponent: str) -> None:
        """Write the games that are recorded."""
        folder, against = self.folder.path / "replays", re.sub(r"[^\w.-]+", "_", opponent)
        for number, replay in enumerate(result.replays):
            folder.mkdir(exist_ok=True)
            replay.write(folder / f"{iteration:06}-{against}-{number}.json.gz")

    def play(self, player: Any, opponent: str) -> Any:
        """Play the match of the learner against seats full of one opponent; a coalition has all seats but one."""
        settings = self.config.evaluation
        players = self.config.game.players[0]
        team = players - 1 if self.config.opponents.coalition else 1
        return mk.evaluate(
            [player] * team + [opponent] * (players - team),
            games=settings.games,
            seed=settings.seed,
            record=settings.record,
            progress=False,
            **self.config.game.settings,
        )


def answers_of(config: Config) -> str:
    """Return the learner's action selection in its evaluations."""
    return "deterministic" if config.evaluation.deterministic else "sampled"
