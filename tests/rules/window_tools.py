"""Short words for scenarios of turns and windows: who is asked, what is offered, what lies where."""

from collections.abc import Mapping
from typing import Any

import munchkin_env as mk
from munchkin_env.engine.state.actions import CARD0, N_VERBS, VERB0
from munchkin_env.vocabulary import Decision, Deck, Kind, Stage, Verb, Window, Zone

WITHOUT_CHOICE = {Decision.WINDOW: "pass", Decision.RECEIVE: "done"}


# ----------------------------------------------------------------------- positions and answers


def seats(*players: Mapping[str, Any], **settings: Any) -> mk.Game:
    """A turn of seat 0 with these players, three seats at least; single choices are not made for them."""
    everybody = [*players, *[{} for _ in range(3 - len(players))]]
    return mk.scenario(players=everybody, **{"forced_choices": False, **settings})


def settle(game: mk.Game) -> mk.Game:
    """Windows are passed and received cards kept in hand, until somebody has another decision."""
    while not game.over and game.decision in WITHOUT_CHOICE:
        game.do(WITHOUT_CHOICE[game.decision])
    return game


def asked(game: mk.Game) -> list[tuple[str, int]]:
    """(window, seat) of everybody who is asked and passes, until somebody has another decision."""
    found = []
    while not game.over and game.decision == Decision.WINDOW:
        found.append((open_window(game), int(game.seat)))
        game.do("pass")
    return found


def open_window(game: mk.Game) -> str:
    """The window that is open, in lower case."""
    return Window(int(game.position["window"][0])).name.lower()


def after_door(game: mk.Game) -> mk.Game:
    """The player in turn opens the door and everybody passes."""
    game.do("open_door")
    return settle(game)


def end_turn(game: mk.Game) -> mk.Game:
    """The player in turn has finished; whatever is asked next is no window."""
    game.do("end_turn")
    return settle(game)


# ----------------------------------------------------------------------- what is offered


def verbs(game: mk.Game) -> set[str]:
    """Verbs, in lower case, with which the acting seat may begin an answer."""
    return {Verb(int(action)).name.lower() for action in game.legal() if action < N_VERBS}


def options(game: mk.Game, verb: str | None = None) -> set[str]:
    """What the acting seat may say next, or what may follow the verb, in words. The game is unchanged."""
    trial = game.clone()
    if verb is not None:
        trial.step(VERB0 + Verb[verb.upper()])
        assert trial.stage != Stage.VERB, f"{verb} has been carried out"
    return {trial.describe(int(action)) for action in trial.legal()}


def targets(game: mk.Game, card: str) -> set[str]:
    """Whom or what the acting seat may play a card on, in words. The game is unchanged."""
    trial = game.clone()
    trial.step(VERB0 + Verb.PLAY)
    trial.step(CARD0 + trial.catalogue.index(card) - 1)
    assert trial.stage != Stage.VERB, f"{card} has been played"
    return {trial.describe(int(action)) for action in trial.legal()}


# ----------------------------------------------------------------------- what lies where


def pile(game: mk.Game, deck: Deck) -> list[str]:
    """Ids of the discards of a deck, the top one first."""
    found = []
    copy = int(game.position["head"][0, Zone.DISCARD + deck])
    while copy:
        found.append(name_of(game, copy))
        copy = int(game.position["card"]["next"][0, copy])
    return found


def draw_pile(game: mk.Game, deck: Deck) -> list[str]:
    """Ids of a face-down deck, the top card first."""
    base = 1 + sum(int(size) for size in game.tables[0]["deck_cards"][:deck])
    size = int(game.position["count"][0, Zone.DECK + deck])
    return [name_of(game, int(copy)) for copy in game.position["order"][0, base : base + size][::-1]]


def in_combat(game: mk.Game) -> list[str]:
    """Ids of the cards that lie in the running combat, sorted."""
    return sorted(name_of(game, copy) for copy in copies_in(game, Zone.COMBAT))


def copies_in(game: mk.Game, zone: int) -> list[int]:
    """Card copies in a zone."""
    zones = game.position["card"]["zone"][0]
    return [copy for copy in range(1, int(game.tables[0]["n_cards"]) + 1) if zones[copy] == zone]


def name_of(game: mk.Game, copy: int) -> str:
    """Id of the card of which this is a copy."""
    return game.catalogue.card(int(game.tables[0]["type_of"][copy])).id


def kind_of(game: mk.Game, name: str) -> Kind:
    """What the card of that id or name is."""
    return game.catalogue.card(game.catalogue.index(name)).kind
