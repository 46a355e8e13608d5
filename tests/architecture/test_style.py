"""Style of docstrings, help texts, messages and pages: plain technical English, subject first, the field's terms."""

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FOLDERS = ("munchkin_env", "training", "benchmarks", "examples", "tests")

CITED = re.compile(r"((?:[A-Z]+-\d+|to|,| )+|\[R\]): ")  # rules in front of a docstring
OPENINGS = re.compile(
    r"(what|who|whose|whom|whether|how|where|which|when|why|whoever|whatever|whichever|that which)\b"
    r"|[a-z]+s (the|a|an|each|all|every|what|whether|how) ",  # "Returns the …": an imperative is wanted
    re.IGNORECASE,
)
NOUNS = re.compile(  # plural nouns that may open a docstring in front of an article
    r"(actions|cards|times|rates|games|seats|words|rows|places|settings|figures|wins|texts|names|results|columns) ",
    re.IGNORECASE,
)
WORDS = {
    r"likeliest (answer|action)s?": "deterministic or argmax action",
    r"drawn answers?": "sampled action",
    r"an equal('s)? (wins?|would|stands)": "chance level",
    r"among (three (?!alike)|copies of|veterans|others of)": "against …",
    r"befalls?|befell": "affects",
    r"\banew\b": "again",
    r"\bdear(est|er)?\b": "costly",
    r"\bthrice\b": "three times",
    r"\bsoever\b": "any",
    r"\bwhoever|\bwhomever|\bwhosoever": "a player who …",
    r"likeliest": "deterministic, argmax or most probable",
    r"meddl(e|es|ing)": "react",
    r"strangers?'? (bots?|programs?|cards?)|\bstrangers\b": "untrusted",
    r"(legal|illegal|half-built|whole) answers?": "legal action",
    r"carr(y|ied|ies) (it |them |a policy )?(over|to) (this|another|these|other) (game|edition|editions)": "transfer",
    r"position (of the game|is settled|as it is)": "state",
    r"cannot tell of": "does not show",
}
ACTIONS = re.compile(r"\banswer(s|ed|ing)?\b(?!:)", re.IGNORECASE)
REPLIES = (  # texts about replies: of programs, models, servers and persons
    "munchkin_env/cli",
    "munchkin_env/llm",
    "munchkin_env/replays",
    "munchkin_env/server",
    "benchmarks",
    "examples/trl_environment.py",
)
BANNED = {re.compile(rf"\b(?:{pattern})", re.IGNORECASE): instead for pattern, instead in WORDS.items()}
PERSONS = re.compile(r"\b(he|him|himself|his)\b", re.IGNORECASE)
SPOKEN = (  # texts about people at a table, and about cards in their own words: persons after "that player"
    "munchkin_env/cards/explain",
    "munchkin_env/observation/narration.py",
    "munchkin_env/vocabulary/decisions.py",
    "munchkin_env/llm/standing_passes.py",
)
LOGS = re.compile(r"docs/results/.*-\d{4}-\d{2}\.md")  # records of measurements: only words are held to the list
GENERATED = ("docs/reference/words.md", "docs/reference/observations.md")  # by the code
PAGE_OPENINGS = re.compile(r"(what|who|whose|whom|whether|whoever|whatever|whichever|that which)\b", re.IGNORECASE)
PAGE_WORDS = {
    r"likeliest\b": "deterministic or argmax",
    r"\ban equal\b": "chance level",
    r"among three\b": "against three",
    r"answers?\b": "action, reply",
}
MOST_WORDS = 35
EXAMPLE = re.compile(r"(?m)^ *(>>>|\.\.\.) ((?!  # ).)*")  # code of a docstring; its comments remain
DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


def files() -> list[Path]:
    return [file for folder in FOLDERS for file in sorted((ROOT / folder).rglob("*.py"))]


def texts(name: str, source: str) -> Iterator[tuple[int, str, bool]]:
    """Yield line and text of each docstring (True), and of each comment or other text of three words (False).

    Other texts of tests are left out: they are inputs, and quotes of the output that is expected.
    """
    tree = ast.parse(source)
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT and len(token.string.split()) > 3:
            yield token.start[0], token.string.lstrip("# "), False
    docs: set[int] = set()
    for node in ast.walk(tree):
        if not isinstance(node, DOCUMENTED):
            continue
        for statement in node.body:  # docstrings, and those of attributes
            value = getattr(statement, "value", None)
            if isinstance(statement, ast.Expr) and isinstance(value, ast.Constant) and isinstance(value.value, str):
                docs.add(id(value))
                yield value.lineno, EXAMPLE.sub("", value.value), True
    for node in ast.walk(tree) if not name.startswith("tests/") else ():
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs:
            if len(re.findall(r"[A-Za-z]{2,}", node.value)) >= 3:
                yield node.lineno, node.value, False


