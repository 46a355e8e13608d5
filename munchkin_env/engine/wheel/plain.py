"""Answers without a verb, a number, a seat or a card: made of the rows of frames. Each goes to the frame that asked."""

from typing import Any

from munchkin_env.engine.rules.rows import RULES
from munchkin_env.engine.wheel.making import Maker
from munchkin_env.engine.wheel.verbs import VERBS
from munchkin_env.vocabulary import Frame

assert VERBS  # whose chapters have declared the rules of frames, too

_make = Maker(__name__, Frame=Frame)


def _answers(what: str, given: str, doc: str) -> Any:
    """The kernel that hands on answers of one sort."""
    lines = ["kind = s.frame[i].kind"]
    for kind, rule in sorted(RULES.items()):
        if getattr(rule, what) is not None:
            call = _make.call(getattr(rule, what), None, **{"i": "i", "q": "p", given: given})
            lines.append(f"if kind == Frame.{kind.name}:\n        {call}\n        return")
    return _make.kernel(f"answer_{what}(s, t, i, p, {given})", doc, lines)


answer_number = _answers("number", "n", "A number: a clause, or how many cards come from the discards.")
answer_seat = _answers("seat", "q", "A seat: who gets a card, or a level.")
answer_card = _answers("card", "k", "A card type: which one is taken, given or paid with.")
