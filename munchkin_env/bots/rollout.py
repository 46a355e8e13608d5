"""The rollout bot: tries its few best actions in sampled determinizations, and continues each as the veteran would.

Candidates are the veteran's best actions and one of the others. All of them meet the same cards and dice in every
determinization, all seats continue as veterans for some turns, and `chance_to_win` estimates the seat's probability of
winning there. A candidate is dropped when it is unlikely to gain enough or to pass the best one, and the search ends
when the last one is clearly ahead. The veteran's action stays unless another one gains more than half its standard
error. A search over a policy gives other candidates, and a network that plays the seat on and values what it reaches.

It searches in determinizations (`View.world`), never in the state: information hidden from its seat cannot change its
action.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from munchkin_env.bots.base import Bot, Number, legal_ids, new_key
from munchkin_env.bots.dispatch import veteran_action, veteran_points
from munchkin_env.bots.network import (
    Activations,
    CompiledNetwork,
    activations_of,
    check_fit,
    network_action,
    network_value,
    no_network,
)
from munchkin_env.engine.kernels.kernel import entry, kernel, records
from munchkin_env.engine.mutations.chance import below, quick_mix
from munchkin_env.engine.queries.people import hand_count
from munchkin_env.engine.state.layout import STATE
from munchkin_env.errors import ConfigError, shown
from munchkin_env.observation import View
from munchkin_env.observation.layout import flat_length
from munchkin_env.observation.worlds import fill, make_view, scratch_table, step
from munchkin_env.vocabulary import Klass

# Weights of the logit of a seat, which `python -m benchmarks fit_win_probability` fits.
LEVEL = 0.083  # for a tenth of the levels that win
LATE_LEVEL = 0.045  # more, for those beyond the sixth
LAST_LEVEL = 0.269  # more still, beyond the eighth
STRENGTH = 0.05  # for a point beyond the level
SPARE_STRENGTH = -0.031  # more, for those beyond ten
GOLD = 0.000186  # for a piece of gold in play
CLASS = 0.16
TREASURE = 0.164  # for a treasure in hand
DOOR = 0.118

WORLDS = Number("worlds", 1, 4096)
USUAL = 20  # worlds for a decision, at most
CANDIDATES = 4
BEST = 3  # of them by the veteran's points
TURNS = 6  # that are played on
VALUED_TURNS = 3  # with a network, which values what is reached
FIRST = 8  # worlds before a candidate may be given up
LEAST_GAIN = 0.004  # in win probability: less than this is not worth more worlds
FALLS = 1.0  # standard errors: a candidate that is behind what it has to reach by more is given up
SETTLES = 1.5  # the last one that is ahead by more is taken at once
LEADS = 0.5  # and at the end one that is ahead by more
MOST_ANSWERS = 4000  # in one world: a turn could be long

# Streams of random numbers from the key of one action.
EXTRA = 1
WORLD_HI = 2
WORLD_LO = 3

# Rows of `Bench.worlds`.
GIVEN = 0
DRAWN = 1
PLAYED = 2

# Columns of `Bench.gains`, in win probability beyond that of the veteran's action.
SUM = 0
SQUARES = 1
TRIED = 2  # 1 while the candidate is still tried


@entry
def foretell(positions, i, chances):
    """Write the probability of each seat to win, by row `i` of an array of states or views, into float64[P]."""
    s = positions[i]
    players = s.rules.players
    for p in range(players):
        chances[p] = chance_to_win(s, p)


@kernel
def chance_to_win(s, seat):
    """Probability of `seat` to win: from 0 to 1, exactly its share of the win once the game is over, 0 of a draw."""
    players = s.rules.players
    if s.over:
        won = 0
        for q in range(players):
            won += (s.winners >> q) & 1
        return ((s.winners >> seat) & 1) / max(1, won)
    own = logit(s, seat)
    total = 0.0
    for q in range(players):
        total += math.exp(logit(s, q) - own)
    return 1.0 / total


@kernel
def logit(s, p):
    """Logit of player `p` to win."""
    q = s.player[p]
    level = 10.0 * q.level / s.rules.goal
    strength = q.bonus + q.penalty
    x = LEVEL * level + LATE_LEVEL * max(0.0, level - 6.0) + LAST_LEVEL * max(0.0, level - 8.0)
    x += STRENGTH * strength + SPARE_STRENGTH * max(0, strength - 10) + GOLD * q.gold
    if q.klass >> (Klass.NONE + 1):
        x += CLASS
    if q.dead:  # a new hand will be dealt
        return x + (TREASURE + DOOR) * s.rules.start_cards
    treasures = q.hand_treasures
    return x + TREASURE * treasures + DOOR * (hand_count(s, p) - treasures)


# --------------------------------------------------------------------------- the bot


class Bench(NamedTuple):
    """Arrays in which one decision is searched."""

    worlds: np.ndarray  # STATE (3,)
    views: np.ndarray  # STATE (1,)
    legal: np.ndarray  # int32 (A,)
    picks: np.ndarray  # int64 (CANDIDATES,), actions, the veteran's one first
    points: np.ndarray  # int64 (CANDIDATES,)
    gains: np.ndarray  # float64 (CANDIDATES, 3)
    scratch: np.ndarray  # for `fill`
    network: CompiledNetwork  # which plays the seat on; without one the veteran does
    activations: Activations


class RolloutBot(Bot):
    """A bot that plays its best actions on in at most `worlds` worlds before it gives one."""

    searches = True

    def __init__(self, worlds: int = USUAL, network: CompiledNetwork | None = None) -> None:
        """Make the bot.

        Args:
            worlds: determinizations of a decision, at most; the more, the stronger and the slower.
            network: plays the seat on in them, in place of the veteran, and values what it has reached. Its values are
                results expected at the end of the game.

        Raises:
            ConfigError: `worlds` is out of range.
        """
        WORLDS.check("rollout", worlds)
        self.worlds = worlds
        self.network = network
        self.name = f"rollout:{worlds}"

    def act(self, view: View, mask: np.ndarray, rng: np.random.Generator) -> int:
        return self.search(view, mask, rng)[0]

    def search(self, view: View, mask: np.ndarray, rng: np.random.Generator) -> tuple[int, Bench]:
        """Return the action, and the bench as the search has left it: the candidates and their gains."""
        ids = legal_ids(mask)
        bench = _bench(view, len(mask), CANDIDATES, self.network)
        return int(search(tuple(bench), view.tables, ids, len(ids), self.worlds, *new_key(rng))), bench

    def choose(self, view: View, mask: np.ndarray, actions: Sequence[int], rng: np.random.Generator) -> int:
        """Return the first of these legal actions, or the one that gains most beyond it, as the bot compares its own.

        Raises ConfigError for a view without a determinization, and for illegal actions.
        """
        bench = _picked(view, mask, actions, self.network)
        return int(actions[choose(tuple(bench), view.tables, len(actions), self.worlds, *new_key(rng))])

    def compare(
        self, view: View, mask: np.ndarray, actions: Sequence[int], rng: np.random.Generator
    ) -> tuple[np.ndarray, np.ndarray]:
        """Compare these legal actions with the first of them, in the same `worlds` determinizations.

        float64 (n, 2): the gains in win probability, their mean and standard error; and int64 (n,): the veteran's
        points. Raises ConfigError for a view without a determinization, and for illegal actions.
        """
        bench = _picked(view, mask, actions, self.network)
        weigh(tuple(bench), view.tables, len(actions), self.worlds, *new_key(rng))
        mean = bench.gains[:, SUM] / self.worlds
        variance = np.maximum(0.0, bench.gains[:, SQUARES] / self.worlds - mean * mean) / max(1, self.worlds - 1)
        return np.stack([mean, np.sqrt(variance)], axis=1), bench.points


def _picked(view: View, mask: np.ndarray, actions: Sequence[int], network: CompiledNetwork | None) -> "Bench":
    """Return a bench with these candidates. Raises ConfigError unless all are legal."""
    if not len(actions) or not all(0 <= action < len(mask) and mask[action] for action in actions):
        raise ConfigError(f"actions: expected legal ones, got {shown(list(actions))}")
    bench = _bench(view, len(mask), len(actions), network)
    bench.picks[:] = actions
    return bench


def _bench(view: View, actions: int, candidates: int, network: CompiledNetwork | None) -> Bench:
    """Return a bench for the decision of a view. Raises ConfigError without a world, and for another game's network."""
    if view.world is None:
        raise ConfigError("view: expected one with a world, View.of(game, seat, world=True), got one without")
    if network is not None:
        check_fit(network, actions)
    plays = network or no_network()
    bench = Bench(
        worlds=records(np.zeros(3, STATE)),
        views=records(np.zeros(1, STATE)),
        legal=np.zeros(actions, np.int32),
        picks=np.zeros(candidates, np.int64),
        points=np.zeros(candidates, np.int64),
        gains=np.zeros((candidates, 3)),
        scratch=scratch_table(),
        network=plays,
        activations=activations_of(plays, flat_length(view.players, int(view.tables["n_types"][0]))),
    )
    bench.worlds[GIVEN] = view.world[0]
    return bench


