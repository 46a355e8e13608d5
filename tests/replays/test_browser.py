"""A replay in a real browser (`conftest.py`): Debian's Chromium by Playwright."""

import re
from itertools import product
from typing import Any

import numpy as np
import pytest

import munchkin_env as mk
from tests.replays.test_page import WEB
from tests.replays.tools import NAMES
from tests.tiers import covering

pytestmark = pytest.mark.slow


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


@pytest.mark.rotating
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
    assert "This cost 10.0 ± 1.4 wins of 100." in page.locator(".blunder").inner_text()
    rows = page.locator(".thoughts tbody tr")
    assert rows.count() >= 3
    assert page.locator(".thoughts .better").count() == 1
    assert "better" in rows.first.inner_text(), "the best comes first"
    for drawn in (".bar", ".gain svg", "td:last-child"):
        assert page.locator(f".thoughts tbody {drawn}").count() == rows.count()
    widths = [box.bounding_box()["width"] for box in page.locator(".gain .win").all()]
    assert widths[0] > 30
    assert max(widths[1:]) < 1


@pytest.mark.rotating
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


@pytest.mark.rotating
@pytest.mark.parametrize(("width", "theme"), covering(product([360, 820, 1440], ["light", "dark"])))
def test_nothing_is_wider_than_the_screen(opened, file, game, width, theme):
    page = opened(file.as_uri(), viewport={"width": width, "height": 800}, color_scheme=theme)
    for at in range(0, len(game.history) + 1, len(game.history) // 12):
        page.locator("input[type=range]").fill(str(at))
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        beyond = page.evaluate(
            "[...document.querySelectorAll('#app *')].filter(e => e.getBoundingClientRect().right > innerWidth + 1"
            " && !e.closest('.sr')).map(e => e.className)"
        )
        assert beyond == []


@pytest.mark.parametrize(("width", "theme"), covering(product([360, 1440], ["light", "dark"])))
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


def test_a_finger_is_told_what_a_card_does(opened, file):
    page = opened(f"{file.as_uri()}#d=200", viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    card = page.locator(".seat .card").first
    card.tap()
    assert page.locator("#explained strong").inner_text() == card.locator(".name").inner_text()
    page.locator("h1").tap()
    assert page.locator("#explained").is_hidden()


@pytest.mark.rotating
def test_a_card_that_is_searched_for_is_marked(opened, file):
    page = opened(f"{file.as_uri()}#d=200")
    name = page.locator(".seat .card .name").first.inner_text()
    page.locator("#search").fill(name)
    assert set(page.locator(".card.hit .name").all_inner_texts()) == {name}


@pytest.mark.rotating
def test_lines_of_levels_and_chances_are_drawn(opened, file, game):
    page = opened(file.as_uri())
    assert page.locator(".charts figure").count() == 2
    for number in range(2):
        assert page.locator(".charts figure").nth(number).locator("path.line:not(.value)").count() == 4
    page.keyboard.press("End")
    words = page.locator(".chart").nth(1).get_attribute("aria-label")
    assert f"{NAMES[game.winners[0]]} 100 %" in words


@pytest.mark.rotating
def test_the_lines_are_read_and_lead_to_their_moments(opened, file, game):
    page = opened(file.as_uri())
    box = page.locator(".chart").first.bounding_box()
    middle = len(game.history) // 2
    page.mouse.move(box["x"] + box["width"] * middle / len(game.history), box["y"] + 10)
    legend = page.locator(".legend").inner_text()
    assert f"at {middle}" in legend
    for seat in range(4):
        assert re.search(rf"{NAMES[seat]}\s+{game.at(middle).level(seat)}\b", legend)
    page.mouse.down()
    page.mouse.up()
    assert place(page) == middle


@pytest.mark.rotating
@pytest.mark.parametrize("touched", ["input[type=range]", "button[aria-label=first]", ".chart", ".story li button"])
def test_space_plays_wherever_the_pointer_was(opened, file, touched):
    page = opened(f"{file.as_uri()}#d=200")
    page.locator(touched).first.click()
    before = place(page)
    page.keyboard.press("Space")
    page.wait_for_function(
        "(at) => Number(document.querySelector('output').textContent.split(' ')[0]) > at", arg=before
    )


@pytest.mark.rotating
def test_space_plays_where_the_slider_has_the_focus(opened, file):
    page = opened(f"{file.as_uri()}#d=200")
    page.locator("input[type=range]").focus()
    page.keyboard.press("Space")
    page.wait_for_function("() => document.querySelector('output').textContent.startsWith('201 ')")


@pytest.mark.rotating
@pytest.mark.parametrize(("address", "shown"), [("#d=abc", 0), ("#d=-1", 0), ("#d=", 0), ("#d=99999", -1)])
def test_an_address_of_no_moment_opens_the_page_all_the_same(opened, file, game, address, shown):
    page = opened(f"{file.as_uri()}{address}")
    last = len(game.history)
    assert page.locator("output").inner_text() == f"{shown % (last + 1)} of {last}"


@pytest.mark.rotating
def test_blunders_are_listed(opened, file):
    page = opened(file.as_uri())
    page.locator(".blunders li button").click()
    assert "This cost 10.0" in page.locator(".blunder").inner_text()


@pytest.mark.rotating
def test_long_names_fit_a_phone(opened, game, tmp_path):
    path = tmp_path / "long.html"
    names = ["Maximiliane-Theodora von Hohenlohe-Lange", "W" * 40, "<b>Eve</b> & 'Mallory'", "x" * 40]
    path.write_text(game.replay(names=names).page(), encoding="utf-8")
    page = opened(path.as_uri(), viewport={"width": 360, "height": 740})
    for at in range(0, len(game.history) + 1, len(game.history) // 20):
        page.locator("input[type=range]").fill(str(at))
        assert page.evaluate("document.documentElement.scrollWidth") <= 360


@pytest.mark.rotating
def test_it_is_printed_without_what_is_clicked(opened, file):
    page = opened(f"{file.as_uri()}#d=200")
    page.emulate_media(media="print")
    for hidden in (".time", ".search", ".top select"):
        assert page.locator(hidden).first.is_hidden()
    assert page.locator(".seat").count() == 4
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"


@pytest.mark.rotating
def test_nothing_moves_for_those_who_do_not_want_it(opened, file):
    page = opened(file.as_uri(), reduced_motion="reduce")
    moving = page.evaluate(
        "[...document.querySelectorAll('*')].filter(e => getComputedStyle(e).transitionDuration !== '0s'"
        " || getComputedStyle(e).animationName !== 'none').length"
    )
    assert moving == 0


@pytest.mark.rotating
def test_a_game_that_was_forfeited_says_that_it_has_no_end(opened, tmp_path):
    env = mk.MunchkinEnv(opponents="greedy", on_illegal="forfeit", players=3)
    env.reset(seed=3)
    for _ in range(5):
        env.step(int(env.game.legal_actions()[0]))
    _, reward, over, _, _ = env.step(9999)
    assert (reward, over) == (-1.0, True)
    path = tmp_path / "game.html"
    path.write_text(env.replay().page(), encoding="utf-8")
    page = opened(path.as_uri())
    page.keyboard.press("End")
    assert "not played to its end" in page.locator(".top").inner_text()


@pytest.mark.nightly
def test_the_picture_of_the_readme_is_of_this_page(browser, tmp_path):
    """Drawn again from the same game; fonts may differ a little."""
    image = pytest.importorskip("PIL.Image", reason="needs the extra render")
    from tests.tools.picture import FILE, paint, reviewed

    paint(browser, reviewed(), tmp_path / "now.png")
    now, kept = (np.asarray(image.open(path).convert("L"), float) for path in (tmp_path / "now.png", FILE))
    assert now.shape == kept.shape
    assert np.abs(now - kept).mean() < 8, "python -m tests.tools.picture"
