"""Networks of what is not 0: their sums, their files, other games, and how they learn."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("torch")

import torch

import munchkin_env as mk
from munchkin_env.observation.layout import N_GENERAL, N_PLANES, N_SEAT
from munchkin_env.policies import sparse_ops
from munchkin_env.policies.network import TokenNetwork
from munchkin_env.policies.sparse import NO_ACTION, entries_read, listed
from tests.envs.slow_rows import SMALL
from tests.training.test_phases import trainer_of
from training.config import build_config
from training.ppo import Optimising, gains
from training.sections import Ppo

SIZES: dict[str, Any] = {"embedding": 8, "hidden": [24, 16]}
SPARSE = {"network": {"kind": "sparse", "card_dropout": 0.0, **SIZES}}


def network_of(players: int = 3, editions: tuple[str, ...] = ("munchkin",), **settings: Any) -> mk.SparseNetwork:
    torch.manual_seed(0)
    network = mk.SparseNetwork.for_game(mk.spec(players=players, editions=editions), **SIZES, **settings)
    with torch.no_grad():
        network.action.mul_(50.0)  # far from level
    return network.eval()


def games_of(rows: int = 6, **settings: Any) -> mk.SelfPlayVecEnv:
    """Games some decisions in."""
    games = mk.SelfPlayVecEnv(rows, encoding="sparse", seed=1, **{**SMALL, **settings})
    rng = np.random.default_rng(0)
    for _ in range(12):
        games.step(games.sample(rng))
    return games


def given(network: mk.SparseNetwork, games: mk.SelfPlayVecEnv) -> list[torch.Tensor]:
    """Return the network's inputs at the pending decisions."""
    parts = (*network.inputs(games.observation), listed(games.legal_action_mask))
    return [torch.from_numpy(np.ascontiguousarray(part)) for part in parts]


@pytest.mark.parametrize("settings", [{}, {"categories": 0}])
def test_the_network_learns_in_mixed_precision(settings: dict[str, Any]) -> None:
    """As on a GPU, where `run.precision` auto is bfloat16."""
    network = network_of(**settings).train()
    games = games_of(4)
    with torch.autocast("cpu", torch.bfloat16):
        logits, values = network(*given(network, games))
        (logits[logits > -1e6].sum() + values.sum()).backward()
    assert all(one.grad is not None and one.grad.isfinite().all() for one in network.parameters())


# --------------------------------------------------------------------------- sums


def problem() -> tuple[torch.Tensor, ...]:
    """(table, scale, indices, values, counts), of rows of 0 to 9 entries."""
    rng = np.random.default_rng(0)
    counts = np.array([0, 1, 4, 5, 9, 8], np.int16)
    indices = rng.integers(0, 30, (6, 9)).astype(np.int16)
    values = rng.integers(-127, 128, (6, 9)).astype(np.int8)
    values[np.arange(9) >= counts[:, None]] = 0
    scale = rng.random(30).astype(np.float32) / 20
    table = torch.randn(30, 7, generator=torch.Generator().manual_seed(1), requires_grad=True)
    return table, *map(torch.from_numpy, (scale, indices, values, counts))


def found_by(make: Any, *leaves: torch.Tensor) -> list[torch.Tensor]:
    """Return the sum, and the gradients of the leaves."""
    made = make()
    weights = torch.arange(made.numel(), dtype=torch.float32).view(made.shape) / 7
    return [made.detach(), *torch.autograd.grad((made * weights).sum(), leaves)]


@pytest.mark.compiled
def test_compiled_sums_and_their_gradients_are_those_of_torch(monkeypatch: pytest.MonkeyPatch) -> None:
    table, *rest = problem()
    ours = found_by(lambda: sparse_ops.weighted_sums(table, *rest), table)
    monkeypatch.setattr(sparse_ops, "_is_compiled", lambda table: False)
    for one, other in zip(ours, found_by(lambda: sparse_ops.weighted_sums(table, *rest), table), strict=True):
        assert torch.allclose(one, other, rtol=1e-5, atol=1e-4)


@pytest.mark.compiled
def test_compiled_scores_and_their_gradients_are_those_of_torch(monkeypatch: pytest.MonkeyPatch) -> None:
    generator = torch.Generator().manual_seed(2)
    hidden = torch.randn(3, 5, generator=generator, requires_grad=True)
    table = torch.randn(9, 5, generator=generator, requires_grad=True)
    ids = torch.tensor([[4, 0, 8], [3, NO_ACTION, NO_ACTION], [4, 4, NO_ACTION]], dtype=torch.int16)
    ours = found_by(lambda: sparse_ops.scores_of(hidden, table, ids), hidden, table)
    monkeypatch.setattr(sparse_ops, "_is_compiled", lambda table: False)
    for one, other in zip(ours, found_by(lambda: sparse_ops.scores_of(hidden, table, ids), hidden, table), strict=True):
        assert torch.allclose(one, other, rtol=1e-5, atol=1e-5)


