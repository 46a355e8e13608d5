"""Texts of a clause's condition and filter: the players and the cards it is about."""

from collections.abc import Callable

from munchkin_env.cards.definition import Card, Clause, Condition
from munchkin_env.cards.explain.grammar import (
    SLOT_WORDS,
    article,
    either,
    listed,
    plural,
    tag_words,
    tagged,
    things,
    word_for,
)
from munchkin_env.cards.words.declaration import OF_COMBAT
from munchkin_env.vocabulary import Filter, Klass, Slot, Tag, Who, kinds_that

# --------------------------------------------------------------------------- conditions


def _levels_between(condition: Condition) -> str:
    if condition.min_level and condition.max_level:
        return f"from {condition.min_level} to {condition.max_level}"
    if condition.min_level:
        return f"{condition.min_level} or higher"
    return f"{condition.max_level} or lower"


def _demands_on_party(condition: Condition) -> list[str]:
    against = [f"{either(group)} fights it" for group in (condition.race, condition.klass, condition.sex) if group]
    for group in (condition.not_race, condition.not_klass):
        if group:
            against.append(f"no {listed([word_for(one) for one in group], 'or')} fights it")
    if condition.even_hand:
        against.append("a fighter has an even number of cards in hand")
    if condition.lowest:
        against.append("somebody of the lowest level, or tied for it, fights it")
    if condition.helping:
        against.append("somebody helps who is not in turn")
    return against


def _demands_on_owner(condition: Condition) -> list[str]:
    demands = [f"you [are|is] {either(group)}" for group in (condition.race, condition.klass, condition.sex) if group]
    demands += [f"you [are|is] not {either(group)}" for group in (condition.not_race, condition.not_klass) if group]
    if condition.min_level or condition.max_level:
        demands.append(f"your level is {_levels_between(condition)}")
    if condition.even_hand:
        demands.append("you [have|has] an even number of cards in hand")
    if condition.lowest:
        demands.append("you [have|has] the lowest level or [are|is] tied for it")
    if condition.helping:
        demands.append("you help[s] and it is not your turn")
    if condition.survivor:
        demands.append("you [were|was] not caught in the combat just over, though your ally was")
    return demands


_SOMEBODY = (
    ("your level", "whose level"),
    ("you [are|is]", "who is"),
    ("you [have|has]", "who has"),
    ("or [are|is]", "or is"),
    ("you help[s] and it is not your turn", "who helps and is not in turn"),
)


def _about_somebody(condition: Condition) -> str:
    """Return a text such as `who is a cleric and whose level is 4 or higher`."""
    about = _demands_on_owner(condition)
    for owner, somebody in _SOMEBODY:
        about = [text.replace(owner, somebody) for text in about]
    return listed(about)


def _demands_on_somebody(condition: Condition) -> list[str]:
    return [f"somebody fights it {_about_somebody(condition)}"]


def each_fighter(condition: Condition) -> str:
    """Return `any fighter who is a cleric`: leader and helper alike, if the condition holds for one of them."""
    return "any fighter" if condition.empty else f"any fighter {_about_somebody(condition)}"


_DEMANDS: dict[Who, Callable[[Condition], list[str]]] = {
    Who.OWNER: _demands_on_owner,
    Who.PARTY: _demands_on_party,
    Who.SOMEBODY: _demands_on_somebody,
}


def condition_of(clause: Clause, card: Card) -> str:
    """Return `if an elf fights it, ` or nothing. Of a play, the condition checks the target of the card."""
    condition = clause.when
    demands = _DEMANDS[card.asked(clause)](condition) if condition.keys - OF_COMBAT - {"who"} else []
    if condition.lone:
        demands.append("nobody helps")
    if condition.bare:
        demands.append("your side has no bonus at all")
    if condition.used:
        demands.append(f"{_helped(condition.used)} helped your side")
    text = f"if {listed(demands)}, " if demands else ""
    return text.replace("fights it", "fights its monster") if card.kind in kinds_that("entered") else text


def _helped(tags: tuple[Tag, ...]) -> str:
    """Return a text such as `something with fire or a wand`."""
    shining = [tag for tag in tags if tag in (Tag.FIRE, Tag.LIGHT)]
    others = tuple(tag for tag in tags if tag not in shining)
    found = [f"something with {word}" for word in tag_words(tuple(shining))]
    return listed([*found, *(article(thing) for thing in things(others, "card"))], "or")


# --------------------------------------------------------------------------- cards that effects are about


def kept_in(slot: object) -> str:
    """Return the words for an item of a slot."""
    return "an item in your hands" if slot == Slot.HANDS else f"the {SLOT_WORDS[as_slot(slot)]} you wear[s]"


def as_slot(slot: object) -> Slot:
    """Return the slot that a parameter names, `Slot.NONE` if it names none."""
    return slot if isinstance(slot, Slot) else Slot.NONE


