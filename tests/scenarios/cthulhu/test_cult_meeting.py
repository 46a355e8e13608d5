"""Cult Meeting: who holds a Cultist card may join, then Cultists exchange cards of their hands, unseen by others."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import munchkin_env as mk
from munchkin_env.bots import make_bot
from munchkin_env.engine.state.actions import SEAT0, VERB0
from munchkin_env.engine.validation import invariants
from munchkin_env.observation import View
from munchkin_env.vocabulary import Decision, Frame, Verb, Window, Zone
from tests.kit.greedy import best
from tests.kit.looking import can, hand, open_window, options, place_of, table
from tests.kit.playing import passes
from tests.observation.play import rearranged, sights
from tests.scenarios.cthulhu.kit import combat, huge, table_of

CULTIST: dict[str, Any] = {"klass": "cultist"}
HOST = {**CULTIST, "hand": ["cult_meeting", "buggoth"]}
MEMBER = {**CULTIST, "hand": ["bowling_pin", "cultist"]}


def meeting(*players: dict[str, Any], **settings: Any) -> mk.Game:
    """Seat 0 has just held a meeting."""
    game = table_of(*players, **settings)
    game.do("play", card="cult_meeting")
    return game


def asked(game: mk.Game) -> tuple[str, int]:
    return game.decision.name.lower(), int(game.current_player)


def meets(game: mk.Game) -> bool:
    frames = game.position["frame"][0][: int(game.position["n_frames"][0])]
    return Frame.MEETING in frames["kind"]


def knows(game: mk.Game, seat: int, owner: int) -> list[str]:
    """The cards of a hand that a seat knows."""
    return sorted(game.catalogue.short_id(card.type) for card in View.of(game, seat).hand(owner))


# --------------------------------------------------------------------------- who joins


def test_who_is_no_cultist_may_lay_out_a_cultist_card_now() -> None:
    """CULT-2: in turn from the holder of the meeting, who may be none; a class goes for it."""
    host = {"hand": ["cult_meeting", "cultist"]}
    game = meeting(host, {}, {"hand": ["cultist", "cheat"], "klass": "professor"}, {})
    assert (asked(game), options(game)) == (("join", 0), ["pass", "lay out"])
    game.do("pass")
    assert asked(game) == ("join", 2)
    assert not can(game, "lay_out", card="cheat")
    game.do("lay_out", card="cultist")
    assert (table(game, 2), hand(game, 2), place_of(game, "professor")) == (["cultist"], ["cheat"], "discards")
    assert (game.decision, meets(game)) == (Decision.TURN_START, False), "one Cultist alone has nobody to swap with"


def test_cultists_are_not_asked_to_join() -> None:
    """CULT-2: nor who holds no such card, nor the dead."""
    game = meeting({"hand": ["cult_meeting"]}, MEMBER, {"hand": ["cheat"]}, {"hand": ["cultist"], "dead": True})
    assert not meets(game)


def test_a_class_stays_beside_it_where_there_is_room() -> None:
    """CULT-2: Super Munchkin has room for a second class; of two, the player says which goes."""
    blend = {"editions": ("munchkin", "cthulhu")}
    one = {"klass": "wizard", "table": ["munchkin:super_munchkin"], "hand": ["cultist"]}
    game = meeting({"hand": ["cult_meeting"]}, one, {}, **blend)
    game.do("lay_out", card="cultist")
    assert table(game, 1) == ["cultist", "munchkin:super_munchkin", "wizard"]
    game = meeting({"hand": ["cult_meeting"]}, {**one, "klass": ["wizard", "thief"]}, {}, **blend)
    assert can(game, "lay_out", card="cultist", second="wizard")
    assert not can(game, "lay_out", card="cultist", second="munchkin:super_munchkin")
    game.do("lay_out", card="cultist", second="thief")
    assert table(game, 1) == ["cultist", "munchkin:super_munchkin", "wizard"]


def test_the_game_ends_at_once_when_all_are_cultists() -> None:
    """CULT-5: nothing is exchanged any more; before, the last one who is none gains a level (CULT-4)."""
    game = meeting(HOST, {"hand": ["cultist"]}, {"hand": ["cultist"], "level": 4})
    game.do("lay_out", card="cultist")
    assert (game.is_terminal, game.level(2), asked(game)) == (False, 5, ("join", 2))
    other = game.clone()
    game.do("lay_out", card="cultist")
    assert (game.is_terminal, game.winners) == (True, (2,))
    other.do("pass")
    assert asked(other) == ("swap", 0) or not meets(other)


def test_the_level_of_the_last_one_may_win() -> None:
    """CULT-4: in the middle of the meeting."""
    game = meeting(HOST, {"hand": ["cultist"]}, {"level": 9})
    game.do("lay_out", card="cultist")
    assert (game.is_terminal, game.winners) == (True, (2,))


def test_joining_may_be_cancelled() -> None:
    """CULT-5: then the game goes on, and so does the meeting."""
    member = {**CULTIST, "hand": ["o_rlyeh", "bowling_pin"]}
    host = {"hand": ["cult_meeting", "buggoth", "cultist"]}
    game = table_of(host, member, CULTIST)
    game.do("play", card="cult_meeting")
    game.do("pass")
    assert asked(game) == ("join", 0)
    game.do("lay_out", card="cultist")
    assert open_window(game) == "played"
    assert mk.Game.load(game.save()) == game
    through = game.clone()
    game.do("play", card="o_rlyeh")
    assert (game.is_terminal, table(game, 0), meets(game)) == (False, [], False)
    through.do("pass")
    assert through.is_terminal


def test_who_joins_after_all_exchanges_too() -> None:
    game = meeting(HOST, {"hand": ["cultist", "bowling_pin"]}, {}, {})
    assert asked(game) == ("join", 1)
    game.do("lay_out", card="cultist")
    assert asked(game) == ("swap", 0)
    game.do("pass")
    assert asked(game) == ("swap", 1)


# --------------------------------------------------------------------------- what is exchanged


def test_cards_of_two_hands_change_places() -> None:
    """Also such as are never traded; each Cultist proposes once, to one who holds cards."""
    game = meeting(HOST, MEMBER, {"hand": ["cheat"]}, CULTIST)
    assert (asked(game), options(game)) == (("swap", 0), ["pass", "swap"])
    game.do("swap", seat=1, card="buggoth")
    assert asked(game) == ("answer_swap", 1)
    assert "Buggoth of player 0" in game.text(1)
    game.do(card="bowling_pin")
    assert (hand(game, 0), hand(game, 1)) == (["bowling_pin"], ["buggoth", "cultist"])
    assert asked(game) == ("swap", 1)
    game.do("pass")
    assert not meets(game)


def test_no_cultist_card_is_exchanged() -> None:
    """Neither offered nor given, and only with Cultists who hold something."""
    game = meeting({**HOST, "hand": ["cult_meeting", "buggoth", "cultist"]}, MEMBER, {"hand": ["cheat"]}, CULTIST)
    assert not can(game, "swap", seat=1, card="cultist")
    assert not can(game, "swap", seat=2, card="buggoth")
    assert not can(game, "swap", seat=3, card="buggoth")
    game.do("swap", seat=1, card="buggoth")
    assert options(game) == ["no", "Bowling Pin"]


def test_a_swap_may_be_refused() -> None:
    """The cards stay; the asked player knows the one that was shown."""
    game = meeting(HOST, MEMBER, {})
    game.do("swap", seat=1, card="buggoth")
    game.do("no")
    assert (hand(game, 0), hand(game, 1), asked(game)) == (["buggoth"], ["bowling_pin", "cultist"], ("swap", 1))
    assert [knows(game, seat, 0) for seat in (1, 2)] == [["buggoth"], []]


def test_who_only_holds_cultist_cards_exchanges_nothing() -> None:
    """WINDOW-3: this player is passed over; others can't know it, and may ask all the same."""
    game = meeting(HOST, {**CULTIST, "hand": ["cultist"]}, {})
    game.do("swap", seat=1, card="buggoth")
    assert options(game) == ["no"]
    game.do("no")
    assert not meets(game)


