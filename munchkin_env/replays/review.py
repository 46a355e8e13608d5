"""Review of a game by a better player: the costliest actions, the better ones, and the reasons.

The reviewer asks `rollout` about each decision with the knowledge of its seat: the given action is played on in the
same determinizations as the others. The cost of an action is a win probability, with its standard error.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from munchkin_env.bots import CompiledBot, RolloutBot
from munchkin_env.cards.explain.grammar import listed
from munchkin_env.config.game_config import whole_number
from munchkin_env.envs.opponents import answer_of
from munchkin_env.envs.seeding import chance_for
from munchkin_env.errors import ConfigError, shown
from munchkin_env.game.answers import in_words
from munchkin_env.observation import View
from munchkin_env.replays.recorder import Recorder, recorded
from munchkin_env.replays.replay import Replay
from munchkin_env.replays.snapshot import Parts
from munchkin_env.replays.thinking import SearchThinker

if TYPE_CHECKING:
    from munchkin_env.game.game import Game

COMPARED = 24
LONGEST = 400  # actions to the end of a turn
SHARE = 0.12  # least difference of shares of determinizations that is reported
LEVELS, CARDS = 0.3, 0.75  # and differences of means
MOST_REASONS = 2  # reasons


@dataclass(frozen=True)
class _Outcomes:
    """Results of an action, float (n, P) each: a row per determinization, a column per seat."""

    levels: np.ndarray
    strengths: np.ndarray
    """Strength beyond the level."""
    hands: np.ndarray
    wins: np.ndarray
    deaths: np.ndarray


def in_full(game: "Game", action: int, names: Sequence[str]) -> str:
    """Return an action in words with a veteran's choice of its parts: `play a card → Baby → Net Troll`."""
    assert game.current_player is not None
    veteran, rng = CompiledBot("veteran"), chance_for("review", 0, len(game.history))

    def choose(trial: "Game") -> int:
        if len(trial.history) == len(game.history):
            return action
        return answer_of(veteran, trial.position, trial.catalogue, trial.legal_action_mask(), rng, "bot")

    return " → ".join(in_words(game, names, choose)[1])


def reasons(game: "Game", better: int, given: int, names: Sequence[str], key: int) -> str:
    """Return one or two sentences on the gains of the better action over the given one by the end of the turn.

    key: which determinizations are drawn; for a reader who may not count others' actions, a number that reveals nothing
    of them.
    """
    seat = game.current_player
    assert seat is not None
    other, own = _outcomes(game, given, key), _outcomes(game, better, key)
    found = [*_happenings(seat, own, other, names), *_amounts(seat, own, other, names)]
    found.sort(key=lambda one: -one[0])
    told = [words for _, words in found[:MOST_REASONS]]
    if not told:
        return "By the end of the turn no counted figure separates them; the difference shows later."
    return f"By the end of the turn {listed(told)}."


def _happenings(seat: int, own: _Outcomes, other: _Outcomes, names: Sequence[str]) -> list[tuple[float, str]]:
    """Return (weight, words) of events that happen in more determinizations, or in fewer."""
    found = []
    wins = [("wins the game", p, 4.0, own.wins, other.wins) for p in range(len(names))]
    for what, p, weight, now, then in (*wins, ("dies", seat, 2.0, own.deaths, other.deaths)):
        share, before = float(now[:, p].mean()), float(then[:, p].mean())
        if abs(share - before) >= SHARE:
            words = f"{names[p]} {what} in {100 * share:.0f} of 100 simulations, not in {100 * before:.0f}"
            found.append((weight * abs(share - before), words))
    return found


def _amounts(seat: int, own: _Outcomes, other: _Outcomes, names: Sequence[str]) -> list[tuple[float, str]]:
    """Return the same for levels, strength and cards."""
    found = []
    for p, name in enumerate(names):
        change = float((own.levels[:, p] - other.levels[:, p]).mean())
        if abs(change) >= LEVELS:
            words = f"{name} is {abs(change):.1f} levels {'higher' if change > 0 else 'lower'}"
            found.append((abs(change), words))
    strength = float((own.strengths[:, seat] - other.strengths[:, seat]).mean())
    if abs(strength) >= CARDS:
        words = f"{names[seat]} has gear worth {abs(strength):.1f} {'more' if strength > 0 else 'less'} in a fight"
        found.append((0.3 * abs(strength), words))
    hand = float((own.hands[:, seat] - other.hands[:, seat]).mean())
    if abs(hand) >= CARDS:
        words = f"{names[seat]} has {abs(hand):.1f} {'more' if hand > 0 else 'fewer'} cards in hand"
        found.append((0.3 * abs(hand), words))
    return found


def _outcomes(game: "Game", action: int, key: int) -> _Outcomes:
    """Take the action in drawn determinizations, always the same ones.

    Veterans play on to the end of the turn.
    """
    seat, players = game.current_player, range(game.config.players)
    assert seat is not None
    rows = []
    for number in range(COMPARED):
        rng = chance_for("review", 1, key, number)
        world = game.resample(seat, rng)
        deaths = _play_on(world, action, game.turn, rng)
        view = View.public(world.position, world.catalogue)
        rows.append([
            [world.level(p) for p in players], [view.bonus(p) for p in players], [view.hand_size(p) for p in players],
            [p in world.winners for p in players], deaths,
        ])  # fmt: skip
    return _Outcomes(*np.array(rows, float).transpose(1, 0, 2))


