"""Names of generated editions: `generated:SEED`, `generated:SEED:LIKE`, `generated:SEED:LIKE:SIZE`.

LIKE is one or more editions of the package with `+` between them; SIZE is a number of cards, or a share as `25%`: then
the edition is LIKE itself with that share of its cards replaced.
"""

import hashlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from munchkin_env.errors import CardError, did_you_mean, shown

PREFIX = "generated:"
FOUR = ("munchkin", "star", "cthulhu", "extended")
"""Default sources of the draw."""
USUAL_SIZE = 168
"""Cards of both decks; as many as those of the base game."""
SIZES = (120, 400)
LARGEST_SEED = 2**32 - 1


@dataclass(frozen=True)
class GeneratedName:
    """Identity of a generated edition."""

    seed: int
    like: tuple[str, ...] = FOUR
    size: int = USUAL_SIZE
    """Cards of both decks, copies counted; ignored where there is a share."""
    share: int | None = None
    """Percentage of new cards in the one edition `like`; None draws an edition of its own."""

    def __str__(self) -> str:
        parts = [f"{PREFIX}{self.seed}"]
        last = self.size if self.share is None else f"{self.share}%"
        if self.like != FOUR or last != USUAL_SIZE:
            parts.append("+".join(self.like))
        if last != USUAL_SIZE:
            parts.append(str(last))
        return ":".join(parts)

    @property
    def id(self) -> str:
        """Id of the edition, the prefix of those of its cards."""
        return str(self).replace("%", "_percent").replace(":", "_").replace("+", "_")

    @classmethod
    def checked(
        cls, seed: object, like: object, size: object, share: object, shipped: Iterable[str]
    ) -> "GeneratedName":
        """Return the name with these parts; None takes the default. Raises CardError naming the wrong part."""
        there = tuple(shipped)
        whole = _whole("seed", seed, 0, LARGEST_SEED)
        names = FOUR if like is None else (like,) if isinstance(like, str) else like
        if not isinstance(names, list | tuple) or not names:
            raise CardError(f"like: expected one or more of {', '.join(there)}, got {shown(like)}")
        for name in names:
            if name not in there:
                raise CardError(
                    f"like: expected editions of the package, {', '.join(there)}, got {shown(name)}"
                    f"{did_you_mean(name, there)}"
                )
        if len(set(names)) < len(names):
            raise CardError(f"like: expected different editions, got {shown(names)}")
        if share is None:
            return cls(whole, tuple(names), USUAL_SIZE if size is None else _whole("size", size, *SIZES))
        if size is not None:
            raise CardError(f"size: expected none beside a share, which keeps that of the edition, got {shown(size)}")
        if len(names) != 1:
            raise CardError(f"like: expected one edition whose cards are replaced, got {', '.join(names)}")
        return cls(whole, tuple(names), share=_whole("share", share, 0, 100))

    @classmethod
    def read(cls, text: str, shipped: Iterable[str]) -> "GeneratedName":
        """Return the edition that a name beginning with `generated:` means. Raises CardError."""
        seed, *rest = text.removeprefix(PREFIX).split(":")
        if len(rest) > 2:
            raise CardError(f"editions: expected {PREFIX}SEED:LIKE:SIZE at most, got {shown(text)}")
        like = rest[0].split("+") if rest else None
        last = rest[1] if len(rest) > 1 else ""
        size = _digits(last) if last and not last.endswith("%") else None
        share = _digits(last[:-1]) if last.endswith("%") else None
        return cls.checked(_digits(seed), like, size, share, shipped)


