"""A player who passes for a Cultist where it helps: Cult Membership Card (CULT-4 to CULT-6)."""

from typing import Any

import pytest

import munchkin_env as mk
from munchkin_env.game.game import Game
from munchkin_env.vocabulary import Decision
from tests.kit.looking import can, carried, hand, options, place_of, table, table_bonus
from tests.kit.playing import pass_until, passes
from tests.scenarios.cthulhu.kit import combat, cursed, table_of

CARD = "cult_membership_card"
CULT = {"klass": "cultist"}


def member(**facts: Any) -> dict[str, Any]:
    return {"level": 5, "table": [CARD], **facts}


def test_he_is_as_strong_as_there_are_cultists() -> None:
    """CULT-6: +2 for each; they gain nothing by the owner, and a Cultist nothing by the card."""
    game = table_of(member(), CULT, CULT, {})
    assert [table_bonus(game, seat) for seat in range(4)] == [4, 2, 2, 0]
    assert table_bonus(table_of(member(), {}, {})) == 0
    assert table_bonus(table_of(member(klass="cultist"), CULT, {})) == 2
    assert table_bonus(table_of(member(table=[], carried=[CARD]), CULT, CULT, {})) == 0


def test_what_it_gives_for_each_cultist_is_what_the_item_gives() -> None:
    """CURSE-2, CURSE-3: it is the one that gives most, and a penalty as large once it is turned."""
    game = cursed(
        "curse_weapon_becomes_evil", member(table=[CARD, "fez_of_fazooli"]), CULT, CULT, {"hand": ["cultist"]}
    )
    assert (game.decision, options(game)) == (Decision.CHOOSE_CARD, ["Cult Membership Card"])
    game.do(card=CARD)
    passes(game)
    assert (table_bonus(game), int(game.position["player"]["penalty"][0, 0])) == (3, -4)
    alone = cursed("curse_weapon_becomes_evil", member(table=[CARD, "brass_knucks"]), {})
    assert options(alone) == ["Brass Knucks"]
    evil = member(table=[{CARD: "curse_weapon_becomes_evil"}])
    assert table_bonus(table_of(evil, CULT, CULT, {})) == 0


def test_it_is_taken_to_win_by_what_it_gives() -> None:
    """COMBAT-4: an item of another may be taken where it turns the fight."""
    editions = ("munchkin", "cthulhu")
    seats = [{"level": 5, "hand": ["help_me_out_here"]}, {"table": [CARD]}, CULT, CULT, CULT]
    game = mk.scenario(seats, editions=editions, phase="combat", combat={"monsters": ["net_troll"]})
    game.do("play", card="help_me_out_here", second=CARD)
    assert game.level(0) == 6, "by 5 + 3 * 2 against 10"
    few = mk.scenario(seats[:4], editions=editions, phase="combat", combat={"monsters": ["net_troll"]})
    assert not can(few, "play", card="help_me_out_here")


def test_he_uses_what_cultists_use() -> None:
    """ITEM-2: and also what they may not."""
    game = table_of(member(hand=["maaaaaaster", "mystic_scribble"]))
    for card in ("maaaaaaster", "mystic_scribble"):
        game.do("lay_out", card=card)
        assert not carried(game, card)
    game = table_of(member(table=["maaaaaaster"]))
    assert table_bonus(game) == 0, "without the card he is nobody"


def test_he_may_have_another_class() -> None:
    """CLASS-1: the owner keeps the class, and can pay for it only with that class."""
    game = table_of(member(klass="monster_whacker", table=[CARD, "monster_stompers", "maaaaaaster"]))
    assert table_bonus(game) >= 3 + 4
    assert can(game, "drop", card="monster_whacker")


def test_what_hurts_all_but_cultists_spares_him() -> None:
    """MOD-1: of two sides the owner has the better one."""
    game = combat(member(), monsters=["great_cthulhu"])
    assert game.strength("monsters") == 20
    assert combat(member(table=[]), monsters=["great_cthulhu"]).strength("monsters") == 24


def test_mutations_may_be_laid_out() -> None:
    """MUT-1: like by a Cultist."""
    assert can(table_of(member(hand=["sticky_head"])), "lay_out", card="sticky_head")
    assert not can(table_of(member(table=[], hand=["sticky_head"])), "lay_out", card="sticky_head")


def test_he_may_become_a_cultist() -> None:
    """CULT-2: the owner is none for cards that would make one."""
    game = cursed("curse_dragged_off_to_snarkham_asylum", member(), discards=["cultist"])
    assert "cultist" in table(game, 0)


def test_the_last_one_gains_the_level() -> None:
    """CULT-4: the owner does not count for the number of Cultists, and the game goes on."""
    game = table_of(member(), {"hand": ["cultist"]}, CULT, turn=1)
    game.do("lay_out", card="cultist")
    assert (game.is_terminal, game.level(0)) == (False, 6)


@pytest.mark.parametrize(("level", "winners"), [(5, (0,)), (4, (0, 1)), (3, (1,))])
def test_he_may_end_the_game(level: int, winners: tuple[int, ...]) -> None:
    """CULT-5: the highest level wins, ties share."""
    game = table_of(member(level=level), {**CULT, "level": 4}, CULT)
    game.do("use_power", card=CARD)
    assert game.is_terminal
    assert tuple(game.winners) == winners


def test_he_ends_it_at_any_moment_but_only_if_he_is_the_last() -> None:
    """CULT-5: even in the combat of another, before the owner has won."""
    game = combat({**CULT, "level": 9}, member(level=9), CULT, monsters=["polly_polyp"])
    game.do("kill")
    pass_until(game, 1)
    again = Game.load(game.save())
    again.do("use_power", card=CARD)
    assert tuple(again.winners) == (0, 1)
    game.do("pass")
    assert tuple(game.winners) == (0,)
    assert "use power" not in options(table_of(member(), CULT, {}))
    assert "use power" not in options(table_of(member(klass="cultist"), CULT, {}))


def test_nobody_sees_more_than_the_card() -> None:
    """PLAY-11: it is no secret, and shows nothing else."""
    game = table_of(member(hand=["cultist"]), CULT)
    assert hand(game, 0) == ["cultist"]
    assert place_of(game, CARD) == "table 0"
    passes(game)
    assert Game.load(game.save()).position.tobytes() == game.position.tobytes()
