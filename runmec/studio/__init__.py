"""`runmec studio`: the deck and the mechanism side by side in a page of this machine.

The server keeps nothing about decks: text comes in, results go out. The work is done in processes of its own, which
can be ended.
"""
