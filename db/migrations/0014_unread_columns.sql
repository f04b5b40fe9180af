ALTER TABLE `overage_charges` DROP COLUMN `created_at`;--> statement-breakpoint
ALTER TABLE `overage_charges` DROP COLUMN `settled_at`;--> statement-breakpoint
ALTER TABLE `payment_methods` DROP COLUMN `updated_at`;--> statement-breakpoint
ALTER TABLE `subscriptions` DROP COLUMN `updated_at`;--> statement-breakpoint
ALTER TABLE `workspaces` DROP COLUMN `deletion_at`;
