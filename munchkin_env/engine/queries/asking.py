"""Subject of a pending decision, as far as rules and bots need it."""

from munchkin_env.engine.kernels.kernel import inlined, kernel
from munchkin_env.vocabulary import Decision, decisions_that

IN_TURN = decisions_that(lambda question: question.free)
IN_FIGHT = decisions_that(lambda question: question.fight)


@kernel
def is_in_turn(decision):
    """TURN-1: decision of the player in turn outside of combat."""
    return (IN_TURN >> decision) & 1 != 0


@kernel
def is_in_fight(decision):
    """Decision of a fighter, in a combat or running away from it."""
    return (IN_FIGHT >> decision) & 1 != 0


@inlined
def is_nothing(decision):
    """Return True if no decision is pending, or it is hidden."""
    return decision == Decision.NONE


@inlined
def begins_turn(decision):
    """TURN-1: the door is not open yet."""
    return decision == Decision.TURN_START


@inlined
def is_receipt(decision):
    """TURN-6: decision to lay out cards that have just been received."""
    return decision == Decision.RECEIVE


@inlined
def is_joining(decision):
    """CULT-2: decision to become a Cultist, at a meeting of the cult."""
    return decision == Decision.JOIN


@inlined
def is_reaction(decision):
    """WINDOW-1: decision to react to an action of another player."""
    return decision == Decision.WINDOW


@inlined
def is_asked_for_help(decision):
    """HELP-1: decision to help for an offered price."""
    return decision == Decision.ANSWER_HELP