def _play_on(world: "Game", action: int, turn: int, rng: np.random.Generator) -> list[bool]:
    """Play to the end of the turn; return the players who died on the way."""
    veteran, died = CompiledBot("veteran"), np.zeros(world.config.players, bool)
    world.step(action)
    for _ in range(LONGEST):
        died |= world.position["player"]["dead"][0, : len(died)] != 0
        if world.is_terminal or world.turn != turn:
            break
        world.step(answer_of(veteran, world.position, world.catalogue, world.legal_action_mask(), rng, "bot"))
    return [bool(one) for one in died]


# ---------------------------------------------------------------------------
# Reasons for an action over another one, in words: the results of both by the end of the turn, in the same
# determinizations.
#
# They are drawn from the seat's knowledge (`Game.resample`), and veterans play on in them, as in the search that
# preferred the one.

WORLDS = 40
SURE = 2.0  # standard errors by which the action of a blunder is behind
LEAST = 0.03  # and the least win probability that it costs
MOST = 12  # of a game


class _Reviewer(SearchThinker):
    """Reviewer of the decisions of some seats, where there is a choice."""

    def __init__(self, worlds: int, seed: int, seats: Collection[int], ended: Callable[[], object]) -> None:
        super().__init__(RolloutBot(worlds), seed)
        self.seats = seats
        self.ended = ended

    def think(self, game: "Game") -> Parts:
        self.ended()
        return super().think(game) if game.current_player in self.seats else {}


def review(
    game: "Game",
    worlds: int = WORLDS,
    seats: Sequence[int] = (),
    names: Sequence[str] = (),
    bots: Sequence[str] = (),
    most: int = MOST,
    ended: Callable[[], object] = lambda: None,
) -> Replay:
    """Return the game as a replay with thoughts about every decision of these seats (none given: of all).

    Its costliest blunders are marked, at most `most`. `ended` is called after each decision.

    Raises ConfigError for seats that are not there, and for numbers out of range.
    """
    whole_number("worlds", worlds, 2, 4096)
    whole_number("most", most, 1, 10_000)
    chosen = list(seats) or list(range(game.config.players))
    if not all(isinstance(seat, int) and 0 <= seat < game.config.players for seat in chosen):
        raise ConfigError(f"seats: expected 0 to {game.config.players - 1}, got {shown(seats)}")
    thinker = _Reviewer(worlds, 0, chosen, ended)
    recorder = Recorder(game, None, names, bots, dict.fromkeys(range(game.config.players), thinker))
    recorded(game, recorder)
    for i in mark_blunders(recorder.frames, most):
        _say_why(game.at(i), game.history[i:], recorder.frames[i]["decision"], recorder.names)
    return recorder.replay(game)


def _say_why(before: "Game", history: Sequence[tuple[int, int]], decision: Parts, names: Sequence[str]) -> None:
    """Add words for a blunder: both actions in full, and the gain of the better one.

    A frame of all eyes is a decision.
    """
    slip, given = decision["blunder"], decision["answer"]
    better = in_full(before, slip["better"], names)
    why = reasons(before, slip["better"], given, names, len(before.history))
    actions = (action for _, action in history)
    done = " → ".join(in_words(before, names, lambda _: next(actions, None))[1])
    slip["words"] = f"{_capital(better)}, in place of {done}. {why}"


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def mark_blunders(frames: Sequence[Parts], most: int = MOST) -> list[int]:
    """Mark the decisions whose actions cost most; return their places, the costliest first."""
    found = []
    for i, frame in enumerate(frames):
        decision = frame.get("decision", {})
        cost = _cost(decision)
        if cost is not None:
            found.append((cost["cost"], i, cost))
    found.sort(key=lambda one: (-one[0], one[1]))
    for _, i, cost in found[:most]:
        frames[i]["decision"]["blunder"] = cost
    return [i for _, i, _ in found[:most]]


def _cost(decision: Parts) -> Parts | None:
    """Return the cost of the given action compared with the best.

    None if it was as good, or if the difference may be noise.
    """
    gains = decision.get("thought", {}).get("gains")
    if gains is None or "answer" not in decision:
        return None
    given = gains[str(decision["answer"])]
    best = max(gains, key=lambda action: gains[action][0])
    cost = gains[best][0] - given[0]
    error = (gains[best][1] ** 2 + given[1] ** 2) ** 0.5
    if cost < LEAST or cost < SURE * error:
        return None
    words = {action: told.removesuffix(" …") for action, told in decision["legal"]}
    told = f"{_capital(words[int(best)])}, in place of {words[decision['answer']]}."
    return {"cost": round(cost, 4), "error": round(error, 4), "better": int(best), "words": told}
