"""A policy of one game plays another: its knowledge of a card, an action or a number is the same there."""

import json
from pathlib import Path

import numpy as np
import pytest

from tests.each import each

pytest.importorskip("torch")

import torch
from safetensors import safe_open
from safetensors.torch import save_file

import munchkin_env as mk
from munchkin_env.cards.compile import load_catalogue
from munchkin_env.cards.features import FEATURES, card_features
from munchkin_env.cli.main import main
from munchkin_env.observation import Spec
from munchkin_env.policies.transfer import names_of, transferred

BASE = ("munchkin",)
BLEND = ("cthulhu", "munchkin")
SMALL = {"embedding": 8, "hidden": [16]}


def game_of(editions: tuple[str, ...]) -> Spec:
    return mk.spec(players=3, editions=editions)


def network_of(editions: tuple[str, ...], **settings: object) -> mk.TokenNetwork:
    torch.manual_seed(0)
    network = mk.TokenNetwork.for_game(game_of(editions), **SMALL, **settings)
    with torch.no_grad():
        for part in network.parameters():
            part.add_(torch.randn_like(part) * 0.1)  # also what begins at zero
    return network


def saved(folder: Path, editions: tuple[str, ...], **settings: object) -> Path:
    file = folder / f"{'_'.join(editions)}.safetensors"
    mk.save_policy(file, network_of(editions, **settings), game_of(editions))
    return file


def types_of(editions: tuple[str, ...]) -> dict[str, int]:
    cards = load_catalogue(editions).cards
    return {card.full_id: type_ for type_, card in enumerate(cards) if card}


def logits_of(network: mk.TokenNetwork, seen: dict[str, np.ndarray], actions: int) -> np.ndarray:
    with torch.no_grad():
        rows = [torch.from_numpy(part[None]) for part in (seen["cards"], seen["globals"])]
        return network(*rows, torch.ones(1, actions))[0][0].numpy()


@each("settings", [{}, {"pools": "seat", "heads": "pointer"}])
@each(("source", "target"), [(BASE, BLEND), (BLEND, BASE), (BASE, BASE), (("extended",), BASE)])
def test_the_same_position_has_the_same_logits_in_both_games(tmp_path, source, target, settings):
    """A position of cards that both games have, worded alike, seen with each game's numbers of them."""
    bot = mk.load_policy(saved(tmp_path, source, **settings), for_game=game_of(target))
    bot.check(game_of(target))
    ours, theirs = (types_of(editions) for editions in (target, source))
    told = [card_features(load_catalogue(editions)) for editions in (source, target)]
    renumber = np.full(1 + len(theirs), -1)
    renumber[0] = 0
    shared = {}
    for full_id, type_ in theirs.items():
        twin = ours.get(full_id, ours.get(full_id.replace("extended:", "munchkin:")))
        if twin is not None and (told[0][type_] == told[1][twin]).all():
            shared[type_] = renumber[type_] = twin
    assert len(shared) >= 130
    rng = np.random.default_rng(1)
    a, b = (game_of(editions) for editions in (source, target))
    seen = mk.Game(players=3, seed=2, editions=source).observe(0, "tokens")
    seen["cards"][:20, 0] = rng.choice(list(shared), 20)
    seen["cards"][:20, 1] = rng.integers(1, 8, 20)
    seen["cards"][20:] = 0
    there = {"cards": seen["cards"].copy(), "globals": seen["globals"]}
    there["cards"][:, 0] = renumber[seen["cards"][:, 0]]
    bot_logits = logits_of(bot.network, there, b.num_actions)
    own_logits = logits_of(network_of(source, **settings), seen, a.num_actions)
    first = a.action_sections[-1].start
    found = [bot_logits[:first], bot_logits[[first - 1 + k for k in shared.values()]]]
    expected = [own_logits[:first], own_logits[[first - 1 + k for k in shared]]]
    assert np.allclose(np.concatenate(found), np.concatenate(expected), atol=1e-4)


