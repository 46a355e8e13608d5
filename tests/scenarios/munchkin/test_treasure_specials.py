"""The level cards, Steal a Level, Hoard! and the Hireling of the base game."""

from typing import Any

import pytest

import munchkin_env as mk
from munchkin_env.errors import ConfigError
from munchkin_env.vocabulary import Decision
from tests.each import each
from tests.kit.editions import card_of, edition
from tests.kit.looking import can, hand, levels, place_of, seen_by
from tests.kit.playing import flee, give_up, pass_until, settle, settled, win
from tests.kit.tables import bare_fight, table_of

PLAIN_LEVELS = [
    "gp_1000",
    "boil_an_anthill",
    "bribe_gm_with_food",
    "convenient_addition_error",
    "invoke_obscure_rules",
    "potion_of_general_studliness",
]
LEVELS = [*PLAIN_LEVELS, "kill_the_hireling", "mutilate_the_bodies", "whine_at_the_gm"]
TOPS = ["helm_of_courage", "leather_armor", "buckler_of_swashing", "spiky_knees", "huge_rock", "stepladder"]


def test_every_special_treasure_of_the_base_game_is_here() -> None:
    """PLAY-2: nine level cards and three further specials."""
    catalogue = table_of().catalogue
    cards = [(catalogue.short_id(k), catalogue.card(k).kind.name) for k in range(1, len(catalogue.cards))]
    assert {card for card, kind in cards if kind == "LEVEL"} == set(LEVELS)
    specials = {card for card, kind in cards if kind in ("TREASURE_SPECIAL", "SIDEKICK")}
    assert specials == {"steal_a_level", "hoard", "hireling"}


# --------------------------------------------------------------------------- level cards


@each("target", [0, 1])
@each("card", PLAIN_LEVELS)
def test_a_level_for_anybody(card: str, target: int) -> None:
    """PLAY-2, LEVEL-1: a level for oneself or for another player; the card is discarded."""
    game = table_of({"level": 3, "hand": [card]}, {"level": 3})
    game.do("play", card=card, seat=target)
    after = [3, 3, 1]
    after[target] += 1
    assert (levels(game), place_of(game, card)) == (after, "discards")


@pytest.mark.parametrize("card", PLAIN_LEVELS)
def test_a_level_at_any_time(card: str) -> None:
    """PLAY-2, DECK-5: in somebody else's combat too, where it counts at once and is no card of the combat."""
    game = bare_fight(["net_troll"], {"level": 9}, {"level": 9, "hand": [card]})
    game.do("run_away")
    pass_until(game, 1).do("play", card=card, seat=2)
    settle(game)
    assert (levels(game), place_of(game, card)) == ([9, 9, 2], "discards")
    game = bare_fight(["net_troll"], {"level": 7, "table": ["cloak_of_obscurity"], "klass": "thief", "hand": [card]})
    before = game.strength("players")
    settled(game, "play", card=card, seat=0)
    assert (game.strength("players") - before, place_of(game, card)) == (1, "discards")


def test_a_level_card_is_played_from_the_hand() -> None:
    """PLAY-2, DECK-4: it can't be laid out, sold or played after a roll."""
    game = table_of({"hand": ["gp_1000", "wand_of_dowsing"]})
    assert not can(game, "lay_out", card="gp_1000")
    assert not can(game, "sell", cards=["wand_of_dowsing", "gp_1000"])
    assert can(game, "sell", cards=["wand_of_dowsing"])
    game = give_up(bare_fight(["wannabe_vampire"], {"level": 5, "hand": ["gp_1000", "loaded_die"]}, dice=[1]))
    game.do("roll", place=0)
    assert game.decision == Decision.WINDOW
    assert not can(game, "play", card="gp_1000", seat=0)


@pytest.mark.parametrize("owner", [0, 1])
@pytest.mark.parametrize("target", [0, 1, 2])
def test_kill_the_hireling(owner: int, target: int) -> None:
    """kill_the_hireling: with any owner, the Hireling goes with its load, and the target gains a level."""
    seats: list[dict[str, Any]] = [{}, {}, {}]
    seats[owner] = {"table": ["hireling"], "lent": "huge_rock"}
    seats[0]["hand"] = ["kill_the_hireling"]
    game = table_of(*seats)
    game.do("play", card="kill_the_hireling", seat=target)
    after = [1, 1, 1]
    after[target] += 1
    assert levels(game) == after
    assert {place_of(game, card) for card in ("hireling", "huge_rock", "kill_the_hireling")} == {"discards"}


