"""Self-play training: `python -m training configs/ppo_scratch.yaml`."""
