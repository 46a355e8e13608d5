"""Marks of an item in play by a curse, a die or its owner's declaration (CURSE-2).

Nothing here changes the game.
"""

from munchkin_env.engine.kernels.kernel import inlined, kernel
from munchkin_env.engine.kernels.language import cards
from munchkin_env.engine.queries.cards import (
    CURSES_HANG,
    cheated,
    hang_beside,
    has_flag,
    is_fitted,
    is_gear,
    is_item,
    kind_of,
)
from munchkin_env.engine.queries.clauses import find_clause
from munchkin_env.vocabulary import Flag, Op, Trigger, Zone


@kernel
def corrupting(t, k):
    """The clause by which a card of type `k` turns the bonus of what it hangs on into a penalty, 0 if it has none."""
    return find_clause(t, k, Trigger.ALWAYS, Op.CORRUPTS)


@inlined
def corruption(s, t, c):
    """The clause by which a card that hangs on the item `c` turns its bonus into a penalty, 0 if none does."""
    return search_corruption(s, t, c) if hang_beside(s, c, CURSES_HANG) else 0


@kernel
def search_corruption(s, t, c):
    """Return `corruption` of a card on a table with such a card."""
    for d in cards(s, s.card[c].zone):
        if s.card[d].host == c:
            clause = corrupting(t, t.type_of[d])
            if clause:
                return clause
    return 0


USED = int(Flag.USED_1 | Flag.USED_2 | Flag.USED_4)
USES = int(Flag.USED_1)  # the flags of a bonus are that many times the bonus


@kernel
def use_of(s, c):
    """The bonus declared for an item used in the combat, 1 if its die alone was rolled, 0 if it was not used."""
    return (s.card[c].flag & USED) // USES


CHOSEN = int(Flag.CHOSEN_1 | Flag.CHOSEN_2)
CHOICES = int(Flag.CHOSEN_1)  # the flags of a choice are that many times its number


@kernel
def choice_of(s, c):
    """Mode of the card in play that its owner declared, from 1 on; 0 if none."""
    return (s.card[c].flag & CHOSEN) // CHOICES


@kernel
def wager_of(t, c):
    """The clause by which the user of card `c` declares its bonus, 0 if none is declared."""
    return find_clause(t, t.type_of[c], Trigger.PLAY, Op.WAGER)


@kernel
def wagered(s, t, c):
    """Contribution of the item in this combat by its owner's declaration."""
    used = use_of(s, c)
    return used if used and wager_of(t, c) else 0


@kernel
def fickleness(t, c):
    """The clause by which a die says whether item `c` gives anything in a combat, 0 if none does."""
    return find_clause(t, t.type_of[c], Trigger.ALWAYS, Op.FICKLE)


@kernel
def is_mute(s, t, c):
    """The item gives nothing in this combat: its die was against it."""
    return has_flag(s, c, Flag.FAILED) and fickleness(t, c) != 0


@kernel
def cost_of(t, c):
    """The clause that says what it costs to use card `c`, 0 if it is no such card."""
    return find_clause(t, t.type_of[c], Trigger.ALWAYS, Op.COST)


@kernel
def options_of(t, c):
    """The clause before the options of card `c`, 0 if it has none."""
    return find_clause(t, t.type_of[c], Trigger.ALWAYS, Op.ONE_OF)


@kernel
def letters_counted(t, c):
    """The clause by which a Madness makes monsters stronger by the letters of their names, 0 if it has none."""
    return find_clause(t, t.type_of[c], Trigger.ALWAYS, Op.MONSTER_LETTERS)


@kernel
def shunned(t, c):
    """The clause by which a Madness bars its owner from helping some players, 0 if it has none."""
    return find_clause(t, t.type_of[c], Trigger.ALWAYS, Op.SHUN)


@kernel
def passed_for(t, c):
    """The clause by which an item makes its owner count as one of a class, 0 if it has none."""
    return find_clause(t, t.type_of[c], Trigger.ALWAYS, Op.PASSES_FOR)


@kernel
def claimed_by(t, c):
    """The clause by which a neighbour may take card `c` when it is discarded, 0 if it has none."""
    return find_clause(t, t.type_of[c], Trigger.ALWAYS, Op.CLAIMED_BY)


@inlined
def is_stuck(s, t, c):
    """CURSE-2: nothing takes an item that a curse has turned against its owner, nor what hangs on it."""
    return hang_beside(s, c, CURSES_HANG) and is_turned(s, t, c)


@kernel
def is_turned(s, t, c):
    """Return `is_stuck` of a card on a table with such a curse."""
    if is_fitted(kind_of(t, c)):
        return s.card[c].host != 0 and corruption(s, t, s.card[c].host) != 0
    return is_gear(kind_of(t, c)) and corruption(s, t, c) != 0


@kernel
def may_change_hands(s, t, c):
    """TRADE-1: return True if the cards attached to an item on a table allow a trade, gift, promise or theft of it.

    A Big one stays as long as it is cheated, and any while it is lent or turned by a curse; from a small one that goes
    Cheat! falls off.
    """
    if not is_item(t, c):
        return False
    if s.player[s.card[c].zone - Zone.TABLE].attached == 0:
        return True
    if s.card[c].host != 0 or is_stuck(s, t, c):
        return False
    return t.card[t.type_of[c]].big == 0 or not cheated(s, t, c)