def test_a_value_is_scaled_and_cut() -> None:
    table, scale = torch.eye(2), torch.tensor([0.5, 0.1])
    indices, values = torch.tensor([[0, 1]], dtype=torch.int16), torch.tensor([[100, -7]], dtype=torch.int8)
    found = sparse_ops.weighted_sums(table, scale, indices, values, torch.tensor([2], dtype=torch.int16))
    assert found.tolist() == [[4.0, pytest.approx(-0.7)]]


@pytest.mark.compiled
def test_entries_of_another_game_are_refused() -> None:
    network, games = network_of(), games_of(editions=("cthulhu",))
    with pytest.raises(mk.ConfigError, match=r"indices: expected numbers below \d+, of this network's game, got \d+"):
        network(*given(network, games))
    games = games_of()
    with pytest.raises(mk.ConfigError, match="ids: expected numbers below 265, of this network's game, got 999"):
        network(*given(network, games)[:3], torch.full((6, 2), 999, dtype=torch.int16))


# --------------------------------------------------------------------------- the network


def test_the_first_layer_is_that_of_a_dense_network_on_flat() -> None:
    """With all that the sparse path leaves out written out: flat times the table."""
    network, games = network_of(6), games_of(players=6)
    rows, _ = network.made()
    flat = torch.from_numpy(games.observe_rows("flat", np.arange(6), games.current_player).astype(np.float32))
    expected = (flat * torch.from_numpy(entries_read(games.spec))).clamp(-4, 4) @ rows
    indices, values, counts, _ = given(network, games)
    assert torch.allclose(sparse_ops.weighted_sums(rows, network.scale, indices, values, counts), expected, atol=1e-4)


def test_numbers_that_name_cards_are_not_read() -> None:
    at = {section.name: section.start for section in mk.spec().sparse_sections}
    scale = entries_read(mk.spec())
    assert scale[at["events"]]
    assert not scale[[at["events"] + 3, at["events"] + 4, at["tops"], at["tops"] + 7]].any()


def test_logits_stand_where_the_answers_are_listed() -> None:
    network, games = network_of(), games_of()
    with torch.no_grad():
        logits, values = network(*given(network, games))
    legal = listed(games.legal_action_mask)
    assert logits.shape == legal.shape
    assert (logits[torch.from_numpy(legal < 0)] == -1e9).all()
    scores = mk.TorchPolicyBot.of(network, games.spec).scores(games.observation, games.legal_action_mask)
    assert ((scores > -1e8) == (games.legal_action_mask != 0)).all()
    for row, ids in enumerate(legal):
        assert np.allclose(scores[row, ids[ids >= 0]], logits[row, : (ids >= 0).sum()].numpy())
    assert values.std() > 0
    assert [sorted(row[row >= 0].tolist()) for row in legal] == [
        np.flatnonzero(mask).tolist() for mask in games.legal_action_mask
    ]


def test_kept_tables_are_made_anew_when_a_weight_changes() -> None:
    network, games = network_of(), games_of()
    with torch.no_grad():
        before = network(*given(network, games))[0]
        rows = network.made()[0]
        assert network.made()[0] is rows
        network.plane.mul_(3.0)
        assert network.made()[0] is not rows
        assert not torch.allclose(before, network(*given(network, games))[0])
    optimizer = torch.optim.Adam(network.parameters(), lr=0.1, fused=True)
    with torch.no_grad():
        before = network.values(*given(network, games)[:3])
    network.values(*given(network, games)[:3]).sum().backward()
    optimizer.step()
    with torch.no_grad():
        assert not torch.allclose(before, network.values(*given(network, games)[:3]))


