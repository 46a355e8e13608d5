"""Tables and pictures show what a view holds, in names, and nothing that it doesn't."""

import numpy as np
import pytest

import munchkin_env as mk
from munchkin_env.envs.rendering import seen
from munchkin_env.observation.scene import PHASE_WORDS, WINDOW_WORDS, scene
from munchkin_env.render.table import WIDTH, table
from munchkin_env.vocabulary import Flag, Phase, Window, Zone
from tests.each import each

PANTYHOSE = "Pantyhose of Giant Strength"
NAMES = ("Anna", "Bob", "Cleo", "Dan")
PLAYERS = (
    {
        "level": 4,
        "race": "elf",
        "klass": "wizard",
        "table": ["horny_helmet", {"huge_rock": "cheat"}, "magic_missile"],
        "carried": ["helm_of_courage"],
        "hand": ["enraged", "sleep_potion"],
    },
    {"level": 7, "hand": ["cleric", "lame_goblin", "magic_lamp"], "table": ["bow_with_ribbons"]},
    {"level": 2, "curses": ["curse_chicken_on_your_head"]},
    {"level": 3, "dead": True},
)


def fight(**settings):
    """Anna fights an enraged Pit Bull and a Lame Goblin with Bob, for two treasures."""
    monsters = [{"card": "pit_bull", "enhancers": ["humongous"]}, "lame_goblin"]
    settings.setdefault("seats", PLAYERS)
    return mk.scenario(phase="combat", combat={"monsters": monsters[:1], "helper": 1, "deal": 2}, **settings)


def test_the_table_names_everything_that_lies_open():
    text = table(seen(fight(), 2), NAMES)
    for words in (
        "Anna: level 4, male elf wizard",
        "Huge Rock (big, 2 hands, +3) with Cheat!",
        "Helm of Courage (head, +1)",
        "Curse! Chicken on Your Head",
        "Anna with Bob (2 treasures promised)",
        "Pit Bull level 2 +10 (Humongous)",
        "1 door, 1 treasure",
        "[dead]",
        "Cleo (you)",
    ):
        assert words in text


def test_an_item_that_its_owner_may_not_use_is_marked():
    """ITEM-2: the bow is for elves; Bob is none."""
    assert "Bow With Ribbons (2 hands, +4) [no use now]" in table(seen(fight(), 2), NAMES)


@each(
    ("settings", "player", "item", "works"),
    [
        ("munchkin", {"klass": "warrior", "table": ["pantyhose_of_giant_strength"]}, PANTYHOSE, False),
        (
            "munchkin",
            {"klass": "warrior", "table": ["super_munchkin", "pantyhose_of_giant_strength"]},
            PANTYHOSE,
            True,
        ),
        ("star", {"race": "bug", "table": ["scorched_heat_shield"]}, "Scorched Heat Shield", False),
        ("star", {"race": "bug", "table": ["half_breed", "scorched_heat_shield"]}, "Scorched Heat Shield", False),
        (
            {"editions": "star", "switches": {"half_breed_drawbacks": False}},
            {"race": "bug", "table": ["half_breed", "scorched_heat_shield"]},
            "Scorched Heat Shield",
            True,
        ),
        ("cthulhu", {"table": ["maaaaaaster"]}, "Maaaaaaster!", False),
        ("cthulhu", {"table": ["cult_membership_card", "maaaaaaster"]}, "Maaaaaaster!", True),
        ("munchkin", {"table": [{"bow_with_ribbons": "cheat"}]}, "Bow With Ribbons", True),
        ("munchkin", {"carried": ["bow_with_ribbons"], "table": ["horny_helmet"]}, "Horny Helmet", True),
    ],
)
def test_whether_an_item_is_of_use_is_asked_of_the_engine(settings, player, item, works):
    """ITEM-2, MOD-1: modifiers of a race or class, a disguise, a cheat. The engine counts its bonus, or does not."""
    settings = settings if isinstance(settings, dict) else {"editions": settings}
    game = mk.scenario([player, {}, {}], **settings)
    assert in_use(game, item).helps == works
    assert ("[no use now]" in table(seen(game, 1), NAMES, width=1000)) != works
    assert (int(game.position["player"]["bonus"][0, 0]) > 0) == works


def in_use(game, item):
    """An item of the first player's, as the second sees it."""
    return next(card for card in scene(seen(game, 1), NAMES).players[0].in_use if card.name == item)


def test_an_item_whose_die_was_against_it_is_of_no_use():
    """It gives nothing in this fight; in the next one it may."""
    fight = {"monsters": ["eldridge_hawrer"]}
    game = mk.scenario([{"table": ["bagpipes"]}, {}, {}], editions="cthulhu", phase="combat", combat=fight)
    copy = int(np.flatnonzero(game.position["card"]["zone"][0] == Zone.TABLE)[0])
    assert in_use(game, "Bagpipes").helps
    game.position["card"]["flag"][0, copy] |= Flag.FAILED
    assert not in_use(game, "Bagpipes").helps
    assert not seen(game, None).is_of_use(copy)


