"""Promises of the repository about itself: rules have tests, citations exist, dependencies are pinned."""

import ast
import json
import os
import re
import tomllib
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import munchkin_env as mk
from munchkin_env import versions
from tests.each import each
from tests.tools import uncited

ROOT = Path(__file__).resolve().parents[2]


def test_rule_ids_are_listed_once_and_numbered_without_gaps():
    rules = uncited.rule_ids()
    numbers: dict[str, list[int]] = {}
    for rule in rules:
        if rule[-1].isalpha():  # it comes between two numbers, after the one that it is named after
            assert rules[rules.index(rule) - 1] == rule[:-1]
        else:
            numbers.setdefault(uncited.chapter(rule), []).append(int(rule.partition("-")[2]))
    assert {found[0] for found in numbers.values()} == {0, 1}  # WINDOW-0 comes before the rest of its chapter
    assert {chapter: list(range(found[0], found[0] + len(found))) for chapter, found in numbers.items()} == numbers


def test_every_rule_is_stated_once_and_cited_by_a_test():
    """The page of the rules has a row for each ID, in the order of the list. `tests/tools/uncited.py` prints what no
    test cites."""
    page = (ROOT / "docs" / "reference" / "rules.md").read_text(encoding="utf-8")
    stated = re.findall(r"^\| ([A-Z]+-\d+[a-z]?) \| \S.* \|$", page, re.MULTILINE)
    assert tuple(stated) == uncited.rule_ids()
    assert uncited.cited() == set(stated)


def test_every_cited_rule_exists():
    """A citation that is mistyped proves nothing, and sends its reader to a rule that is not there."""
    rules = set(uncited.rule_ids())
    files = [file for room in ("munchkin_env", "training", "tests") for file in (ROOT / room).rglob("*")]
    files = [file for file in files if file.suffix in (".py", ".toml", ".txt", ".md")]
    mistyped = {
        f"{file.relative_to(ROOT)}: {rule}"
        for file in [*files, *ROOT.glob("*.md")]
        for rule in uncited.ids_in(file.read_text(encoding="utf-8")) - rules
    }
    assert mistyped == set()


def test_a_citation_stands_in_a_string_of_a_test(tmp_path):
    (tmp_path / "rules").mkdir()
    (tmp_path / "tools").mkdir()
    (tmp_path / "rules" / "test_flee.py").write_text('# FLEE-1\ndef test_escape():\n    """FLEE-2: escaped."""\n')
    (tmp_path / "rules" / "flee.toml").write_text("# FLEE-3\n")
    (tmp_path / "tools" / "listing.py").write_text('"""FLEE-4"""\n')
    assert uncited.cited(tmp_path) == {"FLEE-2", "FLEE-3"}


# ----------------------------------------------------------------------- packaging
def project() -> dict:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


# Extras that each file of exact versions serves. Ray pins an older gymnasium: its users install apart.
# Nor does `all` hold what only `make docs`, `munchkin record` and examples need.
DOORS = {"mcp", "openenv", "textarena", "inspect", "language"}
APART = {"distributed", "docs", "offline", "clients", "openspiel", "jax", "trl", "verifiers", *DOORS}
SERVED = {
    "constraints.txt": {"train", "eval", "render", "table", "dev", "docs", "offline", "all"},
    "constraints-clients.txt": {"clients", "openspiel", "jax", "distributed", "render", "dev"},
    "constraints-language.txt": {*DOORS, "dev"},
    "constraints-models.txt": {"verifiers", "trl", "dev"},
}


def pins(file: str) -> dict[str, str]:
    """Distribution name -> exact version, from a constraints file."""
    lines = (ROOT / file).read_text(encoding="utf-8").splitlines()
    pinned = [line.partition("==") for line in lines if line.strip() and not line.startswith("#")]
    assert all(equals for _, equals, _ in pinned), f"{file} holds exact versions only"
    return {canonicalize_name(name): version for name, _, version in pinned}


