"""Games played in a real browser, by mouse, by keyboard, by finger; two at one table; lost connections."""

import json
import random
import re
import time
from itertools import product
from typing import Any

import pytest

from munchkin_env.replays.recorder import PUBLIC
from tests.replays.test_page import WEB
from tests.replays.tools import NAMES, served
from tests.tiers import FULL, covering

pytestmark = pytest.mark.slow
SHORT = {"preset": "short", "goal": 4, "round_limit": 4, "round_limit_result": "leader_wins"}

# Counts how often the panel comes back after a decision.
WATCH_CHARITY = """() => {
  window.askedAgain = 0;
  let gone = false;
  new MutationObserver(() => {
    const shown = document.querySelector('.charity') !== null;
    if (shown && gone) window.askedAgain += 1;
    gone = !shown;
  }).observe(document.body, { childList: true, subtree: true });
}"""


def is_over(page: Any) -> bool:
    return " won: " in page.locator("h1").inner_text()


def wait_for_question(page: Any) -> bool:
    """False if the game is over instead. Cards for charity are given on the way, by keyboard."""
    while True:
        page.wait_for_function(
            "() => document.querySelector('.question .answers button, .question .charity')"
            " || / won: /.test(document.querySelector('h1').textContent)",
            timeout=20_000,
        )
        if is_over(page) or not page.locator(".question .charity").count():
            return not is_over(page)
        before = page.locator("output").inner_text()
        while page.locator(".charity .use").is_disabled():
            page.locator(".pick[aria-pressed=false]").first.focus()
            page.keyboard.press("Enter")
        page.locator(".charity .use").focus()
        page.keyboard.press("Enter")
        wait_for_change(page, before)


def wait_for_change(page: Any, before: str) -> None:
    page.wait_for_function("(at) => document.querySelector('output').textContent !== at", arg=before, timeout=20_000)


def play_by_mouse(page: Any, rng: random.Random) -> None:
    buttons = page.locator(".question .answers button")
    button = buttons.nth(rng.randrange(buttons.count()))
    before = page.locator("output").inner_text()
    lit = page.locator(".card.lit")
    if lit.count() and rng.random() < 0.4:
        lit.first.scroll_into_view_if_needed()
        lit.first.click()
        if page.locator("dialog button").count():
            page.locator("dialog button").first.click()
    else:
        button.click()
    wait_for_change(page, before)


@pytest.mark.nightly
def test_a_game_is_played_by_mouse(opened, server):
    page = opened(server.link(server.table(("human", "greedy", "greedy"), seed=3, **SHORT)[0]))
    rng, answers = random.Random(3), 0
    while wait_for_question(page) and answers < 400:
        play_by_mouse(page, rng)
        answers += 1
    assert is_over(page)
    assert answers > 8


@pytest.mark.rotating
def test_a_game_is_played_by_keyboard_alone(opened, server):
    page = opened(server.link(server.table(("human", "greedy", "greedy"), seed=4, **SHORT)[0]))
    rng, answers = random.Random(4), 0
    while wait_for_question(page) and answers < 400:
        before = page.locator("output").inner_text()
        count = page.locator(".question .answers button").count()
        page.keyboard.press(str(rng.randint(1, min(9, count))))
        wait_for_change(page, before)
        answers += 1
    assert is_over(page)
    assert answers > 8


@pytest.mark.rotating
def test_a_key_between_a_moment_and_its_question_answers_neither(opened, server):
    """The moment comes first; until its question has come, the question of before is none any more."""
    held: list[Any] = []
    page = opened(server.link(server.table(("human", "greedy", "greedy"), seed=4, **SHORT)[0]))

    def between(client: Any) -> None:
        def told(text: str) -> None:
            if json.loads(text)["kind"] == "question":
                held.append((client, text))
            else:
                client.send(text)

        client.connect_to_server().on_message(told)

    page.route_web_socket("**", between)
    page.reload()
    page.wait_for_selector(".seat")

    def let_go() -> None:
        page.wait_for_timeout(300)
        while held:
            client, text = held.pop(0)
            client.send(text)

    for _ in range(4):
        let_go()
        assert wait_for_question(page)
        before = page.locator("output").inner_text()
        page.keyboard.press("1")
        wait_for_change(page, before)
        page.wait_for_timeout(300)
        assert held, "the question of this moment is still on its way"
        page.keyboard.press("1")
        page.wait_for_timeout(300)
        assert page.locator(".notice").count() == 0, page.locator(".notice").all_inner_texts()


