"""Machines of one network on this one: namespaces of Linux, which have all to themselves but the disk.

Each machine has its own network card and address on a common switch, its own processes, hostname and shared memory, so
that Ray's nodes meet only over TCP. To lose a machine is to pull its plug: the cable first, then everything that ran
there. Needs Linux, root, iproute2 and util-linux; nothing of it outlives the process that made it.
"""

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

NETWORK = "10.77.0."
CARD = "eth0"
# Until the process that made them is gone, and with it the pipe. Under `wait` the first process takes in the orphans
# of all others, as a machine's init does.
_IDLE = "cat <&0 >/dev/null & wait $!"
# Ray keeps its sockets and the address of "auto" there.
_PRIVATE = "mkdir -p /tmp/ray && mount -t tmpfs tmpfs /tmp/ray && mount -t tmpfs tmpfs /dev/shm"
_ALONE = ("--net", "--mount", "--uts", "--ipc", "--pid")


def missing() -> str:
    """Return the reason why no machines can be made here; empty if there is none."""
    if sys.platform != "linux":
        return "namespaces need Linux"
    for tool in ("ip", "unshare", "nsenter"):
        if shutil.which(tool) is None:
            return f"expected {tool} (Debian: iproute2, util-linux), found none"
    tried = subprocess.run(["unshare", *_ALONE, "--fork", "true"], capture_output=True, text=True)
    return f"namespaces need root (sudo): {tried.stderr.strip()}" if tried.returncode else ""


class _Namespaces:
    """A process that holds them open."""

    def __init__(self, *kinds: str, begins: str) -> None:
        script = f"{{ {begins} && echo up; }} || exit 1; {_IDLE}"
        self._holder = subprocess.Popen(
            ["unshare", *kinds, "--fork", "--kill-child", "bash", "-c", script],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        assert self._holder.stdout is not None
        if self._holder.stdout.readline() != "up\n":
            raise RuntimeError(f"expected namespaces {' '.join(kinds)} to come up with {begins!r}, got none")
        children = Path(f"/proc/{self._holder.pid}/task/{self._holder.pid}/children").read_text(encoding="ascii")
        self.pid = int(children.split()[0])

    def end(self) -> None:
        """Ends whatever lives in them, at once."""
        self._holder.kill()
        self._holder.wait()


class Machine:
    """One machine of a `Network`."""

    def __init__(self, name: str, address: str, cable: str, switch: _Namespaces, env: Mapping[str, str]) -> None:
        self.name = name
        self.address = address
        self.env = dict(env)
        self._switch = switch
        self._cable = cable
        begins = f"mount -t proc proc /proc && hostname {name} && {_PRIVATE} && ip link set lo up"
        self._inside = _Namespaces(*_ALONE, begins=begins)
        inner, outer = str(self._inside.pid), str(switch.pid)
        _ip("link", "add", CARD, "netns", inner, "type", "veth", "peer", "name", cable, "netns", outer)
        _ip("link", "set", cable, "master", "switch", "up", at=switch.pid)
        _ip("addr", "add", f"{address}/24", "dev", CARD, at=self._inside.pid)
        _ip("link", "set", CARD, "up", at=self._inside.pid)

    def command(self, *words: str) -> list[str]:
        """The command line that runs `words` there."""
        return ["nsenter", "--target", str(self._inside.pid), *_ALONE, *words]

    def run(self, *words: str, **env: str) -> str:
        """Return the output of `words`, run there to their end. Raises CalledProcessError."""
        done = subprocess.run(
            self.command(*words), env={**self.env, **env}, check=True, text=True, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )  # fmt: skip
        return done.stdout

    def start(self, *words: str, log: Path) -> "subprocess.Popen[bytes]":
        """`words`, begun there; what they print goes to the end of `log`."""
        with log.open("ab") as file:
            return subprocess.Popen(self.command(*words), env=self.env, stdout=file, stderr=subprocess.STDOUT)

    def processes(self, title: str) -> list[int]:
        """Its processes of whose title this is a part, by their numbers there."""
        found = subprocess.run(self.command("pgrep", "-f", title), text=True, stdout=subprocess.PIPE)
        return [int(pid) for pid in found.stdout.split()]

    def traffic(self) -> int:
        """Bytes that have come in by its card and gone out."""
        (card,) = json.loads(self.run("ip", "-json", "-statistics", "link", "show", CARD))
        return sum(int(card["stats64"][way]["bytes"]) for way in ("rx", "tx"))

    def lose(self) -> None:
        """Pull the plug: nobody hears of it any more, then all that ran there is gone."""
        _ip("link", "delete", self._cable, at=self._switch.pid)
        self._inside.end()


class Network:
    """A switch and the machines at it. Raises CalledProcessError or RuntimeError where they can't be made."""

    def __init__(self, env: Mapping[str, str]) -> None:
        self._env = dict(env)
        self._machines: dict[str, Machine] = {}
        self._switch = _Namespaces("--net", begins="ip link add switch type bridge && ip link set switch up")

    def machine(self, name: str, number: int) -> Machine:
        """A machine that is switched on, with an address of this number (2 to 254); one of the same name must be
        lost."""
        made = Machine(name, f"{NETWORK}{number}", f"to{number}", self._switch, self._env)
        self._machines[name] = made
        return made

    def end(self) -> None:
        """Switches everything off."""
        for machine in self._machines.values():
            machine._inside.end()
        self._switch.end()


@contextmanager
def network(env: Mapping[str, str] = os.environ) -> Iterator[Network]:
    """A network for as long as the block lasts; `env`: what all that runs on its machines finds."""
    made = Network(env)
    try:
        yield made
    finally:
        made.end()


def until(what: str, holds: Callable[[], bool], seconds: float) -> float:
    """Waits until it holds; returns for how many seconds. Raises TimeoutError."""
    began = time.monotonic()
    while not holds():
        if time.monotonic() - began > seconds:
            raise TimeoutError(f"expected within {seconds:.0f} s: {what}")
        time.sleep(0.1)
    return time.monotonic() - began


def _ip(*words: str, at: int | None = None) -> None:
    """The command `ip`, in the network of a process. Raises CalledProcessError."""
    where: Sequence[str] = () if at is None else ("nsenter", "--target", str(at), "--net")
    subprocess.run([*where, "ip", *words], check=True)
