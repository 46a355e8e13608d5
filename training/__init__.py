"""Self-play training: `python -m training configs/ppo_scratch.yaml`. Uses only the public names of `munchkin_env`."""
