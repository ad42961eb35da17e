CREATE TABLE attachment (
  id INTEGER PRIMARY KEY,
  process_id INTEGER NOT NULL,
  path TEXT NOT NULL,
  text TEXT NOT NULL,
  UNIQUE (process_id, path)
);
