"""One game with a learner: a compiled call gives an answer, and then those of the compiled bots that are asked."""

from munchkin_env.bots.dispatch import bot_action
from munchkin_env.engine.dispatch.core import step
from munchkin_env.engine.kernels.kernel import entry, kernel
from munchkin_env.envs.stepping import is_among, write_seen
from munchkin_env.observation.core import make_view
from munchkin_env.vocabulary import Control

NOTHING = -1  # instead of an action: nothing is to be answered first

# Columns of `seats`, one row a seat.
WHO = 0  # vocabulary.Control, or 1 + the number of a compiled bot
USED = 1  # of his keys
SEATS = 2

KEYS = 64  # of each compiled bot, one for an answer; more are handed over when they are used up
MOST = 1 + KEYS  # answers of one call, for each seat


@entry
def play_on(
    positions, tables, views, ids, n, action, seats, keys, answers, learner, what, mask, flat, cards, general,
    indices, values, count,
):  # fmt: skip
    """Gives `action` in the game of row 0, whose `n` legal ids are those in `ids`, and lets compiled bots go on until
    somebody else is asked, the game is over or the bot that is asked has used up his keys.

    views: STATE (1,), in which bots are shown what they may see. seats: int64 (P, SEATS); keys: int64 (P, KEYS, 2).
    answers: int64, filled with seat << 16 | action. Where the learner is asked or the game is over, what he sees is
    written into those of the last six that `what` means, and what is legal into `mask`, int8 (A,) of zeros.
    Returns (how many ids are legal now, how many answers were given): 0 if `action` is not legal; nothing has happened.
    """
    s = positions[0]
    t = tables[0]
    given = 0
    if action != NOTHING:
        if not is_among(ids, n, action):
            return n, 0
        answers[0] = s.seat << 16 | action
        given = 1
        n = step(s, t, action, ids)
    while n > 0 and int(seats[s.seat, WHO]) > 0 and int(seats[s.seat, USED]) < KEYS:
        action = next_answer(s, t, views[0], ids, n, seats, keys)
        answers[given] = s.seat << 16 | action
        given += 1
        n = step(s, t, action, ids)
    if n == 0 or int(seats[s.seat, WHO]) == Control.CALLER:
        for j in range(n):
            mask[int(ids[j])] = 1
        write_seen(s, t, learner, what, flat, cards, general, indices, values, count)
    return n, given


@kernel
def next_answer(s, t, v, ids, n, seats, keys):
    """The answer of the compiled bot that is asked, by his next key; in `v` he is shown what he may see."""
    p = s.seat
    j = int(seats[p, USED])
    seats[p, USED] = j + 1
    make_view(s, t, p, v)
    return bot_action(int(seats[p, WHO]) - 1, v, t, ids, n, int(keys[p, j, 0]), int(keys[p, j, 1]), 0)
