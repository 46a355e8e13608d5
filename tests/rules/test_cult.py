"""The cult: becoming a Cultist, what keeps one, and what comes when all are (CULT-1 to CULT-7)."""

from pathlib import Path

import numpy as np
import pytest

import munchkin_env as mk
from munchkin_env.observation import View
from munchkin_env.vocabulary import Decision, Phase, Pile, Zone
from tests.cards.conftest import TREASURE, manifest
from tests.kit.looking import discards, may, table, table_bonus, words
from tests.kit.playing import begin, settle

DOORS = """
[[card]]
id = "cultist"
name = "Cultist"
kind = "class"
class = "cultist"
copies = 6
origin = "original"
always = [{ do = "strength_per", what = "cultist", amount = 2 }]

[[card]]
id = "call"
name = "Call"
kind = "curse"
copies = 6
origin = "original"
play = [{ do = "become_cultist" }]

[[card]]
id = "blow"
name = "Blow"
kind = "curse"
copies = 2
origin = "original"
[[card.play]]
do = "lose_all"
filter = "classes"
class = "cultist"
otherwise = { do = "become_cultist", in_any_case = true }

[[card]]
id = "asylum"
name = "Asylum"
kind = "curse"
origin = "original"
play = [{ do = "change", what = "class", class = "cultist", otherwise = { do = "become_cultist" } }]
"""


@pytest.fixture
def cult(tmp_path: Path) -> tuple[str, str]:
    """The base game with a small cult."""
    folder = tmp_path / "cult"
    folder.mkdir()
    (folder / "edition.toml").write_text(manifest(15, 1, id='"cult"', classes='["cultist"]'), encoding="utf-8")
    (folder / "doors.toml").write_text(DOORS, encoding="utf-8")
    (folder / "treasures.toml").write_text(TREASURE, encoding="utf-8")
    return "munchkin", str(folder)


def cursed(cult, curse, victim, *others, **settings):
    """Seat 0, in turn, plays a curse on seat 1."""
    seats = [{"hand": [curse]}, victim, *others]
    seats += [{}] * (3 - len(seats))
    game = mk.scenario(seats, editions=cult, **{"discards": ["cultist"], **settings})
    game.do("play", card=curse, seat=1)
    return settle(game)


def pile(game: mk.Game, which: int) -> int:
    return int(game.position["count"][0, Zone.DISCARD + which])


def test_a_cultist_cannot_be_discarded_at_will(cult):
    """CULT-1: neither dropped nor paid with; a card in hand may pay."""
    warrior = {"klass": ["warrior", "cultist"], "table": ["super_munchkin"]}
    game = mk.scenario([warrior, {}, {}], editions=cult, phase="combat", combat={"monsters": ["bullrog"]})
    assert not may(game, "drop") or "Cultist" not in words(begin(game.clone(), "drop"))
    assert may(game, "berserk")
    assert "Cultist" not in words(begin(game.clone(), "berserk"))
    alone = mk.scenario([{"klass": "cultist"}, {}, {}], editions=cult)
    assert not may(alone, "drop")


def test_who_becomes_a_cultist_takes_a_card_of_their_discards(cult):
    """CULT-2: the old class goes, to the doors; theirs lie apart."""
    game = cursed(cult, "call", {"klass": "wizard"}, {})
    assert table(game, 1) == ["cultist"]
    assert "wizard" in discards(game)
    assert pile(game, Pile.CULT) == 0


def test_without_a_card_there_nothing_happens(cult):
    """CULT-2."""
    game = cursed(cult, "call", {"klass": "wizard"}, {}, discards=[])
    assert table(game, 1) == ["wizard"]


def test_a_cultist_is_unaffected(cult):
    """CULT-2: no second card."""
    game = cursed(cult, "call", {"klass": "cultist"}, {})
    assert table(game, 1) == ["cultist"]
    assert pile(game, Pile.CULT) == 1


def test_super_munchkin_has_room_for_the_cult(cult):
    """CULT-2: beside one class; if there are two their owner chooses which goes."""
    one = {"klass": "wizard", "table": ["super_munchkin"]}
    assert table(cursed(cult, "call", one), 1) == ["cultist", "super_munchkin", "wizard"]
    game = cursed(cult, "call", {"klass": ["wizard", "thief"], "table": ["super_munchkin"]})
    assert (game.current_player, game.decision) == (1, Decision.CHOOSE_CARD)
    game.do(card="thief")
    settle(game)
    assert table(game, 1) == ["cultist", "super_munchkin", "wizard"]


def test_a_blow_takes_a_class_all_the_same(cult):
    """CULT-2: also where there is room for two."""
    one = {"klass": "wizard", "table": ["super_munchkin"]}
    assert table(cursed(cult, "blow", one), 1) == ["cultist", "super_munchkin"]
    game = cursed(cult, "blow", {"klass": ["wizard", "thief"], "table": ["super_munchkin"]})
    game.do(card="thief")
    settle(game)
    assert table(game, 1) == ["cultist", "super_munchkin", "wizard"]


