"""Outputs of the network for cards, seats and monsters, in every choice of pools and heads."""

from itertools import product

import numpy as np
import pytest

pytest.importorskip("torch")

import torch

import munchkin_env as mk
from munchkin_env.engine.state.actions import AMOUNT0, CARD0, PLACE0, SEAT0
from munchkin_env.observation.layout import N_SEAT, Token, TokenPlace
from munchkin_env.policies.checks import HEADS, POOLS
from munchkin_env.vocabulary import Place as Target

SMALL = {"embedding": 8, "hidden": [16]}
CHOICES = list(product(POOLS, HEADS))
Rows = tuple[torch.Tensor, torch.Tensor, torch.Tensor]


def network_of(pools: str, heads: str) -> mk.TokenNetwork:
    torch.manual_seed(0)
    network = mk.TokenNetwork.for_game(mk.spec(players=4), **SMALL, pools=pools, heads=heads)
    with torch.no_grad():
        for part in network.parameters():
            part.add_(torch.randn_like(part) * 0.3)  # also what begins at zero
    return network


def fight() -> mk.Game:
    """Two monsters, cards in hand and on three tables."""
    players = [
        {"level": 3, "hand": ["magic_missile", "enraged"], "table": ["leather_armor"]},
        {"level": 5, "hand": ["baby"], "table": ["helm_of_courage", "buckler_of_swashing"]},
        {"race": "elf", "table": ["horny_helmet"]},
        {},
    ]
    return mk.scenario(players, phase="combat", combat={"monsters": ["lame_goblin", "net_troll"]}, seed=1)


def seen_by(game: mk.Game, seat: int = 0) -> Rows:
    seen = game.observe(seat, "tokens")
    cards, general = (torch.from_numpy(seen[name][None]) for name in ("cards", "globals"))
    return cards, general, torch.ones(1, mk.spec(players=4).num_actions)


@pytest.mark.parametrize(("pools", "heads"), CHOICES)
def test_every_weight_learns(pools, heads):
    network = network_of(pools, heads)
    logits, values = network(*seen_by(fight()))
    assert logits.shape == (1, mk.spec(players=4).num_actions)
    (logits.square().sum() + values.sum()).backward()
    for name, part in network.named_parameters():
        assert part.grad is not None, name
        assert part.grad.any(), name


@pytest.mark.parametrize(("pools", "heads"), CHOICES)
def test_rows_do_not_mix(pools, heads):
    network, game = network_of(pools, heads), fight()
    each = [seen_by(game, seat) for seat in range(4)]
    together = network(*(torch.cat(parts) for parts in zip(*each, strict=True)))
    alone = [network(*rows) for rows in each]
    for k in range(2):
        assert torch.allclose(together[k], torch.cat([found[k] for found in alone]), atol=1e-5)
    logits = together[0]
    assert not torch.allclose(logits[0], logits[1], atol=1e-2)


@pytest.mark.parametrize(("pools", "heads"), CHOICES)
def test_the_order_of_cards_says_nothing(pools, heads):
    network = network_of(pools, heads)
    cards, general, mask = seen_by(fight())
    mixed = cards[:, torch.randperm(cards.shape[1])]
    for one, other in zip(network(cards, general, mask), network(mixed, general, mask), strict=True):
        assert torch.allclose(one, other, atol=1e-5)


def test_seats_change_places_with_what_they_have():
    network = network_of("seat", "plain")
    with torch.no_grad():
        network.chair.weight.zero_()
        network.where.weight[:] = network.where.weight[0]
        network.numbers.weight[:, Token["OWNER"]] = 0
    cards, general, _ = seen_by(fight())
    before = network.look(cards, general, network.type_vectors()).seats[0]
    owner, place = cards[..., Token["OWNER"]], cards[..., Token["PLACE"]]
    swapped = cards.clone()
    for here, there in ((2, 3), (3, 2)):
        swapped[..., Token["OWNER"]][(owner == here) & (place == TokenPlace.TABLE)] = there
    seats = general[:, network.general :].view(1, 6, N_SEAT)[:, [0, 2, 1, 3, 4, 5]]
    exchanged = torch.cat([general[:, : network.general], seats.flatten(1)], 1)
    after = network.look(swapped, exchanged, network.type_vectors()).seats[0]
    assert torch.allclose(after, before[[0, 2, 1, 3, 4, 5]], atol=1e-5)
    assert not torch.allclose(before[1], before[2], atol=1e-2)


