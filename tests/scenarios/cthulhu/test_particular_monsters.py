"""Monsters of Munchkin Cthulhu that do what few others do: what they ask for as they come, and odd bad stuff."""

import pytest

import munchkin_env as mk
from munchkin_env.game.game import Game
from munchkin_env.vocabulary import Decision
from tests.kit.looking import doors_gone, hand, options, table, treasures_gone
from tests.kit.playing import kill, lose, passes, settle
from tests.scenarios.cthulhu.kit import caught, combat, cursed, huge, table_of

DOORS = ["rugose", "mephitic", "squamous"]




# --------------------------------------------------------------------------- the bodiless


@pytest.mark.parametrize("monsters", [["the_bodiless"], ["the_bodiless", "shog_goth"]])
def test_who_beats_the_bodiless_loots_the_room(monsters: list[str]) -> None:
    """COMBAT-5, TURN-4: a door face down besides the treasure."""
    game = combat({"level": 6}, monsters=monsters, doors=DOORS)
    kill(game)
    assert [card for card in hand(game, 0) if card in DOORS] == ["rugose"]
    assert len(hand(game, 0)) == 2 + len(monsters)
    assert game.position["card"]["known_by"][0].sum() == 0, "face down"


def test_the_loot_goes_to_the_killer_and_not_to_his_helper() -> None:
    """HELP-2: it is no treasure that was promised."""
    game = combat({"level": 6}, {}, monsters=["the_bodiless"], helper=1, doors=DOORS)
    kill(game)
    assert ("rugose" in hand(game, 0), hand(game, 1)) == (True, [])


def test_under_quick_2_the_bodiless_is_looted_as_any_room() -> None:
    """QUICK-2: a treasure in place of the door."""
    game = combat({"level": 6}, monsters=["the_bodiless"], doors=DOORS, loot_treasure=True)
    kill(game)
    assert (len(hand(game, 0)), "rugose" in hand(game, 0)) == (3, False)


def test_the_bodiless_takes_the_doors_in_hand() -> None:
    """FLEE-2, DECK-4: doors in hand go, treasures in hand and what lies on the table stay."""
    loser = {"level": 5, "klass": "professor", "hand": ["canned_meat", "cheat", "rugose"]}
    game = caught("the_bodiless", loser)
    assert (hand(game, 0), table(game, 0)) == (["canned_meat"], ["professor"])
    assert {"cheat", "rugose"} <= set(doors_gone(game))


# --------------------------------------------------------------------------- coggoth


@pytest.mark.parametrize(("cards", "strength"), [(0, 11), (1, 8), (2, 11)])
def test_coggoth_minds_an_even_hand(cards: int, strength: int) -> None:
    """COMBAT-8: +3 if the main fighter holds an even number of cards as it comes; the helper's hand is no matter."""
    three = ["brass_knucks", "bug_spray", "bowling_pin"]
    game = combat({"hand": three[:cards]}, {"hand": three[2:]}, monsters=["coggoth"], helper=1)
    assert game.strength("monsters") == strength


def test_coggoth_stays_as_strong_as_it_came() -> None:
    """Cards that are played later change nothing of it."""
    game = table_of({"level": 9, "hand": ["canned_meat", "kitchen_sink"]}, {}, {}, doors=["coggoth"])
    game.do("open_door")
    passes(game)
    assert game.strength("monsters") == 11
    game.do("play", card="canned_meat", place="players")
    passes(game)
    assert (game.strength("monsters"), len(hand(game, 0))) == (11, 1)


def test_coggoth_counts_when_it_joins() -> None:
    """PLAY-5: a monster that joins later counts the hand of that moment."""
    game = combat({"level": 2}, {"hand": ["wandering_monster", "coggoth"]}, monsters=["shallow_ones"])
    game.do("run_away")
    while game.current_player != 1:
        game.do("pass")
    game.do("play", card="wandering_monster", second="coggoth")
    assert game.strength("monsters") == 8 + 8 + 3


def test_a_double_of_coggoth_counts_anew() -> None:
    """PLAY-7: a double comes by itself, and counts the hand as it comes."""
    held = {"level": 9, "hand": ["mate", "brass_knucks", "bug_spray"]}
    game = combat(held, monsters=["coggoth"], editions=("cthulhu", "munchkin"))
    assert game.strength("monsters") == 8
    game.do("play", card="mate", place=0)
    assert game.strength("monsters") == 8 + 8 + 3


