"""States described by names: cards of each player, the combat, the tops of the decks and the next dice."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from munchkin_env.cards.compile import Catalogue
from munchkin_env.cards.definition import Card
from munchkin_env.config.game_config import SEXES, GameConfig, one_of, whole_number
from munchkin_env.engine.kernels.kernel import records
from munchkin_env.engine.mutations.stack import LOWEST
from munchkin_env.engine.queries.entered_room import LOOT_DUE
from munchkin_env.engine.rules import combat as combat_stages
from munchkin_env.engine.rules import turn as turn_stages
from munchkin_env.engine.state.layout import empty
from munchkin_env.engine.validation import invariants
from munchkin_env.errors import CardError, ConfigError, did_you_mean, shown
from munchkin_env.game.initial_state import check_seed, hash_seed, keeps_extras, write_settings
from munchkin_env.vocabulary import (
    MAX_DICE,
    MAX_MONSTERS,
    MOST_TREASURES,
    Ability,
    Deck,
    Flag,
    Frame,
    Klass,
    Layer,
    Phase,
    Pile,
    Slot,
    Tag,
    Zone,
    kinds_that,
)

PHASES = ("begin", "start", "door", "trouble", "after", "combat", "charity")
PLAYER_KEYS = ("level", "sex", "race", "klass", "hand", "table", "carried", "curses", "dead", "lent", "chosen")
COMBAT_KEYS = ("monsters", "helper", "deal")
MONSTER_KEYS = ("card", "enhancers", "mate")
# Besides lasting curses and attached cards.
ON_TABLES = kinds_that("laid_out") | kinds_that("outlives_death")
ITEMS = kinds_that("item")
ROOMS = kinds_that("entered")


DEFAULTS: dict[str, Any] = {
    "turn": 0, "phase": "start", "combat": None, "doors": [], "treasures": [], "extras": [], "discards": [], "dice": [],
    "seed": 0, "rest": "deck", "room": None,
}  # fmt: skip
"""The arguments of `mk.scenario` but for `seats`, as they are if nothing is said."""


DEEPEST = 6
"""Lists and dicts within each other in the arguments: their dict, the seats, a seat, its table, an item, Cheat!."""


def as_python(value: Any, deepest: int = DEEPEST) -> Any:
    """Return the arguments of a scenario with numbers of Python in place of NumPy's, which no save can hold."""
    if isinstance(value, np.generic):
        return value.item()
    if deepest and isinstance(value, Mapping):
        return {key: as_python(one, deepest - 1) for key, one in value.items()}
    if deepest and isinstance(value, list | tuple):
        return [as_python(one, deepest - 1) for one in value]
    return value


