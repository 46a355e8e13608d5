"""Nothing that a seat can't know changes a byte of what its model is told."""

from collections.abc import Iterable

import numpy as np
import pytest

import munchkin_env as mk
from munchkin_env.game.answers import ActionTree
from munchkin_env.llm import MOST, NAMES
from munchkin_env.llm.question import DecisionPrompt, Memory, ask, look, system_prompt
from munchkin_env.llm.replies import Reader
from munchkin_env.observation import View
from tests.each import each
from tests.observation.play import random_games, rearranged, some_games
from tests.tiers import FULL


def outcome(answers: ActionTree, path: tuple[int, ...], question: DecisionPrompt, text: str) -> object:
    """The action that a reply comes to, or why it comes to none."""
    try:
        return Reader(answers, path, question.listed).read(text)
    except mk.IllegalAction as error:
        return str(error)


def told(game: mk.Game, seat: int, path: tuple[int, ...] = ()) -> tuple:
    """All that the seat's model gets, and the result of its replies."""
    view = View.of(game, seat, world=True)
    answers = ActionTree(view, NAMES)
    question = ask(view, answers, Memory(), NAMES, path)
    assert len(question.text) <= MOST
    said = [outcome(answers, path, question, text) for text in ('{"do": "play", "card": "x"}', '{"do": "steal"}', "0")]
    looks = [look(view, word) for word in ("rules", "discards", "net troll")]
    return question.text, question.listed, said, looks, system_prompt(view, NAMES, ())


@pytest.mark.slow
@pytest.mark.compiled
def test_hidden_cards_are_in_no_prompt() -> None:
    compared, opened = alike(some_games())
    assert compared > 100
    assert opened > 50


EVERY = ("munchkin", "extended", "star", "cthulhu")


@pytest.mark.slow
@pytest.mark.compiled
@each("editions", [*((one,) for one in EVERY), EVERY] if FULL else [EVERY], ids="+".join)
def test_hidden_cards_of_every_edition_are_in_no_prompt_of_six(editions: tuple[str, ...]) -> None:
    compared, opened = alike(random_games(6, 6, 400, 7, editions=editions, windows="open", trades="full"))
    assert compared > 25
    assert opened > 0


def alike(games: Iterable[mk.Game]) -> tuple[int, int]:
    """Compare all reports of each game with those of one that looks the same; return how many differed, and how many
    questions of steps were compared as well."""
    rng = np.random.default_rng(0)
    compared = opened = 0
    for game in games:
        seat = game.current_player
        if seat is None:
            continue
        first = told(game, seat)
        twin = rearranged(game, seat, rng)
        assert told(twin, seat) == first
        compared += twin.position.tobytes() != game.position.tobytes()
        for answer in [one for one in first[1] if one.open][:2]:
            assert told(twin, seat, answer.path) == told(game, seat, answer.path)
            opened += 1
    return compared, opened
