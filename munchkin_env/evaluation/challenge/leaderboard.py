"""Report cards side by side: a page of Markdown, and a picture of one card."""

from collections.abc import Sequence
from pathlib import Path

from munchkin_env.errors import ConfigError
from munchkin_env.evaluation.challenge.card import Card
from munchkin_env.evaluation.plots import new_figure, save_figure
from munchkin_env.evaluation.rows import table


def leaderboard(cards: Sequence[Card]) -> str:
    """Markdown: a table for each track and set of seeds, a row for each card, the highest mean of its groups first.

    Raises ConfigError for no cards, and for cards of one track that other versions have made.
    """
    if not cards:
        raise ConfigError("cards: expected at least one, got none")
    blocks = []
    for key in dict.fromkeys((card.track, card.seeds, card.commitment) for card in cards):
        there = [card for card in cards if (card.track, card.seeds, card.commitment) == key]
        if any(card.versions != there[0].versions for card in there):
            made = "; ".join(f"{card.player}: {card.versions}" for card in there)
            raise ConfigError(f"cards: expected cards of {key[0]} by the same versions, got {made}")
        blocks.append(_block(there))
    return "\n\n".join(blocks) + "\n"


def mean_share(card: Card) -> float:
    """The mean over the groups of a card."""
    return sum(share for share, _, _ in card.groups.values()) / len(card.groups)


def _block(cards: Sequence[Card]) -> str:
    first = cards[0]
    groups = list(first.groups)
    head = ("player", *groups, "mean", "training, CPU minutes", "ms an answer")
    rows = []
    for card in sorted(cards, key=mean_share, reverse=True):
        shares = [f"{100 * s:.1f} [{100 * low:.1f}, {100 * high:.1f}]" for s, low, high in card.groups.values()]
        minutes = "–" if card.budget.cpu_minutes is None else f"{card.budget.cpu_minutes:g}"
        ms = f"{card.budget.milliseconds:.2g}"
        rows.append((f"`{card.player}`", *shares, f"{100 * mean_share(card):.1f}", minutes, ms))
    state = "" if first.released else ", of an unreleased version"
    title = f"**{first.track}**, {first.seeds} seeds{state}; share of wins, %, with 95 % intervals:"
    return f"{title}\n\n{table(head, rows)}"


def draw_card(card: Card, file: Path) -> None:
    """A dot for each stage, with its interval, beside what an equal wins.

    file: PNG or SVG. Raises what `plots.check_plot` raises, and ConfigError if it can't be written.
    """
    figure = new_figure(file, (7.5, 1.4 + 0.28 * len(card.figures)))
    panel = figure.subplots()
    places = range(len(card.figures))
    shares = [100 * one.share for one in card.figures]
    whiskers = [
        [max(0.0, 100 * (one.share - one.low)) for one in card.figures],
        [max(0.0, 100 * (one.high - one.share)) for one in card.figures],
    ]
    panel.errorbar(shares, places, xerr=whiskers, fmt="o", capsize=3, label=card.player)
    panel.scatter([100 * one.equal for one in card.figures], places, marker="|", color="grey", label="an equal")
    panel.set(title=f"{card.track}, {card.seeds} seeds", xlabel="games won, %", xlim=(0, None))
    panel.set_yticks(places, [one.name for one in card.figures])
    panel.set_ylim(len(places) - 0.5, -0.5)
    panel.grid(axis="x", alpha=0.3)
    panel.legend(loc="best", fontsize=8)
    save_figure(figure, file)
