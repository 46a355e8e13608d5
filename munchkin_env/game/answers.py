"""Whole answers to a pending decision, their parts folded: `play Magic Missile, for the players`."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from munchkin_env.engine.dispatch.verbs import VERBS, words_of
from munchkin_env.engine.state.action_ids import AMOUNT0, CARD0, DONE_ID, FIRST_PICK_ID, PLACE0, SEAT0, VERB0
from munchkin_env.game.branch import Branch
from munchkin_env.game.labels import Labels
from munchkin_env.observation import View
from munchkin_env.vocabulary import Decision, Place, Stage, Verb

MOST_FOLDED = 16  # whole answers of one verb; with more of them they are given step by step
CHOOSE = "choose"  # what is done where an answer has no verb

# By what name an answer in JSON has each part; cards of sets are lists.
KEYS: dict[Stage, str] = {
    Stage.VERB: "do",
    Stage.CARD: "card",
    Stage.WHICH: "which",
    Stage.SEAT: "seat",
    Stage.PLACE: "place",
    Stage.AMOUNT: "amount",
    Stage.SECOND: "second",
    Stage.SECOND_WHICH: "which",
    Stage.MORE: "cards",
    Stage.TERMS: "cards",
    Stage.WANT: "want",
}
EXTRAS = (Stage.MORE, Stage.TERMS, Stage.WANT)  # where an answer may be ended or go on
SETS = {verb for verb, row in VERBS.items() if Stage.MORE in row.parts}  # sets of cards are too many to be listed
UNFOLDED = {verb.name.lower() for verb in SETS}
MOST_TOLD = 6  # of what may follow the beginning of an answer


@dataclass(frozen=True)
class CompleteAction:
    """A whole answer, or (`open`) the beginning of some that are given step by step."""

    steps: tuple[int, ...]
    """The ids that the game is answered with."""
    path: tuple[int, ...]
    """The ids of all its parts, those included that the game takes by itself."""
    named: dict[str, Any]
    """The answer by name: `{"do": "play", "card": "magic_missile", "place": "players"}`."""
    words: str
    open: bool = False


@dataclass(frozen=True)
class Trail:
    """The parts of an answer so far."""

    branch: Branch
    path: tuple[int, ...] = ()
    steps: tuple[int, ...] = ()
    lead: str = ""
    parts: tuple[str, ...] = ()
    named: dict[str, Any] = field(default_factory=dict)
    extras: bool = False
    """Cards or terms might have been added."""

    @property
    def words(self) -> str:
        return f"{self.lead} {', '.join(self.parts)}".strip()

    def answer(self) -> CompleteAction:
        return CompleteAction(self.steps, self.path, self.named, self.words)


class ActionTree:
    """The answers of the seat of a view, after the parts of `path`, as a question may list them."""

    def __init__(self, view: View, names: Sequence[str]) -> None:
        """view: with a world, of the seat that is asked. names: of all seats."""
        self.view = view
        self.names = names
        self.root = Branch.of(view)
        self._labels: dict[tuple[int, ...], Labels] = {}
        """By path, since a question, its answers and the reply come to the same parts again."""

    def listed(self, path: Sequence[int] = (), most: int = MOST_FOLDED) -> list[CompleteAction]:
        """The answers that begin so: whole ones, or the beginnings of those of which there are more than `most`."""
        trail = self.trail(path)
        found: list[CompleteAction] = []
        for following in self._following(trail):
            if following.branch.complete:
                found.append(following.answer())
                continue
            folded = [] if following.named.get("do") in UNFOLDED else self._folded(following, most)
            found += [one.answer() for one in folded]
            if not folded or any(one.extras for one in folded):
                found.append(self.opened(following))
        return found

    def opened(self, trail: Trail) -> CompleteAction:
        """The beginning of answers that are given step by step, with what may come next."""
        labels = self.labels(trail)
        told = [labels.label(action) for action in trail.branch.legal.tolist()]
        more = f", {len(told) - MOST_TOLD} more" if len(told) > MOST_TOLD else ""
        words = f"{trail.words.removesuffix(':')} … ({'; '.join(told[:MOST_TOLD])}{more})"
        return CompleteAction(trail.steps, trail.path, trail.named, words, True)

    def trail(self, path: Sequence[int]) -> Trail:
        """The parts of a path, one after the other."""
        trail = Trail(self.root)
        verb = self.view.verb
        if verb is not None:  # begun already, as where its verb was the only one
            trail = Trail(self.root, lead=lead_of(self.view.decision, verb), named={"do": verb.name.lower()})
        for action in path:
            trail = self.then(trail, self.labels(trail), int(action))
        return trail

    def _following(self, trail: Trail) -> Iterator[Trail]:
        labels = self.labels(trail)
        for action in trail.branch.legal.tolist():
            yield self.then(trail, labels, action)

    def _folded(self, trail: Trail, most: int) -> list[Trail]:
        """All whole answers that go on so, without what might be added; none if there are more than `most`."""
        found: list[Trail] = []
        waiting = [trail]
        while waiting:
            one = waiting.pop()
            if one.branch.complete:
                found.append(one)
                continue
            legal = one.branch.legal.tolist()
            if one.branch.stage in EXTRAS and DONE_ID in legal:
                further = replace(one, extras=one.extras or len(legal) > 1)
                waiting.append(self.then(further, self.labels(one), DONE_ID))
            else:
                waiting += reversed([*self._following(one)])
            if len(found) + len(waiting) > most:
                return []
        return found

    def labels(self, trail: Trail) -> Labels:
        """The words of what may come next."""
        if trail.path not in self._labels:
            branch = trail.branch
            view = View(branch.row, branch.catalogue, self.view.seat)
            self._labels[trail.path] = Labels(
                view, self.names, branch.legal, branch.row, lambda action: branch.after(action).row
            )
        return self._labels[trail.path]

    def then(self, trail: Trail, labels: Labels, action: int) -> Trail:
        """The trail with one part more."""
        branch = trail.branch
        lead, parts = trail.lead, trail.parts
        stage = branch.stage
        if stage == Stage.VERB and action < SEAT0:
            lead = lead_of(labels.view.decision, Verb(action - VERB0))
        elif action != DONE_ID:
            label = labels.label(action)
            part = f"on {label}" if stage == Stage.PLACE and parts and action >= PLACE0 + Place.MONSTER else label
            parts = (*parts, part)
        return Trail(
            branch.after(action),
            (*trail.path, action),
            trail.steps if branch.taken else (*trail.steps, action),
            lead,
            parts,
            named_with(trail.named, stage, action, labels),
            trail.extras,
        )


def lead_of(decision: Decision, verb: Verb) -> str:
    """What an answer with this verb begins with."""
    if decision in VERBS[verb].words_at and VERBS[verb].parts:
        return f"{words_of(decision, verb)}:"
    return VERBS[verb].lead or words_of(decision, verb)


def named_with(named: dict[str, Any], stage: Stage, action: int, labels: Labels) -> dict[str, Any]:
    """An answer by name with one part more."""
    if action == DONE_ID and stage != Stage.VERB:
        return named
    if action == FIRST_PICK_ID:
        return {**named, "first_pick": True}
    key, value = part_of(stage, action, labels)
    if stage == Stage.VERB and key != "do":
        return {"do": CHOOSE, key: value}
    if stage in EXTRAS:
        return {**named, key: [*named.get(key, []), value]}
    return {**named, key: value}


def part_of(stage: Stage, action: int, labels: Labels) -> tuple[str, Any]:
    """The key and the value of one part by name."""
    view = labels.view
    if action < SEAT0:
        return "do", Verb(action - VERB0).name.lower()
    if action < PLACE0:
        return "seat", labels.names[(view.seat + action - SEAT0) % view.players]
    if action < AMOUNT0:
        place = action - PLACE0
        return "place", place - Place.MONSTER if place >= Place.MONSTER else ("players", "monsters")[place]
    if action < CARD0:
        return (KEYS[stage] if stage != Stage.VERB else "amount"), action - AMOUNT0
    return (KEYS[stage] if stage != Stage.VERB else "card"), view.catalogue.short_id(action - CARD0 + 1)


__all__ = ["CHOOSE", "EXTRAS", "KEYS", "CompleteAction", "ActionTree", "Trail", "part_of"]
