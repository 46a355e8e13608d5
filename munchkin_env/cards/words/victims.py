"""Words of effects on a victim: by a curse, by bad stuff, by a play."""

from munchkin_env.cards.words.declaration import (
    ALSO_LEVEL_CARDS,
    CURSES,
    DWELLING,
    FREELY,
    GOLD,
    KEPT,
    LOST_ALL,
    LOST_ONES,
    MONSTER,
    MOST_LEVELS,
    NOTHING,
    OF_PLAYER,
    PLAYED,
    SOMEBODY,
    STRIKES,
    TAKEN,
    TIMED,
    WORN_SLOTS,
    Before,
    Parameter,
    Word,
    number,
)
from munchkin_env.vocabulary import Aim, Change, Chooser, Filter, Harm, Kind, Moment, Op, Raises, ShowHand


def _order(
    number: int, who: Chooser, filter_: Filter, kept: int, rest: int = 0, declines: int = 0, **had: int
) -> Before:
    """Declare a former word: others choose one after the other."""
    return Before(number, {"arg": who, "filter": filter_, "policy": kept, "flag": rest, "limit": declines}, had)


ORDERS = (
    _order(39, Chooser.NEIGHBOURS, Filter.HAND, 1),
    _order(40, Chooser.NEIGHBOURS, Filter.ITEMS, 0),
    _order(52, Chooser.LEFT, Filter.ITEMS, 0),
    _order(52, Chooser.RIGHT, Filter.ITEMS, 0, limit=1),
    _order(53, Chooser.BY_LEVEL, Filter.ITEMS, 1, declines=1),
    _order(42, Chooser.HIGHEST, Filter.ITEMS, 1),
    *(
        _order(41, who, what, 1, rest, filter=what, flag=rest, limit=int(who == Chooser.OTHERS_FROM_RIGHT))
        for who in (Chooser.OTHERS, Chooser.OTHERS_FROM_RIGHT)
        for what in (Filter.HAND, Filter.TREASURES)
        for rest in (0, 1)
    ),
)

