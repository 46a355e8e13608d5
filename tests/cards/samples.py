"""Values of each type of parameter, and what no explanation of a card may contain."""

import re

from munchkin_env.cards.explain import ABILITY_PHRASES
from munchkin_env.vocabulary import (
    Chooser,
    Deck,
    Filter,
    Klass,
    Often,
    Payment,
    Policy,
    Race,
    Receiver,
    Slot,
    Tag,
    Until,
)

SAMPLES: dict[str, list[object]] = {
    "int": [1, 2],
    "bool": [True, False],
    "slot": [Slot.HEADGEAR, Slot.HANDS],
    "tags": [(Tag.FIRE,), (Tag.FIRE, Tag.UNDEAD), (Tag.POTION,), (Tag.BELOW_WAIST,), (Tag.FIRE, Tag.BELOW_WAIST)],
    "ability": list(ABILITY_PHRASES),
    "race": [Race.ELF, Race.DWARF],
    "class": [Klass.WIZARD, Klass.CULTIST],
    "card": ["ancient", "munchkin:intelligent"],
    "filter": [one for one in Filter if one not in (Filter.VALUE, Filter.BODY, Filter.HOST)],  # the engine's own
    "policy": list(Policy),
    "deck": list(Deck),
    "side": ["left", "right"],
    "combat_side": ["players", "monsters"],
    "receiver": list(Receiver),
    "chooser": list(Chooser),
    "until": list(Until),
    "payment": list(Payment),
    "often": [Often.TURN, Often.COMBAT],
    "letter": [0, 25],
}


def faults_of_language(text: str) -> list[str]:
    """Things that no explanation may contain: wrong grammar, or something unworded."""
    patterns = [
        r"\b1 (levels|treasures|cards|hands)\b",
        r"\b(?!1\b)\d+ (level|treasure|card|hand)\b(?! (or|cards))",
        r"\ba [aeiou]|\ban [^aeiou]",
        r"  | ,|\.\.|;;|,,|:;|: *$",
        r"[{}_\[\]|\0]|None|Filter|Slot|Tag\b|<",
        r"[+-]0\b",
        r"[^.]$|^[^A-Z]|\. [a-z]",
        r"\b(he|that player) (have|lose|discard|become|gain|choose|roll|die|give|show)\b",
    ]
    return [match.group() for pattern in patterns for match in re.finditer(pattern, text)]
