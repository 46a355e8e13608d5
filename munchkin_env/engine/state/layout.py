"""The state: one fixed-size record that holds a whole game, including the pending decision.

Each field is documented once, with its lowest and highest value, its meaning and who may see it:
`public`, `owner` (the player it belongs to), `actor` (the seat to act) or `engine` (no player).
Seats are absolute, 0..players-1. A field that is not in use is zero, so equal bytes are equal states.
Lists of cards are unsigned: there is no card before the first.

Tests check every state of their games against these declarations (`tests/ranges.py`). A number that the rules count
up leaves room above its highest value, so that no game overflows.
"""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from munchkin_env.config.fields import settings_of
from munchkin_env.config.game_config import KEPT, GameConfig
from munchkin_env.vocabulary import (
    FAR,
    FIRST_TIMED,
    LAST_TIMED,
    MAX_CARDS,
    MAX_CLASSES,
    MAX_CLAUSES,
    MAX_DICE,
    MAX_EVENTS,
    MAX_FRAMES,
    MAX_MONSTERS,
    MAX_OFFERS,
    MAX_PLAYERS,
    MAX_RACES,
    MAX_TAGS,
    MAX_TYPES,
    MOST_TREASURES,
    N_ZONES,
    UNTILS,
    Ability,
    Decision,
    Deck,
    Event,
    Fault,
    Flag,
    Frame,
    GoalBy,
    Limit,
    Moment,
    OfferKind,
    Phase,
    RollFor,
    Sex,
    Slot,
    Stage,
    Theft,
    Verb,
    Window,
    bits,
)

MOST_GOLD = 32_000  # of a hand or a table; higher sums are clipped
ALL_BUT_CHARITY = 2  # of `skips`: the excess of the hand is still given away
MOST_DOUBLED = 2  # items that one player sells at double value in a turn
MOST_RENEWALS = 10  # of draw piles in one turn: without a limit a turn could go on for ever
MANY = 1 << 30  # the same for four bytes
MOST_WORDS = 1 << 63  # all bits of a signed number of eight bytes


class Field(NamedTuple):
    name: str
    dtype: object
    lowest: Limit  # of a number; records have limits of their own
    highest: Limit
    meaning: str
    seen: str = "public"
    shape: tuple[int, ...] = ()


def limits(players: int, goal: int, round_limit: int, n_cards: int, n_types: int, n_clauses: int) -> dict[str, int]:
    """Return the values of named limits in one game."""
    return {
        "players": players,
        "last_seat": players - 1,
        "seats": bits(players),
        "goal": goal,
        "last_round": round_limit + 1,  # the one whose beginning ends the game
        "n_cards": n_cards,
        "n_types": n_types,
        "n_clauses": n_clauses,
    }


# The entries of an array that a game uses, by the array's length: the others are zero.
USED: dict[int, tuple[Limit, Limit]] = {
    MAX_CARDS: (1, "n_cards"),
    MAX_TYPES: (1, "n_types"),
    MAX_PLAYERS: (0, "last_seat"),
}


def _record(fields: list[Field], size: int) -> np.dtype:
    """Return a record of `size` bytes; bytes beyond its fields are zero and reserved for later fields."""
    packed = np.dtype([(f.name, f.dtype, f.shape) if f.shape else (f.name, f.dtype) for f in fields], align=True)
    if packed.itemsize > size:
        raise ValueError(f"record of {packed.itemsize} bytes: expected at most {size}; a larger one raises SAVE_VERSION")
    assert packed.fields is not None
    places = [packed.fields[f.name][:2] for f in fields]
    formats, offsets = [kind for kind, _ in places], [offset for _, offset in places]
    names = [f.name for f in fields]
    return np.dtype({"names": names, "formats": formats, "offsets": offsets, "itemsize": size}, align=True)


def _set(name: str, dtype: str = "") -> Field:
    """Return the field of a setting that `config` declares."""
    allowed = settings_of(GameConfig)[KEPT[name]]
    return Field(name, dtype or ("i1" if allowed.most < 128 else "i2"), int(allowed.lowest or 0), allowed.most, f"GameConfig.{KEPT[name]}")


