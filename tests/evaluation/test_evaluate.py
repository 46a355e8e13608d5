"""Matches: rotations, fixed seeds, both ways to play them, results, errors."""

import json
import sys
from collections import Counter

import numpy as np
import pytest

from munchkin_env.bots import BatchBot, Bot, CompiledBot, make_bot
from munchkin_env.envs.seeding import episode_seed
from munchkin_env.errors import ConfigError, IllegalAction, MissingExtra
from munchkin_env.evaluation import evaluate, ladder, match_runner, replays, social_metrics, watching
from munchkin_env.evaluation.match_runner import plan_games
from munchkin_env.evaluation.ratings import rate
from munchkin_env.evaluation.social import SocialCounts
from munchkin_env.game.game import Game
from munchkin_env.observation import View
from munchkin_env.vocabulary import MAX_EVENTS, Event
from tests.each import each
from tests.envs.nets import Alone, Net

SHORT = {"goal": 4, "round_limit": 10}


class InPython(Bot):
    """A compiled bot that is only reached through `act`."""

    def __init__(self, name):
        self.inner = make_bot(name)
        self.name = name
        self.games = 0

    def act(self, view, mask, rng):
        return self.inner.act(view, mask, rng)

    def reset(self):
        self.games += 1


@pytest.mark.interpreted
@pytest.mark.parametrize("players", [3, 4, 6])
def test_every_deal_is_played_once_in_every_rotation(players):
    plan = plan_games(seed=5, deals=3, players=players)
    assert len(plan) == 3 * players
    for deal in range(3):
        games = [game for game in plan if game.deal == deal]
        assert {game.seed for game in games} == {episode_seed(5, deal)}
        seatings = np.array([game.seating(players) for game in games])
        for seat in range(players):
            assert sorted(seatings[:, seat]) == list(range(players))
        for seating in seatings:
            assert (np.roll(seating, -1) == (seating + 1) % players).all()  # neighbours stay neighbours
    assert len({game.bot_key() for game in plan}) == len(plan)


class Lowest(Bot):
    """A bot that plays the lowest legal id: a player without random numbers."""

    name = "lowest"

    def act(self, view, mask, rng):
        return int(mask.argmax())


class Nth(Bot):
    """A bot that plays the legal action of a place, 0 the first and -1 the last."""

    def __init__(self, place):
        self.place = place
        self.name = f"answer {place}"

    def act(self, view, mask, rng):
        legal = np.flatnonzero(mask)
        return int(legal[min(self.place, len(legal) - 1)])


class LowestTogether(BatchBot):
    """The same, asked for all games that wait in one call."""

    name = "lowest"

    def act_batch(self, observation, masks, chances):
        return masks.argmax(axis=1)


def test_equal_players_without_chance_win_equally_often():
    """In each rotation of a deal they play the same game, each in another seat."""
    result = evaluate([Lowest()] * 3, games=6, **SHORT)
    decided = (result.games - result.draws) / result.games
    for player in result.bots:
        assert player.win_rate == pytest.approx(decided / 3)
    assert result.deals == 2


def test_games_are_the_same_whether_players_are_asked_one_by_one_or_together():
    one, all_at_once = Lowest(), LowestTogether()
    mixed = evaluate([one, Lowest(), one], games=6, seed=4, **SHORT)
    together = evaluate([all_at_once, one, all_at_once], games=6, seed=4, **SHORT)
    assert mixed.as_json() == together.as_json()
    alone = evaluate([one] * 3, games=6, seed=4, **SHORT)
    compiled = evaluate(["greedy"] * 3, games=3, seed=4, **SHORT)
    python = evaluate([InPython("greedy"), "greedy", InPython("greedy")], games=3, seed=4, **SHORT)
    assert [(one.compiled, one.games) for one in (alone, compiled, python)] == [(False, 6), (True, 3), (False, 3)]


def test_games_are_those_of_the_seed():
    """Deal 0 of seed 9 is the game of seed 9 for all players."""
    game = Game(players=3, seed=9, **SHORT)
    bot = Lowest()
    while not game.is_terminal:
        game.step(bot.act(View.of(game, game.current_player), game.legal_action_mask(), np.random.default_rng(0)))
    result = evaluate([Lowest()] * 3, games=1, seed=9, **SHORT)
    assert result.games == 3
    assert (result.turns.longest, result.decisions.longest) == (game.turn, len(game.history))


