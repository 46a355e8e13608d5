"""Self-play training: `python -m training configs/laptop.yaml`. Uses only the public names of `munchkin_env`."""
