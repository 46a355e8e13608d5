"""SLURM on machines of a network: a controller and two nodes, each with munge, as a site would set them up."""

import re
import secrets
import shutil
from pathlib import Path

from tests.distributed.machines import NETWORK, Machine, Network, until

CONTROL, FIRST, SECOND = ("control", 4), ("first", 2), ("second", 3)
TOOLS = ("munged", "slurmctld", "slurmd", "sbatch")
CONF = """ClusterName=munchkin
SlurmctldHost={control}({network}{control_number})
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=/tmp/ray/munge
CredType=cred/munge
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
ReturnToService=2
SlurmdTimeout=10
MpiDefault=none
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool-%n
SlurmctldPidFile=/tmp/ray/slurmctld.pid
SlurmdPidFile=/tmp/ray/slurmd.pid
NodeName={first} NodeAddr={network}{first_number} CPUs=2
NodeName={second} NodeAddr={network}{second_number} CPUs=2
PartitionName=all Nodes={first},{second} Default=YES
"""


def missing() -> str:
    """Return the missing programs of SLURM; empty if all are here."""
    absent = [tool for tool in TOOLS if shutil.which(tool) is None]
    told = f"expected {', '.join(absent)} (Debian: munge, slurmctld, slurmd, slurm-client), found none"
    return told if absent else ""


class Slurm:
    """SLURM with its files in `folder`; the network's variables must have its `variables`."""

    def __init__(self, made: Network, folder: Path) -> None:
        self._network = made
        self._folder = folder
        key = folder / "munge.key"
        key.write_bytes(secrets.token_bytes(128))
        key.chmod(0o600)
        names = {
            f"{what}{part}": value
            for what, one in (("control", CONTROL), ("first", FIRST), ("second", SECOND))
            for part, value in zip(("", "_number"), one, strict=True)
        }
        (folder / "slurm.conf").write_text(CONF.format(folder=folder, network=NETWORK, **names), encoding="utf-8")
        self.control = self._switch_on(*CONTROL, "slurmctld", "-D")
        self.first, self.second = self.node(*FIRST), self.node(*SECOND)
        self.wait_for("sinfo -hN -t idle", "first.*second", 60)

    def node(self, name: str, number: int) -> Machine:
        """A machine that takes jobs."""
        return self._switch_on(name, number, "slurmd", "-D", "-N", name)

    def _switch_on(self, name: str, number: int, *daemon: str) -> Machine:
        made = self._network.machine(name, number)
        own = (f"--{what}=/tmp/ray/munge{end}" for what, end in (("socket", ""), ("pid-file", ".pid")))
        kept = (f"--{what}-file=/tmp/ray/munge.{what}" for what in ("log", "seed"))
        key = f"--key-file={self._folder / 'munge.key'}"
        made.start("munged", "--foreground", "--force", key, *own, *kept, log=self._folder / f"{name}.munge")
        until("munge is up", lambda: "munge" in made.run("ls", "/tmp/ray").split(), 10)
        made.start(*daemon, log=self._folder / f"{name}.log")
        return made

    def ask(self, command: str) -> str:
        """Return the output of a command of SLURM on the controller's machine. Raises CalledProcessError."""
        return self.control.run("bash", "-c", command)

    def wait_for(self, command: str, pattern: str, seconds: float) -> None:
        """Waits until what it prints matches. Raises TimeoutError."""
        found = re.compile(pattern, re.DOTALL)
        until(f"{pattern!r} of {command}", lambda: found.search(self.ask(command)) is not None, seconds)


def variables(folder: Path) -> dict[str, str]:
    """Return the environment that programs of SLURM need."""
    return {"SLURM_CONF": str(folder / "slurm.conf")}