def test_the_result_depends_on_the_arguments_alone():
    first = evaluate(["greedy", "random", "random"], games=3, seed=1, **SHORT)
    assert evaluate(["greedy", "random", "random"], games=3, seed=1, **SHORT).as_json() == first.as_json()
    assert evaluate(["greedy", "random", "random"], games=3, seed=2, **SHORT).as_json() != first.as_json()


def test_python_bots_are_told_of_each_game_and_their_illegal_answers_are_named():
    bot = InPython("greedy")
    result = evaluate([bot, "random", "random"], games=3, **SHORT)
    assert bot.games == result.games == 3

    class Wrong(Bot):
        name = "wrong"

        def act(self, view, mask, rng):
            return int(np.flatnonzero(mask == 0)[0])

    with pytest.raises(IllegalAction, match=r"bot wrong: action: .* is not legal"):
        evaluate([Wrong(), "random", "random"], games=1, **SHORT)


@pytest.mark.interpreted
@pytest.mark.parametrize("reads", ["flat", "tokens", "sparse"])
def test_a_batch_bot_plays_many_games_in_one_call_as_it_plays_one_by_one(reads):
    together, alone = Net(reads), Net(reads)
    settings = {"games": 6, "seed": 2, "goal": 3, "round_limit": 2}
    many = evaluate([together, "greedy", together], **settings)
    single = evaluate([Alone(alone), "greedy", Net(reads)], **settings)
    assert [player.wins for player in many.bots] == [player.wins for player in single.bots]
    assert (many.decisions, many.turns) == (single.decisions, single.turns)
    assert {size for size, _ in alone.asked} == {1}
    assert max(size for size, _ in together.asked) == 2, "one rotation of the two deals at a time"
    assert not many.compiled


class Forgetful(Bot):
    """Plays by what it remembers of the game, and empties its memory in place."""

    name = "forgetful"

    def __init__(self):
        self.seen = []

    def reset(self):
        self.seen.clear()

    def act(self, view, mask, rng):
        self.seen.append(rng.random())
        legal = np.flatnonzero(mask)
        return int(legal[int(sum(self.seen) * 100) % len(legal)])


@pytest.mark.interpreted
def test_results_do_not_depend_on_which_games_are_played_side_by_side(monkeypatch):
    def played():
        bot = Forgetful()
        players = [Net(by_chance=True), bot, bot]
        results = [evaluate(given, games=6, goal=3, round_limit=2) for given in (players, [bot, "random", bot])]
        return [result.as_json() for result in results]

    expected = played()
    monkeypatch.setattr(match_runner, "BATCH", 2)
    monkeypatch.setattr(match_runner, "CHUNK", 1)
    assert played() == expected


@pytest.mark.parametrize("repeat", ["match", "social figures", "replays"])
def test_rotations_of_a_deal_are_never_open_at_once_where_somebody_may_remember(repeat, monkeypatch):
    """An object in Python that remembers would know the hands of a deal in its second rotation; compiled bots and the
    package's networks keep nothing and are played all at once."""
    open_at_once = []

    class Noted(match_runner.Games):
        def __init__(self, table, games):
            super().__init__(table, games)
            if games:
                open_at_once.append(max(Counter(game.deal for game in games).values()))

    for module in (match_runner, watching, replays):
        monkeypatch.setattr(module, "Games", Noted)
    more = {"match": {}, "social figures": {"social": 6}, "replays": {"record": 6}}[repeat]
    for other, at_once in ((Lowest(), 1), (LowestTogether(), 1), ("greedy", 3)):
        open_at_once.clear()
        found = evaluate([other, "random", "random"], games=6, goal=3, round_limit=2, progress=False, **more)
        assert found.games == 6
        assert set(open_at_once) == {at_once}


def test_who_keeps_nothing_does_so_by_construction():
    class Derived(CompiledBot):
        def act(self, view, mask, rng):
            return super().act(view, mask, rng)

    assert match_runner.keeps_nothing(make_bot("veteran"))
    for other in (Derived("greedy"), LowestTogether(), Lowest(), make_bot("rollout:20")):
        assert not match_runner.keeps_nothing(other)


