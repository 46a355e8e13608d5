"""Demands of cards on people at the table that the engine leaves out (docs/rulings.md)."""

from munchkin_env.vocabulary import Decision
from tests.kit.looking import options, place_of
from tests.kit.playing import passes
from tests.scenarios.cthulhu.kit import combat, cursed


def test_a_song_is_never_sung() -> None:
    """PLAY-3: song_of_madness gives two."""
    game = combat({"level": 3, "hand": ["song_of_madness"]}, monsters=["polly_polyp"])
    game.do("play", card="song_of_madness", place="players")
    passes(game)
    assert game.strength("players") == 3 + 2


def test_a_name_is_always_spoken() -> None:
    """CURSE-3: curse_hastur_hastur_hastur always takes an item, which the player on the right chooses."""
    game = cursed("curse_hastur_hastur_hastur", {"table": ["bowling_pin", "bug_spray"]}, {}, {})
    assert (game.decision, game.current_player, sorted(options(game))) == (
        Decision.CHOOSE_CARD,
        2,
        ["Bowling Pin", "Bug Spray"],
    )
    game.do(card="bug_spray")
    assert place_of(game, "bug_spray") == "discards"


def test_nobody_is_called_tommy_and_nobody_rides() -> None:
    """COMBAT-1: tommy_gun gives everybody four, cthulhu_bumper_sticker two."""
    for item, bonus in (("tommy_gun", 4), ("cthulhu_bumper_sticker", 2)):
        assert combat({"level": 3, "table": [item]}, monsters=["polly_polyp"]).strength("players") == 3 + bonus
