"""Language models at the table: questions in words, actions by number, name or JSON, standing passes, counts."""

from munchkin_env.evaluation.contact import Contact, NoReply
from munchkin_env.evaluation.usage import LLMUsage, UsageMeter
from munchkin_env.llm.bot import EndpointBot, LLMBot
from munchkin_env.llm.models import BudgetSpent, Endpoint, LateReply, Message, Model, ModelError, ModelName, Reply
from munchkin_env.llm.question import MOST, NAMES
from munchkin_env.llm.seat import PromptConfig, Seat
from munchkin_env.llm.standing_passes import USUAL, WORDS
from munchkin_env.llm.table import LLMTable, NotAsked, Turn

__all__ = [
    "MOST",
    "NAMES",
    "USUAL",
    "WORDS",
    "BudgetSpent",
    "Contact",
    "LLMUsage",
    "Endpoint",
    "EndpointBot",
    "LateReply",
    "PromptConfig",
    "Message",
    "Model",
    "LLMBot",
    "ModelError",
    "ModelName",
    "NotAsked",
    "NoReply",
    "Reply",
    "Seat",
    "LLMTable",
    "UsageMeter",
    "Turn",
]
