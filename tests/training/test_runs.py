"""Runs of both trainers: what they leave behind, that a killed one goes on exactly, that nothing is lost."""

import csv
import json
import os
import resource
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch")
pytest.importorskip("sb3_contrib")

import munchkin_env as mk
from munchkin_env import versions
from munchkin_env.cli.main import main as munchkin
from tests.kit.forking import Forks
from tests.tiers import FULL
from tests.training.logged import documented
from training import stopping
from training.__main__ import main, run
from training.config import read_config
from training.run import RunError, RunFolder, read_metrics, unpack

ROOT = Path(__file__).resolve().parents[2]
TRAINERS = ("ppo", "sb3")
TINY = [
    "run.total_timesteps=1400",
    "run.checkpoint_every=2",
    "run.loggers=[]",
    "game.n_envs=8",
    "game.settings={round_limit: 8}",  # evaluations of whole games would take most of the time
    "opponents.snapshot_every=2",
    "opponents.pool_size=3",
    "opponents.self_play=0.3",
    "opponents.past_selves=0.3",
    "opponents.bots={greedy: 0.2, random: 0.2}",
    "ppo.n_steps=24",
    "evaluation.every=4",
    "evaluation.games=4",
]
SMOKE = str(ROOT / "configs" / "smoke.yaml")

pytestmark = pytest.mark.slow


def options(folder: Path, trainer: str) -> list[str]:
    return [f"run.dir={folder}", f"run.trainer={trainer}", *TINY]


def policy_of(folder: Path) -> Path:
    return next(folder.glob("policy.*"))


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], tuple[str, Path]]:
    """(trainer, folder) of a run of a trainer that was never disturbed."""

    @cache
    def trained(trainer: str) -> tuple[str, Path]:
        folder = tmp_path_factory.mktemp(trainer) / "whole"
        run(SMOKE, options(folder, trainer), None)
        return trainer, folder

    return trained


@pytest.fixture(params=TRAINERS)
def whole(request, undisturbed) -> tuple[str, Path]:
    """One of each trainer: for what each of them does itself."""
    return undisturbed(request.param)


@pytest.fixture(params=TRAINERS if FULL else TRAINERS[:1])
def one(request, undisturbed) -> tuple[str, Path]:
    """One of one trainer, at night of each: for what both are run by."""
    return undisturbed(request.param)


def final_state(folder: Path) -> tuple[dict, dict[str, bytes]]:
    """Return the result of a run: facts without times, and all arrays as bytes."""
    _, facts = RunFolder.open(folder).last_checkpoint()
    place, _ = RunFolder.open(folder).last_checkpoint()
    arrays = unpack(place / "state.npz")
    for clock in ("seconds", "parts"):
        del facts[clock]
    del facts.get("began", [])[1:]  # when the phase began, by the clock
    return facts, {name: part.tobytes() for name, part in arrays.items()}


def test_a_run_leaves_what_it_promises(whole):
    _, folder = whole
    names = {file.name for file in folder.iterdir()}
    assert {"config.yaml", "provenance.jsonl", "metrics.jsonl", "checkpoints", "pool", policy_of(folder).name} <= names
    assert any(name.startswith("best.") for name in names)
    lines = read_metrics(folder)
    assert [line["iteration"] for line in lines if line["kind"] == "iteration"] == list(range(1, 9))
    assert [line["iteration"] for line in lines if line["kind"] == "evaluation"] == [0, 4, 8]
    assert lines[-1]["total_timesteps"] >= 1400 or lines[-2]["total_timesteps"] >= 1400
    kept = [json.loads(file.read_text())["pool"]["files"] for file in (folder / "checkpoints").glob("*/state.json")]
    assert {len(files) for files in kept} == {3}
    assert {file.name for file in (folder / "pool").iterdir()} == set().union(*kept)
    assert len(list((folder / "checkpoints").iterdir())) == 2


@pytest.mark.rotating
def test_what_it_leaves_can_be_played(whole, capsys):
    _, folder = whole
    policy = policy_of(folder)
    seats = [f"pickle:{policy}" if policy.suffix == ".zip" else str(policy), "random", "random", "random"]
    for more in ([], ["--no-deterministic"]):
        assert munchkin(["evaluate", *seats, "--games", "4", *more]) == 0
        assert f"| {folder.name} |" in capsys.readouterr().out
    assert munchkin(["watch", "--bots", *seats, "--stop", "30"]) == 0
    assert munchkin(["evaluate", "gone.zip", *seats[1:]]) == 2
    assert "policy: expected a file that exists, got 'gone.zip'" in capsys.readouterr().err