def test_a_monster_removed_takes_its_growth_along() -> None:
    """COMBAT-3: the others move up with theirs."""
    held = {"level": 30, "hand": ["magic_lamp"]}
    game = combat(held, monsters=["shog_goth", "coggoth"], editions=("cthulhu", "munchkin"), goal=60)
    game.do("play", card="magic_lamp", place=0)
    passes(game)
    assert game.strength("monsters") == 8
    game = combat({**held, "hand": ["magic_lamp", "bug_spray"]}, monsters=["shog_goth", "coggoth"], goal=60,
                  editions=("cthulhu", "munchkin"))
    game.do("play", card="magic_lamp", place=0)
    passes(game)
    assert game.strength("monsters") == 11
    kill(game)
    assert not game.position["combat"]["monster"]["grown"].any()


def test_coggoth_takes_levels_and_a_card() -> None:
    """FLEE-2: two levels, and a card of the hand, of the victim's choice."""
    game = caught("coggoth", {"level": 5, "hand": ["canned_meat", "cheat"]})
    assert game.level(0) == 3
    game.do(card="cheat")
    assert (hand(game, 0), game.decision) == (["canned_meat"], Decision.AFTER_COMBAT)


# --------------------------------------------------------------------------- sluggoth


def test_sluggoth_gives_a_level_to_the_lowest() -> None:
    """LEVEL-1: to one of the lowest, whom the victim chooses."""
    assert combat({"klass": "monster_whacker"}, monsters=["sluggoth"]).strength("monsters") == 11
    game = caught("sluggoth", {"level": 5}, {"level": 2}, {"level": 4}, {"level": 2})
    assert (game.level(0), game.decision, game.current_player, len(options(game))) == (4, Decision.GIVE_LEVEL, 0, 2)
    game.do(seat=3)
    assert [game.level(seat) for seat in range(4)] == [4, 2, 4, 3]
    assert game.decision == Decision.AFTER_COMBAT


@pytest.mark.parametrize(("other", "after"), [(2, 1), (3, 1)])
def test_sluggoth_only_takes_from_the_lowest(other: int, after: int) -> None:
    """GOLD-1: a player at the lowest level, or tied, just loses the level."""
    game = caught("sluggoth", {"level": 2}, {"level": other}, {"level": 5})
    assert [game.level(seat) for seat in range(3)] == [after, other, 5]
    assert game.decision == Decision.AFTER_COMBAT


@pytest.mark.parametrize("monster", ["sluggoth", "nyukhees", "great_cthulhu"])
def test_a_saved_game_goes_on_where_it_was(monster: str) -> None:
    """The question who gains the level, an item that may be declined, a character to come back a Cultist."""
    seats = [{"level": 5, "carried": ["bug_spray"], "hand": ["canned_meat"]}, {"level": 2}, {"level": 2}]
    game = caught(monster, *seats, discards=["cultist"])
    again = mk.Game.load(game.save())
    assert (again.decision, again.current_player, options(again)) == (game.decision, game.current_player, options(game))
    assert again.position.tobytes() == game.position.tobytes()
    assert again.text(1)


def test_sluggoth_passes_over_the_dead() -> None:
    """DEATH-3: the dead are not the lowest and gain nothing."""
    game = caught("sluggoth", {"level": 5}, {"level": 1, "dead": True}, {"level": 3})
    game.do(seat=2)
    assert [game.level(seat) for seat in range(3)] == [4, 1, 4]


# --------------------------------------------------------------------------- non-euclidean map


@pytest.mark.parametrize(("monsters", "treasures"), [(["shog_goth"], 2), (["shog_goth", "polly_polyp"], 4)])
def test_the_map_brings_a_treasure_for_every_kill(monsters: list[str], treasures: int) -> None:
    """COMBAT-5: non_euclidean_map: one more for each monster killed in the owner's own turn."""
    game = combat({"level": 6, "table": ["non_euclidean_map"]}, monsters=monsters)
    kill(game)
    assert len(hand(game, 0)) == treasures


