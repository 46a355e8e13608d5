"""Tables for the scenarios of the extended edition: set up as those of the base game are, with this edition's cards."""

from munchkin_env.cards.definition import Card
from munchkin_env.cards.reader import read_edition
from munchkin_env.vocabulary import Kind
from tests.kit.tables import Tables

EDITIONS = ("extended",)

_TABLES = Tables(
    EDITIONS,
    plain=(
        *("helm_of_courage", "leather_armor", "slimy_armor", "buckler_of_swashing"),
        *("sneaky_bastard_sword", "spiky_knees", "boots_of_butt_kicking"),
    ),
    enhancers=("ancient", "humongous"),
)
PLAIN, HUGE = _TABLES.plain, _TABLES.enhancers
table_of, combat, huge, cursed = _TABLES.table_of, _TABLES.combat, _TABLES.huge, _TABLES.cursed


def is_included(card: Card) -> bool:
    """The card is one of the base game's, as its own edition has it."""
    return card.file.startswith("munchkin/")


def cards_of(kind: Kind) -> dict[str, Card]:
    """The edition's own cards of a kind by id: those of the base game have their scenarios there."""
    return {card.id: card for card in read_edition("extended").cards if card.kind == kind and not is_included(card)}
