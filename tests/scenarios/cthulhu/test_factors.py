"""Cards that multiply, silence or change what other cards give in a combat, and what hangs on cards that were spent."""

import pytest

from munchkin_env.game.game import Game
from munchkin_env.vocabulary import Decision
from tests.kit.looking import can, carried, doors_gone, hand, monsters, place_of, seen_by, strengths
from tests.kit.playing import concede, lose, pass_until, passes
from tests.scenarios.cthulhu.kit import combat, huge


def spend(game: Game, card: str, side: str) -> None:
    game.do("play", card=card, place=side)
    passes(game)


# --------------------------------------------------------------------------- monsters that count cards otherwise


@pytest.mark.parametrize(("card", "bonus"), [("ichor_liquor", 3), ("sicker_ichor", 2), ("sticker_ichor", 4)])
def test_elder_globs_take_ichor_for_their_side_double_and_none_against_it(card: str, bonus: int) -> None:
    """COMBAT-1: ichor that helps elder_globs counts double, ichor against them not at all; other cards count once."""
    for side, gain in (("players", (0, 0)), ("monsters", (0, 2 * bonus))):
        game = combat({"level": 5, "hand": [card, "kitchen_sink"]}, monsters=["elder_globs"])
        spend(game, card, side)
        assert strengths(game) == (5 + gain[0], 10 + gain[1])
        spend(game, "kitchen_sink", "players")
        assert strengths(game) == (8 + gain[0], 10 + gain[1])


def test_a_factor_goes_with_its_monster() -> None:
    """COMBAT-1: once elder_globs have left, ichor against the others counts again."""
    game = combat(
        {"level": 5, "hand": ["ichor_liquor", "the_stars_are_wrong"]}, monsters=["elder_globs", "polly_polyp"]
    )
    spend(game, "ichor_liquor", "players")
    assert strengths(game) == (5, 12)
    game.do("play", card="the_stars_are_wrong", place=0)
    passes(game)
    assert (strengths(game), monsters(game)) == ((8, 2), ["polly_polyp"])


def test_items_do_not_count_against_foggoth_but_fire_does_twice() -> None:
    """COMBAT-1: items in use and one-shots give nothing, ichor as usual, fire double; classes and levels as ever."""
    items = ["flamethrower", "miners_helmet"]
    game = combat({"level": 4, "table": items, "hand": ["canned_meat", "sicker_ichor"]}, monsters=["foggoth"])
    assert strengths(game) == (4 + 2 * 4, 6)
    spend(game, "canned_meat", "players")
    assert strengths(game) == (12, 6)
    spend(game, "sicker_ichor", "players")
    assert strengths(game) == (14, 6)


def test_two_of_a_kind_multiply() -> None:
    """COMBAT-1, PLAY-7: two monsters that count fire double make it four times."""
    game = combat({"level": 1, "table": ["flamethrower"]}, monsters=["foggoth"])
    assert strengths(game)[0] == 1 + 8
    seat = {"level": 1, "table": ["flamethrower"], "hand": ["mate"]}
    doubled = combat(seat, monsters=["foggoth"], editions=("cthulhu", "munchkin"))
    doubled.do("play", card="mate", place=0)
    while doubled.decision in (Decision.WINDOW, Decision.GOTH):
        doubled.do("pass")
    assert strengths(doubled) == (1 + 16, 12)


def test_the_lowest_chooses_from_the_hand_that_joggoth_has_shown() -> None:
    """CURSE-3, PLAY-11: the hand is shown to all, the lowest player chooses the card that goes; maybe the victim."""
    seats = [{"level": 3, "hand": ["rugose", "mephitic"]}, {"level": 2}, {"level": 1}]
    game = combat(*seats, monsters=[huge("joggoth")], dice=[1])
    lose(game)
    assert (game.decision, game.current_player) == (Decision.CHOOSE_CARD, 2)
    assert all(seen_by(game, card) == {1, 2} for card in ("rugose", "mephitic"))
    game.do(card="rugose")
    assert hand(game, 0) == ["mephitic"]
    lowest = {"level": 1, "hand": ["rugose", "mephitic"]}
    alone = combat(lowest, {"level": 2}, {"level": 3}, monsters=["joggoth"], dice=[1])
    lose(alone)
    assert (alone.decision, alone.current_player) == (Decision.CHOOSE_CARD, 0)


