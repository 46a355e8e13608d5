"""The mutations of `tests/tools/mutate_rules.py` fit the engine as it is; `make mutants` shows that each is noticed."""

import pytest

from tests.each import each
from tests.tools import mutate_rules, uncited


@each("mutation", mutate_rules.mutations(), ids=lambda mutation: mutation.rule)
def test_a_mutation_fits_the_engine(mutation):
    """One place to patch, still Python afterwards; the rule exists and a scenario cites it, or its tests exist."""
    source = (mutate_rules.ROOT / mutation.path).read_text(encoding="utf-8")
    broken = mutate_rules.patched(mutation, source)
    compile(broken, mutation.file, "exec")
    assert broken != source
    assert mutation.tier in mutate_rules.TIERS
    assert mutation.tests or mutation.rule in uncited.rule_ids()
    assert mutate_rules.tests_of(mutation)
    for test in mutation.tests:
        file, _, name = test.partition("::")
        assert not name or f"def {name}(" in (mutate_rules.ROOT / file).read_text(encoding="utf-8")


def test_many_rules_of_every_chapter_of_play_are_mutated():
    """A rule may be broken in several ways, each of its own."""
    mutations = mutate_rules.mutations()
    assert len({(mutation.rule, mutation.says) for mutation in mutations}) == len(mutations)
    rooms = {mutation.rule for mutation in mutate_rules.of_rooms()}
    assert rooms == {"observation", "envs", "training", "saves", "server"}
    assert len(mutate_rules.of_rooms()) >= 20
    rules = {mutation.rule for mutation in mutations} - rooms
    assert len(rules) >= 50
    chapters = {uncited.chapter(rule) for rule in rules}
    assert chapters >= {"GOLD", "SETUP", "DECK", "TURN", "PLAY", "COMBAT", "HELP", "FLEE", "DEATH", "ITEM", "WINDOW"}


def test_a_patch_that_fits_nowhere_is_refused():
    stray = mutate_rules.Mutation("GOLD-1", "nothing", "mutations/cards.py", "no such line", "")
    with pytest.raises(ValueError, match=r"GOLD-1: expected one place in mutations/cards\.py for the patch, got 0"):
        mutate_rules.patched(stray, "def lose_level():\n    pass\n")
