"""Rooms, what they do and who is met there (ROOM-1 to ROOM-3), and the Feline's second door (CAT-1)."""

from functools import cache
from typing import Any

import pytest

from munchkin_env.engine.validation.invariants import Broken
from munchkin_env.errors import CardError, ConfigError
from munchkin_env.game.game import Game
from munchkin_env.vocabulary import Decision, Event, Frame, Phase, Window, Zone
from tests.kit.editions import card_of, edition
from tests.kit.looking import can, cards, copy_of, dead, doors_gone, hand, monsters
from tests.kit.playing import kill, lose, passes, unopposed
from tests.scenarios.star.kit import table_of

MIRRORS, AIRLOCK, PIT = "hall_of_magnifying_mirrors", "airlock_for_very_short_people", "ball_pit_occupied"
CORRIDOR, STAGE, LUGGAGE = "freshly_mopped_corridor", "open_mike_night", "lost_luggage_of_the_galaxy"
HAT, NOTHING, BARBER = "colander_of_mind_shielding", "gadgeteer", "battle_barber"  # a headgear, no monster, level 10
FELINE = {"race": "feline"}
STRONG = {"level": 9, "table": ["battle_armor", "structural_girder", "slippers_of_mild_antigravity"]}


def room(game: Game) -> str:
    """The room of the player in turn, empty if there is none."""
    return "".join(cards(game, Zone.ROOM))


def window(game: Game) -> Window:
    return Window(int(game.position["window"][0]))


def opened(*players: dict[str, Any], door: str = NOTHING, **settings: Any) -> Game:
    """The first player has just opened the door."""
    game = table_of(*players, doors=[door, *settings.pop("below", ())], **settings)
    game.do("open_door")
    return game


def holder(*held: str) -> dict[str, Any]:
    return {"hand": list(held)}


def told(game: Game, kind: Event) -> list[str]:
    """The cards of the public events of a kind, oldest first."""
    events = game.position["event"][0]
    return [game.catalogue.short_id(int(e["card"])) for e in events if int(e["kind"]) == kind and int(e["card"])]


def until_next_turn(game: Game) -> Game:
    """Nobody does anything more in the turn of the first player."""
    for _ in range(60):
        if game.turn_seat != 0:
            return game
        if game.decision == Decision.WINDOW:
            game.do("pass")
        elif can(game, "loot_room"):
            game.do("loot_room")
        else:
            game.do("end_turn" if can(game, "end_turn") else "done")
    raise AssertionError(game)


OWN = {  # rooms that the edition has none of
    "trapdoor": 'play = [{ do = "death" }]',
    "library": 'play = [{ do = "gain_level", amount = 1 }]',
    "gym": "always = [{ do = 'run_away', amount = 2 }]",
    "dragons_den": 'level = 20\nlevels = 2\ntreasures = 4\nbad_stuff = [{ do = "death" }]',
}
POISON = card_of("poison", "curse", 'play = [{ do = "death" }]')  # a curse, which it has none of either


@cache
def extension() -> str:
    """The folder of an edition with further rooms and a deadly curse."""
    rooms = [card_of(name, "room", rest) for name, rest in OWN.items()]
    return edition("annex", "".join(rooms) + POISON)


def annexed() -> dict[str, Any]:
    return {"editions": ("star", extension())}


# --------------------------------------------------------------------------- ROOM-1: turned up, drawn, played


def test_a_room_that_is_turned_up_is_entered():
    """ROOM-1: it lies on the table, for everybody to see, and is in nobody's hand."""
    game = opened(door=MIRRORS)
    passes(game)
    assert room(game) == MIRRORS
    assert hand(game, 0) == []
    assert told(game, Event.ENTERED) == [MIRRORS]
    assert game.decision == Decision.AFTER_DOOR


