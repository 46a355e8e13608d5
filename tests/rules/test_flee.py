"""Running away: who rolls, what helps, what happens to those who are caught (FLEE-1 to FLEE-5)."""

from pathlib import Path

import pytest

import munchkin_env as mk
from munchkin_env.vocabulary import Decision, Event
from tests.cards.test_own import write
from tests.kit.looking import discards, events, hand, may, table, words
from tests.kit.playing import first_place, flee, give_up, pass_until, say, settle
from tests.kit.tables import fight

WEAK = {"level": 5, "curses": ["curse_change_sex"]}  # strength 0: loses against anything


def outcome(game):
    """Escaped and caught, in order."""
    return [kind for kind, _, _ in events(game, Event.ESCAPED, Event.CAUGHT)]


# --------------------------------------------------------------------------- rolls


@pytest.mark.parametrize(("face", "escapes"), [(1, False), (4, False), (5, True), (6, True)])
def test_five_or_more_escapes(face, escapes):
    """FLEE-1: one six-sided die."""
    game = flee(fight(["maul_rat"], WEAK, dice=[face]))
    assert outcome(game) == [Event.ESCAPED if escapes else Event.CAUGHT]


@pytest.mark.parametrize(
    ("monster", "leader", "needed"),
    [
        ("maul_rat", {"race": "elf"}, 4),
        ("maul_rat", {"table": ["boots_of_running_really_fast"]}, 3),
        ("maul_rat", {"carried": ["boots_of_running_really_fast"]}, 5),
        ("maul_rat", {"race": "elf", "table": ["tuba_of_charm"]}, 1),
        ("lame_goblin", {}, 4),
        ("flying_frogs", {}, 6),
        ("maul_rat", {"curses": ["curse_change_sex", "curse_chicken_on_your_head"]}, 6),
    ],
)
def test_items_races_curses_and_monsters_change_the_roll(monster, leader, needed):
    """FLEE-1: the least face that escapes."""
    for face in range(max(1, needed - 1), needed + 1):
        game = flee(fight([monster], {**WEAK, **leader}, dice=[face]))
        assert outcome(game) == [Event.ESCAPED if face == needed else Event.CAUGHT]


def test_a_modifier_of_one_monster_does_not_help_against_another():
    """FLEE-1: the slow goblin is escaped with a 4, the rat is not."""
    game = flee(fight(["lame_goblin", "maul_rat"], WEAK, dice=[4, 4]))
    assert outcome(game) == [Event.ESCAPED, Event.CAUGHT]


def test_the_loser_chooses_the_order():
    """FLEE-1: one roll for each monster, in any order."""
    game = give_up(fight(["lame_goblin", "pit_bull", "maul_rat"], WEAK, dice=[6, 1, 6]))
    assert words(say(game, "roll")) == {"monster 1", "monster 2", "monster 3"}
    say(game, "monster 3")
    settle(game)
    assert words(say(game, "roll")) == {"monster 1", "monster 2"}
    say(game, "monster 2")
    settle(game)
    assert game.level(0) == 5 - 2  # caught by the Pit Bull
    assert words(say(game, "roll")) == {"monster 1"}


def test_some_monsters_need_no_roll():
    """FLEE-1: Potted Plant is escaped automatically, Crabs never."""
    game = flee(fight([{"card": "potted_plant", "enhancers": ["ancient"]}], WEAK))
    assert outcome(game) == [Event.ESCAPED]
    game = flee(fight(["crabs"], {**WEAK, "table": ["leather_armor"]}, dice=[6]))
    assert outcome(game) == [Event.CAUGHT]
    assert events(game, Event.ROLLED) == []


def test_a_card_may_spare_the_roll():
    """FLEE-1: an Instant Wall before the rolls, for its player alone or for both allies."""
    for both, rolls in ((1, []), (0, [1, 1])):
        seats = [{**WEAK, "hand": ["instant_wall"]}, {}]
        game = give_up(fight(["maul_rat", "pit_bull"], *seats, helper=1, dice=[6, 6]))
        game.do("play", card="instant_wall", seat=0, amount=both)
        while game.decision in (Decision.FLEE, Decision.ACCEPT_ESCAPE):
            if game.decision == Decision.ACCEPT_ESCAPE:
                game.do("yes")
            else:
                game.do("roll", place=first_place(game))
            settle(game)
        assert [seat for _, seat, _ in events(game, Event.ROLLED)] == rolls
        assert outcome(game) == [Event.ESCAPED] * 4


