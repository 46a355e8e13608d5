"""Render the notebook as a page of the site: `python -m tests.tools.notebook` writes docs/tour.md and docs/tour.png.

It runs all cells in one namespace, as Jupyter does, and shows their output below them; with `--unrun` it writes only
text and code. It needs the extras `train` and `eval`.
"""

import io
import json
import sys
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
NOTEBOOK = ROOT / "examples" / "tour.ipynb"
PAGE = ROOT / "docs" / "tour.md"
PICTURE = PAGE.with_suffix(".png")
INTRODUCTION = """Use this when you want to see the package at work before you install it. This page shows the notebook
`examples/tour.ipynb`.

[![Open in Colab](colab.svg)](https://colab.research.google.com/github/OWNER/REPOSITORY/blob/main/examples/tour.ipynb)"""


def cells() -> list[tuple[str, str]]:
    """Return kind ("code" or "markdown") and text of each cell."""
    found = json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]
    return [(cell["cell_type"], "".join(cell["source"])) for cell in found]


def run(source: str, space: dict[str, Any]) -> str:
    """Run a cell; return what it says, as Markdown: a picture if it drew one."""
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    said = io.StringIO()
    with redirect_stdout(said):
        exec(compile(source, NOTEBOOK.name, "exec"), space)
    text = f"```text\n{said.getvalue().rstrip()}\n```\n" if said.getvalue().strip() else ""
    if plt.get_fignums():
        plt.savefig(PICTURE, dpi=100, bbox_inches="tight")
        plt.close("all")
        text += f"![The plot of this cell]({PICTURE.name})\n"
    return text


def page(with_outputs: bool) -> str:
    """Return the page."""
    space: dict[str, Any] = {"__name__": "notebook"}
    (_, title), *others = cells()
    head, _, text = title.partition("\n")
    parts = [head, INTRODUCTION, text.strip()]
    for kind, source in others:
        parts.append(source.strip() if kind == "markdown" else f"```py\n{source.strip()}\n```")
        if kind == "code" and with_outputs:
            parts.append(run(source, space).strip())
    return "\n\n".join(part for part in parts if part) + "\n"


def main() -> None:
    PAGE.write_text(page(with_outputs="--unrun" not in sys.argv), encoding="utf-8")


if __name__ == "__main__":
    main()
