"""Generated editions: unseen cards drawn by a seed from the effect words and numbers of the package's editions.

`names` reads the names of such editions and makes the names of cards. `drawing` collects the sources of the draw and
draws a card. `edition` rejects unfit cards, makes the whole and writes the text of its files.
"""
