"""Tables for the scenarios of the base game."""

from tests.kit.tables import Tables

_TABLES = Tables(
    ("munchkin",),
    plain=(
        *("broad_sword", "dagger_of_treachery", "rapier_of_unfairness"),
        *("bow_with_ribbons", "cloak_of_obscurity", "limburger_and_anchovy_sandwich"),
    ),
    enhancers=("ancient", "humongous"),
)
PLAIN, HUGE = _TABLES.plain, _TABLES.enhancers
table_of, combat, huge, cursed = _TABLES.table_of, _TABLES.combat, _TABLES.huge, _TABLES.cursed
