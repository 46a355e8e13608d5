"""`tally`: what it counts is what a slow reader counts, answer by answer."""

from collections import Counter

import numpy as np
import pytest

import munchkin_env as mk
from munchkin_env.bots.dispatch import bot_action
from munchkin_env.cards.compile import load_catalogue
from munchkin_env.cli.main import main
from munchkin_env.config import GameConfig
from munchkin_env.engine.invariants import Broken
from munchkin_env.engine.kernel import INTERPRETED, records
from munchkin_env.engine.layout import empty
from munchkin_env.engine.step import answer, settle_forced
from munchkin_env.envs import tally as tallying
from munchkin_env.envs.dealing import deal_game
from munchkin_env.envs.opponents import compiled_kind
from munchkin_env.evaluation.counting import ENDINGS, _seeds
from munchkin_env.observation.viewing import make_view
from munchkin_env.settings import write_settings
from munchkin_env.vocabulary import MAX_EVENTS, Event, Zone


def slow_tally(editions: tuple[str, ...], games: int, bot: str) -> tuple[Counter[int], Counter[int], int]:
    """Copies drawn and used by type, and all answers, of games played in plain Python."""
    config = GameConfig.of({"editions": editions, "players": 3, "first_seat": 0, "round_limit": 3})
    catalogue = load_catalogue(config.editions, config.switches)
    tables, template = records(catalogue.tables), empty(1)
    write_settings(template, config, catalogue)
    types = np.asarray(catalogue.tables["type_of"][0])
    kind = compiled_kind(mk.make_bot(bot))
    ids = np.zeros(mk.spec(**config.as_dict()).actions, np.int32)
    drawn: Counter[int] = Counter()
    used: Counter[int] = Counter()
    answers = 0
    for deal in range(games):
        position, view = empty(1), empty(1)
        rows, t, v = records(position), tables[0], records(view)[0]
        high, low, bots_high, bots_low = _seeds(0, deal)
        before, zones = 0, None
        n = deal_game(rows, 0, t, records(template), 0, high, low, ids)
        own = 0
        while True:
            now = position["card"]["zone"][0].copy()
            for c in range(1, int(catalogue.tables["n_cards"][0]) + 1):
                was_in_deck = zones is None or zones[c] < Zone.DISCARD
                drawn[int(types[c])] += int(was_in_deck and now[c] >= Zone.DISCARD)
            zones = now
            for j in range(before, int(position["event_count"][0])):
                event = position["event"][0, j % MAX_EVENTS]
                if event["kind"] in (Event.PLAYED, Event.LAID_OUT, Event.JOINED, Event.CURSED):
                    used[int(event["card"])] += 1
            before = int(position["event_count"][0])
            if n == 0:
                break
            s = rows[0]
            make_view(s, t, int(s.seat), v)
            answer(s, t, bot_action(kind, v, t, ids, n, bots_high, bots_low, own))
            n = settle_forced(s, t, ids)
            own += 1
        answers += own
    return drawn, used, answers


@pytest.mark.interpreted
@pytest.mark.skipif(not INTERPRETED, reason="needs inner functions; set MUNCHKIN_INTERPRETED=1")
@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_it_counts_what_a_slow_reader_counts(bot):
    found = mk.tally(("cthulhu",), games=2, bot=bot, players=3, round_limit=3)
    drawn, used, answers = slow_tally(("cthulhu",), 2, bot)
    types = {card.full_id: k for k, card in enumerate(load_catalogue(("cthulhu",)).cards) if card is not None}
    assert found.unseen == 0
    assert round(found.decisions.mean * found.games) == answers
    for card in found.cards:
        assert card.drawn == drawn[types[card.card]], card.card
        assert card.used == used[types[card.card]], card.card


def test_rates_add_up_and_the_same_seed_gives_the_same():
    found = mk.tally(("cthulhu",), games=3, players=3, seed=4, windows="final", round_limit=8)
    assert sum(found.endings.values()) == pytest.approx(1)
    assert set(found.endings) <= set(ENDINGS.values())
    assert sum(found.wins_by_seat) == pytest.approx(1 - found.endings.get("the round limit", 0))
    assert [card.rate for card in found.cards] == sorted(card.rate for card in found.cards)
    assert mk.tally("cthulhu", games=3, players=3, seed=4, windows="final", round_limit=8) == found


def test_every_position_is_checked(monkeypatch):
    """`check` finds what is unsound, and changes nothing else."""
    few = {"players": 3, "round_limit": 2, "bot": "random"}
    assert mk.tally("cthulhu", games=2, check=True, **few) == mk.tally("cthulhu", games=2, **few)
    if INTERPRETED:
        monkeypatch.setattr(tallying, "invariants", lambda s, t: int(Broken.LEVEL))
        with pytest.raises(mk.EngineFault, match="LEVEL"):
            mk.tally("cthulhu", games=1, check=True, **few)


def test_the_round_limit_is_an_ending():
    found = mk.tally(games=2, bot="random", players=3, round_limit=1)
    assert found.endings == {"the round limit": 1.0}


@pytest.mark.parametrize(
    ("wrong", "field"),
    [({"bot": "human"}, "human"), ({"games": 0}, "games"), ({"check": 2}, "check"), ({"windows": "shut"}, "windows")],
)
def test_wrong_arguments_are_named(wrong, field):
    with pytest.raises(mk.ConfigError, match=field):
        mk.tally(**wrong)


def test_no_table_of_fewer_than_one_card(capsys):
    assert main(["tally", "--least", "0"]) == 2
    assert "least: expected a whole number from 1, got 0" in capsys.readouterr().err


def test_the_command_prints_a_table(capsys):
    assert main(["tally", "--games", "1", "--players", "3", "--rounds", "2", "--least", "3"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("1 games of 3 `greedy`")
    assert sum(line.startswith("| ") for line in lines) == 4
