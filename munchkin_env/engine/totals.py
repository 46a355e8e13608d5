"""Derived numbers: what a player is, what his cards give him, how strong the sides of a combat are.

Nothing here changes the game.
"""

from munchkin_env.engine.in_play import CHEATS_HANG, ENHANCERS_HANG, hang_beside
from munchkin_env.engine.kernel import inlined, kernel
from munchkin_env.engine.language import cards, clauses, seats
from munchkin_env.vocabulary import (
    FIGHTING_KINDS,
    FIRST_TIMED,
    IDENTITY_KINDS,
    ITEM_KINDS,
    LEVEL_KINDS,
    MAIN_IDENTITY_KINDS,
    ONE_TIME_KINDS,
    PAYING_KINDS,
    STRIKING_KINDS,
    UNTILS,
    Ability,
    Aim,
    Deck,
    Flag,
    Kind,
    Klass,
    Need,
    Op,
    Place,
    Tag,
    Trigger,
    Who,
    Zone,
)


@kernel
def monster_at(place):
    """The monster that a vocabulary.Place names, by its index in the combat; negative for a side."""
    return place - Place.MONSTER


@kernel
def place_of(i):
    """The vocabulary.Place of the monster with that index in the combat."""
    return Place.MONSTER + i


@kernel
def hand_of(p):
    return Zone.HAND + p


@kernel
def table_of(p):
    return Zone.TABLE + p


@kernel
def type_of(t, c):
    return t.type_of[c]


@kernel
def kind_of(t, c):
    return t.kind_of[c]


@kernel
def is_of(kinds, kind):
    """The kind is one of those (a mask of vocabulary.KINDS)."""
    return (kinds >> kind) & 1 == 1


@kernel
def strikes(kind):
    """CURSE-1: curses, and what strikes like one."""
    return is_of(STRIKING_KINDS, kind)


@kernel
def is_one_time(kind):
    """PLAY-3: usable once only."""
    return is_of(ONE_TIME_KINDS, kind)


@kernel
def is_seat_aim(aim):
    """A card with the aim is played on a player, whom its clauses are about."""
    return (
        aim == Aim.PLAYER or aim == Aim.OUTSIDER or aim == Aim.VICTIM or aim == Aim.IN_TURN or aim == Aim.RISEN
    )


@kernel
def names_seat(aim):
    """A card with the aim is played on a player."""
    return aim == Aim.FIGHTING_OR_CLASS or is_seat_aim(aim)


@kernel
def is_level_card(kind):
    """PLAY-2: a card about levels, which is no part of a combat."""
    return is_of(LEVEL_KINDS, kind)


@kernel
def is_identity(kind):
    """PLAY-12, QUICK-4: a race or class, or what modifies one."""
    return is_of(IDENTITY_KINDS, kind)


@kernel
def pays_in_play(t, c):
    """PLAY-10: a card of that kind may be discarded from the table for an ability."""
    return is_of(PAYING_KINDS, kind_of(t, c))


@kernel
def is_race_or_class(kind):
    """TURN-7: a race or class itself, no modifier."""
    return is_of(MAIN_IDENTITY_KINDS, kind)


@kernel
def is_spent(s, t, c):
    """The card lies with the combat and is neither monster nor enhancer."""
    return s.card[c].zone == Zone.COMBAT and not is_of(FIGHTING_KINDS, kind_of(t, c))


@kernel
def has_flag(s, c, flag):
    return (s.card[c].flag & flag) != 0


@kernel
def is_item(t, c):
    """Items and one-shots have a gold value, maybe zero (SELL-1)."""
    return is_of(ITEM_KINDS, kind_of(t, c))


@kernel
def is_fighter(s, p):
    """COMBAT-10: leader and helper are in combat until it is over."""
    m = s.combat
    return m.active != 0 and (m.leader == p or m.helper == p + 1)


@kernel
def has_fought(s, p):
    """CURSE-2: the running combat is one of the player's, even if he was forced out of it."""
    return s.combat.active != 0 and (s.combat.fought >> p) & 1 == 1


@kernel
def helper_of(s):
    """Seat of the helper, -1 if none."""
    return s.combat.helper - 1


@kernel
def has_ability(s, p, ability):
    return (s.player[p].abilities >> ability) & 1 == 1


