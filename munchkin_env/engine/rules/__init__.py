"""The rulebook, a chapter a file. Each function names the rules it carries out."""
