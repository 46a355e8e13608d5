"""Moves by name: a pending decision in words, its legal actions, and the meaning of an action in words, JSON or Python.

`Labels` are the words for one part, `Trail` the parts of an action so far, `ActionTree` lists complete actions, their
parts folded (`play Magic Missile, for the players`). `ByName` finds the action that a person, a model or a program
names: `{"do": "play", "card": "magic_missile", "place": "players"}`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import takewhile
from typing import Any, Self

import numpy as np

from munchkin_env.cards.compile import Catalogue
from munchkin_env.cards.explain import explain_option
from munchkin_env.engine.dispatch import entries
from munchkin_env.engine.dispatch.verbs import SET_AFTER_CARD, VERBS, WANT_AFTER_SECOND, words_of
from munchkin_env.engine.kernels.kernel import copied, records
from munchkin_env.engine.state.actions import (
    AMOUNT0,
    CARD0,
    DONE_ID,
    FIRST_PICK_ID,
    N_AMOUNTS,
    PLACE0,
    SEAT0,
    VERB0,
    action_count,
)
from munchkin_env.engine.state.layout import SLOTS
from munchkin_env.errors import CardError, ConfigError, EngineFault, IllegalAction, did_you_mean, shown
from munchkin_env.game.questions import PendingQuestion
from munchkin_env.observation import View
from munchkin_env.observation.scene import note_of
from munchkin_env.vocabulary import (
    MAX_MONSTERS,
    MAX_TYPES,
    Aim,
    Decision,
    Flag,
    Place,
    Stage,
    Verb,
    Windows,
    Zone,
    kinds_that,
)


class Branch:
    """A determinization for the seat, after some parts of an action.

    Forced actions are not taken automatically there: each part of an action is met, and a complete action leaves no
    other begun. So trials there reveal neither others' hands nor future chance.
    """

    def __init__(self, row: np.ndarray, catalogue: Catalogue, ids: np.ndarray, n: int, takes_singles: bool) -> None:
        self.row = row
        self.catalogue = catalogue
        self._ids = ids
        self._n = n
        self.takes_singles = takes_singles
        self.stage = Stage(int(row["move"]["stage"][0]))
        """Part that is due; VERB if the action is complete."""

    @classmethod
    def of(cls, view: View) -> "Branch":
        """The world of a view. Raises ConfigError for a view without one."""
        if view.world is None:
            raise ConfigError("view: expected one with a world, View.of(game, seat, world=True), got one without")
        return cls.at(view.world, view.catalogue)

    @classmethod
    def at(cls, position: np.ndarray, catalogue: Catalogue) -> "Branch":
        """A copy of a state in which later steps reveal no chance and nothing hidden."""
        row = copied(position)
        rules, private = row["rules"], Decision(int(row["decision"][0])).row.private
        takes_singles = bool(rules["forced_choices"][0]) and not (rules["windows"][0] == Windows.OPEN and private)
        rules["forced_choices"] = 0  # above: WINDOW-3
        ids = np.zeros(action_count(catalogue), np.int32)
        n = entries.legal_ids(row, 0, records(catalogue.tables), ids)
        return cls(row, catalogue, ids, int(n), takes_singles)

    @property
    def decision(self) -> Decision:
        """Pending decision."""
        return Decision(int(self.row["decision"][0]))

    @property
    def verb(self) -> Verb | None:
        """Verb of the action; None at its beginning, and when it is complete."""
        return None if self.complete else Verb(int(self.row["move"]["verb"][0]))

    @cached_property
    def legal(self) -> np.ndarray:
        """int32 (n,): the ids that may follow, ascending."""
        return np.sort(self._ids[: self._n])

    @property
    def complete(self) -> bool:
        """True if the action is complete, after at least one part."""
        return self.stage == Stage.VERB

    @property
    def taken(self) -> bool:
        """True if only one part can follow, and the game takes it by itself."""
        return self.takes_singles and self._n == 1 and not self.complete

    def after(self, action: int) -> "Branch":
        """The world after one part more, a legal one."""
        row, ids = copied(self.row), self._ids.copy()
        n = entries.step_game(row, 0, records(self.catalogue.tables), action, ids, self._n)
        return Branch(row, self.catalogue, ids, max(0, int(n)), self.takes_singles)


MORE = " …"  # after the words of an action that has further parts
ARROW = " → "  # before a part that follows by itself


def verb_words(decision: Decision, verb: Verb) -> str:
    """Meaning of a verb at a decision; `…` if further parts follow."""
    return words_of(decision, verb) + (MORE if VERBS[verb].parts else "")


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
    """Decision of one seat, and the parts of its actions."""

    def __init__(self, branch: Branch, seat: int, names: Sequence[str], view: View | None = None) -> None:
        """seat: the one that is asked. names: of all seats. view: of the branch; None makes one where it is needed."""
        self.branch = branch
        self.catalogue = branch.catalogue
        self.seat = seat
        self.names = names
        self.players = int(branch.row["rules"]["players"][0])
        self._view = view

    @classmethod
    def of(cls, game: Any, seat: int, names: Sequence[str]) -> Self:
        """Decision of a seat of a `Game`; words are tried in a determinization and show only the seat's knowledge."""
        view = View.of(game, seat, world=True)
        return cls(Branch.of(view), seat, names, view)

    @cached_property
    def view(self) -> View:
        """View of the seat, by which actions get their words."""
        return View(self.branch.row, self.catalogue, self.seat) if self._view is None else self._view

    @property
    def legal(self) -> np.ndarray:
        """Legal ids, int32 (k,), ascending."""
        return self.branch.legal

    @cached_property
    def _types(self) -> list[int]:
        return [action - CARD0 + 1 for action in self.legal.tolist() if action >= CARD0]

    @cached_property
    def asked(self) -> PendingQuestion:
        """Return the pending question in words, with the card or rule that asks it."""
        return PendingQuestion(self.view, self.branch.row, self.seat, self.names)

    def question(self) -> str:
        """`your fight`, `play a card: which side or monster?`."""
        stage, verb = self.view.stage, self.view.verb
        if verb is None:
            return self.asked.words()
        return f"{words_of(self.view.decision, verb)}{self._chosen(verb)}: {self._stage(stage)}"

    def _chosen(self, verb: Verb) -> str:
        """Settled parts of the action: its card, its player, the sum of a sale."""
        move, parts, stage = self.view.record["move"], VERBS[verb].parts, self.view.stage
        copy = int(move["card"])
        found = [self._name(copy)] if copy else []
        if Stage.SEAT in parts and stage in parts and parts.index(stage) > parts.index(Stage.SEAT):
            found.append(self.names[int(move["seat"])])
        if VERBS[verb].counts_gold:
            found = [self.asked.sale(self.asked.selected())]
        return f" ({', '.join(found)})" if found else ""

    def _stage(self, stage: Stage) -> str:
        if stage != Stage.AMOUNT:
            return STAGES[Stage.CARD if stage == Stage.MORE and DONE_ID not in self.legal else stage]
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
        """Target of the card being played."""
        copy = int(self.view.record["move"]["card"])
        if not copy or self._amount_words()[1]:
            return Aim.NONE
        return self.catalogue.card(self._type(copy)).aim

    def _type(self, copy: int) -> int:
        return int(self.catalogue.tables[0]["type_of"][copy])

    def _name(self, copy: int) -> str:
        return self.catalogue.name_among(self._type(copy))

    def label(self, action: int) -> str:
        """One action in words."""
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
        names = [self.catalogue.name_among(type_, types) for type_ in types]
        if names.count(names[i]) == 1:
            return names[i]
        return f"{names[i]} ({'the ' + ordinal(1 + names[:i].count(names[i]))} of them)"

    # ------------------------------------------------------------------ numbers

    def _number(self, action: int) -> str:
        """Meaning of a number where it is asked for."""
        n, decision, stage = action - AMOUNT0, self.view.decision, self.view.stage
        if stage in (Stage.WHICH, Stage.SECOND_WHICH):
            return self._which(action)
        if stage == Stage.AMOUNT:
            return self._amount(n)
        if decision == Decision.PICK:
            return self._option(n)
        if decision.row.counts:
            return counted(n, *decision.row.counts)
        raise EngineFault(f"actions: expected words for number {n} at {decision!r}, {stage!r}, found none")

    def _amount(self, n: int) -> str:
        verb, aim = self.view.verb, self._aim()
        if aim == Aim.FACE:
            return f"a {n}"
        if aim == Aim.FIGHTERS or verb == Verb.SACRIFICE:
            return self._saved(verb, bool(n))
        words = self._amount_words()[1]
        return words.format(n) if words else counted(n, "treasure", "no treasure")

    def _saved(self, verb: Verb | None, both: bool) -> str:
        """Players who escape: the one that the card is for, or the other fighter, too."""
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
        return explain_option(self.catalogue, self._first_option() + n)

    def _which(self, action: int) -> str:
        """Copies of one card that can be told apart: where that copy lies, and what is with it."""
        asked = self.view.stage
        trial = self.branch.after(action).row
        part = "card" if asked == Stage.WHICH else "second"
        copy = int(trial["move"][part][0]) or self._moved(trial)
        return self._place(copy) if copy else f"the {ordinal(1 + action - AMOUNT0)} of them"

    def _moved(self, trial: np.ndarray) -> int:
        """The copy of the named card that an action, complete with this part, is about."""
        move = self.view.record["move"]
        type_ = self._type(int(move["card"] if self.view.stage == Stage.WHICH else move["second"]))
        before, after = self.branch.row["card"][0], trial["card"][0]
        copies = self.catalogue.copies_of(type_)
        # A move of one copy changes the lists and the knowledge of others, too: its own place changes first.
        changed = (c for part in ("zone", "host", "flag") for c in copies if before[part][c] != after[part][c])
        return next(changed, 0)

    def _place(self, copy: int) -> str:
        """Place of a copy, in the words of its finder."""
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
        return f"the one {next((words for one, words in ELSEWHERE.items() if one == zone), 'from the discards')}"

    def _card(self, type_: int) -> str:
        """A card's name with what one wants to know of it, its gold where gold is counted."""
        card = self.catalogue.card(type_)
        kind = "" if card.kind in kinds_that("worn") else card.kind.name.lower().replace("_", " ")
        edition = self.catalogue.edition_beside(type_, self._types)
        about = [kind, note_of(card, self.catalogue), edition]
        gold = self.catalogue.worded(f"{self.asked.value(type_):,} gold") if self.asked.counts_gold else ""
        if gold and gold.replace(",", "") not in about[1]:
            about.append(gold)
        notes = ", ".join(filter(None, about))
        return f"{card.name} ({notes})" if notes else card.name

    def named(self, action: int) -> str:
        """One action in words, with the parts that follow by themselves since nothing else is left for them.

        A verb names its card, and an arrow leads to each part after it; nobody asks for these.
        """
        words = self.label(action)
        opens = words.endswith(MORE)
        if not opens and self.branch.complete:
            return words
        verb = self.view.verb if self.view.verb is not None else Verb(action - VERB0) if asks_on(action) else None
        sells = verb is not None and VERBS[verb].counts_gold
        if action == DONE_ID:
            return words + (f": {self.asked.sale(self.asked.selected())}" if sells else "")
        path, branch = [action], self.branch.after(action)
        card, forced = 0, list[str]()
        while branch.taken:
            (only,) = branch.legal.tolist()
            if opens and not card and only >= CARD0:
                card = only - CARD0 + 1
            elif only != DONE_ID:
                forced.append(ARROW + Labels(branch, self.seat, self.names).label(only))
            path.append(only)
            branch = branch.after(only)
        words = words.removesuffix(MORE) + (f": {self.catalogue.name(card)}" if card else "") + "".join(forced)
        if sells and branch.complete:
            words += (
                f" = {self.asked.sale([*self.asked.selected(), *(one - CARD0 + 1 for one in path if one >= CARD0)])}"
            )
        return words + ("" if branch.complete else MORE)

    def lesson(self, action: int) -> str:
        """Line on a verb among the actions; nothing for one of its parts."""
        if action >= SEAT0:
            return ""
        verb = Verb(action - VERB0)
        return self.catalogue.worded(f"{words_of(self.view.decision, verb)}: {VERBS[verb].lesson}")


