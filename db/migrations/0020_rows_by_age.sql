CREATE INDEX `invitations_by_expiry` ON `invitations` (`expires_at`);--> statement-breakpoint
CREATE INDEX `provider_events_by_age` ON `provider_events` (`received_at`);