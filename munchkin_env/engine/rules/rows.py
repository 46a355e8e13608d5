"""Rows: declarations of a verb, a frame, an aim or an effect word, with the functions that carry it out.

A verb is declared once, in the chapter that plays it; `dispatch/verbs.py` makes its dispatchers of the rows. A function
receives its parameters by name, wherever it is called:

    `s`, `t`      state and tables
    `p`           the player who decides
    `i`           the frame that asked
    `c`, `d`      the card, and the second card, that the action names or might name
    `q`           the seat that it names, or might
    `place`, `j`  the place of the combat that it names, or might; the monster there
    `n`           the number that it names; of options, the number of ids in `out`
    `k`           the card type that it names
    `now`         moments of legal plays, as bits of `Moment` (`aims.moments`)
    `ability`     the ability that the verb needs
    `stage`       the part that has just been settled; in `might_ask` the number of the round
    `agreed`      whether the action is yes
    `verb`        the verb of an action with parts
    `out`         the list of ids that options are written into

An effect word that happens is declared once, in the chapter that plays it; `dispatch/effects.py` makes its dispatcher.
Its function receives:

    `s`, `t`, `i`     state, tables, and the frame of the clauses
    `clause`, `word`  the number of the clause, and its word: `word.filter`
    `amount`          its amount, or the result of its die
    `victim`, `q`     the affected seat: of a play the named one, else the player
    `actor`           the seat that causes it
    `c`, `d`          the card whose clause it is, and the second card of its play
    `place`, `j`      the place of the combat that its play names; the monster there
    `n`               the number that its play names
"""

import ast
import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import IntEnum, IntFlag
from typing import Any

from munchkin_env.engine.kernels.kernel import made
from munchkin_env.vocabulary import Ability, Decision, Frame, Kind, Op, Stage, Verb, Where, Window, listed_decisions

NOWHERE = Where(0)


class Role(IntFlag):
    """Role of a player in the combat."""

    NO_COMBAT = 1
    LEADER = 2
    HELPER = 4
    BYSTANDER = 8


FIGHTER = Role.LEADER | Role.HELPER
IN_COMBAT = FIGHTER | Role.BYSTANDER
ANYBODY = IN_COMBAT | Role.NO_COMBAT


@dataclass(frozen=True)
class At:
    """Decisions at which a verb is listed if it is possible, and its rank in their lists."""

    rank: int
    decisions: tuple[Decision, ...]


@dataclass(frozen=True)
class During:
    """Windows in which a verb is listed if it is possible, and its rank in their lists (WINDOW-3)."""

    rank: int
    windows: tuple[Window, ...]
    roles: Role = ANYBODY
    """Roles of players who may take it."""
    reaction: bool = True
    """Players who can do this are asked; others may do it besides (WINDOW-4)."""


TURN = listed_decisions(lambda question: question.free)
FIGHT = listed_decisions(lambda question: question.fight)
OWN_COMBAT = (Decision.COMBAT,)
REACTS = listed_decisions(lambda question: question.reacts)
ALL = tuple(window for window in Window if window != Window.NONE)
CANCELLATIONS = (Window.CURSE, Window.PLAYED, Window.OPENED)
# in which there is nothing but a reaction to one thing
OF_ONE_CARD = (Window.ROLL, Window.DISCARD, Window.SPOILS, Window.ROOM, *CANCELLATIONS)
# A combat may be on in all of these, since a curse or a theft in it opens windows of its own.
NOT_OF_ROLLS = tuple(window for window in ALL if window not in OF_ONE_CARD)
# changes of the fight itself are over when its losers run away (FLEE-5)
NOT_OF_FLIGHT = tuple(window for window in NOT_OF_ROLLS if window != Window.FLIGHT)
BETWEEN_TURNS = (Window.TURN_START, Window.CHARITY)


def answered(which: Verb) -> tuple[Decision, ...]:
    """Decisions at which the verb is legal."""
    return tuple(decision for decision in Decision if which.name.lower() in decision.row.verbs.split())


def meanings(which: Verb) -> dict[Decision, str]:
    """Meaning where that row says so."""
    name = which.name.lower()
    return {decision: decision.row.means[name] for decision in Decision if name in decision.row.means}


