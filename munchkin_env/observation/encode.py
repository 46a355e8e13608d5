"""From a position to numbers: the two encodings of `observation.layout`, written into the caller's buffers.

The kernels take a position or a view of the same seat and give the same numbers for both: they read hands, choices
and decisions through the same functions as `make_view`, and everything else they read is public.
"""

from munchkin_env.engine.kernel import entry, kernel
from munchkin_env.engine.totals import (
    hand_limit,
    monster_strength,
    monster_treasures,
    monsters_strength,
    party_has,
    players_strength,
)
from munchkin_env.observation.layout import (
    EVENT_SIZE,
    MAX_TOKENS,
    MONSTER_SIZE,
    MOST8,
    MOST16,
    N_GENERAL,
    N_PLANES,
    N_SEAT,
    N_TOKEN,
    SHOWN_EVENTS,
    SHOWN_MONSTERS,
    General,
    Place,
    Plane,
    Seat,
    Token,
)
from munchkin_env.observation.view import closed_flags, has_details, is_known, seen_decision
from munchkin_env.vocabulary import (
    MAX_EVENTS,
    Ability,
    Aim,
    Decision,
    Flag,
    Frame,
    Kind,
    Slot,
    Stage,
    Verb,
    Zone,
)

FOR_PLAYERS = -1
ENHANCES = 32
STRIKES = 64
SHARED = 80
AGAINST_PLAYERS = 96
SPENT_AGAINST = 25


@kernel
def put(out, at, value, most):
    """Writes a number, cut to -most..most."""
    out[at] = max(-most, min(most, value))


@kernel
def relative(s, seat, p):
    """0 the observer, 1 his left neighbour, …"""
    d = p - seat
    return d + int(s.rules.players) if d < 0 else d


@kernel
def place_of(s, c):
    """Place of the monster that card `c` is or has doubled, -1 if it is none."""
    for i in range(int(s.combat.n_monsters)):
        if int(s.combat.monster[i].card) == c:
            return i
    return -1


@kernel
def place_of_group(s, group):
    """First place of a group of monsters, -1 if there is none."""
    for i in range(int(s.combat.n_monsters)):
        if int(s.combat.monster[i].group) == group:
            return i
    return -1


@kernel
def question_card(s, seat):
    """The card that the pending decision is about (a curse, a card with a choice, a card to give away); 0 if none."""
    if int(s.n_frames) == 0 or seen_decision(s, seat) == Decision.NONE:
        return 0
    f = s.frame[int(s.n_frames) - 1]
    kind = int(f.kind)
    if kind == Frame.CHARITY:
        return int(f.c) if int(s.seat) == seat else 0
    return int(f.c) if kind == Frame.PICK or kind == Frame.CURSE or kind == Frame.ACCEPT else 0


# --------------------------------------------------------------------------- general