RULES_FIELDS = [
    _set("players"),
    _set("goal", "i2"),
    Field("start_cards", "i1", 0, 127, "cards dealt from each deck (SETUP-2, DEATH-4)"),
    Field("hand_limit", "i1", 0, 127, "cards in hand after charity (TURN-5)"),
    _set("round_limit"),
    _set("leader_wins"),
    _set("windows"),
    _set("bargaining"),
    _set("trades"),
    _set("offers_own_turn"),
    _set("offers_window"),
    _set("help_questions"),
    _set("forced_choices"),
    _set("removal_ends_combat"),
    _set("elf_may_win"),
    _set("listen_at_door"),
    _set("loot_treasure"),
    _set("helper_wins"),
    Field("gold_overridable", "i1", 0, max(GoalBy), "vocabulary.GoalBy: switch"),
    Field("enhancers_change_level", "i1", 0, 1, "switch: enhancers change the level (floor 1), not the strength"),
    Field("super_needs_two", "i1", 0, 1, "switch: Super Munchkin only with two classes"),
    Field("half_breed_drawbacks", "i1", 0, 1, "switch: one race with Half-Breed keeps its drawbacks"),
    Field("one_big", "i1", 0, 1, "switch: one Big item a player (ITEM-3)"),
    Field("equip_in_combat", "i1", 0, 1, "switch: new items into free slots in one's own combat"),
    Field("throw_away_items", "i1", 0, 1, "switch: items in play may be thrown away at will (ITEM-4)"),
    Field("level_card_on_others", "i1", 0, 1, "switch: level cards on other players (PLAY-2)"),
    Field("undead_join", "i1", 0, 1, "switch: undead may join an undead combat (PLAY-6)"),
    Field("loot_compulsory", "i1", 0, 1, "switch: looting the room is compulsory"),
    Field("loot_after_friendly", "i1", 0, 1, "switch: loot also after a monster that was not fought"),
    Field("dead_return_at_once", "i1", 0, 1, "switch: the dead return at once (DEATH-4)"),
    Field("curses_outlive_death", "i1", 0, 1, "switch: curses stay with the dead (DEATH-1)"),
    Field("shared_goal", "i1", 0, 1, "switch: several at the goal in one moment all win"),
    _set("cult_discards"),
    Field("quick_play", "i1", 0, 1, "QUICK-4"),
    Field("fairy_dust", "i1", 0, 1, "the third deck and its keeper are in the game (FAIRY-1)"),
]
RULES_FIELDS += [_set(name) for name in KEPT if name not in {field.name for field in RULES_FIELDS}]  # come since
RULES = _record(RULES_FIELDS, 48)

