"""Compiled loops over many games: answers, bots in between, episode ends, observations into the caller's buffers.

Each row is a game of its own with its own seed: results do not depend on how many rows there are, on their
order or on how they are divided among threads.
"""

from munchkin_env.bots.dispatch import KINDS, bot_action
from munchkin_env.engine.dispatch.core import answer, legal, settle_forced, step
from munchkin_env.engine.kernels.kernel import entry, kernel
from munchkin_env.engine.kernels.prefetch import MANY, fetch_row
from munchkin_env.engine.mutations.chance import BOTS, below, mix, quick_mix
from munchkin_env.engine.queries.asking import is_reaction
from munchkin_env.engine.state.action_ids import PASS_ID
from munchkin_env.envs.batch_state import (
    ANSWER,
    ANSWERS,
    BOTS_EVER,
    DEAL,
    DECIDED,
    FAULT,
    FAULT_EPISODE,
    FLAT,
    HOLD,
    SPARSE,
    TOKENS,
    Deals,
    Lanes,
    chair_shift,
    clear_mask,
    counts_as_decision,
    only_caller,
    pay_end,
    seat_players,
    set_mask,
)
from munchkin_env.envs.dealing import deal_game, run_key
from munchkin_env.observation.core import make_view, write_flat, write_sparse, write_tokens
from munchkin_env.vocabulary import Stage

ROW_STREAM = 64  # chance streams above the games' own: a row's episodes
OUTSIDE = 32  # + chair or seat: chance streams of players that are not compiled; no rule draws from them


@kernel
def begin_episode(lanes, i, t, deals):
    """Deals the current episode of row `i`; its seed depends on these two alone. Returns the legal count."""
    episode = int(lanes.episodes[i])
    if len(deals.runs):
        hi, lo = run_key(int(deals.runs[i, 0]), int(deals.runs[i, 1]), episode)
        return deal_game(lanes.positions, i, t, deals.template, deals.first_seat, hi, lo, lanes.ids[i])
    hi = mix(deals.seed_hi, deals.seed_lo, ROW_STREAM + i, 2 * episode)
    lo = mix(deals.seed_hi, deals.seed_lo, ROW_STREAM + i, 2 * episode + 1)
    return deal_game(lanes.positions, i, t, deals.template, deals.first_seat, hi, lo, lanes.ids[i])


@entry
def random_rounds(lanes, deals, tables, lo, hi, rounds):
    """`play_rounds`, called from Python."""
    return play_rounds(Lanes(*lanes), Deals(*deals), tables[0], lo, hi, rounds)


@kernel
def play_rounds(lanes, deals, t, lo, hi, rounds):
    """Random legal play of rows `lo` to `hi`, one answer each per round; ended games begin anew.

    After every answer the deciding seat's mask and flat observation are written if `deals.what` is FLAT, nothing if it
    is 0. Returns (decisions, games ended, window decisions, passes).
    """
    positions = lanes.positions
    ids = lanes.ids
    ahead = hi - lo > MANY
    decisions = 0
    ended = 0
    windows = 0
    passes = 0
    for k in range(rounds):
        for i in range(lo, hi):
            n = int(lanes.counts[i])
            if ahead and i + 1 < hi:
                fetch_row(positions, i + 1, t.n_cards)
            if deals.what == FLAT:
                clear_mask(lanes, i)
            if n == 0:
                lanes.episodes[i] += 1
                n = begin_episode(lanes, i, t, deals)
            else:
                s = positions[i]
                action = int(ids[i, below(quick_mix(s.seed_hi, s.seed_lo, BOTS, k), n)])
                if is_reaction(s.decision) and s.move.stage == Stage.VERB:
                    windows += 1
                    if action == PASS_ID:
                        passes += 1
                answer(s, t, action)
                n = settle_forced(s, t, ids[i])
                decisions += 1
                if n == 0:
                    ended += 1
            lanes.counts[i] = n
            if deals.what == FLAT:
                set_mask(lanes, i)
                if n:
                    write_flat(positions[i], t, positions[i].seat, lanes.flat[i])
    return decisions, ended, windows, passes


