"""Leaderboard of reports: a page of Markdown, and a picture of one report."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from munchkin_env.benchmark.report import BASELINE, ChallengeReport, Share, in_line, percent
from munchkin_env.errors import ConfigError, shown
from munchkin_env.evaluation.plots import new_figure, save_figure
from munchkin_env.evaluation.statistics import mean_interval
from munchkin_env.markdown import table

SEEDS = 5
"""Training seeds that a claim about a recipe needs."""


@dataclass(frozen=True)
class _Row:
    """A report, or all reports of a recipe."""

    name: str
    groups: dict[str, Share]
    win_rate: Share
    vs_baseline: Share
    budget: str
    minutes: str
    milliseconds: str


def leaderboard(cards: Sequence[ChallengeReport]) -> str:
    """Return Markdown: a table for each track and set of seeds, the highest mean of its groups first.

    Reports of one recipe are one row, with an interval over their training seeds. Raises ConfigError for no reports,
    for reports of one track that other versions have made, and for two reports of one recipe and training seed.
    """
    if not cards:
        raise ConfigError("reports: expected at least one, got none")
    blocks = []
    for key in dict.fromkeys((card.track, card.seeds, card.commitment) for card in cards):
        there = [card for card in cards if (card.track, card.seeds, card.commitment) == key]
        if any(card.versions != there[0].versions for card in there):
            made = "; ".join(f"{card.player}: {card.versions}" for card in there)
            raise ConfigError(f"reports: expected reports of {key[0]} by the same versions, got {made}")
        for card in there:
            if list(card.groups) != list(there[0].groups):
                asked = f"{shown(list(there[0].groups))}, got {shown(list(card.groups))} of {shown(card.player)}"
                raise ConfigError(f"reports: expected the questions {asked}")
        blocks.append(_block(there))
    return "\n\n".join(blocks) + "\n"


def _block(cards: Sequence[ChallengeReport]) -> str:
    first = cards[0]
    groups = list(first.groups)
    more = f"more than `{BASELINE}`"
    cost = ("budget (self-reported)", "training, CPU min (self-reported)", "ms per action")
    head = ("player", *map(in_line, groups), "mean", more, *cost)
    rows = sorted(_rows(cards), key=lambda row: -row.win_rate.value)
    lines = [
        (row.name, *(percent(row.groups[name]) for name in groups), percent(row.win_rate), percent(row.vs_baseline,
        "+"),
         row.budget, row.minutes, row.milliseconds)
        for row in rows
    ]  # fmt: skip
    state = "" if first.released else ", of an unreleased version"
    made = in_line(", ".join(f"{name} {value}" for name, value in first.versions.items()))
    title = f"**{first.track}**, {first.seeds} seeds{state}; share of wins, %, with 95 % intervals ({made}):"
    return f"{title}\n\n{table(head, lines)}"


def _rows(cards: Sequence[ChallengeReport]) -> list[_Row]:
    made: dict[str, list[ChallengeReport]] = {}
    rows = []
    for i, card in enumerate(cards):
        if card.recipe is not None:
            made.setdefault(card.recipe.name, []).append(card)
            continue
        twin = next((one for one in cards[:i] if one.results == card.results), None)
        rows.append(_row(card, "" if twin is None else f", plays as `{in_line(twin.player)}` does"))
    return rows + [_of_recipe(name, there) for name, there in made.items()]


def _row(card: ChallengeReport, note: str) -> _Row:
    minutes = "–" if card.budget.cpu_minutes is None else f"{card.budget.cpu_minutes:g}"
    shares = {name: one.win_rate for name, one in card.groups.items()}
    return _Row(
        f"`{in_line(card.player)}`{_reservations([card])}{note}", shares, card.mean.win_rate, card.mean.vs_baseline,
        card.budget.name, minutes,
        f"{card.budget.milliseconds:.2g}",
    )  # fmt: skip


def _reservations(cards: Sequence[ChallengeReport]) -> str:
    """Return what sets reports apart from others of the table: fewer or more games, training under other rules."""
    trained = {card.rules_trained for card in cards} - {None, cards[0].versions.get("rules")}
    notes = [] if all(card.complete for card in cards) else ["other number of games"]
    notes += [f"trained under rules {rules}" for rules in sorted(map(str, trained))]
    return "".join(f", {note}" for note in notes)


def _of_recipe(name: str, cards: Sequence[ChallengeReport]) -> _Row:
    seeds = [card.recipe.seed for card in cards if card.recipe is not None]
    if len(set(seeds)) < len(seeds):
        raise ConfigError(f"reports: expected one for each training seed of recipe {name}, got seeds {seeds}")
    digests = [card.sha256 for card in cards if card.sha256 is not None]
    if len(set(digests)) < len(digests):
        raise ConfigError(f"reports: expected a player for each training seed of recipe {name}, got one file twice")
    if len({(card.kind, card.budget.name) for card in cards}) > 1:
        raise ConfigError(f"reports: expected one kind and class of budget of recipe {name}, got several")
    note = f" ({len(cards)} seeds)" if len(cards) >= SEEDS else f" ({len(cards)} of {SEEDS} seeds)"
    note += _reservations(cards)
    if len(cards) == 1:
        return replace(_row(cards[0], note), name=f"recipe {in_line(name)}{note}")
    rows = [_row(card, "") for card in cards]
    shares = {group: _over([row.groups[group] for row in rows]) for group in rows[0].groups}
    times = [card.budget.milliseconds for card in cards]
    minutes = [card.budget.cpu_minutes for card in cards if card.budget.cpu_minutes is not None]
    told = f"{sum(minutes) / len(minutes):.3g}" if minutes else "–"
    return _Row(
        f"recipe {in_line(name)}{note}", shares, _over([row.win_rate for row in rows]),
        _over([row.vs_baseline for row in rows], -1.0), rows[0].budget, told, f"{sum(times) / len(times):.2g}",
    )  # fmt: skip


def _over(shares: Sequence[Share], least: float = 0.0) -> Share:
    """Return the mean over training seeds, with Student's interval.

    The seeds' differences include the chance of the seeds.
    """
    mean, low, high = mean_interval([one.value for one in shares])
    return Share(mean, max(least, low), min(1.0, high))


def _plain(text: str) -> str:
    """Return a text for a picture: no formula, and no name that a legend leaves out."""
    return text.replace("$", r"\$").lstrip("_") or "?"


def draw_card(card: ChallengeReport, file: Path) -> None:
    """Draw a dot for each stage, with its interval, beside the baseline's and the chance level.

    file: PNG or SVG. Raises the errors of `plots.check_plot`, and ConfigError if it cannot be written.
    """
    figure = new_figure(file, (7.5, 1.4 + 0.28 * len(card.results)))
    panel = figure.subplots()
    places = range(len(card.results))
    for what, who, look in (("win_rate", _plain(card.player), "o"), ("baseline", BASELINE, "x")):
        shares: list[Share] = [getattr(one, what) for one in card.results]
        whiskers = [
            [max(0.0, 100 * (one.value - one.low)) for one in shares],
            [max(0.0, 100 * (one.high - one.value)) for one in shares],
        ]
        dots = [100 * one.value for one in shares]
        heights = [place + (0.12 if what == "baseline" else -0.12) for place in places]
        panel.errorbar(dots, heights, xerr=whiskers, fmt=look, capsize=3, label=who)
    panel.scatter(
        [100 * one.chance_level for one in card.results], places, marker="|", color="grey", label="chance level"
    )
    panel.set(title=f"{card.track}, {card.seeds} seeds", xlabel="games won, %", xlim=(0, None))
    panel.set_yticks(places, [_plain(one.name) for one in card.results])
    panel.set_ylim(len(places) - 0.5, -0.5)
    panel.grid(axis="x", alpha=0.3)
    panel.legend(loc="best", fontsize=8)
    save_figure(figure, file)