def test_kill_the_hireling_needs_one() -> None:
    """kill_the_hireling: only while a Hireling is in play; one in a hand is safe."""
    game = table_of({"hand": ["kill_the_hireling"]}, {"hand": ["hireling"]})
    assert not can(game, "play", card="kill_the_hireling", seat=0)


def test_mutilate_the_bodies_after_a_victory() -> None:
    """mutilate_the_bodies: right after the combat, by its fighter or by anybody else, for anybody."""
    card = "mutilate_the_bodies"
    game = bare_fight(["lame_goblin"], {"level": 4, "hand": [card]}, treasures=TOPS)
    assert not can(game, "play", card=card, seat=0)
    win(game)
    game.do("play", card=card, seat=0)
    assert (levels(game)[0], place_of(game, card)) == (6, "discards")
    game = bare_fight(["lame_goblin"], {"level": 4}, {"hand": [card]}, treasures=TOPS)
    game.do("kill")
    pass_until(game, 1).do("play", card=card, seat=1)
    assert levels(settle(game)) == [5, 2, 1]


def test_mutilate_the_bodies_after_a_defeat() -> None:
    """mutilate_the_bodies: any combat's end will do, also one that was fled."""
    card = "mutilate_the_bodies"
    game = flee(bare_fight(["net_troll"], {"level": 4, "hand": [card]}, dice=[6]))
    game.do("play", card=card, seat=0)
    assert levels(game)[0] == 5


def test_mutilate_the_bodies_after_looting_is_too_late() -> None:
    """mutilate_the_bodies: only right after the combat: not once the room was looted or charity is over."""
    card = "mutilate_the_bodies"
    seat = {"hand": ["friendship_potion", card]}
    game = bare_fight(["net_troll"], seat, doors=["elf"])
    settled(game, "play", card="friendship_potion")
    assert can(game, "play", card=card, seat=0)
    game.do("loot_room")
    assert not can(settle(game), "play", card=card, seat=0)
    game = flee(bare_fight(["net_troll"], {}, {"hand": [card, "gp_1000"]}, dice=[6]))
    game.do("end_turn")
    assert can(pass_until(game, 1), "play", card=card, seat=1)  # before charity
    game.do("pass")
    assert not can(pass_until(game, 1), "play", card=card, seat=1)  # at the end of the turn
    assert can(game, "play", card="gp_1000", seat=1)


def test_mutilate_the_bodies_without_a_combat() -> None:
    """mutilate_the_bodies: not in a turn without one, and not below the goal."""
    card = "mutilate_the_bodies"
    assert not can(table_of({"hand": [card]}), "play", card=card, seat=0)
    assert not can(table_of({"hand": [card]}, phase="after"), "play", card=card, seat=0)
    game = win(bare_fight(["lame_goblin"], {"level": 8, "hand": [card]}, treasures=TOPS))
    assert [can(game, "play", card=card, seat=seat) for seat in range(3)] == [False, True, True]


def test_whine_at_the_gm() -> None:
    """whine_at_the_gm: not for a player of the highest level, alone or tied."""
    card = "whine_at_the_gm"
    game = table_of({"level": 4, "hand": [card]}, {"level": 6}, {"level": 6})
    assert [can(game, "play", card=card, seat=seat) for seat in range(3)] == [True, False, False]
    game.do("play", card=card, seat=0)
    assert levels(game) == [5, 6, 6]
    game = table_of({"level": 4, "hand": [card]}, {"level": 6}, {"level": 5})
    assert [can(game, "play", card=card, seat=seat) for seat in range(3)] == [True, False, True]
    game = table_of({"hand": [card]})
    assert not any(can(game, "play", card=card, seat=seat) for seat in range(3))


# --------------------------------------------------------------------------- Steal a Level


def test_steal_a_level_from_level_one() -> None:
    """steal_a_level, GOLD-1: who is at Level 1 loses nothing; the user still gains."""
    game = table_of({"level": 3, "hand": ["steal_a_level"]}, {"level": 1})
    game.do("play", card="steal_a_level", seat=1)
    assert levels(game) == [4, 1, 1]


def test_steal_a_level_in_a_combat() -> None:
    """steal_a_level: at any time, so a bystander weakens a fighter who has already declared the kill."""
    game = bare_fight(["net_troll"], {"level": 8, "table": ["really_impressive_title"]}, {"hand": ["steal_a_level"]})
    game.do("kill")
    pass_until(game, 1).do("play", card="steal_a_level", seat=0)
    settle(game)
    assert (levels(game), place_of(game, "steal_a_level")) == ([7, 2, 1], "discards")
    assert can(game, "run_away")


