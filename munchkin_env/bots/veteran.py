"""The veteran bot: greedy made wiser by what search shows.

Actions get greedy's points unless one of these judgements has another opinion:

- help is a trade: it offers help at once, for as much as the leader can give, and haggles when it is asked.
"""

from munchkin_env.bots.greedy import WORST, comes_first, names_price, score_action
from munchkin_env.bots.negotiation import highest_price, score_haggling, score_volunteer
from munchkin_env.engine.kernels.kernel import kernel
from munchkin_env.engine.mutations.chance import BOTS
from munchkin_env.engine.queries.asking import is_asked_for_help
from munchkin_env.engine.state.actions import AMOUNT0, CARD0, SEAT0, VERB0
from munchkin_env.vocabulary import Stage

NUMBER = 2  # in saved states, too


@kernel
def choose(v, t, ids, n, hi, lo, counter):
    """Return the action id with the most points, as `bots.dispatch` asks for it."""
    p = v.seat
    best = int(ids[0])
    most = WORST
    for j in range(n):
        action = int(ids[j])
        points = judge(v, t, p, action)
        if points > most or (points == most and comes_first(action, best, hi, lo, BOTS + p, counter)):
            best = action
            most = points
    return best


@kernel
def judge(v, t, p, action):
    """Points of one legal action."""
    if v.move.stage == Stage.VERB and action < SEAT0:
        return judge_verb(v, t, p, action)
    if v.move.stage == Stage.AMOUNT and AMOUNT0 <= action < CARD0 and names_price(v, v.move.verb):
        return -abs(action - AMOUNT0 - highest_price(v, t))
    return score_action(v, t, p, action)


@kernel
def judge_verb(v, t, p, action):
    """Points of the best completion of a verb."""
    if not names_price(v, action - VERB0):
        return score_action(v, t, p, action)
    return score_haggling(v, t, p) if is_asked_for_help(v.decision) else score_volunteer(v, t, p)
