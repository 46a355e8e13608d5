"""Nothing that a seat can't know changes its observation; resampled games look the same to it."""

from collections import Counter

import numpy as np
import pytest

import munchkin_env as mk
from munchkin_env.engine.state.actions import CARD0, SEAT0
from munchkin_env.engine.state.layout import PLAYER_FIELDS, STATE_FIELDS
from munchkin_env.engine.validation.invariants import Broken
from munchkin_env.observation import View, observe
from munchkin_env.vocabulary import Decision, Event, Flag, Stage, Verb, Zone
from tests.observation.play import PRIVATE, listed, random_games, rearranged, restored, sights, some_games
from tests.tiers import share

KINDS = {"flat", "tokens", "globals", "sparse", "text", "mask", "view"}
QUIET = (Verb.PASS, Verb.DONE, Verb.NO, Verb.OPEN_DOOR, Verb.END_TURN, Verb.KILL, Verb.RUN_AWAY, Verb.ROLL)


def same(game: mk.Game, other: mk.Game, seat: int) -> None:
    before, after = sights(game, seat), sights(other, seat)
    assert set(before) == KINDS
    differing = [kind for kind in before if before[kind] != after[kind]]
    assert not differing, f"seat {seat} of {game!r} sees a difference in {differing}"


# --------------------------------------------------------------------------- (a) what can't be known


def test_nothing_hidden_changes_what_a_seat_sees():
    rng = np.random.default_rng(1)
    changed = 0
    for game in some_games():
        for seat in range(game.config.players):
            other = rearranged(game, seat, rng)
            changed += other.position.tobytes() != game.position.tobytes()
            same(game, other, seat)
    assert changed > 400


def test_a_seat_does_see_its_own_hand_and_what_it_knows_of():
    """The test above would pass for an observation that shows nothing."""
    game = mk.scenario([{"hand": ["potted_plant"]}, {"hand": ["lawyers"]}, {}], seed=1)
    swapped = mk.scenario([{"hand": ["lawyers"]}, {"hand": ["potted_plant"]}, {}], seed=1)
    shown = sights(game, 0), sights(swapped, 0)
    assert all(shown[0][kind] != shown[1][kind] for kind in ("flat", "tokens", "sparse", "text", "view"))
    known = game.clone()
    known.position["card"]["known_by"][0, listed(known.position[0], Zone.HAND + 1)[0]] = 1
    known.position["player"]["hand_known"][0, 1] = 1
    known = restored(game, known.position)
    assert sights(game, 0)["flat"] != sights(known, 0)["flat"]
    assert sights(game, 0)["tokens"] != sights(known, 0)["tokens"]
    assert sights(game, 0)["sparse"] != sights(known, 0)["sparse"]
    assert "known in hand: Lawyers" in known.text(0)
    assert sights(game, 2) == sights(known, 2)


def test_fields_that_are_not_public_are_blank_in_a_view():
    """Every field of the position says who may see it; a new one that is not public must be blanked here."""
    partly = {"seat", "n_frames", "frame", "head"}
    blank = {field.name for field in STATE_FIELDS if field.seen == "engine"} - partly
    owned = {field.name for field in PLAYER_FIELDS if field.seen == "owner"}
    assert owned == {"hand_when", "hand_gold"}
    for game in some_games()[::5]:
        for seat in range(game.config.players):
            s = View.of(game, seat).record
            assert not any(s[name].any() for name in blank)
            assert not any(s["player"][p][name] for p in range(6) for name in owned if p != seat)
            assert int(s["n_frames"]) <= 1
            assert not np.ascontiguousarray(s["frame"][1:]).view(np.uint8).any()


def test_a_window_shows_what_happened_but_not_who_is_asked():
    """WINDOW-3: nothing observable tells who was asked."""
    seen = 0
    for game in some_games():
        if game.decision in PRIVATE:
            for seat in set(range(game.config.players)) - {game.current_player}:
                view = View.of(game, seat)
                seen += 1
                assert view.asked is None
                assert view.decision == Decision.NONE
                assert int(view.window) == int(game.position["window"][0])
    assert seen > 50


def test_the_decisions_of_turn_combat_help_and_loss_are_open():
    game = mk.scenario([{"hand": ["potted_plant"]}, {}, {}], phase="combat", combat={"monsters": ["lawyers"]})
    while game.decision != Decision.COMBAT:
        game.do("pass")
    assert [View.of(game, p).asked for p in range(3)] == [0, 0, 0]
    assert [View.of(game, p).decision for p in range(3)] == [Decision.COMBAT] * 3


