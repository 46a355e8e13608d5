"""All that a table tells one seat is the same whatever that seat can't know."""

from typing import Any

import numpy as np
import pytest

import munchkin_env as mk
from munchkin_env.llm import MOST, LLMTable, NotAsked
from tests.observation.play import rearranged, some_games

REPLIES = ("x", "99", '{"do": "play", "card": "x"}', '{"do": "steal", "seat": 1}', '{"pass_until": ["win"]}')
REPLIES += ('{"look": "net troll"}', '{"do": "pass", "then": 1}')
REPLIES += ('{"answer": 1, "promise": {"kind": "help", "to": "X"}}',)


def table_of(game: mk.Game, seat: int, talk: bool) -> LLMTable:
    """A table at which this game stands, all seats from outside."""
    players = game.config.players
    table = LLMTable(range(players), (), 1, players=players, talk=talk, prompting={"retries": 10, "pass_until": None})
    table.game = game.clone()
    for one in table.seats.values():
        one.memory.__init__()  # type: ignore[misc]
    table._go_on()
    assert table.asked == seat
    return table


def told(table: LLMTable, seat: int) -> list[Any]:
    """Everything that is said to the seat that is asked: questions, refusals, looks, rules; and to another."""
    found: list[Any] = [table.turn(seat), table.rules(seat)]
    found += [table.look(seat, word) for word in ("rules", "discards", "net troll", "nothing")]
    for reply in REPLIES:
        if table.asked == seat:  # else one of them was an action
            found.append(table.answer(seat, reply))
    players = len(table.names)
    other = next(one for one in ((seat + k) % players for k in range(1, players)) if one != table.asked)
    with pytest.raises(NotAsked) as refused:
        table.answer(other, "1")
    found += [str(refused.value), table.turn(other).text, table.wait(other, 0.0).text]
    return [*found, {k: v for k, v in table.counts(seat).as_dict().items() if "seconds" not in k}]


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize("talk", [False, True])
def test_hidden_cards_are_in_nothing_that_a_table_says(talk: bool) -> None:
    rng = np.random.default_rng(1)
    compared = 0
    for game in list(some_games())[::3]:
        seat = game.current_player
        if seat is None:
            continue
        twin = rearranged(game, seat, rng)
        first, second = (told(table_of(one, seat, talk), seat) for one in (game, twin))
        assert first == second
        assert all(len(one.text) <= MOST + 200 for one in first if hasattr(one, "text"))
        compared += twin.position.tobytes() != game.position.tobytes()
    assert compared > 40