@kernel
def deal(lanes, i, t, deals):
    """Deals the row's current episode and seats its players. Returns the legal count."""
    n = begin_episode(lanes, i, t, deals)
    seat_players(lanes, i, chair_shift(lanes.positions[i], i, int(lanes.episodes[i]), deals.rotation))
    lanes.book[i, ANSWERS] = 0
    lanes.book[i, DECIDED] = 0
    return n


@kernel
def end_game(lanes, i, t, what):
    """The game of row `i` is over, or had to be stopped. One in which the caller has answered writes its returns, and
    what a single caller saw of its end; another is passed over: no answer of his could be credited with it."""
    s = lanes.positions[i]
    if s.fault:
        lanes.book[i, FAULT] = s.fault
        lanes.book[i, FAULT_EPISODE] = int(lanes.episodes[i])
    if int(lanes.book[i, DECIDED]) == 0:
        return
    pay_end(lanes, i)
    learner = only_caller(lanes, i)
    if learner >= 0:
        write_seen(
            s, t, learner, what, lanes.final_flat[i], lanes.final_cards[i], lanes.final_general[i],
            lanes.final_indices[i], lanes.final_values[i], lanes.final_counted[i],
        )  # fmt: skip


@kernel
def settle_row(lanes, i, t, deals, v, n):
    """Plays bots and deals new episodes in row `i` until a seat that is no bot's is asked. Returns its legal count.

    `v` is a record in which they are shown what they may see; `n` the count of ids that are legal now.
    """
    while True:
        if n == 0:
            end_game(lanes, i, t, deals.what)
            lanes.episodes[i] += 1
            n = deal(lanes, i, t, deals)
            continue
        s = lanes.positions[i]
        seat = s.seat
        kind = int(lanes.control[i, seat])
        if kind <= 0:
            return n
        make_view(s, t, seat, v)
        episode = int(lanes.episodes[i])
        hi = mix(deals.bots_hi, deals.bots_lo, ROW_STREAM + i, 2 * episode)
        lo = mix(deals.bots_hi, deals.bots_lo, ROW_STREAM + i, 2 * episode + 1)
        counter = int(lanes.book[i, ANSWERS]) * 8 + seat
        action = bot_action(kind - 1, v, t, lanes.ids[i], n, hi, lo, counter)
        lanes.book[i, ANSWERS] += 1
        lanes.book[i, BOTS_EVER] += 1
        n = step(s, t, action, lanes.ids[i])


@entry
def advance(lanes, deals, tables, views, lo, hi):
    """`advance_rows`, called from Python; in `views`, STATE (1,), bots are shown what they may see."""
    advance_rows(Lanes(*lanes), Deals(*deals), tables[0], views[0], lo, hi)


@kernel
def advance_rows(lanes, deals, t, v, lo, hi):
    """Does with rows `lo` to `hi` what `lanes.todo` says and runs them to their caller's decision.

    `lanes.actions` have been checked. Writes legal ids, counts and masks, deciding seats, rewards of this step, ends of
    games, and the observation of the deciding seat. A held row keeps all but its rewards, its end and its turns passed,
    which are zero.
    """
    players = deals.template[0].rules.players
    for i in range(lo, hi):
        for p in range(players):
            lanes.rewards[i, p] = 0.0
        lanes.done[i] = 0
        lanes.turns_passed[i] = 0
        if int(lanes.todo[i]) == HOLD:
            continue
        if hi - lo > MANY and i + 1 < hi:
            fetch_row(lanes.positions, i + 1, t.n_cards)
        clear_mask(lanes, i)
        before = 0
        s = lanes.positions[i]
        if int(lanes.todo[i]) == DEAL:
            n = deal(lanes, i, t, deals)
        else:
            before = s.turn
            if counts_as_decision(lanes, i, s.seat):
                lanes.book[i, DECIDED] = 1
            n = step(s, t, int(lanes.actions[i]), lanes.ids[i])
        episode = int(lanes.episodes[i])
        n = settle_row(lanes, i, t, deals, v, n)
        lanes.turns_passed[i] = s.turn - before if int(lanes.episodes[i]) == episode else s.turn
        show_row(lanes, i, t, deals.what, n)


