"""A second count of what a table shows: from the public story and the printed cards, by no function of the engine.

`Recount` hears the public events of a game and sees the open cards (`replays.snapshot.public_parts`). From these it
counts levels, hands, strengths, the faces that escape and the treasures itself. A fight with a word that it does not
know is left out and counted as such: what it says is either right by the rules, or nothing.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from munchkin_env.cards.compile import Catalogue
from munchkin_env.cards.definition import Card, Clause, Condition
from munchkin_env.observation.view import SeenEvent
from munchkin_env.vocabulary import Ability, Aim, Event, Klass, Race, Sex, Who, kinds_that

Parts = dict[str, Any]
# Words of cards in play that change neither strength nor flight nor treasure.
HARMLESS = {
    *("cost", "draw for_help", "level_for_escape", "falls_with", "hand_limit", "reopens", "not_with", "escape_card"),
    *("room_for slot", "room_for complex", "bars help", "bars helpers", "bars reward", "brings level", "brings loot"),
    *("brings round", "escape_for_item", "exchange", "forces_one_shots", "keeps_extras", "killed_by", "crowd"),
    *("leaves bribed", "leaves declined", "leaves sent", "leaves unfought", "no_looting", "claimed_by", "perishes"),
}
KNOWN = {*HARMLESS, "strength", "run_away", "die", "ability", "lets_go", "bars escape", "brings treasure"}
# Abilities that change what is counted here in ways that it does not follow.
STRANGE = {Ability.OUTRUN, Ability.ARMOR_ONLY, Ability.NO_SPOILS, Ability.KILL_TREASURE, Ability.TROUBLE_TREASURE}
NO_FACE = 7


class NotUnderstood(Exception):
    """A card says something that the recount does not know."""


class Seat:
    """Public information about one player."""

    def __init__(self, catalogue: Catalogue, parts: Parts) -> None:
        self.level: int = parts["level"]
        self.sex = Sex[parts["who"].split()[0].upper()]
        self.laid = [item for word in ("identity", "in_use", "carried", "troubles") for item in parts[word]]
        self.used = [self._card(catalogue, item) for item in parts["in_use"]]
        identity = [catalogue.card(item["card"]) for item in parts["identity"]]
        self.troubles = [catalogue.card(item["card"]) for item in parts["troubles"]]
        self.races = {card.race for card in identity if card.race is not None} or {Race.HUMAN}
        self.klasses = {card.klass for card in identity if card.klass is not None} or {Klass.NONE}
        self.identity = identity
        modifiers = kinds_that("second_race") | kinds_that("second_class")
        worn = [card for card, _ in self.used]
        self.strange = any(card.kind in modifiers or self._is_more(card) for card in (*worn, *identity))
        self.hand = sum(parts["backs"])
        self.own = self.hand + sum(1 + len(item.get("with", ())) for item in self.laid)  # in hand and on the table

    @staticmethod
    def _is_more(card: Card) -> bool:
        """By the card its owner is, or passes for, something that lies nowhere."""
        return any(clause.said in ("passes_for", "one_of") for clause in card.always)

    @staticmethod
    def _card(catalogue: Catalogue, item: Parts) -> tuple[Card, list[Card]]:
        return catalogue.card(item["card"]), [catalogue.card(one) for one in item.get("with", ())]

    def fits(self, when: Condition) -> bool:
        """The condition, asked of this player."""
        if self.strange and not when.empty:
            raise NotUnderstood("two races or classes")
        if when.keys - {"race", "not_race", "class", "not_class", "sex", "min_level", "max_level", "who"}:
            raise NotUnderstood(f"condition {sorted(when.keys)}")
        right = not when.race or bool(self.races & set(when.race))
        right &= not when.not_race or not self.races & set(when.not_race)
        right &= not when.klass or bool(self.klasses & set(when.klass))
        right &= not when.not_klass or not self.klasses & set(when.not_klass)
        right &= not when.sex or self.sex in when.sex
        right &= not when.min_level or self.level >= when.min_level
        return right and (not when.max_level or self.level <= when.max_level)

    def may_use(self, card: Card) -> bool:
        """ITEM-2: restrictions printed on the card."""
        wanted, barred = card.usable_by, card.not_usable_by
        for own, words in ((self.races, wanted.race), (self.klasses, wanted.klass), ({self.sex}, wanted.sex)):
            if words and not own & set(words):
                return False
        groups = ((self.races, barred.race), (self.klasses, barred.klass), ({self.sex}, barred.sex))
        return not any(words and own & set(words) for own, words in groups)

    def cards(self) -> Iterator[Card]:
        """The cards that work for this player. Raises NotUnderstood for what it does not follow."""
        if self.strange:
            raise NotUnderstood("two races or classes")
        for card, attached in self.used:
            if attached:
                raise NotUnderstood(f"{card.id} with {attached[0].id}")
            if any(clause.said == "wager" for clause in card.play):
                raise NotUnderstood(f"{card.id}: a bonus that its owner names")
            if self.may_use(card):
                yield card
        yield from self.identity
        yield from self.troubles


def said(card: Card) -> Iterator[Clause]:
    """Yield the clauses that a card always has. Raises NotUnderstood if one of them is unknown."""
    for clause in card.always:
        if clause.said not in KNOWN or clause.otherwise is not None:
            raise NotUnderstood(f"{card.id}: {clause.said}")
        if clause.said == "ability" and clause.param("name") in STRANGE:
            raise NotUnderstood(f"{card.id}: ability")
        yield clause


class Fight:
    """The running combat, counted from its open cards."""

    def __init__(self, catalogue: Catalogue, public: Parts, plain: bool) -> None:
        combat = public["combat"]
        self.changes_level = bool(catalogue.switches["enhancers_change_level"])
        if not plain:
            raise NotUnderstood("something was paid, stabbed or changed in this fight")
        if public["middle"]["room"]:
            raise NotUnderstood("a room")
        self.seats = [
            Seat(catalogue, public[f"seat{p}"]) for p in (combat["leader"], combat["helper"]) if p is not None
        ]
        self.fighters = [p for p in (combat["leader"], combat["helper"]) if p is not None]
        self.monsters = [
            (catalogue.card(one["card"]), [catalogue.card(card) for card in one["with"]]) for one in combat["monsters"]
        ]
        if not self.monsters:
            raise NotUnderstood("no monster is left")
        self.spent = [[catalogue.card(card) for card in combat[side]] for side in ("for_players", "for_monsters")]
        for card in (*self.spent[0], *self.spent[1]):
            if card.always or card.play or not card.bonus or card.aim != Aim.SIDE:
                raise NotUnderstood(f"spent {card.id}")
        monsters = [one for card, enhancers in self.monsters for one in (card, *enhancers)]
        for card in (*monsters, *(trouble for seat in self.seats for trouble in seat.troubles)):
            list(said(card))  # each may change what others give

    def holds(self, clause: Clause, card: Card) -> bool:
        """The condition of a monster's clause, asked of those who fight it (COMBAT-8)."""
        when = clause.when
        if when.empty:
            return True
        if card.asked(clause) != Who.PARTY or when.not_race or when.not_klass or when.keys & {"min_level", "max_level"}:
            raise NotUnderstood(f"{card.id}: of whom")
        return any(seat.fits(when) for seat in self.seats)

    def players(self) -> int:
        """COMBAT-1: levels and bonuses."""
        total = sum(card.bonus for card in self.spent[0])
        for seat in self.seats:
            total += seat.level
            for card in seat.cards():
                total += 0 if card.kind in kinds_that("once") else card.bonus
                amounts = [one.number("amount") for one in said(card) if one.said == "strength" and seat.fits(one.when)]
                total += sum(amounts)
        return total

    def monsters_strength(self) -> int:
        """COMBAT-3: levels, enhancers, own conditions."""
        total = sum(card.bonus for card in self.spent[1])
        for card, enhancers in self.monsters:
            own = card.level + sum(one.bonus for one in enhancers)
            for one in (card, *enhancers):
                amounts = [c.number("amount") for c in said(one) if c.said == "strength" and self.holds(c, one)]
                own += sum(amounts)
            total += max(1, own) if self.changes_level else own
        return total

    def treasures(self, place: int) -> int:
        """COMBAT-5: printed and by enhancers, at least one if there is any."""
        card, enhancers = self.monsters[place]
        total = max(1, card.treasures + sum(one.treasures for one in enhancers)) if card.treasures else 0
        brought = [c.number("amount") for c in said(card) if c.said == "brings treasure" and self.holds(c, card)]
        return total + sum(brought)

    def face(self, fighter: int, place: int) -> int:
        """FLEE-1: the least face of the die that escapes."""
        if len({id(one) for one, _ in self.monsters}) < len(self.monsters):
            raise NotUnderstood("a double may run faster")
        for ally in self.seats:  # who outruns an ally slows the other
            for own in ally.cards():
                list(said(own))
        seat, (card, _) = self.seats[fighter], self.monsters[place]
        clauses = list(said(card))
        if any(clause.said == "bars escape" and seat.fits(clause.when) for clause in clauses):
            return NO_FACE
        if any(clause.said == "lets_go" and seat.fits(clause.when) for clause in clauses):
            return 1
        change = sum(one.number("amount") for one in clauses if one.said == "run_away" and seat.fits(one.when))
        for own in seat.cards():
            changes = [one for one in said(own) if one.said in ("run_away", "die")]
            change += sum(one.number("amount") for one in changes if seat.fits(one.when))
        return max(1, min(NO_FACE, 5 - change))