def test_a_card_of_neither_is_known_by_its_features(tmp_path):
    bot = mk.load_policy(saved(tmp_path, BASE), for_game=game_of(BLEND))
    network, types = bot.network, types_of(BLEND)
    vectors = network.type_vectors()
    new = types["cthulhu:buggoth"]
    assert not network.card.weight[new].any()
    assert torch.allclose(vectors[new], network.feature(network.card_features[new]), atol=1e-6)
    assert vectors[new].any()
    there, here = types["munchkin:potted_plant"], types_of(BASE)["munchkin:potted_plant"]
    assert torch.equal(network.card.weight[there], network_of(BASE).card.weight[here])


def test_numbers_of_another_order_are_matched_by_name():
    """Sections, fields, features and cards that stand elsewhere, are new or are gone."""
    game = game_of(BASE)
    network, names = network_of(BASE), names_of(game, "tokens")
    theirs = json.loads(json.dumps(names))
    theirs["features"] = [f"gone{i}" if i < 5 else word for i, word in enumerate(names["features"])]
    theirs["fields"] = names["fields"][::-1]
    theirs["globals"] = [["new", 0, 16] if one[0] == "phase" else one for one in names["globals"]]
    theirs["actions"] = [[one[0], 6 - one[1] if one[0] in ("seat",) else one[1], one[2]] for one in names["actions"]]
    theirs["actions"][1] = ["seat", 0, 6]
    theirs["cards"] = names["cards"][::-1]
    found = transferred(network, theirs, game)
    assert not found.feature.weight[:, :5].any()
    assert torch.equal(found.feature.weight[:, 5:], network.feature.weight[:, 5:])
    room = [name.startswith("room") for name in names["fields"]]
    assert torch.equal(found.numbers.weight[:, ~np.array(room)], network.numbers.weight.flip(1)[:, ~np.array(room)])
    before, after = (one.trunk[0].weight[:, one.pooled :] for one in (network, found))
    window = next(one for one in game.global_sections if one.name == "window").start
    assert not after[:, :window].any()
    assert torch.equal(after[:, window : window + 24], before[:, window : window + 24])
    seat = next(one for one in game.action_sections if one.name == "seat").start
    assert torch.equal(found.action.weight[seat : seat + 6], network.action.weight[:6])
    assert torch.equal(found.card.weight[1:], network.card.weight[1:].flip(0))


def test_without_asking_it_stays_refused(tmp_path):
    file = saved(tmp_path, BASE)
    with pytest.raises(mk.ConfigError, match=r"editions: expected \['munchkin'\], which .* knows, got"):
        mk.evaluate([str(file), "random", "random"], games=3, editions=BLEND, progress=False)
    carried_bot = mk.load_policy(file, for_game=game_of(BLEND))
    with pytest.raises(mk.ConfigError, match=r"editions: expected \['cthulhu', 'munchkin'\]"):
        carried_bot.check(game_of(BASE))


def test_a_game_of_any_size_may_be_named(tmp_path):
    file = saved(tmp_path, BASE)
    for game in (mk.spec(players=6, editions=BLEND), mk.Game(players=5, editions=BLEND)):
        mk.load_policy(file, for_game=game).check(game_of(BLEND))
    for wrong in ("cthulhu", BLEND, 3):
        with pytest.raises(mk.ConfigError, match=r"for_game: expected mk.spec\(...\) or a game, got"):
            mk.load_policy(file, for_game=wrong)
    for wrong in ("gpu", 3, object()):
        with pytest.raises(mk.ConfigError, match="device: expected one that torch can use, such as 'cpu', got "):
            mk.load_policy(file, device=wrong)


def test_only_networks_can_be_carried(tmp_path):
    pytest.importorskip("sb3_contrib")
    from sb3_contrib import MaskablePPO

    games = mk.sb3_vec_env(2, opponents="random", seed=1)
    model = MaskablePPO("MlpPolicy", games, n_steps=4, batch_size=4, policy_kwargs={"net_arch": [8]}, device="cpu")
    model.save(tmp_path / "model.zip")
    with pytest.raises(mk.ConfigError, match=r"for_game: expected a network \(.*\), .* got '.*model\.zip'"):
        mk.load_policy(tmp_path / "model.zip", for_game=game_of(BLEND))