def test_what_a_room_does_happens_at_once():
    """ROOM-1: as it is entered, and once."""
    game = opened({"level": 4, "table": [HAT]}, door=AIRLOCK)
    unopposed(game, card=HAT)
    assert HAT in cards(game, Zone.DISCARD + 1)
    assert game.level(0) == 4
    game = opened({"level": 4}, door=AIRLOCK)
    passes(game)
    assert game.level(0) == 3


def test_a_room_lasts_as_long_as_the_turn():
    """ROOM-1: its monsters are stronger all that turn, those of the next turn are not."""
    hunter, next_one = holder(BARBER), holder("mind_flea")
    game = opened(hunter, next_one, door=MIRRORS, below=[NOTHING])
    passes(game)
    unopposed(game, "fight", card=BARBER)
    assert game.strength("monsters") == 10 + 3
    lose(game)
    assert room(game) == MIRRORS
    until_next_turn(game)
    assert room(game) == ""
    assert MIRRORS in doors_gone(game)
    passes(game)
    unopposed(game, "open_door")
    unopposed(game, "fight", card="mind_flea")
    assert game.strength("monsters") == 8


def test_the_room_of_a_turn_that_ends_by_death_is_discarded():
    """ROOM-1, DEATH-5: it lies there while the body is looted, no longer."""
    game = opened(holder("amnesiac_doomsday_bomb"), door=MIRRORS, dice=[1])
    passes(game)
    unopposed(game, "fight", card="amnesiac_doomsday_bomb")
    lose(game)
    until_next_turn(game)
    assert room(game) == ""
    assert MIRRORS in doors_gone(game)


def test_the_room_may_kill_before_the_monster_is_met():
    """ROOM-1, DEATH-5: the turn is over, the monster behind the door goes unfought."""
    game = opened({"level": 3}, holder("trapdoor"), door=BARBER, **annexed())
    assert (window(game), game.current_player) == (Window.ROOM, 1)
    game.do("play", card="trapdoor")
    assert told(game, Event.COMBAT) == []
    until_next_turn(game)
    assert sorted(doors_gone(game)) == sorted([BARBER, "trapdoor"])
    assert not dead(game, 0)  # they return at once


def test_a_room_that_is_drawn_face_down_comes_to_the_hand():
    """ROOM-1: looted, it is not entered."""
    game = opened(below=[MIRRORS])
    passes(game)
    unopposed(game, "loot_room")
    assert MIRRORS in hand(game, 0)
    assert room(game) == ""


@pytest.mark.parametrize("door", [NOTHING, BARBER, "cosmetic_radiation"])
def test_a_room_is_played_on_whoever_has_opened_a_door(door):
    """ROOM-1: behind any door that was no room."""
    game = opened({"level": 5}, {}, holder(AIRLOCK), door=door)
    if door == "cosmetic_radiation":
        assert game.level(0) == 4
    assert (game.decision, window(game), game.current_player) == (Decision.WINDOW, Window.ROOM, 2)
    game.do("play", card=AIRLOCK)
    assert room(game) == AIRLOCK
    assert game.level(0) == (3 if door == "cosmetic_radiation" else 4)
    assert game.level(2) == 1


def test_a_room_is_played_on_oneself():
    """ROOM-1: the player in turn is asked, the others first."""
    game = opened(holder(LUGGAGE), holder(AIRLOCK))
    assert game.current_player == 1
    game.do("pass")
    assert (window(game), game.current_player) == (Window.ROOM, 0)
    game.do("play", card=LUGGAGE)
    assert room(game) == LUGGAGE


def test_rooms_have_no_other_moment():
    """ROOM-1: right after the door, not before and not later."""
    game = table_of(holder(MIRRORS), holder(PIT), doors=[NOTHING])
    assert not can(game, "play", card=MIRRORS)
    game.do("open_door")
    assert (game.current_player, can(game, "play", card=PIT)) == (1, True)
    passes(game)
    assert game.decision == Decision.AFTER_DOOR
    assert not can(game, "play", card=MIRRORS)


