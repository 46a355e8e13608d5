"""Measure the figures of docs/formal.md, into docs/results/formal-*.csv.

`python -m benchmarks formal [GAMES]` plays 100 games per line, or so many (ten minutes of a free core). Its results are
not compared with a later engine's; a test checks the counting on known games.
"""

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import lgamma, log, log10
from typing import Any

import numpy as np

import munchkin_env as mk
from benchmarks import results
from benchmarks.measuring import numbers
from munchkin_env.engine.state.layout import STATE
from munchkin_env.markdown import table
from munchkin_env.observation import View

GAMES = 100
LINES = (("random", 4), ("greedy", 3), ("greedy", 4), ("greedy", 5), ("greedy", 6), ("veteran", 4), ("pretrained", 4))
SHUFFLES = 3  # the first streams of chance count them, one for each deck
DICE = 3  # the stream of the die


@dataclass
class Counted:
    """Counts of games of one bot, an entry for each decision or game."""

    legal: list[int] = field(default_factory=list)
    """Legal actions of each decision."""
    unseen: list[int] = field(default_factory=list)
    """Cards of other hands and draw piles whose place the asked seat does not know, at each decision."""
    hands: list[float] = field(default_factory=list)
    """Bits: log2 of the ways in which those cards may fill the other hands, at each decision."""
    out_of_turn: list[bool] = field(default_factory=list)
    """True where the asked seat is not the one whose turn it is."""
    asked_unseen: list[bool] = field(default_factory=list)
    """True where the others cannot tell who is asked."""
    decisions: list[int] = field(default_factory=list)
    rounds: list[int] = field(default_factory=list)
    shuffles: list[int] = field(default_factory=list)
    rolls: list[int] = field(default_factory=list)
    sequences: list[float] = field(default_factory=list)
    """Log10 of the product of the legal actions along each game."""
    returns: list[list[float]] = field(default_factory=list)


def count(bot: str, players: int, games: int, first: int = 0, **settings: Any) -> Counted:
    """Count games of seeds `first` and on, the bot in every seat."""
    found = Counted()
    for seed in range(first, first + games):
        game = mk.Game(seed=seed, players=players, **settings)
        bots = [mk.make_bot(bot) for _ in range(players)]
        chances = [np.random.default_rng([seed, seat]) for seat in range(players)]
        before = len(found.legal)
        while (seat := game.current_player) is not None:
            view = View.of(game, seat)
            found.legal.append(len(game.legal_actions()))
            found.unseen.append(view.unseen().total())
            found.hands.append(hidden_hands(view))
            found.out_of_turn.append(seat != game.turn_seat)
            found.asked_unseen.append(View.of(game, (seat + 1) % players).asked is None)
            game.step(int(bots[seat].act(view, game.legal_action_mask(), chances[seat])))
        found.sequences.append(sum(map(log10, found.legal[before:])))
        found.decisions.append(len(found.legal) - before)
        found.rounds.append(View.of(game, 0).rounds)
        chance = game.position["chance"][0]
        found.shuffles.append(int(chance[:SHUFFLES].sum()))
        found.rolls.append(int(chance[DICE]))
        found.returns.append(game.returns.tolist())
    return found


def hidden_hands(view: View) -> float:
    """Return log2 of the ways to deal the cards that a seat cannot place to the other hands, whose sizes and backs it
    sees; copies of a card count as different ones, the order of draw piles does not count."""
    decks = view.catalogue.tables[0]["card"]["deck"]
    left = [0, 0, 0]
    for kind, copies in view.unseen().items():
        left[int(decks[kind])] += copies
    ways = 0.0
    for p in range(view.players):
        if p == view.seat:
            continue
        treasures, extras = view.hand_treasures(p), view.hand_extras(p)
        sizes = [view.hand_size(p) - treasures - extras, treasures, extras]
        for card in view.hand(p):
            sizes[int(decks[card.type])] -= 1
        for deck, size in enumerate(sizes):
            ways += lgamma(left[deck] + 1) - lgamma(left[deck] - size + 1) - lgamma(size + 1)
            left[deck] -= size
    return ways / log(2)


