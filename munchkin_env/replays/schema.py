"""Checks of untrusted JSON against a JSON Schema: the part of that language that `replay.schema.json` uses.

It has no dependency, since players should need none more; a test compares it with the package `jsonschema`.
"""

import re
from collections.abc import Mapping
from typing import Any

from munchkin_env.errors import ReplayError, shown

Schema = Mapping[str, Any]

TYPES: dict[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "null": (type(None),),
}
LARGEST = 2**53 - 1  # of numbers, either way: no reader of JSON takes it for another one
KNOWN = {
    *("$schema", "$defs", "title", "description", "$ref", "const", "enum", "type", "required", "properties"),
    *("additionalProperties", "items", "minItems", "maxItems", "minimum", "maximum", "pattern", "maxLength"),
}


def check(value: Any, schema: Schema, root: Schema, where: str = "") -> None:
    """Raise ReplayError naming the place, the expected and the given value, unless the value fits."""
    if "$ref" in schema:
        check(value, root["$defs"][schema["$ref"].rpartition("/")[2]], root, where)
        return
    if "const" in schema and (value != schema["const"] or isinstance(value, bool)):
        _refuse(where, shown(schema["const"]), value)
    if "enum" in schema and value not in schema["enum"]:
        _refuse(where, f"one of {', '.join(schema['enum'])}", value)
    if "type" in schema:
        names = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
        if not any(_is(value, name) for name in names):
            _refuse(where, " or ".join(names), value)
    if isinstance(value, dict):
        _check_object(value, schema, root, where)
    elif isinstance(value, list):
        _check_array(value, schema, root, where)
    elif isinstance(value, str):
        _check_text(value, schema, where)
    elif isinstance(value, int | float) and not isinstance(value, bool):
        _check_number(value, schema, where)


def _is(value: Any, name: str) -> bool:
    return isinstance(value, TYPES[name]) and (name == "boolean" or not isinstance(value, bool))


def _check_object(value: dict[str, Any], schema: Schema, root: Schema, where: str) -> None:
    for name in schema.get("required", ()):
        if name not in value:
            raise ReplayError(f"{where}{name}: expected it, got none")
    parts = schema.get("properties", {})
    others = schema.get("additionalProperties", True)
    for name, part in value.items():
        if name in parts:
            check(part, parts[name], root, f"{where}{name}.")
        elif others is False:
            raise ReplayError(f"{where}{shown(name)}: unknown part; known: {', '.join(parts)}")
        elif others is not True:
            check(part, others, root, f"{where}{name}.")


def _check_array(value: list[Any], schema: Schema, root: Schema, where: str) -> None:
    least, most = schema.get("minItems", 0), schema.get("maxItems")
    if len(value) < least or (most is not None and len(value) > most):
        _refuse(where, f"{least} to {most} entries" if most is not None else f"at least {least} entries", value)
    if "items" in schema:
        for i, item in enumerate(value):
            check(item, schema["items"], root, f"{where}{i}.")


def _check_text(value: str, schema: Schema, where: str) -> None:
    if "pattern" in schema and not re.search(schema["pattern"], value):
        _refuse(where, f"text like {schema['pattern']}", value)
    if len(value) > schema.get("maxLength", len(value)):
        _refuse(where, f"at most {schema['maxLength']} characters", value)


def _check_number(value: int | float, schema: Schema, where: str) -> None:
    if not -LARGEST <= value <= LARGEST:
        _refuse(where, f"a number from {-LARGEST} to {LARGEST}", value)
    if not schema.get("minimum", value) <= value <= schema.get("maximum", value):
        least, most = schema.get("minimum", "…"), schema.get("maximum", "…")
        _refuse(where, f"a number from {least} to {most}", value)


def _refuse(where: str, expected: str, value: Any) -> None:
    raise ReplayError(f"{where.removesuffix('.') or 'replay'}: expected {expected}, got {shown(value)}")
