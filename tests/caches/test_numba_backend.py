"""The seams with Numba: a release that lacks one is told in one line, and kernels are compiled without it."""

from pathlib import Path

import numba
import pytest

from munchkin_env.engine.kernels import numba_backend
from tests.caches.child import run
from tests.caches.test_units import DOUBLED, FOUR, UNIT
from tests.each import each

PATHS = sorted({(purpose, path) for purpose, paths in numba_backend.SEAMS.items() for path in paths})


def test_the_installed_numba_has_all_that_is_replaced() -> None:
    assert numba_backend.complaint() is None
    assert numba_backend.missing() == []
    assert all(map(numba_backend.has, numba_backend.SEAMS))
    assert len(numba_backend.short_cuts()) == len(numba_backend.SHORT_CUTS)


def broken(path: str, patch: pytest.MonkeyPatch) -> None:
    """Take a part of Numba away: a method from each class that has it, a class whose method all objects have."""
    owner, name = numba_backend._place(path)
    if hasattr(object, name):
        broken(path.rpartition(".")[0], patch)
    elif isinstance(owner, type):
        for one in owner.__mro__:
            if name in vars(one):
                patch.delattr(one, name)
    else:
        patch.delattr(owner, name)


@each(("purpose", "path"), PATHS, ids=lambda value: value.removeprefix("numba."))
def test_a_missing_seam_is_named(purpose: str, path: str) -> None:
    """The whole path, its purpose and the release, in one line."""
    with pytest.MonkeyPatch.context() as patch:
        broken(path, patch)
        assert path in numba_backend.missing(purpose)
        text = str(numba_backend.complaint())
    assert text.startswith(f"Numba {numba.__version__} lacks ")
    assert f"{path} ({purpose})" in text
    assert "\n" not in text


def test_a_module_that_is_gone_is_missing_as_well() -> None:
    assert numba_backend.part("numba.core.gone.Class.method") is None
    assert numba_backend.part("gone") is None


# A release that lacks something a purpose needs, for the processes that import the package after this.
WITHOUT = """
from munchkin_env.engine.kernels import numba_backend
numba_backend.SEAMS[{purpose!r}] += ("numba.core.gone",)
"""


@pytest.mark.compiled
@pytest.mark.parametrize("purpose", list(numba_backend.SEAMS))
def test_without_a_seam_numbas_own_way_gives_the_same(purpose: str, tmp_path: Path) -> None:
    told = run(f"{WITHOUT.format(purpose=purpose)}{UNIT}{FOUR}\n{DOUBLED}\n", tmp_path)
    assert told.status == 0, told.err
    line = f"munchkin_env: Numba {numba.__version__} lacks numba.core.gone ({purpose}); compiling takes longer"
    assert told.err.splitlines().count(line) == 1
