"""Every one-shot of the base game: when, by whom and on what it is played, and where the spent card lies."""

from typing import Any

import pytest

import munchkin_env as mk
from munchkin_env.vocabulary import Decision, Phase
from tests.each import each
from tests.kit.editions import card_of, edition
from tests.kit.looking import can, carried, hand, levels, place_of, seen_by
from tests.kit.playing import flee, give_up, pass_until, settle, settled, win
from tests.kit.tables import bare_fight, table_of

BONUS = {
    "cotion_of_ponfusion": 3,
    "flaming_poison_potion": 3,
    "freezing_explosive_potion": 3,
    "nasty_tasting_sports_drink": 2,
    "potion_of_halitosis": 2,
    "potion_of_idiotic_bravery": 2,
    "sleep_potion": 2,
    "electric_radioactive_acid_potion": 5,
    "magic_missile": 5,
    "pretty_balloons": 5,
}
OTHERS = {
    "yuppie_water",
    "doppleganger",
    "friendship_potion",
    "instant_wall",
    "invisibility_potion",
    "flask_of_glue",
    "loaded_die",
    "magic_lamp",
    "pollymorph_potion",
    "transferral_potion",
    "wand_of_dowsing",
    "wishing_ring",
}
ELF = {"race": "elf"}
PLAIN = ("helm_of_courage", "leather_armor", "buckler_of_swashing")


def test_every_one_shot_of_the_base_game_is_here() -> None:
    """PLAY-3: the base game has 23 one-shots, two of them Wishing Rings."""
    catalogue = table_of().catalogue
    types = [k for k in range(1, len(catalogue.cards)) if catalogue.card(k).kind.name == "ONE_SHOT"]
    assert {catalogue.short_id(k) for k in types} == set(BONUS) | OTHERS
    assert sum(len(catalogue.copies_of(k)) for k in types) == 23


# --------------------------------------------------------------------------- a bonus for either side


@each("side", ["players", "monsters"])
@each("where", ["hand", "table"])
@each("card", BONUS)
def test_the_leader_plays_a_bonus_for_either_side(card: str, where: str, side: str) -> None:
    """PLAY-3: from hand or table, for either side; the spent card lies with the combat until it ends (COMBAT-7)."""
    game = bare_fight(["net_troll"], {"level": 8, "klass": "warrior", where: [card]}, treasures=PLAIN)
    before = {"players": 8, "monsters": 10}
    settled(game, "play", card=card, place=side)
    before[side] += BONUS[card]
    assert {each: game.strength(each) for each in before} == before
    assert place_of(game, card) == "combat"
    if side == "players":
        win(game)
    else:
        flee(game)
    assert place_of(game, card) == "discards"


@each("side", ["players", "monsters"])
@each("card", BONUS)
def test_a_bystander_plays_a_bonus_for_either_side(card: str, side: str) -> None:
    """PLAY-3, COMBAT-12: by anyone; the bonus is the side's, and a bystander's potion is no help."""
    game = bare_fight(["net_troll"], {"level": 9, "klass": "warrior", "hand": ["cleric"]}, {"hand": [card]})
    game.do("berserk", card="cleric")
    pass_until(game, 1).do("play", card=card, place=side)
    settle(game)
    before = {"players": 10, "monsters": 10}
    before[side] += BONUS[card]
    assert {each: game.strength(each) for each in before} == before
    assert (place_of(game, card), int(game.position["combat"]["helper"][0])) == ("combat", 0)


@each("card", sorted(set(BONUS) | {"yuppie_water", "doppleganger", "friendship_potion"}))
def test_no_combat_card_without_a_combat(card: str) -> None:
    """PLAY-3: cards for combats can't be played outside one."""
    assert not can(table_of({"hand": [card], **ELF}), "play", card=card, place="players")


def test_a_last_potion_turns_the_kill() -> None:
    """COMBAT-4: a declared kill is void when a bystander makes the monsters stronger (magic_missile)."""
    game = bare_fight(["net_troll"], {"level": 9, "hand": ["cotion_of_ponfusion"]}, {"hand": ["magic_missile"]})
    game.do("play", card="cotion_of_ponfusion", place="players")
    settle(game).do("kill")
    pass_until(game, 1).do("play", card="magic_missile", place="monsters")
    settle(game)
    assert (game.current_player, game.decision) == (0, Decision.COMBAT)
    assert can(game, "run_away")


@pytest.mark.parametrize(("side", "gain"), [("players", 2), ("monsters", 1)])
def test_fire_for_the_players_angers_the_chicken(side: str, gain: int) -> None:
    """flaming_poison_potion: fire used against the Large Angry Chicken, not for it, brings an extra level."""
    game = bare_fight(["large_angry_chicken"], {"level": 7, "hand": ["flaming_poison_potion"]})
    game.do("play", card="flaming_poison_potion", place=side)
    assert levels(win(settle(game)))[0] == 7 + gain


def test_no_bonus_against_ghoulfiends() -> None:
    """COMBAT-9: only levels count, potions neither (magic_missile)."""
    game = bare_fight(["ghoulfiends"], {"level": 7, "hand": ["magic_missile"]})
    game.do("play", card="magic_missile", place="players")
    assert settle(game).strength("players") == 7


# --------------------------------------------------------------------------- Potion of Halitosis


def test_halitosis_kills_the_floating_nose() -> None:
    """potion_of_halitosis, GOLD-2: the Nose is killed, which is a level and its treasure at the end of the combat."""
    tops = ["helm_of_courage", "leather_armor", "huge_rock", "spiky_knees"]
    game = bare_fight(["floating_nose"], {"level": 2, "hand": ["potion_of_halitosis"]}, treasures=tops)
    settled(game, "play", card="potion_of_halitosis", place=0)
    assert levels(game)[0] == 3
    assert hand(game, 0) == sorted(tops[:3])
    assert place_of(game, "floating_nose") == "discards"


def test_halitosis_by_a_bystander_is_the_leaders_kill() -> None:
    """potion_of_halitosis, COMBAT-12: played by somebody else the leader gets the level."""
    game = bare_fight(["floating_nose"], {"level": 2}, {"level": 5, "hand": ["potion_of_halitosis"]})
    game.do("run_away")
    pass_until(game, 1).do("play", card="potion_of_halitosis", place=0)
    assert levels(settle(game)) == [3, 5, 1]


