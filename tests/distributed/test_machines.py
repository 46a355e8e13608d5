"""Training on two machines of a network, which are namespaces here: what is lost comes back, and nothing else stops."""

from pathlib import Path
from subprocess import CalledProcessError

import pytest

from tests.distributed.machines import Machine, missing, network, until
from tests.distributed.tools import TINY, need_ray

need_ray()

from benchmarks import many_machines
from tests.distributed.site import PORT, Site, site

REASON = missing()
pytestmark = [pytest.mark.slow, pytest.mark.skipif(bool(REASON), reason=REASON)]

# Ray gives up a silent machine after a minute, and a machine its silent head as late.
IMPATIENT = {
    "RAY_health_check_period_ms": "1000", "RAY_health_check_timeout_ms": "1000",
    "RAY_health_check_failure_threshold": "3", "RAY_gcs_server_request_timeout_seconds": "5",
}  # fmt: skip
RUN = [*TINY, "--checkpoint-every", "2"]


def test_machines_have_all_but_the_disk_to_themselves(tmp_path: Path) -> None:
    shared = tmp_path / "shared"
    with network() as made:
        one, other = made.machine("one", 2), made.machine("other", 3)
        assert [machine.run("hostname").strip() for machine in (one, other)] == ["one", "other"]
        sleeper = other.start("sleep", "1000", log=tmp_path / "log")
        until("the sleeper is there", lambda: bool(other.processes("sleep 1000")), 10)
        assert not one.processes("sleep 1000")
        for name in ("/dev/shm/own", "/tmp/ray/own", str(shared)):
            one.run("touch", name)
        assert other.run("find", "/dev/shm", "/tmp/ray", "-type", "f") == ""
        assert shared.exists()
        before = other.traffic()
        listener = other.start("bash", "-c", "exec python3 -m http.server 8000 >/dev/null", log=tmp_path / "log")
        until("it answers", lambda: answers(one, "10.77.0.3:8000"), 10)
        assert other.traffic() > before
        assert not answers(one, "127.0.0.1:8000")
        other.lose()
        assert (sleeper.wait(10), listener.wait(10)) == (-9, -9)
        other = made.machine("other", 3)
        assert not other.processes("sleep 1000")


def answers(machine: Machine, address: str) -> bool:
    host, port = address.split(":")
    knock = f"(timeout 3 true < /dev/tcp/{host}/{port}) 2>/dev/null && echo yes || echo no"
    return machine.run("bash", "-c", knock) == "yes\n"


def test_what_is_lost_comes_back(tmp_path: Path) -> None:
    """A runner, the second machine, and the first with Ray's head and the run."""
    with site(tmp_path, 1, IMPATIENT) as place:
        events = many_machines.story(place, RUN, tmp_path / "runs")
        assert len(events) == 6
        text = "\n".join(place.log)
        assert "2 environment runners on 2 machines" in text
        assert "resumed runs/iteration_" in text
        assert {one.runners for one in place.iterations()} == {2}
        refuses_strangers(place)


def refuses_strangers(place: Site) -> None:
    """A client without the token is not let in."""
    with pytest.raises(CalledProcessError) as refused:
        place.second.run("ray", "status", f"--address={place.first.address}:{PORT}", RAY_AUTH_TOKEN="0" * 64)
    assert "token" in refused.value.output
