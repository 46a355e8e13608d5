"""Compiled loops over many games: answers, bots in between, episode ends, observations into the caller's buffers.

Each row is a game of its own with its own seed: results do not depend on how many rows there are, on their
order or on how they are divided among threads.
"""

from munchkin_env.bots.dispatch import bot_action
from munchkin_env.engine.chance import BOTS, below, mix
from munchkin_env.engine.kernel import entry, kernel
from munchkin_env.engine.rules.setup import begin_game
from munchkin_env.engine.step import answer, run, settle_forced, step
from munchkin_env.observation.encode import write_flat, write_tokens
from munchkin_env.observation.view import make_view
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
def observed_rounds(
    positions, tables, template, lo, hi, rounds, seed_hi, seed_lo, episodes, ids, counts, observation, mask
):
    """`random_rounds` with the deciding seat's flat observation and mask written after every answer."""
    t = tables[0]
    decisions = 0
    ended = 0
    windows = 0
    passes = 0
    for k in range(rounds):
        for i in range(lo, hi):
            n = int(counts[i])
            clear_mask(mask, ids, i, n)
            if n == 0:
                episodes[i] += 1
                n = begin_episode(positions, i, t, template, -1, seed_hi, seed_lo, int(episodes[i]), ids[i])
            else:
                s = positions[i]
                action = int(ids[i, below(mix(int(s.seed_hi), int(s.seed_lo), BOTS, k), n)])
                if int(s.decision) == Decision.WINDOW and int(s.move.stage) == Stage.VERB:
                    windows += 1
                    if action == Verb.PASS:
                        passes += 1
                answer(s, t, action)
                n = settle_forced(s, t, ids[i])
                decisions += 1
                if n == 0:
                    ended += 1
            counts[i] = n
            set_mask(mask, ids, i, n)
            if n:
                write_flat(positions[i], t, int(positions[i].seat), observation[i])
    return decisions, ended, windows, passes


@kernel
def clear_mask(mask, ids, i, n):
    """Clears what was set: a whole row is long."""
    for j in range(n):
        mask[i, int(ids[i, j])] = 0


@kernel
def set_mask(mask, ids, i, n):
    for j in range(n):
        mask[i, int(ids[i, j])] = 1


@kernel
def settle_row(
    positions, i, tables, template, views, slot, first_seat, seed_hi, seed_lo, control, answers, episodes, ids, n,
    rewards, done, final_returns,
):
    """Plays bots and deals new episodes in row `i` until a seat that is no bot's has to answer. Returns its legal count.

    A finished game adds its returns to `rewards` and leaves them in `final_returns`.
    """
    t = tables[0]
    while True:
        s = positions[i]
        if n == 0:
            done[i] = 1
            players = int(s.rules.players)
            for p in range(players):
                share = seat_return(int(s.winners), p, players)
                rewards[i, p] += share
                final_returns[i, p] = share
            episodes[i] += 1
            answers[i] = 0
            n = begin_episode(positions, i, t, template, first_seat, seed_hi, seed_lo, int(episodes[i]), ids[i])
            continue
        kind = int(control[i, int(s.seat)])
        if kind <= 0:
            return n
        seat = int(s.seat)
        make_view(s, t, seat, views[slot])
        action = bot_action(
            kind - 1, views[slot], t, ids[i], n, int(s.seed_hi), int(s.seed_lo), int(answers[i]) * 8 + seat
        )
        answers[i] += 1
        n = step(s, t, action, ids[i])


@kernel
def seat_return(winners, p, players):
    """Winners share +1 equally, losers -1 equally; nobody or everybody winning is worth nothing."""
    won = 0
    for q in range(players):
        won += (winners >> q) & 1
    if won == 0 or won == players:
        return 0.0
    if (winners >> p) & 1:
        return 1.0 / won
    return -1.0 / (players - won)


FLAT = 1  # what `advance` writes beside masks
TOKENS = 2


