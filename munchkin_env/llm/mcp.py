"""Seat as an MCP server: any assistant sits down by `python -m munchkin_env.llm.mcp`. Needs the extra `mcp`.

One server is one seat of one game at a time. The assistant gets only what the seat may know, bounded in length.
"""

import argparse
from typing import Any

from munchkin_env.errors import MunchkinError, needing
from munchkin_env.llm.table import LLMTable, Turn

with needing("mcp", "the MCP server"):
    from mcp.server.fastmcp import FastMCP

INSTRUCTIONS = "You play the card game Munchkin. Call look, then answer each question until the game is over."


class McpPlayer:
    """Tools of one seat."""

    def __init__(self, table: LLMTable, seat: int) -> None:
        self.table = table
        self.seat = seat

    def look(self) -> str:
        """Return the rules, how to answer, and the pending question with its numbered actions."""
        return f"{self.table.rules(self.seat)}\n\n{_told(self.table.turn(self.seat))}"

    def card(self, name: str) -> str:
        """Return a card's effects, by its name or a part of it."""
        return self.table.look(self.seat, name)

    def rules(self) -> str:
        """Return the rules of this game on a page."""
        return self.table.look(self.seat, "rules")

    def discards(self) -> str:
        """Return the discard piles, the top card first."""
        return self.table.look(self.seat, "discards")

    def answer(self, answer: str) -> str:
        """Answer the pending question. Returns the next question, or an error.

        The answer is the number of an action, or JSON such as {"do": "play", "card": "magic_missile", "place":
        "players"}.
        """
        return self._said(answer)

    def pass_until(self, kinds: list[str]) -> str:
        """Pass now, and from now on at every chance to react except these kinds. Returns the next question.

        Kinds: wins, news, mine, kills, curses, rolls, fights, turns, loot, draws. An empty list passes all of them.
        """
        import json

        return self._said(json.dumps({"do": "pass", "pass_until": kinds}))

    def _said(self, text: str) -> str:
        try:
            return _told(self.table.answer(self.seat, text))
        except MunchkinError as error:
            return f"Refused: {error}"


def _told(turn: Turn) -> str:
    return f"{turn.text}\nYour result: {turn.reward:+.2f}" if turn.over else turn.text


def server(table: LLMTable, seat: int = 0) -> Any:
    """Return the server of one seat of a table, a `FastMCP` that is still to be run."""
    found = FastMCP("munchkin", instructions=INSTRUCTIONS)
    player = McpPlayer(table, seat)
    for tool in (player.look, player.card, player.rules, player.discards, player.answer, player.pass_until):
        found.tool()(tool)
    return found


def main() -> None:
    """Serve a seat over standard input and output."""
    parser = argparse.ArgumentParser(
        prog="python -m munchkin_env.llm.mcp", description="Serves one seat of one game over stdio, for MCP clients."
    )
    parser.add_argument("--seat", type=int, default=0, help="the seat (from 0)")
    parser.add_argument("--players", type=int, default=4, help="3 to 6 (default 4)")
    parser.add_argument("--against", default="greedy", help="the bot of all other seats (default greedy)")
    parser.add_argument("--seed", type=int, default=None, help="random seed (default: drawn, hard to guess)")
    parser.add_argument("--preset", default=None, help="preset, such as short")
    args = parser.parse_args()
    settings = {} if args.preset is None else {"preset": args.preset}
    try:
        table = LLMTable([args.seat], args.against, args.seed, players=args.players, **settings)
    except MunchkinError as error:
        parser.error(str(error))
    server(table, args.seat).run()


if __name__ == "__main__":
    main()
