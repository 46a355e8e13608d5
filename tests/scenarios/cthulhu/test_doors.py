"""The door cards of Munchkin Cthulhu that are no monsters: enhancers, curses, Wandering Monster and the like."""

import pytest

from munchkin_env.vocabulary import Decision, Kind, Klass, Sex
from tests.each import each
from tests.kit.looking import carried_by, doors_gone, hand, may, monsters, options, table, treasures_gone
from tests.kit.playing import kill, lose, pass_until, passes
from tests.scenarios.cthulhu.kit import combat, cursed, table_of

# --------------------------------------------------------------------------- monster enhancers

ENHANCERS = [
    ("four_dimensional", 10, 2),
    ("indescribably_horrible", 10, 2),
    ("and_its_spawn", 5, 1),
    ("mephitic", 5, 1),
    ("rugose", 5, 1),
    ("squamous", 5, 1),
    ("unnameable", 5, 1),
    ("blasphemous", 3, 0),
    ("frothing", 3, 0),
    ("gibbering", 3, 0),
    ("raving", 3, 0),
    ("in_a_million_year_sleep", -5, -1),
    ("blue_ribbon_at_the_arkham_fair", 10, 2),
    ("dry_as_old_straw", 5, 1),
    ("put_out_to_pasture", -5, -1),
    ("suspiciously_damp", 5, 1),
    ("from_the_wrong_aquarium", 5, 1),
    ("older_than_arithmetic", 10, 2),
    ("mumbling", 3, 0),
]


def test_every_enhancer_of_the_edition_is_here() -> None:
    """PLAY-4: the list of this file names them all."""
    found = {card.id for card in table_of().catalogue.cards if card and card.kind == Kind.ENHANCER}
    assert found == {card for card, *_ in ENHANCERS}


@each(("card", "strength", "treasures"), ENHANCERS)
def test_an_enhancer_changes_strength_and_treasure(card: str, strength: int, treasures: int) -> None:
    """PLAY-4, COMBAT-5: on one monster of those that fight; it gives treasure, but no level."""
    monsters = ["the_cruller_out_of_space", "polly_polyp"]
    game = combat({"level": 30, "hand": [card]}, monsters=monsters, goal=60)
    game.do("play", card=card, place=0)
    passes(game)
    assert game.strength("monsters") == 4 + 2 + strength
    kill(game)
    assert (game.level(0), len(hand(game, 0))) == (32, 2 + 1 + treasures)
    assert doors_gone(game) == sorted([card, *monsters])


@each(("card", "strength", "treasures"), ENHANCERS)
def test_a_bystander_plays_an_enhancer(card: str, strength: int, treasures: int) -> None:
    """PLAY-4: any player plays it during any combat."""
    game = combat({"level": 1}, {}, {"hand": [card]}, monsters=["the_cruller_out_of_space", "polly_polyp"])
    game.do("run_away")
    pass_until(game, 2).do("play", card=card, place=1)
    assert game.strength("monsters") == 4 + 2 + strength


def test_a_sleeping_monster_still_gives_one_treasure() -> None:
    """COMBAT-5: in_a_million_year_sleep takes no last treasure; strength, unlike a level, may be negative."""
    game = combat({"level": 1}, monsters=[{"card": "polly_polyp", "enhancers": ["in_a_million_year_sleep"]}])
    assert game.strength("monsters") == -3
    kill(game)
    assert (game.level(0), len(hand(game, 0))) == (2, 1)


def test_enhancers_add_up() -> None:
    """PLAY-4: all of them on one monster."""
    cards = [card for card, *_ in ENHANCERS]
    game = combat({"level": 50}, monsters=[{"card": "polly_polyp", "enhancers": cards}], goal=60)
    assert game.strength("monsters") == 2 + sum(strength for _, strength, _ in ENHANCERS)


# --------------------------------------------------------------------------- wandering monster, cheat, super munchkin


