"""Answers carried out: made of the verbs' rows."""

from munchkin_env.engine.dispatch.announced import is_announced
from munchkin_env.engine.dispatch.running import ANSWERS, before_answer
from munchkin_env.engine.dispatch.verbs import VERBS, VerbMaker
from munchkin_env.engine.kernels.kernel import kernel
from munchkin_env.engine.mutations.stack import answered
from munchkin_env.engine.rules.announcing import announce
from munchkin_env.vocabulary import Moment

_make = VerbMaker(__name__)
_whole = _make.column("carry_out", i="i") | {
    verb: _make.call(ANSWERS[row.to_frame], i="i") for verb, row in VERBS.items() if row.to_frame
}

answer_verb = _make.kernel(
    "answer_verb(s, t, i, p, verb)",
    "A verb that is the whole answer. Returns False for one that further parts follow.",
    [
        *(
            f"if verb == Verb.{verb.name}:\n        {call}\n        return True"
            for verb, call in sorted(_whole.items())
            if not VERBS[verb].parts
        ),
        "return False",
    ],
)

carry_out = _make.kernel(
    "carry_out(s, t, i, p, verb)",
    "A complete answer goes to the chapter of its verb.",
    [
        f"{'el' if number else ''}if verb == Verb.{verb.name}:\n        {call}"
        for number, (verb, call) in enumerate(
            (verb, call) for verb, call in _make.column("carry_out", i="i").items() if VERBS[verb].parts
        )
    ],
)


tell = _make.kernel(
    "tell(s, t, p, verb)",
    "What everybody is told of a complete answer.",
    [f"if verb == Verb.{verb.name}:\n        {call}" for verb, call in _make.column("told").items()],
)


@kernel
def execute(s, t, i, p):
    """The composite is complete: it is carried out, then cleared."""
    verb = s.move.verb
    before_answer(s, t, i, p, verb)
    tell(s, t, p, verb)
    if t.moments & Moment.PLAYED and is_announced(s, t, p, verb):
        announce(s, t, p, verb)
    else:
        carry_out(s, t, i, p, verb)
    answered(s)
