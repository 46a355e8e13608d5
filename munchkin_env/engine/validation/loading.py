"""Checks positions that come from outside, such as saved games, before any rule runs on them.

A position is taken if it keeps to the ranges of `position.layout`, if its parts fit together (`admission`), and if
it is one that its own rules lead to: the pending question is taken back on a copy, the rules run on, and what has been
answered of a composite is answered again, each part among those that `legal` lists. The copy is then the same, byte by
byte: so whoever is asked is asked what the rules ask, and every half-built answer is one that somebody can have begun.
"""

from typing import Any

import numpy as np

from munchkin_env.engine.dispatch import entries
from munchkin_env.engine.dispatch.verbs import SET_AFTER_CARD, VERBS
from munchkin_env.engine.kernels.kernel import copied, records
from munchkin_env.engine.state.action_ids import AMOUNT0, CARD0, DONE_ID, FIRST_PICK_ID, PLACE0, SEAT0, VERB0
from munchkin_env.engine.state.layout import EVENTS, RECORDS, RULES, STATE, USED, Field, limits
from munchkin_env.engine.state.unsound import Unsound
from munchkin_env.engine.validation import checks
from munchkin_env.engine.validation.admission import WHERE
from munchkin_env.engine.validation.invariants import Broken
from munchkin_env.errors import SaveError
from munchkin_env.vocabulary import MAX_CLAUSES, MAX_TYPES, Event, Flag, Frame, Limit, Stage, kinds_that

FRAME_NUMBERS = ("stage", "did", "passes", "a", "b", "c", "n", "arg")  # as in `admission.frame_number`
TRADED_IN_SETS = tuple(verb for verb in VERBS if SET_AFTER_CARD >> verb & 1)
MOST_PARTS = 200  # of a composite answer
_WIDTHS = tuple(np.dtype(code) for code in ("i1", "u1", "i2", "u2", "i4", "i8"))  # as in `admission.out_of_range`


def _offset(*path: str) -> int:
    """Where a field lies in a position."""
    dtype, at = STATE, 0
    for name in path:
        assert dtype.fields is not None
        dtype, offset = dtype.fields[name][:2]
        at += offset
    return at


# What `admission` finds, by the field and what was expected of it; {where} is the frame, seat, place or card.
WRONG = {
    Unsound.UNUSED: ("position", "zeros where nothing is in use"),
    Unsound.ENDED: ("over", "a game that runs, or one that has ended, with its winners"),
    Unsound.STACK: ("frame.kind", "frames that lie where their rules push them, frame {where} too"),
    Unsound.CLAUSES: ("frame.a", "the rest of a card's clauses in frame {where}"),
    Unsound.CHOICE: ("frame.b", "what can be done with the cards of the filter in frame {where}"),
    Unsound.CARD: ("frame.c", "a card that frame {where} can be about"),
    Unsound.SEATS: ("frame.seat", "seats that frame {where} can be about"),
    Unsound.WORTH: ("frame.c", "a tax in frame {where} that is paid at once"),
    Unsound.ROLL: ("roll", "the die that some frame waits for, or none"),
    Unsound.OFFER: ("offer", "two sides and a frame that waits for the answer, or no offer"),
    Unsound.COMBAT: ("combat", "two fighters, a frame and treasures that agree, or no combat"),
    Unsound.MONSTER: ("combat.monster", "a monster with a card of its own and its enhancers' numbers at place {where}"),
    Unsound.PLAYER: ("player", "a level below the goal and monsters to flee from for seat {where}"),
    Unsound.HOST: ("host", "a card of the same table for card copy {where} to hang on, or a group of monsters"),
    Unsound.KNOWN: ("known_by", "card copy {where} known by others, in a hand or on a draw pile"),
    Unsound.MARK: ("flag", "flags that card copy {where} can have where it lies"),
    Unsound.ASIDE: ("zone", "cards aside that some frame is about"),
    Unsound.SPOILS: ("zone", "spoils only while they are shared out"),
    Unsound.WINDOW: ("window", "a window of the stack, or none"),
    Unsound.ROOM: ("zone", "no room before the door has been opened"),
    Unsound.DICE: ("dice", "faces from 1 to 6"),
}


