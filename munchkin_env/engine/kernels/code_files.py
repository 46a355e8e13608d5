"""Folders of compiled code: files by name in folders that nobody else can write.

Files read here are executed, so a folder or a file that another user could have written counts as absent. No file error
stops a start: unreadable code is compiled again, code that cannot be stored is not stored, and one line on stderr
reports it.

On systems that do not report the owner of a file (Windows), the user's own cache folder is taken to be closed to
others, and no folder among temporary files is used. Not tested there.
"""

import contextlib
import errno
import hashlib
import os
import secrets
import stat
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import filelock
import platformdirs

OWNED = hasattr(os, "geteuid")
"""The system reports the owner of a file and its permissions."""

MAGIC = b"munchkin code 1\n"
SHIPPED = Path(__file__).resolve().parents[2] / "compiled"
"""Folder of compiled code in a wheel for one platform, by version; never written to."""
_DIGEST = 32
_HEAD = len(MAGIC) + _DIGEST
PATIENCE = 900.0  # seconds to wait for another process that compiles the same; then it is taken for stuck
_told: set[str] = set()


def tell(about: str, text: str) -> None:
    """One line on stderr, once in a process for each subject."""
    if about not in _told:
        _told.add(about)
        print(f"munchkin_env: {text}", file=sys.stderr, flush=True)


def say_nothing(about: str) -> None:
    """Stop `tell` from reporting a subject in this process."""
    _told.add(about)


# ------------------------------------------------------------------ who may write
def _is_own_group(group: int) -> bool:
    """The user's private group, which many systems create: nobody else is in it."""
    try:
        import grp
        import pwd

        user, entry = pwd.getpwuid(os.geteuid()), grp.getgrgid(group)
    except (ImportError, KeyError):
        return False
    return user.pw_gid == group and entry.gr_name == user.pw_name and set(entry.gr_mem) <= {user.pw_name}


def _others_may_write(facts: os.stat_result) -> bool:
    by_group = facts.st_mode & stat.S_IWGRP and not _is_own_group(facts.st_gid)
    return bool(by_group or facts.st_mode & stat.S_IWOTH)


def _why_foreign(facts: os.stat_result) -> str | None:
    """Reason why users other than this one and root may have written a file or a folder; None if they cannot."""
    if facts.st_uid not in (os.geteuid(), 0):
        return f"it belongs to user {facts.st_uid}, not to {os.geteuid()}"
    if _others_may_write(facts):
        return f"others may write it (mode {stat.S_IMODE(facts.st_mode):04o})"
    return None