PLAYER_FIELDS = [
    Field("level", "i1", 1, "goal", "1..goal (GOLD-1)"),
    Field("sex", "i1", 0, max(Sex), "vocabulary.Sex"),
    Field("dead", "i1", 0, 1, "1: dead, waiting to return (DEATH-3)"),
    Field("redeal", "i1", 0, 1, "1: returned, draws a new start at the next own turn (DEATH-4)"),
    Field("away", "i1", 0, 1, "1: died and returned at once; helps and acts from the next turn (DEATH-4)"),
    Field("laid_out", "i1", 0, 1, "1: the body has been laid out for looting"),
    Field("race", "i4", 1, bits(MAX_RACES), "bits of vocabulary.Race; derived from the table"),
    Field("klass", "i4", 1, bits(MAX_CLASSES), "bits of vocabulary.Klass; derived from the table"),
    Field("weak_race", "i4", 0, bits(MAX_RACES), "races that count for drawbacks (MOD-1); derived"),
    Field("weak_klass", "i4", 0, bits(MAX_CLASSES), "classes that count for drawbacks (MOD-1); derived"),
    Field("abilities", "i8", 0, bits(len(Ability)), "bits of vocabulary.Ability; derived from the table"),
    Field("bonus", "i2", -FAR, FAR, "strength from cards on the table; derived"),
    Field("penalty", "i2", -FAR, FAR, "strength from lasting curses; derived, part of no item bonus"),
    Field("run_away", "i1", -100, 100, "change of run-away rolls; derived"),
    Field("die", "i1", -100, 100, "change of all die rolls; derived"),
    Field("hand_limit", "i1", -100, 100, "change of the hand limit; derived"),
    Field("bigs", "i1", 0, 100, "Big items that count against the limit (ITEM-3); derived"),
    Field("hands_used", "i1", 0, 100, "hands taken by items in use; derived"),
    Field("worn", "i1", 0, bits(len(Slot)), "bits of vocabulary.Slot filled by items in use; derived"),
    Field("attached", "i1", 0, 15, "kinds of cards on the table that are attached to others, see `queries.cards`; derived"),
    Field("one_shots", "i1", 0, 100, "one-shots on the table; derived"),
    Field("hand_when", "i4", 0, bits(len(Moment)), "bits of vocabulary.Moment at which some card of the hand may be played; derived", "owner"),
    Field("hand_treasures", "i2", 0, "n_cards", "treasure cards among the cards in hand (their backs are seen)"),
    Field("combat_bonus", "i2", -FAR, FAR, "change of strength in this combat (backstabs)"),
    Field("berserk", "i1", 0, 100, "cards discarded for berserk in this combat"),
    Field("turning", "i1", 0, 100, "cards discarded against undead in this combat"),
    Field("flight", "i1", 0, 100, "cards discarded for flight in this combat"),
    Field("retried", "i1", 0, 1, "1: the Halfling's second roll was taken in this combat"),
    Field("backstabbed", "i1", 0, "seats", "bits of seats this Thief has backstabbed in this combat"),
    Field("asked", "i1", 0, 100, "times asked for help in this combat"),
    Field("asked_at", "i2", 0, 32767, "both strengths when last asked (WINDOW-6)"),
    Field("volunteered", "i1", 0, 1, "1: offered help in this combat"),
    Field("escapes_all", "i1", 0, 2, "1: escapes every monster of this combat automatically, 2: whatever it says (SIDE-2)"),
    Field("spared", "i4", 0, bits(MAX_MONSTERS), "bits of monster places escaped automatically"),
    Field("pending", "i4", 0, bits(MAX_MONSTERS), "bits of monster places this loser has still to flee from"),
    Field("forced", "i1", 0, 4, "must help: 1 by a card of the leader, 2 by an own card, 3 drafted, for all the treasure; 4 by a card that leaves the winning level"),
    Field("showed", "i1", 0, 1, "1: showed the hand this turn"),
    Field("sold_double", "i1", 0, MOST_DOUBLED, "items sold at double value this turn"),
    Field("offers", "i1", 0, 100, "offers made this turn or in this window"),
    Field("situational", "i1", 0, 100, "own clauses whose strength depends on the monsters fought; derived"),
    Field("factors", "i1", 0, 100, "own clauses that multiply what cards give in a combat; derived"),
    Field("more_hands", "i1", 0, 100, "hands beyond two that items may take (ITEM-7); derived"),
    Field("powers", "i1", 0, 100, "own cards in play with a use of their own, or with a die roll in each combat; derived"),
    Field("status", "i4", 0, bits(UNTILS * (LAST_TIMED - FIRST_TIMED + 1)), "temporary obligations and restrictions: bits of vocabulary.Until for each Ability from FIRST_TIMED on"),
    Field("rose", "i1", 0, 1, "1: gained a level this turn other than by a kill"),
    Field("stole", "i1", 0, 1, "1: tried to steal in this own turn"),
    Field("skips", "i1", 0, ALL_BUT_CHARITY, "1: skips the rest of this own turn; 2: all of it but charity"),
    Field("madness", "i1", 0, bits(2), "effects of the Madness in play, see `queries.cards`; derived"),
    Field("lone_bonus", "i2", -FAR, FAR, "strength when fighting without a helper; derived"),
    Field("reborn", "i2", 0, "n_clauses", "clause that runs on the return from death, 0 none"),
    Field("guise", "i4", 0, bits(MAX_CLASSES), "bits of vocabulary.Klass that the player passes for where it is an advantage; derived"),
    Field("lasers", "u1", 0, 100, "lasers in use that are one weapon (LASER-1); derived"),
    Field("laser_hands", "u1", 0, 2, "hands that they share; derived"),
    Field("complexes", "u1", 0, 100, "Complex items in use that count against the limit (COMPLEX-1); derived"),
    Field("more_complex", "u1", 0, 100, "Complex items beyond one that may be used at once (COMPLEX-1); derived"),
    Field("hand_known", "u1", 0, "seats", "bits of the other seats that know some card of the hand; derived", "by seat"),
    Field("gold", "i2", 0, MOST_GOLD, "value of the items and one-shots on the table; derived"),
    Field("hand_gold", "i2", 0, MOST_GOLD, "value of the items and one-shots in hand; derived", "owner"),
    Field("slots_used", "u2", 0, bits(16), "items in use that fill a place of their slot, four bits for each vocabulary.Slot; derived"),
    Field("more_slots", "u2", 0, bits(16), "places beyond one in each slot, in the same way (ITEM-7); derived"),
    Field("laid", "u2", 0, bits(6), "kinds of cards in play, see `queries.cards`; derived"),
]
PLAYER = _record(PLAYER_FIELDS, 112)

