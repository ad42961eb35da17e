CREATE TABLE process (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  version INTEGER NOT NULL,
  origin TEXT NOT NULL,
  actor TEXT,
  recorded_at INTEGER NOT NULL,
  reviewed_at INTEGER,
  retired_at INTEGER,
  changed_at INTEGER NOT NULL,
  yaml TEXT NOT NULL,
  UNIQUE (name, version)
);
CREATE INDEX process_by_changed_at ON process (changed_at);
CREATE TABLE standard (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  version INTEGER NOT NULL,
  origin TEXT NOT NULL,
  actor TEXT,
  recorded_at INTEGER NOT NULL,
  reviewed_at INTEGER,
  retired_at INTEGER,
  changed_at INTEGER NOT NULL,
  yaml TEXT NOT NULL,
  UNIQUE (name, version)
);
CREATE INDEX standard_by_changed_at ON standard (changed_at);
