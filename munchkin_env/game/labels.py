"""A pending decision in the words of a person at the table: what is asked, and what each part of an answer is."""

from collections.abc import Callable, Sequence

import numpy as np

from munchkin_env.cards.explain import explain_option, owner_of
from munchkin_env.engine.dispatch.verbs import VERBS, words_of
from munchkin_env.engine.state.action_ids import AMOUNT0, CARD0, PLACE0, SEAT0, VERB0
from munchkin_env.engine.state.frames import SLOTS
from munchkin_env.errors import EngineFault
from munchkin_env.observation import View
from munchkin_env.vocabulary import Aim, Decision, Flag, Place, Stage, Verb, Zone, kinds_that


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
