"""Figures of README, paper and guides are those of the published tables and logs, and prose says what the code does."""

import csv
import json
import re
from dataclasses import fields
from pathlib import Path

import pytest

import munchkin_env as mk
from benchmarks import baselines, shipped
from munchkin_env.cli.main import commands as all_commands
from munchkin_env.envs.base import LearnerOptions
from munchkin_env.observation.layout import MAX_ENTRIES
from tests.architecture.test_style import prose_of

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
RESULTS = DOCS / "results"
PAGES = [ROOT / "README.md", *sorted(DOCS.glob("*.md")), *sorted((DOCS / "guides").glob("*.md"))]
MADE = ("generated.md",)  # written by a benchmark as a whole
CONSTANTS = {"0", "10", "25", "45", "50", "88", "95", "100"}
"""Whole percentages of definitions: chance levels, interval levels, shares of new cards, an example of wording."""
PRINTING = ("interfaces", "evaluation", "positions", "datasets", "language")
"""Guides whose examples take seconds."""
SPEED = re.compile(r"[\d,]+ decisions per second")
FIGURE = re.compile(r"(\d[\d,]*(?:\.\d+)?)(?: %| points\b)")


def text_of(page: Path) -> str:
    return page.read_text(encoding="utf-8")


def table(name: str) -> list[dict[str, str]]:
    with open(RESULTS / f"{name}.csv", encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_every_figure_is_in_a_published_table_or_log():
    """Percentages with a decimal are measurements: each is in docs/results; whole ones are constants of definitions."""
    sources = "\n".join(text_of(file) for file in sorted(RESULTS.iterdir()) if file.suffix in (".csv", ".md"))
    found = []
    for page in PAGES:
        if page.name in MADE:
            continue
        prose = re.sub(r"(?m)^\|.*$", "", prose_of(text_of(page)))
        for figure in FIGURE.findall(prose):
            known = re.search(rf"(?<![\d.,]){re.escape(figure)}(?![\d,]|\.\d)", sources) if "." in figure else None
            if not known and figure not in CONSTANTS and not (figure.isdigit() and int(figure) <= 20):
                found.append(f"{page.name}: {figure}")
    assert not found, found


def test_prose_cites_the_baselines():
    """Win rates in the paper and the comparison of measurements, and the lengths in the datasheet, are rows."""
    rows = {row["row"]: row for row in table("baselines")}
    paper = " ".join(text_of(DOCS / "paper.md").split())
    for name in ("random", "greedy", "veteran", "pretrained"):
        wins = rows[f"{name}-vs-greedy"]["wins"]
        assert re.search(rf"`{name}` (wins )?{re.escape(wins)} %", paper), f"docs/paper.md: {name}: expected {wins} %"
    greedy, veteran = (rows[f"pretrained-vs-{others}"]["wins"] for others in ("greedy", "veteran"))
    assert f"| this page | {greedy} % | {veteran} % |" in text_of(RESULTS / "baselines.md")
    four = [rows[f"greedy-vs-greedy{edition}"] for edition in ("", "-cthulhu", "-star", "-extended")]
    rounds = [round(float(row["rounds"])) for row in four]
    decisions = [round(int(row["steps"]) / int(row["games"]), -1) for row in four]
    told = f"{min(rounds)} to {max(rounds)} rounds and {min(decisions):,.0f} to {max(decisions):,.0f} decisions"
    assert told in text_of(DOCS / "datasheet.md"), f"docs/datasheet.md: expected {told}"


def test_guides_hold_no_measurements():
    """A guide has no interval and no date of a measurement; they are in docs/results."""
    for page in sorted((DOCS / "guides").glob("*.md")):
        prose = prose_of(text_of(page))
        assert not re.search(r"\[\d+\.\d+, \d+\.\d+\]|\b20\d\d-\d\d-\d\d\b", prose), page.name


def test_the_speeds_in_prose_are_those_of_the_table():
    """ "Exceeds a million" is the compiled loop, "two thirds" the vector from Python, "a twentieth" the AEC loop."""
    rows = {row["by"]: float(row["decisions/s"].replace(",", "")) for row in table("other-environments")}
    loop = next(rate for by, rate in rows.items() if by.startswith("compiled loop"))
    vector = next(rate for by, rate in rows.items() if ".step` from Python" in by)
    aec = next(rate for by, rate in rows.items() if by.startswith("PettingZoo AEC"))
    assert loop > 1_000_000
    assert 0.6 < vector / loop < 0.72
    assert 0.04 < aec / loop < 0.06
    for page in (ROOT / "README.md", DOCS / "paper.md", DOCS / "guides" / "speed.md"):
        text = " ".join(text_of(page).split())
        assert re.search(r"compiled loop[^.]* exceeds a million decisions a second on one core", text), page.name


def test_the_time_of_the_tutorial_is_that_of_the_table():
    """README says three to six minutes of training."""
    seconds = next(float(row["seconds"]) for row in table("first-hour") if row["step"] == "4. Train")
    assert 180 <= seconds <= 360
    assert "three to six minutes" in text_of(ROOT / "README.md")


@pytest.mark.rotating
@pytest.mark.compiled
@pytest.mark.parametrize("page", ["environment.md", *(f"guides/{name}.md" for name in PRINTING)])
def test_examples_print_what_the_page_shows(page, capsys):
    """Each example in Python runs, one after the other; those with an output below print it, but for speeds."""
    pieces = re.findall(r"^```(\w+)\n(.*?)^```", text_of(DOCS / page), re.MULTILINE | re.DOTALL)
    names: dict[str, object] = {"__name__": "__main__"}
    shown = 0
    for (kind, code), (below, output) in zip(pieces, [*pieces[1:], ("", "")], strict=True):
        if kind == "python":
            exec(compile(code, page, "exec"), names)
            printed, shows = capsys.readouterr().out, below == "text"
            if shows:
                shown += 1
                assert SPEED.sub("", printed).strip() == SPEED.sub("", output).strip()
    assert shown


def test_sizes_of_sparse_observations_are_those_of_the_code():
    named = re.findall(r"`data` \w+\[(\d+)\]", text_of(DOCS / "reference" / "observations.md"))
    assert named == [str(MAX_ENTRIES)]
    assert f"(N, {MAX_ENTRIES})" in (mk.SelfPlayVecEnv.__doc__ or "")


def test_a_bot_of_a_guide_has_no_name_of_the_package():
    own = re.findall(r'^    name = "([^"]+)"$', text_of(DOCS / "guides" / "own-bot.md"), re.MULTILINE)
    assert own
    assert not set(own) & {*mk.scripted_partners(), "random", "greedy", "veteran", "rollout", "pretrained"}


def test_no_release_is_listed_that_does_not_exist():
    unreleased = "(unreleased)" in text_of(ROOT / "CHANGELOG.md").split("\n## ")[1]
    assert ("these sources (not released)" in text_of(DOCS / "versions.md")) == unreleased


def described(word: str) -> list[tuple[str, str]]:
    """Sentences of README, guides and pages of explanation with the word, each with the name of its page."""
    found = []
    for page in [*PAGES, ROOT / "configs" / "README.md", RESULTS / "baselines.md"]:
        text = re.sub(r"```.*?```|\]\([^)]*\)", "]", text_of(page), flags=re.DOTALL)
        for sentence in re.split(r"(?<=[.:])\s|\n\n|\n(?=[|*-])|,(?= and the)", text):
            if word in sentence:
                found.append((page.name, " ".join(sentence.split())))
    return found


def test_the_recipe_of_the_benchmark_has_the_seeds_of_its_baselines():
    """The track `dev` joins as many training seeds of a recipe as the baselines have, and each page says so."""
    rows = (
        re.fullmatch(r"recipe (\w+) \((\d) seeds\)(?:, trained under rules \d+)?", row["player"])
        for row in table("challenge-dev")
    )
    assert [(row[1], int(row[2])) for row in rows if row] == [("imitate_ppo", len(baselines.RECIPE_SEEDS))]
    for page in (DOCS / "challenge.md", DOCS / "paper.md"):
        assert re.search(r"recipe (`imitate_ppo` with|has) five training seeds", text_of(page)), page.name


@pytest.mark.parametrize(("recipe", "file"), shipped.FILES.items())
def test_the_shipped_policy_is_the_median_seed_of_its_rows(recipe, file):
    trained = json.loads(text_of(file.with_suffix(".json")))
    seed = baselines.median_seed(recipe)
    assert trained["trained_on"]["seed"] == trained["config"]["run"]["seed"] == seed
    rows = {row["row"]: row for row in table("baselines")}
    assert len(trained["evaluation"]["rows"]) == 2
    for name, *figures in trained["evaluation"]["rows"]:
        assert name.startswith(f"{recipe}-{seed}-")
        assert figures == [rows[name][of] for of in trained["evaluation"]["columns"][1:]]
    curves = {row["seed"] for row in table("training-seeds") if row["recipe"] == recipe}
    assert curves == {str(one) for one in baselines.RECIPE_SEEDS}


def test_the_configs_of_the_shipped_policies_are_those_of_their_commands():
    """Pages that show the origin of `pretrained` name the configs of its files, and no other."""
    folder = ROOT / "munchkin_env" / "policies"
    commands = " ".join(
        json.loads(text_of(folder / f"{name}.json"))["command"] for name in ("pretrained", "pretrained_all_editions")
    )
    made = {file.stem for file in (ROOT / "configs").glob("*.yaml") if re.search(rf"\b{file.stem}\b", commands)}
    assert made == set(baselines.RECIPES)
    for name, sentence in described("`pretrained"):
        for config in re.findall(r"(\w+)\.yaml", sentence):
            assert config in made, f"{name}: {sentence}"


def test_the_datasheet_shows_shaping_as_an_option_of_environments():
    assert "shaping" in {option.name for option in fields(LearnerOptions)}
    assert "with `shaping=`; default 0" in text_of(DOCS / "datasheet.md")


def test_maskable_ppo_has_its_figures_in_rows_of_the_baselines_alone():
    assert not [name for name, text in described("MaskablePPO") if re.search(r"\d %", text)]
    for page in (ROOT / "README.md", RESULTS / "baselines.md"):
        assert not re.search(r"(?m)^\|.*MaskablePPO", text_of(page)), page.name


def test_every_command_has_an_example_with_its_output():
    """The page of commands links a page for each, which has the command in a block."""
    page = DOCS / "reference" / "commands.md"
    linked = re.findall(r"\[([^]]+)\]\((\.\./[^)#]+)", text_of(page).partition("with their output:")[2])
    shown = {name: page.parent / file for names, file in linked for name in re.findall(r"`(\w+)`", names)}
    assert shown.keys() == all_commands().keys()
    for name, file in shown.items():
        assert re.search(rf"```(?:sh|text)\n(?:(?!```)[^\n]*\n)*?(?:\$ )?munchkin {name}\b", text_of(file)), name


def test_examples_continue_a_finished_run_by_the_limit_that_ended_it():
    """A config with `run.seconds` ends by it: more timesteps alone would not continue the run."""
    files = [ROOT / "training" / "__main__.py", ROOT / "munchkin_env" / "cli" / "train.py", *PAGES]
    found = [line for file in files for line in re.findall(r"--resume runs/(\w+) run\.(\w+)=", text_of(file))]
    assert len(found) >= 3
    for config, limit in found:
        ends = "seconds" if "\n  seconds:" in text_of(ROOT / "configs" / f"{config}.yaml") else "total_timesteps"
        assert limit == ends, config


def test_self_play_is_described_with_its_reward():
    """`selfplay` has a dense reward by its config, and each description says so."""
    config = text_of(ROOT / "configs" / "selfplay.yaml")
    assert float(next(iter(re.findall(r"lead_coef: (\S+)", config)))) > 0
    told = [(name, text) for name, text in described("`selfplay`") if re.search(r"[Ss]elf-play\b", text)]
    assert len(told) >= 2
    for name, text in told:
        assert "dense reward" in text, f"{name}: {text}"


def test_the_residual_network_is_compared_with_the_bot_that_it_corrects():
    """Tables with results of `residual` have `veteran` on the same seeds."""
    assert "`veteran`" in {row["player"] for row in table("challenge-dev")}
    log = text_of(RESULTS / "experiments-2026-11.md")
    row = next(line for line in log.splitlines() if line.startswith("| `residual.yaml` |"))
    own = re.search(r"\| `veteran` itself, the same seeds \| (\S+) %", log)
    assert own is not None
    assert f"`veteran` with the same seeds: {own[1]} %" in row
