"""Measure the balance of generated editions, into docs/generated.md and docs/balance.png.

`python -m benchmarks balance [EDITIONS [GAMES]]` plays so many games of each of `generated:0`, `generated:1`, … (200
and 1,000: a quarter of an hour of a free core), and of the four editions; after every action the state is checked.
Needs the extra `eval`. A test asks only that the page is there and that its picture is shown.
"""

import math
from collections import Counter
from itertools import pairwise
from pathlib import Path

import numpy as np

import munchkin_env as mk
from benchmarks.measuring import numbers
from munchkin_env.benchmark.generated.edition import REASONS
from munchkin_env.evaluation.balance import Balance, balance
from munchkin_env.evaluation.plots import new_figure, save_figure
from munchkin_env.markdown import table
from munchkin_env.versions import GENERATOR_VERSION, RULES_VERSION

DOCS = Path(__file__).resolve().parents[1] / "docs"
FOUR = ("munchkin", "star", "cthulhu", "extended")
EDITIONS, GAMES = 200, 1000
LIMIT = 25  # points by which no card may move the wins of its holder
BINS = (0, 2.5, 5, 7.5, 10, 12.5, 15, 20, LIMIT, 100)
HEAD = """# Generated editions

Use this when you train or evaluate on generated editions and want to know how their games compare with published
ones. The tables come from {games:,} games of four `greedy` for each of `generated:0` to `generated:{last}` and
for the four published editions (`python -m benchmarks balance {editions} {games}`; rules version {rules},
generator version {generator}; [Results](results/index.md) lists the current versions). Every state of these games
was checked, without a fault.

![Effects of single cards on wins, and lengths of games](balance.png)

## Effects of single cards

The first hand is random. The win rate of players who were dealt a card, less 25 %, therefore estimates the card's
effect in percentage points. *Expected by chance* is the share of cards in each row if no card had an effect, from
the width of the intervals.
"""
STRONGEST = (
    "Result: the strongest of {cards:,} generated cards moves the win rate by {furthest:.1f} points, with a 95 %\n"
    "interval of {low:.1f} to {high:.1f} (`{card}`). {beyond} cards have an interval that lies\n"
    "entirely beyond {limit} points."
)


def expected(cards: list[tuple[float, float]], low: float, high: float) -> float:
    """Return how many cards would move wins by `low` to `high` points by chance; cards: (points, half an interval)."""

    def below(x: float, error: float) -> float:
        return math.erf(x / error / math.sqrt(2)) if error > 0 else 1.0

    return sum(below(high, half / 1.96) - below(low, half / 1.96) for _, half in cards)


def histogram(generated: list[tuple[float, float]], published: list[tuple[float, float]]) -> str:
    """Return cards by their effect on wins: generated, by chance, and of the four editions."""
    rows = []
    for low, high in pairwise(BINS):
        ours, theirs = (sum(low <= abs(m) < high for m, _ in cards) for cards in (generated, published))
        share = [f"{100 * n / len(cards):.2f} %" for n, cards in ((ours, generated), (theirs, published))]
        chance = 100 * expected(generated, low, high) / len(generated)
        rows.append((f"{low:g} to {high:g}", f"{ours:,}", share[0], f"{chance:.2f} %", share[1]))
    return table(("effect, points", "cards", "share", "expected by chance", "share in published editions"), rows)


def points(found: Balance) -> list[tuple[float, float]]:
    """Return (points, half an interval) of each card."""
    return [(100 * card.moves, 50 * (card.high - card.low)) for card in found.cards]


def lengths(generated: list[Balance], published: list[Balance]) -> str:
    """Return rounds and decisions per game: those of the four editions, and the spread of the generated ones."""
    rows = [(name, one.rounds.mean, one.decisions.mean) for name, one in zip(FOUR, published, strict=True)]
    for word, share in (("minimum", 0), ("5 %", 5), ("median", 50), ("95 %", 95), ("maximum", 100)):
        means = [[one.rounds.mean for one in generated], [one.decisions.mean for one in generated]]
        rows.append((f"generated, {word}", *(float(np.percentile(one, share)) for one in means)))
    return table(("edition", "rounds a game", "decisions a game"), [(a, f"{b:.1f}", f"{c:,.0f}") for a, b, c in rows])


