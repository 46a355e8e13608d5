"""Format `munchkin-replay`: writing, reading and checks.

`replay.schema.json` beside this file describes the contents.
"""

import base64
import gzip
import html
import json
import re
import zlib
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Any

from munchkin_env.errors import MunchkinError, ReplayError, shown
from munchkin_env.game.game import Game
from munchkin_env.json_schema import check, check_writable, each_once
from munchkin_env.releases import release_that_reads
from munchkin_env.replays.snapshot import Parts
from munchkin_env.versions import RULES_VERSION

# ---------------------------------------------------------------------------
# Page that shows a replay: one file of HTML, built from `web/` by `make table`, with the replay in it.
#
# It loads nothing: no script, style, font or picture comes from elsewhere; its content-security policy forbids it.

ASSET = "page.html.gz"
DATA = "<!--replay-->"
POLICY = "<!--policy-->"
HEIGHT = 900  # pixels of a page within a notebook


def page(packed: bytes) -> str:
    """Return the page with a replay in it. packed: as `Replay.packed` writes it."""
    data = base64.b64encode(packed).decode()
    found = with_policy(asset(), "connect-src 'none'")
    return found.replace(DATA, f'<script type="text/plain" id="replay">{data}</script>', 1)


def framed(text: str, title: str) -> str:
    """Return a page within another one, which it cannot reach: for notebooks."""
    return (
        f'<iframe title="{html.escape(title)}" sandbox="allow-scripts" '
        f'style="width:100%;height:{HEIGHT}px;border:0" srcdoc="{html.escape(text)}"></iframe>'
    )


def with_policy(text: str, connect: str) -> str:
    """Return the page with its content-security policy: only its own script and style, and the targets in `connect`."""
    policy = (
        f"default-src 'none'; base-uri 'none'; form-action 'none'; img-src data:; {connect}; "
        f"script-src {_hashes(text, 'script')}; style-src {_hashes(text, 'style')}"
    )
    return text.replace(POLICY, f'<meta http-equiv="Content-Security-Policy" content="{policy}">', 1)


def _hashes(text: str, tag: str) -> str:
    inner = re.findall(rf"<{tag}[^>]*>(.*?)</{tag}>", text, re.DOTALL)
    return " ".join(f"'sha256-{base64.b64encode(sha256(one.encode()).digest()).decode()}'" for one in inner)


@cache
def asset() -> str:
    """Return the page as it was built."""
    return gzip.decompress(files("munchkin_env.replays").joinpath(ASSET).read_bytes()).decode("utf-8")


FORMAT = "munchkin-replay"
VERSION = 1
MOST_BYTES = 64 << 20  # of a file, unpacked: a default game has some 2 MB
MOST_RATIO, LEAST = 100, 1 << 20  # largest gain of gzip, and bytes up to which it may gain more: usually 13 times
MOST_VALUES = 2_000_000  # of a file: a default game has some 200,000
GZIP = b"\x1f\x8b"


