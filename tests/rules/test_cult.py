"""The cult: becoming a Cultist, what keeps one, and what comes when all are (CULT-1 to CULT-7)."""

import numpy as np
import pytest

import munchkin_env as mk
from munchkin_env.observation import View
from munchkin_env.vocabulary import Decision, Phase, Pile, Zone
from tests.kit.looking import discards, may, table, table_bonus, words
from tests.kit.playing import begin, settle, settled

EDITIONS = ("munchkin", "cthulhu")
BOTH = "munchkin:super_munchkin"
CALL, BLOW = "curse_dragged_off_to_snarkham_asylum", "sudden_head_blow"


def cursed(curse, victim, *others, **settings):
    """Seat 0, in turn, plays a curse on seat 1."""
    seats = [{"hand": [curse]}, victim, *others]
    seats += [{}] * (3 - len(seats))
    game = mk.scenario(seats, editions=EDITIONS, **{"discards": ["cultist"], **settings})
    game.do("play", card=curse, seat=1)
    return settle(game)


def pile(game: mk.Game, which: int) -> int:
    return int(game.position["count"][0, Zone.DISCARD + which])


def test_a_cultist_cannot_be_discarded_at_will():
    """CULT-1: neither dropped nor paid with; a card in hand may pay."""
    warrior = {"klass": ["warrior", "cultist"], "table": [BOTH]}
    game = mk.scenario([warrior, {}, {}], editions=EDITIONS, phase="combat", combat={"monsters": ["bullrog"]})
    assert not may(game, "drop") or "Cultist" not in words(begin(game.clone(), "drop"))
    assert may(game, "berserk")
    assert "Cultist" not in words(begin(game.clone(), "berserk"))
    alone = mk.scenario([{"klass": "cultist"}, {}, {}], editions=EDITIONS)
    assert not may(alone, "drop")


def test_who_becomes_a_cultist_takes_a_card_of_their_discards():
    """CULT-2: the old class goes, to the doors; theirs lie apart."""
    game = cursed(CALL, {"klass": "wizard"}, {})
    assert table(game, 1) == ["cultist"]
    assert "wizard" in discards(game)
    assert pile(game, Pile.CULT) == 0


def test_without_a_card_there_nothing_happens():
    """CULT-2."""
    game = cursed(CALL, {"klass": "wizard"}, {}, discards=[])
    assert table(game, 1) == ["wizard"]


def test_super_munchkin_has_room_for_the_cult():
    """CULT-2: beside one class; if there are two their owner chooses which goes."""
    one = {"klass": "wizard", "table": [BOTH]}
    assert table(cursed(CALL, one), 1) == ["cultist", BOTH, "wizard"]
    game = cursed(CALL, {"klass": ["wizard", "thief"], "table": [BOTH]})
    assert (game.current_player, game.decision) == (1, Decision.CHOOSE_CARD)
    settled(game, card="thief")
    assert table(game, 1) == ["cultist", BOTH, "wizard"]


def test_a_blow_takes_a_class_all_the_same():
    """CULT-2: also where there is room for two."""
    one = {"klass": "wizard", "table": [BOTH]}
    assert table(cursed(BLOW, one), 1) == ["cultist", BOTH]
    game = cursed(BLOW, {"klass": ["wizard", "thief"], "table": [BOTH]})
    settled(game, card="thief")
    assert table(game, 1) == ["cultist", BOTH, "wizard"]


def test_their_discards_lie_apart():
    """CULT-2, DECK-5: a Cultist who is cured goes to their pile, which no search and no shuffle finds."""
    game = cursed(BLOW, {"klass": "cultist"}, {"klass": "cultist"}, discards=[])
    assert table(game, 1) == []
    assert pile(game, Pile.CULT) == 1
    searching = mk.scenario(
        [{"klass": "cleric", "hand": ["wand_of_dowsing"]}, {}, {}], editions=EDITIONS, discards=["cultist", "elf"]
    )
    searching.do("play", card="wand_of_dowsing", second="elf")
    assert pile(searching, Pile.CULT) == 1
    hunting = mk.scenario([{"hand": ["wand_of_dowsing"]}, {}, {}], editions=EDITIONS, discards=["cultist"])
    assert not may(hunting, "play")


