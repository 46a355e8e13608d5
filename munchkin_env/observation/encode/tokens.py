"""Token encoding: a row for every card that the seat sees, and the sections of numbers."""

from munchkin_env.engine.kernels.kernel import kernel
from munchkin_env.engine.kernels.language import cards
from munchkin_env.engine.queries.items import use_of
from munchkin_env.engine.queries.people import seat_after
from munchkin_env.engine.queries.piles import on_pile
from munchkin_env.engine.queries.strength import monster_strength, monster_treasures
from munchkin_env.engine.rules.claims import is_offered
from munchkin_env.observation.encode.facts import (
    FightPart,
    edge_now,
    foresee,
    part_in_fight,
    plans_of,
    put,
    question_card,
    relative,
)
from munchkin_env.observation.encode.general import write_general, write_seats
from munchkin_env.observation.layout import MAX_TOKENS, MOST8, MOST16, N_GENERAL, TOKEN_USED, Token, TokenPlace
from munchkin_env.observation.viewing import closed_flags, is_known, knows_some
from munchkin_env.vocabulary import MAX_CARDS, Flag, Pile, Stage, Zone

SPENT_AGAINST = 25
N_PILES = len(Pile)


@kernel
def chosen_cards(s, t, seat):
    """Return the first and second card of the observer's unfinished action, and the one that its decision is about; 0
    for none."""
    first = 0
    second = 0
    if s.seat == seat and s.move.stage != Stage.VERB:
        first = s.move.card
        second = s.move.second
    return first, second, question_card(s, t, seat)


@kernel
def token(t, chosen, c, place, owner, rows, n):
    """Begin a token of card `c`; return whether there was room. `chosen`: see `chosen_cards`."""
    if n >= MAX_TOKENS:
        return False
    row = rows[n]
    row[Token.TYPE] = t.type_of[c]
    row[Token.PLACE] = place
    row[Token.OWNER] = owner
    first, second, question = chosen
    row[Token.CHOSEN] = (1 if first == c else 0) + (2 if second == c else 0) + (4 if question == c else 0)
    return True


@kernel
def later(rows, a, b):
    """Return True if token `a` comes after token `b`: by its fields, in order."""
    for f in range(TOKEN_USED):
        x = int(rows[a, f])
        y = int(rows[b, f])
        if x != y:
            return x > y
    return False


@kernel
def settle(rows, first, n):
    """Move the last token, `n`, to its place among those from `first`: the order of lists reveals nothing."""
    i = n
    while i > first and later(rows, i - 1, i):
        for f in range(TOKEN_USED):
            x = int(rows[i, f])
            rows[i, f] = int(rows[i - 1, f])
            rows[i - 1, f] = x
        i -= 1


@kernel
def flag_token(row, flags):
    row[Token.CARRIED] = 1 if flags & Flag.CARRIED else 0
    row[Token.OFFERED] = 1 if flags & Flag.OFFERED else 0
    row[Token.WANTED] = 1 if flags & Flag.WANTED else 0
    row[Token.SELECTED] = 1 if flags & Flag.SELECTED else 0
    row[Token.NEW] = 1 if flags & Flag.NEW else 0
    row[Token.TOGGLED] = (1 if flags & Flag.PUT_IN_USE else 0) | (2 if flags & Flag.PUT_AWAY else 0)


@kernel
def hand_tokens(s, t, seat, chosen, plans, sums, rows, n):
    """Write the observer's hand; `known_by` shows who else knows the card."""
    first = n
    players = s.rules.players
    for c in cards(s, Zone.HAND + seat):
        if token(t, chosen, c, TokenPlace.HAND, 1, rows, n):
            flag_token(rows[n], s.card[c].flag)
            known = 0
            for q in range(players):
                if (s.card[c].known_by >> q) & 1:
                    known |= 1 << relative(s, seat, q)
            rows[n, Token.KNOWN_BY] = known
            foresee(s, t, seat, c, plans, sums, rows[n])
            settle(rows, first, n)
            n += 1
    return n


@kernel
def known_tokens(s, t, seat, chosen, p, owner, rows, n):
    """Write the cards in the hand of `p` that the observer knows."""
    first = n
    c = s.head[Zone.HAND + p] if knows_some(s, p, seat) else 0
    while c:
        if is_known(s, c, seat) and token(t, chosen, c, TokenPlace.KNOWN, owner, rows, n):
            rows[n, Token.KNOWN_BY] = 1
            settle(rows, first, n)
            n += 1
        c = s.card[c].next
    return n


@kernel
def table_tokens(s, t, chosen, p, owner, closed, plans, sums, rows, n):
    """Write the cards in front of player `p`."""
    first = n
    zone = Zone.TABLE + p
    some_attached = s.player[p].attached != 0
    for c in cards(s, zone):
        if token(t, chosen, c, TokenPlace.TABLE, owner, rows, n):
            row = rows[n]
            flag_token(row, s.card[c].flag & ~closed)
            row[Token.USED] = use_of(s, c) + (8 if s.card[c].flag & Flag.FAILED else 0)
            row[Token.HOST] = t.type_of[s.card[c].host]
            attached = 0
            d = s.head[zone] if some_attached else 0
            while d:
                attached += 1 if s.card[d].host == c else 0
                d = s.card[d].next
            put(row, Token.ATTACHED, attached, MOST8)
            if owner == 1:
                foresee(s, t, p, c, plans, sums, row)
            settle(rows, first, n)
            n += 1
    return n