def in_words(game: Any, names: Sequence[str], choose: Callable[[Any], int | None]) -> tuple[list[int], list[str]]:
    """Parts of an action, as ids and in words. choose: gives the next part of a copy of the game, or None."""
    trial, given, words = game.clone(), list[int](), list[str]()
    while (action := choose(trial)) is not None:
        words.append(Labels.of(trial, game.current_player, names).named(action).removesuffix(MORE))
        given.append(action)
        trial.step(action)
        if not trial.still_answering(game):
            break
    return given, words


def asks_on(action: int) -> bool:
    """Return True if the action is a verb that has further parts."""
    return action < SEAT0 and bool(VERBS[Verb(action - VERB0)].parts)


MOST_FOLDED = 16  # limit of complete actions of one verb; beyond it they are chosen step by step
CHOOSE = "choose"  # words of an action that has no verb

# Key of each part in the JSON of an action; cards of sets are lists.
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
EXTRAS = (Stage.MORE, Stage.TERMS, Stage.WANT)  # the action may be ended or continued
SETS = {verb for verb, row in VERBS.items() if Stage.MORE in row.parts}  # there are too many sets of cards to list
UNFOLDED = {verb.name.lower() for verb in SETS}
MOST_TOLD = 6  # limit of possible next parts


@dataclass(frozen=True)
class CompleteAction:
    """A complete action, or (`open`) the beginning of some that are given step by step."""

    steps: tuple[int, ...]
    """Ids of the parts in the game."""
    path: tuple[int, ...]
    """The ids of all its parts, those included that the game takes by itself."""
    named: dict[str, Any]
    """The action by name: `{"do": "play", "card": "magic_missile", "place": "players"}`."""
    words: str
    open: bool = False