# {} is the place of "of your choice", which comes at the end unless something is said of the card
_ONE_OF: dict[Filter, str] = {
    Filter.ITEMS: "item",
    Filter.SMALL: "small item",
    Filter.BIG: "big item",
    Filter.HAND: "hand card",
    Filter.CLASSES: "class card",
    Filter.RACES: "race card",
    Filter.ITEMS_AND_HAND: "item or hand card",
    Filter.TREASURES: "treasure card in play",
    Filter.DOORS_IN_HAND: "door card in your hand",
    Filter.UNUSABLE: "item{} that you may not use",
    Filter.OF_CLASS: "item{} that only your class lets [you|him] use",
    Filter.SIDEKICKS: "sidekick",
    Filter.VOWEL: "card{} in hand or in play whose name begins with a vowel",
}
_MANY_OF: dict[Filter, str] = {
    Filter.ITEMS: "items",
    Filter.SMALL: "small items",
    Filter.BIG: "big items",
    Filter.HAND: "hand cards",
    Filter.CLASSES: "class cards",
    Filter.RACES: "race cards",
    Filter.ITEMS_AND_HAND: "items or hand cards",
    Filter.TREASURES: "treasure cards in play",
    Filter.MADNESS: "Madness cards",
    Filter.DOORS_IN_HAND: "door cards in your hand",
    Filter.UNUSABLE: "items in play{} that you may not use",
    Filter.OF_CLASS: "items{} that only your class lets [you|him] use",
    Filter.SIDEKICKS: "sidekicks",
    Filter.VOWEL: "cards{}, in hand and in play, whose name begins with a vowel",
}


def filter_of(clause: Clause) -> Filter:
    """Return the filter of a clause, items if it names none."""
    chosen = clause.param("filter", Filter.ITEMS)
    return chosen if isinstance(chosen, Filter) else Filter.ITEMS


_ONE: dict[Filter, str] = {
    Filter.BEST: "the item that gives [you|him] the biggest bonus",
    Filter.CHEAPEST: "your cheapest item (of those with a value above 0)",
    Filter.DEAREST: "your item of the highest value",
}
_SEVERAL: dict[Filter, str] = {
    Filter.BEST: "of your items, those that give [you|him] the biggest bonuses",
    Filter.CHEAPEST: "of your items, the cheapest (of those with a value above 0)",
    Filter.DEAREST: "of your items, those of the highest value",
}
_TAGGED: dict[Filter, tuple[str, str]] = {
    Filter.TAGGED: ("item", "in use"),
    Filter.TAGGED_IN_PLAY: ("item", "in play"),
    Filter.TAGGED_ANYWHERE: ("card", "in hand or in play"),
}


def _of_choice(cards: str) -> str:
    return cards.format(" of your choice") if "{}" in cards else f"{cards} of your choice"


def some_cards(clause: Clause) -> str:
    """Return the text of the cards that `lose_item` takes."""
    filter_, number = filter_of(clause), clause.number("count") or 1
    one = number == 1 and not clause.param("die", False)
    many = "that many" if clause.param("die", False) else str(number)
    if filter_ == Filter.SLOT:
        slot = as_slot(clause.param("slot"))
        place = "in your hands" if slot == Slot.HANDS else f"that you wear[s] as {SLOT_WORDS[slot]}"
        return kept_in(slot) if one else f"{many} items {place}, of your choice"
    if filter_ in _ONE:
        return f"{_ONE[filter_] if one else f'{many} {_SEVERAL[filter_]}'}, of your choice among equals"
    if filter_ in _TAGGED:
        noun, place = _TAGGED[filter_]
        cards = tagged(f"{noun if one else plural(noun)} {place}", clause.param("tags"))
        return f"{article(cards) if one else f'{many} {cards}'}, of your choice"
    if one:
        return article(_of_choice(_ONE_OF[filter_]))
    return f"{many} {_of_choice(_MANY_OF[filter_])}"


def all_cards(clause: Clause) -> str:
    """Return the text of the cards that `lose_all` takes."""
    filter_ = filter_of(clause)
    if filter_ == Filter.SLOT:
        slot = as_slot(clause.param("slot"))
        return "all items in your hands" if slot == Slot.HANDS else f"all {SLOT_WORDS[slot]} you wear[s]"
    if filter_ in _TAGGED:
        noun, place = _TAGGED[filter_]
        return f"all your {tagged(f'{plural(noun)} {place}', clause.param('tags')).replace('hand or', 'hand and')}"
    if filter_ == Filter.HAND:
        return "your whole hand"
    if filter_ == Filter.DOORS_IN_HAND:
        return "all door cards in your hand"
    if filter_ == Filter.MADNESS and clause.param("tags"):
        kinds = [plural(tag) for tag in tag_words(clause.param("tags"))]
        return f"all your Madness cards that are {listed(kinds, 'or')}"
    if filter_ == Filter.ITEMS_AND_HAND:
        return "all your items and your whole hand"
    named, spared = clause.param("class"), clause.param("except")
    if isinstance(named, Klass):
        return f"your {word_for(named)} card"
    if isinstance(spared, Klass):
        return f"all your class cards but that of the {word_for(spared)}"
    return f"all your {_MANY_OF[filter_].format('')}"
