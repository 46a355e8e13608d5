"""Parser of a model's reply: a number, a name, or JSON.

The last valid one counts; prose is never turned into a move.
"""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from munchkin_env.errors import IllegalAction, MunchkinError, shown
from munchkin_env.game.answers import ActionTree, ByName, CompleteAction
from munchkin_env.llm.standing_passes import check_kinds

MOST_READ = 20_000  # characters of a reply, the last ones
MOST_OBJECTS = 64  # of JSON in a reply, the last ones
MOST_THEN = 12  # further actions in one reply
WHAT = 'expected the number of an answer, its words, or JSON such as {"do": "pass"}, alone on the last line'
MARKS = r"[\s*_`\"'()\[\]#.:,!]*"  # that people write around a number; signs, bars and noise are not among them
NUMBER = re.compile(rf"{MARKS}(?:answer\b{MARKS})?(\d{{1,4}}){MARKS}", re.IGNORECASE)
NUMBERED = re.compile(r"\W*(\d{1,4})[.):]\s+(.*)")


@dataclass(frozen=True)
class Given:
    """Contents of one reply: an action, a look, or both an action and a standing pass."""

    answer: CompleteAction | None = None
    look: str | None = None
    """A card, "rules" or "discards", to be shown before the action."""
    pass_until: tuple[str, ...] | None = None
    back: bool = False
    """True if the parts chosen step by step are taken back."""
    promise: dict[str, Any] | None = None
    then: tuple[dict[str, Any], ...] = ()
    """Further actions by name, as long as the same question is asked again."""


class Reader:
    """Parser of replies to one question."""

    def __init__(self, answers: ActionTree, path: Sequence[int], listed: Sequence[CompleteAction]) -> None:
        """Make the parser.

        Args:
            answers: the legal actions.
            path: parts that were chosen before.
            listed: the actions by number, from 1.
        """
        self.answers = answers
        self.path = tuple(path)
        self.listed = tuple(listed)
        self.called = {plain(one.words): one for one in self.listed}
        self.called.update({plain(one.named["do"]): one for one in self.listed if set(one.named) == {"do"}})

    def read(self, text: str) -> Given:
        """Return the contents of the reply. Raises IllegalAction with the expected values if it has nothing legal."""
        error: MunchkinError | None = None
        for candidate in candidates(text[-MOST_READ:]):
            try:
                given = self._read(candidate)
            except MunchkinError as refused:
                error = error or refused
                continue
            if given is not None:
                return given
        if error is not None:
            raise IllegalAction(str(error)) from error
        raise IllegalAction(f"answer: {WHAT}, got {shown(text[-80:])}")

    def _read(self, candidate: "str | dict[str, Any]") -> Given | None:
        if isinstance(candidate, dict):
            return self._object(candidate)
        number = NUMBER.fullmatch(candidate)
        if number:
            return self._of_number(int(number[1]))
        quoted = NUMBERED.fullmatch(candidate)
        if quoted and plain(quoted[2]) in self.called:
            answer = self._numbered(int(quoted[1]))
            return Given(answer) if plain(answer.words) == plain(quoted[2]) else None
        found = self.called.get(plain(candidate))
        if found is None and self.path and plain(candidate) == "back":
            return Given(back=True)
        return None if found is None else Given(found)

    def _of_number(self, number: int, **more: Any) -> Given:
        """Return the action of a number, or in the middle of one, for 0, the way back."""
        return Given(back=True) if number == 0 and self.path else Given(self._numbered(number), **more)

    def _numbered(self, number: int) -> CompleteAction:
        if not 1 <= number <= len(self.listed):
            raise IllegalAction(f"answer: expected a number from 1 to {len(self.listed)}, got {number}")
        return self.listed[number - 1]

    def _object(self, given: dict[str, Any]) -> Given | None:
        given = dict(given)
        until = given.pop("pass_until", None)
        kinds = None if until is None else check_kinds(until)
        promise = given.pop("promise", None)
        then = _checked_then(given.pop("then", []))
        if set(given) == {"look"} and isinstance(given["look"], str):
            return Given(look=given["look"], pass_until=kinds)
        if given.get("do") == "back" and self.path:
            return Given(back=True)
        if set(given) == {"answer"}:
            number = given["answer"]
            if isinstance(number, bool) or not isinstance(number, int):
                raise IllegalAction(f"answer: expected a number from 1 to {len(self.listed)}, got {shown(number)}")
            return self._of_number(number, pass_until=kinds, promise=promise, then=then)
        if not given and kinds is not None:
            given = {"do": "pass"}
        if "do" not in given:
            return None
        whole = next((one for one in self.listed if one.open and one.named == given), None)
        if whole is not None:
            return Given(whole, pass_until=kinds, promise=promise)
        return Given(self._named(given), pass_until=kinds, promise=promise, then=then)

    def _named(self, given: dict[str, Any]) -> CompleteAction:
        """Return the whole action; in the middle of one either all of it again, or the rest of it."""
        begun = self.answers.trail(self.path)
        if begun.named and given["do"] == begun.named["do"]:
            return ByName(given).answer(begun)
        return ByName(given).answer(self.answers.begun)


def _checked_then(then: Any) -> tuple[dict[str, Any], ...]:
    """Return the actions that are to follow. Raises IllegalAction for anything but a short list of actions by name."""
    right = isinstance(then, list) and all(isinstance(one, dict) and "do" in one for one in then)
    if not right or len(then) > MOST_THEN:
        raise IllegalAction(f'then: expected a list of at most {MOST_THEN} answers with "do", got {shown(then)}')
    return tuple(then)


def plain(text: str) -> str:
    """Return words without case, marks and doubled spaces: `**Open the door.**` is `open the door`."""
    return " ".join("".join(one if one.isalnum() or one == "+" else " " for one in text.lower()).split())


def candidates(text: str) -> Iterator["str | dict[str, Any]"]:
    """Return possible actions, the last first: objects of JSON outside of others, and lines outside them."""
    found: list[tuple[int, str | dict[str, Any]]] = []
    decoder = json.JSONDecoder()
    place, rest = 0, []
    while (brace := text.find("{", place)) >= 0:
        try:
            value, end = decoder.raw_decode(text, brace)
        except (ValueError, RecursionError):
            rest.append((place, text[place : brace + 1]))
            place = brace + 1
            continue
        rest.append((place, text[place:brace]))
        found.append((brace, value))
        place = end
    rest.append((place, text[place:]))
    found = found[-MOST_OBJECTS:]
    for start, piece in rest:
        at = start
        for line in piece.split("\n"):
            if line.strip() and len(line) <= 400:
                found.append((at, line.strip()))
            at += len(line) + 1
    for _, candidate in sorted(found, key=lambda pair: -pair[0]):
        yield candidate