def test_each_knows_the_card_that_he_has_given() -> None:
    """And nobody else knows any of the two, even if they knew it before: only backs are seen."""
    game = meeting(HOST, {**CULTIST, "hand": ["bowling_pin", "bug_spray"]}, {}, {})
    for copy in range(1, int(game.catalogue.tables[0]["n_cards"]) + 1):
        zone = int(game.position["card"]["zone"][0, copy])
        if zone in (Zone.HAND, Zone.HAND + 1):
            game.position["card"]["known_by"][0, copy] = 0b1100
    game.position["player"]["hand_known"][0, :2] = 0b1100
    game.do("swap", seat=1, card="buggoth")
    game.do(card="bowling_pin")
    assert (knows(game, 0, 1), knows(game, 1, 0)) == (["buggoth"], ["bowling_pin"])
    assert [knows(game, 2, owner) for owner in (0, 1)] == [[], []]
    assert "player 0 gives player 1 a card." in game.text(2)


def test_who_passes_for_a_cultist_exchanges_too() -> None:
    """CULT-6: benefits for Cultists apply to the player; but they are none, and are asked to join."""
    name = "cult_membership_card"
    game = meeting(HOST, {"table": [name], "hand": ["cultist", "bowling_pin"]}, {})
    assert asked(game) == ("join", 1)
    game.do("pass")
    game.do("swap", seat=1, card="buggoth")
    assert asked(game) == ("answer_swap", 1)


