"""Writes the generated tables of README.md from code: `python tests/tools/readme.py`. A test holds them together.

The table of measured speeds is not generated here: `munchkin bench` prints it, and it is pasted with its date.
"""

import re
from collections.abc import Callable, Iterable
from pathlib import Path

from munchkin_env.cards.compile import load_catalogue
from munchkin_env.cards.explain import coverage_table
from munchkin_env.cards.reader import find_editions
from munchkin_env.observation import spec
from munchkin_env.vocabulary import Verb

README = Path(__file__).resolve().parents[2] / "README.md"


def _table(head: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    names = list(head)
    lines = ["| " + " | ".join(names) + " |", "|" + "---|" * len(names)]
    lines += ["| " + " | ".join(str(cell) for cell in row) + " |" for row in rows]
    return "\n".join(lines)


def coverage() -> str:
    """Cards of each edition by kind and origin, the base game first."""
    catalogues = [load_catalogue((name,)) for name in sorted(find_editions(), key=lambda name: name != "munchkin")]
    return "\n\n".join(f"{one.host.name}, edition `{one.host.id}`:\n\n{coverage_table(one)}" for one in catalogues)


def actions() -> str:
    """Sections of the action space, and the verbs."""
    facts = spec()
    rows = [(f"`{s.name}`", s.start, s.size, s.meaning) for s in facts.action_sections]
    verbs = ", ".join(f"{v.value} {v.name.lower().replace('_', ' ')}" for v in Verb)
    return f"{_table(('section', 'first id', 'ids', 'meaning'), rows)}\n\nA = {facts.actions}. Verbs: {verbs}."


def observation() -> str:
    """Sections of `flat` for four players, fields of a token."""
    facts = spec()
    once = [s for s in facts.flat_sections if not s.name.startswith(("seat1.", "seat2.", "seat3."))]
    flat = [(f"`{s.name}`", s.start, s.size, f"{s.low}..{s.high}", s.meaning) for s in once]
    starts = {s.name: s.start for s in facts.flat_sections}
    further = ", ".join(
        f"`seat{i}` {starts[f'seat{i}.cards'] - starts['seat0.cards']:+} for `cards`, "
        f"{starts[f'seat{i}.level'] - starts['seat0.level']:+} for the others"
        for i in range(1, facts.config.players)
    )
    tokens = [(f"`{p.name}`", p.size, f"{p.low}..{p.high}", p.meaning) for p in facts.token_fields]
    count, fields = facts.tokens_shape
    return "\n\n".join(
        (
            f"`flat`, int8[{facts.flat_length}] at four seats:",
            _folded("sections of flat", _table(("section", "first", "size", "bounds", "meaning"), flat)),
            f"The other seats have the fields of `seat0` further on: {further}.",
            f"`tokens`, int16[{count}, {fields}] and int16[{facts.globals_length}]:",
            _folded("fields of a token", _table(("field", "size", "bounds", "meaning"), tokens)),
        )
    )


def _folded(title: str, text: str) -> str:
    return f"<details><summary>{title}</summary>\n\n{text}\n\n</details>"


BLOCKS: dict[str, Callable[[], str]] = {"coverage": coverage, "actions": actions, "observation": observation}


def filled(text: str) -> str:
    """The README with its generated blocks as the code has them now."""
    for name, make in BLOCKS.items():
        pattern = re.compile(rf"(<!-- generated: {name} -->\n).*?(<!-- end -->)", re.DOTALL)
        if not pattern.search(text):
            raise ValueError(f"README.md: expected a block <!-- generated: {name} --> … <!-- end -->, got none")
        block = make()
        text = pattern.sub(lambda found, block=block: f"{found[1]}{block}\n{found[2]}", text)
    return text


if __name__ == "__main__":
    README.write_text(filled(README.read_text(encoding="utf-8")), encoding="utf-8")
