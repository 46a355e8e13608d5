"""O R'lyeh?: a curse, an opened door or a card that somebody plays is cancelled before it works."""

from collections.abc import Callable, Iterator
from functools import cache

import numpy as np
import pytest

import munchkin_env as mk
from munchkin_env.engine.state.actions import VERB0
from munchkin_env.engine.validation import invariants
from munchkin_env.observation import View
from munchkin_env.vocabulary import Decision, Frame, Verb, Window, Zone
from tests.kit.editions import card_of, edition
from tests.kit.greedy import best
from tests.kit.looking import can, doors_gone, hand, monsters, open_window, options, place_of, table
from tests.kit.playing import passes, unopposed
from tests.observation.play import rearranged, sights
from tests.scenarios.cthulhu.kit import combat, huge, table_of
from tests.tiers import share

NO = {"hand": ["o_rlyeh"]}


@cache
def two() -> tuple[str, str]:
    """The edition, and a guest with a second card that cancels."""
    fields = 'when = ["curse", "played"]\nplay = [{ do = "cancel", what = "card" }]'
    return "cthulhu", edition("again", card_of("again", "door_special", fields))


def asked(game: mk.Game) -> tuple[str, int] | None:
    """The window of cancellations that is open, and who is asked."""
    if game.decision != Decision.WINDOW or open_window(game) not in ("played", "opened", "curse"):
        return None
    return open_window(game), int(game.current_player)


def cancel(game: mk.Game) -> mk.Game:
    game.do("play", card="o_rlyeh" if "o_rlyeh" in hand(game, int(game.current_player)) else "again")
    return game


def kinds(game: mk.Game) -> list[int]:
    """The frames of the stack."""
    return [int(f["kind"]) for f in game.position["frame"][0][: int(game.position["n_frames"][0])]]


# --------------------------------------------------------------------------- doors


def test_an_opened_door_is_cancelled_and_another_one_opened() -> None:
    """TURN-2: a monster does not even appear; the next door is opened in its place."""
    game = table_of({}, NO, doors=["buggoth", "shallow_ones"])
    game.do("open_door")
    assert (asked(game), monsters(game), place_of(game, "buggoth")) == (("opened", 1), [], "aside")
    cancel(game)
    assert (monsters(game), doors_gone(game)) == (["shallow_ones"], ["buggoth", "o_rlyeh"])
    assert int(game.position["reopens"][0]) == 0


def test_who_opens_the_door_may_cancel_it_himself() -> None:
    """WINDOW-1: the player in turn comes last. Each new door may be cancelled again."""
    game = table_of(NO, {"hand": ["again"]}, doors=["buggoth", "cheat", "shallow_ones"], editions=two())
    game.do("open_door")
    assert asked(game) == ("opened", 1)
    game.do("pass")
    assert asked(game) == ("opened", 0)
    cancel(game)
    assert asked(game) == ("played", 1), "what cancels is a card that is played"
    game.do("pass")
    assert (asked(game), place_of(game, "cheat")) == (("opened", 1), "aside")
    cancel(game)
    assert monsters(game) == ["shallow_ones"]


def test_a_door_that_is_not_cancelled_works_as_ever() -> None:
    """TURN-2: a monster fights, another card comes to the hand, seen by all."""
    game = table_of({}, NO, doors=["buggoth"])
    game.do("open_door")
    game.do("pass")
    assert monsters(game) == ["buggoth"]
    other = table_of({}, NO, doors=["cheat"])
    other.do("open_door")
    other.do("pass")
    assert hand(other, 0) == ["cheat"]


@pytest.mark.parametrize("cancelled", [True, False])
def test_a_drawn_curse_is_cancelled_and_another_door_opened(cancelled: bool) -> None:
    """CURSE-1, CURSE-4: in the window of the curse; who passes there is not asked a second time."""
    game = table_of({"level": 3}, NO, doors=["curse_learn_yet_another_awful_truth", "buggoth"])
    game.do("open_door")
    assert asked(game) == ("curse", 1)
    if cancelled:
        assert monsters(cancel(game)) == ["buggoth"]
    else:
        game.do("pass")
        assert asked(game) is None
        assert monsters(game) == []


