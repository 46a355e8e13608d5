"""Saved games that somebody has altered, the checksum made good: each is refused, or plays to its end.

`python -m tests.fuzz.saves 1 100000` prints what came of so many, from seed 1.
"""

import json
from collections.abc import Callable, Iterator
from dataclasses import fields

import numpy as np

import munchkin_env as mk
from munchkin_env.cli._shared import NAMES, Story
from munchkin_env.engine.state.layout import RECORDS, STATE, Field, limits
from munchkin_env.engine.validation import checks
from munchkin_env.engine.validation.loading import _leaves
from munchkin_env.observation import ENCODINGS, View
from munchkin_env.vocabulary import MAX_FRAMES, Decision, Frame, Zone
from tests.fuzz.games import SETS
from tests.fuzz.tools import Tally, main, parts, resealed, sealed
from tests.fuzz.values import altered, as_json, damaged, pick

HEADERS = 0.1  # of the saves: another header, the rest as it was
LIMIT = 100_000  # decisions; a game that takes more does not end
SETTINGS: tuple[dict[str, object], ...] = (
    {},
    {"windows": "open", "round_limit": 20},
    {"forced_choices": False, "round_limit": 30},
    {"windows": "final", "bargaining": "simple", "trades": "simple"},
    {"listen_at_door": True, "loot_treasure": True, "helper_wins": True, "start_cards": 8, "goal": 20},
    {"quick_play": True},
)
# Tables on which much happens: rolls, bargains, forced help, thefts, trades, several monsters, death.
RICH = [
    {
        "klass": ["wizard", "cleric"],
        "table": ["super_munchkin", {"huge_rock": "cheat"}],
        "hand": ["loaded_die", "flask_of_glue", "baby", "instant_wall"],
    },
    {
        "race": ["halfling", "elf"],
        "klass": "thief",
        "hand": ["curse_lose_a_level", "curse_income_tax", "help_me_out_here", "friendship_potion"],
        "table": ["half_breed", "horny_helmet", "kneepads_of_allure"],
    },
    {"klass": "warrior", "hand": ["enraged", "mate", "magic_missile"], "table": ["leather_armor", "tuba_of_charm"]},
    {
        "race": "dwarf",
        "level": 5,
        "hand": ["transferral_potion", "wandering_monster", "gazebo", "pollymorph_potion", "doppleganger"],
        "curses": ["curse_chicken_on_your_head"],
        "table": ["boots_of_running_really_fast", "hireling", "rat_on_a_stick", "broad_sword"],
    },
]
MONSTERS = ("plutonium_dragon", "lame_goblin", "net_troll", "lawyers", "gazebo", "mr_bones", "pit_bull")


def begun(rng: np.random.Generator) -> mk.Game:
    """A game of 3 to 6 players with any set of editions, or a combat at tables of the base one where much happens."""
    settings = SETTINGS[int(rng.integers(len(SETTINGS)))]
    seed = int(rng.integers(1 << 32))
    if rng.random() < 0.5:
        return mk.Game(players=int(rng.integers(3, 7)), seed=seed, editions=pick(rng, SETS), **settings)
    if rng.random() < 0.6:
        return mk.Game(players=int(rng.integers(3, 7)), seed=seed, **settings)
    shift = int(rng.integers(len(RICH)))
    players = [*RICH[shift:], *RICH[:shift]]
    monsters = rng.choice(MONSTERS[:4], int(rng.integers(1, 3)), replace=False).tolist()
    return mk.scenario(players, phase="combat", combat={"monsters": monsters}, seed=seed, **settings)


def positions(rng: np.random.Generator) -> Iterator[mk.Game]:
    """Positions of games that random and greedy players play, rare decisions as often as common ones."""
    seen: dict[tuple[int, int], int] = {}
    while True:
        game = begun(rng)
        bots = [mk.make_bot("greedy") if rng.random() < 0.3 else None for _ in range(game.config.players)]
        for _ in range(int(rng.integers(50, 800))):
            kind = (int(game.decision), int(game.stage))
            seen[kind] = seen.get(kind, 0) + 1
            if rng.random() < 60 / (60 + seen[kind] ** 0.8):
                yield game.clone()
            if game.over:
                break
            bot = bots[game.seat or 0]
            if bot is None:
                game.step(int(rng.choice(game.legal())))
            else:
                game.step(int(bot.act(View.of(game, game.seat or 0), game.mask(), rng)))


# ----------------------------------------------------------------------- mutations

LEAVES = [leaf for leaf in _leaves("", STATE, 0, RECORDS["state"]) if not leaf[0].startswith("rules.")]
BY_ROOM = {
    room: [leaf for leaf in LEAVES if (leaf[0].partition(".")[0] if "." in leaf[0] else "") == room]
    for room in ("", "frame", "combat", "move", "player", "roll", "offer", "event")
}


