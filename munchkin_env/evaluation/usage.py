"""Usage counts of players that ask a model: stand-in actions, repeated and failed requests included."""

import threading
from dataclasses import asdict, dataclass, fields
from typing import Any, Protocol, runtime_checkable

from munchkin_env.evaluation.contact import Contact

MOST_REASONS = 20
OTHERS = "other reasons"


@dataclass
class LLMUsage:
    """Sums over all games of a player."""

    seats: int = 0
    """Seats of games, a game with two of them counts twice."""
    questions: int = 0
    """Decisions put to the model."""
    calls: int = 0
    """Calls of the model: questions, steps within them, looks and repetitions."""
    looks: int = 0
    """Calls that asked for a card, the rules or the discards."""
    passed: int = 0
    """Chances to react that a standing pass skipped."""
    foreseen: int = 0
    """Questions decided in advance by an earlier reply, by `then`."""
    illegal: int = 0
    """Replies without a legal action."""
    failures: int = 0
    """Calls without a reply: refused, cut off, unreadable."""
    late: int = 0
    """Calls that exceeded their time limit."""
    retries: int = 0
    """Calls repeated after one of those three."""
    unasked: int = 0
    """Questions that were not put, since the budget was spent."""
    promises: int = 0
    """Messages to all players, where there is talk."""
    stand_ins: int = 0
    """Questions that the stand-in decided."""
    characters_sent: int = 0
    characters_received: int = 0
    tokens_sent: int = 0
    """Tokens as the endpoint counts them; 0 if it does not."""
    tokens_received: int = 0
    seconds_of_model: float = 0.0
    seconds_of_layer: float = 0.0
    """Seconds of one core for making questions and reading replies."""

    def as_dict(self) -> dict[str, Any]:
        """Return all counts by name."""
        return asdict(self)

    def untimed(self) -> dict[str, float]:
        """Return all but the times, which differ between runs."""
        return {name: value for name, value in asdict(self).items() if not name.startswith("seconds")}

    def since(self, before: "LLMUsage") -> "LLMUsage":
        """Return the counts since an earlier state."""
        return LLMUsage(**{one.name: getattr(self, one.name) - getattr(before, one.name) for one in fields(self)})


def count_reason(reasons: dict[str, int], why: str, times: int) -> None:
    """Add to the count of a reason, among a readable number of reasons."""
    kept = why if why in reasons or len(reasons) < MOST_REASONS else OTHERS
    reasons[kept] = reasons.get(kept, 0) + times


class UsageMeter:
    """Usage counts that several threads add to."""

    def __init__(self) -> None:
        self.counts = LLMUsage()
        self.reasons: dict[str, int] = {}
        """Reasons for missing replies or skipped questions, with counts; `OTHERS` beyond `MOST_REASONS`."""
        self._lock = threading.Lock()

    def add(self, **amounts: float) -> None:
        """Add to the counts of these names."""
        with self._lock:
            for name, amount in amounts.items():
                setattr(self.counts, name, getattr(self.counts, name) + amount)

    def because(self, why: str) -> None:
        """Count a reason."""
        with self._lock:
            count_reason(self.reasons, why, 1)

    def table(self) -> str:
        """Return all counts, a line each."""
        return "\n".join(f"{one.name:<20} {getattr(self.counts, one.name):g}" for one in fields(LLMUsage))


@runtime_checkable
class Metered(Protocol):
    """A bot whose copies count their usage, which matches report."""

    tally: UsageMeter
    contact: Contact
