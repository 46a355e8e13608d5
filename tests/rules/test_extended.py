"""The rulebook of the extended edition where it differs from that of the base game, in its own games (MIX-2)."""

from typing import Any

import pytest

import munchkin_env as mk
from munchkin_env.game.game import Game
from munchkin_env.vocabulary import Decision, Phase, Zone
from tests.kit.looking import carried_by, doors_gone, hand, may, monsters, options, table
from tests.kit.playing import concede, kill, lose, opened, passes
from tests.scenarios.extended.kit import combat, cursed, table_of

EXTENDED: dict[str, Any] = {"editions": ("extended",)}


def through(game: Game) -> Game:
    """Received cards are kept, and nobody reacts."""
    while not game.is_terminal and game.decision in (Decision.WINDOW, Decision.RECEIVE):
        game.do("pass" if game.decision == Decision.WINDOW else "done")
    return game


def test_two_cards_of_each_deck_are_dealt() -> None:
    """SETUP-2."""
    game = mk.Game(players=4, seed=2, **EXTENDED)
    zones = game.position["card"]["zone"][0].tolist()
    assert game.phase == Phase.SETUP
    assert [zones.count(Zone.HAND + seat) for seat in range(4)] == [4] * 4
    assert int(game.position["rules"]["start_cards"][0]) == 2


def test_a_second_big_item_is_not_even_carried() -> None:
    """ITEM-3: one Big item in all, whether it is in use or lies sideways; a dwarf has any number."""
    big = {"carried": ["huge_rock"], "hand": ["mithril_armor"]}
    assert not may(table_of(big), "lay_out")
    assert may(table_of({"race": "dwarf", **big}), "lay_out")


def test_who_is_no_dwarf_any_more_keeps_one_big_item() -> None:
    """ITEM-3: in their own turn the owner may sell the excess; else it goes to the lowest player who can carry it."""
    mine = {"race": "dwarf", "level": 2, "table": ["huge_rock"], "carried": ["mithril_armor", "stepladder"]}
    game = table_of({**mine, "hand": ["wand_of_dowsing"]}, {"level": 3}, {"level": 1})
    game.do("drop", card="dwarf")
    assert (game.decision, options(game)) == (Decision.BIG_ITEMS, ["sell", "hand over"])
    game.do("hand_over", card="mithril_armor")
    assert carried_by(game, 2) == ["mithril_armor"]
    game.do("hand_over", card="huge_rock")
    assert (table(game, 0), carried_by(game, 1)) == (["stepladder"], ["huge_rock"])


def test_in_anothers_turn_the_excess_is_given_away() -> None:
    """ITEM-3: a curse takes the race in the turn of another player: nothing is sold."""
    victim = {"race": "dwarf", "table": ["huge_rock"], "carried": ["mithril_armor"]}
    game = table_of({"hand": ["curse_lose_your_race"]}, victim, {"level": 2})
    game.do("play", card="curse_lose_your_race", seat=1)
    passes(game)
    assert (game.current_player, game.decision) == (1, Decision.BIG_ITEMS)
    assert may(game, "hand_over") or "Huge Rock" in options(game)
    assert not may(game, "sell")


@pytest.mark.parametrize(("race", "least"), [("elf", 4), (None, 5), ("halfling", 6), ("dwarf", 5)])
def test_races_run_as_fast_as_their_cards_say(race: str | None, least: int) -> None:
    """FLEE-1, RACE-1: an elf has +1 on the roll, a halfling -1."""
    for face in (least - 1, least):
        who = {"level": 3, **({"race": race} if race else {})}
        game = combat(who, monsters=["harpies"], dice=[face])
        lose(game)
        assert game.level(0) == (3 if face == least else 1)


@pytest.mark.parametrize(("half", "race", "level"), [(["half_breed"], "halfling", 3), ([], "halfling", 1)])
def test_half_a_halfling_runs_like_a_human(half: list[str], race: str, level: int) -> None:
    """MOD-1: with one race the Half-Breed has its advantages only, monsters' clauses too."""
    game = combat({"level": 3, "race": race, "table": half}, monsters=["harpies"], dice=[5])
    lose(game)
    assert game.level(0) == level
    elf = {"race": "elf", "table": half}
    assert combat(elf, monsters=["drooling_slime"]).strength("monsters") == (1 if half else 5)


def test_enhancers_and_clauses_change_the_level() -> None:
    """COMBAT-13, GOLD-1: together, and not below one; a player's strength may be below."""
    fight = [{"card": "drooling_slime", "enhancers": ["baby"]}]
    game = combat({"race": "elf", "curses": ["curse_change_sex"]}, monsters=fight)
    assert (game.strength("monsters"), game.strength("players")) == (1, 1 - 5)
    assert combat({}, monsters=[{"card": "net_troll", "enhancers": ["baby"]}]).strength("monsters") == 5


def test_a_curse_ends_with_its_victims_life() -> None:
    """DEATH-1: it is discarded before the body is looted."""
    mine = {"level": 5, "curses": ["curse_chicken_on_your_head"], "table": ["helm_of_courage"]}
    game = combat(mine, {"level": 2}, monsters=["bullrog"], dice=[1, 1])
    lose(game)
    assert (game.decision, options(game)) == (Decision.LOOT_BODY, ["Helm of Courage"])
    assert "curse_chicken_on_your_head" in doors_gone(game)