@pytest.mark.parametrize("who", [0, 1])
def test_wandering_monster_joins(who: int) -> None:
    """PLAY-5, COMBAT-3: with a monster from the same hand, by a fighter or a bystander; strengths add up."""
    cards = {"hand": ["wandering_monster", "shog_goth", "rugose"]}
    players: list[dict] = [{"level": 9, **(cards if who == 0 else {})}, cards if who == 1 else {}]
    game = combat(*players, monsters=["lloyd_lloigor"])
    if who:
        game.do("kill")
    game.do("play", card="wandering_monster", second="shog_goth")
    passes(game)
    assert hand(game, who) == ["rugose"]
    assert (game.strength("monsters"), monsters(game)) == (9, ["lloyd_lloigor", "shog_goth"])
    assert not may(game, "kill"), "a tie loses"


def test_there_are_three_wandering_monsters_and_two_super_munchkins() -> None:
    """PLAY-5, MOD-1: copies as printed."""
    catalogue = table_of().catalogue
    copies = {card: len(catalogue.copies_of(catalogue.index(card))) for card in ("wandering_monster", "super_munchkin")}
    assert copies == {"wandering_monster": 3, "super_munchkin": 2}


@each(
    ("owner", "item", "bonus"),
    [
        ({"table": ["miners_helmet"]}, "necrotelecom", 2 + 2),  # a second headgear
        ({"table": []}, "necronomicon", 5),  # for professors
        ({"table": ["tommy_gun"]}, "bug_spray", 4 + 2),  # a third hand
        ({"klass": "cultist", "table": []}, "mystic_scribble", 2),  # not for cultists
    ],
)
@each("where", ["hand", "carried"])
def test_cheat_breaks_every_restriction(owner: dict, item: str, bonus: int, where: str) -> None:
    """ITEM-1, ITEM-2: an own item, carried or played from the hand, is in use with cheat whatever forbids it."""
    cards = {"hand": ["cheat", "polly_polyp"], where: [item, *(["cheat", "polly_polyp"] if where == "hand" else [])]}
    game = table_of({**owner, **cards}, doors=["super_munchkin"])
    game.do("play", card="cheat", second=item)
    assert (carried_by(game, 0), "cheat" in table(game, 0)) == ([], True)
    game.do("open_door")
    passes(game)
    game.do("fight", card="polly_polyp")
    passes(game)
    assert game.strength("players") == 1 + bonus


def test_cheat_goes_with_its_item() -> None:
    """ITEM-2: cheat is discarded when the item is lost."""
    game = cursed("curse_hair_stands_on_end", {"table": [{"maaaaaaster": "cheat"}]})
    game.do(card="maaaaaaster")
    assert (table(game, 0), treasures_gone(game)) == ([], ["maaaaaaster"])
    assert "cheat" in doors_gone(game)


def test_super_munchkin_makes_room_for_a_second_class() -> None:
    """MOD-1: beside a class only; two different ones, never a third; it goes with the last."""
    assert not may(table_of({"hand": ["super_munchkin"]}), "lay_out")
    game = table_of({"klass": "professor", "hand": ["super_munchkin", "monster_whacker", "investigator"]})
    game.do("lay_out", card="super_munchkin")
    game.do("lay_out", card="monster_whacker")
    assert table(game, 0) == ["monster_whacker", "professor", "super_munchkin"]
    assert may(game, "lay_out"), "one of the two may be replaced by the third"
    assert int(game.position["player"]["klass"][0, 0]) == 1 << Klass.PROFESSOR | 1 << Klass.MONSTER_WHACKER
    game.do("drop", card="professor")
    assert table(game, 0) == ["monster_whacker", "super_munchkin"]
    game.do("drop", card="monster_whacker")
    assert table(game, 0) == []


