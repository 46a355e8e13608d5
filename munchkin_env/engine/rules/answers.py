"""Pass, done, yes and no: what they do is said by the frame that asked."""

from munchkin_env.engine.rules.rows import ALL, At, During, answered, meanings, verb
from munchkin_env.vocabulary import Verb

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
