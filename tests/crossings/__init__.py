"""Every word of the language crossed with every service: what is added to a registry is tested by being there.

`words.py` reads the registries, `samples.py` has the smallest deck for each word, `decks.py` puts decks together and
keeps their runs, `known.py` lists what is wrong today. One file of tests for each service.
"""
