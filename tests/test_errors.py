"""Mistakes of a caller: each time a typed error that names the field, what was expected and what came."""

import os
import re
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

import munchkin_env as mk
from munchkin_env.cards.compile import load_catalogue
from munchkin_env.vocabulary import kinds_that
from tests.each import each

CURSE = "curse_lose_a_level"


def refused(error: type[mk.MunchkinError], field: str, expected: str, came: str) -> Any:
    """The error is of this type, and its message has field, expectation and value in this order."""
    return pytest.raises(error, match=".*".join(map(re.escape, (field, expected, came))))


def test_all_errors_of_callers_are_one_family():
    for error in (mk.ConfigError, mk.CardError, mk.IllegalAction, mk.GameOver, mk.SaveError, mk.ConcurrencyError):
        assert issubclass(error, mk.MunchkinError)
    assert issubclass(mk.MissingExtra, mk.ConfigError)
    assert issubclass(mk.MissingExtra, ImportError)
    assert issubclass(mk.MunchkinError, ValueError)
    assert not issubclass(mk.EngineFault, mk.MunchkinError), "a fault is ours"


# ----------------------------------------------------------------------- settings

SETTINGS = [
    ({"players": 2}, "players", "from 3 to 6", "2"),
    ({"players": 7}, "players", "from 3 to 6", "7"),
    ({"players": "4"}, "players", "whole number", "'4'"),
    ({"players": True}, "players", "whole number", "True"),
    ({"goal": 2.5}, "goal", "whole number", "2.5"),
    ({"goal": 2}, "goal", "from 3 to 100", "2"),
    pytest.param({"goal": 10**5000}, "goal", "from 3 to 100", "too long to show", id="goal"),
    pytest.param({"trades": np.array([1, 2])}, "trades", "off, simple, full", "array", id="trades"),
    ({"round_limit": 0}, "round_limit", "from 1", "0"),
    ({"start_cards": 9}, "start_cards", "from 0 to 8", "9"),
    ({"cult_discards": 3}, "cult_discards", "from 0 to 2", "3"),
    ({"quick_play": "yes"}, "quick_play", "true or false", "yes"),
    ({"cult_discards": 1}, "cult_discards", "at most the 0 Cultist cards of munchkin", "1"),
    ({"offers_own_turn": -1}, "offers_own_turn", "from 0 to 4", "-1"),
    ({"first_seat": 4}, "first_seat", "from 0 to 3", "4"),
    ({"windows": "opne"}, "windows", "compressed, open, final", "'opne' (did you mean \"open\"?)"),
    ({"windows": ["open"]}, "windows", "compressed, open, final", "['open']"),
    ({"trades": None}, "trades", "off, simple, full", "None"),
    ({"bargaining": "ful"}, "bargaining", "off, simple, full", "'ful'"),
    ({"round_limit_result": "loss"}, "round_limit_result", "draw, leader_wins", "'loss'"),
    ({"forced_choices": 1}, "forced_choices", "true or false", "1"),
    ({"sexes": ("male",)}, "sexes", "each of 4 seats", "('male',)"),
    ({"sexes": ("male", "female", "male", "x")}, "sexes", "male, female", "'x'"),
    ({"sexes": 4}, "sexes", "male or female for each seat", "4"),
    ({"editions": ()}, "editions", "one or more edition names", "()"),
    ({"editions": None}, "editions", "one or more edition names", "None"),
    ({"editions": ("munchkin", "munchkin")}, "editions", "different editions", "munchkin"),
    ({"seed": "x"}, "seed", "whole number", "'x'"),
    ({"seed": 1.5}, "seed", "whole number", "1.5"),
    ({"seed": None}, "seed", "whole number", "None"),
]


@each(("settings", "field", "expected", "came"), SETTINGS)
def test_a_wrong_setting(settings, field, expected, came):
    with refused(mk.ConfigError, field, expected, came):
        mk.Game(**settings)


def test_an_unknown_setting():
    with refused(mk.ConfigError, "round_limits", "unknown setting", 'did you mean "round_limit"?'):
        mk.Game(round_limits=3)


def test_an_unknown_setting_of_the_config():
    for error in (mk.UnknownSetting, TypeError, ValueError):  # Python's own word for an unexpected keyword, and ours
        with pytest.raises(error, match="unexpected keyword argument 'frameskip'"):
            mk.MunchkinEnv(frameskip=1)
    with refused(mk.ConfigError, "colour", "unknown setting", "known: editions, players"):
        mk.GameConfig.of({"colour": "red"})