def test_their_discards_lie_apart(cult):
    """CULT-2, DECK-5: a Cultist who is cured goes to their pile, which no search and no shuffle finds."""
    game = cursed(cult, "blow", {"klass": "cultist"}, {"klass": "cultist"}, discards=[])
    assert table(game, 1) == []
    assert pile(game, Pile.CULT) == 1
    searching = mk.scenario(
        [{"klass": "cleric", "hand": ["wand_of_dowsing"]}, {}, {}], editions=cult, discards=["cultist", "elf"]
    )
    searching.do("play", card="wand_of_dowsing", second="elf")
    assert pile(searching, Pile.CULT) == 1
    hunting = mk.scenario([{"hand": ["wand_of_dowsing"]}, {}, {}], editions=cult, discards=["cultist"])
    assert not may(hunting, "play")


def test_the_only_cultist_stays_one(cult):
    """CULT-3: loss of class takes nothing from a Cultist; with two classes the other one is lost."""
    for curse in ("blow", "asylum", "curse_lose_your_class"):
        game = cursed(cult, curse, {"klass": "cultist", "level": 3}, {})
        assert table(game, 1) == ["cultist"], curse
    both = {"klass": ["wizard", "cultist"], "table": ["super_munchkin"]}
    assert table(cursed(cult, "curse_lose_your_class", both), 1) == ["cultist", "super_munchkin"]


def test_a_replaced_cultist(cult):
    """CULT-3: with another Cultist in play the asylum gives a Cultist another class; any other player becomes one."""
    game = cursed(cult, "asylum", {"klass": "cultist"}, {"klass": "cultist"}, discards=["elf", "thief"])
    assert table(game, 1) == ["thief"]
    assert table(cursed(cult, "asylum", {}, {}), 1) == ["cultist"]


@pytest.mark.parametrize(
    ("level", "by_card", "after"), [(3, True, 4), (9, True, 10), (9, False, 9), (9, "class_level", 9)]
)
def test_the_last_one_outside_gains_a_level(cult, level, by_card, after):
    """CULT-4: the last player who is no Cultist gains it; it may be the winning one, unless the host's switch forbids
    it."""
    switches = {"gold_overridable": by_card}
    seats = [{"level": level, "hand": ["call"]}, {}, {"klass": "cultist"}]
    game = mk.scenario(seats, editions=cult, discards=["cultist"], switches=switches)
    game.do("play", card="call", seat=1)
    settle(game)
    assert game.level(0) == after
    assert game.is_terminal == (after == 10)
    if game.is_terminal:
        assert game.winners == (0,)


def test_the_level_comes_with_every_change(cult):
    """CULT-4: on each transition, not while nothing changes."""
    seats = [{"level": 3, "hand": ["call", "blow", "call"]}, {}, {"klass": "cultist"}]
    game = mk.scenario(seats, editions=cult, discards=["cultist"])
    for curse, level in (("call", 4), ("blow", 4), ("call", 5)):
        game.do("play", card=curse, seat=1)
        settle(game)
        assert game.level(0) == level, curse


def test_nothing_comes_of_the_cult_before_the_first_turn(cult):
    """CULT-4: while the first cards are laid out."""
    for seed in range(200):
        game = mk.Game(players=3, seed=seed, editions=cult[1:], start_cards=2)
        while game.phase == Phase.SETUP and not game.is_terminal:
            legal = game.legal_actions()
            laid = [a for a in legal if game.describe(int(a)) in ("lay out", "Cultist")]
            game.step(int(laid[0] if laid else legal[-1]))
        assert not game.is_terminal
        assert [game.level(p) for p in range(3)] == [1, 1, 1]
        if int(game.position["cultists"][0]) >= 2:
            return
    pytest.fail("nobody was dealt enough Cultists")


def test_when_all_are_cultists_the_game_ends(cult):
    """CULT-5: at once, even in combat; the highest level wins, ties share."""
    seats = [
        {"level": 4, "klass": "cultist", "hand": ["call"]},
        {"level": 5},
        {"level": 5, "klass": "cultist"},
    ]
    combat = {"monsters": ["bullrog"]}
    game = mk.scenario(seats, editions=cult, phase="combat", combat=combat, discards=["cultist"])
    game.do("play", card="call", seat=1)
    settle(game)
    assert game.is_terminal
    assert game.winners == (1, 2)


