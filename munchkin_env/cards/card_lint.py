"""Checks of one card: whether its parts, each already checked by the reader, mean something together.

`check_contradictions` finds clauses that can never hold, or change nothing.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence

from munchkin_env.cards.definition import KIND_WORDS, TRIGGER_FIELDS, Card, Clause, Condition, Problem
from munchkin_env.cards.words import (
    ABILITIES,
    BY_ITSELF,
    CURSES,
    ENHANCERS,
    FREELY,
    IN_COMBAT,
    IN_FRONT,
    KEPT,
    ROOMS,
    SIDEKICKS,
    SPECIALS,
    SPENT,
    TAG_KINDS,
    WORDS,
    askable,
)
from munchkin_env.vocabulary import Ability, Aim, Fetch, Filter, Kind, Moment, Sex, Slot, Tag, Trigger, Who, kinds_that

_NO_CONDITION = Condition()
AS_USUAL = ENHANCERS | SIDEKICKS  # kinds whose cards may say when they are played, but have no play clauses
_FILTER_NEEDS: dict[str, tuple[Filter, ...]] = {  # the filters that need a parameter
    "slot": (Filter.SLOT,),
    "tags": (Filter.TAGGED, Filter.TAGGED_IN_PLAY, Filter.TAGGED_ANYWHERE),
}

STRIKING_AS_IT_COMES = frozenset({"disarm_proof"})  # words that a curse says of itself while it strikes


CHOSEN_ONCE = (  # words allowed as one of several ways in which a card works: those summed over all cards of a player
    *("strength", "run_away", "die", "hand_limit", "lone_strength"),
    *("room_for slot", "room_for complex"),
)


class Findings:
    """Problems found so far, and the wording of one more."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []

    def add(self, card: Card, field: str, code: str, message: str, severity: str = "error") -> None:
        """Note a problem of a card's field."""
        self.problems.append(Problem(card.file, card.id, field, code, message, severity))


def _check_play(card: Card, found: Findings) -> None:
    """Check that a played card says when, unless its kind does, and says nothing that a word of it forbids."""
    if card.play and card.when is None and not card.moments:
        message = f"is required for the kind {card.kind_word} with play clauses and missing"
        found.add(card, "when", "missing-field", message)
        return
    if card.layer and card.slot not in (Slot.HEADGEAR, Slot.ARMOR, Slot.FOOTGEAR):
        found.add(card, "layer", "unused-field", "means nothing for an item that is not worn")
    if card.kind in SIDEKICKS and card.when is not None and card.moments != Moment.ANY:
        found.add(card, "when", "wrong-moment", _moments_expected("a sidekick", Moment.ANY, card))
    if not card.play and not (card.kind in SPENT and card.always) and card.kind not in AS_USUAL:
        for name, given in (("when", card.when is not None), ("on", card.on is not None)):
            if given:
                found.add(card, name, "nothing-to-play", "means nothing without play clauses")
    when = IN_COMBAT | (Moment.ANY if card.aim == Aim.FIGHTING_OR_CLASS else BY_ITSELF)
    if card.kind in kinds_that("enhances") and (card.moments == BY_ITSELF or card.moments & ~when):
        found.add(card, "when", "wrong-moment", _moments_expected("an enhancer", IN_COMBAT, card))
    if card.kind in SPENT and card.always and not card.play:
        if card.moments & ~IN_COMBAT:
            found.add(card, "when", "wrong-moment", _moments_expected("a card without play clauses", IN_COMBAT, card))
        if card.aim not in (Aim.NONE, Aim.MONSTERS):
            message = f"expected none or monsters for a card without play clauses, got {card.aim.name.lower()}"
            found.add(card, "on", "wrong-aim", message)
    words = [clause.said for clause in walk(card.play) if clause.said in WORDS]
    alone = [do for do in words if WORDS[do].moments == BY_ITSELF]
    for do in words:
        word = WORDS[do]
        if card.kind not in word.triggers.get("play", ()):
            continue  # `_check_one` says so
        if card.aim not in word.aims and card.kind not in CURSES:
            names = " or ".join(sorted(aim.name.lower() for aim in word.aims))
            message = f"expected {names} for the word {do}, got {card.aim.name.lower()}"
            found.add(card, "on", "wrong-aim", message)
        _check_moments(card, do, alone, found)
    if card.bonus and card.kind in SPENT | SPECIALS and "side_bonus" not in words:
        found.add(card, "bonus", "unused-bonus", "means nothing for a card that is played without the word side_bonus")
    for index, clause in enumerate(card.play):
        if clause.said == "side_bonus" and not card.bonus:
            found.add(card, f"play[{index}]", "missing-bonus", "expected a card with a bonus, got bonus 0")