def bounds(field: Field, game: mk.Game) -> tuple[int, int]:
    """Lowest and highest value of a field in this game."""
    tables = game.catalogue.tables[0]
    names = limits(
        game.config.players, game.config.goal, game.config.round_limit,
        int(tables["n_cards"]), int(tables["n_types"]), int(tables["n_clauses"]),
    )  # fmt: skip
    low, high = (names[one] if isinstance(one, str) else int(one) for one in (field.lowest, field.highest))
    return low, high


def alter_byte(row: np.ndarray, game: mk.Game, other: mk.Game, rng: np.random.Generator) -> None:
    """Some byte is another."""
    row.view(np.uint8)[int(rng.integers(STATE.itemsize))] = int(rng.integers(256))


def alter_field(row: np.ndarray, game: mk.Game, other: mk.Game, rng: np.random.Generator) -> None:
    """Some number is at an end of its range, beyond it, or anything."""
    rooms = list(BY_ROOM)
    room = BY_ROOM[rooms[int(rng.integers(len(rooms)))]]
    _, dtype, at, count, apart, field = room[int(rng.integers(len(room)))]
    low, high = bounds(field, game)
    ends = np.iinfo(dtype)
    few = min(high, low + 8)
    values = [low, high, low - 1, high + 1, 0, 1, 2, ends.min, ends.max, *rng.integers(low, high + 1, 3)]
    values += rng.integers(low, few + 1, 6).tolist()
    value = min(max(int(values[int(rng.integers(len(values)))]), ends.min), ends.max)
    used = {"frame": int(row["n_frames"][0]), "combat": int(row["combat"]["n_monsters"][0])}.get(field_room(field), 0)
    place = int(rng.integers(min(used, count) if used > 0 and rng.random() < 0.9 else count))
    row.view(np.uint8)[at + place * apart :][: dtype.itemsize] = np.array([value], dtype).view(np.uint8)


def field_room(field: Field) -> str:
    """The record that a field belongs to, as its array is named."""
    if field in RECORDS["frame"]:
        return "frame"
    return "combat" if field in RECORDS["monster"] else ""


def swap_cards(row: np.ndarray, game: mk.Game, other: mk.Game, rng: np.random.Generator) -> None:
    """Two cards have changed places, with the lists mended; as often as not only in part."""
    s = row[0]
    n = int(game.catalogue.tables[0]["n_cards"])
    listed = np.flatnonzero(s["card"]["zone"][: n + 1] >= Zone.DISCARD)
    if len(listed) < 2:
        return
    a, b = (int(one) for one in rng.choice(listed, 2, replace=False))
    cards, columns = s["card"], list(STATE["card"].base.names or ())
    for name in columns if rng.random() < 0.7 else rng.choice(columns, 3, replace=False):
        cards[name][a], cards[name][b] = int(cards[name][b]), int(cards[name][a])
    if rng.random() < 0.9:
        swapped = {a: b, b: a}
        for column in (cards["next"][: n + 1], cards["prev"][: n + 1], cards["host"][: n + 1], s["head"]):
            for i in range(len(column)):
                column[i] = swapped.get(int(column[i]), int(column[i]))
        for i in range(24):
            s["combat"]["monster"]["card"][i] = swapped.get(
                int(s["combat"]["monster"]["card"][i]), int(s["combat"]["monster"]["card"][i])
            )


def splice(row: np.ndarray, game: mk.Game, other: mk.Game, rng: np.random.Generator) -> None:
    """Whole fields of another game's position."""
    fields = [name for name in STATE.names or () if name not in ("rules", "card")]
    columns = list(STATE["card"].base.names or ())
    for name in rng.choice(fields + columns, int(rng.integers(1, 4))):
        if name in columns:
            row["card"][name] = other.position["card"][name]
        else:
            row[name] = other.position[name]


def rebuild_stack(row: np.ndarray, game: mk.Game, other: mk.Game, rng: np.random.Generator) -> None:
    """A frame more, one less, one twice, two exchanged, or one of another game."""
    frames, n = row["frame"][0], min(max(int(row["n_frames"][0]), 1), MAX_FRAMES)
    what = int(rng.integers(5))
    i, j = (int(one) for one in rng.integers(0, n, 2))
    if what == 0 and n < MAX_FRAMES:
        frames[i + 1 : n + 1] = frames[i:n].copy()
        frames[i]["kind"] = int(rng.integers(1, max(Frame) + 1))
        row["n_frames"] = n + 1
    elif what == 1:
        frames[i : n - 1] = frames[i + 1 : n].copy()
        frames[n - 1] = np.zeros((), frames.dtype)
        row["n_frames"] = n - 1
    elif what == 2:
        frames[i] = frames[j].copy()
    elif what == 3:
        frames[i], frames[j] = frames[j].copy(), frames[i].copy()
    else:
        frames[i] = other.position["frame"][0, int(rng.integers(int(other.position["n_frames"][0])))]