def test_a_played_curse_is_cancelled_without_another_card() -> None:
    """CURSE-4: nothing is drawn for it."""
    game = table_of({"hand": ["curse_learn_yet_another_awful_truth"]}, NO, doors=["buggoth"])
    game.do("play", card="curse_learn_yet_another_awful_truth", seat=2)
    assert asked(game) == ("curse", 1)
    cancel(game)
    assert (game.decision, place_of(game, "curse_learn_yet_another_awful_truth")) == (Decision.TURN_START, "discards")
    assert int(game.position["reopens"][0]) == 0


# --------------------------------------------------------------------------- plays


def test_a_one_shot_is_cancelled() -> None:
    """PLAY-3: it is discarded and gives nothing; who played it is not asked."""
    game = combat({"hand": ["maniacal_laugh"]}, NO, monsters=["buggoth"])
    game.do("play", card="maniacal_laugh", place="players")
    before = game.strength("players")
    assert (asked(game), place_of(game, "maniacal_laugh")) == (("played", 1), "aside")
    cancel(game)
    assert (game.strength("players"), place_of(game, "maniacal_laugh")) == (before, "discards")


def test_a_play_that_is_not_cancelled_works_as_ever() -> None:
    """PLAY-3: the one-shot lies with the combat as its player's."""
    game = combat({"hand": ["maniacal_laugh"]}, NO, monsters=["buggoth"])
    before = game.strength("players")
    game.do("play", card="maniacal_laugh", place="players")
    unopposed(game, "pass")
    assert (game.strength("players"), place_of(game, "maniacal_laugh")) == (before + 2, "combat")


def test_a_cancellation_is_cancelled() -> None:
    """PLAY-3: by another such card."""
    game = combat({"hand": ["maniacal_laugh", "again"]}, NO, monsters=["buggoth"], editions=two())
    before = game.strength("players")
    game.do("play", card="maniacal_laugh", place="players")
    cancel(game)
    assert asked(game) == ("played", 0)
    cancel(game)
    passes(game)
    assert game.strength("players") == before + 2
    assert (place_of(game, "o_rlyeh"), place_of(game, "again")) == ("discards", "combat")


def test_an_enhancer_is_cancelled() -> None:
    """PLAY-4: the monster is as strong as before."""
    game = combat({"level": 5}, {"hand": ["mephitic", "rugose"]}, NO, monsters=["buggoth"])
    game.do("kill")
    before = game.strength("monsters")
    game.do("play", card="mephitic", place=0)
    assert asked(game) == ("played", 2)
    cancel(game)
    assert (game.strength("monsters"), place_of(game, "mephitic")) == (before, "discards")


def test_what_was_to_join_stays_in_the_hand() -> None:
    """PLAY-5: only the Wandering Monster is cancelled."""
    game = combat({"level": 5}, {"hand": ["wandering_monster", "shallow_ones", "rugose"]}, NO, monsters=["buggoth"])
    game.do("kill")
    game.do("play", card="wandering_monster", second="shallow_ones")
    other = game.clone()
    cancel(game)
    assert (monsters(game), hand(game, 1)) == (["buggoth"], ["rugose", "shallow_ones"])
    other.do("pass")
    assert monsters(other) == ["buggoth", "shallow_ones"]


def test_a_level_card_is_cancelled() -> None:
    """PLAY-2: no level."""
    game = table_of({"hand": ["call_the_army"]}, NO)
    game.do("play", card="call_the_army", seat=0)
    cancel(game)
    assert (game.level(0), place_of(game, "call_the_army")) == (1, "discards")


