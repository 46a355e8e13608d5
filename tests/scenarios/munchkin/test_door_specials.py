"""Wandering Monster, Mate, Illusion, Out to Lunch, Help Me Out Here!, Cheat! and Divine Intervention."""

import pytest

from munchkin_env.game.game import Game
from munchkin_env.vocabulary import Decision
from tests.each import each
from tests.kit.looking import carried_by, doors_gone, hand, may, monsters, options, table, treasures_gone
from tests.kit.playing import concede, kill, passes, roll, unopposed
from tests.scenarios.munchkin.kit import combat, table_of

# --------------------------------------------------------------------------- wandering_monster


@pytest.mark.parametrize("who", [0, 1])
def test_wandering_monster_joins(who: int) -> None:
    """PLAY-5, COMBAT-3: with a monster from the same hand, by a fighter or a bystander; strengths add up."""
    cards = {"hand": ["wandering_monster", "lame_goblin", "baby"]}
    players = [{"level": 5, **(cards if who == 0 else {})}, cards if who == 1 else {}]
    game = combat(*players, monsters=["undead_horse"])
    if who:
        game.do("kill")
    unopposed(game, "play", card="wandering_monster", second="lame_goblin")
    assert hand(game, who) == ["baby"]
    assert (game.strength("monsters"), monsters(game)) == (5, ["undead_horse", "lame_goblin"])
    assert not may(game, "kill"), "a tie loses"


# --------------------------------------------------------------------------- mate


def test_mate_is_fled_from_separately_and_without_penalty() -> None:
    """FLEE-1: two rolls, each escaping with a five."""
    game = combat({"level": 5, "hand": ["mate"]}, monsters=["bigfoot"], dice=[5, 5])
    unopposed(game, "play", card="mate", place=0)
    concede(game)
    roll(game, 1)
    roll(game, 0)
    assert game.level(0) == 5
    assert game.decision == Decision.AFTER_COMBAT


def test_mate_is_removed_separately() -> None:
    """PLAY-7, COMBAT-6: one of the two leaves, the other and the enhancer stay."""
    monster = {"card": "stoned_golem", "enhancers": ["intelligent"], "mate": True}
    game = combat({"level": 1}, monsters=[monster])
    unopposed(game, "decline", place=0)
    assert (monsters(game), game.strength("monsters")) == (["stoned_golem"], 19)
    unopposed(game, "decline", place=0)
    assert doors_gone(game) == ["intelligent", "mate", "stoned_golem"]


# --------------------------------------------------------------------------- illusion


def test_illusion_replaces_a_monster_and_its_enhancers() -> None:
    """COMBAT-6: illusion discards the monster with everything on it; a monster from hand takes its place."""
    leader = {"level": 5, "hand": ["illusion", "maul_rat"]}
    game = combat(leader, monsters=[{"card": "bigfoot", "enhancers": ["ancient"]}, "lame_goblin"])
    unopposed(game, "play", card="illusion", place=0, second="maul_rat")
    assert sorted(monsters(game)) == ["lame_goblin", "maul_rat"]
    assert game.strength("monsters") == 2
    assert doors_gone(game) == ["ancient", "bigfoot"]
    kill(game)
    assert (game.level(0), len(hand(game, 0))) == (7, 2), "nothing for the bigfoot"
    assert doors_gone(game) == ["ancient", "bigfoot", "illusion", "lame_goblin", "maul_rat"]


def test_illusion_by_a_bystander() -> None:
    """PLAY-4: any player, during any combat; the monster comes from their hand: illusion."""
    game = combat({"level": 5}, {"hand": ["illusion", "plutonium_dragon"]}, monsters=["maul_rat"])
    game.do("kill")
    unopposed(game, "play", card="illusion", place=0, second="plutonium_dragon")
    assert (monsters(game), hand(game, 1)) == (["plutonium_dragon"], [])
    assert may(game, "run_away")


def test_illusion_needs_a_monster_in_hand() -> None:
    """COMBAT-6: without one illusion can't be played."""
    assert not may(combat({"hand": ["illusion", "elf"]}, monsters=["maul_rat"]), "play")


# --------------------------------------------------------------------------- out_to_lunch


