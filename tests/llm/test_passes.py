"""Ways to ask a seat less: standing passes, news, and actions given in advance."""

import json
import re
from typing import Any

import numpy as np
import pytest

import munchkin_env as mk
from munchkin_env.engine.state.actions import VERB0
from munchkin_env.llm import PromptConfig, Seat, UsageMeter
from munchkin_env.llm.seat import Plan
from munchkin_env.llm.standing_passes import USUAL, kinds_of, pass_of
from munchkin_env.observation import View
from munchkin_env.vocabulary import Decision, Verb
from tests.each import each
from tests.llm.scripts import Followed
from tests.llm.test_following import histories

pytestmark = pytest.mark.interpreted


def looking(game: mk.Game, seat: int) -> tuple[View, np.ndarray]:
    return View.of(game, seat, world=True), game.legal_action_mask()


def own_turn(**first: Any) -> mk.Game:
    """The rest of Anna's turn, in which she may lay out cards."""
    hand = ["helm_of_courage", "leather_armor", "huge_rock"]
    return mk.scenario([{"hand": hand, **first}, {}, {}], phase="after", seed=1)


def answered(game: mk.Game, seat: Seat, text: str) -> None:
    """One reply to the pending question, carried out."""
    view, _ = looking(game, 0)
    asking = seat.begin(view)
    answer = seat.take(view, asking, text)
    assert answer is not None
    game.step(seat.answered(answer))
    while seat.due:
        step = seat.due_step(*looking(game, 0))
        assert step is not None
        game.step(step)


def test_further_answers_are_given_without_being_asked() -> None:
    game, seat = own_turn(), Seat(PromptConfig(), UsageMeter())
    then = [{"do": "lay_out", "card": "leather_armor"}, {"do": "end_turn"}]
    answered(game, seat, json.dumps({"do": "lay_out", "card": "helm_of_courage", "then": then}))
    for expected in then:
        foreseen = seat.foreseen(looking(game, 0)[0])
        assert foreseen is not None
        assert foreseen.named == expected
        for step in foreseen.steps:
            game.step(step)
    assert seat.foreseen(looking(game, 0)[0]) is None
    assert seat.tally.counts.foreseen == 2
    twin = own_turn()
    twin.do("lay_out", card="helm_of_courage")
    twin.do("lay_out", card="leather_armor")
    twin.do("end_turn")
    assert game == twin


def test_what_is_not_legal_when_its_turn_comes_is_asked_anew() -> None:
    game, seat = own_turn(), Seat(PromptConfig(), UsageMeter())
    then = [{"do": "lay_out", "card": "helm_of_courage"}, {"do": "end_turn"}]
    answered(game, seat, json.dumps({"do": "lay_out", "card": "helm_of_courage", "then": then}))
    assert seat.foreseen(looking(game, 0)[0]) is None
    assert seat.plan is None, "what came after it is not done either"
    assert seat.tally.counts.foreseen == seat.tally.counts.illegal == 0


def test_further_answers_are_for_the_same_question_alone() -> None:
    game, seat = own_turn(), Seat(PromptConfig(), UsageMeter())
    answered(game, seat, json.dumps({"do": "end_turn", "then": [{"do": "open_door"}]}))
    while game.decision != Decision.TURN_START:
        game.step(int(game.legal_actions()[0]))
    assert seat.foreseen(View.of(game, game.current_player, world=True)) is None


@each("then", ["x", [1], [{"card": "huge_rock"}], [{"do": "end_turn"}] * 13, {"do": "end_turn"}])
def test_further_answers_are_a_short_list(then: Any) -> None:
    game, seat = own_turn(), Seat(PromptConfig(), UsageMeter())
    view, _ = looking(game, 0)
    with pytest.raises(mk.IllegalAction, match="then: expected a list of at most 12 answers"):
        seat.take(view, seat.begin(view), json.dumps({"do": "end_turn", "then": then}))
    assert seat.plan is None


def asked_at_the_start_of_a_turn(seat: Seat, hand: list[str]) -> bool:
    """Return True if Anna, with these cards, is asked when Bob's turn begins."""
    game = mk.scenario([{"hand": hand}, {"level": 3}, {}], phase="begin", turn=1, seed=2)
    while not (game.current_player == 0 and game.decision == Decision.WINDOW):
        game.do("pass")
    return seat.passed(*looking(game, 0)) is None


def test_one_is_asked_again_if_one_can_do_something_new() -> None:
    """A curse in hand is asked about once; the same one again is let go by, another one not."""
    seat = Seat(PromptConfig(), UsageMeter())
    assert asked_at_the_start_of_a_turn(seat, ["curse_lose_a_level"])
    assert not asked_at_the_start_of_a_turn(seat, ["curse_lose_a_level", "net_troll"])
    assert asked_at_the_start_of_a_turn(seat, ["curse_lose_a_level", "curse_duck_of_doom"])
    assert seat.tally.counts.passed == 1
    without = Seat(PromptConfig(pass_until=("wins",)), UsageMeter())
    assert not asked_at_the_start_of_a_turn(without, ["curse_lose_a_level"])
    always = Seat(PromptConfig(pass_until=None), UsageMeter())
    assert asked_at_the_start_of_a_turn(always, ["curse_lose_a_level"])
    assert asked_at_the_start_of_a_turn(always, ["curse_lose_a_level"])


