"""Snapshot of a game as parts that are written, sent and drawn: the public parts, and those that only one seat sees.

Both are read from views. Cards are types, as in `Catalogue.card`; a part is plain JSON, and equal if nothing of it has
changed, so that only changed parts are written (`changed`).
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from munchkin_env.bots.rollout import foretell
from munchkin_env.cards.explain.grammar import count, listed
from munchkin_env.engine.kernels.kernel import records
from munchkin_env.observation import View
from munchkin_env.observation.scene import Scene, SeenCombat, SeenPlayer, ShownCard
from munchkin_env.observation.view import SeenCard, SeenEvent
from munchkin_env.replays.sums import sums
from munchkin_env.vocabulary import Event, Kind, Klass, Pile, kinds_that

if TYPE_CHECKING:
    from munchkin_env.game.game import Game

Parts = dict[str, Any]


def public_parts(shown: Scene) -> Parts:
    """Return the parts that everybody sees. shown: the scene of an onlooker (`View.public`)."""
    view = shown.view
    parts: Parts = {
        "moment": {
            "round": shown.rounds,
            "turn": shown.turn,
            "turn_seat": shown.turn_seat,
            "words": shown.moment,
            "asked": None if view.over else view.asked,
            "winners": list(shown.winners),
        },
        "combat": None if shown.combat is None else _combat(view, shown.combat),
        "middle": {
            "door": view.door,
            "room": view.room.type if view.room else None,
            "aside": _types(view.aside),
            "spoils": _types(view.spoils),
            "die": [shown.die, shown.needed] if shown.die else None,
            "offer": shown.offer,
        },
        "decks": [left for left, _, _ in shown.decks],
        "chances": _chances(view),
    }
    for pile in range(max(Pile) + 1):
        parts[f"pile{pile}"] = _types(view.discards(pile))
    for player in shown.players:
        parts[f"seat{player.seat}"] = _player(view, player)
    return parts


def _chances(view: View) -> list[float]:
    """Return each seat's win probability, from public levels, gear and hands; it ignores fights."""
    found = np.zeros(view.players)
    foretell(records(view.row), 0, found)
    return [round(float(chance), 3) for chance in found]


def private_parts(view: View) -> Parts:
    """Return the parts that only the view's seat knows: cards of its hand, of others' hands and of draw piles."""
    others = {str(p): _types(view.hand(p)) for p in range(view.players) if p != view.seat}
    tops = {str(deck): _types(view.known_on_top(deck)) for deck in range(3)}
    return {
        "hand": [_handed(view, card) for card in view.hand()],
        "known": {p: types for p, types in others.items() if types},
        "tops": {deck: types for deck, types in tops.items() if types},
    }


def changed(before: Mapping[str, Any], after: Mapping[str, Any]) -> Parts:
    """Return the parts that have changed."""
    return {name: part for name, part in after.items() if name not in before or before[name] != part}


def _types(cards: Iterable[SeenCard]) -> list[int]:
    return [card.type for card in cards]


def _handed(view: View, card: SeenCard) -> Parts:
    """Return a card of one's own hand, with the other players who know it."""
    known = [p for p in range(view.players) if p != view.seat and card.known_by >> p & 1]
    return {"card": card.type, "known_by": known} if known else {"card": card.type}


def _player(view: View, player: SeenPlayer) -> Parts:
    """Return a player's facts."""
    p = player.seat
    told: Parts = {
        "level": player.level,
        "who": player.who,
        "strength": player.level + view.bonus(p),
        "role": player.role,
        "dead": player.dead,
        "backs": [player.doors, player.treasures, player.extras],
    }
    rows = {word: list(getattr(player, word)) for word in ("identity", "in_use", "carried", "troubles")}
    for word, kinds in (("identity", kinds_that("identity")), ("carried", kinds_that("once"))):
        moved = [
            card for card in rows["in_use"] if card.kind in kinds
        ]  # what is more of a race, what waits for a fight
        rows[word] += moved
        rows["in_use"] = [card for card in rows["in_use"] if card not in moved]
    for word, cards in rows.items():
        told[word] = [_placed(card, word) for card in sorted(cards, key=lambda card: card.place)]
    return told


