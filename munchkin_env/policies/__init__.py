"""Trained players: networks, their files, and every player by name. Networks need the extra `train`."""

from munchkin_env.bots import register_bot
from munchkin_env.bots.rollout import WORLDS
from munchkin_env.policies.files import (
    PICKLE,
    file_of,
    is_policy,
    is_policy_file,
    load_policy,
    load_pretrained,
    make_bot,
    save_policy,
)
from munchkin_env.policies.partners import Character, Partner, scripted_partners
from munchkin_env.policies.player import PolicyBot, policy_metadata
from munchkin_env.policies.process import ProcessBot
from munchkin_env.policies.search import SearchBot

register_bot("pretrained", load_pretrained)
register_bot("search", SearchBot, WORLDS)

__all__ = [
    "PICKLE",
    "Character",
    "Partner",
    "PolicyBot",
    "ProcessBot",
    "SearchBot",
    "policy_metadata",
    "file_of",
    "is_policy",
    "is_policy_file",
    "load_policy",
    "make_bot",
    "scripted_partners",
    "save_policy",
]
