"""Bits of English grammar: plurals, articles, lists, and the game's words as nouns."""

from collections.abc import Iterable, Sequence

from munchkin_env.vocabulary import Deck, Klass, Race, Sex, Slot, Tag

_PLURALS = {"dwarf": "dwarves", "elf": "elves", "thief": "thieves", "female": "women", "male": "men"}
_TAG_WORDS = {Tag.BELOW_WAIST: "worn below the waist", Tag.KNEES: "worn on the knees"}
SLOT_WORDS = {
    Slot.NONE: "item without a slot",
    Slot.HEADGEAR: "headgear",
    Slot.ARMOR: "armor",
    Slot.FOOTGEAR: "footgear",
    Slot.HANDS: "hand",
}
DECK_WORDS = {Deck.DOOR: "door card", Deck.TREASURE: "treasure", Deck.EXTRA: "extra card"}


def word_for(member: Race | Klass | Sex) -> str:
    return member.name.lower().replace("_", " ")


def article(noun: str) -> str:
    return f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"


def plural(noun: str) -> str:
    return _PLURALS.get(noun, noun + "s")


def count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {plural(noun)}"


def more(number: int, noun: str) -> str:
    """`2 more levels`, `1 fewer treasure`."""
    noun = noun if abs(number) == 1 else plural(noun)
    return f"{abs(number)} {'more' if number > 0 else 'fewer'} {noun}"


def listed(parts: Sequence[str], last: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`."""
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} {last} {parts[-1]}"


def either(members: Iterable[Race | Klass | Sex]) -> str:
    nouns = {Sex.MALE: "man", Sex.FEMALE: "woman"}
    return listed([article(nouns[one] if isinstance(one, Sex) else word_for(one)) for one in members], "or")


def tag_words(tags: object) -> list[str]:
    found = tags if isinstance(tags, Tag) else Tag(0)
    return [_TAG_WORDS.get(tag, tag.name.lower().replace("_", " ")) for tag in Tag if tag in found and tag.name]


def sentence(text: str) -> str:
    return text[0].upper() + text[1:] + "."


def after(name: str, effects: Sequence[str]) -> str:
    """Effects after the moment at which they come: `if you escape and your level is 4 or higher, …`."""
    if name.startswith("if ") and len(effects) == 1 and effects[0].startswith("if "):
        return f"{name} and {effects[0].removeprefix('if ')}"
    return f"{name}{', ' if name.startswith('if ') else ': '}{'; '.join(effects)}"
