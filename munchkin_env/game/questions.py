"""Questions in words: what is asked, and the card or rule that asks it.

A view hides the work that is pending below a question, so the card comes from the stack of a determinization, of which
only numbers that follow from open play are read (`vocabulary.frames.Held`).
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from munchkin_env.cards.compile import Catalogue
from munchkin_env.cards.explain import owner_of
from munchkin_env.engine.rules.choices import ONLY_EXCESS
from munchkin_env.engine.rules.trading import GOLD_PER_LEVEL
from munchkin_env.engine.state.layout import MOST_DOUBLED, SLOTS
from munchkin_env.observation import View
from munchkin_env.observation.scene import scene
from munchkin_env.vocabulary import (
    Ability,
    Decision,
    Filter,
    Flag,
    Frame,
    RollFor,
    Slot,
    Take,
    Verb,
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
THROUGH = frozenset({Frame.CHOOSE, Frame.ORDER, Frame.WORTH, Frame.GIVE_LEVEL, Frame.WINDOW, Frame.GOTH, Frame.RECEIVE})
"""Frames below which the card that asks is looked for."""
BY_CARD = frozenset({Frame.EFFECTS, Frame.CONTEST})
CANCELLED = frozenset({Frame.CURSE, Frame.PLAYED})
RULES: dict[Decision, str] = {
    Decision.CHARITY: "charity, too many cards in hand: which one goes?",
    Decision.CHARITY_SEAT: "charity: who gets {card}?",
    Decision.SPOILS: "treasure of the fight: pick one",
    Decision.RESURRECT: "resurrection: how many cards from the top of the discards instead of the deck?",
    Decision.LOOT_BODY: "looting the body of {whom}: take a card",
    Decision.CONTEST: "{card} is claimed from the discards: do you claim it too, for a level card?",
    Decision.ANSWER_SWAP: "the cult meets, and another Cultist shows you {card}: what do you give for it?",
    Decision.CURE: "{card}: do you cure all Cultists instead of raising the class?",
    Decision.ACCEPT_ESCAPE: "{card}: do you come along?",
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
        decision = self.view.decision
        asked = self.catalogue.worded(decision.row.to_him)
        if decision == Decision.PICK:
            option = int(self.record["frame"][0][SLOTS["clause"]])
            return f"{self.catalogue.name(owner_of(self.catalogue, option))}: {asked}"
        if decision == Decision.CHOOSE_CARD:
            return self._choice()
        if decision in (Decision.GIVE_LEVEL, Decision.GOTH, Decision.CROWD):
            return _joined(self.source(), asked)
        if decision == Decision.WINDOW:
            return _joined(self._filled(REACTIONS.get(self.view.window, "")), asked)
        if decision == Decision.ENTRY:
            return _joined(self._filled("{door}"), asked)
        if decision == Decision.FLEE and len(self.view.monsters) == 1:
            return self._filled("run away from {monsters}")
        if decision.row.offer:
            return _joined(scene(self.view, self.names).offer.replace("for 0 treasures", "for nothing"), asked)
        return self._filled(RULES[decision]) if decision in RULES else asked

    def _filled(self, template: str) -> str:
        return self.catalogue.worded(template).format_map(_Names(self))

    def source(self, kinds: frozenset[Frame] = BY_CARD) -> str:
        """Return the name of the card whose effect asks, by frames of these kinds; empty if a rule does."""
        frame = self._below(kinds)
        if frame is None:
            return ""
        copy = int(frame[Frame(int(frame["kind"])).row.held["card"].slot])
        fights = self.record["combat"]["monster"]["card"].tolist()
        doubled = [monster.name for monster in self.view.monsters if fights[monster.place] == copy]
        return doubled[0] if doubled else self.name(copy)  # a doubled monster lies there as another card

    def _below(self, kinds: frozenset[Frame]) -> Any:
        """Return the frame of such a kind below the question; None if work of another kind asks."""
        for i in reversed(range(int(self.row["n_frames"]))):
            frame = self.row["frame"][i]
            if Frame(int(frame["kind"])) in kinds:
                return frame
            if Frame(int(frame["kind"])) not in THROUGH:
                return None
        return None

    def name(self, copy: int) -> str:
        """Return the name of a card copy; empty for none."""
        return self.catalogue.name(int(self.catalogue.tables[0]["type_of"][copy])) if copy else ""

    # ------------------------------------------------------------------ cards that are chosen

    def _choice(self) -> str:
        """Return which card is chosen, of whom and for what."""
        frame = self.record["frame"][0]
        kind = Frame(int(frame["kind"]))
        if kind == Frame.WORTH:
            owed = f"{int(frame[SLOTS['owed']]):,} gold still owed: choose an item to discard"
            tax = "choose an item to discard; what it is worth, all others owe"
            return _joined(self.source(), self.catalogue.worded(tax if int(frame[SLOTS["tax"]]) else owed))
        if kind != Frame.CHOOSE:
            return Decision.CHOOSE_CARD.row.to_him
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
        if self._below(frozenset({Frame.CHARITY})) is not None:
            return "charity, too many cards in hand"
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
        owes = Frame(int(self.record["frame"][0]["kind"])) == Frame.WORTH
        return self.view.verb == Verb.SELL or (owes and self.view.decision == Decision.CHOOSE_CARD)

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


class _Names(dict[str, str]):
    """Names that a question may have, each looked up when it is needed."""

    def __init__(self, question: PendingQuestion) -> None:
        super().__init__()
        self.question = question

    def __missing__(self, word: str) -> str:
        view, question = self.question.view, self.question
        if word == "turn":
            return question.names[view.turn_seat]
        if word == "leader":
            return question.names[view.turn_seat if view.leader is None else view.leader]
        if word == "monsters":
            return " and ".join(monster.name for monster in view.monsters) or "a monster"
        if word == "door":
            return question.catalogue.name(view.door) if view.door else "a door"
        if word == "die":
            return self._die()
        if word == "whom":
            return question.names[int(question.record["frame"][0]["seat"])]
        if word == "victim":
            frame = question._below(CANCELLED)
            return "somebody" if frame is None else question.names[int(frame["seat"])]
        assert word == "card"
        return self._card()

    def _card(self) -> str:
        question = self.question
        frame = question.record["frame"][0]
        held = Frame(int(frame["kind"])).row.held.get("card")
        aside = question.view.aside
        return (
            (question.name(int(frame[held.slot])) if held else "")
            or question.source(CANCELLED)
            or question.source()
            or (aside[0].name if aside else "the card")
        )

    def _die(self) -> str:
        """Return whose die shows what, and what it needs."""
        question, roll = self.question, self.question.record["roll"]
        who, face, purpose = question.names[int(roll["seat"])], int(roll["face"]), RollFor(int(roll["purpose"]))
        if not int(roll["on"]) or not face:
            return f"{who} escapes without a roll"
        needed = ""
        if purpose == RollFor.RUN_AWAY:
            place = int(roll["place"])
            least = question.view.face_needed(int(roll["seat"]), place)
            monsters = question.view.monsters
            needed = (
                f" to escape{f' from {monsters[place].name}' if place < len(monsters) else ''}, needed {max(1, least)}"
            )
        elif purpose == RollFor.THEFT:
            needed = f" to steal, needed {max(1, question.view.face_needed(int(roll['seat'])))}"
        return f"{who} rolled {face}{needed}"
