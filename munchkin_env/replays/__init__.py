"""Replays: recording, the page that shows them, reviews of their mistakes."""
