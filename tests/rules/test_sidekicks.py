"""Sidekicks: one each, played at any time, replaced, sacrificed in place of a roll, lost (SIDE-1 to SIDE-4)."""

from collections.abc import Mapping
from typing import Any

import pytest

import munchkin_env as mk
from munchkin_env.engine.state.actions import CARD0
from munchkin_env.vocabulary import Ability, Decision, Kind, Stage, Verb
from tests.kit.looking import discards, hand, may, table
from tests.kit.playing import give_up, pass_until, settle, win
from tests.kit.tables import fight

STAR = ("star",)
BLEND = ("star", "munchkin")
OLD = ("munchkin",)


def turn(*seats: Mapping[str, Any], **settings: Any) -> mk.Game:
    """The turn of seat 0, before it opens the door."""
    settings = {"editions": STAR, "forced_choices": False, **settings}
    return mk.scenario([*seats, *[{} for _ in range(3 - len(seats))]], phase="start", **settings)


def battle(*seats: Mapping[str, Any], monsters: tuple[Any, ...] = ("plasmoid",), **settings: Any) -> mk.Game:
    return fight([*monsters], *seats, **{"editions": STAR, "rest": "out", **settings})


def can(game: mk.Game, verb: str, card: str, **parts: Any) -> bool:
    """The acting seat may take this action."""
    try:
        game.clone().do(verb, card=card, **parts)
    except mk.MunchkinError:
        return False
    return True


def saved(game: mk.Game, seat: int) -> bool:
    return int(game.position["player"]["escapes_all"][0, seat]) == 2


def run(game: mk.Game) -> mk.Game:
    """The asked player flees from the first monster that they have still to flee from."""
    pending = int(game.position["player"]["pending"][0, game.current_player])
    game.do("roll", place=(pending & -pending).bit_length() - 1)
    return settle(game)


# ------------------------------------------------------------------ SIDE-1


def test_a_sidekick_is_played_in_ones_own_turn_and_is_no_item():
    """SIDE-1: it comes to the table, can't be sold, given or traded, and gives its bonus."""
    game = turn({"hand": ["very_large_bouncer"], "level": 3}, {"table": ["battle_armor"]})
    assert not may(game, "lay_out")
    game.do("play", card="very_large_bouncer")
    settle(game)
    assert table(game, 0) == ["very_large_bouncer"]
    assert int(game.position["player"]["bonus"][0, 0]) == 3
    for verb in ("sell", "give", "trade", "carry"):
        assert not may(game, verb)


def test_a_sidekick_is_played_in_combat_and_by_bystanders():
    """SIDE-1: at any time, combat included, also in somebody else's."""
    game = battle({"hand": ["very_large_bouncer"]}, {"hand": ["six_handed_stowaway"]})
    before = game.strength("players")
    game.do("play", card="very_large_bouncer")
    assert game.strength("players") == before + 3
    pass_until(game, 1)
    game.do("play", card="six_handed_stowaway")
    assert (table(game, 0), table(game, 1)) == (["very_large_bouncer"], ["six_handed_stowaway"])


def is_sidekick(game: mk.Game, card: str) -> bool:
    return game.catalogue.card(game.catalogue.index(card)).kind == Kind.SIDEKICK


def test_a_sidekick_is_laid_out_at_the_start():
    """SIDE-1, SETUP-3: before the first turn each may lay out one."""
    for seed in range(40):
        game = mk.Game(players=3, seed=seed, editions=STAR, forced_choices=False)
        assert game.decision == Decision.SETUP
        mine = [card for card in hand(game, game.current_player) if is_sidekick(game, card)]
        if mine:
            seat = game.current_player
            game.do("lay_out", card=mine[0])
            assert mine[0] in table(game, seat)
            return
    pytest.fail("nobody was dealt a sidekick")


def test_a_sidekick_is_laid_out_on_receipt():
    """SIDE-1, TURN-6: a player who is given one may lay it out at once, if there is room."""
    cards = ["red_shirt", "radioactive", "computerized", "miniaturized", "cheat", "lose_your_headgear"]
    for there in ([], ["very_large_bouncer"]):
        seats = [{"level": 3, "hand": cards}, {"table": there}, {"level": 4}]
        game = mk.scenario(seats, phase="charity", editions=STAR, forced_choices=False)
        game.do(card="red_shirt")
        game.do(seat=1)
        assert (game.current_player, game.decision) == (1, Decision.RECEIVE)
        assert may(game, "lay_out") == (not there)


