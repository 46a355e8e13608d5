"""Ranges of observations: every number stays in its space when the position's own numbers are at their extremes."""

from collections.abc import Iterator

import numpy as np

import munchkin_env as mk
from munchkin_env.cards.definition import NUMBERS
from munchkin_env.engine.state import layout
from munchkin_env.envs.spaces import observation_space
from munchkin_env.observation import ENCODINGS
from munchkin_env.observation.layout import MOST8
from munchkin_env.vocabulary import Frame, OfferKind, RollFor, Stage, Verb, Zone
from munchkin_env.vocabulary.frames import Held
from tests.observation.play import RICH, relist

KINDS = [kind for kind in ENCODINGS if kind != "text"]
PARTS = ("player", "monster", "combat", "roll", "offer", "move", "event")
LISTS = {  # not numbers to observe, but how cards are kept: lists, their lengths, places in piles, the engine's stack
    *("state.seat", "state.n_frames", "state.count", "state.head", "state.frame", "state.card", "state.order"),
    *("state.known", "state.hand_extras", "state.discarded", "state.event_count"),
    *("player.hand_treasures", "rules.players"),
}


def positions() -> Iterator[mk.Game]:
    """Tables where a fight, a die, an offer and a half-built action are shown at once, and one outside of a fight."""
    fight = {"monsters": [{"card": "mr_bones", "enhancers": ["humongous"]}, "lawyers"], "helper": 1}
    game = mk.scenario(RICH, phase="combat", combat=fight, seed=3, forced_choices=False)
    s = game.position[0]
    s["roll"]["on"], s["roll"]["face"], s["roll"]["purpose"] = 1, 3, RollFor.RUN_AWAY
    s["offer"]["kind"], s["offer"]["taker"] = OfferKind.HELP_ASKED, 2
    s["move"]["stage"], s["move"]["verb"] = Stage.PLACE, Verb.PLAY
    yield game
    yield mk.scenario(RICH, phase="start", seed=4, forced_choices=False)


def declared(game: mk.Game) -> dict[str, int]:
    """Return the values of the names among the limits in this game."""
    tables, config = game.catalogue.tables[0], game.config
    counts = (int(tables[name]) for name in ("n_cards", "n_types", "n_clauses"))
    return layout.limits(config.players, config.goal, config.round_limit, *counts)


def extremes(field: layout.Field | Held, names: dict[str, int]) -> tuple[int, int]:
    """Lowest and highest declared value."""
    low, high = (names.get(one, one) if isinstance(one, str) else one for one in (field.lowest, field.highest))
    return int(low), int(high)


def numbers(game: mk.Game) -> Iterator[tuple[str, np.ndarray, tuple[int, int]]]:
    """Each number of the position: its name, where it is, its lowest and highest value."""
    names, s = declared(game), game.position[0]
    places = {"state": s, "rules": s["rules"]} | {part: s[part] for part in PARTS if part != "monster"}
    places["monster"] = s["combat"]["monster"]
    for record, place in places.items():
        for field in layout.RECORDS[record]:
            if f"{record}.{field.name}" in LISTS or isinstance(field.dtype, np.dtype):
                continue
            low, high = extremes(field, names)
            info = np.iinfo(place[field.name].dtype)
            yield f"{record}.{field.name}", place, (max(low, info.min), min(high, info.max))


def outside(game: mk.Game) -> list[str]:
    """The observations that are outside of their spaces."""
    facts = mk.spec(**game.config.as_dict())
    spaces = {kind: observation_space(facts, kind) for kind in KINDS}
    asked = int(game.position["seat"][0])
    return [
        f"{kind} of seat {p}"
        for kind, space in spaces.items()
        for p in (asked, (asked + 1) % game.config.players)
        if not space.contains(game.observe(p, kind))
    ]


def test_the_extremes_of_every_number_stay_in_the_spaces() -> None:
    """Each number of a position by itself at its lowest and highest declared value, for the seat asked and another."""
    tried, found = set(), []
    for game in positions():
        assert outside(game) == []
        for name, _, ends in list(numbers(game)):
            for value in ends:
                twin = game.clone()
                place = next(where for other, where, _ in numbers(twin) if other == name)
                place[name.partition(".")[2]] = value
                found += [f"{name} = {value}: {one}" for one in outside(twin)]
            tried.add(name)
    assert found == []
    assert {"player.skips", "combat.slain", "player.hand_limit", "combat.kept", "roll.extra"} <= tried


def test_the_extremes_of_every_question_stay_in_the_spaces() -> None:
    """The same for each number that a question of each kind holds (`vocabulary.Frame`)."""
    game = next(positions())
    names, found, tried = declared(game), [], 0
    for kind in Frame:
        for name, held in kind.row.held.items():
            for value in extremes(held, names):
                twin = game.clone()
                f = twin.position[0]["frame"][int(twin.position["n_frames"][0]) - 1]
                f["kind"] = kind
                for other in kind.row.held.values():
                    f[other.slot] = extremes(other, names)[0]
                f[held.slot] = value
                found += [f"{kind.name}.{name} = {value}: {one}" for one in outside(twin)]
                tried += 1
    assert found == []
    assert tried > 100


def test_a_turn_that_ends_all_but_charity_is_in_the_spaces() -> None:
    """TURN-5: after Necronookiecon the rest of the turn is skipped, but for charity."""
    hand = ["professor", "investigator", "monster_whacker", "ruggoth", "joggoth", "cultist"]
    players = [{"level": 3, "table": ["necronookiecon"], "hand": hand}, {}, {}]
    fight = {"monsters": ["elder_globs"]}
    game = mk.scenario(players, editions=("cthulhu",), phase="combat", combat=fight, rest="out", forced_choices=False)
    game.do("use_power", card="necronookiecon")
    while game.decision.name == "WINDOW":
        game.do("pass")
    spec = mk.spec(**game.config.as_dict())
    for kind in KINDS:
        space = observation_space(spec, kind)
        assert all(space.contains(game.observe(p, kind)) for p in range(3)), kind
    at = {section.name: section.start for section in spec.flat_sections}
    assert game.observe(0)[at["seat0.skips"]] == layout.ALL_BUT_CHARITY


def test_many_copies_on_one_table_are_cut() -> None:
    """Nine Cultists in front of one player add up to more than a byte holds; of each card at most 20 copies exist."""
    game = mk.Game(players=3, editions=("cthulhu",), seed=1)
    type_ = game.catalogue.index("cultist")
    types = game.catalogue.tables[0]["type_of"]
    copies = [c for c in range(1, int(game.catalogue.tables[0]["n_cards"]) + 1) if int(types[c]) == type_]
    assert 16 * len(copies) > MOST8
    relist(game.position[0], Zone.TABLE, copies)
    spec = mk.spec(**game.config.as_dict())
    for kind in KINDS:
        assert observation_space(spec, kind).contains(game.observe(0, kind)), kind
    at = {section.name: section.start for section in spec.flat_sections}
    assert game.observe(0)[at["seat0.cards"] + type_ - 1] == MOST8
    assert NUMBERS["copies"][1] <= MOST8, "copies in hand and in the discards are counted in a byte"
