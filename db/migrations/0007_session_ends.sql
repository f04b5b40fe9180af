-- Whatever ends a session, a token or a membership also writes the outbox's message that closes what it listens on: no
-- statement, of the product or of an operator, can forget it. A table that is rebuilt loses its triggers: add them again.
CREATE TRIGGER sessions_deleted AFTER DELETE ON sessions BEGIN
  INSERT INTO outbox (id, kind, payload, created_at, attempts, next_attempt_at)
  SELECT 'msg_live_' || lower(hex(randomblob(15))), 'workspace.close_live',
    json_object('workspaceId', workspaces.id, 'listener', 'session:' || OLD.id, 'lastSeenAt', OLD.last_seen_at),
    OLD.last_seen_at, 0, 0
  FROM workspaces INNER JOIN accounts ON accounts.id = workspaces.account_id
  WHERE accounts.id = OLD.account_id AND accounts.trial_started_at IS NOT NULL;
END;
--> statement-breakpoint
CREATE TRIGGER sessions_moved AFTER UPDATE OF account_id ON sessions WHEN OLD.account_id <> NEW.account_id BEGIN
  INSERT INTO outbox (id, kind, payload, created_at, attempts, next_attempt_at)
  SELECT 'msg_live_' || lower(hex(randomblob(15))), 'workspace.close_live',
    json_object('workspaceId', workspaces.id, 'listener', 'session:' || OLD.id, 'lastSeenAt', OLD.last_seen_at),
    OLD.last_seen_at, 0, 0
  FROM workspaces INNER JOIN accounts ON accounts.id = workspaces.account_id
  WHERE accounts.id = OLD.account_id AND accounts.trial_started_at IS NOT NULL;
END;
--> statement-breakpoint
CREATE TRIGGER api_tokens_deleted AFTER DELETE ON api_tokens BEGIN
  INSERT INTO outbox (id, kind, payload, created_at, attempts, next_attempt_at)
  SELECT 'msg_live_' || lower(hex(randomblob(15))), 'workspace.close_live',
    json_object('workspaceId', workspaces.id, 'listener', 'session:' || OLD.id,
      'lastSeenAt', coalesce(OLD.last_used_at, OLD.created_at)),
    OLD.created_at, 0, 0
  FROM workspaces INNER JOIN accounts ON accounts.id = workspaces.account_id
  WHERE accounts.id = OLD.account_id AND accounts.trial_started_at IS NOT NULL;
END;
--> statement-breakpoint
CREATE TRIGGER memberships_changed AFTER UPDATE OF role ON memberships WHEN OLD.role <> NEW.role BEGIN
  INSERT INTO outbox (id, kind, payload, created_at, attempts, next_attempt_at)
  SELECT 'msg_live_' || lower(hex(randomblob(15))), 'workspace.close_live',
    json_object('workspaceId', workspaces.id, 'listener', 'user:' || OLD.user_id, 'lastSeenAt', NULL),
    OLD.created_at, 0, 0
  FROM workspaces INNER JOIN accounts ON accounts.id = workspaces.account_id
  WHERE accounts.id = OLD.account_id AND accounts.trial_started_at IS NOT NULL;
END;
--> statement-breakpoint
CREATE TRIGGER memberships_deleted AFTER DELETE ON memberships BEGIN
  INSERT INTO outbox (id, kind, payload, created_at, attempts, next_attempt_at)
  SELECT 'msg_live_' || lower(hex(randomblob(15))), 'workspace.close_live',
    json_object('workspaceId', workspaces.id, 'listener', 'user:' || OLD.user_id, 'lastSeenAt', NULL),
    OLD.created_at, 0, 0
  FROM workspaces INNER JOIN accounts ON accounts.id = workspaces.account_id
  WHERE accounts.id = OLD.account_id AND accounts.trial_started_at IS NOT NULL;
END;
