"""Trained players: networks, their files, and every player by name. Networks need the extra `train`."""

from munchkin_env.policies.files import facts_of, is_policy_file, load_policy, make_bot, save_policy

__all__ = ["facts_of", "is_policy_file", "load_policy", "make_bot", "save_policy"]
