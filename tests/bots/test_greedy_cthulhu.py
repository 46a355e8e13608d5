"""The greedy bot with the cards of Munchkin Cthulhu: the cards that it plays, their targets, and those that it
keeps."""

from functools import partial

import pytest

from munchkin_env.game.game import Game
from munchkin_env.vocabulary import Decision, Stage, Window
from tests.each import each
from tests.kit import greedy
from tests.kit.greedy import act
from tests.kit.looking import carried, hand, monsters, options, strengths, table
from tests.kit.playing import pass_until, passes, unopposed
from tests.scenarios.cthulhu.kit import EDITIONS, combat, table_of

pytestmark = pytest.mark.interpreted

words = partial(greedy.words, last={*greedy.LAST, "done", "no"})

CULTIST = {"klass": "cultist"}
NEAR = {"level": 9, "klass": "investigator"}  # the next kill wins


def one(game):
    """Play one whole action of greedy; nobody reacts to it."""
    said = []
    while not said or game.stage != Stage.VERB or game.decision == Decision.PICK:
        action = act(game)
        said.append(game.describe(action))
        game.step(action)
    passes(game)
    return said


def declared(monster, leader, other, **settings):
    """The leader has declared the kill; the second player may react."""
    game = combat(leader, other, monsters=monster if isinstance(monster, list) else [monster], **settings)
    game.do("kill")
    pass_until(game, 1)
    assert int(game.position["window"][0]) == Window.KILL
    return game


# --------------------------------------------------------------------------- spent cards


SHOD = {"level": 2, "klass": "monster_whacker", "table": ["monster_stompers"]}


@pytest.mark.parametrize(("monster", "wanted"), [("lloyd_lloigor", "play"), ("ozathoth", "run away")])
def test_kicker_ichor_is_played_for_footgear_if_that_turns_the_combat(monster, wanted):
    """2 + 3 + 2 against 8, or two less against 18: footgear counts three times."""
    game = combat({**SHOD, "hand": ["kicker_ichor"]}, {}, monsters=[monster])
    assert one(game)[0] == wanted
    if wanted == "play":
        assert strengths(game) == (2 + 2 + 3 * 3, 8)


def test_kicker_ichor_is_kept_where_footgear_counts_for_nothing():
    game = combat({**SHOD, "level": 1, "hand": ["kicker_ichor"]}, {}, monsters=["joggoth", "lloyd_lloigor"])
    assert words(game) == ["run away"]


@pytest.mark.parametrize(("place", "wanted"), [("players", "play"), ("monsters", "run away")])
def test_thicker_ichor_doubles_what_helps(place, wanted):
    """5 + 4 against 12: with 4 more it is won. Nothing is done for the monsters."""
    game = combat({"level": 5, "hand": ["thicker_ichor", "sticker_ichor"]}, {}, monsters=["grape_old_ones"])
    unopposed(game, "play", card="sticker_ichor", place=place)
    assert one(game)[0] == wanted
    if wanted == "play":
        assert strengths(game) == (5 + 8, 12)


@pytest.mark.parametrize(("level", "wanted"), [(9, "play"), (5, "pass")])
def test_thicker_ichor_of_a_bystander_is_for_the_monsters_of_whoever_would_win(level, wanted):
    """With 3 for the monsters 12 are beaten, with 6 they are not."""
    leader = {"level": level, "table": ["cowl_of_cthulhu"], "hand": ["ichor_liquor"]}
    monster = "shallow_ones" if level == 9 else "the_cruller_out_of_space"
    game = combat(leader, {"hand": ["thicker_ichor"]}, monsters=[monster])
    unopposed(game, "play", card="ichor_liquor", place="monsters")
    game.do("kill")
    pass_until(game, 1)
    assert one(game)[0] == wanted
    if wanted == "play":
        assert strengths(game) == (12, 8 + 6)


@pytest.mark.parametrize(
    ("there", "left", "after"),
    [(["shallow_ones"], [], (9, 11)), (["lloyd_lloigor", "ruggoth"], ["ichor_liquor"], (9, 10))],
)
def test_ichor_picker_takes_or_turns_what_lets_somebody_win(there, left, after):
    """Turned it counts twice as much; taken it is a card gained, and that is done where it is enough."""
    game = combat({**NEAR, "hand": ["ichor_liquor"]}, {"hand": ["ichor_picker"]}, monsters=there)
    unopposed(game, "play", card="ichor_liquor", place="players")
    game.do("kill")
    pass_until(game, 1)
    assert one(game)[:3] == ["play", "Ichor Picker", "Ichor Liquor"]
    assert (hand(game, 1), strengths(game)) == (left, after)


