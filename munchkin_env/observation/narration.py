"""Narration of public events in sentences, as a continuing story.

The events are public: a card that was drawn face down is "a card" here too, for every reader.
"""

from collections import Counter
from collections.abc import Callable, Sequence

from munchkin_env.cards.compile import Catalogue
from munchkin_env.cards.explain.grammar import listed
from munchkin_env.observation.scene import Scene
from munchkin_env.observation.view import SeenEvent
from munchkin_env.vocabulary import MOST_TREASURES, Ability, Aim, Deck, Event, Place, Sex, Theft

FROM_DISCARDS = 1  # Event.TOOK: meaning of the amount
FROM_SPOILS = 2
NEW_FIGHTER = 1  # Event.COMBAT
HEADING = "── "
"""Heading of a sentence that opens a turn."""

Run = Sequence[SeenEvent]  # events in one sentence, the first of them in full


class Narrator:
    """Narrator of the events of one game, in the order in which they happened, for anybody.

    names: name of each seat.
    """

    def __init__(self, catalogue: Catalogue, names: Sequence[str]) -> None:
        self.catalogue = catalogue
        self.names = tuple(names)
        self.monsters: list[int | None] = []  # types by place, as far as events have been shown
        self.fleeing = False

    def tell(self, events: Sequence[SeenEvent]) -> list[str]:
        """Return sentences for a run of events; one that follows from the event before is joined to it."""
        lines: list[str] = []
        i = 0
        while i < len(events):
            event = events[i]
            end = i + 1
            while end < len(events) and _repeats(event, events[end]):
                end += 1
            sentence = self._sentence(event, events[i:end])
            i = end
            while i < len(events) and _follows(events[i - 1], events[i]):
                sentence += _added(events[i])
                self._track(events[i])
                i += 1
            if event.kind == Event.PAID:
                sentence += self._gain(events[i] if i < len(events) else None)
            if sentence:
                lines.append(sentence if sentence.startswith(HEADING) else f"{sentence}.")
        return lines

    def name(self, seat: int | None) -> str:
        """Return the name of a seat, `somebody` for none."""
        return "somebody" if seat is None else self.names[seat]

    def card(self, type_: int | None) -> str:
        """Return the name of a card type, `a card` for none."""
        return self.catalogue.name(type_) if type_ else "a card"

    def monster(self, place: int) -> str:
        """Return the monster at a place, from 0."""
        return self.card(self.monsters[place]) if 0 <= place < len(self.monsters) else "a monster"

    def _sentence(self, event: SeenEvent, run: Run) -> str:
        text = SENTENCES[event.kind](self, event, run)
        self._track(event)
        return text

    def _gain(self, following: SeenEvent | None) -> str:
        """Return the purpose of a payment, by the event after it; extra strength, or a better roll, is no event."""
        if following is not None and following.kind in GAINS:
            return GAINS[following.kind]
        return " to get away" if self.fleeing else " for strength"

    def _track(self, event: SeenEvent) -> None:
        """Keep the list of monsters that places refer to, and whether their fight is lost."""
        self.fleeing = event.kind == Event.CONCEDED or (self.fleeing and event.kind not in (Event.COMBAT, Event.TURN))
        if event.kind == Event.COMBAT and event.amount != NEW_FIGHTER:
            self.monsters = []
        elif event.kind == Event.JOINED:
            del self.monsters[event.amount :]
            self.monsters.append(event.card)
        elif event.kind == Event.REMOVED and event.amount < len(self.monsters):
            del self.monsters[event.amount]


# ----------------------------------------------------------------------- events that belong together

_FOLLOWERS = {  # (first, second): one sentence if seat and card are the same
    (Event.LAID_OUT, Event.IN_USE),
    (Event.PAID, Event.DISCARDED),
    (Event.STOLE, Event.TOOK),
}


