"""Claims of a fresh discard: by a card played for it, or by a neighbour of the player who discards it."""

from collections.abc import Iterator

import numpy as np
import pytest

import munchkin_env as mk
from munchkin_env.engine.state.actions import VERB0
from munchkin_env.vocabulary import Decision, Flag, Verb, Window
from tests.kit.greedy import best
from tests.kit.looking import can, hand, open_window, options, place_of, table
from tests.kit.playing import passes
from tests.observation.play import rearranged, sights
from tests.scenarios.cthulhu.kit import combat, huge, table_of

CLAIMS = {"hand": ["ia_rlyeh"]}


def until_discards(game: mk.Game) -> mk.Game:
    """Everybody passes until cards are on offer, or something else than a window is asked."""
    while game.decision == Decision.WINDOW and open_window(game) != "discard":
        game.do("pass")
    return game


def on_offer(game: mk.Game) -> list[str]:
    """The cards that may be claimed, sorted."""
    flags = game.position["card"]["flag"][0]
    types = game.catalogue.tables[0]["type_of"]
    return sorted(game.catalogue.short_id(int(types[c])) for c in np.flatnonzero(flags & Flag.FRESH))


def killed(game: mk.Game) -> mk.Game:
    """The leader wins, up to the moment when the cards of the combat are discarded."""
    game.do("kill")
    return until_discards(game)


def asked(game: mk.Game) -> int | None:
    """Return the seat that may claim something now."""
    return game.current_player if game.decision == Decision.WINDOW and open_window(game) == "discard" else None


# --------------------------------------------------------------------------- a card that claims


def test_ia_rlyeh_takes_a_card_of_the_combat() -> None:
    """DECK-1: cards of the combat are discarded at its end; one of these cards is taken."""
    game = killed(combat({"level": 8}, CLAIMS, monsters=["buggoth"]))
    assert (asked(game), on_offer(game)) == (1, ["buggoth"])
    game.do("play", card="ia_rlyeh", second="buggoth")
    assert hand(game, 1) == ["buggoth"]
    passes(game)
    assert place_of(game, "ia_rlyeh") == "discards"
    assert on_offer(game) == []


def test_who_lets_it_pass_has_no_second_chance() -> None:
    """WINDOW-1: the cards are on offer once."""
    game = killed(combat({"level": 8}, CLAIMS, monsters=["buggoth"]))
    game.do("pass")
    assert (asked(game), on_offer(game)) == (None, [])
    assert "play" not in options(game)


def test_it_is_played_at_no_other_moment() -> None:
    """WINDOW-3: neither in a combat nor in the own turn, and the card itself is not on offer."""
    assert not can(table_of(CLAIMS), "play", card="ia_rlyeh")
    assert not can(combat(CLAIMS, monsters=["buggoth"]), "play", card="ia_rlyeh")


def test_lost_items_are_claimed_and_laid_out_at_once() -> None:
    """TURN-6, DECK-1: bad stuff takes the armor, its claimant puts it on."""
    game = combat({"table": ["slime_proof_poncho"]}, CLAIMS, monsters=[huge("buggoth")], dice=[1])
    game.do("run_away")
    passes(game)
    game.do("roll", place=0)
    passes(game)
    game.do(card="slime_proof_poncho")
    assert (asked(game), on_offer(game)) == (1, ["slime_proof_poncho"])
    game.do("play", card="ia_rlyeh", second="slime_proof_poncho")
    assert game.decision == Decision.RECEIVE
    game.do("lay_out", card="slime_proof_poncho")
    assert table(game, 1) == ["slime_proof_poncho"]


def test_the_effects_of_a_play_come_first() -> None:
    """A level card is discarded as it is played; its level is gained before anybody claims the card."""
    level = "call_the_army"
    game = table_of({"hand": [level]}, CLAIMS)
    game.do("play", card=level, seat=0)
    assert (asked(game), game.level(0)) == (1, 2)
    game.do("play", card="ia_rlyeh", second=level)
    assert hand(game, 1) == [level]