@pytest.mark.rotating
@pytest.mark.compiled
@pytest.mark.slow
def test_two_of_five_questions_of_a_default_game_are_left() -> None:
    """90 of 233, in the mean; what is let go by is never a decision that has to be taken."""
    asked = all_ = 0
    for seed in (3, 4, 5, 6):
        _, bots = histories(Followed, 4, seed, {}, plans=True)
        counts = [bot.tally.counts for bot in bots]
        assert not any(one.illegal or one.stand_ins for one in counts)
        assert all(one.foreseen and one.passed for one in counts)
        asked += sum(one.questions for one in counts)
        all_ += sum(one.questions + one.passed + one.foreseen for one in counts)
    assert asked / all_ <= 90 / 233


def let_be(seat: Seat, game: mk.Game, action: str, **more: Any) -> None:
    """Anna is asked about her turn, and opens the door or ends it, say."""
    assert seat.passed(*looking(game, 0)) is None
    answered(game, seat, json.dumps({"do": action, **more}))


def begun(hand: list[str], **first: Any) -> mk.Game:
    return mk.scenario([{"hand": hand, **first}, {}, {}], phase="begin", seed=1)


def test_ones_own_turn_goes_on_where_one_can_do_nothing_new() -> None:
    """A pass at the opened door holds again; a new card is asked about."""
    seat, verb = Seat(PromptConfig(), UsageMeter()), VERB0 + Verb.OPEN_DOOR
    let_be(seat, begun(["curse_lose_a_level", "curse_duck_of_doom"]), "open_door")
    assert seat.passed(*looking(begun(["curse_lose_a_level"]), 0)) == verb
    assert seat.passed(*looking(begun(["curse_lose_a_level", "helm_of_courage"]), 0)) is None
    assert seat.tally.counts.passed == 1
    without = Seat(PromptConfig(pass_until=("wins",)), UsageMeter())
    let_be(without, begun(["curse_lose_a_level"]), "open_door")
    assert without.passed(*looking(begun(["curse_lose_a_level"]), 0)) is None, "only with news"


def test_what_was_not_looked_at_is_not_let_be() -> None:
    """Without news nobody looks; what an earlier question had seen is not what was let be at a later one."""
    seat = Seat(PromptConfig(), UsageMeter())
    let_be(seat, begun(["curse_lose_a_level", "helm_of_courage"]), "lay_out", card="helm_of_courage")
    news, seat.until = seat.until, ("wins",)
    let_be(seat, begun(["curse_lose_a_level"]), "open_door")
    seat.until = news
    assert seat.passed(*looking(begun(["curse_lose_a_level", "helm_of_courage"]), 0)) is None


def test_a_turn_ends_unasked_only_without_cards_to_lay_out_or_play() -> None:
    seat, verb = Seat(PromptConfig(), UsageMeter()), VERB0 + Verb.END_TURN
    let_be(seat, own_turn(hand=["helm_of_courage"], carried=["huge_rock"]), "end_turn")
    again = own_turn(hand=["helm_of_courage"], carried=["huge_rock"])
    assert seat.passed(*looking(again, 0)) is None, "the same card, which may be laid out"
    bare = own_turn(hand=[], carried=["huge_rock"])
    assert seat.passed(*looking(bare, 0)) == verb


def test_an_answer_in_advance_goes_before_letting_be() -> None:
    seat = Seat(PromptConfig(), UsageMeter())
    let_be(seat, begun(["curse_lose_a_level"]), "open_door")
    game = begun(["curse_lose_a_level"])
    view, mask = looking(game, 0)
    seat.plan = Plan(view.decision, view.turn, [{"do": "open_door"}])
    assert seat.passed(view, mask) is None
    assert seat.foreseen(view) is not None


def test_only_chances_are_let_go_by() -> None:
    game = own_turn()
    view, mask = looking(game, 0)
    assert kinds_of(view) == set()
    assert pass_of(view, mask) is None
    assert Seat(PromptConfig(pass_until=()), UsageMeter()).passed(view, mask) is None


def test_the_usual_standing_pass_is_made_of_known_kinds() -> None:
    assert PromptConfig().pass_until == USUAL
    with pytest.raises(mk.ConfigError, match=re.escape('(did you mean "news"?)')):
        PromptConfig(pass_until=("new",))
    with pytest.raises(mk.ConfigError, match="expected a list"):
        PromptConfig(pass_until={"wins": False})  # type: ignore[arg-type]
