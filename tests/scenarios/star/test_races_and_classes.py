"""The races and classes of Star Munchkin with abilities of their own, and what may take them away in the middle."""

from typing import Any

import pytest

from munchkin_env.errors import ConfigError
from munchkin_env.game.game import Game
from munchkin_env.vocabulary import Decision
from tests.kit.looking import (
    can,
    copy_of,
    doors_gone,
    hand,
    in_use,
    monsters,
    options,
    seen_by,
    table,
    treasures_gone,
)
from tests.kit.playing import kill, lose, passes
from tests.scenarios.star.kit import PLAIN, combat, cursed, table_of

# --------------------------------------------------------------------------- Cyborg


@pytest.mark.parametrize(
    ("worn", "bonus"),
    [
        ((), 0),
        (("telescopic_spork",), 2),
        (("antenna_array_hat",), 2 + 1),
        (("antenna_array_hat", "exoskeleton_in_kit_form"), 2 + 5 + 1),
    ],
)
def test_a_cyborg_is_one_stronger_with_a_complex_item(worn: tuple[str, ...], bonus: int) -> None:
    """COMPLEX-1, RACE-1: once, however many are in use."""
    game = combat({"level": 3, "race": "cyborg", "table": list(worn)}, monsters=["plasmoid"])
    assert game.strength("players") == 3 + bonus


def test_a_cyborg_gains_nothing_by_a_complex_item_that_he_carries() -> None:
    """ITEM-1, RACE-1: nor by one that the player may not use; and nobody else gains by the player's."""
    game = combat({"level": 3, "race": "cyborg", "carried": ["antenna_array_hat"]}, monsters=["plasmoid"])
    assert game.strength("players") == 3
    barred = {"level": 3, "race": "cyborg", "klass": "psychic", "table": ["suit_of_nine_hundred_buttons"]}
    assert combat(barred, monsters=["plasmoid"]).strength("players") == 3 + 2, "the Psychic is alone"
    other = combat({"level": 3, "table": ["antenna_array_hat"]}, {"race": "cyborg"}, monsters=["plasmoid"], helper=1)
    assert other.strength("players") == 3 + 2 + 1


def test_a_cyborg_who_loses_his_race_is_weaker_at_once() -> None:
    """RACE-1: in a combat too."""
    game = combat({"level": 3, "race": "cyborg", "table": ["antenna_array_hat"]}, monsters=["plasmoid"])
    game.do("drop", card="cyborg")
    passes(game)
    assert game.strength("players") == 3 + 2


def test_half_a_cyborg_has_both() -> None:
    """MOD-1: beside another race."""
    worn = ["half_breed", "antenna_array_hat", "exoskeleton_in_kit_form"]
    game = combat({"level": 3, "race": ["cyborg", "feline"], "table": worn}, monsters=["plasmoid"])
    assert game.strength("players") == 3 + 7 + 1


# --------------------------------------------------------------------------- Super Munchkin


def test_super_munchkin_comes_with_a_second_class() -> None:
    """MOD-1: one action for both; it needs a class in play, and another one in hand."""
    game = table_of({"klass": "psychic", "hand": ["super_munchkin", "trader", "gadgeteer"]})
    game.do("lay_out", card="super_munchkin", second="gadgeteer")
    assert table(game, 0) == ["gadgeteer", "psychic", "super_munchkin"]
    assert hand(game, 0) == ["trader"]
    assert not can(game, "lay_out", card="trader")
    for klass, cards in (((), ["trader"]), ("psychic", ["psychic"]), ("psychic", ["cheat"])):
        assert not can(table_of({"klass": klass, "hand": ["super_munchkin", *cards]}), "lay_out", card="super_munchkin")
    both = {"klass": ["psychic", "trader"], "table": ["super_munchkin"], "hand": ["super_munchkin", "gadgeteer"]}
    assert not can(table_of(both), "lay_out", card="super_munchkin")


