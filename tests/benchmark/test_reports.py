"""ChallengeReport cards: played, written, read, verified, set side by side; and what is no card is refused."""

import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from munchkin_env.benchmark import tracks as seeds_module
from munchkin_env.benchmark.command import TRACKS as OFFERED
from munchkin_env.benchmark.leaderboard import draw_card, leaderboard
from munchkin_env.benchmark.report import (
    BASELINE,
    Budget,
    ChallengeReport,
    Figure,
    Recipe,
    Share,
    contradictions,
    figure_of,
    groups_of,
    overall,
    read_card,
    schema,
)
from munchkin_env.benchmark.run import run
from munchkin_env.benchmark.tracks import PARTNERS, PLAYER, TRACKS, seeds_of
from munchkin_env.benchmark.verify import unchecked_of, verify
from munchkin_env.cli.main import main
from munchkin_env.errors import ConfigError, SaveError
from munchkin_env.evaluation import evaluate
from munchkin_env.policies import scripted_partners
from tests.each import each

NO_TRAINING = "budget: expected no training and no recipe of random, which is not trained"
pytestmark = [pytest.mark.slow, pytest.mark.compiled]


@pytest.fixture(scope="module", autouse=True)
def _few_games_for_manners() -> Iterator[None]:
    """Every card and every verdict here plays those of the social figures: four deals say what ten do."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(TRACKS, "dev", replace(TRACKS["dev"], social=16))
        yield


@cache
def card(player: str = "greedy", sealed: bool = False) -> ChallengeReport:
    return run(player, "dev", games=8, sealed=sealed, progress=False)


@pytest.mark.rotating
def test_a_stage_is_a_match_that_evaluate_plays_too():
    found = card("greedy").results[0]
    seed = seeds_of("development", "").number("deals of three greedy")
    for bot, told in (("greedy", found.win_rate), (BASELINE, found.baseline)):
        result = evaluate([bot, "greedy", "greedy", "greedy"], games=8, seed=seed).bots[0]
        assert (told.value, told.low, told.high) == pytest.approx((result.win_rate, result.low, result.high), abs=1e-6)
    assert found.games == 8
    assert found.vs_baseline.value == pytest.approx(found.win_rate.value - found.baseline.value, abs=2e-6)


@pytest.mark.rotating
def test_the_baseline_gains_nothing_over_itself():
    one = card(BASELINE)
    for figure in one.results:
        assert figure.win_rate == figure.baseline
        assert figure.vs_baseline.value == 0
        assert figure.vs_baseline.low < 0 < figure.vs_baseline.high
    assert all(own == theirs for own, theirs in one.social.values())
    assert one.mean.vs_baseline.value == 0


@pytest.mark.rotating
def test_every_figure_has_an_interval_that_holds_it():
    one = card("greedy")
    shares = [getattr(figure, what) for figure in one.results for what in ("win_rate", "baseline", "vs_baseline")]
    shares += [
        getattr(group, what) for group in (*one.groups.values(), one.mean) for what in ("win_rate", "vs_baseline")
    ]
    shares += [share for both in one.social.values() for share in both if share is not None]
    assert len(shares) > 30
    assert all(share.low <= share.value <= share.high and share.low < share.high for share in shares)
    page = one.markdown().partition("| budget |")[0]
    numbers = [cell for line in page.splitlines() if "|" in line for cell in line.split("|")[2:] if "." in cell]
    assert len(numbers) > 40
    assert all("[" in cell for cell in numbers)


def test_a_card_is_written_read_and_holds(tmp_path):
    (tmp_path / "card.json").write_text(card().as_json())
    again = read_card(tmp_path / "card.json")
    assert again.as_json() == card().as_json()
    assert again == card()
    verdict = verify(again, deals=2)
    assert verdict.holds
    assert verdict.deals == 6
    assert not again.complete
    assert card().markdown().startswith("# greedy: dev\n")


# ----------------------------------------------------------------------- a cheat's ways


def improved(figure: Figure, deals: tuple[float, ...]) -> Figure:
    """The figure that other deals would make, in itself without fault."""
    stage = next(one for one in TRACKS["dev"].stages(seeds_of("development", "")) if one.name == figure.name)
    return figure_of(stage, deals, figure.baseline_deals)


def with_figures(one: ChallengeReport, *figures: Figure) -> ChallengeReport:
    groups = groups_of(figures)
    return replace(one, results=figures, groups=groups, mean=overall(groups))


@pytest.mark.nightly
def test_deals_that_were_improved_do_not_come_out_again():
    first, *rest = card().results
    better = with_figures(card(), improved(first, tuple(4.0 for _ in first.deals)), *rest)
    verdict = verify(better)
    assert verdict.complaints[0].startswith("three greedy: seed ")
    worse = replace(first, baseline_deals=tuple(0.0 for _ in first.deals))
    verdict = verify(with_figures(card(), figure_of(stage_of(first), worse.deals, worse.baseline_deals), *rest))
    assert any("wins of veteran" in one for one in verdict.complaints)


def stage_of(figure: Figure):
    return next(one for one in TRACKS["dev"].stages(seeds_of("development", "")) if one.name == figure.name)


@pytest.mark.nightly
def test_nobody_knows_which_deals_are_looked_at():
    """One improved deal of two is found by half of all samples: who improves few has to be lucky at every one."""
    first, *rest = card().results
    one = with_figures(card(), improved(first, (4.0, *first.deals[1:])), *rest)
    found: set[bool] = set()
    for sample in range(12):
        found.add(verify(one, deals=1, sample=sample, social=False).holds)
        if len(found) == 2:
            break
    assert found == {True, False}
    assert len({verify(card(), deals=1, social=False).sample for _ in range(3)}) == 3


def grown(share: Share) -> Share:
    return replace(share, value=min(1.0, share.value + 0.01), high=1.0)


@pytest.mark.rotating
@each(
    ("change", "complaint"),
    [
        (
            lambda one: {"mean": replace(one.mean, win_rate=grown(one.mean.win_rate))},
            "the mean: expected that of the groups",
        ),
        (lambda one: {"groups": {**one.groups, "base game": replace(one.mean)}}, "the groups: expected the means"),
        (lambda one: {"complete": True}, "complete: expected False, got True"),
        (lambda one: {"released": False}, "released: expected True, got False"),
        (lambda one: {"commitment": "0" * 64}, "the seeds: expected the commitment"),
        (lambda one: {"kind": "bot", "sha256": "0" * 64}, "the player's file: expected SHA-256 000"),
        (lambda one: {"social": {**one.social, "trades": (grown(one.mean.win_rate),) * 2}}, "the social figures"),
    ],
)
def test_what_a_card_says_otherwise_is_found(change, complaint):
    verdict = verify(replace(card(), **change(card())))
    assert any(complaint in one for one in verdict.complaints)


@each(
    "change",
    [
        {"low": 0.3}, {"chance_level": 0.2}, {"chairs": ("", "random", "random", "random")}, {"editions": ("star",)},
        {"games": 80}, {"group": "all"},
    ],
)  # fmt: skip
def test_a_figure_is_what_its_deals_make(change):
    first, *rest = card().results
    if "low" in change:
        change = {"win_rate": replace(first.win_rate, low=0.3, value=max(0.3, first.win_rate.value))}
    other = replace(card(), results=(replace(first, **change), *rest))
    assert any("expected" in one for one in verify(other, social=False).complaints)
    assert not verify(replace(card(), results=tuple(rest)), social=False).holds
    many = improved(replace(first), tuple(4.0 for _ in first.deals))
    many = replace(many, deals=(6.0, *many.deals[1:]))
    complaints = verify(with_figures(card(), many, *rest), social=False).complaints
    assert "no more wins with a seed than games" in complaints[0]


@pytest.mark.rotating
@each(
    ("change", "complaint"),
    [
        ({"hardware": "a very fast one"}, "hardware: expected MACHINE SYSTEM, Python VERSION, got 'a very fast one'"),
        ({"budget": {"milliseconds": 0.0}}, "budget.milliseconds: expected about "),
        ({"budget": {"cpu_minutes": 3.0}}, NO_TRAINING),
        ({"budget": {"decisions": 9}}, NO_TRAINING),
        ({"recipe": Recipe("mine", 1)}, NO_TRAINING),
        ({"recipe": Recipe("a\nb", 1)}, "recipe: expected a name beside a training seed, got 'a\\nb'"),
        ({"rules_trained": 1}, "rules_trained: expected None, got 1"),
    ],
)
def test_what_a_card_reports_of_itself_is_checked_or_called_so(change, complaint):
    made = card("random")
    if "budget" in change:
        change = {"budget": replace(made.budget, **change["budget"])}
    assert any(complaint in one for one in verify(replace(made, **change), deals=1, social=False).complaints)


def test_a_trained_policy_did_not_learn_in_no_time():
    assert contradictions("a.safetensors", "policy", Budget(0, 0, 5, 10, 1.0), None) == [
        "budget.cpu_minutes: expected some for a policy that was trained, got none",
        "budget.decisions: expected none in no time, got 5",
    ]
    assert contradictions("a.safetensors", "policy", Budget(3, None, 5, 10, 1.0), Recipe("mine", 0)) == []
    assert contradictions("first", "process", Budget(0, None, None, None, 1.0), None) == []
    with pytest.raises(ConfigError, match=r"^budget: expected no training and no recipe of greedy"):
        run("greedy", cpu_minutes=3, progress=False)


def test_what_is_left_to_believe_is_listed():
    made = card("random")
    assert verify(made, deals=1, social=False).unchecked == ("hardware",)
    told = replace(made, kind="process", budget=Budget(3, None, 9, None, 1.0), recipe=Recipe("mine", 1))
    assert unchecked_of(told) == ("hardware", "CPU minutes", "decisions", "recipe and training seed")
    page = told.markdown()
    assert "| cpu minutes | 3 | self-reported |" in page
    assert "| milliseconds | 1 | measured |" in page
    assert page.rstrip().endswith("(self-reported).")
    assert "training, CPU min (self-reported)" in leaderboard([told])


@pytest.mark.rotating
def test_one_file_is_no_two_training_seeds():
    made = [
        replace(
            card("random"),
            kind="policy",
            sha256="0" * 64,
            recipe=Recipe("mine", seed),
            budget=Budget(3, None, None, 5, 1.0),
        )
        for seed in (0, 1)
    ]
    with pytest.raises(ConfigError, match=r"^reports: expected a player for each training seed of recipe mine"):
        leaderboard(made)
    other = replace(made[1], sha256="1" * 64, budget=Budget(3000, None, None, 5, 1.0))
    with pytest.raises(ConfigError, match=r"^reports: expected one kind and class of budget of recipe mine"):
        leaderboard([made[0], other])


def test_a_key_is_there_once(tmp_path):
    """The last of two would count here, the first elsewhere."""
    text = card("random").as_json()
    for key, more in (("player", '"player": "veteran",'), ("value", '"value": 1.0,')):
        (tmp_path / "card.json").write_text(text.replace(f'"{key}":', f'{more} "{key}":', 1))
        with pytest.raises(SaveError, match=rf"^report: expected JSON, .*the key '{key}' is there twice"):
            read_card(tmp_path / "card.json")


@pytest.mark.nightly
def test_who_stops_where_it_is_best_is_not_complete(monkeypatch):
    """More games than the track asks for are no better than fewer: the number was chosen."""
    monkeypatch.setitem(TRACKS, "dev", replace(TRACKS["dev"], games=8))
    more = run("random", "dev", games=12, progress=False)
    assert not more.complete
    assert "not the track's number of games" in more.markdown()
    assert "complete: expected False, got True" in verify(replace(more, complete=True), social=False).complaints[0]
    assert run("random", "dev", games=5, progress=False).complete, "in whole deals"


@pytest.mark.rotating
def test_a_card_of_another_player_does_not_hold():
    assert not verify(replace(card(), player="random")).holds
    with pytest.raises(ConfigError, match=r"^report: versions: expected "):
        verify(replace(card(), versions={**card().versions, "rules": 1}))


@each("player", ["process:touch owned", "evil.zip", "../evil.safetensors", "language:x", "nobody"])
def test_a_card_opens_no_file_and_starts_no_program(player, tmp_path, monkeypatch):
    """A report of an untrusted program may give its player any name."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "evil.zip").write_bytes(b"PK")
    with pytest.raises(ConfigError, match=r"^player: expected one of random, greedy"):
        verify(replace(card(), player=player))
    for kind in ("policy", "process"):
        with pytest.raises(ConfigError, match=f"^player: expected the {kind} of the report"):
            verify(replace(card(), player=player, kind=kind, sha256="0" * 64))
    assert not (tmp_path / "owned").exists()


