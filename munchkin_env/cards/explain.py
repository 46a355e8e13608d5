"""Says in plain English what a card does, from its numbers and clauses alone.

The words are ours, never those printed on the card. "You" is who has, plays or suffers the card.
Every effect word has one phrase in `PHRASES`; a test holds that table and `WORDS` together.
"""

from collections.abc import Callable, Iterable, Sequence

from munchkin_env.cards.compile import Catalogue
from munchkin_env.cards.definition import KIND_WORDS, ORIGINS, Card, Clause, Condition, Restriction
from munchkin_env.vocabulary import (
    NO_VALUE,
    Ability,
    Aim,
    Deck,
    Filter,
    Kind,
    Klass,
    Moment,
    Policy,
    Race,
    Sex,
    Slot,
    Tag,
    Who,
)

# --------------------------------------------------------------------------- bits of grammar

_PLURALS = {"dwarf": "dwarves", "elf": "elves", "thief": "thieves", "female": "women", "male": "men"}
_TAG_WORDS = {Tag.BELOW_WAIST: "worn below the waist", Tag.KNEES: "worn on the knees"}
_SLOT_WORDS = {
    Slot.NONE: "item without a slot",
    Slot.HEADGEAR: "headgear",
    Slot.ARMOR: "armor",
    Slot.FOOTGEAR: "footgear",
    Slot.HANDS: "hand",
}
_DECK_WORDS = {Deck.DOOR: "door card", Deck.TREASURE: "treasure", Deck.EXTRA: "extra card"}


def _word(member: Race | Klass | Sex) -> str:
    return member.name.lower().replace("_", " ")


def _article(noun: str) -> str:
    return f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"


def _plural(noun: str) -> str:
    return _PLURALS.get(noun, noun + "s")


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {_plural(noun)}"


def _more(number: int, noun: str) -> str:
    """`2 more levels`, `1 fewer treasure`."""
    noun = noun if abs(number) == 1 else _plural(noun)
    return f"{abs(number)} {'more' if number > 0 else 'fewer'} {noun}"