def test_super_munchkin_has_advantages_and_drawbacks_of_both() -> None:
    """MOD-1: also while it is laid out in a combat (PLAY-12)."""
    seat = {"level": 3, "klass": "trader", "hand": ["super_munchkin", "psychic"]}
    game = combat(seat, monsters=["asteroid_with_a_face"])
    assert (game.strength("players"), game.strength("monsters")) == (3, 2)
    game.do("lay_out", card="super_munchkin", second="psychic")
    passes(game)
    assert (game.strength("players"), game.strength("monsters")) == (3 + 2, 2 + 3)


@pytest.mark.parametrize("lost", ["psychic", "trader"])
def test_super_munchkin_goes_with_either_class(lost: str) -> None:
    """MOD-1: the other class stays."""
    game = table_of({"klass": ["psychic", "trader"], "table": ["super_munchkin"]})
    game.do("drop", card=lost)
    assert table(game, 0) == [one for one in ("psychic", "trader") if one != lost]
    assert sorted(doors_gone(game)) == sorted([lost, "super_munchkin"])


def test_who_becomes_a_cultist_keeps_super_munchkin() -> None:
    """MOD-1, CULT-2: in place of one of two classes, of the player's choice: another replaces it in the same moment."""
    both = {"klass": ["psychic", "trader"], "table": ["star:super_munchkin"]}
    game = table_of(both, editions=("star", "cthulhu"), discards=["cultist"], doors=["h_p_munchcraft"])
    game.do("open_door")
    while game.decision != Decision.CHOOSE_CARD:
        game.do("pass")
    game.do(card="trader")
    assert (table(game, 0), doors_gone(game)) == (["cultist", "psychic", "star:super_munchkin"], ["trader"])
    assert not game.broken()


@pytest.mark.parametrize("found", [["gadgeteer"], []])
def test_a_class_that_is_replaced_keeps_super_munchkin(found: list[str]) -> None:
    """MOD-1: unless there is none to replace it."""
    both = {"klass": ["cultist", "trader"], "table": ["star:super_munchkin"]}
    curse = "curse_dragged_off_to_snarkham_asylum"
    game = cursed(curse, both, {"klass": "cultist"}, editions=("star", "cthulhu"), discards=found)
    assert table(game, 0) == (["gadgeteer", "star:super_munchkin", "trader"] if found else ["trader"])
    assert not game.broken()


def test_a_career_upgrade_takes_both_classes() -> None:
    """MOD-1: two classes are replaced by one, so that the card goes."""
    both = {"klass": ["psychic", "trader"], "table": ["super_munchkin"]}
    game = cursed("mandatory_career_upgrade", both, discards=["gadgeteer"])
    assert table(game, 0) == ["gadgeteer"]
    assert not game.broken()


@pytest.mark.parametrize("found", ["bug", ""])
@pytest.mark.parametrize("races", [["feline", "mutant"], ["feline"]])
def test_a_gene_lottery_leaves_half_breed_to_who_gets_a_race(found: str, races: list[str]) -> None:
    """MOD-1: another race replaces them in the same moment, so that one is left; else the card goes with them."""
    half = {"race": races, "table": ["half_breed"]}
    game = cursed("gene_lottery", half, discards=[found] if found else [])
    assert table(game, 0) == ([found, "half_breed"] if found else [])
    assert set(doors_gone(game)) == {"gene_lottery", *races} | (set() if found else {"half_breed"})
    assert not game.broken()


@pytest.mark.parametrize("cancelled", [True, False])
def test_super_munchkin_may_be_cancelled(cancelled: bool) -> None:
    """WINDOW-3, MOD-1: then the second class stays in the hand."""
    seat = {"klass": "psychic", "hand": ["star:super_munchkin", "trader"]}
    game = table_of(seat, {"hand": ["o_rlyeh"]}, editions=("star", "cthulhu"))
    game.do("lay_out", card="star:super_munchkin", second="trader")
    assert (game.decision, game.current_player) == (Decision.WINDOW, 1)
    if cancelled:
        game.do("play", card="o_rlyeh")
    passes(game)
    assert table(game, 0) == (["psychic"] if cancelled else ["psychic", "star:super_munchkin", "trader"])
    assert hand(game, 0) == (["trader"] if cancelled else [])


