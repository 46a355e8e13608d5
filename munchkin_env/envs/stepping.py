"""Compiled loops over many games: answers, bots in between, episode ends, observations into the caller's buffers.

Each row is a game of its own with its own seed: results do not depend on how many rows there are, on their
order or on how they are divided among threads.
"""

from munchkin_env.bots.dispatch import KINDS, bot_action
from munchkin_env.engine.chance import BOTS, below, mix, quick_mix
from munchkin_env.engine.kernel import entry, kernel
from munchkin_env.engine.legal import legal
from munchkin_env.engine.prefetch import MANY, fetch_row
from munchkin_env.engine.step import answer, settle_forced, step
from munchkin_env.envs.dealing import deal_game
from munchkin_env.observation.encode import write_flat, write_tokens
from munchkin_env.observation.view import make_view
from munchkin_env.vocabulary import Control, Decision, Stage, Verb

FLAT = 1  # what is written beside masks; 0 is nothing
TOKENS = 2

ROW_STREAM = 64  # chance streams above the games' own: a row's episodes


@kernel
def begin_episode(positions, i, t, template, first_seat, seed_hi, seed_lo, episode, out):
    """Deals episode `episode` of row `i`; its seed depends on these two alone. Returns the legal count."""
    hi = mix(seed_hi, seed_lo, ROW_STREAM + i, 2 * episode)
    lo = mix(seed_hi, seed_lo, ROW_STREAM + i, 2 * episode + 1)
    return deal_game(positions, i, t, template, first_seat, hi, lo, out)


@entry
def random_rounds(
    positions, tables, template, lo, hi, rounds, seed_hi, seed_lo, episodes, ids, counts, what, mask, flat
):
    """Random legal play of rows `lo` to `hi`, one answer each per round; ended games begin anew.

    After every answer the deciding seat's mask and flat observation are written if `what` is FLAT, nothing if it is 0.
    Returns (decisions, games ended, window decisions, passes).
    """
    t = tables[0]
    ahead = hi - lo > MANY
    decisions = 0
    ended = 0
    windows = 0
    passes = 0
    for k in range(rounds):
        for i in range(lo, hi):
            n = int(counts[i])
            if ahead and i + 1 < hi:
                fetch_row(positions, i + 1, int(t.n_cards))
            if what == FLAT:
                clear_mask(mask, ids, i, n)
            if n == 0:
                episodes[i] += 1
                n = begin_episode(positions, i, t, template, -1, seed_hi, seed_lo, int(episodes[i]), ids[i])
            else:
                s = positions[i]
                action = int(ids[i, below(quick_mix(int(s.seed_hi), int(s.seed_lo), BOTS, k), n)])
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
            if what == FLAT:
                set_mask(mask, ids, i, n)
                if n:
                    write_flat(positions[i], t, int(positions[i].seat), flat[i])
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


# Columns of `book`, what a row remembers between two calls.
ANSWERS = 0  # of compiled bots in the running game
DECIDED = 1  # 1 once the caller has answered in the running game: only such a game is paid and reported
FAULT = 2  # vocabulary.Fault bits of a game that the engine had to stop, 0 if there was none
FAULT_EPISODE = 3
BOTS_EVER = 4  # answers of compiled bots in all games of the row
BOOK = 5

# What `advance` does with a row.
HOLD = 0  # nothing
ANSWER = 1  # answers its pending decision
DEAL = 2  # deals the game of its current episode

# How the chairs move from game to game.
FIXED = 0
ROTATE = 1
SHUFFLE = 2
OUTSIDE = 32  # + chair or seat: chance streams of players that are not compiled; no rule draws from them
CHAIRS = 63  # chance stream of a game that no rule draws from



@kernel
def chair_shift(rotation, hi, lo, i, episode, players):
    """By how many seats the chairs are turned in a game with seed (`hi`, `lo`), episode `episode` of row `i`."""
    if rotation == ROTATE:
        return (i + episode) % players
    if rotation == SHUFFLE:
        return below(mix(hi, lo, CHAIRS, 0), players)
    return 0


@kernel
def seat_players(chairs, control, i, shift, players):
    """Whoever has chair c of row `i` plays seat c + `shift` of the game that begins."""
    for c in range(players):
        control[i, (c + shift) % players] = int(chairs[i, c])


