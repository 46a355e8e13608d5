"""Saved games that somebody has altered: each is refused, or is a game that was played so.

`python -m tests.fuzz.saves 1 100000` prints what came of so many, from seed 1.
"""

import gzip
import json
from collections.abc import Iterator
from typing import Any

import numpy as np

import munchkin_env as mk
from munchkin_env.cli._shared import NAMES, Story
from munchkin_env.engine.validation import invariants
from munchkin_env.observation import ENCODINGS
from tests.fuzz.games import SETS
from tests.fuzz.tools import Tally, main
from tests.fuzz.values import altered, as_json, damaged, odd, pick

LIMIT = 100_000  # decisions; a game that takes more does not end
SETTINGS: tuple[dict[str, object], ...] = (
    {},
    {"windows": "open", "round_limit": 20},
    {"forced_choices": False, "round_limit": 30},
    {"windows": "final", "bargaining": "simple", "trades": "simple"},
    {"listen_at_door": True, "loot_treasure": True, "helper_wins": True, "start_cards": 8, "goal": 20},
    {"quick_play": True},
)
PLAYERS: list[dict[str, Any]] = [
    {"klass": ["wizard", "cleric"], "table": ["super_munchkin", {"huge_rock": "cheat"}], "hand": ["baby"]},
    {"race": ["halfling", "elf"], "table": ["half_breed", "horny_helmet"], "curses": ["curse_chicken_on_your_head"]},
    {"race": "dwarf", "level": 5, "table": ["hireling", "broad_sword"], "hand": ["enraged", "mate"], "sex": "female"},
]


def begun(rng: np.random.Generator) -> mk.Game:
    """A game of 3 to 6 players with any set of editions, or a combat at tables of the base one."""
    settings, seed = pick(rng, SETTINGS), int(rng.integers(1 << 32))
    if rng.random() < 0.7:
        return mk.Game(players=int(rng.integers(3, 7)), seed=seed, editions=pick(rng, SETS), **settings)
    monsters = rng.choice(["plutonium_dragon", "lame_goblin", "net_troll"], 2, replace=False).tolist()
    return mk.scenario(PLAYERS, phase="combat", combat={"monsters": monsters, "helper": 2}, seed=seed, **settings)


def games(rng: np.random.Generator) -> Iterator[mk.Game]:
    """Games that random players have played for a while, or to the end."""
    while True:
        game = begun(rng)
        for _ in range(int(rng.integers(300))):
            if not game.is_terminal:
                game.step(int(rng.choice(game.legal_actions())))
        yield game


def alter(data: bytes, rng: np.random.Generator) -> tuple[str, bytes]:
    """Return the kind of change, and the changed save: bytes of it, its JSON, an entry, its moves."""
    kind = rng.random()
    if kind < 0.15:
        return "bytes", damaged(data, rng)
    text = gzip.decompress(data)
    if kind < 0.25:
        return "text", gzip.compress(damaged(text, rng), mtime=0)
    told: dict[str, Any] = json.loads(text)
    if kind < 0.4:
        told["moves"] = told["moves"][: int(rng.integers(len(told["moves"]) + 1))]
        return "fewer moves", gzip.compress(as_json(told).encode(), mtime=0)
    if kind < 0.6:
        told = altered(told, rng)
        return "any entry", gzip.compress(as_json(told).encode("utf-8", "surrogatepass"), mtime=0)
    if kind < 0.7:
        told["settings"] = told["settings"] | {pick(rng, sorted(told["settings"])): odd(rng)}
    elif kind < 0.8 and "scenario" in told:
        told["scenario"] = altered(told["scenario"], rng)
    elif told["moves"]:
        place = int(rng.integers(len(told["moves"])))
        told["moves"][place] = pick(rng, [odd(rng), int(rng.integers(300)), -1, told["moves"][0]])
    return "an entry", gzip.compress(as_json(told).encode("utf-8", "surrogatepass"), mtime=0)


def looked_at(game: mk.Game) -> None:
    """All descriptions of a position describe this one."""
    repr(game)
    game.text()
    for seat in range(game.config.players):
        game.text(seat)
        for kind in ENCODINGS:
            game.observe(seat, kind)
    for action in game.legal_actions():
        game.describe(int(action))
    Story(game, None, NAMES[: game.config.players]).go_on(game, show=False)


def played_out(game: mk.Game, key: int) -> None:
    """Random play ends the game with no invariant broken and no fault."""
    if game.is_terminal:
        return
    decisions, bad = invariants.play_random(game._positions, 0, game._tables, key, LIMIT, 1, game._ids)
    assert bad == 0, f"broken {bad} after {decisions} decisions"
    assert game.is_terminal, f"no end within {LIMIT} decisions"


def fuzz(seed: int, count: int) -> Tally:
    """`count` altered saves. Raises AssertionError for one that was loaded and is no game that can be played."""
    rng = np.random.default_rng(seed)
    tally, source = Tally(), games(rng)
    while tally.tried < count:
        saved = next(source).save()
        for _ in range(8):
            how, data = alter(saved, rng)
            with tally.reproduce(seed, tally.tried, how):
                try:
                    loaded = mk.Game.load(data)
                except mk.SaveError:
                    tally.count("refused")
                    continue
                tally.count("unaltered" if loaded.save() == saved else "played")
                assert mk.Game.load(loaded.save()) == loaded
                if tally.tried % 10 == 0:
                    looked_at(loaded)
                played_out(loaded.clone(), tally.tried)
    return tally


if __name__ == "__main__":
    main(fuzz)