def test_foggoth_makes_one_give_a_card_to_a_neighbour() -> None:
    """CURSE-3: the victim chooses the neighbour, then a card in play or in hand; a card in play arrives carried."""
    for side, receiver in ((0, 1), (1, 2)):
        game = combat({"hand": ["rugose"], "table": ["miners_helmet"]}, {}, {}, monsters=["foggoth"], dice=[1])
        lose(game)
        assert game.decision == Decision.PICK
        game.do(amount=side)
        game.do(card="miners_helmet")
        assert place_of(game, "miners_helmet") == f"table {receiver}"
        assert carried(game, "miners_helmet")
        assert hand(game, 0) == ["rugose"]


def test_elder_globs_make_one_give_a_card_to_every_cultist() -> None:
    """CURSE-3, CULT-6: one card to each other Cultist, from the victim's left; nobody else gets any."""
    seats = [{"hand": ["rugose", "mephitic"]}, {"klass": "cultist"}, {}, {"klass": "cultist"}]
    game = combat(*seats, monsters=["elder_globs"], dice=[1])
    lose(game)
    game.do(card="rugose")
    game.do(card="mephitic")
    assert [hand(game, seat) for seat in range(4)] == [[], ["rugose"], [], ["mephitic"]]


def test_buggoth_silences_all_classes_until_the_combat_ends() -> None:
    """CLASS-1, CULT-6: no strength, no ability of a class, also after it has left; items keep their restrictions."""
    seats = [{"level": 4, "klass": "cultist", "table": ["maaaaaaster"]}, {"klass": "cultist"}, {}, {}]
    game = combat(*seats, monsters=["buggoth", "ozathoth"])
    assert strengths(game)[0] == 4 + 4
    gone = combat({**seats[0], "hand": ["the_stars_are_wrong"]}, *seats[1:], monsters=["buggoth", "ozathoth"])
    gone.do("play", card="the_stars_are_wrong", place=0)
    passes(gone)
    assert strengths(gone) == (4 + 4, 18)
    lose(gone)
    while not gone.is_terminal and int(gone.position["combat"]["active"][0]):
        gone.step(gone.legal_actions()[0])
    assert int(gone.position["player"]["bonus"][0, 1]) == 2, "one other Cultist"


# --------------------------------------------------------------------------- spent cards


def test_kicker_ichor_triples_all_footgear() -> None:
    """COMBAT-1: of both fighters."""
    seats = [
        {"level": 1, "klass": "monster_whacker", "table": ["monster_stompers"], "hand": ["kicker_ichor"]},
        {"level": 1, "klass": "monster_whacker", "table": ["miners_helmet"]},
    ]
    game = combat(*seats, monsters=["ozathoth"], helper=1)
    before = strengths(game)[0]
    game.do("play", card="kicker_ichor")
    passes(game)
    assert strengths(game)[0] == before + 6


def test_thicker_ichor_doubles_the_ichor_it_is_played_on() -> None:
    """COMBAT-1: also what another ichor makes of footgear; it needs one that lies there and gives something."""
    game = combat({"level": 1, "hand": ["sticker_ichor", "thicker_ichor", "canned_meat"]}, monsters=["ozathoth"])
    assert not can(game, "play", card="thicker_ichor")
    spend(game, "canned_meat", "players")
    assert not can(game, "play", card="thicker_ichor")
    spend(game, "sticker_ichor", "monsters")
    game.do("play", card="thicker_ichor", second="sticker_ichor")
    passes(game)
    assert strengths(game) == (4, 18 + 8)
    shod = {"level": 1, "klass": "monster_whacker", "table": ["monster_stompers"]}
    shod["hand"] = ["kicker_ichor", "thicker_ichor"]
    worn = combat(shod, monsters=["ozathoth"])
    worn.do("play", card="kicker_ichor")
    passes(worn)
    worn.do("play", card="thicker_ichor", second="kicker_ichor")
    passes(worn)
    assert strengths(worn)[0] == 1 + 3 * 3 * 2 - 2, "and what panics a Whacker"


