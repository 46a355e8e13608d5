"""The server: a viewer gets only the knowledge of their seat; games go on whatever is sent to it."""

import asyncio
import json
import random
import shutil
import time

import numpy as np
import pytest

import munchkin_env as mk
from munchkin_env.bots import Bot
from munchkin_env.cards.reader import EDITIONS_FOLDER
from munchkin_env.errors import IllegalAction
from munchkin_env.observation import View
from munchkin_env.replays.recorder import PUBLIC
from munchkin_env.server.live_table import LiveTable
from munchkin_env.server.tables import Tables
from tests.each import each
from tests.observation.play import PRIVATE, rearranged
from tests.replays.tools import NAMES, Visitor, served
from tests.tiers import share

pytest.importorskip("uvicorn", reason="needs the extra table")
pytest.importorskip("websockets", reason="needs the extra table")
SHORT = {"round_limit": 2, "round_limit_result": "leader_wins"}


def table_of(people: int = 1, players: int = 3, adviser: str = "greedy", **settings: object) -> LiveTable:
    bots = [None] * people + [mk.make_bot("greedy")] * (players - people)
    words = ["human"] * people + ["greedy"] * (players - people)
    return LiveTable(mk.Game(players=players, **settings), bots, mk.make_bot(adviser), NAMES[:players], words)


def go(table: LiveTable) -> None:
    while table.go_on(100):
        pass


def play(table: LiveTable, rng: random.Random, most: int = 100_000) -> int:
    """People take any legal action; returns how often."""
    for answers in range(most):
        go(table)
        if table.game.is_terminal:
            return answers
        seat = table.game.current_player
        assert seat is not None
        table.answer(seat, table.question(seat)["number"], [int(rng.choice(table.game.legal_actions().tolist()))])
    return most


# --------------------------------------------------------------------------- the table


class Remembering(Bot):
    """It remembers whom it has been asked for, in a list of its own."""

    name = "remembering"

    def __init__(self) -> None:
        self.seats: list[int] = []

    def act(self, view: View, mask: np.ndarray, rng: np.random.Generator) -> int:
        self.seats.append(view.seat)
        assert set(self.seats) == {view.seat}
        return int(np.flatnonzero(mask)[0])


def test_an_adviser_takes_no_knowledge_from_seat_to_seat():
    game = mk.Game(players=3, seed=1, **SHORT)
    table = LiveTable(game, [None] * 3, Remembering(), NAMES[:3], ["human"] * 3)
    for _ in range(30):
        seat = table.game.current_player
        if seat is None:
            break
        table.hint(seat, table.question(seat)["number"])
        table.answer(seat, table.question(seat)["number"], [int(table.game.legal_actions()[0])])
    assert len(table.game.history) > 3


def test_guests_get_no_path_of_the_server(tmp_path):
    """Of an edition in a folder they see its name; the end of a game shows all hands, and no path either."""
    folder = tmp_path / "ed"
    shutil.copytree(EDITIONS_FOLDER / "munchkin", folder)
    table = table_of(1, editions=(str(folder),), seed=1, **SHORT)
    assert table.look(PUBLIC).head(table.game)["settings"]["editions"] == ["ed"]
    play(table, random.Random(1))
    assert str(tmp_path) not in json.dumps(table.review())


def test_a_rematch_is_one_table_after_the_first_has_left_the_memory(tmp_path):
    tables = Tables(tmp_path, hints="greedy")
    tokens = tables.open(mk.Game(players=3, seed=1, goal=3, **SHORT), ["human", "human", "greedy"], NAMES[:3])
    table, _ = tables.find(tokens[0])
    play(table, random.Random(1))
    first = tables.rematch(table, 0)
    tables.let_go(table)
    again, _ = tables.find(tokens[1])
    assert again is not table
    second = tables.rematch(again, 1)
    assert tables.find(first)[0] is tables.find(second)[0]


def test_a_rematch_whose_policy_is_gone_is_refused_and_the_table_stays(tmp_path):
    from munchkin_env.server.app import Server

    word = str(tmp_path / "mine.safetensors")
    shutil.copy(f"{mk.__path__[0]}/policies/pretrained.safetensors", word)
    tables = Tables(tmp_path / "tables", hints="greedy")
    tokens = tables.open(mk.Game(players=3, seed=1, **SHORT), ["human", word, "greedy"], NAMES[:3])
    table, _ = tables.find(tokens[0])
    play(table, random.Random(1))
    (tmp_path / "mine.safetensors").unlink()
    told = Server(tables, [])._rematch(table, 0)
    assert told["kind"] == "refused"
    assert str(tmp_path) not in told["words"]
    assert tables.find(tokens[0])[0] is table


