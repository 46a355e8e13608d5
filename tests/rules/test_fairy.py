"""Fairy Dust: a third deck, who gets a card of it, what those cards are, and who keeps it (FAIRY-1 to FAIRY-6)."""

from typing import Any

import numpy as np
import pytest

import munchkin_env as mk
from munchkin_env.game.game import Game
from munchkin_env.observation import View, resample
from munchkin_env.vocabulary import Ability, Decision, Event, Until, Verb, Zone
from tests.kit.fairyland import extras_left, fairyland, fight, merged, table_of
from tests.kit.looking import can, doors_gone, hand, place_of, table, treasures_gone
from tests.kit.playing import concede, kill, lose, passes, share_spoils, unopposed
from tests.outside import as_it_stands
from tests.scenarios.cthulhu.test_statuses import under

EDITIONS = ("munchkin", fairyland())
WITCH, CURSE, RING = "good_witch", "curse_lose_a_level", "wishing_ring"
THREE = ["dust", "dust", "dust"]
FOUR = ["broad_sword", "rapier_of_unfairness", "bow_with_ribbons", "cloak_of_obscurity"]
STRONG = {"level": 6}
TEN = [*("elf", "dwarf", "halfling", "wizard", "thief", "cleric", "warrior", "half_breed", "cheat", "ancient")]


def rewarded(*players: dict[str, Any], monsters: list[Any], bound: bool = False, **settings: Any) -> Game:
    """The first player has won, and everybody has got what it brings."""
    game = fight(*players, monsters=monsters, **{"extras": THREE, "treasures": FOUR, **settings})
    if bound:
        game.position["player"]["forced"][0, 1] = 2
        game = as_it_stands(game)
    kill(game)
    share_spoils(game)
    assert not game.broken()
    return game


def drawn(game: Game) -> list[tuple[int, int]]:
    """Return (seat, deck) of all draws, in order."""
    events = game.position["event"][0]
    return [(int(e["seat"]), int(e["amount"])) for e in events if int(e["kind"]) == Event.DREW]


def knowing(game: Game, card: str) -> int:
    """Bits of the seats that know the card in its hidden place."""
    copy = int(game.catalogue.copies_of(game.catalogue.index(card))[0])
    return int(game.position["card"]["known_by"][0, copy])


# --------------------------------------------------------------------------- FAIRY-1: a deck of its own


def test_the_keeper_is_a_door_and_the_others_are_a_deck():
    """FAIRY-1: nobody is dealt any of it."""
    game = Game(seed=1, editions=EDITIONS)
    assert extras_left(game) == 7
    assert not game.position["hand_extras"].any()
    assert place_of(game, WITCH) != "out"


def test_the_deck_is_shuffled_by_the_seed():
    """FAIRY-1: in the same way as the other decks."""
    orders = [Game(seed=seed, editions=EDITIONS).position["order"][0].tolist()[-60:] for seed in (1, 1, 2)]
    tops = [Game(seed=seed, editions=EDITIONS).position["order"][0, 168 + 4 + 2 :][:7].tolist() for seed in range(20)]
    assert orders[0] == orders[1]
    assert {tuple(sorted(top)) for top in tops} == {tuple(sorted(tops[0]))}
    assert len({tuple(top) for top in tops}) > 15


def test_without_the_rule_neither_keeper_nor_deck_is_there():
    """FAIRY-1: it is optional."""
    game = Game(seed=1, editions=EDITIONS, fairy_dust=False)
    assert extras_left(game) == 0
    assert (place_of(game, WITCH), place_of(game, "dust")) == ("out", "out")
    assert place_of(game, "reaper") != "out"
    assert Game.load(game.save()).config.fairy_dust is False
    assert not game.broken()


@pytest.mark.parametrize("seat", [{"hand": ["dust"]}, {"hand": [WITCH]}])
def test_no_position_without_the_rule_shows_its_cards(seat):
    """FAIRY-1"""
    with pytest.raises(mk.ConfigError, match=r"expected a card that is in the decks, got .*, which is left out"):
        mk.scenario([seat, {}, {}], editions=EDITIONS, fairy_dust=False)
    assert mk.scenario([seat, {}, {}], editions=EDITIONS)


