"""Run one measurement: `python -m benchmarks NAME [ARGUMENTS]`; without a name, list them."""

import ast
import runpy
import sys
from pathlib import Path

HELPERS = {"__init__", "__main__", "measuring", "results"}


def names() -> dict[str, str]:
    """Return the measurements by name, each with the first line of its docstring."""
    folder = Path(__file__).parent
    files = {file.stem: file for file in folder.glob("*.py") if file.stem not in HELPERS}
    files |= {file.parent.name: file for file in folder.glob("*/__main__.py")}
    first = {name: ast.get_docstring(ast.parse(files[name].read_text(encoding="utf-8"))) for name in sorted(files)}
    return {name: (text or "").partition("\n")[0] for name, text in first.items()}


def main(words: list[str]) -> int:
    """Run the measurement that the first word names, with the others as its arguments; return the exit status."""
    known = names()
    if not words or words[0] in ("-h", "--help"):
        print("usage: python -m benchmarks NAME [ARGUMENTS]\n")
        for name, text in known.items():
            print(f"  {name:22} {text}")
        return 0
    name, *rest = words
    if name not in known:
        print(f"benchmarks: expected one of {', '.join(known)}, got {name!r}", file=sys.stderr)
        return 2
    sys.argv = [f"python -m benchmarks {name}", *rest]
    runpy.run_module(f"benchmarks.{name}", run_name="__main__", alter_sys=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