@dataclass(frozen=True)
class Trail:
    """Parts of an action so far."""

    labels: Labels
    """The words of what may come next."""
    path: tuple[int, ...] = ()
    steps: tuple[int, ...] = ()
    named: dict[str, Any] = field(default_factory=dict)
    lead: str = ""
    said: tuple[tuple[Labels, int], ...] = ()
    """The parts behind the verb, each with the words of its moment."""

    @classmethod
    def begin(cls, labels: Labels) -> "Trail":
        """Beginning of an action; its verb may have been taken already, as where it was the only one."""
        verb = labels.branch.verb
        if verb is None:
            return cls(labels)
        return cls(labels, lead=lead_of(labels.branch.decision, verb), named={"do": verb.name.lower()})

    @property
    def branch(self) -> Branch:
        """State after the parts that were chosen."""
        return self.labels.branch

    @property
    def words(self) -> str:
        """Sentence for the parts that were chosen."""
        parts: list[str] = []
        for labels, action in self.said:
            on = labels.branch.stage == Stage.PLACE and parts and action >= PLACE0 + Place.MONSTER
            parts.append(f"on {labels.label(action)}" if on else labels.label(action))
        return f"{self.lead} {', '.join(parts)}".strip()

    def answer(self) -> CompleteAction:
        """Return the parts as a complete action."""
        return CompleteAction(self.steps, self.path, self.named, self.words)

    def then(self, action: int) -> "Trail":
        """The trail with one part more."""
        labels, branch = self.labels, self.branch
        lead, said = self.lead, self.said
        if branch.complete and action < SEAT0:
            lead = lead_of(branch.decision, Verb(action - VERB0))
        elif action != DONE_ID:
            said = (*said, (labels, action))
        return Trail(
            Labels(branch.after(action), labels.seat, labels.names),
            (*self.path, action),
            self.steps if branch.taken else (*self.steps, action),
            named_with(self.named, branch.stage, action, labels),
            lead,
            said,
        )

    def settled(self) -> "Trail":
        """The trail after the parts that the game takes by itself."""
        trail = self
        while trail.branch.taken:
            trail = trail.then(int(trail.branch.legal[0]))
        return trail


