"""What the state of a game is: its record and the action ids, without a rule."""
