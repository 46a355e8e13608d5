"""Questions in words: what is asked, and the card or rule that asks it.

A view hides the work that is pending below a question, so the card comes from the stack of a determinization, of which
only numbers that follow from open play are read (`vocabulary.frames.Held`).
"""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from munchkin_env.cards.compile import Catalogue
from munchkin_env.cards.explain import owner_of
from munchkin_env.engine.dispatch.verbs import VERBS
from munchkin_env.engine.rules.choices import ONLY_EXCESS
from munchkin_env.engine.rules.trading import GOLD_PER_LEVEL
from munchkin_env.engine.state.layout import MOST_DOUBLED, SLOTS
from munchkin_env.observation import View
from munchkin_env.observation.scene import scene
from munchkin_env.vocabulary import (
    Ability,
    Filter,
    Flag,
    Frame,
    FrameRow,
    RollFor,
    Slot,
    Take,
    Window,
    Zone,
    kinds_that,
)

ITEMS: dict[Filter, str] = {
    Filter.ITEMS: "an item",
    Filter.SMALL: "a small item",
    Filter.BIG: "a Big item",
    Filter.SLOT: "an item in use there",
    Filter.TAGGED: "an item that it names",
    Filter.HAND: "a card in hand",
    Filter.BEST: "the item with the biggest bonus",
    Filter.CLASSES: "a class",
    Filter.RACES: "a race",
    Filter.ITEMS_AND_HAND: "an item or a card in hand",
    Filter.TREASURES: "a treasure",
    Filter.VALUE: "an item of that value",
    Filter.BODY: "a card of the body",
    Filter.HOST: "the card it hangs on",
    Filter.MADNESS: "a Madness",
    Filter.DOORS_IN_HAND: "a door card in hand",
    Filter.UNUSABLE: "an item without use",
    Filter.OF_CLASS: "an item of the class",
    Filter.CHEAPEST: "the cheapest item",
    Filter.DEAREST: "the most expensive item",
    Filter.VOWEL: "a card whose name begins with a vowel",
    Filter.TAGGED_IN_PLAY: "an item that it names",
    Filter.TAGGED_ANYWHERE: "a card that it names",
    Filter.SIDEKICKS: "a sidekick",
    Filter.LEVEL_CARDS: "a level card",
}
CROWDED: dict[Filter, str] = {Filter.CLASSES: "classes", Filter.RACES: "races", Filter.SIDEKICKS: "sidekicks"}
SLOTS_IN_USE: dict[int, str] = {
    Slot.HEADGEAR: "a headgear in use",
    Slot.ARMOR: "an armor in use",
    Slot.FOOTGEAR: "a footgear in use",
    Slot.HANDS: "an item in your hands",
}
REACTIONS: dict[Window, str] = {
    Window.TURN_START: "the turn of {turn} begins",
    Window.DOOR: "{turn} has opened the door",
    Window.REVEAL: "{turn} meets {monsters}",
    Window.COMBAT: "the fight of {leader} goes on",
    Window.HELP: "talk about help in the fight of {leader}",
    Window.KILL: "{leader} is about to win the fight",
    Window.DEFEAT: "{leader} is about to run away",
    Window.ROLL: "{die}",
    Window.REWARD: "the fight of {leader} is over",
    Window.LOOT: "{turn} is about to loot the room",
    Window.CHARITY: "charity of {turn} comes next",
    Window.TURN_END: "the turn of {turn} ends",
    Window.CURSE: "{card} is about to strike {victim}",
    Window.PLAYED: "{card} has been played",
    Window.OPENED: "{turn} has opened {door}",
    Window.ROOM: "{turn} is about to enter a room",
    Window.SPOILS: "the treasure is about to be shared",
    Window.DISCARD: "discarded cards can be claimed",
    Window.FLIGHT: "{leader} runs away",
}


