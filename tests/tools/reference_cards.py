"""Contents of own cards, as tables of docs/reference/words.md: fields, ranges, and all words that a value may be."""

from collections.abc import Iterable, Mapping

from benchmarks.markdown import table
from munchkin_env.cards import card_reader
from munchkin_env.cards.definition import (
    DECK_FILES,
    DECK_KINDS,
    EVERY_KIND,
    FIELDS,
    KIND_WORDS,
    KINDS,
    MANIFEST_FILE,
    NUMBERS,
    ORIGINS,
)
from munchkin_env.cards.explain import ABILITY_PHRASES, AIM_PHRASES, MOMENT_PHRASES
from munchkin_env.cards.explain.grammar import to_reader
from munchkin_env.cards.files import DEEPEST, LONGEST_NAME
from munchkin_env.cards.words import ABILITIES, TAG_KINDS, WORDS
from munchkin_env.vocabulary import Ability, Aim, Deck, Filter, Kind, Moment, Tag

FILTERS: dict[Filter, str] = {
    Filter.ITEMS: "items in play",
    Filter.SMALL: "small items in play",
    Filter.BIG: "Big items in play",
    Filter.SLOT: "items in use in the slot `slot`",
    Filter.TAGGED: "items in use with one of the `tags`",
    Filter.HAND: "cards in hand",
    Filter.BEST: "the item that gives the biggest bonus",
    Filter.CLASSES: "class cards in play",
    Filter.RACES: "race cards in play",
    Filter.ITEMS_AND_HAND: "items in play, cards in hand",
    Filter.TREASURES: "treasure cards in play",
    Filter.HOST: "the card on which this one was played, by the word `bind`",
    Filter.MADNESS: "Madness cards, with one of the `tags` if they are given",
    Filter.DOORS_IN_HAND: "door cards in hand",
    Filter.UNUSABLE: "items in play that their owner may not use",
    Filter.OF_CLASS: "items in play that only his class lets him use",
    Filter.CHEAPEST: "the item in play of the least value above 0",
    Filter.DEAREST: "the item in play of the highest value",
    Filter.VOWEL: "cards in play and in hand whose name begins with a vowel",
    Filter.TAGGED_IN_PLAY: "items in play, carried ones too, with one of the `tags`",
    Filter.TAGGED_ANYWHERE: "cards in play and in hand with one of the `tags`",
    Filter.SIDEKICKS: "sidekicks in play",
}
AIMS = {
    Aim.NONE: "nobody: what its words say of a player is about who plays it",
    Aim.FACE: "a face of the die",
    Aim.FIGHTING_OR_CLASS: "on one monster, or on a player of the class that it strengthens",
    Aim.FRESH: "on a card that has just been discarded",
}
MANIFEST = {
    "decks.doors": "doors",
    "decks.treasures": "decks.treasures",
    "decks.extra": "extra",
    "switches.start_cards": "start_cards",
    "switches.hand_limit": "hand_limit",
}
CONDITION_KEYS = {  # what each asks, and how it is written
    "race": "one of the races: a word or a list",
    "not_race": "none of them: a word or a list",
    "class": "one of the classes: a word or a list",
    "not_class": "none of them: a word or a list",
    "sex": "`male` or `female`",
    "min_level": "a level of so much or more",
    "max_level": "a level of so much or less",
    "lone": "`true`: nobody helps",
    "bare": "`true`: no bonus at all on the players' side",
    "used": "something with one of the tags helped the players' side: a word or a list",
    "even_hand": "`true`: an even number of cards in hand",
    "lowest": "`true`: the lowest level, alone or with others",
    "helping": "`true`: he helps, and it is not his turn",
    "survivor": "`true`: he was not caught in the combat just over, though his ally was",
    "who": "whom it asks, if not as usual: `owner` the player who has the card, strikes or is struck, `party` any "
    "fighter, `somebody` one fighter for whom all of it holds",
}


def _code(words: Iterable[str]) -> str:
    return ", ".join(f"`{word}`" for word in words)


def _names(members: Iterable[Moment] | Iterable[Aim] | Iterable[Tag]) -> list[str]:
    return [str(member.name).lower() for member in members]


def _kinds(kinds: Iterable[Kind]) -> str:
    return _code(KIND_WORDS[kind] for kind in sorted(kinds))


def _filters() -> dict[Filter, list[str]]:
    """The words that take each filter; some are the engine's own, and no card may say them."""
    found: dict[Filter, list[str]] = {}
    for do, word in WORDS.items():
        for name, parameter in word.params.items():
            for one in parameter.only if parameter.type == "filter" else ():
                if isinstance(one, Filter):
                    found.setdefault(one, []).append(do if name == "filter" else f"{do}.{name}")
    return found


def _fields() -> str:
    rows = []
    for word, kind in KINDS.items():
        required, allowed = FIELDS[kind]
        files = " or ".join(f"`{DECK_FILES[deck]}`" for deck in Deck if kind in DECK_KINDS[deck])
        rows.append((f"`{word}`", files, _code(sorted(required)), _code(sorted(allowed))))
    return table(("kind", "in", "needs", "may have"), rows)


