"""Networks that remember public events: what they read, in play, in files, in other games and while they learn."""

from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.each import each

pytest.importorskip("torch")

import torch

import munchkin_env as mk
from munchkin_env.config.game_config import GameConfig
from munchkin_env.evaluation.match_runner import Games, MatchTable, plan_games
from munchkin_env.observation import View
from munchkin_env.policies.event_history import EventHistory
from munchkin_env.policies.files import read_policy
from munchkin_env.policies.sparse import listed
from munchkin_env.policies.sparse_ops import AMOUNTS, KINDS, NEWEST, WHO
from munchkin_env.vocabulary import MAX_EVENTS
from tests.envs.slow_rows import SMALL
from tests.training.test_phases import trainer_of
from training.config import build_config
from training.rollout_buffer import SparseNotes
from training.run import unpack

SIZES: dict[str, Any] = {"embedding": 8, "hidden": [24, 16]}
HISTORY = 20
REMEMBERING = {"kind": "sparse", "card_dropout": 0.0, "history": HISTORY, **SIZES}


def network_of(history: int = HISTORY, editions: tuple[str, ...] = ("munchkin",), **settings: Any) -> mk.SparseNetwork:
    """A network whose actions depend on its memory, if it has one."""
    torch.manual_seed(0)
    game = mk.spec(players=3, editions=editions)
    network = mk.SparseNetwork.for_game(game, **SIZES, history=history, **settings)
    with torch.no_grad():
        network.action.mul_(50.0)
        for part in network.past.parameters() if network.past else ():
            part.normal_(std=0.5)
    return network.eval()


def games_of(rows: int = 5, steps: int = 40, **settings: Any) -> mk.SelfPlayVecEnv:
    """Games some decisions in."""
    games = mk.SelfPlayVecEnv(rows, encoding="sparse", seed=1, **{**SMALL, "round_limit": 4, **settings})
    rng = np.random.default_rng(0)
    for _ in range(steps):
        games.step(games.sample(rng))
    return games


def remembered(games: mk.SelfPlayVecEnv, n: int = HISTORY) -> np.ndarray:
    """Memories of deciding seats."""
    return mk.last_events(games.positions, np.arange(games.num_envs), games.current_player, n)


def seen_with(games: mk.SelfPlayVecEnv) -> dict[str, np.ndarray]:
    return {**games.observation, "events": remembered(games, HISTORY)}


# --------------------------------------------------------------------------- what is remembered


def told_by(view: View, n: int) -> list[list[int]]:
    """The last events of a view, the latest first, as the seat counts seats."""
    own, players = view.seat, view.players

    def who(seat: int | None) -> int:
        return 0 if seat is None else 1 + (seat - own) % players

    events = reversed(view.events(n))
    return [[e.kind, who(e.seat), who(e.other), e.card or 0, e.amount] for e in events]


@pytest.mark.parametrize("steps", [0, 3, 90])
def test_events_are_those_of_the_view_of_each_seat(steps: int) -> None:
    games = games_of(4, steps)
    for seat in range(3):
        found = mk.last_events(games.positions, np.arange(4), np.full(4, seat), MAX_EVENTS)
        for row in range(4):
            told = told_by(View.of(games.game(row), seat), MAX_EVENTS)
            assert found[row, : len(told)].tolist() == told
            assert not found[row, len(told) :].any()


def test_nothing_of_a_game_is_remembered_in_the_next_one() -> None:
    games = games_of(6, 60)
    games.deal()
    fresh = mk.SelfPlayVecEnv(6, encoding="sparse", seed=1, **{**SMALL, "round_limit": 4})
    fresh.episodes[:] = games.episodes - 1
    fresh.deal()
    assert (remembered(games) == remembered(fresh)).all()


@pytest.mark.parametrize("n", [0, MAX_EVENTS + 1, True])
def test_more_events_than_are_kept_are_refused(n: int) -> None:
    games = games_of(1, 0)
    with pytest.raises(mk.ConfigError, match="events: expected"):
        remembered(games, n)
    for seat in (-1, games.players):
        with pytest.raises(mk.ConfigError, match="seats: expected"):
            mk.last_events(games.positions, np.zeros(1, int), np.array([seat]), 1)


