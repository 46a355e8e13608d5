"""TURN-4 after a combat without a kill: by every card that lets a combat end, with each edition as host (MIX-2)."""

from collections.abc import Callable
from typing import Any

import pytest

from munchkin_env.cards.definition import Card, Clause
from munchkin_env.cards.reader import read_edition
from munchkin_env.game.game import Game, scenario
from munchkin_env.vocabulary import Decision, Kind, Moment, Sex
from tests.each import each
from tests.kit.looking import hand, may
from tests.kit.playing import first_place
from tests.kit.tables import fight

EDITIONS = ("munchkin", "extended", "star", "cthulhu")
COMPULSORY = ("extended", "star")  # hosts where a room must be looted, and after a monster that left in peace too
TROLL, HARPIES, AMAZON = "munchkin:net_troll", "munchkin:harpies", "munchkin:amazon"
POLLYMORPH = "munchkin:pollymorph_potion"
FELINE = {"race": "star:feline", "level": 5}
MAN, WOMAN = {**FELINE, "sex": "male"}, {**FELINE, "sex": "female"}
NEVER, ALLOWED, DUE = "no looting", "looting is allowed", "looting is due"

CARDS = [card for edition in EDITIONS for card in read_edition(edition).cards]


def clauses(card: Card, word: str) -> list[Clause]:
    every = (*card.play, *card.always)
    return [clause for clause in every if clause.said == word]


def with_word(word: str) -> list[Card]:
    return [card for card in CARDS if clauses(card, word)]


def of_all(host: str) -> dict[str, Any]:
    """A blend of all editions with this host; no cards but those that a test names."""
    return {
        "editions": (host, *(edition for edition in EDITIONS if edition != host)),
        "rest": "out",
        "quick_play": False,
        "treasures": ["star:battle_armor", "star:telescopic_spork"],
        "doors": ["cthulhu:mephitic", "cthulhu:rugose"],
    }


def asked(card: Card, word: str) -> dict[str, Any]:
    """A player of whom the monster's clause holds."""
    (clause,) = clauses(card, word)
    seat: dict[str, Any] = {**MAN}
    if clause.when.sex:
        seat["sex"] = Sex(clause.when.sex[0]).name.lower()
    if clause.when.klass:
        name = clause.when.klass[0].name.lower()
        seat["klass"] = next(one.full_id for one in CARDS if one.klass is not None and one.id == name)
    if clause.when.used:
        tools = [one for one in CARDS if set(one.tags) & set(clause.when.used) and one.kind == Kind.ITEM]
        seat["table"] = [next(one.full_id for one in tools if one.usable_by == one.not_usable_by)]
    return seat


def end(game: Game) -> Game:
    """Nobody reacts, and what comes is kept, until the player in turn is asked again, or another one's turn begins."""
    quiet = {Decision.WINDOW: "pass", Decision.RECEIVE: "done", Decision.ENTRY: "pass", Decision.GOTH: "pass"}
    while not game.is_terminal and game.decision in quiet and game.turn_seat == 0:
        game.do(quiet[game.decision])
    return game


def looting(game: Game) -> str:
    """Return the choices of the player in turn about the room now that the combat is over; a Feline's about a second
    door."""
    end(game)
    if game.turn_seat != 0:
        return NEVER
    assert (game.current_player, game.decision) == (0, Decision.AFTER_COMBAT)
    assert may(game, "open_door") == may(game, "loot_room")
    if not may(game, "loot_room"):
        assert may(game, "end_turn")
        return NEVER
    return ALLOWED if may(game, "end_turn") else DUE


def flee(game: Game) -> Game:
    """The leader runs away, and every roll is taken as it comes."""
    end(game)
    while game.decision == Decision.FLEE:
        game.do("roll", place=first_place(game))
        end(game)
    return game


def vanish(game: Game, place: int = 0) -> Game:
    """The Pollymorph Potion removes a monster."""
    game.do("play", card=POLLYMORPH, place=place)
    return end(game)


# --------------------------------------------------------------------------- how a combat ends without a kill


def in_peace(host: str, card: Card) -> Game:
    return fight([card.full_id], asked(card, "leaves unfought"), **of_all(host))


def declined(host: str, card: Card) -> Game:
    game = fight([card.full_id], asked(card, "leaves declined"), **of_all(host))
    game.do("decline", place=0)
    return game


def sent_away(host: str, card: Card) -> Game:
    game = fight([card.full_id], asked(card, "leaves sent"), **of_all(host))
    game.do("send_away", place=0)
    return game


def bribed(host: str, card: Card) -> Game:
    worth = max((one for one in CARDS if one.value < 1000 and one.slot), key=lambda one: one.value)
    game = fight([card.full_id], {**MAN, "carried": [worth.full_id]}, **of_all(host))
    game.do("bribe", card=worth.full_id, place=0)
    return game


