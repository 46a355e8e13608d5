"""The Munchkin Challenge: how well a player generalises to cards and tables that it has not met, as a report card.

`tracks` says what is played, `seeds` with which seeds, `running` plays, `card` is what comes out, `verifying` plays a
sample of it again, `leaderboard` sets cards side by side.
"""
