"""Cards: the editions as data, and what turns them into tables that the engine reads.

`editions/` holds the cards, `words` the effect words they are written in, `reader` and `lint` check them,
`compile` makes the tables, `explain` says in plain English what a card does.
"""
