"""The OAuth 2.1 authorization server, for hosts that cannot send a token or a key of their own."""