class PendingQuestion:
    """The pending question of a seat. row: of a determinization, with its stack."""

    def __init__(self, view: View, row: np.ndarray, seat: int, names: Sequence[str]) -> None:
        self.view = view
        self.catalogue: Catalogue = view.catalogue
        self.record = view.record
        self.row = row[0] if row.ndim else row
        self.seat = seat
        self.names = names

    def words(self) -> str:
        """Return the question where no verb is chosen yet."""
        row = self.view.decision.row
        asked = self.catalogue.worded(row.to_him)
        if row.offer:
            return _joined(scene(self.view, self.names).offer.replace("for 0 treasures", "for nothing"), asked)
        return self._filled(row.named) if row.named else asked

    def _filled(self, template: str) -> str:
        return self.catalogue.worded(template).format_map(_Fields(self))

    def source(self) -> str:
        """Return the name of the card whose effect asks; empty if a rule does."""
        frame = self.origin()
        return self._card_of(frame) if frame is not None and _row(frame).asks == "card" else ""

    def origin(self) -> Any:
        """Return the frame whose card or rule asks; None if the question is not a part of other work."""
        for frame in self.row["frame"][: int(self.row["n_frames"])][::-1]:
            if _row(frame).asks != "below":
                return frame
        return None

    def _card_of(self, frame: Any) -> str:
        """Return the name of a frame's card; a doubled monster lies in the combat as another card."""
        copy = int(frame[_row(frame).held["card"].slot])
        fights = self.record["combat"]["monster"]["card"].tolist()
        doubled = [monster.name for monster in self.view.monsters if fights[monster.place] == copy]
        return doubled[0] if doubled else self.name(copy)

    def name(self, copy: int) -> str:
        """Return the name of a card copy; empty for none."""
        return self.catalogue.name(int(self.catalogue.tables[0]["type_of"][copy])) if copy else ""

    # ------------------------------------------------------------------ cards that are chosen

    def choice(self) -> str:
        """Return which card is chosen, of whom and for what."""
        frame = self.record["frame"][0]
        held = _row(frame).held
        if "owed" in held:
            owed = f"{int(frame[SLOTS['owed']]):,} gold still owed: choose an item to discard"
            tax = "choose an item to discard; what it is worth, all others owe"
            return _joined(self.source(), self.catalogue.worded(tax if int(frame[SLOTS["tax"]]) else owed))
        if "filter" not in held:
            return self.catalogue.worded(self.view.decision.row.to_him)
        which, take = Filter(int(frame[SLOTS["filter"]])), Take(int(frame[SLOTS["take"]]))
        detail, left, victim = int(frame[SLOTS["detail"]]), int(frame[SLOTS["left"]]), int(frame["other"])
        what = SLOTS_IN_USE.get(detail, ITEMS[which]) if which == Filter.SLOT else ITEMS[which]
        more = f" ({left} to go)" if left > 1 else ""
        if which in CROWDED and int(self._top()[SLOTS["manner"]]) == ONLY_EXCESS:
            return f"too many {CROWDED[which]}: choose {what} to discard{more}"
        whose = "" if victim == self.seat else f" of {self.names[victim]}"
        asked = f"choose {what}{whose} {self._fate(take, victim, detail)}{more}"
        return _joined(self.source() or self._rule(which, take), asked)

    def _rule(self, which: Filter, take: Take) -> str:
        """Return the rule by which a player chooses among cards without a card that asks for it."""
        frame = self.origin()
        if frame is not None and _row(frame).rule:
            return _row(frame).rule
        if take == Take.PUT_AWAY:
            return "too many items in use"
        return "resurrection" if (which, take) == (Filter.HAND, Take.DISCARD) else ""

    def _top(self) -> Any:
        return self.row["frame"][max(0, int(self.row["n_frames"]) - 1)]

    def _fate(self, take: Take, victim: int, detail: int) -> str:
        """Return what happens to the chosen card."""
        if take == Take.GIVE:
            return f"to give to {self.names[detail - 1]}"
        lost = "to lose" if victim == self.seat else "that is lost"
        return {
            Take.DISCARD: lost,
            Take.STEAL: "to take",
            Take.TO_HAND: "to take into your hand",
            Take.PUT_AWAY: "to put away",
            Take.HANG_ON: "for it to hang on",
        }[take]

    # ------------------------------------------------------------------ sums of gold

    @property
    def counts_gold(self) -> bool:
        """True where several cards are chosen for their gold: a sale, a debt."""
        verb = self.view.verb
        return VERBS[verb].counts_gold if verb is not None else "owed" in _row(self.record["frame"][0]).held

    def value(self, type_: int) -> int:
        """Return the gold value of a card type; 0 for none."""
        return max(0, int(self.catalogue.tables[0]["card"]["value"][type_]))

    def selected(self) -> list[int]:
        """Return the types of the set of cards so far."""
        zones = (Zone.HAND + self.seat, Zone.TABLE + self.seat)
        chosen = [copy for zone in zones for copy in self.view.copies(zone)]
        flags = self.record["card"]["flag"]
        types = self.catalogue.tables[0]["type_of"]
        return [int(types[copy]) for copy in chosen if int(flags[copy]) & Flag.SELECTED]

    def sale(self, types: Sequence[int]) -> str:
        """Return the sum of a sale: `2,100 gold, 2 levels`, or how much a level still needs."""
        values = sorted((self.value(one) for one in types), reverse=True)
        gold = sum(values) + sum(values[: self.doubled()])
        most = self.levels_left()
        levels = min(most, gold // GOLD_PER_LEVEL)
        told = f"{gold:,} gold" + (f", {levels} level{'' if levels == 1 else 's'}" if levels else "")
        if levels < most:
            told += f", {GOLD_PER_LEVEL - gold % GOLD_PER_LEVEL:,} more for {'another' if levels else 'a level'}"
        return self.catalogue.worded(told)

    def sellable(self) -> list[int]:
        """Return the types of the cards that a sale may hold, one for each copy; those that a curse has turned stay."""
        found = []
        for zone in (Zone.HAND + self.seat, Zone.TABLE + self.seat):
            for copy in self.view.copies(zone):
                type_ = int(self.catalogue.tables[0]["type_of"][copy])
                held = [
                    self.catalogue.card(int(self.catalogue.tables[0]["type_of"][one]))
                    for one in self.view.hanging_on(copy)
                ]
                cursed = any(card.kind in kinds_that("strikes") for card in held)
                if self.catalogue.card(type_).kind in kinds_that("item") and not cursed:
                    found.append(type_)
        return sorted(found)

    def levels_left(self) -> int:
        """Return the levels that a sale may bring at most: never the last one (SELL-2)."""
        return int(self.record["rules"]["goal"]) - 1 - self.view.level(self.seat)

    def doubled(self) -> int:
        """Return how many of the most expensive items count twice."""
        if not self.view.bound(self.seat, Ability.DOUBLE_SALE):
            return 0
        abilities = self.catalogue.tables[0]["card"]["abilities"]
        cards = sum(int(abilities[card.type]) >> Ability.DOUBLE_SALE & 1 for card in self.view.table(self.seat))
        return max(0, min(cards, MOST_DOUBLED) - int(self.record["player"][self.seat]["sold_double"]))


def _joined(about: str, asked: str) -> str:
    return f"{about}: {asked}" if about else asked


def _row(frame: Any) -> FrameRow:
    """Return the facts about a frame's kind."""
    return Frame(int(frame["kind"])).row


def _asked(question: PendingQuestion) -> str:
    return question.catalogue.worded(question.view.decision.row.to_him)


def _source(question: PendingQuestion) -> str:
    return _joined(question.source(), "")


def _reaction(question: PendingQuestion) -> str:
    return _joined(question._filled(REACTIONS.get(question.view.window, "")), "")


def _clause(question: PendingQuestion) -> str:
    """Return the card whose effects are picked from."""
    clause = int(question.record["frame"][0][SLOTS["clause"]])
    owner = owner_of(question.catalogue, clause) if clause else 0
    return _joined(question.catalogue.name(owner) if owner else "", "")


def _flight(question: PendingQuestion) -> str:
    return f"run away from {_monsters(question)}" if len(question.view.monsters) == 1 else _asked(question)


def _turn(question: PendingQuestion) -> str:
    return question.names[question.view.turn_seat]


def _leader(question: PendingQuestion) -> str:
    return question.names[question.view.turn_seat if question.view.leader is None else question.view.leader]


def _monsters(question: PendingQuestion) -> str:
    return " and ".join(monster.name for monster in question.view.monsters) or "a monster"


def _door(question: PendingQuestion) -> str:
    return question.catalogue.name(question.view.door) if question.view.door else "a door"


def _whom(question: PendingQuestion) -> str:
    return question.names[int(question.record["frame"][0]["seat"])]


def _victim(question: PendingQuestion) -> str:
    frame = question.origin()
    return question.names[int(frame["seat"])] if frame is not None and _row(frame).cancelled else "somebody"


def _card(question: PendingQuestion) -> str:
    top, below, aside = question.record["frame"][0], question.origin(), question.view.aside
    found = question.name(int(top[_row(top).held["card"].slot])) if "card" in _row(top).held else ""
    if not found and below is not None and (_row(below).cancelled or _row(below).asks == "card"):
        found = question._card_of(below)
    return found or (aside[0].name if aside else "the card")


def _die(question: PendingQuestion) -> str:
    """Return whose die shows what, and what it needs."""
    roll = question.record["roll"]
    who, face, purpose = question.names[int(roll["seat"])], int(roll["face"]), RollFor(int(roll["purpose"]))
    if not int(roll["on"]) or not face:
        return f"{who} escapes without a roll"
    needed = ""
    if purpose == RollFor.RUN_AWAY:
        place = int(roll["place"])
        least = question.view.face_needed(int(roll["seat"]), place)
        monsters = question.view.monsters
        needed = f" to escape{f' from {monsters[place].name}' if place < len(monsters) else ''}, needed {max(1, least)}"
    elif purpose == RollFor.THEFT:
        needed = f" to steal, needed {max(1, question.view.face_needed(int(roll['seat'])))}"
    return f"{who} rolled {face}{needed}"


FIELDS: dict[str, Callable[[PendingQuestion], str]] = {
    "asked": _asked,
    "choice": PendingQuestion.choice,
    "source": _source,
    "reaction": _reaction,
    "clause": _clause,
    "flight": _flight,
    "turn": _turn,
    "leader": _leader,
    "monsters": _monsters,
    "door": _door,
    "whom": _whom,
    "victim": _victim,
    "card": _card,
    "die": _die,
}
"""Fields of a question's template (`Question.named`, `REACTIONS`)."""


class _Fields(dict[str, str]):
    """Fields of a template for one question, each looked up when it is needed."""

    def __init__(self, question: PendingQuestion) -> None:
        super().__init__()
        self.question = question

    def __missing__(self, word: str) -> str:
        return FIELDS[word](self.question)
