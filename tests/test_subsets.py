"""A part of the decks: what is left out is in no pile, and games go on to their end all the same."""

import pickle
from typing import Any

import gymnasium
import numpy as np
import pettingzoo
import pytest

import munchkin_env as mk
from munchkin_env.cards.definition import KINDS
from munchkin_env.cli._shared import game_settings
from munchkin_env.cli.main import build_parser, chosen_command, main
from munchkin_env.engine.validation import invariants
from munchkin_env.engine.validation.invariants import Broken
from munchkin_env.observation import Spec
from munchkin_env.vocabulary import Deck, Kind
from tests.each import each

EDITIONS = ("munchkin", "cthulhu", "extended", "star")
BLEND = ("star", "munchkin", "extended", "cthulhu")
NO_CURSES = {"without_cards": ("curse",)}


def ids_of(game: mk.Game) -> set[str]:
    """The cards that lie somewhere in the game."""
    tables = game.catalogue.tables[0]
    return {game.catalogue.card(int(type_)).full_id for type_ in tables["type_of"][1 : int(tables["n_cards"]) + 1]}


def play_out(game: mk.Game, key: int) -> None:
    """Random play to the end; every position on the way is sound."""
    _, bad = invariants.play_random(game._positions, 0, game._tables, key, 200_000, 1, game._ids)
    assert Broken(int(bad)) == 0, f"{Broken(int(bad))!r} with seed {key} and {game.config}"
    assert game.is_terminal, f"no end with seed {key} and {game.config}"


# --------------------------------------------------------------------------- which cards


def test_kinds_and_cards_are_left_out_or_kept() -> None:
    whole = ids_of(mk.Game())
    curses = {name for name in whole if ":curse" in name or "net_troll" in name}
    assert ids_of(mk.Game(without_cards=["curse", "Net Troll"])) == whole - curses
    kept = mk.Game(only_cards=["monster", "item", "elf"], without_cards="munchkin:net_troll")
    kinds = {kept.catalogue.card(kept.catalogue.index(name)).kind for name in ids_of(kept)}
    assert kinds == {Kind.MONSTER, Kind.ITEM, Kind.RACE}
    assert "munchkin:elf" in ids_of(kept)
    assert "munchkin:dwarf" not in ids_of(kept)
    assert "munchkin:net_troll" not in ids_of(kept)


def test_every_word_of_the_list_is_a_kind() -> None:
    """Those of `munchkin cards list`; a kind that no edition of the game has leaves nothing out."""
    for word, kind in KINDS.items():
        if kind != Kind.MONSTER:
            game = mk.Game(editions=BLEND, without_cards=word)
            assert {card.copies for card in game.catalogue.cards[1:] if card and card.kind == kind} == {0}
            assert all(card.copies for card in game.catalogue.cards[1:] if card and card.kind != kind)
    assert ids_of(mk.Game(without_cards="madness")) == ids_of(mk.Game())


def test_a_card_is_left_out_of_every_edition_that_has_it() -> None:
    """MIX-1: copies in several boxes are the same card; its full id means it alone."""
    both = ("munchkin", "extended")
    whole = ids_of(mk.Game(editions=both))
    assert {"munchkin:net_troll", "extended:net_troll"} < whole
    neither = whole - {"munchkin:net_troll", "extended:net_troll"}
    assert ids_of(mk.Game(editions=both, without_cards="net_troll")) == neither
    assert ids_of(mk.Game(editions=both, without_cards="extended:net_troll")) == whole - {"extended:net_troll"}


def test_the_same_words_are_the_same_settings() -> None:
    one = mk.GameConfig(without_cards=["curse", "elf", "curse"])
    assert one == mk.GameConfig(without_cards=("elf", "curse"))
    assert hash(one) == hash(mk.GameConfig.of(one.as_dict()))
    assert mk.GameConfig(without_cards="curse").without_cards == ("curse",)


def test_types_are_those_of_the_whole_decks() -> None:
    """A network goes on from part to part: actions and observations mean the same."""
    whole, part = mk.spec(), mk.spec(**NO_CURSES)
    assert part.num_actions == whole.num_actions
    assert part.flat_sections == whole.flat_sections
    assert part.action_sections == whole.action_sections
    one, two = mk.Game(), mk.Game(**NO_CURSES)
    assert [card.full_id for card in one.catalogue.cards[1:]] == [card.full_id for card in two.catalogue.cards[1:]]
    assert part.left_out == two.catalogue.left_out
    assert set(part.left_out) == ids_of(one) - ids_of(two)
    assert whole.left_out == ()
    assert len({whole.schema_hash, part.schema_hash, mk.spec(without_cards="item").schema_hash}) == 3
    assert len({whole.catalogue_hash, part.catalogue_hash}) == 2


# --------------------------------------------------------------------------- what is refused

