"""Bits of English grammar: persons, plurals, articles, lists, and the game's words as nouns."""

import re
from collections.abc import Iterable, Sequence

from munchkin_env.vocabulary import Deck, Klass, Race, Sex, Slot, Tag

_PLURALS = {"dwarf": "dwarves", "elf": "elves", "thief": "thieves", "female": "women", "male": "men"}
_TAG_WORDS = {
    Tag.BELOW_WAIST: "worn below the waist",
    Tag.KNEES: "worn on the knees",
    Tag.FROM_HELL: "from hell",
}
_AFTER_NOUN = {Tag.BELOW_WAIST, Tag.KNEES, Tag.FROM_HELL}  # the other adjectives come before it
_NOUNS = {Tag.WAND, Tag.STAFF, Tag.POLE, Tag.POTION, Tag.SWORD, Tag.RING, Tag.LASER, Tag.PHOBIA}
SLOT_WORDS = {
    Slot.NONE: "item without a slot",
    Slot.HEADGEAR: "headgear",
    Slot.ARMOR: "armor",
    Slot.FOOTGEAR: "footgear",
    Slot.HANDS: "hand",
}
DECK_WORDS = {Deck.DOOR: "door card", Deck.TREASURE: "treasure", Deck.EXTRA: "extra card"}


def word_for(member: Race | Klass | Sex | Tag) -> str:
    """Return the noun of a race, a class, a sex or a tag."""
    return member.name.lower().replace("_", " ")


def article(noun: str) -> str:
    """Return a noun with `a` or `an`."""
    return f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"


def plural(noun: str) -> str:
    """Return the plural of a noun."""
    return _PLURALS.get(noun, noun + "s")


def count(number: int, noun: str) -> str:
    """Return a number with its noun: `1 level`, `2 levels`."""
    return f"{number} {noun}" if number == 1 else f"{number} {plural(noun)}"


def more(number: int, noun: str) -> str:
    """Return a text such as `2 more levels` or `1 fewer treasure`."""
    noun = noun if abs(number) == 1 else plural(noun)
    return f"{abs(number)} {'more' if number > 0 else 'fewer'} {noun}"


def listed(parts: Sequence[str], last: str = "and") -> str:
    """Return `a`, `a and b`, `a, b and c`."""
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} {last} {parts[-1]}"


def either(members: Iterable[Race | Klass | Sex]) -> str:
    """Return nouns with articles: `an elf or a dwarf`, `a man`."""
    nouns = {Sex.MALE: "man", Sex.FEMALE: "woman"}
    return listed([article(nouns[one] if isinstance(one, Sex) else word_for(one)) for one in members], "or")


def as_tags(value: object) -> tuple[Tag, ...]:
    """Return the tags that a parameter names, in the order of their numbers; none if it is left out."""
    return tuple(sorted(value)) if isinstance(value, tuple) else ()


def tag_words(tags: object) -> list[str]:
    """Return a word for each tag."""
    return [_TAG_WORDS.get(tag, word_for(tag)) for tag in as_tags(tags)]


def tagged(noun: str, tags: object) -> str:
    """Return `fire or ichor card`, `item worn below the waist`, `card that is fire or worn below the waist`."""
    found = set(as_tags(tags))
    words = listed(tag_words(tags), "or")
    if not found & _AFTER_NOUN:
        return f"{words} {noun}"
    return f"{noun} {words}" if found <= _AFTER_NOUN else f"{noun} that is {words}"


def things(tags: object, noun: str) -> list[str]:
    """Return each tag as a thing: `wand`, `fire card`."""
    return [tag_words((tag,))[0] if tag in _NOUNS else tagged(noun, (tag,)) for tag in as_tags(tags)]


# --------------------------------------------------------------------------- persons Phrases are written to "you".
# Where they may be about another player, the words that change with the person are in brackets: `you lose[s]`, `you
# [have|has]`, `nothing happens to [you|him]`. `your`, and `you` as a subject, change by themselves.

_MARK = re.compile(r"\[([^\[\]|]*)(?:\|([^\[\]|]*))?\]")
_PERSON = re.compile(r"\b(you|your)\b")
_FIRST = re.compile(r"\0(he|his|him)")
_OTHERS = {"you": "\0he", "your": "\0his", "him": "\0him"}
_NAMED = {"he": "that player", "his": "that player's", "him": "that player"}


def to_reader(text: str) -> str:
    """Return the phrase as addressed to the player it is about."""
    return _MARK.sub(lambda found: found[1] if found[2] is not None else "", text)


def of_other(text: str) -> str:
    """Return the phrase about another player, whom `name_once` names."""

    def third(found: re.Match[str]) -> str:
        said = found[1] if found[2] is None else found[2]
        return _OTHERS.get(said, said)

    return _PERSON.sub(lambda found: _OTHERS[found[1]], _MARK.sub(third, text))


def name_once(phrases: Sequence[str]) -> list[str]:
    """Return phrases about one other player: `that player` at first, `he` from then on."""
    named = False
    found = []
    for text in phrases:
        if not named and _FIRST.search(text):
            text, named = _FIRST.sub(lambda match: _NAMED[match[1]], text, count=1), True
        found.append(text.replace("\0", ""))
    return found


def sentence(text: str) -> str:
    """Return a text with a capital and a full stop."""
    return text[0].upper() + text[1:] + "."


def after(name: str, effects: Sequence[str]) -> str:
    """Return effects after the moment at which they come: `if you escape and your level is 4 or higher, …`."""
    if name.startswith("if ") and len(effects) == 1 and effects[0].startswith("if "):
        return f"{name} and {effects[0].removeprefix('if ')}"
    return f"{name}{', ' if name.startswith('if ') else ': '}{'; '.join(effects)}"
