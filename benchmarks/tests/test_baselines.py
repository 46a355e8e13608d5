"""Tests of the command that measures the baselines: its rows, what it keeps and takes up again, its tables."""

from pathlib import Path
from types import SimpleNamespace

import pytest

from benchmarks import baselines, results
from benchmarks.baselines import HEAD, Cells, Row, chosen, is_measured, keep, main, read, rows
from munchkin_env.versions import RULES_VERSION


def cells_of(row: Row, **others: str) -> Cells:
    measured = dict.fromkeys(HEAD, "1") | {"wins": "50.0", "low": "40.0", "high": "60.0", "rules": str(RULES_VERSION)}
    return {**measured, "row": row.name, **row.settings(), **others}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(results, "FOLDER", tmp_path)
    monkeypatch.setattr(results, "RUNS", tmp_path / "runs")
    return tmp_path


def test_no_two_rows_have_one_name_and_each_table_has_its_rows() -> None:
    names = {row.name for row in rows()}
    assert len(names) == len(rows())
    for player in baselines.PLAYERS:
        tables = [Row(player, others, n) for others in baselines.OTHERS for n in (3, 4, 6)]
        tables += [Row(player, others) for others in baselines.PLAYERS]
        tables += [Row(player, others, 4, one) for one in baselines.EDITIONS for others in ("greedy", "veteran")]
        assert {row.name for row in tables} <= names


def test_search_plays_fewer_games_and_comes_last_and_others_are_taken_in_turn() -> None:
    for row in rows():
        assert row.games == (1000 if baselines.SEARCH in (row.player, *row.opponents) else 4000), row.name
    played = [row for row in rows() if row.training_seed is None]
    searches = [baselines.SEARCH in (row.player, *row.opponents) for row in played]
    assert searches == sorted(searches)
    assert Row("random", "mixed", 6).opponents == ["greedy", "veteran", "pretrained", "greedy", "veteran"]
    assert Row("random", "search:120", 3).opponents == ["search:120", "search:120"]
    assert Row("pretrained", "mixed", 3, "star", "sampled").name == "pretrained-vs-mixed-3p-star-sampled"


def test_a_row_stays_until_its_settings_rules_or_policy_change(folder: Path) -> None:
    row, other = Row("pretrained"), Row("random")
    file = folder / "baselines.csv"
    assert read(file) == {}
    for one in (row, other):
        keep(file, cells_of(one))
    assert list(read(file)) == ["random-vs-greedy", "pretrained-vs-greedy"], "in the declared order"
    assert is_measured(row, read(file))
    assert not is_measured(Row("veteran"), read(file))
    for changed in ({"rules": "0"}, {"seed": "1"}, {"games": "8"}, {"policy": "of another file"}):
        keep(file, cells_of(row, **changed))
        assert not is_measured(row, read(file)), changed
        assert is_measured(other, read(file)), "the other row is kept"


def test_rows_are_taken_by_name_and_pattern() -> None:
    assert [row.name for row in chosen(["veteran-vs-greedy"], False)] == ["veteran-vs-greedy"]
    assert {row.player for row in chosen(["greedy-*"], False)} == {"greedy"}
    assert all(row.training_seed is None for row in chosen([], False))
    trained = next(row for row in chosen([], True) if row.name == "train-own-0")
    assert trained.policy.startswith("configs/ppo_scratch.yaml ")
    assert trained.policy.endswith("; 600 s")
    assert "; ".join(trained.policy.split("; ")[:2]) == baselines.identified(baselines.TRAINERS["own"].settings)
    with pytest.raises(SystemExit, match="expected names of --list, got 'nobody-\\*'"):
        chosen(["nobody-*"], False)


def test_rows_of_search_follow_its_policy_and_version(monkeypatch: pytest.MonkeyPatch) -> None:
    """The search bot takes its candidates from the shipped policy, so a new policy makes its rows old."""
    rival, alone = Row("random", baselines.SEARCH), Row("pretrained")
    assert rival.policy == f"{alone.policy}; search {baselines.SEARCH_VERSION}"
    assert alone.policy != "" == Row("random").policy
    before = rival.policy
    monkeypatch.setattr(baselines, "SEARCH_VERSION", baselines.SEARCH_VERSION + 1)
    assert rival.policy != before


def recipe_rows(name: str, wins: list[tuple[float, float]]) -> dict[str, Cells]:
    measured = [row for row in rows() if row.kind == "recipe" and row.player == name]
    assert [row.training_seed for row in measured] == [0, 0, 1, 1, 2, 2, 3, 3, 4, 4]
    rates = [rate for pair in wins for rate in pair]
    return {row.name: cells_of(row, wins=str(rate)) for row, rate in zip(measured, rates, strict=False)}


def test_a_command_is_identified_by_the_settings_of_its_config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(results, "ROOT", tmp_path)
    found = set()
    for text in ("a: 1\n", "# one\n\na: 1  # two\n", "a: 2\n"):
        (tmp_path / "one.yaml").write_text(text, encoding="utf-8")
        baselines.identified.cache_clear()
        found.add(baselines.identified("one.yaml b=1"))
    baselines.identified.cache_clear()
    assert len(found) == 2
    assert all(one.startswith("one.yaml b=1; ") for one in found)
    assert baselines.identified("a.module --option") == "a.module --option"