def test_halitosis_kills_only_the_nose() -> None:
    """potion_of_halitosis: another monster can't be its target, and stays when the Nose is dead."""
    game = bare_fight(["floating_nose", "lame_goblin"], {"level": 2, "hand": ["potion_of_halitosis"]})
    assert not can(game, "play", card="potion_of_halitosis", place=1)
    settled(game, "play", card="potion_of_halitosis", place=0)
    assert (game.strength("monsters"), levels(game)[0]) == (1, 2)
    assert levels(win(game))[0] == 4


def test_the_killed_nose_brings_nothing_when_the_rest_is_fled() -> None:
    """COMBAT-3, GOLD-3: no rewards before the combat is over, and none at all after a flight (potion_of_halitosis)."""
    seat = {"level": 2, "hand": ["potion_of_halitosis"]}
    game = bare_fight(["floating_nose", "net_troll"], seat, dice=[6], treasures=["helm_of_courage"])
    settled(game, "play", card="potion_of_halitosis", place=0)
    game = flee(game)
    assert (levels(game)[0], hand(game, 0)) == (2, [])


# --------------------------------------------------------------------------- Yuppie Water


@pytest.mark.parametrize(
    ("leader", "helper", "bonus"),
    [(ELF, {}, 2), (ELF, ELF, 4), ({}, ELF, 2), ({"race": ["elf", "dwarf"], "table": ["half_breed"]}, {}, 2)],
)
def test_yuppie_water(leader: dict[str, Any], helper: dict[str, Any], bonus: int) -> None:
    """yuppie_water: +2 for each Elf who fights."""
    game = bare_fight(["net_troll"], {"hand": ["yuppie_water"], **leader}, helper, helper=1)
    before = game.strength("players")
    settled(game, "play", card="yuppie_water")
    assert (game.strength("players") - before, game.strength("monsters")) == (bonus, 10)
    assert place_of(game, "yuppie_water") == "combat"


def test_yuppie_water_needs_an_elf_in_the_combat() -> None:
    """yuppie_water: nobody else has anything of it; its holder may give it to an Elf who fights."""
    assert not can(bare_fight(["net_troll"], {"hand": ["yuppie_water"]}, ELF), "play", card="yuppie_water")
    game = bare_fight(["net_troll"], ELF, {"hand": ["yuppie_water"]})
    game.do("run_away")
    pass_until(game, 1).do("play", card="yuppie_water")
    assert settle(game).strength("players") == 3


def test_yuppie_water_helps_nobody_who_fights_no_more() -> None:
    """yuppie_water, COMBAT-9: an Elf whom the gazebo drives out of the combat has the bonus there no longer."""
    bystander = {"hand": ["wandering_monster", "gazebo"]}
    game = bare_fight(["net_troll"], {"hand": ["yuppie_water"]}, ELF, bystander, helper=1)
    game.do("play", card="yuppie_water")
    assert settle(game).strength("players") == 4
    game.do("run_away")
    pass_until(game, 2).do("play", card="wandering_monster", second="gazebo")
    assert settle(game).strength("players") == 1
    assert not game.broken()


def test_yuppie_water_goes_by_the_race_of_now() -> None:
    """yuppie_water, TURN-7, HELP-8: neither who is an Elf no more nor the human who takes over has anything of it."""
    game = bare_fight(["net_troll"], {**ELF, "hand": ["yuppie_water"]})
    game.do("play", card="yuppie_water")
    assert settle(game).strength("players") == 3
    game.do("drop", card="elf")
    assert game.strength("players") == 1
    game = bare_fight(["net_troll"], {**ELF, "hand": ["yuppie_water", "transferral_potion"]}, {"level": 5})
    game.do("play", card="yuppie_water")
    settle(game).do("play", card="transferral_potion", seat=1)
    assert settle(game).strength("players") == 5
    assert not game.broken()


# --------------------------------------------------------------------------- Doppleganger


def doubled(leader: dict[str, Any], *others: dict[str, Any], **settings: Any) -> mk.Game:
    """A combat with the Net Troll in which the leader has played Doppleganger."""
    seat = {**leader, "hand": ["doppleganger", *leader.get("hand", [])]}
    game = bare_fight(["net_troll"], seat, *others, **settings)
    game.do("play", card="doppleganger")
    return settle(game)


def test_doppleganger_doubles_all_that_follows() -> None:
    """doppleganger: the lone fighter's strength is doubled, with items and with later bonuses of that side."""
    game = doubled({"level": 3, "table": ["helm_of_courage"], "hand": ["magic_missile", "sleep_potion"]})
    assert game.strength("players") == 8
    game.do("play", card="magic_missile", place="players")
    assert settle(game).strength("players") == 18
    game.do("play", card="sleep_potion", place="monsters")
    assert (settle(game).strength("players"), game.strength("monsters")) == (18, 12)
    assert place_of(game, "doppleganger") == "combat"


def test_doppleganger_doubles_losses_too() -> None:
    """doppleganger, GOLD-1: a penalty is doubled, and the strength may fall below nothing."""
    game = doubled({"level": 1}, {"klass": "thief", "hand": ["magic_missile"]})
    game.do("run_away")
    pass_until(game, 1).do("backstab", seat=0, card="magic_missile")
    assert settle(game).strength("players") == -2


def test_doppleganger_is_for_the_lone_main_fighter() -> None:
    """doppleganger: not with a helper, not by a bystander; and nobody may help afterwards."""
    seats = ({"hand": ["doppleganger"]}, {"hand": ["doppleganger"]})
    assert not can(bare_fight(["net_troll"], seats[0], helper=1), "play", card="doppleganger")
    game = bare_fight(["net_troll"], {}, seats[1])
    game.do("run_away")
    assert not can(pass_until(game, 1), "play", card="doppleganger")
    game = doubled({"level": 1})
    assert not can(game, "ask_help", seat=1, amount=0)


def test_doppleganger_is_no_helper() -> None:
    """doppleganger: the treasure is drawn face down, the goal may be reached (COMBAT-12, HELP-5)."""
    game = win(doubled({"level": 9}, treasures=["helm_of_courage"]))
    assert game.winners == (0,)
    game = win(doubled({"level": 7}, treasures=["helm_of_courage"]))
    assert seen_by(game, "helm_of_courage") == set()