@entry
def search(bench, tables, ids, n, most, hi, lo):
    """Return the action at the decision that world GIVEN of the bench waits for, after at most `most` drawn ones."""
    return best_answer(Bench(*bench), tables[0], ids, n, most, hi, lo)


@entry
def choose(bench, tables, n, most, hi, lo):
    """Return the place of the best of the first `n` picks, compared in at most `most` worlds."""
    return best_pick(Bench(*bench), tables[0], n, most, hi, lo)


@entry
def weigh(bench, tables, n, worlds, hi, lo):
    """Try the first `n` picks of the bench in so many worlds, each of them in all, and note the veteran's points."""
    weigh_picks(Bench(*bench), tables[0], n, worlds, hi, lo)


@kernel
def weigh_picks(bench, t, n, worlds, hi, lo):
    """Weigh picks against the first; none is given up."""
    world = bench.worlds[GIVEN]
    v = bench.views[0]
    make_view(world, t, world.seat, v)
    for j in range(n):
        bench.points[j] = veteran_points(v, t, v.seat, int(bench.picks[j]))
        bench.gains[j, TRIED] = 1.0
    for i in range(worlds):
        try_candidates(bench, t, n, quick_mix(hi, lo, WORLD_HI, i), quick_mix(hi, lo, WORLD_LO, i))


