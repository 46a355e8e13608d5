"""The story of a game: right sentences, in order, and no card that the listener does not know."""

from itertools import pairwise

import numpy as np
import pytest

import munchkin_env as mk
from munchkin_env.engine.kernels.kernel import INTERPRETED
from munchkin_env.engine.state.layout import EVENTS
from munchkin_env.envs.rendering import seen
from munchkin_env.observation.narration import SENTENCES, Transcript
from munchkin_env.observation.scene import scene
from munchkin_env.observation.view import SeenEvent
from munchkin_env.render.table import table
from munchkin_env.vocabulary import MAX_EVENTS, Event, Theft
from tests.each import each

OUTCOMES = (Event.ESCAPED, Event.CAUGHT, Event.STOLE)
NAMES = ("Anna", "Bob", "Cleo", "Dan")


def told(*events: SeenEvent) -> list[str]:
    return Transcript(mk.Game(players=3).catalogue, NAMES).tell(events)


def card(name: str) -> int:
    return mk.Game(players=3).catalogue.index(name)


def story_of(game: mk.Game, seat: int | None, answers: int) -> list[str]:
    """The sentences of so many random actions."""
    transcript = Transcript(game.catalogue, NAMES)
    lines = transcript.listen(scene(seen(game, seat)))
    rng = np.random.default_rng(1)
    for _ in range(answers):
        if game.is_terminal:
            break
        game.step(int(rng.choice(game.legal_actions())))
        lines += transcript.listen(scene(seen(game, seat)))
    return lines


def test_every_event_has_a_sentence():
    assert set(SENTENCES) == set(Event)


@each("kind", list(Event))
def test_every_sentence_can_be_said(kind):
    """With and without a card, with and without others; with an amount that the event can have."""
    low, high = EVENTS.get(kind, {}).get("amount", (1, 2))
    for name, usual in (("elf", 1), ("enraged", 2)):
        amount = max(int(low), min(usual, high if isinstance(high, int) else usual))
        for line in told(SeenEvent(kind, 0, 1, card(name), amount)):
            assert "{" not in line
            assert "None" not in line


def test_a_fight_reads_as_it_was():
    """COMBAT-4, COMBAT-5: the fight of a scenario, sentence by sentence."""
    players = ({"level": 3, "hand": ["sleep_potion"]}, {"hand": ["enraged"]}, {})
    game = mk.scenario(players, phase="door", doors=["lame_goblin"], treasures=["huge_rock"], windows="final")
    transcript = Transcript(game.catalogue, NAMES)
    lines = transcript.listen(scene(seen(game, None)))
    game.do("play", card="enraged", place=0)
    game.do("play", card="sleep_potion", place="monsters")
    while game.phase.name in ("COMBAT", "DOOR"):
        game.do("pass" if game.decision.name == "WINDOW" else "run_away")
    lines += transcript.listen(scene(seen(game, None)))
    assert lines[:5] == [
        "Anna opens the door: Lame Goblin.",
        "Anna fights Lame Goblin.",
        "Bob plays Enraged on Lame Goblin.",
        "Anna plays Sleep Potion for the monsters.",
        "Anna cannot win and runs.",
    ]


@pytest.mark.parametrize(("race", "needed"), [("", 5), ("elf", 4)])
def test_what_a_flight_needed_is_told_beside_the_roll(race, needed):
    """FLEE-1: of the changes that all see. An Elf runs better; the die lies open for a reaction."""
    leader = {"table": [race]} if race else {}
    game = mk.scenario((leader, {"hand": ["loaded_die"]}, {}), phase="door", doors=["bigfoot"], windows="open")
    transcript = Transcript(game.catalogue, NAMES)
    lines, tables = transcript.listen(scene(seen(game, 2))), []
    answers = {"WINDOW": "pass", "FLEE": "roll"}
    while not any("Bigfoot" in line and ("escapes" in line or "caught" in line) for line in lines):
        game.do(answers.get(game.decision.name, "run_away"))
        lines += transcript.listen(scene(seen(game, 2)))
        tables.append(table(seen(game, 2), NAMES))
    (rolled,) = [line for line in lines if "rolls" in line]
    face = int(rolled.split()[2])
    assert rolled == f"Anna rolls {face} (needed {needed})."
    assert "Anna escapes from Bigfoot." in lines if face >= needed else "Anna is caught by Bigfoot." in lines
    assert any(f"die  {face} (needed {needed})" in text for text in tables)