def test_two_dopplegangers_triple() -> None:
    """doppleganger: n of them multiply by n + 1, not by two each."""
    twin = card_of("twin", "one_shot", 'value = 300\nwhen = ["lone"]\nplay = [{ do = "multiply" }]')
    editions = ("munchkin", edition("more", treasures=twin))
    game = doubled({"level": 3, "hand": ["twin"]}, editions=editions)
    game.do("play", card="twin")
    assert settle(game).strength("players") == 9


# --------------------------------------------------------------------------- Friendship Potion


def test_friendship_potion() -> None:
    """friendship_potion: all monsters go; no level, no treasure; the room may be looted."""
    seat = {"level": 2, "hand": ["friendship_potion"]}
    two = [{"card": "net_troll", "enhancers": ["ancient"]}, "harpies"]
    game = bare_fight(two, seat, treasures=["helm_of_courage"], doors=["elf"])
    settled(game, "play", card="friendship_potion")
    assert (game.decision, levels(game)[0], hand(game, 0)) == (Decision.AFTER_COMBAT, 2, [])
    assert {place_of(game, card) for card in ("net_troll", "ancient", "harpies", "friendship_potion")} == {"discards"}
    game.do("loot_room")
    assert hand(settle(game), 0) == ["elf"]
    assert not can(game, "loot_room")


def test_friendship_potion_takes_treasure_kept_before() -> None:
    """friendship_potion, COMBAT-6: no treasure means none at all (after pollymorph_potion)."""
    seat = {"hand": ["pollymorph_potion", "friendship_potion"]}
    game = bare_fight(["net_troll", "harpies"], seat, treasures=["helm_of_courage"])
    game.do("play", card="pollymorph_potion", place=0)
    settle(game).do("play", card="friendship_potion")
    assert hand(settle(game), 0) == []


def test_anybody_makes_friends_but_not_after_a_failed_flight() -> None:
    """friendship_potion: a bystander spoils a kill; once the flight has begun it is too late."""
    game = bare_fight(["lame_goblin"], {"level": 4}, {"hand": ["friendship_potion"]})
    game.do("kill")
    pass_until(game, 1).do("play", card="friendship_potion")
    assert levels(settle(game))[0] == 4
    game = give_up(bare_fight(["net_troll"], {"hand": ["friendship_potion"]}, dice=[1]))
    assert not can(game, "play", card="friendship_potion")
    game.do("roll", place=0)
    assert (game.decision, place_of(game, "friendship_potion")) == (Decision.AFTER_COMBAT, "hand 0")


def goblin_joins(game: mk.Game) -> mk.Game:
    """A bystander adds a Lame Goblin to the combat from which all monsters have gone."""
    pass_until(game, 1).do("play", card="wandering_monster", second="lame_goblin")
    return settle(game)


WANDERING = {"hand": ["wandering_monster", "lame_goblin"]}


@pytest.mark.parametrize("roll", [1, 6])
def test_no_loot_after_friendship_and_flight(roll: int) -> None:
    """friendship_potion, FLEE-4: a player who then runs from a monster that joined late doesn't loot the room."""
    game = bare_fight(["net_troll"], {"level": 1, "hand": ["friendship_potion"]}, WANDERING, dice=[roll])
    game.do("play", card="friendship_potion")
    goblin_joins(game)
    flee(game)
    assert game.decision == Decision.AFTER_COMBAT
    assert not can(game, "loot_room")


def test_loot_after_friendship_and_anothers_flight() -> None:
    """friendship_potion, transferral_potion: it isn't the player in turn who runs."""
    other = {"hand": ["wandering_monster", "lame_goblin", "transferral_potion"]}
    game = bare_fight(["net_troll"], {"hand": ["friendship_potion"]}, other, dice=[6])
    game.do("play", card="friendship_potion")
    goblin_joins(game)
    game.do("run_away")
    pass_until(game, 1).do("play", card="transferral_potion", seat=2)
    flee(settle(game))
    assert (game.current_player, game.decision) == (0, Decision.AFTER_COMBAT)
    assert can(game, "loot_room")


def test_friendship_leaves_what_was_killed() -> None:
    """friendship_potion, potion_of_halitosis: the slain Nose brings its level and treasure, the rest nothing."""
    seat = {"level": 2, "hand": ["potion_of_halitosis", "friendship_potion"]}
    game = bare_fight(["floating_nose", "net_troll"], seat, treasures=PLAIN)
    game.do("play", card="potion_of_halitosis", place=0)
    settle(game).do("play", card="friendship_potion")
    settle(game)
    assert (levels(game)[0], hand(game, 0)) == (3, sorted(PLAIN[:3]))


# --------------------------------------------------------------------------- Instant Wall


@pytest.mark.parametrize("where", ["hand", "table"])
def test_instant_wall(where: str) -> None:
    """instant_wall: after deciding to run away, before the roll, an escape from all monsters; no loot (FLEE-4)."""
    game = bare_fight(["net_troll", "harpies"], {"level": 4, where: ["instant_wall"]})
    assert not can(game, "play", card="instant_wall", seat=0)
    give_up(game)
    game.do("play", card="instant_wall", seat=0)
    assert place_of(game, "instant_wall") == "combat"
    for place in (0, 1):
        settle(game).do("roll", place=place)
    settle(game)
    assert (levels(game)[0], game.decision, place_of(game, "instant_wall")) == (4, Decision.AFTER_COMBAT, "discards")
    assert not can(game, "loot_room")


def two_losers(*hands: list[str]) -> mk.Game:
    """Levels 4 and 4 lose against the Wannabe Vampire, who takes three levels; all dice show 1."""
    seats = [{"level": 4, "hand": cards} for cards in hands]
    return bare_fight(["wannabe_vampire"], *seats, helper=1, dice=[1] * 6)


@pytest.mark.parametrize(("amount", "answer", "after"), [(0, None, [4, 1]), (1, "yes", [4, 4]), (1, "no", [4, 1])])
def test_instant_wall_for_one_or_two(amount: int, answer: str | None, after: list[int]) -> None:
    """instant_wall: for one or two fighters; the other one is asked for consent."""
    game = give_up(two_losers(["instant_wall"], []))
    game.do("play", card="instant_wall", seat=0, amount=amount)
    if answer:
        assert (game.current_player, game.decision) == (1, Decision.ACCEPT_ESCAPE)
        game.do(answer)
    for _ in range(2):
        settled(game, "roll", place=0)
    assert levels(game)[:2] == after


