"""Models: anything that makes a reply of messages, and the names by which players have them."""

import math
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Protocol

from munchkin_env.errors import ConfigError, MunchkinError, did_you_mean, shown

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


BUDGET = {"max_calls": int, "max_total_tokens": int, "timeout": float, "first_seconds": float, "tries": int}
SENT = {
    "temperature": float, "top_p": float, "max_tokens": int, "max_completion_tokens": int, "seed": int,
    "reasoning_effort": str,
}  # fmt: skip
"""Parameters of the chat protocol, sent with each call."""
PROMPTING = {"retries": int}
SETTINGS: dict[str, type] = {**BUDGET, **SENT, **PROMPTING}


@dataclass(frozen=True)
class NamedModel:
    """A model by name, with the settings given beside it."""

    name: str
    endpoint: dict[str, Any] = field(default_factory=dict)
    """Arguments of `Endpoint`."""
    prompting: dict[str, Any] = field(default_factory=dict)
    """Arguments of `Manners`."""


class ModelName:
    """Name of a model; after commas settings, as in `language:qwen3-8b,max_calls=200,temperature=0`."""

    def read(self, word: str, text: str) -> NamedModel:
        """Return the meaning of `text` behind the name `word`. Raises ConfigError."""
        name, *settings = text.split(",")
        if not name.strip():
            raise ConfigError(f"bot {word}: expected the name of a model behind the colon, got {text!r}")
        found: dict[str, Any] = {}
        for one in settings:
            key, equals, value = (part.strip() for part in one.partition("="))
            if not equals or key not in SETTINGS:
                known = ", ".join(SETTINGS)
                near = did_you_mean(key, SETTINGS)
                raise ConfigError(f"bot {word}: expected NAME=VALUE behind a comma, of {known}, got {shown(one)}{near}")
            if key in found:
                raise ConfigError(f"bot {word}: expected {key} once, got it again as {shown(value)}")
            found[key] = _value(word, key, value)
        of_seat = {key: value for key, value in found.items() if key in PROMPTING}
        return NamedModel(name, {key: value for key, value in found.items() if key not in PROMPTING}, of_seat)


def _value(word: str, key: str, text: str) -> Any:
    kind = SETTINGS[key]
    with suppress(ValueError):
        value = kind(text)
        if text and (kind is str or math.isfinite(value)):
            return value
    what = {int: "a whole number", float: "a number", str: "a word"}[kind]
    raise ConfigError(f"bot {word}: {key}: expected {what}, got {shown(text)}")


__all__ = ["BudgetSpent", "LateReply", "Message", "Model", "ModelError", "ModelName", "NamedModel", "Reply", "SETTINGS"]
