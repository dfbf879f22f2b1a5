"""A deck as a text that is being written: faults and their remedies, what words mean, where names stand, numbers.

Pure functions of the text. The language server and the studio both stand on them.
"""