# --------------------------------------------------------------------------- Hoard!


def test_hoard_drawn_face_down() -> None:
    """hoard: played at once, three treasures face down, the rest of the draw goes on; then it is discarded."""
    tops = ["hoard", *TOPS]
    game = win(bare_fight(["harpies"], {"level": 5}, treasures=tops))
    assert hand(game, 0) == sorted(TOPS[:4])
    assert {frozenset(seen_by(game, card)) for card in TOPS[:4]} == {frozenset()}
    assert place_of(game, "hoard") == "discards"


def test_hoard_drawn_face_up() -> None:
    """hoard, HELP-5: after a helped kill its three treasures lie open with the rest and are shared like them."""
    deal = {"monsters": ["harpies"], "helper": 1, "deal": 2}
    seats = ({"level": 3}, {"level": 3, "race": "elf"})
    game = table_of(*seats, phase="combat", combat=deal, treasures=["hoard", *TOPS])
    game.do("kill")
    while game.decision == Decision.WINDOW:
        game.do("pass")
    assert game.decision == Decision.SPOILS
    assert {place_of(game, card) for card in TOPS[:4]} == {"spoils"}
    for card in ("helm_of_courage", "leather_armor", "spiky_knees"):
        game.do(card=card)
    settle(game)
    assert (hand(game, 0), hand(game, 1)) == (
        ["helm_of_courage", "spiky_knees"],
        ["buckler_of_swashing", "leather_armor"],
    )
    assert seen_by(game, "leather_armor") >= {0, 2}
    assert place_of(game, "hoard") == "discards"


def test_hoard_among_fewer_treasures_than_it_promises() -> None:
    """hoard, DECK-2: it is discarded after drawing, so a reshuffle in the middle doesn't bring it back."""
    game = win(
        bare_fight(["lame_goblin"], {"level": 5}, treasures=["hoard", "helm_of_courage"], discards=["leather_armor"])
    )
    assert hand(game, 0) == ["helm_of_courage", "leather_armor"]
    assert place_of(game, "hoard") == "discards"


def test_hoard_taken_by_the_wand() -> None:
    """hoard, wand_of_dowsing: out of the discards it counts as drawn face down."""
    game = table_of({"hand": ["wand_of_dowsing"]}, treasures=TOPS, discards=["hoard"])
    game.do("play", card="wand_of_dowsing", second="hoard")
    assert hand(game, 0) == sorted(TOPS[:3])
    assert seen_by(game, "helm_of_courage") == set()
    assert place_of(game, "hoard") == "discards"


def test_hoard_in_the_opening_hand() -> None:
    """hoard, SETUP-3: dealt in the beginning it acts at once: two cards more than the others have."""
    for seed in range(40):
        game = mk.Game(seed=seed, players=3, first_seat=0)
        if place_of(game, "hoard") == "discards":
            counts = sorted(int(game.position["player"]["hand_treasures"][0, seat]) for seat in range(3))
            assert counts == [4, 4, 6]
            return
    raise AssertionError("no opening hand with Hoard! among 40")


def test_a_hoard_in_a_hoard() -> None:
    """hoard: one that is drawn by another one acts before the rest of the other's draw; both are discarded."""
    drawn = 'when = []\nplay = [{ do = "draw", what = "by_itself", deck = "treasure", count = 3 }]'
    editions = ("munchkin", edition("more", treasures=card_of("twin", "treasure_special", drawn)))
    tops = ["hoard", TOPS[0], "twin", *TOPS[1:]]
    game = win(bare_fight(["lame_goblin"], {"level": 5}, treasures=tops, editions=editions))
    assert hand(game, 0) == sorted(TOPS[:5])
    assert (place_of(game, "hoard"), place_of(game, "twin")) == ("discards", "discards")


def test_hoard_is_never_held() -> None:
    """hoard: it plays itself when received, so no position has it in a hand."""
    with pytest.raises(ConfigError, match="Hoard!"):
        table_of({"hand": ["hoard"]})


# --------------------------------------------------------------------------- the Hireling


def test_hireling_adds_one() -> None:
    """hireling, COMBAT-1: +1 in combat, laid out in one's own turn; it is no item, so the Malign Mirror leaves it."""
    game = table_of({"hand": ["hireling"]})
    game.do("lay_out", card="hireling")
    assert place_of(game, "hireling") == "table 0"
    assert bare_fight(["potted_plant"], {"table": ["hireling"]}).strength("players") == 2
    mirror = {"table": ["hireling", "helm_of_courage"], "curses": ["curse_malign_mirror"]}
    assert bare_fight(["potted_plant"], mirror).strength("players") == 2


