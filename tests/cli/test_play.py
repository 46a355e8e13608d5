"""`munchkin play`: a person at the terminal, by scripted input."""

import io
import re

import numpy as np
import pytest

import munchkin_env as mk
from munchkin_env.cards.compile import load_catalogue
from munchkin_env.cards.explain import explain_option, owner_of
from munchkin_env.cards.reader import find_editions
from munchkin_env.cli._shared import Menu
from munchkin_env.cli.main import Terminated
from munchkin_env.engine.dispatch.verbs import VERBS
from munchkin_env.game.answers import STAGES
from munchkin_env.observation import View
from munchkin_env.render.table import table
from munchkin_env.replays.snapshot import ending
from munchkin_env.vocabulary import Decision, Op, Stage, Trigger, Verb
from tests.each import each
from tests.kit.playing import give_up
from tests.rules.test_sidekicks import HUGE, battle

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


@each(("signal", "status"), [(KeyboardInterrupt, 130), (Terminated, 143)])
def test_a_signal_at_the_prompt_is_the_exit_status(munchkin, monkeypatch, signal, status):
    def interrupted(_: str) -> str:
        raise signal

    monkeypatch.setattr("builtins.input", interrupted)
    told = munchkin("play", *BOTS)
    assert (told.status, told.out.endswith("Bye.\n")) == (status, True)


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
    """Each action is one step of the game; the bots act in between."""
    file = tmp_path / "game.mkn"
    typed("1", "1", f"s {file}", "q")
    assert munchkin("play", *BOTS, "--seed", 1).status == 0
    game = mk.Game.load(file.read_bytes())
    assert [seat for seat, _ in game.history].count(0) == 2
    first = mk.Game(players=3, seed=1)
    for seat, action in game.history:
        if seat == 0:
            assert action == first.legal_actions()[0]
        first.step(action)


SELLER = ({"hand": ["huge_rock", "bad_ass_bandana", "spiky_knees"], "table": ["horny_helmet"]}, {}, {})


def test_back_takes_an_incomplete_answer_back_part_by_part(munchkin, typed, tmp_path):
    """And no more than that: at the beginning of an action there is nothing to take back."""
    file, left = tmp_path / "game.mkn", tmp_path / "left.mkn"
    game = mk.scenario(SELLER, phase="start", rest="out")
    file.write_bytes(game.save())
    sell = 1 + game.legal_actions().tolist().index(Verb.SELL)
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
    action = mk.make_bot("greedy").act(view, game.legal_action_mask(), np.random.default_rng(0))
    number = 1 + game.legal_actions().tolist().index(action)
    words = Menu.of(game, 0, ("Anna", "Bob", "Cleo")).label(action).removesuffix(" …")
    assert f"veteran would choose {number}: {words} → " in out, "all parts of it"
    assert mk.Game.load(left.read_bytes()) == game


def test_passing_goes_on_until_something_happens_to_the_person(munchkin, typed, tmp_path):
    """The person passes once in every window, and is asked again when it concerns them, or in no window."""
    file, left = tmp_path / "game.mkn", tmp_path / "left.mkn"
    for seed in range(20):  # until one has both several passes and a window to stop at
        rng = np.random.default_rng(seed)
        game = mk.Game(players=3, seed=seed, windows="open")
        while (game.current_player, game.decision, game.turn_seat) != (0, Decision.WINDOW, 1):
            game.step(int(rng.choice(game.legal_actions())))
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


@each("line", ["0", "99", "²", "9" * 5000, "-1", "abc", "1.5", "?", "? no such card", "h", "t", "r", "b", "i"])
def test_what_is_no_answer_changes_nothing(munchkin, typed, tmp_path, line):
    file = tmp_path / "game.mkn"
    typed(line, f"s {file}", "q")
    told = munchkin("play", *BOTS, "--seed", 1)
    assert told.status == 0
    assert "Traceback" not in told.out
    untouched = mk.Game.load(file.read_bytes())
    assert [seat for seat, _ in untouched.history if seat == 0] == []


