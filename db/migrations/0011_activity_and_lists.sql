DROP INDEX `payments_by_account`;--> statement-breakpoint
CREATE INDEX `payments_by_account` ON `payments` (`account_id`,`date`,`id`);--> statement-breakpoint
CREATE INDEX `audit_events_by_person` ON `audit_events` (`account_id`,`user_id`,`at`,`id`);