def _ranges() -> str:
    fields = set().union(*(required | allowed for required, allowed in FIELDS.values())) | EVERY_KIND
    rows = [(f"`{name}`", f"{NUMBERS[name][0]} to {NUMBERS[name][1]}") for name in NUMBERS if name in fields]
    least, most = NUMBERS["monster.treasures"]
    rows.append(("`treasures` of a monster or a room", f"{least} to {most}"))
    rows += [(f"`when.{name}`", f"{NUMBERS[name][0]} to {NUMBERS[name][1]}") for name in ("min_level", "max_level")]
    for key, name in MANIFEST.items():
        rows.append((f"`{key}` of `{MANIFEST_FILE}`", f"{NUMBERS[name][0]} to {NUMBERS[name][1]}"))
    rows.append(("`id`, `name` and other texts", f"1 to {LONGEST_NAME} letters that can be printed, in one line"))
    rows.append(("tables and lists inside each other", f"at most {DEEPEST}"))
    return table(("number", "range"), rows)


def _plays() -> str:
    """Return the moments and cards at which each word may be played; words that agree share a row."""
    found: dict[tuple[str, str], list[str]] = {}
    for do, word in WORDS.items():
        if "play" not in word.triggers:
            continue
        moments = _code(_names(moment for moment in Moment if moment in word.moments)) or "`[]`: it plays itself"
        found.setdefault((moments, _code(_names(sorted(word.aims)))), []).append(do)
    rows = [(_code(words), moments, aims) for (moments, aims), words in found.items()]
    return table(("words under `play`", "`when`", "`on`"), rows)


def _abilities() -> str:
    rows = []
    for ability, grant in ABILITIES.items():
        takes = []
        for name in ("limit", "amount"):
            if name in grant.takes + grant.may_take:
                parameter = WORDS["ability"].params[name]
                least, most = grant.amounts if name == "amount" else (parameter.least, parameter.most)
                takes.append(f"`{name}` {least} to {most}" + (", optional" if name in grant.may_take else ""))
        cards = "`limit` big items" if ability == Ability.MORE_BIG else "`limit` cards"
        says = to_reader(ABILITY_PHRASES[ability]).replace("{limit}", cards).replace("{amount:+d}", "`amount`")
        says = says.replace("{amount} or", "`amount` or").replace("{amount}", "`amount` treasures")
        rows.append((f"`{ability.name.lower()}`", says, "<br>".join(takes), _kinds(grant.kinds)))
    return table(("`ability`", "what it says", "takes", "at"), rows)


def _other_words() -> str:
    """The words of all other fields and parameters."""
    choices: dict[str, Mapping[str, object]] = {
        "field `slot`, parameter of type slot": card_reader.SLOTS,
        "field `layer`": card_reader.LAYERS,
        "field `origin`": ORIGINS,
        "field `race`, type race": card_reader.RACES,
        "field `class`, type class": card_reader.CLASSES,
        "fields `usable_by`, `not_usable_by`": {**card_reader.RACES, **card_reader.CLASSES, **card_reader.SEXES},
    }
    listed = ("slot", "ability", "race", "class", "filter")  # above, or in tables of their own
    choices |= {f"type {name}": words for name, words in card_reader.PARAMETER_WORDS.items() if name not in listed}
    return table(("where", "words"), [(where, _code(words)) for where, words in choices.items()])


def values() -> str:
    """All that a card may say besides its effect words."""
    takes = _filters()
    moments = [(f"`{word}`", MOMENT_PHRASES[moment]) for word, moment in card_reader.MOMENTS.items()]
    aims = [(f"`{word}`", AIMS.get(aim) or AIM_PHRASES[aim].strip(" ,")) for word, aim in card_reader.AIMS.items()]
    filters = [(f"`{one.name.lower()}`", FILTERS[one], _code(takes[one])) for one in Filter if one in takes]
    tags = [(f"`{word}`", _kinds(TAG_KINDS[tag])) for word, tag in card_reader.TAGS.items()]
    conditions = [(f"`{key}`", says) for key, says in CONDITION_KEYS.items()]
    sections = (
        (
            "Kinds and fields",
            "Each needs `id`, `name`, `kind` besides, and may have `copies`, `origin`.",
            _fields(),
        ),
        ("Ranges", "Those of parameters are in the table of words.", _ranges()),
        ("Moments: `when`", "A word or a list; `[]` if the card plays itself.", table(("`when`", "meaning"), moments)),
        ("Aims: `on`", "One word.", table(("`on`", "meaning"), aims)),
        ("Which word when and at what", "Without `when` and `on` a card is played as usual for its kind.", _plays()),
        ("Filters", "Which cards a word is about.", table(("`filter`", "cards", "words"), filters)),
        ("Tags", "A list; of a room those of its monster.", table(("tag", "at"), tags)),
        ("Abilities", "The `name` of the word `ability`; `status` grants those about helping.", _abilities()),
        ("Conditions: `when` of a clause", "All that is given must hold.", table(("key", "what it asks"), conditions)),
        ("Other words", "Of fields, and of parameters by type.", _other_words()),
    )
    return "\n\n".join(f"### {title}\n\n{text}\n\n{body}" for title, text, body in sections)
