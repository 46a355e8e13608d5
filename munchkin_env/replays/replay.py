"""Format `munchkin-replay`: writing, reading and checks.

`replay.schema.json` beside this file describes the contents.
"""

import gzip
import json
import zlib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from munchkin_env.errors import ReplayError, shown
from munchkin_env.json_schema import check, each_once
from munchkin_env.replays.snapshot import Parts

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
        except OSError as error:
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
        except (ValueError, RecursionError) as error:
            if isinstance(error, ReplayError):
                raise
            raise ReplayError(f"replay: expected JSON, got {error}") from error
        if isinstance(document, dict) and document.get("format") == FORMAT and document.get("version") != VERSION:
            raise ReplayError(f"replay.version: expected {VERSION}, got {shown(document.get('version'))}")
        check(document, schema(), ReplayError, "replay", exact=True)
        _check_references(document)
        return cls(document)

    def page(self) -> str:
        """Return a page of HTML that shows it, complete in itself: it loads nothing."""
        from munchkin_env.replays.page import page

        return page(self.packed())

    def _repr_html_(self) -> str:
        from munchkin_env.replays.page import framed

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


__all__ = ["FORMAT", "VERSION", "Replay", "schema"]
