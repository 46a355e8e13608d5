"""Measure lengths of games of editions and blends, into docs/results/game-lengths.csv.

`python -m benchmarks game_lengths [GAMES]` plays 2,000 games of four `greedy` for each, or so many (75 seconds of a
free core).
"""

import munchkin_env as mk
from benchmarks import results
from benchmarks.measuring import numbers
from munchkin_env.markdown import table

EDITIONS = (
    ("munchkin",),
    ("cthulhu",),
    ("star",),
    ("extended",),
    ("munchkin", "cthulhu"),
    ("cthulhu", "munchkin"),
    ("munchkin", "star"),
    ("star", "munchkin"),
    ("star", "cthulhu"),
    ("munchkin", "extended"),
    ("munchkin", "star", "cthulhu"),
    ("munchkin", "extended", "star", "cthulhu"),
)
GAMES = 2000
HEAD = ("editions", "rounds", "decisions", "ended by", "won by seat", "one `greedy` against three `random`")


def row(editions: tuple[str, ...], games: int) -> tuple[str, ...]:
    """Return the row of a set of editions; the first one is the host."""
    found = mk.game_stats(editions, games=games, bot="greedy")
    match = mk.evaluate(["greedy", "random", "random", "random"], games=max(4, games // 5), editions=editions)
    ends = ", ".join(f"{ending} {rate:.1%}" for ending, rate in found.endings.items())
    seats = " ".join(f"{100 * rate:.1f}" for rate in found.wins_by_seat)
    lengths = (f"{found.rounds.mean:.1f}", f"{found.decisions.mean:.0f}")
    return " + ".join(editions), *lengths, ends, seats, f"{match.bots[0].win_rate:.1%}"


def main() -> None:
    (games,) = numbers(__doc__, games=GAMES)
    rows = [row(editions, games) for editions in EDITIONS]
    if games == GAMES:
        results.publish("game-lengths", HEAD, rows)
    else:  # a trial
        print(table(HEAD, rows))


if __name__ == "__main__":
    main()
