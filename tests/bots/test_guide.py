"""The bot of the guide: what the page says of it holds."""

import re
from pathlib import Path
from typing import Any

import pytest

import munchkin_env as mk
from munchkin_env.bots import Bot

PAGE = Path(__file__).resolve().parents[2] / "docs" / "guides" / "own-bot.md"


def source() -> str:
    """The block of the page that has the bot, as far as the bot goes."""
    (found,) = (
        block
        for block in re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
        if "class HelpSeller" in block
    )
    return found.partition("\n\n\nresult = ")[0]


def help_seller() -> type[Bot]:
    there: dict[str, Any] = {"mk": mk}
    exec(source(), there)
    return there["HelpSeller"]


def test_it_is_short() -> None:
    lines = source().strip().splitlines()
    assert 20 < len(lines) <= 60
    assert max(map(len, lines)) <= 120


@pytest.mark.rotating
@pytest.mark.compiled
def test_it_beats_greedy() -> None:
    """The same 200 games each time: the whole interval lies above chance level, and greedy's own does not."""
    result = mk.evaluate([help_seller()(), "greedy", "greedy", "greedy"], games=200, seed=5, progress=False)
    assert result.bots[0].low > 0.25
    equal = mk.evaluate(["greedy"] * 4, games=200, seed=5, progress=False)
    assert equal.bots[0].low < 0.25


@pytest.mark.nightly
@pytest.mark.compiled
def test_it_wins_by_what_it_sells(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without its judgement it is greedy."""
    bot = help_seller()
    monkeypatch.setattr(bot, "decides_the_combat", lambda self, view: False)
    monkeypatch.setattr(bot, "names_its_price", lambda self, view, legal: False)
    result = mk.evaluate([bot(), "greedy", "greedy", "greedy"], games=200, seed=5, progress=False)
    assert result.bots[0].low < 0.25