@kernel
def is_bound(s, p, ability):
    """The player is obliged to, or kept from, by a card in front of him or for a time."""
    if has_ability(s, p, ability):
        return True
    return (s.player[p].status >> (UNTILS * (ability - FIRST_TIMED))) & (1 << UNTILS) - 1 != 0


@kernel
def party_has(s, ability):
    """COMBAT-8: an ability of either fighter."""
    m = s.combat
    if has_ability(s, m.leader, ability):
        return True
    helper = m.helper - 1
    return helper >= 0 and has_ability(s, helper, ability)


@inlined
def cheated(s, t, c):
    """A Cheat! card is attached to the item on a table."""
    return hang_beside(s, c, CHEATS_HANG) and is_cheated(s, t, c)


@kernel
def is_cheated(s, t, c):
    """As `cheated`, of a card on a table where a Cheat! lies."""
    for d in cards(s, s.card[c].zone):
        if s.card[d].host == c and kind_of(t, d) == Kind.DOOR_SPECIAL:
            return True
    return False


@inlined
def in_game(t, op):
    """Some card of the game has the word; else nothing is asked about it."""
    return (t.ops[op >> 6] >> (op & 63)) & 1 == 1


@kernel
def lent(s, c):
    """The item is carried by a Hireling."""
    return s.card[c].host != 0


@kernel
def permitted(s, t, p, k):
    """ITEM-2: the player satisfies the restrictions of card type `k` at this moment."""
    card = t.card[k]
    player = s.player[p]
    race = player.race
    klass = player.klass | player.guise
    sex = 1 << player.sex
    if card.need_race != 0 and card.need_race & race == 0:
        return False
    if card.need_klass != 0 and card.need_klass & klass == 0:
        return False
    if card.need_sex != 0 and card.need_sex & sex == 0:
        return False
    if card.ban_race & player.weak_race != 0 or card.ban_klass & player.weak_klass != 0:
        return False
    return card.ban_sex & sex == 0


@kernel
def owner_holds(s, clause, p, drawback):
    """The clause's conditions on one player; `drawback` as in `holds`."""
    player = s.player[p]
    race = player.weak_race if drawback else player.race
    own = player.klass | player.guise
    klass = player.weak_klass if drawback else own
    not_race = player.race if drawback else player.weak_race
    not_klass = own if drawback else player.weak_klass
    if clause.race != 0 and clause.race & race == 0:
        return False
    if clause.klass != 0 and clause.klass & klass == 0:
        return False
    if clause.not_race & not_race != 0 or clause.not_klass & not_klass != 0:
        return False
    if clause.sex != 0 and (clause.sex >> player.sex) & 1 == 0:
        return False
    level = player.level
    return level >= clause.min_level and (clause.max_level == 0 or level <= clause.max_level)


@inlined
def tags_of(s, t, c):
    """Tags of a card, with those of the enhancers that hang on it (ITEM-6)."""
    tags = t.card[t.type_of[c]].tags
    return tags | enhancers_tags(s, t, c) if hang_beside(s, c, ENHANCERS_HANG) else tags


@kernel
def enhancers_tags(s, t, c):
    """Tags of the enhancers that hang on the card on a table."""
    tags = 0
    for d in cards(s, s.card[c].zone):
        if s.card[d].host == c and kind_of(t, d) == Kind.ITEM_ENHANCER:
            tags |= t.card[t.type_of[d]].tags
    return tags


@kernel
def tag_used(s, t, tags):
    """A card with one of the tags helped the players: spent, or an item in use."""
    if s.combat.used & tags != 0:
        return True
    for p in seats(s):
        if is_fighter(s, p):
            for c in cards(s, table_of(p)):
                if kind_of(t, c) == Kind.ITEM and tags_of(s, t, c) & tags != 0 and works(s, t, p, c):
                    return True
    return False


@kernel
def no_bonus(s):
    """Nothing adds to the level of the lone fighter; what takes from it is no bonus."""
    m = s.combat
    if m.helper == 0 and s.player[m.leader].lone_bonus > 0:
        return False
    return m.players_bonus == 0 and m.multiply == 0 and s.player[m.leader].bonus == 0


