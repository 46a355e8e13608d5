"""A network in compiled code acts as the same network of torch."""

import numpy as np
import pytest

import munchkin_env as mk
from munchkin_env.bots import RolloutBot, rollout
from munchkin_env.bots.network import activations_of, network_action, network_logits, network_value
from munchkin_env.engine.kernels.kernel import records
from munchkin_env.observation import View, observe
from munchkin_env.observation.layout import flat_length
from tests.bots.test_rollout import asked, decisions, needs_kernels
from tests.each import each

torch = pytest.importorskip("torch")


def made(game, **settings):
    """A player by a network whose weights are all drawn, so that every part of it counts."""
    network = mk.SparseNetwork.for_game(game, embedding=4, **settings)
    generator = torch.Generator().manual_seed(3)
    with torch.no_grad():
        for weight in network.parameters():
            weight.add_(torch.empty_like(weight).normal_(std=0.3, generator=generator))
    return mk.TorchPolicyBot.of(network.eval(), game)


@pytest.mark.interpreted
@needs_kernels
@each(
    ("players", "editions", "settings"),
    [
        (4, "munchkin", {"hidden": [24, 12], "categories": 1}),
        (3, "munchkin", {"hidden": [16], "categories": 0}),
        (6, "star+munchkin", {"hidden": [8, 20, 12], "categories": 1}),
    ],
)
def test_it_takes_the_action_of_the_highest_logit_and_has_its_value(players, editions, settings):
    rules = {"players": players, "editions": editions.split("+")}
    policy = made(mk.spec(**rules), **settings)
    network, seen, values = policy.compiled(), set(), set()
    for game in decisions(12, every=5, seed=6, **rules):
        view, mask = asked(game)
        activations = activations_of(network, flat_length(players, int(view.tables["n_types"][0])))
        for ids in (game.legal_actions(), game.legal_actions()[::-1]):
            ids = ids.astype(np.int32)
            found = network_action(
                network, activations, records(view.world)[0], view.tables[0], view.seat, ids, len(ids)
            )
            assert found == policy.act(View.of(game, view.seat), mask, np.random.default_rng(0))
        seen.add(found)
        batch = {name: part[None] for name, part in observe(view.row, view.catalogue, view.seat, "sparse").items()}
        logits = np.empty(len(ids), np.float32)
        network_logits(network, activations, records(view.row), 0, view.tables, view.seat, ids, len(ids), logits)
        assert logits == pytest.approx(policy.scores(batch, mask[None])[0, ids], abs=1e-4)
        with torch.no_grad():
            value = policy.network.values(*map(torch.from_numpy, policy.network.inputs(batch))).item()
        found = network_value(network, activations, records(view.world)[0], view.tables[0], view.seat)
        assert found == pytest.approx(value, abs=1e-4)
        values.add(round(value, 2))
    assert min(len(seen), len(values)) > 4


@pytest.mark.interpreted
@needs_kernels
def test_of_equal_logits_the_lowest_action_is_taken():
    game = mk.Game(players=3, seed=2)
    policy = made(mk.spec(players=3), hidden=[8])
    network = policy.compiled()
    network.actions[:] = 0.0
    view, ids = View.of(game, game.current_player, True), game.legal_actions().astype(np.int32)
    activations = activations_of(network, flat_length(3, int(view.tables["n_types"][0])))
    for order in (ids, ids[::-1]):
        args = (records(view.world)[0], view.tables[0], view.seat, order, len(order))
        assert network_action(network, activations, *args) == ids.min()


@pytest.mark.interpreted
@needs_kernels
def test_a_determinization_ends_at_a_decision_of_the_seat_which_the_network_values():
    network = made(mk.spec(players=4), hidden=[8]).compiled()
    (game,) = decisions(1, players=4, seed=9)
    view, mask = asked(game)
    bench = rollout._bench(view, len(mask), 1, network)
    tables, last = view.tables[0], int(view.world["turn"][0]) + 1
    bench.worlds[rollout.PLAYED] = bench.worlds[rollout.GIVEN]
    rollout.play_on(bench, tables, int(game.legal_actions()[0]), last, 1, 2)
    reached = bench.worlds[rollout.PLAYED]
    assert reached.seat == view.seat
    assert reached.turn >= last
    value = network_value(network, bench.activations, reached, tables, view.seat)
    chance = rollout.chance_at_end(bench, tables, view.seat)
    assert chance == pytest.approx((value + 1 / 3) / (4 / 3)), "the results are 1 of a win and -1/3 of a loss"
    reached.over, reached.winners = 1, 1 << view.seat
    assert rollout.chance_at_end(bench, tables, view.seat) == 1.0, "an ended game has a result"


def test_the_network_of_another_game_is_refused():
    network = made(mk.spec(players=4, editions=("star",)), hidden=[8]).compiled()
    game = mk.Game(players=4, seed=1)
    with pytest.raises(mk.ConfigError, match="network: expected one of 265 actions, got one of"):
        RolloutBot(1, network).compare(*asked(game), game.legal_actions()[:1].tolist(), np.random.default_rng(0))


def test_networks_that_read_more_than_sparse_are_not_compiled():
    game = mk.spec(players=3)
    assert made(game, hidden=[8], residual="greedy").compiled() is None
    assert made(game, hidden=[8], history=4).compiled() is None
    tokens = mk.TokenNetwork.for_game(game, hidden=[8])
    assert mk.TorchPolicyBot.of(tokens, game).compiled() is None


@pytest.mark.compiled
def test_a_search_is_played_on_by_the_network():
    """The same comparison twice gives the same gains; without the network, or by another one, others."""
    game = mk.spec(players=4)
    networks = (None, made(game, hidden=[16]).compiled(), made(game, hidden=[24, 8], categories=1).compiled())
    differing = 0
    for position in decisions(4, every=21, players=4, seed=4):
        actions = position.legal_actions()[[0, -1]].tolist()
        gains = [
            RolloutBot(12, network).compare(*asked(position), actions, np.random.default_rng(1))[0]
            for network in (*networks, *networks)
        ]
        assert [one.tobytes() for one in gains[:3]] == [one.tobytes() for one in gains[3:]]
        differing += len({one.tobytes() for one in gains}) == 3
    assert differing > 1
