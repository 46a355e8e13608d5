"""`munchkin play`: a person at the terminal, by scripted input."""

import re

import numpy as np
import pytest

import munchkin_env as mk
from munchkin_env.cli._answers import QUESTIONS, STAGES, Answers
from munchkin_env.cli._lessons import LESSONS
from munchkin_env.observation import View
from munchkin_env.vocabulary import VERBS, Decision, Stage, Verb

BOTS = ("--against", "random", "random")


def test_the_table_and_numbered_answers_are_shown(munchkin, typed):
    prompts = typed("q")
    told = munchkin("play", *BOTS, "--seed", 1)
    assert told.status == 0
    assert prompts == ["> "]
    assert "You are Anna." in told.out
    assert "Anna (you)" in told.out
    assert "   1  " in told.out
    assert told.out.endswith("Bye.\n")


def test_the_end_of_input_leaves_like_quitting(munchkin, typed):
    typed()
    assert munchkin("play", *BOTS).out.endswith("Bye.\n")


def test_only_the_own_hand_is_open(munchkin, typed):
    """DECK-4."""
    typed("q")
    out = munchkin("play", *BOTS, "--seed", 1, "--seat", 1).out
    assert "Bob (you)" in out
    bob = next(block for block in out.split("\n\n") if "Bob (you)" in block)
    cleo = next(block for block in out.split("\n\n") if "Cleo: level" in block)
    assert "doors" not in bob
    assert re.search(r"hand  \d doors", cleo)


def test_each_game_is_a_new_one_and_its_seed_deals_it_again(munchkin, typed):
    def told(*words):
        typed("q")
        return munchkin("play", *BOTS, *words).out

    first, second = told(), told()
    seeds = [out.partition(":")[0].removeprefix("Seed ") for out in (first, second)]
    assert seeds[0] != seeds[1], "one chance in a million"
    assert told("--seed", seeds[0]) == first


def test_a_number_answers(munchkin, typed, tmp_path):
    """Each answer is one step of the game, the bots answering in between."""
    file = tmp_path / "game.mkn"
    typed("1", "1", f"s {file}", "q")
    assert munchkin("play", *BOTS, "--seed", 1).status == 0
    game = mk.Game.load(file.read_bytes())
    assert [seat for seat, _ in game.history].count(0) == 2
    first = mk.Game(players=3, seed=1)
    for seat, action in game.history:
        if seat == 0:
            assert action == first.legal()[0]
        first.step(action)


SELLER = ({"hand": ["huge_rock", "bad_ass_bandana", "spiky_knees"], "table": ["horny_helmet"]}, {}, {})


def test_back_takes_an_incomplete_answer_back_part_by_part(munchkin, typed, tmp_path):
    """And no more than that: at the beginning of an answer there is nothing to take back."""
    file, left = tmp_path / "game.mkn", tmp_path / "left.mkn"
    game = mk.scenario(SELLER, phase="start", rest="out")
    file.write_bytes(game.save())
    sell = 1 + game.legal().tolist().index(Verb.SELL)
    typed(sell, "2", "back", "b", f"s {left}", "b", "q")
    told = munchkin("play", *BOTS, "--load", file)
    assert told.out.count("nothing to take back") == 1
    assert mk.Game.load(left.read_bytes()) == game
    typed(sell, "2", "b", f"s {left}", "q")
    munchkin("play", *BOTS, "--load", file)
    game.step(int(Verb.SELL))
    assert mk.Game.load(left.read_bytes()) == game


def test_a_hint_is_what_the_bot_would_answer_and_changes_nothing(munchkin, typed, tmp_path):
    file, left = tmp_path / "game.mkn", tmp_path / "left.mkn"
    game = mk.scenario(SELLER, phase="start", rest="out")
    file.write_bytes(game.save())
    typed("i", f"s {left}", "q")
    out = munchkin("play", *BOTS, "--load", file).out
    view = View.of(game, 0)
    action = mk.make_bot("greedy").act(view, game.mask(), np.random.default_rng(0))
    number = 1 + game.legal().tolist().index(action)
    words = Answers(game, 0, ("Anna", "Bob", "Cleo")).label(action).removesuffix(" …")
    assert f"greedy would answer {number}: {words} → " in out, "all parts of it"
    assert mk.Game.load(left.read_bytes()) == game


