"""The rules on a page, as far as a newcomer needs them: those of the game that is being played."""

from collections.abc import Iterator

import numpy as np

from munchkin_env.observation import View
from munchkin_env.vocabulary import Bargain, Klass, Windows, kinds_that


def rules_of(view: View) -> list[tuple[str, str]]:
    """Headings and paragraphs; a further paragraph on the same subject has no heading."""
    page = [
        *_named("The aim", _aim(view)),
        *_named("You", _you(view)),
        *_named("Your turn", _turn(view)),
        *_named("A fight", _fight(view)),
        *_named("You die", _death(view)),
        *_named("Windows", [WINDOWS[Windows(int(view.record["rules"]["windows"]))]]),
    ]
    return [(name, view.catalogue.worded(text)) for name, text in page]


WINDOWS: dict[Windows, str] = {
    Windows.COMPRESSED: (
        "Between all this you are asked for a reaction, if you have one; pass if there is nothing to do."
    ),
    Windows.OPEN: "Between all this everybody is asked for a reaction; pass if there is nothing you want to do.",
    Windows.FINAL: (
        "You may react when a fight begins, before the kill and before the flight; pass if you don't want to."
    ),
}


def _named(name: str, texts: "list[str] | Iterator[str]") -> list[tuple[str, str]]:
    return [("" if i else name, text) for i, text in enumerate(texts)]


def _has(view: View, question: str) -> bool:
    """Return True if a card in the game is of a kind with that property (`kinds_that`)."""
    return bool(np.isin(view.catalogue.tables[0]["card"]["kind"][1:], [*kinds_that(question)]).any())


def _aim(view: View) -> Iterator[str]:
    """Goal and end of the game."""
    rules, switches = view.record["rules"], view.catalogue.switches
    last = "must come" if switches["gold_overridable"] is False else "comes, with few exceptions,"
    also = " Who helps at that kill wins too." if int(rules["helper_wins"]) else ""
    shared = " All who reach it in one moment win." if switches["shared_goal"] else ""
    end = "the highest in level wins" if int(rules["leader_wins"]) else "nobody has won"
    yield (
        f"Be the first at level {int(rules['goal'])}. The last level {last} from killing a monster.{also}{shared} "
        f"After {int(rules['round_limit'])} rounds {end}."
    )
    if (view.catalogue.tables[0]["card"]["klass"][1:] == Klass.CULTIST).any():
        yield "If all but one are Cultists, that one gains a level, if need be the last; if all are, the highest wins."


def _you(view: View) -> Iterator[str]:
    """Strength and traits of a player."""
    big = ", one Big item" if view.catalogue.switches["one_big"] else ""
    being = "A class gives abilities." if _has(view, "klass") else ""
    being = "Race and class give abilities; without a race you are human." if _has(view, "race") else being
    yield (
        "Strength is your level and the bonuses of the items in use: headgear, armor, footgear, two hands"
        f"{big}. {being}"
    )


def _turn(view: View) -> Iterator[str]:
    """The phases of a turn, and what may be done around them."""
    rules, switches = view.record["rules"], view.catalogue.switches
    opening = "Draw a Door card face down, then open the door" if int(rules["listen_at_door"]) else "Open the door"
    room = "; a room is entered" if _has(view, "entered") else ""
    yield f"1. {opening}: a monster must be fought; a curse strikes you{room}."
    card = "Treasure" if int(rules["loot_treasure"]) else "Door"
    must = "; one of both you must" if switches["loot_room"] == "compulsory" else ""
    yield f"2. No monster? Fight one from your hand, or loot the room: draw a {card} card face down{must}."
    limit = switches["hand_limit"]
    yield f"3. Charity: cards in hand above the limit ({limit}, or what a card says) go to the lowest in level."
    trade = "" if int(rules["trades"]) == Bargain.OFF else " trade,"
    yield f"Before and after that: lay out cards,{trade} sell items (1,000 gold are a level, but never the last)."


def _fight(view: View) -> Iterator[str]:
    """Course of a fight, its victory and defeat."""
    pay = "for nothing" if int(view.record["rules"]["bargaining"]) == Bargain.OFF else "mostly for treasure"
    equip = " You may lay out items in it." if view.catalogue.switches["equip_in_combat"] else ""
    yield (
        "Your strength against that of the monsters: you must be higher, a tie is lost. Anybody may play cards for "
        f"either side. One player may help, {pay}.{equip}"
    )
    yield "You win: monsters give levels (mostly 1 each) and the treasures printed on them."
    yield "You lose: a roll of 5 or 6 escapes each monster, else its bad stuff happens to you."


def _death(view: View) -> Iterator[str]:
    """Death, and further mechanisms of some games."""
    rules = view.record["rules"]
    cards = f"{int(rules['start_cards'])} new cards of each deck"
    curses = " and lasting curses" if view.catalogue.switches["curses_outlive_death"] else ""
    yield f"Others take what you have. You keep level, race, class{curses}, and go on with {cards}."
    if int(rules["quick_play"]):
        yield "A level card may be discarded for a race or class that lies on top of the discards."
    if int(rules["fairy_dust"]):
        yield "There is a third deck, for those who help others, or kill the monster that keeps it."