def test_the_map_of_a_helper_brings_nothing() -> None:
    """HELP-5: it is not the helper's turn, and the helper kills nothing."""
    game = combat({"level": 8}, {"table": ["non_euclidean_map"]}, monsters=["shog_goth"], helper=1)
    kill(game)
    assert (len(hand(game, 0)), hand(game, 1)) == (1, [])


def test_the_map_works_in_the_own_turn_alone() -> None:
    """A player who takes a combat over in another's turn gets nothing by it, nor does it work while it is only
    carried."""
    seats = [{"level": 2, "hand": ["transferral_potion"]}, {"level": 6, "table": ["non_euclidean_map"]}]
    game = combat(*seats, monsters=["shog_goth"], editions=("cthulhu", "munchkin"))
    game.do("play", card="transferral_potion", seat=1)
    passes(game)
    kill(game)
    assert len(hand(game, 1)) == 1
    game = combat({"level": 8, "carried": ["non_euclidean_map"]}, monsters=["shog_goth"])
    kill(game)
    assert len(hand(game, 0)) == 1


def test_the_map_makes_it_harder_to_run() -> None:
    """FLEE-1: -1, so that a five is not enough."""
    for face, level in ((5, 6), (6, 8)):
        game = combat({"level": 8, "table": ["non_euclidean_map"]}, monsters=[huge("lloyd_lloigor")], dice=[face])
        lose(game)
        assert game.level(0) == level


# --------------------------------------------------------------------------- the dunwich snorer, the borrower


def test_the_dunwich_snorer_takes_the_cheapest_item() -> None:
    """CURSE-3: in use or carried; what is worth nothing does not count, and among equals the victim chooses."""
    gear = {"table": ["cthulhu_bumper_sticker", "flamethrower"], "carried": ["brass_knucks", "bowling_pin"]}
    loser = {"level": 5, **gear}
    game = caught("the_dunwich_snorer", loser)
    assert options(game) == ["Bowling Pin", "Brass Knucks"]
    game.do(card="brass_knucks")
    assert table(game, 0) == ["bowling_pin", "cthulhu_bumper_sticker", "flamethrower"]
    game = caught("the_dunwich_snorer", {"level": 5, "table": ["cthulhu_bumper_sticker"]})
    assert (table(game, 0), game.decision) == (["cthulhu_bumper_sticker"], Decision.AFTER_COMBAT)


def test_the_borrower_takes_what_a_class_may_use() -> None:
    """ITEM-2: items only for a class that the victim has; not those of other classes, nor those barred to some."""
    items = ["elder_sign", "railroad_spike", "brass_knucks", "mystic_scribble"]
    for klass, left in (("investigator", items[1:]), ("monster_whacker", [items[0], *items[2:]]), ((), items)):
        game = caught("the_borrower_from_beneath", {"level": 5, "klass": klass, "carried": items})
        assert [card for card in table(game, 0) if card != klass] == sorted(left)
    for sex, strength in (("male", 10), ("female", 12)):
        assert combat({"sex": sex}, monsters=["the_borrower_from_beneath"]).strength("monsters") == strength


# --------------------------------------------------------------------------- tht whch hs n vwls, fun guy


def test_tht_whch_takes_what_begins_with_a_vowel() -> None:
    """FLEE-2: in hand and in play, a class too; the victim's hand is seen first."""
    loser = {
        "level": 5,
        "klass": "investigator",
        "table": ["elder_sign", "brass_knucks"],
        "hand": ["and_its_spawn", "curse_amnesia", "curse_change_sex", "ichor_liquor", "kitchen_sink"],
    }
    game = caught("tht_whch_hs_n_vwls", loser)
    assert (table(game, 0), hand(game, 0)) == (["brass_knucks"], ["curse_change_sex", "kitchen_sink"])
    kept = [int(copy) for name in hand(game, 0) for copy in game.catalogue.copies_of(game.catalogue.index(name))]
    assert all(game.position["card"]["known_by"][0, copy] for copy in kept), "shown to all"


def test_tht_whch_spares_what_is_not_the_victims() -> None:
    """CURSE-2: a curse in front of a player is none of their cards."""
    curse = "curse_elf_begone"
    game = caught("tht_whch_hs_n_vwls", {"level": 5, "curses": ["curse_change_sex"]})
    assert (curse not in table(game, 0), dead_or_gone(game)) == (True, False)
    assert caught("tht_whch_hs_n_vwls", {"level": 4, "hand": ["ichor_liquor"]}).level(0) == 4


