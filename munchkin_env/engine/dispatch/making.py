"""Kernels made of rows: a line of source a verb, which asks the function of its chapter.

Compiled code calls each function directly, and knows the verb where a dispatcher is copied into its caller; no table
of functions would do so.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from munchkin_env.engine.dispatch.verbs import VERBS
from munchkin_env.engine.kernels.kernel import made
from munchkin_env.engine.mutations.stack import top
from munchkin_env.engine.queries.places import monster_at
from munchkin_env.engine.rules.rows import VerbRow, parameters
from munchkin_env.vocabulary import Verb

COMPOSED = {  # what a row's function is given of the answer that is being built
    "s": "s",
    "t": "t",
    "p": "p",
    "verb": "verb",
    "stage": "stage",
    "now": "now",
    "i": "top(s)",
    "c": "s.move.card",
    "d": "s.move.second",
    "q": "s.move.seat",
    "n": "s.move.amount",
    "place": "s.move.place",
    "j": "monster_at(s.move.place)",
}


class Maker:
    """Makes the kernels of one module: what it has named is known to their source. `given`: what functions of its rows
    are given, by what their parameters are called."""

    def __init__(self, module: str, given: Mapping[str, str] = COMPOSED, **names: Any) -> None:
        self.module = module
        self.given = given
        self.names: dict[str, Any] = {"Verb": Verb, "top": top, "monster_at": monster_at, **names}

    def call(self, function: Any, row: VerbRow | None = None, **given: str) -> str:
        """The source of a call: each parameter gets what it is called after. A number stands for itself."""
        if isinstance(function, int):
            return str(function)
        known = {**self.given, **({"ability": str(int(row.ability))} if row else {}), **given}
        name = function.__name__
        if self.names.setdefault(name, function) is not function:
            raise ValueError(f"{self.module}: expected one function called {name}, got two")
        return f"{name}({', '.join(known[parameter] for parameter in parameters(function))})"

    def kernel(self, head: str, doc: str, lines: Iterable[str], copied: bool = False) -> Any:
        """A kernel of these lines, which further ones may call. `copied`: into each caller, so that it is made for the
        verb that is named there."""
        body = "".join(f"    {line}\n" for line in lines)
        kernel = made(f'def {head}:\n    """{doc}"""\n{body}', self.module, self.names, copied)
        self.names[kernel.__name__] = kernel
        return kernel

    def dispatcher(
        self, head: str, doc: str, answers: Mapping[Verb, str], otherwise: str, before: Iterable[str] = (), **how: Any
    ) -> Any:
        """A kernel that answers for each verb by an expression of its own, and for all others by another one."""
        lines = [f"if verb == Verb.{verb.name}:\n        return {answer}" for verb, answer in answers.items()]
        return self.kernel(head, doc, [*before, *lines, f"return {otherwise}"], **how)

    def column(self, name: str, **given: str) -> dict[Verb, str]:
        """The calls of a column of functions, by verb."""
        found = {verb: getattr(row, name) for verb, row in VERBS.items()}
        return {v: self.call(function, VERBS[v], **given) for v, function in found.items() if function is not None}
