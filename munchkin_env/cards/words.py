"""The closed vocabulary of card effects: what each word means, where it may stand and which parameters it takes.

A card's clauses are TOML tables `{ do = "lose_level", amount = 2, when = { class = "wizard" } }`.
`WORDS` declares for every `do` at which kinds of card and under which key the engine reads it, its parameters with
their ranges, what its condition may ask, and its meaning. The reader and the linter refuse anything else, `explain`
words it, and a test plays every word at every kind with and without the clause.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from munchkin_env.vocabulary import Ability, Aim, Filter, Kind, Moment, Op, Slot, kinds_that


@dataclass(frozen=True)
class Parameter:
    """One parameter of a word: the clause column it fills, its type, its range and whether it must be given.

    `type` is one of `int`, `bool`, `slot`, `tags`, `ability`, `race`, `class`, `card`, `filter`,
    `policy`, `deck`, `side` (left 0, right 1). `column` is a field of `tables.CLAUSE`.
    """

    column: str
    type: str = "int"
    required: bool = False
    default: object = None
    least: int = 0  # of an int
    most: int = 0
    only: tuple[object, ...] = ()  # of a word: those that mean something here, () for all
    kinds: frozenset[Kind] | None = None  # kinds of card at which it means something, None for all of the word


# --------------------------------------------------------------------------- where a clause stands
MONSTER = frozenset({Kind.MONSTER})
CURSES = kinds_that("strikes")
ITEMS = frozenset({Kind.ITEM})
SIDEKICKS = frozenset({Kind.SIDEKICK})
IDENTITIES = kinds_that("identity")
IN_FRONT = IDENTITIES | ITEMS | SIDEKICKS | CURSES  # cards that lie in front of a player and act there
SPECIALS = frozenset({Kind.DOOR_SPECIAL, Kind.TREASURE_SPECIAL})
PLAYED = SPECIALS | ITEMS | {Kind.ONE_SHOT}  # cards that are played for what their clauses say

# --------------------------------------------------------------------------- what a condition may ask
IDENTITY = frozenset({"race", "not_race", "class", "not_class", "sex"})  # of one player
OF_PLAYER = IDENTITY | {"min_level", "max_level"}
OF_COMBAT = frozenset({"lone", "bare", "used"})
ANYTHING = OF_PLAYER | OF_COMBAT | {"who"}
NOTHING: frozenset[str] = frozenset()

# --------------------------------------------------------------------------- when and at what a play may be
IN_COMBAT = Moment.COMBAT | Moment.OWN_TURN | Moment.LOSING | Moment.LONE
FREELY = IN_COMBAT | Moment.ANY | Moment.AFTER_COMBAT | Moment.OWN_FREE
BY_ITSELF = Moment(0)  # the card plays itself as soon as somebody gets it
NO_AIM = frozenset({Aim.NONE})
SOMEBODY = frozenset({Aim.NONE, Aim.PLAYER, Aim.VICTIM, Aim.OUTSIDER})  # NONE: the player himself


@dataclass(frozen=True)
class Word:
    """An effect word: its opcode, where it may stand, what it takes and what it means."""

    op: Op
    triggers: Mapping[str, frozenset[Kind]]  # the kinds by "always", "play", "bad_stuff", "escaped", "entry"
    meaning: str
    params: dict[str, Parameter] = field(default_factory=dict)
    party: bool = False  # conditions ask any fighter instead of the owner, unless `who` says otherwise
    asks: frozenset[str] = ANYTHING  # what a condition may ask, as far as its place allows (`askable`)
    once: bool = False  # the engine reads the first such clause of a card only
    fails: bool = False  # it may find nothing to do, so that `otherwise` follows
    moments: Moment = FREELY  # under `play`: when the card may be played
    aims: frozenset[Aim] = SOMEBODY  # under `play`: what the card may be aimed at


def askable(do: str, trigger: str, kind: Kind) -> frozenset[str]:
    """The keys of a condition that mean something for a word under a trigger of a kind of card."""
    if trigger in ("play", "entry"):
        return WORDS[do].asks & OF_PLAYER  # there may be no combat, or it has not begun
    if trigger == "always" and kind != Kind.MONSTER:
        return WORDS[do].asks & IDENTITY  # summed up when cards move, not when levels change
    return WORDS[do].asks


@dataclass(frozen=True)
class Grant:
    """What an ability takes, and at which kinds of card the engine reads it."""

    takes: tuple[str, ...] = ()  # of "limit" and "amount"; each of them must be given
    kinds: frozenset[Kind] = IN_FRONT


ABILITIES: dict[Ability, Grant] = {
    Ability.ANY_BIG: Grant(),
    Ability.HELP_LEVELS: Grant(),
    Ability.DOUBLE_SALE: Grant(),
    Ability.RETRY: Grant(),
    Ability.RESURRECTION: Grant(),
    Ability.TURNING: Grant(("limit", "amount")),
    Ability.BACKSTAB: Grant(("amount",)),
    Ability.THEFT: Grant(("amount",)),  # the roll that succeeds
    Ability.BERSERK: Grant(("limit", "amount")),
    Ability.WIN_TIES: Grant(),
    Ability.FLIGHT: Grant(("limit", "amount")),
    Ability.CHARM: Grant(("limit",)),  # the fewest cards a hand must have
    Ability.NO_DOOR_CURSES: Grant(),
    Ability.FORCE_HELP: Grant(),
    Ability.ESCAPE_TREASURE: Grant(("amount",)),
    Ability.CARRY_EXTRA: Grant(kinds=SIDEKICKS),
    Ability.ARMOR_ONLY: Grant(kinds=IN_FRONT - ITEMS),
}

MOST_LEVELS = 100  # the highest goal a game may have


def _number(column: str, least: int, most: int, required: bool = True, default: object = None) -> Parameter:
    return Parameter(column, "int", required, default, least, most)


_STRENGTH = {"amount": _number("amount", -30, 30)}
_ROLL = {"amount": _number("amount", -10, 10)}
_GOLD = (1, 5000)
_STRIKES = {  # effects on a victim
    "bad_stuff": MONSTER,
    "escaped": MONSTER,
    "entry": MONSTER,
    "play": CURSES | PLAYED,
}
_LOST_ONES = (
    *(Filter.ITEMS, Filter.SMALL, Filter.BIG, Filter.SLOT, Filter.TAGGED, Filter.HAND, Filter.BEST),
    *(Filter.CLASSES, Filter.RACES, Filter.ITEMS_AND_HAND, Filter.TREASURES),
)
WORN_SLOTS = (Slot.HEADGEAR, Slot.ARMOR, Slot.FOOTGEAR, Slot.HANDS)
_LOST_ALL = tuple(filter_ for filter_ in _LOST_ONES if filter_ != Filter.BEST)

WORDS: dict[str, Word] = {
    # ---------------------------------------------------------------- always: strengths and rolls
    "strength": Word(
        Op.STRENGTH,
        {"always": MONSTER | IN_FRONT},
        "changes the combat strength of the card's own side: of the monster, or of the owner",
        _STRENGTH,
        party=True,
    ),
    "fighters_strength": Word(
        Op.FIGHTERS_STRENGTH,
        {"always": MONSTER},
        "a monster changes the strength of the players' side",
        _STRENGTH,
        party=True,
    ),
    "strength_per_cultist": Word(
        Op.STRENGTH_PER_CULTIST,
        {"always": IDENTITIES},
        "changes the owner's combat strength for every other Cultist in play",
        _STRENGTH,
        asks=NOTHING,
    ),
    "run_away": Word(
        Op.RUN_AWAY,
        {"always": MONSTER | IN_FRONT},
        "changes run-away rolls: of the owner, or of anybody against the monster",
        _ROLL,
        asks=OF_PLAYER,
    ),
    "die": Word(Op.DIE, {"always": IN_FRONT}, "changes every die roll of the owner", _ROLL),
    "hand_limit": Word(Op.HAND_LIMIT, {"always": IN_FRONT}, "changes the hand limit", _ROLL),
    "ability": Word(
        Op.ABILITY,
        {"always": IN_FRONT},
        "grants an ability; `limit` cards per combat, `amount` per card (`ABILITIES` says which of them it takes)",
        {
            "name": Parameter("arg", "ability", True),
            "limit": _number("limit", 1, 20, required=False),
            "amount": _number("amount", -20, 20, required=False),
        },
        asks=NOTHING,
    ),
    "falls_with": Word(
        Op.FALLS_WITH,
        {"always": frozenset({Kind.CURSE})},
        "a lasting curse goes when a curse or bad stuff takes what is worn in the slot",
        {"slot": Parameter("arg", "slot", True, only=WORN_SLOTS)},
        asks=NOTHING,
    ),
    "escape_card": Word(
        Op.ESCAPE_CARD,
        {"always": ITEMS | SIDEKICKS},
        "may be discarded to escape one monster automatically, up to monster level `max` (0 = any)",
        {"max": _number("limit", 0, 50, required=False)},
        asks=NOTHING,
        once=True,
    ),
    # ---------------------------------------------------------------- always: monsters
    "no_escape": Word(
        Op.NO_ESCAPE, {"always": MONSTER}, "cannot be escaped, not even automatically", asks=OF_PLAYER, once=True
    ),
    "auto_escape": Word(Op.AUTO_ESCAPE, {"always": MONSTER}, "escape is automatic", asks=OF_PLAYER, once=True),
    "no_help": Word(Op.NO_HELP, {"always": MONSTER}, "nobody may help; a helper must drop out", once=True),
    "levels_only": Word(
        Op.LEVELS_ONLY, {"always": MONSTER}, "only character levels count for the players' side", party=True, once=True
    ),
    "no_levels": Word(
        Op.NO_LEVELS, {"always": MONSTER}, "character levels do not count for the players' side", party=True, once=True
    ),
    "will_not_pursue": Word(
        Op.WILL_NOT_PURSUE, {"always": MONSTER}, "lets the player go without a roll", asks=OF_PLAYER, once=True
    ),
    "will_not_attack": Word(
        Op.WILL_NOT_ATTACK,
        {"always": MONSTER},
        "leaves the combat at once, leaving `treasures` treasures",
        {"treasures": _number("amount", 1, 10, required=False)},
        party=True,
        once=True,
    ),
    "extra_treasure": Word(
        Op.EXTRA_TREASURE,
        {"always": MONSTER},
        "gives more treasures when killed",
        {"amount": _number("amount", 1, 10)},
        party=True,
    ),
    "extra_level": Word(
        Op.EXTRA_LEVEL,
        {"always": MONSTER},
        "gives more levels to its killer",
        {"amount": _number("amount", 1, 5)},
        party=True,
    ),
    "escape_for_item": Word(
        Op.ESCAPE_FOR_ITEM,
        {"always": MONSTER},
        "a loser may discard an item with one of the tags to escape automatically",
        {"tags": Parameter("arg", "tags", True)},
        asks=NOTHING,
        once=True,
    ),
    "bribe": Word(
        Op.BRIBE,
        {"always": MONSTER},
        "leaves without treasure for an item worth at least `value` gold",
        {"value": _number("amount", *_GOLD)},
        asks=NOTHING,
        once=True,
    ),
    "send_away": Word(
        Op.SEND_AWAY,
        {"always": MONSTER},
        "a fighter for whom the condition holds may send it away: its treasure is kept, no level",
        asks=OF_PLAYER,
        once=True,
    ),
    "decline": Word(
        Op.DECLINE,
        {"always": MONSTER},
        "the main fighter may decline to fight it: no level, no treasure",
        party=True,
        once=True,
    ),
    "exchange": Word(
        Op.EXCHANGE,
        {"always": MONSTER},
        "when it leaves, a fighter of the class it spared may discard `cards` treasure cards and draw as many face down",
        {"cards": _number("amount", 1, 10)},
        party=True,
        asks=frozenset({"class"}),
        once=True,
    ),
    "killed_by": Word(
        Op.KILLED_BY,
        {"always": MONSTER},
        "the named card, one that gives a side a bonus, kills it instead",
        {"card": Parameter("arg", "card", True)},
        asks=NOTHING,
        once=True,
    ),
    # ---------------------------------------------------------------- effects on a victim
    "lose_level": Word(
        Op.LOSE_LEVEL,
        _STRIKES,
        "loses levels: `amount` (for each card in hand), or as a die shows; one up to `death_up_to` kills instead",
        {
            "amount": _number("amount", 1, MOST_LEVELS, required=False),
            "per_hand_card": Parameter("flag", "bool"),
            "die": Parameter("die", "bool"),
            "death_up_to": _number("limit", 1, 6, required=False),
        },
    ),
    "set_level": Word(
        Op.SET_LEVEL,
        _STRIKES,
        "a higher level falls to `amount`, or to that of the lowest player",
        {"amount": _number("amount", 1, MOST_LEVELS, required=False), "lowest": Parameter("flag", "bool")},
        fails=True,
    ),
    "death": Word(Op.DEATH, _STRIKES, "dies"),
    "lose_item": Word(
        Op.LOSE_ITEM,
        _STRIKES,
        "loses `count` cards of his choice that match the filter (or as many as a die shows)",
        {
            "filter": Parameter("filter", "filter", default="items", only=_LOST_ONES),
            "count": _number("amount", 1, 20, required=False, default=1),
            "die": Parameter("die", "bool"),
            "slot": Parameter("arg", "slot", only=WORN_SLOTS),
            "tags": Parameter("arg", "tags"),
        },
        fails=True,
    ),
    "lose_all": Word(
        Op.LOSE_ALL,
        _STRIKES,
        "loses every card that matches the filter",
        {
            "filter": Parameter("filter", "filter", default="items", only=_LOST_ALL),
            "slot": Parameter("arg", "slot", only=WORN_SLOTS),
            "tags": Parameter("arg", "tags"),
        },
        fails=True,
    ),
    "lose_class": Word(
        Op.LOSE_CLASS,
        _STRIKES,
        "discards one class card of his choice, or all, or all `except` one, or the named class",
        {
            "all": Parameter("flag", "bool"),
            "class": Parameter("arg", "class"),
            "except": Parameter("limit", "class"),
        },
        fails=True,
    ),
    "lose_race": Word(Op.LOSE_RACE, _STRIKES, "discards all race cards", fails=True),
    "discard_hand": Word(Op.DISCARD_HAND, _STRIKES, "discards the whole hand", fails=True),
    "lose_worth": Word(
        Op.LOSE_WORTH,
        _STRIKES,
        "discards items of his choice worth at least `amount` gold in total, or all items if he has less",
        {"amount": _number("amount", *_GOLD)},
    ),
    "neighbours_take_hand": Word(
        Op.NEIGHBOURS_TAKE_HAND,
        _STRIKES,
        "the player on the left, then the one on the right, takes an unseen card of the hand",
    ),
    "neighbours_choose": Word(
        Op.NEIGHBOURS_CHOOSE,
        _STRIKES,
        "the player on the left, then the one on the right, chooses an item that is lost",
    ),
    "others_take": Word(
        Op.OTHERS_TAKE,
        _STRIKES,
        "each other player in turn takes a card: unseen from the hand (`filter = hand`), or a treasure card, chosen in play or unseen from the hand (`filter = treasures`); then the rest of the hand is discarded if `rest`",
        {
            "filter": Parameter("filter", "filter", True, only=(Filter.HAND, Filter.TREASURES)),
            "start": Parameter("limit", "side", default="left"),
            "rest": Parameter("flag", "bool"),
        },
    ),
    "highest_take": Word(
        Op.HIGHEST_TAKE, _STRIKES, "every other player of the highest level takes one item of his choice"
    ),
    "income_tax": Word(
        Op.INCOME_TAX,
        _STRIKES,
        "discards one item of his choice; every other player discards items of at least that value, or all of them and a level",
        fails=True,
    ),
    "change_class": Word(
        Op.CHANGE_CLASS,
        _STRIKES,
        "all class cards, or the named one, are replaced by the topmost class card of the door discards",
        {"class": Parameter("arg", "class")},
        fails=True,
    ),
    "become_cultist": Word(
        Op.BECOME_CULTIST,
        _STRIKES,
        "becomes a Cultist if one lies among their discards; the old class goes unless there is room for two",
        {"in_any_case": Parameter("flag", "bool")},  # it goes all the same
        fails=True,
    ),
    "change_race": Word(
        Op.CHANGE_RACE,
        _STRIKES,
        "all race cards are replaced by the topmost race card of the door discards",
        fails=True,
    ),
    "change_sex": Word(Op.CHANGE_SEX, _STRIKES, "changes sex for good"),
    "stay": Word(
        Op.STAY,
        {"play": CURSES},
        "the card stays in front of its victim, until the end of the next combat if `combat`; if `binding`, no card takes it off while that combat is on",
        {"combat": Parameter("flag", "bool"), "binding": Parameter("limit", "bool")},
        once=True,
    ),
    "choose": Word(
        Op.CHOOSE,
        _STRIKES,
        "the victim chooses one of the next `options` clauses",
        {"options": _number("amount", 2, 6)},
        asks=NOTHING,
    ),
    # ---------------------------------------------------------------- effects of a play
    "side_bonus": Word(
        Op.SIDE_BONUS,
        {"play": PLAYED},
        "the chosen side gets the card's bonus in this combat",
        once=True,
        moments=IN_COMBAT,
        aims=frozenset({Aim.SIDE}),
    ),
    "race_bonus": Word(
        Op.RACE_BONUS,
        {"play": PLAYED},
        "the players' side gets `amount` for each fighter of the race",
        {"race": Parameter("arg", "race", True), **_STRENGTH},
        once=True,
        moments=IN_COMBAT,
        aims=NO_AIM,
    ),
    "multiply": Word(
        Op.MULTIPLY, {"play": PLAYED}, "the lone fighter's strength counts once more", moments=Moment.LONE, aims=NO_AIM
    ),
    "remove_all": Word(
        Op.REMOVE_ALL,
        {"play": PLAYED},
        "every monster is discarded: no levels; `treasures` for the main fighter; the room may be looted if `loot`",
        {"treasures": _number("amount", 1, 10, required=False), "loot": Parameter("flag", "bool")},
        once=True,
        moments=IN_COMBAT,
        aims=NO_AIM,
    ),
    "remove_monster": Word(
        Op.REMOVE_MONSTER,
        {"play": PLAYED},
        "one monster is removed: no level; `treasure` says what becomes of its treasure",
        {"treasure": Parameter("policy", "policy", True)},
        once=True,
        moments=IN_COMBAT | Moment.FAILED,
        aims=frozenset({Aim.MONSTER}),
    ),
    "escape": Word(
        Op.ESCAPE,
        {"play": PLAYED},
        "escapes automatically: from one monster, or from all of them",
        {"all": Parameter("flag", "bool")},
        once=True,
        moments=Moment.FAILED | Moment.ESCAPE,
        aims=frozenset({Aim.NONE, Aim.FIGHTERS}),
    ),
    "redo_escape": Word(
        Op.REDO_ESCAPE,
        {"play": PLAYED},
        "a player who just escaped must roll again",
        once=True,
        moments=Moment.ESCAPED,
        aims=NO_AIM,
    ),
    "set_die": Word(
        Op.SET_DIE,
        {"play": PLAYED},
        "sets the die just rolled",
        once=True,
        moments=Moment.ROLL,
        aims=frozenset({Aim.FACE}),
    ),
    "new_fighter": Word(
        Op.NEW_FIGHTER,
        {"play": PLAYED},
        "another player takes over as main fighter",
        once=True,
        moments=IN_COMBAT,
        aims=frozenset({Aim.OUTSIDER}),
    ),
    "search": Word(
        Op.SEARCH,
        {"play": PLAYED},
        "takes any card out of the discard piles",
        once=True,
        aims=frozenset({Aim.DISCARD}),
    ),
    "cancel_curse": Word(
        Op.CANCEL_CURSE,
        {"play": PLAYED},
        "cancels a curse",
        once=True,
        moments=FREELY | Moment.CURSE,
        aims=frozenset({Aim.CURSE}),
    ),
    "clone": Word(
        Op.CLONE,
        {"play": PLAYED},
        "a monster is doubled with all its enhancers",
        once=True,
        moments=IN_COMBAT,
        aims=frozenset({Aim.MONSTER}),
    ),
    "replace": Word(
        Op.REPLACE,
        {"play": PLAYED},
        "a monster and its enhancers are replaced by a monster from hand",
        once=True,
        moments=IN_COMBAT,
        aims=frozenset({Aim.MONSTER_SWAP}),
    ),
    "join": Word(
        Op.JOIN,
        {"play": PLAYED | {Kind.WANDERING}},
        "a monster from hand joins the combat",
        once=True,
        moments=IN_COMBAT,
        aims=frozenset({Aim.MONSTER_FROM_HAND}),
    ),
    "take_item": Word(
        Op.TAKE_ITEM,
        {"play": PLAYED},
        "takes another player's item that turns the combat from losing to winning",
        once=True,
        moments=Moment.LOSING,
        aims=frozenset({Aim.OTHERS_ITEM}),
    ),
    "cheat": Word(
        Op.CHEAT,
        {"play": frozenset({Kind.DOOR_SPECIAL})},
        "one own item may be used against every restriction",
        asks=NOTHING,
        once=True,
        moments=Moment.OWN_FREE,
        aims=frozenset({Aim.OWN_ITEM}),
    ),
    "class_level": Word(
        Op.CLASS_LEVEL,
        {"play": SPECIALS},
        "every living player of the class gains a level; this may win; the card plays itself",
        {"class": Parameter("arg", "class", True), "amount": _number("amount", 1, 10)},
        moments=BY_ITSELF,
        aims=NO_AIM,
    ),
    "gain_level": Word(
        Op.GAIN_LEVEL,
        {"play": PLAYED | {Kind.LEVEL}},
        "the target gains levels, never the winning one; not the highest player if `not_highest`",
        {
            "amount": _number("amount", 1, 10),
            "not_highest": Parameter("flag", "bool", kinds=frozenset({Kind.LEVEL})),
        },
        once=True,
        fails=True,
    ),
    "steal_level": Word(
        Op.STEAL_LEVEL,
        {"play": PLAYED},
        "the target loses a level, the player gains one, never the winning one",
        aims=frozenset({Aim.VICTIM}),
    ),
    "draw": Word(
        Op.DRAW,
        {"play": SPECIALS},
        "draws `count` cards of the deck; the card plays itself",
        {"deck": Parameter("arg", "deck", True), "count": _number("amount", 1, 10)},
        moments=BY_ITSELF,
        aims=NO_AIM,
    ),
    "kill_sidekick": Word(
        Op.KILL_SIDEKICK,
        {"play": PLAYED | {Kind.LEVEL}},
        "a Hireling or sidekick in play is discarded; needs one",
        once=True,
        fails=True,
        aims=frozenset({Aim.PLAYER, Aim.VICTIM, Aim.OUTSIDER}),
    ),
}
