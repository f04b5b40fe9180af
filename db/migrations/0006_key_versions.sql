ALTER TABLE `workspaces` ADD `key_ring_version` integer;--> statement-breakpoint
ALTER TABLE `workspaces` ADD `key_version` integer;--> statement-breakpoint
ALTER TABLE `workspaces` ADD `key_purpose` text;--> statement-breakpoint
ALTER TABLE `workspaces` ADD `key_until` integer;--> statement-breakpoint
ALTER TABLE `workspaces` ADD `keys_checked_at` integer;--> statement-breakpoint
ALTER TABLE `workspaces` ADD `restart_for_key` integer DEFAULT false NOT NULL;