def test_instant_wall_for_the_ally_alone() -> None:
    """instant_wall: the player of the card may give it to the ally and roll."""
    game = give_up(two_losers(["instant_wall"], []))
    game.do("play", card="instant_wall", seat=1, amount=0)
    game.do("yes")
    for _ in range(2):
        settled(game, "roll", place=0)
    assert levels(game)[:2] == [1, 4]


@pytest.mark.parametrize(
    ("answers", "after"), [(("yes", "yes"), [4, 4]), (("no", "yes"), [1, 4]), (("no", "no"), [1, 1])]
)
def test_a_bystander_walls_off_the_willing(answers: tuple[str, str], after: list[int]) -> None:
    """instant_wall: played by somebody else, each fighter decides alone."""
    game = two_losers([], [], ["instant_wall"])
    game.do("run_away")
    pass_until(game, 2).do("play", card="instant_wall", seat=0, amount=1)
    given = dict(enumerate(answers))
    while game.decision == Decision.ACCEPT_ESCAPE:
        game.do(given[int(game.current_player or 0)])
    settle(game)
    for _ in range(2):
        settled(game, "roll", place=0)
    assert levels(game)[:2] == after


def test_instant_wall_does_not_hold_what_cannot_be_escaped() -> None:
    """instant_wall: the Floating Nose takes three levels all the same."""
    game = give_up(bare_fight(["floating_nose"], {"level": 5, "hand": ["instant_wall"]}))
    game.do("play", card="instant_wall", seat=0)
    game.do("roll", place=0)
    assert levels(settle(game))[0] == 2


# --------------------------------------------------------------------------- rolls


def rolled(*seats: dict[str, Any], dice: list[int], monsters: Any = ("wannabe_vampire",), **settings: Any) -> mk.Game:
    """The leader (Level 5) has rolled against the Wannabe Vampire, who takes three levels; who can react is asked."""
    first, *rest = seats
    game = give_up(bare_fight(list(monsters), {"level": 5, **first}, *rest, dice=dice, **settings))
    game.do("roll", place=0)
    return game


@pytest.mark.parametrize("where", ["hand", "table"])
def test_invisibility_potion(where: str) -> None:
    """invisibility_potion: after one's own failed roll an automatic escape from that monster."""
    game = rolled({where: ["invisibility_potion"]}, dice=[1])
    game.do("play", card="invisibility_potion")
    assert levels(settle(game))[0] == 5
    assert place_of(game, "invisibility_potion") == "discards"


def test_invisibility_is_for_ones_own_failed_roll() -> None:
    """invisibility_potion: nobody is asked after a good roll, nor anybody else after a bad one."""
    assert rolled({"hand": ["invisibility_potion"]}, dice=[6]).decision == Decision.AFTER_COMBAT
    assert levels(rolled({}, {"hand": ["invisibility_potion"]}, dice=[1]))[0] == 2
    assert not can(table_of({"hand": ["invisibility_potion"]}), "play", card="invisibility_potion")
    game = give_up(bare_fight(["wannabe_vampire"], {"hand": ["invisibility_potion"]}))
    assert not can(game, "play", card="invisibility_potion")


def test_invisibility_hides_from_one_monster() -> None:
    """invisibility_potion, FLEE-1: the next monster is rolled for."""
    game = rolled({"hand": ["invisibility_potion"]}, monsters=["harpies", "flying_frogs"], dice=[1, 1])
    game.do("play", card="invisibility_potion")
    settle(game).do("roll", place=1)
    assert levels(settle(game))[0] == 3


@pytest.mark.parametrize(("second", "after"), [(6, 5), (1, 2)])
def test_flask_of_glue_after_a_roll(second: int, after: int) -> None:
    """flask_of_glue: a player who has just escaped must roll again."""
    game = rolled({}, {"hand": ["flask_of_glue"]}, dice=[6, second])
    assert (game.current_player, game.decision) == (1, Decision.WINDOW)
    game.do("play", card="flask_of_glue")
    assert levels(settle(game))[0] == after
    assert place_of(game, "flask_of_glue") == "discards"


@pytest.mark.parametrize(("second", "after"), [(6, 5), (1, 2)])
def test_flask_of_glue_after_an_automatic_escape(second: int, after: int) -> None:
    """flask_of_glue: also after instant_wall a roll is needed."""
    seats = ({"level": 5, "hand": ["instant_wall"]}, {"hand": ["flask_of_glue"]})
    game = give_up(bare_fight(["wannabe_vampire"], *seats, dice=[second]))
    game.do("play", card="instant_wall", seat=0)
    game.do("roll", place=0)
    pass_until(game, 1).do("play", card="flask_of_glue")
    assert levels(settle(game))[0] == after


def test_flask_of_glue_after_invisibility() -> None:
    """flask_of_glue: the escape by invisibility_potion is undone too."""
    game = rolled({"hand": ["invisibility_potion"]}, {"hand": ["flask_of_glue"]}, dice=[1, 2])
    game.do("play", card="invisibility_potion")
    pass_until(game, 1).do("play", card="flask_of_glue")
    assert levels(settle(game))[0] == 2


def test_flask_of_glue_after_an_escape_that_the_monster_grants() -> None:
    """flask_of_glue: from the Potted Plant the escape is automatic, glued one must roll."""
    plant = [{"card": "potted_plant", "enhancers": ["ancient", "humongous"]}]
    game = rolled({}, {"hand": ["flask_of_glue"]}, monsters=plant, dice=[1])
    pass_until(game, 1).do("play", card="flask_of_glue")
    settle(game)
    assert place_of(game, "flask_of_glue") == "discards"
    assert int(game.position["chance"][0].max()) == 1


def test_flask_of_glue_sticks_only_after_an_escape() -> None:
    """flask_of_glue: not after a failed roll, and no reaction to the old roll once it was played."""
    assert levels(rolled({}, {"hand": ["flask_of_glue"]}, dice=[2]))[0] == 2
    game = rolled({"hand": ["loaded_die", "invisibility_potion"]}, {"hand": ["flask_of_glue"]}, dice=[6, 1])
    pass_until(game, 1).do("play", card="flask_of_glue")
    assert int(game.position["roll"]["face"][0]) == 1
    game.do("play", card="loaded_die", amount=5)
    assert levels(settle(game))[0] == 5