@pytest.mark.parametrize("name", ["munchkinn", "/nowhere/at/all"])
def test_an_unknown_edition(name):
    with refused(mk.CardError, "editions", "star, generated:… or a folder with an edition.toml", name):
        mk.Game(editions=(name,))


@pytest.mark.parametrize("name", ["x" * 5000, "a\0b", "~nobody-of-this-name/edition"])
def test_an_edition_whose_name_no_file_can_have(name):
    wanted = "star, generated:… or a folder with an edition.toml"
    with refused(mk.CardError, "editions", wanted, name.partition("\0")[0][:5]):
        mk.Game(editions=(name,))


@pytest.mark.parametrize("seed", [10**5000, -(10**5000)], ids=["positive", "negative"])
def test_a_seed_that_nobody_can_write_down(seed):
    """Python turns no number of thousands of digits into text, so no save could hold it."""
    for begin in (lambda: mk.Game(seed=seed), lambda: mk.SelfPlayVecEnv(1, seed=seed), lambda: mk.scenario(seed=seed)):
        with refused(mk.ConfigError, "seed", "at most 4096 bits", "16610"):
            begin()


def test_the_longest_seed_is_saved():
    game = mk.Game(seed=2**4096 - 1)
    assert mk.Game.load(game.save()).seed == game.seed