def _moments_expected(what: str, allowed: Moment, card: Card) -> str:
    """Return the message about a card that may be played at a moment when it means nothing."""
    names = ", ".join(moment.name.lower() for moment in Moment if moment in allowed and moment.name)
    given = ", ".join(moment.name.lower() for moment in Moment if moment in card.moments and moment.name)
    return f"expected some of {names} for {what}, got {given or 'none'}"


def _check_moments(card: Card, do: str, alone: Sequence[str], found: Findings) -> None:
    """Check moments.

    A card with a word that acts by itself is never played; others are, when each of their words works.
    """
    allowed = WORDS[do].moments | (Moment.ROOM if card.kind in ROOMS else BY_ITSELF)
    if alone and allowed not in (BY_ITSELF, FREELY):
        message = f"expected no word {do} beside {alone[0]}: such a card plays itself, without a combat or a target"
        found.add(card, "play", "wrong-moment", message)
    elif alone and card.moments:
        if do == alone[0]:
            found.add(card, "when", "wrong-moment", f"expected [] for the word {do}, with which a card plays itself")
    elif not alone and (not card.moments or card.moments & ~allowed):
        found.add(card, "when", "wrong-moment", _moments_expected(f"the word {do}", allowed, card))


def _check_cost(card: Card, found: Findings) -> None:
    """Check costs: a card used in play has a cost, and a cost has an effect."""
    if card.kind in SPENT and not card.play and not card.always:
        message = f"is required for the kind {card.kind_word} without always clauses and missing"
        found.add(card, "play", "missing-field", message)
    costs = any(clause.said == "cost" for clause in card.always)
    for clause in card.play:
        if clause.said in ("wager", "complete_cult", "fetch top", "fight_discard", "draft") and not costs:
            message = f"expected a clause `cost` beside the word {clause.said}, got none"
            found.add(card, "always", "missing-field", message)
    if costs and not card.play:
        found.add(card, "play", "missing-field", "is required for a card with a cost and missing")
    if Moment.AT_DOOR in card.moments and not costs:
        found.add(card, "always", "missing-field", "expected a clause `cost` for what is done at the door")
    if card.kind in kinds_that("main_identity") and card.play and not costs:
        what = card.kind_word
        found.add(card, "always", "missing-field", f"expected a clause `cost` beside what the {what} can do")


def _check_room(card: Card, found: Findings) -> None:
    """Check that a room has an effect, and has the fields of a monster if one lives there."""
    if card.kind not in ROOMS:
        return
    if not card.level and not card.always and not card.play:
        message = "is required for a room without a monster and without always clauses and missing"
        found.add(card, "play", "missing-field", message)
    of_monster: dict[str, object] = {"treasures": card.treasures, "levels": card.levels, "tags": card.tags}
    of_monster |= {"bad_stuff": card.bad_stuff, "escaped": card.escaped}
    of_monster |= {"always": any(clause.said == "strength" for clause in card.always)}
    for field, given in of_monster.items():
        if given and not card.level:
            found.add(card, field, "unused-field", "means nothing for a room without a monster (a level)")


def _check_stay(card: Card, found: Findings) -> None:
    kept = any(clause.said == "keep" for clause in card.play)
    set_down = card.kind in KEPT and not kept and any(clause.said == "ability" for clause in card.always)
    lasts = [clause for clause in card.always if clause.said not in STRIKING_AS_IT_COMES]
    if (card.kind in CURSES or set_down) and lasts and not card.lasting:
        found.add(card, "always", "never-in-play", "expected a play clause `stay` beside it, got none")
    hung = any(clause.said == "stay" and clause.param("on") for clause in card.play)
    if hung != any(clause.said == "corrupts" for clause in card.always):
        message = "expected `on` of the play clause `stay` and the word corrupts together, got one of them alone"
        found.add(card, "always", "never-in-play", message)
    if card.lasting and not card.always:
        found.add(card, "always", "missing-field", "is required for a curse that stays and missing")


