ALTER TABLE `known_devices` ADD `previous_token_hash` text;--> statement-breakpoint
ALTER TABLE `known_devices` ADD `previous_valid_until` integer;--> statement-breakpoint
CREATE INDEX `known_devices_by_previous_token` ON `known_devices` (`previous_token_hash`);