def test_a_dropped_type_has_its_features_left() -> None:
    network = network_of(card_dropout=0.5).train()
    with torch.no_grad():
        whole = network.made()[0].clone()
        network.drop_ids()
        dropped = network.kept[:, 0] == 0
        rows = network.made()[0]
        planes = rows[N_GENERAL + 6 * N_SEAT :].view(N_PLANES + 6, network.types, -1)
        assert 0.2 < dropped.float().mean() < 0.8
        assert (planes[:, dropped].abs().sum(2) > 0).all(), "what the features tell is there"
        assert torch.equal(planes[:, ~dropped], whole[N_GENERAL + 6 * N_SEAT :].view_as(planes)[:, ~dropped])
        network.card.weight[dropped] += 1.0
        network.plane[:, dropped] += 1.0
        network.other_plane[dropped] += 1.0
        assert torch.equal(network.made()[0], rows), "nothing else of them is"
        network.keep_ids()
        assert not torch.equal(network.made()[0], whole)


def test_a_seat_that_never_sat_there_is_read_as_the_others_are() -> None:
    network = network_of()
    with torch.no_grad():
        network.seat[5] = 0.0
        seats = network.made()[0][N_GENERAL : N_GENERAL + 6 * N_SEAT].view(6, N_SEAT, -1)
        assert torch.equal(seats[5], network.other_seat)
        planes = network.made()[0][N_GENERAL + 6 * N_SEAT :].view(N_PLANES + 6, network.types, -1)
        assert (planes[-1] - network.plane[-1]).abs().sum(1).min() > 0


def test_only_the_logit_of_the_advice_is_raised_and_no_value() -> None:
    games = games_of()
    plain, residual = network_of(), network_of(residual="greedy", residual_weight=3.0)
    advice = games.advice("greedy", np.random.default_rng(0))
    with torch.no_grad():
        level, values = plain(*given(plain, games))
        raised, same = residual(*given(plain, games), torch.from_numpy(advice))
    expected = level + 3.0 * (torch.from_numpy(listed(games.legal_action_mask)) == torch.from_numpy(advice)[:, None])
    assert torch.equal(raised, expected)
    assert torch.equal(values, same)
    with pytest.raises(mk.ConfigError, match="advice: expected the actions of greedy"):
        residual(*given(residual, games))


# --------------------------------------------------------------------------- files and other games


def test_a_saved_network_plays_on_as_it_did(tmp_path: Path) -> None:
    network, games = network_of(), games_of()
    file = tmp_path / "net.safetensors"
    mk.save_policy(file, network, games.spec)
    loaded = mk.load_policy(file)
    assert loaded.encoding == "sparse"
    assert loaded.facts["observation"] == "sparse"
    expected = mk.TorchPolicyBot.of(network, games.spec).scores(games.observation, games.legal_action_mask)
    assert np.array_equal(loaded.scores(games.observation, games.legal_action_mask), expected)
    limits = {name: value for name, value in SMALL.items() if name != "players"}
    result = mk.evaluate([str(file), "random", "random"], games=6, seed=1, progress=False, **limits)
    assert result.decisions.mean > 0
    six = mk.spec(players=6)
    loaded.check(six)  # one network plays at every table
    with pytest.raises(mk.ConfigError, match="editions: expected"):
        loaded.check(mk.spec(editions=("star",)))


def test_a_file_of_half_the_size_has_what_was_learnt_to_eleven_bits(tmp_path: Path) -> None:
    network, games = network_of(), games_of()
    whole, half = tmp_path / "whole.safetensors", tmp_path / "half.safetensors"
    mk.save_policy(whole, network, games.spec)
    mk.save_policy(half, network, games.spec, half=True)
    found, learnt = mk.load_policy(half).network.state_dict(), dict(network.named_parameters())
    saved = sum(part.numel() for part in learnt.values()) * 2
    assert abs(whole.stat().st_size - half.stat().st_size - saved) < 256
    for name, part in network.state_dict().items():
        assert found[name].dtype == part.dtype
        assert torch.equal(found[name], part.half().float() if name in learnt else part)


def test_what_half_the_size_cannot_hold_is_refused_and_the_file_stays(tmp_path: Path) -> None:
    network, games = network_of(), games_of()
    file = tmp_path / "half.safetensors"
    mk.save_policy(file, network, games.spec, half=True)
    before = file.read_bytes()
    name, part = next(iter(network.named_parameters()))
    with torch.no_grad():
        part.view(-1)[0] = 1e6
    with pytest.raises(mk.ConfigError, match=f"half: expected numbers up to 65504 in {name}"):
        mk.save_policy(file, network, games.spec, half=True)
    wrong: Any = "yes"
    with pytest.raises(mk.ConfigError, match="half: expected true or false, got 'yes'"):
        mk.save_policy(file, network, games.spec, half=wrong)
    assert file.read_bytes() == before
    mk.save_policy(file, network, games.spec)
    assert mk.load_policy(file).network.state_dict()[name].view(-1)[0] == 1e6