@kernel
def deal(positions, i, t, template, first_seat, rotation, seed_hi, seed_lo, chairs, control, book, episodes, out):
    """Deals the row's current episode and seats its players. Returns the legal count."""
    episode = int(episodes[i])
    n = begin_episode(positions, i, t, template, first_seat, seed_hi, seed_lo, episode, out)
    s = positions[i]
    players = int(s.rules.players)
    shift = chair_shift(rotation, int(s.seed_hi), int(s.seed_lo), i, episode, players)
    seat_players(chairs, control, i, shift, players)
    book[i, ANSWERS] = 0
    book[i, DECIDED] = 0
    return n


@kernel
def only_caller(control, i, players):
    """The seat of the row's only caller, -1 if there is none or more than one."""
    found = -1
    for p in range(players):
        if int(control[i, p]) == Control.CALLER:
            if found >= 0:
                return -1
            found = p
    return found


@kernel
def counts_as_decision(control, i, seat, players):
    """Whether an answer of `seat` makes its game count: the caller's, or anybody's in a row without callers."""
    for p in range(players):
        if int(control[i, p]) == Control.CALLER:
            return int(control[i, seat]) == Control.CALLER
    return True


@kernel
def pay_end(s, i, rewards, done, final_returns):
    """The game of row `i` is over: every seat gets its return."""
    done[i] = 1
    players = int(s.rules.players)
    for p in range(players):
        share = seat_return(int(s.winners), p, players)
        rewards[i, p] = share
        final_returns[i, p] = share


@kernel
def settle_row(
    positions, i, tables, template, views, slot, first_seat, rotation, seed_hi, seed_lo, bots_hi, bots_lo, chairs,
    control, book, episodes, ids, n, what, rewards, done, final_returns, final_flat, final_cards, final_general,
):
    """Plays bots and deals new episodes in row `i` until a seat that is no bot's is asked. Returns its legal count.

    A finished game in which the caller has answered writes its returns, and what a single caller saw of its end.
    One that ended before he was asked is passed over: no answer of his could be credited with it.
    """
    t = tables[0]
    while True:
        s = positions[i]
        if n == 0:
            if int(s.fault):
                book[i, FAULT] = int(s.fault)
                book[i, FAULT_EPISODE] = int(episodes[i])
            if int(book[i, DECIDED]):
                pay_end(s, i, rewards, done, final_returns)
                learner = only_caller(control, i, int(s.rules.players))
                if learner >= 0 and what == FLAT:
                    write_flat(s, t, learner, final_flat[i])
                elif learner >= 0 and what == TOKENS:
                    write_tokens(s, t, learner, final_cards[i], final_general[i])
            episodes[i] += 1
            n = deal(
                positions, i, t, template, first_seat, rotation, seed_hi, seed_lo, chairs, control, book, episodes,
                ids[i],
            )
            continue
        seat = int(s.seat)
        kind = int(control[i, seat])
        if kind <= 0:
            return n
        make_view(s, t, seat, views[slot])
        episode = int(episodes[i])  # their key is not that of the cards: what they do is seen by others
        hi = mix(bots_hi, bots_lo, ROW_STREAM + i, 2 * episode)
        lo = mix(bots_hi, bots_lo, ROW_STREAM + i, 2 * episode + 1)
        action = bot_action(kind - 1, views[slot], t, ids[i], n, hi, lo, int(book[i, ANSWERS]) * 8 + seat)
        book[i, ANSWERS] += 1
        book[i, BOTS_EVER] += 1
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


