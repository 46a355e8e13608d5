"""Positions from outside: what they must satisfy before any rule runs on them."""
