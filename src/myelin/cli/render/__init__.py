"""How results read to a person: parts of a page, a module for each core."""