def _repeats(first: SeenEvent, second: SeenEvent) -> bool:
    """Return True for repetitions.

    Cards drawn face down or given in charity are counted, cards laid out or discarded in a row listed.
    """
    if first.kind in (Event.LAID_OUT, Event.DISCARDED):
        return (first.kind, first.seat) == (second.kind, second.seat)
    return first == second and first.card is None and first.kind in (Event.DREW, Event.CHARITY)


def _follows(first: SeenEvent, second: SeenEvent) -> bool:
    if second.kind == Event.JOINED and first.kind in (Event.COMBAT, Event.PLAYED):
        return first.card == second.card
    return (first.kind, second.kind) in _FOLLOWERS and (first.seat, first.card) == (second.seat, second.card)


GAINS: dict[Event, str] = {  # purpose of a payment, by the event after it
    Event.STOLE: " to steal",
    Event.BACKSTABBED: " to backstab",
    Event.ROLLED: " to roll again",
    Event.REMOVED: " as a bribe",
}


def _added(second: SeenEvent) -> str:
    return " and uses it" if second.kind == Event.IN_USE else ""


# ----------------------------------------------------------------------- sentences

Sentence = Callable[[Narrator, SeenEvent, Run], str]


def _plain(text: str) -> Sentence:
    """Make a sentence with {who}, {whom}, {card} and {n}."""
    return lambda told, event, run: told.catalogue.worded(text).format(
        who=told.name(event.seat), whom=told.name(event.other), card=told.card(event.card), n=event.amount
    )


def _listed(verb: str) -> Sentence:
    """Make a sentence about one player who does the same with several cards."""
    return lambda told, event, run: f"{told.name(event.seat)} {verb} {', '.join(told.card(one.card) for one in run)}"


def _number(amount: int, noun: str) -> str:
    return f"{amount} {noun}" if amount == 1 else f"{amount} {noun}s"


def _counted(text: str, noun: str) -> Sentence:
    """Make a sentence with {what}, the amount and its noun."""
    return lambda told, event, run: told.catalogue.worded(text).format(
        who=told.name(event.seat), whom=told.name(event.other), what=_number(event.amount, noun)
    )


def _turn(told: Narrator, event: SeenEvent, run: Run) -> str:
    return f"{HEADING}Round {event.amount}: {told.name(event.seat)}'s turn"


DRAWN: dict[Deck, str] = {Deck.DOOR: "door card", Deck.TREASURE: "treasure", Deck.EXTRA: "extra card"}
DECKS: dict[Deck, str] = {Deck.DOOR: "door", Deck.TREASURE: "treasure", Deck.EXTRA: "extra"}
THEFTS: dict[Theft, str] = {
    Theft.TRIES: "tries to steal",
    Theft.SUCCEEDS: "steals",
    Theft.FAILS: "fails to steal",
}


def _drew(told: Narrator, event: SeenEvent, run: Run) -> str:
    noun = DRAWN[Deck(event.amount)]
    if event.card:
        return f"{told.name(event.seat)} draws {told.card(event.card)} face up"
    return f"{told.name(event.seat)} draws {f'a {noun}' if len(run) == 1 else _number(len(run), noun)} face down"


def _played(told: Narrator, event: SeenEvent, run: Run) -> str:
    assert event.card is not None  # it is seen
    card = told.catalogue.card(event.card)
    text = f"{told.name(event.seat)} plays {card.name}"
    if event.other is not None:
        return f"{text} on {told.name(event.other)}"
    if event.amount >= Place.MONSTER:
        return f"{text} on {told.monster(event.amount - Place.MONSTER)}"
    if card.aim == Aim.SIDE:
        return f"{text} {'for the monsters' if event.amount == 1 else 'for the players'}"
    return text


def _fight(told: Narrator, event: SeenEvent, run: Run) -> str:
    if event.amount == NEW_FIGHTER:
        return f"{told.name(event.seat)} takes over the fight"
    return f"{told.name(event.seat)} fights {told.card(event.card)}"


