"""Measurements, one command each: ratios within one run; only `gate` makes a verdict of a few."""
