"""Work divided among processes: the same results by any number of them."""

import multiprocessing
import pickle
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from typing import Any, TypeVar

from munchkin_env.errors import ConfigError, shown

MOST_PROCESSES = 1024

Job = TypeVar("Job")
Found = TypeVar("Found")


def run_apart(
    work: Callable[[Job], Found], jobs: Sequence[Job], processes: int, ended: Callable[[Found], object]
) -> list[Found]:
    """What `work` finds for each job, in the jobs' order; `ended` is told of each as it is done.

    Each process is a fresh Python that imports `work`. The last job begins first: let it be the longest.
    """
    context = multiprocessing.get_context("spawn")  # a fork of a process with threads, torch's say, may stand still
    with ProcessPoolExecutor(min(processes, len(jobs)), mp_context=context) as pool:
        running = {pool.submit(work, jobs[i]): i for i in reversed(range(len(jobs)))}
        found: dict[int, Found] = {}
        try:
            for done in as_completed(running):
                found[running[done]] = done.result()
                ended(found[running[done]])
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    return [found[i] for i in range(len(jobs))]


def check_sendable(field: str, things: Sequence[object]) -> None:
    """Raises ConfigError for what another process can't be given."""
    for one in things:
        try:
            pickle.dumps(one)
        except (pickle.PicklingError, AttributeError, TypeError) as error:
            raise ConfigError(
                f"{field}: expected what can be pickled, for several processes, got {shown(one)} ({error})"
            ) from error


@contextmanager
def one_thread_of_torch() -> Iterator[None]:
    """More would be in each other's way in several processes, and round sums differently from machine to machine."""
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