MONSTER_FIELDS = [
    Field("card", "i2", 0, "n_cards", "card copy: the monster, or the card that doubled it"),
    Field("type", "i2", 0, "n_types", "card type of the monster"),
    Field("group", "i2", 0, FAR, "enhancers belong to a group: a monster and its doubles (PLAY-7)"),
    Field("bonus", "i2", -FAR, FAR, "strength from its enhancers; derived"),
    Field("treasures", "i2", -1000, 1000, "treasures from its enhancers; derived"),
    Field("undead", "i1", 0, 1, "1: undead by type or card; derived"),
    Field("grown", "i2", -FAR, FAR, "strength that it got as it came"),
]
MONSTER = _record(MONSTER_FIELDS, 16)

COMBAT_FIELDS = [
    Field("active", "i1", 0, 1, "1: a combat is on (COMBAT-10)"),
    Field("leader", "i1", 0, "last_seat", "seat of the main fighter"),
    Field("helper", "i1", 0, "players", "seat of the helper + 1, 0 = none"),
    Field("n_monsters", "i1", 0, MAX_MONSTERS, "monsters in the combat"),
    Field("met", "i1", 0, 100, "monsters that have been in the combat"),
    Field("groups", "i2", 0, FAR, "last group number given"),
    Field("players_bonus", "i2", -FAR, FAR, "one-shots and paid abilities on the players' side"),
    Field("monsters_bonus", "i2", -FAR, FAR, "one-shots on the monsters' side"),
    Field("multiply", "i1", 0, 100, "times the lone fighter's strength counts again"),
    Field("used", "i8", 0, bits(MAX_TAGS), "tags of the cards used for the players"),
    Field("kept", "i2", 0, 1000, "treasures of removed monsters that will be drawn"),
    Field("slain", "i1", 0, 100, "monsters killed by a card before the end"),
    Field("slain_levels", "i1", 0, 100, "levels for them"),
    Field("slain_treasures", "i2", 0, 1000, "treasures for them, part of `kept`"),
    Field("owed_to", "i1", 0, "players", "seat + 1 of the last of the earlier leaders who killed a monster by a card, 0 = none"),
    Field("owed_levels", "i1", 0, 100, "levels to come when the combat is over"),
    Field("owed_treasures", "i2", 0, 1000, "treasures to come when the combat is over"),
    Field("deal_treasures", "i1", 0, MOST_TREASURES, "treasures promised to the helper (HELP-2)"),
    Field("deal_first", "i1", 0, 1, "1: the helper picks first"),
    Field("lone", "i1", 0, 1, "1: `kept` is of the only monster so far and lost if another one joins"),
    Field("conceded", "i1", 0, 1, "1: lost, the players are fleeing"),
    Field("own", "i1", 0, 100, "treasures that a card gives the leader, part of `kept` and of no bargain"),
    Field("loot", "i1", 0, 2, "looting afterwards: 1 allowed by a card, 2 due because all monsters left in peace"),
    Field("no_help", "i1", 0, 1, "1: no further helper (a lone fighter was doubled)"),
    Field("fought", "i1", 0, "seats", "bits of seats that have fought in this combat (CURSE-2)"),
    Field("turn_of", "i1", 0, "last_seat", "seat whose turn it is and gets the turn back"),
    Field("monster", MONSTER, 0, 0, "the monsters by place", "public", (MAX_MONSTERS,)),
    Field("factors", "i1", 0, 100, "clauses of monsters and spent cards that multiply what cards give; derived"),
    Field("lasting", "i1", 0, 100, "clauses of spent cards and enhancers that change strengths as long as the combat lasts; derived"),
    Field("no_class", "i1", 0, 1, "1: no player has an ability of a class until it ends (by a monster)"),
    Field("flight", "i1", -100, 100, "change of all run-away rolls of this combat"),
    Field("caught", "u1", 0, "seats", "bits of seats that suffer the bad stuff of a monster of this combat"),
    Field("doomed", "u1", 0, "seats", "bits of seats caught by a monster whose bad stuff raises all others after the flight"),
    Field("bared", "u1", 0, "seats", "bits of seats that had to show their hand to a monster of this combat"),
    Field("words", "i8", -MOST_WORDS, bits(63), "bits of vocabulary.Op % 64 of all clauses of its monsters; derived"),
    Field("sought", "i1", 0, "players", "seat + 1 of the player who looked for this trouble (TURN-3), 0 = nobody"),
    Field("opened", "u1", 0, 1, "1: the keeper of the third deck has been killed or removed (FAIRY-4)"),
    Field("routed", "i1", 0, 1, "1: its fighters run away, even if they would win (by a card)"),
    Field("idle_slots", "u1", 0, 2 * bits(Slot.HANDS), "bits of slots whose items have no effect until it ends (by a monster)"),
    Field("driven", "u1", 0, 1, "1: a monster has left it otherwise than in peace (TURN-4)"),
    Field("empowered", "u1", 0, "seats", "bits of seats that have used an ability limited to once in a combat"),
]
COMBAT = _record(COMBAT_FIELDS, 464)