def _asked(told: Narrator, event: SeenEvent, run: Run) -> str:
    price = f" for {_number(event.amount, 'treasure')}" if event.amount else ""
    return f"{told.name(event.seat)} asks {told.name(event.other)} for help{price}"


def _helps(told: Narrator, event: SeenEvent, run: Run) -> str:
    price = f" for {_number(event.amount, 'treasure')}" if event.amount else ""
    price = " for all treasures" if event.amount >= MOST_TREASURES else price
    return f"{told.name(event.seat)} helps {told.name(event.other)}{price}"


def _volunteered(told: Narrator, event: SeenEvent, run: Run) -> str:
    price = f" for {_number(event.amount, 'treasure')}" if event.amount else " for nothing"
    return f"{told.name(event.seat)} offers {told.name(event.other)} help{price}"


def _answered(told: Narrator, event: SeenEvent, run: Run) -> str:
    answer = "agrees with" if event.amount else "refuses"
    return f"{told.name(event.seat)} {answer} {told.name(event.other)}"


def _rolled(told: Narrator, event: SeenEvent, run: Run) -> str:
    needed = "" if event.needed is None else f" (needed {max(1, event.needed)})"
    if event.card:
        return f"{told.name(event.seat)} turns the die to {event.amount} with {told.card(event.card)}{needed}"
    return f"{told.name(event.seat)} rolls {event.amount}{needed}"


def _killed(told: Narrator, event: SeenEvent, run: Run) -> str:
    known = 0 < len(told.monsters) == event.amount and all(told.monsters)
    killed = listed([told.card(one) for one in told.monsters]) if known else _number(event.amount, "monster")
    helped = f" with the help of {told.name(event.other)}" if event.other is not None else ""
    return f"{told.name(event.seat)} kills {killed}{helped}"


def _took(told: Narrator, event: SeenEvent, run: Run) -> str:
    text = f"{told.name(event.seat)} takes {told.card(event.card)}"
    if event.other is not None:
        return f"{text} from {told.name(event.other)}"
    return text + {FROM_DISCARDS: " from the discards", FROM_SPOILS: " as treasure"}.get(event.amount, "")


def _cursed(told: Narrator, event: SeenEvent, run: Run) -> str:
    if event.amount:
        return f"{told.card(event.card)} strikes {told.name(event.other)}"
    on = "themselves" if event.seat == event.other else told.name(event.other)
    return f"{told.name(event.seat)} plays {told.card(event.card)} on {on}"


def _cancelled(told: Narrator, event: SeenEvent, run: Run) -> str:
    if event.amount:
        return f"{told.card(event.card)} does nothing to {told.name(event.seat)}"
    if event.seat == event.other:
        return f"{told.name(event.seat)} gets rid of {told.card(event.card)}"
    return f"{told.name(event.seat)} saves {told.name(event.other)} from {told.card(event.card)}"


def _offered(told: Narrator, event: SeenEvent, run: Run) -> str:
    who, whom = told.name(event.seat), told.name(event.other)
    if not event.card:
        return f"{who} would help {whom} for {_number(event.amount, 'treasure')}"
    if event.amount < 0:
        return f"{who} wants {told.card(event.card)} from {whom} too"
    if event.amount:
        return f"{who} offers {whom} {told.card(event.card)} for {told.card(event.amount)}"
    return f"{who} offers {whom} {told.card(event.card)} as a gift"


def _stole(told: Narrator, event: SeenEvent, run: Run) -> str:
    deed = THEFTS[Theft(event.amount)]
    return f"{told.name(event.seat)} {deed} {told.card(event.card)} from {told.name(event.other)}"


def _charity(told: Narrator, event: SeenEvent, run: Run) -> str:
    return f"{told.name(event.seat)} gives {told.name(event.other)} {_number(len(run), 'card')} in charity"


