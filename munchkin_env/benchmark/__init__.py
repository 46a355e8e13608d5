"""The Munchkin Challenge: reports on a player's generalisation to cards and tables that it has not met.

`tracks` defines the games, `seeds` their seeds, `run` plays, `report` is the result, `verify` plays a sample of it
again, `leaderboard` compares reports.
"""
