"""Reports agree with the game: every event against the positions around it, every question against its actions."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import pytest

import munchkin_env as mk
from munchkin_env.cli._shared import Menu
from munchkin_env.engine.dispatch.verbs import VERBS
from munchkin_env.envs.rendering import seen
from munchkin_env.observation import text
from munchkin_env.observation.narration import SENTENCES, Narrator, Transcript
from munchkin_env.observation.scene import scene
from munchkin_env.observation.view import SeenEvent, View
from munchkin_env.vocabulary import Decision, Event, Flag, Frame, Stage, Verb, Zone
from tests.each import each

NAMES = ("Anna", "Bob", "Cleo", "Dan")
HELP_ASKED, HELP_OFFERED, TRADE = 1, 2, 3
DECKS = (Zone.DECK, Zone.DECK + 1)
DISCARDS = (Zone.DISCARD, Zone.DISCARD + 1)  # shuffled in, in the middle of an action


# ----------------------------------------------------------------------- events and the positions around them


@dataclass
class Told:
    """One event with the game before and after the action that brought it, and the other events of that action."""

    event: SeenEvent
    before: mk.Game
    after: mk.Game
    beside: list[SeenEvent]

    def lay(self, game: mk.Game, *zones: int) -> bool:
        """A copy of the event's card lies in one of the zones."""
        s = game.position[0]
        copies = game.catalogue.copies_of(self.event.card)
        return any(int(s["card"]["zone"][c]) in zones for c in copies)

    def player(self, game: mk.Game, field: str, seat: int) -> int:
        return int(game.position["player"][field][0, seat])

    def level_change(self) -> int:
        """Of the event's player, by all events of the action."""
        signs = {Event.LEVEL_UP: 1, Event.LEVEL_DOWN: -1}
        return sum(signs.get(e.kind, 0) * e.amount for e in self.beside if e.seat == self.event.seat)


def own(seat: int) -> tuple[int, int]:
    return Zone.HAND + seat, Zone.TABLE + seat


def cursed(game: mk.Game) -> set[int]:
    """Players whom a curse that is being resolved is about to strike."""
    return {int(f["seat"]) for f in game.position["frame"][0] if int(f["kind"]) == Frame.CURSE}


def offer_is(told: Told, kind: int, maker: int, taker: int) -> bool:
    o = told.after.position["offer"][0]
    if not int(o["kind"]):  # settled at once
        return True
    return (int(o["kind"]), int(o["maker"]), int(o["taker"])) == (kind, maker, taker)


def marked(told: Told, seat: int, flag: Flag, type_: int) -> bool:
    s = told.after.position[0]
    copies = told.after.catalogue.copies_of(type_)
    return any(int(s["card"]["zone"][c]) == Zone.TABLE + seat and int(s["card"]["flag"][c]) & flag for c in copies)


def offered(told: Told) -> bool:
    e = told.event
    if not e.card:
        return offer_is(told, HELP_ASKED, e.other, e.seat) and 0 < e.amount <= 20
    if e.amount < 0:
        return offer_is(told, TRADE, e.other, e.seat) and marked(told, e.other, Flag.OFFERED, e.card)
    wants = not e.amount or marked(told, e.other, Flag.WANTED, e.amount)
    return offer_is(told, TRADE, e.seat, e.other) and marked(told, e.seat, Flag.OFFERED, e.card) and wants


def stolen(told: Told) -> bool:
    e = told.event
    if e.amount == 0:
        return told.lay(told.before, Zone.TABLE + e.other)
    if e.amount == 1:
        return told.lay(told.before, Zone.TABLE + e.other) and told.lay(told.after, Zone.TABLE + e.seat)
    return told.lay(told.after, Zone.TABLE + e.other)


def cancelled(told: Told) -> bool:
    e = told.event
    struck = e.other in cursed(told.before) or told.lay(told.before, Zone.TABLE + e.other)
    if e.amount:  # behind the door, in the same action
        return e.seat == e.other and any(x.kind == Event.CURSED and x.other == e.other for x in told.beside)
    return struck and told.lay(told.after, Zone.DISCARD)