@pytest.mark.parametrize(
    ("rows", "seats", "field"),
    [
        ([5], [0], "rows"),
        ([-1], [0], "rows"),
        ([0.0], [0], "rows"),
        (0, [0], "rows"),
        ([0], [0, 1], "seats"),
        ([0], [0.0], "seats"),
    ],
)
def test_events_of_rows_that_do_not_exist_are_refused(rows: Any, seats: Any, field: str) -> None:
    games = games_of(2, 0)
    with pytest.raises(mk.ConfigError, match=f"{field}: expected"):
        mk.last_events(games.positions, rows, seats, 1)


def words_of(past: EventHistory, events: list[list[int]]) -> dict[int, int]:
    """The rows that events name and what each counts, as the guide tells it."""
    found: Counter[int] = Counter()
    for age, (kind, seat, other, card, amount) in enumerate(events):
        if not kind:
            continue
        words = [kind * WHO + seat]
        words += [past.first[1] + kind * WHO + other, past.first[2] + seat * WHO + other] if other else []
        words += [past.first[3] + kind * AMOUNTS + min(max(amount, 0), AMOUNTS - 1)] if amount else []
        words += [past.first[4] + seat * past.types + card - 1] if card else []
        found.update(dict.fromkeys(map(int, words), NEWEST - NEWEST * age // past.events))
    return {row: min(127, number) for row, number in found.items()}


@each("categories", [0, mk.SparseNetwork.CATEGORIES])
@each("history", [1, HISTORY, MAX_EVENTS])
def test_rows_of_events_stand_behind_those_of_what_is_seen(history: int, categories: int) -> None:
    network, games = network_of(history, categories=categories), games_of(steps=60)
    plain = network_of(0, categories=categories)
    past, events = network.past, remembered(games, history)
    assert past is not None
    rows, numbers, counts = network.inputs({**games.observation, "events": events})
    before = plain.inputs(games.observation)
    for row in range(games.num_envs):
        seen = int(before[2][row])
        assert rows[row, :seen].tolist() == before[0][row, :seen].tolist()
        assert numbers[row, :seen].tolist() == before[1][row, :seen].tolist()
        behind = dict(zip(*(part[row, seen : counts[row]].tolist() for part in (rows, numbers)), strict=True))
        words = words_of(past, events[row].tolist())
        assert behind == {network.seen_rows + word: number for word, number in words.items()}
        assert not numbers[row, counts[row] :].any()
    assert rows.max() < len(network.made()[0]) == len(network.scale)


def test_what_no_event_is_names_no_row() -> None:
    past = EventHistory(2, 5, 4, 3)
    none = (np.zeros((1, 1), np.int32), np.zeros((1, 1), np.int8), np.zeros(1, np.int16))
    for event in ([0, 1, 1, 1, 1], [KINDS, 1, 0, 0, 0], [1, WHO, 0, 0, 0], [1, 1, -1, 0, 0], [1, 1, 0, 6, 0]):
        events = np.zeros((1, 2, 5), np.int16)
        events[0, 0] = event
        assert past.behind(*none, events, 7)[2].tolist() == [0], event


def test_a_network_that_remembers_begins_as_one_that_does_not() -> None:
    games = games_of()
    torch.manual_seed(0)
    plain = mk.SparseNetwork.for_game(mk.spec(players=3), **SIZES)
    torch.manual_seed(0)
    network = mk.SparseNetwork.for_game(mk.spec(players=3), **SIZES, history=HISTORY)
    own = network.state_dict()
    assert all(torch.equal(part, own[name]) for name, part in plain.state_dict().items() if name != "scale")
    with torch.no_grad():
        scores = (
            plain.scores(games.observation, games.legal_action_mask),
            network.scores(seen_with(games), games.legal_action_mask),
        )
    assert np.allclose(*scores, atol=1e-5)


def test_answers_depend_on_what_is_remembered() -> None:
    network, games = network_of(), games_of()
    seen = seen_with(games)
    other = {**seen, "events": np.zeros_like(seen["events"])}
    with torch.no_grad():
        assert not np.allclose(
            network.scores(seen, games.legal_action_mask), network.scores(other, games.legal_action_mask)
        )


def test_what_every_row_learns_is_the_gradient() -> None:
    """Of the sum's rows, by small changes."""
    network, games = network_of(), games_of()
    given = [torch.from_numpy(np.ascontiguousarray(part)) for part in (*network.inputs(seen_with(games)),)]
    past: Any = network.past
    for part in (past.done, past.between, past.amount, past.of_card, past.by_others):
        network.zero_grad()
        network.values(*given).sum().backward()
        place = int(part.grad.abs().argmax())
        steep = float(part.grad.flatten()[place])
        assert steep != 0.0
        found = []
        for change in (-2e-3, 2e-3):
            with torch.no_grad():
                kept = part.flatten()[place].clone()
                part.view(-1)[place] += change
                found.append(float(network.values(*given).double().sum()))
                part.view(-1)[place] = kept
        assert (found[1] - found[0]) / 4e-3 == pytest.approx(steep, rel=0.2, abs=2e-3)


@pytest.mark.parametrize("events", [None, np.zeros((5, HISTORY, 4), np.int16), np.zeros((5, HISTORY, 5), np.int64)])
def test_events_that_are_missing_or_of_another_shape_are_named(events: Any) -> None:
    games = games_of()
    seen = {**games.observation, **({} if events is None else {"events": events})}
    with pytest.raises(mk.ConfigError, match=r"events: expected int16 of \(5, 20, 5\), which this network remembers"):
        network_of().inputs(seen)


# --------------------------------------------------------------------------- players


def bot_of(network: mk.SparseNetwork) -> mk.TorchPolicyBot:
    return mk.TorchPolicyBot.of(network, mk.spec(players=3))


def test_a_player_answers_the_same_wherever_it_is_asked() -> None:
    """In one view and beside other games, in the midst of a game that it is asked in for the first time."""
    bot, games = bot_of(network_of()), games_of(6, 50)
    together = bot.act_batch(seen_with(games), games.legal_action_mask, np.zeros(6)).tolist()
    assert games.advice(bot, np.random.default_rng(0)).tolist() == together
    for row, expected in enumerate(together):
        game = games.game(row)
        for one in (game, game.clone()):
            assert (
                bot.act(View.of(one, one.current_player), one.legal_action_mask(), np.random.default_rng(0)) == expected
            )


def test_a_game_that_is_loaded_is_remembered() -> None:
    """Events are in the position: who goes on with a saved game knows as much as before."""
    bot, game = bot_of(network_of()), mk.Game(players=3, seed=4)
    rng = np.random.default_rng(0)
    for _ in range(60):
        game.step(int(rng.choice(game.legal_actions())))
    loaded = mk.Game.load(game.save())
    answers = [
        bot.act(View.of(one, one.current_player), one.legal_action_mask(), np.random.default_rng(0))
        for one in (game, loaded)
    ]
    assert answers[0] == answers[1]
    told = [
        mk.last_events(one.position, np.zeros(1, int), np.array([one.current_player]), HISTORY)
        for one in (game, loaded)
    ]
    assert told[0].any()
    assert (told[0] == told[1]).all()


def test_a_player_of_a_match_is_handed_the_events() -> None:
    table = MatchTable(GameConfig.of(SMALL), [bot_of(network_of()), mk.make_bot("random"), mk.make_bot("random")])
    games = Games(table, plan_games(seed=1, deals=2, players=3))
    games.run(begin=True)
    asked = 0
    while asked < 40 and len(rows := np.flatnonzero(games.counts)):
        games.actions[rows] = games.answers(rows)
        for row in rows.tolist():
            view = View(games.positions[row : row + 1], table.catalogue, int(games.positions["seat"][row]))
            mask = np.isin(np.arange(table.spec.num_actions), games.ids[row, : games.counts[row]]).astype(np.int8)
            assert table.bots[0].act(view, mask, np.random.default_rng(0)) == games.actions[row]
        asked += len(rows)
        games.run(begin=False)
    assert asked >= 40


def test_an_opponent_of_a_learner_is_handed_the_events() -> None:
    env = mk.MunchkinVectorEnv(2, opponents=[bot_of(network_of()), "random"], **SMALL)
    _, info = env.reset(seed=1)
    for _ in range(5):
        _, _, _, _, info = env.step(info["action_mask"].argmax(axis=1))
    env.close()


def test_who_reads_flat_is_handed_no_events() -> None:
    class Reader(mk.BatchBot):
        name, encoding, events = "reader", "flat", 3

    with pytest.raises(mk.ConfigError, match="expected bot reader, which is handed events, to read tokens or sparse"):
        mk.evaluate([Reader(), "random", "random"], games=3, progress=False)


# --------------------------------------------------------------------------- files


def test_a_file_keeps_the_memory_and_is_carried(tmp_path: Path) -> None:
    file, network = tmp_path / "net.safetensors", network_of(residual="greedy", residual_weight=0.5)
    mk.save_policy(file, network, mk.spec(players=3))
    loaded: Any = mk.load_policy(file)
    assert loaded.events == loaded.network.settings["history"] == HISTORY
    games = games_of()
    seen = {**seen_with(games), "advice": games.advice("greedy", np.random.default_rng(0))}
    with torch.no_grad():
        assert (
            loaded.network.scores(seen, games.legal_action_mask) == network.scores(seen, games.legal_action_mask)
        ).all()
    carried: Any = mk.load_policy(file, for_game=mk.spec(players=3, editions=("star",)))
    assert torch.equal(carried.network.past.done, network.past.done)
    assert len(carried.network.scale) == len(carried.network.made()[0])
    result = mk.evaluate([str(file), "random", "random"], games=3, progress=False, round_limit=1)
    assert result.games == 3


def test_the_file_of_a_network_without_memory_says_nothing_of_it(tmp_path: Path) -> None:
    mk.save_policy(tmp_path / "net.safetensors", network_of(0), mk.spec(players=3))
    weights, header = read_policy(tmp_path / "net.safetensors")
    assert "history" not in header["network"]
    assert not any(name.startswith("past") for name in weights)
    assert mk.load_policy(tmp_path / "net.safetensors").events == 0  # type: ignore[attr-defined]


@each("history", [-1, MAX_EVENTS + 1, True, 2.0, None])
def test_a_memory_that_cannot_be_is_named(history: Any) -> None:
    with pytest.raises(mk.ConfigError, match="history: expected"):
        mk.SparseNetwork.for_game(mk.spec(players=3), **SIZES, history=history)


def test_settings_that_cannot_be_are_named() -> None:
    with pytest.raises(mk.ConfigError, match=r"network\.history: expected 0 with kind tokens, got 8"):
        build_config({"network": {"history": 8}})
    with pytest.raises(mk.ConfigError, match=r"network\.history: expected a whole number from 0 to 64, got 65"):
        build_config({"network": {"kind": "sparse", "history": 65}})


# --------------------------------------------------------------------------- learning


def test_first_passes_find_the_chances_that_play_noted(tmp_path: Path) -> None:
    """The memory at a decision is also the one that it is learnt from, at each table."""
    game = {"n_envs": 6, "players": [3, 4]}
    trainer = trainer_of(tmp_path, network=REMEMBERING, game=game, ppo={"n_steps": 30, "learning_rate": 0.0})
    stir(trainer)
    trainer.run_iteration()
    batch = trainer.algorithm.batch(trainer.tables, np.random.default_rng(0))
    assert (batch.seen["events"][:, -1, 0] > 0).any(), "long enough to remember as much as it may"
    part = batch.part(slice(None), torch.from_numpy, trainer.network.inputs)
    with torch.no_grad():
        logs = torch.log_softmax(trainer.network(*part.given)[0], 1)
    assert torch.allclose(logs.gather(1, part.actions[:, None])[:, 0], part.log_probs, atol=1e-4)


def stir(trainer: Any) -> None:
    """Weights of what is remembered that matter."""
    torch.manual_seed(1)
    with torch.no_grad():
        for part in trainer.network.past.parameters():
            part.normal_(std=0.5)


def test_the_learner_answers_as_the_player_of_its_file_does(tmp_path: Path) -> None:
    trainer = trainer_of(tmp_path, network=REMEMBERING, opponents={"self_play": 1.0, "past_selves": 0.0, "bots": {}})
    stir(trainer)
    trainer.run_iteration()
    bot: Any = mk.load_policy(trainer.save_policy("policy"))
    (table,) = trainer.tables
    rows = np.arange(table.games.num_envs)
    with torch.no_grad():
        own = (
            trainer.network.eval()
            .scores(table.seen_by(rows, table.games.current_player), table.games.legal_action_mask)
            .argmax(1)
        )
    assert own.tolist() == table.answers_of(bot, rows, np.random.default_rng(0)).tolist()
    game = table.games.game(0)
    assert bot.act(View.of(game, game.current_player), game.legal_action_mask(), np.random.default_rng(0)) == own[0]


def test_values_of_seats_that_wait_are_by_what_each_of_them_remembers(tmp_path: Path) -> None:
    trainer = trainer_of(tmp_path, network=REMEMBERING, opponents={"self_play": 1.0, "past_selves": 0.0, "bots": {}})
    stir(trainer)
    trainer.run_iteration()
    (table,) = trainer.tables
    trainer._look_ahead(table)
    for seat in range(3):
        rows, seats = np.arange(8), np.full(8, seat)
        seen = {**table.games.observe(seats), "events": mk.last_events(table.games.positions, rows, seats, HISTORY)}
        given = [torch.from_numpy(np.ascontiguousarray(part)) for part in trainer.network.inputs(seen)]
        with torch.no_grad():
            expected = trainer.network.values(*given).numpy()
        shaped = trainer.algorithm.shaping * table.last_leads[:, seat]
        assert np.allclose(table.last_values[:, seat], expected + shaped, atol=1e-5)


def go_on(trainer: Any) -> None:
    for _ in range(2):
        trainer.run_iteration()
    trainer.save_checkpoint()


def test_a_resumed_run_goes_on_exactly(tmp_path: Path) -> None:
    phase = {"algorithm": "imitation", "timesteps": 40, "n_steps": 4, "teacher": "greedy"}
    sections: dict[str, Any] = {
        "network": REMEMBERING,
        "opponents": {"self_play": 0.5, "past_selves": 0.5, "bots": {}, "snapshot_every": 1},
        "phases": [phase, {}],
        "ppo": {"n_steps": 4},
    }
    whole = trainer_of(tmp_path / "whole", **sections)
    for _ in range(2):
        whole.run_iteration()
    whole.save_checkpoint()
    place, facts = whole.folder.last_checkpoint()
    go_on(whole)
    resumed = trainer_of(tmp_path / "part", **sections)  # draws from the same generator, so not sooner
    for file in whole.folder.path.glob("pool/*"):
        (tmp_path / "part" / "pool" / file.name).write_bytes(file.read_bytes())
    resumed.restore(place, facts)
    go_on(resumed)
    states = [unpack(one.folder.last_checkpoint()[0] / "state.npz") for one in (whole, resumed)]
    assert any(name.startswith("net.past") for name in states[0])
    assert {name: part.tobytes() for name, part in states[0].items()} == {
        name: part.tobytes() for name, part in states[1].items()
    }


def test_a_run_that_starts_with_a_policy_keeps_what_that_remembers(tmp_path: Path) -> None:
    mk.save_policy(tmp_path / "net.safetensors", network_of(), mk.spec(players=3))
    run = {"dir": str(tmp_path / "run"), "loggers": [], "device": "cpu", "threads": 1, "precision": "float32",
           "init_from": str(tmp_path / "net.safetensors")}  # fmt: skip
    network = {"kind": "sparse", **SIZES}
    trainer = trainer_of(tmp_path / "run", network=network, run=run)
    assert trainer.history == HISTORY
    assert "history" in trainer.unused
    trainer.run_iteration()


def test_a_table_of_other_editions_is_remembered_by_the_learners_numbers() -> None:
    """Two ways from the same game to the same logits: renumbered cards of events, and renumbered weights."""
    from munchkin_env.policies.transfer import names_of, transferred

    whole = mk.spec(players=3, editions=("munchkin", "star"))
    network = network_of(editions=("munchkin", "star"))
    small = mk.spec(players=3, editions=("star",))
    other: Any = transferred(network, names_of(whole, "sparse"), small)
    games = games_of(6, 60, editions=("star",))
    notes = SparseNotes(games, 1, whole, HISTORY)
    notes.note(0, games)
    events = remembered(games)
    assert (events[..., 3] != notes.seen["events"][0][..., 3]).any()
    seen = network.inputs({name: part[0] for name, part in notes.seen.items()})
    rows = [torch.from_numpy(np.ascontiguousarray(part)) for part in (*seen, notes.choices[0])]
    with torch.no_grad():
        ours = network(*rows)[0].numpy()
        theirs = other.scores(seen_with(games), games.legal_action_mask)
    legal = listed(games.legal_action_mask)
    for row in range(6):
        n = int((legal[row] >= 0).sum())
        by_number = dict(zip(notes.meant(notes.choices[0][row, :n].astype(np.int64)).tolist(), ours[row], strict=False))
        assert [by_number[action] for action in legal[row, :n].tolist()] == pytest.approx(
            theirs[row, legal[row, :n]].tolist(), abs=1e-3
        )
