"""Replays of every entry that plays games: what they hold, and that it is the game that was played."""

from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

import munchkin_env as mk
from munchkin_env.cli.ladder import prefixes
from munchkin_env.errors import ReplayError
from munchkin_env.evaluation import ladder
from munchkin_env.replays.replay import game_of
from munchkin_env.replays.review import in_full, reasons, review
from tests.replays.test_replay import played, won
from tests.replays.tools import NAMES

SHORT = {"preset": "short", "round_limit": 3}


def command(*words: str) -> None:
    from munchkin_env.cli.main import main

    assert main([*words]) == 0, words


def thoughts(replay: mk.Replay, seat: int) -> list[dict]:
    decisions = [frame["decision"] for frame in replay.document["frames"] if "decision" in frame]
    return [one["thought"] for one in decisions if one["seat"] == seat and "thought" in one]


# --------------------------------------------------------------------------- matches


def test_games_of_a_match_are_kept_with_what_players_thought():
    result = mk.evaluate(["veteran", "greedy", "greedy"], games=6, record=2, progress=False, **SHORT)
    assert len(result.replays) == 2
    for rotation, replay in enumerate(result.replays):
        seat = replay.document["players"].index("veteran")
        assert sorted(replay.document["names"]) == ["greedy #1", "greedy #2", "veteran"]
        points = [one["points"] for one in thoughts(replay, seat)]
        assert len(points) > 3
        assert not thoughts(replay, (seat + 1) % 3), "greedy says nothing"
        assert game_of(replay).is_terminal
        assert replay.document["result"]["winners"] == list(game_of(replay).winners), rotation
        assert mk.Replay.parse(replay.packed()).as_json() == replay.as_json()


def test_a_policy_tells_its_chances_and_what_it_expects():
    pytest.importorskip("torch")
    replay = mk.evaluate(["pretrained", "greedy", "random"], games=3, record=1, progress=False, **SHORT).replay()
    found = thoughts(replay, replay.document["players"].index("pretrained"))
    assert len(found) > 3
    for one in found:
        assert abs(sum(one["chances"].values()) - 1) < 0.02
        assert -1.2 < one["value"] < 1.2


def test_a_ladder_keeps_games_of_each_line():
    found = ladder(["greedy", "random"], [3], games=3, record=1, progress=False, **SHORT)
    assert [len(replays) for replays in found.replays] == [1, 1]
    assert "random" in found.replays[1][0].document["players"]
    assert "replays" not in found.as_dict()
    assert found.as_dict() == ladder(["greedy", "random"], [3], games=3, progress=False, **SHORT).as_dict()


# --------------------------------------------------------------------------- commands