def _check_choice(card: Card, trigger: Trigger, clauses: Sequence[Clause], found: Findings) -> None:
    """Check that the options of `choose` are the clauses right after it, and plain ones."""
    for clause in walk(clause.otherwise for clause in clauses if clause.otherwise is not None):
        if clause.said in ("choose", "one_of"):
            message = f"expected no {clause.said} under `otherwise`, where no clause follows as its options"
            found.add(card, TRIGGER_FIELDS[trigger], "bad-choice", message)
    for index, clause in enumerate(clauses):
        if clause.said not in ("choose", "one_of"):
            continue
        field = f"{TRIGGER_FIELDS[trigger]}[{index}]"
        options = clause.number("options")
        following = clauses[index + 1 : index + 1 + options]
        if len(following) < options:
            message = f"expected {options} clauses after it, got {len(following)}"
            found.add(card, f"{field}.options", "bad-choice", message)
        if clause.said == "one_of" and any(one.said not in CHOSEN_ONCE for one in following):
            message = f"expected only {', '.join(CHOSEN_ONCE)} among the options"
            found.add(card, field, "bad-choice", message)
        if clause.otherwise or any(one.otherwise or one.said == "choose" for one in following):
            message = "expected options without `otherwise` and without a choice inside"
            found.add(card, field, "bad-choice", message)


def _check_condition(card: Card, trigger: Trigger, field: str, clause: Clause, found: Findings) -> None:
    condition = clause.when
    if condition == _NO_CONDITION:
        return
    if condition.min_level and condition.max_level and condition.min_level > condition.max_level:
        message = f"expected at most max_level {condition.max_level}, got {condition.min_level}"
        found.add(card, f"{field}.when.min_level", "impossible-condition", message)
    for name, both in (
        ("race", set(condition.race) & set(condition.not_race)),
        ("class", set(condition.klass) & set(condition.not_klass)),
    ):
        if both:
            words = ", ".join(sorted(word.name.lower() for word in both))
            message = f"expected different words in {name} and not_{name}, got {words} in both"
            found.add(card, f"{field}.when.{name}", "impossible-condition", message)
    allowed = askable(clause.said, TRIGGER_FIELDS[trigger], card.kind)
    for name in sorted(condition.keys - allowed):
        could = f"may ask about {', '.join(sorted(allowed))}" if allowed else "takes no condition"
        message = f"means nothing here: the word {clause.said} of this card {could}"
        found.add(card, f"{field}.when.{name}", "unasked-condition", message)
    if condition.keys <= allowed and card.asked(clause) == Who.PARTY and (condition.min_level or condition.max_level):
        message = 'expected a level to be asked of one player (who = "owner"), got it asked of the party'
        found.add(card, f"{field}.when", "level-of-party", message)
    if condition.who is not None and condition.empty:
        found.add(card, f"{field}.when.who", "empty-condition", "expected a condition, got only who")


def _check_filter(card: Card, field: str, clause: Clause, found: Findings) -> None:
    """Check filters: those of slots and tags need a parameter, the others must not have it."""
    if "filter" not in WORDS[clause.said].params:
        return
    chosen = clause.param("filter", Filter.ITEMS)
    for name, filters in _FILTER_NEEDS.items():
        if name not in WORDS[clause.said].params:
            continue
        given = clause.param(name) is not None
        if given and name == "tags" and chosen == Filter.MADNESS:
            continue  # those with only the tag
        if (chosen in filters) != given:
            wanted = "is required with" if chosen in filters else "means nothing without"
            words = " or ".join(f'"{one.name.lower()}"' for one in filters if chosen not in filters or one == chosen)
            found.add(card, f"{field}.{name}", "wrong-filter", f"{wanted} filter = {words}")
    if clause.param("unseen") and chosen != Filter.HAND:
        found.add(card, f"{field}.unseen", "wrong-filter", 'means nothing without filter = "hand"')
    for name in ("class", "except"):
        if clause.said == "lose_all" and clause.param(name) is not None and chosen != Filter.CLASSES:
            found.add(card, f"{field}.{name}", "wrong-filter", 'means nothing without filter = "classes"')
    if clause.said == "order":
        _check_order(card, field, clause, found)
    if clause.param("bonuses") and chosen != Filter.TAGGED:
        found.add(card, f"{field}.bonuses", "wrong-filter", 'means nothing without filter = "tagged"')


