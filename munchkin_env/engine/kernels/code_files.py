"""Where compiled code lies: files by name in folders that nobody but us can write.

What is read here is executed, so a folder or a file that another user could have written counts as absent. Nothing
that goes wrong with files stops a start: code that can't be read is compiled again, code that can't be kept is not
kept, and one line on stderr says so.
"""

import contextlib
import errno
import hashlib
import os
import secrets
import stat
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

try:
    import fcntl
    import grp
    import pwd
except ImportError:  # no POSIX system
    OWNED = False
else:
    OWNED = True
"""Whether the system tells who owns a file; where it doesn't, as on Windows, nothing is kept."""

MAGIC = b"munchkin code 1\n"
SHIPPED = Path(__file__).resolve().parents[2] / "compiled"
"""Where a wheel for one platform has compiled code, in a folder of its version; nothing is ever kept there."""
_DIGEST = 32
_HEAD = len(MAGIC) + _DIGEST
PATIENCE = 900.0  # seconds to wait for another process that compiles the same; then it is taken for stuck
_POLL = 0.05
_told: set[str] = set()
_locks: set[int] = set()  # descriptors of locks that are held


def tell(about: str, text: str) -> None:
    """One line on stderr, once in a process for each subject."""
    if about not in _told:
        _told.add(about)
        print(f"munchkin_env: {text}", file=sys.stderr, flush=True)


def say_nothing(about: str) -> None:
    """What `tell` would say about a subject is no news in this process."""
    _told.add(about)


def _forget_locks() -> None:
    """A forked child holds no lock of its parent's, whose death has to free them."""
    for descriptor in _locks:
        os.close(descriptor)
    _locks.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_locks)


# ------------------------------------------------------------------ who may write
def _is_own_group(group: int) -> bool:
    """The group of his own that many systems give each user: nobody else is in it."""
    try:
        user, entry = pwd.getpwuid(os.geteuid()), grp.getgrgid(group)
    except KeyError:
        return False
    return user.pw_gid == group and entry.gr_name == user.pw_name and set(entry.gr_mem) <= {user.pw_name}


def _others_may_write(facts: os.stat_result) -> bool:
    by_group = facts.st_mode & stat.S_IWGRP and not _is_own_group(facts.st_gid)
    return bool(by_group or facts.st_mode & stat.S_IWOTH)


def _why_foreign(facts: os.stat_result) -> str | None:
    """Why others than we and root may have written a file or a folder; None if they can't."""
    if facts.st_uid not in (os.geteuid(), 0):
        return f"it belongs to user {facts.st_uid}, not to {os.geteuid()}"
    if _others_may_write(facts):
        return f"others may write it (mode {stat.S_IMODE(facts.st_mode):04o})"
    return None


@dataclass(frozen=True)
class Place:
    """A folder that compiled code may lie in.

    shared: it lies in a folder that all users write, like /tmp, where anybody may have made it before us: it is only
    used if it is ours and closed to all others.
    """

    root: Path
    version: str
    shared: bool = False

    @property
    def folder(self) -> Path:
        return self.root / self.version

    def why_not(self) -> str | None:
        """Why the folder can't be trusted; None if it can or is not there. Raises OSError if nobody can tell."""
        if self.shared:
            return self._why_not_private(self.root) or self._why_not_private(self.folder)
        try:
            here = self.folder.resolve(strict=True)
        except FileNotFoundError:
            return None
        reason = _why_foreign(here.stat())
        if reason:
            return reason
        # Others must not exchange what lies below; in sticky folders they can't. (Whoever owns a parent can, but not
        # for files of ours: each file's owner is looked at, too.)
        for parent in here.parents:
            facts = parent.stat()
            if _others_may_write(facts) and not facts.st_mode & stat.S_ISVTX:
                return f"others may write {parent} (mode {stat.S_IMODE(facts.st_mode):04o})"
        return None

    @staticmethod
    def _why_not_private(folder: Path) -> str | None:
        """As `why_not`, for a folder of ours among those of all users: links are not followed."""
        try:
            facts = folder.lstat()
        except FileNotFoundError:
            return None
        if not stat.S_ISDIR(facts.st_mode):
            return f"{folder} is no folder"
        if facts.st_uid != os.geteuid():
            return f"{folder} belongs to user {facts.st_uid}, not to {os.geteuid()}"
        if facts.st_mode & 0o077:
            return f"{folder} is open to others (mode {stat.S_IMODE(facts.st_mode):04o})"
        return None

    def make(self) -> None:
        """Makes what is missing of the folder, closed to the writing of others whatever the umask. Raises OSError."""
        mode = 0o700 if self.shared else 0o755
        for folder in (*reversed(self.folder.parents), self.folder):
            with contextlib.suppress(FileExistsError):
                if not folder.is_dir():
                    folder.mkdir(mode)


