"""A person who thinks too long is passed, and one who leaves is replaced; both only as the server was set."""

import asyncio
import random
from types import SimpleNamespace

import pytest

import munchkin_env as mk
from munchkin_env.errors import IllegalAction
from munchkin_env.server.tables import Tables
from tests.replays.test_server import go, play, table_of
from tests.replays.tools import NAMES, Visitor, served

pytest.importorskip("uvicorn", reason="needs the extra table")
pytest.importorskip("websockets", reason="needs the extra table")


def test_a_seat_that_is_left_is_played_to_the_end(tmp_path):
    tables = Tables(tmp_path, "greedy")
    game = mk.Game(players=3, seed=3, round_limit=2, round_limit_result="leader_wins")
    tokens = tables.open(game, ("human", "human", "greedy"), NAMES[:3])
    table, _ = tables.find(tokens[0])
    play(table, random.Random(3), 5)
    tables.leave(table, 0)
    assert table.question(0) is None
    assert table.players == ["greedy", "human", "greedy"]
    with pytest.raises(IllegalAction, match="leave: expected the seat of a person, got seat 0"):
        tables.leave(table, 0)
    tables.let_go(table)
    again, viewer = Tables(tmp_path, "greedy").find(tokens[0])  # started anew
    assert viewer == 0
    assert again.players == ["greedy", "human", "greedy"]
    assert again.bots[0] is not None
    play(again, random.Random(4))
    assert again.game.is_terminal


def test_guests_are_not_told_where_a_policy_lies(tmp_path):
    import shutil

    pytest.importorskip("torch")
    shutil.copy(f"{mk.__path__[0]}/policies/pretrained.safetensors", tmp_path / "mine.safetensors")
    word = str(tmp_path / "mine.safetensors")
    tables = Tables(None, word)
    tokens = tables.open(mk.Game(players=3, seed=3), ("human", word, "greedy"), NAMES[:3])
    table, _ = tables.find(tokens[0])
    assert table.players == ["human", "mine.safetensors", "greedy"]
    go(table)
    hint = table.hint(0, table.question(0)["number"])["words"]
    head = table.look(0).head(table.game)
    assert str(tmp_path) not in hint + str(head)
    tables.leave(table, 0)
    assert table.players[0] == "mine.safetensors"


def test_an_answer_that_is_begun_is_gone_on_with_by_whoever_takes_the_seat():
    from tests.replays.test_server import begun_answer

    table = begun_answer()
    number = table.question(0)["number"]
    table.leave(0, "greedy")
    with pytest.raises(IllegalAction):
        table.take_back(0, number)
    go(table)
    assert table.game.is_terminal


def test_who_leaves_changes_nothing_of_anothers_turn_and_has_no_clock(tmp_path):
    from munchkin_env.bots import make_bot
    from munchkin_env.server.app import Server
    from munchkin_env.server.live_table import LiveTable

    seats = [{"level": 4, "hand": ["magic_missile", "flaming_poison_potion"]}, {}, {}]
    game = mk.scenario(seats, phase="combat", combat={"monsters": ["net_troll"]})
    table = LiveTable(game, [None] * 3, make_bot("random"), NAMES[:3], ["a", "b", "c"])
    table.answer(0, table.number(0), game.action("play", card="magic_missile", place="players")[:1])
    table.leave(1, "greedy")
    assert table.question(0)["may_take_back"]
    table.take_back(0, table.number(0))

    tables = Tables(tmp_path, "greedy", timer=30.0)
    table, seat = tables.find(tables.open(mk.Game(players=3, seed=3), ("human", "human", "greedy"), NAMES[:3])[1])
    tables.leave(table, seat)
    told = Server(tables, [])._obey(SimpleNamespace(viewer=seat), table, {"kind": "timer", "on": False})
    assert told["words"] == f"timer: expected it of a player, got it of seat {seat}, which a bot has"
    assert table.timer == 30.0


def test_an_answer_is_given_for_who_thinks_too_long():
    table = table_of(1, seed=5)
    go(table)
    number, given = table.question(0)["number"], len(table.game.history)
    with pytest.raises(IllegalAction, match="question: expected an action for number"):
        table.answer_for(0, number + 1)
    table.answer_for(0, number)
    assert len(table.game.history) > given
    assert table.game.current_player != 0 or table.question(0)["number"] > number
    assert not (table.question(0) or {"may_take_back": False})["may_take_back"], "no part of an answer"


def test_the_clock_answers_until_it_is_stopped(tmp_path):
    async def main(server):
        tokens = server.table(("human", "human", "greedy"), seed=9)
        slow = await Visitor.at(server, tokens[0])
        other = await Visitor.at(server, tokens[1])
        await slow.until_asked()
        first = slow.question["number"]
        while slow.question is None or slow.question["number"] == first:
            await slow.hear()
        assert slow.refused == []
        await other.say(kind="timer", on=False)
        stands = None
        while stands is None:
            message = await slow.hear()
            stands = message if message.get("timer") == 0 else None
        assert stands["most"] == server.tables.timer
        table = server.tables.find(tokens[0])[0]
        await asyncio.sleep(1.0)
        given = len(table.game.history)
        await asyncio.sleep(1.0)
        assert len(table.game.history) == given
        await other.say(kind="timer", on="yes")
        while not other.refused:
            await other.hear()
        assert other.refused == ["on: expected true or false, got 'yes'"]

    with served(tmp_path) as server:
        server.tables.timer = 0.5
        asyncio.run(main(server))


def test_who_leaves_is_told_so_and_so_are_the_others():
    async def main(server):
        tokens = server.table(("human", "human", "greedy"), seed=9)
        gone, left = await Visitor.at(server, tokens[0]), await Visitor.at(server, tokens[1])
        await left.hear()
        await gone.say(kind="leave")
        for visitor in (gone, left):
            message = {"kind": ""}
            while message["kind"] != "players":
                message = await visitor.hear()
            assert message["players"] == ["greedy", "human", "greedy"]
        assert await left.until_asked()
        await gone.say(kind="answer", number=1, actions=[0])
        while not gone.refused:
            await gone.hear()

    with served() as server:
        asyncio.run(main(server))
