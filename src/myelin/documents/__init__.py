"""What processes and standards share: plain YAML with places, problems, and trigger matching."""