def test_commands_write_replays(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    short = ("--preset", "short", "--round-limit", "2")
    command("evaluate", "veteran", "greedy", "random", "--games", "3", "--replays", "games", "--record", "2", *short)
    command("ladder", "greedy", "--table-sizes", "3", "--games", "3", "--replays", "games", *short)
    assert sorted(file.name for file in Path("games").iterdir()) == [
        "3-greedy-against-greedy-game-0.json.gz", "game-0.json.gz", "game-1.json.gz",
    ]  # fmt: skip
    watched = ("watch", "--bots", "veteran", "greedy", "random", *short)
    command(*watched, "--save", "a.mkn", "--json", "a.json", "--html", "a.html")
    replay = mk.Replay.read("a.json")
    assert thoughts(replay, 0)
    assert game_of(replay) == mk.Game.load(Path("a.mkn").read_bytes())
    assert "Content-Security-Policy" in Path("a.html").read_text(encoding="utf-8")
    command("replay", "a.json", "--html", "b.html")
    command("replay", "a.mkn", "--json", "seat.json.gz", "--seat", "2")
    assert mk.Replay.read("seat.json.gz").document["viewer"] == 2
    command("review", "games/game-0.json.gz", "--worlds", "2", "--json", "reviewed.json.gz")
    assert (
        mk.Replay.read("reviewed.json.gz").document["players"]
        == mk.Replay.read("games/game-0.json.gz").document["players"]
    )


def test_replays_of_players_whose_names_end_alike_are_told_apart():
    files = [SimpleNamespace(bot=f"runs/{one}/{'long/' * 20}policy", reference="greedy", players=3) for one in "ab"]
    first, second = prefixes(files)
    assert (first[0], second[0]) == ("0", "1")
    assert prefixes(files[:1])[0].startswith("3-")
    assert prefixes([SimpleNamespace(bot="a b", reference="a_b", players=4)]) == ["4-a_b-against-a_b-"]


def test_what_one_seat_thought_is_not_in_the_replay_of_another(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    words = ("watch", "--bots", "veteran", "veteran", "veteran", "--preset", "short", "--round-limit", "1")
    command(*words, "--seat", "1", "--json", "a.json")
    replay = mk.Replay.read("a.json")
    assert replay.document["viewer"] == 1
    assert thoughts(replay, 1)
    assert {frame["decision"]["seat"] for frame in replay.document["frames"] if "decision" in frame} == {1}


def test_a_person_who_quits_keeps_what_he_knew(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    typed = iter(["1", "1", "1"])
    monkeypatch.setattr("builtins.input", lambda *_: next(typed, "q"))
    command("play", "--seed", "3", "--against", "greedy", "greedy", "--json", "mine.json")
    document = mk.Replay.read("mine.json").document
    assert document["viewer"] == 0
    assert document["seed"] is None
    assert document["result"] is None
    assert len(document["frames"]) > 3


@pytest.mark.rotating
def test_games_of_evaluations_are_kept_while_one_trains(tmp_path, monkeypatch):
    pytest.importorskip("torch")
    monkeypatch.chdir(tmp_path)
    fields = (
        "run.dir=run", "run.total_timesteps=300", "game.n_envs=8", "evaluation.games=4", "evaluation.record=1",
        "evaluation.opponents=[random]", "run.loggers=[]",
    )  # fmt: skip
    command("train", "smoke", *fields)
    files = sorted(Path("run/replays").iterdir())
    assert len(files) >= 2, "at the beginning and at the end"
    replay = mk.Replay.read(files[-1])
    (seat,) = [seat for seat, player in enumerate(replay.document["players"]) if player != "random"]
    assert all("chances" in one for one in thoughts(replay, seat))
    assert thoughts(replay, seat)


# --------------------------------------------------------------------------- played again


def test_a_replay_is_played_again():
    for game in (played(3, 4, 200), won(5, preset="short"), mk.Game(players=3, seed=12)):
        assert game_of(mk.Replay.parse(game.replay().packed())) == game


def test_a_replay_that_can_not_be_played_again_is_refused():
    game = played(3, 3, 60)
    with pytest.raises(ReplayError, match="viewer: expected a replay of everything"):
        game_of(game.replay(1))
    for name, value, message in (
        ("catalogue", "0", "catalogue: expected"),
        ("seed", "4", "replay: expected a game that can be played again"),
        ("settings", {"goal": 99999}, "replay: expected a game that can be played again"),
        ("versions", {"rules": 1}, "versions.rules: expected"),
    ):
        replay = game.replay()
        replay.document[name] = value
        with pytest.raises(ReplayError, match=message):
            game_of(replay)


# --------------------------------------------------------------------------- reviews


@pytest.mark.rotating
def test_a_review_says_what_was_better_in_full_and_why():
    replay = review(won(5, preset="short"), worlds=16, names=NAMES[:4])
    found = [frame["decision"] for frame in replay.document["frames"] if "blunder" in frame.get("decision", {})]
    assert found
    for decision in found:
        words = decision["blunder"]["words"]
        assert ", in place of " in words
        assert "By the end of the turn " in words
        assert "…" not in words
    assert mk.Replay.parse(replay.packed()).as_json() == replay.as_json()


def test_reasons_are_what_both_answers_lead_to_in_the_same_worlds():
    """After a fight: a card that is laid out is not in hand at the end of the turn; what is the same is not told."""
    game = mk.scenario(
        ({"level": 5, "table": ["broad_sword"]}, {}, {}), phase="combat", combat={"monsters": ["potted_plant"]}
    )
    told = {in_full(game, int(action), NAMES[:3]): int(action) for action in game.legal_actions()}
    (lays_out,) = [words for words in told if words.startswith("lay out a card: ")]
    before, ends = game.position.copy(), told["end the turn"]

    def why(better: int, given: int) -> str:
        return reasons(game, better, given, NAMES[:3], 0)

    assert why(told[lays_out], ends) == "By the end of the turn Anna has 1.0 fewer cards in hand."
    assert why(ends, told[lays_out]) == "By the end of the turn Anna has 1.0 more cards in hand."
    assert why(ends, told["show your hand to all"]).endswith("shows later.")
    assert (game.position == before).all(), "the game is as it was"


def test_chances_are_those_of_the_position_and_public():
    from munchkin_env.bots.rollout import foretell
    from munchkin_env.engine.kernels.kernel import records

    game = won(5, preset="short")
    again = game.at(0)
    for moment, (_, action) in zip(game.replay().moments(), game.history, strict=False):
        chances = np.zeros(4)
        foretell(records(again.position), 0, chances)
        assert moment["public"]["chances"] == [round(float(chance), 3) for chance in chances]
        again.step(action)