@pytest.mark.parametrize("where", ["hand", "table"])
@pytest.mark.parametrize(("face", "after"), [(5, 5), (4, 2)])
def test_loaded_die_for_a_flight(face: int, after: int, where: str) -> None:
    """loaded_die: after one's own roll the die shows the chosen number."""
    game = rolled({where: ["loaded_die"]}, dice=[1])
    game.do("play", card="loaded_die", amount=face)
    assert levels(settle(game))[0] == after
    assert place_of(game, "loaded_die") == "discards"


def test_loaded_die_sets_the_die_before_modifiers() -> None:
    """loaded_die: modifiers still apply (the Chicken takes one, the boots give two)."""
    game = rolled({"hand": ["loaded_die"], "curses": ["curse_chicken_on_your_head"]}, dice=[6])
    game.do("play", card="loaded_die", amount=5)
    assert levels(settle(game))[0] == 2
    game = rolled({"hand": ["loaded_die"], "table": ["boots_of_running_really_fast"]}, dice=[1])
    game.do("play", card="loaded_die", amount=3)
    assert levels(settle(game))[0] == 5


def test_loaded_die_for_a_theft() -> None:
    """loaded_die: any roll of one's own, also a Thief's; outside combats the spent card is discarded at once."""
    seats = ({"level": 3, "klass": "thief", "hand": ["loaded_die", "cleric"]}, {"table": ["helm_of_courage"]})
    game = table_of(*seats, dice=[1])
    game.do("steal", seat=1, card="helm_of_courage", second="cleric")
    settled(game, "play", card="loaded_die", amount=4)
    assert (levels(game)[0], place_of(game, "helm_of_courage")) == (3, "table 0")
    assert place_of(game, "loaded_die") == "discards"


def test_loaded_die_for_bad_stuff() -> None:
    """loaded_die: the roll of 3,872 Orcs' bad stuff is the victim's own."""
    orcs = rolled({"level": 9, "hand": ["loaded_die"]}, monsters=["orcs_3872"], dice=[1, 2])
    orcs.do("pass")
    assert orcs.decision == Decision.WINDOW
    orcs.do("play", card="loaded_die", amount=3)
    assert levels(settle(orcs))[0] == 6


def test_loaded_die_does_not_touch_the_dice_of_others() -> None:
    """loaded_die: only one's own roll, and only while it lies on the table."""
    assert levels(rolled({}, {"hand": ["loaded_die"]}, dice=[1]))[0] == 2
    assert not can(table_of({"hand": ["loaded_die"]}), "play", card="loaded_die", amount=6)


# --------------------------------------------------------------------------- Magic Lamp


@pytest.mark.parametrize("where", ["hand", "table"])
def test_magic_lamp_in_combat(where: str) -> None:
    """magic_lamp: the only monster of the combat vanishes, its treasure is taken, no level."""
    tops = ["helm_of_courage", "leather_armor", "huge_rock", "spiky_knees"]
    game = bare_fight(["net_troll"], {where: ["magic_lamp"]}, treasures=tops)
    settled(game, "play", card="magic_lamp", place=0)
    assert (levels(game)[0], hand(game, 0)) == (1, sorted(tops[:3]))
    assert place_of(game, "magic_lamp") == "discards"
    assert not can(game, "loot_room")


def test_magic_lamp_takes_enhancers_and_their_treasure() -> None:
    """magic_lamp, COMBAT-6: the treasure of the monster as it was, its enhancers' with it."""
    tops = ["helm_of_courage", "leather_armor", "huge_rock", "spiky_knees"]
    game = bare_fight([{"card": "harpies", "enhancers": ["enraged"]}], {"hand": ["magic_lamp"]}, treasures=tops)
    game.do("play", card="magic_lamp", place=0)
    assert hand(settle(game), 0) == sorted(tops[:3])
    assert place_of(game, "enraged") == "discards"


def test_magic_lamp_among_several_monsters() -> None:
    """magic_lamp: with other monsters in the combat the treasure of the vanished one is lost."""
    tops = ["helm_of_courage", "leather_armor", "huge_rock"]
    game = bare_fight(["net_troll", "lame_goblin"], {"level": 2, "hand": ["magic_lamp"]}, treasures=tops)
    settled(game, "play", card="magic_lamp", place=0)
    assert game.strength("monsters") == 1
    win(game)
    assert (levels(game)[0], hand(game, 0)) == (3, tops[:1])


def test_magic_lamp_on_the_last_of_several() -> None:
    """magic_lamp: the sole monster of the whole combat pays, not the last that is left of two."""
    seat = {"hand": ["pollymorph_potion", "magic_lamp"]}
    game = bare_fight(["lame_goblin", "net_troll"], seat, treasures=["helm_of_courage", "leather_armor"])
    game.do("play", card="pollymorph_potion", place=0)
    settle(game).do("play", card="magic_lamp", place=0)
    assert hand(settle(game), 0) == ["helm_of_courage"]


def test_magic_lamp_after_a_failed_roll() -> None:
    """magic_lamp: right after one's own failed roll; the sole monster's treasure is taken in spite of the flight."""
    tops = ["helm_of_courage", "leather_armor", "huge_rock", "spiky_knees"]
    game = rolled({"hand": ["magic_lamp"]}, dice=[1], treasures=tops)
    settled(game, "play", card="magic_lamp", place=0)
    assert (levels(game)[0], hand(game, 0)) == (5, sorted(tops[:3]))
    assert not can(game, "loot_room")


def test_magic_lamp_after_a_failed_roll_with_another_monster() -> None:
    """magic_lamp: no treasure if it wasn't the only one; the other monster is still fled from, this one by nobody."""
    seats = ({"hand": ["magic_lamp"]}, {"level": 5})
    tops = ["helm_of_courage"]
    game = rolled(*seats, monsters=["wannabe_vampire", "lame_goblin"], helper=1, dice=[1, 6, 1], treasures=tops)
    assert not can(game, "play", card="magic_lamp", place=1)
    settled(game, "play", card="magic_lamp", place=0)
    settled(game, "roll", place=1)
    assert (game.current_player, game.decision) == (1, Decision.FLEE)
    assert not can(game, "roll", place=0)
    settled(game, "roll", place=1)
    assert (levels(game)[:2], hand(game, 0)) == ([5, 4], [])


