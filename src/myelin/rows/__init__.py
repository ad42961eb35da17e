"""Generic handling of declared tables: SQL, the views of an audience, and what upkeep does."""

from myelin.rows.leaving import leaves_sql, leaving_select, views
from myelin.rows.upkeep import TableUpkeep

__all__ = ["TableUpkeep", "leaves_sql", "leaving_select", "views"]
