"""Tables of a server: who may see which, and games that outlive it on disk.

A token is drawn for each seat of a person and one for onlookers. Only their hashes are written down. A table has one
owner: it is read under a lock, and its log is claimed from other servers.
"""

import json
import os
import secrets
import stat
import threading
import time
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path, PurePath
from typing import Any

from munchkin_env.bots import Bot
from munchkin_env.errors import ConfigError, IllegalAction, MunchkinError, SaveError, shown
from munchkin_env.game.game import Game
from munchkin_env.game.initial_state import seed_or_drawn
from munchkin_env.observation import spec
from munchkin_env.policies import make_bot
from munchkin_env.releases import release_that_reads
from munchkin_env.replays.recorder import PUBLIC
from munchkin_env.server.live_table import LiveTable, of_a_seat
from munchkin_env.versions import RULES_VERSION

# ---------------------------------------------------------------------------
# Log of a table: the course of its game, one line per event, on disk before it is sent.
#
# The first line holds the settings, the players, and who holds which token; each further one is an entry:
#
#     {"moves": [12, 40]}         actions, in order: their seats follow from the game
#     {"back": 1}                 the last part of an action was taken back
#     {"leave": [0, "veteran"]}   a person gave the seat up to a bot
#
# A line is JSON, a space, and the checksum of the file so far (CRC-32 in 8 hexadecimal digits). A last line without
# its end was being written when the machine stopped: it was sent to nobody, and it is dropped. Any other error is
# damage, and the file is left as it is.

FORMAT = "munchkin-table"
VERSION = 2
SUFFIX = ".jsonl"
MOST_BYTES = 16 << 20  # of a file: a quick game of six has some 11 kB
MOST_OF_HEAD = 64 << 10
SAFE = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
"""Neither led elsewhere nor held up by a pipe, and bytes as they are."""

Entry = dict[str, Any]


class Journal:
    """A log that only this process appends to. Several threads may append."""

    def __init__(self, file: Path, descriptor: int, size: int, checksum: int) -> None:
        self.file = file
        self._descriptor: int | None = descriptor
        self._size = size
        """Bytes that are known to be on disk."""
        self._checksum = checksum
        self._guard = threading.Lock()

    @classmethod
    def create(cls, folder: Path, head: Entry, *entries: Entry) -> "Journal":
        """Create a log in a new file. Raises SaveError, and leaves no file, if it cannot be written."""
        file = folder / f"{secrets.token_hex(8)}{SUFFIX}"
        try:
            descriptor = os.open(file, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_APPEND | SAFE, 0o600)
        except OSError as error:
            raise SaveError(f"folder: expected one for new tables, got {shown(str(folder))} ({error})") from error
        journal = cls(file, descriptor, 0, 0)
        try:
            _claim(descriptor, file)
            for entry in ({"format": FORMAT, "version": VERSION, **head}, *entries):
                journal.append(entry)
            _sync_folder(folder)
        except BaseException:
            journal.close()
            file.unlink()
            raise
        return journal

    @classmethod
    def open(cls, file: Path) -> "tuple[Journal, Entry, list[Entry]]":
        """Return a log to append to, its first line and its entries.

        Raises SaveError for anything else, and for a log that another server writes.
        """
        descriptor = _opened(file, os.O_RDWR | os.O_APPEND)
        try:
            _claim(descriptor, file)
            lines, size, checksum = _parsed(_read(descriptor, MOST_BYTES, file), file)
            if not lines:
                raise SaveError(f"table: expected the log of a table, got an empty one in {shown(str(file))}")
            os.ftruncate(descriptor, size)
        except OSError as error:
            os.close(descriptor)
            raise SaveError(f"table: expected a readable log, got {shown(str(file))} ({error})") from error
        except BaseException:
            os.close(descriptor)
            raise
        return cls(file, descriptor, size, checksum), check_head(lines[0], file), lines[1:]

    def append(self, entry: Entry) -> None:
        """Write one entry; it is on disk when this returns.

        Raises SaveError if it cannot be: the log is then as it was, and the same entry may be tried again.
        """
        text = json.dumps(entry, ensure_ascii=True, separators=(",", ":")).encode()
        with self._guard:
            if self._descriptor is None:
                raise SaveError("table: expected one that is open, got one that was closed; open its link again")
            checksum = zlib.crc32(text, self._checksum)
            line = text + f" {checksum:08x}\n".encode()
            try:
                os.ftruncate(self._descriptor, self._size)  # possible remains of an earlier failure
                _write(self._descriptor, line)
                os.fsync(self._descriptor)
            except OSError as error:
                self._cut(self._descriptor)
                raise SaveError(f"save: expected free disk space, got {error.strerror}") from error
            self._size, self._checksum = self._size + len(line), checksum

    def sync(self) -> None:
        """Wait until the log is on disk. Raises SaveError if that fails."""
        with self._guard:
            try:
                if self._descriptor is not None:
                    os.fsync(self._descriptor)
            except OSError as error:
                raise SaveError(f"save: expected free disk space, got {error.strerror}") from error

    def _cut(self, descriptor: int) -> None:
        """Remove an incomplete line at the end; the next append tries it again if that fails, too."""
        try:
            os.ftruncate(descriptor, self._size)
        except OSError:
            return

    def __del__(self) -> None:
        self.close()

    def close(self) -> None:
        """Let others write the file."""
        with self._guard:
            if self._descriptor is not None:
                os.close(self._descriptor)
                self._descriptor = None