@pytest.mark.parametrize("who", [0, 1])
def test_out_to_lunch(who: int) -> None:
    """COMBAT-6, GOLD-2: all monsters are gone: two treasures for the main fighter, no level, none of their own."""
    players = [{"level": 5}, {"level": 9}]
    players[who]["hand"] = ["out_to_lunch"]
    game = combat(*players, monsters=[{"card": "plutonium_dragon", "enhancers": ["ancient"]}, "bullrog"])
    if who:
        game.do("run_away")
    unopposed(game, "play", card="out_to_lunch")
    assert (game.level(0), game.level(1)) == (5, 9)
    assert (len(hand(game, 0)), len(hand(game, 1))) == (2, 0)
    assert doors_gone(game) == ["ancient", "bullrog", "out_to_lunch", "plutonium_dragon"]
    assert game.decision == Decision.AFTER_COMBAT


def test_out_to_lunch_leaves_what_was_killed() -> None:
    """COMBAT-6, GOLD-2: the slain Nose brings its level and treasure whatever becomes of the rest."""
    seat = {"level": 5, "hand": ["potion_of_halitosis", "out_to_lunch"]}
    game = combat(seat, monsters=["floating_nose", "bullrog"])
    unopposed(game, "play", card="potion_of_halitosis", place=0)
    unopposed(game, "play", card="out_to_lunch")
    assert (game.level(0), len(hand(game, 0)), game.decision) == (6, 3 + 2, Decision.AFTER_COMBAT)


@pytest.mark.parametrize(("slain", "helpers", "leaders"), [(False, 0, 2), (True, 1, 2 + 2)])
def test_out_to_lunch_treasures_are_of_no_deal(slain: bool, helpers: int, leaders: int) -> None:
    """HELP-2, HELP-5: the two treasures are the main fighter's; shared is what was killed with the helper in it."""
    seat = {"level": 5, "hand": ["potion_of_halitosis", "out_to_lunch"]}
    game = combat(seat, {"level": 3}, monsters=["floating_nose", "bullrog"], helper=1, deal=1)
    if slain:
        unopposed(game, "play", card="potion_of_halitosis", place=0)
    unopposed(game, "play", card="out_to_lunch")
    while game.decision in (Decision.SPOILS, Decision.RECEIVE):
        if game.decision == Decision.SPOILS:
            game.step(int(game.legal_actions()[0]))
        else:
            game.do("done")
        passes(game)
    kept = 0 if slain else 1  # the potion
    assert (len(hand(game, 0)), len(hand(game, 1))) == (leaders + kept, helpers)
    assert game.decision == Decision.AFTER_COMBAT


def test_out_to_lunch_brings_nothing_to_who_runs_from_the_next() -> None:
    """COMBAT-3: a monster joins late and is fled from: no treasure at all."""
    other = {"hand": ["wandering_monster", "lame_goblin"]}
    game = combat({"level": 1, "hand": ["out_to_lunch"]}, other, monsters=["bullrog"], dice=[6])
    game.do("play", card="out_to_lunch")
    while game.current_player != 1:
        game.do("pass")
    unopposed(game, "play", card="wandering_monster", second="lame_goblin")
    concede(game)
    roll(game)
    assert (hand(game, 0), game.decision) == ([], Decision.AFTER_COMBAT)


# --------------------------------------------------------------------------- help_me_out_here


def test_help_me_out_takes_the_item_that_turns_the_combat() -> None:
    """COMBAT-2: help_me_out_here: only an item that turns losing into winning; it is used and kept."""
    game = combat(
        {"level": 5, "hand": ["help_me_out_here"]},
        {"table": ["helm_of_courage", "really_impressive_title"]},
        {"carried": ["huge_rock"]},
        monsters=["shrieking_geek"],
    )
    unopposed(game, "play", card="help_me_out_here", second="really_impressive_title")
    assert game.strength("players") == 8
    assert (table(game, 0), carried_by(game, 0)) == (["really_impressive_title"], [])
    assert table(game, 1) == ["helm_of_courage"]
    kill(game)
    assert table(game, 0) == ["really_impressive_title"]
    assert "help_me_out_here" in doors_gone(game)


