"""The rollout bot: its action depends only on what its seat knows, and searching pays."""

import numpy as np
import pytest

import munchkin_env as mk
from munchkin_env.bots import RolloutBot, rollout
from munchkin_env.bots.rollout import (
    CANDIDATES,
    FIRST,
    SUM,
    TRIED,
    chance_to_win,
    give_up,
    is_settled,
    lead,
    leader,
    nth_other,
)
from munchkin_env.engine.kernels.kernel import INTERPRETED, records
from munchkin_env.observation import View
from munchkin_env.vocabulary import Zone
from tests.each import each
from tests.observation.play import rearranged

needs_kernels = pytest.mark.skipif(not INTERPRETED, reason="calls inner functions; set MUNCHKIN_INTERPRETED=1")
LAST_TURNS = {"players": 3, "goal": 5, "round_limit": 1, "round_limit_result": "leader_wins"}


def asked(game, world=True):
    """The inputs of a bot that has to act."""
    return View.of(game, game.current_player, world), game.legal_action_mask()


def decisions(count, every=9, **settings):
    """Decisions with several actions, out of a game of greedy bots."""
    game, rng, greedy = mk.Game(**settings), np.random.default_rng(3), mk.make_bot("greedy")
    number = 0
    while count and not game.is_terminal:
        if number % every == 0:
            count -= 1
            yield game
        game.step(greedy.act(*asked(game, False), rng))
        number += 1


@pytest.mark.compiled
@pytest.mark.slow
@pytest.mark.parametrize("editions", ["munchkin", "cthulhu", "star"])
def test_the_answer_does_not_depend_on_what_the_seat_cannot_know(editions):
    bot, rng = RolloutBot(8), np.random.default_rng(11)
    differing = searched = 0
    for number, game in enumerate(decisions(15, players=4, seed=8, editions=(editions,))):
        answer, bench = bot.search(*asked(game), np.random.default_rng(number))
        for other in (game.resample(game.current_player, rng), rearranged(game, game.current_player, rng)):
            differing += int(other.position.tobytes() != game.position.tobytes())
            again, same = bot.search(*asked(other), np.random.default_rng(number))
            assert again == answer
            assert same.gains.tobytes() == bench.gains.tobytes()
            assert same.picks.tolist() == bench.picks.tolist()
        searched += int(np.abs(bench.gains[:, SUM]).sum() > 0)
    assert differing > 20
    assert searched > 3


@pytest.mark.compiled
@pytest.mark.slow
def test_it_plays_wherever_names_of_bots_are_taken():
    short = {"goal": 4, "round_limit": 2, "round_limit_result": "leader_wins"}
    result = mk.evaluate(["rollout:2", "greedy", "random"], games=3, **short)
    assert [player.name for player in result.bots] == ["rollout:2", "greedy", "random"]
    again = mk.evaluate(["rollout:2", "greedy", "random"], games=3, **short)
    assert [one.wins for one in again.bots] == [one.wins for one in result.bots]
    env = mk.MunchkinEnv(players=3, opponents="rollout:1", **short)
    _, info = env.reset(seed=1)
    env.step(int(info["action_mask"].argmax()))


@pytest.mark.interpreted
@needs_kernels
def test_the_answer_that_foretelling_likes_best_is_given(monkeypatch):
    """Here it likes cards in hand, at once: the veteran would lay them out."""
    items = ["chainsaw_of_bloody_dismemberment", "horny_helmet", "boots_of_butt_kicking"]
    game = mk.scenario([{"hand": items}, {}, {}], phase="start", seed=1)
    assert game.describe(mk.make_bot("veteran").act(*asked(game, False), np.random.default_rng(1))) == "lay out"
    monkeypatch.setattr(rollout, "TURNS", 0)
    monkeypatch.setattr(rollout, "chance_to_win", lambda s, seat: int(s.count[Zone.HAND + seat]) / 20)
    game.step(next(int(action) for action in game.legal_actions() if game.describe(action) == "lay out"))
    bench = RolloutBot(FIRST).search(*asked(game), np.random.default_rng(1))[1]
    assert bench.gains[1:, SUM].tolist() == [0.0] * (CANDIDATES - 1)  # whichever it is, one card leaves the hand
    game = mk.scenario([{"hand": items}, {}, {}], phase="start", seed=1, forced_choices=False)
    for number in range(4):  # one door in three is a card for the hand: a few worlds could show none
        answer = RolloutBot(10 * FIRST).act(*asked(game), np.random.default_rng(number))
        assert game.describe(answer) == "open door"