def test_a_whole_game_is_played_and_seen():
    table = table_of(2, seed=1, **SHORT)
    for viewer in (0, 1, PUBLIC):
        table.look(viewer)
    assert play(table, random.Random(1)) > 10
    game = table.game
    for viewer in (0, 1, PUBLIC):
        recorder = table.look(viewer)
        assert recorder.replay(game).as_json() == game.replay(viewer, NAMES[:3], table.players).as_json()


def test_nothing_hidden_is_in_a_frame_whatever_the_position():
    """Each moment of a game with bots is told from a position in which all that the viewer can't know is changed."""
    rng = np.random.default_rng(3)
    table, changed = table_of(1, players=4, seed=2), 0
    mine = table.look(0)
    other = table_of(1, players=4, seed=2).look(0)
    chooser = random.Random(2)
    for _ in range(700):
        game = table.game
        if game.is_terminal:
            break
        if game.current_player == 0:
            action = chooser.choice(game.legal_actions().tolist())
            table.answer(0, table.question(0)["number"], [action])
            other.answer(action)
        else:
            table.go_on(1)
        twin = table.game if table.game.is_terminal else rearranged(table.game, 0, rng)
        changed += twin.position.tobytes() != table.game.position.tobytes()
        other.look(twin)
    assert changed > 400
    assert len(mine.frames) > 100
    assert json.dumps(mine.frames) == json.dumps(other.frames)


def test_numbers_of_questions_tell_nothing_of_other_answers():
    """They count the questions of that seat alone."""
    table, numbers = table_of(1, seed=4), []
    rng = random.Random(4)
    for _ in range(60):
        go(table)
        if table.game.is_terminal:
            break
        numbers.append(table.question(0)["number"])
        table.answer(0, numbers[-1], [rng.choice(table.game.legal_actions().tolist())])
    assert len(numbers) > 20
    assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))


def begun_answer() -> LiveTable:
    """A table at which an action is begun."""
    for seed in range(40):
        table = table_of(1, seed=seed)
        go(table)
        paths = table.question(0)["paths"]
        if paths:
            (verb, *_), *_ = next(iter(paths.values()))
            before = table.game.clone()
            table.answer(0, table.question(0)["number"], [verb])
            if table.question(0) is not None and table.question(0)["may_take_back"]:
                assert table.game != before
                return table
    raise AssertionError("no game begins with a card to play")


def test_an_answer_is_taken_back_before_it_is_complete():
    table = begun_answer()
    before = table.game.at(len(table.game.history) - 1)
    table.take_back(0, table.question(0)["number"])
    assert table.game == before
    assert not table.question(0)["may_take_back"]
    with pytest.raises(IllegalAction, match="take_back: expected an action in progress"):
        table.take_back(0, table.question(0)["number"])


def test_a_card_that_is_clicked_is_a_verb_and_the_card():
    table = table_of(1, seed=3)
    go(table)
    for _ in range(30):
        paths = table.question(0)["paths"]
        if paths:
            break
        table.answer(0, table.question(0)["number"], [int(table.game.legal_actions()[0])])
        go(table)
    (card, (path, *_)), *_ = paths.items()
    from munchkin_env.engine.state.actions import CARD0

    given = len(table.game.history)
    assert path[1:] in ([], [CARD0 + int(card) - 1])
    table.answer(0, table.question(0)["number"], path)
    assert [action for _, action in table.game.history[given:]][: len(path)] == path


def test_the_only_card_of_a_verb_is_clicked_as_well():
    """No question follows about which card, so the verb is all of the action."""
    game = mk.scenario(({"hand": ["swiss_army_polearm"]}, {}, {}), phase="start")
    tables = Tables(None, "greedy")
    table, _ = tables.find(tables.open(game, ("human", "greedy", "greedy"), NAMES)[0])
    card = str(game.catalogue.index("swiss_army_polearm"))
    (path,) = table.question(0)["paths"][card]
    assert len(path) == 1
    table.answer(0, table.question(0)["number"], path)
    assert View.of(table.game, 0).hand_size(0) == 0


