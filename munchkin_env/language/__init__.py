"""Language models at the table: questions in words, answers by number, name or JSON, standing passes, counts."""

from munchkin_env.language.bot import LanguageBot, ModelBot
from munchkin_env.language.contact import Contact, NoReply
from munchkin_env.language.endpoint import Endpoint
from munchkin_env.language.model_name import ModelName
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
    "Contact",
    "Counts",
    "Endpoint",
    "LanguageBot",
    "LateReply",
    "Manners",
    "Message",
    "Model",
    "ModelBot",
    "ModelError",
    "ModelName",
    "NoReply",
    "Reply",
    "Seat",
    "Tally",
]
