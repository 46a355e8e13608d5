"""Models: anything that makes a reply of messages, their names, and chat endpoints."""

import json
import math
import os
import socket
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from typing import Any, Protocol
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import HTTPHandler, HTTPRedirectHandler, HTTPSHandler, Request, build_opener

from munchkin_env.config.fields import plain
from munchkin_env.errors import ConfigError, MunchkinError, did_you_mean, shown
from munchkin_env.evaluation.contact import FIRST_SECONDS

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


def check_model(field: str, model: Any) -> None:
    """Raise ConfigError for what is no `Model`."""
    right = isinstance(getattr(model, "name", None), str) and not isinstance(model, type)
    if not right or not all(callable(getattr(model, method, None)) for method in ("reply", "facts")):
        raise ConfigError(f"{field}: expected a model with a name, reply() and facts(), got {shown(model)}")


def check_reply(model: Model, reply: Any) -> None:
    """Raise ConfigError, naming the model, for what is no `Reply` of text."""
    right = isinstance(reply, Reply) and isinstance(reply.text, str)
    if not right or any(type(one) is not int or one < 0 for one in (reply.tokens_sent, reply.tokens_received)):
        raise ConfigError(f"model {model.name}: expected a Reply of text and numbers of tokens, got {shown(reply)}")


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
    """Fields of `PromptConfig`."""


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


# ---------------------------------------------------------------------------
# Models behind an OpenAI-compatible chat endpoint: a local server or a provider's.

BASE_URL = "MUNCHKIN_LANGUAGE_URL"
KEY = "MUNCHKIN_LANGUAGE_KEY"
LOCAL = "http://127.0.0.1:8000/v1"
MOST_BYTES = 1 << 20  # of a response
AGAIN = (408, 409, 425, 429, 500, 502, 503, 504)  # status codes after which it is worth trying once more
EXPLAINED = (400, 404, 413, 422)  # status codes that explain the fault of a call
MOST_WHY = 2000  # bytes of the explanation that are read
PAUSE = 0.5  # seconds before the first repetition, doubled with each


class _Stays(HTTPRedirectHandler):
    """Handler without redirections: the key is for one host."""

    def redirect_request(self, *_: Any) -> None:
        return None


class _Limit:
    """Time limit of a call.

    When it is up the connection ends, so that an endpoint that sends a byte now and then is waited for no longer than a
    silent one: a socket's own limit is the time between two bytes.
    """

    def __init__(self, seconds: float) -> None:
        self._until = time.monotonic() + seconds
        self._socket: socket.socket | None = None
        self._lock = threading.Lock()
        self._timer = threading.Timer(seconds, self._end)
        self._timer.daemon = True

    def __enter__(self) -> "_Limit":
        self._timer.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._timer.cancel()

    @property
    def left(self) -> float:
        """Seconds."""
        return self._until - time.monotonic()

    def hold(self, connected: socket.socket) -> None:
        """Set the connection that ends when the time is up."""
        with self._lock:
            self._socket = connected
        if self.left <= 0:
            self._end()

    def _end(self) -> None:
        with self._lock:
            if self._socket is not None:
                with suppress(OSError):  # closed already
                    socket.socket.shutdown(self._socket, socket.SHUT_RDWR)


class _Call(Request):
    """A request within a limit."""

    limit: _Limit


class _Connection(HTTPConnection):
    def __init__(self, *words: Any, limit: _Limit, **settings: Any) -> None:
        super().__init__(*words, **settings)
        self.limit = limit

    def connect(self) -> None:
        super().connect()
        self.limit.hold(self.sock)


class _Secured(_Connection, HTTPSConnection):
    pass


class _Http(HTTPHandler):
    def http_open(self, request: Request) -> HTTPResponse:
        assert isinstance(request, _Call)
        return self.do_open(partial(_Connection, limit=request.limit), request)


class _Https(HTTPSHandler):
    def https_open(self, request: Request) -> HTTPResponse:
        assert isinstance(request, _Call)
        return self.do_open(partial(_Secured, limit=request.limit), request)