class ActionTree:
    """Legal actions of the seat of a view, after the parts of `path`, as a question may list them."""

    def __init__(self, view: View, names: Sequence[str]) -> None:
        """view: with a world, of the seat that is asked. names: of all seats."""
        self.begun = Trail.begin(Labels(Branch.of(view), view.seat, names, view))
        self._trails: dict[tuple[int, ...], Trail] = {}
        """By path, since a question, its actions and the reply come to the same parts again."""

    def listed(self, path: Sequence[int] = (), most: int = MOST_FOLDED) -> list[CompleteAction]:
        """Actions that begin so: complete ones, or the beginnings of those of which there are more than `most`."""
        found: list[CompleteAction] = []
        for following in self._following(self.trail(path)):
            if following.branch.complete:
                found.append(following.answer())
                continue
            folded = [] if following.named.get("do") in UNFOLDED else self._folded(following, most)
            found += [one.answer() for one, _ in folded]
            if not folded or any(extras for _, extras in folded):
                found.append(opened(following))
        return found

    def trail(self, path: Sequence[int]) -> Trail:
        """The parts of a path, one after the other."""
        trail = self.begun
        for action in path:
            trail = self._then(trail, int(action))
        return trail

    def _then(self, trail: Trail, action: int) -> Trail:
        path = (*trail.path, action)
        if path not in self._trails:
            self._trails[path] = trail.then(action)
        return self._trails[path]

    def _following(self, trail: Trail) -> list[Trail]:
        return [self._then(trail, action) for action in trail.branch.legal.tolist()]

    def _folded(self, trail: Trail, most: int) -> list[tuple[Trail, bool]]:
        """Complete actions that begin so, without optional parts, each with a flag for these; none beyond `most`."""
        found: list[tuple[Trail, bool]] = []
        waiting = [(trail, False)]
        while waiting:
            one, extras = waiting.pop()
            if one.branch.complete:
                found.append((one, extras))
                continue
            legal = one.branch.legal.tolist()
            if one.branch.stage in EXTRAS and DONE_ID in legal:
                waiting.append((self._then(one, DONE_ID), extras or len(legal) > 1))
            else:
                waiting += [(following, extras) for following in reversed(self._following(one))]
            if len(found) + len(waiting) > most:
                return []
        return found


