"""Words of clauses that work while their card lies in play, or while their monster fights."""

from munchkin_env.cards.words.declaration import (
    GOLD,
    IDENTITIES,
    IN_FRONT,
    ITEMS,
    MONSTER,
    NOTHING,
    OF_PLAYER,
    ROLL,
    SIDEKICKS,
    STRENGTH,
    WORN_SLOTS,
    Parameter,
    Word,
    number,
)
from munchkin_env.vocabulary import Kind, Op

ALWAYS: dict[str, Word] = {
    # ---------------------------------------------------------------- strengths and rolls
    "strength": Word(
        Op.STRENGTH,
        {"always": MONSTER | IN_FRONT},
        "changes the combat strength of the card's own side: of the monster, or of the owner",
        STRENGTH,
        party=True,
    ),
    "fighters_strength": Word(
        Op.FIGHTERS_STRENGTH,
        {"always": MONSTER},
        "a monster changes the strength of the players' side",
        STRENGTH,
        party=True,
    ),
    "strength_per_cultist": Word(
        Op.STRENGTH_PER_CULTIST,
        {"always": IDENTITIES},
        "changes the owner's combat strength for every other Cultist in play",
        STRENGTH,
        asks=NOTHING,
    ),
    "run_away": Word(
        Op.RUN_AWAY,
        {"always": MONSTER | IN_FRONT},
        "changes run-away rolls: of the owner, or of anybody against the monster",
        ROLL,
        asks=OF_PLAYER,
    ),
    "die": Word(Op.DIE, {"always": IN_FRONT}, "changes every die roll of the owner", ROLL),
    "hand_limit": Word(Op.HAND_LIMIT, {"always": IN_FRONT}, "changes the hand limit", ROLL),
    "ability": Word(
        Op.ABILITY,
        {"always": IN_FRONT},
        "grants an ability; `limit` cards per combat, `amount` per card (`ABILITIES` says which of them it takes)",
        {
            "name": Parameter("arg", "ability", True),
            "limit": number("limit", 1, 20, required=False),
            "amount": number("amount", -20, 20, required=False),
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
        {"max": number("limit", 0, 50, required=False)},
        asks=NOTHING,
        once=True,
    ),
    # ---------------------------------------------------------------- monsters
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
        {"treasures": number("amount", 1, 10, required=False)},
        party=True,
        once=True,
    ),
    "extra_treasure": Word(
        Op.EXTRA_TREASURE,
        {"always": MONSTER},
        "gives more treasures when killed",
        {"amount": number("amount", 1, 10)},
        party=True,
    ),
    "extra_level": Word(
        Op.EXTRA_LEVEL,
        {"always": MONSTER},
        "gives more levels to its killer",
        {"amount": number("amount", 1, 5)},
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
        {"value": number("amount", *GOLD)},
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
        {"cards": number("amount", 1, 10)},
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
}