def test_ichor_picker_turns_what_helps_the_monsters():
    """4 against 2 + 3, turned 7 against 2: taken it would do as well, and is there once more."""
    game = combat({"level": 4, "hand": ["ichor_liquor", "ichor_picker"]}, {}, monsters=["polly_polyp"])
    unopposed(game, "play", card="ichor_liquor", place="monsters")
    assert one(game)[:3] == ["play", "Ichor Picker", "Ichor Liquor"]
    assert (hand(game, 0), strengths(game)) == (["ichor_liquor"], (4, 2))
    low = combat({"level": 2, "hand": ["ichor_liquor", "ichor_picker"]}, {}, monsters=["polly_polyp"])
    unopposed(low, "play", card="ichor_liquor", place="monsters")
    one(low)
    assert (hand(low, 0), strengths(low)) == ([], (5, 2))


def test_an_ichor_that_counts_for_nothing_is_not_spent():
    """Elder Globs: ichor is nothing for the players, double for the monsters."""
    hands = {"level": 8, "hand": ["sticker_ichor"]}
    assert words(combat(hands, {}, monsters=["elder_globs"])) == ["run away"]
    assert words(combat({"level": 8, "hand": ["canned_meat"]}, {}, monsters=["elder_globs"]))[0] == "play"
    game = declared("elder_globs", {**NEAR, "table": ["cowl_of_cthulhu"]}, {"hand": ["sicker_ichor"]})
    assert words(game)[:3] == ["play", "Sicker Ichor", "for the monsters"]
    assert strengths(game) == (12, 14)


def test_song_of_madness_turns_a_lost_combat():
    game = combat({"level": 7, "hand": ["song_of_madness"]}, {}, monsters=["lloyd_lloigor"])
    assert words(game)[:2] == ["play", "Song of Madness"]


# --------------------------------------------------------------------------- the stars


def test_the_stars_are_right_against_whoever_would_win():
    game = declared("shallow_ones", NEAR, {"hand": ["the_stars_are_right"]})
    assert words(game) == ["play", "The Stars Are Right"]
    low = declared("polly_polyp", {"level": 4}, {"hand": ["the_stars_are_right"]})
    assert words(low) == ["pass"]


def test_the_stars_are_right_is_never_played_by_a_fighter():
    assert words(combat({"level": 3, "hand": ["the_stars_are_right"]}, {}, monsters=["shallow_ones"])) == ["run away"]
    assert words(combat({"level": 9, "hand": ["the_stars_are_right"]}, {}, monsters=["ruggoth"])) == ["kill"]


def test_the_stars_are_wrong_about_all_if_that_wins_and_about_one_if_not():
    """8 against 9 less 4; 5 against 14, of which the 12 go."""
    seat = {"level": 8, "hand": ["the_stars_are_wrong"]}
    game = combat(seat, {}, monsters=["lloyd_lloigor", "buggoth"])
    assert one(game)[:2] == ["play", "The Stars Are Wrong"]
    assert strengths(game) == (8, 5)
    single = combat({**seat, "level": 5}, {}, monsters=["polly_polyp", "grape_old_ones"])
    assert one(single)[:2] == ["play", "The Stars Are Wrong"]
    assert monsters(single) == ["polly_polyp"]


def test_the_stars_are_confused_when_printed_bonuses_matter():
    """6 against 6 + 6 of Aughost Derwraith and the Cruller: without what is printed against Whackers it is won."""
    seat = {"level": 6, "klass": "monster_whacker", "hand": ["the_stars_are_confused"]}
    assert words(combat(seat, {}, monsters=["the_cruller_out_of_space"]))[:2] == ["play", "The Stars Are Confused"]
    other = {**seat, "klass": "professor"}
    assert words(combat(other, {}, monsters=["lloyd_lloigor"])) == ["run away"], "nothing is printed against him"


# --------------------------------------------------------------------------- enhancers


