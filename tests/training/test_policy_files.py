"""Files of trained players: what is written is read again, what doesn't fit is refused and named."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch")
pytest.importorskip("sb3_contrib")

import torch
from safetensors import safe_open
from safetensors.torch import save_file

import munchkin_env as mk
from munchkin_env import versions
from munchkin_env.benchmark.leaderboard import leaderboard
from munchkin_env.benchmark.run import run
from munchkin_env.benchmark.tracks import TRACKS
from munchkin_env.evaluation import ladder
from munchkin_env.policies.player import draw

SMALL = {"embedding": 8, "hidden": [16]}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a small network and a small SB3 model."""
    torch.manual_seed(0)
    place = tmp_path_factory.mktemp("policies")
    game = mk.spec()
    mk.save_policy(place / "net.safetensors", mk.TokenNetwork.for_game(game, **SMALL), game)
    from sb3_contrib import MaskablePPO

    games = mk.sb3_vec_env(2, opponents="random", seed=1)
    kwargs = {"net_arch": [8], "features_extractor_class": mk.ScaledFlatExtractor}
    MaskablePPO("MlpPolicy", games, n_steps=4, batch_size=4, policy_kwargs=kwargs, device="cpu").save(
        place / "model.zip"
    )
    return place


def rewritten(source: Path, target: Path, change) -> Path:
    """The policy of `source` with a changed header."""
    with safe_open(source, framework="pt") as opened:
        header = json.loads(opened.metadata()["munchkin"])
        weights = {name: opened.get_tensor(name) for name in opened.keys()}  # noqa: SIM118
    change(header, weights)
    save_file(weights, target, {"munchkin": json.dumps(header)})
    return target


def word(file: Path) -> str:
    """Return the name by which commands call the policy of a file of one's own."""
    return f"pickle:{file}" if file.suffix == ".zip" else str(file)


def set_fact(name, value):
    def change(header, weights):
        header["facts"][name] = value

    return change


def test_a_game_is_as_good_as_its_spec(tmp_path):
    """All of them say so; a game ended in an AttributeError."""
    game, spec = mk.Game(players=3, seed=1, editions="star"), mk.spec(players=3, editions="star")
    assert mk.policy_metadata(game, "tokens") == mk.policy_metadata(spec, "tokens")
    assert all(np.array_equal(a, b) for a, b in zip(mk.index_map(game, game), mk.index_map(spec, spec), strict=True))
    for kind in (mk.TokenNetwork, mk.SparseNetwork):
        network = kind.for_game(game, **SMALL)
        assert network.settings == kind.for_game(spec, **SMALL).settings
        mk.save_policy(tmp_path / "x.safetensors", network, game)
        assert mk.load_policy(tmp_path / "x.safetensors").facts["editions"] == ["star"]


@pytest.mark.parametrize(
    ("call", "match"),
    [
        (lambda file, network: mk.policy_metadata(None, "flat"), "game: expected mk.spec"),
        (
            lambda file, network: mk.policy_metadata(mk.spec(), "flatt"),
            "encoding: expected one of flat, tokens, sparse",
        ),
        (lambda file, network: mk.index_map(3, mk.spec()), "game: expected mk.spec"),
        (lambda file, network: mk.index_map(mk.spec(), 3), "other: expected mk.spec"),
        (lambda file, network: mk.TokenNetwork.for_game("munchkin"), "game: expected mk.spec"),
        (lambda file, network: mk.SparseNetwork.for_game(None), "game: expected mk.spec"),
        (lambda file, network: mk.Sb3Bot.of(None, mk.spec()), "policy: expected one of stable-baselines3, got None"),
        (lambda file, network: mk.PolicyBot({}), "facts: expected those of mk.policy_metadata"),
        (lambda file, network: mk.PolicyBot({"observation": "flat"}, "no"), "deterministic: expected true or false"),
        (lambda file, network: mk.save_policy(None, network, mk.spec()), "path: expected the name of a file, got None"),
        (lambda file, network: mk.save_policy(file, None, mk.spec()), "network: expected a TokenNetwork or a Sparse"),
        (lambda file, network: mk.save_policy(file, network, 3), "game: expected mk.spec"),
        (
            lambda file, network: mk.save_policy(file, network, mk.spec(editions="star")),
            "game: expected that of the network, whose actions are 265, got one with",
        ),
        (lambda file, network: mk.load_policy(file, deterministic="no"), "deterministic: expected true or false"),
    ],
)
def test_what_cannot_be_used_is_named(tmp_path, call, match):
    """A file of another game could not be loaded later: the training was lost."""
    file = tmp_path / "x.safetensors"
    with pytest.raises(mk.ConfigError, match=match):
        call(file, mk.SparseNetwork.for_game(mk.spec(), **SMALL))
    assert not file.exists()