def _placed(card: ShownCard, word: str) -> Parts:
    """Return a card in front of a player."""
    attached = {"with": list(card.attached_types)} if card.attached_types else {}
    idle = {"idle": True} if word == "in_use" and not card.helps else {}
    return {"card": card.type, **attached, **idle}


def _combat(view: View, combat: SeenCombat) -> Parts:
    """Return the combat. Cards that brought a monster lie with the monsters."""
    brought = [card for card in combat.for_players if view.catalogue.card(card.type).kind == Kind.WANDERING]
    monsters = [
        {
            "card": monster.type,
            "level": monster.level,
            "bonus": monster.bonus,
            "treasures": monster.treasures,
            "with": list(monster.enhancer_types),
            "undead": monster.undead,
            "escape": {str(p): max(1, face) for p, face in escape.items()},
        }
        for monster, escape in zip(combat.monsters, combat.escape, strict=True)
    ]
    return {
        "leader": combat.leader,
        "helper": combat.helper,
        "promised": combat.promised,
        "players": combat.players_strength,
        "monsters_strength": combat.monsters_strength,
        "winning": combat.winning,
        "fleeing": combat.fleeing,
        "monsters": monsters,
        "for_players": _types(card for card in combat.for_players if card not in brought),
        "for_monsters": _types([*combat.for_monsters, *brought]),
        "sums": sums(view, combat),
    }


# ---------------------------------------------------------------------------
# Winners of a game, and the reason of the win.

CAUSES = (Event.KILLED, Event.PLAYED, Event.CURSED, Event.LAID_OUT)
"""Events that may bring the last level, or the last Cultist."""


def ending(game: "Game", names: Sequence[str]) -> str:
    """Return the winners of a game that is over, and the reason."""
    length = f"after {count(len(game.history), 'decision')} and {count(game.turn, 'turn')}"
    winners = listed([names[p] for p in game.winners]) if game.winners else "Nobody"
    return f"{winners} {'won' if game.winners else 'wins'} {length}: {reason(game, names)}."


def reason(game: "Game", names: Sequence[str]) -> str:
    """Return a text such as `level 10 by killing Net Troll`."""
    position = game.position[0]
    if int(position["rounds"]) > game.config.round_limit:
        limit = f"the {game.config.round_limit} rounds are over"
        return f"{limit}, and nobody is higher in level" if game.winners else f"{limit}, and nobody had won"
    if not int(position["lucky"]):
        return "all are in the cult, and nobody is higher in level"
    first = [p for p in game.winners if game.level(p) >= game.config.goal]
    helped = [names[p] for p in game.winners if p not in first]
    told = f"level {game.level(first[0])}{_by(game)}"
    return f"{told}; {listed(helped)} helped and wins too" if helped else told


def _by(game: "Game") -> str:
    """Return the source of the last level."""
    view = View.everything(game.position, game.catalogue)
    cause = next((event for event in reversed(view.events()) if event.kind in CAUSES), None)
    if cause is None:
        return ""
    if cause.kind == Event.KILLED:
        monsters = [monster.name for monster in view.monsters]
        return f" by killing {listed(monsters)}" if monsters else " by a kill"
    if _is_left_alone(game, view):
        return " as the last one outside the cult"
    return _by_card(game, cause)


def _is_left_alone(game: "Game", view: View) -> bool:
    """Return True if all but the winner are Cultists."""
    others = [p for p in range(game.config.players) if p not in game.winners]
    cultists = [p for p in range(game.config.players) if Klass.CULTIST in view.klasses(p)]
    return len(others) == game.config.players - 1 and cultists == others


def _by_card(game: "Game", cause: SeenEvent) -> str:
    return "" if cause.card is None else f" by {game.catalogue.name(cause.card)}"
