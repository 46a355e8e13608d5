"""The stages of frames that a save may tell of are those at which games wait: no rule goes on from any other."""

import numpy as np
import pytest

import munchkin_env as mk
from munchkin_env.vocabulary import Frame
from tests.fuzz.games import SETS, any_settings
from tests.tiers import FULL, share

GAMES = share(1500, 50)  # at night far more than it takes
LAST = {kind: int(kind.row.held["stage"].highest) for kind in Frame if "stage" in kind.row.held}


@pytest.mark.rotating
@pytest.mark.compiled
@pytest.mark.slow
def test_the_last_stage_of_every_frame_is_one_at_which_games_wait():
    reached: dict[Frame, int] = dict.fromkeys(LAST, -1)
    rng = np.random.default_rng(1)
    for number in range(GAMES):
        if reached == LAST:
            break
        try:
            game = mk.Game(seed=number, **any_settings(rng, SETS[number % len(SETS)]))
        except mk.ConfigError:  # settings that no game can have
            continue
        while not game.is_terminal:
            row = game.position[0]
            frames = row["frame"][: int(row["n_frames"])]
            for kind, stage in zip(frames["kind"].tolist(), frames["stage"].tolist(), strict=True):
                if stage > reached.get(kind, stage):
                    reached[Frame(kind)] = stage
            game.step(int(rng.choice(game.legal_actions())))
    assert {kind: stage for kind, stage in reached.items() if stage > LAST[kind]} == {}
    waited = {kind for kind in LAST if reached[kind] == LAST[kind]}
    assert waited == set(LAST) if FULL else len(waited) > len(LAST) / 2
