"""Write the generated tables of docs: `python tests/tools/readme.py`. A test holds them to the code.

The table of measured speeds is not generated here: `python -m benchmarks speed` prints it.
"""

import re
from collections import Counter
from collections.abc import Callable
from functools import partial
from itertools import combinations
from pathlib import Path

from benchmarks import baselines, formal, leaderboard, results
from munchkin_env.cards.compile import load_catalogue
from munchkin_env.cards.definition import ORIGINS, SWITCHES
from munchkin_env.cards.explain import coverage_table
from munchkin_env.cards.reader import find_editions
from munchkin_env.config.presets import presets as all_presets
from munchkin_env.markdown import table as _table
from munchkin_env.observation import SPARSE_ARRAYS, spec
from munchkin_env.observation.layout import N_GENERAL, N_SEAT, TokenPlace
from munchkin_env.releases import RELEASES, id_numbers, numbers
from munchkin_env.versions import RULES_VERSION
from munchkin_env.vocabulary import MAX_PLAYERS, Filter, Verb
from tests.tools import reference, reference_cards, reference_words, specification
from training.config import table_of_fields

ROOT = Path(__file__).resolve().parents[2]


NAMES = tuple(sorted(find_editions(), key=lambda name: (name != "munchkin", name)))


def editions() -> str:
    """The editions, each with the number of its cards by origin."""
    rows = []
    for name in NAMES:
        cards = [card for card in load_catalogue((name,)).cards if card is not None]
        copies = Counter(dict.fromkeys(ORIGINS, 0))
        for card in cards:
            copies[card.origin] += card.copies
        host = load_catalogue((name,)).host
        rows.append((f"`{name}`", f"{host.name}, {host.rulebook}", copies.total(), *copies.values()))
    return _table(("edition", "rulebook", "cards", *ORIGINS), rows)


def coverage() -> str:
    """Cards of each edition by kind and origin, the base game first."""
    catalogues = [load_catalogue((name,)) for name in NAMES]
    return "\n\n".join(f"{one.host.name}, edition `{one.host.id}`:\n\n{coverage_table(one)}" for one in catalogues)


def switches() -> str:
    """Every switch, and what it is in each edition."""
    hosts = [load_catalogue((name,)).switches for name in NAMES]
    rows = [
        (f"`{name}`", switch.meaning, *(str(host[name]).lower() for host in hosts)) for name, switch in SWITCHES.items()
    ]
    return _table(("switch", "meaning", *(f"`{name}`" for name in NAMES)), rows)


def blends() -> str:
    """The size of every set of editions."""
    rows = []
    for n in range(1, len(NAMES) + 1):
        for names in combinations(NAMES, n):
            cards = [card for card in load_catalogue(names).cards if card is not None]
            facts = spec(editions=names)
            sizes = (sum(card.copies for card in cards), len(cards), facts.num_actions, facts.flat_length)
            rows.append((" + ".join(names), *sizes))
    return _table(("editions", "cards", "types", "actions", "`flat`"), rows)


def actions() -> str:
    """Return the sections of the action space, and the verbs."""
    facts = spec()
    rows = [(f"`{s.name}`", s.start, s.size, s.meaning) for s in facts.action_sections]
    verbs = ", ".join(f"{v.value} {v.name.lower().replace('_', ' ')}" for v in Verb)
    told = (
        f"The space is `Discrete({facts.num_actions})`. Verbs by id: {verbs}. The other ids of this section are "
        "reserved and never legal."
    )
    return f"{_table(('section', 'first id', 'ids', 'meaning'), rows)}\n\n{told}"


