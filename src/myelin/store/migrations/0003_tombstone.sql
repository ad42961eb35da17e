CREATE TABLE tombstone (
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL,
  erased_at INTEGER NOT NULL,
  reason TEXT NOT NULL,
  decided_by TEXT NOT NULL
);