@pytest.mark.interpreted
def test_a_bot_that_changes_a_compiled_one_is_asked_itself():
    class Changed(CompiledBot):
        name = "greedy"

        def act(self, view, mask, rng):
            calls.append(view.seat)
            return super().act(view, mask, rng)

    calls = []
    result = evaluate([Changed(), "random", "random"], games=3, goal=3, round_limit=2)
    assert not result.compiled
    assert set(calls) == {0, 1, 2}


@pytest.mark.interpreted
def test_wrong_batch_answers_and_readings_are_named():
    class Wrong(Net):
        def act_batch(self, observation, masks, chances):
            return np.argmin(masks, axis=1)

    with pytest.raises(IllegalAction, match=r"bot net: action: expected one of \[.*\], got \d+, which is not legal"):
        evaluate([Wrong(), "random", "random"], games=3)
    with pytest.raises(ConfigError, match="encoding: expected bot net to read flat or tokens or sparse, got 'text'"):
        evaluate([Net("text"), "random", "random"], games=3)


def test_rates_draws_and_lengths_add_up_and_json_says_the_same():
    result = evaluate(["greedy", "random", "random"], games=4, goal=4, round_limit=4)
    assert (result.games, result.deals) == (6, 2)
    assert sum(player.wins for player in result.bots) == pytest.approx(result.games - result.draws)
    assert 0 <= result.draw_rate <= 1
    assert result.rounds.longest <= 4
    for player in result.bots:
        assert 0 <= player.low <= player.win_rate <= player.high <= 1
    read = json.loads(result.as_json())
    assert read["bots"][0]["name"] == "greedy"
    assert read["bots"][0]["win_rate"] == result.bots[0].win_rate
    assert read["settings"]["goal"] == 4
    assert read["draws"] == result.draws


@pytest.mark.interpreted
def test_the_round_whose_beginning_ends_the_game_is_not_counted():
    """WINDOW-5: as `View.rounds` has it."""
    result = evaluate(["random"] * 3, games=3, round_limit=1)
    assert (result.rounds.mean, result.rounds.longest, result.draws) == (1.0, 1, 3)


@pytest.mark.interpreted
def test_the_table_is_markdown():
    result = evaluate(["greedy", "random", "random"], games=3, **SHORT)
    lines = str(result).splitlines()
    assert all(line.count("|") == 7 for line in lines[:5])
    assert lines[2].startswith("| greedy |")
    assert "3 games (1 seeds × 3 rotations of the seats)" in lines[-1]


@each(
    ("players", "settings", "message"),
    [
        (["greedy", "random"], {}, "bots: expected 3 to 6, got 2"),
        (["greedy"] * 7, {}, "bots: expected 3 to 6, got 7"),
        ("greedy", {}, "bots: expected a list of names or bots, got 'greedy'"),
        (["greedy", "random", 3], {}, "bots: expected names or Bot objects, got 3"),
        (["greedy", "rndom", "random"], {}, r'got \'rndom\' \(did you mean "random"\?\)'),
        (["greedy"] * 3, {"games": 0}, "games: expected a whole number from 1 to"),
        (["greedy"] * 3, {"processes": 0}, "processes: expected a whole number from 1 to"),
        (["greedy"] * 3, {"precision": 2}, "precision: expected a half width between 0 and 1, got 2"),
        (["greedy"] * 3, {"max_games": 0}, "max_games: expected a whole number from 1 to"),
        (["greedy"] * 3, {"threads": 0}, "threads: expected a whole number from 1 to"),
        (["greedy"] * 3, {"seed": 1.5}, "seed: expected a whole number from 0, got 1.5"),
        (["greedy"] * 3, {"gaol": 9}, r'gaol: unknown setting \(did you mean "goal"\?\)'),
    ],
)
def test_what_cannot_be_played_is_refused(players, settings, message):
    with pytest.raises(ConfigError, match=message):
        evaluate(players, **settings)


def test_players_of_one_name_are_taken_together_and_compared_deal_by_deal():
    result = evaluate(["greedy", "random", "random"], games=6, seed=1, **SHORT)
    (difference,) = result.differences
    greedy, *others = (player.win_rate for player in result.bots)
    assert (difference.player, difference.other) == ("greedy", "random")
    assert difference.difference == pytest.approx(greedy - sum(others) / 2)
    assert difference.low < difference.difference < difference.high
    assert evaluate(["random"] * 3, games=3, **SHORT).differences == ()


