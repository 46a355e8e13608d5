"""What single cards of a position that comes from outside may hang on, and how they may be marked."""

from munchkin_env.engine.bonuses import hangs_on, is_spent
from munchkin_env.engine.kernel import kernel
from munchkin_env.engine.totals import kind_of
from munchkin_env.vocabulary import Flag, Kind, OfferKind, Verb, Zone


@kernel
def host_fits(s, t, c):
    """A card hangs on one of the same table that hangs on none; in a combat it belongs to a group of monsters."""
    host = int(s.card[c].host)
    zone = int(s.card[c].zone)
    if zone == Zone.COMBAT:
        if hangs_on(s, t, c, host):
            return int(s.card[host].zone) == Zone.COMBAT
        return host <= max(int(s.combat.groups), int(s.rules.players) if is_spent(s, t, c) else 0)
    if zone < Zone.TABLE or int(s.card[host].zone) != zone:
        return False
    if kind_of(t, c) == Kind.ENHANCER:
        return kind_of(t, host) == Kind.CLASS
    if kind_of(t, c) == Kind.ITEM_ENHANCER:
        return kind_of(t, host) == Kind.ITEM
    if kind_of(t, c) == Kind.ITEM:
        return int(s.card[host].host) == 0 and kind_of(t, host) == Kind.SIDEKICK
    # what the Hireling carries may be cursed, too
    return kind_of(t, host) == Kind.ITEM and (kind_of(t, c) == Kind.CURSE or int(s.card[host].host) == 0)


@kernel
def mark_fits(s, c, flags):
    """Marks of an offer or a deal lie where it was made; a card that nobody holds has no state."""
    zone = int(s.card[c].zone)
    if zone < Zone.HAND:
        return flags == 0 or (zone == Zone.COMBAT and flags == Flag.FOR_MONSTERS)
    if flags & Flag.FOR_MONSTERS:
        return False
    if flags & (Flag.OFFERED | Flag.WANTED) == 0:
        return True
    owner = zone - Zone.TABLE
    trade = int(s.offer.kind) == OfferKind.TRADE
    if flags & Flag.OFFERED and owner != (int(s.offer.maker) if trade else int(s.combat.leader)):
        return False
    if flags & Flag.OFFERED and not trade and int(s.combat.active) == 0:
        return False
    if flags & Flag.WANTED == 0:
        return True
    if int(s.move.verb) == Verb.TRADE:
        return owner == int(s.move.seat)
    return trade and owner == int(s.offer.taker)
