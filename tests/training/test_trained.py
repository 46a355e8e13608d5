"""The policy that comes with the package: it is there, plays, and is what its description says."""

import hashlib
import json

import numpy as np
import pytest

pytest.importorskip("torch")

import munchkin_env as mk
from munchkin_env.bots import bot_names
from munchkin_env.policies.files import TRAINED, read_policy

TOLD = json.loads(TRAINED.with_suffix(".json").read_text(encoding="utf-8"))


def test_it_is_known_by_name():
    assert "trained" in bot_names()
    bot = mk.make_bot("trained")
    assert (bot.name, bot.kind, bot.deterministic) == ("trained", None, True)
    with pytest.raises(mk.ConfigError, match='did you mean "trained"'):
        mk.make_bot("traned")


def test_it_is_the_file_that_is_described():
    _, header = read_policy(TRAINED)
    assert hashlib.sha256(TRAINED.read_bytes()).hexdigest() == TOLD["sha256"]
    assert header["facts"]["editions"] == TOLD["config"]["game"].get("settings", {}).get("editions", ["munchkin"])
    assert header["network"]["hidden"] == TOLD["config"]["network"]["hidden"]


def test_it_gives_its_likeliest_answer():
    games, bot = mk.VectorGames(2, observation="tokens", seed=3), mk.make_bot("trained")
    scores = bot.scores(games.observation, games.mask)
    for chance in (0.0, 0.999):
        answers = bot.answers(games.observation, games.mask, np.full(2, chance))
        assert answers.tolist() == scores.argmax(axis=1).tolist()
    assert games.mask[np.arange(2), answers].all()


def test_it_is_an_opponent_wherever_a_name_is():
    env = mk.MunchkinEnv(players=3, opponents=["trained", "random"], round_limit=1)
    _, info = env.reset(seed=1)
    _, _, terminated, _, _ = env.step(int(np.flatnonzero(info["action_mask"])[0]))
    assert terminated in (True, False)


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize("players", [3, 4, 6])
def test_it_beats_random_at_any_number_of_seats(players):
    result = mk.evaluate(["trained", *["random"] * (players - 1)], games=60, seed=11, progress=False).players[0]
    assert result.win_rate > 0.7
