"""All functions that write to a state: each one checks, changes and logs."""
