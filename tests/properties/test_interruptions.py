"""A rule goes on as if nothing had been put on its frame: byte for byte.

Two copies of a game get the same actions. In one of them a harmless frame is pushed just when a rule, or the action
that it waited for, begins to run. So a rule that writes to "the top" writes to the wrong frame, and work before its
question is done twice. After every decision both positions are equal, but for harmless frames that are still below
others.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import munchkin_env as mk
from munchkin_env.engine.dispatch import step
from munchkin_env.engine.kernels.kernel import INTERPRETED
from munchkin_env.engine.mutations.stack import pop, push
from munchkin_env.engine.rules import (
    charity,
    claims,
    combat,
    curses,
    death,
    helping,
    meeting,
    rooms,
    run_away,
    turn,
)
from munchkin_env.engine.rules.rows import RULES
from munchkin_env.engine.state.actions import VERB0
from munchkin_env.engine.state.layout import empty
from munchkin_env.game.game import Game
from munchkin_env.vocabulary import Decision, Frame, Verb, Window
from tests.kit.goths import goths
from tests.scenarios.cthulhu.test_cancelling import two as again

pytestmark = [
    pytest.mark.interpreted,
    pytest.mark.skipif(not INTERPRETED, reason="puts frames between the functions of the engine: needs it interpreted"),
]

HARMLESS = 1 << 60  # the `arg` of the frames that are put in


class Interruptions:
    """Puts harmless frames on what is about to run in the game that is `on`; keeps upon which kinds and stages."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
        self.on = False
        self.rng = np.random.default_rng(seed)
        self.rules: set[tuple[Frame, int]] = set()
        self.answers: set[Decision] = set()
        self.last: tuple[int, int, int] | None = None  # the rule that was interrupted, until it has run again
        self.run_frame, self.run = step.run_frame, step.run
        self.answer_first, self.execute = step.answer_first, step.execute
        for name in ("run_frame", "run", "answer_first", "execute"):
            monkeypatch.setattr(step, name, getattr(self, f"interrupted_{name}"))

    def put(self, s: Any, t: Any, i: int) -> bool:
        """Put a frame on the frame `i`, which is on top. Return False if there is none that does nothing."""
        assert int(s.n_frames) == i + 1
        if int(s.frame[i].kind) != Frame.BIG_ITEMS:
            j = push(s, Frame.DRAW, 0, 0)
            s.frame[j].c = 1  # nothing is drawn, and nobody lays it out
        else:
            # another kind of frame would let the engine ask for too many Big items once more
            idle = [p for p in range(int(s.rules.players)) if int(s.player[p].bigs) < 2]
            if not idle:
                return False
            j = push(s, Frame.BIG_ITEMS, idle[0], idle[0])
        s.frame[j].arg = HARMLESS
        return True

    def lift(self, s: Any) -> None:
        """Put the frame above a combat that has begun above it, as a combat is always right above the turn."""
        if self.on and int(s.n_frames) > 2 and int(s.frame[1].arg) == HARMLESS and int(s.frame[2].kind) == Frame.COMBAT:
            s.frame[[1, 2]] = s.frame[[2, 1]]

    def interrupted_run_frame(self, s: Any, t: Any, i: int, kind: int) -> None:
        here = (i, kind, int(s.frame[i].stage))
        if self.on and int(s.frame[i].arg) != HARMLESS:
            if here != self.last and self.rng.random() < 0.8 and self.put(s, t, i):
                self.rules.add((Frame(kind), here[2]))
                self.last = here
            else:
                self.last = None
        self.run_frame(s, t, i, kind)
        self.lift(s)

    def interrupted_answer_first(self, s: Any, t: Any, i: int, p: int, action: int) -> None:
        self.interrupt_answer(s, t, i)
        self.answer_first(s, t, i, p, action)
        self.lift(s)

    def interrupted_execute(self, s: Any, t: Any, i: int, p: int) -> None:
        self.interrupt_answer(s, t, i)
        self.execute(s, t, i, p)
        self.lift(s)

    def interrupt_answer(self, s: Any, t: Any, i: int) -> None:
        if self.on:
            self.last = None
            if self.rng.random() < 0.8 and self.put(s, t, i):
                self.answers.add(Decision(int(s.decision)))

    def interrupted_run(self, s: Any, t: Any) -> None:
        if self.on and int(s.seat) >= 0:  # an action of several parts: the next part is asked for
            while int(s.frame[int(s.n_frames) - 1].arg) == HARMLESS:
                pop(s, int(s.n_frames) - 1)
        self.run(s, t)