def _sex(told: Narrator, event: SeenEvent, run: Run) -> str:
    return f"{told.name(event.seat)} is now {'a woman' if event.amount == Sex.FEMALE else 'a man'}"


def _looked(told: Narrator, event: SeenEvent, run: Run) -> str:
    return f"{told.name(event.seat)} looks at the top of the {DECKS[Deck(event.amount)]} deck"


def _showed(told: Narrator, event: SeenEvent, run: Run) -> str:
    to_whom = told.name(event.other) if event.other is not None else "all players"
    return f"{told.name(event.seat)} shows {to_whom} the cards in hand"


def _shuffled(told: Narrator, event: SeenEvent, run: Run) -> str:
    return f"The {DECKS[Deck(event.amount)]} discards are shuffled into a new deck"


BOUND: dict[Ability, str] = {  # restrictions that may hold for a time
    Ability.MUST_HELP: "must help whoever asks",
    Ability.NO_HELPING: "may not help",
    Ability.NO_ASKING: "may not ask for help",
    Ability.UNHELPED: "may be helped by nobody",
}


FREED: dict[Ability, str] = {
    Ability.MUST_HELP: "need not help any more",
    Ability.NO_HELPING: "may help again",
    Ability.NO_ASKING: "may ask for help again",
    Ability.UNHELPED: "may be helped again",
}


def _bound(told: Narrator, event: SeenEvent, run: Run) -> str:
    by = f" ({told.card(event.card)})" if event.card else ""
    return f"{told.name(event.seat)} {BOUND[Ability(event.amount)]} for now{by}"


def _freed(told: Narrator, event: SeenEvent, run: Run) -> str:
    return f"{told.name(event.seat)} {FREED[Ability(event.amount)]}"


SENTENCES: dict[Event, Sentence] = {
    Event.NONE: _plain(""),
    Event.TURN: _turn,
    Event.OPENED: _plain("{who} opens the door: {card}"),
    Event.DREW: _drew,
    Event.PLAYED: _played,
    Event.LAID_OUT: _listed("lays out"),
    Event.IN_USE: _plain("{who} uses {card}"),
    Event.CARRIED: _plain("{who} carries {card}"),
    Event.DISCARDED: _listed("discards"),
    Event.LEVEL_UP: _counted("{who} goes up {what}", "level"),
    Event.LEVEL_DOWN: _counted("{who} loses {what}", "level"),
    Event.COMBAT: _fight,
    Event.JOINED: _plain("{card} joins the fight"),
    Event.REMOVED: _plain("{card} leaves the fight"),
    Event.ASKED: _asked,
    Event.ANSWERED: _answered,
    Event.HELPS: _helps,
    Event.DECLARED_KILL: _plain("{who} is about to win the fight"),
    Event.CONCEDED: _plain("{who} cannot win and runs"),
    Event.ROLLED: _rolled,
    Event.ESCAPED: _plain("{who} escapes from {card}"),
    Event.CAUGHT: _plain("{who} is caught by {card}"),
    Event.KILLED: _killed,
    Event.DIED: _plain("{who} dies"),
    Event.RETURNED: _plain("{who} is back among the living"),
    Event.TOOK: _took,
    Event.GAVE: _plain("{who} gives {whom} {card}"),
    Event.SOLD: _plain("{who} sells items worth {n} gold"),
    Event.CURSED: _cursed,
    Event.CANCELLED: _cancelled,
    Event.STOLE: _stole,
    Event.SHOWED: _showed,
    Event.OFFERED: _offered,
    Event.PAID: _plain("{who} pays with {card}"),
    Event.SEX: _sex,
    Event.WON: _plain("{who} wins the game"),
    Event.DRAW_GAME: _plain("The game ends without a winner"),
    Event.SHUFFLED: _shuffled,
    Event.CHARITY: _charity,
    Event.LOOTED: _plain("{who} takes {card} from the body of {whom}"),
    Event.VOLUNTEERED: _volunteered,
    Event.BACKSTABBED: _plain("{who} backstabs {whom} ({n:+d})"),
    Event.BOUND: _bound,
    Event.LOOKED: _looked,
    Event.CLAIMED: _plain("{who} claims {card}, and rolls for it"),
    Event.PROPOSED: _plain("{who} shows {whom} a card and wants one for it"),
    Event.ENTERED: _plain("{who} is now in {card}"),
    Event.FREED: _freed,
    Event.WENT_BACK: _plain("{card} goes back into the Door deck, shuffled with up to {n} cards on top of it"),
    Event.MERGED: _counted("The extra deck, {what}, goes on top of the treasures, and is treasure from now on", "card"),
}
"""One sentence for each kind of event; a test holds this table and `vocabulary.Event` together."""


