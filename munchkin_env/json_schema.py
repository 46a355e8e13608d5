"""JSON from outside against a JSON Schema, by `jsonschema`; errors are in the words of this package."""

import json
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any

from munchkin_env.errors import MunchkinError, shown

LARGEST = 2**53 - 1
"""Of numbers, either way: no reader of JSON takes it for another one."""


def check(value: Any, schema: Mapping[str, Any], error: type[MunchkinError], root: str, *, exact: bool = False) -> None:
    """Refuse a document that does not fit its schema.

    Args:
        value: the document, as `json.loads` has read it.
        schema: its JSON Schema, of draft 2020-12.
        error: class of the error.
        root: name of the document in messages.
        exact: also refuse numbers beyond LARGEST, which a browser would round.

    Raises:
        error: the document does not fit; the message names the place, what was expected and what came, as in
            "report.results[0].deals[2]: expected 0 to 6, got 7".
    """
    found = next(_validator(exact)(schema).iter_errors(value), None)
    if found is not None:
        raise error(_message(found, root))


@cache
def _validator(exact: bool) -> Callable[[Mapping[str, Any]], Any]:
    """The validator of draft 2020-12, by which 1.0 is no integer; `exact`: and no number is beyond LARGEST."""
    from jsonschema import Draft202012Validator, ValidationError, validators

    by_draft = Draft202012Validator.VALIDATORS["type"]

    def of_type(validator: Any, kinds: Any, value: Any, schema: Any) -> Iterator[Any]:
        yield from by_draft(validator, kinds, value, schema)
        if exact and validator.is_type(value, "number") and not -LARGEST <= value <= LARGEST:
            yield ValidationError("", validator="range")

    def is_integer(_: Any, value: object) -> bool:
        return isinstance(value, int) and not isinstance(value, bool)

    checker = Draft202012Validator.TYPE_CHECKER.redefine("integer", is_integer)
    found: Any = validators.extend(Draft202012Validator, {"type": of_type}, type_checker=checker)
    return lambda schema: found(schema)


def _message(error: Any, root: str) -> str:
    """The one form of what jsonschema has found: place, expectation, value."""
    value, schema, wanted = error.instance, error.schema, error.validator_value
    place = root + "".join(map(_step, error.absolute_path))
    match error.validator:
        case "required":
            return f"{place}{_step(next(name for name in wanted if name not in value))}: expected it, got none"
        case "additionalProperties":
            known = schema.get("properties", {})
            extra = next(name for name in value if name not in known)
            return f"{place}{_step(extra)}: expected one of {', '.join(known)}, got an unknown field"
        case "const":
            expected = shown(wanted)
        case "enum":
            expected = f"one of {', '.join(map(str, wanted))}"
        case "type":
            expected = " or ".join([wanted] if isinstance(wanted, str) else wanted)
        case "minItems" | "maxItems":
            expected = f"{_range(schema.get('minItems', 0), schema.get('maxItems'))} entries"
        case "minimum" | "maximum":
            expected = _range(schema.get("minimum"), schema.get("maximum"))
        case "range":
            expected = _range(-LARGEST, LARGEST)
        case "maxLength":
            expected = f"at most {wanted} characters"
        case "pattern":
            expected = f"text like {wanted}"
        case _:
            expected = f"{error.validator} {shown(wanted)}"
    return f"{place}: expected {expected}, got {shown(value)}"


def _step(step: str | int) -> str:
    """A step into a document; names may come from an untrusted file."""
    if isinstance(step, int):
        return f"[{step}]"
    return f".{step}" if step.isprintable() and len(step) <= 40 else f".{shown(step)}"


def _range(least: float | None, most: float | None) -> str:
    if least is None:
        return f"at most {most}"
    return f"at least {least}" if most is None else f"{least} to {most}"


def check_writable(value: Any) -> None:
    """Refuse a value that `json.loads` has read and that cannot be written again.

    Args:
        value: the value.

    Raises:
        ValueError: a text has a lone surrogate, which JSON can spell as an escape.
        RecursionError: lists and objects are nested too deeply.
    """
    json.dumps(value, ensure_ascii=False).encode()


def each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object of JSON, as a hook of `json.loads`.

    Raises:
        ValueError: a key is there twice; readers would differ on what the object says.
    """
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"the key {shown(twice)} is there twice")
    return found
