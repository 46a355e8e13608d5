"""A game again, with a better player looking over everybody's shoulder: which answers cost most, and what was better.

The reviewer asks `rollout` about each decision by what its seat knew: the answer that was given is played on in the
same drawn worlds as the others. What an answer cost is a chance to win, with its standard error.
"""

from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING

from munchkin_env.bots import RolloutBot
from munchkin_env.config.game_config import whole_number
from munchkin_env.errors import ConfigError, shown
from munchkin_env.replays.moves import Answers
from munchkin_env.replays.reasons import in_full, reasons
from munchkin_env.replays.recorder import Recorder, recorded
from munchkin_env.replays.replay import Replay
from munchkin_env.replays.snapshot import Parts
from munchkin_env.replays.thinking import SearchThinker

if TYPE_CHECKING:
    from munchkin_env.game.game import Game

WORLDS = 40
SURE = 2.0  # standard errors by which an answer must be behind to be called a blunder
LEAST = 0.03  # and how much chance to win it must cost
MOST = 12  # of a game


class _Reviewer(SearchThinker):
    """Thinks about the decisions of some seats, where there is something to decide."""

    def __init__(self, worlds: int, seed: int, seats: Collection[int], ended: Callable[[], object]) -> None:
        super().__init__(RolloutBot(worlds), seed)
        self.seats = seats
        self.ended = ended

    def think(self, game: "Game") -> Parts:
        self.ended()
        return super().think(game) if game.seat in self.seats else {}


def review(
    game: "Game",
    worlds: int = WORLDS,
    seats: Sequence[int] = (),
    names: Sequence[str] = (),
    players: Sequence[str] = (),
    most: int = MOST,
    ended: Callable[[], object] = lambda: None,
) -> Replay:
    """The game as a replay with thoughts about every decision of these seats (none given: of all), and its blunders
    marked, the `most` that cost most. `ended` is called after each decision.

    Raises ConfigError for seats that are not there, and for numbers out of range.
    """
    whole_number("worlds", worlds, 2, 4096)
    whole_number("most", most, 1, 10_000)
    chosen = list(seats) or list(range(game.config.players))
    if not all(isinstance(seat, int) and 0 <= seat < game.config.players for seat in chosen):
        raise ConfigError(f"seats: expected 0 to {game.config.players - 1}, got {shown(seats)}")
    thinker = _Reviewer(worlds, 0, chosen, ended)
    recorder = Recorder(game, None, names, players, dict.fromkeys(range(game.config.players), thinker))
    recorded(game, recorder)
    for i in mark_blunders(recorder.frames, most):
        _say_why(game.at(i), game.history[i:], recorder.frames[i]["decision"], recorder.names)
    return recorder.replay(game)


def _say_why(before: "Game", history: Sequence[tuple[int, int]], decision: Parts, names: Sequence[str]) -> None:
    """Words for a blunder: both answers in full, and what the better one brings. A frame of all eyes is a decision."""
    slip, given = decision["blunder"], decision["answer"]
    better = in_full(before, slip["better"], names)
    why = reasons(before, slip["better"], given, names, len(before.history))
    done = _as_given(before, history, names)
    slip["words"] = f"{_capital(better)}, in place of {done}. {why}"


def _as_given(before: "Game", history: Sequence[tuple[int, int]], names: Sequence[str]) -> str:
    """The answer that was given, with the parts that came after."""
    seat, trial, words = before.seat, before.clone(), []
    assert seat is not None
    for _, action in history:
        words.append(Answers(trial, seat, names).named(action).removesuffix(" …"))
        trial.step(action)
        if not trial.still_answering(before):
            break
    return " → ".join(words)


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def mark_blunders(frames: Sequence[Parts], most: int = MOST) -> list[int]:
    """Marks the decisions whose answers cost most; returns their places, the dearest first."""
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
    """What the given answer cost beside the best; None if it was as good, or if that can't be told from chance."""
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
    told = (
        f"{_capital(words[int(best)])}, in place of {words[decision['answer']]}."
    )
    return {"cost": round(cost, 4), "error": round(error, 4), "better": int(best), "words": told}


__all__ = ["mark_blunders", "review"]