@pytest.mark.parametrize(("level", "brings"), [(2, ["helm_of_courage"]), (1, [])])
def test_magic_lamp_before_another_monster_joins(level: int, brings: list[str]) -> None:
    """magic_lamp, COMBAT-3: it wasn't the only monster of the combat: its treasure is lost, killed or fled the rest."""
    tops = ["helm_of_courage", "leather_armor", "huge_rock", "spiky_knees"]
    game = bare_fight(["net_troll"], {"level": level, "hand": ["magic_lamp"]}, WANDERING, dice=[6], treasures=tops)
    game.do("play", card="magic_lamp", place=0)
    goblin_joins(game)  # and is killed at once by the stronger one
    if level == 1:
        flee(game)
    assert (game.decision, hand(game, 0)) == (Decision.AFTER_COMBAT, brings)


def test_pollymorph_before_another_monster_joins() -> None:
    """pollymorph_potion, COMBAT-6: unlike the Lamp's, its treasure comes when the rest are beaten."""
    tops = ["helm_of_courage", "leather_armor", "huge_rock", "spiky_knees"]
    game = bare_fight(["net_troll"], {"level": 2, "hand": ["pollymorph_potion"]}, WANDERING, treasures=tops)
    game.do("play", card="pollymorph_potion", place=0)
    goblin_joins(game)
    assert (levels(game)[0], hand(game, 0)) == (3, sorted(tops))


def test_magic_lamp_only_in_ones_own_turn() -> None:
    """magic_lamp: neither a bystander nor a helper may rub it in another's turn, nor anybody outside combat."""
    game = bare_fight(["net_troll"], {}, {"hand": ["magic_lamp"]})
    game.do("run_away")
    assert not can(pass_until(game, 1), "play", card="magic_lamp", place=0)
    game = give_up(bare_fight(["wannabe_vampire"], {}, {"level": 5, "hand": ["magic_lamp"]}, helper=1, dice=[6, 1]))
    for _ in range(2):
        settled(game, "roll", place=0)
    assert (levels(game)[1], place_of(game, "magic_lamp")) == (2, "hand 1")
    assert not can(table_of({"hand": ["magic_lamp"]}), "play", card="magic_lamp", place=0)
    game = rolled({"hand": ["magic_lamp"]}, dice=[6])
    assert game.decision == Decision.AFTER_COMBAT


# --------------------------------------------------------------------------- Pollymorph Potion


def test_pollymorph_alone() -> None:
    """pollymorph_potion: the only monster flies away, its treasure stays, no level."""
    tops = ["helm_of_courage", "leather_armor", "huge_rock", "spiky_knees"]
    game = bare_fight(["net_troll"], {"hand": ["pollymorph_potion"]}, treasures=tops)
    settled(game, "play", card="pollymorph_potion", place=0)
    assert (levels(game)[0], hand(game, 0), game.phase) == (1, sorted(tops[:3]), Phase.AFTER)


def test_pollymorph_pays_when_the_rest_are_beaten() -> None:
    """pollymorph_potion, GOLD-3: with others the treasure comes after they are beaten, and a level for them alone."""
    tops = ["helm_of_courage", "leather_armor", "huge_rock", "spiky_knees", "stepladder"]
    game = bare_fight(["net_troll", "lame_goblin"], {"level": 2, "hand": ["pollymorph_potion"]}, treasures=tops)
    settled(game, "play", card="pollymorph_potion", place=0)
    assert hand(game, 0) == []
    win(game)
    assert (levels(game)[0], hand(game, 0)) == (3, sorted(tops[:4]))


def test_pollymorph_is_lost_on_fleeing() -> None:
    """pollymorph_potion, COMBAT-3: a player who flees the rest gets nothing at all."""
    seat = {"hand": ["pollymorph_potion"]}
    game = bare_fight(["lame_goblin", "harpies"], seat, dice=[6], treasures=["helm_of_courage"])
    settled(game, "play", card="pollymorph_potion", place=0)
    assert hand(flee(game), 0) == []


def test_anybody_may_pollymorph() -> None:
    """pollymorph_potion, PLAY-15: by a bystander, to cost the fighter a level; of a pair only one goes."""
    game = bare_fight(
        [{"card": "lame_goblin", "mate": True}], {"level": 5}, {"hand": ["pollymorph_potion"]}, treasures=PLAIN
    )
    game.do("kill")
    pass_until(game, 1).do("play", card="pollymorph_potion", place=0)
    settle(game)
    assert levels(game)[0] == 6
    assert place_of(game, "pollymorph_potion") == "discards"


# --------------------------------------------------------------------------- Transferral Potion


def transferred(*seats: dict[str, Any], **settings: Any) -> mk.Game:
    """Seat 0 has handed the combat with the Net Troll over."""
    first, *rest = seats
    seat = {"level": 2, **first, "hand": ["transferral_potion", *first.get("hand", [])]}
    game = bare_fight(["net_troll"], seat, *rest, **settings)
    game.do("play", card="transferral_potion", seat=1)
    return settle(game)


def test_transferral_potion() -> None:
    """transferral_potion: another player fights and gets level and treasure; then the turn goes on, with loot."""
    tops = ["helm_of_courage", "leather_armor", "huge_rock"]
    game = transferred(
        {}, {"level": 5, "table": ["bow_with_ribbons", "really_impressive_title"], **ELF}, treasures=tops
    )
    assert (game.current_player, game.decision, game.strength("players")) == (1, Decision.COMBAT, 12)
    game.do("kill")
    while game.decision == Decision.WINDOW:
        game.do("pass")
    assert (game.current_player, game.decision) == (1, Decision.RECEIVE)
    game.do("lay_out", card="helm_of_courage")
    assert not carried(game, "helm_of_courage")
    settle(game)
    assert (levels(game), hand(game, 1)) == ([2, 6, 1], ["huge_rock", "leather_armor"])
    assert (game.current_player, game.turn_seat, game.decision) == (0, 0, Decision.AFTER_COMBAT)
    assert can(game, "loot_room")


