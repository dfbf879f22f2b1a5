"""From a Mechanism to the rows of its motion: assembly, given motion, simulation.

In: Mechanism. Out: Positions. Drives the engine in portions, so that progress is seen and Ctrl-C works.
May use model, laws, loads, engine.
"""
