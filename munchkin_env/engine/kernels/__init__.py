"""From Python to machine code: the language of kernels, how they are compiled, linked and kept."""