def test_a_pool_of_all_other_tables_does_not_tell_them_apart_but_seats_do():
    """The same cards in front of another player."""
    cards, general, mask = seen_by(fight())
    owner, place = cards[..., Token["OWNER"]], cards[..., Token["PLACE"]]
    moved = cards.clone()
    moved[..., Token["OWNER"]][(owner == 2) & (place == TokenPlace.TABLE)] = 4
    for pools, tells in (("table", False), ("seat", True)):
        network = network_of(pools, "plain")
        with torch.no_grad():
            network.where.weight[:] = network.where.weight[0]
        values = [network(rows, general, mask)[1] for rows in (cards, moved)]
        assert torch.allclose(*values, atol=1e-6) != tells


@pytest.mark.parametrize("pools", POOLS)
def test_what_is_named_scores_itself(pools):
    """Nothing but pointers speaks: cards that are seen, seats, and monsters in the combat."""
    network = network_of(pools, "pointer")
    with torch.no_grad():
        for part in (*network.action.parameters(), *network.query.parameters()):
            part.zero_()
    game = fight()
    cards, general, mask = seen_by(game)
    scored = network(cards, general, mask)[0][0] != 0
    types = {int(k) for k in cards[0, :, Token["TYPE"]] if k}
    assert {int(k) + 1 for k in scored[CARD0:].nonzero()} == types
    assert len(types) > 8
    first = PLACE0 + Target.MONSTER
    assert scored[PLACE0:AMOUNT0].nonzero()[:, 0].tolist() == [first - PLACE0, first - PLACE0 + 1]
    assert scored[SEAT0:PLACE0].all()
    assert not scored[:SEAT0].any()
    assert not scored[AMOUNT0:CARD0].any()


def test_a_monster_is_scored_by_its_own_token():
    network = network_of("table", "pointer")
    cards, general, mask = seen_by(fight())
    before = network(cards, general, mask)[0][0]
    second = int((cards[0, :, Token["MONSTER"]] == 2).nonzero()[0])
    query = network.pointer(network.look(cards, general, network.type_vectors()).trunk) * network.width**-0.5
    seen = network.look(cards, general, network.type_vectors())
    place = int((seen.tokens[:, Token["MONSTER"]] == 2).nonzero()[0])
    score = seen.cards[place] @ query[0, 2 * network.width :]
    plain = network.action(seen.trunk)[0]
    assert cards[0, second, Token["STRENGTH"]] == seen.tokens[place, Token["STRENGTH"]]
    assert torch.allclose(before[PLACE0 + Target.MONSTER + 1], plain[PLACE0 + Target.MONSTER + 1] + score, atol=1e-5)


def test_choices_that_are_none_are_refused():
    with pytest.raises(mk.ConfigError, match="pools: expected"):
        mk.TokenNetwork.for_game(mk.spec(), **SMALL, pools="sofa")
    with pytest.raises(mk.ConfigError, match="heads: expected"):
        mk.TokenNetwork.for_game(mk.spec(), **SMALL, heads=["plain"])


@pytest.mark.parametrize(("pools", "heads"), CHOICES)
def test_a_file_keeps_the_choice(tmp_path, pools, heads):
    network, game = network_of(pools, heads), mk.spec(players=4)
    mk.save_policy(tmp_path / "x.safetensors", network, game)
    again = mk.load_policy(tmp_path / "x.safetensors").network
    rows = seen_by(fight())
    assert torch.equal(again(*rows)[0], network(*rows)[0])
    assert (again.settings["pools"], again.settings["heads"]) == (pools, heads)
    assert np.isfinite(again(*rows)[1].item())