def read_head(file: Path) -> Entry:
    """Return the first line of a log. Raises SaveError for any other file."""
    descriptor = _opened(file, os.O_RDONLY)
    try:
        data = os.read(descriptor, MOST_OF_HEAD)
    except OSError as error:
        raise SaveError(f"table: expected a readable log, got {shown(str(file))} ({error})") from error
    finally:
        os.close(descriptor)
    first, end, _ = data.partition(b"\n")
    if not end:
        raise SaveError(f"table: expected the log of a table, got {shown(str(file))}, which has no first line")
    return check_head(_parsed(first + end, file)[0][0], file)


def check_head(head: Entry, file: Path) -> Entry:
    """Return a valid first line. Raises SaveError."""
    if head.get("format") != FORMAT:
        raise SaveError(f"table: expected the log of a table, got {shown(str(file))}")
    if head.get("version") != VERSION:
        raise SaveError(f"version: expected {VERSION}, got {shown(head.get('version'))} in {shown(str(file))}")
    kinds = {
        "rules": int, "catalogue": str, "seed": str, "settings": dict, "players": list, "names": list, "tokens": dict
    }  # fmt: skip
    for name, kind in kinds.items():
        if not isinstance(head.get(name), kind):
            raise SaveError(f"{name}: expected {kind.__name__}, got {shown(head.get(name))} in {shown(str(file))}")
    return head


def _parsed(data: bytes, file: Path) -> tuple[list[Entry], int, int]:
    """Return the lines, their number of bytes in the file, and the checksum at their end.

    Raises SaveError for damage.
    """
    lines: list[Entry] = []
    size = checksum = 0
    for number, line in enumerate(data.split(b"\n")[:-1], 1):
        text, _, told = line.rpartition(b" ")
        checksum = zlib.crc32(text, checksum)
        if told != f"{checksum:08x}".encode():
            raise SaveError(f"table: expected the log of a table, got {shown(str(file))}, damaged at line {number}")
        try:
            entry = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise SaveError(f"table: expected JSON at line {number} of {shown(str(file))}, got {error}") from error
        if not isinstance(entry, dict):
            raise SaveError(f"table: expected an object at line {number} of {shown(str(file))}, got {shown(entry)}")
        lines.append(entry)
        size += len(line) + 1
    return lines, size, checksum


def _opened(file: Path, flags: int) -> int:
    """Return a descriptor of a plain file. Raises SaveError for a link, a pipe and the like."""
    try:
        descriptor = os.open(file, flags | SAFE)
    except OSError as error:
        raise SaveError(f"table: expected a log that can be opened, got {shown(str(file))} ({error})") from error
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise SaveError(f"table: expected a plain file, got {shown(str(file))}")
    return descriptor


def _read(descriptor: int, most: int, file: Path) -> bytes:
    if os.fstat(descriptor).st_size > most:
        raise SaveError(f"table: expected a log of at most {most} bytes, got {shown(str(file))}")
    with open(descriptor, "rb", closefd=False) as found:
        return found.read(most)


def _write(descriptor: int, data: bytes) -> None:
    while data:
        data = data[os.write(descriptor, data) :]


def _claim(descriptor: int, file: Path) -> None:
    """Lock the file for this process for as long as it is open. Raises SaveError if it is another's."""
    try:
        import fcntl
    except ImportError:  # no POSIX system: nothing keeps two servers from one log
        return
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        raise SaveError(f"table: expected one of this server, got {shown(str(file))}, which another serves") from error


def _sync_folder(folder: Path) -> None:
    if os.name == "nt":  # it opens no folder, and keeps names on disk itself
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    except OSError as error:
        raise SaveError(f"folder: expected one that can be written, got {shown(str(folder))} ({error})") from error
    finally:
        os.close(descriptor)


HUMAN = "human"
TOKEN_BYTES = 18
LONGEST = 100  # characters of a possible token
IDLE = 2 * 3600.0  # seconds without an action after which a table leaves the memory; its log stays
OLD = "*.json"  # tables of an earlier format


