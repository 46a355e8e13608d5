"""Who a clause is about and which cards: its condition, its filter, in words."""

from collections.abc import Callable

from munchkin_env.cards.definition import Card, Clause, Condition
from munchkin_env.cards.explain.grammar import SLOT_WORDS, article, count, either, listed, tag_words, word_for
from munchkin_env.cards.words.declaration import OF_COMBAT
from munchkin_env.vocabulary import Filter, Slot, Who

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
    demands = [f"you are {either(group)}" for group in (condition.race, condition.klass, condition.sex) if group]
    demands += [f"you are not {either(group)}" for group in (condition.not_race, condition.not_klass) if group]
    if condition.min_level or condition.max_level:
        demands.append(f"your level is {_levels_between(condition)}")
    if condition.even_hand:
        demands.append("you have an even number of cards in hand")
    if condition.lowest:
        demands.append("you have the lowest level or are tied for it")
    if condition.helping:
        demands.append("you help and it is not your turn")
    if condition.survivor:
        demands.append("whoever gains it was not caught in the combat just over, though his ally was")
    return demands


def _demands_on_somebody(condition: Condition) -> list[str]:
    about = [text.replace("you are", "who is").replace("you have", "who has") for text in _demands_on_owner(condition)]
    return [f"somebody fights it {listed([text.replace('your level', 'whose level') for text in about])}"]


_DEMANDS: dict[Who, Callable[[Condition], list[str]]] = {
    Who.OWNER: _demands_on_owner,
    Who.PARTY: _demands_on_party,
    Who.SOMEBODY: _demands_on_somebody,
}


def condition_of(clause: Clause, card: Card) -> str:
    """`if an elf fights it, ` or nothing."""
    condition = clause.when
    demands = _DEMANDS[card.asked(clause)](condition) if condition.keys - OF_COMBAT - {"who"} else []
    if condition.lone:
        demands.append("nobody helps")
    if condition.bare:
        demands.append("your side has no bonus at all")
    if condition.used:
        tags = tag_words(condition.used)
        things = [f"something with {tag}" if tag in ("fire", "light") else article(tag) for tag in tags]
        demands.append(f"{listed(things, 'or')} helped your side")
    return f"if {listed(demands)}, " if demands else ""


# --------------------------------------------------------------------------- cards that effects are about


def kept_in(slot: object) -> str:
    return "an item in your hands" if slot == Slot.HANDS else f"the {SLOT_WORDS[as_slot(slot)]} you wear"


def as_slot(slot: object) -> Slot:
    return slot if isinstance(slot, Slot) else Slot.NONE


# {} stands where "of your choice" goes, at the end unless something is said of the card
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
    Filter.OF_CLASS: "item{} that only your class lets you use",
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
    Filter.OF_CLASS: "items{} that only your class lets you use",
    Filter.SIDEKICKS: "sidekicks",
    Filter.VOWEL: "cards{}, in hand and in play, whose name begins with a vowel",
}


def filter_of(clause: Clause) -> Filter:
    chosen = clause.param("filter", Filter.ITEMS)
    return chosen if isinstance(chosen, Filter) else Filter.ITEMS


_ONE: dict[Filter, str] = {
    Filter.BEST: "the item that gives you the biggest bonus",
    Filter.CHEAPEST: "your cheapest item (of those with a value above 0)",
    Filter.DEAREST: "your item of the highest value",
}
_WHERE = {Filter.TAGGED_IN_PLAY: "in play", Filter.TAGGED_ANYWHERE: "in hand or in play"}


def _of_choice(cards: str) -> str:
    return cards.format(" of your choice") if "{}" in cards else f"{cards} of your choice"


def some_cards(clause: Clause) -> str:
    """What `lose_item` loses."""
    filter_, number = filter_of(clause), clause.number("count") or 1
    if clause.param("die", False):
        return f"that many {_of_choice(_MANY_OF.get(filter_, 'items'))}"
    if filter_ == Filter.SLOT:
        return kept_in(clause.param("slot"))
    if filter_ in _ONE:
        return f"{_ONE[filter_]}, of your choice among equals"
    if filter_ in _WHERE:
        tags = listed(tag_words(clause.param("tags")), "or")
        return f"{count(number, 'card')} {_WHERE[filter_]}, of your choice ({tags})"
    if filter_ == Filter.TAGGED:
        return f"{count(number, 'item')} in use, of your choice ({listed(tag_words(clause.param('tags')), 'or')})"
    if number == 1:
        return article(_of_choice(_ONE_OF[filter_]))
    return f"{number} {_of_choice(_MANY_OF[filter_])}"


def all_cards(clause: Clause) -> str:
    """What `lose_all` loses."""
    filter_ = filter_of(clause)
    if filter_ == Filter.SLOT:
        slot = as_slot(clause.param("slot"))
        return "all items in your hands" if slot == Slot.HANDS else f"all {SLOT_WORDS[slot]} you wear"
    if filter_ in _WHERE:
        tags = listed(tag_words(clause.param("tags")), "or")
        return f"all your cards {_WHERE[filter_]} that are {tags}"
    if filter_ == Filter.TAGGED:
        return f"all your items in use that are {listed(tag_words(clause.param('tags')), 'or')}"
    if filter_ == Filter.HAND:
        return "your whole hand"
    if filter_ == Filter.MADNESS and clause.param("tags"):
        kinds = [article(tag) for tag in tag_words(clause.param("tags"))]
        return f"all your Madness cards that are {listed(kinds, 'or')}"
    if filter_ == Filter.ITEMS_AND_HAND:
        return "all your items and your whole hand"
    return f"all your {_MANY_OF[filter_].format('')}"
