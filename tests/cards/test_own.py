"""Races, classes and tags are data: an edition outside of the package declares its own, and is played."""

import pickle
from pathlib import Path

import numpy as np
import pytest

import munchkin_env as mk
from munchkin_env.cards.compile import forget_catalogues, load_catalogue
from munchkin_env.cards.explain import explain
from munchkin_env.cards.lint import lint_edition
from munchkin_env.cards.reader import read_edition
from munchkin_env.cards.toml_table import most_own
from munchkin_env.observation import View
from munchkin_env.observation.text import text
from munchkin_env.vocabulary import Kind, Klass, Race, Tag, Trigger
from tests.cards import probe
from tests.each import each
from tests.kit.looking import options
from tests.kit.playing import give_up

DOORS = """
[[card]]
id = "{race}"
name = "{race}"
kind = "race"
race = "{race}"
copies = 20
always = [{{ do = "strength", amount = 3 }}, {{ do = "run_away", amount = 1 }}]

[[card]]
id = "{klass}"
name = "{klass}"
kind = "class"
class = "{klass}"
copies = 20
always = [{{ do = "ability", name = "win_ties" }}]

[[card]]
id = "ogre_of_{race}"
name = "Ogre of {race}"
kind = "monster"
level = 5
treasures = 2
always = [
    {{ do = "strength", amount = 4, when = {{ race = "{race}" }} }},
    {{ do = "bars", what = "escape", when = {{ not_class = ["{klass}", "thief"] }} }},
]
bad_stuff = [{{ do = "lose_all", filter = "classes", class = "{klass}", otherwise = {{ do = "death" }} }}]
"""
TREASURES = """
[[card]]
id = "{race}_hammer"
name = "{race} Hammer"
kind = "item"
hands = 1
bonus = 4
value = 400
copies = 20
usable_by = ["{race}"]
not_usable_by = ["{klass}"]
"""


def write(folder: Path, race: str = "gnome", klass: str = "bard", **manifest: str) -> str:
    """An edition with one race and one class of its own."""
    folder.mkdir()
    fields = {
        "id": f'"{folder.name}"', "name": f'"{folder.name}"', "rulebook": '"none"',
        "own_races": f'["{race}"]', "own_classes": f'["{klass}"]',
        "races": f'["{race}"]', "classes": f'["{klass}"]', **manifest,
    }  # fmt: skip
    lines = "".join(f"{name} = {value}\n" for name, value in fields.items() if value)
    (folder / "edition.toml").write_text(lines + "[decks]\ndoors = 41\ntreasures = 20\n", encoding="utf-8")
    for file, cards in (("doors", DOORS), ("treasures", TREASURES)):
        (folder / f"{file}.toml").write_text(cards.format(race=race, klass=klass), encoding="utf-8")
    return str(folder)


def test_what_an_edition_declares_is_played(tmp_path):
    """Random games: both are laid out, told by name, and count."""
    editions = ("munchkin", write(tmp_path / "hills"))
    seen = set()
    for seed in range(3):
        game, rng = mk.Game(seed=seed, editions=editions, round_limit=30), np.random.default_rng(seed)
        while not game.is_terminal:
            game.step(int(rng.choice(game.legal_actions())))
            view = View.of(game, 0)
            for p in range(3):
                seen |= {one.name.lower() for one in (*view.races(p), *view.klasses(p))}
            assert not game.broken()
        again = mk.Game.load(game.save())
        assert again == game
    assert {"gnome", "bard"} <= seen


def test_a_card_in_play_is_not_used_without_a_target(tmp_path):
    """PLAY-10: on a player in turn, never in the own turn."""
    play = '[{ do = "lose_level", amount = 1 }]'
    fields = {
        "value": "100",
        "when": '["any"]',
        "on": '"in_turn"',
        "play": play,
        "always": '[{ do = "cost", each = "turn" }]',
    }
    own = probe.write(tmp_path / "own", {"probe": (Kind.ITEM, fields)})
    seats = [{"table": ["probe"], "level": 3}, {"level": 3}, {}]
    game = mk.scenario(seats, editions=("munchkin", str(own)), phase="start", forced_choices=False)
    assert "open door" in options(game)
    assert "use power" not in options(game)


