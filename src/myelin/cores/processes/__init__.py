"""The process registry: workflows, skills and loops as documents, and how tasks find them."""