def test_the_median_seed_of_a_recipe_ships(folder: Path) -> None:
    wins = [(66.0, 36.0), (70.0, 35.0), (64.0, 37.0), (69.0, 39.0), (60.0, 45.0)]  # sums 102, 105, 101, 108, 105
    for cells in recipe_rows("imitate_ppo", wins[:4]).values():
        keep(folder / "baselines.csv", cells)
    assert len(baselines.recipes().splitlines()) == 2 + 4, "no mean before the last seed"
    for cells in recipe_rows("imitate_ppo", wins).values():
        keep(folder / "baselines.csv", cells)
    assert baselines.median_seed("imitate_ppo") == 1
    assert baselines.recipes().splitlines()[-1].startswith("| `imitate_ppo` | mean; 1 ships | 65.8 [")


def test_a_finished_run_of_a_recipe_is_not_trained_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("torch")
    monkeypatch.setattr(baselines, "TRAINED", tmp_path)
    monkeypatch.setitem(baselines.RECIPES, "imitate_ppo", "configs/smoke.yaml run.total_timesteps=1")
    policy, minutes, timesteps = baselines.recipe_run("imitate_ppo", 3)
    assert Path(policy) == tmp_path / "imitate_ppo-3" / "policy.safetensors"
    assert Path(policy).exists()
    assert minutes > 0 < timesteps
    assert "seed: 3" in (tmp_path / "imitate_ppo-3" / "config.yaml").read_text(encoding="utf-8")
    monkeypatch.setattr(baselines, "trained", lambda *words: pytest.fail("it is trained again"))
    assert baselines.recipe_run("imitate_ppo", 3) == (policy, minutes, timesteps)
    monkeypatch.setitem(baselines.RECIPES, "imitate_ppo", "configs/smoke.yaml run.total_timesteps=2")
    with pytest.raises(SystemExit, match=r"imitate_ppo-3: expected a run of configs/smoke.yaml, got other settings"):
        baselines.recipe_run("imitate_ppo", 3)


@pytest.mark.parametrize("kind", ["training", "recipe"])
def test_a_stopped_training_is_not_measured(kind: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The trainer ends at Ctrl-C and SIGTERM with a whole iteration and a status of its own."""
    pytest.importorskip("torch")
    monkeypatch.setattr(baselines, "TRAINED", folder)
    monkeypatch.setattr("training.__main__.run", lambda config, fields, resume: 143)
    row = next(row for row in rows() if row.kind == kind and row.player in ("own", "imitate_ppo"))
    with pytest.raises(SystemExit, match="143"):
        next(baselines.measured([row], folder / "baselines.csv", again=False))
    assert read(folder / "baselines.csv") == {}


def test_a_scaled_run_writes_elsewhere_and_continues(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("matplotlib")
    asked = []

    def play(row: Row, games: int, player: object = None) -> SimpleNamespace:
        asked.append((row.name, games))
        one = SimpleNamespace(win_rate=0.25, low=0.1, high=0.5)
        lengths = {"rounds": SimpleNamespace(mean=11.5), "decisions": SimpleNamespace(mean=1000.2)}
        return SimpleNamespace(bots=[one], games=games, **lengths)

    monkeypatch.setattr(baselines, "play", play)
    words = ["--scale", "0.01", "--rows", "random-vs-greedy"]
    main(words)
    assert "rows: 1, measured before: 0" in capsys.readouterr().out
    assert ("random-vs-greedy", 40) in asked
    file = folder / "runs" / "baselines-0.01.csv"
    cells = read(file)["random-vs-greedy"]
    assert [cells[name] for name in ("games", "wins", "low", "high", "steps")] == [
        "40",
        "25.0",
        "10.0",
        "50.0",
        "40008",
    ]
    assert cells["rules"] == str(RULES_VERSION)
    assert file.with_name("baselines-0.01-matrix.png").exists()
    assert not (folder / "baselines.csv").exists()
    asked.clear()
    main(words)
    assert "rows: 1, measured before: 1" in capsys.readouterr().out
    assert not asked
    main([*words, "--list"])
    assert capsys.readouterr().out.split() == ["random-vs-greedy", "40", "games", "measured"]


@pytest.mark.compiled
def test_a_row_is_the_match_of_its_players() -> None:
    cells = baselines.measure(Row("random", "veteran", 3, games=6))
    assert (cells["opponents"], cells["players"], cells["wins"]) == ("veteran veteran", "3", "0.0")


def test_tables_mark_figures_to_be_measured_again(folder: Path) -> None:
    file = folder / "baselines.csv"
    keep(file, cells_of(Row("greedy"), wins="25.0"))
    keep(file, cells_of(Row("greedy", "veteran"), wins="10.0", rules="6"))
    keep(file, cells_of(Row("greedy", "mixed"), wins="9.0", policy="an earlier one"))
    assert baselines.base(intervals=False).splitlines()[2:] == ["| `greedy` | 25.0 | 10.0 † | 9.0 † |"]
    assert baselines.base().splitlines()[2].startswith("| `greedy` | 25.0 [40.0, 60.0] |")
    assert baselines.state().startswith(f"1 of {len(rows())} rows have their present settings: 2 of rules version ")
    assert baselines.training() == "Not measured yet."