def test_a_half_built_answer_is_seen_by_its_seat_only():
    """A trade is half chosen: two own items selected, one asked for; then it is offered."""
    mine, theirs = ["horny_helmet", "leather_armor"], ["boots_of_butt_kicking", "buckler_of_swashing"]
    tables = [{"carried": [*mine, "spiky_knees"]}, {"carried": theirs}, {"carried": ["rat_on_a_stick"]}]
    game = mk.scenario(tables, windows="final")
    begun, stages = game.clone(), []
    for answer in ("trade", "seat", *mine, "done", theirs[0]):
        if answer == "trade":
            begun.step(Verb.TRADE)
        elif answer == "seat":
            begun.step(SEAT0 + 1)
        elif answer == "done":
            begun.step(Verb.DONE)
        else:
            begun.step(CARD0 + game.catalogue.index(answer) - 1)
        stages.append(begun.stage)
        for seat in (1, 2):
            same(game, begun, seat)
        assert sights(game, 0)["flat"] != sights(begun, 0)["flat"]
        assert sights(game, 0)["tokens"] != sights(begun, 0)["tokens"] or answer in ("trade", "seat")
    assert Stage.MORE in stages
    assert Stage.WANT in stages
    begun.step(Verb.DONE)
    assert all(sights(game, seat)["flat"] != sights(begun, seat)["flat"] for seat in (1, 2))


def test_encodings_of_a_view_are_those_of_the_position():
    for game in some_games()[::2]:
        for seat in range(game.config.players):
            view = View.of(game, seat)
            again = observe(view.row, game.catalogue, seat)
            tokens = observe(view.row, game.catalogue, seat, "tokens")
            twin = View(view.row, game.catalogue, seat)
            assert np.array_equal(again, game.observe(seat))
            assert all(np.array_equal(tokens[k], v) for k, v in game.observe(seat, "tokens").items())
            assert twin.row.tobytes() == view.row.tobytes()


# --------------------------------------------------------------------------- (b) resampling


def test_a_resampled_position_looks_the_same():
    rng = np.random.default_rng(2)
    moved = 0
    for game in some_games():
        for seat in range(game.config.players):
            drawn = game.resample(seat, rng)
            assert drawn.broken() == Broken(0)
            same(game, drawn, seat)
            moved += drawn.position["card"]["zone"].tobytes() != game.position["card"]["zone"].tobytes()
    assert moved > 400


def test_resampling_keeps_what_is_known_and_draws_the_rest():
    rng = np.random.default_rng(3)
    hands = [{"hand": ["elf"]}, {"hand": ["lawyers", "potted_plant", "leather_armor"]}, {"hand": ["dwarf"]}]
    game = mk.scenario(hands, seed=5, dice=[1, 1, 1])
    s = game.position[0]
    s["card"]["known_by"][game.catalogue.copies_of(game.catalogue.index("lawyers"))[0]] = 1
    seen: Counter[str] = Counter()
    for _ in range(200):
        drawn = game.resample(0, rng)
        hand = [card.name for card in View.everything(drawn.position, game.catalogue).hand(1)]
        assert len(hand) == 3
        assert "Lawyers" in hand
        assert int(drawn.position["n_dice"][0]) == 0
        seen.update(hand)
    assert len(seen) > 60
    assert game.resample(0, np.random.default_rng(4)) == game.resample(0, np.random.default_rng(4))
    assert game.resample(0, np.random.default_rng(4)) != game.resample(0, np.random.default_rng(5))


def test_resampling_is_uniform():
    """Two hidden hands and three doors in the deck: each card is as often in each place (99.9 %)."""
    doors = ["lawyers", "potted_plant", "flying_frogs", "gazebo"]
    game = mk.scenario([{}, {"hand": ["elf"]}, {"hand": ["dwarf"]}], doors=doors, rest="out", seed=1)
    rng = np.random.default_rng(6)
    times, held = 1500, Counter()
    for _ in range(times):
        view = View.everything(game.resample(0, rng).position, game.catalogue)
        held.update((p, card.name) for p in (1, 2) for card in view.hand(p))
    assert len(held) == 10  # the Lawyers are fought already
    expected = times / 5
    statistic = sum((n - expected) ** 2 / expected for n in held.values())
    assert statistic < 26.1  # chi-squared, 8 degrees of freedom


def test_cards_that_act_at_once_are_never_drawn_into_a_hand():
    """WIN-3, TREAS-1: Divine Intervention and Hoard! are played when they are received."""
    hands = [{}, {"hand": ["elf", "leather_armor"]}, {}]
    doors, treasures = ["lawyers", "divine_intervention"], ["hoard"]
    game = mk.scenario(hands, doors=doors, treasures=treasures, rest="out")
    rng = np.random.default_rng(7)
    for _ in range(50):
        view = View.everything(game.resample(0, rng).position, game.catalogue)
        assert sorted(card.name for card in view.hand(1)) == ["Elf", "Leather Armor"]


