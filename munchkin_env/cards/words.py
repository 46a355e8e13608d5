"""The closed vocabulary of card effects: what each word means and which parameters it takes.

A card's clauses are TOML tables `{ do = "lose_level", amount = 2, when = { class = "wizard" } }`.
`WORDS` declares for every `do` where it may stand, its parameters and its meaning; the reader
refuses anything else, `explain` words it, and a test holds this table, the engine and the cards together.
"""

from dataclasses import dataclass, field

from munchkin_env.vocabulary import Op


@dataclass(frozen=True)
class Parameter:
    """One parameter of a word: the clause column it fills, its type and whether it must be given.

    `type` is one of `int`, `bool`, `slot`, `tags`, `ability`, `race`, `class`, `card`, `filter`,
    `policy`, `deck`, `side` (left 0, right 1). `column` is a field of `tables.CLAUSE`.
    """

    column: str
    type: str = "int"
    required: bool = False
    default: object = None


@dataclass(frozen=True)
class Word:
    """An effect word: its opcode, where it may stand, what it takes and what it means."""

    op: Op
    triggers: tuple[str, ...]  # of "always", "play", "bad_stuff", "escaped", "entry"
    meaning: str
    params: dict[str, Parameter] = field(default_factory=dict)
    party: bool = False  # conditions ask any fighter instead of the owner, unless `who` says otherwise


_AMOUNT = {"amount": Parameter("amount", required=True)}
_STRIKES = ("bad_stuff", "play", "escaped", "entry")  # effects on a victim

