"""Symbols as data: display lists that are painted by matplotlib and by one small painter in JavaScript.

In: points and angles of a mechanism. Out: lines, polygons, circles and bending lines. Imports nothing of the program,
so that an element's own file can say how it is drawn.
"""
