"""llms.txt of the site, and its search: `python -m tests.tools.site` writes docs/llms.txt, from the menu in mkdocs.yml
and the first words of each page; `python -m tests.tools.site build/site` checks a site that was built: a line for each
complaint, and it exits with 1.
"""

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
FILE = ROOT / "docs" / "llms.txt"
MENU = ROOT / "mkdocs.yml"
WANTED = {
    "action_mask": "guides/interfaces/",
    "SelfPlayVecEnv": "reference/api/environments/",
    "make_vec": "guides/interfaces/",
    "self play vec": "reference/api/environments/",
    "mask": "guides/interfaces/",
    "resample": "guides/search/",
    "flat_names": "reference/api/games/",
}
"""Search queries, and a page that the search must find by each."""
SAID = {
    "index.md": "Overview and links by task.",
    "tutorial.md": "Ten minutes to a first learning curve, from the installation on.",
    "challenge.md": "Generalisation to new cards, tables and partners: protocol, command, leaderboard.",
    "results/index.md": "Published tables, each with the rules version that it was measured with.",
    "results/challenge-2026-11.md": "Complete tables of the benchmark, November 2026.",
    "results/experiments-2026-11.md": "Log of training experiments, November 2026.",
    "results/evaluation-2026-11.md": "Log of evaluation measurements, November 2026.",
    "results/speed-2026-11.md": "Log of speed measurements, November 2026.",
    "results/many-machines-2026-11.md": "Log of failures and rates on many machines, November 2026.",
    "results/libraries-2026-11.md": "Log of measurements with other libraries and language models, November 2026.",
    "generated.md": "Lengths of games with generated editions, and the effect of single cards.",
    "rulings.md": "Readings of the rules where the rulebook is silent or contradicts itself.",
    "gallery.md": "Three games of bots that play in the page.",
    "faq.md": "Answers to common questions: masks, rewards, encodings, caches, policies.",
    "guides/evaluation.md": "Matches in rotation with intervals, ladders, ratings, requirements for a claim.",
    "guides/self-play.md": "Training by self-play with the built-in trainer.",
    "guides/speed.md": "Ways to play many games fast.",
    "guides/search.md": "Copies and determinizations that a seat may search in, without a look at hidden cards.",
    "guides/own-network.md": "A custom network on tokens or flat vectors, with names for every entry.",
    "reference/observations.md": "Encodings `flat`, `tokens`, `sparse` and `text`, with every entry and its bounds.",
    "reference/rules.md": "The normative list of all rules by chapter, with the IDs that code and tests cite.",
    "reference/settings.md": "The fields of `mk.GameConfig`, accepted wherever games are made, and presets.",
}
"""Descriptions of pages that do not begin with one."""
HEAD = """# munchkin_env

> The card game Munchkin as a reinforcement-learning environment: 3 to 6 players, hidden hands, curses and interference
> at any moment, help and trades that are bargained for. PettingZoo, Gymnasium, stable-baselines3 and native vectors;
> bots, self-play training, evaluation. Python, engine compiled by Numba; `import munchkin_env as mk`.

Actions are masked: take only those of `info["action_mask"]` (Gymnasium) or `observation["action_mask"]` (PettingZoo).
The first game compiles the engine, in a minute or two; `munchkin warmup` does it beforehand. Unofficial: not
affiliated with or endorsed by Steve Jackson Games.
"""


def menu() -> Iterator[tuple[str, str, str]]:
    """(section, title, page) of each page of the menu; pages that stand alone are of section `Start`."""
    sections = {2: "Start"}  # by the indentation of their pages
    for line in MENU.read_text(encoding="utf-8").partition("\nnav:\n")[2].splitlines():
        entry = re.fullmatch(r"( +)- ([^:]+):(?: (\S+\.md))?", line)
        if entry is None:
            raise ValueError(f"{MENU.name}: expected a page or a section in the menu, got {line!r}")
        indent, title, page = entry.groups()
        if page is None:
            sections[len(indent) + 4] = title
        else:
            yield sections[len(indent)], title, page


def address(page: str) -> str:
    """Return the address of a page, from the root of the site."""
    return "./" if page == "index.md" else page.removesuffix(".md").removesuffix("/index") + "/"


def first_words(page: str) -> str:
    """Return the subject of a page: its description here, or its first sentence, without links."""
    if page in SAID:
        return SAID[page]
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    text = re.sub(r"<!--.*?-->", "", text, flags=re.DOTALL)
    paragraphs = (" ".join(part.split()) for part in text.split("\n\n"))
    plain = next(part for part in paragraphs if part and not part.startswith(("#", "|", "!", "*", "```", ":::", "-")))
    plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", plain)
    return re.split(r"(?<=[.:]) ", plain)[0].rstrip(":.") + "."


def llms() -> str:
    """The file: what the package is, then each page with its first words, by section."""
    sections: dict[str, list[str]] = {}
    for section, title, page in menu():
        sections.setdefault(section, []).append(f"- [{title}]({address(page)}): {first_words(page)}")
    return HEAD + "".join(f"\n## {name}\n\n" + "\n".join(lines) + "\n" for name, lines in sections.items())


# ------------------------------------------------------------------------- search
def separator(index: dict[str, Any]) -> re.Pattern[str]:
    """Return the separators at which the site's search splits words, in texts as well as in queries."""
    return re.compile(index["config"]["separator"])


def words(text: str, parts: re.Pattern[str]) -> set[str]:
    """The words of a text, as the search keeps them."""
    plain = re.sub(r"<[^>]+>", "", text)
    return {word.lower() for word in parts.split(plain) if word}


def finds(question: str, index: dict[str, Any]) -> set[str]:
    """The pages with a section that has every word of the question."""
    parts = separator(index)
    asked = words(question, parts)
    return {
        entry["location"].partition("#")[0]
        for entry in index["docs"]
        if asked <= words(f"{entry['title']} {entry['text']}", parts)
    }


def complaints(site: Path) -> list[str]:
    """Return the missing parts of a site that was built."""
    index = json.loads((site / "search" / "search_index.json").read_text(encoding="utf-8"))
    found = [
        f"search: expected {page} by {question!r}, got {', '.join(sorted(finds(question, index))) or 'nothing'}"
        for question, page in WANTED.items()
        if page not in finds(question, index)
    ]
    if (site / "llms.txt").read_text(encoding="utf-8") != llms():
        found.append("llms.txt: expected what the menu says; python -m tests.tools.site")
    found += [
        f"llms.txt: no {page} on the site" for page in linked(llms()) if not (site / page / "index.html").is_file()
    ]
    return found


def linked(text: str) -> list[str]:
    """The addresses that a list of pages names."""
    return re.findall(r"^- \[[^\]]+\]\(([^)]+)\)", text, re.MULTILINE)


def main(arguments: list[str]) -> int:
    if not arguments:
        FILE.write_text(llms(), encoding="utf-8")
        return 0
    wrong = complaints(Path(arguments[0]))
    print("\n".join(wrong) or "the site is whole")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