@kernel
def monster_tokens(s, t, chosen, edge, rows, n):
    """Write the monsters by place; a doubled one is of its monster's type, its host is the card that doubled it."""
    m = s.combat
    for i in range(m.n_monsters):
        c = m.monster[i].card
        k = m.monster[i].type
        if token(t, chosen, c, TokenPlace.MONSTER, 0, rows, n):
            row = rows[n]
            if int(row[Token.TYPE]) != k:
                row[Token.HOST] = int(row[Token.TYPE])
                row[Token.TYPE] = k
            row[Token.MONSTER] = 1 + i
            put(row, Token.STRENGTH, monster_strength(s, t, i), MOST16)
            put(row, Token.TREASURES, monster_treasures(s, t, i), MOST8)
            row[Token.UNDEAD] = m.monster[i].undead
            row[Token.EDGE] = edge
            n += 1
    return n


@kernel
def fight_tokens(s, t, chosen, rows, n):
    """Write enhancers and spent cards."""
    first = n
    for c in cards(s, Zone.COMBAT):
        part, i = part_in_fight(s, t, c)
        if part >= FightPart.ENHANCER and token(t, chosen, c, TokenPlace.FIGHT, 0, rows, n):
            if part == FightPart.ENHANCER:
                rows[n, Token.MONSTER] = 1 + i
            elif part == FightPart.FOR_MONSTERS:
                rows[n, Token.MONSTER] = SPENT_AGAINST
            settle(rows, first, n)
            n += 1
    return n


@kernel
def zone_tokens(s, t, chosen, zone, place, rows, n):
    """Write a list in the middle whose order does not matter."""
    first = n
    for c in cards(s, zone):
        if token(t, chosen, c, place, 0, rows, n):
            settle(rows, first, n)
            n += 1
    return n


@kernel
def discards_to_depth(s, depth):
    """Return how many cards are in the discard piles down to a depth."""
    found = 0
    for pile in range(N_PILES):
        found += min(depth, s.count[Zone.DISCARD + pile])
    return found


@kernel
def shown_of_pile(s, pile, room):
    """Return how many cards of a discard pile have tokens, if so many are left for all: the deepest of all go first."""
    count = s.count[Zone.DISCARD + pile]
    if discards_to_depth(s, MAX_CARDS) <= room:
        return count
    depth = 0
    while discards_to_depth(s, depth + 1) <= room:
        depth += 1
    left = room - discards_to_depth(s, depth)  # of the next layer, which the first piles have
    for before in range(pile):
        left -= 1 if s.count[Zone.DISCARD + before] > depth else 0
    return min(count, depth + (1 if left > 0 else 0))


@kernel
def discard_tokens(s, t, chosen, pile, most, rows, n):
    """Write the top `most` cards of a discard pile."""
    c = s.head[Zone.DISCARD + pile]
    for depth in range(1, most + 1):
        if not token(t, chosen, c, TokenPlace.DISCARD, 0, rows, n):
            return n
        rows[n, Token.DEPTH] = depth
        claimed = s.card[c].flag & Flag.FRESH != 0 or (s.rules.quick_play != 0 and is_offered(s, t, c))
        rows[n, Token.NEW] = 1 if claimed else 0
        n += 1
        c = s.card[c].next
    return n


@kernel
def pile_tokens(s, t, seat, chosen, deck, rows, n):
    """Write the cards of a draw pile that the observer has looked at, from the top."""
    for i in range(s.known[deck]):
        c = on_pile(s, t, deck, i)
        if is_known(s, c, seat) and token(t, chosen, c, TokenPlace.PILE, 0, rows, n):
            rows[n, Token.DEPTH] = i + 1
            n += 1
    return n


@kernel
def write_tokens(s, t, seat, rows, general):
    """Write the whole of `tokens`, whatever the arrays hold. Returns the number of cards."""
    rows[:] = 0
    general[:] = 0
    sums = write_general(s, t, seat, general, MOST16)
    write_seats(s, t, seat, sums, general, N_GENERAL, MOST16)
    closed = closed_flags(s, seat)
    chosen = chosen_cards(s, t, seat)
    plans = plans_of(s, t, seat)
    players = s.rules.players
    n = hand_tokens(s, t, seat, chosen, plans, sums, rows, 0)
    n = monster_tokens(s, t, chosen, edge_now(s, sums), rows, n)
    n = fight_tokens(s, t, chosen, rows, n)
    n = zone_tokens(s, t, chosen, Zone.ASIDE, TokenPlace.ASIDE, rows, n)
    n = zone_tokens(s, t, chosen, Zone.SPOILS, TokenPlace.SPOILS, rows, n)
    n = zone_tokens(s, t, chosen, Zone.ROOM, TokenPlace.ROOM, rows, n)
    for i in range(players):
        n = table_tokens(s, t, chosen, seat_after(s, seat, i), 1 + i, closed, plans, sums, rows, n)
    for i in range(1, players):
        n = known_tokens(s, t, seat, chosen, seat_after(s, seat, i), 1 + i, rows, n)
    for deck in range(3):
        n = pile_tokens(s, t, seat, chosen, deck, rows, n)
    room = MAX_TOKENS - n
    for pile in range(N_PILES):
        n = discard_tokens(s, t, chosen, pile, shown_of_pile(s, pile, room), rows, n)
    return n
