"""What a core learns when it asks the owner for a change."""

from typing import Literal

Asked = Literal["open", "rejected", "full"]
"""What became of a request for a proposal: one is open, the owner turned it down, or no room."""
