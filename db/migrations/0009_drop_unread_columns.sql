ALTER TABLE `plans` DROP COLUMN `is_sold`;--> statement-breakpoint
ALTER TABLE `workspaces` DROP COLUMN `status_since`;