def _check_order(card: Card, field: str, clause: Clause, found: Findings) -> None:
    """Check orders: players who take an unseen card or a treasure get it, and take one if there is any."""
    of_hand = clause.param("filter", Filter.ITEMS) != Filter.ITEMS
    if of_hand and not clause.param("kept"):
        found.add(card, f"{field}.kept", "wrong-filter", 'expected true with filter = "hand" or "treasures"')
    if of_hand and clause.param("may_decline"):
        found.add(card, f"{field}.may_decline", "wrong-filter", 'means nothing without filter = "items"')
    if clause.param("rest") and not of_hand:
        found.add(card, f"{field}.rest", "wrong-filter", 'means nothing without filter = "hand" or "treasures"')


EXCLUSIVE = (  # a word, and two of its parameters of which the first means nothing beside the second
    ("lose_item", "count", "die"),
    ("lose_item", "unseen", "die"),
    ("lose_all", "class", "except"),
    ("lose_level", "per_hand_card", "die"),
    ("lose_level", "spared_by", "die"),
    ("not_with", "card", "tags"),
    ("stay", "combat", "lone_kill"),
)
WITHOUT = (  # a word, and two of its parameters of which the first means nothing without the second
    ("lose_level", "death_up_to", "die"),
    ("cost", "of", "cards"),
    ("stay", "binding", "combat"),
)


def _check_parameters(card: Card, field: str, clause: Clause, found: Findings) -> None:
    """Check requirements of single words beyond their declaration."""
    for do, instead in (("lose_level", "die"), ("set_level", "lowest")):
        if clause.said == do and (clause.param("amount") is not None) == bool(clause.param(instead, False)):
            found.add(card, f"{field}.amount", "wrong-amount", f"expected either an amount or {instead} = true")
    if clause.said == "bars helpers" and clause.when.empty:
        found.add(card, f"{field}.when", "missing-field", "is required for the word bars_help and missing")
    if clause.said == "not_with" and clause.param("card") is None and clause.param("tags") is None:
        found.add(card, field, "missing-field", "expected tags or a card, got neither")
    if clause.said == "exchange" and not clause.when.klass:
        found.add(card, f"{field}.when.class", "missing-field", "is required for the word exchange and missing")
    if clause.said == "escape" and "play" in WORDS[clause.said].triggers:
        _check_escape(card, field, clause, found)
    for do, one, other in WITHOUT:
        if clause.said == do and clause.param(one) is not None and not clause.param(other):
            found.add(card, f"{field}.{one}", "unused-parameter", f"means nothing without {other}")
    for do, one, other in EXCLUSIVE:
        if clause.said == do and clause.param(one) and clause.param(other):
            found.add(card, f"{field}.{one}", "unused-parameter", f"means nothing beside {other}")
    for name, parameter in WORDS[clause.said].params.items():
        if clause.param(name) is None:
            continue
        if parameter.kinds is not None and card.kind not in parameter.kinds:
            kinds = " or ".join(sorted(KIND_WORDS[kind] for kind in parameter.kinds))
            found.add(card, f"{field}.{name}", "unused-parameter", f"means something for the kind {kinds} only")


def _check_escape(card: Card, field: str, clause: Clause, found: Findings) -> None:
    """Check escapes: from all monsters before the rolls, from one monster after its roll has failed."""
    every = bool(clause.param("all", False))
    wanted = Moment.ESCAPE if every else Moment.FAILED
    if card.moments & ~wanted:
        what = f"the word escape {'with' if every else 'without'} all = true"
        found.add(card, "when", "wrong-moment", _moments_expected(what, wanted, card))
    if card.aim == Aim.FIGHTERS and not every:
        found.add(card, f"{field}.all", "wrong-aim", 'expected true with on = "fighters", got false')


