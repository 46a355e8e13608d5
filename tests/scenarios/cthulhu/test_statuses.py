"""Obligations and bans that cards put on a player for a time: help, and a whole turn."""

import pytest

from munchkin_env.game.game import Game
from munchkin_env.observation.text import text
from munchkin_env.observation.view import View
from munchkin_env.vocabulary import FIRST_TIMED, UNTILS, Ability, Decision, Until, Verb
from tests.kit.looking import doors_gone, may, options, table
from tests.kit.playing import begin, kill, lose, pass_until, passes
from tests.outside import as_it_stands
from tests.scenarios.cthulhu.kit import combat, huge, table_of

IDLE = (Verb.PASS, Verb.DONE, Verb.NO, Verb.OPEN_DOOR, Verb.END_TURN, Verb.RUN_AWAY)


def bound(game: Game, seat: int) -> set[Ability]:
    """Return the statuses of a player, as everybody sees them."""
    held = {ability for ability in Ability if View.of(game, 2).bound(seat, ability)}
    assert not game.broken()
    assert Game.load(game.save()) == game
    return held


def caught(monster: str, *players: dict, **settings: object) -> Game:
    """The first player runs from the monster with enhancers of +20, and is caught."""
    game = combat(*players, monsters=[huge(monster)], dice=[1], **settings)
    lose(game)
    return game


# --------------------------------------------------------------------------- the monsters


def test_geek_ones_keep_from_helping_until_a_level_is_gained() -> None:
    """HELP-1, HELP-7: a player under it is not asked, and cannot volunteer."""
    assert bound(caught("geek_ones", {"level": 3}), 0) == {Ability.NO_HELPING}
    game = under(combat({"level": 3}, {"level": 9}, {"level": 9}, monsters=["lloyd_lloigor"]), 1, Ability.NO_HELPING)
    assert "ask help" in options(game)
    begin(game, "ask_help")
    assert options(game) == ["the player 2 to the left"]
    game = under(combat({"level": 3}, {"level": 9}, {"level": 9}, monsters=["lloyd_lloigor"]), 1, Ability.NO_HELPING)
    game.do("run_away")
    offers = set()
    while game.decision == Decision.WINDOW:
        offers |= {game.current_player} if may(game, "offer_help") else set()
        game.do("pass")
    assert offers == {2}


def test_a_level_sets_free() -> None:
    """LEVEL-1: by whatever it came; who may help may be asked again."""
    game = caught("geek_ones", {"hand": ["call_the_army"]})
    assert Ability.NO_HELPING in bound(game, 0)
    game.do("play", card="call_the_army", seat=0)
    passes(game)
    assert bound(game, 0) == set()


def test_geek_ones_mind_no_women() -> None:
    """COMBAT-8: -2."""
    assert combat({"sex": "female"}, monsters=["geek_ones"]).strength("monsters") == 2


def test_the_unpronounceable_evil_keeps_from_asking() -> None:
    """HELP-1, HELP-7: no question, but an offer may be accepted."""
    assert bound(caught("the_unpronounceable_evil", {"level": 3}), 0) == {Ability.NO_ASKING}
    game = combat({"level": 3}, {"level": 9}, monsters=["lloyd_lloigor"])
    assert may(game, "ask_help")
    game = under(game, 0, Ability.NO_ASKING)
    assert not may(game, "ask_help")
    game.do("run_away")
    pass_until(game, 1).do("offer_help", amount=0)
    passes(game)
    assert game.decision == Decision.ANSWER_VOLUNTEER


def test_the_unpronounceable_evil_likes_cultists() -> None:
    """COMBAT-8: -2 against Cultists; a level ends what it does."""
    assert combat({"klass": "cultist"}, monsters=["the_unpronounceable_evil"]).strength("monsters") == 8
    game = caught("the_unpronounceable_evil", {"hand": ["call_the_army"]})
    game.do("play", card="call_the_army", seat=0)
    passes(game)
    assert bound(game, 0) == set()


