-- A program that registered itself. It may name any redirect of the allow-list.
CREATE TABLE oauth_client (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  redirect_uris TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  used_at INTEGER NOT NULL
) STRICT;
CREATE INDEX oauth_client_use ON oauth_client (used_at);

-- What a user allowed a client. Without row_secret no key that its tokens carry opens.
CREATE TABLE oauth_grant (
  id TEXT PRIMARY KEY,
  tenant TEXT NOT NULL REFERENCES tenant (id),
  user TEXT NOT NULL,
  client TEXT NOT NULL,
  client_name TEXT NOT NULL,
  scope INTEGER NOT NULL,
  brain TEXT,
  carries_key INTEGER NOT NULL,
  row_secret BLOB,
  created_at INTEGER NOT NULL,
  last_used_day INTEGER,
  revoked_at INTEGER
) STRICT;
CREATE INDEX oauth_grant_of_tenant ON oauth_grant (tenant, created_at);
CREATE INDEX oauth_grant_of_client ON oauth_grant (client) WHERE revoked_at IS NULL;

-- uses counts the times that the token was exchanged.
CREATE TABLE refresh_token (
  id TEXT PRIMARY KEY,
  oauth_grant TEXT NOT NULL REFERENCES oauth_grant (id) ON DELETE CASCADE,
  hash BLOB NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  retired_at INTEGER,
  uses INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX refresh_token_of_grant ON refresh_token (oauth_grant, expires_at);

-- A code that the operator printed for a user, at most one each.
CREATE TABLE signin_code (
  user TEXT PRIMARY KEY REFERENCES user (id) ON DELETE CASCADE,
  salt BLOB NOT NULL,
  hash BLOB NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT;