@pytest.mark.parametrize("choice", [0, 1])
def test_ichor_picker_takes_an_ichor_or_turns_it(choice: int) -> None:
    """PLAY-3: into the hand, with what it gave; or to the other side at once."""
    game = combat({"level": 5, "hand": ["ichor_liquor"]}, {"hand": ["ichor_picker"]}, monsters=["grape_old_ones"])
    game.do("play", card="ichor_liquor", place="players")
    while game.current_player != 1:
        game.do("pass")
    assert strengths(game) == (8, 12)
    game.do("play", card="ichor_picker", second="ichor_liquor")
    assert (game.decision, game.current_player) == (Decision.PICK, 1)
    game = Game.load(game.save())
    game.do(amount=choice)
    assert strengths(game) == ((5, 12) if choice == 0 else (5, 15))
    assert hand(game, 1) == (["ichor_liquor"] if choice == 0 else [])


def test_the_poncho_spares_its_owner_the_ichor_of_others() -> None:
    """COMBAT-1: on either side; the owner's ichor counts, and so does all ichor if the poncho is only carried."""
    for place, counts in (("table", False), ("carried", True)):
        seats = [{"level": 5, place: ["slime_proof_poncho"], "hand": ["sticker_ichor"]}, {"hand": ["ichor_liquor"]}]
        game = combat(*seats, monsters=["grape_old_ones"])
        own = 5 + 2 * (place == "table")
        spend(game, "sticker_ichor", "players")
        assert strengths(game) == (own + 4, 12)
        again = combat(*seats, monsters=["grape_old_ones"])
        again.do("run_away")
        pass_until(again, 1).do("play", card="ichor_liquor", place="monsters")
        assert strengths(again) == (own, 12 + 3 * counts)


# --------------------------------------------------------------------------- the stars


def test_the_stars_are_right_for_every_monster() -> None:
    """COMBAT-1: +3 each, also for one that joins later."""
    game = combat({"level": 5, "hand": ["the_stars_are_right"]}, monsters=["polly_polyp", "lloyd_lloigor"])
    game.do("play", card="the_stars_are_right")
    passes(game)
    assert strengths(game) == (5, 10 + 6)
    snorer = combat({"level": 5, "hand": ["the_stars_are_right"]}, monsters=["polly_polyp", "the_dunwich_snorer"])
    snorer.do("play", card="the_stars_are_right")
    passes(snorer)
    assert strengths(snorer) == (5, 2 + 3 + 1 + 10), "the_dunwich_snorer has ten"


def test_the_stars_are_wrong_for_one_or_for_all() -> None:
    """COMBAT-6: one monster goes, or each has two less."""
    game = combat({"level": 5, "hand": ["the_stars_are_wrong"]}, monsters=["polly_polyp", "lloyd_lloigor"])
    game.do("play", card="the_stars_are_wrong", place="monsters")
    passes(game)
    assert (strengths(game), len(monsters(game))) == ((5, 10 - 4), 2)
    assert place_of(game, "the_stars_are_wrong") == "combat"
    one = combat({"level": 5, "hand": ["the_stars_are_wrong"]}, monsters=["polly_polyp", "lloyd_lloigor"])
    one.do("play", card="the_stars_are_wrong", place=1)
    passes(one)
    assert (strengths(one), monsters(one)) == ((5, 2), ["polly_polyp"])
    assert "the_stars_are_wrong" in doors_gone(one)