FRAME_FIELDS = [
    Field("kind", "i1", 0, max(Frame), "vocabulary.Frame", "engine"),
    Field("stage", "i1", 0, 9, "stage at which its rule continues", "engine"),
    Field("seat", "i1", 0, "last_seat", "player of the frame", "engine"),
    Field("other", "i1", 0, "last_seat", "a second player", "engine"),
    Field("did", "i1", 0, 1, "1: the last clause did something", "engine"),
    Field("passes", "i1", 0, "players", "windows: seats that have passed in a row", "engine"),
    Field("a", "i2", 0, MAX_CLAUSES, "by kind", "engine"),
    Field("b", "i2", 0, MAX_CLAUSES, "by kind", "engine"),
    Field("c", "i2", 0, "n_cards", "by kind", "engine"),
    Field("n", "i2", -FAR, 32767, "by kind: how many are left", "engine"),
    Field("arg", "i8", 0, bits(48), "by kind: tags, slot or seats", "engine"),
]
FRAME = _record(FRAME_FIELDS, 24)

MOVE_FIELDS = [
    Field("stage", "i1", 0, max(Stage), "vocabulary.Stage of the action being built", "actor"),
    Field("verb", "i1", 0, max(Verb), "vocabulary.Verb", "actor"),
    Field("card", "i2", 0, "n_cards", "card copy", "actor"),
    Field("seat", "i1", 0, "last_seat", "absolute seat", "actor"),
    Field("place", "i1", 0, 1 + MAX_MONSTERS, "0 players, 1 monsters, 2 + monster place", "actor"),
    Field("amount", "i2", 0, 23, "a number", "actor"),
    Field("second", "i2", 0, "n_cards", "a second card copy", "actor"),
    Field("last", "i2", 0, 2 * MAX_TYPES, "sets: type of the last card chosen", "actor"),
    Field("count", "i2", 0, "n_cards", "sets: cards chosen", "actor"),
    Field("total", "i4", 0, 0, "sets: gold chosen", "actor"),
    Field("first", "i1", 0, 1, "terms: 1 when the helper picks first", "actor"),
]
MOVE = _record(MOVE_FIELDS, 28)

