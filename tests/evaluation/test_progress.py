"""The progress bar: on a terminal only, and gone at the end."""

import io

import pytest

from munchkin_env.evaluation.progress import Progress

pytestmark = pytest.mark.interpreted


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_a_terminal_sees_a_bar_that_is_wiped_at_the_end():
    screen = Terminal()
    with Progress(4, "games", stream=screen) as bar:
        bar.say("preparing")
        bar.advance(2)
        bar.advance(2)
    assert "preparing" in screen.getvalue()
    assert "4/4 games" in screen.getvalue()
    assert screen.getvalue().endswith("\r\x1b[K")


def test_a_file_sees_nothing_unless_asked():
    quiet, loud = io.StringIO(), io.StringIO()
    with Progress(1, "games", stream=quiet) as bar:
        bar.advance()
    with Progress(1, "games", show=True, stream=loud) as bar:
        bar.advance()
    assert quiet.getvalue() == ""
    assert "1/1 games" in loud.getvalue()
