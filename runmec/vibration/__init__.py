"""Small vibrations about a position: freedoms, matrices, frequencies, modes, load factors, responses.

In: a Mechanism in one of its positions. Out: Linearisation, arrays. May use model, motion, engine.
"""