def test_input_that_is_no_text_or_is_closed_loses_no_game(munchkin, monkeypatch):
    """The last byte begins a character that never ends."""
    for stdin in (io.TextIOWrapper(io.BytesIO(b"\xe9\n\xc3"), encoding="utf-8"), None):
        monkeypatch.setattr("sys.stdin", stdin)
        found = munchkin("play", *BOTS, "--seed", 1)
        assert found.status == 0
        assert found.out.endswith("Bye.\n")
        assert ("expected a number from 1 to" in " ".join(found.out.split())) == (stdin is not None)


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


def test_the_verbs_of_a_decision_are_explained_alone_and_all():
    game = mk.scenario(({"hand": ["net_troll"]}, {}, {}), phase="start", rest="out")
    answers = Menu.of(game, 0, ("Anna", "Bob", "Cleo"))
    verbs = [Verb(int(action)) for action in game.legal_actions()]
    assert len(verbs) > 1
    assert len(answers.lessons().split("\n  ")) >= len(verbs)
    for number, verb in enumerate(verbs, 1):
        assert VERBS[verb].lesson.split()[-1] in answers.explain(str(number))
        assert answers.explain(str(number)) in answers.lessons()


def test_the_rules_fit_a_page_and_name_the_goal(munchkin, typed):
    typed("r", "q")
    out = munchkin("play", *BOTS, "--seed", 1, "--goal", 7).out
    assert "first at level 7" in out
    page = out.partition("The aim")[2].partition("can type.")[0].splitlines()
    assert 10 < len(page) <= 24


RULES = {  # settings of a game: what its page says, and what it doesn't
    ("munchkin", ()): (("level 10", "one Big item", "loot the room: draw a Door", "1,000 gold", "a curse"), ("cult",)),
    ("munchkin", (("preset", "short"),)): (
        ("level 5", "Who helps at that kill", "face down, then open", "draw a Treasure", "the highest in level wins"),
        ("trade",),
    ),
    ("star", ()): (
        ("must come from killing", "1,000 credits", "a trap", "a room is entered", "one of both", "items in it"),
        ("one Big item", "lasting"),
    ),
    ("cthulhu", ()): (("Cultists", "A class gives", "go on with 4 new cards"), ("without a race", "Big item")),
    ("extended", ()): (("All who reach it", "third deck", "go on with 2 new cards"), ("lasting traps",)),
    ("munchkin", (("bargaining", "off"), ("windows", "open"), ("quick_play", True))): (
        ("for nothing", "everybody is asked", "lies on top of the discards"),
        ("mostly for treasure",),
    ),
}


@each(("edition", "settings"), RULES)
def test_the_rules_are_those_of_the_game_that_is_played(edition, settings):
    game = mk.Game(editions=(edition,), seed=1, **dict(settings))
    page = " ".join(Menu.of(game, 0, ("Anna", "Bob", "Cleo", "Dan")).rules().split())
    there, missing = RULES[edition, settings]
    assert [words for words in there if words not in page] == []
    assert [words for words in missing if words in page] == []


def test_a_saved_game_goes_on(munchkin, typed, tmp_path):
    file = tmp_path / "game.mkn"
    typed("1", f"s {file}", "q")
    munchkin("play", *BOTS, "--seed", 1)
    before = mk.Game.load(file.read_bytes())
    again = tmp_path / "again.mkn"
    typed(f"s {again}", "q")
    assert munchkin("play", *BOTS, "--load", file).status == 0
    assert mk.Game.load(again.read_bytes()) == before
    typed("q")
    assert munchkin("play", "--against", "random", "--load", file).status == 0, "one opponent alone has all other seats"
    told = munchkin("play", "--against", *["random"] * 3, "--load", file)
    assert told.status == 2
    assert "against: expected 2 opponents for" in told.err
    assert told.err.strip().endswith("got 3")


