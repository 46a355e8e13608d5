"""The encodings agree with a slow reading of the position, written here in plain Python from the words of the layout.

Every section of `flat` and every field of a token has its reading below; a new one fails until it has one too.
"""

from collections import Counter
from typing import Any

import numpy as np
import pytest

import munchkin_env as mk
from munchkin_env.cards.compile import load_catalogue
from munchkin_env.engine.dispatch import entries
from munchkin_env.engine.rules.choices import SPARES
from munchkin_env.observation.layout import (
    EVENT_SIZE,
    GENERAL_PARTS,
    MAX_TOKENS,
    PLANE_PARTS,
    SEAT_PARTS,
    SEAT_PLANE,
    SHOWN_EVENTS,
    SHOWN_MONSTERS,
    Token,
    TokenPlace,
)
from munchkin_env.vocabulary import (
    FIRST_TIMED,
    LAST_TIMED,
    MAX_EVENTS,
    ROOM_FOR_DECISIONS,
    ROOM_FOR_PHASES,
    ROOM_FOR_STAGES,
    ROOM_FOR_VERBS,
    ROOM_FOR_WINDOWS,
    UNTILS,
    Ability,
    Aim,
    Brings,
    Decision,
    Deck,
    Flag,
    Frame,
    Kind,
    Op,
    Slot,
    Stage,
    Trigger,
    Verb,
    Window,
    Zone,
    kinds_that,
)
from tests.observation.play import PRIVATE, listed, look, relist, some_games

UNANNOUNCED = (Decision.NONE, *PRIVATE)
IDENTITIES = kinds_that("identity")

ABOUT_ITS_SEAT = (
    Frame.WORTH,
    Frame.DRAW,
    Frame.PICK,
    Frame.CHARITY,
    Frame.LOOT_BODY,
    Frame.ENTRY,
    Frame.CURSE,
    Frame.ACCEPT,
    Frame.CURE,
    Frame.PEEK,
    Frame.MEETING,
    Frame.CONTEST,
)
COMBAT_FIELDS = (
    "n_monsters",
    "players_bonus",
    "monsters_bonus",
    "multiply",
    "slain",
    "deal_treasures",
    "deal_first",
    "conceded",
    "no_help",
    "routed",
)
SEAT_FIELDS = (
    "bonus",
    "penalty",
    "combat_bonus",
    "run_away",
    "die",
    "bigs",
    "hands_used",
    "showed",
    "sold_double",
    "offers",
    "rose",
    "stole",
    "skips",
    "lone_bonus",
    "lasers",
    "complexes",
    "more_complex",
    "more_hands",
)
FIGHTER_FIELDS = ("berserk", "turning", "flight", "retried", "volunteered", "forced")


def one_hot(size: int, index: int) -> list[int]:
    return [int(i == index) for i in range(size)]