def items_that_help(game: Game) -> list[str]:
    """Return the cards that Help Me Out Here! may take."""
    if not may(game, "play"):
        return []
    for word in ("play", "Help Me Out Here!"):
        game.step(next(int(a) for a in game.legal_actions() if game.describe(int(a)) == word))
    return options(game)


@each(
    ("leader", "monster", "items"),
    [
        ({"level": 5}, "shrieking_geek", ["Huge Rock"]),
        ({"level": 4}, "shrieking_geek", ["Huge Rock"]),
        ({"level": 3}, "shrieking_geek", []),  # +3 makes a tie
        ({"level": 7}, "shrieking_geek", []),  # winning already
        ({"level": 3, "klass": "warrior"}, "lawyers", ["Huge Rock"]),  # wins ties
        ({"level": 6}, "pukachu", ["Horny Helmet", "Spiky Knees", "Huge Rock"]),
        ({"level": 4, "race": "elf"}, "lawyers", ["Horny Helmet", "Huge Rock"]),  # +3 for an elf
        ({"level": 3, "race": "dwarf"}, "lawyers", ["Hammer of Kneecapping"]),  # +4, dwarves only
        ({"level": 8}, "ghoulfiends", []),  # no item helps
    ],
)
def test_what_help_me_out_may_take(leader: dict, monster: str, items: list[str]) -> None:
    """COMBAT-2, ITEM-2: help_me_out_here counts what the item gives the one who takes it, and must turn the combat."""
    others = {"carried": ["horny_helmet", "hammer_of_kneecapping", "huge_rock", "spiky_knees"]}
    game = combat({**leader, "hand": ["help_me_out_here"]}, others, monsters=[monster])
    assert sorted(items_that_help(game)) == sorted(items)


def test_help_me_out_makes_room() -> None:
    """ITEM-1, ITEM-3: own items give way: those worn in the slot, in both hands, and a Big item to a Big one."""
    leader = {"level": 2, "hand": ["help_me_out_here"], "table": ["buckler_of_swashing"], "carried": ["stepladder"]}
    game = combat(leader, {"table": ["swiss_army_polearm"]}, monsters=["undead_horse"])
    assert game.strength("players") == 4
    unopposed(game, "play", card="help_me_out_here", second="swiss_army_polearm")
    assert game.strength("players") == 6
    assert table(game, 0) == ["swiss_army_polearm"]
    assert treasures_gone(game) == ["buckler_of_swashing", "stepladder"]


def test_help_me_out_counts_what_gives_way() -> None:
    """COMBAT-2: a gain of +4 for an own +3 does not turn a combat that lacks two: help_me_out_here."""
    leader = {"level": 3, "sex": "female", "hand": ["help_me_out_here"], "table": ["huge_rock"]}
    game = combat(leader, {"table": ["swiss_army_polearm"]}, monsters=["lawyers"])
    assert game.strength("players") == 6
    assert items_that_help(game) == ["Swiss Army Polearm"]
    weaker = combat({**leader, "level": 2}, {"table": ["swiss_army_polearm"]}, monsters=["lawyers"])
    assert items_that_help(weaker) == []


def test_help_me_out_takes_nothing_that_the_mirror_blinds() -> None:
    """COMBAT-2: under the curse_malign_mirror only armor turns a combat: help_me_out_here."""
    leader = {"level": 5, "hand": ["help_me_out_here"], "curses": ["curse_malign_mirror"]}
    game = combat(leader, {"table": ["really_impressive_title", "mithril_armor"]}, monsters=["lawyers"])
    assert items_that_help(game) == ["Mithril Armor"]


KNEEPADS = {"table": ["kneepads_of_allure"]}