def test_the_rule_needs_a_third_deck():
    with pytest.raises(mk.ConfigError, match=r"fairy_dust: expected an edition with a third deck, .* got munchkin"):
        Game(fairy_dust=True)
    with pytest.raises(mk.ConfigError, match="fairy_dust: expected true or false"):
        Game(fairy_dust=1)
    assert Game(fairy_dust=False).position["rules"]["fairy_dust"][0] == 0


def test_what_is_discarded_of_it_leaves_the_game():
    """FAIRY-1: played out of a combat, spent in one, or sold."""
    game = table_of({"hand": ["charm"]})
    game.do("play", card="charm")
    assert place_of(game, "charm") == "out"
    game = fight({"level": 6, "hand": ["tinsel"]}, monsters=["potted_plant"], treasures=FOUR)
    unopposed(game, "play", card="tinsel", place="players")
    kill(game)
    assert place_of(game, "tinsel") == "out"
    assert treasures_gone(game) == []


def test_once_empty_it_stays_empty():
    """FAIRY-1: nothing is shuffled into it, and who would draw gets nothing."""
    game = rewarded(STRONG, {}, monsters=["potted_plant"], helper=1, extras=[])
    assert (extras_left(game), hand(game, 1)) == (0, [])


# --------------------------------------------------------------------------- FAIRY-2: who gets one


def test_the_helper_gets_a_card_if_they_win():
    """FAIRY-2: one, however many monsters; nobody else sees it."""
    game = rewarded(STRONG, {}, monsters=["potted_plant", "lame_goblin"], helper=1)
    assert (hand(game, 1), extras_left(game)) == (["dust"], 2)
    assert int(game.position["hand_extras"][0, 1]) == 1
    assert not game.position["card"]["known_by"][0, 172:].any()


def test_who_beats_a_monster_alone_gets_none():
    """FAIRY-2: it is for help."""
    assert extras_left(rewarded(STRONG, monsters=["potted_plant"])) == 3


def test_without_a_kill_helping_brings_none():
    """FAIRY-2: at least one monster was killed."""
    elf = {"level": 6, "hand": ["friendship_potion"]}
    game = fight(elf, {}, monsters=["potted_plant"], helper=1, extras=THREE, treasures=FOUR)
    unopposed(game, "play", card="friendship_potion")
    assert game.decision != Decision.COMBAT
    assert (hand(game, 1), extras_left(game)) == ([], 3)


@pytest.mark.parametrize("turned_up", [True, False])
def test_cancelling_a_curse_on_another_brings_a_card(turned_up: bool):
    """FAIRY-2: turned up by the player or played on them."""
    saviour = {"hand": [RING]}
    if turned_up:
        game = table_of({"level": 3}, saviour, doors=[CURSE], extras=THREE)
        game.do("open_door")
    else:
        game = table_of({"hand": [CURSE]}, saviour, {"level": 3}, extras=THREE)
        game.do("play", card=CURSE, seat=2)
    while game.current_player != 1:
        game.do("pass")
    unopposed(game, "play", card=RING, second=CURSE)
    assert (game.level(0 if turned_up else 2), hand(game, 1), extras_left(game)) == (3, ["dust"], 2)


def test_cancelling_a_curse_on_oneself_brings_none():
    """FAIRY-2: it is for being good to others."""
    game = table_of({"level": 3, "hand": [RING]}, doors=[CURSE], extras=THREE)
    game.do("open_door")
    unopposed(game, "play", card=RING, second=CURSE)
    assert (game.level(0), hand(game, 0), extras_left(game)) == (3, [], 3)


def test_a_curse_that_has_lain_there_brings_none():
    """FAIRY-2: only one that is about to strike."""
    game = table_of({"hand": [RING]}, {"curses": ["curse_chicken_on_your_head"]}, extras=THREE)
    unopposed(game, "play", card=RING, second="curse_chicken_on_your_head")
    assert (table(game, 1), hand(game, 0), extras_left(game)) == ([], [], 3)


# --------------------------------------------------------------------------- FAIRY-3: what they are


def test_those_with_a_price_are_items():
    """FAIRY-3: they are sold like others."""
    game = table_of({"hand": ["slippers", "tinsel", "charm"], "carried": ["broad_sword"]})
    game.do("sell", cards=["broad_sword", "tinsel", "slippers"])
    assert (game.level(0), hand(game, 0)) == (2, ["charm"])
    assert (place_of(game, "slippers"), place_of(game, "broad_sword")) == ("out", "discards")


