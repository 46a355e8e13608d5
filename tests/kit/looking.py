"""Queries of scenarios: zones of cards, who knows them, the pending question and the legal actions."""

from typing import Any

from munchkin_env.engine.state.actions import CARD0, N_VERBS, VERB0
from munchkin_env.errors import IllegalAction
from munchkin_env.game.game import Game
from munchkin_env.vocabulary import Deck, Event, Flag, Kind, Stage, Verb, Window, Zone

PLACES: dict[int, str] = {Zone.OUT: "out", Zone.COMBAT: "combat", Zone.ASIDE: "aside", Zone.SPOILS: "spoils"}


# ------------------------------------------------------------------------ what lies where
def copies_in(game: Game, zone: int) -> list[int]:
    """Card copies in a zone."""
    return [int(copy) for copy in (game.position["card"]["zone"][0, 1:] == zone).nonzero()[0] + 1]


def name_of(game: Game, copy: int) -> str:
    """Short id of the card of which this is a copy."""
    return game.catalogue.short_id(int(game.tables[0]["type_of"][copy]))


def cards(game: Game, zone: int) -> list[str]:
    """Short ids of the cards in a zone, sorted."""
    return sorted(name_of(game, copy) for copy in copies_in(game, zone))


def hand(game: Game, seat: int) -> list[str]:
    return cards(game, Zone.HAND + seat)


def table(game: Game, seat: int) -> list[str]:
    """Everything on a player's table: items in use and carried, races, classes, curses."""
    return cards(game, Zone.TABLE + seat)


def carried_by(game: Game, seat: int) -> list[str]:
    """The items of a player that lie sideways."""
    flags = game.position["card"]["flag"][0]
    return sorted(name_of(game, c) for c in copies_in(game, Zone.TABLE + seat) if int(flags[c]) & Flag.CARRIED)


def doors_gone(game: Game) -> list[str]:
    """The door discards, sorted."""
    return cards(game, Zone.DISCARD)


def treasures_gone(game: Game) -> list[str]:
    """The treasure discards, sorted."""
    return cards(game, Zone.DISCARD + 1)


def discards(game: Game) -> list[str]:
    """The discards of both decks, sorted."""
    return sorted(doors_gone(game) + treasures_gone(game))


def in_combat(game: Game) -> list[str]:
    """The cards that lie in the running combat, sorted."""
    return cards(game, Zone.COMBAT)


def pile(game: Game, deck: Deck) -> list[str]:
    """The discards of a deck, the top one first."""
    found = []
    copy = int(game.position["head"][0, Zone.DISCARD + deck])
    while copy:
        found.append(name_of(game, copy))
        copy = int(game.position["card"]["next"][0, copy])
    return found


def draw_pile(game: Game, deck: Deck) -> list[str]:
    """A face-down deck, the top card first."""
    base = 1 + sum(int(size) for size in game.tables[0]["deck_cards"][:deck])
    size = deck_size(game, deck)
    return [name_of(game, int(copy)) for copy in game.position["order"][0, base : base + size][::-1]]


def deck_size(game: Game, deck: Deck) -> int:
    return int(game.position["count"][0, Zone.DECK + deck])


def monsters(game: Game) -> list[str]:
    """The monsters of the combat by place; a doubled one twice."""
    fight = game.position[0]["combat"]
    return [game.catalogue.short_id(int(fight["monster"][i]["type"])) for i in range(int(fight["n_monsters"]))]


# ------------------------------------------------------------------------------- one card
def copy_of(game: Game, card: str, number: int | None = None) -> int:
    """A copy of the card: the one of that number, else the only one in a hand or on a table, else the first."""
    copies = [int(copy) for copy in game.catalogue.copies_of(game.catalogue.index(card))]
    held = [copy for copy in copies if game.position["card"]["zone"][0, copy] >= Zone.HAND]
    return copies[number or 0] if number is not None or len(held) != 1 else held[0]


