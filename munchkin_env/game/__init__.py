"""One game as an object: `Game`, scenarios, saves, and actions by name and in words."""