def test_a_game_that_is_saved_without_a_name_overwrites_none(munchkin, typed, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    typed("s", "1", "s", "q")
    munchkin("play", *BOTS, "--seed", 1)
    first, second = (mk.Game.load((tmp_path / name).read_bytes()) for name in ("munchkin.mkn", "munchkin-1.mkn"))
    assert len(first.history) < len(second.history)


@pytest.mark.parametrize("command", [("play", "--load"), ("replay",)])
def test_a_file_that_is_no_game_is_named(munchkin, tmp_path, command):
    file = tmp_path / "notes.txt"
    file.write_text("not a game")
    told = munchkin(*command, file)
    assert told.status == 2
    assert f"file: expected a game saved by `munchkin`, got '{file}'" in told.err


def test_a_won_game_ends(munchkin, typed, tmp_path):
    """WIN-1: the last action of a scenario wins the game and the command."""
    players = ({"level": 9, "table": ["huge_rock"], "hand": ["sleep_potion"]}, {}, {})
    game = mk.scenario(players, phase="combat", combat={"monsters": ["potted_plant"]}, rest="out", windows="final")
    file = tmp_path / "game.mkn"
    file.write_bytes(game.save())
    win = 1 + game.legal_actions().tolist().index(Verb.KILL)
    typed(str(win))
    told = munchkin("play", *BOTS, "--load", file)
    assert told.status == 0
    assert re.search(r"Anna won after 1 decision and \d+ turns?: level 10 by killing Potted Plant\.", told.out)


@pytest.mark.parametrize("columns", [60, 120])
def test_a_whole_game_from_the_first_question_to_the_winner(munchkin, monkeypatch, columns):
    """A session of the preset `short`: rules, explanations and hints on the way, no line wider than the terminal."""
    rng = np.random.default_rng(columns)
    asked = []

    def ask(prompt=""):
        asked.append(prompt)
        if len(asked) <= 6:
            return ("r", "?", "i", "t", "? 1", "? orcs")[len(asked) - 1]
        return str(rng.choice(["", "p", "b", "1", "1", "2", "3"]))

    monkeypatch.setattr("builtins.input", ask)
    monkeypatch.setenv("COLUMNS", str(columns))
    told = munchkin("play", *BOTS, "--preset", "short", "--seed", 4)
    assert told.status == 0
    assert "3,872 Orcs: Monster" in told.out
    assert "veteran would choose" in told.out
    assert re.search(r"(won|wins) after \d+ decisions and \d+ turns: ", " ".join(told.out.split()))
    lines = told.out.splitlines()
    assert max(map(len, lines)) <= columns
    assert max(map(len, lines)) > columns - 10, "the width is used"


@each(
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
    assert "players: expected 3 to 6, got 7" in munchkin("play", "--against", *["random"] * 6).err


# --------------------------------------------------------------------------- words of decisions


def test_every_decision_verb_and_stage_has_words():
    assert all(decision.row.to_him and decision.row.to_all for decision in Decision if decision)
    assert set(STAGES) == set(Stage)


NAMES = ("Anna", "Bob", "Cleo", "Dan", "Eva", "Finn")


def check_words(game: mk.Game) -> None:
    """Each action reads as words, no two of a question the same, and none as a bare number."""
    answers = Menu.of(game, game.current_player, NAMES)
    labels = [answers.label(int(action)) for action in game.legal_actions()]
    assert answers.question()
    assert all(re.search("[A-Za-z]", label) for label in labels), (answers.question(), labels)
    assert len(set(labels)) == len(labels), (answers.question(), labels)


@each("editions", [("munchkin",), ("star", "cthulhu"), ("extended", "munchkin")])
def test_every_answer_of_a_game_has_words(rng, editions):
    """No action is left as a bare number of the action space, and no two of one question read the same."""
    for players in (3, 6):
        game = mk.Game(players=players, seed=players, editions=editions)
        for _ in range(200):
            if game.is_terminal:
                break
            check_words(game)
            game.step(int(rng.choice(game.legal_actions())))


def picks() -> list[tuple[str, int]]:
    """(card, first clause to pick from) of all cards whose player or victim picks among clauses."""
    catalogue = load_catalogue(tuple(find_editions()))
    tables = catalogue.tables[0]
    found = []
    for type_, card in enumerate(catalogue.cards):
        for trigger in Trigger if card is not None else ():
            first = int(tables["card"]["start"][type_][trigger])
            for clause in range(first, first + int(tables["card"]["count"][type_][trigger])):
                if tables["clause"]["op"][clause] in (Op.CHOOSE, Op.ONE_OF):
                    found.append((card.full_id, clause + 1))
    return found


@each(("card", "clause"), picks)
def test_what_is_picked_is_told_in_words(card, clause):
    """A Mutant's limb, the two ways of Customs Inspection: not `0` and `1`."""
    catalogue = load_catalogue(tuple(find_editions()))
    number = int(catalogue.tables[0]["clause"]["amount"][clause - 1])
    told = [explain_option(catalogue, clause + k) for k in range(number)]
    assert catalogue.card(owner_of(catalogue, clause)).full_id == card
    assert number > 1
    assert all(re.match("[A-Z].* ", text) for text in told)
    assert len(set(told)) == number
    with pytest.raises(mk.CardError, match="clause: expected one of"):
        explain_option(catalogue, 1 << 20)


def asked(game: mk.Game, verb: str | None = None, **parts: object) -> tuple[str, list[str]]:
    """Return the question for the last part of an action, or at once, and the choices."""
    game = game.clone()
    for part in game.action(verb, **parts)[:-1] if parts else ():
        game.step(part)
    answers = Menu.of(game, game.current_player, NAMES)
    return answers.question(), [answers.label(int(action)) for action in game.legal_actions()]


def test_a_mutant_says_which_limb():
    game = mk.scenario(({"hand": ["mutant"]}, {}, {}), phase="start", rest="out", editions=("star",))
    game.do("lay_out", card="mutant")
    worn = [f"You may wear 1 more piece of {slot}" for slot in ("headgear", "footgear")]
    limbs = ["You may use 1 more hand", *worn]
    assert asked(game) == ("Mutant: choose one", limbs)


def test_a_double_of_a_monster_asks_in_its_name():
    """COMBAT-8, Mate: its frame holds the card that lies there as the double."""
    game = mk.scenario(
        ({"level": 1, "hand": ["huge_rock"]}, {}, {}),
        phase="combat",
        combat={"monsters": [{"card": "platycore", "mate": True}]},
        dice=[1, 1],
        rest="out",
    )
    questions = []
    while not game.is_terminal and len(questions) < 2:
        if game.decision == Decision.PICK:
            questions.append(asked(game))
        game.step(int(Verb.RUN_AWAY) if int(Verb.RUN_AWAY) in game.legal_actions() else int(game.legal_actions()[-1]))
    assert questions == [("Platycore: choose one", ["You discard your whole hand", "You lose 2 levels"])] * 2


def test_whom_a_sidekick_saves():
    """SIDE-2."""
    seats = ({"level": 5, "table": ["red_shirt"]}, {"level": 5})
    monster = {"card": "plasmoid", "enhancers": [*HUGE]}
    game = battle(*seats, helper=1, deal=0, dice=[1], monsters=(monster,))
    give_up(game)
    question, labels = asked(game, "sacrifice", card="red_shirt", amount=1)
    assert question.endswith(": who escapes?")
    assert labels == ["you alone", "you and Bob"]


def test_whom_a_wall_saves():
    game = mk.scenario(
        ({"level": 2}, {"level": 2}, {"hand": ["instant_wall"]}),
        phase="combat",
        combat={"monsters": ["plutonium_dragon"], "helper": 1},
        rest="out",
    )
    assert game.current_player == 2
    question, labels = asked(game, "play", card="instant_wall", seat=0, amount=1)
    assert question.endswith(": who escapes?")
    assert labels == ["Anna alone", "Anna and Bob"]


def test_numbers_say_of_what():
    """Treasures, faces of a die, cards from the discards."""
    helped = mk.scenario(({"level": 5}, {}, {}), phase="combat", combat={"monsters": ["lawyers"]}, rest="out")
    for part in helped.action("ask_help", seat=1, amount=1)[:2]:
        helped.step(part)
    assert asked(helped) == ("ask for help (Bob): how many treasures?", ["no treasure", "1 treasure", "2 treasures"])
    cleric = {"level": 5, "klass": "cleric", "hand": ["baby"]}
    opened = mk.scenario((cleric, {}, {}), phase="start", doors=["lawyers"], discards=["elf"], rest="out")
    opened.do("open_door")
    assert asked(opened)[1] == ["none: from the deck", "1 card from the discards"]


def test_copies_are_told_apart_by_where_they_lie():
    """TRADE-1, LASER-1."""
    mine = {"carried": ["antenna_array_hat", "tail_gun"]}
    game = mk.scenario(
        (mine, {"table": ["laser"], "carried": ["laser"]}, {}),
        phase="start", rest="out", editions=("star", "munchkin"), trades="full",
    )  # fmt: skip
    for part in game.action("trade", seat=1, cards=["antenna_array_hat"], second="laser", which=0):
        answers = Menu.of(game, 0, NAMES)
        if answers.view.stage == Stage.SECOND_WHICH:
            labels = [answers.label(int(action)) for action in game.legal_actions()]
        game.step(part)
    assert labels == ["the one before Bob", "the one before Bob, carried"]


def test_twins_among_monsters_are_told_apart():
    game = mk.scenario(
        ({"level": 9, "hand": ["enraged"]}, {}, {}),
        phase="combat",
        combat={"monsters": [{"card": "net_troll", "mate": True}]},
        rest="out",
    )
    check_words(game)
    _, labels = asked(game, "play", card="enraged", place=0)
    assert labels == ["Net Troll (the first of them)", "Net Troll (the second of them)"]


def test_who_fights_and_helps_is_said_so():
    """Not by a word of ours."""
    combat = {"monsters": ["lame_goblin"], "helper": 1}
    game = mk.scenario(({"level": 9, "hand": ["baby"]}, {}, {}), phase="combat", combat=combat, rest="out")
    told = table(View.of(game, 0), NAMES)
    assert "[in turn, fights]" in told
    assert "[helps]" in told
    assert "leader" not in told


# --------------------------------------------------------------------------- why somebody won


def over(lucky: int, winners: tuple[int, ...], rounds: int = 3, **settings: object) -> mk.Game:
    """A game that has ended so; nothing else of it matters here."""
    game = mk.Game(players=3, seed=1, **settings)
    position = game.position
    position["over"], position["lucky"], position["rounds"] = 1, lucky, rounds
    position["winners"] = sum(1 << p for p in winners)
    for p in winners:
        position["player"]["level"][0, p] = game.config.goal
    return game


@each(
    ("game", "told"),
    [
        (lambda: over(0, (), 201), "Nobody wins after .*: the 200 rounds are over, and nobody had won"),
        (lambda: over(0, (1,), 201, round_limit_result="leader_wins"), "Bob won .* are over, and nobody is higher"),
        (lambda: over(0, (0, 2)), "Anna and Cleo won .*: all are in the cult, and nobody is higher in level"),
        (lambda: over(1, (0,)), "Anna won .*: level 10"),
    ],
)
def test_it_is_told_who_won_and_why(game, told):
    assert re.match(told, ending(game(), NAMES))


def test_a_helper_who_wins_too_is_told():
    """QUICK-3, WIN-1."""
    game = mk.scenario(
        ({"level": 9, "table": ["huge_rock"]}, {"level": 4}, {}),
        phase="combat",
        combat={"monsters": ["potted_plant"], "helper": 1},
        rest="out",
        helper_wins=True,
        windows="final",
    )
    while not game.is_terminal:
        game.step(int(Verb.KILL) if int(Verb.KILL) in game.legal_actions() else int(game.legal_actions()[0]))
    assert re.match(
        r"Anna and Bob won .*: level 10 by killing Potted Plant; Bob helped and wins too\.", ending(game, NAMES)
    )
