"""The verb PLAY: what it may be answered with, part by part (PLAY-4)."""

from munchkin_env.engine.kernels.kernel import inlined, kernel
from munchkin_env.engine.queries.cards import is_monster, is_seat_aim, kind_of, strikes, type_of
from munchkin_env.engine.queries.places import monster_at
from munchkin_env.engine.rules.aims import (
    first_of_aim,
    others_may_escape,
    place_is_target,
    seat_is_target,
    second_is_target,
    where_second,
)
from munchkin_env.engine.rules.effects.pending import suits_play
from munchkin_env.engine.rules.interference import any_playable, play, playable, tell_play
from munchkin_env.engine.rules.rows import ALL, FIGHT, TURN, At, During, answered, verb
from munchkin_env.engine.rules.run_away import escape_card_fits, has_escape_card, may_flee_with, plays_to_escape
from munchkin_env.engine.rules.sidekicks import names_sidekick, replaces
from munchkin_env.engine.rules.windows import end_moment_at_door
from munchkin_env.vocabulary import Aim, Decision, Place, Stage, Verb, Where


@inlined
def may_have_play(s, p, now):
    """Some card of the hand is played at one of the moments `now`, or one on the table might be."""
    player = s.player[p]
    return player.hand_when & now != 0 or (now != 0 and player.one_shots != 0) or s.decision == Decision.FLEE


@kernel
def can_play(s, t, p, now):
    """There is a card to be played now, or one to escape with."""
    return any_playable(s, t, p, now) or (s.decision == Decision.FLEE and has_escape_card(s, t, p))


@kernel
def may_be_played(s, t, p, c, now):
    """The card may be played now, or discarded to escape."""
    return playable(s, t, p, c, now) or may_flee_with(s, t, p, c)


@kernel
def may_be_played_at(s, t, p, c, place):
    """The card that is played may be aimed at the place of the combat."""
    if plays_to_escape(s, t, p, c):
        j = monster_at(place)
        return j >= 0 and escape_card_fits(s, t, c, p, j)
    return place_is_target(s, t, c, place)


@kernel
def next_of_play(s, t, p, stage):
    """The part that follows in a play: its card is aimed at something (PLAY-4)."""
    c = s.move.card
    aim = t.card[type_of(t, c)].aim
    if stage == Stage.CARD and replaces(s, t, p, c):
        return Stage.SECOND
    if stage == Stage.CARD:
        return Stage.PLACE if plays_to_escape(s, t, p, c) else first_part(t, c)
    if stage == Stage.SEAT and aim == Aim.FIGHTERS and others_may_escape(s, s.move.seat):
        return Stage.AMOUNT
    if stage == Stage.SEAT and is_seat_aim(aim) and names_sidekick(s, t, c):
        return Stage.SECOND
    if stage == Stage.PLACE and aim == Aim.FIGHTING_OR_CLASS and s.move.place == Place.PLAYERS:
        return Stage.SEAT
    if stage == Stage.PLACE and aim == Aim.MONSTER and s.move.place == Place.MONSTERS:
        return Stage.SECOND  # PLAY-6
    return Stage.SECOND if stage == Stage.PLACE and aim == Aim.MONSTER_SWAP else Stage.VERB


@kernel
def first_part(t, c):
    """What is named first in a play of card `c`; of a monster nothing."""
    return Stage.VERB if is_monster(kind_of(t, c)) else first_of_aim(t.card[type_of(t, c)].aim)


@kernel
def least_of_play(t, c):
    """A face of the die, or whether the other fighter comes along."""
    return 1 if t.card[type_of(t, c)].aim == Aim.FACE else 0


@kernel
def most_of_play(t, c):
    """A face of the die, or whether the other fighter comes along."""
    return 6 if t.card[type_of(t, c)].aim == Aim.FACE else 1


@kernel
def play_out(s, t, i, p):
    """A card is played; the moment after the door is over where it brings a monster (ROOM-3)."""
    play(s, t, p)
    end_moment_at_door(s, i)


@kernel
def has_named_fighter(s, t):
    """PLAY-4: the play that is being built has named a fighter, whom the other may go with (`Aim.FIGHTERS`)."""
    move = s.move
    aim = t.card[type_of(t, move.card)].aim
    return move.verb == Verb.PLAY and move.stage == Stage.AMOUNT and aim == Aim.FIGHTERS


@kernel
def waits_to_work(s, t, p, c):
    """WINDOW-3: others may cancel it; curses have a window of their own (CURSE-1), and an escape is one at once."""
    return not strikes(kind_of(t, c)) and not plays_to_escape(s, t, p, c)


verb(
    Verb.PLAY,
    "play a card",
    "You play a card for what it does, such as a curse, a potion or a level; most are discarded then.",
    lead="play",
    parts=(Stage.CARD,),
    following=next_of_play,
    cards=Where.HAND | Where.TABLE,
    seconds=Where.HAND | Where.TABLE | Where.OTHERS | Where.ASIDE | Where.DISCARDS | Where.COMBAT,
    where=where_second,
    at=(At(10, (*TURN, *FIGHT, *answered(Verb.PLAY))),),
    windows=(During(10, ALL),),
    needs=may_have_play,
    possible=can_play,
    card=may_be_played,
    second=second_is_target,
    seat=seat_is_target,
    place=may_be_played_at,
    amounts=(least_of_play, most_of_play),
    told=tell_play,
    waits=waits_to_work,
    suits=suits_play,
    carry_out=play_out,
)
