"""The derivation of a mechanism in one position, as a student would write it: symbols first, then its numbers.

In: a Result and a position. Out: a document of formulas, tables and matrices, as html with MathML or as LaTeX. Numbers
are copied from the engine's objects in that position (`standing.py`); formulas carry their values (`notation.Term`), so
that what is shown can be held to what was calculated.
"""
