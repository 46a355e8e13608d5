"""Inputs of a sparse network of categories: words of entries, their rows, its files, and policies as teachers."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.each import each

pytest.importorskip("torch")

import torch

import munchkin_env as mk
from munchkin_env.errors import ConfigError
from munchkin_env.observation.layout import N_GENERAL, N_PLANES, N_SEAT, Plane
from munchkin_env.observation.view import View
from munchkin_env.policies import sparse_ops
from munchkin_env.policies.categories import (
    CATEGORIES_VERSION,
    WITH_OWN_ROWS,
    Of,
    of_cards,
    of_fight,
    of_marks,
    rows_of,
)
from tests.envs.slow_rows import SMALL
from tests.training.test_phases import trainer_of
from tests.training.test_sparse import games_of, given, network_of
from training.config import build_config

HEADS = N_GENERAL + 6 * N_SEAT


def words_network(**settings: Any) -> mk.SparseNetwork:
    return network_of(categories=CATEGORIES_VERSION, **settings)


def spelled(types: int, index: int, value: int) -> list[tuple[int, int]]:
    """(row, number) of one entry."""
    parts = (np.array([[index]], np.int16), np.array([[value]], np.int8), np.array([1], np.int16))
    rows, numbers, counts = rows_of(types).of(*parts)
    return list(zip(rows[0, : counts[0]].tolist(), numbers[0, : counts[0]].tolist(), strict=True))


def place(name: str) -> int:
    """Return the start of the section in `sparse`."""
    return next(section.start for section in mk.spec().sparse_sections if section.name == name)


# --------------------------------------------------------------------------- words


@each(
    ("value", "words"),
    [
        (0, []),
        (1, [Of.OFFERED]),
        (2, [Of.WANTED]),
        (4 | 8, [Of.SELECTED, Of.RECEIVED]),
        (16 | 64, [Of.CHOSEN, Of.ASKED_ABOUT]),
        (32, [Of.SECOND]),
    ],
)
def test_marks_are_flags(value: int, words: list[int]) -> None:
    assert of_marks(value) == words


@each(
    ("value", "word"),
    [(1, Of.MONSTER), (6, Of.MONSTER), (32, Of.ENHANCER), (37, Of.ENHANCER), (64, Of.STRIKES), (80, Of.SHARED),
     (96, Of.SPENT_AGAINST), (112, Of.ON_OFFER), (120, Of.ROOM), (122, Of.ROOM), (-1, Of.SPENT_FOR),
     (-2, Of.SPENT_FOR)],
)  # fmt: skip
def test_a_card_of_the_combat_is_one_thing(value: int, word: int) -> None:
    assert of_fight(value) == [word]
    assert of_fight(0) == []


def test_cards_of_a_player_are_told_by_flags_and_by_seat() -> None:
    assert of_cards(0, 0) == of_cards(0, 3) == []
    assert of_cards(4, 0) == [Of.CARRIED]
    assert of_cards(16 | 8, 0) == [Of.ATTACHED, Of.IN_USE]
    assert of_cards(32, 0) == [Of.IN_USE], "two copies"
    assert of_cards(1 | 16, 2) == [Of.KNOWN, Of.IN_USE_THERE, Of.FIRST_SEAT + 1]
    assert of_cards(4 | 8, 5) == [Of.CARRIED_THERE, Of.ATTACHED_THERE, Of.FIRST_SEAT + 4]


def test_every_word_is_told_by_some_value_and_no_two_seats_share_the_words_of_whose_it_is() -> None:
    found = {word for value in range(-128, 128) for word in (*of_marks(value), *of_fight(value))}
    by_seat = [{word for value in range(-128, 128) for word in of_cards(value, seat)} for seat in range(6)]
    told = found.union(*by_seat) | {Of.HAND, Of.DISCARDED}
    assert told == set(range(Of.FIRST_SEAT + 5))
    others = [words - {*Of} | {Of.FIRST_SEAT} & words for words in by_seat[1:]]
    assert all(len(words) == 1 for words in others)
    assert len(set.union(*others)) == 5


def test_a_number_counts_itself_and_its_value_has_a_row() -> None:
    level = place("seat0.level")
    rows = {value: spelled(147, level, value) for value in (1, 2, 20, 90)}
    assert all(found[0] == (level, value) for value, found in rows.items())
    words = {value: found[1:] for value, found in rows.items()}
    assert len({word for found in words.values() for word in found}) == 3, "beyond the range is as its end"
    assert all(number == 1 for found in words.values() for _, number in found)
    assert words[20] == words[90]
    other = spelled(147, place("seat1.level"), 2)
    assert other[1] != words[2][0], "each seat has its own"


@pytest.mark.parametrize("types", [1, 147])
def test_no_two_entries_share_a_row_but_cards_in_front_of_others(types: int) -> None:
    rows = rows_of(types)
    of: dict[int, set[int]] = {}
    for index in range(rows.entries):
        for value in (-3, 1, 4, 8, 16, 33, 65, 81, 97, 113, 121):
            for row, _ in spelled(types, index, value):
                of.setdefault(row, set()).add(index)
    shared = {row for row, entries in of.items() if len(entries) > 1}
    first = rows.cards + Of.KNOWN * types
    assert shared == set(range(first, first + 4 * types))
    assert max(of) == rows.size - 1


def test_hands_and_discards_are_counted() -> None:
    for plane, word in ((Plane.HAND, Of.HAND), (Plane.DISCARDS, Of.DISCARDED)):
        assert spelled(147, HEADS + int(plane) * 147 + 5, 3) == [(rows_of(147).cards + word * 147 + 5, 3)]


@pytest.mark.parametrize("players", [3, 6])
def test_rows_tell_what_a_view_tells(players: int) -> None:
    """By another way: the cards that a seat's view shows have their rows, and no others are named."""
    games, rng = games_of(players=players), np.random.default_rng(3)
    met: set[int] = set()
    for _ in range(40):
        for _ in range(4):
            games.step(games.sample(rng))
        named = words_of(games)
        for row in range(games.num_envs):
            view = View.of(games.game(row), int(games.current_player[row]))
            expected = {word: cards for word, cards in words_of_view(view, players).items() if cards}
            assert {word: named[row][word] for word in named[row] if word in VIEWED} == expected
            met |= set(expected)
    assert met >= {Of.HAND, Of.MONSTER, Of.CARRIED, Of.IN_USE, Of.CARRIED_THERE, Of.IN_USE_THERE, Of.FIRST_SEAT + 1}