def opened(trail: Trail) -> CompleteAction:
    """Beginning of actions that are given step by step, with the possible next parts."""
    told = [trail.labels.label(action) for action in trail.branch.legal.tolist()]
    more = f", {len(told) - MOST_TOLD} more" if len(told) > MOST_TOLD else ""
    words = f"{trail.words.removesuffix(':')} … ({'; '.join(told[:MOST_TOLD])}{more})"
    return CompleteAction(trail.steps, trail.path, trail.named, words, True)


def lead_of(decision: Decision, verb: Verb) -> str:
    """First words of an action with this verb."""
    if decision in VERBS[verb].words_at and VERBS[verb].parts:
        return f"{words_of(decision, verb)}:"
    return VERBS[verb].lead or words_of(decision, verb)


def named_with(named: dict[str, Any], stage: Stage, action: int, labels: Labels) -> dict[str, Any]:
    """An action by name with one part more."""
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
    if action < SEAT0:
        return "do", Verb(action - VERB0).name.lower()
    if action < PLACE0:
        return "seat", labels.names[(labels.seat + action - SEAT0) % labels.players]
    if action < AMOUNT0:
        place = action - PLACE0
        return "place", place - Place.MONSTER if place >= Place.MONSTER else ("players", "monsters")[place]
    if action < CARD0:
        return (KEYS[stage] if stage != Stage.VERB else "amount"), action - AMOUNT0
    return (KEYS[stage] if stage != Stage.VERB else "card"), labels.catalogue.short_id(action - CARD0 + 1)


# --------------------------------------------------------------------------- what a name means

PARTS = ("card", "cards", "seat", "place", "amount", "second", "want", "which", "first_pick")
MOST_SHOWN = 12  # legal values
TRADED_IN_SETS = tuple(verb for verb in VERBS if SET_AFTER_CARD >> verb & 1)