def test_the_others_pay_for_nothing():
    """FAIRY-3: a Warrior has nothing to discard; with a card that has a price they have."""
    for held, able in ((["charm"], False), (["tinsel", "charm"], True)):
        game = fight({"klass": "warrior", "hand": held}, monsters=["potted_plant"])
        assert (Verb.BERSERK in game.legal_actions()) == able
        assert not can(game, "berserk", card="charm")


def test_a_hand_that_is_discarded_keeps_them():
    """FAIRY-3: all the rest goes."""
    game = table_of({"hand": ["charm", "tinsel", "elf"]}, doors=["sweep"])
    unopposed(game, "open_door")
    assert hand(game, 0) == ["charm"]


def test_nobody_takes_them_unseen():
    """FAIRY-3: a player who draws from the hand gets another card, or none."""
    for seed in range(8):
        game = table_of({"hand": ["charm", *THREE, "elf"]}, doors=["grab"], seed=seed)
        game.do("open_door")
        while game.decision in (Decision.WINDOW, Decision.RECEIVE):
            game.do("pass" if game.decision == Decision.WINDOW else "done")
        assert hand(game, 0) == ["charm", *THREE]
        assert sorted([*hand(game, 1), *hand(game, 2)]) == ["elf"]


@pytest.mark.parametrize("level", [1, 3])
def test_a_hand_may_stay_above_the_limit(level: int):
    """FAIRY-3, TURN-5: other cards meet the excess, discarded or given; if none is left the hand stays as it is."""
    held = {"level": level, "hand": ["charm", "spell", *THREE, "elf", "thief"]}
    game = table_of(held, phase="charity", switches={"hand_limit": 3})
    passes(game)
    kinds = {Decision.CHOOSE_CARD, Decision.CHARITY, Decision.CHARITY_SEAT, Decision.WINDOW, Decision.RECEIVE}
    while game.turn_seat == 0 and game.decision in kinds:
        chosen = [i for i in map(int, game.legal_actions()) if i != Verb.SHOW_HAND]
        assert not any("charm" in game.describe(i) for i in chosen)
        game.step(chosen[0])
        assert not game.broken()
    assert hand(game, 0) == ["charm", *THREE, "spell"]
    assert game.turn_seat == 1


def test_death_takes_nothing_of_it():
    """FAIRY-3: neither of the hand nor of the table, with a price or without; nobody sees what is in the hand."""
    victim = {"level": 5, "hand": ["charm", "tinsel", "elf"], "table": ["slippers", "broad_sword"]}
    game = fight(victim, monsters=["reaper"], dice=[1])
    lose(game)
    assert game.decision == Decision.LOOT_BODY
    assert len(game.legal_actions()) == 2
    assert (knowing(game, "charm"), knowing(game, "elf")) == (0, 0b110)
    while game.decision == Decision.LOOT_BODY:
        game.step(int(game.legal_actions()[0]))
    assert (hand(game, 0), table(game, 0)) == (["charm", "tinsel"], ["slippers"])
    assert not game.broken()


# --------------------------------------------------------------------------- FAIRY-4: the keeper is beaten


def test_the_killer_gets_treasures_and_two_cards():
    """FAIRY-4: and the rest of the deck goes on top of the treasures when all have got theirs."""
    extras = ["charm", "spell", "dust", "tinsel"]
    game = rewarded(STRONG, monsters=[WITCH], treasures=[*FOUR, "huge_rock"], extras=extras)
    assert hand(game, 0) == sorted([*FOUR, "charm", "spell"])
    assert drawn(game) == [(0, 1)] * 4 + [(0, 2)] * 2
    assert merged(game)
    assert (extras_left(game), int(game.position["extra_tops"][0])) == (0, 2)
    assert doors_gone(game) == [WITCH]
    assert int(game.position["count"][0, Zone.DECK + 1]) == 3


def test_the_helper_gets_his_card_after_the_leader():
    """FAIRY-4, FAIRY-2: four treasures, two cards for the leader, then one for the helper."""
    game = rewarded(STRONG, {}, monsters=[WITCH], helper=1, extras=["charm", "spell", "dust", "tinsel"])
    assert (drawn(game)[-3:], hand(game, 1)) == ([(0, 2), (0, 2), (1, 2)], ["dust"])
    game = rewarded(STRONG, {}, monsters=[WITCH], helper=1, extras=["charm", "spell"])
    assert hand(game, 1) == []
    assert merged(game)


