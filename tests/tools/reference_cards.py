"""Tables of docs/reference/words.md about card files: fields, ranges, and the words of each value."""

from collections.abc import Iterable, Mapping

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
from munchkin_env.markdown import table
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
    Filter.HOST: "the card on which this one was played, by `spent host`",
    Filter.MADNESS: "Madness cards, with one of the `tags` if they are given",
    Filter.DOORS_IN_HAND: "door cards in hand",
    Filter.UNUSABLE: "items in play that their owner may not use",
    Filter.OF_CLASS: "items in play that their owner may use only because of a class",
    Filter.CHEAPEST: "the item in play of the least value above 0",
    Filter.DEAREST: "the item in play of the highest value",
    Filter.VOWEL: "cards in play and in hand whose name begins with a vowel",
    Filter.TAGGED_IN_PLAY: "items in play, carried ones too, with one of the `tags`",
    Filter.TAGGED_ANYWHERE: "cards in play and in hand with one of the `tags`",
    Filter.SIDEKICKS: "sidekicks in play",
}
AIMS = {
    Aim.NONE: "no target: effects on a player apply to the player of the card",
    Aim.FACE: "a face of the die",
    Aim.FIGHTING_OR_CLASS: "on one monster, or on a player of the class that it strengthens",
    Aim.FRESH: "on a card that has just been discarded",
    Aim.CURSE: "on a curse in front of a player",
    Aim.IN_TURN: "on another player who is in turn",
}
MOMENTS = {
    Moment.PLAYED: "when a door has just been opened, or another player has played, laid out or fought a card",
    Moment.SPOILS: "when the treasure of a combat won with a helper is shown, before any of it is taken",
}
MANIFEST = {
    "decks.doors": "doors",
    "decks.treasures": "decks.treasures",
    "decks.extra": "extra",
    "switches.start_cards": "start_cards",
    "switches.hand_limit": "hand_limit",
}
CONDITION_KEYS = {  # meaning and values
    "race": "the player has one of the races: a word or a list",
    "not_race": "the player has none of the races: a word or a list",
    "class": "the player has one of the classes: a word or a list",
    "not_class": "the player has none of the classes: a word or a list",
    "sex": "the player is `male` or `female`",
    "min_level": "the player has at least this level",
    "max_level": "the player has at most this level",
    "lone": "`true`: the combat has no helper",
    "bare": "`true`: the players' side has no bonus at all",
    "used": "a card with one of these tags has helped the players' side: a word or a list",
    "even_hand": "`true`: the player has an even number of cards in hand",
    "lowest": "`true`: no player has a lower level",
    "helping": "`true`: the player is the helper, outside the own turn",
    "survivor": "`true`: the player was not caught in the combat that has just ended, but the ally was",
    "who": "players that are checked, if not the usual ones: `owner`, the owner or victim of the card; `party`, any "
    "fighter for each key; `somebody`, one fighter for all keys",
}


def _code(words: Iterable[str]) -> str:
    return ", ".join(f"`{word}`" for word in words)


def _names(members: Iterable[Moment] | Iterable[Aim] | Iterable[Tag]) -> list[str]:
    return [str(member.name).lower() for member in members]


def _kinds(kinds: Iterable[Kind]) -> str:
    return _code(KIND_WORDS[kind] for kind in sorted(kinds))


def _filters() -> dict[Filter, list[str]]:
    """Return the words that take each filter; some filters belong to the engine, and no card may have them."""
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
    return table(("kind", "file", "required fields", "optional fields"), rows)


def _ranges() -> str:
    fields = set().union(*(required | allowed for required, allowed in FIELDS.values())) | EVERY_KIND
    rows = [(f"`{name}`", f"{NUMBERS[name][0]} to {NUMBERS[name][1]}") for name in NUMBERS if name in fields]
    least, most = NUMBERS["monster.treasures"]
    rows.append(("`treasures` of a monster or a room", f"{least} to {most}"))
    rows += [(f"`when.{name}`", f"{NUMBERS[name][0]} to {NUMBERS[name][1]}") for name in ("min_level", "max_level")]
    for key, name in MANIFEST.items():
        rows.append((f"`{key}` of `{MANIFEST_FILE}`", f"{NUMBERS[name][0]} to {NUMBERS[name][1]}"))
    rows.append(("`id`, `name` and other texts", f"1 to {LONGEST_NAME} printable characters, in one line"))
    rows.append(("nested tables and lists", f"at most {DEEPEST} levels"))
    return table(("number", "range"), rows)


def _plays() -> str:
    """Return the moments and cards at which each word may be played; words that agree share a row."""
    found: dict[tuple[str, str], list[str]] = {}
    for do, word in WORDS.items():
        if "play" not in word.triggers:
            continue
        moments = _code(_names(moment for moment in Moment if moment in word.moments)) or "`[]`: automatic"
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
        says = (
            to_reader(ABILITY_PHRASES[ability])
            .replace("his rolls have", "that player's rolls change by")
            .replace("{limit}", cards)
            .replace("{amount:+d}", "`amount`")
        )
        says = says.replace("{amount} or", "`amount` or").replace("{amount}", "`amount` treasures")
        rows.append((f"`{ability.name.lower()}`", says, "<br>".join(takes), _kinds(grant.kinds)))
    return table(("`ability`", "meaning", "parameters", "kinds of card"), rows)


def _other_words() -> str:
    """Return the words of all other fields and parameters."""
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
    """Return the tables of all contents of a card besides its effect words."""
    takes = _filters()
    moments = [
        (f"`{word}`", MOMENTS.get(moment) or MOMENT_PHRASES[moment]) for word, moment in card_reader.MOMENTS.items()
    ]
    aims = [(f"`{word}`", AIMS.get(aim) or AIM_PHRASES[aim].strip(" ,")) for word, aim in card_reader.AIMS.items()]
    filters = [(f"`{one.name.lower()}`", FILTERS[one], _code(takes[one])) for one in Filter if one in takes]
    tags = [(f"`{word}`", _kinds(TAG_KINDS[tag])) for word, tag in card_reader.TAGS.items()]
    conditions = [(f"`{key}`", says) for key, says in CONDITION_KEYS.items()]
    sections = (
        (
            "Kinds and fields",
            "Every card also needs `id`, `name` and `kind`, and may have `copies` and `origin`.",
            _fields(),
        ),
        (
            "Ranges",
            "Ranges of fields. `value` is in gold, `bonus` in points of combat strength.",
            _ranges(),
        ),
        (
            "Moments: `when`",
            "A word or a list; `[]` plays the card as soon as it is received. *You* means the player of the card.",
            table(("`when`", "meaning"), moments),
        ),
        ("Aims: `on`", "Target of the play, one word.", table(("`on`", "meaning"), aims)),
        (
            "Moments and aims of each word",
            "Without `when` and `on`, a card has the usual moment and target of its kind.",
            _plays(),
        ),
        ("Filters", "Cards of a player to which a word applies.", table(("`filter`", "cards", "words"), filters)),
        (
            "Tags",
            "Properties that other cards refer to, a list; the tags of a room are those of its monster.",
            table(("tag", "kinds of card"), tags),
        ),
        (
            "Abilities",
            "Values of `name` for the word `ability`; `status` grants only those about helping. *You* means the owner.",
            _abilities(),
        ),
        ("Conditions: `when` of a clause", "All given keys must hold.", table(("key", "meaning"), conditions)),
        ("Other words", "Values of other fields, and of parameters by type.", _other_words()),
    )
    return "\n\n".join(f"### {title}\n\n{text}\n\n{body}" for title, text, body in sections)
