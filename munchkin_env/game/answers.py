"""Whole answers to a pending decision, their parts folded: `play Magic Missile, for the players`."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np

from munchkin_env.cards.compile import Catalogue
from munchkin_env.cards.explain import explain_option, owner_of
from munchkin_env.engine.dispatch import entries
from munchkin_env.engine.dispatch.verbs import VERBS, words_of
from munchkin_env.engine.kernels.kernel import copied, records
from munchkin_env.engine.state.actions import AMOUNT0, CARD0, DONE_ID, FIRST_PICK_ID, PLACE0, SEAT0, VERB0, action_count
from munchkin_env.engine.state.layout import SLOTS
from munchkin_env.errors import ConfigError, EngineFault
from munchkin_env.observation import View
from munchkin_env.vocabulary import Aim, Decision, Flag, Place, Stage, Verb, Windows, Zone, kinds_that


class Branch:
    """A world that looks to the seat like the game, after some parts of an answer.

    Single choices are not taken by themselves there: each part of an answer is met, and an answer that is complete
    leaves no other begun. So what is tried there tells nothing of what others hold, or of what chance would bring.
    """

    def __init__(self, row: np.ndarray, catalogue: Catalogue, ids: np.ndarray, n: int, takes_singles: bool) -> None:
        self.row = row
        self.catalogue = catalogue
        self._ids = ids
        self._n = n
        self._takes_singles = takes_singles
        self.stage = Stage(int(row["move"]["stage"][0]))
        """Which part is due; VERB if the answer is complete."""

    @classmethod
    def of(cls, view: View) -> "Branch":
        """The world of a view. Raises ConfigError for a view without one."""
        if view.world is None:
            raise ConfigError("view: expected one with a world, View.of(game, seat, world=True), got one without")
        row = copied(view.world)
        rules = row["rules"]
        asked_all = rules["windows"][0] == Windows.OPEN and view.decision.row.private  # WINDOW-3
        takes_singles = bool(rules["forced_choices"][0]) and not asked_all
        rules["forced_choices"] = 0
        ids = np.zeros(action_count(view.catalogue), np.int32)
        n = entries.legal_ids(row, 0, records(view.catalogue.tables), ids)
        return cls(row, view.catalogue, ids, int(n), takes_singles)

    @cached_property
    def legal(self) -> np.ndarray:
        """int32 (n,): the ids that may follow, ascending."""
        return np.sort(self._ids[: self._n])

    @property
    def complete(self) -> bool:
        """After at least one part: nothing of the answer is left to be said."""
        return self.stage == Stage.VERB

    @property
    def taken(self) -> bool:
        """One part alone may follow, and the game takes it by itself."""
        return self._takes_singles and self._n == 1 and not self.complete

    def after(self, action: int) -> "Branch":
        """The world after one part more, a legal one."""
        row, ids = copied(self.row), self._ids.copy()
        n = entries.step_game(row, 0, records(self.catalogue.tables), action, ids, self._n)
        return Branch(row, self.catalogue, ids, max(0, int(n)), self._takes_singles)


def verb_words(decision: Decision, verb: Verb) -> str:
    """What a verb means at a decision; `…` if further parts follow."""
    return words_of(decision, verb) + (" …" if VERBS[verb].parts else "")


STAGES: dict[Stage, str] = {
    Stage.VERB: "",
    Stage.CARD: "which card?",
    Stage.WHICH: "which copy of it?",
    Stage.SEAT: "which player?",
    Stage.PLACE: "which side or monster?",
    Stage.AMOUNT: "how many treasures?",
    Stage.SECOND: "which card for it?",
    Stage.SECOND_WHICH: "which copy of that?",
    Stage.MORE: "one card more, or done?",
    Stage.TERMS: "anything more to offer, or done?",
    Stage.WANT: "what do you want for it?",
}


ELSEWHERE = {
    Zone.COMBAT: "in the combat",
    Zone.ASIDE: "just turned up",
    Zone.SPOILS: "among the spoils",
    Zone.ROOM: "that is the room",
}


def ordinal(n: int) -> str:
    """`first`; beyond the third, `4th`."""
    return ("first", "second", "third")[n - 1] if n <= 3 else f"{n}th"


def counted(n: int, noun: str, none: str) -> str:
    """`2 cards from the discards`."""
    head, blank, tail = noun.partition(" ")
    return f"{n} {head}{'s' * (n != 1)}{blank}{tail}" if n else none


class Labels:
    """What one seat is asked, and the parts of its answers."""

    def __init__(
        self,
        view: View,
        names: Sequence[str],
        legal: np.ndarray,
        position: np.ndarray,
        after: Callable[[int], np.ndarray],
    ) -> None:
        """view: of the seat that is asked. legal: int32 (k,), the ids that answer. position: one row, of the game or of
        a world that looks the same to the seat; after: that same row once an id has been answered."""
        self.view = view
        self.seat = view.seat
        self.names = names
        self.legal = legal
        self.position = position
        self.after = after
        self._legal_types = [action - CARD0 + 1 for action in legal.tolist() if action >= CARD0]

    def question(self) -> str:
        """`your fight`, `play a card: which side or monster?`."""
        stage, verb = self.view.stage, self.view.verb
        if verb is None:
            option = self._first_option() if self.view.decision == Decision.PICK else 0
            catalogue = self.view.catalogue
            about = f"{catalogue.name(owner_of(catalogue, option))}: " if option else ""
            return about + self.view.catalogue.worded(self.view.decision.row.to_him)
        return f"{words_of(self.view.decision, verb)}{self._chosen()}: {self._stage(stage)}"

    def _chosen(self) -> str:
        """The parts of the answer that are settled."""
        move = self.view.record["move"]
        copy = int(move["card"])
        return f" ({self._name(copy)})" if copy else ""

    def _stage(self, stage: Stage) -> str:
        if stage != Stage.AMOUNT:
            return STAGES[stage]
        if self._aim() == Aim.FACE:
            return "which face?"
        if self._aim() == Aim.FIGHTERS or self.view.verb == Verb.SACRIFICE:
            return "who escapes?"
        return self._amount_words()[0] or STAGES[stage]

    def _amount_words(self) -> tuple[str, str]:
        verb = self.view.verb
        assert verb is not None, "numbers of a verb are asked for after it"
        return VERBS[verb].amount_words

    def _aim(self) -> Aim:
        """What the card being played is aimed at."""
        copy = int(self.view.record["move"]["card"])
        if not copy or self._amount_words()[1]:
            return Aim.NONE
        return self.view.catalogue.card(self._type(copy)).aim

    def _type(self, copy: int) -> int:
        return int(self.view.catalogue.tables[0]["type_of"][copy])

    def _name(self, copy: int) -> str:
        return self.view.catalogue.name_among(self._type(copy))

    def label(self, action: int) -> str:
        """One answer in words."""
        if action < SEAT0:
            return verb_words(self.view.decision, Verb(action - VERB0))
        if action < PLACE0:
            seat = (self.seat + action - SEAT0) % self.view.players
            return "yourself" if seat == self.seat else self.names[seat]
        if action < AMOUNT0:
            place = action - PLACE0
            if place < Place.MONSTER:
                return ("for the players", "for the monsters")[place]
            return self._monster(place - Place.MONSTER)
        if action < CARD0:
            return self._number(action)
        return self._card(action - CARD0 + 1)

    def _monster(self, i: int) -> str:
        """A monster by its name, twins by their order too."""
        types = [monster.type for monster in self.view.monsters]
        names = [self.view.catalogue.name_among(type_, types) for type_ in types]
        if names.count(names[i]) == 1:
            return names[i]
        return f"{names[i]} ({'the ' + ordinal(1 + names[:i].count(names[i]))} of them)"

    # ------------------------------------------------------------------ numbers

    def _number(self, action: int) -> str:
        """What a number means where it is asked for."""
        n, decision, stage = action - AMOUNT0, self.view.decision, self.view.stage
        if stage in (Stage.WHICH, Stage.SECOND_WHICH):
            return self._which(action)
        if stage == Stage.AMOUNT:
            return self._amount(n)
        if decision == Decision.PICK:
            return self._option(n)
        if decision.row.counts:
            return counted(n, *decision.row.counts)
        raise EngineFault(f"answers: expected words for number {n} at {decision!r}, {stage!r}, found none")

    def _amount(self, n: int) -> str:
        verb, aim = self.view.verb, self._aim()
        if aim == Aim.FACE:
            return f"a {n}"
        if aim == Aim.FIGHTERS or verb == Verb.SACRIFICE:
            return self._saved(verb, bool(n))
        words = self._amount_words()[1]
        return words.format(n) if words else counted(n, "treasure", "no treasure")

    def _saved(self, verb: Verb | None, both: bool) -> str:
        """Who escapes: the one whom the card is for, or the other fighter, too."""
        fighters = [seat for seat in (self.view.leader, self.view.helper) if seat is not None]
        one = self.seat if verb == Verb.SACRIFICE else int(self.view.record["move"]["seat"])
        others = [seat for seat in fighters if seat != one]
        alone = f"{self._who(one)} alone"
        return " and ".join(self._who(seat) for seat in (one, *others)) if both else alone

    def _who(self, seat: int) -> str:
        return "you" if seat == self.seat else self.names[seat]

    def _first_option(self) -> int:
        """The first of the clauses that are picked from."""
        return int(self.view.record["frame"][0][SLOTS["clause"]])

    def _option(self, n: int) -> str:
        """One of the clauses that are picked from."""
        return explain_option(self.view.catalogue, self._first_option() + n)

    def _which(self, action: int) -> str:
        """Copies of one card that can be told apart: where that copy lies, and what is with it."""
        asked = self.view.stage
        trial = self.after(action)
        part = "card" if asked == Stage.WHICH else "second"
        copy = int(trial["move"][part][0]) or self._moved(trial)
        return self._place(copy) if copy else f"the {ordinal(1 + action - AMOUNT0)} of them"

    def _moved(self, trial: np.ndarray) -> int:
        """The copy of the named card that an answer, complete with this part, is about."""
        move = self.view.record["move"]
        type_ = self._type(int(move["card"] if self.view.stage == Stage.WHICH else move["second"]))
        before, after = self.position["card"][0], trial["card"][0]
        copies = self.view.catalogue.copies_of(type_)
        return next((c for c in copies if before[c].tobytes() != after[c].tobytes()), 0)

    def _place(self, copy: int) -> str:
        """Where a copy lies, as its finder would say it."""
        card = self.view.record["card"][copy]
        zone = int(card["zone"])
        if zone >= Zone.TABLE:
            owner = zone - Zone.TABLE
            carried = ", carried" if int(card["flag"]) & Flag.CARRIED else ""
            host = int(card["host"])
            return f"the one before {self._who(owner)}{carried}{f', with {self._name(host)}' if host else ''}"
        if zone >= Zone.HAND:
            known = int(card["known_by"]) & ~(1 << self.seat)
            return "the one in your hand" + (", which others have seen" if known else "")
        return f"the one {ELSEWHERE.get(Zone(zone), 'from the discards')}"

    def _card(self, type_: int) -> str:
        """A card's name with what one wants to know of it."""
        from munchkin_env.render.scene import note_of

        card = self.view.catalogue.card(type_)
        kind = "" if card.kind in kinds_that("worn") else card.kind.name.lower().replace("_", " ")
        edition = self.view.catalogue.edition_beside(type_, self._legal_types)
        notes = ", ".join(note for note in (kind, note_of(card, self.view.catalogue), edition) if note)
        return f"{card.name} ({notes})" if notes else card.name


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
class Answer:
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

    def answer(self) -> Answer:
        return Answer(self.steps, self.path, self.named, self.words)


