"""The package with the oldest or the newest versions that its ranges admit: it plays, trains and serves.

`python -m tests.tools.ranges lowest FOLDER` installs the lowest declared version of every direct dependency into a new
environment in FOLDER, `newest` the newest of all, and runs the uses below with the engine compiled. Needs uv. Further
arguments go to `uv pip install`, such as an index of CPU builds of torch.
"""

import os
import subprocess
import sys
import time
from importlib.metadata import distributions
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
RESOLUTIONS = {"lowest": "lowest-direct", "newest": "highest"}
EXTRAS = "train,table,eval"
SHOWN = ("gymnasium", "numba", "numpy", "pettingzoo", "sb3-contrib", "stable-baselines3", "torch")

PLAYED = """
import gymnasium, pettingzoo.test, munchkin_env as mk
pettingzoo.test.api_test(mk.env(players=3), num_cycles=100)
env = gymnasium.make("munchkin_env/Munchkin-v0", players=4)
_, info = env.reset(seed=1)
for _ in range(50):
    _, _, ended, cut, info = env.step(int(info["action_mask"].argmax()))
    if ended or cut:
        _, info = env.reset()
"""
SERVED = """
import socket, subprocess, sys, urllib.request
with socket.socket() as free:
    free.bind(("127.0.0.1", 0))
    port = free.getsockname()[1]
command = [sys.executable, "-m", "munchkin_env", "serve", "--port", str(port)]
server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
try:
    while "Ctrl-C" not in (line := server.stdout.readline()):
        assert line, f"the server ended with {server.wait(20)}"
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=20) as page:
        assert b"<html" in page.read()
finally:
    server.terminate()
    server.wait(20)
"""
USES = {
    "play": ["-c", PLAYED],
    "evaluate": ["-m", "munchkin_env", "evaluate", "pretrained", "greedy", "random", "--games", "6"],
    "train": ["-m", "munchkin_env", "train", "smoke", "run.dir=run"],
    "train by stable-baselines3": ["-m", "munchkin_env", "train", "smoke", "run.trainer=sb3", "run.dir=sb3"],
    "serve": ["-c", SERVED],
}


def installed(python: Path) -> str:
    """Return the versions of what matters most in the environment of this interpreter."""
    (library,) = python.parents[1].glob("lib/python*/site-packages")
    found = {one.metadata["Name"].lower(): one.version for one in distributions(path=[str(library)])}
    return ", ".join(f"{name} {found[name]}" for name in SHOWN if name in found)


def main(which: str, folder: str, *options: str) -> int:
    """Install and run; return 1 if a use fails, and go on to the next one."""
    place = Path(folder).resolve()
    python = place / "venv" / "bin" / "python"
    subprocess.run(["uv", "venv", "--quiet", "--python", sys.executable, place / "venv"], check=True)
    install = ["uv", "pip", "install", "--quiet", "--python", python, "--resolution", RESOLUTIONS[which], *options]
    subprocess.run([*install, f"{ROOT}[{EXTRAS}]"], check=True)
    print(f"{which}: Python {sys.version.split()[0]}, {installed(python)}", flush=True)
    failed = 0
    for name, words in USES.items():
        began = time.perf_counter()
        done = subprocess.run(
            [python, *words], cwd=place, capture_output=True, text=True, check=False,
            env={**os.environ, "MUNCHKIN_INTERPRETED": "0", "MUNCHKIN_CACHE_DIR": str(place / "code")},
        )  # fmt: skip
        failed += done.returncode != 0
        verdict = "holds" if done.returncode == 0 else f"ends with {done.returncode}: {done.stderr[-2000:]}"
        print(f"{name}: {verdict}, {time.perf_counter() - began:.0f} s", flush=True)
    return min(failed, 1)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
