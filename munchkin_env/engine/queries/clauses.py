"""The words of a card: where its clauses stand."""

from collections.abc import Callable, Iterable
from typing import Any

from munchkin_env.cards.words import BY_ITSELF, SPENT, WORDS, WORDS_OF_BEFORE, Word, numbers_of
from munchkin_env.engine.kernels.kernel import inlined, kernel, made
from munchkin_env.engine.kernels.language import clauses
from munchkin_env.vocabulary import Aim, Harm, Trigger


def of_words(name: str, doc: str, which: Callable[[Word], bool]) -> Any:
    """A kernel `name(op)` that says whether this is true of the row of an effect word."""
    numbers = sorted({int(word.op) for word in WORDS.values() if which(word)})
    tests = " or ".join(f"op == {number}" for number in numbers)
    return made(f'def {name}(op):\n    """{doc}"""\n    return {tests}\n', __name__, {}, copied=True)


def adding_to(name: str, doc: str, field: Callable[[Word], str]) -> Any:
    """A kernel `name(record, op, n)` that adds `n` to the number of the record that the row of an effect word names."""
    lines = [
        f"    if op == {int(word.op)}:\n        record.{field(word)} += n\n" for word in WORDS.values() if field(word)
    ]
    return made(f'def {name}(record, op, n):\n    """{doc}"""\n{"".join(lines)}', __name__, {})


def _changed() -> Any:
    """A kernel `changed_by(op)`: the filter of the cards that a word changes for another, -1 if it changes none."""
    lines = [
        f"    if op == {int(word.op)}:\n        return {int(word.changes)}\n"
        for word in WORDS.values()
        if word.changes is not None
    ]
    return made(f"def changed_by(op):\n{''.join(lines)}    return -1\n", __name__, {})


def _harm() -> Any:
    """A kernel `harm_of(op)`: the cost of a word for its victim."""
    told = {0: Harm.NONE} | {int(word.op): word.harm for word in WORDS.values() if word.harm != Harm.SOMETHING}
    lines = [f"    if op == {op}:\n        return {int(harm)}\n" for op, harm in told.items()]
    return made(f"def harm_of(op):\n{''.join(lines)}    return {int(Harm.SOMETHING)}\n", __name__, {})


changed_by = _changed()
harm_of = _harm()
strikes_victim = of_words("strikes_victim", "The word happens to a victim.", lambda word: word.strikes)
is_bonus = of_words("is_bonus", "The word changes its owner's strength.", lambda word: word.adds_to == "bonus")
lays_out = of_words("lays_out", "The play itself puts the card in front of its player.", lambda word: word.laid_out)
needs_hand = of_words("needs_hand", "The target must have cards in hand.", lambda word: word.needs_hand)
moves_spent = of_words("moves_spent", "It moves a spent card that its play names.", lambda word: word.moves_spent)
counts_in_combat = of_words(
    "counts_in_combat",
    "A spent card that has it changes what counts in a combat.",
    lambda word: word.in_combat != "" and not SPENT.isdisjoint(word.triggers.get("always", ())),
)
plays_itself = of_words("plays_itself", "The card plays itself.", lambda word: word.moments == BY_ITSELF)
names_spent = of_words("names_spent", "Its play names a spent card.", lambda word: word.aims == {Aim.SPENT})
has_options = of_words("has_options", "One of the next clauses is chosen.", lambda word: "options" in word.params)
takes_matching = of_words(
    "takes_matching", "It takes what its filter matches.", lambda word: word.fails and "filter" in word.params
)
kills = of_words("kills", "Its victim dies.", lambda word: word.harm == Harm.LIFE)
kills_by_die = of_words("kills_by_die", "Its victim may die, by a roll.", lambda word: "death_up_to" in word.params)
gives_class = of_words(
    "gives_class", "A class comes, and may take the place of one.", lambda word: "in_any_case" in word.params
)


@inlined
def in_game(t, op):
    """Return True if some card of the game has the word; otherwise searches for it are skipped."""
    return (t.ops[op >> 6] >> (op & 63)) & 1 == 1


def bits_of_all(words: Iterable[int]) -> int:
    """The bits by which a card's `words` have some of these: two words may share a bit."""
    return sum(1 << bit for bit in {number & 63 for op in words for number in numbers_of(op)})


def _bits() -> Any:
    """A kernel `bits_of(op)`: the bits by which a card's `words` have a word; several if its arguments change its
    number."""
    several = {op: bits_of_all([op]) for op, _ in WORDS_OF_BEFORE}
    lines = [f"    if op == {op}:\n        return {bits}\n" for op, bits in several.items()]
    return made(f"def bits_of(op):\n{''.join(lines)}    return 1 << (op & 63)\n", __name__, {}, copied=True)


bits_of = _bits()


@kernel
def has_word(t, k, op):
    """Card type `k` may have the word: one bit stands for two words, so a yes is to be looked up, a no is not."""
    return t.card[k].words & bits_of(op) != 0


@inlined
def find_clause(t, k, trigger, op):
    """First clause of card type `k` with the trigger and word, 0 if none."""
    return search_clause(t, k, trigger, op) if has_word(t, k, op) else 0


@inlined
def monsters_have(s, op):
    """Some monster of the combat may have the word: as `has_word`, but asked of all at once."""
    return s.combat.words & bits_of(op) != 0


@kernel
def lasts_in_combat(t, k):
    """Change by a card of type `k` of counts in a combat, as long as it is there."""
    for i in clauses(t.card[k], Trigger.ALWAYS):
        if counts_in_combat(t.clause[i].op):
            return True
    return False


@kernel
def plays_out(t, k):
    """The play of a card of type `k` puts it in front of its player by what it says."""
    for i in clauses(t.card[k], Trigger.PLAY):
        if lays_out(t.clause[i].op):
            return True
    return False


@kernel
def search_clause(t, k, trigger, op):
    """As `find_clause`, without a look at the words that the type has."""
    for i in clauses(t.card[k], trigger):
        if t.clause[i].op == op:
            return i
    return 0