def test_a_card_that_removes_the_keeper_ends_the_deck():
    """FAIRY-4: she is discarded, and brings no card."""
    game = fight({"level": 1, "hand": ["pollymorph_potion"]}, monsters=[WITCH], extras=THREE, treasures=FOUR)
    unopposed(game, "play", card="pollymorph_potion", place=0)
    assert (merged(game), extras_left(game), doors_gone(game)) == (True, 0, [WITCH])
    assert (hand(game, 0), int(game.position["extra_tops"][0])) == (sorted(FOUR), 3)  # her treasure is left behind
    assert not game.broken()


def test_a_card_that_removes_her_in_the_flight_does_too():
    """FAIRY-4: she keeps her place until all have fled, and is discarded then."""
    fleeing = {"level": 1, "hand": ["magic_lamp"]}
    game = fight(fleeing, monsters=[WITCH], extras=THREE, treasures=FOUR, doors=TEN, dice=[1])
    concede(game)
    game.do("roll", place=0)
    while game.decision == Decision.WINDOW and not can(game, "play", card="magic_lamp", place=0):
        game.do("pass")
    unopposed(game, "play", card="magic_lamp", place=0)
    assert (merged(game), extras_left(game), doors_gone(game)) == (True, 0, [WITCH])


def ended(**settings: Any) -> Game:
    """The third deck is treasure; the first player holds a charm, the second a Wishing Ring."""
    cards = {"extras": ["dust", "spell"], "treasures": ["huge_rock"], **settings}
    first = {"level": 6, "hand": ["pollymorph_potion", "charm", "tinsel"]}
    game = fight(first, {"level": 3, "hand": [RING]}, monsters=[WITCH], **cards)
    unopposed(game, "play", card="pollymorph_potion", place=0)
    return game


def test_then_all_of_it_is_ordinary_treasure():
    """FAIRY-4: in hands too; it is discarded onto the treasure discards, and death takes it."""
    game = ended()
    assert merged(game)
    assert int(game.position["hand_kept"][0, 0]) == 0
    game.do("play", card="charm")
    assert place_of(game, "charm") == "discards"
    assert "charm" in treasures_gone(game)


def test_its_discards_are_shuffled_with_the_treasures():
    """FAIRY-4, DECK-2: they are drawn again, by any player who wins a treasure."""
    game = ended(extras=[], treasures=[], doors=["potted_plant"])
    game.do("play", card="charm")
    assert treasures_gone(game) == ["charm"]
    while game.decision != Decision.COMBAT:
        if game.decision == Decision.TURN_START:
            game.do("open_door")
        else:
            game.do("pass" if game.decision == Decision.WINDOW else "end_turn")
    kill(game)
    assert (hand(game, 1), int(game.position["hand_extras"][0, 1])) == (["charm", RING], 1)
    assert not game.broken()


# --------------------------------------------------------------------------- FAIRY-5: she comes back


def test_who_flees_leaves_her_among_the_next_doors():
    """FAIRY-5: she is shuffled with the ten top doors and lies with them on top."""
    places = set()
    for seed in range(12):
        game = fight({"level": 1}, monsters=[WITCH], doors=[*TEN, "pit_bull"], extras=THREE, dice=[6], seed=seed)
        lose(game)
        order = game.position["order"][0]
        assert int(game.position["count"][0, Zone.DECK]) == 12
        pile = [game.catalogue.short_id(int(game.catalogue.tables[0]["type_of"][c])) for c in order[1:13]]
        assert (pile[0], sorted(pile[1:])) == ("pit_bull", sorted([*TEN, WITCH]))
        places.add(pile.index(WITCH))
        assert not merged(game)
        assert not game.broken()
    assert len(places) > 4


def test_fewer_doors_are_all_that_is_shuffled():
    """FAIRY-5: no discards are shuffled first, as long as there is a door."""
    game = fight({"level": 1}, monsters=[WITCH], doors=["elf", "dwarf"], discards=["thief"], dice=[6])
    lose(game)
    assert (int(game.position["count"][0, Zone.DECK]), doors_gone(game)) == (3, ["thief"])