@each(
    ("item", "bonus", "owner"),
    [
        ("staff_of_napalm", 5, {"table": ["hireling", "buckler_of_swashing", "sneaky_bastard_sword"]}),
        ("pantyhose_of_giant_strength", 3, {"klass": "warrior", "table": ["hireling"]}),
        ("swiss_army_polearm", 4, {"race": "elf", "table": ["hireling"], "carried": ["huge_rock"]}),
        ("pointy_hat_of_power", 3, {"table": ["hireling", "helm_of_courage"]}),
    ],
)
@each("where", ["hand", "carried"])
def test_hireling_uses_what_its_owner_may_not(where: str, item: str, bonus: int, owner: dict[str, Any]) -> None:
    """hireling: an extra item of any sort in use: no hands, no permission, worn slot or second Big item needed."""
    if (where, item) == ("carried", "swiss_army_polearm"):
        owner = {**owner, "race": "dwarf"}  # the carrier of two Big items is one
    game = table_of({**owner, where: [*owner.get(where, []), item]}, doors=["potted_plant"])
    game.do("lend", card=item)
    settle(game).do("open_door")
    settle(game)
    worn = {"helm_of_courage": 1, "buckler_of_swashing": 2, "sneaky_bastard_sword": 2}
    others = sum(worn.get(card, 0) for card in owner["table"])
    assert game.strength("players") == 1 + 1 + others + bonus


def test_hireling_is_lost_with_its_load() -> None:
    """hireling: paid for an ability the item goes too; without a Hireling nothing can be lent."""
    seat = {"klass": "warrior", "table": ["hireling"], "lent": "huge_rock"}
    game = bare_fight(["net_troll"], seat)
    assert game.strength("players") == 5
    settled(game, "berserk", card="hireling")
    assert game.strength("players") == 2
    assert (place_of(game, "hireling"), place_of(game, "huge_rock")) == ("discards", "discards")
    assert not can(table_of({"hand": ["huge_rock"]}), "lend", card="huge_rock")


@pytest.mark.parametrize("monster", ["wannabe_vampire", "net_troll", "harpies"])
def test_hireling_gives_its_life(monster: str) -> None:
    """hireling: discarded for an automatic escape from any monster, whatever its level; its load is lost."""
    huge = [{"card": monster, "enhancers": ["ancient"]}]
    game = give_up(bare_fight(huge, {"level": 5, "table": ["hireling"], "lent": "helm_of_courage"}))
    game.do("play", card="hireling", place=0)
    settled(game, "roll", place=0)
    assert levels(game)[0] == 5
    assert (place_of(game, "hireling"), place_of(game, "helm_of_courage")) == ("discards", "discards")


def test_hireling_does_not_free_from_what_cannot_be_escaped() -> None:
    """hireling: no automatic escape from the Floating Nose."""
    game = give_up(bare_fight(["floating_nose"], {"level": 5, "table": ["hireling"]}))
    assert not can(game, "play", card="hireling", place=0)


def test_hireling_is_no_item() -> None:
    """hireling: not sold, traded, given, stolen, nor taken by what takes items; not two in play."""
    seat = {"level": 3, "table": ["hireling", "spiky_knees"], "hand": ["wand_of_dowsing"]}
    game = table_of(seat, {"table": ["helm_of_courage"]})
    assert can(game, "give", seat=1, card="spiky_knees")
    assert can(game, "trade", seat=1, card="spiky_knees", want=["helm_of_courage"])
    assert can(game, "sell", cards=["spiky_knees", "wand_of_dowsing"])
    assert not can(game, "sell", cards=["wand_of_dowsing", "hireling"])
    assert not can(game, "give", seat=1, card="hireling")
    assert not can(game, "trade", seat=1, card="hireling", want=["helm_of_courage"])
    game = table_of({"klass": "thief", "hand": ["cleric"]}, {"table": ["hireling"], "lent": "helm_of_courage"})
    assert not can(game, "steal", seat=1, card="hireling", second="cleric")
    assert not can(game, "steal", seat=1, card="helm_of_courage", second="cleric")
    game = table_of({"table": ["hireling"], "hand": ["curse_lose_1_small_item"]})
    game.do("play", card="curse_lose_1_small_item", seat=0)
    assert place_of(settle(game), "hireling") == "table 0"
