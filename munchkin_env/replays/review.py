"""Review of a game by a better player: the costliest actions, and the better ones.

The reviewer asks `rollout` about each decision with the knowledge of its seat: the given action is played on in the
same determinizations as the others. The cost of an action is a win probability, with its standard error.
"""

from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING

from munchkin_env.bots import RolloutBot
from munchkin_env.config.game_config import whole_number
from munchkin_env.errors import ConfigError, shown
from munchkin_env.replays.moves import MoveReader
from munchkin_env.replays.reasons import in_full, reasons
from munchkin_env.replays.recorder import Recorder, recorded
from munchkin_env.replays.replay import Replay
from munchkin_env.replays.snapshot import Parts
from munchkin_env.replays.thinking import SearchThinker

if TYPE_CHECKING:
    from munchkin_env.game.game import Game

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
    """Return the game as a replay with thoughts about every decision of these seats (none given: of all), and its
    costliest blunders marked, at most `most`. `ended` is called after each decision.

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
    done = _as_given(before, history, names)
    slip["words"] = f"{_capital(better)}, in place of {done}. {why}"


def _as_given(before: "Game", history: Sequence[tuple[int, int]], names: Sequence[str]) -> str:
    """Return the given action, with the parts that came after."""
    seat, trial, words = before.current_player, before.clone(), []
    assert seat is not None
    for _, action in history:
        words.append(MoveReader(trial, seat, names).named(action).removesuffix(" …"))
        trial.step(action)
        if not trial.still_answering(before):
            break
    return " → ".join(words)


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
    """Return the cost of the given action compared with the best; None if it was as good, or if the difference may be
    noise."""
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


__all__ = ["mark_blunders", "review"]