@pytest.mark.rotating
@pytest.mark.compiled
@pytest.mark.parametrize("editions", [("munchkin",), ("star", "cthulhu")])
def test_what_was_needed_agrees_with_what_came_of_it(editions):
    """FLEE-1, CLASS-1: whenever nothing happened between a roll and its outcome, and for all who listen."""
    flights = untold = 0
    for seed in range(4):
        game = mk.Game(players=3, seed=seed, editions=editions, windows=("open", "final")[seed % 2], round_limit=8)
        transcripts = [Transcript(game.catalogue, NAMES) for _ in range(2)]
        heard = [[] for _ in transcripts]
        rng = np.random.default_rng(seed)
        while not game.is_terminal:
            game.step(int(rng.choice(game.legal_actions())))
            for seat, transcript, events in zip((0, None), transcripts, heard, strict=True):
                transcript.listen(scene(seen(game, seat)))
                events += transcript.fresh
        assert heard[0] == heard[1], "a player is told what an onlooker is told"
        for roll, end in pairwise(heard[0]):
            if roll.kind == Event.ROLLED and end.kind in OUTCOMES:
                flights += roll.needed is not None
                untold += roll.needed is None
                good = end.kind == Event.ESCAPED or (end.kind == Event.STOLE and end.amount == Theft.SUCCEEDS)
                assert roll.needed is None or good == (roll.amount >= roll.needed)
    assert flights > 20
    assert untold < flights


def test_a_theft_needs_a_four():
    """CLASS-1: the roll that decides is over when it is told."""
    players = ({"table": ["thief"], "hand": ["elf"]}, {"table": ["spiky_knees"]}, {})
    game = mk.scenario(players, phase="start", windows="final")
    transcript = Transcript(game.catalogue, NAMES)
    transcript.listen(scene(seen(game, 2)))
    game.do("steal", seat=1, card="spiky_knees", second="elf")
    lines = transcript.listen(scene(seen(game, 2)))
    assert any(line.startswith("Anna rolls") and line.endswith("(needed 4).") for line in lines), lines


def test_what_belongs_together_is_told_together():
    drew = SeenEvent(Event.DREW, 0, None, None, 1)
    hat, rock = card("pointy_hat_of_power"), card("huge_rock")
    assert told(drew, drew, drew) == ["Anna draws 3 treasures face down."]
    assert told(drew, drew._replace(seat=1)) == ["Anna draws a treasure face down.", "Bob draws a treasure face down."]
    lay = SeenEvent(Event.LAID_OUT, 0, None, hat, 0)
    assert told(lay, lay._replace(card=rock)) == ["Anna lays out Pointy Hat of Power, Huge Rock."]
    assert told(lay, lay._replace(kind=Event.IN_USE)) == ["Anna lays out Pointy Hat of Power and uses it."]
    paid = SeenEvent(Event.PAID, 0, None, rock, 0)
    assert told(paid, paid._replace(kind=Event.DISCARDED)) == ["Anna pays with Huge Rock for strength."]


def test_a_card_drawn_face_down_is_named_to_nobody_else():
    """The opening hands: "4 door cards" for all, names only for the listener."""
    game = mk.Game(players=4, seed=11)
    for seat in range(4):
        lines = story_of(game.clone(), seat, 0)
        own = [line for line in lines if line.startswith("  (to your hand")]
        hand = sorted(c.name for c in scene(seen(game, seat)).players[seat].hand)
        assert own == [f"  (to your hand: {', '.join(hand)})"]
    everybody = story_of(game.clone(), None, 0)
    assert not any("to your hand" in line for line in everybody)


def test_hidden_hands_change_nothing_in_the_story_of_others():
    """Two games that differ only in one hidden hand, played with the same public actions."""
    stories = []
    for hand in (["cleric", "magic_lamp"], ["thief", "kneepads_of_allure"]):
        players = ({"hand": ["lame_goblin"]}, {"hand": hand}, {})
        game = mk.scenario(players, phase="start", doors=["elf"], windows="final")
        game.do("open_door")
        stories.append([story_of(game, seat, 0) for seat in (0, 2)])
    assert stories[0] == stories[1]


def test_a_late_listener_is_told_what_he_missed():
    game = mk.Game(players=4, seed=3)
    rng = np.random.default_rng(3)
    while int(game.position["event_count"][0]) <= MAX_EVENTS + 10:
        game.step(int(rng.choice(game.legal_actions())))
    missed = int(game.position["event_count"][0]) - MAX_EVENTS
    lines = Transcript(game.catalogue, NAMES).listen(scene(seen(game, None)))
    assert lines[0] == f"({missed} events were too long ago)"


def test_listening_often_or_seldom_hears_the_same_events():
    often = story_of(mk.Game(players=4, seed=6), None, 200)
    assert not any("too long ago" in line for line in often)
    headings = [line for line in often if line.startswith("──")]
    assert headings == sorted(headings, key=lambda line: int(line.split()[2].rstrip(":")))
    assert len(headings) > 3


@pytest.mark.interpreted
@pytest.mark.skipif(not INTERPRETED, reason="compiled code takes what may not be written for another type")
@pytest.mark.parametrize("seat", [0, 1, None])
def test_the_scene_of_a_fight_writes_nothing(seat):
    """Telling what a roll needs tries things out, and not on what it reads."""
    game = mk.scenario(({}, {}, {}), phase="door", doors=["net_troll"])
    one = seen(game, seat)
    positions = one.row if seat is None else one.positions
    positions.flags.writeable = False
    found = scene(one)
    assert found.combat is not None
    assert found.combat.escape[0][0] >= 1
