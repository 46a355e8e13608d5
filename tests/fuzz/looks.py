"""Whole games of any editions, looked at in every way at every decision: in words and in all observations.

Each observation lies within the bounds of its space, and nothing that tells of the game fails.
`python -m tests.fuzz.looks 1 100000` looks at so many decisions, from seed 1, and prints at which.
"""

from typing import Any

import numpy as np

import munchkin_env as mk
from munchkin_env.cli._shared import NAMES, Menu, Story
from munchkin_env.envs.rendering import draw
from munchkin_env.envs.spaces import observation_space
from munchkin_env.observation import KINDS, View
from tests.fuzz.games import SETS, any_settings
from tests.fuzz.tools import Tally, main
from tests.fuzz.values import pick

GAMES = 4  # with the same settings, since a catalogue is compiled for them
DRAWN = 0.1  # of the decisions: the table in words, the story, what a player is asked
PAINTED = 0.001  # of the decisions: the picture


class Watcher:
    """Looks at the games with some settings."""

    def __init__(self, config: dict[str, Any]) -> None:
        facts = mk.spec(**config)
        self.spaces = {kind: observation_space(facts, kind) for kind in KINDS if kind != "text"}

    def look(self, game: mk.Game, seat: int | None) -> None:
        """Everything that a seat may be shown now; None is an onlooker who sees all hands."""
        if seat is None:
            assert game.text()
            return
        for kind in KINDS:
            seen = game.observe(seat, kind)
            if kind == "text":
                assert seen
                continue
            parts = self.spaces[kind]
            assert parts.contains(seen), f"{kind} of seat {seat}: {outside(parts, seen)}"

    def draw(self, game: mk.Game, story: Story, seat: int | None) -> None:
        """The table as text, its story, and the actions in the words of `munchkin play`."""
        assert draw(game, seat, "ansi")
        story.go_on(game, show=False)
        asked = game.current_player
        if asked is not None:
            answers = Menu.of(game, asked, NAMES[: game.config.players])
            assert answers.question()
            assert answers.menu()


def outside(space: Any, seen: Any) -> str:
    """Return the entries that are beyond their bounds."""
    if isinstance(seen, dict):
        return "; ".join(f"{name}: {outside(space[name], seen[name])}" for name in seen)
    far = np.argwhere((seen < space.low) | (seen > space.high))[:5]
    rows = [(*at.tolist(), int(seen[tuple(at)]), int(space.low[tuple(at)]), int(space.high[tuple(at)])) for at in far]
    return f"{seen.dtype} of {seen.shape}, (index, number, lowest, highest) {rows}"


def follow(game: mk.Game, watcher: Watcher, bot: str, rng: np.random.Generator, tally: Tally) -> None:
    """A game from its beginning to its end."""
    players = game.config.players
    story = Story(game, None, NAMES[:players])
    player = mk.make_bot(bot)
    while (seat := game.current_player) is not None:
        tally.count(game.decision.name)
        watcher.look(game, seat)
        if rng.random() < 0.1:
            watcher.look(game, pick(rng, (None, *range(players))))
        if rng.random() < DRAWN:
            watcher.draw(game, story, pick(rng, (None, *range(players))))
        if rng.random() < PAINTED:
            assert draw(game, pick(rng, (None, *range(players))), "rgb_array").any()
        if bot == "random":
            action = int(rng.choice(game.legal_actions()))
        else:
            action = int(player.act(View.of(game, seat), game.legal_action_mask(), rng))
        game.step(action)
    for each in (None, *range(players)):
        watcher.look(game, each)
    watcher.draw(game, story, None)


def fuzz(seed: int, count: int) -> Tally:
    """At least `count` decisions. Raises AssertionError, and whatever telling of a game raises."""
    rng = np.random.default_rng(seed)
    tally = Tally()
    number = 0
    while tally.tried < count:
        config = any_settings(rng, SETS[(seed + number) % len(SETS)])
        number += 1
        try:
            watcher = Watcher(config)
        except mk.ConfigError:
            tally.count("settings refused")
            continue
        for k in range(GAMES):
            if tally.tried >= count:
                break
            bot = pick(rng, ("random", "random", "greedy"))
            deal = int(rng.integers(1 << 62))
            with tally.reproduce(seed, number, (bot, deal, k, config)):
                try:
                    game = mk.Game(seed=deal, **config)
                except mk.ConfigError:
                    tally.count("settings refused")
                    break
                follow(game, watcher, bot, rng, tally)
    return tally


if __name__ == "__main__":
    main(fuzz)