@each("actions", [None, [], [0] * 4, ["0"], [True], [10**9], [-1], [0.5], [[0]], {}, "0", [10**400]])
def test_what_is_no_answer_changes_nothing(actions):
    table = table_of(1, seed=1)
    go(table)
    before, number = table.game.clone(), table.question(0)["number"]
    frames = len(table.look(0).frames)
    with pytest.raises(IllegalAction):
        table.answer(0, number, actions)
    assert (table.game, table.question(0)["number"], len(table.look(0).frames)) == (before, number, frames)


@each("number", [None, -1, 0, True, "1", 1.5, 10**30])
def test_an_answer_to_another_question_changes_nothing(number):
    table = table_of(1, seed=1)
    go(table)
    before = table.game.clone()
    if number == table.question(0)["number"]:
        pytest.skip("that is the number")
    for seat in (0, 1):
        with pytest.raises(IllegalAction, match="question: expected"):
            table.answer(seat, number, [int(table.game.legal_actions()[0])])
    assert table.game == before


def test_a_hint_changes_nothing_and_is_legal():
    table = table_of(1, seed=5)
    for _ in range(15):
        go(table)
        before = table.game.clone()
        hint = table.hint(0, table.question(0)["number"])
        assert hint["action"] in table.game.legal_actions()
        assert hint["words"].startswith("greedy would choose: ")
        assert table.game == before
        table.answer(0, table.question(0)["number"], [hint["action"]])


def test_passing_on_stops_when_it_is_about_the_seat():
    table, passed = table_of(1, seed=6), 0
    rng = random.Random(6)
    for _ in range(400):
        go(table)
        if table.game.is_terminal:
            break
        question = table.question(0)
        if question["may_pass_on"]:
            asked = table.look(0).frames[-1]["decision"]["kind"]
            assert asked == "WINDOW"
            table.pass_on(0, question["number"])
            passed += 1
        else:
            with pytest.raises(IllegalAction, match="pass_on"):
                table.pass_on(0, question["number"])
            table.answer(0, question["number"], [rng.choice(table.game.legal_actions().tolist())])
    assert passed > 2
    kinds = [frame["decision"]["kind"] for frame in table.look(0).frames if "decision" in frame]
    assert kinds.count("WINDOW") > passed, "some windows were passed by themselves"


# --------------------------------------------------------------------------- on disk


def test_games_go_on_from_disk(tmp_path):
    tables = Tables(tmp_path, "greedy")
    tokens = tables.open(mk.Game(players=3, seed=7), ("human", "greedy", "greedy"), NAMES[:3])
    table, viewer = tables.find(tokens[0])
    assert viewer == 0
    play(table, random.Random(7), 20)
    (file,) = tmp_path.glob("*.jsonl")
    assert not any(token in file.read_text() for token in tokens.values())
    tables.let_go(table)
    again, viewer = Tables(tmp_path, "greedy").find(tokens[0])
    assert again.game == table.game
    assert again.look(0).replay(again.game).as_json() == table.look(0).replay(table.game).as_json()
    twin = table_of(1, seed=7)
    play(twin, random.Random(7), 20)
    for one in (twin, again):
        play(one, random.Random(8), 5)
    assert again.game == twin.game, "bots go on as they would have"


def test_an_idle_table_is_kept_and_comes_back(tmp_path):
    tables = Tables(tmp_path, "greedy")
    tokens = tables.open(mk.Game(players=3, seed=7), ("human", "greedy", "greedy"), NAMES[:3])
    table, _ = tables.find(tokens[0])
    go(table)
    assert tables.idle(60) == []
    assert tables.idle(60, lambda: time.monotonic() + 61) == [table]
    tables.let_go(table)
    assert tables.running() == []
    assert tables.find(tokens[0])[0].game == table.game


@each("token", [None, 1, "", "x", "a" * 1000, ["a"], {}, True])
def test_what_is_no_token_finds_nothing(token):
    tables = Tables(None, "greedy")
    tables.open(mk.Game(players=3, seed=7), ("human", "greedy", "greedy"), NAMES[:3])
    assert tables.find(token) is None


# --------------------------------------------------------------------------- over the network


def unanswered(frames: list[dict]) -> list[dict]:
    """Frames as they are sent: before the decision in them is taken."""
    plain = json.loads(json.dumps(frames))
    for frame in plain:
        frame.get("decision", {}).pop("answer", None)
    return plain