def took(told: Told) -> bool:
    e = told.event
    if e.other is not None:
        return not e.card or told.lay(told.before, *own(e.other))
    sources = {1: DISCARDS, 2: (Zone.SPOILS, Zone.DECK + 1, Zone.DISCARD + 1)}
    return told.lay(told.before, *sources[e.amount])


FACTS = {
    Event.TURN: lambda x: int(x.after.position["rounds"][0]) >= x.event.amount,
    Event.OPENED: lambda x: x.event.seat == x.before.turn_seat,
    Event.DREW: lambda x: x.event.card is None or x.lay(x.before, *DECKS, *DISCARDS),
    Event.PLAYED: lambda x: x.lay(x.before, *own(x.event.seat), *DECKS, *DISCARDS),
    Event.LAID_OUT: lambda x: (
        x.lay(x.before, Zone.HAND + x.event.seat, Zone.DISCARD) and x.lay(x.after, *own(x.event.seat))
    ),
    Event.IN_USE: lambda x: x.lay(x.after, Zone.TABLE + x.event.seat),
    Event.CARRIED: lambda x: x.lay(x.after, Zone.TABLE + x.event.seat),
    Event.LEVEL_UP: lambda x: (
        x.level_change() == x.player(x.after, "level", x.event.seat) - x.player(x.before, "level", x.event.seat)
    ),
    Event.LEVEL_DOWN: lambda x: (
        x.level_change() == x.player(x.after, "level", x.event.seat) - x.player(x.before, "level", x.event.seat)
    ),
    Event.ASKED: lambda x: offer_is(x, HELP_ASKED, x.event.seat, x.event.other),
    Event.VOLUNTEERED: lambda x: offer_is(x, HELP_OFFERED, x.event.seat, x.event.other),
    Event.HELPS: lambda x: int(x.after.position["combat"]["helper"][0]) in (0, x.event.seat + 1),
    Event.ROLLED: lambda x: 1 <= x.event.amount <= 6,
    Event.ESCAPED: lambda x: x.event.card in x.before.position["combat"]["monster"]["type"][0],
    Event.CAUGHT: lambda x: x.event.card in x.before.position["combat"]["monster"]["type"][0],
    Event.DIED: lambda x: x.player(x.after, "dead", x.event.seat) or x.before.turn != x.after.turn,
    Event.RETURNED: lambda x: x.player(x.before, "dead", x.event.seat) or x.event._replace(kind=Event.DIED) in x.beside,
    Event.TOOK: took,
    Event.GAVE: lambda x: x.lay(x.before, Zone.TABLE + x.event.seat) and x.lay(x.after, Zone.TABLE + x.event.other),
    Event.CURSED: lambda x: x.event.seat is not None and x.event.other is not None,
    Event.CANCELLED: cancelled,
    Event.STOLE: stolen,
    Event.SHOWED: lambda x: x.player(x.after, "showed", x.event.seat) == 1,
    Event.OFFERED: offered,
    Event.PAID: lambda x: x.lay(x.before, *own(x.event.seat)),
    Event.SEX: lambda x: x.player(x.after, "sex", x.event.seat) == x.event.amount,
    Event.WON: lambda x: x.event.seat in x.after.winners,
    Event.LOOTED: lambda x: x.lay(x.before, *own(x.event.other)) and x.lay(x.after, *own(x.event.seat)),
    Event.BACKSTABBED: lambda x: (
        int(x.after.position["combat"]["active"][0]) == 0  # it is over
        or x.player(x.after, "combat_bonus", x.event.other)
        == x.player(x.before, "combat_bonus", x.event.other) + x.event.amount
    ),
    Event.CHARITY: lambda x: x.event.card is None,
    Event.KILLED: lambda x: (
        int(x.before.position["combat"]["helper"][0]) == (0 if x.event.other is None else x.event.other + 1)
    ),
    Event.COMBAT: lambda x: int(x.after.position["combat"]["leader"][0]) in (x.event.seat, 0),  # 0: it is over
}


