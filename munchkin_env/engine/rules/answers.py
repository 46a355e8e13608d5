"""Pass, done, yes and no: what they do is said by the frame that asked."""

from munchkin_env.engine.rules.rows import ALL, At, During, verb
from munchkin_env.vocabulary import Decision, Verb


def answered(which: Verb) -> tuple[Decision, ...]:
    """The decisions whose row says that the verb answers them."""
    return tuple(decision for decision in Decision if which.name.lower() in decision.row.plain.split())


def meanings(which: Verb) -> dict[Decision, str]:
    """What it means where that row says so."""
    name = which.name.lower()
    return {decision: decision.row.means[name] for decision in Decision if name in decision.row.means}


verb(
    Verb.PASS,
    "pass",
    "You do nothing now; you are asked again when something else happens.",
    at=(At(300, answered(Verb.PASS)),),
    windows=(During(0, ALL, reaction=False),),
    words_at=meanings(Verb.PASS),
    to_frame="passed",
)
verb(
    Verb.DONE,
    "done",
    "You are ready; the game goes on.",
    at=(At(300, answered(Verb.DONE)),),
    to_frame="done",
)
verb(
    Verb.YES,
    "yes",
    "You agree to what was asked.",
    at=(At(10, answered(Verb.YES)),),
    words_at=meanings(Verb.YES),
    to_frame="agreed",
)
verb(
    Verb.NO,
    "no",
    "You refuse; nothing of yours changes.",
    at=(At(20, answered(Verb.NO)),),
    words_at=meanings(Verb.NO),
    to_frame="refused",
)