def test_without_a_door_the_pile_is_made_anew_first():
    """FAIRY-5: else she would be all of the pile for ever, which is shuffled again only when it is empty (DECK-2)."""
    gone = ["elf", "dwarf", "thief"]
    game = fight({"level": 1}, monsters=[WITCH], discards=gone, rest="out", dice=[6])
    lose(game)
    assert (int(game.position["count"][0, Zone.DECK]), doors_gone(game)) == (4, [])
    alone = fight({"level": 1}, monsters=[WITCH], rest="out", dice=[6])
    lose(alone)
    assert int(alone.position["count"][0, Zone.DECK]) == 1
    assert not game.broken() | alone.broken()


def test_nobody_knows_any_of_the_doors_then():
    """FAIRY-5: a card that somebody had seen on top is elsewhere."""
    game = fight({"level": 1}, monsters=[WITCH], doors=TEN, dice=[6])
    game.position["known"][0, 0] = 1
    game.position["card"]["known_by"][0, game.position["order"][0, 10]] = 0b010
    lose(game)
    assert int(game.position["known"][0, 0]) == 0
    assert not game.broken()


# --------------------------------------------------------------------------- FAIRY-6: whom she has caught


def test_whom_she_has_caught_must_help_without_reward():
    """FAIRY-6: until the player's next turn, and no Fairy Dust for it."""
    game = fight({"level": 1}, monsters=[WITCH], doors=["potted_plant"], extras=THREE, dice=[1])
    lose(game)
    assert View.of(game, 1).bound(0, Ability.MUST_HELP)
    game = fight({"level": 1}, {"level": 3}, monsters=[WITCH], extras=THREE, treasures=FOUR)
    game = under(game, 1, Ability.MUST_HELP, Until.OWN_TURN)
    unopposed(game, "ask_help", seat=1, amount=0)
    assert game.strength("players") == 4


def test_who_had_to_help_gets_no_card():
    """FAIRY-6: without reward and without Fairy Dust; an Elf still gains a level."""
    game = rewarded(STRONG, {"race": "elf"}, monsters=["potted_plant"], helper=1, bound=True)
    assert (hand(game, 1), extras_left(game), game.level(1)) == ([], 3, 2)


# --------------------------------------------------------------------------- what others see of it


def test_the_back_is_seen_and_nothing_else():
    """FAIRY-1: the number of such cards in a hand is public; which they are is not."""
    pairs = (("charm", "dust"), ("dust", "charm"))
    games = [table_of({}, {"hand": [held, "elf"]}, extras=[left]) for held, left in pairs]
    assert all("2 cards in hand (1 doors, 0 treasures, 1 extra)" in game.text(0) for game in games)
    assert games[0].text(0) == games[1].text(0)
    seen = [game.observe(0) for game in games]
    assert seen[0].tobytes() == seen[1].tobytes()


def test_what_is_drawn_anew_keeps_its_back():
    """FAIRY-1: another card of that deck, as likely as any."""
    rng = np.random.default_rng(1)
    game = Game(seed=5, editions=EDITIONS)
    game = table_of({}, {"hand": ["charm", "elf"]}, rest="deck", seed=2)
    held = set()
    for _ in range(40):
        row = game.position.copy()
        resample(row, game.catalogue, 0, rng)
        copies = np.flatnonzero(row["card"]["zone"][0] == Zone.HAND + 1)
        names = [game.catalogue.short_id(int(game.catalogue.tables[0]["type_of"][c])) for c in copies]
        held.add(names[-1])
        assert names[-1] in ("tinsel", "slippers", "spell", "charm", "dust")
    assert held == {"tinsel", "slippers", "spell", "charm", "dust"}


def test_on_a_pile_of_two_backs_those_on_top_are_seen():
    """FAIRY-4: resampled, the extra cards on top stay extra cards, and below the next treasure nobody knows."""
    game = ended(rest="deck")
    rng = np.random.default_rng(3)
    tops = int(game.position["extra_tops"][0])
    n = int(game.position["count"][0, Zone.DECK + 1])
    first = int(sum(game.catalogue.tables[0]["deck_cards"][:1])) + 1
    extra = int(sum(game.catalogue.tables[0]["deck_cards"][:2])) + 1
    assert tops == 5
    for _ in range(20):
        row = game.position.copy()
        resample(row, game.catalogue, 2, rng)
        pile = row["order"][0, first : first + n]
        assert sorted(pile) == sorted(set(pile))
        assert all(c >= extra for c in pile[n - tops :])
        assert pile[n - tops - 1] < extra
        other = game.clone()
        other.position[:] = row
        assert not other.broken()
        assert View.of(other, 2).row.tobytes() == View.of(game, 2).row.tobytes()