def test_a_carried_policy_can_be_saved_and_plays(tmp_path):
    game = game_of(BLEND)
    bot = mk.load_policy(saved(tmp_path, BASE), for_game=game)
    mk.save_policy(tmp_path / "there.safetensors", bot.network, game)
    games = mk.SelfPlayVecEnv(4, 3, encoding="tokens", editions=BLEND, seed=1)
    again = mk.load_policy(tmp_path / "there.safetensors")
    again.check(game)
    for _ in range(5):
        answers = bot.act_batch(games.observation, games.legal_action_mask, np.full(4, 0.3))
        assert (answers == again.act_batch(games.observation, games.legal_action_mask, np.full(4, 0.3))).all()
        games.step(answers)


def test_the_command_carries_when_asked(tmp_path, capsys):
    file = str(saved(tmp_path, BASE))
    words = ["evaluate", file, "random", "random", "--games", "3", "--editions", "cthulhu", "--round-limit", "1"]
    assert main(words) != 0
    assert "editions: expected ['munchkin']" in capsys.readouterr().err
    assert main([*words, "--transfer"]) == 0
    assert "games" in capsys.readouterr().out


@each(
    ("field", "value", "words"),
    [
        ("cards", [["munchkin:elf", "Elf"]], r"names.cards: expected 147, got 1"),
        ("cards", [["munchkin:elf"]], r"names.cards: expected lists of \(str, str\)"),
        ("features", [3] * len(FEATURES), "names.features: expected words"),
        ("fields", None, "names.fields: expected words"),
        ("globals", [["phase", 760, 9]], "names.globals: expected sections within 768"),
        ("actions", [["verb", -1, 3]], "names.actions: expected sections within"),
        ("actions", {"verb": 3}, r"names.actions: expected lists of \(str, int, int\)"),
        ("colours", [], "names: expected cards, actions, globals, features, fields, got"),
    ],
)
def test_names_that_do_not_fit_are_refused(tmp_path, field, value, words):
    file = saved(tmp_path, BASE)
    with safe_open(file, framework="pt") as opened:
        header = json.loads(opened.metadata()["munchkin"])
        weights = {name: opened.get_tensor(name) for name in opened.keys()}  # noqa: SIM118
    header["names"][field] = value
    save_file(weights, file, {"munchkin": json.dumps(header)})
    with pytest.raises(mk.SaveError, match=words):
        mk.load_policy(file)


def test_what_is_dropped_is_dropped_alike_until_it_is_kept_again():
    network = network_of(BASE, card_dropout=0.5)
    whole = network.type_vectors().detach().clone()
    torch.manual_seed(3)
    network.drop_ids()
    part = network.type_vectors().detach().clone()
    gone = (part != whole).any(1)
    assert 40 < int(gone.sum()) < 110
    assert torch.allclose(part[gone], network.feature(network.card_features)[gone])
    assert torch.equal(network.type_vectors(), part)
    network.type_vectors().sum().backward()
    assert not network.card.weight.grad[gone].any()
    assert network.card.weight.grad[~gone].all()
    network.keep_ids()
    assert torch.equal(network.type_vectors(), whole)
    network.drop_ids()
    network.eval()
    assert torch.equal(network.type_vectors(), whole)
    network.drop_ids()
    assert torch.equal(network.type_vectors(), whole)


def test_vectors_that_are_kept_are_those_of_the_weights():
    network = network_of(BASE).eval()
    with torch.no_grad():
        first = network.type_vectors()
        assert network.type_vectors() is first
    optimizer = torch.optim.Adam(network.parameters(), lr=0.1, fused=True)
    network.type_vectors().sum().backward()
    optimizer.step()
    with torch.no_grad():
        second = network.type_vectors()
        assert not torch.equal(first, second)
        network.load_state_dict(network_of(BASE).state_dict())
        assert torch.equal(network.type_vectors(), first)
