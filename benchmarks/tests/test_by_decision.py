"""Tests of a policy that acts at some kinds of question, and greedy at the others in its place."""

import pytest

import munchkin_env as mk
from benchmarks.losses_by_decision import ASKED, BANDS, Divided, said
from munchkin_env.policies.network_bot import TorchPolicyBot
from munchkin_env.policies.sparse import SparseNetwork


def policy() -> TorchPolicyBot:
    game = mk.spec()
    return TorchPolicyBot.of(SparseNetwork.for_game(game, embedding=4, hidden=[8]).eval(), game)


def levels(bot: mk.Bot | str) -> list[float]:
    """Return the levels that all reach in some short games beside greedy."""
    result = mk.evaluate([bot, "greedy", "greedy", "greedy"], 8, 5, round_limit=2, progress=False)
    return [player.mean_level for player in result.bots]


@pytest.mark.compiled
def test_who_answers_is_told_by_the_kind_of_question() -> None:
    network, everything = policy(), frozenset(ASKED.values())
    assert levels(Divided(network, frozenset(), "greedy in all")) == levels("greedy")
    assert levels(Divided(network, frozenset(BANDS.values()), "itself at each level")) == levels(network)
    whole = Divided(network, everything, "itself in all")
    assert levels(whole) == levels(network)
    kinds, bands = whole.times.keys() & everything, whole.times.keys() & set(BANDS.values())
    assert {"setup", "turn_start", "combat"} <= kinds
    assert BANDS[1] in bands
    assert kinds | bands == whole.times.keys()
    assert all(0 <= whole.agreed[part] <= times for part, times in whole.times.items())
    assert sum(whole.agreed.values()) < sum(whole.times.values())
    differed = whole.times - whole.agreed
    for parts in (kinds, bands):
        assert sum(whole.others.values()) == sum(differed[part] for part in parts)
    assert {kind for kind, _, _ in whole.others} == differed.keys() & kinds


def test_an_answer_is_told_without_the_names_of_cards_and_players() -> None:
    first = {section.name: section.start for section in mk.spec().action_sections}
    assert said(first["verb"]) == "pass"
    assert said(first["amount"] + 3) == "3"
    assert [said(first[name]) for name in ("card", "seat", "place")] == ["(card)", "(seat)", "(place)"]
