"""Places of everything that others store or train on. Appending moves nothing; a move raises a version.

`places.txt` has a line for each field of a record, entry of an observation, action section and numbered word, as they
were when the versions on its first line were set. `python -m tests.versions.test_places` writes it again.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from munchkin_env import versions, vocabulary
from munchkin_env.engine.state import actions
from munchkin_env.engine.state import layout as records
from munchkin_env.observation import layout

FILE = Path(__file__).with_name("places.txt")
VERSIONS = ("RULES_VERSION", "OBSERVATION_VERSION", "ACTION_VERSION", "SAVE_VERSION")
SPARE = "room"  # what it covers may be taken
WORDS = (
    vocabulary.Ability,
    vocabulary.Decision,
    vocabulary.Event,
    vocabulary.Filter,
    vocabulary.Flag,
    vocabulary.Frame,
    vocabulary.Kind,
    vocabulary.Klass,
    vocabulary.Moment,
    vocabulary.Phase,
    vocabulary.Pile,
    vocabulary.Race,
    vocabulary.Stage,
    vocabulary.Tag,
    vocabulary.Verb,
    vocabulary.Window,
    vocabulary.Zone,
    layout.TokenPlace,
)

BITS = (vocabulary.Tag,)  # what is stored of them: they were written down as masks


def heading() -> str:
    return " ".join(f"{name} {getattr(versions, name)}" for name in VERSIONS)


def places() -> Iterator[str]:
    for name in records.RECORDS:
        dtype = getattr(records, name.upper())
        yield f"record {name} {dtype.itemsize}"
        for field, (kind, offset, *_) in dtype.fields.items():
            if not field.startswith(SPARE):
                width = kind.base.itemsize if kind.base.names else kind.base.str
                yield f"record {name}.{field} {offset} {width}"
    for title, parts in (("general", layout.GENERAL_PARTS), ("seat", layout.SEAT_PARTS), ("token", layout.TOKEN_PARTS)):
        at = 0
        for part in parts:
            if not part.name.startswith(SPARE):
                yield f"observation {title}.{part.name} {at} {part.size} {part.low} {part.high} {part.per}"
            at += part.size
        yield f"observation {title} {at}"
    for name in ("VERB0", "SEAT0", "PLACE0", "AMOUNT0", "CARD0"):
        yield f"action {name} {getattr(actions, name)}"
    for words in WORDS:
        for word in words:
            yield f"word {words.__name__}.{word.name} {1 << word if words in BITS else int(word)}"


def test_nothing_has_moved_since_the_versions_were_set() -> None:
    then = FILE.read_text(encoding="utf-8").splitlines()
    assert then[0] == heading(), "write the file anew in the commit that raises a version"
    missing = sorted(set(then[1:]) - set(places()))
    assert not missing, "a version has to rise, and then the file is written anew"


@pytest.mark.parametrize(
    ("words", "room"),
    [
        (vocabulary.Phase, vocabulary.ROOM_FOR_PHASES),
        (vocabulary.Window, vocabulary.ROOM_FOR_WINDOWS),
        (vocabulary.Decision, vocabulary.ROOM_FOR_DECISIONS),
        (vocabulary.Stage, vocabulary.ROOM_FOR_STAGES),
        (vocabulary.Verb, vocabulary.ROOM_FOR_VERBS),
        (vocabulary.Event, vocabulary.ROOM_FOR_EVENTS),
        (layout.TokenPlace, vocabulary.ROOM_FOR_PLACES),
    ],
    ids=lambda value: getattr(value, "__name__", str(value)),
)
def test_words_have_room_and_no_gaps(words: type, room: int) -> None:
    assert [int(word) for word in words] == list(range(len(words)))  # type: ignore[call-overload,arg-type]
    assert len(words) <= room  # type: ignore[arg-type]


def test_the_versions_tell_how_much_room_there_is() -> None:
    told = Path(versions.__file__).read_text(encoding="utf-8")
    v = vocabulary
    one_hots = f"{v.ROOM_FOR_PHASES} phases, {v.ROOM_FOR_WINDOWS} windows, {v.ROOM_FOR_DECISIONS} decisions"
    for line in (
        f"{one_hots}, {v.ROOM_FOR_STAGES} stages and {v.ROOM_FOR_VERBS} verbs",
        f"up to {layout.N_GENERAL}, {layout.N_SEAT} and {layout.N_TOKEN} entries",
    ):
        assert line in " ".join(told.split())


if __name__ == "__main__":
    FILE.write_text("\n".join([heading(), *places()]) + "\n", encoding="utf-8")
