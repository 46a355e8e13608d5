"""Windows: who is asked, and the closed table of reactions (WINDOW-1 to WINDOW-3)."""

from munchkin_env.engine.atoms.cards import forget_fresh
from munchkin_env.engine.atoms.stack import ask, pop
from munchkin_env.engine.compiler.kernel import kernel
from munchkin_env.engine.facts.people import is_fighter, seat_after, takes_part
from munchkin_env.engine.position.action_ids import VERB0
from munchkin_env.engine.rules.aims import moments
from munchkin_env.engine.rules.windows import decides_again, has_the_word, is_cancellation
from munchkin_env.engine.wheel.ids import add
from munchkin_env.engine.wheel.possible import add_verb
from munchkin_env.vocabulary import Decision, Verb, Window, Windows, Zone


@kernel
def fighter_verbs(s, t, p, now, out, n):
    """Abilities of a fighter (CLASS-1, COMBAT-8)."""
    n = add_verb(s, t, p, Verb.BERSERK, now, out, n)
    n = add_verb(s, t, p, Verb.TURN_UNDEAD, now, out, n)
    n = add_verb(s, t, p, Verb.CHARM, now, out, n)
    n = add_verb(s, t, p, Verb.BACKSTAB, now, out, n)
    return add_verb(s, t, p, Verb.SEND_AWAY, now, out, n)


@kernel
def reactions(s, t, p, now, out, n):
    """WINDOW-3: the closed table of reactions; returns the count of ids.

    Without a list (None) it is only asked whether there is one, and what may be done besides (trades, showing and
    dropping) doesn't count.
    """
    window = s.window
    listing = out is not None
    n = add_verb(s, t, p, Verb.PLAY, now, out, n)
    if window == Window.SPOILS or (n and not listing):
        return n
    if window == Window.CURSE:
        return add_verb(s, t, p, Verb.USE_POWER, now, out, n)
    if window == Window.PLAYED or window == Window.OPENED or window == Window.ROOM:
        return n
    if window == Window.DISCARD:
        return add_verb(s, t, p, Verb.CLAIM, now, out, n)
    if window == Window.ROLL:
        n = add_verb(s, t, p, Verb.FLIGHT, now, out, n)
        return add_verb(s, t, p, Verb.RETRY, now, out, n)
    n = add_verb(s, t, p, Verb.STEAL, now, out, n)  # thieves steal also during a combat of others (CLASS-1)
    if s.combat.active == 0 or s.combat.leader != p:  # the leader has decisions of his own for it
        n = add_verb(s, t, p, Verb.USE_POWER, now, out, n)
    if n and not listing:
        return n
    if s.combat.active:
        if is_fighter(s, p):
            n = fighter_verbs(s, t, p, now, out, n)
            return at_will(s, t, p, now, out, n) if listing else n
        n = add_verb(s, t, p, Verb.BACKSTAB, now, out, n)
        # HELP-7: whoever is asked may offer himself, but only a declared defeat asks him for that alone
        if listing or window == Window.DEFEAT:
            n = add_verb(s, t, p, Verb.OFFER_HELP, now, out, n)
        return n
    return table_talk(s, t, p, window, now, out, n) if listing else n


@kernel
def table_talk(s, t, p, window, now, out, n):
    """WINDOW-4: what is no reaction, and may be done where nothing is going on."""
    if window == Window.TURN_START or window == Window.CHARITY:
        n = add_verb(s, t, p, Verb.TRADE, now, out, n)
        n = add_verb(s, t, p, Verb.GIVE, now, out, n)
    if window == Window.TURN_START:
        n = add_verb(s, t, p, Verb.SHOW_HAND, now, out, n)
        n = at_will(s, t, p, now, out, n)
    return n


@kernel
def at_will(s, t, p, now, out, n):
    """TURN-7, LASER-1: what may be done at any time, but is no reaction."""
    n = add_verb(s, t, p, Verb.DROP, now, out, n)
    if s.player[p].lasers > 1:
        n = add_verb(s, t, p, Verb.CARRY, now, out, n)
    return n


@kernel
def window_verbs(s, t, p, now, out, n):
    """What may be answered in the open window."""
    n = add(out, n, VERB0 + Verb.PASS)
    return reactions(s, t, p, now, out, n)


@kernel
def has_reaction(s, t, p):
    """WINDOW-3: the seat can react in the open window."""
    return reactions(s, t, p, moments(s, t, p), None, 0) > 0


@kernel
def is_heard(s, t, p, window, actor):
    """WINDOW-1: who has the word is asked only if somebody else has acted and the window settles something: otherwise
    he has just decided, or decides next. With open windows all are asked."""
    if s.rules.windows == Windows.OPEN or has_the_word(s, window) != p:
        return True
    return actor != p and not decides_again(s, t, window)


@kernel
def might_be_asked(s, t, p, f):
    """Whether the window, frame `f`, might ask the seat, as far as can be seen from the table."""
    own = f.a == Window.PLAYED and p == f.seat
    return not own and takes_part(s, p) and is_heard(s, t, p, f.a, f.other)


@kernel
def is_asked(s, t, p, window, actor):
    """WINDOW-1, WINDOW-3: living seats that can react; with open windows, all."""
    if not takes_part(s, p) or not is_heard(s, t, p, window, actor):
        return False
    return s.rules.windows == Windows.OPEN or has_reaction(s, t, p)


@kernel
def run_window(s, t, i):
    """WINDOW-1: clockwise from the left of whoever acted, until all have passed in a row."""
    f = s.frame[i]
    n = s.rules.players
    window = f.a
    s.window = window
    if is_cancellation(window) and s.card[f.c].zone != Zone.ASIDE:
        f.passes = n  # it has been cancelled
    while f.passes < n:
        p = seat_after(s, f.other, 1 + f.passes)
        if window == Window.PLAYED and p == f.seat:
            f.passes += 1  # his own card
            continue
        if is_asked(s, t, p, window, f.other):
            ask(s, i, p, Decision.WINDOW)
            return
        f.passes += 1
    s.window = 0
    if window == Window.DISCARD:
        forget_fresh(s)
    pop(s, i)
