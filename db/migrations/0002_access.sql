CREATE TABLE `known_devices` (
	`token_hash` text NOT NULL,
	`user_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_seen_at` integer NOT NULL,
	PRIMARY KEY(`token_hash`, `user_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `known_devices_by_user` ON `known_devices` (`user_id`);--> statement-breakpoint
CREATE INDEX `known_devices_by_last_seen` ON `known_devices` (`last_seen_at`);--> statement-breakpoint
CREATE TABLE `subscriptions` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`status` text NOT NULL,
	`plan_id` text NOT NULL,
	`period` text NOT NULL,
	`current_period_ends_at` integer NOT NULL,
	`paused_at` integer,
	`cancels_at` integer,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`plan_id`) REFERENCES `plans`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `subscriptions_account_unique` ON `subscriptions` (`account_id`);--> statement-breakpoint
DROP INDEX `audit_events_by_account`;--> statement-breakpoint
ALTER TABLE `audit_events` ADD `subject` text;--> statement-breakpoint
ALTER TABLE `audit_events` ADD `role` text;--> statement-breakpoint
ALTER TABLE `audit_events` ADD `place` text;--> statement-breakpoint
CREATE INDEX `audit_events_by_account` ON `audit_events` (`account_id`,`at`,`id`);--> statement-breakpoint
ALTER TABLE `accounts` ADD `trial_started_at` integer;--> statement-breakpoint
ALTER TABLE `invitations` ADD `sent_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `link_tokens` ADD `account_id` text REFERENCES accounts(id);--> statement-breakpoint
ALTER TABLE `link_tokens` ADD `email` text;--> statement-breakpoint
ALTER TABLE `link_tokens` ADD `email_normalized` text;--> statement-breakpoint
ALTER TABLE `sessions` ADD `id` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `sessions` ADD `address` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `sessions` ADD `place` text;--> statement-breakpoint
UPDATE `sessions` SET `id` = 'ses_' || lower(hex(randomblob(15)));--> statement-breakpoint
UPDATE `invitations` SET `sent_at` = `created_at`;--> statement-breakpoint
UPDATE `accounts` SET `trial_started_at` = (SELECT min(`users`.`confirmed_at`) FROM `memberships`
  INNER JOIN `users` ON `users`.`id` = `memberships`.`user_id`
  WHERE `memberships`.`account_id` = `accounts`.`id` AND `memberships`.`role` = 'owner');