def test_transferral_when_the_new_fighter_flees() -> None:
    """transferral_potion: the new fighter suffers alone, the original player loots whatever the result."""
    game = transferred({}, {"level": 5, "table": ["helm_of_courage"]}, dice=[1])
    settled(game, "run_away")
    assert (game.current_player, game.decision) == (1, Decision.FLEE)
    settled(game, "roll", place=0)
    assert (game.current_player, game.decision) == (0, Decision.AFTER_COMBAT)
    assert can(game, "loot_room")


def test_the_new_fighter_may_ask_for_help() -> None:
    """transferral_potion: its player asks anybody, the original fighter too, also when defeat was declared already."""
    game = bare_fight(["net_troll"], {"level": 7}, {"level": 5}, {"hand": ["transferral_potion"]})
    game.do("run_away")
    pass_until(game, 2).do("play", card="transferral_potion", seat=1)
    settle(game)
    assert (game.current_player, game.decision) == (1, Decision.COMBAT)
    game.do("ask_help", seat=0, amount=0)
    settle(game).do("yes")
    assert levels(win(settle(game))) == [7, 6, 1]


def test_transferral_frees_the_helper_and_voids_the_deal() -> None:
    """transferral_potion, HELP-8: the new fighter is alone, owes nothing and may ask again."""
    seats = ({"level": 6}, {"level": 6}, {"level": 8, "hand": ["transferral_potion"], "table": ["cloak_of_obscurity"]})
    deal = {"monsters": ["net_troll"], "helper": 1, "deal": 2}
    game = table_of(*seats, {"level": 4}, phase="combat", combat=deal, treasures=PLAIN)
    game.do("kill")
    pass_until(game, 2).do("play", card="transferral_potion", seat=3)
    settle(game)
    assert (game.current_player, game.strength("players")) == (3, 4)
    game.do("ask_help", seat=2, amount=0)
    settle(game).do("yes")
    settle(game).do("kill")
    settle(game)
    assert (levels(game), hand(game, 3)) == ([6, 6, 8, 5], sorted(PLAIN))


def test_a_question_for_help_is_void_after_a_transferral() -> None:
    """transferral_potion, HELP-2: a deal that the old fighter was about to make doesn't bind the new one."""
    game = bare_fight(["net_troll"], {"level": 6}, {"level": 6}, {"hand": ["transferral_potion"]})
    game.do("ask_help", seat=1, amount=1)
    pass_until(game, 2).do("play", card="transferral_potion", seat=1)
    settle(game)
    assert (game.current_player, game.decision) == (1, Decision.COMBAT)
    assert int(game.position["combat"]["helper"][0]) == 0


def test_transferral_does_not_hand_on_the_doppleganger() -> None:
    """transferral_potion: doubled was the strength of the old fighter; the new one may be helped."""
    game = transferred({"hand": []}, {"level": 3})
    assert game.strength("players") == 3
    game = bare_fight(["net_troll"], {"hand": ["doppleganger", "transferral_potion"]}, {"level": 3})
    game.do("play", card="doppleganger")
    settle(game).do("play", card="transferral_potion", seat=1)
    settle(game)
    assert game.strength("players") == 3
    assert can(game, "ask_help", seat=2, amount=0)


def test_transferral_keeps_the_turn() -> None:
    """transferral_potion, magic_lamp: the new fighter has no own turn; the player who has it may still rub their
    lamp."""
    game = transferred({}, {"hand": ["magic_lamp"]})
    assert not can(game, "play", card="magic_lamp", place=0)
    game = transferred({"hand": ["magic_lamp"]}, {"level": 4})
    game.do("run_away")
    pass_until(game, 0).do("play", card="magic_lamp", place=0)
    settle(game)
    assert (game.current_player, game.decision) == (0, Decision.AFTER_COMBAT)


def test_transferral_needs_somebody_outside_the_combat() -> None:
    """transferral_potion: not to a fighter; by a bystander to themselves."""
    game = bare_fight(["net_troll"], {"hand": ["transferral_potion"]}, {}, helper=1)
    assert not can(game, "play", card="transferral_potion", seat=0)
    assert not can(game, "play", card="transferral_potion", seat=1)
    assert can(game, "play", card="transferral_potion", seat=2)
    game = bare_fight(["lame_goblin"], {"level": 8}, {"level": 3, "hand": ["transferral_potion"]})
    game.do("kill")
    pass_until(game, 1).do("play", card="transferral_potion", seat=1)
    assert levels(win(settle(game)))[:2] == [8, 4]


def test_bonuses_of_a_side_survive_a_transferral() -> None:
    """transferral_potion, PLAY-3: one-shots belong to the side, not to who fought before."""
    game = bare_fight(["net_troll"], {"hand": ["magic_missile", "transferral_potion"]}, {"level": 4})
    game.do("play", card="magic_missile", place="players")
    settle(game).do("play", card="transferral_potion", seat=1)
    assert settle(game).strength("players") == 9


@pytest.mark.parametrize("wins", [True, False])
def test_a_kill_before_the_transferral_stays_with_the_killer(wins: bool) -> None:
    """COMBAT-5: transferral_potion: the Nose pays who killed it (potion_of_halitosis) before the new fighter draws."""
    seats = (
        {"level": 3, "hand": ["potion_of_halitosis", "transferral_potion"]},
        {"level": 4, "table": ["cloak_of_obscurity"], "klass": "thief"} if wins else {"level": 4},
    )
    tops = [*PLAIN, "spiky_knees", "huge_rock"]
    game = bare_fight(["floating_nose", "harpies"], *seats, treasures=tops, dice=[6])
    game.do("play", card="potion_of_halitosis", place=0)
    settle(game).do("play", card="transferral_potion", seat=1)
    settle(game)
    if wins:
        win(game)
        assert levels(game) == [4, 5, 1]
        assert (hand(game, 0), hand(game, 1)) == (sorted(tops[:3]), sorted(tops[3:]))
    else:
        flee(game)
        assert levels(game) == [4, 4, 1]
        assert (hand(game, 1), hand(game, 0)) == ([], sorted(tops[:3]))


# --------------------------------------------------------------------------- Wand of Dowsing