def _digits(text: str) -> int | str:
    """Return a number in its only valid form, else the text, which `_whole` refuses."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 12 and str(int(text)) == text else text


def _whole(field: str, value: object, least: int, most: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise CardError(f"{field}: expected a whole number from {least} to {most}, got {shown(value)}")
    return value


# ---------------------------------------------------------------------------
# Random draws that are the same on every platform and in every version of Python: SHA-256 of a text and a counter.

# ---------------------------------------------------------------------------
# Names of generated cards, by a grammar of this package: the kind of thing, and a likeness or an origin.

T = TypeVar("T")


class Draws:
    """A sequence of draws that depends only on the key."""

    def __init__(self, *key: object) -> None:
        self._key = ":".join(str(part) for part in key)
        self._counter = 0

    def below(self, n: int) -> int:
        """Return a whole number from 0 to n - 1; of 64 bits, so that none is likelier by more than n in 2^64."""
        digest = hashlib.sha256(f"{self._key}:{self._counter}".encode()).digest()
        self._counter += 1
        return int.from_bytes(digest[:8], "big") % n

    def one(self, choices: Sequence[T]) -> T:
        """Return one of the choices, of which there is at least one."""
        return choices[self.below(len(choices))]

    def some(self, choices: Sequence[T], n: int) -> list[T]:
        """Return so many different places of the choices, in the order drawn; all if there are fewer."""
        left = list(choices)
        return [left.pop(self.below(len(left))) for _ in range(min(n, len(left)))]


LIKE = (
    *("Ashen", "Bashful", "Brackish", "Burrowing", "Cantankerous", "Chalk", "Clammy", "Clockwork", "Crumbling"),
    *("Damp", "Dawdling", "Drowsy", "Dusty", "Ember", "Envious", "Fidgety", "Fretful", "Gilded", "Gloomy"),
    *("Grumbling", "Hollow", "Hopeful", "Humming", "Indigo", "Jittery", "Knotted", "Lopsided", "Marsh", "Meandering"),
    *("Moonlit", "Mossy", "Murky", "Nimble", "Opal", "Overgrown", "Pebbled", "Pompous", "Quarrelsome", "Rattling"),
    *("Reluctant", "Rustling", "Salt", "Scornful", "Shivering", "Sulking", "Tallow", "Tangled", "Thirsty", "Thorny"),
    *("Timid", "Velvet", "Wandering", "Wheezing", "Whistling", "Willow", "Windblown", "Wobbling", "Woolen", "Yawning"),
)
BEASTS = (
    *("Badger", "Barnacle", "Basilisk", "Beetle", "Boar", "Bog Wisp", "Bramble", "Buzzard", "Cabbage", "Centaur"),
    *("Cockatrice", "Crab", "Cricket", "Djinn", "Earwig", "Ettin", "Ferret", "Gargoyle", "Ghast", "Gnat", "Gosling"),
    *("Gryphon", "Hag", "Hedgehog", "Heron", "Hornet", "Hydra", "Imp", "Jackdaw", "Kelpie", "Kobold", "Lamprey"),
    *("Lindworm", "Manticore", "Mandrake", "Mole", "Moth", "Newt", "Nixie", "Ogre", "Ooze", "Otter", "Pangolin"),
    *("Pike", "Porcupine", "Pumpkin", "Revenant", "Roc", "Salamander", "Scarecrow", "Shrew", "Specter", "Sprite"),
    *("Tapir", "Thistle", "Toad", "Topiary", "Tortoise", "Turnip", "Viper", "Walrus", "Weasel", "Wisp", "Wyvern"),
)
THINGS = {  # by the slot of an item
    "headgear": ("Bonnet", "Cap", "Circlet", "Cowl", "Hood", "Kettle Hat", "Laurel", "Visor", "Wig"),
    "armor": ("Apron", "Breastplate", "Cuirass", "Doublet", "Gambeson", "Hauberk", "Jerkin", "Tabard", "Vest"),
    "footgear": ("Clogs", "Galoshes", "Greaves", "Slippers", "Socks", "Spurs", "Stilts", "Waders"),
    "hands": ("Cudgel", "Flail", "Gauntlet", "Hatchet", "Javelin", "Ladle", "Lantern", "Mallet", "Maul", "Net"),
    "both hands": ("Anvil", "Catapult", "Crossbow", "Halberd", "Harpoon", "Oar", "Pitchfork", "Scythe", "Trident"),
    "": ("Amulet", "Banner", "Belt", "Bugle", "Compass", "Cushion", "Flute", "Hourglass", "Kite", "Medal", "Satchel"),
}
FLASKS = (
    *("Balm", "Bottle", "Brew", "Candle", "Confetti", "Cordial", "Draught", "Elixir", "Firecracker", "Flask", "Jam"),
    *("Lotion", "Ointment", "Pepper", "Phial", "Powder", "Snuff", "Soup", "Tincture", "Tonic", "Tea", "Vinegar"),
)
OF = (
    *("Afterthought", "Ambition", "Apology", "Arithmetic", "Boredom", "Bravado", "Commotion", "Courtesy", "Doubt"),
    *("Echoes", "Envy", "Excess", "Gossip", "Gravity", "Haste", "Hearsay", "Hiccups", "Indecision", "Leftovers"),
    *("Luck", "Mischief", "Mondays", "Nostalgia", "Optimism", "Paperwork", "Patience", "Pretense", "Regret", "Riddles"),
    *("Rumor", "Serenity", "Silence", "Sleep", "Static", "Stubbornness", "Surprise", "Tuesdays", "Whimsy", "Worry"),
)
EVENTS = (
    *("Ambush", "Bargain", "Bluff", "Changeover", "Coincidence", "Commotion", "Decree", "Detour", "Digression"),
    *("Diversion", "Downpour", "Draft", "Errand", "Exchange", "Fanfare", "Favor", "Feint", "Gust", "Interlude"),
    *("Intrigue", "Loophole", "Misunderstanding", "Omen", "Parley", "Prank", "Ruse", "Shortcut", "Summons", "Twist"),
)
PLACES = (
    *("Antechamber", "Archive", "Attic", "Bathhouse", "Belfry", "Boiler Room", "Cellar", "Cloister", "Conservatory"),
    *("Courtyard", "Crypt", "Foundry", "Gallery", "Granary", "Kennel", "Larder", "Library", "Scullery", "Stairwell"),
)
PEOPLE = (
    *("Acolyte", "Apprentice", "Beekeeper", "Cartographer", "Cook", "Falconer", "Ferryman", "Fiddler", "Gardener"),
    *("Herald", "Lamplighter", "Notary", "Page", "Porter", "Ratcatcher", "Squire", "Tinker", "Understudy", "Usher"),
)
BETTERED = ("Blessed", "Burnished", "Enameled", "Engraved", "Feathered", "Honed", "Lacquered", "Plumed", "Tasseled")
STATES = (
    *("Alert", "Armored", "Astonished", "Bilious", "Colossal", "Enormous", "Famished", "Feral", "Furious", "Groggy"),
    *("Haughty", "Hulking", "Infected", "Lovesick", "Nearsighted", "Puny", "Rabid", "Seasoned", "Sleepy", "Sturdy"),
    *("Tipsy", "Towering", "Underfed", "Unruly", "Vexed", "Well-Rested", "Winged", "Wrathful"),
)
CURSED = ("Hex", "Jinx", "Malediction", "Blight", "Bane", "Misfortune")
UPSET = ("Dread", "Delusion", "Mania", "Obsession", "Fixation", "Phantasm")
GROWN = ("Antlers", "Fins", "Gills", "Scales", "Tail", "Tusks", "Whiskers", "Wings")
RISEN = ("Lesson", "Reward", "Triumph", "Windfall", "Promotion", "Insight", "Bequest")
MIXED = ("Descent", "Heritage", "Lineage", "Ancestry")
DOUBLED = ("Calling", "Vocation", "Apprenticeship", "Guild Letter")


def _of(nouns: tuple[str, ...]) -> Callable[[Draws], str]:
    return lambda chance: f"{chance.one(nouns)} of {chance.one(LIKE)} {chance.one(OF)}"


def _like(nouns: tuple[str, ...]) -> Callable[[Draws], str]:
    return lambda chance: f"{chance.one(LIKE)} {chance.one(nouns)}"


def _state(chance: Draws) -> str:
    return f"{chance.one(STATES)} and {chance.one(STATES)}"


_BY_KIND: dict[str, Callable[[Draws], str]] = {
    "monster": _like(BEASTS),
    "race_modifier": _like(MIXED),
    "class_modifier": _like(DOUBLED),
    "curse": _of(CURSED),
    "monster_enhancer": _state,
    "wandering_monster": _of(("Arrival", "Visit", "Uproar")),
    "door_special": _like(EVENTS),
    "one_shot": _of(FLASKS),
    "go_up_level": _of(RISEN),
    "treasure_special": _of(EVENTS),
    "sidekick": _like(PEOPLE),
    "hireling": _like(PEOPLE),
    "madness": _of(UPSET),
    "trick": _of(EVENTS),
    "item_enhancer": lambda chance: f"{chance.one(BETTERED)} {chance.one(LIKE)} Trim",
    "mutation": _like(GROWN),
    "room": _like(PLACES),
}


def new_name(chance: Draws, kind: str, place: str = "", identity: str = "") -> str:
    """Return a name for a card of a kind.

    place: the slot of an item; identity: the race or class of one that gives it.
    """
    if identity:
        return f"{chance.one(LIKE)} {identity.replace('_', ' ').title()}"
    if kind == "item":
        return _of(THINGS[place])(chance) if chance.below(2) else _like(THINGS[place])(chance)
    return _BY_KIND[kind](chance)
