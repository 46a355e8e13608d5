"""Players: `random`, `greedy`, and a place to register more. They get views, never the position."""

from munchkin_env.bots.base import BatchBot, Bot, CompiledBot, bot_names, make_bot, register_bot

__all__ = ["BatchBot", "Bot", "CompiledBot", "bot_names", "make_bot", "register_bot"]