@pytest.mark.parametrize("name", ["net.safetensors", "model.zip"])
def test_a_saved_policy_plays_as_before(folder, name):
    result = [mk.evaluate([word(folder / name), *["random"] * 3], games=4, seed=3, progress=False) for _ in range(2)]
    assert result[0].bots == result[1].bots
    assert result[0].games == 4


def test_a_loaded_network_gives_the_same_logits(folder):
    game = mk.Game(seed=5)
    seen = {name: torch.from_numpy(part[None]) for name, part in game.observe(game.current_player, "tokens").items()}
    mask = torch.from_numpy(game.legal_action_mask()[None])
    torch.manual_seed(0)
    fresh = mk.TokenNetwork.for_game(mk.spec(), **SMALL)
    loaded = mk.load_policy(folder / "net.safetensors").network
    with torch.no_grad():
        mine, theirs = (net(seen["cards"], seen["globals"], mask) for net in (fresh, loaded))
    assert torch.equal(mine[0], theirs[0])
    assert torch.equal(mine[1], theirs[1])


@pytest.mark.rotating
@pytest.mark.parametrize("players", [3, 5, 6])
def test_one_network_plays_any_number_of_players(folder, players):
    name = str(folder / "net.safetensors")
    result = mk.evaluate([name] + ["random"] * (players - 1), games=players, progress=False)
    assert result.games == players


def test_a_flat_policy_plays_only_its_number_of_players(folder):
    with pytest.raises(mk.ConfigError, match=r"players: expected 4, whose flat observations .*model reads, got 3"):
        mk.evaluate([word(folder / "model.zip"), "random", "random"], games=3, progress=False)


def test_answers_are_legal_and_the_likeliest_is_always_the_same(folder):
    for name in ("net.safetensors", "model.zip"):
        bot = mk.load_policy(folder / name, deterministic=True, allow_pickle=True)
        games = mk.SelfPlayVecEnv(16, encoding=bot.encoding, seed=2)
        chances = np.random.default_rng(0)
        for _ in range(20):
            answers = bot.act_batch(games.observation, games.legal_action_mask, chances.random(16))
            assert games.legal_action_mask[np.arange(16), answers].all()
            assert (answers == bot.act_batch(games.observation, games.legal_action_mask, chances.random(16))).all()
            games.step(answers)


def test_draws_follow_the_probabilities():
    logits = np.log(np.array([[0.1, 0.6, 0.3]], np.float32)).repeat(20_000, 0)
    logits[:, 0] = -1e9
    counts = np.bincount(draw(logits, np.random.default_rng(3).random(20_000)), minlength=3) / 20_000
    assert counts[0] == 0
    assert counts[1] == pytest.approx(2 / 3, abs=0.02)


def test_draws_take_every_chance_from_0_to_1():
    logits = np.array([[-1e9, 0.0, 0.0, -1e9]], np.float32).repeat(3, 0)
    assert draw(logits, np.array([0.0, 0.5, np.nextafter(1.0, 0.0)])).tolist() == [1, 2, 2]


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("observation_version", 99, f"observation_version: expected {versions.OBSERVATION_VERSION}, got 99; train it"),
        ("action_version", 0, f"action_version: expected {versions.ACTION_VERSION}, got 0; train it again"),
        ("schema_hash", None, "schema_hash: expected str, got None"),
        ("observation", "pixels", "observation: expected flat or tokens or sparse, got 'pixels'"),
    ],
)
def test_another_version_is_refused(folder, tmp_path, field, value, words):
    file = rewritten(folder / "net.safetensors", tmp_path / "other.safetensors", set_fact(field, value))
    with pytest.raises(mk.SaveError, match=words):
        mk.load_policy(file)


