"""Parameters of a game: seeds, and the settings of its config and its host edition in the state."""

import secrets
from hashlib import blake2b

import numpy as np

from munchkin_env.cards.compile import Catalogue
from munchkin_env.cards.definition import SWITCHES, Card
from munchkin_env.config.fields import settings_of
from munchkin_env.config.game_config import KEPT, SEXES, GameConfig
from munchkin_env.errors import ConfigError, shown
from munchkin_env.vocabulary import Deck, GoalBy, Klass, kinds_that

_MASK64 = (1 << 64) - 1
QUICK_CARDS = 4  # dealt from each deck (QUICK-4)
SEED_BITS = 4096  # bits of the longest seed
DRAWN_BITS = 128  # bits of a random seed: too many to search


def hash_seed(seed: int) -> tuple[int, int]:
    """Two 32-bit halves of a well-mixed 64-bit number (splitmix64); neighbouring seeds share nothing.

    All bits of a longer seed count: a digest of it is mixed.
    """
    if seed > _MASK64:
        seed = int.from_bytes(blake2b(f"{seed:x}".encode(), digest_size=8).digest(), "big")
    z = (seed + 0x9E3779B97F4A7C15) & _MASK64
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK64
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK64
    z ^= z >> 31
    return z >> 32, z & 0xFFFFFFFF


def check_seed(seed: object) -> int:
    """The seed as a Python int. Raises ConfigError for anything but a whole number from 0 of at most SEED_BITS bits."""
    if isinstance(seed, bool) or not isinstance(seed, int | np.integer):
        raise ConfigError(f"seed: expected a whole number from 0, got {shown(seed)}")
    if int(seed).bit_length() > SEED_BITS:  # Python does not print integers of thousands of digits
        raise ConfigError(f"seed: expected at most {SEED_BITS} bits, got {int(seed).bit_length()}")
    if seed < 0:
        raise ConfigError(f"seed: expected a whole number from 0, got {seed}")
    return int(seed)


def seed_or_drawn(seed: object) -> int:
    """The seed as a Python int, DRAWN_BITS bits from the system's chance for None. Raises ConfigError."""
    return secrets.randbits(DRAWN_BITS) if seed is None else check_seed(seed)


def _check_cult(config: GameConfig, catalogue: Catalogue) -> None:
    """QUICK-5: check that there are as many Cultist cards as begin in their discard pile."""
    cards = catalogue.tables[0]["card"]
    types = np.flatnonzero(np.isin(cards["kind"], [*kinds_that("klass")]) & (cards["klass"] == Klass.CULTIST)).tolist()
    there = sum(len(catalogue.copies_of(type_)) for type_ in types)
    if config.cult_discards > there:
        among = ", ".join(config.editions)
        raise ConfigError(
            f"cult_discards: expected at most the {there} Cultist cards of {among}, got {config.cult_discards}"
        )


def _check_decks(config: GameConfig, catalogue: Catalogue, start_cards: int) -> None:
    """SETUP-2: check that a part of the decks has as many cards as are dealt, and a monster."""
    if not config.only_cards and not config.without_cards:
        return
    dust = _has_dust(config, catalogue)
    cards = [card for card in catalogue.cards if card is not None and (dust or not keeps_extras(card))]
    doors, treasures = (sum(card.copies for card in cards if card.deck == deck) for deck in (Deck.DOOR, Deck.TREASURE))
    monsters = sum(card.copies for card in cards if card.kind in kinds_that("monster"))
    dealt = config.players * start_cards + config.cult_discards
    if doors < dealt or treasures < config.players * start_cards or not monsters:
        raise ConfigError(
            f"{'only_cards' if config.only_cards else 'without_cards'}: expected a monster at least, and the "
            f"{start_cards} doors and {start_cards} treasures that each of {config.players} players is dealt, "
            f"got {monsters} monsters, {doors} doors and {treasures} treasures in the decks"
        )


def keeps_extras(card: Card) -> bool:
    """FAIRY-1: return True if the card is in the game only with the third deck."""
    return any(clause.said == "keeps_extras" for clause in card.always)


def _has_dust(config: GameConfig, catalogue: Catalogue) -> bool:
    """FAIRY-1: use the config, else the presence of a third deck in the editions."""
    there = bool(catalogue.tables[0]["deck_cards"][Deck.EXTRA])
    if config.fairy_dust and not there:
        among = ", ".join(config.editions)
        raise ConfigError(f"fairy_dust: expected an edition with a third deck, some of it in the decks, got {among}")
    return there if config.fairy_dust is None else config.fairy_dust


def _is_quick(config: GameConfig, catalogue: Catalogue) -> bool:
    """QUICK-4: use the config, else the presence of an edition whose rulebook plays so."""
    if config.quick_play is not None:
        return config.quick_play
    return len(catalogue.editions) > 1 and any(edition.quick_blends for edition in catalogue.editions)


def _goal_by(switch: bool | int | str) -> GoalBy:
    """GOLD-4: permission of cards by the switch."""
    return GoalBy[switch.upper()] if isinstance(switch, str) else GoalBy(bool(switch))


def write_settings(position: np.ndarray, config: GameConfig, catalogue: Catalogue) -> None:
    """Fill the settings of a zeroed state (a one-row view) from the config and the host's switches.

    Raises ConfigError for a setting that needs cards which the editions do not have.
    """
    _check_cult(config, catalogue)
    switches = catalogue.switches
    rules = position["rules"]
    quick = _is_quick(config, catalogue)
    dealt = QUICK_CARDS if quick else switches["start_cards"]
    start = int(dealt) if config.start_cards is None else config.start_cards
    _check_decks(config, catalogue, start)
    values: dict[str, int] = {
        "start_cards": start,
        "hand_limit": int(switches["hand_limit"]),
        "gold_overridable": int(_goal_by(switches["gold_overridable"])),
        "super_needs_two": int(switches["super_munchkin"] == "two"),
        "loot_compulsory": int(switches["loot_room"] == "compulsory"),
        "quick_play": int(quick),
        "fairy_dust": int(_has_dust(config, catalogue)),
    }
    declared = settings_of(GameConfig)
    for name, setting in KEPT.items():
        values[name] = declared[setting].number(getattr(config, setting))
    for name, switch in SWITCHES.items():
        if switch.allowed is bool and name not in values:
            values[name] = int(switches[name])
    for name, value in values.items():
        rules[name] = value
    sexes = config.sexes or tuple(SEXES[p % 2] for p in range(config.players))
    for p, sex in enumerate(sexes):
        position["player"][..., p]["sex"] = SEXES.index(sex)
