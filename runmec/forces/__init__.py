"""Forces, one file each: springs, dampers, applied forces, motors, elasticity of inputs.

In: form parameters and co-ordinates with their values and velocities. Out: forces at co-ordinates, energy, power.
Part of the compiled room: ordinary typed classes. May use `engine`.
"""
