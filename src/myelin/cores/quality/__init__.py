"""The quality engine: standards as documents, checks of texts, and known risks of actions."""