def test_super_munchkin_alone_is_no_position() -> None:
    """MOD-1."""
    with pytest.raises(ConfigError, match="two classes"):
        table_of({"klass": "psychic", "table": ["super_munchkin"]})


# --------------------------------------------------------------------------- what pays, and how often

TOPS = ["starfish", "plasmoid", "fanged_fuzzball", "radioactive"]


def test_any_own_card_pays_for_a_class() -> None:
    """PLAY-10: of the hand and in play, carried too; not the class itself, nor a curse."""
    seat = {"klass": "psychic", "race": "feline", "hand": ["cheat"], "carried": ["battle_armor"]}
    for card in ("feline", "cheat", "battle_armor"):
        game = table_of({**seat, "curses": ["deep_space_hiccups"]}, doors=TOPS)
        game.do("use_power", card="psychic", cards=[card])
        assert card not in [*table(game, 0), *hand(game, 0)]
        assert "psychic" in table(game, 0)
    for card in ("psychic", "deep_space_hiccups"):
        game = table_of({**seat, "curses": ["deep_space_hiccups"]}, doors=TOPS)
        assert not can(game, "use_power", card="psychic", cards=[card])
    assert not can(table_of({"klass": "psychic"}, doors=TOPS), "use_power", card="psychic")


def test_a_gadgeteer_pays_with_what_the_trap_would_take() -> None:
    """PLAY-10, CURSE-4: from the table."""
    seat = {"klass": "gadgeteer", "table": ["colander_of_mind_shielding"]}
    game = table_of(seat, doors=["lose_your_headgear"], dice=[4])
    game.do("open_door")
    game.do("use_power", card="gadgeteer", cards=["colander_of_mind_shielding"])
    passes(game)
    assert (table(game, 0), doors_gone(game)) == (["gadgeteer"], ["lose_your_headgear"])


# --------------------------------------------------------------------------- Bug


@pytest.mark.parametrize("card", ["psychic", "trader", "feline"])
def test_bugs_moult(card: str) -> None:
    """RACE-1, PLAY-10: a race or class of the hand or in play for the next door, face down."""
    seat = {"race": ["bug", "feline"], "klass": "psychic", "table": ["half_breed"], "hand": ["trader", "cheat"]}
    game = table_of(seat, doors=TOPS)
    game.do("use_power", card="bug", cards=[card])
    assert sorted(doors_gone(game)) == [card]
    assert "starfish" in hand(game, 0)
    assert seen_by(game, "starfish") == set()
    assert game.decision == Decision.TURN_START


def test_bugs_moult_once_in_a_turn() -> None:
    """RACE-1, PLAY-14: and again in the next one of theirs."""
    seat = {"race": "bug", "hand": ["psychic", "trader"]}
    harmless = ["cheat", "half_breed", "teleporter_mishap", "union_mandated_coffee_break", "and_its_clone", "gadgeteer"]
    game = table_of(seat, doors=harmless, phase="after")
    game.do("use_power", card="bug", cards=["psychic"])
    assert not can(game, "use_power", card="bug", cards=["trader"])
    assert Game.load(game.save()) == game
    while game.current_player != 0 or game.decision != Decision.TURN_START:
        said = [verb for verb in ("pass", "done", "end turn", "loot room", "open door") if verb in options(game)]
        game.do(said[0].replace(" ", "_"))
    assert can(game, "use_power", card="bug", cards=["trader"])


def test_bugs_need_a_race_or_class_and_their_own_turn() -> None:
    """RACE-1, PLAY-10: no other card pays, nor does the Bug itself; not in a combat."""
    for cards in (["cheat"], ["half_breed"], ["battle_armor"], []):
        game = table_of({"race": "bug", "hand": cards}, doors=TOPS)
        assert "use power" not in options(game)
    game = table_of({}, {"race": "bug", "hand": ["psychic"]}, doors=TOPS, phase="begin")
    assert game.current_player != 1 or "use power" not in options(game)
    game = combat({"race": "bug", "hand": ["psychic"]}, monsters=["starfish"])
    assert "use power" not in options(game)


