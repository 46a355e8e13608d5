"""Language models at the table: questions in words, answers by number, name or JSON, standing passes, counts."""

from munchkin_env.language.bot import ModelBot
from munchkin_env.language.models import BudgetSpent, LateReply, Message, Model, ModelError, Reply
from munchkin_env.language.passes import USUAL, WORDS
from munchkin_env.language.question import MOST, NAMES
from munchkin_env.language.seat import Manners, Seat
from munchkin_env.language.tally import Counts, Tally

__all__ = [
    "MOST",
    "NAMES",
    "USUAL",
    "WORDS",
    "BudgetSpent",
    "Counts",
    "LateReply",
    "Manners",
    "Message",
    "Model",
    "ModelBot",
    "ModelError",
    "Reply",
    "Seat",
    "Tally",
]
