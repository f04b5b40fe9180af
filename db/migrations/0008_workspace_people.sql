-- Whatever changes what somebody is in an account also writes the outbox's message that tells the account's workspace: no
-- statement, of the product or of an operator, can forget it. A table that is rebuilt loses its triggers: add them again.
CREATE TRIGGER memberships_role_told AFTER UPDATE OF role ON memberships WHEN OLD.role <> NEW.role BEGIN
  INSERT INTO outbox (id, kind, payload, created_at, attempts, next_attempt_at)
  SELECT 'msg_person_' || lower(hex(randomblob(15))), 'workspace.set_person',
    json_object('workspaceId', workspaces.id, 'accountId', accounts.id, 'email', users.email), OLD.created_at, 0, 0
  FROM workspaces INNER JOIN accounts ON accounts.id = workspaces.account_id INNER JOIN users ON users.id = OLD.user_id
  WHERE accounts.id = OLD.account_id AND accounts.trial_started_at IS NOT NULL;
END;
--> statement-breakpoint
CREATE TRIGGER memberships_end_told AFTER DELETE ON memberships BEGIN
  INSERT INTO outbox (id, kind, payload, created_at, attempts, next_attempt_at)
  SELECT 'msg_person_' || lower(hex(randomblob(15))), 'workspace.set_person',
    json_object('workspaceId', workspaces.id, 'accountId', accounts.id, 'email', users.email), OLD.created_at, 0, 0
  FROM workspaces INNER JOIN accounts ON accounts.id = workspaces.account_id INNER JOIN users ON users.id = OLD.user_id
  WHERE accounts.id = OLD.account_id AND accounts.trial_started_at IS NOT NULL;
END;
--> statement-breakpoint
-- Their memberships go with them, when their e-mail is no longer known.
CREATE TRIGGER users_end_told BEFORE DELETE ON users BEGIN
  INSERT INTO outbox (id, kind, payload, created_at, attempts, next_attempt_at)
  SELECT 'msg_person_' || lower(hex(randomblob(15))), 'workspace.set_person',
    json_object('workspaceId', workspaces.id, 'accountId', accounts.id, 'email', OLD.email), OLD.created_at, 0, 0
  FROM memberships INNER JOIN accounts ON accounts.id = memberships.account_id
    INNER JOIN workspaces ON workspaces.account_id = accounts.id
  WHERE memberships.user_id = OLD.id AND accounts.trial_started_at IS NOT NULL;
END;
--> statement-breakpoint
-- A workspace knows people by their e-mail: the old one is nobody's any more.
CREATE TRIGGER users_email_told AFTER UPDATE OF email_normalized ON users
WHEN OLD.email_normalized <> NEW.email_normalized BEGIN
  INSERT INTO outbox (id, kind, payload, created_at, attempts, next_attempt_at)
  SELECT 'msg_person_' || lower(hex(randomblob(15))), 'workspace.set_person',
    json_object('workspaceId', workspaces.id, 'accountId', accounts.id, 'email', OLD.email), OLD.created_at, 0, 0
  FROM memberships INNER JOIN accounts ON accounts.id = memberships.account_id
    INNER JOIN workspaces ON workspaces.account_id = accounts.id
  WHERE memberships.user_id = OLD.id AND accounts.trial_started_at IS NOT NULL;
END;