OF_ONE_PLAYER = int(Need.EVEN_HAND | Need.LOWEST | Need.HELPING | Need.SURVIVOR)  # asked as things stand


@kernel
def is_so(s, need, p):
    """The player satisfies what a condition asks of one player as things stand."""
    if need & Need.EVEN_HAND != 0 and hand_count(s, p) & 1 != 0:
        return False
    if need & Need.LOWEST != 0 and s.player[p].level > lowest_level(s):
        return False
    if need & Need.HELPING != 0 and (s.combat.helper != p + 1 or s.turn_seat == p):
        return False
    return need & Need.SURVIVOR == 0 or (s.survivors >> p) & 1 == 1


@kernel
def somebody_holds(s, clause, drawback):
    """Some fighter satisfies what is asked of one player, and with Who.SOMEBODY the rest of the condition, too."""
    m = s.combat
    need = clause.need & OF_ONE_PLAYER
    everything = clause.who == Who.SOMEBODY
    for q in seats(s):
        if (m.leader == q or m.helper == q + 1) and is_so(s, need, q):
            if not everything or owner_holds(s, clause, q, drawback):
                return True
    return False


@kernel
def holds(s, t, clause, p, drawback):
    """The clause's conditions, asked of player `p` or of the party (COMBAT-8).

    MOD-1: `drawback` 1 is for clauses that hurt the player: they hit only races and classes whose drawbacks count,
    and spare whoever is of a race or class. For the others it is the reverse.
    """
    need = clause.need
    if need:
        if need & Need.LONE != 0 and s.combat.helper != 0:
            return False
        if need & Need.BARE != 0 and not no_bonus(s):
            return False
        if need & Need.USED != 0 and not tag_used(s, t, clause.used):
            return False
    if clause.who == Who.OWNER:
        return owner_holds(s, clause, p, drawback) and (need & OF_ONE_PLAYER == 0 or is_so(s, need, p))
    if clause.who == Who.SOMEBODY:
        return somebody_holds(s, clause, drawback)
    if need & OF_ONE_PLAYER != 0 and not somebody_holds(s, clause, drawback):
        return False
    m = s.combat
    race = 0
    klass = 0
    weak_race = 0
    weak_klass = 0
    sex = 0
    for q in seats(s):
        if m.leader == q or m.helper == q + 1:
            race |= s.player[q].race
            klass |= s.player[q].klass | s.player[q].guise
            weak_race |= s.player[q].weak_race
            weak_klass |= s.player[q].weak_klass
            sex |= 1 << s.player[q].sex
    if drawback:
        race, weak_race = weak_race, race
        klass, weak_klass = weak_klass, klass
    if clause.not_race & weak_race != 0 or clause.not_klass & weak_klass != 0:
        return False
    if clause.race != 0 and clause.race & race == 0:
        return False
    if clause.klass != 0 and clause.klass & klass == 0:
        return False
    return clause.sex == 0 or clause.sex & sex != 0


@kernel
def is_without_drawbacks(s, t, p, k):
    """MOD-1: a card of type `k` is the only race or class of `p`, beside what takes its drawbacks away."""
    card = t.card[k]
    if card.kind == Kind.RACE:
        return (s.player[p].weak_race >> card.race) & 1 == 0
    return card.kind == Kind.CLASS and (s.player[p].weak_klass >> card.klass) & 1 == 0


@kernel
def works(s, t, p, c):
    """The card on the table of `p` helps him: in use and permitted, cheated or lent (ITEM-1, ITEM-2)."""
    kind = kind_of(t, c)
    if kind == Kind.ITEM_ENHANCER:
        return s.card[c].host != 0 and item_works(s, t, p, s.card[c].host)
    return kind != Kind.ITEM or item_works(s, t, p, c)


@kernel
def item_works(s, t, p, c):
    """The item on the table of `p` is in use, and permitted, cheated or lent; no monster has made its slot idle."""
    k = t.type_of[c]
    if s.combat.idle_slots and (s.combat.idle_slots >> t.card[k].slot) & 1:
        return False
    if lent(s, c):
        return True
    if has_flag(s, c, Flag.CARRIED):
        return False
    return permitted(s, t, p, k) or cheated(s, t, c)


