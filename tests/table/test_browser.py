"""The page in a real browser: Debian's Chromium by Playwright. Skipped, and said so, where one of them is missing."""

import random
import re
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import munchkin_env as mk
from munchkin_env.table.recording import PUBLIC
from munchkin_env.table.review import mark_blunders
from tests.table.test_page import WEB
from tests.table.test_replay import won
from tests.table.tools import NAMES, Served, served

playwright = pytest.importorskip("playwright.sync_api", reason="needs Playwright, of the extra dev")
pytest.importorskip("uvicorn", reason="needs the extra table")
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium: apt-get install chromium"),
]
SHORT = {"preset": "quick", "goal": 4, "round_limit": 4, "round_limit_result": "leader_wins"}


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with playwright.sync_playwright() as engine:
        found = engine.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        yield found
        found.close()


@pytest.fixture
def opened(browser: Any) -> Iterator[Callable[..., Any]]:
    """Opens a page in a context of its own; at the end none has complained or asked for what is not its own."""
    contexts, complaints = [], []

    def open_page(address: str, **settings: Any) -> Any:
        context = browser.new_context(**{"viewport": {"width": 1440, "height": 900}, **settings})
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda told: complaints.append(told.text) if told.type == "error" else None)
        own = ("data:", "blob:", address.partition("#")[0])
        page.on("request", lambda asked: None if asked.url.startswith(own) else complaints.append(asked.url))
        page.goto(address)
        page.wait_for_selector(".seat")
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert complaints == []


@pytest.fixture(scope="module")
def game() -> mk.Game:
    return won(7)


