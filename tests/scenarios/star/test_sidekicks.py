"""The sidekicks of Star Munchkin, who may have two of them, and the cards that cost one."""

import pytest

from munchkin_env.vocabulary import Decision, Event, Kind
from tests.each import each
from tests.kit.looking import can, carried, doors_gone, hand, table
from tests.kit.playing import kill, passes
from tests.scenarios.star.kit import combat, cursed, huge, table_of

BONUS = [
    ("red_shirt", 1),
    ("overqualified_intern", 1),
    ("very_large_bouncer", 3),
    ("six_handed_stowaway", 1),
    ("singing_mess_cook", 2),
    ("obstinate_cargo_droid", 0),
    ("vending_machine_on_legs", 1),
    ("retired_stunt_double", 1),
    ("interplanetary_lawyer", 0),
    ("drill_sergeant_on_leave", 1),
    ("nosy_doorbot", 0),
    ("butler_in_a_box", 0),
]


def test_every_sidekick_of_the_edition_is_here() -> None:
    """SIDE-1: the list of this file names them all."""
    found = {card.id for card in table_of().catalogue.cards if card and card.kind == Kind.SIDEKICK}
    assert found == {card for card, _ in BONUS}


@each(("card", "bonus"), BONUS)
def test_sidekicks_give_their_bonus(card: str, bonus: int) -> None:
    """SIDE-1, SIDE-4: played in the fight, they help at once; none of them is an item."""
    game = combat({"hand": [card]}, monsters=["plasmoid"])
    before = game.strength("players")
    game.do("play", card=card)
    assert game.strength("players") == before + bonus
    assert not can(table_of({"table": [card], "hand": ["battle_armor"]}), "sell", cards=[card])


@each("card", [card for card, _ in BONUS])
def test_sidekicks_give_their_life(card: str) -> None:
    """SIDE-2: each of them saves its owner."""
    game = combat({"level": 5, "table": [card]}, monsters=[huge("plasmoid")])
    game.do("run_away")
    passes(game)
    game.do("sacrifice", card=card)
    game.do("roll", place=0)
    passes(game)
    assert (game.level(0), card in doors_gone(game)) == (5, True)


@pytest.mark.parametrize("card", ["obstinate_cargo_droid", "vending_machine_on_legs"])
def test_two_of_them_carry(card: str) -> None:
    """SIDE-4: an item is used against every restriction."""
    game = table_of({"table": [card, "battle_armor"], "carried": ["slippers_of_mild_antigravity"]})
    assert can(game, "lend", card="slippers_of_mild_antigravity")
    others = [one for one, _ in BONUS if one not in ("obstinate_cargo_droid", "vending_machine_on_legs")]
    for other in others:
        assert not can(table_of({"table": [other], "carried": ["battle_armor"]}), "lend", card="battle_armor")


def test_a_stunt_double_runs_ahead() -> None:
    """FLEE-1: a four is enough beside this one."""
    for table_cards, caught in (([], True), (["retired_stunt_double"], False)):
        game = combat({"level": 5, "table": table_cards}, monsters=[huge("plasmoid")], dice=[4])
        game.do("run_away")
        passes(game)
        game.do("roll", place=0)
        passes(game)
        assert (game.level(0) < 5) == caught


def test_a_drill_sergeant_settles_ties() -> None:
    """COMBAT-2: a tie is won."""
    for card, wins in (("drill_sergeant_on_leave", True), ("overqualified_intern", False)):
        assert can(combat({"level": 5, "table": [card]}, monsters=["starfish"]), "kill") == wins


def test_a_lawyer_sells_dear() -> None:
    """SELL-1: one item counts twice its value."""
    game = table_of({"level": 2, "hand": ["battle_armor"]})
    value = game.catalogue.card(game.catalogue.index("battle_armor")).value
    assert value < 1000 <= 2 * value
    assert not can(game, "sell", cards=["battle_armor"])
    assert can(table_of({"hand": ["battle_armor"], "table": ["interplanetary_lawyer"]}), "sell", cards=["battle_armor"])


def test_a_doorbot_looks_first() -> None:
    """TURN-2: its owner sees the door, and nobody else does."""
    game = table_of({"table": ["nosy_doorbot"]}, doors=["starfish"])
    game.do("open_door")
    assert Event.LOOKED in game.position["event"]["kind"][0]


def test_a_butler_keeps_one_card_more() -> None:
    """TURN-5: the hand limit is one higher."""
    cards = ["radioactive", "computerized", "miniaturized", "cheat", "chromosome_swap", "lose_your_headgear"]
    for card, asked in (("butler_in_a_box", False), ("overqualified_intern", True)):
        game = table_of({"level": 3, "table": [card], "hand": cards}, phase="charity")
        assert (game.decision == Decision.CHARITY) == asked