@pytest.mark.nightly
def test_who_knows_the_deals_of_a_card_loses_them_in_fresh_ones():
    """A player that plays as on its card holds; one whose card says more than it can do does not, whatever is
    replayed: here the deals that are looked at come out, since it is the veteran in them."""
    honest = verify(card(), deals=1, fresh=16, social=False)
    assert honest.holds
    assert [one.name for one in honest.fresh] == [one.name for one in card().results]
    first, *rest = card().results
    lucky = figure_of(stage_of(first), tuple(4.0 for _ in range(100)), first.baseline_deals[:1] * 100)
    complaints = verify(with_figures(card(), lucky, *rest), fresh=40, social=False).complaints
    assert any("standard errors more" in one for one in complaints)


@pytest.mark.rotating
def test_a_process_is_played_and_verified_by_its_command():
    command = f"process:{sys.executable} {Path(__file__).parents[1] / 'bots' / 'players.py'} draws"
    made = run(command, "dev", games=4, progress=False)
    assert (made.player, made.kind, made.sha256) == ("first", "process", None)
    assert verify(made, command, deals=1, social=False).holds
    with pytest.raises(ConfigError, match=r"^player: expected the process of the report, 'first', got none"):
        verify(made)
    assert "expected a process, got a bot" in verify(made, "greedy").complaints[0]