class Answers:
    """The answers of the seat of a view, after the parts of `path`, as a question may list them."""

    def __init__(self, view: View, names: Sequence[str]) -> None:
        """view: with a world, of the seat that is asked. names: of all seats."""
        self.view = view
        self.names = names
        self.root = Branch.of(view)
        self._labels: dict[tuple[int, ...], Labels] = {}
        """By path, since a question, its answers and the reply come to the same parts again."""

    def listed(self, path: Sequence[int] = (), most: int = MOST_FOLDED) -> list[Answer]:
        """The answers that begin so: whole ones, or the beginnings of those of which there are more than `most`."""
        trail = self.trail(path)
        found: list[Answer] = []
        for following in self._following(trail):
            if following.branch.complete:
                found.append(following.answer())
                continue
            folded = [] if following.named.get("do") in UNFOLDED else self._folded(following, most)
            found += [one.answer() for one in folded]
            if not folded or any(one.extras for one in folded):
                found.append(self.opened(following))
        return found

    def opened(self, trail: Trail) -> Answer:
        """The beginning of answers that are given step by step, with what may come next."""
        labels = self.labels(trail)
        told = [labels.label(action) for action in trail.branch.legal.tolist()]
        more = f", {len(told) - MOST_TOLD} more" if len(told) > MOST_TOLD else ""
        words = f"{trail.words.removesuffix(':')} … ({'; '.join(told[:MOST_TOLD])}{more})"
        return Answer(trail.steps, trail.path, trail.named, words, True)

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


__all__ = [
    "Answer",
    "Answers",
    "Branch",
    "CHOOSE",
    "EXTRAS",
    "KEYS",
    "Labels",
    "Trail",
    "counted",
    "ordinal",
    "part_of",
    "verb_words",
]
