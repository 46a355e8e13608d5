"""FAIRY-1, FAIRY-4: of a third deck a seat sees the backs, in hands and on top of the pile they came to; no more."""

import numpy as np
import pytest

from munchkin_env.game.game import Game
from munchkin_env.observation import View
from munchkin_env.observation.narration import Narrator
from tests.kit.fairyland import fight
from tests.kit.playing import lose, passes
from tests.observation.play import rearranged
from tests.observation.test_secrets import same
from tests.rules.test_fairy import ended
from tests.scenarios.extended.kit import table_of

pytestmark = pytest.mark.interpreted

HANDS = (
    {"hand": ["sharing_is_caring", "what_a_lovely_hand", "elf"], "klass": "wizard"},
    {"hand": ["one_more_time_with_feeling", "tiara_of_insufferable_kindness"], "race": "halfling", "klass": "thief"},
    {"hand": ["fee_for_friendship", "there_there_ointment", "curse_lose_a_level"], "klass": "warrior"},
)


def played(game: Game, seed: int, steps: int, every: int) -> list[Game]:
    """Positions of random play from there."""
    rng = np.random.default_rng(seed)
    found = []
    for step in range(steps):
        if game.is_terminal:
            break
        if step % every == 0:
            found.append(game.clone())
        game.step(int(rng.choice(game.legal_actions())))
    return found


def test_nothing_but_its_back_is_seen_of_a_hidden_card():
    """The legal actions tell no more, either."""
    rng = np.random.default_rng(1)
    hidden = 0
    for seed in range(3):
        game = table_of(*HANDS, rest="deck", doors=["maul_rat"], seed=seed, forced_choices=False)
        for one in played(game, seed, 130, 13):
            for seat in range(3):
                hidden += int(one.position["hand_extras"][0].sum() - one.position["hand_extras"][0, seat])
                same(one, rearranged(one, seat, rng), seat)
                drawn = one.resample(seat, rng)
                assert not drawn.broken()
                same(one, drawn, seat)
    assert hidden > 50


def test_when_all_is_treasure_the_top_of_the_pile_shows_its_back():
    """FAIRY-4: in every resampling, those are extra cards, and the next one is none."""
    rng = np.random.default_rng(2)
    tops = set()
    for one in played(ended(rest="deck"), 4, 120, 10):
        tops.add(int(one.position["extra_tops"][0]))
        for seat in range(3):
            drawn = one.resample(seat, rng)
            assert not drawn.broken()
            same(one, drawn, seat)
    assert len(tops) > 1


def test_the_number_of_extra_cards_on_top_is_told():
    game = ended(rest="deck")
    assert f"({int(game.position['extra_tops'][0])} extra cards on top)" in game.text(0)
    assert "goes on top of the treasures" in game.text(0)


def test_how_many_cards_another_keeps_is_his_secret():
    """FAIRY-3: a count of the hand that follows from which cards they are."""
    game = fight({}, {"hand": ["charm", "tinsel"]}, monsters=["potted_plant"])
    assert [int(View.of(game, seat).record["hand_kept"][1]) for seat in range(3)] == [0, 1, 0]
    assert [int(View.of(game, seat).record["hand_extras"][1]) for seat in range(3)] == [2, 2, 2]


def told(game: Game) -> str:
    """The public events as a transcript."""
    return " ".join(Narrator(game.catalogue, ("Ann", "Bob", "Cyd")).tell(View.of(game, 0).events()))


def test_story_and_text_know_what_becomes_of_the_keeper_and_its_cards():
    game = fight({"level": 1}, monsters=["good_witch"], doors=["elf"], dice=[6])
    lose(game)
    assert "Good Witch goes back into the Door deck" in told(game)
    assert "Good Witch goes back into the Door deck" in game.text(0)
    game = ended(extras=["dust", "spell"])
    assert "The extra deck, 2 cards, goes on top of the treasures" in told(game)
    game = table_of({"hand": ["what_a_lovely_hand"]}, {"hand": ["elf"]})
    game.do("play", card="what_a_lovely_hand", seat=1)
    passes(game)
    assert "Bob shows Ann the cards in hand" in told(game)
