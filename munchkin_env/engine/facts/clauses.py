"""The words of a card: where its clauses stand."""

from munchkin_env.engine.compiler.kernel import inlined, kernel
from munchkin_env.engine.compiler.language import clauses


@inlined
def in_game(t, op):
    """Some card of the game has the word; else nothing is asked about it."""
    return (t.ops[op >> 6] >> (op & 63)) & 1 == 1


@kernel
def has_word(t, k, op):
    """Card type `k` may have the word: one bit stands for two words, so a yes is to be looked up, a no is not."""
    return (t.card[k].words >> (op & 63)) & 1 == 1


@inlined
def find_clause(t, k, trigger, op):
    """First clause of card type `k` with the trigger and word, 0 if none."""
    return search_clause(t, k, trigger, op) if has_word(t, k, op) else 0


@inlined
def monsters_have(s, op):
    """Some monster of the combat may have the word: as `has_word`, but asked of all at once."""
    return (s.combat.words >> (op & 63)) & 1 == 1


@kernel
def search_clause(t, k, trigger, op):
    """As `find_clause`, without a look at the words that the type has."""
    for i in clauses(t.card[k], trigger):
        if t.clause[i].op == op:
            return i
    return 0