def test_what_is_laid_out_is_cancelled() -> None:
    """TURN-1: an item does not come to the table; the next one may."""
    game = table_of({"hand": ["bowling_pin", "bug_spray"]}, NO)
    game.do("lay_out", card="bowling_pin")
    assert asked(game) == ("played", 1)
    cancel(game)
    assert (table(game, 0), game.decision) == ([], Decision.TURN_START)
    game.do("lay_out", card="bug_spray")
    assert table(game, 0) == ["bug_spray"]


def test_trouble_is_cancelled() -> None:
    """TURN-3: the monster from the hand is discarded; the player may still loot the room."""
    game = table_of({"hand": ["buggoth"]}, NO, phase="trouble")
    game.do("fight", card="buggoth")
    assert asked(game) == ("played", 1)
    cancel(game)
    passes(game)
    assert (monsters(game), game.decision) == ([], Decision.AFTER_DOOR)
    assert can(game, "loot_room")


def test_the_card_that_makes_the_last_one_a_cultist_is_cancelled() -> None:
    """CULT-5: then the game goes on; the card goes to the Cultists' discards."""
    game = table_of({"hand": ["cultist"]}, {**NO, "klass": "cultist"}, {"klass": "cultist"})
    game.do("lay_out", card="cultist")
    assert asked(game) == ("played", 1)
    again = game.clone()
    cancel(game)
    assert (game.is_terminal, table(game, 0)) == (False, [])
    assert int(game.position["card"]["zone"][0, list(game.catalogue.copies_of(game.catalogue.index("cultist")))].max())
    again.do("pass")
    assert again.is_terminal


def test_a_wishing_ring_is_cancelled_and_the_curse_strikes() -> None:
    """CURSE-4: the window of the curse stays open below that of the ring."""
    game = table_of({"hand": ["curse_learn_yet_another_awful_truth"]}, NO, {"hand": ["wishing_ring"]})
    game.do("play", card="curse_learn_yet_another_awful_truth", seat=2)
    game.do("pass")
    game.do("play", card="wishing_ring", second="curse_learn_yet_another_awful_truth")
    assert asked(game) == ("played", 1)
    copy = game.clone()
    cancel(game)
    passes(game)
    assert Frame.PLAYED not in kinds(game)
    assert place_of(copy, "curse_learn_yet_another_awful_truth") == "aside"
    unopposed(copy, "pass")
    assert place_of(copy, "curse_learn_yet_another_awful_truth") == "discards"
    assert place_of(copy, "wishing_ring") == "discards"


def test_what_cancels_is_claimed_afterwards() -> None:
    """DECK-1: after all has been settled."""
    game = table_of({"hand": ["call_the_army"]}, NO, {"hand": ["ia_rlyeh"]})
    game.do("play", card="call_the_army", seat=0)
    cancel(game)
    assert open_window(game) == "discard"
    game.do("play", card="ia_rlyeh", second="call_the_army")
    assert hand(game, 2) == ["call_the_army"]


def test_there_is_nothing_else_to_do_with_it() -> None:
    """WINDOW-3: at no other moment."""
    assert not can(table_of(NO), "play", card="o_rlyeh")
    assert not can(combat(NO, monsters=["buggoth"]), "play", card="o_rlyeh")
    game = combat({}, NO, monsters=[huge("buggoth")], dice=[1])
    game.do("run_away")
    while not game.is_terminal and game.decision == Decision.WINDOW:
        assert "play" not in options(game)
        game.do("pass")


# --------------------------------------------------------------------------- who is asked, and what is seen