@pytest.mark.interpreted
def test_it_answers_legally_interpreted_and_the_view_stays():
    bot = RolloutBot(1)
    for number, game in enumerate(decisions(2, every=40, seed=2, **LAST_TURNS)):
        view, mask = asked(game)
        before = view.row.tobytes(), view.world.tobytes(), mask.tobytes()
        answer, bench = bot.search(view, mask, np.random.default_rng(number))
        assert mask[answer]
        assert answer in bench.picks
        assert (view.row.tobytes(), view.world.tobytes(), mask.tobytes()) == before


@pytest.mark.interpreted
def test_the_veterans_answer_comes_first_then_his_next_best_and_another():
    *_, game = decisions(2, every=40, seed=4, **LAST_TURNS)
    bench = RolloutBot(1).search(*asked(game), np.random.default_rng(1))[1]
    listed = min(CANDIDATES, len(game.legal_actions()))
    picks = bench.picks[:listed].tolist()
    assert len(set(picks)) == listed
    assert set(picks) <= set(game.legal_actions().tolist())
    assert picks[0] == mk.make_bot("veteran").act(*asked(game, False), np.random.default_rng(1))
    assert bench.points[: listed - 1].tolist() == sorted(bench.points[: listed - 1].tolist(), reverse=True)


@pytest.mark.interpreted
@needs_kernels
def test_the_other_candidate_is_any_that_is_not_listed_whatever_the_order():
    picks, ids = np.array([4, 9]), np.array([9, 2, 4, 7, 30], np.int32)
    for order in (ids, ids[::-1]):
        assert [nth_other(picks, 2, order, 5, rank) for rank in range(3)] == [2, 7, 30]


def gained(*means):
    """Gains after nine worlds, of candidates with these means and a standard error of 0.04 each."""
    gains = np.zeros((CANDIDATES, 3))
    for j, mean in enumerate(means, 1):
        of_worlds = mean + 0.12 * np.array([-1.0, 1.0, 0.0, -1.0, 1.0, -1.0, 1.0, -1.0, 1.0])
        gains[j] = of_worlds.sum(), (of_worlds**2).sum(), 1.0
    assert lead(gains, 1, 9, 1.0) - lead(gains, 1, 9, 0.0) == pytest.approx(0.04)
    return gains


@pytest.mark.interpreted
@needs_kernels
@each(
    ("mean", "stays", "leads", "settled"),
    [
        *((0.1, 1, 1, True), (0.07, 1, 1, True), (0.05, 1, 1, False), (0.03, 1, 1, False)),
        *((0.01, 1, 0, False), (-0.03, 1, 0, False), (-0.037, 0, 0, False), (-0.1, 0, 0, False)),
    ],
)
def test_a_candidate_is_given_up_or_taken_by_its_standard_error(mean, stays, leads, settled):
    gains = gained(mean)
    assert give_up(gains, 2, 9) == stays
    assert leader(gains, 2, 9) == leads
    assert is_settled(gains, 2, 9, stays) == settled
    assert not is_settled(gains, 2, FIRST - 1, stays), "too few worlds"


@pytest.mark.interpreted
@needs_kernels
def test_a_candidate_that_falls_behind_the_best_is_given_up():
    gains = gained(0.05, 0.1, 0.08)
    assert not is_settled(gains, 4, 9, 3), "several are left"
    assert give_up(gains, 4, 9) == 2
    assert gains[1:, TRIED].tolist() == [0, 1, 1]
    assert leader(gains, 4, 9) == 2


@pytest.mark.interpreted
@needs_kernels
def test_chances_to_win_add_up_and_rise_with_what_speaks_for_a_player():
    def chances(**player):
        row = records(mk.scenario(seats=[{"level": 3}, player, {}]).position)[0]
        return [chance_to_win(row, p) for p in range(3)]

    poor = chances(level=3)
    assert abs(sum(poor) - 1) < 1e-12
    armed = {"level": 3, "table": ["chainsaw_of_bloody_dismemberment"]}
    for better in ({"level": 4}, armed, {"level": 3, "hand": ["enraged"]}):
        assert chances(**better)[1] > poor[1]
        assert chances(**better)[0] < poor[0]