def observation() -> str:
    """Return the sections of `flat` for four players, and the fields of a token."""
    facts = spec()
    once = [s for s in facts.flat_sections if not s.name.startswith(("seat1.", "seat2.", "seat3."))]
    flat = [(f"`{s.name}`", s.start, s.size, f"{s.low} to {s.high}", s.meaning) for s in once]
    starts = {s.name: s.start for s in facts.flat_sections}
    further = ", ".join(
        f"`seat{i}` {starts[f'seat{i}.cards'] - starts['seat0.cards']:+} for `cards`, "
        f"{starts[f'seat{i}.level'] - starts['seat0.level']:+} for the others"
        for i in range(1, facts.config.players)
    )
    tokens = [(f"`{p.name}`", p.size, f"{p.low} to {p.high}", p.meaning) for p in facts.token_fields]
    count, fields = facts.tokens_shape
    planes = N_GENERAL + MAX_PLAYERS * N_SEAT
    places, filters = (", ".join(f"{one.value} {one.name.lower()}" for one in enum) for enum in (TokenPlace, Filter))
    arrays = ", ".join(f"`{name}` {dtype.__name__}[{size}]" for name, (size, dtype) in SPARSE_ARRAYS.items())
    sparse = (
        f"### `sparse`\n\n`sparse` has the arrays {arrays}. The planes of six players begin at index {planes}. With n "
        f"players, the index of an entry of a plane is its index in `flat` plus {N_SEAT}·({MAX_PLAYERS} − n); the "
        "index of any other entry is that in `flat`."
    )
    tokens_are = (
        f"### `tokens`\n\n`tokens` is a dict of `cards`, int16[{count}, {fields}], and `globals`, "
        f"int16[{facts.globals_length}]. `globals` has the sections of `flat` before the planes, for six seats and "
        "clipped to int16 instead of int8 (`mk.spec().global_sections`). Each row of `cards` has the fields below. A "
        "field that does not apply to a card is 0.\n\n"
        f"`TokenPlace`: {places}. `fight` means enhancers and spent cards, `aside` cards that are being resolved, "
        "`spoils` shown treasure, `known` cards in the hands of others, `pile` known cards of draw piles."
    )
    return "\n\n".join(
        (
            f"### `flat`\n\n`flat` is int8[{facts.flat_length}] for four players in the base edition.",
            _table(("section", "offset", "size", "range", "meaning"), flat),
            f"The other seats have the same fields as `seat0` at these offsets: {further}.",
            f"Numbers of `Filter`, which [Effect words](words.md#filters) explains: {filters}.",
            tokens_are,
            _table(("field", "size", "range", "meaning"), tokens),
            sparse,
        )
    )


def presets() -> str:
    """Return the purpose of each preset, its settings, and the length of its games."""
    rows = []
    for preset in all_presets().values():
        settings = ", ".join(f"`{name}={value}`" for name, value in preset.settings.items())
        decisions = (f"{one.decisions:,}" for one in preset.typical)
        rounds = (str(one.rounds) for one in preset.typical)
        times = (str(one.milliseconds) for one in preset.typical)
        rows.append((f"`{preset.name}`", preset.words, settings, *map(" / ".join, (decisions, rounds, times))))
    bots = " / ".join(f"`{one.bot}`" for one in next(iter(all_presets().values())).typical)
    measured = (f"{what}, {bots}" for what in ("decisions", "rounds", "ms"))
    return _table(("preset", "what it is", "settings", *measured), rows)


def releases() -> str:
    """The releases and their versions, and the sources as they are."""
    coming = "(unreleased)" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8").split("\n## ")[1]
    rows = [
        (one.package, f"`-v{number}`", one.rules, one.observation, one.action, one.save)
        for number, one in zip(id_numbers(), RELEASES, strict=False)
    ]
    here = numbers()
    if coming:
        rows.pop()
    rows.append(("these sources" + " (not released)" * coming, f"`-v{id_numbers()[-1]}`", *here.values()))
    return _table(("release", "ids", *here), rows)


def histories() -> str:
    """Changes of each version number, from the docstrings of `munchkin_env.versions`."""
    source = (ROOT / "munchkin_env" / "versions.py").read_text(encoding="utf-8")
    rows = []
    for name, text in re.findall(r'^(\w+)_VERSION = \d+\n"""(.*?)"""', source, re.DOTALL | re.MULTILINE):
        for number, change in re.findall(r"^(\d+): (.*)\.$", text.partition("History:")[2], re.MULTILINE):
            rows.append((name.lower(), number, change))
    return _table(("number of", "value", "what changed"), rows)


