"""Environments: PettingZoo, Gymnasium and vectors. They wrap the engine and hold no rules."""
