"""MCP over HTTP: the stages that a request passes, each in a module of its own.

    origin -> headers -> identity -> rate -> body -> the manager of the era -> brain, key, scope

What fails at a stage never reaches the next. On `/mcp` a failure before the manager is an HTTP
status with a JSON-RPC error as its body; everything after it is an answer of MCP. `app` puts the
stages together, `listener` opens the socket and runs the server, `device` serves one brain of this
machine with its own key.
"""
