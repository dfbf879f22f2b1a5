"""A checked Deck -> a complete Mechanism: numbered from zero, with its masses, loads, motors and labels.

In: Deck. Out: Mechanism, which the engine solves and users are told about. May use language, elements, loads, engine.
"""