@pytest.mark.interpreted
@needs_kernels
def test_an_ended_game_is_worth_the_share_of_the_win():
    row = records(mk.Game(players=4, seed=1).position.copy())[0]
    row.over = 1
    row.winners = 0b0110
    assert [chance_to_win(row, p) for p in range(4)] == [0, 0.5, 0.5, 0]
    row.winners = 0
    assert [chance_to_win(row, p) for p in range(4)] == [0] * 4, "a draw is won by nobody"


@pytest.mark.interpreted
def test_a_number_may_follow_its_name_and_must_fit():
    assert mk.make_bot("rollout:32").worlds == 32
    assert mk.make_bot("rollout:32").name == "rollout:32"
    assert mk.make_bot("rollout").worlds >= FIRST
    for digits in ("0", "4097", "x", "", "-1", "²", "9" * 30):
        with pytest.raises(mk.ConfigError, match="bot rollout: worlds: expected a whole number from 1 to 4096, got "):
            mk.make_bot(f"rollout:{digits}")
    for worlds in (0, True, 2.0, "8"):
        with pytest.raises(mk.ConfigError, match="bot rollout: worlds: expected a whole number"):
            RolloutBot(worlds)
    with pytest.raises(mk.ConfigError, match="bot: expected greedy without a number, got 'greedy:3'"):
        mk.make_bot("greedy:3")
    with pytest.raises(mk.ConfigError, match=r'got \'rolout:3\' \(did you mean "rollout"\?\)'):
        mk.make_bot("rolout:3")


@pytest.mark.interpreted
def test_names_with_numbers_are_refused_where_only_compiled_bots_play():
    with pytest.raises(
        mk.ConfigError, match=r"controllers: expected caller, external or a compiled bot, got 'rollout:8'"
    ):
        mk.SelfPlayVecEnv(1, controllers=["caller", "rollout:8", "greedy", "greedy"])
    with pytest.raises(mk.ConfigError, match="bot rollout: worlds: expected"):
        mk.SelfPlayVecEnv(1, controllers=["caller", "rollout:0", "greedy", "greedy"])


@pytest.mark.interpreted
def test_a_view_without_a_world_is_refused():
    game = mk.Game(seed=1)
    with pytest.raises(mk.ConfigError, match="view: expected one with a world"):
        RolloutBot(1).act(*asked(game, False), np.random.default_rng(1))


@pytest.mark.compiled
def test_answers_are_compared_in_the_same_worlds_and_by_what_is_known():
    """The winning kill beats running away; an alternative equal to itself gains nothing; hidden cards change
    nothing."""
    bot, rng = RolloutBot(16), np.random.default_rng(12)
    for game in decisions(6, every=21, players=4, seed=4):
        legal = game.legal_actions().tolist()
        actions = [legal[0], legal[-1], legal[0]]
        gains, points = bot.compare(*asked(game), actions, np.random.default_rng(1))
        assert gains[0].tolist() == gains[2].tolist() == [0.0, 0.0]
        assert points[0] == points[2]
        other = game.resample(game.current_player, rng)
        again, same = bot.compare(*asked(other), actions, np.random.default_rng(1))
        assert again.tobytes() == gains.tobytes()
        assert same.tolist() == points.tolist()


@pytest.mark.compiled
def test_comparing_finds_what_a_search_finds():
    """Before any candidate is given up, they are the same worlds."""
    bot, searched = RolloutBot(FIRST - 1), 0
    for number, game in enumerate(decisions(12, every=7, players=4, seed=8)):
        _, bench = bot.search(*asked(game), np.random.default_rng(number))
        picks = bench.picks[: min(CANDIDATES, len(game.legal_actions()))].tolist()
        gains, points = bot.compare(*asked(game), picks, np.random.default_rng(number))
        assert np.allclose(gains[:, 0] * bot.worlds, bench.gains[: len(picks), SUM])
        assert points[0] == max(points)
        searched += int(np.abs(gains).sum() > 0)
    assert searched > 3


def test_what_cant_be_compared_is_refused():
    game = mk.Game(seed=1)
    for actions in ([], [-1], [10**6], [int(np.flatnonzero(game.legal_action_mask() == 0)[0])]):
        with pytest.raises(mk.ConfigError, match="actions: expected legal ones"):
            RolloutBot(1).compare(*asked(game), actions, np.random.default_rng(0))
    with pytest.raises(mk.ConfigError, match="view: expected one with a world"):
        RolloutBot(1).compare(*asked(game, False), [int(game.legal_actions()[0])], np.random.default_rng(0))