def test_a_cultist_takes_the_enhancers_of_his_class_himself():
    game = table_of({**CULTIST, "hand": ["raving"]}, CULTIST, {}, {})
    said = words(game)
    assert said[:2] == ["play", "Raving"]
    assert sorted(table(game, 0)) == ["cultist", "raving"]


def test_nobody_else_gives_it_to_a_cultist():
    game = table_of({"hand": ["raving"]}, CULTIST, {}, {})
    assert words(game) == ["open door"]
    won = declared("lloyd_lloigor", {**NEAR}, {"hand": ["raving"]})
    assert words(won)[:2] == ["play", "Raving"]
    assert won.strength("monsters") == 11


def test_what_an_enhancer_has_against_a_fighter_counts():
    """16 against 8 + 2; 5 more would not do, against a professor it is 10 more."""
    leader = {"level": 9, "klass": "professor", "table": ["tweed_jacket", "cowl_of_cthulhu", "cthulhu_bumper_sticker"]}
    game = declared("shallow_ones", {**leader}, {"hand": ["rugose", "unnameable"]})
    assert strengths(game) == (16, 10)
    assert words(game)[:2] == ["play", "Unnameable"]
    assert strengths(game) == (16, 20)


@pytest.mark.parametrize("card", ["official_mythos", "of_the_middle_aged_gods"])
def test_item_enhancers_go_to_the_best_item_in_use(card):
    seat = {"hand": [card], "table": ["bowling_pin", "wand_of_walloping"], "carried": ["tommy_gun"]}
    game = table_of(seat, {}, {})
    before = int(game.position["player"]["bonus"][0, 0])
    said = words(game)
    assert said[0] == "play"
    assert said[2] == "Wand Of Walloping"
    assert int(game.position["player"]["bonus"][0, 0]) >= before + 2


def test_item_enhancers_wait_for_an_item_that_helps():
    seat = {"hand": ["official_mythos"], "carried": ["elder_sign"]}
    assert words(table_of(seat, {}, {})) == ["open door"]


def test_cinematic_rules_are_laid_out_at_once():
    game = table_of({"hand": ["created_using_cinematic_rules"]}, {}, {})
    assert words(game)[0] == "play"
    assert table(game, 0) == ["created_using_cinematic_rules"]


# --------------------------------------------------------------------------- items given and put away


def test_the_least_valuable_card_is_given_away():
    seats = [{"table": ["cowl_of_cthulhu"], "carried": ["necrocomicon"]}, {}, {}]
    game = combat(*seats, monsters=["foggoth", "ozathoth"], dice=[1, 1])
    unopposed(game, "run_away")
    while game.decision != Decision.CHOOSE_CARD:
        game.step(act(game))
    assert game.describe(act(game)) == "Necrocomicon"


def test_the_weakest_item_is_put_away_when_a_hand_is_lost():
    """ITEM-6, ITEM-7: attachments of an item count; 1 + 2 are more than 2."""
    held = ["tentacle", "wand_of_walloping", "bowling_pin", "necrocomicon"]
    seats = [{**CULTIST, "table": held, "hand": ["official_mythos"]}, {**CULTIST, "hand": ["sudden_head_blow"]}, {}, {}]
    game = table_of(*seats)
    game.do("play", card="official_mythos", second="necrocomicon")
    game.do("open_door")
    pass_until(game, 1).do("play", card="sudden_head_blow", seat=0)
    passes(game)
    assert game.decision == Decision.CHOOSE_CARD
    game.step(act(game))
    assert carried(game, "bowling_pin")


# --------------------------------------------------------------------------- the cult


@pytest.mark.parametrize(("level", "wanted"), [(5, "play"), (3, "pass")])
def test_the_last_cultist_is_made_by_whoever_leads(level, wanted):
    """CULT-5."""
    seats = [{"level": 4, **CULTIST}, {"level": level, "hand": ["sudden_head_blow"]}, {"level": 4, **CULTIST}]
    game = table_of(*seats, phase="trouble", discards=["cultist"])
    game.do("loot_room")
    while not game.is_terminal and game.current_player != 1:
        game.do("pass" if game.decision == Decision.WINDOW else "end_turn")
    said = words(game) if not game.is_terminal else []
    assert said[0] == wanted or (wanted == "pass" and 1 not in game.winners)
    assert (1 in game.winners) == (wanted == "play")