def test_another_version_of_an_sb3_model_is_refused_before_it_is_unpickled(folder, monkeypatch):
    now = versions.ACTION_VERSION
    monkeypatch.setattr(versions, "ACTION_VERSION", versions.ACTION_VERSION + 1)
    monkeypatch.setattr("pickle.loads", lambda *_: pytest.fail("unpickled"))
    with pytest.raises(mk.SaveError, match=f"model.zip: action_version: expected {now + 1}, got {now}"):
        mk.load_policy(folder / "model.zip")


def test_pickles_are_loaded_by_an_explicit_word_alone(folder, monkeypatch):
    """By no name of a bot, an opponent or a card, unless the word stands before it."""
    file = str(folder / "model.zip")
    with monkeypatch.context() as guarded:
        guarded.setattr("pickle.loads", lambda *_: pytest.fail("unpickled"))
        guarded.setattr("cloudpickle.loads", lambda *_: pytest.fail("unpickled"))
        guarded.setattr("torch.load", lambda *_, **__: pytest.fail("unpickled"))
        for load in (
            lambda: mk.load_policy(file),
            lambda: mk.make_bot(file),
            lambda: mk.evaluate([file, *["random"] * 3], games=4, progress=False),
            lambda: mk.sb3_vec_env(1, opponents=file),
        ):
            with pytest.raises(mk.ConfigError, match=r"^policy: expected pickle:.*model\.zip \(in Python allow_pickle"):
                load()
    assert mk.make_bot(f"pickle:{file}").name.endswith("/model")
    with pytest.raises(mk.ConfigError, match="allow_pickle: expected true or false, got 'yes'"):
        mk.load_policy(file, allow_pickle="yes")


@pytest.mark.rotating
def test_a_policy_of_other_rules_plays_and_every_table_says_so(folder, tmp_path, monkeypatch):
    """Transferred or not: it has learnt nothing since."""
    file = str(rewritten(folder / "net.safetensors", tmp_path / "old.safetensors", set_fact("rules_version", 3)))
    now = versions.RULES_VERSION
    said = f"trained under rules version 3, played under rules version {now}"
    for settings in ({}, {"editions": ("star",), "transfer": True}):
        found = mk.evaluate([file, *["random"] * 3], games=4, progress=False, **settings)
        assert [one.rules_version for one in found.bots] == [3, None, None, None]
        assert str(found).count(said) == 1
        assert found.as_dict()["bots"][0]["rules_version"] == 3
    rungs = ladder([file, "random"], (3,), games=3, progress=False)
    assert [one.rules_version for one in rungs.rungs] == [3, None]
    assert str(rungs).count(said) == 1
    monkeypatch.setitem(TRACKS, "dev", replace(TRACKS["dev"], social=16))
    card = run(file, "dev", games=4, progress=False)
    assert card.rules_trained == 3
    assert said in card.markdown()
    assert f"under rules {card.rules_trained}" in leaderboard([card])
    mine = str(folder / "net.safetensors")
    assert "trained under rules" not in str(mk.evaluate([mine, *["random"] * 3], games=4, progress=False))
    assert mk.load_policy(file).rules_version == 3
    unknown = rewritten(folder / "net.safetensors", tmp_path / "none.safetensors", set_fact("rules_version", "six"))
    assert mk.load_policy(unknown).rules_version is None


def test_loading_a_model_leaves_chance_alone(folder):
    torch.manual_seed(4)
    np.random.seed(4)  # noqa: NPY002 (what SB3 would set)
    before = torch.get_rng_state(), np.random.get_state()[1].copy()  # noqa: NPY002
    for name in ("model.zip", "net.safetensors"):
        mk.load_policy(folder / name, allow_pickle=True)
    assert torch.equal(torch.get_rng_state(), before[0])
    assert (np.random.get_state()[1] == before[1]).all()  # noqa: NPY002


