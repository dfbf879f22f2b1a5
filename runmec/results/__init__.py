"""What a calculation gives: arrays of every quantity, the trust line, findings, summary, files.

In: Mechanism and Positions. Out: Result. May use motion, model, engine, language, messages.
"""
