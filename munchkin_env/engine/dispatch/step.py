"""Steps of the rules: execution of an action, then on to the next decision.

Between rules, players may claim discarded cards, as the rows of frames allow (DECK-1, QUICK-4).
"""

from munchkin_env.engine.dispatch.announced import is_announced
from munchkin_env.engine.dispatch.composing import add_part, first_stage
from munchkin_env.engine.dispatch.legal import legal
from munchkin_env.engine.dispatch.running import (
    ANSWERS,
    answer_card,
    answer_number,
    answer_seat,
    before_answer,
    is_quiet,
    run_frame,
    yields,
)
from munchkin_env.engine.dispatch.verbs import VERBS, VerbMaker
from munchkin_env.engine.kernels.kernel import kernel
from munchkin_env.engine.mutations.cards import forget_fresh
from munchkin_env.engine.mutations.derived import (
    CULT_CHANGED,
    DISCARDED,
    MANY_BIGS,
    MANY_HELD,
    MANY_IDENTITIES,
    UNCOVERED,
    UNDECIDED,
)
from munchkin_env.engine.mutations.stack import answered, is_open, is_private, open_window, runs_clauses, top
from munchkin_env.engine.queries.people import seat_after
from munchkin_env.engine.rules.claims import lies_on_top, nobody_claims
from munchkin_env.engine.rules.cult import settle_cult
from munchkin_env.engine.rules.excess import is_undecided, push_big_items, push_choice, push_held, push_identities
from munchkin_env.engine.rules.settling import settle_combat, settle_win
from munchkin_env.engine.rules.windows import announce
from munchkin_env.engine.state.actions import AMOUNT0, CARD0, PLACE0, SEAT0, VERB0
from munchkin_env.vocabulary import Fault, Frame, Moment, Stage, Window, Windows

# --------------------------------------------------------------------------- claims


@kernel
def push_claims(s, t, i):
    """DECK-1, QUICK-4: ask players who can claim cards discarded, or uncovered, since. True if an agent is to act.

    Cards that come there meanwhile are on offer too. Nothing is claimed before the first turn, nor between a roll and
    its consequence (FLEE-5). An effect on several cards at once leaves one of them on top.
    """
    if s.turn == 0 or is_open(s, Window.DISCARD):
        s.heavy &= ~(DISCARDED | UNCOVERED)
        if s.turn == 0:
            forget_fresh(s)
        return False
    if s.roll.on:
        return False
    heavy = s.heavy
    asks = heavy & UNCOVERED != 0 and yields(s, t, i)
    if asks and not lies_on_top(s, t):
        s.heavy = heavy & ~UNCOVERED
        asks = False
    if not asks and (heavy & DISCARDED == 0 or not is_quiet(s, i)):
        return False
    s.heavy = heavy & ~(DISCARDED | UNCOVERED)
    if not asks and nobody_claims(s):
        forget_fresh(s)
        return False
    open_window(s, Window.DISCARD, s.turn_seat)
    return True


# --------------------------------------------------------------------------- carrying out

_make = VerbMaker(__name__)
_whole = _make.column("carry_out", i="i") | {
    verb: _make.call(ANSWERS[row.to_frame], i="i") for verb, row in VERBS.items() if row.to_frame
}

answer_verb = _make.kernel(
    "answer_verb(s, t, i, p, verb)",
    "A verb that is a complete action. Returns False for one that further parts follow.",
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
    "A complete action goes to the chapter of its verb.",
    [
        f"{'el' if number else ''}if verb == Verb.{verb.name}:\n        {call}"
        for number, (verb, call) in enumerate(
            (verb, call) for verb, call in _make.column("carry_out", i="i").items() if VERBS[verb].parts
        )
    ],
)