def test_cultists_are_stronger_together(cult):
    """CULT-6: two for each other one, the dead too; it changes with them."""
    seats = [{"klass": "cultist", "hand": ["blow"]}, {"klass": "cultist", "dead": True}, {"klass": "cultist"}, {}]
    game = mk.scenario(seats, editions=cult)
    assert [table_bonus(game, p) for p in range(4)] == [4, 4, 4, 0]
    game.do("play", card="blow", seat=2)
    settle(game)
    assert [table_bonus(game, p) for p in range(4)] == [2, 2, 0, 0]
    assert mk.Game.load(game.save()) == game
    assert not game.broken()


def received(*players, answer: str | None, **settings):
    """Seat 0 opens the door on Divine Intervention; its action if it is asked."""
    blend = settings.pop("blend", ("munchkin", "cthulhu"))
    game = mk.scenario([*players], editions=blend, phase="door", doors=["divine_intervention"], **settings)
    if answer is not None:
        assert (game.current_player, game.decision) == (0, Decision.CURE)
        assert mk.Game.load(game.save()) == game
        game.do(answer)
    assert game.decision != Decision.CURE
    return game


@pytest.mark.parametrize("blend", [("munchkin", "cthulhu"), ("cthulhu", "munchkin")])
def test_an_intervention_cures_all_cultists_or_gives_the_levels(blend):
    """CULT-7, WIN-3: the player who receives it chooses; the only Cultist and the dead ones are cured, too."""
    seats = [{"level": 4}, {"klass": "cultist", "level": 3}, {"klass": "cleric", "level": 5}]
    game = received(*seats, answer="yes", blend=blend)
    assert (table(game, 1), pile(game, Pile.CULT), int(game.position["cultists"][0])) == ([], 1, 0)
    assert (game.level(1), game.level(2), discards(game)) == (3, 5, ["divine_intervention"])
    game = received(*seats, answer="no", blend=blend)
    assert (table(game, 1), game.level(1), game.level(2)) == (["cultist"], 3, 6)
    two = [{"klass": "cultist"}, {"klass": "cultist", "dead": True}, {}, {}]
    game = received(*two, answer="yes", blend=blend)
    assert (table(game, 0), table(game, 1), pile(game, Pile.CULT), table_bonus(game, 0)) == ([], [], 2, 0)


def test_without_a_cultist_an_intervention_asks_nobody():
    """CULT-7."""
    game = received({}, {}, {"klass": "cleric", "level": 5}, answer=None)
    assert game.level(2) == 6


def test_an_intervention_is_told_and_everybody_sees_who_decides():
    """CULT-7: the question names the card."""
    seats = [{}, {"klass": "cultist"}, {}]
    game = mk.scenario(seats, editions=("munchkin", "cthulhu"), phase="door", doors=["divine_intervention"])
    told = game.text(0)
    assert "cure all Cultists" in told
    assert "Being resolved: Divine Intervention" in told
    assert all("Asked: player 0" in game.text(p) for p in (1, 2))


def test_an_intervention_cures_in_the_opening_hands():
    """CULT-7, SETUP-3: after all have laid out, its holder is asked."""
    for seed in range(400):
        game = mk.Game(players=3, seed=seed, editions=("cthulhu", "munchkin"), start_cards=8)
        while game.turn < 1 and game.decision != Decision.CURE:
            legal = game.legal_actions()
            laid = [a for a in legal if game.describe(int(a)) in ("lay out", "Cultist")]
            game.step(int(laid[0] if laid else legal[-1]))
        if game.decision == Decision.CURE:
            assert game.phase == Phase.SETUP
            assert mk.Game.load(game.save()) == game
            game.do("yes")
            assert int(game.position["cultists"][0]) == 0
            assert not game.is_terminal
            assert not game.broken()
            return
    pytest.fail("nobody was dealt both")


def test_greedy_cures_for_its_own_good():
    """CULT-7: not when it is strong by the cult itself, nor when a level is its own; a rival's win it prevents."""
    bot = mk.make_bot("greedy")

    def wants(*players) -> str:
        blend = {"editions": ("munchkin", "cthulhu"), "phase": "door", "doors": ["divine_intervention"]}
        game = mk.scenario([*players], **blend)
        assert game.decision == Decision.CURE
        return game.describe(bot.act(View.of(game, 0), game.legal_action_mask(), np.random.default_rng(0)))

    assert wants({"level": 5}, {"klass": "cultist", "level": 6}, {"klass": "cultist", "level": 3}, {}) == "yes"
    assert wants({"klass": "cultist"}, {"klass": "cultist"}, {}, {}) == "no"
    assert wants({"klass": "cleric", "level": 4}, {"klass": "cultist"}, {}) == "no"
    assert wants({"klass": "cleric", "level": 9}, {"klass": "cleric", "level": 9}, {"klass": "cultist"}) == "no"
    assert wants({"klass": "cultist"}, {"klass": "cleric", "level": 9}, {}) == "yes"
