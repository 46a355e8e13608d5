"""Answers: their shape, and what may come next in them. What a move needs and does, the chapters of the rules say."""