def test_no_room_is_played_on_a_room():
    """ROOM-1: behind the door was one."""
    game = opened({}, holder(AIRLOCK), door=MIRRORS)
    while game.decision == Decision.WINDOW:
        assert window(game) != Window.ROOM
        game.do("pass")
    assert (room(game), hand(game, 1)) == (MIRRORS, [AIRLOCK])


def test_the_second_room_of_a_turn_stays_with_its_owner():
    """ROOM-1: the first one on the table counts."""
    game = opened({"level": 5}, holder(AIRLOCK), holder(MIRRORS))
    game.do("play", card=AIRLOCK)
    assert window(game) != Window.ROOM
    passes(game)
    assert room(game) == AIRLOCK
    assert hand(game, 2) == [MIRRORS]


def test_a_second_room_that_is_turned_up_comes_to_the_hand():
    """ROOM-1, CAT-1: it is not entered; the first one stays."""
    game = opened(FELINE, door=MIRRORS, below=[AIRLOCK])
    passes(game)
    unopposed(game, "open_door")
    assert (room(game), hand(game, 0), game.level(0)) == (MIRRORS, [AIRLOCK], 1)


def test_the_curse_strikes_then_the_room_then_the_monster_fights():
    """ROOM-1, ROOM-2: the hat goes by the trap, so the airlock takes a level."""
    game = opened({"level": 5, "table": [HAT]}, holder(AIRLOCK), door="lose_your_headgear")
    game.do(card=HAT)
    assert HAT in cards(game, Zone.DISCARD + 1)
    game.do("play", card=AIRLOCK)
    assert game.level(0) == 4
    game = opened({"level": 5}, holder(AIRLOCK), door=BARBER)
    assert cards(game, Zone.ASIDE) == [BARBER]
    assert not int(game.position["combat"]["active"][0])
    game.do("play", card=AIRLOCK)
    assert (game.level(0), told(game, Event.COMBAT)) == (4, [BARBER])


def test_a_monster_waits_for_nobody():
    """WINDOW-3: without a room in a hand nobody is asked, and the combat begins."""
    game = opened({"level": 5}, door=BARBER)
    assert int(game.position["combat"]["active"][0])
    assert monsters(game) == [BARBER]


@pytest.mark.parametrize("windows", ["compressed", "open", "final"])
def test_there_is_a_time_for_rooms_in_all_kinds_of_windows(windows):
    """WINDOW-1: with open windows all are asked, the player in turn last."""
    game = opened({}, {}, holder(MIRRORS), windows=windows)
    asked = []
    while game.decision == Decision.WINDOW and window(game) == Window.ROOM:
        asked.append((game.current_player, can(game, "play", card=MIRRORS)))
        game.do("pass")
    assert asked == ([(1, False), (2, True), (0, False)] if windows == "open" else [(2, True)])


def test_what_a_room_gives_never_wins():
    """GOLD-4: a level in a room."""
    game = opened({"level": 8}, door="library", **annexed())
    assert game.level(0) == 9
    game = opened({"level": 9}, door="library", **annexed())
    assert game.level(0) == 9


def test_rolls_to_run_away_change_in_a_room():
    """ROOM-1, FLEE-1: of everybody, while the room is there."""
    rolls = ((CORRIDOR, 6, False), ("gym", 3, True), ("gym", 2, False), ("", 5, True), ("", 4, False))
    for place, face, escapes in rolls:
        doors = [place] if place else [NOTHING]
        game = opened({"level": 3, "hand": ["cargo_hold_kraken"]}, door=doors[0], dice=[face], **annexed())
        passes(game)
        unopposed(game, "fight", card="cargo_hold_kraken")
        lose(game)
        assert (game.level(0) == 3) == escapes, place


# --------------------------------------------------------------------------- ROOM-2: who is met there


