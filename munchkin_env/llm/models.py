"""What answers a question: anything that makes a reply of messages."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from munchkin_env.errors import MunchkinError

Message = dict[str, str]  # {"role": "system", "user" or "assistant", "content": …}, as chat endpoints take them


class ModelError(MunchkinError):
    """A model gave no reply: unreachable, refused, unreadable."""


class LateReply(ModelError):
    """A model took longer than it may."""


class BudgetSpent(ModelError):
    """A model is not asked any more: it has had all the calls or tokens that it may have."""


@dataclass(frozen=True)
class Reply:
    """What a model said."""

    text: str
    tokens_sent: int = 0
    """Of the prompt, as the endpoint counts them; 0 if it doesn't."""
    tokens_received: int = 0


class Model(Protocol):
    """A language model, or a script in its place; several threads may ask it at once."""

    name: str

    def reply(self, messages: Sequence[Message]) -> Reply:
        """The reply to a conversation. Raises ModelError if there is none."""

    def facts(self) -> dict[str, Any]:
        """What a report tells of it: plain JSON, no key."""


__all__ = ["BudgetSpent", "LateReply", "Message", "Model", "ModelError", "Reply"]