@pytest.mark.interpreted
def test_help_and_trades_are_those_that_the_games_tell_of():
    """Counted again in games that are played by `Game`, event by event."""
    players, settings = [Nth(0), Nth(-1), Nth(1)], {"goal": 5, "round_limit": 8}
    result = evaluate(players, games=6, seed=6, **settings)
    found = np.zeros((3, 4))
    for deal, rotation in ((0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2)):
        game, seen = Game(players=3, seed=episode_seed(6, deal), **settings), 0
        while game.current_player is not None:
            game.step(players[(game.current_player + rotation) % 3].act(None, game.legal_action_mask(), None))
            row = game.position[0]
            for j in range(seen, int(row["event_count"])):
                event = row["event"][j % MAX_EVENTS]
                kind, one, other = (int(event[name]) for name in ("kind", "seat", "other"))
                one, other = (one + rotation) % 3, (other + rotation) % 3 if other >= 0 else -1
                if kind == Event.HELPS:
                    found[one, 0] += 1
                    found[other, 2] += 1
                elif kind == Event.KILLED and other >= 0:
                    found[other, 1] += 1
                elif kind == Event.ANSWERED and event["amount"] == 1:
                    found[[one, other], 3] += 1
            seen = int(row["event_count"])
    assert found[:, 0].any()
    for counted, player in zip(found / 6, result.bots, strict=True):
        assert [player.helped, player.help_kept, player.was_helped, player.trades] == pytest.approx(counted.tolist())


def test_social_figures_are_those_of_the_first_games():
    """They agree with what the match itself counts in the same games, and are told where they were asked for."""
    players = ["veteran", "greedy", "greedy"]
    found = evaluate(players, games=6, seed=3, social=6, **SHORT)
    assert found.social == social_metrics(players, games=6, seed=3, **SHORT)
    assert [one.helped for one in found.social.bots] == pytest.approx([one.helped for one in found.bots])
    assert [one.trades for one in found.social.bots] == pytest.approx([one.trades for one in found.bots])
    assert json.loads(found.as_json())["social"]["gini"] == found.social.gini
    assert found.social.table() in found.details()
    fewer = evaluate(players, games=6, seed=3, social=2, **SHORT)
    assert fewer.social == social_metrics(players, games=3, seed=3, **SHORT), "full seat rotations"
    assert evaluate(players, games=3, seed=3, social=60, **SHORT).social.games == 3, "no more than were played"
    without = evaluate(players, games=6, seed=3, **SHORT)
    assert without.social is None
    assert json.loads(without.as_json())["social"] is None
    assert without.bots == found.bots
    with pytest.raises(ConfigError, match="social: expected a whole number from 0 to 100000, got -1"):
        evaluate(players, games=3, social=-1)


def test_goes_on_until_the_intervals_are_as_narrow_as_asked():
    few = evaluate(["random"] * 3, games=3, seed=2, precision=0.25, **SHORT)
    assert 3 < few.games < 100
    assert max(player.high - player.low for player in few.bots) <= 0.5
    assert few.bots == evaluate(["random"] * 3, games=few.games, seed=2, **SHORT).bots
    assert "precision ±25.0% met" in few.summary()
    most = evaluate(["random"] * 3, games=6, seed=2, precision=0.01, max_games=8, **SHORT)
    assert most.games == 9
    assert "precision ±1.0% not met" in most.summary()


@pytest.mark.slow
def test_any_number_of_processes_gives_the_same_bytes(monkeypatch):
    monkeypatch.setattr(match_runner, "CHUNK", 2)
    one, two = (evaluate(["greedy", "random", Lowest()], games=6, seed=5, processes=n, **SHORT) for n in (1, 2))
    assert one.as_json() == two.as_json()
    bot = Lowest()
    bot.memory = lambda: None
    with pytest.raises(ConfigError, match="bots: expected picklable objects"):
        evaluate(["greedy", "random", bot], games=6, processes=2)