def test_conditions_and_restrictions_ask_for_it(tmp_path):
    editions = ("munchkin", write(tmp_path / "hills"))
    mine = {"race": "gnome", "klass": "bard", "table": ["huge_rock"]}
    for race, strength in (("gnome", 9), ("elf", 5)):
        game = mk.scenario(
            [{**mine, "race": race}, {}, {}], phase="combat", combat={"monsters": ["ogre_of_gnome"]}, editions=editions
        )
        assert game.strength("monsters") == strength
    view = View.of(game, 0)
    assert [one.name for one in view.klasses(0)] == ["BARD"]
    assert "bard" in text(game.position, game.catalogue, 0)
    catalogue = load_catalogue(editions)
    ogre = explain(catalogue, catalogue.index("ogre_of_gnome"))
    assert "a gnome" in ogre
    assert "your bard card" in ogre
    hammer = explain(catalogue, catalogue.index("gnome_hammer"))
    assert "usable only by gnomes" in hammer.lower()
    assert "not usable by bards" in hammer.lower()


def test_editions_of_a_game_are_numbered_together(tmp_path):
    """Equal names are one; the numbers follow the order of the editions, not of the reading."""
    hills, sea = write(tmp_path / "hills"), write(tmp_path / "sea", "merman", "bard")
    first = load_catalogue(("munchkin", hills, sea))
    other = load_catalogue(("munchkin", sea, hills))
    assert [one.name for one in first.races[len(Race) :]] == ["GNOME", "MERMAN"]
    assert [one.name for one in other.races[len(Race) :]] == ["MERMAN", "GNOME"]
    assert [one.name for one in first.klasses[len(Klass) :]] == ["BARD"]
    for catalogue in (first, other):
        for race in ("gnome", "merman"):
            number = [one.name.lower() for one in catalogue.races].index(race)
            type_ = catalogue.index(race)
            assert catalogue.tables["card"]["race"][0, type_] == number == catalogue.card(type_).race
            hammer = catalogue.index(f"{race}_hammer")
            assert catalogue.tables["card"]["need_race"][0, hammer] == 1 << number
    assert first.hash != other.hash


def test_sizes_follow_files_that_were_edited(tmp_path):
    """`mk.spec` is kept, and not what stood in a file before."""
    editions = ("munchkin", write(tmp_path / "hills"))
    before = mk.spec(editions=editions)
    assert mk.spec(editions=editions) is before
    doors = tmp_path / "hills" / "doors.toml"
    doors.write_text(doors.read_text(encoding="utf-8").replace("level = 5", "level = 6"), encoding="utf-8")
    forget_catalogues()
    assert mk.spec(editions=editions).catalogue_hash != before.catalogue_hash


def test_what_is_declared_can_be_sent_to_another_process(tmp_path):
    edition = read_edition(write(tmp_path / "hills"))
    again = pickle.loads(pickle.dumps(edition))
    assert again == edition
    assert [(one.name, int(one)) for one in again.own_races] == [("GNOME", len(Race))]
    assert pickle.loads(pickle.dumps(Race.ELF)) is Race.ELF


def test_editions_that_declare_nothing_have_the_races_of_everybody():
    catalogue = load_catalogue(("munchkin",))
    assert catalogue.races == tuple(Race)
    assert catalogue.klasses == tuple(Klass)
    assert catalogue.tags == tuple(Tag)


@each(
    ("field", "value", "code", "says"),
    [
        ("own_races", '["gnome", "elf"]', "known-word", 'not everybody\'s already, got "elf"'),
        ("own_races", '["gnome", "female"]', "known-word", 'not everybody\'s already, got "female"'),
        ("own_races", '["gnome", "Big Gnome"]', "bad-id", 'lower-case letters, digits and _, got "Big Gnome"'),
        ("own_races", '["gnome", "gnome"]', "repeated-word", "expected different words"),
        ("own_classes", '["bard", "gnome"]', "known-word", 'other words than those of own_races, got "gnome"'),
        ("own_tags", '["gnome", "fire"]', "known-word", 'not everybody\'s already, got "fire"'),
        ("own_tags", '["gnome", "lasting"]', "known-word", 'not everybody\'s already, got "lasting"'),
        ("own_tags", '["Gnome"]', "bad-id", 'lower-case letters, digits and _, got "Gnome"'),
        ("own_classes", "3", "wrong-type", "expected a word or a list of words, got 3"),
        ("own_races", "5", "wrong-type", "expected a word or a list of words, got 5"),
        ("own_classes", '["bard", "fool", "smith"]', "out-of-range", "at most 2, since a game has room for 16 and 14"),
    ],
)
def test_a_faulty_declaration_says_what_is_wrong(tmp_path, field, value, code, says):
    problems = lint_edition(write(tmp_path / "hills", **{field: value}))
    (problem,) = [one for one in problems if one.field == field]
    assert (problem.file, problem.code) == ("edition.toml", code)
    assert says in problem.message