UNKNOWN = "_cards: expected kinds .*ids or names of cards.*got "
LISTED = "_cards: expected a list of kinds and cards, got "
FEW = "_cards: expected a monster at least.* got "
WRONG: list[tuple[dict[str, Any], str]] = [
    ({"without_cards": ["curses"]}, rf"without{UNKNOWN}'curses' \(did you mean \"curse\"\?\)"),
    ({"only_cards": ["monster", "net_trol"]}, rf"only{UNKNOWN}'net_trol' \(did you mean \"net_troll\"\?\)"),
    ({"only_cards": 3}, f"only{LISTED}3"),
    ({"without_cards": ["curse", 3]}, f"without{LISTED}"),
    ({"without_cards": {"curse": True}}, f"without{LISTED}"),
    ({"without_cards": "monster"}, f"without{FEW}0 monsters, 58 doors and 73 treasures"),
    ({"only_cards": ["curse", "item"]}, f"only{FEW}0 monsters, 19 doors and 38 treasures"),
    ({"only_cards": ["monster"]}, "4 doors and 4 treasures that each of 4 .*got 37 monsters, .* 0 treasures"),
    ({"only_cards": ["net_troll", "item"]}, "only_cards: expected .*got 1 monsters, 1 doors and 38 treasures"),
    ({"only_cards": ["monster", "item"], "start_cards": 8, "players": 5}, "each of 5 players .* got 37 monsters"),
    ({"without_cards": "cultist", "editions": "cthulhu", "cult_discards": 1}, "cult_discards: expected at most the 0"),
]


@each(("settings", "said"), WRONG, ids=[str(wrong) for wrong, _ in WRONG])
def test_what_no_game_can_have_is_refused(settings: dict[str, Any], said: str) -> None:
    number = settings.get("players", 4)
    unseated = {field: value for field, value in settings.items() if field != "players"}
    for make in (
        lambda: mk.Game(**settings),
        lambda: mk.scenario([{}] * number, **unseated),
        lambda: mk.SelfPlayVecEnv(2, **settings),
        lambda: mk.raw_env(**settings).reset(),
        lambda: mk.game_stats(games=1, **settings),
    ):
        with pytest.raises(mk.ConfigError, match=said):
            make()


def test_as_few_cards_as_are_dealt_are_enough() -> None:
    """SETUP-2: one fewer, and somebody would be dealt nothing."""
    treasures = ["potion_of_halitosis", "huge_rock", "magic_lamp"]
    few: dict[str, Any] = {"players": 3, "start_cards": 1, "only_cards": ["net_troll", "lawyers", "elf", *treasures]}
    assert mk.Game(**few).catalogue.tables[0]["deck_cards"].tolist()[1] == 3
    with pytest.raises(mk.ConfigError, match="got 2 monsters"):
        mk.Game(**few, without_cards="huge_rock")
    with pytest.raises(mk.ConfigError, match="got 1 monsters"):
        mk.Game(**{**few, "only_cards": ["net_troll", "lawyers", *treasures]}, without_cards="lawyers")


def test_the_keeper_of_the_third_deck_counts_with_that_deck_alone() -> None:
    """FAIRY-1: neither is in the game without the other's rule."""
    keepers = [
        card.id
        for card in mk.Game(editions="extended").catalogue.cards[1:]
        if card and any(clause.do == "keeps_extras" for clause in card.always)
    ]
    only = [*keepers, "race", "pinch_of_sparkle"]
    fight: dict[str, Any] = {"editions": "extended", "only_cards": only, "start_cards": 0}
    assert mk.Game(**fight).position["rules"]["fairy_dust"][0] == 1
    with pytest.raises(mk.ConfigError, match="only_cards: expected a monster at least"):
        mk.Game(**fight, fairy_dust=False)
    with pytest.raises(mk.ConfigError, match="only_cards: expected a monster at least"):
        mk.Game(**fight, without_cards="pinch_of_sparkle")
    with pytest.raises(mk.ConfigError, match=r"fairy_dust: expected .* in the decks"):
        mk.Game(**fight, without_cards="pinch_of_sparkle", fairy_dust=True)


def test_a_scenario_has_no_card_that_is_left_out() -> None:
    with pytest.raises(mk.ConfigError, match=r"seats\[0\].hand: expected a card that is in the decks, got 'elf'"):
        mk.scenario([{"hand": ["elf"]}, {}, {}], without_cards="race")
    game = mk.scenario([{"hand": ["warrior"]}, {}, {}], without_cards="race", discards=["net_troll"])
    assert game.broken() == 0
    assert mk.Game.load(game.save()) == game


# --------------------------------------------------------------------------- wherever settings are taken


