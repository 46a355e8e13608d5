"""Tables for the scenarios of Star Munchkin: set up as those of the base game are, with this edition's cards."""

from munchkin_env.cards.definition import Card
from munchkin_env.cards.reader import read_edition
from munchkin_env.vocabulary import Kind
from tests.kit.tables import Tables

EDITIONS = ("star",)

_TABLES = Tables(
    EDITIONS,
    plain=(
        *("colander_of_mind_shielding", "telescopic_spork", "overclocked_hair_dryer"),
        *("structural_girder", "battle_armor", "tail_gun", "slippers_of_mild_antigravity"),
    ),
    enhancers=("last_of_its_race", "from_another_dimension"),
    quick=False,  # also where a test gives a blend
)
PLAIN, HUGE = _TABLES.plain, _TABLES.enhancers
table_of, combat, huge, cursed = _TABLES.table_of, _TABLES.combat, _TABLES.huge, _TABLES.cursed


def cards_of(kind: Kind) -> dict[str, Card]:
    """The edition's cards of a kind by id."""
    return {card.id: card for card in read_edition("star").cards if card.kind == kind}
