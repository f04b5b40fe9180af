ALTER TABLE `workspaces` RENAME COLUMN "told_revision" TO "facts_revision";--> statement-breakpoint
UPDATE outbox SET kind = 'workspace.send_facts' WHERE kind = 'workspace.tell';--> statement-breakpoint
DROP TRIGGER memberships_role_told;--> statement-breakpoint
DROP TRIGGER memberships_end_told;--> statement-breakpoint
DROP TRIGGER users_end_told;--> statement-breakpoint
DROP TRIGGER users_email_told;--> statement-breakpoint
-- Each change of a person's role in an account also writes the outbox's message that sends it to the account's workspace: no
-- statement, of the product or of an operator, can forget it. A table that is rebuilt loses its triggers: add them again.
CREATE TRIGGER memberships_role_set_person AFTER UPDATE OF role ON memberships WHEN OLD.role <> NEW.role BEGIN
  INSERT INTO outbox (id, kind, payload, created_at, attempts, next_attempt_at)
  SELECT 'msg_person_' || lower(hex(randomblob(15))), 'workspace.set_person',
    json_object('workspaceId', workspaces.id, 'accountId', accounts.id, 'email', users.email), OLD.created_at, 0, 0
  FROM workspaces INNER JOIN accounts ON accounts.id = workspaces.account_id INNER JOIN users ON users.id = OLD.user_id
  WHERE accounts.id = OLD.account_id AND accounts.trial_started_at IS NOT NULL;
END;
--> statement-breakpoint
CREATE TRIGGER memberships_end_set_person AFTER DELETE ON memberships BEGIN
  INSERT INTO outbox (id, kind, payload, created_at, attempts, next_attempt_at)
  SELECT 'msg_person_' || lower(hex(randomblob(15))), 'workspace.set_person',
    json_object('workspaceId', workspaces.id, 'accountId', accounts.id, 'email', users.email), OLD.created_at, 0, 0
  FROM workspaces INNER JOIN accounts ON accounts.id = workspaces.account_id INNER JOIN users ON users.id = OLD.user_id
  WHERE accounts.id = OLD.account_id AND accounts.trial_started_at IS NOT NULL;
END;
--> statement-breakpoint
-- A deleted user's memberships are deleted after the user's row, which has the e-mail.
CREATE TRIGGER users_end_set_person BEFORE DELETE ON users BEGIN
  INSERT INTO outbox (id, kind, payload, created_at, attempts, next_attempt_at)
  SELECT 'msg_person_' || lower(hex(randomblob(15))), 'workspace.set_person',
    json_object('workspaceId', workspaces.id, 'accountId', accounts.id, 'email', OLD.email), OLD.created_at, 0, 0
  FROM memberships INNER JOIN accounts ON accounts.id = memberships.account_id
    INNER JOIN workspaces ON workspaces.account_id = accounts.id
  WHERE memberships.user_id = OLD.id AND accounts.trial_started_at IS NOT NULL;
END;
--> statement-breakpoint
-- A workspace identifies people by e-mail: after a change, the old one belongs to no member.
CREATE TRIGGER users_email_set_person AFTER UPDATE OF email_normalized ON users
WHEN OLD.email_normalized <> NEW.email_normalized BEGIN
  INSERT INTO outbox (id, kind, payload, created_at, attempts, next_attempt_at)
  SELECT 'msg_person_' || lower(hex(randomblob(15))), 'workspace.set_person',
    json_object('workspaceId', workspaces.id, 'accountId', accounts.id, 'email', OLD.email), OLD.created_at, 0, 0
  FROM memberships INNER JOIN accounts ON accounts.id = memberships.account_id
    INNER JOIN workspaces ON workspaces.account_id = accounts.id
  WHERE memberships.user_id = OLD.id AND accounts.trial_started_at IS NOT NULL;
END;