class Replay:
    """A game, moment by moment, as one viewer saw it. `document` is the JSON that is written.

    `Replay.read(path)` and `Replay.parse(data)` check it; the output of a `Recorder` needs no check.
    `munchkin_env.Game` and `evaluate(record=…)` make replays.

    Examples:
        >>> import munchkin_env as mk
        >>> game = mk.Game(seed=7)
        >>> for _ in range(8):
        ...     game.step(game.legal_actions()[0])
        >>> replay = game.replay(seat=0)  # as seat 0 sees it
        >>> replay
        <Replay of player 0, player 1, player 2, player 3: 4 frames, seat 0>
        >>> mk.Replay.parse(replay.packed()).as_json() == replay.as_json()
        True
    """

    def __init__(self, document: Parts) -> None:
        """Wrap a document without checking it; `read` and `parse` check.

        Args:
            document: the JSON that is written.
        """
        self.document = document

    def __len__(self) -> int:
        """Number of frames: the decisions and the end, for a viewer of everything."""
        return len(self.document["frames"])

    def __repr__(self) -> str:
        viewer = self.document["viewer"]
        eyes = "everything" if viewer is None else f"seat {viewer}" if isinstance(viewer, int) else viewer
        return f"<Replay of {', '.join(self.document['names'])}: {len(self)} frames, {eyes}>"

    def moments(self) -> Iterator[Parts]:
        """Yield each frame with all its parts: {"public": …, "private": {seat: …}} and, as written, the rest."""
        public: Parts = {}
        private: dict[str, Parts] = {}
        for frame in self.document["frames"]:
            public = {**public, **frame.get("public", {})}
            for seat, parts in frame.get("private", {}).items():
                private = {**private, seat: {**private.get(seat, {}), **parts}}
            yield {**frame, "public": public, "private": private}

    def as_json(self) -> str:
        """Return the document on one line; equal replays are equal texts."""
        return json.dumps(self.document, ensure_ascii=False, separators=(",", ":"), sort_keys=True)

    def packed(self) -> bytes:
        """Return `as_json`, gzipped; the same bytes at any time."""
        return gzip.compress(self.as_json().encode(), 9, mtime=0)

    def write(self, path: str | Path) -> None:
        """Write the file, gzipped if its name ends in .gz.

        Args:
            path: of the file.

        Raises:
            ReplayError: the file cannot be written.
        """
        data = self.packed() if str(path).endswith(".gz") else self.as_json().encode()
        try:
            Path(path).write_bytes(data)
        except (OSError, ValueError) as error:
            raise ReplayError(f"file: expected one that can be written, got {shown(str(path))} ({error})") from error

    @classmethod
    def read(cls, path: str | Path) -> "Replay":
        """Return the replay in a file, plain or gzipped.

        Args:
            path: of the file.

        Raises:
            ReplayError: the file is missing, too large, damaged or no replay.
        """
        try:
            if not Path(path).is_file():
                raise ReplayError(f"file: expected a replay, got {shown(str(path))}, which is no file")
            if Path(path).stat().st_size > MOST_BYTES:
                raise ReplayError(f"file: expected a replay of at most {MOST_BYTES} bytes, got {shown(str(path))}")
            data = Path(path).read_bytes()
        except (OSError, ValueError) as error:
            if isinstance(error, ReplayError):
                raise
            raise ReplayError(f"file: expected a replay, got {shown(str(path))} ({error})") from error
        return cls.parse(data)

    @classmethod
    def parse(cls, data: bytes) -> "Replay":
        """Return the replay in these bytes, plain or gzipped.

        Args:
            data: the contents of a file.

        Raises:
            ReplayError: they are no valid replay; the message names the place.
        """
        if not isinstance(data, bytes):
            raise ReplayError(f"replay: expected bytes, got {shown(data)}")
        try:
            text = _unpacked(data)
            _check_size(text)
            document = json.loads(text.decode("utf-8"), object_pairs_hook=each_once, parse_constant=_no_number)
            check_writable(document)
            if isinstance(document, dict) and document.get("format") == FORMAT and document.get("version") != VERSION:
                raise ReplayError(f"replay.version: expected {VERSION}, got {shown(document.get('version'))}")
            check(document, schema(), ReplayError, "replay", exact=True)
            _check_references(document)
        except (ValueError, RecursionError) as error:
            if isinstance(error, ReplayError):
                raise
            raise ReplayError(f"replay: expected JSON, got {error}") from error
        return cls(document)

    def page(self) -> str:
        """Return a page of HTML that shows it, complete in itself: it loads nothing."""
        return page(self.packed())

    def _repr_html_(self) -> str:
        return framed(self.page(), repr(self))


@cache
def schema() -> dict[str, Any]:
    """Return the JSON Schema of the format."""
    found: dict[str, Any] = json.loads(files("munchkin_env.replays").joinpath("replay.schema.json").read_text("utf-8"))
    return found


def _unpacked(data: bytes) -> bytes:
    """Return the unpacked bytes. Raises ReplayError for damaged ones, or those that would grow too large."""
    if not data.startswith(GZIP):
        return data
    most = min(MOST_BYTES, max(LEAST, MOST_RATIO * len(data)))
    unpacker = zlib.decompressobj(wbits=31)
    try:
        text = unpacker.decompress(data, most)
    except zlib.error as error:
        raise ReplayError(f"replay: expected gzipped JSON, got {error}") from error
    if not unpacker.eof:
        raise ReplayError(f"replay: expected gzipped JSON of at most {most} bytes, got more, or a part of it")
    if unpacker.unused_data:
        raise ReplayError(f"replay: expected gzipped JSON, got {len(unpacker.unused_data)} bytes after it")
    return text