def test_the_same_seed_gives_the_same_run(whole, tmp_path):
    trainer, folder = whole
    run(SMOKE, options(tmp_path / "again", trainer), None)
    assert final_state(tmp_path / "again") == final_state(folder)


@pytest.fixture(scope="module")
def forks() -> Iterator[Forks]:
    begun = Forks(ROOT, "training.__main__", "training.loop", "training.sb3")
    yield begun
    begun.close()


# Runs the command of the arguments, but dies like a process that is killed at the n-th call of a function, or gets so
# many Ctrl-C there.
KILLER = """
import os, signal, sys
from training import run
from training.__main__ import main

name, left, signals = sys.argv[1], int(sys.argv[2]), sys.argv[3]
home = run.RunFolder if hasattr(run.RunFolder, name) else run
function = getattr(home, name)

def killed(*given, **named):
    global left
    left -= 1
    if left == 0:
        for one in signals.split(","):
            os.kill(os.getpid(), getattr(signal, one))
    return function(*given, **named)

setattr(home, name, killed)
main(sys.argv[4:])
"""


def goes_on_exactly(trainer: str, folder: Path, undisturbed: Path) -> None:
    """Continue a run to its end: state, measurements and policy are those of the run that was never disturbed."""
    run(None, [], str(folder))
    assert final_state(folder) == final_state(undisturbed)
    told = [(line["kind"], line["iteration"]) for line in read_metrics(folder)]
    assert told == [(line["kind"], line["iteration"]) for line in read_metrics(undisturbed)]
    if trainer == "ppo":
        assert policy_of(folder).read_bytes() == policy_of(undisturbed).read_bytes()


@pytest.mark.rotating
@pytest.mark.parametrize(
    ("name", "call"),
    [("write_through", 9), *([("log", 2), ("log", 9), ("save_checkpoint", 1), ("write_through", 5)] if FULL else [])],
)
def test_a_killed_run_goes_on_exactly(whole, forks, name, call, tmp_path):
    """SIGKILL before the first checkpoint, between two, and in the midst of writing one; then --resume."""
    trainer, undisturbed = whole
    folder = tmp_path / "killed"
    words = [name, str(call), "SIGKILL", SMOKE, *options(folder, trainer)]
    assert forks.run(KILLER, words, tmp_path / "told").returncode == -signal.SIGKILL
    goes_on_exactly(trainer, folder, undisturbed)


@pytest.mark.rotating
@pytest.mark.parametrize(
    ("name", "call", "how", "status"),
    [
        ("log", 3, "SIGINT", 130), ("log", 3, "SIGTERM", 143),
        *(
            (name, call, *how)
            for name, call in (("log", 1), ("log", 7), ("save_checkpoint", 1))
            for how in (("SIGINT", 130), ("SIGTERM", 143))
            if FULL
        ),
    ],
)  # fmt: skip
def test_ctrl_c_ends_a_run_after_the_iteration_which_is_saved(one, forks, name, call, how, status, tmp_path):
    """In the first evaluation, in an iteration, in a later evaluation, in writing a checkpoint. So does SIGTERM, by
    which clusters end what they run."""
    trainer, undisturbed = one
    folder = tmp_path / "stopped"
    words = [name, str(call), how, SMOKE, *options(folder, trainer)]
    ended = forks.run(KILLER, words, tmp_path / "told")
    assert ended.returncode == status, ended.stderr
    assert "Traceback" not in ended.stderr
    assert "stopping after this iteration" in ended.stderr
    opened = RunFolder.open(folder)
    place, facts = opened.last_checkpoint()
    assert f"stopped; saved in {place}; to go on: munchkin train --resume {folder}" in ended.stderr
    assert facts["iteration"] == max(line["iteration"] for line in read_metrics(folder)), "nothing is done again"
    assert facts["iteration"] < final_state(undisturbed)[0]["iteration"]
    assert set(opened.policies()) >= {"policy"}
    goes_on_exactly(trainer, folder, undisturbed)


