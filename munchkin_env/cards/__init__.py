"""Cards: the editions as data, and the modules that turn them into tables for the engine.

`editions/` holds the cards, `words` the effect words they are written in, `reader` and `lint` check them, `compile`
makes the tables, `explain` describes in plain English the effects of a card.
"""