def test_the_raiser_is_for_bugs() -> None:
    """ITEM-2, LASER-1: joined with others it gives nothing to anybody else."""
    for race, bonus in (("bug", 2 + 4), ("feline", 2)):
        game = combat({"level": 1, "race": race, "table": ["laser", "curtain_raiser"]}, monsters=["plasmoid"])
        assert game.strength("players") == 1 + bonus


# --------------------------------------------------------------------------- Trader

JUNK = ["colander_of_mind_shielding", "very_long_stick"]  # 200 and 200


def test_traders_salvage() -> None:
    """CLASS-1, PLAY-10: two items, of hand and table, for the one on top of the treasure discards."""
    seat = {"klass": "trader", "hand": JUNK[:1], "carried": JUNK[1:]}
    game = table_of(seat, discards=["lead_moon_boots", "cheat", "universal_can_opener"])
    game.do("use_power", card="trader", cards=JUNK)
    assert hand(game, 0) == ["lead_moon_boots"]
    assert treasures_gone(game) == sorted([*JUNK, "universal_can_opener"])
    assert table(game, 0) == ["trader"]
    assert can(game, "lay_out", card="lead_moon_boots")


def test_what_is_salvaged_is_worth_no_more_than_what_pays() -> None:
    """CLASS-1: 400 for 200 and 200, or less; not for 200 and 100; and two it must be."""
    seat = {"klass": "trader", "hand": [*JUNK, "handful_of_comet", "battle_armor"]}
    game = table_of(seat, discards=["lead_moon_boots"])
    for cards, may in (
        (JUNK, True),
        (["colander_of_mind_shielding", "battle_armor"], True),
        (["colander_of_mind_shielding", "handful_of_comet"], False),
        (["battle_armor"], False),
        (["colander_of_mind_shielding", "very_long_stick", "handful_of_comet"], False),
    ):
        assert can(game, "use_power", card="trader", cards=cards) == may, cards
    poor = {"klass": "trader", "hand": ["handful_of_comet", "flash_bulb_from_1954"]}
    assert "use power" not in options(table_of(poor, discards=["universal_can_opener"]))


def test_traders_salvage_items_once_in_a_turn() -> None:
    """CLASS-1, PLAY-14: not other treasures, not with other cards, not in a combat."""
    seat = {"klass": "trader", "hand": [*JUNK, "telescopic_spork", "diamond_teeth"]}
    game = table_of(seat, discards=["four_matching_socks", "universal_can_opener"])
    game.do("use_power", card="trader", cards=JUNK)
    assert "use power" not in options(game)
    assert "use power" not in options(table_of(seat, discards=["salvage_rights", "four_matching_socks"]))
    assert "use power" not in options(table_of(seat))
    assert "use power" not in options(combat(seat, monsters=["plasmoid"], discards=["four_matching_socks"]))
    others = {"klass": "trader", "hand": ["cheat", "psychic"]}
    assert "use power" not in options(table_of(others, discards=["four_matching_socks"]))


def test_a_trader_still_has_a_second_sidekick() -> None:
    """SIDE-1."""
    game = table_of({"klass": "trader", "table": ["red_shirt"], "hand": ["singing_mess_cook"]})
    game.do("play", card="singing_mess_cook")
    assert table(game, 0) == ["red_shirt", "singing_mess_cook", "trader"]


def test_a_game_saved_before_the_item_is_taken_goes_on() -> None:
    """DECK-1: cards discarded to pay may be claimed first."""
    seat = {"klass": "trader", "hand": JUNK}
    game = table_of(seat, {"hand": ["ia_rlyeh"]}, editions=("star", "cthulhu"), discards=["four_matching_socks"])
    game.do("use_power", card="trader", cards=JUNK)
    assert game.decision == Decision.WINDOW
    while game.decision == Decision.WINDOW:
        assert Game.load(game.save()) == game
        game.do("pass")
    assert hand(game, 0) == ["four_matching_socks"]


# --------------------------------------------------------------------------- Bounty Hunter


