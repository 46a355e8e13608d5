"""Players in processes of their own: `python players.py NAME [FILE]`. One that plays, and those that behave badly.

They import nothing of the package: what they know is what they are told.
"""

import json
import os
import signal
import sys
import time


def said() -> dict:
    line = sys.stdin.readline()
    if not line:
        sys.exit(0)
    return json.loads(line)


def say(**message: object) -> None:
    print(json.dumps(message), flush=True)


def ready(observation: str = "sparse") -> None:
    assert said()["type"] == "hello"
    say(type="ready", name="first", observation=observation)


def questions():
    while True:
        message = said()
        if message["type"] == "act":
            yield message


def answer(message: dict, action: object) -> None:
    say(type="answer", id=message["id"], action=action)


def first(observation: str) -> None:
    """Take the first legal action, and write down the messages that it got."""
    ready(observation)
    with open(sys.argv[2], "a") as log:
        while True:
            message = said()
            log.write(json.dumps(message) + "\n")
            log.flush()
            if message["type"] == "act":
                answer(message, message["legal"][0])


def draws() -> None:
    """By its chance."""
    ready("text")
    for message in questions():
        answer(message, message["legal"][int(message["chance"] * len(message["legal"]))])


def remembers() -> None:
    """Writes down by its own number all that it is asked."""
    ready()
    with open(os.path.join(sys.argv[2], str(os.getpid())), "w") as log:
        for message in questions():
            log.write(json.dumps(message) + "\n")
            log.flush()
            answer(message, message["legal"][0])


def environment() -> None:
    """Writes down what it finds in its environment."""
    with open(sys.argv[2], "w") as log:
        json.dump(dict(os.environ), log)
    ready()
    time.sleep(600)


def burn(message: dict) -> None:
    while True:
        pass


def grow(message: dict) -> None:
    held = []
    while True:
        held.append(bytearray(1 << 24))


def after(misdeed) -> None:
    """Play ten actions, then misbehave."""
    ready()
    for number, message in enumerate(questions()):
        if number == 10:
            misdeed(message)
        else:
            answer(message, message["legal"][0])


def write(data: bytes) -> None:
    os.write(1, data)


def flood(message: dict) -> None:
    while True:
        write(b"x" * 65536)


def chatter(message: dict) -> None:
    while True:
        write(b'{"type":"answer","id":0,"action":1}\n' * 1000)


def deaf(message: dict) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    time.sleep(600)


def parent(message: dict) -> None:
    """Leave a child behind that holds the pipe open, and write down its number."""
    child = os.fork()
    if child == 0:
        time.sleep(600)
    with open(sys.argv[2], "w") as file:
        file.write(str(child))
    os._exit(7)


def close_output(message: dict) -> None:
    os.close(1)
    time.sleep(600)


MISDEEDS = {
    "burns": burn,
    "grows": grow,
    "late": lambda message: time.sleep(600),
    "deaf": deaf,
    "flood": flood,
    "chatter": chatter,
    "parent": parent,
    "closed": close_output,
    "dies": lambda message: os._exit(3),
    "binary": lambda message: write(b"\xff\xfe\x00\n"),
    "words": lambda message: write(b"I pass\n"),
    "list": lambda message: write(b"[1]\n"),
    "nan": lambda message: write(b'{"type":"answer","id":11,"action":NaN}\n'),
    "deep": lambda message: write(b"[" * 100_000 + b"\n"),
    "huge": lambda message: write(b'{"type":"answer","id":11,"action":' + b"9" * 5000 + b"}\n"),
    "true": lambda message: answer(message, True),
    "half": lambda message: answer(message, 1.5),
    "word": lambda message: answer(message, "1"),
    "none": lambda message: answer(message, None),
    "illegal": lambda message: answer(message, min(set(range(1000)) - set(message["legal"]))),
    "negative": lambda message: answer(message, -1),
    "other": lambda message: say(type="answer", id=message["id"] + 1, action=message["legal"][0]),
    "twice": lambda message: (answer(message, message["legal"][0]), answer(message, message["legal"][0])),
    "unasked": lambda message: say(type="hello"),
}


def begins(line: dict | bytes) -> None:
    said()
    if isinstance(line, bytes):
        write(line)
    else:
        say(**line)
    time.sleep(600)


BEGINNINGS = {
    "silent": b"",
    "no-ready": {"type": "answer"},
    "no-name": {"type": "ready", "observation": "flat"},
    "long-name": {"type": "ready", "name": "x" * 61, "observation": "flat"},
    "control-name": {"type": "ready", "name": "a\x1b[31m", "observation": "flat"},
    "position": {"type": "ready", "name": "spy", "observation": "position"},
    "list-observation": {"type": "ready", "name": "spy", "observation": ["flat"]},
}

PLAYING = {"draws": draws, "remembers": remembers, "environment": environment}

if __name__ == "__main__":
    what = sys.argv[1]
    if what in MISDEEDS:
        after(MISDEEDS[what])
    elif what in BEGINNINGS:
        begins(BEGINNINGS[what])
    elif what in PLAYING:
        PLAYING[what]()
    else:
        first(what)