@kernel
def show_row(lanes, i, t, what, n):
    """Writes who decides in row `i`, his `n` legal ids as a mask, and what he sees."""
    s = lanes.positions[i]
    lanes.counts[i] = n
    lanes.seats[i] = s.seat
    set_mask(lanes, i)
    write_seen(
        s, t, s.seat, what, lanes.flat[i], lanes.cards[i], lanes.general[i],
        lanes.indices[i], lanes.values[i], lanes.counted[i],
    )  # fmt: skip


@kernel
def write_seen(s, t, p, what, flat, cards, general, indices, values, count):
    """What `p` sees of the game: as `what` says flat, as tokens, sparse or not at all."""
    if what == FLAT:
        write_flat(s, t, p, flat)
    elif what == TOKENS:
        write_tokens(s, t, p, cards, general)
    elif what == SPARSE:
        count[0] = write_sparse(s, t, p, flat, indices, values)


@entry
def show_rows(lanes, tables, what):
    """`show_row` for positions that were put there from outside; they wait for a decision."""
    show_again(Lanes(*lanes), tables[0], what)


@kernel
def show_again(lanes, t, what):
    for i in range(len(lanes.counts)):
        clear_mask(lanes, i)
        show_row(lanes, i, t, what, legal(lanes.positions[i], t, lanes.ids[i]))


@entry
def observe_seats(positions, tables, rows, seats, what, flat, cards, general, indices, values, count):
    """Writes what `seats[k]` sees of position `rows[k]`, whoever has to decide, into row k of the buffers."""
    t = tables[0]
    for k in range(len(rows)):
        s = positions[int(rows[k])]
        write_seen(
            s, t, int(seats[k]), what, flat[k], cards[k], general[k], indices[k], values[k], count[k]
        )


@entry
def advise(lanes, tables, views, kind, asked, keys, lo, hi, advice):
    """`advise_rows`, called from Python; in `views`, STATE (1,), the bot is shown what it may see."""
    advise_rows(Lanes(*lanes), tables[0], views[0], kind, asked, keys, lo, hi, advice)


@kernel
def advise_rows(lanes, t, v, kind, asked, keys, lo, hi, advice):
    """What compiled bot `kind` would answer in those of the rows `lo` to `hi` that are `asked`, into `advice`.

    Row i draws its chance from the key `keys[i]`, int64 (N, 2). No game changes.
    """
    for i in range(lo, hi):
        if asked[i]:
            hi_i, lo_i = int(keys[i, 0]), int(keys[i, 1])
            advice[i] = advice_for(lanes.positions[i], t, v, kind, lanes.ids[i], int(lanes.counts[i]), hi_i, lo_i)


@kernel
def advice_for(s, t, v, kind, ids, n, hi, lo):
    """What compiled bot `kind` would answer in the deciding seat, by the key (hi, lo); in `v` it is shown what it may
    see."""
    make_view(s, t, s.seat, v)
    return bot_action(kind, v, t, ids, n, hi, lo, 0)


@entry
def advise_chosen(positions, tables, views, ids, counts, kind, rows, keys, advice):
    """Fills `advice`, int32 (n,), with what compiled bot `kind` would answer in position `rows[k]`, by the key
    `keys[k]`; `ids` and `counts` hold the legal answers by position."""
    for k in range(len(rows)):
        i = int(rows[k])
        hi, lo = int(keys[k, 0]), int(keys[k, 1])
        advice[k] = advice_for(positions[i], tables[0], views[0], kind, ids[i], int(counts[i]), hi, lo)


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
def first_illegal(actions, todo, ids, counts):
    """The first row that is to be answered with what is not among its legal ids, -1 if there is none."""
    for i in range(len(counts)):
        if int(todo[i]) == ANSWER and not is_among(ids[i], int(counts[i]), int(actions[i])):
            return i
    return -1


@kernel
def is_among(ids, n, action):
    """Whether the action is one of the first `n` ids."""
    found = False
    for j in range(n):
        if int(ids[j]) == action:
            found = True
            break
    return found


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