class Endpoint:
    """Model of a chat endpoint, asked over HTTP. Copies of a player share it: budget and key with it."""

    def __init__(
        self,
        name: str,
        base_url: str | None = None,
        *,
        key_variable: str = KEY,
        timeout: float = 60.0,
        tries: int = 3,
        first_seconds: float = FIRST_SECONDS,
        max_calls: int | None = None,
        max_total_tokens: int | None = None,
        **parameters: Any,
    ) -> None:
        """Describe the model; nothing is sent yet.

        Args:
            name: the model's name at the endpoint.
            base_url: up to `/v1`; None takes the variable MUNCHKIN_LANGUAGE_URL, or http://127.0.0.1:8000/v1.
            key_variable: the environment variable that holds the key, read at each call and written nowhere; none is
                sent if it is not set.
            timeout: seconds for a call, all its tries together.
            tries: of a call that the endpoint refuses temporarily.
            first_seconds: seconds that a match waits for its first reply, from the first request on.
            max_calls: number of calls after which no more are made; None sets no limit.
            max_total_tokens: number of tokens after which no more calls are made; None sets no limit.
            **parameters: sent with each call, such as temperature=0 or max_tokens=400.

        Raises:
            ConfigError: a value is impossible.
        """
        if not isinstance(name, str) or not name.strip():
            raise ConfigError(f"model: expected a name, as in language:NAME, got {shown(name)}")
        self.name = name
        self.base_url = _address(os.environ.get(BASE_URL, LOCAL) if base_url is None else base_url)
        if not isinstance(key_variable, str) or not key_variable:
            raise ConfigError(f"key_variable: expected the name of a variable, got {shown(key_variable)}")
        self.key_variable = key_variable
        self.timeout = _positive("timeout", timeout)
        self.tries = _count("tries", tries)
        self.first_seconds = _positive("first_seconds", first_seconds)
        self.max_calls = None if max_calls is None else _count("max_calls", max_calls)
        self.max_total_tokens = None if max_total_tokens is None else _count("max_total_tokens", max_total_tokens)
        self.parameters = _parameters(parameters)
        self.calls = 0
        self.tokens = 0
        self._lock = threading.Lock()
        self._opener = build_opener(_Stays, _Http, _Https)

    def facts(self) -> dict[str, Any]:
        """Return its facts for reports; no key."""
        budget = {"max_calls": self.max_calls, "max_total_tokens": self.max_total_tokens}
        return {"model": self.name, "base_url": self.base_url, "parameters": self.parameters, **budget}

    def reply(self, messages: Sequence[Message]) -> Reply:
        """Make one call. Raises LateReply, BudgetSpent or ModelError."""
        self._spend()
        body = json.dumps({"model": self.name, "messages": list(messages), **self.parameters}).encode()
        with _Limit(self.timeout) as limit:
            reply = self._tried(body, limit)
        with self._lock:
            self.tokens += reply.tokens_sent + reply.tokens_received
        return reply

    def _tried(self, body: bytes, limit: _Limit) -> Reply:
        for number in range(self.tries):
            try:
                return self._once(body, limit)
            except HTTPError as error:
                if error.code not in AGAIN or number + 1 == self.tries:
                    why = f"{error.code} {error.reason}{self._said(error)}"
                    raise ModelError(f"model {self.name}: the endpoint answered {why}") from None
            except (URLError, HTTPException, OSError) as error:
                reason = getattr(error, "reason", error)
                if limit.left <= 0 or isinstance(reason, TimeoutError):
                    break
                if number + 1 == self.tries:
                    raise ModelError(f"model {self.name}: no endpoint at {self.base_url} ({reason})") from None
            time.sleep(max(0.0, min(PAUSE * 2**number, limit.left)))
        raise LateReply(f"model {self.name}: no reply within {self.timeout:g} seconds")

    def _spend(self) -> None:
        """Take a call of the budget. Raises BudgetSpent if there is none left."""
        with self._lock:
            if self.max_calls is not None and self.calls >= self.max_calls:
                raise BudgetSpent(f"model {self.name}: its {self.max_calls} calls are spent")
            if self.max_total_tokens is not None and self.tokens >= self.max_total_tokens:
                raise BudgetSpent(f"model {self.name}: its {self.max_total_tokens} tokens are spent")
            self.calls += 1

    def _once(self, body: bytes, limit: _Limit) -> Reply:
        headers = {"Content-Type": "application/json", "Accept": "application/json"}
        key = self._key()
        if key:
            headers["Authorization"] = f"Bearer {key}"
        request = _Call(f"{self.base_url}/chat/completions", body, headers, method="POST")
        request.limit = limit
        if limit.left <= 0:
            raise TimeoutError
        with self._opener.open(request, timeout=limit.left) as response:
            data = response.read(MOST_BYTES + 1)
        if limit.left <= 0:
            raise TimeoutError
        if len(data) > MOST_BYTES:
            raise ModelError(f"model {self.name}: expected at most {MOST_BYTES} bytes, got more")
        return self._read(data)

    def _key(self) -> str:
        """Return the key without blanks around it, empty without one. Raises ConfigError if no header takes it."""
        key = os.environ.get(self.key_variable, "").strip()
        if not (key.isascii() and key.isprintable()):  # the libraries' errors would show it
            raise ConfigError(f"{self.key_variable}: expected printable ASCII characters, got others")
        return key

    def _said(self, error: HTTPError) -> str:
        """Return the endpoint's explanation of a call's fault, such as one that is too long.

        It has nothing that may be a key.
        """
        if error.code not in EXPLAINED:
            return ""
        try:
            text = error.read(MOST_WHY).decode(errors="replace")
        except (HTTPException, OSError):
            return ""  # only the code is reported
        key = self._key()
        return f": {shown(text.replace(key, '…') if key else text)}" if text else ""

    def _read(self, data: bytes) -> Reply:
        try:
            found = json.loads(data)
            text = _text(found["choices"][0]["message"].get("content"))
            usage = found.get("usage") or {}
            return Reply(text, _tokens(usage, "prompt_tokens"), _tokens(usage, "completion_tokens"))
        except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
            came = shown(data[:80])
            raise ModelError(f"model {self.name}: expected a chat completion, got {came} ({error})") from None