def test_a_strangers_words_are_no_markup():
    one = replace(card(), player="a|b`c\n# d", hardware="<script>")
    page = one.markdown() + leaderboard([one])
    assert "a?b?c?? d" in page
    assert "<script>" not in page
    first, *rest = one.results
    sly = replace(one, results=(replace(first, name="x\n| y |"), *rest), groups={"a|b": one.mean})
    assert "| a?b |" in sly.markdown()
    assert "| x?? y ? |" in sly.markdown()
    with pytest.raises(ConfigError, match=r"^reports: expected the questions \['base game', "):
        leaderboard([card(), sly])


def test_a_strangers_name_is_no_formula_of_the_picture(tmp_path):
    draw_card(replace(card(), player="_$\\frac$"), tmp_path / "card.png")
    assert (tmp_path / "card.png").stat().st_size > 1000


# ----------------------------------------------------------------------- seeds


def test_sealed_seeds_follow_from_the_package_and_nobody_chose_them(monkeypatch):
    seeds = seeds_of("sealed", "0.1.0")
    assert seeds == seeds_of("sealed", "0.1.0")
    assert seeds.root not in (seeds_of("sealed", "0.2.0").root, seeds_of("development", "0.1.0").root)
    assert not seeds.released("0.1.0")
    monkeypatch.setitem(seeds_module.COMMITMENTS, "0.1.0", seeds.commitment)
    assert seeds.released("0.1.0")
    assert not seeds.released("0.2.0")
    monkeypatch.setattr(seeds_module, "package_digest", lambda: "another")
    assert seeds_of("sealed", "0.1.0").root != seeds.root


