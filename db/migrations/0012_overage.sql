CREATE TABLE `overage_charges` (
	`account_id` text NOT NULL,
	`month` text NOT NULL,
	`part` integer NOT NULL,
	`subscription_id` text NOT NULL,
	`executions` integer NOT NULL,
	`units` integer NOT NULL,
	`unit_amount` integer NOT NULL,
	`currency` text NOT NULL,
	`tax_inclusive` integer NOT NULL,
	`status` text NOT NULL,
	`created_at` integer NOT NULL,
	`settled_at` integer,
	PRIMARY KEY(`account_id`, `month`, `part`),
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
ALTER TABLE `accounts` ADD `overage_max_thousands` integer;--> statement-breakpoint
ALTER TABLE `accounts` ADD `overage_prices` text;--> statement-breakpoint
ALTER TABLE `plans` ADD `sells_overage` integer DEFAULT false NOT NULL;