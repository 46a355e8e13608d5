"""Editions that nobody has seen: drawn by a seed, of the effect words and numbers of the editions of the package.

`names` says how such an edition is called, `pools` what is drawn from, `drawing` draws a card and `judging` throws it
away where it is none, `edition` makes the whole, `naming` gives names, `writing` the text of the files.
"""
