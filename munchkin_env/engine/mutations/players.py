"""Atoms of a player: the only functions that change levels, sex, lasting effects and life, or show the hand.

Each guards, changes and logs, as those of `cards` do.
"""

from munchkin_env.engine.kernels.kernel import kernel
from munchkin_env.engine.kernels.language import cards, moving_cards
from munchkin_env.engine.mutations.cards import ALL_SEATS, discard
from munchkin_env.engine.mutations.derived import refresh
from munchkin_env.engine.mutations.game import log
from munchkin_env.engine.queries.cards import is_enhancer, kind_of, table_of
from munchkin_env.vocabulary import FIRST_TIMED, LAST_TIMED, UNTILS, Event, Until, Zone


@kernel
def set_status(s, p, ability, until, k):
    """Something holds for a time, by a card of type `k`: what it is, and until when (vocabulary.Until)."""
    s.player[p].status |= 1 << (UNTILS * (ability - FIRST_TIMED) + until)
    log(s, Event.BOUND, p, k, -1, ability)


@kernel
def end_status(s, p, until):
    """End effects that last until this moment, and those that last until a state which is over."""
    player = s.player[p]
    for ability in range(FIRST_TIMED, LAST_TIMED + 1):
        shift = UNTILS * (ability - FIRST_TIMED)
        if (player.status >> (shift + until)) & 1:
            player.status &= ~(1 << (shift + until))
            if (player.status >> shift) & ((1 << UNTILS) - 1) == 0:
                log(s, Event.FREED, p, 0, -1, ability)


@kernel
def gain_level(s, p, n, may_win):
    """LEVEL-1: levels by a card, by selling: by anything but a kill. Returns the levels gained."""
    gained = gain_by_kill(s, p, n, may_win)
    if gained > 0:
        s.player[p].rose = 1
    return gained


@kernel
def gain_by_kill(s, p, n, may_win):
    """LEVEL-1, GOLD-4: levels up; only `may_win` gains reach the goal. Returns the levels gained."""
    player = s.player[p]
    if player.dead:
        return 0
    top = s.rules.goal if may_win else s.rules.goal - 1
    before = player.level
    after = max(before, min(before + n, top))
    if after > before:
        player.level = after
        log(s, Event.LEVEL_UP, p, 0, -1, after - before)
        end_status(s, p, Until.LEVEL)
        if after >= s.rules.goal:
            s.lucky |= 1 << p
    return after - before


@kernel
def lose_level(s, p, n):
    """GOLD-1: levels down, never below 1. Returns the levels lost."""
    player = s.player[p]
    before = player.level
    after = max(1, before - n)
    if after < before:
        player.level = after
        log(s, Event.LEVEL_DOWN, p, 0, -1, before - after)
    return before - after


@kernel
def die(s, t, p):
    """DEATH-1, DEATH-5: the player is dead; the body is looted once all flights are over."""
    s.player[p].dead = 1
    s.player[p].redeal = 0
    s.player[p].laid_out = 0
    s.player[p].pending = 0
    s.bodies |= 1 << p
    log(s, Event.DIED, p, 0, -1, 0)
    _drop_strengthening(s, t, p)


@kernel
def _drop_strengthening(s, t, p):
    """CULT-6: discard cards that strengthen the class of a player who dies."""
    for c in moving_cards(s, table_of(p)):
        if is_enhancer(kind_of(t, c)):
            discard(s, t, c, p)


@kernel
def set_sex(s, t, p, sex):
    s.player[p].sex = sex
    log(s, Event.SEX, p, 0, -1, sex)
    refresh(s, t, p)


# --------------------------------------------------------------------------- a hand that is shown


@kernel
def show_hand(s, p):
    """PLAY-11: everybody knows the hand as it is now."""
    others = ((1 << s.rules.players) - 1) & (ALL_SEATS ^ (1 << p))
    c = s.head[Zone.HAND + p]
    s.player[p].hand_known = others if c else 0
    while c:
        s.card[c].known_by = others
        c = s.card[c].next


@kernel
def show_card(s, c, q):
    """A card of a hand is shown to `q` alone."""
    p = s.card[c].zone - Zone.HAND
    s.card[c].known_by |= 1 << q
    s.player[p].hand_known |= 1 << q


@kernel
def show_hand_to(s, p, q):
    """The hand is shown to `q` alone."""
    log(s, Event.SHOWED, p, 0, q, 0)
    for c in cards(s, Zone.HAND + p):
        show_card(s, c, q)


@kernel
def reveal_hand(s, p):
    """PLAY-11: the whole hand is shown to all."""
    show_hand(s, p)
    log(s, Event.SHOWED, p, 0, -1, 0)
