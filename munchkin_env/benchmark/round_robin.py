"""Round robin of players, two and two at a table: pairwise wins, and ratings that copied players do not move."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from munchkin_env.benchmark.players import Player
from munchkin_env.benchmark.report import in_line
from munchkin_env.engine.kernels.kernel import FIRST_TIME
from munchkin_env.envs.bot_games import WINNERS
from munchkin_env.errors import ConfigError, shown
from munchkin_env.evaluation.averaging import AveragedRatings, averaged_ratings
from munchkin_env.evaluation.match import MOST_GAMES, bots_of, check_progress, check_whole
from munchkin_env.evaluation.match_runner import MatchTable, check_ended, plan_games, play_in_chunks
from munchkin_env.evaluation.names import labels
from munchkin_env.evaluation.progress import Progress
from munchkin_env.evaluation.rows import table
from munchkin_env.evaluation.statistics import ratio_interval, win_shares
from munchkin_env.evaluation.summary import by_player
from munchkin_env.game.initial_state import seed_or_drawn
from munchkin_env.renamed import checks_names

SEATINGS = ((0, 1, 0, 1), (1, 0, 1, 0), (0, 0, 1, 1), (1, 1, 0, 0))
"""Seatings: across from each other, and side by side; the chairs rotate. Each is also played the other way, so the
order of names does not matter, and a player against itself has a half in every deal."""
OF_A_DEAL = len(SEATINGS) * 4  # games
MOST_PLAYERS = 64


@dataclass(frozen=True)
class Pairs:
    """Result of `rate`."""

    names: tuple[str, ...]
    wins: np.ndarray
    """Wins, float (deals, N, N): the share of the wins of deal d that went to a at the tables of a and b; 1/2 on the
    diagonal."""
    ratings: AveragedRatings
    games: int
    """Games of each pair."""
    seed: int

    def beats(self, a: int, b: int) -> bool:
        """Return an arrow of the response graph: True if the 95 % interval of a's wins against b lies above a half."""
        return a != b and self.interval(a, b)[0] > 0.5

    def interval(self, a: int, b: int) -> tuple[float, float]:
        """Return the 95 % interval of the share of the wins that went to a at the tables of both, clustered by deal."""
        ends = ratio_interval(self.wins[:, a, b] * OF_A_DEAL, np.full(len(self.wins), float(OF_A_DEAL)), True)
        return ends

    def markdown(self) -> str:
        """Return ratings, then the share of wins of the row's player against the column's."""
        names = [f"`{in_line(name)}`" for name in self.names]
        rows = []
        for a, name in enumerate(names):
            cells = ["–" if a == b else self._cell(a, b) for b in range(len(names))]
            beaten = ", ".join(names[b] for b in range(len(names)) if self.beats(a, b)) or "nobody"
            rows.append((name, *cells, beaten))
        told = f"{self.games} games of each pair, two and two, seed {self.seed}; shares of wins, %, 95 % intervals."
        return f"{self.ratings.table()}\n\n{told}\n\n{table(('', *names, 'beats'), rows)}\n"

    def _cell(self, a: int, b: int) -> str:
        low, high = self.interval(a, b)
        return f"{100 * self.wins[:, a, b].mean():.1f} [{100 * low:.1f}, {100 * high:.1f}]"


@checks_names
def rate(
    bots: Sequence[str],
    games: int = 400,
    seed: int | None = 0,
    editions: Sequence[str] | str = ("munchkin",),
    *,
    merge_threshold: float = 0.0,
    processes: int = 1,
    progress: bool | None = None,
) -> Pairs:
    """Play every two of 2 to 64 players, two copies of each at a table of four, and rate them.

    bots: as `munchkin challenge run` takes them. games: of each pair, rounded up to whole deals of sixteen: all
    rotations of the seatings; all pairs have the same deals. merge_threshold: players whose shares of wins differ by no
    more share one voice, as copies do. Raises ConfigError as `evaluate` does.
    """
    if isinstance(bots, str) or not 2 <= len(bots) <= MOST_PLAYERS:
        raise ConfigError(f"bots: expected 2 to {MOST_PLAYERS} names, got {shown(bots)}")
    check_whole("games", games, 1, MOST_GAMES)
    check_progress(progress)
    seed = seed_or_drawn(seed)
    deals = -(-games // OF_A_DEAL)
    who = [Player.of(word) for word in bots]
    n = len(who)
    wins = np.full((deals, n, n), 0.5)
    with Progress(n * (n - 1) // 2 * deals * OF_A_DEAL, "games", progress) as bar:
        bar.say(f"preparing compiled code ({FIRST_TIME}) …")
        for a, b in combinations(range(n), 2):
            wins[:, a, b] = _shares(who[a], who[b], deals, seed, editions, processes, bar)
            wins[:, b, a] = 1 - wins[:, a, b]
    names = tuple(labels([one.name for one in who]))
    return Pairs(names, wins, averaged_ratings(names, wins, merge_threshold=merge_threshold), deals * OF_A_DEAL, seed)


def _shares(
    one: Player, other: Player, deals: int, seed: int, editions: Sequence[str] | str, processes: int, bar: Progress
) -> np.ndarray:
    """Return the first one's share of the wins, float (deals,); games that nobody won are shared."""
    won = np.zeros((deals, 2))
    for seating in SEATINGS:
        bots, config = bots_of([(one, other)[k].given for k in seating], editions, {}, True, True)
        plan = plan_games(seed, deals, len(bots))
        outcomes = play_in_chunks(MatchTable(config, bots), plan, 1, processes, bar.advance)
        check_ended(outcomes, plan, config)
        shares = by_player(win_shares(outcomes.results[:, WINNERS], len(bots)), plan)
        for k in (0, 1):
            own = [i for i, player in enumerate(seating) if player == k]
            won[:, k] += shares[:, own].sum(axis=1).reshape(deals, -1).sum(axis=1)
    drawn = OF_A_DEAL - won.sum(axis=1)
    found: np.ndarray = (won[:, 0] + drawn / 2) / OF_A_DEAL
    return found


__all__ = ["Pairs", "rate"]