def test_a_monster_may_let_the_weak_go():
    """FLEE-1: Bullrog does not pursue levels up to 4."""
    assert outcome(flee(fight(["bullrog"], {"level": 4}))) == [Event.ESCAPED]
    assert outcome(flee(fight(["bullrog"], {"level": 5}, dice=[1]))) == [Event.CAUGHT]


# --------------------------------------------------------------------------- consequences


def test_bad_stuff_happens_at_once():
    """FLEE-2: caught by the first monster, the victim is changed before the next roll."""
    game = give_up(fight(["pit_bull", "maul_rat"], WEAK, dice=[1, 6]))
    game.do("roll", place=0)
    settle(game)
    assert (game.current_player, game.decision) == (0, Decision.FLEE)
    assert game.level(0) == 3


def test_an_item_lost_to_the_first_monster_does_not_help_against_the_second():
    """FLEE-2: Crabs take the boots, so that a 4 escapes no more."""
    game = fight(["crabs", "maul_rat"], {**WEAK, "table": ["boots_of_running_really_fast"]}, dice=[4])
    flee(game)
    assert outcome(game) == [Event.CAUGHT, Event.CAUGHT]


def test_who_escapes_suffers_nothing():
    """FLEE-2: neither level nor item is lost."""
    game = flee(fight(["pit_bull"], {**WEAK, "table": ["helm_of_courage"]}, dice=[5]))
    assert game.level(0) == 5
    assert "helm_of_courage" in table(game, 0)


@pytest.mark.parametrize(("face", "level"), [(6, 4), (1, 3)])
def test_a_monster_may_hurt_those_who_escape(face, level):
    """FLEE-2: Mr. Bones costs a level all the same, two after a catch, not both."""
    assert flee(fight(["mr_bones"], WEAK, dice=[face])).level(0) == level


# --------------------------------------------------------------------------- two allies


def test_the_leader_rolls_for_all_monsters_before_his_helper():
    """FLEE-3: two monsters, two players, four rolls."""
    game = flee(fight(["maul_rat", "pit_bull"], WEAK, {}, helper=1, dice=[6, 6, 6, 6]))
    assert [seat for _, seat, _ in events(game, Event.ROLLED)] == [0, 0, 1, 1]


@pytest.mark.parametrize(("dice", "levels"), [((1, 1), [3, 1]), ((1, 6), [3, 3]), ((6, 1), [5, 1])])
def test_a_monster_can_catch_both(dice, levels):
    """FLEE-3: each roll decides for its own player."""
    game = flee(fight([{"card": "pit_bull", "enhancers": ["ancient"]}], WEAK, {"level": 3}, helper=1, dice=dice))
    assert [game.level(0), game.level(1)] == levels


def test_a_helpers_boots_do_not_help_the_leader():
    """FLEE-3, FLEE-1: each with their own modifiers."""
    helper = {"table": ["boots_of_running_really_fast"]}
    game = flee(fight(["maul_rat"], WEAK, helper, helper=1, dice=[4, 4]))
    assert outcome(game) == [Event.CAUGHT, Event.ESCAPED]


# --------------------------------------------------------------------------- what fleeing brings


@pytest.mark.parametrize("face", [1, 6])
def test_fleeing_brings_no_level_treasure_or_loot(face):
    """FLEE-4, TURN-4: escaped or caught, the player ends the turn empty-handed."""
    game = flee(fight(["maul_rat"], WEAK, dice=[face]))
    assert game.level(0) <= 5
    assert hand(game, 0) == []
    assert game.decision == Decision.AFTER_COMBAT
    assert not may(game, "loot_room")
    assert not may(game, "fight")


def test_monsters_are_discarded_after_the_last_roll():
    """FLEE-4: the one that was escaped waits for the roll against the other."""
    game = give_up(fight(["maul_rat", "pit_bull"], WEAK, dice=[6, 6]))
    game.do("roll", place=0)
    settle(game)
    assert discards(game) == []
    game.do("roll", place=1)
    settle(game)
    assert discards(game) == ["curse_change_sex", "maul_rat", "pit_bull"]


# --------------------------------------------------------------------------- reactions


def test_between_a_roll_and_its_consequence_only_rolls_are_reacted_to():
    """FLEE-5: the Loaded Die may be used, no curse and no potion."""
    cards = ["loaded_die", "curse_duck_of_doom", "magic_missile", "gp_1000"]
    game = give_up(fight(["maul_rat"], {**WEAK, "hand": cards}, {"hand": ["curse_lose_a_level"]}, dice=[1]))
    game.do("roll", place=0)
    assert (game.current_player, game.decision) == (0, Decision.WINDOW)
    assert words(game) == {"pass", "play"}
    assert words(say(game, "play")) == {"Loaded Die"}