@pytest.mark.parametrize(
    ("klass", "helper", "strength"),
    [
        ("professor", None, 12),
        ("investigator", None, 12),
        ("professor", "investigator", 10),
        ("professor", "cultist", 12),
        ("cultist", None, 14),
    ],
)
def test_gnarlythotep_minds_learned_people(klass: str, helper: str | None, strength: int) -> None:
    """COMBAT-8: -2 against a Professor or an Investigator, -4 if both fight."""
    seats = [{"klass": klass}, {"klass": helper} if helper else {}]
    game = combat(*seats, monsters=["gnarlythotep"], helper=1 if helper else None)
    assert game.strength("monsters") == strength


def test_gnarlythotep_makes_a_servant() -> None:
    """FAIRY-6: until their next turn the player must help any leader who asks, for nothing."""
    game = caught("gnarlythotep", {"level": 3}, rest="deck")
    assert bound(game, 0) == {Ability.MUST_HELP}
    turns = set()
    while Ability.MUST_HELP in bound(game, 0):
        turns.add(int(game.position["turn"][0]))
        idle(game)
    assert (turns, game.turn_seat, int(game.position["turn"][0])) == ({1, 2, 3}, 0, 4)


def idle(game: Game) -> None:
    """The seat that is asked goes on with the game."""
    legal = {int(a) for a in game.legal_actions()}
    game.step(next((v for v in IDLE if v in legal), min(legal)))


def under(game: Game, seat: int, ability: Ability, until: Until = Until.LEVEL) -> Game:
    """The same game with something that holds for the player for a time."""
    held = game.position["player"]["status"]
    held[0, seat] |= 1 << (UNTILS * (ability - FIRST_TIMED) + until)
    return as_it_stands(game)


def servant(level: int) -> Game:
    """Seat 1, who must help, and seat 0, who loses against Shallow Ones."""
    game = combat({"level": level}, {"level": 3}, monsters=["shallow_ones"])
    return under(game, 1, Ability.MUST_HELP, Until.OWN_TURN)


def test_a_servant_is_not_asked_whether_he_wants_to() -> None:
    """FAIRY-6: and nothing can be promised to the helper."""
    game = servant(6)
    game.do("ask_help", seat=1, amount=0)
    passes(game)
    assert (game.current_player, game.decision, game.strength("players")) == (0, Decision.COMBAT, 9)


def test_a_servant_serves_the_winning_kill() -> None:
    """FAIRY-6, HELP-9: unlike those whom a card of the leader forces."""
    game = combat({"level": 9}, {"level": 5}, monsters=["grape_old_ones"])
    game = under(game, 1, Ability.MUST_HELP, Until.OWN_TURN)
    game.do("ask_help", seat=1, amount=0)
    passes(game)
    kill(game)
    assert game.winners == (0,)


def test_who_may_not_help_need_not() -> None:
    """A prohibition is stronger than a duty."""
    game = under(servant(6), 1, Ability.NO_HELPING)
    begin(game, "ask_help")
    assert options(game) == ["the player 2 to the left"]


# --------------------------------------------------------------------------- corrupted by power


def rich(**more: object) -> dict:
    return {"level": 3, "hand": ["call_the_army"], **more}


def corrupted(**settings: object) -> Game:
    """Seat 1 corrupts seat 0, who has gained a level by a card."""
    game = table_of(rich(), {"hand": ["corrupted_by_power"]}, {"hand": ["wishing_ring"]}, **settings)
    game.do("play", card="call_the_army", seat=0)
    passes(game)
    game.do("open_door")
    pass_until(game, 1).do("play", card="corrupted_by_power", seat=0)
    return game


def test_corrupted_by_power_follows_a_level_without_a_kill() -> None:
    """It is played in the turn in which the level was gained, on whom gained it."""
    game = corrupted(doors=["cheat"])
    assert "corrupted_by_power" in table(game, 0)
    assert bound(game, 0) == {Ability.UNHELPED}
    game = table_of({"level": 3}, {"hand": ["corrupted_by_power"]}, doors=["cheat"])
    game.do("open_door")
    while game.decision == Decision.WINDOW:
        assert game.current_player != 1 or not may(game, "play")
        game.do("pass")


