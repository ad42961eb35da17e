"""The owner's operations on a whole brain: each holds the order of its steps.

A function takes the brain, its arguments and the `Owner` to ask; it neither prints nor reads a
terminal. It returns the result, or None if the owner said no.
"""
