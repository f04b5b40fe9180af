ALTER TABLE `plans` ADD `credentials_limit` integer DEFAULT -1 NOT NULL;--> statement-breakpoint
ALTER TABLE `plans` ADD `support_tier` text DEFAULT 'forum' NOT NULL;--> statement-breakpoint
ALTER TABLE `plans` ADD `license_features` text DEFAULT '{"quota:users":-1}' NOT NULL;--> statement-breakpoint
ALTER TABLE `plans` ADD `enabled_features` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `plans` ADD `user_management_enabled` integer DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE `plans` ADD `allow_custom_quotas` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `tax_inclusive` integer DEFAULT false NOT NULL;