def test_one_sidekick_only_and_a_new_one_takes_its_place():
    """SIDE-1: one action plays the new one and discards the old one, whose load goes with it."""
    seat = {"hand": ["very_large_bouncer"], "table": ["obstinate_cargo_droid"], "lent": "battle_armor"}
    game = turn(seat, rest="out")
    game.do("play", card="very_large_bouncer", second="obstinate_cargo_droid")
    settle(game)
    assert table(game, 0) == ["very_large_bouncer"]
    assert discards(game) == ["battle_armor", "obstinate_cargo_droid"]


def test_a_trader_has_two_and_says_which_is_replaced():
    """SIDE-1: two of a Trader; a third one takes the place of either."""
    seat = {"klass": "trader", "hand": ["very_large_bouncer", "singing_mess_cook"], "table": ["red_shirt"]}
    game = turn(seat, rest="out")
    game.do("play", card="very_large_bouncer")
    settle(game)
    assert table(game, 0) == ["red_shirt", "trader", "very_large_bouncer"]
    for gone, left in (("red_shirt", "very_large_bouncer"), ("very_large_bouncer", "red_shirt")):
        trial = game.clone()
        trial.do("play", card="singing_mess_cook", second=gone)
        assert table(settle(trial), 0) == sorted([left, "singing_mess_cook", "trader"])


def test_a_trader_no_more_keeps_one_of_his_choice():
    """SIDE-1: the owner says which goes, at once."""
    game = turn({"klass": "trader", "table": ["red_shirt", "very_large_bouncer"]}, rest="out")
    game.do("drop", card="trader")
    assert (game.current_player, game.decision) == (0, Decision.CHOOSE_CARD)
    assert not game.broken()
    game.do(card="red_shirt")
    assert table(game, 0) == ["very_large_bouncer"]
    assert game.decision == Decision.TURN_START


def test_a_silenced_trader_keeps_both():
    """SIDE-1: the player has the class still, though for this combat nobody has its abilities."""
    seat = {"klass": "trader", "table": ["red_shirt"], "hand": ["very_large_bouncer"]}
    game = battle(seat, monsters=("buggoth",), editions=("star", "cthulhu"))
    assert not int(game.position["player"]["abilities"][0, 0]) >> Ability.SECOND_SIDEKICK & 1
    game.do("play", card="very_large_bouncer")
    settle(game)
    assert table(game, 0) == ["red_shirt", "trader", "very_large_bouncer"]
    assert game.decision == Decision.COMBAT
    assert not game.broken()


# ------------------------------------------------------------------ SIDE-2


def test_a_sacrifice_saves_from_all_monsters():
    """SIDE-2: in place of rolling; automatic escape from every monster."""
    game = battle({"level": 5, "table": ["red_shirt"]}, monsters=("plasmoid", "starfish"), dice=[1, 1])
    give_up(game)
    assert game.decision == Decision.FLEE
    game.do("sacrifice", card="red_shirt")
    assert saved(game, 0)
    assert not may(game, "sacrifice")
    run(game)
    run(game)
    assert game.decision != Decision.FLEE
    assert (game.level(0), discards(game).count("red_shirt")) == (5, 1)
    assert not saved(game, 0)


def test_a_sacrifice_comes_only_after_a_lost_combat():
    """SIDE-2: not before the combat is lost, nor by somebody who has no sidekick."""
    game = battle({"level": 5, "table": ["red_shirt"]})
    assert not may(game, "sacrifice")
    assert not may(give_up(battle({"level": 5, "hand": ["red_shirt"]})), "sacrifice")


def test_whatever_the_monsters_say():
    """SIDE-2: also from what can't be escaped, and no card makes the saved one roll again."""
    seats = ({"level": 5, "table": ["red_shirt"]}, {"hand": ["flask_of_glue"]})
    game = battle(*seats, monsters=("floating_nose", "bullrog"), editions=BLEND)
    give_up(game)
    game.do("sacrifice", card="red_shirt")
    for place in (0, 1):
        game.do("roll", place=place)
        while game.decision == Decision.WINDOW:
            assert not may(game, "play")
            game.do("pass")
        settle(game)
    assert game.level(0) == 5
    assert not int(game.position["player"]["dead"][0, 0])