@entry
def advance(
    positions, tables, template, views, slot, lo, hi, first_seat, seed_hi, seed_lo, control, answers, episodes, actions,
    begin, what, ids, counts, mask, seats, rewards, done, final_returns, turns_passed, flat, cards, general,
):
    """Answers rows `lo` to `hi` (or, with `begin`, deals their first games) and runs each to its caller's decision.

    `actions` have been checked. Writes legal ids, counts and masks, deciding seats, rewards of this step, ends of
    games, and the observation of the deciding seat: `what` is 0, FLAT or TOKENS.
    """
    t = tables[0]
    for i in range(lo, hi):
        clear_mask(mask, ids, i, int(counts[i]))
        for p in range(int(template[0].rules.players)):
            rewards[i, p] = 0.0
        done[i] = 0
        turn = 0
        if begin:
            answers[i] = 0
            n = begin_episode(positions, i, t, template, first_seat, seed_hi, seed_lo, int(episodes[i]), ids[i])
        else:
            turn = int(positions[i].turn)
            n = step(positions[i], t, int(actions[i]), ids[i])
        n = settle_row(
            positions, i, tables, template, views, slot, first_seat, seed_hi, seed_lo, control, answers, episodes, ids,
            n, rewards, done, final_returns,
        )
        s = positions[i]
        if begin:
            done[i] = 0
        counts[i] = n
        seats[i] = int(s.seat)
        after = int(s.turn)
        turns_passed[i] = after if begin or done[i] else after - turn
        set_mask(mask, ids, i, n)
        if what == FLAT:
            write_flat(s, t, int(s.seat), flat[i])
        elif what == TOKENS:
            write_tokens(s, t, int(s.seat), cards[i], general[i])


@entry
def observe_seats(positions, tables, seats, lo, hi, what, flat, cards, general):
    """Writes what `seats[i]` sees of row i, for rows `lo` to `hi`, whoever has to decide."""
    for i in range(lo, hi):
        if what == FLAT:
            write_flat(positions[i], tables[0], int(seats[i]), flat[i])
        else:
            write_tokens(positions[i], tables[0], int(seats[i]), cards[i], general[i])


@entry
def first_illegal(actions, ids, counts, rows):
    """The first row whose action is not among its legal ids, -1 if there is none."""
    for i in range(rows):
        found = False
        for j in range(int(counts[i])):
            if int(ids[i, j]) == int(actions[i]):
                found = True
                break
        if not found:
            return i
    return -1


@entry
def seat_advantages(seats, values, rewards, done, turns_passed, last_values, gamma, per_turn, lam, advantages, returns):
    """Generalised advantages per (game, seat): each seat's own decisions form its own trajectory.

    seats int8 (T, N): who decided; values float32 (T, N): his value then; rewards float32 (T, N, P): what each seat
    got by the step; done (T, N); turns_passed (T, N); last_values float32 (N, P): values of all seats after the last
    step. `gamma` discounts per own decision, `per_turn` per turn of the game. Writes advantages and returns (T, N).
    """
    steps = seats.shape[0]
    rows = seats.shape[1]
    players = rewards.shape[2]
    for i in range(rows):
        for p in range(players):
            later_value = float(last_values[i, p])
            later_advantage = 0.0
            collected = 0.0
            discount = 1.0
            for k in range(steps):
                u = steps - 1 - k
                if done[u, i]:
                    # nothing after the end of a game counts for the decisions before it
                    later_value = 0.0
                    later_advantage = 0.0
                    collected = 0.0
                    discount = 1.0
                elif per_turn != 1.0:
                    discount *= per_turn ** int(turns_passed[u, i])
                collected += float(rewards[u, i, p])
                if int(seats[u, i]) == p:
                    step_discount = gamma * discount
                    delta = collected + step_discount * later_value - float(values[u, i])
                    later_advantage = delta + step_discount * lam * later_advantage
                    later_value = float(values[u, i])
                    advantages[u, i] = later_advantage
                    returns[u, i] = later_advantage + later_value
                    collected = 0.0
                    discount = 1.0
