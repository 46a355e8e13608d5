"""Every aim and every filter has its row, and an aim has the columns that its plays ask for."""

from munchkin_env.engine.rules.aims import AIMS, AimRow
from munchkin_env.engine.rules.choices import FILTERS
from munchkin_env.engine.rules.rows import NOWHERE
from munchkin_env.vocabulary import Aim, Filter, Stage
from tests.each import each

BY_FIRST = {Stage.SEAT: "seat", Stage.PLACE: "place", Stage.SECOND: "second"}


def test_every_aim_and_every_filter_has_its_row() -> None:
    assert set(AIMS) == set(Aim)
    assert set(FILTERS) == set(Filter)


@each("aim", AIMS, ids=lambda aim: aim.name)
def test_an_aim_has_the_columns_that_its_plays_ask_for(aim: Aim) -> None:
    row: AimRow = AIMS[aim]
    if row.first in BY_FIRST:
        assert getattr(row, BY_FIRST[row.first]) is not None
    assert (row.second is None) == (row.where is NOWHERE)


def test_filters_by_type_are_about_hands() -> None:
    assert all(row.in_hand is not None for row in FILTERS.values() if row.by_type)
