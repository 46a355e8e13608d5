"""Offsets of the action sections. Sections are appended to, never renumbered: see `actions.py`."""

from munchkin_env.vocabulary import MAX_MONSTERS, MAX_PLAYERS, ROOM_FOR_VERBS, Place, Verb

N_VERBS = ROOM_FOR_VERBS
N_PLACES = Place.MONSTER + MAX_MONSTERS
N_AMOUNTS = 24

VERB0 = 0
SEAT0 = VERB0 + N_VERBS
PLACE0 = SEAT0 + MAX_PLAYERS
AMOUNT0 = PLACE0 + N_PLACES
CARD0 = AMOUNT0 + N_AMOUNTS

PASS_ID = VERB0 + Verb.PASS
NO_ID = VERB0 + Verb.NO
DONE_ID = VERB0 + Verb.DONE  # no further part
FIRST_PICK_ID = VERB0 + Verb.FIRST_PICK  # a term of a question for help