def test_saves_hold_it() -> None:
    game = mk.Game(seed=3, **NO_CURSES)
    for _ in range(60):
        game.step(int(game.legal_actions()[-1]))
    for again in (mk.Game.load(game.save()), pickle.loads(pickle.dumps(game)), game.clone(), game.at(60)):
        assert again == game
        assert again.config.without_cards == ("curse",)
        assert ids_of(again) == ids_of(game)
    whole = mk.Game(seed=3)
    assert game.save() != whole.save()


def test_environments_take_it() -> None:
    config = mk.GameConfig.of(NO_CURSES)
    assert pettingzoo.make("aec", "munchkin_env/Munchkin-v0", **NO_CURSES).unwrapped.config == config
    assert gymnasium.make("munchkin_env/Munchkin-v0", **NO_CURSES).unwrapped.config == config  # type: ignore[attr-defined]
    assert gymnasium.make_vec("munchkin_env/Munchkin-v0", num_envs=2, **NO_CURSES).games.config == config  # type: ignore[attr-defined]
    games = mk.SelfPlayVecEnv(2, seed=5, **NO_CURSES)
    assert games.config == config
    rng = np.random.default_rng(0)
    for _ in range(50):
        games.step(games.sample(rng))


def test_the_command_line_takes_it(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["stats", "--set", "without_cards=curse,net_troll", "only_cards=monster"]
    config = mk.GameConfig.of(game_settings(build_parser(chosen_command(words)).parse_args(words)))
    assert (config.without_cards, config.only_cards) == (("curse", "net_troll"), ("monster",))
    assert main(["watch", "--seed", "1", "--set", "without_cards=curses"]) != 0
    assert "got 'curses' (did you mean \"curse\"?)" in capsys.readouterr().err


def test_tally_counts_the_cards_of_the_decks() -> None:
    found = mk.game_stats(games=1, bot="random", round_limit=1, progress=False, **NO_CURSES)
    assert {card.card for card in found.cards} == ids_of(mk.Game(**NO_CURSES))


class Trained(mk.PolicyBot):
    """Any policy."""


def checked(trained: Spec, game: Spec) -> None:
    Trained(mk.policy_metadata(trained, "tokens"), name="mine").check(game)


def test_a_policy_is_refused_at_other_decks() -> None:
    """It is told by its facts which cards it knows; the same cards by other words are the same."""
    part = mk.spec(without_cards="race")
    checked(part, mk.spec(without_cards=["elf", "dwarf", "halfling"], players=5))
    for trained, played in ((part, mk.spec()), (mk.spec(), part), (part, mk.spec(without_cards="curse"))):
        with pytest.raises(mk.ConfigError, match="only_cards, without_cards: expected the decks that mine knows"):
            checked(trained, played)
    older = {key: value for key, value in mk.policy_metadata(mk.spec(), "flat").items() if key != "left_out"}
    Trained(older, name="older").check(mk.spec())


# --------------------------------------------------------------------------- games


@pytest.mark.rotating
@pytest.mark.compiled
@pytest.mark.parametrize("edition", EDITIONS)
def test_games_without_a_kind_play_to_the_end(edition: str) -> None:
    """Any one kind is left out; every position is sound (DECK-2)."""
    for word in sorted(set(KINDS) - {"monster"}):
        for seed in range(3):
            play_out(mk.Game(editions=edition, players=3 + seed, seed=seed, without_cards=word), seed)


@pytest.mark.compiled
@pytest.mark.parametrize("edition", EDITIONS)
def test_games_with_two_kinds_play_to_the_end(edition: str) -> None:
    """Monsters and one more kind, from piles that are soon empty (DECK-2)."""
    for word in sorted(set(KINDS) - {"monster"}):
        for settings in ({"start_cards": 0}, {"start_cards": 0, "loot_treasure": True, "listen_at_door": True}):
            play_out(mk.Game(editions=edition, players=6, seed=1, only_cards=["monster", word], **settings), 1)


TINY = ["net_troll", "potted_plant", "elf", "huge_rock", "magic_lamp", "hoard"]


def test_tiny_decks_play_to_the_end() -> None:
    """DECK-2: with six cards in all the piles are empty most of the time."""
    for seed in range(4):
        settings: dict[str, Any] = {"only_cards": TINY, "players": 3, "start_cards": seed % 2, "round_limit": 12}
        game = mk.Game(seed=seed, **settings)
        assert game.catalogue.tables[0]["deck_cards"][Deck.DOOR] == 5  # three elves
        play_out(game, seed)


def test_what_is_drawn_anew_is_of_the_decks() -> None:
    rng = np.random.default_rng(4)
    game = mk.Game(seed=2, without_cards=["monster_enhancer", "one_shot"], players=3)
    for _ in range(80):
        game.step(int(rng.choice(game.legal_actions())))
        drawn = game.resample(int(rng.integers(3)), rng)
        assert drawn.broken() == 0
