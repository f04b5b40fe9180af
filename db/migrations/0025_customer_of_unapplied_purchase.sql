-- When the change of an account's people moves the customer of its purchases:
-- after a minute for a subscription, since a move that read the people before this change writes its e-mail within seconds, and this
-- one has to find what it wrote; and with the first event of a purchase that has none yet, at the latest after 30 days.
-- An account whose subscription has no reference, since its events have none, has both rows once it has begun a checkout: the message
-- that waits 30 days then finds nothing to move.
CREATE VIEW customer_moves AS
  SELECT account_id, 60 AS wait_seconds FROM subscriptions WHERE status <> 'deleted' GROUP BY account_id
  UNION ALL
  SELECT id, 30 * 86400 FROM accounts WHERE checkout_reference IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM subscriptions WHERE account_id = accounts.id AND subscriptions.checkout_reference = accounts.checkout_reference);
--> statement-breakpoint
DROP TRIGGER memberships_role_move_customer;--> statement-breakpoint
DROP TRIGGER memberships_end_move_customer;--> statement-breakpoint
DROP TRIGGER users_end_move_customer;--> statement-breakpoint
DROP TRIGGER users_email_move_customer;--> statement-breakpoint
CREATE TRIGGER memberships_role_move_customer AFTER UPDATE OF role ON memberships WHEN OLD.role <> NEW.role BEGIN
  INSERT INTO outbox (id, kind, payload, created_at, attempts, next_attempt_at)
  SELECT 'msg_customer_' || lower(hex(randomblob(15))), 'billing.move_customer',
    json_object('accountId', OLD.account_id, 'userId', users.id, 'email', users.email), unixepoch() * 1000, 0,
    (unixepoch() + wait_seconds) * 1000
  FROM users INNER JOIN customer_moves ON customer_moves.account_id = OLD.account_id
  WHERE users.id = OLD.user_id AND users.confirmed_at IS NOT NULL;
END;
--> statement-breakpoint
CREATE TRIGGER memberships_end_move_customer AFTER DELETE ON memberships BEGIN
  INSERT INTO outbox (id, kind, payload, created_at, attempts, next_attempt_at)
  SELECT 'msg_customer_' || lower(hex(randomblob(15))), 'billing.move_customer',
    json_object('accountId', OLD.account_id, 'userId', users.id, 'email', users.email), unixepoch() * 1000, 0,
    (unixepoch() + wait_seconds) * 1000
  FROM users INNER JOIN customer_moves ON customer_moves.account_id = OLD.account_id
  WHERE users.id = OLD.user_id AND users.confirmed_at IS NOT NULL;
END;
--> statement-breakpoint
-- A deleted user's memberships are deleted after the user's row, which has the e-mail.
CREATE TRIGGER users_end_move_customer BEFORE DELETE ON users WHEN OLD.confirmed_at IS NOT NULL BEGIN
  INSERT INTO outbox (id, kind, payload, created_at, attempts, next_attempt_at)
  SELECT 'msg_customer_' || lower(hex(randomblob(15))), 'billing.move_customer',
    json_object('accountId', memberships.account_id, 'userId', OLD.id, 'email', OLD.email), unixepoch() * 1000, 0,
    (unixepoch() + wait_seconds) * 1000
  FROM memberships INNER JOIN customer_moves ON customer_moves.account_id = memberships.account_id
  WHERE memberships.user_id = OLD.id;
END;
--> statement-breakpoint
CREATE TRIGGER users_email_move_customer AFTER UPDATE OF email_normalized ON users
WHEN OLD.email_normalized <> NEW.email_normalized AND OLD.confirmed_at IS NOT NULL BEGIN
  INSERT INTO outbox (id, kind, payload, created_at, attempts, next_attempt_at)
  SELECT 'msg_customer_' || lower(hex(randomblob(15))), 'billing.move_customer',
    json_object('accountId', memberships.account_id, 'userId', OLD.id, 'email', OLD.email), unixepoch() * 1000, 0,
    (unixepoch() + wait_seconds) * 1000
  FROM memberships INNER JOIN customer_moves ON customer_moves.account_id = memberships.account_id
  WHERE memberships.user_id = OLD.id;
END;
--> statement-breakpoint
-- The first event of a purchase: who left since they paid for it is no longer its customer. A recent change still waits its minute.
CREATE TRIGGER subscriptions_begin_move_customer AFTER INSERT ON subscriptions BEGIN
  UPDATE outbox SET next_attempt_at = max(unixepoch() * 1000, created_at + 60000)
  WHERE delivered_at IS NULL AND kind = 'billing.move_customer' AND payload ->> 'accountId' = NEW.account_id;
END;
