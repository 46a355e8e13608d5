"""Tests of the script that types the tutorial: it runs exactly the tutorial's commands."""

from pathlib import Path

import pytest

from benchmarks import first_hour

pytestmark = pytest.mark.interpreted
ROOT = Path(__file__).resolve().parents[2]
PAGE = """# One

```sh
pip install -e '.[train,eval]'
```

```python
a = 1
```

## Two

text

```python
b = 2
```

```python
print(b)
```
"""


def test_blocks_come_in_order_and_programs_of_a_heading_together() -> None:
    found = [(step.title, step.language, step.code) for step in first_hour.steps(PAGE)]
    assert found == [
        ("One", "sh", "pip install -e '.[train,eval]'\n"),
        ("One", "python", "a = 1\n"),
        ("Two", "python", "b = 2\n\nprint(b)\n"),
    ]


def test_the_wheel_is_installed_in_place_of_the_checkout() -> None:
    step = next(first_hour.steps(PAGE))
    assert first_hour.typed(step, Path("/some/a.whl")).startswith("pip install '/some/a.whl[train,eval]' ")
    for page in first_hour.PAGES:
        text = (ROOT / page).read_text(encoding="utf-8")
        for step in first_hour.steps(text):
            assert "-e '." not in first_hour.typed(step, Path("/some/a.whl"))


def test_no_block_of_the_tutorial_is_left_out() -> None:
    text = (ROOT / first_hour.PAGES[0]).read_text(encoding="utf-8")
    run = "\n".join(step.code for step in first_hour.steps(text))
    blocks = [block for block in text.split("```")[1::2] if not block.startswith("text")]  # those are output
    fenced = [line for block in blocks for line in block.splitlines()[1:] if line]
    assert len(fenced) > 15
    assert [line for line in fenced if line not in run] == []


def test_the_table_adds_up() -> None:
    found = [{"step": "a", "seconds": 3, "cpu": 2}, {"step": "b", "seconds": 4, "cpu": 7}]
    assert first_hour.table(found)[-1] == ("together", 7, 9)