def rid(game: mk.Game) -> bytes:
    """The position without the card that cancels, in all that it is told by."""
    row = game.clone().position
    s = row[0]
    copies = list(game.catalogue.copies_of(game.catalogue.index("o_rlyeh")))
    for c in copies:
        before, after = int(s["card"]["prev"][c]), int(s["card"]["next"][c])
        zone = int(s["card"]["zone"][c])
        if before:
            s["card"]["next"][before] = after
        elif zone >= Zone.HAND:
            s["head"][zone] = after
        if after:
            s["card"]["prev"][after] = before
        if zone >= Zone.HAND:
            s["count"][zone] -= 1
        s["card"][c] = np.zeros(1, s["card"].dtype)[0]
    for p in range(3):
        s["player"][p]["hand_when"] = 0
    return bytes(row.view(np.uint8))


ANSWERS: list[tuple[Callable[[dict], mk.Game], dict[str, object]]] = [
    (lambda seat: combat({"hand": ["maniacal_laugh"]}, seat, monsters=["buggoth"]), {"verb": "play"}),
    (lambda seat: table_of({"hand": ["call_the_army"]}, seat), {"verb": "play", "seat": 0}),
    (lambda seat: table_of({"hand": ["bowling_pin"]}, seat), {"verb": "lay_out"}),
    (lambda seat: table_of({"hand": ["shallow_ones"]}, seat, phase="trouble"), {"verb": "fight"}),
    (lambda seat: table_of({}, seat, doors=["buggoth"]), {"verb": "open_door"}),
]


@pytest.mark.parametrize("number", range(len(ANSWERS)))
def test_nobody_learns_that_somebody_could_have_cancelled(number: int) -> None:
    """WINDOW-3: after a pass, everything is as if the player held another card."""
    make, answer = ANSWERS[number]
    found = []
    for held in ("o_rlyeh", None):
        game = make({"hand": ["o_rlyeh"]} if held else {"hand": []})
        card = next(iter(hand(game, 0)), None)
        facts = {key: value for key, value in answer.items() if key != "verb"}
        if card == "maniacal_laugh":
            facts["place"] = "players"
        game.do(answer["verb"], **({"card": card} if card else {}), **facts)
        if held:
            assert asked(game)
            game.do("pass")
        passes(game)
        assert asked(game) is None
        found.append(rid(game))
    assert found[0] == found[1]


def positions() -> Iterator[mk.Game]:
    """Positions in which something may be cancelled, half-built actions included."""
    door = table_of({}, NO, {"hand": ["bowling_pin"]}, doors=["buggoth"], rest="deck")
    door.do("open_door")
    play = combat({"hand": ["maniacal_laugh", "again"]}, NO, monsters=["buggoth"], rest="deck", editions=two())
    play.do("play", card="maniacal_laugh", place="players")
    for game in (door, play):
        yield game.clone()
        begun = game.clone()
        begun.step(VERB0 + Verb.PLAY)
        yield begun
    yield cancel(play)
    lay = table_of({"hand": ["bowling_pin"]}, NO, rest="deck")
    lay.do("lay_out", card="bowling_pin")
    yield lay


def test_cancellations_are_saved_and_loaded() -> None:
    found = [*positions()]
    for game in found:
        assert asked(game)
        twin = mk.Game.load(game.save())
        assert twin == game
        if game.stage == 0:
            for one in (game, twin):
                one.do("pass")
            assert twin == game
    assert len(found) == 6


def test_a_play_that_has_become_impossible_does_nothing() -> None:
    """A one-shot on a monster that is not there is discarded."""
    game = [*positions()][2]
    (i,) = np.flatnonzero(game.position["frame"]["kind"][0] == Frame.PLAYED)
    game.position["frame"]["b"][0, i] = 9
    game.do("pass")
    assert place_of(game, "maniacal_laugh") == "discards"
    assert invariants.check_position(game._positions, 0, game._tables) == 0


def test_nobody_sees_who_is_asked() -> None:
    """WINDOW-3: as in the window of a curse."""
    game = next(positions())
    assert asked(game) == ("opened", 1)
    assert sights(game, 0) == sights(rearranged(game, 0, np.random.default_rng(1)), 0)
    assert View.of(game, 0).asked is None
    assert "Being resolved: Buggoth" in game.text(0)
    for seed in range(4):
        twin = game.resample(0, np.random.default_rng(seed))
        twin.do("pass")
        assert not twin.position["fault"][0]