def ask_otherwise(row: np.ndarray, game: mk.Game, other: mk.Game, rng: np.random.Generator) -> None:
    """Another decision, another seat, another part of an answer."""
    name = ("seat", "decision", "stage", "verb")[int(rng.integers(4))]
    if name == "seat":
        row["seat"] = int(rng.integers(game.config.players))
    elif name == "decision":
        row["decision"] = int(rng.integers(max(Decision) + 1))
    else:
        row["move"][name] = int(rng.integers(11 if name == "stage" else 40))


MUTATIONS: list[tuple[float, Callable[[np.ndarray, mk.Game, mk.Game, np.random.Generator], None]]] = [
    (0.15, alter_byte),
    (0.45, alter_field),
    (0.1, swap_cards),
    (0.1, splice),
    (0.12, rebuild_stack),
    (0.08, ask_otherwise),
]


def mutate(row: np.ndarray, game: mk.Game, other: mk.Game, rng: np.random.Generator) -> list[str]:
    """Alters a position in one to three ways, or more until it is another; returns which."""
    names: list[str] = []
    ways, before = int(rng.choice([1, 1, 1, 2, 3])), row.tobytes()
    while len(names) < ways or (row.tobytes() == before and len(names) < 20):
        which = int(rng.choice(len(MUTATIONS), p=[share for share, _ in MUTATIONS]))
        MUTATIONS[which][1](row, game, other, rng)
        names.append(MUTATIONS[which][1].__name__)
    return names


def other_header(data: bytes, rng: np.random.Generator) -> bytes:
    """The save with another header: an entry altered, left out or doubled, other bytes, the same written otherwise."""
    header, body = parts(data)
    lines = header.split(b"\n")
    i, kind = int(rng.integers(len(lines))), rng.random()
    if kind < 0.6:
        lines[i] = as_json(altered(json.loads(lines[i]), rng)).encode("utf-8", "surrogatepass")
    elif kind < 0.8:
        lines[i] = damaged(lines[i], rng)
    else:
        found = json.loads(lines[i])
        ways: tuple[Callable[[], str], ...] = (
            lambda: json.dumps(found, indent=1),
            lambda: json.dumps(found, separators=(",", ":")),
            lambda: json.dumps(dict(reversed(found.items()))),
            lambda: json.dumps(found) + pick(rng, ("", " ", "\n", "\0", "{}")),
            lambda: json.dumps(found).replace('"', pick(rng, ("'", '"', '\\u0022')), 2),
        )
        lines[i] = ways[int(rng.integers(len(ways)))]().encode()
    return sealed(b"\n".join(lines), body)


# ----------------------------------------------------------------------- what must hold


def looked_at(game: mk.Game) -> None:
    """Whatever tells of a position tells of this one."""
    game.text()
    repr(game)
    for seat in range(game.config.players):
        game.text(seat)
        for kind in ENCODINGS:
            game.observe(seat, kind)
    for action in game.legal():
        game.describe(int(action))
    Story(game, None, NAMES[: game.config.players]).go_on(game, show=False)
    assert mk.Game.load(game.save()) == game


def played_out(game: mk.Game, key: int) -> None:
    """Random play ends the game with no invariant broken and no fault."""
    if game.over:
        return
    decisions, bad = checks.play_random(game._positions, 0, game._tables, key, LIMIT, 1, game._ids)
    assert bad == 0, f"broken {bad} after {decisions} decisions"
    assert game.over, f"no end within {LIMIT} decisions"


def lacks_settings(data: bytes) -> bool:
    """Its header leaves out settings: it is of a release that did not have them, and they have their defaults."""
    config = json.loads(parts(data)[0].split(b"\n")[0])["config"]
    return len(config) < len(fields(mk.GameConfig))


def fuzz(seed: int, count: int) -> Tally:
    """`count` altered saves. Raises AssertionError for one that was loaded and could not be played."""
    rng = np.random.default_rng(seed)
    tally = Tally()
    source = positions(rng)
    game = next(source)
    while tally.tried < count:
        other, game = game, next(source)
        for _ in range(4):
            row = np.ndarray(1, STATE, game.position.view(np.uint8).copy())  # with the gaps between fields
            if rng.random() < HEADERS:
                how, data = ["header"], other_header(game.save(), rng)
            else:
                how = mutate(row, game, other, rng)
                data = resealed(game, row)
            same = data == game.save()
            with tally.reproduce(seed, tally.tried, how):
                try:
                    loaded = mk.Game.load(data)
                except mk.SaveError as error:
                    if same:
                        raise AssertionError("the game as it was is refused") from error
                    tally.count("refused")
                    continue
                tally.count("unaltered" if same else "played")
                # an entry that is left out is one that an older release did not have
                assert loaded.save() == data or lacks_settings(data), "loaded from what `save` does not write"
                if tally.tried % 25 == 0:
                    looked_at(loaded)
                played_out(loaded, tally.tried)
    return tally


if __name__ == "__main__":
    main(fuzz)