def removed(host: str, card: Card) -> Game:
    """Alone; where the card asks for several, a second potion removes the other one."""
    (clause,) = clauses(card, "remove one")
    several = bool(clause.param("lowest", False))
    mine = {**MAN, "hand": [card.full_id, *([POLLYMORPH] if card.full_id != POLLYMORPH else [])]}
    game = fight([HARPIES, TROLL] if several else [HARPIES], mine, **of_all(host))
    game.do("play", card=card.full_id, place=0)
    return vanish(end(game)) if several else game


def all_removed(host: str, card: Card) -> Game:
    game = fight([HARPIES, TROLL], {**MAN, "hand": [card.full_id]}, **of_all(host))
    game.do("play", card=card.full_id)
    return game


def replaced(host: str, card: Card) -> Game:
    """By one that leaves the leader in peace: not all that was met has."""
    game = fight([HARPIES], {**WOMAN, "hand": [card.full_id, AMAZON]}, **of_all(host))
    game.do("play", card=card.full_id, second=AMAZON, place=0)
    return game


def avoided(host: str, card: Card) -> Game:
    game = fight([HARPIES], {**MAN, "table": [card.full_id]}, **of_all(host))
    game.do("use_power", card=card.full_id)
    return game


def taken_over(host: str, card: Card) -> Game:
    """The new fighter removes the monster."""
    game = fight([HARPIES], {**MAN, "hand": [card.full_id]}, {**MAN, "hand": [POLLYMORPH]}, **of_all(host))
    game.do("play", card=card.full_id, seat=1)
    end(game)
    return vanish(game)


def escaped(host: str, card: Card) -> Game:
    """The card is in hand; it is played before the rolls or after a failed one, as it says."""
    game = fight([TROLL], {**MAN, "hand": [card.full_id]}, dice=[1], **of_all(host))
    game.do("run_away")
    seat = {"seat": 0} if card.moments & Moment.ESCAPE else {}
    while not game.is_terminal and hand(game, 0) and game.decision != Decision.AFTER_COMBAT:
        if may(game, "play"):
            game.do("play", card=card.full_id, **seat)
        elif game.decision == Decision.FLEE:
            game.do("roll", place=0)
        else:
            game.do("pass")
    return flee(game)


def routed(host: str, card: Card) -> Game:
    game = fight([HARPIES], {**MAN, "level": 9, "hand": [card.full_id]}, dice=[6], goal=20, **of_all(host))
    game.do("play", card=card.full_id)
    return flee(game)


ENDINGS: dict[str, tuple[Callable[[str, Card], Game], str]] = {
    "leaves unfought": (in_peace, DUE),
    "leaves declined": (declined, DUE),
    "leaves sent": (sent_away, NEVER),
    "leaves bribed": (bribed, NEVER),
    "remove one": (removed, NEVER),
    "remove all": (all_removed, NEVER),
    "replace": (replaced, NEVER),
    "remove only": (avoided, NEVER),
    "new_fighter": (taken_over, ALLOWED),
    "escape": (escaped, NEVER),
    "rout": (routed, NEVER),
}
"""Each word that ends a combat, and the phase after it; a card that says so itself allows looting (`loot`)."""


@each("host", EDITIONS)
@each("word", ENDINGS)
def test_looting_is_due_only_after_monsters_that_leave_in_peace(host: str, word: str) -> None:
    """TURN-4: not after what a card, ability or bribe removed, nor after a flight; allowed where a card says so."""
    ending, after = ENDINGS[word]
    found = with_word(word)
    assert found
    for card in found:
        allowed = ALLOWED if any(clause.param("loot", False) for clause in clauses(card, word)) else after
        if allowed == DUE and host not in COMPULSORY:
            allowed = NEVER
        game = ending(host, card)
        assert (card.id, looting(game)) == (card.id, allowed)
        assert not game.broken()


@each("host", EDITIONS)
@each("edition", ["munchkin", "extended"])
def test_whoever_charms_a_monster_does_not_loot(host: str, edition: str) -> None:
    """TURN-4, CLASS-1: an ability removed it."""
    mine = {**MAN, "klass": f"{edition}:wizard", "hand": ["cthulhu:blasphemous", "cthulhu:frothing", "cthulhu:raving"]}
    game = fight([HARPIES], mine, **of_all(host))
    game.do("charm", place=0)
    assert looting(game) == NEVER


SAYS_OTHERWISE = {
    "cthulhu:bicker_ichor": "lost",
    "extended:loose_floorboard": "lost",
    "extended:magic_lamp": "if_alone",
    "munchkin:magic_lamp": "if_alone",
    "star:jury_rigged_trapdoor": "if_alone",
}
"""The cards that say what becomes of the treasure of a monster that they remove."""


