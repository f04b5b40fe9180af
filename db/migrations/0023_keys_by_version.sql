CREATE INDEX `authenticator_apps_by_key` ON `authenticator_apps` (`secret`);--> statement-breakpoint
CREATE INDEX `workspaces_by_key_ring` ON `workspaces` (`key_ring_version`,`reported_at`);--> statement-breakpoint
CREATE INDEX `workspaces_by_older_key` ON `workspaces` (`key_version`) WHERE "workspaces"."key_version" is not null;