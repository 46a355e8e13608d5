"""Writer of cards as the text of a TOML file, as card files of the package are written."""

import json
from collections.abc import Mapping, Sequence


def _value(value: object) -> str:
    """Return a value in one line."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{key} = {_value(one)}" for key, one in value.items()) + " }"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, Sequence):
        return "[" + ", ".join(_value(one) for one in value) + "]"
    return str(value)


def table_text(table: Mapping[str, object]) -> str:
    """Return the keys of a table, a line each; lists of several clauses are broken into lines."""
    lines: list[str] = []
    for key, value in table.items():
        if isinstance(value, list) and len(value) > 1 and isinstance(value[0], Mapping):
            lines += [f"{key} = [", *(f"    {_value(one)}," for one in value), "]"]
        else:
            lines.append(f"{key} = {_value(value)}")
    return "\n".join(lines) + "\n"


def deck_text(comment: str, cards: Sequence[Mapping[str, object]]) -> str:
    """Return the file of a deck: a comment, then a `[[card]]` for each."""
    return "\n".join([f"# {comment}\n", *(f"[[card]]\n{table_text(card)}" for card in cards)])


def manifest_text(comment: str, table: Mapping[str, object], **tables: Mapping[str, object]) -> str:
    """Return the file of an edition: its facts, then a table under each of its names."""
    parts = [f"# {comment}\n", table_text(table), *(f"[{name}]\n{table_text(one)}" for name, one in tables.items())]
    return "\n".join(parts)