def test_the_rooms_own_monster_joins_the_one_behind_the_door():
    """ROOM-2: both fight."""
    game = opened(STRONG, holder(PIT), door=BARBER)
    unopposed(game, "play", card=PIT)
    assert monsters(game) == [BARBER, PIT]
    assert game.strength("monsters") == 10 + 6


@pytest.mark.parametrize("turned_up", [True, False])
def test_the_rooms_own_monster_is_met_without_another(turned_up):
    """ROOM-2: it is a combat; won, it brings what its card says, and the room stays until the turn ends."""
    game = opened(STRONG, holder() if turned_up else holder(PIT), door=PIT if turned_up else NOTHING)
    if not turned_up:
        game.do("play", card=PIT)
    passes(game)
    assert (game.decision, monsters(game)) == (Decision.COMBAT, [PIT])
    kill(game)
    assert game.winners == (0,) or game.level(0) == 9


def test_the_kill_of_the_rooms_own_monster():
    """ROOM-2, COMBAT-5: a level and the treasures of its card; the room stays, and is not looted (TURN-4)."""
    fighter = {**STRONG, "level": 5}
    game = opened(fighter, door=PIT, below=[BARBER])
    passes(game)
    kill(game)
    assert (game.level(0), len(hand(game, 0)), room(game)) == (6, 2, PIT)
    assert not can(game, "loot_room")
    until_next_turn(game)
    assert PIT in doors_gone(game)


def test_the_bad_stuff_of_the_rooms_own_monster():
    """ROOM-2, FLEE-2: a player caught by it suffers the effect of its card."""
    game = opened({"level": 3}, door=PIT, dice=[1])
    passes(game)
    lose(game)
    assert (game.level(0), room(game)) == (2, PIT)


def test_the_rooms_own_monster_minds_who_fights_it():
    """COMBAT-8: and the room's level follows (COMBAT-13)."""
    game = opened({**FELINE, "level": 3}, door=PIT)
    passes(game)
    assert game.strength("monsters") == 9


def test_the_rooms_own_monster_leaves_and_the_room_stays():
    """ROOM-2, COMBAT-6: a card removes it."""
    game = opened({"level": 3, "hand": ["union_mandated_coffee_break"]}, door=PIT)
    passes(game)
    unopposed(game, "play", card="union_mandated_coffee_break")
    assert (monsters(game), room(game)) == ([], PIT)
    assert not game.broken()


def test_the_rooms_own_monster_is_doubled():
    """PLAY-7: a clone of it fights beside it, and goes when the combat is over."""
    game = opened({"level": 3}, holder("and_its_clone"), door=PIT)
    while game.current_player != 1:
        game.do("pass")
    unopposed(game, "play", card="and_its_clone", place=0)
    assert (monsters(game), game.strength("monsters")) == ([PIT, PIT], 12)
    assert not game.broken()


def test_everybody_may_add_a_monster():
    """ROOM-2: from the left of the player in turn, who comes last; a player who has none is not asked."""
    seats = ({"level": 5, "hand": ["mind_flea"]}, holder("starfish", "plasmoid"), holder(HAT), holder("robo_rooster"))
    game = opened(*seats, door=STAGE)
    passes(game)
    asked = []
    while game.decision == Decision.CROWD:
        asked.append(game.current_player)
        if game.current_player == 3:
            game.do("pass")
        else:
            game.do("answer_call", card={1: "plasmoid", 0: "mind_flea"}[game.current_player])
    passes(game)
    assert asked == [1, 3, 0]
    assert int(game.position["combat"]["leader"][0]) == 0
    assert monsters(game) == ["plasmoid", "mind_flea"]


def test_what_everybody_adds_joins_the_monster_behind_the_door():
    """ROOM-2: the room first, then they fight together."""
    game = opened({"level": 5}, holder("starfish"), holder(STAGE), door=BARBER)
    game.do("play", card=STAGE)
    assert (game.decision, game.current_player) == (Decision.CROWD, 1)
    unopposed(game, "answer_call", card="starfish")
    assert monsters(game) == [BARBER, "starfish"]