def test_a_red_shirt_falls_in_the_hour_of_victory() -> None:
    """SIDE-4: on a one or a two."""
    for face, left in ((2, []), (3, ["red_shirt"])):
        game = combat({"level": 8, "table": ["red_shirt"]}, monsters=["fanged_fuzzball"], dice=[face])
        kill(game)
        assert table(game, 0) == left


def test_a_trader_employs_two() -> None:
    """SIDE-1, CLASS-1."""
    game = table_of({"klass": "trader", "hand": ["butler_in_a_box"], "table": ["red_shirt"]})
    game.do("play", card="butler_in_a_box")
    passes(game)
    assert table(game, 0) == ["butler_in_a_box", "red_shirt", "trader"]


def test_staff_shortage() -> None:
    """SIDE-1, CURSE-3: a sidekick of the player's choice; a player who has none loses a level."""
    game = cursed("staff_shortage", {"level": 4, "klass": "trader", "table": ["red_shirt", "very_large_bouncer"]})
    game.do(card="red_shirt")
    passes(game)
    assert (table(game, 0), game.level(0)) == (["trader", "very_large_bouncer"], 4)
    assert cursed("staff_shortage", {"level": 4}).level(0) == 3


def test_blame_somebody_in_red() -> None:
    """PLAY-2, SIDE-1: its player says whose goes, and gains a level; without one it is of no use."""
    mine, theirs = {"hand": ["blame_somebody_in_red"], "table": ["red_shirt"]}, {"table": ["very_large_bouncer"]}
    game = table_of(mine, theirs)
    game.do("play", card="blame_somebody_in_red", seat=0, second="very_large_bouncer")
    passes(game)
    assert (table(game, 0), table(game, 1), game.level(0)) == (["red_shirt"], [], 2)
    assert hand(game, 0) == []
    assert not can(table_of({"hand": ["blame_somebody_in_red"]}), "play", card="blame_somebody_in_red", seat=0)


def test_an_intern_lets_its_owner_use_complex_items() -> None:
    """COMPLEX-1, SIDE-4: any number of them; when it goes, also in a combat, one stays in use."""
    two = ["antenna_array_hat", "voice_activated_club"]
    assert not carried(table_of({"table": ["overqualified_intern", *two]}), two[1])
    game = table_of({"table": ["overqualified_intern", two[0]], "hand": [two[1]]}, {"hand": ["staff_shortage"]})
    game.do("lay_out", card=two[1])
    assert not carried(game, two[1])
    game.do("open_door")
    passes(game)
    game = combat({"table": ["overqualified_intern", *two]}, {"hand": ["staff_shortage"]}, monsters=["fanged_fuzzball"])
    while game.current_player != 1:
        game.do("pass" if game.decision == Decision.WINDOW else "kill")
    game.do("play", card="staff_shortage", seat=0)
    for lost in ("overqualified_intern", two[0]):
        while game.decision != Decision.CHOOSE_CARD:
            game.do("pass")
        game.do(card=lost)
    assert [carried(game, card) for card in two] == [True, False]


THIEF: dict = {"level": 3, "table": ["six_handed_stowaway"], "hand": ["starfish"]}
VICTIM = {"table": ["telescopic_spork"]}
STOLEN = {"card": "telescopic_spork", "seat": 1, "second": "starfish"}


@pytest.mark.parametrize("face", [3, 4])
def test_a_stowaway_steals_or_is_lost(face: int) -> None:
    """SIDE-4, CLASS-1: for a card, while nobody of the two fights; its owner loses no level."""
    game = table_of(THIEF, VICTIM, dice=[face])
    game.do("steal", **STOLEN)
    passes(game)
    found = ([], ["telescopic_spork"]) if face == 3 else (["six_handed_stowaway", "telescopic_spork"], [])
    assert (table(game, 0), table(game, 1)) == found
    assert (hand(game, 0), game.level(0)) == ([], 3)


def test_a_stowaway_steals_in_no_combat_and_not_for_nothing() -> None:
    """PLAY-10: nor does it pay for itself."""
    assert not can(table_of({**THIEF, "hand": []}, VICTIM), "steal", card="telescopic_spork", seat=1)
    assert not can(combat(THIEF, VICTIM, monsters=["plasmoid"]), "steal", **STOLEN)


def test_a_thief_with_a_stowaway_loses_a_level() -> None:
    """CLASS-1, SIDE-4: a player who would be a thief without it is to blame."""
    game = table_of({**THIEF, "klass": "thief"}, VICTIM, dice=[1], editions=("munchkin", "star"))
    game.do("steal", **STOLEN)
    passes(game)
    assert (table(game, 0), game.level(0)) == (["six_handed_stowaway", "thief"], 2)
