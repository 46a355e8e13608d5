"""Trained players: networks, their files, and every player by name. Networks need the extra `train`."""

from munchkin_env.bots import register_bot
from munchkin_env.policies.files import (
    PICKLE,
    file_of,
    is_policy,
    is_policy_file,
    load_policy,
    load_trained,
    make_bot,
    save_policy,
)
from munchkin_env.policies.player import PolicyBot, facts_of
from munchkin_env.policies.process import ProcessBot
from munchkin_env.policies.scripted_partners import Character, Partner, partners

register_bot("trained", load_trained)

__all__ = [
    "PICKLE",
    "Character",
    "Partner",
    "PolicyBot",
    "ProcessBot",
    "facts_of",
    "file_of",
    "is_policy",
    "is_policy_file",
    "load_policy",
    "make_bot",
    "partners",
    "save_policy",
]