class ByName:
    """An action by name, or the rest of one: the parts that a trail does not have yet."""

    def __init__(self, given: Mapping[str, Any], verb: str = "do", amount: int | None = None) -> None:
        """given: the parts by name. verb: what errors call the verb. amount: the one that is meant if none is given."""
        self.left: dict[str, Any] = {key: [*value] if _is_list(value) else value for key, value in given.items()}
        self.do = self.left.pop("do", None)
        self.verb = verb
        self.amount = amount

    def answer(self, trail: Trail) -> CompleteAction:
        """Return the complete action that continues `trail`; parts that the trail has may be named again.

        Raises IllegalAction naming the part that is missing, wrong or superfluous, and the expected values.
        """
        unknown = [key for key in self.left if key not in PARTS]
        if unknown:
            raise IllegalAction(
                f"{shown(unknown[0])}: unknown; known: do, {', '.join(PARTS)}{did_you_mean(unknown[0], PARTS)}"
            )
        _check_cards(self.left)
        if not trail.path and trail.branch.complete:
            trail = trail.then(self._first(trail))
        else:
            self._drop_answered(trail)
        while not trail.branch.complete:
            trail = trail.then(self._next(trail))
        for key, value in self.left.items():
            nothing = value is None or value is False or value == [] or (key == "which" and value == 0)
            if not nothing:
                raise IllegalAction(f"{key}: expected none, since nothing asks for it here, got {shown(value)}")
        return trail.answer()

    def _drop_answered(self, trail: Trail) -> None:
        """Take out the parts that the trail has."""
        named, labels = trail.named, trail.labels
        ends_set = trail.branch.stage in EXTRAS and DONE_ID in trail.branch.legal
        if self.do not in (None, CHOOSE):
            verb = verb_of(self.do)
            if verb.name.lower() != named["do"] and not (ends_set and VERB0 + verb == DONE_ID):
                raise self._no_such(self.verb, self.do, [named["do"]])
        for key in ("seat", "place", "amount", "which", "first_pick"):
            if key in named and is_meant(key, self.left.get(key), named[key], labels):
                del self.left[key]
        for one, more in (("card", "cards"), ("second", "want")):
            for name in [named[key] for key in (one,) if key in named] + list(named.get(more, ())):
                self._drop_card(one, more, name, labels)

    def _drop_card(self, one: str, more: str, name: str, labels: Labels) -> None:
        if is_meant(one, self.left.get(one), name, labels):
            del self.left[one]
            return
        same = [other for other in self.left.get(more, ()) if is_meant(more, other, name, labels)]
        if same:
            self.left[more].remove(same[0])

    def _first(self, trail: Trail) -> int:
        """Return the id of the verb, or of the choice that is the whole action."""
        labels, legal = trail.labels, trail.branch.legal.tolist()
        verbs = [part_of(Stage.VERB, action, labels)[1] for action in legal if action < SEAT0]
        if self.do in (None, CHOOSE):
            keys = {part_of(Stage.VERB, action, labels)[0] for action in legal}
            key = next((key for key in ("card", "seat", "amount") if key in keys), None)
            if key is None:
                raise self._no_such(self.verb, self.do, verbs)
            choices = [action for action in legal if part_of(Stage.VERB, action, labels)[0] == key]
            return self._pick(key, Stage.VERB, choices, labels)
        action = VERB0 + int(verb_of(self.do))
        if action not in legal:
            raise self._no_such(self.verb, self.do, verbs)
        return action

    def _next(self, trail: Trail) -> int:
        """Return the id of the part that comes next."""
        stage, legal = trail.branch.stage, trail.branch.legal.tolist()
        if stage in EXTRAS:
            return self._one_more(trail, legal)
        if stage in (Stage.CARD, Stage.SECOND) and trail.branch.verb in TRADED_IN_SETS:
            return self._of_set("card" if stage == Stage.CARD else "second", legal, trail.labels)
        return self._pick(KEYS[stage], stage, legal, trail.labels)

    def _pick(self, key: str, stage: Stage, legal: Sequence[int], labels: Labels) -> int:
        """Return the legal id that the value of `key` means."""
        value = self.left.pop(key, None)
        if value is None and key == "card" and self.left.get("cards"):
            value, *self.left["cards"] = self.left["cards"]
        if value is None and key == "second" and self.left.get("want"):
            value, *self.left["want"] = self.left["want"]
        if value is None and (key == "which" or len(legal) == 1):
            return legal[0]
        if value is None and key == "amount":
            value = self.amount
        values = {action: part_of(stage, action, labels)[1] for action in legal}
        for action, one in values.items():
            if is_meant(key, value, one, labels):
                return action
        raise self._no_such(key, value, list(values.values()))

    def _of_set(self, key: str, legal: Sequence[int], labels: Labels) -> int:
        """Return the first card of a set that is traded: sets are named in the engine's order, whatever was given."""
        more = "cards" if key == "card" else "want"
        first: list[str] = [] if self.left.get(key) is None else [self.left.pop(key)]
        names = in_order([*first, *(self.left.get(more) or [])], labels)
        self.left[more] = names[1:]
        if names:
            self.left[key] = names[0]
        return self._pick(key, Stage.CARD, legal, labels)

    def _one_more(self, trail: Trail, legal: Sequence[int]) -> int:
        """Return the next card of a set, a term, or the end."""
        stage, labels = trail.branch.stage, trail.labels
        if stage == Stage.TERMS and self.left.get("first_pick") is True and FIRST_PICK_ID in legal:
            del self.left["first_pick"]
            return FIRST_PICK_ID
        key = KEYS[stage]
        if stage == Stage.MORE and self.left.get("card") is not None:
            self.left["cards"] = [self.left.pop("card"), *(self.left.get("cards") or [])]
        names = in_order(self.left.get(key) or [], labels)
        if not names and DONE_ID in legal:
            return DONE_ID
        values = {action: part_of(stage, action, labels)[1] for action in legal if action >= CARD0}
        for action, one in values.items():
            if names and is_meant(key, names[0], one, labels):
                self.left[key] = names[1:]
                return action
        if trail.branch.taken and values:
            return legal[0]  # a card that every set contains
        raise self._no_such(key, names[0] if names else None, list(values.values()))

    @staticmethod
    def _no_such(key: str, value: object, right: Sequence[object]) -> IllegalAction:
        words = [str(one) for one in dict.fromkeys(map(str, right))]
        more = f" and {len(words) - MOST_SHOWN} more" if len(words) > MOST_SHOWN else ""
        came = "nothing" if value is None else shown(value)
        hint = did_you_mean(value, words)
        return IllegalAction(f"{key}: expected one of {', '.join(words[:MOST_SHOWN])}{more}, got {came}{hint}")