@kernel
def best_answer(bench, t, ids, n, most, hi, lo):
    """Return the veteran's action, or the one that has gained most beyond it, clearly."""
    make_view(bench.worlds[GIVEN], t, bench.worlds[GIVEN].seat, bench.views[0])
    found = list_candidates(bench, t, ids, n, hi, lo)
    return int(bench.picks[best_pick(bench, t, found, most, hi, lo)])


@kernel
def best_pick(bench, t, found, most, hi, lo):
    """Return the place of the first pick, or of the one that has gained most beyond it, in at most `most` worlds."""
    for j in range(1, found):
        bench.gains[j, TRIED] = 1.0
    done = 0
    tried = found - 1
    while done < most and tried > 0 and not is_settled(bench.gains, found, done, tried):
        try_candidates(bench, t, found, quick_mix(hi, lo, WORLD_HI, done), quick_mix(hi, lo, WORLD_LO, done))
        done += 1
        if done >= FIRST:
            tried = give_up(bench.gains, found, done)
    return leader(bench.gains, found, done)


# --------------------------------------------------------------------------- candidates


@kernel
def list_candidates(bench, t, ids, n, hi, lo):
    """List the veteran's action, its next best ones and one of the rest. Returns how many."""
    v = bench.views[0]
    found = 0
    for j in range(n):
        found = insert(bench, found, int(ids[j]), veteran_points(v, t, v.seat, int(ids[j])))
    promote(bench, found, veteran_action(v, t, ids, n, hi, lo, 0))
    if found < n:
        bench.picks[found] = nth_other(bench.picks, found, ids, n, below(quick_mix(hi, lo, EXTRA, 0), n - found))
        found += 1
    return found


@kernel
def insert(bench, found, action, points):
    """Put an action into its place among the best so far, of equal ones the lower first. Returns how many."""
    place = found
    while place > 0 and points >= int(bench.points[place - 1]):
        if points == int(bench.points[place - 1]) and action > int(bench.picks[place - 1]):
            break
        place -= 1
    if place >= BEST:
        return found
    for i in range(min(found, BEST - 1), place, -1):
        bench.picks[i] = int(bench.picks[i - 1])
        bench.points[i] = int(bench.points[i - 1])
    bench.picks[place] = action
    bench.points[place] = points
    return min(found + 1, BEST)


@kernel
def promote(bench, found, action):
    """Put the veteran's action first; among many with equal points it may not have been listed."""
    place = 0
    while place < found - 1 and int(bench.picks[place]) != action:
        place += 1
    bench.picks[place] = int(bench.picks[0])
    bench.picks[0] = action


