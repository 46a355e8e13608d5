"""Position counts: the number of ways to take the next actions from fixed positions.

`positions.perft` has lines `name depth count`. A change of a rule, a window or the order of questions changes a count;
`python tests/perft/test_perft.py` prints the new lines, and the count of each first action of a position that differs.
"""

from pathlib import Path

import pytest

import munchkin_env as mk

FILE = Path(__file__).with_name("positions.perft")


def positions() -> dict[str, mk.Game]:
    """The fixed positions by name."""
    fighter = {"level": 4, "klass": "warrior", "table": ["chainsaw_of_bloody_dismemberment"], "hand": ["magic_missile"]}
    elf = {"level": 2, "race": "elf", "hand": ["enraged", "curse_lose_a_level"], "table": ["boots_of_butt_kicking"]}
    thief = {"level": 3, "klass": "thief", "hand": ["yuppie_water"], "carried": ["huge_rock"]}
    return {
        "combat": mk.scenario([fighter, elf, {}], phase="combat", combat={"monsters": ["net_troll"]}),
        "allies": mk.scenario([fighter, elf, thief], phase="combat", combat={"monsters": ["bullrog"], "helper": 1}),
        "start": mk.scenario([thief, elf, fighter], phase="start", trades="simple"),
        "sale": mk.scenario(
            [
                {"hand": ["sandals_of_protection", "leather_armor", "helm_of_courage"], "carried": ["flaming_armor"]},
                {},
                {},
            ],
            phase="start",
            trades="off",
        ),
        "charity": mk.scenario(
            [{"level": 3, "hand": ["elf", "dwarf", "crabs", "mate", "baby", "ancient", "harpies"]}, {}, {}],
            phase="charity",
        ),
        "flight": mk.scenario(
            [{"klass": "wizard", "hand": ["loaded_die", "elf", "dwarf"]}, {"hand": ["flask_of_glue"]}, {}],
            phase="combat",
            combat={"monsters": ["lame_goblin", "bigfoot"]},
            dice=[3, 5, 2],
        ),
    }


def count(game: mk.Game, depth: int) -> int:
    """Sequences of `depth` legal actions; a game that ends earlier counts once."""
    if depth == 0 or game.is_terminal:
        return 1
    total = 0
    for action in game.legal_actions():
        after = game.clone()
        after.step(int(action))
        total += count(after, depth - 1)
    return total


def expected() -> list[tuple[str, int, int]]:
    """The lines of the file."""
    rows = (line.split() for line in FILE.read_text(encoding="utf-8").splitlines())
    return [(name, int(depth), int(number)) for name, depth, number in rows]


@pytest.mark.parametrize(("name", "depth", "number"), expected() if FILE.exists() else [])
def test_position_count(name: str, depth: int, number: int) -> None:
    """The number of action sequences from a fixed position is known."""
    game = positions()[name]
    split = {game.describe(int(a)): count(_after(game, int(a)), depth - 1) for a in game.legal_actions()}
    assert sum(split.values()) == number, split


def test_every_position_is_counted() -> None:
    """No position without a line."""
    assert {name for name, _, _ in expected()} == set(positions())


def _after(game: mk.Game, action: int) -> mk.Game:
    twin = game.clone()
    twin.step(action)
    return twin


if __name__ == "__main__":
    lines = [f"{name} {depth} {count(game, depth)}\n" for name, game in positions().items() for depth in (1, 2, 3, 4)]
    FILE.write_text("".join(lines), encoding="utf-8")