@pytest.mark.parametrize("where", ["hand", "table"])
@pytest.mark.parametrize("wanted", ["wishing_ring", "harpies"])
def test_wand_of_dowsing(where: str, wanted: str) -> None:
    """wand_of_dowsing: any card of either discard pile, however deep, comes to the hand."""
    game = table_of({where: ["wand_of_dowsing"]}, discards=["helm_of_courage", "elf", "wishing_ring", "harpies"])
    game.do("play", card="wand_of_dowsing", second=wanted)
    assert (hand(game, 0), place_of(game, "wand_of_dowsing")) == ([wanted], "discards")
    assert seen_by(game, wanted) >= {1, 2}


def test_wand_of_dowsing_in_combat() -> None:
    """wand_of_dowsing: in combat by anyone; spent it lies with the combat, whose cards are no discards (DECK-5)."""
    seat = {"hand": ["wand_of_dowsing", "sleep_potion"]}
    game = bare_fight(["net_troll"], seat, discards=["magic_missile"])
    settled(game, "play", card="sleep_potion", place="players")
    assert not can(game, "play", card="wand_of_dowsing", second="sleep_potion")
    settled(game, "play", card="wand_of_dowsing", second="magic_missile")
    assert place_of(game, "wand_of_dowsing") == "combat"
    game.do("play", card="magic_missile", place="players")
    assert settle(game).strength("players") == 8


def test_wand_of_dowsing_needs_discards() -> None:
    """wand_of_dowsing: with both piles empty there is nothing to take."""
    assert not can(table_of({"hand": ["wand_of_dowsing"]}), "play", card="wand_of_dowsing", second="elf")


def test_what_the_wand_finds_may_be_laid_out_outside_ones_turn() -> None:
    """wand_of_dowsing, TURN-6: on receipt, also outside one's own turn."""
    game = table_of({}, {"hand": ["wand_of_dowsing"]}, phase="begin", discards=["helm_of_courage"])
    pass_until(game, 1).do("play", card="wand_of_dowsing", second="helm_of_courage")
    assert (game.current_player, game.decision) == (1, Decision.RECEIVE)
    game.do("lay_out", card="helm_of_courage")
    assert not carried(game, "helm_of_courage")


# --------------------------------------------------------------------------- Wishing Ring

LASTING = ["curse_change_sex", "curse_chicken_on_your_head", "curse_malign_mirror"]


@each("where", ["hand", "table"])
@each("victim", [0, 1])
@each("curse", LASTING)
def test_wishing_ring_lifts_a_lasting_curse(curse: str, victim: int, where: str) -> None:
    """wishing_ring, CURSE-4: later, of oneself or of another player, from hand or table."""
    seats: list[dict[str, Any]] = [{where: ["wishing_ring"]}, {}]
    seats[victim]["curses"] = [curse]
    game = table_of(*seats)
    game.do("play", card="wishing_ring", second=curse)
    assert (place_of(game, curse), place_of(game, "wishing_ring")) == ("discards", "discards")


def test_wishing_ring_answers_a_played_curse() -> None:
    """wishing_ring, CURSE-4: as it is played, by the victim or by anybody."""
    for holder in (0, 2):
        seats: list[dict[str, Any]] = [{"level": 5}, {"hand": ["curse_duck_of_doom"]}, {"level": 5}]
        seats[holder]["hand"] = ["wishing_ring"]
        game = table_of(*seats, phase="begin")
        pass_until(game, 1).do("play", card="curse_duck_of_doom", seat=0)
        pass_until(game, holder).do("play", card="wishing_ring", second="curse_duck_of_doom")
        settle(game)
        assert levels(game) == [5, 1, 5]
        assert place_of(game, "curse_duck_of_doom") == "discards"


def test_wishing_ring_answers_a_curse_behind_the_door() -> None:
    """wishing_ring, TURN-2: a curse turned up is cancelled, and the turn goes on."""
    game = table_of({"level": 5, "table": ["wishing_ring"]}, phase="door", doors=["curse_duck_of_doom"])
    settled(game, "play", card="wishing_ring", second="curse_duck_of_doom")
    assert (levels(game)[0], game.decision) == (5, Decision.AFTER_DOOR)


def test_wishing_ring_in_combat() -> None:
    """wishing_ring, CURSE-4: the spent ring lies with the combat; the Malign Mirror is bound to its combat by then."""
    seat = {"level": 5, "hand": ["wishing_ring"], "curses": ["curse_malign_mirror", "curse_chicken_on_your_head"]}
    game = bare_fight(["net_troll"], seat)
    assert not can(game, "play", card="wishing_ring", second="curse_malign_mirror")
    settled(game, "play", card="wishing_ring", second="curse_chicken_on_your_head")
    assert place_of(game, "wishing_ring") == "combat"
    assert place_of(game, "curse_malign_mirror") == "table 0"


def test_wishing_ring_lifts_the_penalty_not_the_change_of_sex() -> None:
    """wishing_ring: of Change Sex the -5 goes; who has changed has changed."""
    seat = {"level": 5, "sex": "female", "hand": ["wishing_ring"], "curses": ["curse_change_sex"]}
    game = bare_fight(["net_troll"], seat)
    assert game.strength("players") == 0
    game.do("play", card="wishing_ring", second="curse_change_sex")
    assert (settle(game).strength("players"), int(game.position["player"]["sex"][0, 0])) == (5, 1)


def test_wishing_ring_chooses_among_curses() -> None:
    """wishing_ring: one curse a ring."""
    seat = {"hand": ["wishing_ring", "wishing_ring"], "curses": LASTING[:2]}
    game = table_of(seat)
    game.do("play", card="wishing_ring", second=LASTING[1])
    assert [place_of(game, curse) for curse in LASTING[:2]] == ["table 0", "discards"]
    game.do("play", card="wishing_ring", second=LASTING[0])
    assert [place_of(game, "wishing_ring", n) for n in (0, 1)] == ["discards", "discards"]


def test_wishing_ring_without_a_curse() -> None:
    """wishing_ring: there must be a curse; between a roll and its consequence there is no wish (FLEE-5)."""
    assert not can(table_of({"hand": ["wishing_ring"]}), "play", card="wishing_ring", second=LASTING[1])
    seat = {"level": 5, "hand": ["wishing_ring"], "curses": ["curse_chicken_on_your_head"]}
    game = give_up(bare_fight(["wannabe_vampire"], seat, dice=[5]))
    game.do("roll", place=0)
    assert levels(settle(game))[0] == 2
