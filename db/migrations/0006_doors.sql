CREATE TABLE `authenticator_apps` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`secret` text NOT NULL,
	`secret_hash` text NOT NULL,
	`drift` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `authenticator_apps_by_user` ON `authenticator_apps` (`user_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `authenticator_apps_secret_unique` ON `authenticator_apps` (`secret_hash`);--> statement-breakpoint
CREATE TABLE `passkeys` (
	`credential_id` text PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`public_key` text NOT NULL,
	`counter` integer NOT NULL,
	`transports` text NOT NULL,
	`is_backed_up` integer NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `passkeys_by_user` ON `passkeys` (`user_id`);--> statement-breakpoint
CREATE TABLE `recovery_codes` (
	`user_id` text NOT NULL,
	`code_hash` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `code_hash`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `used_proofs` (
	`id` text PRIMARY KEY NOT NULL,
	`used_by` text NOT NULL,
	`used_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `used_proofs_by_age` ON `used_proofs` (`used_at`);--> statement-breakpoint
ALTER TABLE `accounts` ADD `checkout_reference` text;--> statement-breakpoint
ALTER TABLE `accounts` ADD `requires_second_factor` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `known_devices` ADD `id` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `known_devices` ADD `user_agent` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `known_devices` ADD `remembered_until` integer;--> statement-breakpoint
ALTER TABLE `link_tokens` ADD `valid_from` integer;--> statement-breakpoint
ALTER TABLE `outbox` ADD `cause` text;--> statement-breakpoint
ALTER TABLE `outbox` ADD `limit_key` text;--> statement-breakpoint
ALTER TABLE `outbox` ADD `admitted_at` integer;--> statement-breakpoint
CREATE INDEX `outbox_admitted` ON `outbox` (`limit_key`,`admitted_at`) WHERE "outbox"."limit_key" IS NOT NULL;--> statement-breakpoint
ALTER TABLE `sessions` ADD `is_factor_due` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `sessions` ADD `proved_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `checkout_reference` text;--> statement-breakpoint
ALTER TABLE `users` ADD `factors_changed_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `workspaces` ADD `key_ring_version` integer;--> statement-breakpoint
ALTER TABLE `workspaces` ADD `key_version` integer;--> statement-breakpoint
ALTER TABLE `workspaces` ADD `key_purpose` text;--> statement-breakpoint
ALTER TABLE `workspaces` ADD `key_until` integer;--> statement-breakpoint
ALTER TABLE `workspaces` ADD `keys_checked_at` integer;--> statement-breakpoint
ALTER TABLE `workspaces` ADD `restart_for_key` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `audit_events_by_time` ON `audit_events` (`at`,`id`);