def dead_or_gone(game: Game) -> bool:
    return bool(game.position["player"]["dead"][0, 0])


def test_fun_guy_takes_an_unseen_card_before_the_combat() -> None:
    """DECK-4: the neighbour picks it blindly, so that chance does; it is discarded."""
    held = ["bug_spray", "bowling_pin", "brass_knucks"]
    found = set()
    for seed in range(12):
        game = table_of({"hand": held}, {}, {}, doors=["fun_guy_from_yuggoth"], seed=seed)
        game.do("open_door")
        passes(game)
        assert len(hand(game, 0)) == 2
        found.add(treasures_gone(game)[0])
    assert found == set(held)
    game = table_of({}, {}, {}, doors=["fun_guy_from_yuggoth"])
    game.do("open_door")
    passes(game)
    assert game.decision == Decision.COMBAT


def test_fun_guy_takes_all_ichor() -> None:
    """FLEE-2: in hand and in play; nothing else."""
    loser = {"level": 5, "hand": ["ichor_liquor", "canned_meat"], "carried": ["sicker_ichor", "kitchen_sink"]}
    game = caught("fun_guy_from_yuggoth", {**loser, "table": ["bug_spray"]})
    assert (hand(game, 0), table(game, 0)) == (["canned_meat"], ["bug_spray", "kitchen_sink"])
    assert treasures_gone(game) == ["ichor_liquor", "sicker_ichor"]


# --------------------------------------------------------------------------- nyukhees


@pytest.mark.parametrize(("levels", "helper", "strength"), [
    ((3, 5, 4), None, 12),
    ((3, 3, 4), None, 12),
    ((4, 3, 4), None, 8),
    ((4, 3, 4), 1, 12),
    ((4, 5, 3), 1, 8),
])
def test_nyukhees_bully_the_lowest(levels: tuple[int, ...], helper: int | None, strength: int) -> None:
    """COMBAT-8: +4 if a fighter has the lowest level of all or is tied for it."""
    game = combat(*({"level": level} for level in levels), monsters=["nyukhees"], helper=helper)
    assert game.strength("monsters") == strength


def test_nyukhees_follow_the_levels() -> None:
    """COMBAT-8: asked whenever strengths are: a level gained in the middle counts."""
    game = combat({"level": 3, "hand": ["call_the_army"]}, {"level": 3}, {"level": 3}, monsters=["nyukhees"])
    assert game.strength("monsters") == 12
    game.do("play", card="call_the_army", seat=0)
    assert game.strength("monsters") == 8


def test_nyukhees_let_the_others_help_themselves() -> None:
    """DECK-3: from the highest level downward, equals from the left; an item each, or none."""
    gear = ["bug_spray", "bowling_pin", "brass_knucks"]
    seats = [{"level": 5, "carried": gear}, {"level": 2}, {"level": 7}, {"level": 2}, {"level": 1, "dead": True}]
    game = caught("nyukhees", *seats)
    assert (game.decision, game.current_player) == (Decision.CHOOSE_CARD, 2)
    game.do(card="brass_knucks")
    assert game.current_player == 1
    game.do("pass")
    assert (game.current_player, options(game)) == (3, ["pass", "Bowling Pin", "Bug Spray"])
    game.do(card="bug_spray")
    assert [table(game, seat) for seat in range(5)] == [["bowling_pin"], [], ["brass_knucks"], ["bug_spray"], []]
    assert game.decision == Decision.AFTER_COMBAT


# --------------------------------------------------------------------------- gram smoker, loggoth


def may_be_asked(seats: list[dict], monster: str, seat: int) -> bool:
    """The leader may ask that player for help."""
    game = combat(*seats, monsters=[monster])
    try:
        game.do("ask_help", seat=seat, amount=0)
    except mk.IllegalAction:
        return False
    return True