@entry
def advance(
    positions, tables, template, views, slot, lo, hi, first_seat, rotation, seed_hi, seed_lo, bots_hi, bots_lo, chairs,
    control, book, episodes, actions, todo, what, ids, counts, mask, seats, rewards, done, final_returns, turns_passed,
    flat, cards, general, final_flat, final_cards, final_general,
):
    """Does with rows `lo` to `hi` what `todo` says (HOLD, ANSWER, DEAL) and runs them to their caller's decision.

    `actions` have been checked. Writes legal ids, counts and masks, deciding seats, rewards of this step, ends of
    games, and the observation of the deciding seat: `what` is 0, FLAT or TOKENS. A held row keeps all but its
    rewards, its end and its turns passed, which are zero. (`seed_hi`, `seed_lo`) is the key of the deals, (`bots_hi`,
    `bots_lo`) that of compiled bots.
    """
    t = tables[0]
    players = int(template[0].rules.players)
    for i in range(lo, hi):
        for p in range(players):
            rewards[i, p] = 0.0
        done[i] = 0
        turns_passed[i] = 0
        if int(todo[i]) == HOLD:
            continue
        if hi - lo > MANY and i + 1 < hi:
            fetch_row(positions, i + 1, int(t.n_cards))
        clear_mask(mask, ids, i, int(counts[i]))
        before = 0
        if int(todo[i]) == DEAL:
            n = deal(
                positions, i, t, template, first_seat, rotation, seed_hi, seed_lo, chairs, control, book, episodes,
                ids[i],
            )
        else:
            before = int(positions[i].turn)
            if counts_as_decision(control, i, int(positions[i].seat), players):
                book[i, DECIDED] = 1
            n = step(positions[i], t, int(actions[i]), ids[i])
        episode = int(episodes[i])
        n = settle_row(
            positions, i, tables, template, views, slot, first_seat, rotation, seed_hi, seed_lo, bots_hi, bots_lo,
            chairs, control, book, episodes, ids, n, what, rewards, done, final_returns, final_flat, final_cards,
            final_general,
        )
        s = positions[i]
        turns_passed[i] = int(s.turn) - before if int(episodes[i]) == episode else int(s.turn)
        show_row(s, t, i, n, what, ids, counts, mask, seats, flat, cards, general)


@kernel
def show_row(s, t, i, n, what, ids, counts, mask, seats, flat, cards, general):
    """Writes who decides in row `i`, his `n` legal ids as a mask, and what he sees."""
    counts[i] = n
    seats[i] = int(s.seat)
    set_mask(mask, ids, i, n)
    if what == FLAT:
        write_flat(s, t, int(s.seat), flat[i])
    elif what == TOKENS:
        write_tokens(s, t, int(s.seat), cards[i], general[i])


@entry
def show_rows(positions, tables, rows, what, ids, counts, mask, seats, flat, cards, general):
    """`show_row` for positions that were put there from outside; they wait for a decision."""
    t = tables[0]
    for i in range(rows):
        clear_mask(mask, ids, i, int(counts[i]))
        n = legal(positions[i], t, ids[i])
        show_row(positions[i], t, i, n, what, ids, counts, mask, seats, flat, cards, general)


@entry
def observe_seats(positions, tables, rows, seats, what, flat, cards, general):
    """Writes what `seats[k]` sees of position `rows[k]`, whoever has to decide, into row k of the buffers."""
    t = tables[0]
    for k in range(len(rows)):
        s = positions[int(rows[k])]
        if what == FLAT:
            write_flat(s, t, int(seats[k]), flat[k])
        else:
            write_tokens(s, t, int(seats[k]), cards[k], general[k])


@entry
def first_unseated(chairs, control, rows, players):
    """The first row whose chairs name no known controller, or compiled bots only: nobody would be asked. If there is
    none, `rows` + the first row whose control names no known controller. Else -1."""
    for i in range(rows):
        outside = 0
        known = 0
        for c in range(players):
            kind = int(chairs[i, c])
            if -1 <= kind <= KINDS:
                known += 1
            if kind <= 0:
                outside += 1
        if known < players or outside == 0:
            return i
    for i in range(rows):
        for p in range(players):
            kind = int(control[i, p])
            if kind < -1 or kind > KINDS:
                return rows + i
    return -1


@entry
def outside_chances(hi, lo, chairs, counts, out):
    """Fills `out`, float64 (n,), with numbers from [0, 1) by key, chair and count, int64 (n,) each."""
    for k in range(len(out)):
        out[k] = mix(int(hi[k]), int(lo[k]), OUTSIDE + int(chairs[k]), int(counts[k])) / 4294967296.0


@entry
def first_illegal(actions, todo, ids, counts, rows):
    """The first row that is to be answered with what is not among its legal ids, -1 if there is none."""
    for i in range(rows):
        if int(todo[i]) != ANSWER:
            continue
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
