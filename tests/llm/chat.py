"""A chat endpoint on this machine, as OpenAI-compatible servers are, behind which a script speaks."""

import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Say = Callable[[list[dict[str, str]]], "str | bytes | int | float | tuple[int, bytes]"]
"""Of a conversation: the reply; raw bytes in place of a completion; a status, with a body or not; or seconds to be
silent."""


class Chat:
    """A request that the endpoint got."""

    def __init__(self, say: Say) -> None:
        self.say = say
        self.requests: list[dict[str, Any]] = []
        self.keys: list[str | None] = []
        self.url = ""


USAGE = {"prompt_tokens": 100, "completion_tokens": 5, "total_tokens": 105}


def completion(said: object) -> bytes:
    """A whole reply of the protocol."""
    choice = {"index": 0, "message": {"role": "assistant", "content": said}, "finish_reason": "stop"}
    return json.dumps({**head("chat.completion"), "choices": [choice], "usage": USAGE}).encode()


def streamed(said: object) -> bytes:
    """The same as events: the reply in two pieces, the end, what it cost."""
    text = str(said)
    parts = [{"role": "assistant", "content": text[:1]}, {"content": text[1:]}, {}]
    ends = [None, None, "stop"]
    choices = [[{"index": 0, "delta": part, "finish_reason": end}] for part, end in zip(parts, ends, strict=True)]
    chunks = [{**head("chat.completion.chunk"), "choices": one} for one in choices]
    chunks.append({**head("chat.completion.chunk"), "choices": [], "usage": USAGE})
    return b"".join(f"data: {json.dumps(one)}\n\n".encode() for one in chunks) + b"data: [DONE]\n\n"


def head(kind: str) -> dict[str, Any]:
    return {"id": "chat-1", "object": kind, "created": 0, "model": "script"}


@contextmanager
def endpoint(say: Say) -> Iterator[Chat]:
    """The endpoint, as long as it is used."""
    chat = Chat(say)

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            chat.requests.append(asked)
            chat.keys.append(self.headers.get("Authorization"))
            said = chat.say(asked["messages"])
            if isinstance(said, float):
                time.sleep(said)
                said = "1"
            status, said = said if isinstance(said, tuple) else (said if isinstance(said, int) else 200, said)
            streams = bool(asked.get("stream"))
            data = said if isinstance(said, bytes) else streamed(said) if streams else completion(said)
            try:
                self.send_response(status)
                self.send_header("Content-Type", "text/event-stream" if streams else "application/json")
                self.send_header("Content-Length", str(len(data)))
                if status == 302:
                    self.send_header("Location", "/elsewhere")
                self.end_headers()
                self.wfile.write(data)
            except (BrokenPipeError, ConnectionResetError):
                pass  # who asked has given up

        def log_message(self, format: str, *args: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    chat.url = f"http://127.0.0.1:{server.server_address[1]}/v1"
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield chat
    finally:
        server.shutdown()
        server.server_close()


@contextmanager
def dripping(data: bytes) -> Iterator[str]:
    """The address of an endpoint that sends these bytes one by one, with pauses, to the first client."""
    ended = threading.Event()
    with socket.create_server(("127.0.0.1", 0)) as server:

        def drip() -> None:
            connected, _ = server.accept()
            with connected:
                connected.recv(1 << 16)
                for byte in data:
                    try:
                        connected.sendall(bytes([byte]))
                    except OSError:
                        return  # who asked has given up
                    if ended.wait(0.02):
                        return

        thread = threading.Thread(target=drip, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.getsockname()[1]}/v1"
        finally:
            ended.set()
            thread.join(timeout=10)