def test_gram_smoker_lets_no_man_help() -> None:
    """HELP-1: +3 against men, who are not asked and offer nothing."""
    men = [{"sex": "male", "level": 2}, {"sex": "male", "level": 9}, {"sex": "female"}, {"sex": "male"}]
    game = combat(*men, monsters=["gram_smoker"])
    assert game.strength("monsters") == 5
    assert [may_be_asked(men, "gram_smoker", seat) for seat in (1, 2, 3)] == [False, True, False]
    assert [may_be_asked(men, "lloyd_lloigor", seat) for seat in (1, 2, 3)] == [True, True, True]
    game.do("run_away")
    assert game.decision != Decision.WINDOW or game.current_player == 2


def test_gram_smoker_turns_a_helper_away() -> None:
    """HELP-8: a helper who becomes a man in the middle of it drops out."""
    seats = [{"sex": "female", "hand": ["curse_change_sex"]}, {"sex": "female"}]
    game = combat(*seats, monsters=[huge("gram_smoker")], helper=1)
    assert game.strength("monsters") == 22
    game.do("play", card="curse_change_sex", seat=1)
    passes(game)
    assert (int(game.position["combat"]["helper"][0]), game.strength("players")) == (0, 1)


def test_loggoth_lets_nothing_be_promised() -> None:
    """HELP-2: neither treasure nor items; by a bystander neither."""
    seats = [{"level": 2, "table": ["bug_spray"]}, {"level": 9}, {}]
    game = combat(*seats, monsters=["lloyd_lloigor"])
    game.do("ask_help", seat=1, amount=1, cards=["bug_spray"])
    game = combat(*seats, monsters=["loggoth", "polly_polyp"])
    game.do("run_away")
    while game.current_player != 1:
        game.do("pass")
    with pytest.raises(mk.IllegalAction):
        game.do("offer_help", amount=1)
    game.do("offer_help", amount=0)
    game = combat(*seats, monsters=["loggoth", "polly_polyp"])
    game.do("ask_help", seat=1, amount=0)
    assert int(game.position["offer"]["amount"][0]) == 0
    game = combat(*seats, monsters=["loggoth", "polly_polyp"])
    with pytest.raises(mk.IllegalAction):
        game.do("ask_help", seat=1, amount=1)
    with pytest.raises(mk.IllegalAction):
        game.do("ask_help", seat=1, amount=0, cards=["bug_spray"])


def test_loggoth_makes_a_deal_void() -> None:
    """HELP-2: treasure promised before it joined is not paid."""
    seats = [{"level": 5}, {"level": 5}, {"hand": ["wandering_monster", "loggoth"]}]
    for joins, paid in ((False, 1), (True, 0)):
        game = table_with_deal(seats)
        if joins:
            game.do("kill")
            while game.current_player != 2:
                game.do("pass")
            game.do("play", card="wandering_monster", second="loggoth")
            passes(game)
        else:
            kill(game)
        settle(game)
        assert (game.decision, len(hand(game, 1))) == (Decision.AFTER_COMBAT, paid)


def table_with_deal(seats: list[dict]) -> Game:
    """The helper is promised a treasure."""
    facts = {"monsters": ["polly_polyp"], "helper": 1, "deal": 1}
    return table_of(*seats, phase="combat", combat=facts)


def test_loggoth_harms_the_helper_alone() -> None:
    """FLEE-2: the player in turn suffers nothing, the helper loses a level."""
    game = caught("loggoth", {"level": 5}, {"level": 5}, helper=1)
    assert (game.level(0), game.level(1)) == (5, 4)


# --------------------------------------------------------------------------- great cthulhu

CULTIST = {"klass": "cultist"}


@pytest.mark.parametrize(("one", "two", "strength"), [
    (CULTIST, None, 20),
    ({}, None, 24),
    (CULTIST, CULTIST, 20),
    (CULTIST, {}, 24),
    ({}, CULTIST, 24),
])
def test_great_cthulhu_minds_who_is_no_cultist(one: dict, two: dict | None, strength: int) -> None:
    """COMBAT-8: +4 as soon as one fighter is none, whatever the other is."""
    seats = [one, two or {}]
    game = combat(*seats, monsters=["great_cthulhu"], helper=1 if two is not None else None)
    assert game.strength("monsters") == strength


