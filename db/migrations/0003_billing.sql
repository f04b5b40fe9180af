CREATE TABLE `payment_methods` (
	`account_id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`brand` text NOT NULL,
	`last_four` text,
	`expiry` text,
	`event_at` text NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `payments` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`date` integer NOT NULL,
	`amount` integer NOT NULL,
	`currency` text NOT NULL,
	`status` text NOT NULL,
	`invoice_number` text,
	`event_at` text NOT NULL,
	`event_id` text NOT NULL,
	`applied_by` text,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `payments_by_account` ON `payments` (`account_id`,`date`);--> statement-breakpoint
CREATE TABLE `cursors` (
	`name` text PRIMARY KEY NOT NULL,
	`position` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `provider_events` (
	`id` text PRIMARY KEY NOT NULL,
	`type` text NOT NULL,
	`occurred_at` text NOT NULL,
	`received_at` integer NOT NULL,
	`kept_by` text DEFAULT '' NOT NULL,
	`outcome` text NOT NULL,
	`subject` text,
	`body` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `provider_events_by_subject` ON `provider_events` (`subject`) WHERE subject IS NOT NULL;--> statement-breakpoint
DROP INDEX `subscriptions_account_unique`;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `customer_id` text;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `executions_quota` integer;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `workflows_quota` integer;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `is_current` integer DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `event_at` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `event_id` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `applied_by` text;--> statement-breakpoint
CREATE INDEX `subscriptions_by_account` ON `subscriptions` (`account_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `subscriptions_current_unique` ON `subscriptions` (`account_id`) WHERE is_current = 1;--> statement-breakpoint
ALTER TABLE `accounts` ADD `customer_id` text;--> statement-breakpoint
ALTER TABLE `accounts` ADD `plan_change_claimed_at` integer;