def test_passing_goes_on_until_something_happens_to_the_person(munchkin, typed, tmp_path):
    """Asked in every window, the person answers once, and is asked again when it is about him, or in no window."""
    file, left = tmp_path / "game.mkn", tmp_path / "left.mkn"
    for seed in range(20):  # until one has both several passes and a window to stop at
        rng = np.random.default_rng(seed)
        game = mk.Game(players=3, seed=seed, windows="open")
        while (game.seat, game.decision, game.turn_seat) != (0, Decision.WINDOW, 1):
            game.step(int(rng.choice(game.legal())))
        file.write_bytes(game.save())
        prompts = typed("p", f"s {left}", "q")
        munchkin("play", *BOTS, "--load", file, "--seed", seed)
        after = mk.Game.load(left.read_bytes())
        own = [action for seat, action in after.history[len(game.history) :] if seat == 0]
        assert len(prompts) == 3
        assert set(own) == {int(Verb.PASS)}
        if after.decision == Decision.WINDOW:
            view = View.of(after, 0)
            about = any(0 in (event.seat, event.other) for event in view.events()[-8:])
            assert about or 0 in (view.leader, view.helper)
            if len(own) > 1:
                return
    pytest.fail("no seed led to a window after several passes")


def test_there_is_no_passing_where_the_person_must_act(munchkin, typed):
    typed("p", "q")
    assert "p: expected a question that can be passed" in munchkin("play", *BOTS, "--seed", 1).out


@pytest.mark.parametrize("option", ["--against", "--hints"])
def test_only_one_is_a_person(munchkin, option):
    told = munchkin("play", option, "human")
    assert told.status == 2
    assert f"{option[2:]}: expected bots or files" in told.err


@pytest.mark.parametrize("line", ["0", "99", "-1", "abc", "1.5", "?", "? no such card", "h", "t", "r", "b", "i"])
def test_what_is_no_answer_changes_nothing(munchkin, typed, tmp_path, line):
    file = tmp_path / "game.mkn"
    typed(line, f"s {file}", "q")
    told = munchkin("play", *BOTS, "--seed", 1)
    assert told.status == 0
    assert "Traceback" not in told.out
    untouched = mk.Game.load(file.read_bytes())
    assert [seat for seat, _ in untouched.history if seat == 0] == []


def test_wrong_input_says_what_is_expected(munchkin, typed):
    typed("99", "? Plutonium Dragoon", "s /no/such/folder/x", "q")
    out = " ".join(munchkin("play", *BOTS, "--seed", 1).out.split())
    assert "expected a number from 1 to" in out
    assert 'did you mean "plutonium dragon"' in out
    assert "expected one that can be written" in out


def test_a_question_mark_explains(munchkin, typed):
    typed("? Plutonium Dragon", "? 1", "q")
    out = munchkin("play", *BOTS, "--seed", 1).out
    assert "Plutonium Dragon: Monster, level 20" in out


def test_any_part_of_a_name_that_is_unique_explains(munchkin, typed):
    """The help's own example, and what is meant if several cards may be."""
    typed("? orcs", "? plutonium", "? potion of", "q")
    out = " ".join(munchkin("play", *BOTS, "--seed", 1).out.split())
    assert "3,872 Orcs: Monster, level 10" in out
    assert "Plutonium Dragon: Monster, level 20" in out
    assert "which may be potion_of_halitosis, potion_of_idiotic_bravery" in out


def test_the_verbs_of_a_decision_are_explained_alone_and_all(munchkin, typed):
    game = mk.scenario(({"hand": ["net_troll"]}, {}, {}), phase="start", rest="out")
    answers = Answers(game, 0, ("Anna", "Bob", "Cleo"))
    verbs = [Verb(int(action)) for action in game.legal()]
    assert len(verbs) > 1
    assert len(answers.lessons().split("\n  ")) >= len(verbs)
    for number, verb in enumerate(verbs, 1):
        assert LESSONS[verb].split()[-1] in answers.explain(str(number))
        assert answers.explain(str(number)) in answers.lessons()


def test_the_rules_fit_a_page_and_name_the_goal(munchkin, typed):
    typed("r", "q")
    out = munchkin("play", *BOTS, "--seed", 1, "--goal", 7).out
    assert "first at level 7" in out
    page = out.partition("The aim")[2].partition("can type.")[0].splitlines()
    assert 10 < len(page) <= 24