def test_strengths_are_those_of_the_engine():
    """COMBAT-1."""
    game = fight()
    combat = scene(seen(game, 3)).combat
    assert combat is not None
    assert (combat.players_strength, combat.monsters_strength) == (game.strength("players"), game.strength("monsters"))
    assert combat.winning == (game.strength("players") > game.strength("monsters"))


def test_only_the_own_hand_is_open():
    """DECK-4: the others see the backs."""
    game = fight()
    anna, bob = scene(seen(game, 0)).players[:2]
    assert sorted(card.name for card in anna.hand) == ["Enraged", "Sleep Potion"]
    assert bob.hand == ()
    assert (bob.doors, bob.treasures) == (2, 1)
    everything = scene(seen(game, None)).players[1]
    assert sorted(card.name for card in everything.hand) == ["Cleric", "Lame Goblin", "Magic Lamp"]


def other_hands():
    """The same table with other cards in Bob's hand, as many doors and treasures."""
    bob = {**PLAYERS[1], "hand": ["thief", "potted_plant", "kneepads_of_allure"]}
    return fight(seats=(PLAYERS[0], bob, *PLAYERS[2:]))


@pytest.mark.parametrize("seat", [0, 2, 3])
def test_hidden_cards_change_nothing_that_others_are_shown(seat):
    assert table(seen(fight(), seat), NAMES) == table(seen(other_hands(), seat), NAMES)
    assert table(seen(fight(), 1), NAMES) != table(seen(other_hands(), 1), NAMES)


def test_no_line_is_too_long():
    game = mk.Game(players=6, seed=4)
    rng = np.random.default_rng(4)
    for _ in range(250):
        game.step(int(rng.choice(game.legal_actions())))
        if not len(game.history) % 25:
            for line in table(seen(game, None), [*NAMES, "Eva", "Finn"]).splitlines():
                assert len(line) <= WIDTH


def test_every_phase_and_window_has_words():
    assert set(PHASE_WORDS) == set(Phase)
    assert set(WINDOW_WORDS) == set(Window)


# --------------------------------------------------------------------------- pictures


def test_a_picture_is_an_image_of_the_whole_table():
    pytest.importorskip("PIL")
    from munchkin_env.render.picture import HEIGHT, WIDTH, picture

    image = picture(seen(fight(), 0), NAMES)
    assert image.shape == (HEIGHT, WIDTH, 3)
    assert image.dtype == np.uint8
    assert len(np.unique(image.reshape(-1, 3), axis=0)) > 50  # not one colour


@pytest.mark.parametrize("seat", [0, 2])
def test_hidden_cards_change_no_point_of_a_picture(seat):
    pytest.importorskip("PIL")
    from munchkin_env.render.picture import picture

    assert np.array_equal(picture(seen(fight(), seat)), picture(seen(other_hands(), seat)))
    assert not np.array_equal(picture(seen(fight(), 1)), picture(seen(other_hands(), 1)))


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_players_sit_round_the_table_without_touching(players):
    """SETUP-1, SETUP-4: the viewer at the bottom, the left neighbour to the left, all clockwise."""
    from munchkin_env.render.picture import HEIGHT, WIDTH, _places

    shown = scene(seen(mk.Game(players=players, seed=1), 1))
    places = _places(shown)
    assert [player.seat for player, _ in places] == [(1 + i) % players for i in range(players)]
    for i, (_, (x0, y0, x1, y1)) in enumerate(places):
        assert 0 <= x0 < x1 <= WIDTH
        assert 0 <= y0 < y1 <= HEIGHT
        for _, (a0, b0, a1, b1) in places[:i]:
            assert x1 <= a0 or a1 <= x0 or y1 <= b0 or b1 <= y0
    centre = [((x0 + x1) / 2 - WIDTH / 2, (y0 + y1) / 2 - HEIGHT / 2) for _, (x0, y0, x1, y1) in places]
    angles = np.unwrap([np.arctan2(y, x) for x, y in centre])
    assert np.all(np.diff(angles) > 0)  # clockwise: y points down
    assert angles[-1] - angles[0] < 2 * np.pi


def test_a_picture_without_pillow_says_what_to_install(monkeypatch):
    import sys

    from munchkin_env.render.picture import picture

    monkeypatch.setitem(sys.modules, "PIL", None)
    with pytest.raises(mk.ConfigError, match=r"\[render\]'$"):
        picture(seen(fight(), 0))


def test_a_full_table_still_fits():
    """Many cards in play, carried and cursed: the last row says how many more there are."""
    pytest.importorskip("PIL")
    from munchkin_env.render.picture import picture

    many = ["magic_missile", "sleep_potion", "pretty_balloons", "freezing_explosive_potion", "flaming_poison_potion"]
    players = ({"table": many, "carried": ["huge_rock", "bow_with_ribbons", "swiss_army_polearm"]}, {}, {})
    image = picture(seen(mk.scenario(players, doors=["potted_plant"]), 0))
    assert image.any()
