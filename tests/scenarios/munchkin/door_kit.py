"""How the scenarios of the door cards set up a table, play a combat out and read what lies where.

Nothing is chosen by the engine here (`forced_choices=False`), and cards that a scenario doesn't name are out of the
game, so that every decision and every card of a test is written in it.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from munchkin_env.game.game import Game, scenario
from munchkin_env.vocabulary import Decision, Flag, Zone

PLAIN = (
    "broad_sword",
    "dagger_of_treachery",
    "rapier_of_unfairness",
    "bow_with_ribbons",
    "cloak_of_obscurity",
    "limburger_and_anchovy_sandwich",
)
"""Treasures that nobody can play at a moment of his choice: what the decks of the scenarios are made of."""

HUGE = ("ancient", "humongous")
"""Enhancers of +20 together: with them any monster beats one player."""


def table_of(
    *players: Mapping[str, Any], phase: str = "start", treasures: Sequence[str] = PLAIN, **settings: Any
) -> Game:
    """A game between the players given (filled up to three) with no cards but those named."""
    seats = [*players, *({} for _ in range(3 - len(players)))]
    settings = {"forced_choices": False, "rest": "out", **settings}
    return scenario(seats=seats, phase=phase, treasures=treasures, **settings)


def combat(
    *players: Mapping[str, Any], monsters: Sequence[Any], helper: int | None = None, deal: int = 0, **settings: Any
) -> Game:
    """A combat of the first player, at his first decision in it."""
    facts: dict[str, Any] = {"monsters": list(monsters)}
    if helper is not None:
        facts.update(helper=helper, deal=deal)
    return table_of(*players, phase="combat", combat=facts, **settings)


def huge(monster: str, **more: Any) -> dict[str, Any]:
    """The monster with enhancers of +20."""
    return {"card": monster, "enhancers": list(HUGE), **more}


def passes(game: Game) -> None:
    """Everybody passes until something else than a window is asked."""
    while not game.over and game.decision == Decision.WINDOW:
        game.do("pass")


def win(game: Game) -> None:
    """The leader declares the kill and nobody objects."""
    game.do("kill")
    passes(game)


def concede(game: Game) -> None:
    """The leader declares defeat and nobody objects; the first of the losers is asked how he flees."""
    game.do("run_away")
    passes(game)


def roll(game: Game, place: int | None = None) -> None:
    """The player who flees rolls against a monster (his first one), and nobody reacts."""
    assert game.decision == Decision.FLEE
    if place is None:
        pending = int(game.position["player"]["pending"][0, game.seat])
        place = (pending & -pending).bit_length() - 1
    game.do("roll", place=place)
    passes(game)


def lose(game: Game) -> None:
    """The leader concedes, and every loser rolls against every monster."""
    concede(game)
    while not game.over and game.decision == Decision.FLEE:
        roll(game)


def opened(game: Game) -> None:
    """The player in turn opens the door and nobody reacts."""
    game.do("open_door")
    passes(game)


def cards(game: Game, zone: int) -> list[str]:
    """Short ids of the cards in a zone, sorted."""
    row = game.position[0]
    found = []
    copy = int(row["head"][zone])
    while copy:
        found.append(game.catalogue.short_id(int(game.catalogue.tables[0]["type_of"][copy])))
        copy = int(row["card"]["next"][copy])
    return sorted(found)


def hand(game: Game, seat: int) -> list[str]:
    return cards(game, Zone.HAND + seat)


def table(game: Game, seat: int) -> list[str]:
    """Everything on a player's table: items in use and carried, races, classes, curses."""
    return cards(game, Zone.TABLE + seat)


def carried(game: Game, seat: int) -> list[str]:
    """The items that lie sideways."""
    row = game.position[0]
    found = []
    copy = int(row["head"][Zone.TABLE + seat])
    while copy:
        if int(row["card"]["flag"][copy]) & Flag.CARRIED:
            found.append(game.catalogue.short_id(int(game.catalogue.tables[0]["type_of"][copy])))
        copy = int(row["card"]["next"][copy])
    return sorted(found)


def doors_gone(game: Game) -> list[str]:
    """The door discards, sorted."""
    return cards(game, Zone.DISCARD)


def treasures_gone(game: Game) -> list[str]:
    """The treasure discards, sorted."""
    return cards(game, Zone.DISCARD + 1)


def monsters(game: Game) -> list[str]:
    """The monsters of the combat by place; a doubled one twice."""
    fight = game.position[0]["combat"]
    return [game.catalogue.short_id(int(fight["monster"][i]["type"])) for i in range(int(fight["n_monsters"]))]


def dead(game: Game, seat: int) -> bool:
    return bool(game.position["player"]["dead"][0, seat])


def can(game: Game, verb: str) -> bool:
    """The verb begins some answer to the pending decision."""
    return any(game.describe(int(action)) == verb for action in game.legal())


def options(game: Game) -> list[str]:
    """The pending answers in words."""
    return [game.describe(int(action)) for action in game.legal()]