def test_what_was_received_may_be_laid_out_at_once() -> None:
    """TURN-6: by a player who has no decision of their own for it."""
    game = meeting({**HOST, "hand": ["cult_meeting", "bowling_pin"]}, {**CULTIST, "hand": ["buggoth"]}, {})
    game.do("swap", seat=1, card="bowling_pin")
    game.do(card="buggoth")
    assert asked(game) == ("receive", 1)
    game.do("lay_out", card="bowling_pin")
    assert table(game, 1) == ["bowling_pin", "cultist"]


# --------------------------------------------------------------------------- when, and who is asked


def test_no_meeting_in_a_combat() -> None:
    """At any other time: in one's own turn, and in windows of others."""
    assert not can(combat(HOST, monsters=[huge("geek_ones")]), "play", card="cult_meeting")
    fought = combat({"level": 9}, {**HOST, "hand": ["cult_meeting", "mephitic"]}, monsters=["geek_ones"])
    fought.do("kill")
    while fought.decision == Decision.WINDOW and int(fought.position["combat"]["active"][0]):
        assert not can(fought, "play", card="cult_meeting")
        fought.do("pass")
    game = table_of({}, HOST, MEMBER)
    game.do("open_door") if game.decision == Decision.TURN_START else None
    later = table_of({}, HOST, MEMBER, phase="begin")
    assert (later.decision, later.current_player) == (Decision.WINDOW, 1)
    later.do("play", card="cult_meeting")
    assert asked(later) == ("swap", 1)


def test_nobody_sees_who_is_asked() -> None:
    """WINDOW-3: ability to join, and to give a card, depends on hidden cards."""
    for other in ({"hand": ["cultist", "cheat"]}, MEMBER):
        game = meeting(HOST, other, {}, rest="deck")
        assert View.of(game, 2).asked is None
        assert sights(game, 2) == sights(rearranged(game, 2, np.random.default_rng(1)), 2)


def test_open_windows_ask_whoever_could() -> None:
    """WINDOW-3: then a pass tells nobody that there was nothing to choose."""
    game = meeting(HOST, MEMBER, {"hand": ["cheat"]}, {}, windows="open", forced_choices=True)
    passes(game)
    seats = []
    while meets(game):
        seats.append(asked(game))
        game.do("pass")
    assert seats == [("join", 2), ("join", 3), ("swap", 0), ("swap", 1)]


def positions() -> Iterator[mk.Game]:
    """Positions in the middle of a meeting, half-built actions included."""
    newcomer = {"hand": ["cultist", "bowling_pin"], "klass": "professor"}
    game = meeting(HOST, newcomer, {"hand": ["cheat"]}, {}, rest="deck")
    yield game.clone()
    begun = game.clone()
    begun.step(VERB0 + Verb.LAY_OUT)
    yield begun
    game.do("lay_out", card="cultist")
    yield game.clone()
    begun = game.clone()
    begun.step(VERB0 + Verb.SWAP)
    yield begun.clone()
    begun.step(SEAT0 + 1)
    yield begun
    game.do("swap", seat=1, card="buggoth")
    yield game


def test_meetings_are_saved_and_loaded() -> None:
    found = [*positions()]
    assert [asked(game)[0] for game in found] == ["join", "join", "swap", "swap", "swap", "answer_swap"]
    for game in found:
        twin = mk.Game.load(game.save())
        assert twin == game
        action = int(game.legal_actions()[-1])
        game.step(action)
        twin.step(action)
        assert twin == game


def test_nobody_sees_who_could_join() -> None:
    """WINDOW-3: only a holder of a Cultist card is asked, so the question would tell of a hand."""
    game = next(positions())
    assert asked(game) == ("join", 1)
    seen = [View.of(game, seat).decision for seat in range(4)]
    assert seen == [Decision.NONE, Decision.JOIN, Decision.NONE, Decision.NONE]


def test_what_a_seat_cannot_know_changes_nothing_that_it_sees() -> None:
    """The card that is shown is seen by two; who only watches can be told another one."""
    cards: set[str] = set()
    for game in positions():
        for seat in range(4):
            before = sights(game, seat)
            assert sights(rearranged(game, seat, np.random.default_rng(seat)), seat) == before
            for seed in range(3):
                twin = game.resample(seat, np.random.default_rng(seed))
                assert sights(twin, seat) == before
                if game.decision == Decision.ANSWER_SWAP:
                    (i,) = np.flatnonzero(twin.position["frame"]["kind"][0] == Frame.MEETING)
                    copy = int(twin.position["frame"]["c"][0, i])
                    name = twin.catalogue.short_id(int(twin.catalogue.tables[0]["type_of"][copy]))
                    assert name == "buggoth" or seat > 1
                    assert name != "cultist"
                    cards.add(name)
                for _ in range(4):
                    twin.step(int(np.random.default_rng(seed).choice(twin.legal_actions())))
                assert invariants.check_position(twin._positions, 0, twin._tables) == 0
    assert len(cards) > 2