def test_what_is_claimed_is_not_shuffled_in() -> None:
    """DECK-2: the discards are claimed before the treasure is drawn for which they would be shuffled."""
    game = combat({"level": 8, "hand": ["piercing_shriek"]}, CLAIMS, monsters=["buggoth"], treasures=[])
    game.do("play", card="piercing_shriek", place="players")
    passes(game)
    killed(game)
    assert on_offer(game) == ["buggoth", "piercing_shriek"]
    game.do("play", card="ia_rlyeh", second="piercing_shriek")
    passes(game)
    assert hand(game, 1) == ["piercing_shriek"]


def test_the_discards_of_cultists_are_not_on_offer() -> None:
    """CULT-2: they lie apart."""
    seat = {"klass": "cultist", "hand": ["sudden_head_blow"]}
    game = table_of(seat, {**CLAIMS, "klass": "cultist"}, {})
    game.do("play", card="sudden_head_blow", seat=0)
    until_discards(game)
    assert place_of(game, "cultist") == "discards"
    assert (asked(game), on_offer(game)) == (1, ["sudden_head_blow"])


def test_nobody_is_asked_while_the_first_cards_are_laid_out() -> None:
    """SETUP-3: nothing is claimed before the first turn."""
    game = mk.Game(players=3, seed=1, editions=("cthulhu",))
    while game.decision == Decision.SETUP:
        assert on_offer(game) == []
        game.do("done")


def test_the_first_one_to_claim_has_it() -> None:
    """WINDOW-1: players who can are asked from the left of the player in turn, who comes last."""
    laugh = {"level": 5, "hand": ["maniacal_laugh"]}
    game = combat(laugh, CLAIMS, {"level": 1}, monsters=["buggoth"])
    game.do("play", card="maniacal_laugh", place="players")
    passes(game)
    killed(game)
    assert asked(game) == 1
    game.do("play", card="ia_rlyeh", second="maniacal_laugh")
    until_discards(game)
    assert asked(game) is None, "seat 2 has a right to it, but it is gone"
    assert hand(game, 1) == ["maniacal_laugh"]


# --------------------------------------------------------------------------- a neighbour's right


@pytest.mark.parametrize(("card", "seat"), [("maniacal_laugh", 2), ("piercing_shriek", 1)])
@pytest.mark.parametrize("side", ["players", "monsters"])
def test_a_neighbour_takes_what_was_spent(card: str, seat: int, side: str) -> None:
    """DECK-5: Laugh to the right, Shriek to the left, at the end of the combat that it was spent in; on either side."""
    game = combat({"level": 8, "hand": [card]}, monsters=["buggoth"])
    game.do("play", card=card, place=side)
    passes(game)
    killed(game)
    assert (asked(game), on_offer(game)) == (seat, sorted(["buggoth", card]))
    assert not can(game, "claim", card="buggoth")
    game.do("claim", card=card)
    assert hand(game, seat) == [card]


@pytest.mark.parametrize(("level", "may"), [(4, True), (5, False), (6, False)])
def test_only_a_lower_neighbour_takes_it(level: int, may: bool) -> None:
    """The level of who discards it counts as it is then, after the combat."""
    game = combat({"level": 4, "hand": ["maniacal_laugh"]}, {"level": 1}, {"level": level}, monsters=["buggoth"])
    game.do("play", card="maniacal_laugh", place="players")
    passes(game)
    killed(game)
    assert (asked(game) == 2) == may


def test_it_is_whoever_spent_it_whose_neighbour_counts() -> None:
    """Not the fighter's, for whom it was played."""
    game = combat({"level": 8}, {"level": 3, "hand": ["maniacal_laugh"]}, {"level": 1}, monsters=["buggoth"])
    game.do("kill")
    while game.current_player != 1:
        game.do("pass")
    game.do("play", card="maniacal_laugh", place="monsters")
    until_discards(game)
    assert place_of(game, "maniacal_laugh") == "discards"
    assert asked(game) is None, "right of seat 1 is seat 0, who is of a higher level"


def test_the_dead_take_nothing() -> None:
    """DEATH-3: the next living player on that side is the neighbour."""
    game = combat({"level": 8, "hand": ["maniacal_laugh"]}, {}, {"dead": True}, monsters=["buggoth"])
    game.do("play", card="maniacal_laugh", place="players")
    passes(game)
    assert asked(killed(game)) == 1


