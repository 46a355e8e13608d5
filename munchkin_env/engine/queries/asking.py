"""What a pending decision is about, as far as rules and bots want to know."""

from munchkin_env.engine.kernels.kernel import inlined, kernel
from munchkin_env.vocabulary import Decision, decisions_that

IN_TURN = decisions_that(lambda question: question.free)
IN_FIGHT = decisions_that(lambda question: question.fight)


@kernel
def is_in_turn(decision):
    """TURN-1: what is asked of the player in turn outside of combat."""
    return (IN_TURN >> decision) & 1 != 0


@kernel
def is_in_fight(decision):
    """What is asked of a fighter, in a combat or fleeing from it."""
    return (IN_FIGHT >> decision) & 1 != 0


@inlined
def is_nothing(decision):
    """Nobody is asked, or it can't be seen what."""
    return decision == Decision.NONE


@inlined
def begins_turn(decision):
    """TURN-1: the door is not open yet."""
    return decision == Decision.TURN_START


@inlined
def is_receipt(decision):
    """TURN-6: what is laid out of the cards that have just been received."""
    return decision == Decision.RECEIVE


@inlined
def is_joining(decision):
    """CULT-2: whether he becomes a Cultist, as the cult meets."""
    return decision == Decision.JOIN


@inlined
def is_reaction(decision):
    """WINDOW-1: whether he reacts to what another does."""
    return decision == Decision.WINDOW


@inlined
def is_asked_for_help(decision):
    """HELP-1: whether he helps for what is offered."""
    return decision == Decision.ANSWER_HELP
