"""`tally` agrees with a slow reader that counts action by action."""

from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import pytest

import munchkin_env as mk
from munchkin_env.bots.dispatch import bot_action
from munchkin_env.cards.compile import load_catalogue
from munchkin_env.cli.main import main
from munchkin_env.config.game_config import GameConfig
from munchkin_env.engine.dispatch.step import answer, settle_forced
from munchkin_env.engine.kernels.kernel import INTERPRETED, records
from munchkin_env.engine.state.layout import empty
from munchkin_env.engine.validation.invariants import Broken
from munchkin_env.envs import bot_games as tallying
from munchkin_env.envs.opponents import compiled_kind
from munchkin_env.envs.stepping import deal_game
from munchkin_env.evaluation.card_stats import ENDINGS, game_seeds
from munchkin_env.game.initial_state import write_settings
from munchkin_env.observation.viewing import make_view
from munchkin_env.vocabulary import MAX_CARDS, MAX_EVENTS, MAX_TYPES, Event, Flag, Kind, Zone


class Told(NamedTuple):
    """Zones of all cards after an action, and the events since the one before."""

    zones: list[int]
    carried: list[bool]
    events: list[tuple[int, int]]
    """(kind of event, type of card)."""


def slow_tally(editions: tuple[str, ...], games: int, bot: str) -> tuple[Counter[int], Counter[int], int]:
    """Count how often the only copy of each type came off a pile and was used before it went back, and all actions:
    read from a record of games played in plain Python."""
    config = GameConfig.of({"editions": editions, "players": 3, "first_seat": 0, "round_limit": 3})
    catalogue = load_catalogue(config.editions, config.switches)
    tables, template = records(catalogue.tables), empty(1)
    write_settings(template, config, catalogue)
    kind = compiled_kind(mk.make_bot(bot))
    ids = np.zeros(mk.spec(**config.as_dict()).num_actions, np.int32)
    drawn: Counter[int] = Counter()
    used: Counter[int] = Counter()
    answers = 0
    for deal in range(games):
        position, view = empty(1), empty(1)
        rows, t, v = records(position), tables[0], records(view)[0]
        high, low, bots_high, bots_low = game_seeds(0, deal)
        n = deal_game(rows, 0, t, records(template), 0, high, low, ids)
        before, own = 0, 0
        game: list[Told] = []
        while True:
            cards, last = position["card"][0], int(position["event_count"][0])
            events = [position["event"][0, j % MAX_EVENTS] for j in range(before, last)]
            told = [(int(event["kind"]), int(event["card"])) for event in events]
            game.append(Told(cards["zone"].tolist(), (cards["flag"] & Flag.CARRIED != 0).tolist(), told))
            before = last
            if n == 0:
                break
            s = rows[0]
            make_view(s, t, int(s.seat), v)
            answer(s, t, bot_action(kind, v, t, ids, n, bots_high, bots_low, own))
            n = settle_forced(s, t, ids)
            own += 1
        answers += own
        for type_, card in enumerate(catalogue.cards):
            if card is not None and card.copies == 1:
                (copy,) = catalogue.copies_of(type_)
                stays = stays_of(game, copy, type_, card.kind)
                drawn[type_] += len(stays)
                used[type_] += sum(stays)
    return drawn, used, answers


def stays_of(game: list[Told], copy: int, type_: int, kind: Kind) -> list[bool]:
    """For each time that the copy came off a pile, whether it did its work before it went back to one."""
    lasting = kind.row.laid_out and not kind.row.once
    stays: list[bool] = []
    was, off = Zone.DECK, False
    for told in game:
        zone = told.zones[copy]
        if (was < Zone.DISCARD <= zone) or (was < Zone.COMBAT <= zone):
            stays.append(False)
            off = True
        if off:
            works = any(card == type_ and event in (Event.PLAYED, Event.JOINED, Event.CURSED, Event.ENTERED)
                        for event, card in told.events)  # fmt: skip
            works |= lasting and zone >= Zone.TABLE and not told.carried[copy]
            stays[-1] |= works
        off, was = zone >= Zone.COMBAT, zone
    return stays


@pytest.mark.interpreted
@pytest.mark.skipif(not INTERPRETED, reason="needs inner functions; set MUNCHKIN_INTERPRETED=1")
@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_it_counts_what_a_slow_reader_counts(bot):
    found = mk.game_stats(("cthulhu",), games=2, bot=bot, players=3, round_limit=3)
    drawn, used, answers = slow_tally(("cthulhu",), 2, bot)
    types = {card.full_id: k for k, card in enumerate(load_catalogue(("cthulhu",)).cards) if card is not None}
    assert found.unseen == 0
    assert round(found.decisions.mean * found.games) == answers
    assert sum(used.values()) > 20
    for card in found.cards:
        if card.copies == 1:
            assert card.drawn == drawn[types[card.card]], card.card
            assert card.used == used[types[card.card]], card.card


def watched(game: mk.Game, *acts: Callable[[], object]) -> dict[str, tuple[int, int]]:
    """(drawn, used) by card of a game in which somebody acts, one look after each."""
    tables = records(game.catalogue.tables)
    seen = np.zeros((tallying.WATCHED, MAX_CARDS), np.uint8)
    counts = np.zeros((tallying.COUNTS, MAX_TYPES), np.int64)
    tallying.begin_watch(tables[0], seen)
    before = 0
    for act in (lambda: None, *acts):
        act()
        tallying.watch(records(game.position)[0], tables[0], before, seen, counts)
        before = int(game.position["event_count"][0])
    types = {card.id: k for k, card in enumerate(game.catalogue.cards) if card is not None}
    return {name: (int(counts[tallying.DRAWN, k]), int(counts[tallying.USED, k])) for name, k in types.items()}