class Reader:
    """A position as one seat sees it, read field by field."""

    def __init__(self, game: mk.Game, seat: int) -> None:
        self.game = game
        self.seat = seat
        self.s: Any = game.position[0]
        self.players = game.config.players
        self.table = game.catalogue.tables[0]
        self.types = len(game.catalogue.cards) - 1
        self.own = int(self.s["seat"]) == seat
        decision = Decision(int(self.s["decision"]))
        self.frame = self.s["frame"][max(0, int(self.s["n_frames"]) - 1)]
        if not self.own:
            if int(self.s["seat"]) < 0 or decision in UNANNOUNCED or self.asks_by_hand():
                decision = Decision.NONE
            elif decision == Decision.CHARITY_SEAT:
                decision = Decision.CHARITY
        self.decision = decision
        self.kind = Frame(int(self.frame["kind"])) if decision != Decision.NONE else Frame.NONE
        self.building = self.own and int(self.s["move"]["stage"]) != Stage.VERB

    def asks_by_hand(self) -> bool:
        """Return True if a hand may be the reason of a question that is open elsewhere."""
        kind = int(self.frame["kind"])
        if kind == Frame.FLEE:
            pending = int(self.s["player"]["pending"][int(self.frame["seat"])])
            return pending.bit_count() == 1 and self.game.config.forced_choices
        return kind == Frame.CHOOSE and int(self.frame["c"]) == SPARES

    def rel(self, p: int) -> int:
        return (p - self.seat) % self.players

    def type(self, copy: int) -> int:
        return int(self.table["type_of"][copy])

    def card(self, copy: int) -> np.void:
        return self.table["card"][self.type(copy)]

    def flags(self, copy: int) -> Flag:
        flags = Flag(int(self.s["card"]["flag"][copy]))
        if not self.own:
            flags &= ~Flag.SELECTED
            if int(self.s["move"]["stage"]) and int(self.s["move"]["verb"]) == Verb.TRADE:
                flags &= ~Flag.WANTED
        return flags

    def known(self, p: int) -> list[int]:
        return [c for c in listed(self.s, Zone.HAND + p) if int(self.s["card"]["known_by"][c]) >> self.seat & 1]

    def question(self) -> int:
        """The card that the pending decision is about."""
        about = self.kind in (Frame.PICK, Frame.CURSE, Frame.ACCEPT, Frame.CURE, Frame.CONTEST)
        if about or (self.kind in (Frame.CHARITY, Frame.MEETING) and self.own):
            return int(self.frame["c"])
        if self.kind == Frame.PEEK:
            return next(iter(self.looked(0)), 0)
        return 0

    def looked(self, deck: int) -> list[int]:
        """The cards on top of a draw pile that the seat has looked at, the top card first."""
        base = 1 + sum(int(n) for n in self.table["deck_cards"][:deck])
        pile = self.s["order"][base : base + int(self.s["count"][Zone.DECK + deck])].tolist()
        return [c for c in reversed(pile) if int(self.s["card"]["known_by"][c]) >> self.seat & 1]

    def plane(self, amounts: Counter[int]) -> list[int]:
        return [max(-127, min(127, amounts[k])) for k in range(1, self.types + 1)]

    # ------------------------------------------------------------------ general

    def decisions(self) -> dict[str, Any]:
        move, frame, stage = self.s["move"], self.frame, Stage.VERB
        if self.own:
            stage = Stage(int(move["stage"]))
        detailed = self.kind in (*ABOUT_ITS_SEAT, Frame.CHOOSE, Frame.SPOILS)
        worth = self.kind == Frame.WORTH
        return {
            "decision": one_hot(ROOM_FOR_DECISIONS, self.decision),
            "stage": one_hot(ROOM_FOR_STAGES, stage),
            "verb": one_hot(ROOM_FOR_VERBS, int(move["verb"]) if self.building else -1),
            "mine": int(self.own and self.decision != Decision.NONE),
            "move_place": int(move["place"]) * self.building,
            "move_amount": int(move["amount"]) * self.building,
            "move_count": int(move["count"]) * self.building,
            "move_first": int(move["first"]) * self.building,
            "left": int(frame["n"]) if detailed and not worth else 0,
            "owed": int(frame["n"]) // 100 if worth else 0,
            "filter": int(frame["a"]) + 1 if self.kind == Frame.CHOOSE else 0,
        }

    def turn(self) -> dict[str, Any]:
        s = self.s
        won = 0
        if int(s["winners"]):
            won = 1 if int(s["winners"]) >> self.seat & 1 else -1
        return {
            "phase": one_hot(ROOM_FOR_PHASES, int(s["phase"])),
            "window": one_hot(ROOM_FOR_WINDOWS, int(s["window"])),
            "round": int(s["rounds"]),
            "rounds_left": max(0, self.game.config.round_limit - int(s["rounds"])),
            "goal": self.game.config.goal,
            "met_monster": int(s["met_monster"]),
            "may_loot": int(bool(s["may_loot"]) and not self.inside()[3]),
            "entered": len(listed(s, Zone.ROOM)),
            "inside": self.inside(),
            "second_door": int(s["second_door"]),
            "merged": int(s["merged"]),
            "extra_tops": int(s["extra_tops"]),
            "just_fought": int(s["just_fought"]),
            "over": int(self.game.is_terminal),
            "won": won if self.game.is_terminal else 0,
            "decks": [int(n) for n in s["count"][Zone.DECK : Zone.DECK + 3]],
            "piles": [len(listed(s, Zone.DISCARD + pile)) for pile in range(4)],
        }

    def inside(self) -> list[int]:
        """Effects of the room: for every monster, for rolls to run away, for treasure, for looting."""
        found = [0, 0, 0, 0]
        for copy in listed(self.s, Zone.ROOM):
            card = self.game.catalogue.card(self.type(copy))
            amounts = {clause.do: clause.number("amount") + clause.number("times") for clause in card.always}
            found = [amounts.get("each_monster", 0), amounts.get("run_away", 0)]
            found += [amounts.get("treasure_times", 1), int("no_looting" in amounts)]
        return found

    def combat(self) -> dict[str, Any]:
        c = self.s["combat"]
        if not int(c["active"]):
            names = (
                "combat players monsters winning n_monsters players_bonus monsters_bonus multiply treasures slain "
                "deal_treasures deal_first conceded no_help routed"
            )
            return {**dict.fromkeys(names.split(), 0), "monster": [0] * (SHOWN_MONSTERS * 6)}
        g = self.game
        _, _, wins = entries.strengths(g._positions, 0, g.tables)
        treasures = int(c["kept"])
        shown = []
        for i, m in enumerate(c["monster"][: int(c["n_monsters"])]):
            gain = self.treasures(m)
            treasures += gain
            double = self.type(int(m["card"])) != int(m["type"])
            pending = int(self.s["player"][self.seat]["pending"]) >> i & 1
            level = int(self.table["card"][int(m["type"])]["level"])
            shown += [self.strength(i), level, gain, int(m["undead"]), int(double), pending]
        shown = (shown + [0] * 999)[: SHOWN_MONSTERS * 6]
        return {
            "combat": 1,
            "players": g.strength("players"),
            "monsters": g.strength("monsters"),
            "winning": int(wins),
            "treasures": 0 if self.robbed(int(c["leader"])) else treasures,
            "monster": shown,
            **{name: int(c[name]) for name in COMBAT_FIELDS},
        }

    def clauses(self, type_: int, op: Op) -> list[np.void]:
        card = self.table["card"][type_]
        start, count = int(card["start"][Trigger.ALWAYS]), int(card["count"][Trigger.ALWAYS])
        return [k for k in self.table["clause"][start : start + count] if int(k["op"]) == op]

    def robbed(self, p: int) -> bool:
        """A card keeps the player from the treasure of their combats."""
        return int(self.s["player"][p]["abilities"]) >> Ability.NO_SPOILS & 1 == 1

    def fighters(self) -> list[int]:
        c = self.s["combat"]
        return [int(c["leader"])] + ([int(c["helper"]) - 1] if int(c["helper"]) else [])

    def holds(self, k: np.void, weak: bool) -> bool:
        """Conditions on the party (COMBAT-8), or on its leader."""
        c = self.s["combat"]
        if int(k["need"]):
            pytest.fail("a base card has a condition on the combat: read it here")
        party = self.fighters() if int(k["who"]) else [int(c["leader"])]
        q = [self.s["player"][p] for p in party]
        kind = "weak_" if weak and int(k["who"]) else ""
        for field in ("race", "klass"):
            have = 0
            for one in q:
                have |= int(one[field])
            weakly = 0
            for one in q:
                weakly |= int(one[kind + field])
            if int(k[field]) and not int(k[field]) & weakly:
                return False
            if int(k["not_" + field]) & have:
                return False
        if int(k["sex"]) and not any(int(k["sex"]) >> int(one["sex"]) & 1 for one in q):
            return False
        level = int(q[0]["level"])
        return int(k["who"]) != 0 or (level >= int(k["min_level"]) and level <= (int(k["max_level"]) or 999))

    def strength(self, i: int) -> int:
        m = self.s["combat"]["monster"][i]
        over = [int(k["amount"]) for k in self.hung(m, Op.PRINTED_LEVEL)]
        total = min(over, default=int(self.table["card"][int(m["type"])]["level"])) + int(m["bonus"])
        for k in self.clauses(int(m["type"]), Op.STRENGTH):
            total += int(k["amount"]) if self.holds(k, int(k["amount"]) > 0) else 0
        floor = 1 if int(self.s["rules"]["enhancers_change_level"]) else total
        return max(floor, total) + self.inside()[0]

    def hung(self, m: np.void, op: Op) -> list[np.void]:
        """Clauses of the enhancers of a monster."""
        found = [c for c in listed(self.s, Zone.COMBAT) if int(self.s["card"]["host"][c]) == int(m["group"])]
        kinds = self.table["kind_of"]
        return [k for c in found if int(kinds[c]) == Kind.ENHANCER for k in self.clauses(self.type(c), op)]

    def treasures(self, m: np.void) -> int:
        if self.hung(m, Op.NO_TREASURE):
            return 0
        printed = int(self.table["card"][int(m["type"])]["treasures"])
        total = max(1, printed + int(m["treasures"])) if printed else 0
        extra = self.clauses(int(m["type"]), Brings.TREASURE)
        total += sum(int(k["amount"]) for k in extra if self.holds(k, False))
        return total * self.inside()[2] if listed(self.s, Zone.ROOM) else total

    def middle(self) -> dict[str, Any]:
        r, o = self.s["roll"], self.s["offer"]
        on, offered = int(r["on"]), int(o["kind"]) > 0
        events = []
        count = int(self.s["event_count"])
        for number in range(count - 1, max(-1, count - 1 - SHOWN_EVENTS), -1):
            e = self.s["event"][number % MAX_EVENTS]
            who = [0 if int(e[x]) < 0 else 1 + self.rel(int(e[x])) for x in ("seat", "other")]
            events += [int(e["kind"]), *who, int(e["card"]) // 64, int(e["card"]) % 64, int(e["amount"])]
        return {
            "roll": on,
            "roll_purpose": int(r["purpose"]) * on,
            "roll_face": int(r["face"]) * on,
            "roll_extra": int(r["extra"]) * on,
            "roll_place": (1 + int(r["place"])) * on,
            "roll_escaped": int(r["escaped"]) * on,
            "offer": int(o["kind"]),
            "offer_amount": int(o["amount"]) * offered,
            "offer_first": int(o["first"]) * offered,
            "offer_countered": int(o["countered"]) * offered,
            "tops": self.tops(),
            "events": events + [0] * (SHOWN_EVENTS * EVENT_SIZE - len(events)),
        }

    def tops(self) -> list[int]:
        found = []
        for deck in range(3):
            types = [self.type(c) for c in self.looked(deck)[:3]]
            types += [0] * (3 - len(types))
            found += [part for k in types for part in (k // 64, k % 64)]
        return found

    # ------------------------------------------------------------------ seats

    def aimed_at(self) -> int:
        """Return the seat that the half-built action has named, -1 nobody."""
        if not self.building:
            return -1
        move = self.s["move"]
        verb, stage = Verb(int(move["verb"])), Stage(int(move["stage"]))
        if verb == Verb.PLAY:
            aim = int(self.card(int(move["card"]))["aim"])
            return int(move["seat"]) if stage == Stage.AMOUNT and aim == Aim.FIGHTERS else -1
        names = (Verb.STEAL, Verb.TRADE, Verb.GIVE, Verb.ASK_HELP, Verb.BACKSTAB, Verb.SWAP)
        return int(move["seat"]) if verb in names and stage != Stage.SEAT else -1

    def victim(self) -> int:
        if self.kind == Frame.CHOOSE:
            return int(self.frame["other"])
        return int(self.frame["seat"]) if self.kind in ABOUT_ITS_SEAT else -1

    def player(self, i: int) -> dict[str, Any]:
        p = (self.seat + i) % self.players
        q, c, s = self.s["player"][p], self.s["combat"], self.s
        fighting, offered = int(c["active"]), int(s["offer"]["kind"]) > 0
        hand = listed(s, Zone.HAND + p)
        treasures = sum(int(self.card(copy)["deck"]) == 1 for copy in hand)
        slots = {
            int(self.card(copy)["slot"])
            for copy in listed(s, Zone.TABLE + p)
            if int(self.card(copy)["kind"]) == Kind.ITEM
            and not self.flags(copy) & Flag.CARRIED
            and not int(s["card"]["host"][copy])
            and not any(int(s["card"]["host"][d]) == copy for d in listed(s, Zone.TABLE + p))
        }
        return {
            "present": 1,
            "asked": int(self.decision != Decision.NONE and int(s["seat"]) == p),
            "turn": int(int(s["turn_seat"]) == p),
            "leader": int(fighting and int(c["leader"]) == p),
            "helper": int(fighting and int(c["helper"]) == p + 1),
            "roller": int(int(s["roll"]["on"]) and int(s["roll"]["seat"]) == p),
            "offer_maker": int(offered and int(s["offer"]["maker"]) == p),
            "offer_taker": int(offered and int(s["offer"]["taker"]) == p),
            "aimed_at": int(self.aimed_at() == p),
            "victim": int(self.victim() == p),
            "level": self.game.level(p),
            "female": int(q["sex"]),
            "dead": int(q["dead"]),
            "away": int(q["away"]),
            "redeal": int(q["redeal"]),
            "human": int(not any(self.card(d)["kind"] == Kind.RACE for d in listed(s, Zone.TABLE + p))),
            "classless": int(not any(self.card(d)["kind"] == Kind.CLASS for d in listed(s, Zone.TABLE + p))),
            "hand_limit": int(s["rules"]["hand_limit"]) + int(q["hand_limit"]),
            "hand_doors": len(hand) - treasures - int(s["hand_extras"][p]),
            "hand_extras": int(s["hand_extras"][p]),
            "hand_treasures": treasures,
            "headgear": int(Slot.HEADGEAR in slots),
            "armor": int(Slot.ARMOR in slots),
            "footgear": int(Slot.FOOTGEAR in slots),
            **{Ability(one).name.lower(): int(self.is_bound(q, one)) for one in range(FIRST_TIMED, LAST_TIMED + 1)},
            "backstabs": bin(int(q["backstabbed"])).count("1") * fighting,
            "asked_for_help": int(q["asked"]) * fighting,
            "pending": bin(int(q["pending"])).count("1") * fighting,
            **{name: int(q[name]) for name in SEAT_FIELDS},
            "escapes_all": int(int(q["escapes_all"]) > 0) * fighting,
            "saved": int(int(q["escapes_all"]) == 2) * fighting,
            "any_complex": int(q["abilities"]) >> Ability.ANY_COMPLEX & 1,
            "more_headgear": int(q["more_slots"]) >> 4 * Slot.HEADGEAR & 15,
            "more_footgear": int(q["more_slots"]) >> 4 * Slot.FOOTGEAR & 15,
            **{name: int(q[name]) * fighting for name in FIGHTER_FIELDS},
            "edge": self.edge_beside(p) if fighting else 0,
        }

    def edge(self, players: int) -> int:
        """Of the combat, if the players had this strength: above 0 they win, as twice the lead and a bit for ties."""
        ties = any(int(self.s["player"][p]["abilities"]) >> Ability.WIN_TIES & 1 for p in self.fighters())
        return max(-79, min(79, 2 * (players - self.game.strength("monsters")) + (1 if ties else -1)))

    def edge_beside(self, p: int) -> int:
        """The players' strength is asked of a position in which this seat helps; the rest stays."""
        if p in self.fighters():
            return self.edge(self.game.strength("players"))
        if int(self.s["combat"]["helper"]):
            return 0
        twin = self.game.clone()
        twin.position[0]["combat"]["helper"] = p + 1
        return self.edge(twin.strength("players"))

    @staticmethod
    def is_bound(q: np.void, ability: int) -> bool:
        """By a card in front of the player, or for a time."""
        by_card = int(q["abilities"]) >> ability & 1
        return bool(by_card or int(q["status"]) >> UNTILS * (ability - FIRST_TIMED) & (1 << UNTILS) - 1)

    # ------------------------------------------------------------------ planes

    def marks(self) -> list[int]:
        bits: dict[int, set[int]] = {}

        def mark(copy: int, bit: int) -> None:
            if copy:
                bits.setdefault(self.type(copy), set()).add(bit)

        for p in range(self.players):
            for copy in listed(self.s, Zone.TABLE + p):
                for flag, bit in ((Flag.OFFERED, 1), (Flag.WANTED, 2), (Flag.SELECTED, 4)):
                    mark(copy if self.flags(copy) & flag else 0, bit)
        for copy in listed(self.s, Zone.HAND + self.seat):
            for flag, bit in ((Flag.SELECTED, 4), (Flag.NEW, 8)):
                mark(copy if self.flags(copy) & flag else 0, bit)
        if self.building:
            mark(int(self.s["move"]["card"]), 16)
            mark(int(self.s["move"]["second"]), 32)
        mark(self.question(), 64)
        return self.plane(Counter({type_: sum(found) for type_, found in bits.items()}))

    def place(self, copy: int) -> int:
        """Place of the monster that a card of the combat is, doubles or strengthens; -1 if none."""
        c = self.s["combat"]
        monsters = c["monster"][: int(c["n_monsters"])]
        for i, m in enumerate(monsters):
            if int(m["card"]) == copy:
                return i
        if int(self.card(copy)["kind"]) == Kind.ENHANCER:
            for i, m in enumerate(monsters):
                if int(m["group"]) == int(self.s["card"]["host"][copy]):
                    return i
        return -1

    def fight(self) -> list[int]:
        found: Counter[int] = Counter()
        c = self.s["combat"]
        real = {int(m["card"]) for m in c["monster"] if int(m["card"]) and self.type(int(m["card"])) == int(m["type"])}
        for copy in listed(self.s, Zone.COMBAT):
            i = self.place(copy)
            if i >= 0:
                found[self.type(copy)] += 1 + i if copy in real else 32 + i
            else:
                found[self.type(copy)] += 96 if self.flags(copy) & Flag.FOR_MONSTERS else -1
        for zone, code in ((Zone.ASIDE, 64), (Zone.SPOILS, 80)):
            for copy in listed(self.s, zone):
                found[self.type(copy)] += code
        for copy in listed(self.s, Zone.ROOM):
            found[self.type(copy)] += 121 + self.place(copy)
        found.update({self.type(copy): 112 for pile in range(3) for copy in self.fresh(pile)})
        return self.plane(found)

    def fresh(self, pile: int) -> list[int]:
        """Cards of a discard pile that may be claimed: what has just come there, or (QUICK-4) an identity on top."""
        cards = listed(self.s, Zone.DISCARD + pile)
        found = [copy for copy in cards if self.flags(copy) & Flag.FRESH]
        if not found and cards and self.s["rules"]["quick_play"] and int(self.card(cards[0])["kind"]) in IDENTITIES:
            return cards[:1]
        return found

    def cards(self, i: int) -> list[int]:
        p = (self.seat + i) % self.players
        found: Counter[int] = Counter()
        for copy in listed(self.s, Zone.TABLE + p):
            found[self.type(copy)] += 4 if self.flags(copy) & Flag.CARRIED else 16
            host = int(self.s["card"]["host"][copy])
            if host:
                found[self.type(copy)] += 8
                found[self.type(host)] += 8
        if i:
            found.update(self.type(copy) for copy in self.known(p))
        return self.plane(found)

    def flat(self) -> dict[str, Any]:
        found = {**self.decisions(), **self.turn(), **self.combat(), **self.middle()}
        for i in range(self.players):
            found |= {f"seat{i}.{name}": value for name, value in self.player(i).items()}
            found[f"seat{i}.cards"] = self.cards(i)
        found["hand"] = self.plane(Counter(self.type(copy) for copy in listed(self.s, Zone.HAND + self.seat)))
        found["marks"] = self.marks()
        found["fight"] = self.fight()
        piles = [copy for pile in range(4) for copy in listed(self.s, Zone.DISCARD + pile)]
        found["discards"] = self.plane(Counter(self.type(copy) for copy in piles))
        return found

    # ------------------------------------------------------------------ tokens

    def token(self, copy: int, place: TokenPlace, owner: int = 0, **fields: int) -> dict[str, int]:
        chosen = 0
        if self.building:
            chosen = (int(self.s["move"]["card"]) == copy) + 2 * (int(self.s["move"]["second"]) == copy)
        chosen += 4 * (self.question() == copy)
        return {"type": self.type(copy), "place": int(place), "owner": owner, "chosen": chosen, **fields}

    def marked(self, copy: int) -> dict[str, int]:
        flags = self.flags(copy)
        toggled = bool(flags & Flag.PUT_IN_USE) + 2 * bool(flags & Flag.PUT_AWAY)
        words = {"carried": Flag.CARRIED, "offered": Flag.OFFERED, "wanted": Flag.WANTED, "selected": Flag.SELECTED}
        words["new"] = Flag.NEW
        return {**{word: int(bool(flags & flag)) for word, flag in words.items()}, "toggled": toggled}

    def used(self, copy: int) -> int:
        flags = self.flags(copy)
        return sum(n for n in (1, 2, 4, 8) if flags & Flag.USED_1 * n)

    def tokens(self) -> list[list[dict[str, int]]]:
        """Groups of tokens in order; the order inside a group is by the fields, but for monsters and discards."""
        s, c = self.s, self.s["combat"]
        groups = []
        hand = []
        for copy in listed(s, Zone.HAND + self.seat):
            knows = sum(1 << self.rel(p) for p in range(self.players) if int(s["card"]["known_by"][copy]) >> p & 1)
            hand.append(self.token(copy, TokenPlace.HAND, 1, known_by=knows, **self.marked(copy)))
        groups.append(hand)
        monsters = []
        for i, m in enumerate(c["monster"][: int(c["n_monsters"])]):
            copy, type_ = int(m["card"]), int(m["type"])
            fields = {"monster": 1 + i, "strength": self.strength(i), "treasures": self.treasures(m)}
            fields["edge"] = self.edge(self.game.strength("players"))
            one = self.token(copy, TokenPlace.MONSTER, undead=int(m["undead"]), **fields)
            if one["type"] != type_:
                one |= {"host": one["type"], "type": type_}
            monsters.append(one)
        groups.append(monsters)
        real = {int(m["card"]) for m in c["monster"]}
        fight = []
        for copy in listed(s, Zone.COMBAT):
            if copy not in real:
                spent = 25 if self.flags(copy) & Flag.FOR_MONSTERS else 0
                enhances = int(self.card(copy)["kind"]) == Kind.ENHANCER
                fight.append(self.token(copy, TokenPlace.FIGHT, monster=1 + self.place(copy) if enhances else spent))
        groups.append(fight)
        groups.append([self.token(d, TokenPlace.ASIDE) for d in listed(s, Zone.ASIDE)])
        groups.append([self.token(d, TokenPlace.SPOILS) for d in listed(s, Zone.SPOILS)])
        groups.append([self.token(d, TokenPlace.ROOM) for d in listed(s, Zone.ROOM)])
        for i in range(self.players):
            table = listed(s, Zone.TABLE + (self.seat + i) % self.players)
            on = Counter(int(s["card"]["host"][d]) for d in table)
            hosts = {d: self.type(int(s["card"]["host"][d])) for d in table}
            fields = {d: {"host": hosts[d], "attached": on[d], **self.marked(d), "used": self.used(d)} for d in table}
            groups.append([self.token(d, TokenPlace.TABLE, 1 + i, **fields[d]) for d in table])
        for i in range(1, self.players):
            known = self.known((self.seat + i) % self.players)
            groups.append([self.token(d, TokenPlace.KNOWN, 1 + i, known_by=1) for d in known])
        for deck in range(3):
            groups.append([self.token(d, TokenPlace.PILE, depth=1 + n) for n, d in enumerate(self.looked(deck))])
        room = MAX_TOKENS - sum(map(len, groups))
        layers = sorted((depth, pile) for pile in range(4) for depth, _ in enumerate(listed(s, Zone.DISCARD + pile)))
        shown = layers[:room]  # the deepest discards of all are left out first
        for pile in range(4):
            cards = listed(s, Zone.DISCARD + pile)[: sum(pile == other for _, other in shown)]
            fresh = self.fresh(pile)
            tops = [{"depth": 1 + n, "new": int(d in fresh)} for n, d in enumerate(cards)]
            groups.append([self.token(d, TokenPlace.DISCARD, **top) for d, top in zip(cards, tops, strict=True)])
        return groups


def as_list(value: Any) -> list[int]:
    return [int(x) for x in value] if isinstance(value, list) else [int(value)]


def is_room(name: str) -> bool:
    """Entries that are 0 until something takes them."""
    return name.partition(".")[2].startswith("room") or name.startswith("room")


def compare(game: mk.Game, seat: int) -> set[str]:
    """Compares `flat` and the globals of `tokens` with a slow reading; returns the sections that are not all zero."""
    spec = mk.spec(players=game.config.players, editions=game.config.editions)
    read = Reader(game, seat).flat()
    flat, wide = game.observe(seat), game.observe(seat, "tokens")["globals"]
    assert set(read) == {section.name for section in spec.flat_sections if not is_room(section.name)}
    shown = set()
    for section in spec.flat_sections:
        part = slice(section.start, section.start + section.size)
        cut = [max(-127, min(127, x)) for x in as_list(read.get(section.name, [0] * section.size))]
        assert flat[part].tolist() == cut, f"{section.name}, seat {seat} of {game!r}"
        if any(cut):
            shown.add(section.name.partition(".")[2] or section.name)
    for section in spec.global_sections:
        part = slice(section.start, section.start + section.size)
        expected = as_list(read.get(section.name, [0] * section.size))
        assert wide[part].tolist() == expected, f"{section.name}, seat {seat} of {game!r}"
    return shown


def test_flat_and_globals_agree_with_a_slow_reading():
    games = some_games()[::2]
    shown = set.union(*(compare(game, seat) for game in games for seat in range(game.config.players)))
    assert {part.name for part in (*PLANE_PARTS, SEAT_PLANE)} <= shown


def set_by_hand(s: np.void, players: int, rng: np.random.Generator) -> None:
    """Numbers that no game may have together, each within its range."""

    def fill(record: Any, below: int, names: str) -> None:
        for name in names.split():
            record[name] = int(rng.integers(0, below))

    fill(s, 2, "merged")
    s["extra_tops"] = int(rng.integers(0, 5)) * int(s["merged"])
    for p in range(players):
        s["hand_extras"][p] = int(rng.integers(0, 3))
        q = s["player"][p]
        fill(q, 5, "berserk turning flight asked offers run_away die penalty combat_bonus lone_bonus lasers complexes")
        for ability in (Ability.ANY_COMPLEX, Ability.NO_SPOILS):
            q["abilities"] = int(q["abilities"]) | int(rng.integers(0, 2)) << ability
        fill(q, 4, "more_complex more_hands")
        fill(q, 1 << 16, "more_slots")
        fill(q, 2, "retried volunteered forced showed sold_double dead away redeal rose stole skips")
        fill(q, 3, "escapes_all")
        fill(q, 1 << UNTILS * (LAST_TIMED - FIRST_TIMED + 1), "status")
        fill(q, 8, "backstabbed pending")
    fill(s["combat"], 9, "players_bonus monsters_bonus multiply kept slain deal_treasures")
    fill(s["combat"], 2, "deal_first conceded no_help routed")
    fill(s, 2, "second_door")
    fill(s["roll"], 2, "on purpose face extra place escaped")
    fill(s["roll"], players, "seat")
    fill(s["offer"], 2, "kind amount first countered")
    fill(s["offer"], players, "maker taker")
    fill(s["move"], 5, "place amount count")
    fill(s["move"], 2, "first")
    s["over"] = int(rng.integers(0, 2))
    s["winners"] = int(rng.integers(0, 4)) * int(s["over"])
    if int(s["n_frames"]):
        top = s["frame"][int(s["n_frames"]) - 1]
        top["kind"] = int(rng.choice([*ABOUT_ITS_SEAT, Frame.CHOOSE, Frame.SPOILS, Frame.TURN]))
        fill(top, 900, "n")
        fill(top, 12, "a")
        fill(top, players, "seat other")
        fill(top, 100, "c")


def test_every_number_stands_where_the_layout_says():
    """Fields that random play seldom sets are set by hand, so that every section is compared when it is not zero."""
    rng = np.random.default_rng(4)
    shown: set[str] = set()
    for game in map(mk.Game.clone, some_games()[::4]):
        set_by_hand(game.position[0], game.config.players, rng)
        for seat in range(game.config.players):
            for deck in range(2):
                look(game, seat, deck, int(rng.integers(0, 5)))
        for seat in range(game.config.players):
            shown |= compare(game, seat)
    missed = {part.name for part in (*GENERAL_PARTS, *SEAT_PARTS, *PLANE_PARTS, SEAT_PLANE)} - shown
    assert missed == {"room", "entered", "inside"}


def compare_tokens(game: mk.Game) -> set[str]:
    """Compare the cards of `tokens` with a slow reading; return the fields that are not all zero.

    The effect of own cards is left out: `test_foresight` lets them act.
    """
    names = [part.name for part in mk.spec(players=game.config.players).token_fields]
    fields_seen: set[str] = set()
    for seat in range(game.config.players):
        cards = game.observe(seat, "tokens")["cards"]
        cards[cards[:, Token["OWNER"]] == 1, Token["USABLE"] : Token["EDGE"] + 1] = 0
        at = 0
        for group in Reader(game, seat).tokens():
            rows = [[one.get(name, 0) for name in names] for one in group]
            if group and group[0]["place"] not in (TokenPlace.MONSTER, TokenPlace.PILE, TokenPlace.DISCARD):
                rows.sort()
                cards[at : at + len(rows)] = sorted(cards[at : at + len(rows)].tolist())
            assert cards[at : at + len(rows)].tolist() == rows, f"seat {seat} of {game!r}"
            at += len(rows)
            fields_seen |= {name for row in rows for name, x in zip(names, row, strict=True) if x}
        assert not cards[at:].any()
    return fields_seen


def test_tokens_agree_with_a_slow_reading():
    names = [part.name for part in mk.spec().token_fields]
    fields_seen = set.union(*map(compare_tokens, some_games()))
    missed = {name for name in names if not is_room(name)} - fields_seen - {"usable", "gain"}
    assert len(missed) <= 2, missed


def test_what_a_seat_has_looked_at_is_encoded():
    """Two seats have looked at piles, a third has not."""
    game = some_games()[0].clone()
    for seat, deck, n in ((0, 0, 2), (1, 0, 4), (1, 1, 1)):
        look(game, seat, deck, n)
    names = [part.name for part in mk.spec(players=3).token_fields]
    for seat in range(3):
        compare(game, seat)
        groups = [group for group in Reader(game, seat).tokens() if group and group[0]["place"] == TokenPlace.PILE]
        rows = [[one.get(name, 0) for name in names] for group in groups for one in group]
        tokens = game.observe(seat, "tokens")["cards"].tolist()
        assert [row for row in tokens if row[names.index("place")] == TokenPlace.PILE] == rows
        assert len(rows) == (2, 5, 0)[seat]


def test_the_middle_of_a_fight_is_encoded():
    """A doubled and an enhanced monster, a helper with a deal, a curse, cheats and loans: rare in random play."""
    monsters = [{"card": "potted_plant", "enhancers": ["ancient"], "mate": True}, "lame_goblin"]
    table = [{"leather_armor": "cheat"}, "hireling"]
    players = [
        {"klass": "wizard", "table": table, "carried": ["huge_rock"], "hand": ["baby", "sleep_potion"]},
        {"race": "elf", "curses": ["curse_chicken_on_your_head"], "hand": ["flaming_poison_potion"]},
        {"dead": True},
    ]
    game = mk.scenario(players, phase="combat", combat={"monsters": monsters, "helper": 1, "deal": 2}, seed=2)
    for _ in range(12):
        for seat in range(3):
            compare(game, seat)
        if game.is_terminal:
            break
        legal = game.legal_actions()
        game.step(int(legal[len(legal) // 2]))


def test_what_may_be_claimed_is_encoded():
    """Cards that have just been discarded, on the piles of both decks."""
    players = [{"level": 8, "hand": ["maniacal_laugh"]}, {"hand": ["ia_rlyeh"]}, {}]
    game = mk.scenario(players, phase="combat", combat={"monsters": ["buggoth"]}, editions=("cthulhu",))
    game.do("play", card="maniacal_laugh", place="players")
    while int(game.position["window"][0]) != Window.DISCARD:
        game.do("kill" if game.decision == Decision.COMBAT else "pass")
    for seat in range(3):
        assert "fight" in compare(game, seat)
    assert "new" in compare_tokens(game)


def test_where_not_all_cards_fit_the_deepest_discards_are_left_out():
    """Piles of several sizes, more cards than tokens: nothing else is left out, and each pile's top is there."""
    editions = ("munchkin", "cthulhu", "extended", "star")
    discards = []
    for deck, size in ((Deck.DOOR, 79), (Deck.TREASURE, 130)):
        cards = [card for card in load_catalogue(editions).cards if card and card.deck == deck]
        discards += [card.full_id for card in cards[:size]]
    game = mk.scenario([{}] * 6, discards=discards, editions=editions, seed=1)
    s = game.position[0]
    doors = listed(s, Zone.DISCARD)
    for pile, cards in ((0, doors[9:]), (3, doors[:9])):
        relist(s, Zone.DISCARD + pile, cards)
        s["count"][Zone.DISCARD + pile] = len(cards)
    sizes = (70, 130, 0, 9)
    compare_tokens(game)
    for seat in range(6):
        cards = game.observe(seat, "tokens")["cards"]
        assert (cards[:, Token["PLACE"]] > 0).all()
        depths = cards[cards[:, Token["PLACE"]] == TokenPlace.DISCARD, Token["DEPTH"]]
        layers = np.bincount(depths)[1:].tolist()
        assert layers[:-1] == [sum(size > depth for size in sizes) for depth in range(len(layers) - 1)]
        assert 70 < len(layers) < 130


@pytest.mark.parametrize("tops", [["elf", "thief"], ["maul_rat", "elf"], ["super_munchkin"]])
def test_what_may_be_had_for_a_level_card_is_encoded(tops):
    """QUICK-4: the top of the discards, and the card that another claims."""
    players = [{"hand": ["boil_an_anthill"]}, {"hand": ["bribe_gm_with_food"]}, {}]
    for quick in (True, False):
        game = mk.scenario(players, discards=tops, quick_play=quick, forced_choices=False)
        for seat in range(3):
            assert ("fight" in compare(game, seat)) == (quick and tops[0] != "maul_rat")
        words = "To be had for a level card: "
        assert (words in game.text(2)) == (quick and tops[0] != "maul_rat")
        if quick and tops[0] != "maul_rat":
            game.do("claim", card=tops[0])
            assert (game.current_player, game.decision) == (1, Decision.CONTEST)
            for seat in range(3):
                compare(game, seat)
            compare_tokens(game)


def test_the_room_and_who_lives_there_are_encoded():
    """Each kind of thing that may hold in a room; one with a monster of its own, and one without."""
    shown = set()
    for room in ("hall_of_magnifying_mirrors", "freshly_mopped_corridor", "lost_luggage_of_the_galaxy"):
        game = mk.scenario(phase="combat", combat={"monsters": ["battle_barber"]}, room=room, editions=("star",))
        for seat in range(3):
            shown |= compare(game, seat)
            compare_tokens(game)
    assert {"entered", "inside", "fight"} <= shown
    fight = {"monsters": ["battle_barber", "ball_pit_occupied"]}
    game = mk.scenario(phase="combat", combat=fight, room="ball_pit_occupied", editions=("star",))
    for seat in range(3):
        compare(game, seat)
    compare_tokens(game)
    holder = {"hand": ["battle_barber"]}
    quiet = mk.scenario([holder, {}, {}], phase="trouble", room="freshly_mopped_corridor", editions=("star",))
    compare(quiet, 0)
    assert "Room of player 0: Freshly Mopped Corridor" in quiet.text(2)


def test_what_enhancers_and_curses_make_of_a_kill_is_encoded():
    """COMBAT-5, COMBAT-13: a level that is replaced, treasure that is not there, fighters who must run."""
    monsters = [{"card": "bullrog", "enhancers": ["misprint"]}, {"card": "net_troll", "enhancers": ["repossessed"]}]
    monsters += [{"card": "lame_goblin", "enhancers": ["snoring"]}]
    fight = {"phase": "combat", "combat": {"monsters": monsters}, "editions": ("extended",), "forced_choices": False}
    for mine in ({"level": 9}, {"level": 9, "curses": ["curse_garnished_wages"]}):
        game = mk.scenario([mine, {"hand": ["potion_of_discretion", "baby"]}, {}], **fight)
        assert game.strength("monsters") == 1 + 20 + 1
        for seat in range(3):
            assert "monster" in compare(game, seat)
            compare_tokens(game)
    game.do("run_away")
    game.do("play", card="potion_of_discretion")
    assert "routed" in compare(game, 0)
    assert "but must run" in game.text(0)


def test_the_text_says_what_the_table_shows():
    players = [
        {"level": 4, "race": "elf", "klass": "thief", "hand": ["sleep_potion"], "table": ["leather_armor"]},
        {"level": 7, "hand": ["lawyers"], "carried": ["huge_rock"]},
        {},
    ]
    game = mk.scenario(players, phase="combat", combat={"monsters": ["potted_plant"]}, discards=["gazebo"], seed=1)
    own, other, everything = game.text(0), game.text(2), game.text()
    for shown in (own, other, everything):
        for words in ("Potted Plant", "elf, thief", "Leather Armor (+1)", "Huge Rock (+3, carried)", "on top Gazebo"):
            assert words in shown
    assert "Player 0 (you): level 4, male" in own
    assert "Sleep Potion" in own
    assert "Sleep Potion" not in other
    assert "Lawyers" not in own + other
    assert "Lawyers" in everything
    acting = game.current_player
    for seat in range(3):
        assert ("Legal actions:" in game.text(seat)) == (seat == acting)
    for action in game.legal_actions():
        assert f"{int(action)}: {game.describe(int(action))}" in game.text(acting)