def test_the_stars_are_confused_about_what_is_printed() -> None:
    """COMBAT-8: neither +3 against Professors nor what enhancers add is printed on the monster; enhancers count on."""
    seat = {"level": 5, "klass": "professor", "hand": ["the_stars_are_confused"]}
    game = combat(seat, monsters=[{"card": "polly_polyp", "enhancers": ["unnameable"]}])
    assert strengths(game) == (5, 2 + 3 + 10)
    game.do("play", card="the_stars_are_confused")
    passes(game)
    assert strengths(game) == (5, 2 + 10)


# --------------------------------------------------------------------------- what depends on the monsters


@pytest.mark.parametrize(("klass", "strength"), [("professor", 12), ("cultist", 7), (None, 7)])
def test_unnameable_is_stronger_against_a_professor(klass: str | None, strength: int) -> None:
    """PLAY-4: +5, or +10 if a Professor fights; one treasure more in either case."""
    game = combat({"klass": klass} if klass else {}, monsters=[{"card": "ruggoth", "enhancers": ["unnameable"]}])
    assert game.strength("monsters") == strength
    assert int(game.position["combat"]["monster"]["treasures"][0, 0]) == 1


@pytest.mark.parametrize(
    ("monster", "bonus"),
    [
        *(("polly_polyp", 2), ("campus_crusade_for_cthulhu", 2), ("elder_globs", 2)),
        *(("grape_old_ones", 0), ("nightie_gaunts", 0), ("shrub_niggurath", -2), ("ozathoth", -2)),
    ],
)
def test_monster_whackers_are_overconfident_and_panic(monster: str, bonus: int) -> None:
    """CLASS-1: +2 against a monster up to level 10, -2 against one from level 16."""
    assert combat({"level": 3, "klass": "monster_whacker"}, monsters=[monster]).strength("players") == 3 + bonus


def test_a_monster_whacker_against_a_small_and_a_big_one_has_both() -> None:
    """CLASS-1, MOD-1: +2 and -2; with super_munchkin the player does not panic."""
    monsters = ["polly_polyp", "ozathoth"]
    assert combat({"level": 3, "klass": "monster_whacker"}, monsters=monsters).strength("players") == 3
    seat = {"level": 3, "klass": "monster_whacker", "table": ["super_munchkin"]}
    assert combat(seat, monsters=monsters).strength("players") == 5


@pytest.mark.parametrize(("monster", "bonus"), [("nightie_gaunts", 2), ("shoggoth", 5), ("ozathoth", 5)])
def test_the_prehistoric_axe_is_for_big_monsters(monster: str, bonus: int) -> None:
    """COMBAT-13: +5 from level 15 on, as printed: enhancers are strength, not level."""
    seat = {"level": 3, "table": ["prehistoric_axe"]}
    assert combat(seat, monsters=[monster]).strength("players") == 3 + bonus
    assert combat(seat, monsters=[huge(monster)]).strength("players") == 3 + bonus


@pytest.mark.parametrize(("monster", "bonus"), [("ozathoth", 2), ("froggoth", 5), ("shoggoth", 10), ("shog_goth", 10)])
def test_the_shogulator_is_for_goths(monster: str, bonus: int) -> None:
    """GOTH-1: +2, +5 if a goth fights, +10 if a Shoggoth or Shog Goth does."""
    assert combat({"level": 3, "table": ["shogulator"]}, monsters=[monster]).strength("players") == 3 + bonus


def test_carried_it_does_nothing() -> None:
    """ITEM-1."""
    assert combat({"level": 3, "carried": ["shogulator"]}, monsters=["shoggoth"]).strength("players") == 3


def test_running_from_the_stars_leaves_nothing() -> None:
    """COMBAT-7: effects of spent cards end with the combat."""
    game = combat({"level": 5, "hand": ["the_stars_are_right"]}, monsters=["ruggoth"])
    game.do("play", card="the_stars_are_right")
    passes(game)
    concede(game)
    while not game.is_terminal and int(game.position["combat"]["active"][0]):
        game.step(game.legal_actions()[0])
    assert int(game.position["combat"]["lasting"][0]) == 0
