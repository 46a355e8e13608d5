"""Writes docs/play.md: how games of each edition and blend go. `python tests/tools/play.py [GAMES]` plays
20,000 games of each, or so many: three quarters of an hour of a free core.

What it found is not compared with a later engine's; a test asks only that no card is missing.
"""

import sys
from pathlib import Path

import munchkin_env as mk
from munchkin_env.evaluation import Tally

DOC = Path(__file__).resolve().parents[2] / "docs" / "play.md"
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
BOTS = ("greedy", "veteran")
GAMES = 20_000
MOST = 15  # cards of a blend that are listed
RARE = 0.1  # used in less of its draws, a card has its reason below
HEAD = """# How games go

Written by `python tests/tools/play.py`: {games:,} games of four `greedy` bots for each set of editions (the first is
the host), as many of four `veteran`, whose use of cards stands beside that of `greedy`, and {matches:,} of one `greedy`
bot against three `random` ones. A card counts as drawn when it leaves a pile, that of the discards too, and as used
if it does its work before it goes back to one: a one-shot is played (laid out for later it is not yet used), an item
lies in use, a race or class in play, a monster fights, a curse strikes, all else is played.

| editions | rounds | decisions | ended by | won by seat | one `greedy` against three `random` |
|---|--:|--:|---|---|--:|
"""

SELDOM = {  # used in less than a tenth of the times that they are drawn, or not much more
    "Unwelcome Enlightenment": "It gives a rival a level for the turn that he misses: never worth it to `greedy`.",
    "Yuppie Water": "It needs an elf in the combat.",
    "The Stars Are Confused": "It matters only where a bonus or penalty printed on a monster decides.",
    "Cult Meeting": "It waits for Cultists, and for a Cultist card in one's hand that is worth laying out.",
    "Kicker Ichor": "It needs footgear with a bonus, in a combat that three times as much decides.",
    "Bicker Ichor": "It loses the treasure: it is kept for a combat that is lost, and often sold first.",
    "Decaffeinated Ichor": "It needs ichor in the combat that it decides.",
    **dict.fromkeys(
        ("Invisibility Potion", "Emergency Airlock", "Nose of Plausible Deniability", "Buttermilk Ichor"),
        "It is kept for one's own roll that fails, and sold before one often.",
    ),
    **dict.fromkeys(
        ("Loaded Die", "Fuzzy Dice of Hyperspace", "Die of Wishful Thinking"),
        "It is kept for one's own roll that fails, and sold before one often.",
    ),
}


def seldom() -> str:
    """Why some cards are hardly ever used."""
    rows = [f"| {card} | {why} |" for card, why in SELDOM.items()]
    note = (
        "In less than a tenth of the draws of `greedy`. What only a race, a class or a sex may use is not named: there "
        "are few of them where several editions are mixed."
    )
    return "\n".join(("## Cards that are seldom used, and why", "", note, "", "| card | why |", "|---|---|", *rows))


def table(editions: tuple[str, ...], found: tuple[Tally, ...]) -> str:
    """A line a card, those that the first bot uses least first; of a blend only some, with their editions."""
    first = found[0]
    rates = [{card.card: card.rate for card in one.cards} for one in found]
    blend = len(editions) > 1
    words = ["card", *["edition"] * blend, "kind"]
    numbers = ["copies", "drawn a game", *(f"`{one.bot}` uses" for one in found)]
    lines = [f"| {' | '.join([*words, *numbers])} |", f"|{'---|' * len(words)}{'--:|' * len(numbers)}"]
    for card in first.cards[: MOST if blend else None]:
        facts = [card.name, *[card.edition] * blend, card.kind, str(card.copies), f"{card.drawn / first.games:.2f}"]
        lines.append(f"| {' | '.join([*facts, *(f'{rate[card.card]:.0%}' for rate in rates)])} |")
    return "\n".join(lines)


def one(editions: tuple[str, ...], games: int) -> tuple[str, str]:
    """The row of a set of editions, and what became of its cards."""
    found, *others = (mk.tally(editions, games=games, bot=bot) for bot in BOTS)
    match = mk.evaluate(["greedy", "random", "random", "random"], games=matches(games), editions=editions)
    ends = ", ".join(f"{ending} {rate:.1%}" for ending, rate in found.endings.items())
    seats = " ".join(f"{100 * rate:.1f}" for rate in found.wins_by_seat)
    rate = match.players[0].win_rate
    name = " + ".join(editions)
    length = f"{found.rounds.mean:.1f} | {found.decisions.mean:.0f}"
    cards = table(editions, (found, *others))
    return f"| {name} | {length} | {ends} | {seats} | {rate:.1%} |", f"## {name}\n\n{cards}"


def matches(games: int) -> int:
    """Games of one bot against three of another."""
    return max(4, games // 5)


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    rows = []
    tables = []
    for editions in EDITIONS:
        row, cards = one(editions, games)
        rows.append(row)
        tables.append(cards)
    note = f"Editions of their own list all cards, those that `greedy` uses least first; blends the first {MOST}."
    told = (HEAD.format(games=games, matches=matches(games)) + "\n".join(rows), note, seldom(), *tables)
    DOC.write_text("\n\n".join(told) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
