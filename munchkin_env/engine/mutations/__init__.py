"""All that writes to a position: each atom guards, changes and logs."""
