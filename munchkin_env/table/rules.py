"""The rules on a page, as far as a newcomer needs them: those of the game that is being played."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from munchkin_env.vocabulary import Kind, Klass

if TYPE_CHECKING:
    from munchkin_env.game import Game


def rules_of(game: "Game") -> list[tuple[str, str]]:
    """What a paragraph is about, and the paragraph; a further one on the same has no heading."""
    page = [
        *_named("The aim", _aim(game)),
        *_named("You", _you(game)),
        *_named("Your turn", _turn(game)),
        *_named("A fight", _fight(game)),
        *_named("You die", _death(game)),
        *_named("Windows", [WINDOWS[game.config.windows]]),
        ("Cards", "What a card says goes before all this. `? NAME` explains one, `h` lists what you can type."),
    ]
    return [(name, game.catalogue.worded(text)) for name, text in page]


WINDOWS = {
    "compressed": "Between all this you are asked whether you meddle, if you could; pass if there is nothing to do.",
    "open": "Between all this everybody is asked whether he meddles; pass if there is nothing you want to do.",
    "final": "You may meddle when a fight begins, before the kill and before the flight; pass if you don't want to.",
}


def _named(name: str, texts: "list[str] | Iterator[str]") -> list[tuple[str, str]]:
    return [("" if i else name, text) for i, text in enumerate(texts)]


def _kinds(game: "Game", kind: Kind) -> bool:
    return bool((game.catalogue.tables[0]["card"]["kind"][1:] == kind).any())


def _aim(game: "Game") -> Iterator[str]:
    """How one wins, and when it is over."""
    config, switches = game.config, game.catalogue.switches
    last = "must come" if switches["gold_overridable"] is False else "comes, with few exceptions,"
    also = " Who helps at that kill wins too." if config.helper_wins else ""
    shared = " All who reach it in one moment win." if switches["shared_goal"] else ""
    end = "the highest in level wins" if config.round_limit_result == "leader_wins" else "nobody has won"
    yield (
        f"Be the first at level {config.goal}. The last level {last} from killing a monster.{also}{shared} After "
        f"{config.round_limit} rounds {end}."
    )
    if (game.catalogue.tables[0]["card"]["klass"][1:] == Klass.CULTIST).any():
        yield "If all but one are Cultists, that one gains a level, if need be the last; if all are, the highest wins."


def _you(game: "Game") -> Iterator[str]:
    """What one fights with, and is."""
    big = ", one Big item" if game.catalogue.switches["one_big"] else ""
    being = "A class gives abilities." if _kinds(game, Kind.CLASS) else ""
    being = "Race and class give abilities; without a race you are human." if _kinds(game, Kind.RACE) else being
    yield (
        "Strength is your level and the bonuses of the items in use: headgear, armor, footgear, two hands"
        f"{big}. {being}"
    )


def _turn(game: "Game") -> Iterator[str]:
    """The phases of a turn, and what may be done around them."""
    config, switches = game.config, game.catalogue.switches
    opening = "Draw a Door card face down, then open the door" if config.listen_at_door else "Open the door"
    room = "; a room is entered" if _kinds(game, Kind.ROOM) else ""
    yield f"1. {opening}: a monster must be fought; a curse strikes you{room}."
    card = "Treasure" if config.loot_treasure else "Door"
    must = "; one of both you must" if switches["loot_room"] == "compulsory" else ""
    yield f"2. No monster? Fight one from your hand, or loot the room: draw a {card} card face down{must}."
    limit = switches["hand_limit"]
    yield f"3. Charity: cards in hand above the limit ({limit}, or what a card says) go to the lowest in level."
    trade = "" if config.trades == "off" else " trade,"
    yield f"Before and after that: lay out cards,{trade} sell items (1,000 gold are a level, but never the last)."


def _fight(game: "Game") -> Iterator[str]:
    """How a fight goes, is won and lost."""
    pay = "for nothing" if game.config.bargaining == "off" else "mostly for treasure"
    equip = " You may lay out items in it." if game.catalogue.switches["equip_in_combat"] else ""
    yield (
        "Your strength against that of the monsters: you must be higher, a tie is lost. Anybody may play cards for "
        f"either side. One player may help, {pay}.{equip}"
    )
    yield "You win: monsters give levels (mostly 1 each) and the treasures printed on them."
    yield "You lose: a roll of 5 or 6 escapes each monster, else its bad stuff happens to you."


def _death(game: "Game") -> Iterator[str]:
    """What comes of the dead, and what else there is in some games."""
    rules = game.position["rules"][0]
    cards = f"{int(rules['start_cards'])} new cards of each deck"
    curses = " and lasting curses" if game.catalogue.switches["curses_outlive_death"] else ""
    yield f"Others take what you have. You keep level, race, class{curses}, and go on with {cards}."
    if int(rules["quick_play"]):
        yield "A level card may be discarded for a race or class that lies on top of the discards."
    if int(rules["fairy_dust"]):
        yield "There is a third deck, for those who help others, or kill the monster that keeps it."


__all__ = ["rules_of"]
