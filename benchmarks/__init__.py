"""Measurements of the project, none of which a user of the package needs: `python -m benchmarks NAME`."""
