"""DYN SIM: driving forces are given, the motion is wanted (8.5 and 8.6.4 of the book).

    tables     Mechanism -> flat arrays and workspace
    position   groups, one position at a time: Newton, L·U
    program    expressions with their kinks held
    loads, acceleration   forces, and what they accelerate
    jumps      sign and step: arguments made simple, those that jump together
    holding    jumps on which the motion rests
    kinks, inside   where pieces end, between evaluations too
    motion     position and velocity -> acceleration (the equation of motion)
    heun, dop853, radau   one step each
    engine     the loop: step sizes, singular positions, kinks, output rows
    compiled   the same functions, compiled by numba
    simulate   moves -> positions

`position`, `program`, `motion`, the integrators and `engine` are written in the part of Python that numba
compiles: flat arrays, loops, no objects. Uncompiled, the arrays are lists, and the same lines run.
"""