@kernel
def nth_other(picks, found, ids, n, rank):
    """Return the id that is not listed yet and has `rank` lower ones of these."""
    for j in range(n):
        action = int(ids[j])
        lower = 0
        listed = False
        for i in range(found):
            listed = listed or int(picks[i]) == action
        for i in range(n):
            lower += 1 if int(ids[i]) < action else 0
        for i in range(found):
            lower -= 1 if int(picks[i]) < action else 0
        if not listed and lower == rank:
            return action
    return int(ids[0])


# --------------------------------------------------------------------------- worlds


@kernel
def try_candidates(bench, t, found, hi, lo):
    """Draw a world by the key (hi, lo) and play on in it with each candidate that is still tried."""
    seat = bench.worlds[GIVEN].seat
    last = bench.worlds[GIVEN].turn + (TURNS if len(bench.network.widths) == 0 else VALUED_TURNS)
    bench.worlds[DRAWN] = bench.worlds[GIVEN]
    fill(bench.worlds[DRAWN], t, seat, hi, lo, bench.scratch)
    usual = 0.0
    for j in range(found):
        if j > 0 and bench.gains[j, TRIED] == 0.0:
            continue
        bench.worlds[PLAYED] = bench.worlds[DRAWN]
        play_on(bench, t, int(bench.picks[j]), last, hi, lo)
        chance = chance_at_end(bench, t, seat)
        if j == 0:
            usual = chance
        bench.gains[j, SUM] += chance - usual
        bench.gains[j, SQUARES] += (chance - usual) * (chance - usual)


@kernel
def play_on(bench, t, action, last, hi, lo):
    """Give an action in world PLAYED, then let all seats go on as veterans until turn `last` begins.

    A network plays the searching seat, up to its first decision in that turn or later.
    """
    s = bench.worlds[PLAYED]
    v = bench.views[0]
    own = bench.worlds[GIVEN].seat
    has_network = len(bench.network.widths) > 0
    n = step(s, t, action, bench.legal)
    answers = 0
    while n > 0 and answers < MOST_ANSWERS and (s.turn < last or (has_network and s.seat != own)):
        if has_network and s.seat == own:
            action = network_action(bench.network, bench.activations, s, t, own, bench.legal, n)
        else:
            make_view(s, t, s.seat, v)
            action = veteran_action(v, t, bench.legal, n, hi, lo, answers)
        n = step(s, t, action, bench.legal)
        answers += 1


@kernel
def chance_at_end(bench, t, seat):
    """Return the probability of `seat` to win in world PLAYED: by the network's value if there is one."""
    s = bench.worlds[PLAYED]
    if s.over or len(bench.network.widths) == 0:
        return chance_to_win(s, seat)
    others = s.rules.players - 1
    return (1.0 + others * float(network_value(bench.network, bench.activations, s, t, seat))) / (1 + others)


@kernel
def give_up(gains, found, done):
    """Give up candidates that are unlikely to gain enough, or to pass the best. Returns how many remain."""
    best = best_tried(gains, found)
    tried = 0
    for j in range(1, found):
        bar = LEAST_GAIN if j == best else max(LEAST_GAIN, gains[best, SUM] / done)
        if gains[j, TRIED] > 0.0 and lead(gains, j, done, FALLS) <= bar:
            gains[j, TRIED] = 0.0
        tried += 1 if gains[j, TRIED] > 0.0 else 0
    return tried


@kernel
def best_tried(gains, found):
    """Return the candidate that has gained most of those still tried; 0 if none is."""
    best = 0
    for j in range(1, found):
        if gains[j, TRIED] > 0.0 and (best == 0 or gains[j, SUM] > gains[best, SUM]):
            best = j
    return best


@kernel
def is_settled(gains, found, done, tried):
    """Return whether one candidate remains and is ahead of the first action by more than chance."""
    return tried == 1 and done >= FIRST and lead(gains, best_tried(gains, found), done, -SETTLES) > 0.0


@kernel
def leader(gains, found, done):
    """Return the candidate that has gained most, of those ahead by more than chance; 0 if none is."""
    best = 0
    for j in range(1, found):
        if gains[j, TRIED] > 0.0 and lead(gains, j, done, -LEADS) > 0.0:
            if best == 0 or gains[j, SUM] > gains[best, SUM]:
                best = j
    return best


@kernel
def lead(gains, j, done, errors):
    """Mean gain of a candidate in so many worlds, and so many of its standard errors more."""
    mean = gains[j, SUM] / done
    variance = max(0.0, gains[j, SQUARES] / done - mean * mean) / max(1, done - 1)
    return mean + errors * variance**0.5