def _text(content: Any) -> str:
    """Return the words of a message, in parts or not.

    They are empty for a message with only thoughts or tool calls, which costs as much.
    """
    if content is None:
        return ""
    if isinstance(content, list):
        return "".join(part["text"] for part in content if part.get("type") == "text")
    if not isinstance(content, str):
        raise TypeError(f"content: expected text, got {shown(content)}")
    return content


def _tokens(usage: Any, name: str) -> int:
    value = usage.get(name, 0) if isinstance(usage, dict) else 0
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else 0


def _positive(field: str, value: Any) -> float:
    given = plain(value)
    if isinstance(given, bool) or not isinstance(given, int | float) or not 0 < given < 1e12:
        raise ConfigError(f"{field}: expected a number above 0, got {shown(value)}")
    return given


def _count(field: str, value: Any) -> int:
    given = plain(value)
    if isinstance(given, bool) or not isinstance(given, int) or not 0 < given < 1e12:
        raise ConfigError(f"{field}: expected a whole number above 0, got {shown(value)}")
    return given


def _address(url: Any) -> str:
    """Return the address of an endpoint, without a slash at its end. Raises ConfigError, which shows no password."""
    wanted = "base_url: expected http(s)://HOST/v1 without a password"
    if not isinstance(url, str):
        raise ConfigError(f"{wanted}, got {shown(url)}")
    try:
        parts = urlsplit(url)
        right = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError as error:  # a port that is none, half an IPv6 address
        raise ConfigError(f"{wanted}, got one that cannot be read ({error})") from None
    if not right or parts.username or parts.password:
        raise ConfigError(f"{wanted}, got {shown(parts.hostname)}")
    return url.rstrip("/")


def _parameters(parameters: dict[str, Any]) -> dict[str, Any]:
    """Return what is sent beside the model's name and the messages. Raises ConfigError for what cannot be."""
    for name, value in parameters.items():
        if name in ("model", "messages"):
            raise ConfigError(f"{name}: expected parameters beside model and messages, got {shown(value)}")
        try:
            json.dumps(value, allow_nan=False)
        except (TypeError, ValueError, RecursionError) as error:
            raise ConfigError(f"{name}: expected what JSON can hold, got {shown(value)} ({error})") from None
    return parameters
