"""Models: anything that makes a reply of messages."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from munchkin_env.errors import MunchkinError

Message = dict[str, str]  # {"role": "system", "user" or "assistant", "content": …}, as chat endpoints take them


class ModelError(MunchkinError):
    """A model gave no reply: unreachable, refused, unreadable."""


class LateReply(ModelError):
    """A model exceeded its time limit."""


class BudgetSpent(ModelError):
    """A model is not asked any more: its budget of calls or tokens is spent."""


@dataclass(frozen=True)
class Reply:
    """Reply of a model."""

    text: str
    tokens_sent: int = 0
    """Tokens of the prompt, as the endpoint counts them; 0 if it does not."""
    tokens_received: int = 0


class Model(Protocol):
    """Language model, or a script in its place; several threads may ask it at once."""

    name: str

    def reply(self, messages: Sequence[Message]) -> Reply:
        """Return the reply to a conversation. Raises ModelError if there is none."""

    def facts(self) -> dict[str, Any]:
        """Return its facts for reports: plain JSON, no key."""


__all__ = ["BudgetSpent", "LateReply", "Message", "Model", "ModelError", "Reply"]