def test_nobody_need_add_a_monster():
    """ROOM-2, TURN-3: then no monster has been met, and trouble may still be looked for."""
    game = opened({"level": 5, "hand": ["mind_flea"]}, holder("starfish"), door=STAGE)
    while game.decision in (Decision.CROWD, Decision.WINDOW):
        game.do("pass")
    assert (game.decision, can(game, "fight", card="mind_flea")) == (Decision.AFTER_DOOR, True)


# --------------------------------------------------------------------------- ROOM-3: in a room without a monster

WANDERING = "wandering_monster"


def test_a_wandering_monster_comes_into_a_room_without_one():
    """ROOM-3: the player in turn fights it; who has played it is no fighter."""
    game = opened({"level": 3}, holder(WANDERING, "starfish"), door=MIRRORS)
    assert (window(game), game.current_player) == (Window.DOOR, 1)
    game.do("play", card=WANDERING, second="starfish")
    assert Game.load(game.save()).position.tobytes() == game.position.tobytes()
    passes(game)
    assert (game.decision, game.current_player, monsters(game)) == (Decision.COMBAT, 0, ["starfish"])
    assert game.strength("monsters") == 6 + 3
    assert cards(game, Zone.COMBAT) == ["starfish", WANDERING]
    lose(game)
    assert sorted(doors_gone(game)) == ["starfish", WANDERING]
    assert not can(game, "loot_room")


def test_the_player_in_turn_brings_one_himself():
    """ROOM-3: until the player chooses trouble or looting."""
    game = opened({"level": 7, "hand": [WANDERING, "robo_rooster"]}, door=LUGGAGE)
    passes(game)
    assert game.decision == Decision.AFTER_DOOR
    unopposed(game, "play", card=WANDERING, second="robo_rooster")
    assert (monsters(game), game.phase) == (["robo_rooster"], Phase.COMBAT)


def test_no_monster_wanders_where_there_is_no_room():
    """PLAY-5, ROOM-3: into a combat or a room, not to a player."""
    game = opened({"level": 3, "hand": [WANDERING, "robo_rooster"]}, holder(WANDERING, "starfish"))
    while game.decision == Decision.WINDOW:
        assert not can(game, "play", card=WANDERING, second="starfish")
        game.do("pass")
    assert not can(game, "play", card=WANDERING, second="robo_rooster")


def test_no_monster_wanders_in_after_looting():
    """ROOM-3: the time is over."""
    game = opened({"level": 3, "hand": [WANDERING, "robo_rooster"]}, door=MIRRORS, below=[NOTHING])
    passes(game)
    unopposed(game, "loot_room")
    assert not can(game, "play", card=WANDERING, second="robo_rooster")


def test_nothing_else_of_a_combat_is_played_in_a_quiet_room():
    """ROOM-3: only what brings a monster."""
    held = ("and_its_clone", "radioactive", "teleporter_mishap", "union_mandated_coffee_break")
    game = opened({"level": 3, "hand": ["clone_recruit_number_one", *held]}, door=MIRRORS)
    passes(game)
    assert not any(can(game, "play", card=card) for card in held)


def test_a_room_survived_is_looted_or_trouble_is_looked_for():
    """ROOM-3, TURN-3, TURN-4: as if nothing had been met."""
    game = opened({"level": 3, "hand": ["robo_rooster"]}, door=AIRLOCK, below=[NOTHING])
    passes(game)
    assert can(game, "fight", card="robo_rooster")
    assert not can(game, "end_turn")  # looting is compulsory
    unopposed(game, "loot_room")
    assert NOTHING in hand(game, 0)


def test_a_room_may_forbid_looting():
    """ROOM-3: trouble may be looked for, the room is left alone; a Feline opens no second door."""
    game = opened({**FELINE, "level": 3, "hand": ["robo_rooster"]}, door=CORRIDOR, below=[NOTHING])
    passes(game)
    assert can(game, "fight", card="robo_rooster")
    assert not can(game, "loot_room")
    assert not can(game, "open_door")
    game.do("end_turn")


