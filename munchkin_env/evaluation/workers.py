"""Work divided among processes: the same results by any number of them, and none outlives its parent."""

import multiprocessing
import os
import pickle
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from types import FrameType
from typing import Any, TypeVar

from munchkin_env.errors import ConfigError, MunchkinError, shown

MOST_PROCESSES = 1024
GRACE = 2.0
"""Seconds that a worker has to end its own children, before it is killed."""

Job = TypeVar("Job")
Found = TypeVar("Found")


class WorkerLost(MunchkinError):
    """A worker process has ended before its work was done, by the system or by itself."""


def run_apart(
    work: Callable[[Job], Found], jobs: Sequence[Job], processes: int, ended: Callable[[Found], object]
) -> list[Found]:
    """Run `work` on each job in other processes and return the results, in the jobs' order.

    Each process is a fresh Python that imports `work`. The last job begins first: let it be the longest. However this
    function is left (an error, Ctrl-C, SIGTERM turned into an exception), its processes have ended by then.

    Args:
        work: a function of a module, which another process can import.
        jobs: its arguments, one at a time.
        processes: the largest number of processes.
        ended: called with each result as it comes.

    Returns:
        The results, in the order of the jobs.

    Raises:
        WorkerLost: a process ends by itself. Errors of `work` are raised here.
    """
    left = list(reversed(range(len(jobs))))
    found: dict[int, Found] = {}
    workers = [_Worker(work) for _ in range(min(processes, len(jobs)))]
    try:
        for worker in workers:
            worker.start(left.pop(0), jobs)
        while len(found) < len(jobs):
            for worker in _ready(workers):
                number, result = worker.result()
                found[number] = result
                ended(result)
                if left:
                    worker.start(left.pop(0), jobs)
    finally:
        _end(workers)
    return [found[i] for i in range(len(jobs))]


class _Worker:
    """A process that does one job at a time."""

    def __init__(self, work: Callable[[Any], Any]) -> None:
        # a fork of a process with threads, such as torch's, may deadlock
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=_serve, args=(theirs, work), daemon=True)
        with _deaf_to_interrupts():
            self.process.start()
        theirs.close()
        self.job: int | None = None

    def start(self, number: int, jobs: Sequence[Any]) -> None:
        """Hand it a job."""
        self.job = number
        with suppress(OSError):  # it has ended, which `result` reports
            self.pipe.send(jobs[number])

    def result(self) -> tuple[int, Any]:
        """Return the number and the result of its job; raise the job's error."""
        number = self.job
        assert number is not None  # only workers with a job are waited for
        try:
            done, found = self.pipe.recv()
        except (EOFError, OSError):
            self.process.join(GRACE)
            raise WorkerLost(
                f"processes: expected a result of each, got the end of one (exit status {self.process.exitcode}); "
                'out of memory? a script keeps its own work under `if __name__ == "__main__":`'
            ) from None
        self.job = None
        if not done:
            raise found
        return number, found


def _ready(workers: Sequence[_Worker]) -> list[_Worker]:
    """Wait until some of the workers that have a job report or end."""
    by_pipe: dict[Any, _Worker] = {worker.pipe: worker for worker in workers if worker.job is not None}
    return [by_pipe[pipe] for pipe in wait(list(by_pipe))]


def _end(workers: Sequence[_Worker]) -> None:
    """End all processes, whatever they do."""
    for worker in workers:
        worker.pipe.close()
        worker.process.terminate()
    for worker in workers:
        worker.process.join(GRACE)
        if worker.process.exitcode is None:
            worker.process.kill()
            worker.process.join()


def _serve(pipe: Connection, work: Callable[[Any], Any]) -> None:
    """Do the parent's jobs until it closes the pipe; the main function of a worker."""
    _end_with_parent()
    while True:
        try:
            job = pipe.recv()
        except (EOFError, OSError):
            return
        try:
            answer = (True, work(job))
        except Exception as error:
            answer = (False, _sendable(error))
        try:
            pipe.send(answer)
        except OSError:
            return


@contextmanager
def _deaf_to_interrupts() -> Iterator[None]:
    """Let processes that are started inside inherit a blocked SIGINT.

    So Ctrl-C finds none of them on its way to `_serve`; this process receives it afterwards.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # it unblocks SIGINT when it is started
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _end_with_parent() -> None:
    """Leave Ctrl-C to the parent, end in order on its request, and when it is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _leave)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_watch, args=(parent.sentinel,), daemon=True).start()


def _leave(number: int, frame: FrameType | None) -> None:
    sys.exit(128 + number)


def _watch(sentinel: int) -> None:
    """Ask this process to end once its parent has: a job may be in the midst of minutes of work."""
    wait([sentinel])
    signal.raise_signal(signal.SIGTERM)
    time.sleep(GRACE)
    os._exit(1)  # the main thread is in compiled code, which sees no signal


def _sendable(error: Exception) -> Exception:
    """Return the error, or one of its text if it cannot be sent or read back."""
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:  # the text of an untrusted error may raise anything
        return RuntimeError(f"{type(error).__name__}: {error}")
    return error


def check_sendable(field: str, things: Sequence[object]) -> None:
    """Raise ConfigError for things that another process cannot be given."""
    for one in things:
        try:
            pickle.dumps(one)
        except (pickle.PicklingError, AttributeError, TypeError) as error:
            raise ConfigError(
                f"{field}: expected picklable objects, for several processes, got {shown(one)} ({error})"
            ) from error


@contextmanager
def one_thread_of_torch() -> Iterator[None]:
    """Keep torch to one thread.

    More would disturb each other in several processes, and round sums differently from machine to machine.
    """
    torch: Any = sys.modules.get("torch")
    if torch is None:
        yield
        return
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(before)
