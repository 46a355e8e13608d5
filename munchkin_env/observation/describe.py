"""Markdown tables of observations and actions for readers, made from the same tables as the numbers."""

from typing import Any

from munchkin_env.markdown import table
from munchkin_env.observation import spec
from munchkin_env.observation.layout import (
    GENERAL_PARTS,
    MAX_TOKENS,
    N_GENERAL,
    N_GLOBALS,
    N_SEAT,
    N_TOKEN,
    PLANE_PARTS,
    SEAT_PARTS,
    SEAT_PLANE,
    TOKEN_PARTS,
    Part,
)

HEAD = ("name", "start", "size", "bounds", "divide by", "meaning")


def _row(part: Part, name: str, start: str, size: int) -> tuple[object, ...]:
    return f"`{name}`", start, size, f"{part.low} to {part.high}", f"{part.per:g}", part.meaning


def flat_table(**config: Any) -> str:
    """Return the sections of `flat` for a game with these settings; one seat's block represents all."""
    facts = spec(**config)
    players, types = facts.config.players, facts.action_sections[-1].size
    at, lines = 0, []
    for part in GENERAL_PARTS:
        lines.append(_row(part, part.name, str(at), part.size))
        at += part.size
    for i, part in enumerate(SEAT_PARTS):
        lines.append(_row(part, f"seat<i>.{part.name}", f"{N_GENERAL + i} + {N_SEAT} i", part.size))
    at += players * N_SEAT
    for part in PLANE_PARTS:
        lines.append(_row(part, part.name, str(at), types))
        at += types
    lines.append(_row(SEAT_PLANE, f"seat<i>.{SEAT_PLANE.name}", f"{at} + {types} i", types))
    intro = (
        f"`flat`: int8, {facts.flat_length} entries for {players} players and {types} card types. "
        "Numbers are clipped to their bounds. Seats are relative: `i` = 0 is the observer, 1 its left "
        "neighbour. The last sections have an entry for each card type, in the order of the action section `card`."
    )
    return f"{intro}\n\n{table(HEAD, lines)}\n"


def token_table() -> str:
    """Return the fields of a card token, and the sections of the global vector."""
    lines = (_row(part, part.name, str(i), part.size) for i, part in enumerate(TOKEN_PARTS))
    intro = (
        f"`tokens`: int16, `cards` {MAX_TOKENS} × {N_TOKEN} with the fields below, zero in unused rows, and "
        f"`globals` {N_GLOBALS}: the first {N_GENERAL} entries of `flat` and a block of {N_SEAT} for each of six "
        "seats, clipped to int16 only. The shapes are the same for 3 to 6 players and all editions."
    )
    return f"{intro}\n\n{table(HEAD, lines)}\n"


def action_table(**config: Any) -> str:
    """Return the sections of the action space of a game with these settings."""
    facts = spec(**config)
    lines = [(f"`{s.name}`", s.start, s.size, s.meaning) for s in facts.action_sections]
    return f"`Discrete({facts.num_actions})`.\n\n{table(('section', 'start', 'size', 'meaning'), lines)}\n"


def main() -> None:
    """Print all tables for the base game with four players."""
    print("\n".join((flat_table(), token_table(), action_table())))


if __name__ == "__main__":
    main()
