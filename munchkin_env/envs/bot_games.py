"""Whole games among compiled bots, in one compiled call."""

from munchkin_env.bots.dispatch import bot_action
from munchkin_env.engine.kernel import entry
from munchkin_env.engine.rules.setup import begin_game
from munchkin_env.engine.step import answer, run, settle_forced
from munchkin_env.observation.view import make_view


@entry
def play_games(positions, views, tables, template, seeds, kinds, first_seat, limit, ids, results):
    """Plays game after game in row 0 of `positions`, with compiled bots in all seats.

    template: STATE[1] with the settings. seeds: int64[N, 4], for each game the halves of its own hashed seed and of
    the bots' key. kinds: int64[N, P], a number of `bots.dispatch` by seat. first_seat: -1 draws it. limit: answers
    after which a game is given up. ids: int32[A]; views: STATE[1].

    results: int64[N, 6], filled with winners' bits, rounds, turns, answers given, fault bits, 1 if given up.
    Holds no lock: calls from several threads run side by side if they share no array but tables and template.
    """
    t = tables[0]
    s = positions[0]
    v = views[0]
    for g in range(len(seeds)):
        positions[0] = template[0]
        s.seed_hi = int(seeds[g, 0])
        s.seed_lo = int(seeds[g, 1])
        begin_game(s, t, first_seat)
        run(s, t)
        n = settle_forced(s, t, ids)
        answers = 0
        while n > 0 and answers < limit:
            p = int(s.seat)
            make_view(s, t, p, v)
            action = bot_action(int(kinds[g, p]), v, t, ids, n, int(seeds[g, 2]), int(seeds[g, 3]), answers)
            answer(s, t, action)
            n = settle_forced(s, t, ids)
            answers += 1
        results[g, 0] = int(s.winners)
        results[g, 1] = int(s.rounds)
        results[g, 2] = int(s.turn)
        results[g, 3] = answers
        results[g, 4] = int(s.fault)
        results[g, 5] = 1 if n > 0 else 0
