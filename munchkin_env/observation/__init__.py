"""What one seat may know, and its encodings."""

from munchkin_env.observation.view import View

__all__ = ["View"]
