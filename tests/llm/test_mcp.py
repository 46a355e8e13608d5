"""The MCP server, over its own protocol: an assistant in memory, and one that starts the server as a process."""

import asyncio
import os
import sys
from typing import Any

import pytest

from munchkin_env.llm import LLMTable

pytest.importorskip("mcp", reason="the MCP SDK is not installed here; `make test-language` runs these tests")

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.shared.memory import create_connected_server_and_client_session

from munchkin_env.llm import MOST
from munchkin_env.llm.mcp import server
from munchkin_env.observation import View

SHORT: dict[str, Any] = {"preset": "short", "goal": 3, "round_limit": 2}


def text_of(result: Any) -> str:
    assert not result.isError
    return str(result.content[0].text)


async def played(session: ClientSession, most: int = 200) -> str:
    """The end of a game in which every question gets its first action."""
    tools = {tool.name for tool in (await session.list_tools()).tools}
    assert tools == {"look", "card", "rules", "discards", "answer", "pass_until"}
    told = text_of(await session.call_tool("look"))
    assert "The aim" in told
    assert "1. " in told
    assert "Monster, level 10" in text_of(await session.call_tool("card", {"name": "net troll"}))
    refused = text_of(await session.call_tool("answer", {"answer": "I open the door"}))
    assert "expected the number of an answer" in refused
    for _ in range(most):
        told = text_of(await session.call_tool("answer", {"answer": "1"}))
        if "The game is over" in told:
            return told
    raise AssertionError("the game has not ended")


def test_an_assistant_plays_a_whole_game() -> None:
    table = LLMTable([1], "random", 2, players=3, **SHORT)

    async def play() -> str:
        async with create_connected_server_and_client_session(server(table, 1)._mcp_server) as session:
            return await played(session)

    assert "Your result: " in asyncio.run(play())
    assert table.game.is_terminal


def test_a_standing_pass_and_what_is_refused_after_the_end() -> None:
    table = LLMTable([0], "random", 3, players=3, **SHORT)

    async def play() -> list[str]:
        async with create_connected_server_and_client_session(server(table, 0)._mcp_server) as session:
            wrong = text_of(await session.call_tool("pass_until", {"kinds": ["win"]}))
            await played(session)
            return [wrong, text_of(await session.call_tool("answer", {"answer": "1"}))]

    wrong, late = asyncio.run(play())
    assert 'did you mean "wins"' in wrong
    assert late == "Refused: answer: the game is over"


@pytest.mark.slow
def test_the_server_is_started_as_a_process() -> None:
    words = ["-m", "munchkin_env.llm.mcp", "--players", "3", "--against", "random", "--preset", "short"]
    started = StdioServerParameters(command=sys.executable, args=words, env={**os.environ})

    async def look() -> str:
        async with stdio_client(started) as (read, write), ClientSession(read, write) as session:
            await session.initialize()
            return text_of(await session.call_tool("look"))

    assert "You play the card game Munchkin as Anna" in asyncio.run(look())


def test_what_an_assistant_sends_is_bounded_and_tools_are_all_there_is() -> None:
    """Nothing but tools, which tell what the seat may know; a megabyte of words is replied to in a page."""
    table = LLMTable([0], "random", 4, players=3, stand_in="random", **SHORT)
    hidden = [card.name for seat in (1, 2) for card in View.of(table.game, seat).hand()]
    own = View.of(table.game, 0)
    known = {card.name for card in own.hand()} | {card.name for seat in range(3) for card in own.table(seat)}

    async def ask() -> list[str]:
        async with create_connected_server_and_client_session(server(table, 0)._mcp_server) as session:
            assert not (await session.list_resources()).resources
            assert not (await session.list_prompts()).prompts
            found = [text_of(await session.call_tool("look"))]
            found.append(text_of(await session.call_tool("card", {"name": "x" * 1_000_000})))
            found.append(text_of(await session.call_tool("answer", {"answer": "y" * 1_000_000})))
            found.append(text_of(await session.call_tool("pass_until", {"kinds": ["z" * 1_000_000]})))
            return found

    told = asyncio.run(ask())
    assert all(len(one) <= 2 * MOST for one in told)
    for name in set(hidden) - known:
        assert not any(name in one for one in told), name