@pytest.mark.interpreted
@pytest.mark.parametrize("windows", ["compressed", "open"])
def test_random_games_with_meetings_stay_sound(windows: str) -> None:
    """Everybody meets, joins, swaps, claims and cancels."""
    seats = [
        {**CULTIST, "hand": ["cult_meeting", "buggoth", "bowling_pin", "cultist"]},
        {"hand": ["cultist", "o_rlyeh", "cheat", "mephitic"], "klass": "professor"},
        {**CULTIST, "hand": ["ia_rlyeh", "bug_spray", "geek_ones", "call_the_army"]},
        {"hand": ["cultist", "body_swap_coupon", "wishing_ring"]},
        {},
    ]
    met: set[Decision] = set()
    for seed in range(6):
        rng = np.random.default_rng(seed)
        game = mk.scenario(seats, editions=("cthulhu",), windows=windows, seed=seed)
        passes(game)
        game.do("play", card="cult_meeting")
        for _ in range(60):
            if game.is_terminal:
                break
            met.add(game.decision)
            if meets(game):
                assert mk.Game.load(game.save()) == game
            game.step(int(rng.choice(game.legal_actions())))
            assert invariants.check_position(game._positions, 0, game._tables) == 0
    assert met >= {Decision.JOIN, Decision.SWAP, Decision.ANSWER_SWAP}


# --------------------------------------------------------------------------- a bot


def test_greedy_meets_to_get_rid_of_a_bad_card() -> None:
    """A Cultist among others plays it; one alone, or with nothing bad in hand, does not."""
    bad = {**CULTIST, "hand": ["cult_meeting", "shrub_niggurath"]}
    assert best(table_of(bad, MEMBER, {}, {})) == "play"
    assert best(table_of(bad, {"hand": ["bowling_pin"]}, {}, {})) != "play"
    assert best(table_of({**CULTIST, "hand": ["cult_meeting", "mephitic"]}, MEMBER, {}, {})) != "play"
    assert best(table_of({"hand": ["cult_meeting", "shrub_niggurath"]}, MEMBER, CULTIST, {})) != "play"


def test_greedy_does_not_call_the_end_upon_itself() -> None:
    """CULT-5: not where the last one may join while another leads."""
    bad = {**CULTIST, "hand": ["cult_meeting", "shrub_niggurath"]}
    assert best(table_of(bad, MEMBER, {"hand": ["cheat"], "level": 5})) != "play"


def test_greedy_gives_its_worst_card_and_takes_only_a_better_one() -> None:
    host = {**CULTIST, "hand": ["cult_meeting", "shrub_niggurath", "bowling_pin"]}
    game = meeting(host, {**CULTIST, "hand": ["wishing_ring", "geek_ones"], "level": 9}, {}, {})
    for answer in ("swap", "the player 1 to the left", "Shrub-Niggurath"):
        assert best(game) == answer
        game.step(
            int(
                make_bot("greedy").act(
                    View.of(game, game.current_player), game.legal_action_mask(), np.random.default_rng(0)
                )
            )
        )
    assert (asked(game), best(game)) == (("answer_swap", 1), "no")
    good = meeting({**host, "hand": ["cult_meeting", "wishing_ring"]}, {**CULTIST, "hand": ["shrub_niggurath"]}, {}, {})
    good.do("swap", seat=1, card="wishing_ring")
    assert best(good) == "Shrub-Niggurath"


def test_greedy_joins_where_it_gains_by_it() -> None:
    """CULT-5: not where another one wins by it; of two classes it gives the worse one."""
    game = meeting(HOST, {"hand": ["cultist"]}, MEMBER, {}, {})
    assert best(game) == "lay out"
    game = meeting(HOST, {"hand": ["cultist"]}, {**MEMBER, "level": 5})
    assert best(game) == "pass"
    two = {"klass": ["warrior", "thief"], "table": ["munchkin:super_munchkin"], "hand": ["cultist"]}
    game = meeting(HOST, two, MEMBER, {}, {}, editions=("munchkin", "cthulhu"))
    for answer in ("lay out", "Cultist", "Thief"):
        assert best(game) == answer
        game.step(
            int(
                make_bot("greedy").act(
                    View.of(game, game.current_player), game.legal_action_mask(), np.random.default_rng(0)
                )
            )
        )
    assert table(game, 1) == ["cultist", "munchkin:super_munchkin", "warrior"]


def test_the_windows_of_a_meeting_are_none() -> None:
    """WINDOW-2: nobody reacts between its steps."""
    game = meeting(HOST, MEMBER, {})
    assert int(game.position["window"][0]) == Window.NONE