def _is_list(value: object) -> bool:
    return isinstance(value, list | tuple) and all(isinstance(one, str) for one in value)


def _check_cards(parts: Mapping[str, Any]) -> None:
    """Raise IllegalAction for a card that is no text, and for cards that are no list of texts."""
    for part in ("card", "second"):
        if not isinstance(parts.get(part), str | None):
            raise IllegalAction(f"{part}: expected a card's id or name, got {shown(parts[part])}")
    for part in ("cards", "want"):
        if part in parts and not _is_list(parts[part]):
            raise IllegalAction(f"{part}: expected a list of cards, got {shown(parts[part])}")


def in_order(names: Sequence[str], labels: Labels) -> list[str]:
    """Return cards of a set in the order in which the engine takes them.

    That is by type, and Big items first in what is traded (`rules.trading.set_key`); other words come last.
    """
    catalogue, traded = labels.catalogue, labels.branch.verb in TRADED_IN_SETS

    def place(name: str) -> int:
        found = catalogue.types.get(name.strip().lower(), ())
        if not found:
            return 1 << 30
        card = catalogue.tables[0]["card"][found[0]]
        big = int(card["kind"]) in kinds_that("worn") and int(card["big"]) != 0
        return found[0] + (0 if big or not traded else MAX_TYPES)

    return sorted(names, key=place)


def is_meant(key: str, value: Any, right: Any, labels: Labels) -> bool:
    """Return True if the value means the same as the right one.

    It may give a card by id or name, a player by name or number, a monster likewise.
    """
    if value is None or isinstance(value, bool | list | dict):  # str of nested lists can recurse too deeply
        return value is True and right is True
    word = str(value).strip().lower()
    if key in ("card", "cards", "second", "want"):
        types = labels.catalogue.types
        return not set(types.get(word, ())).isdisjoint(types[right.lower()])
    if word == str(right).lower():
        return True
    if key == "seat":
        return word == str(labels.names.index(right))
    if key == "place" and isinstance(right, int):
        names = [monster.name.lower() for monster in labels.view.monsters]
        return right < len(names) and names.count(word) == 1 and names[right] == word
    return False


def verb_of(verb: Any) -> Verb:
    """Return the verb, by its name or number. Raises IllegalAction."""
    if isinstance(verb, str):
        try:
            return Verb[verb.upper().replace(" ", "_")]
        except KeyError:
            names = [v.name.lower() for v in Verb]
            hint = did_you_mean(verb, names)
            raise IllegalAction(f"verb: expected one of {', '.join(names)}, got {shown(verb)}{hint}") from None
    if isinstance(verb, bool) or not isinstance(verb, int) or verb not in set(Verb):
        raise IllegalAction(f"verb: expected a verb or its name, got {shown(verb)}")
    return Verb(int(verb))


# --------------------------------------------------------------------------- actions by name in Python