def test_sealed_seeds_follow_from_the_package_alone(tmp_path, monkeypatch):
    """Neither the folder that it lies in nor what lies beside it counts; each of its sources does."""
    git = ["git", "ls-files", "munchkin_env/*.py", "munchkin_env/*.toml"]
    told = subprocess.run(git, cwd=seeds_module.PACKAGE.parent, capture_output=True, text=True, check=False).stdout
    counted = {f"munchkin_env/{file.relative_to(seeds_module.PACKAGE).as_posix()}" for file in seeds_module.sources()}
    assert counted == set(told.split()) or not told
    digests = set()
    for name in ("here", "there"):
        package = tmp_path / name / "package"
        package.mkdir(parents=True)
        (package / "rules.py").write_bytes(b"one = 1\r\n" if name == "here" else b"one = 1\n")
        (tmp_path / name / "beside.py").write_text(name)
        if name == "there":  # as an installed package has it
            (package / "_trainer").mkdir()
            (package / "_trainer" / "ppo.py").write_text("two = 2\n")
        monkeypatch.setattr(seeds_module, "PACKAGE", package)
        digests.add(seeds_module.package_digest())
    assert len(digests) == 1
    (package / "rules.py").write_text("one = 2\n")
    assert seeds_module.package_digest() not in digests