@pytest.mark.parametrize(("level", "wanted"), [(9, {"cultist"}), (2, set())])
def test_a_cultist_is_laid_out_by_whoever_wins_by_it(level, wanted):
    seats = [{"level": level, "hand": ["cultist"]}, {"level": 4, **CULTIST}, {"level": 4, **CULTIST}]
    game = table_of(*seats)
    words(game)
    assert set(table(game, 0)) == wanted
    assert game.winners == ((0,) if wanted else ())


def test_the_last_but_one_is_not_made_if_the_other_wins_by_it():
    """CULT-4: the only one left gains a level."""
    for level, wanted in ((9, set()), (2, {"cultist"})):
        seats = [{"level": 5, "hand": ["cultist"]}, {"level": 4, **CULTIST}, {"level": level}]
        game = table_of(*seats)
        words(game)
        assert set(table(game, 0)) == wanted


def test_a_cultist_who_would_win_is_cured():
    """CULT-6: two points for each other Cultist."""
    leader = {"level": 9, **CULTIST}
    game = combat(leader, {"hand": ["sudden_head_blow"]}, CULTIST, CULTIST, monsters=["grape_old_ones"])
    assert strengths(game) == (13, 12)
    game.do("kill")
    pass_until(game, 1)
    assert words(game)[:3] == ["play", "Sudden Head Blow", "the player 3 to the left"]
    assert strengths(game)[0] == 9


# --------------------------------------------------------------------------- goths that are called


def called(level, goth, answering, **more):
    """A goth was turned up by the first player; `answering` holds another one."""
    seats = [{"level": level, **more}, {}, {}]
    seats[answering] = {**seats[answering], "hand": [goth]}
    game = table_of(*seats, doors=["ruggoth"])
    game.do("open_door")
    while game.decision == Decision.WINDOW or (game.decision == Decision.GOTH and game.current_player != answering):
        game.do("pass")
    assert (game.decision, game.current_player) == (Decision.GOTH, answering)
    return game


@each(
    ("level", "goth", "answering", "there"),
    [(9, "shoggoth", 1, 2), (4, "shoggoth", 1, 1), (5, "froggoth", 0, 1), (6, "joggoth", 0, 2), (6, "buggoth", 1, 1)],
)
def test_a_goth_is_added_where_it_turns_an_opponents_combat_or_is_easily_won(level, goth, answering, there):
    """GOTH-1: not to one that leads nowhere, not where it does not matter, not to the own one if it is lost by it."""
    game = called(level, goth, answering)
    while game.decision == Decision.GOTH and game.current_player == answering:
        game.step(act(game))
    assert len(monsters(game)) == there


# --------------------------------------------------------------------------- cards that are used for a price


HOPELESS = ["nightie_gaunts", "the_king_in_pink", "ozathoth"]  # for a low player: worth little


def test_a_professor_learns_from_the_cheapest_cards():
    seat = {"klass": "professor", "hand": ["unnameable", *HOPELESS]}
    game = table_of(seat, {"level": 3}, {"level": 3}, phase="after")
    assert one(game)[:2] == ["use power", "Professor"]
    assert (game.level(0), hand(game, 0)) == (2, ["unnameable"])


def test_a_professor_loots_before_learning():
    """TURN-4: learning ends the turn, and nothing but the end of it would be left."""
    seat = {"klass": "professor", "hand": ["unnameable", *HOPELESS]}
    game = table_of(seat, {"level": 3}, {"level": 3}, phase="trouble", doors=["professor"])
    assert "use power" in options(game)
    assert one(game) == ["loot room"]
    assert one(game)[:2] == ["use power", "Professor"]


def test_a_professor_keeps_cards_that_are_worth_more_than_a_level():
    dear = ["the_stars_are_right", "the_stars_are_wrong", "the_stars_are_confused"]
    game = table_of({"klass": "professor", "hand": dear}, {"level": 3}, {"level": 3}, phase="after")
    assert one(game) == ["end turn"]


def test_a_monster_that_is_beaten_is_fetched_for_two_that_are_not():
    seat = {"level": 9, "table": ["innsmouth_yellow_pages", "cowl_of_cthulhu"], "hand": HOPELESS[1:]}
    game = table_of(seat, {}, {}, discards=["elder_globs", "shrub_niggurath"])
    assert one(game)[0] == "use power"
    assert hand(game, 0) == ["elder_globs"]
    assert one(table_of(seat, {}, {}, discards=["shrub_niggurath"])) == ["open door"]


