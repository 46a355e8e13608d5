"""The shown combat agrees with the engine's count: whose card is whose, and which face escapes."""

import pytest

import munchkin_env as mk
from munchkin_env.observation import View
from munchkin_env.observation.scene import scene
from munchkin_env.replays.recorder import Recorder
from munchkin_env.replays.snapshot import public_parts

pytestmark = pytest.mark.interpreted


def shown(game: mk.Game) -> dict[str, object]:
    """The combat as everybody sees it."""
    view = View.public(game.position, game.catalogue)
    parts: dict[str, object] = public_parts(scene(view))["combat"]
    return parts


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_spent_card_is_no_enhancer_whoever_played_it(seat: int) -> None:
    """The host of a spent card is a seat, that of an enhancer a group of monsters: both are small numbers."""
    players: list[dict[str, object]] = [{"level": 3}, {}, {}]
    players[seat] |= {"hand": ["magic_missile", "enraged"]}
    game = mk.scenario(players, phase="combat", combat={"monsters": ["net_troll"]}, forced_choices=False)
    if seat:
        game.do("run_away")
    for card, place in (("magic_missile", "players"), ("enraged", 0)):
        while game.current_player != seat:
            game.do("pass")
        game.do("play", card=card, place=place)
    (monster,) = View.of(game, seat).monsters
    assert (monster.enhancers, monster.bonus, monster.strength, monster.treasures) == (("Enraged",), 5, 15, 4)
    assert "+5 from Enraged" in game.text(seat)
    assert "spent: Magic Missile" in game.text(seat)
    missile, enraged = (game.catalogue.index(card) for card in ("magic_missile", "enraged"))
    combat = shown(game)
    assert combat["for_players"] == [missile]
    assert combat["monsters"][0]["with"] == [enraged]  # type: ignore[index]


def test_a_card_spent_twice_or_named_like_a_monster_is_listed() -> None:
    """Two one-shots of different sides are listed for their sides."""
    hand = ["magic_missile", "sleep_potion"]
    game = mk.scenario(
        [{"hand": hand}, {}, {}], phase="combat", combat={"monsters": ["net_troll"]}, forced_choices=False
    )
    game.do("play", card="magic_missile", place="players")
    while game.current_player != 0:
        game.do("pass")
    game.do("play", card="sleep_potion", place="monsters")
    view = View.of(game, 1)
    assert [card.name for card in view.spent(for_monsters=False)] == ["Magic Missile"]
    assert [card.name for card in view.spent(for_monsters=True)] == ["Sleep Potion"]


@pytest.mark.parametrize(
    ("monster", "level", "face"), [("floating_nose", 5, 7), ("crabs", 1, 7), ("bullrog", 3, 1), ("net_troll", 1, 5)]
)
def test_the_least_face_of_a_monster_that_nobody_or_everybody_escapes(monster: str, level: int, face: int) -> None:
    """FLEE-1, FLEE-2: 7 where no face does, 1 where no roll is needed."""
    fight = {"monsters": [{"card": monster, "enhancers": ["humongous"]}]}
    game = mk.scenario(
        [{"level": level}, {"hand": ["ancient"]}, {}], phase="combat", combat=fight, forced_choices=False
    )
    game.do("run_away")
    assert shown(game)["monsters"][0]["escape"] == {"0": face}  # type: ignore[index]


def test_a_bonus_to_one_roll_does_not_change_what_the_ally_needs() -> None:
    """CLASS-1: a Wizard's flight adds to the Wizard's own roll."""
    players = [{"level": 1, "klass": "wizard", "hand": ["baby", "mate"]}, {"level": 1}, {"level": 9}]
    fight = {"monsters": ["net_troll"], "helper": 1}
    game = mk.scenario(players, phase="combat", combat=fight, dice=[4, 4])
    recorder, told, paid = Recorder(game, None), [], False
    while not game.is_terminal and game.decision.name not in ("AFTER_COMBAT", "CHOOSE_CARD"):
        ids = {game.describe(int(action)): int(action) for action in game.legal_actions()}
        words = [] if paid else ["flight"]
        word = next((w for w in (*words, "Baby", "roll", "run away", "monster 1", "pass") if w in ids), None)
        paid = paid or word == "flight"
        game.step(ids[word] if word else int(game.legal_actions()[0]))
        if game.is_terminal or game.stage.name == "VERB":
            told += (recorder.look(game) or {}).get("told", [])
    assert paid
    assert "player 1 rolls 4 (needed 5)." in told


def test_all_that_hangs_on_a_card_is_shown_with_it() -> None:
    """SIDE-1, PLAY-9: a cheated item that a Hireling carries, and its Cheat! card."""
    game = mk.scenario([{"table": ["hireling", {"huge_rock": "cheat"}]}, {}, {}], phase="start")
    s, names = game.position[0], game.catalogue
    by_name = {names.name(int(names.tables[0]["type_of"][c])): c for c in View.of(game, 0).copies(24)}
    s["card"]["host"][by_name["Huge Rock"]] = by_name["Hireling"]
    view = View.public(game.position, game.catalogue)
    laid = public_parts(scene(view))["seat0"]["in_use"]
    assert len(laid) == 1
    told = sorted(names.name(card) for card in (laid[0]["card"], *laid[0]["with"]))
    assert told == ["Cheat!", "Hireling", "Huge Rock"]