def test_great_cthulhu_kills_and_raises_the_others() -> None:
    """LEVEL-1, GOLD-4: once all rolls are over, for players it has not caught; never the winning level."""
    seats = [{"level": 5, "hand": ["canned_meat"]}, {"level": 5}, {"level": 3}, {"level": 9}]
    game = combat(*seats, monsters=["great_cthulhu"], helper=1, dice=[1, 6], discards=["cultist"])
    game.do("run_away")
    passes(game)
    game.do("roll", place=0)
    passes(game)
    assert [game.level(seat) for seat in range(4)] == [5, 5, 3, 9], "not before the helper has rolled"
    game.do("roll", place=0)
    passes(game)
    assert [game.level(seat) for seat in range(4)] == [5, 6, 4, 9]
    assert dead_or_gone(game)


def test_great_cthulhu_that_catches_nobody_raises_nobody() -> None:
    """FLEE-2: it is its bad stuff."""
    game = combat({"level": 5}, {"level": 3}, monsters=["great_cthulhu"], dice=[6])
    lose(game)
    assert [game.level(seat) for seat in range(3)] == [5, 3, 1]


@pytest.mark.parametrize(("klass", "there", "after"), [
    ("professor", ["cultist"], ["cultist"]),
    ("professor", [], ["professor"]),
    ((), ["cultist"], ["cultist"]),
])
def test_the_victim_of_great_cthulhu_returns_a_cultist(klass: object, there: list[str], after: list[str]) -> None:
    """CULT-2, DEATH-4: at the victim's return, not before; nothing if no Cultist card is there then."""
    game = caught("great_cthulhu", {"level": 5, "klass": klass, "hand": ["canned_meat"]}, discards=there)
    assert (table(game, 0), dead_or_gone(game)) == ([klass] if klass else [], True)
    game.do(card="canned_meat")
    settle(game)
    assert (table(game, 0), dead_or_gone(game), int(game.position["turn"][0])) == (after, False, 2)


# --------------------------------------------------------------------------- shoes, quicker ichor, sole survivor


def flee_with_shoes(monster: str, *dice: int, wearer: int = 0) -> Game:
    shoes = {"table": ["shoes_of_only_having_to_run_faster_than_you"]}
    seats = [{"level": 5, **(shoes if wearer == seat else {})} for seat in range(2)]
    game = combat(*seats, monsters=[huge(monster)], helper=1, dice=dice)
    lose(game)
    return game


@pytest.mark.parametrize(("face", "lost"), [(6, 1), (1, 1)])
@pytest.mark.parametrize("wearer", [0, 1])
def test_the_shoes_outrun_a_fellow(wearer: int, face: int, lost: int) -> None:
    """FLEE-1: shoes_of_only_having_to_run_faster_than_you: no roll for the wearer, -2 for the other."""
    game = flee_with_shoes("polly_polyp", face, wearer=wearer)
    assert (game.level(wearer), game.level(1 - wearer)) == (5, 5 - lost)


def test_the_shoes_help_nobody_who_flees_alone() -> None:
    """FLEE-1: a lone loser rolls as anybody."""
    shoes = ["shoes_of_only_having_to_run_faster_than_you"]
    game = combat({"level": 5, "table": shoes}, monsters=[huge("polly_polyp")], dice=[1])
    lose(game)
    assert game.level(0) == 4


def test_the_shoes_beat_what_cannot_be_escaped() -> None:
    """FLEE-1: they override the powers of monsters."""
    shoes = {"table": ["shoes_of_only_having_to_run_faster_than_you"]}
    game = combat({"level": 5, **shoes}, {"level": 5}, monsters=["bullrog"], helper=1, dice=[6],
                  editions=("cthulhu", "munchkin"))
    lose(game)
    assert not dead_or_gone(game)


@pytest.mark.parametrize(("side", "faces", "caught_by"), [
    ("players", (3, 3), 0), ("players", (2, 2), 2), ("monsters", (6, 6), 2), ("monsters", (6, 5), 2)
])
def test_quicker_ichor_changes_all_rolls(side: str, faces: tuple[int, ...], caught_by: int) -> None:
    """FLEE-1: +2 or -2 for everybody who flees in this combat."""
    seats = [{"level": 5, "hand": ["quicker_ichor"]}, {"level": 5}]
    game = combat(*seats, monsters=[huge("polly_polyp")], helper=1, dice=faces)
    assert not any("quicker_ichor" in option for option in options(game))
    game.do("run_away")
    passes(game)
    game.do("play", card="quicker_ichor", place=side)
    passes(game)
    while game.decision == Decision.FLEE:
        game.do("roll", place=0)
        passes(game)
    assert (5 - game.level(0)) + (5 - game.level(1)) == caught_by
    assert "quicker_ichor" in treasures_gone(game)
    assert not game.position["combat"]["flight"].any()