@each("card", with_word("remove one"), ids=lambda card: card.full_id)
def test_a_removed_monster_leaves_its_treasure_unless_the_card_says_otherwise(card: Card) -> None:
    """COMBAT-6, COMBAT-3: drawn when the rest are beaten, not if one flees them; and no level for it."""
    policy = SAYS_OTHERWISE.get(card.full_id, "kept")
    of = {one.full_id: one.treasures for one in CARDS}
    deck = [one.full_id for one in CARDS if one.edition == "star" and one.kind == Kind.ITEM]
    settings = {**of_all(card.edition), "treasures": deck, "goal": 50}
    for level, won in ((30, True), (1, False)):
        game = fight([HARPIES, TROLL], {**MAN, "level": level, "hand": [card.full_id]}, dice=[6], **settings)
        game.do("play", card=card.full_id, place=0)
        end(game)
        game.do("kill" if won else "run_away")
        flee(game)
        drawn = of[TROLL] + (of[HARPIES] if policy == "kept" else 0)
        assert (game.level(0), len(hand(game, 0))) == ((level + 1, drawn) if won else (level, 0))
    if card.full_id != "cthulhu:bicker_ichor":  # it asks for several
        alone = fight([HARPIES], {**MAN, "hand": [card.full_id]}, **settings)
        alone.do("play", card=card.full_id, place=0)
        end(alone)
        assert (alone.level(0), len(hand(alone, 0))) == (5, 0 if policy == "lost" else of[HARPIES])


@pytest.mark.parametrize("host", EDITIONS)
def test_one_of_several_that_does_not_leave_in_peace_is_enough(host: str) -> None:
    """TURN-4: all that was met must have; the order does not matter."""
    won = fight(["munchkin:potted_plant", AMAZON], WOMAN, **of_all(host))
    won.do("kill")
    assert looting(won) == NEVER
    later = fight([HARPIES, AMAZON], {**WOMAN, "hand": [POLLYMORPH]}, **of_all(host))
    assert looting(vanish(later)) == NEVER
    first = fight([HARPIES, AMAZON], {**MAN, "hand": [POLLYMORPH]}, WOMAN, **of_all(host))
    vanish(first)
    first.do("ask_help", seat=1, amount=0)
    end(first)
    first.do("yes")
    assert looting(first) == NEVER


@pytest.mark.parametrize("host", EDITIONS)
def test_a_helper_whom_all_monsters_leave_in_peace_is_enough(host: str) -> None:
    """TURN-4, COMBAT-8: a monster that leaves because of the helper has left of itself."""
    game = fight([AMAZON], {**MAN, "level": 1}, {**WOMAN, "level": 9}, **of_all(host))
    game.do("ask_help", seat=1, amount=0)
    end(game)
    game.do("yes")
    assert looting(game) == (DUE if host in COMPULSORY else NEVER)


@pytest.mark.parametrize("host", EDITIONS)
def test_another_ones_flight_costs_the_player_in_turn_nothing(host: str) -> None:
    """TURN-4: the Transferral Potion lets the player loot, whatever the fate of the other one."""
    potion = "munchkin:transferral_potion"
    game = fight([TROLL], {**MAN, "hand": [potion]}, MAN, dice=[1], **of_all(host))
    game.do("play", card=potion, seat=1)
    end(game)
    game.do("run_away")
    assert looting(flee(game)) == ALLOWED


@pytest.mark.parametrize("host", EDITIONS)
def test_a_card_allows_no_looting_behind_a_second_door(host: str) -> None:
    """TURN-4, CAT-1: that door was in place of looting."""
    for card in ("munchkin:friendship_potion", "munchkin:transferral_potion"):
        doors = ["cthulhu:mephitic", HARPIES, "cthulhu:rugose"]
        hands = [{**MAN, "hand": [card]}, {**MAN, "hand": [POLLYMORPH]}, {}]
        game = scenario(seats=hands, forced_choices=False, **{**of_all(host), "doors": doors})
        for _ in range(2):
            game.do("open_door")
            end(game)
        game.do("play", card=card, **({} if "friendship" in card else {"seat": 1}))
        end(game)
        if game.decision == Decision.COMBAT:
            vanish(game)
        assert looting(game) == NEVER


@pytest.mark.parametrize("host", EDITIONS)
def test_trouble_that_leaves_in_peace_does_not_spare_the_room(host: str) -> None:
    """TURN-3, TURN-4: all that was met has left in peace."""
    mine = {**WOMAN, "hand": [AMAZON]}
    game = scenario(seats=[mine, {}, {}], forced_choices=False, phase="trouble", **of_all(host))
    game.do("fight", card=AMAZON)
    assert looting(game) == (DUE if host in COMPULSORY else NEVER)


@pytest.mark.parametrize("host", EDITIONS)
def test_what_is_due_is_looted_once(host: str) -> None:
    """TURN-4: as compulsory as after an empty room, and then done."""
    empty = scenario(seats=[MAN, {}, {}], forced_choices=False, phase="trouble", **of_all(host))
    games = [empty]
    if host in COMPULSORY:
        games.append(end(fight([AMAZON], WOMAN, **of_all(host))))
    for game in games:
        assert may(game, "end_turn") == (host not in COMPULSORY)
        before = len(hand(game, 0))
        game.do("loot_room")
        end(game)
        assert len(hand(game, 0)) == before + 1
        assert (may(game, "loot_room"), may(game, "open_door"), may(game, "end_turn")) == (False, False, True)
