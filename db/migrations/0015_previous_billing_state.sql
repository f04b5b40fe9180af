ALTER TABLE `payments` ADD `previous_status` text;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `previous_status` text;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `previous_cancels_at` integer;