def test_changed_cards_are_refused_when_the_game_begins(folder, tmp_path):
    file = rewritten(folder / "net.safetensors", tmp_path / "other.safetensors", set_fact("schema_hash", "0" * 64))
    with pytest.raises(mk.ConfigError, match=r"schema_hash: expected [0-9a-f]{64}, got 0{64}"):
        mk.evaluate([str(file), *["random"] * 3], games=4, progress=False)
    file = rewritten(folder / "net.safetensors", tmp_path / "b.safetensors", lambda h, w: h["facts"].update(
        schema_hash="0" * 64, editions=["star"]))  # fmt: skip
    with pytest.raises(mk.ConfigError, match=r"editions: expected \['star'\]"):
        mk.sb3_vec_env(1, opponents=str(file))


def test_weights_that_do_not_fit_are_refused(folder, tmp_path):
    def drop(header, weights):
        del weights["action.bias"]

    file = rewritten(folder / "net.safetensors", tmp_path / "other.safetensors", drop)
    with pytest.raises(mk.SaveError, match=r"action.bias: expected shape \(118,\), as in its settings, got None"):
        mk.load_policy(file)


@pytest.mark.parametrize("name", ["net.safetensors", "model.zip"])
@pytest.mark.parametrize("share", [0.0, 0.1, 0.9])
def test_a_truncated_file_is_refused(folder, tmp_path, name, share):
    data = (folder / name).read_bytes()
    file = tmp_path / name
    file.write_bytes(data[: int(len(data) * share)])
    with pytest.raises(mk.SaveError, match=name):
        mk.load_policy(file, allow_pickle=True)


def test_a_missing_file_and_another_kind(tmp_path):
    with pytest.raises(mk.ConfigError, match=r"policy: expected a file that exists, got '.*gone\.zip'"):
        mk.make_bot(str(tmp_path / "gone.zip"))
    with pytest.raises(mk.ConfigError, match=r"policy: expected a file \*\.safetensors or \*\.zip, got 'policy\.pt'"):
        mk.make_bot("policy.pt")
    with pytest.raises(mk.ConfigError, match=r"policy: expected a file \*\.safetensors or \*\.zip, got 'runs/x'"):
        mk.make_bot("runs/x")
    with pytest.raises(mk.ConfigError, match=r"path: expected a name that ends in \.safetensors"):
        mk.save_policy(tmp_path / "x.pt", mk.TokenNetwork.for_game(mk.spec(), **SMALL), mk.spec())


def test_foreign_files_are_refused(tmp_path):
    save_file({"x": torch.zeros(1)}, tmp_path / "x.safetensors")
    with pytest.raises(mk.SaveError, match="format: expected 'munchkin_env policy', got None"):
        mk.load_policy(tmp_path / "x.safetensors")
    import gymnasium
    from sb3_contrib import MaskablePPO

    env = gymnasium.make("CartPole-v1")
    MaskablePPO("MlpPolicy", env, n_steps=4, batch_size=4, device="cpu").save(tmp_path / "cartpole.zip")
    with pytest.raises(mk.SaveError, match=r"action_space: expected one of mk\.sb3_vec_env"):
        mk.load_policy(tmp_path / "cartpole.zip")


def test_a_save_that_fails_leaves_the_old_file(folder, tmp_path, monkeypatch):
    file = tmp_path / "net.safetensors"
    game = mk.spec()
    mk.save_policy(file, mk.TokenNetwork.for_game(game, **SMALL), game)
    before = file.read_bytes()

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="No space left"):
        mk.save_policy(file, mk.TokenNetwork.for_game(game, **SMALL), game)
    assert file.read_bytes() == before
    assert list(tmp_path.iterdir()) == [file]


def test_a_policy_is_an_opponent_everywhere(folder):
    import gymnasium

    name = str(folder / "net.safetensors")
    env = gymnasium.make("munchkin_env/Munchkin-v0", opponents=[name, "greedy", "random"])
    _, info = env.reset(seed=1)
    envs = gymnasium.make_vec("munchkin_env/Munchkin-v0", num_envs=2, opponents=name)
    envs.reset(seed=1)
    for _ in range(5):
        _, _, ended, _, info = env.step(env.action_space.sample(info["action_mask"]))
        if ended:
            _, info = env.reset()
        envs.step(envs.action_space.sample())
    assert info["action_mask"].any()