@kernel
def speaks(s, t, c):
    """The card's own words count: no class has abilities while a monster silences them."""
    return kind_of(t, c) != Kind.CLASS or s.combat.no_class == 0


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


@kernel
def ability_clause(s, t, p, ability):
    """The clause that grants the ability to the player, 0 if none."""
    for c in cards(s, table_of(p)):
        k = t.type_of[c]
        if (t.card[k].abilities >> ability) & 1 == 1 and works(s, t, p, c) and speaks(s, t, c):
            for i in clauses(t.card[k], Trigger.ALWAYS):
                if t.clause[i].op == Op.ABILITY and t.clause[i].arg == ability:
                    return i
    return 0


# --------------------------------------------------------------------------- players


@kernel
def count_kind(s, t, p, kind):
    """Cards of a kind on the table."""
    total = 0
    for c in cards(s, table_of(p)):
        if kind_of(t, c) == kind:
            total += 1
    return total


@kernel
def tagged_in_use(s, t, p, tags):
    """Items that help the player and have one of the tags."""
    total = 0
    for c in cards(s, table_of(p)):
        if kind_of(t, c) == Kind.ITEM and tags_of(s, t, c) & tags != 0 and works(s, t, p, c):
            total += 1
    return total


@kernel
def deck_base(t, deck):
    """Where the deck's segment of `order` begins."""
    base = 1
    for d in range(deck):
        base += t.deck_cards[d]
    return base


@kernel
def on_pile(s, t, deck, i):
    """The card of a draw pile that lies under `i` others."""
    return s.order[deck_base(t, deck) + s.count[Zone.DECK + deck] - 1 - i]


@kernel
def known_on_top(s, t, p, deck):
    """How many cards from the top of a draw pile the player knows, without a gap."""
    n = 0
    while n < s.known[deck] and (s.card[on_pile(s, t, deck, n)].known_by >> p) & 1:
        n += 1
    return n


@kernel
def is_cult_card(t, c):
    """CULT-2: a Cultist class card, whose discards lie apart."""
    card = t.card[t.type_of[c]]
    return card.kind == Kind.CLASS and card.klass == Klass.CULTIST


@kernel
def is_of_class(s, p, klass):
    """1 if something good for the class is good for the player: he is of it, or passes for one (CULT-6)."""
    return ((s.player[p].klass | s.player[p].guise) >> klass) & 1


@kernel
def is_cultist(s, p):
    return (s.player[p].klass >> Klass.CULTIST) & 1


@kernel
def any_big(s, p):
    """ITEM-3: the number of Big items is not limited for this player."""
    return s.rules.one_big == 0 or has_ability(s, p, Ability.ANY_BIG)


@kernel
def may_have_bigs(s, t, p, n):
    """ITEM-3: the player may have `n` Big items: one, any number, or as many as a card of his says."""
    if n <= 1 or any_big(s, p):
        return True
    return has_ability(s, p, Ability.MORE_BIG) and n <= t.clause[ability_clause(s, t, p, Ability.MORE_BIG)].limit


@kernel
def may_carry(s, t, p, c):
    """ITEM-3: the player may own this item besides those he has."""
    card = t.card[t.type_of[c]]
    if card.big == 0 or card.kind != Kind.ITEM:
        return True
    return s.player[p].bigs < 1 or may_have_bigs(s, t, p, s.player[p].bigs + 1)


@kernel
def lowest_level(s):
    """Lowest level of a living player."""
    low = 127
    for p in seats(s):
        if s.player[p].dead == 0:
            low = min(low, s.player[p].level)
    return low


@kernel
def highest_level(s):
    """Highest level of a living player."""
    high = 0
    for p in seats(s):
        if s.player[p].dead == 0:
            high = max(high, s.player[p].level)
    return high


@kernel
def hand_count(s, p):
    return s.count[Zone.HAND + p]


@kernel
def hand_limit(s, p):
    """TURN-5: cards a player may keep at the end of his turn."""
    return s.rules.hand_limit + s.player[p].hand_limit


@kernel
def is_treasure(t, c):
    return t.card[t.type_of[c]].deck == Deck.TREASURE


@kernel
def is_undead(t, k):
    return t.card[k].tags & Tag.UNDEAD != 0
