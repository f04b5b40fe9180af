CREATE TABLE `former_users` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`deleted_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `former_users_by_age` ON `former_users` (`deleted_at`);--> statement-breakpoint
-- The deletion of a person keeps who they were, whatever statement deletes them. A registration that nobody confirmed leaves nothing.
-- A table that is rebuilt loses its triggers: add it again.
CREATE TRIGGER users_end_former AFTER DELETE ON users WHEN OLD.confirmed_at IS NOT NULL BEGIN
  INSERT INTO former_users (id, name, email, deleted_at)
  VALUES (OLD.id, OLD.name, OLD.email, unixepoch() * 1000) ON CONFLICT DO NOTHING;
END;
