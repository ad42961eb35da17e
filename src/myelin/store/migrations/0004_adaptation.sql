CREATE TABLE preference (
  id INTEGER PRIMARY KEY,
  key TEXT NOT NULL,
  value TEXT NOT NULL,
  statement TEXT NOT NULL,
  origin TEXT NOT NULL,
  recorded_at INTEGER NOT NULL,
  superseded_at INTEGER,
  superseded_by INTEGER
);
CREATE UNIQUE INDEX preference_in_force ON preference (key) WHERE superseded_at IS NULL;
CREATE INDEX preference_by_key ON preference (key, recorded_at);
CREATE TABLE outcome (
  id INTEGER PRIMARY KEY,
  task TEXT NOT NULL,
  task_kind TEXT NOT NULL,
  outcome TEXT NOT NULL,
  summary TEXT NOT NULL,
  signal TEXT NOT NULL,
  process TEXT,
  process_version INTEGER,
  sensitivity TEXT NOT NULL,
  origin TEXT NOT NULL,
  actor TEXT,
  audience TEXT NOT NULL,
  counts INTEGER NOT NULL,
  memory_id INTEGER NOT NULL,
  recorded_at INTEGER NOT NULL
);
CREATE INDEX outcome_by_task_kind ON outcome (task_kind, recorded_at);
CREATE INDEX outcome_by_process ON outcome (process, process_version, recorded_at);
CREATE TABLE outcome_use (
  id INTEGER PRIMARY KEY,
  outcome_id INTEGER NOT NULL,
  memory_id INTEGER NOT NULL,
  verdict TEXT NOT NULL
);
CREATE INDEX outcome_use_by_outcome ON outcome_use (outcome_id);
CREATE INDEX outcome_use_by_memory ON outcome_use (memory_id, verdict);
CREATE TABLE outcome_violation (
  id INTEGER PRIMARY KEY,
  outcome_id INTEGER NOT NULL,
  standard TEXT NOT NULL,
  rule TEXT NOT NULL,
  times INTEGER NOT NULL
);
CREATE INDEX outcome_violation_by_outcome ON outcome_violation (outcome_id);
CREATE INDEX outcome_violation_by_standard ON outcome_violation (standard, rule);
CREATE TABLE proposal (
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL,
  target TEXT NOT NULL,
  state TEXT NOT NULL,
  reason TEXT NOT NULL,
  words TEXT,
  body TEXT,
  evidence TEXT NOT NULL,
  sensitivity TEXT NOT NULL,
  origin TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  decided_at INTEGER,
  decided_by TEXT
);
CREATE INDEX proposal_by_target ON proposal (kind, target);
CREATE INDEX proposal_by_state ON proposal (state, created_at);
