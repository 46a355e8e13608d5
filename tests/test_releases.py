"""Ids of environments and what is stored: what other versions are told, and that no version rises without a new id."""

import gzip
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pettingzoo
import pytest

import munchkin_env as mk
from munchkin_env import releases, versions
from munchkin_env.benchmark.report import read_card
from munchkin_env.benchmark.verify import verify
from munchkin_env.envs import registration
from munchkin_env.envs.checkpoint import check_config, config_facts
from munchkin_env.policies.player import check_versions, policy_metadata
from munchkin_env.releases import RELEASES, Release, id_numbers, release_that_reads, retired
from munchkin_env.replays.replay import game_of
from tests.each import each

CARD = Path(__file__).resolve().parent / "benchmark" / "report.json"
NOW = releases.numbers()
OLD = Release("0.0.9", rules=1, observation=1, action=1, save=1, presets=("short", "gone"))
NEXT = Release("0.1.1", rules=1, observation=1, action=1, save=2, presets=("short",))
LATER = Release("0.2.0", rules=2, observation=1, action=1, save=2, presets=("short",))


def test_the_versions_are_public() -> None:
    public = (mk.RULES_VERSION, mk.OBSERVATION_VERSION, mk.ACTION_VERSION, mk.SAVE_VERSION)
    assert public == tuple(NOW.values())


def test_the_table_tells_of_the_sources_as_they_are() -> None:
    """A change that raises a version after a release raises the package's, too, whose row is then to be written."""
    row = {name: getattr(RELEASES[-1], name) for name in NOW}
    if RELEASES[-1].package == mk.__version__:
        assert row == NOW, "of a published release: raise the package's version; before: correct its row"
        assert RELEASES[-1].presets == tuple(mk.presets())
    assert len({one.package for one in RELEASES}) == len(RELEASES)


def test_ids_end_in_the_number_of_changes() -> None:
    """Saves alone make none; the sources are one further where they differ from the last release."""
    assert id_numbers([]) == [0]
    assert id_numbers([OLD, NEXT, LATER]) == [0, 0, 1, 2]
    assert id_numbers(RELEASES)[-1] == registration.NUMBER
    assert retired([OLD, NEXT, LATER]) == {0: NEXT, 1: LATER}
    assert retired(RELEASES[-1:]) == {}


