"""Measurements, one command each. They print ratios within one run; only `gate` turns a few into a verdict."""
