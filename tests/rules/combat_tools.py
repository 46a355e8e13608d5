"""Short words for scenarios of combats: set one up, let everybody pass, look at the table."""

from collections.abc import Mapping, Sequence
from typing import Any

import munchkin_env as mk
from munchkin_env.vocabulary import Decision, Event, Flag, Verb, Zone

QUIET = {Decision.WINDOW: "pass", Decision.RECEIVE: "done"}


def fight(monsters: Sequence[Any], *seats: Mapping[str, Any], helper: int | None = None, **settings: Any) -> mk.Game:
    """A running combat of seat 0 at the leader's decision; three seats unless more are given.

    Single choices are asked for too, so that a declaration which nobody can object to is still there to be made.
    """
    settings.setdefault("forced_choices", False)
    players = [*seats, *[{} for _ in range(3 - len(seats))]]
    combat: dict[str, Any] = {"monsters": monsters, "helper": helper}
    if "deal" in settings:
        combat["deal"] = settings.pop("deal")
    return mk.scenario(seats=players, phase="combat", combat=combat, **settings)


def everybody_passes(game: mk.Game) -> mk.Game:
    """Windows are passed and received cards kept in hand, until somebody has another decision."""
    while not game.over and game.decision in QUIET:
        game.do(QUIET[game.decision])
    return game


def pass_until(game: mk.Game, seat: int) -> mk.Game:
    """Everybody passes until the open window asks the seat."""
    while game.decision == Decision.WINDOW and game.seat != seat:
        game.do("pass")
    assert (game.seat, game.decision) == (seat, Decision.WINDOW)
    return game


def win(game: mk.Game) -> mk.Game:
    """The leader declares the kill and nobody objects."""
    game.do("kill")
    return everybody_passes(game)


def lose(game: mk.Game) -> mk.Game:
    """The leader declares that he runs away and nobody comes to his aid."""
    game.do("run_away")
    return everybody_passes(game)


def flee(game: mk.Game) -> mk.Game:
    """The leader runs away; all rolls are taken as they come, the first monster first."""
    lose(game)
    while game.decision == Decision.FLEE:
        game.do("roll", place=first_place(game))
        everybody_passes(game)
    return game


def first_place(game: mk.Game) -> int:
    """The first monster the acting seat has still to flee from."""
    pending = int(game.position["player"]["pending"][0, game.seat])
    return (pending & -pending).bit_length() - 1


def ask_for_help(game: mk.Game, seat: int, amount: int = 0, **terms: Any) -> mk.Game:
    """The leader asks; all others pass until the one who is asked has to answer."""
    game.do("ask_help", seat=seat, amount=amount, **terms)
    return everybody_passes(game)


def say(game: mk.Game, *answers: str) -> mk.Game:
    """Answers in words, part by part; an answer may be left unfinished."""
    for answer in answers:
        spoken = {game.describe(int(action)): int(action) for action in game.legal()}
        assert answer in spoken, f"{answer}: not among {sorted(spoken)}"
        game.step(spoken[answer])
    return game


def words(game: mk.Game) -> set[str]:
    """The legal answers in words."""
    return {game.describe(int(action)) for action in game.legal()}


def may(game: mk.Game, verb: str) -> bool:
    """The acting seat may begin an answer with the verb."""
    return bool(game.mask()[Verb[verb.upper()]])


def _zone(game: mk.Game, zone: int) -> list[str]:
    """Ids of the cards in a listed zone, sorted."""
    s = game.position
    copies = [c for c in range(1, s["card"]["zone"].shape[1]) if s["card"]["zone"][0, c] == zone]
    return sorted(game.catalogue.card(int(game.tables[0]["type_of"][c])).id for c in copies)


def hand(game: mk.Game, seat: int) -> list[str]:
    return _zone(game, Zone.HAND + seat)


def table(game: mk.Game, seat: int) -> list[str]:
    return _zone(game, Zone.TABLE + seat)


def discards(game: mk.Game) -> list[str]:
    return sorted(_zone(game, Zone.DISCARD) + _zone(game, Zone.DISCARD + 1))


def copy_of(game: mk.Game, card: str) -> int:
    """The copy of a card that lies in a hand or on a table."""
    type_ = game.catalogue.index(card)
    (copy,) = [c for c in game.catalogue.copies_of(type_) if game.position["card"]["zone"][0, c] >= Zone.HAND]
    return int(copy)


def carried(game: mk.Game, card: str) -> bool:
    """The item lies sideways."""
    return bool(int(game.position["card"]["flag"][0, copy_of(game, card)]) & Flag.CARRIED)


def seen_by(game: mk.Game, card: str) -> set[int]:
    """Seats, besides its holder, that know where the card is."""
    bits = int(game.position["card"]["known_by"][0, copy_of(game, card)])
    return {seat for seat in range(game.config.players) if bits >> seat & 1}


def events(game: mk.Game, *kinds: Event) -> list[tuple[Event, int, int]]:
    """(kind, seat, amount) of the public events so far, oldest first; only these kinds if any are given."""
    ring = game.position["event"][0]
    count = int(game.position["event_count"][0])
    found = [ring[i % len(ring)] for i in range(max(0, count - len(ring)), count)]
    named = [(Event(int(e["kind"])), int(e["seat"]), int(e["amount"])) for e in found]
    return [e for e in named if not kinds or e[0] in kinds]
