CREATE INDEX `subscriptions_by_customer` ON `subscriptions` (`customer_id`);--> statement-breakpoint
-- The provider mails receipts to its customer, who can cancel there. Each change after which a person of an account no longer is one who
-- manages its bills, or has another e-mail, also writes the outbox's message that moves the customer: no statement, of the product or of an
-- operator, can forget it. The delivery reads whether there is anything to move. A table that is rebuilt loses its triggers: add them again.
CREATE TRIGGER memberships_role_move_customer AFTER UPDATE OF role ON memberships WHEN OLD.role <> NEW.role BEGIN
  INSERT INTO outbox (id, kind, payload, created_at, attempts, next_attempt_at)
  SELECT 'msg_customer_' || lower(hex(randomblob(15))), 'billing.move_customer',
    json_object('accountId', OLD.account_id, 'userId', users.id, 'email', users.email), unixepoch() * 1000, 0, 0
  FROM users WHERE users.id = OLD.user_id AND users.confirmed_at IS NOT NULL
    AND EXISTS (SELECT 1 FROM subscriptions WHERE account_id = OLD.account_id AND status <> 'deleted');
END;
--> statement-breakpoint
CREATE TRIGGER memberships_end_move_customer AFTER DELETE ON memberships BEGIN
  INSERT INTO outbox (id, kind, payload, created_at, attempts, next_attempt_at)
  SELECT 'msg_customer_' || lower(hex(randomblob(15))), 'billing.move_customer',
    json_object('accountId', OLD.account_id, 'userId', users.id, 'email', users.email), unixepoch() * 1000, 0, 0
  FROM users WHERE users.id = OLD.user_id AND users.confirmed_at IS NOT NULL
    AND EXISTS (SELECT 1 FROM subscriptions WHERE account_id = OLD.account_id AND status <> 'deleted');
END;
--> statement-breakpoint
-- A deleted user's memberships are deleted after the user's row, which has the e-mail.
CREATE TRIGGER users_end_move_customer BEFORE DELETE ON users WHEN OLD.confirmed_at IS NOT NULL BEGIN
  INSERT INTO outbox (id, kind, payload, created_at, attempts, next_attempt_at)
  SELECT 'msg_customer_' || lower(hex(randomblob(15))), 'billing.move_customer',
    json_object('accountId', memberships.account_id, 'userId', OLD.id, 'email', OLD.email), unixepoch() * 1000, 0, 0
  FROM memberships WHERE memberships.user_id = OLD.id
    AND EXISTS (SELECT 1 FROM subscriptions WHERE account_id = memberships.account_id AND status <> 'deleted');
END;
--> statement-breakpoint
CREATE TRIGGER users_email_move_customer AFTER UPDATE OF email_normalized ON users
WHEN OLD.email_normalized <> NEW.email_normalized AND OLD.confirmed_at IS NOT NULL BEGIN
  INSERT INTO outbox (id, kind, payload, created_at, attempts, next_attempt_at)
  SELECT 'msg_customer_' || lower(hex(randomblob(15))), 'billing.move_customer',
    json_object('accountId', memberships.account_id, 'userId', OLD.id, 'email', OLD.email), unixepoch() * 1000, 0, 0
  FROM memberships WHERE memberships.user_id = OLD.id
    AND EXISTS (SELECT 1 FROM subscriptions WHERE account_id = memberships.account_id AND status <> 'deleted');
END;