def without_harmless(game: Game) -> bytes:
    """The position without the frames that were put in."""
    row = empty(1)
    row[:] = game.position
    frames = row["frame"][0]
    kept = [frame for frame in frames[: int(row["n_frames"][0])].copy() if frame["arg"] != HARMLESS]
    frames[:] = np.zeros(1, frames.dtype)
    frames[: len(kept)] = kept
    row["n_frames"] = len(kept)
    return row.tobytes()


def play(game: Game, inner: Interruptions, decisions: int, rng: np.random.Generator, first: Sequence[int] = ()) -> int:
    """Play the game and its interrupted twin with the same actions, random after the first. Return how many."""
    twin = game.clone()
    done = 0
    while not game.is_terminal and done < decisions:
        action = first[done] if done < len(first) else int(rng.choice(game.legal_actions()))
        what = f"{game!r}: {game.describe(action)}"
        game.step(action)
        inner.on = True
        twin.step(action)
        inner.on = False
        done += 1
        assert without_harmless(twin) == game.position.tobytes(), what
        assert (twin.legal_actions() == game.legal_actions()).all(), what
    return done


# --------------------------------------------------------------------------- what is interrupted

ONCE = (Frame.WINDOW, Frame.EFFECTS, Frame.CHOOSE, Frame.RECEIVE, Frame.BIG_ITEMS, Frame.PICK, Frame.WORTH)
ASKS = (Frame.ORDER, Frame.THEFT, Frame.ENTRY, Frame.ACCEPT, Frame.GOTH, Frame.GIVE_LEVEL, Frame.CURE)
STAGES = dict.fromkeys((*ONCE, *ASKS), 1) | {
    Frame.SETUP: 2,
    Frame.TURN: turn.ENDED + 1,
    Frame.COMBAT: combat.FLED + 1,
    Frame.FLEE: run_away.BETWEEN + 1,
    Frame.ROLL: 2,
    Frame.CURSE: curses.STRUCK + 1,
    Frame.OFFER: helping.AGREED + 1,
    Frame.DRAW: 2,
    Frame.SPOILS: 3,
    Frame.PLAYED: 2,
    Frame.MEETING: meeting.ANSWERING + 1,
    Frame.CHARITY: charity.RECEIVERS + 1,
    Frame.LOOT_BODY: death.THROWN + 1,
    Frame.PEEK: turn.TURNED + 1,
    Frame.CONTEST: claims.THROWN + 1,
    Frame.ROOM: rooms.INSIDE + 1,
}
"""Number of stages of the rule of each kind of frame."""

NEVER = {Decision.NONE, Decision.BEFORE_CURSE}  # nobody is asked these (CURSE-1a)


def answers(game: Game, *words: dict[str, Any]) -> list[int]:
    """The ids of these actions, one after the other, in a game whose windows are passed."""
    trial = game.clone()
    before = len(trial.history)
    for word in words:
        trial.do(**word)
        while trial.decision == Decision.WINDOW:
            trial.do("pass")
    return [action for _, action in trial.history[before:]]


