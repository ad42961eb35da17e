"""The entry point for people: it parses, prints and asks, and starts the servers."""
