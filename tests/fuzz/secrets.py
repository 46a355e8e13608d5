"""Information that a seat cannot know: positions of games of all sets of editions, with any settings, in which all of
it is changed.

The seat is shown the same, byte by byte: view, both observations, mask, info, text and the table as it is drawn. So are
its worlds: that of its view, and one drawn of the position. `python -m tests.fuzz.secrets 1 40000` compares so many
positions, from seed 1, and prints how many of what.
"""

from typing import Any

import numpy as np

import munchkin_env as mk
from munchkin_env.envs.aec import raw_env
from munchkin_env.observation import ENCODINGS, View
from munchkin_env.render.table import table
from tests.fuzz.games import SETS, any_settings
from tests.fuzz.tools import Tally, main
from tests.fuzz.values import pick
from tests.observation.play import PRIVATE, look, rearranged, restored, sights, worlds

EACH = 60  # positions of the same settings, since a catalogue is compiled for them


def position_of(game: mk.Game, rng: np.random.Generator) -> mk.Game:
    """The game after some actions, or on its way again from the start; now and then a player has looked at a pile."""
    for _ in range(int(rng.integers(1, 40))):
        if game.is_terminal:
            break
        game.step(int(rng.choice(game.legal_actions())))
    if rng.random() < 0.8:
        return game
    seen = game.clone()
    look(seen, int(rng.integers(game.config.players)), int(rng.integers(2)), int(rng.integers(1, 5)))
    return restored(seen, seen.position)


def as_bytes(part: Any) -> bytes:
    """An array, or those of a dict."""
    return b"".join(as_bytes(one) for one in part.values()) if isinstance(part, dict) else part.tobytes()


def shown(env: raw_env, game: mk.Game, seat: int, number: int) -> dict[str, object]:
    """All that a seat ever gets of a position: as sights, from an environment, and resampled."""
    env._game = game
    env._select()
    agent = env.possible_agents[seat]
    found = {f"env {name}": as_bytes(part) for name, part in env.observe(agent).items()}
    facts = {"info": env.infos[agent], "drawn": table(View.of(game, seat))}
    return {**sights(game, seat), **found, **facts, **worlds(game, seat, number)}


def compare(env: raw_env, game: mk.Game, rng: np.random.Generator, number: int) -> str:
    """Raises AssertionError where a seat is shown another position differently. Returns what was compared."""
    seat = int(rng.integers(game.config.players))
    twin = rearranged(game, seat, rng)
    one, two = shown(env, game, seat, number), shown(env, twin, seat, number)
    differing = [name for name in one if one[name] != two[name]]
    assert not differing, f"seat {seat} of {game!r} is shown a difference in {differing}"
    drawn = game.resample(seat, rng)
    assert drawn.broken() == 0, f"drawn anew: {drawn.broken()!r}"
    again = shown(env, drawn, seat, number)
    differing = [name for name in one if one[name] != again[name]]
    assert not differing, f"seat {seat} of {game!r} is shown a difference in {differing} when it is drawn anew"
    if twin.position.tobytes() == game.position.tobytes():
        return "positions without a secret"
    if game.current_player == seat:
        return "positions at which the seat is asked"
    return "with somebody asked unseen" if game.decision in PRIVATE else "at which another is asked"


def fuzz(seed: int, count: int) -> Tally:
    """`count` positions, or settings that no game can have. Raises AssertionError for a secret that is told."""
    rng = np.random.default_rng(seed)
    tally = Tally()
    number = 0
    each = max(4, min(EACH, count // 40))
    while tally.tried < count:
        config = any_settings(rng, SETS[number % len(SETS)])
        number += 1
        with tally.reproduce(seed, tally.tried, config):
            try:
                env = raw_env(encoding=pick(rng, ENCODINGS), **config)
                env.reset(seed=number)
            except mk.ConfigError:
                tally.count("settings refused")
                continue
            game = env.game
            for _ in range(min(each, count - tally.tried)):
                if game.is_terminal:
                    game = mk.Game(seed=tally.tried, **config)
                game = position_of(game, rng)
                tally.count(compare(env, game, rng, tally.tried))
    return tally


if __name__ == "__main__":
    main(fuzz)