@dataclass
class _Place:
    """A table, or the place of its log."""

    file: Path | None
    table: LiveTable | None = None
    journal: Journal | None = None
    words: list[str] = field(default_factory=list)
    """Players by seat, as `make_bot` takes them, once the table is in memory."""
    rematch: dict[int | str, str] = field(default_factory=dict)
    """Tokens of the next table of the same players, once somebody wants one."""
    lock: threading.Lock = field(default_factory=threading.Lock)
    """Lock of the thread that reads the table, or lets it go."""


class Tables:
    """All tables of a server, by token. For several threads.

    folder: folder of the games; None keeps none. hints: the bot behind the hints. timer: seconds for an action, 0 for
    no limit. Raises ConfigError for a folder that cannot be made. Files in it that are no tables are left as they are,
    and reported in `troubles`.
    """

    def __init__(self, folder: Path | None = None, hints: str = "veteran", timer: float = 0.0) -> None:
        self.folder = folder
        self.hints = hints
        self.timer = timer
        self.troubles: list[str] = []
        """A line for each file of the folder that cannot be served."""
        self._by_token: dict[str, tuple[_Place, int | str]] = {}
        """By hash of the token: the table, and a seat of it or PUBLIC."""
        self._places: list[_Place] = []
        if folder is not None:
            try:
                folder.mkdir(mode=0o700, parents=True, exist_ok=True)
                files = [*sorted(folder.glob(OLD)), *sorted(folder.glob(f"*{SUFFIX}"))]
            except OSError as error:
                raise ConfigError(f"folder: expected one that can be written, got {shown(str(folder))}") from error
            for file in files:
                try:
                    self._add(_Place(file), _tokens(read_head(file), file))
                except SaveError as error:
                    self.troubles.append(str(error))

    def open(self, game: Game, players: Sequence[str], names: Sequence[str]) -> dict[int | str, str]:
        """Open a new table; players: by seat, a bot or "human". Returns the tokens: by seat of a person, and PUBLIC.

        Raises the errors of `make_bot`, ConfigError for names that are not one a seat and, where tables are kept, for a
        game that does not come only from a seed, and SaveError if it cannot be written.
        """
        table = self._table(game, players, names)
        place = _Place(None, table, words=list(players))
        viewers: list[int | str] = [seat for seat, word in enumerate(players) if word == HUMAN]
        tokens = {viewer: secrets.token_urlsafe(TOKEN_BYTES) for viewer in [*viewers, PUBLIC]}
        hashes = {hash_of(token): viewer for viewer, token in tokens.items()}
        if self.folder is not None:
            head = _head(game)
            head |= {"players": list(players), "names": list(table.names), "tokens": hashes}
            moves = [action for _, action in game.history]
            place.journal = Journal.create(self.folder, head, *([{"moves": moves}] if moves else []))
            place.file, table.write = place.journal.file, place.journal.append
        self._add(place, hashes)
        return tokens

    def find(self, token: object) -> tuple[LiveTable, int | str] | None:
        """Return the table of a token, and its viewer; None for an unknown one.

        Two simultaneous calls get one table. Raises SaveError for a table that cannot be read.
        """
        if not self.knows(token):
            return None
        place, viewer = self._by_token[hash_of(str(token))]
        with place.lock:
            if place.table is None:
                place.journal, place.table, place.words = self._read(place)
                place.table.rematch = place.rematch
            place.table.used = time.monotonic()
            return place.table, viewer

    def knows(self, token: object) -> bool:
        """Return True if it is the token of a table, even of one that cannot be read."""
        short = isinstance(token, str) and len(token) <= LONGEST and token.isascii()
        return short and hash_of(str(token)) in self._by_token

    def leave(self, table: LiveTable, seat: int) -> None:
        """Give a person's seat up to the bot behind the hints.

        Raises IllegalAction if it is a bot's, SaveError if that cannot be written.
        """
        table.leave(seat, called(self.hints), self.hints)
        next(place for place in self._places if place.table is table).words[seat] = self.hints

    def rematch(self, table: LiveTable, seat: int) -> str:
        """Open the next table of the same players, if it is not open yet; return the seat's token.

        Raises IllegalAction while the game goes on and for a seat that is a bot's, SaveError if the new table cannot be
        written.
        """
        table.check_over("rematch")
        if table.bots[seat] is not None:
            raise IllegalAction(f"rematch: expected the seat of a person, got seat {seat}, which a bot has")
        if not table.rematch:
            place = next(place for place in self._places if place.table is table)
            game = Game(seed=seed_or_drawn(None), **table.game.config.as_dict())
            table.rematch = place.rematch = self.open(game, place.words, table.names)
        return table.rematch[seat]

    def keep(self, table: LiveTable) -> None:
        """Ensure that all events at a table are on disk, as they should be anyway. Raises SaveError."""
        for place in self._places:
            if place.table is table and place.journal is not None:
                place.journal.sync()

    def running(self) -> list[LiveTable]:
        """Return the tables in memory."""
        return [place.table for place in self._places if place.table is not None]

    def idle(self, idle: float = IDLE, now: Callable[[], float] = time.monotonic) -> list[LiveTable]:
        """Return the tables without an action for so long."""
        return [table for table in self.running() if now() - table.used > idle]

    def let_go(self, table: LiveTable) -> None:
        """Remove a table from memory: its log stays, and the next request for it reads it again.

        One without a log is gone.
        """
        for place in [place for place in self._places if place.table is table]:
            with place.lock:
                place.table = None
                if place.journal is not None:
                    place.journal.close()
                    place.journal = None
            if place.file is None:
                self._places.remove(place)
                self._by_token = {known: one for known, one in self._by_token.items() if one[0] is not place}

    def _add(self, place: _Place, tokens: dict[str, int | str]) -> None:
        known = [self._by_token[token][0].file for token in tokens if token in self._by_token]
        if known:
            raise SaveError(
                f"tokens: expected those of one table, got {shown(str(place.file))}, a copy of {shown(str(known[0]))}"
            )
        self._places.append(place)
        self._by_token |= {token: (place, viewer) for token, viewer in tokens.items()}

    def _table(self, game: Game, players: Sequence[str], names: Sequence[str]) -> LiveTable:
        played = spec(**game.config.as_dict())
        made: dict[str, Bot] = {}
        for word in {*players, self.hints} - {HUMAN}:
            made[word] = make_bot(word, for_game=played, transfer=False)
            made[word].check(played)
        bots = [None if word not in made else of_a_seat(made[word]) for word in players]
        table = LiveTable(game, bots, made[self.hints], names, [called(word) for word in players])
        table.timer = self.timer
        return table

    def _read(self, place: _Place) -> tuple[Journal, LiveTable, list[str]]:
        """Return a table by its log, with its players, and the log, which is this server's from now on.

        Raises SaveError.
        """
        assert place.file is not None
        journal, head, entries = Journal.open(place.file)
        try:
            _tokens(head, place.file)
            game, players = _played(head, entries)
            table = self._table(game, players, head["names"])
        except (MunchkinError, TypeError, ValueError, KeyError) as error:
            journal.close()
            raise SaveError(f"table: expected a game in {shown(str(place.file))}, got {error}") from error
        table.write = journal.append
        return journal, table, players


