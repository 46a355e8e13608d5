"""PLAY-12, MOD-1: cards that are laid out on receipt together with a card that was in hand before."""

import pytest

import munchkin_env as mk
from munchkin_env.vocabulary import Decision
from tests.kit.looking import hand, table
from tests.kit.tables import in_turn

LEVEL = "blame_somebody_in_red"


def claimed(card: str, *kept: str, **settings: object) -> mk.Game:
    """Seat 1, a Psychic with these cards in hand, claims in another's turn what the other has dropped (QUICK-4)."""
    dropper = {"klass": card} if card != "super_munchkin" else {"klass": ["trader", "gadgeteer"], "table": [card]}
    me = {"level": 3, "klass": "psychic", "hand": [LEVEL, *kept]}
    game = in_turn(dropper, me, **{"editions": ("star",), "quick_play": True, **settings})
    game.do("drop", card="trader")
    game.do("claim", card=card)
    if game.decision == Decision.CHOOSE_CARD:
        game.do(card=LEVEL)
    return game


@pytest.mark.parametrize(
    ("card", "kept", "second"),
    [("trader", "super_munchkin", "trader"), ("super_munchkin", "space_ranger", "space_ranger")],
)
def test_either_of_the_pair_may_have_been_in_hand(card: str, kept: str, second: str) -> None:
    """MOD-1, TURN-6: they are laid out in one action, the class that was received or the modifier."""
    game = claimed(card, kept)
    assert (game.current_player, game.decision) == (1, Decision.RECEIVE)
    assert mk.Game.load(game.save()) == game
    game.do("lay_out", card="super_munchkin", second=second)
    assert table(game, 1) == sorted(["psychic", "super_munchkin", second])
    assert LEVEL not in hand(game, 1)


def test_an_old_pair_stays_in_hand() -> None:
    """PLAY-12: with the class that was received, not with another one."""
    game = claimed("trader", "super_munchkin", "space_ranger")
    game.do("lay_out", card="super_munchkin", second="trader")
    assert hand(game, 1) == ["space_ranger"]
    game = claimed("trader", "super_munchkin", "space_ranger")
    with pytest.raises(mk.IllegalAction):
        game.do("lay_out", card="super_munchkin", second="space_ranger")


def test_where_the_modifier_comes_alone_it_must_be_new() -> None:
    """PLAY-12, TURN-7: by the other switch no old Super Munchkin is laid out; the class takes the other's place."""
    game = in_turn(
        {"klass": "thief"},
        {"level": 3, "klass": "wizard", "hand": ["boil_an_anthill", "super_munchkin"]},
        quick_play=True,
    )
    game.do("drop", card="thief")
    game.do("claim", card="thief")
    if game.decision == Decision.CHOOSE_CARD:
        game.do(card="boil_an_anthill")
    assert (game.current_player, game.decision) == (1, Decision.RECEIVE)
    with pytest.raises(mk.IllegalAction):
        game.do("lay_out", card="super_munchkin")
    game.do("lay_out", card="thief", second="wizard")
    assert (hand(game, 1), table(game, 1)) == (["super_munchkin"], ["thief"])
