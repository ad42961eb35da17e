CREATE TABLE decision (
  id INTEGER PRIMARY KEY,
  act TEXT NOT NULL,
  subject TEXT NOT NULL,
  decided_by TEXT NOT NULL,
  decided_at INTEGER NOT NULL,
  seen_at INTEGER
);