def happened(before: mk.Game, after: mk.Game) -> list[SeenEvent]:
    """The events of one action, oldest first."""
    first, last = (int(game.position["event_count"][0]) for game in (before, after))
    return View.of(after, 0).events(last - first)


def answers_of(game: mk.Game, rng: np.random.Generator, most: int = 100_000) -> Iterator[tuple[mk.Game, mk.Game]]:
    """(before, after) of each random action of a game."""
    for _ in range(most):
        if game.is_terminal:
            return
        before = game.clone()
        game.step(int(rng.choice(game.legal_actions())))
        yield before, game


def check(before: mk.Game, after: mk.Game) -> set[Event]:
    """All events of the action are true and told by name; return the kinds."""
    events = happened(before, after)
    for event in events:
        fact = FACTS.get(event.kind)
        assert fact is None or fact(Told(event, before, after, events)), event
        names_who_and_what(after, event)
    return {event.kind for event in events}


NOBODY_NAMED = {Event.JOINED, Event.REMOVED, Event.SHUFFLED, Event.DRAW_GAME}


def names_who_and_what(game: mk.Game, event: SeenEvent) -> None:
    """The players, the card, and no number but the amount are named."""
    told = " ".join(Narrator(game.catalogue, NAMES).tell([event]))
    if event.kind not in NOBODY_NAMED:
        by_whom = event.kind == Event.CURSED and (event.amount or event.seat == event.other)
        if event.seat is not None and event.kind != Event.CURSED:  # whom it strikes matters there
            assert NAMES[event.seat] in told, told
        if event.other is not None:
            assert NAMES[event.other] in told or by_whom, told
    if event.card:
        assert game.catalogue.name(event.card) in told, told
    if event.kind == Event.OFFERED and event.card and event.amount > 0:
        assert game.catalogue.name(event.amount) in told
    for k in (event.card or 0, event.amount):
        if 0 < k < len(game.catalogue.cards):
            told = told.replace(game.catalogue.name(k), "")
    assert {int(n) for n in re.findall(r"\d+", told)} <= {abs(event.amount)}, told


@each("seed", range(6))
def test_what_is_told_of_random_games_is_true(seed):
    """Every event of whole games with all kinds of bargains, against the position before and after it."""
    rng = np.random.default_rng(seed)
    game = mk.Game(players=4, seed=seed, trades="full", bargaining="full", forced_choices=False, goal=6)
    kinds = set()
    for before, after in answers_of(game, rng, 12_000):
        kinds |= check(before, after)
    assert len(kinds) >= 25


def test_every_event_has_a_sentence():
    assert set(FACTS) <= set(SENTENCES) == set(Event)


# ----------------------------------------------------------------------- what random games hardly bring


def story(game: mk.Game, answers: list[tuple]) -> tuple[list[str], str]:
    """Play the actions (verb, arguments), each checked; return the reports of transcript and text."""
    transcript = Transcript(game.catalogue, NAMES)
    transcript.listen(scene(seen(game, None)))
    lines: list[str] = []
    for verb, arguments in answers:
        before = game.clone()
        game.do(verb, **arguments)
        check(before, game)
        lines += transcript.listen(scene(seen(game, None)))
    return lines, text(game.position, game.catalogue, None)