@each("file", SERVED)
def test_every_dependency_is_pinned_within_its_range(file):
    extras = project()["optional-dependencies"]
    texts = [*project()["dependencies"], *(text for extra in SERVED[file] for text in extras[extra])]
    own = canonicalize_name(project()["name"])
    for requirement in map(Requirement, texts):
        if canonicalize_name(requirement.name) != own:
            version = pins(file).get(canonicalize_name(requirement.name))
            assert version is not None, f"{file} does not pin {requirement.name}"
            assert requirement.specifier.contains(version), f"{file}: {version} is outside {requirement}"


def test_every_extra_has_its_exact_versions():
    assert set().union(*SERVED.values()) == set(project()["optional-dependencies"])


def test_the_extra_all_holds_every_other_extra_that_fits_in():
    extras = project()["optional-dependencies"]
    (everything,) = extras["all"]
    assert Requirement(everything).extras == set(extras) - {"all"} - APART


@each(
    ("file", "wanted"),
    [
        ("constraints-clients.txt", {"filelock": ("4.2.11", "3.32.7"), "gymnasium": ("1.4.0", "1.2.2")}),
        ("constraints-models.txt", {}),
        (
            "constraints-language.txt",
            {
                "fsspec": ("2026.9.0", "2026.6.0"),
                "pillow": ("13.0.0", "12.3.0"),
                "python-dateutil": ("4.0.0", "2.9.0.post0"),
                "tomlkit": ("0.15.2", "0.14.0"),
            },
        ),
    ],
)
def test_what_environments_share_differs_only_where_a_library_wants_it(file, wanted):
    """Ray pins gymnasium, what Tianshou needs wants an older filelock, what OpenEnv and Inspect need has bounds of its
    own; another difference would be an oversight."""
    one, other = pins("constraints.txt"), pins(file)
    differing = {name: (one[name], other[name]) for name in one.keys() & other.keys() if one[name] != other[name]}
    assert differing == wanted


def test_versions_say_when_to_raise_them():
    """Each version is a positive integer, with a history that ends at the present number."""
    body = ast.parse((ROOT / "munchkin_env" / "versions.py").read_text(encoding="utf-8")).body[1:]
    pairs = list(zip(body[::2], body[1::2], strict=True))
    assert len(pairs) >= 4
    for assignment, docstring in pairs:
        assert isinstance(assignment, ast.Assign)
        assert isinstance(docstring, ast.Expr)
        number, text = ast.literal_eval(assignment.value), ast.literal_eval(docstring.value)
        history = [int(entry) for entry in re.findall(r"^(\d+): ", text.partition("History:")[2], re.MULTILINE)]
        assert history == list(range(1, number + 1))
        assert text.startswith("Raise it when")


def test_the_version_is_the_same_wherever_it_stands():
    """Package, metadata, citation and the newest section of the changelog, which tells the other versions as well."""
    version = project()["version"]
    assert mk.__version__ == version
    assert f"\nversion: {version}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    newest = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8").split("\n## ")[1]
    numbers = (versions.RULES_VERSION, versions.OBSERVATION_VERSION, versions.ACTION_VERSION, versions.SAVE_VERSION)
    assert newest.partition(" ")[0] == version
    assert "Rules {}, observation {}, actions {}, saves {}.".format(*numbers) in newest


def test_the_dev_container_is_ready_after_its_build():
    """It makes a target of the Makefile, and programs find what that installs."""
    container = json.loads((ROOT / ".devcontainer" / "devcontainer.json").read_text(encoding="utf-8"))
    make, target = container["onCreateCommand"].split()
    assert make == "make"
    assert re.search(rf"^{target}: \$\(INSTALLED\)", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    assert "/.venv/bin:" in container["remoteEnv"]["PATH"]


def test_ci_runs_what_the_readme_tells_people_to_run():
    script = ROOT / ".ci" / "run"
    assert os.access(script, os.X_OK)
    assert re.search(r"^make test\b", script.read_text(encoding="utf-8"), re.MULTILINE)
