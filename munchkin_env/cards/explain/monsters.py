"""Texts of monsters and their enhancers besides strengths."""

from munchkin_env.cards.compile import Catalogue
from munchkin_env.cards.definition import Card, Clause
from munchkin_env.cards.explain.conditions import as_slot
from munchkin_env.cards.explain.grammar import SLOT_WORDS, article, count, tagged
from munchkin_env.vocabulary import Slot


def not_with(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    """Return the monsters to which an enhancer does not go."""
    tags = clause.param("tags")
    if tags is not None:
        return f"it is not played on {article(tagged('monster', tags))}"
    name = str(clause.param("card"))
    other = catalogue.name(catalogue.index(name if ":" in name else f"{card.edition}:{name}"))
    return f"it is not played on a monster that has {other}, nor is that on one that has it"


def all_draw(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    """Return the reward of everybody for a kill."""
    treasures = count(clause.number("count"), "treasure")
    return f"when it is killed every living player, from the leader on to the left, draws {treasures} face up"


def idle_slot(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    """Return the text of worn items that give nothing."""
    slot = as_slot(clause.param("slot"))
    what = "what is held in hands" if slot == Slot.HANDS else SLOT_WORDS[slot]
    change = clause.number("run_away")
    rolls = f", and all rolls to run away have {change:+d}" if change else ""
    return f"from its appearance until the combat ends, even if it leaves, {what} gives nobody anything{rolls}"