@each(
    ("leader", "others", "monster", "offered"),
    [
        ({"level": 4}, [KNEEPADS, {"level": 5}], "lawyers", True),  # 4 + 5 against 6
        ({"level": 4}, [{**KNEEPADS, "level": 5}, {}], "lawyers", True),  # their owner is made to help
        ({"level": 3}, [KNEEPADS, {"level": 4}], "gazebo", False),  # nobody may help
        ({"level": 2}, [KNEEPADS, {"level": 3}], "lawyers", False),  # 5 against 6
        ({"level": 2}, [KNEEPADS, {"level": 4}], "lawyers", False),  # a tie
        ({"level": 2}, [KNEEPADS, {"level": 4, "klass": "warrior"}], "lawyers", True),  # who wins ties
        ({"level": 2}, [KNEEPADS, {"level": 3, "table": ["huge_rock"]}], "lawyers", True),  # the helper's items count
        ({"level": 2}, [KNEEPADS, {"level": 5, "race": "elf"}], "undead_horse", True),
        ({"level": 2}, [KNEEPADS, {"level": 5, "race": "dwarf"}], "undead_horse", False),  # +5 against a dwarf
        ({"level": 5}, [KNEEPADS, {"level": 5}], "lawyers", False),  # equals are not made to help
        ({"level": 4}, [KNEEPADS, {"level": 6, "dead": True}], "lawyers", False),
        ({"level": 4, "klass": "cleric"}, [KNEEPADS, {"level": 6}], "lawyers", False),  # not for clerics
        ({"level": 7}, [KNEEPADS, {"level": 8}], "lawyers", False),  # winning already
    ],
)
def test_help_me_out_takes_kneepads_for_the_helper_they_force(
    leader: dict, others: list[dict], monster: str, offered: bool
) -> None:
    """HELP-9, COMBAT-2: help_me_out_here takes the Kneepads if one who can't refuse makes the kill; then that one
    does."""
    game = combat({**leader, "hand": ["help_me_out_here"]}, *others, monsters=[monster])
    before = game.position.tobytes()
    assert items_that_help(game.clone()) == (["Kneepads of Allure"] if offered else [])
    assert game.position.tobytes() == before
    if not offered:
        return
    unopposed(game, "play", card="help_me_out_here", second="kneepads_of_allure")
    helper = max((1, 2), key=game.level)
    unopposed(game, "ask_help", seat=helper)
    assert int(game.position["combat"]["helper"][0]) == helper + 1
    kill(game)
    assert game.level(0) == leader["level"] + 1


@pytest.mark.parametrize(
    ("owner", "left"),
    [
        ({"table": ["hireling"], "lent": "kneepads_of_allure"}, ["hireling"]),
        ({"klass": "cleric", "table": [{"kneepads_of_allure": "cheat"}]}, ["cleric"]),
        ({"carried": ["kneepads_of_allure"]}, []),
    ],
)
def test_help_me_out_takes_kneepads_off_whatever_they_hang_on(owner: dict, left: list[str]) -> None:
    """HELP-9, ITEM-4: lent, cheated or carried, they force their old owner: help_me_out_here."""
    game = combat({"level": 4, "hand": ["help_me_out_here"]}, {**owner, "level": 5}, monsters=["lawyers"])
    unopposed(game, "play", card="help_me_out_here", second="kneepads_of_allure")
    assert (table(game, 0), table(game, 1)) == (["kneepads_of_allure"], left)
    unopposed(game, "ask_help", seat=1)
    kill(game)
    assert game.level(0) == 5


def test_a_helper_takes_no_kneepads() -> None:
    """HELP-1, HELP-9: the leader asks, and there is one helper at a time: help_me_out_here."""
    helper = {"level": 1, "hand": ["help_me_out_here"]}
    game = combat({}, helper, {"level": 9, **KNEEPADS}, monsters=["net_troll"], helper=1, windows="open")
    game.do("run_away")
    assert (game.current_player, game.decision) == (1, Decision.WINDOW)
    assert not may(game, "play")


def test_who_refused_is_asked_again_once_the_kneepads_force_him() -> None:
    """HELP-9, WINDOW-6: no strength has changed, but the helper can no longer refuse: help_me_out_here."""
    game = combat({"level": 4, "hand": ["help_me_out_here"]}, KNEEPADS, {"level": 5}, monsters=["lawyers"])
    game.do("ask_help", seat=2)
    unopposed(game, "no")
    assert items_that_help(game.clone()) == ["Kneepads of Allure"]
    unopposed(game, "play", card="help_me_out_here", second="kneepads_of_allure")
    game.do("ask_help", seat=2)
    assert int(game.position["combat"]["helper"][0]) == 3