@pytest.mark.parametrize("paid", ["cheat", "plasmoid", "battle_armor"])
def test_bounty_hunters_have_a_new_contract(paid: str) -> None:
    """TURN-3, CLASS-1: for any own card the monster on top of the door discards, whatever is there after the
    payment."""
    seat = {"level": 5, "klass": "bounty_hunter", "hand": ["cheat", "plasmoid"], "carried": ["battle_armor"]}
    game = table_of(seat, phase="trouble", discards=["fanged_fuzzball", "starfish"])
    game.do("use_power", card="bounty_hunter", cards=[paid])
    passes(game)
    assert monsters(game) == ["fanged_fuzzball"]
    assert game.decision == Decision.COMBAT
    assert Game.load(game.save()) == game
    kill(game)
    assert game.level(0) == 6
    assert "loot room" not in options(game), "he has looked for trouble"


def test_a_new_contract_needs_a_monster_on_top_and_time_for_trouble() -> None:
    """TURN-3: behind a door without a monster, in one's own turn; a monster below others does not count."""
    seat = {"klass": "bounty_hunter", "hand": ["cheat"]}
    assert "use power" in options(table_of(seat, phase="trouble", discards=["starfish"]))
    assert "use power" not in options(table_of(seat, phase="trouble", discards=["radioactive", "starfish"]))
    assert "use power" not in options(table_of(seat, phase="trouble"))
    assert "use power" not in options(table_of(seat, phase="start", discards=["starfish"]))
    assert "use power" not in options(table_of(seat, phase="after", discards=["starfish"]))
    assert "use power" not in options(table_of({"klass": "bounty_hunter"}, phase="trouble", discards=["starfish"]))
    paid = table_of({"klass": "bounty_hunter", "race": "feline"}, phase="trouble", discards=["starfish"])
    assert can(paid, "use_power", card="bounty_hunter", cards=["feline"])
    assert not can(paid, "use_power", card="bounty_hunter", cards=["bounty_hunter"])


def test_bounty_hunters_draw_a_door_for_help() -> None:
    """HELP-4, GOLD-3: on top of what was agreed, face down, when the combat is over; the leader draws none."""
    hunter = {"level": 5, "klass": "bounty_hunter"}
    game = combat({"level": 5}, hunter, monsters=["starfish"], helper=1, doors=["cheat", "plasmoid"])
    kill(game)
    while game.decision in (Decision.SPOILS, Decision.RECEIVE, Decision.WINDOW):
        game.do("done" if game.decision == Decision.RECEIVE else "pass")
    assert "cheat" in hand(game, 1)
    assert seen_by(game, "cheat") == set()
    assert "plasmoid" not in [*hand(game, 0), *hand(game, 1)]
    own = combat(hunter, {"level": 5}, monsters=["starfish"], helper=1, doors=["cheat"])
    kill(own)
    while own.decision in (Decision.SPOILS, Decision.RECEIVE, Decision.WINDOW):
        own.do("done" if own.decision == Decision.RECEIVE else "pass")
    assert "cheat" not in [*hand(own, 0), *hand(own, 1)]


def test_help_that_does_not_win_is_not_paid() -> None:
    """HELP-4: nor help against a monster that nobody has killed; nor that of a class lost before."""
    hunter = {"level": 1, "klass": "bounty_hunter"}
    lost = combat({"level": 1}, hunter, monsters=["plasmoid"], helper=1, doors=["cheat"], dice=[6, 6])
    lose(lost)
    assert hand(lost, 1) == []
    gone = combat({"hand": ["union_mandated_coffee_break"]}, hunter, monsters=["plasmoid"], helper=1, doors=["cheat"])
    gone.do("play", card="union_mandated_coffee_break")
    passes(gone)
    assert "cheat" not in hand(gone, 1)
    late = {"windows": "open", "goal": 20, "doors": ["cheat"]}
    none = combat({"level": 9}, {**hunter, "level": 5}, monsters=["starfish"], helper=1, **late)
    none.do("kill")
    while none.current_player != 1:
        none.do("pass")
    none.do("drop", card="bounty_hunter")
    passes(none)
    assert "cheat" not in hand(none, 1)