@pytest.mark.parametrize("name", ["RULES_VERSION", "OBSERVATION_VERSION", "ACTION_VERSION", "SAVE_VERSION"])
def test_a_version_that_rises_after_a_release_is_a_new_id(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setattr(versions, name, getattr(versions, name) + 1)
    assert id_numbers(RELEASES[-1:]) == [0, int(name != "SAVE_VERSION")]


@pytest.fixture
def after_a_release(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Registries in which `-v0` is of before: the one release there was had other rules."""
    for name in registration.IDS:
        monkeypatch.delitem(pettingzoo.aec_registry, name, raising=False)
        monkeypatch.delitem(pettingzoo.parallel_registry, name, raising=False)
        monkeypatch.delitem(gymnasium.registry, name, raising=False)
    monkeypatch.setattr(registration, "NUMBER", 1)
    ids = {registration.environment_id("", 1): {}, registration.environment_id("short", 1): {"preset": "short"}}
    monkeypatch.setattr(registration, "IDS", ids)
    registries = (gymnasium.registry, pettingzoo.aec_registry, pettingzoo.parallel_registry)
    before = [set(registry) for registry in registries]
    registration.register_environments((OLD,))
    yield
    for registry, names in zip(registries, before, strict=True):
        for name in set(registry) - names:
            del registry[name]


MAKERS = {
    "one": lambda name: gymnasium.make(f"munchkin_env/Munchkin{name.title()}-v0", players=3),
    "rows": lambda name: gymnasium.make_vec(f"munchkin_env/Munchkin{name.title()}-v0", num_envs=2),
    "seats": lambda name: pettingzoo.make("aec", f"munchkin_env/Munchkin{name.title()}-v0"),
    "all seats": lambda name: pettingzoo.make("parallel", f"munchkin_env/Munchkin{name.title()}-v0"),
}


@pytest.mark.usefixtures("after_a_release")
@each("make", MAKERS)
@each("preset", ["", "short", "gone"])
def test_an_old_id_names_the_release_that_plays_it(make: str, preset: str) -> None:
    with pytest.raises(mk.RetiredEnvironment, match=r"-v0: expected .* -v1, got .* rules 1 \(here .*0\.0\.9 plays it"):
        MAKERS[make](preset)


@pytest.mark.usefixtures("after_a_release")
def test_the_new_id_plays() -> None:
    assert gymnasium.make("munchkin_env/Munchkin-v1", players=3).reset(seed=1)[1]["action_mask"].any()


def test_who_reads_what() -> None:
    known = [OLD, NEXT, LATER]
    assert release_that_reads(known, rules=1, save=2) == "munchkin_env 0.1.1 reads it: pip install munchkin-env==0.1.1"
    assert "0.1.1" in release_that_reads(known, rules=1)  # the newest of them
    assert release_that_reads(known, rules=2, save=1) == "no release of munchkin_env reads it"
    assert release_that_reads(known, rules=99) == release_that_reads(known, rules=NOW["rules"] + 1)
    assert release_that_reads(known, rules=99).startswith("a later version of munchkin_env wrote it")
    assert (
        release_that_reads(known, rules="a")
        == release_that_reads(known, rules=None)
        == "no release of munchkin_env reads it"
    )
    with pytest.raises(mk.ConfigError, match=r"versions: expected one of rules, .*, got 'cards'"):
        release_that_reads(known, cards=1)


def of_old() -> dict[str, Any]:
    """Stored files, by kind, and their readers, as the release 0.0.9 would have written them."""
    told = json.loads(gzip.decompress(mk.Game(seed=1).save()))
    save = gzip.compress(json.dumps({**told, "save": OLD.save, "rules": OLD.rules}).encode())
    rules = gzip.compress(json.dumps({**told, "rules": OLD.rules}).encode())
    spec = mk.spec()
    facts = {**policy_metadata(spec, "flat"), "observation_version": OLD.observation, "action_version": OLD.action}
    config, catalogue = mk.Game(seed=1).config, mk.Game(seed=1).catalogue
    state = {**config_facts(config, catalogue), "versions": np.array([1, 1, 1, 1], np.int64)}
    document = json.loads(mk.Game(seed=1, players=3).replay().as_json())
    document["versions"]["rules"] = OLD.rules
    measured = {name: getattr(OLD, name) for name in releases.MEASURED}
    card = read_card(CARD)
    return {
        "replay": lambda: game_of(mk.Replay(document)),
        "card": lambda: verify(replace(card, versions={**card.versions, "munchkin_env": "0.0.9.dev1", **measured})),
        "save": lambda: mk.Game.load(save),
        "policy": lambda: check_versions(facts, "mine"),
        "state": lambda: check_config(state, config, catalogue),
        "rules": lambda: mk.Game.load(rules),
    }


@each("kind", ["save", "policy", "state", "replay", "card"])
def test_what_is_stored_names_the_release_that_reads_it(monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    with pytest.raises(mk.MunchkinError, match=r"; .*no release of munchkin_env reads it"):
        of_old()[kind]()
    monkeypatch.setattr(release_that_reads, "__defaults__", ((OLD, *RELEASES),))
    with pytest.raises(mk.MunchkinError, match=r"munchkin_env 0\.0\.9 reads it: pip install munchkin-env==0\.0\.9$"):
        of_old()[kind]()


def test_a_card_names_the_release_that_made_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """A report also stores its generator and partners, which no other release need have."""
    monkeypatch.setattr(releases, "RELEASES", (OLD, *RELEASES))
    card = read_card(CARD)
    with pytest.raises(mk.ConfigError, match=r"; munchkin_env 0\.0\.9 made it: pip install munchkin-env==0\.0\.9$"):
        verify(replace(card, versions={**card.versions, "munchkin_env": "0.0.9"}))


def test_a_mixture_that_no_release_wrote(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(release_that_reads, "__defaults__", ((OLD, *RELEASES),))
    with pytest.raises(mk.SaveError, match=f"rules version: expected {NOW['rules']}, got 1; no release"):
        of_old()["rules"]()