def place_of(game: Game, card: str, number: int = 0) -> str:
    """Return the zone of a copy of the card: "hand 1", "table 0", "discards", "deck", "combat", …"""
    zone = int(game.position["card"]["zone"][0, copy_of(game, card, number)])
    if zone >= Zone.TABLE:
        return f"table {zone - Zone.TABLE}"
    if zone >= Zone.HAND:
        return f"hand {zone - Zone.HAND}"
    if Zone.DISCARD <= zone < Zone.COMBAT:
        return "discards"
    return PLACES.get(zone, "deck")


def carried(game: Game, card: str) -> bool:
    """The item lies sideways."""
    return bool(int(game.position["card"]["flag"][0, copy_of(game, card)]) & Flag.CARRIED)


def in_use(game: Game, *cards: str) -> list[str]:
    """Those of the cards that do not lie sideways."""
    return [card for card in cards if not carried(game, card)]


def seen_by(game: Game, card: str) -> set[int]:
    """Seats, besides its holder, that know where the card is."""
    bits = int(game.position["card"]["known_by"][0, copy_of(game, card)])
    return {seat for seat in range(game.config.players) if bits >> seat & 1}


def kind_of(game: Game, name: str) -> Kind:
    """The kind of the card of that id or name."""
    return game.catalogue.card(game.catalogue.index(name)).kind


# -------------------------------------------------------------------------------- players
def levels(game: Game) -> list[int]:
    return [game.level(seat) for seat in range(game.config.players)]


def dead(game: Game, seat: int) -> bool:
    return bool(game.position["player"]["dead"][0, seat])


def table_bonus(game: Game, seat: int = 0) -> int:
    """Return the sum that the cards on the table add to the strength of a player."""
    return int(game.position["player"]["bonus"][0, seat])


def strengths(game: Game) -> tuple[int, int]:
    """Those of the two sides, the players' first."""
    return game.strength("players"), game.strength("monsters")


def events(game: Game, *kinds: Event) -> list[tuple[Event, int, int]]:
    """(kind, seat, amount) of the public events so far, oldest first; only these kinds if any are given."""
    ring = game.position["event"][0]
    count = int(game.position["event_count"][0])
    found = [ring[i % len(ring)] for i in range(max(0, count - len(ring)), count)]
    named = [(Event(int(e["kind"])), int(e["seat"]), int(e["amount"])) for e in found]
    return [e for e in named if not kinds or e[0] in kinds]


# ------------------------------------------------------------- questions and their actions
def open_window(game: Game) -> str:
    """The window that is open, in lower case."""
    return Window(int(game.position["window"][0])).name.lower()


def options(game: Game) -> list[str]:
    """The pending actions in words, in their order."""
    return [game.describe(int(action)) for action in game.legal_actions()]


def words(game: Game, verb: str | None = None) -> set[str]:
    """The acting seat's next words, or those that may follow the verb. The game is unchanged."""
    trial = game.clone()
    if verb is not None:
        trial.step(VERB0 + Verb[verb.upper()])
        assert trial.stage != Stage.VERB, f"{verb} has been carried out"
    return set(options(trial))


def targets(game: Game, card: str) -> set[str]:
    """Return the targets on which the acting seat may play a card, in words. The game is unchanged."""
    trial = game.clone()
    trial.step(VERB0 + Verb.PLAY)
    trial.step(CARD0 + trial.catalogue.index(card) - 1)
    assert trial.stage != Stage.VERB, f"{card} has been played"
    return set(options(trial))


def verbs(game: Game) -> set[str]:
    """Verbs, in lower case, with which the acting seat may begin an action."""
    return {Verb(int(action)).name.lower() for action in game.legal_actions() if action < N_VERBS}


def may(game: Game, verb: str) -> bool:
    """The acting seat may begin an action with the verb."""
    return bool(game.legal_action_mask()[Verb[verb.upper()]])


def can(game: Game, verb: str, **arguments: Any) -> bool:
    """The whole action is legal now. Reliable only without forced choices, which fill in all that is not asked."""
    try:
        game.action(verb, **arguments)
    except IllegalAction:
        return False
    return True