def test_a_single_word_is_a_declaration(tmp_path):
    folder = write(tmp_path / "hills", own_races='"gnome"')
    assert [one for one in lint_edition(folder) if one.field == "own_races"] == []


def test_a_card_that_another_one_names_is_of_its_own_edition(tmp_path):
    """Its explanation named the card of the base edition."""
    folder = Path(write(tmp_path / "hills"))
    monster = '[[card]]\nid = "net_troll"\nname = "Swamp Troll"\nkind = "monster"\nlevel = 1\ntreasures = 1\n'
    with open(folder / "doors.toml", "a", encoding="utf-8") as doors:
        doors.write(monster)
    drizzle = 'kind = "one_shot"\nvalue = 0\nwhen = ["combat"]\n'
    always = 'always = [{ do = "each_monster", amount = -3, card = "net_troll" }]\n'
    with open(folder / "treasures.toml", "a", encoding="utf-8") as treasures:
        treasures.write(f'[[card]]\nid = "drizzle"\nname = "Drizzle"\n{drizzle}{always}')
    manifest = (folder / "edition.toml").read_text(encoding="utf-8")
    manifest = manifest.replace("doors = 41", "doors = 42").replace("treasures = 20", "treasures = 21")
    (folder / "edition.toml").write_text(manifest, encoding="utf-8")
    catalogue = mk.Game(players=3, editions=("munchkin", str(folder))).catalogue
    assert "Swamp Troll has -3 more" in explain(catalogue, catalogue.index("drizzle"))


TAGGED_DOORS = """
[[card]]
id = "{tag}_beast"
name = "Beast of {tag}"
kind = "monster"
level = 5
treasures = 2
tags = ["undead", "{tag}"]
always = [
    {{ do = "strength", amount = 4, when = {{ used = ["{tag}"] }} }},
    {{ do = "escape_for_item", tags = ["{tag}"] }},
]
bad_stuff = [{{ do = "lose_all", filter = "tagged_anywhere", tags = ["{tag}"] }}]
"""
TAGGED_TREASURES = """
[[card]]
id = "{tag}_hunters_hat"
name = "Hat of {tag}"
kind = "item"
slot = "headgear"
bonus = 1
value = 300
tags = ["{tag}"]
always = [{{ do = "strength_against", amount = 6, tags = ["{tag}"] }}]
"""


def tagged(folder: Path, tag: str = "clockwork", **manifest: str) -> str:
    """An edition with one tag of its own."""
    folder.mkdir()
    fields = {
        "id": f'"{folder.name}"', "name": f'"{folder.name}"', "rulebook": '"none"',
        "own_tags": f'["{tag}"]', **manifest,
    }  # fmt: skip
    lines = "".join(f"{name} = {value}\n" for name, value in fields.items() if value)
    (folder / "edition.toml").write_text(lines + "[decks]\ndoors = 1\ntreasures = 1\n", encoding="utf-8")
    for file, cards in (("doors", TAGGED_DOORS), ("treasures", TAGGED_TREASURES)):
        (folder / f"{file}.toml").write_text(cards.format(tag=tag), encoding="utf-8")
    return str(folder)


