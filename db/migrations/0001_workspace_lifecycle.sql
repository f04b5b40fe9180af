ALTER TABLE `workspaces` ADD `region` text;--> statement-breakpoint
ALTER TABLE `workspaces` ADD `cluster_id` text;--> statement-breakpoint
ALTER TABLE `workspaces` ADD `revision` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `workspaces` ADD `status` integer;--> statement-breakpoint
ALTER TABLE `workspaces` ADD `status_since` integer;--> statement-breakpoint
ALTER TABLE `workspaces` ADD `status_revision` integer;--> statement-breakpoint
ALTER TABLE `workspaces` ADD `phase` text;--> statement-breakpoint
ALTER TABLE `workspaces` ADD `version` text;--> statement-breakpoint
ALTER TABLE `workspaces` ADD `deletion_at` integer;--> statement-breakpoint
ALTER TABLE `workspaces` ADD `told_revision` integer;--> statement-breakpoint
ALTER TABLE `workspaces` ADD `reported_at` integer;--> statement-breakpoint
CREATE INDEX `workspaces_by_cluster` ON `workspaces` (`cluster_id`);