# --------------------------------------------------------------------------- Space Ranger

RANGER = {"level": 4, "klass": "space_ranger"}


def draft(seat: int, *seats: dict, **settings: Any) -> Game:
    """The ranger makes a player help."""
    game = combat(*seats, **{"monsters": ["starfish"], **settings})
    game.do("use_power", card="space_ranger", seat=seat)
    return game


def test_space_rangers_draft_a_helper_who_takes_all() -> None:
    """HELP-3, HELP-9: the helper is not asked, and gets all the treasure, more than a card promises; the leader gets
    the level."""
    game = draft(2, RANGER, {}, {"level": 5}, monsters=["starfish"])
    assert int(game.position["combat"]["helper"][0]) == 3
    assert game.strength("players") == 9
    assert "all treasures" in game.text(0)
    assert Game.load(game.save()) == game
    kill(game)
    while game.decision == Decision.RECEIVE:
        game.do("done")
    assert (game.level(0), game.level(2)) == (5, 5)
    assert (len(hand(game, 0)), len(hand(game, 2))) == (0, 2)


def test_what_is_drawn_besides_is_the_draftees_too() -> None:
    """HELP-9, TREAS-1: unclaimed_cargo plays itself, and brings three more."""
    game = draft(1, RANGER, {"level": 5}, treasures=["unclaimed_cargo", *PLAIN[:4]])
    kill(game)
    while game.decision == Decision.RECEIVE:
        game.do("done")
    assert (len(hand(game, 0)), len(hand(game, 1))) == (0, 4)


def drafted_and_gone(*more: str) -> Game:
    """A Space Ranger has drafted; the draftee has been driven out, and who did it is gone as well."""
    hand_cards = ["wandering_monster", "holographic_emergency_lawyer", "return_to_sender_beam", *more]
    game = draft(1, {**RANGER, "hand": hand_cards}, {"level": 2}, monsters=["plasmoid"])
    passes(game)
    game.do("play", card="wandering_monster", second="holographic_emergency_lawyer")
    passes(game)
    game.do("play", card="return_to_sender_beam", place=1)
    passes(game)
    assert int(game.position["combat"]["helper"][0]) == 0
    return game


def test_space_rangers_draft_once_in_a_combat() -> None:
    """PLAY-14, HELP-8: not a second time, though the first one has dropped out; when it is over that is forgotten."""
    game = drafted_and_gone()
    assert can(game, "ask_help", seat=2, amount=0)
    assert "use power" not in options(game)
    flag = game.position["card"]["flag"][0]
    assert int(flag[copy_of(game, "space_ranger")])
    lose(game)
    assert int(flag[copy_of(game, "space_ranger")]) == 0


def test_a_second_space_ranger_card_drafts_no_second_time_in_a_combat() -> None:
    """PLAY-14: the Ranger has drafted, no matter which card makes the class; when it is over that is forgotten."""
    game = drafted_and_gone("space_ranger")
    game.do("drop", card="space_ranger")
    passes(game)
    game.do("lay_out", card="space_ranger")
    passes(game)
    assert "space_ranger" in table(game, 0)
    assert "use power" not in options(game)
    assert not game.broken()
    lose(game)
    assert int(game.position["combat"]["empowered"][0]) == 0


def test_a_draft_needs_a_leader_who_loses_without_a_helper() -> None:
    """HELP-1: and somebody who may help."""
    assert "use power" in options(combat(RANGER, monsters=["starfish"]))
    assert "use power" not in options(combat({**RANGER, "level": 9}, monsters=["starfish"]))
    assert "use power" not in options(combat(RANGER, {}, monsters=["plasmoid"], helper=1))
    assert "use power" not in options(combat(RANGER, monsters=["holographic_emergency_lawyer"])), "nobody may help"
    barred = combat({**RANGER, "level": 4}, {"level": 3}, {"level": 6}, monsters=["strongman_of_high_gravity"])
    assert not can(barred, "use_power", card="space_ranger", seat=1)
    assert can(barred, "use_power", card="space_ranger", seat=2)
    other = combat({}, RANGER, monsters=["plasmoid"], windows="open")
    other.do("run_away")
    assert (other.current_player, other.decision) == (1, Decision.WINDOW)
    assert "use power" not in options(other), "not for another's combat"