def _check_ability(card: Card, field: str, clause: Clause, found: Findings) -> None:
    """Check that abilities have the parameters that `ABILITIES` lists, at the kinds that it lists."""
    name = clause.param("name")
    grant = ABILITIES.get(name) if isinstance(name, Ability) else None
    if grant is None or not isinstance(name, Ability):
        return
    word = name.name.lower()
    if card.kind in IN_FRONT | KEPT and card.kind not in grant.kinds:
        kinds = " or ".join(sorted(KIND_WORDS[kind] for kind in grant.kinds))
        found.add(card, f"{field}.name", "wrong-kind", f"expected the ability {word} at the kind {kinds}")
    least, most = grant.amounts
    amount = clause.number("amount")
    if amount and not least <= amount <= most:  # one of 0 changes nothing: `contradictions` says so
        message = f"expected {least} to {most} for the ability {word}, got {amount}"
        found.add(card, f"{field}.amount", "out-of-range", message)
    for taken in ("limit", "amount"):
        given = clause.param(taken) is not None
        if taken in grant.may_take:
            continue
        if given != (taken in grant.takes):
            message = f"means nothing for the ability {word}" if given else f"is required for the ability {word}"
            found.add(card, f"{field}.{taken}", "wrong-parameter", message)


def _check_once(card: Card, trigger: Trigger, clauses: Sequence[Clause], found: Findings) -> None:
    """Check words of which the engine reads only the first clause: a second one would never be read."""
    seen: set[object] = set()
    for index, clause in enumerate(clauses):
        key = (clause.said, clause.param("name") if clause.said == "ability" else None)
        if key in seen and (WORDS[clause.said].once or clause.said == "ability"):
            message = f"expected the word {clause.said} once, got it again: only the first is read"
            found.add(card, f"{TRIGGER_FIELDS[trigger]}[{index}]", "repeated-clause", message)
        seen.add(key)


def _check_one(card: Card, trigger: Trigger, field: str, clause: Clause, found: Findings) -> None:
    word = WORDS[clause.said]
    here = TRIGGER_FIELDS[trigger]
    if here not in word.triggers:
        message = f"expected the word {clause.said} in {' or '.join(word.triggers)}, got it in {here}"
        found.add(card, f"{field}.do", "wrong-place", message)
        return
    if card.kind not in word.triggers[here]:
        kinds = " or ".join(sorted(KIND_WORDS[kind] for kind in word.triggers[here]))
        message = f"expected the word {clause.said} at the kind {kinds}, got it at {card.kind_word}"
        found.add(card, f"{field}.do", "wrong-kind", message)
        return
    _check_condition(card, trigger, field, clause, found)
    _check_filter(card, field, clause, found)
    _check_parameters(card, field, clause, found)
    if clause.said == "ability":
        _check_ability(card, field, clause, found)
    if clause.otherwise is None:
        return
    if trigger == Trigger.ALWAYS:
        message = "means nothing here: clauses under always have no order"
        found.add(card, f"{field}.otherwise", "wrong-otherwise", message)
    elif not word.fails and clause.when.empty:
        message = f"means nothing here: the word {clause.said} without a condition always finds something to do"
        found.add(card, f"{field}.otherwise", "wrong-otherwise", message)
    if clause.otherwise.otherwise is not None:
        message = "expected one alternative, got a chain of them"
        found.add(card, f"{field}.otherwise.otherwise", "wrong-otherwise", message)
    _check_one(card, trigger, f"{field}.otherwise", clause.otherwise, found)


def check_clause(card: Card, trigger: Trigger, field: str, clause: Clause) -> list[Problem]:
    """Check one clause of a card, its parts and alternatives taken by themselves."""
    found = Findings()
    _check_one(card, trigger, field, clause, found)
    return found.problems


def _check_restrictions(card: Card, found: Findings) -> None:
    for name in ("race", "klass", "sex"):
        both = set(getattr(card.usable_by, name)) & set(getattr(card.not_usable_by, name))
        if both:
            words = ", ".join(sorted(word.name.lower() for word in both))
            message = f"expected words that aren't in usable_by, got {words}"
            found.add(card, "not_usable_by", "impossible-restriction", message)


