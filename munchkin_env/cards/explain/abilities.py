"""Texts of abilities: a phrase for each."""

from munchkin_env.cards.compile import Catalogue
from munchkin_env.cards.definition import Card, Clause
from munchkin_env.cards.explain.grammar import count
from munchkin_env.vocabulary import Ability, kinds_that

_PAID = " from your hand or from play"

ABILITY_PHRASES: dict[Ability, str] = {
    Ability.ANY_BIG: "you may have any number of big items",
    Ability.ANY_COMPLEX: "you may use any number of complex items",
    Ability.HELP_LEVELS: "when you help to win a combat, you gain 1 level for each monster killed in it",
    Ability.DOUBLE_SALE: "once in each of your turns one item that you sell counts twice its value",
    Ability.RETRY: (
        f"once in each combat, when your roll to run away fails, you may discard 1 card{_PAID} and roll again"
    ),
    Ability.RESURRECTION: (
        "when you open a door or draw cards face up, you may take cards from the top of the discard pile instead, "
        "and must then discard 1 hand card for each"
    ),
    Ability.TURNING: (
        f"while you fight undead you may discard up to {{limit}}{_PAID} in a combat, for {{amount:+d}} each"
    ),
    Ability.BACKSTAB: (
        f"in any combat you may discard 1 card{_PAID} to give another player who fights {{amount:+d}}, "
        "once in a combat for each victim"
    ),
    Ability.THEFT: (
        f"you may discard 1 card{_PAID}, except while you fight, to steal a small item in play from another player who "
        "does not fight: roll a die, {amount} or more takes it, less costs you 1 level"
    ),
    Ability.BERSERK: f"while you fight you may discard up to {{limit}}{_PAID} in a combat, for {{amount:+d}} each",
    Ability.WIN_TIES: "your side wins ties in combat",
    Ability.FLIGHT: (
        f"after your roll to run away you may discard up to {{limit}}{_PAID} in a combat, for {{amount:+d}} each"
    ),
    Ability.CHARM: (
        "while you fight you may discard your whole hand of at least {limit} to remove one monster: "
        "it gives no level, its treasure is drawn when the rest are beaten"
    ),
    Ability.NO_DOOR_CURSES: "curses that you draw when you open a door do nothing to you",
    Ability.MORE_BIG: "you may have up to {limit}",
    Ability.NO_SPOILS: "you get no treasure from a combat",
    Ability.COMPEL_HELP: "a player whom you ask for help must help without reward",
    Ability.FORCE_HELP: (
        "a player of a higher level whom you ask for help must help without reward, "
        "and you cannot gain the winning level in that combat"
    ),
    Ability.ESCAPE_TREASURE: "when you run away and no monster catches you, you draw {amount} face down",
    Ability.CARRY_EXTRA: (
        "it carries one item, which you use against every restriction and may exchange for another one; "
        "when you lose the card, you lose that item too"
    ),
    Ability.ARMOR_ONLY: "of your items only armor gives you a bonus",
    Ability.MUST_HELP: (
        "you must help whoever asks [you|him], unless something keeps [you|him] from helping, and without reward"
    ),
    Ability.NO_HELPING: "you may not help",
    Ability.NO_ASKING: "you may not ask for help (but may accept an offer)",
    Ability.UNHELPED: "nobody may help [you|him], and a helper must leave",
    Ability.COMPULSIVE_THEFT: (
        "you may not end your turn before you have tried to steal in it, if you can; "
        "if another card lets you steal too, you try only once in your own turn"
    ),
    Ability.OUTRUN: (
        "when you and another player both run away you escape automatically, whatever cards and monsters say, "
        "and his rolls have {amount:+d}"
    ),
    Ability.SECOND_SIDEKICK: "you may have two sidekicks in play; when you lose this card you keep one of your choice",
    Ability.SECOND_DOOR: "in place of looting the room you may open a second door, once in a turn",
    Ability.PEEK: "in your turn you look at the door before you open it, which nobody else sees",
    Ability.TROUBLE_TREASURE: "when you win a combat for which you have looked for trouble you draw {amount} more",
    Ability.KILL_TREASURE: "for each monster that you kill in your own turn you draw {amount} more",
}

SOME_OF_A_DRAW = (
    "when you open a door or draw cards face up, up to {limit} of each draw may come from the top of the discard pile "
    "instead; you must then discard 1 hand card for each"
)
SENT = (
    f"while you do not fight you may discard 1 card{_PAID} to have it steal a small item in play from another player "
    "who does not fight: roll a die, {amount} or more takes it, less and this card is discarded (or, if another card "
    "lets you steal as well, costs you 1 level)"
)


def ability_phrase(clause: Clause, card: Card, catalogue: Catalogue) -> str:
    """Return a text for the permission or restriction that a card gives its owner."""
    name = clause.param("name")
    ability = name if isinstance(name, Ability) else Ability.NONE
    amount: object = clause.number("amount")
    if ability in (Ability.ESCAPE_TREASURE, Ability.KILL_TREASURE, Ability.TROUBLE_TREASURE):
        amount = count(clause.number("amount"), "treasure")
    phrase = SENT if ability == Ability.THEFT and card.kind in kinds_that("follows") else ABILITY_PHRASES[ability]
    if ability == Ability.RESURRECTION and clause.number("limit"):
        phrase = SOME_OF_A_DRAW
    limit = count(clause.number("limit"), "big item" if ability == Ability.MORE_BIG else "card")
    return catalogue.worded(phrase).format(limit=limit, amount=amount)