def test_a_saved_game_goes_on(munchkin, typed, tmp_path):
    file = tmp_path / "game.mkn"
    typed("1", f"s {file}", "q")
    munchkin("play", *BOTS, "--seed", 1)
    before = mk.Game.load(file.read_bytes())
    again = tmp_path / "again.mkn"
    typed(f"s {again}", "q")
    assert munchkin("play", *BOTS, "--load", file).status == 0
    assert mk.Game.load(again.read_bytes()) == before
    told = munchkin("play", "--against", "random", "--load", file)
    assert told.status == 2
    assert "players: expected 2 opponents for" in told.err
    assert told.err.strip().endswith("got 3"), "one opponent alone has three chairs"


@pytest.mark.parametrize("command", [("play", "--load"), ("replay",)])
def test_a_file_that_is_no_game_is_named(munchkin, tmp_path, command):
    file = tmp_path / "notes.txt"
    file.write_text("not a game")
    told = munchkin(*command, file)
    assert told.status == 2
    assert f"file: expected a game saved by `munchkin`, got '{file}'" in told.err


def test_a_won_game_ends(munchkin, typed, tmp_path):
    """WIN-1: the last answer of a scenario wins the game and the command."""
    players = ({"level": 9, "table": ["huge_rock"], "hand": ["sleep_potion"]}, {}, {})
    game = mk.scenario(players, phase="combat", combat={"monsters": ["potted_plant"]}, rest="out", windows="final")
    file = tmp_path / "game.mkn"
    file.write_bytes(game.save())
    win = 1 + game.legal().tolist().index(Verb.KILL)
    typed(str(win))
    told = munchkin("play", *BOTS, "--load", file)
    assert told.status == 0
    assert "Anna won after" in told.out


@pytest.mark.parametrize("columns", [60, 120])
def test_a_whole_game_from_the_first_question_to_the_winner(munchkin, monkeypatch, columns):
    """A session of the quick preset: rules, explanations and hints on the way, no line wider than the terminal."""
    rng = np.random.default_rng(columns)
    asked = []

    def ask(prompt=""):
        asked.append(prompt)
        if len(asked) <= 6:
            return ("r", "?", "i", "t", "? 1", "? orcs")[len(asked) - 1]
        return str(rng.choice(["", "p", "b", "1", "1", "2", "3"]))

    monkeypatch.setattr("builtins.input", ask)
    monkeypatch.setenv("COLUMNS", str(columns))
    told = munchkin("play", *BOTS, "--preset", "quick", "--seed", 4)
    assert told.status == 0
    assert "3,872 Orcs: Monster" in told.out
    assert "greedy would answer" in told.out
    assert re.search(r"(won|wins) after \d+ decisions and \d+ turns\.", told.out)
    lines = told.out.splitlines()
    assert max(map(len, lines)) <= columns
    assert max(map(len, lines)) > columns - 10, "the width is used"


@pytest.mark.parametrize(
    ("terminal", "variables", "coloured"),
    [(True, {}, True), (True, {"NO_COLOR": "1"}, False), (True, {"TERM": "dumb"}, False), (False, {}, False)],
)
def test_only_a_terminal_that_wants_them_gets_colours(munchkin, typed, monkeypatch, terminal, variables, coloured):
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("sys.stdout.isatty", lambda: terminal)
    typed("1", "q")
    out = munchkin("play", *BOTS, "--seed", 1).out
    assert ("\033[1mlay out cards before the first turn\033[0m" in out) == coloured
    assert ("\033[" in out) == coloured


def test_seats_are_checked(munchkin):
    assert "seat: expected 0 to 2, got 3" in munchkin("play", *BOTS, "--seat", 3).err
    assert "players: expected 3 to 6" in munchkin("play", "--against", *["random"] * 6).err


# --------------------------------------------------------------------------- words of decisions


def test_every_decision_verb_and_stage_has_words():
    assert set(QUESTIONS) == set(Decision)
    assert set(VERBS) == set(LESSONS) == set(Verb)
    assert set(STAGES) == set(Stage)


def test_every_answer_of_a_game_has_words(rng):
    """No answer is left as a bare number of the action space, and no two of one question read the same."""
    for players in (3, 6):
        game = mk.Game(players=players, seed=players)
        for _ in range(400):
            if game.over:
                break
            answers = Answers(game, game.seat, ("Anna", "Bob", "Cleo", "Dan", "Eva", "Finn"))
            legal = game.legal()
            labels = [answers.label(int(action)) for action in legal]
            assert all(labels)
            assert answers.question()
            if answers.view.stage != Stage.PLACE:  # twins among monsters
                assert len(set(labels)) == len(labels), (answers.question(), labels)
            game.step(int(rng.choice(legal)))
