"""Writes docs/play.md: how games of each edition and blend go. `python tests/tools/play.py` plays for half an hour.

What it found is not compared with a later engine's; a test asks only that no card is missing.
"""

from pathlib import Path

import munchkin_env as mk

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
GAMES = 20_000
MATCHES = 4_000
HEAD = f"""# How games go

Written by `python tests/tools/play.py`: {GAMES:,} games of four `greedy` bots for each set of editions (the first is
the host), and {MATCHES:,} of one `greedy` bot against three `random` ones. A card counts as drawn when it leaves its
pile, and as used when it is played, laid out, fought or strikes: what comes back from the discards may be used more
often than it is drawn.

| editions | rounds | decisions | ended by | won by seat | one `greedy` against three `random` |
|---|--:|--:|---|---|--:|
"""

SELDOM = {  # used in less than a third of the times that they are drawn
    "Unwelcome Enlightenment": "It gives a rival a level for the turn that he misses: never worth it to `greedy`.",
    "The Stars Are Confused": "It matters only where a bonus or penalty printed on a monster decides.",
    "Solar Eclipse": "It needs another's combat with a helper, won for treasure of which one has a share.",
    "Cult Meeting": "It waits for Cultists, and for a Cultist card in one's hand that is worth laying out.",
    "Ichor Picker": "It needs a spent card whose change of side or return decides the combat.",
    "Mutation": "It needs a second monster in hand, and a combat that the exchange decides.",
    "Illusion": "It needs a second monster in hand, and a combat that the exchange decides.",
    "Teleporter Mishap": "It needs a second monster in hand, and a combat that the exchange decides.",
    "Sudden Head Blow": "It is kept for one's own Madness or cult, rare where several editions are mixed.",
    "Eye-feet": "Only Cultists have mutations (MUT-1), and there are few where several editions are mixed.",
    "Sticky Head": "Only Cultists have mutations (MUT-1), and there are few where several editions are mixed.",
    "Shield of Ubiquity": "Only warriors use it, and there are few where several editions are mixed.",
    "Stepladder": "Only Halflings use it, and there are few where several editions are mixed.",
    "Kill the Hireling": "It needs a Hireling in play.",
    "Misprint": "It is kept for one's own combat that is lost to a monster of a high level.",
    "In A Million-Year Sleep": "It is kept for one's own combat that is lost by five points or less.",
    "Put Out to Pasture": "It is kept for one's own combat that is lost by five points or less.",
    "Wandering Monster": "It needs a monster in hand that turns another's victory into defeat.",
    "Uninvited Guest": "It needs a monster in hand that turns another's victory into defeat.",
    "One More Time, with Feeling": "It is kept for one's own roll that fails, and a rival's that saves him.",
}


def seldom() -> str:
    """Why some cards are hardly ever used."""
    rows = [f"| {card} | {why} |" for card, why in SELDOM.items()]
    return "\n".join(("## Cards that are seldom used, and why", "", "| card | why |", "|---|---|", *rows))


def one(editions: tuple[str, ...]) -> tuple[str, str]:
    """The row of a set of editions, and what became of its cards."""
    found = mk.tally(editions, games=GAMES)
    match = mk.evaluate(["greedy", "random", "random", "random"], games=MATCHES, editions=editions)
    ends = ", ".join(f"{ending} {rate:.1%}" for ending, rate in found.endings.items())
    seats = " ".join(f"{100 * rate:.1f}" for rate in found.wins_by_seat)
    rate = match.players[0].win_rate
    name = " + ".join(editions)
    length = f"{found.rounds.mean:.1f} | {found.decisions.mean:.0f}"
    cards = found.table(None if len(editions) == 1 else 15)
    return f"| {name} | {length} | {ends} | {seats} | {rate:.1%} |", f"## {name}\n\n{cards}"


def main() -> None:
    rows = []
    tables = []
    for editions in EDITIONS:
        row, table = one(editions)
        rows.append(row)
        tables.append(table)
    note = "Editions of their own list all cards, the least used first; blends the fifteen that are used least."
    told = (HEAD + "\n".join(rows), note, seldom(), *tables)
    DOC.write_text("\n\n".join(told) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
