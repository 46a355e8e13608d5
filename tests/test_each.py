"""`each`: one item, a complaint for each case that fails, and every case as if it were alone."""

import pytest

from tests.each import TOLD, combined, each

pytest_plugins = ["pytester"]

HEAD = "from tests.each import each\n"
OPTION = 'def pytest_addoption(parser):\n    parser.addoption("--case", default="")\n'


@pytest.fixture
def outcome(pytester, monkeypatch):
    """A function that returns pytest's result for a file with this source."""

    def run(source: str, *words: str) -> pytest.RunResult:
        pytester.makeconftest(OPTION)
        pytester.makepyfile(HEAD + source)
        for name in ("CI", "BUILD_NUMBER"):  # pytest repeats whole assertions in its summary there
            monkeypatch.delenv(name, raising=False)
        return pytester.runpytest("-p", "no:cacheprovider", *words)

    return run


def test_every_case_that_fails_is_reported_with_its_name_and_its_line(outcome):
    told = outcome('@each("n", range(5))\ndef test_even(n):\n    assert n % 2 == 0\n')
    text = told.stdout.str()
    assert told.ret == 1
    assert text.count("assert (1 % 2) == 0") == text.count("assert (3 % 2) == 0") == 1
    assert "SUBFAILED[1]" in text
    assert "SUBFAILED[3]" in text
    assert "contains 2 failed subtests" in text


def test_of_many_failures_the_first_are_reported_and_the_rest_is_named(outcome):
    told = outcome('@each("n", range(40))\ndef test_none(n):\n    assert n < 0\n').stdout.str()
    assert told.count("assert 0 < 0") + told.count("assert 9 < 0") == 2
    assert "assert 10 < 0" not in told
    assert f"40 of 40 cases fail; besides those above: {TOLD}, {TOLD + 1}," in told


def test_a_case_can_be_run_alone(outcome):
    source = '@each("n", ["one", "two"])\ndef test_named(n):\n    assert n == "two"\n'
    assert outcome(source, "--case", "two").ret == 0
    assert outcome(source, "--case", "one").ret == 1
    outcome(source, "--case", "three").assert_outcomes(skipped=1)


def test_a_case_that_is_skipped_skips_no_other(outcome):
    source = "import pytest\n@each('n', range(3))\ndef test_it(n):\n    if n == 0:\n        pytest.skip('none')\n"
    assert outcome(source).ret == 0
    told = outcome(source + "    assert n == 1\n").stdout.str()
    assert "SUBFAILED[2]" in told
    everything = outcome("import pytest\n@each('n', range(3))\ndef test_it(n):\n    pytest.skip('none')\n")
    everything.assert_outcomes(skipped=1)


def test_no_cases_are_no_success(outcome):
    assert outcome('@each("n", [])\ndef test_nothing(n):\n    pass\n').ret == 1


def test_what_is_called_by_pytest_raises_and_fails_counts(outcome):
    source = "import pytest\n@each('n', [0])\ndef test_it(n):\n    with pytest.raises(KeyError):\n        pass\n"
    assert outcome(source).ret == 1


def test_every_case_starts_anew(outcome):
    source = """
import os
@each("n", range(3))
def test_it(n, tmp_path, monkeypatch, capsys):
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "file").touch()
    assert "CASE" not in os.environ
    monkeypatch.setenv("CASE", str(n))
    print(n)
    assert capsys.readouterr().out == f"{n}\\n"
    print("left behind")
"""
    told = outcome(source)
    assert told.ret == 0, told.stdout.str()


@each("n", range(2))
def test_random_numbers_are_the_same_in_every_case(n, rng):
    assert rng.integers(1000) == 847, n


def test_stacked_decorators_give_every_combination_with_its_name():
    @each("a", [1, 2])
    @each("b, c", lambda: [(3, "x"), pytest.param(4, "y", id="four")])
    def test(a, b, c): ...

    found = combined(test.each_levels)
    assert [name for name, _ in found] == ["1-3-x", "1-four", "2-3-x", "2-four"]
    assert found[1][1] == {"a": 1, "b": 4, "c": "y"}


def test_arguments_that_the_test_has_not_are_refused():
    with pytest.raises(AssertionError, match=r"test has no arguments \['b'\]"):

        @each("b", [1])
        def test(a): ...