def test_a_draft_outlasts_the_class() -> None:
    """HELP-9, CLASS-1: a drafted helper stays, for all the treasure; it may bring the winning level."""
    game = draft(1, {**RANGER, "level": 9}, {"level": 5}, monsters=["plasmoid"])
    passes(game)
    game.do("drop", card="space_ranger")
    passes(game)
    assert int(game.position["combat"]["helper"][0]) == 2
    kill(game)
    assert (game.is_terminal, game.winners) == (True, (0,))


def test_a_drafted_helper_may_drop_out() -> None:
    """HELP-8: like any other; then the leader is alone, and another may be asked."""
    seats = ({**RANGER, "hand": ["wandering_monster", "holographic_emergency_lawyer"]}, {"level": 3})
    game = draft(1, *seats, monsters=["plasmoid"])
    passes(game)
    game.do("play", card="wandering_monster", second="holographic_emergency_lawyer")
    passes(game)
    assert int(game.position["combat"]["helper"][0]) == 0
    assert int(game.position["combat"]["deal_treasures"][0]) == 0


def test_a_drafted_helper_flees_for_himself() -> None:
    """HELP-6: both roll."""
    game = draft(1, RANGER, {"level": 3}, monsters=["plasmoid"], dice=[6, 1])
    passes(game)
    game.do("run_away")
    passes(game)
    for _ in range(2):
        game.do("roll", place=0)
        passes(game)
    assert (game.level(0), game.level(1)) == (4, 1)


# --------------------------------------------------------------------------- Mutant

ARM, HEAD, FOOT = 1, 2, 3
HATS = ["colander_of_mind_shielding", "thinking_cap_with_four_manuals"]  # 1 and 3
BOOTS = ["lead_moon_boots", "boots_with_a_pilots_license"]
HELD = ["telescopic_spork", "overclocked_hair_dryer", "neuron_whip"]
ARMED = [*HELD[:2], "soldering_iron_of_mild_doom"]  # what others may use as well


@pytest.mark.parametrize(("way", "cards"), [(ARM, HELD), (HEAD, HATS), (FOOT, BOOTS)])
def test_mutants_choose_what_they_have_more_of(way: int, cards: list[str]) -> None:
    """RACE-1, ITEM-7: by the side of the card, arm, head or foot; of the others they have no more than anybody."""
    game = table_of({"hand": ["mutant", *cards]})
    game.do("lay_out", card="mutant")
    assert (game.decision, game.current_player) == (Decision.PICK, 0)
    assert len(game.legal_actions()) == 3
    assert Game.load(game.save()) == game
    game.do(amount=way - 1)
    assert game.decision == Decision.TURN_START
    assert Game.load(game.save()) == game
    for card in cards:
        game.do("lay_out", card=card)
    assert in_use(game, *cards) == cards
    for other, more in ((ARM, HELD), (HEAD, HATS), (FOOT, BOOTS)):
        if other != way:
            owner = {"race": "mutant", "chosen": way, "table": more[:-1], "hand": more[-1:]}
            game = table_of(owner)
            game.do("lay_out", card=more[-1])
            assert in_use(game, *more) == more[:-1]


def test_a_mutant_received_in_a_combat_chooses_too() -> None:
    """RACE-1, PLAY-12: at once; then the player has the room."""
    game = combat({"level": 3, "hand": ["mutant", "neuron_whip"], "table": HELD[:2]}, monsters=["plasmoid"])
    game.do("lay_out", card="mutant")
    assert game.decision == Decision.PICK
    game.do(amount=0)
    passes(game)
    game.do("lay_out", card="neuron_whip")
    passes(game)
    assert game.strength("players") == 3 + 2 + 3 + 3