def test_a_loaded_die_changes_the_roll_before_its_consequence():
    """FLEE-5: the 1 becomes a 5; modifiers still apply."""
    game = give_up(fight(["maul_rat"], {**WEAK, "hand": ["loaded_die"]}, dice=[1]))
    game.do("roll", place=0)
    game.do("play", card="loaded_die", amount=5)
    settle(game)
    assert outcome(game) == [Event.ESCAPED]


def test_only_the_roller_loads_the_die():
    """FLEE-5: somebody else's Loaded Die is no reaction to this roll."""
    game = give_up(fight(["maul_rat"], WEAK, {"hand": ["loaded_die"]}, dice=[1]))
    game.do("roll", place=0)
    assert outcome(game) == [Event.CAUGHT]


def test_a_wizard_pays_for_flight_after_the_roll():
    """FLEE-5: +1 for each card; two cards make a 5 of a 3."""
    game = give_up(fight(["maul_rat"], {**WEAK, "klass": "wizard", "hand": ["mate", "baby"]}, dice=[3]))
    game.do("roll", place=0)
    game.do("flight", card="mate")
    game.do("flight", card="baby")
    settle(game)
    assert outcome(game) == [Event.ESCAPED]


def test_a_halfling_rolls_again_after_a_failure():
    """FLEE-5: for a card, and the second roll counts."""
    game = give_up(fight(["maul_rat"], {**WEAK, "race": "halfling", "hand": ["mate"]}, dice=[1, 6]))
    game.do("roll", place=0)
    game.do("retry", card="mate")
    settle(game)
    assert outcome(game) == [Event.ESCAPED]


def test_a_glue_makes_an_escaped_player_roll_again():
    """FLEE-5: a rival's reaction to a successful roll."""
    game = give_up(fight(["pit_bull"], WEAK, {"hand": ["flask_of_glue"]}, dice=[6, 1]))
    game.do("roll", place=0)
    pass_until(game, 1).do("play", card="flask_of_glue")
    settle(game)
    assert outcome(game) == [Event.CAUGHT]


def test_nobody_flees_while_winning():
    """FLEE-5: the declaration is not even offered."""
    assert not may(fight(["lame_goblin"], {"level": 5}), "run_away")


def test_after_a_declared_flight_nobody_comes_to_help_any_more():
    """FLEE-5, HELP-1: once the rolls have begun potions and help come too late."""
    game = give_up(fight(["maul_rat"], {**WEAK, "hand": ["magic_missile", "friendship_potion"]}, {"level": 9}))
    assert (game.current_player, game.decision) == (0, Decision.FLEE)
    assert words(game) == {"roll"}


ODD_OGRE = """
[[card]]
id = "odd_ogre"
name = "Odd Ogre"
kind = "monster"
level = 9
treasures = 1
bad_stuff = [{ do = "lose_level", die = true, when = { even_hand = true } }]
"""


@pytest.mark.parametrize(("answer", "level"), [("pass", 3), ("play", 5)])
def test_a_die_goes_with_the_clause_that_it_was_rolled_for(tmp_path, answer, level):
    """FLEE-2, FLEE-5: a card whose condition no longer holds when the die is thrown does nothing, and the die is
    gone."""
    folder = Path(write(tmp_path / "hills"))
    doors = folder / "doors.toml"
    doors.write_text(doors.read_text(encoding="utf-8") + ODD_OGRE, encoding="utf-8")
    manifest = folder / "edition.toml"
    manifest.write_text(manifest.read_text(encoding="utf-8").replace("doors = 41", "doors = 42"), encoding="utf-8")
    seat = {"level": 5, "hand": ["loaded_die", "elf"]}
    game = mk.scenario(
        [seat, {}, {}],
        phase="combat",
        combat={"monsters": ["odd_ogre"]},
        dice=[1, 2],
        editions=("munchkin", str(folder)),
    )
    give_up(game)
    game.do("roll", place=0)
    game.do("pass")  # the player is caught; the ogre's die lies on the table
    assert int(game.position["roll"]["face"][0]) == 2
    game.do("pass") if answer == "pass" else game.do("play", card="loaded_die", amount=4)
    assert (game.level(0), int(game.position["roll"]["on"][0])) == (level, 0)
    assert not game.broken()
    assert mk.Game.load(game.save()) == game