def places(version: str) -> list[Place]:
    """Where to look for compiled code of a version, and where to keep it, in this order.

    MUNCHKIN_CACHE_DIR, or else the user's cache folder, if there is one; then a private folder among temporary files.
    """
    found: list[Place] = []
    if not OWNED:
        return found
    own = os.environ.get("MUNCHKIN_CACHE_DIR")
    if own:
        found.append(Place(Path(own).absolute(), version))
    else:
        base = os.environ.get("XDG_CACHE_HOME", "")
        with contextlib.suppress(RuntimeError):  # no HOME, and no user of this number
            # Relative paths are to be ignored, says the standard of XDG_CACHE_HOME.
            home = Path(base) if os.path.isabs(base) else Path.home() / ".cache"
            found.append(Place(home / "munchkin_env", version))
    with contextlib.suppress(OSError):  # no folder for temporary files can be written
        found.append(Place(Path(tempfile.gettempdir()) / f"munchkin_env-{os.geteuid()}", version, shared=True))
    return found


# ------------------------------------------------------------------ files
class Damaged(Exception):
    """A file that is not what was written."""


def _digest(version: str, name: str, data: bytes) -> bytes:
    """Of all that a file is for: one that was moved or renamed is no better than a damaged one."""
    digest = hashlib.blake2b(digest_size=_DIGEST)
    for part in (version.encode(), name.encode(), data):
        digest.update(len(part).to_bytes(8, "little") + part)
    return digest.digest()


def _read(path: Path, version: str, name: str) -> bytes:
    """What `_write` wrote. Raises OSError or Damaged; PermissionError if others may have written it."""
    with open(path, "rb") as file:
        reason = _why_foreign(os.fstat(file.fileno()))
        if reason:
            raise PermissionError(errno.EPERM, reason)
        content = file.read()
    if len(content) < _HEAD or not content.startswith(MAGIC):
        raise Damaged(f"expected a file of compiled code, got {len(content)} other bytes")
    data = content[_HEAD:]
    if content[len(MAGIC) : _HEAD] != _digest(version, name, data):
        raise Damaged(f"the checksum of its {len(data)} bytes is wrong")
    return data


def _write(path: Path, version: str, name: str, data: bytes) -> None:
    """Puts a file there, all of it or nothing, even if we are killed. Raises OSError."""
    unfinished = path.with_name(f"{path.name}.{secrets.token_hex(8)}.tmp")
    try:
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW
        with open(os.open(unfinished, flags, 0o644), "wb") as file:
            os.fchmod(file.fileno(), stat.S_IMODE(os.fstat(file.fileno()).st_mode) & ~0o022)
            file.write(MAGIC + _digest(version, name, data) + data)
        os.replace(unfinished, path)
    except BaseException:
        with contextlib.suppress(OSError):
            unfinished.unlink()
        raise


def _told_by(error: OSError) -> str:
    return error.strerror or str(error)