@pytest.mark.rotating
def test_two_browsers_see_their_own_hands(opened, server):
    tokens = server.table(("human", "human", "greedy"), seed=5)
    pages = [opened(server.link(tokens[viewer])) for viewer in (0, 1, PUBLIC)]
    pages[0].wait_for_selector(".question")
    game = server.tables.find(tokens[0])[0].game
    from munchkin_env.observation import View

    for viewer, page in zip((0, 1, None), pages, strict=True):
        for seat in range(3):
            known = [] if viewer is None else [card.name for card in View.of(game, viewer).hand(seat)]
            shown = page.locator(f"article.seat.c{seat} .hand .card .name").all_inner_texts()
            assert sorted(shown) == sorted(known), (viewer, seat)


@pytest.mark.rotating
def test_an_answer_is_taken_back_and_a_hint_is_given(opened, server):
    for seed in range(30):
        page = opened(server.link(server.table(("human", "greedy", "greedy"), seed=seed)[0]))
        wait_for_question(page)
        page.keyboard.press("i")
        page.wait_for_selector(".question [role=status]")
        assert "greedy would choose" in page.locator(".question [role=status]").inner_text()
        begun = page.locator(".question .answers button", has_text="…")
        if begun.count():
            asked = page.locator(".question h2").inner_text()
            begun.first.click()
            page.wait_for_selector("text=take back")
            assert page.locator(".question h2").inner_text() != asked
            page.keyboard.press("b")
            page.wait_for_function("(asked) => document.querySelector('.question h2').textContent === asked", arg=asked)
            return
    raise AssertionError("no game begins with an answer of several parts")


@pytest.mark.rotating
def test_a_lost_server_is_found_again(opened, tmp_path):
    with served(tmp_path) as first:
        page = opened(first.link(first.table(("human", "greedy", "greedy"), seed=6)[0]))
        wait_for_question(page)
        page.locator(".question .answers button").first.click()
        time.sleep(0.3)
        wait_for_question(page)
        asked = page.locator(".question .answers").inner_text()
        at = page.locator("output").inner_text()
    page.wait_for_selector("[role=alert]")
    with served(tmp_path, first.port):
        page.wait_for_selector(".question .answers button", timeout=20_000)
        assert page.locator(".question .answers").inner_text() == asked
        assert re.match(r"\d+ of \d+", at)


def test_a_wrong_link_says_so(browser, server):
    page = browser.new_page()
    page.goto(server.link("wrong"))
    page.wait_for_selector("text=This link leads to no table")
    page.close()


def test_a_page_of_another_origin_says_so(browser, server):
    page = browser.new_page()
    page.goto(server.link(server.table(seed=8)[0]).replace("127.0.0.1", "localhost"))
    page.wait_for_selector(f"text=--url http://localhost:{server.port}")
    page.close()


