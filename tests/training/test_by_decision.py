"""A policy that answers some kinds of question, and greedy the others in its place."""

import pytest

import munchkin_env as mk
from munchkin_env.policies.network_bot import NetworkBot
from munchkin_env.policies.sparse import SparseNetwork
from tests.tools.by_decision import ASKED, Divided


def policy() -> NetworkBot:
    game = mk.spec()
    return NetworkBot.of(SparseNetwork.for_game(game, embedding=4, hidden=[8]).eval(), game)


def levels(bot: mk.Bot | str) -> list[float]:
    """What all reach in some short games beside greedy."""
    result = mk.evaluate([bot, "greedy", "greedy", "greedy"], 8, 5, round_limit=2, progress=False)
    return [player.mean_level for player in result.players]


@pytest.mark.compiled
def test_who_answers_is_told_by_the_kind_of_question() -> None:
    network, everything = policy(), frozenset(ASKED.values())
    assert levels(Divided(network, frozenset(), "greedy in all")) == levels("greedy")
    whole = Divided(network, everything, "itself in all")
    assert levels(whole) == levels(network)
    assert {"setup", "turn_start", "combat"} <= whole.times.keys() <= everything
    assert all(0 <= whole.agreed[kind] <= times for kind, times in whole.times.items())
    assert sum(whole.agreed.values()) < sum(whole.times.values())
