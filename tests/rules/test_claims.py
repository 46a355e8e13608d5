"""QUICK-4: a card on top of the discards is on offer before anything covers it, whatever is going on."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import munchkin_env as mk
from munchkin_env.engine.rules.choices import ONLY_EXCESS
from munchkin_env.vocabulary import IDENTITY_KINDS, Decision, Deck, Event, Frame, Take, Window, Zone
from tests.each import each
from tests.kit.looking import events, hand, open_window, pile, words
from tests.kit.playing import settle
from tests.kit.tables import fight, in_turn
from tests.tiers import share

LEVEL = {"level": 2, "hand": ["blame_somebody_in_red"]}  # of Star Munchkin
OLD_LEVEL = {"level": 2, "hand": ["boil_an_anthill"]}


def star(*players: dict[str, Any], **settings: Any) -> mk.Game:
    """A turn of seat 0 in Star Munchkin, played quickly."""
    return in_turn(*players, **{"editions": ("star",), "quick_play": True, **settings})


def pass_up_to(game: mk.Game, decision: Decision, seat: int = 0) -> mk.Game:
    """Windows are passed until the seat has this decision."""
    while (game.decision, game.current_player) != (decision, seat):
        assert game.decision == Decision.WINDOW, game
        game.do("pass")
    return game


# ----------------------------------------------------------------------- ways to the top


def lost_to_a_curse() -> mk.Game:
    """The curse itself is discarded afterwards."""
    game = star({"klass": "psychic"}, LEVEL, doors=["identity_theft"])
    game.do("open_door")
    pass_up_to(game, Decision.CHOOSE_CARD).do(card="psychic")
    return game


def paid_against_a_trap() -> mk.Game:
    """CURSE-4: the trap that is disarmed comes on top of what has been paid for it."""
    game = star({"klass": "gadgeteer", "hand": ["bug"]}, LEVEL, doors=["pie_in_the_faceplate"], dice=[6])
    game.do("open_door")
    game.do("use_power", card="gadgeteer", cards=["bug"])
    return game


def paid_for_a_look() -> mk.Game:
    """DECK-2: to look at an empty deck shuffles the discards in."""
    game = star({"klass": "psychic", "hand": ["bug"]}, LEVEL, rest="out", discards=["plasmoid"])
    game.do("use_power", card="psychic", cards=["bug"])
    return game


def given_up_in_a_meeting() -> mk.Game:
    """CULT-2: the next one who joins gives up a class, too."""
    newcomers = [{"klass": klass, "hand": ["cultist"]} for klass in ("professor", "monster_whacker")]
    host = {"hand": ["cult_meeting", "call_the_army"]}
    game = star(host, *newcomers, editions=("cthulhu",))
    game.do("play", card="cult_meeting")
    pass_up_to(game, Decision.JOIN, 1).do("lay_out", card="cultist")
    return game


def paid_for_a_theft() -> mk.Game:
    """CLASS-1: the die is thrown afterwards."""
    thief = {"klass": "thief", "hand": ["elf"]}
    game = star(thief, {**OLD_LEVEL, "table": ["leather_armor"]}, editions=("munchkin",), dice=[6])
    game.do("steal", seat=1, card="leather_armor", second="elf")
    return game


def uncovered_by_a_resurrection() -> mk.Game:
    """CLASS-1: cards that pay for it come on top."""
    cleric = {"klass": "cleric", "hand": ["maul_rat", "magic_missile"]}
    settings = {"phase": "door", "discards": ["lame_goblin", "elf"], "editions": ("munchkin",)}
    game = star(cleric, OLD_LEVEL, **settings)
    game.do(amount=1)
    return game


def left_of_a_body() -> mk.Game:
    """DEATH-2: the body of the other ally is looted next."""
    dead = {"level": 6, "hand": ["elf", "maul_rat"]}
    other = {"level": 6, "hand": ["crabs", "lame_goblin"]}
    monsters = ["plutonium_dragon"]
    game = fight(monsters, dead, other, OLD_LEVEL, helper=1, quick_play=True, dice=[1, 1])
    game.do("run_away")
    settle(game)
    while game.decision == Decision.FLEE:
        game.do("roll", place=0)
        settle(game)
    assert (game.decision, game.current_player) == (Decision.LOOT_BODY, 2)
    game.do(card="maul_rat")
    return game


def first_of_two_that_are_chosen() -> mk.Game:
    """CURSE-3: the victim has one more to choose."""
    victim = {"hand": ["bug", "psychic", "mutant"]}
    game = star(victim, LEVEL, doors=["whoopee_airlock"])
    game.do("open_door")
    pass_up_to(game, Decision.CHOOSE_CARD).do(card="bug")
    return game


def lost_with_another() -> mk.Game:
    """FLEE-2: the bad stuff takes a race, then all classes."""
    fighter = {"level": 5, "race": "bug", "klass": "psychic"}
    monsters = ["committee_for_galactic_standards"]
    game = fight(monsters, fighter, LEVEL, quick_play=True, editions=("star",), dice=[1])
    game.do("run_away")
    pass_up_to(game, Decision.FLEE).do("roll", place=0)
    return game


def cancelled() -> mk.Game:
    """PLAY-12: a class that is laid out is cancelled, and so is the next one."""
    player = {"hand": ["professor", "monster_whacker"]}
    others = [{"hand": ["o_rlyeh"]}, {"hand": ["call_the_army"]}]
    game = star(player, *others, editions=("cthulhu",))
    game.do("lay_out", card="professor")
    game.do("play", card="o_rlyeh")
    return game


WAYS: dict[Callable[[], mk.Game], str] = {
    lost_to_a_curse: "psychic",
    paid_against_a_trap: "bug",
    paid_for_a_look: "bug",
    given_up_in_a_meeting: "professor",
    paid_for_a_theft: "elf",
    uncovered_by_a_resurrection: "elf",
    left_of_a_body: "elf",
    first_of_two_that_are_chosen: "bug",
    lost_with_another: "bug",
    cancelled: "professor",
}


def up_to_the_offer(way: Callable[[], mk.Game]) -> mk.Game:
    """The game when the card has come to the top, roll reactions and cancellations passed."""
    game = way()
    while game.decision == Decision.WINDOW and open_window(game) in ("roll", "curse", "played"):
        game.do("pass")
    return game


@each("way", WAYS, ids=lambda way: way.__name__)
def test_what_comes_to_the_top_is_on_offer_at_once(way: Callable[[], mk.Game]) -> None:
    """QUICK-4: also while a trap, a cost, a meeting, a theft or bad stuff is still being worked out."""
    game = up_to_the_offer(way)
    card = WAYS[way]
    assert (game.decision, open_window(game)) == (Decision.WINDOW, "discard")
    name = game.catalogue.card(game.catalogue.index(card)).name
    assert words(game, "claim") == {name}
    assert mk.Game.load(game.save()) == game
    claimant = int(game.current_player)
    game.do("claim", card=card)
    if game.decision == Decision.CHOOSE_CARD and game.current_player == claimant:
        game.do(card=hand(game, claimant)[0])
    assert card in hand(game, claimant)
    assert not game.broken()
    rng = np.random.default_rng(0)
    for _ in range(40):  # what was going on goes on
        if not game.is_terminal:
            game.step(int(rng.choice(game.legal_actions())))
            assert not game.broken()


@each("way", WAYS, ids=lambda way: way.__name__)
def test_nobody_is_asked_without_quick_play(way: Callable[[], mk.Game], monkeypatch: pytest.MonkeyPatch) -> None:
    """QUICK-4: by setting alone."""
    scenario = mk.scenario
    monkeypatch.setattr(mk, "scenario", lambda **facts: scenario(**{**facts, "quick_play": False}))
    game = way()
    assert game.decision != Decision.WINDOW or open_window(game) != "discard"


# ----------------------------------------------------------------------- when it is not


def told(game: mk.Game) -> list[Event]:
    """Return the events of the player who runs away, in the order in which they were told."""
    return [kind for kind, _, _ in events(game, Event.ROLLED, Event.CAUGHT, Event.ESCAPED, Event.CLAIMED)]


def test_nobody_is_asked_between_a_roll_and_its_consequence() -> None:
    """QUICK-4, FLEE-5: the price of a flight is on offer when the monster has caught the player, or has not."""
    wizard = {"level": 3, "klass": "wizard", "hand": ["elf", "whine_at_the_gm"]}
    game = fight(["net_troll"], wizard, OLD_LEVEL, quick_play=True, dice=[3])
    game.do("run_away")
    pass_up_to(game, Decision.FLEE).do("roll", place=0)
    game.do("flight", card="elf")
    seen = []
    while game.decision == Decision.WINDOW:
        seen.append((open_window(game), told(game)[-1]))
        game.do("pass")
    assert ("roll", Event.ROLLED) in seen
    assert ("discard", Event.CAUGHT) in seen
    assert ("discard", Event.ROLLED) not in seen


def test_what_somebody_has_too_many_of_goes_first() -> None:
    """QUICK-4, MOD-1: the race that goes with Half-Breed covers it, before anybody could act."""
    me = {"level": 3, "klass": "thief", "race": ["elf", "dwarf"], "table": ["half_breed"]}
    game = fight(["net_troll"], me, OLD_LEVEL, helper=2, quick_play=True)
    game.do("backstab", seat=2, card="half_breed")
    assert (game.current_player, game.decision) == (0, Decision.CHOOSE_CARD)
    game.do(card="elf")
    assert (game.current_player, open_window(game)) == (1, "discard")
    assert words(game, "claim") == {"Elf"}


def test_what_turns_to_carried_does_so_before_the_claim() -> None:
    """QUICK-4, COMPLEX-1: the leave is lost at once, also for a player who would buy it back."""
    items = ["antenna_array_hat", "exoskeleton_in_kit_form"]
    game = star({**LEVEL, "klass": "gadgeteer", "table": items})
    game.do("drop", card="gadgeteer")
    assert (game.current_player, game.decision) == (0, Decision.CHOOSE_CARD)
    game.do(card=items[0])
    assert (game.current_player, open_window(game)) == (0, "discard")


def test_what_lies_on_top_already_is_not_asked_about_again() -> None:
    """QUICK-4: a card beneath it leaves; what comes to the other pile makes no difference either."""
    game = star({"hand": ["wand_of_dowsing"]}, OLD_LEVEL, discards=["elf", "maul_rat"], editions=("munchkin",))
    game.do("play", card="wand_of_dowsing", second="maul_rat")
    assert (game.current_player, game.decision) == (0, Decision.TURN_START)


def test_what_is_covered_together_with_it_was_never_on_offer() -> None:
    """QUICK-4: of a whole hand that goes at once one card lies on top."""
    fighter = {"level": 3, "hand": ["bug", "plasmoid"]}
    game = fight(["whatever_grows_in_the_galley"], fighter, LEVEL, quick_play=True, editions=("star",), dice=[1])
    game.do("run_away")
    pass_up_to(game, Decision.FLEE).do("roll", place=0)
    while game.decision == Decision.WINDOW and open_window(game) == "roll":
        game.do("pass")
    top = pile(game, Deck.DOOR)[0]
    assert (top == "bug") == (game.decision == Decision.WINDOW and open_window(game) == "discard")


# ----------------------------------------------------------------------- in play


def identity_on_top(game: mk.Game) -> int:
    """The race, class or modifier on top of the door discards, 0 if there is none."""
    copy = int(game.position["head"][0, Zone.DISCARD + Deck.DOOR])
    if not copy:
        return 0
    kind = game.catalogue.card(int(game.tables[0]["type_of"][copy])).kind
    return copy if (IDENTITY_KINDS >> kind) & 1 else 0


def is_being_claimed(game: mk.Game) -> bool:
    """The window of claims is open, perhaps below what is done in it."""
    frames = game.position[0]["frame"]
    return bool(((frames["kind"] == Frame.WINDOW) & (frames["a"] == Window.DISCARD)).any())


def waits(game: mk.Game) -> bool:
    """A roll lies on the table, or somebody has too many of something, or may have: that is first (FLEE-5, MOD-1)."""
    row = game.position[0]
    frame = row["frame"][int(row["n_frames"]) - 1]
    excess = frame["kind"] == Frame.CHOOSE and (frame["c"] == ONLY_EXCESS or frame["b"] == Take.PUT_AWAY)
    return bool(row["roll"]["on"]) or excess or frame["kind"] in (Frame.BIG_ITEMS, Frame.PICK)


@pytest.mark.rotating
@pytest.mark.interpreted
@pytest.mark.parametrize("editions", [("star",), ("star", "cthulhu"), ("munchkin", "star"), ("munchkin",)])
def test_at_every_decision_the_top_has_been_on_offer(editions: tuple[str, ...]) -> None:
    """QUICK-4: in random games whose windows ask everybody, the first player to decide decides about the claim
    first."""
    offered = 0
    for seed in range(share(6, 6)):
        game = mk.Game(players=4, seed=seed, editions=editions, quick_play=True, windows="open", start_cards=6)
        rng = np.random.default_rng(seed)
        before = 0
        for _ in range(1000):
            if game.is_terminal:
                break
            game.step(int(rng.choice(game.legal_actions())))
            top = identity_on_top(game)
            if is_being_claimed(game):
                offered += top != before
            elif top and top != before and waits(game):
                continue  # asked later
            else:
                assert game.is_terminal or top in (0, before), game
            before = top
    assert offered > 3 * share(6, 6)
