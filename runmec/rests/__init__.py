"""STA ANA: positions of rest, and the way from one to the next along load factors and held inputs.

In: a Mechanism that is assembled. Out: Positions. Small dense matrices, with numpy; forces and tangent stiffness are
the engine's. May use model, motion, engine.
"""
