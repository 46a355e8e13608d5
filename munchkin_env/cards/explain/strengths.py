"""Texts of strengths, of levels of monsters and of rolls to run away."""

from munchkin_env.cards.compile import Catalogue
from munchkin_env.cards.definition import Card, Clause
from munchkin_env.cards.explain.conditions import as_slot, filter_of
from munchkin_env.cards.explain.grammar import SLOT_WORDS, article, tagged
from munchkin_env.vocabulary import Filter, Slot, kinds_that


def strength(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    if card.kind in kinds_that("entered"):
        return _of_monster(clause.number("amount"), catalogue, "the monster", "the monster's")
    if card.kind in kinds_that("enhances"):
        besides = " besides" if card.bonus else ""
        return f"{_of_monster(clause.number('amount'), catalogue)}{besides}"
    if card.kind in kinds_that("fights"):
        return _of_monster(clause.number("amount"), catalogue)
    if card.bonus:
        return f"it gives you a further {clause.number('amount'):+d}"
    return f"you have {clause.number('amount'):+d} strength"


def _of_monster(amount: int, catalogue: Catalogue, it: str = "it", its: str = "its") -> str:
    if not catalogue.switches["enhancers_change_level"]:
        return f"{it} has {amount:+d} strength"
    return f"{its} level is {abs(amount)} {'higher' if amount > 0 else 'lower (but at least 1)'}"


def grow(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    return f"{_of_monster(clause.number('amount'), catalogue)} for this combat; this is settled as it comes"


def run_away(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    if card.kind in kinds_that("entered"):
        return f"in this turn rolls to run away have {clause.number('amount'):+d}"
    if card.kind in kinds_that("fights"):
        return f"rolls to run away from it have {clause.number('amount'):+d}"
    return f"you have {clause.number('amount'):+d} on rolls to run away"


def strength_against(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    low, high = clause.number("level_from"), clause.number("level_to")
    monster = article(tagged("monster", clause.param("tags")) if clause.param("tags") else "monster")
    if low and high:
        monster += f" of level {low} to {high}"
    elif low or high:
        monster += f" of level {low} or higher" if low else f" of level {high} or lower"
    further = " more" if card.bonus else " strength"
    return f"you have {clause.number('amount'):+d}{further} while you fight {monster}"


_TIMES = {-1: "counts against its side", 0: "does not count", 2: "counts double"}
_TIMES |= {times: f"counts {times} times" for times in (3, 4, 5)}
_TIMES_OF_MANY = {-1: "count against their side", 0: "do not count"}
_TIMES_OF_MANY |= {times: text.replace("counts", "count") for times, text in _TIMES.items() if times > 0}


def factor(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    filter_ = filter_of(clause)
    times = clause.number("times")
    side = {"players": " for the players", "monsters": " for the monsters"}.get(str(clause.param("side", "")), "")
    if filter_ == Filter.HOST:
        text = f"what that card gives{side.replace(' for', '')} {_TIMES[times]}"
        spared = clause.param("except")
        return f"{text}, unless it is {article(tagged('card', spared))}" if spared else text
    what = "the bonuses of items"
    if filter_ == Filter.SLOT:
        slot = as_slot(clause.param("slot"))
        what = f"the bonuses of {'items in hands' if slot == Slot.HANDS else SLOT_WORDS[slot]}"
    elif filter_ == Filter.TAGGED:
        effects = "" if clause.param("bonuses", False) else ", and the effects when played,"
        what = f"the bonuses{effects} of {tagged('cards', clause.param('tags')).replace('that is', 'that are')}"
    if clause.param("except"):
        what += f" (but not of {tagged('ones', clause.param('except')).replace('that is', 'that are')})"
    if clause.param("others", False):
        what += " that others have played"
    where = "any combat of yours" if card.kind in kinds_that("worn") else "this combat"
    if times == -1 and side:
        return f"{what}{side} count against them in {where}"
    return f"{what} {_TIMES_OF_MANY[times]}{side} in {where}"