def test_corrupted_by_power_does_not_follow_a_kill() -> None:
    """COMBAT-5: a level by a kill is none of those."""
    game = combat({"level": 9}, {"hand": ["corrupted_by_power"]}, monsters=["lloyd_lloigor"], goal=20)
    game.do("kill")
    while game.decision == Decision.WINDOW:
        assert game.current_player != 1 or not may(game, "play")
        game.do("pass")
    assert game.level(0) == 10


def test_nobody_helps_who_is_corrupted() -> None:
    """Neither asked nor offering; a kill without a helper ends it."""
    game = combat({"level": 4, "curses": ["corrupted_by_power"]}, {"level": 9}, monsters=["lloyd_lloigor"])
    assert not may(game, "ask_help")
    game.do("run_away")
    while game.decision == Decision.WINDOW:
        assert not may(game, "offer_help")
        game.do("pass")
    game = combat({"level": 9, "curses": ["corrupted_by_power"]}, monsters=["lloyd_lloigor"], goal=20)
    kill(game)
    assert (table(game, 0), "corrupted_by_power" in doors_gone(game)) == ([], True)


def test_a_removed_monster_does_not_set_free() -> None:
    """GOLD-2: only a kill does."""
    game = combat({"level": 4, "curses": ["corrupted_by_power"]}, monsters=["lloyd_lloigor"], dice=[6])
    lose(game)
    assert table(game, 0) == ["corrupted_by_power"]


def test_a_helper_leaves_who_becomes_corrupted() -> None:
    """HELP-8: a leader who is being helped when corrupted fights on alone."""
    seats = [rich(), {"level": 9}, {"hand": ["corrupted_by_power"]}]
    game = combat(*seats, monsters=["lloyd_lloigor"], helper=1)
    game.do("play", card="call_the_army", seat=0)
    asked_now = game.decision == Decision.WINDOW and game.current_player == 2
    if not asked_now:
        passes(game)
        game.do("kill")
        pass_until(game, 2)
    game.do("play", card="corrupted_by_power", seat=0)
    passes(game)
    assert int(game.position["combat"]["helper"][0]) == 0


def test_a_wishing_ring_cures_the_corrupted() -> None:
    """CURSE-4: like a lasting curse, and like one it outlives death by the host's switch."""
    game = table_of({"hand": ["wishing_ring"], "curses": ["corrupted_by_power"]})
    game.do("play", card="wishing_ring", second="corrupted_by_power")
    passes(game)
    assert table(game, 0) == []
    game = caught("froggoth", {"level": 3, "curses": ["corrupted_by_power"]})
    assert table(game, 0) == ["corrupted_by_power"]


# --------------------------------------------------------------------------- unwelcome enlightenment


def enlightened(level: int = 3) -> Game:
    return table_of({"level": level}, {"hand": ["unwelcome_enlightenment"]}, {"level": 2}, phase="begin")


def test_unwelcome_enlightenment_costs_a_turn() -> None:
    """TURN-1: before the door; nothing of the turn is left, the level stays."""
    game = enlightened()
    pass_until(game, 1).do("play", card="unwelcome_enlightenment", seat=0)
    passes(game)
    assert (game.turn_seat, game.level(0), game.position["turn"][0]) == (1, 4, 2)


def test_unwelcome_enlightenment_needs_a_level_to_give() -> None:
    """GOLD-4: not where the next level must be a kill."""
    game = enlightened(level=9)
    assert game.decision == Decision.TURN_START
    assert game.turn_seat == 0


def test_unwelcome_enlightenment_comes_before_the_door() -> None:
    """It is played in another player's turn, before that player's door."""
    game = table_of({"hand": ["unwelcome_enlightenment"]})
    assert not may(game, "play")
    game = table_of({}, {"hand": ["unwelcome_enlightenment"]}, doors=["cheat"])
    game.do("open_door")
    while game.decision == Decision.WINDOW:
        assert game.current_player != 1 or not may(game, "play")
        game.do("pass")


# --------------------------------------------------------------------------- what is seen


def test_everybody_sees_who_is_bound() -> None:
    """The flag of a seat, and the table in words."""
    game = caught("geek_ones", {"level": 3})
    assert "may not help" in text(game.position, game.catalogue, 1)
    assert "may not help for now (Geek Ones)" in text(game.position, game.catalogue, 1)
