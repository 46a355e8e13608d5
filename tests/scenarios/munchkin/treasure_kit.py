"""Short words for scenarios of treasure cards, on top of those for combats in general."""

from pathlib import Path
from typing import Any

import munchkin_env as mk
from munchkin_env.cards.reader import EDITIONS_FOLDER
from munchkin_env.errors import IllegalAction
from munchkin_env.vocabulary import Decision, Deck, Flag, Zone

PLACES: dict[int, str] = {Zone.OUT: "out", Zone.COMBAT: "combat", Zone.ASIDE: "aside", Zone.SPOILS: "spoils"}


def copy_of(game: mk.Game, card: str, number: int = 0) -> int:
    """The number of a copy of the card: the first one, or the one asked for."""
    return int(game.catalogue.copies_of(game.catalogue.index(card))[number])


def place_of(game: mk.Game, card: str, number: int = 0) -> str:
    """Where a copy of the card lies: "hand 1", "table 0", "discards", "deck", "combat", …"""
    zone = int(game.position["card"]["zone"][0, copy_of(game, card, number)])
    if zone >= Zone.TABLE:
        return f"table {zone - Zone.TABLE}"
    if zone >= Zone.HAND:
        return f"hand {zone - Zone.HAND}"
    if Zone.DISCARD <= zone < Zone.COMBAT:
        return "discards"
    return PLACES.get(zone, "deck")


def hand(game: mk.Game, seat: int) -> list[str]:
    """The cards of a hand, in alphabetical order."""
    types = game.catalogue.tables[0]["type_of"]
    held = (game.position["card"]["zone"][0] == Zone.HAND + seat).nonzero()[0]
    return sorted(game.catalogue.short_id(int(types[copy])) for copy in held)


def carried(game: mk.Game, card: str) -> bool:
    """The item lies sideways."""
    return bool(int(game.position["card"]["flag"][0, copy_of(game, card)]) & Flag.CARRIED)


def seen_by(game: mk.Game, card: str) -> set[int]:
    """The seats that know the card in its hidden place, besides its holder."""
    bits = int(game.position["card"]["known_by"][0, copy_of(game, card)])
    return {seat for seat in range(game.config.players) if bits >> seat & 1}


def can(game: mk.Game, verb: str, **arguments: Any) -> bool:
    """The whole answer is legal now. Reliable only without forced choices, which fill in what is not asked."""
    try:
        game.action(verb, **arguments)
    except IllegalAction:
        return False
    return True


def levels(game: mk.Game) -> list[int]:
    return [game.level(seat) for seat in range(game.config.players)]


def deck_size(game: mk.Game, deck: Deck) -> int:
    return int(game.position["count"][0, Zone.DECK + deck])


def with_twin(folder: Path, card: str) -> str:
    """Writes a tiny edition with one treasure card, "twin", for a second copy of what the base game has once."""
    base = (EDITIONS_FOLDER / "munchkin" / "edition.toml").read_text(encoding="utf-8")
    head = (
        'id = "more"\nname = "More"\nrulebook = "1"\nraces = []\nclasses = []\n\n[decks]\ndoors = 1\ntreasures = 1\n\n'
    )
    (folder / "edition.toml").write_text(head + base[base.index("[switches]") :], encoding="utf-8")
    monster = '[[card]]\nid = "beast"\nname = "Beast"\nkind = "monster"\nlevel = 1\ntreasures = 1\n'
    (folder / "doors.toml").write_text(monster + 'bad_stuff = [{ do = "death" }]\n', encoding="utf-8")
    (folder / "treasures.toml").write_text(f'[[card]]\nid = "twin"\nname = "Twin"\n{card}\n', encoding="utf-8")
    return str(folder)


def start(*seats: dict[str, Any], **settings: Any) -> mk.Game:
    """Seat 0 at the start of his turn, no cards but those named; three seats, parts of answers never filled in."""
    return table_of(*seats, phase="start", **settings)


def table_of(*seats: dict[str, Any], **settings: Any) -> mk.Game:
    """Any scenario of three seats without further cards, in which every choice is asked."""
    players = [*seats, *[{} for _ in range(3 - len(seats))]]
    return mk.scenario(seats=players, **{"rest": "out", "forced_choices": False, **settings})


def combat(monsters: list[Any], *seats: dict[str, Any], helper: int | None = None, **settings: Any) -> mk.Game:
    """Seat 0 at his first decision against the monsters; no cards but those named."""
    return table_of(*seats, phase="combat", combat={"monsters": monsters, "helper": helper}, **settings)


def quiet(game: mk.Game) -> mk.Game:
    """Everybody passes, keeps what he receives and goes on, until there is something else to decide."""
    words = {Decision.WINDOW: "pass", Decision.RECEIVE: "done"}
    while not game.over and game.decision in words:
        game.do(words[game.decision])
    return game


def asked(game: mk.Game, seat: int) -> mk.Game:
    """The others pass until the open window asks the seat."""
    while game.decision == Decision.WINDOW and game.seat != seat:
        game.do("pass")
    assert (game.seat, game.decision) == (seat, Decision.WINDOW)
    return game


def kill(game: mk.Game) -> mk.Game:
    """The leader declares the kill; nobody objects; received treasure stays in hand."""
    game.do("kill")
    return quiet(game)


def give_up(game: mk.Game) -> mk.Game:
    """The leader runs away; nobody comes to his aid. Now he chooses which monster he flees first."""
    game.do("run_away")
    return quiet(game)


def flee(game: mk.Game) -> mk.Game:
    """The leader runs away, from the first monster first; dice fall as they fall."""
    give_up(game)
    while game.decision == Decision.FLEE:
        pending = int(game.position["player"]["pending"][0, game.seat])
        game.do("roll", place=(pending & -pending).bit_length() - 1)
        quiet(game)
    return game