@pytest.mark.parametrize("holder", [0, 1, 2])
def test_a_ring_saves_whom_the_curse_was_for(holder):
    """CURSE-4: the victim is told, no matter who has the ring."""
    seats = [{"hand": ["curse_duck_of_doom"]}, {"level": 5}, {}]
    seats[holder] = {**seats[holder], "table": ["wishing_ring"]}
    game = mk.scenario(seats, forced_choices=False)
    ring = {"card": "wishing_ring", "second": "curse_duck_of_doom"}
    lines, said = story(game, [("play", {"card": "curse_duck_of_doom", "seat": 1}), ("play", ring)])
    ends = {1: "Bob gets rid of Curse! Duck of Doom."}
    assert ends.get(holder, f"{NAMES[holder]} saves Bob from Curse! Duck of Doom.") in lines
    assert {1: "player 1 gets rid of Curse! Duck of Doom."}.get(
        holder, f"player {holder} saves player 1 from Curse! Duck of Doom."
    ) in said


def test_sandals_are_no_ring():
    """CURSE-1: the curse behind the door does nothing to who wears them."""
    players = [{"table": ["sandals_of_protection"]}, {}, {}]
    game = mk.scenario(players, doors=["curse_duck_of_doom"], forced_choices=False)
    lines, said = story(game, [("open_door", {})])
    assert "Curse! Duck of Doom does nothing to Anna." in lines
    assert "Curse! Duck of Doom does nothing to player 0" in said


@pytest.mark.parametrize(("die", "deed"), [(6, "steals"), (1, "fails to steal")])
def test_a_theft_is_told_with_its_outcome(die, deed):
    """CLASS-1: the Thief's target, then the success of the theft, also where the Thief has no level to lose."""
    players = [{"klass": "thief", "hand": ["elf"]}, {"table": ["helm_of_courage"]}, {}]
    game = mk.scenario(players, dice=[die], forced_choices=False)
    lines, said = story(game, [("steal", {"seat": 1, "card": "helm_of_courage", "second": "elf"})])
    assert "Anna tries to steal Helm of Courage from Bob." in lines
    assert f"Anna {deed} Helm of Courage from Bob." in lines
    assert f"player 0 {deed} Helm of Courage from player 1" in said


def test_a_counter_offer_to_a_trade_speaks_of_the_item():
    """TRADE-1: no help, no treasures, but one item more."""
    players = [{"table": ["helm_of_courage", "magic_missile"]}, {"table": ["leather_armor"]}, {}]
    game = mk.scenario(players, trades="full", forced_choices=False)
    game.do("trade", seat=1, card="helm_of_courage", want=["leather_armor"])
    answers = Menu.of(game, 1, NAMES)
    assert "one item more" in answers.menu()
    assert "treasure" not in answers.menu()
    lines, said = story(game, [("counter", {"card": "magic_missile"})])
    assert lines == ["Bob wants Magic Missile from Anna too."]
    assert "player 1 wants Magic Missile from player 0 too" in said
    assert "treasure" not in Menu.of(game, 0, NAMES).question()
    assert scene(seen(game, 0)).offer == "player 1 asks player 0 for Helm of Courage, Magic Missile for Leather Armor"


def test_a_counter_offer_of_help_speaks_of_treasures():
    """HELP-2: the helper's price."""
    game = mk.scenario([{}, {}, {}], phase="combat", combat={"monsters": ["lawyers"]}, forced_choices=False)
    game.do("ask_help", seat=1, amount=0)
    lines, said = story(game, [("counter", {"amount": 2})])
    assert lines == ["Bob would help Anna for 2 treasures."]
    assert "player 1 would help player 0 for 2 treasures" in said


def test_a_potion_that_kills_the_nose_is_not_for_the_players():
    """PLAY-3: told with the monster that it is for."""
    hero = {"hand": ["potion_of_halitosis"]}
    game = mk.scenario([hero, {}, {}], phase="combat", combat={"monsters": ["floating_nose"]}, forced_choices=False)
    transcript = Transcript(game.catalogue, NAMES)
    transcript.listen(scene(seen(game, None)))
    transcript.monsters = [game.catalogue.index("floating_nose")]
    game.do("play", card="potion_of_halitosis", place=0)
    assert transcript.listen(scene(seen(game, None)))[0] == "Anna plays Potion of Halitosis on Floating Nose."


