"""The one path of every call: admit, transact, run; it knows no transport."""