# Runs the command of the arguments, counts the calls of Python functions from its first line of the log on, gets
# SIGTERM at the call of that number, and prints the number of all on stderr. Moments by any clock come after the end of
# a run that happens to be faster than the one that was timed.
COUNTED = """
import os, signal, sys
from training import run
from training.__main__ import main

log, last, calls = run.RunFolder.log, int(sys.argv[1]), 0

def count(frame, event, argument):
    global calls
    if event == "call":
        calls += 1
        if calls == last:
            os.kill(os.getpid(), signal.SIGTERM)

def begun(*given, **named):
    sys.setprofile(count)
    return log(*given, **named)

run.RunFolder.log = begun
try:
    main(sys.argv[2:])
finally:
    sys.setprofile(None)
    print(calls, file=sys.stderr)
"""


@pytest.mark.nightly
def test_sigterm_at_twenty_moments_loses_nothing(one, forks, tmp_path):
    trainer, undisturbed = one
    told = forks.run(COUNTED, ["0", SMOKE, *options(tmp_path / "counted", trainer)], tmp_path / "told").stderr
    calls, stopped = int(told.splitlines()[-1]), 0
    for moment in range(20):
        folder = tmp_path / f"moment-{moment}"
        words = [str(1 + calls * moment // 20), SMOKE, *options(folder, trainer)]
        ended = forks.run(COUNTED, words, tmp_path / f"told-{moment}")
        over = "\nnext:\n" in ended.stderr  # what comes after the end of a run ends the process as any other
        assert ended.returncode in (143, *((0, -signal.SIGTERM) if over else ())), ended.stderr
        assert "Traceback" not in ended.stderr
        stopped += ended.returncode == 143
        goes_on_exactly(trainer, folder, undisturbed)
    assert stopped > 10


@pytest.mark.rotating
def test_a_second_ctrl_c_ends_a_run_at_once(one, forks, tmp_path):
    trainer, undisturbed = one
    folder = tmp_path / "stopped"
    words = ["log", "5", "SIGINT,SIGINT", SMOKE, *options(folder, trainer)]
    ended = forks.run(KILLER, words, tmp_path / "told")
    assert ended.returncode == 130, ended.stderr
    assert "Traceback" not in ended.stderr
    assert f"to go on: munchkin train --resume {folder}" in ended.stderr
    goes_on_exactly(trainer, folder, undisturbed)


@pytest.mark.rotating
def test_the_end_of_a_run_tells_where_the_policy_is_and_what_to_do_next(one, tmp_path, capsys, monkeypatch):
    """And the commands work, with the settings that were trained for."""
    trainer, _ = one
    folder = tmp_path / "a run"
    settings = "game.settings={editions: [star, cthulhu], windows: final, elf_may_win: false, round_limit: 3}"
    few = ["run.total_timesteps=100", "evaluation.opponents=[random]", "game.players=[3]", settings]
    assert run(SMOKE, [*options(folder, trainer), *few], None) == 0
    told = capsys.readouterr().err
    assert f"policy: {policy_of(folder)}" in told
    assert f"best against random: {folder}/best" in told
    commands = [shlex.split(line) for line in told.partition("next:\n")[2].splitlines()]
    assert [words[:2] for words in commands] == [["munchkin", name] for name in ("curve", "evaluate", "play")]
    monkeypatch.setattr("builtins.input", lambda *_: "q")
    for words in commands:
        more = ["--games", "3"] if words[1] == "evaluate" else []
        assert munchkin([*words[1:], *more]) == 0, capsys.readouterr().err
        assert "star" in words or words[1] == "curve"


def test_a_coalition_is_measured_as_one(tmp_path: Path) -> None:
    """The command at the end of a run gives the learner all seats but one, as training did."""
    for config, match in (
        ("coalition", "pretrained FILE FILE FILE"),
        ("exploit", "FILE pretrained pretrained pretrained"),
    ):
        folder = RunFolder.create(read_config(ROOT / "configs" / f"{config}.yaml", [f"run.dir={tmp_path / config}"]))
        policy = folder.path / "policy.safetensors"
        policy.write_bytes(b"")
        assert f"munchkin evaluate {match}".replace("FILE", str(policy)) in stopping.commands(folder), config


@pytest.mark.parametrize(
    ("how", "status"), [(signal.SIGINT, 130), pytest.param(signal.SIGTERM, 143, marks=pytest.mark.nightly)]
)
def test_ctrl_c_by_the_command_itself(how, status, tmp_path):
    folder = tmp_path / "stopped"
    words = ["train", SMOKE, f"run.dir={folder}", *TINY, "run.total_timesteps=1000000000"]
    command = [sys.executable, "-m", "munchkin_env", *words]
    begun = subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, text=True)
    while begun.poll() is None and not any(line["kind"] == "iteration" for line in read_metrics(folder)):
        time.sleep(0.01)
    begun.send_signal(how)
    _, told = begun.communicate(timeout=300)
    assert begun.returncode == status
    assert f"to go on: munchkin train --resume {folder}" in told


@pytest.mark.nightly
def test_a_run_that_is_killed_from_outside_goes_on_exactly(whole, tmp_path):
    """SIGKILL as soon as an iteration is told, wherever that finds it."""
    trainer, undisturbed = whole
    folder = tmp_path / "killed"
    command = [sys.executable, "-m", "training", SMOKE, *options(folder, trainer)]
    begun = subprocess.Popen(command, cwd=ROOT, stderr=subprocess.DEVNULL)
    while begun.poll() is None and not any(line["kind"] == "iteration" for line in read_metrics(folder)):
        time.sleep(0.002)
    begun.send_signal(signal.SIGKILL)
    begun.wait()
    goes_on_exactly(trainer, folder, undisturbed)


def limit_files():
    """No file may grow beyond 20 kB: what a full disk does, to this process alone."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))


@pytest.mark.nightly
def test_a_full_disk_is_told_and_nothing_is_lost(one, tmp_path):
    trainer, undisturbed = one
    folder = tmp_path / "full"
    run(SMOKE, [*options(folder, trainer), "run.total_timesteps=700", "run.loggers=[tensorboard]"], None)
    before = final_state(folder)
    config = folder / "config.yaml"
    config.write_text(config.read_text().replace("total_timesteps: 700", "total_timesteps: 1400"))
    command = [sys.executable, "-m", "training", "--resume", str(folder)]
    alone = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}  # half a file would stay for others
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, preexec_fn=limit_files, env=alone)
    assert ended.returncode == 2
    assert "expected to write it, got: File too large" in ended.stderr
    assert f"--resume {folder}" in ended.stderr
    assert final_state(folder) == before
    run(None, [], str(folder))
    assert final_state(folder)[0]["iteration"] == final_state(undisturbed)[0]["iteration"]


def test_a_finished_run_that_is_resumed_stays_as_it_is(one, tmp_path):
    folder = altered(one[1], tmp_path / "copy")
    before = final_state(folder), (folder / "metrics.jsonl").read_bytes()
    run(None, [], str(folder))
    assert (final_state(folder), (folder / "metrics.jsonl").read_bytes()) == before


def test_a_limit_that_is_already_reached_changes_nothing(one, tmp_path):
    folder = altered(one[1], tmp_path / "copy")
    before = (folder / "config.yaml").read_bytes()
    assert run("run.total_timesteps=10", [], str(folder)) == 0
    assert (folder / "config.yaml").read_bytes() == before


@pytest.mark.rotating
def test_a_finished_run_says_so_and_goes_on_with_more_timesteps(tmp_path, capsys):
    few = [*options(tmp_path / "run", "ppo"), "evaluation.games=4", "evaluation.opponents=[random]", "ppo.n_steps=8"]
    run(SMOKE, [*few, "run.total_timesteps=20"], None)
    before = final_state(tmp_path / "run")[0]
    capsys.readouterr()
    assert run(None, [], str(tmp_path / "run")) == 0
    said = capsys.readouterr().out
    command = f"munchkin train --resume {tmp_path / 'run'} run.total_timesteps="
    assert f"run is finished: {before['decisions']:,} timesteps" in said
    assert command in said
    more = said.partition(command)[2].split()[0]
    assert run(f"run.total_timesteps={more}", [], str(tmp_path / "run")) == 0
    after = final_state(tmp_path / "run")[0]
    assert after["decisions"] >= int(more) > before["decisions"]
    assert after["iteration"] > before["iteration"]
    assert RunFolder.open(tmp_path / "run").config.run.total_timesteps == int(more)


def test_only_limits_of_a_resumed_run_change(whole):
    with pytest.raises(mk.ConfigError, match=r"fields: expected only run.total_timesteps, run.seconds with --resume"):
        run(None, ["ppo.gamma=0.5"], str(whole[1]))


def test_the_run_that_was_saved_last_is_found(tmp_path):
    for name, second in (("a", 100), ("b", 300), ("c", 200)):
        place = RunFolder.create(read_config(SMOKE, [f"run.dir={tmp_path / name}"])).path / "checkpoints" / "000001"
        place.mkdir()
        (place / "state.json").write_text("{}")
        os.utime(place / "state.json", (second, second))
    assert RunFolder.open(tmp_path).path == tmp_path / "b"
    assert RunFolder.open(tmp_path / "c").path == tmp_path / "c"


def test_a_run_of_the_former_format_is_refused(tmp_path):
    (tmp_path / "config.yaml").write_text("run:\n  folder: runs/laptop\n")
    with pytest.raises(RunError, match=r"resume: expected a run of format 3, got .*earlier or later release"):
        run(None, [], str(tmp_path))


class Recorded:
    """Stands for the package wandb."""

    def __init__(self) -> None:
        self.begun: list[dict] = []
        self.lines: list[tuple[dict, int]] = []
        self.finished = 0

    def init(self, **options) -> "Recorded":
        self.begun.append(options)
        return self

    def log(self, numbers: dict, step: int) -> None:
        self.lines.append((numbers, step))

    def finish(self) -> None:
        self.finished += 1


def test_weights_and_biases_gets_the_numbers_of_a_run(tmp_path, monkeypatch):
    service = Recorded()
    monkeypatch.setitem(sys.modules, "wandb", service)
    folder = RunFolder.create(read_config(SMOKE, [f"run.dir={tmp_path / 'run'}", "run.loggers=[wandb]"]))
    for opened in (folder, RunFolder.open(folder.path)):
        opened.note_start()
        opened.log("iteration", 1, 64, value_loss=0.5, fps=3)
        opened.log("evaluation", 1, 64, opponent="greedy", win_rate=0.25, deterministic=True)
        opened.close()
    assert service.lines[:2] == [
        ({"iteration/value_loss": 0.5, "iteration/fps": 3}, 64),
        ({"evaluation/greedy/win_rate": 0.25}, 64),
    ]
    first, again = service.begun
    assert (first["name"], first["project"], first["resume"]) == ("run", "munchkin_env", "allow")
    assert first["id"] == again["id"], "a resumed run goes on there"
    assert first["config"]["run"]["loggers"] == ["wandb"]
    assert service.finished == 2


def test_a_logger_that_is_not_installed_is_named(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "wandb", None)
    folder = RunFolder.create(read_config(SMOKE, [f"run.dir={tmp_path / 'run'}", "run.loggers=[wandb]"]))
    with pytest.raises(mk.ConfigError, match=r"run.loggers: expected the package wandb .*; pip install wandb"):
        folder.note_start()


def test_every_logged_key_is_documented(whole):
    trainer, folder = whole
    lines = read_metrics(folder)
    sometimes = {"explained_variance_outcomes", "cross_entropy", "noise_scale"}
    for kind, also in (("iteration", trainer), ("evaluation", "evaluation")):
        keys = {key for line in lines if line["kind"] == kind for key in line}
        assert keys | sometimes == documented("all", kind, also) | sometimes, kind


@pytest.mark.rotating
def test_a_run_whose_time_ends_in_an_evaluation_is_saved(tmp_path, monkeypatch):
    from training.evaluation import Evaluations

    over: list[int] = []  # the time ends in the evaluation after the first iteration
    monkeypatch.setattr(Evaluations, "measure", lambda _, trainer, __: trainer.iteration and over.append(1))
    monkeypatch.setattr("training.loop.is_finished", lambda *_: bool(over))
    late = ["run.total_timesteps=1000000", "run.checkpoint_every=1000", "evaluation.every=1"]
    run(SMOKE, [*options(tmp_path / "late", "ppo"), *late], None)
    assert final_state(tmp_path / "late")[0]["iteration"] == read_metrics(tmp_path / "late")[-1]["iteration"] == 2


def test_a_run_whose_time_ends_before_its_first_iteration_says_so(tmp_path, monkeypatch, capfd):
    from training.evaluation import Evaluations

    monkeypatch.setattr(Evaluations, "measure", lambda *_: time.sleep(1.1))
    run(SMOKE, [*options(tmp_path / "short", "ppo"), "run.seconds=1"], None)
    assert "no iteration: the first evaluation took the time of run.seconds=1\n" in "".join(capfd.readouterr())
    assert final_state(tmp_path / "short")[0]["iteration"] == 0


@pytest.mark.parametrize("trainer", TRAINERS)
def test_a_run_that_could_not_begin_leaves_its_folder_free(trainer, tmp_path, monkeypatch):
    monkeypatch.setattr("torch.cuda.is_available", lambda: False)
    folder = tmp_path / "free"
    with pytest.raises(mk.ConfigError, match=r"run.device: expected one that torch can use, got cuda"):
        run(SMOKE, [*options(folder, trainer), "run.device=cuda"], None)
    run(SMOKE, [*options(folder, trainer), "run.total_timesteps=150", "evaluation.games=4"], None)
    assert final_state(folder)[0]["iteration"] == 1


@pytest.mark.rotating
def test_a_run_is_not_begun_over_another(one):
    trainer, folder = one
    with pytest.raises(RunError, match=r"run.dir: expected no run in it.*--resume"):
        run(SMOKE, options(folder, trainer), None)


def test_a_policy_without_its_run_is_not_overwritten(tmp_path):
    kept = tmp_path / "best.safetensors"
    kept.write_bytes(b"a policy")
    with pytest.raises(RunError, match=r"run.dir: expected no run in it"):
        run(SMOKE, options(tmp_path, "ppo"), None)
    assert kept.read_bytes() == b"a policy"


def test_a_run_that_ends_before_its_last_phase_says_so(tmp_path, capsys):
    few = ["run.total_timesteps=100", "run.loggers=[]", "game.n_envs=8", "evaluation.games=4", "imitation.n_steps=16"]
    whole = str(ROOT / "configs" / "quickstart.yaml")
    assert run(whole, [f"run.dir={tmp_path / 'cut'}", "game.settings={round_limit: 3}", *few], None) == 0
    assert "the run ended in phase 1 of 2: the later ones were not reached" in capsys.readouterr().err


LATER = "train again; a later version of munchkin_env wrote it"


def altered(folder: Path, target: Path, **facts) -> Path:
    """A copy of a run whose last checkpoint tells other facts."""
    subprocess.run(["cp", "-r", str(folder), str(target)], check=True)
    place, told = RunFolder.open(target).last_checkpoint()
    (place / "state.json").write_text(json.dumps({**told, **facts}))
    return target


@pytest.mark.parametrize(
    ("field", "words"),
    [
        ("observation_version", f"observation_version: expected {versions.OBSERVATION_VERSION}, got 99; {LATER}"),
        ("action_version", f"action_version: expected {versions.ACTION_VERSION}, got 99; {LATER}"),
        ("rules_version", f"rules_version: expected {versions.RULES_VERSION}, got 99; {LATER}"),
        ("format_version", "format_version: expected 3, got 99"),
    ],
)
def test_a_checkpoint_of_another_version_is_refused(one, tmp_path, field, words):
    with pytest.raises(mk.SaveError, match=words):
        run(None, [], str(altered(one[1], tmp_path / "copy", **{field: 99})))


LONGER = ["run.total_timesteps=100_000"]  # a finished run reads nothing but its facts


def test_a_damaged_checkpoint_is_refused(one, tmp_path):
    folder = altered(one[1], tmp_path / "copy")
    place, _ = RunFolder.open(folder).last_checkpoint()
    data = (place / "state.npz").read_bytes()
    (place / "state.npz").write_bytes(data[: len(data) // 2])
    with pytest.raises(mk.SaveError, match=r"state.npz: expected complete arrays"):
        run(None, LONGER, str(folder))


def test_a_missing_snapshot_is_refused(one, tmp_path):
    folder = altered(one[1], tmp_path / "copy")
    sorted((folder / "pool").iterdir())[0].unlink()
    with pytest.raises(mk.SaveError, match="expected a snapshot of the pool, got no such file"):
        run(None, LONGER, str(folder))


def test_the_command_tells_what_is_wrong(tmp_path, capsys):
    for arguments, words in (
        (["--resume", str(tmp_path / "none")], "resume: expected the folder of a run"),
        ([str(tmp_path / "none.yaml")], "config: expected a YAML file"),
        ([SMOKE, "--resume", "x"], "config: expected none with --resume"),
        ([SMOKE, "ppo.n_epoch=1"], 'did you mean "n_epochs"?'),
    ):
        with pytest.raises(SystemExit) as ended:
            main(arguments)
        assert ended.value.code == 2
        assert words in capsys.readouterr().err


@pytest.mark.rotating
def test_several_numbers_of_players_train_one_policy(tmp_path):
    folder = tmp_path / "mixed"
    run(SMOKE, [*options(folder, "ppo"), "game.players=[3, 6]", "run.total_timesteps=300"], None)
    for players in (3, 6):
        result = mk.evaluate([str(policy_of(folder))] + ["random"] * (players - 1), games=players, progress=False)
        assert result.games == players


def curve(words: list[str]) -> int:
    return munchkin(["curve", *words])


def test_the_curve_is_drawn(one, tmp_path, capsys):
    pytest.importorskip("matplotlib")
    trainer, folder = one
    curve([str(folder), "--opponents", "random", "--plot", str(tmp_path / "curve.png")])
    said = capsys.readouterr().out
    assert f"whole ({trainer}, deterministic actions)" in said
    assert "| explained variance, λ-returns | explained variance, outcomes |" in said
    values = [line["explained_variance"] for line in read_metrics(folder)[-5:] if line["kind"] == "iteration"]
    assert len(values) == 4
    last = [line for line in said.splitlines() if line.startswith("| ")][-1]
    assert last.split(" | ")[5] == f"{np.mean(values):.2f}"
    assert (tmp_path / "curve.png").read_bytes().startswith(b"\x89PNG")
    assert curve([str(folder), "--opponents", "greedy"]) == 2
    assert "expected evaluations against greedy" in capsys.readouterr().err
    assert curve([str(folder), "--plot", str(tmp_path / "c.xyz")]) == 2
    assert "plot: expected" in capsys.readouterr().err


def test_runs_that_differ_in_their_seed_are_one_recipe(tmp_path):
    from training.curve import names_of, recipes

    def begun(name: str, *changes: str) -> Path:
        return RunFolder.create(read_config(SMOKE, [f"run.dir={tmp_path / name}", *changes])).path

    first, other, second = begun("plain-1"), begun("wide-1", "network.embedding=8"), begun("plain-2", "run.seed=2")
    assert recipes([first, other, second]) == [[first, second], [other]]
    with pytest.raises(mk.ConfigError, match=r"^folders: expected each run once, got"):
        recipes([first, first.parent / "." / first.name])
    plain, wide = "plain (ppo, deterministic actions), 2 seeds", "wide-1 (ppo, deterministic actions)"
    assert names_of([[first, second], [other]]) == [plain, wide]


def measured_run(place: Path, seed: int, *points: tuple[int, float]) -> Path:
    """A run that was measured against `random` after so many decisions."""
    folder = RunFolder.create(read_config(SMOKE, [f"run.dir={place}", f"run.seed={seed}"]))
    for decisions, rate in points:
        numbers = {"time_elapsed": decisions / 10, "games": 8, "win_rate": rate, "low": 0.0, "high": 1.0}
        folder.log("evaluation", 1, decisions, opponent="random", **numbers)
    return folder.path


@pytest.mark.parametrize("by", ["timesteps", "minutes"])
def test_means_over_seeds_are_between_what_was_measured(tmp_path, by):
    from training.curve import points

    first = measured_run(tmp_path / "a-1", 1, (0, 0.0), (100, 0.2), (200, 0.4), (500, 0.9))
    second = measured_run(tmp_path / "a-2", 2, (100, 0.4), (300, 0.8))
    rows = points([first, second], ["random"], by)
    assert [(row["run"], row["seed"]) for row in rows if row["runs"] == 1] == [("a-1", 1)] * 4 + [("a-2", 2)] * 2
    means = [row for row in rows if row["runs"] == 2]
    at = {"timesteps": "total_timesteps", "minutes": "time_elapsed"}[by]
    scale = {"timesteps": 1, "minutes": 10}[by]
    assert [row[at] * scale for row in means] == [100, 200, 300]  # both were there
    assert [row["win_rate"] for row in means] == pytest.approx([0.3, 0.5, (0.4 + 0.5 / 3 + 0.8) / 2])
    half = 12.706 * 0.1  # Student's quantile for two seeds, and the standard error of 0.2 and 0.4
    assert (means[0]["low"], means[0]["high"]) == (max(0, 0.3 - half), min(1, 0.3 + half))
    assert {row["recipe"] for row in rows} == {"a (ppo, deterministic actions), 2 seeds"}


def test_the_files_of_a_curve_have_every_row(tmp_path, capsys):
    from munchkin_env.cli.main import main
    from training.points import COLUMNS

    runs = [str(measured_run(tmp_path / f"a-{n}", n, (0, 0.1 * n), (100, 0.2 * n))) for n in (1, 2, 3)]
    files = [str(tmp_path / name) for name in ("c.csv", "c.json")]
    assert main(["curve", *runs, "--by", "timesteps", "--csv", files[0], "--json", files[1]]) == 0
    said = capsys.readouterr().out
    with open(files[0], newline="") as file:
        lines = list(csv.DictReader(file))
    found = json.loads(Path(files[1]).read_text())
    assert tuple(lines[0]) == COLUMNS == tuple(found["columns"])
    assert [[str(row[name]) if row[name] is not None else "" for name in COLUMNS] for row in found["points"]] == [
        list(line.values()) for line in lines
    ]
    assert [line["runs"] for line in lines] == ["1"] * 6 + ["3"] * 2
    assert found["provenance"]["package"] == mk.__version__
    mean, low, high = mk.mean_interval([0.2, 0.4, 0.6])
    assert f"| 100 timesteps | random | {100 * mean:.1f} % | {max(0, 100 * low):.1f} – {100 * high:.1f} % |" in said


def test_one_run_has_no_mean(tmp_path, capsys):
    from training.curve import points

    run_ = measured_run(tmp_path / "a-1", 1, (0, 0.0), (100, 0.2))
    assert [row["runs"] for row in points([run_], ["random"])] == [1, 1]
    curve([str(run_)])
    assert "mean of the seeds" not in capsys.readouterr().out


def test_the_plot_has_the_mean_with_its_interval(tmp_path, monkeypatch):
    pytest.importorskip("matplotlib")
    from matplotlib.axes import Axes

    from training.curve import plot

    drawn = []
    monkeypatch.setattr(Axes, "fill_between", lambda self, *given, **look: drawn.append(given))
    runs = [measured_run(tmp_path / f"a-{n}", n, (0, 0.2 * n), (100, 0.2 * n)) for n in (1, 2)]
    plot(runs, ["random"], tmp_path / "c.svg", "timesteps")
    _, low, high = mk.mean_interval([0.2, 0.4])
    ((along, lows, highs),) = drawn  # one band: of the mean, none of a seed
    assert (along, lows, highs) == ([0.0, 1e-4], [max(0, 100 * low)] * 2, [min(100, 100 * high)] * 2)


def test_runs_and_recipes_of_one_name_are_told_apart(tmp_path):
    """A table, a plot and its legend never call two runs the same."""
    from training.curve import names, names_of

    def begun(name: str, *changes: str) -> Path:
        return RunFolder.create(read_config(SMOKE, [f"run.dir={tmp_path / name}", *changes])).path

    first, second, third, fourth = (begun(name) for name in ("a/seed0", "a/seed1", "b/seed0", "b/seed2"))
    wide = [begun(name, "network.embedding=8") for name in ("a/seed3", "a/seed5")]
    drawn = begun("c", "evaluation.deterministic=false")
    assert list(names([first, second, third]).values()) == ["a/seed0", "a/seed1", "b/seed0"]
    assert list(names([first, second]).values()) == ["seed0", "seed1"]
    assert names([first, first]) == {first: "seed0"}
    how, seeds = "(ppo, deterministic actions)", "(ppo, deterministic actions), 2 seeds"
    assert names_of([[first], [drawn]]) == [f"seed0 {how}", "c (ppo, sampled actions)"]
    assert names_of([[first], [third]]) == [f"a/seed0 {how}", f"b/seed0 {how}"]
    assert names_of([[first, second], [third, fourth]]) == [f"a/seed {seeds}", f"b/seed {seeds}"]
    assert names_of([[first, second], wide]) == [f"seed0, seed1 {seeds}", f"seed3, seed5 {seeds}"]