@dataclass(frozen=True)
class VerbRow:
    """All that there is about a verb."""

    verb: Verb
    words: str
    """Meaning to the player who is asked."""
    lesson: str
    """Explanation for a newcomer."""
    lead: str = ""
    """Text of an action with parts before these are named."""
    parts: tuple[Stage, ...] = ()
    """Parts that follow the verb, in this order."""
    skipped: Mapping[Stage, Any] = field(default_factory=dict)
    """Parts that come only where this holds."""
    first: Any = None
    """First part, where that depends."""
    following: Any = None
    """Part that follows another one, where its card says so."""
    cards: Where = NOWHERE
    """Places of the cards that CARD and MORE ask for, or TERMS."""
    kinds: frozenset[Kind] = frozenset()
    """Of which kinds those cards are; empty: of any."""
    seconds: Where = NOWHERE
    """Places of the cards that SECOND and WANT ask for."""
    where: Any = None
    """Choice among those of SECOND, where its card says so."""
    ability: Ability = Ability.NONE
    """Ability that a race, class, item or curse must give the player."""
    word: IntEnum = Op.NONE
    """Word that some monster of the combat must have."""
    at: tuple[At, ...] = ()
    windows: tuple[During, ...] = ()
    words_at: Mapping[Decision, str] = field(default_factory=dict)
    """Meanings at decisions where it differs."""
    deal: bool = False
    """It offers something that another takes or leaves."""
    counts_gold: bool = False
    """The gold of its cards is added up."""
    unless: Verb | None = None
    """It is listed where that one, just before it, is not."""
    when: Any = None
    """Condition besides that of its first part."""
    needs: Any = None
    """Condition before all others: a stored fact or two of the player, and `now`."""
    possible: Any = None
    """Condition for a complete action, in place of a search for its first part."""
    card: Any = None
    """The card may be named."""
    second: Any = None
    """The second card may be named, or one of those that are asked for."""
    seat: Any = None
    """The player may be named."""
    place: Any = None
    """The place of the combat may be named."""
    amounts: tuple[Any, Any] = (0, 0)
    """The least and the most that may be named."""
    amount_words: tuple[str, str] = ("", "")
    """Text of the number and of one, `{}`, where it counts no treasures."""
    closes: Any = None
    """The set may be closed as it is."""
    told: Any = None
    """Public announcement of the action before it is carried out."""
    waits: Any = None
    """Its card can be cancelled before it works, if possible; True: whatever the card."""
    suits: Any = None
    """Of one that waits: whether it may name the second card `c` of a hand, as far as everybody can tell."""
    carry_out: Any = None
    """Effect of the action."""
    to_frame: str = ""
    """The column of the rule of the frame that asked which says what it does."""

    @property
    def decisions(self) -> frozenset[Decision]:
        """Condition of listing it, except in windows."""
        return frozenset(decision for entry in self.at for decision in entry.decisions)

    @property
    def during(self) -> frozenset[Window]:
        """The windows in which it may be listed."""
        return frozenset(window for entry in self.windows for window in entry.windows)


ROWS: dict[Verb, VerbRow] = {}
"""By verb, as chapters have declared them; `dispatch/verbs.py` has them all."""


def verb(which: Verb, words: str, lesson: str, **columns: Any) -> None:
    """Declare a verb. Raises ValueError if it has a row already."""
    if which in ROWS:
        raise ValueError(f"verb {which.name}: expected one row, got two")
    ROWS[which] = VerbRow(which, words, lesson, **columns)


RULES: dict[Frame, "Rule"] = {}
"""Continuations of frames, as chapters have declared them; `dispatch/running.py` has them all."""


@dataclass(frozen=True)
class Rule:
    """Continuation of a frame; `vocabulary.frames` shows its contents."""

    run: Any
    """Is given `s`, `t` and `i`, the index of the frame."""
    rare: bool = False
    """Some editions alone, or some settings, have such frames."""
    card: Any = None
    """Effect of naming a card type, `k`, without a verb."""
    seat: Any = None
    """Effect of naming a seat, `q`."""
    number: Any = None
    """Effect of naming a number, `n`."""
    options: Any = None
    """Write the ids of those cards, seats or numbers into `out`, from place `n` on. Returns their number."""
    passed: Any = None
    """Effect of a pass; None: the question is over."""
    done: Any = None
    """Effect of ending the choice."""
    decided: Any = None
    """Effect of a yes or a no, `agreed`."""
    secret: Any = None
    """Nobody else may see that it asks, though its question is open elsewhere (WINDOW-3)."""
    might_ask: Any = None
    """It might ask `p`, as far as the table shows; hands decide (WINDOW-3)."""
    comes_to: Any = None
    """It has come to `p`: what is written down for that, but for the seat."""
    counts: Any = None
    """Its round has come to the seat that is asked."""
    rounds: int = 1
    """Number of rounds; `might_ask` and `comes_to` are given the round as `stage`."""
    acted: Any = None
    """Step before an action with parts is carried out."""
    suits: Any = None
    """It may name the card `c` of a hand, as far as everybody can see."""
    of_hand: Any = None
    """Of whose hand such a card is, if everybody can tell that it is about one without a name for it; -1: nobody's."""
    only_asks: Any = None
    """All that it still does, if anything, is to ask others, unseen by `p`."""
    forgets: Any = None
    """Clear the parts that `p` does not know of it; a named card of a hand is cleared elsewhere."""
    quiet: Any = None
    """If it is the next to run, it is outside of a card's effects, a choice or a roll (QUICK-4)."""
    yields: Any = None
    """If it is the next to run, it waits for claims of discarded cards (QUICK-4).

    None: unless the mode of a card is yet to be declared.
    """
    unseen: bool = False
    """It waits for another player because of hidden cards: nobody else knows of it (TURN-6)."""