def test_cards_ask_for_a_tag_of_ones_own(tmp_path):
    """A bonus against the tag counts only against its monster; words about the tag are about a monster that has it."""
    editions = ("munchkin", tagged(tmp_path / "works"))
    assert lint_edition(editions[1]) == []
    hat = {"table": ["clockwork_hunters_hat"]}

    def fight(monster: str, *seats: dict[str, object]) -> mk.Game:
        settings = {"forced_choices": False, "editions": editions}
        return mk.scenario([*seats, {}, {}, {}][:3], phase="combat", combat={"monsters": [monster]}, **settings)

    game = fight("clockwork_beast", hat)
    assert (game.strength("players"), game.strength("monsters")) == (1 + 1 + 6, 5 + 4)
    assert fight("lame_goblin", hat).strength("players") == 1 + 1
    assert fight("clockwork_beast").strength("monsters") == 5
    give_up(game)
    game.do("pay_escape", place=0, card="clockwork_hunters_hat")
    assert not View.of(game, 0).table(0)
    catalogue = game.catalogue
    beast, cap = (explain(catalogue, catalogue.index(one)) for one in ("clockwork_beast", "clockwork_hunters_hat"))
    assert "undead, clockwork" in beast
    assert "a clockwork card helped" in beast
    assert "a clockwork monster" in cap


def test_tags_of_editions_are_numbered_together(tmp_path):
    """Equal names are one, by the order of the editions; everything that asks for a tag asks for that number."""
    works, zoo = tagged(tmp_path / "works"), tagged(tmp_path / "zoo", "furry")
    for editions in (("munchkin", works, zoo), ("munchkin", zoo, works)):
        catalogue = load_catalogue(editions)
        names = [one.name.lower() for one in catalogue.tags]
        assert names[len(Tag) :] == [{works: "clockwork", zoo: "furry"}[one] for one in editions[1:]]
        for tag in ("clockwork", "furry"):
            bit = 1 << names.index(tag)
            beast, hat = catalogue.index(f"{tag}_beast"), catalogue.index(f"{tag}_hunters_hat")
            cards, clauses = catalogue.tables["card"][0], catalogue.tables["clause"][0]
            assert (cards["tags"][beast], cards["tags"][hat]) == (bit | 1 << Tag.UNDEAD, bit)
            asked, item = (clauses[cards["start"][beast][Trigger.ALWAYS] + at] for at in range(2))
            against = clauses[cards["start"][hat][Trigger.ALWAYS]]
            assert (asked["used"], item["arg"], against["arg"]) == (bit, bit, bit)
    same = load_catalogue(("munchkin", works, tagged(tmp_path / "mill")))
    assert [one.name for one in same.tags[len(Tag) :]] == ["CLOCKWORK"]


def test_a_tag_that_nobody_declares_is_refused(tmp_path):
    problems = lint_edition(tagged(tmp_path / "works", "fiery", own_tags=""))
    assert {(one.field, one.code) for one in problems} >= {
        ("tags", "unknown-word"), ("always[0].when.used", "unknown-word"), ("always[0].tags", "unknown-word"),
    }  # fmt: skip
    (problem,) = [one for one in problems if (one.card, one.field) == ("fiery_beast", "tags")]
    assert 'did you mean "fire"' in problem.message


def test_a_game_has_room_for_so_many_tags(tmp_path):
    names = ", ".join(f'"tag_{number}"' for number in range(most_own(Tag) + 1))
    problems = lint_edition(tagged(tmp_path / "works", own_tags=f'["clockwork", {names}]'))
    (problem,) = [one for one in problems if one.field == "own_tags"]
    assert problem.code == "out-of-range"
    assert f"at most {most_own(Tag)}, since a game has room for 32 and {len(Tag)} are everybody's" in problem.message


def test_a_race_that_nobody_declares_is_refused(tmp_path):
    problems = lint_edition(write(tmp_path / "hills", own_races=""))
    assert ("races", "unknown-word") in {(one.field, one.code) for one in problems}
    assert ("race", "unknown-word") in {(one.field, one.code) for one in problems}


def test_a_game_has_room_for_so_many(tmp_path):
    """The limit stands in the error."""
    names = [f"class_{letter}" for letter in "abc"]
    folders = [write(tmp_path / name, klass=name) for name in names]
    assert len(names) == most_own(Klass) + 1
    assert len(load_catalogue(("munchkin", *folders[:2])).klasses) == 16
    with pytest.raises(mk.CardError, match=r"^own_classes of .*, class_c together: expected at most 2"):
        load_catalogue(("munchkin", *folders))
