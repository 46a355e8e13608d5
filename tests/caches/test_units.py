"""Units: compiled once for all callers, and there before a caller of theirs is linked."""

from pathlib import Path

import pytest

from tests.caches.child import Told, run

pytestmark = pytest.mark.compiled

# A unit of two functions, and two entry points that call it, as modules of the package would have them.
UNIT = """
import sys, types
import numpy as np
from munchkin_env.engine.kernels.kernel import entry, kernel, unit
from munchkin_env.engine.kernels.sources import code_files

def inner():
    a = 1  # made inside another function, it needs no file of the package
    def twice(x):
        return 2 * x + a - 1
    def first(out):
        return int(out[0]) + a - 1
    return kernel(twice), kernel(first)

def outer():
    a = 0
    def four_times(x):
        return twice(twice(x)) + a
    def doubled(out):
        return twice(first(out)) + a
    return entry(four_times), entry(doubled)

module = types.ModuleType("munchkin_env.small")
sys.modules["munchkin_env.small"] = module
module.UNIT = unit("munchkin_env.small", lambda: {"out": np.zeros(1, np.int32)})
twice, first = (module.UNIT.export(function) for function in inner())
four_times, doubled = outer()

def stats():
    return [sum(one.stats.cache_hits.values()) for one in made]
"""
# Compiled code: (entry point or unit) in the order in which it was done.
WATCH = """
from munchkin_env.engine.kernels import kernel as kernels
made = []
keep = kernels.numba_backend.keep
def kept(dispatcher, files):
    made.append(dispatcher)
    return keep(dispatcher, files)
kernels.numba_backend.keep = kept
"""


def use(cache: Path, call: str) -> dict[str, bool]:
    """Return by name whether each dispatcher that was used came from the cache, after a process has done `call`."""
    code = f"""{WATCH}{UNIT}
{call}
for one in made:
    hits, misses = sum(one.stats.cache_hits.values()), sum(one.stats.cache_misses.values())
    if hits or misses:
        print("used", one.py_func.__name__, int(hits > 0 and not misses))
"""
    told: Told = run(code, cache)
    assert told.status == 0, told.err
    lines = [line.split() for line in told.out.splitlines() if line.startswith("used")]
    return {name: loaded == "1" for _, name, loaded in lines}


FOUR = "assert four_times(5) == 20"
DOUBLED = "assert doubled(np.array([7], np.int32)) == 14"


@pytest.mark.rotating
def test_the_second_caller_of_a_unit_finds_it_compiled(tmp_path: Path) -> None:
    assert use(tmp_path, FOUR) == {"four_times": False, "unit": False}
    assert use(tmp_path, DOUBLED) == {"doubled": False, "unit": True}
    assert use(tmp_path, FOUR + "; " + DOUBLED) == {"four_times": True, "doubled": True, "unit": True}


@pytest.mark.rotating
def test_a_unit_whose_file_is_gone_is_compiled_before_its_caller_is_linked(tmp_path: Path) -> None:
    use(tmp_path, FOUR)
    (file,) = tmp_path.rglob("small.unit-*.code")
    file.unlink()
    assert use(tmp_path, FOUR) == {"four_times": True, "unit": False}
    file.write_bytes(file.read_bytes()[:-1])
    assert use(tmp_path, FOUR) == {"four_times": True, "unit": False}
    assert use(tmp_path, FOUR) == {"four_times": True, "unit": True}


@pytest.mark.rotating
def test_a_unit_and_its_caller_are_compiled_while_both_are_locked_against_others(tmp_path: Path) -> None:
    use(tmp_path, FOUR)
    locks = sorted(file.name.partition("-")[0] for file in tmp_path.rglob("*.lock"))
    assert [name.rpartition(".")[2] for name in locks] == ["four_times", "unit"]


@pytest.mark.rotating
def test_long_compiling_is_told_once(tmp_path: Path) -> None:
    code = f"""
import time
from munchkin_env.engine.kernels import kernel as compiling
compiling.AFTER = 0.01
{UNIT}
{FOUR}
compiling.AFTER = 60.0
with compiling.telling("nothing that takes long"):
    pass
"""
    told = run(code, tmp_path)
    assert told.status == 0, told.err
    lines = [line for line in told.err.splitlines() if "compiling, once" in line]
    assert len(lines) == 1
    assert "four_times" in lines[0] or "small.unit" in lines[0]


def test_an_index_that_a_unit_finds_out_of_bounds_reaches_python(tmp_path: Path) -> None:
    told = run(f"{UNIT}\ndoubled(np.zeros(0, np.int32))", tmp_path, NUMBA_BOUNDSCHECK="1")
    assert told.status != 0
    assert "IndexError: index is out of bounds" in told.err


def test_short_cuts_are_taken_back() -> None:
    from numba.core import event

    from munchkin_env.engine.kernels import numba_backend

    cuts = numba_backend.short_cuts()

    def there() -> list[object]:
        return [getattr(owner, name) for owner, name, _ in cuts]

    def fails() -> None:
        with numba_backend.libraries(numba_backend.InnerLibrary):
            with numba_backend.libraries(numba_backend.EntryLibrary):
                assert there() == [cut for *_, cut in cuts]
            assert event.start_event is numba_backend.unheard
            raise ZeroDivisionError

    before = there()
    with pytest.raises(ZeroDivisionError):
        fails()
    assert there() == before


def test_a_record_is_described_as_numba_would() -> None:
    import numba
    import numpy as np

    from munchkin_env.engine.kernels import numba_backend

    kind = numba.typeof(np.zeros(1, [("level", np.int8), ("hand", np.int16, 5)])[0])
    assert numba_backend.describe_once(kind) == repr(kind) == numba_backend.describe_once(kind)


# Code and Numba settings of a program that has nothing to do with the game and may compile beside it.
BESIDE = """
import gc
from numba import njit
from numba.core.registry import cpu_target
from munchkin_env.engine.kernels.numba_backend import short_cuts

def held():
    generator = cpu_target.target_context.codegen()
    return gc.isenabled(), generator._library_class, *(getattr(owner, name) for owner, name, _ in short_cuts())

def plain(x, y):
    return (x + y) * 2.5 - min(x, y) if x > y else x // 2

@njit
def beside(x, y):
    return (x + y) * 2.5 - min(x, y) if x > y else x // 2

def agree(f):
    return all(f(*pair) == plain(*pair) for pair in ((3, 2), (2.0, 3.5), (7, 1.5)))
"""


@pytest.mark.rotating
@pytest.mark.parametrize("sweeps", ["gc.enable()", "gc.disable()"])
def test_compiling_leaves_numba_and_the_search_for_garbage_as_they_were(tmp_path: Path, sweeps: str) -> None:
    call = f"{BESIDE}{sweeps}; before = held(); {FOUR}; assert held() == before; assert agree(beside)"
    assert use(tmp_path, call) == {"four_times": False, "unit": False}


@pytest.mark.rotating
def test_what_others_compiled_first_does_not_alter_the_game(tmp_path: Path) -> None:
    call = f"{BESIDE}assert agree(beside); {FOUR}; {DOUBLED}"
    assert use(tmp_path, call) == {"four_times": False, "doubled": False, "unit": False}
