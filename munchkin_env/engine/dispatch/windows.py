"""Windows: seats that may react, and the closed table of reactions (WINDOW-1 to WINDOW-3)."""

from collections.abc import Iterable, Iterator

from munchkin_env.engine.dispatch.options import add_verb
from munchkin_env.engine.dispatch.verbs import VERBS, VerbMaker
from munchkin_env.engine.kernels.kernel import kernel
from munchkin_env.engine.mutations.cards import forget_fresh
from munchkin_env.engine.mutations.stack import ask, pop
from munchkin_env.engine.queries.clauses import monsters_have
from munchkin_env.engine.queries.people import is_fighter, seat_after, seats_between, takes_part
from munchkin_env.engine.rules.aims import common_moments, moments_of
from munchkin_env.engine.rules.rows import ALL, ANYBODY, During, VerbRow, frame
from munchkin_env.engine.rules.windows import (
    ask_next,
    decides_again,
    has_the_word,
    is_cancellation,
    restart_window,
)
from munchkin_env.vocabulary import Decision, Frame, Verb, Window, Windows, Zone


@kernel
def reacts_to_no_card(s, i):
    """The window is none of a roll, a curse or what may be cancelled."""
    window = s.frame[i].window
    return window != Window.ROLL and window != Window.CURSE and not is_cancellation(window)


@kernel
def role_of(s, p):
    """Role of the player in the combat: the number of a bit of `rows.Role`."""
    if s.combat.active == 0:
        return 0
    if s.combat.leader == p:
        return 1
    return 2 if is_fighter(s, p) else 3


def _bits(numbers: Iterable[int]) -> int:
    return sum(1 << number for number in numbers)


def _entry(verb: Verb, entry: During) -> str:
    """List a verb in its windows; a reaction is enough where no list is wanted."""
    tests = [] if entry.windows == ALL else [f"({_bits(entry.windows)} >> window) & 1"]
    tests += [] if entry.roles == ANYBODY else [f"({int(entry.roles)} >> role) & 1"]
    tests += [] if entry.reaction else ["listing"]
    lines = [f"n = add_verb(s, t, p, Verb.{verb.name}, now, out, n)"]
    lines += ["if n and not listing:", "    return n"] if entry.reaction else []
    return "\n    ".join([f"if {' and '.join(tests)}:", *(f"    {line}" for line in lines)] if tests else lines)


_entries = sorted(
    ((entry.rank, verb, entry) for verb, row in VERBS.items() for entry in row.windows), key=lambda entry: entry[:2]
)
_make = VerbMaker(__name__, add_verb=add_verb, role_of=role_of, monsters_have=monsters_have)
window_verbs = _make.kernel(
    "window_verbs(s, t, p, now, out, n)",
    "WINDOW-3: legal actions in the open window; without a list (None) only the existence of a reaction.",
    [
        "window = s.window",
        "role = role_of(s, p)",
        "listing = out is not None",
        *(_entry(verb, entry) for _, verb, entry in _entries),
        "return n",
    ],
)


def _looks(row: VerbRow) -> list[str]:
    """Condition of a reaction with the verb, as far as the player or the combat stores it."""
    looks = [f"monsters_have(s, {int(row.word)})"] if row.word else []
    return looks + ([_make.call_of(row, row.needs)] if row.needs is not None else [])


def _hints() -> Iterator[str]:
    """Properties of the reacting player that suffice, by window."""
    by_windows: dict[tuple[Window, ...], list[VerbRow]] = {}
    for _, verb, entry in _entries:
        if entry.reaction:
            by_windows.setdefault(entry.windows, []).append(VERBS[verb])
    for windows, rows in by_windows.items():
        abilities = sum(1 << row.ability for row in rows if row.ability)
        looks = [f"s.player[p].abilities & {abilities}"] if abilities else []
        for row in rows:
            looks += [] if row.ability else _looks(row) or ["True"]
        test = "" if windows == ALL else f"({_bits(windows)} >> window) & 1 and "
        yield f"if {test}({' or '.join(looks)}):\n        return True"


might_react = _make.kernel(
    "might_react(s, p, window, now)",
    "WINDOW-3: whether more than a look is needed to say that the seat can't react in the window.",
    [*_hints(), "return False"],
)


@kernel
def has_reaction(s, t, p, window, common):
    """WINDOW-3: the seat can react in the open window. common: the moments that are for everybody."""
    now = moments_of(s, t, p, common)
    return might_react(s, p, window, now) and window_verbs(s, t, p, now, None, 0) > 0


@kernel
def is_heard(s, t, p, window, actor):
    """WINDOW-1: ask the player with the word only if somebody else has acted and the window settles something.

    Otherwise that player has just decided, or decides next. With open windows all are asked.
    """
    if s.rules.windows == Windows.OPEN or has_the_word(s, window) != p:
        return True
    return actor != p and not decides_again(s, t, window)


@kernel
def might_be_asked(s, t, i, p):
    """The window, frame `i`, might ask the seat, as far as the table shows."""
    f = s.frame[i]
    own = f.window == Window.PLAYED and p == f.seat
    return not own and takes_part(s, p) and is_heard(s, t, p, f.window, f.other)


@kernel
def come_to_window(s):
    """Let a player react."""
    s.decision = Decision.WINDOW


@kernel
def count_passes(s, i):
    """Set the number of passes: all seats from the left of the last actor to the seat to act have passed."""
    f = s.frame[i]
    f.passes = seats_between(s, seat_after(s, f.other, 1), s.seat)


@kernel
def is_asked(s, t, p, window, actor, common):
    """WINDOW-1, WINDOW-3: living seats that can react; with open windows, all. common: as in `has_reaction`."""
    if not takes_part(s, p) or not is_heard(s, t, p, window, actor):
        return False
    return s.rules.windows == Windows.OPEN or has_reaction(s, t, p, window, common)


@kernel
def run_window(s, t, i):
    """WINDOW-1: clockwise from the left of the last actor, until all have passed in a row."""
    f = s.frame[i]
    n = s.rules.players
    window = f.window
    s.window = window
    if is_cancellation(window) and s.card[f.card].zone != Zone.ASIDE:
        f.passes = n  # it has been cancelled
    common = common_moments(s, t) if f.passes < n else 0
    while f.passes < n:
        p = seat_after(s, f.other, 1 + f.passes)
        if window == Window.PLAYED and p == f.seat:
            f.passes += 1  # own card
            continue
        if is_asked(s, t, p, window, f.other, common):
            ask(s, i, p, Decision.WINDOW)
            return
        f.passes += 1
    s.window = 0
    if window == Window.DISCARD:
        forget_fresh(s)
    pop(s, i)


@kernel
def forget_discards(s, i):
    """QUICK-4: a claim without success has begun the round of a discard again."""
    f = s.frame[i]
    if f.window == Window.DISCARD:
        f.other = s.turn_seat  # as it was opened
        f.passes = 0


frame(
    Frame.WINDOW,
    run=run_window,
    quiet=reacts_to_no_card,
    passed=ask_next,
    might_ask=might_be_asked,
    comes_to=come_to_window,
    counts=count_passes,
    acted=restart_window,
    forgets=forget_discards,
)
