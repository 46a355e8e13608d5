"""The vocabulary of the game, each word once: kinds, slots, zones, phases, decisions, verbs, effect words.

The numbers are part of saved games and of card tables, so members are only ever appended. Everything here is plain
data; the engine folds the members into integer constants.
"""

from munchkin_env.vocabulary.decisions import *
from munchkin_env.vocabulary.effects import *
from munchkin_env.vocabulary.frames import *
from munchkin_env.vocabulary.kinds import *
from munchkin_env.vocabulary.verbs import *
from munchkin_env.vocabulary.words import *