class CodeFiles:
    """Compiled functions of one version by name: read from the first place that has one, kept in the first that can.

    places: called when something is first looked for, so that a start without compiled code costs nothing.
    shipped: the folder that is looked into last, and never written.
    """

    def __init__(self, version: str, places: Callable[[str], list[Place]] = places, shipped: Path = SHIPPED) -> None:
        self.version = version
        self.shipped = Place(shipped, version)
        self._find = places
        self._found: list[Place] | None = None
        self._held: dict[str, tuple[int, Place]] = {}  # locks by name: one compiles what another is made from

    @property
    def places(self) -> list[Place]:
        if self._found is None:
            self._found = self._find(self.version)
        return self._found

    def place(self) -> Path | None:
        """The folder that new code is kept in; None if there is none. Makes it."""
        for place in self.places:
            with contextlib.suppress(OSError):
                place.make()
                if place.why_not() is None and os.access(place.folder, os.W_OK | os.X_OK):
                    return place.folder
        return None

    def read(self, name: str) -> bytes | None:
        """What was kept under a name; None if nothing can be used."""
        for place in (*self.places, self.shipped) if OWNED else ():
            path = place.folder / name
            try:
                if place.why_not() is None:
                    return _read(path, self.version, name)
            except Damaged as error:
                self.tell_damage(path, error)
            except OSError:
                continue  # not there, or nothing for us: another place, or the compiler; `write` says why
        return None

    def has(self, start: str) -> bool:
        """Whether code is kept under a name that begins so."""
        for place in (*self.places, self.shipped) if OWNED else ():
            with contextlib.suppress(OSError):
                if place.why_not() is None and any(place.folder.glob(f"{start}*.code")):
                    return True
        return False

    def write(self, name: str, data: bytes) -> None:
        """Keeps something under a name, or says once why not."""
        reasons: list[str] = []
        for place in self.places:
            try:
                reason = place.why_not()
                if reason is None:
                    place.make()
                    reason = place.why_not()
                if reason is None:
                    self._sweep(place, name)
                    _write(place.folder / name, self.version, name, data)
            except OSError as error:
                reason = _told_by(error)
            if reason is None:
                if reasons:
                    tell("kept", f"compiled code is kept in {place.folder}, {'; '.join(reasons)}")
                return
            reasons.append(f"not in {place.folder}: {reason}")
        no_place = "there is neither a home nor a folder for temporary files" if OWNED else "nobody owns files here"
        why = "; ".join(reasons) or no_place
        tell("kept", f"compiled code is not kept, so the next start compiles again: {why}")

    def tell_damage(self, path: Path | str, error: Exception) -> None:
        """Says once that something kept can't be used."""
        tell("damaged", f"compiled code is damaged and compiled again: {path}: {error}")

    # -------------------------------------------------------------- one compiles, the others wait
    def lock(self, name: str) -> None:
        """Waits until no other process compiles what is to be kept under a name, and holds it off until `unlock`.

        The system frees the lock of a process that is killed. Where nothing can be locked, nobody waits.
        """
        self.unlock(name)
        for place in self.places:
            try:
                if place.why_not() is None:
                    place.make()
                    if place.why_not() is None:
                        held = self._locked(place, name)
                        if held is not None:
                            self._held[name] = held
                        return
            except OSError:
                continue  # nothing can be kept there either

    def _locked(self, place: Place, name: str) -> tuple[int, Place] | None:
        flags = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW
        descriptor = os.open(place.folder / f"{name}.lock", flags, 0o644)
        try:
            held = _wait_for(descriptor)
        except BaseException:
            os.close(descriptor)
            raise
        if not held:
            os.close(descriptor)
            return None
        _locks.add(descriptor)
        return descriptor, place

    def unlock(self, name: str) -> None:
        """Lets the others go on."""
        descriptor, _ = self._held.pop(name, (-1, None))
        if descriptor in _locks:  # not in a child that was forked meanwhile
            _locks.remove(descriptor)
            fcntl.flock(descriptor, fcntl.LOCK_UN)  # also for copies of it in forked children
            os.close(descriptor)

    def _sweep(self, place: Place, name: str) -> None:
        """Removes what killed processes have left of the same file: while we hold the lock, nobody else writes it."""
        descriptor, where = self._held.get(name, (-1, None))
        if where == place and descriptor in _locks:
            for left in place.folder.glob(f"{name}.*.tmp"):
                with contextlib.suppress(OSError):
                    left.unlink()


def _wait_for(descriptor: int) -> bool:
    """Whether we hold the lock now: it may be that nothing can be locked there, or that the other one is stuck."""
    for _ in _patiently():
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return True
        except BlockingIOError:
            tell("waiting", "another process is compiling the engine; waiting for it (once for each version)")
        except OSError:
            return False
    tell("stuck", f"another process has been compiling for {PATIENCE:.0f} s; compiling without it")
    return False


def _patiently() -> Iterator[None]:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        yield
        time.sleep(_POLL)
