-- Times are milliseconds since 1970 UTC. Ids are the public ones.

CREATE TABLE tenant (
  id TEXT PRIMARY KEY,
  created_at INTEGER NOT NULL,
  suspended_at INTEGER
) STRICT;

CREATE TABLE quota (
  tenant TEXT PRIMARY KEY REFERENCES tenant (id),
  brains INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  requests_per_minute INTEGER NOT NULL,
  writes_per_minute INTEGER NOT NULL
) STRICT;

CREATE TABLE user (
  id TEXT PRIMARY KEY,
  tenant TEXT NOT NULL REFERENCES tenant (id),
  email TEXT NOT NULL UNIQUE,
  created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE token (
  id TEXT PRIMARY KEY,
  tenant TEXT NOT NULL REFERENCES tenant (id),
  name TEXT NOT NULL,
  scope INTEGER NOT NULL,
  brain TEXT,
  salt BLOB NOT NULL,
  hash BLOB NOT NULL,
  created_at INTEGER NOT NULL,
  last_used_day INTEGER,
  expires_at INTEGER,
  revoked_at INTEGER
) STRICT;
CREATE INDEX token_of_tenant ON token (tenant, created_at);

-- The file is the truth about the position; these columns are what was last seen of it.
CREATE TABLE brain (
  tenant TEXT NOT NULL REFERENCES tenant (id),
  id TEXT NOT NULL,
  name TEXT,
  verifier BLOB NOT NULL,
  owner BLOB NOT NULL,
  generation INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  pushed_at INTEGER,
  schema INTEGER NOT NULL DEFAULT 0,
  epoch INTEGER NOT NULL DEFAULT 0,
  seq INTEGER NOT NULL DEFAULT 0,
  length INTEGER NOT NULL DEFAULT 0,
  head_bytes INTEGER NOT NULL DEFAULT 0,
  position TEXT NOT NULL DEFAULT '0-0-',
  revision INTEGER NOT NULL DEFAULT 0,
  -- Where and when the live epoch began.
  first_seq INTEGER NOT NULL DEFAULT 0,
  began_at INTEGER,
  restored_at INTEGER,
  shredded_at INTEGER,
  PRIMARY KEY (tenant, id)
) STRICT;
CREATE UNIQUE INDEX brain_name ON brain (tenant, name) WHERE shredded_at IS NULL;

CREATE TABLE manifest (
  tenant TEXT NOT NULL,
  brain TEXT NOT NULL,
  number INTEGER NOT NULL,
  hash BLOB NOT NULL,
  content BLOB NOT NULL,
  -- After an adopt two chains may both have a manifest of one number.
  PRIMARY KEY (tenant, brain, hash),
  FOREIGN KEY (tenant, brain) REFERENCES brain (tenant, id)
) STRICT;
CREATE INDEX manifest_number ON manifest (tenant, brain, number);

-- An epoch that a newer one replaced; it can be pulled until kept_until.
CREATE TABLE closed_epoch (
  tenant TEXT NOT NULL,
  brain TEXT NOT NULL,
  epoch INTEGER NOT NULL,
  first_seq INTEGER NOT NULL,
  last_seq INTEGER NOT NULL,
  began_at INTEGER NOT NULL,
  ended_at INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  kept_until INTEGER NOT NULL,
  PRIMARY KEY (tenant, brain, epoch),
  FOREIGN KEY (tenant, brain) REFERENCES brain (tenant, id)
) STRICT;

CREATE TABLE snapshot (
  id TEXT PRIMARY KEY,
  tenant TEXT NOT NULL,
  brain TEXT NOT NULL,
  name TEXT,
  epoch INTEGER NOT NULL,
  first_seq INTEGER NOT NULL,
  last_seq INTEGER NOT NULL,
  position TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  created_by TEXT NOT NULL,
  FOREIGN KEY (tenant, brain) REFERENCES brain (tenant, id)
) STRICT;
CREATE INDEX snapshot_of_brain ON snapshot (tenant, brain, created_at);

-- state: open, intended (its bytes are being put in place), committed, dropped.
CREATE TABLE upload (
  id TEXT PRIMARY KEY,
  tenant TEXT NOT NULL,
  brain TEXT NOT NULL,
  state TEXT NOT NULL,
  manifest BLOB NOT NULL,
  chain BLOB NOT NULL,
  kind INTEGER NOT NULL,
  base_position TEXT NOT NULL,
  offset INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  sha256 BLOB NOT NULL,
  verifier BLOB,
  forget INTEGER NOT NULL,
  received INTEGER NOT NULL DEFAULT 0,
  expires_at INTEGER NOT NULL,
  answer_position TEXT,
  answer_revision INTEGER,
  answer_number INTEGER,
  FOREIGN KEY (tenant, brain) REFERENCES brain (tenant, id)
) STRICT;
CREATE UNIQUE INDEX open_upload ON upload (tenant, brain) WHERE state IN ('open', 'intended');
CREATE INDEX upload_expiry ON upload (expires_at);

-- Exactly the fields that SECURITY.md permits.
CREATE TABLE audit (
  time INTEGER NOT NULL,
  tenant TEXT NOT NULL,
  token TEXT NOT NULL,
  brain TEXT,
  endpoint TEXT NOT NULL,
  outcome TEXT NOT NULL,
  ms INTEGER NOT NULL
) STRICT;
CREATE INDEX audit_of_tenant ON audit (tenant, time);
CREATE INDEX audit_time ON audit (time);
