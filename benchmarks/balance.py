"""Measure the balance of generated editions, into docs/generated.md and docs/balance.png.

`python -m benchmarks balance [EDITIONS [GAMES]]` plays so many games of each of `generated:0`, `generated:1`, … (200
and 1,000: a quarter of an hour of a free core), and of the four editions; after every action the state is checked.
Needs the extra `eval`. A test asks only that the page is there and that its picture is shown.
"""

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

import munchkin_env as mk
from benchmarks.measuring import numbers
from munchkin_env.benchmark.generated.edition import REASONS
from munchkin_env.bots.dispatch import NAMES
from munchkin_env.cards.compile import Catalogue, catalogue_of
from munchkin_env.config.game_config import GameConfig
from munchkin_env.engine.kernels.kernel import records
from munchkin_env.engine.state.layout import empty
from munchkin_env.envs.bot_games import ANSWERS, ROUNDS, WINNERS, new_batch, play_games
from munchkin_env.evaluation.card_stats import compiled_number, game_seeds, played
from munchkin_env.evaluation.plots import new_figure, save_figure
from munchkin_env.evaluation.result import Length
from munchkin_env.evaluation.statistics import wilson, win_shares
from munchkin_env.game.initial_state import write_settings
from munchkin_env.markdown import table
from munchkin_env.observation import spec
from munchkin_env.versions import GENERATOR_VERSION, RULES_VERSION
from munchkin_env.vocabulary import Zone

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
DEALT = 64  # games that are dealt in one compiled call
LEAST = 30
"""Times that a card must have been dealt before its effect is reported."""


@dataclass(frozen=True)
class CardBalance:
    """Value of a card in the first hand, which only chance deals."""

    card: str
    """`edition:id`."""
    name: str
    kind: str
    dealt: int
    """Players who were dealt it with their first hand, in all games together."""
    moves: float
    """Share of wins of these, less the chance level."""
    low: float
    """Lower end of the 95 % interval of `moves`, Wilson's, as for independent games."""
    high: float


@dataclass(frozen=True)
class Balance:
    """Result of `balance`."""

    editions: tuple[str, ...]
    games: int
    rounds: Length
    decisions: Length
    cards: tuple[CardBalance, ...]
    """Cards that were dealt often enough, the one that moves wins the furthest first."""

    @property
    def furthest(self) -> float:
        """Largest effect of a card on wins, up or down; 0 without cards."""
        return max((abs(card.moves) for card in self.cards), default=0.0)


def balance(
    editions: Sequence[str] | str = ("munchkin",),
    games: int = 1000,
    seed: int = 0,
    *,
    check: bool = False,
    **settings: Any,
) -> Balance:
    """Play the games of `game_stats` with four `greedy`; relate each player's first hand to the winner.

    A card in a first hand is there by chance, so a difference between its holders and others is its effect. check:
    check after every action whether the state is sound.

    Raises EngineFault for a game that the engine stopped, or whose state is not sound.
    """
    config = GameConfig.of({"editions": editions, "players": 4, "first_seat": 0, **settings})
    results, _ = played(config, compiled_number("greedy"), games, seed, check, False)
    catalogue = catalogue_of(config)
    shares = win_shares(results[:, WINNERS], config.players)
    times, won = _of_hands(config, catalogue, shares, seed)
    often = np.flatnonzero(times >= LEAST).tolist()
    cards = [_card(catalogue, k, int(times[k]), float(won[k]), 1 / config.players) for k in often]
    return Balance(
        config.editions, games, Length.of(results[:, ROUNDS]), Length.of(results[:, ANSWERS]),
        tuple(sorted(cards, key=lambda card: (-abs(card.moves), card.card))),
    )  # fmt: skip


def _of_hands(config: GameConfig, catalogue: Catalogue, shares: np.ndarray, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Return by card type the players who were dealt it with their first hand, int (T,), and their wins, float (T,).

    shares: float (games, P).
    """
    types = len(catalogue.cards)
    times, won = np.zeros(types, np.int64), np.zeros(types)
    type_of = catalogue.tables[0]["type_of"]
    for at in range(0, len(shares), DEALT):
        seeds = [game_seeds(seed, deal) for deal in range(at, min(at + DEALT, len(shares)))]
        zones = _dealt(config, catalogue, np.array(seeds, np.int64))
        for game, row in enumerate(zones):
            for seat in range(config.players):
                held = np.unique(type_of[np.flatnonzero(row == Zone.HAND + seat)])
                times[held] += 1
                won[held] += shares[at + game, seat]
    return times, won


def _dealt(config: GameConfig, catalogue: Catalogue, seeds: np.ndarray) -> np.ndarray:
    """Return the place of each copy at the first decision: int (games, copies). seeds: int64 (games, 4)."""
    n, template = len(seeds), empty(1)
    write_settings(template, config, catalogue)
    kinds = np.full((n, config.players), NAMES.index("random"), np.int64)
    batch = new_batch(seeds, kinds, spec(**config.as_dict()).num_actions)
    first_seat = -1 if config.first_seat is None else config.first_seat
    play_games(tuple(batch), records(catalogue.tables), records(template), first_seat, 0, 1)
    zones: np.ndarray = batch.positions["card"]["zone"]
    return zones


def _card(catalogue: Catalogue, k: int, dealt: int, won: float, equal: float) -> CardBalance:
    card = catalogue.cards[k]
    assert card is not None  # it was dealt
    rate = won / dealt
    low, high = wilson(rate, dealt)
    return CardBalance(card.full_id, card.name, card.kind_word, dealt, rate - equal, low - equal, high - equal)


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
        generated.append(balance(name, games, check=True))
        print(f"{name}: {generated[-1].rounds.mean:.1f} rounds, {100 * generated[-1].furthest:.1f} points", flush=True)
    published = [balance(name, games, check=True) for name in FOUR]
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
