"""FLEE-5: a die on the table of a saved game is one that a frame waits for; any other, or none, is refused."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import numpy as np
import pytest

import munchkin_env as mk
from munchkin_env.engine.state.layout import STATE
from munchkin_env.vocabulary import Frame, RollFor
from tests.fuzz.tools import resealed

MATCH = "roll: expected the die that some frame waits for, or none"
NUMBERS = ("on", "seat", "purpose", "face", "extra", "place", "escaped", "again")
THIEF = {"klass": "thief", "race": "halfling", "hand": ["loaded_die", "curse_lose_a_level", "mate", "enraged"]}


def answered(game: mk.Game, seed: int, most: int = 400) -> Iterator[mk.Game]:
    """The positions of random play."""
    rng = np.random.default_rng(seed)
    for _ in range(most):
        if game.over:
            return
        yield game
        game.step(int(rng.choice(game.legal())))


def is_rolling(game: mk.Game) -> bool:
    return bool(game.position["roll"]["on"][0])


@lru_cache(maxsize=1)
def rolls() -> dict[RollFor, mk.Game]:
    """A position with a die on the table, for each of what dice are rolled for."""
    players = [THIEF, {"table": ["horny_helmet"], "klass": "wizard"}, {"level": 4}]
    starts = [
        mk.scenario(players, forced_choices=False, windows="open", seed=1),
        *(
            mk.scenario(players, phase="combat", combat={"monsters": [name]}, forced_choices=False, windows="open")
            for name in ("plutonium_dragon", "lame_goblin", "net_troll")
        ),
        mk.scenario(
            [{"table": ["bagpipes"]}, {}, {}], editions="cthulhu", phase="combat", windows="open",
            combat={"monsters": ["eldridge_hawrer"]},
        ),
        mk.scenario(
            [{"level": 6, "hand": ["elf", "mate"]}, {}, {}], phase="combat", windows="open", forced_choices=False,
            combat={"monsters": ["plutonium_dragon"]}, dice=[1],
        ),
    ]  # fmt: skip
    found: dict[RollFor, mk.Game] = {}
    for seed in range(12):
        for start in starts:
            for game in answered(start.clone(), seed):
                if is_rolling(game):
                    found.setdefault(RollFor(int(game.position["roll"]["purpose"][0])), game.clone())
        if len(found) == len(RollFor) - 1:
            break
    return found


def altered(game: mk.Game, **numbers: int) -> bytes:
    """The save of the game with another die."""
    row = np.ndarray(1, STATE, game.position.view(np.uint8).copy())
    for name, value in numbers.items():
        row["roll"][name] = value
    return resealed(game, row)


PURPOSES = [one for one in RollFor if one != RollFor.NONE]


@pytest.mark.parametrize("purpose", PURPOSES, ids=lambda one: one.name)
def test_a_roll_comes_back_and_no_other_die_does(purpose: RollFor) -> None:
    game = rolls()[purpose]
    assert mk.Game.load(game.save()) == game
    die = game.position["roll"][0]
    others: dict[str, list[int]] = {
        "on": [0],
        "seat": [(int(die["seat"]) + 1) % 3],
        "purpose": [one for one in RollFor if one != purpose],
        "face": [0],
        "place": [int(die["place"]) + 1],
    }
    for name, values in others.items():
        for value in values:
            with pytest.raises(mk.SaveError, match=MATCH):
                mk.Game.load(altered(game, **{name: value}))
    with pytest.raises(mk.SaveError, match=MATCH):
        mk.Game.load(altered(game, **dict.fromkeys(NUMBERS, 0)))


@pytest.mark.parametrize("purpose", PURPOSES, ids=lambda one: one.name)
def test_no_die_lies_there_unless_one_is_rolled(purpose: RollFor) -> None:
    """At any other moment: a whole die, or any of its numbers."""
    start = mk.scenario([THIEF, {}, {}], phase="combat", combat={"monsters": ["net_troll"]}, windows="open")
    tried = 0
    for game in answered(start, 1, 60):
        if is_rolling(game):
            continue
        tried += 1
        with pytest.raises(mk.SaveError, match=MATCH):
            mk.Game.load(altered(game, on=1, seat=0, purpose=purpose, face=3))
        for name in NUMBERS:
            with pytest.raises(mk.SaveError, match=MATCH):
                mk.Game.load(altered(game, **{name: 1}))
    assert tried > 5


@pytest.mark.parametrize("purpose", PURPOSES, ids=lambda one: one.name)
def test_a_roll_lies_on_what_it_is_for(purpose: RollFor) -> None:
    """Another seat, purpose or place of the ROLL frame, and a frame that waits for no die, are refused."""
    game = rolls()[purpose]
    frames = game.position["frame"][0]
    i = next(i for i in range(len(frames)) if int(frames[i]["kind"]) == Frame.ROLL)
    changes: list[tuple[int, str, Any]] = [
        (i, "seat", (int(frames[i]["seat"]) + 1) % 3),
        (i, "a", int(frames[i]["a"]) % max(RollFor) + 1),
        (i, "b", int(frames[i]["b"]) + 1),
        *([(i - 1, "passes", 0)] if int(frames[i - 1]["kind"]) == Frame.EFFECTS else []),
        *([(i - 1, "stage", 0)] if int(frames[i - 1]["kind"]) == Frame.FLEE else []),
    ]
    for at, name, value in changes:
        row = np.ndarray(1, STATE, game.position.view(np.uint8).copy())
        row["frame"][name][0, at] = value
        with pytest.raises(mk.SaveError, match=MATCH):
            mk.Game.load(resealed(game, row))