def sentences(text: str) -> Iterator[str]:
    """Yield the sentences of a docstring's prose; lists and code, which are indented, are left out."""
    for paragraph in re.split(r"\n\s*\n|\n(?=\s*- )", text):
        if not paragraph.startswith("    "):
            yield from re.split(r"(?<=[.:;?])\s+", " ".join(paragraph.split()))


def complaints_of(name: str, source: str) -> Iterator[str]:
    for line, text, is_doc in texts(name, source):
        place = f"{name}:{line}: "
        first = CITED.sub("", text.strip().partition("\n")[0], count=1)
        if is_doc and OPENINGS.match(first) and not NOUNS.match(first):
            yield f"{place}begins {first[:50]!r}: begin with an imperative or a noun phrase"
        for pattern, instead in BANNED.items():
            if not name.startswith(SPOKEN) and (found := pattern.search(text)):
                yield f"{place}{found[0]!r}: say {instead}"
        if not name.startswith(SPOKEN) and (found := PERSONS.search(text)):
            around = " ".join(text[max(0, found.start() - 20) : found.end() + 20].split())
            yield f"{place}{around!r}: say it or they"
        if not name.startswith(REPLIES) and (found := ACTIONS.search(re.sub(r"`[^`]*`", "", text))):
            yield f"{place}{found[0]!r}: say action, reply or decide"
        if is_doc:
            for sentence in sentences(text):
                if len(sentence.split()) > MOST_WORDS:
                    yield f"{place}a sentence of {len(sentence.split())} words: {sentence[:60]!r}"


@pytest.mark.parametrize("folder", FOLDERS)
def test_texts_are_plain(folder):
    """Check openings, words, persons and the length of sentences; all complaints come at once."""
    found = []
    for file in files():
        name = file.relative_to(ROOT).as_posix()
        if name.startswith(folder):
            found += complaints_of(name, file.read_text(encoding="utf-8"))
    assert not found, f"{len(found)} complaints\n" + "\n".join(found)


def prose_of(text: str) -> str:
    """Return a page without front matter, generated tables and code, spans of code replaced by a letter."""
    text = re.sub(r"\A---\n.*?\n---\n", "", text, flags=re.DOTALL)
    text = re.sub(r"<!-- generated.*?<!-- end -->|```.*?```|(?m:^(::: | +heading: ).*$)", "", text, flags=re.DOTALL)
    return re.sub(r"`[^`]+`", "X", re.sub(r"\]\([^)]*\)", "]", text))


def complaints_of_page(name: str, text: str) -> Iterator[str]:
    prose = prose_of(text)
    words = {**WORDS, **PAGE_WORDS}
    for pattern, instead in words.items():
        if found := re.search(rf"\b(?:{pattern})", prose, re.IGNORECASE):
            yield f"{name}: {found[0]!r}: say {instead}"
    if LOGS.fullmatch(name):
        return
    if found := PERSONS.search(prose):
        yield f"{name}: {prose[max(0, found.start() - 30) : found.end() + 20]!r}: say it or they"
    for paragraph in re.split(r"\n\s*\n|\n(?=\s*(?:[-*]|\d+\.) )|\n(?=#)", prose):
        if paragraph.lstrip().startswith(("|", "#", ":::", "<", "!", "    ")):
            continue
        plain = re.sub(r"^\s*(?:[-*]|\d+\.) ", "", paragraph)
        for sentence in re.split(r"(?<=[.:;?!])\s+", " ".join(plain.split())):
            if PAGE_OPENINGS.match(sentence) and not sentence.endswith("?"):
                yield f"{name}: a sentence begins {sentence[:50]!r}: begin with its subject"
            if len(sentence.split()) > MOST_WORDS:
                yield f"{name}: a sentence of {len(sentence.split())} words: {sentence[:60]!r}"


def pages() -> list[Path]:
    """Return the pages of the repository: docs, and those of the folders."""
    folders = (ROOT, ROOT / "configs", ROOT / "examples" / "openenv")
    return [
        *(page for folder in folders for page in sorted(folder.glob("*.md"))),
        *sorted((ROOT / "docs").rglob("*.md")),
    ]


def test_pages_are_plain():
    """Check words, openings, persons and the length of sentences of all pages; all complaints come at once."""
    found = []
    for page in pages():
        name = page.relative_to(ROOT).as_posix()
        if name not in GENERATED:
            found += complaints_of_page(name, page.read_text(encoding="utf-8"))
    assert not found, f"{len(found)} complaints\n" + "\n".join(found)


def test_guides_begin_with_their_use():
    for page in sorted((ROOT / "docs" / "guides").glob("*.md")):
        first = page.read_text(encoding="utf-8").split("\n\n")[1]
        assert first.startswith("Use this when "), page.name