def _check_size(text: bytes) -> None:
    """Check the text's length and number of values before it is parsed. Raises ReplayError."""
    if len(text) > MOST_BYTES:
        raise ReplayError(f"replay: expected at most {MOST_BYTES} bytes, got {len(text)}")
    values = sum(text.count(sign) for sign in (b",", b"[", b"{"))
    if values > MOST_VALUES:
        raise ReplayError(f"replay: expected at most {MOST_VALUES} values, got up to {values}")


def _no_number(word: str) -> Any:
    raise ReplayError(f"replay: expected numbers of JSON, got {word}")


SEATS = ("seat", "asked", "turn_seat", "leader", "helper", "viewer")
CARDS = ("card", "door", "room")
CARD_LISTS = ("with", "aside", "spoils", "for_players", "for_monsters", "pile0", "pile1", "pile2", "pile3")
BY_SEAT = (".private", ".known", ".escape")


def _check_references(document: Parts) -> None:
    """Raise ReplayError for a seat or a card that is not in this game, and for a first frame that leaves parts out."""
    seats, cards = len(document["names"]), len(document["cards"])
    if len(document["players"]) != seats:
        raise ReplayError(f"replay.players: expected one for each of {seats} names, got {len(document['players'])}")
    if any(card is None for card in document["cards"][1:]):
        raise ReplayError("replay.cards: expected none but the first to be null, got another")
    wanted = {"moment", "combat", "middle", "decks", "chances", *(f"seat{p}" for p in range(seats))}
    missing = wanted - set(document["frames"][0].get("public", ()))
    if missing:
        raise ReplayError(f"replay.frames[0].public: expected all parts, got none of {', '.join(sorted(missing))}")
    _check_seats(document["viewer"], "replay.viewer", seats)
    for i, frame in enumerate(document["frames"]):
        _check_part(frame, f"replay.frames[{i}]", seats, cards)


def _check_part(part: Any, where: str, seats: int, cards: int) -> None:
    for name, value in part.items() if isinstance(part, dict) else enumerate(part):
        place = f"{where}.{name}" if isinstance(part, dict) else f"{where}[{name}]"
        if where.endswith(BY_SEAT) and str(name) not in map(str, range(seats)):
            raise ReplayError(f"{place}: expected a seat from 0 to {seats - 1}, got {shown(name)}")
        if name in SEATS:
            _check_seats(value, place, seats)
        elif name in CARDS:
            _check_cards([value], place, cards)
        elif name in CARD_LISTS or where.endswith((".known", ".tops")):
            _check_cards(value, place, cards)
        elif isinstance(name, str) and name.startswith("seat") and int(name.removeprefix("seat")) >= seats:
            raise ReplayError(f"{place}: expected seats 0 to {seats - 1}, got one more")
        if isinstance(value, dict | list):
            _check_part(value, place, seats, cards)


def _check_seats(value: Any, where: str, seats: int) -> None:
    if isinstance(value, int) and value >= seats:
        raise ReplayError(f"{where}: expected a seat from 0 to {seats - 1}, got {value}")


def _check_cards(values: list[Any], where: str, cards: int) -> None:
    for value in values:
        if isinstance(value, int) and value >= cards:
            raise ReplayError(f"{where}: expected a card from 1 to {cards - 1}, got {value}")


# ---------------------------------------------------------------------------
# Playback of a replay: the game itself, from its seed, its settings and its actions.


def game_of(replay: Replay) -> Game:
    """Return the game of a replay, at its last frame.

    Raises ReplayError for a replay that leaves out others' knowledge, and for one of other rules or cards.
    """
    document = replay.document
    if document["viewer"] is not None or document["seed"] is None:
        raise ReplayError(f"viewer: expected a replay of everything, with its seed, got {replay!r}")
    told = document["versions"]["rules"]
    if told != RULES_VERSION:
        raise ReplayError(f"versions.rules: expected {RULES_VERSION}, got {told}; {release_that_reads(rules=told)}")
    try:
        game = Game(seed=int(document["seed"]), **document["settings"])
        if game.catalogue.hash != document["catalogue"]:
            raise ReplayError(f"catalogue: expected {game.catalogue.hash}, got {document['catalogue']}")
        for decision in (frame.get("decision", {}) for frame in document["frames"]):
            if "answer" in decision:
                game.step(decision["answer"])
    except (MunchkinError, TypeError, ValueError) as error:
        if isinstance(error, ReplayError):
            raise
        raise ReplayError(f"replay: expected a game that can be played again, got {error}") from error
    return game
