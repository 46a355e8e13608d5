"""Frames going on: a dispatcher made of what their chapters have declared."""

from collections.abc import Iterable
from importlib import import_module

from munchkin_env.engine.rules.rows import RULES, Rule
from munchkin_env.engine.wheel.making import Maker
from munchkin_env.vocabulary import Fault, Frame

for _module in ("announced", "windows"):  # which declare rules of their own; the chapters are read with the verbs
    import_module(f"munchkin_env.engine.wheel.{_module}")

_make = Maker(__name__, Frame=Frame, Fault=Fault)


def _lines(rules: Iterable[tuple[Frame, Rule]], otherwise: str) -> list[str]:
    lines = [f"if kind == Frame.{kind.name}:\n        {_make.call(rule.run, i='i')}" for kind, rule in rules]
    return [*(f"{'el' if number else ''}{line}" for number, line in enumerate(lines)), f"else:\n        {otherwise}"]


_make.kernel(
    "run_rare_frame(s, t, i, kind)",
    "What some editions alone, or some settings, have frames for.",
    _lines(((kind, rule) for kind, rule in sorted(RULES.items()) if rule.rare), "s.fault |= Fault.UNKNOWN_FRAME"),
)
run_frame = _make.kernel(
    "run_frame(s, t, i, kind)",
    "The frame `i` goes on by its rule, which knows it by this index alone.",
    _lines(((kind, rule) for kind, rule in sorted(RULES.items()) if not rule.rare), "run_rare_frame(s, t, i, kind)"),
)
