"""Games of a phase, with the learner's observations and actions in one iteration.

From them the decisions to learn from are selected.
"""

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import numpy as np

import munchkin_env as mk
from training.foresight import Foresight
from training.pool import PAST, SELF, Pool
from training.rollout_buffer import NO_ACTION, NOTES, joined
from training.sections import Config

KEPT = ("advice", "log_probs")  # fields to learn from, beside observations and actions
CALLER, EXTERNAL = mk.SelfPlayVecEnv.CALLER, mk.SelfPlayVecEnv.EXTERNAL


class Table:
    """Games of one kind, by players and editions, with the learner's observations and actions in one iteration.

    Arrays begin with (steps, games). Where `mine` is false, another player decided, and only seats, rewards, ends and
    turns mean something.
    """

    def __init__(
        self, game: mk.GameConfig, games: int, steps: int, config: Config, seed: int, reads: str, learner: mk.Spec,
        history: int = 0,
    ) -> None:  # fmt: skip
        """Make the table.

        game: its settings. seed: of its deals. reads: the encoding of the network that learns. learner: the game whose
        numbers that network knows. history: number of events that it remembers.
        """
        settings, players = game.as_dict(), game.players
        self.seed = seed
        self.kinds: np.ndarray | None = None  # players of the other seats of each row
        self.games = mk.SelfPlayVecEnv(
            games,
            seed=seed,
            seat_rotation="random",
            encoding=reads,
            threads=config.game.threads,
            **settings,
        )
        self.bots = np.array([1 + int(mk.make_bot(name).kind or 0) for name in config.opponents.bots], np.int8)
        self.history = history
        self.notes = NOTES[reads](self.games, steps, learner, history)
        self.seats = np.zeros((steps, games), np.int8)
        self.mine = np.zeros((steps, games), bool)
        self.advice = np.zeros((steps, games), np.int32)  # actions of the bot that the network corrects
        self.actions = np.zeros((steps, games), np.int64)
        self.labels = np.zeros((steps, games), np.int64)  # actions of a teacher, -1 if it was not asked
        self.log_probs = np.zeros((steps, games), np.float32)
        self.values = np.zeros((steps, games), np.float32)
        self.leads = np.zeros((steps, games), np.float32)  # lead of the acting seat, in levels as a share of the goal
        self.rewards = np.zeros((steps, games, players), np.float32)
        self.done = np.zeros((steps, games), np.int8)
        self.turns = np.zeros((steps, games), np.int32)
        self.last_values = np.zeros((games, players), np.float32)  # values of seats at the end of the iteration
        self.last_leads = np.zeros((games, players), np.float32)
        self.foresight = Foresight(games, players)
        self.alone = np.zeros(2, np.int64)
        self.selves = 0  # earlier selves that play now
        self.met = np.zeros((max(config.opponents.active_selves, config.opponents.peers), 2))
        """By earlier self: games that it or the learner won where both sat in the end, and the
        learner's part of those wins. The part compares a seat of each, on average over the seats of both."""
        self.coalition = config.opponents.coalition

    def begin(self) -> None:
        """Begin an iteration: measurements of games that end start again."""
        self.alone[:] = 0
        self.met[:] = 0.0
        self.foresight.begin()

    def seat_opponents(self, pool: Pool) -> None:
        """Assign players to the other seats from each row's next game on; with a coalition, to one of them."""
        games = self.games
        self.selves = len(pool.active)
        others = 1 if self.coalition else games.players - 1
        if self.kinds is None:
            self.kinds = pool.deal_chairs(games.num_envs, others, np.random.default_rng(self.seed))
        kinds = self.kinds if pool.active else np.where(self.kinds == PAST, SELF, self.kinds)
        codes = np.where(kinds == SELF, CALLER, np.where(kinds == PAST, EXTERNAL, 0)).astype(np.int8)
        if len(self.bots):
            codes = np.where(kinds >= 0, self.bots[np.maximum(kinds, 0)], codes)
        games.controllers[:, 1 : 1 + others] = codes
        games.controllers[:, 1 + others :] = CALLER

    def look(self, t: int) -> np.ndarray:
        """Note the observations at step `t`, and their seats. Returns the rows in which the learner decides."""
        games = self.games
        mine: np.ndarray = games.seat_controllers[np.arange(games.num_envs), games.current_player] == CALLER
        self.notes.note(t, games)
        self.seats[t], self.mine[t] = games.current_player, mine
        return mine

    def lead(self, rows: np.ndarray, seats: np.ndarray, strength: float, rivalry: float) -> np.ndarray:
        """Return the lead in levels of `seats` over `rivalry` times the mean of the others, float32 (n,).

        It is that of `seats` (n,) of games `rows` (n,), as a share of the goal; a point of strength on the table counts
        `strength` levels.
        """
        people = self.games.positions["player"][:, : self.games.players]  # a view: states are large
        levels = people["level"][rows] + strength * people["bonus"][rows].astype(np.float32)
        own = levels[np.arange(len(rows)), seats]
        others = (levels.sum(axis=1) - own) / (self.games.players - 1)
        lead: np.ndarray = (own - rivalry * others) / self.games.config.goal
        return lead.astype(np.float32)

    def answer(self, t: int, actions: np.ndarray) -> None:
        """Act in every row, and note the results."""
        games, control = self.games, self.games.seat_controllers.copy()
        who = self._selves_of(np.arange(games.num_envs), self.selves) if self.selves else None
        self.actions[t] = actions
        games.step(actions)
        self._count_alone(control)
        if who is not None:
            self._count_met(control, who)
        ended = np.flatnonzero(games.done)
        self.rewards[t], self.done[t], self.turns[t] = games.rewards, games.done, games.turns_passed
        got = games.final_returns[ended]
        if self.coalition:
            got = self.rewards[t, ended] = team_returns(got, control[ended] == CALLER)
        self.foresight.end(ended, got)

    def _count_alone(self, control: np.ndarray) -> None:
        """Count games that ended, and those won, of rows where the learner had a single seat."""
        games = self.games
        mine = control == CALLER
        ended = games.done.astype(bool) & (mine.sum(axis=1) == 1)
        won = (games.final_returns * mine).sum(axis=1) > 0
        self.alone += [ended.sum(), (ended & won).sum()]

    def _selves_of(self, rows: np.ndarray, selves: int) -> np.ndarray:
        """Return which of so many earlier selves plays in each row's game, in all its seats there, int64 (n,)."""
        return np.asarray((rows + self.games.episodes[rows]) % selves)

    def _count_met(self, control: np.ndarray, who: np.ndarray) -> None:
        """Count games that ended where an earlier self sat, `who` (games,), and the winners among both."""
        mine, theirs = control == CALLER, control == EXTERNAL
        ended = np.flatnonzero(self.games.done.astype(bool) & theirs.any(axis=1))
        won = np.maximum(self.games.final_returns[ended], 0.0)
        own, other = ((won * seats[ended]).sum(axis=1) / seats[ended].sum(axis=1) for seats in (mine, theirs))
        either = own + other > 0
        np.add.at(self.met, (who[ended][either], 0), 1.0)
        np.add.at(self.met, (who[ended][either], 1), (own / np.maximum(own + other, 1e-9))[either])

    def answer_for(self, past: list[Any], actions: np.ndarray, waiting: np.ndarray, draws: np.random.Generator) -> None:
        """Let earlier selves act in the rows of `waiting`."""
        rows = np.flatnonzero(waiting)
        who = self._selves_of(rows, len(past))
        for k, bot in enumerate(past):
            if (who == k).any():
                actions[rows[who == k]] = self.answers_of(bot, rows[who == k], draws)

    def answers_of(self, bot: Any, rows: np.ndarray, draws: np.random.Generator) -> np.ndarray:
        """Return a network's actions in these rows, int64 (n,), by the games' numbers."""
        seen = self._seen(bot.encoding, rows)
        if bot.events:
            seen["events"] = self.notes.recalled(self.games, rows, self.games.current_player[rows], bot.events)
        if bot.advisor is not None:
            asked = np.isin(np.arange(self.games.num_envs), rows)
            seen["advice"] = self.notes.told(self.games.advice(bot.advisor, draws, asked)[rows])
        masks = self.notes.masks(self.games.legal_action_mask[rows])
        return self.notes.meant(bot.act_batch(seen, masks, draws.random(len(rows))))

    def seen_by(self, rows: np.ndarray, seats: np.ndarray) -> dict[str, np.ndarray]:
        """Return the observations of `seats` of these rows, at others' decisions too, as the network reads them."""
        seen = self.notes.read(self.games.observe_rows(self.notes.reads, rows, seats))
        if self.history:
            seen["events"] = self.notes.recalled(self.games, rows, seats, self.history)
        return seen

    def _seen(self, encoding: str, rows: np.ndarray) -> dict[str, np.ndarray]:
        """Return the observations of the deciding seats of these rows, as a bot reads them."""
        games = self.games
        if encoding == self.notes.reads:
            return self.notes.read({name: part[rows] for name, part in games.observation.items()})
        found: dict[str, np.ndarray] = games.observe_rows(encoding, rows, games.current_player[rows])
        return found


