"""Who a clause is about and which cards: its condition, its filter, in words."""

from munchkin_env.cards.definition import Card, Clause, Condition
from munchkin_env.cards.explain.grammar import SLOT_WORDS, article, count, either, listed, tag_words, word_for
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
    return against


def _demands_on_owner(condition: Condition) -> list[str]:
    demands = [f"you are {either(group)}" for group in (condition.race, condition.klass, condition.sex) if group]
    demands += [f"you are not {either(group)}" for group in (condition.not_race, condition.not_klass) if group]
    if condition.min_level or condition.max_level:
        demands.append(f"your level is {_levels_between(condition)}")
    if condition.even_hand:
        demands.append("you have an even number of cards in hand")
    return demands


def condition_of(clause: Clause, card: Card) -> str:
    """`if an elf fights it, ` or nothing."""
    condition = clause.when
    demands = _demands_on_party(condition) if card.asked(clause) == Who.PARTY else _demands_on_owner(condition)
    if condition.lone:
        demands.append("nobody helps")
    if condition.bare:
        demands.append("your side has no bonus at all")
    if condition.used:
        demands.append(f"something with {listed(tag_words(condition.used), 'or')} helped your side")
    return f"if {listed(demands)}, " if demands else ""


# --------------------------------------------------------------------------- cards that effects are about


def kept_in(slot: object) -> str:
    return "an item in your hands" if slot == Slot.HANDS else f"the {SLOT_WORDS[as_slot(slot)]} you wear"


def as_slot(slot: object) -> Slot:
    return slot if isinstance(slot, Slot) else Slot.NONE


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
}


def filter_of(clause: Clause) -> Filter:
    chosen = clause.param("filter", Filter.ITEMS)
    return chosen if isinstance(chosen, Filter) else Filter.ITEMS


def some_cards(clause: Clause) -> str:
    """What `lose_item` loses."""
    filter_, number = filter_of(clause), clause.number("count") or 1
    if clause.param("die", False):
        return f"that many {_MANY_OF.get(filter_, 'items')} of your choice"
    if filter_ == Filter.SLOT:
        return kept_in(clause.param("slot"))
    if filter_ == Filter.BEST:
        return "the item that gives you the biggest bonus, of your choice among equals"
    if filter_ == Filter.TAGGED:
        return f"{count(number, 'item')} in use, of your choice ({listed(tag_words(clause.param('tags')), 'or')})"
    if number == 1:
        return f"{article(_ONE_OF[filter_])} of your choice"
    return f"{number} {_MANY_OF[filter_]} of your choice"


def all_cards(clause: Clause) -> str:
    """What `lose_all` loses."""
    filter_ = filter_of(clause)
    if filter_ == Filter.SLOT:
        slot = as_slot(clause.param("slot"))
        return "all items in your hands" if slot == Slot.HANDS else f"all {SLOT_WORDS[slot]} you wear"
    if filter_ == Filter.TAGGED:
        return f"all your items in use that are {listed(tag_words(clause.param('tags')), 'or')}"
    if filter_ == Filter.HAND:
        return "your whole hand"
    if filter_ == Filter.MADNESS and clause.param("tags"):
        tags = [article(tag) for tag in tag_words(clause.param("tags"))]
        return f"all your Madness cards that are {listed(tags, 'or')}"
    if filter_ == Filter.ITEMS_AND_HAND:
        return "all your items and your whole hand"
    return f"all your {_MANY_OF[filter_]}"
