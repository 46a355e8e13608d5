"""Action by name, as JSON gives it: `{"do": "play", "card": "magic_missile", "place": "players"}`."""

from collections.abc import Mapping, Sequence
from typing import Any

from munchkin_env.engine.state.actions import CARD0, DONE_ID, FIRST_PICK_ID, VERB0
from munchkin_env.errors import IllegalAction, did_you_mean, shown
from munchkin_env.game.answers import CHOOSE, EXTRAS, KEYS, Answer, Answers, Labels, Trail, part_of
from munchkin_env.game.moves_by_name import TRADED_IN_SETS, place_in_set, verb_of
from munchkin_env.vocabulary import Stage

PARTS = ("card", "cards", "seat", "place", "amount", "second", "want", "which", "first_pick")
MOST_SHOWN = 12  # values that would have been legal


class Named:
    """Remaining parts of one action by name."""

    def __init__(self, answers: Answers, given: Mapping[str, Any]) -> None:
        self.answers = answers
        self.left = dict(given)
        self.do = self.left.pop("do", CHOOSE)

    def answer(self, trail: Trail) -> Answer:
        """Return the whole action that continues `trail`, at its beginning or after some of its parts.

        Raises IllegalAction naming the part that is missing, wrong or not asked for, and the expected values.
        """
        unknown = [key for key in self.left if key not in PARTS]
        if unknown:
            raise IllegalAction(
                f"{shown(unknown[0])}: unknown; known: do, {', '.join(PARTS)}{did_you_mean(unknown[0], PARTS)}"
            )
        for key in ("cards", "want"):
            if key in self.left and not _is_list(self.left[key]):
                raise IllegalAction(f"{key}: expected a list of cards, got {shown(self.left[key])}")
        if not trail.path and trail.branch.stage == Stage.VERB:
            trail = self._begin(trail)
        elif self.do != CHOOSE and verb_of(self.do).name.lower() != trail.named["do"]:
            raise self._no_such("do", self.do, [trail.named["do"]])
        while not trail.branch.complete:
            labels = self.answers.labels(trail)
            trail = self.answers.then(trail, labels, self._next(trail, labels))
        for key, value in self.left.items():
            if value not in (None, [], False) and not (key == "which" and value == 0):
                raise IllegalAction(f"{key}: expected none, since nothing asks for it here, got {shown(value)}")
        return trail.answer()

    def _begin(self, trail: Trail) -> Trail:
        """Return the trail after its verb, or after the choice that is all of the action."""
        labels = self.answers.labels(trail)
        legal = trail.branch.legal.tolist()
        if self.do == CHOOSE:
            keys = {part_of(Stage.VERB, action, labels)[0] for action in legal} - {"do"}
            key = next((key for key in ("card", "seat", "amount") if key in keys), None)
            if key is None:
                raise self._no_such("do", self.do, [part_of(Stage.VERB, one, labels)[1] for one in legal])
            return self.answers.then(trail, labels, self._pick(key, Stage.VERB, legal, labels))
        action = VERB0 + int(verb_of(self.do))
        if action not in legal:
            raise self._no_such("do", self.do, [part_of(Stage.VERB, one, labels)[1] for one in legal])
        return self.answers.then(trail, labels, action)

    def _next(self, trail: Trail, labels: Labels) -> int:
        """Return the id of the part that comes next."""
        stage, legal = trail.branch.stage, trail.branch.legal.tolist()
        if stage in EXTRAS:
            return self._one_more(stage, legal, labels)
        if stage in (Stage.CARD, Stage.SECOND) and int(labels.view.verb or 0) in TRADED_IN_SETS:
            return self._of_set("card" if stage == Stage.CARD else "second", legal, labels)
        return self._pick(KEYS[stage], stage, legal, labels)

    def _pick(self, key: str, stage: Stage, legal: Sequence[int], labels: Labels) -> int:
        """Return the legal id that the value of `key` means."""
        value = self.left.pop(key, None)
        if value is None and key == "card" and self.left.get("cards"):
            value, *self.left["cards"] = self.left["cards"]
        if value is None and key == "second" and self.left.get("want"):
            value, *self.left["want"] = self.left["want"]
        if value is None and key == "which":
            return legal[0]
        if value is None and len(legal) == 1:
            return legal[0]
        values = {action: part_of(stage, action, labels)[1] for action in legal}
        for action, one in values.items():
            if value is not None and is_meant(key, value, one, action, labels):
                return action
        raise self._no_such(key, value, list(values.values()))

    def _of_set(self, key: str, legal: Sequence[int], labels: Labels) -> int:
        """Return the first card of a set that is traded: sets are named in the engine's order, whatever the model's."""
        more = "cards" if key == "card" else "want"
        first = [] if self.left.get(key) is None else [self.left.pop(key)]
        names = self._in_order([*first, *(self.left.get(more) or [])], labels)
        self.left[more] = names[1:]
        if names:
            self.left[key] = names[0]
        return self._pick(key, Stage.CARD, legal, labels)

    def _one_more(self, stage: Stage, legal: Sequence[int], labels: Labels) -> int:
        """Return the next card of a set, a term, or the end."""
        if stage == Stage.TERMS and self.left.get("first_pick") is True and FIRST_PICK_ID in legal:
            del self.left["first_pick"]
            return FIRST_PICK_ID
        key = KEYS[stage]
        if stage == Stage.MORE and self.left.get("card") is not None:
            self.left["cards"] = [self.left.pop("card"), *(self.left.get("cards") or [])]
        names = self._in_order(self.left.get(key) or [], labels)
        if not names and DONE_ID in legal:
            return DONE_ID
        if not names and len(legal) == 1:
            return legal[0]
        self.left[key] = names[1:]
        values = {action: part_of(stage, action, labels)[1] for action in legal if action >= CARD0}
        for action, one in values.items():
            if names and is_meant(key, names[0], one, action, labels):
                return action
        raise self._no_such(key, names[0] if names else None, list(values.values()))

    def _in_order(self, names: Sequence[Any], labels: Labels) -> list[Any]:
        """Return cards of a set in the order in which the engine takes them; other words come last."""
        catalogue, verb = labels.view.catalogue, int(labels.view.verb or 0)

        def place(name: Any) -> int:
            found = catalogue.types.get(str(name).strip().lower(), ())
            return place_in_set(catalogue.tables, found[0], verb) if found else 1 << 30

        return sorted(names, key=place)

    @staticmethod
    def _no_such(key: str, value: object, right: Sequence[object]) -> IllegalAction:
        words = [str(one) for one in dict.fromkeys(map(str, right))]
        more = f" and {len(words) - MOST_SHOWN} more" if len(words) > MOST_SHOWN else ""
        came = "nothing" if value is None else shown(value)
        hint = did_you_mean(value, words)
        return IllegalAction(f"{key}: expected one of {', '.join(words[:MOST_SHOWN])}{more}, got {came}{hint}")


def _is_list(value: object) -> bool:
    return isinstance(value, list | tuple) and all(isinstance(one, str) for one in value)


def is_meant(key: str, value: Any, right: Any, action: int, labels: Labels) -> bool:
    """Return True if the value means the id: a card by id or name, a player by name or number, a monster likewise."""
    if isinstance(value, bool):
        return False
    word = str(value).strip().lower()
    if action >= CARD0 and key in ("card", "cards", "second", "want"):
        return action - CARD0 + 1 in labels.view.catalogue.types.get(word, ())
    if key == "seat":
        return word in (str(right).lower(), str(labels.names.index(right)))
    if key == "place" and isinstance(right, int):
        monsters = labels.view.monsters
        names = [monster.name.lower() for monster in monsters]
        return word == str(right) or (right < len(names) and names.count(word) == 1 and names[right] == word)
    return word == str(right).lower()


__all__ = ["Named", "PARTS"]