def test_two_people_play_a_game_and_see_only_their_own(tmp_path):
    async def person(server, token, rng):
        visitor = await Visitor.at(server, token)
        while await visitor.until_asked():
            await visitor.answer(rng.choice(visitor.legal))
        await visitor.connection.close()
        return visitor

    async def main(server):
        tokens = server.table(("human", "human", "greedy"), seed=9, **SHORT)
        watcher = await Visitor.at(server, tokens[PUBLIC])
        people = await asyncio.gather(*(person(server, tokens[seat], random.Random(seat)) for seat in (0, 1)))
        while watcher.result is None:
            await watcher.hear()
        return people, watcher, server.tables.running()[0].game, tokens

    with served(tmp_path) as server:
        people, watcher, game, tokens = asyncio.run(main(server))
    assert game.is_terminal
    for seat, visitor in [*enumerate(people), (PUBLIC, watcher)]:
        assert unanswered(visitor.frames) == unanswered(game.replay(seat, NAMES[:3]).document["frames"])
        assert visitor.result["winners"] == list(game.winners)
        told = {seat for frame in visitor.frames for seat in frame.get("private", ())}
        assert told <= {str(seat)}
        assert not any(token in text for text in visitor.heard for token in tokens.values())
        assert not any('"seed":"' in text for text in visitor.heard)


def test_a_connection_that_is_lost_goes_on_where_it_was(tmp_path):
    async def main(server):
        tokens = server.table(seed=3)
        rng = random.Random(3)
        visitor = await Visitor.at(server, tokens[0])
        for _ in range(8):
            await visitor.until_asked()
            await visitor.answer(rng.choice(visitor.legal))
        await visitor.until_asked()
        visitor.connection.transport.abort()
        again = await Visitor.at(server, tokens[0])
        await again.until_asked()
        return visitor, again, tokens

    with served(tmp_path) as server:
        visitor, again, tokens = asyncio.run(main(server))
        assert unanswered(again.frames) == unanswered(visitor.frames)
        assert again.question == visitor.question

    async def later(server):
        third = await Visitor.at(server, tokens[0])
        await third.until_asked()
        return third

    with served(tmp_path, server.port) as server:  # started anew
        third = asyncio.run(later(server))
        assert third.legal == visitor.legal
        assert third.frames[-1]["public" if "public" in third.frames[-1] else "decision"] is not None


def ended(coroutine_of):
    """The code by which the server shut a client out."""
    from websockets.exceptions import ConnectionClosed

    async def main(server):
        try:
            visitor = await coroutine_of(server)
            while True:
                await visitor.hear(15)
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else None

    with served() as server:
        return asyncio.run(main(server))


@each("token", ["", "wrong", None, 3, "A" * 90])
def test_a_wrong_token_leads_nowhere(token):
    async def come(server):
        server.table(seed=1)
        return await Visitor.at(server, token)

    assert ended(come) == 4001


@each("origin", [None, "http://evil.example", "null", "https://127.0.0.1", "http://localhost:1"])
def test_a_foreign_origin_is_not_let_in(origin):
    from websockets.exceptions import InvalidStatus

    async def main(server):
        tokens = server.table(seed=1)
        with pytest.raises(InvalidStatus):
            await Visitor.at(server, tokens[0], origin=origin)

    with served() as server:
        asyncio.run(main(server))


def test_a_foreign_host_gets_nothing():
    import urllib.error
    import urllib.request

    with served() as server:
        for host, status in ((f"127.0.0.1:{server.port}", 200), ("evil.example", 400)):
            request = urllib.request.Request(f"{server.origin}/", headers={"Host": host})
            try:
                with urllib.request.urlopen(request) as response:
                    assert response.headers["Referrer-Policy"] == "no-referrer"
                    assert response.headers["X-Frame-Options"] == "DENY"
                    found = response.status
            except urllib.error.HTTPError as error:
                found = error.code
            assert found == status


def test_one_who_floods_is_shut_out():
    async def come(server):
        visitor = await Visitor.at(server, server.table(seed=1)[0])
        await visitor.until_asked()
        for _ in range(200):
            await visitor.say(kind="hint", number=0)
        return visitor

    assert ended(come) == 1008


def test_a_long_message_is_not_read():
    async def come(server):
        visitor = await Visitor.at(server, server.table(seed=1)[0])
        await visitor.say(kind="hint", number="x" * 5000)
        return visitor

    assert ended(come) == 1009