def test_open_windows_ask_everybody_and_other_games_nobody() -> None:
    """WINDOW-3: everybody but the player of the card; at a door the player in turn comes last."""
    game = table_of({"hand": ["bowling_pin"]}, doors=["cheat"], windows="open")
    passes(game)
    game.do("lay_out", card="bowling_pin")
    seats = []
    while asked(game):
        seats.append(game.current_player)
        game.do("pass")
    assert seats == [1, 2]
    game.do("open_door")
    seats = []
    while asked(game):
        seats.append(game.current_player)
        game.do("pass")
    assert seats == [1, 2, 0]
    base = mk.Game(players=3, seed=3, windows="open")
    rng = np.random.default_rng(3)
    for _ in range(300):
        assert int(base.position["window"][0]) < Window.DISCARD
        assert Frame.PLAYED not in kinds(base)
        base.step(int(rng.choice(base.legal_actions())))


@pytest.mark.interpreted
@pytest.mark.parametrize("windows", ["compressed", "open"])
def test_random_games_with_cancellations_stay_sound(windows: str) -> None:
    """From tables where everybody can cancel and claim."""
    seats = [
        {"hand": ["again", "maniacal_laugh", "cheat", "bowling_pin", "wandering_monster", "shallow_ones"]},
        {"hand": ["o_rlyeh", "wishing_ring", "mephitic", "mutation", "geek_ones"], "klass": "professor"},
        {"hand": ["ia_rlyeh", "portal_of_mystery", "call_the_army", "piercing_shriek", "body_swap_coupon"]},
    ]
    met: set[int] = set()
    for seed in range(share(3, 3)):
        rng = np.random.default_rng(seed)
        game = mk.scenario(seats, doors=["buggoth"], editions=two(), windows=windows, seed=seed)
        for _ in range(70):
            if game.is_terminal:
                break
            window = int(game.position["window"][0])
            met.add(window)
            if window >= Window.DISCARD:
                assert mk.Game.load(game.save()) == game
            game.step(int(rng.choice(game.legal_actions())))
            assert invariants.check_position(game._positions, 0, game._tables) == 0
    assert met >= {Window.DISCARD, Window.PLAYED, Window.OPENED}


# --------------------------------------------------------------------------- a bot


def test_greedy_cancels_what_harms_it() -> None:
    """A curse on it and a monster that it can't beat; not what happens to others."""
    for victim, answer in ((1, "play"), (2, "pass")):
        game = table_of({"hand": ["curse_learn_yet_another_awful_truth"]}, {**NO, "level": 5})
        game.do("play", card="curse_learn_yet_another_awful_truth", seat=victim)
        assert best(game) == answer
    for monster, answer in (("buggoth", "pass"), ("shrub_niggurath", "play")):
        game = table_of({**NO, "level": 5}, doors=[monster])
        game.do("open_door")
        assert (game.current_player, best(game)) == (0, answer)


def test_greedy_cancels_what_lets_another_win() -> None:
    """A door that leads to the winning level, a card that makes a lost combat won."""
    game = table_of({"level": 9}, NO, doors=["buggoth"])
    game.do("open_door")
    assert best(game) == "play"
    far = table_of({"level": 5}, NO, doors=["buggoth"])
    far.do("open_door")
    assert best(far) == "pass"


def test_greedy_does_not_let_the_cult_end_the_game_for_another() -> None:
    """CULT-5: unless it is ahead."""
    for level, answer in ((5, "play"), (1, "pass")):
        others = [{**NO, "klass": "cultist", "level": 3}, {"klass": "cultist"}]
        game = table_of({"level": level, "hand": ["cultist"]}, *others)
        game.do("lay_out", card="cultist")
        assert best(game) == answer