def test_trouble_follows_the_rules_of_the_room():
    """ROOM-3: treasure counts twice."""
    game = opened({**STRONG, "level": 5, "hand": ["robo_rooster"]}, door=LUGGAGE)
    passes(game)
    unopposed(game, "fight", card="robo_rooster")
    kill(game)
    assert len(hand(game, 0)) == 2 * 2


# --------------------------------------------------------------------------- CAT-1: a second door


def quiet(*players: dict[str, Any], **settings: Any) -> Game:
    """The first player has met nothing, and nobody reacts."""
    game = opened(*players, **settings)
    passes(game)
    return game


def test_a_feline_opens_a_second_door_in_place_of_looting():
    """CAT-1: face up; then neither trouble nor looting is left, and the turn may be ended."""
    game = quiet({**FELINE, "hand": ["robo_rooster"]}, below=["psychic", "trader"])
    unopposed(game, "open_door")
    assert told(game, Event.OPENED) == [NOTHING, "psychic"]
    assert sorted(hand(game, 0)) == sorted([NOTHING, "psychic", "robo_rooster"])
    assert game.decision == Decision.AFTER_COMBAT
    assert not any(can(game, verb) for verb in ("loot_room", "open_door"))
    assert not can(game, "fight", card="robo_rooster")
    game.do("end_turn")


def test_nobody_else_opens_a_second_door():
    """CAT-1: the race allows it."""
    game = quiet({}, below=["psychic"])
    assert can(game, "loot_room")
    assert not can(game, "open_door")


def test_the_next_turn_has_a_second_door_again():
    """CAT-1: once a turn."""
    game = quiet(FELINE, FELINE, {}, below=["psychic", "trader", "psychic", "half_breed"])
    game.do("open_door")
    until_next_turn(game)
    passes(game)
    unopposed(game, "open_door")
    assert can(game, "open_door")


def test_a_second_door_is_a_door_with_all_that_belongs_to_it():
    """CAT-1: a monster is fought, a trap strikes, a room may be played."""
    game = quiet(FELINE, below=["robo_rooster"])
    unopposed(game, "open_door")
    assert (game.decision, monsters(game)) == (Decision.COMBAT, ["robo_rooster"])
    game = quiet({**FELINE, "level": 4}, below=["cosmetic_radiation"])
    unopposed(game, "open_door")
    assert game.level(0) == 3
    game = quiet({**FELINE, "level": 4}, holder(AIRLOCK), below=["psychic"])
    game.do("open_door")
    assert (window(game), game.current_player) == (Window.ROOM, 1)
    game.do("play", card=AIRLOCK)
    assert game.level(0) == 3


def test_the_second_door_is_looked_at_too():
    """CAT-1: an ability to look at doors works on this one."""
    game = table_of({**FELINE, "table": ["nosy_doorbot"]}, doors=[NOTHING, "psychic"])
    for _ in range(2):
        game.do("open_door")
        while game.decision == Decision.PEEK:
            game.do("pass")
        passes(game)
    looks = [e for e in game.position["event"][0] if int(e["kind"]) == Event.LOOKED]
    assert len(looks) == 2


def test_no_second_door_after_a_fight():
    """CAT-1, TURN-4: looting is not due."""
    game = opened({**STRONG, **FELINE, "level": 5}, door="robo_rooster", below=["psychic"])
    passes(game)
    kill(game)
    assert not can(game, "open_door")