def test_a_network_is_carried_to_another_game_with_what_both_have(tmp_path: Path) -> None:
    source, target = mk.spec(players=3), mk.spec(players=5, editions=("star", "munchkin"))
    network = network_of()
    file = tmp_path / "net.safetensors"
    mk.save_policy(file, network, source)
    bot = mk.load_policy(file, for_game=target)
    bot.check(target)
    carried = bot.network
    theirs = {card.full_id: k for k, card in enumerate(mk.Game(editions=("munchkin",)).catalogue.cards) if card}
    ours = {card.full_id: k for k, card in enumerate(mk.Game(editions=("star", "munchkin")).catalogue.cards) if card}
    first, last = (one.settings["first_card"] for one in (network, carried))
    for full_id, k in theirs.items():
        assert torch.equal(carried.plane[:, ours[full_id] - 1], network.plane[:, k - 1])
        assert torch.equal(carried.action[last + ours[full_id] - 1], network.action[first + k - 1])
    names = {card.name.lower() for card in mk.Game(editions=("munchkin",)).catalogue.cards if card}
    stars = mk.Game(editions=("star", "munchkin")).catalogue.cards
    new = [k - 1 for k, card in enumerate(stars) if card and card.name.lower() not in names]
    assert len(new) > 50
    assert not carried.plane[:, new].any()
    with torch.no_grad():
        rows = carried.made()[0][N_GENERAL + 6 * N_SEAT :].view(N_PLANES + 6, carried.types, -1)
    assert (rows[:, new].abs().sum(2) > 0).all(), "a card never met is known by its features"
    at = {section.name: section.start for section in source.sparse_sections}
    assert torch.equal(carried.general[: at["room"]], network.general[: at["room"]])
    games = games_of(players=5, editions=("star", "munchkin"))
    assert np.isfinite(bot.scores(games.observation, games.legal_action_mask)).all()


# --------------------------------------------------------------------------- learning


def test_the_learner_comes_to_agree_with_its_teacher(tmp_path: Path) -> None:
    phase = {"algorithm": "imitation", "timesteps": 10**6, "n_steps": 4, "n_epochs": 10, "learning_rate": 1e-2}
    trainer = trainer_of(tmp_path, **SPARSE, phases=[phase, {}])
    trainer.run_iteration()
    batch = trainer.algorithm.batch(trainer.tables, np.random.default_rng(0))
    part = batch.part(slice(None), torch.from_numpy, trainer.network.inputs)
    with torch.no_grad():
        _, knows = trainer.algorithm.loss(part, *trainer.network(*part.given))
        fresh = network_of(categories=mk.SparseNetwork.CATEGORIES)
        _, guesses = trainer.algorithm.loss(part, *fresh(*part.given))
    assert knows["teacher_agreement"] > guesses["teacher_agreement"] + 0.2
    assert knows["cross_entropy"] < 0.5 * guesses["cross_entropy"]


def test_a_frozen_opponent_reads_what_it_was_trained_on(tmp_path: Path) -> None:
    game = mk.spec(players=3, **{name: value for name, value in SMALL.items() if name != "players"})
    file = tmp_path / "tokens.safetensors"
    mk.save_policy(file, TokenNetwork.for_game(game, embedding=4, hidden=[8]), game)
    opponents = {"self_play": 0.0, "past_selves": 1.0, "bots": {}, "frozen": str(file)}
    trainer = trainer_of(tmp_path / "run", **SPARSE, opponents=opponents, ppo={"n_steps": 6})
    asked = []
    frozen = trainer.pool.active[0]
    answers = frozen.act_batch

    def noted(observation: Any, *rest: Any) -> Any:
        asked.append(set(observation))
        return answers(observation, *rest)

    frozen.act_batch = noted
    trainer.run_iteration()
    assert asked
    assert all(names == {"cards", "globals"} for names in asked)


# --------------------------------------------------------------------------- rewards and opponents


class Made:
    """A table of one game of two seats: who decides, its lead, whether the game ends in that step."""

    def __init__(self, seats: list[int], leads: list[float], done: list[int], last: list[float]) -> None:
        self.seats = np.array(seats, np.int8)[:, None]
        self.leads = np.array(leads, np.float32)[:, None]
        self.done = np.array(done, np.int8)[:, None]
        self.last_leads = np.array([last], np.float32)
        self.rewards = np.zeros((len(seats), 1, 2), np.float32)