def test_a_neighbour_takes_what_was_lost_from_a_hand() -> None:
    """However it is discarded: here the bad stuff takes the whole hand."""
    loser = {"level": 3, "hand": ["maniacal_laugh", "bowling_pin"]}
    game = combat(loser, {"level": 1}, {"level": 2}, monsters=[huge("grape_old_ones")], dice=[1])
    game.do("run_away")
    passes(game)
    game.do("roll", place=0)
    until_discards(game)
    assert (asked(game), on_offer(game)) == (2, ["bowling_pin", "maniacal_laugh"])
    game.do("claim", card="maniacal_laugh")
    assert hand(game, 2) == ["maniacal_laugh"]


# --------------------------------------------------------------------------- who is asked, and what is seen


def test_other_games_ask_nobody() -> None:
    """WINDOW-3: without such a card among all cards no discard opens a window, open ones included."""
    for windows in ("compressed", "open"):
        game = mk.Game(players=3, seed=3, windows=windows)
        rng = np.random.default_rng(3)
        for _ in range(300):
            assert int(game.position["window"][0]) != Window.DISCARD
            assert not (game.position["card"]["flag"][0] & Flag.FRESH).any()
            game.step(int(rng.choice(game.legal_actions())))


def test_open_windows_ask_everybody() -> None:
    """WINDOW-3: then a pass tells nobody that there was nothing to choose."""
    game = killed(combat({"level": 8}, CLAIMS, monsters=["buggoth"], windows="open"))
    seats = []
    while asked(game) is not None:
        seats.append(game.current_player)
        game.do("pass")
    assert seats == [1, 2, 0]


def positions() -> Iterator[mk.Game]:
    """All positions in which something is claimed, half-built actions included."""
    laugh = {"level": 8, "hand": ["maniacal_laugh"]}
    game = combat(laugh, CLAIMS, {"hand": ["bowling_pin"]}, monsters=["buggoth"], rest="deck")
    game.do("play", card="maniacal_laugh", place="players")
    passes(game)
    killed(game)
    for verb in (Verb.PLAY, Verb.CLAIM):
        yield game.clone()
        begun = game.clone()
        begun.step(VERB0 + verb)
        yield begun
        game.do("pass")


def test_claims_are_saved_and_loaded() -> None:
    found = [*positions()]
    for game in found:
        assert on_offer(game)
        assert mk.Game.load(game.save()) == game
    assert len(found) == 4


def test_nobody_sees_who_is_asked() -> None:
    """WINDOW-3: as in other windows, the others do not learn whether it is this seat or that one."""
    game = next(positions())
    later = game.clone()
    later.do("pass")
    assert (game.current_player, later.current_player) == (1, 2)
    assert sights(game, 0) == sights(later, 0)
    assert sights(game, 0) == sights(rearranged(game, 0, np.random.default_rng(1)), 0)


def test_a_resampled_claim_can_be_played_on() -> None:
    """The asked player may hold no such card in a position that looks the same to another."""
    game = next(positions())
    without = 0
    for seed in range(5):
        twin = game.resample(0, np.random.default_rng(seed))
        assert asked(twin) != 0  # who is asked depends on hands, and is resampled with them
        without += VERB0 + Verb.PLAY not in twin.legal_actions()
        twin.do("pass")
        assert not twin.position["fault"][0]
    assert without > 0


def test_the_text_names_what_is_on_offer() -> None:
    game = next(positions())
    assert "Just discarded, to be claimed: Buggoth, Maniacal Laugh" in game.text(1)


# --------------------------------------------------------------------------- a bot


def test_greedy_claims_what_is_worth_it() -> None:
    """A neighbour's right costs nothing; the card that claims is kept for something better than a weak monster."""
    game = next(positions())
    assert best(game) == "pass"
    game.do("pass")
    assert best(game) == "claim"
    item = combat({"table": ["slime_proof_poncho"]}, CLAIMS, monsters=[huge("buggoth")], dice=[1])
    item.do("run_away")
    passes(item)
    item.do("roll", place=0)
    passes(item)
    item.do(card="slime_proof_poncho")
    assert best(item) == "play"