def test_a_second_door_after_a_friendly_monster():
    """CAT-1: looting is due, so is the door; and not once more after another friendly one behind it."""
    friend, other = "amnesiac_doomsday_bomb", NOTHING
    game = opened({**FELINE, "klass": "gadgeteer"}, door=friend, below=["psychic", other])
    passes(game)
    while game.decision == Decision.COMBAT or game.decision == Decision.WINDOW:
        game.do("kill" if game.decision == Decision.COMBAT else "pass")
    assert can(game, "open_door")
    unopposed(game, "open_door")
    assert "psychic" in hand(game, 0)
    assert not can(game, "open_door")
    assert not can(game, "loot_room")


def test_nothing_is_looted_after_a_friendly_monster_behind_the_second_door():
    """CAT-1: the second door was in place of looting."""
    game = opened({**FELINE, "klass": "gadgeteer"}, door="psychic", below=["amnesiac_doomsday_bomb", "trader"])
    passes(game)
    game.do("open_door")
    while game.decision == Decision.COMBAT or game.decision == Decision.WINDOW:
        game.do("kill" if game.decision == Decision.COMBAT else "pass")
    assert game.decision == Decision.AFTER_COMBAT
    assert not can(game, "loot_room")


# --------------------------------------------------------------------------- scenarios, blends, saves


@pytest.mark.parametrize(("place", "phase"), [(NOTHING, "trouble"), (MIRRORS, "start"), (MIRRORS, "begin")])
def test_a_scenario_has_a_room_only_behind_the_door(place, phase):
    """ROOM-1: and only one that is a room."""
    with pytest.raises(ConfigError, match="room: expected a room, behind the door"):
        table_of(room=place, phase=phase)


def test_a_scenario_begins_in_a_room():
    """ROOM-3: its monster among those that fight, and what it says holds."""
    game = table_of({"hand": ["robo_rooster"]}, room=MIRRORS, phase="trouble")
    game.do("fight", card="robo_rooster")
    assert game.strength("monsters") == 4 + 3
    assert not game.broken()
    game = table_of(room=PIT, phase="combat", combat={"monsters": [BARBER, PIT]})
    assert (monsters(game), game.strength("monsters"), game.broken()) == ([BARBER, PIT], 16, 0)
    with pytest.raises(ConfigError, match=r"combat.monsters\[1\].card: expected a monster, got 'ball_pit_occupied'"):
        table_of(room=PIT, phase="combat", combat={"monsters": [PIT, PIT]})
    with pytest.raises(CardError, match=r"combat.monsters\[0\].card: card: expected"):
        table_of(room=PIT, phase="combat", combat={"monsters": ["no_such_card"]})


def lay_there(game: Game, card: str) -> None:
    """Put a card that is out of the game in the room's place, by hand."""
    row = game.position[0]
    copy, first = copy_of(game, card), int(row["head"][Zone.ROOM])
    row["card"]["zone"][copy] = Zone.ROOM
    row["card"]["next"][copy] = first
    row["card"]["prev"][first] = copy if first else 0
    row["head"][Zone.ROOM] = copy
    row["count"][Zone.ROOM] += 1


def test_no_more_than_one_room_is_entered():
    """ROOM-1: a second one, or what is no room, is found in a position."""
    game = quiet(door=MIRRORS)
    assert not game.broken()
    lay_there(game, AIRLOCK)
    assert game.broken() == Broken.ROOM
    game = quiet()
    lay_there(game, "starfish")
    assert game.broken() == Broken.ROOM


# --------------------------------------------------------------------------- blends, saves


def test_a_room_may_be_cancelled():
    """ROOM-1, MIX-1: turned up, another door is opened; played, it is spent."""
    editions = {"editions": ("star", "cthulhu")}
    game = opened({"level": 5}, holder("o_rlyeh"), door=AIRLOCK, below=["psychic"], **editions)
    assert (window(game), game.current_player) == (Window.OPENED, 1)
    unopposed(game, "play", card="o_rlyeh")
    assert (room(game), game.level(0), hand(game, 0)) == ("", 5, ["psychic"])
    game = opened({"level": 5}, holder(AIRLOCK), holder("o_rlyeh"), door="psychic", **editions)
    while window(game) != Window.ROOM:
        game.do("pass")
    game.do("play", card=AIRLOCK)
    assert (window(game), game.current_player) == (Window.PLAYED, 2)
    unopposed(game, "play", card="o_rlyeh")
    assert (room(game), game.level(0)) == ("", 5)
    assert AIRLOCK in doors_gone(game)


