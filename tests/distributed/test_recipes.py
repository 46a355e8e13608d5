"""The files of examples/cluster: run by SLURM itself, and pod by pod, on machines that are namespaces here."""

import os
import re
import shlex
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.distributed import slurm
from tests.distributed.machines import Machine, missing, network, until
from tests.distributed.tools import TINY, need_ray

need_ray()

ROOT = Path(__file__).resolve().parents[2]
CLUSTER = ROOT / "examples" / "cluster"
RUN = shlex.join([*TINY, "--checkpoint-every", "2"])
NO_END = "--iterations 1000000"
CONTAINER = "unshare --pid --fork --kill-child --mount-proc"
WITHOUT_SLURM = missing() or slurm.missing()
WITHOUT_MACHINES = missing()


def checkout(folder: Path) -> Path:
    """A folder like this checkout, but that runs and logs of a test are its own."""
    place = folder / "checkout"
    place.mkdir()
    for name in ("training", "examples"):
        (place / name).symlink_to(ROOT / name)
    (place / ".venv-clients").symlink_to(sys.prefix)
    return place


def environment(**further: str) -> dict[str, str]:
    """Of a machine: no variable of the test's own Python."""
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    return {"PATH": path, "HOME": os.environ["HOME"], "PYTHONPATH": str(ROOT), **further}


def last_iteration(text: str) -> int:
    found = re.findall(r"^iteration +(\d+) ", text, re.MULTILINE)
    return int(found[-1]) if found else 0


def goes_on(first_run: str, text: Callable[[], str]) -> str:
    """Return the output of a second run after the first, until it has continued from the first one's newest
    checkpoint."""
    until("an iteration of the second run", lambda: last_iteration(text()[len(first_run) :]) > 0, 300)
    second_run = text()[len(first_run) :]
    (resumed,) = re.findall(r"^resumed .*, iteration (\d+)$", second_run, re.MULTILINE)
    saved = re.findall(r"^saved .*_(\d+)$", first_run, re.MULTILINE)
    assert int(saved[-1]) <= int(resumed) <= last_iteration(first_run)
    assert re.search(r"^iteration +(\d+) ", second_run, re.MULTILINE)[1] == str(int(resumed) + 1)
    return second_run


@pytest.mark.slow
@pytest.mark.skipif(bool(WITHOUT_SLURM), reason=WITHOUT_SLURM)
def test_slurm_runs_the_job_and_runs_it_again_after_its_first_machine_was_lost(tmp_path: Path) -> None:
    place = checkout(tmp_path)
    with network(environment(**slurm.variables(tmp_path))) as made:
        site = slurm.Slurm(made, tmp_path)
        told = site.ask(f"cd {place} && sbatch --cpus-per-task=2 examples/cluster/munchkin.sbatch {RUN} {NO_END}")
        log = place / f"munchkin-{told.split()[-1]}.log"

        def text() -> str:
            return log.read_text(encoding="utf-8") if log.exists() else ""

        until("four iterations", lambda: last_iteration(text()) >= 4, 300)
        assert "3 environment runners on 2 machines" in text()
        site.first.lose()
        site.wait_for("sinfo -hN -t down", "first", 120)
        site.wait_for("squeue -h", r"\sPD\s", 120)
        first_run = text()
        site.node(*slurm.FIRST)
        site.ask("scontrol update JobId=1 StartTime=now")  # SLURM itself waits for two minutes
        second_run = goes_on(first_run, text)
        assert "3 environment runners on 2 machines" in second_run


# ------------------------------------------------------------------------ Kubernetes
def containers() -> dict[str, dict[str, Any]]:
    """The containers of the manifest by name."""
    documents = yaml.safe_load_all((CLUSTER / "munchkin.yaml").read_text(encoding="utf-8"))
    pods = [one["spec"]["template"]["spec"] for one in documents if "template" in one["spec"]]
    return {box["name"]: box for pod in pods for box in pod["containers"]}


def started(machine: Machine, box: dict[str, Any], known: dict[str, str], changes: dict[str, str], log: Path) -> Any:
    """A container's command on a machine, begun again each time it ends, as a kubelet does."""
    env = {one["name"]: one.get("value") or known[one["name"]] for one in box["env"]} | known
    *shell, text = [*box["command"], *box["args"]]
    for old, new in changes.items():
        assert old in text
        text = text.replace(old, new)
    words = shlex.join([*(f"{name}={value}" for name, value in env.items()), *shell, text])
    return machine.start("bash", "-c", f"while ! {CONTAINER} env {words}; do sleep 1; done", log=log)


@pytest.mark.slow
@pytest.mark.skipif(bool(WITHOUT_MACHINES), reason=WITHOUT_MACHINES)
def test_pods_find_each_other_and_a_killed_learner_goes_on(tmp_path: Path) -> None:
    """With a name for the service, the secret and the addresses that a cluster would give."""
    boxes, log = containers(), tmp_path / "learner.log"
    known = {"RAY_AUTH_TOKEN": "5" * 64, "RUNS": str(tmp_path / "runs"), "PLAYERS": "2"}
    small = {"--opponents greedy greedy random --iterations 500": f"{RUN} {NO_END}"}
    with network(environment(RAY_gcs_server_request_timeout_seconds="5", RAY_raylet_start_wait_time_s="120")) as made:
        learner, players = made.machine("learner", 2), made.machine("players", 3)
        name = f"cp /etc/hosts /tmp/ray/hosts; echo {learner.address} munchkin-learner >> /tmp/ray/hosts"
        players.run("bash", "-c", f"{name}; mount --bind /tmp/ray/hosts /etc/hosts")
        started(players, boxes["players"], {"POD_IP": players.address, **known}, {"=4": "=2"}, tmp_path / "players.log")
        started(learner, boxes["learner"], {"POD_IP": learner.address, **known}, small, log)
        until("four iterations", lambda: log.exists() and last_iteration(log.read_text()) >= 4, 300)
        assert "2 environment runners on 1 machine," in log.read_text()
        (process,) = learner.processes("^python -m training.rllib")
        learner.run("kill", "-9", str(process))  # the container's first process, and so its end
        goes_on(log.read_text(), log.read_text)
