"""The policies that come with the package: they are there, play, and are what their descriptions say."""

import hashlib
import json

import numpy as np
import pytest

from tests.each import each
from tests.tiers import FULL

pytest.importorskip("torch")

import munchkin_env as mk
from munchkin_env.bots import bot_names
from munchkin_env.policies.files import PRETRAINED, PRETRAINED_ALL_EDITIONS, read_policy


def test_it_is_known_by_name():
    assert "pretrained" in bot_names()
    bot = mk.make_bot("pretrained")
    assert (bot.name, bot.kind, bot.deterministic) == ("pretrained", None, True)
    with pytest.raises(mk.ConfigError, match='did you mean "pretrained"'):
        mk.make_bot("pretraned")


@pytest.mark.parametrize("file", [PRETRAINED, PRETRAINED_ALL_EDITIONS], ids=["base", "everywhere"])
def test_it_is_the_file_that_is_described(file):
    told = json.loads(file.with_suffix(".json").read_text(encoding="utf-8"))
    _, header = read_policy(file)
    assert hashlib.sha256(file.read_bytes()).hexdigest() == told["sha256"]
    assert header["facts"]["rules_version"] == told["trained_on"]["rules_version"]
    assert header["facts"]["editions"] == told["config"]["game"].get("settings", {}).get("editions", ["munchkin"])
    assert header["network"]["hidden"] == told["config"]["network"]["hidden"]


WEIGHTS = [
    (("munchkin",), PRETRAINED),
    (("extended",), PRETRAINED_ALL_EDITIONS),
    (("generated:7:munchkin:25%",), PRETRAINED),  # most cards are the base edition's
    (("generated:7",), PRETRAINED_ALL_EDITIONS),
    (("generated:7:munchkin:50%",), PRETRAINED_ALL_EDITIONS),  # 47 %
    (("star", "munchkin"), PRETRAINED_ALL_EDITIONS),
    (("munchkin", "cthulhu", "star", "extended"), PRETRAINED_ALL_EDITIONS),
]


@each(("editions", "file"), WEIGHTS if FULL else WEIGHTS[:3])
def test_it_plays_a_game_in_the_weights_that_know_its_cards(editions, file):
    game = mk.spec(players=3, editions=editions)
    bot, whole = mk.make_bot("pretrained", for_game=game), mk.load_policy(file)
    bot.check(game)
    assert bot.name == "pretrained"
    assert bot.deterministic
    names = {"tokens": ("query.weight", "trunk.1.weight"), "sparse": ("feature.weight", "trunk.0.weight")}
    for name in (*names[bot.encoding], "critic.2.weight"):
        assert (bot.network.state_dict()[name] == whole.network.state_dict()[name]).all()


def test_whoever_knows_the_game_gets_the_right_one():
    """By its name alone, in a match and as an opponent; files are carried only where that is asked."""
    game = {"editions": ("star",), "preset": "short"}
    assert mk.evaluate(["pretrained", "random", "random"], games=3, progress=False, **game).games == 3
    env = mk.MunchkinEnv(players=3, opponents="pretrained", round_limit=1, editions=("star",))
    _, info = env.reset(seed=1)
    assert info["action_mask"].any()
    with pytest.raises(mk.ConfigError, match="editions"):
        mk.evaluate([str(PRETRAINED), "random", "random"], games=3, progress=False, **game)


def test_it_gives_its_likeliest_answer():
    bot = mk.make_bot("pretrained")
    games = mk.SelfPlayVecEnv(2, encoding=bot.encoding, seed=3)
    scores = bot.scores(games.observation, games.legal_action_mask)
    for chance in (0.0, 0.999):
        answers = bot.act_batch(games.observation, games.legal_action_mask, np.full(2, chance))
        assert answers.tolist() == scores.argmax(axis=1).tolist()
    assert games.legal_action_mask[np.arange(2), answers].all()


def test_it_is_an_opponent_wherever_a_name_is():
    env = mk.MunchkinEnv(players=3, opponents=["pretrained", "random"], round_limit=1)
    _, info = env.reset(seed=1)
    _, _, terminated, _, _ = env.step(int(np.flatnonzero(info["action_mask"])[0]))
    assert terminated in (True, False)


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize("players", [3, 4, 6])
def test_it_beats_random_at_any_number_of_seats(players):
    result = mk.evaluate(["pretrained", *["random"] * (players - 1)], games=60, seed=11, progress=False).bots[0]
    assert result.win_rate > 0.7


@pytest.mark.parametrize("file", [PRETRAINED, PRETRAINED_ALL_EDITIONS], ids=["base", "everywhere"])
def test_it_reads_what_it_was_trained_to_read(file):
    """Nothing of the observation has changed its place or meaning since: the file plays without being carried."""
    facts = read_policy(file)[1]["facts"]
    game = mk.spec(players=facts["players"], editions=tuple(facts["editions"]))
    assert facts["schema_hash"] == game.schema_hashes[facts["observation"]]