@pytest.mark.rotating
def test_a_live_table_fits_a_phone(opened, server):
    link = server.link(server.table(("human", "greedy", "greedy"), seed=8)[0])
    page = opened(link, viewport={"width": 360, "height": 740})
    for _ in range(12):
        wait_for_question(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        before = page.locator("output").inner_text()
        page.locator(".question .answers button").first.click()
        wait_for_change(page, before)


def test_a_game_is_played_by_clicks_on_cards_and_seats(opened, server):
    """Composite actions are built on the table wherever cards are lit or seats may be chosen; a whole game at night."""
    length = {"preset": "short"} if FULL else SHORT
    page = opened(server.link(server.table(("human", "greedy", "greedy"), seed=11, **length)[0]))
    rng, clicked, answers = random.Random(11), 0, 0
    while wait_for_question(page) and answers < (600 if FULL else 30):
        before = page.locator("output").inner_text()
        seats, lit = page.locator(".choose"), page.locator(".card.lit")
        if seats.count():
            seats.nth(rng.randrange(seats.count())).click()
            clicked += 1
        elif lit.count() and rng.random() < 0.7:
            lit.nth(rng.randrange(lit.count())).click()
            if page.locator("dialog button").count():
                page.locator("dialog button").first.click()
            clicked += 1
        else:
            page.locator(".question .answers button").first.click()
        wait_for_change(page, before)
        answers += 1
    assert is_over(page) or not FULL
    assert clicked > (5 if FULL else 0)


@pytest.mark.rotating
def test_a_finger_may_read_a_lit_card_before_it_plays_it(opened, server):
    link = server.link(server.table(("human", "greedy", "greedy"), seed=8)[0])
    page = opened(link, viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    wait_for_question(page)
    before = page.locator("output").inner_text()
    lit = page.locator(".mine .card.lit").first
    lit.tap()
    tip = page.locator("#explained")
    assert tip.locator("strong").inner_text() == lit.locator(".name").inner_text()
    assert page.locator("output").inner_text() == before
    tip.get_by_role("button", name="close").tap()
    assert tip.is_hidden()
    lit.tap()
    tip.get_by_role("button", name="use this card").tap()
    if page.locator("dialog button").count():
        page.locator("dialog button").first.tap()
    wait_for_change(page, before)


@pytest.mark.rotating
def test_a_tour_is_given_once(opened, server):
    tokens = server.table(("human", "greedy", "greedy"), seed=8)
    page = opened(server.link(tokens[0]))
    for _ in range(4):
        assert page.locator(".tour").is_visible()
        page.locator(".tour button").first.click()
    assert page.locator(".tour").count() == 0
    page.reload()
    page.wait_for_selector(".question")
    assert page.locator(".tour").count() == 0
    page.get_by_role("button", name="rules").click()
    assert "first to level 10" in page.locator(".rules").inner_text()
    assert "The aim." in page.locator(".rules").inner_text()


@pytest.mark.rotating
def test_passing_on_and_giving_up(opened, server):
    page = opened(server.link(server.table(("human", "greedy", "greedy"), seed=12, **SHORT)[0]))
    passed = False
    for _ in range(60):
        assert wait_for_question(page), "the game is over before anybody may pass"
        before = page.locator("output").inner_text()
        if page.locator("text=pass until it is about me").count():
            page.keyboard.press("i")
            page.wait_for_selector(".question [role=status]")
            page.keyboard.press("p")
            wait_for_change(page, before)
            passed = True
            break
        page.locator(".question .answers button").first.click()
        wait_for_change(page, before)
    assert passed
    if wait_for_question(page):
        assert page.locator(".question [role=status]").count() == 0, "the hint was for the question before"
        page.keyboard.press("ArrowLeft")
        page.get_by_role("button", name="back to your question").click()
        assert page.locator(".question.asked").count() == 1
        page.get_by_role("button", name="leave the table …").click()
        page.get_by_role("button", name="leave the table", exact=True).click()
        page.wait_for_function("() => / won: /.test(document.querySelector('h1').textContent)", timeout=20_000)
    assert is_over(page)


@pytest.mark.rotating
def test_what_is_too_much_goes_in_one_step(opened):
    """TURN-5: the giver names all cards at once, and is told why they go, and to whom."""
    import munchkin_env as mk

    hand = ["elf", "huge_rock", "wizard", "net_troll", "spiky_knees", "harpies", "dwarf"]
    game = mk.scenario(({"level": 3, "hand": hand}, {"level": 2}, {"level": 3}), phase="charity", windows="final")
    with served(None) as here:
        page = opened(here.link(here.tables.open(game, ("human", "greedy", "greedy"), NAMES[:3])[0]))
        told = page.locator(".charity p").inner_text()
        assert "2 cards more than you may keep" in told
        assert "the lowest in level: Bob" in told
        gone = page.locator(".pick").all_inner_texts()[:2]
        for _ in gone:
            page.locator(".pick[aria-pressed=false]").first.click()
        page.evaluate(WATCH_CHARITY)
        page.locator(".charity .use").click()
        page.wait_for_selector(".since")
        page.wait_for_function("() => document.querySelectorAll('.mine .hand .card .name').length <= 5")
        assert not page.locator(".charity").count()
        held = page.locator(".mine .hand .card .name").all_inner_texts()
        assert len(held) == 5
        assert page.evaluate("() => window.askedAgain") == 0
        assert not {name.split("\n")[0].strip() for name in gone} & set(held)
        page.close()


@pytest.mark.rotating
def test_cards_of_an_answer_that_was_lost_are_asked_for_again(opened, browser):
    """TURN-5: the first of two cards never reached the server; the second one does not go without it."""
    import munchkin_env as mk

    def losing(socket: Any) -> None:
        there = socket.connect_to_server()
        socket.on_message(lambda sent: socket.close() if is_first_answer(sent) else there.send(sent))

    def is_first_answer(sent: str) -> bool:
        if json.loads(sent)["kind"] != "answer":
            return False
        lost.append(sent)
        return len(lost) == 1

    lost: list[str] = []
    hand = ["elf", "huge_rock", "wizard", "net_troll", "spiky_knees", "harpies", "dwarf"]
    game = mk.scenario(({"level": 3, "hand": hand}, {"level": 2}, {"level": 3}), phase="charity", windows="final")
    with served(None) as here:
        context = browser.new_context()
        page = context.new_page()
        page.route_web_socket("**/ws", losing)
        page.goto(here.link(here.tables.open(game, ("human", "greedy", "greedy"), NAMES[:3])[0]))
        for _ in range(2):
            page.locator(".pick[aria-pressed=false]").first.click()
        page.locator(".charity .use").click()
        page.wait_for_selector("[role=alert]")
        page.wait_for_selector("[role=alert]", state="detached")
        page.wait_for_selector(".charity")
        assert page.locator(".mine .hand .card .name").count() == 7
        assert len(lost) == 1
        context.close()


@pytest.mark.rotating
def test_a_game_ends_with_its_result_a_review_and_a_rematch(opened, server):
    """Two people: the one asks for another game, the other one is invited."""
    tokens = server.table(("human", "human", "greedy"), seed=5, **SHORT)
    table = server.tables.find(tokens[0])[0]
    while not table.game.is_terminal:
        table.go_on(8)
        for seat in (0, 1):
            number = table.number(seat)
            if number is not None:
                table.answer_for(seat, number)
    pages = [opened(server.link(tokens[seat])) for seat in (0, 1)]
    for page in pages:
        page.wait_for_selector(".end", timeout=20_000)
    won = pages[0].locator(".end tbody .given").all_inner_texts()
    assert sorted(row.split()[0] for row in won) == sorted(NAMES[seat] for seat in table.game.winners)
    pages[0].get_by_role("button", name="review").click()
    pages[0].wait_for_selector("text=back to the table")
    assert pages[0].locator("label:has-text('eyes') option").count() == 5
    assert pages[0].locator("output").inner_text() == f"0 of {len(table.game.history)}"
    pages[0].get_by_role("button", name="back to the table").click()
    pages[0].wait_for_selector(".end")
    pages[0].get_by_role("button", name="rematch").click()
    pages[1].wait_for_selector("text=Another game is set up")
    pages[1].locator(".notice button").click()
    for page in pages:
        page.wait_for_function("() => !document.querySelector('.end')")
    assert [page.url for page in pages] == [server.link(table.rematch[seat]) for seat in (0, 1)]


@pytest.mark.rotating
def test_a_clock_that_can_be_stopped(opened, tmp_path):
    pytest.importorskip("uvicorn", reason="needs the extra table")
    with served(tmp_path) as ticking:
        ticking.tables.timer = 30.0
        page = opened(ticking.link(ticking.table(("human", "greedy", "greedy"), seed=8)[0]))
        wait_for_question(page)
        assert re.search(r"(29|30) s left", page.locator(".clock").inner_text())
        page.get_by_role("button", name="stop the clock").click()
        page.wait_for_selector("text=the clock stands")
        page.close()


@pytest.mark.rotating
def test_a_page_beside_an_environment_shows_its_games(opened, monkeypatch):
    pytest.importorskip("uvicorn", reason="needs the extra table")
    import munchkin_env as mk
    from munchkin_env.server import live_window

    asked: list[str] = []
    monkeypatch.setattr(live_window.webbrowser, "open", asked.append)
    env = mk.MunchkinEnv(render_mode="browser", players=3, opponents="greedy")
    env.reset(seed=7)
    assert env.render() is None
    assert asked[0].startswith("file://")
    page = opened(live_window.WINDOWS[env.unwrapped].link)
    assert "what player 0 knows" in page.locator("section[aria-label=Watching]").inner_text()
    for _ in range(4):
        env.step(int(env.game.legal_actions()[0]))
        env.render()
    frames = len(env.replay(0).document["frames"])
    page.wait_for_function(f"() => document.querySelector('output').textContent.endsWith('of {frames - 1}')")
    hands = [page.locator(f"article.seat.c{seat} .hand .card").count() for seat in range(3)]
    assert hands[0] > 0
    assert hands[1:] == [len(env.game.view(0).hand(seat)) if hasattr(env.game, "view") else 0 for seat in (1, 2)]
    env.reset(seed=8)
    env.render()
    page.wait_for_function("() => document.querySelector('output').textContent === '0 of 0'")
    assert asked[1:] == []
    env.close()
    page.wait_for_selector("[role=alert]")


def serious(page: Any) -> list[Any]:
    """Serious complaints of axe about the page once it rests. Skips the test where axe is missing."""
    axe = WEB / "node_modules" / "axe-core" / "axe.min.js"
    if not axe.is_file():
        pytest.skip("needs axe-core: make web-tools")
    page.evaluate(axe.read_text(encoding="utf-8"))
    page.evaluate("Promise.allSettled(document.getAnimations().map((one) => one.finished))")  # cards fade in
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    serious = [one for one in found["violations"] if one["impact"] in ("serious", "critical")]
    return [(one["id"], [node["html"][:120] for node in one["nodes"][:3]]) for one in serious]


@pytest.mark.parametrize(("width", "theme"), covering(product([360, 820, 1440], ["light", "dark"])))
def test_axe_finds_nothing_serious_at_a_live_table(opened, server, theme, width):
    link = server.link(server.table(("human", "greedy", "greedy"), seed=8)[0])
    page = opened(link, viewport={"width": width, "height": 800}, color_scheme=theme)
    wait_for_question(page)
    page.keyboard.press("i")
    page.wait_for_selector(".question [role=status]")
    page.locator(".card").first.focus()
    assert serious(page) == []


@pytest.mark.rotating
@pytest.mark.parametrize(("width", "theme"), covering(product([360, 1440], ["light", "dark"])))
def test_a_whole_game_of_long_names_fits_to_its_end(opened, server, theme, width):
    import munchkin_env as mk

    game, names = mk.Game(players=3, seed=5, **SHORT), ["W" * 40, "Maximiliane-Theodora von Hohenlohe-Lange", "x" * 40]
    link = server.link(server.tables.open(game, ("human", "greedy", "greedy"), names)[0])
    page = opened(link, viewport={"width": width, "height": 800}, color_scheme=theme)
    looked = False
    while wait_for_question(page):
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        if not looked and page.locator(".since .changes").count():
            assert serious(page) == []
            looked = True
        before = page.locator("output").inner_text()
        page.locator(".question .answers button").last.click()
        wait_for_change(page, before)
    page.wait_for_selector(".end")
    assert looked
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert serious(page) == []