def test_kneepads_are_not_taken_where_all_questions_are_asked() -> None:
    """WINDOW-6: nobody can be asked any more, so nobody makes the kill: help_me_out_here."""
    leader = {"level": 4, "hand": ["help_me_out_here"]}
    game = combat(leader, KNEEPADS, {"level": 5}, monsters=["lawyers"], help_questions=1)
    game.do("ask_help", seat=2)
    game.do("no")
    assert items_that_help(game) == []


# --------------------------------------------------------------------------- cheat


@pytest.mark.parametrize(
    ("owner", "item", "strength"),
    [
        ({"table": ["helm_of_courage"], "carried": ["horny_helmet"]}, "horny_helmet", 3),  # a second headgear
        ({"carried": ["hammer_of_kneecapping"]}, "hammer_of_kneecapping", 5),  # for dwarves
        ({"table": ["huge_rock"], "carried": ["sneaky_bastard_sword"]}, "sneaky_bastard_sword", 6),  # a third hand
        ({"klass": "wizard", "carried": ["mithril_armor"]}, "mithril_armor", 4),  # not for wizards
        ({"sex": "male", "carried": ["pointy_hat_of_power"]}, "pointy_hat_of_power", 4),
    ],
)
def test_cheat_breaks_every_restriction(owner: dict, item: str, strength: int) -> None:
    """ITEM-1, ITEM-2: an own item with cheat is in use whatever forbids it."""
    game = table_of({**owner, "hand": ["cheat", "maul_rat"]}, doors=["elf"])
    game.do("play", card="cheat", second=item)
    assert carried_by(game, 0) == []
    assert "cheat" in table(game, 0)
    unopposed(game, "open_door")
    unopposed(game, "fight", card="maul_rat")
    assert game.strength("players") == strength


def test_a_small_cheated_item_is_stolen() -> None:
    """CLASS-1: a Thief takes a small item with cheat on it as any other, and cheat goes; a Big one stays."""
    thief = {"klass": "thief", "hand": ["baby"]}
    game = table_of(thief, {"table": [{"horny_helmet": "cheat"}]}, dice=[6])
    unopposed(game, "steal", seat=1, card="horny_helmet", second="baby")
    assert (table(game, 0), table(game, 1)) == (["horny_helmet", "thief"], [])
    assert "cheat" in doors_gone(game)
    assert not may(table_of(thief, {"table": [{"huge_rock": "cheat"}]}), "steal")


def test_no_cheat_in_combat() -> None:
    """PLAY-9, ITEM-5: a fighter's items are settled: cheat stays in hand."""
    assert not may(combat({"hand": ["cheat"], "carried": ["huge_rock"]}, monsters=["bigfoot"]), "play")


# --------------------------------------------------------------------------- divine_intervention


def test_divine_intervention_in_a_combat_is_shared_too() -> None:
    """WIN-3: taken out of the discards in a combat, divine_intervention wins for fighter and bystander alike."""
    game = combat(
        {"level": 9, "klass": "cleric", "hand": ["wand_of_dowsing"]},
        {"level": 9, "klass": "cleric"},
        monsters=["maul_rat"],
        discards=["divine_intervention"],
    )
    game.do("play", card="wand_of_dowsing", second="divine_intervention")
    passes(game)
    assert game.is_terminal
    assert game.winners == (0, 1)


def test_the_dead_receive_no_divine_intervention() -> None:
    """DEATH-3: a dead cleric gets no level: divine_intervention."""
    dead_cleric = {"level": 5, "klass": "cleric", "dead": True}
    game = table_of({"level": 2}, dead_cleric, doors=["divine_intervention"])
    game.do("open_door")
    passes(game)
    assert game.level(1) == 5


def test_no_combat_cards_on_the_flight() -> None:
    """FLEE-4: on the flight out_to_lunch and illusion come too late."""
    game = combat({"level": 5, "hand": ["out_to_lunch", "illusion", "maul_rat"]}, monsters=["bigfoot"], dice=[6])
    concede(game)
    assert options(game) == ["roll"]
    roll(game)
    assert hand(game, 0) == ["illusion", "maul_rat", "out_to_lunch"]
