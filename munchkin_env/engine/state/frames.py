"""How numbers of a frame are reached by the names that its kind gives them (`vocabulary.Frame`)."""

from munchkin_env.engine.state.layout import FRAME_FIELDS
from munchkin_env.vocabulary import Frame, Verb

OPENS_DOOR = int(Verb.OPEN_DOOR)  # all that is said of a card that has been turned up and may be cancelled
BY_KIND = ("a", "b", "c", "n", "arg")  # numbers of a frame that are only known by the names that each kind gives them


def _slots() -> dict[str, str]:
    """Which number of a frame each name means. Raises ValueError if a name means two, or another number's own."""
    found = {field.name: field.name for field in FRAME_FIELDS if field.name not in BY_KIND}
    for kind in Frame:
        for name, held in kind.row.held.items():
            if found.setdefault(name, held.slot) != held.slot:
                raise ValueError(f"frame {kind.name}: {name}: expected {found[name]}, as elsewhere, got {held.slot}")
    return found


SLOTS = _slots()