def test_it_counts_for_what_is_still_to_come():
    """SIDE-2: a monster that has caught the player has caught them; the next one has not."""
    game = battle({"level": 5, "table": ["red_shirt"]}, monsters=("starfish", "plasmoid"), dice=[1])
    give_up(game)
    game.do("roll", place=0)
    settle(game)
    struck = game.level(0), table(game, 0)
    game.do("sacrifice", card="red_shirt")
    run(game)
    assert game.level(0) == struck[0]


@pytest.mark.parametrize("both", [0, 1])
def test_a_leader_says_whether_the_helper_escapes_too(both):
    """SIDE-2: the helper escapes as well, or rolls."""
    seats = ({"level": 5, "table": ["red_shirt"]}, {"level": 5})
    game = battle(*seats, helper=1, deal=0, dice=[1], monsters=({"card": "plasmoid", "enhancers": [*HUGE]},))
    give_up(game)
    game.do("sacrifice", card="red_shirt", amount=both)
    run(game)
    assert (game.current_player, saved(game, 1)) == (1, bool(both))
    run(game)
    assert game.level(0) == 5
    assert (game.level(1) == 5) == bool(both)


def test_a_helpers_sacrifice_saves_him_alone():
    """SIDE-2: the helper is asked about no flight but their own."""
    seats = ({"level": 5}, {"level": 5, "table": ["red_shirt"]})
    game = battle(*seats, helper=1, deal=0, dice=[1], monsters=({"card": "plasmoid", "enhancers": [*HUGE]},))
    give_up(game)
    assert not may(game, "sacrifice")
    run(game)
    assert game.current_player == 1
    game.step(Verb.SACRIFICE)
    game.step(CARD0 + game.catalogue.index("red_shirt") - 1)
    assert game.stage == Stage.VERB, "and nothing more is to be said"
    assert (saved(game, 0), saved(game, 1)) == (False, True)
    run(game)
    assert (game.level(0) < 5, game.level(1)) == (True, 5)


HUGE = ("last_of_its_race", "from_another_dimension")


def test_what_it_carried_goes_with_it():
    """SIDE-2: the load is lost with the sidekick."""
    seat = {"level": 5, "table": ["vending_machine_on_legs"], "lent": "battle_armor"}
    game = give_up(battle(seat, monsters=({"card": "plasmoid", "enhancers": [*HUGE]},)))
    game.do("sacrifice", card="vending_machine_on_legs")
    assert discards(game) == ["battle_armor", "vending_machine_on_legs"]


def test_what_hurts_even_those_who_escape_strikes():
    """SIDE-2, FLEE-2: Mr. Bones takes a level from a player who escapes."""
    monster = {"card": "mr_bones", "enhancers": [*HUGE]}
    game = give_up(battle({"level": 5, "table": ["red_shirt"]}, monsters=(monster,), editions=BLEND))
    game.do("sacrifice", card="red_shirt")
    run(game)
    assert game.level(0) == 4


# ------------------------------------------------------------------ SIDE-4


def test_only_those_that_say_so_carry():
    """SIDE-4: an item can be given to a carrier, to no other sidekick."""
    assert not may(turn({"table": ["very_large_bouncer"], "carried": ["battle_armor"]}), "lend")
    game = turn({"table": ["obstinate_cargo_droid"], "carried": ["battle_armor"]})
    game.do("lend", card="battle_armor")
    assert int(game.position["player"]["bonus"][0, 0]) > 0
    with pytest.raises(mk.ConfigError):
        turn({"table": ["very_large_bouncer"], "lent": "battle_armor"})


def test_two_carriers_carry_an_item_each():
    """SIDE-4: a Trader's second carrier takes the second item."""
    seat = {
        "klass": "trader",
        "table": ["obstinate_cargo_droid", "vending_machine_on_legs"],
        "carried": ["battle_armor", "structural_girder"],
    }
    game = turn(seat)
    game.do("lend", card="battle_armor")
    game.do("lend", card="structural_girder")
    hosts = game.position["card"]["host"][0]
    loads = [int(hosts[c]) for c in range(len(hosts)) if hosts[c]]
    assert len(set(loads)) == len(loads) == 2


