"""Log of a table: the course of its game, one line per event, on disk before it is sent.

The first line holds the settings, the players, and who holds which token; each further one is an entry:

    {"moves": [12, 40]}            actions, in order: their seats follow from the game
    {"back": 1}                    the last part of an action was taken back
    {"leave": [0, "veteran"]}      a person gave the seat up to a bot

A line is JSON, a space, and the checksum of the file so far (CRC-32 in 8 hexadecimal digits). A last line without its
end was being written when the machine stopped: it was sent to nobody, and it is dropped. Any other error is damage, and
the file is left as it is.
"""

import json
import os
import secrets
import stat
import threading
import zlib
from pathlib import Path
from typing import Any

from munchkin_env.errors import SaveError, shown

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
        """Return a log to append to, its first line and its entries. Raises SaveError for anything else, and for a log
        that another server writes."""
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
        """Write one entry; it is on disk when this returns. Raises SaveError if it cannot be: the log is then as it
        was, and the same entry may be tried again."""
        text = json.dumps(entry, ensure_ascii=True, separators=(",", ":")).encode()
        with self._guard:
            if self._descriptor is None:
                raise SaveError("table: expected one that is open, got one that was left alone; open its link again")
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


__all__ = ["SUFFIX", "Entry", "Journal", "read_head"]
