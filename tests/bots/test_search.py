"""The search over a policy: legal, by what its seat knows, and the policy's own action where it is certain."""

import numpy as np
import pytest

import munchkin_env as mk
from munchkin_env.observation import View
from munchkin_env.policies import SearchBot, search
from tests.bots.test_rollout import asked, decisions
from tests.observation.play import rearranged

pytest.importorskip("torch")


@pytest.mark.compiled
@pytest.mark.slow
def test_the_action_does_not_depend_on_what_the_seat_cannot_know(monkeypatch):
    monkeypatch.setattr(search, "LEAST", 0.0)  # every decision is searched
    bot, rng = SearchBot(4), np.random.default_rng(11)
    differing = searched = 0
    for number, game in enumerate(decisions(30, players=4, seed=8)):
        view, mask = asked(game)
        candidates = bot.candidates(view, mask)
        action = bot.act(view, mask, np.random.default_rng(number))
        assert action in candidates
        assert mask[candidates].all()
        for other in (game.resample(game.current_player, rng), rearranged(game, game.current_player, rng)):
            differing += int(other.position.tobytes() != game.position.tobytes())
            assert bot.candidates(*asked(other)) == candidates
            assert bot.act(*asked(other), np.random.default_rng(number)) == action
        searched += len(candidates) > 1
    assert differing > 40
    assert searched > 15


def test_the_first_candidate_is_the_policy_s_action_and_others_are_likely_enough(monkeypatch):
    bot, policy = SearchBot(1), mk.make_bot("pretrained")
    for game in decisions(8, players=4, seed=5, round_limit=2):
        view, mask = asked(game)
        own = policy.act(view, mask, np.random.default_rng(0))
        found = bot.candidates(view, mask)
        assert found[0] == own
        assert len(set(found)) == len(found) <= search.CANDIDATES
        monkeypatch.setattr(search, "LEAST", 1.0)
        assert bot.candidates(view, mask) == [own], "none has all of the probability beside it"
        assert bot.act(view, mask, np.random.default_rng(0)) == own, "a certain action is not searched"
        monkeypatch.undo()


@pytest.mark.compiled
@pytest.mark.slow
def test_it_plays_by_its_name_and_with_the_policy_of_the_edition():
    limit = {"round_limit": 1, "round_limit_result": "leader_wins", "progress": False}
    result = mk.evaluate(["search:1", "greedy", "random"], games=3, editions="cthulhu", **limit)
    assert [player.name for player in result.bots] == ["search:1", "greedy", "random"]


def test_a_policy_that_needs_more_than_an_observation_is_refused():
    policy = mk.make_bot("pretrained")
    for events, advisor in ((8, None), (0, "greedy")):
        policy.events, policy.advisor = events, advisor
        with pytest.raises(mk.ConfigError, match="policy: expected one that reads observations alone"):
            SearchBot(4, policy)
    with pytest.raises(mk.ConfigError, match="policy: expected one that reads observations alone, got"):
        SearchBot(4, "greedy")
    with pytest.raises(mk.ConfigError, match="bot search: worlds: expected a whole number from 1 to 4096, got 0"):
        SearchBot(0)


def test_a_view_without_a_world_is_refused_where_it_searches(monkeypatch):
    monkeypatch.setattr(search, "LEAST", 0.0)
    game = mk.Game(players=4, seed=5)
    with pytest.raises(mk.ConfigError, match="expected one with a world"):
        SearchBot(4).act(View.of(game, game.current_player), game.legal_action_mask(), np.random.default_rng(0))
