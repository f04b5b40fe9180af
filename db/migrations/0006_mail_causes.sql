ALTER TABLE `outbox` ADD `cause` text;--> statement-breakpoint
ALTER TABLE `outbox` ADD `limit_key` text;--> statement-breakpoint
ALTER TABLE `outbox` ADD `admitted_at` integer;--> statement-breakpoint
CREATE INDEX `outbox_admitted` ON `outbox` (`limit_key`,`admitted_at`) WHERE "outbox"."limit_key" IS NOT NULL;