OFFER_FIELDS = [
    Field("kind", "i1", 0, max(OfferKind), "vocabulary.OfferKind"),
    Field("maker", "i1", 0, "last_seat", "seat that offers or asks"),
    Field("taker", "i1", 0, "last_seat", "seat that decides on it"),
    Field("amount", "i1", 0, MOST_TREASURES, "treasures"),
    Field("first", "i1", 0, 1, "1: the helper picks first"),
    Field("countered", "i1", 0, 1, "1: this is a counter-offer"),
]
OFFER = _record(OFFER_FIELDS, 8)

ROLL_FIELDS = [
    Field("on", "i1", 0, 1, "1: a die roll is pending"),
    Field("seat", "i1", 0, "last_seat", "seat that rolled"),
    Field("purpose", "i1", 0, max(RollFor), "vocabulary.RollFor"),
    Field("face", "i1", 0, 6, "1..6 as rolled or set"),
    Field("extra", "i1", -100, 100, "added to this roll (flight)"),
    Field("place", "i1", 0, MAX_MONSTERS - 1, "run away: monster place"),
    Field("escaped", "i1", 0, 2, "run away: 1 when this roll was replaced by an automatic escape"),
    Field("again", "i1", 0, 1, "1: the roll must be repeated"),
]
ROLL = _record(ROLL_FIELDS, 10)

EVENT_FIELDS = [
    Field("kind", "i1", 0, max(Event), "vocabulary.Event"),
    Field("seat", "i1", -1, "last_seat", "seat of the event; -1 nobody"),
    Field("other", "i1", -1, "last_seat", "the other player; -1 nobody"),
    Field("card", "i2", 0, "n_types", "card type; 0 none or hidden"),
    Field("amount", "i2", -32768, 32767, "a number"),
]
EVENT = _record(EVENT_FIELDS, 8)

CARD_FIELDS = [
    Field("next", "u2", 0, "n_cards", "next card in the zone's list", "engine"),
    Field("prev", "u2", 0, "n_cards", "previous card in the zone's list", "engine"),
    Field("host", "u2", 0, "n_cards", "card copy it is attached to, or group of an enhancer, or seat + 1 of a spent card", "by zone"),
    Field("flag", "u2", 0, bits(len(Flag)), "vocabulary.Flag bits", "by zone"),
    Field("zone", "u1", 0, N_ZONES - 1, "vocabulary.Zone", "by zone"),
    Field("known_by", "u1", 0, "seats", "bits of seats that know a card in a hidden place", "by seat"),
]
CARD = _record(CARD_FIELDS, 10)

