-- The deletion of an account deletes the links that sign in to it, as the schema says: 0002 added the column without that,
-- which a constraint cannot get later, so the table is rebuilt. Nothing refers to it, and it has no triggers.
CREATE TABLE `__new_link_tokens` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`purpose` text NOT NULL,
	`user_id` text NOT NULL,
	`account_id` text,
	`email` text,
	`email_normalized` text,
	`created_at` integer NOT NULL,
	`valid_from` integer,
	`expires_at` integer NOT NULL,
	`used_at` integer,
	`used_by` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
INSERT INTO `__new_link_tokens`("token_hash", "purpose", "user_id", "account_id", "email", "email_normalized", "created_at", "valid_from", "expires_at", "used_at", "used_by") SELECT "token_hash", "purpose", "user_id", "account_id", "email", "email_normalized", "created_at", "valid_from", "expires_at", "used_at", "used_by" FROM `link_tokens`;--> statement-breakpoint
DROP TABLE `link_tokens`;--> statement-breakpoint
ALTER TABLE `__new_link_tokens` RENAME TO `link_tokens`;--> statement-breakpoint
CREATE INDEX `link_tokens_by_user` ON `link_tokens` (`user_id`,`purpose`,`created_at`);