def outside(generated: list[Balance], published: list[Balance], games: int) -> str:
    """Return which generated editions have shorter or longer games than all four editions."""
    low, high = (end(one.rounds.mean for one in published) for end in (min, max))
    short = [one.editions[0] for one in generated if one.rounds.mean < low]
    long = [one.editions[0] for one in generated if one.rounds.mean > high]
    return (
        f"Result: of {len(generated)} generated editions, {len(generated) - len(short) - len(long)} have mean lengths "
        f"between those of the published ones. {len(short)} are\nshorter and {len(long)} longer. "
        f"Means of {games:,} games are accurate to 0.1 to 0.3 rounds."
    )


def thrown(names: list[str]) -> str:
    """Return the cards rejected before one was taken, by reason."""
    counts: Counter[str] = Counter()
    drawn = 0
    for name in names:
        edition = mk.generate_edition(int(name.partition(":")[2]))
        counts.update(edition.thrown)
        drawn += edition.drawn
    rows = [(why, REASONS[why], f"{n:,}", f"{100 * n / drawn:.2f} %") for why, n in counts.most_common()]
    return f"{drawn:,} cards were drawn for these editions.\n\n{table(('reason', 'meaning', 'cards', 'share'), rows)}"


def draw(generated: list[Balance], published: list[Balance]) -> None:
    """Draw the picture."""
    figure = new_figure(DOCS / "balance.png", (9, 3.4))
    left, right = figure.subplots(1, 2)
    edges = np.arange(-LIMIT, LIMIT + 1, 1.0)
    for cards, label in ((generated, "generated"), (published, "the four editions")):
        moved = [m for one in cards for m, _ in points(one)]
        left.hist(moved, edges, density=True, histtype="step", label=label)
    left.set(xlabel="points by which a card of the first hand moves wins", ylabel="share of cards", yscale="log")
    left.legend(loc="best", fontsize=8)
    right.hist([one.rounds.mean for one in generated], 24, color="tab:blue", alpha=0.7)
    for name, one in zip(FOUR, published, strict=True):
        right.axvline(one.rounds.mean, color="grey", linestyle=":")
        right.text(one.rounds.mean, right.get_ylim()[1], name, rotation=90, va="top", ha="right", fontsize=7)
    right.set(xlabel="rounds a game", ylabel="generated editions")
    save_figure(figure, DOCS / "balance.png")


def main() -> None:
    editions, games = numbers(__doc__, editions=EDITIONS, games=GAMES)
    names = [f"generated:{seed}" for seed in range(editions)]
    generated = []
    for name in names:
        generated.append(balance(name, games, check=True, progress=False))
        print(f"{name}: {generated[-1].rounds.mean:.1f} rounds, {100 * generated[-1].furthest:.1f} points", flush=True)
    published = [balance(name, games, check=True, progress=False) for name in FOUR]
    ours, theirs = ([pair for one in cards for pair in points(one)] for cards in (generated, published))
    cards = [card for one in generated for card in one.cards]
    first = max(cards, key=lambda card: abs(card.moves))
    head = HEAD.format(
        editions=editions, games=games, rules=RULES_VERSION, generator=GENERATOR_VERSION, last=editions - 1,
    )  # fmt: skip
    strongest = STRONGEST.format(
        cards=len(cards), furthest=100 * abs(first.moves), low=100 * first.low, high=100 * first.high, card=first.card,
        beyond=sum(card.low > LIMIT / 100 or card.high < -LIMIT / 100 for card in cards), limit=LIMIT,
    )  # fmt: skip
    parts = (
        head.rstrip(), histogram(ours, theirs), strongest, "## Lengths of games", lengths(generated, published),
        outside(generated, published, games), "## Rejected cards", thrown(names),
    )  # fmt: skip
    (DOCS / "generated.md").write_text("\n\n".join(parts) + "\n", encoding="utf-8")
    draw(generated, published)


if __name__ == "__main__":
    main()