@pytest.mark.parametrize(("dice", "gained"), [((6, 1), 2), ((6, 6), 1), ((1, 1), 1), ((1, 6), 1)])
def test_sole_survivor_after_a_flight(dice: tuple[int, ...], gained: int) -> None:
    """LEVEL-1: two levels if the ally was caught and the player was not, else one."""
    game = combat({"level": 5, "hand": ["sole_survivor"]}, {"level": 5}, monsters=[huge("polly_polyp")], helper=1,
                  dice=dice)
    lose(game)
    before = game.level(0)
    game.do("play", card="sole_survivor", seat=0)
    assert game.level(0) - before == gained


def test_sole_survivor_counts_for_whoever_gains() -> None:
    """PLAY-2: a bystander has survived nothing; nor has anybody once the moment is over."""
    seats = [{"level": 5, "hand": ["sole_survivor"]}, {"level": 5}, {"level": 5}]
    game = combat(*seats, monsters=[huge("polly_polyp")], helper=1, dice=[6, 1])
    lose(game)
    late = game.clone()
    game.do("play", card="sole_survivor", seat=2)
    assert game.level(2) == 6
    late.do("end_turn")
    passes(late)
    assert not late.position["survivors"].any()


def test_a_helper_may_be_the_sole_survivor() -> None:
    """WINDOW-2: the player plays it before charity."""
    seats = [{"level": 5}, {"level": 5, "hand": ["sole_survivor"]}]
    game = combat(*seats, monsters=[huge("polly_polyp")], helper=1, dice=[1, 6])
    lose(game)
    game.do("end_turn")
    while game.current_player != 1:
        game.do("pass")
    game.do("play", card="sole_survivor", seat=1)
    assert game.level(1) == 7


# --------------------------------------------------------------------------- curses


def test_backpack_eaten() -> None:
    """ITEM-2: curse_backpack_eaten: what the victim may not use goes, in use or carried; what is cheated stays."""
    victim = {
        "level": 5,
        "klass": "professor",
        "table": [{"elder_sign": "cheat"}, "bug_spray", "maaaaaaster"],
        "carried": ["railroad_spike", "necronomicon", "two_handed_flashlight", "flamethrower"],
    }
    game = cursed("curse_backpack_eaten", victim)
    left = ["bug_spray", "cheat", "elder_sign", "flamethrower", "necronomicon", "professor"]
    assert table(game, 0) == left


def test_flashlight_goes_out() -> None:
    """CURSE-2: curse_flashlight_goes_out: lights go, carried ones too; -3 in the next combat, then it goes."""
    victim = {"level": 8, "table": ["miners_helmet", "brass_knucks"], "carried": ["two_handed_flashlight"]}
    game = cursed("curse_flashlight_goes_out", {**victim, "hand": ["shog_goth"]})
    assert table(game, 0) == ["brass_knucks", "curse_flashlight_goes_out"]
    game.do("fight", card="shog_goth")
    passes(game)
    assert game.strength("players") == 8 + 1 - 3
    kill(game)
    assert table(game, 0) == ["brass_knucks"]


def test_hastur() -> None:
    """CURSE-3: curse_hastur_hastur_hastur: the player on the right chooses, the next living one if that one is dead."""
    victim = {"level": 5, "table": ["bug_spray"], "carried": ["flamethrower"], "hand": ["canned_meat"]}
    for others, chooser in (([{}, {}, {}], 3), ([{}, {}, {"dead": True}], 2)):
        game = cursed("curse_hastur_hastur_hastur", victim, *others)
        assert (game.decision, game.current_player) == (Decision.CHOOSE_CARD, chooser)
        assert options(game) == ["Bug Spray", "Flamethrower"]
        game.do(card="flamethrower")
        assert (table(game, 0), treasures_gone(game)) == (["bug_spray"], ["flamethrower"])