def _head(game: Game) -> Entry:
    """Return the beginning of a game as a log entry. Raises ConfigError for one that is not dealt from a seed alone."""
    if game.seed is None:
        raise ConfigError(f"game: expected one that is dealt from a seed, got {game!r}")
    return {
        "rules": RULES_VERSION, "catalogue": game.catalogue.hash, "seed": str(game.seed),
        "settings": game.config.as_dict(),
    }  # fmt: skip


def _played(head: Entry, entries: Sequence[Entry]) -> tuple[Game, list[str]]:
    """Return the game of a log, played again, and its present players.

    Raises SaveError for invalid entries, and the errors of `Game`.
    """
    if head["rules"] != RULES_VERSION:
        raise SaveError(
            f"rules: expected {RULES_VERSION}, got {head['rules']}; {release_that_reads(rules=head['rules'])}"
        )
    game, players, moves = Game(seed=int(head["seed"]), **head["settings"]), list(head["players"]), list[int]()
    if game.catalogue.hash != head["catalogue"]:
        raise SaveError(f"catalogue: expected {game.catalogue.hash[:12]}…, got {shown(head['catalogue'])}")
    for entry in entries:
        match entry:
            case {"moves": list(more)}:
                moves += more
            case {"back": 1} if moves:
                moves.pop()
            case {"leave": [int(seat), str(word)]} if 0 <= seat < len(players):
                players[seat] = word
            case _:
                raise SaveError(f"entry: expected moves, back or leave, got {shown(entry)}")
    for action in moves:
        game.step(action)
    return game, players


def _tokens(head: Entry, file: Path) -> dict[str, Any]:
    """Return the holder of each token, by the first line of a log. Raises SaveError."""
    seats = len(head["players"])
    for viewer in head["tokens"].values():
        if viewer != PUBLIC and not (type(viewer) is int and 0 <= viewer < seats):
            raise SaveError(f"tokens: expected seats and {PUBLIC!r}, got {shown(viewer)} in {shown(str(file))}")
    return dict(head["tokens"])


def called(word: str) -> str:
    """Return a player's name as guests see it: of a policy's file its name, not its path on this machine."""
    return PurePath(word).name


def hash_of(token: str) -> str:
    """Return the stored form of a token."""
    return sha256(token.encode()).hexdigest()