def rare(editions: tuple[str, str]) -> list[tuple[Game, list[int]]]:
    """Positions shortly before stages that random games seldom reach, and the actions that lead there."""
    thief = {"level": 3, "klass": "thief", "hand": ["helm_of_courage", "magic_lamp"], "table": ["leather_armor"]}
    thief_too = {"level": 3, "klass": "thief", "hand": ["broad_sword", "magic_missile"]}
    dwarf = {"race": "dwarf", "carried": ["huge_rock", "swiss_army_polearm", "bow_with_ribbons"]}
    exchange = mk.scenario(
        [thief, thief_too, {}], phase="combat", combat={"monsters": ["lawyers", "bigfoot"], "helper": 1}
    )
    bigs = mk.scenario([dwarf, {}, {}])
    steal = mk.scenario([thief_too, {"table": ["leather_armor"]}, {}])
    spoils = {"monsters": ["lame_goblin", "net_troll"], "helper": 1, "deal": 2}
    cleric = {"level": 6, "klass": "cleric", "hand": ["helm_of_courage", "magic_lamp"]}
    piles = ["potted_plant", "buckler_of_swashing"]
    share = mk.scenario([cleric, {"level": 6}, {}], phase="combat", combat=spoils, discards=piles)
    door = mk.scenario([cleric, {}, {}], discards=piles)
    platycore = {"monsters": ["platycore"]}
    pick = mk.scenario([{}, {}, {}], phase="combat", combat=platycore, dice=[1], forced_choices=False)
    tax = mk.scenario([{"hand": ["curse_income_tax"]}, thief, {"table": ["buckler_of_swashing"]}])
    dragon = {"monsters": ["plutonium_dragon"], "helper": 1}
    body = mk.scenario([{**thief, "level": 6}, {"level": 6}, {"level": 6}], phase="combat", combat=dragon, dice=[1, 1])
    alone = {"monsters": ["plutonium_dragon"]}
    tie = mk.scenario([{**thief, "level": 6}, {}, {}], phase="combat", combat=alone, dice=[1, 4, 4, 2])
    full = {"level": 3, "hand": ["elf", "dwarf", "crabs", "mate", "baby", "ancient", "harpies"]}
    give = mk.scenario([full, {}, {}], phase="charity")
    vampire = {"monsters": ["wannabe_vampire"], "helper": 1}
    wall = mk.scenario([{"level": 4, "hand": ["instant_wall"]}, {}, {}], phase="combat", combat=vampire)
    troll = mk.scenario([{}, {"level": 9}, {}], phase="combat", combat={"monsters": ["net_troll"]})
    both = {"verb": "play", "card": "instant_wall", "seat": 0, "amount": 1}
    ask = {"verb": "ask_help", "seat": 1, "amount": 0}
    hands = [{"hand": ["bat", "ghost"]}, {"hand": ["poet"]}, {"hand": ["raven"]}]
    call = mk.scenario(hands, phase="trouble", editions=editions)
    sluggoth = {"monsters": ["sluggoth"]}
    sinks = mk.scenario([{"level": 3}, {}, {}], phase="combat", combat=sluggoth, dice=[1], editions=("cthulhu",))
    cultist = {"klass": "cultist"}
    blend = ("munchkin", "cthulhu")
    cure = mk.scenario([{}, cultist, {}], doors=["divine_intervention"], editions=blend, forced_choices=False)
    laugh = {"level": 8, "hand": ["maniacal_laugh"]}
    claim = mk.scenario(
        [laugh, {"hand": ["ia_rlyeh"]}, {}],
        phase="combat",
        combat={"monsters": ["buggoth"]},
        editions=("cthulhu",),
    )
    won = {"monsters": ["geek_ones"], "helper": 1}
    eclipse = mk.scenario([laugh, {}, {"hand": ["solar_eclipse"]}], phase="combat", combat=won, editions=("cthulhu",))
    portal = mk.scenario([{}, {}, {}], doors=["portal_of_mystery"], editions=("cthulhu",), forced_choices=False)
    no = {"hand": ["o_rlyeh"]}
    guest: dict[str, Any] = {"editions": ("cthulhu",), "forced_choices": False}
    door_cancelled = mk.scenario([{}, no, {}], doors=["buggoth", "cheat"], **guest)
    play_cancelled = mk.scenario([laugh, no, {}], phase="combat", combat={"monsters": ["buggoth"]}, **guest)
    lay_cancelled = mk.scenario([{"hand": ["bowling_pin", "cheat"]}, no, {}], **guest)
    spend = {"verb": "play", "card": "maniacal_laugh", "place": "players"}
    curious = {"klass": "investigator", "hand": ["mephitic", "rugose", "squamous"]}
    peek = mk.scenario([curious, {}, {}], editions=("cthulhu",), forced_choices=False)
    host = {"klass": "cultist", "hand": ["cult_meeting", "mephitic"]}
    newcomer = {"klass": "professor", "hand": ["cultist", "rugose"]}
    meet = mk.scenario([host, newcomer, {}], editions=("cthulhu",), forced_choices=False)
    joins = {"verb": "lay_out", "card": "cultist"}
    swaps = {"verb": "swap", "seat": 1, "card": "mephitic"}
    kept = {"verb": "use_power", "card": "investigator", "cards": ["mephitic", "rugose", "squamous"]}
    payers = [{"race": "elf"}, {"hand": ["boil_an_anthill", "whine_at_the_gm"]}, {"hand": ["bribe_gm_with_food"]}]
    quick = mk.scenario(payers, quick_play=True)
    quick.do("drop", card="elf")
    fighter: dict[str, Any] = {"level": 5, "race": "feline", "hand": ["starfish"]}
    stage = [fighter, {"hand": ["open_mike_night", "mind_flea"]}, {"hand": ["robo_rooster"]}]
    crowd = mk.scenario(stage, doors=["battle_barber"], editions=("star",), forced_choices=False)
    comes = [{"verb": "play", "card": "open_mike_night"}, {"verb": "answer_call", "card": "mind_flea"}]
    opened = [*crowd.action("open_door")]
    inside = crowd.clone()
    inside.do("open_door")
    return [
        (crowd, [*opened, *answers(inside, *comes)]),
        (quick, quick.action("claim", card="elf")),
        (meet, answers(meet, {"verb": "play", "card": "cult_meeting"}, joins, swaps)),
        (peek, answers(peek, {"verb": "open_door"}, kept)),
        (cure, answers(cure, {"verb": "open_door"}, {"verb": "yes"})),
        (claim, answers(claim, spend)),
        (eclipse, eclipse.action("kill")),
        (portal, portal.action("open_door")),
        (door_cancelled, door_cancelled.action("open_door")),
        (play_cancelled, answers(play_cancelled, spend)),
        (lay_cancelled, lay_cancelled.action("lay_out", card="bowling_pin")),
        (sinks, sinks.action("run_away")),
        (wall, answers(wall, {"verb": "run_away"}, both)),
        (troll, answers(troll, ask, {"verb": "counter", "amount": 1})),
        (exchange, exchange.action("pass")),
        (bigs, bigs.action("drop", card="dwarf")),
        (steal, steal.action("steal", seat=1, card="leather_armor", second="broad_sword")),
        (share, share.action("kill")),
        (door, door.action("open_door")),
        (pick, pick.action("run_away")),
        (give, give.action(card="elf")),
        (tax, tax.action("play", card="curse_income_tax", seat=1)),
        (body, body.action("run_away")),
        (tie, tie.action("run_away")),
        (call, call.action("fight", card="bat")),
    ]


