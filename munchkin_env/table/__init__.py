"""The table in the browser: replays, what players thought, the page, and games that are played on it."""
