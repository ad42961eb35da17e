"""The servers: Myelin over MCP for coding agents; nothing here is imported before it is needed."""
