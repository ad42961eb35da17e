"""The five cores: each knows its own tables and rules, and none knows another."""
