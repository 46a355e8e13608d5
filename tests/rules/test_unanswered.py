"""An action goes to the frame that asked; one that no frame takes is a fault of the engine, and no silence."""

import pytest

import munchkin_env as mk
from munchkin_env.engine.dispatch import running
from munchkin_env.engine.kernels.kernel import INTERPRETED, records
from munchkin_env.engine.rules.rows import RULES
from munchkin_env.vocabulary import Fault

needs_kernels = pytest.mark.skipif(not INTERPRETED, reason="calls inner functions; set MUNCHKIN_INTERPRETED=1")
TAKEN = ("number", "seat", "card", "done", "decided")  # columns of a frame's rule
ANSWERS = {
    "a number": lambda s, t, i: running.answer_number(s, t, i, 0, 1),
    "a seat": lambda s, t, i: running.answer_seat(s, t, i, 0, 1),
    "a card": lambda s, t, i: running.answer_card(s, t, i, 0, 1),
    "done": lambda s, t, i: running.ANSWERS["done"](s, t, i, 0),
    "yes": lambda s, t, i: running.ANSWERS["agreed"](s, t, i, 0),
    "no": lambda s, t, i: running.ANSWERS["refused"](s, t, i, 0),
}


@pytest.mark.interpreted
@needs_kernels
@pytest.mark.parametrize("answer", ANSWERS)
def test_an_answer_that_no_frame_takes_is_a_fault(answer: str) -> None:
    game = mk.Game(players=3, seed=1)
    row = records(game.position.copy())[0]
    i = row.n_frames - 1
    row.frame[i].kind = next(
        kind for kind, rule in sorted(RULES.items()) if not any(getattr(rule, one) for one in TAKEN)
    )
    assert not row.fault
    ANSWERS[answer](row, game._tables, i)
    assert row.fault == Fault.UNKNOWN_FRAME
