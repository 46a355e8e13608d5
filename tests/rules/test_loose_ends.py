"""Corners where several rules meet: found by reading the engine against the rulebook."""

import munchkin_env as mk
from munchkin_env.vocabulary import Zone


def hand(game: mk.Game, seat: int) -> int:
    """Cards in a hand."""
    return int(game.position["count"][0, Zone.HAND + seat])


def answers(game: mk.Game) -> set[str]:
    """The legal actions in words."""
    return {game.describe(int(a)) for a in game.legal_actions()}


def pass_on(game: mk.Game) -> None:
    """Everybody who is asked in a window passes."""
    while game.decision.name == "WINDOW":
        game.do("pass")


def test_an_exchange_brings_as_many_cards_as_were_chosen() -> None:
    """CLASS-1, DECK-3: the Hireling and its load, both given to the Lawyers, bring two treasures."""
    game = mk.scenario(
        [{"klass": "thief", "table": ["helm_of_courage"], "hand": ["hireling"]}, {}, {}],
        phase="start",
        doors=["lawyers"],
    )
    game.do("lay_out", card="hireling")
    game.do("lend", card="helm_of_courage")
    game.do("open_door")
    game.do("exchange", cards=["helm_of_courage", "hireling"])
    assert hand(game, 0) == 2


def test_the_helpers_part_is_of_what_was_drawn() -> None:
    """HELP-2: min(k, drawn); Hoard! adds to what is drawn."""
    game = mk.scenario(
        [{"level": 5}, {}, {}],
        phase="combat",
        combat={"monsters": ["potted_plant"], "helper": 1, "deal": 3},
        treasures=["hoard", "leather_armor", "slimy_armor", "huge_rock"],
        rest="out",
        forced_choices=False,
    )
    game.do("kill")
    pass_on(game)
    assert hand(game, 1) == 3


def test_a_curse_for_one_combat_ends_with_it_also_for_who_left_it() -> None:
    """CURSE-2: the fighter who handed the combat over has had their next combat."""
    game = mk.scenario(
        [{"curses": ["curse_malign_mirror"], "hand": ["transferral_potion"]}, {"level": 5}, {}],
        phase="combat",
        combat={"monsters": ["potted_plant"]},
        forced_choices=False,
    )
    game.do("play", card="transferral_potion", seat=1)
    pass_on(game)
    assert answers(game) >= {"kill"}
    game.do("kill")
    game.do("done")  # with laying out the drawn cards
    pass_on(game)
    assert int(game.position["count"][0, Zone.TABLE]) == 0


def test_a_body_is_laid_out_card_by_card() -> None:
    """DEATH-2: the Hireling's load may be picked after the Hireling was."""
    game = mk.scenario(
        [{"level": 7, "table": ["hireling"], "lent": "stepladder"}, {"level": 4}, {"level": 2}],
        phase="combat",
        combat={"monsters": ["plutonium_dragon"]},
        dice=[1],
        forced_choices=False,
    )
    game.do("run_away")
    pass_on(game)
    game.do("roll", place=0)
    pass_on(game)
    assert game.current_player == 1
    game.do(card="hireling")
    assert (game.current_player, answers(game)) == (2, {"Stepladder"})


def test_no_help_questions_means_none() -> None:
    """WINDOW-6: the setting bounds the first question too."""
    combat = {"monsters": ["plutonium_dragon"]}
    silent = mk.scenario([{}, {}, {}], phase="combat", combat=combat, forced_choices=False, help_questions=0)
    assert "ask help" not in answers(silent)


def test_flight_already_paid_counts_for_the_second_roll() -> None:
    """CLASS-1, PLAY-10: a Wizard's payments stay when a Halfling rolls again against the same monster."""
    game = mk.scenario(
        [{"level": 7, "race": "halfling", "klass": "wizard", "hand": ["mate", "baby"]}, {}, {}],
        phase="combat",
        combat={"monsters": ["bullrog"]},
        dice=[2, 4],
        forced_choices=False,
    )
    game.do("run_away")
    pass_on(game)
    game.do("roll", place=0)
    game.do("flight", card="mate")
    game.do("retry", card="baby")
    pass_on(game)
    assert not game.position["player"]["dead"][0, 0]


def test_a_monster_put_in_by_illusion_is_still_the_only_one() -> None:
    """COMBAT-6: Illusion replaces, so the Magic Lamp finds a lone monster and its treasure is drawn."""
    game = mk.scenario(
        [{"hand": ["illusion", "crabs", "magic_lamp"]}, {}, {}],
        phase="combat",
        combat={"monsters": ["bullrog"]},
        treasures=["leather_armor"],
        forced_choices=False,
    )
    game.do("play", card="illusion", place=0, second="crabs")
    pass_on(game)
    game.do("play", card="magic_lamp", place=0)
    pass_on(game)
    assert hand(game, 0) == 1