tell = _make.kernel(
    "tell(s, t, p, verb)",
    "The public announcement of a complete action.",
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


MOST_RUNS = 20000  # rule steps between two decisions; more is a fault


# --------------------------------------------------------------------------- first actions


@kernel
def begin_composite(s, verb):
    """Further parts of the action follow."""
    s.move.verb = verb
    s.move.stage = first_stage(s, verb)


@kernel
def answer_first(s, t, i, p, action):
    """First part of an action, often all of it. `i`: the frame that asked."""
    if action < SEAT0:
        if not answer_verb(s, t, i, p, action - VERB0):
            begin_composite(s, action - VERB0)
    elif action < PLACE0:
        answer_seat(s, t, i, p, seat_after(s, p, action - SEAT0))
    elif action < CARD0:
        answer_number(s, t, i, p, action - AMOUNT0)
    else:
        answer_card(s, t, i, p, action - CARD0 + 1)
    if s.move.stage == Stage.VERB:
        answered(s)


# --------------------------------------------------------------------------- running on


@kernel
def settle_first(s, t, i):
    """Settle the end of the game, and excess cards, before any rule goes on. `i`: the top frame.

    Returns False if there was nothing to do.
    """
    if s.fault:
        stop_faulty(s)
        return True
    if s.lucky:
        settle_win(s)
        return True
    if s.heavy & CULT_CHANGED:
        settle_cult(s, t)
        return True
    if s.heavy & MANY_IDENTITIES and push_identities(s, t):
        return True
    if s.heavy & UNDECIDED and push_choice(s, t):
        return True
    if s.heavy & (MANY_HELD | MANY_BIGS) and not is_undecided(s, t):
        if s.heavy & MANY_HELD and push_held(s, t):
            return True
        if s.frame[i].kind != Frame.BIG_ITEMS and push_big_items(s, t):
            return True
    return s.heavy & (DISCARDED | UNCOVERED) != 0 and push_claims(s, t, i)


@kernel
def settle(s, t, i):
    """WINDOW-0: apply forced changes before a rule goes on that might ask somebody.

    Immediate card effects come first. `i`: the top frame. Returns False if there was nothing to do.
    """
    if s.fault | s.lucky | s.heavy and settle_first(s, t, i):
        return True
    return s.combat.active != 0 and not runs_clauses(s.frame[i]) and settle_combat(s, t, i)


@kernel
def settle_top(s, t):
    """Run one round of it for a state with a pending decision. Returns False if there was nothing to do."""
    return settle(s, t, top(s))


@kernel
def run(s, t):
    """Run the rules until an agent is to act, the game is over or a fault stops it."""
    for _ in range(MOST_RUNS):
        if s.over or s.seat >= 0:
            return
        i = top(s)
        if settle(s, t, i):
            continue
        run_frame(s, t, i, s.frame[i].kind)
    s.fault |= Fault.LOOP
    stop_faulty(s)


@kernel
def stop_faulty(s):
    """Stop this game after a fault: no agent acts any more."""
    s.over = 1
    s.seat = -1
    s.decision = 0


@kernel
def answer(s, t, action):
    """Carry out one legal action, as far as the next decision of the rules."""
    p = s.seat
    i = top(s)
    if s.move.stage == Stage.VERB:
        answer_first(s, t, i, p, action)
    elif add_part(s, t, p, action):
        execute(s, t, i, p)
    run(s, t)


@kernel
def settle_forced(s, t, out):
    """List the legal actions; take a single one at once (setting), but never a pass in a window for all seats."""
    n = legal(s, t, out)
    tries = 0
    while n == 1 and s.rules.forced_choices and tries < MOST_RUNS:
        decision = s.decision
        if s.rules.windows == Windows.OPEN and is_private(decision):
            return n
        answer(s, t, int(out[0]))
        n = legal(s, t, out)
        tries += 1
    if n == 0 and s.over == 0:
        s.fault |= Fault.EMPTY_DECISION
        stop_faulty(s)
    return n


@kernel
def step(s, t, action, out):
    """Take a legal action at the pending decision; writes the next legal ids, returns their number."""
    answer(s, t, action)
    return settle_forced(s, t, out)