def check_parts(card: Card, found: Findings) -> None:
    """Add all problems of one card."""
    if card.kind == Kind.NONE:
        return  # the reader has reported the missing kind
    _check_play(card, found)
    _check_stay(card, found)
    _check_cost(card, found)
    _check_room(card, found)
    _check_restrictions(card, found)
    check_contradictions(card, lambda field, code, message: found.add(card, field, code, message))
    for trigger in Trigger:
        clauses = card.clauses(trigger)
        _check_choice(card, trigger, clauses, found)
        _check_once(card, trigger, clauses, found)
        for index, clause in enumerate(clauses):
            _check_one(card, trigger, f"{TRIGGER_FIELDS[trigger]}[{index}]", clause, found)


def walk(clauses: Iterable[Clause]) -> Iterator[Clause]:
    """Yield all clauses, each followed by those under its `otherwise`."""
    for clause in clauses:
        yield clause
        if clause.otherwise is not None:
            yield from walk([clause.otherwise])


def check_card(card: Card) -> list[Problem]:
    """Return all problems of one card that can be seen without the others."""
    found = Findings()
    check_parts(card, found)
    return found.problems


# --------------------------------------------------------------------------- contradictions
Note = Callable[[str, str, str], None]  # field, code, message

# Words of one card that must not both hold for one player.
CONTRARY = (("bars escape", "lets_go"), ("bars bonuses", "bars levels"))
# Words and abilities of which the second means nothing on a card that has the first without a condition.
IDLE = (
    ("bars escape", "escape_for_item"),
    ("lets_go", "escape_for_item"),
    ("bars help", "bars helpers"),
    ("bars help", "bars reward"),
    ("no_helping", "must_help"),
    ("no_helping", "help_levels"),
    ("no_helping", "draw for_help"),
    ("no_helping", "shun"),
    ("no_asking", "force_help"),
    ("no_asking", "compel_help"),
    ("unhelped", "no_asking"),
    ("unhelped", "force_help"),
    ("unhelped", "compel_help"),
    ("compel_help", "force_help"),
    ("any_big", "more_big"),
    ("any_complex", "room_for complex"),
)


def _named(clause: Clause) -> str:
    """Return the word of a clause, or the ability that it grants."""
    ability = clause.param("name") if clause.said == "ability" else None
    return ability.name.lower() if isinstance(ability, Ability) else clause.said


def _apart(one: Condition, other: Condition, who: Who) -> bool:
    """Return True if the two conditions never hold at once.

    One player has one level and one sex, but maybe two classes.
    """
    for demanded, excluded in ((one, other), (other, one)):
        if who != Who.SOMEBODY:
            for wanted, barred in ((demanded.race, excluded.not_race), (demanded.klass, excluded.not_klass)):
                if wanted and set(wanted) <= set(barred):
                    return True
        if who == Who.OWNER and demanded.min_level and 0 < excluded.max_level < demanded.min_level:
            return True
    return who == Who.OWNER and bool(one.sex and other.sex) and not set(one.sex) & set(other.sex)


def _both(card: Card, one: Clause, other: Clause) -> bool:
    """Return True if both clauses may work at once."""
    asked = card.asked(one)
    return asked != card.asked(other) or not _apart(one.when, other.when, asked)


def _check_pairs(card: Card, note: Note) -> None:
    """Check that no two words exclude each other, unless their conditions do so, too."""
    for pairs, contrary in ((CONTRARY, True), (IDLE, False)):
        for first, second in pairs:
            ones = [clause for clause in card.always if _named(clause) == first]
            for index, clause in enumerate(card.always):
                if _named(clause) != second:
                    continue
                if any(_both(card, one, clause) if contrary else one.when.empty for one in ones):
                    note(f"always[{index}]", "contradiction", f"means nothing beside {first} of the same card")


def _contradictory_cost(card: Card, note: Note) -> None:
    """Check that a card used in play costs something or has a limit of uses: else its use has no end.

    Cards are no sufficient price of a word that brings them back from the discards.
    """
    words = [one.said for one in _walk(card.play) if one.said in WORDS]
    for index, clause in enumerate(card.always):
        if clause.said != "cost" or clause.param("itself") or clause.param("each"):
            continue
        if clause.param("cards"):
            endless = [said for said in words if isinstance(WORDS[said].op, Fetch)]
            expected, came = "itself = true or each", "cards alone"
        else:
            endless = [said for said in words if not WORDS[said].bounded]
            expected, came = "cards, itself = true or each", "nothing"
        if endless:
            message = f"expected {expected}, got a cost of {came}: the word {endless[0]} has no end"
            note(f"always[{index}]", "free-power", message)