STATE_FIELDS = [
    Field("seat", "i1", -1, "last_seat", "seat to act; -1 nobody", "engine"),
    Field("decision", "i1", 0, max(Decision), "vocabulary.Decision", "actor"),
    Field("phase", "i1", 0, max(Phase), "vocabulary.Phase"),
    Field("window", "i1", 0, max(Window), "vocabulary.Window that is open"),
    Field("over", "i1", 0, 1, "1: the game has ended"),
    Field("winners", "i1", 0, "seats", "bits of the winning seats"),
    Field("turn_seat", "i1", 0, "last_seat", "seat in turn"),
    Field("first_seat", "i1", 0, "last_seat", "seat of the first turn (SETUP-4)"),
    Field("n_frames", "i1", 1, MAX_FRAMES, "frames on the stack", "engine"),
    Field("met_monster", "i1", 0, 1, "1: a monster was met this turn (TURN-3)"),
    Field("may_loot", "i1", 0, 2, "1: the room may be looted, 2: looting it is due, and compulsory by the switch (TURN-4)"),
    Field("just_fought", "i1", 0, 1, "1: a combat has just ended (Mutilate the Bodies)"),
    Field("heavy", "i1", 0, 127, "excess that some player may have: 1 Big items (ITEM-3), 2 races or classes (MOD-1), 8 items in use: in hands and slots (ITEM-7), Complex (COMPLEX-1); 32: some card in play waits for its owner's choice; 4: the cult may have changed (CULT-4); 16: a card has been discarded that may be claimed; 64: a race or class has come to the top of the discards", "engine"),
    Field("lucky", "i1", 0, "seats", "bits of seats that reached the goal", "engine"),
    Field("turn", "i4", 0, MANY, "turns begun"),
    Field("rounds", "i2", 0, "last_round", "rounds begun (WINDOW-5)"),
    Field("fault", "i2", 0, bits(len(Fault)), "vocabulary.Fault bits", "engine"),
    Field("door", "i2", 0, "n_cards", "card copy turned up this turn, 0 none"),
    Field("event_count", "i4", 0, MANY, "public events so far"),
    Field("n_offers", "i1", 0, MAX_OFFERS, "offers made this turn"),
    Field("seed_hi", "i8", 0, bits(32), "upper half of the hashed seed", "engine"),
    Field("seed_lo", "i8", 0, bits(32), "lower half of the hashed seed", "engine"),
    Field("chance", "i4", 0, MANY, "counters of the chance streams", "engine", (16,)),
    Field("n_dice", "i1", 0, MAX_DICE, "dice set beforehand (scenarios)", "engine"),
    Field("dice", "i1", 0, 6, "the faces set beforehand", "engine", (MAX_DICE,)),
    Field("rules", RULES, 0, 0, "settings and switches"),
    Field("move", MOVE, 0, 0, "the composite action being built", "actor"),
    Field("roll", ROLL, 0, 0, "the die on the table"),
    Field("offer", OFFER, 0, 0, "the offer that waits for a decision"),
    Field("cultists", "u1", 0, "players", "players who are Cultists, the dead among them (CULT-6)"),
    Field("survivors", "u1", 0, "seats", "bits of seats unharmed by the combat just ended in which an ally was caught"),
    Field("reopens", "u1", 0, 1, "1: the opened door card allows another door to be opened"),
    Field("bodies", "u1", 0, "seats", "bits of the dead whose bodies have not been laid out yet (DEATH-2)"),
    Field("known", "u1", 0, 255, "number of cards on top of each draw pile that some seat knows; derived", "by seat", (3,)),
    Field("marked", "u1", 0, "seats", "bits of seats whose cards may have marks of this turn: just received, turned (TURN-6, WINDOW-6)", "engine"),
    Field("second_door", "u1", 0, 1, "1: another door was opened in place of looting in this turn (CAT-1)"),
    Field("merged", "u1", 0, 1, "1: the cards of the third deck are ordinary treasure (FAIRY-4)"),
    Field("extra_tops", "u1", 0, 255, "cards on top of the treasure pile that have the back of the third deck; derived"),
    Field("hand_extras", "u1", 0, 255, "cards of the third deck in hand, by seat (their backs are seen); derived", "public", (MAX_PLAYERS,)),
    Field("hand_kept", "u1", 0, 255, "cards among them that nothing takes from their owner (FAIRY-3); derived", "owner", (MAX_PLAYERS,)),
    Field("used_races", "u2", 0, bits(MAX_RACES), "bits of vocabulary.Race by seat: the ability limited to once a turn has been used in this turn", "public", (MAX_PLAYERS,)),
    Field("used_klasses", "u2", 0, bits(MAX_CLASSES), "bits of vocabulary.Klass by seat, in the same way", "public", (MAX_PLAYERS,)),
    Field("renewals", "u1", 0, MOST_RENEWALS, "number of times that a draw pile was renewed from its discards in this turn (DECK-2)"),
    Field("owed_levels", "u1", 0, 255, "levels when the combat is over, by seat, of earlier leaders before the last one", "public", (MAX_PLAYERS,)),
    Field("owed_treasures", "u1", 0, 255, "their treasures, in the same way", "public", (MAX_PLAYERS,)),
    Field("unwon", "u1", 0, "seats", "bits of seats whose levels to come may not be the winning one (HELP-9)"),
    Field("room", "u1", 0, 0, "zero: reserved for later fields", "engine", (2,)),
    Field("player", PLAYER, 0, 0, "players by absolute seat", "public", (MAX_PLAYERS,)),
    Field("count", "i2", 0, "n_cards", "cards by zone", "public", (N_ZONES,)),
    Field("head", "u2", 0, "n_cards", "first card of a zone's list, 0 = empty", "engine", (N_ZONES,)),
    Field("combat", COMBAT, 0, 0, "the running combat"),
    Field("frame", FRAME, 0, 0, "the stack", "engine", (MAX_FRAMES,)),
    Field("offers", "i4", 0, bits(28), "hashes of the offers made this turn", "public", (MAX_OFFERS,)),
    Field("event", EVENT, 0, 0, "ring of the last public events", "public", (MAX_EVENTS,)),
    Field("card", CARD, 0, 0, "card copies, index 0 is no card; the cards of a game are contiguous", "by zone", (MAX_CARDS,)),
    Field("order", "u2", 0, "n_cards", "draw piles, a segment per deck, the top card last", "by seat", (MAX_CARDS,)),
    Field("discarded", "u1", 0, 255, "copies in the discard piles by card type; derived", "public", (MAX_TYPES,)),
]
STATE = _record(STATE_FIELDS, 16256)