# ------------------------------------------------------------------ MIX-1


def test_a_hireling_is_a_sidekick_where_there_are_some():
    """MIX-1: it takes the one place, and may be sacrificed beside its own text."""
    seat = {"level": 5, "table": ["hireling"], "hand": ["red_shirt"]}
    game = turn(seat, editions=BLEND, rest="out")
    game.do("play", card="red_shirt", second="hireling")
    assert table(settle(game), 0) == ["red_shirt"]
    game = battle(seat, monsters=("floating_nose", "bullrog"), editions=BLEND)
    give_up(game)
    assert can(game, "play", "hireling", place=1)
    assert can(game, "sacrifice", "hireling")


def test_a_hireling_alone_is_what_its_card_says():
    """MIX-1: without sidekicks in the game nobody may be sacrificed."""
    game = give_up(battle({"level": 5, "table": ["hireling"]}, monsters=("bullrog",), editions=OLD))
    assert can(game, "play", "hireling", place=0)
    assert not may(game, "sacrifice")


def test_what_kills_one_kills_the_other():
    """MIX-1: the player of the card says which of several dies."""
    seats = ({"hand": ["kill_the_hireling"], "table": ["red_shirt"]}, {"table": ["hireling"]})
    for gone in ("red_shirt", "hireling"):
        game = turn(*seats, editions=BLEND, rest="out")
        game.do("play", card="kill_the_hireling", seat=0, second=gone)
        settle(game)
        assert discards(game) == sorted([gone, "kill_the_hireling"])
        assert game.level(0) == 2
    game = turn(*seats[:1], editions=BLEND, rest="out")
    game.do("play", card="kill_the_hireling", seat=0)
    assert discards(settle(game)) == ["kill_the_hireling", "red_shirt"]


def test_a_game_that_ends_asks_nobody_which_he_keeps():
    """SIDE-1, CULT-4: a Trader with two sidekicks becomes a Cultist, and the last one outside has won."""
    curse = "curse_dragged_off_to_snarkham_asylum"
    trader = {"klass": "trader", "table": ["red_shirt", "retired_stunt_double"]}
    seats = ({"klass": "cultist", "hand": [curse]}, trader, {"level": 9})
    game = turn(*seats, editions=("cthulhu", "star"), discards=["cultist"])
    game.do("play", card=curse, seat=1)
    settle(game)
    assert (game.is_terminal, game.winners, game.broken()) == (True, (2,), 0)
    assert mk.Game.load(game.save()).winners == game.winners
    going_on = mk.scenario(
        [*seats, {}],
        phase="start",
        editions=("cthulhu", "star"),
        forced_choices=False,
        discards=["cultist"],
    )
    going_on.do("play", card=curse, seat=1)
    settle(going_on)
    assert (going_on.current_player, going_on.decision) == (1, Decision.CHOOSE_CARD)


# ------------------------------------------------------------------ what their cards do


@pytest.mark.parametrize(("face", "stays"), [(1, False), (2, False), (3, True), (6, True)])
def test_a_red_shirt_may_die_of_a_victory(face, stays):
    """SIDE-4: after a won combat a die decides, the leader's and the helper's; nobody rolls after a lost one."""
    for helper in (None, 1):
        seats = ({"level": 9, "table": ["red_shirt"] if helper is None else []}, {"table": ["red_shirt"]})
        rest = {} if helper is None else {"deal": 0}
        game = battle(*seats, helper=helper, dice=[face], monsters=("fanged_fuzzball",), goal=20, **rest)
        win(game)
        owner = helper or 0
        assert ("red_shirt" in table(game, owner)) == stays
    assert table(give_up(battle({"table": ["red_shirt"]}, dice=[1])), 0) == ["red_shirt"]


# ------------------------------------------------------------------ SIDE-3


@pytest.mark.parametrize("sidekick", [(), ("very_large_bouncer",)])
def test_a_sidekick_leaves_a_psychic_alone(sidekick):
    """SIDE-3: a Psychic who fights with a sidekick has no helper, and keeps the 2 that a helper costs."""
    psychic = {"level": 3, "klass": "psychic", "table": [*sidekick]}
    strength = 3 + 3 * len(sidekick)
    assert battle(psychic).strength("players") == strength + 2
    assert battle(psychic, {"level": 4}, helper=1).strength("players") == strength + 4