GAMES: list[dict[str, Any]] = [
    {},
    {"players": 6, "start_cards": 8},
    {"windows": "open", "players": 3},
    {"forced_choices": False, "bargaining": "full", "trades": "full"},
    {"listen_at_door": True, "helper_wins": True, "goal": 20},
]


def test_rules_go_on_as_if_nothing_lay_on_their_frames(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Every stage of every rule, and every action, is interrupted; nothing changes by it (COMBAT-4, WINDOW-1)."""
    inner = Interruptions(monkeypatch, 0)
    editions = goths(tmp_path)
    for seed in range(5):
        for game, first in rare(editions):
            play(game, inner, len(first) + 12, np.random.default_rng(seed), first)
    for seed, settings in enumerate(GAMES):
        play(Game(seed=seed, **settings), inner, 200, np.random.default_rng(seed))
    missing = {(kind, stage) for kind, stages in STAGES.items() for stage in range(stages)} - inner.rules
    assert not missing
    assert set(Decision) - NEVER - inner.answers == set()


@pytest.mark.nightly
def test_long_games_are_interrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    inner = Interruptions(monkeypatch, 1)
    for seed in range(5):
        play(Game(seed=seed, players=3 + seed % 4), inner, 5000, np.random.default_rng(seed))


def test_the_stages_are_all_there_are() -> None:
    """The table names every kind of frame that the dispatcher knows."""
    assert RULES.keys() == STAGES.keys()


# --------------------------------------------------------------------------- rules that meet

LAUGH, ARMY, TRUTH = "cthulhu:maniacal_laugh", "cthulhu:call_the_army", "curse_learn_yet_another_awful_truth"
DIVINE, CHEAT = "munchkin:divine_intervention", "cthulhu:cheat"
SEATS: list[dict[str, Any]] = [
    {
        "level": 5,
        "klass": "investigator",
        "hand": [LAUGH, ARMY, "cult_meeting", "cthulhu:portal_of_mystery", "munchkin:loaded_die", "shallow_ones"],
        "table": ["cthulhu:bowling_pin"],
    },
    {
        "level": 5,
        "klass": "cultist",
        "hand": ["o_rlyeh", "cultist", "munchkin:curse_lose_a_level", "boil_an_anthill", "solar_eclipse", "mephitic"],
    },
    {
        "level": 5,
        "klass": "wizard",
        "hand": ["ia_rlyeh", "again", "cultist", "cultist", "whine_at_the_gm", "cthulhu:wishing_ring", "flask_of_glue"],
    },
    {"level": 5, "klass": "cultist", "hand": ["cthulhu:body_swap_coupon", "bribe_gm_with_food"]},
]


def fight(*monsters: str, **facts: Any) -> dict[str, Any]:
    return {"phase": "combat", "combat": {"monsters": list(monsters), **facts}}


KILL, RUN, OPEN = {"verb": "kill"}, {"verb": "run_away"}, {"verb": "open_door"}
BEFORE: dict[Window, tuple[dict[str, Any], list[dict[str, Any]]]] = {  # what leads to each window of reactions
    Window.TURN_START: ({"phase": "begin"}, []),
    Window.DOOR: ({"doors": [CHEAT, DIVINE]}, [OPEN]),
    Window.REVEAL: ({"doors": ["buggoth", DIVINE]}, [OPEN]),
    Window.COMBAT: (fight("buggoth"), [{"verb": "play", "card": LAUGH, "place": "players"}]),
    Window.HELP: (fight("great_cthulhu"), [{"verb": "ask_help", "seat": 1, "amount": 1}]),
    Window.KILL: (fight("buggoth"), [KILL]),
    Window.DEFEAT: (fight("great_cthulhu"), [RUN]),
    Window.ROLL: ({**fight("great_cthulhu"), "dice": [2]}, [RUN, {"verb": "roll", "place": 0}]),
    Window.FLIGHT: ({**fight("great_cthulhu", "buggoth"), "dice": [6]}, [RUN, {"verb": "roll", "place": 1}]),
    Window.REWARD: (fight("buggoth"), [KILL]),
    Window.SPOILS: (fight("buggoth", helper=1, deal=1), [KILL]),
    Window.LOOT: ({"phase": "trouble", "doors": [CHEAT, DIVINE]}, [{"verb": "loot_room"}]),
    Window.CHARITY: ({"phase": "trouble"}, [{"verb": "end_turn"}]),
    Window.TURN_END: ({"phase": "charity"}, []),
    Window.CURSE: ({"doors": [TRUTH, DIVINE]}, [OPEN]),
    Window.DISCARD: ({}, [{"verb": "drop", "card": "investigator"}]),
    Window.PLAYED: ({}, [{"verb": "play", "card": ARMY, "seat": 0}]),
    Window.OPENED: ({"doors": ["buggoth", DIVINE]}, [OPEN]),
    Window.ROOM: ({"doors": ["buggoth", DIVINE], "rooms": ["airlock_for_very_short_people"]}, [OPEN]),
}
PEACEFUL = {Window.TURN_START, Window.DOOR, Window.REWARD, Window.LOOT, Window.CHARITY, Window.TURN_END}
FIGHTING = {Window.REVEAL, Window.COMBAT, Window.HELP, Window.KILL, Window.DEFEAT, Window.FLIGHT}
MEETS: dict[Frame, set[Window]] = {  # newer frames, and the windows that are open below or above them
    Frame.PLAYED: set(BEFORE),
    Frame.MEETING: {*PEACEFUL, Window.PLAYED, Window.NONE},
    Frame.CURE: {*PEACEFUL, *FIGHTING, Window.NONE},
    Frame.CONTEST: {*FIGHTING, Window.TURN_START, Window.DISCARD, Window.NONE},
    Frame.PEEK: {Window.NONE, Window.DISCARD},
    Frame.ROOM: {Window.ROOM, Window.PLAYED},
}


def reached(game: Game) -> set[tuple[Frame, Window]]:
    """The newer frames on the stack, each with all windows there."""
    row = game.position[0]
    frames = row["frame"][: int(row["n_frames"])]
    windows = [Window(int(f["a"])) for f in frames if f["kind"] == Frame.WINDOW] or [Window.NONE]
    return {(kind, window) for kind in MEETS if kind in frames["kind"] for window in windows}


class Meetings:
    """Lets rules meet; keeps which have met, and saves and loads each meeting when it is new."""

    def __init__(self) -> None:
        self.met: set[tuple[Frame, Window]] = set()
        self.rng = np.random.default_rng(0)

    def look(self, game: Game) -> None:
        """Nothing is broken; a new meeting is saved and loaded, at the question and half-way through an action."""
        assert not game.position["fault"][0], repr(game)
        if not game.is_terminal and reached(game) - self.met:
            self.met |= reached(game)
            assert not game.broken(), repr(game)
            assert mk.Game.load(game.save()) == game
            begun = game.clone()
            begun.step(int(begun.legal_actions()[-1]))
            if begun.stage:
                assert mk.Game.load(begun.save()) == begun

    def finish(self, game: Game) -> Game:
        """A half-built action is completed."""
        while not game.is_terminal and game.stage:
            game.step(int(self.rng.choice(game.legal_actions())))
        self.look(game)
        return game

    def answers(self, game: Game) -> list[Game]:
        """The game after each action at its question but a pass, after a play of each card."""
        found = []
        for action in game.legal_actions()[game.legal_actions() != VERB0 + Verb.PASS]:
            begun = game.clone()
            begun.step(int(action))
            for part in begun.legal_actions() if action == VERB0 + Verb.PLAY else [None]:
                twin = begun.clone()
                if part is not None:
                    twin.step(int(part))
                found.append(self.finish(twin))
        return found

    def go_on(self, game: Game, most: int) -> None:
        """The stack is carried out: nobody cancels anything, otherwise at random."""
        for _ in range(most):
            if game.is_terminal:
                return
            legal = game.legal_actions()
            if game.decision == Decision.WINDOW:
                legal = legal[:1]
            elif game.decision in (Decision.JOIN, Decision.SWAP, Decision.CURE):
                legal = legal[-1:] if self.rng.random() < 0.7 else legal[:1]
            game.step(int(self.rng.choice(legal)))
            self.finish(game)

    def unfold(self, game: Game, window: Window) -> None:
        """The asked player in the window plays each card of theirs; others do so in the window of that play."""
        while not game.is_terminal and game.decision == Decision.WINDOW and int(game.position["window"][0]) == window:
            for twin in self.answers(game):
                if not twin.is_terminal and twin.decision == Decision.WINDOW:
                    for inner in self.answers(twin):
                        self.go_on(inner, 4)
                self.go_on(twin, 25)
            game.do("pass")
            self.look(game)


def before(window: Window, editions: tuple[str, ...]) -> Game:
    """A game in which the window is open and everybody is asked."""
    settings, words = BEFORE[window]
    facts = {"phase": "start", "doors": [DIVINE], "quick_play": True, "windows": "open", "forced_choices": False}
    facts |= {**settings, "editions": editions}
    seats = SEATS
    rooms = facts.pop("rooms", None)
    if rooms:
        facts["editions"] = (*editions, "star")
        seats = [*SEATS[:-1], {**SEATS[-1], "hand": [*SEATS[-1]["hand"], *rooms]}]
    game = mk.scenario(seats, **facts)
    for word in [*words, None]:
        while game.decision in (Decision.WINDOW, Decision.PEEK) and not (
            word is None and int(game.position["window"][0]) == window
        ):
            game.do("pass")
        if word is not None:
            game.do(**word)
    while int(game.position["window"][0]) != window:
        game.step(int(game.legal_actions()[-1] if game.decision != Decision.WINDOW else game.legal_actions()[0]))
    return game


def test_the_windows_are_all_there_are() -> None:
    """WINDOW-2: the table leads to each of them."""
    assert set(BEFORE) == set(Window) - {Window.NONE}


@pytest.mark.slow
def test_newer_rules_meet_every_window() -> None:
    """WINDOW-2: each reaction in each window, and each in that of the reaction; the game goes on and stays sound."""
    meetings = Meetings()
    for window in BEFORE:
        meetings.unfold(before(window, ("munchkin", *again())), window)
    missing = {(kind, window) for kind, windows in MEETS.items() for window in windows} - meetings.met
    assert not missing