@kernel
def write_decision(s, seat, out, most):
    """What is asked, how far the own answer is, and what the decision is about."""
    decision = seen_decision(s, seat)
    out[General.DECISION + decision] = 1
    if decision == Decision.NONE:
        out[General.STAGE] = 1
        return
    stage = Stage.VERB
    if int(s.seat) == seat:
        m = s.move
        out[General.MINE] = 1
        stage = int(m.stage)
        if stage != Stage.VERB:
            out[General.VERB + int(m.verb)] = 1
            put(out, General.MOVE_PLACE, int(m.place), most)
            put(out, General.MOVE_AMOUNT, int(m.amount), most)
            put(out, General.MOVE_COUNT, int(m.count), most)
            out[General.MOVE_FIRST] = int(m.first)
    out[General.STAGE + stage] = 1
    if int(s.n_frames) == 0:
        return
    f = s.frame[int(s.n_frames) - 1]
    kind = int(f.kind)
    if not has_details(kind):
        return
    if kind == Frame.WORTH:
        put(out, General.OWED, int(f.n) // 100, most)
    else:
        put(out, General.LEFT, int(f.n), most)
    if kind == Frame.CHOOSE:
        put(out, General.FILTER, int(f.a) + 1, most)


@kernel
def write_combat(s, t, seat, out, most):
    """Both sides, what a kill would bring, the deal, the first monsters by place."""
    m = s.combat
    players = players_strength(s, t)
    monsters = monsters_strength(s, t)
    out[General.COMBAT] = 1
    put(out, General.PLAYERS, players, most)
    put(out, General.MONSTERS, monsters, most)
    wins = players > monsters or (players == monsters and party_has(s, Ability.WIN_TIES))
    out[General.WINNING] = 1 if wins else 0
    n = int(m.n_monsters)
    put(out, General.N_MONSTERS, n, most)
    put(out, General.PLAYERS_BONUS, int(m.players_bonus), most)
    put(out, General.MONSTERS_BONUS, int(m.monsters_bonus), most)
    put(out, General.MULTIPLY, int(m.multiply), most)
    put(out, General.SLAIN, int(m.slain), most)
    put(out, General.DEAL_TREASURES, int(m.deal_treasures), most)
    out[General.DEAL_FIRST] = int(m.deal_first)
    out[General.CONCEDED] = int(m.conceded)
    out[General.NO_HELP] = int(m.no_help)
    treasures = int(m.kept)
    pending = int(s.player[seat].pending)
    for i in range(n):
        gain = monster_treasures(s, t, i)
        treasures += gain
        if i < SHOWN_MONSTERS:
            at = General.MONSTER + i * MONSTER_SIZE
            k = int(m.monster[i].type)
            put(out, at, monster_strength(s, t, i), most)
            put(out, at + 1, int(t.card[k].level), most)
            put(out, at + 2, gain, most)
            out[at + 3] = int(m.monster[i].undead)
            out[at + 4] = 1 if int(t.type_of[int(m.monster[i].card)]) != k else 0
            out[at + 5] = (pending >> i) & 1
    put(out, General.TREASURES, treasures, most)


@kernel
def write_events(s, seat, out, most):
    """The last public events, the latest first."""
    players = int(s.rules.players)
    count = int(s.event_count)
    j = (count - 1) % MAX_EVENTS
    at = General.EVENTS
    for _ in range(min(count, SHOWN_EVENTS)):
        e = s.event[j]
        j = j - 1 if j else MAX_EVENTS - 1
        out[at] = int(e.kind)
        if int(e.seat) >= 0:
            d = int(e.seat) - seat
            out[at + 1] = 1 + d + (players if d < 0 else 0)
        if int(e.other) >= 0:
            d = int(e.other) - seat
            out[at + 2] = 1 + d + (players if d < 0 else 0)
        card = int(e.card)
        out[at + 3] = card >> 6
        out[at + 4] = card & 63
        put(out, at + 5, int(e.amount), most)
        at += EVENT_SIZE


@kernel
def write_general(s, t, seat, out, most):
    """The section `General`; `out` is zero there."""
    out[General.PHASE + int(s.phase)] = 1
    out[General.WINDOW + int(s.window)] = 1
    write_decision(s, seat, out, most)
    put(out, General.ROUND, int(s.rounds), most)
    put(out, General.ROUNDS_LEFT, max(0, int(s.rules.round_limit) - int(s.rounds)), most)
    put(out, General.GOAL, int(s.rules.goal), most)
    out[General.MET_MONSTER] = int(s.met_monster)
    out[General.MAY_LOOT] = int(s.may_loot)
    out[General.JUST_FOUGHT] = int(s.just_fought)
    if int(s.over):
        out[General.OVER] = 1
        if int(s.winners):
            out[General.WON] = 1 if (int(s.winners) >> seat) & 1 else -1
    for deck in range(3):
        put(out, General.DECKS + deck, int(s.count[Zone.DECK + deck]), most)
    for pile in range(4):
        put(out, General.PILES + pile, int(s.count[Zone.DISCARD + pile]), most)
    if int(s.combat.active):
        write_combat(s, t, seat, out, most)
    r = s.roll
    if int(r.on):
        out[General.ROLL] = 1
        out[General.ROLL_PURPOSE] = int(r.purpose)
        out[General.ROLL_FACE] = int(r.face)
        put(out, General.ROLL_EXTRA, int(r.extra), most)
        out[General.ROLL_PLACE] = int(r.place) + 1
        out[General.ROLL_ESCAPED] = int(r.escaped)
    o = s.offer
    if int(o.kind):
        out[General.OFFER] = int(o.kind)
        put(out, General.OFFER_AMOUNT, int(o.amount), most)
        out[General.OFFER_FIRST] = int(o.first)
        out[General.OFFER_COUNTERED] = int(o.countered)
    write_events(s, seat, out, most)


# --------------------------------------------------------------------------- seats


@kernel
def count_bits(bits):
    total = 0
    while bits:
        bits &= bits - 1
        total += 1
    return total


@kernel
def write_seat(s, p, out, at, most):
    """The facts of player `p` that hold for every observer. Fields of one byte need no cut."""
    q = s.player[p]
    out[at + Seat.PRESENT] = 1
    out[at + Seat.LEVEL] = int(q.level)
    out[at + Seat.FEMALE] = int(q.sex)
    out[at + Seat.DEAD] = int(q.dead)
    out[at + Seat.REDEAL] = int(q.redeal)
    out[at + Seat.HUMAN] = 1 if int(q.race) == 1 else 0
    out[at + Seat.CLASSLESS] = 1 if int(q.klass) == 1 else 0
    put(out, at + Seat.BONUS, int(q.bonus), most)
    put(out, at + Seat.PENALTY, int(q.penalty), most)
    put(out, at + Seat.COMBAT_BONUS, int(q.combat_bonus), most)
    out[at + Seat.RUN_AWAY] = int(q.run_away)
    out[at + Seat.DIE] = int(q.die)
    put(out, at + Seat.HAND_LIMIT, hand_limit(s, p), most)
    treasures = int(q.hand_treasures)
    put(out, at + Seat.HAND_DOORS, int(s.count[Zone.HAND + p]) - treasures, most)
    put(out, at + Seat.HAND_TREASURES, treasures, most)
    out[at + Seat.BIGS] = int(q.bigs)
    out[at + Seat.HANDS_USED] = int(q.hands_used)
    worn = int(q.worn)
    out[at + Seat.HEADGEAR] = (worn >> Slot.HEADGEAR) & 1
    out[at + Seat.ARMOR] = (worn >> Slot.ARMOR) & 1
    out[at + Seat.FOOTGEAR] = (worn >> Slot.FOOTGEAR) & 1
    out[at + Seat.SHOWED] = int(q.showed)
    out[at + Seat.SOLD_DOUBLE] = int(q.sold_double)
    out[at + Seat.OFFERS] = int(q.offers)


@kernel
def write_fighter(s, p, out, at, most):
    """What player `p` has done in the running combat."""
    q = s.player[p]
    m = s.combat
    out[at + Seat.LEADER] = 1 if int(m.leader) == p else 0
    out[at + Seat.HELPER] = 1 if int(m.helper) == p + 1 else 0
    out[at + Seat.BERSERK] = int(q.berserk)
    out[at + Seat.TURNING] = int(q.turning)
    out[at + Seat.FLIGHT] = int(q.flight)
    out[at + Seat.RETRIED] = int(q.retried)
    put(out, at + Seat.BACKSTABS, count_bits(int(q.backstabbed)), most)
    out[at + Seat.ASKED_FOR_HELP] = int(q.asked)
    out[at + Seat.VOLUNTEERED] = int(q.volunteered)
    out[at + Seat.FORCED] = int(q.forced)
    out[at + Seat.ESCAPES_ALL] = int(q.escapes_all)
    put(out, at + Seat.PENDING, count_bits(int(q.pending)), most)


@kernel
def write_roles(s, t, seat, out, start):
    """Who is asked, rolls, offers, is chosen: a flag in the block of that player."""
    out[start + relative(s, seat, int(s.turn_seat)) * N_SEAT + Seat.TURN] = 1
    if int(s.roll.on):
        out[start + relative(s, seat, int(s.roll.seat)) * N_SEAT + Seat.ROLLER] = 1
    if int(s.offer.kind):
        out[start + relative(s, seat, int(s.offer.maker)) * N_SEAT + Seat.OFFER_MAKER] = 1
        out[start + relative(s, seat, int(s.offer.taker)) * N_SEAT + Seat.OFFER_TAKER] = 1
    if seen_decision(s, seat) == Decision.NONE:
        return
    out[start + relative(s, seat, int(s.seat)) * N_SEAT + Seat.ASKED] = 1
    if int(s.seat) == seat and seat_is_chosen(s, t):
        out[start + relative(s, seat, int(s.move.seat)) * N_SEAT + Seat.AIMED_AT] = 1
    if int(s.n_frames) == 0:
        return
    f = s.frame[int(s.n_frames) - 1]
    kind = int(f.kind)
    if kind == Frame.CHOOSE:
        out[start + relative(s, seat, int(f.other)) * N_SEAT + Seat.VICTIM] = 1
    elif has_details(kind) and kind != Frame.SPOILS:
        out[start + relative(s, seat, int(f.seat)) * N_SEAT + Seat.VICTIM] = 1


@kernel
def seat_is_chosen(s, t):
    """The half-built answer has named a player already."""
    m = s.move
    stage = int(m.stage)
    verb = int(m.verb)
    if verb == Verb.PLAY:  # Instant Wall: one fighter is named, the other may come along
        return stage == Stage.AMOUNT and int(t.card[int(t.type_of[int(m.card)])].aim) == Aim.FIGHTERS
    names_one = (
        verb == Verb.STEAL
        or verb == Verb.TRADE
        or verb == Verb.GIVE
        or verb == Verb.ASK_HELP
        or verb == Verb.BACKSTAB
    )
    return names_one and stage != Stage.VERB and stage != Stage.SEAT


@kernel
def write_seats(s, t, seat, out, start, most):
    """A block for each player from `start`, the observer first; `out` is zero there."""
    n = int(s.rules.players)
    fighting = int(s.combat.active) != 0
    for i in range(n):
        p = seat + i
        if p >= n:
            p -= n
        at = start + i * N_SEAT
        write_seat(s, p, out, at, most)
        if fighting:
            write_fighter(s, p, out, at, most)
    write_roles(s, t, seat, out, start)


# --------------------------------------------------------------------------- flat


@kernel
def add(out, at, amount):
    """Adds to an entry of a plane, cut to the bounds of int8."""
    out[at] = max(-MOST8, min(MOST8, int(out[at]) + amount))


@kernel
def write_tables(s, t, seat, closed, out, plane, types):
    """The cards of each player in a plane of his own, the observer's first; marks on them."""
    n = int(s.rules.players)
    marks = plane + Plane.MARKS * types - 1
    for i in range(n):
        p = seat + i
        if p >= n:
            p -= n
        own = plane + (N_PLANES + i) * types - 1
        some_attached = int(s.player[p].attached) != 0
        c = int(s.head[Zone.TABLE + p])
        while c:
            k = int(t.type_of[c])
            flags = int(s.flag[c]) & (255 - closed)
            out[own + k] = int(out[own + k]) + (4 if flags & Flag.CARRIED else 16)
            if some_attached and int(s.host[c]):
                host = int(t.type_of[int(s.host[c])])
                out[own + k] = int(out[own + k]) + 8
                out[own + host] = int(out[own + host]) + 8
            if flags & (Flag.SELECTED | Flag.OFFERED | Flag.WANTED):
                out[marks + k] = (
                    int(out[marks + k])
                    | (1 if flags & Flag.OFFERED else 0)
                    | (2 if flags & Flag.WANTED else 0)
                    | (4 if flags & Flag.SELECTED else 0)
                )
            c = int(s.next[c])
        if i:
            c = int(s.head[Zone.HAND + p])
            while c:
                if is_known(s, c, seat):
                    add(out, own + int(t.type_of[c]), 1)
                c = int(s.next[c])


@kernel
def write_hand(s, t, seat, out, plane, types):
    """The observer's hand, and marks on it."""
    hand = plane + Plane.HAND * types - 1
    marks = plane + Plane.MARKS * types - 1
    c = int(s.head[Zone.HAND + seat])
    while c:
        k = int(t.type_of[c])
        out[hand + k] = int(out[hand + k]) + 1
        flags = int(s.flag[c])
        if flags & (Flag.SELECTED | Flag.NEW):
            out[marks + k] = (
                int(out[marks + k]) | (4 if flags & Flag.SELECTED else 0) | (8 if flags & Flag.NEW else 0)
            )
        c = int(s.next[c])


@kernel
def write_marks(s, t, seat, out, plane, types):
    """The cards named in the observer's half-built answer, and the card that his decision is about."""
    marks = plane + Plane.MARKS * types - 1
    if int(s.seat) == seat and int(s.move.stage) != Stage.VERB:
        if int(s.move.card):
            k = int(t.type_of[int(s.move.card)])
            out[marks + k] = int(out[marks + k]) | 16
        if int(s.move.second):
            k = int(t.type_of[int(s.move.second)])
            out[marks + k] = int(out[marks + k]) | 32
    c = question_card(s, seat)
    if c:
        k = int(t.type_of[c])
        out[marks + k] = int(out[marks + k]) | 64


@kernel
def fight_code(s, t, c):
    """What a card that lies with the combat does there, as the plane `fight` says it."""
    i = place_of(s, c)
    if i >= 0:
        return 1 + i if int(s.combat.monster[i].type) == int(t.type_of[c]) else ENHANCES + i
    if int(t.card[int(t.type_of[c])].kind) == Kind.ENHANCER:
        return ENHANCES + max(0, place_of_group(s, int(s.host[c])))
    return AGAINST_PLAYERS if int(s.flag[c]) & Flag.FOR_MONSTERS else FOR_PLAYERS


@kernel
def write_fight(s, t, out, plane, types):
    """Cards that lie in the middle: the combat, a curse about to strike, treasure to be shared."""
    fight = plane + Plane.FIGHT * types - 1
    c = int(s.head[Zone.COMBAT])
    while c:
        add(out, fight + int(t.type_of[c]), fight_code(s, t, c))
        c = int(s.next[c])
    c = int(s.head[Zone.ASIDE])
    while c:
        add(out, fight + int(t.type_of[c]), STRIKES)
        c = int(s.next[c])
    c = int(s.head[Zone.SPOILS])
    while c:
        add(out, fight + int(t.type_of[c]), SHARED)
        c = int(s.next[c])


@kernel
def write_discards(s, out, plane, types):
    """Copies in the discard piles."""
    discards = out[plane + Plane.DISCARDS * types : plane + (Plane.DISCARDS + 1) * types]
    for k in range(types):
        discards[k] = int(s.discarded[k + 1])


@kernel
def write_flat(s, t, seat, out):
    """The whole of `flat` into int8 `out`, whatever was there before."""
    out[:] = 0
    players = int(s.rules.players)
    types = int(t.n_types)
    plane = N_GENERAL + players * N_SEAT
    closed = closed_flags(s, seat)
    write_general(s, t, seat, out, MOST8)
    write_seats(s, t, seat, out, N_GENERAL, MOST8)
    write_hand(s, t, seat, out, plane, types)
    write_tables(s, t, seat, closed, out, plane, types)
    write_marks(s, t, seat, out, plane, types)
    write_fight(s, t, out, plane, types)
    write_discards(s, out, plane, types)


@entry
def encode_flat(positions, i, tables, seat, out):
    """`flat` of row `i` as `seat` sees it, into `out`: int8[`layout.flat_length`]."""
    write_flat(positions[i], tables[0], seat, out)


# --------------------------------------------------------------------------- tokens


@kernel
def token(s, t, seat, c, place, owner, cards, n):
    """Begins a token of card `c`; returns whether there was room."""
    if n >= MAX_TOKENS:
        return False
    row = cards[n]
    row[Token.TYPE] = int(t.type_of[c])
    row[Token.PLACE] = place
    row[Token.OWNER] = owner
    chosen = 0
    if int(s.seat) == seat and int(s.move.stage) != Stage.VERB:
        chosen = (1 if int(s.move.card) == c else 0) | (2 if int(s.move.second) == c else 0)
    if question_card(s, seat) == c:
        chosen |= 4
    row[Token.CHOSEN] = chosen
    return True


@kernel
def later(cards, a, b):
    """Token `a` comes after token `b`: by its fields, in order."""
    for f in range(N_TOKEN):
        x = int(cards[a, f])
        y = int(cards[b, f])
        if x != y:
            return x > y
    return False


@kernel
def settle(cards, first, n):
    """Brings the last token, `n`, to its place among those from `first`: the order of lists tells nothing."""
    i = n
    while i > first and later(cards, i - 1, i):
        for f in range(N_TOKEN):
            x = int(cards[i, f])
            cards[i, f] = int(cards[i - 1, f])
            cards[i - 1, f] = x
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
def hand_tokens(s, t, seat, cards, n):
    """The observer's hand; `known_by` tells who else knows the card."""
    first = n
    players = int(s.rules.players)
    c = int(s.head[Zone.HAND + seat])
    while c:
        if token(s, t, seat, c, Place.HAND, 1, cards, n):
            flag_token(cards[n], int(s.flag[c]))
            known = 0
            for q in range(players):
                if (int(s.known_by[c]) >> q) & 1:
                    known |= 1 << relative(s, seat, q)
            cards[n, Token.KNOWN_BY] = known
            settle(cards, first, n)
            n += 1
        c = int(s.next[c])
    return n


@kernel
def known_tokens(s, t, seat, p, owner, cards, n):
    """Cards in the hand of `p` that the observer knows of."""
    first = n
    c = int(s.head[Zone.HAND + p])
    while c:
        if is_known(s, c, seat) and token(s, t, seat, c, Place.KNOWN, owner, cards, n):
            cards[n, Token.KNOWN_BY] = 1
            settle(cards, first, n)
            n += 1
        c = int(s.next[c])
    return n


@kernel
def table_tokens(s, t, seat, p, owner, closed, cards, n):
    """The cards in front of player `p`."""
    first = n
    zone = Zone.TABLE + p
    c = int(s.head[zone])
    while c:
        if token(s, t, seat, c, Place.TABLE, owner, cards, n):
            row = cards[n]
            flag_token(row, int(s.flag[c]) & (255 - closed))
            row[Token.HOST] = int(t.type_of[int(s.host[c])])
            attached = 0
            d = int(s.head[zone])
            while d:
                attached += 1 if int(s.host[d]) == c else 0
                d = int(s.next[d])
            row[Token.ATTACHED] = attached
            settle(cards, first, n)
            n += 1
        c = int(s.next[c])
    return n


@kernel
def monster_tokens(s, t, seat, cards, n):
    """The monsters by place; a doubled one is of its monster's type, its host is the card that doubled it."""
    m = s.combat
    for i in range(int(m.n_monsters)):
        c = int(m.monster[i].card)
        k = int(m.monster[i].type)
        if token(s, t, seat, c, Place.MONSTER, 0, cards, n):
            row = cards[n]
            if int(row[Token.TYPE]) != k:
                row[Token.HOST] = int(row[Token.TYPE])
                row[Token.TYPE] = k
            row[Token.MONSTER] = 1 + i
            row[Token.STRENGTH] = monster_strength(s, t, i)
            row[Token.TREASURES] = monster_treasures(s, t, i)
            row[Token.UNDEAD] = int(m.monster[i].undead)
            n += 1
    return n


@kernel
def fight_tokens(s, t, seat, cards, n):
    """Enhancers and spent cards."""
    first = n
    c = int(s.head[Zone.COMBAT])
    while c:
        if place_of(s, c) < 0 and token(s, t, seat, c, Place.FIGHT, 0, cards, n):
            if int(t.card[int(t.type_of[c])].kind) == Kind.ENHANCER:
                cards[n, Token.MONSTER] = 1 + max(0, place_of_group(s, int(s.host[c])))
            elif int(s.flag[c]) & Flag.FOR_MONSTERS:
                cards[n, Token.MONSTER] = SPENT_AGAINST
            settle(cards, first, n)
            n += 1
        c = int(s.next[c])
    return n


@kernel
def zone_tokens(s, t, seat, zone, place, cards, n):
    """A list in the middle whose order does not matter."""
    first = n
    c = int(s.head[zone])
    while c:
        if token(s, t, seat, c, place, 0, cards, n):
            settle(cards, first, n)
            n += 1
        c = int(s.next[c])
    return n


@kernel
def discard_tokens(s, t, seat, pile, cards, n):
    """A discard pile from the top, as far as there is room."""
    depth = 0
    c = int(s.head[Zone.DISCARD + pile])
    while c:
        depth += 1
        if not token(s, t, seat, c, Place.DISCARD, 0, cards, n):
            return n
        cards[n, Token.DEPTH] = depth
        n += 1
        c = int(s.next[c])
    return n


@kernel
def write_tokens(s, t, seat, cards, general):
    """The whole of `tokens`, whatever was there before. Returns the number of cards."""
    cards[:] = 0
    general[:] = 0
    write_general(s, t, seat, general, MOST16)
    write_seats(s, t, seat, general, N_GENERAL, MOST16)
    closed = closed_flags(s, seat)
    players = int(s.rules.players)
    n = hand_tokens(s, t, seat, cards, 0)
    n = monster_tokens(s, t, seat, cards, n)
    n = fight_tokens(s, t, seat, cards, n)
    n = zone_tokens(s, t, seat, Zone.ASIDE, Place.ASIDE, cards, n)
    n = zone_tokens(s, t, seat, Zone.SPOILS, Place.SPOILS, cards, n)
    for i in range(players):
        n = table_tokens(s, t, seat, (seat + i) % players, 1 + i, closed, cards, n)
    for i in range(1, players):
        n = known_tokens(s, t, seat, (seat + i) % players, 1 + i, cards, n)
    for pile in range(4):
        n = discard_tokens(s, t, seat, pile, cards, n)
    return n


@entry
def encode_tokens(positions, i, tables, seat, cards, general):
    """`tokens` of row `i` as `seat` sees it: int16[MAX_TOKENS, N_TOKEN] and int16[N_GLOBALS]. Returns the cards."""
    return write_tokens(positions[i], tables[0], seat, cards, general)