@pytest.mark.parametrize("cancels", [True, False])
def test_a_wandering_monster_in_a_room_may_be_cancelled(cancels):
    """ROOM-3, MIX-1: it comes when nobody does."""
    editions = {"editions": ("star", "cthulhu")}
    game = opened({"level": 3}, holder(f"star:{WANDERING}", "starfish"), holder("o_rlyeh"), door=MIRRORS, **editions)
    while window(game) != Window.DOOR:
        game.do("pass")
    game.do("play", card=f"star:{WANDERING}", second="starfish")
    assert (window(game), game.current_player) == (Window.PLAYED, 2)
    if cancels:
        game.do("play", card="o_rlyeh")
    passes(game)
    assert monsters(game) == ([] if cancels else ["starfish"])
    assert not game.broken()
    if not cancels:
        open_frames = game.position["frame"][0, : int(game.position["n_frames"][0])]
        assert Window.DOOR not in open_frames["a"][open_frames["kind"] == Frame.WINDOW], "the moment is over"


def test_a_goth_that_comes_into_a_room_calls_for_one_more():
    """ROOM-3, GOTH-1: its player first, as in a combat; and where everybody adds a monster, too."""
    blend = {"editions": ("star", "cthulhu")}
    game = opened({"level": 3}, holder(f"star:{WANDERING}", "ruggoth", "loggoth"), door=MIRRORS, **blend)
    while window(game) != Window.DOOR:
        game.do("pass")
    game.do("play", card=f"star:{WANDERING}", second="ruggoth")
    assert (game.decision, game.current_player) == (Decision.GOTH, 1)
    game = opened({"level": 3}, holder("ruggoth", "loggoth"), holder("starfish"), door=STAGE, **blend)
    passes(game)
    game.do("answer_call", card="ruggoth")
    while game.decision == Decision.CROWD:
        game.do("pass")
    assert (game.decision, game.current_player) == (Decision.GOTH, 1)


def saved_everywhere(game: Game, answers: list[dict[str, Any]]) -> Game:
    """Play the actions; before each the game is saved and loaded."""
    for answer in answers:
        loaded = Game.load(game.save())
        assert loaded.position.tobytes() == game.position.tobytes()
        game = loaded
        game.do(answer.pop("verb"), **answer)
        assert not game.broken()
    return game


def test_games_are_saved_in_rooms():
    """ROOM-1 to ROOM-3: with a monster that waits, a call, a combat with the room's own monster."""
    game = opened({"level": 5}, holder(PIT), holder(AIRLOCK), door=BARBER)
    game = saved_everywhere(game, [{"verb": "pass"}, {"verb": "pass"}])
    game = opened({"level": 5}, holder(PIT), door=BARBER)
    game = saved_everywhere(game, [{"verb": "play", "card": PIT}])
    passes(game)
    flight = [{"verb": "run_away"}, {"verb": "pass"}, {"verb": "pass"}, {"verb": "roll", "place": 1}]
    game = saved_everywhere(game, flight)
    game = opened({"level": 5}, holder("starfish"), holder("plasmoid"), door=STAGE)
    passes(game)
    game = saved_everywhere(game, [{"verb": "answer_call", "card": "starfish"}, {"verb": "pass"}])
    passes(game)
    game = saved_everywhere(game, [{"verb": "run_away"}])
    game = quiet(FELINE, below=["robo_rooster"])
    game = saved_everywhere(game, [{"verb": "open_door"}])
    passes(game)
    game = saved_everywhere(game, [{"verb": "run_away"}])
