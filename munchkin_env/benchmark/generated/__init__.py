"""Generated editions: unseen cards drawn by a seed from the effect words and numbers of the package's editions.

`names` defines the names of such editions and `pools` the sources of the draw. `drawing` draws a card, `judging`
rejects it if it is unfit, `edition` makes the whole, `naming` gives names, `writing` the text of the files.
"""
