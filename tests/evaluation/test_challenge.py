"""Report cards: played, written, read, verified, set side by side; and what is no card is refused."""

import json
from dataclasses import replace
from functools import cache

import pytest

from munchkin_env.cli.challenge import TRACKS as OFFERED
from munchkin_env.cli.main import main
from munchkin_env.errors import ConfigError, SaveError
from munchkin_env.evaluation import evaluate
from munchkin_env.evaluation.challenge import seeds as seeds_module
from munchkin_env.evaluation.challenge.card import Card, read_card, schema
from munchkin_env.evaluation.challenge.leaderboard import leaderboard
from munchkin_env.evaluation.challenge.running import run
from munchkin_env.evaluation.challenge.seeds import seeds_of
from munchkin_env.evaluation.challenge.tracks import PARTNERS, PLAYER, TRACKS
from munchkin_env.evaluation.challenge.verifying import verify
from munchkin_env.policies import partners

pytestmark = [pytest.mark.slow, pytest.mark.compiled]


@cache
def card(player: str = "greedy", sealed: bool = False) -> Card:
    return run(player, "quick", games=8, sealed=sealed, progress=False)


def test_a_stage_is_a_match_that_evaluate_plays_too():
    found = card("veteran").figures[0]
    seeds = seeds_of("development", "")
    result = evaluate(["veteran", "greedy", "greedy", "greedy"], games=8, seed=seeds.number("deals of three greedy"))
    assert found.games == 8
    assert found.share == result.players[0].win_rate
    assert (found.low, found.high) == (result.players[0].low, result.players[0].high)


def test_a_card_is_written_read_and_holds(tmp_path):
    (tmp_path / "card.json").write_text(card().as_json())
    again = read_card(tmp_path / "card.json")
    assert again.as_json() == card().as_json()
    assert again.figures == card().figures
    verdict = verify(again, deals=2)
    assert verdict.holds
    assert verdict.deals == 6
    assert card().markdown().startswith("# greedy: quick\n")


def test_a_card_whose_figures_were_improved_does_not_hold():
    first, *rest = card().figures
    better = replace(first, deals=tuple(4.0 for _ in first.deals), share=1.0, low=0.6, high=1.0)
    verdict = verify(replace(card(), figures=(better, *rest)))
    assert not verdict.holds
    assert verdict.complaints[0].startswith("three greedy: deal ")
    rounded = verify(replace(card(), figures=(replace(first, share=first.share + 0.01), *rest)))
    assert "its deals do not make its share" in rounded.complaints[0]
    assert not verify(replace(card(), figures=tuple(rest))).holds


def test_a_card_of_another_player_or_other_seeds_does_not_hold():
    assert not verify(replace(card(), player="random")).holds
    assert "the seeds" in verify(replace(card(), commitment="0" * 64)).complaints[0]
    with pytest.raises(ConfigError, match=r"^player: expected the file of greedy, of SHA-256 abc"):
        verify(replace(card(), sha256="abc"))
    with pytest.raises(ConfigError, match=r"^card: versions: expected "):
        verify(replace(card(), versions={**card().versions, "rules": 1}))


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


def test_a_sealed_card_says_so_and_holds():
    sealed = card("random", sealed=True)
    assert sealed.seeds == "sealed"
    assert sealed.package == seeds_module.package_digest()
    assert "unreleased" in sealed.markdown()
    assert verify(sealed, deals=1).holds


def test_tracks_name_what_there_is():
    assert tuple(TRACKS) == OFFERED
    assert set(PARTNERS) == set(partners())
    for track in TRACKS.values():
        stages = track.stages(seeds_of("development", ""))
        assert len({stage.name for stage in stages}) == len(stages)
        assert all(stage.chairs[0] == PLAYER for stage in stages)
    sizes = {name: len(track.stages(seeds_of("development", ""))) for name, track in TRACKS.items()}
    assert sizes == {"standard": 9, "unseen-cards": 12, "new-tables": 27, "quick": 3}


def test_cards_stand_side_by_side_the_best_first():
    text = leaderboard([card("random"), card("greedy"), card("veteran")])
    assert text.count("\n| `") == 3
    assert text.index("`greedy`") < text.index("`random`")
    with pytest.raises(ConfigError, match=r"^cards: expected at least one"):
        leaderboard([])
    with pytest.raises(ConfigError, match=r"^cards: expected cards of quick by the same versions"):
        leaderboard([card("random"), replace(card("greedy"), versions={"rules": 1})])


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda raw: raw.pop("track"), r"card\.track: expected it, got none"),
        (lambda raw: raw.update(track="slow"), r"card\.track: expected one of standard, unseen-cards"),
        (lambda raw: raw.update(format_version=2), r"card\.format_version: expected 1, got 2"),
        (lambda raw: raw.update(extra=1), r"card\.extra: expected .* a field that no card has"),
        (lambda raw: raw["figures"].clear(), r"card\.figures: expected at least 1 of them"),
        (lambda raw: raw["figures"][1].update(share=1.5), r"card\.figures\[1\]\.share: expected 0 to 1, got 1\.5"),
        (lambda raw: raw["figures"][0].update(games=True), r"card\.figures\[0\]\.games: expected integer, got True"),
        (lambda raw: raw["budget"].update(milliseconds="fast"), r"card\.budget\.milliseconds: expected number"),
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
    with pytest.raises(SaveError, match=r"^card: expected JSON"):
        read_card(tmp_path / "card.json")
    with pytest.raises(ConfigError, match=r"^card: expected a file that can be read"):
        read_card(tmp_path / "none.json")


def test_the_schema_fits_every_card():
    wanted = schema()
    assert set(wanted["required"]) == set(json.loads(card().as_json()))


def test_the_command_runs_verifies_and_draws(tmp_path, capsys):
    file, picture = str(tmp_path / "card.json"), tmp_path / "card.svg"
    words = ["challenge", "run", "random", "--games", "4", "--json", file, "--plot", str(picture), "--cpu-minutes", "3"]
    assert main(words) == 0
    assert "# random: quick" in capsys.readouterr().out
    assert picture.stat().st_size > 1000
    assert main(["challenge", "verify", file, "--deals", "1"]) == 0
    assert "holds; 3 deals" in capsys.readouterr().out
    assert main(["challenge", "table", file]) == 0
    assert "| `random` |" in capsys.readouterr().out
    raw = json.loads((tmp_path / "card.json").read_text())
    raw["commitment"] = "0"
    (tmp_path / "card.json").write_text(json.dumps(raw))
    assert main(["challenge", "verify", file]) == 1
    assert main(["challenge", "run", "random", "--cpu-minutes", "-1"]) == 2
    assert "cpu-minutes: expected a number from 0" in capsys.readouterr().err
