"""Whole games of any editions, the host any of them, with any settings, switches and parts of the decks.

Each game ends, and after every action the position is sound. One of each settings is also saved on its way, and
resampled for a seat. `python -m tests.fuzz.games 1 10000` plays so many, from seed 1, and prints how they ended.
"""

import pickle
from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Any

import numpy as np

import munchkin_env as mk
from munchkin_env.cards.compile import load_catalogue
from munchkin_env.cards.definition import KINDS, NUMBERS, SWITCHES
from munchkin_env.config.game_config import BARGAINS, RESULTS, WINDOWS
from tests.fuzz.tools import Tally, main
from tests.fuzz.values import pick

NAMES = ("munchkin", "cthulhu", "extended", "star")
SETS = [chosen for size in range(1, len(NAMES) + 1) for chosen in combinations(NAMES, size)]
MOST = 40  # games of the same settings, since a catalogue is compiled for them


def _bool(rng: np.random.Generator, config: dict[str, Any]) -> bool:
    return bool(rng.integers(2))


def _maybe(rng: np.random.Generator, config: dict[str, Any]) -> bool | None:
    return pick(rng, (None, False, True))


def _number(low: int, high: int) -> Callable[[np.random.Generator, dict[str, Any]], int]:
    return lambda rng, config: int(rng.integers(low, high + 1))


def _one(words: Sequence[Any]) -> Callable[[np.random.Generator, dict[str, Any]], Any]:
    return lambda rng, config: pick(rng, words)


def _rarely(make: Callable[[np.random.Generator, dict[str, Any]], Any], usual: Any, chance: float = 0.2) -> Any:
    return lambda rng, config: make(rng, config) if rng.random() < chance else usual


def _sexes(rng: np.random.Generator, config: dict[str, Any]) -> tuple[str, ...]:
    return tuple(pick(rng, ("male", "female")) for _ in range(config["players"]))


def _first_seat(rng: np.random.Generator, config: dict[str, Any]) -> int | None:
    return pick(rng, (None, *range(config["players"])))


def _cards(rng: np.random.Generator, config: dict[str, Any]) -> tuple[str, ...]:
    """Kinds and some cards."""
    ids = [card.full_id for card in load_catalogue(config["editions"]).cards if card is not None]
    kinds = [pick(rng, list(KINDS)) for _ in range(int(rng.integers(0, 8)))]
    return (*kinds, *(pick(rng, ids) for _ in range(int(rng.choice([0, 1, 5, 60])))))


def _switches(rng: np.random.Generator, config: dict[str, Any]) -> dict[str, Any]:
    """Each switch as the host has it, or somehow else."""
    chosen: dict[str, Any] = {}
    for name, switch in SWITCHES.items():
        if switch.allowed is bool:
            values: Sequence[Any] = (False, True, *switch.besides)
        elif isinstance(switch.allowed, tuple):
            values = switch.allowed
        else:
            low, high = NUMBERS[name]
            values = range(low, high + 1)
        if rng.random() < 0.3:
            chosen[name] = pick(rng, values)
    return chosen


SETTINGS: dict[str, Callable[[np.random.Generator, dict[str, Any]], Any]] = {
    "players": _number(3, 6),
    "goal": _rarely(_one((3, 5, 20, 100)), 10),
    "sexes": _rarely(_sexes, None),
    "first_seat": _rarely(_first_seat, 0),
    "windows": _rarely(_one(WINDOWS), "compressed", 0.4),
    "bargaining": _one(BARGAINS),
    "trades": _one(BARGAINS),
    "round_limit": _one((2, 30, 100, 200)),
    "round_limit_result": _one(RESULTS),
    "offers_own_turn": _number(0, 4),
    "offers_window": _number(0, 4),
    "help_questions": _number(0, 4),
    "forced_choices": _rarely(_bool, True),
    "removal_ends_combat": _bool,
    "elf_may_win": _bool,
    "listen_at_door": _bool,
    "loot_treasure": _bool,
    "helper_wins": _bool,
    "quick_play": _maybe,
    "cult_discards": _rarely(_number(1, 2), 0, 0.1),
    "fairy_dust": _rarely(_maybe, None),
    "start_cards": _rarely(_number(0, 8), None),
    "only_cards": _rarely(_cards, ()),
    "without_cards": _rarely(_cards, (), 0.5),
    "switches": _rarely(_switches, {}, 0.8),
}
"""Generators of each setting, but for the editions: short games, as a rule."""


def any_settings(rng: np.random.Generator, editions: Sequence[str]) -> dict[str, Any]:
    """Settings of a game with these editions, in any order."""
    config: dict[str, Any] = {"editions": tuple(str(name) for name in rng.permutation(editions))}
    for name, draw in SETTINGS.items():
        config[name] = draw(rng, config)
    return config


def look(rng: np.random.Generator, seed: int, config: dict[str, Any]) -> None:
    """A game on its way is saved, and resampled for a seat."""
    game = mk.Game(seed=seed, **config)
    for _ in range(int(rng.integers(0, 2000))):
        if not game.is_terminal:
            game.step(int(rng.choice(game.legal_actions())))
    assert game.broken() == 0
    assert mk.Game.load(game.save()) == game
    drawn = game.resample(int(rng.integers(game.config.players)), rng)
    assert drawn.broken() == 0, f"drawn anew: {drawn.broken()!r}"
    assert pickle.loads(pickle.dumps(drawn)) == drawn


def fuzz(seed: int, count: int) -> Tally:
    """At least `count` games, or settings that no game can have. Raises EngineFault for an unsound game."""
    rng = np.random.default_rng(seed)
    tally = Tally()
    each = max(4, min(MOST, count // 50))
    number = 0
    while tally.tried < count:
        config = any_settings(rng, SETS[number % len(SETS)])
        number += 1
        bot = pick(rng, ("random", "random", "random", "greedy"))
        with tally.reproduce(seed, number, (bot, config)):
            try:
                look(rng, number, config)
                found = mk.game_stats(games=each, bot=bot, seed=number, check=True, progress=False, **config)
            except mk.ConfigError:
                tally.count("settings refused")
            else:
                for ending, rate in found.endings.items():
                    tally.counts[f"{bot} games ended by {ending}"] += round(rate * each)
    return tally


if __name__ == "__main__":
    main(fuzz)