def all_cards(catalogue: Catalogue, public: Parts) -> int | None:
    """DECK-1: the cards of the game, wherever they are; None in a fight, where some lie under others."""
    if public["combat"] is not None:
        return None
    middle, seats = public["middle"], [word for word in public if word.startswith("seat")]
    piles = sum(len(public[word]) for word in public if word.startswith("pile"))
    shown = len(middle["aside"]) + len(middle["spoils"]) + (middle["room"] is not None)
    return sum(public["decks"]) + piles + shown + sum(Seat(catalogue, public[word]).own for word in seats)


class Recount:
    """Follow the story of one game.

    Attributes:
        levels: by seat, counted from events alone.
        own: by seat, cards in hand and on the table, counted from events; None after one that it does not follow.
        plain: whether nothing has happened in the running combat that only the engine's sums tell.
        counted: number of comparisons of each kind.
        left_out: number of those left out, by reason.
    """

    QUIET = (  # nobody's cards change hands
        *(Event.LAID_OUT, Event.IN_USE, Event.CARRIED, Event.TURN, Event.ASKED, Event.ANSWERED, Event.HELPS),
        *(Event.ROLLED, Event.ESCAPED, Event.LEVEL_UP, Event.LEVEL_DOWN, Event.CONCEDED, Event.DECLARED_KILL),
        *(Event.LOOKED, Event.VOLUNTEERED, Event.SHUFFLED, Event.PROPOSED),
    )
    CHANGES = (Event.DISCARDED, Event.PAID, Event.BACKSTABBED, Event.BOUND, Event.FREED, Event.CANCELLED, Event.LOOTED)

    def __init__(self, catalogue: Catalogue, players: int) -> None:
        self.catalogue = catalogue
        self.levels = [1] * players
        self.own: list[int] | None = [0] * players
        self.cards: int | None = None
        self.plain = True
        self.left_out: Counter[str] = Counter()
        self.counted: Counter[str] = Counter()

    def hear(self, events: Sequence[SeenEvent]) -> None:
        """Public events, in order."""
        for event in events:
            self._deal(event)
            if event.kind == Event.COMBAT:
                self.plain = event.amount == 0
            elif event.kind in self.CHANGES:
                self.plain = False
            elif event.kind == Event.LEVEL_UP:
                self.levels[self._who(event)] += event.amount
            elif event.kind == Event.LEVEL_DOWN:
                self.levels[self._who(event)] -= event.amount

    def _deal(self, event: SeenEvent) -> None:
        """Move cards between seats by the event."""
        if self.own is None or event.kind in self.QUIET:
            return
        if event.kind == Event.DREW and not event.card:
            self.own[self._who(event)] += 1
        elif event.kind in (Event.CHARITY, Event.GAVE) and event.other is not None and not event.card:
            self.own[self._who(event)] -= 1
            self.own[event.other] += 1
        elif event.kind == Event.TOOK and event.other is not None and not event.card:
            self.own[self._who(event)] += 1
            self.own[event.other] -= 1
        else:  # an item takes along what hangs on it, a card that was turned up may come to the hand
            self.own = None

    @staticmethod
    def _who(event: SeenEvent) -> int:
        assert event.seat is not None
        return event.seat

    def check(self, public: Parts) -> None:
        """Compare the shown numbers of all players and of the fight with its own count."""
        for p, level in enumerate(self.levels):
            assert public[f"seat{p}"]["level"] == level, (p, level)
            self.counted["level"] += 1
        self._check_hands(public)
        if public["combat"] is None:
            return
        combat = public["combat"]
        try:
            fight = Fight(self.catalogue, public, self.plain)
        except NotUnderstood as reason:
            self.left_out[str(reason)] += 1
            return
        self._compare("players", combat["players"], fight.players, combat)
        self._compare("monsters", combat["monsters_strength"], fight.monsters_strength, combat)
        for place, shown in enumerate(combat["monsters"]):
            self._compare("treasures", shown["treasures"], lambda i=place: fight.treasures(i), combat)
            for i, p in enumerate(fight.fighters):
                face = min(NO_FACE, shown["escape"][str(p)])
                self._compare("face", face, lambda i=i, j=place: fight.face(i, j), combat)

    def _check_hands(self, public: Parts) -> None:
        """The cards of each player since the last look, and those of all together."""
        found = [Seat(self.catalogue, public[f"seat{p}"]).own for p in range(len(self.levels))]
        if self.own is not None:
            assert found == self.own, (found, self.own)
            self.counted["hands"] += len(found)
        self.own = None if public["middle"]["aside"] else found  # a curse that strikes may stay with its victim
        cards = all_cards(self.catalogue, public)
        if cards is not None:
            leaves = len(public["decks"]) > 2  # FAIRY-1: the third deck's discards leave the game
            assert self.cards in (None, cards) or (leaves and cards < self.cards), (cards, self.cards)
            self.cards = cards
            self.counted["all cards"] += 1

    def _compare(self, what: str, shown: int, count: Any, combat: Parts) -> None:
        try:
            own = count()
        except NotUnderstood as reason:
            self.left_out[str(reason)] += 1
            return
        assert own == shown, (what, own, shown, combat)
        self.counted[what] += 1
