"""Studies: many variants of one deck, and what they tell.

In: a Deck with its STUDY. Out: tables of figures, their derivatives, bands and scatter. Goes through
concurrent.futures.Executor wherever there is more than one variant; other processes get the deck as text.
"""