def checked(parts: Mapping[str, Any], catalogue: Catalogue, players: int) -> dict[str, Any]:
    """Return the parts that `Game.do` was given, without those left out.

    Raises IllegalAction naming a part of a wrong type, CardError for a card that does not exist.
    """
    _check_cards(parts)
    place, seat = parts["place"], parts["seat"]
    sides = place is None or (isinstance(place, str) and place in ("players", "monsters"))
    if not sides and not is_whole(place, MAX_MONSTERS):
        raise IllegalAction(f'place: expected a monster\'s number, "players" or "monsters", got {shown(place)}')
    if seat is not None and not is_whole(seat, players):
        raise IllegalAction(f"seat: expected 0 to {players - 1}, got {shown(seat)}")
    for part in ("amount", "which"):
        if parts[part] is not None and not is_whole(parts[part], N_AMOUNTS):
            raise IllegalAction(f"{part}: expected a whole number from 0 to {N_AMOUNTS - 1}, got {shown(parts[part])}")
    if not isinstance(parts["first_pick"], bool):
        raise IllegalAction(f"first_pick: expected true or false, got {shown(parts['first_pick'])}")
    for part in ("card", "second", "cards", "want"):
        named = parts[part] if part in ("cards", "want") else [parts[part]]
        for name in (one for one in named if one is not None):
            try:
                catalogue.index(name)
            except CardError as error:
                raise CardError(f"{part}: {error}") from None
    found = {part: value for part, value in parts.items() if value is not None}
    if parts["second"] is not None and catalogue.index(parts["second"]) in map(catalogue.index, parts["want"]):
        del found["second"]  # the first wanted card
    return found


def is_whole(value: object, below: int) -> bool:
    """Return True for a whole number from 0 to below `below`."""
    return isinstance(value, int | np.integer) and not isinstance(value, bool) and bool(0 <= value < below)


def answer_by_name(
    position: np.ndarray,
    catalogue: Catalogue,
    verb: Verb | str | None,
    parts: Mapping[str, Any],
    history: Sequence[int],
) -> tuple[int, ...]:
    """Return the ids of the action that `Game.do` was given, or of the rest of a begun one.

    Args:
        position: one row, of the game itself.
        catalogue: the cards of the game.
        verb: the verb of the action, as a member or by name; None for the rest of a begun one.
        parts: the parts by name, as `Game.do` takes them.
        history: the actions so far, seat << 16 | id.

    Raises:
        IllegalAction: a part is missing, wrong or superfluous.
        CardError: a card does not exist.
    """
    players, seat = int(position["rules"]["players"][0]), int(position["seat"][0])
    given = checked(parts, catalogue, players)
    if verb is not None:
        given["do"] = verb_of(verb).name.lower()
    names = [str(p) for p in range(players)]
    branch = Branch.at(position, catalogue)
    trail, steps = Trail.begin(Labels(branch, seat, names)), 0
    if not branch.complete:
        own = [answer & 0xFFFF for answer in takewhile(lambda one: one >> 16 == seat, reversed(history))]
        trail = _begun(trail, own) or trail
        steps = len(trail.steps)
    return ByName(given, "verb", amount=0).answer(trail).steps[steps:]


def _begun(now: Trail, answers: Sequence[int]) -> Trail | None:
    """Return the trail from the beginning of the action to the present; None if the actions do not lead there.

    answers: the last ones of the seat, the newest first. The parts of an incomplete action change nothing else, so
    without them the state is the one at its beginning.
    """
    branch, labels = now.branch, now.labels
    row = copied(branch.row)
    marks = Flag.SELECTED | Flag.WANTED if WANT_AFTER_SECOND >> int(branch.verb or 0) & 1 else Flag.SELECTED
    row["move"] = np.zeros(1, row["move"].dtype)
    row["card"]["flag"] &= ~np.uint16(marks)
    row["rules"]["forced_choices"] = branch.takes_singles
    start = Branch.at(row, branch.catalogue)
    for number in range(len(answers) + 1):
        trail = Trail(Labels(start, labels.seat, labels.names))
        if not number and start.takes_singles and len(start.legal) == 1:
            trail = trail.then(int(start.legal[0])).settled()
        for action in reversed(answers[:number]):
            if action not in trail.branch.legal:
                break
            trail = trail.then(action).settled()
        if trail.branch.row.tobytes() == branch.row.tobytes():
            return trail
    return None
