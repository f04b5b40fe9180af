ALTER TABLE `accounts` ADD `checkout_reference` text;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `checkout_reference` text;