def test_a_seat_is_open_in_several_windows_but_not_in_many(tmp_path):
    async def main(server):
        tokens = server.table(seed=2)
        first = await Visitor.at(server, tokens[0])
        second = await Visitor.at(server, tokens[0])
        await first.until_asked()
        await second.until_asked()
        number, legal = first.question["number"], first.legal
        await first.say(kind="answer", number=number, actions=[legal[0]])
        first.question = None
        await first.until_asked()
        await second.say(kind="answer", number=number, actions=[legal[0]])  # on the wire, two at once come in any order
        while not second.refused:
            await second.hear()
        assert "question: expected" in second.refused[0]
        while second.frames != first.frames:
            await second.hear()
        return await Visitor.at(server, tokens[PUBLIC])

    with served(tmp_path) as server:
        asyncio.run(main(server))

    async def many(server):
        tokens = server.table(seed=2)
        visitors = [await Visitor.at(server, tokens[0]) for _ in range(8)]
        return visitors[-1]

    assert ended(many) == 1008


def mutations(rng: random.Random, number: int, legal: list[int]) -> str:
    """A message that is wrong in some way."""
    value = rng.choice([
        None, True, -1, 0, 1.5, 10**400, "", "x" * rng.randrange(300), [], {}, [[]], {"a": {}}, "\u0000", "\ud800",
        [legal[0]] * rng.randrange(5), number, number + 1,
    ])  # fmt: skip
    kind = rng.choice(["answer", "take_back", "pass_on", "hint", "join", "hello", value])
    message = rng.choice([
        {"kind": kind}, {"kind": kind, "number": value}, {"kind": kind, "number": number, "actions": value}, value,
        {"kind": "answer", "number": value, "actions": legal[:1]}, {"kind": {"kind": kind}},
    ])  # fmt: skip
    text = json.dumps(message)
    return text if rng.random() < 0.8 else text[: rng.randrange(len(text) + 1)]


def test_malformed_messages_change_nothing(monkeypatch):
    """Of many clients, since each is shut out for the worst of them; a player at the same table goes on."""
    from websockets.exceptions import ConnectionClosed

    from munchkin_env.server import app as module

    monkeypatch.setattr(module, "BURST", 1e9)
    rng, sent, messages = random.Random(5), 0, share(5000, 25)

    async def main(server):
        nonlocal sent
        tokens = server.table(seed=4)
        table = server.tables.find(tokens[0])[0]
        player = await Visitor.at(server, tokens[0])
        await player.until_asked()
        before = table.game.clone()
        while sent < messages:
            attacker = await Visitor.at(server, tokens[rng.choice([0, PUBLIC])], close_timeout=0.2)
            try:
                for _ in range(200):
                    text = mutations(rng, player.question["number"], player.legal)
                    if is_right(text, player):
                        continue
                    await attacker.connection.send(text)
                    sent += 1
                await attacker.connection.close()
            except ConnectionClosed:
                pass
        await asyncio.sleep(0.3)
        assert table.game == before
        await player.answer(player.legal[0])
        assert await player.until_asked()

    with served() as server:
        asyncio.run(main(server))
    assert sent >= messages


def is_right(text: str, player: Visitor) -> bool:
    """By chance it is a message that a page would send, and that does something."""
    try:
        message = json.loads(text)
    except ValueError:
        return False
    number = player.question["number"]
    given = isinstance(message, dict) and message.get("number") == number and not isinstance(message["number"], bool)
    return given and message.get("kind") in ("answer", "pass_on", "take_back")


@pytest.mark.rotating
def test_two_hundred_connections_and_one_that_reads_nothing():
    """A player gets a reply all the same, and soon."""

    async def main(server):
        tables = [server.table(seed=seed) for seed in range(40)]
        crowd = [await Visitor.at(server, tokens[PUBLIC]) for tokens in tables for _ in range(5)]
        assert len(crowd) == 200
        player = await Visitor.at(server, tables[0][0])
        rng, waits = random.Random(1), []
        for _ in range(30):
            await player.until_asked()
            began = time.perf_counter()
            await player.answer(rng.choice(player.legal))
            await player.hear()
            waits.append(time.perf_counter() - began)
        return sorted(waits)

    with served() as server:
        waits = asyncio.run(main(server))
    assert waits[len(waits) // 2] < 1.0


def test_the_moments_that_are_private_are_those_of_the_tests():
    """`PRIVATE` of the tests of secrets is what a table hides."""
    game = mk.Game(players=3, seed=1)
    rng = np.random.default_rng(1)
    hidden = 0
    while not game.is_terminal and hidden < 20:
        from munchkin_env.observation import View

        asked = View.public(game.position, game.catalogue).asked
        assert (asked is None) == (game.decision in PRIVATE)
        hidden += asked is None
        game.step(int(rng.choice(game.legal_actions())))
    assert hidden == 20