@pytest.mark.rotating
def test_a_sealed_card_says_so_and_holds():
    sealed = card("random", sealed=True)
    assert sealed.seeds == "sealed"
    assert sealed.package == seeds_module.package_digest()
    assert "unreleased" in sealed.markdown()
    assert verify(sealed, deals=1).holds


def test_tracks_name_what_there_is():
    assert tuple(TRACKS) == OFFERED
    assert set(PARTNERS) == set(scripted_partners())
    for track in TRACKS.values():
        stages = track.stages(seeds_of("development", ""))
        assert len({stage.name for stage in stages}) == len(stages)
        assert all(stage.chairs[0] == PLAYER for stage in stages)
    sizes = {name: len(track.stages(seeds_of("development", ""))) for name, track in TRACKS.items()}
    assert sizes == {"standard": 9, "unseen-cards": 12, "new-tables": 27, "dev": 3}


def test_cards_stand_side_by_side_the_best_first():
    text = leaderboard([card("random"), card("greedy"), card("veteran")])
    assert text.count("\n| `") == 3
    assert text.index("`greedy`") < text.index("`random`")
    assert text.count("`veteran` | ") >= 1
    twin = leaderboard([card("greedy"), replace(card("greedy"), player="mine"), card("random")])
    assert "`mine`, other number of games, plays as `greedy` does" in twin
    with pytest.raises(ConfigError, match=r"^reports: expected at least one"):
        leaderboard([])
    with pytest.raises(ConfigError, match=r"^reports: expected reports of dev by the same versions"):
        leaderboard([card("random"), replace(card("greedy"), versions={"rules": 1})])


def test_training_seeds_of_a_recipe_are_one_row():
    """With an interval over the seeds; fewer than five say so."""
    made = [
        replace(card(name), player=f"{name}.safetensors", recipe=Recipe("mine", seed))
        for seed, name in enumerate(("greedy", "veteran", "random"))
    ]
    text = leaderboard([*made, card("greedy")])
    assert text.count("| recipe mine (3 of 5 seeds), other number of games |") == 1
    assert text.count("\n| `") == 1
    (line,) = (line for line in text.splitlines() if "recipe mine" in line)
    values = [one.mean.win_rate.value for one in made]
    mean = np.mean(values)
    half = 4.303 * np.std(values, ddof=1) / 3**0.5
    assert f"{100 * mean:.1f} [{100 * max(0, mean - half):.1f}, {100 * min(1, mean + half):.1f}]" in line
    five = [replace(made[0], recipe=Recipe("mine", seed)) for seed in range(5)]
    assert "recipe mine (5 seeds)" in leaderboard(five)
    assert "recipe mine (1 of 5 seeds)" in leaderboard(five[:1])
    other = [replace(five[0], complete=False), replace(five[1], complete=True, rules_trained=3)]
    assert "recipe mine (2 of 5 seeds), other number of games, trained under rules 3" in leaderboard(other)
    with pytest.raises(ConfigError, match=r"^reports: expected one for each training seed of recipe mine"):
        leaderboard([made[0], made[0]])


def test_budgets_have_classes():
    def named(cpu: float | None, gpu: float | None = None) -> str:
        return Budget(cpu, gpu, None, None, 1.0).name

    assert [named(one) for one in (None, 0, 1, 30, 31, 600, 601)] == [
        "not reported", "no training", "up to 30 min", "up to 30 min", "up to 10 h", "up to 10 h", "above 10 h",
    ]  # fmt: skip
    assert named(20, 5) == "up to 30 min, GPU"