def _check_tags(card: Card, note: Note) -> None:
    meant = [tag for tag in Tag if card.kind in TAG_KINDS.get(tag, ())]
    for tag in sorted(card.tags):
        if tag in TAG_KINDS and tag not in meant:  # a tag that an edition declares has any meaning
            known = ", ".join(one.name.lower() for one in meant) or "none"
            message = f"expected one of {known} at the kind {card.kind_word}, got {tag.name.lower()}"
            note("tags", "tag-of-other-kind", message)


def _check_numbers(field: str, clause: Clause, note: Note) -> None:
    """Check that no number changes nothing, and no bounds exclude each other."""
    for name, parameter in WORDS[clause.said].params.items():
        given = clause.param(name)
        if parameter.idle is not None and given is not None and given == parameter.idle:
            message = f"expected a number other than {given}, got {given}: it would change nothing"
            note(f"{field}.{name}", "wrong-amount", message)
    low, high = clause.number("level_from"), clause.number("level_to")
    if low and high and low > high:
        note(f"{field}.level_from", "impossible-bounds", f"expected at most level_to {high}, got {low}")
    letters = ("small", "capital", "levels")
    if clause.said == "monster_letters" and not any(clause.number(name) for name in letters):
        note(field, "wrong-amount", "expected small, capital or levels other than 0, got a letter that changes nothing")


def _contradictory_condition(field: str, condition: Condition, note: Note) -> None:
    """Check that no condition is always or never true."""
    if condition.lone and condition.helping:
        note(f"{field}.when.lone", "impossible-condition", "means nothing beside helping: a helper is not alone")
    if set(condition.sex) == set(Sex):
        note(f"{field}.when.sex", "idle-condition", "expected one sex, got both: that is always so")


def _check_whole(card: Card, note: Note) -> None:
    """Check the fields of a card beside its words."""
    for index, clause in enumerate(card.always):
        if clause.said == "no_treasure" and card.treasures:
            message = f"means nothing beside treasures = {card.treasures} of the same card"
            note(f"always[{index}]", "contradiction", message)
        if clause.param("filter") == Filter.HOST and all(one.said != "spent host" for one in card.play):
            message = "means nothing without the word bind, which hangs it on a card"
            note(f"always[{index}].filter", "wrong-filter", message)
    if set(card.not_usable_by.sex) == set(Sex):
        note("not_usable_by", "impossible-restriction", "expected one sex, got both: nobody could use it")
    if set(card.usable_by.sex) == set(Sex):
        note("usable_by", "idle-restriction", "expected one sex, got both: everybody is of one")
    changes = card.bonus or card.treasures or card.tags
    if card.kind in kinds_that("enhances") and not changes and all(clause.said == "not_with" for clause in card.always):
        note("bonus", "wrong-amount", "expected a bonus, treasures, tags or clauses that change a monster, got none")
    fewer = any(clause.number("fewer_hands") for clause in card.play)
    if card.kind in kinds_that("fitted") and not (card.bonus or card.tags or fewer):
        note("bonus", "wrong-amount", "expected a bonus, tags or fewer_hands, got nothing that changes an item")


def _walk(clauses: tuple[Clause, ...]) -> Iterator[Clause]:
    for clause in clauses:
        yield clause
        if clause.otherwise is not None:
            yield from _walk((clause.otherwise,))


def check_contradictions(card: Card, note: Note) -> None:
    """Note all contradictions of the card, by field, code and message."""
    _check_pairs(card, note)
    _contradictory_cost(card, note)
    _check_tags(card, note)
    _check_whole(card, note)
    for trigger in Trigger:
        for index, written in enumerate(card.clauses(trigger)):
            field = f"{TRIGGER_FIELDS[trigger]}[{index}]"
            for depth, clause in enumerate(_walk((written,))):
                at = field + ".otherwise" * depth
                _check_numbers(at, clause, note)
                _contradictory_condition(at, clause.when, note)
