"""Dispatchers of the rules: legal actions, their execution, and the way to the next decision."""