def summary(bot: str, players: int, one: Counted) -> dict[str, Any]:
    """Return the figures of the tables for some games."""
    won = (np.array(one.returns) > 0).sum(axis=1)
    return {
        "bot": bot,
        "players": players,
        "games": len(one.decisions),
        "rounds": spread(one.rounds),
        "decisions": spread(one.decisions),
        "out_of_turn": float(np.mean(one.out_of_turn)),
        "asked_unseen": float(np.mean(one.asked_unseen)),
        "legal": [float(np.mean(one.legal)), *(float(np.percentile(one.legal, q)) for q in (50, 95, 100))],
        "sequences": float(np.mean(one.sequences)),
        "unseen": spread(one.unseen),
        "hands": spread(one.hands),
        "shuffles": float(np.mean(one.shuffles)),
        "rolls": float(np.mean(one.rolls)),
        "one_winner": float(np.mean(won == 1)),
        "shared": float(np.mean(won > 1)),
        "nobody": float(np.mean(won == 0)),
    }


def spread(numbers: Sequence[float]) -> list[float]:
    """Return mean and central 95 %."""
    return [float(np.mean(numbers)), *(float(np.percentile(numbers, q)) for q in (2.5, 97.5))]


# ---------------------------------------------------------------------------- the tables
Line = dict[str, Any]


def _who(line: Line) -> str:
    return f"{line['players']} × `{line['bot']}`"


def _range(numbers: Sequence[float]) -> str:
    mean, low, high = (f"{one:,.0f}" for one in numbers)
    return f"{mean} ({low} to {high})"


def horizon(line: Line) -> tuple[object, ...]:
    """Return rounds and decisions of a game."""
    return (
        _who(line), _range(line["rounds"]), _range(line["decisions"]), f"{line['decisions'][0] / line['players']:,.0f}",
        f"{line['out_of_turn']:.0%}", f"{line['asked_unseen']:.0%}",
    )  # fmt: skip


def branching(line: Line) -> tuple[object, ...]:
    """Return the number of legal actions of a decision, and their product along a game."""
    mean, *others = line["legal"]
    return _who(line), f"{mean:.1f}", *(f"{n:.0f}" for n in others), f"10^{line['sequences']:.0f}"


def information(line: Line) -> tuple[object, ...]:
    """Return a seat's missing information, and the number of chance events."""
    chance = (f"{line['shuffles']:.1f}", f"{line['rolls']:.1f}")
    return _who(line), _range(line["unseen"]), _range(line["hands"]), *chance


def returns(line: Line) -> tuple[object, ...]:
    """Return how often games have one winner, several, or none."""
    return _who(line), *(f"{100 * line[what]:.1f} %" for what in ("one_winner", "shared", "nobody"))


TABLES: dict[str, tuple[tuple[str, ...], Callable[[Line], tuple[object, ...]]]] = {
    "horizon": (
        ("players", "rounds", "decisions a game", "of each seat", "asked out of turn",
         "asked seat hidden from others"), horizon,
    ),
    "branching": (("players", "mean", "median", "95 %", "maximum", "action sequences"), branching),
    "information": (
        ("players", "unknown cards", "bits of other hands", "shuffles", "rolls of the die"),
        information,
    ),
    "returns": (("players", "one winner", "a shared win", "a draw"), returns),
}  # fmt: skip
"""Column names and the row of a line, by table: docs/results/formal-NAME.csv."""


def sizes() -> str:
    """Return the sizes that do not depend on play, as Markdown."""
    rows = []
    for players in range(3, 7):
        facts = mk.spec(players=players)
        count, fields = facts.tokens_shape
        rows.append(
            (players, facts.num_actions, f"{facts.flat_length:,}", f"{count} × {fields}", f"{STATE.itemsize:,}")
        )
    return table(("players", "actions", "`flat`, bytes", "`tokens`", "state, bytes"), rows)


def main() -> None:
    (each,) = numbers(__doc__, games=GAMES)
    lines = []
    for bot, players in LINES:
        print(f"{players} {bot} …", file=sys.stderr)
        lines.append(summary(bot, players, count(bot, players, each)))
    for name, (head, row) in TABLES.items():
        if each == GAMES:
            results.publish(f"formal-{name}", head, map(row, lines))
        else:  # a trial
            print(table(head, map(row, lines)), end="\n\n")


if __name__ == "__main__":
    main()
