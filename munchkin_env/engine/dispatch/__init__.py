"""What turns the rules: which answers there are, what an answer does, and on to the next question."""
