"""Pass, done, yes and no: what they do is said by what was asked."""

from munchkin_env.engine.atoms.stack import pop
from munchkin_env.engine.compiler.kernel import kernel
from munchkin_env.engine.rules.claims import answer_contest
from munchkin_env.engine.rules.cult import settle_cure
from munchkin_env.engine.rules.curses import let_strike
from munchkin_env.engine.rules.helping import refuse
from munchkin_env.engine.rules.interference import accept_escape
from munchkin_env.engine.rules.meeting import end_proposal, go_round
from munchkin_env.engine.rules.rows import ALL, At, During, verb
from munchkin_env.engine.rules.setup import done_laying_out
from munchkin_env.engine.rules.trading import accept_offer
from munchkin_env.engine.rules.treasure import done_receiving
from munchkin_env.engine.rules.turn import turn_from_door
from munchkin_env.vocabulary import DECISIONS, Decision, Verb


@kernel
def pass_on(s, i):
    """Nothing is done: the next one is asked, the curse strikes, or the question is over."""
    decision = s.decision
    if decision == Decision.WINDOW or decision == Decision.GOTH or decision == Decision.CROWD:
        s.frame[i].passes += 1
    elif decision == Decision.BEFORE_CURSE:
        let_strike(s, i)
    elif decision == Decision.PEEK:
        turn_from_door(s, i)
    elif decision == Decision.JOIN or decision == Decision.SWAP:
        go_round(s, i)
    else:
        pop(s, i)


@kernel
def done(s, i, p):
    """Nothing more is laid out."""
    if s.decision == Decision.SETUP:
        done_laying_out(s, i)
    else:
        done_receiving(s, i, p)


@kernel
def agree(s, t, i, p):
    """The offer is accepted, the chance is taken."""
    if s.decision == Decision.ACCEPT_ESCAPE:
        accept_escape(s, t, i, True)
    elif s.decision == Decision.CONTEST:
        answer_contest(s, i, p, True)
    elif s.decision == Decision.CURE:
        settle_cure(s, t, i, True)
    else:
        accept_offer(s, t, i)


@kernel
def disagree(s, t, i, p):
    """The offer is refused, the chance is left."""
    if s.decision == Decision.ACCEPT_ESCAPE:
        accept_escape(s, t, i, False)
    elif s.decision == Decision.CONTEST:
        answer_contest(s, i, p, False)
    elif s.decision == Decision.CURE:
        settle_cure(s, t, i, False)
    elif s.decision == Decision.ANSWER_SWAP:
        end_proposal(s, i, 0)
    else:
        refuse(s, i)



def answered(which: Verb) -> tuple[Decision, ...]:
    """The decisions whose row says that the verb answers them."""
    return tuple(decision for decision, row in DECISIONS.items() if which.name.lower() in row.plain.split())


verb(
    Verb.PASS,
    "pass",
    "You do nothing now; you are asked again when something else happens.",
    at=(At(300, answered(Verb.PASS)),),
    windows=(During(0, ALL, reaction=False),),
    words_at={Decision.PEEK: "open the door"},
    carry_out=pass_on,
)
verb(
    Verb.DONE,
    "done",
    "You are ready; the game goes on.",
    at=(At(300, answered(Verb.DONE)),),
    carry_out=done,
)
verb(
    Verb.YES,
    "yes",
    "You agree to what was asked.",
    at=(At(10, answered(Verb.YES)),),
    words_at={Decision.CURE: "cure all Cultists", Decision.CONTEST: "claim it too, for a level card"},
    carry_out=agree,
)
verb(
    Verb.NO,
    "no",
    "You refuse; nothing of yours changes.",
    at=(At(20, answered(Verb.NO)),),
    words_at={Decision.CURE: "raise the class", Decision.CONTEST: "leave it to the others"},
    carry_out=disagree,
)
