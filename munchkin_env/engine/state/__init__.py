"""State of a game: its record and the action ids, without a rule."""