RECORDS = {
    "state": STATE_FIELDS,
    "rules": RULES_FIELDS,
    "player": PLAYER_FIELDS,
    "combat": COMBAT_FIELDS,
    "monster": MONSTER_FIELDS,
    "frame": FRAME_FIELDS,
    "move": MOVE_FIELDS,
    "offer": OFFER_FIELDS,
    "roll": ROLL_FIELDS,
    "event": EVENT_FIELDS,
    "card": CARD_FIELDS,
}


# Kinds of events whose card or amount is used as an index by readers.
EVENTS: dict[Event, Mapping[str, tuple[Limit, Limit]]] = {
    Event.DREW: {"amount": (0, max(Deck))},
    Event.SHUFFLED: {"amount": (0, max(Deck))},
    Event.LOOKED: {"amount": (0, max(Deck))},
    Event.SEX: {"amount": (0, max(Sex))},
    Event.STOLE: {"amount": (0, max(Theft))},
    Event.PLAYED: {"card": (1, "n_types")},
    Event.JOINED: {"amount": (0, MAX_MONSTERS - 1)},  # places
    Event.REMOVED: {"amount": (0, MAX_MONSTERS - 1)},
    Event.BOUND: {"amount": (FIRST_TIMED, LAST_TIMED)},
    Event.FREED: {"amount": (FIRST_TIMED, LAST_TIMED)},
    Event.OFFERED: {"amount": (-1, "n_types")},  # treasures, or the wanted card type; -1: the card of the event is the wanted one
}


def empty(count: int) -> np.ndarray:
    """Return `count` zeroed states, padding included. NumPy takes 7 µs to make a structured array by itself."""
    return np.ndarray(count, STATE, np.zeros(count * STATE.itemsize, np.uint8))


# --------------------------------------------------------------------------- numbers of a frame by the names that its kind gives them


OPENS_DOOR = int(Verb.OPEN_DOOR)  # verb recorded for an opened door card that may be cancelled
BY_KIND = ("a", "b", "c", "n", "arg")  # fields of a frame that each kind names differently


def _slots() -> dict[str, str]:
    """Numbers of a frame by name. Raises ValueError if a name means two, or another number's own."""
    found = {field.name: field.name for field in FRAME_FIELDS if field.name not in BY_KIND}
    for kind in Frame:
        for name, held in kind.row.held.items():
            if found.setdefault(name, held.slot) != held.slot:
                raise ValueError(f"frame {kind.name}: {name}: expected {found[name]}, as elsewhere, got {held.slot}")
    return found


SLOTS = _slots()