VICTIMS: dict[str, Word] = {
    "lose_level": Word(
        Op.LOSE_LEVEL,
        STRIKES,
        "the victim loses `amount` levels (for each card in hand if `per_hand_card`), or with `die` as many as a die shows; a roll up to `death_up_to` kills instead. The victim may discard cards with one of the tags `spared_by`, from play or hand, each for one level less",
        {
            "amount": number("amount", 1, MOST_LEVELS, required=False),
            "per_hand_card": Parameter("flag", "bool"),
            "die": Parameter("die", "bool"),
            "death_up_to": number("limit", 1, 6, required=False),
            "spared_by": Parameter("arg", "tags", kinds=DWELLING),  # one fewer for each such card that the victim discards
        },
        harm=Harm.LEVELS,
    ),
    "set_level": Word(
        Op.SET_LEVEL,
        STRIKES,
        "the victim's level falls to `amount`, or with `lowest` to the lowest level of all players; a lower level stays",
        {"amount": number("amount", 1, MOST_LEVELS, required=False), "lowest": Parameter("flag", "bool")},
        fails=True,
        harm=Harm.HIGH_LEVEL,
    ),
    "raises lowest": Word(
        Raises.LOWEST,
        STRIKES,
        "the victim loses a level, and another living player of the lowest level gains it; the victim chooses among equals, and a victim of the lowest level only loses it",
    ),
    "death": Word(
        Op.DEATH,
        STRIKES,
        "the victim dies; with `unlooted`, the cards are discarded and no player loots the body",
        {"unlooted": Parameter("flag", "bool")},
        harm=Harm.LIFE,
    ),
    "lose_item": Word(
        Op.LOSE_ITEM,
        STRIKES,
        "the victim loses `count` cards of its choice that match `filter`, or with `die` as many as a die shows; with `unseen`, random ones",
        {
            "filter": Parameter("filter", "filter", default="items", only=LOST_ONES),
            "count": number("amount", 1, 20, required=False, default=1),
            "die": Parameter("die", "bool"),
            "unseen": Parameter("flag", "bool"),  # by chance
            "slot": Parameter("arg", "slot", only=WORN_SLOTS),
            "tags": Parameter("arg", "tags"),
        },
        fails=True,
        before=(Before(35, {"filter": Filter.CLASSES, "amount": 1, "die": 0}),),
        harm=Harm.CHOSEN,
    ),
    "lose_all": Word(
        Op.LOSE_ALL,
        ALSO_LEVEL_CARDS,
        "the victim loses every card that matches `filter`; of classes, only those of `class`, or all `except` one",
        {
            "filter": Parameter("filter", "filter", default="items", only=LOST_ALL),
            "slot": Parameter("arg", "slot", only=WORN_SLOTS),
            "tags": Parameter("arg", "tags"),
            "class": Parameter("arg", "class"),
            "except": Parameter("limit", "class"),
        },
        fails=True,
        before=(
            Before(35, {"filter": Filter.CLASSES}),
            Before(35, {"filter": Filter.CLASSES, "arg": 0, "limit": 0, "flag": 0}, {"flag": 1}),
            Before(36, {"filter": Filter.RACES}),
            Before(37, {"filter": Filter.HAND}),
        ),
        harm=Harm.MATCHING,
    ),
    "show_hand to_all": Word(ShowHand.TO_ALL, STRIKES, "the victim shows the hand to all"),
    "lose_worth": Word(
        Op.LOSE_WORTH,
        STRIKES,
        "the victim discards items of its choice worth at least `amount` gold in total, or all items if they are worth less",
        {"amount": number("amount", *GOLD)},
        harm=Harm.WORTH,
    ),
    "order": Word(
        Op.ORDER,
        STRIKES,
        "the players of `who`, one after the other, each choose an item of the victim. It is discarded, or goes to the "
        "chooser if `kept`. `filter = hand`: the chooser gets a random card of the hand; `filter = treasures`: a treasure card, "
        "chosen in play or random from the hand. With `may_decline` each may decline; with `rest` the rest of the hand is then discarded",
        {
            "who": Parameter("arg", "chooser", True),
            "filter": Parameter("filter", "filter", default="items", only=TAKEN),
            "kept": Parameter("policy", "bool"),
            "may_decline": Parameter("limit", "bool"),
            "rest": Parameter("flag", "bool"),
        },
        before=ORDERS,
        harm=Harm.TAKEN,
    ),
    "raises others": Word(
        Raises.OTHERS,
        {"bad_stuff": MONSTER},
        "after all rolls to run away, every living player who was not caught by such a monster gains a level, never the winning one",
        asks=OF_PLAYER,
    ),
    "give_card": Word(
        Op.GIVE_CARD,
        STRIKES,
        "the victim gives a card of its choice, an item in play or a card in hand, to the player on the left or right, or one to each other Cultist",
        {"to": Parameter("limit", "receiver", True)},
        fails=True,
        harm=Harm.GIVEN,
    ),
    "lowest_chooses": Word(
        Op.LOWEST_CHOOSES,
        STRIKES,
        "the victim shows the hand; the player of the lowest level chooses a card of it, which is discarded",
        fails=True,
    ),
    "income_tax": Word(
        Op.INCOME_TAX,
        STRIKES,
        "the victim discards one item of its choice; every other player discards items of at least that value, or else all items and loses a level",
        fails=True,
    ),
    "change class": Word(
        Change.CLASS,
        STRIKES,
        "all class cards of the victim, or that of `class`, are replaced by the topmost class card of the door discards",
        {"class": Parameter("arg", "class")},
        fails=True,
        changes=Filter.CLASSES,
        harm=Harm.EXCHANGED,
    ),
    "become_cultist": Word(
        Op.BECOME_CULTIST,
        STRIKES,
        "the victim becomes a Cultist if a Cultist card is in its discard pile; the old class is discarded unless there is room for two, or always with `in_any_case`. `of_kill`: only if the card has killed a monster; `on_return`: not now, but on the next return from death",
        {
            "in_any_case": Parameter("flag", "bool"),  # it goes all the same
            "of_kill": Parameter("limit", "bool", kinds=PLAYED),  # only if the card has killed a monster
            "on_return": Parameter("amount", "bool", kinds=MONSTER | CURSES),  # not now, but on the next return from death
        },
        fails=True,
        aims=SOMEBODY | {Aim.SIDE},
        harm=Harm.CONVERSION,
    ),
    "change race": Word(
        Change.RACE,
        STRIKES,
        "all race cards of the victim are replaced by the topmost race card of the door discards",
        fails=True,
        changes=Filter.RACES,
        harm=Harm.EXCHANGED,
    ),
    "change sex": Word(Change.SEX, STRIKES, "the victim changes sex permanently", harm=Harm.SEX),
    "stay": Word(
        Op.STAY,
        {"play": CURSES | KEPT},
        "the card stays in front of the victim: for good, until the end of the next combat with `combat`, or until the victim kills a monster without a helper with `lone_kill`. `binding`: no card removes it during that combat. `on`: it is attached to an item of the victim in play that matches this filter, by the victim's choice; without one it does nothing",
        {
            "on": Parameter("filter", "filter", only=(Filter.BEST,), kinds=frozenset({Kind.CURSE})),
            "combat": Parameter("flag", "bool"),
            "binding": Parameter("limit", "bool"),
            "lone_kill": Parameter("policy", "bool"),
        },
        once=True,
    ),
    "status": Word(
        Op.STATUS,
        STRIKES,
        "the victim has the obligation or restriction `name` `until` its next turn begins, it gains a level, or it kills a monster without a helper",
        {
            "name": Parameter("arg", "ability", True, only=TIMED),
            "until": Parameter("amount", "until", True),
        },
        harm=Harm.OBLIGATION,
    ),
    "choose": Word(
        Op.CHOOSE,
        ALSO_LEVEL_CARDS,
        "the victim chooses one of the next `options` clauses",
        {"options": number("amount", 2, 6)},
        asks=NOTHING,
        moments=FREELY | Moment.ESCAPE,
        aims=SOMEBODY | {Aim.SPENT},
        harm=Harm.NONE,
    ),
}