@pytest.mark.parametrize(("way", "cards"), [(ARM, ARMED), (HEAD, HATS), (FOOT, BOOTS)])
def test_a_mutant_no_more_puts_away_what_he_has_no_room_for(way: int, cards: list[str]) -> None:
    """ITEM-7: of the player's choice, at once, in a combat too; it does not come back in it."""
    game = combat({"level": 3, "race": "mutant", "chosen": way, "table": cards}, monsters=["great_cthulhu"])
    game.do("drop", card="mutant")
    assert (game.decision, game.current_player) == (Decision.CHOOSE_CARD, 0)
    assert len(game.legal_actions()) == len(cards)
    game.do(card=cards[0])
    passes(game)
    assert in_use(game, *cards) == cards[1:]
    assert not can(game, "use", card=cards[0])
    assert not game.broken()


def test_what_a_mutant_wears_is_lost_one_by_one() -> None:
    """CURSE-3, ITEM-7: the player chooses which of two hats goes."""
    game = cursed("lose_your_headgear", {"race": "mutant", "chosen": HEAD, "table": HATS})
    assert game.decision == Decision.CHOOSE_CARD
    game.do(card=HATS[1])
    assert table(game, 0) == sorted(["mutant", HATS[0]])


def test_half_a_mutant_has_his_limb_and_a_second_mutant_chooses_anew() -> None:
    """MOD-1, RACE-1: the choice is of the card as it lies there."""
    half = {"race": ["mutant", "feline"], "chosen": HEAD, "table": ["half_breed", HATS[0]], "hand": [HATS[1]]}
    game = table_of(half)
    game.do("lay_out", card=HATS[1])
    assert in_use(game, *HATS) == HATS
    again = table_of({"race": "mutant", "chosen": HEAD, "hand": ["mutant"]})
    again.do("drop", card="mutant")
    again.do("lay_out", card="mutant")
    assert again.decision == Decision.PICK


def test_whoever_becomes_a_mutant_by_a_trap_chooses() -> None:
    """RACE-1: wherever the card comes from; the choice is told in words."""
    game = cursed("gene_lottery", {"race": "feline"}, discards=["mutant"])
    assert (game.decision, game.current_player) == (Decision.PICK, 0)
    game.do(amount=2)
    passes(game)
    assert "Mutant (choice 2)" in game.text(1)


@pytest.mark.parametrize("way", [ARM, HEAD, FOOT])
@pytest.mark.parametrize("races", [["mutant"], ["feline", "mutant"]])
def test_a_mutant_who_becomes_another_one_chooses_before_he_puts_anything_away(way: int, races: list[str]) -> None:
    """RACE-1, ITEM-7: the player's room depends on it; a new head leaves both hats."""
    modifier = ["half_breed"] if len(races) > 1 else []
    victim = {"race": races, "chosen": HEAD, "table": [*HATS, *modifier]}
    game = cursed("gene_lottery", victim, discards=["mutant"])
    assert (game.decision, game.current_player) == (Decision.PICK, 0)
    assert in_use(game, *HATS) == HATS
    assert Game.load(game.save()) == game
    game.do(amount=way - 1)
    if way != HEAD:
        assert (game.decision, game.current_player) == (Decision.CHOOSE_CARD, 0)
        game.do(card=HATS[0])
    passes(game)
    assert in_use(game, *HATS) == (HATS if way == HEAD else HATS[1:])
    assert not game.broken()


@pytest.mark.parametrize(
    ("card", "cards"), [("singing_mess_cook", HATS), ("emergency_hamster", BOOTS), ("third_sleeve_occupied", ARMED)]
)
def test_others_make_room_as_well(card: str, cards: list[str]) -> None:
    """ITEM-7, SIDE-4: and it goes with them."""
    game = table_of({"table": [card, *cards[:-1]], "hand": cards[-1:]})
    game.do("lay_out", card=cards[-1])
    assert in_use(game, *cards) == cards
    game.do("drop" if card == "singing_mess_cook" else "throw_away", card=card)
    assert (game.decision, game.current_player) == (Decision.CHOOSE_CARD, 0)