def test_a_variable_that_is_neither_on_nor_off_is_refused():
    """`MUNCHKIN_INTERPRETED=false` turned interpreting on."""
    words = [sys.executable, "-c", "import munchkin_env.engine.kernels.kernel"]
    done = subprocess.run(words, env={**os.environ, "MUNCHKIN_INTERPRETED": "false"}, capture_output=True, text=True)
    assert done.returncode == 1
    assert "ConfigError: MUNCHKIN_INTERPRETED: expected 0 or 1, got 'false'" in done.stderr
    words = [sys.executable, "-m", "munchkin_env", "watch", "--stop", "1"]
    done = subprocess.run(words, env={**os.environ, "MUNCHKIN_INTERPRETED": "false"}, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (2, "munchkin: MUNCHKIN_INTERPRETED: expected 0 or 1, got 'false'\n")


# ----------------------------------------------------------------------- scenarios


def hero(**facts: Any) -> dict[str, Any]:
    """A scenario with these facts about seat 0."""
    return {"seats": [facts, {}, {}]}


def combat(**facts: Any) -> dict[str, Any]:
    """A scenario of a combat with these facts."""
    return {"phase": "combat", "combat": facts}


def monsters() -> list[str]:
    cards = load_catalogue(("munchkin",)).cards
    return [card.full_id for card in cards if card is not None and card.kind in kinds_that("monster")]


SCENARIOS = [
    ({"seats": 3}, "seats", "a list", "3"),
    ({"seats": [1, {}, {}]}, "seats[0]", "a dict", "1"),
    ({"seats": [{}, {}]}, "seats", "3 to 6", "2"),
    ({"seats": [{"dead": True}] * 3}, "seats", "somebody alive", "3 dead"),
    (hero(lvl=3), "seats[0].lvl", "unknown", "level"),
    (hero(level="x"), "seats[0].level", "from 1 to 9", "'x'"),
    (hero(level=10), "seats[0].level", "from 1 to 9", "10"),
    (hero(level=True), "seats[0].level", "whole number", "True"),
    (hero(sex="x"), "seats[0].sex", "male or female", "'x'"),
    (hero(dead="yes"), "seats[0].dead", "true or false", "'yes'"),
    (hero(race="thief"), "seats[0].race", "a race card", "'thief'"),
    (hero(race=3), "seats[0].race", "a list", "3"),
    (hero(race=["elf", "dwarf"]), "seats[0].race", "two with Half-Breed", "2 and 0"),
    (hero(race=["elf", "elf"], table=["half_breed"]), "seats[0].race", "two different ones", "the same"),
    (hero(klass=["thief", "cleric"]), "seats[0].klass", "two with Super Munchkin", "2 and 0"),
    (hero(hand="elf"), "seats[0].hand", "a list", "'elf'"),
    (hero(hand=[3]), "seats[0].hand", "a card", "3"),
    (hero(hand=["elf"] * 4), "seats[0].hand", "at most 3 of Elf", "more"),
    (hero(hand=["hoard"]), "seats[0].hand", "cards that stay in a hand", "Hoard!"),
    (hero(hand=["divine_intervention"]), "seats[0].hand", "cards that stay in a hand", "Divine Intervention"),
    (hero(table=["maul_rat"]), "seats[0].table", "cards that are laid out", "Maul Rat"),
    (hero(table=[CURSE]), "seats[0].table", "cards that are laid out", "Curse! Lose a Level"),
    (hero(table=["mate"]), "seats[0].table", "cards that are laid out", "Mate"),
    (hero(table=["helm_of_courage", "horny_helmet"]), "seats[0].table", "1 headgear in use at most", "2"),
    (hero(table=["huge_rock", "broad_sword"]), "seats[0].table", "items for 2 hands", "3"),
    (hero(table=[{"helm_of_courage": "mate"}]), "seats[0].table", "an enhancer on an item", "Mate on Helm"),
    (hero(table=[{"elf": "cheat"}]), "seats[0].table", "Cheat! or an enhancer on an item", "Cheat! on Elf"),
    (hero(table=[{}]), "seats[0].table", "an item with what hangs on it", "{}"),
    (hero(chosen=2), "seats[0].chosen", "a race or class that works in several ways", "2"),
    (hero(race="elf", chosen="x"), "seats[0].chosen", "a race or class that works in several ways", "'x'"),
    (hero(carried=["elf"]), "seats[0].carried", "items", "Elf"),
    (hero(curses=[CURSE]), "seats[0].curses", "a lasting curse", CURSE),
    (hero(lent="helm_of_courage"), "seats[0].lent", "a Hireling on the table", "none"),
    (hero(lent="elf", table=["hireling"]), "seats[0].lent", "an item", "Elf"),
    ({"turn": 3}, "turn", "from 0 to 2", "3"),
    ({"turn": "a"}, "turn", "from 0 to 2", "'a'"),
    ({"phase": "comabt"}, "phase", "begin, start, door", "'comabt' (did you mean \"combat\"?)"),
    ({"phase": "combat"}, "combat", "phase='combat' only", "None"),
    ({"combat": {"monsters": ["crabs"]}}, "combat", "phase='combat' only", "'start'"),
    ({"phase": "combat", "combat": 5}, "combat", "a dict", "5"),
    (combat(monster=["crabs"]), "combat.monster", "unknown", "monsters"),
    (combat(), "combat.monsters", "1 to 24", "0"),
    (combat(monsters="crabs"), "combat.monsters", "a list", "'crabs'"),
    (combat(monsters=[*monsters()[:23], {"card": monsters()[23], "mate": True}]), "combat.monsters", "24", "more"),
    (combat(monsters=[3]), "combat.monsters[0]", "a dict", "3"),
    (combat(monsters=["crabs", "elf"]), "combat.monsters[1].card", "a monster", "'elf'"),
    (combat(monsters=[{"mate": True}]), "combat.monsters[0].card", "a card", "None"),
    (combat(monsters=[{"card": "crabs", "mat": True}]), "combat.monsters[0].mat", "unknown", "mate"),
    (combat(monsters=[{"card": "crabs", "mate": 1}]), "combat.monsters[0].mate", "true or false", "1"),
    (combat(monsters=[{"card": "crabs", "enhancers": ["elf"]}]), "combat.monsters[0].enhancers", "enhancers", "'elf'"),
    (combat(monsters=["crabs"], helper=0), "combat.helper", "another seat than the leader's", "0"),
    (combat(monsters=["crabs"], helper=3), "combat.helper", "from 0 to 2", "3"),
    (combat(monsters=["crabs"], helper=1, deal=-1), "combat.deal", "from 0 to 20", "-1"),
    (combat(monsters=["crabs"], deal=1), "combat.deal", "from 0 to 0", "1"),
    ({**combat(monsters=["crabs"]), **hero(dead=True)}, "combat", "living fighters", "seats[0]"),
    ({"doors": ["helm_of_courage"]}, "doors", "cards of that deck", "Helm of Courage"),
    ({"treasures": ["elf"]}, "treasures", "cards of that deck", "Elf"),
    ({"doors": "elf"}, "doors", "a list", "'elf'"),
    ({"discards": None}, "discards", "a list", "None"),
    ({"dice": [7]}, "dice", "from 1 to 6", "7"),
    ({"dice": [1.5]}, "dice", "whole number", "1.5"),
    ({"dice": [1] * 17}, "dice", "at most 16 faces", "17"),
    ({"dice": 3}, "dice", "a list", "3"),
    ({"seed": "a"}, "seed", "whole number", "'a'"),
    ({"rest": "no"}, "rest", "deck or out", "'no'"),
    ({"goals": 10}, "goals", "unknown setting", 'did you mean "goal"?'),
]


@each(("facts", "field", "expected", "came"), SCENARIOS)
def test_an_impossible_scenario(facts, field, expected, came):
    with refused(mk.ConfigError, field, expected, came):
        mk.scenario(**facts)


@pytest.mark.parametrize(
    ("facts", "field"), [(hero(hand=["elff"]), "seats[0].hand"), ({"discards": ["elff"]}, "discards")]
)
def test_an_unknown_card_in_a_scenario(facts, field):
    with refused(mk.CardError, field, "an id or a name of the editions munchkin", '"elff" (did you mean "elf"?)'):
        mk.scenario(**facts)


def test_a_negative_seed_is_refused_everywhere():
    begun = (mk.scenario, mk.Game, mk.SelfPlayVecEnv, mk.env().reset, mk.parallel_env().reset, mk.MunchkinEnv().reset)
    for begin in begun:
        words = {"num_envs": 1} if begin is mk.SelfPlayVecEnv else {}
        with refused(mk.ConfigError, "seed", "a whole number from 0", "-3"):
            begin(seed=-3, **words)


# ----------------------------------------------------------------------- actions by name


def turn(forced: bool = False) -> mk.Game:
    """Seat 0 may play a curse, lay out a race, give an item."""
    players = [{"hand": [CURSE, "elf", "enraged"], "table": ["helm_of_courage"]}, {}, {}]
    return mk.scenario(seats=players, forced_choices=forced)


ANSWERS = [
    ({}, mk.IllegalAction, "verb", "one of play, lay_out", "nothing"),
    ({"verb": "paly"}, mk.IllegalAction, "verb", "pass, done", "'paly' (did you mean \"play\"?)"),
    ({"verb": 999}, mk.IllegalAction, "verb", "a verb or its name", "999"),
    ({"verb": 3.5}, mk.IllegalAction, "verb", "a verb or its name", "3.5"),
    ({"verb": "kill"}, mk.IllegalAction, "verb", "one of play, lay_out", "'kill'"),
    ({"verb": "play"}, mk.IllegalAction, "seat", "one of 0, 1, 2", "nothing"),
    ({"verb": "play", "card": "elff"}, mk.CardError, "card", "an id or a name", "elff"),
    ({"verb": "play", "card": "enraged"}, mk.IllegalAction, "card", f"one of {CURSE}", "'enraged'"),
    ({"verb": "play", "card": CURSE}, mk.IllegalAction, "seat", "one of 0, 1, 2", "nothing"),
    ({"verb": "play", "card": CURSE, "seat": 3}, mk.IllegalAction, "seat", "0 to 2", "3"),
    ({"verb": "play", "card": CURSE, "seat": -1}, mk.IllegalAction, "seat", "0 to 2", "-1"),
    ({"verb": "play", "card": CURSE, "seat": "x"}, mk.IllegalAction, "seat", "0 to 2", "'x'"),
    ({"verb": "give", "seat": 0}, mk.IllegalAction, "seat", "one of 1, 2", "0"),
    ({"card": "elf"}, mk.IllegalAction, "verb", "one of play, lay_out", "nothing"),
    ({"amount": "x"}, mk.IllegalAction, "amount", "from 0 to 23", "'x'"),
    ({"amount": 99}, mk.IllegalAction, "amount", "from 0 to 23", "99"),
]


@each(("answer", "error", "field", "expected", "came"), ANSWERS)
def test_a_wrong_answer_by_name_leaves_the_game_as_it_is(answer, error, field, expected, came):
    """Also if its first parts were right."""
    game = turn()
    before = (game.position.tobytes(), game.legal_actions().tolist(), game.history)
    with refused(error, field, expected, came):
        game.do(**answer)
    assert (game.position.tobytes(), game.legal_actions().tolist(), game.history) == before


NOT_ASKED = [
    ({"verb": "open_door", "card": "elf"}, "card"),
    ({"verb": "open_door", "cards": ["elf"]}, "cards"),
    ({"verb": "lay_out", "card": "elf", "second": "enraged"}, "second"),
    ({"verb": "lay_out", "card": "elf", "want": ["enraged"]}, "want"),
    ({"verb": "lay_out", "card": "elf", "seat": 1}, "seat"),
    ({"verb": "lay_out", "card": "elf", "amount": 1}, "amount"),
    ({"verb": "play", "card": CURSE, "seat": 1, "place": 0}, "place"),
    ({"verb": "play", "card": CURSE, "seat": 1, "cards": ["elf"]}, "cards"),
]


@each(("answer", "part"), NOT_ASKED)
@each("forced", [True, False])
def test_a_part_that_nothing_asks_for_is_a_mistake(answer, part, forced):
    """Single choices are made by the engine or not; without the name of one the action is right."""
    game = turn(forced)
    before = (game.position.tobytes(), game.legal_actions().tolist(), game.history)
    with pytest.raises(mk.IllegalAction, match=f"{part}: expected none, since nothing asks for it here, got "):
        game.do(**answer)
    assert (game.position.tobytes(), game.legal_actions().tolist(), game.history) == before
    game.do(**{name: value for name, value in answer.items() if name != part})


WANDERING = "wandering_monster"
SINGLE = [  # actions of one part that the engine settles by itself, with it and with another one
    ({"hand": [CURSE]}, {"verb": "play", "seat": 1}, "card", CURSE, "elf"),
    ({"hand": [WANDERING, "bigfoot", "elf"]}, {"verb": "play", "card": WANDERING}, "second", "bigfoot", "elf"),
    ({"hand": ["enraged"]}, {"verb": "play", "card": "enraged"}, "place", 0, 1),
    ({"hand": ["enraged"]}, {"verb": "play", "card": "enraged"}, "place", 0, "players"),
    ({"klass": "warrior", "hand": ["elf"]}, {"verb": "berserk"}, "card", "elf", "warrior"),
    ({"klass": "warrior", "hand": ["elf"]}, {"verb": "berserk"}, "cards", ["elf"], ["elf", "elf"]),
]


@each(("hand", "answer", "part", "right", "wrong"), SINGLE)
def test_a_part_that_the_engine_settles_is_named_right_or_not_at_all(hand, answer, part, right, wrong):
    """A second card that can't be the one is refused, not ignored."""
    start = mk.scenario([hand, {}, {}], phase="combat", combat={"monsters": ["crabs"]})
    silent, named = start.clone(), start.clone()
    silent.do(**answer)
    named.do(**answer, **{part: right})
    assert named == silent
    with pytest.raises(mk.IllegalAction):
        start.do(**answer, **{part: wrong})
    assert start.history == ()
    with pytest.raises(mk.CardError if isinstance(wrong, str) and part != "place" else mk.IllegalAction):
        start.do(**answer, **{part: "enragd" if part != "cards" else [3]})


@each("place", [-1, 24, "left", None, True])
def test_a_wrong_place(place):
    players = [{"hand": ["enraged"]}, {}, {}]
    game = mk.scenario(seats=players, phase="combat", combat={"monsters": ["crabs", "net_troll"]})
    with pytest.raises(mk.IllegalAction, match="place: expected"):
        game.do("play", card="enraged", place=place)


def test_a_begun_answer_is_kept_when_its_end_is_wrong():
    """A move begun by `step` is not undone by a wrong `do`."""
    game = turn()
    game.step(int(game.action("play", card=CURSE, seat=1)[0]))
    before = game.position.tobytes()
    with pytest.raises(mk.IllegalAction, match="seat: expected"):  # its card is the only one
        game.do()
    assert game.position.tobytes() == before
    game.do("play", card=CURSE, seat=1)


@each("seat", [3, -1, "0", True, 1.0])
def test_a_wrong_seat(seat):
    with refused(mk.ConfigError, "seat", "0 to 2", repr(seat)):
        turn().level(seat)


def test_a_wrong_side():
    with refused(mk.ConfigError, "side", "players or monsters", "'heroes'"):
        turn().strength("heroes")


# ----------------------------------------------------------------------- after the end


def won() -> mk.Game:
    """A game that seat 0 has just won."""
    players = [{"level": 9}, {}, {}]
    game = mk.scenario(seats=players, phase="combat", combat={"monsters": ["crabs"]}, forced_choices=False)
    game.do("kill")
    return game


@pytest.mark.parametrize("action", [0, -1, 10**9, "pass"])
def test_an_action_after_the_end(action):
    game = won()
    before = game.position.tobytes()
    with refused(mk.GameOver, "action", "the game is over (winners [0])", repr(action)):
        game.step(action)
    assert game.position.tobytes() == before


def test_an_answer_by_name_after_the_end():
    with pytest.raises(mk.GameOver, match="the game is over"):
        won().do("pass")


def test_after_the_end_nobody_is_asked():
    game = won()
    assert (
        game.is_terminal,
        game.current_player,
        game.legal_actions().tolist(),
        int(game.legal_action_mask().sum()),
    ) == (True, None, [], 0)
