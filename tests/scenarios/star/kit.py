"""How the scenarios of Star Munchkin set up a table: as those of the base game do, with this edition's cards."""

from tests.scenarios.edition_kit import Tables

EDITIONS = ("star",)

_TABLES = Tables(
    EDITIONS,
    plain=(
        *("colander_of_mind_shielding", "telescopic_spork", "overclocked_hair_dryer"),
        *("structural_girder", "battle_armor", "tail_gun", "slippers_of_mild_antigravity"),
    ),
    enhancers=("last_of_its_race", "from_another_dimension"),
)
PLAIN, HUGE = _TABLES.plain, _TABLES.enhancers
table_of, combat, huge, cursed = _TABLES.table_of, _TABLES.combat, _TABLES.huge, _TABLES.cursed