@pytest.mark.interpreted
@pytest.mark.skipif(not INTERPRETED, reason="needs inner functions; set MUNCHKIN_INTERPRETED=1")
def test_what_is_laid_out_for_later_is_no_use():
    """A one-shot counts once, when it is played, and an item while it is in use, however often it changes sides."""
    hand = ["magic_missile", "horny_helmet", "huge_rock"]
    game = mk.scenario([{"level": 5, "hand": hand}, {}, {}], phase="start", rest="out")

    def lay_out(card: str) -> Callable[[], object]:
        return lambda: game.do("lay_out", card=card)

    laid = watched(game, lay_out("magic_missile"), lay_out("horny_helmet"))
    assert laid["magic_missile"] == (1, 0)
    assert laid["horny_helmet"] == (1, 1)
    assert laid["huge_rock"] == (1, 0), "it stays in the hand"
    both = watched(game, lambda: game.do("carry", card="horny_helmet"), lambda: game.do("use", card="horny_helmet"))
    assert both["horny_helmet"] == (1, 1)
    fight = mk.scenario(
        [{"level": 5, "table": ["magic_missile"]}, {}, {}],
        phase="combat",
        combat={"monsters": ["net_troll"]},
        rest="out",
    )
    thrown = watched(fight, lambda: fight.do("play", card="magic_missile", place="players"))
    assert thrown["magic_missile"] == (1, 1)


@pytest.mark.interpreted
@pytest.mark.skipif(not INTERPRETED, reason="needs inner functions; set MUNCHKIN_INTERPRETED=1")
def test_what_comes_back_from_the_discards_comes_anew():
    """And what goes from a deck to the discards at once has been drawn."""
    game = mk.scenario([{"hand": ["huge_rock"]}, {}, {}], phase="start", rest="out")
    copy = game.catalogue.copies_of(game.catalogue.index("huge_rock"))[0]

    def goes(zone: int) -> Callable[[], object]:
        return lambda: game.position["card"]["zone"].__setitem__((0, copy), zone)

    assert watched(game, goes(Zone.DISCARD), goes(Zone.DECK), goes(Zone.HAND), goes(Zone.TABLE))["huge_rock"] == (2, 1)
    assert watched(game, goes(Zone.DISCARD), goes(Zone.TABLE + 1))["huge_rock"] == (2, 2)
    goes(Zone.DISCARD)()
    assert watched(game)["huge_rock"] == (1, 0)


@pytest.mark.parametrize("bot", ["random", "greedy", "veteran"])
def test_no_card_is_used_more_often_than_it_is_drawn(bot):
    """A share of its draws: at most all of them."""
    few = {"games": 1, "round_limit": 1} if INTERPRETED else {"games": 200, "round_limit": 10}
    found = mk.game_stats(("munchkin", "cthulhu"), bot=bot, players=3, **few)
    assert {card.card for card in found.cards if card.used > card.drawn} == set()
    assert sum(card.used for card in found.cards) > 0


def test_a_table_of_a_blend_names_the_edition_beside_the_card():
    """Several editions have a card of the same name."""
    few = {"games": 1, "bot": "random", "players": 3, "round_limit": 1}
    blend = mk.game_stats(("munchkin", "extended"), **few)
    head, _, *rows = blend.table().splitlines()
    assert head.startswith("| card | edition | kind |")
    assert {row.split("|")[2].strip() for row in rows} == {"munchkin", "extended"}
    assert len({tuple(row.split("|")[1:4]) for row in rows}) == len(rows), "no two lines are of one card"
    assert mk.game_stats(**few).table().startswith("| card | kind |")


def test_rates_add_up_and_the_same_seed_gives_the_same():
    found = mk.game_stats(("cthulhu",), games=3, players=3, seed=4, windows="final", round_limit=8)
    assert sum(found.endings.values()) == pytest.approx(1)
    assert set(found.endings) <= set(ENDINGS.values())
    assert sum(found.wins_by_seat) == pytest.approx(1 - found.endings.get("the round limit", 0))
    assert [card.rate for card in found.cards] == sorted(card.rate for card in found.cards)
    assert mk.game_stats("cthulhu", games=3, players=3, seed=4, windows="final", round_limit=8) == found


def test_every_position_is_checked(monkeypatch):
    """`check` finds what is unsound, and changes nothing else."""
    few = {"players": 3, "round_limit": 2, "bot": "random"}
    assert mk.game_stats("cthulhu", games=2, check=True, **few) == mk.game_stats("cthulhu", games=2, **few)
    if INTERPRETED:
        monkeypatch.setattr(tallying, "invariants", lambda s, t: int(Broken.LEVEL))
        with pytest.raises(mk.EngineFault, match="LEVEL"):
            mk.game_stats("cthulhu", games=1, check=True, **few)


def test_the_round_limit_is_an_ending():
    found = mk.game_stats(games=2, bot="random", players=3, round_limit=1)
    assert found.endings == {"the round limit": 1.0}


@pytest.mark.parametrize(
    ("wrong", "field"),
    [({"bot": "human"}, "human"), ({"games": 0}, "games"), ({"check": 2}, "check"), ({"windows": "shut"}, "windows")],
)
def test_wrong_arguments_are_named(wrong, field):
    with pytest.raises(mk.ConfigError, match=field):
        mk.game_stats(**wrong)


def test_no_table_of_fewer_than_one_card(capsys):
    assert main(["stats", "--least-used", "0"]) == 2
    assert "least_used: expected a whole number from 1, got 0" in capsys.readouterr().err


def test_the_command_prints_a_table(capsys):
    assert main(["stats", "--games", "1", "--players", "3", "--round-limit", "2", "--least-used", "3"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("1 games of 3 `greedy`")
    assert sum(line.startswith("| ") for line in lines) == 5