_FORCED = _offset("rules", "forced_choices")
_HEAVY = _offset("heavy")


class _Differs(Exception):
    """The rules lead elsewhere."""


class _Desk:
    """A place to work on a copy of a position, with all that compiled code is given of it: views take time to make."""

    def __init__(self) -> None:
        self.bytes = np.zeros(STATE.itemsize, np.uint8)
        self.row = np.ndarray(1, STATE, self.bytes)
        self.position = records(self.row)
        self.numbers = tuple(self.bytes.view(width) for width in _WIDTHS)

    def holds(self, data: bytes) -> bool:
        """The copy is this position, but for the choices left open (`admission.take_back`) and the doubt about Big
        items, which the rules lay aside before they go on (ITEM-3)."""
        forced, heavy = self.bytes[_FORCED], self.bytes[_HEAVY]
        self.bytes[_FORCED], self.bytes[_HEAVY] = data[_FORCED], data[_HEAVY]
        same = self.bytes.tobytes() == data
        self.bytes[_FORCED], self.bytes[_HEAVY] = forced, heavy
        return same


class Loader:
    """Checks positions of games with the same settings and cards."""

    def __init__(self, rules: np.ndarray, tables: np.ndarray) -> None:
        """rules: the record RULES that all positions have. tables: the cards they are played with."""
        self._tables = records(tables)
        cards = tables[0]
        self._rules = {name: int(rules[name]) for name in RULES.names or ()}
        self._limits = limits(
            players=self._rules["players"],
            goal=self._rules["goal"],
            round_limit=self._rules["round_limit"],
            n_cards=int(cards["n_cards"]),
            n_types=int(cards["n_types"]),
            n_clauses=int(cards["n_clauses"]),
        )
        self._type_of = cards["type_of"]
        rows = [(name, *place, low, high) for name, place, low, high in self._rows()]
        self._names = [row[0] for row in rows]
        self._ranges = np.array([row[1:] for row in rows], np.int64)
        self._frames = self._frame_limits()
        self._events = self._event_limits()
        self._ends = _run_ends(cards)
        self._desks: list[_Desk] = []  # those that nobody works at: several threads may load at a time

    def check(self, data: bytes, ids: np.ndarray) -> int:
        """Checks a position, the bytes of a record STATE; writes the legal ids of its decision, returns how many.

        Raises SaveError, naming the field, for one that the rules could not go on with.
        """
        return self._resumed(data, ids, [])

    def answered(self, data: bytes) -> list[tuple[Stage, int]]:
        """(part, action) of all that has been answered of the pending composite of a position, the verb first.

        Raises SaveError as `check` does.
        """
        found: list[tuple[Stage, int]] = []
        self._resumed(data, np.zeros(CARD0 + self._limits["n_types"], np.int32), found)
        return found

    def _resumed(self, data: bytes, ids: np.ndarray, found: list[tuple[Stage, int]]) -> int:
        """Asks the pending question again, and notes what has been answered of it. Returns how many ids are legal."""
        desk = self._desks.pop() if self._desks else _Desk()
        try:
            self._admit(data, desk)
            n = int(checks.resume(desk.position, 0, self._tables, ids))
            return n if desk.holds(data) else self._answered(data, desk, ids, n, found)
        except _Differs:
            raise SaveError(_difference(_row_of(data), desk.row)) from None
        finally:
            self._desks.append(desk)

    def check_start(self, data: bytes, ids: np.ndarray) -> None:
        """Checks a position that asks nobody yet, as scenarios begin. Raises SaveError."""
        desk = _Desk()
        self._admit(data, desk)
        if not desk.holds(data):
            raise SaveError(f"start: {_difference(_row_of(data), desk.row)}")
        checks.resume(desk.position, 0, self._tables, ids)
        bad = Broken(checks.check_position(desk.position, 0, self._tables))
        if bad:
            raise SaveError(f"start: expected a position that the rules can go on with, got {bad!r}")

    # ------------------------------------------------------------------ the position as it stands

    def _admit(self, data: bytes, desk: _Desk) -> None:
        """Puts a position that fits together on the desk and takes its question back. Raises SaveError."""
        desk.bytes[:] = np.frombuffer(data, np.uint8)
        found = int(
            checks.admit(
                desk.position, 0, self._tables, *desk.numbers, self._ranges, self._frames, self._events, self._ends
            )
        )
        if found:
            raise SaveError(self._wrong(_row_of(data), Unsound(found % WHERE), found // WHERE))

    def _wrong(self, row: np.ndarray, what: Unsound, where: int) -> str:
        """What `admit` has found, in words."""
        if what == Unsound.RANGE:
            name = self._names[where]
            low, high = self._ranges[where, 4:].tolist()
            numbers = _numbers_at(row, self._ranges[where])
            if low == high:
                return f"{name}: expected {low}, got {int(numbers[np.argmax(numbers != low)])}"
            return f"{name}: expected {low} to {high}, got {numbers.min()} to {numbers.max()}"
        if what == Unsound.FRAME:
            i, field = divmod(where, len(FRAME_NUMBERS))
            frame = row["frame"][0, i]
            kind, name = Frame(int(frame["kind"])), FRAME_NUMBERS[field]
            low, high = self._frames[kind, field].tolist()
            expected = f"{low} to {high}" if low <= high else "another kind"
            return f"frame.{name}: expected {expected} in frame {i} of kind {kind.name}, got {frame[name]}"
        if what == Unsound.EVENT:
            event = row["event"][0, where]
            return f"event: expected a kind, a card and an amount that can be told at {where}, got {event.tolist()}"
        if what == Unsound.BROKEN:
            return f"position: expected a sound one, got {Broken(where)!r}"
        field_name, expected = WRONG[what]
        return f"{field_name}: expected {expected.format(where=where)}, got another"

    # ------------------------------------------------------------------ the question

    def _answered(self, data: bytes, desk: _Desk, ids: np.ndarray, n: int, found: list[tuple[Stage, int]]) -> int:
        """Answers at the desk what has been answered of the pending composite, and notes it. Raises _Differs."""
        row = _row_of(data)
        for _ in range(MOST_PARTS):
            action = self._next_part(row, desk.row, ids, n)
            found.append((Stage(int(desk.row["move"]["stage"][0])), action))
            n = int(entries.step_game(desk.position, 0, self._tables, action, ids, n))
            if n <= 0:
                break
            if desk.holds(data):
                return n
        raise _Differs

    def _next_part(self, row: np.ndarray, copy: np.ndarray, ids: np.ndarray, n: int) -> int:
        """The action that answers the next part of the composite as the position has it. Raises _Differs."""
        move, now = row["move"][0], copy["move"][0]
        seat = int(row["seat"][0])
        same = int(copy["seat"][0]) == seat and int(copy["decision"][0]) == int(row["decision"][0])
        stage, wanted_stage = int(now["stage"]), int(move["stage"])
        if not same or wanted_stage == Stage.VERB:
            raise _Differs
        if stage == Stage.VERB:
            return VERB0 + int(move["verb"])
        if stage == Stage.CARD:
            return self._card(int(move["card"]))
        if stage == Stage.SECOND:
            return self._card(int(move["second"]))
        if stage in (Stage.WHICH, Stage.SECOND_WHICH):
            return self._copy(row, copy, ids, n, "card" if stage == Stage.WHICH else "second")
        if stage == Stage.SEAT:
            return SEAT0 + (int(move["seat"]) - seat) % self._limits["players"]
        if stage == Stage.PLACE:
            return PLACE0 + int(move["place"])
        if stage == Stage.AMOUNT:
            return AMOUNT0 + int(move["amount"])
        if stage == Stage.TERMS and int(move["first"]) and not int(now["first"]):
            return FIRST_PICK_ID
        chosen = self._next_of_set(row, copy, Flag.WANTED if stage == Stage.WANT else Flag.SELECTED, int(move["verb"]))
        if chosen:
            return self._card(chosen)
        if stage == Stage.MORE and wanted_stage != stage:
            return DONE_ID
        raise _Differs

    def _card(self, copy: int) -> int:
        if not copy:
            raise _Differs
        return CARD0 + int(self._type_of[copy]) - 1

    def _copy(self, row: np.ndarray, copy: np.ndarray, ids: np.ndarray, n: int, part: str) -> int:
        """The answer that tells the copy which the position names from others of its type. Raises _Differs."""
        for action in ids[:n].tolist():
            tried = copied(copy)
            entries.step_game(tried, 0, self._tables, action, ids.copy(), n)
            if int(tried["move"][part][0]) == int(row["move"][part][0]):
                return int(action)
        raise _Differs

    def _next_of_set(self, row: np.ndarray, copy: np.ndarray, mark: Flag, verb: int) -> int:
        """The first card, in the order in which sets are chosen, that has the mark in the position alone; 0: none."""
        left = np.flatnonzero((row["card"]["flag"][0] & mark) & ~copy["card"]["flag"][0])
        return min(left.tolist(), key=lambda c: (place_in_set(self._tables, int(self._type_of[c]), verb), c), default=0)

    # ------------------------------------------------------------------ the declarations as arrays

    def _number(self, limit: Limit) -> int:
        return self._limits[limit] if isinstance(limit, str) else int(limit)

    def _rows(self) -> list[tuple[str, tuple[int, int, int, int], int, int]]:
        """(name, (number of the width, first index, how many, how far apart), lowest, highest) of all that a position
        holds, unused entries and the gaps between fields included."""
        found = []
        for name, dtype, at, count, apart, field in _leaves("", STATE, 0, RECORDS["state"]):
            low, high = self._number(field.lowest), self._number(field.highest)
            if name.startswith("rules."):
                low = high = self._rules[field.name]
            first, last = USED.get(count, (0, count - 1))
            used = range(self._number(first), self._number(last) + 1)
            parts = ((range(used.start), 0, 0), (used, low, high), (range(used.stop, count), 0, 0))
            for part, lowest, highest in parts:
                if len(part):
                    place = _place(dtype, at + part.start * apart, len(part), apart)
                    found.append((name, place, lowest, highest))
        gaps = _gaps(found)
        return found + [("padding", _place(np.dtype("u1"), start, size, 1), 0, 0) for start, size in gaps]

    def _frame_limits(self) -> np.ndarray:
        """int64[kinds, 8, 2]: lowest and highest value of each field; a kind without frames allows none."""
        table = np.zeros((max(Frame) + 1, len(FRAME_NUMBERS), 2), np.int64)
        table[:, :, 0] = 1
        for kind in set(Frame) - {Frame.NONE}:
            table[kind] = 0
            for held in kind.row.held.values():
                table[kind, FRAME_NUMBERS.index(held.slot)] = self._number(held.lowest), self._number(held.highest)
        return table

    def _event_limits(self) -> np.ndarray:
        """int64[kinds, 4]: lowest and highest card, lowest and highest amount of events that can be told."""
        table = np.zeros((max(Event) + 1, 4), np.int64)
        table[:] = 0, self._limits["n_types"], np.iinfo(np.int16).min, np.iinfo(np.int16).max
        for kind, fields in EVENTS.items():
            for name, (low, high) in fields.items():
                at = ("card", "amount").index(name) * 2
                table[kind, at : at + 2] = self._number(low), self._number(high)
        return table


def place_in_set(tables: Any, type_: int, verb: int) -> int:
    """Sets are chosen by card type; what is traded Big items first (`rules.trading.set_key`)."""
    card = tables[0]["card"][type_]
    big = int(card["kind"]) in kinds_that("worn") and int(card["big"]) != 0
    return type_ + (0 if big or verb not in TRADED_IN_SETS else MAX_TYPES)


def _row_of(data: bytes) -> np.ndarray:
    """The position, which can't be written."""
    return np.ndarray(1, STATE, data)


def _leaves(
    prefix: str, dtype: np.dtype, at: int, fields: list[Field]
) -> list[tuple[str, np.dtype, int, int, int, Field]]:
    """(name, dtype of a number, offset, how many, bytes from one to the next, declaration) of all numbers."""
    found = []
    for field in fields:
        assert dtype.fields is not None
        part, offset = dtype.fields[field.name][:2]
        count, apart = 1, part.itemsize
        if part.subdtype is not None:
            part, (count,) = part.subdtype
            apart = part.itemsize
        name = prefix + field.name
        if part.names is None:
            found.append((name, part, at + offset, count, apart, field))
            continue
        inner = next(RECORDS[key] for key in RECORDS if tuple(f.name for f in RECORDS[key]) == part.names)
        for leaf, kind, start, many, step, declared in _leaves(f"{name}.", part, at + offset, inner):
            if many > 1 and count > 1:
                raise TypeError(f"{leaf}: arrays in records of which there are several are not declared")
            found.append((leaf, kind, start, max(many, count), step if many > 1 else apart, declared))
    return found


def _place(dtype: np.dtype, offset: int, count: int, apart: int) -> tuple[int, int, int, int]:
    """How `admission.out_of_range` finds numbers."""
    size = dtype.itemsize
    return _WIDTHS.index(dtype), offset // size, count, apart // size


def _gaps(rows: list[tuple[str, tuple[int, int, int, int], int, int]]) -> list[tuple[int, int]]:
    """(offset, size) of the bytes between the fields."""
    free = np.ones(STATE.itemsize, bool)
    for _, (width, first, count, apart), _, _ in rows:
        size = _WIDTHS[width].itemsize
        for byte in range(size):
            free[(first + np.arange(count) * apart) * size + byte] = False
    edges = np.flatnonzero(np.diff(np.concatenate([[0], free.astype(np.int8), [0]])))
    return [(int(start), int(stop - start)) for start, stop in edges.reshape(-1, 2)]


def _run_ends(cards: Any) -> np.ndarray:
    """int64[clauses]: where the clauses of the same card and trigger end."""
    ends = np.zeros(MAX_CLAUSES + 1, np.int64)
    for start, count in zip(cards["card"]["start"].ravel().tolist(), cards["card"]["count"].ravel().tolist()):
        ends[start : start + count] = start + count
    return ends


def _numbers_at(row: np.ndarray, place: np.ndarray) -> np.ndarray:
    """The numbers of a row of the ranges."""
    width, first, count, apart = place[:4].tolist()
    numbers: np.ndarray = row.view(_WIDTHS[width])[first : first + count * apart : apart]
    return numbers


def _difference(row: np.ndarray, other: np.ndarray) -> str:
    """The first field in which a position is not what its own rules lead to, in words."""
    for name, dtype, at, count, apart, _ in _leaves("", STATE, 0, RECORDS["state"]):
        place = np.array([*_place(dtype, at, count, apart)])
        here, there = _numbers_at(row, place), _numbers_at(other, place)
        differs = np.flatnonzero(here != there)
        if len(differs) and name not in ("rules.forced_choices", "heavy"):
            i = int(differs[0])
            where = f"[{i}]" if count > 1 else ""
            return f"{name}{where}: expected {there[i]}, to which the rules lead, got {here[i]}"
    return "padding: expected zeros, got other bytes"


__all__ = ["TRADED_IN_SETS", "Loader", "place_in_set"]