def frame(which: Frame, run: Any, **columns: Any) -> None:
    """Declare the rule of a kind of frame. Raises ValueError if it has one already."""
    if which in RULES:
        raise ValueError(f"frame {which.name}: expected one rule, got two")
    RULES[which] = Rule(run, **columns)


EFFECTS: dict[IntEnum, Any] = {}
"""Implementations of effect words, as chapters have declared them; `dispatch/effects.py` has them all."""


def effect(which: IntEnum, apply: Any) -> None:
    """Declare the implementation of an effect word. `apply` returns 1 if it did anything, else 0.

    One that returns nothing always does. None: its chapter carries it out before, and its clause never comes. Raises
    ValueError if the word has a row already.
    """
    if which in EFFECTS:
        raise ValueError(f"effect {which.name}: expected one row, got two")
    EFFECTS[which] = apply


def parameters(function: Callable[..., Any]) -> tuple[str, ...]:
    """Parameters of a kernel, compiled or not."""
    code = plain(function).__code__
    return tuple(code.co_varnames[: code.co_argcount])


def answers(function: Callable[..., Any]) -> bool:
    """A kernel returns something, by what is written."""
    (definition,) = ast.parse(inspect.getsource(plain(function))).body
    return any(isinstance(node, ast.Return) and node.value is not None for node in ast.walk(definition))


def plain(function: Callable[..., Any]) -> Any:
    """The function that a kernel is made of, compiled or not."""
    return getattr(function, "function", function)


class Maker:
    """Make kernels of rows, a line of source for each row, which calls the function of its chapter.

    Compiled code calls each function directly, and a dispatcher that is copied into its caller is made for the member
    that is named there; no table of functions would do so.
    """

    def __init__(self, module: str, given: Mapping[str, str], **names: Any) -> None:
        """Make kernels of one module.

        Args:
            module: its name.
            given: the source of what functions of the rows are given, by the names of their parameters.
            **names: what the source of the kernels may name besides those functions.
        """
        self.module = module
        self.given = given
        self.names = names

    def call(self, function: Any, **given: str) -> str:
        """Return the source of a call, each parameter given what it is called after. A number stands for itself."""
        if isinstance(function, int):
            return str(int(function))
        known = {**self.given, **given}
        name = function.__name__
        if self.names.setdefault(name, function) is not function:
            raise ValueError(f"{self.module}: expected one function called {name}, got two")
        return f"{name}({', '.join(known[parameter] for parameter in parameters(function))})"

    def kernel(self, head: str, doc: str, lines: Iterable[str], copied: bool = False) -> Any:
        """Return a kernel of these lines, which further ones may call.

        Args:
            head: its name and parameters.
            doc: its docstring.
            lines: its source.
            copied: it is copied into each caller, so that it is made for the member that is named there.
        """
        body = "".join(f"    {line}\n" for line in lines)
        kernel = made(f'def {head}:\n    """{doc}"""\n{body}', self.module, self.names, copied)
        self.names[kernel.__name__] = kernel
        return kernel

    def dispatcher(
        self, head: str, doc: str, answers: Mapping[Any, str], otherwise: str, before: Iterable[str] = (), **how: Any
    ) -> Any:
        """Return a kernel that maps each member to an expression of its own, all others to `otherwise`.

        The member is compared with a local name, that of its enum in lower case.
        """
        lines = []
        for which, answer in answers.items():
            enum = type(which)
            self.names.setdefault(enum.__name__, enum)
            lines.append(f"if {enum.__name__.lower()} == {enum.__name__}.{which.name}:\n        return {answer}")
        return self.kernel(head, doc, [*before, *lines, f"return {otherwise}"], **how)
