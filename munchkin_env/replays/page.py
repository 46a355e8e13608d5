"""Page that shows a replay: one file of HTML, built from `web/` by `make table`, with the replay in it.

It loads nothing: no script, style, font or picture comes from elsewhere; its content-security policy forbids it.
"""

import base64
import gzip
import html
import re
from functools import cache
from hashlib import sha256
from importlib.resources import files

ASSET = "page.html.gz"
DATA = "<!--replay-->"
POLICY = "<!--policy-->"
HEIGHT = 900  # pixels of a page within a notebook


def page(packed: bytes) -> str:
    """Return the page with a replay in it. packed: as `Replay.packed` writes it."""
    data = base64.b64encode(packed).decode()
    found = with_policy(asset(), "connect-src 'none'")
    return found.replace(DATA, f'<script type="text/plain" id="replay">{data}</script>', 1)


def framed(text: str, title: str) -> str:
    """Return a page within another one, which it cannot reach: for notebooks."""
    return (
        f'<iframe title="{html.escape(title)}" sandbox="allow-scripts" '
        f'style="width:100%;height:{HEIGHT}px;border:0" srcdoc="{html.escape(text)}"></iframe>'
    )


def with_policy(text: str, connect: str) -> str:
    """Return the page with its content-security policy: only its own script and style, and the targets in `connect`."""
    policy = (
        f"default-src 'none'; base-uri 'none'; form-action 'none'; img-src data:; {connect}; "
        f"script-src {_hashes(text, 'script')}; style-src {_hashes(text, 'style')}"
    )
    return text.replace(POLICY, f'<meta http-equiv="Content-Security-Policy" content="{policy}">', 1)


def _hashes(text: str, tag: str) -> str:
    inner = re.findall(rf"<{tag}[^>]*>(.*?)</{tag}>", text, re.DOTALL)
    return " ".join(f"'sha256-{base64.b64encode(sha256(one.encode()).digest()).decode()}'" for one in inner)


@cache
def asset() -> str:
    """Return the page as it was built."""
    return gzip.decompress(files("munchkin_env.replays").joinpath(ASSET).read_bytes()).decode("utf-8")


__all__ = ["asset", "framed", "page", "with_policy"]