@pytest.mark.parametrize(("monster", "wanted"), [("froggoth", "use power"), ("lloyd_lloigor", "kill")])
def test_a_combat_is_avoided_if_it_is_lost_and_dear(monster, wanted):
    """5 + 6 against 12 that kill, and against 8."""
    seat = {"level": 5, "table": ["necronookiecon", "cowl_of_cthulhu"], "carried": ["flamethrower", "tommy_gun"]}
    assert one(combat(seat, {}, monsters=[monster]))[0] == wanted


@pytest.mark.parametrize("order", [1, -1])
def test_of_two_equal_bonuses_the_one_with_room_for_a_card_is_worn(order):
    """+2 both; dungarees_of_deep_pockets let one keep a card more."""
    armor = ["dungarees_of_deep_pockets", "slime_proof_poncho"]
    game = table_of({"level": 3, "table": armor[::order][:1], "carried": armor[::order][1:]}, {}, {}, doors=["cheat"])
    words(game)
    assert carried(game, "slime_proof_poncho")
    assert not carried(game, "dungarees_of_deep_pockets")


# --------------------------------------------------------------------------- flights, curses turned up


def fled(leader, *others, monster="froggoth", helper=None):
    """The leader has conceded; who has quicker_ichor may play it before the rolls."""
    game = combat(leader, *others, monsters=[monster], helper=helper)
    game.do("run_away")
    return game


@pytest.mark.parametrize(("gear", "wanted"), [(["flamethrower", "miners_helmet"], "play"), ([], "roll")])
def test_quicker_ichor_is_played_to_save_what_is_worth_it(gear, wanted):
    """FLEE-1: two more on the rolls from what kills; nothing to lose, nothing to save."""
    game = fled({"level": 1, "table": gear, "hand": ["quicker_ichor"]}, {}, {})
    while game.current_player != 0 and game.decision == Decision.WINDOW:
        game.do("pass")
    said = words(game)
    assert said[0] == wanted
    assert not gear or said[:3] == ["play", "Quicker Ichor", "for the players"]


@pytest.mark.parametrize(("level", "left"), [(8, []), (1, ["quicker_ichor"])])
def test_quicker_ichor_trips_who_is_ahead(level, left):
    """FLEE-1: against the leader of the table that may lose all, not against the last."""
    gear = ["flamethrower", "miners_helmet", "professor_teslas_electrical_protective_device"]
    rich = {"level": level, "table": gear, "hand": ["rugose", "mephitic"]}
    game = fled(rich, {"level": 5, "hand": ["quicker_ichor"]}, {"level": 2}, monster="yak_sothoth")
    while game.decision == Decision.WINDOW:
        game.step(act(game))
    assert hand(game, 1) == left


@pytest.mark.parametrize(
    ("curse", "victim", "left"),
    [
        ("curse_learn_yet_another_awful_truth", 2, []),
        ("curse_solestealer", None, ["i_am_not_worthy_of_this_honor"]),
    ],
)
def test_a_curse_that_hurts_is_handed_on(curse, victim, left):
    """CURSE-1: to a player who is ahead; one that would do nothing is taken."""
    seats = [{"level": 5, "hand": ["i_am_not_worthy_of_this_honor"]}, {"level": 5}, {"level": 8}]
    game = table_of(*seats, doors=[curse])
    game.do("open_door")
    while game.decision == Decision.WINDOW:
        game.step(act(game))
    assert hand(game, 0) == left
    assert [game.level(seat) for seat in range(3)] == [5, 5, 7 if victim else 8]


# --------------------------------------------------------------------------- whole games


@pytest.mark.parametrize("editions", [("cthulhu",), ("munchkin", "cthulhu"), EDITIONS], ids=len)
def test_greedy_games_are_played_to_their_end(editions):
    """Legal, sound, and the view untouched at every action."""
    game = Game(editions=editions, players=3, seed=5, round_limit=6)
    while not game.is_terminal:
        game.step(act(game))
        assert not game.broken()


# --------------------------------------------------------------------------- items that turned evil
EVIL = "curse_weapon_becomes_evil"