def test_super_munchkin_with_one_class_lifts_its_bans() -> None:
    """MOD-1, ITEM-2: super_munchkin: what the only class may not use is a drawback, which is lifted."""
    pairs = {
        "fez_of_fazooli": ("monster_whacker", 3),
        "mystic_scribble": ("cultist", 2),
        "two_handed_flashlight": ("professor", 3),
        "wand_of_walloping": ("investigator", 3),
    }
    for card, (klass, bonus) in pairs.items():
        one = {"klass": klass, "table": [card, "super_munchkin"]}
        assert combat(one, monsters=["grape_old_ones"]).strength("players") == 1 + bonus
        other = "cultist" if klass != "cultist" else "professor"
        two = {"klass": [klass, other], "table": [card, "super_munchkin"]}
        assert combat(two, monsters=["grape_old_ones"]).strength("players") == 1


# --------------------------------------------------------------------------- curses


def test_learn_yet_another_awful_truth() -> None:
    """CURSE-1, PLAY-1, GOLD-1: curse_learn_yet_another_awful_truth: a level, drawn or played on somebody."""
    card = "curse_learn_yet_another_awful_truth"
    assert cursed(card, {"level": 5}).level(0) == 4
    assert cursed(card, {"level": 1}).level(0) == 1
    game = table_of({"level": 5, "hand": [card]}, {"level": 6})
    game.do("play", card=card, seat=1)
    passes(game)
    assert (game.level(0), game.level(1), doors_gone(game)) == (5, 5, [card])


SLOTS = [
    ("curse_hair_stands_on_end", "miners_helmet", "necrotelecom"),
    ("curse_get_all_blobby", "professor_teslas_electrical_protective_device", None),
    ("curse_solestealer", "monster_stompers", None),
]


@pytest.mark.parametrize(("curse", "worn", "spare"), SLOTS)
def test_curses_that_take_what_is_worn(curse: str, worn: str, spare: str | None) -> None:
    """CURSE-1: an item in use in the slot goes; carried ones and those worn elsewhere stay."""
    others = sorted({one for _, one, _ in SLOTS} - {worn})
    victim = {"level": 5, "klass": "monster_whacker", "table": [worn, *others], "carried": [spare] if spare else []}
    game = cursed(curse, victim)
    assert options(game) == [game.catalogue.name(game.catalogue.index(worn))]
    game.do(card=worn)
    assert table(game, 0) == sorted([*others, "monster_whacker", *([spare] if spare else [])])
    assert (treasures_gone(game), doors_gone(game), game.level(0)) == ([worn], [curse], 5)


@pytest.mark.parametrize(("curse", "worn", "spare"), SLOTS)
def test_what_is_only_carried_is_not_worn(curse: str, worn: str, spare: str | None) -> None:
    """CURSE-3: nothing in use in the slot, nothing happens."""
    game = cursed(curse, {"level": 5, "carried": [worn], "hand": ["cheat"]})
    assert (table(game, 0), game.level(0), hand(game, 0)) == ([worn], 5, ["cheat"])
    assert game.decision == Decision.AFTER_DOOR


def test_madness_takes_its_toll() -> None:
    """CURSE-1, CURSE-3: curse_madness_takes_its_toll: items of choice worth 1,000 gold together, or all of them."""
    rich = {"level": 5, "table": ["flamethrower", "brass_knucks"], "carried": ["bug_spray"]}  # 800, 200, 300
    game = cursed("curse_madness_takes_its_toll", rich)
    game.do(card="flamethrower")
    assert game.decision == Decision.CHOOSE_CARD
    game.do(card="brass_knucks")
    assert (table(game, 0), game.level(0), game.decision) == (["bug_spray"], 5, Decision.AFTER_DOOR)
    poor = {"level": 5, "table": ["bug_spray", "cthulhu_bumper_sticker"], "hand": ["canned_meat"]}
    game = cursed("curse_madness_takes_its_toll", poor)
    assert (table(game, 0), hand(game, 0), game.level(0)) == ([], ["canned_meat"], 5)