VIEWED = {Of.HAND, Of.MONSTER, Of.CARRIED, Of.IN_USE, Of.CARRIED_THERE, Of.IN_USE_THERE, *range(Of.FIRST_SEAT, 29)}


def words_of(games: mk.SelfPlayVecEnv) -> list[dict[int, set[int]]]:
    """For each game what is told of which card types, by the rows."""
    types = len(games.game(0).catalogue.cards) - 1
    rows, seen = rows_of(types), games.observation
    found, _, counts = rows.of(seen["indices"], seen["data"], seen["count"].reshape(-1))
    told: list[dict[int, set[int]]] = [{} for _ in found]
    for row, one in enumerate(told):
        for at in found[row, : counts[row]].tolist():
            if at >= rows.cards:
                one.setdefault((at - rows.cards) // types, set()).add((at - rows.cards) % types + 1)
    return told


def words_of_view(view: View, players: int) -> dict[int, set[int]]:
    """The same of what is seen, for the words of `VIEWED`."""
    found = {Of.HAND: {card.type for card in view.hand()}}
    fighting = {monster.type for monster in view.monsters if not monster.double}
    found[Of.MONSTER] = {card.type for card in view.combat_cards if card.type in fighting}
    for seat in range(players):
        place, cards = view.relative(seat), view.table(seat)
        more = Of.CARRIED_THERE - Of.CARRIED if place else 0
        for word, carried in ((Of.CARRIED, True), (Of.IN_USE, False)):
            found.setdefault(word + more, set()).update(card.type for card in cards if card.carried == carried)
        if place:
            known = {card.type for card in view.hand(seat)}
            found[Of.FIRST_SEAT + place - 1] = {card.type for card in cards} | known
    return found


@pytest.mark.compiled
def test_compiled_and_interpreted_spell_alike() -> None:
    rows = rows_of(147)
    observed = games_of().observation
    entries = observed["indices"], observed["data"], observed["count"].reshape(-1)
    found = rows.of(*entries)
    kinds = rows.number, rows.first, rows.step, rows.kind, rows.begins, rows.places
    counts = np.zeros(len(found[2]), np.int16)
    sparse_ops.count_words.py_func(*entries, rows.number, rows.kind, rows.begins, counts)
    assert np.array_equal(counts, found[2])
    again = np.zeros_like(found[0]), np.zeros_like(found[1])
    sparse_ops.write_words.py_func(*entries, *kinds, *again)
    assert np.array_equal(again[0], found[0])
    assert np.array_equal(again[1], found[1])


def test_an_entry_of_another_game_is_refused() -> None:
    with pytest.raises(ConfigError, match="indices: expected numbers below 2238, of this network's game, got 5000"):
        spelled(147, 5000, 1)


# --------------------------------------------------------------------------- the network


def test_at_first_a_value_adds_nothing_and_then_it_does() -> None:
    network, games = words_network(), games_of()
    with torch.no_grad():
        before = network(*given(network, games))[1]
        network.value += 1.0
        assert not torch.equal(network(*given(network, games))[1], before)


def test_cards_share_what_they_are_and_some_places_learn_of_each_alone() -> None:
    network = words_network(card_dropout=0.5).train()
    rows = rows_of(network.types)
    with torch.no_grad():
        network.drop_ids()
        dropped = network.kept[:, 0] == 0
        before = network.made()[0][rows.cards :].view(-1, network.types, network.first)
        network.card.weight[dropped] += 1.0
        network.plane[:, dropped] += 1.0
        after = network.made()[0][rows.cards :].view_as(before)
        assert torch.equal(before, after), "of a dropped type its features alone are left"
        assert (after.abs().sum(2) > 0).all()
        network.plane[:, ~dropped] += 1.0
        changed = (network.made()[0][rows.cards :].view_as(before) != after).any(2)
        assert set(changed.any(1).nonzero()[:, 0].tolist()) == set(WITH_OWN_ROWS)
        assert not changed[:, dropped].any()


def test_a_saved_network_plays_on_as_it_did_and_is_carried(tmp_path: Path) -> None:
    network, games = words_network(), games_of()
    with torch.no_grad():
        network.seat_value.normal_()
    file = tmp_path / "net.safetensors"
    mk.save_policy(file, network, games.spec)
    expected = mk.TorchPolicyBot.of(network, games.spec).scores(games.observation, games.legal_action_mask)
    assert np.array_equal(mk.load_policy(file).scores(games.observation, games.legal_action_mask), expected)
    target = mk.spec(players=5, editions=("star", "munchkin"))
    bot = mk.load_policy(file, for_game=target)
    theirs = {card.full_id: k for k, card in enumerate(mk.Game(editions=("munchkin",)).catalogue.cards) if card}
    ours = {card.full_id: k for k, card in enumerate(mk.Game(editions=("star", "munchkin")).catalogue.cards) if card}
    with torch.no_grad():
        one, other = network.made()[0], bot.network.made()[0]
    here, there = rows_of(network.types), rows_of(bot.network.types)
    flat = mk.spec(players=6).flat_names
    named = torch.tensor([".room" not in name and name.split(".")[0] != "room" for name in flat])
    named = torch.cat([named[:HEADS], torch.ones(here.cards - HEADS, dtype=torch.bool)])
    assert torch.equal(one[: here.cards][named], other[: there.cards][named])
    for word in (Of.HAND, Of.MONSTER, Of.IN_USE_THERE, Of.CHOSEN):
        for full_id, k in list(theirs.items())[::9]:
            own = one[here.cards + word * network.types + k - 1]
            carried = other[there.cards + word * bot.network.types + ours[full_id] - 1]
            assert torch.allclose(own, carried, atol=1e-5)
    seen = games_of(players=5, editions=("star", "munchkin"))
    assert np.isfinite(bot.scores(seen.observation, seen.legal_action_mask)).all()


@each("version", [2, -1, True, "1", None])
def test_categories_of_another_version_are_refused_by_name(version: Any) -> None:
    with pytest.raises(ConfigError, match=r"categories: expected 1, or 0 for none, got"):
        mk.SparseNetwork.for_game(mk.spec(), categories=version)


def test_a_file_of_categories_to_come_is_refused_by_name(tmp_path: Path) -> None:
    file = tmp_path / "net.safetensors"
    network = words_network()
    network.settings["categories"] = 7
    mk.save_policy(file, network, games_of().spec)
    with pytest.raises(mk.SaveError, match=r"net.safetensors: network.categories: expected 1, or 0 for none, got 7"):
        mk.load_policy(file)


def test_a_run_chooses_and_learns(tmp_path: Path) -> None:
    section = {"kind": "sparse", "embedding": 8, "hidden": [16], "card_dropout": 0.0}
    phase = {"algorithm": "imitation", "timesteps": 10**6, "n_steps": 4, "n_epochs": 10, "learning_rate": 1e-2}
    trainer = trainer_of(tmp_path / "with", network=section, phases=[phase, {}])
    assert trainer.network.settings["categories"] == CATEGORIES_VERSION
    before = {name: part.clone() for name, part in trainer.network.named_parameters()}
    trainer.run_iteration()
    still = [name for name, part in trainer.network.named_parameters() if torch.equal(part, before[name])]
    assert not still
    without = trainer_of(tmp_path / "without", network={**section, "categories": False})
    assert without.network.settings["categories"] == 0
    assert len(without.network.plane) == N_PLANES + 6


# --------------------------------------------------------------------------- policies as teachers


def taught(tmp_path: Path, **phase: Any) -> Any:
    """A trainer whose teacher is a policy, of tokens."""
    game = mk.spec(players=3, **{name: value for name, value in SMALL.items() if name != "players"})
    file = tmp_path / "teacher.safetensors"
    mk.save_policy(file, mk.TokenNetwork.for_game(game, embedding=4, hidden=[8]), game)
    phase = {"algorithm": "imitation", "timesteps": 10**6, "n_steps": 3, "teacher": str(file), **phase}
    network = {"kind": "sparse", "embedding": 8, "hidden": [16]}
    return file, trainer_of(tmp_path / "run", network=network, phases=[phase, {}])


def test_a_policy_teaches_by_its_likeliest_answers(tmp_path: Path) -> None:
    file, trainer = taught(tmp_path, teacher_play_fraction=1.0)
    table = trainer.tables[0]
    bot = mk.load_policy(file)
    expected = []
    answer = table.answer

    def noted(t: int, actions: np.ndarray) -> None:
        rows = np.arange(table.games.num_envs)
        seen = table.games.observe_rows("tokens", rows, table.games.current_player)
        expected.append(bot.act_batch(seen, table.games.legal_action_mask, np.zeros(len(rows))))
        assert np.array_equal(actions[table.mine[t]], expected[-1][table.mine[t]])
        answer(t, actions)

    table.answer = noted
    trainer.run_iteration()
    mine = table.mine
    assert np.array_equal(table.labels[mine], np.array(expected)[mine])
    assert (table.labels[~mine] == -1).all()
    assert mine.any()


def test_ppo_is_held_to_a_policy(tmp_path: Path) -> None:
    _, trainer = taught(tmp_path, algorithm="ppo", teacher_coef=1.0)
    measured = trainer.run_iteration()
    assert measured["cross_entropy"] > 0


def test_a_teacher_that_is_no_network_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"teacher: policy: expected a file that exists, got 'none.safetensors'"):
        trainer_of(tmp_path, phases=[{"algorithm": "imitation", "timesteps": 9, "teacher": "none.safetensors"}, {}])
    with pytest.raises(ConfigError, match="teacher: expected compiled bots, got 'rollout'"):
        build_config({"ppo": {"teacher": "rollout", "teacher_coef": 1.0}})