@pytest.fixture(scope="module")
def file(game: mk.Game, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A replay on disk, with thoughts and a blunder."""
    replay = game.replay(None, NAMES[:4], ["greedy"] * 4)
    frame = next(f for f in replay.document["frames"][200:] if len(f["decision"]["legal"]) > 2)
    actions = [action for action, _ in frame["decision"]["legal"]]
    other = next(action for action in actions if action != frame["decision"]["answer"])
    gains = {str(action): [0.1 if action == other else 0.0, 0.01] for action in actions}
    chances = {str(action): round(1 / len(actions), 4) for action in actions}
    frame["decision"]["thought"] = {"by": "rollout:20", "gains": gains, "chances": chances, "value": 0.2}
    assert len(mark_blunders(replay.document["frames"])) == 1
    path = tmp_path_factory.mktemp("page") / "game.html"
    path.write_text(mk.Replay.parse(replay.packed()).page(), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("tables")) as found:
        yield found


def place(page: Any) -> int:
    return int(page.locator("output").inner_text().split()[0])


# --------------------------------------------------------------------------- a replay


def test_a_replay_from_disk_is_walked_through(opened, file, game):
    page = opened(file.as_uri())
    last = len(game.history)
    assert page.locator("output").inner_text() == f"0 of {last}"
    page.keyboard.press("ArrowRight")
    assert place(page) == 1
    slider = page.locator("input[type=range]")
    for at in range(0, last, max(1, last // 25)):
        slider.fill(str(at))
        assert place(page) == at
        assert page.locator("article.seat").count() == 4
    page.keyboard.press("End")
    assert place(page) == last
    winner = NAMES[game.winners[0]]
    assert page.locator("h1").inner_text().startswith(winner)
    assert page.locator(f"article.seat:has-text('{winner}') .m-winner").count() == 1
    page.keyboard.press("Home")
    page.keyboard.press("t")
    assert "turn" in page.locator(".story .now").first.inner_text()
    page.get_by_role("button", name="play").click()
    moved = "(at) => Number(document.querySelector('output').textContent.split(' ')[0]) > at"
    page.wait_for_function(moved, arg=place(page) + 1)


def test_levels_on_the_page_are_those_of_the_game(opened, file, game):
    page = opened(file.as_uri())
    for at in (0, len(game.history) // 2, len(game.history)):
        page.locator("input[type=range]").fill(str(at))
        shown = [int(text) for text in page.locator(".seat .level").all_inner_texts()]
        assert shown == [game.at(at).level(p) for p in range(4)]


def test_eyes_hide_hands(opened, file):
    page = opened(f"{file.as_uri()}#d=150")
    assert place(page) == 150
    held = range(4)
    eyes = page.locator("label:has-text('eyes') select")

    def names(seat: int) -> list[str]:
        return page.locator(f"article.seat.c{seat} .hand .card .name").all_inner_texts()

    everything = {seat: names(seat) for seat in held}
    assert sum(map(len, everything.values())) > 5
    eyes.select_option("public")
    assert [names(seat) for seat in held] == [[]] * 4
    eyes.select_option("1")
    assert sorted(names(1)) == sorted(everything[1])
    assert all(len(names(seat)) <= len(everything[seat]) for seat in held)
    assert sum(len(names(seat)) for seat in (0, 2, 3)) < sum(len(everything[seat]) for seat in (0, 2, 3))


def test_a_replay_of_a_seat_has_its_eyes_alone(opened, game, tmp_path):
    path = tmp_path / "seat.html"
    path.write_text(game.replay(2, NAMES[:4]).page(), encoding="utf-8")
    page = opened(path.as_uri())
    options = page.locator("label:has-text('eyes') option").all_inner_texts()
    assert options == ["Cleo", "public"]


def test_a_link_leads_to_a_decision_and_a_blunder_is_found(opened, file):
    page = opened(f"{file.as_uri()}#d=120")
    assert place(page) == 120
    page.keyboard.press("m")
    assert place(page) > 120
    assert page.url.endswith(f"#d={place(page)}")
    assert "Cost 10.0 ± 1.4" in page.locator(".blunder").inner_text()
    assert page.locator(".answers .better").count() == 1
    assert page.locator(".bar").count() >= 2


def test_a_card_explains_itself_and_is_found(opened, file, game):
    page = opened(f"{file.as_uri()}#d=200")
    card = page.locator(".seat .card").first
    name = card.locator(".name").inner_text()
    card.hover()
    tip = page.locator("#explained")
    assert tip.locator("strong").inner_text() == name
    facts = next(one for one in game.replay().document["cards"] if one and one["name"] == name)
    assert tip.locator("p").inner_text().split() == facts["text"].split()
    page.mouse.move(0, 0)
    assert tip.is_hidden()
    card.focus()
    assert tip.is_visible()
    page.keyboard.press("/")
    page.keyboard.type("troll" if "troll" in game.text().lower() else name[:6])
    found = page.locator(".found button").first
    found.click()
    assert place(page) >= 0


@pytest.mark.parametrize("width", [360, 820, 1440])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_nothing_is_wider_than_the_screen(opened, file, game, width, theme):
    page = opened(file.as_uri(), viewport={"width": width, "height": 800}, color_scheme=theme)
    for at in range(0, len(game.history) + 1, len(game.history) // 12):
        page.locator("input[type=range]").fill(str(at))
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        beyond = page.evaluate(
            "[...document.querySelectorAll('#app *')].filter(e => e.getBoundingClientRect().right > innerWidth + 1"
            " && !e.closest('.jumps') && !e.closest('.sr')).map(e => e.className)"
        )
        assert beyond == []


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1440])
def test_axe_finds_nothing_serious(opened, file, theme, width):
    axe = WEB / "node_modules" / "axe-core" / "axe.min.js"
    if not axe.is_file():
        pytest.skip("needs axe-core, which `make table` installs")
    page = opened(f"{file.as_uri()}#d=300", viewport={"width": width, "height": 800}, color_scheme=theme)
    page.evaluate(axe.read_text(encoding="utf-8"))
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    serious = [one for one in found["violations"] if one["impact"] in ("serious", "critical")]
    told = [(one["id"], [node["html"][:120] for node in one["nodes"][:3]]) for one in serious]
    assert told == []


def test_the_first_paint_is_soon(opened, file):
    page = opened(file.as_uri())
    assert page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime") < 3000


# --------------------------------------------------------------------------- a live table


def is_over(page: Any) -> bool:
    return " won: " in page.locator("h1").inner_text()


def wait_for_question(page: Any) -> bool:
    """False if the game is over instead."""
    page.wait_for_function(
        "() => document.querySelector('.question .answers button')"
        " || / won: /.test(document.querySelector('h1').textContent)",
        timeout=20_000,
    )
    return not is_over(page)


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


def test_a_game_is_played_by_mouse(opened, server):
    page = opened(server.link(server.table(("human", "greedy", "greedy"), seed=3, **SHORT)[0]))
    rng, answers = random.Random(3), 0
    while wait_for_question(page) and answers < 400:
        play_by_mouse(page, rng)
        answers += 1
    assert is_over(page)
    assert answers > 8


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


def test_an_answer_is_taken_back_and_a_hint_is_given(opened, server):
    for seed in range(30):
        page = opened(server.link(server.table(("human", "greedy", "greedy"), seed=seed)[0]))
        wait_for_question(page)
        page.keyboard.press("i")
        page.wait_for_selector(".question [role=status]")
        assert "greedy would answer" in page.locator(".question [role=status]").inner_text()
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


def test_a_live_table_fits_a_phone(opened, server):
    link = server.link(server.table(("human", "greedy", "greedy"), seed=8)[0])
    page = opened(link, viewport={"width": 360, "height": 740})
    for _ in range(12):
        wait_for_question(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        before = page.locator("output").inner_text()
        page.locator(".question .answers button").first.click()
        wait_for_change(page, before)
