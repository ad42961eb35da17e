"""Clock, ids, machine, caller and the error base: the package that all others may import."""