def test_divine_intervention_waits_in_no_hand_but_the_one_that_is_dealt():
    """SETUP-3, DEATH-4: a player who returns from death is dealt a hand; the others' were looked through long ago."""
    doors = ["potted_plant", "divine_intervention", "gazebo", "elf", "lawyers", "dwarf"]
    hands = [{"hand": ["flying_frogs"]}, {}, {"hand": ["net_troll", "bullrog"]}, {}]
    game = mk.scenario(hands, doors=doors, treasures=["huge_rock"] * 1, rest="out", start_cards=2, seed=2)
    game.position["player"]["redeal"][0, 1] = 1
    while game.decision != Decision.SETUP:
        plain = [int(a) for a in game.legal_actions() if int(a) in QUIET]
        game.step(plain[-1] if plain else int(game.legal_actions()[-1]))
    assert game.current_player == 1
    rng = np.random.default_rng(5)
    held: Counter[int] = Counter()
    for _ in range(300):
        drawn = game.resample(3, rng)
        assert drawn.broken() == Broken(0)
        view = View.everything(drawn.position, game.catalogue)
        held.update(p for p in range(3) for card in view.hand(p) if card.name == "Divine Intervention")
    assert set(held) == {1}


def test_resampling_takes_back_the_half_built_answer_of_another():
    rng = np.random.default_rng(8)
    taken = 0
    for game in some_games():
        if game.stage == Stage.VERB:
            continue
        for seat in range(game.config.players):
            drawn = game.resample(seat, rng)
            if seat == game.current_player:
                assert drawn.stage == game.stage
            else:
                taken += 1
                assert drawn.stage == Stage.VERB
                assert not any(int(f) & Flag.SELECTED for f in drawn.position["card"]["flag"][0])
    assert taken > 20


def test_a_resampled_game_can_be_played_on():
    rng = np.random.default_rng(9)
    for game in some_games()[::6]:
        for seat in range(game.config.players):
            drawn = game.resample(seat, rng)
            for _ in range(25):
                if drawn.is_terminal or not len(drawn.legal_actions()):
                    break
                drawn.step(int(rng.choice(drawn.legal_actions())))
            assert drawn.broken() == Broken(0)


# --------------------------------------------------------------------------- (d) streams


def public(game: mk.Game, since: int) -> list[tuple[int, ...]]:
    """Public events since a count."""
    s = game.position[0]
    ring = s["event"]
    return [tuple(int(x) for x in ring[i % len(ring)]) for i in range(since, int(s["event_count"]))]


def stream(game: mk.Game, seat: int, steps: int) -> list[tuple[list[tuple[int, ...]], list[int], dict[str, bytes]]]:
    """(public events, own hand, all the seat is shown) at each of its decisions.

    Everybody decides by a rule that looks at no hand: where there is such an action, nothing is played.
    """
    since = int(game.position["event_count"][0])
    found = []
    for _ in range(steps):
        if game.is_terminal or not len(game.legal_actions()):
            break
        if game.current_player == seat:
            hand = sorted(game.catalogue.tables[0]["type_of"][listed(game.position[0], Zone.HAND + seat)].tolist())
            # a view names copies, and two copies of a card may come in either order: types are what is shown
            shown = {kind: sight for kind, sight in sights(game, seat).items() if kind != "view"}
            found.append((public(game, since), hand, shown))
        legal = [int(a) for a in game.legal_actions()]
        plain = [a for a in legal if a in QUIET]
        game.step(plain[-1] if plain else legal[-1])
    return found


def test_until_the_first_difference_a_seat_sees_the_same_stream():
    """Played on with the same actions, a resampled game shows the same until an event or an own card differs."""
    rng = np.random.default_rng(10)
    compared = 0
    for game in some_games()[::8]:
        for seat in range(game.config.players):
            if game.current_player != seat and (game.stage != Stage.VERB or View.of(game, seat).asked is None):
                continue  # taken back or resampled: an earlier decision is asked once more
            real, drawn = stream(game.clone(), seat, 25), stream(game.resample(seat, rng), seat, 25)
            for (events, hand, sight), (others, other_hand, other_sight) in zip(real, drawn, strict=False):
                if events != others or hand != other_hand:
                    break
                assert sight == other_sight, f"seat {seat} of {game!r} is told apart without an event"
                compared += 1
    assert compared > 100


@pytest.mark.slow
@pytest.mark.compiled
def test_long_games_keep_their_secrets():
    rng = np.random.default_rng(12)
    for seed in range(share(40)):
        for game in random_games(100 + seed, 3 + seed % 4, 1500, 11):
            seat = int(rng.integers(game.config.players))
            same(game, rearranged(game, seat, rng), seat)
            drawn = game.resample(seat, rng)
            assert drawn.broken() == Broken(0)
            same(game, drawn, seat)


def test_an_event_never_names_a_hidden_card():
    """Drawn face down, given in charity, taken unseen: the event is open, the card is not."""
    quiet = {Event.DREW, Event.CHARITY, Event.TOOK}
    hidden = 0
    for game in some_games():
        s = game.position[0]
        for e in s["event"][: min(int(s["event_count"]), len(s["event"]))]:
            if int(e["kind"]) in quiet and int(e["card"]) == 0:
                hidden += 1
            assert int(e["kind"]) != Event.CHARITY or int(e["card"]) == 0
    assert hidden > 50
