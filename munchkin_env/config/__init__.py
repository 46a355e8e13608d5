"""Settings of games: `GameConfig` and the presets."""