def test_the_dead_return_at_once_with_two_cards_of_each_deck() -> None:
    """DEATH-4: they help and act from the next turn; their own begins with a new hand."""
    doors = ["baby", "enraged", "ancient", "humongous", "mate", "illusion"]
    mine = {"level": 5, "hand": ["elf"]}
    game = combat(mine, {"level": 2}, {"level": 1}, monsters=["bullrog"], dice=[1], doors=doors)
    lose(game)
    game.do(card="elf")
    through(game)
    assert not int(game.position["player"]["dead"][0, 0])
    for seat in (1, 2):
        assert game.turn_seat == seat
        game.do("open_door")
        through(game)
        for verb in ("loot_room", "end_turn"):
            game.do(verb)
            through(game)
    assert (game.turn_seat, game.decision) == (0, Decision.SETUP)
    assert len(hand(game, 0)) == 2 + 2


def test_level_cards_are_for_oneself() -> None:
    """PLAY-2: not for others, unless the card says otherwise."""
    game = table_of({"level": 2, "hand": ["boil_an_anthill"]}, {"level": 3})
    game.do("play", card="boil_an_anthill", seat=0)
    passes(game)
    assert game.level(0) == 3
    high = table_of({"level": 9, "hand": ["boil_an_anthill"]}, {"level": 3})
    assert not may(high, "play")


def test_undead_do_not_join_by_themselves() -> None:
    """PLAY-6, MIX-2: beside the base game they do."""
    assert not may(combat({"level": 9}, {"hand": ["mr_bones"]}, monsters=["king_tut"]), "play")
    game = combat({"level": 9}, {"hand": ["mr_bones"]}, monsters=["king_tut"])
    game.do("run_away")
    assert game.current_player != 1 or not may(game, "play")
    blend = {"editions": ("extended", "munchkin"), "treasures": []}
    game = combat({"level": 9}, {"hand": ["munchkin:mr_bones"]}, monsters=["munchkin:king_tut"], **blend)
    game.do("run_away")
    assert (game.current_player, may(game, "play")) == (1, True)


def test_items_are_laid_out_in_an_own_combat() -> None:
    """PLAY-8: by the player in turn, into free slots; ITEM-5: nothing is changed."""
    mine = {"level": 3, "hand": ["helm_of_courage", "horny_helmet"], "carried": ["leather_armor"]}
    game = combat(mine, monsters=["amazon"])
    game.do("lay_out", card="helm_of_courage")
    assert game.strength("players") == 4
    game.do("lay_out", card="horny_helmet")
    assert (game.strength("players"), "horny_helmet" in carried_by(game, 0)) == (4, True)
    assert not may(game, "use")


def test_items_in_play_may_be_thrown_away() -> None:
    """ITEM-4: but not by somebody in combat."""
    game = table_of({"table": ["helm_of_courage"]})
    game.do("throw_away", card="helm_of_courage")
    assert table(game, 0) == []
    assert not may(combat({"table": ["helm_of_courage"]}, monsters=["amazon"]), "throw_away")


def test_the_room_must_be_looted() -> None:
    """TURN-4: a player who has fought nothing, or a monster that did not fight, loots before the turn ends."""
    game = table_of({}, doors=["baby", "elf"])
    opened(game)
    assert game.decision == Decision.AFTER_DOOR
    assert may(game, "loot_room")
    assert not may(game, "end_turn")
    friendly = table_of({"sex": "female"}, doors=["amazon", "elf"], treasures=["helm_of_courage"])
    opened(friendly)
    through(friendly)
    assert (may(friendly, "loot_room"), may(friendly, "end_turn")) == (True, False)


@pytest.mark.parametrize(("levels", "winners"), [((9, 9), (0, 1)), ((9, 8), (0,)), ((8, 9), (1,))])
def test_all_who_reach_the_goal_in_one_moment_win(levels: tuple[int, int], winners: tuple[int, ...]) -> None:
    """WIN-1, HELP-4: the leader and the elf who helps."""
    game = combat({"level": levels[0]}, {"level": levels[1], "race": "elf"}, monsters=["net_troll"], helper=1)
    kill(game)
    assert game.winners == winners


def test_dwarves_keep_six_cards() -> None:
    """TURN-5: five, and one more for a dwarf."""
    cards = ["baby", "elf", "halfling", "mate", "illusion", "enraged"]
    assert table_of({"level": 2, "race": "dwarf", "hand": cards}, phase="charity").turn_seat == 1
    assert table_of({"level": 2, "hand": cards}, phase="charity").decision == Decision.CHARITY


def test_a_curse_that_is_opened_strikes_and_goes() -> None:
    """CURSE-1, TURN-2: as in the base game."""
    game = cursed("curse_lose_armor", {"table": ["leather_armor"]})
    while game.decision == Decision.CHOOSE_CARD:
        game.do(card="leather_armor")
    assert (table(game, 0), doors_gone(game)) == ([], ["curse_lose_armor"])
    assert monsters(game) == []


def test_who_flees_wins_nothing() -> None:
    """FLEE-4, TURN-4: no level, no treasure, no loot, compulsory or not."""
    game = combat({"level": 3}, monsters=["amazon"], dice=[6])
    concede(game)
    game.do("roll", place=0)
    passes(game)
    assert (game.level(0), hand(game, 0)) == (3, [])
    assert (may(game, "loot_room"), may(game, "end_turn")) == (False, True)