@pytest.mark.parametrize("ratings", ["no", 1, None])
def test_ratings_are_asked_for_by_true_or_false(ratings):
    with pytest.raises(ConfigError, match="ratings: expected true or false, got"):
        evaluate(["random"] * 3, games=3, ratings=ratings, **SHORT)


def test_ratings_rank_players_as_their_places_do(monkeypatch):
    pytest.importorskip("openskill")
    rated = rate(np.array([[1, 2, 3]] * 20))
    assert rated[0].ordinal > rated[1].ordinal > rated[2].ordinal
    assert len({one.mu for one in rate(np.array([[2.0, 2.0, 2.0]] * 5))}) == 1
    result = evaluate(["greedy", "random", "random"], games=3, ratings=True, **SHORT)
    assert len(result.ratings) == 3
    assert "OpenSkill" in result.details()
    for name in ("openskill", "openskill.models"):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(MissingExtra, match=r"\[eval\]'$"):
        evaluate(["greedy"] * 3, games=3, ratings=True)


@pytest.mark.rotating
@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize("players", [3, 4, 6])
def test_a_player_among_its_copies_wins_as_often_in_every_place_and_seat(players):
    """Within 99.9 % of one over the number of players, by place among the players, by seat, and by deal."""
    result = evaluate(["greedy"] * players, games=1200, seed=8)
    decided = 1 - result.draw_rate
    spread = 3.29 * np.sqrt(decided / players * (1 - decided / players) / result.games)
    place_spread = 3.29 * np.sqrt((players**2 - 1) / 12 / result.games)
    rates = [player.win_rate for player in result.bots]
    for found in (*rates, *result.wins_by_seat):
        assert abs(found - decided / players) < spread
    for player in result.bots:
        assert 0.4 < player.variance_ratio < 1.1
        assert player.mean_place == pytest.approx((players + 1) / 2, abs=place_spread)


@pytest.mark.compiled
def test_greedy_beats_three_random_bots():
    result = evaluate(["greedy", "random", "random", "random"], games=400, seed=20)
    assert result.bots[0].low > 0.9


@pytest.mark.compiled
def test_threads_change_nothing():
    one = evaluate(["greedy", "random", "greedy"], games=300, seed=3)
    two = evaluate(["greedy", "random", "greedy"], games=300, seed=3, threads=2)
    assert one.as_json() == two.as_json()


@pytest.mark.compiled
@pytest.mark.parametrize("settings", [{"windows": "open"}, {"windows": "final"}, {"bargaining": "off"}])
def test_greedy_is_ahead_under_other_settings(settings):
    result = evaluate(["greedy", "random", "random"], games=150, seed=21, **settings)
    assert result.bots[0].low > 0.8


def test_a_seed_that_is_drawn_is_told_and_plays_the_same_match_again():
    """No bot can find it by trying."""
    players = ["greedy", Lowest(), "random"]
    drawn = [evaluate(players, games=3, seed=None, **SHORT) for _ in range(2)]
    assert drawn[0].seed != drawn[1].seed
    assert all(2**96 < match.seed < 2**128 for match in drawn)
    again = evaluate(players, games=3, seed=drawn[0].seed, **SHORT)
    assert again.as_json() == drawn[0].as_json()
    assert json.loads(again.as_json())["seed"] == drawn[0].seed
    assert f"seed {drawn[0].seed}" in str(drawn[0])
    found = ladder(["random"], [3], ["random"], games=3, seed=None, **SHORT)
    assert ladder(["random"], [3], ["random"], games=3, seed=found.seed, **SHORT).as_json() == found.as_json()
    assert f"seed {found.seed}" in str(found)


@pytest.mark.interpreted
def test_only_the_kill_that_wins_makes_a_king():
    """A helper of an earlier kill has not made the leader win who wins by a level later."""
    game = Game(players=3, seed=1)
    killed = np.zeros(1, game.position["event"].dtype)[0]
    killed["kind"], killed["seat"], killed["other"] = Event.KILLED, 0, 1
    for later, makes in ((False, 1), (True, 0)):
        counts = [SocialCounts() for _ in range(3)]
        watcher = watching._Watcher(game.position[0], game.catalogue.tables[0], counts)
        watcher.before()
        watcher._count(killed)
        if later:
            watcher.before()
        watcher.end(winners=0b001)
        assert [one.kingmaking for one in counts] == [0, makes, 0]
