CREATE TABLE meta (
  id INTEGER PRIMARY KEY,
  key TEXT NOT NULL UNIQUE,
  value TEXT NOT NULL
);
CREATE TABLE memory (
  id INTEGER PRIMARY KEY,
  class TEXT NOT NULL,
  content TEXT NOT NULL,
  subject TEXT,
  tags TEXT NOT NULL,
  aliases TEXT NOT NULL,
  session TEXT,
  actor TEXT,
  tier TEXT NOT NULL,
  sensitivity TEXT NOT NULL,
  origin TEXT NOT NULL,
  evidence TEXT NOT NULL,
  evidence_ref TEXT,
  observed_at INTEGER,
  recorded_at INTEGER NOT NULL,
  superseded_at INTEGER,
  superseded_by INTEGER
);
CREATE INDEX memory_by_recorded_at ON memory (recorded_at);
CREATE INDEX memory_by_superseded_by ON memory (superseded_by);
CREATE INDEX memory_in_core ON memory (recorded_at) WHERE tier = 'core';
CREATE TABLE link (
  id INTEGER PRIMARY KEY,
  from_id INTEGER NOT NULL,
  to_id INTEGER NOT NULL,
  type TEXT NOT NULL,
  origin TEXT NOT NULL,
  recorded_at INTEGER NOT NULL,
  UNIQUE (from_id, to_id, type)
);
CREATE INDEX link_by_to_id ON link (to_id);
CREATE TABLE memory_use (
  id INTEGER PRIMARY KEY,
  uses INTEGER NOT NULL,
  last_used_at INTEGER NOT NULL
);