def _listed(parts: Sequence[str], last: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`."""
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} {last} {parts[-1]}"


def _either(members: Iterable[Race | Klass | Sex]) -> str:
    nouns = {Sex.MALE: "man", Sex.FEMALE: "woman"}
    return _listed([_article(nouns[one] if isinstance(one, Sex) else _word(one)) for one in members], "or")


def _tags(tags: object) -> list[str]:
    found = tags if isinstance(tags, Tag) else Tag(0)
    return [_TAG_WORDS.get(tag, tag.name.lower().replace("_", " ")) for tag in Tag if tag in found and tag.name]


def _sentence(text: str) -> str:
    return text[0].upper() + text[1:] + "."


# --------------------------------------------------------------------------- conditions


def _levels_between(condition: Condition) -> str:
    if condition.min_level and condition.max_level:
        return f"from {condition.min_level} to {condition.max_level}"
    if condition.min_level:
        return f"{condition.min_level} or higher"
    return f"{condition.max_level} or lower"


def _demands_on_party(condition: Condition) -> list[str]:
    against = [f"{_either(group)} fights it" for group in (condition.race, condition.klass, condition.sex) if group]
    for group in (condition.not_race, condition.not_klass):
        if group:
            against.append(f"no {_listed([_word(one) for one in group], 'or')} fights it")
    return against


def _demands_on_owner(condition: Condition) -> list[str]:
    demands = [f"you are {_either(group)}" for group in (condition.race, condition.klass, condition.sex) if group]
    demands += [f"you are not {_either(group)}" for group in (condition.not_race, condition.not_klass) if group]
    if condition.min_level or condition.max_level:
        demands.append(f"your level is {_levels_between(condition)}")
    return demands


def _condition(clause: Clause, card: Card) -> str:
    """`if an elf fights it, ` or nothing."""
    condition = clause.when
    demands = _demands_on_party(condition) if card.asked(clause) == Who.PARTY else _demands_on_owner(condition)
    if condition.lone:
        demands.append("nobody helps")
    if condition.bare:
        demands.append("your side has no bonus at all")
    if condition.used:
        demands.append(f"something with {_listed(_tags(condition.used), 'or')} helped your side")
    return f"if {_listed(demands)}, " if demands else ""


# --------------------------------------------------------------------------- cards that effects are about


def _kept_in(slot: object) -> str:
    return "an item in your hands" if slot == Slot.HANDS else f"the {_SLOT_WORDS[_as_slot(slot)]} in use"


def _as_slot(slot: object) -> Slot:
    return slot if isinstance(slot, Slot) else Slot.NONE


_ONE_OF: dict[Filter, str] = {
    Filter.ITEMS: "item",
    Filter.SMALL: "small item",
    Filter.BIG: "big item",
    Filter.HAND: "hand card",
    Filter.CLASSES: "class card",
    Filter.RACES: "race card",
    Filter.ITEMS_AND_HAND: "item or hand card",
    Filter.TREASURES: "treasure card",
    Filter.VALUE: "item of that value",
    Filter.BODY: "card",
}
_MANY_OF: dict[Filter, str] = {
    Filter.ITEMS: "items",
    Filter.SMALL: "small items",
    Filter.BIG: "big items",
    Filter.HAND: "hand cards",
    Filter.CLASSES: "class cards",
    Filter.RACES: "race cards",
    Filter.ITEMS_AND_HAND: "items or hand cards",
    Filter.TREASURES: "treasure cards",
    Filter.VALUE: "items of that value",
    Filter.BODY: "cards",
}


def _filter(clause: Clause) -> Filter:
    chosen = clause.param("filter", Filter.ITEMS)
    return chosen if isinstance(chosen, Filter) else Filter.ITEMS


def _some_cards(clause: Clause) -> str:
    """What `lose_item` loses."""
    filter_, number = _filter(clause), clause.number("count") or 1
    if clause.param("die", False):
        return f"that many {_MANY_OF.get(filter_, 'items')} of your choice"
    if filter_ == Filter.SLOT:
        return _kept_in(clause.param("slot"))
    if filter_ == Filter.BEST:
        return "the item that gives you the biggest bonus"
    if filter_ == Filter.TAGGED:
        return f"{_count(number, 'item')} of your choice ({_listed(_tags(clause.param('tags')), 'or')})"
    if number == 1:
        return f"{_article(_ONE_OF[filter_])} of your choice"
    return f"{number} {_MANY_OF[filter_]} of your choice"


def _all_cards(clause: Clause) -> str:
    """What `lose_all` loses."""
    filter_ = _filter(clause)
    if filter_ == Filter.SLOT:
        slot = _as_slot(clause.param("slot"))
        return "all items in your hands" if slot == Slot.HANDS else f"all {_SLOT_WORDS[slot]} in use"
    if filter_ == Filter.TAGGED:
        return f"all your items that are {_listed(_tags(clause.param('tags')), 'or')}"
    if filter_ == Filter.HAND:
        return "your whole hand"
    if filter_ == Filter.ITEMS_AND_HAND:
        return "all your items and your whole hand"
    if filter_ == Filter.BEST:
        return "the item that gives you the biggest bonus"
    return f"all your {_MANY_OF[filter_]}"


# --------------------------------------------------------------------------- abilities

ABILITY_PHRASES: dict[Ability, str] = {
    Ability.ANY_BIG: "you may have any number of big items",
    Ability.HELP_LEVELS: "when you help to win a combat, you gain 1 level for each monster killed in it",
    Ability.DOUBLE_SALE: "once in each turn of yours you may sell one item at twice its value",
    Ability.RETRY: "when your first roll to run away fails, you may discard 1 card and roll once more",
    Ability.RESURRECTION: (
        "when you draw cards face up, you may take them from the top of the discard pile instead, "
        "and then discard 1 hand card for each"
    ),
    Ability.TURNING: "in a combat with undead you may discard up to {limit} for {amount:+d} each",
    Ability.BACKSTAB: "in a combat you may discard 1 card to give another fighter {amount:+d}, once for each victim",
    Ability.THEFT: (
        "outside combat you may discard 1 card to steal a small item from another player: roll a die, "
        "{amount} or more takes it, less costs you 1 level"
    ),
    Ability.BERSERK: "in a combat you may discard up to {limit} for {amount:+d} each",
    Ability.WIN_TIES: "your side wins ties in combat",
    Ability.FLIGHT: "after your roll to run away you may discard up to {limit} for {amount:+d} each",
    Ability.CHARM: (
        "in a combat you may discard your whole hand of at least {limit} to remove one monster: "
        "its treasure is kept, it gives no level"
    ),
    Ability.NO_DOOR_CURSES: "curses that you draw when you open a door do nothing to you",
    Ability.FORCE_HELP: (
        "a player of a higher level whom you ask for help must help without reward, "
        "and you cannot gain the winning level in that combat"
    ),
    Ability.ESCAPE_TREASURE: "when you escape from a combat, you draw {amount} face down",
    Ability.CARRY_EXTRA: "it carries one item that you may use against every restriction",
    Ability.ARMOR_ONLY: "of your items only armor gives you a bonus",
}


def _ability(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    name = clause.param("name")
    ability = name if isinstance(name, Ability) else Ability.NONE
    amount: object = clause.number("amount")
    if ability == Ability.ESCAPE_TREASURE:
        amount = _count(clause.number("amount"), "treasure")
    return ABILITY_PHRASES[ability].format(limit=_count(clause.number("limit"), "card"), amount=amount)


# --------------------------------------------------------------------------- effect words

Phrase = Callable[[Clause, Card, Catalogue], str]


def _fixed(text: str) -> Phrase:
    """The phrase of a word without parameters."""
    return lambda clause, card, catalogue: text


def _with_amount(text: str, name: str = "amount") -> Phrase:
    """The phrase of a word with one number, `{n}` or with its sign `{n:+d}`."""
    return lambda clause, card, catalogue: text.format(n=clause.number(name))


def _strength(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    if card.kind in (Kind.MONSTER, Kind.ENHANCER):
        return f"it has {clause.number('amount'):+d} strength"
    if card.kind in (Kind.ITEM, Kind.SIDEKICK) and card.bonus:
        return f"it gives you a further {clause.number('amount'):+d}"
    return f"you have {clause.number('amount'):+d} strength"


def _run_away(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    if card.kind in (Kind.MONSTER, Kind.ENHANCER):
        return f"rolls to run away from it have {clause.number('amount'):+d}"
    return f"you have {clause.number('amount'):+d} on rolls to run away"


def _hand_limit(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    amount = clause.number("amount")
    return f"your hand limit is {abs(amount)} {'higher' if amount > 0 else 'lower'}"


def _slots(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    slot, amount = _as_slot(clause.param("slot")), clause.number("amount")
    if slot == Slot.HANDS:
        return f"you have {_more(amount, 'hand')}"
    return f"you may use {_more(amount, 'item')} as {_SLOT_WORDS[slot]}"


def _escape_card(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    most = clause.number("max")
    which = f"one monster of level {most} or lower" if most else "one monster of any level"
    return f"you may discard it to escape automatically from {which}"


def _will_not_attack(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    treasures = clause.number("treasures")
    return "it does not fight and leaves" + (f", giving {_count(treasures, 'treasure')}" if treasures else "")


def _escape_for_item(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    kinds = _listed([_article(tag) for tag in _tags(clause.param("tags"))], "or")
    return f"if you are losing, you may discard {kinds} to escape from it automatically"


def _killed_by(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    reference = str(clause.param("card"))
    full = reference if ":" in reference else f"{card.edition}:{reference}"
    return f"the card {catalogue.name(catalogue.index(full))} kills it at once"


def _exchange(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    number = clause.number("cards")
    return f"you may discard {_count(number, 'treasure card')} as it leaves and draw {number} face down"


def _up_to(face: int) -> str:
    return {1: "a 1", 2: "a 1 or 2"}.get(face, f"1 to {face}")


def _lose_level(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    deadly = clause.number("death_up_to")
    if not clause.param("die", False):
        return f"you lose {_count(clause.number('amount'), 'level')}"
    if not deadly:
        return "you roll a die and lose that many levels"
    return f"you roll a die: {_up_to(deadly)} kills you, more costs you that many levels"


def _set_level(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    if clause.param("lowest", False):
        return "your level becomes that of the lowest player"
    return f"your level becomes {clause.number('amount')}"


def _lose_item(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    return f"you {'roll a die and ' if clause.param('die', False) else ''}lose {_some_cards(clause)}"


def _lose_class(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    klass = clause.param("class")
    if isinstance(klass, Klass):
        return f"you discard your {_word(klass)} card"
    if clause.param("all", False):
        return "you discard all your class cards"
    return "you discard a class card of your choice"


def _others_take(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    what = "an unseen card from your hand"
    if _filter(clause) == Filter.TREASURES:
        what = "one of your treasure cards, chosen in play or unseen from your hand"
    rest = "; you discard the rest of your hand" if clause.param("rest", False) else ""
    return f"each other player, starting on your {clause.param('start', 'left')}, takes {what}{rest}"


def _stay(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    until = ", until your next combat ends (or this one, if you are in combat)"
    return f"the card stays in front of you{until if clause.param('combat', False) else ''}"


def _side_bonus(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    return f"that side has {card.bonus:+d} in this combat"


def _race_bonus(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    race = clause.param("race")
    noun = _word(race) if isinstance(race, Race) else "fighter"
    return f"the players' side has {clause.number('amount'):+d} for each {noun} who fights"


def _remove_all(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    treasures = clause.number("treasures")
    gain = f"the main fighter draws {_count(treasures, 'treasure')}" if treasures else "there is no treasure"
    loot = "; the room may be looted" if clause.param("loot", False) else ""
    return f"all monsters are discarded and give no level; {gain}{loot}"


_POLICY_PHRASES: dict[Policy, str] = {
    Policy.LOST: "its treasure is lost",
    Policy.KEPT: "its treasure is drawn when the rest are beaten",
    Policy.IF_ALONE: "its treasure is drawn only if no other monster was in the combat",
}


def _remove_monster(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    policy = clause.param("treasure")
    treasure = _POLICY_PHRASES[policy if isinstance(policy, Policy) else Policy.LOST]
    return f"the monster is removed and gives no level; {treasure}"


def _escape(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    if clause.param("all", False):
        return "whoever is chosen escapes from all monsters automatically"
    return "you escape from the monster automatically"


def _class_level(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    klass = clause.param("class")
    noun = _word(klass) if isinstance(klass, Klass) else "player"
    return f"every living {noun} gains {_count(clause.number('amount'), 'level')}, which may win the game"


def _gain_level(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    limits = "never the winning level"
    if clause.param("not_highest", False):
        limits += ", and never as a player of the highest level"
    return f"the player gains {_count(clause.number('amount'), 'level')} ({limits})"


def _draw(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    deck = clause.param("deck")
    noun = _DECK_WORDS[deck if isinstance(deck, Deck) else Deck.TREASURE]
    return f"you draw {_count(clause.number('count'), noun)}"


PHRASES: dict[str, Phrase] = {
    # always
    "strength": _strength,
    "fighters_strength": _with_amount("your side has {n:+d} strength"),
    "run_away": _run_away,
    "die": _with_amount("you have {n:+d} on every die roll"),
    "hand_limit": _hand_limit,
    "ability": _ability,
    "slots": _slots,
    "falls_with": lambda clause, card, catalogue: (
        f"the card goes when a curse or bad stuff takes {_kept_in(clause.param('slot'))}"
    ),
    "escape_card": _escape_card,
    "no_escape": _fixed("nobody can escape from it, not even automatically"),
    "auto_escape": _fixed("you escape from it without a roll"),
    "no_help": _fixed("nobody may help against it, and a helper must leave"),
    "levels_only": _fixed("only levels count for your side"),
    "no_levels": _fixed("levels do not count for your side"),
    "will_not_pursue": _fixed("it lets you go without a roll"),
    "will_not_attack": _will_not_attack,
    "extra_treasure": lambda clause, card, catalogue: f"it gives {_more(clause.number('amount'), 'treasure')}",
    "extra_level": lambda clause, card, catalogue: f"it gives {_more(clause.number('amount'), 'level')}",
    "escape_for_item": _escape_for_item,
    "bribe": _with_amount("it leaves without treasure if you give it an item worth at least {n} gold", "value"),
    "send_away": _fixed("it may be sent away instead of fought: its treasure is kept, it gives no level"),
    "decline": _fixed("you may decline to fight it: it gives no level and no treasure"),
    "exchange": _exchange,
    "killed_by": _killed_by,
    # on a victim
    "lose_level": _lose_level,
    "set_level": _set_level,
    "death": _fixed("you die"),
    "lose_item": _lose_item,
    "lose_all": lambda clause, card, catalogue: f"you lose {_all_cards(clause)}",
    "lose_class": _lose_class,
    "lose_race": _fixed("you discard all your race cards"),
    "discard_hand": _fixed("you discard your whole hand"),
    "lose_worth": _with_amount(
        "you lose items of your choice worth at least {n} gold in total, or all if you have less"
    ),
    "neighbours_take_hand": _fixed(
        "the player on your left takes an unseen card from your hand, then the player on your right does the same"
    ),
    "neighbours_choose": _fixed(
        "the player on your left chooses an item that you lose, then the player on your right does the same"
    ),
    "others_take": _others_take,
    "highest_take": _fixed("every other player of the highest level takes one of your items"),
    "income_tax": _fixed(
        "you discard an item of your choice, and every other player discards items of at least its value in total, "
        "or else all items and 1 level"
    ),
    "change_class": _fixed("your class cards are replaced by the topmost class card of the door discards"),
    "change_race": _fixed("your race cards are replaced by the topmost race card of the door discards"),
    "change_sex": _fixed("your sex changes for good"),
    "stay": _stay,
    "choose": _fixed("you choose"),  # `_effects` adds the options
    # by a play
    "side_bonus": _side_bonus,
    "race_bonus": _race_bonus,
    "multiply": _fixed("the strength of the fighter counts once more"),
    "remove_all": _remove_all,
    "remove_monster": _remove_monster,
    "escape": _escape,
    "redo_escape": _fixed("that player must roll to escape again"),
    "set_die": _fixed("the die shows that face"),
    "new_fighter": _fixed("that player takes over as main fighter"),
    "search": _fixed("you take that card into your hand"),
    "cancel_curse": _fixed("the curse is cancelled"),
    "clone": _fixed("a second one joins, with the same enhancers"),
    "replace": _fixed("the monster and its enhancers are replaced by the one from your hand"),
    "join": _fixed("that monster joins the combat"),
    "take_item": _fixed("you take the item and use it; this must turn the combat from losing to winning"),
    "cheat": _fixed("you may use that item against every restriction"),
    "class_level": _class_level,
    "gain_level": _gain_level,
    "steal_level": _fixed("that player loses 1 level and you gain 1 (never the winning level)"),
    "draw": _draw,
    "kill_sidekick": _fixed("a hireling in play is discarded (there must be one)"),
}


def _phrase(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    """A clause with its condition and its alternative."""
    text = _condition(clause, card) + PHRASES[clause.do](clause, card, catalogue)
    if clause.otherwise is None:
        return text
    return f"{text}; if you cannot, {_phrase(clause.otherwise, card, catalogue)}"


def _effects(clauses: Sequence[Clause], card: Card, catalogue: Catalogue) -> list[str]:
    """The phrases of clauses that run in order; a choice swallows its options."""
    found: list[str] = []
    index = 0
    while index < len(clauses):
        clause = clauses[index]
        index += 1
        text = _phrase(clause, card, catalogue)
        if clause.do == "choose":
            options = clauses[index : index + clause.number("options")]
            index += len(options)
            text += ": " + ", or ".join(_phrase(option, card, catalogue) for option in options)
        found.append(text)
    return found


# --------------------------------------------------------------------------- plays

MOMENT_PHRASES: dict[Moment, str] = {
    Moment.ANY: "at any time",
    Moment.COMBAT: "in any combat",
    Moment.ROLL: "after a die roll of your own",
    Moment.FAILED: "after your own failed roll to run away",
    Moment.ESCAPED: "when a player has just escaped",
    Moment.ESCAPE: "when running away is decided, before the rolls",
    Moment.AFTER_COMBAT: "right after a combat",
    Moment.CURSE: "when a curse is about to strike",
    Moment.OWN_TURN: "in a combat of your own turn",
    Moment.LOSING: "while you are losing a combat",
    Moment.LONE: "in a combat of a lone fighter",
    Moment.SETUP: "before the first turn",
    Moment.OWN_FREE: "in your own turn outside combat",
}
AIM_PHRASES: dict[Aim, str] = {
    Aim.NONE: "",
    Aim.PLAYER: "on any living player ",
    Aim.SIDE: "for either side ",
    Aim.MONSTER: "on one monster ",
    Aim.MONSTER_FROM_HAND: "with a monster from your hand ",
    Aim.MONSTER_SWAP: "on one monster, with another one from your hand, ",
    Aim.OWN_ITEM: "on one of your items ",
    Aim.OTHERS_ITEM: "on an item of another player ",
    Aim.CURSE: "on a curse of any player ",
    Aim.DISCARD: "on a card in the discard piles ",
    Aim.OUTSIDER: "on a player outside the combat ",
    Aim.FACE: "with a face of the die that you name ",
    Aim.FIGHTERS: "for one fighter or both ",
    Aim.VICTIM: "on another player ",
}


def _moments(card: Card) -> str:
    return _listed([text for moment, text in MOMENT_PHRASES.items() if moment in card.moments], "or")


def _play(card: Card, catalogue: Catalogue) -> list[str]:
    """When the card is played, at what, and what then happens."""
    effects = "; ".join(_effects(card.play, card, catalogue))
    if card.kind in (Kind.CURSE, Kind.MADNESS):
        return [f"if it strikes you, {effects}"]
    if not card.play:
        return []
    if not card.moments:
        return [f"plays itself as soon as you get it: {effects}"]
    return [f"play it {AIM_PHRASES[card.aim]}{_moments(card)}: {effects}"]


# --------------------------------------------------------------------------- head lines


def _monster_head(card: Card, catalogue: Catalogue) -> list[str]:
    level = "it gives no level" if not card.levels else _count(card.levels, "level")
    treasures = _count(card.treasures, "treasure") if card.treasures else "no treasure"
    return [f"level {card.level}", *_tags(card.tags), treasures, level]


def _item_head(card: Card, catalogue: Catalogue) -> list[str]:
    parts = ["big"] if card.big else []
    if card.slot == Slot.HANDS:
        parts.append(_count(card.hands, "hand"))
    elif card.slot != Slot.NONE:
        parts.append(_SLOT_WORDS[card.slot])
    parts += _tags(card.tags)
    if card.bonus:
        parts.append(f"{card.bonus:+d}")
    return parts + _worth(card)


def _worth(card: Card) -> list[str]:
    if card.value == NO_VALUE:
        return []
    return [f"worth {card.value} gold" if card.value else "worth no gold"]


def _one_shot_head(card: Card, catalogue: Catalogue) -> list[str]:
    return _tags(card.tags) + _worth(card)


def _sidekick_head(card: Card, catalogue: Catalogue) -> list[str]:
    return [*_tags(card.tags), *([f"{card.bonus:+d}"] if card.bonus else [])]


_HEADS: dict[Kind, tuple[str, Callable[[Card, Catalogue], list[str]]]] = {
    Kind.MONSTER: ("Monster", _monster_head),
    Kind.ITEM: ("Item", _item_head),
    Kind.ONE_SHOT: ("One-shot", _one_shot_head),
    Kind.SIDEKICK: ("Hireling", _sidekick_head),
}
_PLAIN_HEADS: dict[Kind, str] = {
    Kind.RACE: "Race",
    Kind.CLASS: "Class",
    Kind.RACE_MODIFIER: "Goes with a race",
    Kind.CLASS_MODIFIER: "Goes with a class",
    Kind.CURSE: "Curse",
    Kind.ENHANCER: "Monster enhancer",
    Kind.WANDERING: "Wandering monster",
    Kind.DOOR_SPECIAL: "Special door card",
    Kind.LEVEL: "Level card",
    Kind.TREASURE_SPECIAL: "Special treasure card",
    Kind.ROOM: "Room",
    Kind.MADNESS: "Madness",
    Kind.MUTATION: "Mutation",
}


def _head(card: Card, catalogue: Catalogue) -> str:
    if card.kind in _HEADS:
        name, parts = _HEADS[card.kind]
        return ", ".join([name, *parts(card, catalogue)])
    name = _PLAIN_HEADS[card.kind]
    if card.kind == Kind.CURSE and catalogue.switches["curse_name"] == "trap":
        name = "Trap"
    return ", ".join([name, *_tags(card.tags)])


def _modifier(card: Card, catalogue: Catalogue) -> list[str]:
    """What Half-Breed and Super Munchkin allow under the rules of the host."""
    if card.kind == Kind.RACE_MODIFIER:
        alone = "drawbacks included" if catalogue.switches["half_breed_drawbacks"] else "without its drawbacks"
        return [f"you may have two races, or one race and be half human, {alone}"]
    if card.kind == Kind.CLASS_MODIFIER:
        alone = ", or one class without its drawbacks" if catalogue.switches["super_munchkin"] == "one_or_two" else ""
        return [f"you may have two classes{alone}"]
    return []


def _enhancer(card: Card, catalogue: Catalogue) -> list[str]:
    if card.kind != Kind.ENHANCER:
        return []
    what = "level" if catalogue.switches["enhancers_change_level"] else "strength"
    gains = [f"has {card.bonus:+d} {what}"] if card.bonus else []
    for number, noun in ((card.treasures, "treasure"), (card.levels, "level")):
        if number:
            gains.append(f"gives {_more(number, noun)}")
    moment = f"play it {AIM_PHRASES[card.aim]}{_moments(card)}"
    return [f"{moment}: the monster {_listed(gains)}"] if gains else [moment]


def _words_of(restriction: Restriction) -> list[str]:
    groups = (restriction.race, restriction.klass, restriction.sex)
    return [_listed([_plural(_word(word)) for word in group], "or") for group in groups if group]


def _restrictions(card: Card) -> list[str]:
    found = [f"usable only by {' and only by '.join(words)}" for words in [_words_of(card.usable_by)] if words]
    return found + [f"not usable by {_listed(words, 'or')}" for words in [_words_of(card.not_usable_by)] if words]


def explain(catalogue: Catalogue, type_: int) -> str:
    """What a card does, in plain English sentences. Raises CardError for a number that is no type."""
    card = catalogue.card(type_)
    sentences = [_head(card, catalogue)]
    sentences += _restrictions(card)
    sentences += _modifier(card, catalogue)
    sentences += _enhancer(card, catalogue)
    if card.lasting:
        sentences += _play(card, catalogue)
        while_there = "; ".join(_effects(card.always, card, catalogue))
        sentences.append(f"while it stays, {while_there}")
    else:
        sentences += _effects(card.always, card, catalogue)
        sentences += _play(card, catalogue)
    for label, clauses in (
        ("before the combat", card.entry),
        ("bad stuff", card.bad_stuff),
        ("even if you escape", card.escaped),
    ):
        if clauses:
            sentences.append(f"{label}: {'; '.join(_effects(clauses, card, catalogue))}")
    if card.kind == Kind.MONSTER and not card.bad_stuff:
        sentences.append("bad stuff: none")
    if card.origin != "published":
        sentences.append(ORIGINS[card.origin])
    return " ".join(_sentence(text) for text in sentences)


# --------------------------------------------------------------------------- coverage


def coverage(catalogue: Catalogue) -> dict[str, dict[str, tuple[int, int]]]:
    """Distinct cards and copies by kind (as card files call it) and by origin."""
    found: dict[str, dict[str, tuple[int, int]]] = {}
    for card in catalogue.cards:
        if card is None:
            continue
        row = found.setdefault(KIND_WORDS[card.kind], dict.fromkeys(ORIGINS, (0, 0)))
        distinct, copies = row[card.origin]
        row[card.origin] = (distinct + 1, copies + card.copies)
    return {word: found[word] for word in KIND_WORDS.values() if word in found}


def coverage_table(catalogue: Catalogue) -> str:
    """`coverage` as a Markdown table: distinct cards, and copies where they differ."""

    def cell(pair: tuple[int, int]) -> str:
        distinct, copies = pair
        return str(distinct) if distinct == copies else f"{distinct} ({copies})"

    rows = coverage(catalogue)
    lines = [f"| kind | {' | '.join(ORIGINS)} |", f"| --- |{' ---: |' * len(ORIGINS)}"]
    lines += [f"| {word} | {' | '.join(cell(row[origin]) for origin in ORIGINS)} |" for word, row in rows.items()]
    totals = [
        (sum(row[origin][0] for row in rows.values()), sum(row[origin][1] for row in rows.values()))
        for origin in ORIGINS
    ]
    return "\n".join([*lines, f"| all | {' | '.join(cell(total) for total in totals)} |"])
