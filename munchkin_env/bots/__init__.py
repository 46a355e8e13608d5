"""Players: `random`, `greedy`, `veteran`, `rollout`, and a place for more. They get views, never the position."""

from munchkin_env.bots.base import BatchBot, Bot, CompiledBot, Number, bot_names, make_bot, register_bot
from munchkin_env.bots.rollout import WORLDS, RolloutBot

register_bot("rollout", RolloutBot, WORLDS)

__all__ = ["BatchBot", "Bot", "CompiledBot", "Number", "RolloutBot", "bot_names", "make_bot", "register_bot"]