class Batch:
    """Decisions to learn from, of all tables; flat arrays over them."""

    def __init__(
        self,
        arrays: dict[str, np.ndarray],
        seen: dict[str, np.ndarray],
        choices: np.ndarray,
        measured: dict[str, float],
    ) -> None:
        """Make the batch.

        seen: observations. choices: legal actions. arrays: all else; `actions` and `labels` are places among the
        choices.
        """
        self.arrays, self.seen, self.choices = arrays, seen, choices
        self.measured = measured

    @classmethod
    def of(
        cls,
        tables: Sequence[Table],
        weights: Sequence[np.ndarray],
        facts: dict[str, Sequence[np.ndarray]],
        measured: dict[str, float],
    ) -> "Batch":
        """Gather the decisions whose weights, (steps, games) for each table, are not 0.

        facts: more of them by name, likewise an array for each table. Weights become 1 on average.
        """
        where = [np.nonzero(part) for part in weights]
        columns: dict[str, Sequence[np.ndarray]] = {
            **{name: [getattr(table, name) for table in tables] for name in KEPT},
            **facts,
            "weights": weights,
        }
        arrays = {
            name: np.concatenate([part[rows] for part, rows in zip(column, where, strict=True)])
            for name, column in columns.items()
        }
        if len(arrays["weights"]):
            arrays["weights"] = (arrays["weights"] / arrays["weights"].mean()).astype(np.float32)
        notes = [table.notes for table in tables]
        seen = {
            name: joined([note.seen[name][rows] for note, rows in zip(notes, where, strict=True)])
            for name in notes[0].seen
        }
        chosen = [note.choices[rows] for note, rows in zip(notes, where, strict=True)]
        for name in ("actions", "labels"):
            given = [getattr(table, name)[rows] for table, rows in zip(tables, where, strict=True)]
            arrays[name] = np.concatenate([note.places(*one) for note, *one in zip(notes, chosen, given, strict=True)])
        return cls(arrays, seen, joined(chosen, NO_ACTION), measured)

    def __len__(self) -> int:
        return len(self.arrays["actions"])

    def part(self, rows: Any, tensor: Any, inputs: Any) -> SimpleNamespace:
        """Return the minibatch of some decisions.

        It has tensors by the names of the arrays, and the network's inputs, which `inputs` makes of the observations,
        choices, advice.
        """
        seen = inputs({name: part[rows] for name, part in self.seen.items()})
        found = SimpleNamespace(**{name: tensor(part[rows]) for name, part in self.arrays.items()})
        found.given = (*map(tensor, seen), tensor(self.choices[rows]), found.advice)
        return found


