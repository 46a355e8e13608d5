"""Self-play on Ray RLlib's new API stack, on one machine or a cluster: `python -m training.rllib --help`."""
