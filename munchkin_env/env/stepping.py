"""Compiled loops over many games: answers, bots in between, episode ends, observations into the caller's buffers.

Each row is a game of its own with its own seed: results do not depend on how many rows there are, on their
order or on how they are divided among threads.
"""

from munchkin_env.engine.chance import BOTS, below, mix
from munchkin_env.engine.kernel import entry, kernel
from munchkin_env.engine.legal import legal
from munchkin_env.engine.rules.setup import begin_game
from munchkin_env.engine.step import answer, run, settle_forced
from munchkin_env.vocabulary import Decision, Stage, Verb

ROW_STREAM = 64  # chance streams above the games' own: a row's episodes


@kernel
def begin_episode(positions, i, t, template, first_seat, seed_hi, seed_lo, episode, out):
    """Deals episode `episode` of row `i`; the seed depends on the row and the episode alone. Returns the legal count."""
    positions[i] = template[0]
    s = positions[i]
    s.seed_hi = mix(seed_hi, seed_lo, ROW_STREAM + i, 2 * episode)
    s.seed_lo = mix(seed_hi, seed_lo, ROW_STREAM + i, 2 * episode + 1)
    begin_game(s, t, first_seat)
    run(s, t)
    return settle_forced(s, t, out)


@entry
def random_rounds(positions, tables, template, lo, hi, rounds, seed_hi, seed_lo, episodes, ids, counts):
    """Random legal play of rows `lo` to `hi`, one answer each per round; ended games begin anew.

    Returns (decisions, games ended, window decisions, passes).
    """
    t = tables[0]
    decisions = 0
    ended = 0
    windows = 0
    passes = 0
    for k in range(rounds):
        for i in range(lo, hi):
            n = int(counts[i])
            if n == 0:
                episodes[i] += 1
                counts[i] = begin_episode(
                    positions, i, t, template, -1, seed_hi, seed_lo, int(episodes[i]), ids[i]
                )
                continue
            s = positions[i]
            action = int(ids[i, below(mix(int(s.seed_hi), int(s.seed_lo), BOTS, k), n)])
            if int(s.decision) == Decision.WINDOW and int(s.move.stage) == Stage.VERB:
                windows += 1
                if action == Verb.PASS:
                    passes += 1
            answer(s, t, action)
            n = settle_forced(s, t, ids[i])
            counts[i] = n
            decisions += 1
            if n == 0:
                ended += 1
    return decisions, ended, windows, passes


@entry
def relist(positions, tables, lo, hi, ids, counts):
    """Legal ids of rows `lo` to `hi`."""
    for i in range(lo, hi):
        counts[i] = legal(positions[i], tables[0], ids[i])
