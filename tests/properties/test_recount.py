"""Numbers shown to players agree with a second count, made only from the public story and the printed cards."""

from collections import Counter

import numpy as np
import pytest

import munchkin_env as mk
from munchkin_env.observation import View
from munchkin_env.observation.scene import scene
from munchkin_env.replays.snapshot import public_parts
from munchkin_env.vocabulary import Stage
from tests.properties.recount import Recount

EDITIONS = (("munchkin",), ("star",), ("cthulhu",), ("extended",), ("munchkin", "star", "cthulhu"))
SOME, ALL = 4, 200  # games of each edition
LEAST = ("level", "hands", "all cards", "players", "monsters", "treasures", "face")


def play(seed: int, editions: tuple[str, ...]) -> Recount:
    """One game of greedy and random players, recounted whenever something has been told. A failure names the seed."""
    players = 3 + seed % 4
    game = mk.Game(players=players, seed=seed, editions=editions, round_limit=10, forced_choices=bool(seed % 2))
    bots = [mk.make_bot("greedy" if (p + seed) % 2 else "random") for p in range(players)]
    rng = np.random.default_rng(seed)
    recount, heard = Recount(game.catalogue, players), 0
    while True:
        view = View.public(game.position, game.catalogue)
        told = int(view.record["event_count"])
        if told > heard:
            recount.hear(view.events(told - heard))
            heard = told
            if game.stage == Stage.VERB:
                recount.check(public_parts(scene(view)))
        if game.current_player is None:
            return recount
        game.step(bots[game.current_player].act(View.of(game, game.current_player), game.legal_action_mask(), rng))


def recounted(editions: tuple[str, ...], games: int) -> None:
    counted: Counter[str] = Counter()
    left_out: Counter[str] = Counter()
    for seed in range(games):
        try:
            one = play(seed, editions)
        except AssertionError as error:
            raise AssertionError(f"seed {seed} of {'+'.join(editions)}: {error}") from error
        counted += one.counted
        left_out += one.left_out
    for what in LEAST:
        assert counted[what] > 4 * games, (what, counted, left_out.most_common(20))


@pytest.mark.compiled
@pytest.mark.slow
@pytest.mark.parametrize("editions", EDITIONS, ids="+".join)
def test_what_is_shown_agrees_with_a_second_count(editions: tuple[str, ...]) -> None:
    """COMBAT-1, COMBAT-3, COMBAT-5, FLEE-1: strengths, faces that escape, treasures, levels and hands."""
    recounted(editions, SOME)


@pytest.mark.compiled
@pytest.mark.soak
@pytest.mark.parametrize("editions", EDITIONS, ids="+".join)
def test_what_is_shown_agrees_with_a_second_count_in_200_games(editions: tuple[str, ...]) -> None:
    recounted(editions, ALL)
