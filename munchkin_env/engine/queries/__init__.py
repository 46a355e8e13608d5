"""What is true of a position. Nothing here changes it."""