def team_returns(returns: np.ndarray, team: np.ndarray) -> np.ndarray:
    """Return the results of finished games for each seat, float32 (n, P).

    Seats of `team`, bool (n, P), win as one. returns: float (n, P), each seat's own. A seat of the team gets 2s - 1, s
    being the share of the win that its seats have together; the others keep theirs. Where all win, all shares are
    equal.
    """
    players = returns.shape[1]
    shares = np.maximum(returns, 0.0)
    shares[~returns.any(axis=1)] = 1.0 / players  # all have won
    together = 2.0 * (shares * team).sum(axis=1, keepdims=True) - 1.0
    return np.where(team, together, returns).astype(np.float32)


def thinned(plain: np.ndarray, share: float, draws: np.random.Generator) -> np.ndarray:
    """Return weights for decisions of which a share of the `plain` ones is kept, float32.

    They are 0 for those left out, and higher for the others, so that sums over all decisions are the same on average.
    """
    weights = np.ones(plain.shape, np.float32)
    if share < 1.0:
        weights[plain] = np.where(draws.random(int(plain.sum())) < share, 1.0 / share, 0.0)
    return weights


def drawn_by(teaches: np.ndarray, share: float, draws: np.random.Generator) -> np.ndarray:
    """Return weights for decisions of which a share is kept, float32.

    Each is kept with a probability proportional to `teaches`, where that is above 0, and at most 1; weighted by one
    over it, so that sums are the same on average.

    Where `teaches` is the norm of a decision's gradient, no other probabilities give a mean gradient of lower variance.
    """
    if share >= 1.0:
        return (teaches > 0).astype(np.float32)
    chances = np.minimum(teaches * _rate(teaches[teaches > 0], share), 1.0)
    kept = draws.random(teaches.shape) < chances
    return np.where(kept, 1.0 / np.maximum(chances, 1e-9), 0.0).astype(np.float32)


def _rate(teaches: np.ndarray, share: float) -> float:
    """Return the factor for which their products, cut at 1, have the mean `share`."""
    if not len(teaches):
        return 0.0
    falling = np.sort(teaches.astype(np.float64))[::-1]
    rest = np.cumsum(falling[::-1])[::-1]  # of this one and all with less
    rates = (share * len(falling) - np.arange(len(falling))) / rest  # if all before this one are kept for sure
    return float(rates[np.argmax(rates * falling <= 1.0)])