def test_an_evil_item_goes_for_levels_if_the_combat_is_won_by_it() -> None:
    """CURSE-2: two levels cost much, the win more; outside combat it stays, and nothing of it is sold."""
    assert "drop" not in words(table_of({"level": 9, "table": [{"fez_of_fazooli": EVIL}]}))
    leader = {"level": 9, "table": [{"flamethrower": EVIL}, "brass_knucks", "cthulhu_bumper_sticker"]}
    assert one(combat(leader, monsters=["shallow_ones"], help_questions=0)) == ["drop", "Flamethrower"]
    assert "drop" not in one(combat(leader, monsters=["polly_polyp"])), "that one is beaten anyway"
    assert "drop" not in one(combat({**leader, "level": 6}, monsters=["shallow_ones"])), "it would not be enough"


def test_a_weapon_is_turned_in_the_hands_of_whoever_leads() -> None:
    """CURSE-1: the better the weapon, the better the curse; one without a weapon gets none."""
    game = table_of({"hand": [EVIL]}, {"level": 9}, {"level": 9, "table": ["flamethrower"]})
    assert one(game)[:1] == ["play"]
    assert EVIL in table(game, 2) or game.decision == Decision.CHOOSE_CARD


def test_a_wishing_ring_saves_a_weapon() -> None:
    """CURSE-4: a source of +4 takes 4."""
    game = table_of({"level": 5, "hand": ["wishing_ring"], "table": [{"flamethrower": EVIL}]})
    assert words(game)[:2] == ["play", "Wishing Ring"]


# --------------------------------------------------------------------------- items and their dice
def test_greedy_declares_as_little_as_wins() -> None:
    """COMBAT-2: each point more is a risk; what is won anyway needs none."""
    bomber = {"level": 5, "table": ["backpack_full_of_dynamite"]}
    bold = combat({**bomber, "level": 8}, monsters=["coggoth"], help_questions=0)
    wanted = int(bold.strength("monsters")) - 8 + 1
    assert one(bold)[:3] == ["use power", "Backpack Full of Dynamite", str(wanted)]
    assert one(combat(bomber, monsters=["polly_polyp"])) == ["kill"]
    hopeless = combat({**bomber, "level": 1}, monsters=["great_cthulhu"], help_questions=0)
    assert one(hopeless) == ["run away"]


def test_greedy_loads_the_die_of_its_bagpipes() -> None:
    """FLEE-5: only if the combat hangs on them."""
    piper = {"level": 5, "table": ["bagpipes"], "hand": ["loaded_die"]}
    game = table_of({**piper}, doors=["coggoth"], dice=[6])
    game.do("open_door")
    assert int(game.position["window"][0]) == Window.ROLL
    assert one(game)[:3] == ["play", "Loaded Die", "1"]
    game = table_of({**piper}, doors=["polly_polyp"], dice=[6])
    game.do("open_door")
    assert one(game) == ["pass"]


def test_greedy_completes_the_cult_if_it_leads() -> None:
    """CULT-5: not to share a win, still less to lose."""
    member = {"table": ["cult_membership_card"]}
    assert one(table_of({**member, "level": 5}, CULTIST, CULTIST)) == ["use power", "Cult Membership Card"]
    assert "use power" not in one(table_of({**member, "level": 5}, {**CULTIST, "level": 5}, CULTIST))


def test_what_weakens_a_monster_is_one_of_the_means_to_beat_it() -> None:
    """Neither the one-shot nor the enhancer wins the combat alone."""
    sleep, meat = "in_a_million_year_sleep", "canned_meat"
    game = combat({"level": 3, "hand": [sleep, meat]}, monsters=["shallow_ones"])
    said: list[str] = []
    while game.decision in (Decision.COMBAT, Decision.ANSWER_HELP):
        if game.decision == Decision.COMBAT:
            said += one(game)
        else:
            unopposed(game, "no")
    assert {"In A Million-Year Sleep", "Canned Meat", "kill"} <= set(said)


def test_what_weakens_a_monster_is_kept_longer_than_what_strengthens_it() -> None:
    """TURN-5: like a one-shot, since it helps in every combat of one's own."""
    held = ["in_a_million_year_sleep", "frothing", "gibbering", "canned_meat", "cheat", "raving"]
    game = table_of({"hand": held, "level": 5}, {"level": 2}, phase="charity")
    while game.decision != Decision.CHARITY:
        game.step(act(game))
    assert game.describe(act(game)) in ("Frothing", "Gibbering", "Raving")