@pytest.mark.parametrize(
    ("level", "by_card", "after"), [(3, True, 4), (9, True, 10), (9, False, 9), (9, "class_level", 9)]
)
def test_the_last_one_outside_gains_a_level(level, by_card, after):
    """CULT-4: the last player who is no Cultist gains it; it may be the winning one, unless the host's switch forbids
    it."""
    switches = {"gold_overridable": by_card}
    seats = [{"level": level, "hand": [CALL]}, {}, {"klass": "cultist"}]
    game = mk.scenario(seats, editions=EDITIONS, discards=["cultist"], switches=switches)
    settled(game, "play", card=CALL, seat=1)
    assert game.level(0) == after
    assert game.is_terminal == (after == 10)
    if game.is_terminal:
        assert game.winners == (0,)


def test_the_level_comes_with_every_change():
    """CULT-4: on each transition, not while nothing changes."""
    seats = [{"level": 3, "hand": [BLOW] * 3}, {}, {"klass": "cultist"}]
    game = mk.scenario(seats, editions=EDITIONS, discards=["cultist"])
    for level in (4, 4, 5):
        settled(game, "play", card=BLOW, seat=1)
        assert game.level(0) == level


def test_nothing_comes_of_the_cult_before_the_first_turn():
    """CULT-4: while the first cards are laid out."""
    for seed in range(200):
        game = mk.Game(players=3, seed=seed, editions=EDITIONS[1:], start_cards=2)
        while game.phase == Phase.SETUP and not game.is_terminal:
            legal = game.legal_actions()
            laid = [a for a in legal if game.describe(int(a)) in ("lay out", "Cultist")]
            game.step(int(laid[0] if laid else legal[-1]))
        assert not game.is_terminal
        assert [game.level(p) for p in range(3)] == [1, 1, 1]
        if int(game.position["cultists"][0]) >= 2:
            return
    pytest.fail("nobody was dealt enough Cultists")


def test_when_all_are_cultists_the_game_ends():
    """CULT-5: at once, even in combat; the highest level wins, ties share."""
    seats = [
        {"level": 4, "klass": "cultist", "hand": [CALL]},
        {"level": 5},
        {"level": 5, "klass": "cultist"},
    ]
    combat = {"monsters": ["bullrog"]}
    game = mk.scenario(seats, editions=EDITIONS, phase="combat", combat=combat, discards=["cultist"])
    settled(game, "play", card=CALL, seat=1)
    assert game.is_terminal
    assert game.winners == (1, 2)


def test_cultists_are_stronger_together():
    """CULT-6: two for each other one, the dead too; it changes with them."""
    seats = [{"klass": "cultist", "hand": [BLOW]}, {"klass": "cultist", "dead": True}, {"klass": "cultist"}, {}]
    game = mk.scenario(seats, editions=EDITIONS)
    assert [table_bonus(game, p) for p in range(4)] == [4, 4, 4, 0]
    settled(game, "play", card=BLOW, seat=2)
    assert [table_bonus(game, p) for p in range(4)] == [2, 2, 0, 0]
    assert mk.Game.load(game.save()) == game
    assert not game.broken()


def received(*players, answer: str | None, **settings):
    """Seat 0 opens the door on Divine Intervention; its action if it is asked."""
    blend = settings.pop("blend", EDITIONS)
    game = mk.scenario([*players], editions=blend, phase="door", doors=["divine_intervention"], **settings)
    if answer is not None:
        assert (game.current_player, game.decision) == (0, Decision.CURE)
        assert mk.Game.load(game.save()) == game
        game.do(answer)
    assert game.decision != Decision.CURE
    return game


@pytest.mark.parametrize("blend", [EDITIONS, EDITIONS[::-1]])
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
    game = mk.scenario(seats, editions=EDITIONS, phase="door", doors=["divine_intervention"])
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
        blend = {"editions": EDITIONS, "phase": "door", "doors": ["divine_intervention"]}
        game = mk.scenario([*players], **blend)
        assert game.decision == Decision.CURE
        return game.describe(bot.act(View.of(game, 0), game.legal_action_mask(), np.random.default_rng(0)))

    assert wants({"level": 5}, {"klass": "cultist", "level": 6}, {"klass": "cultist", "level": 3}, {}) == "yes"
    assert wants({"klass": "cultist"}, {"klass": "cultist"}, {}, {}) == "no"
    assert wants({"klass": "cleric", "level": 4}, {"klass": "cultist"}, {}) == "no"
    assert wants({"klass": "cleric", "level": 9}, {"klass": "cleric", "level": 9}, {"klass": "cultist"}) == "no"
    assert wants({"klass": "cultist"}, {"klass": "cleric", "level": 9}, {}) == "yes"