def test_an_escape_given_to_another_names_him():
    """PLAY-3: Instant Wall for somebody else."""
    game = mk.scenario(
        [{}, {"hand": ["instant_wall"]}, {}],
        phase="combat",
        combat={"monsters": ["bigfoot"]},
        forced_choices=False,
    )
    game.do("run_away")
    lines, said = story(game, [("play", {"card": "instant_wall", "seat": 0})])
    assert lines[0] == "Bob plays Instant Wall on Anna."
    assert "player 1 plays Instant Wall on player 0" in said


# ----------------------------------------------------------------------- decisions and verbs


def test_a_big_item_that_must_go_is_handed_over():
    """ITEM-3: nothing unseen is taken."""
    owner = {"race": "dwarf", "carried": ["huge_rock", "mithril_armor"]}
    game = mk.scenario([owner, {}, {}], forced_choices=False)
    game.do("drop", card="dwarf")
    assert game.decision == Decision.BIG_ITEMS
    for answer in ("hand over", "Huge Rock"):
        game.step(next(int(a) for a in game.legal_actions() if game.describe(int(a)) == answer))
    assert (game.stage, game.position["move"]["verb"][0]) == (Stage.SEAT, Verb.HAND_OVER)
    assert Menu.of(game, 0, NAMES).question() == "hand over a Big item (Huge Rock): which player?"
    assert "Half-built action: hand over a Big item (Huge Rock), next: seat." in text(game.position, game.catalogue, 0)


@pytest.mark.parametrize("seed", range(4))
def test_every_question_fits_its_decision(seed):
    """Every decision × verb of whole games: words for each, no two the same, and nothing that is not there."""
    rng = np.random.default_rng(seed)
    game = mk.Game(players=4, seed=100 + seed, trades="full", bargaining="full", forced_choices=False, goal=6)
    pairs = set()
    seen_before = set()
    for _ in range(6000):
        if game.is_terminal:
            break
        move, offer = game.position["move"][0], game.position["offer"][0]
        kind = (game.decision, game.stage, int(move["verb"]), int(move["card"]), int(offer["kind"]))
        if kind in seen_before:
            game.step(int(rng.choice(game.legal_actions())))
            continue
        seen_before.add(kind)
        answers = Menu.of(game, int(game.current_player), NAMES)
        verbs = [Verb(int(a)) for a in game.legal_actions() if int(a) < len(Verb)]
        labels = [answers.label(int(v)) for v in verbs]
        assert len(set(labels)) == len(labels)
        fits(game, answers, verbs)
        pairs |= {(game.decision, verb) for verb in verbs}
        game.step(int(rng.choice(game.legal_actions())))
    assert len(pairs) > 30


def fits(game: mk.Game, answers: Menu, verbs: list[Verb]) -> None:
    """The statements of the words are true."""
    s = game.position[0]
    said = text(game.position, game.catalogue, answers.seat) + answers.question() + answers.menu()
    trade = int(s["offer"]["kind"]) == TRADE
    if game.decision in (Decision.ANSWER_TRADE, Decision.ANSWER_COUNTER) and trade:
        assert "treasures" not in answers.question()
        assert "more treasures" not in answers.menu()
    if "unseen card" in answers.question() + answers.menu():
        assert (game.decision, verbs.count(Verb.TAKE)) == (Decision.CHOOSE_CARD, 1)
    card = int(s["move"]["card"])
    if game.stage != Stage.VERB and card:
        name = game.catalogue.name(int(game.catalogue.tables[0]["type_of"][card]))
        assert name in answers.question()
        assert name in said


def test_words_for_a_decision_are_of_verbs_that_there_are():
    """Exceptions change what the verb says, at decisions at which it may be listed."""
    for row in VERBS.values():
        assert row.words not in row.words_at.values()
        assert set(row.words_at) <= {*row.decisions, *([Decision.WINDOW] if row.windows else [])}