def as_told(arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Return the arguments of a scenario that differ from `DEFAULTS`, as JSON."""
    told = {name: _plain(value) for name, value in arguments.items()}
    return {name: value for name, value in told.items() if name not in DEFAULTS or value != DEFAULTS[name]}


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _plain(one) for key, one in value.items()}
    return [_plain(one) for one in value] if isinstance(value, list | tuple) else value


def build(config: GameConfig, catalogue: Catalogue, arguments: Mapping[str, Any]) -> np.ndarray:
    """Build the state that a scenario begins with, before any rule has run.

    Args:
        config: The settings, the number of players among them.
        catalogue: Their cards.
        arguments: Those of `mk.scenario`; `DEFAULTS` hold for the ones that are missing.

    Returns:
        One row of STATE.

    Raises:
        ConfigError: naming the argument, for an unknown one and for anything that no game could show.
        CardError: for a card that does not exist.
    """
    told = {**DEFAULTS, **_known("scenario", arguments, ("seats", *DEFAULTS))}
    seats, combat, rest = listed("seats", told.get("seats")), told["combat"], told["rest"]
    for p, facts in enumerate(seats):
        _known(f"seats[{p}]", facts, PLAYER_KEYS)
    if len(seats) != config.players:
        raise ConfigError(f"seats: expected {config.players}, got {len(seats)}")
    phase = told["phase"]
    one_of("phase", phase, PHASES)
    if (phase == "combat") != (combat is not None):
        raise ConfigError(f"combat: expected it with phase='combat' only, got {shown(combat)} with phase {phase!r}")
    if not isinstance(rest, str) or rest not in ("deck", "out"):
        raise ConfigError(f"rest: expected deck or out, got {shown(rest)}")
    turn = told["turn"]
    whole_number("turn", turn, 0, config.players - 1)
    _check_dice(told["dice"])
    seed = check_seed(told["seed"])
    builder = _Builder(config, catalogue)
    builder.fill_seats(seats)
    if told["room"] is not None:
        builder.enter(told["room"], phase)
    if combat is not None:
        builder.fight(turn, combat)
    builder.pile_up((told["doors"], told["treasures"], told["extras"]), told["discards"], rest, seed)
    builder.begin(turn, phase, told["dice"], seed)
    return builder.row


def listed(field: str, value: Any) -> Sequence[Any]:
    """The value, if it is a list or a tuple; else ConfigError."""
    if not isinstance(value, list | tuple):
        raise ConfigError(f"{field}: expected a list, got {shown(value)}")
    return value


def _check_dice(dice: Sequence[int]) -> None:
    """Raise ConfigError for values that are no faces, or too many."""
    if len(listed("dice", dice)) > MAX_DICE:
        raise ConfigError(f"dice: expected at most {MAX_DICE} faces, got {len(dice)}")
    for face in dice:
        whole_number("dice", face, 1, 6)


def _known(field: str, facts: Any, keys: Sequence[str]) -> Mapping[str, Any]:
    """The facts, if they are a dict with no other keys; else ConfigError."""
    if not isinstance(facts, Mapping):
        raise ConfigError(f"{field}: expected a dict with some of {', '.join(keys)}, got {shown(facts)}")
    for key in facts:
        if key not in keys:
            raise ConfigError(f"{field}.{key}: unknown{did_you_mean(key, keys)}; known: {', '.join(keys)}")
    return facts


def _yes_or_no(field: str, value: Any) -> bool:
    """The value, if it is true or false; else ConfigError."""
    if not isinstance(value, bool):
        raise ConfigError(f"{field}: expected true or false, got {shown(value)}")
    return value


class _Builder:
    """Fill a zeroed state; plain NumPy, independent of the engine's atoms."""

    def __init__(self, config: GameConfig, catalogue: Catalogue) -> None:
        self.config = config
        self.catalogue = catalogue
        self.row = empty(1)
        self.s = self.row[0]
        self.used: set[int] = set()
        self.cards = self.catalogue.tables[0]["card"]
        write_settings(self.row, config, self.catalogue)

    # ------------------------------------------------------------------ cards

    def take(self, name: object, field: str) -> int:
        """A copy of the card that is not used yet."""
        if not isinstance(name, str):
            raise ConfigError(f"{field}: expected a card, got {shown(name)}")
        try:
            type_ = self.catalogue.index(name)
        except CardError as error:
            raise CardError(f"{field}: {error}") from None
        kept = self.config.fairy_dust is not False  # else the game has no third deck
        copies = [copy for copy in self.catalogue.copies_of(type_) if kept or self.is_in_game(copy)]
        for copy in copies:
            if copy not in self.used:
                self.used.add(copy)
                return int(copy)
        total = len(copies)
        if not total:
            raise ConfigError(f"{field}: expected a card that is in the decks, got {shown(name)}, which is left out")
        raise ConfigError(f"{field}: expected at most {total} of {self.catalogue.name(type_)}, got more")

    def info(self, copy: int) -> np.void:
        found: np.void = self.cards[int(self.catalogue.tables[0]["type_of"][copy])]
        return found

    def discard_pile(self, copy: int) -> int:
        """Zone of a discarded card: Cultists apart (CULT-2), those of the third deck are gone (FAIRY-1)."""
        card = self.info(copy)
        if int(card["deck"]) == Deck.EXTRA:
            return int(Zone.OUT)
        cult = card["kind"] in kinds_that("klass") and card["klass"] == Klass.CULTIST
        return Zone.DISCARD + (Pile.CULT if cult else int(card["deck"]))

    def does(self, copy: int, word: str) -> bool:
        """Return True if the card has that effect word when it is played."""
        return any(clause.said == word for clause in self.definition(copy).play)

    def acts_at_once(self, copy: int) -> bool:
        """Return True if the card never lies in a hand: Hoard!, Divine Intervention."""
        return self.does(copy, "draw by_itself") or self.does(copy, "raises class")

    def put(self, copy: int, zone: int) -> None:
        """Insert a copy at the head of a zone's list."""
        s = self.s
        first = int(s["head"][zone])
        s["card"]["next"][copy] = first
        if first:
            s["card"]["prev"][first] = copy
        s["head"][zone] = copy
        s["card"]["zone"][copy] = zone
        s["count"][zone] += 1

    # ------------------------------------------------------------------ players

    def fill_seats(self, seats: Sequence[Mapping[str, Any]]) -> None:
        for p, facts in enumerate(seats):
            self.seat_player(p, facts)
        if all(facts.get("dead") for facts in seats):
            raise ConfigError(f"seats: expected somebody alive, got {len(seats)} dead")

    def seat_player(self, p: int, facts: Mapping[str, Any]) -> None:
        q = self.s["player"][p]
        where = f"seats[{p}]"
        level = facts.get("level", 1)
        whole_number(f"{where}.level", level, 1, self.config.goal - 1)
        q["level"] = level
        sex = facts.get("sex", SEXES[p % 2])
        if not isinstance(sex, str) or sex not in SEXES:
            raise ConfigError(f"{where}.sex: expected male or female, got {shown(sex)}")
        q["sex"] = SEXES.index(sex)
        q["dead"] = int(_yes_or_no(f"{where}.dead", facts.get("dead", False)))
        q["laid_out"] = q["dead"]
        table = Zone.TABLE + p
        chose = False
        for key, word in (("race", "race"), ("klass", "class")):
            names = facts.get(key)
            names = () if names is None else names
            for name in (names,) if isinstance(names, str) else listed(f"{where}.{key}", names):
                copy = self.take(name, f"{where}.{key}")
                if int(self.info(copy)["kind"]) not in kinds_that(key):
                    raise ConfigError(f"{where}.{key}: expected a {word} card, got {shown(name)}")
                self.put(copy, table)
                chose |= self.choose(copy, facts, where)
        if facts.get("chosen") is not None and not chose:
            came = shown(facts["chosen"])
            raise ConfigError(f"{where}.chosen: expected a race or class that works in several ways, got {came} only")
        for name in listed(f"{where}.hand", facts.get("hand", ())):
            copy = self.take(name, f"{where}.hand")
            if self.acts_at_once(copy):
                raise ConfigError(f"{where}.hand: expected cards that stay in a hand, got {self.name(copy)}")
            self.put(copy, Zone.HAND + p)
            q["hand_treasures"] += int(self.info(copy)["deck"] == 1)
        self.lay_table(p, facts, where)
        self.check_table(p, where)

    def lay_table(self, p: int, facts: Mapping[str, Any], where: str) -> None:
        table = Zone.TABLE + p
        for entry in listed(f"{where}.table", facts.get("table", ())):
            if isinstance(entry, Mapping):
                if not entry:
                    raise ConfigError(f"{where}.table: expected an item with what hangs on it, got {{}}")
                for name, cheat in entry.items():
                    item = self.take(name, f"{where}.table")
                    card = self.take(cheat, f"{where}.table")
                    if not self.hangs_on(card, item):
                        got = f"{self.name(card)} on {self.name(item)}"
                        raise ConfigError(f"{where}.table: expected Cheat! or an enhancer on an item, got {got}")
                    self.put(item, table)
                    self.put(card, table)
                    self.s["card"]["host"][card] = item
            else:
                self.put(self.take(entry, f"{where}.table"), table)
        for name in listed(f"{where}.carried", facts.get("carried", ())):
            copy = self.take(name, f"{where}.carried")
            if int(self.info(copy)["kind"]) not in ITEMS:
                raise ConfigError(f"{where}.carried: expected items, got {self.name(copy)}")
            self.put(copy, table)
            if int(self.info(copy)["kind"]) in kinds_that("worn"):
                self.s["card"]["flag"][copy] = Flag.CARRIED
        for name in listed(f"{where}.curses", facts.get("curses", ())):
            copy = self.take(name, f"{where}.curses")
            if not int(self.info(copy)["lasting"]):
                raise ConfigError(f"{where}.curses: expected a lasting curse, got {shown(name)}")
            self.put(copy, table)
        if facts.get("lent") is not None:
            item = self.take(facts["lent"], f"{where}.lent")
            if int(self.info(item)["kind"]) not in kinds_that("worn"):
                raise ConfigError(f"{where}.lent: expected an item, got {self.name(item)}")
            bearer = [c for c in self.on(table) if self.carries(c)]
            if not bearer:
                raise ConfigError(f"{where}.lent: expected a Hireling on the table, got none")
            self.put(item, table)
            self.s["card"]["host"][item] = bearer[0]

    def choose(self, copy: int, facts: Mapping[str, Any], where: str) -> bool:
        """Set the mode of a card that works in one of several: the first one by default. False for other cards."""
        options = [clause.number("options") for clause in self.definition(copy).always if clause.said == "one_of"]
        if options:
            chosen = facts.get("chosen", 1)
            whole_number(f"{where}.chosen", chosen, 1, options[0])
            self.s["card"]["flag"][copy] = chosen * int(Flag.CHOSEN_1)
        return bool(options)

    def carries(self, copy: int) -> bool:
        """SIDE-4: return True for a Hireling, and for a sidekick whose text says so."""
        row = self.info(copy)
        return int(row["kind"]) in kinds_that("follows") and bool(int(row["abilities"]) >> Ability.CARRY_EXTRA & 1)

    def hangs_on(self, card: int, host: int) -> bool:
        """Return True for Cheat! or an item enhancer on an item, and for what strengthens a class on a card of it."""
        if int(self.info(host)["kind"]) in kinds_that("worn"):
            corrupts = any(clause.said == "corrupts" for clause in self.definition(card).always)
            return corrupts or self.does(card, "cheat") or int(self.info(card)["kind"]) in kinds_that("fitted")
        klass = {clause.number("class") for clause in self.definition(card).always if clause.said == "strengthens"}
        return int(self.info(host)["kind"]) in kinds_that("klass") and int(self.info(host)["klass"]) in klass

    def adds(self, copy: int, word: str, slot: Slot | None = None) -> int:
        """Extra of a card in front of a player by a word: hands, places in a slot, Complex items."""
        clauses, chosen = list(self.definition(copy).always), int(self.s["card"]["flag"][copy]) // int(Flag.CHOSEN_1)
        for i, clause in enumerate(clauses):
            if clause.said == "one_of":
                options = clauses[i + 1 : i + 1 + clause.number("options")]
                clauses = [one for one in clauses if one not in options or one == options[chosen - 1]]
        return sum(one.number("amount") for one in clauses if one.said == word and one.param("slot") == slot)

    def grants(self, copy: int, ability: Ability) -> bool:
        """Return True if the card gives its owner the ability."""
        return bool(int(self.info(copy)["abilities"]) >> ability & 1)

    def fewer_hands(self, copy: int) -> int:
        """Hands that an item enhancer takes from its item."""
        return sum(clause.number("fewer_hands") for clause in self.definition(copy).play)

    def definition(self, copy: int) -> Card:
        return self.catalogue.card(int(self.catalogue.tables[0]["type_of"][copy]))

    def on(self, zone: int) -> list[int]:
        found = []
        copy = int(self.s["head"][zone])
        while copy:
            found.append(copy)
            copy = int(self.s["card"]["next"][copy])
        return found

    def check_table(self, p: int, where: str) -> None:
        """Slots, races and classes as a real table could show them."""
        cards = self.on(Zone.TABLE + p)
        kinds = [int(self.info(c)["kind"]) for c in cards]
        cheats = {int(self.s["card"]["host"][c]) for c in cards if self.does(c, "cheat")} - {0}
        hands_less = {int(self.s["card"]["host"][c]): self.fewer_hands(c) for c in cards}
        sorts = ("race", "second_race", "klass", "second_class")
        races, halves, klasses, supers = (sum(kind in kinds_that(sort) for kind in kinds) for sort in sorts)
        if races > 1 + halves or halves > min(1, races):
            raise ConfigError(f"{where}.race: expected one race, two with Half-Breed, got {races} and {halves}")
        if klasses > 1 + supers or supers > min(1, klasses):
            raise ConfigError(f"{where}.klass: expected one class, two with Super Munchkin, got {klasses} and {supers}")
        if supers and klasses < 2 and self.catalogue.switches["super_munchkin"] == "two":
            raise ConfigError(f"{where}.klass: expected two classes with Super Munchkin, got {klasses}")
        for key in ("race", "klass"):
            same = [int(self.info(c)[key]) for c in cards if int(self.info(c)["kind"]) in kinds_that(key)]
            if len(set(same)) < len(same):
                raise ConfigError(f"{where}.{key}: expected two different ones, got the same twice")
        hands, room, shared = 0, 2, 0
        complexes, most_complex = 0, 1 + sum(self.adds(c, "room_for complex") for c in cards)
        any_complex = any(self.grants(c, Ability.ANY_COMPLEX) for c in cards)
        worn: list[int] = []
        for c in cards:
            info = self.info(c)
            laid = int(info["kind"])
            room += self.adds(c, "room_for slot", Slot.HANDS)
            stays = int(info["lasting"]) != 0 or self.does(c, "keep")
            if laid not in ON_TABLES and not stays and not int(self.s["card"]["host"][c]):
                raise ConfigError(f"{where}.table: expected cards that are laid out, got {self.name(c)}")
            free = int(self.s["card"]["host"][c]) or c in cheats or int(self.s["card"]["flag"][c]) & Flag.CARRIED
            if laid not in kinds_that("worn") or free:
                continue
            taken = max(0, int(info["hands"]) - hands_less.get(c, 0))
            if int(info["tags"]) >> Tag.LASER & 1:
                shared = max(shared, taken)
            else:
                hands += taken
            complexes += int(info["tags"]) >> Tag.COMPLEX & 1
            slot = int(info["slot"])
            if slot not in (Slot.NONE, Slot.HANDS) and int(info["layer"]) == Layer.ALONE:
                worn.append(slot)
                most = 1 + sum(self.adds(one, "room_for slot", Slot(slot)) for one in cards)
                if worn.count(slot) > most:
                    noun = Slot(slot).name.lower()
                    raise ConfigError(f"{where}.table: expected {most} {noun} in use at most, got {worn.count(slot)}")
        if hands + shared > room:
            raise ConfigError(f"{where}.table: expected items for {room} hands, got {hands + shared}")
        if complexes > most_complex and not any_complex:
            raise ConfigError(f"{where}.table: expected {most_complex} Complex items in use at most, got {complexes}")

    def name(self, copy: int) -> str:
        return self.catalogue.name(int(self.catalogue.tables[0]["type_of"][copy]))

    # ------------------------------------------------------------------ combat

    def enter(self, room: str, phase: str) -> None:
        """ROOM-1: the room lies there until the turn ends."""
        copy = self.take(room, "room")
        if int(self.info(copy)["kind"]) not in ROOMS or phase in ("begin", "start"):
            raise ConfigError(f"room: expected a room, behind the door, got {shown(room)} with phase {phase!r}")
        self.put(copy, Zone.ROOM)

    def fight(self, leader: int, facts: Mapping[str, Any]) -> None:
        _known("combat", facts, COMBAT_KEYS)
        monsters = listed("combat.monsters", facts.get("monsters", ()))
        if not 1 <= len(monsters) <= MAX_MONSTERS:
            raise ConfigError(f"combat.monsters: expected 1 to {MAX_MONSTERS}, got {len(monsters)}")
        m = self.s["combat"]
        m["active"] = 1
        m["leader"] = leader
        m["turn_of"] = leader
        m["fought"] = 1 << leader
        self.s["met_monster"] = 1
        helper = facts.get("helper")
        deal = facts.get("deal", 0)
        whole_number("combat.deal", deal, 0, MOST_TREASURES if helper is not None else 0)
        if helper is not None:
            whole_number("combat.helper", helper, 0, self.config.players - 1)
            if helper == leader:
                raise ConfigError(f"combat.helper: expected another seat than the leader's, got {helper}")
            m["helper"] = helper + 1
            m["fought"] |= 1 << helper
            m["deal_treasures"] = deal
        for p in [leader] if helper is None else [leader, helper]:
            if int(self.s["player"][p]["dead"]):
                raise ConfigError(f"combat: expected living fighters, got seats[{p}], who is dead")
        for i, entry in enumerate(monsters):
            where = f"combat.monsters[{i}]"
            self.add_monster({"card": entry} if isinstance(entry, str) else _known(where, entry, MONSTER_KEYS), where)

    def dweller(self, name: object) -> int:
        """The room that lies there, if it is the card, has a monster of its own (ROOM-2) and does not fight; else 0."""
        copy = int(self.s["head"][Zone.ROOM])
        if not copy or not int(self.info(copy)["level"]) or not isinstance(name, str):
            return 0
        fights = copy in self.s["combat"]["monster"]["card"]
        named = self.catalogue.types.get(name.strip().lower(), ())
        return copy if int(self.catalogue.tables[0]["type_of"][copy]) in named and not fights else 0

    def add_monster(self, facts: Mapping[str, Any], where: str) -> None:
        m = self.s["combat"]
        dweller = self.dweller(facts.get("card"))
        copy = dweller or self.take(facts.get("card"), f"{where}.card")
        if int(self.info(copy)["kind"]) not in kinds_that("monster") and not dweller:
            raise ConfigError(f"{where}.card: expected a monster, got {shown(facts['card'])}")
        m["groups"] += 1
        group = int(m["groups"])
        cards = [copy]
        if _yes_or_no(f"{where}.mate", facts.get("mate", False)):
            cards.append(self.take("mate", f"{where}.mate"))
        if int(m["n_monsters"]) + len(cards) > MAX_MONSTERS:
            raise ConfigError(f"combat.monsters: expected {MAX_MONSTERS} at most, mates included, got more")
        for card in cards:
            slot = m["monster"][int(m["n_monsters"])]
            slot["card"] = card
            slot["type"] = int(self.catalogue.tables[0]["type_of"][copy])
            slot["group"] = group
            m["n_monsters"] += 1
            m["met"] += 1
            if int(self.s["card"]["zone"][card]) != Zone.ROOM:
                self.put(card, Zone.COMBAT)
                self.s["card"]["host"][card] = group
        for name in listed(f"{where}.enhancers", facts.get("enhancers", ())):
            card = self.take(name, f"{where}.enhancers")
            if int(self.info(card)["kind"]) not in kinds_that("enhances"):
                raise ConfigError(f"{where}.enhancers: expected monster enhancers, got {shown(name)}")
            self.put(card, Zone.COMBAT)
            self.s["card"]["host"][card] = group

    # ------------------------------------------------------------------ decks

    def pile_up(self, wanted: Sequence[Sequence[str]], discards: Sequence[str], rest: str, seed: int) -> None:
        fields = ("doors", "treasures", "extras")
        pairs = zip(fields, wanted, strict=True)
        tops = [[self.take(name, field) for name in listed(field, cards)] for field, cards in pairs]
        for deck, cards in enumerate(tops):
            field = fields[deck]
            for copy in cards:
                if int(self.info(copy)["deck"]) != deck:
                    raise ConfigError(f"{field}: expected cards of that deck, got {self.name(copy)}")
        for name in reversed(listed("discards", discards)):
            copy = self.take(name, "discards")
            if self.discard_pile(copy) != Zone.OUT:
                self.put(copy, self.discard_pile(copy))
        rng = np.random.default_rng(seed & ((1 << 64) - 1))
        base = 1
        for deck, top in enumerate(tops):
            size = int(self.catalogue.tables[0]["deck_cards"][deck])
            others = [c for c in range(base, base + size) if self.may_lie(c)] if rest == "deck" else []
            pile = [int(c) for c in rng.permutation(others)] + top[::-1]
            for i, copy in enumerate(pile):
                self.s["order"][base + i] = copy
                self.s["card"]["zone"][copy] = Zone.DECK + deck
            self.s["count"][Zone.DECK + deck] = len(pile)
            base += size

    def may_lie(self, copy: int) -> bool:
        """Return True if the copy is in the game and not used yet."""
        return copy not in self.used and self.is_in_game(copy)

    def is_in_game(self, copy: int) -> bool:
        """FAIRY-1: return True unless the copy is of a third deck that the game leaves out."""
        of_extras = keeps_extras(self.definition(copy)) or int(self.info(copy)["deck"]) == Deck.EXTRA
        return not of_extras or bool(self.s["rules"]["fairy_dust"])

    # ------------------------------------------------------------------ the stack

    def begin(self, turn: int, phase: str, dice: Sequence[int], seed: int) -> None:
        s = self.s
        hi, lo = hash_seed(seed)
        s["seed_hi"], s["seed_lo"] = hi, lo
        s["turn"] = 0 if phase == "begin" else 1
        s["rounds"] = 0 if phase == "begin" else 1
        s["turn_seat"] = turn
        s["first_seat"] = turn
        s["seat"] = -1
        s["n_dice"] = len(dice)
        s["dice"][: len(dice)] = dice
        frame = s["frame"][0]
        frame["kind"] = Frame(LOWEST.bit_length() - 1)
        frame["seat"] = turn
        frame["other"] = turn
        stages = {
            "begin": turn_stages.BEGIN,
            "start": turn_stages.READY,
            "door": turn_stages.DOOR,
            "trouble": turn_stages.AFTER,
            "after": turn_stages.AFTER,
            "combat": turn_stages.OPENED,
            "charity": turn_stages.BEFORE_CHARITY,
        }
        frame["stage"] = stages[phase]
        s["n_frames"] = 1
        s["phase"] = Phase.START
        if phase == "trouble":
            s["may_loot"] = LOOT_DUE
        elif phase == "after":
            s["met_monster"] = 1
        elif phase == "combat":
            fight = s["frame"][1]
            fight["kind"] = Frame.COMBAT
            fight["seat"] = turn
            fight["other"] = turn
            fight["stage"] = combat_stages.DECIDE
            s["n_frames"] = 2
        invariants.rebuild(records(self.row), 0, records(self.catalogue.tables))
