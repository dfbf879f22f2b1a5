"""Optimisation and synthesis: the best variants of one deck.

In: a Deck whose STUDY has `vary`, `goal` and perhaps `keep` lines. Out: distinct local optima, best first.
"""