def measured_with(name: str) -> str:
    """The rules version of a published table, and the current one."""
    found = ", ".join(results.versions(name))
    current = ", the current one" if found == str(RULES_VERSION) else f"; the current version is {RULES_VERSION}"
    return f"Measured with rules version {found}{current}."


DOCUMENTS: dict[str, dict[str, Callable[[], str]]] = {
    "README.md": {"summary": specification.summary, "baselines": partial(baselines.base, intervals=False)},
    "docs/install.md": {"extras": specification.extras},
    "docs/reference/config-fields.md": {"fields": table_of_fields},
    "docs/results/baselines.md": {
        "four": baselines.base,
        "sizes": baselines.sizes,
        **{f"editions {one}": partial(baselines.editions, one) for one in ("greedy", "veteran")},
        "selection": baselines.selection,
        "recipes": baselines.recipes,
        "training": baselines.training,
        "state": baselines.state,
    },
    "docs/challenge.md": {"leaderboard": results.leaderboard},
    "docs/results/challenge-2026-11.md": {
        **{track: partial(results.page, f"challenge-{track}") for track in leaderboard.MADE},
        "generalisation": partial(results.page, "generalisation"),
        "left out": partial(results.page, "left-out"),
    },
    "docs/editions.md": {
        "editions": editions,
        "coverage": coverage,
        "switches": switches,
        "blends": blends,
        "lengths": partial(results.page, "game-lengths"),
        "measured": partial(measured_with, "game-lengths"),
    },
    "docs/environment.md": specification.TABLES,
    "docs/formal.md": {
        **{name: partial(results.page, f"formal-{name}") for name in formal.TABLES},
        "sizes": formal.sizes,
        "measured": partial(measured_with, "formal-horizon"),
    },
    "docs/guides/own-bot.md": {"protocol": specification.protocol},
    "docs/guides/language.md": {
        "passes": reference.passes,
        "prompting": reference.prompting,
        "promises": reference.promises,
    },
    "docs/results/libraries-2026-11.md": {
        "memory": partial(results.page, "memory"),
        "single-file": partial(results.page, "single-file"),
    },
    "docs/results/many-machines-2026-11.md": {
        "many-machines": partial(results.page, "many-machines"),
        "many-machines-rates": partial(results.page, "many-machines-rates"),
    },
    "docs/neighbours.md": {"other environments": partial(results.page, "other-environments")},
    "docs/results/speed-2026-11.md": {"first hour": partial(results.page, "first-hour")},
    "docs/results/index.md": {"tables": results.index},
    "docs/versions.md": {"releases": releases, "histories": histories},
    "docs/reference/actions.md": {"actions": actions},
    "docs/reference/api/vocabulary.md": {
        "verbs": reference_words.verbs,
        "decisions": reference_words.decisions,
        "other words": reference_words.others,
    },
    "docs/reference/commands.md": {"commands": reference.commands},
    "docs/reference/observations.md": {"observation": observation},
    "docs/reference/settings.md": {"settings": reference.settings, "presets": presets},
    "docs/reference/words.md": {"words": reference.words, "values": reference_cards.values},
}


def filled(document: str) -> str:
    """The document with its generated blocks as the code has them now."""
    text = (ROOT / document).read_text(encoding="utf-8")
    for name, make in DOCUMENTS[document].items():
        pattern = re.compile(rf"(<!-- generated: {name} -->\n).*?(<!-- end -->)", re.DOTALL)
        if not pattern.search(text):
            raise ValueError(f"{document}: expected a block <!-- generated: {name} --> … <!-- end -->, got none")
        block = make()
        text = pattern.sub(lambda found, block=block: f"{found[1]}{block}\n{found[2]}", text)
    return text


if __name__ == "__main__":
    for document in DOCUMENTS:
        (ROOT / document).write_text(filled(document), encoding="utf-8")