# ---------------------------------------------------------------------------
# Transcript of a game turn by turn, for one listener or for all.
#
# Of cards drawn face down, only those of the listener's own hand are named, only to that listener.

CHANGES_NO_ROLL = (Event.ASKED, Event.ANSWERED, Event.CONCEDED, Event.ROLLED, Event.ESCAPED)


class Transcript(Narrator):
    """Story of one game, told as it goes on.

    `listen` takes the scene after one or more actions and returns the new sentences. Events older than the state's ring
    are lost; a line reports how many.
    """

    def __init__(self, catalogue: Catalogue, names: Sequence[str]) -> None:
        super().__init__(catalogue, names)
        self.heard = 0
        self.fresh: list[SeenEvent] = []  # sentences of the last `listen`
        self.hand: Counter[str] | None = None
        self.before: Scene | None = None  # scene of the last call

    def listen(self, scene: Scene) -> list[str]:
        """Return sentences for all events since the last call; headings begin with a dash."""
        missed = scene.event_count - self.heard - len(scene.events)
        fresh = scene.events[len(scene.events) - (scene.event_count - self.heard) :] if missed <= 0 else scene.events
        self.heard = scene.event_count
        lines = [f"({missed} events were too long ago)"] if missed > 0 else []
        self.fresh = [event._replace(needed=self._needed(i, fresh, scene)) for i, event in enumerate(fresh)]
        self.before = scene
        lines += self.tell(self.fresh)
        return lines + self._own_cards(scene)

    def _needed(self, i: int, events: Sequence[SeenEvent], scene: Scene) -> int | None:
        """Return the least face that succeeds for event `i`.

        The die may still be on the table. Otherwise it was taken off after the last scene, and the needed face of then
        counts, unless an event since may have changed it.
        """
        event = events[i]
        if event.kind != Event.ROLLED:
            return None
        if scene.die and not any(other.kind == Event.ROLLED for other in events[i + 1 :]):
            return scene.needed
        if self.before is None:
            return None
        assert event.seat is not None  # a player rolled
        if any(other.kind == Event.STOLE and other.seat == event.seat for other in events[:i]):
            return self.before.players[event.seat].steals
        if self.before.combat is None or any(other.kind not in CHANGES_NO_ROLL for other in events[:i]):
            return None
        ends = [other.card for other in events[i + 1 : i + 2] if other.kind in (Event.ESCAPED, Event.CAUGHT)]
        combat, names = self.before.combat, [self.card(card) for card in ends]
        monsters = zip(combat.monsters, combat.escape, strict=True)
        faces = {escape.get(event.seat) for one, escape in monsters if one.name in names}
        return faces.pop() if len(faces) == 1 else None

    def _own_cards(self, scene: Scene) -> list[str]:
        """Return the new cards of the listener's hand."""
        if scene.seat is None:
            return []
        hand = Counter(card.name for card in scene.players[scene.seat].hand)
        before, self.hand = self.hand, hand
        new = hand - before if before is not None else hand
        if not new:
            return []
        return [f"  (to your hand: {', '.join(sorted(new.elements()))})"]
