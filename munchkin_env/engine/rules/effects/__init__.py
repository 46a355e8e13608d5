"""The effect interpreter: what the words of the card vocabulary do when they happen."""