WORDS: dict[str, Word] = {
    # ---------------------------------------------------------------- always: strengths and rolls
    "strength": Word(
        Op.STRENGTH,
        ("always",),
        "changes the combat strength of the card's own side: of the monster, or of the owner",
        _AMOUNT,
        party=True,
    ),
    "fighters_strength": Word(
        Op.FIGHTERS_STRENGTH, ("always",), "a monster changes the strength of the players' side", _AMOUNT, party=True
    ),
    "run_away": Word(
        Op.RUN_AWAY, ("always",), "changes run-away rolls: of the owner, or of anybody against the monster", _AMOUNT
    ),
    "die": Word(Op.DIE, ("always",), "changes every die roll of the owner", _AMOUNT),
    "hand_limit": Word(Op.HAND_LIMIT, ("always",), "changes the hand limit", _AMOUNT),
    "ability": Word(
        Op.ABILITY,
        ("always",),
        "grants an ability; `limit` cards per combat, `amount` per card",
        {"name": Parameter("arg", "ability", True), "limit": Parameter("limit"), "amount": Parameter("amount")},
    ),
    "slots": Word(
        Op.SLOTS,
        ("always",),
        "changes how many items of a slot may be in use",
        {"slot": Parameter("arg", "slot", True), **_AMOUNT},
    ),
    "falls_with": Word(
        Op.FALLS_WITH,
        ("always",),
        "a lasting curse goes when a curse or bad stuff takes what is worn in the slot",
        {"slot": Parameter("arg", "slot", True)},
    ),
    "escape_card": Word(
        Op.ESCAPE_CARD,
        ("always",),
        "may be discarded to escape one monster automatically, up to monster level `max` (0 = any)",
        {"max": Parameter("limit")},
    ),
    # ---------------------------------------------------------------- always: monsters
    "no_escape": Word(Op.NO_ESCAPE, ("always",), "cannot be escaped, not even automatically"),
    "auto_escape": Word(Op.AUTO_ESCAPE, ("always",), "escape is automatic"),
    "no_help": Word(Op.NO_HELP, ("always",), "nobody may help; a helper must drop out"),
    "levels_only": Word(Op.LEVELS_ONLY, ("always",), "only character levels count for the players' side", party=True),
    "no_levels": Word(Op.NO_LEVELS, ("always",), "character levels do not count for the players' side", party=True),
    "will_not_pursue": Word(Op.WILL_NOT_PURSUE, ("always",), "lets the player go without a roll"),
    "will_not_attack": Word(
        Op.WILL_NOT_ATTACK,
        ("always",),
        "leaves the combat at once, leaving `treasures` treasures",
        {"treasures": Parameter("amount")},
        party=True,
    ),
    "extra_treasure": Word(Op.EXTRA_TREASURE, ("always",), "gives more treasures when killed", _AMOUNT, party=True),
    "extra_level": Word(Op.EXTRA_LEVEL, ("always",), "gives more levels to its killer", _AMOUNT, party=True),
    "escape_for_item": Word(
        Op.ESCAPE_FOR_ITEM,
        ("always",),
        "a loser may discard an item with one of the tags to escape automatically",
        {"tags": Parameter("arg", "tags", True)},
    ),
    "bribe": Word(
        Op.BRIBE,
        ("always",),
        "leaves without treasure for an item worth at least `value` gold",
        {"value": Parameter("amount", required=True)},
    ),
    "send_away": Word(
        Op.SEND_AWAY, ("always",), "may be sent away instead of fought: its treasure is kept, no level", party=True
    ),
    "decline": Word(
        Op.DECLINE, ("always",), "the main fighter may decline to fight it: no level, no treasure", party=True
    ),
    "exchange": Word(
        Op.EXCHANGE,
        ("always",),
        "when it leaves, the player it spared may discard `cards` treasure cards and draw as many face down",
        {"cards": Parameter("amount", required=True)},
        party=True,
    ),
    "killed_by": Word(Op.KILLED_BY, ("always",), "the named card kills it", {"card": Parameter("arg", "card", True)}),
    # ---------------------------------------------------------------- effects on a victim
    "lose_level": Word(
        Op.LOSE_LEVEL,
        _STRIKES,
        "loses levels: `amount`, or as many as a die shows; a die up to `death_up_to` kills instead",
        {"amount": Parameter("amount"), "die": Parameter("die", "bool"), "death_up_to": Parameter("limit")},
    ),
    "set_level": Word(
        Op.SET_LEVEL,
        _STRIKES,
        "the level becomes `amount`, or that of the lowest player",
        {"amount": Parameter("amount"), "lowest": Parameter("flag", "bool")},
    ),
    "death": Word(Op.DEATH, _STRIKES, "dies"),
    "lose_item": Word(
        Op.LOSE_ITEM,
        _STRIKES,
        "loses `count` cards of his choice that match the filter (or as many as a die shows)",
        {
            "filter": Parameter("filter", "filter", default="items"),
            "count": Parameter("amount", default=1),
            "die": Parameter("die", "bool"),
            "slot": Parameter("arg", "slot"),
            "tags": Parameter("arg", "tags"),
        },
    ),
    "lose_all": Word(
        Op.LOSE_ALL,
        _STRIKES,
        "loses every card that matches the filter",
        {
            "filter": Parameter("filter", "filter", default="items"),
            "slot": Parameter("arg", "slot"),
            "tags": Parameter("arg", "tags"),
        },
    ),
    "lose_class": Word(
        Op.LOSE_CLASS,
        _STRIKES,
        "discards one class card of his choice, or all, or the named class",
        {"all": Parameter("flag", "bool"), "class": Parameter("arg", "class")},
    ),
    "lose_race": Word(Op.LOSE_RACE, _STRIKES, "discards all race cards", {"all": Parameter("flag", "bool")}),
    "discard_hand": Word(Op.DISCARD_HAND, _STRIKES, "discards the whole hand"),
    "lose_worth": Word(
        Op.LOSE_WORTH,
        _STRIKES,
        "discards items of his choice worth at least `amount` gold in total, or all items if he has less",
        _AMOUNT,
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
            "filter": Parameter("filter", "filter", True),
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
    ),
    "change_class": Word(
        Op.CHANGE_CLASS, _STRIKES, "all class cards are replaced by the topmost class card of the door discards"
    ),
    "change_race": Word(
        Op.CHANGE_RACE, _STRIKES, "all race cards are replaced by the topmost race card of the door discards"
    ),
    "change_sex": Word(Op.CHANGE_SEX, _STRIKES, "changes sex for good"),
    "stay": Word(
        Op.STAY,
        ("play",),
        "the card stays in front of its victim, until the end of the next combat if `combat`",
        {"combat": Parameter("flag", "bool")},
    ),
    "choose": Word(
        Op.CHOOSE,
        _STRIKES,
        "the victim chooses one of the next `options` clauses",
        {"options": Parameter("amount", required=True)},
    ),
    # ---------------------------------------------------------------- effects of a play
    "side_bonus": Word(Op.SIDE_BONUS, ("play",), "the chosen side gets the card's bonus in this combat"),
    "race_bonus": Word(
        Op.RACE_BONUS,
        ("play",),
        "the players' side gets `amount` for each fighter of the race",
        {"race": Parameter("arg", "race", True), **_AMOUNT},
    ),
    "multiply": Word(Op.MULTIPLY, ("play",), "the lone fighter's strength counts once more"),
    "remove_all": Word(
        Op.REMOVE_ALL,
        ("play",),
        "every monster is discarded: no levels; `treasures` for the main fighter; the room may be looted if `loot`",
        {"treasures": Parameter("amount"), "loot": Parameter("flag", "bool")},
    ),
    "remove_monster": Word(
        Op.REMOVE_MONSTER,
        ("play",),
        "one monster is removed: no level; `treasure` says what becomes of its treasure",
        {"treasure": Parameter("policy", "policy", True)},
    ),
    "escape": Word(
        Op.ESCAPE,
        ("play",),
        "escapes automatically: from one monster, or from all of them",
        {"all": Parameter("flag", "bool")},
    ),
    "redo_escape": Word(Op.REDO_ESCAPE, ("play",), "a player who just escaped must roll again"),
    "set_die": Word(Op.SET_DIE, ("play",), "sets the die just rolled"),
    "new_fighter": Word(Op.NEW_FIGHTER, ("play",), "another player takes over as main fighter"),
    "search": Word(Op.SEARCH, ("play",), "takes any card out of the discard piles"),
    "cancel_curse": Word(Op.CANCEL_CURSE, ("play",), "cancels a curse"),
    "clone": Word(Op.CLONE, ("play",), "a monster is doubled with all its enhancers"),
    "replace": Word(Op.REPLACE, ("play",), "a monster and its enhancers are replaced by a monster from hand"),
    "join": Word(Op.JOIN, ("play",), "a monster from hand joins the combat"),
    "take_item": Word(
        Op.TAKE_ITEM, ("play",), "takes another player's item that turns the combat from losing to winning"
    ),
    "cheat": Word(Op.CHEAT, ("play",), "one own item may be used against every restriction"),
    "class_level": Word(
        Op.CLASS_LEVEL,
        ("play",),
        "every living player of the class gains a level; this may win",
        {"class": Parameter("arg", "class", True), **_AMOUNT},
    ),
    "gain_level": Word(
        Op.GAIN_LEVEL,
        ("play",),
        "the target gains levels, never the winning one; not the highest player if `not_highest`",
        {**_AMOUNT, "not_highest": Parameter("flag", "bool")},
    ),
    "steal_level": Word(
        Op.STEAL_LEVEL, ("play",), "the target loses a level, the player gains one, never the winning one"
    ),
    "draw": Word(
        Op.DRAW,
        ("play",),
        "draws `count` cards of the deck",
        {"deck": Parameter("arg", "deck", True), "count": Parameter("amount", required=True)},
    ),
    "kill_sidekick": Word(Op.KILL_SIDEKICK, ("play",), "a Hireling or sidekick in play is discarded; needs one"),
}
