"""Clock, ids, audience, origin and the error base: what every other package may rely on."""
