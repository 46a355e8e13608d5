"""Language models at the table: questions in words, answers by number, name or JSON, standing passes, counts."""

from munchkin_env.evaluation.contact import Contact, NoReply
from munchkin_env.evaluation.usage import Counts, Tally
from munchkin_env.llm.bot import LanguageBot, ModelBot
from munchkin_env.llm.endpoint import Endpoint
from munchkin_env.llm.models import BudgetSpent, LateReply, Message, Model, ModelError, ModelName, Reply
from munchkin_env.llm.question import MOST, NAMES
from munchkin_env.llm.seat import Manners, Seat
from munchkin_env.llm.standing_passes import USUAL, WORDS
from munchkin_env.llm.table import NotAsked, Table, Turn

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
    "NotAsked",
    "NoReply",
    "Reply",
    "Seat",
    "Table",
    "Tally",
    "Turn",
]