def test_a_lead_is_gained_from_own_decision_to_own_decision_of_one_game() -> None:
    made = Made([0, 1, 0, 1, 0], [0.0, 0.1, 0.3, 0.0, 0.5], [0, 0, 1, 0, 0], [0.6, -0.2])
    assert gains(made)[:, 0] == pytest.approx([0.3, 0.0, 0.0, -0.2, 0.1])
    made.rewards[2, 0] = [1.0, -1.0]
    rewards = Optimising(Ppo(lead_coef=2.0, outcome_coef=0.5))._rewards(made)
    expected = [[0.6, 0.0], [0.0, 0.0], [0.5, -0.5], [0.0, -0.4], [0.2, 0.0]]
    assert rewards[:, 0] == pytest.approx(np.array(expected))
    assert made.rewards[2, 0].tolist() == [1.0, -1.0], "what the games paid is left as it was"


def test_a_table_knows_who_leads(tmp_path: Path) -> None:
    trainer = trainer_of(tmp_path, **SPARSE)
    table = trainer.tables[0]
    people = table.games.positions["player"]
    people["level"][2, :3], people["bonus"][2, :3] = [5, 2, 1], [4, 0, 8]
    goal = table.games.config.goal
    found = table.lead(np.array([2, 2, 0]), np.array([0, 2, 1]), 0.25, 1.0)
    assert found[:2] == pytest.approx([(6 - 2.5) / goal, (3 - 4) / goal])
    assert table.lead(np.array([2]), np.array([0]), 0.0, 1.0) == pytest.approx([(5 - 1.5) / goal])
    assert table.lead(np.array([2]), np.array([0]), 0.0, 0.5) == pytest.approx([(5 - 0.75) / goal])


def test_chairs_of_a_game_are_alike_as_often_as_is_set(tmp_path: Path) -> None:
    shares = {"self_play": 0.5, "past_selves": 0.0, "bots": {"greedy": 0.25, "veteran": 0.25}}
    for alike, least, most in ((0.0, 0.0, 0.3), (0.6, 0.5, 0.8), (1.0, 1.0, 1.0)):
        trainer = trainer_of(tmp_path / f"{alike}", opponents={**shares, "same_kind_prob": alike})
        kinds = trainer.pool.deal_chairs(2000, 3, np.random.default_rng(0))
        assert least <= (kinds == kinds[:, :1]).all(axis=1).mean() <= most
        assert np.mean(kinds == -1) == pytest.approx(0.5, abs=0.001)


@pytest.mark.parametrize(
    ("network", "message"),
    [
        ({"kind": "dense"}, "network.kind: expected one of tokens, sparse, got 'dense'"),
        ({"kind": "sparse", "heads": "pointer"}, "network.heads: expected 'plain' with kind sparse, got 'pointer'"),
        ({"kind": "sparse", "discards": True}, "network.discards: expected False with kind sparse, got True"),
    ],
)
def test_settings_that_a_kind_has_not_are_refused(network: dict[str, Any], message: str) -> None:
    with pytest.raises(mk.ConfigError, match=message):
        build_config({"network": network})


def test_the_other_trainer_has_no_sparse_network() -> None:
    with pytest.raises(mk.ConfigError, match=r"network.kind: expected 'tokens' with sb3, got 'sparse'"):
        build_config({"run": {"trainer": "sb3"}, "network": {"kind": "sparse"}})


def test_rows_keep_their_opponents_however_long_games_last(tmp_path: Path) -> None:
    opponents = {"self_play": 0.5, "past_selves": 0.25, "bots": {"greedy": 0.25}, "snapshot_every": 1}
    trainer = trainer_of(tmp_path, **SPARSE, opponents=opponents, ppo={"n_steps": 3})
    table = trainer.tables[0]
    before = table.games.controllers.copy()
    dealt = table.kinds.copy()
    assert (before[:, 1:][dealt == -2] == mk.SelfPlayVecEnv.CALLER).all(), "nobody is past yet"
    trainer.run_iteration()
    trainer.run_iteration()
    assert np.array_equal(table.kinds, dealt)
    assert (table.games.controllers[:, 1:][dealt == -2] == mk.SelfPlayVecEnv.EXTERNAL).all()
    assert np.array_equal(table.games.controllers[:, 1:][dealt != -2], before[:, 1:][dealt != -2])
    other = trainer_of(tmp_path / "again", **SPARSE, opponents=opponents, ppo={"n_steps": 3})
    assert np.array_equal(other.tables[0].kinds, dealt), "a resumed run deals the same"