def test_change_sex() -> None:
    """CURSE-1, CURSE-2: curse_change_sex: the other sex for good, -5 in the next combat, then it is discarded."""
    game = cursed("curse_change_sex", {"level": 8, "sex": "male", "hand": ["shog_goth"]})
    assert Sex(int(game.position["player"]["sex"][0, 0])) == Sex.FEMALE
    assert table(game, 0) == ["curse_change_sex"]
    game.do("fight", card="shog_goth")
    passes(game)
    assert game.strength("players") == 8 - 5
    kill(game)
    assert Sex(int(game.position["player"]["sex"][0, 0])) == Sex.FEMALE
    assert (table(game, 0), "curse_change_sex" in doors_gone(game)) == ([], True)


@pytest.mark.parametrize("seat", [0, 1])
def test_change_sex_in_a_combat_counts_for_it(seat: int) -> None:
    """CURSE-2, PLAY-1: played in a combat, on leader or helper, the -5 counts at once; the new sex does, too."""
    seats = [{"level": 5, "sex": "male", "hand": ["curse_change_sex"]}, {"level": 5, "sex": "male"}]
    game = combat(*seats, monsters=["grape_old_ones"], helper=1)
    game.do("play", card="curse_change_sex", seat=seat)
    passes(game)
    assert (game.strength("players"), game.strength("monsters")) == (5, 10)
    lose(game)
    assert (table(game, seat), "curse_change_sex" in doors_gone(game)) == ([], True)


def test_mutation_swaps_a_monster_for_one_in_hand() -> None:
    """PLAY-7: mutation: the monster comes to the hand of the player who played it, its enhancers are gone."""
    fight = [{"card": "polly_polyp", "enhancers": ["rugose"]}]
    game = combat({"level": 5}, {"hand": ["mutation", "lloyd_lloigor"]}, monsters=fight)
    game.do("run_away")
    pass_until(game, 1).do("play", card="mutation", place=0, second="lloyd_lloigor")
    assert monsters(game) == ["lloyd_lloigor"]
    assert hand(game, 1) == ["polly_polyp"]
    assert doors_gone(game) == ["rugose"]
    assert game.strength("monsters") == 8


def test_who_is_not_worthy_hands_a_drawn_curse_on() -> None:
    """CURSE-1: i_am_not_worthy_of_this_honor: only a curse that its owner has turned up; another player suffers it."""
    curse = "curse_learn_yet_another_awful_truth"
    card = "i_am_not_worthy_of_this_honor"
    game = table_of({"level": 3, "hand": [card]}, {"level": 4}, {"level": 5}, doors=[curse])
    game.do("open_door")
    pass_until(game, 0).do("play", card=card, seat=2)
    passes(game)
    assert [game.level(seat) for seat in range(3)] == [3, 4, 4]
    assert sorted(doors_gone(game)) == sorted([card, curse])
    ring = {"level": 4, "hand": ["wishing_ring"]}
    gone = table_of({"level": 3, "hand": [card]}, ring, {"level": 5}, doors=[curse])
    gone.do("open_door")
    pass_until(gone, 1).do("play", card="wishing_ring", second=curse)
    passes(gone)
    assert hand(gone, 0) == [card], "nothing is left to hand on"
    played = table_of({"level": 3, "hand": [curse]}, {"level": 4, "hand": [card]})
    played.do("play", card=curse, seat=1)
    passes(played)
    assert [played.level(seat) for seat in range(2)] == [3, 3], "played on him it stays his"


def test_a_lasting_curse_lies_in_front_of_whom_it_was_handed_to() -> None:
    """CURSE-2."""
    seat = {"hand": ["i_am_not_worthy_of_this_honor"]}
    game = table_of(seat, {}, {}, doors=["curse_change_sex"])
    game.do("open_door")
    pass_until(game, 0).do("play", card="i_am_not_worthy_of_this_honor", seat=1)
    passes(game)
    assert "curse_change_sex" in table(game, 1)