@each(
    ("arguments", "message"),
    [
        ({"cpu_minutes": -1}, "cpu_minutes: expected a number from 0, got -1"),
        ({"decisions": True}, "decisions: expected a number from 0, got True"),
        ({"decisions": 1e6}, "decisions: expected a whole number, got 1000000.0"),
        ({"recipe": "x"}, "training_seed: expected a whole number from 0 beside a recipe"),
        ({"training_seed": 1}, "recipe: expected a name beside a training seed"),
        ({"games": 0}, "games: expected a whole number from 1"),
        ({"processes": 0}, "processes: expected a whole number from 1"),
        ({"track": "slow"}, "track: expected"),
        ({"player": "language:x"}, "player: expected one of random, greedy"),
        ({"player": "nothing.safetensors"}, "player: expected a policy's file"),
        ({"player": 7}, "player: expected a bot, a policy's file or process:COMMAND"),
    ],
)
def test_what_cannot_be_run_is_refused(arguments, message):
    with pytest.raises(ConfigError, match=f"^{message}"):
        run(**{"player": "random", **arguments}, progress=False)


@each(
    ("change", "message"),
    [
        (lambda raw: raw.pop("track"), r"report\.track: expected it, got none"),
        (lambda raw: raw.update(track="slow"), r"report\.track: expected one of standard, unseen-cards"),
        (lambda raw: raw.update(format_version=1), r"report\.format_version: expected 3, got 1"),
        (lambda raw: raw.update(extra=1), r"report\.extra: expected one of format, .*, got an unknown field"),
        (lambda raw: raw["results"].clear(), r"report\.results: expected at least 1 entries, got"),
        (lambda raw: raw["mean"]["win_rate"].update(low=-1), r"report\.mean\.win_rate\.low: expected 0 to 1, got -1"),
        (lambda raw: raw["results"][0]["deals"].append(7), r"report\.results\[0\]\.deals\[2\]: expected 0 to 6, got 7"),
        (lambda raw: raw["social"]["helped"].pop(), r"report\.social\.helped: expected 2 to 2 entries"),
        (lambda raw: raw.update(player="x" * 201), r"report\.player: expected at most 200 characters"),
        (lambda raw: raw.update(recipe={"name": "x"}), r"report\.recipe\.seed: expected it, got none"),
        (lambda raw: raw["results"][0].update(games=True), r"report\.results\[0\]\.games: expected integer, got True"),
        (lambda raw: raw["budget"].update(milliseconds="fast"), r"report\.budget\.milliseconds: expected number"),
    ],
)
def test_what_is_no_card_is_refused_by_its_place(tmp_path, change, message):
    raw = json.loads(card().as_json())
    change(raw)
    (tmp_path / "card.json").write_text(json.dumps(raw))
    with pytest.raises(SaveError, match=message):
        read_card(tmp_path / "card.json")


def test_what_is_no_json_or_no_file_is_refused(tmp_path):
    (tmp_path / "card.json").write_text("{")
    with pytest.raises(SaveError, match=r"^report: expected JSON"):
        read_card(tmp_path / "card.json")
    with pytest.raises(ConfigError, match=r"^report: expected a readable file"):
        read_card(tmp_path / "none.json")


def test_the_schema_fits_every_card():
    wanted = schema()
    assert set(wanted["required"]) == set(json.loads(card().as_json()))


def test_the_command_runs_verifies_and_draws(tmp_path, capsys):
    file, picture = str(tmp_path / "card.json"), tmp_path / "card.svg"
    words = ["challenge", "run", "random", "--games", "4", "--json", file, "--plot", str(picture), "--cpu-minutes", "0"]
    assert main(words) == 0
    assert "# random: dev" in capsys.readouterr().out
    assert picture.stat().st_size > 1000
    assert main(["challenge", "verify", file, "--deals", "1"]) == 0
    assert "holds; 3 seeds" in capsys.readouterr().out
    assert main(["challenge", "table", file]) == 0
    assert "| `random`, other number of games |" in capsys.readouterr().out
    raw = json.loads((tmp_path / "card.json").read_text())
    assert main(["challenge", "verify", file, "--fresh", "8", "--no-social", "--sample", "5"]) == 0
    told = capsys.readouterr().out
    assert "three greedy: report " in told
    assert "sample 5" in told
    raw["commitment"] = "0"
    (tmp_path / "card.json").write_text(json.dumps(raw))
    assert main(["challenge", "verify", file]) == 1
    assert main(["challenge", "run", "random", "--cpu-minutes", "-1"]) == 2
    assert "cpu_minutes: expected a number from 0" in capsys.readouterr().err