@dataclass(frozen=True)
class CodeFolder:
    """Folder for compiled code.

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
        """Reason why the folder cannot be trusted; None if it can or is absent. Raises OSError if that is unknown."""
        if not OWNED:
            return None
        if self.shared:
            return self._why_not_private(self.root) or self._why_not_private(self.folder)
        try:
            here = self.folder.resolve(strict=True)
        except FileNotFoundError:
            return None
        reason = _why_foreign(here.stat())
        if reason:
            return reason
        # Others must not exchange entries below; in sticky folders they cannot. (The owner of a parent can, but not for
        # files of ours: each file's owner is checked, too.)
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
        """Create missing parts of the folder, not writable by others whatever the umask. Raises OSError."""
        mode = 0o700 if self.shared else 0o755
        for folder in (*reversed(self.folder.parents), self.folder):
            with contextlib.suppress(FileExistsError):
                if not folder.is_dir():
                    folder.mkdir(mode)


def places(version: str) -> list[CodeFolder]:
    """Folders to search for compiled code of a version, and to store it in, in this order.

    MUNCHKIN_CACHE_DIR, or else the user's cache folder, if there is one; then a private folder among temporary files.
    """
    found: list[CodeFolder] = []
    own = os.environ.get("MUNCHKIN_CACHE_DIR")
    with contextlib.suppress(RuntimeError):  # no HOME, and no user of this number
        users = Path(own).absolute() if own else platformdirs.user_cache_path("munchkin_env", appauthor=False)
        found.append(CodeFolder(users, version))
    with contextlib.suppress(OSError):  # no folder for temporary files can be written
        if OWNED:
            found.append(CodeFolder(Path(tempfile.gettempdir()) / f"munchkin_env-{os.geteuid()}", version, shared=True))
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
    """Read a file that `_write` wrote. Raises OSError or Damaged; PermissionError if others may have written it."""
    with open(path, "rb") as file:
        reason = _why_foreign(os.fstat(file.fileno())) if OWNED else None
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
    """Write a file atomically, even if the process is killed. Raises OSError."""
    unfinished = path.with_name(f"{path.name}.{secrets.token_hex(8)}.tmp")
    try:
        with open(unfinished, "xb", opener=lambda path, flags: os.open(path, flags, 0o644)) as file:
            if OWNED:
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

    def __init__(
        self, version: str, places: Callable[[str], list[CodeFolder]] = places, shipped: Path = SHIPPED
    ) -> None:
        self.version = version
        self.shipped = CodeFolder(shipped, version)
        self._find = places
        self._found: list[CodeFolder] | None = None
        self._held: dict[str, filelock.BaseFileLock] = {}  # by name: one compiles what another is made from

    @property
    def places(self) -> list[CodeFolder]:
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
        """Content stored under a name; None if unusable."""
        for place in (*self.places, self.shipped):
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
        """Code is stored under a name with this beginning."""
        for place in (*self.places, self.shipped):
            with contextlib.suppress(OSError):
                if place.why_not() is None and any(place.folder.glob(f"{start}*.code")):
                    return True
        return False

    def write(self, name: str, data: bytes) -> None:
        """Store content under a name, or report once why not."""
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
        why = "; ".join(reasons) or "there is neither a home nor a folder for temporary files"
        tell("kept", f"compiled code is not kept, so the next start compiles again: {why}")

    def tell_damage(self, path: Path | str, error: Exception) -> None:
        """Report once that a stored file is unusable."""
        tell("damaged", f"compiled code is damaged and compiled again: {path}: {error}")

    # -------------------------------------------------------------- one compiles, the others wait
    def lock(self, name: str) -> None:
        """Wait until no other process compiles the content of a name, and hold others off until `unlock`.

        The system frees the lock of a process that is killed. Where nothing can be locked, nobody waits.
        """
        self.unlock(name)
        for place in self.places:
            try:
                if place.why_not() is None:
                    place.make()
                    if place.why_not() is None:
                        self._wait(name, place.folder / f"{name}.lock")
                        return
            except OSError:
                continue  # nothing can be kept there either, or nothing can be locked

    def _wait(self, name: str, file: Path) -> None:
        """Hold the lock of a file, unless another process is stuck. Raises OSError if nothing can be locked there."""
        lock = filelock.FileLock(file, mode=0o644, thread_local=False, fallback_to_soft=False)
        try:
            try:
                lock.acquire(blocking=False)
            except filelock.Timeout:
                tell("waiting", "another process is compiling the engine; waiting for it (once for each version)")
                lock.acquire(timeout=PATIENCE)
        except filelock.Timeout:
            tell("stuck", f"another process has been compiling for {PATIENCE:.0f} s; compiling without it")
        else:
            self._held[name] = lock

    def unlock(self, name: str) -> None:
        """Release the lock."""
        if name in self._held:
            self._held.pop(name).release()

    def _sweep(self, place: CodeFolder, name: str) -> None:
        """Remove partial files of killed processes: while we hold the lock, nobody else writes this file."""
        lock = self._held.get(name)
        if lock is not None and lock.is_locked and Path(lock.lock_file).parent == place.folder:
            for left in place.folder.glob(f"{name}.*.tmp"):
                with contextlib.suppress(OSError):
                    left.unlink()
