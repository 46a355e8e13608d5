"""What single cards of a position that comes from outside may hang on, how they may be marked, which monsters fight."""

from munchkin_env.engine.dispatch.options import among
from munchkin_env.engine.dispatch.verbs import WANT_AFTER_SECOND
from munchkin_env.engine.kernels.kernel import kernel
from munchkin_env.engine.kernels.language import cards
from munchkin_env.engine.mutations.derived import DISCARDED
from munchkin_env.engine.mutations.stack import is_open
from munchkin_env.engine.queries.bonuses import hangs_on
from munchkin_env.engine.queries.cards import (
    enhances_group,
    has_flag,
    is_class,
    is_enhancer,
    is_fitted,
    is_gear,
    is_monster,
    is_sidekick,
    is_spent,
    is_undead,
    kind_of,
    type_of,
)
from munchkin_env.engine.queries.entered_room import has_dweller, is_entered, room_of
from munchkin_env.engine.queries.items import (
    CHOSEN,
    USED,
    choice_of,
    claimed_by,
    cost_of,
    fickleness,
    options_of,
    use_of,
    wager_of,
)
from munchkin_env.vocabulary import (
    Ability,
    Flag,
    Kind,
    Moment,
    OfferKind,
    Often,
    Pile,
    Window,
    Zone,
)


@kernel
def host_fits(s, t, c):
    """A card hangs on one of the same table that hangs on none; in a combat it belongs to a group of monsters."""
    host = s.card[c].host
    zone = s.card[c].zone
    if zone == Zone.COMBAT:
        if hangs_on(s, t, c, host):
            return s.card[host].zone == Zone.COMBAT
        return host <= max(s.combat.groups, s.rules.players if is_spent(s, t, c) else 0)
    if zone >= Zone.DISCARD and zone < Zone.DISCARD + Pile.CULT:
        return has_flag(s, c, Flag.FRESH) and host <= s.rules.players and claims_neighbour(t, c)
    if zone < Zone.TABLE or s.card[host].zone != zone:
        return False
    if is_enhancer(kind_of(t, c)):
        return is_class(kind_of(t, host))
    if is_fitted(kind_of(t, c)):
        return is_gear(kind_of(t, host))
    if is_gear(kind_of(t, c)):
        carries = (t.card[type_of(t, host)].abilities >> Ability.CARRY_EXTRA) & 1
        return s.card[host].host == 0 and is_sidekick(kind_of(t, host)) and carries == 1
    # what the Hireling carries may be cursed, too
    return is_gear(kind_of(t, host)) and (kind_of(t, c) == Kind.CURSE or s.card[host].host == 0)


@kernel
def claims_neighbour(t, c):
    """Some neighbour of whoever discards the card may take it."""
    return claimed_by(t, c) != 0


@kernel
def is_on_offer(s, t, c):
    """The card lies on top of a discard pile, or below others that have just been discarded, and may be claimed."""
    zone = s.card[c].zone
    above = s.card[c].prev
    if t.moments & Moment.DISCARD == 0 or zone < Zone.DISCARD or zone >= Zone.DISCARD + Pile.CULT:
        return False
    if above and not has_flag(s, above, Flag.FRESH):
        return False
    return s.heavy & DISCARDED != 0 or is_open(s, Window.DISCARD)


@kernel
def use_fits(s, t, c):
    """An item used in the running combat lies in front of somebody, and is one that can be; no more was declared."""
    if s.card[c].zone < Zone.TABLE or s.combat.active == 0 or use_of(s, c) == 0:
        return False
    wager = wager_of(t, c)
    if wager:
        return use_of(s, c) <= t.clause[wager].amount
    if t.clause[cost_of(t, c)].arg == Often.COMBAT:
        return use_of(s, c) == 1 and not has_flag(s, c, Flag.FAILED)
    return use_of(s, c) == 1 and fickleness(t, c) != 0


@kernel
def choice_fits(s, t, c):
    """A card that works in one of several ways lies in front of somebody, and has as many."""
    clause = options_of(t, c)
    return clause != 0 and s.card[c].zone >= Zone.TABLE and choice_of(s, c) <= t.clause[clause].amount


@kernel
def mark_fits(s, t, c, flags):
    """Marks of an offer or a deal lie where it was made; a card that nobody holds has no state but that it is new."""
    zone = s.card[c].zone
    if flags & Flag.FRESH:
        return flags == Flag.FRESH and is_on_offer(s, t, c)
    if flags & (USED | Flag.FAILED) and not use_fits(s, t, c):
        return False
    if flags & CHOSEN and not choice_fits(s, t, c):
        return False
    if zone < Zone.HAND:
        if flags & Flag.BY_ANOTHER and not hangs_on(s, t, c, s.card[c].host):
            return False
        return flags == 0 or (zone == Zone.COMBAT and flags & ~(Flag.FOR_MONSTERS | Flag.BY_ANOTHER) == 0)
    if flags & (Flag.FOR_MONSTERS | Flag.BY_ANOTHER):
        return False
    if flags & (Flag.OFFERED | Flag.WANTED) == 0:
        return True
    owner = zone - Zone.TABLE
    trade = s.offer.kind == OfferKind.TRADE
    if flags & Flag.OFFERED and owner != (s.offer.maker if trade else s.combat.leader):
        return False
    if flags & Flag.OFFERED and not trade and s.combat.active == 0:
        return False
    if flags & Flag.WANTED == 0:
        return True
    if among(s.move.verb, WANT_AFTER_SECOND):
        return owner == s.move.seat
    return trade and owner == s.offer.taker


@kernel
def fights_itself(t, k):
    """A card of type `k` is a monster, or a room with one of its own (ROOM-2)."""
    return is_monster(t.card[k].kind) or has_dweller(t, k)


@kernel
def monster_fits(s, t, i):
    """The monster at place `i` has a card of its own in the combat, and the numbers that its enhancers give it."""
    monster = s.combat.monster[i]
    c = monster.card
    k = monster.type
    group = monster.group
    if is_entered(kind_of(t, c)):
        if c == 0 or c != room_of(s) or type_of(t, c) != k:
            return False
    elif c == 0 or s.card[c].zone != Zone.COMBAT or s.card[c].host != group:
        return False
    if not fights_itself(t, k) or (is_monster(kind_of(t, c)) and type_of(t, c) != k):
        return False
    for j in range(i):
        if s.combat.monster[j].card == c:
            return False
    bonus = 0
    treasures = 0
    undead = is_undead(t, k)
    for d in cards(s, Zone.COMBAT):
        card = t.card[type_of(t, d)]
        if enhances_group(s, t, d, group):
            bonus += card.bonus
            treasures += card.treasures
            undead = undead or is_undead(t, type_of(t, d))
    same = bonus == monster.bonus and treasures == monster.treasures
    return same and undead == (monster.undead != 0)
